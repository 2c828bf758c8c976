//! Exact counts of ways for small questions: every probability is a fraction.

use std::collections::BTreeMap;
use std::fmt;

use super::Pmf;

/// A probability as a fraction in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(into = "ReadableFraction")]
pub struct Fraction {
    /// Ways that count.
    pub ways: u128,
    /// All ways, at least 1.
    pub of: u128,
}

/// A fraction as other programs read it.
#[derive(serde::Serialize)]
struct ReadableFraction {
    fraction: String,
    p: f64,
}

impl From<Fraction> for ReadableFraction {
    fn from(fraction: Fraction) -> Self {
        Self { fraction: fraction.to_string(), p: fraction.value() }
    }
}

impl Fraction {
    /// `ways` of `of`, reduced. Where `of` is 0, nothing can be computed with it.
    pub fn new(ways: u128, of: u128) -> Self {
        let shared = gcd(ways, of).max(1);
        Self { ways: ways / shared, of: of / shared }
    }

    /// The fraction as a floating-point number.
    pub fn value(self) -> f64 {
        self.ways as f64 / self.of as f64
    }

    /// What is left to certainty.
    pub fn rest(self) -> Self {
        Self { ways: self.of - self.ways, of: self.of }
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.of == 1 { write!(f, "{}", self.ways) } else { write!(f, "{}/{}", self.ways, self.of) }
    }
}

/// Outcomes with the number of ways for each: a distribution in whole numbers.
///
/// Made for questions of a few dice. Weights are reduced at every step; should they still outgrow 127 bits they are
/// halved together, which costs precision far below anything that is printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counts<T: Ord> {
    counts: BTreeMap<T, u128>,
    total: u128,
}

impl<T: Ord + Clone> Counts<T> {
    /// Certainly `outcome`.
    pub(crate) fn certain(outcome: T) -> Self {
        Self { counts: BTreeMap::from([(outcome, 1)]), total: 1 }
    }

    /// Outcomes that are equally likely; one that is there twice is twice as likely.
    ///
    /// # Panics
    /// If there is none.
    pub fn equally(outcomes: impl IntoIterator<Item = T>) -> Self {
        let mut counts = BTreeMap::new();
        let mut total = 0;
        for outcome in outcomes {
            *counts.entry(outcome).or_insert(0) += 1;
            total += 1;
        }
        assert!(total > 0, "some outcome is needed");
        Self { counts, total }
    }

    /// The outcomes of `f(outcome)`.
    pub fn map<U: Ord + Clone>(&self, f: impl Fn(&T) -> U) -> Counts<U> {
        let mut counts = BTreeMap::new();
        for (outcome, n) in &self.counts {
            *counts.entry(f(outcome)).or_insert(0) += n;
        }
        Counts { counts, total: self.total }.reduced()
    }

    /// What follows from each outcome: `next(outcome)` is rolled in its turn.
    pub fn then<U: Ord + Clone>(&self, next: impl Fn(&T) -> Counts<U>) -> Counts<U> {
        let branches = self.counts.iter().map(|(outcome, n)| (*n, next(outcome))).collect();
        Counts::joined(self.total, branches)
    }

    /// Two independent outcomes together.
    pub fn and<U: Ord + Clone, V: Ord + Clone>(&self, other: &Counts<U>, f: impl Fn(&T, &U) -> V) -> Counts<V> {
        self.then(|a| other.map(|b| f(a, b)))
    }

    /// The chance that `test` holds.
    pub fn chance(&self, test: impl Fn(&T) -> bool) -> Fraction {
        let counts = self.counts.iter().filter(|(outcome, _)| test(outcome)).map(|(_, n)| n).sum();
        Fraction::new(counts, self.total)
    }

    /// The mean of a number that is assigned to each outcome.
    pub fn mean(&self, value: impl Fn(&T) -> f64) -> f64 {
        self.counts.iter().map(|(outcome, n)| value(outcome) * *n as f64).sum::<f64>() / self.total as f64
    }

