//! What may be true on the table of Warhammer 40,000.

use crate::games::language::scene::situations;

situations! {
    HALF_RANGE "half range": "the target is within half range: Rapid Fire, Melta", "W40K-RAPID-FIRE";
    STATIONARY "stationary": "the attacker Remained Stationary: Heavy", "W40K-HEAVY";
    ADVANCED "advanced": "the attacker Advanced: only Assault weapons shoot", "W40K-ASSAULT";
    CHARGED "charged" <-> TARGET_CHARGED: "the attacker charged: Lance", "W40K-LANCE";
    TARGET_CHARGED "target charged" <-> CHARGED: "the target charged", "W40K-LANCE";
    COVER "cover": "the target has the Benefit of Cover", "W40K-COVER";
    OVERWATCH "overwatch": "Fire Overwatch: only unmodified 6s hit", "W40K-OVERWATCH";
    INDIRECT "indirect": "Indirect Fire at a target nobody sees", "W40K-INDIRECT-FIRE";
    PLUNGING_FIRE "plunging fire": "from above: AP improves by 1", "W40K-PLUNGING-FIRE";
    BIG_GUNS "big guns": "a Monster or Vehicle shoots, or is shot at, in Engagement Range: -1 to hit", "W40K-BIG-GUNS";
    EPIC_CHALLENGE "epic challenge": "melee attacks of the attacker's character have Precision", "W40K-STRAT-EPIC-CHALLENGE";
    STEALTH "stealth": "ranged attacks against the target: -1 to hit", "W40K-STEALTH";
    FIRING_DECK "firing deck": "passengers shoot too: weapons that are `embarked`", "W40K-FIRING-DECK";
    GO_TO_GROUND "go to ground": "the target has cover and a 6+ invulnerable save", "W40K-STRAT-GO-TO-GROUND";
    SMOKESCREEN "smokescreen": "the target has cover and Stealth", "W40K-STRAT-SMOKESCREEN";
    COMMAND_REROLL "command re-roll" <-> TARGET_COMMAND_REROLL: "the attacker has a Command Re-roll for this phase: for which roll says a ruling", "W40K-STRAT-COMMAND-REROLL";
    TARGET_COMMAND_REROLL "target command re-roll" <-> COMMAND_REROLL: "the target has a Command Re-roll for this phase: it rolls one failed save again", "W40K-STRAT-COMMAND-REROLL";
    DAMAGED "damaged" <-> TARGET_DAMAGED: "the attacker has lost wounds", "W40K-ALLOCATE";
    TARGET_DAMAGED "target damaged" <-> DAMAGED: "the target has lost wounds", "W40K-ALLOCATE";
}
