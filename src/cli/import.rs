//! `import`: rosters and catalogues of other programs become profiles.

mod shelves;

pub(super) use self::shelves::library;

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use super::args::{ColorWhen, ImportArgs};
use super::exit::Stop;
use super::output::{answer, note, say, width};
use super::progress::{Progress, STOP, heed_interrupts};
use crate::ask::{Army, Importer, NotOpened, army_of, opened};
use crate::error::{Error, Kind};
use crate::profile::import::{Besides, Imported, ImportedAbility, ImportedUnit, LeftOut, NotRead};
use crate::profile::{ARMY, Library};
use crate::report::{Screen, counted, pretty, printable, slug, words, write_all, write_whole};
use crate::words::first_few;

pub(super) fn import(args: &ImportArgs, color: ColorWhen) -> Result<(), Stop> {
    if let Some(name) = &args.library {
        return shelves::import(args, name);
    }
    let (files, paths) = opened(&args.files).map_err(Error::from)?;
    let library = Library::open(&args.folders.profiles).map_err(Error::from)?;
    let importer = Importer::new(&files, &library);
    let mut armies = Vec::new();
    let progress = Progress::of_files(paths.len());
    for (place, path) in paths.iter().enumerate() {
        progress.at_file(place, path);
        match importer.import(place, args.unit.as_deref()) {
            Ok(imported) => {
                let folder = folder_of(args, path, &imported);
                let all = imported.by_army();
                let is_one = all.len() == 1;
                let inner = |army: &Imported| if is_one { folder.clone() } else { folder.join(slug(&army.name)) };
                armies.extend(all.into_iter().map(|army| (inner(&army), army_of(army))));
            }
            Err(NotRead::NoUnits) if files[place].is_abilities() && paths.len() > 1 => {}
            // Libraries and game systems lie among catalogues, and a name is looked for in all of them.
            Err(why @ (NotRead::NoUnits | NotRead::NoUnit(_))) if paths.len() > 1 => {
                note(&format!("{}: {why}", path.display()));
            }
            Err(why) => return Err(Error::from(NotOpened::Holds(path.clone(), why)).into()),
        }
    }
    drop(progress);
    if armies.is_empty() {
        return Err(Error::usage("none of the files holds what was asked for").into());
    }
    if !args.dry_run {
        write_armies(&armies, args.force)?;
    }
    let refused: usize =
        armies.iter().map(|(_, army)| army.imported.units.iter().filter(|unit| unit.is_failure()).count()).sum();
    let all: usize = armies.iter().map(|(_, army)| army.imported.units.len()).sum();
    match &args.json {
        Some(path) => write_json(path, &armies)?,
        None => {
            let screen = Screen { width: width(), color: color.on_stdout(), ascii: false };
            let text: String = armies.iter().map(|(_, army)| summary(army, screen)).collect();
            answer(text.as_bytes())?;
        }
    }
    if !args.dry_run {
        for (folder, army) in armies.iter().filter(|(_, army)| !army.files.is_empty()) {
            say(&format!(
                "wrote {} and army.toml to {}",
                counted(army.files.len() as u64, "profile"),
                folder.display()
            ));
        }
    }
    if refused == 0 {
        return Ok(());
    }
    let message = format!("{refused} of {} could not be read", counted(all as u64, "unit"));
    let error = Error { kind: Kind::No, ..Error::usage(message) };
    if files.iter().any(|file| file.list().is_some()) {
        let hint =
            "a list holds names only: `warodds import CATALOGUE --to DIR` makes profiles, `--profiles DIR` finds them";
        return Err(error.hint(hint.to_owned()).into());
    }
    Err(error.into())
}

/// Where the profiles go: the folder that was named, else one named after the army.
fn folder_of(args: &ImportArgs, file: &Path, imported: &Imported) -> PathBuf {
    let named =
        [slug(&imported.name), slug(&file.file_stem().unwrap_or_default().to_string_lossy()), "army".to_owned()];
    let own = || named.iter().find(|name| !name.is_empty()).cloned().unwrap_or_default();
    match &args.to {
        Some(folder) if args.files.len() > 1 => folder.join(own()),
        Some(folder) => folder.clone(),
        None => PathBuf::from(own()),
    }
}

/// Writes all files, or none if one of them would be written over something else.
fn write_armies(armies: &[(PathBuf, Army)], force: bool) -> Result<(), Error> {
    let mut files = Vec::new();
    for (folder, army) in armies.iter().filter(|(_, army)| !army.files.is_empty()) {
        files.extend(army.files.iter().map(|(name, text)| (folder.join(name), &**text)));
        files.push((folder.join(ARMY), army.list.as_str()));
    }
    let differs = |path: &Path, text: &str| path.exists() && fs::read(path).ok().as_deref() != Some(text.as_bytes());
    let other: Vec<String> = files
        .iter()
        .filter(|(path, text)| !force && differs(path, text))
        .map(|(path, _)| path.display().to_string())
        .collect();
    if !other.is_empty() {
        let files = first_few(&other, 1, ", ");
        let message = format!("{files} would be overwritten, and something else is there; nothing was written");
        let error = Error { kind: Kind::Write, ..Error::usage(message) };
        return Err(error.hint("`--force` overwrites, `--to DIR` writes elsewhere".to_owned()));
    }
    heed_interrupts();
    match write_all(&files, &|| !STOP.load(Ordering::Relaxed))? {
        true => Ok(()),
        false => Err(Error { kind: Kind::Write, ..Error::usage("interrupted; nothing was written") }),
    }
}

