//! An army as files: a profile for each distinct unit, and a list that names them.

use std::fmt::Write;
use std::sync::Arc;

use crate::profile::import::{Imported, ImportedUnit, quoted};
use crate::report::slug;
use crate::words::each_once;

/// The units of a roster with the files that stand for them.
#[derive(Debug)]
pub(crate) struct Army {
    /// What was read; the texts of the profiles are in the files.
    pub imported: Imported,
    /// Names and texts of the profiles, each distinct unit once.
    pub files: Vec<(String, Arc<str>)>,
    /// The text of `army.toml`.
    pub list: String,
    /// For each unit the place of its file; `None` if it was refused.
    pub file_of: Vec<Option<usize>>,
}

/// Gives each distinct unit a file, and lists them.
pub(crate) fn army_of(mut imported: Imported) -> Army {
    let mut files: Vec<(String, Arc<str>)> = Vec::new();
    let mut file_of = Vec::new();
    for unit in &mut imported.units {
        file_of.push(unit.refused.is_none().then(|| file_for(unit, &mut files)));
    }
    let list = listed(&imported, &files, &file_of);
    Army { imported, files, list, file_of }
}

/// The place of the file with this unit's text, a new one if there is none yet.
fn file_for(unit: &mut ImportedUnit, files: &mut Vec<(String, Arc<str>)>) -> usize {
    let profile = std::mem::take(&mut unit.text);
    if let Some(place) = files.iter().position(|(_, text)| *text == profile) {
        return place;
    }
    let stem =
        Some(slug(&unit.name)).filter(|stem| !stem.is_empty() && stem != "army").unwrap_or_else(|| "unit".to_owned());
    let taken = |name: &String| files.iter().any(|(key, _)| key == name);
    let numbered = |n: usize| if n == 1 { format!("{stem}.toml") } else { format!("{stem}-{n}.toml") };
    let name = (1..=files.len() + 1).map(numbered).find(|name| !taken(name)).unwrap_or_default();
    files.push((name, profile));
    files.len() - 1
}

fn listed(imported: &Imported, files: &[(String, Arc<str>)], file_of: &[Option<usize>]) -> String {
    let mut list = format!("name = {}\ngame = {}\n", quoted(&imported.name), quoted(imported.game));
    if let Some(points) = imported.points {
        let _ = writeln!(list, "points = {points}");
    }
    for (unit, place) in imported.units.iter().zip(file_of) {
        let Some((file, _)) = place.and_then(|place| files.get(place)) else { continue };
        let _ = write!(list, "\n[[unit]]\nprofile = {}\nmodels = {}\n", quoted(file), unit.models);
        if let Some(points) = unit.points {
            let _ = writeln!(list, "points = {points}");
        }
        let led = unit.leader_of.and_then(|led| file_of.get(led).copied().flatten()).and_then(|place| files.get(place));
        if let Some((led, _)) = led {
            let _ = writeln!(list, "leader-of = {}", quoted(led));
        }
    }
    let of_units = imported.units.iter().filter(|unit| unit.refused.is_none()).flat_map(|unit| &*unit.lent);
    let lent = each_once(imported.lent.iter().flat_map(|lent| &lent.entries).chain(of_units));
    list.extend(lent.into_iter().map(String::as_str));
    list
}
