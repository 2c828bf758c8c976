//! Hazard rolls: for Hazardous weapons, Desperate Escapes and wrecked transports.

use crate::error::Error;
use crate::questions::rolls::mean;
use crate::questions::warhammer_40k::dice::rolled;
use crate::questions::warhammer_40k::victim::{HOW, Victim, gets_out, sheet, suffer};
use crate::questions::warhammer_40k::{one_again, tabled};
use crate::questions::{Answered, Figure, Query};
use crate::stats::{Counts, Fraction};

/// A hazard roll fails up to this face (06.03).
const FAILS_TO: i64 = 2;
/// Mortal wounds of a failed roll where every model is a MONSTER or a VEHICLE.
const HEAVY: u32 = 3;
/// The most dice that these questions roll.
const MOST: i64 = 100;

pub(super) fn hazard(query: &Query<'_>) -> Result<Answered, Error> {
    let rolls = query.whole("rolls", 1..=MOST)? as u32;
    let unit = query.text("unit").map(|text| Unit::read(query, text)).transpose()?;
    let heavy = is_heavy(query, unit.as_ref())?;
    let (answered, mortal) = rolled_for(query, "Hazard rolls", rolls, heavy)?;
    Ok(match unit {
        Some(unit) => suffer(answered, &unit.victim, &mortal),
        None => answered.note(format!("`unit=…` says who suffers: {HOW}")),
    }
    .note("they come after all attacks; the mortal wounds are allocated to the unit and spill"))
}

/// A unit that rolls.
struct Unit {
    victim: Victim,
    heavy: bool,
    leadership: Option<u8>,
}

impl Unit {
    fn read(query: &Query<'_>, text: &str) -> Result<Self, Error> {
        let victim = Victim::read(query, text)?;
        let plain = Self { heavy: false, leadership: None, victim };
        if plain.victim.name == text && text.starts_with(|c: char| c.is_ascii_digit()) && text.contains('x') {
            return Ok(plain);
        }
        let sheet = sheet(&query.board.unit(text)?)?;
        let is_heavy = |keywords: &[String]| {
            keywords.iter().any(|word| ["MONSTER", "VEHICLE"].iter().any(|heavy| word.eq_ignore_ascii_case(heavy)))
        };
        let of_group = |part: &[String]| if part.is_empty() { is_heavy(&sheet.keywords) } else { is_heavy(part) };
        let heavy =
            sheet.groups.iter().filter(|group| group.count.is_any()).all(|group| of_group(&group.part_keywords));
        Ok(Self { heavy, leadership: sheet.leadership.map(|leadership| leadership.on), ..plain })
    }
}

fn is_heavy(query: &Query<'_>, unit: Option<&Unit>) -> Result<bool, Error> {
    let typed = query.flag("heavy")?;
    Ok(if query.has("heavy") { typed } else { unit.is_some_and(|unit| unit.heavy) })
}

/// The chance that one roll fails.
fn fails(query: &Query<'_>) -> Result<Fraction, Error> {
    let bonus = query.maybe_whole("bonus", -6..=6)?.unwrap_or(0);
    Ok(Fraction::new((FAILS_TO - bonus).clamp(0, 6) as u128, 6))
}

/// This many rolls, and the mortal wounds that they bring.
fn rolled_for(query: &Query<'_>, what: &str, rolls: u32, heavy: bool) -> Result<(Answered, Counts<u32>), Error> {
    let fails = fails(query)?;
    let each = if heavy { HEAVY } else { 1 };
    let (failed, again) = (Counts::successes(rolls, fails), one_again(rolls, fails));
    let mortal = failed.map(|failed| failed * each);
    let answered = Answered::new(format!("{what}: {rolls}"))
        .line("no roll fails", failed.at_least(1).rest())
        .line("no roll fails, with a Command Re-roll", again.at_least(1).rest())
        .line("mean rolls failed", mean(&failed))
        .line("mean mortal wounds", mean(&mortal));
    let others = [("at least, with a Command Re-roll", &again)];
    Ok((tabled(answered, "rolls failed", &failed, &others), mortal))
}

pub(super) fn desperate_escape(query: &Query<'_>) -> Result<Answered, Error> {
    let unit = Unit::read(query, query.text("unit").unwrap_or_default())?;
    let heavy = is_heavy(query, Some(&unit))?;
    let models = unit.victim.models();
    let (answered, mortal) = rolled_for(query, "Desperate Escape, a hazard roll for each model", models, heavy)?;
    let lost = unit.victim.suffers(unit.victim.taken, &mortal);
    let standing = lost.chance(|lost| unit.victim.slain(*lost) < models);
    let answered = suffer(answered, &unit.victim, &mortal);
    if query.flag("shocked")? {
        return Ok(answered.note("a unit that is Battle-shocked already makes no battle-shock roll"));
    }
    let leadership = query.target_to("leadership", 9)?.or(unit.leadership);
    Ok(match leadership {
        Some(on) => {
            let shocked = rolled("2D6").chance(|roll| *roll < u32::from(on));
            answered
                .line("the battle-shock roll fails", shocked)
                .line("stands and is Battle-shocked", Figure::Probability(standing.value() * shocked.value()))
                .line("stands and is not", Figure::Probability(standing.value() * shocked.rest().value()))
        }
        None => answered.note("`leadership=…` says on what the battle-shock roll after it is made"),
    })
}

pub(super) fn disembark(query: &Query<'_>) -> Result<Answered, Error> {
    let texts = query.text("passengers").unwrap_or_default();
    let texts = texts.split(',').map(str::trim).filter(|part| !part.is_empty());
    let units = texts.map(|text| Unit::read(query, text)).collect::<Result<Vec<_>, Error>>()?;
    let fails = fails(query)?;
    let mortal = |unit: &Unit| -> Result<Counts<u32>, Error> {
        let each = if is_heavy(query, Some(unit))? { HEAVY } else { 1 };
        Ok(Counts::successes(unit.victim.models(), fails).map(|failed| failed * each))
    };
    let suffered = units.iter().map(|unit| Ok((&unit.victim, mortal(unit)?))).collect::<Result<Vec<_>, Error>>()?;
    if suffered.is_empty() {
        return Err(query.mistake(format!("`passengers` names nobody; write {HOW}")));
    }
    Ok(gets_out(Answered::new("Getting out: a hazard roll for each model"), &suffered)
        .note("the units are Battle-shocked (W40K-DESTROYED-TRANSPORT)"))
}
