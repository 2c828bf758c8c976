//! What does not go with what in one attack: what a line of a game's list is.

use super::situation::Situation;
use crate::games::{Phase, SituationDoc};
use crate::profile::{Diagnostic, Diagnostics, Place};

/// One of two things that do not go together.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Thing {
    /// A situation, in the words of the attacker.
    Situation(Situation),
    /// The attack is made in this phase.
    Phase(Phase),
    /// An effect: as it is written, and the patterns that are meant.
    Effect(&'static str, &'static [&'static str]),
}

impl Thing {
    /// What it is called; `None` if no situation of the table is it.
    pub(crate) fn name(&self, situations: &'static [SituationDoc]) -> Option<&'static str> {
        match self {
            Self::Situation(situation) => {
                situations.iter().find(|doc| doc.situation.is(*situation)).map(|doc| doc.name)
            }
            Self::Phase(phase) => Some(match phase {
                Phase::Shooting => "shooting",
                Phase::Combat => "melee",
            }),
            Self::Effect(name, _) => Some(name),
        }
    }

    pub(super) fn is_situation(&self, situation: Situation) -> bool {
        matches!(self, Self::Situation(own) if own.is(situation))
    }
}

/// Two things that do not go together in one attack, by their names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotTogether {
    /// The one: a situation, `melee` or `shooting`, or an effect as it is written.
    pub one: &'static str,
    /// The other.
    pub other: &'static str,
    /// Why not, with the rule's id.
    pub why: &'static str,
    /// Whether it is computed all the same, and said in a note; else it is a mistake.
    pub noted: bool,
}

/// Two situations that never go together.
pub(crate) const fn never(one: Situation, other: Situation, why: &'static str) -> Exclusion {
    Exclusion::never(Thing::Situation(one), Thing::Situation(other), why)
}

/// A situation of attacks that shoot.
pub(crate) const fn shoots(one: Situation, why: &'static str) -> Exclusion {
    Exclusion::never(Thing::Situation(one), Thing::Phase(Phase::Combat), why)
}

/// A situation of attacks in melee.
pub(crate) const fn fights(one: Situation, why: &'static str) -> Exclusion {
    Exclusion::never(Thing::Situation(one), Thing::Phase(Phase::Shooting), why)
}

/// Two things that do not go together in one attack.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exclusion {
    /// The one.
    pub(crate) one: Thing,
    /// The other.
    pub(crate) other: Thing,
    /// Why not, with the rule's id.
    pub(crate) why: &'static str,
    /// Whether an ability may allow it, or the rules only give it no meaning: then it is computed, and said in a note.
    pub(crate) noted: bool,
}

impl Exclusion {
    /// Two things that never go together.
    pub(crate) const fn never(one: Thing, other: Thing, why: &'static str) -> Self {
        Self { one, other, why, noted: false }
    }

    /// Two things that are computed together, with a note.
    pub(crate) const fn noted(one: Thing, other: Thing, why: &'static str) -> Self {
        Self { one, other, why, noted: true }
    }

    /// What everybody may know of it; `None` if the game has not got both.
    pub(crate) fn named(&self, situations: &'static [SituationDoc]) -> Option<NotTogether> {
        let [one, other] = self.names(situations)?;
        Some(NotTogether { one, other, why: self.why, noted: self.noted })
    }

    /// The names of both; `None` if the game has not got both.
    pub(crate) fn names(&self, situations: &'static [SituationDoc]) -> Option<[&'static str; 2]> {
        Some([self.one.name(situations)?, self.other.name(situations)?])
    }

    /// Whether one thing is of the one kind and the other of the other.
    pub(super) fn is_of(&self, one: impl Fn(&Thing) -> bool, other: impl Fn(&Thing) -> bool) -> bool {
        one(&self.one) && other(&self.other) || one(&self.other) && other(&self.one)
    }

    /// Whether it is of these two situations.
    pub(crate) fn is_between(&self, one: Situation, other: Situation) -> bool {
        self.is_of(|thing| thing.is_situation(one), |thing| thing.is_situation(other))
    }

    /// The message for two things that exclude each other, by the names under which they were given.
    pub(crate) fn mistake(&self, [one, other]: [&str; 2], place: &Place) -> Diagnostic {
        refusal([one, other], self.why, place)
    }

    /// Notes it by the names of the two, where what was given is no longer known; only if there is no other mistake yet.
    pub(crate) fn refuse(&self, situations: &'static [SituationDoc], place: &Place, found: &Diagnostics) {
        if let Some(names) = self.names(situations).filter(|_| found.is_empty()) {
            found.push(self.mistake(names, place));
        }
    }
}

/// The message for two things that exclude each other.
pub(crate) fn refusal([one, other]: [&str; 2], why: &str, place: &Place) -> Diagnostic {
    let message = format!("`{}` and `{}` exclude each other", one.trim(), other.trim());
    Diagnostic::new(place, message, "here").help(why.to_owned())
}
