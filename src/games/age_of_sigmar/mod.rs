//! Warhammer Age of Sigmar, 4th edition. Ids are those of the project's digest of the rules: `AOS-17.1`, `AMB-3`.

use super::vocabulary::{Again, Characteristic, Effect, RollKind};
use super::{Game, Ruling, Situation};

mod abilities;
mod draft;
mod odds;
mod rules;
mod unit;

/// The game.
pub(super) const GAME: Game = Game {
    id: "age-of-sigmar",
    title: "Warhammer Age of Sigmar",
    edition: "4th edition",
    abilities: || abilities::ABILITIES.iter().map(|ability| ability.doc).collect(),
    unit_abilities: abilities::UNIT_ABILITIES,
    situations: SITUATIONS,
    rulings: RULINGS,
    questions: odds::QUESTIONS,
    rules: rules::RULES,
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

const fn situation(name: &'static str, short: &'static str, rule: &'static str) -> Situation {
    Situation { name, mirrored: None, short, rule }
}

const fn mirrored(name: &'static str, other: &'static str, short: &'static str, rule: &'static str) -> Situation {
    Situation { name, mirrored: Some(other), short, rule }
}

const SITUATIONS: &[Situation] = &[
    mirrored("charged", "target charged", "the attacker charged this turn", "AOS-20.0"),
    mirrored("target charged", "charged", "the target charged this turn: Anti-charge", "AOS-20.0"),
    situation("all-out attack", "+1 to hit, Companion weapons too", "AOS-CMD-6.0"),
    situation("all-out defence", "+1 to save", "AOS-CMD-7.0"),
    situation("cover", "the target is in cover: -1 to hit, shooting and combat", "AOS-TER-1.2"),
    situation("guarded hero", "a Hero beside friends: -1 to hit when shot at", "AOS-25.0"),
    situation("covering fire", "shooting in the enemy's phase: -1 to hit", "AOS-CMD-4.0"),
    situation("in combat", "the attacker is in combat: only Shoot in Combat weapons shoot", "AOS-16.0"),
    mirrored("damaged", "target damaged", "the attacker has damage on it", "AOS-18.2"),
    mirrored("target damaged", "damaged", "the target has damage on it", "AOS-18.2"),
];

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
        Effect::FeelNoPain(_) => Some("there is no Feel No Pain: write `ward N+`"),
        Effect::Invulnerable(_) => Some("there is no invulnerable save"),
        Effect::Modify(RollKind::Morale, _) => Some("there is no morale test"),
        Effect::AutomaticHits(_) | Effect::ExtraHitsOnSix(_) | Effect::NoSaveAgainstSix => {
            Some("that is a hook of A Song of Ice & Fire; here critical hits have abilities of their own")
        }
        _ => None,
    }
}
