//! From two datasheets and what is true on the table to steps.

mod batches;
mod eligibility;
mod engage;
mod explain;
mod hazardous;
mod on_death;
mod options;
mod precision;
mod reroll;
mod scene;
mod shooting;
mod some_models;
mod tank_shock;
mod target;
mod volley;

pub(in crate::games) use self::engage::engage;
use self::hazardous::Hazard;
use self::reroll::RerollSlots;
use self::target::Precision;
use super::edition::Edition;
use super::situations::SITUATIONS;
use super::unit::{Datasheet, DatasheetWeapon, wounds_on};
use crate::dice::Amount;
use crate::games::language::effect::{Characteristic, Effect};
use crate::games::language::participants::AttackOptions;
use crate::games::language::scene::{AbilityBlock, Scene};
use crate::games::language::seen::SeenBlocks;
use crate::games::language::weapons::ChosenWeapons;
use crate::games::volley::Volleys;
use crate::games::volley::assembly::Sources;
use crate::games::volley::draft::{DraftLines, Number, Rounding, WeaponDraft};
use crate::games::{Encounter, Owner, Remarks};
use crate::profile::{Diagnostic, Diagnostics};
use crate::sequence::Limit;

/// One unit's attack being put together.
#[derive(Clone)]
pub(super) struct DatasheetAttack<'m> {
    pub(super) encounter: &'m Encounter,
    /// Answers to this unit's questions.
    pub(super) answers: &'m [usize],
    pub(super) attacker: &'m Datasheet,
    pub(super) defender: &'m Datasheet,
    pub(super) options: &'m AttackOptions<WeaponDraft>,
    pub(super) scene: Scene<'m>,
    pub(super) shooting: bool,
    /// How many bodies the target has: one, or where attacks may choose its characters, more.
    pub(super) bodies: usize,
    /// The target's body, or its first.
    pub(super) body: usize,
    pub(super) commands: RerollSlots,
    /// Its place among the attacks.
    pub(super) index: usize,
    pub(super) parts: Parts,
    /// How many of each of its weapons are used.
    pub(super) counts: Vec<u16>,
}

/// Which bodies an attack may add to, and which there are already.
#[derive(Clone, Copy, Default)]
pub(super) struct Parts {
    /// The first place among the bodies that only this attack adds.
    pub(super) own_bodies: usize,
    /// Whether the attacker may have been hurt by an attack before, of those that are asked for now.
    pub(super) is_hurt: bool,
}

/// The result that says how often the characters of an Attached unit are gone.
pub(super) const CHARACTERS_SLAIN: &str = "characters-slain";

