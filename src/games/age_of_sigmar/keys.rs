//! The keys of a warscroll's profile (AOS-4.0).

use crate::games::language::scene::ABILITY_KEYS;
use crate::games::loadout::{OPTION_KEYS, SIZE_POINTS, SIZES};
use crate::games::printed::{ALSO_CALLED, NOT_COMPUTED};
use crate::profile::{Holds, ProfileKey, optional, required, state};
use crate::sequence::{MAX_MODELS, MAX_WOUNDS};

pub(super) const KEYS: &[ProfileKey] = &[
    required("game", Holds::Text, "\"age-of-sigmar\"").means("the game"),
    required("name", Holds::Text, "\"Liberators\"").means("the unit's name"),
    optional("points", Holds::Whole(0, 100_000), "no points are shown", "100").means("what the unit costs"),
    required("models", Holds::Limited(1, MAX_MODELS, "MAX_MODELS"), "5").means("how many models it has"),
    required("health", Holds::Limited(1, MAX_WOUNDS, "MAX_WOUNDS"), "2").means("Health of each model"),
    required("save", Holds::Target(7), "\"4+\"").means("Save; \"-\" for none"),
    optional("ward", Holds::Target(7), "no ward", "\"6+\"").means("Ward"),
    state("damage", Holds::Whole(0, MAX_WOUNDS as i64)).means("damage on the first model"),
    state("wounds-taken", Holds::Whole(0, MAX_WOUNDS as i64)).means("the same as `damage`"),
    optional("control", Holds::Whole(0, 1_000), "0", "1").means("Control; no attack asks for it"),
    optional("move", Holds::Amount, "0", "5").means("Move in inches; no attack asks for it"),
    optional("keywords", Holds::Texts, "none", "[\"INFANTRY\"]").means("keywords, CHAMPION (1/10) as printed"),
    optional("reinforced", Holds::Flag, "false", "true").means("twice the models at twice the points"),
    optional("abilities", Holds::Texts, "none", "[\"Strike-first\"]").means("abilities of the unit as a whole"),
    ALSO_CALLED,
    NOT_COMPUTED,
    optional("weapon", Holds::Tables(WEAPON), "it cannot attack", "").means("a weapon"),
    optional("ability", Holds::Tables(&ABILITY_KEYS), "none", "").means("an ability that has words of its own"),
    optional("option", Holds::Tables(OPTION), "none", "").means("what models may carry or have instead"),
    SIZES,
    SIZE_POINTS,
];

const OPTION: &[ProfileKey] = &[
    OPTION_KEYS[0],
    OPTION_KEYS[2],
    OPTION_KEYS[3],
    OPTION_KEYS[4],
    OPTION_KEYS[5],
    OPTION_KEYS[6],
    OPTION_KEYS[7],
    optional("health", Holds::Limited(1, MAX_WOUNDS, "MAX_WOUNDS"), "unchanged", "3").means("Health of each model"),
    optional("save", Holds::Target(7), "unchanged", "\"3+\"").means("Save; \"-\" for none"),
    optional("ward", Holds::Target(7), "unchanged", "\"5+\"").means("Ward"),
    optional("control", Holds::Whole(0, 1_000), "unchanged", "1").means("Control; no attack asks for it"),
    optional("move", Holds::Amount, "unchanged", "10").means("Move in inches; no attack asks for it"),
];

const WEAPON: &[ProfileKey] = &[
    required("name", Holds::Text, "\"Blade\"").means("the weapon's name"),
    optional("range", Holds::Whole(1, 1_000), "melee", "12").means("its range in inches"),
    optional("count", Holds::Limited(0, MAX_MODELS, "MAX_MODELS"), "all models", "4").means("how many models use it"),
    optional("champions", Holds::Limited(0, MAX_MODELS, "MAX_MODELS"), "as the keyword CHAMPION says", "1")
        .means("how many of those are champions, with +1 Attacks each"),
    required("attacks", Holds::Amount, "2").means("Attacks of each model"),
    required("hit", Holds::Target(7), "\"3+\"").means("Hit"),
    required("wound", Holds::Target(7), "\"4+\"").means("Wound"),
    optional("rend", Holds::Either(&Holds::Whole(0, 9), &Holds::Word(&["-"])), "0", "1").means("Rend, without a sign"),
    required("damage", Holds::Amount, "1").means("Damage"),
    optional("one-of", Holds::Text, "it is always used", "\"axe or spear\"")
        .means("of weapons that say the same, one is used"),
    optional("critical", Holds::Text, "the one that does the most damage", "\"best\"")
        .means("of several critical abilities the one that is used"),
    optional("abilities", Holds::Texts, "none", "[\"Crit (Mortal)\"]").means("weapon abilities as printed"),
];
