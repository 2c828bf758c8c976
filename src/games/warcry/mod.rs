//! Warcry, 2nd edition. Every rule id, such as `WARCRY-HIT` or `G-1`, is explained in `rules.md`.

pub(in crate::games) use self::effects::ELSEWHERE;
use super::language::entry;
use super::mixture::engage_each;
use super::{Game, Ruling};
use crate::grammar::Wordings;

mod action;
mod activation;
mod attack;
mod draft;
mod effects;
mod fighter;
mod keys;
mod line;
mod moments;
mod offers;
mod runemarks;
mod situations;

/// The game.
pub(super) const GAME: Game = Game {
    id: "warcry",
    title: "Warcry",
    edition: "2nd edition",
    abilities: Vec::new,
    unit_abilities: runemarks::RUNEMARKS,
    situations: situations::SITUATIONS,
    exclusions: situations::EXCLUSIONS,
    offers: offers::OFFERS,
    moments: &moments::MOMENTS,
    words: &[("slain", "taken down")],
    rulings: RULINGS,
    rules: include_str!("rules.md"),
    wordings: || {
        static FILE: Wordings = Wordings::new(include_str!("wordings.txt"));
        FILE.rows()
    },
    whole: |text| fighter::LANGUAGE.whole(text),
    spell_out: |unit| fighter::LANGUAGE.spell_out(unit),
    modes: &[],
    editions: &[],
    keys: keys::KEYS,
    line: &line::LINE,
    template: include_str!("template.toml"),
    spread: &[],
    own: || entry::effects(fighter::ENTRIES),
    rows: effects::ROWS,
    check: fighter::check,
    resize: fighter::resize,
    attach: None,
    engage: |encounter, found| engage_each(encounter, found, draft::engage),
};

const RULINGS: &[Ruling] = &[
    Ruling::new("counter", &["both-apply", "counter-first", "attack-first"], "G-1")
        .asks("if Counter or the attack takes a fighter down, does the other still count?"),
    Ruling::new("counter-damage", &["per-die", "flat"], "G-4")
        .asks("does Counter do 1 for each miss and 2 for each 1, or as in later texts 2 for any 1 and 1 more from two misses on?"),
    Ruling::new("fly-on-stairs", &["test", "no-test"], "I-2")
        .asks("does a fighter with Fly test for a fall on stairs?"),
];