impl DatasheetAttack<'_> {
    pub(super) fn sources(&self) -> Sources<'_> {
        Sources {
            attacker: &self.attacker.blocks,
            defender: SeenBlocks::of(self.defender),
            options: self.options,
            scene: &self.scene,
            // Datasheet abilities of one name add up (W40K-ABILITY-STACKING).
            once_by_name: false,
        }
    }

    /// Whether the rules as they were before the update are played.
    pub(super) fn is_core(&self) -> bool {
        self.encounter.edition == "core"
    }

    /// The edition that is played.
    pub(super) fn edition(&self) -> &'static Edition {
        self.attacker.edition
    }

    /// The reading of a ruling.
    pub(super) fn ruling(&self, ruling: &str) -> &str {
        self.encounter.ruling(self.edition().rulings, ruling)
    }

    /// Whether a ruling has this value.
    pub(super) fn rules(&self, ruling: &str, value: &str) -> bool {
        self.ruling(ruling) == value
    }

    /// How fractions are rounded (W40K-MODIFIER-ORDER, AMB-26).
    pub(super) fn rounding(&self) -> Rounding {
        self.scene.played.rounding
    }

    /// Adds this unit's weapons, its dice on the side, and its Hazardous tests.
    fn strike(&mut self, volleys: &mut Volleys, found: &Diagnostics) -> Result<Option<Remarks>, Limit> {
        let Some(mut chosen) = self.choose(found) else { return Ok(None) };
        self.set_phase();
        self.note_eligibility(&chosen.weapons, &mut chosen.notes);
        let mut explained = Vec::new();
        let target = self.target();
        self.scene.toughness = self.toughness(&target);
        self.know_strength(&chosen, found);
        volleys.ignore_failed_saves(target.ignored_saves);
        if target.one_attack_is_zero {
            volleys.spare_one_attack();
        }
        let (mut weapons, mut hazards) = (Vec::with_capacity(chosen.weapons.len()), Vec::new());
        let mut precisions = Vec::new();
        for place in 0..chosen.weapons.len() {
            let index = chosen.weapons[place];
            for mut draft in self.by_range(index, &mut chosen) {
                self.refuse_incomparable_abilities(&draft, found);
                let precision = self.precision(&mut draft, index, &mut chosen, found);
                match self.volley(&draft, &target, precision) {
                    Ok(volley) => {
                        let (count, psychic) = (draft.count, draft.psychic);
                        hazards.extend(draft.hazardous.then_some(Hazard { weapon: index, count, psychic }));
                        weapons.push((draft, volley));
                        precisions.push(precision);
                    }
                    Err(error) => {
                        found.push(Diagnostic::new(&self.attacker.place, error.to_string(), draft.name.clone()));
                    }
                }
            }
        }
        if let Err(error) = self.zero_damage_of_strongest_attack(&mut weapons, &precisions, &target) {
            found.push(Diagnostic::new(&self.attacker.place, error.to_string(), "this unit attacks"));
        }
        self.refuse_single_attacks(&target, &weapons, found);
        for situation in self.options.situations.iter().filter(|situation| self.is_used_before(**situation)) {
            let name = situation.doc(SITUATIONS).name;
            let first = "the first attacker has it alone: an army uses each Stratagem once in a phase (W40K-CP-MISC)";
            chosen.notes.push(format!("`{name}`: {first}"));
        }
        let weapons = self.batches(weapons);
        let made = self.made_if_it_stands(&mut volleys.e, &hazards);
        // It follows the charge, so that its wounds are suffered before anybody fights.
        if let Some(shock) = self.tank_shock(found) {
            volleys.side(1, &shock, |points| self.mortal(&target, points, false, 0, Precision::Never))?;
            volleys.end_batch();
        }
        let singles = self.singles(volleys, &weapons, &target, &mut chosen);
        for (index, (mut draft, volley)) in weapons.into_iter().enumerate() {
            let again = singles.of_weapon(index, &draft);
            volleys.allow_single_rerolls(again.clone());
            self.check_singles(&mut draft, &volley, volleys, &again, found);
            if self.encounter.explained {
                explained.push(self.explain(&draft, &target, &volley));
            }
            chosen.notes.extend(self.order_of_devastating(&volley));
            volleys.add(volley)?;
            if self.in_batches() {
                volleys.end_batch();
            }
        }
        for (side, times) in self.sources().side(self.attacker.models(), |block| self.bearers_of(block, &chosen)) {
            volleys.side(times, side, |points| self.mortal(&target, points, false, 0, Precision::Never))?;
        }
        volleys.end_unit(self.rules("mortal-order", "extra-first"));
        if let Some(bearers) = self.bearers(&hazards) {
            self.hazard(&mut volleys.e, bearers, (&hazards, made), singles.hazardous(), found);
        }
        Ok(Some(Remarks { notes: chosen.notes, choices: chosen.choices, explained, among: chosen.among }))
    }

    /// A weapon with everything that changes its attacks.
    pub(super) fn weapon(&self, weapon: &DatasheetWeapon, chosen: &mut ChosenWeapons) -> WeaponDraft {
        let skill = weapon.skill.map_or(7, i16::from);
        let mut draft = WeaponDraft::new(&weapon.name, weapon.attacks, skill, weapon.damage);
        draft.lines = DraftLines::new(self.encounter.explained);
        draft.melee = !weapon.ranged;
        if weapon.skill.is_some() {
            draft.hit.worst = self.edition().worst_skill;
        }
        draft.count = weapon.count;
        draft.strength = Number::printed(weapon.strength);
        draft.rend = Number::printed(Amount::fixed(u16::from(weapon.ap)));
        for ability in &weapon.abilities {
            ability.use_on(&mut draft, &self.scene);
        }
        if draft.extra_attacks {
            // Its own abilities name it: dice of Cleave.
            draft.add_bonuses();
        }
        let printed = draft.attacks;
        self.sources().arm(&mut draft, |_, _| true);
        draft.add_bonuses();
        if draft.extra_attacks {
            // A re-roll is no modifier.
            let Number { again, low_again, .. } = draft.attacks;
            draft.attacks = Number { again, low_again, ..self.named_attacks(&weapon.name, printed) };
        }
        if self.shooting {
            self.shooting(&mut draft);
        }
        let declined = self.declines_lethal(&draft, chosen);
        draft.use_criticals(|name| name != "Lethal Hits" || !declined);
        if self.rules("indirect-criticals", "hit") {
            draft.hit.fails_to = draft.hit.fails_to.min(draft.hit.critical_on.saturating_sub(1).max(1));
        }
        self.twin_linked(&mut draft, chosen);
        draft
    }

    /// Refuses two of one core ability whose dice differ: which one is used is chosen each time (W40K-ABILITY-STACKING).
    pub(super) fn refuse_incomparable_abilities(&self, draft: &WeaponDraft, found: &Diagnostics) {
        for pair in &draft.unlike {
            let message =
                format!("{}: {pair}: a core ability does not add to itself, and neither is always better", draft.name);
            let help = "leave the lesser one out; which of them is better as the dice fall is not computed (W40K-ABILITY-STACKING)";
            found.push(Diagnostic::new(&self.attacker.place, message, "this unit").help(help.to_owned()));
        }
    }

    /// W40K-EXTRA-ATTACKS: only a rule that names the weapon changes its Attacks; before the update, none.
    fn named_attacks(&self, weapon: &str, mut attacks: Number) -> Number {
        if self.is_core() {
            return attacks;
        }
        let held = |block: &&AbilityBlock<WeaponDraft>| {
            !block.against && block.holds(Owner::Attacker, &self.scene) && block.names(weapon) == Some(true)
        };
        for (_, meaning) in self.attacker.blocks.iter().filter(held).flat_map(|block| &block.effects) {
            if let Some(Effect::Change(Characteristic::Attacks, change)) = meaning.effect().map(|effect| &effect.effect)
            {
                attacks.change(*change);
            }
        }
        attacks
    }
}
