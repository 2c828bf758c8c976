//! Tokens that roll dice: what a roll means, and its probabilities. How lanes roll it stands in `lanes`.

pub(super) mod lanes;
pub(super) mod ways;

use std::ops::{Deref, DerefMut};

use smallvec::SmallVec;

use super::{Law, Laws, Slot, Worth};
use crate::dice::Faces;

/// Tokens that drop into slots: a few, kept in place.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct TokenRow(SmallVec<[(Slot, u16); 4]>);

impl TokenRow {
    /// No token.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds `tokens` for `slot`.
    pub fn push(&mut self, (slot, tokens): (Slot, u16)) {
        self.0.push((slot, tokens));
    }
}

impl Clone for TokenRow {
    fn clone(&self) -> Self {
        Self(SmallVec::from_slice(&self.0))
    }
}

impl<const N: usize> From<[(Slot, u16); N]> for TokenRow {
    fn from(tokens: [(Slot, u16); N]) -> Self {
        Self(SmallVec::from_slice(&tokens))
    }
}

impl FromIterator<(Slot, u16)> for TokenRow {
    fn from_iter<I: IntoIterator<Item = (Slot, u16)>>(tokens: I) -> Self {
        Self(tokens.into_iter().collect())
    }
}

impl Extend<(Slot, u16)> for TokenRow {
    fn extend<I: IntoIterator<Item = (Slot, u16)>>(&mut self, tokens: I) {
        self.0.extend(tokens);
    }
}

