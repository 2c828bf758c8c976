//! Lists of names, counts and points against profiles that exist.

use super::sizes::resize;
use crate::games::{self, Game};
use crate::profile::import::{Imported, ImportedUnit, Kind, ListedUnit, TextList};
use crate::profile::{Diagnostics, Found, Library, Node, Place, Value};
use crate::words::{did_you_mean, same};

/// The army of a list: each unit as its profile has it, with the size and the points of the list. A name that no profile has
/// is refused, with the nearest names.
pub(super) fn army(list: &TextList, library: &Library) -> Imported {
    let units = library.units();
    let named = |unit: &ListedUnit| -> Vec<&Found> {
        let is =
            |found: &&&Found| same(&folded(&found.name), &folded(&unit.name)) || same(&found.stem, &folded(&unit.name));
        units.iter().filter(is).copied().collect()
    };
    let game = game_of(list.game, list.units.iter().map(named));
    let of_game = |found: &&Found| found.game.as_deref() == game.map(|game| game.id);
    let read = |unit: &ListedUnit| match (game, named(unit).into_iter().find(of_game)) {
        (Some(game), Some(found)) => sized(game, unit, found),
        _ => {
            let names = units.iter().filter(|unit| game.is_none() || of_game(unit)).map(|unit| unit.name.as_str());
            let near = did_you_mean(&unit.name, names).map_or_else(String::new, |near| format!("; {near}"));
            ImportedUnit::refused(&unit.name, unit.points, format!("no profile is called so{near}"))
        }
    };
    let mut read: Vec<ImportedUnit> = list.units.iter().map(read).collect();
    for (place, unit) in list.units.iter().enumerate() {
        let both =
            |led: &usize| read[place].refused.is_none() && read.get(*led).is_some_and(|led| led.refused.is_none());
        read[place].leader_of = unit.leads.filter(both);
    }
    Imported {
        game: game.map_or("", |game| game.id),
        kind: Kind::Roster,
        name: if list.name.is_empty() { "list".to_owned() } else { list.name.clone() },
        points: list.points,
        besides: Vec::new(),
        units: read,
    }
}

/// The game that most of the names are of: the one that the list tells, if any are, or another edition of it.
fn game_of<'f>(told: Option<&str>, named: impl Iterator<Item = Vec<&'f Found>>) -> Option<&'static Game> {
    let all: Vec<&str> = named.flatten().filter_map(|found| found.game.as_deref()).collect();
    let of = |game: &&&'static Game| all.iter().filter(|id| **id == game.id).count();
    let told = games::GAMES.iter().find(|game| Some(game.id) == told);
    let Some(told) = told else {
        return games::GAMES.iter().rev().max_by_key(of).copied().filter(|game| of(&game) > 0);
    };
    let is_edition = |game: &&&'static Game| told.id.starts_with(game.id) || game.id.starts_with(told.id);
    let other = || games::GAMES.iter().filter(is_edition).max_by_key(of).filter(|game| of(game) > 0);
    Some(Some(told).filter(|game| of(game) > 0).or_else(other).unwrap_or(told))
}

/// A profile with the size and the points of a list.
fn sized(game: &'static Game, unit: &ListedUnit, found: &Found) -> ImportedUnit {
    let notes = Diagnostics::default();
    let mut document = found.document(&notes);
    let own = (game.check)(&document, &notes).map_or(0, |facts| facts.models as u32);
    let models = unit.models.unwrap_or(if unit.reinforced { own * 2 } else { own });
    let refused = |why: String| ImportedUnit::refused(&unit.name, unit.points, why);
    let typed = format!("{models} models");
    if let Some(error) = (models != own).then(|| resize(game, &mut document, u64::from(models), &typed).err()).flatten()
    {
        return refused(error.message);
    }
    if let Some(points) = unit.points {
        let place = Place::first(&document.source);
        document.table.put("points", Node { place, value: Value::Whole(i64::from(points)) });
    }
    let facts = (game.check)(&document, &notes);
    let Some(facts) = facts.filter(|_| notes.is_empty()) else {
        return refused(format!("its profile {} is wrong; `warodds check` says why", found.source.name));
    };
    let mut read = ImportedUnit::refused(&found.name, unit.points, "");
    read.refused = None;
    (read.models, read.weapons) = (facts.models as u32, facts.weapons.len());
    if !same(&unit.name, &found.name) {
        read.mended.push(format!("`{}` is read as `{}`", unit.name, found.name));
    }
    read.text = document.toml();
    read
}

/// A name without the accents of Latin letters.
fn folded(name: &str) -> String {
    const ACCENTS: &[(&str, char)] = &[
        ("àáâãäåā", 'a'),
        ("çć", 'c'),
        ("èéêëē", 'e'),
        ("ìíîïī", 'i'),
        ("ñń", 'n'),
        ("òóôõöøō", 'o'),
        ("ùúûüū", 'u'),
        ("ýÿ", 'y'),
    ];
    let plain = |letter: char| ACCENTS.iter().find(|(all, _)| all.contains(letter)).map_or(letter, |(_, plain)| *plain);
    name.chars().flat_map(char::to_lowercase).map(plain).collect()
}
