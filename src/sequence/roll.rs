//! Tokens that roll dice: what a roll means.

use std::ops::{Deref, DerefMut};

use smallvec::SmallVec;

use super::Slot;
use crate::dice::{Draw, Faces};

/// Tokens that drop into slots: for each slot how many. A few are kept without an allocation.
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
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

    /// Adds `tokens` for `slot`, to those that the row has for it already.
    pub(crate) fn add(&mut self, slot: Slot, tokens: u16) {
        match self.0.iter_mut().find(|(key, _)| *key == slot) {
            Some((_, sum)) => *sum = sum.saturating_add(tokens),
            None => self.0.push((slot, tokens)),
        }
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

/// Each token of `input` drops `always`, then rolls `times` dice; each die, after its two re-roll windows, drops the row
/// of its face.
///
/// The windows come in order: a die that shows a face of the first is rolled again, and what it then shows may be rolled
/// once more if it is in the second. Two, because in A Song of Ice & Fire each player may re-roll a die once and the
/// order matters (ASOIAF-REROLL); every other game uses the first alone.
#[derive(Clone, PartialEq, Hash, Debug)]
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

    /// One D6 for each token: these faces drop `inside`, the others `outside`.
    pub(crate) fn split(name: &'static str, input: Slot, faces: Faces, inside: &TokenRow, outside: &TokenRow) -> Self {
        Self::d6(name, input, [Faces::NONE; 2], |face| if faces.has(face) { inside } else { outside }.clone())
    }

    /// One D6 for each token, and a token in a slot if it shows so much or more; no die if it always does.
    pub(crate) fn reaching(name: &'static str, input: Slot, target: u8, into: Slot) -> Self {
        let row = TokenRow::from([(into, 1)]);
        match target {
            0 | 1 => Self::relay(name, input, row),
            _ => Self::split(name, input, Faces::from(target), &row, &TokenRow::new()),
        }
    }

    /// One die for each token, which has a face for each of these rows.
    pub(crate) fn one_die(name: &'static str, input: Slot, rows: Vec<TokenRow>) -> Self {
        let sides = u8::try_from(rows.len()).unwrap_or(u8::MAX);
        Self { name, input, always: TokenRow::new(), times: 1, sides, rerolls: [Faces::NONE; 2], rows }
    }

    /// An amount into each of some slots.
    pub(crate) fn amount(name: &'static str, input: Slot, amount: &Draw, into: &[Slot]) -> Self {
        let drops = |n: u16| into.iter().filter(|_| n > 0).map(|slot| (*slot, n)).collect();
        Self {
            name,
            input,
            always: drops(amount.plus),
            times: amount.dice,
            sides: amount.sides,
            rerolls: [amount.reroll, Faces::NONE],
            rows: amount.values.iter().map(|value| drops(*value)).collect(),
        }
    }

    /// Every row that a token may meet: `always` and each face's.
    pub(crate) fn all_rows(&self) -> impl Iterator<Item = &TokenRow> {
        std::iter::once(&self.always).chain(&self.rows)
    }

    /// Adds the different rows of the faces, each once, in the order in which faces first drop them; none for a roll
    /// without dice.
    pub(crate) fn add_face_rows(&self, face_rows: &mut Vec<FaceRow>) {
        let from = face_rows.len();
        let dice = if self.times == 0 { 0 } else { self.sides };
        for face in 1..=dice {
            let row = &self.rows[usize::from(face) - 1];
            match face_rows[from..].iter_mut().rev().find(|face_row| self.row(**face_row) == row) {
                Some(same) => same.faces = same.faces.or(Faces::only(face)),
                None => face_rows.push(FaceRow { faces: Faces::only(face), first: face }),
            }
        }
    }

    /// The row that these faces drop.
    pub(crate) fn row(&self, faces: FaceRow) -> &TokenRow {
        &self.rows[usize::from(faces.first) - 1]
    }
}

/// The faces of a die that drop the same row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FaceRow {
    /// All of them.
    pub(crate) faces: Faces,
    /// The lowest, counted from 1.
    pub(crate) first: u8,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_that_drop_the_same_are_one_row() {
        let hit = || TokenRow::from([(Slot(1), 1)]);
        let rows = vec![TokenRow::new(), hit(), TokenRow::new(), hit(), hit(), TokenRow::from([(Slot(1), 2)])];
        let roll = Roll { rows, ..Roll::d6("hit", Slot(0), [Faces::NONE; 2], |_| TokenRow::new()) };
        let mut face_rows = Vec::new();
        roll.add_face_rows(&mut face_rows);
        let faces: Vec<Faces> = face_rows.iter().map(|row| row.faces).collect();
        assert_eq!(faces, [[1, 3].into_iter().collect(), [2, 4, 5].into_iter().collect(), Faces::only(6)]);
        assert_eq!(roll.row(face_rows[1])[..], [(Slot(1), 1)]);
        roll.add_face_rows(&mut face_rows);
        assert_eq!(face_rows.len(), 6, "each roll has rows of its own");
        Roll::relay("moved", Slot(0), hit()).add_face_rows(&mut face_rows);
        assert_eq!(face_rows.len(), 6, "a roll without dice has none");
    }
}
