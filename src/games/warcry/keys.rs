//! The keys of a fighter's profile (WARCRY-WEAPON, WARCRY-MONSTER).

use crate::games::language::scene::ABILITY_KEYS;
use crate::games::printed::{ALSO_CALLED, NOT_COMPUTED};
use crate::profile::{Holds, ProfileKey};
use crate::sequence::MAX_WOUNDS;

/// The largest number of any characteristic but Wounds that a card may have.
const MOST: i64 = 50;

pub(super) const KEYS: &[ProfileKey] = &[
    ProfileKey::required("game", Holds::Text, "\"warcry\"", "the game"),
    ProfileKey::required("name", Holds::Text, "\"Ash Reaver\"", "the fighter's name"),
    ProfileKey::optional("points", Holds::Whole(0, 100_000), "no points are shown", "120", "what the fighter costs"),
    ProfileKey::optional("move", Holds::Whole(0, MOST), "0", "5", "Move in inches; no attack asks for it"),
    ProfileKey::required("toughness", Holds::Whole(1, MOST), "4", "Toughness"),
    ProfileKey::required("wounds", Holds::Limited(1, MAX_WOUNDS, "MAX_WOUNDS"), "12", "Wounds"),
    ProfileKey::state("damage", Holds::Whole(0, MAX_WOUNDS as i64), "damage points allocated to it"),
    ProfileKey::state("wounds-taken", Holds::Whole(0, MAX_WOUNDS as i64), "the same as `damage`"),
    ProfileKey::optional(
        "runemarks",
        Holds::Texts,
        "none",
        "[\"HERO\"]",
        "runemarks; MONSTER, MOUNT, FLY and BEAST matter",
    ),
    ProfileKey::optional("keywords", Holds::Texts, "none", "[\"HERO\"]", "the same as `runemarks`"),
    ProfileKey::optional("abilities", Holds::Texts, "none", "[\"Fly\"]", "runemarks, as `runemarks` has them"),
    ALSO_CALLED,
    NOT_COMPUTED,
    ProfileKey::optional("weapon", Holds::Tables(WEAPON), "it cannot attack", "", "a weapon"),
    ProfileKey::optional("bracket", Holds::Tables(BRACKET), "none", "", "a line of a monster's damage table"),
    ProfileKey::optional("ability", Holds::Tables(&ABILITY_KEYS), "none", "", "an ability that has words of its own"),
];

const RANGE: Holds = Holds::Either(&Holds::Whole(0, MOST), &Holds::Wholes(0, MOST, 2, 2));

const WEAPON: &[ProfileKey] = &[
    ProfileKey::required("name", Holds::Text, "\"Cleaver\"", "the weapon's name"),
    ProfileKey::required("range", RANGE, "1", "its range in inches; [3, 8] for a minimum and a maximum"),
    ProfileKey::required("attacks", Holds::Whole(0, MOST), "4", "Attacks"),
    ProfileKey::required("strength", Holds::Whole(1, MOST), "4", "Strength"),
    ProfileKey::required("damage", Holds::Wholes(0, MOST, 2, 2), "[2, 4]", "Damage of a hit, of a critical hit"),
    ProfileKey::optional("runemarks", Holds::Texts, "none", "[]", "no rule reads them"),
    ProfileKey::optional(
        "abilities",
        Holds::Texts,
        "none",
        "[]",
        "names of an `[[ability]]` below that reaches this weapon",
    ),
];

const BRACKET: &[ProfileKey] = &[
    ProfileKey::required("damage", Holds::Whole(1, MAX_WOUNDS as i64), "10", "damage points from which the line holds"),
    ProfileKey::optional("move", Holds::Whole(0, MOST), "as before", "5", "Move in inches; no attack asks for it"),
    ProfileKey::optional("toughness", Holds::Whole(1, MOST), "as before", "4", "Toughness"),
    ProfileKey::optional("weapon", Holds::Tables(BRACKET_WEAPON), "as before", "", "what changes of a weapon"),
];

const BRACKET_WEAPON: &[ProfileKey] = &[
    ProfileKey::required("name", Holds::Text, "\"Cleaver\"", "the weapon's name"),
    ProfileKey::optional("attacks", Holds::Whole(0, MOST), "as before", "3", "Attacks"),
    ProfileKey::optional("strength", Holds::Whole(0, MOST), "as before", "4", "Strength"),
    ProfileKey::optional(
        "damage",
        Holds::Wholes(0, MOST, 2, 2),
        "as before",
        "[2, 4]",
        "Damage of a hit, of a critical hit",
    ),
];
