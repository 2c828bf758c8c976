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

use memchr::memmem;

use super::Source;
use super::found::{Found, Label};

/// The ending of such files.
pub const LIBRARY_ENDING: &str = "library";
/// The first line of such a file as this program writes it.
const FORMAT: &str = "warodds library 1";

/// How much of the head is read at a time.
const CHUNK: u64 = 1 << 18;

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
    rows: Vec<Row>,
    /// Where the profiles begin.
    start: u64,
}

/// Where the names of a unit stand in the head, and its profile behind it.
#[derive(Debug)]
struct Row {
    /// Where each field begins, and behind the last one its end; a tab divides them.
    fields: [u32; 6],
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

impl Shelf {
    /// Reads what a library holds, without its profiles.
    ///
    /// # Errors
    /// A file that is no library, is half written, or is of another version of the program.
    pub fn open(path: &Path) -> Result<Self, String> {
        let again = "`warodds import FILES --library NAME` writes it anew";
        let file = fs::File::open(path).map_err(|error| error.to_string())?;
        let whole = file.metadata().map_err(|error| error.to_string())?.len();
        let (mut file, mut head, mut end) = (file, Vec::new(), None);
        while end.is_none() {
            let (before, first) = (head.len(), head.is_empty());
            file.by_ref().take(CHUNK).read_to_end(&mut head).map_err(|error| error.to_string())?;
            let line = head.split(|byte| *byte == b'\n').next().unwrap_or_default();
            if first && line != FORMAT.as_bytes() {
                let is_one = head.starts_with(b"warodds library ");
                let what = if is_one { "it is of another version of the program" } else { "it is no library" };
                return Err(format!("{what}; {again}"));
            }
            end = memmem::find(&head[before.saturating_sub(1)..], b"\n\n").map(|at| before.saturating_sub(1) + at + 2);
            if head.len() == before {
                return Err(format!("it breaks off; {again}"));
            }
        }
        head.truncate(end.unwrap_or_default());
        let head = String::from_utf8(head).map_err(|_| format!("it is no library; {again}"))?;
        let mut shelf = Self { path: path.to_owned(), start: head.len() as u64, head, rows: Vec::new() };
        let end = shelf.index().ok_or_else(|| format!("a line of it is damaged; {again}"))?;
        if shelf.start + end == whole { Ok(shelf) } else { Err(format!("it breaks off; {again}")) }
    }

    /// Finds the fields of each line; how long all profiles are.
    fn index(&mut self) -> Option<u64> {
        let bytes = self.head.as_bytes();
        let (mut begin, mut end, mut place) = (0, 0, 0);
        for at in memchr::memchr_iter(b'\n', bytes) {
            let (line, start) = (&bytes[begin..at], begin);
            (begin, place) = (at + 1, place + 1);
            if place < 3 || line.is_empty() {
                continue;
            }
            let mut fields = [u32::try_from(start).ok()?; 6];
            let mut tabs = memchr::memchr_iter(b'\t', line);
            for field in &mut fields[1..] {
                *field = u32::try_from(start + tabs.next()? + 1).ok()?;
            }
            let digits = str::from_utf8(&bytes[fields[5] as usize..at]).ok()?;
            end = u64::checked_add(end, digits.parse().ok()?)?;
            self.rows.push(Row { fields, end });
        }
        Some(end)
    }

    /// Its name, where it is from, and of what date.
    pub fn about(&self) -> [&str; 3] {
        let mut parts = self.head.lines().nth(1).unwrap_or_default().split('\t');
        [(); 3].map(|()| parts.next().unwrap_or_default())
    }

    /// How many units it holds.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    fn field(&self, row: usize, field: usize) -> &str {
        let fields = &self.rows[row].fields;
        &self.head[fields[field] as usize..fields[field + 1] as usize - 1]
    }

    /// The game of each unit, and the army that it is of.
    pub(crate) fn armies(&self) -> impl Iterator<Item = (&str, &str)> {
        (0..self.len()).map(|row| (self.field(row, 0), self.field(row, 1)))
    }

    /// What a unit is called.
    pub(crate) fn label(&self, row: usize) -> Label<'_> {
        Label { game: Some(self.field(row, 0)), stem: self.field(row, 3), name: self.field(row, 4) }
    }

    /// The army of a unit, and others that may take it.
    pub(crate) fn armies_of(&self, row: usize) -> Vec<&str> {
        std::iter::once(self.field(row, 1))
            .chain(self.field(row, 2).split('/'))
            .filter(|army| !army.is_empty())
            .collect()
    }

    /// A unit with its profile.
    pub(crate) fn unit(&self, row: usize) -> Found {
        let label = self.label(row);
        let within = [label.game.unwrap_or_default(), self.field(row, 1)].into_iter().filter(|part| !part.is_empty());
        let name = within.chain([label.stem]).collect::<Vec<_>>().join("/");
        let army = Some(self.field(row, 1)).filter(|army| !army.is_empty()).map(str::to_owned);
        let text = self.profile(row).unwrap_or_default();
        Found { faction: army, ..Found::of(label.stem, Source::new(name, text)) }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_and_what_is_damaged_is_told() {
        let unit = |stem: &str, text: &str| ShelfUnit {
            game: "warcry".to_owned(),
            armies: vec!["north".to_owned(), "south".to_owned()],
            stem: stem.to_owned(),
            name: stem.to_uppercase(),
            text: text.to_owned(),
        };
        let text = written("mine", "a\tb", "2026-11-23", &[unit("a", "game = \"warcry\"\n"), unit("b", "é\n")]);
        let folder = tempfile::tempdir().expect("a folder");
        let open = |text: &str| {
            let path = folder.path().join("x.library");
            fs::write(&path, text).expect("written");
            Shelf::open(&path)
        };
        let shelf = open(&text).expect("a library");
        assert_eq!((shelf.about(), shelf.len()), (["mine", "a b", "2026-11-23"], 2));
        assert_eq!((shelf.label(1).name, shelf.armies_of(1)), ("B", vec!["north", "south"]));
        assert_eq!((&*shelf.unit(1).source.text, shelf.unit(0).path()), ("é\n", "warcry/north/a".to_owned()));
        for (damaged, told) in [
            (&text[..text.len() - 1], "it breaks off"),
            (&text[..40], "it breaks off"),
            ("game = 1\n", "it is no library"),
            (&text.replace("library 1", "library 9"), "another version"),
            (&text.replace("\t3\n", "\tx\n"), "damaged"),
        ] {
            assert!(open(damaged).is_err_and(|why| why.contains(told)), "{told}");
        }
        let endless = text.replace("\t3\n", "\t18446744073709551615\n");
        assert!(open(&endless).is_err());
    }
}
