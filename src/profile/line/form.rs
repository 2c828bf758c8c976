//! How the words of a one-line unit are written, and what they say.

use std::ops::Range;
use std::sync::Arc;

use super::LineWord;
use super::tokens::{LineToken, TokenKind};
use crate::profile::keys::find;
use crate::profile::{Holds, Node, Place, ProfileKey, Source, Value};
use crate::words::{is_whole, same};

/// How a word is written.
#[derive(Clone, Copy, Debug)]
pub enum WordForm {
    /// `5x`.
    Count,
    /// A name in quotes.
    Name,
    /// Letters in front of the value, together or apart: `H2`, `ward 6+`, `keywords [FLY]`. The first is the usual one.
    Front(&'static [&'static str]),
    /// Letters or signs behind the value: `2A`, `18"`, `4++`.
    Behind(&'static [&'static str]),
    /// A number to reach by itself: `4+`, `-`.
    Bare,
    /// Several values with slashes between them: `3+/4+/-1/D3`.
    Slashes(&'static [Slashed]),
    /// Numbers with slashes between them, for one key: `7/5/3`.
    Numbers,
    /// A list in brackets.
    Brackets,
    /// One of the words that the key may hold.
    Choice,
}

/// One of several values.
#[derive(Clone, Copy, Debug)]
pub struct Slashed {
    /// The key of the profile.
    pub key: &'static str,
    /// Whether a minus sign is printed that the profile does not write.
    pub minus: bool,
}

impl Slashed {
    /// A value as it is.
    pub const fn of(key: &'static str) -> Self {
        Self { key, minus: false }
    }

    /// A value in front of which a minus sign may stand.
    pub const fn minus(key: &'static str) -> Self {
        Self { key, minus: true }
    }
}

/// A value as it was typed, and where.
#[derive(Clone, Debug)]
pub(super) struct TypedValue {
    pub(super) span: Range<usize>,
    text: String,
    /// The items, if it is a list.
    items: Option<Vec<(Range<usize>, String)>>,
}

impl TypedValue {
    fn of(span: &Range<usize>, text: impl Into<String>) -> Self {
        Self { span: span.clone(), text: text.into(), items: None }
    }

    fn token(token: &LineToken) -> Self {
        match &token.kind {
            TokenKind::Word(text) | TokenKind::Quoted(text) => Self::of(&token.span, text),
            TokenKind::List(items) => Self { items: Some(items.clone()), ..Self::of(&token.span, "") },
        }
    }

    /// The phrases of a list, the longest that its commas allow; they stay in it as one item each if it `keeps` them.
    pub(super) fn take_phrases(
        &mut self,
        source: &str,
        is_phrase: fn(&str) -> bool,
        keeps: bool,
    ) -> Vec<(Range<usize>, String)> {
        let (mut phrases, mut items) = (Vec::new(), self.items.take());
        let mut at = 0;
        while let Some(list) = items.as_mut().filter(|list| at < list.len()) {
            let text = |last: usize| list[at].0.start..list[last].0.end;
            match (at..list.len()).rev().map(text).find(|span| is_phrase(&source[span.clone()])) {
                Some(span) => {
                    let phrase = (span.clone(), source[span.clone()].to_owned());
                    phrases.push(phrase.clone());
                    let until = list.iter().rposition(|item| item.0.end <= span.end).map_or(at, |last| last + 1);
                    list.splice(at..until, keeps.then_some(phrase));
                    at += usize::from(keeps);
                }
                None => at += 1,
            }
        }
        self.items = items;
        phrases
    }
}

/// How many of the tokens are words of a part.
pub(super) fn understood(words: &[LineWord], tokens: &[LineToken], keys: &'static [ProfileKey]) -> usize {
    let (mut at, mut understood) = (0, 0);
    while at < tokens.len() {
        let used = first(words, &tokens[at..], keys).map_or(0, |(_, _, used)| used);
        understood += used;
        at += used.max(1);
    }
    understood
}

