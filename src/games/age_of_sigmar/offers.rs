//! What a player of Age of Sigmar may buy or do for one attack. That a unit uses one command in a phase, and an army each
//! command once, is refused where situations are read (AOS-CMD-1.2).

use crate::games::offer::{Cost, Offer};
use crate::games::{Owner, Phase};

const COMMAND: Cost = Cost::Command(1);

/// Commands that touch an attack, and what is true on the table for nothing.
pub(super) const OFFERS: &[Offer] = &[
    Offer::free(Owner::Attacker, "All-out Attack", "all-out attack", "AOS-CMD-6.0").costs(COMMAND),
    Offer::free(Owner::Attacker, "Power Through", "power through", "AOS-CMD-8.0").costs(COMMAND).only_in(Phase::Combat),
    Offer::free(Owner::Attacker, "Charge", "charged", "AOS-20.0").only_in(Phase::Combat),
    Offer::free(Owner::Defender, "All-out Defence", "all-out defence", "AOS-CMD-7.0").costs(COMMAND),
    Offer::free(Owner::Defender, "Rally", "rally", "AOS-CMD-2.0a").costs(COMMAND),
    Offer::free(Owner::Defender, "Cover", "cover", "AOS-TER-1.2"),
    Offer::free(Owner::Defender, "Guarded Hero", "guarded hero", "AOS-25.0").only_in(Phase::Shooting),
    Offer::free(Owner::Defender, "a charge of its own", "target charged", "AOS-20.0").only_in(Phase::Combat),
];
