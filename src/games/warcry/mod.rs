//! Warcry, 2nd edition. Every rule id, such as `WARCRY-HIT` or `G-1`, is explained in `rules.md`.

use super::language::effect::{
    AgeOfSigmarEffect, Change, Characteristic, Effect, RollKind, WarcryEffect, Warhammer40kEffect,
};
use super::mixture::engage_each;
use super::{Game, Ruling, Times};

mod attack;
mod course;
mod draft;
mod fighter;
mod keys;
mod line;
mod offers;
mod runemarks;
mod situations;
mod swing;

/// The game.
pub(super) const GAME: Game = Game {
    id: "warcry",
    title: "Warcry",
    edition: "2nd edition",
    abilities: Vec::new,
    unit_abilities: runemarks::RUNEMARKS,
    situations: situations::SITUATIONS,
    exclusions: situations::EXCLUSIONS,
    offers: offers::OFFERS,
    words: &[("slain", "taken down")],
    rulings: RULINGS,
    rules: include_str!("rules.md"),
    modes: &[],
    editions: &[],
    keys: keys::KEYS,
    line: &line::LINE,
    template: include_str!("template.toml"),
    spread: &[],
    refuses,
    rule_of,
    check: fighter::check,
    resize: fighter::resize,
    attach: None,
    engage: |encounter, found| engage_each(encounter, found, draft::engage),
};

const RULINGS: &[Ruling] = &[
    Ruling {
        name: "counter",
        values: &["both-apply", "counter-first", "attack-first"],
        short: "if Counter or the attack takes a fighter down, does the other still count?",
        rule: "G-1",
    },
    Ruling {
        name: "counter-damage",
        values: &["per-die", "flat"],
        short: "does Counter do 1 for each miss and 2 for each 1, or as in later texts 2 for any 1 and 1 more from two misses on?",
        rule: "G-4",
    },
    Ruling {
        name: "fly-on-stairs",
        values: &["test", "no-test"],
        short: "does a fighter with Fly test for a fall on stairs?",
        rule: "I-2",
    },
];

/// Why an effect has no meaning in this game; `None` if it has one.
fn refuses(effect: &Effect) -> Option<&'static str> {
    const ONE_ROLL: &str = "an attack is one roll to hit: there is no wound roll, save or damage roll";
    const NO_MORALE: &str = "there is no morale test";
    const NO_HEALTH: &str = "there is no Health: write the number of dice";
    const NO_SAVES: &str = "there are no saves: every hit does its damage";
    match effect {
        Effect::Modify(RollKind::Hit, _) => {
            Some("no rule here changes a hit roll, only Strength and Toughness: write `+N strength` or `-N toughness`")
        }
        Effect::Modify(RollKind::Morale, _) | Effect::Reroll(RollKind::Morale, _) => Some(NO_MORALE),
        Effect::Reroll(RollKind::Hit, _) | Effect::CriticalOn(RollKind::Hit, _) => None,
        Effect::Modify(..) | Effect::Reroll(..) | Effect::CriticalOn(..) | Effect::MortalOnCritical(..) => {
            Some(ONE_ROLL)
        }
        Effect::Change(characteristic, change) => refuses_change(*characteristic, *change),
        Effect::DamageIsZero => Some("no rule here takes all damage away: write `-N damage to target`"),
        Effect::LessDamage(_) => None,
        Effect::IgnoreFirstFailedSave => Some(NO_SAVES),
        Effect::HitOnlyOn(_) => {
            Some("hitting follows from Strength and Toughness: write `+N strength` or `+N toughness`")
        }
        Effect::WoundedOnlyOn(_) | Effect::WoundsOn(_) => Some(ONE_ROLL),
        Effect::IgnoreModifiers(_) => Some("no rule here changes a roll, so there is nothing to ignore"),
        Effect::MortalOnTheSide(side) => (side.times == Times::EachTargetHealth).then_some(NO_HEALTH),
        Effect::Heal(healing) if healing.returns_models() => Some("a fighter is one model: write `heal N`"),
        Effect::Heal(_) => None,
        Effect::AgeOfSigmar(AgeOfSigmarEffect::HurtAttacker { .. }) => {
            Some("write `N damage back for each miss`, or `suffer N damage`")
        }
        Effect::AgeOfSigmar(AgeOfSigmarEffect::Slay { .. } | AgeOfSigmarEffect::IgnoreFirstDamage) => {
            Some("a fighter is one model and takes every point: write `N mortal damage`, or `-N damage to target`")
        }
        Effect::AgeOfSigmar(
            AgeOfSigmarEffect::Ward(_)
            | AgeOfSigmarEffect::WorsenWard(_)
            | AgeOfSigmarEffect::ImproveWard(_)
            | AgeOfSigmarEffect::NoWard
            | AgeOfSigmarEffect::IgnoreSaveBonuses
            | AgeOfSigmarEffect::IgnoreSaveModifiers { .. },
        ) => Some(NO_SAVES),
        Effect::AgeOfSigmar(AgeOfSigmarEffect::HitsInflict(_)) => Some(NO_SAVES),
        Effect::AgeOfSigmar(AgeOfSigmarEffect::NoCriticalHits) => Some("write `critical hits count as hits`"),
        Effect::Warhammer40k(Warhammer40kEffect::FeelNoPain(_) | Warhammer40kEffect::Invulnerable(_)) => Some(NO_SAVES),
        Effect::Warhammer40k(Warhammer40kEffect::SuccessIsCritical(RollKind::Hit)) => {
            Some("write `hits count as critical hits`")
        }
        Effect::Warhammer40k(_) => Some(ONE_ROLL),
        Effect::IceAndFire(_) => Some("that is a hook of A Song of Ice & Fire"),
        Effect::Warcry(_) => None,
    }
}

