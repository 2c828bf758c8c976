//! Reading a table key by key, collecting every mistake.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::keys::{Holds, MAX_ABILITIES, MAX_TABLES, Presence, ProfileKey, find, number_plus};
use super::{Diagnostic, Diagnostics, KeyNode, Place, Table, Value, advice};
use crate::dice::Amount;

/// A value and its place.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Located<T> {
    /// The value.
    pub value: T,
    /// Its place.
    pub place: Place,
}

/// Reads the keys of one table of a profile as their descriptions say. A key without a description is a mistake once
/// [`Reader::finish`] is called; so is one that has to be there and is not, once it is read.
pub(crate) struct Reader<'d> {
    table: &'d Table,
    keys: &'static [ProfileKey],
    /// The list that this is a table of, and the keys of the table that the list is in; nothing for a whole profile.
    within: Option<(&'static str, &'static [ProfileKey])>,
    place: Place,
    found: &'d Diagnostics,
}

impl<'d> Reader<'d> {
    /// Reads a table that is at `place` and may have these keys.
    pub(crate) fn new(table: &'d Table, keys: &'static [ProfileKey], place: Place, found: &'d Diagnostics) -> Self {
        Self { table, keys, within: None, place, found }
    }

    /// The table that it reads.
    pub(crate) fn table(&self) -> &'d Table {
        self.table
    }

    /// Another reader of this table.
    pub(crate) fn again(&self) -> Self {
        Self { place: self.place.clone(), ..*self }
    }

    /// A reader of another table in the place of this one.
    pub(crate) fn for_table<'t>(&self, table: &'t Table) -> Reader<'t>
    where
        'd: 't,
    {
        Reader { table, ..self.again() }
    }

    /// The place of the table.
    pub(crate) fn place(&self) -> &Place {
        &self.place
    }

    /// Notes a mistake.
    pub(crate) fn mistake(&self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    /// The description of a key, if this table has it.
    fn described(&self, key: &str) -> Option<&'static ProfileKey> {
        let described = find(self.keys, key);
        debug_assert!(described.is_some(), "`{key}` is not described");
        described
    }

    fn node(&self, key: &str) -> Option<(&'d Value, &'d Place)> {
        let node = self.table.get(key).map(|node| (&node.value, &node.place));
        if node.is_none() && self.described(key).is_some_and(|key| key.need == Presence::Required) {
            self.missing(key);
        }
        node
    }

    /// The range of a whole number, and the limit that it ends at if that has a name.
    fn range(&self, key: &str) -> (RangeInclusive<i64>, Option<&'static str>) {
        let range = self.holding(key, |holds| match holds {
            Holds::Whole(least, most) => Some((*least..=*most, None)),
            Holds::Limited(least, most, limit) => Some((*least..=*most as i64, Some(*limit))),
            _ => None,
        });
        range.unwrap_or((0..=0, None))
    }

    /// What is wanted to know of what a key holds.
    fn holding<T>(&self, key: &str, of: impl Fn(&Holds) -> Option<T>) -> Option<T> {
        let held = self.described(key).and_then(|key| key.holds.find(&of));
        debug_assert!(held.is_some(), "`{key}` holds something else");
        held
    }

    fn wrong(&self, key: &str, value: &Value, place: &Place, write: &str) {
        let message = format!("`{key}` is {}", value.kind());
        let instead =
            self.described(key).and_then(|key| advice::instead(key, value, &place.source.text[place.whole_letters()]));
        self.found.push(Diagnostic::new(place, message, instead.unwrap_or_else(|| format!("write {write}"))));
    }

    /// Notes that a key is missing, unless it is there with a wrong value, which was noted already.
    pub(crate) fn missing(&self, key: &str) {
        let is_missing = |_: &&ProfileKey| self.table.get(key).is_none() && !self.found.is_broken();
        let Some(described) = self.described(key).filter(is_missing) else { return };
        // The key has another name here, and the message is placed at that.
        let renamed = |entry: &KeyNode| {
            find(self.keys, &entry.key).is_none() && advice::meant(&entry.key, self.keys).as_deref() == Some(&[key])
        };
        if self.table.entries.iter().any(renamed) {
            return;
        }
        let whose = self.within.map_or_else(|| "of this unit".to_owned(), |(list, _)| format!("of this {list}"));
        let message = format!("`{key}` is missing");
        self.found.push(Diagnostic::new(&self.place, message, whose).help(described.how(self.place.source.is_line())));
    }

    /// The value of a key as `of` reads it, or what is wrong with it and what to write; `None` if it is of another kind than
    /// this key is.
    fn read<T>(
        &self,
        key: &str,
        kind: &dyn Fn() -> String,
        of: impl FnOnce(&Value) -> Option<Result<T, [String; 2]>>,
    ) -> Option<Located<T>> {
        let (value, place) = self.node(key)?;
        match of(value) {
            Some(Ok(value)) => return Some(Located { value, place: place.clone() }),
            Some(Err([message, label])) => self.found.push(Diagnostic::new(place, message, label)),
            None => self.wrong(key, value, place, &kind()),
        }
        None
    }

    /// A text that is not empty.
    pub(crate) fn text(&self, key: &str) -> Option<Located<String>> {
        self.read(key, &|| "a text in quotes".to_owned(), |value| {
            let Value::Text(text) = value else { return None };
            let wrong = || [format!("`{key}` is empty"), "write some text".to_owned()];
            Some(if text.trim().is_empty() { Err(wrong()) } else { Ok(text.to_string()) })
        })
    }

    /// A whole number.
    pub(crate) fn whole(&self, key: &str) -> Option<Located<i64>> {
        let (range, limit) = self.range(key);
        self.whole_to(key, range, limit)
    }

    /// A whole number within the narrower range that the rest of the profile leaves.
    pub(crate) fn whole_within(&self, key: &str, range: RangeInclusive<i64>) -> Option<Located<i64>> {
        self.whole_to(key, range, None)
    }

    fn whole_to(&self, key: &str, range: RangeInclusive<i64>, limit: Option<&str>) -> Option<Located<i64>> {
        let (low, high) = (*range.start(), *range.end());
        self.read(key, &|| format!("a whole number from {low} to {high}"), |value| {
            let Value::Whole(n) = value else { return None };
            let limit = || limit.map_or_else(String::new, |limit| format!(" ({limit})"));
            let wrong = || [format!("`{key}` is {n}"), format!("from {low} to {high} is possible{}", limit())];
            Some(if range.contains(n) { Ok(*n) } else { Err(wrong()) })
        })
    }

    /// `true` or `false`.
    pub(crate) fn flag(&self, key: &str) -> Option<bool> {
        let flag = |value: &Value| if let Value::Flag(flag) = value { Some(Ok(*flag)) } else { None };
        self.read(key, &|| "`true` or `false`".to_owned(), flag).map(|flag| flag.value)
    }

    /// A number or dice: `3`, `"D6"`, `"2D6+1"`.
    pub(crate) fn amount(&self, key: &str) -> Option<Located<Amount>> {
        self.read(key, &|| "a number or dice: `3`, `\"D6\"`, `\"2D6+1\"`".to_owned(), |value| {
            let parsed = match value {
                Value::Whole(n) => match u16::try_from(*n) {
                    Ok(n) if n <= Amount::MAX_PLUS => Ok(Amount::fixed(n)),
                    _ => n.to_string().parse::<Amount>(),
                },
                Value::Text(text) => text.parse::<Amount>(),
                _ => return None,
            };
            Some(parsed.map_err(|error| [error.to_string(), format!("the value of `{key}`")]))
        })
    }

    /// A number to reach, as cards print it: `"3+"`. `"-"` reads as `None` inside.
    pub(crate) fn target(&self, key: &str) -> Option<Located<Option<u8>>> {
        let most = self.holding(key, |holds| if let Holds::Target(most) = holds { Some(*most) } else { None })?;
        let quote = if self.place.source.is_line() { "" } else { "\"" };
        let write = || format!("write `{quote}2+{quote}` to `{quote}{most}+{quote}`, or `{quote}-{quote}` for none");
        let right = |right: &str| format!("write `{quote}{right}{quote}`");
        self.read(key, &write, |value| {
            let read = match value {
                Value::Text(text) if text.trim() == "-" => Ok(None),
                Value::Text(text) => target_up_to(most, text)
                    .map(Some)
                    .ok_or_else(|| advice::plus(text, most).map_or_else(write, |plus| right(&plus))),
                Value::Whole(n) if (2..=i64::from(most)).contains(n) => Err(right(&format!("{n}+"))),
                _ => Err(write()),
            };
            // What an attached unit keeps of each part is that part's own key: `part-leadership` is its `leadership`.
            let message = || format!("`{}` is not a number to reach", key.strip_prefix("part-").unwrap_or(key));
            Some(read.map_err(|label| [message(), label]))
        })
    }

    /// A list of texts; a single text counts as a list of one.
    pub(crate) fn texts(&self, key: &str) -> Vec<Located<String>> {
        let Some((value, place)) = self.node(key) else { return Vec::new() };
        let Value::List(nodes) = value else {
            self.wrong(key, value, place, "a list of texts: `[\"one\", \"two\"]`");
            return Vec::new();
        };
        let mut texts = Vec::new();
        for node in nodes {
            match &node.value {
                Value::Text(text) => texts.push(Located { value: text.to_string(), place: node.place.clone() }),
                other => self.wrong(key, other, &node.place, "a text in quotes"),
            }
        }
        texts
    }

    /// A list of whole numbers.
    pub(crate) fn wholes(&self, key: &str) -> Option<Vec<i64>> {
        self.wholes_from(key, 0)
    }

    /// A list of at least this many whole numbers.
    pub(crate) fn wholes_from(&self, key: &str, least: usize) -> Option<Vec<i64>> {
        let (range, fewest, most) = self.holding(key, |holds| match holds {
            Holds::Wholes(low, high, least, most) => Some((*low..=*high, *least, *most)),
            _ => None,
        })?;
        let least = least.max(fewest);
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
            let instead = self.described(key).and_then(|key| advice::listed(key, value, least));
            // `7/5/3` in a line.
            let in_line = |text: String| text.replace(['[', ']'], "").replace(", ", "/");
            let instead = instead.map(|text| if place.source.is_line() { in_line(text) } else { text });
            let message = match value {
                Value::List(nodes) if !(least..=most).contains(&nodes.len()) => format!("`{key}` needs {many} numbers"),
                Value::List(_) => format!("`{key}` is another list"),
                _ => format!("`{key}` is {}", value.kind()),
            };
            self.found.push(Diagnostic::new(place, message, instead.unwrap_or(write)));
        }
        numbers
    }

    /// A whole number that an option sets and no file holds, of the first of these keys that is set: points already lost.
    pub(crate) fn state(&self, keys: &[&str], range: RangeInclusive<i64>) -> Option<Located<i64>> {
        let is_set = |key: &&&str| self.table.get(key).is_some_and(|node| !self.is_own(&node.place));
        let key = keys.iter().find(is_set)?;
        self.whole_within(key, range)
    }

    /// Whether something is in the text of this table, and does not come from an option.
    fn is_own(&self, place: &Place) -> bool {
        Arc::ptr_eq(&place.source, &self.place.source)
    }

    /// Whether a key is in the text of this table, and does not come from an option or a size.
    pub(crate) fn is_written_here(&self, key: &str) -> bool {
        self.table.get(key).is_some_and(|node| self.is_own(&node.place))
    }

    /// Whether a key is there at all.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.table.get(key).is_some()
    }

    /// The value of a key, whatever it is.
    pub(crate) fn peek(&self, key: &str) -> Option<&'d Value> {
        self.table.get(key).map(|node| &node.value)
    }

    /// The place of a key's value; that of the table if the key is not there.
    pub(crate) fn place_of(&self, key: &str) -> Place {
        self.table.get(key).map_or_else(|| self.place.clone(), |node| node.place.clone())
    }

    /// The tables of a list of tables.
    pub(crate) fn tables(&self, key: &str) -> Vec<Reader<'d>> {
        let Some((value, place)) = self.node(key) else { return Vec::new() };
        let Value::List(nodes) = value else {
            self.wrong(key, value, place, &format!("`[[{key}]]` above its keys"));
            return Vec::new();
        };
        let Some(ProfileKey { holds: Holds::Tables(keys), .. }) = self.described(key) else { return Vec::new() };
        let (most, limit) =
            if key == "ability" { (MAX_ABILITIES, "MAX_ABILITIES") } else { (MAX_TABLES, "MAX_TABLES") };
        if let Some(beyond) = nodes.get(most) {
            let message = format!("{} tables `[[{key}]]`", nodes.len());
            let label = format!("at most {most} are read ({limit})");
            self.found.push(Diagnostic::new(&beyond.place, message, label));
        }
        let mut tables = Vec::new();
        for node in nodes.iter().take(most) {
            match &node.value {
                Value::Table(table) => {
                    let within = self.described(key).map(|key| (key.name, self.keys));
                    tables.push(Reader { within, ..Reader::new(table, keys, node.place.clone(), self.found) });
                }
                other => self.wrong(key, other, &node.place, &format!("`[[{key}]]` above its keys")),
            }
        }
        tables
    }

    /// Notes every value that its key cannot hold, but for some keys.
    pub(crate) fn held(&self, but: &[&str]) {
        for entry in self.table.entries.iter().filter(|entry| !but.contains(&entry.key.as_str())) {
            let wrong = find(self.keys, &entry.key).filter(|key| !key.holds.fits(&entry.node.value));
            if let Some(key) = wrong {
                self.wrong(key.name, &entry.node.value, &entry.node.place, &format!("it like `{}`", key.example));
            }
        }
    }

    /// Notes every key that this table does not have, with the nearest that it has.
    pub(crate) fn finish(self) {
        for entry in &self.table.entries {
            let listed = find(self.keys, &entry.key);
            if listed.is_some_and(|key| key.need != Presence::State || !self.is_own(&entry.node.place)) {
                continue;
            }
            let message = format!("unknown key `{}`", entry.key);
            let own = self.is_own(&entry.node.place);
            let (label, help) = advice::unknown(&entry.key, self.keys, self.within, own);
            self.found.push(Diagnostic::new(&entry.place, message, label).help(help));
        }
    }
}

