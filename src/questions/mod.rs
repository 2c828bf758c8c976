//! Dice questions besides attacks: how they are asked and what an answer is made of.
//!
//! A game lists its [`Question`]s; each reads its keys from an [`Asked`] and answers with exact fractions wherever the
//! dice are few. Questions that hang on an attack (charge, then fight) get it through [`Asked::attack`]: a game never
//! calls an engine.

use std::cell::RefCell;
use std::ops::RangeInclusive;

use crate::dice::Amount;
use crate::error::Error;
use crate::games::Game;
use crate::profile::Document;
use crate::stats::{Counts, Fraction, Pmf};
use crate::words::{did_you_mean, same};

mod age_of_sigmar;
mod asoiaf;
mod warcry;
mod warhammer_40k;

/// The questions of each game.
const QUESTIONS: &[(&str, &[Question])] = &[
    ("age-of-sigmar", age_of_sigmar::QUESTIONS),
    ("warhammer-40k", warhammer_40k::QUESTIONS),
    ("asoiaf", asoiaf::QUESTIONS),
    ("warcry", warcry::QUESTIONS),
];

/// The dice questions that can be asked of a game; none if nobody has written any.
pub fn of(game: &Game) -> &'static [Question] {
    QUESTIONS.iter().find(|(id, _)| *id == game.id).map_or(&[], |(_, questions)| questions)
}

/// A question that can be asked of a game.
pub struct Question {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it answers, in one line.
    pub short: &'static str,
    /// What can be said to it.
    pub keys: &'static [Key],
    /// The rule it comes from.
    pub rule: &'static str,
    /// Answers it.
    pub answer: fn(&Asked<'_>) -> Result<Answered, Error>,
}

impl std::fmt::Debug for Question {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// Something that can be said to a question: `key=value`.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What it is, in one line.
    pub short: &'static str,
    /// What holds if it is not said; `None` if it must be said, an empty text if nothing holds.
    pub default: Option<&'static str>,
}

impl Key {
    /// How it is said: `distance=…`, in brackets if it may be left out.
    pub fn usage(&self) -> String {
        match self.default {
            None => format!("{}=…", self.name),
            Some("") => format!("[{}=…]", self.name),
            Some(default) => format!("[{}={default}]", self.name),
        }
    }
}

/// What an attack did, for questions that hang on one.
#[derive(Clone, PartialEq, Debug)]
pub struct AttackOdds {
    /// The attacker's name.
    pub attacker: String,
    /// The defender's profile, everything set that was asked for.
    pub defender: Document,
    /// Points through saves and wards, without an end.
    pub damage: Pmf,
    /// Points really lost.
    pub wounds_lost: Pmf,
    /// Models slain.
    pub slain: Pmf,
    /// P(the target is gone).
    pub destroyed: f64,
    /// Models of the target before the attack.
    pub target_models: usize,
    /// Points the target could lose before the attack.
    pub target_wounds: usize,
    /// Points the attacker lost, if anything could hurt it.
    pub attacker_wounds_lost: Option<Pmf>,
    /// Where one model attacks another and either can fall: P(both are down), P(only the target), P(only the attacker),
    /// P(neither).
    pub who_is_down: Option<[f64; 4]>,
    /// How often dice were rolled because exact was too large; `None` if it is exact.
    pub trials: Option<u64>,
    /// Chances that the game itself reads off an attack, by name: `panic-failed`.
    pub read: Vec<(&'static str, f64)>,
}

/// An attack that a question asks for.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct AttackWanted {
    /// Who attacks.
    pub attacker: String,
    /// Who is attacked.
    pub defender: String,
    /// Situations and effects, as with `--with`.
    pub with: Vec<String>,
    /// `shooting` or `combat`, if it was said.
    pub phase: Option<crate::games::Phase>,
    /// Nothing of what was asked for besides the question holds in it: it is another attack than the one asked about.
    pub plain: bool,
}

/// What a question may ask of the rest of the program.
pub trait Board {
    /// Computes an attack.
    ///
    /// # Errors
    /// Whatever is wrong with it.
    fn attack(&self, wanted: &AttackWanted) -> Result<AttackOdds, Error>;

