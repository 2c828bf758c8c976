//! Attacks that are resolved together (W40K-BATCH), and what is decided for all dice of a batch at once.

use super::DatasheetAttack;
use crate::games::volley::draft::{TargetDraft, WeaponDraft};
use crate::games::volley::{Landing, Volley};
use crate::games::warhammer_40k::edition::Batches;
use crate::profile::{Diagnostic, Diagnostics};
use crate::sequence::{Guard, Save};

impl DatasheetAttack<'_> {
    /// Whether identical attacks are resolved together.
    pub(super) fn in_batches(&self) -> bool {
        self.edition().batches == Batches::Identical
    }

    /// The weapons, batch by batch: those whose attacks are the same are one where that makes a difference, which is where
    /// models save differently or mortal wounds come after the batch.
    pub(super) fn batches(&self, weapons: Vec<(WeaponDraft, Volley)>) -> Vec<(WeaponDraft, Volley)> {
        if !self.in_batches() || self.rules("identical-weapons", "apart") {
            return weapons;
        }
        let mut batches: Vec<(WeaponDraft, Volley)> = Vec::with_capacity(weapons.len());
        for (draft, volley) in weapons {
            let same = |(known, other): &&mut (WeaponDraft, Volley)| {
                volley.is_like(other) && known.once == draft.once && known.final_hits == draft.final_hits
            };
            match batches.iter_mut().find(same).filter(|_| matters(&volley)) {
                Some((known, batch)) => {
                    known.name = format!("{} + {}", known.name, draft.name);
                    batch.join(volley);
                }
                None => batches.push((draft, volley)),
            }
        }
        batches
    }

    /// Decides which dice of a batch are rolled again where models save differently: all are rolled before it is known whom
    /// they meet, so it is those that fail for one group of models, the first in the order or the weakest (AMB-05 of the 11th edition).
    pub(super) fn decide_rerolls(&self, target: &TargetDraft, landing: &mut Landing) {
        if !self.in_batches() || landing.one_save().is_some() {
            return;
        }
        let standing = || target.groups.iter().map(|group| group.models > group.fallen);
        let parts: Vec<Vec<bool>> = match landing.bodies.len() {
            1 => vec![standing().collect()],
            _ => landing.bodies.iter().map(|body| part(target, *body)).collect(),
        };
        let guards = landing.guards.iter().zip(&parts).flat_map(|(guards, part)| guards.iter().zip(part));
        let mut standing = guards.filter(|(_, stands)| **stands).map(|(guard, _)| guard);
        let weakest = self.rules("save-rerolls", "weakest");
        let chosen = if weakest { standing.max_by_key(|guard| needs(guard)) } else { standing.next() };
        let reroll = chosen.and_then(|guard| guard.save).map_or_else(Default::default, |save| save.reroll);
        let other = landing.route.iter_mut().flat_map(|route| &mut route.guards);
        for save in landing.guards.iter_mut().chain(other).flatten().filter_map(|guard| guard.save.as_mut()) {
            save.reroll = reroll;
        }
    }

    /// Notes what depends on single attacks where a batch has none: whose Damage is 0 is not known before all are rolled.
    pub(super) fn refuse_single_attacks(
        &self,
        target: &TargetDraft,
        weapons: &[(WeaponDraft, Volley)],
        found: &Diagnostics,
    ) {
        let mixed = weapons.iter().any(|(_, volley)| volley.after_hit.attacks.one_save().is_none());
        if self.in_batches() && mixed && target.one_attack_is_zero {
            let message = "which attack is the first is not computed where models save differently";
            let help = "where all models save alike against these weapons it is computed".to_owned();
            found.push(Diagnostic::new(&self.defender.place, message, "this unit").help(Some(help)));
        }
    }
}

/// Which groups of the Bodyguard's body, or of that of the characters, stand.
fn part(target: &TargetDraft, body: usize) -> Vec<bool> {
    let own = target.groups.iter().filter(|group| usize::from(group.character) == body);
    own.map(|group| group.models > group.fallen).collect()
}

/// Whether it makes a difference that a weapon's attacks are resolved with those of another.
fn matters(volley: &Volley) -> bool {
    volley.after_hit.attacks.one_save().is_none() || volley.critical_wound.unsaved || volley.mortal.is_some()
}

/// The lowest face that saves; 7 if none does.
fn needs(guard: &Guard) -> u8 {
    guard.save.map_or(7, |Save { on, .. }| on)
}
