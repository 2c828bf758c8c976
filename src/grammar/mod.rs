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

use memchr::{memchr, memchr_iter, memmem};

pub(crate) use self::rows::{ANY, LEFT_OUT, OTHER, Unread};
pub(crate) use self::statement::{Statement, Whom};
pub(crate) use self::table::Rows;
use crate::words::{ends, same};

/// A file of wordings, which is read when it is first asked.
pub(crate) struct Wordings {
    text: &'static str,
    rows: OnceLock<Rows>,
    /// The rows of the section `[situations]`: the ends of a name, the name, and what it is called otherwise.
    names: OnceLock<Vec<(Option<[u8; 2]>, &'static str, &'static str)>>,
}

/// What all games share.
pub(crate) static ENGLISH: Wordings = Wordings::new(include_str!("english.txt"));

impl Wordings {
    /// The wordings of a file.
    pub(crate) const fn new(text: &'static str) -> Self {
        Self { text, rows: OnceLock::new(), names: OnceLock::new() }
    }

    /// Its rows.
    pub(crate) fn rows(&self) -> &Rows {
        self.rows.get_or_init(|| Rows::read(self.text))
    }

    /// What a name is called otherwise, by the section `[situations]`, which is the first of its file.
    pub(crate) fn other_names(&self, text: &str) -> Vec<&'static str> {
        let names = self.names.get_or_init(|| {
            let begin = memmem::find(self.text.as_bytes(), SITUATIONS.as_bytes());
            let section = begin.map_or("", |begin| &self.text[begin + SITUATIONS.len()..]);
            let rows = lines(section).take_while(|line| !line.starts_with('[')).filter_map(|line| {
                let (name, others) = line.split_at_checked(memchr(b'=', line.as_bytes())?)?;
                Some((name.trim_end(), others.strip_prefix("=> ")?))
            });
            rows.map(|(name, others)| (ends(name), name, others)).collect()
        });
        // Nearly every text is not a situation, and its ends tell so at once.
        let both = ends(text);
        let named = names.iter().find(|(ends, name, _)| *ends == both && same(name, text));
        named.map_or_else(Vec::new, |(.., others)| others.split(" | ").collect())
    }
}

/// The heading of the names of situations.
const SITUATIONS: &str = "\n[situations]\n";

/// The lines of a text, found sooner than `str::lines` finds them.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let ends = memchr_iter(b'\n', text.as_bytes());
    ends.scan(0, |begin, end| Some(&text[std::mem::replace(begin, end + 1)..end]))
}
