//! What monster hunters do to a monster, and it to them (WARCRY-MONSTER).

use super::half;
use crate::error::Error;
use crate::questions::rolls::mean;
use crate::questions::{Answered, Query};
use crate::stats::{Counts, Fraction};

/// Dice that show 4 or more among `value` of them.
fn fours(query: &Query<'_>) -> Result<(u32, Counts<u32>), Error> {
    let value = query.whole("value", 1..=6)? as u32;
    Ok((value, Counts::successes(value, half())))
}

pub(super) fn binding_ropes(query: &Query<'_>) -> Result<Answered, Error> {
    let (value, dice) = fours(query)?;
    let answered = Answered::new(format!("Binding Ropes of value {value}"));
    let lost = match query.maybe_whole("move", 1..=50)? {
        // The floor of 3 never raises a Move that is lower already.
        Some(moves) => dice.map(|n| (*n).min((moves as u32).saturating_sub(3))),
        None => dice,
    };
    Ok(answered
        .line("mean Move lost", mean(&lost))
        .line("some Move is lost", lost.at_least(1))
        .outcomes("Move lost", &lost)
        .note("for the rest of the battle, never below 3"))
}

pub(super) fn go_for_the_eyes(query: &Query<'_>) -> Result<Answered, Error> {
    let attacks = query.whole("attacks", 0..=50)? as u32;
    let uses = query.maybe_whole("uses", 1..=10)?.unwrap_or(1) as u32;
    let criticals = Counts::successes(attacks, Fraction::new(1, 6));
    let one = criticals.at_least(1);
    let taken = Counts::successes(uses, one);
    let mut answered = Answered::new(format!("Go for the Eyes with {attacks} hit dice"))
        .line("the monster loses an attack", one)
        .line("mean critical hits", mean(&criticals));
    if uses > 1 {
        answered = answered.outcomes("Attacks lost", &taken).note("uses add up, to the least of one attack (H-2)");
    }
    Ok(answered.note("a 6 is critical whatever the Strength, and monsters do not react"))
}

pub(super) fn taunt(query: &Query<'_>) -> Result<Answered, Error> {
    let (value, dice) = fours(query)?;
    Ok(Answered::new(format!("Taunt of value {value}")).line("the monster must attack this fighter", dice.at_least(1)))
}

pub(super) fn drag_and_maul(query: &Query<'_>) -> Result<Answered, Error> {
    let (value, dice) = fours(query)?;
    let damage = dice.map(|n| 3 * n);
    let mut answered = Answered::new(format!("Drag and Maul of value {value}")).line("mean damage", mean(&damage));
    if let Some(wounds) = query.maybe_whole("wounds", 1..=250)? {
        answered =
            answered.line(format!("a fighter with {wounds} wounds left is taken down"), damage.at_least(wounds as u32));
    }
    Ok(answered
        .outcomes("damage", &damage)
        .note("no attack action: no cover and no reaction")
        .note(format!("before an attack: `--with \"{value} dice: 4+ -> 3 mortal\"`")))
}
