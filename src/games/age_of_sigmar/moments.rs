//! What happens when in a battle: in a combat phase Strike-first, the others, Strike-last; of equals the side whose turn it
//! is strikes first (AOS-13.1, AOS-19.0).

use crate::games::moments::{Order, OutOfTurn, Priority, Timeline};

pub(super) const MOMENTS: Timeline = Timeline {
    order: Order::Phases { own_turn_first: true, charge_is_early: false },
    early: &["Strike-first"],
    late: &["Strike-last"],
    charge: &["charged"],
    used_up: &["counter-charge", "forward to victory"],
    in_enemy_turn: &["counter-charge"],
    unfought: &[("target retreats", "who retreats is out of the combat (AOS-14.1)")],
    // In the enemy's shooting phase, in which that side uses its abilities first (AOS-CMD-4.0, AOS-30.0).
    out_of_turn: &[OutOfTurn { name: "covering fire", price: 1, before_shots: false }],
    one_in_phase: (
        &["all-out attack", "all-out defence", "covering fire"],
        "a unit uses one command in a phase (AOS-CMD-1.2)",
    ),
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
