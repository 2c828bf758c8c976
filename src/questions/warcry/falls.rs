//! Falls, jumps, climbs and deadly terrain (WARCRY-IMPACT), and what a disengaging fighter risks (WARCRY-STRIKE).

use super::coin;
use crate::error::Error;
use crate::questions::rolls::mean;
use crate::questions::{Answered, Query};
use crate::report::counted;
use crate::stats::{Counts, Fraction};

/// One impact roll.
fn impact() -> Counts<u32> {
    Counts::die(6).map(|face| match face {
        1 => 3,
        2 | 3 => 1,
        _ => 0,
    })
}

pub(super) fn falls(query: &Query<'_>) -> Result<Answered, Error> {
    let number = |key: &str, most: i64| query.whole(key, 0..=most).map(|n| n as u32);
    let (mut impacts, deadly) = (number("impacts", 5)?, number("deadly", 5)?);
    if query.has("distance") {
        if query.has("impacts") {
            return Err(query.mistake("`distance` says how many impact rolls there are: leave out `impacts`"));
        }
        // WARCRY-FALL: less than 2" causes no impact damage.
        impacts = u32::from(query.number("distance", 0.0..=100.0)? >= 2.0);
    }
    let fighters = query.maybe_whole("fighters", 1..=15)?.unwrap_or(1) as u32;
    let tested = query.flag("test")?;
    let fall = impact().times(impacts).and(&Counts::dice(deadly, 6), |impacts, deadly| impacts + deadly);
    let one = if tested {
        Counts::die(6).then(|face| if *face == 1 { fall.clone() } else { Counts::certain(0) })
    } else {
        fall
    };
    let all = one.times(fighters);
    let words = if tested { "A falling test, then " } else { "" };
    let terrain = if deadly > 0 { format!(" and {deadly} D6 of deadly terrain") } else { String::new() };
    let mut answered = Answered::new(format!("{words}{}{terrain}", counted(impacts.into(), "impact roll")))
        .line("mean damage", mean(&all))
        .line("no damage at all", all.chance(|n| *n == 0))
        .line_if(fighters > 1, format!("mean damage of each of {fighters}"), mean(&one));
    if let Some(wounds) = query.maybe_whole("wounds", 1..=250)? {
        let down = one.at_least(wounds as u32);
        let any = Counts::successes(fighters, down).at_least(1);
        answered = answered.line(format!("a fighter with {wounds} wounds left is taken down"), down).line_if(
            fighters > 1,
            "at least one of them is",
            any,
        );
    }
    Ok(answered.outcomes("damage", &all))
}

pub(super) fn disengage(query: &Query<'_>) -> Result<Answered, Error> {
    let enemies = query.maybe_whole("enemies", 0..=15)?.unwrap_or(1);
    let damage = if enemies == 0 {
        Counts::certain(0)
    } else {
        coin().then(|hit| if *hit { Counts::die(6) } else { Counts::certain(0) })
    };
    let mut answered = Answered::new("A fighter disengages")
        .line("mean damage", mean(&damage))
        .line("no damage", damage.chance(|n| *n == 0));
    if let Some(wounds) = query.maybe_whole("wounds", 1..=250)? {
        let down: Fraction = damage.at_least(wounds as u32);
        answered = answered.line(format!("it is taken down with {wounds} wounds left, and never moves"), down);
    }
    let several = "one reaction for each action: only one of the enemies strikes (WARCRY-REACT-ECON)";
    Ok(answered
        .note_if(enemies > 1, several)
        .outcomes("damage", &damage)
        .note("a monster does not react; a fighter that carries treasure may not disengage"))
}
