//! A fighter of Warcry as a selection holds it, and the profile it becomes (WARCRY-WEAPON, WARCRY-MONSTER).

use super::Vocabulary;
use super::card::{Card, CardText, ImportedUnit, NO_PHRASE, SENTENCES};
use super::fighter::{weapon_keys, what_it_does};
use super::selection::{Printed, Selection};
use super::values::{self, free_name, keyword, name, whole};
use super::write::Keys;
use crate::words::same;
use crate::words::sort::sort_by_key;

/// What list builders call the profile with a statline.
pub(super) const STATLINES: &[&str] = &["Model"];

/// The revision of the builders' file of the game from which on its fighters are those of the second edition (August 2022).
pub(super) const SECOND_EDITION: f64 = 58.0;

const GAME: &str = "warcry";
const WEAPON: &str = "Weapon";
/// A line of a monster's damage table; its name says from how many damage points on it holds.
const TABLE: &str = "Damage Points Allocated";

/// Abilities that every fighter has: what they do is said with `--with`.
const UNIVERSAL: &[&str] =
    &["Rush", "Onslaught", "Respite", "Rampage", "Inspiring Presence", "Counter", "Strike Them Down", "Take Cover"];

/// Reads a fighter, or several that are the same.
pub(super) fn read(unit: &Selection<'_>, words: &dyn Vocabulary) -> Result<ImportedUnit, String> {
    let printed: Vec<&Printed<'_>> = unit.own().into_iter().flat_map(|part| &part.profiles).collect();
    let is = |kind: &'static str| printed.iter().copied().filter(move |profile| profile.kind == kind);
    let statline = only(is(STATLINES[0]))?;
    let number = |key: &str| whole(statline.get(key)).ok_or_else(|| statline.wrong(key));
    let (toughness, wounds) = (number("Toughness")?, number("Wounds")?);
    let mut lines: Vec<Line> = is(TABLE).filter_map(Line::read).collect();
    sort_by_key(&mut lines, |line| line.from);
    let mut card = Card::new(GAME, words);
    let runemarks = runemarks(unit, !lines.is_empty(), &mut card);
    card.keywords = runemarks.iter().cloned().chain([name(&unit.name)]).collect();
    let weapons = weapons(is(WEAPON), lines.first(), &mut card);
    abilities(unit, &mut card, &weapons, wounds);
    for other in printed.iter().filter(|profile| ![STATLINES[0], WEAPON, TABLE].contains(&profile.kind)) {
        card.not_computed(&other.name, NO_PHRASE);
    }
    card.conditional(unit);
    let fighters = unit.number.max(1);
    let mut written = card.begin(name(&unit.name), unit.cost().map(|points| points / fighters));
    card.unit.points = unit.cost();
    written.head.put_some("move", whole(statline.get("Move")).or(lines.first().and_then(|line| line.movement)));
    written.head.put("toughness", toughness);
    written.head.put("wounds", wounds);
    written.head.put_list("runemarks", &runemarks);
    let tables = table(&lines, &weapons, wounds);
    let count = weapons.len();
    written.tables.extend(weapons.into_iter().map(|weapon| ("weapon", weapon.keys)));
    written.tables.extend(tables);
    Ok(card.done((fighters, count), written, Vec::new()))
}

/// The statline, which may be there more than once.
fn only<'p, 't>(mut statlines: impl Iterator<Item = &'p Printed<'t>>) -> Result<&'p Printed<'t>, String> {
    let first = statlines.next().ok_or("it has no statline")?;
    let is_other = statlines.any(|other| other.values != first.values);
    if is_other { Err("it has several statlines".to_owned()) } else { Ok(first) }
}

/// The runemarks among the categories; the others are warbands and places of a roster.
fn runemarks(unit: &Selection<'_>, has_table: bool, card: &mut Card<'_>) -> Vec<String> {
    let mut runemarks = Vec::new();
    for category in unit.own().into_iter().flat_map(|part| &part.categories) {
        // Monsters stand under a heading of their own, some without the runemark.
        let mark = if same(category, "Monsters") { "MONSTER".to_owned() } else { keyword(category) };
        if card.vocabulary.knows_unit_ability(GAME, &mark) && !runemarks.contains(&mark) {
            runemarks.push(mark);
        }
    }
    if has_table && !runemarks.iter().any(|mark| mark == "MONSTER") {
        // WARCRY-MONSTER: nobody else has a damage table.
        card.unit.mended.push("its damage table says that it is a monster".to_owned());
        runemarks.push("MONSTER".to_owned());
    }
    runemarks
}

/// A line of a damage table.
struct Line {
    /// Damage points from which it holds; the first holds from 0.
    from: u32,
    movement: Option<u32>,
    damage: Option<[u32; 2]>,
}

impl Line {
    fn read(printed: &Printed<'_>) -> Option<Self> {
        let digits: String = name(&printed.name).chars().take_while(char::is_ascii_digit).collect();
        let movement = whole(printed.get("Move"));
        Some(Self { from: digits.parse().ok()?, movement, damage: damage(printed.get("Damage")) })
    }
}

/// A weapon that was read.
struct WarbandWeapon {
    name: String,
    keys: Keys,
    /// Whether its Damage is in the damage table.
    in_table: bool,
}

