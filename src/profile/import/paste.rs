//! The text of a card that somebody copied: its lines of numbers, and its abilities as paragraphs.

use super::card::{Card, CardText, ImportedUnit, NOT_OF_GAME, SENTENCES, is_of_whole_unit};
use super::selection::Printed;
use super::text_list::{LinePoints, points_of};
use super::values::{clean, is_none};
use super::write::WrittenUnit;
use super::{Vocabulary, warscroll};
use crate::words::{add_once, same};

/// A card in pieces.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct PastedCard {
    /// What the first line calls the unit; empty if it is not a name.
    pub(crate) name: String,
    /// The lines of numbers, as they stand.
    pub(crate) numbers: Vec<String>,
    /// The abilities.
    pub(crate) abilities: Vec<PastedAbility>,
    /// Abilities that are named without a text: `CORE: Deep Strike, Deadly Demise D3`.
    pub(crate) named: Vec<String>,
    keywords: Vec<String>,
    /// The tray under the unit, if a line names it.
    pub(crate) tray: String,
    /// The models and the points, if lines of their own say so.
    pub(crate) models: Option<u16>,
    pub(crate) points: Option<u32>,
}

/// An ability in pieces.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct PastedAbility {
    pub(crate) name: String,
    /// When it is used, and on whom, where a card says so apart: `Your Hero Phase`, `Declare: …`.
    timing: String,
    declare: String,
    pub(crate) text: String,
    /// Whether it ends with a list, to which lines with a mark in front belong.
    is_list: bool,
}

/// A card while its lines are read.
#[derive(Default)]
struct Pieces {
    card: PastedCard,
    /// Whether the last ability goes on.
    is_open: bool,
    timing: String,
    /// A save with a star, which holds for some attacks alone: a note below says for which.
    starred: Option<String>,
    /// A word that may stand above its number, `Move` above `5"`, and such words with their numbers so far.
    above: Option<String>,
    column: String,
}

impl Pieces {
    fn add(&mut self, raw: &str) {
        let raw = self.without_stars(raw);
        let line = clean(&raw);
        if let Some(word) = self.above.take() {
            if line.len() <= 6 && line.contains(|c: char| c.is_ascii_digit()) {
                self.column.push_str(&format!("{word} {line} "));
                return;
            }
            self.add_line(&word, word.clone());
        }
        if HEADINGS.contains(&&*line.to_lowercase()) {
            self.above = Some(line);
            return;
        }
        self.end_column();
        self.add_line(&raw, line);
    }

    /// Numbers that stand in a column are a line of their own.
    fn end_column(&mut self) {
        if !self.column.is_empty() {
            self.card.numbers.push(std::mem::take(&mut self.column).trim_end().to_owned());
            self.is_open = false;
        }
    }

    fn add_line(&mut self, raw: &str, line: String) {
        // A note begins with a star of its own.
        self.is_open &= !raw.trim_start().starts_with("* ") || line.is_empty();
        let is_item = raw.trim_start().starts_with(['•', '■', '-', '●', '▪']);
        let last = self.card.abilities.last_mut().filter(|last| self.is_open && is_item && last.is_list);
        if let Some(last) = last {
            last.text.push(' ');
            last.text.push_str(&line);
        } else if self.is_keywords(&line) {
            self.is_open = true;
        } else if line.is_empty() || is_title(&line) || self.is_tray(&line) {
            self.is_open = false;
        } else if let Some((front, save)) = save_behind(&line) {
            self.card.named.push(format!("Invulnerable Save {save}"));
            self.card.numbers.extend(Some(front.to_owned()).filter(|front| !front.is_empty()));
            self.is_open = false;
        } else if self.is_timing(&line) {
            (self.timing, self.is_open) = (line, false);
        } else if is_numbers(&line) {
            self.card.numbers.push(line);
            self.is_open = false;
        } else if let Some((name, rest)) = labelled(&line) {
            self.is_open = !self.is_size(name, rest);
            if self.is_open {
                self.label(name, rest);
            }
        } else if let Some(last) =
            self.card.abilities.last_mut().filter(|last| self.is_open && !is_keywords(&last.name))
        {
            let is_declared = last.text.is_empty() && !last.declare.is_empty();
            let open = if is_declared { &mut last.declare } else { &mut last.text };
            open.push(' ');
            open.push_str(&line);
            last.is_list = last.text.ends_with(':');
        } else if let Some(title) = title(&line).filter(|_| self.card.name.is_empty() && self.card.abilities.is_empty())
        {
            self.card.name = title;
        } else {
            let name = format!("Ability {}", self.card.abilities.len() + 1);
            self.card.abilities.push(PastedAbility { name, text: line, ..PastedAbility::default() });
            self.is_open = true;
        }
    }

