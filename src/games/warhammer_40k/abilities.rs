//! The weapon abilities of Warhammer 40,000 (core pp. 25-28, update p. 28). A new one is one entry here.

use super::situations::{CHARGED, HALF_RANGE, INDIRECT, STATIONARY};
use crate::dice::Amount;
use crate::games::AbilityDoc;
use crate::games::language::effect::Characteristic;
use crate::games::language::entry::entries;
use crate::games::printed::{self, of_unit};
use crate::games::volley::critical::{CriticalHit, CriticalWound, Reaches};
use crate::games::volley::draft::{Origin, WeaponDraft};

entries! {
    /// What a weapon can have.
    pub(in crate::games) ABILITIES: WeaponDraft, "warhammer-40k";
    Attacker neutral "Assault" "may shoot after Advancing" "W40K-ASSAULT"
        Ranged(|_, _, _| {});
    Attacker "Rapid Fire X" as "Rapid Fire 1" "+X Attacks within half range" "W40K-RAPID-FIRE"
        Ranged(|draft, used, scene| {
            if scene.is(HALF_RANGE) {
                draft.bonus(used.origin(), Characteristic::Attacks, used.words.amount(0));
            }
        });
    Attacker "Ignores Cover" "the target has no Benefit of Cover" "W40K-IGNORES-COVER"
        Ranged(|draft, _, _| draft.ignores_cover = true);
    Attacker "Twin-linked" "wound rolls may be rolled again" "W40K-TWIN-LINKED"
        Weapon(|draft, _, _| draft.twin_linked = true);
    Attacker neutral "Pistol" "may shoot in Engagement Range; used instead of the other ranged weapons" "W40K-PISTOL"
        Ranged(|draft, _, _| draft.pistol = true);
    Attacker "Torrent" "hits without a roll" "W40K-TORRENT"
        Ranged(|draft, _, _| draft.auto_hit = true);
    Attacker "Lethal Hits" "a critical hit wounds without a roll" "W40K-LETHAL-HITS"
        Weapon(|draft, used, _| draft.critical(used, CriticalHit::reaching(Reaches::Wound)));
    Attacker "Lance" "+1 to wound after a charge" "W40K-LANCE"
        Weapon(|draft, used, scene| {
            if scene.is(CHARGED) && draft.is_first(used.name()) {
                draft.wound.modifiers.add(1);
                draft.note("+1 to wound", &used.origin());
            }
        });
    Attacker neutral "Indirect Fire" "may shoot at targets out of sight: -1 to hit, 1 to 3 miss, the target has cover"
        "W40K-INDIRECT-FIRE"
        Ranged(|draft, used, scene| {
            if scene.is(INDIRECT) && draft.is_first(used.name()) {
                draft.hit.modifiers.add(-1);
                draft.hit.fails_to = if scene.played.core_edition { 1 } else { 3 };
                let what = if scene.played.core_edition { "-1 to hit" } else { "-1 to hit, unmodified 1-3 miss" };
                draft.note(what, &used.origin());
            }
        });
    Attacker neutral "Precision" "attacks may be allocated to the Character of an Attached unit" "W40K-PRECISION"
        Weapon(|draft, _, _| draft.precision = true);
    Attacker "Blast" "+1 Attack for every five models in the target" "W40K-BLAST"
        Ranged(|draft, used, scene| {
            let more = usize::from(scene.target_models.get()) / 5;
            if more > 0 && (draft.attacks.printed.as_fixed().is_none() || !scene.played.blast_needs_dice) {
                draft.bonus(used.origin(), Characteristic::Attacks, Amount::fixed(more as u16));
            }
        });
    Attacker "Melta X" as "Melta 2" "+X Damage within half range" "W40K-MELTA"
        Ranged(|draft, used, scene| {
            if scene.is(HALF_RANGE) {
                draft.bonus(used.origin(), Characteristic::Damage, used.words.amount(0));
            }
        });
    Attacker "Heavy" "+1 to hit if the unit Remained Stationary" "W40K-HEAVY"
        Ranged(|draft, used, scene| {
            if scene.is(STATIONARY) && draft.is_first(used.name()) {
                draft.hit.modifiers.add(1);
                draft.note("+1 to hit", &used.origin());
            }
        });
    Attacker neutral "Hazardous" "after the attack, a die for each weapon: on a 1 its bearer takes 3 mortal wounds"
        "W40K-HAZARDOUS"
        Weapon(|draft, _, _| draft.hazardous = true);
    Attacker "Devastating Wounds" "a critical wound allows no save, and comes after all other attacks" "W40K-DEVASTATING"
        Weapon(|draft, used, _| draft.critical(used, CriticalWound::unsaved()));
    Attacker "Sustained Hits X" as "Sustained Hits 1" "a critical hit scores X extra hits" "W40K-SUSTAINED-HITS"
        Weapon(|draft, used, _| draft.critical(used, CriticalHit::with_hits(used.words.amount(0))));
    Attacker neutral "Extra Attacks" "used beside another melee weapon; only rules that name it change its Attacks"
        "W40K-EXTRA-ATTACKS"
        Melee(|draft, _, _| draft.extra_attacks = true);
    Attacker "Anti-KEYWORD N+" as "Anti-VEHICLE 4+"
        "an unmodified wound roll of N+ against units with that keyword is a critical wound" "W40K-ANTI"
        Weapon(|draft, used, scene| {
            if scene.target_has(&used.words.keyword) {
                draft.wound.critical_on = draft.wound.critical_on.min(used.words.target());
                let source = format!("Anti-{}", used.words.keyword);
                draft.note(format!("critical wounds on {}+", used.words.target()), &Origin::new(&source, used.rule));
            }
        });
    Attacker neutral "One Shot" "fires once in a battle" "W40K-ONE-SHOT"
        Weapon(|_, _, _| {});
    Attacker neutral "Psychic" "a psychic attack (for Feel No Pain against psychic attacks)" "W40K-PSYCHIC"
        Weapon(|draft, _, _| draft.psychic = true);
}

