//! The keys of a datasheet's profile (W40K-PROFILE).

use crate::games::language::scene::ABILITY_KEYS;
use crate::games::loadout::{OPTION_KEYS, SIZE_POINTS, SIZES};
use crate::games::printed::{ALSO_CALLED, NOT_COMPUTED};
use crate::profile::{Holds, ProfileKey, optional, program, required, state};
use crate::sequence::{MAX_MODELS, MAX_WOUNDS};

pub(in crate::games) const KEYS: &[ProfileKey] = &ALL;

const fn game_key(example: &'static str) -> ProfileKey {
    required("game", Holds::Text, example).means("the game")
}

/// The keys of another edition; `game` is its name, in quotes.
pub(in crate::games) const fn keys_of(game: &'static str) -> [ProfileKey; 20] {
    let mut keys = ALL;
    keys[0] = game_key(game);
    keys
}

/// The keys of an edition.
const ALL: [ProfileKey; 20] = [
    game_key("\"warhammer-40k\""),
    required("name", Holds::Text, "\"Intercessor Squad\"").means("the unit's name"),
    optional("points", Holds::Whole(0, 100_000), "no points are shown", "90").means("what the unit costs"),
    optional("leadership", Holds::Target(9), "none", "\"6+\"")
        .means("Leadership; `\"-\"`: Toughness is used (W40K-DASH)"),
    optional("move", Holds::Amount, "0", "6").means("Move in inches; no attack asks for it"),
    optional("keywords", Holds::Texts, "none", "[\"INFANTRY\"]").means("keywords"),
    optional("abilities", Holds::Texts, "none", "[\"Stealth\"]").means("abilities of the unit as a whole"),
    ALSO_CALLED,
    NOT_COMPUTED,
    required("model", Holds::Tables(MODEL), "").means("a group of models, in the order the defender removes them"),
    program("attached", Holds::Flag, "true").means("whether a leader is attached to it"),
    optional("firing-deck", Holds::Whole(0, 100), "0", "6").means("how many passengers shoot from it"),
    optional("weapon", Holds::Tables(WEAPON), "it cannot attack", "").means("a weapon"),
    optional("ability", Holds::Tables(ABILITY), "none", "").means("an ability that has words of its own"),
    optional("option", Holds::Tables(OPTION), "none", "").means("what models may carry or have instead"),
    SIZES,
    SIZE_POINTS,
    optional("removal", Holds::Texts, "the order of the file", "[\"Trooper\"]")
        .means("groups of models that fall first"),
    state("damage", Holds::Whole(0, MAX_WOUNDS as i64)).means("wounds that the first model has lost"),
    state("wounds-taken", Holds::Whole(0, MAX_WOUNDS as i64)).means("the same as `damage`"),
];

const PART: ProfileKey =
    program("part", Holds::Text, "\"Captain\"").means("the part of an Attached unit that it belongs to");

const MODEL: &[ProfileKey] = &[
    optional("name", Holds::Text, "no name", "\"Trooper\"").means("the group's name"),
    PART,
    program("part-keywords", Holds::Texts, "[\"INFANTRY\"]").means("keywords of the part that it belongs to"),
    program("part-leadership", Holds::Target(9), "\"6+\"").means("Leadership of the part that it belongs to"),
    program("part-stealth", Holds::Flag, "true").means("whether the part that it belongs to has Stealth"),
    optional("allocated", Holds::Flag, "false", "true").means("whether one of them was allocated an attack before"),
    required("count", Holds::Limited(0, MAX_MODELS, "MAX_MODELS"), "5").means("how many there are"),
    required("toughness", Holds::Whole(1, 40), "4").means("Toughness"),
    required("save", Holds::Target(7), "\"3+\"").means("Save"),
    required("wounds", Holds::Limited(1, MAX_WOUNDS, "MAX_WOUNDS"), "2").means("Wounds of each"),
    optional("objective-control", Holds::Whole(0, 100), "0", "2").means("Objective Control; no attack asks for it"),
    optional("deadly-demise", Holds::Amount, "none", "\"D3\"").means("Deadly Demise, for its own question"),
    optional("invulnerable", Holds::Target(7), "none", "\"4+\"").means("invulnerable save"),
    optional("feel-no-pain", Holds::Target(7), "none", "\"5+\"").means("Feel No Pain"),
    optional("feel-no-pain-mortal", Holds::Target(7), "none", "\"5+\"").means("Feel No Pain against mortal wounds"),
    optional("feel-no-pain-psychic", Holds::Target(7), "none", "\"4+\"").means("Feel No Pain against psychic attacks"),
    optional("abilities", Holds::Texts, "those of the unit", "[\"Feel No Pain 5+\"]")
        .means("abilities of these models alone"),
    optional("role", Holds::Word(&["character"]), "none", "\"character\"").means("whether it leads other units"),
    state("damage", Holds::Whole(0, MAX_WOUNDS as i64)).means("wounds that one of them has lost"),
    state("wounds-taken", Holds::Whole(0, MAX_WOUNDS as i64)).means("the same as `damage`"),
];

const WEAPON: &[ProfileKey] = &[
    required("name", Holds::Text, "\"Rifle\"").means("the weapon's name"),
    optional("range", Holds::Whole(1, 1_000), "melee", "24").means("its range in inches"),
    optional("count", Holds::Limited(0, MAX_MODELS, "MAX_MODELS"), "one for each model", "4")
        .means("how many of it the unit has"),
    required("attacks", Holds::Amount, "2").means("Attacks"),
    required("strength", Holds::Amount, "4").means("Strength"),
    optional("ap", Holds::Whole(-9, 0), "0", "-1").means("Armour Penetration, with its sign"),
    required("damage", Holds::Amount, "1").means("Damage"),
    optional("one-of", Holds::Text, "it is always used", "\"plasma\"")
        .means("of weapons that say the same, one is used"),
    optional("abilities", Holds::Texts, "none", "[\"Rapid Fire 1\"]").means("weapon abilities as printed"),
    optional(
        "skill",
        Holds::Either(&Holds::Target(7), &Holds::Word(&["N/A", "-"])),
        "only Torrent weapons need none",
        "\"3+\"",
    )
    .means("Ballistic or Weapon Skill; \"N/A\" with Torrent"),
    optional("carried-by", Holds::Text, "any of the models", "\"Trooper\"").means("the group of models that has it"),
    PART,
    optional("embarked", Holds::Flag, "false", "true").means("whether a passenger has it: `--with \"firing deck\"`"),
    optional("on-death", Holds::Either(&Holds::Target(7), &Holds::Flag), "never", "\"4+\"")
        .means("its bearers use it as they die, on this number or more; true: always"),
];

const ABILITY: &[ProfileKey] = &[
    optional("leading", Holds::Flag, "false", "true")
        .means("it works for the whole unit that this model is attached to"),
    optional("whole-unit", Holds::Flag, "false", "true")
        .means("it works for all of the unit that this model is part of, attached or not"),
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
