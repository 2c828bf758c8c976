//! Phrases of Age of Sigmar: what a sentence of a warscroll does (`AGE_OF_SIGMAR`), and whom an ability is used on
//! (`DECLARATIONS`).
//!
//! `this unit` is whoever is affected: where an ability is used on a friendly unit, `the target` is written so before its
//! text is compared. Where it is used on an enemy, `the target` is that enemy.

use super::parts::Entry;
use super::table::{Phrase, against, nothing, own, rolled, weapon};
use super::{Means, Whom};

/// Keywords of many units, which texts write in the plural, too.
pub(super) const KEYWORDS: &[&str] = &[
    "hero",
    "monster",
    "infantry",
    "cavalry",
    "beast",
    "war machine",
    "wizard",
    "priest",
    "manifestation",
    "daemon",
    "unique",
    "fly",
];

/// Whether words are an ability of a weapon.
pub(super) fn is_weapon_ability(text: &str) -> bool {
    let begins = ["crit ", "anti-", "charge +"].iter().any(|start| text.starts_with(start));
    let ends = ["mortal", "hits", "auto-wound", "rend", "damage"].iter().any(|end| text.ends_with(end));
    (begins && ends) || text == "shoot in combat"
}

/// What short words of phrases stand for.
pub(super) const SHORT: &[(&str, &str)] = &[
    ("FOES", "<the target's|the targets'|each target's|that enemy unit's>"),
    ("FOE", "<the target|each target|that enemy unit|the enemy target|the targets>"),
    ("PICK", "pick <a|an|each|any|any number of|up to {n}|{n}|{n} or more|up to {n} different> <visible|>"),
];

/// What a unit has where nobody asks for it.
pub(super) const PASSIVE: &[Phrase] = &[("this unit has ward {t}", Means::Key("ward", "%1"))];

/// When an ability that is asked for may be used: whoever asks has seen to it.
pub(super) const ASKED: &[Phrase] = &[
    ("if this unit is in combat", nothing()),
    ("if this unit is not in combat", nothing()),
    ("if this unit has not used <a|an> {s} ability this <turn|phase> <and was not set up this turn|>", nothing()),
    ("if this unit was not set up this turn", nothing()),
    ("if this unit is <wholly|> within <friendly|enemy> territory", nothing()),
    ("<you must|this unit must> use this ability <at the end of each turn|>", nothing()),
    ("<then|> make a <casting|chanting> roll of {a}", nothing()),
];

