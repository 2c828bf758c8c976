//! One-line units: a profile in one argument, `aos: 10x 2A 3+/4+/-1/D3 [Crit (Mortal)]; H2 4+ ward 6+`.
//!
//! A game describes its line as data: what may be said of a weapon and of the unit, and which key of the profile each word
//! stands for. Reader, messages and help follow from it, and so does the profile that `--save` writes.

mod form;
mod help;
mod tokens;

use std::ops::Range;
use std::sync::Arc;

use super::keys::find;
use super::{
    Diagnostic, Diagnostics, Document, Holds, KeyNode, Node, Place, Presence, ProfileKey, Source, Table, Value,
};
use crate::words::sort::sort_by_key;
use form::TypedValue;
pub(crate) use form::{Slashed, WordForm};
use tokens::{LineToken, sentences};

/// How a unit of a game is written in one line.
#[derive(Debug)]
pub struct LineGrammar {
    /// The game.
    pub game: &'static str,
    /// The text in front of the colon.
    pub prefix: &'static str,
    /// The keys of the game's profiles.
    pub keys: &'static [ProfileKey],
    /// What may be said of the unit.
    pub unit: LinePart,
    /// What may be said of a weapon.
    pub weapon: LinePart,
    /// A whole line.
    pub example: &'static str,
    /// Whether a text is an effect or a sentence of a card, and no ability by its name.
    pub(crate) is_effect: fn(&str) -> bool,
    /// Whether a text is a sentence of a card that does nothing until somebody asks for it.
    pub(crate) is_asked: fn(&str) -> bool,
}

/// What may stand between two `;`.
#[derive(Debug)]
pub struct LinePart {
    /// What it speaks of, as messages call it: `a weapon`.
    pub name: &'static str,
    /// The list of the profile that it adds a table to; empty: it speaks of the unit itself.
    pub list: &'static str,
    /// Its words.
    pub words: &'static [LineWord],
}

/// One word of a line.
#[derive(Debug)]
pub struct LineWord {
    /// The key of the profile that it sets.
    pub key: &'static str,
    /// How it is written.
    pub form: WordForm,
    /// As a line writes it.
    pub example: &'static str,
    /// Whether it is a key of the unit, though the part adds a table.
    pub of_unit: bool,
}

impl LineWord {
    /// A word of a part's own table.
    pub const fn new(key: &'static str, form: WordForm, example: &'static str) -> Self {
        Self { key, form, example, of_unit: false }
    }

    /// A word that is a key of the unit.
    pub const fn of_unit(self) -> Self {
        Self { of_unit: true, ..self }
    }

    /// The keys that it sets.
    fn keys(&self) -> Vec<&'static str> {
        if let WordForm::Slashes(cells) = self.form {
            cells.iter().map(|cell| cell.key).collect()
        } else {
            vec![self.key]
        }
    }
}

/// What a sentence has said: a table for its list, and keys of the unit.
struct SentenceKeys {
    own: Table,
    place: Place,
}

impl LineGrammar {
    /// Reads a line as a profile; words that are not understood are noted as mistakes, and the rest is read.
    pub(super) fn read(&'static self, name: &str, source: &Arc<Source>, found: &Diagnostics) -> Document {
        let from = source.text.find(':').map_or(0, |at| at + 1);
        let before = found.len();
        let mut line = LineReader::new(self, source, found);
        let front = Place::new(source, 0..from);
        for (key, text) in [("game", self.game), ("name", name)] {
            line.head.put(key, Node { place: front.clone(), value: Value::Text(text.into()) });
        }
        for sentence in sentences(source, from, found) {
            line.take(&sentence);
        }
        line.stand_in();
        line.count();
        line.complete();
        if found.len() > before {
            found.set_broken();
        }
        Document { source: Arc::clone(source), table: line.into_table() }
    }

    /// The keys of a part's own tables.
    fn keys_of(&self, list: &str) -> &'static [ProfileKey] {
        match find(self.keys, list).map(|key| key.holds) {
            Some(Holds::Tables(keys)) => keys,
            _ => self.keys,
        }
    }

    /// The key that a word of a part sets.
    fn key_of(&self, part: &LinePart, key: &str, of_unit: bool) -> Option<&'static ProfileKey> {
        find(if of_unit { self.keys } else { self.keys_of(part.list) }, key)
    }
}

