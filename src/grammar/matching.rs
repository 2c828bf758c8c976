//! How words follow the pieces of a wording, and what they capture.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use smallvec::{SmallVec, smallvec};

use super::pattern::Piece;
use super::statement::Statement;
use super::table::Rows;
use crate::dice::Amount;
use crate::words::is_whole;

/// What the places of a wording hold.
#[derive(Clone, Debug, Default)]
pub(crate) struct WordingPlaces {
    texts: Vec<(Arc<str>, Rc<str>)>,
    /// What rows of other sections add, if anything: owner, condition and effect.
    adds: Option<Rc<Statement>>,
}

impl WordingPlaces {
    fn of(kind: &Arc<str>, text: &str) -> Self {
        Self { texts: vec![(Arc::clone(kind), Rc::from(text))], ..Self::default() }
    }

    /// With what is captured behind it.
    fn and(mut self, mut behind: Self) -> Self {
        if self.texts.is_empty() && self.adds.is_none() {
            return behind;
        }
        self.texts.append(&mut behind.texts);
        match (&mut self.adds, behind.adds) {
            (Some(own), Some(more)) => Rc::make_mut(own).append((*more).clone()),
            (None, more) => self.adds = more,
            (_, None) => {}
        }
        self
    }

    /// A statement with what rows of other sections add.
    pub(super) fn added_to(&self, statement: Statement) -> Statement {
        match &self.adds {
            Some(adds) => statement.with(adds),
            None => statement,
        }
    }

    /// What is at a place: `n` is the first number, `n2` the second.
    fn at(&self, place: &str) -> Option<(&str, &str)> {
        let kind = place.trim_end_matches(|c: char| c.is_ascii_digit());
        let number = place[kind.len()..].parse().unwrap_or(1_usize);
        let mut of_kind = self.texts.iter().filter(|(key, _)| **key == *kind);
        of_kind.nth(number.checked_sub(1)?).map(|(kind, text)| (&**kind, &**text))
    }

    /// A meaning with what was captured in its places, as it was typed.
    pub(super) fn fill_as_typed(&self, means: &str) -> Option<String> {
        filled(means, |place| self.at(place).map(|(_, text)| text.to_owned()))
    }

    /// The same in the words of profiles: dice and keywords in capitals. `{keywords}` are all of them, `{r+1}` is one more
    /// than a number, and `{wounds-r}` what a model has lost that has so much left.
    pub(super) fn fill(&self, means: &str, rows: &Rows, wounds: Option<u32>) -> Option<String> {
        let highest = |place: &str| self.at(place)?.1.rsplit('-').next()?.parse::<u32>().ok();
        filled(means, |place| {
            if place == "keywords" {
                return Some(self.keywords(rows).join(" or ").replace("NON-", "not "));
            }
            if let Some(place) = place.strip_suffix("+1") {
                return highest(place).map(|n| (n + 1).to_string());
            }
            if let Some(place) = place.strip_prefix("wounds-") {
                let lost = wounds?.checked_sub(highest(place)?).filter(|lost| *lost > 0)?;
                return Some(lost.to_string());
            }
            let (kind, text) = self.at(place)?;
            Some(match kind {
                "a" | "d" => text.to_uppercase(),
                "v" | "w" => keyword(text, rows).replace("NON-", "not "),
                _ => text.to_owned(),
            })
        })
    }

    /// The keywords that were captured, in capitals; `NON-HERO` for all but those.
    pub(super) fn keywords(&self, rows: &Rows) -> Vec<String> {
        let words = self.texts.iter().filter(|(kind, _)| matches!(&**kind, "v" | "w"));
        words.map(|(_, word)| keyword(word, rows)).collect()
    }
}

/// A text with something in its places; `None` if there is nothing for one of them.
fn filled(means: &str, at: impl Fn(&str) -> Option<String>) -> Option<String> {
    let (mut filled, mut rest) = (String::with_capacity(means.len()), means);
    while let Some((before, behind)) = rest.split_once('{') {
        let (place, behind) = behind.split_once('}')?;
        filled.push_str(before);
        filled.push_str(&at(place)?);
        rest = behind;
    }
    filled.push_str(rest);
    Some(filled)
}

