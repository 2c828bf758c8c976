//! A target while rules still change it, in the words that Age of Sigmar and Warhammer 40,000 share.

use super::lines::{Lines, Origin};
use crate::dice::Amount;
use crate::games::language::effect::{
    AgeOfSigmarEffect, Answer, Change, Characteristic, Effect, RollKind, Warhammer40kEffect,
};
use crate::games::language::number::{Modifiers, Number, Rerolls};

/// What becomes of the target's ward rolls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Warding {
    /// Whether none is made.
    pub(crate) none: bool,
    /// Added to each.
    pub(crate) modifier: i16,
}

impl Warding {
    /// The lowest face that ignores a point; 7 if none does. No cap and no natural 1 hold for wards (AOS-17.1, AMB-28).
    pub(crate) fn ignore_on(self, group: &GroupDraft) -> u8 {
        let needs = group.ignore_on.filter(|_| !self.none).map_or(7, i16::from);
        if needs >= 7 { 7 } else { (needs - group.ward_better - self.modifier).clamp(1, 7) as u8 }
    }
}

/// Some models of a target while effects change them.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct GroupDraft {
    pub(crate) name: String,
    pub(crate) models: u16,
    /// Models of it that attacks before have slain.
    pub(crate) fallen: u16,
    pub(crate) wounds: u16,
    pub(crate) toughness: Number,
    /// As printed. `None`: no save whatever the modifiers.
    pub(crate) save: Option<i16>,
    /// What replaces it, and by how much it is improved after that.
    pub(crate) save_set: Option<i16>,
    pub(crate) save_better: i16,
    pub(crate) invulnerable: Option<u8>,
    /// Ward, or Feel No Pain against everything.
    pub(crate) ignore_on: Option<u8>,
    /// Added to ward rolls.
    pub(crate) ward_better: i16,
    pub(crate) ignore_mortal_on: Option<u8>,
    pub(crate) ignore_psychic_on: Option<u8>,
    pub(crate) character: bool,
    pub(crate) cover: bool,
    pub(crate) save_modifiers: Modifiers,
    pub(crate) ignores_save_bonuses: bool,
    pub(crate) ignores_save_penalties: bool,
    pub(crate) save_again: Rerolls,
    pub(crate) damage_is_zero: bool,
    pub(crate) less_damage: i32,
    pub(crate) damage_divided: i32,
}

/// A target while effects change it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TargetDraft {
    pub(crate) groups: Vec<GroupDraft>,
    pub(crate) ignored_saves: u16,
    /// Whether one save of the whole attack is rolled again.
    pub(crate) one_save_again: bool,
    pub(crate) wounded_only_on: u8,
    pub(crate) hit_only_on: u8,
    /// Whether the first point of a phase is not allocated.
    pub(crate) ignores_first_damage: bool,
    /// What the dice of an attack bring upon the attacker.
    pub(crate) answers: Vec<(Answer, Amount)>,
    /// Whether the Damage of one attack is changed to 0, and whether only some of the models may do that.
    pub(crate) one_attack_is_zero: bool,
    pub(crate) zero_of_some: bool,
    pub(crate) lines: Lines,
}

impl GroupDraft {
    pub(crate) fn new(models: u16, wounds: u16, toughness: u16, save: Option<u8>) -> Self {
        Self {
            name: String::new(),
            models,
            fallen: 0,
            wounds,
            toughness: Number::printed(Amount::fixed(toughness)),
            save: save.map(i16::from),
            save_set: None,
            save_better: 0,
            invulnerable: None,
            ignore_on: None,
            ward_better: 0,
            ignore_mortal_on: None,
            ignore_psychic_on: None,
            character: false,
            cover: false,
            save_modifiers: Modifiers::default(),
            ignores_save_bonuses: false,
            ignores_save_penalties: false,
            save_again: Rerolls::default(),
            damage_is_zero: false,
            less_damage: 0,
            damage_divided: 1,
        }
    }

    /// The Save, every change made, at best `best`; `None`: no save.
    pub(crate) fn save_needs(&self, best: i16) -> Option<i16> {
        self.save_set.or(self.save).map(|save| (save - self.save_better).max(best))
    }

