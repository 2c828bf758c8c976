//! The best use of a die that may be rolled again: what it is worth to keep it, worked out from the end; then what happens
//! to everybody who uses it so, worked out from the beginning.
//!
//! This reads the tables of one unit's weapons on one body, taken as they are written, with code of its own: that an attack
//! without any moment for the die comes out as the exact engine has it is a test of both.

mod forward;
mod landings;
mod objective;
mod read;
mod rolls;
mod together;
mod values;

use std::sync::{Arc, OnceLock};

pub(crate) use self::objective::Objective;
use self::read::UnitAttack;
use self::together::WeaponRolls;
use self::values::StateValues;
use super::{AttackValue, Outcome};
use crate::sequence::{Aim, Engagement, HeldReroll, Limit, Program};

/// Whether the tables have the shape that is read here, and take no more multiplications than `work`.
pub(super) fn fits(engagement: &Engagement, held_reroll: &HeldReroll, work: f64) -> bool {
    UnitAttack::read(engagement, held_reroll).is_some_and(|attack| attack.work() <= work)
}

/// An attack whose die may be kept for what follows it, from whatever the target has lost.
#[derive(Clone, Debug)]
pub(crate) struct OpenReroll {
    attack: UnitAttack,
    /// About how many multiplications it takes.
    pub(crate) work: f64,
    /// The ways in which its dice fall, listed when they are first needed.
    ways: OnceLock<Vec<WeaponRolls>>,
}

impl OpenReroll {
    /// Reads the tables; `None` if they have no such die, or another shape.
    pub(crate) fn read(engagement: &Engagement) -> Option<Self> {
        Self::of_any_dice(engagement).filter(|open| open.work.is_finite())
    }

    /// The same however many dice a number of attacks is.
    pub(crate) fn of_any_dice(engagement: &Engagement) -> Option<Self> {
        let mut attack = UnitAttack::read(engagement, engagement.held_reroll.as_ref()?)?;
        attack.body.taken = 0;
        Some(Self { work: attack.work(), attack, ways: OnceLock::new() })
    }

    /// The same attack among others, or this one.
    pub(crate) fn shared<'o>(self, mut others: impl Iterator<Item = &'o Arc<Self>>) -> Arc<Self> {
        others.find(|other| other.attack == self.attack).cloned().unwrap_or_else(|| Arc::new(self))
    }

    /// The value of the attack with the die in hand once the target has lost points, for each number from `least` on. `end` is
    /// the value of what follows, by points lost: without the die, and with it.
    pub(crate) fn values<'v>(
        &'v self,
        least: usize,
        end: impl Fn(usize) -> [Objective; 2],
    ) -> impl Iterator<Item = Objective> + 'v {
        let values = self.before(least, end);
        (least..=self.attack.body.wounds()).map(move |lost| values.before_weapon(0, lost)[1])
    }

    /// The chance of every number of points lost, with the die spent and in hand, for each of some numbers before it.
    pub(crate) fn ends(&self, taken: &[usize], end: impl Fn(usize) -> [Objective; 2]) -> Vec<Vec<[f64; 2]>> {
        let values = self.before(taken.iter().copied().min().unwrap_or_default(), end);
        taken.iter().map(|taken| forward::ends(&self.attack, &values, *taken)).collect()
    }

    fn before(&self, least: usize, end: impl Fn(usize) -> [Objective; 2]) -> StateValues<'_> {
        let ways = self.ways.get_or_init(|| WeaponRolls::of_all(&self.attack, false));
        StateValues::before(&self.attack, ways, least, end)
    }
}

/// What the target loses if the die is used as is best; `None` if the tables have another shape, or that takes more
/// multiplications than `work`.
pub(super) fn losses(engagement: &Engagement, held_reroll: &HeldReroll, work: f64) -> Option<AttackValue> {
    let attack = UnitAttack::read(engagement, held_reroll).filter(|attack| attack.work() <= work)?;
    let taken = usize::from(attack.body.taken);
    let [_, Objective { first, second, third }] =
        StateValues::new(&attack, &WeaponRolls::of_all(&attack, false)).before_weapon(0, taken);
    let (destroyed, slain, wounds_lost) = match attack.aim {
        Aim::Destroyed => (first, third, second),
        Aim::Slain => (third, first, second),
        Aim::WoundsLost => (second, third, first),
    };
    // What was lost before does not count.
    Some(AttackValue {
        destroyed,
        slain: slain - attack.body.slain(taken) as f64,
        wounds_lost: wounds_lost - taken as f64,
    })
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
    let ways = WeaponRolls::of_all(&attack, true);
    let values = StateValues::new(&attack, &ways);
    Ok(Some(forward::outcome(&program, &attack, &values)))
}
