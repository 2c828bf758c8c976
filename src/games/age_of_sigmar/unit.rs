//! A warscroll, as a profile writes it (AOS-4.0).

use super::abilities::{ABILITIES, UNIT_ABILITIES};
use super::{SITUATIONS, refuses};
use crate::dice::Amount;
use crate::games::ability::{self, AbilityUse};
use crate::games::draft::WeaponDraft;
use crate::games::scene::{Block, Language};
use crate::games::{UnitFacts, read_unit_abilities};
use crate::profile::{Diagnostic, Diagnostics, Document, Node, Place, Reader, Value};
use crate::sequence::{MAX_MODELS, MAX_WOUNDS};

pub(super) const LANGUAGE: Language<WeaponDraft> =
    Language { game: "age-of-sigmar", situations: SITUATIONS, abilities: ABILITIES, refuses };

/// A unit.
pub(super) struct Unit {
    pub(super) facts: UnitFacts,
    pub(super) models: u16,
    pub(super) health: u16,
    pub(super) save: Option<u8>,
    pub(super) ward: Option<u8>,
    pub(super) taken: u16,
    pub(super) keywords: Vec<String>,
    pub(super) weapons: Vec<Weapon>,
    pub(super) blocks: Vec<Block<WeaponDraft>>,
    /// Where the unit's name stands.
    pub(super) place: Place,
}

/// A weapon.
pub(super) struct Weapon {
    pub(super) name: String,
    pub(super) ranged: bool,
    pub(super) count: u16,
    pub(super) champions: u16,
    pub(super) attacks: Amount,
    pub(super) hit: u8,
    pub(super) wound: u8,
    pub(super) rend: u8,
    pub(super) damage: Amount,
    pub(super) one_of: Option<String>,
    pub(super) abilities: Vec<AbilityUse<WeaponDraft>>,
}

pub(super) fn check(document: &Document, found: &Diagnostics) -> Option<UnitFacts> {
    read(document, found).map(|unit| unit.facts)
}

/// Reads a unit; `None` if there was any mistake.
pub(super) fn read(document: &Document, found: &Diagnostics) -> Option<Unit> {
    let before = found.len();
    let place = Place::new(&document.source, 0..document.source.text.len().min(1));
    let r = Reader::new(&document.table, place, found);
    r.text("game");
    let name = r.required("name", r.text("name"), "\"Liberators\"");
    let points = r.whole("points", 0..=100_000);
    let models = r.required("models", r.limited("models", 1, MAX_MODELS, "MAX_MODELS"), "5");
    let health = r.required("health", r.limited("health", 1, MAX_WOUNDS, "MAX_WOUNDS"), "2");
    let save = r.required("save", r.target("save"), "\"4+\"");
    let ward = r.target("ward");
    let highest = health.as_ref().map_or(1, |health| health.value) - 1;
    let taken = r.state(&["damage", "wounds-taken"], 0..=highest);
    r.whole("control", 0..=1_000);
    r.amount("move");
    let keywords = r.texts("keywords").into_iter().map(|keyword| keyword.value).collect();
    read_unit_abilities(&r, UNIT_ABILITIES, LANGUAGE.game, found);
    let count = models.as_ref().map_or(1, |models| models.value);
    let weapons: Vec<Weapon> = r.tables("weapon").into_iter().filter_map(|table| weapon(table, count, found)).collect();
    let names = document.names("weapon");
    let blocks =
        r.tables("ability").into_iter().map(|table| Block::read(table, &LANGUAGE, [&names, &[]], found)).collect();
    let place = r.place_of("name");
    r.finish();
    if found.len() > before {
        return None;
    }
    let facts =
        UnitFacts { name: name?.value, points: points.map(|p| p.value as u32), models: count as usize, weapons: names };
    Some(Unit {
        facts,
        models: count as u16,
        health: health?.value as u16,
        save: save?.value,
        ward: ward.and_then(|ward| ward.value),
        taken: taken.map_or(0, |taken| taken.value as u16),
        keywords,
        weapons,
        blocks,
        place,
    })
}

