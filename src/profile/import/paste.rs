//! The text of a card that somebody copied: its lines of numbers, and its abilities as paragraphs.

use super::card::{Card, Counted, ImportedUnit, NOT_OF_GAME, SENTENCES, Told};
use super::selection::Printed;
use super::values::clean;
use super::write::Written;
use super::{Vocabulary, warscroll};
use crate::words::{add_once, same};

/// A card in pieces.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct PastedCard {
    /// What the first line calls the unit; empty if it is no name.
    pub(crate) name: String,
    /// The lines of numbers, as they stand.
    pub(crate) numbers: Vec<String>,
    /// The abilities.
    pub(crate) abilities: Vec<PastedAbility>,
    /// Abilities that are named without a text: `CORE: Deep Strike, Deadly Demise D3`.
    pub(crate) named: Vec<String>,
    keywords: Vec<String>,
}

/// An ability in pieces.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct PastedAbility {
    pub(crate) name: String,
    /// When it is used, and on whom, where a card says so apart: `Your Hero Phase`, `Declare: …`.
    timing: String,
    declare: String,
    pub(crate) text: String,
}

impl PastedCard {
    /// Takes a text apart: lines that were broken are put together, up to an empty line or one with a name in front.
    pub(crate) fn of(text: &str) -> Self {
        let (mut card, mut is_open, mut timing) = (Self::default(), false, String::new());
        for line in text.lines().map(clean) {
            if line.is_empty() || is_title(&line) {
                is_open = false;
            } else if let Some(save) = invulnerable(&line) {
                card.named.push(format!("Invulnerable Save {save}"));
                is_open = false;
            } else if is_timing(&line) && card.abilities.last().is_none_or(|last| !is_open || last.text.ends_with('.'))
            {
                (timing, is_open) = (line, false);
            } else if is_numbers(&line) {
                card.numbers.push(line);
                is_open = false;
            } else if let Some((name, rest)) = labelled(&line) {
                is_open = true;
                let (text, last) = (rest.to_owned(), card.abilities.last_mut());
                match (last, &*name.to_lowercase()) {
                    (Some(last), "declare") => (last.declare, last.text) = (text, String::new()),
                    (Some(last), "effect") => last.text = text,
                    _ => card.abilities.push(PastedAbility {
                        name: name.to_owned(),
                        timing: std::mem::take(&mut timing),
                        declare: String::new(),
                        text,
                    }),
                }
            } else if let Some(last) = card.abilities.last_mut().filter(|_| is_open) {
                let is_declared = last.text.is_empty() && !last.declare.is_empty();
                let open = if is_declared { &mut last.declare } else { &mut last.text };
                open.push(' ');
                open.push_str(&line);
            } else if card.name.is_empty() && card.abilities.is_empty() && is_name(&line) {
                card.name = line;
            } else {
                let name = format!("Ability {}", card.abilities.len() + 1);
                card.abilities.push(PastedAbility { name, text: line, ..PastedAbility::default() });
                is_open = true;
            }
        }
        let listed = |text: String| text.split(',').map(clean).filter(|part| !part.is_empty()).collect::<Vec<_>>();
        for ability in std::mem::take(&mut card.abilities) {
            match ability.name.to_lowercase().as_str() {
                "core" | "faction" | "core abilities" => card.named.extend(listed(ability.text)),
                "keywords" | "faction keywords" => card.keywords.extend(listed(ability.text.to_uppercase())),
                _ => card.abilities.push(ability),
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
        card.keywords = std::iter::once(&self.name).chain(&self.keywords).cloned().collect();
        for PastedAbility { name, timing, declare, text } in &self.abilities {
            // Abilities of Warcry are paid for with dice, and orders are given: who names them has seen to that.
            let is_trait = text.contains("with this battle trait");
            let optional = game == "warcry" && !is_trait || game == "asoiaf" && name.starts_with("Order");
            let told = Told { name, text, weapons, groups, optional, keyless: true, ..Told::default() };
            if game != "age-of-sigmar" {
                card.ability(&[SENTENCES], &told);
                continue;
            }
            let kind = if timing.is_empty() || same(timing, "passive") { "Passive" } else { "" };
            let said = [("Timing", timing), ("Declare", declare), ("Effect", text)];
            let values = said.map(|(name, value)| (name, value.as_str().into())).into();
            warscroll::ability(&mut card, &Printed { kind, name: name.as_str().into(), values }, &self.name, &told);
        }
        for name in &self.named {
            // A save that is printed beside the statline is every model's.
            if card.vocabulary.knows_unit_ability(game, name) {
                add_once(&mut card.read, [name.clone()]);
                add_once(&mut card.abilities, [name.clone()]);
            } else {
                card.not_computed(name, NOT_OF_GAME);
            }
        }
        let mut written = Written::default();
        written.head.put_list("keywords", &self.keywords);
        card.write_head(&mut written.head);
        card.write_entries(&mut written);
        let counted = Counted { name: self.name.clone(), points: None, models: 0, weapons: weapons.len() };
        card.done(counted, &written)
    }
}

/// Lines above parts of a card that say nothing by themselves.
const SECTIONS: &[&str] = &[
    "ranged weapons", "melee weapons", "missile weapons", "weapons", "abilities", "wargear abilities", "core abilities",
];

fn is_title(line: &str) -> bool {
    SECTIONS.contains(&line.trim_end_matches(':').to_lowercase().as_str())
}

/// Whether a line holds a row of numbers, or the letters above one, and no sentence.
fn is_numbers(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let numbers = words.iter().filter(|word| word.contains(|c: char| c.is_ascii_digit())).count();
    let is_row = numbers >= 3 && !line.ends_with('.') && !line.contains(": ");
    is_row || heading(line).is_some() || labelled_values(line).is_some()
}

/// Whether a line says when an ability is used that stands below it: `Passive`, `Once Per Turn (Army), Your Hero Phase`.
fn is_timing(line: &str) -> bool {
    const BEGIN: [&str; 8] = ["passive", "once per", "your ", "enemy ", "any ", "start of", "end of", "reaction:"];
    let lower = line.to_lowercase();
    let is_moment = ["passive", "phase", "turn", "reaction:", "round"].iter().any(|word| lower.contains(word));
    is_moment && BEGIN.iter().any(|begin| lower.starts_with(begin)) && !line.contains('.') && line.len() < 120
}

/// The number of a line that says an invulnerable save and nothing else.
fn invulnerable(line: &str) -> Option<&str> {
    let is_word = |word: &str| ["invulnerable", "save", "save:", "invulnerable:"].contains(&&*word.to_lowercase());
    let mut others = line.split_whitespace().filter(|word| !is_word(word));
    let save = others.next().filter(|save| line.split_whitespace().count() == 3 && save.ends_with('+'));
    save.filter(|_| others.next().is_none())
}

/// What a heading above a row of numbers is made of.
const HEADINGS: &[&str] = &[
    "m", "t", "sv", "w", "ld", "oc", "insv", "range", "rng", "a", "atk", "bs", "ws", "s", "ap", "d", "dmg", "hit",
    "wnd", "rnd", "move", "health", "save", "control", "ward", "attacks", "rend", "damage", "wound",
];

/// The letters above rows of numbers, without the words that stand around them: `RANGED WEAPONS RANGE A BS S AP D`.
pub(crate) fn heading(line: &str) -> Option<Vec<String>> {
    let lower = line.to_lowercase();
    let bare = SECTIONS.iter().find_map(|section| lower.strip_prefix(section)).unwrap_or(&lower);
    let bare = ["abilities", "ability", "keywords"].iter().find_map(|end| bare.strip_suffix(end)).unwrap_or(bare);
    let words: Vec<String> = bare.split_whitespace().map(str::to_owned).collect();
    (words.len() >= 3 && words.iter().all(|word| HEADINGS.contains(&word.as_str()))).then_some(words)
}

/// The letters of a row in which one stands in front of each number, and the numbers: `M 6" T 4 SV 3+`, `Move: 5" Health: 2`.
pub(crate) fn labelled_values(line: &str) -> Option<(Vec<String>, String)> {
    let words: Vec<&str> = line.split_whitespace().map(|word| word.trim_end_matches([':', ','])).collect();
    let labels: Vec<String> = words.iter().step_by(2).map(|word| word.to_lowercase()).collect();
    let values: Vec<&str> = words.iter().skip(1).step_by(2).copied().collect();
    let is_one = labels.len() >= 3
        && labels.len() == values.len()
        && labels.iter().all(|label| HEADINGS.contains(&label.as_str()))
        && values.iter().all(|value| value.contains(|c: char| c.is_ascii_digit()));
    is_one.then(|| (labels, values.join(" ")))
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

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_uppercase()) && text.split_whitespace().count() <= 6 && !text.contains([',', '.'])
}
