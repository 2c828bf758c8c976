//! A target while rules still change it, in the words that Age of Sigmar and Warhammer 40,000 share.

use super::answer::DamageBack;
use super::lines::{DraftLines, Origin};
use crate::dice::Amount;
#[cfg(test)]
use crate::engine::planted::{PlantedError, in_neither};
use crate::games::Owner;
use crate::games::language::effect::{Change, Characteristic, Draft, Effect, RollKind};
use crate::games::language::entry::{Drafts, Meaning};
use crate::games::language::number::{Number, Test};
use crate::profile::reads::{OwnName, Size};

/// What becomes of the target's ward rolls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Warding {
    /// Whether none is made.
    pub(crate) none: bool,
    /// Added to each.
    pub(crate) modifier: i16,
}

impl Warding {
    /// The lowest face that ignores a point of `mortal` damage, or of other; 7 if none does. No cap and no natural 1 hold for
    /// wards (AOS-17.1, AMB-28).
    pub(crate) fn ignore_on(self, group: &GroupDraft, mortal: bool) -> u8 {
        let best = group.ignore_on.into_iter().chain(group.ignore_mortal_on.filter(|_| mortal)).min();
        let needs = best.filter(|_| !self.none).map_or(7, i16::from);
        #[cfg(test)]
        let needs =
            if in_neither(PlantedError::WardModifier) { needs.saturating_add(2 * self.modifier) } else { needs };
        if needs >= 7 {
            7
        } else {
            needs.saturating_sub(group.ward_better).saturating_sub(self.modifier).clamp(1, 7) as u8
        }
    }
}

/// Some models of a target while effects change them.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct GroupDraft {
    pub(crate) name: OwnName,
    pub(crate) models: Size,
    /// Models of it that attacks before have slain.
    pub(crate) fallen: u16,
    pub(crate) wounds: Size,
    pub(crate) toughness: Number,
    /// Whether it has a save by its card; if not, no modifier brings one.
    pub(crate) saves: bool,
    pub(crate) save: Test,
    pub(crate) invulnerable: Option<u8>,
    /// Ward, or Feel No Pain against everything.
    pub(crate) ignore_on: Option<u8>,
    /// Added to ward rolls.
    pub(crate) ward_better: i16,
    pub(crate) ignore_mortal_on: Option<u8>,
    pub(crate) ignore_psychic_on: Option<u8>,
    pub(crate) character: bool,
    pub(crate) cover: bool,
    pub(crate) ignores_save_bonuses: bool,
    pub(crate) damage_is_zero: bool,
    pub(crate) less_damage: i32,
    pub(crate) damage_divided: i32,
    /// Changes of the attacks that are allocated to these models.
    pub(crate) taken: Vec<(Characteristic, Change)>,
}

/// A target while effects change it.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct TargetDraft {
    pub(crate) groups: Vec<GroupDraft>,
    pub(crate) ignored_saves: u16,
    /// Whether one save of the whole attack is rolled again.
    pub(crate) one_save_again: bool,
    /// What it does to hit and wound rolls against it.
    pub(crate) hit: Test,
    pub(crate) wound: Test,
    /// Whether the first point of a phase is not allocated.
    pub(crate) ignores_first_damage: bool,
    /// What the dice of an attack bring upon the attacker.
    pub(crate) answers: Vec<(DamageBack, Amount)>,
    /// Whether the Damage of one attack is changed to 0.
    pub(crate) one_attack_is_zero: bool,
    /// An effect on one attack, or one save, that only some of the models have.
    pub(crate) one_of_some: Option<String>,
    pub(crate) lines: DraftLines,
}

impl GroupDraft {
    pub(crate) fn new(models: Size, wounds: Size, toughness: u16, save: Option<u8>) -> Self {
        Self {
            models,
            wounds,
            toughness: Number::printed(Amount::fixed(toughness)),
            saves: save.is_some(),
            save: save.map_or_else(Test::default, |save| Test::needs(save.into())),
            damage_divided: 1,
            ..Self::default()
        }
    }

    /// Whether any of its models stands.
    pub(crate) fn stands(&self) -> bool {
        if self.fallen == 0 { self.models.is_any() } else { self.models.get() > self.fallen }
    }

    /// The Save, every change made, at best `best`; `None`: no save.
    pub(crate) fn save_needs(&self, best: i16) -> Option<i16> {
        let has = self.saves || self.save.set.is_some();
        has.then(|| self.save.set.unwrap_or(self.save.needs).saturating_sub(self.save.changes.sum()).max(best))
    }

    /// A number of an attack that is allocated to these models.
    pub(crate) fn changed(&self, which: Characteristic, mut number: Number) -> Number {
        self.taken.iter().filter(|(of, _)| *of == which).for_each(|(_, change)| number.change(*change));
        number
    }

    /// Applies an effect that concerns these models.
    fn apply<D: Drafts<Models = Self>>(&mut self, effect: &Meaning<D>) {
        match effect.effect {
            Effect::Change(which, change) if effect.owner() == Owner::Attacker => self.taken.push((which, change)),
            Effect::Change(Characteristic::Damage, Change::Halve) => {
                self.damage_divided = (self.damage_divided * 2).min(1 << 10);
            }
            Effect::DamageIsZero => self.damage_is_zero = true,
            Effect::LessDamage(n) => self.less_damage += i32::from(n),
            _ => effect.change_models(self),
        }
    }
}

impl Draft for GroupDraft {
    fn roll(&mut self, roll: RollKind) -> Option<&mut Test> {
        (roll == RollKind::Save).then_some(&mut self.save)
    }

    fn number(&mut self, number: Characteristic) -> Option<&mut Number> {
        (number == Characteristic::Toughness).then_some(&mut self.toughness)
    }
}

impl Draft for TargetDraft {
    fn roll(&mut self, roll: RollKind) -> Option<&mut Test> {
        match roll {
            RollKind::Hit => Some(&mut self.hit),
            RollKind::Wound => Some(&mut self.wound),
            _ => None,
        }
    }
}

/// Keeps the better of two numbers to reach.
pub(crate) fn better(best: &mut Option<u8>, n: u8) {
    *best = Some(best.map_or(n, |best| best.min(n)));
}

impl TargetDraft {
    pub(crate) fn new(groups: Vec<GroupDraft>, explained: bool) -> Self {
        Self { groups, lines: DraftLines::new(explained), ..Self::default() }
    }

    /// Applies an effect of the target, to some of its groups if `models` names them.
    pub(crate) fn apply<D: Drafts<Target = Self, Models = GroupDraft>>(
        &mut self,
        effect: &Meaning<D>,
        models: Option<&[String]>,
        text: &str,
        origin: &Origin<'_>,
    ) {
        self.lines.note(text, origin);
        let meant = |group: &GroupDraft| {
            models.is_none_or(|names| names.iter().any(|name| crate::words::same(name, &group.name)))
        };
        let change = |target: &mut Self| match effect.effect {
            Effect::IgnoreFirstFailedSave => target.ignored_saves = 1,
            _ => effect.change_target(target),
        };
        change(self);
        // What it does alone tells whether it is of one attack or of one save.
        let mut alone = Self::default();
        change(&mut alone);
        let is_of_one = alone.ignored_saves > 0 || alone.one_save_again || alone.one_attack_is_zero;
        if is_of_one && self.groups.iter().any(|group| group.stands() && !meant(group)) {
            self.one_of_some = Some(text.to_owned());
        }
        self.groups.iter_mut().filter(|group| meant(group)).for_each(|group| group.apply(effect));
    }
}
