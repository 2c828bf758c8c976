//! The attack keywords. The rulebook defines two; the hooks on a natural 6 have the names that cards give them.

use super::changes::AttackDraft;
use crate::games::language::ability::{Ability, Argument, Wielded};
use crate::games::{AbilityDoc, Owner};

pub(super) static ABILITIES: &[Ability<AttackDraft>] = &[
    Ability {
        doc: AbilityDoc {
            name: "Sundering",
            short: "-1 to the defender's saves",
            example: "Sundering",
            rule: "ASOIAF-SUNDERING",
            favours: Some(Owner::Attacker),
        },
        name: "Sundering",
        argument: Argument::None,
        wielded: Wielded::Any,
        apply: |draft, _, _| draft.sundering = true,
    },
    Ability {
        doc: AbilityDoc {
            name: "Vicious",
            short: "-2 to the defender's panic test",
            example: "Vicious",
            rule: "ASOIAF-VICIOUS",
            favours: Some(Owner::Attacker),
        },
        name: "Vicious",
        argument: Argument::None,
        wielded: Wielded::Any,
        apply: |draft, _, _| draft.vicious = true,
    },
    Ability {
        doc: AbilityDoc {
            name: "Critical Blow",
            short: "a natural 6 to hit is two hits; short for `extra 1 hits on 6`, as on cards, not in the rulebook",
            example: "Critical Blow",
            rule: "ASOIAF-TRIG6",
            favours: Some(Owner::Attacker),
        },
        name: "Critical Blow",
        argument: Argument::None,
        wielded: Wielded::Any,
        apply: |draft, _, _| draft.extra_on_six = draft.extra_on_six.max(1),
    },
    Ability {
        doc: AbilityDoc {
            name: "Precision",
            short: "no save against a natural 6 to hit; short for `no save against 6`, as on cards, not in the rulebook",
            example: "Precision",
            rule: "ASOIAF-TRIG6",
            favours: Some(Owner::Attacker),
        },
        name: "Precision",
        argument: Argument::None,
        wielded: Wielded::Any,
        apply: |draft, _, _| draft.unsavable_six = true,
    },
];

/// Abilities of a whole unit.
pub(super) const UNIT_ABILITIES: &[AbilityDoc] = &[AbilityDoc {
    name: SET_FOR_CHARGE,
    short: "the rulebook names it without saying what it does: not computed",
    example: SET_FOR_CHARGE,
    rule: "ASOIAF-MELEE",
    favours: None,
}];

/// The one ability that the rulebook names and does not explain.
pub(super) const SET_FOR_CHARGE: &str = "Set for Charge";