pub(super) const AGE_OF_SIGMAR: &[Phrase] = &[
    ("in addition", nothing()),
    ("then", nothing()),
    ("this unit can use charge abilities even if it used a <retreat|run> ability in the same turn", nothing()),
    ("this unit can use a <retreat|run> ability and still use <shoot|charge> abilities later in the turn", nothing()),
    (
        "this unit can use a <retreat|run> ability and still use shoot and/or charge abilities later in the turn",
        nothing(),
    ),
    ("no mortal damage is inflicted on this unit by retreat abilities", nothing()),
    ("{O} {X} {Q}", against(&[], &[])),
    ("{O} roll a dice on a {t} {O} {X} {Q}", rolled("%1: ", true)),
    ("{O} {C} {Q}", own(&[], &[])),
    ("{O} roll a dice on a {t} {O} {C} {Q}", rolled("%1: ", false)),
    (
        "ignore the first damage point that would be allocated to this unit in each phase",
        own(&[], &["ignore first damage"]),
    ),
    (
        "if the unmodified hit roll for an attack that targets this unit is {r} the attack fails and the attack sequence ends",
        own(&[], &["hit only on %NEXT+"]),
    ),
    (
        "if the unmodified hit roll for a combat attack that targets this unit is {r} the attack fails and the attack sequence ends",
        own(&["combat"], &["hit only on %NEXT+"]),
    ),
    (
        "if the unmodified hit roll for a shooting attack that targets this unit is {r} the attack fails and the attack sequence ends",
        own(&["shooting"], &["hit only on %NEXT+"]),
    ),
    // One weapon, by its name.
    (
        "while this unit has {n} or more damage points the attacks characteristic of <its|the|> {k} is {n} <and this unit has a control characteristic of {n}|>",
        weapon(&["damage %1+"], "%2", &["set attacks to %3"]),
    ),
    ("{O} add {n} to the attacks characteristic of <its|this unit's> {k} {Q}", weapon(&[], "%2", &["+%1 attacks"])),
    ("{O} add {n} to the rend characteristic of <its|this unit's> {k} {Q}", weapon(&[], "%2", &["+%1 rend"])),
    ("{O} add {n} to the damage characteristic of <its|this unit's> {k} {Q}", weapon(&[], "%2", &["+%1 damage"])),
    ("{O} <its|this unit's> {k} <has|have> <the|> {g} {Q}", weapon(&[], "%1", &["%2"])),
    (
        "{O} the attacks characteristic of <its|this unit's> {k} is {a} <instead of {a}|> {Q}",
        weapon(&[], "%1", &["set attacks to %2"]),
    ),
    (
        "{O} the damage characteristic of <its|this unit's> {k} is {a} <instead of {a}|> {Q}",
        weapon(&[], "%1", &["set damage to %2"]),
    ),
    // Damage to the enemy.
    (
        "roll a dice <for each target|> on a {t} inflict an amount of mortal damage on FOE equal to the roll",
        own(&[], &["1 dice: %1 -> that much mortal"]),
    ),
    (
        "roll a d3 <for each target|> on a {t} inflict an amount of mortal damage on FOE equal to the roll",
        own(&[], &["1 D3 dice: %1 -> that much mortal"]),
    ),
    (
        "roll a d3 <for each target|> inflict an amount of mortal damage on FOE equal to the roll",
        own(&[], &["D3 mortal damage"]),
    ),
    (
        "roll a dice <for each target|> on a {t} inflict {a} mortal damage on FOE",
        own(&[], &["1 dice: %1 -> %2 mortal"]),
    ),
    ("roll a dice <for each target|> on a 6 inflict {a} mortal damage on FOE", own(&[], &["1 dice: 6+ -> %1 mortal"])),
    (
        "roll {a} dice <for each target|> for each {t} inflict {n} mortal damage on FOE",
        own(&[], &["%1 dice: %2 -> %3 mortal"]),
    ),
    (
        "roll {a} dice <for each target|> for each 6 inflict {n} mortal damage on FOE",
        own(&[], &["%1 dice: 6+ -> %2 mortal"]),
    ),
    (
        "roll a dice for each model in this unit for each {t} inflict {n} mortal damage on FOE",
        own(&[], &["1 dice per model: %1 -> %2 mortal"]),
    ),
    (
        "roll a dice for each model in this unit for each 6 inflict {n} mortal damage on FOE",
        own(&[], &["1 dice per model: 6+ -> %1 mortal"]),
    ),
    (
        "roll <a number of dice equal to the number of models|a dice for each model> in <the target unit|the enemy target unit> for each {t} inflict {n} mortal damage on FOE",
        own(&[], &["1 dice per target model: %1 -> %2 mortal"]),
    ),
    (
        "roll <a number of dice equal to the number of models|a dice for each model> in <the target unit|the enemy target unit> for each 6 inflict {n} mortal damage on FOE",
        own(&[], &["1 dice per target model: 6+ -> %1 mortal"]),
    ),
    ("{O} inflict {a} mortal damage on FOE", own(&[], &["%1 mortal damage"])),
    (
        "roll a dice if the roll exceeds the target's health characteristic {n} model in the target unit is <automatically slain|slain>",
        own(&[], &["slay %1 models if D6 > health"]),
    ),
    (
        "roll a d3 if the roll exceeds the target's health characteristic {n} model in the target unit is <automatically slain|slain>",
        own(&[], &["slay %1 models if D3 > health"]),
    ),
    (
        "roll a dice if the roll equals or exceeds the target's health characteristic {n} model in the target unit is <automatically slain|slain>",
        own(&[], &["slay %1 models if D6 >= health"]),
    ),
    (
        "roll a dice if the roll is at least double the target's health characteristic {n} model in the target unit is <automatically slain|slain>",
        own(&[], &["slay %1 models if D6 >= double health"]),
    ),
    (
        "roll a number of dice equal to the target's health characteristic for each {t} inflict {n} mortal damage on FOE",
        own(&[], &["1 dice per target health: %1 -> %2 mortal"]),
    ),
    (
        "roll a number of dice equal to the target's health characteristic for each 6 inflict {n} mortal damage on FOE",
        own(&[], &["1 dice per target health: 6+ -> %1 mortal"]),
    ),
    ("roll a dice on a {t} {n} model in the target unit is slain", own(&[], &["slay %2 models on %1"])),
    // What strikes back.
    (
        "each time you make an unmodified save roll of {n} for a combat attack that targets this unit inflict {a} mortal damage on the attacking unit after the fight ability has been resolved",
        own(&["combat"], &["strike back %2 mortal on saves of %1"]),
    ),
    (
        "each time a model in this unit is slain by a combat attack <and that model was in combat with the attacking unit|> roll a dice on a {t} inflict {a} mortal damage on the attacking unit after the fight ability has been resolved",
        own(&["combat"], &["strike back %2 mortal on %1 for each slain model"]),
    ),
    (
        "each time a model in this unit is slain by a combat attack <and that model was in combat with the attacking unit|> inflict {a} mortal damage on the attacking unit after the fight ability has been resolved",
        own(&["combat"], &["strike back %1 mortal for each slain model"]),
    ),
];