    /// Takes a line of keywords, if it is one: it begins with that word, or goes on below one that does. Each line is a list of
    /// its own, but for keywords that a break parts.
    fn is_keywords(&mut self, line: &str) -> bool {
        let last = self.card.abilities.last_mut().filter(|last| self.is_open && is_keywords(&last.name));
        match (last, keywords_of(line)) {
            (_, Some(rest)) => self.label("Keywords", rest),
            (Some(last), None) if goes_on(line, &last.text) => {
                let is_parted = is_parted(&last.text);
                last.text.push_str(if is_parted { " " } else { ", " });
                last.text.push_str(line);
            }
            _ => return false,
        }
        true
    }

    /// Takes a line that names the tray under the unit, if it is one.
    fn is_tray(&mut self, line: &str) -> bool {
        let plain = line.to_lowercase();
        let plain = plain.trim_end_matches('.');
        let is_one = TRAYS.contains(&plain);
        if is_one {
            self.card.tray = plain.replace(' ', "");
        }
        is_one
    }

    fn is_timing(&self, line: &str) -> bool {
        is_timing(line) && self.card.abilities.last().is_none_or(|last| !self.is_open || last.text.ends_with('.'))
    }

    /// Takes `Unit Size: 5` and `Points: 130`, which may stand on one line, but with nothing else.
    fn is_size(&mut self, name: &str, rest: &str) -> bool {
        let (number, more) = rest.split_once(' ').unwrap_or((rest, ""));
        let more = more.trim_start_matches(['•', '|', ' ']);
        let Ok(n) = number.trim_end_matches("pts").parse::<u16>() else { return false };
        let is_models = match &*name.to_lowercase() {
            "unit size" | "models" => true,
            "points" | "cost" => false,
            _ => return false,
        };
        let ends = ["", "pts", "points", "models"].contains(&more);
        if !ends && !labelled(more).is_some_and(|(name, rest)| self.is_size(name, rest)) {
            return false;
        }
        match is_models {
            true => self.card.models = Some(n),
            false => self.card.points = Some(n.into()),
        }
        true
    }

    /// A name with what follows it: an ability, or a part of the last one. Both may stand on one line.
    fn label(&mut self, name: &str, rest: &str) {
        // `Order: Taunt - When …` and `Reaction: Fade: …` are called by both.
        let behind = labelled(rest).or_else(|| rest.split_once(" - ").filter(|(called, _)| is_name(called)));
        if let Some((called, text)) = behind.filter(|_| ["order", "reaction"].contains(&&*name.to_lowercase())) {
            return self.label(&format!("{name}: {called}"), text);
        }
        let inner = labelled(rest).filter(|(name, _)| ["declare", "effect"].contains(&&*name.to_lowercase()));
        let text = if inner.is_some() { String::new() } else { rest.to_owned() };
        match (self.card.abilities.last_mut(), &*name.to_lowercase()) {
            (Some(last), "declare") => (last.declare, last.text) = (text, String::new()),
            (Some(last), "effect") => last.text = text,
            _ => {
                let timing = std::mem::take(&mut self.timing);
                let text = remaining(name, &text).to_owned();
                self.card.abilities.push(PastedAbility { name: name.into(), timing, text, ..PastedAbility::default() });
            }
        }
        if let Some((name, rest)) = inner {
            return self.label(name, rest);
        }
        self.card.abilities.iter_mut().last().into_iter().for_each(|last| last.is_list = last.text.ends_with(':'));
    }

    /// A line without saves that have a star.
    fn without_stars(&mut self, raw: &str) -> String {
        let is_starred = |word: &&str| word.ends_with("+*") && word.starts_with(|c: char| c.is_ascii_digit());
        let Some(word) = raw.split_whitespace().find(is_starred) else { return raw.to_owned() };
        self.starred = Some(word.to_owned());
        if raw.to_lowercase().trim_start().starts_with("inv") { String::new() } else { raw.replace(word, "-") }
    }

