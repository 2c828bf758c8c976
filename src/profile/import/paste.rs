//! The text of a card that somebody copied: its lines of numbers, and its abilities as paragraphs.

use super::Vocabulary;
use super::card::{Card, Counted, ImportedUnit, SENTENCES, Told};
use super::values::clean;
use super::write::Written;

/// A card in pieces.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct PastedCard {
    /// What the first line calls the unit; empty if it is no name.
    pub(crate) name: String,
    /// The lines of numbers, as they stand.
    pub(crate) numbers: Vec<String>,
    /// The abilities, each with its name and its text.
    pub(crate) abilities: Vec<(String, String)>,
}

impl PastedCard {
    /// Takes a text apart: lines that were broken are put together, up to an empty line or one with a name in front.
    pub(crate) fn of(text: &str) -> Self {
        let (mut card, mut is_open) = (Self::default(), false);
        for line in text.lines().map(clean) {
            if line.is_empty() || is_title(&line) {
                is_open = false;
            } else if is_numbers(&line) {
                card.numbers.push(line);
                is_open = false;
            } else if let Some((name, rest)) = labelled(&line) {
                card.abilities.push((name.to_owned(), rest.to_owned()));
                is_open = true;
            } else if let Some((_, open)) = card.abilities.last_mut().filter(|_| is_open) {
                open.push(' ');
                open.push_str(&line);
            } else if card.name.is_empty() && card.abilities.is_empty() && is_name(&line) {
                card.name = line;
            } else {
                card.abilities.push((format!("Ability {}", card.abilities.len() + 1), line));
                is_open = true;
            }
        }
        card
    }

    /// What its abilities become in a game, for a unit of these weapons and models: a profile without a statline.
    pub(crate) fn read(
        &self,
        game: &'static str,
        [weapons, groups]: [&[String]; 2],
        words: &dyn Vocabulary,
    ) -> ImportedUnit {
        let mut card = Card::new(game, words);
        card.keywords = vec![self.name.clone()];
        for (name, text) in &self.abilities {
            let told = Told { name, text, weapons, groups, keyless: true, ..Told::default() };
            card.ability(&[SENTENCES], &told);
        }
        let mut written = Written::default();
        card.write_head(&mut written.head);
        card.write_entries(&mut written);
        let counted = Counted { name: self.name.clone(), points: None, models: 0, weapons: weapons.len() };
        card.done(counted, &written)
    }
}

/// Whether a line holds a row of numbers, or the letters above one, and no sentence.
fn is_numbers(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let numbers = words.iter().filter(|word| word.contains(|c: char| c.is_ascii_digit())).count();
    is_heading(line) || numbers >= 3 && !line.ends_with('.') && !line.contains(": ")
}

/// What a heading above a row of numbers is made of.
const HEADINGS: &[&str] = &[
    "m", "t", "sv", "w", "ld", "oc", "insv", "range", "rng", "a", "atk", "bs", "ws", "s", "ap", "d", "dmg", "hit",
    "wnd", "rnd", "move", "health", "save", "control", "ward", "attacks", "rend", "damage", "wound",
];

/// Whether all words of a line are such.
pub(crate) fn is_heading(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.clone().count() >= 3 && words.all(|word| HEADINGS.contains(&word.to_lowercase().as_str()))
}

/// The name of an ability in front of its text.
fn labelled(line: &str) -> Option<(&str, &str)> {
    const BEGIN: [&str; 9] = ["until", "while", "each", "in", "at", "on", "if", "once", "roll"];
    let (name, rest) = line.split_once(':')?;
    let name = name.trim_matches([' ', '•', '■', '-', '"', '\'']);
    let first = name.split_whitespace().next()?.to_lowercase();
    let is_one = is_name(name) && !BEGIN.contains(&first.as_str());
    is_one.then_some((name, rest.trim()))
}

/// Whether a line stands above a part of a card.
fn is_title(line: &str) -> bool {
    const TITLES: [&str; 6] =
        ["ranged weapons", "melee weapons", "missile weapons", "weapons", "abilities", "core abilities"];
    TITLES.contains(&line.trim_end_matches(':').to_lowercase().as_str())
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_uppercase()) && text.split_whitespace().count() <= 6 && !text.contains([',', '.'])
}
