//! Distances that dice decide: charges, Advances, surge moves.

use super::dice::{ROLLS, rolled};
use super::tabled;
use crate::error::Error;
use crate::games::Phase;
use crate::questions::rolls::{once_more, totals};
use crate::questions::{Answered, Figure, Query, Question, QuestionKey, key, question};
use crate::stats::{Counts, Fraction};

/// How near a charge must end (W40K-CHARGE).
const ENGAGEMENT: f64 = 1.0;
/// How far away a target of a charge may be.
pub(in crate::questions) const FARTHEST: u32 = 12;
/// The bonus of a charge, if any.
pub(in crate::questions) const BONUS: QuestionKey = key("bonus").means("added to the charge roll").or("0");
/// The dice of a charge.
pub(in crate::questions) const ROLL: QuestionKey =
    key("roll").means("2D6, 3D6 drop lowest or 3D6 drop highest").or("2D6");
/// Who fights after a charge.
pub(in crate::questions) const ATTACKER: QuestionKey = key("attacker").means("who fights after the charge");
/// Whom.
pub(in crate::questions) const DEFENDER: QuestionKey = key("defender").means("whom");

/// How far away a target of a charge may be.
pub(in crate::questions) struct Within {
    /// More than this; `None`: as near as can be.
    pub(in crate::questions) over: Option<f64>,
    /// At most this.
    pub(in crate::questions) to: u32,
    /// The rule.
    pub(in crate::questions) hint: &'static str,
}

impl Within {
    fn holds(&self, inches: f64, is_over: bool) -> bool {
        let (near, far) = (self.over.unwrap_or(-1.0), f64::from(self.to));
        inches >= 0.0 && if is_over { (near..far).contains(&inches) } else { inches > near && inches <= far }
    }
}

/// A distance to one target.
#[derive(Clone, Copy)]
pub(in crate::questions) struct Gap<'t> {
    /// As it was given.
    pub(in crate::questions) text: &'t str,
    inches: f64,
    /// It is just over that.
    over: bool,
}

impl<'t> Gap<'t> {
    fn read(query: &Query<'_>, text: &'t str, within: &Within) -> Result<Self, Error> {
        let over = text.starts_with('>');
        let bare = text.trim_start_matches('>').trim().trim_end_matches(['"', '″']);
        let inches = bare.parse().ok().filter(|inches| within.holds(*inches, over));
        let inches = inches.ok_or_else(|| {
            let from = within.over.map_or_else(|| "from 0".to_owned(), |near| format!("over {near}"));
            let far = within.to;
            let example = 3 * far / 4;
            let message =
                format!("`distance={text}`: write inches {from} to {far}, or `>{example}` for just over {example}");
            query.mistake(message).hint(within.hint.to_owned())
        })?;
        Ok(Self { text, inches, over })
    }

    /// The distances that were given, commas between.
    pub(in crate::questions) fn list(query: &Query<'_>, texts: &'t str, within: &Within) -> Result<Vec<Self>, Error> {
        let texts = texts.split(',').map(str::trim).filter(|part| !part.is_empty());
        let gaps = texts.map(|text| Self::read(query, text, within)).collect::<Result<Vec<_>, _>>()?;
        if gaps.is_empty() { Err(query.mistake("`distance` names no target")) } else { Ok(gaps) }
    }

    /// The roll that reaches the target, `more` inches being lost on the way.
    pub(in crate::questions) fn needs(self, more: f64) -> u32 {
        let path = self.inches + more;
        let roll = if self.over { (path + 1e-9).floor() + 1.0 } else { (path - 1e-9).ceil() };
        roll.max(0.0) as u32
    }

    /// What this target alone needs, the chance of it, and with a re-roll: a row of a table.
    pub(in crate::questions) fn row(self, more: f64, roll: &Counts<u32>) -> Vec<Figure> {
        let needs = self.needs(more);
        let chance = roll.at_least(needs);
        vec![format!("{}\"", self.text).into(), i64::from(needs).into(), chance.into(), once_more(chance).into()]
    }
}