    fn card(mut self) -> PastedCard {
        self.above.take().into_iter().for_each(|word| self.add_line(&word, word.clone()));
        self.end_column();
        let mut card = self.card;
        let listed = |text: String| text.split(',').map(clean).filter(|part| !is_none(part)).collect::<Vec<_>>();
        for ability in std::mem::take(&mut card.abilities) {
            match ability.name.to_lowercase().as_str() {
                "core" | "faction" | "core abilities" => card.named.extend(listed(ability.text)),
                name if is_keywords(name) => card.keywords.extend(listed(ability.text.to_uppercase())),
                _ => card.abilities.push(ability),
            }
        }
        let is_told = card.abilities.iter().any(|ability| ability.text.to_lowercase().contains("invulnerable save"));
        card.named.extend(self.starred.filter(|_| !is_told).map(|save| format!("InSv {}", save.trim_end_matches('*'))));
        card
    }
}

impl PastedCard {
    /// Takes a text apart: lines that were broken are put together, up to an empty line or one with a name in front.
    pub(crate) fn of(text: &str) -> Self {
        let mut pieces = Pieces::default();
        for raw in text.lines() {
            pieces.add(raw);
        }
        pieces.card()
    }

    fn ability(&self, card: &mut Card<'_>, game: &str, pasted: &PastedAbility, printed: &CardText<'_>) {
        let PastedAbility { name, timing, declare, text, .. } = pasted;
        // Abilities of Warcry are paid for with dice, and orders are given: who names them has seen to that.
        let is_trait = text.contains("with this battle trait");
        let optional = game == "warcry" && !is_trait || game == "asoiaf" && name.starts_with("Order");
        let when: Vec<String> = self.attack(name).filter(|_| game == "asoiaf").into_iter().collect();
        let plain = text.to_lowercase();
        let whole = is_of_whole_unit(game, &plain);
        // Each thing of a list is a sentence.
        let items = text.replace(": •", ":").replace(" •", ".").replace("..", ".");
        let is_list = game == "asoiaf" && text.contains('•');
        let text = if is_list { items.trim_start_matches(['•', ' ']) } else { text };
        let printed = CardText { name, text, optional, whole, when: &when, ..*printed };
        if game != "age-of-sigmar" {
            card.ability(&[SENTENCES], &printed);
            return;
        }
        let kind = if timing.is_empty() || same(timing, "passive") { "Passive" } else { "" };
        let parts = [("Timing", timing.as_str()), ("Declare", declare), ("Effect", text)];
        let values = parts.map(|(name, value)| (name, value.into())).into();
        warscroll::ability(card, &Printed { kind, name: name.as_str().into(), values }, &self.name, &printed);
    }

    /// The phase of an attack of this name: what a card of attacks says under it is said of that attack.
    fn attack(&self, name: &str) -> Option<String> {
        let row = self
            .numbers
            .iter()
            .find_map(|row| row.to_lowercase().strip_prefix(&name.to_lowercase()).map(str::to_owned));
        let is_ranged = |row: &str| ["short", "long", "ranged"].iter().any(|kind| row.contains(kind));
        row.map(|row| if is_ranged(&row) { "shooting" } else { "melee" }.to_owned())
    }

    /// What its abilities become in a game, for a unit of these weapons and models: a profile without a statline.
    pub(crate) fn read(
        &self,
        game: &'static str,
        [weapons, groups]: [&[String]; 2],
        wounds: Option<u32>,
        words: &dyn Vocabulary,
    ) -> ImportedUnit {
        let mut card = Card::new(game, words);
        card.keywords = std::iter::once(&self.name).chain(&self.keywords).cloned().collect();
        // A line that says no more than `Feel No Pain 6+` names it.
        let is_name = |ability: &&PastedAbility| {
            ability.name.starts_with("Ability ") && words.knows_unit_ability(game, &ability.text)
        };
        for ability in self.abilities.iter().filter(|ability| !is_name(ability)) {
            let printed = CardText { weapons, groups, wounds, keyless: true, ..CardText::default() };
            self.ability(&mut card, game, ability, &printed);
        }
        for name in self.named.iter().chain(self.abilities.iter().filter(is_name).map(|ability| &ability.text)) {
            // A save that is printed beside the statline is every model's.
            if card.vocabulary.knows_unit_ability(game, name) {
                add_once(&mut card.unit.read, [name.clone()]);
                add_once(&mut card.abilities, [name.clone()]);
            } else {
                card.not_computed(name, NOT_OF_GAME);
            }
        }
        let mut written = WrittenUnit::default();
        written.head.put_list("keywords", &self.keywords);
        card.unit.name.clone_from(&self.name);
        card.done((0, weapons.len()), written, Vec::new())
    }
}

