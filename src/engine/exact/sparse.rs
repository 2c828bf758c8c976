//! The same walk where few of many states are reached: a list of those that are, each with its chance, in place of a grid.
//!
//! Two fighters who hurt each other action by action reach some hundred of their thousands of states, and most steps look
//! at one of them alone.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use smallvec::SmallVec;

use super::super::WorkLimit;
use super::bands::Bands;
use super::body_states::Cell;
use super::need::StepNeed;
use super::strike::DroppedRows;
use super::walk::{ExactWalk, is_sorted};
use super::{settle, strike};
use crate::sequence::{Roll, Settle, Slot, Step, Strike};
use crate::stats::{Pmf, zeros};

/// The tokens in the slots that are followed, and the cell of the bodies.
type SparseState = (SmallVec<[u32; 12]>, Cell);

/// All states that are reached, in order, each once.
pub(super) struct ReachedStates {
    all: Vec<(SparseState, f64)>,
    /// The place of the tokens that are asked for.
    counter: usize,
}

/// What hits make of a cell: cells, tokens that are dropped, and chances.
type HitCells = Vec<((Cell, usize), f64)>;

/// Fewer states than this are a small grid.
const FEW: usize = 200;
/// The most states that a list holds, apart from half of all.
const MOST: usize = 4000;
/// What a state of a list costs in multiplications.
const COST: f64 = 64.0;
/// No more numbers of tokens that hits drop are told apart, and no more bands of a hit.
const KINDS: usize = 1 << 16;

impl ReachedStates {
    /// The distribution of the counted tokens.
    pub(super) fn counted(self) -> Pmf {
        let count = |state: &SparseState| state.0[self.counter] as usize;
        let most = self.all.iter().map(|(state, _)| count(state)).max().unwrap_or(0);
        let mut row = vec![0.0; most + 1];
        self.all.iter().for_each(|(state, p)| row[count(state)] += p);
        Pmf::from_weights(row)
    }

    /// The chance of each of this many cells.
    pub(super) fn state(self, cells: usize) -> Vec<f64> {
        let mut state = zeros(cells);
        self.all.iter().for_each(|((_, cell), p)| state[*cell] += p);
        state
    }
}

/// Adds up the chances of equal states of tokens, which are compared as one number where they fit.
fn merged_states(mut states: Vec<(SparseState, f64)>, cells: usize) -> Vec<(SparseState, f64)> {
    let mut most: SmallVec<[u64; 12]> = SmallVec::new();
    for ((tokens, _), _) in &states {
        most.resize(tokens.len(), 0);
        most.iter_mut().zip(tokens).for_each(|(most, n)| *most = u64::from(*n).max(*most));
    }
    if most.iter().try_fold(cells as u64, |all, most| all.checked_mul(most + 1)).is_some() {
        states.sort_by_cached_key(|((tokens, cell), _)| {
            let digits = tokens.iter().zip(&most);
            digits.fold(0, |all, (n, most)| all * (most + 1) + u64::from(*n)) * cells as u64 + *cell as u64
        });
    }
    merged(states)
}

/// Each state once, in order.
fn merged<K: Ord>(mut states: Vec<(K, f64)>) -> Vec<(K, f64)> {
    states.sort_by(|one, other| one.0.cmp(&other.0));
    states.dedup_by(|next, kept| {
        let is_same = next.0 == kept.0;
        if is_same {
            kept.1 += next.1;
        }
        is_same
    });
    states
}

