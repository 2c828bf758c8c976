//! Mean and variance of stages, token by token.

use smallvec::{SmallVec, smallvec};

use crate::sequence::{Program, STAGES, Slot, Step, Worth};
use crate::stats::Moments;

/// Mean and variance of the tokens that reach each of these sets of slots, [`STAGES`] of them at most; `None` where a
/// settle or models that differ stand before one of them.
///
/// Variances of independent tokens add up, and a die adds the spread of its rows' means: no distribution is needed.
pub(super) fn moments<'s>(
    program: &Program,
    stages: impl Iterator<Item = &'s [Slot]>,
) -> SmallVec<[Option<Moments>; STAGES]> {
    let slots = program.bounds.len();
    let mut worth: SmallVec<[Worth; 16]> = smallvec![Worth::default(); slots];
    let mut reached: SmallVec<[u8; 32]> = smallvec![0; slots];
    let mut tokens = Tokens { worth: &mut worth, reached: &mut reached, unknown: 0 };
    let stages = stages.zip(0..STAGES).map(|(slots, stage)| tokens.count(slots, stage)).count();
    let all = through(&mut tokens, program);
    (0..stages).map(|stage| (tokens.unknown >> stage & 1 == 0).then(|| all.of(stage))).collect()
}

/// Goes through the steps from the last to the first; what all tokens are worth that there are before the first.
#[multiversion::multiversion(targets("x86_64+avx+avx2+avx512f+avx512bw", "x86_64+avx+avx2"))]
fn through(tokens: &mut Tokens, program: &Program) -> Worth {
    for (index, step) in program.steps.iter().enumerate().rev() {
        let of = |reached, slot: &Slot| reached | tokens.reached[usize::from(slot.0)];
        let reached = program.reaches(index).iter().fold(0, of);
        let (input, worth) = match &**step {
            _ if reached == 0 => continue,
            Step::Roll(roll) => (roll.input, Some(roll.worth(program.chances(index), tokens.worth))),
            Step::Strike(strike) => (strike.input, strike.worth(tokens.worth)),
            Step::Settle(_) => {
                tokens.unknown |= reached;
                continue;
            }
        };
        match worth {
            Some(worth) => tokens.becomes(usize::from(input.0), &worth, reached),
            None => tokens.unknown |= reached,
        }
    }
    let each = |all: Worth, (slot, n): &(Slot, u16)| all.plus_times(&tokens.worth[usize::from(slot.0)], f64::from(*n));
    program.start.iter().fold(Worth::default(), each)
}

/// What one token of each slot is worth, and for which stages it is worth anything: a bit for each.
struct Tokens<'t> {
    worth: &'t mut [Worth],
    reached: &'t mut [u8],
    /// Stages that cannot be known token by token.
    unknown: u8,
}

impl Tokens<'_> {
    fn count(&mut self, slots: &[Slot], stage: usize) {
        for slot in slots.iter().map(|slot| usize::from(slot.0)) {
            if self.reached[slot] >> stage & 1 == 0 {
                self.reached[slot] |= 1 << stage;
                self.worth[slot].count(stage);
            }
        }
    }

    /// A token of `input`, besides what it counts for itself, becomes something.
    #[inline(always)]
    fn becomes(&mut self, input: usize, worth: &Worth, reached: u8) {
        self.worth[input] = self.worth[input].plus_times(worth, 1.0);
        self.reached[input] |= reached;
    }
}
