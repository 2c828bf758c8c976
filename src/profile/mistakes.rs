//! Slips of those who write a profile by hand: what is not TOML, told to somebody who has never heard of TOML.
//!
//! One line has one message, about the first thing that is wrong with it. What the parser says of the rest of such a line
//! is dropped: it would only follow from that mistake.

use std::ops::Range;
use std::sync::Arc;

use super::{Diagnostic, Diagnostics, Place, Source};
use crate::words::{is_whole, number_in_words};

/// How a line is written, for a line of which nothing better is known.
const A_LINE: &str = "a line is `key = value`, such as `models = 5` or `save = \"3+\"`; a remark begins with `#`, and `warodds new GAME` \
     writes a profile to fill in";

/// Something the parser did not understand: where, and in its words.
pub(super) struct ParserMistake {
    pub(super) at: usize,
    pub(super) says: String,
}

/// Says what is wrong with a text that is not TOML; the stretches that were lost with it.
pub(super) fn tell(source: &Arc<Source>, unread: &[ParserMistake], found: &Diagnostics) -> Vec<Range<usize>> {
    let mut lost: Vec<Range<usize>> = Vec::new();
    if unread.is_empty() {
        return lost;
    }
    found.set_broken();
    if let Some((what, help)) = another_kind(&source.text) {
        let first = Place::new(source, 0..source.text.lines().next().map_or(0, str::len));
        found.push(Diagnostic::new(&first, format!("this is {what}, not a profile"), "here").help(help));
        lost.push(0..source.text.len());
        return lost;
    }
    for error in unread {
        let line = BadLine::of(&source.text, error);
        if lost.iter().any(|range| range.contains(&line.start)) {
            continue;
        }
        let mistake = MISTAKES.iter().find_map(|mistake| mistake(&line)).unwrap_or_else(|| line.unknown());
        let place = Place::new(source, mistake.span.clone());
        found.push(Diagnostic::new(&place, mistake.message, mistake.label).help(mistake.help));
        let end = line.start + line.text.len() + 1;
        lost.push(mistake.span.start.min(line.start)..mistake.lost.unwrap_or(end));
    }
    lost
}

/// What a text is that is not a profile at all, and what to do with it.
fn another_kind(text: &str) -> Option<(&'static str, String)> {
    let start = text.trim_start();
    let new = "`warodds new GAME > my-unit.toml` writes a profile to fill in, and explains its keys";
    Some(if start.starts_with('{') || start.starts_with("[{") {
        ("JSON", format!("a roster that was saved as JSON is read by `warodds import FILE`; {new}"))
    } else if start.starts_with('<') {
        ("XML or HTML", format!("a roster (.ros, .rosz) or a catalogue (.cat) is read by `warodds import FILE`; {new}"))
    } else {
        let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let is_line = |line: &str| line.contains('=') || line.starts_with("[[");
        if lines().any(is_line) {
            return None;
        }
        let colons = lines().filter(|line| line.contains(':')).count();
        if colons > 2 && 2 * colons >= lines().count() {
            ("`key: value`", format!("a profile is written `key = value`, with `[[weapon]]` above each weapon; {new}"))
        } else {
            ("text", format!("a datasheet or an army list is not read as it is pasted; {new}"))
        }
    })
}

struct Mistake {
    /// Where, in bytes of the whole text.
    span: Range<usize>,
    message: String,
    label: String,
    help: Option<String>,
    /// Where what is lost with it ends; `None`: with the line.
    lost: Option<usize>,
}

/// A line that the parser stumbled over.
struct BadLine<'t> {
    /// Where it begins in the whole text.
    start: usize,
    text: &'t str,
    /// The whole text.
    whole: &'t str,
    says: &'t str,
}

