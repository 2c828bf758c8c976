//! Libraries of the player: a whole game in one file of the user's data folder, found without any option.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::ask::{ShelfDifferences, Shelved, bytes_of, shelf_differences, shelve};
use crate::cli::args::{ColorWhen, ImportArgs, LibraryArgs, LibraryWhat};
use crate::cli::data::{FOLDER, folder, libraries};
use crate::cli::exit::Stop;
use crate::cli::output::{answer, note, say, width};
use crate::cli::progress::{Progress, STOP, heed_interrupts};
use crate::error::{Error, Kind};
use crate::games;
use crate::profile::import::{NotRead, Opened, bundled, open};
use crate::profile::{LIBRARY_ENDING, Shelf, written_library};
use crate::report::{Screen, counted, make_folder, printable, slug, words, write_whole};
use crate::words::{did_you_mean, first_few};

/// How deep folders are looked through.
const MAX_DEPTH: usize = 12;
/// How many units that could not be read are named.
const MOST_NAMED: usize = 8;
const SECONDS_OF_A_DAY: u64 = 86_400;

/// Whether a file may be a catalogue or hold some, by its name.
fn is_wanted(name: &str) -> bool {
    let ending = name.rsplit('.').next().unwrap_or_default().to_lowercase();
    ["cat", "gst", "catz", "gstz", "json", "zip"].contains(&ending.as_str())
}

/// Files as they were found: what they are called, and their bytes.
#[derive(Default)]
struct Gathered {
    files: Vec<(String, Vec<u8>)>,
    newest: Option<SystemTime>,
}

