//! Distances that dice decide: charges, Advances, surge moves.

use super::dice::{ROLLS, rolled};
use super::tabled;
use crate::error::Error;
use crate::games::Phase;
use crate::questions::rolls::{once_more, totals};
use crate::questions::{Answered, Figure, Inquiry, Question, key};
use crate::stats::{Counts, Fraction};

/// How near a charge must end (W40K-CHARGE).
const ENGAGEMENT: f64 = 1.0;
/// How far away a target of a charge may be.
const FARTHEST: f64 = 12.0;

pub(super) const CHARGE: Question = Question {
    name: "charge",
    short: "does a charge reach its targets, and what does the fight do then?",
    keys: &[
        key("distance").means("inches to each target, commas between; `>9` is just over 9").needed(),
        key("climb").means("inches up and down on the way, beyond what is free").or("0"),
        key("pivot").means("the pivot value, if the model turns on the way").or("0"),
        key("bonus").means("added to the charge roll").or("0"),
        key("roll").means("2D6, 3D6 drop lowest or 3D6 drop highest").or("2D6"),
        key("attacker").means("who fights after the charge"),
        key("defender").means("whom"),
    ],
    rule: "W40K-CHARGE",
    answer: charge,
};

/// A distance to one target.
#[derive(Clone, Copy)]
struct Gap {
    inches: f64,
    /// It is just over that.
    over: bool,
}

impl Gap {
    fn read(asked: &Inquiry<'_>, text: &str) -> Result<Self, Error> {
        let bare = text.trim_start_matches('>').trim().trim_end_matches(['"', '″']);
        let inches = bare.parse().ok().filter(|inches| (0.0..=FARTHEST).contains(inches));
        let wrong = || {
            let message = format!("`distance={text}`: write inches from 0 to {FARTHEST}, or `>9` for just over 9");
            asked.mistake(message).hint("targets of a charge are within 12\" (W40K-CHARGE)".to_owned())
        };
        Ok(Self { inches: inches.ok_or_else(wrong)?, over: text.starts_with('>') })
    }

    /// The roll that reaches the target, `more` inches being lost on the way.
    fn needs(self, more: f64) -> u32 {
        let path = self.inches - ENGAGEMENT + more;
        let roll = if self.over { (path + 1e-9).floor() + 1.0 } else { (path - 1e-9).ceil() };
        roll.max(0.0) as u32
    }
}

fn charge(asked: &Inquiry<'_>) -> Result<Answered, Error> {
    let texts = asked.text("distance").unwrap_or_default().split(',').map(str::trim).filter(|part| !part.is_empty());
    let gaps = texts.map(|text| Ok((text, Gap::read(asked, text)?))).collect::<Result<Vec<_>, Error>>()?;
    if gaps.is_empty() {
        return Err(asked.mistake("`distance` names no target"));
    }
    let bonus = asked.maybe_whole("bonus", -12..=12)?.unwrap_or(0);
    let more = asked.number("climb", 0.0..=24.0)? + asked.number("pivot", 0.0..=2.0)? - bonus as f64;
    let roll = rolled(asked.choice("roll", ROLLS)?);
    let needs = gaps.iter().map(|(_, gap)| gap.needs(more)).max().unwrap_or(0);
    let chance = roll.at_least(needs);
    let again = once_more(chance);
    let mut answered = Answered::new(match gaps.len() {
        1 => format!("Charge at a target {}\" away", gaps[0].0),
        n => format!("One charge at {n} targets"),
    })
    .line("roll needed", i64::from(needs))
    .line("charge made", chance)
    .line("with a Command Re-roll", again);
    if gaps.len() > 1 {
        let rows = gaps
            .iter()
            .map(|(text, gap)| {
                let needs = gap.needs(more);
                let chance = roll.at_least(needs);
                let inches = format!("{text}\"");
                vec![inches.into(), i64::from(needs).into(), chance.into(), once_more(chance).into()]
            })
            .collect();
        let header = ["distance", "needs", "alone", "with a re-roll"];
        answered = answered.table("If one target alone were declared", &header, rows);
        answered = answered.note("one roll must reach every declared target, or nobody moves (W40K-CHARGE)");
    }
    answered = tabled(answered, "charge roll", &roll, &[]);
    then_fight(asked, answered, chance, again)
}

