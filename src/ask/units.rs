//! Units as they are typed: looked up, joined to their leaders, counted, and changed by `--set`.

use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::games::Game;
use crate::profile::{Diagnostic, Diagnostics, Document, Found, Library, NotFound, Place, Source};
use crate::sequence::MAX_MODELS;
use crate::words::same;

/// Whose value `--set` changes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    Attacker,
    Defender,
}

/// One unit of a game, as it was typed, its number of models set.
///
/// # Errors
/// A unit that cannot be found or read.
pub(crate) fn found_unit(game: &'static Game, typed: &str, profiles: &[PathBuf]) -> Result<Document, Error> {
    let library = Library::open(profiles)?;
    let found = Diagnostics::default();
    let (unit, models) = look_up(&library, typed, &[game.id.to_owned()])?;
    let mut document = Document::read(&unit.source, &found);
    if document.game().is_some_and(|id| id != game.id) {
        return Err(Error::usage(format!("`{typed}` is no unit of {}", game.title)));
    }
    if let Some(models) = models {
        resize(game, &mut document, models, typed)?;
    }
    attach(game, &mut document, &unit.leaders, &found, &mut Vec::new())?;
    if found.is_empty() { Ok(document) } else { Err(Error::mistakes(found.into_list())) }
}

/// A unit, and its number of models if it is not the profile's.
pub type Chosen = (Found, Option<u64>);

/// Joins the leaders' profiles to the unit's (`captain+intercessor-squad`).
pub(super) fn attach(
    game: &'static Game,
    unit: &mut Document,
    leaders: &[Chosen],
    found: &Diagnostics,
    notes: &mut Vec<String>,
) -> Result<(), Error> {
    for (leader, models) in leaders {
        let Some(attach) = game.attach else {
            let message = format!("{}: units of {} are not attached to each other", leader.name, game.title);
            return Err(Error::usage(message));
        };
        let mut document = Document::read(&leader.source, found);
        if document.game() != Some(game.id) {
            return Err(Error::usage(format!("{} is not a unit of {}", leader.name, game.title)));
        }
        if let Some(models) = models {
            notes.extend(resize(game, &mut document, *models, &format!("{models} models"))?);
        }
        attach(unit, document).map_err(Error::usage)?;
    }
    Ok(())
}

/// A part of what was typed: the number of models if it says one, and the name.
type Part<'t> = (Option<u64>, &'t str);

/// One unit: `clanrats`, `20 termagants`, or with its leaders `captain+intercessor-squad`.
pub(super) fn look_up(library: &Library, typed: &str, games: &[String]) -> Result<Chosen, NotFound> {
    joined(library, &parts(library, typed), games)
}

/// The unit of the last part, led by those of the others.
fn joined(library: &Library, parts: &[Part<'_>], games: &[String]) -> Result<Chosen, NotFound> {
    let mut units = Vec::new();
    for (models, name) in parts {
        units.push((library.find(name, games)?, *models));
    }
    let (mut unit, models) = units.pop().expect("a text has a last part");
    unit.leaders = units;
    Ok((unit, models))
}

/// The leaders and, last, the unit; a text that names a unit or a file as it stands is one part.
fn parts<'t>(library: &Library, typed: &'t str) -> Vec<Part<'t>> {
    let whole = |typed| !library.candidates(typed).is_empty() || Path::new(typed).is_file();
    if !typed.contains('+') || whole(typed) {
        vec![counted(library, typed)]
    } else {
        typed.split('+').map(|part| counted(library, part)).collect()
    }
}

