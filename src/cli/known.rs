//! Games as they are typed.

use std::path::PathBuf;

use super::output::say;
use crate::ask::warnings_of;
use crate::error::Error;
use crate::games::{self, GAMES, Game};
use crate::report::printable;
use crate::words::did_you_mean;

/// Says what is left out because it cannot be read, before anything is computed.
pub(super) fn warn<'t>(typed: impl IntoIterator<Item = &'t str>, folders: &[PathBuf]) {
    for text in warnings_of(typed, folders) {
        say(&format!("warning: {}", printable(&text)));
    }
}

pub(super) fn ids() -> Vec<&'static str> {
    GAMES.iter().map(|game| game.id).collect()
}

pub(super) fn known_game(id: &str) -> Result<&'static Game, Error> {
    games::named(id).ok_or_else(|| {
        let all = format!("there are {}", ids().join(", "));
        Error::usage(format!("there is no game `{id}`")).hint(did_you_mean(id, ids())).hint(all)
    })
}
