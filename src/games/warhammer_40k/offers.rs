//! What a player of Warhammer 40,000 may buy or do for one attack: core Stratagems, and what is true on the table for
//! nothing. Each Stratagem is used once in a phase (W40K-CP-MISC), which an attack of one unit never exceeds.

use crate::games::offer::{Cost, Offer};
use crate::games::{Owner, Phase};

/// What a Stratagem costs.
pub(in crate::games) const STRATAGEM: Cost = Cost::Command(1);

/// A die, or a roll, of the attacker rolled again.
pub(in crate::games) const COMMAND_REROLL: Offer =
    Offer::free(Owner::Attacker, "Command Re-roll", "command re-roll", "W40K-STRAT-COMMAND-REROLL").costs(STRATAGEM);

/// Six dice, each 4+ a mortal wound.
pub(in crate::games) const GRENADE: Offer =
    Offer::free(Owner::Attacker, "Grenade", "6 dice: 4+ -> 1 mortal", "W40K-STRAT-GRENADE")
        .costs(STRATAGEM)
        .only_in(Phase::Shooting)
        .needs(&["GRENADES"]);

/// Precision for a Character's melee attacks.
pub(in crate::games) const EPIC_CHALLENGE: Offer =
    Offer::free(Owner::Attacker, "Epic Challenge", "epic challenge", "W40K-STRAT-EPIC-CHALLENGE")
        .costs(STRATAGEM)
        .only_in(Phase::Combat)
        .needs(&["CHARACTER"]);

/// The target is near.
pub(in crate::games) const HALF_RANGE: Offer =
    Offer::free(Owner::Attacker, "half range", "half range", "W40K-RAPID-FIRE").only_in(Phase::Shooting);

/// The attacker has not moved.
pub(in crate::games) const STATIONARY: Offer =
    Offer::free(Owner::Attacker, "Remain Stationary", "stationary", "W40K-HEAVY").only_in(Phase::Shooting);

/// The attacker shoots from above.
pub(in crate::games) const PLUNGING_FIRE: Offer =
    Offer::free(Owner::Attacker, "Plunging Fire", "plunging fire", "W40K-PLUNGING-FIRE").only_in(Phase::Shooting);

/// The attacker has charged.
pub(in crate::games) const CHARGE: Offer =
    Offer::free(Owner::Attacker, "Charge", "charged", "W40K-LANCE").only_in(Phase::Combat);

/// A failed save of the target rolled again.
pub(in crate::games) const TARGET_COMMAND_REROLL: Offer =
    Offer::free(Owner::Defender, "Command Re-roll", "target command re-roll", "W40K-STRAT-COMMAND-REROLL")
        .costs(STRATAGEM);

/// Smoke around the target.
pub(in crate::games) const SMOKESCREEN: Offer =
    Offer::free(Owner::Defender, "Smokescreen", "smokescreen", "W40K-STRAT-SMOKESCREEN")
        .costs(STRATAGEM)
        .only_in(Phase::Shooting)
        .needs(&["SMOKE"]);

/// The target is in cover.
pub(in crate::games) const COVER: Offer =
    Offer::free(Owner::Defender, "Cover", "cover", "W40K-COVER").only_in(Phase::Shooting);

/// Core Stratagems that touch an attack, and what is true on the table for nothing.
pub(super) const OFFERS: &[Offer] = &[
    COMMAND_REROLL,
    GRENADE,
    Offer::free(Owner::Attacker, "Tank Shock", "tank shock", "W40K-STRAT-TANK-SHOCK")
        .costs(STRATAGEM)
        .only_in(Phase::Combat)
        .needs(&["VEHICLE"]),
    EPIC_CHALLENGE,
    HALF_RANGE,
    STATIONARY,
    PLUNGING_FIRE,
    CHARGE,
    TARGET_COMMAND_REROLL,
    Offer::free(Owner::Defender, "Go to Ground", "go to ground", "W40K-STRAT-GO-TO-GROUND")
        .costs(STRATAGEM)
        .only_in(Phase::Shooting)
        .needs(&["INFANTRY"]),
    SMOKESCREEN,
    COVER,
];
