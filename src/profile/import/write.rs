//! A profile as TOML, written key by key. Only what is put here enters a profile: names and numbers.

use std::fmt::Write;

/// A value of a profile.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Toml {
    Text(String),
    Whole(i64),
    Flag(bool),
    Texts(Vec<String>),
    Wholes(Vec<u32>),
}

impl From<&str> for Toml {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Toml {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<u32> for Toml {
    fn from(n: u32) -> Self {
        Self::Whole(i64::from(n))
    }
}

impl From<i64> for Toml {
    fn from(n: i64) -> Self {
        Self::Whole(n)
    }
}

impl From<bool> for Toml {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<Vec<String>> for Toml {
    fn from(texts: Vec<String>) -> Self {
        Self::Texts(texts)
    }
}

impl From<crate::dice::Amount> for Toml {
    fn from(amount: crate::dice::Amount) -> Self {
        amount.as_fixed().map_or_else(|| Self::Text(amount.to_string()), |n| Self::Whole(i64::from(n)))
    }
}

impl Toml {
    /// A number to reach as cards print it, `-` for none.
    pub(super) fn target(n: Option<u8>) -> Self {
        Self::Text(n.map_or_else(|| "-".to_owned(), |n| format!("{n}+")))
    }
}

/// Keys with their values, in the order in which they are written.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Keys(Vec<(&'static str, Toml)>);

impl Keys {
    /// Writes a key.
    pub(super) fn put(&mut self, key: &'static str, value: impl Into<Toml>) {
        self.0.push((key, value.into()));
    }

    /// Writes what every profile begins with.
    pub(super) fn put_unit(&mut self, game: &str, name: impl Into<Toml>, points: Option<u32>) {
        self.put("game", game);
        self.put("name", name);
        self.put_some("points", points);
    }

    /// Writes a key if there is something to write.
    pub(super) fn put_some(&mut self, key: &'static str, value: Option<impl Into<Toml>>) {
        if let Some(value) = value {
            self.put(key, value);
        }
    }

    /// Writes a list unless it is empty.
    pub(super) fn put_list(&mut self, key: &'static str, texts: &[String]) {
        if !texts.is_empty() {
            self.put(key, texts.to_vec());
        }
    }

    fn write(&self, out: &mut String) {
        for (key, value) in &self.0 {
            let _ = writeln!(out, "{key} = {}", text_of(value));
        }
    }
}

/// A profile: its first keys, and tables under lines `[[list]]`.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct WrittenUnit {
    pub(super) head: Keys,
    pub(super) tables: Vec<(&'static str, Keys)>,
}

impl WrittenUnit {
    /// The text of the profile.
    pub(super) fn text(&self) -> String {
        let mut out = String::new();
        self.head.write(&mut out);
        for (list, keys) in &self.tables {
            let _ = write!(out, "\n[[{list}]]\n");
            keys.write(&mut out);
        }
        out
    }
}

fn text_of(value: &Toml) -> String {
    match value {
        Toml::Text(text) => quoted(text),
        Toml::Whole(n) => n.to_string(),
        Toml::Flag(flag) => flag.to_string(),
        Toml::Wholes(numbers) => format!("[{}]", numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")),
        Toml::Texts(texts) => format!("[{}]", texts.iter().map(|text| quoted(text)).collect::<Vec<_>>().join(", ")),
    }
}

/// A text in quotes, as TOML writes it.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for letter in text.chars() {
        match letter {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            letter if letter.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", letter as u32);
            }
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_is_written_key_by_key() {
        let mut written = WrittenUnit::default();
        written.head.put("name", "The \"Old\" \\ One\u{7}");
        written.head.put_list("keywords", &[]);
        let mut weapon = Keys::default();
        weapon.put("count", 5u32);
        weapon.put("abilities", vec!["Heavy".to_owned(), "Blast".to_owned()]);
        written.tables.push(("weapon", weapon));
        let expected =
            "name = \"The \\\"Old\\\" \\\\ One\\u0007\"\n\n[[weapon]]\ncount = 5\nabilities = [\"Heavy\", \"Blast\"]\n";
        assert_eq!(written.text(), expected);
    }
}
