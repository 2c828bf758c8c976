//! The keys of a warscroll's profile (AOS-4.0).

use crate::games::language::scene::ABILITY_KEYS;
use crate::games::loadout::{OPTION_KEYS, SIZES};
use crate::games::printed::{ALSO_CALLED, NOT_COMPUTED};
use crate::profile::{Holds, ProfileKey};
use crate::sequence::{MAX_MODELS, MAX_WOUNDS};

pub(super) const KEYS: &[ProfileKey] = &[
    ProfileKey::required("game", Holds::Text, "\"age-of-sigmar\"", "the game"),
    ProfileKey::required("name", Holds::Text, "\"Liberators\"", "the unit's name"),
    ProfileKey::optional("points", Holds::Whole(0, 100_000), "no points are shown", "100", "what the unit costs"),
    ProfileKey::required("models", Holds::Limited(1, MAX_MODELS, "MAX_MODELS"), "5", "how many models it has"),
    ProfileKey::required("health", Holds::Limited(1, MAX_WOUNDS, "MAX_WOUNDS"), "2", "Health of each model"),
    ProfileKey::required("save", Holds::Target(7), "\"4+\"", "Save; \"-\" for none"),
    ProfileKey::optional("ward", Holds::Target(7), "no ward", "\"6+\"", "Ward"),
    ProfileKey::state("damage", Holds::Whole(0, MAX_WOUNDS as i64), "damage on the first model"),
    ProfileKey::state("wounds-taken", Holds::Whole(0, MAX_WOUNDS as i64), "the same as `damage`"),
    ProfileKey::optional("control", Holds::Whole(0, 1_000), "0", "1", "Control; no attack asks for it"),
    ProfileKey::optional("move", Holds::Amount, "0", "5", "Move in inches; no attack asks for it"),
    ProfileKey::optional("keywords", Holds::Texts, "none", "[\"INFANTRY\"]", "keywords, CHAMPION (1/10) as printed"),
    ProfileKey::optional("reinforced", Holds::Flag, "false", "true", "twice the models at twice the points"),
    ProfileKey::optional("abilities", Holds::Texts, "none", "[\"Strike-first\"]", "abilities of the unit as a whole"),
    ALSO_CALLED,
    NOT_COMPUTED,
    ProfileKey::optional("weapon", Holds::Tables(WEAPON), "it cannot attack", "", "a weapon"),
    ProfileKey::optional("ability", Holds::Tables(&ABILITY_KEYS), "none", "", "an ability that has words of its own"),
    ProfileKey::optional("option", Holds::Tables(OPTION), "none", "", "what models may carry or have instead"),
    SIZES,
];

const OPTION: &[ProfileKey] = &[
    OPTION_KEYS[0],
    OPTION_KEYS[2],
    OPTION_KEYS[3],
    OPTION_KEYS[4],
    OPTION_KEYS[5],
    OPTION_KEYS[6],
    OPTION_KEYS[7],
    ProfileKey::optional(
        "health",
        Holds::Limited(1, MAX_WOUNDS, "MAX_WOUNDS"),
        "unchanged",
        "3",
        "Health of each model",
    ),
    ProfileKey::optional("save", Holds::Target(7), "unchanged", "\"3+\"", "Save; \"-\" for none"),
    ProfileKey::optional("ward", Holds::Target(7), "unchanged", "\"5+\"", "Ward"),
    ProfileKey::optional("control", Holds::Whole(0, 1_000), "unchanged", "1", "Control; no attack asks for it"),
    ProfileKey::optional("move", Holds::Amount, "unchanged", "10", "Move in inches; no attack asks for it"),
];

const WEAPON: &[ProfileKey] = &[
    ProfileKey::required("name", Holds::Text, "\"Blade\"", "the weapon's name"),
    ProfileKey::optional("range", Holds::Whole(1, 1_000), "melee", "12", "its range in inches"),
    ProfileKey::optional(
        "count",
        Holds::Limited(0, MAX_MODELS, "MAX_MODELS"),
        "all models",
        "4",
        "how many models use it",
    ),
    ProfileKey::optional(
        "champions",
        Holds::Limited(0, MAX_MODELS, "MAX_MODELS"),
        "as the keyword CHAMPION says",
        "1",
        "how many of those are champions, with +1 Attacks each",
    ),
    ProfileKey::required("attacks", Holds::Amount, "2", "Attacks of each model"),
    ProfileKey::required("hit", Holds::Target(7), "\"3+\"", "Hit"),
    ProfileKey::required("wound", Holds::Target(7), "\"4+\"", "Wound"),
    ProfileKey::optional(
        "rend",
        Holds::Either(&Holds::Whole(0, 9), &Holds::Word(&["-"])),
        "0",
        "1",
        "Rend, without a sign",
    ),
    ProfileKey::required("damage", Holds::Amount, "1", "Damage"),
    ProfileKey::optional(
        "one-of",
        Holds::Text,
        "it is always used",
        "\"axe or spear\"",
        "of weapons that say the same, one is used",
    ),
    ProfileKey::optional(
        "critical",
        Holds::Text,
        "the one that does the most damage",
        "\"best\"",
        "of several critical abilities the one that is used",
    ),
    ProfileKey::optional("abilities", Holds::Texts, "none", "[\"Crit (Mortal)\"]", "weapon abilities as printed"),
];