impl Deref for TokenRow {
    type Target = [(Slot, u16)];

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for TokenRow {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl<'r> IntoIterator for &'r TokenRow {
    type Item = &'r (Slot, u16);
    type IntoIter = std::slice::Iter<'r, (Slot, u16)>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'r> IntoIterator for &'r mut TokenRow {
    type Item = &'r mut (Slot, u16);
    type IntoIter = std::slice::IterMut<'r, (Slot, u16)>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

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
    pub always: TokenRow,
    /// Dice for each token.
    pub times: u8,
    /// Sides of a die; 252 is a multiple of it.
    pub sides: u8,
    /// The faces each window rolls again.
    pub rerolls: [Faces; 2],
    /// A row for each face, lowest first.
    pub rows: Vec<TokenRow>,
}

impl Roll {
    /// A roll without dice: each token drops `always`.
    pub fn relay(name: &'static str, input: Slot, always: TokenRow) -> Self {
        Self { name, input, always, times: 0, sides: 1, rerolls: [Faces::NONE; 2], rows: vec![TokenRow::new()] }
    }

    /// One D6 for each token.
    pub fn d6(name: &'static str, input: Slot, rerolls: [Faces; 2], row: impl Fn(u8) -> TokenRow) -> Self {
        Self { name, input, always: TokenRow::new(), times: 1, sides: 6, rerolls, rows: (1..=6).map(row).collect() }
    }

    /// Every row that a token may meet: `always` and each face's.
    pub(crate) fn all_rows(&self) -> impl Iterator<Item = &TokenRow> {
        std::iter::once(&self.always).chain(&self.rows)
    }

    /// Adds each different row that a die may drop, with the number of ways in which it does.
    pub(crate) fn add_chances(&self, chances: &mut Vec<Chance>) {
        let from = chances.len();
        let dice = if self.times == 0 { 0 } else { usize::from(self.sides) };
        for (face, ways) in (0..).zip(final_faces(self.sides, self.rerolls)).take(dice) {
            let row = &self.rows[usize::from(face)];
            match chances[from..].iter_mut().rev().find(|known| self.rows[usize::from(known.face)] == *row) {
                Some(known) => known.ways += ways,
                None => chances.push(Chance { ways, face }),
            }
        }
    }

    /// What a die drops by this chance.
    pub(crate) fn row(&self, chance: Chance) -> &TokenRow {
        &self.rows[usize::from(chance.face)]
    }

    /// The law of one token, where `dropped` are the laws of a token in each slot.
    pub(crate) fn law(&self, chances: &[Chance], laws: &mut Laws, dropped: &[Law]) -> Law {
        let always = law_of(&self.always, laws, dropped);
        if chances.is_empty() {
            return always;
        }
        let mut choices: SmallVec<[(f64, Law); 6]> = SmallVec::new();
        let mut last: Option<(Slot, u16)> = None;
        for chance in chances {
            let row = &self.row(*chance)[..];
            // A row that drops more of the one slot that the last row drops starts from that row's law.
            let law = match (row, last, choices.last()) {
                ([(slot, more)], Some((known, less)), Some((_, law))) if known == *slot && less < *more => {
                    let others = laws.times(dropped[usize::from(slot.0)], usize::from(more - less));
                    laws.and(*law, others)
                }
                _ => law_of(row, laws, dropped),
            };
            last = if let [one] = row { Some(*one) } else { None };
            choices.push((f64::from(chance.ways), law));
        }
        let die = laws.one_of(&choices);
        let dice = laws.times(die, usize::from(self.times));
        laws.and(always, dice)
    }

    /// Mean and variance of what one token is worth, where `worth` is that of a token in each slot.
    #[inline(always)]
    pub(crate) fn worth(&self, chances: &[Chance], worth: &[Worth]) -> Worth {
        let mut choices: SmallVec<[(f64, Worth); 4]> = SmallVec::new();
        for chance in chances {
            choices.push((f64::from(chance.ways), Worth::of_row(self.row(*chance), worth)));
        }
        Worth::of_row(&self.always, worth).plus_times(&Worth::one_of(&choices), f64::from(self.times))
    }
}

/// A row that a die may drop, and in how many ways it does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chance {
    ways: u32,
    /// The lowest face that drops it, counted from 0.
    face: u8,
}

/// The law of all tokens of a row together.
fn law_of(row: &[(Slot, u16)], laws: &mut Laws, dropped: &[Law]) -> Law {
    row.iter().fold(Law::NOTHING, |sum, (slot, n)| {
        let token = dropped[usize::from(slot.0)];
        if token == Law::NOTHING {
            return sum;
        }
        let all = laws.times(token, usize::from(*n));
        laws.and(sum, all)
    })
}

/// In how many ways of `sides³` (fewer windows: of a smaller power) a die ends on each face.
pub(crate) fn final_faces(sides: u8, [first, second]: [Faces; 2]) -> impl Iterator<Item = u32> {
    let n = u32::from(sides);
    let again = move |window: Faces, ways: u32, face: u8| if window.has(face) { 0 } else { ways * n };
    let in_first = if first.is_empty() { 0 } else { (1..=sides).filter(|face| first.has(*face)).count() as u32 };
    let once = move |face| if first.is_empty() { 1 } else { again(first, 1, face) + in_first };
    let of_second = (1..=sides).filter(|face| second.has(*face));
    let in_second: u32 = if second.is_empty() { 0 } else { of_second.map(once).sum() };
    let twice = move |face| if second.is_empty() { once(face) } else { again(second, once(face), face) + in_second };
    (1..=sides).map(twice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_come_in_order() {
        // ASOIAF-REROLL at 4+: own re-roll of misses, then the enemy's of hits, is 3/8; the other way round 5/8.
        let (misses, hits) = ([1, 2, 3].into_iter().collect(), Faces::from(4));
        let chance = |rerolls| {
            let ways: Vec<u32> = final_faces(6, rerolls).collect();
            f64::from(ways[3..].iter().sum::<u32>()) / f64::from(ways.iter().sum::<u32>())
        };
        assert_eq!(chance([misses, hits]), 3.0 / 8.0);
        assert_eq!(chance([hits, misses]), 5.0 / 8.0);
        assert_eq!(chance([misses, Faces::NONE]), 3.0 / 4.0);
        assert_eq!(final_faces(3, [Faces::only(1), Faces::NONE]).collect::<Vec<_>>(), [1, 4, 4]);
    }
}
