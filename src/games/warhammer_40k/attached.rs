//! Leaders and the units they are attached to (W40K-ATTACHED), as one profile.
//!
//! The parts keep who they are: every group of models, weapon and ability of an Attached unit has a `part`. A weapon
//! without `carried-by` is carried by its own part, an ability reaches its own part unless it says `leading = true`
//! or `whole-unit = true`.

use super::abilities::is_of_models;
use crate::profile::{Document, Node, Place, Table, Value, say_the_same};
use crate::words::same;

/// Lists whose tables belong to a part.
const LISTS: [&str; 3] = ["model", "weapon", "ability"];

/// Joins a leader's datasheet to the unit it is attached to.
pub(in crate::games) fn attach(unit: &mut Document, mut leader: Document) -> Result<(), String> {
    let place = Place::whole(&leader.source);
    let name = leader.table.text("name").unwrap_or("Leader").to_owned();
    let own = unit.table.text("name").unwrap_or("Unit").to_owned();
    let leads = leader.table.tables_mut("model").iter().any(|model| model.text("role").is_some());
    if !leads {
        let other_leads = unit.table.tables_mut("model").iter().any(|model| model.text("role").is_some());
        let turned = if other_leads { format!("; write {own} first, in front of the `+`") } else { String::new() };
        return Err(format!("{name} leads nobody: no model of it has `role = \"character\"` (W40K-ATTACHED){turned}"));
    }
    name_models(&mut leader.table, &name, &place);
    hand_down(&mut leader.table, &place);
    hand_down(&mut unit.table, &place);
    keep_apart(&mut leader.table, unit, &name, &place);
    let marked = unit.table.get("attached").is_some();
    if !marked {
        remember(&mut unit.table, &place);
    }
    remember(&mut leader.table, &place);
    share(&mut leader.table, &unit.table);
    for list in LISTS {
        if !marked {
            mark(&mut unit.table, list, &own, &place);
        }
        mark(&mut leader.table, list, &name, &place);
        append(&mut unit.table, list, &mut leader.table, &place);
    }
    if !marked {
        name_models(&mut unit.table, &own, &place);
    }
    abilities(&mut unit.table, &mut leader.table, &place);
    append(&mut unit.table, "keywords", &mut leader.table, &place);
    append(&mut unit.table, "not-computed", &mut leader.table, &place);
    best_leadership(&mut unit.table, &leader.table);
    let points = unit.table.whole("points").zip(leader.table.whole("points"));
    unit.table.entries.retain(|entry| entry.key != "points");
    if let Some((one, other)) = points {
        unit.table.put("points", whole(one.saturating_add(other), &place));
    }
    let together = match own.split_once(" + ").filter(|_| marked) {
        Some((leaders, rest)) => format!("{leaders} + {name} + {rest}"),
        None => format!("{name} + {own}"),
    };
    unit.table.put("name", text(&together, &place));
    unit.table.put("attached", Node { place, value: Value::Flag(true) });
    Ok(())
}

/// What an army lends to a whole unit it has once, though both its parts have the keyword for it.
fn share(leader: &mut Table, unit: &Table) {
    let is_lent = |node: &Node| {
        let Value::Table(own) = &node.value else { return false };
        let is_it = |other: &&Node| matches!(&other.value, Value::Table(other) if own.text("name") == other.text("name") && other.is("whole-unit"));
        own.is("whole-unit") && unit.list("ability").iter().filter(is_it).any(|other| say_the_same(node, other))
    };
    leader.list_mut("ability").into_iter().for_each(|all| all.retain(|node| !is_lent(node)));
}

fn text(text: &str, place: &Place) -> Node {
    Node { place: place.clone(), value: Value::Text(text.into()) }
}

fn whole(n: i64, place: &Place) -> Node {
    Node { place: place.clone(), value: Value::Whole(n) }
}

/// A unit tests on the best Leadership among its models (W40K-UNIT-LEADERSHIP).
fn best_leadership(unit: &mut Table, leader: &Table) {
    let number = |table: &Table| table.text("leadership")?.trim().strip_suffix('+')?.parse::<u8>().ok();
    let Some(node) = leader.get("leadership") else { return };
    if number(unit).is_none_or(|own| number(leader).is_some_and(|best| best < own)) {
        unit.put("leadership", node.clone());
    }
}

