//! Attacks that are resolved together (W40K-BATCH), and what is decided for all dice of a batch at once.

use super::DatasheetAttack;
use crate::games::volley::draft::{GroupDraft, TargetDraft, WeaponDraft};
use crate::games::volley::{Landing, Route, SavesAgain, Volley};
use crate::games::warhammer_40k::edition::Batches;
use crate::games::warhammer_40k::survivors::places;
use crate::profile::{Diagnostic, Diagnostics};
use crate::sequence::{Guard, Guards, Save};

impl DatasheetAttack<'_> {
    /// Whether identical attacks are resolved together.
    pub(super) fn in_batches(&self) -> bool {
        self.edition().batches == Batches::Identical
    }

    /// Joins weapons whose attacks are the same into one batch, where that can make a difference: where models save
    /// differently, mortal wounds come after the batch, its first target is chosen anew, or one of its dice may be rolled again.
    pub(super) fn batches(&self, weapons: Vec<(WeaponDraft, Volley)>) -> Vec<(WeaponDraft, Volley)> {
        if !self.in_batches() || self.rules("identical-weapons", "apart") {
            return weapons;
        }
        let mut batches: Vec<(WeaponDraft, Volley)> = Vec::with_capacity(weapons.len());
        for (draft, volley) in weapons {
            let same = |(key, other): &&mut (WeaponDraft, Volley)| {
                self.are_identical(key, &draft)
                    && volley.is_like(other)
                    && key.once == draft.once
                    && key.final_hits == draft.final_hits
            };
            match batches.iter_mut().find(same).filter(|_| self.commands.any() || matters(&volley)) {
                Some((volley_draft, batch)) => {
                    volley_draft.name = format!("{} + {}", volley_draft.name, draft.name);
                    batch.join(volley);
                }
                None => batches.push((draft, volley)),
            }
        }
        batches
    }

    /// Whether attacks of two weapons have the same characteristics (W40K-BATCH): where they differ, they are batches of
    /// their own, even if the same dice succeed.
    fn are_identical(&self, one: &WeaponDraft, other: &WeaponDraft) -> bool {
        let draws = |weapon: &WeaponDraft| [&weapon.strength, &weapon.damage].map(|n| n.draw(self.rounding(), 1).ok());
        one.hit.number() == other.hit.number()
            && one.settled_rend(self.rounding()) == other.settled_rend(self.rounding())
            && draws(one) == draws(other)
    }

    /// Decides which dice of a batch are rolled again where models save differently: all are rolled before it is known whom
    /// they meet, so it is those that fail for one group of models, the first in the order that stands then, or the weakest
    /// (AMB-05 of the 11th edition).
    pub(super) fn decide_rerolls(&self, target: &TargetDraft, landing: &mut Landing) {
        if !self.in_batches() || landing.one_save().is_some() {
            return;
        }
        landing.rerolls = self.rerolls(target, &landing.bodies, &mut landing.guards);
        if let Some(Route { landing, .. }) = landing.route.as_deref_mut() {
            landing.rerolls = self.rerolls(target, &landing.bodies, &mut landing.guards);
        }
    }

    /// The faces that are re-rolled, from the model that stands first to the one that stands last; empty if they are the same
    /// whoever has fallen, since the guards then hold them.
    fn rerolls(&self, target: &TargetDraft, bodies: &[usize], guards: &mut Guards) -> Vec<SavesAgain> {
        let weakest = self.rules("save-rerolls", "weakest");
        let mut first_of: Vec<(usize, u16, &Guard)> = Vec::new();
        for (place, guards) in guards.iter().enumerate() {
            let mut from = 0;
            for (group, guard) in self.part(target, bodies[place]).zip(guards) {
                first_of.push((place, from, guard));
                from += group.models.get() * group.wounds.get();
            }
        }
        // A body that comes a second time stands in once all others are gone.
        let is_first = |place: usize| !bodies[..place].contains(&bodies[place]);
        let mut all: Vec<SavesAgain> = Vec::new();
        for (first, (place, from, guard)) in first_of.iter().enumerate() {
            let others = first_of[first..].iter().filter(|(other, ..)| other == place || is_first(*other));
            let left = others.map(|(.., guard)| *guard);
            let chosen = if weakest { left.max_by_key(|guard| needs(guard)).unwrap_or(guard) } else { guard };
            let faces = chosen.save.map_or_else(Default::default, |save| save.reroll);
            if all.last().is_none_or(|last| last.faces != faces || last.place != *place) {
                all.push(SavesAgain { place: *place, from: *from, faces });
            }
        }
        let one = all.first().map(|again| again.faces).unwrap_or_default();
        if all.iter().all(|again| again.faces == one) {
            guards.iter_mut().flatten().filter_map(|guard| guard.save.as_mut()).for_each(|save| save.reroll = one);
            return Vec::new();
        }
        all
    }

    /// The groups of a body of the target.
    fn part<'t>(&self, target: &'t TargetDraft, body: usize) -> impl Iterator<Item = &'t GroupDraft> {
        let places = places(target.groups.iter().map(|group| group.character), self.bodies);
        // The only body of a target may stand anywhere among those of an engagement.
        let body = if self.bodies == 1 { 0 } else { body };
        let own = target.groups.iter().zip(places).filter(move |(_, place)| *place == body);
        own.map(|(group, _)| group)
    }

    /// What is said where Devastating Wounds of critical hits do other damage than those of ordinary hits: the rules name no
    /// order among them (W40K-DEVASTATING). Before the update they were points that spill, in whatever order.
    pub(super) fn order_of_devastating(&self, volley: &Volley) -> Option<String> {
        let critical = volley.after_critical_hit.as_deref()?.critical_wounds.as_deref();
        let differs = volley.critical_wound.unsaved && volley.after_hit.critical_wounds.as_deref() != critical;
        (differs && !self.is_core()).then(|| {
            format!(
                "{}: of its Devastating Wounds those of ordinary hits land first, then those of critical hits, which do \
                 other damage; the rules name no order (W40K-DEVASTATING)",
                volley.name
            )
        })
    }

    /// Notes what depends on single attacks where a batch has none: whose Damage is 0 is not known before all are rolled.
    pub(super) fn refuse_single_attacks(
        &self,
        target: &TargetDraft,
        weapons: &[(WeaponDraft, Volley)],
        found: &Diagnostics,
    ) {
        if let Some(text) = &target.one_of_some {
            let message = "which attack is the first on some of its models alone is not computed";
            let label = format!("`{text}` is of the unit as a whole");
            found.push(Diagnostic::new(&self.defender.place, message, label));
        }
        let mixed = weapons.iter().any(|(_, volley)| volley.after_hit.attacks.one_save().is_none());
        if self.in_batches() && mixed && target.one_attack_is_zero {
            let message = "which attack is the first is not computed where models save differently";
            let help = "where all models save alike against these weapons it is computed".to_owned();
            found.push(Diagnostic::new(&self.defender.place, message, "this unit").help(help));
        }
    }
}

/// Whether it makes a difference that a weapon's attacks are resolved with those of another.
fn matters(volley: &Volley) -> bool {
    let landing = &volley.after_hit.attacks;
    landing.one_save().is_none() || landing.route.is_some() || volley.critical_wound.unsaved || volley.mortal.is_some()
}

/// The lowest face that saves; 7 if none does.
fn needs(guard: &Guard) -> u8 {
    guard.save.map_or(7, |Save { on, .. }| on)
}
