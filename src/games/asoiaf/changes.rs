//! An attack and a target while rules still change them, in words that a player recognises.

use crate::dice::{Amount, Draw, Faces};
use crate::games::language::ability::Wielded;
use crate::games::language::effect::{
    Change, Characteristic, ConditionToken, DiceOfRanks, Effect, IceAndFireEffect, RollKind,
};
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
    /// Wounds that the attacker suffers before its attack dice are counted.
    pub(super) before: Vec<Amount>,
    /// Wounds that it suffers once the defender's panic test is passed, or failed.
    pub(super) on_panic: Vec<(bool, Draw)>,
    /// What the attacker suffers after its attack.
    pub(super) after: Vec<Price>,
    /// The same for each attack die that misses: hits; and for each that shows a 1: wounds.
    pub(super) hits_per_miss: u16,
    pub(super) wounds_per_one: u16,
    /// Each die that hits is worth so many hits more, each hit that is not blocked so many wounds.
    pub(super) extra_hits: u16,
    pub(super) extra_wounds: u16,
    /// Nothing blocks, or only such unmodified dice do.
    pub(super) no_save: bool,
    /// Wounds that come instead of what hits do.
    pub(super) instead: Vec<Draw>,
    pub(super) blocked_only_on: u8,
    /// The largest or smallest number of dice of the card, or that of so many ranks more.
    pub(super) dice_of: Option<DiceOfRanks>,
    /// Whether two of them are asked for.
    pub(super) dice_of_two: bool,
    pub(super) more_ranks: i16,
    /// Tokens that an ability brings to this attack, or after it, and whether a Weakened token is of no use.
    pub(super) becomes: Vec<ConditionToken>,
    pub(super) afterwards: Vec<ConditionToken>,
    pub(super) never_weakened: bool,
    /// Whether it was asked how many ranks or wounds the attacker has left.
    pub(super) counts_attacker: bool,
    pub(super) lines: Vec<ExplainedLine>,
}

/// Something that the attacker suffers once its attack is over.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Price {
    pub(super) amount: Draw,
    /// Hits, which may be blocked; if not, wounds.
    pub(super) hits: bool,
    /// Whether it is an ability of the defender, which has to stand then.
    pub(super) of_defender: bool,
}

impl Price {
    /// Wounds that the attack itself costs.
    pub(super) fn wounds(amount: Draw) -> Self {
        Self { amount, hits: false, of_defender: false }
    }
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
    pub(super) most_panic_wounds: Option<u16>,
    pub(super) never_panics: bool,
    /// Hits that are blocked without dice, and whether two hits are one wound.
    pub(super) blocks: u16,
    pub(super) halves: bool,
    /// Tokens that are of no use against it.
    pub(super) never: Vec<ConditionToken>,
    /// Whether it was asked how many ranks the attacker has left.
    pub(super) counts_attacker: bool,
    pub(super) lines: Vec<ExplainedLine>,
}

impl AttackDraft {
    pub(super) fn note(&mut self, what: impl Into<String>, origin: &Origin<'_>) {
        self.lines.push(ExplainedLine { what: what.into(), source: origin.source.to_owned(), rule: origin.rule });
    }

    /// Applies what concerns an attack; `owner` is whose it is.
    pub(super) fn apply(
        &mut self,
        meaning: &Meaning<Self>,
        (text, owner): (&str, Owner),
        origin: &Origin<'_>,
        scene: &Scene<'_>,
    ) {
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
        self.change(effect, owner);
    }

    /// Applies an effect on an attack.
    pub(super) fn change(&mut self, effect: &Effect, owner: Owner) {
        match effect {
            Effect::Modify(RollKind::Hit, n) => self.hit_modifier += n,
            Effect::Reroll(RollKind::Hit, again) => self.again.add(*again),
            Effect::Change(Characteristic::Hit, change) => changed(&mut self.hit, *change),
            Effect::Change(Characteristic::Attacks, Change::Add(n)) => self.more_dice += i32::from(*n),
            Effect::Change(Characteristic::Attacks, Change::Set(n)) => self.set_dice = n.as_fixed(),
            Effect::IceAndFire(effect) => self.hook(effect, owner),
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
            | Effect::Heal(_)
            | Effect::AgeOfSigmar(_)
            | Effect::Warhammer40k(_)
            | Effect::Warcry(_) => {}
        }
    }
}

