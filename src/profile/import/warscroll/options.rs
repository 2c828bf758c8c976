//! What models of a warscroll may carry instead of what they carry.

use super::{Scroll, ScrollWeapon, is_ranged, weapons_of_entry};
use crate::profile::import::options::{Arms, add};
use crate::profile::import::selection::{Printed, Selection, Variant, is_model, replaced};
use crate::profile::import::values::name;
use crate::words::each_once;

/// The most weapons of a profile that nobody carries before an option is chosen.
const MOST_WEAPONS: usize = 40;

impl<'t> Scroll<'_, 't, '_> {
    /// Reads the alternatives of all that the unit has.
    pub(super) fn read_options(&mut self) {
        for part in self.unit.own() {
            for alternative in part.alternatives.iter().filter(|other| !is_model(other)) {
                self.exchange(part, alternative);
            }
        }
    }

    fn exchange(&mut self, parent: &Selection<'t>, alternative: &Variant<'t>) {
        // Some of the unit have it already, who count against its limit.
        let held = self.unit.own().into_iter().filter(|part| part.id == alternative.selection.id);
        let held: u32 = held.map(|part| part.number).sum();
        let mut rest = alternative.clone();
        if let Some(limit) = &mut rest.limit {
            limit.most = limit.most.saturating_sub(held);
        }
        let Some(mut option) = rest.option(self.models.max(1)) else { return };
        let profiles = alternative.selection.own().into_iter().flat_map(|part| &part.profiles);
        for ability in profiles.filter(|profile| profile.kind.starts_with("Ability")) {
            self.card.of_option(&ability.name, false);
        }
        option.exchange(replaced(parent, alternative).map_or_else(Vec::new, arms), arms(&alternative.selection));
        let wanted: Vec<String> = option.gives.iter().map(|(_, weapon)| weapon.clone()).collect();
        if self.weapons.len() >= MOST_WEAPONS || !add(&mut self.options, option) {
            return;
        }
        for (printed, one_of) in weapons_of(&alternative.selection) {
            let called = name(&printed.name);
            // A weapon may be thrown and held under one name.
            let is_there = self
                .weapons
                .iter()
                .any(|weapon| weapon.name == called && is_ranged(&weapon.printed) == is_ranged(printed));
            if !is_there && wanted.contains(one_of.as_ref().unwrap_or(&called)) {
                self.weapons.push(ScrollWeapon {
                    name: called,
                    printed: printed.clone(),
                    one_of,
                    count: 0,
                    champions: 0,
                });
            }
        }
    }
}

fn weapons_of<'a, 't>(selection: &'a Selection<'t>) -> impl Iterator<Item = (&'a Printed<'t>, Option<String>)> {
    selection.own().into_iter().flat_map(weapons_of_entry)
}

/// The weapons of one of a selection.
fn arms(selection: &Selection<'_>) -> Arms {
    each_once(weapons_of(selection).map(|(printed, one_of)| (1, one_of.unwrap_or_else(|| name(&printed.name)))))
}
