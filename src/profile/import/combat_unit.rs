//! A combat unit of A Song of Ice & Fire as asoiaf-tmg-data holds it, and the profile it becomes (ASOIAF-PROFILE).

use serde_json::Value;

use super::Vocabulary;
use super::card::{Card, CardKeys, CardText, ImportedUnit, SENTENCES, WOUNDS};
use super::card_values::{CardAbility, list, text, texts, whole};
use super::values::{clean, name};
use super::write::Keys;
use crate::grammar::Rows;
use crate::words::same;

const GAME: &str = "asoiaf";

/// Trays, with their models and ranks.
const TRAYS: &[(&str, u32, usize)] = &[("infantry", 12, 3), ("cavalry", 4, 2), ("solo", 1, 1), ("warmachine", 1, 1)];

const NO_TEXT: &str = "no file of abilities beside it has its text";

/// An attack while its abilities are collected.
struct AttackRead {
    kind: &'static str,
    keys: Keys,
    abilities: Vec<String>,
}

/// Reads a unit by its statistics; the abilities are those of all units.
pub(super) fn read(
    unit: &Value,
    called: &str,
    points: Option<u32>,
    abilities: &[&CardAbility],
    words: &dyn Vocabulary,
) -> Result<ImportedUnit, String> {
    let mut card = Card::new(GAME, words);
    let tray = clean(text(unit, "tray")).to_lowercase().replace([' ', '-'], "");
    let (tray, models, ranks) = TRAYS
        .iter()
        .find(|(key, ..)| *key == tray)
        .ok_or_else(|| format!("its tray is `{}`", name(text(unit, "tray"))))?;
    let (mut attacks, mut fewer) = (Vec::new(), None);
    for attack in list(unit, "attacks") {
        match attack_of(attack, *ranks) {
            Some((attack, dice)) => {
                // A unit of two ranks has two numbers of dice.
                fewer = (*ranks > 1 && dice > 1 && dice < *ranks).then_some(dice).or(fewer);
                attacks.push(attack);
            }
            None => card.not_computed(text(attack, "name"), "its numbers are no numbers"),
        }
    }
    for called in texts(unit, "abilities").map(clean) {
        let printed = abilities.iter().find(|ability| same(&ability.name, &called));
        match printed {
            Some(ability) => {
                let keys = read_ability(&mut card, &called, ability, &mut attacks);
                let wounds = whole(unit, "wounds").unwrap_or(1).to_string();
                if keys.iter().any(|(key, value)| key == WOUNDS && *value != wounds) {
                    card.not_computed(&called, "its wounds are not those of the statistics");
                }
            }
            None if card.unit_ability(&called) => {}
            None => card.not_computed(&called, NO_TEXT),
        }
    }
    let mut written = card.begin(called.to_owned(), points);
    let target = |key: &str| match &unit[key] {
        Value::String(dash) if dash == "-" => Ok("-".to_owned()),
        _ => whole(unit, key).map(|n| format!("{n}+")).ok_or_else(|| format!("`{key}` is not a number")),
    };
    written.head.put("tray", *tray);
    written.head.put_some("ranks", fewer.map(|ranks| ranks as u32));
    written.head.put_some("wounds-per-model", whole(unit, "wounds").filter(|n| *n > 1));
    written.head.put_some("speed", whole(unit, "speed"));
    written.head.put("defense", target("defense")?);
    written.head.put("morale", target("morale")?);
    let kind = clean(text(unit, "type")).to_uppercase().replace("SIEGEENGINE", "WAR MACHINE");
    written.head.put_list("keywords", &[kind].into_iter().filter(|kind| !kind.is_empty()).collect::<Vec<_>>());
    let count = attacks.len();
    for mut attack in attacks {
        attack.keys.put_list("abilities", &attack.abilities);
        written.tables.push(("attack", attack.keys));
    }
    let models = fewer.map_or(*models, |ranks| models / 3 * ranks as u32);
    Ok(card.done((models, count), written, Vec::new()))
}

/// An attack, and how many numbers of dice it has.
fn attack_of(attack: &Value, ranks: usize) -> Option<(AttackRead, usize)> {
    let dice: Vec<u32> = attack
        .get("dice")?
        .as_array()?
        .iter()
        .map(|n| n.as_u64().and_then(|n| u32::try_from(n).ok()))
        .collect::<Option<_>>()?;
    let kind = clean(text(attack, "type")).to_lowercase();
    let kind = ["melee", "short", "long"].into_iter().find(|entry| *entry == kind)?;
    let mut keys = Keys::default();
    keys.put("name", name(text(attack, "name")));
    keys.put("type", kind);
    keys.put("hit", format!("{}+", whole(attack, "hit")?));
    let count = dice.len();
    keys.put("dice", dice.into_iter().take(ranks.max(1)).collect::<Value>());
    Some((AttackRead { kind, keys, abilities: Vec::new() }, count))
}

/// Reads an ability line by line: keywords go to the attacks that its icons show, the rest is compared with the phrases.
fn read_ability(card: &mut Card<'_>, called: &str, ability: &CardAbility, attacks: &mut [AttackRead]) -> CardKeys {
    let is_order = ability.kinds.iter().any(|icon| icon == "order");
    let shows = |icon: &str| ability.kinds.iter().any(|kind| kind == icon);
    let reaches = |attack: &AttackRead| match (shows("melee"), shows("ranged")) {
        (true, false) => attack.kind == "melee",
        (false, true) => attack.kind != "melee",
        _ => true,
    };
    // Of what is chosen nothing always holds.
    let chooses = ability.lines.iter().any(|line| line.to_lowercase().contains("choose 1"));
    let (mut rest, mut keywords) = (Vec::new(), Vec::new());
    for line in &ability.lines {
        let plain = clean(line).replace('•', "");
        let plain = plain.trim().trim_end_matches('.').to_owned();
        if !is_order && !chooses && card.vocabulary.knows_weapon_ability(GAME, &plain) {
            keywords.push(plain);
        } else {
            rest.push(plain);
        }
    }
    for attack in attacks.iter_mut().filter(|attack| reaches(attack)) {
        for keyword in keywords.iter().filter(|keyword| !attack.abilities.contains(keyword)).collect::<Vec<_>>() {
            attack.abilities.push(keyword.clone());
        }
    }
    if rest.is_empty() {
        card.unit.read.push(name(called));
        return CardKeys::new();
    }
    // The text of an attack's card is about that attack.
    let phase = match (shows("melee"), shows("ranged")) {
        (true, false) => "melee ",
        (false, true) => "ranged ",
        _ => "",
    };
    let said_of = if chooses { "" } else { phase };
    let text = rest.iter().map(|line| sentence(card.wordings(), line, said_of)).collect::<Vec<_>>().join(". ");
    let when: Vec<String> = Some(phase.trim_end().replace("ranged", "shooting"))
        .filter(|when| !when.is_empty() && !is_order)
        .into_iter()
        .collect();
    let printed = CardText {
        name: called,
        text: &text,
        optional: is_order,
        when: &when,
        is_of_attack: true,
        ..CardText::default()
    };
    let keys = card.ability(&[SENTENCES], &printed);
    if !keywords.is_empty() {
        card.beside_keywords();
    }
    keys
}

/// A line, said of melee or of ranged attacks where only that is in the table.
fn sentence(rows: &Rows, line: &str, phase: &str) -> String {
    let whole = format!("{phase}{line}");
    let covers = |text: &str| rows.understand(&[SENTENCES], text).is_ok();
    if !phase.is_empty() && covers(&whole) { whole } else { line.to_owned() }
}