/// The name of a unit, and behind it in brackets what it costs, if the line says so: `Kairic Acolyte, 65 pts`.
fn title(line: &str) -> Option<String> {
    let priced = points_of(line).filter(|line| line.behind.is_empty() && is_name(line.front));
    match priced {
        Some(LinePoints { front, points, size: None, .. }) => Some(format!("{front} ({points} pts)")),
        _ => is_name(line).then(|| line.to_owned()),
    }
}

/// Whether a part of a card holds its keywords.
fn is_keywords(name: &str) -> bool {
    ["keywords", "faction keywords", "runemarks"].iter().any(|own| same(own, name))
}

/// Whether a line below keywords has more of them: a list in capitals, what goes on where a break parts them, or all of them
/// below their heading.
fn goes_on(line: &str, before: &str) -> bool {
    let is_list = line.contains(',') && !line.contains(char::is_lowercase);
    let is_open = before.is_empty() || before.ends_with(',') || is_parted(before);
    (is_list || is_open) && !line.is_empty() && !line.contains([':', '.', '+']) && !is_title(line)
}

/// Whether keywords end in the middle of one.
fn is_parted(keywords: &str) -> bool {
    keywords.ends_with("STANDARD") || keywords.matches('(').count() > keywords.matches(')').count()
}

/// What follows the word for them in a line of keywords that has no colon: `KEYWORDS - INFANTRY`, and nothing of a line above
/// them.
fn keywords_of(line: &str) -> Option<&str> {
    let rest = line.get(.."keywords".len()).filter(|word| same(word, "keywords")).map(|word| &line[word.len()..])?;
    let is_list = !rest.contains([':', '.']) && (rest.is_empty() || rest.starts_with(' '));
    is_list.then(|| rest.trim_start_matches([' ', '-']))
}

/// Lines above parts of a card that say nothing by themselves.
const SECTIONS: &[&str] = &[
    "ranged weapons", "melee weapons", "missile weapons", "weapons", "abilities", "wargear abilities", "core abilities",
];

fn is_title(line: &str) -> bool {
    SECTIONS.contains(&line.trim_end_matches(':').to_lowercase().as_str())
}

/// What the base of a unit is, where a line says nothing else.
const TRAYS: &[&str] = &["infantry", "cavalry", "solo", "war machine"];

/// Whether a line holds a row of numbers, or the letters above one, and no sentence.
fn is_numbers(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let numbers = words.iter().filter(|word| word.contains(|c: char| c.is_ascii_digit())).count();
    // What a weapon can do is in brackets: `[LETHAL HITS: INFANTRY]`.
    let outside = line.split('[').map(|part| part.rsplit(']').next().unwrap_or(part)).collect::<String>();
    // A name precedes nothing but numbers: `Cursed Blade: 1" 3A S3 1/4`.
    let behind = outside.split_once(": ").map_or("", |(_, behind)| behind);
    let is_sentence = behind.split_whitespace().any(|word| !word.contains(|c: char| c.is_ascii_digit()));
    let is_row = numbers >= 3 && !line.ends_with('.') && !is_sentence;
    let mut last = line.split_whitespace().rev();
    let is_dice = last.next().is_some_and(|word| word.bytes().all(|b| b.is_ascii_digit() || b == b'/'))
        && last.next().is_some_and(|word| word.len() == 2 && word.ends_with('+'));
    is_row || is_dice || heading(line).is_some() || labelled_values(line).is_some()
}