/// A keyword in capitals; of those that many units bear the plural, too.
fn keyword(word: &str, rows: &Rows) -> String {
    let plain = word.strip_prefix("non-").unwrap_or(word);
    let single = shared_keyword(plain, rows).unwrap_or(plain);
    let of_others = if plain.len() < word.len() { "NON-" } else { "" };
    format!("{of_others}{}", single.to_uppercase())
}

/// The keyword of the section `[v]` that a text is, perhaps in the plural.
fn shared_keyword(text: &str, rows: &Rows) -> Option<&'static str> {
    let is = |entry: &str| {
        let plural = text.strip_prefix(entry);
        plural == Some("") || plural == Some(if entry.ends_with('o') { "es" } else { "s" })
    };
    rows.section("v")?.rows.iter().map(|row| row.wording).find(|entry| is(entry))
}

/// How many words a part of a wording may take, and what it captures then.
type Captures = SmallVec<[(usize, WordingPlaces); 2]>;

/// What sections were found to be where: for each number of words that are left, their places. Of one text.
#[derive(Default)]
pub(super) struct Memory {
    found: RefCell<Vec<Vec<(usize, Rc<Captures>)>>>,
    /// The numbers of words behind the sentences of the text.
    stops: Vec<usize>,
}

impl Memory {
    /// Of a text of this many words, with the places behind its sentences.
    pub(super) fn of(words: usize, stops: &[usize]) -> Self {
        Self { stops: stops.iter().map(|stop| words - stop).collect(), ..Self::default() }
    }

    /// What a section is where this many words are left, if it was looked for.
    fn get(&self, place: usize, left: usize) -> Option<Rc<Captures>> {
        let found = self.found.borrow();
        let (_, captures) = found.get(left)?.iter().find(|(key, _)| *key == place)?;
        Some(Rc::clone(captures))
    }

    fn keep(&self, place: usize, left: usize, what: &Rc<Captures>) {
        let mut found = self.found.borrow_mut();
        if found.len() <= left {
            found.resize_with(left + 1, Vec::new);
        }
        found[left].push((place, Rc::clone(what)));
    }

    /// How many words there are up to the end of their sentence.
    fn up_to_stop(&self, left: usize) -> usize {
        left - self.stops.iter().copied().filter(|stop| *stop < left).max().unwrap_or(0)
    }
}

/// How many words the pieces may take, each number once, and what they capture then.
pub(super) fn follow(rows: &Rows, pieces: &[Piece], words: &[String]) -> Captures {
    follow_in(&Memory::default(), rows, pieces, words)
}

/// [`follow`] for words that a text ends with, whose sections `memory` keeps.
pub(super) fn follow_in(memory: &Memory, rows: &Rows, pieces: &[Piece], words: &[String]) -> Captures {
    // Words capture nothing: most wordings end at the first of them that differs.
    let is_there = |(piece, word): &(&Piece, &String)| matches!(piece, Piece::Word(wanted) if is(word, wanted));
    let literal = pieces.iter().zip(words).take_while(is_there).count();
    let Some((piece, rest)) = pieces[literal..].split_first() else {
        return smallvec![(literal, WordingPlaces::default())];
    };
    let mut all = Captures::new();
    let mut go_on = |used: usize, first: &WordingPlaces| {
        let used = literal + used;
        if !may_begin(rows, rest, words.get(used)) {
            return;
        }
        for (more, behind) in follow_in(memory, rows, rest, &words[used..]) {
            if all.iter().all(|(key, _)| *key != used + more) {
                all.push((used + more, first.clone().and(behind)));
            }
        }
    };
    let words = &words[literal..];
    match piece {
        Piece::Word(_) => {}
        Piece::Any(choices) => {
            let found = choices.iter().flat_map(|choice| follow_in(memory, rows, choice, words));
            found.for_each(|(used, first)| go_on(used, &first));
        }
        Piece::Section { name, place } => {
            let ends = memory.get(*place, words.len()).unwrap_or_else(|| {
                let found = Rc::new(in_section(memory, rows, (*place, name), words));
                memory.keep(*place, words.len(), &found);
                found
            });
            ends.iter().for_each(|(used, first)| go_on(*used, first));
        }
        Piece::Capture { kind, before, behind } => {
            let found = captures(memory, rows, (kind, [before, behind]), rest, words);
            found.into_iter().for_each(|(used, first)| go_on(used, &first));
        }
    }
    all
}

