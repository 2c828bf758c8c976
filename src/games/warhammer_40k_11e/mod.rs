//! Warhammer 40,000, 11th edition. What it shares with the 10th is in `warhammer_40k`; here stands only what differs. Every
//! rule id is explained in `rules.md`, with the section of the rules that it is printed in.

use super::language::scene::Language;
use super::mixture::engage_each;
use super::printed::UnitWords;
use super::volley::draft::Rounding;
use super::warhammer_40k::edition::{Batches, Cover, Edition, HazardRule, TRAITS};
use super::warhammer_40k::situations::{COMMAND_REROLL, HALF_RANGE, TARGET_COMMAND_REROLL};
use super::warhammer_40k::unit::{self, Datasheet};
use super::warhammer_40k::{abilities::ARMY_RULES, attached, bearers, draft, keys, line, refuses, resize};
use super::{Game, Ruling};
use crate::profile::line::LineGrammar;
use crate::profile::{Diagnostics, Document, ProfileKey};

mod abilities;
mod offers;
mod situations;

const ID: &str = "warhammer-40k-11e";

/// The game.
pub(super) const GAME: Game = Game {
    id: ID,
    title: "Warhammer 40,000",
    edition: "11th edition",
    abilities: || abilities::ABILITIES.iter().map(|ability| ability.doc).collect(),
    unit_abilities: abilities::UNIT_ABILITIES,
    situations: situations::SITUATIONS,
    offers: offers::OFFERS,
    words: &[],
    rulings: RULINGS,
    rules: include_str!("rules.md"),
    modes: &[],
    editions: &[],
    keys: KEYS,
    template: include_str!("template.toml"),
    spread: &[("model", unit::GROUP_KEYS)],
    refuses,
    rule_of: draft::rule,
    check: |document, found| bearers::check(read(document, found)?, found),
    resize: resize::resize,
    attach: Some(attached::attach),
    line: &LINE,
    engage: |encounter, found| {
        engage_each(encounter, found, |encounter, found| draft::engage(encounter, (&ELEVENTH, read), found))
    },
};

const KEYS: &[ProfileKey] = &keys::keys_of("\"warhammer-40k-11e\"");

const LINE: LineGrammar =
    line::line(ID, "40k-11e", KEYS, "40k-11e: 5x 24\" 2A 3+/4/-1/D3 [Rapid Fire 1]; T4 W2 3+ 5++");

/// The 11th edition.
static ELEVENTH: Edition = Edition {
    language: Language {
        game: ID,
        situations: situations::SITUATIONS,
        counted: &[HALF_RANGE],
        shared: &[COMMAND_REROLL, TARGET_COMMAND_REROLL],
        abilities: abilities::ABILITIES,
        refuses,
        traits: TRAITS,
        keyed: true,
    },
    words: UnitWords {
        game: ID,
        known: abilities::UNIT_ABILITIES,
        army_rules: ARMY_RULES,
        of_weapon: |text| ELEVENTH.language.ability(text).is_some(),
    },
    keys: KEYS,
    rulings: RULINGS,
    order: Rounding::UpAfterAdding,
    worst_skill: 6,
    saves_are_capped: false,
    cover: Cover::Skill,
    stealth_is_cover: true,
    batches: Batches::Identical,
    hazard: HazardRule::Unit,
    overwatch_is_critical: false,
    unseen_hits_are_final: true,
    lethal_is_optional: true,
    indirect_torrent: true,
    half_is_below_half: true,
    characters_are_last: true,
};

/// Reads a unit of this edition; `None` if there was any mistake.
pub(crate) fn read(document: &Document, found: &Diagnostics) -> Option<Datasheet> {
    unit::read(document, &ELEVENTH, found)
}

const RULINGS: &[Ruling] = &[
    Ruling {
        name: "twin-linked",
        values: &["failures", "fish", "best"],
        short: "which wound rolls does Twin-linked re-roll: failures, all but criticals (`fish`), or what is better?",
        rule: "W40K-TWIN-LINKED",
    },
    Ruling {
        name: "precision",
        values: &["always", "never", "best"],
        short: "does a batch with Precision begin with the Character? `best`: as slays it most often",
        rule: "W40K-PRECISION",
    },
    Ruling {
        name: "lethal-hits",
        values: &["best", "taken", "declined"],
        short: "Lethal Hits: do critical hits wound by themselves (`taken`), or are they rolled to wound?",
        rule: "W40K-LETHAL-HITS",
    },
    Ruling {
        name: "command-reroll",
        values: &["best", "hit", "wound", "damage", "attacks", "hazardous"],
        short: "for which kind of roll is the attacker's Command Re-roll kept? `best`: any, as destroys the target most often",
        rule: "W40K-STRAT-COMMAND-REROLL",
    },
    Ruling {
        name: "snap-criticals",
        values: &["none", "sixes"],
        short: "snap shooting: is a 6 a critical hit? It was before 30 September 2026 (`sixes`)",
        rule: "W40K-OVERWATCH",
    },
    Ruling {
        name: "overwatch-torrent",
        values: &["hits", "sixes"],
        short: "does a Torrent weapon hit automatically in snap shooting, or on 6s?",
        rule: "AMB-01",
    },
    Ruling {
        name: "devastating-damage",
        values: &["full", "reduced"],
        short: "does a model that reduces damage reduce the mortal wounds of Devastating Wounds?",
        rule: "AMB-03",
    },
];
