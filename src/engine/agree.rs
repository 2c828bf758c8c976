//! Whether a sampled outcome could have come from an exact one.
//!
//! Whole distributions are compared with Pearson's test: the totals, the points lost and the models slain on each side, and
//! the state of all bodies together. Of stages only mean and spread are known; they are compared with Bernstein's
//! inequality, which holds for few trials and for rare tokens too.

use statrs::distribution::{ChiSquared, ContinuousCDF};

use super::Outcome;
use crate::sequence::Side;
use crate::stats::{Moments, Pmf};

/// Cells of a chi-square test hold at least this many expected trials.
const EXPECTED: f64 = 20.0;
/// A value that expects fewer trials than this cannot come up.
const IMPOSSIBLE: f64 = 1e-9;
/// The largest share by which rounding alone moves a mean or a variance.
const ROUNDING: f64 = 1e-9;

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

/// The comparison of mean and spread of one stage.
#[derive(Clone, PartialEq, Debug)]
pub struct StageAgreement {
    /// The stage's name.
    pub stage: &'static str,
    /// An upper bound of the chance of means so far apart if both engines are right.
    pub mean: f64,
    /// The same for the variances.
    pub spread: f64,
}

/// The tests of every result that both outcomes have.
#[derive(Clone, PartialEq, Debug)]
pub struct Agreement {
    /// One test for each total, the first of them first, and for the points that each side loses.
    pub metrics: Vec<MetricAgreement>,
    /// Tests that no output shows: of the models slain on each side and, if there are several bodies, of their joint state.
    pub states: Vec<MetricAgreement>,
    /// Tests that no output shows: of every stage of every weapon, and of the stages summed over the weapons.
    pub stages: Vec<StageAgreement>,
}

impl Agreement {
    /// Below this a disagreement is reported: one run in ten thousand of two right engines.
    pub(crate) const THRESHOLD: f64 = 1e-4;
    /// The same for tests that no output shows. There may be dozens of them; together they add little to the runs in which
    /// two right engines seem to disagree.
    pub(crate) const UNSHOWN_THRESHOLD: f64 = 1e-6;

    /// Compares an outcome of dice with the exact one of the same engagement.
    pub fn of(exact: &Outcome, sampled: &Outcome) -> Self {
        let trials = sampled.trials.unwrap_or(0);
        let test = |metric, of: &dyn Fn(&Outcome) -> Pmf| chi_square(metric, &of(exact), &of(sampled), trials);
        let mut metrics: Vec<MetricAgreement> = exact
            .totals
            .iter()
            .zip(&sampled.totals)
            .map(|((name, exact), (_, sampled))| chi_square(name, exact, sampled, trials))
            .collect();
        let mut states = Vec::new();
        for (side, lost, slain) in
            [(Side::Defender, "wounds-lost", "slain"), (Side::Attacker, "attacker-wounds-lost", "attacker-slain")]
        {
            if exact.has(side) {
                metrics.push(test(lost, &|outcome| outcome.wounds_lost(side)));
                states.push(test(slain, &|outcome| outcome.slain(side)));
            }
        }
        if let (Some(exact), Some(sampled)) = (exact.in_the_end(), sampled.in_the_end()) {
            metrics.push(chi_square("lost in the end", exact, sampled, trials));
        }
        if exact.bodies().len() > 1 {
            states.push(test("bodies", &Outcome::joint_state));
        }
        let stages = exact.each_stage().zip(sampled.each_stage());
        let stages = stages.map(|((exact, most), (sampled, _))| {
            let [mean, spread] = moments_agree(exact.moments, sampled.moments, f64::from(most), trials as f64);
            StageAgreement { stage: exact.name, mean, spread }
        });
        Self { metrics, states, stages: stages.collect() }
    }

    /// Whether no test rejects.
    pub fn holds(&self) -> bool {
        self.metrics.iter().all(|metric| metric.p > Self::THRESHOLD)
            && self.states.iter().all(|state| state.p > Self::UNSHOWN_THRESHOLD)
            && self.stages.iter().all(|stage| stage.mean.min(stage.spread) > Self::UNSHOWN_THRESHOLD)
    }
}

