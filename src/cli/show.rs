//! `show`: the card of a unit, as the game prints it.

use super::args::{ColorWhen, ShowArgs};
use super::exit::Stop;
use super::games::warn;
use super::output::{answer_text, width};
use crate::ask::{army_units, loaded, typed_unit};
use crate::error::Error;
use crate::games;
use crate::games::editions::title_of;
use crate::profile::{Diagnostics, Document, Found, Holds, Library, Presence, ProfileKey, Table, Value};
use crate::report::{Screen, printable, words};

pub(super) fn show(args: &ShowArgs, color: ColorWhen) -> Result<(), Stop> {
    let library = Library::open(&args.folders.profiles).map_err(Error::from)?;
    let screen = Screen { width: width(), color: color.on_stdout(), ascii: false };
    warn(args.units.iter().map(String::as_str), &args.folders.profiles);
    let mut text = String::new();
    for typed in &args.units {
        let units: Vec<Found> = match army_units(typed, &library) {
            Some(units) => units.map_err(Error::from)?,
            None => vec![typed_unit(&library, typed)?],
        };
        for unit in units {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(&card(&unit, screen)?);
        }
    }
    answer_text(&text)
}

/// The card of one unit.
fn card(unit: &Found, screen: Screen) -> Result<String, Error> {
    let found = Diagnostics::default();
    let mut document = loaded(unit, &found)?;
    let game = games::game_of(&document, &found).filter(|game| (game.check)(&document, &found).is_some());
    let Some(game) = game.filter(|_| found.is_empty()) else { return Err(Error::mistakes(found.into_list())) };
    (game.spell_out)(&mut document);
    let points = document.table.whole("points").map_or_else(String::new, |points| format!(" · {points} points"));
    let mut text = format!("{} · {}{points}\n", printable(&unit.name), title_of(game));
    text.push_str(&head(&document, game.keys));
    for key in game.keys {
        if let (Holds::Tables(keys), Some(Value::List(nodes))) =
            (key.holds, document.table.get(key.name).map(|n| &n.value))
        {
            let tables =
                nodes.iter().filter_map(|node| if let Value::Table(table) = &node.value { Some(table) } else { None });
            text.push('\n');
            text.push_str(&grid(key.name, keys, &tables.collect::<Vec<_>>(), screen));
        }
    }
    Ok(text)
}

/// The keys that stand above all tables: the statline in one line, each list in one of its own.
fn head(document: &Document, keys: &[ProfileKey]) -> String {
    let is_said = |key: &&ProfileKey| !["game", "name", "points"].contains(&key.name);
    let mut line = Vec::new();
    let mut lists = String::new();
    for key in keys.iter().filter(is_said) {
        match document.table.get(key.name).map(|node| &node.value) {
            None => {}
            Some(Value::List(nodes)) if nodes.iter().any(|node| matches!(node.value, Value::Table(_))) => {}
            Some(value @ Value::List(_)) => {
                lists.push_str(&format!("{}: {}\n", key.name.replace('-', " "), printable(&shown(value))));
            }
            Some(value) => line.push(format!("{} {}", key.name.replace('-', " "), printable(&shown(value)))),
        }
    }
    if line.is_empty() { lists } else { format!("{}\n{lists}", line.join(" · ")) }
}

/// Tables of one list as rows, with a column for each key that one of them has.
fn grid(list: &str, keys: &[ProfileKey], tables: &[&Table], screen: Screen) -> String {
    let is_used = |key: &&ProfileKey| tables.iter().any(|table| table.get(key.name).is_some());
    let used: Vec<&ProfileKey> = keys.iter().filter(|key| key.need != Presence::State).filter(is_used).collect();
    let header: Vec<&str> = used.iter().map(|key| if key.name == "name" { list } else { key.name }).collect();
    let cell = |table: &&Table, key: &&ProfileKey| {
        table.get(key.name).map_or_else(String::new, |node| printable(&shown(&node.value)))
    };
    let rows: Vec<Vec<String>> = tables.iter().map(|table| used.iter().map(|key| cell(table, key)).collect()).collect();
    words(&header, &rows, screen)
}

/// A value as a card prints it.
fn shown(value: &Value) -> String {
    match value {
        Value::Text(text) => text.to_string(),
        Value::Whole(n) => n.to_string(),
        Value::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        Value::List(nodes) => nodes.iter().map(|node| shown(&node.value)).collect::<Vec<_>>().join(", "),
        Value::Table(_) | Value::Other(_) => String::new(),
    }
}
