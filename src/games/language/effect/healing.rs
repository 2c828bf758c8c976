//! What a unit gets back once the attack on it is over.

use std::fmt;

use crate::dice::{Amount, Draw, Faces};
use crate::sequence::{Recovery, Returns};

/// What a unit gets back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Healing {
    Points(Amount),
    /// Dice of which each that reaches a number brings something.
    Dice {
        dice: u8,
        /// The sides of each, 6 or 3.
        sides: u8,
        /// The number that each must reach.
        on: u8,
        /// What each brings that does.
        heals: Heals,
    },
    Models(Amount),
}

/// What a die brings that reaches its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Heals {
    Points(u8),
    /// As many points as it shows.
    Shown,
    Models(u8),
    /// As many models as it shows.
    ModelsShown,
}

impl Healing {
    /// What a body gets back whose models have `each` points; another game may say that the points do something else.
    pub(crate) fn recovery(self, each: u16) -> Recovery {
        let returns = match self {
            Self::Models(_) | Self::Dice { heals: Heals::Models(_) | Heals::ModelsShown, .. } => Returns::Models,
            Self::Points(_) | Self::Dice { .. } => Returns::Wounds,
        };
        Recovery { what: self.to_string(), points: self.draw(each), returns, is_late: false, times: Vec::new() }
    }

    /// The points that it brings, where each model has this many.
    fn draw(self, each: u16) -> Draw {
        match self {
            Self::Points(amount) => Draw::of(amount, Faces::NONE),
            Self::Dice { dice, sides, on, heals } => {
                let brings = |face: u8| match heals {
                    Heals::Points(points) => u16::from(points),
                    Heals::Shown => u16::from(face),
                    Heals::Models(models) => u16::from(models) * each,
                    Heals::ModelsShown => u16::from(face) * each,
                };
                let values = (1..=sides).map(|face| if face >= on { brings(face) } else { 0 }).collect();
                Draw { dice, sides, reroll: Faces::NONE, plus: 0, values }
            }
            Self::Models(amount) => {
                let mut draw = Draw::of(amount, Faces::NONE);
                // No body has more points than fit; sums of dice that exceed it are refused with the tables.
                draw.values.iter_mut().chain([&mut draw.plus]).for_each(|value| *value = value.saturating_mul(each));
                draw
            }
        }
    }
}

impl fmt::Display for Healing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Points(amount) => write!(f, "heal {amount}"),
            Self::Dice { dice, sides, on, heals } => {
                let kind = if *sides == 3 { "D3 dice" } else { "dice" };
                write!(f, "{dice} {kind}: {on}+ -> {heals}")
            }
            Self::Models(amount) => write!(f, "return {amount} models"),
        }
    }
}

impl fmt::Display for Heals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Points(points) => write!(f, "heal {points}"),
            Self::Shown => f.write_str("heal that much"),
            Self::Models(models) => write!(f, "return {models} models"),
            Self::ModelsShown => f.write_str("return that many models"),
        }
    }
}
