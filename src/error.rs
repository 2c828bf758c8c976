//! What goes wrong, in words for the person who asked, and the exit code that goes with it.

use std::fmt;

use crate::profile::{Diagnostic, NotFound, render};
use crate::report::WriteError;

/// What kind of thing went wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The answer is no: `check` found a wrong profile, `verify` a disagreement.
    No,
    /// Wrong usage, or a profile that is wrong or cannot be read.
    Usage,
    /// A result could not be written.
    Write,
}

impl Kind {
    /// The exit code.
    pub fn code(self) -> u8 {
        match self {
            Self::No => 1,
            Self::Usage => 2,
            Self::Write => 3,
        }
    }
}

/// Something that went wrong.
#[derive(Debug)]
pub struct Error {
    /// What kind of thing.
    pub kind: Kind,
    /// What is wrong; empty if the diagnostics say it all.
    pub message: String,
    /// What to do next.
    pub hints: Vec<String>,
    /// Mistakes with file, line and caret.
    pub diagnostics: Vec<Diagnostic>,
}

impl Error {
    /// Wrong usage.
    pub fn usage(message: impl Into<String>) -> Self {
        Self { kind: Kind::Usage, message: message.into(), hints: Vec::new(), diagnostics: Vec::new() }
    }

    /// Mistakes in profiles or options.
    pub fn mistakes(diagnostics: Vec<Diagnostic>) -> Self {
        Self { kind: Kind::Usage, message: String::new(), hints: Vec::new(), diagnostics }
    }

    /// The same with advice.
    pub fn hint(mut self, hint: impl Into<Option<String>>) -> Self {
        self.hints.extend(hint.into());
        self
    }

    /// The text for stderr, with colours if asked for.
    pub fn text(&self, color: bool) -> String {
        let mut text = render(&self.diagnostics, color);
        if !self.message.is_empty() {
            let heading = if color { "\u{1b}[1m\u{1b}[91merror\u{1b}[0m" } else { "error" };
            text.push_str(&format!("{heading}: {}\n", self.message));
        }
        for hint in &self.hints {
            text.push_str(&format!("  hint: {hint}\n"));
        }
        text
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(false))
    }
}

impl std::error::Error for Error {}

impl From<NotFound> for Error {
    fn from(error: NotFound) -> Self {
        let message = error.to_string();
        match error {
            NotFound::None { help, .. } => {
                let list = "`warodds list units` shows all; a path ending in .toml works too".to_owned();
                Self::usage(message).hint(help).hint(list)
            }
            NotFound::Several { .. } => Self::usage(message).hint("write one of these in full".to_owned()),
            NotFound::Unreadable { .. } => Self::usage(message),
        }
    }
}

impl From<WriteError> for Error {
    fn from(error: WriteError) -> Self {
        Self { kind: Kind::Write, ..Self::usage(error.to_string()) }
    }
}
