//! Commands whose options are put together once they are asked for: of eighteen only one is typed.

use std::ops::Deref;

use clap::builder::{Resettable, StyledStr};
use clap::{ArgMatches, Args, Command, Error, FromArgMatches};

use super::complete::completed;
use super::topics::examples;

/// The options of a command, which the parser learns when that command is typed or described.
pub(super) struct Late<T>(Box<T>);

/// The options of a command, and examples below its page.
fn whole<T: Args>(command: Command) -> Command {
    let examples = examples(command.get_name()).map(|text| format!("Examples:\n{}", text.trim_end()));
    // What the options say of themselves is not what the command says.
    let about = [command.get_about(), command.get_long_about()];
    let [about, long_about] = about.map(|text| Resettable::from(text.cloned()));
    let examples = Resettable::from(examples.map(StyledStr::from));
    T::augment_args(command).mut_args(completed).about(about).long_about(long_about).after_long_help(examples)
}

impl<T: Args> Args for Late<T> {
    fn augment_args(command: Command) -> Command {
        command.defer(whole::<T>)
    }

    fn augment_args_for_update(command: Command) -> Command {
        T::augment_args_for_update(command)
    }
}

impl<T: FromArgMatches> FromArgMatches for Late<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        T::from_arg_matches(matches).map(|args| Self(Box::new(args)))
    }

    fn from_arg_matches_mut(matches: &mut ArgMatches) -> Result<Self, Error> {
        T::from_arg_matches_mut(matches).map(|args| Self(Box::new(args)))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches(matches)
    }
}

impl<T> Deref for Late<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}
