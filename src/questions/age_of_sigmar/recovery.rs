//! Rally and Heal (AOS-CMD-2.0a, AOS-MOD-2.0, AOS-21.0, AOS-22.0).

use crate::error::Error;
use crate::questions::rolls::{mean, totals};
use crate::questions::{Answered, Figure, Query};
use crate::stats::Counts;

/// Rally rolls of a unit; a Musician adds one (AOS-MOD-2.0).
const RALLY_DICE: u32 = 6;
/// The most rallies of one question: two in each round of a battle of four.
const MAX_RALLIES: i64 = 8;
/// The most dice of a Heal.
const MAX_HEAL_DICE: u8 = 6;
/// The largest Health.
const MAX_HEALTH: i64 = 40;

/// What a unit lacks: models slain, and damage on it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Lack {
    models: u32,
    damage: u32,
}

/// Spends rally points (AMB-20): as many as a model has Health bring one back, one heals one; the rest is lost.
fn spend(lack: Lack, points: u32, health: u32, models_first: bool) -> Lack {
    let healed_first = if models_first { 0 } else { points.min(lack.damage) };
    let back = ((points - healed_first) / health).min(lack.models);
    let left = points - healed_first - back * health;
    let damage = lack.damage - healed_first;
    Lack { models: lack.models - back, damage: damage - left.min(damage) }
}

fn points(musician: bool) -> Counts<u32> {
    Counts::successes(RALLY_DICE + u32::from(musician), Counts::die(6).at_least(4))
}

pub(super) fn rally(query: &Query<'_>) -> Result<Answered, Error> {
    let musician = query.flag("musician")?;
    let dice = RALLY_DICE + u32::from(musician);
    let Some(health) = query.maybe_whole("health", 1..=MAX_HEALTH)? else { return Ok(rally_table(dice)) };
    let rallies = query.whole("rallies", 1..=MAX_RALLIES)? as u32;
    let most = dice * rallies;
    let start = Lack {
        models: query.maybe_whole("slain", 0..=250)?.map_or(most, |slain| slain as u32),
        damage: query.whole("allocated", 0..=health - 1)? as u32,
    };
    let models_first = query.choice("first", &["models", "heal"])? == "models";
    let health = health as u32;
    let after = (0..rallies).fold(Counts::certain(start), |lack, _| {
        lack.and(&points(musician), |lack, points| spend(*lack, *points, health, models_first))
    });
    let back = after.map(|lack| start.models - lack.models);
    let healed = after.map(|lack| start.damage - lack.damage);
    let times = if rallies == 1 { String::new() } else { format!("{rallies} times ") };
    let hurt = start.damage > 0;
    Ok(Answered::new(format!("Rally {times}with {dice} dice, Health {health}"))
        .line("mean models that come back", mean(&back))
        .line("at least one comes back", back.at_least(1))
        .line_if(hurt, "mean damage healed", mean(&healed))
        .line_if(hurt, "all damage healed", healed.at_least(start.damage))
        .line_if(query.text("slain").is_some(), "every slain model comes back", back.at_least(start.models))
        .outcomes("models that come back", &back))
}

fn rally_table(dice: u32) -> Answered {
    let points = points(dice > RALLY_DICE);
    let rows = (1..=7u32).map(|health| {
        let back = points.map(|points| points / health);
        vec![i64::from(health).into(), mean(&back), back.at_least(1).into()]
    });
    let answered = Answered::new(format!("Rally with {dice} dice, each 4+ a point"))
        .line("mean points", mean(&points))
        .table("", &["Health", "mean models back", "at least one"], rows.collect::<Vec<Vec<Figure>>>());
    answered.drawn("rally points", points.pmf())
}

pub(super) fn heal(query: &Query<'_>) -> Result<Answered, Error> {
    let amount = query.amount("amount")?;
    if amount.count > MAX_HEAL_DICE {
        return Err(query.mistake(format!("at most {MAX_HEAL_DICE} dice heal (MAX_HEAL_DICE)")));
    }
    let allocated = query.whole("allocated", 0..=250)? as u32;
    let times = query.whole("times", 1..=10)? as u32;
    let healed = totals(amount);
    let left = (0..times)
        .fold(Counts::certain(allocated), |left, _| left.and(&healed, |left, healed| left.saturating_sub(*healed)));
    let title = if times == 1 { String::new() } else { format!(", {times} times,") };
    Ok(Answered::new(format!("Heal ({amount}){title} with {allocated} damage on the unit"))
        .line("no damage is left", left.chance(|left| *left == 0))
        .line("mean damage left", mean(&left))
        .outcomes("damage left", &left)
        .note("Heal never brings back slain models (AOS-21.0)"))
}