/// Whether a line says when the ability below it is used: `Passive`, `Once Per Turn (Army), Your Hero Phase`.
fn is_timing(line: &str) -> bool {
    const BEGIN: [&str; 8] = ["passive", "once per", "your ", "enemy ", "any ", "start of", "end of", "reaction:"];
    let lower = line.to_lowercase();
    let is_moment = ["passive", "phase", "turn", "reaction:", "round"].iter().any(|word| lower.contains(word));
    is_moment && BEGIN.iter().any(|begin| lower.starts_with(begin)) && !line.contains('.') && line.len() < 120
}

/// What precedes an invulnerable save at the end of a line of numbers, or nothing, and the save.
fn save_behind(line: &str) -> Option<(&str, &str)> {
    let at = line.to_lowercase().rfind("invulnerable").filter(|at| line.is_char_boundary(*at)).unwrap_or(0);
    let (front, behind) = line.split_at(at);
    let (front, behind) = match labelled_values(front) {
        Some(_) => (front.trim(), behind),
        None => ("", line),
    };
    Some((front, invulnerable(behind)?))
}

/// The number of a line that says an invulnerable save and nothing else.
fn invulnerable(line: &str) -> Option<&str> {
    let is_word = |word: &str| ["invulnerable", "save", "save:", "invulnerable:"].contains(&&*word.to_lowercase());
    let mut others = line.split_whitespace().filter(|word| !is_word(word));
    let save = others.next().filter(|save| line.split_whitespace().count() == 3 && save.ends_with('+'));
    save.filter(|_| others.next().is_none())
}

/// What a card says of a model that has few wounds left, without the part of its heading that is in the text again.
fn remaining<'t>(name: &str, text: &'t str) -> &'t str {
    let heading = text.to_lowercase().find("wounds remaining").filter(|at| *at < 6 && same(name, "damaged"));
    heading.map_or(text, |at| text[at + "wounds remaining".len()..].trim_start_matches([' ', '-', ':', '.']))
}

/// What a heading above a row of numbers is made of.
const HEADINGS: &[&str] = &[
    "m", "t", "sv", "w", "ld", "oc", "insv", "range", "rng", "a", "atk", "bs", "ws", "s", "ap", "d", "dmg", "hit",
    "wnd", "rnd", "move", "health", "save", "control", "ward", "attacks", "rend", "damage", "wound", "toughness",
    "wounds", "leadership", "h", "c", "speed", "defense", "morale", "movement",
];

/// The letters above rows of numbers, without the words that stand around them: `RANGED WEAPONS RANGE A BS S AP D`.
pub(crate) fn heading(line: &str) -> Option<Vec<String>> {
    let lower = line.to_lowercase();
    let bare = SECTIONS.iter().find_map(|section| lower.strip_prefix(section)).unwrap_or(&lower);
    let bare = ["abilities", "ability", "keywords"].iter().find_map(|end| bare.strip_suffix(end)).unwrap_or(bare);
    let words: Vec<String> = bare.split_whitespace().map(str::to_owned).collect();
    (words.len() >= 3 && words.iter().all(|word| HEADINGS.contains(&word.as_str()))).then_some(words)
}

/// The letters of a row in which one precedes each number, and the numbers: `M 6" T 4 SV 3+`, `Move: 5" Health: 2`.
pub(crate) fn labelled_values(line: &str) -> Option<(Vec<String>, String)> {
    let line = line.to_lowercase().replace("objective control", "oc");
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
    // `[Double] Rush: …` is Rush.
    let mut line = line.trim_start_matches(['•', '■', '-', ' ']);
    while let Some((_, rest)) = line.strip_prefix('[').and_then(|tag| tag.split_once(']')) {
        line = rest.trim_start();
    }
    let (name, rest) = line.split_once(':')?;
    let name = name.trim_matches([' ', '•', '■', '-', '"', '\'']);
    let first = name.split_whitespace().next()?.to_lowercase();
    let is_one = is_name(name) && !BEGIN.contains(&first.as_str());
    is_one.then_some((name, rest.trim()))
}

/// Whether a text may be a name; commas are in its brackets alone: `Veil (Aura, Psychic)`.
fn is_name(text: &str) -> bool {
    let plain = text.split(" (").next().unwrap_or(text);
    text.starts_with(|c: char| c.is_uppercase()) && plain.split_whitespace().count() <= 6 && !plain.contains([',', '.'])
}
