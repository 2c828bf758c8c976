//! The weapon abilities of Warhammer 40,000 (core pp. 25-28, update p. 28). A new one is one entry here.

use super::situations::{CHARGED, HALF_RANGE, INDIRECT, STATIONARY};
use crate::dice::Amount;
use crate::games::language::ability::{Ability, Argument, Wielded};
use crate::games::language::effect::Characteristic;
use crate::games::printed;
use crate::games::volley::critical::{CriticalHit, CriticalWound, Reaches};
use crate::games::volley::draft::{CoreBonus, Origin, WeaponDraft};
use crate::games::{AbilityDoc, Owner};

pub(in crate::games) static ABILITIES: &[Ability<WeaponDraft>] = &[
    Ability {
        doc: AbilityDoc {
            name: "Assault",
            short: "may shoot after Advancing",
            example: "Assault",
            rule: "W40K-ASSAULT",
            favours: None,
        },
        name: "Assault",
        argument: Argument::None,
        wielded: Wielded::Ranged,
        apply: |draft, _, _| draft.assault = true,
    },
    Ability {
        doc: AbilityDoc {
            name: "Rapid Fire X",
            short: "+X Attacks within half range",
            example: "Rapid Fire 1",
            rule: "W40K-RAPID-FIRE",
            favours: Some(Owner::Attacker),
        },
        name: "Rapid Fire",
        argument: Argument::Amount,
        wielded: Wielded::Ranged,
        apply: |draft, used, scene| {
            if scene.is(HALF_RANGE) {
                let origin = Origin::new("Rapid Fire", "W40K-RAPID-FIRE");
                draft.bonus(CoreBonus { origin, to: Characteristic::Attacks, amount: used.amount() });
            }
        },
    },
    Ability {
        doc: AbilityDoc {
            name: "Ignores Cover",
            short: "the target has no Benefit of Cover",
            example: "Ignores Cover",
            rule: "W40K-IGNORES-COVER",
            favours: Some(Owner::Attacker),
        },
        name: "Ignores Cover",
        argument: Argument::None,
        wielded: Wielded::Ranged,
        apply: |draft, _, _| draft.ignores_cover = true,
    },
    Ability {
        doc: AbilityDoc {
            name: "Twin-linked",
            short: "wound rolls may be rolled again",
            example: "Twin-linked",
            rule: "W40K-TWIN-LINKED",
            favours: Some(Owner::Attacker),
        },
        name: "Twin-linked",
        argument: Argument::None,
        wielded: Wielded::Any,
        apply: |draft, _, _| draft.twin_linked = true,
    },
    Ability {
        doc: AbilityDoc {
            name: "Pistol",
            short: "may shoot in Engagement Range; used instead of the other ranged weapons",
            example: "Pistol",
            rule: "W40K-PISTOL",
            favours: None,
        },
        name: "Pistol",
        argument: Argument::None,
        wielded: Wielded::Ranged,
        apply: |draft, _, _| draft.pistol = true,
    },
    Ability {
        doc: AbilityDoc {
            name: "Torrent",
            short: "hits without a roll",
            example: "Torrent",
            rule: "W40K-TORRENT",
            favours: Some(Owner::Attacker),
        },
        name: "Torrent",
        argument: Argument::None,
        wielded: Wielded::Ranged,
        apply: |draft, _, _| draft.auto_hit = true,
    },
    Ability {
        doc: AbilityDoc {
            name: "Lethal Hits",
            short: "a critical hit wounds without a roll",
            example: "Lethal Hits",
            rule: "W40K-LETHAL-HITS",
            favours: Some(Owner::Attacker),
        },
        name: "Lethal Hits",
        argument: Argument::None,
        wielded: Wielded::Any,
        apply: |draft, used, _| draft.critical(used, CriticalHit::reaching(Reaches::Wound)),
    },
    Ability {
        doc: AbilityDoc {
            name: "Lance",
            short: "+1 to wound after a charge",
            example: "Lance",
            rule: "W40K-LANCE",
            favours: Some(Owner::Attacker),
        },
        name: "Lance",
        argument: Argument::None,
        wielded: Wielded::Any,
        apply: |draft, _, scene| {
            if scene.is(CHARGED) && draft.is_first("Lance") {
                draft.wound.modifiers.add(1);
                draft.note("+1 to wound", &Origin::new("Lance", "W40K-LANCE"));
            }
        },
    },
    Ability {
        doc: AbilityDoc {
            name: "Indirect Fire",
            short: "may shoot at targets out of sight: -1 to hit, 1 to 3 miss, the target has cover",
            example: "Indirect Fire",
            rule: "W40K-INDIRECT-FIRE",
            favours: None,
        },
        name: "Indirect Fire",
        argument: Argument::None,
        wielded: Wielded::Ranged,
        apply: |draft, _, scene| {
            draft.indirect = true;
            if scene.is(INDIRECT) && draft.is_first("Indirect Fire") {
                draft.hit.modifiers.add(-1);
                draft.hit.fails_to = if scene.played.core_edition { 1 } else { 3 };
                let what = if scene.played.core_edition { "-1 to hit" } else { "-1 to hit, unmodified 1-3 miss" };
                draft.note(what, &Origin::new("Indirect Fire", "W40K-INDIRECT-FIRE"));
            }
        },
    },
    Ability {
        doc: AbilityDoc {
            name: "Precision",
            short: "attacks may be allocated to the Character of an Attached unit",
            example: "Precision",
            rule: "W40K-PRECISION",
            favours: None,
        },
        name: "Precision",
        argument: Argument::None,
        wielded: Wielded::Any,
        apply: |draft, _, _| draft.precision = true,
    },
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
        apply: |draft, _, scene| {
            let more = usize::from(scene.target_models) / 5;
            if more > 0 && (draft.attacks.printed.as_fixed().is_none() || !scene.played.blast_needs_dice) {
                let (origin, amount) = (Origin::new("Blast", "W40K-BLAST"), Amount::fixed(more as u16));
                draft.bonus(CoreBonus { origin, to: Characteristic::Attacks, amount });
            }
        },
    },
    Ability {
        doc: AbilityDoc {
            name: "Melta X",
            short: "+X Damage within half range",
            example: "Melta 2",
            rule: "W40K-MELTA",
            favours: Some(Owner::Attacker),
        },
        name: "Melta",
        argument: Argument::Amount,
        wielded: Wielded::Ranged,
        apply: |draft, used, scene| {
            if scene.is(HALF_RANGE) {
                let origin = Origin::new("Melta", "W40K-MELTA");
                draft.bonus(CoreBonus { origin, to: Characteristic::Damage, amount: used.amount() });
            }
        },
    },
    Ability {
        doc: AbilityDoc {
            name: "Heavy",
            short: "+1 to hit if the unit Remained Stationary",
            example: "Heavy",
            rule: "W40K-HEAVY",
            favours: Some(Owner::Attacker),
        },
        name: "Heavy",
        argument: Argument::None,
        wielded: Wielded::Ranged,
        apply: |draft, _, scene| {
            if scene.is(STATIONARY) && draft.is_first("Heavy") {
                draft.hit.modifiers.add(1);
                draft.note("+1 to hit", &Origin::new("Heavy", "W40K-HEAVY"));
            }
        },
    },
    Ability {
        doc: AbilityDoc {
            name: "Hazardous",
            short: "after the attack, a die for each weapon: on a 1 its bearer takes 3 mortal wounds",
            example: "Hazardous",
            rule: "W40K-HAZARDOUS",
            favours: None,
        },
        name: "Hazardous",
        argument: Argument::None,
        wielded: Wielded::Any,
        apply: |draft, _, _| draft.hazardous = true,
    },
    Ability {
        doc: AbilityDoc {
            name: "Devastating Wounds",
            short: "a critical wound allows no save, and comes after all other attacks",
            example: "Devastating Wounds",
            rule: "W40K-DEVASTATING",
            favours: Some(Owner::Attacker),
        },
        name: "Devastating Wounds",
        argument: Argument::None,
        wielded: Wielded::Any,
        apply: |draft, used, _| draft.critical(used, CriticalWound::unsaved()),
    },
    Ability {
        doc: AbilityDoc {
            name: "Sustained Hits X",
            short: "a critical hit scores X extra hits",
            example: "Sustained Hits 1",
            rule: "W40K-SUSTAINED-HITS",
            favours: Some(Owner::Attacker),
        },
        name: "Sustained Hits",
        argument: Argument::Amount,
        wielded: Wielded::Any,
        apply: |draft, used, _| draft.critical(used, CriticalHit::with_hits(used.amount())),
    },
    Ability {
        doc: AbilityDoc {
            name: "Extra Attacks",
            short: "used beside another melee weapon; only rules that name it change its Attacks",
            example: "Extra Attacks",
            rule: "W40K-EXTRA-ATTACKS",
            favours: None,
        },
        name: "Extra Attacks",
        argument: Argument::None,
        wielded: Wielded::Melee,
        apply: |draft, _, _| draft.extra_attacks = true,
    },
    Ability {
        doc: AbilityDoc {
            name: "Anti-KEYWORD N+",
            short: "an unmodified wound roll of N+ against units with that keyword is a critical wound",
            example: "Anti-VEHICLE 4+",
            rule: "W40K-ANTI",
            favours: Some(Owner::Attacker),
        },
        name: "Anti",
        argument: Argument::KeywordTarget,
        wielded: Wielded::Any,
        apply: |draft, used, scene| {
            if scene.target_has(used.keyword()) {
                draft.wound.critical_on = draft.wound.critical_on.min(used.number());
                let source = format!("Anti-{}", used.keyword());
                draft.note(format!("critical wounds on {}+", used.number()), &Origin::new(&source, "W40K-ANTI"));
            }
        },
    },
    Ability {
        doc: AbilityDoc {
            name: "One Shot",
            short: "fires once in a battle",
            example: "One Shot",
            rule: "W40K-ONE-SHOT",
            favours: None,
        },
        name: "One Shot",
        argument: Argument::None,
        wielded: Wielded::Any,
        apply: |_, _, _| {},
    },
    Ability {
        doc: AbilityDoc {
            name: "Psychic",
            short: "a psychic attack (for Feel No Pain against psychic attacks)",
            example: "Psychic",
            rule: "W40K-PSYCHIC",
            favours: None,
        },
        name: "Psychic",
        argument: Argument::None,
        wielded: Wielded::Any,
        apply: |draft, _, _| draft.psychic = true,
    },
];

