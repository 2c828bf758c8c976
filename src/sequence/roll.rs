//! Tokens that roll dice: what a roll means, and its probabilities. How lanes roll it stands in `lanes`.

pub(super) mod lanes;
pub(super) mod ways;

use smallvec::{SmallVec, smallvec};

use super::{Law, Slot};
use crate::dice::Faces;
use crate::stats::Moments;

/// Tokens that drop into slots.
pub type Row = Vec<(Slot, u16)>;

/// Each token of `input` drops `always`, then rolls `times` dice; each die, after its two re-roll windows, drops the row
/// of its face.
///
/// The windows come in order: a die that shows a face of the first is rolled again, and what it then shows may be rolled
/// once more if it is in the second. Two, because in A Song of Ice & Fire each player may re-roll a die once and the
/// order matters (ASOIAF-REROLL); every other game uses the first alone.
#[derive(Clone, PartialEq, Debug)]
pub struct Roll {
    /// What is rolled, in the game's words.
    pub name: &'static str,
    /// The slot whose tokens roll.
    pub input: Slot,
    /// What every token drops without a die.
    pub always: Row,
    /// Dice for each token.
    pub times: u8,
    /// Sides of a die; 252 is a multiple of it.
    pub sides: u8,
    /// The faces each window rolls again.
    pub rerolls: [Faces; 2],
    /// A row for each face, lowest first.
    pub rows: Vec<Row>,
}

impl Roll {
    /// A roll without dice: each token drops `always`.
    pub fn relay(name: &'static str, input: Slot, always: Row) -> Self {
        Self { name, input, always, times: 0, sides: 1, rerolls: [Faces::NONE; 2], rows: vec![Row::new()] }
    }

    /// One D6 for each token.
    pub fn d6(name: &'static str, input: Slot, rerolls: [Faces; 2], row: impl Fn(u8) -> Row) -> Self {
        Self { name, input, always: Row::new(), times: 1, sides: 6, rerolls, rows: (1..=6).map(row).collect() }
    }

    /// Every row that a token may meet: `always` and each face's.
    pub(crate) fn all_rows(&self) -> impl Iterator<Item = &Row> {
        std::iter::once(&self.always).chain(&self.rows)
    }

    /// The law of one token, where `becomes` is the law of a token in each slot it drops into.
    pub(crate) fn law(&self, becomes: &dyn Fn(Slot) -> Law) -> Law {
        let mut rows = RowLaws { becomes, last: None };
        let always = rows.of(&self.always);
        if self.times == 0 {
            return always;
        }
        let mut choices: SmallVec<[(f64, Law); 6]> = SmallVec::new();
        let mut known: SmallVec<[&Row; 6]> = SmallVec::new();
        for (row, weight) in self.rows.iter().zip(final_faces(self.sides, self.rerolls)) {
            match known.iter().position(|known| *known == row) {
                Some(place) => choices[place].0 += weight,
                None => {
                    choices.push((weight, rows.of(row)));
                    known.push(row);
                }
            }
        }
        always.and(&Law::one_of(&choices).times(usize::from(self.times)))
    }
}

impl Roll {
    /// Mean and variance of what one token is worth, where `worth` is that of a token in each slot it drops into.
    pub(crate) fn moments(&self, worth: &dyn Fn(Slot) -> Moments) -> Moments {
        let of_row = |row: &Row| {
            row.iter().fold(Moments::default(), |sum, (slot, n)| sum.plus(worth(*slot).times(f64::from(*n))))
        };
        let always = of_row(&self.always);
        if self.times == 0 {
            return always;
        }
        let ways = final_faces(self.sides, self.rerolls);
        let rows: SmallVec<[(f64, Moments); 6]> =
            ways.iter().zip(&self.rows).map(|(way, row)| (*way, of_row(row))).collect();
        always.plus(mixture(&rows).times(f64::from(self.times)))
    }
}

/// The laws of rows. A row that drops more of the one slot that the last row drops starts from that row's law.
struct RowLaws<'b> {
    becomes: &'b dyn Fn(Slot) -> Law,
    /// Slot, tokens, the law of one, the law of all.
    last: Option<(Slot, u16, Law, Law)>,
}

impl RowLaws<'_> {
    fn of(&mut self, row: &Row) -> Law {
        let [(slot, n)] = row[..] else {
            return row
                .iter()
                .fold(Law::nothing(), |sum, (slot, n)| sum.and(&(self.becomes)(*slot).times(usize::from(*n))));
        };
        let (from, one, law) = match self.last.take() {
            Some((known, from, one, law)) if known == slot && from <= n => (from, one, law),
            _ => (0, (self.becomes)(slot), Law::nothing()),
        };
        let law = law.and(&one.times(usize::from(n - from)));
        self.last = Some((slot, n, one, law.clone()));
        law
    }
}

/// Mean and variance of a choice among counts, by weight.
pub(crate) fn mixture(choices: &[(f64, Moments)]) -> Moments {
    let total: f64 = choices.iter().map(|(weight, _)| weight).sum();
    let mean = choices.iter().map(|(weight, m)| weight * m.mean).sum::<f64>() / total;
    let spread = |m: &Moments| m.variance + (m.mean - mean).powi(2);
    let variance = choices.iter().map(|(weight, m)| weight * spread(m)).sum::<f64>() / total;
    Moments { mean, variance }
}

/// In how many ways of `sides³` (fewer windows: of a smaller power) a die ends on each face.
pub(crate) fn final_faces(sides: u8, rerolls: [Faces; 2]) -> SmallVec<[f64; 6]> {
    let n = f64::from(sides);
    let mut ways: SmallVec<[f64; 6]> = smallvec![1.0; usize::from(sides)];
    for window in rerolls.into_iter().filter(|w| !w.is_empty()) {
        let again = |face: usize| window.has(face as u8 + 1);
        let rolled: f64 = (0..ways.len()).filter(|face| again(*face)).map(|face| ways[face]).sum();
        for (face, way) in ways.iter_mut().enumerate() {
            *way = if again(face) { 0.0 } else { *way * n } + rolled;
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_come_in_order() {
        // ASOIAF-REROLL at 4+: own re-roll of misses, then the enemy's of hits, is 3/8; the other way round 5/8.
        let (misses, hits) = ([1, 2, 3].into_iter().collect(), Faces::from(4));
        let chance = |rerolls| {
            let ways = final_faces(6, rerolls);
            ways[3..].iter().sum::<f64>() / ways.iter().sum::<f64>()
        };
        assert_eq!(chance([misses, hits]), 3.0 / 8.0);
        assert_eq!(chance([hits, misses]), 5.0 / 8.0);
        assert_eq!(chance([misses, Faces::NONE]), 3.0 / 4.0);
        assert_eq!(final_faces(3, [Faces::only(1), Faces::NONE])[..], [1.0, 4.0, 4.0]);
    }
}
