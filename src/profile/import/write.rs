//! A profile as TOML, written key by key. Only what is put here enters a profile: names and numbers.

use std::fmt::Write;

use serde_json::Value;

impl From<crate::dice::Amount> for Value {
    fn from(amount: crate::dice::Amount) -> Self {
        amount.as_fixed().map_or_else(|| amount.to_string().into(), Self::from)
    }
}

/// Keys with their values, in the order in which they are written.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Keys(Vec<(&'static str, Value)>);

impl Keys {
    /// Writes a key.
    pub(super) fn put(&mut self, key: &'static str, value: impl Into<Value>) {
        self.0.push((key, value.into()));
    }

    /// Writes a key if there is something to write.
    pub(super) fn put_some(&mut self, key: &'static str, value: Option<impl Into<Value>>) {
        if let Some(value) = value {
            self.put(key, value);
        }
    }

    /// Writes a list unless it is empty.
    pub(super) fn put_list<T: Clone + Into<Value>>(&mut self, key: &'static str, all: &[T]) {
        if !all.is_empty() {
            self.put(key, all);
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

fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        Value::Array(all) => format!("[{}]", all.iter().map(text_of).collect::<Vec<_>>().join(", ")),
        one => one.to_string(),
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
        written.head.put_list::<String>("keywords", &[]);
        let mut weapon = Keys::default();
        weapon.put("count", 5u32);
        weapon.put("abilities", vec!["Heavy".to_owned(), "Blast".to_owned()]);
        written.tables.push(("weapon", weapon));
        let expected =
            "name = \"The \\\"Old\\\" \\\\ One\\u0007\"\n\n[[weapon]]\ncount = 5\nabilities = [\"Heavy\", \"Blast\"]\n";
        assert_eq!(written.text(), expected);
    }
}
