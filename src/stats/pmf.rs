//! A distribution over 0, 1, 2 …

use super::convolve;

/// How far below a quantile's level a cumulative probability may fall by rounding alone.
const QUANTILE_SLACK: f64 = 1e-12;

/// Probabilities of 0, 1, 2 …; never empty, sums to 1 up to rounding.
///
/// ```
/// use warodds::stats::Pmf;
///
/// let d6 = Pmf::from_weights(vec![0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]);
/// let charge = d6.plus(&d6);
///
/// assert!((charge.at(7) - 6.0 / 36.0).abs() < 1e-15);
/// assert!((charge.at_least(9) - 10.0 / 36.0).abs() < 1e-15);
/// assert!((charge.mean() - 7.0).abs() < 1e-12);
/// ```
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct Pmf(Vec<f64>);

impl Pmf {
    /// A distribution from weights that are not negative; they are divided by their sum.
    ///
    /// # Panics
    /// If there is no weight above 0.
    pub fn from_weights(mut weights: Vec<f64>) -> Self {
        let total = sum(&weights);
        assert!(total > 0.0 && total.is_finite(), "a distribution needs some weight");
        for weight in &mut weights {
            *weight /= total;
        }
        while weights.len() > 1 && weights.last() == Some(&0.0) {
            weights.pop();
        }
        Self(weights)
    }

    /// A distribution from counts of trials: whole numbers, so each probability is rounded once.
    ///
    /// # Panics
    /// If all counts are 0.
    pub fn from_counts(counts: &[u64]) -> Self {
        let trials: u64 = counts.iter().sum();
        let largest = counts.iter().rposition(|n| *n > 0).expect("a distribution needs some trial");
        // Room for every possible value: the allocation does not depend on the number of trials.
        let mut p: Vec<f64> = counts.iter().map(|n| *n as f64 / trials as f64).collect();
        p.truncate(largest + 1);
        Self(p)
    }

    /// Certainly `value`.
    pub fn certain(value: usize) -> Self {
        let mut p = vec![0.0; value + 1];
        p[value] = 1.0;
        Self(p)
    }

    /// The probabilities, that of 0 first.
    pub fn probabilities(&self) -> &[f64] {
        &self.0
    }

    /// P(value = k).
    pub fn at(&self, k: usize) -> f64 {
        self.0.get(k).copied().unwrap_or(0.0)
    }

    /// P(value ≥ k), summed from the small end so that rare events keep their digits.
    pub fn at_least(&self, k: usize) -> f64 {
        let tail = sum(self.0.get(k..).unwrap_or(&[]));
        if k == 0 { 1.0 } else { tail.min(1.0) }
    }

    /// The largest value that is possible.
    pub fn max(&self) -> usize {
        self.0.iter().rposition(|p| *p > 0.0).unwrap_or(0)
    }

    /// The mean.
    pub fn mean(&self) -> f64 {
        self.0.iter().enumerate().map(|(k, p)| k as f64 * p).sum()
    }

    /// The standard deviation of the population.
    pub fn sd(&self) -> f64 {
        let mean = self.mean();
        let variance: f64 = self.0.iter().enumerate().map(|(k, p)| p * (k as f64 - mean).powi(2)).sum();
        variance.sqrt()
    }

    /// The smallest k with P(value ≤ k) ≥ `level`, give or take 10⁻¹² for rounding; `level` lies in 0..=1.
    ///
    /// ```
    /// use warodds::stats::Pmf;
    ///
    /// let d6 = Pmf::from_weights(vec![0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]);
    /// assert_eq!([0.05, 0.5, 0.95].map(|level| d6.quantile(level)), [1, 3, 6]);
    /// ```
    pub fn quantile(&self, level: f64) -> usize {
        let mut below = 0.0;
        for (k, p) in self.0.iter().enumerate() {
            below += p;
            if below >= level - QUANTILE_SLACK {
                return k;
            }
        }
        self.max()
    }

    /// The distribution of `value`, where `value(k)` is what becomes of k.
    pub fn map(&self, value: impl Fn(usize) -> usize) -> Self {
        let mut weights = Vec::new();
        for (k, p) in self.0.iter().enumerate() {
            add_at(&mut weights, value(k), *p);
        }
        Self::from_weights(weights)
    }

    /// The sum of two independent values.
    pub fn plus(&self, other: &Self) -> Self {
        Self::from_weights(convolve(&self.0, &other.0))
    }
}

/// Adds `p` at index `k`, growing the row if need be.
pub(crate) fn add_at(row: &mut Vec<f64>, k: usize, p: f64) {
    if row.len() <= k {
        row.resize(k + 1, 0.0);
    }
    row[k] += p;
}

/// The sum with the rounding of each step made good (Knuth's sum of two and its error): four sums side by side, and then
/// of those.
pub(crate) fn sum(values: &[f64]) -> f64 {
    let (fours, others) = values.as_chunks::<4>();
    let (mut totals, mut lost) = ([0.0f64; 4], [0.0; 4]);
    for four in fours {
        for (k, value) in four.iter().enumerate() {
            let (next, off) = exact_sum(totals[k], *value);
            (totals[k], lost[k]) = (next, lost[k] + off);
        }
    }
    let (mut total, mut off) = (0.0, lost.iter().sum::<f64>());
    for value in totals.iter().chain(others) {
        let (next, more) = exact_sum(total, *value);
        (total, off) = (next, off + more);
    }
    total + off
}

/// The sum of two, and what rounding took from it.
#[inline(always)]
fn exact_sum(a: f64, b: f64) -> (f64, f64) {
    let next = a + b;
    let added = next - a;
    (next, (a - (next - added)) + (b - added))
}
