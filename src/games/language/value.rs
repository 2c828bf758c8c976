//! What is in the text of an effect apart from the effect: a die in front, and the value X.

use super::entry::Drafts;
use super::meaning::Language;
use super::number::Rounding;

/// The values that `X` may have.
pub(crate) const VALUES: std::ops::RangeInclusive<u8> = 1..=20;

/// `3+: reroll failed hits` is 3 and the rest; so is `on a 3+, reroll failed hits`.
pub(crate) fn die_in_front(text: &str) -> Option<(u8, &str)> {
    let on = text.split_at_checked(3).filter(|(on, _)| on.eq_ignore_ascii_case("on ")).map(|(_, rest)| rest.trim());
    let (number, rest) = match on {
        Some(rest) => rest.strip_prefix("a ").unwrap_or(rest).split_once([':', ','])?,
        None => text.split_once(':')?,
    };
    let number = number.trim().strip_suffix('+')?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    Some((is_number.then(|| number.parse().unwrap_or(u8::MAX))?, rest.trim()))
}

/// Where a text holds the letter X by itself, large or small: `+X attacks`, `ward X+`.
fn values(text: &str) -> impl Iterator<Item = usize> {
    let bytes = text.as_bytes();
    let is_alone = move |at: &usize| {
        let beside =
            |place: Option<usize>| place.and_then(|place| bytes.get(place)).is_some_and(u8::is_ascii_alphanumeric);
        !beside(at.checked_sub(1)) && !beside(Some(at + 1))
    };
    (0..bytes.len()).filter(move |at| matches!(bytes[*at], b'X' | b'x')).filter(is_alone)
}

/// Whether an effect holds `X`.
pub(crate) fn holds_value(text: &str) -> bool {
    values(text).next().is_some()
}

/// The text with a value for X; `half X` is rounded as the game does, `double X` is twice as much, `triple X` three times.
pub(super) fn with_value(text: &str, value: u8, halves: Rounding) -> String {
    let half = if halves == Rounding::Down { value / 2 } else { value.div_ceil(2) };
    let (mut out, mut done) = (String::with_capacity(text.len() + 2), 0);
    for at in values(text) {
        let before = &text[done..at];
        let parts = [("half ", half), ("double ", value * 2), ("triple ", value * 3)];
        let part = parts.into_iter().find_map(|(word, part)| Some((before.strip_suffix(word)?, part)));
        let (before, value) = part.unwrap_or((before, value));
        out.push_str(before);
        out.push_str(&value.to_string());
        done = at + 1;
    }
    out.push_str(&text[done..]);
    out
}

/// The text with the first value that makes it mean something, or with any.
pub(super) fn sample<D: Drafts>(text: &str, language: &Language<D>) -> String {
    let mut all = VALUES.map(|value| with_value(text, value, language.halves));
    all.find(|text| language.understood(text).is_some()).unwrap_or_else(|| with_value(text, 4, language.halves))
}
