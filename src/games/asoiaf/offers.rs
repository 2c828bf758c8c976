//! What a player of A Song of Ice & Fire may do for one attack. Tactics cards are no part of these rules; what they do is
//! said with `--try`.

use crate::games::offer::Offer;
use crate::games::{Owner, Phase};

/// Charges, arcs, terrain, objectives and condition tokens.
pub(super) const OFFERS: &[Offer] = &[
    Offer::free(Owner::Attacker, "a charge", "charge", "ASOIAF-CHARGE-BONUS").only_in(Phase::Combat),
    Offer::free(Owner::Attacker, "from the flank", "flank", "ASOIAF-FLANK"),
    Offer::free(Owner::Attacker, "from the rear", "rear", "ASOIAF-REAR"),
    Offer::free(Owner::Attacker, "a Vulnerable token", "vulnerable", "ASOIAF-TOKEN"),
    Offer::free(Owner::Attacker, "a Panicked token", "panicked", "ASOIAF-TOKEN"),
    Offer::free(Owner::Attacker, "Horrific terrain", "horrific", "ASOIAF-MORALEMOD-TERRAIN"),
    Offer::free(Owner::Attacker, "objective B", "objective b", "ASOIAF-ADWD-B").only_in(Phase::Combat),
    Offer::free(Owner::Defender, "a Weakened token", "weakened", "ASOIAF-TOKEN"),
    Offer::free(Owner::Defender, "Cover", "cover", "ASOIAF-COVER").only_in(Phase::Shooting),
    Offer::free(Owner::Defender, "Inspiring terrain", "inspiring", "ASOIAF-MORALEMOD-TERRAIN"),
];