impl<'t> BadLine<'t> {
    fn of(whole: &'t str, error: &'t ParserMistake) -> Self {
        let mut at = error.at.min(whole.len());
        while !whole.is_char_boundary(at) {
            at -= 1;
        }
        // An error at the very end of a line, or of the text, is one of the last line that says something.
        let before = whole[..at].trim_end_matches(['\n', '\r']);
        let at = if whole[at..].trim().is_empty() { before.trim_end().len() } else { at };
        let start = whole[..at].rfind('\n').map_or(0, |end| end + 1);
        let text = whole[start..].lines().next().unwrap_or("");
        Self { start, text, whole, says: &error.says }
    }

    /// A mistake in a part of this line.
    fn mistake(&self, span: Range<usize>, message: impl Into<String>, label: impl Into<String>) -> Mistake {
        let span = self.start + span.start..self.start + span.end;
        Mistake { span, message: message.into(), label: label.into(), help: None, lost: None }
    }

    fn unknown(&self) -> Mistake {
        let help = Some(A_LINE.to_owned());
        let start = self.text.len() - self.text.trim_start().len();
        Mistake { help, ..self.mistake(start..self.text.trim_end().len(), "this line cannot be read", "here") }
    }

    /// The place of the `=`, if there is one before any quote.
    fn equals(&self) -> Option<usize> {
        let at = self.text.find('=')?;
        (!self.text[..at].contains(['"', '#'])).then_some(at)
    }

    fn key(&self) -> &'t str {
        self.equals().map_or("", |at| self.text[..at].trim())
    }

    /// The value after the `=`, without a comment and surrounding spaces, and its place.
    fn value(&self) -> Option<(Range<usize>, &'t str)> {
        let from = self.equals()? + 1;
        let rest = &self.text[from..];
        let rest = remark(rest).map_or(rest, |at| &rest[..at]);
        let start = from + (rest.len() - rest.trim_start().len());
        let value = rest.trim();
        Some((start..start + value.len(), value))
    }

    /// A mistake in the value: what is wrong, and how it is written.
    fn instead(&self, message: impl Into<String>, value: &str) -> Option<Mistake> {
        let (span, _) = self.value()?;
        Some(self.mistake(span, message, format!("write `{value}`")))
    }
}

/// Where a comment begins in the text after a `=`.
fn remark(text: &str) -> Option<usize> {
    let mut quote = None;
    for (at, letter) in text.char_indices() {
        match letter {
            '"' | '\'' if quote.is_none() => quote = Some(letter),
            _ if quote == Some(letter) => quote = None,
            '#' if quote.is_none() => return Some(at),
            _ => {}
        }
    }
    // An apostrophe that opens nothing must not hide a remark, but then nothing is lost by reading it as part of the value.
    None
}

