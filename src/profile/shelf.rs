//! A library of the player in one file: what it is, a line for each unit, and behind them the profiles, read one by one.
//!
//! ```text
//! warodds library 1
//! name    from    date
//! game    army    armies besides    file name    name    bytes
//! …
//!
//! profiles, one behind the other
//! ```

use std::fs;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use memchr::memmem;

use super::Source;
use super::found::Found;
use crate::words::memo::Memo;

/// The ending of such files.
pub const LIBRARY_ENDING: &str = "library";
/// The first line of such a file as this program writes it.
const FORMAT: &str = "warodds library 1";

/// How much of the head is read at a time.
const CHUNK: usize = 1 << 18;
const TABS: usize = 5;

/// A unit that goes into a library.
#[derive(Clone, Debug)]
pub struct ShelfUnit {
    /// Its game.
    pub game: String,
    /// The army that it is of, and others that may take it.
    pub armies: Vec<String>,
    /// The name of its file without the ending.
    pub stem: String,
    /// Its name.
    pub name: String,
    /// Its profile.
    pub text: String,
}

/// A library of the player: where it lies, what it is, and what each unit is called.
#[derive(Debug)]
pub struct Shelf {
    path: PathBuf,
    head: String,
    /// The games of its units; those of one game lie together.
    games: Vec<String>,
    rows: Vec<LineRange>,
    /// Where the profiles begin.
    start: u64,
}

/// Where the line of a unit lies in the head, and its profile behind it.
#[derive(Debug)]
struct LineRange {
    /// Where the line begins, the name of the file, the unit's name, and how many bytes the profile has.
    line: [u32; 4],
    /// Which of the games it is of.
    game: usize,
    /// Where its profile ends, and the next one begins.
    end: u64,
}

/// One line without what divides fields and lines.
fn field(text: &str) -> String {
    text.replace(['\t', '\n', '\r'], " ")
}

/// The text of a library: its name, where it is from, of what date, and its units.
pub(crate) fn written(name: &str, from: &str, date: &str, units: &[ShelfUnit]) -> String {
    let mut text = format!("{FORMAT}\n{}\t{}\t{}\n", field(name), field(from), field(date));
    for unit in units {
        let (army, others) = unit.armies.split_first().map_or(("", &[][..]), |(army, others)| (army.as_str(), others));
        let names = [&unit.game, army, &others.join("/"), &unit.stem, &unit.name].map(field);
        text.push_str(&format!("{}\t{}\n", names.join("\t"), unit.text.len()));
    }
    text.push('\n');
    units.iter().for_each(|unit| text.push_str(&unit.text));
    text
}

/// Libraries that were read, by their paths, the length and the time of the file: one command asks for them several times.
static READ: Memo<(PathBuf, u64, SystemTime), Result<Arc<Shelf>, String>> = Memo::new(16);

impl Shelf {
    /// [`Shelf::open`], which reads a file once as long as it stays as it is.
    pub(super) fn cached(path: &Path) -> Result<Arc<Self>, String> {
        let about = fs::metadata(path).map_err(|error| error.to_string())?;
        let state = (path.to_owned(), about.len(), about.modified().map_err(|error| error.to_string())?);
        READ.get(&state, || Self::open(path).map(Arc::new))
    }

    /// Reads what a library holds, without its profiles.
    ///
    /// # Errors
    /// A file that is not a library, is half written, or is of another version of the program.
    pub fn open(path: &Path) -> Result<Self, String> {
        let again = "`warodds import FILES --library NAME` writes it anew";
        let file = fs::File::open(path).map_err(|error| error.to_string())?;
        let whole = file.metadata().map_err(|error| error.to_string())?.len();
        let (mut file, mut head, mut end) = (file, Vec::new(), None);
        while end.is_none() {
            let (before, first) = (head.len(), head.is_empty());
            head.reserve(CHUNK);
            file.by_ref().take(CHUNK as u64).read_to_end(&mut head).map_err(|error| error.to_string())?;
            let line = head.split(|byte| *byte == b'\n').next().unwrap_or_default();
            if first && line != FORMAT.as_bytes() {
                let is_one = head.starts_with(b"warodds library ");
                let what = if is_one { "it is of another version of the program" } else { "it is not a library" };
                return Err(format!("{what}; {again}"));
            }
            end = memmem::find(&head[before.saturating_sub(1)..], b"\n\n").map(|at| before.saturating_sub(1) + at + 2);
            if head.len() == before {
                return Err(format!("it breaks off; {again}"));
            }
        }
        head.truncate(end.unwrap_or_default());
        let head = String::from_utf8(head).map_err(|_| format!("it is not a library; {again}"))?;
        let mut shelf =
            Self { path: path.to_owned(), start: head.len() as u64, head, games: Vec::new(), rows: Vec::new() };
        let end = shelf.index().ok_or_else(|| format!("a line of it is damaged; {again}"))?;
        if shelf.start + end == whole { Ok(shelf) } else { Err(format!("it breaks off; {again}")) }
    }

