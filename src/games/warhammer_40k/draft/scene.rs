//! What is true as an attack is made: keywords, sizes, losses, the phase.

use super::DatasheetAttack;
use crate::games::language::entry::Meaning;
use crate::games::language::scene::{AbilityBlock, EditionRules};
use crate::games::language::seen::SeenBlocks;
use crate::games::language::weapons::ChosenWeapons;
use crate::games::volley::draft::{Rounding, WeaponDraft};
use crate::games::warhammer_40k::effects::OVERWATCH_ON;
use crate::games::warhammer_40k::situations::{
    BELOW_STARTING_STRENGTH, DAMAGED, EPIC_CHALLENGE, HALF_STRENGTH, OVERWATCH, SITUATIONS, TANK_SHOCK,
    TARGET_BELOW_STARTING_STRENGTH, TARGET_DAMAGED, TARGET_HALF_STRENGTH,
};
use crate::games::warhammer_40k::survivors::Strength;
use crate::games::warhammer_40k::unit::Group;
use crate::games::{Owner, Phase, Situation};
use crate::profile::{Diagnostic, Diagnostics};
use crate::words::same;

impl DatasheetAttack<'_> {
    pub(super) fn set_scene(&mut self) {
        self.scene.attacker_keywords = &self.attacker.keywords;
        self.scene.target_keywords = &self.defender.keywords;
        (self.scene.attacker_models, self.scene.target_models) = (self.attacker.size(), self.defender.size());
        self.scene.attacker_damage = self.attacker.taken;
        self.scene.target_damage = self.defender.taken;
        let is_new = |situation: &Situation| !self.is_used_before(*situation);
        self.scene.situations = self.options.situations.iter().copied().filter(is_new).collect();
        if let Some((situation, _)) = self.of_some_attackers() {
            self.scene.set(situation);
        }
        self.scene.played = EditionRules {
            core_edition: self.is_core(),
            blast_needs_dice: self.rules("blast", "random-only"),
            rounding: if self.rules("fractions", "down") { Rounding::Down } else { self.edition().order },
        };
        // Who says on what Overwatch hits, means Overwatch.
        let mut options = self.options.meanings.iter().filter_map(|(.., meaning)| meaning.effect());
        if options.any(|effect| effect.is(OVERWATCH_ON)) {
            self.scene.set(OVERWATCH);
        }
        if self.attacker.is_damaged() {
            self.scene.set(DAMAGED);
        }
        if self.defender.is_damaged() {
            self.scene.set(TARGET_DAMAGED);
        }
        self.set_strength();
        self.set_phase();
    }

    /// Whether a unit before used a Stratagem that an army uses once in a phase (W40K-CP-MISC).
    pub(super) fn is_used_before(&self, situation: Situation) -> bool {
        [TANK_SHOCK, EPIC_CHALLENGE].contains(&situation)
            && !self.encounter.is_first_use(self.index, situation.doc(SITUATIONS).name)
    }

    /// Whether abilities of the target or an option bring such an effect to each model of the target; in an Attached unit
    /// parts may have it by their cards.
    pub(super) fn all_of_target_get(&self, patterns: &[&str]) -> bool {
        let is = |meaning: &Meaning<WeaponDraft>| meaning.effect().is_some_and(|effect| effect.is(patterns));
        let held = SeenBlocks::of(self.defender).iter().filter(|block| block.holds(Owner::Defender, &self.scene));
        let bringing = held.filter(|block| block.effects.iter().any(|(_, meaning)| is(meaning)));
        let names = |block: &AbilityBlock<WeaponDraft>, group: &Group| {
            block.models.iter().flatten().any(|name| same(name, &group.name))
        };
        let get = |group: &Group| group.part_stealth || bringing.clone().any(|block| names(block, group));
        self.options.meanings.iter().any(|(owner, _, meaning)| *owner != Some(Owner::Attacker) && is(meaning))
            || bringing.clone().any(|block| block.models.is_none())
            || bringing.clone().next().is_some()
                && self.defender.groups.iter().filter(|group| group.left() > 0).all(get)
    }

    /// W40K-STRENGTH-LEVELS; who is Below Half-strength is below its Starting Strength.
    pub(super) fn set_strength(&mut self) {
        for (unit, below, half) in [
            (self.attacker, BELOW_STARTING_STRENGTH, HALF_STRENGTH),
            (self.defender, TARGET_BELOW_STARTING_STRENGTH, TARGET_HALF_STRENGTH),
        ] {
            let strength = (!unit.is_unhurt()).then(|| unit.strength());
            if strength.is_some_and(Strength::is_below_half) {
                self.scene.set(half);
            }
            if strength.is_some_and(Strength::is_below_starting) || self.scene.is(half) {
                self.scene.set(below);
            }
        }
    }

    pub(super) fn set_phase(&mut self) {
        self.scene.phase = Some(if self.shooting { Phase::Shooting } else { Phase::Combat });
    }

    /// Notes weapons whose Strength is rolled, where an ability compares it with Toughness.
    pub(super) fn know_strength(&self, chosen: &ChosenWeapons, found: &Diagnostics) {
        let own = self.attacker.blocks.iter().filter(|block| !block.against);
        let against = SeenBlocks::of(self.defender).iter().filter(|block| block.against);
        let Some(block) = own.chain(against).find(|block| block.asks_for_strength()) else { return };
        self.defender.note_toughness(None);
        let weapons = chosen.weapons.iter().map(|index| &self.attacker.weapons[*index]);
        for weapon in weapons.filter(|weapon| weapon.strength.as_fixed().is_none()) {
            let message = format!("{} asks for the Strength of {}, which is rolled", block.name, weapon.name);
            let help = "say what it is: `--set attacker.weapon.NAME.strength=N`".to_owned();
            found.push(Diagnostic::new(&self.attacker.place, message, "this unit attacks").help(help));
        }
    }
}