/// A line while it is read.
struct LineReader<'l> {
    grammar: &'static LineGrammar,
    source: &'l Arc<Source>,
    found: &'l Diagnostics,
    head: Table,
    units: Vec<SentenceKeys>,
    weapons: Vec<SentenceKeys>,
}

impl<'l> LineReader<'l> {
    fn new(grammar: &'static LineGrammar, source: &'l Arc<Source>, found: &'l Diagnostics) -> Self {
        Self { grammar, source, found, head: Table::default(), units: Vec::new(), weapons: Vec::new() }
    }

    fn place(&self, span: Range<usize>) -> Place {
        Place::new(self.source, span)
    }

    /// Reads a sentence: of a weapon or of the unit, whichever has more of its words.
    fn take(&mut self, sentence: &[LineToken]) {
        let (unit, weapon) = (&self.grammar.unit, &self.grammar.weapon);
        let understood = |part: &LinePart| form::understood(part.words, sentence, self.grammar.keys_of(part.list));
        let is_weapon = understood(weapon) > understood(unit);
        let part = if is_weapon { weapon } else { unit };
        let (mut own, before) = (Table::default(), self.head.entries.len());
        let mut at = 0;
        while at < sentence.len() {
            let rest = &sentence[at..];
            let taken = form::first(part.words, rest, self.grammar.keys_of(part.list));
            let Some((word, mut values, used)) = taken else {
                let other = if is_weapon { unit } else { weapon };
                self.unknown(part, other, rest);
                at += 1;
                continue;
            };
            let span = rest[0].span.start..rest[used - 1].span.end;
            values.iter_mut().for_each(|list| self.take_effects(list, is_weapon));
            self.put(part, word, values, &span, &mut own);
            at += used;
        }
        let ends = sentence.first().zip(sentence.last());
        let span = ends.map_or(0..0, |(first, last)| first.span.start..last.span.end);
        // What is said of the whole unit alone is no group of models: `; keywords [INFANTRY]`.
        let is_of_whole = own.entries.is_empty() && self.head.entries.len() > before;
        let read = SentenceKeys { own, place: self.place(span) };
        match is_weapon {
            true => self.weapons.push(read),
            false if is_of_whole && !part.list.is_empty() => {}
            false => self.units.push(read),
        }
    }

    /// Makes entries of the effects and sentences of cards in a list: a weapon names its own, a unit has it.
    fn take_effects(&mut self, list: &mut TypedValue, of_weapon: bool) {
        for (span, text) in list.take_phrases(&self.source.text, self.grammar.is_effect, of_weapon) {
            if (self.grammar.is_asked)(&text) {
                let message = format!("`{text}` is off until somebody asks for it, and in a line it has no name");
                let help = "write it behind `--with`, or in an `[[ability]]` of a profile".to_owned();
                self.found.push(Diagnostic::new(&self.place(span), message, "here").help(help));
                continue;
            }
            let node = |value| Node { place: self.place(span.clone()), value };
            let text = || node(Value::Text(text.as_str().into()));
            let mut entry = Table::default();
            entry.put("name", text());
            entry.put("effects", node(Value::List(vec![text()])));
            let is_one = |table: &Table| table.text("name") == entry.text("name");
            if !self.head.tables("ability").any(is_one) {
                self.head.extend("ability", vec![node(Value::Table(entry))], &self.place(span.clone()));
            }
        }
    }

    /// Puts what a word says where it belongs.
    fn put(&mut self, part: &LinePart, word: &LineWord, values: Vec<TypedValue>, span: &Range<usize>, own: &mut Table) {
        let whole = self.place(span.clone());
        let keys = word.keys();
        if values.len() != keys.len() {
            let message =
                format!("`{}` has {} of {} values", &self.source.text[span.clone()], values.len(), keys.len());
            let help = format!("write {}: `{}`", keys.join("/"), word.example);
            self.found.push(Diagnostic::new(&whole, message, format!("{} stand here", keys.join("/"))).help(help));
        }
        for (key, values) in keys.iter().zip(values) {
            let Some(described) = self.grammar.key_of(part, key, word.of_unit) else {
                // A count is the unit's: an attack itself has none.
                own.put(
                    COUNT,
                    Node { place: whole.clone(), value: form::value(&Holds::Whole(1, 1), self.source, &values) },
                );
                continue;
            };
            let in_head = word.of_unit || part.list.is_empty();
            let table = if in_head { &mut self.head } else { &mut *own };
            if table.get(key).is_some() {
                let mistake = Diagnostic::new(&whole, format!("`{key}` is given twice"), "here again");
                let help = if in_head { "leave one of them out" } else { "`;` separates one weapon from the next" };
                self.found.push(mistake.help(help.to_owned()));
                continue;
            }
            let node = Node {
                place: Place::new(self.source, values.span.clone()),
                value: form::value(&described.holds, self.source, &values),
            };
            table.entries.push(KeyNode { key: (*key).into(), place: whole.clone(), node });
        }
    }

