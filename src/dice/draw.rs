//! What one token brings when its dice are rolled: attacks of a weapon, points of a blow, extra hits of a critical.

use smallvec::{SmallVec, smallvec};
use thiserror::Error;

use super::{Amount, Faces, is_rollable};

/// `plus` and, for every die, the value of the face it shows.
///
/// A card's [`Amount`] becomes a `Draw` once every change to it is known (AOS-27.0, W40K-MODIFIER-ORDER): a doubled D6
/// has the values 2, 4 … 12, a halved one 1, 1, 2, 2, 3, 3. Several dice always add up; where a change does not (half
/// of 2D6), all of them become one die that has a face for every way they can fall.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Draw {
    /// How many dice are rolled; 0 for a fixed number.
    pub dice: u8,
    /// Sides of each die: a number that `is_rollable`.
    pub sides: u8,
    /// Faces that are rolled again once.
    pub reroll: Faces,
    /// Added whatever the dice show.
    pub plus: u16,
    /// What each face adds, lowest face first; `sides` of them.
    pub values: FaceValues,
}

/// The value of each face of a die, lowest face first; those of a D6 fit in place.
pub(super) type FaceValues = SmallVec<[u16; 6]>;

/// Why an amount and its changes cannot be rolled.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DrawError {
    /// A change that is not linear, to dice that are too many to be listed face by face.
    #[error("{0} cannot be changed this way: at most {max} ways for its dice to fall are listed one by one, and none may be re-rolled", max = Draw::MAX_WAYS)]
    Ways(String),
}

/// Nothing.
impl Default for Draw {
    fn default() -> Self {
        Self::fixed(0)
    }
}

impl Draw {
    /// The most ways to fall that are listed as faces of one die.
    pub const MAX_WAYS: usize = 36;

    /// Always `plus`.
    pub fn fixed(plus: u16) -> Self {
        Self { dice: 0, sides: 1, reroll: Faces::NONE, plus, values: smallvec![0] }
    }

    /// One for every token: a point, a hit.
    pub fn one() -> Self {
        Self::fixed(1)
    }

    /// An amount as printed, its dice re-rolled on `reroll`.
    pub fn of(amount: Amount, reroll: Faces) -> Self {
        if amount.count == 0 {
            return Self::fixed(amount.plus);
        }
        let values = (1..=u16::from(amount.sides)).collect();
        Self { dice: amount.count, sides: amount.sides, reroll, plus: amount.plus, values }
    }

    /// An amount whose total is changed by `change`, plus the dice of `extra` (Melta D3) before the change is made.
    ///
    /// `change` gets the printed total and the total of `extra`; a result below 0 counts as 0.
    ///
    /// # Errors
    /// [`DrawError::Ways`] if the change is not a multiple and a constant, and the dice are too many to list.
    pub fn changed(
        amount: Amount,
        extra: Amount,
        reroll: Faces,
        change: impl Fn(i32, i32) -> i32,
    ) -> Result<Self, DrawError> {
        let value = |total: i32, more: i32| change(total, more).clamp(0, i32::from(u16::MAX)) as u16;
        if let (Some(total), Some(more)) = (amount.as_fixed(), extra.as_fixed()) {
            return Ok(Self::fixed(value(i32::from(total), i32::from(more))));
        }
        if extra.count == 0 && amount.count == 1 {
            let faces = 1..=i32::from(amount.sides);
            let totals = faces.map(|face| value(face + i32::from(amount.plus), i32::from(extra.plus)));
            return Ok(Self::one_die(totals.collect(), reroll));
        }
        if extra.count == 0 {
            let totals = i32::from(amount.min())..=i32::from(amount.max());
            let row: Vec<u16> = totals.map(|total| value(total, i32::from(extra.plus))).collect();
            if let Some(draw) = Self::linear(amount, reroll, &row) {
                return Ok(draw);
            }
        }
        let ways = |dice: Amount| usize::from(dice.sides).saturating_pow(dice.count.into());
        let outcomes = ways(amount).saturating_mul(ways(extra));
        let named = || match extra.max() {
            0 => amount.to_string(),
            _ => format!("{amount} with {extra} added"),
        };
        if outcomes > Self::MAX_WAYS || !is_rollable(outcomes) || !reroll.is_empty() {
            return Err(DrawError::Ways(named()));
        }
        let mut values = FaceValues::with_capacity(outcomes);
        for total in totals(amount) {
            for more in totals(extra) {
                values.push(value(total, more));
            }
        }
        values.sort_unstable();
        Ok(Self { dice: 1, sides: outcomes as u8, reroll: Faces::NONE, plus: 0, values })
    }