/// What people do to a line; the first that fits is reported.
const MISTAKES: &[fn(&BadLine<'_>) -> Option<Mistake>] = &[
    twice, heading, curly_quotes, other_minus, unseen, foreign_remark, no_equals, key_of_words, no_value,
    something_behind, open_list, list, number, dice, flag, quotes, bare_text,
];

fn twice(line: &BadLine<'_>) -> Option<Mistake> {
    if !line.says.contains("duplicate key") {
        return None;
    }
    if line.text.trim_start().starts_with('[') {
        return heading(line);
    }
    let key = line.key();
    let span = line.text.find(key).map_or(0..line.text.len(), |at| at..at + key.len());
    let help = format!("a second weapon or model begins with a line `[[…]]` of its own; else leave out one `{key}`");
    Some(Mistake { help: Some(help), ..line.mistake(span, format!("`{key}` is given twice"), "the second one") })
}

/// `[[weapon]`, `[weapon]` for the second time.
fn heading(line: &BadLine<'_>) -> Option<Mistake> {
    let text = line.text.split('#').next().unwrap_or("").trim();
    if !text.starts_with('[') || text.contains('=') {
        return None;
    }
    let name = text.trim_matches(['[', ']', ' ']);
    let after = line.start + line.text.len();
    let next = line.whole[after..].find("\n[").map_or(line.whole.len(), |at| after + at + 1);
    let written = format!("[[{name}]]");
    // Where this one is right, it is another one above it that is not.
    let above = line.whole[..line.start].rfind(&format!("\n[{name}]")).filter(|_| text == written);
    let from = line.start + line.text.len() - line.text.trim_start().len();
    let span = above.map_or(from..from + text.len(), |at| at + 1..at + 3 + name.len());
    let message = format!("the line above each {name} has two brackets on either side");
    Some(Mistake { span, message, label: format!("write `{written}`"), help: None, lost: Some(next) })
}

fn curly_quotes(line: &BadLine<'_>) -> Option<Mistake> {
    const CURLY: &[char] = &['“', '”', '„', '‟', '«', '»', '‘', '’', '‚', '`', '´'];
    let (span, value) = line.value()?;
    let first = value.trim_start_matches(['[', ' ']);
    if !first.starts_with(CURLY) {
        return None;
    }
    let straight = value.replace(CURLY, "\"");
    let help = Some("word processors and chats bend quotes; an editor for plain text leaves them straight".to_owned());
    Some(Mistake { help, ..line.mistake(span, "these quotes are not straight", format!("write `{straight}`")) })
}

fn other_minus(line: &BadLine<'_>) -> Option<Mistake> {
    let (span, value) = line.value()?;
    let rest = value.strip_prefix(['−', '–', '—', '‐', '‑'])?;
    let written = if is_whole(rest) { format!("-{rest}") } else { "\"-\"".to_owned() };
    Some(line.mistake(span, "this is a dash, not a minus sign", format!("write `{written}`")))
}

/// Spaces that are none for a parser, and letters of no width.
fn unseen(line: &BadLine<'_>) -> Option<Mistake> {
    let is = |c: &char| matches!(c, '\u{a0}' | '\u{ad}' | '\u{2000}'..='\u{200f}' | '\u{2028}'..='\u{202f}' | '\u{2060}' | '\u{3000}' | '\u{feff}');
    let at = line.text.chars().take_while(|c| !is(c)).map(char::len_utf8).sum();
    let letter = line.text[at..].chars().next()?;
    let plain: String = line.text.trim().chars().map(|c| if is(&c) { ' ' } else { c }).collect();
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    let message = format!("there is an invisible character here (U+{:04X})", letter as u32);
    Some(line.mistake(at..at + letter.len_utf8(), message, format!("write `{plain}`")))
}

/// `// …`, `; …`, `-- …`.
fn foreign_remark(line: &BadLine<'_>) -> Option<Mistake> {
    let text = line.text.trim_start();
    let begins = ["//", "--", ";", "/*", "%"].iter().any(|mark| text.starts_with(mark));
    let value = line.value().map_or("", |(_, value)| value);
    let behind = || {
        let at = line.text.find("//")?;
        (!value.contains(['"', '\'']) || line.text[..at].matches('"').count().is_multiple_of(2)).then_some(at)
    };
    let at = if begins { line.text.len() - text.len() } else { behind()? };
    Some(line.mistake(at..line.text.len(), "a remark begins with `#`", "write `# …`"))
}

fn no_equals(line: &BadLine<'_>) -> Option<Mistake> {
    if line.equals().is_some() {
        return None;
    }
    let text = line.text.trim();
    let from = line.text.len() - line.text.trim_start().len();
    let span = from..from + text.len();
    let split = text.split_once(':').or_else(|| text.split_once(char::is_whitespace));
    let (key, value) = split.map(|(key, value)| (key.trim(), value.trim())).filter(|(key, value)| {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        !key.is_empty() && key.chars().all(plain) && !value.is_empty() && (text.contains(':') || !value.contains(' '))
    })?;
    let message = if text.contains(':') { "a key and its value have `=` between them" } else { "the `=` is missing" };
    Some(line.mistake(span, message, format!("write `{key} = {}`", written(value))))
}

fn key_of_words(line: &BadLine<'_>) -> Option<Mistake> {
    let key = line.key();
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ' ');
    if key.is_empty() || !key.contains(' ') || !key.chars().all(plain) {
        return None;
    }
    let joined = key.split_whitespace().collect::<Vec<_>>().join("-").to_lowercase();
    let at = line.text.find(key)?;
    Some(line.mistake(at..at + key.len(), "a key has no spaces", format!("write `{joined} = …`")))
}

