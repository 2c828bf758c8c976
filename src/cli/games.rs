//! Games as they are typed.

use std::path::PathBuf;

use super::output::say;
use crate::ask::warnings_of;
use crate::error::Error;
use crate::games::{self, GAMES, Game};
use crate::profile::mean_later_editions;
use crate::report::printable;
use crate::words::did_you_mean;

/// Says what is left out because it cannot be read, before anything is computed.
pub(super) fn warn<'t>(typed: impl IntoIterator<Item = &'t str>, folders: &[PathBuf]) {
    for text in warnings_of(typed, folders) {
        say(&format!("warning: {}", printable(&text)));
    }
}

/// The variable that says which edition bare names of Warhammer 40,000 mean.
const EDITION: &str = "WARODDS_40K";

/// Reads which edition is meant.
///
/// # Errors
/// A value that is no edition.
pub(super) fn mean_edition() -> Result<(), Error> {
    let Some(value) = std::env::var_os(EDITION).filter(|value| !value.is_empty()) else { return Ok(()) };
    let value = value.to_string_lossy().into_owned();
    let is =
        |number: &str| [number.to_owned(), format!("{number}e"), format!("{number}th")].contains(&value.to_lowercase());
    if !is("10") && !is("11") {
        return Err(Error::usage(format!("{EDITION} is `{value}`")).hint("write `10e` or `11e`".to_owned()));
    }
    mean_later_editions(is("11"));
    Ok(())
}

pub(super) fn ids() -> Vec<&'static str> {
    GAMES.iter().map(|game| game.id).collect()
}

pub(super) fn game_named(id: &str) -> Result<&'static Game, Error> {
    games::named(id).ok_or_else(|| {
        let all = format!("there are {}", ids().join(", "));
        Error::usage(format!("there is no game `{id}`")).hint(did_you_mean(id, ids())).hint(all)
    })
}
