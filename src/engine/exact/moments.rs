//! Mean and variance of stages, token by token.

use smallvec::{SmallVec, smallvec};

use super::walk::outputs;
use crate::sequence::{Program, Slot, Step};
use crate::stats::Moments;

/// Variances of independent tokens add up, and a die adds the spread of its rows' means: no distribution is needed.
pub(super) struct TokenMoments<'p> {
    program: &'p Program<'p>,
    /// What one token of each slot is worth, and whether it is worth anything.
    known: SmallVec<[Moments; 24]>,
    reaches: SmallVec<[bool; 24]>,
}

impl<'p> TokenMoments<'p> {
    pub(super) fn new(program: &'p Program<'p>) -> Self {
        let slots = program.names.len();
        Self { program, known: smallvec![Moments::default(); slots], reaches: smallvec![false; slots] }
    }

    /// Mean and variance of the tokens that reach `slots`; `None` if a settle or models that differ stand before one of
    /// them.
    pub(super) fn of(&mut self, slots: &[Slot]) -> Option<Moments> {
        let (known, reaches) = (&mut self.known, &mut self.reaches);
        known.fill(Moments::default());
        reaches.fill(false);
        for slot in slots {
            reaches[usize::from(slot.0)] = true;
            known[usize::from(slot.0)] = Moments::certain(1.0);
        }
        let here = |slot: Slot| f64::from(u8::from(slots.contains(&slot)));
        for step in self.program.steps.iter().rev() {
            match &**step {
                Step::Roll(roll) => {
                    let input = usize::from(roll.input.0);
                    if roll.all_rows().flatten().any(|(slot, _)| reaches[usize::from(slot.0)]) {
                        reaches[input] = true;
                        let mut moments = roll.moments(&|slot| known[usize::from(slot.0)]);
                        moments.mean += here(roll.input);
                        known[input] = moments;
                    }
                }
                Step::Settle(settle) => {
                    if settle.slots().iter().any(|slot| reaches[usize::from(slot.0)]) {
                        return None;
                    }
                }
                Step::Strike(strike) => {
                    if outputs(strike).any(|slot| reaches[usize::from(slot.0)]) {
                        let input = usize::from(strike.input.0);
                        reaches[input] = true;
                        let mut moments = strike.moments(&|slot| known[usize::from(slot.0)])?;
                        moments.mean += here(strike.input);
                        known[input] = moments;
                    }
                }
            }
        }
        let start = self.program.start.iter();
        Some(start.fold(Moments::default(), |sum, (slot, n)| sum.plus(known[usize::from(slot.0)].times(f64::from(*n)))))
    }
}