pub(super) fn charge(query: &Query<'_>) -> Result<Answered, Error> {
    let within = Within { over: None, to: FARTHEST, hint: "targets of a charge are within 12\" (W40K-CHARGE)" };
    let gaps = Gap::list(query, query.text("distance").unwrap_or_default(), &within)?;
    let bonus = query.maybe_whole("bonus", -12..=12)?.unwrap_or(0);
    let more = query.number("climb", 0.0..=24.0)? + query.number("pivot", 0.0..=2.0)? - bonus as f64 - ENGAGEMENT;
    let roll = rolled(query.choice("roll", ROLLS)?);
    let needs = gaps.iter().map(|gap| gap.needs(more)).max().unwrap_or(0);
    let chance = roll.at_least(needs);
    let again = once_more(chance);
    let mut answered = Answered::new(match gaps.len() {
        1 => format!("Charge at a target {}\" away", gaps[0].text),
        n => format!("One charge at {n} targets"),
    })
    .line("roll needed", i64::from(needs))
    .line("charge made", chance)
    .line("with a Command Re-roll", again);
    if gaps.len() > 1 {
        let rows = gaps.iter().map(|gap| gap.row(more, &roll)).collect();
        let header = ["distance", "needs", "alone", "with a re-roll"];
        answered = answered.table("If one target alone were declared", &header, rows);
        answered = answered.note("one roll must reach every declared target, or nobody moves (W40K-CHARGE)");
    }
    answered = tabled(answered, "charge roll", &roll, &[]).succeeds(i64::from(needs)..=i64::MAX);
    then_fight(query, answered, chance, again)
}

/// What the fight does, if two units were named.
pub(in crate::questions) fn then_fight(
    query: &Query<'_>,
    answered: Answered,
    made: Fraction,
    again: Fraction,
) -> Result<Answered, Error> {
    let (attacker, defender) = (query.text("attacker"), query.text("defender"));
    let (Some(attacker), Some(defender)) = (attacker, defender) else {
        return match attacker.or(defender) {
            None => Ok(answered),
            Some(_) => Err(query.mistake("a fight needs both `attacker=…` and `defender=…`")),
        };
    };
    let odds = query.board.attack(&query.attack_with(&["charged"], Some(Phase::Combat)))?;
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

pub(in crate::questions) const ADVANCE: Question =
    question("advance", "W40K-ADVANCE", advance).means("does a move with an Advance cover a distance?").keys(&[
        key("distance").means("inches to cover").needed(),
        key("move").means("the Move characteristic, dice allowed").or("0"),
        key("advance").means("no: the unit does not Advance").or("yes"),
        key("bonus").means("added to the move").or("0"),
    ]);

fn advance(query: &Query<'_>) -> Result<Answered, Error> {
    let distance = query.number("distance", 0.0..=120.0)?;
    let stride = query.amount("move")?;
    let bonus = query.maybe_whole("bonus", -24..=24)?.unwrap_or(0);
    let advances = query.flag("advance")?;
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

pub(in crate::questions) const SURGE: Question = question("surge", "W40K-SURGE", surge)
    .means("does a surge move, which may be shorter than rolled or declined, cover a distance?")
    .keys(&[key("distance").means("inches to cover").needed(), key("roll").means("what is rolled").or("D6")]);

fn surge(query: &Query<'_>) -> Result<Answered, Error> {
    let distance = query.number("distance", 0.0..=60.0)?;
    let amount = query.amount("roll")?;
    let roll = totals(amount);
    let reached = roll.chance(|roll| f64::from(*roll) + 1e-9 >= distance);
    let answered = Answered::new(format!("Surge move of {amount} over {distance}\"")).line("reached", reached);
    Ok(tabled(answered, "inches", &roll, &[]).note("it is made once a phase, not while Battle-shocked or engaged"))
}