impl Gathered {
    /// Adds a file, all of a folder, or all of an archive.
    fn add(&mut self, path: &Path, depth: usize) -> Result<(), Error> {
        if path.is_dir() {
            let unreadable =
                |error: std::io::Error| Error::usage(format!("{} cannot be read: {error}", path.display()));
            let mut inner = Vec::new();
            for entry in fs::read_dir(path).map_err(unreadable)? {
                inner.push(entry.map_err(unreadable)?.path());
            }
            inner.sort_unstable();
            let is_hidden = |path: &Path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
            for path in inner.iter().filter(|path| !is_hidden(path) && !path.is_symlink()) {
                if (path.is_dir() && depth < MAX_DEPTH) || (path.is_file() && is_wanted(&path.to_string_lossy())) {
                    // What was not named itself stops nothing else.
                    self.add(path, depth + 1).unwrap_or_else(|why| note(&printable(&why.message)));
                }
            }
            return Ok(());
        }
        self.newest = self.newest.max(fs::metadata(path).and_then(|about| about.modified()).ok());
        let (bytes, name) = (bytes_of(path)?, path.display().to_string());
        let unread = |why: NotRead| Error::usage(format!("{name}: {why}"));
        match bundled(&bytes, &is_wanted).map_err(unread)? {
            Some(members) => {
                self.files.extend(members.into_iter().map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
            }
            None => self.files.push((name, bytes)),
        }
        Ok(())
    }

    /// Opens all; what is no catalogue is left out, and named unless it is one of the many other files of JSON.
    fn open(self) -> (Vec<String>, Vec<Opened>) {
        let (mut names, mut opened) = (Vec::new(), Vec::new());
        for (name, bytes) in self.files {
            match open(&bytes) {
                Ok(file) => {
                    names.push(name);
                    opened.push(file);
                }
                Err(NotRead::Unknown(_) | NotRead::Empty) if name.to_lowercase().ends_with(".json") => {}
                Err(why) => note(&format!("{}: {why}", printable(&name))),
            }
        }
        (names, opened)
    }
}

/// Says which files are linked to and not there, and which bear one id.
fn tell_links(names: &[String], files: &[Opened]) {
    let mut missing: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    let mut seen: BTreeMap<&str, &str> = BTreeMap::new();
    for (name, file) in names.iter().zip(files) {
        for link in file.links().into_iter().filter(|(id, _)| !files.iter().any(|file| file.id() == *id)) {
            missing.entry(link).or_default().push(name);
        }
        if let Some(other) = seen.insert(file.id(), name).filter(|_| !file.id().is_empty()) {
            note(&printable(&format!("{other} and {name} have the same id; links lead to the first")));
        }
    }
    for ((_, name), from) in missing {
        let from = first_few(&from, 1, ", ");
        note(&printable(&format!("{from}: `{name}` is linked to and not here; what depends on it is named below")));
    }
}

/// `import … --library`: everything becomes one library.
pub(super) fn import(args: &ImportArgs, name: &str) -> Result<(), Stop> {
    let mut gathered = Gathered::default();
    args.files.iter().try_for_each(|path| gathered.add(path, 0))?;
    let date = date(gathered.newest.unwrap_or(UNIX_EPOCH));
    let (names, files) = gathered.open();
    tell_links(&names, &files);
    heed_interrupts();
    let progress = Progress::of_files(files.len());
    let shelved = shelve(&files, &|place| progress.at_file(place, Path::new(&names[place])));
    drop(progress);
    if STOP.load(Ordering::Relaxed) {
        return Err(Error { kind: Kind::Write, ..Error::usage("interrupted; nothing was written") }.into());
    }
    shelved.unread.iter().for_each(|(place, why)| note(&printable(&format!("{}: {why}", names[*place]))));
    if shelved.units.is_empty() {
        let error = Error::usage("nothing there holds units; catalogues end in .cat, .gst, .catz, .gstz or .json");
        return Err(error.hint("a roster or a list is imported without `--library`".to_owned()).into());
    }
    let from = args.files.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ");
    let name = [slug(name), own_name(&args.files[0]), "library".to_owned()].into_iter().find(|name| !name.is_empty());
    let name = name.unwrap_or_default();
    answer(by_army(shelved.units.iter().map(|unit| (unit.game.as_str(), unit.armies[0].as_str()))).as_bytes())?;
    if !args.dry_run {
        let nowhere = || Error::usage(format!("there is no folder for data of users; {FOLDER} names one"));
        let folder = folder().ok_or_else(nowhere)?;
        make_folder(&folder).map_err(Error::from)?;
        let path = folder.join(format!("{name}.{LIBRARY_ENDING}"));
        write_whole(&path, written_library(&name, &from, &date, &shelved.units).as_bytes()).map_err(Error::from)?;
        say(&printable(&format!("wrote the library `{name}`, {}, to {}", units(shelved.units.len()), path.display())));
    }
    refused(&shelved)
}

fn units(number: usize) -> String {
    counted(number as u64, "unit")
}

/// An error that names units that could not be read, if there are any.
fn refused(shelved: &Shelved) -> Result<(), Stop> {
    let count = shelved.refused.len();
    if count == 0 {
        return Ok(());
    }
    let line = |[army, name, why]: &[String; 3]| format!("{name} ({army}): {why}");
    let lines: Vec<String> = shelved.refused.iter().map(line).collect();
    let all = units(count + shelved.units.len());
    let error = Error::usage(format!("{count} of {all} could not be read: {}", first_few(&lines, MOST_NAMED, "; ")));
    Err(Error { kind: Kind::No, ..error }.into())
}

/// What a folder or an archive is called.
fn own_name(path: &Path) -> String {
    let whole = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let stem = whole.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    slug(stem.trim_end_matches(".tar"))
}

/// How many units each army has.
fn by_army<'t>(units: impl Iterator<Item = (&'t str, &'t str)>) -> String {
    let mut armies: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    units.for_each(|army| *armies.entry(army).or_default() += 1);
    let rows: Vec<Vec<String>> = armies
        .into_iter()
        .map(|((game, army), count)| vec![games::title(game).clone(), army.to_owned(), count.to_string()])
        .collect();
    words(&["game", "army", "units"], &rows, Screen { width: width(), color: false, ascii: false })
}

