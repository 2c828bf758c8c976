//! One walk over the steps, for one question.

use smallvec::SmallVec;

use super::super::Budget;
use super::body_states::BodyStates;
use super::joint::Joint;
use super::push::{horner, weigh, weigh_powers};
use super::token_pmf::{TokenPmf, TokenPmfs};
use super::{roll, settle, sorted, strike};
#[cfg(test)]
use crate::engine::planted::{self, Error};
use crate::sequence::{Program, Roll, Settle, Side, Slot, Step, Strike};
use crate::stats::{Pmf, convolve, zeros};

/// Distributions over several slots with more cells than this are not folded into others.
const FOLD: usize = 64;

/// The walk of one question: what matters to it, and what single tokens end as.
pub(super) struct Walk<'p> {
    program: &'p Program<'p>,
    /// An extra slot that counts the tokens that are asked for.
    counter: Slot,
    need: Need<'p>,
    pmfs: TokenPmfs,
    /// For each slot, what one of its tokens ends as: from where it is rolled, and from where it is dropped.
    rolled: SmallVec<[TokenPmf; 32]>,
    dropped: SmallVec<[TokenPmf; 32]>,
}

/// Whether the saves of these hits are sorted.
fn is_sorted(strike: &Strike) -> bool {
    #[cfg(test)]
    if planted::in_exact(Error::Sorting) {
        return false;
    }
    strike.sorted
}

/// What the answer to a question depends on.
struct Need<'p> {
    slots: SmallVec<[SlotNeed; 32]>,
    steps: SmallVec<[StepNeed; 16]>,
    states: BodyStates<'p>,
}

/// What a question needs to know of a slot.
#[derive(Clone, Copy, Default)]
struct SlotNeed {
    /// Its tokens are asked for.
    wanted: bool,
    /// A step that is needed takes its tokens.
    taken: bool,
    /// A step needs the number of its tokens. The tokens of all other slots are folded into distributions of single tokens.
    seen: bool,
}

/// Dice of which some are hits: the chance that one is, and where the others are counted if more may be hits later.
#[derive(Clone, Copy)]
struct Share {
    hits: f64,
    left: Option<Slot>,
}

/// How a step matters to the answer.
#[derive(Clone, Copy, PartialEq)]
enum StepNeed {
    /// Not at all: the answer is the same without it.
    Not,
    /// As a roll: also a strike whose effect on the bodies does not matter.
    AsRoll,
    /// In full: a settle, or a strike that changes a body whose state matters afterwards.
    Whole,
}

/// The tokens between two steps of a walk: grids that are independent of each other, and one that has the bodies.
pub(super) struct Grids {
    free: Vec<Joint>,
    pub(super) states: Option<Joint>,
    counter: Slot,
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

impl<'p> Walk<'p> {
    /// A walk that has not been asked anything.
    pub(super) fn new(program: &'p Program<'p>) -> Self {
        let slots = program.slots();
        let [rolled, dropped] = [(); 2].map(|()| SmallVec::from_elem(TokenPmf::NOTHING, slots));
        let need = Need::nothing(program);
        Self { program, counter: Slot(slots as u16), need, pmfs: TokenPmfs::new(), rolled, dropped }
    }

    /// Asks for the number of tokens that ever reach one of the slots that are `wanted` and, with `bodies`, for the state of
    /// the bodies.
    pub(super) fn ask(&mut self, wanted: &[Slot], bodies: bool) {
        self.need.mark(self.program, wanted, bodies);
        self.pmfs.clear();
        self.dropped.fill(TokenPmf::NOTHING);
        self.find_pmfs();
    }

    pub(super) fn states(&self) -> &BodyStates<'p> {
        &self.need.states
    }