/// Whom an ability is used on.
pub(super) const DECLARATIONS: &[Phrase] = &[
    ("{M}", own(&[], &[])),
    ("pick this unit to be the target", Means::Whom(Whom::Itself)),
    ("PICK {E} {P} to be the <|enemy> <target|targets>", Means::Whom(Whom::Enemy)),
    ("PICK {E} that charged this turn <and is|> {P} to be the <target|targets>", Means::Whom(Whom::Enemy)),
    ("PICK {E} {P} <and|> that charged this turn to be the <target|targets>", Means::Whom(Whom::Enemy)),
    ("PICK friendly <unit|units> {P} to be the <target|targets>", Means::Whom(Whom::Friend)),
    ("PICK friendly {v} <unit|units|> {P} to be the <target|targets>", Means::Whom(Whom::Friend)),
    ("PICK friendly {w} <unit|units> {P} to be the <target|targets>", Means::Whom(Whom::Friend)),
    ("PICK friendly {w} {v} {P} to be the <target|targets>", Means::Whom(Whom::Friend)),
];

/// The small tables of Age of Sigmar.
pub(super) const PARTS: &[(char, &[Entry])] = &[
    ('A', KINDS),
    ('S', ATTACKS),
    ('W', WEAPONS),
    ('T', TARGETS),
    ('E', ENEMIES),
    ('C', CHANGES),
    ('D', ONE),
    ('X', HINDRANCES),
    ('M', CONDITIONS),
    ('H', HINDERED),
    ('P', PLACES),
    ('O', BEFORE),
    ('Q', BEHIND),
    ('U', DURATIONS),
    ('N', TRAILING),
];

const KINDS: &[Entry] = &[
    ("<combat attacks and shooting|shooting attacks and combat> attacks", &[], &[]),
    ("combat attacks", &["combat"], &[]),
    ("shooting attacks", &["shooting"], &[]),
    ("attacks", &[], &[]),
];

/// Attacks of the unit, perhaps on some targets only.
const ATTACKS: &[Entry] = &[("<this unit's|its> {A} {T}", &[], &[]), ("{A} made by <this unit|it> {T}", &[], &[])];

