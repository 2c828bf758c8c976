//! The attack keywords. The rulebook defines two; the hooks on a natural 6 have the names that cards give them.

use super::changes::AttackDraft;
use crate::games::AbilityDoc;
use crate::games::language::entry::entries;
use crate::games::printed::of_unit;

entries! {
    /// What an attack can have.
    pub(super) ABILITIES: AttackDraft, "asoiaf";
    Attacker "Sundering" "-1 to the defender's saves" "ASOIAF-SUNDERING"
        Weapon(|draft, _, _| draft.sundering = true);
    Attacker "Vicious" "-2 to the defender's panic test" "ASOIAF-VICIOUS"
        Weapon(|draft, _, _| draft.vicious = true);
    Attacker "Critical Blow"
        "a natural 6 to hit is two hits; short for `extra 1 hits on 6`, as on cards, not in the rulebook" "ASOIAF-TRIG6"
        Weapon(|draft, _, _| draft.critical_blow = true);
    Attacker "Precision"
        "no save against a natural 6 to hit; short for `no save against 6`, as on cards, not in the rulebook" "ASOIAF-TRIG6"
        Weapon(|draft, _, _| draft.unsavable_six = true);
}

/// Abilities of a whole unit.
pub(super) const UNIT_ABILITIES: &[AbilityDoc] =
    &[of_unit(SET_FOR_CHARGE, "the rulebook names it without saying what it does: not computed", "ASOIAF-MELEE")];

/// The one ability that the rulebook names and does not explain.
pub(super) const SET_FOR_CHARGE: &str = "Set for Charge";
