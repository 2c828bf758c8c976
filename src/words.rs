//! Names as people type them: what counts as the same, and what was probably meant.

pub(crate) mod memo;
pub(crate) mod sort;

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map whose keys are the program's own: it is quick, and no shield against keys that were chosen to meet.
pub(crate) type QuickMap<K, V> = HashMap<K, V, BuildHasherDefault<QuickHasher>>;

/// Mixes eight bytes at a time.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct QuickHasher(u64);

impl Hasher for QuickHasher {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|word| self.write_u64(u64::from_le_bytes(*word)));
        rest.iter().for_each(|byte| self.write_u8(*byte));
    }

    fn write_u8(&mut self, byte: u8) {
        self.write_u64(byte.into());
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

/// A text without marks of bold and capitals, with plain spaces, hyphens and quotes.
pub(crate) fn clean(text: &str) -> String {
    let mut before = b' ';
    let is_plain = text.bytes().all(|byte| {
        let is_fine = byte.is_ascii_graphic() && !matches!(byte, b'*' | b'^') || byte == b' ' && before != b' ';
        before = byte;
        is_fine
    });
    if is_plain && before != b' ' {
        return text.to_owned();
    }
    let (mut plain, mut is_apart, mut marks) = (String::with_capacity(text.len()), false, 0);
    for letter in text.chars() {
        let letter = match letter {
            '^' => {
                marks += 1;
                continue;
            }
            '\u{ad}' | '\u{200b}' | '\u{feff}' | '*' | '⟝' | '⟞' => continue,
            '\u{2010}' | '\u{2011}' | '\u{2012}' | '\u{2013}' | '−' => '-',
            '‘' | '’' | '´' => '\'',
            '“' | '”' => '"',
            letter => letter,
        };
        // Of blanks between words one is left.
        if letter.is_whitespace() {
            is_apart = !plain.is_empty();
        } else {
            // Behind a keyword in capitals, `^^TIN^^or`, they may be missing.
            let is_missing = marks > 1 && letter.is_alphanumeric() && plain.ends_with(char::is_alphanumeric);
            plain.extend((is_apart || is_missing).then_some(' '));
            plain.push(letter);
            (is_apart, marks) = (false, 0);
        }
    }
    plain
}

/// Each of them once, where it came first.
pub(crate) fn each_once<T: PartialEq>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut once = Vec::new();
    add_once(&mut once, all);
    once
}

/// Adds those that are not among them yet.
pub(crate) fn add_once<T: PartialEq>(list: &mut Vec<T>, more: impl IntoIterator<Item = T>) {
    for one in more {
        if !list.contains(&one) {
            list.push(one);
        }
    }
}

/// Whether a text is a whole number in digits.
pub(crate) fn is_whole(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The parts of a list between these marks; what is in round brackets is one part.
pub(crate) fn listed<'t>(text: &'t str, marks: &[char]) -> impl Iterator<Item = &'t str> {
    let mut depth = 0i32;
    text.split(move |letter| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        depth <= 0 && marks.contains(&letter)
    })
}

/// The letters and digits of a name, in lower case: case, spaces, hyphens, brackets and apostrophes do not matter.
pub(crate) fn normal(text: &str) -> String {
    let mut normal = String::with_capacity(text.len());
    if text.is_ascii() {
        normal.extend(text.bytes().filter(u8::is_ascii_alphanumeric).map(|byte| char::from(byte.to_ascii_lowercase())));
    } else {
        normal.extend(letters(text));
    }
    normal
}

/// The same of one thing and of several: `Guardian` and `GUARDIANS`.
pub(crate) fn without_plural(text: &str) -> String {
    normal(text).trim_end_matches('s').to_owned()
}

fn letters(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase)
}

/// The first and the last of them, where both are ASCII.
pub(crate) fn ends(text: &str) -> Option<[u8; 2]> {
    let counts = |byte: &u8| byte.is_ascii_alphanumeric() || !byte.is_ascii();
    let ends = [text.bytes().find(counts)?, text.bytes().rfind(|byte| counts(byte))?];
    ends.is_ascii().then(|| ends.map(|byte| byte.to_ascii_lowercase()))
}

/// Whether a unit may be meant by a part of what was typed for it; the folders of a file are no part of its name.
pub(crate) fn is_part(part: &str, typed: &str) -> bool {
    let is_line = typed.contains([':', ';']) && !typed.ends_with(".toml");
    let is_in = |name: &str| {
        let name = if is_line { name } else { name.rsplit(['/', '\\']).next().unwrap_or(name) };
        normal(name).contains(part)
    };
    // Leaders and their unit are files of their own: `40k/captain+40k/intercessors`.
    !part.is_empty() && (is_in(typed) || typed.split('+').any(is_in))
}

