//! The weapon abilities of the 11th edition: those of the 10th that are the same, and those that are not.

use super::situations::{FAR, SPOTTED, STEADY};
use crate::dice::Amount;
use crate::games::language::ability::{Ability, AbilityUse, Argument, Wielded};
use crate::games::language::effect::Characteristic;
use crate::games::language::scene::Scene;
use crate::games::volley::draft::{CoreBonus, Origin, WeaponDraft};
use crate::games::warhammer_40k::abilities::{self as tenth, unit, valued};
use crate::games::warhammer_40k::situations::{INDIRECT, STATIONARY};
use crate::games::{AbilityDoc, Owner};

/// The entry of this name in the table of the 10th edition.
const fn kept(name: &str) -> Ability<WeaponDraft> {
    let mut place = 0;
    while !same(tenth::ABILITIES[place].name, name) {
        place += 1;
    }
    let Ability { doc, name, argument, wielded, apply } = &tenth::ABILITIES[place];
    Ability { doc: *doc, name, argument: *argument, wielded: *wielded, apply: *apply }
}

/// The same with another line of help.
const fn meaning(name: &str, short: &'static str) -> Ability<WeaponDraft> {
    let Ability { doc, name, argument, wielded, apply } = kept(name);
    Ability { doc: AbilityDoc { short, ..doc }, name, argument, wielded, apply }
}

const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut place = 0;
    while place < one.len() && place < other.len() && one[place] == other[place] {
        place += 1;
    }
    place == one.len() && place == other.len()
}

/// Attacks for every five models of the target.
fn for_every_five(draft: &mut WeaponDraft, used: &AbilityUse<WeaponDraft>, scene: &Scene<'_>, origin: Origin<'static>) {
    let fives = scene.target_models / 5;
    let Amount { count, plus, .. } = used.amount();
    if fives > 0 {
        let amount = Amount { count: count.saturating_mul(fives as u8), plus: plus * fives, ..used.amount() };
        draft.bonus(CoreBonus { origin, to: Characteristic::Attacks, amount });
    }
}

fn blast(draft: &mut WeaponDraft, used: &AbilityUse<WeaponDraft>, scene: &Scene<'_>) {
    for_every_five(draft, used, scene, Origin::new("Blast", "W40K-BLAST"));
}

