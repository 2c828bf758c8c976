//! What happens when in a battle: fighters are activated in turn with two actions, monsters three times with one
//! (WARCRY-ACTIVATE, WARCRY-MONSTER); a reaction is one of the actions (WARCRY-REACT-ECON).

use crate::games::moments::{Priority, Timeline};
use crate::profile::Document;
use crate::words::same;

pub(super) const MOMENTS: Timeline = Timeline {
    reactions: &["counter", "take cover"],
    all_actions: "two attacks",
    activations: |unit| if is_monster(unit) { 3 } else { 1 },
    hurt_is_weaker: true,
    once_on_target: &["open edge", "stairs", "out of reach after a fall"],
    // Both roll alike for initiative (WARCRY-INIT-ROLL).
    priority: Priority::EachRound,
    one_target: Some("an attack action uses one weapon and has one target (WARCRY-WEAPON)"),
    ..Timeline::ACTIVATIONS
};

fn is_monster(unit: &Document) -> bool {
    unit.table.texts("runemarks").any(|text| same(text, "MONSTER"))
}
