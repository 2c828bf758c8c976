//! How a game is played, where it leaves a choice: its modes, editions and rulings.

use super::request::Request;
use crate::error::Error;
use crate::games::{Game, Pick};
use crate::words::{did_you_mean, same};

/// The rulings that were given and are not the default.
pub(super) fn chosen_rulings(game: &Game, request: &Request) -> Result<Vec<(String, String)>, Error> {
    let rulings = request.rulings.iter().map(|text| ruling(game, text)).collect::<Result<Vec<_>, _>>()?;
    let differs = |(name, value): &(String, String)| {
        game.rulings.iter().any(|ruling| ruling.name == name && ruling.values[0] != value)
    };
    Ok(rulings.into_iter().filter(differs).collect())
}

/// A mode or an edition, where it is not the first of its game.
pub(super) fn differs(value: &str, values: &[&'static str]) -> Option<String> {
    values.first().is_some_and(|first| *first != value).then(|| value.to_owned())
}

/// One of a game's modes or editions: what was given, or the first; empty if there is none.
///
/// # Errors
/// One that the game does not have.
pub(super) fn one_of(
    what: &str,
    typed: Option<&str>,
    values: &[&'static str],
    game: &Game,
) -> Result<&'static str, Error> {
    let Some(typed) = typed else { return Ok(values.first().copied().unwrap_or_default()) };
    if values.is_empty() {
        let is_mode = game.modes.iter().any(|mode| same(mode, typed)).then(|| format!("write `--mode {typed}`"));
        let hint = is_mode.unwrap_or_else(|| format!("leave `--{what}` out"));
        return Err(Error::usage(format!("{} has no `--{what}`", game.id)).hint(hint));
    }
    let found = values.iter().copied().find(|word| same(word, typed));
    found.ok_or_else(|| {
        Error::usage(format!("`--{what} {typed}`: {} has no such {what}", game.id))
            .hint(did_you_mean(typed, values.iter().copied()))
            .hint(format!("there are {}", values.join(", ")))
    })
}

/// A weapon that is named, or `best`.
pub(super) fn pick(name: &str) -> Pick {
    if same(name, "best") { Pick::Best } else { Pick::Named(name.to_owned()) }
}

/// `NAME=VALUE`, both known to the game.
pub(super) fn ruling(game: &Game, text: &str) -> Result<(String, String), Error> {
    let list = format!("`warodds list rulings {}` shows all", game.id);
    let shape = || Error::usage(format!("`--ruling {text}` is not NAME=VALUE")).hint(list.clone());
    let (name, value) = text.split_once('=').ok_or_else(shape)?;
    let Some(ruling) = game.rulings.iter().find(|ruling| same(ruling.name, name)) else {
        let help = did_you_mean(name, game.rulings.iter().map(|ruling| ruling.name));
        return Err(Error::usage(format!("there is no ruling `{}` in {}", name.trim(), game.id)).hint(help).hint(list));
    };
    let Some(value) = ruling.values.iter().find(|entry| same(entry, value)) else {
        let message = format!("`{}` is not a reading of the ruling `{}`", value.trim(), ruling.name);
        let values = match ruling.values {
            [only] => format!("`{only}` is the only one that is computed: {}", ruling.short),
            several => format!("there are {}", several.join(", ")),
        };
        return Err(Error::usage(message).hint(values));
    };
    Ok((ruling.name.to_owned(), (*value).to_owned()))
}

/// `--weapon each`: every weapon alone, and all together.
pub(super) fn is_each(name: &str) -> bool {
    same(name, "each")
}
