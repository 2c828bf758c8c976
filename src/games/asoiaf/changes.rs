//! An attack and a target while rules still change them, in words that a player recognises.

use crate::dice::{Amount, Draw, Faces};
use crate::games::language::ability::Wielded;
use crate::games::language::effect::{Change, Characteristic, Effect, IceAndFireEffect, RollKind};
use crate::games::language::scene::{Meaning, Scene};
use crate::games::volley::draft::{Origin, Rerolls};
use crate::games::{ExplainedLine, Owner};

/// An attack while rules still change it.
#[derive(Clone, Debug, Default)]
pub(crate) struct AttackDraft {
    pub(super) name: String,
    pub(super) melee: bool,
    /// Attack dice with no rank destroyed, with one, with two.
    pub(super) dice: Vec<u16>,
    pub(super) set_dice: Option<u16>,
    pub(super) more_dice: i32,
    pub(super) hit: i16,
    pub(super) hit_modifier: i16,
    pub(super) again: Rerolls,
    pub(super) sundering: bool,
    pub(super) vicious: bool,
    pub(super) extra_on_six: u16,
    pub(super) unsavable_six: bool,
    pub(super) automatic: Vec<Draw>,
    pub(super) direct: Vec<Draw>,
    /// Whether the attacker crosses Dangerous terrain before its attack.
    pub(super) crosses: bool,
    /// Wounds to the attacker after its attack.
    pub(super) after: Vec<Draw>,
    pub(super) lines: Vec<ExplainedLine>,
}

/// A target while rules still change it.
#[derive(Clone, Debug, Default)]
pub(super) struct DefenceDraft {
    pub(super) defense: Option<i16>,
    pub(super) modifier: i16,
    pub(super) again: Rerolls,
    pub(super) morale: Option<i16>,
    pub(super) morale_modifier: i16,
    pub(super) morale_again: bool,
    pub(super) panic_wounds: i16,
    pub(super) lines: Vec<ExplainedLine>,
}

impl AttackDraft {
    pub(super) fn note(&mut self, what: impl Into<String>, origin: &Origin<'_>) {
        self.lines.push(ExplainedLine { what: what.into(), source: origin.source.to_owned(), rule: origin.rule });
    }

    /// Applies what concerns an attack.
    pub(super) fn apply(&mut self, meaning: &Meaning<Self>, text: &str, origin: &Origin<'_>, scene: &Scene<'_>) {
        let effect = match meaning {
            Meaning::Ability(known) => {
                let fits = match known.ability.wielded {
                    Wielded::Any => true,
                    Wielded::Melee => self.melee,
                    Wielded::Ranged => !self.melee,
                };
                if fits {
                    self.note(known.to_string(), &Origin::new(origin.source, known.ability.doc.rule));
                    known.apply(self, scene);
                }
                return;
            }
            Meaning::Effect(effect) if effect.owner() == Owner::Attacker => effect,
            Meaning::Effect(_) => return,
        };
        self.note(text, &Origin::new(origin.source, rule_of(effect)));
        let amount = |amount: &Amount| Draw::of(*amount, Faces::NONE);
        match effect {
            Effect::Modify(RollKind::Hit, n) => self.hit_modifier += n,
            Effect::Reroll(RollKind::Hit, again) => self.again.add(*again),
            Effect::Change(Characteristic::Hit, change) => changed(&mut self.hit, *change),
            Effect::Change(Characteristic::Attacks, Change::Add(n)) => self.more_dice += i32::from(*n),
            Effect::Change(Characteristic::Attacks, Change::Set(n)) => self.set_dice = n.as_fixed(),
            Effect::IceAndFire(effect) => match effect {
                IceAndFireEffect::ExtraHitsOnSix(n) => self.extra_on_six = self.extra_on_six.max(u16::from(*n)),
                IceAndFireEffect::NoSaveAgainstSix => self.unsavable_six = true,
                IceAndFireEffect::AutomaticHits(hits) => self.automatic.push(amount(hits)),
                IceAndFireEffect::DirectWounds(wounds) => self.direct.push(amount(wounds)),
                IceAndFireEffect::SelfWounds(wounds) => self.after.push(amount(wounds)),
                IceAndFireEffect::PanicWounds(_) => {}
            },
            // They change the target, or the game refuses them.
            Effect::Modify(..)
            | Effect::Reroll(..)
            | Effect::Change(..)
            | Effect::CriticalOn(..)
            | Effect::DamageIsZero
            | Effect::LessDamage(_)
            | Effect::IgnoreFirstFailedSave
            | Effect::WoundedOnlyOn(_)
            | Effect::HitOnlyOn(_)
            | Effect::WoundsOn(_)
            | Effect::IgnoreModifiers(_)
            | Effect::MortalOnCritical(..)
            | Effect::MortalOnTheSide(_)
            | Effect::AgeOfSigmar(_)
            | Effect::Warhammer40k(_)
            | Effect::Warcry(_) => {}
        }
    }
}

