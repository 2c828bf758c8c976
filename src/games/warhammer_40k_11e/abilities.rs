//! The weapon abilities of the 11th edition that are not as in the 10th: they come before those of the same name.

use super::situations::{FAR, SPOTTED, STEADY};
use crate::dice::Amount;
use crate::games::AbilityDoc;
use crate::games::language::effect::Characteristic;
use crate::games::language::entry::{Entry, Meaning, entries};
use crate::games::language::scene::Scene;
use crate::games::language::vocabulary::Form;
use crate::games::printed::of_unit;
use crate::games::volley::draft::WeaponDraft;
use crate::games::warhammer_40k::abilities as tenth;
use crate::games::warhammer_40k::situations::{INDIRECT, STATIONARY};

/// The entry of this pattern in the table of the 10th edition, with another line of help.
const fn meaning(pattern: &str, short: &'static str) -> Entry<WeaponDraft> {
    let mut place = 0;
    while !same(tenth::ABILITIES[place].form.pattern, pattern) {
        place += 1;
    }
    let Entry { form, example, rule, does } = tenth::ABILITIES[place];
    Entry { form: Form { short, ..form }, example, rule, does }
}

const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut place = 0;
    while place < one.len() && place < other.len() && one[place] == other[place] {
        place += 1;
    }
    place == one.len() && place == other.len()
}

/// This many attacks for every five models of the target.
fn for_every_five(draft: &mut WeaponDraft, used: &Meaning<WeaponDraft>, scene: &Scene<'_>, each: Amount) {
    let fives = scene.target_models.get() / 5;
    if fives > 0 {
        let count = each.count.saturating_mul(u8::try_from(fives).unwrap_or(u8::MAX));
        let amount = Amount { count, plus: each.plus.saturating_mul(fives), ..each };
        draft.bonus(used.origin(), Characteristic::Attacks, amount);
    }
}

/// Those that do the same and are described otherwise.
pub(super) static OTHERWISE: &[Entry<WeaponDraft>] = &[
    meaning("Ignores Cover", "the target's cover does not worsen the BS"),
    meaning("Pistol", "the old name of Close-quarters"),
    meaning("Lethal Hits", "a critical hit wounds without a roll, if the attacker wants it to"),
    meaning("Precision", "the attacker may choose a CHARACTER group as the first that takes the attacks"),
    meaning(
        "Hazardous",
        "after the attack, a die for each weapon: on a 1 or 2 the unit takes a mortal wound; three if it is all Monsters and Vehicles",
    ),
    meaning(
        "Devastating Wounds",
        "a critical wound is as many mortal wounds as its Damage, after the attacks of its batch",
    ),
    meaning(
        "Anti-KEYWORD N+",
        "an unmodified wound roll of N+ against units with that keyword is a critical wound; of several one is chosen",
    ),
];

entries! {
    /// What a weapon can have.
    pub(super) ABILITIES: WeaponDraft, "warhammer-40k-11e";
    Attacker neutral "Close-quarters" "may shoot while engaged; used instead of the other ranged weapons"
        "W40K-CLOSE-QUARTERS"
        Ranged(|draft, _, _| draft.pistol = true);
    Attacker neutral "Indirect Fire"
        "may shoot at targets out of sight: 1 to 5 miss, or 1 to 3 if stationary and spotted; the target has cover"
        "W40K-INDIRECT-FIRE"
        Ranged(|draft, used, scene| {
            if scene.is(INDIRECT) {
                let spotted = scene.is(SPOTTED) && scene.is(STATIONARY);
                let (fails_to, what) = if spotted { (3, "unmodified 1-3 miss") } else { (5, "unmodified 1-5 miss") };
                draft.hit.fails_to = draft.hit.fails_to.max(fails_to);
                draft.note(what, &used.origin());
            }
        });
    Attacker "Blast" "+1 Attack for every five models in the target" "W40K-BLAST"
        Ranged(|draft, used, scene| for_every_five(draft, used, scene, Amount::fixed(1)));
    Attacker "Blast X" as "Blast 2" "+X Attacks for every five models in the target" "W40K-BLAST"
        Ranged(|draft, used, scene| for_every_five(draft, used, scene, used.words.amount(0)));
    Attacker "Cleave X" as "Cleave 1"
        "+X melee Attacks for every five models in the target, if all of them go at one unit" "W40K-CLEAVE"
        Melee(|draft, used, scene| for_every_five(draft, used, scene, used.words.amount(0)));
    Attacker "Conversion" "a hit roll of an unmodified 4+ that succeeds is a critical hit, if the target is `far`"
        "W40K-CONVERSION"
        Ranged(|draft, used, scene| {
            if scene.is(FAR) {
                draft.hit.critical_successes_on = 4;
                draft.note("unmodified 4+ that hit are critical", &used.origin());
            }
        });
    Attacker "Heavy" "+1 to hit if no model of the unit moved more than 3\" (`steady`, or `stationary`)" "W40K-HEAVY"
        Ranged(|draft, used, scene| {
            if scene.is_any(&[STATIONARY, STEADY]) && draft.is_first(used.name()) {
                draft.hit.modifiers.add(1);
                draft.note("+1 to hit", &used.origin());
            }
        });
    Attacker neutral "Psychic" "the attacker ignores what worsens BS, WS and the hit roll, cover among it" "W40K-PSYCHIC"
        Weapon(|draft, _, _| {
            draft.psychic = true;
            draft.hit.ignore_penalties = true;
            draft.hit.ignores_worse = true;
        });
}

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
    of_unit("Stealth", "the Benefit of Cover: BS is worsened by 1", "W40K-STEALTH"),
    kept_unit("Fights First"),
    of_unit("Lone Operative", "can be shot at only from nearby: not computed", "W40K-LONE-OPERATIVE"),
    of_unit("Lone Operative X\"", "the same within X\": not computed", "W40K-LONE-OPERATIVE")
        .like("Lone Operative 12\""),
    kept_unit("Deep Strike"),
    kept_unit("Infiltrators"),
    kept_unit("Leader"),
    of_unit("Support", "may be attached to a unit beside a Leader: write `support+unit`", "W40K-SUPPORT"),
    kept_unit("Feel No Pain X+"),
    kept_unit("Feel No Pain X+ against mortal wounds"),
    kept_unit("Feel No Pain X+ against psychic attacks"),
    kept_unit("Invulnerable Save X+"),
    kept_unit("Deadly Demise X"),
    kept_unit("Firing Deck X"),
    kept_unit("Scouts X\""),
    kept_unit("Hover"),
    of_unit(
        "Super-Heavy Walker",
        "moves over others, and shocks itself on a 1: `odds super-heavy-walker`",
        "W40K-SUPER-HEAVY-WALKER",
    ),
    of_unit("Damaged X", "-1 to hit rolls of a single model with X wounds or fewer", "W40K-DAMAGED").like("Damaged 4"),
];
