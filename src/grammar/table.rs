//! A file of wordings as sections of rows.

use super::pattern::Piece;
use crate::words::QuickMap;

/// One row: a wording, and what it means.
#[derive(Debug)]
pub(crate) struct Row {
    /// As the file has it.
    pub(crate) wording: &'static str,
    /// What it means; `None`: what is in its places, and nothing else.
    pub(crate) means: Option<&'static str>,
    pub(super) pieces: Vec<Piece>,
}

/// The rows under one heading.
#[derive(Debug)]
pub(crate) struct WordingSection {
    pub(crate) name: &'static str,
    /// What `@` is in its rows, if its heading names several sections.
    pub(super) whose: &'static str,
    pub(crate) rows: Vec<Row>,
    /// The rows that may begin with a word, and those that may begin with any.
    by_first: QuickMap<String, Vec<usize>>,
    open: Vec<usize>,
}

impl WordingSection {
    /// The rows that may begin with this word, in order.
    pub(super) fn beginning(&self, word: Option<&String>) -> impl Iterator<Item = &Row> {
        let bare = word.map(|word| word.trim_end_matches([',', '.']));
        let places = bare.and_then(|word| match word.bytes().any(|byte| !byte.is_ascii_lowercase()) {
            true => self.by_first.get(&word.to_lowercase()),
            false => self.by_first.get(word),
        });
        let places = places.unwrap_or(&self.open);
        places.iter().map(|place| &self.rows[*place])
    }
}

/// The rows of a file.
#[derive(Debug)]
pub(crate) struct Rows {
    pub(crate) sections: Vec<WordingSection>,
}

impl Rows {
    /// The section of a name.
    pub(crate) fn section(&self, name: &str) -> Option<&WordingSection> {
        self.sections.iter().find(|section| section.name == name)
    }

    /// What a row of one literal word or more means.
    pub(super) fn exact(&self, section: &str, wording: &str) -> Option<&'static str> {
        let row = self.section(section)?.rows.iter().find(|row| row.wording == wording)?;
        Some(row.means.unwrap_or(row.wording))
    }
}

impl WordingSection {
    /// A section that has no rows yet.
    pub(super) fn new(name: &'static str, whose: &'static str) -> Self {
        Self { name, whose, rows: Vec::new(), by_first: QuickMap::default(), open: Vec::new() }
    }

    /// Sorts the rows by the words with which each may begin; `None`: any.
    pub(super) fn index(&mut self, firsts: &[Option<Vec<String>>]) {
        let open: Vec<usize> = (0..firsts.len()).filter(|place| firsts[*place].is_none()).collect();
        let mut by_first: QuickMap<String, Vec<usize>> = QuickMap::default();
        for (place, words) in firsts.iter().enumerate() {
            for word in words.iter().flatten() {
                let places = by_first.entry(word.clone()).or_default();
                if places.last() != Some(&place) {
                    places.push(place);
                }
            }
        }
        for places in by_first.values_mut() {
            places.extend_from_slice(&open);
            places.sort_unstable();
        }
        (self.by_first, self.open) = (by_first, open);
    }
}