/// Gives models without a name the unit's.
fn name_models(table: &mut Table, name: &str, place: &Place) {
    for model in table.tables_mut("model").into_iter().filter(|model| model.get("name").is_none()) {
        model.put("name", text(name, place));
    }
}

fn mark(table: &mut Table, list: &str, part: &str, place: &Place) {
    table.tables_mut(list).into_iter().for_each(|table| table.put("part", text(part, place)));
}

/// Keeps with each group of models what its part brings by itself: it is gone once the part is.
fn remember(part: &mut Table, place: &Place) {
    let (keywords, leadership) = (part.get("keywords").cloned(), part.get("leadership").cloned());
    let stealth = has(part, STEALTH);
    for model in part.tables_mut("model") {
        if let Some(keywords) = &keywords {
            model.put("part-keywords", keywords.clone());
        }
        if let Some(leadership) = &leadership {
            model.put("part-leadership", leadership.clone());
        }
        model.put("part-stealth", Node { place: place.clone(), value: Value::Flag(stealth) });
    }
}

/// Moves the nodes of a list to the end of another unit's list.
fn append(table: &mut Table, key: &str, from: &mut Table, place: &Place) {
    if let Some(more) = from.list_mut(key) {
        table.extend(key, std::mem::take(more), place);
    }
}

/// Names of the leader that the unit has too get the leader's name in front, wherever they stand.
fn keep_apart(leader: &mut Table, unit: &Document, name: &str, place: &Place) {
    let one_of = unit.table.tables("weapon").filter_map(|weapon| weapon.text("one-of"));
    let one_of: Vec<String> = one_of.map(str::to_owned).collect();
    let renamed =
        |entry: &[String], text: &str| entry.iter().any(|entry| same(entry, text)).then(|| format!("{name}: {text}"));
    let (models, weapons) = (unit.names("model"), unit.names("weapon"));
    for (list, key, names) in [
        ("model", "name", &models),
        ("weapon", "name", &weapons),
        ("weapon", "carried-by", &models),
        ("weapon", "one-of", &one_of),
    ] {
        for table in leader.tables_mut(list) {
            if let Some(new) = table.text(key).and_then(|text| renamed(names, text)) {
                table.put(key, text(&new, place));
            }
        }
    }
    for (key, names) in [("models", &models), ("weapons", &weapons)] {
        for table in leader.tables_mut("ability") {
            let is_of_all = key == "weapons" && (table.is("leading") || table.is("whole-unit"));
            let Some(all) = table.list_mut(key) else { continue };
            let mut both = Vec::new();
            for node in all.iter_mut() {
                let Value::Text(written) = &node.value else { continue };
                if let Some(new) = renamed(names, written) {
                    let old = std::mem::replace(&mut node.value, Value::Text(new.into()));
                    both.push(Node { place: node.place.clone(), value: old });
                }
            }
            // What is of the whole unit is of its weapons of that name, too.
            all.extend(both.into_iter().filter(|_| is_of_all));
        }
    }
}

/// Gives what a card prints of all its models to each of them, so that nobody else of an Attached unit has it.
fn hand_down(table: &mut Table, place: &Place) {
    let Some(nodes) = table.list_mut("abilities") else { return };
    let of_models = |node: &Node| matches!(&node.value, Value::Text(text) if is_of_models(text));
    let given: Vec<Node> = nodes.extract_if(.., |node| of_models(node)).collect();
    if !given.is_empty() {
        table.tables_mut("model").into_iter().for_each(|model| model.extend("abilities", given.clone(), place));
    }
}

const STEALTH: &str = "Stealth";
/// What a unit has only if every model has it (W40K-STEALTH, W40K-FIGHTS-FIRST).
const OF_EVERY_MODEL: [&str; 2] = [STEALTH, "Fights First"];

fn has(table: &Table, ability: &str) -> bool {
    table.texts("abilities").any(|text| same(text, ability))
}

/// Abilities of the whole unit.
fn abilities(unit: &mut Table, leader: &mut Table, place: &Place) {
    let some = OF_EVERY_MODEL.into_iter().filter(|ability| !has(unit, ability) || !has(leader, ability));
    let some: Vec<&str> = some.collect();
    append(unit, "abilities", leader, place);
    if let Some(nodes) = unit.list_mut("abilities") {
        let is_one = |text: &str| some.iter().any(|ability| same(text, ability));
        nodes.retain(|node| !matches!(&node.value, Value::Text(text) if is_one(text)));
    }
}
