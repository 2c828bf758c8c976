//! A fighter of Warcry as warcry_data holds it, and the profile it becomes (WARCRY-WEAPON).

use serde_json::Value;

use super::Vocabulary;
use super::card::{Card, CardText, ImportedUnit, SENTENCES};
use super::card_values::{CardAbility, list, text, texts, whole};
use super::values::{clean, free_name, keyword, name};
use super::write::Keys;
use crate::grammar::Rows;
use crate::words::{add_once, same};

const GAME: &str = "warcry";

/// Reads a fighter; the abilities are those of all warbands.
pub(super) fn read(
    fighter: &Value,
    called: &str,
    points: Option<u32>,
    abilities: &[&CardAbility],
    words: &dyn Vocabulary,
) -> Result<ImportedUnit, String> {
    let number = |key: &str| whole(fighter, key).ok_or_else(|| format!("`{key}` is not a number"));
    let mut card = Card::new(GAME, words);
    let runemarks: Vec<String> = texts(fighter, "runemarks").map(keyword).collect();
    let marks = with_factions(fighter, &runemarks);
    card.keywords = marks.iter().cloned().chain([called.to_owned()]).collect();
    let mut weapons: Vec<(String, Keys)> = Vec::new();
    for weapon in list(fighter, "weapons") {
        let named = weapon_name(weapon, &weapons);
        match keys_of(weapon, &named) {
            Some(keys) => weapons.push((named, keys)),
            None => card.not_computed(&named, "its numbers are no numbers"),
        }
    }
    let names: Vec<String> = weapons.iter().map(|(name, _)| name.clone()).collect();
    let wounds = number("wounds")?;
    for ability in abilities.iter().filter(|ability| has(fighter, &runemarks, ability)) {
        let lines = ability.lines.join(" ");
        if is_denied(&lines, &marks) {
            card.leave_out(&ability.name, "its text says that this fighter cannot use it");
            continue;
        }
        let printed = CardText {
            name: &ability.name,
            // The data has a slip in it.
            text: &what_it_does(&lines.replace("Frienzied", "Frenzied"), card.wordings()),
            weapons: &names,
            wounds: Some(wounds),
            // A fighter pays for it with dice, or reacts.
            optional: !ability.kinds.iter().any(|kind| same(kind, "passive")),
            once: is_once(&lines),
            ..CardText::default()
        };
        card.ability(&[SENTENCES], &printed);
    }
    if abilities.is_empty() {
        card.leave_out("abilities of the warband", "no file of abilities is beside it");
    }
    let mut written = card.begin(called.to_owned(), points);
    written.head.put_some("move", whole(fighter, "movement"));
    written.head.put("toughness", number("toughness")?);
    written.head.put("wounds", wounds);
    written.head.put_list("runemarks", &marks);
    written.tables.extend(weapons.into_iter().map(|(_, keys)| ("weapon", keys)));
    Ok(card.done((1, names.len()), written, Vec::new()))
}

/// Runemarks with those of the factions, which a card shows, too, and by which abilities say whom they reach.
fn with_factions(fighter: &Value, runemarks: &[String]) -> Vec<String> {
    let mut marks = runemarks.to_vec();
    for band in ["warband", "subfaction"].map(|key| clean(text(fighter, key))) {
        // Of `Tide: Reef` they say either, and of chambers what they are called behind the name of all.
        let tail = band.rsplit_once(": ").map(|(_, reef)| reef).or(band.strip_prefix("Stormcast Eternals "));
        let named = [Some(&*band), tail].into_iter().flatten().filter(|band| !band.is_empty());
        add_once(&mut marks, named.map(|band| keyword(band.trim_start_matches("The "))));
    }
    marks
}

