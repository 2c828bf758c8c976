//! What can be asked of one weapon against one target.

use super::{AfterHit, Negated, Volley};
use crate::dice::Draw;
use crate::sequence::explain::amount;
use crate::sequence::{Limit, MAX_TOKENS};

impl Negated {
    /// That of a hit, which may be critical.
    pub(super) fn after(&self, critical: bool) -> &AfterHit {
        self.critical.as_ref().filter(|_| critical).unwrap_or(&self.ordinary)
    }
}

impl Volley {
    /// How many attacks each of the weapon makes, in words.
    pub(crate) fn told_attacks(&self) -> String {
        format!("{} attacks for each of {}", amount(&self.attacks), self.count)
    }

    /// The most attacks that it makes.
    pub(super) fn most_attacks(&self) -> u64 {
        let most = |count: u16, each: &Draw| u64::from(count) * u64::from(each.max());
        let others: u64 = self.others.iter().map(|(count, each)| most(*count, each)).sum();
        most(self.count, &self.attacks) + others + u64::from(self.bonus_attacks)
    }

    /// Whether its attacks are the same as another weapon's, however many they are.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        self.hit == other.hit
            && self.critical_hit == other.critical_hit
            && self.critical_wound == other.critical_wound
            && self.after_hit == other.after_hit
            && self.after_critical_hit == other.after_critical_hit
            && self.unsaved_hits == other.unsaved_hits
            && self.mortal == other.mortal
            && self.answers == other.answers
            && self.negated == other.negated
    }

    /// Adds the bearers of another weapon whose attacks are the same.
    pub(crate) fn join(&mut self, other: Self) {
        self.name = format!("{} + {}", self.name, other.name);
        self.bonus_attacks = self.bonus_attacks.saturating_add(other.bonus_attacks);
        self.others.push((other.count, other.attacks));
        self.others.extend(other.others);
    }

    /// Whether critical wounds may be saved, but not as ordinary ones are.
    pub(super) fn has_saved_critical_wounds(&self) -> bool {
        self.after_hit.critical_wounds.is_some() && !self.critical_wound.unsaved
    }

    /// Whether its attacks are few enough.
    pub(super) fn check(&self) -> Result<(), Limit> {
        Limit::check_of("attacks of ", &self.name, self.most_attacks(), u64::from(MAX_TOKENS), "MAX_TOKENS")
    }
}
