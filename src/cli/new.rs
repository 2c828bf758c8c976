//! `new`: a profile to start from.

use std::fs::File;
use std::io::{self, IsTerminal, Read};

use super::args::{ColorWhen, NewArgs};
use super::exit::Stop;
use super::games::game_named;
use super::interactive::interview;
use super::output::{answer, say};
use crate::ask::{MAX_PASTED, loaded, paste, typed_unit};
use crate::error::{Error, Kind};
use crate::games::{Game, title};
use crate::profile::{Diagnostics, Library};
use crate::report::printable;

pub(super) fn new(args: &NewArgs, color: ColorWhen) -> Result<(), Stop> {
    let game = args.game.as_deref().map(game_named).transpose()?;
    if let Some(game) = game.filter(|_| args.interactive) {
        return interview(game, io::stdin().lock(), io::stdin().is_terminal(), color.on_stdout());
    }
    if let Some((game, path)) = game.zip(args.paste.as_deref()) {
        return pasted(game, path);
    }
    let Some(from) = &args.from else {
        return answer(game.map_or("", |game| game.template).as_bytes());
    };
    let library = Library::open(&args.folders.profiles).map_err(Error::from)?;
    let unit = typed_unit(&library, from)?;
    if let Some(game) = game.filter(|game| unit.game.as_deref() != Some(game.id)) {
        return Err(Error::usage(format!("{} is not a unit of {}", unit.name, title(game.id))).into());
    }
    if unit.line.is_some() || unit.loadout.is_some() {
        let found = Diagnostics::default();
        let text = loaded(&unit, &found)?.toml();
        return if found.is_empty() { answer(text.as_bytes()) } else { Err(Error::mistakes(found.into_list()).into()) };
    }
    answer(unit.source.text.as_bytes())
}

/// Writes the profile that the text of a card becomes, and says what was read of it.
fn pasted(game: &'static Game, path: &str) -> Result<(), Stop> {
    let mut bytes = Vec::new();
    let most = MAX_PASTED as u64 + 1;
    let read = match path {
        "-" => io::stdin().lock().take(most).read_to_end(&mut bytes),
        path => File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes)),
    };
    read.map_err(|error| Error::usage(format!("{path}: {error}")))?;
    if bytes.len() > MAX_PASTED {
        return Err(Error::usage(format!("the text is longer than {MAX_PASTED} bytes (MAX_PASTED)")).into());
    }
    let pasted = paste(game, &String::from_utf8_lossy(&bytes));
    pasted.messages.lines().for_each(|line| say(&printable(line)));
    if pasted.profile.is_empty() {
        return Err(Error { kind: Kind::No, ..Error::usage("nothing of the card becomes a profile") }.into());
    }
    answer(pasted.profile.as_bytes())
}
