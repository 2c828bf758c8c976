//! Reading a table key by key, collecting every mistake.

use std::cell::RefCell;
use std::ops::RangeInclusive;

use smallvec::SmallVec;

use super::{Diagnostic, Diagnostics, Place, Table, Value};
use crate::dice::Amount;
use crate::words::did_you_mean;

/// A value and where it stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub place: Place,
}

/// Reads the keys of one table. A key that is never asked for is a mistake once [`Reader::finish`] is called.
pub struct Reader<'d> {
    table: &'d Table,
    place: Place,
    found: &'d Diagnostics,
    asked: RefCell<SmallVec<[&'static str; 24]>>,
}

impl<'d> Reader<'d> {
    /// Reads a table that stands at `place`.
    pub fn new(table: &'d Table, place: Place, found: &'d Diagnostics) -> Self {
        Self { table, place, found, asked: RefCell::default() }
    }

    /// Where the table stands.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// Notes a mistake.
    pub fn mistake(&self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    fn node(&self, key: &'static str) -> Option<(&'d Value, &'d Place)> {
        self.asked.borrow_mut().push(key);
        self.table.get(key).map(|node| (&node.value, &node.place))
    }

    fn wrong(&self, key: &str, value: &Value, place: &Place, write: &str) {
        let message = format!("`{key}` is {}", value.kind());
        self.found.push(Diagnostic::new(place, message, format!("write {write}")));
    }

    /// Notes that a key is missing, unless it is there with a wrong value, which was noted already.
    pub fn required<T>(&self, key: &'static str, value: Option<T>, write: &str) -> Option<T> {
        if value.is_none() && self.table.get(key).is_none() && !self.found.is_broken() {
            let message = format!("`{key}` is missing");
            let help = format!("write `{key} = {write}`");
            self.found.push(Diagnostic::new(&self.place, message, "in this table").help(Some(help)));
        }
        value
    }

    /// A text that is not empty.
    pub fn text(&self, key: &'static str) -> Option<Located<String>> {
        let (value, place) = self.node(key)?;
        match value {
            Value::Text(text) if !text.trim().is_empty() => Some(Located { value: text.clone(), place: place.clone() }),
            Value::Text(_) => {
                self.found.push(Diagnostic::new(place, format!("`{key}` is empty"), "write some text"));
                None
            }
            other => {
                self.wrong(key, other, place, "a text in quotes");
                None
            }
        }
    }

    /// A whole number within a range.
    pub fn whole(&self, key: &'static str, range: RangeInclusive<i64>) -> Option<Located<i64>> {
        self.whole_to(key, range, None)
    }

    /// A whole number from `least` to a limit of this program that has a name.
    pub fn limited(&self, key: &'static str, least: i64, most: usize, limit: &str) -> Option<Located<i64>> {
        self.whole_to(key, least..=most as i64, Some(limit))
    }

    fn whole_to(&self, key: &'static str, range: RangeInclusive<i64>, limit: Option<&str>) -> Option<Located<i64>> {
        let (value, place) = self.node(key)?;
        let (low, high) = (*range.start(), *range.end());
        match value {
            Value::Whole(n) if range.contains(n) => Some(Located { value: *n, place: place.clone() }),
            Value::Whole(n) => {
                let limit = limit.map_or_else(String::new, |limit| format!(" ({limit})"));
                let message = format!("`{key}` is {n}");
                self.found.push(Diagnostic::new(place, message, format!("from {low} to {high} is possible{limit}")));
                None
            }
            other => {
                self.wrong(key, other, place, &format!("a whole number from {low} to {high}"));
                None
            }
        }
    }

    /// `true` or `false`.
    pub fn flag(&self, key: &'static str) -> Option<bool> {
        let (value, place) = self.node(key)?;
        if let Value::Flag(flag) = value {
            return Some(*flag);
        }
        self.wrong(key, value, place, "`true` or `false`");
        None
    }

    /// A number or dice: `3`, `"D6"`, `"2D6+1"`.
    pub fn amount(&self, key: &'static str) -> Option<Located<Amount>> {
        let (value, place) = self.node(key)?;
        let parsed = match value {
            Value::Whole(n) => match u16::try_from(*n) {
                Ok(n) if n <= Amount::MAX_PLUS => Ok(Amount::fixed(n)),
                _ => n.to_string().parse::<Amount>(),
            },
            Value::Text(text) => text.parse::<Amount>(),
            other => {
                self.wrong(key, other, place, "a number or dice: `3`, `\"D6\"`, `\"2D6+1\"`");
                return None;
            }
        };
        match parsed {
            Ok(amount) => Some(Located { value: amount, place: place.clone() }),
            Err(error) => {
                self.found.push(Diagnostic::new(place, error.to_string(), format!("the value of `{key}`")));
                None
            }
        }
    }

    /// A number that one die reaches, 2 to 7, as cards print it: `"3+"`. `"-"` reads as `None` inside.
    pub fn target(&self, key: &'static str) -> Option<Located<Option<u8>>> {
        self.target_to(key, 7)
    }

    /// A number to reach, 2 to `most`: two dice reach up to 12.
    pub fn target_to(&self, key: &'static str, most: u8) -> Option<Located<Option<u8>>> {
        let (value, place) = self.node(key)?;
        let located = |value| Some(Located { value, place: place.clone() });
        let write = || format!("write `\"2+\"` to `\"{most}+\"`, or `\"-\"` for none");
        let wrong = |label: String| {
            let message = format!("`{key}` is not a number to reach");
            self.found.push(Diagnostic::new(place, message, label));
            None
        };
        match value {
            Value::Text(text) if text.trim() == "-" => located(None),
            Value::Text(text) => match number_plus(text).filter(|n| (2..=most).contains(n)) {
                Some(n) => located(Some(n)),
                None => wrong(write()),
            },
            Value::Whole(n) if (2..=i64::from(most)).contains(n) => wrong(format!("write `\"{n}+\"`")),
            _ => wrong(write()),
        }
    }

    /// A list of texts; a single text counts as a list of one.
    pub fn texts(&self, key: &'static str) -> Vec<Located<String>> {
        let Some((value, place)) = self.node(key) else { return Vec::new() };
        let Value::List(nodes) = value else {
            self.wrong(key, value, place, "a list of texts: `[\"one\", \"two\"]`");
            return Vec::new();
        };
        let mut texts = Vec::new();
        for node in nodes {
            match &node.value {
                Value::Text(text) => texts.push(Located { value: text.clone(), place: node.place.clone() }),
                other => self.wrong(key, other, &node.place, "a text in quotes"),
            }
        }
        texts
    }

    /// A list of whole numbers within a range, between `least` and `most` of them.
    pub fn wholes(&self, key: &'static str, range: RangeInclusive<i64>, least: usize, most: usize) -> Option<Vec<i64>> {
        let (value, place) = self.node(key)?;
        let (low, high) = (*range.start(), *range.end());
        let numbers = if let Value::List(nodes) = value {
            nodes.iter().map(|node| if let Value::Whole(n) = node.value { Some(n) } else { None }).collect()
        } else {
            None
        };
        let fits = |list: &Vec<i64>| (least..=most).contains(&list.len()) && list.iter().all(|n| range.contains(n));
        let numbers = numbers.filter(fits);
        if numbers.is_none() {
            let many = if least == most { least.to_string() } else { format!("{least} to {most}") };
            let write = format!("write a list of {many} whole numbers from {low} to {high}");
            self.found.push(Diagnostic::new(place, format!("`{key}` is not what it should be"), write));
        }
        numbers
    }

    /// A whole number that an option sets and no file holds: points already lost. In a file it is an unknown key.
    pub fn state(&self, keys: &[&'static str], range: RangeInclusive<i64>) -> Option<Located<i64>> {
        let own = |key: &&&'static str| {
            self.table.get(key).is_some_and(|node| !std::sync::Arc::ptr_eq(&node.place.source, &self.place.source))
        };
        let key = keys.iter().find(own)?;
        self.whole(key, range)
    }

    /// Whether a key is there at all. Asks for it.
    pub fn has(&self, key: &'static str) -> bool {
        self.node(key).is_some()
    }

    /// What kind of value a key has, without reading it.
    pub fn peek(&self, key: &str) -> Option<&'d Value> {
        self.table.get(key).map(|node| &node.value)
    }

