//! A unit that was found, and why none was.

use std::sync::Arc;

use memchr::memchr;
use thiserror::Error;

use super::line::LineGrammar;
use super::{Diagnostics, Document, Node, Source, full_game};
use crate::words::is;

/// Why no unit was found.
#[derive(Debug, Error)]
pub enum NotFound {
    /// No name is like it.
    #[error("no unit is called `{typed}`")]
    None {
        /// What was typed.
        typed: String,
        /// The nearest names.
        help: Option<String>,
    },
    /// Several are.
    #[error("`{typed}` could be {}", names.join(", "))]
    Several {
        /// What was typed.
        typed: String,
        /// All that fit, as `game/name`.
        names: Vec<String>,
    },
    /// Players call a unit so that is neither built in nor in a library.
    #[error("`{typed}` is {name}, which is not built in")]
    NotHere {
        /// What was typed.
        typed: String,
        /// The unit's whole name, or its names.
        name: String,
    },
    /// A file that cannot be read.
    #[error("{path} cannot be read: {cause}")]
    Unreadable {
        /// The file.
        path: String,
        /// Why.
        cause: String,
    },
}

/// A name that two editions of a game have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OtherEdition {
    /// The one that bare names mean was taken.
    Named,
    /// The other units are of this one.
    Decided,
}

/// A unit that was found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Its profile.
    pub source: Arc<Source>,
    /// The game its file says it is for, where that can be seen without reading all of it.
    pub game: Option<String>,
    /// Its file's name without the ending.
    pub stem: String,
    /// Its name.
    pub name: String,
    /// The army that it is of, as the folder or the catalogue is called that it comes from.
    pub faction: Option<String>,
    /// The file of the player's library that it is from, if another library has a unit of the same game, army and file name.
    pub library: Option<String>,
    /// The typed text, if it is not the unit's name but fits only this unit.
    pub guessed: Option<String>,
    /// Whether its name is also of another edition of its game, which nobody named.
    pub(crate) edition: Option<OtherEdition>,
    /// How it is read, if it is a one-line unit and no TOML.
    pub line: Option<&'static LineGrammar>,
    /// What it carries instead of what its profile gives it, as it was typed in brackets behind its name.
    pub loadout: Option<String>,
    /// Leaders that are attached to it, each with its number of models if that is not the profile's.
    pub leaders: Vec<(Found, Option<u64>)>,
    /// The abilities of its army, if it was named through one.
    pub(crate) lent: Arc<[Node]>,
}

impl Found {
    /// `game/file-name`, or `game/army/file-name`, which always finds it again; the file of a library precedes the army if
    /// another library has a unit of this path.
    pub fn path(&self) -> String {
        let within = self.library.iter().chain(&self.faction).map(|part| format!("{part}/")).collect::<String>();
        format!("{}/{within}{}", self.game.as_deref().unwrap_or("?"), self.stem)
    }

    /// A unit from a text that is already there.
    pub fn of(stem: &str, source: Arc<Source>) -> Self {
        let Label { game, stem, name } = Label::of(stem, source.text.as_bytes());
        let (game, stem, name) = (game.map(str::to_owned), stem.to_owned(), name.to_owned());
        Self { source, game, stem, name, ..Self::default() }
    }

    /// A one-line unit: its name, and the line as it was typed.
    pub(crate) fn of_line(grammar: &'static LineGrammar, name: &str, line: &str) -> Self {
        let source = Source::line(line);
        let (game, name) = (Some(grammar.game.to_owned()), name.to_owned());
        Self { source, game, stem: name.clone(), name, line: Some(grammar), ..Self::default() }
    }

    /// What has to be said of how it was found.
    pub(crate) fn note(&self) -> Option<String> {
        let typed = self.guessed.as_ref()?;
        Some(format!("`{typed}` is taken for `{}`", self.path()))
    }

    /// Its profile as it is written; mistakes of form are noted.
    pub fn document(&self, found: &Diagnostics) -> Document {
        let mut document = match self.line {
            None => Document::read(&self.source, found),
            Some(grammar) => grammar.read(&self.name, &self.source, found),
        };
        document.lend(&self.lent);
        document
    }

    /// The names of its abilities and those of its leaders.
    pub(crate) fn names_of_abilities(&self) -> Vec<String> {
        let leaders = self.leaders.iter().flat_map(|(leader, _)| leader.names_of_abilities());
        self.document(&Diagnostics::default()).names("ability").into_iter().chain(leaders).collect()
    }
}

/// What a unit is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Label<'u> {
    /// The game its file says it is for.
    pub(crate) game: Option<&'u str>,
    /// Its file's name without the ending.
    pub(crate) stem: &'u str,
    /// Its name.
    pub(crate) name: &'u str,
}

impl<'u> Label<'u> {
    /// What a profile is called, seen without reading all of it.
    pub(super) fn of(stem: &'u str, text: &'u [u8]) -> Self {
        let [game, name] = header(text, ["game", "name"]);
        Self { game: game.map(full_game), stem, name: name.unwrap_or(stem) }
    }

    pub(super) fn is(self, wanted: &str) -> bool {
        is(self.stem, wanted) || is(self.name, wanted)
    }
}

/// The texts of some keys among the first lines of a profile, before any table, without reading the rest.
fn header<'t, const N: usize>(text: &'t [u8], keys: [&str; N]) -> [Option<&'t str>; N] {
    let mut texts = [None; N];
    let mut rest = text;
    while !rest.is_empty() && texts.iter().any(Option::is_none) {
        let (line, after) = rest.split_at(memchr(b'\n', rest).unwrap_or(rest.len()));
        let line = line.trim_ascii_start();
        if line.starts_with(b"[") {
            break;
        }
        for (text, key) in texts.iter_mut().zip(keys) {
            *text = text.or_else(|| value(line, key));
        }
        rest = after.get(1..).unwrap_or_default();
    }
    texts
}

/// The text of a key if that is what a line says.
fn value<'t>(line: &'t [u8], key: &str) -> Option<&'t str> {
    let value = line.strip_prefix(key.as_bytes())?.trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
    let (quote, rest) = value.split_first().filter(|(quote, _)| matches!(quote, b'"' | b'\''))?;
    str::from_utf8(rest.split(|byte| byte == quote).next()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_read_without_the_rest() {
        let keys = ["game", "name"];
        assert_eq!(header(b"# x\nname = 'A'\n[[weapon]]\ngame = \"no\"", keys), [None, Some("A")]);
        assert_eq!(header(b"name-of=\"no\"\n name = \"A\"\ngame=\"b\"\ngame = \"no\"", keys), [Some("b"), Some("A")]);
        assert_eq!(header(b"[[weapon]]\nname = \"no\"", keys), [None, None]);
    }
}