impl DefenceDraft {
    pub(super) fn say(&mut self, by: i16, what: &str, origin: &Origin<'_>) {
        if by != 0 {
            let what = format!("{by:+} to {what}");
            self.lines.push(ExplainedLine { what, source: origin.source.to_owned(), rule: origin.rule });
        }
    }

    /// Applies what concerns a target.
    pub(super) fn apply(&mut self, meaning: &Meaning<AttackDraft>, text: &str, origin: &Origin<'_>) {
        let Meaning::Effect(effect) = meaning else { return };
        if effect.owner() != Owner::Defender {
            return;
        }
        let rule = rule_of(effect);
        self.lines.push(ExplainedLine { what: text.to_owned(), source: origin.source.to_owned(), rule });
        match effect {
            Effect::Modify(RollKind::Save, n) => self.modifier += n,
            Effect::Modify(RollKind::Morale, n) => self.morale_modifier += n,
            Effect::Reroll(RollKind::Save, again) => self.again.add(*again),
            Effect::Reroll(RollKind::Morale, _) => self.morale_again = true,
            Effect::Change(Characteristic::Save, change) => {
                if let Some(defense) = &mut self.defense {
                    changed(defense, *change);
                }
            }
            Effect::IceAndFire(effect) => match effect {
                IceAndFireEffect::PanicWounds(n) => self.panic_wounds += n,
                IceAndFireEffect::ExtraHitsOnSix(_)
                | IceAndFireEffect::NoSaveAgainstSix
                | IceAndFireEffect::AutomaticHits(_)
                | IceAndFireEffect::DirectWounds(_)
                | IceAndFireEffect::SelfWounds(_) => {}
            },
            // They change the attack, or the game refuses them.
            Effect::Modify(..)
            | Effect::Reroll(..)
            | Effect::Change(..)
            | Effect::CriticalOn(..)
            | Effect::DamageIsZero
            | Effect::LessDamage(_)
            | Effect::IgnoreFirstFailedSave
            | Effect::WoundedOnlyOn(_)
            | Effect::HitOnlyOn(_)
            | Effect::WoundsOn(_)
            | Effect::IgnoreModifiers(_)
            | Effect::MortalOnCritical(..)
            | Effect::MortalOnTheSide(_)
            | Effect::AgeOfSigmar(_)
            | Effect::Warhammer40k(_)
            | Effect::Warcry(_) => {}
        }
    }
}

/// A number to reach, changed; cards print 2+ to 7+.
fn changed(number: &mut i16, change: Change) {
    match change {
        Change::Improve(n) => *number -= i16::from(n),
        Change::Worsen(n) => *number += i16::from(n),
        Change::SetTarget(n) => *number = i16::from(n),
        Change::Add(_) | Change::Set(_) | Change::Double | Change::Halve => {}
    }
    *number = (*number).clamp(2, 7);
}

/// The rule that an effect stands under.
pub(super) fn rule_of(effect: &Effect) -> &'static str {
    match effect {
        Effect::Modify(..) => "ASOIAF-MOD",
        Effect::Reroll(..) => "ASOIAF-REROLL",
        Effect::Change(Characteristic::Attacks, _) => "ASOIAF-ATK-1",
        Effect::IceAndFire(effect) => match effect {
            IceAndFireEffect::AutomaticHits(_) => "ASOIAF-AUTOHIT",
            IceAndFireEffect::ExtraHitsOnSix(_) | IceAndFireEffect::NoSaveAgainstSix => "ASOIAF-TRIG6",
            IceAndFireEffect::DirectWounds(_) | IceAndFireEffect::SelfWounds(_) => "ASOIAF-WOUND",
            IceAndFireEffect::PanicWounds(_) => "ASOIAF-PANIC",
        },
        Effect::Change(..)
        | Effect::CriticalOn(..)
        | Effect::DamageIsZero
        | Effect::LessDamage(_)
        | Effect::IgnoreFirstFailedSave
        | Effect::WoundedOnlyOn(_)
        | Effect::HitOnlyOn(_)
        | Effect::WoundsOn(_)
        | Effect::IgnoreModifiers(_)
        | Effect::MortalOnCritical(..)
        | Effect::MortalOnTheSide(_)
        | Effect::AgeOfSigmar(_)
        | Effect::Warhammer40k(_)
        | Effect::Warcry(_) => "ASOIAF-PROFILE",
    }
}
