//! What was said to a question, read key by key.

use std::cell::RefCell;
use std::ops::RangeInclusive;

use super::typed::sort_out;
use super::{AttackWanted, Board, Question};
use crate::dice::{Amount, AmountError};
use crate::error::Error;
use crate::games::Phase;
use crate::profile::Document;
use crate::words::same;

pub(crate) struct Query<'q> {
    question: &'q Question,
    values: Vec<(&'static str, String)>,
    /// What computes attacks and finds units.
    pub(crate) board: &'q dyn Board,
    /// Keys that were read, to find those that nobody reads.
    read: RefCell<Vec<&'static str>>,
}

impl<'q> Query<'q> {
    /// Sorts out what was typed, with keys or without.
    ///
    /// # Errors
    /// A key that the question does not have or that is given twice, a key that is missing.
    pub(crate) fn new(question: &'q Question, texts: &[String], board: &'q dyn Board) -> Result<Self, Error> {
        Ok(Self { question, values: sort_out(question, texts)?, board, read: RefCell::default() })
    }

    /// The text of a key, or its default; `None` if neither says anything.
    ///
    /// # Panics
    /// If the question does not list the key: a mistake in a game's table.
    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        let listed = self.question.keys.iter().find(|entry| entry.name == key);
        let listed = listed.unwrap_or_else(|| panic!("`{}` does not list `{key}`", self.question.name));
        self.read.borrow_mut().push(listed.name);
        let typed = self.values.iter().find(|(listed, _)| *listed == key).map(|(_, value)| value.as_str());
        typed.or(listed.default).filter(|text| !text.is_empty())
    }

    /// Whether a key was given, with whatever value.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.values.iter().any(|(listed, _)| *listed == key)
    }

    fn wrong(&self, key: &str, value: &str, write: &str) -> Error {
        Error::usage(format!("`{key}={value}`: write {write}")).hint(self.question.usage())
    }

    /// A whole number within a range; `None` if nothing is said.
    ///
    /// # Errors
    /// A text that is not one.
    pub(crate) fn maybe_whole(&self, key: &str, range: RangeInclusive<i64>) -> Result<Option<i64>, Error> {
        let Some(text) = self.text(key) else { return Ok(None) };
        let write = format!("a whole number from {} to {}", range.start(), range.end());
        let digits = text.strip_prefix('+').unwrap_or(text);
        digits.parse().ok().filter(|n| range.contains(n)).map(Some).ok_or_else(|| self.wrong(key, text, &write))
    }

    /// A whole number within a range; the lowest if nothing is said.
    ///
    /// # Errors
    /// A text that is not one.
    pub(crate) fn whole(&self, key: &str, range: RangeInclusive<i64>) -> Result<i64, Error> {
        let low = *range.start();
        Ok(self.maybe_whole(key, range)?.unwrap_or(low))
    }

    /// A number with a point within a range, such as a distance; a decimal comma and an inch mark are understood.
    ///
    /// # Errors
    /// A text that is not one.
    pub(crate) fn number(&self, key: &str, range: RangeInclusive<f64>) -> Result<f64, Error> {
        let text = self.text(key).unwrap_or("0");
        let write = format!("a number from {} to {}", range.start(), range.end());
        let clean = text.trim_end_matches(['"', '″']).replace(',', ".");
        clean.parse().ok().filter(|n| range.contains(n)).ok_or_else(|| self.wrong(key, text, &write))
    }

    /// A number to reach, `4+` or `4`; `None` if nothing is said, or `-`.
    ///
    /// # Errors
    /// A text that is not one from 2 to 7.
    pub(crate) fn target(&self, key: &str) -> Result<Option<u8>, Error> {
        self.target_to(key, 7)
    }

    /// A number to reach of at most `most`: two dice reach up to 12.
    ///
    /// # Errors
    /// A text that is not one.
    pub(crate) fn target_to(&self, key: &str, most: u8) -> Result<Option<u8>, Error> {
        match self.text(key) {
            None | Some("-") => Ok(None),
            Some(text) => {
                let n = text.trim_end_matches('+').parse().ok().filter(|n| (2..=most).contains(n));
                n.map(Some).ok_or_else(|| self.wrong(key, text, &format!("`2+` to `{most}+`, or `-` for none")))
            }
        }
    }

    /// A number or dice: `3`, `D6`, `2D3+1`.
    ///
    /// # Errors
    /// A text that is not one.
    pub(crate) fn amount(&self, key: &str) -> Result<Amount, Error> {
        let text = self.text(key).unwrap_or("0");
        text.parse().map_err(|error: AmountError| self.wrong(key, text, &error.to_string()))
    }

    /// Yes or no.
    ///
    /// # Errors
    /// A text that is neither.
    pub(crate) fn flag(&self, key: &str) -> Result<bool, Error> {
        match self.text(key).map(str::to_lowercase).as_deref() {
            None | Some("no" | "false" | "off" | "0") => Ok(false),
            Some("yes" | "true" | "on" | "1") => Ok(true),
            Some(text) => Err(self.wrong(key, text, "`yes` or `no`")),
        }
    }

    /// One of a few words; the first if nothing is said.
    ///
    /// # Errors
    /// Another word.
    pub(crate) fn choice(&self, key: &str, words: &'static [&'static str]) -> Result<&'static str, Error> {
        let text = self.text(key).unwrap_or(words[0]);
        // A key alone is `yes`, which here means `all`.
        let meant = if text == "yes" { "all" } else { text };
        let found = words.iter().copied().find(|word| same(word, meant));
        found.ok_or_else(|| self.wrong(key, text, &format!("one of {}", words.join(", "))))
    }

    /// Whole numbers between commas or plus signs.
    ///
    /// # Errors
    /// A part that is not one within the range.
    pub(crate) fn wholes(&self, key: &str, range: &RangeInclusive<i64>) -> Result<Vec<i64>, Error> {
        let Some(text) = self.text(key) else { return Ok(Vec::new()) };
        let write = format!("whole numbers from {} to {} with commas between", range.start(), range.end());
        text.split([',', ' '])
            .filter(|part| !part.is_empty())
            .map(|part| part.parse().ok().filter(|n| range.contains(n)).ok_or_else(|| self.wrong(key, text, &write)))
            .collect()
    }

    /// Numbers with a point, with commas between: distances.
    ///
    /// # Errors
    /// A part that is not one within the range.
    pub(crate) fn numbers(&self, key: &str, range: &RangeInclusive<f64>) -> Result<Vec<f64>, Error> {
        let Some(text) = self.text(key) else { return Ok(Vec::new()) };
        let write = format!("numbers from {} to {} with commas between", range.start(), range.end());
        text.split([',', ' '])
            .map(|part| part.trim_end_matches(['"', '″']))
            .filter(|part| !part.is_empty())
            .map(|part| part.parse().ok().filter(|n| range.contains(n)).ok_or_else(|| self.wrong(key, text, &write)))
            .collect()
    }

    /// The phase that the key `phase` names, one of these words: `melee` and `combat` are the same, every other one is
    /// shooting. `None` if nothing is said.
    ///
    /// # Errors
    /// Another word.
    pub(crate) fn phase(&self, words: &'static [&'static str]) -> Result<Option<Phase>, Error> {
        let Some(_) = self.text("phase") else { return Ok(None) };
        Ok(Some(match self.choice("phase", words)? {
            "melee" | "combat" => Phase::Combat,
            _ => Phase::Shooting,
        }))
    }

    /// The attack of the keys `attacker` and `defender`, with these situations and effects.
    pub(crate) fn attack_with(&self, with: &[&str], phase: Option<Phase>) -> AttackWanted {
        let text = |key: &str| self.text(key).unwrap_or_default().to_owned();
        let with = with.iter().map(|clause| (*clause).to_owned()).collect();
        AttackWanted { attacker: text("attacker"), defender: text("defender"), with, phase, plain: false }
    }

    /// A unit of this game by its name; `None` if the key says nothing.
    ///
    /// # Errors
    /// A unit that cannot be found or read.
    pub(crate) fn maybe_unit(&self, key: &str) -> Result<Option<Document>, Error> {
        self.text(key).map(|typed| self.board.unit(typed)).transpose()
    }

    /// An error with the usage of the question.
    pub(crate) fn mistake(&self, message: impl Into<String>) -> Error {
        Error::usage(message).hint(self.question.usage())
    }

    /// Keys that were given but never read: they have no effect on the question.
    pub(crate) fn unread(&self) -> Vec<&str> {
        let read = self.read.borrow();
        let keys = self.values.iter().map(|(key, _)| *key);
        keys.filter(|key| !read.contains(key)).collect()
    }
}
