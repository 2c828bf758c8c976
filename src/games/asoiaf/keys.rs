//! The keys of a combat unit's profile (ASOIAF-PROFILE).

use super::unit::{ATTACK_TYPES, MAX_WOUNDS_PER_MODEL, TRAY_NAMES};
use crate::games::language::scene::ABILITY_KEYS;
use crate::profile::{Holds, Key};

pub(super) const KEYS: &[Key] = &[
    Key::required("game", Holds::Text, "\"asoiaf\"", "the game"),
    Key::required("name", Holds::Text, "\"Lannister Guardsmen\"", "the unit's name"),
    Key::optional("points", Holds::Whole(0, 100_000), "no points are shown", "5", "what the unit costs"),
    Key::required("tray", Holds::Word(&TRAY_NAMES), "\"infantry\"", "the tray, which says how many models and ranks"),
    Key::optional("models", Holds::Whole(1, 12), "all of the tray", "12", "models that are left"),
    Key::optional("wounds-per-model", Holds::Whole(1, MAX_WOUNDS_PER_MODEL), "1", "1", "Wounds of each model"),
    Key::state("damage", Holds::Whole(0, 12 * MAX_WOUNDS_PER_MODEL), "wounds that it has lost"),
    Key::state("wounds-taken", Holds::Whole(0, 12 * MAX_WOUNDS_PER_MODEL), "the same as `damage`"),
    Key::optional("speed", Holds::Whole(0, 30), "questions about charges need it", "5", "Speed in inches"),
    Key::required("defense", Holds::Target(7), "\"4+\"", "Defense; \"-\" for none"),
    Key::required("morale", Holds::Target(12), "\"6+\"", "Morale; \"-\": it never tests"),
    Key::optional("keywords", Holds::Texts, "none", "[\"INFANTRY\"]", "keywords"),
    Key::optional("abilities", Holds::Texts, "none", "[\"Set for Charge\"]", "abilities of the unit as a whole"),
    Key::optional("attack", Holds::Tables(ATTACK), "it cannot attack", "", "an attack"),
    Key::optional("ability", Holds::Tables(&ABILITY_KEYS), "none", "", "an ability that has words of its own"),
];

const ATTACK: &[Key] = &[
    Key::required("name", Holds::Text, "\"Spears\"", "the attack's name"),
    Key::required("type", Holds::Word(&ATTACK_TYPES), "\"melee\"", "melee, short (6 inches) or long (12 inches)"),
    Key::required("hit", Holds::Target(7), "\"4+\"", "what its dice have to show"),
    Key::required(
        "dice",
        Holds::Wholes(0, 30, 1, 3),
        "[6, 5, 3]",
        "attack dice with no rank destroyed, with one, with two; solo uses the first",
    ),
    Key::optional("abilities", Holds::Texts, "none", "[\"Sundering\"]", "attack keywords as printed"),
];
