//! What is said of a distribution: mean, spread, quantiles and, where it was sampled, how sure we are.

use super::Pmf;

/// The normal quantile of a two-sided 95 % interval.
const Z95: f64 = 1.959964;
/// The quantiles that every report gives, in percent.
pub const QUANTILES: [u8; 5] = [5, 25, 50, 75, 95];

/// A 95 % interval, low end first.
pub type Interval = [f64; 2];

/// Mean and standard deviation of a count.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Moments {
    /// The mean.
    pub mean: f64,
    /// The variance of the population.
    pub variance: f64,
}

impl Moments {
    /// Of a count that never varies.
    pub(crate) fn certain(value: f64) -> Self {
        Self { mean: value, variance: 0.0 }
    }

    /// From the sum and the sum of squares over `n` trials. All arguments are exact integers.
    pub(crate) fn from_sums(sum: u128, squares: u128, n: u64) -> Self {
        let n = u128::from(n.max(1));
        let spread = n.saturating_mul(squares).saturating_sub(sum.saturating_mul(sum));
        Self { mean: sum as f64 / n as f64, variance: spread as f64 / (n as f64 * n as f64) }
    }

    /// The standard deviation of the population.
    pub fn sd(self) -> f64 {
        self.variance.max(0.0).sqrt()
    }

    /// The sum of two independent counts.
    pub(crate) fn plus(self, other: Self) -> Self {
        Self { mean: self.mean + other.mean, variance: self.variance + other.variance }
    }
}

/// Mean, spread and quantiles of one result.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct Summary {
    /// The mean.
    pub mean: f64,
    /// The standard deviation of the population.
    pub sd: f64,
    /// The values at [`QUANTILES`].
    #[serde(serialize_with = "by_percent")]
    pub quantiles: [usize; 5],
    /// The 95 % interval of the mean, where it was sampled: mean ± 1.959964 · sd / √n.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<Interval>,
}

fn by_percent<S: serde::Serializer>(values: &[usize; QUANTILES.len()], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(QUANTILES.iter().zip(values))
}

impl Summary {
    /// Of a distribution; `trials` is how often it was sampled, `None` if it is exact.
    pub fn of(pmf: &Pmf, trials: Option<u64>) -> Self {
        let (mean, sd) = (pmf.mean(), pmf.sd());
        let interval = trials.map(|n| {
            let half = Z95 * sd / (n.max(1) as f64).sqrt();
            [mean - half, mean + half]
        });
        let quantiles = QUANTILES.map(|percent| pmf.quantile(f64::from(percent) / 100.0));
        Self { mean, sd, quantiles, interval }
    }
}

/// Wilson's 95 % interval of a probability that was met in a share `p` of `n` trials.
///
/// No special function is needed and it behaves at 0 and 1, where the textbook interval shrinks to nothing.
pub(crate) fn wilson(p: f64, n: u64) -> Interval {
    let (n, square) = (n.max(1) as f64, Z95 * Z95);
    let centre = p + square / (2.0 * n);
    let half = Z95 * (p * (1.0 - p) / n + square / (4.0 * n * n)).max(0.0).sqrt();
    let scale = 1.0 + square / n;
    [((centre - half) / scale).max(0.0), ((centre + half) / scale).min(1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_agrees_with_its_textbook_values() {
        // Newcombe 1998, method 3: 81 of 263, and 0 of 20.
        let [low, high] = wilson(81.0 / 263.0, 263);
        assert!((low - 0.2553).abs() < 5e-5 && (high - 0.3662).abs() < 5e-5, "{low} {high}");
        let [low, high] = wilson(0.0, 20);
        assert!(low == 0.0 && (high - 0.1611).abs() < 5e-5, "{high}");
        let [low, high] = wilson(1.0, 20);
        assert!((low - 0.8389).abs() < 5e-5 && high > 1.0 - 1e-12, "{low} {high}");
    }

    #[test]
    fn moments_come_from_integer_sums() {
        let moments = Moments::from_sums(6, 14, 3);
        assert!((moments.mean - 2.0).abs() < 1e-15);
        assert!((moments.variance - 2.0 / 3.0).abs() < 1e-15);
    }

    #[test]
    fn only_a_sampled_summary_has_an_interval() {
        let pmf = Pmf::from_weights(vec![1.0, 1.0]);
        assert_eq!(Summary::of(&pmf, None).interval, None);
        let [low, high] = Summary::of(&pmf, Some(100)).interval.expect("sampled");
        assert!((low - 0.4020018).abs() < 1e-9 && (high - 0.5979982).abs() < 1e-9);
    }
}
