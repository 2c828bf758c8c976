//! Texts of a file in one piece, each once as far as it is met again soon.

use std::hash::Hasher;

use crate::words::QuickHasher;

/// Where a text begins, and how long it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Span {
    start: u32,
    length: u32,
}

/// All texts of a file.
#[derive(Debug, Default)]
pub(super) struct Texts {
    all: String,
    /// Short ones, each where its hash says, while they are added; another of that place takes it.
    recent: Vec<Span>,
}

/// The longest text that is looked for among those that are there.
const SHORT: usize = 64;

/// How many are remembered; a power of two.
const PLACES: usize = 1 << 15;

impl Texts {
    pub(super) fn at(&self, span: Span) -> &str {
        &self.all[span.start as usize..][..span.length as usize]
    }

    /// Adds a text that perhaps is there.
    pub(super) fn add(&mut self, text: &str) -> Span {
        let span = Span { start: self.all.len() as u32, length: text.len() as u32 };
        if text.len() > SHORT {
            self.all.push_str(text);
            return span;
        }
        self.recent.resize(PLACES, Span::default());
        let place = place(text);
        let recent = self.recent[place];
        if self.at(recent) == text {
            return recent;
        }
        self.all.push_str(text);
        self.recent[place] = span;
        span
    }

    /// Gives back what only adding needs.
    pub(super) fn settle(&mut self) {
        self.recent = Vec::new();
        self.all.shrink_to_fit();
    }
}

fn place(text: &str) -> usize {
    let mut hasher = QuickHasher::default();
    hasher.write(text.as_bytes());
    hasher.finish() as usize % PLACES
}
