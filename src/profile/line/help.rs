//! What may be written in a one-line unit, for help and messages.

use super::{LineGrammar, LinePart, LineWord, WordForm};
use crate::profile::ProfileKey;

/// A part with all of its words.
pub(super) fn example(part: &LinePart) -> String {
    part.words.iter().map(|word| word.example).collect::<Vec<_>>().join(" ")
}

/// What a word says, as the table of keys has it.
pub(super) fn meaning(grammar: &LineGrammar, part: &LinePart, word: &LineWord) -> String {
    if matches!(word.form, WordForm::Count) {
        return format!("how many {}", if std::ptr::eq(part, &raw const grammar.unit) { "models" } else { "have it" });
    }
    let short = |key: &&'static str| grammar.key_of(part, key, word.of_unit).map(|key: &ProfileKey| key.short);
    word.keys().iter().filter_map(short).collect::<Vec<_>>().join(" / ")
}

impl LineGrammar {
    /// The words of a line, weapon first: what they speak of, how each is written, and what it says.
    pub fn words(&self) -> Vec<[String; 3]> {
        let mut rows = Vec::new();
        for part in [&self.weapon, &self.unit] {
            for (index, word) in part.words.iter().enumerate() {
                let name = if index == 0 { part.name } else { "" };
                rows.push([name.to_owned(), word.example.to_owned(), meaning(self, part, word)]);
            }
        }
        rows
    }
}
