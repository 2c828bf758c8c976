//! The phrases themselves.

use super::{Block, Means};

const PLAIN: Block = Block { effects: &[], when: &[], leading: false, against: false, weapon: "", roll: "" };

pub(super) const fn own(when: &'static [&'static str], effects: &'static [&'static str]) -> Means {
    Means::Block(Block { effects, when, ..PLAIN })
}

pub(super) const fn leading(when: &'static [&'static str], effects: &'static [&'static str]) -> Means {
    Means::Block(Block { effects, when, leading: true, ..PLAIN })
}

pub(super) const fn against(when: &'static [&'static str], effects: &'static [&'static str]) -> Means {
    Means::Block(Block { effects, when, against: true, ..PLAIN })
}

pub(super) const fn leading_against(when: &'static [&'static str], effects: &'static [&'static str]) -> Means {
    Means::Block(Block { effects, when, against: true, leading: true, ..PLAIN })
}

pub(super) const fn weapon(
    when: &'static [&'static str],
    weapon: &'static str,
    effects: &'static [&'static str],
) -> Means {
    Means::Block(Block { effects, when, weapon, ..PLAIN })
}

/// The same, if a die that is rolled first shows `roll`.
pub(super) const fn rolled(roll: &'static str, against: bool) -> Means {
    Means::Block(Block { against, roll, ..PLAIN })
}

/// What no attack asks for, or what only says when the rest holds.
pub(super) const fn nothing() -> Means {
    Means::Nothing
}

