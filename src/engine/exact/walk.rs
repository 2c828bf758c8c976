//! One walk over the steps, for one question.

use std::ops::Range;

use smallvec::SmallVec;

use super::super::WorkLimit;
use super::bands::Bands;
use super::body_states::{Begin, BodyStates};
use super::joint::Joint;
use super::need::{Need, SlotNeed, StepNeed};
use super::push::{horner, weigh, weigh_powers};
use super::token_pmf::{TokenPmf, TokenPmfs, Waiting};
use super::{heal, roll, settle, sorted, strike};
#[cfg(test)]
use crate::engine::planted::{self, PlantedError};
use crate::sequence::{Each, Program, Recovery, Roll, Settle, Slot, Step, Strike};
use crate::stats::{Pmf, convolve, zeros};

/// Distributions over several slots with more cells than this are not folded into others.
const FOLD: usize = 64;
/// A grid of more places than this is wide.
const WIDE: f64 = 3e4;

/// The walk of one question: what matters to it, and what single tokens end as.
pub(super) struct ExactWalk<'p> {
    pub(super) program: &'p Program<'p>,
    /// What the first bodies may have lost before the first step; empty: what they have lost is known.
    pub(super) begins: &'p [Begin],
    /// An extra slot that counts the tokens that are asked for.
    pub(super) counter: Slot,
    pub(super) need: Need<'p>,
    pub(super) pmfs: TokenPmfs,
    /// Whether tokens that may end in several slots wait until a step looks at one of them.
    pub(super) apart: bool,
    /// For each slot, what one of its tokens ends as: from where it is rolled, and from where it is dropped.
    pub(super) rolled: SmallVec<[TokenPmf; 32]>,
    dropped: SmallVec<[TokenPmf; 32]>,
}

/// Whether the saves of these hits are sorted.
pub(super) fn is_sorted(strike: &Strike) -> bool {
    #[cfg(test)]
    if planted::in_exact(PlantedError::Sorting) {
        return false;
    }
    strike.sorted
}

/// Dice of which some are hits: the chance that one is, and where the others are counted if more may be hits later.
#[derive(Clone, Copy)]
pub(super) struct Share {
    hits: f64,
    left: Option<Slot>,
}

/// The tokens between two steps of a walk: grids that are independent of each other, and one that has the bodies.
pub(super) struct Grids {
    pub(super) free: Vec<Joint>,
    pub(super) states: Option<Joint>,
    pub(super) counter: Slot,
    pub(super) waiting: Vec<Waiting>,
}

impl Grids {
    /// The distribution of the counted tokens.
    pub(super) fn counted(self) -> Pmf {
        let counter = self.counter;
        let joints = self.free.into_iter().chain(self.states).filter(|joint| joint.axis(counter).is_some());
        let row = joints.map(|joint| joint.into_marginal(counter)).reduce(|row, other| convolve(&row, &other));
        row.map_or_else(|| Pmf::certain(0), Pmf::from_weights)
    }
}

impl<'p> ExactWalk<'p> {
    /// A walk that has not been asked anything.
    pub(super) fn new(program: &'p Program<'p>) -> Self {
        let slots = program.slots();
        let [rolled, dropped] = [(); 2].map(|()| SmallVec::from_elem(TokenPmf::NOTHING, slots));
        let need = Need::nothing(program);
        let (counter, pmfs) = (Slot(slots as u16), TokenPmfs::new());
        Self { program, begins: &[], counter, need, pmfs, apart: false, rolled, dropped }
    }

    /// Asks for the number of tokens that ever reach one of the slots that are `wanted` and, with `bodies`, for the state of
    /// the bodies.
    pub(super) fn ask(&mut self, wanted: &[Slot], bodies: bool, budget: &WorkLimit) {
        self.need.mark(self.program, wanted, bodies);
        self.apart = false;
        loop {
            self.pmfs.clear(budget.work);
            self.rolled.fill(TokenPmf::NOTHING);
            self.dropped.fill(TokenPmf::NOTHING);
            if self.find_pmfs() {
                break;
            }
        }
    }

