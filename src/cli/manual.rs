//! `man`: the manual pages of the commands.

use std::fs;

use clap::Command;

use super::args::ManArgs;
use super::exit::Stop;
use super::help::footer;
use super::output::answer;
use crate::error::{Error, Kind};
use crate::words::did_you_mean;

/// One page, or all of them into a folder.
pub(super) fn manual(args: &ManArgs, mut command: Command) -> Result<(), Stop> {
    command.build();
    let pages = pages(&command);
    if let Some(folder) = &args.to {
        let lost = |error: std::io::Error| {
            let message = format!("{} could not be written: {error}", folder.display());
            Stop::from(Error { kind: Kind::Write, ..Error::usage(message) })
        };
        fs::create_dir_all(folder).map_err(lost)?;
        for (name, page) in &pages {
            fs::write(folder.join(format!("{name}.1")), page).map_err(lost)?;
        }
        return answer(format!("{} pages in {}\n", pages.len(), folder.display()).as_bytes());
    }
    let wanted = args.command.as_ref().map_or_else(|| "warodds".to_owned(), |name| format!("warodds-{name}"));
    if let Some((_, page)) = pages.iter().find(|(name, _)| *name == wanted) {
        return answer(page);
    }
    let typed = args.command.as_deref().unwrap_or_default();
    let names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
    Err(Error::usage(format!("there is no command `{typed}`")).hint(did_you_mean(typed, names)).into())
}

/// The manual pages by their names: that of the program, and one for each command.
fn pages(command: &Command) -> Vec<(String, Vec<u8>)> {
    let render = |command: Command| {
        let mut page = Vec::new();
        // Writing to memory does not fail.
        let command = command.mut_args(|arg| arg.hide_short_help(false));
        let _ = clap_mangen::Man::new(command).manual("warodds manual").render(&mut page);
        String::from_utf8_lossy(&page).replace(".SH EXTRA\nExamples:\n", ".SH EXAMPLES\n").into_bytes()
    };
    let plain = command.clone().help_template("{about}").override_usage("warodds COMMAND …");
    let plain = plain.after_help(footer()).after_long_help(footer());
    let mut pages = vec![("warodds".to_owned(), render(plain))];
    for of in command.get_subcommands() {
        let name = format!("warodds-{}", of.get_name());
        let of = of.clone().display_name(name.clone()).version(env!("CARGO_PKG_VERSION"));
        pages.push((name, render(of)));
    }
    pages
}