/// A phrase and what it means.
pub(super) type Phrase = (&'static str, Means);

/// Phrases of Warhammer 40,000. `HAVE` is whoever has something, `LEADING` that its bearer leads a unit.
pub(super) const WARHAMMER_40K: &[Phrase] = &[
    ("HAVE a {t} invulnerable save against ranged attacks <only|>", own(&["shooting"], &["invulnerable %1"])),
    ("HAVE a {t} invulnerable save against melee attacks <only|>", own(&["melee"], &["invulnerable %1"])),
    ("HAVE <a|an> {t} invulnerable save", Means::Key("invulnerable", "%1")),
    ("HAVE an invulnerable save of {t}", Means::Key("invulnerable", "%1")),
    ("HAVE the feel no pain {t} ability against mortal wounds", Means::Key("feel-no-pain-mortal", "%1")),
    ("HAVE the feel no pain {t} ability against psychic attacks", Means::Key("feel-no-pain-psychic", "%1")),
    ("HAVE the feel no pain {t} ability", Means::Key("feel-no-pain", "%1")),
    ("HAVE a {t} feel no pain", Means::Key("feel-no-pain", "%1")),
    ("HAVE a save characteristic of {t} and the feel no pain {t} ability", Means::Key("save feel-no-pain", "%1 %2")),
    ("HAVE a save characteristic of {t} <and a {n}\" objective control|>", Means::Key("save", "%1")),
    ("HAVE the stealth ability", Means::Key("abilities", "Stealth")),
    ("LEADING models in that unit have the stealth ability", leading_against(&["shooting"], &["-1 to hit"])),
    ("LEADING models in that unit have the feel no pain {t} ability", leading(&[], &["feel no pain %1"])),
    ("LEADING models in that unit have a {t} invulnerable save", leading(&[], &["invulnerable %1"])),
    ("LEADING melee weapons equipped by models in that unit have the {k} ability", leading(&["melee"], &["%1"])),
    ("LEADING ranged weapons equipped by models in that unit have the {k} ability", leading(&["shooting"], &["%1"])),
    ("LEADING weapons equipped by models in that unit have the {k} ability", leading(&[], &["%1"])),
    ("LEADING weapons equipped by models in that unit have the {k} and {k} abilities", leading(&[], &["%1", "%2"])),
    (
        "LEADING improve the armour penetration characteristic of melee weapons equipped by models in that unit by {n}",
        leading(&["melee"], &["improve ap by %1"]),
    ),
    (
        "LEADING improve the armour penetration characteristic of ranged weapons equipped by models in that unit by {n}",
        leading(&["shooting"], &["improve ap by %1"]),
    ),
    (
        "LEADING improve the armour penetration characteristic of weapons equipped by models in that unit by {n}",
        leading(&[], &["improve ap by %1"]),
    ),
    (
        "LEADING add {n} to the attacks characteristic of melee weapons equipped by models in that unit",
        leading(&["melee"], &["+%1 attacks"]),
    ),
    (
        "LEADING add {n} to the strength characteristic of melee weapons equipped by models in that unit",
        leading(&["melee"], &["+%1 strength"]),
    ),
    (
        "LEADING each time a ranged attack targets that unit models in <that|this> unit have the benefit of cover against that attack",
        leading(&["shooting"], &["cover"]),
    ),
    ("LEADING each time a model in that unit makes {A} {T} {C}", leading(&[], &[])),
    ("LEADING each time {A} targets that unit {C}", leading_against(&[], &[])),
    ("MAKES {A} {T} {C}", own(&[], &[])),
    ("MAKES {A} {M} {C}", own(&[], &[])),
    ("{M} MAKES {A} {T} {C}", own(&[], &[])),
    ("{M} {C}", own(&[], &[])),
    ("each time {A} targets THIS {C}", against(&[], &[])),
    ("each time {A} is made against THIS {C}", against(&[], &[])),
    (
        "once per battle at the start of any phase <this model|the bearer|this unit> can use this ability if it does",
        Means::Asked(true),
    ),
    (
        "once per battle at the start of the fight phase <this model|the bearer|this unit> can use this ability if it does",
        Means::Asked(true),
    ),
    (
        "once per battle at the start of your shooting phase <this model|the bearer|this unit> can use this ability if it does",
        Means::Asked(true),
    ),
    ("once per battle at the start of any phase you can select one friendly unit", Means::Asked(true)),
    ("once per battle <this model|the bearer|this unit> can use this ability <if it does|>", Means::Asked(true)),
    ("until the end of the phase HAVE <a|an> {t} invulnerable save", own(&[], &["invulnerable %1"])),
    (
        "until the end of the phase add {n} to the attacks characteristic of melee weapons equipped by <this model|the bearer|models in this unit>",
        own(&["melee"], &["+%1 attacks"]),
    ),
    (
        "until the end of the phase <this model's|the bearer's> melee weapons have the {k} ability",
        own(&["melee"], &["%1"]),
    ),
    (
        "until the end of the phase <melee weapons|weapons> equipped by <this model|the bearer|models in this unit|models in the bearer's unit> have the {k} ability",
        own(&["melee"], &["%1"]),
    ),
    (
        "add {n} to the strength characteristic of melee weapons equipped by models in this unit",
        own(&["melee"], &["+%1 strength"]),
    ),
    (
        "add {n} to the attacks characteristic of melee weapons equipped by models in this unit",
        own(&["melee"], &["+%1 attacks"]),
    ),
    (
        "each time this unit ends a charge move until the end of the turn melee weapons equipped by models in this unit have the {k} ability",
        own(&["melee", "charged"], &["%1"]),
    ),
    (
        "you can re-roll <advance and charge|charge|advance> rolls made for <this unit|this model|the bearer's unit>",
        nothing(),
    ),
    ("HAVE-WEAPONS melee weapons HAVE-WEAPONS-BY have the {k} ability", own(&["melee"], &["%1"])),
    ("HAVE-WEAPONS ranged weapons HAVE-WEAPONS-BY have the {k} ability", own(&["shooting"], &["%1"])),
    ("HAVE-WEAPONS weapons HAVE-WEAPONS-BY have the {k} ability", own(&[], &["%1"])),
    (
        "each time an attack is allocated to THIS <|model> subtract {n} from the damage characteristic of that attack",
        own(&[], &["-%1 damage to target"]),
    ),
    (
        "each time an attack is allocated to a model in THIS subtract {n} from the damage characteristic of that attack",
        own(&[], &["-%1 damage to target"]),
    ),
    (
        "each time an attack is allocated to THIS halve the damage characteristic of that attack",
        own(&[], &["halve damage"]),
    ),
    (
        "each time an attack targets THIS if the strength characteristic of that attack is greater than the toughness characteristic of THIS subtract {n} from the wound roll",
        against(&["strength above toughness"], &["-%1 to wound"]),
    ),
    (
        "each time an attack is allocated to THIS worsen the armour penetration characteristic of that attack by {n}",
        against(&[], &["worsen ap by %1"]),
    ),
    ("add {n} to the attacks characteristic of the bearer's melee weapons", own(&["melee"], &["+%1 attacks"])),
    ("add {n} to the strength characteristic of the bearer's melee weapons", own(&["melee"], &["+%1 strength"])),
    (
        "add {n} to the attacks and strength characteristics of the bearer's melee weapons",
        own(&["melee"], &["+%1 attacks", "+%1 strength"]),
    ),
    ("add {n} to the damage characteristic of the bearer's melee weapons", own(&["melee"], &["+%1 damage"])),
    (
        "add {n} to the strength and damage characteristics of the bearer's melee weapons",
        own(&["melee"], &["+%1 strength", "+%1 damage"]),
    ),
    (
        "improve the armour penetration characteristic of the bearer's melee weapons by {n}",
        own(&["melee"], &["improve ap by %1"]),
    ),
    (
        "while this model has {r} wounds remaining <subtract {n} from this model's objective control characteristic and|> each time this model makes an attack subtract {n} from the hit roll",
        own(&["damage %W+"], &["-%N to hit"]),
    ),
];

/// What short words of phrases stand for.
pub(super) const SHORT: &[(&str, &str)] = &[
    ("HAVE-WEAPONS-BY", "equipped by <models in this unit|this model|models in the bearer's unit|the bearer>"),
    ("HAVE-WEAPONS ", ""),
    (
        "HAVE ",
        "<this model has|this unit has|models in this unit have|models in this unit has|models in this units have|the bearer has|models in the bearer's unit have|the bearer's unit has|every model in this unit has|each model in this unit has|all models in this unit have> ",
    ),
    (
        "TILL",
        "<until the end of this fighter's activation|until the end of this activation|until the end of the battle round|>",
    ),
    (" ENEMY", " <to enemy fighters|to that fighter|to the target fighter|>"),
    (" LEAST", " <to a minimum of 1|>"),
    ("LEADING ", "while <this model|the bearer> is leading a unit "),
    ("MAKES ", "each time <this model|a model in this unit|the bearer|this unit> makes "),
    ("THIS", "<this model|this unit|the bearer|the bearer's unit>"),
];
