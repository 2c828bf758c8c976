//! The best use of a die that may be rolled again: what it is worth to keep it, worked out from the end; then what happens
//! to everybody who uses it so, worked out from the beginning.
//!
//! This reads the tables of one unit's weapons on one body, taken as they are written, with code of its own: that an attack
//! without any moment for the die comes out as the exact engine has it is a test of both.

mod forward;
mod objective;
mod read;
mod rolls;
mod together;
mod values;

pub(crate) use self::objective::Objective;
use self::read::UnitAttack;
use self::values::StateValues;
use super::{ExpectedLosses, Outcome};
use crate::sequence::{Aim, Engagement, HeldReroll, Limit, Program};

/// Whether the tables have the shape that is read here, and take no more multiplications than `work`.
pub(super) fn fits(engagement: &Engagement, held_reroll: &HeldReroll, work: f64) -> bool {
    UnitAttack::read(engagement, held_reroll).is_some_and(|attack| attack.work() <= work)
}

/// An attack whose die may be kept for what follows it.
#[derive(Clone, Debug)]
pub(crate) struct OpenReroll(UnitAttack);

impl OpenReroll {
    /// Reads the tables; `None` if they have no such die, or another shape.
    pub(crate) fn read(engagement: &Engagement) -> Option<Self> {
        Self::of_any_dice(engagement).filter(|attack| attack.work().is_finite())
    }

    /// The same however many dice a number of attacks is.
    pub(crate) fn of_any_dice(engagement: &Engagement) -> Option<Self> {
        engagement.held_reroll.as_ref().and_then(|held_reroll| UnitAttack::read(engagement, held_reroll)).map(Self)
    }

    /// About how many multiplications it takes.
    pub(crate) fn work(&self) -> f64 {
        self.0.work()
    }

    /// What the attack is worth with the die in hand, where what follows is worth `end`, by points lost: once the die is
    /// spent, and while it is in hand.
    pub(crate) fn value(&self, end: impl Fn(usize) -> [Objective; 2]) -> Objective {
        StateValues::before(&self.0, end).before_weapon(0, usize::from(self.0.body.taken))[1]
    }

    /// The chance of every number of points lost, with the die spent and in hand.
    pub(crate) fn ends(&self, end: impl Fn(usize) -> [Objective; 2]) -> Vec<[f64; 2]> {
        forward::ends(&self.0, &StateValues::before(&self.0, end))
    }
}

/// What the target loses if the die is used as is best; `None` if the tables have another shape, or that takes more
/// multiplications than `work`.
pub(super) fn losses(engagement: &Engagement, held_reroll: &HeldReroll, work: f64) -> Option<ExpectedLosses> {
    let attack = UnitAttack::read(engagement, held_reroll).filter(|attack| attack.work() <= work)?;
    let taken = usize::from(attack.body.taken);
    let [_, Objective { first, second, third }] = StateValues::new(&attack).before_weapon(0, taken);
    let (destroyed, slain, points) = match attack.aim {
        Aim::Destroyed => (first, third, second),
        Aim::Slain => (third, first, second),
        Aim::WoundsLost => (second, third, first),
    };
    // What was lost before does not count.
    Some(ExpectedLosses { destroyed, slain: slain - attack.body.slain(taken) as f64, points: points - taken as f64 })
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
    let values = StateValues::new(&attack);
    Ok(Some(forward::outcome(&program, &attack, &values)))
}