fn no_value(line: &BadLine<'_>) -> Option<Mistake> {
    let (span, value) = line.value()?;
    let help = Some("write what the card says, or leave the whole line out".to_owned());
    let at = span.start.saturating_sub(1)..span.start.max(1);
    value.is_empty().then(|| Mistake { help, ..line.mistake(at, format!("`{}` has no value", line.key()), "here") })
}

/// `5,` and `5;`, and `2,5`.
fn something_behind(line: &BadLine<'_>) -> Option<Mistake> {
    let (_, value) = line.value()?;
    let bare = value.trim_end_matches([',', ';', '.', ' ']);
    if bare != value && !bare.is_empty() && !bare.starts_with('[') {
        return line.instead("nothing may follow a value", &written(bare));
    }
    let (whole, part) = value.split_once(',')?;
    if !is_whole(whole) || !is_whole(part) {
        return None;
    }
    if part.len() == 3 {
        return line.instead("a number has no comma", &format!("{whole}{part}"));
    }
    let (span, _) = line.value()?;
    Some(line.mistake(span, "a number has no comma", format!("write a whole number, such as `{whole}`")))
}

/// A list that never ends. The parser reads on, and stumbles in a later line.
fn open_list(line: &BadLine<'_>) -> Option<Mistake> {
    let is_open = |text: &str| {
        let value = text.split_once('=').map_or("", |(_, value)| value.trim_start());
        (value.starts_with('['), value.matches('[').count() > value.matches(']').count())
    };
    let mut list = BadLine { ..*line };
    while is_open(list.text) != (true, true) {
        if list.start == 0 || line.start - list.start > 2_000 || is_open(list.text).0 {
            return None;
        }
        let before = &line.whole[..list.start - 1];
        list.start = before.rfind('\n').map_or(0, |end| end + 1);
        list.text = &before[list.start..];
    }
    let behind = &line.whole[list.start + list.text.len()..];
    let mut goes_on = behind.lines().take_while(|line| !line.contains('=') && !line.trim_start().starts_with("[["));
    if goes_on.any(|line| line.contains(']')) {
        return None;
    }
    let end = list.text.trim_end().trim_end_matches(',').len();
    let mistake = list.mistake(list.text.find('[')?..end, "this list has no end", "write `]` behind it");
    Some(Mistake { lost: Some(line.whole.len()), ..mistake })
}

/// `["HERO"; "INFANTRY"]`, `[HERO, INFANTRY]`, `"HERO", "INFANTRY"`, `2/4`.
fn list(line: &BadLine<'_>) -> Option<Mistake> {
    let (_, value) = line.value()?;
    if value.contains('/') && value.split('/').all(|part| is_whole(part.trim())) {
        let numbers: Vec<&str> = value.split('/').map(str::trim).collect();
        return line.instead("several numbers are a list", &format!("[{}]", numbers.join(", ")));
    }
    let within = value.strip_prefix('[').and_then(|value| value.strip_suffix(']'));
    let parts = |text: &str| -> String {
        let parts = text.split([',', ';']).map(str::trim).filter(|part| !part.is_empty());
        parts.map(written).collect::<Vec<_>>().join(", ")
    };
    if let Some(within) = within {
        let message = if within.contains(';') {
            "a comma separates what is in a list"
        } else {
            "put each text of a list in quotes"
        };
        return line.instead(message, &format!("[{}]", parts(within)));
    }
    let several = value.starts_with('"') && value.contains("\",");
    several.then(|| line.instead("several texts are a list, in brackets", &format!("[{}]", parts(value)))).flatten()
}

