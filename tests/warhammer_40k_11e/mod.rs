//! The rules of Warhammer 40,000, eleventh edition.

mod attacks;
mod batches;
mod characters;
mod questions;
mod reference;
mod reroll;
mod seldom;

use crate::support::{forty_k, squad};

/// The same profile in the eleventh edition.
fn eleventh(text: &str) -> String {
    text.replacen("warhammer-40k", "warhammer-40k-11e", 1)
}

/// A unit of one model with the weapons that are written.
fn unit(weapons: &str) -> String {
    eleventh(&forty_k(weapons))
}

/// A target of one kind of model: count, T, Sv, W.
fn target(count: u32, toughness: u32, save: &str, wounds: u32, more: &str) -> String {
    eleventh(&squad(count, toughness, save, wounds, more))
}

/// One more group of models: count, T, Sv, W.
fn group(name: &str, count: u32, toughness: u32, save: &str, wounds: u32, more: &str) -> String {
    format!(
        "[[model]]\nname = \"{name}\"\ncount = {count}\ntoughness = {toughness}\nsave = \"{save}\"\nwounds = {wounds}\n{more}\n"
    )
}
