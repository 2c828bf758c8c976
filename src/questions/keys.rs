//! Questions and what can be said to them.

use super::{Answered, Inquiry};
use crate::error::Error;

/// A question that can be asked of a game.
pub struct Question {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it answers, in one line.
    pub short: &'static str,
    /// What can be said to it.
    pub keys: &'static [QuestionKey],
    /// The rule it comes from.
    pub rule: &'static str,
    /// Answers it.
    pub answer: fn(&Inquiry<'_>) -> Result<Answered, Error>,
}

impl std::fmt::Debug for Question {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// Something that can be said to a question: `key=value`.
#[derive(Clone, Copy, Debug)]
pub struct QuestionKey {
    /// Its name.
    pub name: &'static str,
    /// What it is, in one line.
    pub short: &'static str,
    /// What holds if it is not said; `None` if it must be said, an empty text if nothing holds.
    pub default: Option<&'static str>,
}

/// A key that may be left out, so that nothing holds; [`QuestionKey::means`], [`QuestionKey::or`] and [`QuestionKey::needed`] say the rest.
pub const fn key(name: &'static str) -> QuestionKey {
    QuestionKey { name, short: "", default: Some("") }
}

impl QuestionKey {
    /// The same with what it is, in one line.
    pub const fn means(self, short: &'static str) -> Self {
        Self { short, ..self }
    }

    /// The same with what holds if it is not said.
    pub const fn or(self, default: &'static str) -> Self {
        Self { default: Some(default), ..self }
    }

    /// The same as a key that must be said.
    pub const fn needed(self) -> Self {
        Self { default: None, ..self }
    }

    /// How it is said: `distance=…`, in brackets if it may be left out.
    pub fn usage(&self) -> String {
        match self.default {
            None => format!("{}=…", self.name),
            Some("") => format!("[{}=…]", self.name),
            Some(default) => format!("[{}={default}]", self.name),
        }
    }
}

impl Question {
    /// How it is asked: `charge distance=… [bonus=0]`.
    pub fn usage(&self) -> String {
        let keys = self.keys.iter().map(QuestionKey::usage);
        std::iter::once(self.name.to_owned()).chain(keys).collect::<Vec<_>>().join(" ")
    }
}
