//! Two libraries of one game side by side: in which statlines, weapons and points their units differ.

use std::collections::{BTreeMap, HashMap};

use crate::profile::{Diagnostics, Document, Shelf, Table, Value};
use crate::words::normal;

/// Keys of a unit, of its models and of its weapons that say nothing that two books print.
const OWN: [&str; 14] = [
    "game", "name", "keywords", "abilities", "not-computed", "sizes", "count", "models", "carried-by", "one-of",
    "role", "firing-deck", "also-called", "runemarks",
];

/// What two libraries have in common, and what not.
#[derive(Debug, Default)]
pub(crate) struct ShelfDifferences {
    /// How many units both have.
    pub(crate) shared: usize,
    /// How many units of the first the second lacks.
    pub(crate) alone: usize,
    /// How many of those that both have differ.
    pub(crate) differing: usize,
    /// The unit, what of it, and what each of the two says.
    pub(crate) rows: Vec<[String; 4]>,
}

/// Compares the units that both have by name, in the same army if several are called so.
pub(crate) fn shelf_differences(first: &Shelf, second: &Shelf) -> ShelfDifferences {
    let mut by_name: HashMap<(String, String), Vec<usize>> = HashMap::new();
    for row in 0..second.len() {
        by_name.entry(key(second, row)).or_default().push(row);
    }
    let mut found = ShelfDifferences::default();
    for row in 0..first.len() {
        let Some(others) = by_name.get(&key(first, row)) else {
            found.alone += 1;
            continue;
        };
        let armies = first.armies_of(row);
        let of_army = |other: &&usize| second.armies_of(**other).iter().any(|army| armies.contains(army));
        let other = others.iter().find(of_army).or(others.first()).copied().unwrap_or_default();
        found.shared += 1;
        let (here, there) = (facts(first, row), facts(second, other));
        let both = here.iter().filter_map(|(what, value)| Some((what, value, there.get(what)?)));
        let differing: Vec<_> = both.filter(|(_, value, other)| value != other).collect();
        found.differing += usize::from(!differing.is_empty());
        let path = format!("{}/{}", armies.first().copied().unwrap_or_default(), first.names(row)[0]);
        found.rows.extend(differing.into_iter().map(|(what, a, b)| [path.clone(), what.clone(), a.clone(), b.clone()]));
    }
    found
}

fn key(shelf: &Shelf, row: usize) -> (String, String) {
    (shelf.game(row).to_owned(), normal(shelf.names(row)[1]))
}

/// What a profile says of itself, its models and its weapons, by the words for it.
fn facts(shelf: &Shelf, row: usize) -> BTreeMap<String, String> {
    let document = Document::read(&shelf.unit(row, false).source, &Diagnostics::default());
    let (mut facts, table) = (BTreeMap::new(), &document.table);
    take(table, "", &mut facts);
    let models: Vec<&Table> = table.tables("model").collect();
    for model in &models {
        let name = if models.len() == 1 { String::new() } else { format!("{} ", called(model)) };
        take(model, &name, &mut facts);
    }
    for weapon in table.tables("weapon").chain(table.tables("attack")) {
        take(weapon, &format!("{} ", called(weapon)), &mut facts);
    }
    facts
}

fn called(table: &Table) -> String {
    table.text("name").unwrap_or_default().to_lowercase()
}

fn take(table: &Table, name: &str, facts: &mut BTreeMap<String, String>) {
    for entry in table.entries.iter().filter(|entry| !OWN.contains(&entry.key.as_str())) {
        if let Some(value) = written(&entry.node.value) {
            facts.entry(format!("{name}{}", entry.key)).or_insert(value);
        }
    }
    let abilities: Vec<String> = table.texts("abilities").map(str::to_lowercase).collect();
    if !name.is_empty() && table.get("attacks").is_some() {
        let mut abilities = abilities;
        abilities.sort();
        facts.entry(format!("{name}abilities")).or_insert_with(|| abilities.join(", "));
    }
}

fn written(value: &Value) -> Option<String> {
    match value {
        Value::Text(text) => Some(text.to_string()),
        Value::Whole(n) => Some(n.to_string()),
        _ => None,
    }
}
