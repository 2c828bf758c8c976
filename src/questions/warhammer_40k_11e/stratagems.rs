//! Mortal wounds of stratagems.

use crate::error::Error;
use crate::questions::rolls::mean;
use crate::questions::warhammer_40k::mortal::{TARGET, inflicted};
use crate::questions::warhammer_40k::victim::{Victim, suffer};
use crate::questions::{Answered, Figure, Query, Question, key, question};
use crate::stats::{Counts, Fraction};

/// The most mortal wounds that either side suffers from a Crushing Impact.
const MOST: u32 = 6;

pub(super) const EXPLOSIVES: Question = question("explosives", "W40K-STRAT-EXPLOSIVES", explosives)
    .means("Explosives: six dice, a mortal wound for each 4+, on a unit within 8\"")
    .keys(&[TARGET]);

fn explosives(query: &Query<'_>) -> Result<Answered, Error> {
    inflicted(query, "Explosives".to_owned(), &Counts::successes(6, Fraction::new(1, 2)))
}

pub(super) const CRUSHING_IMPACT: Question = question("crushing-impact", "W40K-STRAT-CRUSHING-IMPACT", crushing_impact)
    .means("Crushing Impact: a die for each point of Toughness; 5+ hurts the enemy, 1 oneself, six at most each")
    .keys(&[
        key("toughness").means("of the MONSTER or VEHICLE that charged").needed(),
        TARGET,
        key("unit").means("whose impact it is, written like `target`"),
    ]);

/// Mortal wounds on the enemy and on the own unit, which come from the same dice.
fn impacts(dice: u32) -> Counts<(u32, u32)> {
    let die = Counts::die(6).map(|face| (u32::from(*face >= 5), u32::from(*face == 1)));
    let all =
        (0..dice).fold(Counts::certain((0, 0)), |sum, _| sum.and(&die, |sum, die| (sum.0 + die.0, sum.1 + die.1)));
    all.map(|(enemy, own)| ((*enemy).min(MOST), (*own).min(MOST)))
}

fn crushing_impact(query: &Query<'_>) -> Result<Answered, Error> {
    let dice = query.whole("toughness", 1..=40)? as u32;
    let both = impacts(dice);
    let (enemy, own) = (both.map(|(enemy, _)| *enemy), both.map(|(_, own)| *own));
    let mut answered = inflicted(query, format!("Crushing Impact, {dice} dice"), &enemy)?
        .line("mean mortal wounds on oneself", mean(&own))
        .line("at least one on oneself", own.at_least(1));
    let columns = (0..=MOST.min(dice)).map(|n| format!("{n} on oneself"));
    let header: Vec<String> = std::iter::once("on the enemy".to_owned()).chain(columns).collect();
    let rows = (0..=MOST.min(dice)).map(|enemy| {
        let chance = |own: u32| Figure::from(both.chance(|entry| *entry == (enemy, own)));
        std::iter::once(Figure::from(i64::from(enemy))).chain((0..=MOST.min(dice)).map(chance)).collect()
    });
    answered = answered.table("Both together", &header, rows.collect());
    if let Some(unit) = Victim::maybe(query, "unit")? {
        answered = suffer(answered, &unit, &own);
    }
    Ok(answered
        .note("each is six at most; a die that hurts the enemy does not hurt oneself (W40K-STRAT-CRUSHING-IMPACT)"))
}
