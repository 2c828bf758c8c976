//! `completions` and `man`: what a shell and a system want to know of the commands.

use clap::Command;

use super::args::CompletionsArgs;
use super::exit::Stop;
use super::output::answer;
use crate::error::Error;

pub(super) fn completions(args: &CompletionsArgs, command: &mut Command) -> Result<(), Stop> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, command, "warodds", &mut script);
    answer(&script)
}

pub(super) fn manual(command: Command) -> Result<(), Stop> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page).map_err(|error| Error::usage(error.to_string()))?;
    answer(&page)
}
