//! How abilities of profiles and options reach weapons and targets: the same for Age of Sigmar and Warhammer 40,000.

use super::draft::{Beside, Failing, Origin, Rounding, TargetDraft, Test, WeaponDraft};
use crate::dice::{Check, Faces};
use crate::games::Owner;
use crate::games::language::effect::{Characteristic, Effect, Healing};
use crate::games::language::entry::Meaning;
use crate::games::language::participants::AttackOptions;
use crate::games::language::scene::{AbilityBlock, Scene};
use crate::games::language::seen::SeenBlocks;
use crate::games::language::side::SideDice;
use crate::sequence::Save;
use crate::words::same;

/// Abilities of both units and what was asked for.
pub(crate) struct Sources<'m> {
    pub(crate) attacker: &'m [AbilityBlock<WeaponDraft>],
    pub(crate) defender: SeenBlocks<'m, WeaponDraft>,
    pub(crate) options: &'m AttackOptions<WeaponDraft>,
    pub(crate) scene: &'m Scene<'m>,
    /// Whether abilities of one name that do the same count once (AOS-5.3).
    pub(crate) once_by_name: bool,
}

impl Sources<'_> {
    /// Everything that concerns the target, applied to it.
    pub(crate) fn protect(&self, target: &mut TargetDraft) {
        let mut met = Met::default();
        for block in self.defender.iter().filter(|block| block.holds(Owner::Defender, self.scene)) {
            self.protect_by(block, &mut met, target);
        }
        for (text, meaning) in self.options.of(Owner::Defender) {
            protect_by_option(target, text, meaning);
        }
    }

    /// What protects the attacker from what its own attack brings upon it, applied to it as to a target.
    pub(crate) fn protect_attacker(&self, own: &mut TargetDraft) {
        let mut met = Met::default();
        let held = SeenBlocks::all(self.attacker).iter().filter(|block| !block.against);
        for block in held.filter(|block| block.holds(Owner::Attacker, self.scene)) {
            self.protect_by(block, &mut met, own);
        }
        self.options.protect_attacker(own);
    }

    fn protect_by<'b>(&self, block: &'b AbilityBlock<WeaponDraft>, met: &mut Met<'b>, target: &mut TargetDraft) {
        for (text, meaning) in &block.effects {
            let allocated = || meaning.effect().filter(|effect| is_of_allocated(block, effect));
            let protects = owned_by(meaning, Owner::Defender).or_else(allocated);
            if let Some(effect) = protects.filter(|_| self.counts(met, block, text)) {
                target.apply(effect, block.models.as_deref(), text, &Origin::new(&block.name, ""));
            }
        }
    }

    /// Everything that concerns a weapon's attacks, applied to it. `reaches` says whether something friendly does.
    pub(crate) fn arm(&self, draft: &mut WeaponDraft, reaches: impl Fn(&WeaponDraft, &Meaning<WeaponDraft>) -> bool) {
        self.arm_by_abilities(draft, &reaches, false);
        let origin = Origin::new("--with", "");
        for (text, meaning) in self.options.of(Owner::Attacker).filter(|(_, m)| owned_by(m, Owner::Defender).is_none())
        {
            if reaches(draft, meaning) {
                self.apply(draft, meaning, text, &origin);
            } else {
                kept_away(draft, text, &origin);
            }
        }
        self.arm_by_abilities(draft, &reaches, true);
    }

    /// Abilities of both units: those that ask for the weapon's Strength come once everything else has changed it.
    fn arm_by_abilities(
        &self,
        draft: &mut WeaponDraft,
        reaches: &impl Fn(&WeaponDraft, &Meaning<WeaponDraft>) -> bool,
        asking_for_strength: bool,
    ) {
        let strong = draft.strength.fixed(Rounding::Up, 1).is_some_and(|strength| strength > self.scene.toughness);
        let strong = asking_for_strength && strong;
        let scene = Scene { strength_above_toughness: strong, companion: draft.companion, ..self.scene.clone() };
        let now = |block: &&AbilityBlock<WeaponDraft>| block.asks_for_strength() == asking_for_strength;
        let held = |block: &&AbilityBlock<WeaponDraft>, owner| {
            now(block) && block.against == (owner == Owner::Defender) && block.holds(owner, &scene)
        };
        let mut met = Met::default();
        for block in self.attacker.iter().filter(|block| held(block, Owner::Attacker)) {
            let Some(by_name) = block.names(&draft.name) else { continue };
            let by_name = by_name || (draft.companion && block.asks_for_companion());
            for (text, meaning) in block.effects.iter().filter(|(_, m)| owned_by(m, Owner::Defender).is_none()) {
                let origin = Origin::new(&block.name, "");
                if !self.counts(&mut met, block, text) {
                    draft.note(format!("{text}: counts once, because two abilities have this name"), &origin);
                } else if by_name || reaches(draft, meaning) {
                    self.apply(draft, meaning, text, &origin);
                } else {
                    kept_away(draft, text, &origin);
                }
            }
        }
        let mut met = Met::default();
        for block in self.defender.iter().filter(|block| held(block, Owner::Defender)) {
            let attacks =
                |meaning: &Meaning<_>| owned_by(meaning, Owner::Defender).is_none() && !is_of_allocated(block, meaning);
            for (text, meaning) in block.effects.iter().filter(|(_, meaning)| attacks(meaning)) {
                if self.counts(&mut met, block, text) {
                    self.apply(draft, meaning, text, &Origin::new(&block.name, ""));
                }
            }
        }
    }

    /// Whether an effect counts: not if another ability of the same name has brought it already (AOS-5.3).
    fn counts<'b>(&self, met: &mut Met<'b>, block: &'b AbilityBlock<WeaponDraft>, text: &'b str) -> bool {
        let again = |(key, effect): &(&AbilityBlock<WeaponDraft>, &str)| {
            !std::ptr::eq(*key, block) && same(&key.name, &block.name) && same_effect(effect, text)
        };
        let counts = !self.once_by_name || !met.0.iter().any(again);
        met.0.push((block, text));
        counts
    }

    /// Names of abilities of one unit of which the second brings what the first did, so that it does not count.
    pub(crate) fn named_twice(&self) -> Vec<&str> {
        let mut names = Vec::new();
        for (blocks, owner) in [(SeenBlocks::all(self.attacker), Owner::Attacker), (self.defender, Owner::Defender)] {
            let mut met = Met::default();
            let held = |block: &&AbilityBlock<WeaponDraft>| {
                block.holds(owner, self.scene) && (owner == Owner::Defender || !block.against)
            };
            for block in blocks.iter().filter(held) {
                let counted = block.effects.iter().filter(|(text, _)| self.counts(&mut met, block, text)).count();
                if counted < block.effects.len() && !names.contains(&block.name.as_str()) {
                    names.push(&block.name);
                }
            }
        }
        names
    }

    /// Whether an ability of the unit or an option gives a weapon an ability.
    pub(crate) fn grants(&self, weapon: &str, ability: &str) -> bool {
        let is = |meaning: &Meaning<WeaponDraft>| meaning.effect().is_none() && meaning.name() == ability;
        let held = self.attacker.iter().filter(|block| !block.against && block.holds(Owner::Attacker, self.scene));
        let own = held.filter(|block| block.names(weapon).is_some()).flat_map(|block| &block.effects);
        own.map(|(_, meaning)| meaning).chain(self.options.of(Owner::Attacker).map(|(_, meaning)| meaning)).any(is)
    }

    /// Dice on the side, and how often they are rolled. Those of an option belong to the attack as a whole, which `models`
    /// make; for those of an ability
    /// `bearers` says how many of them have what it names, the weapons used in this attack or models; `None`: nobody.
    pub(crate) fn side(
        &self,
        models: u16,
        bearers: impl Fn(&AbilityBlock<WeaponDraft>) -> Option<u16>,
    ) -> Vec<(&SideDice, u16)> {
        self.own(models, bearers)
            .into_iter()
            .filter_map(|(meaning, models)| {
                let side = meaning.effect()?.side_dice()?;
                Some((side, side.times(models, [self.scene.target_models.get(), self.scene.target_health])))
            })
            .collect()
    }

    /// The attacker's effects, as far as `bearers` says that some model has them, and what was asked for.
    pub(crate) fn of_attack(
        &self,
        bearers: impl Fn(&AbilityBlock<WeaponDraft>) -> Option<u16>,
    ) -> Vec<&Meaning<WeaponDraft>> {
        self.own(1, bearers).into_iter().filter_map(|(meaning, _)| meaning.effect()).collect()
    }

    /// What they bring beside the attacks, or once those are over.
    pub(crate) fn beside(&self, bearers: impl Fn(&AbilityBlock<WeaponDraft>) -> Option<u16>) -> Beside {
        let mut beside = Beside::default();
        self.of_attack(bearers).into_iter().for_each(|effect| effect.add_beside(&mut beside));
        beside
    }

    /// What the target heals once the attack is over.
    pub(crate) fn healing(&self) -> Vec<Healing> {
        let held = self.defender.iter().filter(|block| block.holds(Owner::Defender, self.scene));
        let own = self.counted(held.map(|block| (block, ()))).into_iter().map(|(meaning, ())| meaning);
        own.chain(self.options.of(Owner::Defender).map(|(_, meaning)| meaning))
            .filter_map(|meaning| match meaning.effect()?.effect {
                Effect::Heal(healing) => Some(healing),
                _ => None,
            })
            .collect()
    }

    /// Everything that the attacker has or that was asked for it, with how many models have it.
    fn own(
        &self,
        models: u16,
        bearers: impl Fn(&AbilityBlock<WeaponDraft>) -> Option<u16>,
    ) -> Vec<(&Meaning<WeaponDraft>, u16)> {
        let held = self.attacker.iter().filter(|block| !block.against && block.holds(Owner::Attacker, self.scene));
        let held = held.filter_map(|block| Some((block, bearers(block)?)));
        // What befalls attacks against the target befalls the attack as a whole.
        let against = self.defender.iter().filter(|block| block.against && block.holds(Owner::Defender, self.scene));
        let options = self.options.of(Owner::Attacker).map(|(_, meaning)| (meaning, models));
        let against = self.counted(against.map(|block| (block, models)));
        let against = against.into_iter().filter(|(meaning, _)| meaning.owner() == Owner::Attacker);
        self.counted(held).into_iter().chain(against).chain(options).collect()
    }

    /// The effects of some abilities, as far as they count, each with what is next to its ability.
    fn counted<'b, T: Copy>(
        &self,
        held: impl Iterator<Item = (&'b AbilityBlock<WeaponDraft>, T)>,
    ) -> Vec<(&'b Meaning<WeaponDraft>, T)> {
        let mut met = Met::default();
        let mut counted = Vec::new();
        for (block, beside) in held {
            for (text, meaning) in &block.effects {
                counted.extend(self.counts(&mut met, block, text).then_some((meaning, beside)));
            }
        }
        counted
    }

    fn apply(&self, draft: &mut WeaponDraft, meaning: &Meaning<WeaponDraft>, text: &str, origin: &Origin<'_>) {
        if let Some(effect) = meaning.effect() {
            draft.apply(effect, text, origin);
        } else if meaning.is_ability_of(draft.melee) {
            draft.note(meaning.to_string(), origin);
            meaning.use_on(draft, self.scene);
        }
    }
}

