//! Run, Redeploy and random Moves (AOS-14.1, AOS-CMD-3.0a, AOS-CMD-3.0b, AOS-26.0).

use crate::error::Error;
use crate::questions::rolls::totals;
use crate::questions::{Answered, Figure, Query};
use crate::stats::Counts;

/// The most inches.
const MAX_INCHES: f64 = 250.0;

/// Inches that must be rolled to cover a distance.
fn inches(query: &Query<'_>) -> Result<Option<(f64, u32)>, Error> {
    let typed = query.text("distance").map(|_| query.number("distance", 0.0..=MAX_INCHES)).transpose()?;
    Ok(typed.map(|inches| (inches, inches.ceil() as u32)))
}

pub(super) fn run(query: &Query<'_>) -> Result<Answered, Error> {
    let speed = query.amount("move")?;
    let moved = totals(speed);
    let ran = moved.and(&Counts::die(6), |moved, die| moved + die);
    let doubled = moved.map(|moved| moved + 6);
    let mut answered = Answered::new(format!("Run: Move {speed} and D6"));
    if let Some((inches, need)) = inches(query)? {
        answered = Answered::new(format!("Run over {inches}\": Move {speed} and D6"))
            .line("a Normal Move is enough", moved.at_least(need))
            .line("a Run is enough", ran.at_least(need))
            .line("a Run with At the Double is enough", doubled.at_least(need));
    }
    let average = ran.mean(|inches| f64::from(*inches));
    Ok(answered
        .line("mean inches of a Run", Figure::Number(average))
        .outcomes("inches", &ran)
        .note("a unit that ran does not shoot or charge this turn (AOS-14.1)"))
}

pub(super) fn redeploy(query: &Query<'_>) -> Result<Answered, Error> {
    let die = Counts::die(6);
    let mut answered = Answered::new("Redeploy: up to D6\"");
    if let Some((inches, need)) = inches(query)? {
        answered = Answered::new(format!("Redeploy over {inches}\": D6")).line("it is enough", die.at_least(need));
    }
    Ok(answered
        .outcomes("inches", &die)
        .note("the unit counts as having run: no Covering Fire or Counter-charge this turn (AOS-CMD-3.0a)"))
}
