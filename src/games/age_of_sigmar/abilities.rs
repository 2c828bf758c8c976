//! The weapon abilities of AOS-20.0. A new one is one entry here.
//!
//! What a critical hit does is an entry too, named `Crit (…)`: a weapon that has several of them uses one at a time, and the
//! earlier one where they do the same damage on average.

use super::situations::{CHARGED, TARGET_CHARGED};
use crate::dice::Amount;
use crate::games::language::ability::{Ability, Argument, Wielded};
use crate::games::language::effect::Characteristic;
use crate::games::volley::critical::{CriticalHit, Reaches};
use crate::games::volley::draft::{CoreBonus, Origin, WeaponDraft};
use crate::games::{AbilityDoc, Owner};
use crate::words::same;

pub(super) static ABILITIES: &[Ability<WeaponDraft>] = &[
    Ability {
        doc: AbilityDoc {
            name: "Crit (Mortal)",
            short: "a critical hit does its Damage as mortal damage: no wound roll, no save",
            example: "Crit (Mortal)",
            rule: "AOS-20.0",
            favours: Some(Owner::Attacker),
        },
        name: "Crit (Mortal)",
        argument: Argument::None,
        wielded: Wielded::Any,
        apply: |draft, used, _| draft.critical(used, CriticalHit::reaching(Reaches::Damage)),
    },
    Ability {
        doc: AbilityDoc {
            name: "Crit (Auto-wound)",
            short: "a critical hit wounds without a roll; saves are made",
            example: "Crit (Auto-wound)",
            rule: "AOS-20.0",
            favours: Some(Owner::Attacker),
        },
        name: "Crit (Auto-wound)",
        argument: Argument::None,
        wielded: Wielded::Any,
        apply: |draft, used, _| draft.critical(used, CriticalHit::reaching(Reaches::Wound)),
    },
    Ability {
        doc: AbilityDoc {
            name: "Crit (2 Hits)",
            short: "a critical hit counts as two hits",
            example: "Crit (2 Hits)",
            rule: "AOS-20.0",
            favours: Some(Owner::Attacker),
        },
        name: "Crit (2 Hits)",
        argument: Argument::None,
        wielded: Wielded::Any,
        apply: |draft, used, _| draft.critical(used, CriticalHit::with_hits(Amount::fixed(1))),
    },
    Ability {
        doc: AbilityDoc {
            name: "Charge (+X Damage)",
            short: "+X Damage if the unit charged this turn",
            example: "Charge (+1 Damage)",
            rule: "AOS-20.0",
            favours: Some(Owner::Attacker),
        },
        name: "Charge",
        argument: Argument::Bonus("Damage"),
        wielded: Wielded::Any,
        apply: |draft, used, scene| {
            if scene.is(CHARGED) {
                let amount = Amount::fixed(u16::from(used.number()));
                let origin = Origin::new("Charge", "AOS-20.0");
                draft.bonus(CoreBonus { origin, to: Characteristic::Damage, amount });
            }
        },
    },
    Ability {
        doc: AbilityDoc {
            name: "Anti-KEYWORD (+X Rend)",
            short: "+X Rend against units with that keyword, or with `charge` against units that charged; several add up",
            example: "Anti-HERO (+1 Rend)",
            rule: "AOS-20.0",
            favours: Some(Owner::Attacker),
        },
        name: "Anti",
        argument: Argument::KeywordBonus("Rend"),
        wielded: Wielded::Any,
        apply: |draft, used, scene| {
            let charge = same(used.keyword(), "charge") && scene.is(TARGET_CHARGED);
            if charge || scene.target_has(used.keyword()) {
                draft.rend.add += i32::from(used.number());
                let source = format!("Anti-{}", used.keyword());
                draft.note(format!("+{} Rend", used.number()), &Origin::new(&source, "AOS-20.0"));
            }
        },
    },
    Ability {
        doc: AbilityDoc {
            name: "Companion",
            short: "friendly bonuses do not help it, except All-out Attack; penalties and its own abilities count",
            example: "Companion",
            rule: "AOS-20.0",
            favours: None,
        },
        name: "Companion",
        argument: Argument::None,
        wielded: Wielded::Any,
        apply: |draft, _, _| draft.companion = true,
    },
    Ability {
        doc: AbilityDoc {
            name: "Shoot in Combat",
            short: "a ranged weapon that may shoot in combat",
            example: "Shoot in Combat",
            rule: "AOS-20.0",
            favours: None,
        },
        name: "Shoot in Combat",
        argument: Argument::None,
        wielded: Wielded::Ranged,
        apply: |draft, _, _| draft.shoot_in_combat = true,
    },
];

/// The names of the critical abilities, of which a weapon uses one at a time (AOS-20.0).
pub(super) fn criticals() -> impl Iterator<Item = &'static str> {
    ABILITIES.iter().map(|ability| ability.name).filter(|name| name.starts_with("Crit ("))
}

const fn unit(name: &'static str, example: &'static str, short: &'static str, rule: &'static str) -> AbilityDoc {
    AbilityDoc { name, short, example, rule, favours: None }
}

/// Abilities of a whole unit. Those that warscrolls print as keywords are keywords wherever they stand.
pub(super) const UNIT_ABILITIES: &[AbilityDoc] = &[
    unit("Strike-first", "Strike-first", "fights before other units: you choose the order with `--then`", "AOS-19.0"),
    unit("Strike-last", "Strike-last", "fights after other units: you choose the order with `--then`", "AOS-19.0"),
    unit("Ward (X+)", "Ward (5+)", "the same as the key `ward`; the best ward counts", "AOS-18.1"),
    unit("Fly", "Fly", "the same as the keyword", "AOS-15.4"),
    unit("Wizard (X)", "Wizard (1)", "the same as the keyword", "AOS-MAG-1.0"),
    unit("Priest (X)", "Priest (1)", "the same as the keyword", "AOS-MAG-1.0"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::language::ability::read;
    use crate::games::language::scene::Scene;

    #[test]
    fn critical_abilities_are_those_that_say_what_a_critical_roll_does() {
        let does = |name: &&str| {
            let mut draft = WeaponDraft::new("W", Amount::fixed(1), 4, Amount::fixed(1));
            read(ABILITIES, name).expect("an ability").apply(&mut draft, &Scene::default());
            !draft.criticals.is_empty()
        };
        let all: Vec<&str> = ABILITIES.iter().map(|ability| ability.doc.example).filter(does).collect();
        assert_eq!(all, criticals().collect::<Vec<_>>());
    }
}
