//! Warhammer 40,000, 10th edition as its update amends it. Every rule id, such as `W40K-HIT` or
//! `AMB-03`, is explained in `rules.md`.

use self::edition::{Batches, Cover, Edition, HazardRule, TRAITS};
use self::unit::Datasheet;
use super::language::ability;
use super::language::entry::{self, Entries};
use super::language::scene::Language;
use super::mixture::engage_each;
use super::printed::UnitWords;
use super::volley::draft::{Rounding, WeaponDraft};
use super::{Game, Ruling};
use crate::grammar::{Rows, Wordings};
use crate::profile::{Diagnostics, Document};

pub(in crate::games) mod abilities;
pub(in crate::games) mod attached;
pub(in crate::games) mod bearers;
mod choice;
pub(in crate::games) mod draft;
pub(in crate::games) mod edition;
pub(in crate::games) mod effects;
pub(in crate::games) mod keys;
pub(in crate::games) mod line;
pub(in crate::games) mod moments;
pub(in crate::games) mod offers;
pub(in crate::games) mod resize;
pub(in crate::games) mod situations;
mod survivors;
pub(crate) mod unit;

const ENTRIES: Entries<WeaponDraft> = &[effects::EFFECTS, abilities::ABILITIES];

/// The game.
pub(in crate::games) const GAME: Game = Game {
    id: "warhammer-40k",
    title: "Warhammer 40,000",
    edition: "10th edition, updated",
    abilities: || entry::abilities(ENTRIES),
    unit_abilities: abilities::UNIT_ABILITIES,
    situations: situations::SITUATIONS,
    exclusions: situations::EXCLUSIONS,
    offers: offers::OFFERS,
    moments: &moments::MOMENTS,
    words: &[],
    rulings: RULINGS,
    rules: include_str!("rules.md"),
    wordings,
    whole: |text| EDITION.language.whole(text),
    modes: &[],
    editions: &["updated", "core"],
    keys: keys::KEYS,
    line: &line::LINE,
    template: include_str!("template.toml"),
    spread: &[("model", unit::GROUP_KEYS)],
    own: || entry::effects(ENTRIES),
    rows: effects::ROWS,
    check: |document, found| bearers::check(&read(document, found)?, found),
    resize: resize::resize,
    attach: Some(attached::attach),
    engage: |encounter, found| {
        engage_each(encounter, found, |encounter, found| draft::engage(encounter, (&TENTH, read), found))
    },
};

/// How its cards word things. What the 11th edition means otherwise is in a file of each edition.
fn wordings() -> &'static Rows {
    static FILE: Wordings =
        Wordings::new(concat!(include_str!("wordings.txt"), "\n", include_str!("wordings_10e.txt")));
    FILE.rows()
}

/// The 10th edition.
static TENTH: Edition = EDITION;

/// The rules of the 10th edition.
pub(in crate::games) const EDITION: Edition = Edition {
    language: Language {
        game: "warhammer-40k",
        situations: situations::SITUATIONS,
        counted: &[situations::HALF_RANGE, situations::COVER],
        shared: &[situations::COMMAND_REROLL, situations::TARGET_COMMAND_REROLL],
        entries: ENTRIES,
        rows: effects::ROWS,
        never_rolled: None,
        traits: TRAITS,
        exclusions: situations::EXCLUSIONS,
        implies: situations::implies,
        keyed: false,
    },
    words: UnitWords {
        game: "warhammer-40k",
        abilities: abilities::UNIT_ABILITIES,
        army_rules: abilities::ARMY_RULES,
        of_weapon: |text| ability::read(ENTRIES, text).is_some(),
    },
    keys: keys::KEYS,
    rulings: RULINGS,
    order: Rounding::Up,
    worst_skill: i16::MAX,
    saves_are_capped: true,
    cover: Cover::Saves,
    stealth_is_cover: false,
    batches: Batches::OneByOne,
    hazard: HazardRule::Bearer,
    overwatch_is_critical: true,
    unseen_hits_are_final: false,
    instead: ("Pistols", "W40K-PISTOL"),
    lethal_is_optional: false,
    indirect_torrent: false,
    half_is_below_half: false,
    stays_attached: false,
    characters_are_last: false,
};

/// Reads a unit of this edition; `None` if there was any mistake.
pub(crate) fn read(document: &Document, found: &Diagnostics) -> Option<Datasheet> {
    unit::read(document, &TENTH, found)
}

/// Which dice Twin-linked rolls again.
pub(in crate::games) const TWIN_LINKED: Ruling = Ruling {
    name: "twin-linked",
    values: &["failures", "fish", "best"],
    short: "which wound rolls does Twin-linked re-roll: failures, all but criticals (`fish`), or what is better?",
    rule: "W40K-TWIN-LINKED",
};

/// What a Command Re-roll is kept for.
pub(in crate::games) const COMMAND_REROLL: Ruling = Ruling {
    name: "command-reroll",
    values: &["best", "hit", "wound", "damage", "attacks", "hazardous"],
    short: "for which kind of roll is the attacker's Command Re-roll kept? `best`: any, as destroys the target most often",
    rule: "W40K-STRAT-COMMAND-REROLL",
};

const RULINGS: &[Ruling] = &[
    TWIN_LINKED,
    Ruling {
        name: "save-cap",
        values: &["net", "before-ap"],
        short: "saves improve by 1 at most: is that counted with AP (`net`), or before AP?",
        rule: "AMB-03",
    },
    Ruling {
        name: "precision",
        values: &["always", "never", "when-it-can-kill", "best"],
        short: "when does an attack with Precision go to the Character? `best`: as slays it most often",
        rule: "W40K-PRECISION",
    },
    COMMAND_REROLL,
    Ruling {
        name: "indirect-criticals",
        values: &["miss", "hit"],
        short: "Indirect Fire: does an unmodified 1 to 3 miss if it would be a critical hit?",
        rule: "AMB-05",
    },
    Ruling {
        name: "lethal-hits",
        values: &["always", "declined"],
        short: "Lethal Hits: do critical hits always wound, or does the attacker roll to wound instead?",
        rule: "AMB-06",
    },
    Ruling {
        name: "mortal-order",
        values: &["devastating-first", "extra-first"],
        short: "after normal damage, what comes first: Devastating Wounds or extra mortal wounds?",
        rule: "AMB-08",
    },
    Ruling {
        name: "blast",
        values: &["any", "random-only"],
        short: "does Blast add to any number of Attacks, or only to a rolled one?",
        rule: "AMB-11",
    },
    Ruling {
        name: "devastating-damage",
        values: &["reduced", "full"],
        short: "does a model that reduces damage reduce that of Devastating Wounds?",
        rule: "AMB-21",
    },
    Ruling {
        name: "fractions",
        values: &["up", "down"],
        short: "is half of an odd number rounded up or down?",
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
