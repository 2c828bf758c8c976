//! One-line units as they are typed: `aos: 10x 2A 3+/4+/-1/D3; H2 4+`, with a name if it has one: `aos Reavers: …`.

use std::path::Path;

use crate::error::Error;
use crate::games::{self, game_of};
use crate::profile::line::only_attacks;
use crate::profile::{Diagnostics, Document, Found};
use crate::report::slug_or;
use crate::words::add_once;

/// The unit that a text describes, if the name of a game and a colon are in front.
///
/// ```
/// let unit = warodds::ask::line_unit("aos Reavers: 10x 2A 3+/4+/-1/1; H1 5+").expect("a unit in one line");
/// assert_eq!((unit.name.as_str(), unit.game.as_deref()), ("Reavers", Some("age-of-sigmar")));
/// assert!(warodds::ask::line_unit("liberators").is_none());
/// ```
pub fn line_unit(typed: &str) -> Option<Found> {
    let (front, line) = typed.split_once(':')?;
    let front = front.trim();
    let (game, name) = match games::named(front) {
        Some(game) => (game, ""),
        None => {
            let (word, name) = front.split_once(char::is_whitespace)?;
            (games::named(word)?, name.trim())
        }
    };
    // `40k list.rosz:captain` is a unit of a file.
    if Path::new(front).is_file() {
        return None;
    }
    let name = if name.is_empty() { line.split_whitespace().collect::<Vec<_>>().join(" ") } else { name.to_owned() };
    Some(Found::of_line(game.line, &name, typed))
}

/// The units that a text may describe though no game is in front, each of another game.
pub(super) fn bare_lines(typed: &str, games: &[String]) -> Vec<Found> {
    let is_one = typed.contains(' ') && typed.bytes().any(|byte| byte.is_ascii_digit());
    let of_games = games::GAMES.iter().filter(|game| games.is_empty() || games.iter().any(|id| id == game.id));
    let mut units: Vec<Found> = Vec::new();
    for game in of_games.filter(|_| is_one) {
        let unit = Found::of_line(game.line, typed, typed);
        let found = Diagnostics::default();
        unit.document(&found);
        // Of two editions a bare name means the first.
        let is_later = || units.iter().any(|unit| unit.game.as_deref().is_some_and(|id| is_later_of(game.id, id)));
        if found.is_empty() && !is_later() {
            units.push(unit);
        }
    }
    units
}

fn is_later_of(id: &str, other: &str) -> bool {
    games::title(id) != games::title(other) && id.starts_with(other)
}

/// Refuses a target of which a line says nothing: it describes weapons alone.
///
/// # Errors
/// What is to be written.
pub(super) fn may_be_attacked(game: &games::Game, document: &Document) -> Result<(), Error> {
    if !only_attacks(document) {
        return Ok(());
    }
    let example = game.line.example.rsplit(';').next().unwrap_or_default().trim();
    let message = format!(
        "`{}` describes weapons alone, so it cannot be attacked",
        document.table.text("name").unwrap_or_default()
    );
    Err(Error::usage(message).hint(format!("say behind `;` what its models are like: `; {example}`")))
}

/// A one-line unit as a profile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedLine {
    /// A name for its file, without an ending.
    pub stem: String,
    /// The text of the profile.
    pub toml: String,
}

/// The profiles that the one-line units among these texts describe, each once.
///
/// # Errors
/// Mistakes in a line.
pub fn saved_lines<'t>(typed: impl IntoIterator<Item = &'t str>) -> Result<Vec<SavedLine>, Error> {
    let mut saved: Vec<SavedLine> = Vec::new();
    for unit in typed.into_iter().filter_map(line_within) {
        let found = Diagnostics::default();
        let document = unit.document(&found);
        let _ = game_of(&document, &found).and_then(|game| (game.check)(&document, &found));
        if !found.is_empty() {
            return Err(Error::mistakes(found.into_list()));
        }
        if let Some(game) = document.game().and_then(games::find) {
            may_be_attacked(game, &document)?;
        }
        let stem = slug_or(&unit.name, "unit");
        let line = SavedLine { stem, toml: document.toml() };
        add_once(&mut saved, [line]);
    }
    Ok(saved)
}

/// The one-line unit of a text in front of which a phase, a number or leaders may stand.
fn line_within(typed: &str) -> Option<Found> {
    let starts = std::iter::once(0).chain(typed.match_indices([':', '+', ' ']).map(|(at, _)| at + 1));
    starts.map(|start| typed[start..].trim_start()).find_map(line_unit)
}
