//! A Song of Ice & Fire, rule by rule.

mod attacks;
mod chains;
mod effects;
mod panic;
mod questions;
mod told;
mod worked;

use crate::support::{attack, unit, with};
use warodds::ask::prepare_units;
use warodds::engine::{Outcome, exact};
use warodds::sequence::Side;

/// A unit on its tray with one attack: `6 5 4` dice at `4+`.
fn fighters(more: &str, attack: &str) -> String {
    format!(
        "game = \"asoiaf\"\nname = \"Fighters\"\ntray = \"infantry\"\ndefense = \"4+\"\nmorale = \"6+\"\n{more}\n[[attack]]\nname = \"Swords\"\ntype = \"melee\"\nhit = \"4+\"\ndice = [6, 5, 4]\n{attack}\n"
    )
}

/// A target without attacks.
fn target(tray: &str, defense: &str, morale: &str, more: &str) -> String {
    format!(
        "game = \"asoiaf\"\nname = \"Target\"\ntray = \"{tray}\"\ndefense = \"{defense}\"\nmorale = \"{morale}\"\n{more}\n"
    )
}

/// The base case of the golden values: 6 dice at 4+ on Defense 4+, Morale 6+, twelve models of one wound.
fn base(clauses: &[&str]) -> Outcome {
    attack(&fighters("", ""), &target("infantry", "4+", "6+", ""), &with(clauses))
}

fn chance(outcome: &Outcome, name: &str) -> f64 {
    outcome.total(name).expect("a total of the game").at_least(1)
}

/// The distribution of ranks left of twelve models of one wound, counted here.
fn ranks(outcome: &Outcome) -> [f64; 4] {
    let lost = outcome.wounds_lost(Side::Defender);
    let range = |low: usize, high: usize| (low..=high).map(|k| lost.at(k)).sum();
    [range(12, 12), range(8, 11), range(4, 7), range(0, 3)]
}

/// The distribution of what several attacks on one target do, each outcome of one carried into the next by hand.
fn chain(first: &str, second: &str, defender: &str, clauses: &[&str]) -> Outcome {
    let units = [(unit(first), None), (unit(second), None)];
    let prepared = prepare_units(&units, &(unit(defender), None), &with(clauses)).unwrap_or_else(|e| panic!("{e}"));
    exact(&prepared.engaged.engagement).expect("small")
}

/// P(k of n at one in two).
fn binomial(n: i32, k: i32) -> f64 {
    let ways: f64 = (0..k).map(|i| f64::from(n - i) / f64::from(i + 1)).product();
    ways / f64::powi(2.0, n)
}
