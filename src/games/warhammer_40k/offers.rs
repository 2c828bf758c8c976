//! What a player of Warhammer 40,000 may buy or do for one attack: core Stratagems, and what is true on the table for
//! nothing. Each Stratagem is used once in a phase (W40K-CP-MISC), which an attack of one unit never exceeds.

use crate::games::offer::{Cost, Offer};
use crate::games::{Owner, Phase};

const STRATAGEM: Cost = Cost::Command(1);

/// Core Stratagems that touch an attack, and what is true on the table for nothing.
pub(super) const OFFERS: &[Offer] = &[
    Offer::free(Owner::Attacker, "Command Re-roll", "command re-roll", "W40K-STRAT-COMMAND-REROLL").costs(STRATAGEM),
    Offer::free(Owner::Attacker, "Grenade", "6 dice: 4+ -> 1 mortal", "W40K-STRAT-GRENADE")
        .costs(STRATAGEM)
        .only_in(Phase::Shooting)
        .needs(&["GRENADES"]),
    Offer::free(Owner::Attacker, "Tank Shock", "tank shock", "W40K-STRAT-TANK-SHOCK")
        .costs(STRATAGEM)
        .only_in(Phase::Combat)
        .needs(&["VEHICLE"]),
    Offer::free(Owner::Attacker, "Epic Challenge", "epic challenge", "W40K-STRAT-EPIC-CHALLENGE")
        .costs(STRATAGEM)
        .only_in(Phase::Combat)
        .needs(&["CHARACTER"]),
    Offer::free(Owner::Attacker, "half range", "half range", "W40K-RAPID-FIRE").only_in(Phase::Shooting),
    Offer::free(Owner::Attacker, "Remain Stationary", "stationary", "W40K-HEAVY").only_in(Phase::Shooting),
    Offer::free(Owner::Attacker, "Plunging Fire", "plunging fire", "W40K-PLUNGING-FIRE").only_in(Phase::Shooting),
    Offer::free(Owner::Attacker, "Charge", "charged", "W40K-LANCE").only_in(Phase::Combat),
    Offer::free(Owner::Defender, "Command Re-roll", "target command re-roll", "W40K-STRAT-COMMAND-REROLL")
        .costs(STRATAGEM),
    Offer::free(Owner::Defender, "Go to Ground", "go to ground", "W40K-STRAT-GO-TO-GROUND")
        .costs(STRATAGEM)
        .only_in(Phase::Shooting)
        .needs(&["INFANTRY"]),
    Offer::free(Owner::Defender, "Smokescreen", "smokescreen", "W40K-STRAT-SMOKESCREEN")
        .costs(STRATAGEM)
        .only_in(Phase::Shooting)
        .needs(&["SMOKE"]),
    Offer::free(Owner::Defender, "Cover", "cover", "W40K-COVER").only_in(Phase::Shooting),
];
