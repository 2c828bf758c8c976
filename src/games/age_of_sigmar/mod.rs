//! Warhammer Age of Sigmar, 4th edition. Every rule id, such as `AOS-17.1` or `AMB-3`, is explained in `rules.md`.

use super::language::entry;
use super::mixture::engage_each;
use super::{Game, Ruling};
use crate::grammar::{Rows, Wordings};

mod abilities;
mod bearers;
mod bodies;
mod draft;
mod effects;
mod explain;
mod keys;
mod legality;
mod line;
mod moments;
mod offers;
mod side_damage;
mod situations;
mod survivors;
mod unit;

/// The game.
pub(super) const GAME: Game = Game {
    id: "age-of-sigmar",
    title: "Warhammer Age of Sigmar",
    edition: "4th edition",
    abilities: || entry::abilities(unit::ENTRIES),
    unit_abilities: abilities::UNIT_ABILITIES,
    situations: situations::SITUATIONS,
    exclusions: situations::EXCLUSIONS,
    offers: offers::OFFERS,
    moments: &moments::MOMENTS,
    words: &[],
    rulings: RULINGS,
    rules: include_str!("rules.md"),
    wordings,
    whole: |text| unit::LANGUAGE.whole(text),
    modes: &["advanced", "core", "spearhead"],
    editions: &[],
    keys: keys::KEYS,
    line: &line::LINE,
    template: include_str!("template.toml"),
    spread: &[],
    own: || entry::effects(unit::ENTRIES),
    rows: effects::ROWS,
    check: bearers::check,
    resize: bearers::resize,
    attach: None,
    engage: |encounter, found| engage_each(encounter, found, draft::engage),
};

/// How its cards word things.
pub(in crate::games) fn wordings() -> &'static Rows {
    static FILE: Wordings = Wordings::new(include_str!("wordings.txt"));
    FILE.rows()
}

const RULINGS: &[Ruling] = &[
    Ruling {
        name: "critical-always-hits",
        values: &["yes", "no"],
        short: "does an unmodified 6 hit whatever the modifier?",
        rule: "AMB-1",
    },
    Ruling {
        name: "save-cap",
        values: &["with-rend", "before-rend"],
        short: "saves improve by 1 at most: is that counted with Rend, or before Rend?",
        rule: "AMB-3",
    },
    Ruling {
        name: "cover-exemption",
        values: &["none", "attacker", "target"],
        short: "does Cover count if the attacker, or the target, charged or has FLY? `none`: it does",
        rule: "AMB-4",
    },
    Ruling {
        name: "reroll-failed",
        values: &["both", "unmodified"],
        short: "is a re-roll of failures for dice that fail with and without modifiers, or for all that fail without?",
        rule: "AMB-15",
    },
    Ruling {
        name: "mortal-crit-damage",
        values: &["modified", "printed"],
        short: "does Crit (Mortal) do Damage with its bonuses, or as printed?",
        rule: "AMB-12",
    },
];
