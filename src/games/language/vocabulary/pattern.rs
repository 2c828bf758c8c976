//! How the words of a text follow a pattern, and what is in its places.

use std::borrow::Cow;
use std::iter::{Copied, Peekable};

use smallvec::SmallVec;

use crate::dice::Amount;
use crate::games::language::side::Points;
use crate::profile::target_up_to;

/// What a placeholder of a pattern stood for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Word {
    Signed(i16),
    Number(u8),
    Target(u8),
    Amount(Amount),
    Points(Points),
}

/// What stood in the places of a pattern, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Captured {
    pub(in crate::games::language) words: SmallVec<[Word; 5]>,
    /// A keyword as it is compared; empty if there is none.
    pub(crate) keyword: String,
}

impl Captured {
    pub(crate) fn of(words: &[Word]) -> Self {
        Self { words: words.into(), keyword: String::new() }
    }

    fn find<T>(&self, nth: usize, of: impl Fn(&Word) -> Option<T>) -> Option<T> {
        self.words.iter().filter_map(of).nth(nth)
    }

    /// The number with a sign; 0 if the pattern has none, as for all of these.
    pub(crate) fn signed(&self) -> i16 {
        self.find(0, |word| if let Word::Signed(n) = word { Some(*n) } else { None }).unwrap_or(0)
    }

    /// The first number, or a later one.
    pub(crate) fn number(&self, nth: usize) -> u8 {
        self.find(nth, |word| if let Word::Number(n) = word { Some(*n) } else { None }).unwrap_or(0)
    }

    /// The number to reach.
    pub(crate) fn target(&self) -> u8 {
        self.find(0, |word| if let Word::Target(n) = word { Some(*n) } else { None }).unwrap_or(0)
    }

    /// The first amount, or a later one.
    pub(crate) fn amount(&self, nth: usize) -> Amount {
        self.find(nth, |word| if let Word::Amount(n) = word { Some(*n) } else { None }).unwrap_or(Amount::fixed(0))
    }
}

/// Whether a text with this first word may fit a pattern: a quick look that spares most patterns a long one.
pub(super) fn may_begin(pattern: &str, word: &str) -> bool {
    let (expected, letter) = (pattern.as_bytes()[0], word.as_bytes()[0]);
    if expected.is_ascii_lowercase() {
        expected == letter
    } else {
        // A placeholder: a number, with a sign or not, or dice.
        letter.is_ascii_digit() || matches!(letter, b'+' | b'-' | b'd')
    }
}

/// Lower case, and one way to write signs.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    let is_plain = |byte: u8| byte.is_ascii() && !byte.is_ascii_uppercase() && byte != b'-';
    if text.bytes().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let mut plain = text.to_lowercase();
    for (from, to) in [("re-roll", "reroll"), ("→", "->"), ("−", "-"), ("–", "-")] {
        if plain.contains(from) {
            plain = plain.replace(from, to);
        }
    }
    Cow::Owned(plain)
}

/// The words of an effect: hyphens between letters gone, signs kept.
pub(super) fn words_of(text: &str) -> SmallVec<[&str; 12]> {
    let mut words = SmallVec::new();
    for word in text.split_whitespace() {
        let word = word.trim_end_matches([':', ';', ',']);
        let is_hyphened = || word != "->" && word.chars().all(|c| c.is_alphabetic() || c == '-');
        if word.contains('-') && is_hyphened() {
            words.extend(word.split('-').filter(|part| !part.is_empty()));
        } else if !word.is_empty() {
            words.push(word);
        }
    }
    words
}

/// What follows the dice of a pattern: a number to reach and what it inflicts, any number of times.
const TIERS: &str = " T+ -> M mortal ...";

/// The largest number to reach of an effect: two dice are rolled for morale, and one for everything else.
pub(in crate::games::language) fn most_to_reach(effect: &str) -> u8 {
    if effect.contains("morale") { 12 } else { 7 }
}

/// The words of a text that are left.
type Words<'w> = Peekable<Copied<std::slice::Iter<'w, &'w str>>>;