/// The weapons, each once; one whose numbers cannot be read is left out by name.
fn weapons<'p, 't: 'p>(
    printed: impl Iterator<Item = &'p Printed<'t>>,
    first: Option<&Line>,
    card: &mut Card<'_>,
) -> Vec<WarbandWeapon> {
    let (mut weapons, mut seen): (Vec<WarbandWeapon>, Vec<&Printed<'_>>) = (Vec::new(), Vec::new());
    for printed in printed {
        let is_same = |other: &&Printed<'_>| name(&other.name) == name(&printed.name) && other.values == printed.values;
        if seen.iter().any(is_same) {
            continue;
        }
        seen.push(printed);
        let called = Some(name(&printed.name)).filter(|called| !called.is_empty());
        let is_taken = |name: &str| weapons.iter().any(|weapon| same(&weapon.name, name));
        let named = free_name(called.as_deref().unwrap_or("Weapon"), is_taken);
        match weapon(printed, &named, first) {
            Some(weapon) => weapons.push(weapon),
            None => card.not_computed(&named, "its numbers are no numbers"),
        }
    }
    weapons
}

fn weapon(printed: &Printed<'_>, named: &str, first: Option<&Line>) -> Option<WarbandWeapon> {
    let own = damage(printed.get("Damage"));
    let damage = own.or(first.filter(|_| is_starred(printed.get("Damage"))).and_then(|line| line.damage))?;
    let numbers = [whole(printed.get("Attacks"))?, whole(printed.get("Strength"))?];
    let keys = weapon_keys(named, range(printed.get("Range"))?, numbers, damage);
    Some(WarbandWeapon { name: named.to_owned(), keys, in_table: own.is_none() })
}

/// Whether a value says that it is in the damage table: `✹/✹`.
fn is_starred(text: &str) -> bool {
    let plain = values::clean(text);
    !plain.is_empty() && plain.chars().all(|sign| !sign.is_alphanumeric())
}

/// Inches: `1`, and `3-15` with a minimum.
fn range(text: &str) -> Option<[u32; 2]> {
    let plain = values::clean(text).replace(['"', ' '], "");
    let (least, most) = plain.split_once('-').unwrap_or(("0", &plain));
    let (least, most) = (whole(least)?, whole(most)?);
    (least == 0 || least < most).then_some([least, most])
}

/// The Damage of a hit and of a critical hit: `2/4`.
fn damage(text: &str) -> Option<[u32; 2]> {
    let plain = values::clean(text).replace(' ', "");
    let (hit, critical) = plain.split_once('/')?;
    Some([whole(hit)?, whole(critical)?])
}

/// The lines of a damage table but the first, with the Damage of the weapons that are in it.
fn table(lines: &[Line], weapons: &[WarbandWeapon], wounds: u32) -> Vec<(&'static str, Keys)> {
    let mut tables = Vec::new();
    for line in lines.iter().skip(1).filter(|line| (1..wounds).contains(&line.from)) {
        let mut keys = Keys::default();
        keys.put("damage", line.from);
        keys.put_some("move", line.movement);
        tables.push(("bracket", keys));
        for weapon in weapons.iter().filter(|weapon| weapon.in_table) {
            let mut keys = Keys::default();
            keys.put("name", weapon.name.as_str());
            keys.put_some("damage", line.damage);
            tables.push(("bracket.weapon", keys));
        }
    }
    tables
}

/// Reads the abilities that the file shows for the fighter.
fn abilities(unit: &Selection<'_>, card: &mut Card<'_>, weapons: &[WarbandWeapon], wounds: u32) {
    let weapons: Vec<String> = weapons.iter().map(|weapon| weapon.name.clone()).collect();
    let (mut names_read, mut any) = (Vec::new(), false);
    for (printed, text) in unit.own().into_iter().flat_map(|part| &part.rules) {
        let (tag, called) = tag_and_name(printed);
        // Headings stand between the abilities: `[-Universal Reactions-]`.
        if called.is_empty() || values::clean(&called).to_lowercase().contains("universal ") {
            continue;
        }
        any = true;
        if UNIVERSAL.iter().any(|entry| same(entry, &called)) || names_read.contains(&called) {
            continue;
        }
        let text = what_it_does(text, card.wordings());
        let (optional, wounds) = (!same(&tag, "Trait"), Some(wounds));
        let ability =
            CardText { name: &called, text: &text, weapons: &weapons, wounds, optional, ..CardText::default() };
        card.ability(&[SENTENCES], &ability);
        names_read.push(called);
    }
    if !any {
        card.leave_out("abilities of the warband", "the file names none for this fighter");
    }
}

/// `⚁ [Double] Onslaught`: what sets an ability off, and its name without the dice before and behind it.
fn tag_and_name(printed: &str) -> (String, String) {
    let plain = name(printed);
    let (tag, called) = match plain.split_once(']') {
        Some((before, behind)) => (before.rsplit('[').next().unwrap_or_default(), behind),
        None => ("", plain.as_str()),
    };
    let is_mark = |letter: char| !letter.is_alphanumeric() && !matches!(letter, '"' | '!' | '?' | ')' | '\'' | '(');
    (tag.to_owned(), called.trim_matches(is_mark).to_owned())
}
