//! Mean and variance of stages, token by token.

use smallvec::{SmallVec, smallvec};

use super::token_moments::{STAGES, TokenMoments};
use super::{roll, strike};
use crate::sequence::{Program, Slot, Step};
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
    let mut each: SmallVec<[TokenMoments; 16]> = smallvec![TokenMoments::default(); slots];
    let mut reached: SmallVec<[u8; 32]> = smallvec![0; slots];
    let mut tokens = Tokens { each: &mut each, reached: &mut reached, unknown: 0 };
    let stages = stages.zip(0..STAGES).map(|(slots, stage)| tokens.count(slots, stage)).count();
    let all = through(&mut tokens, program);
    (0..stages).map(|stage| (tokens.unknown >> stage & 1 == 0).then(|| all.of_stage(stage))).collect()
}

/// Whether [`moments`] knows those of every stage of a program.
pub(super) fn are_known(program: &Program) -> bool {
    let mut reached: SmallVec<[bool; 64]> = smallvec![false; program.bounds.len()];
    let stages = program.weapons.iter().flat_map(|weapon| &weapon.stages);
    stages.flat_map(|stage| &stage.slots).for_each(|slot| reached[usize::from(slot.0)] = true);
    program.steps.iter().enumerate().rev().all(|(index, step)| {
        if !program.reaches(index).iter().any(|slot| reached[usize::from(slot.0)]) {
            return true;
        }
        let input = match &**step {
            Step::Roll(roll) => Some(roll.input),
            Step::Strike(strike) => strike.only_guard().map(|_| strike.input),
            Step::Each(each) => Some(each.input),
            Step::Settle(_) | Step::Heal(_) => None,
        };
        input.is_some_and(|input| {
            reached[usize::from(input.0)] = true;
            true
        })
    })
}

/// Goes through the steps from the last to the first. Gives what all tokens become that there are before the first step.
#[multiversion::multiversion(targets("x86_64+avx+avx2+avx512f+avx512bw", "x86_64+avx+avx2"))]
fn through(tokens: &mut Tokens, program: &Program) -> TokenMoments {
    for (index, step) in program.steps.iter().enumerate().rev() {
        let of = |reached, slot: &Slot| reached | tokens.reached[usize::from(slot.0)];
        let reached = program.reaches(index).iter().fold(0, of);
        let (input, becomes) = match &**step {
            _ if reached == 0 => continue,
            Step::Roll(roll) => (roll.input, Some(roll::moments(roll, program.face_rows(index), tokens.each))),
            Step::Strike(strike) => (strike.input, strike::moments(strike, tokens.each)),
            Step::Each(each) => (each.input, Some(tokens.each[usize::from(each.one.0)])),
            Step::Settle(_) | Step::Heal(_) => {
                tokens.unknown |= reached;
                continue;
            }
        };
        match becomes {
            Some(moments) => tokens.add(usize::from(input.0), &moments, reached),
            None => tokens.unknown |= reached,
        }
    }
    TokenMoments::of_row(&program.start, tokens.each)
}

/// What one token of each slot becomes, and which stages it reaches: a bit for each.
struct Tokens<'t> {
    each: &'t mut [TokenMoments],
    reached: &'t mut [u8],
    /// Stages that cannot be known token by token.
    unknown: u8,
}

impl Tokens<'_> {
    fn count(&mut self, slots: &[Slot], stage: usize) {
        for slot in slots.iter().map(|slot| usize::from(slot.0)) {
            if self.reached[slot] >> stage & 1 == 0 {
                self.reached[slot] |= 1 << stage;
                self.each[slot].count(stage);
            }
        }
    }

    /// A token of `input` counts for itself, and becomes something else as well.
    #[inline(always)]
    fn add(&mut self, input: usize, moments: &TokenMoments, reached: u8) {
        self.each[input] = self.each[input].plus_times(moments, 1.0);
        self.reached[input] |= reached;
    }
}
