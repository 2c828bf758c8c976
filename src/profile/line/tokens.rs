//! The words of a one-line unit, with their places.

use std::ops::Range;
use std::sync::Arc;

use crate::profile::{Diagnostic, Diagnostics, Place, Source};
use crate::words::listed;

/// A word, a name in quotes, or a list in brackets.
#[derive(Clone, Debug)]
pub(super) struct LineToken {
    pub(super) span: Range<usize>,
    pub(super) kind: TokenKind,
}

#[derive(Clone, Debug)]
pub(super) enum TokenKind {
    Word(String),
    Quoted(String),
    /// The items of a list, each with its place.
    List(Vec<(Range<usize>, String)>),
}

impl LineToken {
    /// The text of a word.
    pub(super) fn word(&self) -> Option<&str> {
        if let TokenKind::Word(word) = &self.kind { Some(word) } else { None }
    }
}

/// Splits the text from a place on into the words between each two `;`; quotes and brackets that are never closed are noted.
pub(super) fn sentences(source: &Arc<Source>, from: usize, found: &Diagnostics) -> Vec<Vec<LineToken>> {
    let text = &source.text;
    let mut sentences = vec![Vec::new()];
    let mut at = from.min(text.len());
    while let Some(letter) = text[at..].chars().next() {
        let rest = &text[at..];
        if letter == ';' {
            sentences.push(Vec::new());
            at += 1;
            continue;
        }
        if letter.is_whitespace() || letter == ',' {
            at += letter.len_utf8();
            continue;
        }
        let (length, kind) = match letter {
            '"' | '“' | '”' => closed(rest, letter, &['"', '”', '“']),
            '[' => closed(rest, letter, &[']']),
            _ => (rest.find(|c: char| c.is_whitespace() || matches!(c, ';' | '[' | ',')).unwrap_or(rest.len()), None),
        };
        let span = at..at + length.max(letter.len_utf8());
        let is_open = kind.is_none() && matches!(letter, '"' | '“' | '”' | '[');
        if is_open {
            let (what, close) = if letter == '[' { ("bracket", "]") } else { ("quote", "\"") };
            let place = Place::new(source, at..at + letter.len_utf8());
            let mistake = Diagnostic::new(&place, format!("this {what} is never closed"), "it opens here");
            found.push(mistake.help(format!("write `{close}` where it ends")));
        }
        let kind = match kind {
            Some(inner) if letter == '[' => TokenKind::List(items(text, at + inner.start..at + inner.end)),
            Some(inner) => TokenKind::Quoted(rest[inner].trim().to_owned()),
            None => TokenKind::Word(plain(&text[span.clone()])),
        };
        at = span.end;
        if let (Some(sentence), false) = (sentences.last_mut(), is_open) {
            sentence.push(LineToken { span, kind });
        }
    }
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}

/// How long a stretch up to its closing mark is, and what is in it; all of the rest, and nothing, if there is none.
fn closed(rest: &str, open: char, close: &[char]) -> (usize, Option<Range<usize>>) {
    let start = open.len_utf8();
    match rest[start..].char_indices().find(|(_, c)| close.contains(c)) {
        Some((end, mark)) => (start + end + mark.len_utf8(), Some(start..start + end)),
        None => (rest.len(), None),
    }
}

/// What a list holds: a comma separates, unless it is in round brackets.
fn items(text: &str, list: Range<usize>) -> Vec<(Range<usize>, String)> {
    let (mut items, mut start) = (Vec::new(), list.start);
    for item in listed(&text[list], &[',']) {
        let inner = item.trim();
        if !inner.is_empty() {
            let from = start + (item.len() - item.trim_start().len());
            items.push((from..from + inner.len(), inner.to_owned()));
        }
        start += item.len() + 1;
    }
    items
}

/// A word with plain signs: editors and telephones write others.
fn plain(word: &str) -> String {
    let sign = |c: char| match c {
        '\u{2010}'..='\u{2014}' | '−' => '-',
        '×' => 'x',
        '″' | '”' | '“' => '"',
        c => c,
    };
    word.chars().map(sign).collect()
}