/// Both units; the game of each helps to find the other.
pub(super) fn find(library: &Library, attacker: &str, defender: &str) -> Result<(Chosen, Chosen), Error> {
    let (attacker, defender) = (parts(library, attacker), parts(library, defender));
    let games = |parts: &[Part<'_>]| -> Vec<String> {
        let unit = parts.last().map_or("", |(_, name)| name);
        let mut games: Vec<String> = library.candidates(unit).iter().filter_map(|unit| unit.game.clone()).collect();
        games.dedup();
        games
    };
    let both = |mine: Vec<String>, theirs: &[String]| -> Vec<String> {
        mine.into_iter().filter(|game| theirs.contains(game)).collect()
    };
    let shared = both(games(&attacker), &games(&defender));
    let first = joined(library, &attacker, if shared.is_empty() { &[] } else { &shared });
    // A unit that is known for certain decides between the games of the other.
    match first {
        Ok(first) => {
            let game: Vec<String> = first.0.game.clone().into_iter().collect();
            let second = joined(library, &defender, &game)?;
            Ok((first, second))
        }
        Err(error) => match joined(library, &defender, &[]) {
            Ok(second) => {
                let game: Vec<String> = second.0.game.clone().into_iter().collect();
                Ok((joined(library, &attacker, &game).map_err(|_| error)?, second))
            }
            Err(other) => Err(two(error.into(), other.into())),
        },
    }
}

/// Two errors as one, so that both mistakes are seen at once.
fn two(first: Error, second: Error) -> Error {
    let message =
        if first.message == second.message { first.message } else { format!("{}; {}", first.message, second.message) };
    let mut hints = first.hints;
    hints.extend(second.hints);
    hints.dedup();
    Error { message, hints, ..second }
}

/// `20 termagants`: the number of models, and the name; no number where a unit is really called so.
fn counted<'t>(library: &Library, typed: &'t str) -> Part<'t> {
    let typed = typed.trim();
    let is_number = |n: &str| n.bytes().all(|b| b.is_ascii_digit());
    let split = typed.split_once(char::is_whitespace).filter(|(n, _)| is_number(n));
    let split = split.map(|(n, name)| (n.parse().unwrap_or(u64::MAX), name.trim_start()));
    match split {
        Some((models, name)) if library.candidates(typed).is_empty() => (Some(models), name),
        _ => (None, typed),
    }
}

pub(super) fn resize(game: &Game, document: &mut Document, models: u64, typed: &str) -> Result<Vec<String>, Error> {
    let most = MAX_MODELS as u64;
    let limit = || format!("`{typed}`: a unit has from 1 to {most} models (MAX_MODELS)");
    let models = u16::try_from(models).ok().filter(|n| (1..=most).contains(&u64::from(*n)));
    let models = models.ok_or_else(|| Error::usage(limit()))?;
    (game.resize)(document, models).map_err(|why| Error::usage(format!("`{typed}`: {why}")))
}

/// One `--set`.
pub(super) fn set(
    game: &'static Game,
    documents: &mut [Document],
    text: &str,
    found: &Diagnostics,
    notes: &mut Vec<String>,
) -> Result<(), Error> {
    let shape = || {
        Error::usage(format!("`--set {text}` does not say whose value it sets"))
            .hint("write `--set attacker.KEY=VALUE` or `--set defender.KEY=VALUE`".to_owned())
    };
    let (path, value) = text.split_once('=').ok_or_else(shape)?;
    let (side, path) = path.split_once('.').ok_or_else(shape)?;
    let whose = match side.trim() {
        side if same(side, "attacker") => Whose::Attacker,
        side if same(side, "defender") => Whose::Defender,
        _ => return Err(shape()),
    };
    let last = documents.len() - 1;
    let document = &mut documents[if whose == Whose::Defender { last } else { 0 }];
    let path = path.trim();
    if same(path, "models") {
        let models = value
            .trim()
            .parse()
            .map_err(|_| Error::usage(format!("`--set {text}`: `{}` is not a number of models", value.trim())))?;
        notes.extend(resize(game, document, models, text)?);
        return Ok(());
    }
    let source = Source::new("--set", text);
    let place = Place::new(&source, text.len() - value.len()..text.len());
    if let Err(mistake) = document.set(path, value, &place, game.spread) {
        found.push(Diagnostic { place: Place::whole(&source), ..mistake });
    }
    Ok(())
}
