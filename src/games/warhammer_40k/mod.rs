//! Warhammer 40,000, 10th edition as its update amends it. Every rule id, such as `W40K-HIT` or
//! `AMB-03`, is explained in `rules.md`.

use super::language::vocabulary::{Characteristic, Effect, RollKind};
use super::{Game, Ruling, Situation};

mod abilities;
mod attached;
mod choice;
mod draft;
mod hazardous;
mod on_death;
mod precision;
mod reroll;
mod rules;
mod target;
pub(crate) mod unit;

/// The game.
pub(super) const GAME: Game = Game {
    id: "warhammer-40k",
    title: "Warhammer 40,000",
    edition: "10th edition, updated",
    abilities: || abilities::ABILITIES.iter().map(|ability| ability.doc).collect(),
    unit_abilities: abilities::UNIT_ABILITIES,
    situations: SITUATIONS,
    rulings: RULINGS,
    rules: rules::RULES,
    modes: &[],
    editions: &["updated", "core"],
    template: include_str!("template.toml"),
    spread: &[("model", unit::GROUP_KEYS)],
    refuses,
    check: unit::check,
    resize: unit::resize,
    attach: Some(attached::attach),
    engage: draft::engage,
};

const fn situation(name: &'static str, short: &'static str, rule: &'static str) -> Situation {
    Situation { name, mirrored: None, short, rule }
}

const fn mirrored(name: &'static str, other: &'static str, short: &'static str, rule: &'static str) -> Situation {
    Situation { name, mirrored: Some(other), short, rule }
}

/// Holds in the scene where the core rules are played as they were before the update (`--edition core`).
const CORE: &str = "core edition";

/// Holds in the scene where Blast adds to rolled Attacks only (AMB-11).
const RANDOM_BLAST: &str = "blast adds to rolled attacks";

const SITUATIONS: &[Situation] = &[
    situation("half range", "the target is within half range: Rapid Fire, Melta", "W40K-RAPID-FIRE"),
    situation("stationary", "the attacker Remained Stationary: Heavy", "W40K-HEAVY"),
    situation("advanced", "the attacker Advanced: only Assault weapons shoot", "W40K-ASSAULT"),
    mirrored("charged", "target charged", "the attacker charged: Lance", "W40K-LANCE"),
    mirrored("target charged", "charged", "the target charged", "W40K-LANCE"),
    situation("cover", "the target has the Benefit of Cover", "W40K-COVER"),
    situation("overwatch", "Fire Overwatch: only unmodified 6s hit", "W40K-OVERWATCH"),
    situation("indirect", "Indirect Fire at a target nobody sees", "W40K-INDIRECT-FIRE"),
    situation("plunging fire", "from above: AP improves by 1", "W40K-PLUNGING-FIRE"),
    situation(
        "big guns",
        "a Monster or Vehicle shoots, or is shot at, in Engagement Range: -1 to hit",
        "W40K-BIG-GUNS",
    ),
    situation(
        "epic challenge",
        "melee attacks of the attacker's character have Precision",
        "W40K-STRAT-EPIC-CHALLENGE",
    ),
    situation("stealth", "ranged attacks against the target: -1 to hit", "W40K-STEALTH"),
    situation("firing deck", "passengers shoot too: weapons that are `embarked`", "W40K-FIRING-DECK"),
    situation("go to ground", "the target has cover and a 6+ invulnerable save", "W40K-STRAT-GO-TO-GROUND"),
    situation("smokescreen", "the target has cover and Stealth", "W40K-STRAT-SMOKESCREEN"),
    mirrored(
        reroll::COMMAND,
        reroll::TARGET_COMMAND,
        "the attacker has a Command Re-roll for this phase: for which roll says a ruling",
        "W40K-STRAT-COMMAND-REROLL",
    ),
    mirrored(
        reroll::TARGET_COMMAND,
        reroll::COMMAND,
        "the target has a Command Re-roll for this phase: it rolls one failed save again",
        "W40K-STRAT-COMMAND-REROLL",
    ),
    mirrored("damaged", "target damaged", "the attacker has lost wounds", "W40K-ALLOCATE"),
    mirrored("target damaged", "damaged", "the target has lost wounds", "W40K-ALLOCATE"),
];

