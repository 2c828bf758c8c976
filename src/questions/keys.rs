//! What can be said to a question.

/// Something that can be said to a question: `key=value`.
#[derive(Clone, Copy, Debug)]
pub struct QuestionKey {
    /// Its name.
    pub name: &'static str,
    /// What it is, in one line.
    pub short: &'static str,
    /// What holds if it is not said; `None` if it must be said, an empty text if nothing holds.
    pub default: Option<&'static str>,
    /// Whether a number without a key is its value where no key must be given.
    pub(crate) alone: bool,
}

/// A key that may be left out, so that nothing holds; [`QuestionKey::means`], [`QuestionKey::or`] and [`QuestionKey::needed`] say the rest.
pub(crate) const fn key(name: &'static str) -> QuestionKey {
    QuestionKey { name, short: "", default: Some(""), alone: false }
}

impl QuestionKey {
    /// The same with what it is, in one line.
    pub(crate) const fn means(self, short: &'static str) -> Self {
        Self { short, ..self }
    }

    /// The same with what holds if it is not said.
    pub(crate) const fn or(self, default: &'static str) -> Self {
        Self { default: Some(default), ..self }
    }

    /// The same as a key that must be said.
    pub(crate) const fn needed(self) -> Self {
        Self { default: None, ..self }
    }

    /// The same as the key of a number that is typed without one.
    pub(crate) const fn alone(self) -> Self {
        Self { alone: true, ..self }
    }

    /// Whether it is a matter of yes or no.
    pub(crate) fn is_flag(&self) -> bool {
        matches!(self.default, Some("yes" | "no"))
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
