//! Warhammer Age of Sigmar, 4th edition. Every rule id, such as `AOS-17.1` or `AMB-3`, is explained in `rules.md`.

use self::bodies::Extras;
use super::language::entry;
use super::mixture::engage_each;
use super::{Encounter, Engaged, Game, Ruling};
use crate::grammar::Wordings;
use crate::profile::Diagnostics;
use crate::sequence::Limit;

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
    wordings: || {
        static FILE: Wordings = Wordings::new(include_str!("wordings.txt"));
        FILE.rows()
    },
    whole: |text| unit::LANGUAGE.whole(text),
    spell_out: |unit| unit::LANGUAGE.spell_out(unit),
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
    engage: |encounter, found| engage_each(encounter, found, engage),
};

/// The attacks; where they are compared with others, without what nothing uses.
fn engage(encounter: &Encounter, found: &Diagnostics) -> Result<Option<Engaged>, Limit> {
    let engaged = draft::engage(encounter, Extras::ALL, found)?;
    let engaged = match engaged {
        Some((_, used)) if encounter.is_compared && used != Extras::ALL => draft::engage(encounter, used, found)?,
        engaged => engaged,
    };
    Ok(engaged.map(|(engaged, used)| Engaged { has_unused: used != Extras::ALL, ..engaged }))
}

const RULINGS: &[Ruling] = &[
    Ruling::new("critical-always-hits", &["yes", "no"], "AMB-1")
        .asks("does an unmodified 6 hit whatever the modifier?"),
    Ruling::new("save-cap", &["with-rend", "before-rend"], "AMB-3")
        .asks("saves improve by 1 at most: is that counted with Rend, or before Rend?"),
    Ruling::new("cover-exemption", &["none", "attacker", "target"], "AMB-4")
        .asks("does Cover count if the attacker, or the target, charged or has FLY? `none`: it does"),
    Ruling::new("reroll-failed", &["both", "unmodified"], "AMB-15")
        .asks("is a re-roll of failures for dice that fail with and without modifiers, or for all that fail without?"),
    Ruling::new("mortal-crit-damage", &["modified", "printed"], "AMB-12")
        .asks("does Crit (Mortal) do Damage with its bonuses, or as printed?"),
];
