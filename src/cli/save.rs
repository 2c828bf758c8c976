//! `--save`: the profile that a one-line unit represents.

use std::fs;
use std::path::{Path, PathBuf};

use super::CliCommand;
use super::exit::Stop;
use super::output::say;
use crate::ask::saved_lines;
use crate::error::{Error, Kind};
use crate::profile::is_path;
use crate::report::{make_folder, write_whole};

/// Writes the one-line units of a command, if that was asked for.
pub(super) fn save(command: &CliCommand) -> Result<(), Stop> {
    let Some((path, units)) = to_save(command) else { return Ok(()) };
    let lines = saved_lines(units)?;
    let files: Vec<(PathBuf, &str)> = match &lines[..] {
        [] => {
            let error = Error::usage("`--save` writes the profile of a one-line unit, and none is named");
            return Err(error.hint("`warodds help units` shows how one is written".to_owned()).into());
        }
        [line] if is_path(&path.to_string_lossy()) => vec![(path.to_owned(), &line.toml)],
        lines if is_path(&path.to_string_lossy()) => {
            let error = Error::usage(format!("{} one-line units do not go into one file", lines.len()));
            return Err(error.hint("name a folder: `--save my-units`".to_owned()).into());
        }
        lines => lines.iter().map(|line| (path.join(format!("{}.toml", line.stem)), &line.toml[..])).collect(),
    };
    let differs =
        |(path, text): &&(PathBuf, &str)| path.exists() && fs::read(path).ok().as_deref() != Some(text.as_bytes());
    if let Some((path, _)) = files.iter().find(differs) {
        let message = format!("{} says something else, and is kept; nothing was written", path.display());
        let error = Error { kind: Kind::Write, ..Error::usage(message) };
        return Err(error.hint("name another file".to_owned()).into());
    }
    for (path, text) in files {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            make_folder(folder).map_err(Error::from)?;
        }
        write_whole(&path, text.as_bytes()).map_err(Error::from)?;
        say(&format!("wrote {}", path.display()));
    }
    Ok(())
}

/// Where to, and the units that a command names.
fn to_save(command: &CliCommand) -> Option<(&Path, Vec<&str>)> {
    let (save, units) = match command {
        CliCommand::Attack(args) => (&args.matchup.table.save, args.matchup.units()),
        CliCommand::Explain(args) => (&args.table.save, args.units()),
        CliCommand::Sweep(args) => (&args.matchup.table.save, args.matchup.units()),
        CliCommand::Advise(args) => (&args.table.save, args.units().collect()),
        CliCommand::Compare(args) => (&args.many.table.save, args.units().collect()),
        CliCommand::Need(args) => (&args.many.table.save, vec![args.attacker.as_str(), &args.into]),
        CliCommand::Threats(args) => (&args.many.table.save, args.units().collect()),
        CliCommand::Build(args) => (&args.many.table.save, args.units().collect()),
        CliCommand::Plan(args) => (&args.table.save, args.units().collect()),
        CliCommand::Fight(args) => (&args.many.table.save, vec![args.a.as_str(), &args.b]),
        CliCommand::Odds(args) => (&args.table.save, Vec::new()),
        CliCommand::Show(args) => (&args.save, args.units.iter().map(String::as_str).collect()),
        _ => return None,
    };
    Some((save.as_deref()?, units))
}
