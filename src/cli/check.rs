//! `check`: are these profiles right?

use std::path::Path;

use super::args::{CheckArgs, ColorWhen};
use super::exit::Stop;
use super::output::{answer, say};
use crate::ask::{army_units, typed_unit};
use crate::error::{Error, Kind};
use crate::games;
use crate::profile::{ARMY, Diagnostics, Found, Library};
use crate::report::{counted, mistakes, warnings};

pub(super) fn check(args: &CheckArgs, color: ColorWhen) -> Result<(), Stop> {
    let library = Library::open(&[]).map_err(Error::from)?;
    let mut unread: Vec<Error> = Vec::new();
    let units: Vec<Found> = if args.files.is_empty() {
        library.units().into_iter().cloned().collect()
    } else {
        let is_army = |file: &&String| Path::new(file).file_name().is_some_and(|name| name == ARMY);
        // An army is checked with its units; where they are named too, once.
        let files: Vec<&String> = args.files.iter().filter(|file| args.files.len() == 1 || !is_army(file)).collect();
        let read = |file: &String| match army_units(file, &library) {
            Some(units) => units.map_err(Error::from),
            None => Ok(vec![typed_unit(&library, file)?]),
        };
        // What cannot be read keeps nobody from looking at the rest.
        let keep = |units: Result<Vec<Found>, Error>| units.map_err(|error| unread.push(error)).unwrap_or_default();
        files.into_iter().map(read).flat_map(keep).collect()
    };
    let keywords: Vec<String> = units.iter().flat_map(keywords).collect();
    let (mut wrong, mut warned) = (0, 0);
    for unit in &units {
        let found = Diagnostics::thorough(keywords.clone());
        let document = unit.document(&found);
        if let Some(game) = games::game_of(&document, &found) {
            (game.check)(&document, &found);
        }
        let odd = found.warnings();
        if !odd.is_empty() {
            warned += odd.len() as u64;
            say(warnings(&odd, color.on_stderr()).trim_end());
        }
        let list = found.into_list();
        if !list.is_empty() {
            wrong += 1;
            say(mistakes(&list, color.on_stderr()).trim_end());
        }
    }
    if let Some(all) = unread.into_iter().reduce(Error::and) {
        return Err(all.into());
    }
    let files = if units.len() == 1 { "profile" } else { "profiles" };
    if wrong == 0 {
        let odd = if warned > 0 { format!(", {}", counted(warned, "warning")) } else { String::new() };
        return answer(format!("{} {files} checked, all right{odd}\n", units.len()).as_bytes());
    }
    Err(Error { kind: Kind::No, ..Error::usage(format!("{wrong} of {} {files} with mistakes", units.len())) }.into())
}

/// The keywords of a unit, as far as they can be read.
fn keywords(unit: &Found) -> Vec<String> {
    unit.document(&Diagnostics::default()).keywords()
}
