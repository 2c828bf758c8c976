//! The keys of a fighter's profile (WARCRY-WEAPON, WARCRY-MONSTER).

use crate::games::language::scene::ABILITY_KEYS;
use crate::games::printed::{ALSO_CALLED, NOT_COMPUTED};
use crate::profile::{Holds, ProfileKey, optional, required, state};
use crate::sequence::MAX_WOUNDS;

/// The largest number of any characteristic but Wounds that a card may have.
const MOST: i64 = 50;

pub(super) const KEYS: &[ProfileKey] = &[
    required("game", Holds::Text, "\"warcry\"").means("the game"),
    required("name", Holds::Text, "\"Ash Reaver\"").means("the fighter's name"),
    optional("points", Holds::Whole(0, 100_000), "no points are shown", "120").means("what the fighter costs"),
    optional("move", Holds::Whole(0, MOST), "0", "5").means("Move in inches; no attack asks for it"),
    required("toughness", Holds::Whole(1, MOST), "4").means("Toughness"),
    required("wounds", Holds::Limited(1, MAX_WOUNDS, "MAX_WOUNDS"), "12").means("Wounds"),
    state("damage", Holds::Whole(0, MAX_WOUNDS as i64)).means("damage points allocated to it"),
    state("wounds-taken", Holds::Whole(0, MAX_WOUNDS as i64)).means("the same as `damage`"),
    optional("runemarks", Holds::Texts, "none", "[\"HERO\"]").means("runemarks; MONSTER, MOUNT, FLY and BEAST matter"),
    optional("keywords", Holds::Texts, "none", "[\"HERO\"]").means("the same as `runemarks`"),
    optional("abilities", Holds::Texts, "none", "[\"Fly\"]").means("runemarks, as `runemarks` has them"),
    ALSO_CALLED,
    NOT_COMPUTED,
    optional("weapon", Holds::Tables(WEAPON), "it cannot attack", "").means("a weapon"),
    optional("bracket", Holds::Tables(BRACKET), "none", "").means("a line of a monster's damage table"),
    optional("ability", Holds::Tables(&ABILITY_KEYS), "none", "").means("an ability that has words of its own"),
];

const RANGE: Holds = Holds::Either(&Holds::Whole(0, MOST), &Holds::Wholes(0, MOST, 2, 2));

const WEAPON: &[ProfileKey] = &[
    required("name", Holds::Text, "\"Cleaver\"").means("the weapon's name"),
    required("range", RANGE, "1").means("its range in inches; [3, 8] for a minimum and a maximum"),
    required("attacks", Holds::Whole(0, MOST), "4").means("Attacks"),
    required("strength", Holds::Whole(1, MOST), "4").means("Strength"),
    required("damage", Holds::Wholes(0, MOST, 2, 2), "[2, 4]").means("Damage of a hit, of a critical hit"),
    optional("runemarks", Holds::Texts, "none", "[]").means("no rule reads them"),
    optional("abilities", Holds::Texts, "none", "[]").means("names of an `[[ability]]` below that reaches this weapon"),
];

const BRACKET: &[ProfileKey] = &[
    required("damage", Holds::Whole(1, MAX_WOUNDS as i64), "10").means("damage points from which the line holds"),
    optional("move", Holds::Whole(0, MOST), "as before", "5").means("Move in inches; no attack asks for it"),
    optional("toughness", Holds::Whole(1, MOST), "as before", "4").means("Toughness"),
    optional("weapon", Holds::Tables(BRACKET_WEAPON), "as before", "").means("what changes of a weapon"),
];

const BRACKET_WEAPON: &[ProfileKey] = &[
    required("name", Holds::Text, "\"Cleaver\"").means("the weapon's name"),
    optional("attacks", Holds::Whole(0, MOST), "as before", "3").means("Attacks"),
    optional("strength", Holds::Whole(0, MOST), "as before", "4").means("Strength"),
    optional("damage", Holds::Wholes(0, MOST, 2, 2), "as before", "[2, 4]").means("Damage of a hit, of a critical hit"),
];
