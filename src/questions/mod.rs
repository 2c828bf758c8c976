//! Dice questions other than attacks: how they are asked and what an answer is made of.
//!
//! A game lists its [`Question`]s; each reads its keys from a `Query` and answers with exact fractions wherever the
//! dice are few. Questions that depend on an attack (charge, then fight) get it, and units, through its `Board`: no question
//! calls an engine.

use crate::error::Error;
use crate::games::Game;
use crate::words::{is, normal};

mod age_of_sigmar;
mod answered;
mod asoiaf;
mod board;
mod keys;
mod query;
pub(crate) mod rolls;
mod typed;
mod warcry;
mod warhammer_40k;
mod warhammer_40k_11e;

pub use self::answered::Answered;
pub(crate) use self::board::{AttackOdds, AttackWanted, Board};
pub use self::keys::QuestionKey;
pub(crate) use self::keys::key;
pub(crate) use self::query::Query;
pub(crate) use crate::report::Figure;

/// A question that can be asked of a game.
#[derive(Debug)]
pub struct Question {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it answers, in one line.
    pub short: &'static str,
    /// What can be said to it.
    pub keys: &'static [QuestionKey],
    /// The rule it comes from.
    pub rule: &'static str,
    /// Answers it.
    pub(crate) answer: fn(&Query<'_>) -> Result<Answered, Error>,
}

/// A question without keys; [`Question::means`] and [`Question::keys`] say the rest.
pub(crate) const fn question(
    name: &'static str,
    rule: &'static str,
    answer: fn(&Query<'_>) -> Result<Answered, Error>,
) -> Question {
    Question { name, short: "", keys: &[], rule, answer }
}

impl Question {
    /// The same with what it answers, in one line.
    pub(crate) const fn means(self, short: &'static str) -> Self {
        Self { short, ..self }
    }

    /// The same with what can be said to it.
    pub(crate) const fn keys(self, keys: &'static [QuestionKey]) -> Self {
        Self { keys, ..self }
    }

    /// How it is asked: `charge distance=… [bonus=0]`.
    pub fn usage(&self) -> String {
        let keys = self.keys.iter().map(QuestionKey::usage);
        std::iter::once(self.name.to_owned()).chain(keys).collect::<Vec<_>>().join(" ")
    }

    /// What was typed behind it, each value with its key: `distance=9` for `9"`.
    ///
    /// # Errors
    /// A key that it does not have or that is given twice, a key that is missing.
    pub(crate) fn keys_of(&self, texts: &[String]) -> Result<Vec<String>, Error> {
        Ok(typed::sort_out(self, texts)?.into_iter().map(|(key, value)| format!("{key}={value}")).collect())
    }
}

/// The questions of each game.
const QUESTIONS: &[(&str, &[Question])] = &[
    ("age-of-sigmar", age_of_sigmar::QUESTIONS),
    ("warhammer-40k", warhammer_40k::QUESTIONS),
    ("warhammer-40k-11e", warhammer_40k_11e::QUESTIONS),
    ("asoiaf", asoiaf::QUESTIONS),
    ("warcry", warcry::QUESTIONS),
];

/// The question of a game that a word names: by its whole name, or by the beginning or a whole word of only one.
pub(crate) fn named(game: &Game, typed: &str) -> Option<&'static Question> {
    let (all, typed) = (of_game(game), normal(typed));
    let only = |fits: &dyn Fn(&str) -> bool| {
        let mut fitting = all.iter().filter(|entry| typed.len() > 2 && fits(entry.name));
        fitting.next().filter(|_| fitting.next().is_none())
    };
    all.iter()
        .find(|entry| is(entry.name, &typed))
        .or_else(|| only(&|name| normal(name).starts_with(&typed)))
        .or_else(|| only(&|name| name.split('-').any(|word| is(word, &typed))))
}

/// What players call questions: the game, their name for it, the question, and what precedes a number behind it, with the
/// number that is meant if none is typed.
const TWINS: &[(&str, &str, &str, &str, &str)] = &[
    ("age-of-sigmar", "deep-strike", "charge", "distance=", "9"),
    ("age-of-sigmar", "dispel", "unbinding", "", ""),
    ("warhammer-40k", "deep-strike", "charge", "distance=>", "9"),
    ("warhammer-40k", "leadership", "battle-shock", "leadership=", ""),
    ("warhammer-40k-11e", "leadership", "battle-shock", "leadership=", ""),
    ("warhammer-40k-11e", "deep-strike", "charge", "distance=>", "8"),
];

/// The question that one word or several name, and what is typed behind it: `battle shock 7+`, `"unbind 8"`, `deep strike`.
pub(crate) fn of_words(game: &Game, first: &str, more: &[String]) -> Option<(&'static Question, Vec<String>)> {
    const LONGEST: usize = 3;
    let more = || more.iter().map(String::as_str);
    if let Some(question) = named(game, first).filter(|_| more().next().is_none()) {
        return Some((question, Vec::new()));
    }
    let words: Vec<&str> = first.split_whitespace().chain(more()).collect();
    (1..=LONGEST.min(words.len())).rev().find_map(|count| {
        let (name, keys) = words.split_at(count);
        let name = normal(&name.concat());
        let twin = TWINS.iter().find(|(of, twin, ..)| *of == game.id && is(twin, &name));
        let mut keys: Vec<String> = keys.iter().map(|text| (*text).to_owned()).collect();
        if let Some((_, _, name, key, usual)) = twin {
            let is_number = |text: &String| text.starts_with(|c: char| c.is_ascii_digit());
            match keys.iter_mut().find(|text| is_number(text)) {
                Some(number) => number.insert_str(0, key),
                None => keys.extend((!usual.is_empty()).then(|| format!("{key}{usual}"))),
            }
            return Some((named(game, name)?, keys));
        }
        Some((named(game, &name)?, keys))
    })
}

/// The dice questions of a game, if any.
pub fn of_game(game: &Game) -> &'static [Question] {
    QUESTIONS.iter().find(|(id, _)| *id == game.id).map_or(&[], |(_, questions)| questions)
}
