//! The abilities of a datasheet: whose they are, and what they make of its models.

use std::rc::Rc;

use super::options::offered;
use super::{STATLINES, SheetReader, Stats, is_weapon};
use crate::grammar::Unread;
use crate::profile::import::card::{
    CardKeys, CardText, NO_DICE, NO_PHRASE, SENTENCES, is_named, is_of_whole_unit, keys,
};
use crate::profile::import::selection::{DataAbility, Printed, Selection, SelectionKind};
use crate::profile::import::values::{self, amount, name, target, whole};
use crate::words::{each_once, normal, same};

/// Profiles that tell nothing about attacks.
const TELLS_NOTHING: &[&str] = &["Transport", "Supreme Commander", "Attached Unit"];
const AGAINST_WHAT: &str = "the file does not say against what it helps";
const WHOSE: &str = "the file does not say which models have it";

impl<'t> SheetReader<'_, 't, '_> {
    /// The abilities that stand on a selection and its upgrades: name, text, and whether only some of its models have it.
    pub(super) fn texts_of(bearer: &Selection<'t>) -> Vec<(String, String, bool)> {
        let mut texts = Vec::new();
        for part in bearer.without_models() {
            let some = part.number < bearer.number && !std::ptr::eq(part, bearer);
            for profile in
                part.profiles.iter().filter(|profile| !is_weapon(profile) && !STATLINES.contains(&profile.kind))
            {
                let text: Vec<&str> = profile.values.iter().map(|(_, value)| value.as_ref()).collect();
                let called =
                    if TELLS_NOTHING.contains(&profile.kind) { profile.kind.to_owned() } else { name(&profile.name) };
                let text = text.join(" ");
                // An ability text that names a model applies to this model.
                let own = text.strip_prefix(bearer.name.trim()).filter(|_| bearer.kind == SelectionKind::Model);
                let own = own.and_then(|rest| rest.strip_prefix(" has ")).map(|rest| format!("This model has {rest}"));
                texts.push((called, own.unwrap_or(text), some));
            }
        }
        texts
    }

    /// The keys of a model that a text gives, whoever has them.
    pub(super) fn keys_in(&self, text: &str) -> CardKeys {
        // Most texts speak of none, and are not read for it.
        let plain = text.to_lowercase();
        if !["save", "pain", "wound", "stealth"].iter().any(|word| plain.contains(word)) {
            return CardKeys::new();
        }
        self.card.vocabulary.sentences(self.card.game, text).iter().filter_map(keys).flatten().collect()
    }