/// A day as it is written: 2026-11-23.
fn date(time: SystemTime) -> String {
    let days = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()) / SECONDS_OF_A_DAY;
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let (mut year, mut left) = (1970, days);
    while left >= 365 + u64::from(is_leap(year)) {
        left -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for length in lengths {
        if left < length {
            break;
        }
        left -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", left + 1)
}

/// In what two libraries differ.
fn summary(found: ShelfDifferences, [here, there]: &[String; 2]) -> String {
    let ShelfDifferences { shared, alone, differing, rows } = found;
    let rows: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(|cell| printable(cell)).collect()).collect();
    let head =
        format!("{differing} of {} that both libraries have differ; {alone} more are in {here} alone\n", units(shared));
    let screen = Screen { width: width(), color: false, ascii: false };
    if rows.is_empty() { head } else { format!("{head}\n{}", words(&["unit", "what", here, there], &rows, screen)) }
}

/// `library`: which there are, what one holds, and how one goes.
pub(in crate::cli) fn library(args: &LibraryArgs, color: ColorWhen) -> Result<(), Stop> {
    let paths = libraries();
    let stem = |path: &PathBuf| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let named = |name: &Option<String>| -> Result<&PathBuf, Error> {
        let name = name.as_deref().ok_or_else(|| Error::usage("say which library: `warodds library` lists them"))?;
        let stems: Vec<String> = paths.iter().map(stem).collect();
        let place = stems.iter().position(|stem| stem == name).ok_or_else(|| {
            let near = did_you_mean(name, stems.iter().map(String::as_str));
            Error::usage(format!("there is no library `{name}`"))
                .hint(near)
                .hint("`warodds library` lists them".to_owned())
        })?;
        Ok(&paths[place])
    };
    let opened = |name: &Option<String>| -> Result<Shelf, Error> {
        Shelf::open(named(name)?)
            .map_err(|why| Error::usage(format!("`{}`: {why}", name.as_deref().unwrap_or_default())))
    };
    match args.what.unwrap_or(LibraryWhat::List) {
        LibraryWhat::Show => answer(by_army(opened(&args.name)?.armies()).as_bytes()),
        LibraryWhat::Compare => {
            let both = [&args.name, &args.other].map(|name| name.clone().unwrap_or_default());
            let summary = summary(shelf_differences(&opened(&args.name)?, &opened(&args.other)?), &both);
            answer(summary.as_bytes())
        }
        LibraryWhat::Remove => {
            let path = named(&args.name)?;
            fs::remove_file(path)
                .map_err(|error| Error { kind: Kind::Write, ..Error::usage(format!("{}: {error}", path.display())) })?;
            say(&printable(&format!("removed {}", path.display())));
            Ok(())
        }
        LibraryWhat::List if paths.is_empty() => {
            let folder = folder().map_or_else(String::new, |folder| format!(" in {}", folder.display()));
            say(&printable(&format!(
                "there is no library{folder}; `warodds import FOLDER --library` makes one of catalogues"
            )));
            Ok(())
        }
        LibraryWhat::List => {
            let row = |path: &PathBuf| match Shelf::open(path) {
                Ok(shelf) => {
                    let [_, from, date] = shelf.about();
                    [stem(path), shelf.len().to_string(), from.to_owned(), date.to_owned()]
                        .iter()
                        .map(|cell| printable(cell))
                        .collect()
                }
                Err(why) => vec![printable(&stem(path)), String::new(), why, String::new()],
            };
            let rows: Vec<Vec<String>> = paths.iter().map(row).collect();
            let screen = Screen { width: width(), color: color.on_stdout(), ascii: false };
            answer(words(&["library", "units", "from", "of"], &rows, screen).as_bytes())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn days_are_counted() {
        let day = |days: u64| date(UNIX_EPOCH + Duration::from_secs(days * SECONDS_OF_A_DAY));
        assert_eq!([day(0), day(58), day(59)], ["1970-01-01", "1970-02-28", "1970-03-01"]);
        // 2000 was a leap year: 10,957 days after 1970 it began.
        assert_eq!([day(10_957 + 59), day(10_957 + 60)], ["2000-02-29", "2000-03-01"]);
    }
}
