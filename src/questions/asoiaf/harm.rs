//! Wounds that no attack deals, and wounds that come back.

use super::{named, wounds};
use crate::error::Error;
use crate::games::asoiaf::unit::UnitCard;
use crate::questions::{Answered, Figure, Query};
use crate::stats::Counts;

/// ASOIAF-DANGEROUS, ASOIAF-ADWD-B: wounds without a save that call for no test.
pub(super) fn suffer(query: &Query<'_>) -> Result<Answered, Error> {
    let unit = named(query, "unit")?;
    let left = wounds(query, unit.as_ref())?;
    let left = left.ok_or_else(|| query.mistake("say `wounds=4` or `unit=…`"))?;
    let amount = query.amount("amount")?;
    if amount.count > 1 {
        return Err(query.mistake("at most one die of wounds is suffered here"));
    }
    let plus = u32::from(amount.plus);
    let lost = if amount.count == 0 { Counts::certain(0) } else { Counts::die(u32::from(amount.sides)) };
    let lost = lost.map(|face| face + plus);
    let mut answered = Answered::new(format!("{amount} wounds without a save to a unit with {left} left"))
        .line("wounds on average", Figure::Number(lost.map(|n| *n.min(&left)).mean(|n| f64::from(*n))))
        .line("destroyed", lost.chance(|n| *n >= left && left > 0));
    if let Some(unit) = &unit {
        let ranks = |gone: u32| unit.ranks(ranks_at(unit, left).saturating_add(gone as u16));
        let now = ranks(0);
        answered = answered.line("loses a rank or more", lost.chance(|n| ranks(*n) < now));
        let rows = lost
            .each()
            .map(|(n, chance)| vec![Figure::Whole(i64::from(*n)), chance.into(), Figure::Whole(i64::from(ranks(*n)))])
            .collect();
        answered = answered.table("", &["wounds", "exactly", "ranks left"], rows);
    }
    Ok(answered.note("no save and no panic test (ASOIAF-WOUND)"))
}

/// Points that a unit has lost when this many wounds are left.
fn ranks_at(unit: &UnitCard, left: u32) -> u16 {
    unit.wounds().saturating_sub(left.min(u32::from(u16::MAX)) as u16)
}

/// ASOIAF-HEAL, ASOIAF-ZONE-WEALTH: no dice, but ranks come back, and attack dice with them.
pub(super) fn heal(query: &Query<'_>) -> Result<Answered, Error> {
    let unit = named(query, "unit")?.ok_or_else(|| query.mistake("say `unit=…`"))?;
    let left = wounds(query, Some(&unit))?.unwrap_or(0).min(u32::from(unit.wounds())) as u16;
    if left == 0 {
        return Err(query.mistake("a unit that is destroyed is not healed: say how many `wounds` it has left"));
    }
    let healed = query.whole("amount", 0..=1_000)?;
    let lost = unit.wounds() - left;
    let after = lost.saturating_sub(healed.min(i64::from(u16::MAX)) as u16);
    let models = |lost: u16| (unit.wounds() - lost).div_ceil(unit.wounds_per_model);
    let whole = |n: u16| Figure::Whole(i64::from(n));
    let mut answered =
        Answered::new(format!("{} with {left} of {} wounds heals {healed}", unit.facts.name, unit.wounds()))
            .line("wounds healed", whole(lost - after))
            .line("models back", whole(models(after) - models(lost)))
            .line("ranks before", whole(unit.ranks(lost)))
            .line("ranks after", whole(unit.ranks(after)));
    let next = (1..=lost).find(|n| unit.ranks(lost - n) > unit.ranks(lost));
    answered = match next {
        Some(n) => answered.line("wounds to heal for the next rank", whole(n)),
        None => answered.note("all ranks stand"),
    };
    let dice = |attack: &crate::games::asoiaf::unit::CardAttack, lost: u16| {
        let gone = usize::from(unit.tray.ranks - unit.ranks(lost));
        attack.dice.get(gone).or(attack.dice.last()).map_or(Figure::Empty, |n| whole(*n))
    };
    let rows = unit.attacks.iter().map(|a| vec![a.name.as_str().into(), dice(a, lost), dice(a, after)]).collect();
    Ok(answered.table("attack dice", &["attack", "before", "after"], rows))
}