/// Whether two names are the same to somebody who types.
pub(crate) fn same(a: &str, b: &str) -> bool {
    if let ([a, ..], [b, ..]) = (a.as_bytes(), b.as_bytes())
        && a.is_ascii_alphanumeric()
        && b.is_ascii_alphanumeric()
        && !a.eq_ignore_ascii_case(b)
    {
        return false;
    }
    alike(counting(a), counting(b)).unwrap_or_else(|| letters(a).eq(letters(b)))
}

/// Whether a name is the same as one that is [`normal`] already, as it is where one is compared with many.
pub(crate) fn is(name: &str, normal: &str) -> bool {
    alike(counting(name), normal.bytes()).unwrap_or_else(|| letters(name).eq(normal.chars()))
}

/// The bytes of a name that count if it is ASCII, and all those that are not.
fn counting(name: &str) -> impl Iterator<Item = u8> {
    name.bytes().filter(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii())
}

/// Whether two names are the same, as far as they are ASCII, as nearly all are; `None` if that does not decide it. Most
/// that are compared differ in one of their first letters.
fn alike(mut left: impl Iterator<Item = u8>, mut right: impl Iterator<Item = u8>) -> Option<bool> {
    loop {
        return match (left.next(), right.next()) {
            (Some(l), Some(r)) if l.is_ascii() && r.is_ascii() => {
                if l.eq_ignore_ascii_case(&r) {
                    continue;
                }
                Some(false)
            }
            (None, None) => Some(true),
            _ => None,
        };
    }
}

/// A name in which `*` stands for any letters and `?` for one.
#[derive(Clone, Debug)]
pub(crate) struct Pattern(Vec<char>);

impl Pattern {
    /// Whether a text is more than a name.
    pub(crate) fn is_one(text: &str) -> bool {
        text.contains(['*', '?'])
    }

    /// A pattern as it is typed.
    pub(crate) fn new(text: &str) -> Self {
        let kept = text.chars().filter(|c| c.is_alphanumeric() || matches!(c, '*' | '?'));
        Self(kept.flat_map(char::to_lowercase).collect())
    }

    /// Whether a name fits; what does not matter in names does not matter here.
    pub(crate) fn fits(&self, name: &str) -> bool {
        let name: Vec<char> = letters(name).collect();
        let (mut at, mut place) = (0, 0);
        // The last star, and how far the name was when it was met: there the next try begins.
        let mut star: Option<(usize, usize)> = None;
        while place < name.len() {
            match self.0.get(at) {
                Some('*') => {
                    star = Some((at, place));
                    at += 1;
                }
                Some(c) if *c == '?' || *c == name[place] => (at, place) = (at + 1, place + 1),
                _ => {
                    let Some((back, tried)) = star else { return false };
                    star = Some((back, tried + 1));
                    (at, place) = (back + 1, tried + 1);
                }
            }
        }
        self.0[at..].iter().all(|c| *c == '*')
    }
}

/// Up to three of the candidates that are nearest to what was typed, the best first; none if nothing is near.
pub(crate) fn nearest<'a>(typed: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    nearest_of(&normal(typed), candidates.into_iter().collect())
}

/// The same of a list: compiled once, not for every kind of candidates.
fn nearest_of<'a>(typed: &str, candidates: Vec<&'a str>) -> Vec<&'a str> {
    let scored = candidates.into_iter().map(|candidate| (likeness(typed, &normal(candidate)), candidate));
    let mut scored: Vec<(f64, &str)> = scored.filter(|(score, _)| *score >= 0.6).collect();
    sort::sort_by(&mut scored, |a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    scored.dedup_by_key(|(_, candidate)| *candidate);
    scored.into_iter().take(3).map(|(_, candidate)| candidate).collect()
}

fn likeness(typed: &str, candidate: &str) -> f64 {
    if typed.is_empty() || candidate.is_empty() {
        return 0.0;
    }
    // `ran` in `half range` says nothing.
    let (long, all) = (candidate.chars().count(), typed.chars().count());
    let part = candidate.contains(typed) || (typed.contains(candidate) && (long > 4 || (long > 2 && 2 * long >= all)));
    let whole = strsim::normalized_damerau_levenshtein(typed, candidate);
    whole.max(if part { 0.75 } else { 0.85 * best_part(typed, candidate) })
}

