//! Armies as they are typed: a roster or an `army.toml` stands for all its units, and `file:unit` for one of them.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use super::{army_of, import};
use crate::profile::import::{ImportedUnit, MAX_IMPORT_BYTES};
use crate::profile::{Diagnostics, Document, Found, Library, NotFound, Source, Value, is_path};
use crate::words::{did_you_mean, normal};

/// How many units that cannot be read are named.
const MOST_NAMED: usize = 5;

/// The units of an army, if a text names a file that holds one: a roster, whatever it is called, or an `army.toml`.
///
/// # Errors
/// A file that is neither.
pub fn army_units(typed: &str, library: &Library) -> Option<Result<Vec<Found>, NotFound>> {
    let path = Path::new(typed);
    // A name without an ending is a unit's, even if a file is called so.
    if path.extension().is_none() || !path.is_file() || (is_path(typed) && !is_army(path)) {
        return None;
    }
    Some(read(path, library).and_then(|army| match &army.refused[..] {
        [] => Ok(army.units),
        refused => {
            let others =
                "`{typed}:UNIT` names one of the others, `warodds import` reads them".replace("{typed}", typed);
            let more = refused.len().saturating_sub(MOST_NAMED);
            let more = if more > 0 { format!("; and {more} more") } else { String::new() };
            let named = refused.iter().take(MOST_NAMED).cloned().collect::<Vec<_>>().join("; ");
            Err(unreadable(path, format!("{named}{more}; {others}")))
        }
    }))
}

/// The distinct units of an army, and why others of it are none.
#[derive(Default)]
struct ArmyRead {
    units: Vec<Found>,
    refused: Vec<String>,
    /// The place of each unit that the army holds.
    places: Vec<usize>,
    /// Places of a leader and of the unit that it leads.
    leads: Vec<(usize, usize)>,
}

impl ArmyRead {
    /// The leaders of a unit, where every one of its kind has them.
    fn leaders(&self, unit: usize) -> Vec<(Found, Option<u64>)> {
        let times = self.places.iter().filter(|place| **place == unit).count();
        let leads = |leader: usize| self.leads.iter().filter(|lead| **lead == (leader, unit)).count() == times;
        let leaders = (0..self.units.len()).filter(|leader| times > 0 && leads(*leader));
        leaders.map(|leader| (self.units[leader].clone(), None)).collect()
    }
}

fn read(path: &Path, library: &Library) -> Result<ArmyRead, NotFound> {
    if is_path(&path.to_string_lossy()) {
        return listed(path);
    }
    of_roster(path, library)
}

/// The unit of `file:unit`, or the only one of a file; `None` if the text names no army.
pub(super) fn army_unit(typed: &str, library: &Library) -> Option<Result<Found, NotFound>> {
    let split = |(at, _): (usize, &str)| (&typed[..at], typed[at + 1..].trim());
    let (file, name) =
        typed.rmatch_indices(':').map(split).find(|(file, _)| Path::new(file).is_file()).unwrap_or((typed, ""));
    let path = Path::new(file);
    if path.extension().is_none() || !path.is_file() || (is_path(file) && !is_army(path)) {
        return None;
    }
    Some(read(path, library).and_then(|army| {
        let why = |error| match army.refused.iter().find(|why| !name.is_empty() && why.contains(name)) {
            Some(why) => unreadable(path, why),
            None => error,
        };
        let unit = chosen(typed, file, name, &army.units).map_err(why)?;
        let place = army.units.iter().position(|known| known.source.name == unit.source.name);
        Ok(Found { leaders: place.map(|place| army.leaders(place)).unwrap_or_default(), ..unit })
    }))
}

