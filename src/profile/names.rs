//! How a typed text fits a unit's name: exactly, as a nickname, or by some of its words.

use std::cell::OnceCell;

use super::short::full_game;
use crate::words::{is, normal, same};

/// How well a text fits, the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Fit {
    /// It is the name of the unit's file.
    Id,
    /// It is the unit's name.
    Name,
    /// Players call the unit so.
    Called,
    /// The same but for plurals, small words, and words that say no more than that it is a unit.
    Plural,
    /// The name begins with it.
    Leading,
    /// All of its words are words of the name, before `with` if the name says what its bearer has.
    Words,
    /// All of its words are words of the name.
    Equipment,
    /// All of its words begin words of the name.
    Beginnings,
}

/// Words that names have between others.
const SMALL: &[&str] = &["of", "the", "in", "with", "on", "and", "a", "an", "for", "to"];
/// Words that say no more than that it is a unit, as [`singular`] leaves them.
const UNIT: &[&str] = &["squad", "team", "unit", "mob", "band", "troop", "model", "regiment", "company"];

/// What was typed for a unit, its words taken apart once.
pub(crate) struct TypedName<'t> {
    typed: &'t str,
    normal: String,
    words: OnceCell<Vec<String>>,
    starts: OnceCell<Starts>,
    /// Whole names of units that players call so, and their games.
    called: OnceCell<Vec<(&'static str, &'static str)>>,
    /// The words of those names, and how these begin.
    called_as: OnceCell<Vec<(&'static str, Vec<String>, Starts)>>,
}

/// What players call units: the one table of it.
const NICKNAMES: &str = include_str!("nicknames.txt");

/// The armies of the units that are built in.
const FACTIONS: &str = include_str!("factions.txt");

impl<'t> TypedName<'t> {
    pub(crate) fn new(typed: &'t str) -> Self {
        let (normal, called_as) = (normal(typed), OnceCell::new());
        Self { typed, normal, words: OnceCell::new(), starts: OnceCell::new(), called: OnceCell::new(), called_as }
    }

    /// What all ways to type the same name share.
    pub(super) fn key(&self) -> &str {
        &self.normal
    }

    fn words(&self) -> &[String] {
        self.words.get_or_init(|| words(self.typed))
    }

    /// The games and whole names of the units that players call so; none if it is no such name.
    pub(crate) fn called(&self) -> &[(&'static str, &'static str)] {
        self.called.get_or_init(|| nicknamed(self.typed))
    }

    /// Whether nothing of a name was typed.
    pub(crate) fn is_empty(&self) -> bool {
        self.normal.is_empty()
    }

    /// How it fits a unit of these names exactly, if it does.
    pub(crate) fn exactly(&self, [stem, name]: [&str; 2]) -> Option<Fit> {
        if is(stem, &self.normal) {
            return Some(Fit::Id);
        }
        is(name, &self.normal).then_some(Fit::Name)
    }

    /// How it fits otherwise, if it does; `armies` are names of those that the unit is of, which may be next to its own.
    pub(crate) fn nearly<'a>(
        &self,
        game: &str,
        [stem, name]: [&str; 2],
        also: &[&str],
        armies: &dyn Fn() -> Vec<&'a str>,
    ) -> Option<Fit> {
        if also.iter().any(|also| is(also, &self.normal)) || self.is_called(game, [stem, name]) {
            return Some(Fit::Called);
        }
        let starts = self.starts.get_or_init(|| Starts::of(self.words()));
        let fits = |name: &str| {
            let all = words(name);
            let bearer = all.iter().position(|word| word == "with").unwrap_or(all.len());
            let fit = self.fits(&all, armies)?;
            let is_weaker = fit == Fit::Words && self.fits(&all[..bearer], armies).is_none_or(|fit| fit > Fit::Words);
            Some(if is_weaker { Fit::Equipment } else { fit })
        };
        let named = starts.may_fit(name).then(|| fits(name));
        // A file is mostly called as its unit is.
        let filed = (starts.may_fit(stem) && !same(name, stem)).then(|| fits(stem));
        [named, filed].into_iter().flatten().flatten().min()
    }

    /// Whether players of a game call some unit so.
    pub(crate) fn is_called_in(&self, game: &str) -> bool {
        self.called().iter().any(|(of, _)| is_game(of, game))
    }

    fn is_called(&self, game: &str, names: [&str; 2]) -> bool {
        let called_as = self.called_as.get_or_init(|| {
            let of = |(game, full): &(&'static str, &str)| (*game, words(full), Starts::of(&words(full)));
            self.called().iter().map(of).collect()
        });
        let is_it =
            |full: &[String], starts: &Starts| names.iter().any(|name| starts.may_fit(name) && words(name) == full);
        called_as.iter().any(|(of, full, starts)| is_game(of, game) && is_it(full, starts))
    }

    fn fits<'a>(&self, name: &[String], armies: &dyn Fn() -> Vec<&'a str>) -> Option<Fit> {
        let typed = self.words();
        if typed.is_empty() {
            return None;
        }
        // Small words around a name join it to others.
        let joins = |word: &String| among(SMALL, word) && !name.contains(word);
        if [typed.first(), typed.last()].into_iter().flatten().any(joins) {
            return None;
        }
        let joined = typed.concat();
        if plain(typed) == plain(name) || joined == name.concat() {
            return Some(Fit::Plural);
        }
        if (1..name.len()).any(|end| name[..end].concat() == joined) {
            return Some(Fit::Leading);
        }
        let mut rest = plain(typed);
        if !rest.iter().any(|word| name.iter().any(|own| own.starts_with(word))) {
            return None;
        }
        if rest.len() > 1 {
            let armies: Vec<String> = armies().into_iter().flat_map(words).collect();
            rest.retain(|word| name.iter().any(|own| own == word) || !armies.iter().any(|army| army == word));
        }
        if rest == plain(name) {
            return Some(Fit::Leading);
        }
        let all = |typed: &[&str], as_one: &dyn Fn(&str, &str) -> bool| {
            !typed.is_empty() && typed.iter().all(|word| name.iter().any(|own| as_one(own, word)))
        };
        let is_said = |word: &&str| rest.contains(word) || among(UNIT, word);
        let whole: Vec<&str> = typed.iter().map(String::as_str).filter(is_said).collect();
        if all(&whole, &|own, word| own == word) {
            return Some(Fit::Words);
        }
        // A number is a whole word, and two letters begin too much.
        let is_start = |word: &str| word.len() > 2 && !word.starts_with(|c: char| c.is_ascii_digit());
        all(&rest, &|own, word| own == word || (is_start(word) && own.starts_with(word))).then_some(Fit::Beginnings)
    }
}