    /// Finds the line of each unit; how long all profiles are.
    fn index(&mut self) -> Option<u64> {
        let bytes = self.head.as_bytes();
        let mut ends = memchr::memchr_iter(b'\n', bytes);
        let about = ends.by_ref().nth(1)? + 1;
        let (mut begin, mut end) = (about, 0);
        for at in ends.filter(|at| *at < bytes.len() - 1) {
            let line = self.head.get(begin..at)?;
            let mut tabs = memchr::memrchr_iter(b'\t', line.as_bytes()).map(|tab| begin + tab + 1);
            let [digits, name, stem] = [tabs.next()?, tabs.next()?, tabs.next()?];
            end = u64::checked_add(end, self.head.get(digits..at)?.parse().ok()?)?;
            let is_same = |game: &String| line.strip_prefix(&**game).is_some_and(|rest| rest.starts_with('\t'));
            if !self.games.last().is_some_and(is_same) {
                self.games.push(line.split('\t').next()?.to_owned());
            }
            let place = |at: usize| u32::try_from(at).ok();
            let line = [place(begin)?, place(stem)?, place(name)?, place(digits)?];
            self.rows.push(LineRange { line, game: self.games.len() - 1, end });
            begin = at + 1;
        }
        let tabs = memchr::memchr_iter(b'\t', &bytes[about..]).count();
        (tabs == TABS * self.rows.len()).then_some(end)
    }

    /// Its name, where it is from, and of what date.
    pub fn about(&self) -> [&str; 3] {
        let mut parts = self.head.lines().nth(1).unwrap_or_default().split('\t');
        [(); 3].map(|()| parts.next().unwrap_or_default())
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// What the library is called, as its file is.
    pub(crate) fn name(&self) -> &str {
        self.path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default()
    }

    fn field(&self, row: usize, field: usize) -> &str {
        self.head[self.rows[row].line[0] as usize..].split('\t').nth(field).unwrap_or_default()
    }

    /// The game of a unit.
    pub(crate) fn game(&self, row: usize) -> &str {
        &self.games[self.rows[row].game]
    }

    /// The game of each unit, and the army that it is of.
    pub(crate) fn armies(&self) -> impl Iterator<Item = (&str, &str)> {
        (0..self.len()).map(|row| (self.game(row), self.field(row, 1)))
    }

    /// The name of a unit's file without the ending, and its name.
    pub(crate) fn names(&self, row: usize) -> [&str; 2] {
        let [_, stem, name, end] = self.rows[row].line.map(|at| at as usize);
        [&self.head[stem..name - 1], &self.head[name..end - 1]]
    }

    /// The army of a unit, and others that may take it.
    pub(crate) fn armies_of(&self, row: usize) -> Vec<&str> {
        std::iter::once(self.field(row, 1))
            .chain(self.field(row, 2).split('/'))
            .filter(|army| !army.is_empty())
            .collect()
    }

    /// What no other unit of the library has: the game, the army and the name of the file.
    pub(crate) fn place(&self, row: usize) -> [&str; 3] {
        [self.game(row), self.field(row, 1), self.names(row)[0]]
    }

    /// A unit with its profile; `is_shared` if another library has one of this place too.
    pub(crate) fn unit(&self, row: usize, is_shared: bool) -> Found {
        let [game, army, stem] = self.place(row);
        let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        let library = is_shared.then(|| format!("{}.{LIBRARY_ENDING}", self.name()));
        let name = [game, library.as_deref().unwrap_or_default(), army, stem];
        let name = name.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/");
        let text = self.profile(row).unwrap_or_default();
        Found { faction: some(army), library, ..Found::of(stem, Source::new(name, text)) }
    }

    /// The text of a profile; a file that went away since it was opened holds none.
    fn profile(&self, row: usize) -> Option<String> {
        let start = row.checked_sub(1).map_or(0, |before| self.rows[before].end);
        let end = self.rows[row].end;
        let mut file = fs::File::open(&self.path).ok()?;
        file.seek(SeekFrom::Start(self.start + start)).ok()?;
        let mut text = String::new();
        file.take(end - start).read_to_string(&mut text).ok()?;
        Some(text)
    }
}
