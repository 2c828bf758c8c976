//! What may be true on the table of A Song of Ice & Fire.

use crate::games::language::scene::situations;

situations! {
    CHARGE "charge": "a melee attack that is part of a charge: misses are rolled again", "ASOIAF-CHARGE-BONUS";
    DISORDERLY "disorderly": "the charge is disorderly: no Charge Bonus", "ASOIAF-CHG-DISORDER";
    FLANK "flank": "from the flank: -1 to saves and to the panic test", "ASOIAF-FLANK";
    REAR "rear": "from the rear: -2 to saves and to the panic test", "ASOIAF-REAR";
    COVER "cover": "the target is in cover: -1 to hit for ranged attacks", "ASOIAF-COVER";
    FORTIFIED "fortified": "the charge meets Fortified terrain: no Charge Bonus, +1 to save", "ASOIAF-FORTIFIED";
    WEAKENED "weakened": "the attacker bears the token: its hits are rolled again", "ASOIAF-TOKEN";
    VULNERABLE "vulnerable": "the defender bears the token: its blocks are rolled again, once", "ASOIAF-TOKEN";
    PANICKED "panicked": "the defender bears the token: its panic test is rolled again for the worse, once", "ASOIAF-TOKEN";
    HORRIFIC "horrific": "Horrific terrain within 6\" of the defender: -1 to morale", "ASOIAF-MORALEMOD-TERRAIN";
    INSPIRING "inspiring": "Inspiring terrain within 6\" of the defender: +1 to morale", "ASOIAF-MORALEMOD-TERRAIN";
    DEFENDERS_TURN "defender's turn": "the defender is the active player and re-rolls first", "ASOIAF-REROLL";
    MARKED "marked": "the attacker is Marked (Fire & Blood): +2 attack dice", "ASOIAF-FNB-MARK";
    OBJECTIVE_B "objective b": "the attacker carries it (A Dance With Dragons): Sundering, Vicious, then D3 wounds to itself; melee", "ASOIAF-ADWD-B";
    CROSSED_DANGEROUS "crossed dangerous": "the attacker crossed Dangerous terrain: D3+1 wounds to it", "ASOIAF-DANGEROUS";
    INSIDE_DANGEROUS "inside dangerous": "the attacker stands in Dangerous terrain: D3+1 wounds to it", "ASOIAF-DANGEROUS";
}