    /// Works out what one token of each slot ends as, from the last roll to the first.
    fn find_pmfs(&mut self) {
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
                Step::Settle(_) => continue,
            };
            self.note_pmf(usize::from(input.0), pmf, counted);
        }
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

    pub(super) fn run(&mut self, budget: &mut Budget) -> Option<Grids> {
        budget.spend(0.0, self.states().cells())?;
        let mut now = self.start();
        let program = self.program;
        for (index, step) in program.steps.iter().map(|step| &**step).enumerate() {
            match step {
                _ if self.need.steps[index] == StepNeed::Not => continue,
                Step::Roll(roll) => self.expand(&mut now, roll.input, budget)?,
                Step::Strike(strike) if self.need.steps[index] == StepNeed::AsRoll => {
                    self.expand(&mut now, strike.input, budget)?;
                }
                Step::Strike(strike) if is_sorted(strike) => self.sorted(&mut now, strike, budget)?,
                Step::Strike(strike) => self.strike(&mut now, strike, None, budget)?,
                Step::Settle(settle) => self.settle(&mut now, settle, budget)?,
            }
            if let Step::Settle(settle) = step {
                for slot in settle.slots().into_iter().filter(|slot| self.is_done(*slot, index)) {
                    now.forget(slot);
                }
            }
        }
        Some(now)
    }

    /// Whether no needed step after this one looks at a slot.
    fn is_done(&self, slot: Slot, after: usize) -> bool {
        !self.need.steps(self.program).filter(|(index, _)| *index > after).any(|(_, step)| match step {
            Step::Roll(roll) => roll.input == slot,
            Step::Settle(settle) => settle.slots().contains(&slot),
            Step::Strike(strike) => strike.input == slot,
        })
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
        let states = (self.states().cells() > 1).then(|| Joint::bodies(self.states().cells(), self.states().start()));
        Grids { free, states, counter: self.counter }
    }

    /// The tokens of `input` become what each of them ends as.
    fn expand(&self, now: &mut Grids, input: Slot, budget: &mut Budget) -> Option<()> {
        let (pmfs, pmf) = (&self.pmfs, self.rolled[usize::from(input.0)]);
        if let Some(joint) = now.only(input) {
            budget.spend(joint.expand_cost(input, pmfs, pmf), joint.p.len())?;
            *joint = joint.expand(input, pmfs, pmf, budget.cells)?;
            return Some(());
        }
        let Some(joint) = now.take(&[input], false, budget)? else { return Some(()) };
        budget.spend(joint.expand_cost(input, pmfs, pmf), joint.p.len())?;
        now.put(joint.expand(input, pmfs, pmf, budget.cells)?);
        Some(())
    }

    fn settle(&self, now: &mut Grids, settle: &Settle, budget: &mut Budget) -> Option<()> {
        let slots = settle.slots();
        let with_states = !settle.bodies().is_empty();
        let Some(mut joint) = now.take(&slots, with_states, budget)? else { return Some(()) };
        if let Some((from, to)) = self.sends(settle, &joint) {
            budget.spend(8.0 * joint.p.len() as f64, joint.p.len())?;
            joint = joint.sent_by_cell(from, to, budget.cells)?;
            now.put(joint);
            return Some(());
        }
        let bounds = |joint: &Joint| -> Vec<u32> {
            slots
                .iter()
                .map(|slot| joint.axis(*slot).map_or(0, |a| joint.axes[a].low + joint.axes[a].len - 1) as u32)
                .collect()
        };
        let most = settle.bounds(&bounds(&joint));
        let out = joint.with_axes(&slots, &most, budget.cells)?;
        budget.spend(8.0 * (joint.p.len() + out.p.len()) as f64, out.p.len())?;
        let alive = |cell: usize| settle.bodies().iter().all(|body| self.states().stands(cell, *body));
        let lost = |cell: usize| settle.bodies().last().map_or(0, |body| self.states().lost(cell, *body) as u16);
        now.put(joint.map_counts(&slots, out, |counts, cell| settle::apply(settle, counts, alive(cell), lost(cell))));
        Some(())
    }

    /// The slot whose tokens the state of a body sends to another, and where from each cell, if none of them has any yet.
    fn sends<'s>(&'s self, settle: &'s Settle, joint: &Joint) -> Option<(Slot, impl Fn(usize) -> Slot + use<'s, 'p>)> {
        let Settle::Sort { from, body, at, of, into } = settle else { return None };
        #[cfg(test)]
        if planted::in_exact(Error::Settle) {
            return None;
        }
        let is_empty = into.iter().all(|slot| joint.axis(*slot).is_none());
        let to = move |cell: usize| {
            let lost = self.states().lost(cell, body[0]);
            let range = at.iter().filter(|at| lost >= usize::from(**at)).count();
            into[usize::from(of[range])]
        };
        (is_empty && joint.cells > 1).then_some((*from, to))
    }

    /// Hits on bodies that land in the order of their dice, part by part.
    fn sorted(&mut self, now: &mut Grids, strike: &Strike, budget: &mut Budget) -> Option<()> {
        // No slot of the program, and not the counter.
        let left = Slot(self.counter.0 + 1);
        let parts = sorted::parts(strike);
        for (place, sorted::Part { share, strike: part }) in parts.iter().enumerate() {
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
    fn strike(
        &mut self,
        now: &mut Grids,
        strike: &Strike,
        mut share: Option<Share>,
        budget: &mut Budget,
    ) -> Option<()> {
        let followed: Vec<Slot> = outputs(strike).flat_map(|slot| self.followed(slot)).collect();
        let Some(mut hits) = now.take(&[strike.input], false, budget)? else { return Some(()) };
        let mut apart = hits.cells == 1;
        if let Some(states) = now.states.take_if(|states| apart && shares(&hits, states, &followed)) {
            budget.spend(hits.p.len() as f64 * states.p.len() as f64, hits.p.len() * states.p.len())?;
            (hits, apart) = (hits.merge(&states), false);
        }
        if let Some(Share { hits: chance, left: Some(left) }) = share.filter(|_| apart) {
            // Which dice are hits does not depend on the states, so both are counted before the first hit.
            let places = hits.split_places(strike.input);
            budget.spend(places as f64, places)?;
            (hits, share) = (hits.split(strike.input, left, chance), None);
        }
        let axis = hits.axis(strike.input).expect("taken for this slot");
        let most = hits.axes[axis].low + hits.axes[axis].len - 1;
        let (rest, slices) = hits.slices(axis);
        let mut states = if apart {
            now.states.take().expect("a real strike has bodies")
        } else {
            Joint { axes: rest.clone(), cells: hits.cells, p: zeros(slices.len() / hits.axes[axis].len) }
        };
        for slot in &followed {
            states = states.with_room(*slot, self.room(&states, *slot, most * most_points(strike)), budget.cells)?;
        }
        let left = share.and_then(|share| share.left);
        if let Some(left) = left {
            states = states.with_room(left, most, budget.cells)?;
        }
        let strides = [strike.through, strike.gross, strike.net].map(|slot| {
            let follow = slot.map_or_else(Vec::new, |slot| self.followed(slot));
            let stride = |slot: &Slot| states.axis(*slot).map_or(0, |axis| states.stride(axis));
            (!follow.is_empty()).then(|| follow.iter().map(stride).sum())
        });
        let mut bands = strike::bands(strike, &self.need.states, &mut self.pmfs, strides);
        if let Some(Share { hits, .. }) = share {
            bands.or_left(hits, left.and_then(|left| states.axis(left)).map_or(0, |axis| states.stride(axis)));
        }
        let width = bands.number() as f64 + 1.0;
        let riding: usize = if apart { rest.iter().map(|a| a.len).product() } else { 1 };
        // A number of hits that depends on the states is laid out anew for every count, which takes longer than the hits.
        let passes = if apart { 1.0 } else { 4.0 };
        let cost = most as f64 * states.p.len() as f64 * (width + riding as f64) * passes;
        budget.spend(cost, riding * states.p.len())?;
        let low = hits.axes[axis].low;
        now.states = Some(match apart {
            true if rest.is_empty() => weigh(states, &bands, &slices, low),
            true => weigh_powers(&states, &bands, &rest, &slices, low),
            false => horner(states, &bands, &rest, &slices, low),
        });
        Some(())
    }

    /// How many more tokens of an axis a strike may bring: so many at most, and no more than can ever be there.
    fn room(&self, states: &Joint, slot: Slot, most: usize) -> usize {
        let bound = |slot: usize| self.program.bounds[slot] as usize;
        let ever = match usize::from(slot.0) {
            counter if slot == self.counter => {
                (0..counter).filter(|slot| self.need.slots[*slot].wanted).map(bound).sum()
            }
            slot => bound(slot),
        };
        let there = states.axis(slot).map_or(0, |axis| states.axes[axis].low + states.axes[axis].len - 1);
        most.min(ever.saturating_sub(there))
    }

    /// The axes on which a token that drops into `slot` counts.
    fn followed(&self, slot: Slot) -> Vec<Slot> {
        let SlotNeed { wanted, seen, .. } = self.need.slots[usize::from(slot.0)];
        [seen.then_some(slot), wanted.then_some(self.counter)].into_iter().flatten().collect()
    }
}

impl<'p> Need<'p> {
    fn nothing(program: &'p Program<'p>) -> Self {
        let slots = SmallVec::from_elem(SlotNeed::default(), program.slots());
        let steps = SmallVec::from_elem(StepNeed::Not, program.steps.len());
        Self { slots, steps, states: BodyStates::new(program.bodies, &[]) }
    }

    /// Marks what the answer depends on, from the last step to the first. A body matters before a step if this step or a
    /// later one looks at its state.
    fn mark(&mut self, program: &'p Program<'p>, wanted: &[Slot], bodies: bool) {
        let Self { slots, steps, .. } = self;
        slots.fill(SlotNeed::default());
        wanted.iter().for_each(|slot| slots[usize::from(slot.0)].wanted = true);
        let mut matters: SmallVec<[bool; 4]> =
            program.bodies.iter().map(|body| bodies && body.side != Side::Nobody).collect();
        let mut ever = matters.clone();
        for (index, step) in program.steps.iter().enumerate().rev() {
            let looked = |slot: &Slot| slots[usize::from(slot.0)];
            let reached = program.reaches(index).iter().map(looked).any(|slot| slot.wanted || slot.taken);
            let needed = Self::step(step, reached, &matters);
            steps[index] = needed;
            match &**step {
                _ if needed == StepNeed::Not => {}
                Step::Roll(Roll { input, .. }) => slots[usize::from(input.0)].taken = true,
                Step::Strike(Strike { input, .. }) => {
                    slots[usize::from(input.0)].taken = true;
                    slots[usize::from(input.0)].seen |= needed == StepNeed::Whole;
                }
                Step::Settle(settle) => {
                    for slot in settle.slots() {
                        slots[usize::from(slot.0)] = SlotNeed { taken: true, seen: true, ..slots[usize::from(slot.0)] };
                    }
                }
            }
            if needed == StepNeed::Whole {
                // Tokens that a strike or a settle drops are needed as a number if a step takes them.
                for slot in program.reaches(index).iter().map(|slot| usize::from(slot.0)) {
                    slots[slot].seen |= slots[slot].taken;
                }
                bodies_of(step).iter().for_each(|body| matters[*body] = true);
                ever.iter_mut().zip(&matters).for_each(|(ever, now)| *ever |= now);
            }
        }
        self.states = BodyStates::new(program.bodies, &ever);
    }

    /// How a step matters: `reached` says whether a slot that it drops into does, `matters` which bodies do.
    fn step(step: &Step, reached: bool, matters: &[bool]) -> StepNeed {
        let hurts = |strike: &Strike| strike.bodies.iter().any(|body| matters[*body]);
        match step {
            Step::Strike(strike) if hurts(strike) => StepNeed::Whole,
            _ if !reached => StepNeed::Not,
            Step::Strike(strike) if strike.only_guard().is_none() => StepNeed::Whole,
            Step::Settle(_) => StepNeed::Whole,
            Step::Roll(_) | Step::Strike(_) => StepNeed::AsRoll,
        }
    }

    /// The steps that are needed, with their places.
    fn steps(&self, program: &'p Program<'p>) -> impl Iterator<Item = (usize, &'p Step)> {
        let needed = |(index, _): &(usize, &Step)| self.steps[*index] != StepNeed::Not;
        program.steps.iter().map(|step| &**step).enumerate().filter(needed)
    }
}

/// The bodies that a step looks at or changes.
fn bodies_of(step: &Step) -> &[usize] {
    match step {
        Step::Roll(_) => &[],
        Step::Settle(settle) => settle.bodies(),
        Step::Strike(strike) => &strike.bodies,
    }
}

impl Grids {
    /// Takes the grids that have one of these slots, merged. With `with_states`, the grid of the bodies is one of them.
    fn take(&mut self, slots: &[Slot], with_states: bool, budget: &mut Budget) -> Option<Option<Joint>> {
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

    /// The grid that has this slot, if it is the only one besides that of the bodies.
    fn only(&mut self, slot: Slot) -> Option<&mut Joint> {
        let states_have = self.states.as_ref().is_some_and(|states| states.axis(slot).is_some());
        let [joint] = &mut self.free[..] else { return None };
        (!states_have && joint.axis(slot).is_some()).then_some(joint)
    }

    /// Counts the tokens of a slot as another's, which has none.
    fn rename(&mut self, slot: Slot, to: Slot) {
        self.states = self.states.take().map(|states| states.renamed(slot, to));
    }

    /// Adds up over the counts of a slot that nothing looks at any more.
    fn forget(&mut self, slot: Slot) {
        for joint in self.free.iter_mut().chain(&mut self.states) {
            if let Some(axis) = joint.axis(slot) {
                *joint = joint.without(axis);
            }
        }
    }

    fn put(&mut self, joint: Joint) {
        if joint.cells > 1 { self.states = Some(joint) } else { self.free.push(joint) }
    }
}

pub(super) fn outputs(strike: &Strike) -> impl Iterator<Item = Slot> {
    [strike.through, strike.gross, strike.net].into_iter().flatten()
}

/// Whether the grid of hits and the grid of states share a slot, or do after this strike.
fn shares(hits: &Joint, states: &Joint, followed: &[Slot]) -> bool {
    hits.axes.iter().any(|axis| states.axis(axis.slot).is_some() || followed.contains(&axis.slot))
}

fn most_points(strike: &Strike) -> usize {
    strike.guards.iter().flatten().map(|guard| guard.amount.max() as usize).max().unwrap_or(0).max(1)
}