    /// One die with these totals on its faces, or a constant if they are all the same.
    fn one_die(mut totals: FaceValues, reroll: Faces) -> Self {
        let plus = totals.iter().min().copied().unwrap_or(0);
        if totals.iter().all(|total| *total == plus) {
            return Self::fixed(plus);
        }
        totals.iter_mut().for_each(|total| *total -= plus);
        Self { dice: 1, sides: totals.len() as u8, reroll, plus, values: totals }
    }

    /// The draw whose totals are `row`, if it is a constant or a straight line in several dice.
    fn linear(amount: Amount, reroll: Faces, row: &[u16]) -> Option<Self> {
        let first = *row.first()?;
        if row.iter().all(|value| *value == first) {
            return Some(Self::fixed(first));
        }
        let slope = row[1].checked_sub(row[0])?;
        if !row.windows(2).all(|pair| pair[0].checked_add(slope) == Some(pair[1])) {
            return None;
        }
        let base = slope.checked_mul(u16::from(amount.count))?;
        let plus = first.checked_sub(base)?;
        let values = (1..=u16::from(amount.sides)).map(|face| face * slope).collect();
        Some(Self { dice: amount.count, sides: amount.sides, reroll, plus, values })
    }

    /// The values of every way the dice can fall, as faces of one die; `None` if they are too many or rolled again.
    pub(crate) fn as_one_die(&self) -> Option<FaceValues> {
        let outcomes =
            self.values.len().checked_pow(u32::from(self.dice)).filter(|outcomes| *outcomes <= Self::MAX_WAYS)?;
        if !self.reroll.is_empty() || !is_rollable(outcomes) {
            return None;
        }
        let mut totals: FaceValues = smallvec![self.plus];
        for _ in 0..self.dice {
            totals = totals
                .iter()
                .flat_map(|total| self.values.iter().map(move |value| total.saturating_add(*value)))
                .collect();
        }
        totals.sort_unstable();
        Some(totals)
    }

    /// This draw, rolled again once if it shows less than its average: several dice together (W40K-REROLL). What a rule
    /// rolls again anyway stays so. Dice that cannot be listed as one stay as they are.
    #[must_use]
    pub(crate) fn again_if_low(&self) -> Self {
        let listed = if self.dice > 1 { self.as_one_die() } else { None };
        let mut one = match listed {
            Some(values) => {
                let sides = values.len() as u8;
                Self { dice: 1, sides, reroll: Faces::NONE, plus: 0, values }
            }
            None => self.clone(),
        };
        if one.dice == 1 {
            let low = below_average(&one.values);
            let faces = (1..=one.sides).filter(|face| low.contains(&one.values[usize::from(*face) - 1]));
            one.reroll = one.reroll.or(faces.collect());
        }
        one
    }

    /// The value if it never varies.
    pub(crate) fn as_fixed(&self) -> Option<u16> {
        (self.dice == 0).then_some(self.plus)
    }

    /// The largest value.
    pub fn max(&self) -> u32 {
        let best = self.values.iter().max().copied().unwrap_or(0);
        u32::from(self.plus) + u32::from(self.dice) * u32::from(best)
    }

    /// The smallest value.
    pub fn min(&self) -> u32 {
        let worst = self.values.iter().min().copied().unwrap_or(0);
        u32::from(self.plus) + u32::from(self.dice) * u32::from(worst)
    }
}

/// The values below the average of a die with these faces, each once, lowest first.
pub(crate) fn below_average(values: &[u16]) -> Vec<u16> {
    let sum: u32 = values.iter().map(|value| u32::from(*value)).sum();
    let mut low: Vec<u16> =
        values.iter().copied().filter(|value| u32::from(*value) * (values.len() as u32) < sum).collect();
    low.sort_unstable();
    low.dedup();
    low
}

/// Every total of an amount, once for each way its dice can fall.
fn totals(amount: Amount) -> Vec<i32> {
    let mut totals = vec![i32::from(amount.plus)];
    for _ in 0..amount.count {
        totals = totals.iter().flat_map(|t| (1..=i32::from(amount.sides)).map(move |f| t + f)).collect();
    }
    totals
}