/// Effects that were met, each with its ability.
#[derive(Default)]
struct Met<'b>(Vec<(&'b AbilityBlock<WeaponDraft>, &'b str)>);

impl AttackOptions<WeaponDraft> {
    /// What was said to protect the attacker, `attacker: feel no pain 5+`, applied to it as to a target.
    pub(crate) fn protect_attacker(&self, own: &mut TargetDraft) {
        for (_, text, meaning) in self.meanings.iter().filter(|(owner, ..)| *owner == Some(Owner::Attacker)) {
            protect_by_option(own, text, meaning);
        }
    }
}

fn protect_by_option(target: &mut TargetDraft, text: &str, meaning: &Meaning<WeaponDraft>) {
    if let Some(effect) = owned_by(meaning, Owner::Defender) {
        target.apply(effect, None, text, &Origin::new("--with", ""));
    }
}

/// Whether two texts are the same effect, however they are spaced.
fn same_effect(one: &str, other: &str) -> bool {
    one.split_whitespace().map(str::to_lowercase).eq(other.split_whitespace().map(str::to_lowercase))
}

/// Says that something friendly does not reach a weapon.
fn kept_away(draft: &mut WeaponDraft, text: &str, origin: &Origin<'_>) {
    draft.note(format!("{text}: does not reach this weapon"), origin);
}

