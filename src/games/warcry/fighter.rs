//! A fighter's card, as a profile writes it (WARCRY-WEAPON, WARCRY-MONSTER).

use std::sync::Arc;

use super::action::{AttackAction, Numbers};
use super::effects::{EFFECTS, ROWS};
use super::keys::KEYS;
use super::runemarks::RUNEMARKS;
use super::situations::{EXCLUSIONS, SHARED, SITUATIONS};
use crate::games::UnitFacts;
use crate::games::language::entry::Entries;
use crate::games::language::number::Rounding;
use crate::games::language::participants::{Bearer, bearer};
use crate::games::language::scene::{AbilityBlock, Language, Traits, check_counts};
use crate::games::language::sentence;
use crate::games::printed::{self, UnitWords};
use crate::profile::reads::{Keywords, ReadUnit};
use crate::profile::{Diagnostic, Diagnostics, Document, Located, Place, Reader, Value};
use crate::sequence::MAX_WOUNDS;
use crate::words::{did_you_mean, same};

pub(super) const ENTRIES: Entries<AttackAction> = &[EFFECTS];

pub(super) const LANGUAGE: Language<AttackAction> = Language {
    game: "warcry",
    situations: SITUATIONS,
    counted: &[],
    shared: SHARED,
    entries: ENTRIES,
    rows: ROWS,
    never_rolled: Some("numbers of a fighter are never rolled"),
    halves: Rounding::Up,
    traits: TRAITS,
    exclusions: EXCLUSIONS,
    implies: |_| None,
    keyed: false,
};

const WORDS: UnitWords = UnitWords { game: LANGUAGE.game, abilities: RUNEMARKS, army_rules: &[], of_weapon: |_| false };

const TRAITS: Traits = Traits {
    models: false,
    ranks: false,
    strength: false,
    companions: false,
    attaches: false,
    keywords: &["HERO", "LEADER", "MOUNT", "THRALL", "ALLY", "GARGANTUAN"],
};

/// A weapon of a longer Range is a missile weapon (WARCRY-TARGET).
const MELEE_RANGE: i64 = 3;

/// A fighter.
#[derive(Clone)]
pub(super) struct Fighter {
    pub(super) facts: Arc<UnitFacts>,
    pub(super) wounds: u16,
    pub(super) taken: u16,
    pub(super) runemarks: Keywords,
    pub(super) weapons: Vec<FighterWeapon>,
    /// What holds while no bracket of the damage table is reached, then each bracket; never empty.
    pub(super) brackets: Vec<Bracket>,
    pub(super) blocks: Vec<AbilityBlock<AttackAction>>,
    /// The place of the name.
    pub(super) place: Place,
}

/// A weapon, but for what the damage table may change.
#[derive(Clone)]
pub(super) struct FighterWeapon {
    pub(super) name: String,
    pub(super) melee: bool,
}

/// A line of a damage table.
#[derive(Clone)]
pub(super) struct Bracket {
    /// Damage points from which it holds.
    pub(super) damage: u16,
    pub(super) toughness: u16,
    /// The numbers of each weapon, in the order of the weapons.
    pub(super) numbers: Vec<Numbers>,
}

impl ReadUnit for Fighter {}

impl Bearer for Fighter {
    bearer!(AttackAction);
}

impl Fighter {
    /// Whether it has a runemark.
    pub(super) fn is(&self, runemark: &str) -> bool {
        self.runemarks.iter().any(|entry| same(entry, runemark))
    }
}

pub(super) fn check(document: &Document, found: &Diagnostics) -> Option<Arc<UnitFacts>> {
    read_fighter(document, found).map(|fighter| fighter.facts)
}

/// A runemark; what is written like an effect is none, and would do nothing.
fn runemark(mark: Located<String>, found: &Diagnostics) -> String {
    let is_known = RUNEMARKS.iter().any(|own| same(own.name, &mark.value));
    let is_effect = |text: &str| text.starts_with(char::is_lowercase) || text.contains(|c: char| c.is_ascii_digit());
    if !is_known && is_effect(&mark.value) {
        let message = format!("`{}` is neither a runemark nor an effect", mark.value);
        let help = "a runemark is written in capitals: `MINOTAUR`; `warodds list effects warcry` shows the effects";
        found.push(Diagnostic::new(&mark.place, message, "here").help(help.to_owned()));
    }
    mark.value
}

