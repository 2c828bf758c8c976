//! Plain dice: two of them, D66, and the roll-off.

use crate::error::Error;
use crate::questions::rolls::{once_more, rounds, tied};
use crate::questions::{Answered, Figure, Query, Question, key, question};
use crate::stats::{Counts, Fraction};

/// Dice of which some are dropped (W40K-DISCARD).
pub(in crate::questions) const ROLLS: &[&str] = &["2D6", "3D6 drop lowest", "3D6 drop highest"];

/// The sum of a roll of [`ROLLS`].
pub(in crate::questions) fn rolled(roll: &str) -> Counts<u32> {
    let faces = || Counts::die(6).then(|a| Counts::die(6).then(move |b| Counts::die(6).map(move |c| [*a, *b, *c])));
    let a_sum = |dropped: fn(&[u32; 3]) -> u32| faces().map(move |dice| dice.iter().sum::<u32>() - dropped(dice));
    match roll {
        "3D6 drop lowest" => a_sum(|dice| dice.iter().copied().min().unwrap_or(0)),
        "3D6 drop highest" => a_sum(|dice| dice.iter().copied().max().unwrap_or(0)),
        _ => Counts::dice(2, 6),
    }
}

pub(in crate::questions) const TWO_DICE: Question = question("two-dice", "W40K-DISCARD", two_dice)
    .means("2D6, once and with one re-roll, and 3D6 without the lowest or the highest")
    .keys(&[key("at-least").means("the total to reach")]);

fn two_dice(query: &Query<'_>) -> Result<Answered, Error> {
    let [plain, lowest, highest] = [0, 1, 2].map(|roll| rolled(ROLLS[roll]));
    let mut answered = Answered::new("Totals of two dice");
    let least = query.maybe_whole("at-least", 2..=12)?;
    if let Some(n) = least {
        let chance = plain.at_least(n as u32);
        answered = answered
            .line(format!("{n} or more on 2D6"), chance)
            .line("with a re-roll of failures", once_more(chance))
            .line("on 3D6 without the lowest", lowest.at_least(n as u32))
            .line("on 3D6 without the highest", highest.at_least(n as u32));
    }
    let rows = (2..=12u32)
        .map(|n| {
            let chance = plain.at_least(n);
            vec![
                i64::from(n).into(),
                plain.chance(|total| *total == n).into(),
                chance.into(),
                once_more(chance).into(),
                lowest.at_least(n).into(),
                highest.at_least(n).into(),
            ]
        })
        .collect();
    let header = ["total", "exactly", "at least", "with a re-roll", "3D6 drop lowest", "3D6 drop highest"];
    let drawn = answered.table("", &header, rows).drawn("total of 2D6", plain.pmf());
    Ok(least
        .map_or(drawn.clone(), |least| drawn.succeeds(least..=i64::MAX))
        .note("a re-roll rolls both dice (W40K-REROLL); the last three columns are chances of at least the total"))
}

pub(in crate::questions) const D66: Question =
    question("d66", "W40K-D66", d66).means("a roll on a D66 table: tens and units").keys(&[
        key("from").means("the first row that counts").or("11"),
        key("to").means("the last row that counts").or("66"),
    ]);

fn d66(query: &Query<'_>) -> Result<Answered, Error> {
    let (from, to) = (query.whole("from", 11..=66)?, query.whole("to", 11..=66)?);
    if from > to {
        return Err(query.mistake(format!("no row lies from {from} to {to}")));
    }
    let counts = Counts::die(6).and(&Counts::die(6), |tens, units| 10 * tens + units);
    let fits = counts.chance(|row| (from..=to).contains(&i64::from(*row)));
    Ok(Answered::new(format!("D66: a row from {from} to {to}")).line("chance", fits))
}

pub(in crate::questions) const ROLL_OFF: Question =
    question("roll-off", "W40K-ROLLOFF", roll_off).means("each player rolls a D6, ties roll again");

fn roll_off(_: &Query<'_>) -> Result<Answered, Error> {
    let tie = tied(2).chance(|many| *many > 1);
    Ok(Answered::new("A roll-off")
        .line("won", Fraction::new(1, 2))
        .line("a round is tied and rolled again", tie)
        .line("mean rounds until it is decided", Figure::Number(rounds(2)))
        .note("it is neither re-rolled nor modified (W40K-ROLLOFF)"))
}
