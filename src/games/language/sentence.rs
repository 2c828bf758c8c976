//! Sentences of cards, and lines that state the same, wherever an effect may be written.

use super::condition::is_keyword;
use super::diceless;
use super::entry::Drafts;
use super::meaning::Language;
use super::misread::held;
use super::value::{die_in_front, holds_value, sample};
use super::{spelling, terms};
use crate::games::printed::writes;
use crate::games::{GAMES, Owner};
use crate::grammar::ANY;
use crate::grammar::Statement;
use crate::profile::import::is_of_whole_unit;
use crate::profile::{Document, Located, Node, Place, Reader, Table, Value, is_army};
use crate::words::{clean, normal};

/// What a text of `--with` is as a whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Whole {
    /// A situation, an effect or an ability.
    Effect,
    /// An effect of attacks on the unit that has it: if nobody says whose it is, of this attack.
    OnItself,
    /// A sentence of a card.
    Sentence {
        /// The unit for which it does anything.
        whose: Owner,
        /// The lines that state the same.
        lines: Vec<String>,
        /// What it asks for as keywords of a target that the game does not name.
        unknown: Vec<String>,
    },
}

/// Reads the entries of a profile: of one whose effects are sentences of cards, the entries that they state.
pub(crate) fn entries<'d, D: Drafts, T>(
    tables: Vec<Reader<'d>>,
    (language, weapons): (&Language<D>, &[String]),
    read: impl for<'r> Fn(Reader<'r>) -> Option<T>,
) -> Vec<T> {
    let mut all = Vec::with_capacity(tables.len());
    for table in tables {
        match language.spelled_out(table.table(), table.place(), weapons) {
            Some(stated) => all.extend(stated.iter().filter_map(|own| read(table.for_table(own)))),
            None => all.extend(read(table)),
        }
    }
    all
}