/// Weapons of the unit, perhaps against some targets only.
const WEAPONS: &[Entry] = &[
    ("<this unit's|its> melee weapons <for attacks|> {T}", &["combat"], &[]),
    ("melee weapons used by <this unit|it> <for attacks|> {T}", &["combat"], &[]),
    ("<this unit's|its> ranged weapons <for attacks|> {T}", &["shooting"], &[]),
    ("ranged weapons used by <this unit|it> <for attacks|> {T}", &["shooting"], &[]),
    ("weapons used by <this unit|it> <for attacks|> {T}", &[], &[]),
    ("<this unit's|its> weapons <for attacks|> {T}", &[], &[]),
];

const TARGETS: &[Entry] = &[
    ("that target <a|an|an enemy|> {v} <unit|units|>", &["target KEYWORDS"], &[]),
    ("that target <a|an|an enemy|> {v} or {v} <unit|units|>", &["target KEYWORDS"], &[]),
    ("that target <an|an enemy> {w} unit", &["target KEYWORDS"], &[]),
    (
        "that target <a unit|an enemy unit|units|enemy units> that charged <this turn|in the same turn>",
        &["target charged"],
        &[],
    ),
    (
        "that target <a unit|an enemy unit|units|enemy units> that <has|have> {n} or more models",
        &["target models %1+"],
        &[],
    ),
    ("that target <a unit|an enemy unit|units|enemy units> with {n} or more models", &["target models %1+"], &[]),
    (
        "that target <a damaged unit|a damaged enemy unit|damaged units|damaged enemy units|an enemy unit that is damaged>",
        &["target damaged"],
        &[],
    ),
    (
        "that target <a unit|an enemy unit|units|enemy units> <that is|that are|> contesting <an objective|objectives|any objectives>",
        &["target objective"],
        &[],
    ),
    ("that target <the target|that unit|that enemy unit>", &[], &[]),
    ("", &[], &[]),
];

const ENEMIES: &[Entry] = &[
    ("enemy <unit|units>", &[], &[]),
    ("enemy {v} <unit|units|>", &["target KEYWORDS"], &[]),
    ("enemy {v} or {v} <unit|units|>", &["target KEYWORDS"], &[]),
    ("enemy {v} {v} <unit|units|>", &["target %1", "target %2"], &[]),
    ("enemy {v} {v} or {v} <unit|units|>", &["target %1", "target %2 or target %3"], &[]),
    ("enemy {w} <unit|units>", &["target KEYWORDS"], &[]),
];

/// One change, or two with `and`.
const CHANGES: &[Entry] = &[("{D} and {D}", &[], &[]), ("{D}", &[], &[])];

