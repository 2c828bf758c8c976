//! A Song of Ice & Fire: Tabletop Miniatures Game, rulebook 1.6. Every rule id, such as `ASOIAF-REROLL`, is explained in
//! `rules.md`.
//!
//! A unit's attack is one pile of dice, known by its ranks; hits are saved one by one; then the defender tests for panic.
//! [`unit`] reads cards, [`draft`] collects what is true and what it changes, [`attack`] and [`panic`] turn it into steps.

use super::language::vocabulary::{Again, Change, Characteristic, Effect, RollKind};
use super::{Game, Ruling};

mod abilities;
pub(crate) mod attack;
mod changes;
mod draft;
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
    rulings: RULINGS,
    rules: include_str!("rules.md"),
    modes: &[],
    editions: &[],
    template: include_str!("template.toml"),
    attach: None,
    spread: &[],
    refuses,
    check: unit::check,
    resize: unit::resize,
    engage: draft::engage,
};

const RULINGS: &[Ruling] = &[
    Ruling {
        name: "direct-wounds-panic",
        values: &["yes", "no"],
        short: "is the panic test real if only direct wounds of the attack got through?",
        rule: "ASOIAF-ATK-7",
    },
    Ruling {
        name: "crossed-dangerous",
        values: &["before-attack", "after-attack"],
        short: "when does a unit that crossed Dangerous terrain suffer, if it attacks in the same action?",
        rule: "ASOIAF-DANGEROUS",
    },
];

fn refuses(effect: &Effect) -> Option<&'static str> {
    match effect {
        Effect::Modify(RollKind::Wound, _)
        | Effect::Reroll(RollKind::Wound, _)
        | Effect::Change(Characteristic::Wound, _)
        | Effect::WoundedOnlyOn(_)
        | Effect::WoundsOn(_) => Some("there is no roll to wound: every hit that is not blocked is a wound"),
        Effect::Reroll(RollKind::Damage, _)
        | Effect::Change(Characteristic::Damage, _)
        | Effect::DamageIsZero
        | Effect::LessDamage(_) => Some("there is no Damage: every hit that is not blocked is one wound"),
        Effect::Reroll(RollKind::Attacks, _) => Some("the number of attack dice is not rolled"),
        Effect::Reroll(_, Again::NonCritical) | Effect::CriticalOn(..) | Effect::MortalOnCritical(..) => {
            Some("there are no critical hits: write `extra N hits on 6` or `no save against 6`")
        }
        Effect::Change(Characteristic::Attacks, Change::Double | Change::Halve) => {
            Some("dice are added or replaced: write `+N attacks` or `set attacks to N`")
        }
        Effect::Change(Characteristic::Attacks, Change::Set(amount)) if amount.as_fixed().is_none() => {
            Some("the number of attack dice is not rolled")
        }
        Effect::Change(Characteristic::Rend | Characteristic::Ap, _) => {
            Some("nothing pierces armour by a number: write `Sundering` or `-N to save`")
        }
        Effect::Change(Characteristic::Strength | Characteristic::Toughness, _) => {
            Some("there is no Strength or Toughness")
        }
        Effect::Change(Characteristic::HitDamage | Characteristic::CriticalDamage, _) => {
            Some("there is no Damage: every hit that is not blocked is one wound")
        }
        Effect::RerollUpTo(_) => Some("that is a hook of Warcry: write `reroll hits of 1` or `reroll failed hits`"),
        Effect::Change(Characteristic::Skill, _) => Some("there is no Skill: write `improve hit by N`"),
        Effect::RerollOne(_) => Some("dice are rolled again all or by their number: write `reroll failed hits`"),
        Effect::MortalOnTheSide { .. } | Effect::MortalInTiers { .. } => {
            Some("there is no mortal damage: write `N direct wounds`")
        }
        Effect::Heal(_) => Some("healing is no part of an attack: `warodds odds asoiaf heal` says what it brings back"),
        Effect::IgnoreFirstFailedSave => Some("no rule lets a failed save not count"),
        Effect::IgnoreModifiers => Some("no rule ignores modifiers: leave them out"),
        Effect::Ward(_)
        | Effect::FeelNoPain(_)
        | Effect::FeelNoPainMortal(_)
        | Effect::FeelNoPainPsychic(_)
        | Effect::Invulnerable(_) => Some("there is one save, the Defense: write `set save to N+` or `+N to save`"),
        Effect::Modify(RollKind::Hit | RollKind::Save | RollKind::Morale, _)
        | Effect::Reroll(RollKind::Hit | RollKind::Save | RollKind::Morale, _)
        | Effect::Change(Characteristic::Hit | Characteristic::Save | Characteristic::Attacks, _) => None,
        effect if effect.is_of_ice_and_fire() => None,
        _ => Some("no rule of this game does that"),
    }
}
