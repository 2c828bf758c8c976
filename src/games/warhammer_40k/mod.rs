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
use crate::grammar::Wordings;
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
    // What the 11th edition means otherwise is in a file of each edition.
    wordings: || {
        static FILE: Wordings =
            Wordings::new(concat!(include_str!("wordings.txt"), "\n", include_str!("wordings_10e.txt")));
        FILE.rows()
    },
    whole: |text| EDITION.language.whole(text),
    spell_out: |unit| EDITION.language.spell_out(unit),
    modes: &[],
    editions: &["updated", "core"],
    keys: keys::KEYS,
    line: &line::LINE,
    template: include_str!("template.toml"),
    spread: &[("model", unit::GROUP_KEYS)],
    own: || entry::effects(ENTRIES),
    rows: effects::ROWS,
    check: |document, found| bearers::check(&read_tenth(document, found)?, found),
    resize: resize::resize,
    attach: Some(attached::attach),
    engage: |encounter, found| {
        engage_each(encounter, found, |encounter, found| draft::engage(encounter, (&TENTH, read_tenth), found))
    },
};

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
        halves: Rounding::Up,
        traits: TRAITS,
        exclusions: situations::EXCLUSIONS,
        implies: situations::implies,
        keyed: false,
    },
    words: UnitWords {
        game: "warhammer-40k",
        abilities: abilities::UNIT_ABILITIES,
        army_rules: abilities::ARMY_RULES,
        of_weapon: |text| ability::weapon_ability(ENTRIES, text).is_some(),
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
pub(crate) fn read_tenth(document: &Document, found: &Diagnostics) -> Option<Datasheet> {
    unit::read_datasheet(document, &TENTH, found)
}

/// Which dice Twin-linked rolls again.
pub(in crate::games) const TWIN_LINKED: Ruling =
    Ruling::new("twin-linked", &["failures", "fish", "best"], "W40K-TWIN-LINKED")
        .asks("which wound rolls does Twin-linked re-roll: failures, all but criticals (`fish`), or what is better?");

/// What a Command Re-roll is kept for.
pub(in crate::games) const COMMAND_REROLL: Ruling = Ruling::new(
    "command-reroll",
    &["best", "hit", "wound", "damage", "attacks", "hazardous"],
    "W40K-STRAT-COMMAND-REROLL",
)
.asks("for which kind of roll is the attacker's Command Re-roll kept? `best`: any, as destroys the target most often");

const RULINGS: &[Ruling] = &[
    TWIN_LINKED,
    Ruling::new("save-cap", &["net", "before-ap"], "AMB-03")
        .asks("saves improve by 1 at most: is that counted with AP (`net`), or before AP?"),
    Ruling::new("precision", &["always", "never", "when-it-can-kill", "best"], "W40K-PRECISION")
        .asks("when does an attack with Precision go to the Character? `best`: as slays it most often"),
    COMMAND_REROLL,
    Ruling::new("indirect-criticals", &["miss", "hit"], "AMB-05")
        .asks("Indirect Fire: does an unmodified 1 to 3 miss if it would be a critical hit?"),
    Ruling::new("lethal-hits", &["always", "declined"], "AMB-06")
        .asks("Lethal Hits: do critical hits always wound, or does the attacker roll to wound instead?"),
    Ruling::new("mortal-order", &["devastating-first", "extra-first"], "AMB-08")
        .asks("after normal damage, what comes first: Devastating Wounds or extra mortal wounds?"),
    Ruling::new("blast", &["any", "random-only"], "AMB-11")
        .asks("does Blast add to any number of Attacks, or only to a rolled one?"),
    Ruling::new("devastating-damage", &["reduced", "full"], "AMB-21")
        .asks("does a model that reduces damage reduce that of Devastating Wounds?"),
    Ruling::new("fractions", &["up", "down"], "AMB-26").asks("is half of an odd number rounded up or down?"),
    Ruling::new("hazardous-tests", &["weapons", "bearers"], "AMB-27")
        .asks("is there a Hazardous test for each weapon, or for each model that carries one?"),
    Ruling::new("overwatch-torrent", &["hits", "sixes"], "AMB-04")
        .asks("does a Torrent weapon hit automatically in Overwatch, or on 6s?"),
];
