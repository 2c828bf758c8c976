//! Mean and variance of the tokens that one token becomes, for several stages at once.

use crate::sequence::Slot;
use crate::stats::Moments;

/// This many stages are worked out side by side.
pub(super) const STAGES: usize = 8;

/// Mean and variance of the number of tokens of each stage that one token becomes.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct TokenMoments {
    mean: [f64; STAGES],
    variance: [f64; STAGES],
}

impl TokenMoments {
    /// Counts the token itself for a stage.
    pub(super) fn count(&mut self, stage: usize) {
        self.mean[stage] += 1.0;
    }

    /// Mean and variance for one stage.
    pub(super) fn of_stage(&self, stage: usize) -> Moments {
        Moments { mean: self.mean[stage], variance: self.variance[stage] }
    }

    /// The sum of this and `n` independent others.
    #[inline(always)]
    pub(super) fn plus_times(mut self, other: &Self, n: f64) -> Self {
        for stage in 0..STAGES {
            self.mean[stage] += n * other.mean[stage];
            self.variance[stage] += n * other.variance[stage];
        }
        self
    }

    /// The sum over all tokens of a row, where `each` are those of a token in each slot.
    #[inline(always)]
    pub(super) fn of_row(row: &[(Slot, u16)], each: &[Self]) -> Self {
        row.iter().fold(Self::default(), |sum, (slot, n)| sum.plus_times(&each[usize::from(slot.0)], f64::from(*n)))
    }

    /// One of several, chosen by weight. The variance is the mean variance and the variance of the means (law of total
    /// variance).
    #[inline(always)]
    pub(super) fn one_of(choices: &[(f64, Self)]) -> Self {
        let total: f64 = choices.iter().map(|(weight, _)| weight).sum();
        let mut out = Self::default();
        if total == 0.0 {
            return out;
        }
        for (weight, choice) in choices {
            for stage in 0..STAGES {
                out.mean[stage] += weight / total * choice.mean[stage];
            }
        }
        for (weight, choice) in choices {
            for stage in 0..STAGES {
                let off = choice.mean[stage] - out.mean[stage];
                out.variance[stage] += weight / total * (choice.variance[stage] + off * off);
            }
        }
        out
    }
}