/// What the fight does, if two units were named.
pub(in crate::questions) fn then_fight(
    asked: &Inquiry<'_>,
    answered: Answered,
    made: Fraction,
    again: Fraction,
) -> Result<Answered, Error> {
    let (attacker, defender) = (asked.text("attacker"), asked.text("defender"));
    let (Some(attacker), Some(defender)) = (attacker, defender) else {
        return match attacker.or(defender) {
            None => Ok(answered),
            Some(_) => Err(asked.mistake("a fight needs both `attacker=…` and `defender=…`")),
        };
    };
    let odds = asked.attack(&asked.attack_with(&["charged"], Some(Phase::Combat)))?;
    let row = |what: &str, value: f64, figure: fn(f64) -> Figure| {
        vec![what.into(), figure(value), figure(value * made.value()), figure(value * again.value())]
    };
    let rows = vec![
        row("mean wounds lost", odds.wounds_lost.mean(), Figure::Number),
        row("mean models slain", odds.slain.mean(), Figure::Number),
        row("P(destroyed)", odds.destroyed, Figure::Probability),
    ];
    let header = ["", "charge made", "before the roll", "with a Command Re-roll"];
    Ok(answered.table(&format!("{attacker} then fights {defender}"), &header, rows))
}

pub(in crate::questions) const ADVANCE: Question = Question {
    name: "advance",
    short: "does a move with an Advance cover a distance?",
    keys: &[
        key("distance").means("inches to cover").needed(),
        key("move").means("the Move characteristic, dice allowed").or("0"),
        key("advance").means("no: the unit does not Advance").or("yes"),
        key("bonus").means("added to the move").or("0"),
    ],
    rule: "W40K-ADVANCE",
    answer: advance,
};

fn advance(asked: &Inquiry<'_>) -> Result<Answered, Error> {
    let distance = asked.number("distance", 0.0..=120.0)?;
    let stride = asked.amount("move")?;
    let bonus = asked.maybe_whole("bonus", -24..=24)?.unwrap_or(0);
    let advances = asked.flag("advance")?;
    let walked = Counts::dice(u32::from(stride.count), u32::from(stride.sides));
    let walked = walked.map(|sum| (i64::from(*sum) + i64::from(stride.plus) + bonus).max(0) as u32);
    let die = if advances { Counts::die(6) } else { Counts::certain(0) };
    let total = walked.and(&die, |walked, die| walked + die);
    let reaches = |total: &u32| f64::from(*total) + 1e-9 >= distance;
    // The Advance roll is rolled again once the Move is known, if it falls short.
    let again = walked.then(|walked| {
        die.then(|first| if reaches(&(walked + first)) { Counts::certain(*first) } else { die.clone() })
            .map(move |die| walked + die)
    });
    let mut answered =
        Answered::new(format!("Move {stride}{} over {distance}\"", if advances { " and Advance" } else { "" }))
            .line("reached", total.chance(reaches));
    if advances {
        answered = answered.line("with a Command Re-roll of the Advance", again.chance(reaches));
    }
    Ok(tabled(answered, "inches", &total, &[]))
}

pub(in crate::questions) const SURGE: Question = Question {
    name: "surge",
    short: "does a surge move, which may be shorter than rolled or declined, cover a distance?",
    keys: &[key("distance").means("inches to cover").needed(), key("roll").means("what is rolled").or("D6")],
    rule: "W40K-SURGE",
    answer: |asked| {
        let distance = asked.number("distance", 0.0..=60.0)?;
        let amount = asked.amount("roll")?;
        let roll = totals(amount);
        let reached = roll.chance(|roll| f64::from(*roll) + 1e-9 >= distance);
        let answered = Answered::new(format!("Surge move of {amount} over {distance}\"")).line("reached", reached);
        Ok(tabled(answered, "inches", &roll, &[]).note("it is made once a phase, not while Battle-shocked or engaged"))
    },
};
