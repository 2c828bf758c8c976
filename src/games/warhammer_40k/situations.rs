//! What may be true on the table of Warhammer 40,000.

use super::effects;
use crate::games::Situation;
use crate::games::language::exclusion::{Exclusion, Thing, fights, never, shoots};
use crate::games::language::scene::situations;

situations! {
    HALF_RANGE "half range" of Attacker: "the target is within half range (for Rapid Fire and Melta); `half range 5`: of five models, and of five of each weapon", "W40K-RAPID-FIRE";
    STATIONARY "stationary" of Attacker: "the attacker Remained Stationary (for Heavy)", "W40K-HEAVY";
    ADVANCED "advanced" of Attacker: "the attacker Advanced: it shoots only with Assault weapons", "W40K-ASSAULT";
    CHARGED "charged" <-> TARGET_CHARGED: "the attacker charged this turn (for Lance)", "W40K-LANCE";
    TARGET_CHARGED "target charged" <-> CHARGED: "the target charged this turn", "W40K-LANCE";
    COVER "cover" of Defender: "the target has the Benefit of Cover, with all its models; `cover 5`: five have it, and fall first", "W40K-COVER";
    OVERWATCH "overwatch" of Attacker: "the attacker fires Overwatch: only unmodified 6s hit", "W40K-OVERWATCH";
    INDIRECT "indirect" of Attacker: "the attacker sees nobody of the target and uses Indirect Fire", "W40K-INDIRECT-FIRE";
    PLUNGING_FIRE "plunging fire" of Attacker: "the attacker shoots from above: AP improves by 1", "W40K-PLUNGING-FIRE";
    BIG_GUNS "big guns": "a Monster or Vehicle shoots, or is shot at, in Engagement Range: -1 to hit", "W40K-BIG-GUNS";
    EPIC_CHALLENGE "epic challenge" of Attacker: "the attacker's Character has Precision with melee attacks", "W40K-STRAT-EPIC-CHALLENGE";
    TANK_SHOCK "tank shock" of Attacker: "the attacker's Vehicle has just charged the target: a die for each point of its Toughness, each 5+ is a mortal wound, six at most", "W40K-STRAT-TANK-SHOCK";
    STEALTH "stealth" of Defender: "the target has Stealth: -1 to hit with ranged attacks", "W40K-STEALTH";
    FIRING_DECK "firing deck" of Attacker: "passengers shoot too, with the weapons that a profile calls `embarked`", "W40K-FIRING-DECK";
    GO_TO_GROUND "go to ground" of Defender: "the target has cover and a 6+ invulnerable save in the Shooting phase", "W40K-STRAT-GO-TO-GROUND";
    SMOKESCREEN "smokescreen" of Defender: "the target has cover and Stealth in the Shooting phase", "W40K-STRAT-SMOKESCREEN";
    COMMAND_REROLL "command re-roll" <-> TARGET_COMMAND_REROLL: "the attacker has a Command Re-roll for this attack, used as is best; `--ruling command-reroll` says for which roll", "W40K-STRAT-COMMAND-REROLL";
    TARGET_COMMAND_REROLL "target command re-roll" <-> COMMAND_REROLL: "the target has a Command Re-roll for this attack: one failed save, as is best", "W40K-STRAT-COMMAND-REROLL";
    OBJECTIVE "objective" <-> TARGET_OBJECTIVE: "the attacker is within range of an objective marker, held as the ability asks", "W40K-CONDITION-TIMING";
    TARGET_OBJECTIVE "target objective" <-> OBJECTIVE: "the target is within range of an objective marker, held as the ability asks", "W40K-CONDITION-TIMING";
    CLOSEST "closest": "the target is the closest that may be chosen, for abilities that ask for it", "W40K-CONDITION-TIMING";
    BATTLE_SHOCKED "battle-shocked" <-> TARGET_BATTLE_SHOCKED: "the attacker is Battle-shocked, for abilities that ask for it", "W40K-BATTLESHOCK";
    TARGET_BATTLE_SHOCKED "target battle-shocked" <-> BATTLE_SHOCKED: "the target is Battle-shocked, for abilities that ask for it", "W40K-BATTLESHOCK";
    BELOW_STARTING_STRENGTH "below starting strength" <-> TARGET_BELOW_STARTING_STRENGTH: "the attacker has lost models, or wounds if it is one model", "W40K-STRENGTH-LEVELS";
    TARGET_BELOW_STARTING_STRENGTH "target below starting strength" <-> BELOW_STARTING_STRENGTH: "the target has lost models, or wounds if it is one model", "W40K-STRENGTH-LEVELS";
    HALF_STRENGTH "half strength" <-> TARGET_HALF_STRENGTH: "the attacker is Below Half-strength", "W40K-STRENGTH-LEVELS";
    TARGET_HALF_STRENGTH "target half strength" <-> HALF_STRENGTH: "the target is Below Half-strength", "W40K-STRENGTH-LEVELS";
    DAMAGED "damaged" <-> TARGET_DAMAGED: "the attacker has lost wounds", "W40K-ALLOCATE";
    TARGET_DAMAGED "target damaged" <-> DAMAGED: "the target has lost wounds", "W40K-ALLOCATE";
    TARGET_FOUGHT "target fought": "the target has fought in this phase, so its models do not fight as they die", "W40K-ON-DEATH";
}

