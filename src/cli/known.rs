//! Games as they are typed.

use std::path::PathBuf;

use super::output::say;
use crate::ask::left_out_of;
use crate::error::Error;
use crate::games::{self, GAMES, Game};
use crate::profile::Library;
use crate::report::printable;
use crate::words::did_you_mean;

/// Says which profiles of the user's folders were left out because they cannot be read.
pub(super) fn warn_of_unreadable(folders: &[PathBuf]) {
    // A folder that cannot be opened at all stops the command itself.
    let library = (!folders.is_empty()).then(|| Library::open(folders));
    for file in library.iter().flatten().flat_map(Library::unreadable) {
        let (path, cause) = (file.path.display().to_string(), &file.cause);
        say(&format!("warning: {} is left out, because it cannot be read: {}", printable(&path), printable(cause)));
    }
}

/// Says which units of the armies that were named are left out because they cannot be read, before anything is computed.
pub(super) fn warn_of_left_out<'t>(typed: impl IntoIterator<Item = &'t str>, folders: &[PathBuf]) {
    for text in left_out_of(typed, folders) {
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