impl AttackDraft {
    /// Whether the attacker may lose wounds by its own attack.
    pub(super) fn hurts_itself(&self) -> bool {
        let with_the_attack = self.hits_per_miss > 0 || self.wounds_per_one > 0 || !self.on_panic.is_empty();
        with_the_attack || !self.before.is_empty() || !self.after.is_empty()
    }

    /// Whether it may suffer hits, which it blocks with its own Defense.
    pub(super) fn suffers_hits(&self) -> bool {
        self.hits_per_miss > 0 || self.after.iter().any(|price| price.hits)
    }

    /// Applies what only this game has.
    fn hook(&mut self, effect: &IceAndFireEffect, owner: Owner) {
        let draw = |amount: &Amount| Draw::of(*amount, Faces::NONE);
        let price = |amount: &Amount, hits| Price { amount: draw(amount), hits, of_defender: owner == Owner::Defender };
        match effect {
            IceAndFireEffect::ExtraHitsOnSix(n) => self.extra_on_six = self.extra_on_six.max(u16::from(*n)),
            IceAndFireEffect::NoSaveAgainstSix => self.unsavable_six = true,
            IceAndFireEffect::AutomaticHits(hits) => self.automatic.push(draw(hits)),
            IceAndFireEffect::DirectWounds(wounds) => self.direct.push(draw(wounds)),
            IceAndFireEffect::InsteadOfHits(wounds) => self.instead.push(draw(wounds)),
            IceAndFireEffect::SelfWounds(wounds) => self.after.push(price(wounds, false)),
            IceAndFireEffect::SelfHits(hits) => self.after.push(price(hits, true)),
            IceAndFireEffect::SelfHitsPerMiss(n) => self.hits_per_miss += u16::from(*n),
            IceAndFireEffect::SelfWoundsPerOne(n) => self.wounds_per_one += u16::from(*n),
            IceAndFireEffect::SelfWoundsBefore(wounds) => self.before.push(*wounds),
            IceAndFireEffect::SelfWoundsOnPanic { passed, wounds } => self.on_panic.push((*passed, draw(wounds))),
            IceAndFireEffect::BecomesAfterwards(token) => self.afterwards.push(*token),
            // It is for attacks on this unit.
            IceAndFireEffect::AttackerBecomes(_) => {}
            IceAndFireEffect::ExtraHits(n) => self.extra_hits += u16::from(*n),
            IceAndFireEffect::ExtraWounds(n) => self.extra_wounds += u16::from(*n),
            IceAndFireEffect::NoSave => self.no_save = true,
            IceAndFireEffect::BlockedOnlyOn(n) => self.blocked_only_on = self.blocked_only_on.max(*n),
            IceAndFireEffect::AttackDice(DiceOfRanks::Shifted(ranks)) => self.more_ranks += ranks,
            IceAndFireEffect::AttackDice(of) => {
                self.dice_of_two |= self.dice_of.is_some_and(|known| known != *of);
                self.dice_of = Some(*of);
            }
            IceAndFireEffect::Becomes(token) => self.becomes.push(*token),
            IceAndFireEffect::NoToken(token) => self.never_weakened |= *token == ConditionToken::Weakened,
            // They change the target; what is counted by ranks was taken apart before.
            IceAndFireEffect::PanicWounds(_)
            | IceAndFireEffect::PanicWoundsAtMost(_)
            | IceAndFireEffect::NoPanicTest
            | IceAndFireEffect::SetMorale(_)
            | IceAndFireEffect::BlockHits(_)
            | IceAndFireEffect::HalveHits
            | IceAndFireEffect::Per(..) => {}
        }
    }
}

