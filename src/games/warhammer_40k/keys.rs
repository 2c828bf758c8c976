//! The keys of a datasheet's profile (W40K-PROFILE).

use crate::games::language::scene::ABILITY_KEYS;
use crate::games::loadout::{OPTION_KEYS, SIZES};
use crate::games::printed::{ALSO_CALLED, NOT_COMPUTED};
use crate::profile::{Holds, ProfileKey};
use crate::sequence::{MAX_MODELS, MAX_WOUNDS};

pub(in crate::games) const KEYS: &[ProfileKey] = &ALL;

const fn game_key(example: &'static str) -> ProfileKey {
    ProfileKey::required("game", Holds::Text, example, "the game")
}

/// The same keys for another edition, whose name in quotes this is.
pub(in crate::games) const fn keys_of(game: &'static str) -> [ProfileKey; 19] {
    let mut keys = ALL;
    keys[0] = game_key(game);
    keys
}

/// The keys of an edition.
const ALL: [ProfileKey; 19] = [
    game_key("\"warhammer-40k\""),
    ProfileKey::required("name", Holds::Text, "\"Intercessor Squad\"", "the unit's name"),
    ProfileKey::optional("points", Holds::Whole(0, 100_000), "no points are shown", "90", "what the unit costs"),
    ProfileKey::optional(
        "leadership",
        Holds::Target(9),
        "none",
        "\"6+\"",
        "Leadership; `\"-\"`: Toughness is used (W40K-DASH)",
    ),
    ProfileKey::optional("move", Holds::Amount, "0", "6", "Move in inches; no attack asks for it"),
    ProfileKey::optional("keywords", Holds::Texts, "none", "[\"INFANTRY\"]", "keywords"),
    ProfileKey::optional("abilities", Holds::Texts, "none", "[\"Stealth\"]", "abilities of the unit as a whole"),
    ALSO_CALLED,
    NOT_COMPUTED,
    ProfileKey::required(
        "model",
        Holds::Tables(MODEL),
        "",
        "a group of models, in the order the defender removes them",
    ),
    ProfileKey::program("attached", Holds::Flag, "true", "whether a leader is attached to it"),
    ProfileKey::optional("firing-deck", Holds::Whole(0, 100), "0", "6", "how many passengers shoot from it"),
    ProfileKey::optional("weapon", Holds::Tables(WEAPON), "it cannot attack", "", "a weapon"),
    ProfileKey::optional("ability", Holds::Tables(ABILITY), "none", "", "an ability that has words of its own"),
    ProfileKey::optional("option", Holds::Tables(OPTION), "none", "", "what models may carry or have instead"),
    SIZES,
    ProfileKey::optional(
        "removal",
        Holds::Texts,
        "the order of the file",
        "[\"Trooper\"]",
        "groups of models that fall first",
    ),
    ProfileKey::state("damage", Holds::Whole(0, MAX_WOUNDS as i64), "wounds that the first model has lost"),
    ProfileKey::state("wounds-taken", Holds::Whole(0, MAX_WOUNDS as i64), "the same as `damage`"),
];

const PART: ProfileKey =
    ProfileKey::program("part", Holds::Text, "\"Captain\"", "the part of an Attached unit that it belongs to");

const MODEL: &[ProfileKey] = &[
    ProfileKey::optional("name", Holds::Text, "no name", "\"Trooper\"", "the group's name"),
    PART,
    ProfileKey::program("part-keywords", Holds::Texts, "[\"INFANTRY\"]", "keywords of the part that it belongs to"),
    ProfileKey::program("part-leadership", Holds::Target(9), "\"6+\"", "Leadership of the part that it belongs to"),
    ProfileKey::program("part-stealth", Holds::Flag, "true", "whether the part that it belongs to has Stealth"),
    ProfileKey::optional(
        "allocated",
        Holds::Flag,
        "false",
        "true",
        "whether one of them was allocated an attack before",
    ),
    ProfileKey::required("count", Holds::Limited(0, MAX_MODELS, "MAX_MODELS"), "5", "how many there are"),
    ProfileKey::required("toughness", Holds::Whole(1, 40), "4", "Toughness"),
    ProfileKey::required("save", Holds::Target(7), "\"3+\"", "Save"),
    ProfileKey::required("wounds", Holds::Limited(1, MAX_WOUNDS, "MAX_WOUNDS"), "2", "Wounds of each"),
    ProfileKey::optional(
        "objective-control",
        Holds::Whole(0, 100),
        "0",
        "2",
        "Objective Control; no attack asks for it",
    ),
    ProfileKey::optional("deadly-demise", Holds::Amount, "none", "\"D3\"", "Deadly Demise, for its own question"),
    ProfileKey::optional("invulnerable", Holds::Target(7), "none", "\"4+\"", "invulnerable save"),
    ProfileKey::optional("feel-no-pain", Holds::Target(7), "none", "\"5+\"", "Feel No Pain"),
    ProfileKey::optional(
        "feel-no-pain-mortal",
        Holds::Target(7),
        "none",
        "\"5+\"",
        "Feel No Pain against mortal wounds",
    ),
    ProfileKey::optional(
        "feel-no-pain-psychic",
        Holds::Target(7),
        "none",
        "\"4+\"",
        "Feel No Pain against psychic attacks",
    ),
    ProfileKey::optional(
        "abilities",
        Holds::Texts,
        "those of the unit",
        "[\"Feel No Pain 5+\"]",
        "abilities of these models alone",
    ),
    ProfileKey::optional("role", Holds::Word(&["character"]), "none", "\"character\"", "whether it leads other units"),
    ProfileKey::state("damage", Holds::Whole(0, MAX_WOUNDS as i64), "wounds that one of them has lost"),
    ProfileKey::state("wounds-taken", Holds::Whole(0, MAX_WOUNDS as i64), "the same as `damage`"),
];