/// Whether an effect changes only attacks that are allocated to the models which its ability names: their Damage and AP
/// are read then. What is compared with Toughness is known before.
fn is_of_allocated(block: &AbilityBlock<WeaponDraft>, meaning: &Meaning<WeaponDraft>) -> bool {
    let is_read_then = matches!(meaning.effect, Effect::Change(Characteristic::Damage | Characteristic::Ap, _));
    let attacks = meaning.owner() == Owner::Attacker && meaning.suffix.is_none();
    block.against && block.models.is_some() && !block.asks_for_strength() && is_read_then && attacks
}

/// The effect of a meaning, if it is one that such an owner has by default.
fn owned_by(meaning: &Meaning<WeaponDraft>, owner: Owner) -> Option<&Meaning<WeaponDraft>> {
    meaning.effect().filter(|effect| effect.owner() == owner)
}

/// The save that a check allows; `failing` says which faces a re-roll of failures rolls again.
pub(crate) fn saving(check: Check, save: Test, failing: Failing) -> Save {
    let of = |check: Check| check.success().and(Faces::from(save.only_on));
    let success = of(check);
    let failed = failing.faces(success, of(Check { modifier: 0, ..check }));
    let reroll = save.again.faces(failed, failed);
    let on = (2..=6).find(|face| success.has(*face)).unwrap_or(7);
    Save { on, reroll }
}
