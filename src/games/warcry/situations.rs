//! What may be true on the table of Warcry.

use crate::games::language::scene::situations;

situations! {
    COVER "cover": "the target is in cover: Toughness +1, melee and missile", "WARCRY-COVER";
    TWO_ATTACKS "two attacks": "both actions of the activation are attacks", "WARCRY-ACTIVATE";
    THREE_ATTACKS "three attacks": "a monster attacks in each of its three activations", "WARCRY-MONSTER";
    ONSLAUGHT "onslaught": "Onslaught before the first action: melee Attacks +1", "WARCRY-AB-ONSLAUGHT";
    LATE_ONSLAUGHT "late onslaught": "Onslaught after the first action: melee Attacks +1 from then on", "WARCRY-AB-ONSLAUGHT";
    RAMPAGE "rampage": "Rampage: one more attack action", "WARCRY-AB-RAMPAGE";
    COUNTER "counter": "the target counters melee attack actions while it can react", "WARCRY-COUNTER";
    TAKE_COVER "take cover": "the target, in cover, takes cover from missile attack actions", "WARCRY-TAKE-COVER";
    TARGET_WAITING "target waiting": "the target is waiting: it can react once instead of twice", "WARCRY-REACT-ECON";
    OPEN_EDGE "open edge": "the target stands at an open edge, and a fall is 2\" or more", "WARCRY-FALLTEST";
    STAIRS "stairs": "the target is part-way on stairs or a ladder, and a fall is 2\" or more", "WARCRY-STAIRS";
    SHORT_DROP "short drop": "the target's fall is less than 2\": no impact damage", "WARCRY-FALL";
    DEADLY_TERRAIN "deadly terrain": "the target's fall ends within 1\" of deadly terrain: D6 damage more", "WARCRY-DEADLY";
    NO_LANDING_POINT "no landing point": "the target has nowhere to fall to, so it stays", "WARCRY-FALL";
    CLIMBING "climbing": "the attacker is climbing 2\" or more up and falls when its attacks are done", "WARCRY-CLIMB";
}