    /// Notes what is not a word of a part.
    fn unknown(&self, part: &LinePart, other: &LinePart, rest: &[LineToken]) {
        let Some(token) = rest.first() else { return };
        let text = &self.source.text[token.span.clone()];
        let elsewhere = form::first(other.words, rest, self.grammar.keys_of(other.list)).is_some();
        let help = if elsewhere {
            format!("it belongs to {}; `;` separates", other.name)
        } else {
            format!("{} is written `{}`; `warodds help units` says it all", part.name, help::example(part))
        };
        let label = format!("this is no part of {}", part.name);
        let mistake = Diagnostic::new(&self.place(token.span.clone()), format!("`{text}` is not understood"), label);
        self.found.push(mistake.help(help));
    }

    /// A line that describes weapons alone attacks: what its models are like is left to examples, which no target may have.
    fn stand_in(&mut self) {
        // A weapon that harms its bearer is about the bearer too.
        let harms = self.source.text.to_lowercase().contains("hazardous");
        if !self.units.is_empty() || self.weapons.is_empty() || harms {
            return;
        }
        let part = &self.grammar.unit;
        let is_needed = |word: &&LineWord| {
            let key = self.grammar.key_of(part, word.key, word.of_unit);
            !matches!(word.form, WordForm::Count) && key.is_some_and(|key| key.need == Presence::Required)
        };
        let (mut keys, mut examples) = (Vec::new(), Vec::new());
        for word in part.words.iter().filter(is_needed).filter(|word| word.key != "name") {
            if !keys.contains(&word.key) {
                keys.push(word.key);
                examples.push(word.example);
            }
        }
        let source = Source::new(UNSAID, examples.join(" "));
        let mut other = LineReader::new(self.grammar, &source, self.found);
        sentences(&source, 0, self.found).iter().for_each(|sentence| other.take(sentence));
        self.units.append(&mut other.units);
        self.head.entries.append(&mut other.head.entries);
    }

    /// The number of models: from `models`, else the number in front of the first weapon, else 1.
    fn count(&mut self) {
        let LineGrammar { unit, weapon, .. } = self.grammar;
        let count_of = |part: &LinePart| {
            let word = part.words.iter().find(|word| matches!(word.form, WordForm::Count))?;
            Some((word.key, self.grammar.key_of(part, word.key, false)))
        };
        if let Some((key, described)) = count_of(unit) {
            let mut tables: Vec<&mut Table> = match unit.list.is_empty() {
                true => vec![&mut self.head],
                false => self.units.iter_mut().map(|unit| &mut unit.own).collect(),
            };
            let weapon_key = count_of(weapon).map(|(key, described)| described.map_or(COUNT, |_| key));
            let is_said = tables.iter().any(|table| table.get(key).is_some());
            let first = self.weapons.first_mut().filter(|_| !is_said).zip(weapon_key);
            let required = described.is_some_and(|key| key.need == Presence::Required);
            let one = required.then(|| Node { place: Place::whole(self.source), value: Value::Whole(1) });
            let mut count = first.and_then(|(read, key)| taken(&mut read.own, key));
            for table in tables.iter_mut().filter(|table| table.get(key).is_none()) {
                if let Some(count) = count.take().or_else(|| one.clone()) {
                    table.put(key, count);
                }
            }
        }
        for node in self.weapons.iter_mut().filter_map(|weapon| taken(&mut weapon.own, COUNT)) {
            let message = format!("{} has no number in front", self.grammar.weapon.name);
            let help = "say how many models there are where the unit is described".to_owned();
            self.found.push(Diagnostic::new(&node.place, message, "here").help(help));
        }
    }