/// Abilities of a whole unit.
pub(in crate::games) const UNIT_ABILITIES: &[AbilityDoc] = &[
    of_unit("Stealth", "-1 to hit with ranged attacks against it", "W40K-STEALTH"),
    of_unit("Fights First", "fights before other units: you choose the order with `--then`", "W40K-FIGHTS-FIRST"),
    of_unit("Lone Operative", "can be shot at only from 12\" or less: not computed", "W40K-LONE-OPERATIVE"),
    of_unit("Deep Strike", "arrives from Reserves: not computed", "W40K-SETUP"),
    of_unit("Infiltrators", "is set up forward: not computed", "W40K-SETUP"),
    of_unit("Leader", "may lead a unit: write `leader+unit`", "W40K-ATTACHED"),
    of_unit("Feel No Pain X+", "the same as the key `feel-no-pain` of every model", "W40K-FNP").like("Feel No Pain 5+"),
    of_unit("Feel No Pain X+ against mortal wounds", "the same as the key `feel-no-pain-mortal`", "W40K-FNP")
        .like("Feel No Pain 5+ against mortal wounds"),
    of_unit("Feel No Pain X+ against psychic attacks", "the same as the key `feel-no-pain-psychic`", "W40K-FNP")
        .like("Feel No Pain 4+ against psychic attacks"),
    of_unit("Invulnerable Save X+", "the same as the key `invulnerable`", "W40K-INVULN").like("Invulnerable Save 4+"),
    of_unit("Deadly Demise X", "the same as the key `deadly-demise`, for its own question", "W40K-DEADLY-DEMISE")
        .like("Deadly Demise D3"),
    of_unit("Firing Deck X", "the same as the key `firing-deck`", "W40K-FIRING-DECK").like("Firing Deck 2"),
    of_unit("Scouts X\"", "moves before the first round: not computed", "W40K-SETUP").like("Scouts 6\""),
    of_unit("Hover", "may give up being an Aircraft: write its other Move", "W40K-PROFILE"),
    of_unit("Super-Heavy Walker", "moves over others: not computed", "W40K-PROFILE"),
    of_unit(
        "Damaged: 1-X wounds remaining",
        "what it costs is said by an `[[ability]]`; else it is named as not computed",
        "W40K-PROFILE",
    )
    .like("Damaged: 1-4 wounds remaining"),
];

/// Rules of whole armies that datasheets name. They depend on more than the two units, so that they are named as not
/// computed; what one does is said with `--with` or as an `[[ability]]`.
pub(in crate::games) const ARMY_RULES: &[&str] = &[
    "Acts of Faith", "Assigned Agents", "Battle Focus", "Blessings of Khorne", "Bondsman", "Cabal of Sorcerers",
    "Code Chivalric", "Corsairs and Travelling Players", "Cult Ambush", "Dark Pacts", "Disparate Paths",
    "Doctrina Imperatives", "For the Greater Good", "Gate of Infinity", "Harbingers of Dread", "Martial Ka'tah",
    "Mission Tactics", "Nurgle's Gift", "Nurgle's Gift (Aura)", "Oath of Moment", "Power from Pain",
    "Prioritised Efficiency", "Reanimation Protocols", "Shadow in the Warp", "Synapse", "Templar Vows",
    "The Shadow of Chaos", "Thrill Seekers", "Voice of Command", "Waaagh!", "Warp Rifts",
];

/// Whether a text is an ability of a unit that each of its models has for itself.
pub(super) fn is_of_models(text: &str) -> bool {
    let of_models = ["Feel No Pain", "Invulnerable Save", "Deadly Demise"];
    let ability = printed::lookup(UNIT_ABILITIES, text);
    ability.is_some_and(|(doc, _)| of_models.iter().any(|name| doc.name.starts_with(name)))
}