    pub(super) fn states(&self) -> &BodyStates<'p> {
        &self.need.states
    }

    /// Works out what one token of each slot ends as, from the last roll to the first; `false` if more has to stay
    /// apart.
    fn find_pmfs(&mut self) -> bool {
        let counted = self.pmfs.tokens(self.counter, 1);
        for slot in 0..self.dropped.len() {
            let SlotNeed { wanted, seen, .. } = self.need.slots[slot];
            if seen {
                self.dropped[slot] = self.shown(slot, counted);
            } else if wanted {
                self.dropped[slot] = counted;
            }
        }
        let program = self.program;
        for (index, step) in program.steps.iter().enumerate().rev() {
            if self.need.steps[index] != StepNeed::AsRoll {
                continue;
            }
            let (input, pmf) = match &**step {
                Step::Roll(roll) => {
                    (roll.input, roll::pmf(roll, program.face_rows(index), &mut self.pmfs, &self.dropped))
                }
                Step::Strike(strike) => {
                    let pmf = strike::pmf(strike, &mut self.pmfs, &self.dropped);
                    (strike.input, pmf.expect("models that differ make a strike whole"))
                }
                Step::Each(each) => (each.input, self.dropped[usize::from(each.one.0)]),
                Step::Settle(_) | Step::Heal(_) => continue,
            };
            if self.parts_more(index, pmf) {
                return false;
            }
            self.note_pmf(usize::from(input.0), pmf, counted);
        }
        true
    }

    /// Keeps more apart if a step ends tokens in so many slots that a grid of them is wide, or in several slots at once.
    fn parts_more(&mut self, index: usize, pmf: TokenPmf) -> bool {
        if !self.apart {
            self.apart = self.is_wide(pmf);
            return self.apart;
        }
        if self.pmfs.slots(pmf) < 2 || self.pmfs.is_choice(pmf) {
            return false;
        }
        let mut parts = false;
        for slot in self.program.reaches(index).iter().map(|slot| usize::from(slot.0)) {
            let SlotNeed { taken, seen, .. } = &mut self.need.slots[slot];
            if *taken && !*seen && self.pmfs.slots(self.rolled[slot]) > 1 {
                (*seen, parts) = (true, true);
            }
        }
        parts
    }

    /// Whether tokens end in so many slots that a grid of them and of the bodies may be wide.
    fn is_wide(&self, pmf: TokenPmf) -> bool {
        let most = |slot: Slot| self.program.bounds.get(usize::from(slot.0)).map_or(1.0, |most| f64::from(*most) + 1.0);
        let axes = self.pmfs.axes(pmf);
        axes.len() > 2 && axes.iter().map(|axis| most(axis.slot)).product::<f64>() * self.states().cells() as f64 > WIDE
    }

    /// Notes what a token of a slot becomes where it is rolled, and what that means where it is dropped.
    fn note_pmf(&mut self, input: usize, pmf: TokenPmf, counted: TokenPmf) {
        if !self.need.slots[input].seen && self.pmfs.slots(pmf) > 1 && self.pmfs.cells(pmf) > FOLD {
            self.need.slots[input].seen = true;
            self.dropped[input] = self.shown(input, counted);
        }
        self.rolled[input] = pmf;
        let SlotNeed { wanted, seen, .. } = self.need.slots[input];
        if !seen {
            self.dropped[input] = if wanted { self.pmfs.and(counted, pmf) } else { pmf };
        }
    }

    /// One token of a slot whose number is needed: itself and, if the slot is asked for, one for the counter.
    fn shown(&mut self, slot: usize, counted: TokenPmf) -> TokenPmf {
        let token = self.pmfs.tokens(Slot(slot as u16), 1);
        if self.need.slots[slot].wanted { self.pmfs.and(counted, token) } else { token }
    }

    pub(super) fn run(&mut self, budget: &mut WorkLimit) -> Option<Grids> {
        let (spent, weights) = self.pmfs.spent();
        budget.spend(spent, self.states().cells().max(weights))?;
        let mut now = self.start();
        self.through(&mut now, 0..self.program.steps.len(), budget)?;
        self.end_all_waiting(&mut now, budget)?;
        Some(now)
    }

    /// Goes through some steps.
    pub(super) fn through(&mut self, now: &mut Grids, steps: Range<usize>, budget: &mut WorkLimit) -> Option<()> {
        let (program, mut next) = (self.program, steps.start);
        while next < steps.end {
            let index = next;
            next += 1;
            if self.need.steps[index] == StepNeed::Not {
                continue;
            }
            self.end_waiting(now, index, budget)?;
            match &*program.steps[index] {
                Step::Each(each) if self.need.steps[index] == StepNeed::Whole => {
                    next = program.turn_at(index).unwrap_or(next);
                    self.each(now, each, index + 1..next, budget)?;
                }
                Step::Each(Each { input, .. }) | Step::Roll(Roll { input, .. }) => {
                    self.expand(now, *input, self.rolled[usize::from(input.0)], next, budget)?;
                }
                Step::Strike(Strike { input, .. }) if self.need.steps[index] == StepNeed::AsRoll => {
                    self.expand(now, *input, self.rolled[usize::from(input.0)], next, budget)?;
                }
                Step::Strike(strike) if is_sorted(strike) => self.sorted(now, strike, budget)?,
                Step::Strike(strike) => self.strike(now, strike, None, budget)?,
                Step::Settle(settle) => self.settle(now, settle, budget)?,
                Step::Heal(recovery) => self.heal(now, recovery, budget)?,
            }
            for settle in program.steps[index..next].iter().filter_map(|step| step.as_settle()) {
                for slot in settle.slots().into_iter().filter(|slot| self.is_done(*slot, index, next)) {
                    now.forget(slot);
                }
            }
        }
        Some(())
    }

    /// Whether no needed step looks at a slot once this one is done, `next` and those after it; steps that tokens go
    /// through one by one may come again.
    pub(super) fn is_done(&self, slot: Slot, step: usize, next: usize) -> bool {
        let from = self.program.turn_around(step).map_or(next, |turn| turn.start);
        self.next_look(slot, from) == usize::MAX
    }

    /// The tokens and bodies before the first step.
    fn start(&self) -> Grids {
        let mut free = Vec::with_capacity(4);
        for (slot, tokens) in &*self.program.start {
            if self.need.slots[usize::from(slot.0)].wanted {
                free.push(Joint::fixed(self.counter, usize::from(*tokens)));
            }
            free.push(Joint::fixed(*slot, usize::from(*tokens)));
        }
        let bodies = || Joint::bodies(self.states().cells(), &self.states().start(self.begins));
        let states = (self.states().cells() > 1).then(bodies);
        Grids { free, states, counter: self.counter, waiting: Vec::new() }
    }

    fn settle(&self, now: &mut Grids, settle: &Settle, budget: &mut WorkLimit) -> Option<()> {
        let slots = settle.slots();
        let with_states = !settle.bodies().is_empty();
        let Some(mut joint) = now.take(&slots, with_states, budget)? else { return Some(()) };
        if let Some((from, to)) = self.sends(settle, &joint) {
            budget.spend(8.0 * joint.p.len() as f64, joint.p.len())?;
            joint = joint.sent_by_cell(from, to, budget.cells)?;
            now.put(joint);
            return Some(());
        }
        let most = |slot: &Slot| joint.axis(*slot).map_or(0, |axis| joint.axes[axis].top() as u32);
        let most = settle.bounds(&slots.iter().map(most).collect::<Vec<_>>());
        let out = joint.with_axes(&slots, &most, budget.cells)?;
        budget.spend(8.0 * (joint.p.len() + out.p.len()) as f64, out.p.len())?;
        let alive = |cell: usize| settle.bodies().iter().all(|body| self.states().is_standing(cell, *body));
        let lost = |cell: usize| settle.bodies().last().map_or(0, |body| self.states().lost(cell, *body) as u16);
        now.put(joint.map_counts(&slots, out, |counts, cell| settle::apply(settle, counts, alive(cell), lost(cell))));
        Some(())
    }

    /// The first body gets points back.
    fn heal(&self, now: &mut Grids, recovery: &Recovery, budget: &mut WorkLimit) -> Option<()> {
        let Some(states) = now.states.take() else { return Some(()) };
        budget.spend(states.p.len() as f64 * self.states().body(0).wounds() as f64, states.p.len())?;
        now.states = Some(heal::healed(states, recovery, self.states()));
        Some(())
    }

    /// The slot whose tokens the state of a body sends to others, and where from each cell.
    fn sends<'s>(&'s self, settle: &'s Settle, joint: &Joint) -> Option<(Slot, impl Fn(usize) -> Slot + use<'s, 'p>)> {
        let Settle::Sort { from, body, at, of, into } = settle else { return None };
        #[cfg(test)]
        if planted::in_exact(PlantedError::Settle) {
            return None;
        }
        let to = move |cell: usize| {
            let lost = self.states().lost(cell, body[0]);
            let range = at.iter().filter(|at| lost >= usize::from(**at)).count();
            into[usize::from(of[range])]
        };
        (joint.cells > 1 && !into.contains(from)).then_some((*from, to))
    }

    /// Hits on bodies that land in the order of their dice, part by part.
    fn sorted(&mut self, now: &mut Grids, strike: &Strike, budget: &mut WorkLimit) -> Option<()> {
        // No slot of the program, and not the counter.
        let left = Slot(self.counter.0 + 1);
        let parts = sorted::parts(strike);
        for (place, sorted::SavePart { share, strike: part }) in parts.iter().enumerate() {
            let is_last = place + 1 == parts.len();
            let share = Share { hits: *share, left: (!is_last).then_some(left) };
            self.strike(now, part, Some(share), budget)?;
            now.rename(left, strike.input);
        }
        now.forget(strike.input);
        Some(())
    }

    /// Hits on bodies: each is applied to their state, as often as there are hits; where only a share of the dice are hits,
    /// as often as these.
    fn strike(&mut self, now: &mut Grids, strike: &Strike, share: Option<Share>, budget: &mut WorkLimit) -> Option<()> {
        let followed: Vec<(Slot, usize)> =
            outputs(strike).flat_map(|slot| self.followed(slot)).map(|slot| (slot, most_points(strike))).collect();
        self.land(now, strike.input, &followed, share, budget, |walk, states, most| {
            let strides = [strike.through, strike.gross, strike.net].map(|slot| {
                let follow = slot.map_or_else(Vec::new, |slot| walk.followed(slot));
                let stride = |slot: &Slot| states.axis(*slot).map_or(0, |axis| states.stride(axis));
                (!follow.is_empty()).then(|| follow.iter().map(stride).sum())
            });
            strike::bands(strike, &walk.need.states, &mut walk.pmfs, strides, most)
        })
    }

    /// Applies each token of `input` to the state. `bands(walk, grid, most)` makes the transitions of one token, at most `most`
    /// bands, on a grid with room for what it drops. `followed` are the slots that they drop into, with the most of one token.
    pub(super) fn land(
        &mut self,
        now: &mut Grids,
        input: Slot,
        followed: &[(Slot, usize)],
        mut share: Option<Share>,
        budget: &mut WorkLimit,
        bands: impl FnOnce(&mut Self, &Joint, usize) -> Option<Bands>,
    ) -> Option<()> {
        let Some(mut hits) = now.take(&[input], false, budget)? else { return Some(()) };
        let mut apart = hits.cells == 1;
        if let Some(states) = now.states.take_if(|states| apart && shares(&hits, states, followed)) {
            budget.spend(hits.p.len() as f64 * states.p.len() as f64, hits.p.len() * states.p.len())?;
            (hits, apart) = (hits.merge(&states), false);
        }
        if let Some(Share { hits: chance, left: Some(left) }) = share.filter(|_| apart) {
            // Which dice are hits does not depend on the states, so both are counted before the first hit.
            let places = hits.split_places(input);
            budget.spend(places as f64, places)?;
            (hits, share) = (hits.split(input, left, chance), None);
        }
        let axis = hits.axis(input).expect("taken for this slot");
        let most = hits.axes[axis].top();
        let (rest, slices) = hits.slices(axis);
        let mut states = if apart {
            now.states.take().unwrap_or_else(|| Joint::bodies(1, &[(0, 1.0)]))
        } else {
            Joint { axes: rest.clone(), cells: hits.cells, p: zeros(slices.len() / hits.axes[axis].len) }
        };
        for (slot, each) in followed {
            states = states.with_room(*slot, self.room(&states, *slot, most * each), budget.cells)?;
        }
        let left = share.and_then(|share| share.left);
        if let Some(left) = left {
            states = states.with_room(left, most, budget.cells)?;
        }
        let riding: usize = if apart { rest.iter().map(|a| a.len).product() } else { 1 };
        // A number of hits that depends on the states is laid out anew for every count, which takes longer than the hits.
        let passes = if apart { 1.0 } else { 4.0 };
        let cost = |width: f64| most as f64 * states.p.len() as f64 * (width + riding as f64) * passes;
        // The bands are a table too, and more of them than the hits can be paid with are not worth laying out.
        let affordable = budget.work / cost(1.0).max(1.0) * (1.0 + riding as f64);
        let affordable = affordable.min((budget.cells / states.cells) as f64).max(4.0) as usize;
        let mut bands = bands(self, &states, affordable)?;
        budget.spend(0.0, self.pmfs.spent().1)?;
        if self.pmfs.spent().0.is_infinite() {
            return None;
        }
        if let Some(Share { hits, .. }) = share {
            bands
                .mix_with_shift(hits, left.and_then(|left| states.axis(left)).map_or(0, |axis| states.stride(axis)))?;
        }
        budget.spend(cost(bands.number() as f64 + 1.0), riding * states.p.len())?;
        let low = hits.axes[axis].low;
        now.put(match apart {
            true if rest.is_empty() => weigh(states, &bands, &slices, low),
            true => weigh_powers(&states, &bands, &rest, &slices, low),
            false => horner(states, &bands, &rest, &slices, low),
        });
        Some(())
    }

    /// How many more tokens of an axis a strike may bring: this many at most, and no more than can ever be there.
    fn room(&self, states: &Joint, slot: Slot, most: usize) -> usize {
        let bound = |slot: usize| self.program.bounds[slot] as usize;
        let ever = match usize::from(slot.0) {
            counter if slot == self.counter => {
                (0..counter).filter(|slot| self.need.slots[*slot].wanted).map(bound).sum()
            }
            slot => bound(slot),
        };
        let there = states.axis(slot).map_or(0, |axis| states.axes[axis].top());
        most.min(ever.saturating_sub(there))
    }

    /// The axes on which a token that drops into `slot` counts.
    pub(super) fn followed(&self, slot: Slot) -> Vec<Slot> {
        let SlotNeed { wanted, seen, .. } = self.need.slots[usize::from(slot.0)];
        [seen.then_some(slot), wanted.then_some(self.counter)].into_iter().flatten().collect()
    }
}