    /// Every outcome with its chance, in order.
    pub fn each(&self) -> impl Iterator<Item = (&T, Fraction)> {
        self.counts.iter().map(|(outcome, n)| (outcome, Fraction::new(*n, self.total)))
    }

    /// The outcomes of `branches`, of which each is taken in this many of `whole` ways. It is a function of its own so that it
    /// is compiled once for a kind of outcome, not once for every question.
    fn joined(whole: u128, branches: Vec<(u128, Self)>) -> Self {
        let common = branches.iter().try_fold(1, |common, (_, branch)| checked_lcm(common, branch.total));
        let total = common.and_then(|common| whole.checked_mul(common));
        let mut counts = BTreeMap::new();
        match common.zip(total) {
            Some((common, total)) => {
                for (n, branch) in branches {
                    for (outcome, m) in branch.counts {
                        *counts.entry(outcome).or_insert(0) += n * m * (common / branch.total);
                    }
                }
                Self { counts, total }.reduced()
            }
            None => {
                for (n, branch) in branches {
                    let n = in_parts(n, whole);
                    for (outcome, m) in branch.counts {
                        *counts.entry(outcome).or_insert(0) += n * in_parts(m, branch.total);
                    }
                }
                let total = counts.values().sum();
                Self { counts, total }.reduced()
            }
        }
    }

    fn reduced(mut self) -> Self {
        let shared = self.counts.values().fold(self.total, |a, b| gcd(a, *b)).max(1);
        self.total /= shared;
        self.counts.values_mut().for_each(|n| *n /= shared);
        while self.total >> 100 > 0 {
            self.counts.values_mut().for_each(|n| *n >>= 20);
            self.total = self.counts.values().sum();
        }
        self.counts.retain(|_, n| *n > 0);
        self
    }
}

impl Counts<u32> {
    /// One die of `sides` sides.
    pub(crate) fn die(sides: u32) -> Self {
        Self::equally(1..=sides)
    }

    /// The sum of `n` of the same.
    pub(crate) fn times(&self, n: u32) -> Self {
        (0..n).fold(Self::certain(0), |sum, _| sum.and(self, |a, b| a + b))
    }

    /// The sum of `count` dice.
    pub(crate) fn dice(count: u32, sides: u32) -> Self {
        (0..count).fold(Self::certain(0), |sum, _| sum.and(&Self::die(sides), |a, b| a + b))
    }

    /// How many of `n` independent tries succeed.
    pub(crate) fn successes(n: u32, chance: Fraction) -> Self {
        let one = Counts { counts: BTreeMap::from([(0, chance.of - chance.ways), (1, chance.ways)]), total: chance.of };
        let one = Self { counts: one.counts.into_iter().filter(|(_, n)| *n > 0).collect(), total: one.total };
        one.times(n)
    }

    /// P(value ≥ k).
    pub fn at_least(&self, k: u32) -> Fraction {
        self.chance(|value| *value >= k)
    }

    /// The counts as floating-point probabilities.
    pub fn pmf(&self) -> Pmf {
        let mut weights = Vec::new();
        for (value, n) in &self.counts {
            super::add_at(&mut weights, *value as usize, *n as f64);
        }
        Pmf::from_weights(weights)
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn checked_lcm(a: u128, b: u128) -> Option<u128> {
    (a / gcd(a, b)).checked_mul(b)
}

/// `ways / total` in units of 2⁻⁶⁰, rounded down: for counts that have grown too large to stay exact.
fn in_parts(ways: u128, total: u128) -> u128 {
    const BITS: u32 = 60;
    let beyond = (u128::BITS - total.leading_zeros()).saturating_sub(BITS + 1);
    ((ways >> beyond) << BITS) / (total >> beyond).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tries_are_binomial() {
        let ways = Counts::successes(6, Fraction::new(1, 2));
        assert_eq!(ways.chance(|n| *n == 3).to_string(), "5/16");
        assert!((ways.mean(|n| f64::from(*n)) - 3.0).abs() < 1e-12);
        assert!((ways.pmf().at(6) - 1.0 / 64.0).abs() < 1e-15);
        assert_eq!(Counts::successes(3, Fraction::new(0, 1)), Counts::certain(0));
    }
}