/// Upper bounds of the chance that mean and variance of `n` trials are as far as `sampled` from `exact`, for a count of at
/// most `most`.
fn moments_agree(exact: Moments, sampled: Moments, most: f64, n: f64) -> [f64; 2] {
    // A count differs from its mean by `most` at the most, and a squared difference from the variance by its square.
    let mean_gap = (sampled.mean - exact.mean).abs() - ROUNDING * exact.mean;
    let mean = bernstein(mean_gap, exact.variance, most, n);
    // The spread of the trials around the mean that is right, not around their own.
    let spread = sampled.variance + (sampled.mean - exact.mean).powi(2);
    let gap = (spread - exact.variance).abs() - ROUNDING * (1.0 + exact.mean * exact.mean);
    [mean, bernstein(gap, most * most * exact.variance, most * most, n)]
}

/// Bernstein's inequality: an upper bound of the chance that the mean of `n` independent values is more than `gap` away
/// from what it should be, if each has at most this `variance` and is at most `most` away (Boucheron, Lugosi and Massart,
/// *Concentration Inequalities*, 2013, theorem 2.10).
fn bernstein(gap: f64, variance: f64, most: f64, n: f64) -> f64 {
    if gap <= 0.0 {
        return 1.0;
    }
    (2.0 * (-n * gap * gap / (2.0 * (variance + most * gap / 3.0))).exp()).min(1.0)
}

/// Pearson's chi-square, neighbouring values pooled until each cell expects enough trials.
///
/// A value that came up although it cannot is never pooled: one such trial is a disagreement.
pub(crate) fn chi_square(metric: &'static str, exact: &Pmf, sampled: &Pmf, trials: u64) -> MetricAgreement {
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
    let p = ChiSquared::new(degrees as f64).map_or(1.0, |distribution| distribution.sf(chi_square));
    // Rare values are pooled with neighbours that may hold nearly everything, so far too many of them are looked for apart.
    let is_rare = |k: &usize| n * exact.at(*k) < EXPECTED;
    let rare = |of: &Pmf| (0..=largest).filter(is_rare).map(|k| of.at(k)).sum::<f64>();
    let too_many = bernstein((rare(sampled) - rare(exact)).abs(), rare(exact), 1.0, n);
    let p = if too_many < Agreement::UNSHOWN_THRESHOLD { p.min(too_many) } else { p };
    MetricAgreement { metric, chi_square, degrees, p }
}