    /// Applies an effect that concerns these models.
    fn apply(&mut self, effect: &Effect) {
        match effect {
            Effect::Modify(RollKind::Save, n) => self.save_modifiers.add(*n),
            Effect::Reroll(RollKind::Save, again) => self.save_again.add(*again),
            Effect::Change(Characteristic::Toughness, change) => self.toughness.change(*change),
            Effect::Change(Characteristic::Save, Change::Improve(n)) => self.save_better += i16::from(*n),
            Effect::Change(Characteristic::Save, Change::Worsen(n)) => self.save_better -= i16::from(*n),
            Effect::Change(Characteristic::Save, Change::SetTarget(n)) => self.save_set = Some(i16::from(*n)),
            Effect::Change(Characteristic::Damage, Change::Halve) => self.damage_divided *= 2,
            Effect::DamageIsZero => self.damage_is_zero = true,
            Effect::LessDamage(n) => self.less_damage += i32::from(*n),
            Effect::AgeOfSigmar(effect) => match effect {
                AgeOfSigmarEffect::Ward(n) => better(&mut self.ignore_on, *n),
                AgeOfSigmarEffect::ImproveWard(n) => self.ward_better += i16::from(*n),
                AgeOfSigmarEffect::IgnoreSaveModifiers { all } => {
                    self.ignores_save_penalties = true;
                    self.ignores_save_bonuses |= *all;
                }
                // The first point is the unit's as a whole.
                AgeOfSigmarEffect::IgnoreFirstDamage => {}
                // They change the attack.
                AgeOfSigmarEffect::WorsenWard(_)
                | AgeOfSigmarEffect::NoWard
                | AgeOfSigmarEffect::NoCriticalHits
                | AgeOfSigmarEffect::HitsInflict(_)
                | AgeOfSigmarEffect::IgnoreSaveBonuses
                | AgeOfSigmarEffect::HurtAttacker { .. }
                | AgeOfSigmarEffect::Slay { .. } => {}
            },
            Effect::Warhammer40k(effect) => match effect {
                Warhammer40kEffect::FeelNoPain(n) => better(&mut self.ignore_on, *n),
                Warhammer40kEffect::FeelNoPainMortal(n) => better(&mut self.ignore_mortal_on, *n),
                Warhammer40kEffect::FeelNoPainPsychic(n) => better(&mut self.ignore_psychic_on, *n),
                Warhammer40kEffect::Invulnerable(n) => better(&mut self.invulnerable, *n),
                Warhammer40kEffect::Cover => self.cover = true,
                // They concern the attack, the target as a whole, or what comes after.
                Warhammer40kEffect::RerollOne(_)
                | Warhammer40kEffect::FightsOnDeath(_)
                | Warhammer40kEffect::OverwatchOn(_)
                | Warhammer40kEffect::OneAttackIsZero
                | Warhammer40kEffect::ChangeOnCritical(..)
                | Warhammer40kEffect::PrecisionOnCritical(_)
                | Warhammer40kEffect::SuccessIsCritical(_)
                | Warhammer40kEffect::Stealth
                | Warhammer40kEffect::ComesBack(_) => {}
            },
            // They concern the target as a whole.
            Effect::IgnoreFirstFailedSave | Effect::WoundedOnlyOn(_) | Effect::HitOnlyOn(_) => {}
            // They change the attack, or nothing.
            Effect::Modify(..)
            | Effect::Reroll(..)
            | Effect::CriticalOn(..)
            | Effect::Change(..)
            | Effect::WoundsOn(_)
            | Effect::IgnoreModifiers(_)
            | Effect::MortalOnCritical(..)
            | Effect::MortalOnTheSide(_)
            | Effect::Heal(_) => {}
            // Both games refuse them.
            Effect::IceAndFire(_) | Effect::Warcry(_) => {}
        }
    }
}

/// Keeps the better of two numbers to reach.
pub(crate) fn better(known: &mut Option<u8>, n: u8) {
    *known = Some(known.map_or(n, |known| known.min(n)));
}

impl TargetDraft {
    pub(crate) fn new(groups: Vec<GroupDraft>, explained: bool) -> Self {
        let lines = Lines::new(explained);
        Self {
            groups,
            ignored_saves: 0,
            one_save_again: false,
            wounded_only_on: 1,
            hit_only_on: 1,
            ignores_first_damage: false,
            answers: Vec::new(),
            one_attack_is_zero: false,
            zero_of_some: false,
            lines,
        }
    }

    /// Applies an effect of the target, to some of its groups if `models` names them.
    pub(crate) fn apply(&mut self, effect: &Effect, models: Option<&[String]>, text: &str, origin: &Origin<'_>) {
        self.lines.note(text, origin);
        if let Effect::IgnoreFirstFailedSave = effect {
            self.ignored_saves = 1;
        }
        if let Effect::Warhammer40k(Warhammer40kEffect::RerollOne(RollKind::Save)) = effect {
            self.one_save_again = true;
        }
        if let Effect::WoundedOnlyOn(n) = effect {
            self.wounded_only_on = self.wounded_only_on.max(*n);
        }
        if let Effect::HitOnlyOn(n) = effect {
            self.hit_only_on = self.hit_only_on.max(*n);
        }
        if let Effect::AgeOfSigmar(AgeOfSigmarEffect::IgnoreFirstDamage) = effect {
            self.ignores_first_damage = true;
        }
        if let Effect::AgeOfSigmar(AgeOfSigmarEffect::HurtAttacker { on, points, own: false }) = effect {
            self.answers.push((*on, *points));
        }
        let meant = |group: &GroupDraft| {
            models.is_none_or(|names| names.iter().any(|name| crate::words::same(name, &group.name)))
        };
        if let Effect::Warhammer40k(Warhammer40kEffect::OneAttackIsZero) = effect {
            self.one_attack_is_zero = true;
            self.zero_of_some |= self.groups.iter().any(|group| group.models > group.fallen && !meant(group));
        }
        self.groups.iter_mut().filter(|group| meant(group)).for_each(|group| group.apply(effect));
    }
}
