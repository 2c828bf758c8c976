//! Mean and variance of stages, token by token.

use smallvec::{SmallVec, smallvec};

use super::walk::outputs;
use crate::sequence::{Chances, Program, STAGES, Slot, Step, Worth};
use crate::stats::Moments;

/// Mean and variance of the tokens that reach each of these sets of slots, [`STAGES`] of them at most; `None` where a
/// settle or models that differ stand before one of them.
///
/// Variances of independent tokens add up, and a die adds the spread of its rows' means: no distribution is needed.
pub(super) fn moments<'s>(
    program: &Program,
    chances: &[Chances],
    stages: impl Iterator<Item = &'s [Slot]>,
) -> SmallVec<[Option<Moments>; STAGES]> {
    let mut tokens = Tokens::new(program.names.len());
    let stages = stages.zip(0..STAGES).map(|(slots, stage)| tokens.count(slots, stage)).count();
    for (step, chances) in program.steps.iter().zip(chances).rev() {
        match &**step {
            Step::Roll(roll) => {
                let rows = || chances.iter().map(|(_, row)| *row).chain([&roll.always]).flatten();
                let reached = rows().fold(0, |reached, (slot, _)| reached | tokens.reached(*slot));
                if reached > 0 {
                    let worth = roll.worth(chances, &|slot| tokens.worth(slot));
                    tokens.becomes(roll.input, &worth, reached);
                }
            }
            Step::Settle(settle) => {
                for slot in settle.slots() {
                    tokens.unknown |= tokens.reached(slot);
                }
            }
            Step::Strike(strike) => {
                let reached = outputs(strike).fold(0, |reached, slot| reached | tokens.reached(slot));
                if reached > 0 {
                    match strike.worth(&|slot| tokens.worth(slot)) {
                        Some(worth) => tokens.becomes(strike.input, &worth, reached),
                        None => tokens.unknown |= reached,
                    }
                }
            }
        }
    }
    let start = program.start.iter();
    let all = start.fold(Worth::default(), |all, (slot, n)| all.plus_times(tokens.worth(*slot), f64::from(*n)));
    (0..stages).map(|stage| (tokens.unknown >> stage & 1 == 0).then(|| all.of(stage))).collect()
}

/// What one token of each slot is worth, and for which stages it is worth anything: a bit for each.
struct Tokens {
    worth: SmallVec<[Worth; 16]>,
    reached: SmallVec<[u8; 16]>,
    /// Stages that cannot be known token by token.
    unknown: u8,
}

impl Tokens {
    fn new(slots: usize) -> Self {
        Self { worth: smallvec![Worth::default(); slots], reached: smallvec![0; slots], unknown: 0 }
    }

    fn count(&mut self, slots: &[Slot], stage: usize) {
        for slot in slots.iter().map(|slot| usize::from(slot.0)) {
            if self.reached[slot] >> stage & 1 == 0 {
                self.reached[slot] |= 1 << stage;
                self.worth[slot].count(stage);
            }
        }
    }

    fn reached(&self, slot: Slot) -> u8 {
        self.reached[usize::from(slot.0)]
    }

    fn worth(&self, slot: Slot) -> &Worth {
        &self.worth[usize::from(slot.0)]
    }

    /// A token of `input`, besides what it counts for itself, becomes something.
    fn becomes(&mut self, input: Slot, worth: &Worth, reached: u8) {
        let input = usize::from(input.0);
        self.worth[input] = self.worth[input].plus_times(worth, 1.0);
        self.reached[input] |= reached;
    }
}