    /// Finds a unit of the game that is asked: a name, a path, `20 termagants`.
    ///
    /// # Errors
    /// A unit that does not exist or is of another game, or a profile that cannot be read.
    fn unit(&self, typed: &str) -> Result<Document, Error>;
}

/// What was said to a question.
pub struct Asked<'q> {
    question: &'q Question,
    said: Vec<(String, String)>,
    board: &'q dyn Board,
    /// Keys that were read, to find those that nobody reads.
    read: RefCell<Vec<&'static str>>,
}

impl<'q> Asked<'q> {
    /// Sorts out `key=value` texts.
    ///
    /// # Errors
    /// A text that is not of this shape, a key that the question does not have or that is said twice, a key that is
    /// missing.
    pub fn new(question: &'q Question, texts: &[String], board: &'q dyn Board) -> Result<Self, Error> {
        let mut said: Vec<(String, String)> = Vec::new();
        for text in texts {
            let (key, value) = text.split_once('=').unwrap_or((text, "yes"));
            let Some(key) = question.keys.iter().find(|known| same(known.name, key)) else {
                let help = did_you_mean(key, question.keys.iter().map(|known| known.name));
                return Err(Error::usage(format!("`{}` has no key `{}`", question.name, key.trim()))
                    .hint(help)
                    .hint(question.usage()));
            };
            if said.iter().any(|(known, _)| known == key.name) {
                return Err(Error::usage(format!("`{}` is said twice", key.name)));
            }
            said.push((key.name.to_owned(), value.trim().to_owned()));
        }
        for key in question.keys.iter().filter(|key| key.default.is_none()) {
            if !said.iter().any(|(known, _)| known == key.name) {
                let message = format!("`{}` needs `{}=…`: {}", question.name, key.name, key.short);
                return Err(Error::usage(message).hint(question.usage()));
            }
        }
        Ok(Self { question, said, board, read: RefCell::default() })
    }

