//! What happens when in a battle: Fights First and who charged, then the others; of equals the side whose turn it is not
//! (W40K-FIGHTS-FIRST).

use super::unit::{Datasheet, Group};
use crate::dice::{Draw, Faces};
use crate::games::moments::{Order, OutOfTurn, Timeline, Volatile};
use crate::profile::{Diagnostics, Document};

pub(super) const MOMENTS: Timeline = Timeline {
    used_up: &["tank shock"],
    charging: &["tank shock"],
    volatile: Some(|unit| volatile(unit, super::read_tenth)),
    ..OF_ALL_EDITIONS
};

/// What editions share.
pub(in crate::games) const OF_ALL_EDITIONS: Timeline = Timeline {
    order: Order::Phases { own_turn_first: false, charge_is_early: true },
    early: &["Fights First"],
    charge: &["charged"],
    fires_once: "One Shot",
    once_on_target: &[
        "ignore first failed save", "damage of one attack is 0", "reroll one save", "target command re-roll",
    ],
    // 1CP (W40K-OVERWATCH).
    out_of_turn: &[OutOfTurn { name: "overwatch", price: 1, before_shots: true }],
    one_roll: &["command re-roll"],
    target_fought: "target fought",
    ..Timeline::ACTIVATIONS
};

/// Groups of models as Deadly Demise asks for them.
pub(in crate::games) fn volatile(
    unit: &Document,
    read: fn(&Document, &Diagnostics) -> Option<Datasheet>,
) -> Vec<Volatile> {
    let of = |(group, ignored_on): (&Group, u8)| Volatile {
        ignored_on: ignored_on.clamp(1, 7),
        explodes: group.deadly_demise.map(|amount| Draw::of(amount, Faces::NONE)),
        name: (*group.name).clone(),
        wounds: group.wounds.get(),
    };
    let all = |unit: Datasheet| unit.groups.iter().zip(unit.ignores_mortal_wounds()).map(of).collect();
    read(unit, &Diagnostics::default()).map_or_else(Vec::new, all)
}