const WEAPON: &[ProfileKey] = &[
    ProfileKey::required("name", Holds::Text, "\"Rifle\"", "the weapon's name"),
    ProfileKey::optional("range", Holds::Whole(1, 1_000), "melee", "24", "its range in inches"),
    ProfileKey::optional(
        "count",
        Holds::Limited(0, MAX_MODELS, "MAX_MODELS"),
        "one for each model",
        "4",
        "how many of it the unit has",
    ),
    ProfileKey::required("attacks", Holds::Amount, "2", "Attacks"),
    ProfileKey::required("strength", Holds::Amount, "4", "Strength"),
    ProfileKey::optional("ap", Holds::Whole(-9, 0), "0", "-1", "Armour Penetration, with its sign"),
    ProfileKey::required("damage", Holds::Amount, "1", "Damage"),
    ProfileKey::optional(
        "one-of",
        Holds::Text,
        "it is always used",
        "\"plasma\"",
        "of weapons that say the same, one is used",
    ),
    ProfileKey::optional("abilities", Holds::Texts, "none", "[\"Rapid Fire 1\"]", "weapon abilities as printed"),
    ProfileKey::optional(
        "skill",
        Holds::Either(&Holds::Target(7), &Holds::Word(&["N/A", "-"])),
        "only Torrent weapons need none",
        "\"3+\"",
        "Ballistic or Weapon Skill; \"N/A\" with Torrent",
    ),
    ProfileKey::optional(
        "carried-by",
        Holds::Text,
        "any of the models",
        "\"Trooper\"",
        "the group of models that has it",
    ),
    PART,
    ProfileKey::optional(
        "embarked",
        Holds::Flag,
        "false",
        "true",
        "whether a passenger has it: `--with \"firing deck\"`",
    ),
    ProfileKey::optional(
        "on-death",
        Holds::Either(&Holds::Target(7), &Holds::Flag),
        "never",
        "\"4+\"",
        "its bearers use it as they die, on this number or more; true: always",
    ),
];

const ABILITY: &[ProfileKey] = &[
    ProfileKey::optional(
        "leading",
        Holds::Flag,
        "false",
        "true",
        "it works for the whole unit that this model is attached to",
    ),
    ProfileKey::optional(
        "whole-unit",
        Holds::Flag,
        "false",
        "true",
        "it works for all of the unit that this model is part of, attached or not",
    ),
    PART,
    ABILITY_KEYS[0],
    ABILITY_KEYS[1],
    ABILITY_KEYS[2],
    ABILITY_KEYS[3],
    ABILITY_KEYS[4],
    ABILITY_KEYS[5],
    ABILITY_KEYS[6],
    ABILITY_KEYS[7],
    ABILITY_KEYS[8],
    ABILITY_KEYS[9],
];

/// The keys of [`MODEL`] that an option may change: Toughness to Feel No Pain.
const OPTION: &[ProfileKey] = &[
    OPTION_KEYS[0],
    OPTION_KEYS[1],
    OPTION_KEYS[2],
    OPTION_KEYS[3],
    OPTION_KEYS[4],
    OPTION_KEYS[5],
    OPTION_KEYS[6],
    OPTION_KEYS[7],
    MODEL[7].as_change(),
    MODEL[8].as_change(),
    MODEL[9].as_change(),
    MODEL[10].as_change(),
    MODEL[11].as_change(),
    MODEL[12].as_change(),
    MODEL[13].as_change(),
    MODEL[14].as_change(),
    MODEL[15].as_change(),
];
