//! A weapon and a target while rules still change them, in the words that Age of Sigmar and Warhammer 40,000 share.
//!
//! Everything here still has a name that a player recognises; numbers become thresholds and faces only in a game's
//! `draft.rs`, once all changes are known.

use super::critical::{Critical, CriticalHit, CriticalWound};
use crate::dice::{Amount, Draw, DrawError};
use crate::games::ExplainedLine;
use crate::games::language::ability::AbilityUse;
use crate::games::language::effect::{
    Again, AgeOfSigmarEffect, Change, Characteristic, Effect, RollKind, Warhammer40kEffect,
};
pub(crate) use crate::games::language::number::{Failing, Modifiers, Number, Rerolls, Rounding, Test};

/// Where something comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Origin<'s> {
    /// In a player's words.
    pub(crate) source: &'s str,
    /// The rule's id.
    pub(crate) rule: &'static str,
}

impl<'s> Origin<'s> {
    pub(crate) fn new(source: &'s str, rule: &'static str) -> Self {
        Self { source, rule }
    }
}

/// What was read into a draft, for `explain`; nothing is kept if nobody asked for it.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Lines {
    kept: bool,
    all: Vec<ExplainedLine>,
}

impl Lines {
    pub(crate) fn new(kept: bool) -> Self {
        Self { kept, all: Vec::new() }
    }

    pub(crate) fn note(&mut self, what: impl Into<String>, origin: &Origin<'_>) {
        if self.kept {
            self.all.push(ExplainedLine { what: what.into(), source: origin.source.to_owned(), rule: origin.rule });
        }
    }

    pub(crate) fn all(&self) -> &[ExplainedLine] {
        &self.all
    }
}

/// What a core ability adds to Attacks or Damage.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct CoreBonus {
    /// The ability's name and rule.
    pub(crate) origin: Origin<'static>,
    /// Attacks or Damage.
    pub(crate) to: Characteristic,
    pub(crate) amount: Amount,
}

/// Two of one core ability that cannot be compared, in words.
fn unlike(name: &str, one: Amount, other: Amount) -> String {
    let (first, second) =
        if (one.max(), one.min()) <= (other.max(), other.min()) { (one, other) } else { (other, one) };
    format!("{name} {first} and {name} {second}")
}

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

/// A weapon while abilities and effects change it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct WeaponDraft {
    pub(crate) name: String,
    pub(crate) melee: bool,
    /// How many of it attack.
    pub(crate) count: u16,
    /// Attacks that bearers make on top: champions.
    pub(crate) bonus_attacks: u16,
    pub(crate) attacks: Number,
    pub(crate) hit: Test,
    pub(crate) auto_hit: bool,
    pub(crate) wound: Test,
    pub(crate) strength: Number,
    /// Rend, or AP without its sign: a number that is subtracted from the save.
    pub(crate) rend: Number,
    pub(crate) damage: Number,
    /// What critical rolls do because of abilities, by the abilities' names. The game says which of them count.
    pub(crate) criticals: Vec<(&'static str, Critical)>,
    /// What critical rolls do in any case; once the weapon is complete, all that they do.
    pub(crate) critical_hit: CriticalHit,
    pub(crate) critical_wound: CriticalWound,
    pub(crate) ignores_cover: bool,
    pub(crate) hazardous: bool,
    pub(crate) psychic: bool,
    pub(crate) pistol: bool,
    pub(crate) twin_linked: bool,
    pub(crate) precision: bool,
    pub(crate) companion: bool,
    /// What becomes of the target's wards.
    pub(crate) warding: Warding,
    /// Whether what helps the target's saves is ignored.
    pub(crate) ignores_save_bonuses: bool,
    pub(crate) shoot_in_combat: bool,
    pub(crate) assault: bool,
    pub(crate) indirect: bool,
    pub(crate) extra_attacks: bool,
    /// Core abilities that have added to a roll.
    pub(crate) added: Vec<&'static str>,
    /// What core abilities add to characteristics, the best of each.
    pub(crate) bonuses: Vec<CoreBonus>,
    /// Pairs of one core ability of which neither is better whatever the dice show.
    pub(crate) unlike: Vec<String>,
    /// Rolls of which one die of the whole attack is rolled again.
    pub(crate) once: Vec<RollKind>,
    /// The lowest unmodified roll with which Fire Overwatch hits.
    pub(crate) overwatch_on: u8,
    /// Rolls of which a critical one brings Precision.
    pub(crate) precise: Vec<RollKind>,
    pub(crate) lines: Lines,
}