/// What is in the places of a pattern, if the words of a text follow it.
pub(super) fn fit(pattern: &str, words: &[&str]) -> Option<SmallVec<[Word; 5]>> {
    let mut captured = SmallVec::new();
    let mut words: Words<'_> = words.iter().copied().peekable();
    let (head, tiered) = pattern.strip_suffix(TIERS).map_or((pattern, false), |head| (head, true));
    let mut pattern = head.split(' ');
    let mut next = "";
    while let Some(expected) = pattern.next() {
        let before = std::mem::replace(&mut next, expected);
        if expected == "[D3]" {
            let sides = sides(&mut captured, &mut words);
            captured.push(Word::Number(sides));
            pattern.next().filter(|dice| *dice == "dice")?;
            continue;
        }
        let word = words.next()?;
        match expected {
            "models" if word == "model" => {}
            "mortal|damage" if matches!(word, "mortal" | "damage") => {}
            "±N" => captured.push(Word::Signed(signed(word)?)),
            "-N" => captured.push(Word::Signed(signed(word).filter(|n| *n < 0)?)),
            "+N" => captured.push(Word::Signed(signed(word).filter(|n| *n > 0)?)),
            // `hits of N` speaks of a face.
            "N" if before == "of" => captured.push(Word::Number(word.parse().ok().filter(|n| (1..=6).contains(n))?)),
            "N" => captured.push(Word::Number(word.parse().ok()?)),
            "N+" | "T+" => captured.push(Word::Target(target_up_to(most_to_reach(head), word)?)),
            "A" => captured.push(Word::Amount(word.parse().ok()?)),
            literal if literal != word => return None,
            _ => {}
        }
    }
    while tiered && words.peek().is_some() {
        captured.extend(tier(&mut words)?);
    }
    words.next().is_none().then_some(captured)
}

/// The sides of dice on the side: `dice` are D6, `D3 dice` and `D3` are D3. `D3: 2+ -> …` is one die, as `1 D3: 2+ -> …` is.
fn sides(captured: &mut SmallVec<[Word; 5]>, words: &mut Words<'_>) -> u8 {
    let named = words.next_if(|word| matches!(*word, "d3" | "d6")).map(|word| if word == "d3" { 3 } else { 6 });
    let has_word = words.next_if(|word| matches!(*word, "dice" | "die")).is_some();
    match (named, captured.last_mut()) {
        (None, Some(Word::Amount(amount))) if !has_word && amount.count == 1 && amount.plus == 0 => {
            let sides = amount.sides;
            *amount = Amount::fixed(1);
            sides
        }
        // This word is not a number of dice, so the pattern does not match.
        (None, _) if !has_word => 0,
        _ => named.unwrap_or(6),
    }
}

/// `4+ -> D3 mortal`, `on 2+ -> that much`, `on a 2-3 1 mortal`: the lowest face, the highest if it is said, the points.
fn tier(words: &mut Words<'_>) -> Option<[Word; 3]> {
    words.next_if_eq(&"on");
    words.next_if_eq(&"a");
    let (low, high) = faces(words.next()?)?;
    words.next_if_eq(&"->");
    let points = match words.next()? {
        "that" => words.next_if_eq(&"much").map(|_| Points::Shown)?,
        amount => Points::Amount(amount.parse().ok()?),
    };
    let mortal = words.next_if_eq(&"mortal").is_some();
    if words.next_if(|word| *word == "damage" || mortal && matches!(*word, "wound" | "wounds")).is_some() {
        words.next_if(|word| matches!(*word, "point" | "points"));
    }
    Some([Word::Target(low), Word::Number(high), Word::Points(points)])
}

/// `4+`, `2-3` and `6`: the lowest face and the highest; of `4+` that is 0. A D3 always reaches 1.
fn faces(word: &str) -> Option<(u8, u8)> {
    if let Some(low) = word.strip_suffix('+') {
        return Some((low.parse().ok()?, 0));
    }
    let (low, high) = word.split_once('-').unwrap_or((word, word));
    Some((low.parse().ok()?, high.parse().ok().filter(|high| *high > 0)?))
}

/// A number with a sign; none is 0, which would change nothing.
fn signed(word: &str) -> Option<i16> {
    // One sign: `--1` is a slip, and no bonus.
    let digits = word.strip_prefix(['+', '-']).filter(|digits| !digits.starts_with(['+', '-']))?;
    let n: i16 = digits.parse().ok().filter(|n| (1..=100).contains(n))?;
    Some(if word.starts_with('-') { -n } else { n })
}