/// Whether a section of the table is of a game: `40k` is of every edition.
pub(super) fn is_game(section: &str, game: &str) -> bool {
    game.strip_prefix(full_game(section)).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// The lines of a table in sections: the section, and the text before and after `: `.
fn rows(table: &'static str) -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let mut section = "";
    table.lines().filter(|line| !line.starts_with('#')).filter_map(move |line| {
        if let Some(name) = line.strip_prefix('[') {
            section = name.trim_end_matches(']');
        }
        line.split_once(": ").map(|(one, other)| (section, one, other))
    })
}

/// The games and whole names of the units that players call so.
fn nicknamed(typed: &str) -> Vec<(&'static str, &'static str)> {
    let joined = |name: &str| plain(&words(name)).concat();
    let (typed, joins) = (words(typed), |word: Option<&String>| word.is_some_and(|word| among(SMALL, word)));
    if joins(typed.first()) || joins(typed.last()) {
        return Vec::new();
    }
    let wanted = plain(&typed).concat();
    let starts = Starts::of(&[wanted.chars().take(1).collect()]);
    let is_it = |short: &str| starts.may_fit(short) && joined(short) == wanted;
    let called = rows(NICKNAMES).filter(|(_, _, short)| short.split(", ").any(is_it));
    called.flat_map(|(game, names, _)| names.split(" | ").map(move |name| (game, name))).collect()
}

/// What some words begin with: most names are told apart by that, and taking every name apart takes longer than most answers.
struct Starts {
    /// The first two letters of each word; of a short one, which may be a part of a word or end otherwise, only the first.
    letters: Vec<[Option<u8>; 2]>,
    /// How each word begins that is a number.
    digits: Vec<u8>,
}

impl Starts {
    fn of(words: &[String]) -> Self {
        let letters = words.iter().map(|word| {
            let bytes = word.as_bytes();
            [bytes.first(), bytes.get(1).filter(|_| bytes.len() > 3)].map(Option::<&u8>::copied)
        });
        let numbers = words.iter().filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        Self { letters: letters.collect(), digits: numbers.filter_map(|word| word.bytes().next()).collect() }
    }

    /// Whether the words may fit a name: one of its words begins as one of them, and it has their numbers; true if that cannot
    /// be seen by its bytes.
    fn may_fit(&self, name: &str) -> bool {
        let bytes = name.as_bytes();
        let is = |own: Option<&u8>, letter: Option<u8>| {
            own.zip(letter).is_none_or(|(own, letter)| own.eq_ignore_ascii_case(&letter))
        };
        let begins = |word: &[u8]| {
            let letters = |[first, second]: &[Option<u8>; 2]| is(word.first(), *first) && is(word.get(1), *second);
            !word.is_empty() && self.letters.iter().any(letters)
        };
        let has_numbers = || self.digits.iter().all(|digit| bytes.contains(digit));
        !name.is_ascii() || has_numbers() && bytes.split(|byte| !byte.is_ascii_alphanumeric()).any(begins)
    }
}

/// What the armies of a built-in unit are called.
pub(super) fn factions(game: &str, stem: &str) -> impl Iterator<Item = &'static str> {
    rows(FACTIONS)
        .filter(move |(of, _, units)| *of == game && units.split(' ').any(|unit| unit == stem))
        .flat_map(|(_, army, _)| army.split(", "))
}

