//! The weapon abilities of AOS-20.0. A new one is one entry here.
//!
//! What a critical hit does is an entry too, named `Crit (…)`: a weapon that has several of them uses one at a time, and the
//! earlier one where they do the same damage on average.

use super::situations::{CHARGED, TARGET_CHARGED};
use crate::dice::Amount;
use crate::games::AbilityDoc;
use crate::games::language::effect::Characteristic;
use crate::games::language::entry::{Entry, entries};
use crate::games::printed::of_unit;
use crate::games::volley::critical::{CriticalHit, Reaches};
use crate::games::volley::draft::{Origin, WeaponDraft};
use crate::words::same;

entries! {
    /// What a weapon can have.
    pub(super) ABILITIES: WeaponDraft, "age-of-sigmar";
    Attacker "Crit (Mortal)" "a critical hit does its Damage as mortal damage: no wound roll, no save" "AOS-20.0"
        Weapon(|draft, used, _| draft.critical(used, CriticalHit::reaching(Reaches::Damage)));
    Attacker "Crit (Auto-wound)" "a critical hit wounds without a roll; saves are made" "AOS-20.0"
        Weapon(|draft, used, _| draft.critical(used, CriticalHit::reaching(Reaches::Wound)));
    Attacker "Crit (2 Hits)" "a critical hit counts as two hits" "AOS-20.0"
        Weapon(|draft, used, _| draft.critical(used, CriticalHit::with_hits(Amount::fixed(1))));
    Attacker "Charge (+X Damage)" as "Charge (+1 Damage)" "+X Damage if the unit charged this turn" "AOS-20.0"
        Weapon(|draft, used, scene| {
            if scene.is(CHARGED) {
                draft.bonus(used.origin(), Characteristic::Damage, Amount::fixed(used.words.number(0).into()));
            }
        });
    Attacker "Anti-KEYWORD (+X Rend)" as "Anti-HERO (+1 Rend)"
        "+X Rend against units with that keyword, or with `charge` against units that charged; several add up" "AOS-20.0"
        Weapon(|draft, used, scene| {
            let keyword = &used.words.keyword;
            if same(keyword, "charge") && scene.is(TARGET_CHARGED) || scene.target_has(keyword) {
                draft.rend.add += i32::from(used.words.number(0));
                let source = format!("Anti-{keyword}");
                draft.note(format!("+{} Rend", used.words.number(0)), &Origin::new(&source, used.rule));
            }
        });
    Attacker neutral "Companion" "friendly bonuses do not help it, except All-out Attack; penalties and its own abilities count"
        "AOS-20.0"
        Weapon(|draft, _, _| draft.companion = true);
    Attacker neutral "Shoot in Combat" "a ranged weapon that may shoot in combat" "AOS-20.0"
        Ranged(|_, _, _| {});
}

/// The names of the critical abilities, of which a weapon uses one at a time (AOS-20.0).
pub(super) fn criticals() -> impl Iterator<Item = &'static str> {
    ABILITIES.iter().map(Entry::name).filter(|name| name.starts_with("Crit ("))
}

/// Abilities of a whole unit. Those that warscrolls print as keywords are keywords wherever they stand.
pub(super) const UNIT_ABILITIES: &[AbilityDoc] = &[
    of_unit("Strike-first", "fights before other units: you choose the order with `--then`", "AOS-19.0"),
    of_unit("Strike-last", "fights after other units: you choose the order with `--then`", "AOS-19.0"),
    of_unit("Ward (X+)", "the same as the key `ward`; the best ward counts", "AOS-18.1").like("Ward (5+)"),
    of_unit("Fly", "the same as the keyword", "AOS-15.4"),
    of_unit("Wizard (X)", "the same as the keyword", "AOS-MAG-1.0").like("Wizard (1)"),
    of_unit("Priest (X)", "the same as the keyword", "AOS-MAG-1.0").like("Priest (1)"),
];

#[cfg(test)]
mod tests {
    use super::super::unit;
    use super::*;
    use crate::games::language::ability::weapon_ability;
    use crate::games::language::scene::Scene;

    #[test]
    fn critical_abilities_are_those_that_say_what_a_critical_roll_does() {
        let does = |name: &&str| {
            let mut draft = WeaponDraft::new("W", Amount::fixed(1), 4, Amount::fixed(1));
            weapon_ability(unit::ENTRIES, name).expect("an ability").use_on(&mut draft, &Scene::default());
            !draft.criticals.is_empty()
        };
        let all: Vec<&str> = ABILITIES.iter().map(|entry| entry.example).filter(does).collect();
        assert_eq!(all, criticals().collect::<Vec<_>>());
    }
}
