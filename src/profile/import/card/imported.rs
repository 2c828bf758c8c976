//! What became of one unit, and of its abilities.

use std::sync::Arc;

use crate::profile::import::{HIDDEN, values};
use crate::words::add_once;

/// A unit that was read, or why it was not.
#[derive(Clone, PartialEq, Debug, Default, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ImportedUnit {
    /// Its name.
    pub name: String,
    /// What it costs where the file says so.
    pub points: Option<u32>,
    /// How many models it has; 0 if it could not be read.
    pub models: u32,
    /// How many different weapons.
    pub weapons: usize,
    /// The abilities that entered the profile, by name.
    pub read: Vec<String>,
    /// What became of each ability of the card.
    pub abilities: Arc<[ImportedAbility]>,
    /// Slips of the file that were mended: what stood there, and what was made of it.
    pub mended: Vec<String>,
    /// What the profile leaves out, each with the reason.
    pub left_out: Vec<LeftOut>,
    /// Why the unit could not be read.
    pub refused: Option<String>,
    /// The army that it is of, if the file holds several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub army: Option<String>,
    /// What the file marks as provisional.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub provisional: Vec<String>,
    /// The place, in the list of units, of the unit that it leads.
    pub leader_of: Option<usize>,
    /// The text of its profile; empty if it could not be read.
    #[serde(skip)]
    pub text: Arc<str>,
    /// Its abilities that reach other units, each as an `[[ability]]` of the army.
    #[serde(skip)]
    pub lent: Arc<[String]>,
}

impl ImportedUnit {
    /// A unit that could not be read.
    pub(crate) fn refused(name: &str, points: Option<u32>, why: impl Into<String>) -> Self {
        Self { name: values::name(name), points, refused: Some(why.into()), ..Self::default() }
    }

    /// Whether it could not be read.
    pub(crate) fn is_failure(&self) -> bool {
        self.refused.as_deref().is_some_and(|why| why != HIDDEN)
    }

    /// This unit marked as one that could not be read, so that none of its abilities computes.
    pub(crate) fn but(self, why: impl Into<String>) -> Self {
        let left = |one: &ImportedAbility| match one.becomes {
            "no dice" => one.clone(),
            _ => ImportedAbility { becomes: "left out", says: Vec::new(), ..one.clone() },
        };
        Self {
            abilities: self.abilities.iter().map(left).collect(),
            refused: Some(why.into()),
            text: Arc::default(),
            ..self
        }
    }
}

/// What became of an ability of a card.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct ImportedAbility {
    /// Its name.
    pub name: String,
    /// `entry`, `optional`, `army`, `key`, `no dice`, `in part`, or `left out`.
    pub becomes: &'static str,
    /// The lines that say the same.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub says: Vec<String>,
    /// The words that are not understood.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}

impl ImportedAbility {
    /// Adds what became of another ability of the same name: a card that lists one twice has one line for it.
    pub(in crate::profile::import) fn join(&mut self, other: Self) {
        self.becomes = match (self.becomes, other.becomes) {
            (one, other) if one == other => one,
            ("no dice", other) | (other, "no dice") => other,
            ("left out", _) | (_, "left out") => "in part",
            (one, other) => {
                let first = |becomes: &&'static str| [one, other].contains(becomes);
                ["in part", "optional", "entry", "key"].into_iter().find(first).unwrap_or(one)
            }
        };
        add_once(&mut self.says, other.says);
        self.clause = self.clause.take().or(other.clause);
    }
}

/// Something that a profile leaves out.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct LeftOut {
    /// Its name.
    pub what: String,
    /// Why.
    pub why: &'static str,
}