impl DefenceDraft {
    pub(super) fn note(&mut self, what: &str, origin: &Origin<'_>) {
        let line = ExplainedLine { what: what.to_owned(), source: origin.source.to_owned(), rule: origin.rule };
        self.lines.push(line);
    }

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
        self.note(text, &Origin::new(origin.source, rule_of(effect)));
        self.change(effect);
    }

    /// Applies an effect on a target.
    pub(super) fn change(&mut self, effect: &Effect) {
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
                IceAndFireEffect::PanicWoundsAtMost(n) => {
                    let most = u16::from(*n);
                    self.most_panic_wounds = Some(self.most_panic_wounds.map_or(most, |known| known.min(most)));
                }
                IceAndFireEffect::NoPanicTest => self.never_panics = true,
                IceAndFireEffect::SetMorale(n) => self.morale = self.morale.map(|_| i16::from(*n)),
                IceAndFireEffect::BlockHits(n) => self.blocks += u16::from(*n),
                IceAndFireEffect::HalveHits => self.halves = true,
                IceAndFireEffect::NoToken(token) => self.never.push(*token),
                // They change the attack; what is counted by ranks was taken apart before.
                IceAndFireEffect::ExtraHitsOnSix(_)
                | IceAndFireEffect::NoSaveAgainstSix
                | IceAndFireEffect::AutomaticHits(_)
                | IceAndFireEffect::DirectWounds(_)
                | IceAndFireEffect::InsteadOfHits(_)
                | IceAndFireEffect::SelfWounds(_)
                | IceAndFireEffect::SelfHits(_)
                | IceAndFireEffect::SelfHitsPerMiss(_)
                | IceAndFireEffect::SelfWoundsPerOne(_)
                | IceAndFireEffect::SelfWoundsBefore(_)
                | IceAndFireEffect::SelfWoundsOnPanic { .. }
                | IceAndFireEffect::BecomesAfterwards(_)
                | IceAndFireEffect::AttackerBecomes(_)
                | IceAndFireEffect::ExtraHits(_)
                | IceAndFireEffect::ExtraWounds(_)
                | IceAndFireEffect::NoSave
                | IceAndFireEffect::BlockedOnlyOn(_)
                | IceAndFireEffect::AttackDice(_)
                | IceAndFireEffect::Becomes(_)
                | IceAndFireEffect::Per(..) => {}
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
            | Effect::Heal(_)
            | Effect::AgeOfSigmar(_)
            | Effect::Warhammer40k(_)
            | Effect::Warcry(_) => {}
        }
    }
}

/// A number to reach, changed; cards print 2+ to 7+.
pub(super) fn changed(number: &mut i16, change: Change) {
    match change {
        Change::Improve(n) => *number -= i16::from(n),
        Change::Worsen(n) => *number += i16::from(n),
        Change::SetTarget(n) => *number = i16::from(n),
        Change::Add(_) | Change::Set(_) | Change::Double | Change::Triple | Change::Halve => {}
    }
    *number = (*number).clamp(2, 7);
}

/// The rule that an effect stands under.
pub(super) fn rule_of(effect: &Effect) -> &'static str {
    match effect {
        Effect::Modify(..) => "ASOIAF-MOD",
        Effect::Reroll(..) => "ASOIAF-REROLL",
        Effect::Change(Characteristic::Attacks, _) => "ASOIAF-ATK-1",
        Effect::Heal(_) => "ASOIAF-HEAL",
        Effect::IceAndFire(effect) => match effect {
            IceAndFireEffect::AutomaticHits(_) => "ASOIAF-AUTOHIT",
            IceAndFireEffect::ExtraHitsOnSix(_) | IceAndFireEffect::NoSaveAgainstSix => "ASOIAF-TRIG6",
            IceAndFireEffect::DirectWounds(_)
            | IceAndFireEffect::InsteadOfHits(_)
            | IceAndFireEffect::SelfWounds(_)
            | IceAndFireEffect::SelfWoundsPerOne(_)
            | IceAndFireEffect::SelfWoundsBefore(_)
            | IceAndFireEffect::HalveHits
            | IceAndFireEffect::ExtraWounds(_) => "ASOIAF-WOUND",
            IceAndFireEffect::PanicWounds(_)
            | IceAndFireEffect::PanicWoundsAtMost(_)
            | IceAndFireEffect::SelfWoundsOnPanic { .. }
            | IceAndFireEffect::SetMorale(_)
            | IceAndFireEffect::NoPanicTest => "ASOIAF-PANIC",
            IceAndFireEffect::Per(..) => "ASOIAF-RANK",
            IceAndFireEffect::AttackDice(_) => "ASOIAF-ATK-1",
            IceAndFireEffect::ExtraHits(_) => "ASOIAF-ATK-2",
            IceAndFireEffect::NoSave
            | IceAndFireEffect::BlockedOnlyOn(_)
            | IceAndFireEffect::BlockHits(_)
            | IceAndFireEffect::SelfHits(_)
            | IceAndFireEffect::SelfHitsPerMiss(_) => "ASOIAF-ATK-4",
            IceAndFireEffect::Becomes(_)
            | IceAndFireEffect::NoToken(_)
            | IceAndFireEffect::BecomesAfterwards(_)
            | IceAndFireEffect::AttackerBecomes(_) => "ASOIAF-TOKEN",
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
