//! Small tables that phrases are put together from: `{A}` which attacks, `{T}` on which targets, `{C}` what changes.

/// A phrase, when it holds, and what it does.
pub(super) type Entry = (&'static str, &'static [&'static str], &'static [&'static str]);

/// The small tables of Warhammer 40,000.
pub(super) const WARHAMMER_40K: &[(char, &[Entry])] =
    &[('A', KINDS_40K), ('T', TARGETS_40K), ('C', CHANGES_40K), ('D', ONE_40K), ('M', CONDITIONS_40K)];

const KINDS_40K: &[Entry] =
    &[("a melee attack", &["melee"], &[]), ("a ranged attack", &["shooting"], &[]), ("an attack", &[], &[])];

const TARGETS_40K: &[Entry] = &[
    ("that targets a unit that can fly", &["target FLY"], &[]),
    ("that targets a unit that cannot fly", &["target not FLY"], &[]),
    ("that targets <a|an|an enemy> {w} <or {w}|> <unit|model>", &["target KEYWORDS"], &[]),
    ("that targets <a|an> {w} {w} or {w} unit", &["target KEYWORDS"], &[]),
    ("that targets <a|an enemy> unit <that is|> below half-strength", &["target half strength"], &[]),
    ("that targets <a|an enemy> unit <that is|> below its half-strength", &["target half strength"], &[]),
    ("that targets <a|an enemy> unit <that is|> below its starting strength", &["target not starting strength"], &[]),
    ("that targets <a|an enemy> unit <that is|> at its starting strength", &["target starting strength"], &[]),
    ("that targets a battle-shocked unit", &["target battle-shocked"], &[]),
    (
        "that targets <a|an enemy> unit within range of <an objective marker|one or more objective markers>",
        &["target objective"],
        &[],
    ),
    (
        "that targets <a|an enemy> unit that is within range of <an objective marker|one or more objective markers>",
        &["target objective"],
        &[],
    ),
    ("that targets <a|an enemy> unit within half range", &["half range"], &[]),
    ("", &[], &[]),
];

/// One change, or two with `and`.
const CHANGES_40K: &[Entry] = &[("{D} and {D}", &[], &[]), ("{D}", &[], &[])];

const ONE_40K: &[Entry] = &[
    ("add {n} to the hit roll <for that attack|>", &[], &["+%1 to hit"]),
    ("add {n} to the wound roll <for that attack|>", &[], &["+%1 to wound"]),
    ("<add|> {n} to the wound roll", &[], &["+%1 to wound"]),
    ("add {n} to the damage characteristic of that attack", &[], &["+%1 damage"]),
    ("add {n} to the strength characteristic of that attack", &[], &["+%1 strength"]),
    ("subtract {n} from the hit roll", &[], &["-%1 to hit"]),
    ("subtract {n} from the wound roll", &[], &["-%1 to wound"]),
    ("re-roll a hit roll of 1", &[], &["reroll hits of 1"]),
    ("re-roll hit rolls of 1", &[], &["reroll hits of 1"]),
    ("re-roll a wound roll of 1", &[], &["reroll wounds of 1"]),
    ("re-roll wound rolls of 1", &[], &["reroll wounds of 1"]),
    ("re-roll a damage roll of 1", &[], &["reroll damage of 1"]),
    ("re-roll a hit roll of 1 and re-roll a wound roll of 1", &[], &["reroll hits of 1", "reroll wounds of 1"]),
    (
        "you can re-roll the hit roll and <you can|> re-roll the wound roll",
        &[],
        &["reroll failed hits", "reroll failed wounds"],
    ),
    ("<you can|> re-roll the hit roll", &[], &["reroll failed hits"]),
    ("<you can|> re-roll the wound roll", &[], &["reroll failed wounds"]),
    ("improve the armour penetration characteristic of that attack by {n}", &[], &["improve ap by %1"]),
    ("worsen the armour penetration characteristic of that attack by {n}", &[], &["worsen ap by %1"]),
    ("that attack has the {k} ability", &[], &["%1"]),
    ("that attack has the {k} and {k} abilities", &[], &["%1", "%2"]),
    ("<an|that attack's> unmodified hit roll of {t} scores a critical hit", &[], &["critical hits on %1"]),
    ("a successful unmodified hit roll of {t} scores a critical hit", &[], &["critical hits on %1"]),
    ("you can ignore any or all modifiers to the hit roll", &[], &["ignore hit modifiers"]),
];

/// When something holds, in front of it.
const CONDITIONS_40K: &[Entry] = &[
    ("if <this unit|this model|it> made a charge move this turn", &["charged"], &[]),
    ("if <this unit|this model|it|the bearer's unit> remained stationary this turn", &["stationary"], &[]),
    ("if <this unit|this model|it> is below half-strength", &["half strength"], &[]),
    ("if <this unit|this model|it> is below its starting strength", &["not starting strength"], &[]),
    (
        "while <this unit|this model|the bearer's unit> is within range of <an objective marker|one or more objective markers> <you control|>",
        &["objective"],
        &[],
    ),
];