/// The word that tokens begin with, what it says, and how many tokens it takes.
pub(super) fn first<'w>(
    words: &'w [LineWord],
    tokens: &[LineToken],
    keys: &'static [ProfileKey],
) -> Option<(&'w LineWord, Vec<TypedValue>, usize)> {
    let read = |word: &'w LineWord| taken(word, tokens, keys).map(|(typed, used)| (word, typed, used));
    // `4+ save` rather than `4+`.
    words.iter().filter_map(read).min_by_key(|(.., used)| std::cmp::Reverse(*used))
}

fn taken(word: &LineWord, tokens: &[LineToken], keys: &'static [ProfileKey]) -> Option<(Vec<TypedValue>, usize)> {
    let token = tokens.first()?;
    let one = |typed: TypedValue| Some((vec![typed], 1));
    match (word.form, &token.kind) {
        (WordForm::Name, TokenKind::Quoted(_)) | (WordForm::Brackets, TokenKind::List(_)) => {
            one(TypedValue::token(token))
        }
        (WordForm::Count, TokenKind::Word(_)) => behind(&["x"], tokens, is_whole),
        (WordForm::Behind(letters), TokenKind::Word(_)) => behind(letters, tokens, is_value),
        (WordForm::Front(letters), TokenKind::Word(word)) => {
            // `D3` and `D6` are dice as well.
            let is_dice = |letters: &&str| *letters == "D" && ["D3", "D6", "d3", "d6"].contains(&word.as_str());
            letters.iter().filter(|letters| !is_dice(letters)).find_map(|letters| in_front(letters, tokens))
        }
        (WordForm::Bare, TokenKind::Word(text)) if is_target(text) => one(TypedValue::token(token)),
        (WordForm::Numbers, TokenKind::Word(text)) if text.split('/').all(is_whole) => one(TypedValue::token(token)),
        (WordForm::Choice, TokenKind::Word(text)) => {
            let Some(Holds::Word(choices)) = find(keys, word.key).map(|key| key.holds) else { return None };
            one(TypedValue::token(token)).filter(|_| choices.iter().any(|choice| same(choice, text)))
        }
        (WordForm::Slashes(cells), TokenKind::Word(text)) if text.contains('/') => {
            let mut start = token.span.start;
            let mut typed = Vec::new();
            for (index, part) in parts_between_slashes(text).enumerate() {
                let end = (start + part.len()).min(token.span.end);
                let minus = cells.get(index).is_some_and(|cell| cell.minus);
                let bare = part.strip_prefix('-').filter(|rest| minus && is_whole(rest)).unwrap_or(part);
                typed.push(TypedValue::of(&(start.min(end)..end), bare));
                start = end + 1;
            }
            Some((typed, 1))
        }
        _ => None,
    }
}

/// The parts of `3+/4/-1/D3`; in `N/A/4/-1/D3` the first slash is one of a word.
fn parts_between_slashes(text: &str) -> impl Iterator<Item = &str> {
    let (none, rest) = match text.split_at_checked("N/A".len()) {
        Some((none, rest)) if none.eq_ignore_ascii_case("N/A") => (Some(none), rest.strip_prefix('/')),
        _ => (None, Some(text)),
    };
    none.into_iter().chain(rest.into_iter().flat_map(|rest| rest.split('/')))
}