/// The text without the sentences about when it may be used that no row reads: a player who names the ability has checked
/// that.
pub(super) fn what_it_does(text: &str, rows: &Rows) -> String {
    let is_when = |sentence: &&str| {
        let plain = sentence.trim().to_lowercase().replace("ablility", "ability");
        let starts = ["a fighter can", "this fighter can", "you can only", "this ability can only be used"];
        let uses = [
            "use this ability only if", "only use this ability", "only be used", "make this reaction",
            "use this reaction",
        ];
        starts.iter().any(|start| plain.starts_with(start)) && uses.iter().any(|part| plain.contains(part))
    };
    // What is removed before the hit rolls is none of the damage that follows, and `heal` comes behind it.
    let heals_before = text.contains("before the hit rolls") && text.to_lowercase().contains("remove");
    if heals_before {
        return text.to_owned();
    }
    let is_read = |sentence: &&str| rows.understand(&[SENTENCES], sentence).is_ok();
    let text = text.replace(" but before the hit rolls are made", "");
    text.split_inclusive(". ").filter(|sentence| !is_when(sentence) || is_read(sentence)).collect()
}

/// Whether a text says of fighters with one of these runemarks that they cannot use the ability.
fn is_denied(text: &str, marks: &[String]) -> bool {
    text.split(". ").any(|sentence| {
        let mark = sentence
            .trim()
            .strip_prefix("Fighters with the ")
            .and_then(|rest| rest.split_once(" runemark cannot use this ability"));
        mark.is_some_and(|(mark, _)| marks.iter().any(|own| same(own, mark)))
    })
}

/// Whether a text says that a fighter uses the ability once in a battle.
fn is_once(text: &str) -> bool {
    let says = |sentence: &str| {
        sentence.contains("use this ability once per battle") && !sentence.contains("per battle round")
    };
    text.split(". ").any(|sentence| says(&sentence.to_lowercase()))
}

/// Whether a fighter may use an ability: it is of its warband or of the band in it, and it bears all of the runemarks.
fn has(fighter: &Value, runemarks: &[String], ability: &CardAbility) -> bool {
    let bands = ["warband", "subfaction", "grand_alliance"].map(|key| clean(text(fighter, key)));
    let of_warband = bands.iter().any(|band| !band.is_empty() && same(&ability.warband, band));
    of_warband && ability.runemarks.iter().all(|mark| runemarks.iter().any(|own| same(own, mark)))
}

/// A card shows its weapons as runemarks: that is their name. A missile weapon, and a second one, says so.
fn weapon_name(weapon: &Value, weapons: &[(String, Keys)]) -> String {
    let mark = name(&clean(text(weapon, "runemark")).replace(['-', '_'], " "));
    let mut letters = mark.chars();
    let first: String = letters.next().map(|letter| letter.to_uppercase().collect()).unwrap_or_default();
    let named = if mark.is_empty() { "Weapon".to_owned() } else { format!("{first}{}", letters.as_str()) };
    let is_taken = |name: &str| weapons.iter().any(|(other, _)| same(other, name));
    let is_missile = whole(weapon, "max_range").is_some_and(|range| range > 3);
    let missile = format!("{named} (missile)");
    if is_missile && is_taken(&named) && !is_taken(&missile) {
        return missile;
    }
    free_name(&named, is_taken)
}

fn keys_of(weapon: &Value, named: &str) -> Option<Keys> {
    let number = |key: &str| whole(weapon, key);
    let range = [number("min_range").unwrap_or(0), number("max_range")?];
    let damage = [number("dmg_hit")?, number("dmg_crit")?];
    Some(weapon_keys(named, range, [number("attacks")?, number("strength")?], damage))
}

/// The table of a weapon: its least and its most range, its Damage of a hit and of a critical hit.
pub(super) fn weapon_keys(
    named: &str,
    [least, most]: [u32; 2],
    [attacks, strength]: [u32; 2],
    damage: [u32; 2],
) -> Keys {
    let mut keys = Keys::default();
    keys.put("name", named);
    keys.put("range", if least > 0 { vec![least, most].into() } else { Value::from(most) });
    keys.put("attacks", attacks);
    keys.put("strength", strength);
    keys.put("damage", damage);
    keys
}
