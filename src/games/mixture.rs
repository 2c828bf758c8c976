//! What is decided before an attack: every way it may fall is put together, and the answer is the mixture of all.

use super::moments::Engage;
use super::{Encounter, Engaged, Explained, Uncertain};
#[cfg(test)]
use crate::engine::planted::{PlantedError, in_neither};
use crate::profile::{Diagnostic, Diagnostics, Place};
use crate::sequence::{Alternative, Engagement, Limit, join_bodies};
use crate::words::each_once;

/// The most ways in which dice and percentages before the attacks may fall together.
const MAX_ALTERNATIVES: u64 = 256;
/// The most ways that are explained one by one.
const MAX_EXPLAINED: usize = 8;

/// One way that everything may fall.
struct MixturePart {
    fates: Vec<usize>,
    weight: f64,
    /// Its tables: a place among those that differ.
    tables: usize,
}

/// Puts an encounter together by `engage`, once for each way in which what is decided before the attacks may fall.
///
/// # Errors
/// A [`Limit`] that is exceeded: of the game, or too many ways.
pub(super) fn engage_each(
    encounter: &Encounter,
    found: &Diagnostics,
    engage: Engage,
) -> Result<Option<Engaged>, Limit> {
    let Some(first) = engage(encounter, found)? else { return Ok(None) };
    // What is wrong in one way is said once, not for each.
    if first.uncertain.is_empty() || !encounter.fates.is_empty() || !found.is_empty() {
        return Ok(Some(first));
    }
    let Some((parts, engaged)) = put_together(encounter, &first, found, engage)? else { return Ok(None) };
    Ok(joined(first.uncertain, &parts, engaged))
}

/// Every way, and the attacks that differ.
fn put_together(
    encounter: &Encounter,
    first: &Engaged,
    found: &Diagnostics,
    engage: Engage,
) -> Result<Option<(Vec<MixturePart>, Vec<Engaged>)>, Limit> {
    let mut parts = parts(&first.uncertain)?;
    first.check_times(parts.len(), "ways in which dice and percentages before the attacks may fall")?;
    let mut differing: Vec<Engaged> = Vec::new();
    for way in &mut parts {
        let this = Encounter { fates: way.fates.clone(), ..encounter.clone() };
        let Some(engaged) = engage(&this, found)?.filter(|_| found.is_empty()) else { return Ok(None) };
        if !fits(encounter, (first, &engaged), found) {
            return Ok(None);
        }
        let place = differing.iter().position(|entry| entry.engagement == engaged.engagement);
        way.tables = place.unwrap_or(differing.len());
        if place.is_none() {
            differing.push(engaged);
        }
    }
    Ok(Some((parts, differing)))
}

/// Every way that has a chance, in order.
fn parts(uncertain: &[Uncertain]) -> Result<Vec<MixturePart>, Limit> {
    let levels = |one: &Uncertain| (0..=one.reached.len()).filter(|level| one.chance(*level) > 0.0).count() as u64;
    let all = uncertain.iter().fold(1u64, |all, one| all.saturating_mul(levels(one)));
    let what = "the ways in which dice and percentages before the attacks may fall";
    Limit::check(what, all, MAX_ALTERNATIVES, "MAX_ALTERNATIVES")?;
    let mut parts = vec![MixturePart { fates: Vec::new(), weight: 1.0, tables: 0 }];
    for one in uncertain {
        let longer = |way: &MixturePart| -> Vec<MixturePart> {
            let level = |level: usize| {
                let fates = way.fates.iter().copied().chain([level]).collect();
                let chance = one.chance(level);
                #[cfg(test)]
                let chance =
                    if in_neither(PlantedError::DieBefore) { 1.0 / (1 + one.reached.len()) as f64 } else { chance };
                MixturePart { fates, weight: way.weight * chance, tables: 0 }
            };
            (0..=one.reached.len()).map(level).filter(|way| way.weight > 0.0).collect()
        };
        parts = parts.iter().flat_map(longer).collect();
    }
    Ok(parts)
}