    /// The text of a key, or its default; `None` if neither says anything.
    ///
    /// # Panics
    /// If the question does not list the key: a mistake in a game's table.
    pub fn text(&self, key: &str) -> Option<&str> {
        let listed = self.question.keys.iter().find(|known| known.name == key);
        let listed = listed.unwrap_or_else(|| panic!("`{}` does not list `{key}`", self.question.name));
        self.read.borrow_mut().push(listed.name);
        let said = self.said.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str());
        said.or(listed.default).filter(|text| !text.is_empty())
    }

    /// Whether a key was said, whatever its value.
    pub fn is_said(&self, key: &str) -> bool {
        self.said.iter().any(|(known, _)| known == key)
    }

    fn wrong(&self, key: &str, value: &str, write: &str) -> Error {
        Error::usage(format!("`{key}={value}`: write {write}")).hint(self.question.usage())
    }

    /// A whole number within a range; `None` if nothing is said.
    ///
    /// # Errors
    /// A text that is not one.
    pub fn maybe_whole(&self, key: &str, range: RangeInclusive<i64>) -> Result<Option<i64>, Error> {
        let Some(text) = self.text(key) else { return Ok(None) };
        let write = format!("a whole number from {} to {}", range.start(), range.end());
        let digits = text.strip_prefix('+').unwrap_or(text);
        digits.parse().ok().filter(|n| range.contains(n)).map(Some).ok_or_else(|| self.wrong(key, text, &write))
    }

    /// A whole number within a range; the lowest if nothing is said.
    ///
    /// # Errors
    /// A text that is not one.
    pub fn whole(&self, key: &str, range: RangeInclusive<i64>) -> Result<i64, Error> {
        let low = *range.start();
        Ok(self.maybe_whole(key, range)?.unwrap_or(low))
    }

    /// A number with a point within a range, such as a distance; a decimal comma and an inch mark are understood.
    ///
    /// # Errors
    /// A text that is not one.
    pub fn number(&self, key: &str, range: RangeInclusive<f64>) -> Result<f64, Error> {
        let text = self.text(key).unwrap_or("0");
        let write = format!("a number from {} to {}", range.start(), range.end());
        let clean = text.trim_end_matches(['"', '″']).replace(',', ".");
        clean.parse().ok().filter(|n| range.contains(n)).ok_or_else(|| self.wrong(key, text, &write))
    }

    /// A number to reach, `4+` or `4`; `None` if nothing is said, or `-`.
    ///
    /// # Errors
    /// A text that is not one from 2 to 7.
    pub fn target(&self, key: &str) -> Result<Option<u8>, Error> {
        self.target_to(key, 7)
    }

    /// A number to reach of at most `most`: two dice reach up to 12.
    ///
    /// # Errors
    /// A text that is not one.
    pub fn target_to(&self, key: &str, most: u8) -> Result<Option<u8>, Error> {
        match self.text(key) {
            None | Some("-") => Ok(None),
            Some(text) => {
                let bare = text.strip_suffix('+').unwrap_or(text);
                let n = bare.parse().ok().filter(|n| (2..=most).contains(n));
                n.map(Some).ok_or_else(|| self.wrong(key, text, &format!("`2+` to `{most}+`, or `-` for none")))
            }
        }
    }

    /// A number or dice: `3`, `D6`, `2D3+1`.
    ///
    /// # Errors
    /// A text that is not one.
    pub fn amount(&self, key: &str) -> Result<Amount, Error> {
        let text = self.text(key).unwrap_or("0");
        text.parse().map_err(|error: crate::dice::AmountError| self.wrong(key, text, &error.to_string()))
    }

    /// Yes or no.
    ///
    /// # Errors
    /// A text that is neither.
    pub fn flag(&self, key: &str) -> Result<bool, Error> {
        match self.text(key).map(str::to_lowercase).as_deref() {
            None | Some("no" | "false" | "off" | "0") => Ok(false),
            Some("yes" | "true" | "on" | "1") => Ok(true),
            Some(text) => Err(self.wrong(key, text, "`yes` or `no`")),
        }
    }

    /// One of a few words; the first if nothing is said.
    ///
    /// # Errors
    /// Another word.
    pub fn choice(&self, key: &str, words: &'static [&'static str]) -> Result<&'static str, Error> {
        let text = self.text(key).unwrap_or(words[0]);
        let found = words.iter().copied().find(|word| same(word, text));
        found.ok_or_else(|| self.wrong(key, text, &format!("one of {}", words.join(", "))))
    }

    /// Whole numbers between commas or plus signs.
    ///
    /// # Errors
    /// A part that is not one within the range.
    pub fn wholes(&self, key: &str, range: &RangeInclusive<i64>) -> Result<Vec<i64>, Error> {
        let Some(text) = self.text(key) else { return Ok(Vec::new()) };
        let write = format!("whole numbers from {} to {} with commas between", range.start(), range.end());
        text.split([',', ' '])
            .filter(|part| !part.is_empty())
            .map(|part| part.parse().ok().filter(|n| range.contains(n)).ok_or_else(|| self.wrong(key, text, &write)))
            .collect()
    }

    /// Numbers with a point, with commas between: distances.
    ///
    /// # Errors
    /// A part that is not one within the range.
    pub fn numbers(&self, key: &str, range: &RangeInclusive<f64>) -> Result<Vec<f64>, Error> {
        let Some(text) = self.text(key) else { return Ok(Vec::new()) };
        let write = format!("numbers from {} to {} with commas between", range.start(), range.end());
        text.split([',', ' '])
            .map(|part| part.trim_end_matches(['"', '″']))
            .filter(|part| !part.is_empty())
            .map(|part| part.parse().ok().filter(|n| range.contains(n)).ok_or_else(|| self.wrong(key, text, &write)))
            .collect()
    }

    /// Computes an attack.
    ///
    /// # Errors
    /// Whatever is wrong with it.
    pub fn attack(&self, wanted: &AttackWanted) -> Result<AttackOdds, Error> {
        self.board.attack(wanted)
    }

    /// A unit of this game by its name; `None` if the key says nothing.
    ///
    /// # Errors
    /// A unit that cannot be found or read.
    pub fn maybe_unit(&self, key: &str) -> Result<Option<Document>, Error> {
        self.text(key).map(|typed| self.unit(typed)).transpose()
    }

    /// A unit of this game by its name.
    ///
    /// # Errors
    /// A unit that cannot be found or read.
    pub fn unit(&self, typed: &str) -> Result<Document, Error> {
        self.board.unit(typed)
    }

    /// What is wrong with what was said, with how the question is asked.
    pub fn mistake(&self, message: impl Into<String>) -> Error {
        Error::usage(message).hint(self.question.usage())
    }

    /// Keys that were said and that nobody has read: they meant nothing to what was asked.
    pub fn unread(&self) -> Vec<&str> {
        let read = self.read.borrow();
        let keys = self.said.iter().map(|(key, _)| key.as_str());
        keys.filter(|key| !read.contains(key)).collect()
    }
}

