//! What a player may buy or do for one attack: commands, stratagems, abilities that dice pay for, and what costs nothing
//! but a place on the table. Each game lists its own.

use super::{Owner, Phase};

/// Something that a player may buy or do for one attack.
#[derive(Clone, Copy, Debug)]
pub struct Offer {
    /// Its name, as the rules print it.
    pub name: &'static str,
    /// How `--with` says it.
    pub with: &'static str,
    /// Who may.
    pub owner: Owner,
    /// What it costs.
    pub cost: Cost,
    /// The only phase in which it may be used; `None`: each.
    pub phase: Option<Phase>,
    /// Keywords of the owner, of which one is needed; empty: none.
    pub keywords: &'static [&'static str],
    /// The rule it comes from.
    pub rule: &'static str,
}

/// What something costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cost {
    /// Command points.
    #[serde(rename = "command-points")]
    Command(u32),
    /// A group of ability dice: `double`.
    #[serde(rename = "ability-dice")]
    Dice(&'static str),
    /// Points of the army.
    Points(u32),
    /// Nothing.
    #[serde(untagged)]
    Free,
}

impl Cost {
    /// What something costs more than another in points of the army; nothing if it does not.
    pub(crate) fn more(before: Option<u32>, after: Option<u32>) -> Self {
        before.zip(after).filter(|(before, after)| after > before).map_or(Self::Free, |(a, b)| Self::Points(b - a))
    }

    /// How many of its kind: command points, points of the army, groups of dice.
    pub(crate) fn amount(self) -> u32 {
        match self {
            Self::Command(points) | Self::Points(points) => points,
            Self::Dice(_) => 1,
            Self::Free => 0,
        }
    }

    /// In a few words: `1 CP`, `a double`, `40 points`; empty if it costs nothing.
    pub fn text(self) -> String {
        match self {
            Self::Command(points) => format!("{points} CP"),
            Self::Dice(group) => format!("a {group}"),
            Self::Points(points) => format!("{points} points"),
            Self::Free => String::new(),
        }
    }

    /// A name with what it costs behind it: `All-out Attack (1 CP)`.
    pub(crate) fn behind(self, name: &str) -> String {
        if self == Self::Free { name.to_owned() } else { format!("{name} ({})", self.text()) }
    }
}

impl Offer {
    /// Something that may be done in each phase by every unit and costs nothing.
    pub(crate) const fn free(owner: Owner, name: &'static str, with: &'static str, rule: &'static str) -> Self {
        Self { name, with, owner, cost: Cost::Free, phase: None, keywords: &[], rule }
    }

    /// This offer, at a price.
    pub(crate) const fn costs(self, cost: Cost) -> Self {
        Self { cost, ..self }
    }

    /// This offer, in one phase alone.
    pub(crate) const fn only_in(self, phase: Phase) -> Self {
        Self { phase: Some(phase), ..self }
    }

    /// This offer, for units with one of these keywords alone.
    pub(crate) const fn needs(self, keywords: &'static [&'static str]) -> Self {
        Self { keywords, ..self }
    }
}
