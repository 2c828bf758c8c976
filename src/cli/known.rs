//! Games as they are typed.

use crate::error::Error;
use crate::games::{self, GAMES, Game};
use crate::words::did_you_mean;

pub(super) fn ids() -> Vec<&'static str> {
    GAMES.iter().map(|game| game.id).collect()
}

pub(super) fn known_game(id: &str) -> Result<&'static Game, Error> {
    games::find(id).ok_or_else(|| {
        let all = format!("there are {}", ids().join(", "));
        Error::usage(format!("there is no game `{id}`")).hint(did_you_mean(id, ids())).hint(all)
    })
}