const ONE: &[Entry] = &[
    ("add {n} to hit rolls for {S}", &[], &["+%1 to hit"]),
    ("add {n} to wound rolls for {S}", &[], &["+%1 to wound"]),
    ("add {n} to hit rolls and wound rolls for {S}", &[], &["+%1 to hit", "+%1 to wound"]),
    ("add {n} to the attacks characteristic of {W}", &[], &["+%1 attacks"]),
    ("add {n} to the rend characteristic of {W}", &[], &["+%1 rend"]),
    ("add {n} to the damage characteristic of {W}", &[], &["+%1 damage"]),
    ("add {n} to the attacks and rend characteristics of {W}", &[], &["+%1 attacks", "+%1 rend"]),
    ("add {n} to the rend and damage characteristics of {W}", &[], &["+%1 rend", "+%1 damage"]),
    ("subtract {n} from hit rolls for {S}", &[], &["-%1 to hit"]),
    ("subtract {n} from save rolls for this unit", &[], &["-%1 to save"]),
    ("{W} have <the|> {g}", &[], &["%1"]),
    ("double the attacks characteristic of {W}", &[], &["double attacks"]),
    ("double the damage characteristic of {W}", &[], &["double damage"]),
    ("{S} score critical hits on unmodified hit rolls of {t}", &[], &["critical hits on %1"]),
    ("<you can|> re-roll hit rolls of 1 for {S}", &[], &["reroll hits of 1"]),
    ("<you can|> re-roll wound rolls of 1 for {S}", &[], &["reroll wounds of 1"]),
    ("<you can|> re-roll hit rolls for {S}", &[], &["reroll failed hits"]),
    ("<you can|> re-roll wound rolls for {S}", &[], &["reroll failed wounds"]),
    ("ignore negative modifiers to hit rolls and wound rolls for {S}", &[], &["ignore modifiers"]),
    ("ignore negative modifiers to hit rolls for {S}", &[], &["ignore hit modifiers"]),
    ("ignore positive modifiers to save rolls for {S}", &[], &["ignore positive save modifiers"]),
    ("ward rolls cannot be made for damage points inflicted by {S}", &[], &["no ward"]),
    ("subtract {n} from ward rolls for damage points inflicted by {S}", &[], &["-%1 to ward"]),
    ("ward rolls cannot be made for enemy units while they are in combat with this unit", &["combat"], &["no ward"]),
    (
        "subtract {n} from ward rolls for enemy units while they are in combat with this unit",
        &["combat"],
        &["-%1 to ward"],
    ),
    ("add {n} to save rolls for this unit", &[], &["+%1 to save"]),
    ("add {n} to save rolls for combat attacks that target this unit", &["combat"], &["+%1 to save"]),
    ("add {n} to save rolls for shooting attacks that target this unit", &["shooting"], &["+%1 to save"]),
    ("<you can|> re-roll save rolls of 1 for this unit", &[], &["reroll saves of 1"]),
    ("<you can|> re-roll save rolls for this unit", &[], &["reroll failed saves"]),
    ("ignore modifiers to save rolls for this unit <positive and negative|>", &[], &["ignore save modifiers"]),
    ("ignore negative modifiers to save rolls for this unit", &[], &["ignore negative save modifiers"]),
    ("add {n} to ward rolls for this unit", &[], &["+%1 to ward"]),
    ("<this unit|it> <has|have> ward {t}", &[], &["ward %1"]),
    ("heal {a} this unit", &[], &["heal %1"]),
    // The enemy that the ability is used on.
    ("subtract {n} from save rolls for <the target|each target|that enemy unit>", &[], &["target: -%1 to save"]),
    ("ward rolls cannot be made for <the target|each target|that enemy unit>", &[], &["no ward"]),
    ("subtract {n} from ward rolls for <the target|each target|that enemy unit>", &[], &["-%1 to ward"]),
    ("subtract {n} from ward rolls made <by|for> the target", &[], &["-%1 to ward"]),
];

/// What hinders attacks against the unit.
const HINDRANCES: &[Entry] = &[
    ("subtract {n} from hit rolls for {H}", &[], &["-%1 to hit"]),
    ("subtract {n} from wound rolls for {H}", &[], &["-%1 to wound"]),
    ("subtract {n} from hit rolls and wound rolls for {H}", &[], &["-%1 to hit", "-%1 to wound"]),
    ("subtract {n} from the rend characteristic of weapons used for {A} that target this unit", &[], &["-%1 rend"]),
    (
        "subtract {n} from the rend characteristic of melee weapons used for {A} that target this unit",
        &["combat"],
        &["-%1 rend"],
    ),
    (
        "subtract {n} from the rend characteristic of ranged weapons used for {A} that target this unit",
        &["shooting"],
        &["-%1 rend"],
    ),
    (
        "subtract {n} from the attacks characteristic of melee weapons used for {A} that target this unit",
        &["combat"],
        &["-%1 attacks"],
    ),
    ("subtract {n} from the damage characteristic of weapons used for {A} that target this unit", &[], &["-%1 damage"]),
    (
        "subtract {n} from the damage characteristic of melee weapons used for {A} that target this unit",
        &["combat"],
        &["-%1 damage"],
    ),
    ("{A} that target this unit cannot score critical hits", &[], &["no critical hits"]),
    ("subtract {n} from the attacks characteristic of <the target unit's|the target's> weapons", &[], &["-%1 attacks"]),
    ("subtract {n} from the attacks characteristic of FOES melee weapons", &["combat"], &["-%1 attacks"]),
    ("subtract {n} from the rend characteristic of FOES melee weapons", &["combat"], &["-%1 rend"]),
    ("subtract {n} from the damage characteristic of FOES melee weapons", &["combat"], &["-%1 damage"]),
    ("subtract {n} from the rend characteristic of FOES weapons", &[], &["-%1 rend"]),
    ("subtract {n} from the attacks characteristic of FOES ranged weapons", &["shooting"], &["-%1 attacks"]),
];