fn write_json(path: &str, armies: &[(PathBuf, Army)]) -> Result<(), Stop> {
    let all: Vec<&Imported> = armies.iter().map(|(_, army)| &army.imported).collect();
    let json = if let [only] = all[..] { pretty(only) } else { pretty(&all) };
    if path == "-" {
        return answer(json.as_bytes());
    }
    if !path.to_lowercase().ends_with(".json") {
        let error = Error::usage(format!("`--json` does not write `{path}`"));
        return Err(error.hint("write `--json`, `--json -` or `--json FILE.json` behind the files".to_owned()).into());
    }
    write_whole(Path::new(path), json.as_bytes()).map_err(Error::from)?;
    Ok(())
}

/// The table of an army, and what has to be said of its units.
fn summary(army: &Army, screen: Screen) -> String {
    let imported = &army.imported;
    let points = imported.points.map_or_else(String::new, |points| format!(", {points} points"));
    let units = counted(imported.units.len() as u64, "unit");
    let mut text = format!("{}: {units}{points}{}\n\n", printable(&imported.name), others(imported));
    let row = |unit: &ImportedUnit| {
        let count = |n: usize| if n == 0 { String::new() } else { n.to_string() };
        let points = unit.points.map_or_else(String::new, |points| points.to_string());
        let state = if unit.refused.is_some() { "refused".to_owned() } else { count(unit.left_out.len()) };
        let cells = [unit.models as usize, unit.weapons, unit.read.len(), unit.mended.len()].map(count);
        let [models, weapons, read, mended] = cells;
        vec![printable(&unit.name), points, models, weapons, read, mended, state]
    };
    let rows: Vec<Vec<String>> = imported.units.iter().map(row).collect();
    let header = ["unit", "points", "models", "weapons", "abilities read", "mended", "left out"];
    text.push_str(&words(&header, &rows, screen));
    let of_army = ImportedUnit {
        name: "The army as a whole".to_owned(),
        abilities: imported.abilities.as_slice().into(),
        left_out: imported.left_out.clone(),
        ..ImportedUnit::default()
    };
    text.push_str(&about(&of_army));
    let mut seen: Vec<String> = Vec::new();
    for unit in &imported.units {
        let about = about(unit);
        if !about.is_empty() && !seen.contains(&about) {
            text.push_str(&about);
            seen.push(about);
        }
    }
    text.push_str(&totals(imported));
    text
}

/// How many abilities of the cards and of the army compute, of those on which dice depend.
fn totals(imported: &Imported) -> String {
    let units = imported.units.iter().filter(|unit| unit.refused.is_none());
    let all: Vec<&str> =
        units.flat_map(|unit| &*unit.abilities).chain(&imported.abilities).map(|one| one.becomes).collect();
    let [idle, out, part] =
        ["no dice", "left out", "in part"].map(|becomes| all.iter().filter(|one| **one == becomes).count());
    let (dice, computed) = (all.len() - idle, all.len() - idle - out);
    let part_of = |n: usize, text: String| if n == 0 { String::new() } else { text };
    let (idle, part) = (
        part_of(idle, format!("; {idle} more touch no die of an attack")),
        part_of(part, format!(", {part} of them in part")),
    );
    part_of(dice, format!("\n{computed} of {dice} abilities compute{part}; {out} left out{idle}\n"))
}

/// What costs points and is of no unit.
fn others(imported: &Imported) -> String {
    let other = |part: &Besides| format!("{} {}", part.points, printable(&part.name));
    match &imported.besides[..] {
        [] => String::new(),
        all => format!(", of which no unit costs {}", all.iter().map(other).collect::<Vec<_>>().join(", ")),
    }
}

/// What was read, mended and left out of one unit, and why.
fn about(unit: &ImportedUnit) -> String {
    let mut text = String::new();
    let mut line = |what: &str, items: &[String]| {
        if !items.is_empty() {
            let _ = writeln!(text, "  {what}: {}", printable(&items.join(", ")));
        }
    };
    line("refused", unit.refused.as_slice());
    let is_said = |one: &&ImportedAbility| one.becomes != "left out" && !one.says.is_empty();
    let shown: Vec<&ImportedAbility> = unit.abilities.iter().filter(is_said).collect();
    let plain = unit.read.iter().filter(|name| !shown.iter().any(|one| one.name == **name));
    line("read", &plain.cloned().collect::<Vec<_>>());
    shown.iter().for_each(|one| line(&one.name, &[one.says.join(" / ")]));
    line("mended", &unit.mended);
    line("provisional in the data", &unit.provisional);
    for (one, clause) in unit.abilities.iter().filter_map(|one| Some((one, one.clause.clone()?))) {
        line(&format!("{} is left out, as this is not understood", one.name), &[clause]);
    }
    let is_told = |left: &&LeftOut| unit.abilities.iter().any(|one| one.name == left.what && one.clause.is_some());
    let left_out: Vec<&LeftOut> = unit.left_out.iter().filter(|left| !is_told(left)).collect();
    let mut reasons: Vec<&str> = left_out.iter().map(|left| left.why).collect();
    reasons.sort_unstable();
    reasons.dedup();
    for why in reasons {
        let names = left_out.iter().filter(|left| left.why == why).map(|left| left.what.clone());
        line(&format!("left out, because {why}"), &names.collect::<Vec<_>>());
    }
    if text.is_empty() { text } else { format!("\n{}\n{text}", printable(&unit.name)) }
}
