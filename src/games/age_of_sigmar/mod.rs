//! Warhammer Age of Sigmar, 4th edition. Every rule id, such as `AOS-17.1` or `AMB-3`, is explained in `rules.md`.

use super::language::effect::{Again, Characteristic, Effect, RollKind, Warhammer40kEffect};
use super::mixture::engage_each;
use super::{Game, Ruling};

mod abilities;
mod bearers;
mod besides;
mod bodies;
mod draft;
mod explain;
mod keys;
mod legality;
mod line;
mod offers;
mod situations;
mod standing;
mod unit;

/// The game.
pub(super) const GAME: Game = Game {
    id: "age-of-sigmar",
    title: "Warhammer Age of Sigmar",
    edition: "4th edition",
    abilities: || abilities::ABILITIES.iter().map(|ability| ability.doc).collect(),
    unit_abilities: abilities::UNIT_ABILITIES,
    situations: situations::SITUATIONS,
    exclusions: situations::EXCLUSIONS,
    offers: offers::OFFERS,
    words: &[],
    rulings: RULINGS,
    rules: include_str!("rules.md"),
    modes: &["advanced", "core", "spearhead"],
    editions: &[],
    keys: keys::KEYS,
    line: &line::LINE,
    template: include_str!("template.toml"),
    spread: &[],
    refuses,
    rule_of: explain::rule,
    check: bearers::check,
    resize: bearers::resize,
    attach: None,
    engage: |encounter, found| engage_each(encounter, found, draft::engage),
};

const RULINGS: &[Ruling] = &[
    Ruling {
        name: "critical-always-hits",
        values: &["yes", "no"],
        short: "does an unmodified 6 hit whatever the modifier?",
        rule: "AMB-1",
    },
    Ruling {
        name: "save-cap",
        values: &["with-rend", "before-rend"],
        short: "saves improve by 1 at most: is that counted with Rend, or before Rend?",
        rule: "AMB-3",
    },
    Ruling {
        name: "cover-exemption",
        values: &["none", "attacker", "target"],
        short: "does Cover count if the attacker, or the target, charged or has FLY? `none`: it does",
        rule: "AMB-4",
    },
    Ruling {
        name: "reroll-failed",
        values: &["both", "unmodified"],
        short: "is a re-roll of failures for dice that fail with and without modifiers, or for all that fail without?",
        rule: "AMB-15",
    },
    Ruling {
        name: "mortal-crit-damage",
        values: &["modified", "printed"],
        short: "does Crit (Mortal) do Damage with its bonuses, or as printed?",
        rule: "AMB-12",
    },
];

/// Why an effect has no meaning in this game; `None` if it has one.
fn refuses(effect: &Effect) -> Option<&'static str> {
    match effect {
        Effect::CriticalOn(RollKind::Wound, _)
        | Effect::MortalOnCritical(RollKind::Wound, _)
        | Effect::Reroll(RollKind::Wound, Again::NonCritical) => {
            Some("there are no critical wounds: an unmodified 6 to wound does nothing extra (AMB-2)")
        }
        Effect::Modify(roll, _)
        | Effect::Reroll(roll, _)
        | Effect::CriticalOn(roll, _)
        | Effect::MortalOnCritical(roll, _) => match roll {
            RollKind::Morale => Some("there is no morale test"),
            RollKind::Hit | RollKind::Wound | RollKind::Save | RollKind::Damage | RollKind::Attacks => None,
        },
        Effect::Change(characteristic, _) => match characteristic {
            Characteristic::Strength | Characteristic::Toughness => {
                Some("there is no Strength or Toughness: write `improve wound by N`")
            }
            Characteristic::Skill => Some("there is no Skill: write `improve hit by N`"),
            Characteristic::Ap => Some("there is no AP: write `+N rend`"),
            Characteristic::HitDamage | Characteristic::CriticalDamage => {
                Some("Damage is one number here: write `+N damage`")
            }
            Characteristic::Attacks
            | Characteristic::Damage
            | Characteristic::Rend
            | Characteristic::Hit
            | Characteristic::Wound
            | Characteristic::Save => None,
        },
        Effect::DamageIsZero
        | Effect::LessDamage(_)
        | Effect::IgnoreFirstFailedSave
        | Effect::WoundedOnlyOn(_)
        | Effect::HitOnlyOn(_)
        | Effect::WoundsOn(_)
        | Effect::IgnoreModifiers(_)
        | Effect::MortalOnTheSide(_)
        | Effect::Heal(_)
        | Effect::AgeOfSigmar(_) => None,
        Effect::Warhammer40k(effect) if effect.is_feel_no_pain() => Some("there is no Feel No Pain: write `ward N+`"),
        Effect::Warhammer40k(Warhammer40kEffect::RerollOne(_)) => {
            Some("no rule re-rolls one die of many: write `reroll hits of 1` or `reroll failed hits`")
        }
        Effect::Warhammer40k(Warhammer40kEffect::Invulnerable(_)) => {
            Some("there is no invulnerable save: write `ward N+`")
        }
        Effect::Warhammer40k(_) => Some("that is a hook of Warhammer 40,000"),
        Effect::IceAndFire(_) => {
            Some("that is a hook of A Song of Ice & Fire; here critical hits have abilities of their own")
        }
        Effect::Warcry(effect) => Some(effect.elsewhere()),
    }
}
