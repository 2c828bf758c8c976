//! One-line units as they are typed: `aos: 10x 2A 3+/4+/-1/D3; H2 4+`, with a name if it has one: `aos Reavers: …`.

use std::path::Path;

use crate::error::Error;
use crate::games::{self, game_of};
use crate::profile::{Diagnostics, Found};
use crate::report::slug;

/// The unit that a text describes, if the name of a game and a colon stand in front.
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

/// A one-line unit as a profile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedLine {
    /// A name for its file, without an ending.
    pub stem: String,
    /// The text of the profile.
    pub toml: String,
}

/// The profiles that the one-line units among some texts stand for, each once.
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
        let stem = Some(slug(&unit.name)).filter(|stem| !stem.is_empty()).unwrap_or_else(|| "unit".to_owned());
        let line = SavedLine { stem, toml: document.toml() };
        if !saved.contains(&line) {
            saved.push(line);
        }
    }
    Ok(saved)
}

/// The one-line unit of a text in front of which a phase, a number or leaders may stand.
fn line_within(typed: &str) -> Option<Found> {
    let starts = std::iter::once(0).chain(typed.match_indices([':', '+', ' ']).map(|(at, _)| at + 1));
    starts.map(|start| typed[start..].trim_start()).find_map(line_unit)
}
