//! What may be true on the table of A Song of Ice & Fire.

use crate::games::language::exclusion::{Exclusion, Thing, fights, never, shoots};
use crate::games::language::scene::situations;

situations! {
    CHARGE "charge" of Attacker: "the melee attack is part of a charge: misses are rolled again", "ASOIAF-CHARGE-BONUS";
    DISORDERLY "disorderly" of Attacker: "the charge is disorderly: no Charge Bonus", "ASOIAF-CHG-DISORDER";
    FLANK "flank": "the attack comes from the flank: -1 to defense saves and to the panic test", "ASOIAF-FLANK";
    REAR "rear": "the attack comes from the rear: -2 to defense saves and to the panic test", "ASOIAF-REAR";
    COVER "cover" of Defender: "the target is in cover: -1 to hit for ranged attacks", "ASOIAF-COVER";
    FORTIFIED "fortified" of Attacker: "the charge goes through Fortified terrain: no Charge Bonus, +1 to defense saves", "ASOIAF-FORTIFIED";
    WEAKENED "weakened" of Attacker: "the attacker has a Weakened token: its hits are rolled again, once", "ASOIAF-TOKEN";
    VULNERABLE "vulnerable" of Defender: "the defender has a Vulnerable token: its blocks are rolled again, once", "ASOIAF-TOKEN";
    PANICKED "panicked" of Defender: "the defender has a Panicked token: dice of its panic test are rolled again, once, as hurts it most", "ASOIAF-TOKEN";
    HORRIFIC "horrific" of Defender: "Horrific terrain within 6\" of the defender: -1 to morale", "ASOIAF-MORALEMOD-TERRAIN";
    INSPIRING "inspiring" of Defender: "Inspiring terrain within 6\" of the defender: +1 to morale", "ASOIAF-MORALEMOD-TERRAIN";
    DEFENDERS_TURN "defender's turn": "it is the defender's turn, so the defender's re-rolls come first", "ASOIAF-REROLL";
    MARKED "marked" of Attacker: "the attacker is Marked (Fire & Blood): +2 attack dice", "ASOIAF-FNB-MARK";
    OBJECTIVE "objective" <-> TARGET_OBJECTIVE: "the attacker controls an objective, for abilities that ask for it", "ASOIAF-RANK";
    TARGET_OBJECTIVE "target objective" <-> OBJECTIVE: "the defender controls an objective, for abilities that ask for it", "ASOIAF-RANK";
    ACTIVATED "activated" <-> TARGET_ACTIVATED: "the attacker has activated before in this round, for abilities that ask for it", "ASOIAF-MELEE";
    TARGET_ACTIVATED "target activated" <-> ACTIVATED: "the defender has activated in this round, for abilities that ask for it", "ASOIAF-MELEE";
    ENGAGED "engaged" <-> TARGET_ENGAGED: "the attacker is engaged, for abilities that ask for it", "ASOIAF-MELEE";
    TARGET_ENGAGED "target engaged" <-> ENGAGED: "the defender is engaged, for abilities that ask for it", "ASOIAF-MELEE";
    SHORT_RANGE "short range" of Attacker: "the target is within short range, for abilities that ask for it", "ASOIAF-RANGED";
    OBJECTIVE_B "objective b" of Attacker: "the attacker carries objective B (A Dance With Dragons): melee attacks have Sundering and Vicious, then it suffers D3 wounds", "ASOIAF-ADWD-B";
    CROSSED_DANGEROUS "crossed dangerous" of Attacker: "the attacker crossed Dangerous terrain and suffers D3+1 wounds", "ASOIAF-DANGEROUS";
    INSIDE_DANGEROUS "inside dangerous" of Attacker: "the attacker stands in Dangerous terrain and suffers D3+1 wounds after its attack", "ASOIAF-DANGEROUS";
}

/// Two numbers of attack dice.
pub(super) const HIGHEST_AND_LOWEST: Exclusion = Exclusion::never(
    Thing::Effect("highest attack dice", &["highest attack dice"]),
    Thing::Effect("lowest attack dice", &["lowest attack dice"]),
    "one number of attack dice is rolled (ASOIAF-RANK)",
);

/// What does not go together.
pub(super) const EXCLUSIONS: &[Exclusion] = &[
    never(FLANK, REAR, "an attack comes from the flank or from the rear, not from both (ASOIAF-STACK)"),
    never(
        CROSSED_DANGEROUS,
        INSIDE_DANGEROUS,
        "a unit suffers from Dangerous terrain once for an action: before its attack if it crossed it, after it if it \
         stands inside (ASOIAF-DANGEROUS)",
    ),
    fights(CHARGE, "a charge ends with a melee attack (ASOIAF-CHARGE-BONUS)"),
    fights(DISORDERLY, "a charge ends with a melee attack (ASOIAF-CHG-DISORDER)"),
    fights(FORTIFIED, "Fortified terrain is in the way of charges, which end with a melee attack (ASOIAF-FORTIFIED)"),
    shoots(SHORT_RANGE, "ranges are measured for ranged attacks (ASOIAF-RANGED)"),
    shoots(COVER, "Cover is for ranged attacks (ASOIAF-COVER)"),
    HIGHEST_AND_LOWEST,
];
