//! Prayers: chanting over several turns with ritual points (AOS-MAG-3.0).

use super::magic::has_magic;
use super::modified;
use crate::error::Error;
use crate::questions::rolls::row;
use crate::questions::{Answered, Figure, Query};
use crate::stats::{Counts, Pmf};

/// The most rolls in one question.
const MAX_ROLLS: i64 = 20;
/// The largest bonus or penalty.
const MAX_BONUS: i64 = 6;
/// The largest chanting value.
const MAX_VALUE: i64 = 60;
const POLICY: &str = "points are spent as soon as they are enough and banked otherwise";

/// A Priest between chanting rolls: answered, or with this many ritual points.
type Priest = Option<u32>;

/// One chanting roll: spend if that is enough, else bank; an unmodified 1 loses D3 points (AMB-11), and a roll that
/// became 1 does nothing (AMB-10).
fn chant(priest: Priest, value: i64, bonus: i64) -> Counts<Priest> {
    let Some(points) = priest else { return Counts::certain(None) };
    Counts::die(6).then(|die| {
        let roll = modified(*die, bonus);
        if *die == 1 {
            Counts::die(3).map(|lost| Some(points.saturating_sub(*lost)))
        } else if roll < 2 {
            Counts::certain(Some(points))
        } else if roll + i64::from(points) >= value {
            Counts::certain(None)
        } else {
            Counts::certain(Some(points + roll as u32))
        }
    })
}

/// The Priest after 0, 1, 2 … chanting rolls, each with its bonus.
fn chants(value: i64, points: u32, bonuses: &[i64]) -> Vec<Counts<Priest>> {
    let mut after = vec![Counts::certain(Some(points))];
    for bonus in bonuses {
        let next = after[after.len() - 1].then(|priest| chant(*priest, value, *bonus));
        after.push(next);
    }
    after
}

/// What is added to each roll: one number for all, or one for each.
fn bonuses(query: &Query<'_>) -> Result<Vec<i64>, Error> {
    let bonuses = query.wholes("bonus", &(-MAX_BONUS..=MAX_BONUS))?;
    let each = bonuses.len() > 1;
    let rolls = if each && !query.has("rolls") {
        bonuses.len()
    } else {
        query.maybe_whole("rolls", 1..=MAX_ROLLS)?.unwrap_or(1) as usize
    };
    if bonuses.is_empty() || rolls > MAX_ROLLS as usize || (each && bonuses.len() != rolls) {
        return Err(query.mistake("write one bonus for all rolls, or one for each"));
    }
    Ok(if each { bonuses } else { vec![bonuses[0]; rolls] })
}

/// `, +1 to the roll`, if anything is added.
fn written(bonuses: &[i64]) -> String {
    let all: Vec<String> = bonuses.iter().map(|bonus| format!("{bonus:+}")).collect();
    match bonuses {
        _ if bonuses.iter().all(|bonus| *bonus == 0) => String::new(),
        [first, rest @ ..] if rest.iter().all(|bonus| bonus == first) => format!(", {first:+} to the roll"),
        _ => format!(", {} to the rolls", all.join(" ")),
    }
}

pub(super) fn chanting(query: &Query<'_>) -> Result<Answered, Error> {
    has_magic(query, false)?;
    let points = query.whole("points", 0..=MAX_VALUE)? as u32;
    let bonuses = bonuses(query)?;
    let about = format!("from {points} ritual points{}", written(&bonuses));
    let Some(value) = query.maybe_whole("value", 2..=MAX_VALUE)? else {
        return Ok(all_values(points, &bonuses, &about));
    };
    let (after, rolls) = (chants(value, points, &bonuses), bonuses.len());
    let answered_by = |roll: usize| after[roll].chance(Option::is_none);
    let unanswered = |roll: usize| after[roll].chance(Option::is_some).value();
    let rows = (1..=rolls).map(|roll| {
        let held = after[roll].mean(|priest| priest.map_or(0.0, f64::from));
        let held = if unanswered(roll) > 0.0 { Figure::Number(held / unanswered(roll)) } else { Figure::Empty };
        let now = Figure::Probability(unanswered(roll - 1) - unanswered(roll));
        vec![(roll as i64).into(), answered_by(roll).into(), now, held]
    });
    let answered = Answered::new(format!("Chanting {value} {about}"))
        .line("answered by the first roll", answered_by(1))
        .line(format!("answered by roll {rolls}"), answered_by(rolls))
        .table("", &["roll", "answered by then", "with this roll", "mean points if not"], rows.collect())
        .note(POLICY);
    let mut weights: Vec<f64> = (0..rolls).map(|roll| unanswered(roll) - unanswered(roll + 1)).collect();
    weights.push(unanswered(rolls));
    let axis = format!("rolls without an answer, of {rolls}");
    Ok(answered.drawn(axis, Pmf::from_weights(weights)))
}

/// The table for every chanting value that is printed on warscrolls.
fn all_values(points: u32, bonuses: &[i64], about: &str) -> Answered {
    let rows = (3..=10).map(|value| {
        let after = chants(value, points, bonuses);
        row(value, after[1..].iter().map(|priest| priest.chance(Option::is_none)))
    });
    let columns = (1..=bonuses.len()).map(|roll| format!("roll {roll}"));
    let header: Vec<String> = std::iter::once("chanting value".to_owned()).chain(columns).collect();
    Answered::new(format!("Chanting {about}: answered by each roll")).table("", &header, rows.collect()).note(POLICY)
}
