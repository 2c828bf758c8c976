//! Whether a sampled outcome could have come from an exact one.

use statrs::distribution::{ChiSquared, ContinuousCDF};

use super::Outcome;
use crate::sequence::Side;
use crate::stats::Pmf;

/// Cells of a chi-square test hold at least this many expected trials.
const EXPECTED: f64 = 20.0;
/// A value that expects fewer trials than this cannot come up.
const IMPOSSIBLE: f64 = 1e-9;

/// Pearson's test of one result.
#[derive(Clone, PartialEq, Debug)]
pub struct MetricAgreement {
    /// The result that was compared.
    pub metric: &'static str,
    /// The test's statistic.
    pub chi_square: f64,
    /// Its degrees of freedom; 0 if one cell held everything.
    pub degrees: usize,
    /// The chance of a statistic at least this large if both engines are right.
    pub p: f64,
}

/// The tests of every result that both outcomes have.
#[derive(Clone, PartialEq, Debug)]
pub struct Agreement {
    /// One test for each result, `damage` first.
    pub metrics: Vec<MetricAgreement>,
}

impl Agreement {
    /// Below this a disagreement is reported: one run in ten thousand of two right engines.
    pub const THRESHOLD: f64 = 1e-4;

    /// Whether no test rejects.
    pub fn holds(&self) -> bool {
        self.metrics.iter().all(|metric| metric.p > Self::THRESHOLD)
    }
}

/// Compares a sampled outcome with an exact one.
pub(super) fn compare(exact: &Outcome, sampled: &Outcome) -> Agreement {
    let trials = sampled.trials.unwrap_or(0);
    let mut metrics: Vec<MetricAgreement> = exact
        .totals
        .iter()
        .zip(&sampled.totals)
        .map(|((name, exact), (_, sampled))| chi_square(name, exact, sampled, trials))
        .collect();
    for (side, name) in [(Side::Defender, "wounds-lost"), (Side::Attacker, "attacker-wounds-lost")] {
        if exact.has(side) {
            metrics.push(chi_square(name, &exact.wounds_lost(side), &sampled.wounds_lost(side), trials));
        }
    }
    Agreement { metrics }
}

/// Pearson's chi-square, neighbouring values pooled until each cell expects enough trials.
///
/// A value that came up although it cannot is never pooled: one such trial is a disagreement.
fn chi_square(metric: &'static str, exact: &Pmf, sampled: &Pmf, trials: u64) -> MetricAgreement {
    let n = trials as f64;
    let (mut cells, mut cell) = (Vec::new(), (0.0, 0.0));
    let largest = exact.max().max(sampled.max());
    let cannot = |k: &usize| n * exact.at(*k) < IMPOSSIBLE;
    let impossible: f64 = (0..=largest).filter(cannot).map(|k| n * sampled.at(k)).sum();
    for k in (0..=largest).filter(|k| !cannot(k)) {
        cell = (cell.0 + n * exact.at(k), cell.1 + n * sampled.at(k));
        if cell.0 >= EXPECTED {
            cells.push(std::mem::take(&mut cell));
        }
    }
    match cells.last_mut() {
        Some(last) => *last = (last.0 + cell.0, last.1 + cell.1),
        None => cells.push(cell),
    }
    if impossible > 0.5 {
        cells.push((IMPOSSIBLE, impossible));
    }
    let chi_square = cells.iter().filter(|(e, _)| *e > 0.0).map(|(e, o)| (o - e).powi(2) / e).sum();
    let degrees = cells.len() - 1;
    let p = ChiSquared::new(degrees as f64).map_or(1.0, |law| law.sf(chi_square));
    MetricAgreement { metric, chi_square, degrees, p }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_statistic_is_pearsons() {
        let exact = Pmf::from_weights(vec![1.0; 6]);
        let sampled = Pmf::from_counts(&[90, 110, 100, 95, 105, 100]);
        let test = chi_square("die", &exact, &sampled, 600);
        assert_eq!(test.degrees, 5);
        assert!((test.chi_square - 2.5).abs() < 1e-9);
        assert!((test.p - 0.776_495_8).abs() < 1e-6, "{}", test.p);
    }

    #[test]
    fn a_value_that_cannot_be_is_a_disagreement_and_rare_ones_are_pooled() {
        let exact = Pmf::from_weights(vec![0.5, 0.5]);
        let sampled = Pmf::from_counts(&[500, 450, 50]);
        assert!(chi_square("x", &exact, &sampled, 1_000).p < 0.01);
        let rare = Pmf::from_weights(vec![0.999, 0.0005, 0.0005]);
        assert_eq!(chi_square("x", &rare, &rare, 1_000).degrees, 0);
    }

    #[test]
    fn one_cell_cannot_disagree() {
        let certain = Pmf::certain(3);
        assert_eq!(chi_square("x", &certain, &certain, 1_000).p, 1.0);
    }
}
