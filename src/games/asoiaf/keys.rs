//! The keys of a combat unit's profile (ASOIAF-PROFILE).

use crate::games::language::scene::ABILITY_KEYS;
use crate::games::printed::{ALSO_CALLED, NOT_COMPUTED};
use crate::profile::{Holds, ProfileKey, optional, required, state};

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
    /// This tray with fewer ranks, as some cards have it.
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
    required("game", Holds::Text, "\"asoiaf\"").means("the game"),
    required("name", Holds::Text, "\"Lannister Guardsmen\"").means("the unit's name"),
    optional("points", Holds::Whole(0, 100_000), "no points are shown", "5").means("what the unit costs"),
    required("tray", Holds::Word(&TRAY_NAMES), "\"infantry\"").means("the tray, which says how many models and ranks"),
    optional("ranks", Holds::Whole(1, 3), "as many as the tray has", "2").means("ranks, where the card has fewer"),
    optional("models", Holds::Whole(1, 12), "all of the tray", "12").means("models that are left"),
    optional("wounds-per-model", Holds::Whole(1, MAX_WOUNDS_PER_MODEL), "1", "1").means("Wounds of each model"),
    state("damage", Holds::Whole(0, 12 * MAX_WOUNDS_PER_MODEL)).means("wounds that it has lost"),
    state("wounds-taken", Holds::Whole(0, 12 * MAX_WOUNDS_PER_MODEL)).means("the same as `damage`"),
    optional("speed", Holds::Whole(0, 30), "questions about charges need it", "5").means("Speed in inches"),
    required("defense", Holds::Target(7), "\"4+\"").means("Defense; \"-\" for none"),
    required("morale", Holds::Target(12), "\"6+\"").means("Morale; \"-\": it never tests"),
    optional("keywords", Holds::Texts, "none", "[\"INFANTRY\"]").means("keywords"),
    optional("abilities", Holds::Texts, "none", "[\"Set for Charge\"]").means("abilities of the unit as a whole"),
    ALSO_CALLED,
    NOT_COMPUTED,
    optional("attack", Holds::Tables(ATTACK), "it cannot attack", "").means("an attack"),
    optional("ability", Holds::Tables(&ABILITY_KEYS), "none", "").means("an ability that has words of its own"),
];

const ATTACK: &[ProfileKey] = &[
    required("name", Holds::Text, "\"Spears\"").means("the attack's name"),
    required("type", Holds::Word(&ATTACK_TYPES), "\"melee\"").means("melee, short (6 inches) or long (12 inches)"),
    required("hit", Holds::Target(7), "\"4+\"").means("what its dice have to show"),
    required("dice", Holds::Wholes(0, 30, 1, 3), "[6, 5, 3]")
        .means("attack dice with no rank destroyed, with one, with two; solo uses the first"),
    optional("abilities", Holds::Texts, "none", "[\"Sundering\"]").means("attack keywords as printed"),
];
