//! The words of a text: as cards print them, and as players write them.

use super::table::Rows;
use crate::words::{clean, is_whole};

/// The words of a sentence of a card: lower case, without punctuation; the sign of a number is a word of its own.
pub(super) fn printed(text: &str) -> Vec<String> {
    let lower = clean(text).to_lowercase().replace("re-roll", "reroll").replace("\"of ", "\" of ");
    let is_mark =
        |c: char| matches!(c, '.' | ',' | ':' | ';' | '[' | ']' | '(' | ')' | '{' | '}' | '!' | '■' | '•' | '▪' | '▫');
    let plain: String = lower.chars().filter(|c| !is_mark(*c)).collect();
    let mut words = Vec::new();
    let parts = plain.split_whitespace().filter(|word| !word.trim_matches('-').is_empty());
    parts.for_each(|word| push(&mut words, number_of(word)));
    words
}

/// A number in words as one in digits; any other word as it is.
pub(super) fn number_of(word: &str) -> &str {
    const NUMBERS: [&str; 10] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    const DIGITS: [&str; 10] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];
    NUMBERS.iter().zip(DIGITS).find(|(number, _)| **number == word).map_or(word, |(_, digits)| digits)
}

/// The words of a text of cards, and the places behind the last word of each of its sentences.
pub(super) fn sentences(text: &str) -> (Vec<String>, Vec<usize>) {
    let (mut words, mut stops) = (Vec::new(), Vec::new());
    let plain = clean(text);
    let bullets = plain.split(['■', '•', ';']);
    for sentence in bullets.flat_map(|part| part.split_inclusive(". ")) {
        words.append(&mut printed(sentence));
        stops.push(words.len());
    }
    (words, stops)
}

/// Adds a word; the sign of a number becomes one of its own.
pub(super) fn push(words: &mut Vec<String>, word: &str) {
    let number = word.strip_prefix(['+', '-']).filter(|rest| is_number(rest));
    if let Some(number) = number {
        words.push(word[..1].to_owned());
        words.push(number.to_owned());
    } else {
        words.push(word.to_owned());
    }
}

/// Whether a word begins as numbers and dice do.
fn is_number(word: &str) -> bool {
    let bare = word.strip_prefix('d').unwrap_or(word);
    bare.starts_with(|c: char| c.is_ascii_digit())
}

/// The words of a phrase that a player writes, each as the section `[words]` of `english` has it.
pub(super) fn typed(text: &str, english: &Rows) -> Vec<String> {
    let text = text.to_lowercase().replace("re-roll", "reroll").replace("re roll", "reroll").replace('−', "-");
    let text = of_one_die(text);
    let mut words: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let word = word.trim_end_matches([':', ';', '.', '!', ',']).trim_matches(['(', ')']);
        let hyphened = word.chars().all(|c| c.is_alphabetic() || c == '-');
        for part in word.split(|c| hyphened && c == '-').filter(|part| !part.is_empty()) {
            let all = as_rows_have_it(part, english);
            // `plus 1` is `+1`.
            let sign = match (words.last().map(String::as_str), &all[..]) {
                (Some("plus"), [number]) if is_whole(number) => Some("+"),
                (Some("minus"), [number]) if is_whole(number) => Some("-"),
                _ => None,
            };
            if let Some((sign, last)) = sign.zip(words.last_mut()) {
                sign.clone_into(last);
            }
            for word in &all {
                // A sign followed by a space does not belong to the number.
                if matches!(word.as_str(), "+" | "-") {
                    words.push(format!("({word})"));
                } else {
                    push(&mut words, word);
                }
            }
        }
    }
    words
}

/// `reroll a defense die` is a single one of many; elsewhere the article says nothing.
fn of_one_die(text: String) -> String {
    let rest = text.strip_prefix("reroll ").filter(|rest| rest.trim_end_matches(['.', ' ']).ends_with(" die"));
    let what = rest.and_then(|rest| ["a ", "an ", "one ", "1 "].into_iter().find_map(|one| rest.strip_prefix(one)));
    what.map(|what| format!("reroll single {what}")).unwrap_or(text)
}

/// One word as rows have it: another word, several, or none.
pub(super) fn as_rows_have_it(word: &str, english: &Rows) -> Vec<String> {
    let number = |text: &str| {
        let digits = text.trim_end_matches('s').trim_end_matches('\'');
        is_whole(digits).then(|| digits.to_owned())
    };
    if let Some(other) = english.exact("words", word) {
        return other.split_whitespace().map(str::to_owned).collect();
    }
    if let Some(all) = run_together(word, english) {
        return all;
    }
    if let Some(digits) = word.strip_prefix("rr").and_then(number) {
        return vec!["reroll".to_owned(), digits];
    }
    vec![number(word).unwrap_or_else(|| word.to_owned())]
}

/// `+1A` is `+1 attack`, `fnp5` is `feel no pain 5`, `ap-1` is `ap -1`: a number, and a short word behind it or before it.
fn run_together(word: &str, english: &Rows) -> Option<Vec<String>> {
    let behind = word.split_at_checked(word.len().checked_sub(1)?).and_then(|(number, letter)| {
        let digits = number.strip_prefix(['+', '-'])?;
        let meaning = english.exact("letters", letter).filter(|_| is_whole(digits))?;
        Some(vec![number.to_owned(), meaning.to_owned()])
    });
    behind.or_else(|| {
        let (letters, number) = word.split_at(word.find(|c: char| !c.is_ascii_alphabetic())?);
        let digits = number.strip_prefix(['+', '-']).unwrap_or(number).trim_end_matches('+');
        let is_short = is_whole(digits) && english.exact("short", letters).is_some();
        is_short.then(|| {
            let mut all = as_rows_have_it(letters, english);
            all.push(number.to_owned());
            all
        })
    })
}
