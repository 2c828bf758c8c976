//! `new`: a profile to start from.

use std::io::{self, IsTerminal};

use super::args::{ColorWhen, NewArgs};
use super::exit::Stop;
use super::interactive::interview;
use super::known::known_game;
use super::output::answer;
use crate::ask::{loaded, typed_unit};
use crate::error::Error;
use crate::games::title;
use crate::profile::{Diagnostics, Library};

pub(super) fn new(args: &NewArgs, color: ColorWhen) -> Result<(), Stop> {
    let game = args.game.as_deref().map(known_game).transpose()?;
    if let Some(game) = game.filter(|_| args.interactive) {
        return interview(game, io::stdin().lock(), io::stdin().is_terminal(), color.on_stdout());
    }
    let Some(from) = &args.from else {
        return answer(game.map_or("", |game| game.template).as_bytes());
    };
    let library = Library::open(&args.folders.profiles).map_err(Error::from)?;
    let unit = typed_unit(&library, from)?;
    if let Some(game) = game.filter(|game| unit.game.as_deref() != Some(game.id)) {
        return Err(Error::usage(format!("{} is no unit of {}", unit.name, title(game.id))).into());
    }
    if unit.line.is_some() || unit.loadout.is_some() {
        let found = Diagnostics::default();
        let text = loaded(&unit, &found)?.toml();
        return if found.is_empty() { answer(text.as_bytes()) } else { Err(Error::mistakes(found.into_list()).into()) };
    }
    answer(unit.source.text.as_bytes())
}
