//! The best use of a die that may be rolled again: what it is worth to keep it, worked out from the end; then what happens
//! to everybody who uses it so, worked out from the beginning.
//!
//! This reads the tables of one unit's weapons on one body, taken as they are written, with code of its own: that an attack
//! without any moment for the die comes out as the exact engine has it is a test of both.

mod forward;
mod read;
mod worth;

use self::read::UnitAttack;
use super::Outcome;
use crate::sequence::{Engagement, HeldReroll, Limit, Program};

/// Whether the tables have the shape that is read here, and take no more multiplications than `work`.
pub(super) fn fits(engagement: &Engagement, held_reroll: &HeldReroll, work: f64) -> bool {
    UnitAttack::read(engagement, held_reroll).is_some_and(|attack| attack.work() <= work)
}

/// The outcome if the die is used as is best; `None` if the tables have another shape, or that takes more multiplications
/// than `work`.
///
/// # Errors
/// A [`Limit`] that the engagement exceeds.
pub(super) fn solve(engagement: &Engagement, held_reroll: &HeldReroll, work: f64) -> Result<Option<Outcome>, Limit> {
    let program = Program::new(engagement)?;
    let attack = UnitAttack::read(engagement, held_reroll).filter(|attack| attack.work() <= work);
    let Some(attack) = attack else { return Ok(None) };
    let worths = worth::Worths::new(&attack);
    Ok(Some(forward::outcome(&program, &attack, &worths)))
}
