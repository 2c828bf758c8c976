//! What a player of the 11th edition may buy or do for one attack: most of it is as in the 10th.

use crate::games::offer::Offer;
use crate::games::warhammer_40k::offers::{
    CHARGE, COMMAND_REROLL, COVER, EPIC_CHALLENGE, GRENADE, HALF_RANGE, PLUNGING_FIRE, SMOKESCREEN, STATIONARY,
    TARGET_COMMAND_REROLL,
};

/// Core Stratagems that touch an attack, and what is true on the table for nothing.
pub(super) const OFFERS: &[Offer] = &[
    COMMAND_REROLL,
    Offer { name: "Explosives", keywords: &["GRENADES", "EXPLOSIVES"], rule: "W40K-STRAT-EXPLOSIVES", ..GRENADE },
    EPIC_CHALLENGE,
    HALF_RANGE,
    STATIONARY,
    PLUNGING_FIRE,
    CHARGE,
    TARGET_COMMAND_REROLL,
    SMOKESCREEN,
    COVER,
];