/// Whether what is behind a place may begin with this word, as far as its first piece tells: most do not, and are not tried.
fn may_begin(rows: &Rows, pieces: &[Piece], word: Option<&String>) -> bool {
    match pieces.first() {
        None => true,
        Some(Piece::Word(wanted)) => word.is_some_and(|word| is(word, wanted)),
        Some(Piece::Any(choices)) => choices.iter().any(|choice| match choice.is_empty() {
            true => may_begin(rows, &pieces[1..], word),
            false => may_begin(rows, choice, word),
        }),
        Some(Piece::Section { place, .. }) => rows.sections[*place].beginning(word).next().is_some(),
        Some(Piece::Capture { .. }) => word.is_some(),
    }
}

/// What a place for what varies, with what stands around it, takes of words in front of the `rest`.
fn captures(
    memory: &Memory,
    rows: &Rows,
    (kind, [before, behind]): (&Arc<str>, [&String; 2]),
    rest: &[Piece],
    words: &[String],
) -> Captures {
    let fitting = |length: usize| {
        if !may_begin(rows, rest, words.get(length)) {
            return None;
        }
        let joined;
        let text = match length {
            1 => words[0].as_str(),
            _ => {
                joined = words[..length].join(if **kind == *"s" { "" } else { " " });
                &joined
            }
        };
        let inner = text.strip_prefix(before.as_str())?.strip_suffix(behind.as_str())?;
        holds(kind, inner, rows).then(|| (length, WordingPlaces::of(kind, inner)))
    };
    // What varies is within a sentence.
    let lengths = 1..=most_words(kind).min(memory.up_to_stop(words.len()));
    // A name is as long as it can be: what is behind it begins with words that no name has.
    if **kind == *"k" { lengths.rev().filter_map(fitting).collect() } else { lengths.filter_map(fitting).collect() }
}

/// What rows of a section words begin with: of those that cover the same words, the first.
fn in_section(memory: &Memory, rows: &Rows, (place, name): (usize, &Arc<str>), words: &[String]) -> Captures {
    let mut all = Captures::new();
    for row in rows.sections[place].beginning(words.first()) {
        for (used, own) in follow_in(memory, rows, &row.pieces, words) {
            if all.iter().all(|(key, _)| *key != used) {
                let with_text = |WordingPlaces { texts, adds }: WordingPlaces| {
                    let text =
                        texts.into_iter().next().map_or_else(|| words[..used].join(" ").into(), |(_, text)| text);
                    (used, WordingPlaces { texts: vec![(Arc::clone(name), text)], adds })
                };
                all.extend(of_row(rows, row.means, own).map(with_text));
            }
        }
    }
    all
}

/// Whether a word of a text is one of a wording, whatever its case and with a comma or a point behind it.
fn is(word: &str, wanted: &str) -> bool {
    let parts = word.split_at_checked(wanted.len());
    parts
        .is_some_and(|(word, rest)| word.eq_ignore_ascii_case(wanted) && rest.bytes().all(|b| matches!(b, b',' | b'.')))
}

/// What a row of another section adds where it was found: its places are its own. Of a meaning `=VALUE` the value is
/// written where the section is named.
fn of_row(rows: &Rows, means: Option<&str>, own: WordingPlaces) -> Option<WordingPlaces> {
    let Some(means) = means.filter(|means| *means != "nothing") else {
        return Some(WordingPlaces { texts: Vec::new(), adds: own.adds });
    };
    let filled = own.fill(means.trim_start_matches('='), rows, None)?;
    if means.starts_with('=') {
        return Some(WordingPlaces { adds: own.adds, ..WordingPlaces::of(&Arc::from(""), &filled) });
    }
    let adds = own.added_to(Statement::read(&filled)?);
    Some(WordingPlaces { texts: Vec::new(), adds: Some(Rc::new(adds)) })
}

