//! A Song of Ice & Fire: Tabletop Miniatures Game, rulebook 1.6. Every rule id, such as `ASOIAF-REROLL`, is explained in
//! `rules.md`.
//!
//! A unit's attack is one handful of dice, known by its ranks; hits are saved one by one; then the defender tests for
//! panic.
//! [`unit`] reads cards, [`draft`] collects what is true and what it changes, [`attack`] and [`panic`] turn it into steps.

use super::language::effect::{Again, AgeOfSigmarEffect, Change, Characteristic, Effect, RollKind, Warhammer40kEffect};
use super::mixture::engage_each;
use super::{Game, Ruling};

mod abilities;
pub(crate) mod attack;
mod changes;
mod draft;
mod explain;
mod keys;
mod line;
mod offers;
pub(crate) mod panic;
mod situations;
pub(crate) mod unit;

/// The game.
pub(super) const GAME: Game = Game {
    id: "asoiaf",
    title: "A Song of Ice & Fire",
    edition: "v1.6",
    abilities: || abilities::ABILITIES.iter().map(|ability| ability.doc).collect(),
    unit_abilities: abilities::UNIT_ABILITIES,
    situations: situations::SITUATIONS,
    exclusions: situations::EXCLUSIONS,
    offers: offers::OFFERS,
    words: &[],
    rulings: RULINGS,
    rules: include_str!("rules.md"),
    modes: &[],
    editions: &[],
    keys: keys::KEYS,
    line: &line::LINE,
    template: include_str!("template.toml"),
    attach: None,
    spread: &[],
    refuses,
    rule_of: changes::rule_of,
    check: unit::check,
    resize: unit::resize,
    engage: |encounter, found| engage_each(encounter, found, draft::engage),
};

const RULINGS: &[Ruling] = &[
    Ruling {
        name: "direct-wounds-panic",
        values: &["yes", "no"],
        short: "if every hit was blocked and only direct wounds were dealt, is the panic test rolled?",
        rule: "ASOIAF-ATK-7",
    },
    Ruling {
        name: "crossed-dangerous",
        values: &["before-attack", "after-attack"],
        short: "does a unit that crossed Dangerous terrain suffer before or after its attack?",
        rule: "ASOIAF-DANGEROUS",
    },
];

/// Why an effect has no meaning in this game; `None` if it has one.
fn refuses(effect: &Effect) -> Option<&'static str> {
    const NO_WOUND_ROLL: &str = "there is no roll to wound: every hit that is not blocked is a wound";
    const NO_DAMAGE: &str = "there is no Damage: every hit that is not blocked is one wound";
    const NO_CRITICAL: &str = "there are no critical hits: write `extra N hits on 6` or `no save against 6`";
    const NOT_ROLLED: &str = "the number of attack dice is not rolled";
    const NO_MORTAL: &str = "there is no mortal damage: write `N direct wounds`";
    const ONE_SAVE: &str = "there is one save, the Defense: write `set save to N+` or `+N to save`";
    const NO_RULE: &str = "no rule of this game does that";
    match effect {
        Effect::Modify(roll, _) => match roll {
            RollKind::Wound => Some(NO_WOUND_ROLL),
            RollKind::Damage | RollKind::Attacks => Some(NO_RULE),
            RollKind::Hit | RollKind::Save | RollKind::Morale => None,
        },
        Effect::Reroll(roll, again) => match (roll, again) {
            (RollKind::Wound, _) => Some(NO_WOUND_ROLL),
            (RollKind::Damage, _) => Some(NO_DAMAGE),
            (RollKind::Attacks, _) => Some(NOT_ROLLED),
            (RollKind::Hit | RollKind::Save | RollKind::Morale, Again::NonCritical) => Some(NO_CRITICAL),
            (RollKind::Hit | RollKind::Save | RollKind::Morale, Again::Value(_) | Again::Failed) => None,
        },
        Effect::CriticalOn(..) | Effect::MortalOnCritical(..) => Some(NO_CRITICAL),
        Effect::Change(characteristic, change) => match characteristic {
            Characteristic::Wound => Some(NO_WOUND_ROLL),
            Characteristic::Damage | Characteristic::HitDamage | Characteristic::CriticalDamage => Some(NO_DAMAGE),
            Characteristic::Attacks => match change {
                Change::Double | Change::Triple | Change::Halve => {
                    Some("dice are added or replaced: write `+N attacks` or `set attacks to N`")
                }
                Change::Set(amount) if amount.as_fixed().is_none() => Some(NOT_ROLLED),
                Change::Set(_) | Change::Add(_) | Change::Improve(_) | Change::Worsen(_) | Change::SetTarget(_) => None,
            },
            Characteristic::Rend | Characteristic::Ap => {
                Some("nothing pierces armour by a number: write `Sundering` or `-N to save`")
            }
            Characteristic::Strength | Characteristic::Toughness => Some("there is no Strength or Toughness"),
            Characteristic::Skill => Some("there is no Skill: write `improve hit by N`"),
            Characteristic::Hit | Characteristic::Save => None,
        },
        Effect::HitOnlyOn(_) => Some(NO_RULE),
        Effect::WoundedOnlyOn(_) | Effect::WoundsOn(_) => Some(NO_WOUND_ROLL),
        Effect::DamageIsZero | Effect::LessDamage(_) => Some(NO_DAMAGE),
        Effect::IgnoreFirstFailedSave => Some("no rule lets a failed save not count"),
        Effect::IgnoreModifiers(_) => Some("no rule ignores modifiers: leave them out"),
        Effect::MortalOnTheSide(_) => Some(NO_MORTAL),
        Effect::Heal(healing) if healing.returns_models() => {
            Some("wounds that are restored bring models back: write `heal N`")
        }
        Effect::Heal(_) => None,
        Effect::AgeOfSigmar(AgeOfSigmarEffect::Ward(_)) => Some(ONE_SAVE),
        Effect::AgeOfSigmar(
            AgeOfSigmarEffect::WorsenWard(_) | AgeOfSigmarEffect::ImproveWard(_) | AgeOfSigmarEffect::NoWard,
        ) => Some(ONE_SAVE),
        Effect::AgeOfSigmar(AgeOfSigmarEffect::IgnoreSaveBonuses | AgeOfSigmarEffect::IgnoreSaveModifiers { .. }) => {
            Some("no rule ignores modifiers: leave them out")
        }
        Effect::AgeOfSigmar(AgeOfSigmarEffect::NoCriticalHits) => Some(NO_CRITICAL),
        Effect::AgeOfSigmar(AgeOfSigmarEffect::HitsInflict(_)) => {
            Some("write `A wounds instead of hits`, or `no save`")
        }
        Effect::AgeOfSigmar(AgeOfSigmarEffect::IgnoreFirstDamage | AgeOfSigmarEffect::Slay { .. }) => Some(NO_RULE),
        Effect::AgeOfSigmar(AgeOfSigmarEffect::HurtAttacker { .. }) => Some("write `suffer N wounds`"),
        Effect::Warhammer40k(Warhammer40kEffect::RerollOne(_)) => {
            Some("dice are rolled again all or by their number: write `reroll failed hits`")
        }
        Effect::Warhammer40k(effect) if effect.is_feel_no_pain() => Some(ONE_SAVE),
        Effect::Warhammer40k(Warhammer40kEffect::Invulnerable(_)) => Some(ONE_SAVE),
        Effect::Warhammer40k(_) => Some(NO_RULE),
        Effect::IceAndFire(_) => None,
        Effect::Warcry(effect) => Some(effect.elsewhere()),
    }
}
