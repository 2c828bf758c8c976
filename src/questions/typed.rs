//! What was typed behind a question: `distance=9`, `distance 9`, `9"`, or `9` alone.

use super::{Question, QuestionKey};
use crate::dice::Pool;
use crate::error::Error;
use crate::words::{did_you_mean, same};

/// Words behind a number that say what every distance is in.
const INCHES: [&str; 4] = ["inches", "inch", "in", "\""];
/// Words that add nothing: `panic test on 7+`.
const FILLERS: [&str; 9] = ["test", "tests", "roll", "rolls", "check", "of", "on", "at", "with"];
/// Keys that hold units, in the order in which units are named without a key: those first that must be given.
const UNITS: [&str; 4] = ["unit", "attacker", "defender", "target"];

/// Sorts out what was typed: each key with its value. A number without a key is that of the first key that must be given,
/// or else of [`QuestionKey::alone`]; other words name units.
///
/// # Errors
/// A key that the question does not have or that is given twice, a key that is missing.
pub(super) fn sort_out(question: &Question, texts: &[String]) -> Result<Vec<(&'static str, String)>, Error> {
    let mut sorted: Vec<(&'static str, String)> = Vec::new();
    let says = |text: &&str| !INCHES.contains(text) && (!FILLERS.contains(text) || named(question, text).is_some());
    let mut texts = texts.iter().map(|text| text.trim()).filter(says).peekable();
    while let Some(text) = texts.next() {
        let (key, value) = match text.split_once('=') {
            Some((name, value)) => (named(question, name).ok_or_else(|| unknown(question, name))?, value.trim()),
            None => match named(question, text) {
                Some(key) if key.is_flag() => (key, "yes"),
                Some(key) => {
                    let value = texts.next_if(|next| !next.contains('=') && named(question, next).is_none());
                    (key, value.unwrap_or("yes"))
                }
                None => glued(question, text)
                    .or_else(|| Some((without_key(question, text, &sorted)?, text)))
                    .ok_or_else(|| unknown(question, text))?,
            },
        };
        let value = without_inches(value);
        if let Some((_, first)) = sorted.iter().find(|(listed, _)| *listed == key.name) {
            let dice = [first.as_str(), value].into_iter().find(|value| Pool::looks_like(value));
            let message = format!("`{}` is given twice: {first} and {value}", key.name);
            return Err(Error::usage(message)
                .hint(dice.map(|dice| format!("dice alone are asked without a game: `warodds odds {dice} 9+`")))
                .hint(question.usage()));
        }
        sorted.push((key.name, value.to_owned()));
    }
    for key in question.keys.iter().filter(|key| key.default.is_none()) {
        if !sorted.iter().any(|(listed, _)| *listed == key.name) {
            let message = format!("`{}` needs `{}=…`: {}", question.name, key.name, key.short);
            return Err(Error::usage(message).hint(question.usage()));
        }
    }
    Ok(sorted)
}

/// `9 inches` and `9"` are 9.
fn without_inches(value: &str) -> &str {
    if !begins_with_number(value) {
        return value;
    }
    INCHES.iter().find_map(|inches| value.strip_suffix(inches)).map_or(value, str::trim_end)
}

/// `>9` is just over 9.
fn begins_with_number(text: &str) -> bool {
    text.trim_start_matches('>').starts_with(|c: char| c.is_ascii_digit())
}

fn named(question: &Question, name: &str) -> Option<&'static QuestionKey> {
    question.keys.iter().find(|key| same(key.name, name))
}

/// A number right behind its key, `ap-2`; one with a sign alone is a modifier.
fn glued<'t>(question: &Question, text: &'t str) -> Option<(&'static QuestionKey, &'t str)> {
    let at = text.find(['+', '-']).filter(|at| text[at + 1..].bytes().all(|byte| byte.is_ascii_digit()))?;
    let (name, value) = text.split_at(at);
    let key = match name {
        "" => ["modifier", "bonus"].iter().find_map(|name| named(question, name)),
        name => named(question, name),
    };
    key.filter(|_| value.len() > 1).map(|key| (key, value))
}

/// The key that a value without a key belongs to; `None` if it may be a key that is misspelt, or another option.
fn without_key(question: &Question, text: &str, sorted: &[(&str, String)]) -> Option<&'static QuestionKey> {
    let is_number = begins_with_number(text) || text.parse::<crate::dice::Amount>().is_ok();
    if is_number {
        let keys = question.keys;
        let needed = keys.iter().find(|key| key.default.is_none());
        return needed.or_else(|| keys.iter().find(|key| key.alone)).or(keys.first());
    }
    if text.starts_with('-') || did_you_mean(text, question.keys.iter().map(|key| key.name)).is_some() {
        return None;
    }
    let is_free = |key: &&QuestionKey| !sorted.iter().any(|(listed, _)| *listed == key.name);
    let units = || UNITS.iter().filter_map(|name| named(question, name)).filter(is_free);
    units().find(|key| key.default.is_none()).or_else(|| units().next())
}

fn unknown(question: &Question, name: &str) -> Error {
    let name = name.trim();
    if name.to_lowercase().replace('-', "").starts_with("reroll") {
        let message = format!("`{}` has no key `{name}`", question.name);
        return Error::usage(message)
            .hint(format!("leave `{name}` out: where dice may be rolled again, the answer has a line for it"));
    }
    Error::usage(format!("`{}` has no key `{name}`", question.name))
        .hint(did_you_mean(name, question.keys.iter().map(|key| key.name)))
        .hint(question.usage())
}
