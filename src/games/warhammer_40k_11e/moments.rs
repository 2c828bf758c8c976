//! What happens when in a battle: as in the 10th edition, but of equals the side whose turn it is strikes first
//! (W40K-FIGHTS-FIRST).

use crate::games::moments::{Order, Timeline};
use crate::games::warhammer_40k::moments::{OF_ALL_EDITIONS, volatile};

pub(super) const MOMENTS: Timeline = Timeline {
    order: Order::Phases { own_turn_first: true, charge_is_early: true },
    volatile: Some(|unit| volatile(unit, super::read_eleventh)),
    ..OF_ALL_EDITIONS
};
