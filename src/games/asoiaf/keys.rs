//! The keys of a combat unit's profile (ASOIAF-PROFILE).

use crate::games::language::scene::ABILITY_KEYS;
use crate::games::printed::{ALSO_CALLED, NOT_COMPUTED};
use crate::profile::{Holds, ProfileKey};

/// The most wounds of one model.
pub(super) const MAX_WOUNDS_PER_MODEL: i64 = 20;

/// How models stand (ASOIAF-TRAY).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Tray {
    pub(super) name: &'static str,
    /// The keyword of units that stand so.
    pub(super) keyword: &'static str,
    pub(crate) models: u16,
    pub(crate) ranks: u16,
}

impl Tray {
    /// The same with fewer ranks, as some cards have it.
    pub(super) fn with_ranks(self, ranks: u16) -> Self {
        Self { models: self.models / self.ranks * ranks, ranks, ..self }
    }
}

pub(super) const TRAYS: [Tray; 4] = [
    Tray { name: "infantry", keyword: "INFANTRY", models: 12, ranks: 3 },
    Tray { name: "cavalry", keyword: "CAVALRY", models: 4, ranks: 2 },
    Tray { name: "solo", keyword: "SOLO", models: 1, ranks: 1 },
    Tray { name: "warmachine", keyword: "WAR MACHINE", models: 1, ranks: 1 },
];

/// The names of the trays.
pub(super) const TRAY_NAMES: [&str; 4] = [TRAYS[0].name, TRAYS[1].name, TRAYS[2].name, TRAYS[3].name];

/// The types of attacks.
pub(super) const ATTACK_TYPES: [&str; 3] = ["melee", "short", "long"];

pub(super) const KEYS: &[ProfileKey] = &[
    ProfileKey::required("game", Holds::Text, "\"asoiaf\"", "the game"),
    ProfileKey::required("name", Holds::Text, "\"Lannister Guardsmen\"", "the unit's name"),
    ProfileKey::optional("points", Holds::Whole(0, 100_000), "no points are shown", "5", "what the unit costs"),
    ProfileKey::required(
        "tray",
        Holds::Word(&TRAY_NAMES),
        "\"infantry\"",
        "the tray, which says how many models and ranks",
    ),
    ProfileKey::optional(
        "ranks",
        Holds::Whole(1, 3),
        "as many as the tray has",
        "2",
        "ranks, where the card has fewer",
    ),
    ProfileKey::optional("models", Holds::Whole(1, 12), "all of the tray", "12", "models that are left"),
    ProfileKey::optional("wounds-per-model", Holds::Whole(1, MAX_WOUNDS_PER_MODEL), "1", "1", "Wounds of each model"),
    ProfileKey::state("damage", Holds::Whole(0, 12 * MAX_WOUNDS_PER_MODEL), "wounds that it has lost"),
    ProfileKey::state("wounds-taken", Holds::Whole(0, 12 * MAX_WOUNDS_PER_MODEL), "the same as `damage`"),
    ProfileKey::optional("speed", Holds::Whole(0, 30), "questions about charges need it", "5", "Speed in inches"),
    ProfileKey::required("defense", Holds::Target(7), "\"4+\"", "Defense; \"-\" for none"),
    ProfileKey::required("morale", Holds::Target(12), "\"6+\"", "Morale; \"-\": it never tests"),
    ProfileKey::optional("keywords", Holds::Texts, "none", "[\"INFANTRY\"]", "keywords"),
    ProfileKey::optional("abilities", Holds::Texts, "none", "[\"Set for Charge\"]", "abilities of the unit as a whole"),
    ALSO_CALLED,
    NOT_COMPUTED,
    ProfileKey::optional("attack", Holds::Tables(ATTACK), "it cannot attack", "", "an attack"),
    ProfileKey::optional("ability", Holds::Tables(&ABILITY_KEYS), "none", "", "an ability that has words of its own"),
];

const ATTACK: &[ProfileKey] = &[
    ProfileKey::required("name", Holds::Text, "\"Spears\"", "the attack's name"),
    ProfileKey::required(
        "type",
        Holds::Word(&ATTACK_TYPES),
        "\"melee\"",
        "melee, short (6 inches) or long (12 inches)",
    ),
    ProfileKey::required("hit", Holds::Target(7), "\"4+\"", "what its dice have to show"),
    ProfileKey::required(
        "dice",
        Holds::Wholes(0, 30, 1, 3),
        "[6, 5, 3]",
        "attack dice with no rank destroyed, with one, with two; solo uses the first",
    ),
    ProfileKey::optional("abilities", Holds::Texts, "none", "[\"Sundering\"]", "attack keywords as printed"),
];