/// The number of `3+`; `None` if the text is something else or out of 2 to 7.
pub(crate) fn target_number(text: &str) -> Option<u8> {
    target_up_to(7, text)
}

/// The number of `8+`, from 2 to this one.
pub(crate) fn target_up_to(most: u8, text: &str) -> Option<u8> {
    number_plus(text).filter(|n| (2..=most).contains(n))
}

#[cfg(test)]
mod tests {
    use super::super::keys::{optional, required, state};
    use super::*;
    use crate::profile::{Document, Source};

    const KEYS: &[ProfileKey] = &[
        required("name", Holds::Text, "\"Unit\"").means("its name"),
        optional("save", Holds::Target(7), "none", "\"3+\"").means("its save"),
        optional("ward", Holds::Target(7), "none", "\"6+\"").means("its ward"),
        optional("models", Holds::Whole(1, 100), "1", "5").means("its models"),
        optional("attacks", Holds::Amount, "1", "2").means("its attacks"),
        optional("damage", Holds::Amount, "1", "\"D3\"").means("its damage"),
        optional("dice", Holds::Wholes(0, 30, 1, 3), "none", "[6, 5, 3]").means("its dice"),
        optional("keywords", Holds::Texts, "none", "[]").means("its keywords"),
        state("lost", Holds::Whole(0, 10)).means("points it has lost"),
    ];

    fn with<T>(text: &str, read: impl FnOnce(&Reader<'_>) -> T) -> (T, Vec<String>) {
        let found = Diagnostics::default();
        let document = Document::read(&Source::new("unit.toml", text), &found);
        let value = {
            let reader = Reader::new(&document.table, KEYS, Place::new(&document.source, 0..0), &found);
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
            r.whole("models");
            r.amount("attacks");
            r.texts("keywords");
            r.text("name");
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
            r.wholes("dice")
        });
        assert_eq!((values, found), (Some(vec![6, 5, 3]), vec![]));
    }

    #[test]
    fn what_only_options_set_is_unknown_in_a_file() {
        let ((), found) = with("name = \"x\"\nlost = 1", |r| assert_eq!(r.state(&["lost"], 0..=10), None));
        assert_eq!(found.len(), 1, "{found:#?}");
        assert!(found[0].starts_with("unknown key `lost`"), "{found:#?}");
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
