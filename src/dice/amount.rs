//! Amounts as cards print them: `3`, `D6`, `2D3+1`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A number that may be rolled: `count` dice of `sides` sides, plus `plus`.
///
/// A plain number has no dice. W40K-DICE, AOS-2.2: a D3 is half a D6 rounded up, which is a fair die of three sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Amount {
    /// How many dice are rolled; 0 for a plain number.
    pub count: u8,
    /// Sides of each die, 3 or 6; 1 for a plain number.
    pub sides: u8,
    /// Added to the dice.
    pub plus: u16,
}

/// Why a text is not an amount.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum AmountError {
    /// Not a number, nor dice with or without a plus.
    #[error("`{0}` is not an amount; write a number or dice: `3`, `D6`, `2D3+1`")]
    Shape(String),
    /// Dice with the letter that another language has for them.
    #[error("`{0}` is not an amount; dice are written with a D: `{1}`")]
    Letter(String, String),
    /// A die that no game here uses.
    #[error("`{0}` rolls dice of {1} sides; these games roll D3 and D6")]
    Sides(String, u32),
    /// Larger than [`Amount::MAX_DICE`] or [`Amount::MAX_PLUS`].
    #[error("`{0}` is too large: at most {max_dice} dice plus {max_plus}", max_dice = Amount::MAX_DICE, max_plus = Amount::MAX_PLUS)]
    Large(String),
}

impl Amount {
    /// The most dice one amount may roll.
    pub const MAX_DICE: u8 = 20;
    /// The largest plain number in an amount.
    pub const MAX_PLUS: u16 = 250;

    /// A plain number.
    pub const fn fixed(plus: u16) -> Self {
        Self { count: 0, sides: 1, plus }
    }

    /// `count` dice of `sides` sides.
    pub const fn dice(count: u8, sides: u8) -> Self {
        Self { count, sides, plus: 0 }
    }

    /// The number itself if no die is rolled.
    pub(crate) const fn as_fixed(self) -> Option<u16> {
        if self.count == 0 { Some(self.plus) } else { None }
    }

    /// The smallest value it can take.
    pub const fn min(self) -> u16 {
        (self.count as u16).saturating_add(self.plus)
    }

    /// The larger of two, if it is whatever the dice show: of plain numbers, of the same dice with something added, of 3 and
    /// D3. `None` where dice decide which is.
    pub(crate) const fn larger(self, other: Self) -> Option<Self> {
        let alike = self.count == other.count && self.sides == other.sides;
        if self.min() >= other.max() || alike && self.plus >= other.plus {
            Some(self)
        } else if other.min() >= self.max() || alike {
            Some(other)
        } else {
            None
        }
    }

    /// The largest value it can take.
    pub const fn max(self) -> u16 {
        (self.count as u16 * self.sides as u16).saturating_add(self.plus)
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.count, self.plus) {
            (0, plus) => write!(f, "{plus}"),
            (1, 0) => write!(f, "D{}", self.sides),
            (count, 0) => write!(f, "{count}D{}", self.sides),
            (1, plus) => write!(f, "D{}+{plus}", self.sides),
            (count, plus) => write!(f, "{count}D{}+{plus}", self.sides),
        }
    }
}

impl FromStr for Amount {
    type Err = AmountError;

    fn from_str(text: &str) -> Result<Self, AmountError> {
        let shape = || {
            let english = text.trim().to_uppercase().replace('W', "D");
            let is_dice = text.contains(['w', 'W']) && english.parse::<Self>().is_ok();
            if is_dice {
                AmountError::Letter(text.trim().to_owned(), english)
            } else {
                AmountError::Shape(text.trim().to_owned())
            }
        };
        let large = || AmountError::Large(text.trim().to_owned());
        let clean: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let (dice, plus) = match clean.split_once('+') {
            Some((dice, plus)) => (dice, plus),
            None if clean.bytes().all(|b| b.is_ascii_digit()) => ("", clean.as_str()),
            None => (clean.as_str(), "0"),
        };
        let number = |digits: &str| -> Result<u32, AmountError> {
            if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
                return Err(shape());
            }
            digits.parse().map_err(|_| large())
        };
        let plus = number(plus)?;
        let plus = u16::try_from(plus).ok().filter(|n| *n <= Self::MAX_PLUS).ok_or_else(large)?;
        if dice.is_empty() {
            return if clean.contains('+') { Err(shape()) } else { Ok(Self::fixed(plus)) };
        }
        let (count, sides) = dice.split_once(['d', 'D']).ok_or_else(shape)?;
        let count = if count.is_empty() { 1 } else { number(count)? };
        let sides = number(sides)?;
        let count = u8::try_from(count).ok().filter(|n| *n <= Self::MAX_DICE).ok_or_else(large)?;
        match (count, sides) {
            (0, _) => Err(shape()),
            (_, 3 | 6) => Ok(Self { count, sides: sides as u8, plus }),
            _ => Err(AmountError::Sides(text.trim().to_owned(), sides)),
        }
    }
}
