//! What happens when in a battle: one activation each. One roll uses up a condition token (ASOIAF-TOKEN).

use crate::games::moments::Timeline;

pub(super) const MOMENTS: Timeline = Timeline {
    charge: &["charge", "disorderly"],
    used_up: &["crossed dangerous"],
    once_on_target: &["vulnerable", "panicked", "target becomes vulnerable", "target becomes panicked"],
    tokens: &["weakened", "vulnerable", "panicked"],
    one_target: Some("one attack of the card is made at one target (ASOIAF-MELEE, ASOIAF-RANGED)"),
    ..Timeline::ACTIVATIONS
};
