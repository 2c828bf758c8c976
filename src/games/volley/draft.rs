//! A weapon and a target while rules still change them, in the words that Age of Sigmar and Warhammer 40,000 share.
//!
//! Everything here still has a name that a player recognises; numbers become thresholds and faces only in a game's
//! `draft.rs`, once all changes are known.

use super::answer::DamageBack;
use super::critical::{Critical, CriticalHit, CriticalWound};
pub(crate) use super::lines::{DraftLines, Origin};
use super::slay::Slain;
pub(crate) use super::target::{GroupDraft, TargetDraft, Warding, better};
use crate::dice::{Amount, Draw, DrawError};
use crate::games::language::effect::{Change, Characteristic, Draft, Effect, RollKind};
use crate::games::language::entry::{Drafts, Meaning};
pub(crate) use crate::games::language::number::{Failing, Modifiers, Number, Rerolls, Rounding, Test};
use crate::games::language::vocabulary::Suffix;

/// What comes beside the attacks of a unit, or once they are over.
#[derive(Default)]
pub(crate) struct Beside {
    /// What hurts the attacker once.
    pub(crate) answers: Vec<(DamageBack, Amount)>,
    /// Models of the target that are slain outright.
    pub(crate) slain: Vec<Slain>,
    /// The roll on which models fight as they die.
    pub(crate) fights_on_death: Option<u8>,
}

impl Drafts for WeaponDraft {
    type Target = TargetDraft;
    type Models = GroupDraft;
    type Beside = Beside;
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

/// A weapon while abilities and effects change it.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct WeaponDraft {
    pub(crate) name: String,
    pub(crate) melee: bool,
    pub(crate) count: u16,
    /// Attacks that bearers make on top: champions.
    pub(crate) bonus_attacks: u16,
    pub(crate) attacks: Number,
    pub(crate) hit: Test,
    pub(crate) auto_hit: bool,
    pub(crate) wound: Test,
    /// What it does to the saves against it.
    pub(crate) save: Test,
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
    /// What its dice bring upon the attacker.
    pub(crate) answers: Vec<(DamageBack, Amount)>,
    /// Whether what helps the target's saves is ignored.
    pub(crate) ignores_save_bonuses: bool,
    /// What each hit inflicts that ends the attack.
    pub(crate) hits_inflict: Option<Amount>,
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
    /// Whether no hit roll may be rolled again.
    pub(crate) final_hits: bool,
    pub(crate) lines: DraftLines,
}

impl WeaponDraft {
    /// The modifiers of which not all count.
    pub(crate) fn capped(&self) -> impl Iterator<Item = String> {
        [("hit", self.hit.sum()), ("wound", self.wound.sum())].into_iter().filter_map(|(name, sum)| {
            let most = sum.clamp(-1, 1);
            (sum != most).then(|| format!("{sum:+} to {name} is capped at {most:+}"))
        })
    }

    pub(crate) fn new(name: &str, attacks: Amount, hit: i16, damage: Amount) -> Self {
        Self {
            name: name.to_owned(),
            melee: true,
            count: 1,
            attacks: Number::printed(attacks),
            hit: Test::needs(hit),
            wound: Test::needs(4),
            strength: Number::printed(Amount::fixed(1)),
            damage: Number::printed(damage),
            overwatch_on: 6,
            ..Self::default()
        }
    }

    /// Rend or AP, every change made: a number that is subtracted from the save, never below 0.
    pub(crate) fn settled_rend(&self, rounding: Rounding) -> i16 {
        Self::settled(self.rend, rounding)
    }

    /// The AP of an attack that is allocated to models of this group, every change made.
    pub(crate) fn ap_on(&self, group: &GroupDraft, rounding: Rounding) -> i16 {
        Self::settled(group.changed(Characteristic::Ap, self.rend), rounding)
    }

    fn settled(rend: Number, rounding: Rounding) -> i16 {
        rend.fixed(rounding, 0).unwrap_or(0).min(i32::from(Self::MOST_REND)) as i16
    }