/// The p-value of the Kolmogorov-Smirnov test that these p-values are uniform on [0, 1], as those of right dice are; for few as
/// Stephens has it (*Journal of the Royal Statistical Society B* 32, 1970). Dice that are rolled once and counted twice agree with each answer, and are seen here.
pub fn evenly_spread(p_values: &[f64]) -> f64 {
    let mut sorted = p_values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let n = sorted.len() as f64;
    let gap = |(below, p): (usize, &f64)| (p - below as f64 / n).max((below + 1) as f64 / n - p);
    let widest = sorted.iter().enumerate().map(gap).fold(0.0, f64::max);
    let scaled = (n.sqrt() + 0.12 + 0.11 / n.sqrt()) * widest;
    // Below this the series does not end soon, and its sum is 1.
    if scaled.is_nan() || scaled < 0.3 {
        return 1.0;
    }
    let term = |k: i32| f64::from(if k % 2 == 0 { -2 } else { 2 }) * (-2.0 * (f64::from(k) * scaled).powi(2)).exp();
    (1..=100).map(term).sum::<f64>().clamp(0.0, 1.0)
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

    /// Where one value holds nearly everything, all are one cell; yet a tenth of the trials elsewhere is a disagreement.
    #[test]
    fn rare_values_that_come_up_often_are_a_disagreement() {
        let exact = Pmf::from_weights(vec![1.0 - 2e-9, 1e-9, 1e-9]);
        let test = |counts: &[u64]| chi_square("x", &exact, &Pmf::from_counts(counts), 10_000);
        assert_eq!((test(&[10_000]).degrees, test(&[10_000]).p, test(&[9_999, 1]).p), (0, 1.0, 1.0));
        assert!(test(&[9_000, 500, 500]).p < 1e-20);
    }

    #[test]
    fn a_stage_whose_mean_or_spread_is_off_is_seen() {
        // The number of sixes of ten dice, a million times: standard errors of 0.0012 and, for the variance, about 0.002.
        let right = Moments { mean: 10.0 / 6.0, variance: 50.0 / 36.0 };
        let off = |mean: f64, variance: f64| {
            let sampled = Moments { mean: right.mean + mean, variance: right.variance + variance };
            moments_agree(right, sampled, 10.0, 1e6)
        };
        assert_eq!(off(0.0, 0.0), [1.0, 1.0]);
        let [mean, spread] = off(0.002, 0.002);
        assert!(mean > 0.1 && spread > 0.1, "{mean} {spread}");
        assert!(off(0.02, 0.0)[0] < 1e-20);
        assert!(off(0.0, -0.1)[1] < 1e-12);
    }

    #[test]
    fn a_stage_that_never_varies_must_be_met_exactly() {
        let right = Moments::certain(5.0);
        assert_eq!(moments_agree(right, right, 5.0, 1e6), [1.0, 1.0]);
        assert!(moments_agree(right, Moments::certain(4.0), 5.0, 1e6)[0] < 1e-20);
    }

    /// Theorem 2.10 of the book: 2 · exp(−n·t² / 2(v + b·t/3)) with n = 1,000, t = 0.1, v = 1 and b = 3 is 2 · exp(−10/2.2).
    #[test]
    fn the_bound_is_bernsteins() {
        let near = |ours: f64, truth: f64| assert!((ours / truth - 1.0).abs() < 1e-6, "{ours} instead of {truth}");
        near(bernstein(0.1, 1.0, 3.0, 1_000.0), 2.0 * (-10.0 / 2.2f64).exp());
        let right = Moments { mean: 2.0, variance: 2.0 };
        let [mean, spread] = moments_agree(right, Moments { mean: 2.1, variance: 3.99 }, 3.0, 1_000.0);
        near(mean, 2.0 * (-10.0 / 4.2f64).exp());
        // Around the right mean the spread is 3.99 + 0.01, so t = 2; squares differ by 9 at most, and v = 9 · 2.
        near(spread, 2.0 * (-4_000.0 / 48.0f64).exp());
    }

    /// What rounding alone can do is not a disagreement, however many trials there were; a little more is.
    #[test]
    fn rounding_is_no_disagreement() {
        let right = Moments { mean: 1e6, variance: 0.0 };
        let off = |mean: f64| moments_agree(right, Moments { mean: 1e6 + mean, variance: 0.0 }, 2e6, 1e30)[0];
        assert_eq!(off(0.5e-3), 1.0);
        assert_eq!(off(2e-3), 0.0);
        let right = Moments { mean: 3.0, variance: 1.0 };
        let off = |variance: f64| moments_agree(right, Moments { mean: 3.0, variance }, 9.0, 1e30)[1];
        assert_eq!(off(1.0 + 0.5e-8), 1.0);
        assert_eq!(off(1.0 + 2e-8), 0.0);
    }

    /// A value that expects as many trials as the least that can come up is pooled like every rare one.
    #[test]
    fn the_rarest_value_that_can_come_up_is_pooled() {
        let exact = Pmf::from_weights(vec![1.0 - IMPOSSIBLE, IMPOSSIBLE]);
        assert_eq!(exact.at(1), IMPOSSIBLE);
        assert_eq!(chi_square("x", &exact, &Pmf::from_counts(&[0, 1]), 1).degrees, 0);
    }

    #[test]
    fn one_cell_cannot_disagree() {
        let certain = Pmf::certain(3);
        assert_eq!(chi_square("x", &certain, &certain, 1_000).p, 1.0);
    }
}
