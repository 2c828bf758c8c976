//! What may be true on the table of Warcry.

use crate::games::language::exclusion::{Exclusion, Thing, fights, never, shoots};
use crate::games::language::scene::situations;

situations! {
    COVER "cover" of Defender: "the target is in cover: Toughness +1, against melee and missile attacks", "WARCRY-COVER";
    TWO_ATTACKS "two attacks" of Attacker: "the attacker uses both actions to attack", "WARCRY-ACTIVATE";
    THREE_ATTACKS "three attacks" of Attacker: "the attacker is a monster and attacks in each of its three activations", "WARCRY-MONSTER";
    ONSLAUGHT "onslaught" of Attacker: "the attacker uses Onslaught first: melee Attacks +1", "WARCRY-AB-ONSLAUGHT";
    LATE_ONSLAUGHT "late onslaught" of Attacker: "the attacker uses Onslaught after its first action: melee Attacks +1 from then on", "WARCRY-AB-ONSLAUGHT";
    RAMPAGE "rampage" of Attacker: "the attacker uses Rampage: one more attack action", "WARCRY-AB-RAMPAGE";
    COUNTER "counter" of Defender: "the target reacts to melee attacks with Counter, as often as it may", "WARCRY-COUNTER";
    TAKE_COVER "take cover" of Defender: "the target is in cover and reacts to missile attacks with Take Cover, as often as it may", "WARCRY-TAKE-COVER";
    TARGET_WAITING "target waiting": "the target is waiting: it may react once, not twice", "WARCRY-REACT-ECON";
    OPEN_EDGE "open edge" of Defender: "the target stands at an open edge and may fall, 2\" or more", "WARCRY-FALLTEST";
    STAIRS "stairs" of Defender: "the target is part-way up stairs or a ladder and may fall, 2\" or more", "WARCRY-STAIRS";
    SHORT_DROP "short drop" of Defender: "the target falls less than 2\", without impact damage", "WARCRY-FALL";
    DEADLY_TERRAIN "deadly terrain" of Defender: "the target falls within 1\" of deadly terrain: D6 more damage", "WARCRY-DEADLY";
    NO_LANDING_POINT "no landing point" of Defender: "the target has nowhere to fall to: it stays at an edge, and is taken down on stairs", "WARCRY-FALL";
    OUT_OF_REACH "out of reach after a fall": "a target that has fallen is out of reach of the attack actions that follow", "WARCRY-FALLTEST";
    OBJECTIVE "objective" <-> TARGET_OBJECTIVE: "the attacker is within 3\" of an objective, for abilities that ask for it", "WARCRY-OBJECTIVE";
    TARGET_OBJECTIVE "target objective" <-> OBJECTIVE: "the target is within 3\" of an objective, for abilities that ask for it", "WARCRY-OBJECTIVE";
    CLIMBING "climbing" of Attacker: "the attacker is climbing, 2\" or more up, and falls after its attacks", "WARCRY-CLIMB";
}

/// What is of all activations against a target together.
pub(super) const SHARED: &[crate::games::Situation] = &[
    COUNTER, TAKE_COVER, TARGET_WAITING, OPEN_EDGE, STAIRS, SHORT_DROP, DEADLY_TERRAIN, NO_LANDING_POINT, OUT_OF_REACH,
    CLIMBING,
];

const ONE_ABILITY: &str = "an activation has one ability: leave one of them out (WARCRY-ABILITY-USE)";

/// Dice that are rolled again twice.
pub(super) const REROLLED_TWICE: Exclusion = Exclusion::never(
    Thing::Effect("reroll up to N hits", &["reroll up to N hits"]),
    Thing::Effect("other re-rolls of hits", &["reroll hits of N", "reroll failed hits", "reroll non critical hits"]),
    "a hit die is rolled again once, and it is open by which of both: leave one of both out (WARCRY-REROLL)",
);

/// Some hits that turn into critical hits, and the reverse. If all hits do, the target answers what has become of them.
pub(super) const TURNED_BOTH_WAYS: Exclusion = Exclusion::never(
    Thing::Effect("up to N hits count as critical hits", &["up to N hits count as critical hits"]),
    Thing::Effect(
        "critical hits count as hits",
        &["critical hits count as hits", "up to N critical hits count as hits"],
    ),
    "which comes first is open: leave one of both out (WARCRY-DAMAGE)",
);

/// What does not go together.
pub(super) const EXCLUSIONS: &[Exclusion] = &[
    never(ONSLAUGHT, LATE_ONSLAUGHT, ONE_ABILITY),
    never(ONSLAUGHT, RAMPAGE, ONE_ABILITY),
    never(LATE_ONSLAUGHT, RAMPAGE, ONE_ABILITY),
    never(TWO_ATTACKS, THREE_ATTACKS, "two actions of one activation, or three of a monster: say one (WARCRY-MONSTER)"),
    fights(COUNTER, "Counter is a reaction to melee attacks (WARCRY-COUNTER)"),
    shoots(TAKE_COVER, "Take Cover is a reaction to missile attacks (WARCRY-TAKE-COVER)"),
    REROLLED_TWICE,
    TURNED_BOTH_WAYS,
];
