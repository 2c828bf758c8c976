//! How people and cards word things: rows of text, one pattern syntax, one matcher.
//!
//! A file of wordings has sections, `[name]`, of rows, `wording => meaning`. Its first lines explain it to somebody who adds
//! a wording; `english.txt` is for all games, each game has a file of its own beside its rules. Files are read when a text
//! is not in the words of the program, and never before.
//!
//! A wording is words in lower case without punctuation. `<a|b>` stands for one of several wordings (nothing is one, too),
//! `{n}` and the like for what varies ([`pattern`]), and `{name}` for any row of the section of that name.

mod matching;
mod pattern;
mod rows;
mod statement;
mod table;
#[cfg(test)]
mod tests;
mod words;

use std::sync::OnceLock;

pub(crate) use self::rows::{LEFT_OUT, OTHER, Unread};
pub(crate) use self::statement::{Statement, Whom};
pub(crate) use self::table::Rows;

/// A file of wordings, which is read when it is first asked.
pub(crate) struct Wordings {
    text: &'static str,
    rows: OnceLock<Rows>,
}

/// What all games share.
pub(crate) static ENGLISH: Wordings = Wordings::new(include_str!("english.txt"));

impl Wordings {
    /// The wordings of a file.
    pub(crate) const fn new(text: &'static str) -> Self {
        Self { text, rows: OnceLock::new() }
    }

    /// Its rows.
    pub(crate) fn rows(&self) -> &Rows {
        self.rows.get_or_init(|| Rows::read(self.text))
    }

    /// What a name is called otherwise, by the section `[situations]`, which is the first of its file: looked up in the
    /// text, as most texts are no name.
    pub(crate) fn other_names(&self, text: &str) -> Vec<&'static str> {
        let section = self.text.split_once(SITUATIONS).map_or("", |(_, rest)| rest);
        let rows = section.lines().skip(1).take_while(|line| !line.starts_with('['));
        let named = |line: &'static str| line.split_once(" => ").filter(|(name, _)| crate::words::same(name, text));
        rows.filter_map(named).next().map_or_else(Vec::new, |(_, names)| names.split(" | ").collect())
    }
}

/// The heading of the names of situations.
const SITUATIONS: &str = "\n[situations]";

/// For each letter with which the names of situations begin, a bit for each with which one of them ends. Nearly every text
/// is no situation, and this tells so at once.
pub(crate) const ENDS_OF_SITUATIONS: [u32; 26] = ends_of_names(include_bytes!("english.txt"));

const fn ends_of_names(file: &[u8]) -> [u32; 26] {
    let (mut ends, heading) = ([0; 26], SITUATIONS.as_bytes());
    let mut at = 0;
    while !begins_with(file, at, heading) {
        at += 1;
    }
    at += heading.len() + 1;
    while file[at] != b'[' {
        if file[at].is_ascii_lowercase() {
            let first = file[at];
            while !begins_with(file, at + 1, b" => ") {
                at += 1;
            }
            ends[(first - b'a') as usize] |= 1 << (file[at] - b'a');
        }
        while file[at] != b'\n' {
            at += 1;
        }
        at += 1;
    }
    ends
}

const fn begins_with(file: &[u8], at: usize, words: &[u8]) -> bool {
    let mut index = 0;
    while index < words.len() {
        if file[at + index] != words[index] {
            return false;
        }
        index += 1;
    }
    true
}