impl WeaponDraft {
    pub(crate) fn new(name: &str, attacks: Amount, hit: i16, damage: Amount) -> Self {
        Self {
            name: name.to_owned(),
            melee: true,
            count: 1,
            bonus_attacks: 0,
            attacks: Number::printed(attacks),
            hit: Test::needs(hit),
            auto_hit: false,
            wound: Test::needs(4),
            strength: Number::printed(Amount::fixed(1)),
            rend: Number::printed(Amount::fixed(0)),
            damage: Number::printed(damage),
            criticals: Vec::new(),
            critical_hit: CriticalHit::default(),
            critical_wound: CriticalWound::default(),
            ignores_cover: false,
            hazardous: false,
            psychic: false,
            pistol: false,
            twin_linked: false,
            precision: false,
            companion: false,
            warding: Warding::default(),
            ignores_save_bonuses: false,
            shoot_in_combat: false,
            assault: false,
            indirect: false,
            extra_attacks: false,
            added: Vec::new(),
            bonuses: Vec::new(),
            unlike: Vec::new(),
            once: Vec::new(),
            overwatch_on: 6,
            precise: Vec::new(),
            lines: Lines::default(),
        }
    }

    /// Rend or AP, every change made: a number that is subtracted from the save, never below 0.
    pub(crate) fn settled_rend(&self, rounding: Rounding) -> i16 {
        self.rend.fixed(rounding, 0).unwrap_or(0).min(i32::from(Self::MOST_REND)) as i16
    }

    /// What modifies a save against it: the sum of modifiers, and Rend. Rend is a modifier of the save roll too, so what
    /// ignores those that hurt ignores it (AOS-17.0, AOS-17.1).
    pub(crate) fn save_modifiers(&self, group: &GroupDraft, rounding: Rounding) -> (i16, i16) {
        let Modifiers { help, hurt } = group.save_modifiers;
        let help = if self.ignores_save_bonuses || group.ignores_save_bonuses { 0 } else { help };
        if group.ignores_save_penalties { (help, 0) } else { (help + hurt, self.settled_rend(rounding)) }
    }

    /// Rend or AP beyond this changes nothing any more.
    const MOST_REND: i16 = 100;

    /// Notes something for `explain`.
    pub(crate) fn note(&mut self, what: impl Into<String>, origin: &Origin<'_>) {
        self.lines.note(what, origin);
    }

