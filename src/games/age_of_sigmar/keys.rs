//! The keys of a warscroll's profile (AOS-4.0).

use crate::games::language::scene::ABILITY_KEYS;
use crate::profile::{Holds, Key};
use crate::sequence::{MAX_MODELS, MAX_WOUNDS};

pub(super) const KEYS: &[Key] = &[
    Key::required("game", Holds::Text, "\"age-of-sigmar\"", "the game"),
    Key::required("name", Holds::Text, "\"Liberators\"", "the unit's name"),
    Key::optional("points", Holds::Whole(0, 100_000), "no points are shown", "100", "what the unit costs"),
    Key::required("models", Holds::Limited(1, MAX_MODELS, "MAX_MODELS"), "5", "how many models it has"),
    Key::required("health", Holds::Limited(1, MAX_WOUNDS, "MAX_WOUNDS"), "2", "Health of each model"),
    Key::required("save", Holds::Target(7), "\"4+\"", "Save; \"-\" for none"),
    Key::optional("ward", Holds::Target(7), "no ward", "\"6+\"", "Ward"),
    Key::state("damage", Holds::Whole(0, MAX_WOUNDS as i64), "damage on the first model"),
    Key::state("wounds-taken", Holds::Whole(0, MAX_WOUNDS as i64), "the same as `damage`"),
    Key::optional("control", Holds::Whole(0, 1_000), "0", "1", "Control; no attack asks for it"),
    Key::optional("move", Holds::Amount, "0", "5", "Move in inches; no attack asks for it"),
    Key::optional("keywords", Holds::Texts, "none", "[\"INFANTRY\"]", "keywords, CHAMPION (1/10) as printed"),
    Key::optional("reinforced", Holds::Flag, "false", "true", "twice the models at twice the points"),
    Key::optional("abilities", Holds::Texts, "none", "[\"Strike-first\"]", "abilities of the unit as a whole"),
    Key::optional("weapon", Holds::Tables(WEAPON), "it cannot attack", "", "a weapon"),
    Key::optional("ability", Holds::Tables(&ABILITY_KEYS), "none", "", "an ability that has words of its own"),
];

const WEAPON: &[Key] = &[
    Key::required("name", Holds::Text, "\"Blade\"", "the weapon's name"),
    Key::optional("range", Holds::Whole(1, 240), "melee", "12", "its range in inches"),
    Key::optional("count", Holds::Limited(0, MAX_MODELS, "MAX_MODELS"), "all models", "4", "how many models use it"),
    Key::optional(
        "champions",
        Holds::Limited(0, MAX_MODELS, "MAX_MODELS"),
        "as the keyword CHAMPION says",
        "1",
        "how many of those are champions, with +1 Attacks each",
    ),
    Key::required("attacks", Holds::Amount, "2", "Attacks of each model"),
    Key::required("hit", Holds::Target(7), "\"3+\"", "Hit"),
    Key::required("wound", Holds::Target(7), "\"4+\"", "Wound"),
    Key::optional("rend", Holds::Either(&Holds::Whole(0, 9), &Holds::Word(&["-"])), "0", "1", "Rend, without a sign"),
    Key::required("damage", Holds::Amount, "1", "Damage"),
    Key::optional(
        "one-of",
        Holds::Text,
        "it is always used",
        "\"axe or spear\"",
        "of weapons that say the same, one is used",
    ),
    Key::optional(
        "critical",
        Holds::Text,
        "the one that does the most damage",
        "\"best\"",
        "of several critical abilities the one that is used",
    ),
    Key::optional("abilities", Holds::Texts, "none", "[\"Crit (Mortal)\"]", "weapon abilities as printed"),
];