fn weapon(r: Reader<'_>, models: i64, found: &Diagnostics) -> Option<Weapon> {
    let name = r.required("name", r.text("name"), "\"Blade\"");
    let range = r.whole("range", 1..=240);
    let count = r.whole("count", 0..=models);
    let most = count.as_ref().map_or(models, |count| count.value);
    let champions = r.whole("champions", 0..=most);
    let attacks = r.required("attacks", r.amount("attacks"), "2");
    let hit = r.required("hit", number_to_reach(&r, "hit"), "\"3+\"");
    let wound = r.required("wound", number_to_reach(&r, "wound"), "\"4+\"");
    let rend = rend(&r);
    let damage = r.required("damage", r.amount("damage"), "1");
    let one_of = r.text("one-of").map(|group| group.value);
    let abilities = r
        .texts("abilities")
        .iter()
        .filter_map(|text| {
            let known = ability::read(ABILITIES, &text.value);
            if known.is_none() {
                let message = format!("unknown ability `{}`", text.value);
                let help = ability::unknown(ABILITIES, LANGUAGE.game, &text.value);
                found.push(Diagnostic::new(&text.place, message, "not an ability of age-of-sigmar").help(Some(help)));
            }
            known
        })
        .collect();
    r.finish();
    Some(Weapon {
        name: name?.value,
        ranged: range.is_some(),
        count: most as u16,
        champions: champions.map_or(0, |n| n.value as u16),
        attacks: attacks?.value,
        hit: hit?,
        wound: wound?,
        rend: rend?,
        damage: damage?.value,
        one_of,
        abilities,
    })
}

/// A number to reach that may not be `-`.
fn number_to_reach(r: &Reader<'_>, key: &'static str) -> Option<u8> {
    let target = r.target(key)?;
    if target.value.is_none() {
        r.mistake(Diagnostic::new(&target.place, format!("`{key}` cannot be `-`"), "write `\"2+\"` to `\"6+\"`"));
    }
    target.value
}

/// Rend: `-` is 0, and a minus sign is a mistake, because the rules subtract a positive number (AOS-4.0).
fn rend(r: &Reader<'_>) -> Option<u8> {
    match r.peek("rend") {
        None => {
            r.has("rend");
            Some(0)
        }
        Some(Value::Text(text)) if text.trim() == "-" => {
            r.has("rend");
            Some(0)
        }
        Some(Value::Whole(n @ -9..=-1)) => {
            r.has("rend");
            let message = "`rend` has a sign".to_owned();
            r.mistake(Diagnostic::new(&r.place_of("rend"), message, format!("write `{}`", -n)));
            None
        }
        Some(_) => r.whole("rend", 0..=9).map(|rend| rend.value as u8),
    }
}

/// Sets the number of models: other counts stay, as far as there are models, and points follow.
pub(super) fn resize(document: &mut Document, models: u16) -> Result<Vec<String>, String> {
    let mut notes = Vec::new();
    let before = document.table.whole("models").filter(|n| *n > 0).ok_or("the profile does not say how many models")?;
    let place = Place::whole(&document.source);
    let whole = |n: i64| Node { place: place.clone(), value: Value::Whole(n) };
    let now = i64::from(models);
    document.table.put("models", whole(now));
    for weapon in document.table.tables_mut("weapon") {
        for key in ["count", "champions"] {
            if weapon.whole(key).is_some_and(|count| count > now) {
                weapon.put(key, whole(now));
                let name = weapon.text("name").unwrap_or("a weapon").to_owned();
                notes.push(format!("{key} of {name} is cut to {now}"));
            }
        }
    }
    notes.extend(crate::games::scale_points(document, before, now, &place));
    Ok(notes)
}