    /// What modifies a save against it: the sum of modifiers, and Rend. Rend is a modifier of the save roll too, so what
    /// ignores those that hurt ignores it (AOS-17.0, AOS-17.1).
    pub(crate) fn save_modifiers(&self, group: &GroupDraft, rounding: Rounding) -> (i16, i16) {
        let Modifiers { help, hurt } = group.save.modifiers;
        let help = if self.ignores_save_bonuses || group.ignores_save_bonuses { 0 } else { help };
        if group.save.ignore_penalties { (help, 0) } else { (help + hurt, self.settled_rend(rounding)) }
    }

    /// Rend or AP beyond this changes nothing any more.
    const MOST_REND: i16 = 100;

    /// Notes something for `explain`.
    pub(crate) fn note(&mut self, what: impl Into<String>, origin: &Origin<'_>) {
        self.lines.note(what, origin);
    }

    /// Notes what a critical roll does because of an ability. The same ability does not add up.
    pub(crate) fn critical(&mut self, ability: &Meaning<Self>, critical: impl Into<Critical>) {
        let (name, critical) = (ability.name(), critical.into());
        match self.criticals.iter_mut().find(|(key, _)| *key == name) {
            Some((_, other)) => {
                let unlike_amounts = other.or_more(&critical);
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

    /// Notes what a core ability adds to a characteristic. The same ability does not add up (W40K-ABILITY-STACKING,
    /// AOS-5.3): of two the larger one counts.
    pub(crate) fn bonus(&mut self, origin: Origin<'static>, to: Characteristic, amount: Amount) {
        let bonus = CoreBonus { origin, to, amount };
        let Some(other) = self.bonuses.iter_mut().find(|entry| entry.origin.source == bonus.origin.source) else {
            self.bonuses.push(bonus);
            return;
        };
        match other.amount.larger(bonus.amount) {
            Some(larger) => other.amount = larger,
            None => self.unlike.push(unlike(bonus.origin.source, other.amount, bonus.amount)),
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

    /// Applies an effect that concerns the attack, and says so; what comes beside is not a weapon's.
    pub(crate) fn apply(&mut self, effect: &Meaning<Self>, text: &str, origin: &Origin<'_>) {
        if effect.is_beside() {
            return;
        }
        self.note(text, origin);
        if let (Some(Suffix::OnCritical(roll)), Effect::Change(characteristic, change)) =
            (effect.suffix, &effect.effect)
        {
            let hit = roll == RollKind::Hit;
            let changes = if hit { &mut self.critical_hit.changes } else { &mut self.critical_wound.changes };
            changes.push((*characteristic, *change));
            return;
        }
        match effect.effect {
            Effect::MortalOnCritical(RollKind::Hit, n) => self.critical_hit.mortal.push(n),
            Effect::MortalOnCritical(_, n) => self.critical_wound.mortal.push(n),
            _ => effect.change_attack(self),
        }
    }

    /// The damage of one attack on a model of this group, the group's own changes made too.
    pub(crate) fn damage_of(&self, group: &GroupDraft, rounding: Rounding) -> Result<Draw, DrawError> {
        let mut damage = group.changed(Characteristic::Damage, self.damage);
        damage.divided *= group.damage_divided;
        damage.less += group.less_damage;
        if group.damage_is_zero {
            damage.set = Some(Amount::fixed(0));
        }
        damage.draw(rounding, if group.damage_is_zero { 0 } else { 1 })
    }
}

impl Draft for WeaponDraft {
    fn roll(&mut self, roll: RollKind) -> Option<&mut Test> {
        match roll {
            RollKind::Hit => Some(&mut self.hit),
            RollKind::Wound => Some(&mut self.wound),
            RollKind::Save => Some(&mut self.save),
            RollKind::Morale | RollKind::Damage | RollKind::Attacks => None,
        }
    }

    fn number(&mut self, number: Characteristic) -> Option<&mut Number> {
        match number {
            Characteristic::Attacks => Some(&mut self.attacks),
            Characteristic::Damage => Some(&mut self.damage),
            Characteristic::Strength => Some(&mut self.strength),
            Characteristic::Rend | Characteristic::Ap => Some(&mut self.rend),
            _ => None,
        }
    }
}