pub(in crate::games) const fn unit(name: &'static str, short: &'static str, rule: &'static str) -> AbilityDoc {
    AbilityDoc { name, short, example: name, rule, favours: None }
}

/// The same for one with a value, with an example of it.
pub(in crate::games) const fn valued(
    name: &'static str,
    example: &'static str,
    short: &'static str,
    rule: &'static str,
) -> AbilityDoc {
    AbilityDoc { name, short, example, rule, favours: None }
}

/// Abilities of a whole unit.
pub(in crate::games) const UNIT_ABILITIES: &[AbilityDoc] = &[
    unit("Stealth", "-1 to hit with ranged attacks against it", "W40K-STEALTH"),
    unit("Fights First", "fights before other units: you choose the order with `--then`", "W40K-FIGHTS-FIRST"),
    unit("Lone Operative", "can be shot at only from 12\" or less: not computed", "W40K-LONE-OPERATIVE"),
    unit("Deep Strike", "arrives from Reserves: not computed", "W40K-SETUP"),
    unit("Infiltrators", "is set up forward: not computed", "W40K-SETUP"),
    unit("Leader", "may lead a unit: write `leader+unit`", "W40K-ATTACHED"),
    valued("Feel No Pain X+", "Feel No Pain 5+", "the same as the key `feel-no-pain` of every model", "W40K-FNP"),
    valued(
        "Feel No Pain X+ against mortal wounds",
        "Feel No Pain 5+ against mortal wounds",
        "the same as the key `feel-no-pain-mortal`",
        "W40K-FNP",
    ),
    valued(
        "Feel No Pain X+ against psychic attacks",
        "Feel No Pain 4+ against psychic attacks",
        "the same as the key `feel-no-pain-psychic`",
        "W40K-FNP",
    ),
    valued("Invulnerable Save X+", "Invulnerable Save 4+", "the same as the key `invulnerable`", "W40K-INVULN"),
    valued(
        "Deadly Demise X",
        "Deadly Demise D3",
        "the same as the key `deadly-demise`, for its own question",
        "W40K-DEADLY-DEMISE",
    ),
    valued("Firing Deck X", "Firing Deck 2", "the same as the key `firing-deck`", "W40K-FIRING-DECK"),
    valued("Scouts X\"", "Scouts 6\"", "moves before the first round: not computed", "W40K-SETUP"),
    unit("Hover", "may give up being an Aircraft: write its other Move", "W40K-PROFILE"),
    unit("Super-Heavy Walker", "moves over others: not computed", "W40K-PROFILE"),
    valued(
        "Damaged: 1-X wounds remaining",
        "Damaged: 1-4 wounds remaining",
        "what it costs is said by an `[[ability]]`; else it is named as not computed",
        "W40K-PROFILE",
    ),
];

