//! What a file became: an army, or the units of a catalogue.

use super::card::{ImportedAbility, ImportedUnit, LeftOut};
use crate::words::each_once;

/// What a file became.
#[derive(Clone, PartialEq, Debug, Default, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Imported {
    /// The game.
    pub game: &'static str,
    /// What it was.
    pub kind: ImportKind,
    /// The name of the army or of the catalogue.
    pub name: String,
    /// The points that the file says the army costs.
    pub points: Option<u32>,
    /// Entries that cost points and are not units: a formation, a lore.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub besides: Vec<Besides>,
    /// Its units.
    pub units: Vec<ImportedUnit>,
    /// What became of each rule of the army as a whole.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub abilities: Vec<ImportedAbility>,
    /// What is printed of the army as a whole and is not computed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
    /// What the army as a whole lends to them.
    #[serde(skip)]
    pub lent: Vec<Lent>,
}

/// What an army lends its units.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lent {
    /// The army, if the file holds several.
    pub army: String,
    /// Each as an `[[ability]]` of the army.
    pub entries: Vec<String>,
}

impl Imported {
    /// Adds what was read of the army as a whole, or of one thing that it has chosen.
    pub(super) fn add(&mut self, from: &str, read: ImportedUnit) {
        self.lent.push(Lent { army: String::new(), entries: read.lent.to_vec() });
        let is_plain = |name: &str| from.is_empty() || from == name;
        let name = |name: &str| if is_plain(name) { name.to_owned() } else { format!("{from}: {name}") };
        self.left_out.extend(read.left_out.into_iter().map(|left| LeftOut { what: name(&left.what), ..left }));
        self.abilities
            .extend(read.abilities.iter().map(|one| ImportedAbility { name: name(&one.name), ..one.clone() }));
    }

    /// The armies that it holds, each by itself; itself if its units are of one.
    pub(crate) fn by_army(self) -> Vec<Self> {
        let armies = each_once(self.units.iter().filter_map(|unit| unit.army.clone()));
        if armies.is_empty() {
            return vec![self];
        }
        let of = |army: String| {
            let units = self.units.iter().filter(|unit| unit.army.as_ref() == Some(&army)).cloned().collect();
            let lent = self.lent.iter().filter(|lent| lent.army == army).cloned().collect();
            Self { name: army, units, lent, besides: Vec::new(), ..self.clone() }
        };
        armies.into_iter().map(of).collect()
    }
}

/// A part of a roster that costs points and is of no unit.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Besides {
    /// Its name.
    pub name: String,
    /// What it costs.
    pub points: u32,
}

/// What a file was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ImportKind {
    /// An army that somebody chose.
    Roster,
    /// The units that somebody may choose from.
    #[default]
    Catalogue,
}