impl ExactWalk<'_> {
    /// Walks with a list of states; `None` if a grid is better, or the only way.
    pub(super) fn run_sparse(&mut self, budget: &mut WorkLimit) -> Option<ReachedStates> {
        let (program, cells) = (self.program, self.states().cells());
        let is_gate = |(_, step): (usize, &Step)| matches!(step, Step::Settle(settle) if !settle.bodies().is_empty());
        if !(FEW..=budget.cells).contains(&cells) || !self.need.steps(program).any(is_gate) {
            return None;
        }
        let places = self.places();
        let most = MOST.max(cells / 2);
        let tokens = self.first(&places);
        let begins = self.states().start(self.begins).into_iter();
        let mut now: Vec<_> = begins.map(|(cell, p)| ((tokens.clone(), cell), p)).collect();
        for (index, step) in program.steps.iter().enumerate() {
            let needed = self.need.steps[index];
            now = match &**step {
                _ if needed == StepNeed::Not => continue,
                Step::Each(_) | Step::Heal(_) => return None,
                Step::Settle(settle) => self.settle_each(now, settle, &places)?,
                Step::Strike(strike) if needed == StepNeed::Whole => self.strike_each(now, strike, &places)?,
                Step::Roll(Roll { input, .. }) | Step::Strike(Strike { input, .. }) => {
                    self.roll_each(now, *input, &places, 8 * most)?
                }
            };
            for slot in step.as_settle().into_iter().flat_map(Settle::slots) {
                if self.is_done(slot, index, index + 1) {
                    let place = places[usize::from(slot.0)]?;
                    now.iter_mut().for_each(|((tokens, _), _)| tokens[place] = 0);
                }
            }
            now = merged_states(now, cells);
            budget.spend(COST * now.len() as f64, now.len())?;
            if now.len() > most {
                return None;
            }
        }
        Some(ReachedStates { all: now, counter: places[usize::from(self.counter.0)]? })
    }

    /// For each slot whose tokens are followed its place, the counter's too.
    fn places(&self) -> Vec<Option<usize>> {
        let starts = |slot: usize| self.program.start.iter().any(|(start, _)| usize::from(start.0) == slot);
        let mut next = 0;
        let mut place = |is_followed: bool| {
            next += usize::from(is_followed);
            is_followed.then(|| next - 1)
        };
        let slots = self.need.slots.iter().enumerate();
        let mut places: Vec<_> = slots.map(|(slot, need)| place(need.seen || need.taken && starts(slot))).collect();
        places.push(place(true));
        places
    }

    /// The tokens before the first step.
    fn first(&self, places: &[Option<usize>]) -> SmallVec<[u32; 12]> {
        let mut tokens = SmallVec::from_elem(0, places.iter().flatten().count());
        for (slot, number) in &*self.program.start {
            let counter = self.need.slots[usize::from(slot.0)].wanted.then_some(self.counter);
            for place in [Some(*slot), counter].into_iter().flatten().filter_map(|slot| places[usize::from(slot.0)]) {
                tokens[place] += u32::from(*number);
            }
        }
        tokens
    }

    /// The tokens of a slot become what each of them ends as.
    fn roll_each(
        &mut self,
        now: Vec<(SparseState, f64)>,
        input: Slot,
        places: &[Option<usize>],
        most: usize,
    ) -> Option<Vec<(SparseState, f64)>> {
        let Some(from) = places[usize::from(input.0)] else { return Some(now) };
        let mut laws: HashMap<u32, Vec<(SmallVec<[(usize, u32); 4]>, f64)>> = HashMap::new();
        let mut next = Vec::with_capacity(now.len());
        for ((mut tokens, cell), p) in now {
            let number = std::mem::take(&mut tokens[from]);
            let law = match laws.entry(number) {
                Entry::Occupied(cell) => cell.into_mut(),
                Entry::Vacant(new) => new.insert(self.ends_of(input, number, places)?),
            };
            for (dropped, q) in law.iter() {
                let mut tokens = tokens.clone();
                dropped.iter().for_each(|(place, count)| tokens[*place] += count);
                next.push(((tokens, cell), p * q));
            }
            if next.len() > most {
                return None;
            }
        }
        Some(next)
    }

    /// What this many tokens of a slot end as.
    fn ends_of(
        &mut self,
        input: Slot,
        number: u32,
        places: &[Option<usize>],
    ) -> Option<Vec<(SmallVec<[(usize, u32); 4]>, f64)>> {
        let pmf = self.pmfs.times(self.rolled[usize::from(input.0)], number as usize);
        if self.pmfs.spent().0.is_infinite() {
            return None;
        }
        let mut ends = Vec::new();
        for (index, p) in self.pmfs.probabilities(pmf).into_iter().enumerate().filter(|(_, p)| *p > 0.0) {
            let (mut rest, mut dropped) = (index, SmallVec::new());
            for axis in self.pmfs.axes(pmf).iter().rev() {
                let count = rest % axis.len;
                rest /= axis.len;
                if count > 0 {
                    dropped.push((places[usize::from(axis.slot.0)]?, count as u32));
                }
            }
            ends.push((dropped, p));
        }
        Some(ends)
    }

    /// A settle in each state.
    fn settle_each(
        &self,
        mut now: Vec<(SparseState, f64)>,
        settle: &Settle,
        places: &[Option<usize>],
    ) -> Option<Vec<(SparseState, f64)>> {
        let slots = settle.slots();
        let at: SmallVec<[usize; 4]> = slots.iter().map(|slot| places[usize::from(slot.0)]).collect::<Option<_>>()?;
        let mut counts: SmallVec<[u16; 4]> = SmallVec::new();
        for ((tokens, cell), _) in &mut now {
            counts.clear();
            for place in &at {
                counts.push(u16::try_from(tokens[*place]).ok()?);
            }
            let alive = settle.bodies().iter().all(|body| self.states().is_standing(*cell, *body));
            let lost = settle.bodies().last().map_or(0, |body| self.states().lost(*cell, *body) as u16);
            settle::apply(settle, &mut counts, alive, lost);
            at.iter().zip(&counts).for_each(|(place, count)| tokens[*place] = u32::from(*count));
        }
        Some(now)
    }

    /// Hits on bodies in each state.
    fn strike_each(
        &mut self,
        now: Vec<(SparseState, f64)>,
        strike: &Strike,
        places: &[Option<usize>],
    ) -> Option<Vec<(SparseState, f64)>> {
        let Some(from) = places[usize::from(strike.input.0)] else { return Some(now) };
        let most = now.iter().map(|((tokens, _), _)| tokens[from] as usize).max()?;
        let kinds = most.saturating_mul(super::walk::most_points(strike)).saturating_add(1);
        if is_sorted(strike) || kinds > KINDS {
            return None;
        }
        // Whom hits meet, nobody else changes.
        let (states, struck) = (&self.need.states, self.need.states.only(&strike.bodies));
        let cells = struck.cells();
        let into = [strike.through, strike.gross, strike.net]
            .map(|slot| slot.map_or_else(Vec::new, |slot| self.followed(slot)));
        let rows = DroppedRows::new(kinds, cells)?;
        let stride = |kind: usize| (!into[kind].is_empty()).then(|| cells * rows.of_kind(kind));
        let bands = strike::bands(strike, &struck, &mut self.pmfs, [0, 1, 2].map(stride), KINDS)?;
        if self.pmfs.spent().0.is_infinite() {
            return None;
        }
        let (mut memo, mut next) = (HashMap::new(), Vec::with_capacity(now.len()));
        for ((mut tokens, cell), p) in now {
            let hits = std::mem::take(&mut tokens[from]);
            let here = struck.seen(&strike.bodies, states, cell);
            for ((to, dropped), q) in landed(&bands, &mut memo, (here, hits), cells) {
                let moved = |at| states.seen(&strike.bodies, &struck, at);
                let to = cell - moved(here) + moved(to);
                let mut tokens = tokens.clone();
                for (slots, count) in into.iter().zip(rows.counts(dropped)) {
                    for slot in slots {
                        tokens[places[usize::from(slot.0)]?] += count as u32;
                    }
                }
                next.push(((tokens, to), p * q));
            }
        }
        Some(next)
    }
}

/// What this many hits make of a cell.
fn landed(
    bands: &Bands,
    memo: &mut HashMap<(Cell, u32), HitCells>,
    (cell, hits): (Cell, u32),
    cells: usize,
) -> HitCells {
    let mut landed: HitCells = vec![((cell, 0), 1.0)];
    for hit in 1..=hits {
        let one = |((from, dropped), p): ((Cell, usize), f64)| {
            let to = move |(band, weights): (&super::bands::Band, &[f64])| {
                let to = from + band.offset;
                let weight = if to < cells { weights[to] } else { 0.0 };
                (weight > 0.0).then(|| ((to, dropped + band.rows), p * weight))
            };
            bands.iter().filter_map(to).collect::<SmallVec<[_; 4]>>()
        };
        landed = match memo.get(&(cell, hit)) {
            Some(landed) => landed.clone(),
            None => {
                let after = merged(landed.into_iter().flat_map(one).collect());
                memo.insert((cell, hit), after.clone());
                after
            }
        };
    }
    landed
}
