//! What a player of Warcry may do for one attack: actions, reactions, and universal abilities with the dice that pay for
//! them. That an activation has one ability is refused where situations are read (WARCRY-ABILITY-USE).

use crate::games::offer::{Cost, Offer};
use crate::games::{Owner, Phase};

/// Abilities, actions, reactions and terrain.
pub(super) const OFFERS: &[Offer] = &[
    Offer::free(Owner::Attacker, "Onslaught", "onslaught", "WARCRY-AB-ONSLAUGHT")
        .costs(Cost::Dice("double"))
        .only_in(Phase::Combat),
    Offer::free(Owner::Attacker, "Rampage", "rampage", "WARCRY-AB-RAMPAGE").costs(Cost::Dice("quad")),
    Offer::free(Owner::Attacker, "a second attack action", "two attacks", "WARCRY-ACTIVATE"),
    Offer::free(Owner::Defender, "Counter", "counter", "WARCRY-COUNTER").only_in(Phase::Combat),
    Offer::free(Owner::Defender, "Take Cover", "take cover", "WARCRY-TAKE-COVER").only_in(Phase::Shooting),
    Offer::free(Owner::Defender, "Cover", "cover", "WARCRY-COVER"),
];
