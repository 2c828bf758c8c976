//! A text and the places in it.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// The longest profile that is read.
pub const MAX_PROFILE_BYTES: u64 = 1 << 20;

/// How messages call a unit that is described in one line.
const ONE_LINE: &str = "one-line unit";

/// A text with the name people know it by: a path, `standard input`, or the option that held it.
#[derive(PartialEq, Eq, Default)]
pub struct Source {
    /// How messages call it.
    pub name: String,
    /// The text.
    pub text: Cow<'static, str>,
}

impl Source {
    /// A named text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        Arc::new(Self { name: name.into(), text: Cow::Owned(text.into()) })
    }

    /// A named text that is part of the program; it is not copied.
    pub fn built_in(name: impl Into<String>, text: &'static str) -> Arc<Self> {
        Arc::new(Self { name: name.into(), text: Cow::Borrowed(text) })
    }

    /// A unit that is described in one line.
    pub(crate) fn line(text: &str) -> Arc<Self> {
        Self::new(ONE_LINE, text)
    }

    /// Whether it is a unit in one line, where values have neither quotes nor `=`.
    pub(crate) fn is_line(&self) -> bool {
        self.name == ONE_LINE
    }

    /// Whether the text is part of the program.
    pub fn is_built_in(&self) -> bool {
        matches!(self.text, Cow::Borrowed(_))
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Source({})", self.name)
    }
}

/// A stretch of a text, in bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The text.
    pub source: Arc<Source>,
    /// The stretch.
    pub span: Range<usize>,
}

impl Place {
    /// A stretch of a text.
    pub fn new(source: &Arc<Source>, span: Range<usize>) -> Self {
        Self { source: Arc::clone(source), span }
    }

    /// The stretch made to fit the text: within it, and from the start of a letter to the end of one. It holds at least
    /// one letter if the text goes on there.
    pub fn whole_letters(&self) -> Range<usize> {
        let text = &self.source.text;
        let end = self.span.end.min(text.len());
        let mut start = self.span.start.min(end);
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        let mut end = end.max(start);
        while !text.is_char_boundary(end) {
            end += 1;
        }
        start..end
    }

    /// The first letter of a text, where what is missing is said.
    pub fn first(source: &Arc<Source>) -> Self {
        let letter = source.text.chars().next().map_or(0, char::len_utf8);
        Self::new(source, 0..letter)
    }

    /// The whole text.
    pub fn whole(source: &Arc<Source>) -> Self {
        Self::new(source, 0..source.text.len())
    }
}
