//! Mean and variance of what tokens are worth to several stages at once.

use super::Slot;
use crate::stats::Moments;

/// So many stages are worked out side by side.
pub(crate) const STAGES: usize = 8;

/// How many tokens of each stage something becomes, in the mean, and how much that varies.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Worth {
    mean: [f64; STAGES],
    variance: [f64; STAGES],
}

impl Worth {
    /// Certainly one token of a stage more.
    pub(crate) fn count(&mut self, stage: usize) {
        self.mean[stage] += 1.0;
    }

    /// Those of one stage.
    pub(crate) fn of(&self, stage: usize) -> Moments {
        Moments { mean: self.mean[stage], variance: self.variance[stage] }
    }

    /// With `n` others, each independent of all.
    #[inline(always)]
    pub(crate) fn plus_times(mut self, other: &Self, n: f64) -> Self {
        for stage in 0..STAGES {
            self.mean[stage] += n * other.mean[stage];
            self.variance[stage] += n * other.variance[stage];
        }
        self
    }

    /// All tokens of a row, where `worth` is that of a token in each slot.
    #[inline(always)]
    pub(crate) fn of_row(row: &[(Slot, u16)], worth: &[Self]) -> Self {
        row.iter().fold(Self::default(), |sum, (slot, n)| sum.plus_times(&worth[usize::from(slot.0)], f64::from(*n)))
    }

    /// A choice by weight.
    #[inline(always)]
    pub(crate) fn one_of(choices: &[(f64, Self)]) -> Self {
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
