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

pub(crate) use self::rows::{ANY, LEFT_OUT, OTHER, Unread};
pub(crate) use self::statement::{Statement, Whom};
pub(crate) use self::table::Rows;
use crate::words::{ends, same};

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
}

/// Where the rows of the section `[situations]` of `english.txt`, which is its first, begin, and where their names end; found
/// when the program is compiled, because every question asks for them.
static NAMES: [(usize, usize); MOST_NAMES] = names(include_bytes!("english.txt"));

/// The most rows of that section.
const MOST_NAMES: usize = 96;

const fn names(text: &[u8]) -> [(usize, usize); MOST_NAMES] {
    let (mut names, mut count) = ([(0, 0); MOST_NAMES], 0);
    let (mut begin, mut at, mut end, mut sections) = (0, 0, 0, 0);
    while sections < 2 {
        match text[at] {
            b'[' if at == begin => sections += 1,
            b' ' if text[at + 1] == b'=' && text[at + 2] == b'>' => end = at,
            b'\n' => {
                if sections == 1 && end > begin {
                    names[count] = (begin, end);
                    count += 1;
                }
                begin = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    names
}

/// What a situation is called otherwise, by the section `[situations]`; nothing if nobody calls one so.
pub(crate) fn other_names(text: &str) -> Vec<&'static str> {
    let Some([first, last]) = ends(text) else { return Vec::new() };
    let english = ENGLISH.text;
    // Nearly every text is not a situation, and its ends tell so at once.
    let may_be = |&&(begin, end): &&(usize, usize)| {
        end > 0 && english.as_bytes()[begin] == first && english.as_bytes()[end - 1] == last
    };
    let named = NAMES.iter().filter(may_be).find(|(begin, end)| same(&english[*begin..*end], text));
    let others = named.and_then(|(_, end)| english[*end..].lines().next()?.strip_prefix(" => "));
    others.map_or_else(Vec::new, |others| others.split(" | ").collect())
}