/// Whether a keyword is that of an army of a game, whose units perhaps nobody here has.
pub(crate) fn is_army(game: &str, word: &str) -> bool {
    rows(FACTIONS).any(|(of, army, _)| of == game && army.split(", ").any(|name| same(name, word)))
}

/// Whether two names have the same words, but for what does not count in them.
pub(super) fn same_words(one: &str, other: &str) -> bool {
    words(one).concat() == words(other).concat()
}

fn among(list: &[&str], word: &str) -> bool {
    list.contains(&word)
}

/// The words that say something; all of them if none does.
fn plain(words: &[String]) -> Vec<&str> {
    let says = |word: &&str| !among(SMALL, word) && !among(UNIT, word);
    let plain: Vec<&str> = words.iter().map(String::as_str).filter(says).collect();
    if plain.is_empty() { words.iter().map(String::as_str).collect() } else { plain }
}

/// How many words a name has that say something.
pub(crate) fn length(name: &str) -> usize {
    plain(&words(name)).len()
}

/// The words of a name in small letters, without accents and apostrophes, each as one of its kind is called.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for letter in name.chars().flat_map(char::to_lowercase) {
        match letter {
            '\'' | '’' | '‘' | '´' | '`' => {}
            letter if letter.is_alphanumeric() => words.last_mut().expect("one at least").push(bare(letter)),
            _ => words.push(String::new()),
        }
    }
    words.into_iter().filter(|word| !word.is_empty()).map(singular).collect()
}

/// A letter without its accent.
fn bare(letter: char) -> char {
    match letter {
        'à'..='å' | 'ā' => 'a',
        'ç' => 'c',
        'è'..='ë' | 'ē' => 'e',
        'ì'..='ï' | 'ī' => 'i',
        'ñ' => 'n',
        'ò'..='ö' | 'ø' | 'ō' => 'o',
        'ù'..='ü' | 'ū' => 'u',
        'ý' | 'ÿ' => 'y',
        other => other,
    }
}

/// A word without the ending that says that there are several; the same word always ends the same.
fn singular(mut word: String) -> String {
    let ends = |word: &str, ending: &str| word.len() > ending.len() + 2 && word.ends_with(ending);
    let cut = |word: &mut String, letters: usize| word.truncate(word.len() - letters);
    if word.ends_with("men") {
        word.replace_range(word.len() - 2.., "an");
    } else if ends(&word, "ies") {
        word.replace_range(word.len() - 3.., "y");
    } else if ends(&word, "ves") {
        word.replace_range(word.len() - 3.., "f");
    } else if ["ches", "shes", "sses", "xes"].iter().any(|ending| ends(&word, ending)) {
        cut(&mut word, 2);
    } else if word.len() > 3 && word.ends_with(['s', 'z']) && !word.ends_with("ss") {
        cut(&mut word, 1);
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fit(typed: &str, name: &str) -> Option<Fit> {
        let typed = TypedName::new(typed);
        typed
            .exactly(["file", name])
            .or_else(|| typed.nearly("warhammer-40k", ["file", name], &["tin men"], &|| vec!["GREY COURT"]))
    }

    #[test]
    fn plurals_and_small_words_fold() {
        for (typed, name) in [
            ("lancers", "Lancer Squad"),
            ("wolf of the north", "Wolves of North"),
            ("cogboys", "Cogboyz"),
            ("guardsman", "Guardsmen"),
            ("maw krusha rider", "Mawkrusha Riders"),
            ("witches", "Witch"),
            ("rékas lance", "Reka's Lances"),
        ] {
            assert_eq!(fit(typed, name), Some(Fit::Plural), "{typed}");
        }
        assert_eq!(fit("lancer squad", "Lancer Squad"), Some(Fit::Name));
        assert_eq!(fit("tinmen", "Lancer Squad"), Some(Fit::Called));
    }

    #[test]
    fn words_and_their_beginnings_fit_and_their_middles_do_not() {
        assert_eq!(fit("grave guard", "Grave Guard Captain"), Some(Fit::Leading));
        assert_eq!(fit("captain guard", "Grave Guard Captain"), Some(Fit::Words));
        assert_eq!(fit("grey court lancers", "Lancer Squad"), Some(Fit::Leading));
        assert_eq!(fit("grey court", "Lancer Squad"), None);
        assert_eq!(fit("capt", "Grave Guard Captain"), Some(Fit::Beginnings));
        for (typed, name) in [("fight", "Jungle Fighter's"), ("rat", "Liberators"), ("2", "20 Men"), ("g", "Guard")] {
            let fits = fit(typed, name);
            assert!(fits.is_none() || typed == "fight", "{typed}: {fits:?}");
        }
    }

    #[test]
    fn every_line_of_the_table_is_read_and_nobody_stands_twice() {
        let mut seen = std::collections::BTreeSet::new();
        let mut count = 0;
        for (game, names, short) in rows(NICKNAMES) {
            assert!(seen.insert((game, names)), "{names}");
            for short in short.split(", ") {
                count += 1;
                let found = nicknamed(short);
                assert!(names.split(" | ").all(|name| found.contains(&(game, name))), "{short}");
            }
        }
        assert!(count >= 300, "{count}");
    }
}
