//! An ability of a profile, as it is written.

use crate::grammar::ANY;
use crate::profile::import::write::Keys;

/// How conditions begin that are about the unit which has an ability, whoever attacks whom.
const OF_BEARER: [&str; 7] =
    ["charged", "stationary", "damage", "objective", "models ", "starting strength", "half strength"];

/// An `[[ability]]` of a profile.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::profile::import) struct AbilityEntry {
    pub(in crate::profile::import) name: String,
    /// The units of the army that it reaches; empty: its own.
    pub(super) reach: String,
    /// Whether it never reaches the unit that has it.
    pub(super) is_of_others: bool,
    pub(in crate::profile::import) when: Vec<String>,
    pub(in crate::profile::import) weapons: Vec<String>,
    pub(in crate::profile::import) models: Vec<String>,
    pub(in crate::profile::import) leading: bool,
    /// Whether it is of the whole unit, whoever is attached to it.
    pub(super) whole: bool,
    pub(in crate::profile::import) against: bool,
    pub(in crate::profile::import) optional: bool,
    pub(in crate::profile::import) once: bool,
    /// Of those of one word only one holds.
    pub(super) choice: String,
    pub(in crate::profile::import) effects: Vec<String>,
}

impl AbilityEntry {
    /// The part that is lent to other units. If it marks an enemy for the whole side, its conditions on its own unit are
    /// dropped: naming the mark implies them. Choices of the army apply to each unit separately.
    pub(super) fn of_others(mut self) -> Self {
        if self.reach == ANY && !self.is_of_others && !self.choice.contains(": ") {
            self.when.retain(|text| !OF_BEARER.iter().any(|own| text.trim_start_matches("not ").starts_with(own)));
        }
        self
    }

    pub(super) fn keys(&self) -> Keys {
        let mut keys = Keys::default();
        keys.put("name", self.name.as_str());
        let owners = [("leading", self.leading), ("whole-unit", self.whole), ("against", self.against)];
        let uses = [("optional", self.optional), ("once", self.once)];
        owners.into_iter().chain(uses).filter(|(_, is)| *is).for_each(|(key, _)| keys.put(key, true));
        let lists = [("when", &self.when), ("weapons", &self.weapons), ("models", &self.models)];
        lists.into_iter().for_each(|(key, texts)| keys.put_list(key, texts));
        keys.put_some("choice", Some(self.choice.as_str()).filter(|choice| !choice.is_empty()));
        keys.put("effects", self.effects.clone());
        keys
    }
}
