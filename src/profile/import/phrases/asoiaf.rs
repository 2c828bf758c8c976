//! Phrases of A Song of Ice & Fire. `melee` or `ranged` in front stands for the icon of the attack that a line is about.

use super::table::{Phrase, against, nothing, own};

pub(super) const ASOIAF: &[Phrase] = &[
    // What no attack asks for.
    ("this unit is a {s} unit", nothing()),
    ("this model counts as {s} for all abilities and effects", nothing()),
    ("each model in this unit has {n} wounds", nothing()),
    ("this unit has {n} wounds", nothing()),
    ("this unit has {n} wounds and cannot grant victory points", nothing()),
    ("this unit has {n} models and {n} ranks", nothing()),
    ("at the start of this unit's activation it may perform 1 maneuver <or retreat|> action", nothing()),
    ("<melee|ranged|> ignores units and terrain when determining line of sight", nothing()),
    ("this unit ignores the dangerous hindering and rough keywords", nothing()),
    ("this unit cannot grant victory points from victory through combat", nothing()),
    // Attacks of the unit.
    ("this unit's melee attacks gain {b}", own(&["melee"], &["%1"])),
    ("this unit's attacks gain {b}", own(&[], &["%1"])),
    ("this unit's melee attacks gain +{n} to hit", own(&["melee"], &["+%1 to hit"])),
    ("melee defenders do not roll defense dice", own(&["melee"], &["no save"])),
    ("ranged defenders do not roll defense dice", own(&["shooting"], &["no save"])),
    ("defenders do not roll defense dice", own(&[], &["no save"])),
    (
        "melee only <defense die|defense dice> rolls of {n} may block hits from this attack",
        own(&["melee"], &["blocked only on %1+"]),
    ),
    ("melee when charging <this attack|> gains {b}", own(&["melee", "charge"], &["%1"])),
    ("melee when charging <this attack|> gains {b} and {b}", own(&["melee", "charge"], &["%1", "%2"])),
    (
        "melee when charging deals +{n} hit for each remaining rank in this unit",
        own(&["melee", "charge"], &["%1 automatic hits per rank"]),
    ),
    (
        "melee when charging deals +{n} hit for each of the defender's remaining ranks",
        own(&["melee", "charge"], &["%1 automatic hits per enemy rank"]),
    ),
    ("melee when charging deals +{n} <hit|hits>", own(&["melee", "charge"], &["%1 automatic hits"])),
    ("melee when charging rolls +{n} attack <die|dice>", own(&["melee", "charge"], &["+%1 attacks"])),
    (
        "melee when charging rolls +{n} attack <die|dice> for each remaining rank in this unit",
        own(&["melee", "charge"], &["+%1 attacks per rank"]),
    ),
    (
        "melee enemies successfully charged by this unit become panicked",
        own(&["melee", "charge"], &["target becomes panicked"]),
    ),
    (
        "melee enemies successfully charged by this unit become vulnerable",
        own(&["melee", "charge"], &["target becomes vulnerable"]),
    ),
    (
        "melee gains +{n} to hit for each of this unit's destroyed ranks",
        own(&["melee"], &["+%1 to hit per destroyed rank"]),
    ),
    (
        "melee <rolls|gains> +{n} attack die for each of the defender's remaining ranks",
        own(&["melee"], &["+%1 attacks per enemy rank"]),
    ),
    (
        "ranged <rolls|gains> +{n} attack die for each of the defender's remaining ranks",
        own(&["shooting"], &["+%1 attacks per enemy rank"]),
    ),
    ("melee rolls its highest attack die value", own(&["melee"], &["highest attack dice"])),
    ("melee may re-roll <any|> attack dice", own(&["melee"], &["reroll failed hits"])),
    ("ranged may re-roll <any|> attack dice", own(&["shooting"], &["reroll failed hits"])),
    ("this unit's melee attacks deal +{n} <wound|wounds>", own(&["melee"], &["%1 direct wounds"])),
    ("this unit cannot become weakened", own(&[], &["ignore weakened"])),
    // Attacks on the unit.
    ("enemies suffer -{n} to hit when attacking this unit", against(&[], &["-%1 to hit"])),
    ("enemies engaged with this unit suffer -{n} to hit", against(&["melee"], &["-%1 to hit"])),
    (
        "each time this unit is attacked with a melee attack for each miss the attacker suffers {n} <hit|hits>",
        against(&["melee"], &["suffer %1 hits for each miss"]),
    ),
    ("this unit only suffers 1 wound for every 2 unblocked hits from any attack or effect", own(&[], &["halve hits"])),
    (
        "this unit can <only|> suffer a maximum of {n} <wound|wounds> from failing panic tests",
        own(&[], &["at most %1 panic wounds"]),
    ),
    (
        "this unit can suffer a maximum of {n} wounds each time it fails a panic test",
        own(&[], &["at most %1 panic wounds"]),
    ),
    ("this unit suffers +{n} wound from failing panic tests", own(&[], &["+%1 panic wounds"])),
    ("this unit suffers -{n} wound from failing panic tests", own(&[], &["-%1 panic wounds"])),
    (
        "for each of this units destroyed ranks it gains +{n} to defense dice rolls and +{n} to morale test rolls",
        own(&[], &["+%1 to save per destroyed rank", "+%2 to morale per destroyed rank"]),
    ),
    (
        "each time an enemy is performing an attack on this unit after rolling defense dice this unit blocks {n} hit for each of its destroyed ranks",
        own(&[], &["block %1 hits per destroyed rank"]),
    ),
    // Orders.
    ("when this unit is performing a melee attack before rolling attack dice", nothing()),
    ("when an enemy is performing an attack on this unit after attack dice are rolled", nothing()),
    ("when an enemy <is performing|performs> a melee attack on this unit after rolling defense dice", nothing()),
    (
        "this attack may re-roll any attack dice and the defender becomes vulnerable",
        own(&["melee"], &["reroll failed hits", "target becomes vulnerable"]),
    ),
    ("this attack may re-roll any attack dice", own(&["melee"], &["reroll failed hits"])),
    ("this attack gains {b} and {b}", own(&["melee"], &["%1", "%2"])),
    ("this attack gains {b}", own(&["melee"], &["%1"])),
    ("this attack gains +{n} attack dice", own(&["melee"], &["+%1 attacks"])),
    ("this unit only suffers 1 wound for every 2 unblocked hits", own(&[], &["halve hits"])),
    (
        "if this unit is being attacked from the front or flank it blocks +{n} hit for each of its remaining ranks",
        own(&["not rear"], &["block %1 hits per rank"]),
    ),
];