/// Whether two ways can be mixed; notes why not.
fn fits(encounter: &Encounter, (first, other): (&Engaged, &Engaged), found: &Diagnostics) -> bool {
    let message = if first.choices != other.choices {
        "the best choice depends on something that is decided before the attack"
    } else if first.engagement.recoveries != other.engagement.recoveries {
        "what the target gets back after the attack depends on something that is decided before it"
    } else {
        return true;
    };
    let place = Place::first(&encounter.units[0].document().source);
    let help = "that is not computed: ask once with it and once without".to_owned();
    found.push(Diagnostic::new(&place, message, "this attack").help(help));
    false
}

/// All ways as one attack.
fn joined(uncertain: Vec<Uncertain>, parts: &[MixturePart], mut engaged: Vec<Engaged>) -> Option<Engaged> {
    let matters: Vec<bool> = (0..uncertain.len()).map(|place| matters(place, parts)).collect();
    let mut mixture: Vec<Alternative> = Vec::with_capacity(engaged.len());
    let mut explained: Vec<Explained> = Vec::new();
    for (tables, one) in engaged.iter_mut().enumerate() {
        let of_these = || parts.iter().filter(|way| way.tables == tables);
        let weight = of_these().map(|way| way.weight).sum();
        let what = of_these().next().map_or_else(String::new, |way| in_words(&uncertain, &matters, &way.fates));
        let engagement = std::mem::take(&mut one.engagement);
        let lines = std::mem::take(&mut one.explained);
        if tables < MAX_EXPLAINED {
            explained.extend(lines.into_iter().map(|weapon| match what.is_empty() {
                true => weapon,
                false => Explained { weapon: format!("{}, {what}", weapon.weapon), ..weapon },
            }));
        }
        mixture.push(Alternative { weight, what, engagement });
    }
    let notes = each_once(engaged.iter().flat_map(|one| one.notes.iter().cloned()));
    let engagement = match &mixture[..] {
        [only] => only.engagement.clone(),
        [first, ..] => {
            let mut bodies = Vec::new();
            mixture.iter().for_each(|part| drop(join_bodies(&mut bodies, &part.engagement.bodies)));
            Engagement { mixture: mixture.clone(), bodies, ..first.engagement.clone() }
        }
        [] => return None,
    };
    let has_unused = engaged.iter().any(|one| one.has_unused);
    let uncertain = uncertain.into_iter().zip(matters).filter(|(_, matters)| *matters).map(|(one, _)| one).collect();
    let first = engaged.into_iter().next()?;
    let steps_read = first.steps_read * parts.len() as u64;
    Some(Engaged { engagement, notes, explained, uncertain, steps_read, has_unused, ..first })
}

/// Whether the tables of any way depend on how this one falls.
fn matters(place: usize, parts: &[MixturePart]) -> bool {
    let but_for =
        |one: &[usize], other: &[usize]| one[..place] == other[..place] && one[place + 1..] == other[place + 1..];
    parts.iter().enumerate().any(|(index, way)| {
        parts[..index].iter().any(|other| other.tables != way.tables && but_for(&way.fates, &other.fates))
    })
}

/// What came about and what did not, of what matters: `with half range, without Curse on 3+`.
fn in_words(uncertain: &[Uncertain], matters: &[bool], fates: &[usize]) -> String {
    let several = uncertain.iter().any(|one| one.attack.is_some_and(|attack| attack > 0));
    let words = |(one, level): (&Uncertain, usize)| {
        let name = |(place, (what, _)): (usize, &(String, f64))| {
            let word = if place < level { "with" } else { "without" };
            match one.attack.filter(|_| several) {
                Some(attack) => format!("{word} {what} in attack {}", attack + 1),
                None => format!("{word} {what}"),
            }
        };
        one.reached.iter().enumerate().map(name).collect::<Vec<_>>()
    };
    let shown = uncertain.iter().zip(fates.iter().copied()).zip(matters).filter(|(_, matters)| **matters);
    shown.flat_map(|(one, _)| words(one)).collect::<Vec<_>>().join(", ")
}