    /// Notes what a critical roll does because of an ability. The same ability does not add up.
    pub(crate) fn critical(&mut self, ability: &AbilityUse<Self>, critical: impl Into<Critical>) {
        let (name, critical) = (ability.ability.name, critical.into());
        match self.criticals.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => {
                let unlike_amounts = known.or_more(&critical);
                self.unlike.extend(unlike_amounts.map(|[one, other]| unlike(name, one, other)));
            }
            None => self.criticals.push((name, critical)),
        }
    }

    /// Whether a core ability that adds to a roll is the first of its name: it does not add to itself
    /// (W40K-ABILITY-STACKING).
    pub(crate) fn is_first(&mut self, ability: &'static str) -> bool {
        let first = !self.added.contains(&ability);
        if first {
            self.added.push(ability);
        }
        first
    }

    /// Notes what a core ability adds to a characteristic. The same ability does not add up (W40K-ABILITY-STACKING): of two
    /// the larger one counts.
    pub(crate) fn bonus(&mut self, bonus: CoreBonus) {
        let Some(known) = self.bonuses.iter_mut().find(|known| known.origin.source == bonus.origin.source) else {
            self.bonuses.push(bonus);
            return;
        };
        match known.amount.larger(bonus.amount) {
            Some(larger) => known.amount = larger,
            None => self.unlike.push(unlike(bonus.origin.source, known.amount, bonus.amount)),
        }
    }

    /// Adds what core abilities bring, each once.
    pub(crate) fn add_bonuses(&mut self) {
        for CoreBonus { origin, to, amount } in std::mem::take(&mut self.bonuses) {
            let (number, what) = match to {
                Characteristic::Attacks => (&mut self.attacks, "Attacks"),
                _ => (&mut self.damage, "Damage"),
            };
            number.plus(amount);
            self.note(format!("+{amount} {what}"), &origin);
        }
    }

    /// Lets those critical abilities count whose names are wanted, in the order in which the weapon got them.
    pub(crate) fn use_criticals(&mut self, wanted: impl Fn(&str) -> bool) {
        for (_, critical) in self.criticals.iter().filter(|(name, _)| wanted(name)) {
            match critical {
                Critical::Hit(hit) => self.critical_hit.and(hit),
                Critical::Wound(wound) => self.critical_wound.and(wound),
            }
        }
    }

    /// The weapon as a critical roll changes it for one attack; `None` if it does not.
    pub(crate) fn changed(&self, changes: &[(Characteristic, Change)]) -> Option<Self> {
        if changes.is_empty() {
            return None;
        }
        let mut changed = self.clone();
        changes.iter().for_each(|(characteristic, change)| changed.change(*characteristic, *change));
        Some(changed)
    }

    /// Applies an effect that concerns the attack; dice on the side are not a weapon's.
    pub(crate) fn apply(&mut self, effect: &Effect, text: &str, origin: &Origin<'_>) {
        let beside = matches!(effect, Effect::MortalOnTheSide(_) | Effect::AgeOfSigmar(AgeOfSigmarEffect::Slay { .. }));
        if !effect.is_of_attack() || beside {
            return;
        }
        self.note(text, origin);
        match effect {
            Effect::Modify(RollKind::Hit, n) => self.hit.modifiers.add(*n),
            Effect::Modify(RollKind::Wound, n) => self.wound.modifiers.add(*n),
            Effect::Reroll(RollKind::Hit, again) => self.hit.again.add(*again),
            Effect::Reroll(RollKind::Wound, again) => self.wound.again.add(*again),
            Effect::Reroll(RollKind::Damage, Again::Value(n)) => self.damage.roll_again(*n),
            Effect::Reroll(RollKind::Attacks, Again::Value(n)) => self.attacks.roll_again(*n),
            Effect::Warhammer40k(effect) => self.hook(effect),
            Effect::CriticalOn(RollKind::Hit, n) => self.hit.critical_on = self.hit.critical_on.min(*n),
            Effect::CriticalOn(RollKind::Wound, n) => self.wound.critical_on = self.wound.critical_on.min(*n),
            Effect::Change(characteristic, change) => self.change(*characteristic, *change),
            Effect::WoundsOn(n) => self.wound.always_on = self.wound.always_on.min(*n),
            Effect::IgnoreModifiers(roll) => {
                self.hit.ignore_penalties |= *roll != Some(RollKind::Wound);
                self.wound.ignore_penalties |= *roll != Some(RollKind::Hit);
            }
            Effect::MortalOnCritical(RollKind::Hit, n) => self.critical_hit.mortal = Some(*n),
            Effect::MortalOnCritical(RollKind::Wound, n) => self.critical_wound.mortal = Some(*n),
            // No words say such a thing.
            Effect::Modify(RollKind::Damage | RollKind::Attacks, _)
            | Effect::Reroll(RollKind::Damage | RollKind::Attacks, Again::Failed | Again::NonCritical)
            | Effect::CriticalOn(RollKind::Damage | RollKind::Attacks, _)
            | Effect::MortalOnCritical(RollKind::Damage | RollKind::Attacks, _) => {}
            // They change the target.
            Effect::Modify(RollKind::Save | RollKind::Morale, _)
            | Effect::Reroll(RollKind::Save | RollKind::Morale, _)
            | Effect::CriticalOn(RollKind::Save | RollKind::Morale, _)
            | Effect::MortalOnCritical(RollKind::Save | RollKind::Morale, _)
            | Effect::DamageIsZero
            | Effect::LessDamage(_)
            | Effect::IgnoreFirstFailedSave
            | Effect::WoundedOnlyOn(_)
            | Effect::HitOnlyOn(_) => {}
            Effect::AgeOfSigmar(effect) => match effect {
                AgeOfSigmarEffect::WorsenWard(n) => self.warding.modifier -= i16::from(*n),
                AgeOfSigmarEffect::NoWard => self.warding.none = true,
                AgeOfSigmarEffect::IgnoreSaveBonuses => self.ignores_save_bonuses = true,
                AgeOfSigmarEffect::Ward(_)
                | AgeOfSigmarEffect::Heal(_)
                | AgeOfSigmarEffect::ImproveWard(_)
                | AgeOfSigmarEffect::IgnoreSaveModifiers { .. }
                | AgeOfSigmarEffect::IgnoreFirstDamage
                | AgeOfSigmarEffect::Slay { .. } => {}
            },
            // They belong to the attack as a whole.
            Effect::MortalOnTheSide(_) => {}
            // Both games refuse them.
            Effect::IceAndFire(_) | Effect::Warcry(_) => {}
        }
    }

    /// Applies what only Warhammer 40,000 has.
    fn hook(&mut self, effect: &Warhammer40kEffect) {
        match effect {
            Warhammer40kEffect::RerollOne(roll) => self.once.push(*roll),
            Warhammer40kEffect::OverwatchOn(n) => self.overwatch_on = self.overwatch_on.min(*n),
            Warhammer40kEffect::ChangeOnCritical(RollKind::Hit, characteristic, change) => {
                self.critical_hit.changes.push((*characteristic, *change));
            }
            Warhammer40kEffect::ChangeOnCritical(_, characteristic, change) => {
                self.critical_wound.changes.push((*characteristic, *change));
            }
            Warhammer40kEffect::PrecisionOnCritical(roll) => self.precise.push(*roll),
            Warhammer40kEffect::SuccessIsCritical(RollKind::Hit) => self.hit.success_is_critical = true,
            Warhammer40kEffect::SuccessIsCritical(_) => self.wound.success_is_critical = true,
            // They change the target.
            Warhammer40kEffect::FeelNoPain(_)
            | Warhammer40kEffect::FeelNoPainMortal(_)
            | Warhammer40kEffect::FeelNoPainPsychic(_)
            | Warhammer40kEffect::Invulnerable(_)
            | Warhammer40kEffect::FightsOnDeath(_)
            | Warhammer40kEffect::OneAttackIsZero
            | Warhammer40kEffect::Cover
            | Warhammer40kEffect::Stealth
            | Warhammer40kEffect::ComesBack(_) => {}
        }
    }

    /// The damage of one attack on a model of this group, the group's own changes made too.
    pub(crate) fn damage_of(&self, group: &GroupDraft, rounding: Rounding) -> Result<Draw, DrawError> {
        let mut damage = self.damage;
        damage.divided *= group.damage_divided;
        damage.add -= group.less_damage;
        if group.damage_is_zero {
            damage.set = Some(Amount::fixed(0));
        }
        damage.draw(rounding, if group.damage_is_zero { 0 } else { 1 })
    }

    fn change(&mut self, characteristic: Characteristic, change: Change) {
        match characteristic {
            Characteristic::Attacks => self.attacks.change(change),
            Characteristic::Damage => self.damage.change(change),
            Characteristic::Strength => self.strength.change(change),
            Characteristic::Hit | Characteristic::Skill => self.hit.change(change),
            Characteristic::Wound => self.wound.change(change),
            Characteristic::Rend | Characteristic::Ap => self.rend.change(change),
            Characteristic::Toughness
            | Characteristic::Save
            | Characteristic::HitDamage
            | Characteristic::CriticalDamage => {}
        }
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
                // What is healed comes once the attack is over; the first point is the unit's as a whole.
                AgeOfSigmarEffect::Heal(_) | AgeOfSigmarEffect::IgnoreFirstDamage => {}
                // They change the attack.
                AgeOfSigmarEffect::WorsenWard(_)
                | AgeOfSigmarEffect::NoWard
                | AgeOfSigmarEffect::IgnoreSaveBonuses
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
            | Effect::MortalOnTheSide(_) => {}
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