const RULINGS: &[Ruling] = &[
    Ruling {
        name: "twin-linked",
        values: &["failures", "fish", "best"],
        short: "which wound rolls does Twin-linked roll again: failures, all but criticals, or whichever is better?",
        rule: "W40K-TWIN-LINKED",
    },
    Ruling {
        name: "save-cap",
        values: &["net", "before-ap"],
        short: "is AP part of the sum that may improve a save by 1 at most?",
        rule: "AMB-03",
    },
    Ruling {
        name: "precision",
        values: &["always", "never", "when-it-can-kill", "best"],
        short: "when does an attack with Precision go to the character of an Attached unit; best: slays it most often",
        rule: "W40K-PRECISION",
    },
    Ruling {
        name: "command-reroll",
        values: &["best", "hit", "wound", "damage", "attacks", "hazardous"],
        short: "for which roll is the attacker's Command Re-roll kept; best: one roll of one weapon that destroys most often",
        rule: "W40K-STRAT-COMMAND-REROLL",
    },
    Ruling {
        name: "indirect-criticals",
        values: &["miss", "hit"],
        short: "do unmodified 1 to 3 miss with Indirect Fire even where they would be critical hits?",
        rule: "AMB-05",
    },
    Ruling {
        name: "lethal-hits",
        values: &["always", "declined"],
        short: "does a critical hit of Lethal Hits always wound by itself, or does the attacker roll to wound instead?",
        rule: "AMB-06",
    },
    Ruling {
        name: "mortal-order",
        values: &["devastating-first", "extra-first"],
        short: "what comes first after normal damage: Devastating Wounds, or extra mortal wounds that spill?",
        rule: "AMB-08",
    },
    Ruling {
        name: "blast",
        values: &["any", "random-only"],
        short: "does Blast add to any Attacks, or to rolled ones only?",
        rule: "AMB-11",
    },
    Ruling {
        name: "devastating-damage",
        values: &["reduced", "full"],
        short: "do reductions of the model that takes it apply to the damage of Devastating Wounds?",
        rule: "AMB-21",
    },
    Ruling {
        name: "fractions",
        values: &["up", "down"],
        short: "how are halved characteristics rounded?",
        rule: "AMB-26",
    },
    Ruling {
        name: "hazardous-tests",
        values: &["weapons", "bearers"],
        short: "is there a Hazardous test for each weapon, or for each model that carries one?",
        rule: "AMB-27",
    },
    Ruling {
        name: "overwatch-torrent",
        values: &["hits", "sixes"],
        short: "does a Torrent weapon hit automatically in Overwatch, or on 6s?",
        rule: "AMB-04",
    },
];

fn refuses(effect: &Effect) -> Option<&'static str> {
    match effect {
        Effect::Change(Characteristic::Hit, _) => Some("there is no Hit characteristic: write `improve skill by N`"),
        Effect::Change(Characteristic::Wound, _) => {
            Some("wounding follows from Strength and Toughness: write `+N strength` or `+N to wound`")
        }
        Effect::Change(Characteristic::Rend, _) => Some("there is no Rend: write `improve ap by N`"),
        Effect::Ward(_) => Some("there is no ward: write `feel no pain N+`"),
        Effect::Heal(_) => Some("nothing is healed after an attack"),
        Effect::Change(Characteristic::HitDamage | Characteristic::CriticalDamage, _) => {
            Some("Damage is one number here: write `+N damage`")
        }
        Effect::RerollUpTo(_) => Some("that is a hook of Warcry: write `reroll hits of 1` or `reroll failed hits`"),
        Effect::Modify(RollKind::Morale, _) | Effect::Reroll(RollKind::Morale, _) => {
            Some("attacks cause no morale test here")
        }
        effect if effect.is_of_ice_and_fire() => {
            Some("that is a hook of A Song of Ice & Fire: write `Torrent`, `Sustained Hits N` or `Devastating Wounds`")
        }
        _ => None,
    }
}