/// The unit of a name: the same one, or the only one that it is a part of.
fn chosen(typed: &str, file: &str, name: &str, units: &[Found]) -> Result<Found, NotFound> {
    let wanted = normal(name);
    let is = |unit: &&Found| normal(&unit.stem) == wanted || normal(&unit.name) == wanted;
    let part = |unit: &&Found| normal(&unit.stem).contains(&wanted) || normal(&unit.name).contains(&wanted);
    let mut fits: Vec<&Found> = units.iter().filter(is).collect();
    if fits.is_empty() {
        fits = units.iter().filter(part).collect();
    }
    match fits[..] {
        [only] => Ok(only.clone()),
        [] => {
            let stems: Vec<&str> = units.iter().map(|unit| unit.stem.as_str()).collect();
            let help = did_you_mean(name, stems.iter().copied());
            let help = help.unwrap_or_else(|| format!("{file} has {}", stems.join(", ")));
            Err(NotFound::None { typed: typed.to_owned(), help: Some(help) })
        }
        _ => {
            let names = fits.iter().map(|unit| format!("{file}:{}", unit.stem)).collect();
            Err(NotFound::Several { typed: typed.to_owned(), names })
        }
    }
}

fn unreadable(path: &Path, cause: impl std::fmt::Display) -> NotFound {
    NotFound::Unreadable { path: path.display().to_string(), cause: cause.to_string() }
}

fn bytes_of(path: &Path) -> Result<Vec<u8>, NotFound> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAX_IMPORT_BYTES as u64 + 1).read_to_end(&mut bytes));
    read.map(|_| bytes).map_err(|error| unreadable(path, error))
}

/// Each distinct unit of a roster once.
fn of_roster(path: &Path, library: &Library) -> Result<ArmyRead, NotFound> {
    let imported = import(&bytes_of(path)?, library).map_err(|why| unreadable(path, why))?;
    let why =
        |unit: &ImportedUnit| Some(format!("its unit `{}` cannot be read: {}", unit.name, unit.refused.as_ref()?));
    let refused = imported.units.iter().filter_map(why).collect();
    let found = |(name, text): &(String, String)| {
        let stem = name.trim_end_matches(".toml");
        Found::of(stem, Source::new(format!("{}:{stem}", path.display()), text.as_str()))
    };
    let army = army_of(imported);
    let leads = army.imported.units.iter().zip(&army.file_of).filter_map(|(unit, file)| {
        let led = army.file_of.get(unit.leader_of?).copied().flatten()?;
        Some(((*file)?, led))
    });
    Ok(ArmyRead {
        units: army.files.iter().map(found).collect(),
        refused,
        places: army.file_of.iter().copied().flatten().collect(),
        leads: leads.collect(),
    })
}

/// Whether a TOML file is a list of units, as `import` writes it, and no profile.
fn is_army(path: &Path) -> bool {
    let Some(document) = document(path) else { return false };
    matches!(document.table.get("unit").map(|node| &node.value), Some(Value::List(_)))
}

fn document(path: &Path) -> Option<Document> {
    let text = String::from_utf8(bytes_of(path).ok()?).ok()?;
    let source: Arc<Source> = Source::new(path.display().to_string(), text);
    Some(Document::read(&source, &Diagnostics::default()))
}

/// The profiles that an `army.toml` names, each once; they lie beside it.
fn listed(path: &Path) -> Result<ArmyRead, NotFound> {
    let document = document(path).ok_or_else(|| unreadable(path, "it is not UTF-8"))?;
    let units = document.table.get("unit").map(|node| &node.value);
    let Some(Value::List(units)) = units else { return Err(unreadable(path, "it lists no units")) };
    let (mut army, mut led) = (ArmyRead::default(), Vec::new());
    let library = Library::default();
    let beside = |profile: &str| path.parent().unwrap_or(Path::new("")).join(profile).display().to_string();
    for unit in units {
        let Value::Table(table) = &unit.value else { continue };
        let profile = table.text("profile").ok_or_else(|| unreadable(path, "a `[[unit]]` names no `profile`"))?;
        let file = beside(profile);
        if !is_path(&file) {
            return Err(unreadable(path, format!("`{profile}` does not end in .toml")));
        }
        let unit = library.find(&file, &[])?;
        let known = army.units.iter().position(|known| known.source.name == unit.source.name);
        let place = known.unwrap_or(army.units.len());
        if known.is_none() {
            army.units.push(unit);
        }
        army.places.push(place);
        led.extend(table.text("leader-of").map(|led| (place, beside(led))));
    }
    let place = |file: &String| army.units.iter().position(|unit| unit.source.name == *file);
    army.leads = led.iter().filter_map(|(leader, file)| Some((*leader, place(file)?))).collect();
    Ok(army)
}
