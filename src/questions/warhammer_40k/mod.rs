//! Dice questions of this game, one file for each family.

pub(super) mod charge;
pub(super) mod demise;
pub(super) mod dice;
mod losses;
pub(super) mod morale;
pub(super) mod mortal;
pub(super) mod reroll;
mod saves;
pub(super) mod victim;

use crate::questions::{Answered, Figure, Question};
use crate::stats::{Counts, Fraction};

pub(super) const QUESTIONS: &[Question] = &[
    charge::CHARGE,
    charge::ADVANCE,
    charge::SURGE,
    morale::BATTLE_SHOCK,
    losses::DESPERATE_ESCAPE,
    losses::HAZARDOUS,
    losses::DESTROYED_TRANSPORT,
    demise::DEADLY_DEMISE,
    mortal::GRENADE,
    mortal::TANK_SHOCK,
    mortal::MORTAL_WOUNDS,
    reroll::COMMAND_REROLL,
    reroll::REROLL_ONE,
    saves::BEST_SAVE,
    dice::TWO_DICE,
    dice::D66,
    dice::ROLL_OFF,
];

/// `n` tests of which each fails with `chance`, one failed test rolled again: the failures.
pub(super) fn one_again(n: u32, chance: Fraction) -> Counts<u32> {
    Counts::successes(n, chance).then(|failed| match *failed {
        0 => Counts::certain(0),
        failed => Counts::successes(1, chance).map(|again| failed - 1 + again),
    })
}

/// Adds the chances of each value, and of at least each, beside others of the same kind.
pub(super) fn tabled(
    answered: Answered,
    axis: &str,
    counts: &Counts<u32>,
    others: &[(&str, &Counts<u32>)],
) -> Answered {
    let mut header = vec![axis, "exactly", "at least"];
    header.extend(others.iter().map(|(title, _)| *title));
    let first = counts.each().next().map_or(0, |(value, _)| *value);
    let highest =
        others.iter().map(|(_, other)| victim::largest(other)).max().unwrap_or(0).max(victim::largest(counts));
    let rows = (first..=highest)
        .map(|value| {
            let mut row = vec![Figure::Whole(i64::from(value))];
            row.push(counts.chance(|count| *count == value).into());
            row.push(counts.at_least(value).into());
            row.extend(others.iter().map(|(_, other)| Figure::from(other.at_least(value))));
            row
        })
        .collect();
    answered.table("", &header, rows).drawn(axis, counts.pmf())
}
