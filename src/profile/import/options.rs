//! What a catalogue offers instead of its defaults, as `[[option]]` of a profile.

use serde_json::Value;

use super::values::{free_name, name};
use super::write::Keys;
use crate::words::same;

/// The most options of a profile, and the most weapons that they bring into it.
const MOST_OPTIONS: usize = 60;

/// Weapons, and how many of each one bearer has.
pub(super) type Arms = Vec<(u32, String)>;

/// An `[[option]]` before it is written.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct ReadOption {
    pub(super) name: String,
    /// The group of models, if the game writes groups.
    pub(super) model: Option<String>,
    pub(super) replaces: Arms,
    pub(super) gives: Arms,
    pub(super) limit: Option<Value>,
    pub(super) one_of: Option<String>,
    pub(super) points: i64,
    /// Keys of the statline.
    pub(super) changes: Vec<(&'static str, Value)>,
}

impl ReadOption {
    /// Keeps of what is replaced and given only what differs.
    pub(super) fn exchange(&mut self, mut replaces: Arms, mut gives: Arms) {
        for (count, weapon) in &mut replaces {
            if let Some((given, _)) = gives.iter_mut().find(|(_, other)| same(other, weapon)) {
                let both = (*count).min(*given);
                *count -= both;
                *given -= both;
            }
        }
        let is_any = |(count, _): &(u32, String)| *count > 0;
        self.replaces = replaces.into_iter().filter(is_any).collect();
        self.gives = gives.into_iter().filter(is_any).collect();
    }

    /// Says that it shares its limit with others of a kind of models.
    pub(super) fn share(&mut self, kind: &str) {
        if self.limit.is_some() && self.one_of.is_none() {
            self.one_of = Some(name(kind));
        }
    }

    /// Calls it by the weapons that it gives.
    pub(super) fn call_by_weapons(&mut self) {
        let weapons: Vec<&str> = self.gives.iter().map(|(_, weapon)| weapon.as_str()).collect();
        if !weapons.is_empty() {
            self.name = weapons.join(" and ");
        }
    }

    fn keys(self) -> Keys {
        let list = |arms: Arms| -> Vec<String> {
            let one = |(count, weapon): (u32, String)| if count == 1 { weapon } else { format!("{count} {weapon}") };
            arms.into_iter().map(one).collect()
        };
        let mut keys = Keys::default();
        keys.put("name", self.name);
        keys.put_some("model", self.model);
        keys.put_list("replaces", &list(self.replaces));
        keys.put_list("gives", &list(self.gives));
        keys.put_some("limit", self.limit);
        keys.put_some("one-of", self.one_of);
        keys.put_some("points", Some(self.points).filter(|points| *points != 0));
        for (key, value) in self.changes {
            keys.put(key, value);
        }
        keys
    }
}

/// Adds an option under a name of its own, unless it is there already or there are too many; whether it was added.
pub(super) fn add(options: &mut Vec<ReadOption>, mut option: ReadOption) -> bool {
    let is_nothing = option.gives.is_empty() && option.changes.is_empty();
    let is_known = |entry: &ReadOption| {
        ReadOption { name: String::new(), ..entry.clone() } == ReadOption { name: String::new(), ..option.clone() }
    };
    if is_nothing || options.len() == MOST_OPTIONS || options.iter().any(is_known) {
        return false;
    }
    let taken = |called: &str| options.iter().any(|option| same(&option.name, called));
    if taken(&option.name)
        && let Some(model) = &option.model
    {
        option.name = format!("{} ({model})", option.name);
    }
    option.name = free_name(&option.name, taken);
    options.push(option);
    true
}

/// The tables of options.
pub(super) fn tables(options: Vec<ReadOption>) -> impl Iterator<Item = (&'static str, Keys)> {
    options.into_iter().map(|option| ("option", option.keys()))
}

/// Adds up weapons of one name.
pub(super) fn summed(all: impl IntoIterator<Item = (u32, String)>) -> Arms {
    let mut arms: Arms = Vec::new();
    for (count, weapon) in all {
        match arms.iter_mut().find(|(_, key)| *key == weapon) {
            Some((arm, _)) => *arm += count,
            None => arms.push((count, weapon)),
        }
    }
    arms
}