impl Question {
    /// How it is asked: `charge distance=… [bonus=0]`.
    pub fn usage(&self) -> String {
        let keys = self.keys.iter().map(Key::usage);
        std::iter::once(self.name.to_owned()).chain(keys).collect::<Vec<_>>().join(" ")
    }
}

/// A cell of an answer's table.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Figure {
    /// Words.
    Text(String),
    /// A whole number.
    Whole(i64),
    /// A number with a point.
    Number(f64),
    /// A probability known as a fraction.
    Chance(Fraction),
    /// A probability known as a number.
    Probability(f64),
    /// Nothing to say.
    #[default]
    Empty,
}

impl From<Fraction> for Figure {
    fn from(chance: Fraction) -> Self {
        Self::Chance(chance)
    }
}

impl From<&str> for Figure {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Figure {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for Figure {
    fn from(n: i64) -> Self {
        Self::Whole(n)
    }
}

/// A table of an answer.
#[derive(Clone, PartialEq, Debug)]
pub struct FigureTable {
    /// What it shows; empty if there is nothing to add to the answer's title.
    pub title: String,
    /// The columns.
    pub header: Vec<String>,
    /// The rows, as long as the header.
    pub rows: Vec<Vec<Figure>>,
}

/// A curve worth drawing: the chance of each value.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    /// What the values are: `mortal damage`, `charge roll`.
    pub axis: String,
    /// The distribution.
    pub pmf: Pmf,
}

/// The answer to a question.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Answered {
    /// The question in words, its numbers filled in.
    pub title: String,
    /// The answer in a few lines: what, and how much.
    pub lines: Vec<(String, Figure)>,
    /// Tables.
    pub tables: Vec<FigureTable>,
    /// A distribution that a chart shows, where one helps.
    pub curve: Option<Curve>,
    /// What a player should know: rulings, policies, what is assumed.
    pub notes: Vec<String>,
    /// How often dice were rolled for an attack that is too large to be exact; `None` if everything is exact.
    pub trials: Option<u64>,
}

impl Answered {
    /// An answer without anything yet.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), ..Self::default() }
    }

    /// Adds a line.
    pub fn line(mut self, what: impl Into<String>, figure: impl Into<Figure>) -> Self {
        self.lines.push((what.into(), figure.into()));
        self
    }

    /// Adds a table.
    pub fn table(mut self, title: &str, header: &[&str], rows: Vec<Vec<Figure>>) -> Self {
        let header = header.iter().map(|title| (*title).to_owned()).collect();
        self.tables.push(FigureTable { title: title.to_owned(), header, rows });
        self
    }

    /// Adds the chances of 0, 1, 2 … as a table and as a curve.
    pub fn distribution(self, axis: &str, pmf: &Pmf) -> Self {
        let rows = (0..=pmf.max())
            .map(|k| {
                vec![Figure::Whole(k as i64), Figure::Probability(pmf.at(k)), Figure::Probability(pmf.at_least(k))]
            })
            .collect();
        let mut answered = self.table("", &[axis, "exactly", "at least"], rows);
        answered.curve = Some(Curve { axis: axis.to_owned(), pmf: pmf.clone() });
        answered
    }

    /// Adds the chances of numbers that are known as fractions, as a table and as a curve.
    pub fn outcomes(self, axis: &str, outcomes: &Counts<u32>) -> Self {
        let rows = outcomes
            .each()
            .map(|(k, exactly)| vec![Figure::Whole(i64::from(*k)), exactly.into(), outcomes.at_least(*k).into()])
            .collect();
        let mut answered = self.table("", &[axis, "exactly", "at least"], rows);
        answered.curve = Some(Curve { axis: axis.to_owned(), pmf: outcomes.pmf() });
        answered
    }

    /// Adds a note.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }
}
