//! What the answer to a question depends on.

use std::ops::Range;

use smallvec::SmallVec;

use super::body_states::BodyStates;
use crate::sequence::{Each, Program, Roll, Side, Slot, Step, Strike};

/// What the answer to a question depends on.
pub(super) struct Need<'p> {
    pub(super) slots: SmallVec<[SlotNeed; 32]>,
    pub(super) steps: SmallVec<[StepNeed; 16]>,
    pub(super) states: BodyStates<'p>,
}

/// For each body, whether its state matters.
type Matters = SmallVec<[bool; 4]>;

/// What a question needs to know of a slot.
#[derive(Clone, Copy, PartialEq, Default)]
pub(super) struct SlotNeed {
    /// Its tokens are asked for.
    pub(super) wanted: bool,
    /// A step that is needed takes its tokens.
    pub(super) taken: bool,
    /// A step needs the number of its tokens. The tokens of all other slots are folded into distributions of single tokens.
    pub(super) seen: bool,
}

/// How a step matters to the answer.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum StepNeed {
    /// Not at all: the answer is the same without it.
    Not,
    /// As a roll: also a strike whose effect on the bodies does not matter.
    AsRoll,
    /// In full: a settle, or a strike that changes a body whose state matters afterwards.
    Whole,
}

impl<'p> Need<'p> {
    pub(super) fn nothing(program: &'p Program<'p>) -> Self {
        let slots = SmallVec::from_elem(SlotNeed::default(), program.slots());
        let steps = SmallVec::from_elem(StepNeed::Not, program.steps.len());
        Self { slots, steps, states: BodyStates::new(program.bodies, &[]) }
    }

    /// Marks what the answer depends on, from the last step to the first. A body matters before a step if this step or a
    /// later one looks at its state.
    pub(super) fn mark(&mut self, program: &'p Program<'p>, wanted: &[Slot], bodies: bool) {
        self.slots.fill(SlotNeed::default());
        wanted.iter().for_each(|slot| self.slots[usize::from(slot.0)].wanted = true);
        let mut matters: Matters = program.bodies.iter().map(|body| bodies && body.side != Side::Nobody).collect();
        let mut ever = matters.clone();
        self.mark_steps(program, 0..program.steps.len(), &mut matters, &mut ever);
        self.states = BodyStates::new(program.bodies, &ever);
    }

    /// Marks what some steps need, from the last to the first.
    fn mark_steps(&mut self, program: &'p Program<'p>, steps: Range<usize>, matters: &mut Matters, ever: &mut Matters) {
        let mut end = steps.end;
        while end > steps.start {
            let last = end - 1;
            end = match program.turn_ending(&(steps.start..end)) {
                Some(at) => {
                    self.mark_each(program, at..end, matters, ever);
                    at
                }
                None => {
                    self.mark_step(program, last, matters, ever);
                    last
                }
            };
        }
    }

    /// Marks what steps need through which tokens go one by one: what the first of them looks at matters after the last,
    /// because another token may follow.
    fn mark_each(&mut self, program: &'p Program<'p>, turn: Range<usize>, matters: &mut Matters, ever: &mut Matters) {
        let steps = turn.start + 1..turn.end;
        loop {
            let before = (self.slots.clone(), self.steps.clone(), matters.clone());
            self.mark_steps(program, steps.clone(), matters, ever);
            if before == (self.slots.clone(), self.steps.clone(), matters.clone()) {
                break;
            }
        }
        let Step::Each(Each { input, one, .. }) = &*program.steps[turn.start] else { return };
        let whole = self.steps[steps].contains(&StepNeed::Whole);
        let reached = self.slots[usize::from(one.0)].taken;
        self.steps[turn.start] = match (whole, reached) {
            (true, _) => StepNeed::Whole,
            (false, true) => StepNeed::AsRoll,
            (false, false) => return,
        };
        let input = &mut self.slots[usize::from(input.0)];
        (input.taken, input.seen) = (true, input.seen | whole);
    }

    fn mark_step(&mut self, program: &'p Program<'p>, index: usize, matters: &mut Matters, ever: &mut Matters) {
        let Self { slots, steps, .. } = self;
        let step = &*program.steps[index];
        let looked = |slot: &Slot| slots[usize::from(slot.0)];
        let reached = program.reaches(index).iter().map(looked).any(|slot| slot.wanted || slot.taken);
        let needed = Self::step(step, reached, matters);
        steps[index] = needed;
        match step {
            _ if needed == StepNeed::Not => {}
            Step::Roll(Roll { input, .. }) | Step::Each(Each { input, .. }) => slots[usize::from(input.0)].taken = true,
            Step::Strike(Strike { input, .. }) => {
                slots[usize::from(input.0)].taken = true;
                slots[usize::from(input.0)].seen |= needed == StepNeed::Whole;
            }
            Step::Settle(settle) => {
                for slot in settle.slots() {
                    slots[usize::from(slot.0)] = SlotNeed { taken: true, seen: true, ..slots[usize::from(slot.0)] };
                }
            }
            Step::Heal(_) => {}
        }
        if needed == StepNeed::Whole {
            // Tokens that a strike or a settle drops are needed as a number if a step takes them.
            for slot in program.reaches(index).iter().map(|slot| usize::from(slot.0)) {
                slots[slot].seen |= slots[slot].taken;
            }
            bodies_of(step).iter().for_each(|body| matters[*body] = true);
            ever.iter_mut().zip(&*matters).for_each(|(ever, now)| *ever |= now);
        }
    }

    /// How a step matters: `reached` says whether a slot that it drops into does, `matters` which bodies do.
    fn step(step: &Step, reached: bool, matters: &[bool]) -> StepNeed {
        let hurts = |strike: &Strike| strike.bodies.iter().any(|body| matters[*body]);
        match step {
            Step::Strike(strike) if hurts(strike) => StepNeed::Whole,
            Step::Heal(_) => {
                if matters[0] {
                    StepNeed::Whole
                } else {
                    StepNeed::Not
                }
            }
            _ if !reached => StepNeed::Not,
            Step::Strike(strike) if strike.only_guard().is_none() => StepNeed::Whole,
            Step::Settle(_) => StepNeed::Whole,
            Step::Roll(_) | Step::Strike(_) | Step::Each(_) => StepNeed::AsRoll,
        }
    }

    /// The steps that are needed, with their places.
    pub(super) fn steps(&self, program: &'p Program<'p>) -> impl Iterator<Item = (usize, &'p Step)> {
        let needed = |(index, _): &(usize, &Step)| self.steps[*index] != StepNeed::Not;
        program.steps.iter().map(|step| &**step).enumerate().filter(needed)
    }
}

/// The bodies that a step looks at or changes.
fn bodies_of(step: &Step) -> &[usize] {
    match step {
        Step::Roll(_) | Step::Each(_) => &[],
        Step::Settle(settle) => settle.bodies(),
        Step::Strike(strike) => &strike.bodies,
        Step::Heal(_) => &[0],
    }
}