/// Attacks against the unit.
const HINDERED: &[Entry] = &[
    ("{A} that target this unit", &[], &[]),
    ("{A} made by enemy {v} that target this unit", &["target KEYWORDS"], &[]),
    ("FOES {A}", &[], &[]),
    ("{A} made by FOE", &[], &[]),
    ("{A} made by enemy units while they are in combat with this unit", &["combat"], &[]),
];

/// Where the target of an ability is: whoever asks for it has seen to it.
const PLACES: &[Entry] = &[
    ("<wholly within|within> {q} of <this unit|it|them|this model>", &[], &[]),
    ("<that is|> in combat <with this unit|with it|with them|with this model|>", &[], &[]),
    ("<that is|that are> <visible and|> within {q} of <this unit|it|them|this model>", &[], &[]),
    ("that <this unit|it> passed across this phase", &[], &[]),
    (
        "that had any damage points allocated to it this <turn|phase> by this unit's <shooting|combat|> attacks",
        &[],
        &[],
    ),
    ("<wholly within|within> <this unit's|its> combat range", &[], &[]),
    ("", &[], &[]),
];

/// When and how long something holds, in front of it and behind it.
const BEFORE: &[Entry] =
    &[("{M} {U}", &[], &[]), ("{U} {M}", &[], &[]), ("{M}", &[], &[]), ("{U}", &[], &[]), ("", &[], &[])];
const BEHIND: &[Entry] =
    &[("{U} {N}", &[], &[]), ("{N} {U}", &[], &[]), ("{N}", &[], &[]), ("{U}", &[], &[]), ("", &[], &[])];

/// How long an ability lasts: as long as the attack that it is asked for.
const DURATIONS: &[Entry] = &[
    ("for the rest of the <turn|phase|battle round|battle>", &[], &[]),
    ("until the start of your next <turn|hero phase>", &[], &[]),
    ("until your next turn", &[], &[]),
    ("until the end of the <turn|phase|battle round|battle>", &[], &[]),
    ("this <turn|phase>", &[], &[]),
];

/// When something holds, in front of it.
const CONDITIONS: &[Entry] = &[
    ("if <this unit|it> charged <this turn|in the same turn|this phase>", &["charged"], &[]),
    (
        "if <this unit|it> <did not charge|has not charged> <this turn|in the same turn|this phase>",
        &["not charged"],
        &[],
    ),
    ("<while|if> <this unit|it> is damaged", &["damaged"], &[]),
    ("while <this unit|it> has {n} or more damage points", &["damage %1+"], &[]),
    ("<if|while> <this unit|it> <has|contains> {n} or more models", &["models %1+"], &[]),
    (
        "<if|while> <this unit|it> is contesting <an objective you control|an objective|one or more objectives>",
        &["objective"],
        &[],
    ),
    ("if the target is <a|an> {v} or {v}", &["target KEYWORDS"], &[]),
    ("if the target is <a|an> {v}", &["target KEYWORDS"], &[]),
    ("if the target charged <this turn|in the same turn>", &["target charged"], &[]),
];

/// The same behind it.
const TRAILING: &[Entry] = &[
    ("if <this unit|it> charged <this turn|in the same turn|this phase>", &["charged"], &[]),
    (
        "if <this unit|it> <did not charge|has not charged> <this turn|in the same turn|this phase>",
        &["not charged"],
        &[],
    ),
    ("<while|if> <this unit|it> is damaged", &["damaged"], &[]),
    ("while <this unit|it> <has|contains> {n} or more models", &["models %1+"], &[]),
    (
        "<if|while> <this unit|it> is contesting <an objective you control|an objective|one or more objectives>",
        &["objective"],
        &[],
    ),
];