impl Grids {
    /// Takes the grids that have one of these slots, merged. With `with_states`, the grid of the bodies is one of them.
    pub(super) fn take(&mut self, slots: &[Slot], with_states: bool, budget: &mut WorkLimit) -> Option<Option<Joint>> {
        let has = |joint: &Joint| slots.iter().any(|slot| joint.axis(*slot).is_some());
        let mut taken: Option<Joint> = None;
        let mut add = |part: Joint| {
            taken = Some(match taken.take() {
                None => part,
                Some(joint) => {
                    let cells = joint.p.len() as f64 * part.p.len() as f64;
                    budget.spend(cells, cells as usize)?;
                    joint.merge(&part)
                }
            });
            Some(())
        };
        let mut index = 0;
        while index < self.free.len() {
            if has(&self.free[index]) { add(self.free.swap_remove(index))? } else { index += 1 }
        }
        if let Some(states) = self.states.take_if(|states| with_states || has(states)) {
            add(states)?;
        }
        Some(taken)
    }

    /// Whether there may be tokens in a slot.
    pub(super) fn has(&self, slot: Slot) -> bool {
        self.free.iter().chain(&self.states).any(|joint| joint.axis(slot).is_some())
    }

    /// The grid that has this slot, if it is the only one apart from that of the bodies.
    pub(super) fn only(&mut self, slot: Slot) -> Option<&mut Joint> {
        let states_have = self.states.as_ref().is_some_and(|states| states.axis(slot).is_some());
        let [joint] = &mut self.free[..] else { return None };
        (!states_have && joint.axis(slot).is_some()).then_some(joint)
    }