pub(super) static ABILITIES: &[Ability<WeaponDraft>] = &[
    kept("Assault"),
    kept("Rapid Fire"),
    meaning("Ignores Cover", "the target's cover does not worsen the BS"),
    kept("Twin-linked"),
    meaning("Pistol", "the old name of Close-quarters"),
    Ability {
        doc: AbilityDoc {
            name: "Close-quarters",
            short: "may shoot while engaged; used instead of the other ranged weapons",
            example: "Close-quarters",
            rule: "W40K-CLOSE-QUARTERS",
            favours: None,
        },
        name: "Close-quarters",
        argument: Argument::None,
        wielded: Wielded::Ranged,
        apply: |draft, _, _| draft.pistol = true,
    },
    kept("Torrent"),
    meaning("Lethal Hits", "a critical hit wounds without a roll, if the attacker wants it to"),
    kept("Lance"),
    Ability {
        doc: AbilityDoc {
            name: "Indirect Fire",
            short: "may shoot at targets out of sight: 1 to 5 miss, or 1 to 3 if stationary and spotted; the target has cover",
            example: "Indirect Fire",
            rule: "W40K-INDIRECT-FIRE",
            favours: None,
        },
        name: "Indirect Fire",
        argument: Argument::None,
        wielded: Wielded::Ranged,
        apply: |draft, _, scene| {
            draft.indirect = true;
            if scene.is(INDIRECT) {
                let spotted = scene.is(SPOTTED) && scene.is(STATIONARY);
                let (fails_to, what) = if spotted { (3, "unmodified 1-3 miss") } else { (5, "unmodified 1-5 miss") };
                draft.hit.fails_to = draft.hit.fails_to.max(fails_to);
                draft.note(what, &Origin::new("Indirect Fire", "W40K-INDIRECT-FIRE"));
            }
        },
    },
    meaning("Precision", "the attacker may choose a CHARACTER group as the first that takes the attacks"),
    Ability {
        doc: AbilityDoc {
            name: "Blast",
            short: "+1 Attack for every five models in the target",
            example: "Blast",
            rule: "W40K-BLAST",
            favours: Some(Owner::Attacker),
        },
        name: "Blast",
        argument: Argument::None,
        wielded: Wielded::Ranged,
        apply: blast,
    },
    Ability {
        doc: AbilityDoc {
            name: "Blast X",
            short: "+X Attacks for every five models in the target",
            example: "Blast 2",
            rule: "W40K-BLAST",
            favours: Some(Owner::Attacker),
        },
        name: "Blast",
        argument: Argument::Amount,
        wielded: Wielded::Ranged,
        apply: blast,
    },
    Ability {
        doc: AbilityDoc {
            name: "Cleave X",
            short: "+X melee Attacks for every five models in the target, if all of them go at one unit",
            example: "Cleave 1",
            rule: "W40K-CLEAVE",
            favours: Some(Owner::Attacker),
        },
        name: "Cleave",
        argument: Argument::Amount,
        wielded: Wielded::Melee,
        apply: |draft, used, scene| for_every_five(draft, used, scene, Origin::new("Cleave", "W40K-CLEAVE")),
    },
    Ability {
        doc: AbilityDoc {
            name: "Conversion",
            short: "a hit roll of an unmodified 4+ that succeeds is a critical hit, if the target is `far`",
            example: "Conversion",
            rule: "W40K-CONVERSION",
            favours: Some(Owner::Attacker),
        },
        name: "Conversion",
        argument: Argument::None,
        wielded: Wielded::Ranged,
        apply: |draft, _, scene| {
            if scene.is(FAR) {
                draft.hit.critical_successes_on = 4;
                draft.note("unmodified 4+ that hit are critical", &Origin::new("Conversion", "W40K-CONVERSION"));
            }
        },
    },
    kept("Melta"),
    Ability {
        doc: AbilityDoc {
            name: "Heavy",
            short: "+1 to hit if no model of the unit moved more than 3\" (`steady`, or `stationary`)",
            example: "Heavy",
            rule: "W40K-HEAVY",
            favours: Some(Owner::Attacker),
        },
        name: "Heavy",
        argument: Argument::None,
        wielded: Wielded::Ranged,
        apply: |draft, _, scene| {
            if scene.is_any(&[STATIONARY, STEADY]) && draft.is_first("Heavy") {
                draft.hit.modifiers.add(1);
                draft.note("+1 to hit", &Origin::new("Heavy", "W40K-HEAVY"));
            }
        },
    },
    meaning(
        "Hazardous",
        "after the attack, a die for each weapon: on a 1 or 2 the unit takes a mortal wound; three if it is all Monsters and Vehicles",
    ),
    meaning(
        "Devastating Wounds",
        "a critical wound is as many mortal wounds as its Damage, after the attacks of its batch",
    ),
    kept("Sustained Hits"),
    kept("Extra Attacks"),
    meaning(
        "Anti",
        "an unmodified wound roll of N+ against units with that keyword is a critical wound; of several one is chosen",
    ),
    kept("One Shot"),
    Ability {
        doc: AbilityDoc {
            name: "Psychic",
            short: "the attacker ignores what worsens BS, WS and the hit roll, cover among it",
            example: "Psychic",
            rule: "W40K-PSYCHIC",
            favours: None,
        },
        name: "Psychic",
        argument: Argument::None,
        wielded: Wielded::Any,
        apply: |draft, _, _| {
            draft.psychic = true;
            draft.hit.ignore_penalties = true;
            draft.hit.ignores_worse = true;
        },
    },
];

/// The ability of units of this name in the table of the 10th edition.
const fn kept_unit(name: &str) -> AbilityDoc {
    let mut place = 0;
    while !same(tenth::UNIT_ABILITIES[place].name, name) {
        place += 1;
    }
    tenth::UNIT_ABILITIES[place]
}

/// Abilities of a whole unit.
pub(super) const UNIT_ABILITIES: &[AbilityDoc] = &[
    unit("Stealth", "the Benefit of Cover: BS is worsened by 1", "W40K-STEALTH"),
    kept_unit("Fights First"),
    unit("Lone Operative", "can be shot at only from nearby: not computed", "W40K-LONE-OPERATIVE"),
    valued("Lone Operative X\"", "Lone Operative 12\"", "the same within X\": not computed", "W40K-LONE-OPERATIVE"),
    kept_unit("Deep Strike"),
    kept_unit("Infiltrators"),
    kept_unit("Leader"),
    unit("Support", "may be attached to a unit beside a Leader: write `support+unit`", "W40K-SUPPORT"),
    kept_unit("Feel No Pain X+"),
    kept_unit("Feel No Pain X+ against mortal wounds"),
    kept_unit("Feel No Pain X+ against psychic attacks"),
    kept_unit("Invulnerable Save X+"),
    kept_unit("Deadly Demise X"),
    kept_unit("Firing Deck X"),
    kept_unit("Scouts X\""),
    kept_unit("Hover"),
    unit(
        "Super-Heavy Walker",
        "moves over others, and shocks itself on a 1: `odds super-heavy-walker`",
        "W40K-SUPER-HEAVY-WALKER",
    ),
    valued("Damaged X", "Damaged 4", "-1 to hit rolls of a single model with X wounds or fewer", "W40K-DAMAGED"),
];
