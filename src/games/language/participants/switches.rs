//! Which optional abilities are switched on by what was asked for.

use super::{Bearer, Sorting, place_of};
use crate::games::language::entry::Meaning;
use crate::games::language::scene::AbilityBlock;
use crate::games::language::seen::{optional, optional_names};
use crate::games::language::value::VALUES;
use crate::games::{Clause, Owner};
use crate::profile::{Diagnostic, Diagnostics};
use crate::words::{normal, same};

/// An optional ability that was asked for.
pub(super) struct Switch {
    /// Its place in what was asked for.
    pub(super) clause: usize,
    pub(super) unit: usize,
    pub(super) block: usize,
    pub(super) value: Option<u8>,
}

/// Whether of two things only one holds: of one word, or, with names behind it, of two names of one word.
fn is_one_choice(one: &str, other: &str) -> bool {
    match (one.split_once(": "), other.split_once(": ")) {
        (Some((word, one)), Some((same, other))) => word == same && one != other,
        _ => one == other,
    }
}

impl<U: Bearer> Sorting<'_, U> {
    /// The optional abilities of all units: the unit's place, the ability's, and the ability.
    pub(super) fn optional(&self) -> impl Iterator<Item = (usize, usize, &AbilityBlock<U::Draft>)> {
        self.units
            .iter()
            .enumerate()
            .flat_map(|(unit, read)| optional(&**read).map(move |(place, block)| (unit, place, block)))
    }

    /// The side of a unit.
    fn side(&self, unit: usize) -> Owner {
        if self.encounter.attacks.iter().any(|attack| attack.by == unit) { Owner::Attacker } else { Owner::Defender }
    }

    /// Whether a clause names an optional ability; the first time through that switches it on.
    pub(super) fn switched(&mut self, index: usize, first: bool, found: &Diagnostics) -> bool {
        if first { self.switch(index, found) } else { self.switches.iter().any(|switch| switch.clause == index) }
    }

    /// Finds the optional ability that a clause names, and switches it on; false if it names none. Notes a value that is
    /// missing or wrong, and a name that both sides have.
    fn switch(&mut self, index: usize, found: &Diagnostics) -> bool {
        let Clause { text, source, .. } = &self.encounter.with[index];
        if self.units.is_empty() {
            return self.is_name_of_unread(text);
        }
        let Some((name, typed)) = self.name_and_value(text) else { return false };
        let switched = self.named(index, name).and_then(|named| {
            let value = self.value(name, typed, &named)?;
            Ok(named.into_iter().map(move |(unit, block)| Switch { clause: index, unit, block, value }))
        });
        match switched.and_then(|switched| self.alone(index, switched.collect())) {
            Ok(switched) => self.switches.extend(switched),
            Err((message, help)) => {
                found.push(Diagnostic::new(&place_of(text, source), message, "here").help(help));
            }
        }
        true
    }

    /// What is switched on, if no other ability of the same choice is on in an attack of its.
    fn alone(&self, index: usize, switched: Vec<Switch>) -> Result<Vec<Switch>, (String, String)> {
        let block = |switch: &Switch| &self.units[switch.unit].blocks()[switch.block];
        let choice = |switch: &Switch| block(switch).terms.as_ref().and_then(|terms| terms.choice.clone());
        let attack = |clause: usize| self.encounter.with[clause].attack;
        for new in switched.iter().filter(|new| choice(new).is_some()) {
            let word = choice(new).unwrap_or_default();
            let excludes = |on: &Switch| choice(on).is_some_and(|other| is_one_choice(&other, &word));
            let is_same = |on: &Switch| on.unit == new.unit && on.block != new.block && excludes(on);
            let is_met = |on: &Switch| Self::is_meant(&self.encounter.with[index], attack(on.clause));
            if let Some(on) = self.switches.iter().find(|on| is_same(on) && is_met(on)) {
                let word = word.split(": ").next().unwrap_or_default();
                let message = format!("of `{}` and `{}` only one holds", block(on).name, block(new).name);
                return Err((message, format!("they are one choice (`{word}`): leave one out, or compare both")));
            }
        }
        Ok(switched)
    }

    /// The abilities of a name that a clause means, those of one side: of two sides that have it, the one for which it does
    /// anything.
    fn named(&self, index: usize, name: &str) -> Result<Vec<(usize, usize)>, (String, String)> {
        let owner = self.encounter.with[index].owner;
        let of_side = |side: Owner| {
            let fits = self.optional().filter(|(unit, _, block)| same(&block.name, name) && self.side(*unit) == side);
            let fits: Vec<_> = fits.filter(|_| owner.is_none_or(|owner| owner == side)).collect();
            let matters = fits.iter().any(|(unit, _, block)| self.matters(*unit, block, side));
            (fits.into_iter().map(|(unit, place, _)| (unit, place)).collect::<Vec<_>>(), matters)
        };
        let [(attackers, attacks), (defenders, defends)] = [Owner::Attacker, Owner::Defender].map(of_side);
        match (attacks, defends) {
            (true, true) => {
                let help = format!("say whose: `--with \"attacker: {name}\"` or `--with \"defender: {name}\"`");
                Err((format!("both units have an ability `{name}`"), help))
            }
            _ if attackers.is_empty() && defenders.is_empty() => {
                let whose = if owner == Some(Owner::Attacker) { "attacker" } else { "defender" };
                Err((format!("the {whose} has no ability `{name}`"), "the other unit has it".to_owned()))
            }
            (false, true) => Ok(defenders),
            _ if attackers.is_empty() => Ok(defenders),
            _ => Ok(attackers),
        }
    }

    /// The value that was given for abilities, if they take one.
    fn value(&self, name: &str, typed: Option<&str>, named: &[(usize, usize)]) -> Result<Option<u8>, (String, String)> {
        let takes = |(unit, block): &(usize, usize)| {
            self.units[*unit].blocks()[*block].terms.as_ref().is_some_and(|terms| terms.has_value)
        };
        match (named.iter().any(takes), typed) {
            (false, None) => Ok(None),
            (false, Some(typed)) => {
                Err((format!("`{name}` has no value: no effect of it holds X"), format!("leave out the {typed}")))
            }
            (true, None) => Err((format!("`{name}` needs a value"), format!("say how much: `--with \"{name} 4\"`"))),
            (true, Some(typed)) => {
                let (low, high) = (VALUES.start(), VALUES.end());
                let help = || format!("say a number from {low} to {high}: `--with \"{name} 4\"`");
                let value = typed.parse().ok().filter(|value| VALUES.contains(value));
                value.map(Some).ok_or_else(|| (format!("`{typed}` is not a value for `{name}`"), help()))
            }
        }
    }

    /// Splits a clause into the name of an optional ability and the value behind it; `None` if it names none.
    fn name_and_value<'t>(&self, text: &'t str) -> Option<(&'t str, Option<&'t str>)> {
        let is_name =
            |name: &str| self.units.iter().flat_map(|unit| optional_names(&**unit)).any(|entry| same(entry, name));
        let text = text.trim();
        if is_name(text) {
            return Some((text, None));
        }
        let (name, value) = text.rsplit_once(' ')?;
        let is_value = value.starts_with(|c: char| c.is_ascii_digit() || matches!(c, 'D' | 'd' | '-' | '+'));
        (is_value && is_name(name)).then_some((name.trim(), Some(value)))
    }

    /// Whether a text names an ability of a profile that could not be read: then nobody knows what it means.
    fn is_name_of_unread(&self, text: &str) -> bool {
        let text = normal(text);
        let mut names = self.encounter.units.iter().flat_map(|unit| unit.document().names("ability"));
        names.any(|name| text.strip_prefix(&normal(&name)).is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit())))
    }

    /// Whether an ability does anything for a unit of this side.
    pub(super) fn matters(&self, unit: usize, block: &AbilityBlock<U::Draft>, side: Owner) -> bool {
        let protects = |meaning: &Meaning<U::Draft>| meaning.owner() == Owner::Defender;
        let mut effects = block.effects.iter();
        match side {
            Owner::Attacker => {
                let lends = block.terms.as_ref().is_some_and(|terms| terms.lends());
                !block.against && (lends || effects.any(|(_, meaning)| !protects(meaning)))
            }
            Owner::Defender => {
                block.against || effects.any(|(_, meaning)| protects(meaning)) || self.units[unit].strikes_back()
            }
        }
    }
}
