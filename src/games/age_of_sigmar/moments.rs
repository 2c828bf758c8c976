//! What happens when in a battle: in a combat phase Strike-first, the others, Strike-last; of equals the side whose turn it
//! is strikes first (AOS-13.1, AOS-19.0).

use crate::games::moments::{Order, Priority, Timeline};

pub(super) const MOMENTS: Timeline = Timeline {
    order: Order::Phases { own_turn_first: true, charge_is_early: false },
    early: &["Strike-first"],
    late: &["Strike-last"],
    charge: &["charged"],
    used_up: &["counter-charge", "forward to victory"],
    in_enemy_turn: &["counter-charge"],
    unfought: &[("target retreats", "who retreats is out of the combat (AOS-14.1)")],
    one_in_phase: (&["all-out attack", "all-out defence"], "a unit uses one command in a phase (AOS-CMD-1.2)"),
    once_on_target: &["ignore first failed save", "ignore first damage", "target retreats", "place of power"],
    // At the end of any turn (AOS-CMD-8.0).
    turn_end: &["power through"],
    // A tie leaves the choice to whoever was first before: 15 of 36 and 6 of 36 (AOS-12.0).
    priority: Priority::RolledFor(21.0 / 36.0),
    one_target: Some(
        "models may split single attacks between targets (AOS-16.0), which is not computed: a plan aims all attacks of a unit at one target",
    ),
    ..Timeline::ACTIVATIONS
};
