//! A distribution over 0, 1, 2 …

use smallvec::SmallVec;

/// Mass below this, at either end of a distribution that is being built, is left out.
const NEGLIGIBLE: f64 = 1e-30;
/// How far below a quantile's level a cumulative probability may fall by rounding alone.
const QUANTILE_SLACK: f64 = 1e-12;

/// Probabilities of 0, 1, 2 …; never empty, sums to 1 up to rounding.
#[derive(Clone, PartialEq, Debug)]
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

    /// A distribution from counts of trials.
    ///
    /// # Panics
    /// If all counts are 0.
    pub fn from_counts(counts: &[u64]) -> Self {
        Self::from_weights(counts.iter().map(|n| *n as f64).collect())
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

/// The sum with the rounding of each step made good (Knuth's sum of two and its error).
pub(crate) fn sum(values: &[f64]) -> f64 {
    let (mut total, mut lost) = (0.0f64, 0.0);
    for value in values {
        let next = total + value;
        let added = next - total;
        lost += (total - (next - added)) + (value - added);
        total = next;
    }
    total + lost
}

/// The product of two polynomials.
pub(crate) fn convolve(a: &[f64], b: &[f64]) -> Vec<f64> {
    if a.is_empty() || b.is_empty() {
        return Vec::new();
    }
    let mut out = vec![0.0; a.len() + b.len() - 1];
    convolve_into(a, b, &mut out);
    out
}

/// The same, added to a row that is long enough.
pub(crate) fn convolve_into(a: &[f64], b: &[f64], out: &mut [f64]) {
    let (long, short) = if a.len() >= b.len() { (a, b) } else { (b, a) };
    if long.len() < SHORT { multiply(long, short, out) } else { multiply_wide(long, short, out) }
}

/// Below this, choosing the instructions would take longer than what they save.
const SHORT: usize = 16;

/// Every cell is a sum in the same order whatever the instructions, and nothing is fused: the bits are the same.
#[multiversion::multiversion(targets("x86_64+avx+avx2+avx512f+avx512bw", "x86_64+avx+avx2"))]
fn multiply_wide(long: &[f64], short: &[f64], out: &mut [f64]) {
    if out.len() < LARGE { multiply_blocks::<16>(long, short, out) } else { multiply_blocks::<32>(long, short, out) }
}

/// From this on, larger blocks pay.
const LARGE: usize = 256;

#[inline(always)]
fn multiply(long: &[f64], short: &[f64], out: &mut [f64]) {
    for (shift, weight) in short.iter().enumerate().filter(|(_, weight)| **weight != 0.0) {
        for (cell, p) in out[shift..].iter_mut().zip(long) {
            *cell += weight * p;
        }
    }
}

/// Block by block of the product, so that its sums never leave the registers.
#[inline(always)]
fn multiply_blocks<const BLOCK: usize>(long: &[f64], short: &[f64], out: &mut [f64]) {
    let mut padded: SmallVec<[f64; 128]> = SmallVec::from_elem(0.0, long.len() + 2 * BLOCK);
    padded[BLOCK..BLOCK + long.len()].copy_from_slice(long);
    for (block, from) in out.chunks_mut(BLOCK).zip((0usize..).step_by(BLOCK)) {
        let mut sums = [0.0; BLOCK];
        let meets = (from + 1).saturating_sub(long.len())..short.len().min(from + BLOCK);
        let rows = padded[BLOCK + from + 1 - meets.end..2 * BLOCK + from - meets.start].windows(BLOCK).rev();
        for (weight, row) in short[meets].iter().zip(rows) {
            for (sum, p) in sums.iter_mut().zip(row) {
                *sum += weight * p;
            }
        }
        block.iter_mut().zip(sums).for_each(|(cell, sum)| *cell += sum);
    }
}

/// Adds `weight` times a row to another.
#[multiversion::multiversion(targets("x86_64+avx+avx2+avx512f+avx512bw", "x86_64+avx+avx2"))]
pub(crate) fn add_times(out: &mut [f64], weight: f64, row: &[f64]) {
    for (cell, p) in out.iter_mut().zip(row) {
        *cell += weight * p;
    }
}

/// How many products are added at once.
pub(crate) const FOUR: usize = 4;
/// Rows whose products are added are whole multiples of this long.
pub(crate) const WIDE: usize = 8;

/// Adds to each cell of a row the products of four weights with the cells of four other rows; or, if it is `fresh`, puts
/// them there. To be called where the widest instructions are chosen.
#[inline(always)]
pub(crate) fn add_four_products(out: &mut [f64], weights: [&[f64]; FOUR], rows: [&[f64]; FOUR], fresh: bool) {
    let (out, _) = out.as_chunks_mut::<WIDE>();
    let [weights, rows] = [weights, rows].map(|four| four.map(|row| &row.as_chunks::<WIDE>().0[..out.len()]));
    for (place, out) in out.iter_mut().enumerate() {
        let mut sum = [0.0; WIDE];
        for (weights, rows) in weights.iter().zip(&rows) {
            for (sum, (weight, p)) in sum.iter_mut().zip(weights[place].iter().zip(&rows[place])) {
                *sum += weight * p;
            }
        }
        for (cell, sum) in out.iter_mut().zip(sum) {
            *cell = if fresh { sum } else { *cell + sum };
        }
    }
}

/// A row of probabilities that starts at `low` instead of 0, its negligible ends cut off.
#[derive(Clone, Debug)]
pub(crate) struct Stretch {
    pub(crate) low: usize,
    pub(crate) p: Vec<f64>,
}

impl Stretch {
    /// Cuts off both ends whose mass is negligible.
    pub(crate) fn trimmed(low: usize, mut p: Vec<f64>) -> Self {
        let (mut mass, mut keep) = (0.0, p.len());
        while keep > 1 && mass + p[keep - 1] < NEGLIGIBLE {
            keep -= 1;
            mass += p[keep];
        }
        p.truncate(keep);
        let (mut mass, mut skip) = (0.0, 0);
        while skip + 1 < p.len() && mass + p[skip] < NEGLIGIBLE {
            mass += p[skip];
            skip += 1;
        }
        if skip > 0 {
            p.drain(..skip);
        }
        Self { low: low + skip, p }
    }

    /// Every probability times `weight`.
    pub(crate) fn scaled(mut self, weight: f64) -> Self {
        if weight != 1.0 {
            self.p.iter_mut().for_each(|value| *value *= weight);
        }
        self
    }

    /// The sum of `n` independent values of this law: repeated squaring, from the highest bit of `n` down so that every
    /// other factor is the short law itself, trimmed at every step.
    ///
    /// Only positive numbers are added, so every probability keeps its relative precision; trimming is what keeps a
    /// thousand attacks short. A fast Fourier transform would be quicker still and lose the tails.
    pub(crate) fn power(law: Vec<f64>, n: usize) -> Self {
        if n == 0 {
            return Self { low: 0, p: vec![1.0] };
        }
        let law = Self::trimmed(0, law);
        let room = (n * (law.p.len() - 1) + 1).min(ROOM);
        let mut out = Self { low: law.low, p: Vec::with_capacity(room) };
        out.p.extend_from_slice(&law.p);
        let mut next = Vec::with_capacity(room);
        for bit in (0..n.ilog2()).rev() {
            square_into(&out.p, &mut next);
            std::mem::swap(&mut out.p, &mut next);
            out = Self::trimmed(2 * out.low, out.p);
            if n >> bit & 1 == 1 {
                next.clear();
                next.resize(out.p.len() + law.p.len() - 1, 0.0);
                convolve_into(&out.p, &law.p, &mut next);
                std::mem::swap(&mut out.p, &mut next);
                out = Self::trimmed(out.low + law.low, out.p);
            }
        }
        out
    }
}

/// Room that a power gets at once; longer ones grow.
const ROOM: usize = 1 << 12;

/// `convolve(a, a)`; a short one at half the price, as each pair of different places is met once and counted twice.
fn square_into(a: &[f64], out: &mut Vec<f64>) {
    out.clear();
    out.resize(2 * a.len() - 1, 0.0);
    if a.len() >= SHORT {
        return multiply_wide(a, a, out);
    }
    for (i, weight) in a.iter().enumerate() {
        let twice = 2.0 * weight;
        for (cell, p) in out[2 * i + 1..].iter_mut().zip(&a[i + 1..]) {
            *cell += twice * p;
        }
        out[2 * i] += weight * weight;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn die() -> Pmf {
        Pmf::from_weights(vec![0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0])
    }

    #[test]
    fn one_die_is_what_everybody_knows() {
        assert!((die().mean() - 3.5).abs() < 1e-15);
        assert!((die().sd() - (35.0f64 / 12.0).sqrt()).abs() < 1e-15);
        assert_eq!(die().quantile(0.5), 3);
        assert!((die().at_least(5) - 1.0 / 3.0).abs() < 1e-15);
        assert_eq!(die().at_least(7), 0.0);
        assert_eq!(die().max(), 6);
    }

    #[test]
    fn a_quantile_forgives_rounding_and_no_more() {
        let thirds = Pmf::from_weights(vec![1.0, 1.0, 1.0]);
        assert_eq!((thirds.quantile(1.0 / 3.0), thirds.quantile(0.34)), (0, 1));
        assert_eq!(thirds.quantile(1.0), 2);
    }

    #[test]
    fn the_power_of_a_law_is_its_repeated_sum() {
        let law = [0.25, 0.0, 0.5, 0.25];
        let mut slow = vec![1.0];
        for n in 0..30 {
            let Stretch { low, p } = Stretch::power(law.to_vec(), n);
            for (k, wanted) in slow.iter().enumerate() {
                let got = k.checked_sub(low).and_then(|k| p.get(k)).copied().unwrap_or(0.0);
                assert!((got - wanted).abs() < 1e-16, "{n} {k}");
            }
            slow = convolve(&slow, &law);
        }
    }

    proptest! {
        #[test]
        fn squaring_is_multiplying_by_itself(a in prop::collection::vec(0.0f64..1.0, 1..40)) {
            let (mut fast, slow) = (Vec::new(), convolve(&a, &a));
            square_into(&a, &mut fast);
            prop_assert_eq!(fast.len(), slow.len());
            for (x, y) in fast.iter().zip(&slow) {
                prop_assert!((x - y).abs() <= 1e-12);
            }
        }

        #[test]
        fn at_least_and_at_agree(weights in prop::collection::vec(0.01f64..1.0, 1..30)) {
            let pmf = Pmf::from_weights(weights);
            for k in 0..pmf.max() {
                prop_assert!((pmf.at_least(k) - pmf.at_least(k + 1) - pmf.at(k)).abs() < 1e-14);
            }
        }
    }
}
