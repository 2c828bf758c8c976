//! Whom what a card says reaches, and for whom its conditions are: sentences that no card prints, built like those that do.

use super::warscrolls::becomes;
use super::{imported, unit};

/// The lines of the one ability that a unit has.
fn says(files: [&str; 2]) -> String {
    let army = imported(&files.map(str::as_bytes)).expect("cards");
    let all = &unit(&army, "Diver").abilities;
    assert_eq!(all.len(), 1, "{all:#?}");
    all[0].says.join(" / ")
}

fn warcry(kind: &str, text: &str) -> String {
    let fighter = r#"[{"_id": "1", "name": "Diver", "warband": "Reef", "subfaction": "", "grand_alliance": "x", "movement": 4, "toughness": 4,
        "wounds": 60, "points": 100, "runemarks": [], "weapons": []}]"#;
    let text = text.replace('"', "\\\"");
    let ability = format!(
        r#"[{{"_id": "a", "name": "Tide", "warband": "Reef", "cost": "{kind}", "runemarks": [], "description": "{text}"}}]"#
    );
    says([fighter, &ability])
}

fn asoiaf(icons: &str, text: &str) -> String {
    let units = r#"{"units": [{"id": "1", "name": "Diver", "statistics": {"faction": "islands", "type": "infantry", "cost": 5, "speed": 5,
        "defense": 4, "morale": 6, "tray": "infantry", "attacks": [], "abilities": ["Tide"]}}]}"#;
    says([units, &format!(r#"{{"TIDE": {{"effect": ["{text}"], "icons": [{icons}]}}}}"#)])
}

#[test]
fn an_enemy_who_is_weaker_for_the_round_is_so_for_every_friend() {
    for (text, expected) in [
        (
            "Until the end of the battle round, subtract 2 from the Toughness characteristic (to a minimum of 1) of visible enemy fighters within 5\" of this fighter.",
            "for any: optional: target: -2 toughness, at least 1",
        ),
        (
            "Pick a visible enemy fighter within 4\" of this fighter. Subtract 1 from that fighter's Toughness characteristic for the rest of the battle round.",
            "for any: optional: target: -1 toughness",
        ),
        (
            "Pick a visible enemy fighter within 4\" of this fighter. Until the end of this fighter's activation, subtract 1 from the Toughness characteristic of that fighter.",
            "optional: target: -1 toughness",
        ),
        // Of a friend who was picked it is not read.
        (
            "Pick a visible friendly fighter within 4\" of this fighter. Until the end of the battle round, subtract 1 from that fighter's Toughness characteristic.",
            "",
        ),
        // What is not said to be the least is not.
        (
            "Until the end of the battle round, subtract 1 from the Strength characteristic of melee attack actions made by the enemy fighters within 5\" of this fighter.",
            "for any: against: optional: if melee: -1 strength",
        ),
        (
            "Subtract 1 from the damage points allocated to friendly fighters by each critical hit from attack actions made by enemy fighters while they are within 2\" of this fighter (to a minimum of 1).",
            "for other any: against: optional: -1 critical damage, at least 1",
        ),
        (
            "Subtract 1 from the damage points allocated to this fighter by each hit from attack actions made by enemy fighters within 2\" of this fighter.",
            "against: optional: -1 hit damage",
        ),
    ] {
        assert_eq!(warcry("double", text), expected, "{text}");
    }
}

#[test]
fn what_sets_off_a_reaction_is_none_of_the_attack_that_follows() {
    let reacts = "A fighter can make this reaction after they are targeted by a missile attack action.";
    let near = "A fighter can only use this ability if they are within 2\" of a visible enemy fighter with the Shell runemark.";
    for (text, expected) in [
        (
            format!("{reacts} Pick another friendly fighter. That fighter makes a bonus attack action."),
            "for other any: optional: bonus attack action",
        ),
        (format!("{reacts} This fighter makes a bonus attack action."), "optional: bonus attack action"),
        (
            format!("{reacts} Add 1 to this fighter's Toughness characteristic during that attack action."),
            "optional: if shooting: +1 toughness",
        ),
        (
            format!("{near} This fighter makes a bonus attack action that targets that fighter."),
            "optional: if target SHELL: bonus attack action",
        ),
        (format!("{near} This fighter makes a bonus attack action."), "optional: bonus attack action"),
    ] {
        assert_eq!(warcry("reaction", &text), expected, "{text}");
    }
}

#[test]
fn cards_of_a_song_of_ice_and_fire_tell_whose_attack_and_whose_test_they_mean() {
    let fears = "for any: optional: target: -2 to morale";
    let melee = "\"melee\"";
    for (icons, text, expected) in [
        ("", "Enemies engaged with this unit suffer -2 to Morale Test rolls.", fears),
        (
            "",
            "While you control [HORSE], enemies in Short Range suffer -2 to Morale Test rolls.",
            &*format!("as with horse: {fears}"),
        ),
        (
            "",
            "Enemies in Short Range suffer -2 to Morale Test rolls and +1 Wound from failing Panic Tests.",
            &*format!("{fears}; target: +1 panic wounds"),
        ),
        // The ranks are those of whoever takes the test.
        (
            "",
            "Defender suffers +2 Wound from failing Panic Tests from this Attack for each of its destroyed ranks.",
            "target: +2 panic wounds per destroyed rank",
        ),
        (
            "",
            "Other friendly units in Short Range gain +2 Attack Dice on Melee Attacks and suffer -2 Wounds from failing Panic Tests.",
            "for other any: optional: if melee: +2 attacks / for other any: optional: -2 panic wounds",
        ),
        (
            melee,
            "When this unit is performing a Melee Attack, before rolling Attack Dice, target 1 other friendly unit in Short Range. It restores 1 Wound.",
            "for other any: optional: heal 1",
        ),
        (
            "",
            "When this unit is performing a Melee Attack, before rolling Attack Dice: The Defender becomes Vulnerable. After this Attack has been completed, the Attacker suffers 1 Wounds.",
            "if melee: target becomes vulnerable / if melee: suffer 1 wounds",
        ),
    ] {
        assert_eq!(asoiaf(icons, text), expected, "{text}");
    }
}

#[test]
fn warscrolls_tell_whom_a_sentence_means_and_when_it_is_asked() {
    let sings = "Friendly Oak Court units have Ward (5+) while they are wholly within 9\" of this unit. Subtract 1 from save rolls for enemy units while they are within 9\" of this unit.";
    for (kind, timing, text, expected) in [
        (
            "Passive",
            "",
            sings,
            "optional: | target: -1 to save / optional: | ward 5+ for OAK COURT / optional: | target: -1 to save for ",
        ),
        (
            "Activated",
            "Once Per Battle, Any Charge Phase",
            "If this unit charged this phase and is damaged, add 1 to the Attacks characteristic of this unit's weapons for the rest of the battle.",
            "optional: | +1 attacks",
        ),
        (
            "Activated",
            "Any Charge Phase",
            "If this unit charged this phase, add 1 to the Attacks characteristic of this unit's weapons for the rest of the turn.",
            "optional: charged | +1 attacks",
        ),
        (
            "Activated",
            "Any Combat Phase",
            "For the rest of the turn:\n• Add 1 to hit rolls for this unit's attacks.\n• This unit's attacks must target an enemy Hero or Monster.",
            "optional: target HERO or MONSTER, combat | +1 to hit",
        ),
        (
            "Passive",
            "",
            "While this unit is within 6\" of a friendly Oak Court unit and has charged this turn, this unit has Ward (5+).",
            "optional: charged | ward 5+",
        ),
    ] {
        assert_eq!(becomes(kind, timing, "", text), expected, "{text}");
    }
}
