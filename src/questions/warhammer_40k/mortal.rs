//! Mortal wounds without an attack: Grenade, Tank Shock, or any number of them.

use super::losses::EDITIONS;
use super::tabled;
use super::victim::{Victim, suffer};
use crate::error::Error;
use crate::questions::rolls::{mean, totals};
use crate::questions::{Answered, Query, Question, QuestionKey, key, question};
use crate::stats::{Counts, Fraction};

/// The most mortal wounds of Tank Shock.
const SHOCK: u32 = 6;

pub(in crate::questions) const TARGET: QuestionKey =
    key("target").means("a unit by name, or `5x2` (5 models of 2 wounds), with `fnp 5+`, `lost 1`");

/// The most mortal wounds that are computed.
const MOST: u32 = 250;

/// The chances of each number of mortal wounds, and what they do to the target if one was given.
pub(in crate::questions) fn inflicted(
    query: &Query<'_>,
    title: String,
    mortal: &Counts<u32>,
) -> Result<Answered, Error> {
    let answered = Answered::new(title)
        .line("mean mortal wounds", mean(mortal))
        .line("at least one mortal wound", mortal.at_least(1));
    let answered = tabled(answered, "mortal wounds", mortal, &[]);
    Ok(match Victim::maybe(query, "target")? {
        Some(victim) => suffer(answered, &victim, mortal).note("mortal wounds spill from model to model (W40K-MORTAL)"),
        None => answered,
    })
}

pub(super) fn grenade(query: &Query<'_>) -> Result<Answered, Error> {
    let answered = inflicted(query, "Grenade".to_owned(), &Counts::successes(6, Fraction::new(1, 2)))?;
    Ok(answered.note("these dice are not re-rolled with Command Re-roll (W40K-STRAT-COMMAND-REROLL)"))
}

pub(super) fn tank_shock(query: &Query<'_>) -> Result<Answered, Error> {
    let needs = |key: &str| {
        let typed = query.maybe_whole(key, 1..=40)?;
        typed.map(|n| n as u32).ok_or_else(|| query.mistake(format!("say `{key}=…`")))
    };
    let dice = if query.choice("edition", EDITIONS)? == "core" {
        let (strength, toughness) = (needs("strength")?, needs("target-toughness")?);
        strength + if strength > toughness { 2 } else { 0 }
    } else {
        needs("toughness")?
    };
    let mortal = Counts::successes(dice, Fraction::new(1, 3)).map(|hits| (*hits).min(SHOCK));
    let answered = inflicted(query, format!("Tank Shock, {dice} dice"), &mortal)?;
    Ok(answered.note("these dice are not re-rolled with Command Re-roll (W40K-STRAT-COMMAND-REROLL)"))
}

pub(in crate::questions) const MORTAL_WOUNDS: Question = question("mortal-wounds", "W40K-MORTAL", mortal_wounds)
    .means("what do so many mortal wounds do to a unit?")
    .keys(&[
        key("amount").means("how many, dice allowed: D3+3").needed(),
        key("dice").means("instead: each of so many dice that reaches `on` brings the amount"),
        key("on").means("what such a die must show").or("4+"),
        TARGET,
    ]);

fn mortal_wounds(query: &Query<'_>) -> Result<Answered, Error> {
    let amount = query.amount("amount")?;
    let dice = query.maybe_whole("dice", 1..=60)?;
    if u32::from(amount.max()) * dice.unwrap_or(1) as u32 > MOST {
        return Err(query.mistake(format!("at most {MOST} mortal wounds are computed")));
    }
    let one = totals(amount);
    let Some(dice) = dice else {
        return inflicted(query, format!("{amount} mortal wounds"), &one);
    };
    let on = query.target("on")?.unwrap_or(7);
    let hits = Counts::successes(dice as u32, Fraction::new(u128::from(7 - on.min(7)), 6));
    let mortal = hits.then(|hits| one.times(*hits));
    inflicted(query, format!("{amount} mortal wounds for each {on}+ of {dice} dice"), &mortal)
}