/// How like what was typed the most similar stretch of a longer candidate is: `hamer` is nearly in `warhammer`.
fn best_part(typed: &str, candidate: &str) -> f64 {
    let (typed_len, letters) = (typed.chars().count(), candidate.chars().collect::<Vec<char>>());
    if typed_len < 4 || letters.len() <= typed_len + 1 {
        return 0.0;
    }
    letters
        .windows(typed_len + 1)
        .map(|window| strsim::normalized_damerau_levenshtein(typed, &window.iter().collect::<String>()))
        .fold(0.0, f64::max)
}

/// `a`, `a or b`, `a, b or c`, each in backticks; `None` if there is nothing.
pub(crate) fn either(words: &[&str]) -> Option<String> {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    let (last, rest) = quoted.split_last()?;
    Some(if rest.is_empty() { last.clone() } else { format!("{} or {last}", rest.join(", ")) })
}

/// The first few texts, and how many more there are: `a, b and 3 more`.
pub(crate) fn first_few<T: AsRef<str>>(texts: &[T], most: usize, apart: &str) -> String {
    let shown: Vec<&str> = texts.iter().take(most).map(AsRef::as_ref).collect();
    let more = texts.len() - shown.len();
    let more = if more > 0 { format!("{}and {more} more", apart.replace(',', "")) } else { String::new() };
    shown.join(apart) + &more
}

/// "did you mean …?" for something that was mistyped; `None` if nothing is near.
pub(crate) fn did_you_mean<'a>(typed: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    either(&nearest(typed, candidates)).map(|words| format!("did you mean {words}?"))
}

/// A small number in words, `five`.
pub(crate) fn number_in_words(word: &str) -> Option<usize> {
    const NUMBERS: [&str; 13] =
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    NUMBERS.iter().position(|number| word.eq_ignore_ascii_case(number))
}

/// A word as it is shown to be typed: in double quotes, as every shell has them, unless a shell reads something in these.
pub(crate) fn quoted(word: &str) -> String {
    let single = shell_word(word);
    let is_read = |letter: char| matches!(letter, '"' | '$' | '`' | '\\' | '!');
    if single == word || word.contains(is_read) { single.into_owned() } else { format!("\"{word}\"") }
}

/// A word as a shell takes it for one.
pub(crate) fn shell_word(word: &str) -> Cow<'_, str> {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | '=' | ':' | '+' | ',' | '%' | '@');
    if !word.is_empty() && word.chars().all(plain) {
        word.into()
    } else {
        format!("'{}'", word.replace('\'', "'\\''")).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_by_their_letters() {
        assert!(same("Gnaw-beast's", "gnaw beasts"));
        assert!(same("Crit (2 Hits)", "crit 2 hits"));
        assert!(same("Gnaw’Beasts", "gnaw'beasts") && !same("Gnaw’Beasts", "gnaw beast"));
        assert!(!same("Anti-X 4+", "Anti-X 3+"));
        assert!(!same("hero", "heroes") && !same("heroes", "hero"));
        assert!(same("HERO", "hero") && same("(Hero)", "hero") && same("’hero", "Hero") && !same("Zero", "hero"));
        assert!(same("\u{212a}raken", "kraken"), "the sign for kelvin is a k");
        assert!(is("Gnaw-beast's", "gnawbeasts") && !is("Gnaw", "gnawbeasts") && is("-", ""));
    }

    #[test]
    fn patterns_fit_whole_names() {
        let fits = |pattern: &str, name: &str| Pattern::new(pattern).fits(name);
        assert!(
            fits("*", "") && fits("*", "Any Thing") && fits("vanguard*", "Vanguard-Raptors") && fits("*s", "Boyz s")
        );
        assert!(fits("*guard*", "Mortek Guard") && fits("h?r?", "hero") && fits("a*b*c", "a x b-y c"));
        assert!(!fits("guard*", "Mortek Guard") && !fits("h?r", "hero") && !fits("a*b", "abc") && !fits("?", ""));
        assert!(!fits("hero", "heroes") && Pattern::is_one("a?") && !Pattern::is_one("aos/typical"));
    }

    #[test]
    fn what_was_meant_is_found_and_nonsense_is_not() {
        let abilities = ["Sustained Hits", "Lethal Hits", "Rapid Fire"];
        assert_eq!(nearest("sustaned-hits", abilities), ["Sustained Hits"]);
        assert_eq!(nearest("fire", abilities), ["Rapid Fire"]);
        assert!(nearest("xyzzy", abilities).is_empty());
        assert_eq!(did_you_mean("lethl hits", abilities).as_deref(), Some("did you mean `Lethal Hits`?"));
        assert_eq!(either(&["a", "b", "c"]).as_deref(), Some("`a`, `b` or `c`"));
    }
}
