//! The keys of a fighter's profile (WARCRY-WEAPON, WARCRY-MONSTER).

use crate::games::language::scene::ABILITY_KEYS;
use crate::profile::{Holds, Key};
use crate::sequence::MAX_WOUNDS;

/// The largest number of any characteristic but Wounds that a card may have.
const MOST: i64 = 50;

pub(super) const KEYS: &[Key] = &[
    Key::required("game", Holds::Text, "\"warcry\"", "the game"),
    Key::required("name", Holds::Text, "\"Ash Reaver\"", "the fighter's name"),
    Key::optional("points", Holds::Whole(0, 100_000), "no points are shown", "120", "what the fighter costs"),
    Key::optional("move", Holds::Whole(0, MOST), "0", "5", "Move in inches; no attack asks for it"),
    Key::required("toughness", Holds::Whole(1, MOST), "4", "Toughness"),
    Key::required("wounds", Holds::Limited(1, MAX_WOUNDS, "MAX_WOUNDS"), "12", "Wounds"),
    Key::state("damage", Holds::Whole(0, MAX_WOUNDS as i64), "damage points allocated to it"),
    Key::state("wounds-taken", Holds::Whole(0, MAX_WOUNDS as i64), "the same as `damage`"),
    Key::optional("runemarks", Holds::Texts, "none", "[\"HERO\"]", "runemarks; MONSTER, MOUNT, FLY and BEAST matter"),
    Key::optional("keywords", Holds::Texts, "none", "[\"HERO\"]", "the same as `runemarks`"),
    Key::optional("abilities", Holds::Texts, "none", "[]", "none has a name that matters"),
    Key::optional("weapon", Holds::Tables(WEAPON), "it cannot attack", "", "a weapon"),
    Key::optional("bracket", Holds::Tables(BRACKET), "none", "", "a line of a monster's damage table"),
    Key::optional("ability", Holds::Tables(&ABILITY_KEYS), "none", "", "an ability that has words of its own"),
];

const RANGE: Holds = Holds::Either(&Holds::Whole(0, MOST), &Holds::Wholes(0, MOST, 2, 2));

const WEAPON: &[Key] = &[
    Key::required("name", Holds::Text, "\"Cleaver\"", "the weapon's name"),
    Key::required("range", RANGE, "1", "its range in inches; [3, 8] for a minimum and a maximum"),
    Key::required("attacks", Holds::Whole(0, MOST), "4", "Attacks"),
    Key::required("strength", Holds::Whole(1, MOST), "4", "Strength"),
    Key::required("damage", Holds::Wholes(0, MOST, 2, 2), "[2, 4]", "Damage of a hit, of a critical hit"),
    Key::optional("runemarks", Holds::Texts, "none", "[]", "no rule reads them"),
];

const BRACKET: &[Key] = &[
    Key::required("damage", Holds::Whole(1, MAX_WOUNDS as i64), "10", "damage points from which the line holds"),
    Key::optional("move", Holds::Whole(0, MOST), "as before", "5", "Move in inches; no attack asks for it"),
    Key::optional("toughness", Holds::Whole(1, MOST), "as before", "4", "Toughness"),
    Key::optional("weapon", Holds::Tables(BRACKET_WEAPON), "as before", "", "what changes of a weapon"),
];

const BRACKET_WEAPON: &[Key] = &[
    Key::required("name", Holds::Text, "\"Cleaver\"", "the weapon's name"),
    Key::optional("attacks", Holds::Whole(0, MOST), "as before", "3", "Attacks"),
    Key::optional("strength", Holds::Whole(0, MOST), "as before", "4", "Strength"),
    Key::optional("damage", Holds::Wholes(0, MOST, 2, 2), "as before", "[2, 4]", "Damage of a hit, of a critical hit"),
];