/// Reads a fighter; `None` if there was any mistake.
pub(super) fn read_fighter(document: &Document, found: &Diagnostics) -> Option<Fighter> {
    let before = found.len();
    let place = Place::first(&document.source);
    let r = Reader::new(&document.table, KEYS, place, found);
    let name = r.text("name");
    let points = r.whole("points");
    r.whole("move");
    let toughness = r.whole("toughness");
    let wounds = r.whole("wounds");
    let highest = wounds.as_ref().map_or(MAX_WOUNDS as i64, |wounds| wounds.value) - 1;
    let taken = r.state(&["damage", "wounds-taken"], 0..=highest);
    let mut card = printed::read_unit_abilities(&r, document, &WORDS, found);
    let also = std::mem::take(&mut card.abilities).into_iter().map(|ability| ability.text);
    let marks = r.texts("runemarks").into_iter().chain(r.texts("keywords")).chain(also);
    let runemarks: Vec<String> = marks.map(|mark| runemark(mark, found)).collect();
    let entries = document.names("ability");
    let (weapons, numbers): (Vec<FighterWeapon>, Vec<Numbers>) =
        r.tables("weapon").into_iter().filter_map(|table| weapon(table, &entries, found)).unzip();
    let (names, naming) = (document.names("weapon"), document.weapons_naming_entries("weapon"));
    let first = Bracket { damage: 0, toughness: toughness.as_ref().map_or(1, |t| t.value as u16), numbers };
    let mut brackets = vec![first];
    for table in r.tables("bracket") {
        let last = brackets.last().expect("one stands there from the start");
        brackets.extend(bracket(table, last, &names, highest, found));
    }
    if r.peek("bracket").is_some() && !runemarks.iter().any(|mark| same(mark, "MONSTER")) {
        let message = "only a monster has a damage table (WARCRY-MONSTER)".to_owned();
        found.push(Diagnostic::new(&r.place_of("bracket"), message, "write `runemarks = [\"MONSTER\"]`"));
    }
    let scope = [&names[..], &[], &runemarks, &entries];
    let blocks = sentence::entries(r.tables("ability"), (&LANGUAGE, scope[0]), |table| {
        Some(AbilityBlock::read(table, &LANGUAGE, scope, &naming, found))
    });
    if let Some(wounds) = wounds.as_ref().filter(|_| found.len() == before) {
        check_counts(&r, (1, wounds.value as u16), found);
    }
    let place = r.place_of("name");
    r.finish();
    if found.len() > before {
        return None;
    }
    card.leave_out(blocks.iter().filter_map(AbilityBlock::left_out));
    let facts = UnitFacts {
        name: name?.value,
        points: points.map(|p| p.value as u32),
        models: 1,
        weapons: names,
        not_computed: card.not_computed,
    };
    let (wounds, taken) = (wounds?.value as u16, taken.map_or(0, |taken| taken.value as u16));
    Some(Fighter {
        facts: Arc::new(facts),
        wounds,
        taken,
        runemarks: runemarks.into(),
        weapons,
        brackets,
        blocks,
        place,
    })
}

fn weapon(r: Reader<'_>, entries: &[String], found: &Diagnostics) -> Option<(FighterWeapon, Numbers)> {
    let name = r.text("name");
    let range = range(&r);
    let attacks = r.whole("attacks");
    let strength = r.whole("strength");
    let damage = damage(&r);
    // Weapons carry a runemark on their card; no rule of the document reads it.
    r.texts("runemarks");
    LANGUAGE.weapon_abilities(&r, entries, found);
    r.finish();
    let (hit, critical) = damage?;
    let numbers = Numbers { attacks: attacks?.value as u16, strength: strength?.value as u16, hit, critical };
    Some((FighterWeapon { name: name?.value, melee: range? <= MELEE_RANGE }, numbers))
}

/// The longest distance a weapon reaches: one number, or the second of two.
fn range(r: &Reader<'_>) -> Option<i64> {
    match r.peek("range") {
        Some(Value::List(_)) => {
            let both = r.wholes("range")?;
            if both[0] < both[1] {
                return Some(both[1]);
            }
            let message = format!("`range` runs from {} to {}", both[0], both[1]);
            r.mistake(Diagnostic::new(&r.place_of("range"), message, "the first number must be the smaller"));
            None
        }
        _ => r.whole("range").map(|range| range.value),
    }
}

fn damage(r: &Reader<'_>) -> Option<(u16, u16)> {
    let both = r.wholes("damage")?;
    Some((both[0] as u16, both[1] as u16))
}

/// One line of a damage table: what it leaves out stays as in the line before.
fn bracket(r: Reader<'_>, last: &Bracket, weapons: &[String], highest: i64, found: &Diagnostics) -> Option<Bracket> {
    let from = r.whole_within("damage", i64::from(last.damage) + 1..=highest);
    r.whole("move");
    let mut bracket = last.clone();
    if let Some(toughness) = r.whole("toughness") {
        bracket.toughness = toughness.value as u16;
    }
    for table in r.tables("weapon") {
        let Some(name) = table.text("name") else { continue };
        let place = weapons.iter().position(|weapon| same(weapon, &name.value));
        if place.is_none() {
            let help = did_you_mean(&name.value, weapons.iter().map(String::as_str))
                .unwrap_or_else(|| format!("it has {}", weapons.join(", ")));
            let message = format!("the fighter has no weapon `{}`", name.value);
            found.push(Diagnostic::new(&name.place, message, "here").help(help));
        }
        // Where a weapon could not be read, its line is only checked.
        let mut unread = Numbers { attacks: 0, strength: 0, hit: 0, critical: 0 };
        let numbers = place.and_then(|index| bracket.numbers.get_mut(index)).unwrap_or(&mut unread);
        for (key, number) in [("attacks", &mut numbers.attacks), ("strength", &mut numbers.strength)] {
            if let Some(changed) = table.whole(key) {
                *number = changed.value as u16;
            }
        }
        if let Some((hit, critical)) = damage(&table) {
            (numbers.hit, numbers.critical) = (hit, critical);
        }
        table.finish();
    }
    r.finish();
    bracket.damage = from?.value as u16;
    Some(bracket)
}

/// A fighter is always one model.
pub(super) fn resize(_: &mut Document, models: u16) -> Result<Vec<String>, String> {
    if models == 1 {
        return Ok(Vec::new());
    }
    Err("a fighter is one model; fighters attack one after the other with `--then`".to_owned())
}
