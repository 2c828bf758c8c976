//! Whether what was asked for goes together, by the list of the game.

use super::entry::{Drafts, is_like};
use super::exclusion::{Exclusion, Thing};
use super::meaning::Language;
use super::participants::place_of;
use super::situation::{Scene, Situation};
use super::vocabulary;
use crate::games::{Clause, Encounter, Owner};
use crate::profile::{Diagnostics, Place};

/// One thing that a player stated about an attack.
struct Assertion<'c> {
    attack: Option<usize>,
    text: &'c str,
    place: Place,
    /// A situation of the attack, in the words of the attacker, and as its unit calls it, if it is said of one.
    situation: Option<Situation>,
    own: Option<Situation>,
    owner: Option<Owner>,
    /// The pattern that an effect follows.
    pattern: Option<&'static str>,
}

impl Assertion<'_> {
    /// Whether this assertion means `thing`. Where it and `beside` are about the same unit, both are in that unit's own words.
    fn is(&self, thing: &Thing, beside: &Self, implied: fn(Situation) -> Option<Situation>) -> bool {
        match thing {
            Thing::Situation(_) => {
                let of_same = self.owner.is_some() && self.owner == beside.owner;
                let situation = self.situation.or(self.own.filter(|_| of_same));
                let more = situation.and_then(implied);
                situation.into_iter().chain(more).any(|situation| thing.is_situation(situation))
            }
            Thing::Phase(_) => false,
            Thing::Effect(_, patterns) => self.pattern.is_some_and(|pattern| is_like(pattern, patterns)),
        }
    }
}

impl<D: Drafts> Language<D> {
    /// Notes what was asked for of one attack and does not go together.
    pub(super) fn check_together(&self, encounter: &Encounter, found: &Diagnostics) {
        if encounter.with.len() < 2 || self.exclusions.is_empty() {
            return;
        }
        let assertions: Vec<Assertion<'_>> = encounter.with.iter().map(|clause| self.assertion(clause)).collect();
        for (index, this) in assertions.iter().enumerate() {
            let same_attack =
                |that: &&Assertion<'_>| this.attack.zip(that.attack).is_none_or(|(this, that)| this == that);
            for that in assertions[..index].iter().filter(same_attack) {
                let of = |entry: &&Exclusion| {
                    let is = |one: &Assertion<'_>, thing: &Thing, other| one.is(thing, other, self.implies);
                    !entry.noted && entry.is_of(|thing| is(this, thing, that), |thing| is(that, thing, this))
                };
                if let Some(exclusion) = self.exclusions.iter().find(of) {
                    found.push(exclusion.mistake([this.text, that.text], &this.place));
                }
            }
        }
    }

    fn assertion<'c>(&self, clause: &'c Clause) -> Assertion<'c> {
        let text = clause.text.as_str();
        let place = place_of(&clause.text, &clause.source);
        let doc = self.situation(text);
        let situation = doc.and_then(|doc| doc.said(clause.owner));
        let asks_for_effects = || {
            self.exclusions
                .iter()
                .any(|exclusion| [exclusion.one, exclusion.other].iter().any(|t| matches!(t, Thing::Effect(..))))
        };
        let reading = (doc.is_none() && asks_for_effects()).then(|| vocabulary::read_form(text)).flatten();
        Assertion {
            attack: clause.attack,
            text,
            place,
            situation,
            own: doc.map(|doc| doc.situation),
            owner: clause.owner,
            pattern: reading.map(|reading| reading.form.pattern),
        }
    }

    /// What never goes together of two situations or phases that an ability asks for, one of which is a situation.
    pub(crate) fn exclusion(&self, one: &Thing, other: &Thing) -> Option<&'static Exclusion> {
        let is = |wanted: &Thing, thing: &Thing| match wanted {
            Thing::Situation(situation) => {
                thing.is_situation(*situation) || (self.implies)(*situation).is_some_and(|s| thing.is_situation(s))
            }
            Thing::Phase(phase) => matches!(thing, Thing::Phase(other) if other == phase),
            Thing::Effect(..) => false,
        };
        let mut never = self.exclusions.iter().filter(|exclusion| !exclusion.noted);
        never.find(|thing| thing.is_of(|thing| is(one, thing), |thing| is(other, thing)))
    }

    /// A note for each of two things that are true of an attack, and do not go together but by an ability.
    pub(crate) fn noted_together(&self, scene: &Scene<'_>) -> impl Iterator<Item = String> {
        let is = |thing: &Thing| matches!(thing, Thing::Situation(situation) if scene.is(*situation));
        let both = self
            .exclusions
            .iter()
            .filter(move |exclusion| exclusion.noted && is(&exclusion.one) && is(&exclusion.other));
        both.filter_map(|entry| {
            let [one, other] = entry.names(self.situations)?;
            Some(format!("`{one}` and `{other}`: {}", entry.why))
        })
    }
}
