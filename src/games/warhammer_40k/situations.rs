//! What may be true on the table of Warhammer 40,000.

use crate::games::language::scene::situations;

situations! {
    HALF_RANGE "half range": "the target is within half range (for Rapid Fire and Melta); `half range 5`: of five models, and of five of each weapon", "W40K-RAPID-FIRE";
    STATIONARY "stationary": "the attacker Remained Stationary (for Heavy)", "W40K-HEAVY";
    ADVANCED "advanced": "the attacker Advanced: it shoots only with Assault weapons", "W40K-ASSAULT";
    CHARGED "charged" <-> TARGET_CHARGED: "the attacker charged this turn (for Lance)", "W40K-LANCE";
    TARGET_CHARGED "target charged" <-> CHARGED: "the target charged this turn", "W40K-LANCE";
    COVER "cover": "the target has the Benefit of Cover, with all its models; `cover 5`: five have it, and fall first", "W40K-COVER";
    OVERWATCH "overwatch": "the attacker fires Overwatch: only unmodified 6s hit", "W40K-OVERWATCH";
    INDIRECT "indirect": "the attacker sees nobody of the target and uses Indirect Fire", "W40K-INDIRECT-FIRE";
    PLUNGING_FIRE "plunging fire": "the attacker shoots from above: AP improves by 1", "W40K-PLUNGING-FIRE";
    BIG_GUNS "big guns": "a Monster or Vehicle shoots, or is shot at, in Engagement Range: -1 to hit", "W40K-BIG-GUNS";
    EPIC_CHALLENGE "epic challenge": "the attacker's Character has Precision with melee attacks", "W40K-STRAT-EPIC-CHALLENGE";
    TANK_SHOCK "tank shock": "the attacker's Vehicle has just charged the target: a die for each point of its Toughness, each 5+ is a mortal wound, six at most", "W40K-STRAT-TANK-SHOCK";
    STEALTH "stealth": "the target has Stealth: -1 to hit with ranged attacks", "W40K-STEALTH";
    FIRING_DECK "firing deck": "passengers shoot too, with the weapons that a profile calls `embarked`", "W40K-FIRING-DECK";
    GO_TO_GROUND "go to ground": "the target has cover and a 6+ invulnerable save in the Shooting phase", "W40K-STRAT-GO-TO-GROUND";
    SMOKESCREEN "smokescreen": "the target has cover and Stealth in the Shooting phase", "W40K-STRAT-SMOKESCREEN";
    COMMAND_REROLL "command re-roll" <-> TARGET_COMMAND_REROLL: "the attacker has a Command Re-roll for this attack, used as is best; `--ruling command-reroll` says for which roll", "W40K-STRAT-COMMAND-REROLL";
    TARGET_COMMAND_REROLL "target command re-roll" <-> COMMAND_REROLL: "the target has a Command Re-roll for this attack: one failed save, as is best", "W40K-STRAT-COMMAND-REROLL";
    OBJECTIVE "objective" <-> TARGET_OBJECTIVE: "the attacker is within range of an objective marker, for abilities that ask for it", "W40K-CONDITION-TIMING";
    TARGET_OBJECTIVE "target objective" <-> OBJECTIVE: "the target is within range of an objective marker, for abilities that ask for it", "W40K-CONDITION-TIMING";
    CLOSEST "closest": "the target is the closest that may be chosen, for abilities that ask for it", "W40K-CONDITION-TIMING";
    BATTLE_SHOCKED "battle-shocked" <-> TARGET_BATTLE_SHOCKED: "the attacker is Battle-shocked, for abilities that ask for it", "W40K-BATTLESHOCK";
    TARGET_BATTLE_SHOCKED "target battle-shocked" <-> BATTLE_SHOCKED: "the target is Battle-shocked, for abilities that ask for it", "W40K-BATTLESHOCK";
    BELOW_STARTING_STRENGTH "below starting strength" <-> TARGET_BELOW_STARTING_STRENGTH: "the attacker has lost models, or wounds if it is one model", "W40K-STRENGTH-LEVELS";
    TARGET_BELOW_STARTING_STRENGTH "target below starting strength" <-> BELOW_STARTING_STRENGTH: "the target has lost models, or wounds if it is one model", "W40K-STRENGTH-LEVELS";
    HALF_STRENGTH "half strength" <-> TARGET_HALF_STRENGTH: "the attacker is Below Half-strength", "W40K-STRENGTH-LEVELS";
    TARGET_HALF_STRENGTH "target half strength" <-> HALF_STRENGTH: "the target is Below Half-strength", "W40K-STRENGTH-LEVELS";
    DAMAGED "damaged" <-> TARGET_DAMAGED: "the attacker has lost wounds", "W40K-ALLOCATE";
    TARGET_DAMAGED "target damaged" <-> DAMAGED: "the target has lost wounds", "W40K-ALLOCATE";
}