const fn noted(one: Situation, other: Situation, why: &'static str) -> Exclusion {
    Exclusion::noted(Thing::Situation(one), Thing::Situation(other), why)
}

/// Fire Overwatch, as somebody says it who also says on what it hits.
const OVERWATCH_ON: Thing = Thing::Effect("overwatch N+", effects::OVERWATCH_ON);

const NOT_CHARGED: &str =
    "Overwatch is fired in the enemy's turn, in which the attacker has not charged (W40K-OVERWATCH)";
const NOT_ADVANCED: &str =
    "Overwatch is fired in the enemy's turn, in which the attacker has not Advanced (W40K-OVERWATCH)";
const SEEN: &str = "Overwatch is fired only at a unit that is seen (W40K-OVERWATCH)";
const OWN_SHOOTING: &str = "Big Guns Never Tire is for the attacker's own Shooting phase (W40K-BIG-GUNS)";
const NOT_NOW: &str = "it is used in the enemy's Shooting phase, so it does nothing in Overwatch (W40K-OVERWATCH)";

/// What does not go together. Editions that lack a situation have no use for its lines.
pub(in crate::games) const EXCLUSIONS: &[Exclusion] = &[
    never(STATIONARY, ADVANCED, "a unit that Advanced did not Remain Stationary (W40K-HEAVY)"),
    never(OVERWATCH, CHARGED, NOT_CHARGED),
    Exclusion::never(OVERWATCH_ON, Thing::Situation(CHARGED), NOT_CHARGED),
    never(OVERWATCH, ADVANCED, NOT_ADVANCED),
    Exclusion::never(OVERWATCH_ON, Thing::Situation(ADVANCED), NOT_ADVANCED),
    never(OVERWATCH, INDIRECT, SEEN),
    Exclusion::never(OVERWATCH_ON, Thing::Situation(INDIRECT), SEEN),
    never(OVERWATCH, BIG_GUNS, OWN_SHOOTING),
    Exclusion::never(OVERWATCH_ON, Thing::Situation(BIG_GUNS), OWN_SHOOTING),
    noted(CHARGED, ADVANCED, "a unit that Advanced charges in that turn only if an ability lets it (W40K-CHARGE)"),
    noted(
        CHARGED,
        TARGET_CHARGED,
        "of both only one charges in a turn, unless the other one uses Heroic Intervention (W40K-CHARGE)",
    ),
    noted(OVERWATCH, GO_TO_GROUND, NOT_NOW),
    noted(OVERWATCH, SMOKESCREEN, NOT_NOW),
    shoots(HALF_RANGE, "half range is of ranged weapons (W40K-RAPID-FIRE)"),
    shoots(OVERWATCH, "Overwatch is shooting (W40K-OVERWATCH)"),
    shoots(INDIRECT, "Indirect Fire is shooting (W40K-INDIRECT-FIRE)"),
    shoots(PLUNGING_FIRE, "Plunging Fire is shooting (W40K-PLUNGING-FIRE)"),
    shoots(BIG_GUNS, "Big Guns Never Tire is for shooting (W40K-BIG-GUNS)"),
    shoots(FIRING_DECK, "passengers shoot, they do not fight (W40K-FIRING-DECK)"),
    shoots(STEALTH, "Stealth is against ranged attacks (W40K-STEALTH)"),
    shoots(SMOKESCREEN, "Smokescreen lasts for a Shooting phase (W40K-STRAT-SMOKESCREEN)"),
    shoots(GO_TO_GROUND, "Go to Ground lasts for a Shooting phase (W40K-STRAT-GO-TO-GROUND)"),
    fights(TANK_SHOCK, "Tank Shock follows a charge (W40K-STRAT-TANK-SHOCK)"),
    fights(EPIC_CHALLENGE, "an Epic Challenge is for melee attacks (W40K-STRAT-EPIC-CHALLENGE)"),
];

/// The situation that this one implies (W40K-STRENGTH-LEVELS).
pub(in crate::games) fn implies(situation: Situation) -> Option<Situation> {
    match situation {
        HALF_STRENGTH => Some(BELOW_STARTING_STRENGTH),
        TARGET_HALF_STRENGTH => Some(TARGET_BELOW_STARTING_STRENGTH),
        _ => None,
    }
}
