//! An ability of a profile, as it is written.

use crate::grammar::{ANY, Statement};
use crate::profile::import::write::Keys;

/// How conditions begin that are about the unit which has an ability, whoever attacks whom.
const OF_BEARER: [&str; 7] =
    ["charged", "stationary", "damage", "objective", "models ", "starting strength", "half strength"];

/// An `[[ability]]` of a profile.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::profile::import) struct AbilityEntry {
    pub(in crate::profile::import) name: String,
    /// The weapons, and the models, that have it; none: all.
    pub(in crate::profile::import) weapons: Vec<String>,
    pub(super) models: Vec<String>,
    /// Of those of one word only one holds.
    pub(super) choice: String,
    pub(super) said: Statement,
}

impl AbilityEntry {
    /// The part that is lent to other units. If it marks an enemy for the whole side, its conditions on its own unit are
    /// dropped: naming the mark implies them. Choices of the army apply to each unit separately.
    pub(super) fn of_others(mut self) -> Self {
        if self.said.reach == ANY && !self.choice.contains(": ") {
            let is_own = |text: &str| OF_BEARER.iter().any(|own| text.trim_start_matches("not ").starts_with(own));
            self.said.when.retain(|text| !is_own(text));
        }
        self
    }

    pub(super) fn keys(&self) -> Keys {
        let (mut keys, said) = (Keys::default(), &self.said);
        keys.put("name", self.name.as_str());
        let owners = [("leading", said.leading), ("whole-unit", said.whole), ("against", said.against)];
        let uses = [("optional", said.optional), ("once", said.once)];
        owners.into_iter().chain(uses).filter(|(_, is)| *is).for_each(|(key, _)| keys.put(key, true));
        let lists = [("when", &said.when), ("weapons", &self.weapons), ("models", &self.models)];
        lists.into_iter().for_each(|(key, texts)| keys.put_list(key, texts));
        keys.put_some("choice", Some(self.choice.as_str()).filter(|choice| !choice.is_empty()));
        keys.put("effects", said.effects.clone());
        keys
    }
}