    /// Counts the tokens of a slot as another's, which has none.
    fn rename(&mut self, slot: Slot, to: Slot) {
        self.states = self.states.take().map(|states| states.renamed(slot, to));
    }

    /// Adds up over the counts of a slot that nothing looks at any more.
    pub(super) fn forget(&mut self, slot: Slot) {
        for joint in self.free.iter_mut().chain(&mut self.states) {
            if let Some(axis) = joint.axis(slot) {
                *joint = joint.without(axis);
            }
        }
    }

    pub(super) fn put(&mut self, joint: Joint) {
        if joint.cells > 1 { self.states = Some(joint) } else { self.free.push(joint) }
    }
}

pub(super) fn outputs(strike: &Strike) -> impl Iterator<Item = Slot> {
    [strike.through, strike.gross, strike.net].into_iter().flatten()
}

/// Whether the grid of hits and the grid of states share a slot, or do after this strike.
fn shares(hits: &Joint, states: &Joint, followed: &[(Slot, usize)]) -> bool {
    let is_followed = |slot: Slot| followed.iter().any(|(known, _)| *known == slot);
    hits.axes.iter().any(|axis| states.axis(axis.slot).is_some() || is_followed(axis.slot))
}

pub(super) fn most_points(strike: &Strike) -> usize {
    strike.guards.iter().flatten().map(|guard| guard.amount.max() as usize).max().unwrap_or(0).max(1)
}