    /// Where a key's value stands; the table if the key is not there.
    pub fn place_of(&self, key: &str) -> Place {
        self.table.get(key).map_or_else(|| self.place.clone(), |node| node.place.clone())
    }

    /// The tables of a list of tables.
    pub fn tables(&self, key: &'static str) -> Vec<Reader<'d>> {
        let Some((value, place)) = self.node(key) else { return Vec::new() };
        let Value::List(nodes) = value else {
            self.wrong(key, value, place, &format!("`[[{key}]]` above its keys"));
            return Vec::new();
        };
        let mut tables = Vec::new();
        for node in nodes {
            match &node.value {
                Value::Table(table) => tables.push(Reader::new(table, node.place.clone(), self.found)),
                other => self.wrong(key, other, &node.place, &format!("`[[{key}]]` above its keys")),
            }
        }
        tables
    }

    /// Notes every key that nobody asked for, with the nearest that somebody did.
    pub fn finish(self) {
        let asked = self.asked.borrow();
        for entry in &self.table.entries {
            if !asked.contains(&entry.key.as_str()) {
                let message = format!("unknown key `{}`", entry.key);
                let help = did_you_mean(&entry.key, asked.iter().copied())
                    .unwrap_or_else(|| format!("known here: {}", asked.join(", ")));
                self.found.push(Diagnostic::new(&entry.place, message, "not a key of this table").help(Some(help)));
            }
        }
    }
}

/// The number of `3+`; `None` if the text is something else or out of 2 to 7.
pub fn target_number(text: &str) -> Option<u8> {
    number_plus(text).filter(|n| (2..=7).contains(n))
}

fn number_plus(text: &str) -> Option<u8> {
    let digits = text.trim().strip_suffix('+')?.trim_end();
    digits.parse().ok().filter(|_| digits.bytes().all(|b| b.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::{Document, Source};

    fn with<T>(text: &str, read: impl FnOnce(&Reader<'_>) -> T) -> (T, Vec<String>) {
        let found = Diagnostics::default();
        let document = Document::read(&Source::new("unit.toml", text), &found);
        let value = {
            let reader = Reader::new(&document.table, Place::new(&document.source, 0..0), &found);
            let value = read(&reader);
            reader.finish();
            value
        };
        (value, found.into_list().into_iter().map(|d| format!("{}: {}", d.message, d.label)).collect())
    }

    #[test]
    fn every_mistake_is_collected() {
        let text = "save = 3\nmodels = 0\nattacks = \"D7\"\nkeywords = [1]\nsaev = 1\n";
        let ((), found) = with(text, |r| {
            r.target("save");
            r.whole("models", 1..=100);
            r.amount("attacks");
            r.texts("keywords");
            r.required("name", r.text("name"), "\"Unit\"");
        });
        assert_eq!(found.len(), 6, "{found:#?}");
        assert!(found.iter().any(|m| m.contains("write `\"3+\"`")));
        assert!(found.iter().any(|m| m.contains("unknown key `saev`")));
        assert!(found.iter().any(|m| m.contains("`name` is missing")));
    }

    #[test]
    fn values_are_read_as_cards_print_them() {
        let text = "save = \"3+\"\nward = \"-\"\nattacks = 2\ndamage = \"D6+1\"\ndice = [6, 5, 3]\n";
        let (values, found) = with(text, |r| {
            let target = |key| r.target(key).map(|t| t.value);
            assert_eq!((target("save"), target("ward")), (Some(Some(3)), Some(None)));
            assert_eq!(r.amount("attacks").map(|a| a.value), Some(Amount::fixed(2)));
            r.amount("damage");
            r.wholes("dice", 0..=30, 1, 3)
        });
        assert_eq!((values, found), (Some(vec![6, 5, 3]), vec![]));
    }

    #[test]
    fn only_two_to_seven_are_numbers_to_reach() {
        for (text, n) in [
            ("2+", Some(2)),
            (" 6+ ", Some(6)),
            ("7+", Some(7)),
            ("1+", None),
            ("8+", None),
            ("+3", None),
            ("33+", None),
        ] {
            assert_eq!(target_number(text), n, "{text}");
        }
    }
}