/// `3+`, `24"`, `-`.
fn number(line: &BadLine<'_>) -> Option<Mistake> {
    let (_, value) = line.value()?;
    if let Some(inches) = value.strip_suffix(['"', '″', '”', '\'']).map(|text| text.trim_end_matches('\''))
        && is_whole(inches.trim())
    {
        return line.instead("inches are not written", inches.trim());
    }
    if value == "-" {
        return line.instead("put this in quotes", "\"-\"");
    }
    let plus = value.strip_suffix('+').is_some_and(is_whole) || value.strip_prefix('+').is_some_and(is_whole);
    let number = value.trim_matches('+');
    plus.then(|| line.instead("put a number to reach in quotes", &format!("\"{number}+\""))).flatten()
}

fn dice(line: &BadLine<'_>) -> Option<Mistake> {
    let (_, value) = line.value()?;
    let is = value.contains(['d', 'D', 'w', 'W'])
        && value.contains(|c: char| c.is_ascii_digit())
        && value.chars().all(|c| c.is_ascii_digit() || matches!(c, 'd' | 'D' | 'w' | 'W' | '+' | ' '));
    let english = value.to_uppercase().replace('W', "D");
    is.then(|| line.instead("dice stand in quotes", &format!("\"{english}\""))).flatten()
}

fn flag(line: &BadLine<'_>) -> Option<Mistake> {
    let (_, value) = line.value()?;
    let meant = match value.to_lowercase().as_str() {
        "true" | "yes" | "on" => "true",
        "false" | "no" | "off" => "false",
        _ => return None,
    };
    line.instead("yes is `true` and no is `false`, in small letters", meant)
}

/// Quotes that do not close, and quotes within quotes.
fn quotes(line: &BadLine<'_>) -> Option<Mistake> {
    let (_, value) = line.value()?;
    if let Some(rest) = value.strip_prefix('\'') {
        let text = rest.trim_end_matches('\'');
        let message = if text.contains('\'') { "the text ends at its first `'`" } else { "a quote is missing" };
        return line.instead(message, &format!("\"{text}\""));
    }
    if value.starts_with("[\"") || value.starts_with("[ \"") {
        let all = value.matches('"').count();
        return (all % 2 == 1).then(|| line.instead("a quote is missing in this list", "[\"ONE\", \"TWO\"]")).flatten();
    }
    let inner = value.strip_prefix('"').map(|rest| rest.strip_suffix('"').unwrap_or(rest));
    let inner = inner.or_else(|| value.strip_suffix('"'))?;
    if inner.contains('"') {
        return line.instead("the text ends at its second `\"`", &format!("'{inner}'"));
    }
    if inner.contains('\\') {
        return line.instead("`\\` has a meaning of its own in such a text", &format!("'{inner}'"));
    }
    line.instead("a quote is missing", &format!("\"{inner}\""))
}

fn bare_text(line: &BadLine<'_>) -> Option<Mistake> {
    let (_, value) = line.value()?;
    let plain = value.starts_with(|c: char| c.is_alphabetic()) && !value.contains(['"', '\'', '[', ']', '{', '}', '=']);
    if let Some(number) = number_in_words(value) {
        return line.instead("a number is written in digits", &number.to_string());
    }
    plain.then(|| line.instead("put a text in quotes", &format!("\"{value}\""))).flatten()
}

/// A value as a profile writes it: whole numbers and what is in quotes already as they are, everything else in quotes.
fn written(value: &str) -> String {
    let is_number = is_whole(value.strip_prefix('-').unwrap_or(value));
    let is_quoted = value.len() > 1 && value.starts_with('"') && value.ends_with('"') || value.starts_with('[');
    if is_number || is_quoted || matches!(value, "true" | "false") {
        return value.to_owned();
    }
    format!("\"{}\"", value.trim_matches('"'))
}