    /// The names of the weapons, what abilities each prints, and the names of the models. What options may give is among them.
    pub(super) fn names(&self) -> [Vec<String>; 3] {
        let mut all: Vec<(String, &Printed<'t>)> =
            self.weapons.iter().map(|weapon| (weapon.name.clone(), &weapon.printed)).collect();
        for printed in offered(self.unit) {
            let called = name(&printed.name);
            if !all.iter().any(|(key, _)| *key == called) {
                all.push((called, printed));
            }
        }
        let groups = self.groups.iter().map(|group| group.name.clone()).collect();
        let keywords = |(called, printed): (String, &Printed<'_>)| {
            (called, values::clean(printed.get("Keywords")).replace(['[', ']'], ""))
        };
        let (names, printed) = all.into_iter().map(keywords).unzip();
        [names, printed, groups]
    }

    /// Abilities and rules of the unit as a whole.
    pub(super) fn unit_abilities(&mut self) {
        for part in self.unit.without_models() {
            let is_bearer = std::ptr::eq(part, self.unit) || part.profiles.is_empty();
            if is_bearer {
                for (rule, _) in &part.rules {
                    self.rule(rule, None);
                }
            }
        }
        for (called, text, _) in Self::texts_of(self.unit) {
            self.unit_ability(&called, &text);
        }
        for ability in &self.unit.data_abilities {
            self.data_ability(ability);
        }
    }

    /// An ability that is data; what the game knows by its name is that.
    fn data_ability(&mut self, ability: &DataAbility) {
        if self.known_rule(&ability.name, None) {
            return;
        }
        let statements = match &ability.meaning {
            Ok(statements) => statements.clone(),
            Err(clause) => return self.card.unread(&ability.name, Err(Unread::From(Some(clause.clone())))),
        };
        let names = Rc::clone(&self.names);
        let [weapons, printed, groups] = &*names;
        let printed = CardText { name: &ability.name, weapons, printed, groups, ..CardText::default() };
        match self.card.read_meaning(&printed, statements) {
            Ok(keys) => self.keep(keys),
            Err(says) => self.card.unread(&ability.name, Ok(says)),
        }
    }

    /// Gives every group the keys of an ability.
    fn keep(&mut self, keys: CardKeys) {
        for (key, value) in keys {
            if key == "abilities" {
                self.card.unit_ability(&value);
            }
            self.groups.iter_mut().for_each(|group| _ = group.stats.set(&key, &value));
        }
    }

    /// Invulnerable saves that a line prints with something behind the number.
    pub(super) fn printed_saves(&mut self) {
        let mut texts: Vec<String> = Vec::new();
        for (saves, text) in std::mem::take(&mut self.printed_saves) {
            match text {
                Some(text) if !texts.contains(&text) => {
                    self.unit_ability(&format!("Invulnerable Save {saves}"), &text);
                    texts.push(text);
                }
                Some(_) => {}
                // A star sends the reader to an ability, which is read as all others are.
                None => {
                    let says = |name: &String| normal(name).contains("invulnerable");
                    if !self.card.unit.read.iter().chain(&self.card.not_computed).any(says) {
                        self.card.not_computed(&format!("InSv {saves}"), AGAINST_WHAT);
                    }
                }
            }
        }
    }

    fn unit_ability(&mut self, called: &str, text: &str) {
        if let Some((key, value)) = bare_number(called, text) {
            self.groups.iter_mut().for_each(|group| _ = group.stats.set(key, &value));
            self.card.unit.read.push(called.to_owned());
            return;
        }
        if TELLS_NOTHING.iter().any(|entry| same(entry, called)) {
            self.card.leave_out(called, NO_DICE);
            return;
        }
        if let Some((who, text)) = self.named_bearer(called, text) {
            self.model_ability(called, &text, &who, false);
            for (key, value) in self.keys_in(&text) {
                self.card.beside_keywords();
                who.iter().for_each(|place| _ = self.groups[*place].stats.set(&key, &value));
            }
            return;
        }
        let of_one = is_of_one(text);
        if of_one && self.groups.len() > 1 {
            let keys = if called.starts_with("Invulnerable Save") { self.keys_in(text) } else { CardKeys::new() };
            if !keys.is_empty() && !called.contains('[') {
                self.card.unit.mended.push(format!("{called}: `this model` is read as every model of the unit"));
                self.card.unit.read.push(called.to_owned());
                self.keep(keys);
                return;
            }
            if !self.card.unit_ability(called) {
                self.card.not_computed(called, WHOSE);
            }
            return;
        }
        let keys = self.read_text(called, text, &[], Some(&0));
        self.keep(keys);
    }

    /// Reads the text of an ability that these models have; none: all.
    fn read_text(&mut self, called: &str, text: &str, bearers: &[String], first: Option<&usize>) -> CardKeys {
        let names = Rc::clone(&self.names);
        let [weapons, printed, groups] = &*names;
        let wounds = first.and_then(|place| self.groups.get(*place)).map(|group| group.stats.wounds);
        let whole = is_of_whole(self.card.game, &values::clean(text).to_lowercase());
        let about = CardText { name: called, text, bearers, wounds, whole, ..CardText::default() };
        self.card.ability(&[SENTENCES], &CardText { weapons, printed, groups, ..about })
    }

    /// The models that a text speaks of by name (`Makari has a 2+ invulnerable save`), or its name in brackets, and the text
    /// about `this model`.
    fn named_bearer(&self, called: &str, text: &str) -> Option<(Vec<usize>, String)> {
        let plain = values::clean(text);
        if let Some((_, who)) = called.split_once('[') {
            let of_name = |place: &usize| normal(&self.groups[*place].name) == normal(who);
            let named: Vec<usize> = (0..self.groups.len()).filter(of_name).collect();
            return (!named.is_empty()).then_some((named, plain));
        }
        if let Some((others, rest)) =
            plain.strip_prefix("Models in this unit (excluding the ").and_then(|rest| rest.split_once(") have "))
        {
            let is_other = |place: &usize| !is_named(others, &self.groups[*place].name);
            let named: Vec<usize> = (0..self.groups.len()).filter(is_other).collect();
            return (named.len() < self.groups.len()).then(|| (named, format!("This model has {rest}")));
        }
        let (who, rest) = plain.split_once(" has ")?;
        let who =
            ["This unit's ", "The ", "An ", "A "].iter().fold(who, |who, article| who.trim_start_matches(article));
        let wanted = normal(who.trim_end_matches(" model"));
        if wanted.is_empty() || wanted.starts_with("this") || wanted.contains("bearer") || wanted.len() > 40 {
            return None;
        }
        let all: Vec<usize> = (0..self.groups.len()).collect();
        let like = |place: &usize| {
            let group = normal(&self.groups[*place].name);
            group.contains(&wanted) || wanted.contains(&group)
        };
        let named: Vec<usize> = all.iter().copied().filter(like).collect();
        let of_unit = all.len() == 1 && normal(&self.unit.name).contains(&wanted);
        let who = if of_unit { all } else { named };
        (!who.is_empty()).then(|| (who, format!("This model has {rest}")))
    }

    /// Abilities of some models: each once, with the groups that have it.
    pub(super) fn model_abilities(&mut self, models: &[&Selection<'t>], places: &[usize]) {
        let mut all: Vec<(String, String, Vec<usize>, bool)> = Vec::new();
        for (model, place) in models.iter().zip(places).filter(|(model, _)| !std::ptr::eq(**model, self.unit)) {
            let rules = model
                .without_models()
                .into_iter()
                .filter(|part| part.profiles.is_empty() || std::ptr::eq(*part, *model));
            rules.flat_map(|part| &part.rules).for_each(|(rule, _)| self.rule(rule, Some(*place)));
            for (called, text, some) in Self::texts_of(model) {
                match all.iter_mut().find(|(key, words, ..)| *key == called && *words == text) {
                    Some((.., who, partly)) => {
                        who.push(*place);
                        *partly |= some;
                    }
                    None => all.push((called, text, vec![*place], some)),
                }
            }
        }
        self.held = all.iter().map(|(called, _, who, _)| (called.clone(), who.clone())).collect();
        for (called, text, who, some) in all {
            self.model_ability(&called, &text, &who, some);
        }
    }

    fn model_ability(&mut self, called: &str, text: &str, who: &[usize], some: bool) {
        let of_name = bare_number(called, "").filter(|_| is_about_rerolls(text));
        if let Some((key, value)) = bare_number(called, text).or(of_name.clone()).filter(|_| !some) {
            who.iter().for_each(|place| _ = self.groups[*place].stats.set(key, &value));
            self.card.unit.read.push(called.to_owned());
            if of_name.is_some() {
                self.card.not_computed(&format!("{called}: no re-rolls"), NO_PHRASE);
            }
            return;
        }
        let all = (0..self.groups.len()).all(|place| who.contains(&place));
        let plain = values::clean(text).to_lowercase();
        let of_unit = plain.contains("bearer's unit");
        // Who has Stealth hides nobody who lacks it (W40K-STEALTH).
        if some || !all && !of_unit && plain.contains("stealth abilit") {
            if !self.card.unit_ability(called) {
                self.card.not_computed(called, WHOSE);
            }
            return;
        }
        let some = who.iter().filter(|_| !all && !of_unit);
        let bearers = each_once(some.map(|place| self.groups[*place].name.clone()));
        let keys = self.read_text(called, text, &bearers, who.first());
        // What only the bearers have was read with their statline.
        if of_unit {
            self.keep(keys);
        }
    }

    /// A rule that is printed on the unit, or on one of its models: `Deadly Demise D6`, `Stealth`, an army's rule.
    fn rule(&mut self, rule: &str, place: Option<usize>) {
        let called = name(rule);
        if !self.known_rule(&called, place) && !self.card.vocabulary.knows_weapon_ability(self.card.game, &called) {
            self.card.not_computed(&called, NO_PHRASE);
        }
    }

    /// A rule that the game knows by its name; whether it is one.
    fn known_rule(&mut self, called: &str, place: Option<usize>) -> bool {
        let lower = called.to_lowercase();
        let deck = lower.strip_prefix("firing deck").filter(|_| place.is_none());
        if let Some(deck) = deck.and_then(|rest| whole(rest.trim())) {
            self.card.firing_deck = Some(deck);
            self.card.unit.read.push(called.to_owned());
            return true;
        }
        let places = place.map_or(0..self.groups.len(), |place| place..place + 1);
        let read: Vec<bool> = places.map(|place| self.model_key(&lower, place)).collect();
        if read.contains(&true) {
            self.card.unit.read.push(called.to_owned());
            return true;
        }
        self.card.unit_ability(called)
    }

    /// A rule that is a key of a model: `deadly demise d6`, `feel no pain 5+`.
    fn model_key(&mut self, rule: &str, place: usize) -> bool {
        let Some(group) = self.groups.get_mut(place) else { return false };
        if let Some(demise) = rule.strip_prefix("deadly demise").and_then(amount) {
            group.stats.demise = Some(demise.value);
            return true;
        }
        let number = |key: &str| {
            let number = rule.strip_prefix(key)?.trim_matches([' ', '(', ')']);
            number.ends_with('+').then_some(number)
        };
        let [pain, save] = [number("feel no pain"), number("invulnerable save")];
        let set = |stats: &mut Stats, key, value: Option<&str>| value.is_some_and(|value| stats.set(key, value));
        set(&mut group.stats, "feel-no-pain", pain) || set(&mut group.stats, "invulnerable", save)
    }
}

/// Whether a text of a datasheet speaks of a whole Attached unit. A save that it says of its unit stands on the card beside the
/// statline, and is that of its own models (W40K-INVULN).
fn is_of_whole(game: &str, plain: &str) -> bool {
    is_of_whole_unit(game, plain) && !(plain.contains("this unit") && plain.contains("invulnerable save"))
}

/// Whether a text speaks of one model, not of its unit.
fn is_of_one(text: &str) -> bool {
    let plain = values::clean(text).to_lowercase().replace("bearer's unit", "unit");
    ["this model", "the bearer"].iter().any(|words| plain.contains(words))
}

/// Whether a text says of a save whose number is in its name that it cannot be rolled again.
fn is_about_rerolls(text: &str) -> bool {
    let plain = values::clean(text).to_lowercase();
    plain.contains("cannot re-roll") && !plain.contains('+')
}

/// An ability that is called after a key of a model and says only its number: `Invulnerable Save`, `4+`.
fn bare_number(called: &str, text: &str) -> Option<(&'static str, String)> {
    let lower = called.to_lowercase();
    let keys = [("invulnerable save", "invulnerable"), ("feel no pain", "feel-no-pain")];
    let (_, key) = keys.into_iter().find(|(name, _)| lower.starts_with(name))?;
    let plain = values::clean(text);
    let bare = called.split('[').next().unwrap_or(called).trim_end();
    let of_name = || bare.split(['(', ' ']).next_back().unwrap_or("").trim_end_matches([')', '*']).to_owned();
    let number = if plain.is_empty() { of_name() } else { plain.trim_end_matches('.').to_owned() };
    target(&number).filter(|n| n.value.is_some() && n.was.is_none()).map(|_| (key, number))
}
