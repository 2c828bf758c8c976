//! Phrases of Warcry: what fighters do with their dice and when they react. Everything here is asked for by name.

use super::parts::Entry;
use super::table::{Phrase, against, nothing, own};

/// Expands to what may be added to attack actions: a number, or the value of the ability.
macro_rules! added {
    ($($what:literal => $number:expr, $value:expr;)*) => {
        &[$(
            (concat!("add {n} to the ", $what, " {B}"), &[], $number),
            (concat!("add the value of this ability to the ", $what, " {B}"), &[], $value),
        )*]
    };
}

const CHANGES: &[Entry] = &[("{D} and {D}", &[], &[]), ("{D}", &[], &[])];

const ONE: &[Entry] = added! {
    "attacks characteristic of" => &["+%1 attacks"], &["+X attacks"];
    "strength characteristic of" => &["+%1 strength"], &["+X strength"];
    "attacks and strength characteristics of" => &["+%1 attacks", "+%1 strength"], &["+X attacks", "+X strength"];
    "strength and attacks characteristics of" => &["+%1 attacks", "+%1 strength"], &["+X attacks", "+X strength"];
    "damage points allocated ENEMY by each hit and critical hit from" => &["+%1 damage"], &["+X damage"];
    "damage points allocated ENEMY by each hit from" => &["+%1 hit damage"], &["+X hit damage"];
    "damage points allocated ENEMY by each critical hit from" => &["+%1 critical damage"], &["+X critical damage"];
};

/// Whose attack actions.
const ACTIONS: &[Entry] = &[
    ("melee attack actions made by this fighter", &["melee"], &[]),
    ("missile attack actions made by this fighter", &["shooting"], &[]),
    ("attack actions made by this fighter", &[], &[]),
    ("the next melee attack action made by this fighter <in this activation|this activation|>", &["melee"], &[]),
    ("the next missile attack action made by this fighter <in this activation|this activation|>", &["shooting"], &[]),
    ("the next attack action made by this fighter <in this activation|this activation|>", &[], &[]),
    ("that attack action", &[], &[]),
];

/// The small tables: `{C}` what changes, `{B}` whose attack actions.
pub(super) const PARTS: &[(char, &[Entry])] = &[('B', ACTIONS), ('C', CHANGES), ('D', ONE)];

/// The phrases.
pub(super) const WARCRY: &[Phrase] = &[
    ("TILL {C}", own(&[], &[])),
    ("in addition TILL {C}", own(&[], &[])),
    ("TILL {B} score a critical hit on <a|> <roll of|> {t}", own(&[], &["critical hits on %1"])),
    ("{C} TILL", own(&[], &[])),
    ("TILL add {n} to the toughness characteristic of this fighter", own(&[], &["+%1 toughness"])),
    ("TILL add {n} to this fighter's toughness characteristic", own(&[], &["+%1 toughness"])),
    ("TILL add the value of this ability to the toughness characteristic of this fighter", own(&[], &["+X toughness"])),
    (
        "TILL count <each|all> critical <hit|hits> from attack actions that target this fighter as <a hit|hits> <instead|>",
        against(&[], &["critical hits count as hits"]),
    ),
    (
        "TILL subtract {n} from the damage points allocated <to this fighter|> by each hit and critical hit LEAST from attack actions that target this fighter LEAST",
        against(&[], &["-%1 damage, at least 1"]),
    ),
    // Reactions; when they may be made is dropped before.
    (
        "subtract {n} from the damage points allocated to this fighter by each hit from that attack action LEAST",
        against(&[], &["-%1 hit damage, at least 1"]),
    ),
    (
        "subtract {n} from the damage points allocated to this fighter by each critical hit from that attack action LEAST",
        against(&[], &["-%1 critical damage, at least 1"]),
    ),
    (
        "subtract {n} from the damage points allocated to this fighter by each hit and critical hit from that attack action LEAST",
        against(&[], &["-%1 damage, at least 1"]),
    ),
    (
        "subtract {n} from the attacks characteristic of that attack action LEAST",
        against(&[], &["-%1 attacks, at least 1"]),
    ),
    (
        "subtract {n} from the strength characteristic of that attack action LEAST",
        against(&[], &["-%1 strength, at least 1"]),
    ),
    (
        "count each critical hit from that attack action as a hit instead",
        against(&[], &["critical hits count as hits"]),
    ),
    (
        "count up to two critical hits from that attack action as hits instead",
        against(&[], &["up to 2 critical hits count as hits"]),
    ),
    (
        "count up to {n} critical hits from that attack action as hits instead",
        against(&[], &["up to %1 critical hits count as hits"]),
    ),
    ("add {n} to the toughness characteristic of this fighter for that attack action", own(&[], &["+%1 toughness"])),
    (
        "for each hit roll from that attack action that misses allocate {n} damage <point|points> to the attacking fighter",
        against(&[], &["%1 damage back for each miss"]),
    ),
    (
        "for each hit roll from that attack action that hits allocate {n} damage <point|points> to the attacking fighter",
        against(&[], &["%1 damage back for each hit"]),
    ),
    (
        "if none of the hit rolls from that attack action result in a critical hit allocate {n} damage <point|points> to the attacking fighter",
        against(&[], &["%1 damage back if no critical hit"]),
    ),
    (
        "if each hit roll from that attack action results in a miss allocate {n} damage <point|points> to the attacking fighter",
        against(&[], &["%1 damage back if no hit"]),
    ),
    (
        "for each hit roll of {t} from that attack action allocate {n} damage <point|points> to the attacking fighter",
        against(&[], &["%2 damage back for each roll of %1"]),
    ),
    (
        "for each hit roll of {n} from that attack action allocate {n} damage <point|points> to the attacking fighter",
        against(&[], &["%2 damage back for each roll of %1"]),
    ),
    // Dice beside an attack on the same fighter.
    ("pick <a|an> <visible|> enemy fighter within {n}\" of this fighter", nothing()),
    ("pick a visible enemy fighter within {q} of this fighter", nothing()),
    ("<pick|choose> an enemy fighter within {q} of this fighter", nothing()),
    ("allocate {n} damage points to that fighter", own(&[], &["%1 mortal damage"])),
    ("allocate {a} damage points to that fighter", own(&[], &["%1 mortal damage"])),
    (
        "allocate a number of damage points to that fighter equal to the value of this ability",
        own(&[], &["X mortal damage"]),
    ),
    (
        "allocate a number of damage points equal to the value of this ability to that fighter",
        own(&[], &["X mortal damage"]),
    ),
    (
        "roll {n} dice for each <roll of|> {t} allocate {a} damage <point|points> to that fighter",
        own(&[], &["%1 dice %2 -> %3 mortal"]),
    ),
    (
        "roll a dice on <a|> <roll of|> <a|> {t} allocate {a} damage <point|points> to that fighter",
        own(&[], &["1 dice %1 -> %2 mortal"]),
    ),
];
