//! The phrases themselves.

use super::{Block, Means};

const PLAIN: Block = Block { effects: &[], when: &[], leading: false, against: false, weapon: "" };

const fn own(when: &'static [&'static str], effects: &'static [&'static str]) -> Means {
    Means::Block(Block { effects, when, ..PLAIN })
}

const fn leading(when: &'static [&'static str], effects: &'static [&'static str]) -> Means {
    Means::Block(Block { effects, when, leading: true, ..PLAIN })
}

const fn against(when: &'static [&'static str], effects: &'static [&'static str]) -> Means {
    Means::Block(Block { effects, when, against: true, ..PLAIN })
}

const fn leading_against(when: &'static [&'static str], effects: &'static [&'static str]) -> Means {
    Means::Block(Block { effects, when, against: true, leading: true, ..PLAIN })
}

const fn weapon(when: &'static [&'static str], weapon: &'static str, effects: &'static [&'static str]) -> Means {
    Means::Block(Block { effects, when, weapon, ..PLAIN })
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
        "LEADING each time a model in that unit makes a melee attack add {n} to the hit roll",
        leading(&["melee"], &["+%1 to hit"]),
    ),
    (
        "LEADING each time a model in that unit makes a melee attack add {n} to the wound roll",
        leading(&["melee"], &["+%1 to wound"]),
    ),
    (
        "LEADING each time a model in that unit makes a ranged attack add {n} to the hit roll",
        leading(&["shooting"], &["+%1 to hit"]),
    ),
    (
        "LEADING each time a model in that unit makes a ranged attack add {n} to the wound roll",
        leading(&["shooting"], &["+%1 to wound"]),
    ),
    ("LEADING each time a model in that unit makes an attack add {n} to the hit roll", leading(&[], &["+%1 to hit"])),
    (
        "LEADING each time a model in that unit makes an attack add {n} to the wound roll",
        leading(&[], &["+%1 to wound"]),
    ),
    (
        "LEADING each time a model in that unit makes a melee attack re-roll a hit roll of 1",
        leading(&["melee"], &["reroll hits of 1"]),
    ),
    (
        "LEADING each time a model in that unit makes a melee attack re-roll a wound roll of 1",
        leading(&["melee"], &["reroll wounds of 1"]),
    ),
    (
        "LEADING each time a model in that unit makes a ranged attack re-roll a hit roll of 1",
        leading(&["shooting"], &["reroll hits of 1"]),
    ),
    (
        "LEADING each time a model in that unit makes a ranged attack re-roll a wound roll of 1",
        leading(&["shooting"], &["reroll wounds of 1"]),
    ),
    (
        "LEADING each time a model in that unit makes an attack re-roll a hit roll of 1",
        leading(&[], &["reroll hits of 1"]),
    ),
    (
        "LEADING each time a model in that unit makes an attack re-roll a wound roll of 1",
        leading(&[], &["reroll wounds of 1"]),
    ),
    (
        "LEADING each time a model in that unit makes a melee attack you can re-roll the hit roll",
        leading(&["melee"], &["reroll failed hits"]),
    ),
    (
        "LEADING each time a model in that unit makes a melee attack you can re-roll the wound roll",
        leading(&["melee"], &["reroll failed wounds"]),
    ),
    (
        "LEADING each time a model in that unit makes a ranged attack you can re-roll the hit roll",
        leading(&["shooting"], &["reroll failed hits"]),
    ),
    (
        "LEADING each time a model in that unit makes an attack you can re-roll the hit roll",
        leading(&[], &["reroll failed hits"]),
    ),
    (
        "LEADING each time a model in that unit makes an attack you can re-roll the wound roll",
        leading(&[], &["reroll failed wounds"]),
    ),
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
        "LEADING each time an attack targets that unit subtract {n} from the hit roll",
        leading_against(&[], &["-%1 to hit"]),
    ),
    (
        "LEADING each time a melee attack targets that unit subtract {n} from the hit roll",
        leading_against(&["melee"], &["-%1 to hit"]),
    ),
    (
        "LEADING each time a ranged attack targets that unit subtract {n} from the hit roll",
        leading_against(&["shooting"], &["-%1 to hit"]),
    ),
    (
        "LEADING each time an attack targets that unit subtract {n} from the wound roll",
        leading_against(&[], &["-%1 to wound"]),
    ),
    (
        "LEADING each time a ranged attack targets that unit models in <that|this> unit have the benefit of cover against that attack",
        leading(&["shooting"], &["cover"]),
    ),
    ("HAVE-WEAPONS melee weapons HAVE-WEAPONS-BY have the {k} ability", own(&["melee"], &["%1"])),
    ("HAVE-WEAPONS ranged weapons HAVE-WEAPONS-BY have the {k} ability", own(&["shooting"], &["%1"])),
    ("HAVE-WEAPONS weapons HAVE-WEAPONS-BY have the {k} ability", own(&[], &["%1"])),
    ("MAKES a melee attack add {n} to the hit roll", own(&["melee"], &["+%1 to hit"])),
    ("MAKES a melee attack add {n} to the wound roll", own(&["melee"], &["+%1 to wound"])),
    ("MAKES a ranged attack add {n} to the hit roll", own(&["shooting"], &["+%1 to hit"])),
    ("MAKES an attack add {n} to the hit roll", own(&[], &["+%1 to hit"])),
    ("MAKES a melee attack re-roll a hit roll of 1", own(&["melee"], &["reroll hits of 1"])),
    ("MAKES a melee attack re-roll a wound roll of 1", own(&["melee"], &["reroll wounds of 1"])),
    ("MAKES a ranged attack re-roll a hit roll of 1", own(&["shooting"], &["reroll hits of 1"])),
    ("MAKES a ranged attack re-roll a wound roll of 1", own(&["shooting"], &["reroll wounds of 1"])),
    ("MAKES an attack re-roll a hit roll of 1", own(&[], &["reroll hits of 1"])),
    ("MAKES an attack re-roll a wound roll of 1", own(&[], &["reroll wounds of 1"])),
    ("MAKES an attack you can re-roll the hit roll", own(&[], &["reroll failed hits"])),
    ("MAKES an attack you can re-roll the wound roll", own(&[], &["reroll failed wounds"])),
    ("MAKES a melee attack you can re-roll the hit roll", own(&["melee"], &["reroll failed hits"])),
    ("MAKES a melee attack you can re-roll the wound roll", own(&["melee"], &["reroll failed wounds"])),
    ("MAKES a ranged attack you can re-roll the hit roll", own(&["shooting"], &["reroll failed hits"])),
    (
        "MAKES a ranged attack that targets a unit that can fly add {n} to the hit roll",
        own(&["shooting", "target FLY"], &["+%1 to hit"]),
    ),
    (
        "MAKES a ranged attack that targets <a|an> {w} <or {w}|> unit add {n} to the hit roll",
        own(&["shooting", "target KEYWORDS"], &["+%N to hit"]),
    ),
    (
        "MAKES an attack that targets <a|an> {w} <or {w}|> unit add {n} to the hit roll",
        own(&["target KEYWORDS"], &["+%N to hit"]),
    ),
    (
        "MAKES an attack that targets <a|an> {w} <or {w}|> unit add {n} to the wound roll",
        own(&["target KEYWORDS"], &["+%N to wound"]),
    ),
    (
        "MAKES a melee attack that targets <a|an> {w} <or {w}|> unit add {n} to the wound roll",
        own(&["melee", "target KEYWORDS"], &["+%N to wound"]),
    ),
    (
        "MAKES a ranged attack that targets <a|an> {w} <or {w}|> unit you can re-roll the hit roll",
        own(&["shooting", "target KEYWORDS"], &["reroll failed hits"]),
    ),
    (
        "MAKES a ranged attack that targets <a|an> {w} <or {w}|> unit you can re-roll the wound roll",
        own(&["shooting", "target KEYWORDS"], &["reroll failed wounds"]),
    ),
    (
        "MAKES an attack that targets <a|an> {w} <or {w}|> unit you can re-roll the wound roll",
        own(&["target KEYWORDS"], &["reroll failed wounds"]),
    ),
    (
        "MAKES an attack that targets <a|an> {w} <or {w}|> unit you can re-roll the hit roll",
        own(&["target KEYWORDS"], &["reroll failed hits"]),
    ),
    (
        "MAKES a melee attack that targets <a|an> {w} <or {w}|> unit you can re-roll the wound roll",
        own(&["melee", "target KEYWORDS"], &["reroll failed wounds"]),
    ),
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
    ("each time an attack targets THIS subtract {n} from the hit roll", against(&[], &["-%1 to hit"])),
    ("each time a ranged attack targets THIS subtract {n} from the hit roll", against(&["shooting"], &["-%1 to hit"])),
    ("each time a melee attack targets THIS subtract {n} from the hit roll", against(&["melee"], &["-%1 to hit"])),
    ("each time an attack targets THIS subtract {n} from the wound roll", against(&[], &["-%1 to wound"])),
    ("each time a melee attack targets THIS subtract {n} from the wound roll", against(&["melee"], &["-%1 to wound"])),
    (
        "each time an attack targets THIS if the strength characteristic of that attack is greater than the toughness characteristic of THIS subtract {n} from the wound roll",
        against(&["strength above toughness"], &["-%1 to wound"]),
    ),
    (
        "each time an attack targets THIS worsen the armour penetration characteristic of that attack by {n}",
        against(&[], &["worsen ap by %1"]),
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

pub(super) const AGE_OF_SIGMAR: &[Phrase] = &[
    ("this unit has ward {t}", Means::Key("ward", "%1")),
    ("subtract {n} from hit rolls for attacks that target this unit", against(&[], &["-%1 to hit"])),
    ("subtract {n} from hit rolls for shooting attacks that target this unit", against(&["shooting"], &["-%1 to hit"])),
    ("subtract {n} from hit rolls for combat attacks that target this unit", against(&["combat"], &["-%1 to hit"])),
    ("subtract {n} from wound rolls for attacks that target this unit", against(&[], &["-%1 to wound"])),
    (
        "subtract {n} from wound rolls for shooting attacks that target this unit",
        against(&["shooting"], &["-%1 to wound"]),
    ),
    ("subtract {n} from wound rolls for combat attacks that target this unit", against(&["combat"], &["-%1 to wound"])),
    (
        "subtract {n} from the rend characteristic of weapons used for attacks that target this unit",
        against(&[], &["-%1 rend"]),
    ),
    (
        "subtract {n} from the rend characteristic of melee weapons used for attacks that target this unit",
        against(&["combat"], &["-%1 rend"]),
    ),
    ("add {n} to save rolls for this unit", own(&[], &["+%1 to save"])),
    ("add {n} to save rolls for combat attacks that target this unit", own(&["combat"], &["+%1 to save"])),
    ("add {n} to save rolls for shooting attacks that target this unit", own(&["shooting"], &["+%1 to save"])),
    ("this unit's melee weapons have <the|> {k}", own(&["combat"], &["%1"])),
    ("this unit's ranged weapons have <the|> {k}", own(&["shooting"], &["%1"])),
    ("add {n} to the attacks characteristic of this unit's melee weapons", own(&["combat"], &["+%1 attacks"])),
    ("add {n} to the rend characteristic of this unit's melee weapons", own(&["combat"], &["+%1 rend"])),
    ("add {n} to the damage characteristic of this unit's melee weapons", own(&["combat"], &["+%1 damage"])),
    ("add {n} to hit rolls for this unit's <attacks|combat attacks and shooting attacks>", own(&[], &["+%1 to hit"])),
    ("add {n} to hit rolls for this unit's combat attacks", own(&["combat"], &["+%1 to hit"])),
    ("add {n} to hit rolls for combat attacks made by this unit", own(&["combat"], &["+%1 to hit"])),
    ("add {n} to wound rolls for combat attacks made by this unit", own(&["combat"], &["+%1 to wound"])),
    ("add {n} to hit rolls for attacks made by this unit", own(&[], &["+%1 to hit"])),
    ("add {n} to wound rolls for attacks made by this unit", own(&[], &["+%1 to wound"])),
    (
        "if this unit charged this turn add {n} to the attacks characteristic of this unit's melee weapons",
        own(&["charged", "combat"], &["+%1 attacks"]),
    ),
    (
        "if this unit charged this turn add {n} to hit rolls for combat attacks made by this unit",
        own(&["charged", "combat"], &["+%1 to hit"]),
    ),
    (
        "if this unit charged this turn add {n} to wound rolls for combat attacks made by this unit",
        own(&["charged", "combat"], &["+%1 to wound"]),
    ),
    (
        "ignore the first damage point that would be allocated to this unit in each phase",
        own(&[], &["ignore first damage"]),
    ),
    (
        "if the unmodified hit roll for an attack that targets this unit is 1-{n} the attack fails and the attack sequence ends",
        own(&[], &["hit only on %NEXT+"]),
    ),
    (
        "while this unit has {n} or more damage points the attacks characteristic of <its|the> {k} is {n} <and this unit has a control characteristic of {n}|>",
        weapon(&["damage %1+"], "%2", &["set attacks to %3"]),
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
    ("LEADING ", "while <this model|the bearer> is leading a unit "),
    ("MAKES ", "each time <this model|a model in this unit|the bearer|this unit> makes "),
    ("THIS", "<this model|this unit|the bearer|the bearer's unit>"),
];
