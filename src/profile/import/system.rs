//! The games whose rosters and catalogues are read.

use std::collections::HashMap;

use super::card::refused;
use super::{Imported, ImportedUnit, NotRead, Vocabulary, datasheet, selection, values, warband, warscroll};

/// A game whose cards are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum System {
    Warhammer40k,
    Warhammer40kEleventh,
    AgeOfSigmar,
    Warcry,
}

impl System {
    /// The game of a file; ids stand where a name was translated or left out.
    pub(super) fn of(name: &str, id: &str) -> Result<Self, NotRead> {
        let plain = values::clean(name).to_lowercase();
        let is = |words: &[&str]| words.iter().all(|word| plain.contains(word));
        if is(&["40,000", "10th"]) || is(&["40000", "10th"]) || id == "sys-352e-adc2-7639-d6a9" {
            return Ok(Self::Warhammer40k);
        }
        if is(&["40,000", "11th"]) || is(&["40000", "11th"]) || id == "sys-352e-adc2-7639-d610" {
            return Ok(Self::Warhammer40kEleventh);
        }
        if is(&["age of sigmar 4"]) || is(&["age of sigmar", "4th"]) || id == "e51d-b1a3-75fc-dc3g" {
            return Ok(Self::AgeOfSigmar);
        }
        if is(&["warcry"]) || id == "e5fe-db52-95ba-6b62" {
            return Ok(Self::Warcry);
        }
        let game = if plain.is_empty() { "a game that it does not name".to_owned() } else { values::name(name) };
        Err(NotRead::OtherGame(game))
    }

    pub(super) fn id(self) -> &'static str {
        match self {
            Self::Warhammer40k => "warhammer-40k",
            Self::Warhammer40kEleventh => "warhammer-40k-11e",
            Self::AgeOfSigmar => "age-of-sigmar",
            Self::Warcry => "warcry",
        }
    }

    pub(super) fn statlines(self) -> &'static [&'static str] {
        match self {
            Self::Warhammer40k | Self::Warhammer40kEleventh => datasheet::STATLINES,
            Self::AgeOfSigmar => warscroll::STATLINES,
            Self::Warcry => warband::STATLINES,
        }
    }

    /// What is printed of an army as a whole, as `[[ability]]`s of it, and what of it is not computed. `several`: of the rules
    /// it has one, so each of them can be chosen.
    pub(super) fn of_army(
        self,
        printed: selection::OfArmy<'_>,
        several: bool,
        vocabulary: &dyn Vocabulary,
        read_before: &mut HashMap<String, ImportedUnit>,
    ) -> Imported {
        match self {
            Self::AgeOfSigmar => warscroll::of_army(printed, vocabulary),
            Self::Warcry => Imported::default(),
            _ => datasheet::of_army(self.id(), &printed, several, vocabulary, read_before),
        }
    }

    pub(super) fn read(self, selection: &selection::Selection<'_>, vocabulary: &dyn Vocabulary) -> ImportedUnit {
        let read = match self {
            Self::Warhammer40k | Self::Warhammer40kEleventh => datasheet::read(self.id(), selection, vocabulary),
            Self::AgeOfSigmar => warscroll::read(selection, vocabulary),
            Self::Warcry => warband::read(selection, vocabulary),
        };
        read.unwrap_or_else(|why| refused(selection, why))
    }
}