    /// Names weapons that have no name, and notes what has to be said and is not.
    fn complete(&mut self) {
        let grammar = self.grammar;
        for (index, weapon) in self.weapons.iter_mut().enumerate() {
            if weapon.own.get("name").is_none() {
                let name = if index == 0 { "weapon".to_owned() } else { format!("weapon {}", index + 1) };
                weapon.own.put("name", Node { place: weapon.place.clone(), value: Value::Text(name.into()) });
            }
        }
        for weapon in &self.weapons {
            self.missing(&grammar.weapon, &weapon.own, &weapon.place);
        }
        let whole = Place::whole(self.source);
        if grammar.unit.list.is_empty() {
            let place = self.units.first().map_or(&whole, |unit| &unit.place);
            self.missing(&grammar.unit, &self.head, place);
        } else if self.units.is_empty() {
            self.missing(&grammar.unit, &Table::default(), &whole);
        }
        for unit in self.units.iter().filter(|_| !grammar.unit.list.is_empty()) {
            self.missing(&grammar.unit, &unit.own, &unit.place);
        }
    }

    /// Notes the required keys of a part that nobody has said.
    fn missing(&self, part: &LinePart, table: &Table, place: &Place) {
        let mut noted: Vec<&str> = Vec::new();
        for word in part.words.iter().filter(|word| !word.of_unit) {
            let left_out = |key: &&'static str| {
                let key = self.grammar.key_of(part, key, false).filter(|key| key.need == Presence::Required);
                key.filter(|key| {
                    table.get(key.name).is_none() && !matches!(word.form, WordForm::Count | WordForm::Name)
                })
            };
            let left_out: Vec<&str> = word.keys().iter().filter_map(left_out).map(|key| key.name).collect();
            // Of values with slashes some are there, and the rest was noted.
            let is_noted = word.keys().iter().any(|key| table.get(key).is_some());
            if left_out.is_empty() || is_noted || left_out.iter().all(|key| noted.contains(key)) {
                continue;
            }
            noted.extend(&left_out);
            let message = format!("{} needs `{}`", part.name, left_out.join("/"));
            let help = format!("write `{}`: {}", word.example, help::meaning(self.grammar, part, word));
            self.found.push(Diagnostic::new(place, message, "it does not stand here").help(help));
        }
    }

    /// The profile, its keys in the order of the game's table.
    fn into_table(self) -> Table {
        let grammar = self.grammar;
        let mut table = self.head;
        for (part, reads) in [(&grammar.unit, self.units), (&grammar.weapon, self.weapons)] {
            if part.list.is_empty() || reads.is_empty() {
                continue;
            }
            let keys = grammar.keys_of(part.list);
            let place = reads[0].place.clone();
            let node = |read: SentenceKeys| Node { place: read.place, value: Value::Table(ordered(read.own, keys)) };
            table.put(part.list, Node { place, value: Value::List(reads.into_iter().map(node).collect()) });
        }
        ordered(table, grammar.keys)
    }
}

/// The source of values that a line does not say, because an attacker needs none of them.
const UNSAID: &str = "what a line leaves out";

/// Whether a line says nothing of the unit itself, so that it can attack, and not be attacked.
pub(crate) fn only_attacks(document: &Document) -> bool {
    let is_unsaid = |node: &Node| node.place.source.name == UNSAID;
    document.table.entries.iter().any(|entry| match &entry.node.value {
        Value::List(nodes) => nodes.iter().any(|node| match &node.value {
            Value::Table(table) => table.entries.iter().any(|entry| is_unsaid(&entry.node)),
            _ => false,
        }),
        _ => is_unsaid(&entry.node),
    })
}

/// The key under which a count in front of an attack is kept until the unit is read.
const COUNT: &str = "";

/// Takes a key out of a table.
fn taken(table: &mut Table, key: &str) -> Option<Node> {
    let at = table.entries.iter().position(|entry| entry.key == key)?;
    Some(table.entries.remove(at).node)
}

fn ordered(mut table: Table, keys: &[ProfileKey]) -> Table {
    sort_by_key(&mut table.entries, |entry| keys.iter().position(|key| key.name == entry.key));
    table
}