/// The rule that an effect stands under.
fn rule_of(effect: &Effect) -> &'static str {
    match effect {
        Effect::Reroll(..) => "WARCRY-REROLL",
        Effect::CriticalOn(..) => "WARCRY-HIT",
        Effect::Change(characteristic, _) => match characteristic {
            Characteristic::Damage | Characteristic::HitDamage | Characteristic::CriticalDamage => "WARCRY-DAMAGE",
            _ => "WARCRY-HIT",
        },
        Effect::MortalOnTheSide(_) | Effect::Heal(_) => "WARCRY-ALLOCATE",
        Effect::LessDamage(_) => "WARCRY-DAMAGE",
        Effect::Warcry(effect) => match effect {
            WarcryEffect::RerollUpTo(_) => "WARCRY-REROLL",
            WarcryEffect::Less(Characteristic::Attacks | Characteristic::Strength | Characteristic::Toughness, _) => {
                "WARCRY-HIT"
            }
            WarcryEffect::Less(..)
            | WarcryEffect::CriticalsAreHits(_)
            | WarcryEffect::CriticalsAreHitsOn(_)
            | WarcryEffect::HitsAreCriticals(_) => "WARCRY-DAMAGE",
            WarcryEffect::IfAny(..) | WarcryEffect::Suffer(_) => "WARCRY-ALLOCATE",
            WarcryEffect::BonusAction => "WARCRY-BONUS",
            WarcryEffect::Back(..) | WarcryEffect::BackOnDie { .. } => "WARCRY-REACT-ECON",
        },
        // The game refuses them.
        Effect::Modify(..)
        | Effect::DamageIsZero
        | Effect::IgnoreFirstFailedSave
        | Effect::WoundedOnlyOn(_)
        | Effect::HitOnlyOn(_)
        | Effect::WoundsOn(_)
        | Effect::IgnoreModifiers(_)
        | Effect::MortalOnCritical(..)
        | Effect::AgeOfSigmar(_)
        | Effect::Warhammer40k(_)
        | Effect::IceAndFire(_) => "WARCRY-WEAPON",
    }
}

fn refuses_change(characteristic: Characteristic, change: Change) -> Option<&'static str> {
    match (characteristic, change) {
        (_, Change::Set(amount)) if amount.as_fixed().is_none() => Some("numbers of a fighter are never rolled"),
        (_, Change::Halve) => Some("no rule here divides, and none says how to round"),
        (Characteristic::Damage, Change::Set(_)) => {
            Some("Damage is two numbers: write `--set \"attacker.weapon.NAME.damage=[2, 4]\"`")
        }
        (
            Characteristic::Attacks
            | Characteristic::Damage
            | Characteristic::HitDamage
            | Characteristic::CriticalDamage
            | Characteristic::Strength
            | Characteristic::Toughness,
            _,
        ) => None,
        (Characteristic::Rend | Characteristic::Ap | Characteristic::Save, _) => Some("there are no saves"),
        (Characteristic::Hit | Characteristic::Wound | Characteristic::Skill, _) => {
            Some("hitting follows from Strength and Toughness: write `+N strength` or `+N toughness`")
        }
    }
}
