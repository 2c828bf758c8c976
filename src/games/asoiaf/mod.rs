//! A Song of Ice & Fire: Tabletop Miniatures Game, rulebook 1.6. Every rule id, such as `ASOIAF-REROLL`, is explained in
//! `rules.md`.
//!
//! A unit's attack is one handful of dice, known by its ranks; hits are saved one by one; then the defender tests for
//! panic.
//! [`unit`] reads cards, [`draft`] collects what is true and what it changes, [`attack`] and [`panic`] turn it into steps.

use super::language::entry;
use super::mixture::engage_each;
use super::{Game, Ruling};
use crate::grammar::Wordings;

mod abilities;
pub(crate) mod attack;
mod changes;
mod draft;
mod effects;
mod explain;
mod keys;
mod line;
mod moments;
mod offers;
pub(crate) mod panic;
mod situations;
mod tokens;
pub(crate) mod unit;

/// The game.
pub(super) const GAME: Game = Game {
    id: "asoiaf",
    title: "A Song of Ice & Fire",
    edition: "v1.6",
    abilities: || entry::abilities(unit::ENTRIES),
    unit_abilities: abilities::UNIT_ABILITIES,
    situations: situations::SITUATIONS,
    exclusions: situations::EXCLUSIONS,
    offers: offers::OFFERS,
    moments: &moments::MOMENTS,
    words: &[],
    rulings: RULINGS,
    rules: include_str!("rules.md"),
    wordings: || {
        static FILE: Wordings = Wordings::new(include_str!("wordings.txt"));
        FILE.rows()
    },
    whole: |text| unit::LANGUAGE.whole(text),
    spell_out: |unit| unit::LANGUAGE.spell_out(unit),
    modes: &[],
    editions: &[],
    keys: keys::KEYS,
    line: &line::LINE,
    template: include_str!("template.toml"),
    attach: None,
    spread: &[],
    own: || entry::effects(unit::ENTRIES),
    rows: effects::ROWS,
    check: unit::check,
    resize: unit::resize,
    engage: |encounter, found| engage_each(encounter, found, draft::engage),
};

const RULINGS: &[Ruling] = &[
    Ruling::new("direct-wounds-panic", &["yes", "no"], "ASOIAF-ATK-7")
        .asks("if every hit was blocked and only direct wounds were dealt, is the panic test rolled?"),
    Ruling::new("crossed-dangerous", &["before-attack", "after-attack"], "ASOIAF-DANGEROUS")
        .asks("does a unit that crossed Dangerous terrain suffer before or after its attack?"),
];
