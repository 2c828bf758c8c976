//! Warhammer Age of Sigmar, 4th edition. Every rule id, such as `AOS-17.1` or `AMB-3`, is explained in `rules.md`.

use super::language::vocabulary::{Again, Characteristic, Effect, RollKind};
use super::{Game, Ruling};

mod abilities;
mod draft;
mod explain;
mod legality;
mod situations;
mod target_states;
mod unit;

/// The game.
pub(super) const GAME: Game = Game {
    id: "age-of-sigmar",
    title: "Warhammer Age of Sigmar",
    edition: "4th edition",
    abilities: || abilities::ABILITIES.iter().map(|ability| ability.doc).collect(),
    unit_abilities: abilities::UNIT_ABILITIES,
    situations: situations::SITUATIONS,
    rulings: RULINGS,
    rules: include_str!("rules.md"),
    modes: &["advanced", "core", "spearhead"],
    editions: &[],
    template: include_str!("template.toml"),
    spread: &[],
    refuses,
    check: unit::check,
    resize: unit::resize,
    attach: None,
    engage: draft::engage,
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
        short: "is Rend part of the sum that is capped at +1?",
        rule: "AMB-3",
    },
    Ruling {
        name: "cover-exemption",
        values: &["none", "attacker", "target"],
        short: "whom does `cover` not touch if it charged or has FLY? none: saying `cover` decides",
        rule: "AMB-4",
    },
    Ruling {
        name: "mortal-crit-damage",
        values: &["modified", "printed"],
        short: "does Crit (Mortal) do the modified or the printed Damage?",
        rule: "AMB-12",
    },
];

fn refuses(effect: &Effect) -> Option<&'static str> {
    match effect {
        Effect::CriticalOn(RollKind::Wound, _)
        | Effect::MortalOnCritical(RollKind::Wound, _)
        | Effect::Reroll(RollKind::Wound, Again::NonCritical) => {
            Some("there are no critical wounds: an unmodified 6 to wound does nothing extra (AMB-2)")
        }
        Effect::Change(Characteristic::Strength | Characteristic::Toughness, _) => {
            Some("there is no Strength or Toughness: write `improve wound by N`")
        }
        Effect::Change(Characteristic::Skill, _) => Some("there is no Skill: write `improve hit by N`"),
        Effect::Change(Characteristic::Ap, _) => Some("there is no AP: write `+N rend`"),
        Effect::FeelNoPain(_) | Effect::FeelNoPainMortal(_) | Effect::FeelNoPainPsychic(_) => {
            Some("there is no Feel No Pain: write `ward N+`")
        }
        Effect::RerollOne(_) => {
            Some("no rule re-rolls one die of many: write `reroll hits of 1` or `reroll failed hits`")
        }
        Effect::Invulnerable(_) => Some("there is no invulnerable save"),
        Effect::Change(Characteristic::HitDamage | Characteristic::CriticalDamage, _) => {
            Some("Damage is one number here: write `+N damage`")
        }
        Effect::RerollUpTo(_) => Some("that is a hook of Warcry: write `reroll hits of 1` or `reroll failed hits`"),
        Effect::Modify(RollKind::Morale, _) | Effect::Reroll(RollKind::Morale, _) => Some("there is no morale test"),
        effect if effect.is_of_ice_and_fire() => {
            Some("that is a hook of A Song of Ice & Fire; here critical hits have abilities of their own")
        }
        _ => None,
    }
}