fn most_words(kind: &str) -> usize {
    match kind {
        "n" | "t" | "r" | "a" | "d" | "q" => 1,
        "s" => 2,
        "any" | "idle" | "calm" => 8,
        "text" => 60,
        "k" => 7,
        _ => 5,
    }
}

/// Whether a few words may be a keyword: no mark that an army rule makes, and not two keywords side by side.
fn is_keyword(text: &str, rows: &Rows) -> bool {
    let is_in =
        |name, text: &str| rows.section(name).is_some_and(|list| list.rows.iter().any(|row| row.wording == text));
    let mut words = text.split(' ');
    let is_several = text.contains(' ') && words.clone().all(|word| is_in("alone", word));
    // Of `monster and tin` one is a keyword, and so both are.
    let is_two = text.contains(" and ") && text.split(" and ").any(|part| is_in("alone", part));
    !text.contains('+')
        && !is_several
        && !is_two
        && !is_in("marks", text)
        && !words.any(|word| NO_KEYWORD.contains(&word) || NO_NAME.contains(&word))
}

/// Words that no weapon, ability or keyword has in its name: where one of them is, a restriction begins.
const NO_NAME: [&str; 30] = [
    "addition", "melee", "ranged", "equipped", "models", "unit", "that", "this", "targets", "targeting", "excluding",
    "characteristic", "characteristics", "roll", "rolls", "ability", "abilities", "an", "all", "only", "for", "you",
    "can", "until", "if", "model", "while", "both", "runemark", "runemarks",
];
const NO_KEYWORD: [&str; 16] = [
    "or", "within", "enemy", "closest", "eligible", "below", "hit", "visible", "your", "from", "model", "units",
    "weapons", "weapon", "with", "friendly",
];

/// Words that no place skips that holds any words: what they begin is read, or it is not understood.
const CHANGES: [&str; 14] = [
    "add", "subtract", "inflict", "heal", "allocate", "mortal", "improve", "worsen", "both", "instead", "otherwise",
    "also", "¶", "¤",
];

/// Words of the dice of an attack, which no sentence has that does nothing to them.
const DICE: [&str; 12] =
    ["hit", "hits", "wound", "wounds", "wounded", "save", "saves", "ward", "wards", "damage", "damaged", "critical"];

/// Whether no word of a text is one of these.
fn is_free_of(words: &[&str], text: &str) -> bool {
    text.split(' ').all(|word| !words.contains(&word.trim_end_matches([',', '.'])))
}

fn holds(kind: &str, text: &str, rows: &Rows) -> bool {
    let digits = |text: &str| text.len() < 4 && is_whole(text);
    let amount = |text: &str| text.parse::<Amount>().is_ok();
    match kind {
        "n" => digits(text),
        "s" => text.strip_prefix(['+', '-']).is_some_and(digits),
        "t" => text.strip_suffix('+').is_some_and(digits),
        "r" => text.split_once('-').is_some_and(|(low, high)| digits(low) && digits(high)) || digits(text),
        "a" => digits(text) || amount(text),
        "d" => text.contains('d') && amount(text),
        "q" => text.strip_suffix('"').is_some_and(digits),
        "v" => shared_keyword(text.strip_prefix("non-").unwrap_or(text), rows).is_some(),
        "w" => is_keyword(text, rows),
        // Two abilities of weapons are not one.
        "k" => !text.contains(" and anti-") && !text.split(' ').any(|word| NO_NAME.contains(&word)),
        "any" => is_free_of(&CHANGES, text),
        "idle" => is_free_of(&CHANGES, text) && is_free_of(&DICE, text),
        "calm" => is_free_of(&["fight", "fights"], text) && holds("idle", text, rows),
        _ => true,
    }
}
