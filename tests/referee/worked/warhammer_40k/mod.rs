//! The referee of Warhammer 40,000.

mod damage;
mod rolls;

use super::{TRIALS, sample};
use crate::referee::Expression;
use crate::referee::warhammer_40k::*;

fn with(weapon: Weapon) -> Attacker {
    Attacker { weapons: vec![weapon], ..Attacker::default() }
}

/// So many models of so many Wounds, Toughness 4, no save.
fn models(models: u32, wounds: i32) -> Defender {
    Defender { groups: vec![Group { models, wounds, ..Group::default() }], ..Defender::default() }
}

fn run(seed: u64, attacker: &Attacker, defender: &Defender) -> Vec<Result> {
    sample(seed, TRIALS, |dice| attack(dice, attacker, defender, Context::default()))
}

/// The trials in which exactly so many attacks got past the save.
fn unsaved(seed: u64, attacker: &Attacker, defender: &Defender, number: u32) -> Vec<Result> {
    let mut results = run(seed, attacker, defender);
    results.retain(|result| result.unsaved == number);
    results
}

/// A weapon that always hits and nearly always wounds.
fn sure(attacks: i32, damage: Expression) -> Weapon {
    Weapon {
        attacks: Expression::fixed(attacks),
        skill: None,
        strength: Expression::fixed(8),
        damage,
        ..Weapon::default()
    }
}
