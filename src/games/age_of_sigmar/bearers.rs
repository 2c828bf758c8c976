//! A warscroll's unit of another size, and who of it carries what.

use std::sync::Arc;

use super::unit::{Warscroll, WarscrollWeapon, read_warscroll};
use crate::games::UnitFacts;
use crate::games::arms::{Arm, kinds, unarmed, unarmed_note};
use crate::games::size::{SizedGroup, WrittenWeapon, note, place_of, scale_points, sized};
use crate::profile::{Diagnostic, Diagnostics, Document, Node, Table, Value, champions_of};
use crate::sequence::MAX_MODELS;

/// Sets the number of models; counts, champions and points follow.
pub(super) fn resize(document: &mut Document, models: u16) -> Result<Vec<String>, String> {
    let before = document.table.whole("models").filter(|n| (1..=MAX_MODELS as i64).contains(n));
    let before = before.ok_or("the profile does not say how many models")? as u32;
    let now = u32::from(models);
    if now == if document.table.is("reinforced") { 2 * before } else { before } {
        return Ok(Vec::new());
    }
    // A size is what it is: it is not doubled once more.
    document.table.entries.retain(|entry| entry.key != "reinforced");
    let keywords: Vec<String> = document.table.texts("keywords").map(str::to_owned).collect();
    let place = place_of(models);
    let whole = |n: u32| Node { place: place.clone(), value: Value::Whole(n.into()) };
    document.table.put("models", whole(now));
    let mut tables = document.table.tables_mut("weapon");
    let texts: Vec<WrittenWeapon> = tables.iter().map(|table| WrittenWeapon::of(table)).collect();
    // All its models are one group without a name.
    let arms: Vec<Arm<'_>> = texts.iter().map(|weapon| weapon.arm(&[String::new()])).collect();
    let Some(sized) = sized(&[SizedGroup { count: before, leads: false }], &arms, now) else { return Ok(Vec::new()) };
    let mut carried = Vec::new();
    for ((table, text), count) in tables.iter_mut().zip(&texts).zip(sized.weapons) {
        if let Some(count) = count {
            table.put("count", whole(count));
        }
        let bearers = count.unwrap_or(now);
        if let Some(champions) = champions(table, &keywords, (before, now), sized.times) {
            table.put("champions", whole(champions.min(bearers)));
        }
        carried.push((text.name.clone(), bearers));
    }
    let points = scale_points(document, before, now, &place);
    Ok(vec![note(models, points, &carried)])
}

/// The champions that use a weapon: by the keyword where it says how many use it (`CHAMPION` alone is one, whatever the
/// size), else as many more as the unit is taken.
fn champions(weapon: &Table, keywords: &[String], (before, now): (u32, u32), times: u32) -> Option<u32> {
    let by_rule = |models: u32| champions_of(keywords, models.into()).and_then(|n| u32::try_from(n).ok());
    let all = || if weapon.get("count").is_none() { by_rule(before) } else { None };
    let champions = weapon.whole("champions").and_then(|n| u32::try_from(n).ok()).or_else(all)?;
    if Some(champions) == by_rule(before) { by_rule(now) } else { champions.checked_mul(times) }
}

impl WarscrollWeapon {
    /// The weapon, as far as it matters who carries it.
    pub(super) fn arm(&self) -> Arm<'_> {
        Arm { ranged: self.ranged, count: Some(self.count.into()), fits: vec![true], one_of: self.one_of.as_deref() }
    }
}

impl Warscroll {
    /// Says how many models have no weapon of a kind, or none at all; `None` if all have one, or the unit has none of the
    /// kind.
    pub(super) fn unarmed(&self, ranged: Option<bool>) -> Option<String> {
        let is_kind = |other: bool| ranged.is_none_or(|ranged| other == ranged);
        let mut all = self.weapons.iter().filter(|weapon| is_kind(weapon.ranged) && weapon.count > 0).peekable();
        if all.peek().is_none() || all.any(|weapon| weapon.count >= self.models) {
            return None;
        }
        let arms: Vec<Arm<'_>> = self.weapons.iter().map(WarscrollWeapon::arm).collect();
        let models = u32::from(self.models);
        let kinds = kinds(&[models], &arms, |index| is_kind(arms[index].ranged));
        unarmed_note(&self.facts.name, &[("", models)], &unarmed(&[models], &kinds), ranged)
    }
}

/// Reads a unit; says what is right and odd all the same.
pub(super) fn check(document: &Document, found: &Diagnostics) -> Option<Arc<UnitFacts>> {
    let unit = read_warscroll(document, found)?;
    if let Some(text) = unit.unarmed(None) {
        found.warn(Diagnostic::new(&unit.place, text, "this unit"));
    }
    Some(unit.facts)
}
