//! Rolls that every game makes, and how figures and rows are made of them.

use super::Figure;
use crate::dice::Amount;
use crate::stats::{Counts, Fraction};

/// The totals of a number or dice: `3`, `2D6+1`.
pub(crate) fn totals(amount: Amount) -> Counts<u32> {
    Counts::dice(u32::from(amount.count), u32::from(amount.sides)).map(|sum| sum + u32::from(amount.plus))
}

/// A chance with one more try if it fails.
pub(crate) fn once_more(chance: Fraction) -> Fraction {
    Fraction::new(chance.ways * (2 * chance.of - chance.ways), chance.of * chance.of)
}

/// How many of this many players tie for the highest D6.
pub(super) fn tied(players: usize) -> Counts<usize> {
    let highest = (0..players).fold(Counts::certain((0, 0)), |entry, _| {
        entry.and(&Counts::die(6), |(high, many), face| match face.cmp(high) {
            std::cmp::Ordering::Greater => (*face, 1),
            std::cmp::Ordering::Equal => (*high, many + 1),
            std::cmp::Ordering::Less => (*high, *many),
        })
    });
    highest.map(|(_, many)| *many)
}

/// How often a roll-off of this many players is rolled on average, if only those who tie for the highest roll again.
pub(super) fn rounds(players: usize) -> f64 {
    // E[n] = 1 + Σ P(k tie of n) E[k] over k ≥ 2, where k may be n again.
    let mut expected = vec![0.0; players + 1];
    for n in 2..=players {
        let tied = tied(n);
        let chance = |k: usize| tied.chance(|many| *many == k).value();
        let others: f64 = (2..n).map(|k| chance(k) * expected[k]).sum();
        expected[n] = (1.0 + others) / (1.0 - chance(n));
    }
    expected[players]
}

/// The mean of a number.
pub(super) fn mean(counts: &Counts<u32>) -> Figure {
    Figure::Number(counts.mean(|n| f64::from(*n)))
}

/// A row of a table: what it is about, and chances.
pub(super) fn row(what: impl Into<Figure>, chances: impl IntoIterator<Item = Fraction>) -> Vec<Figure> {
    std::iter::once(what.into()).chain(chances.into_iter().map(Figure::Chance)).collect()
}

/// A row for each value: how likely it is exactly, and at least.
pub(super) fn rows(counts: &Counts<u32>) -> Vec<Vec<Figure>> {
    counts.each().map(|(n, exactly)| row(i64::from(*n), [exactly, counts.at_least(*n)])).collect()
}

/// The same for each value from 0 on, also for those that cannot come up.
pub(super) fn rows_to(most: u32, counts: &Counts<u32>) -> Vec<Vec<Figure>> {
    (0..=most).map(|n| row(i64::from(n), [counts.chance(|value| *value == n), counts.at_least(n)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two players tie on 6 of 36; of three, one is alone on top in 75 % of all rolls less the ties of two and of three.
    #[test]
    fn ties_are_rolled_again_by_those_who_tied() {
        assert_eq!(tied(2).chance(|many| *many == 2), Fraction::new(1, 6));
        assert!((rounds(2) - 1.2).abs() < 1e-12);
        let [one, two, three] = [1, 2, 3].map(|k| tied(3).chance(|many| *many == k).value());
        assert!((one + two + three - 1.0).abs() < 1e-12 && (three - 1.0 / 36.0).abs() < 1e-12);
        assert!((rounds(3) - (1.0 + two * 1.2 + three * rounds(3))).abs() < 1e-12);
    }
}