/// Rules of whole armies that datasheets name. They depend on more than the two units, so that they are named as not
/// computed; what one does is said with `--with` or as an `[[ability]]`.
pub(in crate::games) const ARMY_RULES: &[&str] = &[
    "Acts of Faith",
    "Assigned Agents",
    "Battle Focus",
    "Blessings of Khorne",
    "Bondsman",
    "Cabal of Sorcerers",
    "Code Chivalric",
    "Corsairs and Travelling Players",
    "Cult Ambush",
    "Dark Pacts",
    "Disparate Paths",
    "Doctrina Imperatives",
    "For the Greater Good",
    "Gate of Infinity",
    "Harbingers of Dread",
    "Martial Ka'tah",
    "Mission Tactics",
    "Nurgle's Gift",
    "Nurgle's Gift (Aura)",
    "Oath of Moment",
    "Power from Pain",
    "Prioritised Efficiency",
    "Reanimation Protocols",
    "Shadow in the Warp",
    "Synapse",
    "Templar Vows",
    "The Shadow of Chaos",
    "Thrill Seekers",
    "Voice of Command",
    "Waaagh!",
    "Warp Rifts",
];

/// Whether a text is an ability of a unit that each of its models has for itself.
pub(super) fn is_of_models(text: &str) -> bool {
    let of_models = ["Feel No Pain", "Invulnerable Save", "Deadly Demise"];
    let known = printed::known(UNIT_ABILITIES, text);
    known.is_some_and(|(doc, _)| of_models.iter().any(|name| doc.name.starts_with(name)))
}