/// An entry that says what a statement states, with what else the entry that holds its text says.
fn table(entry: &Table, place: &Place, statement: Statement, weapons: &[String]) -> Table {
    let node = |value| Node { place: place.clone(), value };
    let list = |texts: Vec<String>| texts.iter().map(|text| node(Value::Text(text.as_str().into()))).collect();
    let mut table = entry.clone();
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

/// The die in front of an effect, as it is written there, and the effect.
fn with_die(text: &str) -> (String, &str) {
    die_in_front(text).map_or((String::new(), text), |(on, rest)| (format!("{on}+: "), rest))
}

/// A text with its place.
fn located(node: &Node) -> Option<Located<String>> {
    match &node.value {
        Value::Text(text) => Some(Located { value: text.to_string(), place: node.place.clone() }),
        _ => None,
    }
}

impl<D: Drafts> Language<D> {
    /// Writes the entries of a profile whose effects are sentences of cards as the entries that they state, so that whoever
    /// asks the profile finds what the sentences say.
    pub(crate) fn spell_out(&self, document: &mut Document) {
        let weapons = [document.names("weapon"), document.names("attack")].concat();
        let stated = |node: Node| match &node.value {
            Value::Table(table) => match self.spelled_out(table, &node.place, &weapons) {
                Some(all) => all.into_iter().map(|own| Node { value: Value::Table(own), ..node.clone() }).collect(),
                None => vec![node],
            },
            _ => vec![node],
        };
        if let Some(nodes) = document.table.list_mut("ability") {
            *nodes = std::mem::take(nodes).into_iter().flat_map(stated).collect();
        }
    }

    /// The entries that the sentences among the effects of one state, behind the entry itself with its other effects; `None` if
    /// it has no sentence, as no entry of the program's own profiles has.
    fn spelled_out(&self, entry: &Table, place: &Place, weapons: &[String]) -> Option<Vec<Table>> {
        if place.source.is_built_in() {
            return None;
        }
        let effects = entry.list("effects");
        let texts: Vec<Located<String>> = effects.iter().filter_map(located).collect();
        let (mut stated, mut own) = (Vec::new(), Vec::new());
        for node in effects {
            match located(node).and_then(|text| terms::stated(&text, (entry, &texts), self)) {
                Some(all) => stated.extend(all.into_iter().map(|one| table(entry, &node.place, one, weapons))),
                None => own.push(node.clone()),
            }
        }
        let own_text: String = own.iter().filter_map(located).flat_map(|text| [text.value, " ".to_owned()]).collect();
        let is_of_some = ["leading", "whole-unit"].iter().any(|key| entry.is(key)) || entry.get("models").is_some();
        let whole = !is_of_some && is_of_whole_unit(self.game, &clean(&own_text).to_lowercase());
        if stated.is_empty() && !whole {
            return None;
        }
        if !own.is_empty() {
            let node = |value| Node { place: place.clone(), value };
            let mut entry = entry.clone();
            if whole {
                entry.put("whole-unit", node(Value::Flag(true)));
            }
            entry.put("effects", node(Value::List(own)));
            stated.insert(0, entry);
        }
        Some(stated)
    }

    /// The statements of a text that is a sentence of a card, or a line of the same meaning; `None` if it is neither or the
    /// game lacks a part of it. `with_asked`: whether sentences that say when it may be used count too.
    pub(super) fn states(&self, text: &str, with_asked: bool) -> Option<Vec<Statement>> {
        let mut all = if Statement::is_line(text) {
            self.turned(Statement::read(text)?)
        } else if let Some(held) = held(text, self) {
            self.turned(held)
        } else if let Some(all) = self.of_attacks_on_this_unit(text) {
            all
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
        if !Statement::is_line(text) && is_of_whole_unit(self.game, &clean(text).to_lowercase()) {
            all.iter_mut().for_each(|one| one.whole |= one.models.is_empty() && !one.leading);
        }
        let is_whole = |one: &Statement| is_apart(one) && !one.effects.is_empty() && one.effects.iter().all(has);
        all.iter().all(is_whole).then_some(all)
    }

    /// What a text states that speaks, in a word, of attacks on the unit that has it: `-1 to be hit`.
    pub(super) fn of_attacks_on_this_unit(&self, text: &str) -> Option<Vec<Statement>> {
        let (die, rest) = with_die(text);
        let has = |effect: &str| self.owner(effect).is_some();
        let whole = || self.of_attacks(rest).map(|_| vec![rest.to_owned()]);
        let parts = if self.lookup(rest).is_some() { None } else { whole().or_else(|| spelling::several(rest, has)) }?;
        let effects = parts.iter().map(|part| format!("{die}{part}")).collect();
        let all = self.turned(Statement { effects, ..Statement::default() });
        all.iter().any(|one| one.against).then_some(all)
    }

    /// The effect on such attacks of a text that speaks of them.
    fn of_attacks(&self, effect: &str) -> Option<String> {
        let (die, rest) = with_die(effect);
        let effect = if self.lookup(rest).is_some() { None } else { spelling::of_attacks_on_this_unit(rest) }?;
        self.owner(&effect).map(|_| format!("{die}{effect}"))
    }

    /// A statement, what it says of such attacks apart from what else it says.
    fn turned(&self, one: Statement) -> Vec<Statement> {
        let (mut against, mut own) = (Vec::new(), Vec::new());
        for effect in &one.effects {
            let turned = if one.against { None } else { self.of_attacks(effect) };
            turned.map_or_else(|| own.push(effect.clone()), |effect| against.push(effect));
        }
        if against.is_empty() {
            return vec![one];
        }
        let all = [(true, against), (false, own)].into_iter().filter(|(_, effects)| !effects.is_empty());
        all.map(|(against, effects)| Statement { against, effects, ..one.clone() }).collect()
    }

    /// Whose an effect of a statement is; `None` if the game has not this effect.
    fn owner(&self, effect: &str) -> Option<Owner> {
        let text = die_in_front(effect).map_or(effect, |(_, rest)| rest);
        let bare = text.strip_prefix("target: ").unwrap_or(text);
        let sample = if holds_value(bare) { sample(bare, self) } else { bare.to_owned() };
        match self.understood(&sample) {
            Some(meaning) if bare.len() == text.len() => Some(meaning.owner()),
            Some(_) => Some(Owner::Attacker),
            None => diceless::is_diceless_rule(self.game, bare).then_some(Owner::Attacker),
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

    /// Whether a text is a sentence of a card that does nothing until somebody asks for it.
    pub(crate) fn is_asked(&self, text: &str) -> bool {
        self.understood(text).is_none()
            && self.states(text, false).is_some_and(|all| all.iter().any(|one| one.optional))
    }

    /// What a text of `--with` is as a whole; `None` if it is nothing, or a list.
    pub(crate) fn whole(&self, text: &str) -> Option<Whole> {
        if self.situation(text).is_some() || self.lookup(text).is_some() {
            return Some(Whole::Effect);
        }
        if self.understood(text).is_some() {
            let on_itself = self.of_attacks_on_this_unit(text).is_some();
            return Some(if on_itself { Whole::OnItself } else { Whole::Effect });
        }
        let all = self.states(text, true).filter(|all| !all.is_empty())?;
        let defends = |one: &Statement| {
            one.against || one.effects.iter().all(|effect| self.owner(effect) == Some(Owner::Defender))
        };
        let whose = if all.iter().all(defends) { Owner::Defender } else { Owner::Attacker };
        // What a card names may stand against any unit; a word in front of a colon is typed for this one.
        let when = held(text, self).map(|one| one.when).unwrap_or_default();
        let is_printed = |word: &&str| word.chars().any(char::is_alphabetic) && !word.chars().any(char::is_lowercase);
        let is_known = |word: &str| is_army(self.game, word) || self.keywords().any(|entry| is_keyword(entry, word));
        let named = when.iter().filter_map(|text| text.strip_prefix("target ")).flat_map(|words| words.split(" or "));
        let unknown = named.filter(|word| is_printed(word) && !is_known(word)).map(str::to_owned).collect();
        Some(Whole::Sentence { whose, lines: all.iter().map(ToString::to_string).collect(), unknown })
    }
}
