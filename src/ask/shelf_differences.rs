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
    let mut facts = BTreeMap::new();
    take(&document.table, "", &mut facts);
    for list in ["model", "weapon", "attack"] {
        let tables: Vec<&Table> = document.table.tables(list).collect();
        for table in &tables {
            // What the only model has is the unit's.
            let is_unit = list == "model" && tables.len() == 1;
            let name = if is_unit { "" } else { table.text("name").unwrap_or_default() };
            let name = format!("{} ", name.to_lowercase());
            take(table, name.trim_start(), &mut facts);
            if list != "model" {
                let mut abilities: Vec<String> = table.texts("abilities").map(str::to_lowercase).collect();
                abilities.sort_unstable();
                facts.entry(format!("{name}abilities")).or_insert_with(|| abilities.join(", "));
            }
        }
    }
    facts
}

fn take(table: &Table, name: &str, facts: &mut BTreeMap<String, String>) {
    for entry in table.entries.iter().filter(|entry| !OWN.contains(&entry.key.as_str())) {
        let value = match &entry.node.value {
            Value::Text(text) => text.to_string(),
            Value::Whole(n) => n.to_string(),
            _ => continue,
        };
        facts.entry(format!("{name}{}", entry.key)).or_insert(value);
    }
}