/// `H2`, `H 2`, `ward 6+`, `keywords [FLY]`, `carried by "Sergeant"`.
fn in_front(letters: &str, tokens: &[LineToken]) -> Option<(Vec<TypedValue>, usize)> {
    let mut used = 0;
    for part in letters.split(' ') {
        let word = tokens.get(used)?.word()?;
        used += 1;
        if word.eq_ignore_ascii_case(part) {
            continue;
        }
        let token = &tokens[used - 1];
        let value =
            word.get(..part.len()).filter(|start| start.eq_ignore_ascii_case(part)).map(|_| &word[part.len()..]);
        let value = value.filter(|value| is_value(value.trim_end_matches('"')))?;
        let span = token.span.end.saturating_sub(value.len()).max(token.span.start)..token.span.end;
        return Some((vec![TypedValue::of(&span, value.trim_end_matches('"'))], used));
    }
    // `hits on 3+`, `a rend of 1`.
    used += usize::from(tokens.get(used)?.word().is_some_and(|word| ["on", "of"].contains(&word)));
    let token = tokens.get(used)?;
    let mut typed = TypedValue::token(token);
    typed.text = typed.text.trim_end_matches('"').to_owned();
    Some((vec![typed], used + 1))
}

/// `2A`, `100 points`, `4++`.
fn behind(letters: &[&str], tokens: &[LineToken], fits: fn(&str) -> bool) -> Option<(Vec<TypedValue>, usize)> {
    let token = tokens.first()?;
    let word = token.word()?;
    let glued = letters.iter().find_map(|letters| {
        let at = word.len().checked_sub(letters.len())?;
        // Cards write `3"-8"`.
        let value = word.get(..at).filter(|_| word[at..].eq_ignore_ascii_case(letters))?.replace("\"-", "-");
        // `4++` is written as `4+` in a profile.
        let plus = if letters.starts_with('+') { "+" } else { "" };
        fits(&value).then(|| (vec![TypedValue::of(&token.span, format!("{value}{plus}"))], 1))
    });
    glued.or_else(|| {
        let next = tokens.get(1)?.word()?;
        let is_next = letters
            .iter()
            .any(|letters| letters.starts_with(char::is_alphabetic) && next.eq_ignore_ascii_case(letters));
        (is_next && fits(word)).then(|| (vec![TypedValue::token(token)], 2))
    })
}

/// A number to reach: `4+`, or `-` for none.
fn is_target(text: &str) -> bool {
    text == "-" || text.strip_suffix('+').is_some_and(is_whole)
}

/// A number, dice, a number to reach, or a range: `2`, `-1`, `D6`, `2D3+1`, `6+`, `3-8`.
fn is_value(text: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'd' | b'D' | b'+' | b'-');
    text == "-" || text.bytes().any(|byte| byte.is_ascii_digit()) && text.bytes().all(is_part)
}

/// What was given, as the key holds it. What does not fit stays a text, and the game says what is wrong with it.
pub(super) fn value(holds: &Holds, source: &Arc<Source>, typed: &TypedValue) -> Value {
    if let Some(items) = &typed.items {
        let node = |(span, text): &(Range<usize>, String)| Node {
            place: Place::new(source, span.clone()),
            value: Value::Text(text.as_str().into()),
        };
        return Value::List(items.iter().map(node).collect());
    }
    let text = || Value::Text(typed.text.as_str().into());
    match holds {
        Holds::Whole(..) | Holds::Limited(..) | Holds::Amount => {
            typed.text.parse().map_or_else(|_| text(), Value::Whole)
        }
        Holds::Wholes(..) => {
            let place = Place::new(source, typed.span.clone());
            let number = |part: &str| part.parse().map_or_else(|_| Value::Text(part.into()), Value::Whole);
            let nodes = typed.text.split(['/', '-']).map(|part| Node { place: place.clone(), value: number(part) });
            Value::List(nodes.collect())
        }
        Holds::Either(one, other) => {
            let (first, second) = (value(one, source, typed), value(other, source, typed));
            if !one.fits(&first) && other.fits(&second) { second } else { first }
        }
        Holds::Texts => {
            let place = Place::new(source, typed.span.clone());
            Value::List(vec![Node { place, value: text() }])
        }
        Holds::Text | Holds::Word(_) | Holds::Flag | Holds::Target(_) | Holds::Tables(_) => text(),
    }
}
