//! `completions`: what a shell wants to know of the commands.

use clap_complete::env::Shells;

use super::args::CompletionsArgs;
use super::complete::VARIABLE;
use super::exit::Stop;
use super::output::answer;
use crate::error::Error;

/// The script by which a shell asks the program what it may offer.
pub(super) fn completions(args: &CompletionsArgs) -> Result<(), Stop> {
    let shell = &args.shell;
    let mut script = Vec::new();
    let shells = Shells::builtins();
    let written = shells
        .completer(shell)
        .map(|shell| shell.write_registration(VARIABLE, "warodds", "warodds", "warodds", &mut script));
    match written {
        Some(Ok(())) => answer(&script),
        Some(Err(error)) => Err(Error::usage(error.to_string()).into()),
        None => Err(Error::usage(format!("there are no completions for {shell}")).into()),
    }
}
