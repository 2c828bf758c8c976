//! Sentences of cards, and lines that state the same, wherever an effect may be written.

use super::diceless;
use super::entry::Drafts;
use super::meaning::Language;
use super::misread::held;
use super::spelling;
use super::value::{die_in_front, holds_value, sample};
use crate::games::printed::writes;
use crate::games::{GAMES, Owner};
use crate::grammar::ANY;
use crate::grammar::Statement;
use crate::profile::{Located, Node, Reader, Table, Value};
use crate::words::normal;

/// What a text of `--with` is as a whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Whole {
    /// A situation, an effect or an ability.
    Effect,
    /// A sentence of a card, of the unit for which it does anything, and the lines that state the same.
    Sentence(Owner, Vec<String>),
}

/// What the sentences of an entry state: each as an entry of its own.
#[derive(Default)]
pub(crate) struct Stated {
    tables: Vec<Table>,
    sentences: usize,
    texts: usize,
}

/// Reads the entries of a profile: of one whose effects are sentences of cards, the entries that they state.
pub(crate) fn entries<'d, T>(
    tables: Vec<Reader<'d>>,
    read: impl for<'r> Fn(Reader<'r>, &mut Stated) -> Option<T>,
) -> Vec<T> {
    let mut all = Vec::with_capacity(tables.len());
    for table in tables {
        let mut stated = Stated::default();
        let again = table.again();
        let own = read(table, &mut stated);
        if stated.sentences == 0 || stated.sentences < stated.texts {
            all.extend(own);
        }
        all.extend(stated.tables.iter().filter_map(|table| read(again.for_table(table), &mut Stated::default())));
    }
    all
}

impl Stated {
    /// Adds what a sentence states to the entry that it is written in.
    pub(super) fn add(&mut self, entry: &Reader<'_>, text: &Located<String>, all: Vec<Statement>, weapons: &[String]) {
        self.texts = entry.texts("effects").len();
        self.sentences += 1;
        self.tables.extend(all.into_iter().map(|statement| table(entry, text, statement, weapons)));
    }
}

/// An entry that says what a statement states, with what else the entry that holds its text says.
fn table(entry: &Reader<'_>, text: &Located<String>, statement: Statement, weapons: &[String]) -> Table {
    let node = |value| Node { place: text.place.clone(), value };
    let list = |texts: Vec<String>| texts.iter().map(|text| node(Value::Text(text.as_str().into()))).collect();
    let mut table = entry.table().clone();
    let added: Vec<Node> = list(statement.when);
    let when = [table.list("when"), &added].concat();
    if !when.is_empty() {
        table.put("when", node(Value::List(when)));
    }
    let owners = [("leading", statement.leading), ("whole-unit", statement.whole), ("against", statement.against)];
    let uses = [("once", statement.once), ("optional", statement.optional)];
    for (key, _) in owners.into_iter().chain(uses).filter(|(_, is)| *is) {
        table.put(key, node(Value::Flag(true)));
    }
    if !statement.weapon.is_empty() {
        let is_named = |entry: &&String| {
            let [one, other] = [entry.as_str(), &statement.weapon].map(normal);
            one.trim_end_matches('s') == other.trim_end_matches('s')
        };
        let mut named: Vec<String> = weapons.iter().filter(is_named).cloned().collect();
        if named.is_empty() {
            named.push(statement.weapon.clone());
        }
        table.put("weapons", node(Value::List(list(named))));
    }
    if !statement.models.is_empty() {
        table.put("models", node(Value::List(list(vec![statement.models]))));
    }
    table.put("effects", node(Value::List(list(statement.effects))));
    table
}

impl<D: Drafts> Language<D> {
    /// The statements of a text that is a sentence of a card, or a line of the same meaning; `None` if it is neither or the
    /// game lacks a part of it. `with_asked`: whether sentences that say when it may be used count too.
    pub(super) fn states(&self, text: &str, with_asked: bool) -> Option<Vec<Statement>> {
        let all = if Statement::is_line(text) {
            vec![Statement::read(text)?]
        } else if let Some(held) = held(text, self) {
            vec![held]
        } else {
            let game = GAMES.iter().find(|game| game.id == self.game)?;
            let sections: &[&str] = if with_asked { &["asked", "sentences"] } else { &["sentences"] };
            (game.wordings)().statements(sections, text, None).ok()?
        };
        let has = |effect: &String| self.owner(effect).is_some();
        // What reaches other units is in the army, and of what is chosen one holds.
        let is_apart = |one: &Statement| {
            let is_of_bearer = one.when.iter().any(|text| text.contains("own "));
            matches!(one.reach.as_str(), "" | ANY) && one.called.is_empty() && !one.choice && !is_of_bearer
        };
        let is_whole = |one: &Statement| is_apart(one) && !one.effects.is_empty() && one.effects.iter().all(has);
        all.iter().all(is_whole).then_some(all)
    }

    /// Whose an effect of a statement is; `None` if the game has not this effect.
    fn owner(&self, effect: &str) -> Option<Owner> {
        let text = die_in_front(effect).map_or(effect, |(_, rest)| rest);
        let bare = text.strip_prefix("target: ").unwrap_or(text);
        let sample = if holds_value(bare) { sample(bare, self) } else { bare.to_owned() };
        match self.understood(&sample) {
            Some(meaning) if bare.len() == text.len() => Some(meaning.owner()),
            Some(_) => Some(Owner::Attacker),
            None => diceless::is_one(self.game, bare).then_some(Owner::Attacker),
        }
    }

    /// Whether a text is an effect or a sentence of a card, and neither an ability nor a situation of the game by its name.
    pub(crate) fn is_effect(&self, text: &str) -> bool {
        let mut of_units = GAMES.iter().filter(|game| game.id == self.game).flat_map(|game| game.unit_abilities);
        let is_name = self.ability(text).is_some() || self.situation(text).is_some();
        let is_name = is_name || of_units.any(|doc| writes(doc.name, text));
        let states = || self.states(text, false).is_some_and(|all| !all.is_empty());
        // Of another game, too: then this one says why it has none.
        let is_known = |text: &str| self.lookup(text).is_some();
        let is_phrase = || is_known(text) || spelling::readings(text).iter().any(|reading| is_known(reading));
        !is_name && (is_phrase() || states())
    }

    /// What a text of `--with` is as a whole; `None` if it is nothing, or a list.
    pub(crate) fn whole(&self, text: &str) -> Option<Whole> {
        if self.situation(text).is_some() || self.lookup(text).is_some() || self.understood(text).is_some() {
            return Some(Whole::Effect);
        }
        let all = self.states(text, true).filter(|all| !all.is_empty())?;
        let defends = |one: &Statement| {
            one.against || one.effects.iter().all(|effect| self.owner(effect) == Some(Owner::Defender))
        };
        let owner = if all.iter().all(defends) { Owner::Defender } else { Owner::Attacker };
        Some(Whole::Sentence(owner, all.iter().map(ToString::to_string).collect()))
    }
}
