//! What sentences of warscrolls become. The sentences are made up; the words of rules in them are those of all cards.

use super::imported;
use crate::support::{attack, damage, near, target, with};
use warodds::profile::import::Imported;

/// An army of one unit, five models with these weapons, that has one ability.
pub(super) fn army(weapons: &[&str], kind: &str, [timing, declare, effect]: [&str; 3], of_weapon: &str) -> Imported {
    let cell = |name: &str, text: &str| format!("<characteristic name=\"{name}\">{text}</characteristic>");
    let weapon = ["Atk", "Hit", "Wnd", "Rnd", "Dmg", "Ability"].iter().zip(["3", "4+", "3+", "1", "2", of_weapon]);
    let weapon: String = weapon.map(|(name, value)| cell(name, value)).collect();
    let printed = |name: &&str| {
        format!(
            "<profile name=\"{name}\" typeName=\"Melee Weapon\"><characteristics>{weapon}</characteristics></profile>"
        )
    };
    let weapons: String = weapons.iter().map(printed).collect();
    let unit: String =
        ["Move", "Health", "Save", "Control"].iter().zip(["5\"", "2", "4+", "1"]).map(|(n, v)| cell(n, v)).collect();
    let ability = [("Timing", timing), ("Declare", declare), ("Effect", effect)].map(|(n, v)| cell(n, v)).concat();
    let text = format!(
        "<roster name=\"A\" gameSystemName=\"Age of Sigmar 4.0\"><forces><force name=\"F\"><selections>\
         <selection name=\"Reed Guard\" type=\"unit\" number=\"1\"><categories><category name=\"INFANTRY\"/><category name=\"REED COURT\"/></categories>\
         <profiles><profile name=\"Reed Guard\" typeName=\"Unit\"><characteristics>{unit}</characteristics></profile>\
         <profile name=\"Sickle Moon Dance\" typeName=\"Ability ({kind})\"><characteristics>{ability}</characteristics></profile></profiles>\
         <selections><selection name=\"Reed Guard\" type=\"model\" number=\"5\"><profiles>{weapons}</profiles></selection></selections></selection></selections></force></forces></roster>"
    );
    imported(&[text.as_bytes()]).expect("a roster")
}

/// The `[[ability]]` tables of a unit that has one ability, each as `when | effects` with its flags in front.
pub(super) fn becomes(kind: &str, timing: &str, declare: &str, effect: &str) -> String {
    becomes_with(&["Marsh Sickle"], kind, timing, declare, effect)
}

/// The same of a unit with these weapons.
fn becomes_with(weapons: &[&str], kind: &str, timing: &str, declare: &str, effect: &str) -> String {
    let army = army(weapons, kind, [timing, declare, effect], "-");
    let own = army.units[0].text.split("[[ability]]").skip(1);
    let entries = own.chain(army.units[0].lent.iter().map(String::as_str)).map(|entry| {
        let value = |key: &str| {
            let line = entry.lines().find_map(|line| line.strip_prefix(&format!("{key} = ")));
            line.unwrap_or("").replace(['[', ']', '"'], "")
        };
        let flags = ["optional", "once", "against"].iter().filter(|flag| value(flag) == "true");
        let flags: Vec<&str> = flags.copied().collect();
        let weapons = if value("weapons").is_empty() { String::new() } else { format!(" ({})", value("weapons")) };
        let reach = if entry.contains("from = ") { format!(" for {}", value("for")) } else { String::new() };
        format!("{}: {} | {}{weapons}{reach}", flags.join(" "), value("when"), value("effects")).replace("  ", " ")
    });
    let entries: Vec<String> = entries.collect();
    let key = army.units[0].text.lines().find(|line| line.starts_with("ward"));
    let said = key.map(str::to_owned).into_iter().chain(entries).collect::<Vec<_>>().join(" / ");
    if said.is_empty() { army.units[0].left_out.iter().map(|left| left.why).collect() } else { said }
}

/// What stands beside the models of a unit is carried by as many of them as it counts.
#[test]
fn weapons_beside_the_models_are_counted_as_they_are() {
    let cell = |name: &str, text: &str| format!("<characteristic name=\"{name}\">{text}</characteristic>");
    let weapon = ["Atk", "Hit", "Wnd", "Rnd", "Dmg"].iter().zip(["3", "4+", "3+", "1", "2"]);
    let weapon: String = weapon.map(|(name, value)| cell(name, value)).collect();
    let unit: String =
        ["Move", "Health", "Save", "Control"].iter().zip(["5\"", "2", "4+", "1"]).map(|(n, v)| cell(n, v)).collect();
    let carried = |name: &str| {
        format!(
            "<profiles><profile name=\"{name}\" typeName=\"Melee Weapon\"><characteristics>{weapon}</characteristics></profile></profiles>"
        )
    };
    let text = format!(
        "<roster name=\"A\" gameSystemName=\"Age of Sigmar 4.0\"><forces><force name=\"F\"><selections>\
         <selection name=\"Reed Guard\" type=\"unit\" number=\"1\"><profiles><profile name=\"Reed Guard\" typeName=\"Unit\">\
         <characteristics>{unit}</characteristics></profile></profiles><selections>\
         <selection name=\"Reed Guard\" type=\"model\" number=\"5\">{}</selection>\
         <selection name=\"Scythe\" type=\"upgrade\" number=\"2\">{}</selection></selections></selection></selections></force></forces></roster>",
        carried("Sickle"),
        carried("Scythe")
    );
    let army = imported(&[text.as_bytes()]).expect("a roster");
    let weapons: Vec<&str> = army.units[0].text.split("[[weapon]]").skip(1).collect();
    let of = |name: &str| *weapons.iter().find(|weapon| weapon.contains(name)).expect("a weapon");
    assert!(!of("Sickle").contains("count") && of("Scythe").contains("count = 2\n"), "{}", army.units[0].text);
}

const NO_PHRASE: &str = "its text is none of the phrases that are understood";

#[test]
fn what_a_unit_always_has_becomes_an_entry() {
    for (effect, expected) in [
        ("This unit has Ward (5+).", "ward = \"5+\""),
        ("Subtract 1 from hit rolls for shooting attacks that target this unit.", "against: shooting | -1 to hit"),
        (
            "If this unit charged this turn, for the rest of the turn, add 1 to the Rend characteristic of its Marsh Sickles.",
            ": charged | +1 rend (Marsh Sickle)",
        ),
        (
            "Add 1 to hit rolls for this unit's combat attacks that target Monsters.",
            ": combat, target MONSTER | +1 to hit",
        ),
        (
            "Add 1 to wound rolls for attacks made by this unit that target an enemy unit with 10 or more models.",
            ": target models 10+ | +1 to wound",
        ),
        ("This unit's melee weapons have Crit (2 Hits) while it is damaged.", ": damaged, combat | Crit 2 Hits"),
        ("Ward rolls cannot be made for damage points inflicted by this unit's combat attacks.", ": combat | no ward"),
        ("Ignore modifiers to save rolls for this unit (positive and negative).", ": | ignore save modifiers"),
        (
            "If the unmodified hit roll for an attack that targets this unit is 1-3, the attack fails and the attack sequence ends.",
            ": | hit only on 4+",
        ),
        (
            "While this unit has 3 or more damage points, the Attacks characteristic of its Marsh Sickle is 2.",
            ": damage 3+ | set attacks to 2 (Marsh Sickle)",
        ),
        (
            "Each time you make an unmodified save roll of 6 for a combat attack that targets this unit, inflict 1 mortal damage on the attacking unit after the Fight ability has been resolved.",
            ": combat | strike back 1 mortal on saves of 6",
        ),
        ("This unit dances on the lake.", "it does not touch the dice of an attack"),
        ("Add 1 to hit rolls for this unit's attacks if the moon is full.", NO_PHRASE),
    ] {
        assert_eq!(becomes("Passive", "", "", effect), expected, "{effect}");
    }
}

#[test]
fn what_is_used_on_an_enemy_is_asked_for_by_its_name() {
    let near = "Pick an enemy unit in combat with this unit to be the target.";
    let charged = "If this unit charged this phase, pick an enemy Infantry unit within 1\" of it to be the target.";
    for (timing, declare, effect, expected) in [
        (
            "Any Combat Phase",
            near,
            "Roll a D3. On a 2+, inflict an amount of mortal damage on the target equal to the roll.",
            "optional: combat | 1 D3 dice: 2+ -> that much mortal",
        ),
        (
            "Any Charge Phase",
            charged,
            "Roll a dice for each model in this unit. For each 4+, inflict 1 mortal damage on the target.",
            "optional: charged, target INFANTRY | 1 dice per model: 4+ -> 1 mortal",
        ),
        (
            "Once Per Battle, Any Combat Phase",
            near,
            "Roll 6 dice. For each 5+, inflict 1 mortal damage on the target.",
            "optional once: combat | 6 dice: 5+ -> 1 mortal",
        ),
        (
            "Once Per Battle, Any Combat Phase",
            near,
            "This unit cannot use the 'Second Sight' ability for the rest of the battle. Roll a dice. On a 4+, inflict 1 mortal damage on the target.",
            "optional once: combat | 1 dice: 4+ -> 1 mortal",
        ),
        (
            "Once Per Turn (Army), Any Combat Phase",
            near,
            "Roll a dice. On a 3+, subtract 1 from the Attacks characteristic of the target's melee weapons for the rest of the turn.",
            // The enemy is marked for all of its side.
            "optional against: combat | 3+: -1 attacks / optional against: combat | 3+: -1 attacks for ",
        ),
        (
            "Your Hero Phase",
            "Pick a visible enemy unit within 12\" of this unit to be the target, then make a casting roll of 2D6.",
            "Inflict D3 mortal damage on the target.",
            "optional: | D3 mortal damage",
        ),
        (
            "Your Hero Phase",
            "Pick a visible enemy unit within 12\" of this unit to be the target.",
            "Roll a dice. On a 2+, subtract 1 from save rolls for the target for the rest of the turn.",
            "optional: | 2+: target: -1 to save / optional: | 2+: target: -1 to save for ",
        ),
        (
            "End of Any Turn",
            near,
            "Roll a dice. If the roll exceeds the target's Health characteristic, 1 model in the target unit is slain.",
            "optional: | slay 1 models if D6 > health",
        ),
        (
            "Any Combat Phase",
            near,
            "Roll a dice. If the roll equals or exceeds the target's Health characteristic, 1 model in the target unit is automatically slain.",
            "optional: combat | slay 1 models if D6 >= health",
        ),
        (
            "Any Combat Phase",
            near,
            "Roll a dice. If the roll is at least double the target's Health characteristic, 1 model in the target unit is slain.",
            "optional: combat | slay 1 models if D6 >= double health",
        ),
        (
            "Your Hero Phase",
            near,
            "Roll a number of dice equal to the target's Health characteristic. For each 5+, inflict 1 mortal damage on the target.",
            "optional: | 1 dice per target health: 5+ -> 1 mortal",
        ),
        // What its declaration asks of its own unit is asked of it.
        (
            "Any Combat Phase",
            "If this unit is damaged, pick an enemy unit in combat with this unit to be the target.",
            "Inflict 1 mortal damage on the target.",
            "optional: damaged, combat | 1 mortal damage",
        ),
        ("Any Combat Phase", near, "The target must dance.", NO_PHRASE),
        ("Any Combat Phase", "", "Inflict D3 mortal damage on the target.", NO_PHRASE),
    ] {
        assert_eq!(becomes("Activated", timing, declare, effect), expected, "{effect}");
    }
}

#[test]
fn what_is_used_on_friends_is_of_the_army_and_its_own_if_it_is_one_of_them() {
    let friends =
        |who: &str| format!("Pick a visible friendly {who} wholly within 12\" of this unit to be the target.");
    let effect = "Roll a dice. On a 3+, add 1 to wound rolls for the target's attacks for the rest of the turn.";
    let does = "optional: | 3+: +1 to wound";
    for (who, reach, is_itself) in [
        ("unit", "", true),
        ("Reed Court unit", "REED COURT", true),
        ("Reed Court Infantry unit", "REED COURT INFANTRY", true),
        ("Reed Guard unit", "REED GUARD", true),
        ("non-Hero Reed Court unit", "NON-HERO REED COURT", true),
        ("non-Infantry unit", "NON-INFANTRY", false),
        ("Monster", "MONSTER", false),
    ] {
        let lent = format!("{does} for {reach}");
        let expected = if is_itself { format!("{does} / {lent}") } else { lent };
        assert_eq!(becomes("Activated", "Your Hero Phase", &friends(who), effect), expected, "{who}");
    }
    let around = |who: &str| {
        format!(
            "Add 1 to hit rolls for combat attacks made by friendly {who} units while they are wholly within 12\" of this unit."
        )
    };
    let does = "optional: combat | +1 to hit";
    let own = format!("{does} / {does} for REED COURT or OAK COURT");
    assert_eq!(becomes("Passive", "", "", &around("Reed Court and Oak Court")), own);
    assert_eq!(becomes("Passive", "", "", &around("Iron Court")), format!("{does} for IRON COURT"));
    // What must hold of the unit that uses it is none of the other one's affair: who asks for it has seen to that.
    let damaged = "Add 1 to hit rolls for the target's attacks while this unit is damaged.";
    let helped = "optional: | +1 to hit for MONSTER";
    assert_eq!(becomes("Activated", "Your Hero Phase", &friends("Monster"), damaged), helped);
}

#[test]
fn what_a_unit_does_for_itself_is_asked_for() {
    for (timing, effect, expected) in [
        (
            "Your Shooting Phase",
            "If this unit has not used a Move ability this turn and was not set up this turn, add 1 to hit rolls for this unit's attacks for the rest of the phase.",
            "optional: stationary, shooting | +1 to hit",
        ),
        ("End of Any Turn", "Heal (D3) this unit.", "optional: | heal D3"),
        (
            "Once Per Battle (Army), Your Hero Phase",
            "Until the start of your next turn, this unit has Ward (5+).",
            "optional once: | ward 5+",
        ),
        // What is used once and holds from then on is no matter of one attack.
        (
            "Once Per Battle (Army), Your Hero Phase",
            "This unit has Ward (4+) for the rest of the battle.",
            "optional: | ward 4+",
        ),
        (
            "Reaction: You declared a Fight ability for this unit",
            "For the rest of the turn: • This unit's melee weapons have Crit (Mortal). • Subtract 1 from save rolls for this unit.",
            "optional: combat | Crit Mortal / optional: combat | -1 to save",
        ),
        (
            "Once Per Battle Round (Army), Any Combat Phase",
            "Double the Attacks characteristic of this unit's melee weapons for the rest of the turn.",
            "optional: combat | double attacks",
        ),
    ] {
        assert_eq!(becomes("Activated", timing, "", effect), expected, "{effect}");
    }
}

/// A weapon that is named is no other one whose name begins alike.
#[test]
fn a_weapon_is_meant_by_its_whole_name() {
    let effect = "While this unit has 3 or more damage points, the Attacks characteristic of its Marsh Sickle is 2.";
    let two = ["Marsh Sickle", "Marsh Sickle and Net"];
    let expected = ": damage 3+ | set attacks to 2 (Marsh Sickle)";
    assert_eq!(becomes_with(&two, "Passive", "", "", effect), expected);
}

/// What a declaration asks without picking anybody is a condition as well.
#[test]
fn a_declaration_may_be_a_condition_alone() {
    let effect = "Add 1 to hit rolls for this unit's attacks for the rest of the phase.";
    for (declare, expected) in [
        ("If this unit is damaged.", "optional: damaged, shooting | +1 to hit"),
        ("", "optional: shooting | +1 to hit"),
    ] {
        assert_eq!(becomes("Activated", "Your Shooting Phase", declare, effect), expected, "{declare}");
    }
}

#[test]
fn a_die_and_a_condition_hold_for_the_whole_list_behind_them() {
    let near = "Pick an enemy unit in combat with this unit to be the target.";
    for (declare, effect, expected) in [
        (
            "",
            "Roll a dice. On a 3+, for the rest of the turn: • Add 1 to hit rolls for this unit's attacks. • Add 1 to wound rolls for this unit's attacks.",
            "optional: combat | 3+: +1 to hit, 3+: +1 to wound",
        ),
        (
            "",
            "If this unit charged this turn: • Add 1 to hit rolls for this unit's attacks. • Subtract 1 from hit rolls for attacks that target this unit.",
            "optional: charged, combat | +1 to hit / optional against: charged, combat | -1 to hit",
        ),
        (
            near,
            "Roll a dice. Add 1 to the roll if the target is a Monster. On a 4+, inflict D3 mortal damage on the target.",
            "optional: target not MONSTER, combat | 1 dice: 4+ -> D3 mortal / optional: target MONSTER, combat | 1 dice: 3+ -> D3 mortal",
        ),
        (
            "",
            "Pick 1 of the following effects:\n*Swift Dance:* Add 1 to hit rolls for this unit's attacks.\n*Slow Dance:* This unit has **^^Ward (5+)^^** for the rest of the turn.",
            "optional: combat | +1 to hit / optional: combat | ward 5+",
        ),
        // What a die decides that comes after a move is not read as if it always came.
        (
            "",
            "Roll a dice. On a 3+, this unit can move 6\". Then, add 1 to hit rolls for this unit's attacks.",
            NO_WORDS,
        ),
    ] {
        assert_eq!(becomes("Activated", "Any Combat Phase", declare, effect), expected, "{effect}");
    }
}

const NO_WORDS: &str = "its sentences are understood, and the game has not all that they say";

#[test]
fn what_helps_other_units_is_not_of_the_unit_that_has_it() {
    let around = "Add 1 to hit rolls for combat attacks made by other friendly Reed Court units while they are wholly within 12\" of this unit.";
    assert_eq!(becomes("Passive", "", "", around), "optional: combat | +1 to hit for REED COURT");
}

/// The mean damage of the unit's attack on models with Health 2 and Save 4+: without its ability 15 attacks, of which each
/// does 1/2 * 2/3 * 2/3 * 2 damage.
fn mean(kind: &str, text: [&str; 3], of_weapon: &str, keyword: &str, clauses: &[&str]) -> f64 {
    let army = army(&["Marsh Sickle"], kind, text, of_weapon);
    let keywords = if keyword.is_empty() { String::new() } else { format!("keywords = [\"{keyword}\"]") };
    damage(&attack(&army.units[0].text, &target(100, 2, "4+", &keywords), &with(clauses))).mean()
}

#[test]
fn what_always_holds_or_is_seen_on_the_table_changes_the_numbers_worked_out_by_hand() {
    const PLAIN: f64 = 20.0 / 3.0;
    const DANCE: &str = "Sickle Moon Dance";
    for (effect, keyword, clauses, expected) in [
        (
            "The Damage characteristic of this unit's Marsh Sickle is 3 for attacks that target Monsters.",
            "MONSTER",
            &[][..],
            10.0,
        ),
        (
            "The Damage characteristic of this unit's Marsh Sickle is 3 for attacks that target Monsters.",
            "HERO",
            &[],
            PLAIN,
        ),
        (
            "Double the Damage characteristic of this unit's weapons for attacks that target Priests, Wizards, or Manifestations.",
            "WIZARD",
            &[],
            40.0 / 3.0,
        ),
        (
            "If this unit has not used a Move ability this turn, add 1 to the Damage characteristic of its melee weapons.",
            "",
            &["stationary"],
            10.0,
        ),
        (
            "If this unit has not used a Move ability this turn, add 1 to the Damage characteristic of its melee weapons.",
            "",
            &[],
            PLAIN,
        ),
        (
            "Add 1 to the Rend characteristic of this unit's melee weapons while it is not within enemy territory.",
            "",
            &[],
            PLAIN,
        ),
        (
            "Add 1 to the Rend characteristic of this unit's melee weapons while it is not within enemy territory.",
            "",
            &[DANCE],
            25.0 / 3.0,
        ),
        (
            "This unit's Lake Crane is a token. Add 1 to hit rolls for this unit's attacks while its Lake Crane is on the battlefield. If you make an unmodified save roll of 1 for this unit, remove its Lake Crane from the battlefield after the Attack ability has been resolved (the damage point is still inflicted).",
            "",
            &[DANCE],
            80.0 / 9.0,
        ),
        (
            "In the first battle round, add 1 to hit rolls for this unit's attacks. In the second battle round, add 1 to wound rolls for this unit's attacks.",
            "",
            &["Sickle Moon Dance (first round)"],
            80.0 / 9.0,
        ),
        (
            "In the first battle round, add 1 to hit rolls for this unit's attacks. In the second battle round, add 1 to wound rolls for this unit's attacks.",
            "",
            &["Sickle Moon Dance (second round)"],
            25.0 / 3.0,
        ),
        // Of five models with three attacks each has two more.
        (
            "Add 1 to the Attacks characteristic of this unit's Marsh Sickle for each instance of Low Tide, Rune of Reeds depicted on your battle scripture.",
            "",
            &["Sickle Moon Dance 2"],
            100.0 / 9.0,
        ),
        (
            "Add 1 to hit rolls for this unit's combat attacks that target an enemy unit that has a lower Control characteristic than this unit.",
            "",
            &[DANCE],
            80.0 / 9.0,
        ),
    ] {
        near(effect, mean("Passive", ["", "", effect], "-", keyword, clauses), expected);
    }
    let rage = "Add 1 to the Attacks characteristic of this unit's Companion weapons while it is within 6\" of any damaged enemy units or while it is within 6\" of any enemy units that had any models slain in the same turn.";
    near("a companion", mean("Passive", ["", "", rage], "Companion", "", &[DANCE]), 80.0 / 9.0);
    near("no companion", mean("Passive", ["", "", rage], "-", "", &[DANCE]), PLAIN);
    let too = "If this unit charged this turn, for the rest of the turn, add 1 to the Attacks characteristic of its melee weapons. This ability also affects Companion weapons.";
    near("companions too", mean("Passive", ["", "", too], "Companion", "", &["charged"]), 80.0 / 9.0);
    near("and others", mean("Passive", ["", "", too], "-", "", &["charged"]), 80.0 / 9.0);
}

#[test]
fn what_is_asked_for_by_name_changes_the_numbers_worked_out_by_hand() {
    const FOE: &str = "Pick an enemy unit in combat with this unit to be the target.";
    const DANCE: &str = "Sickle Moon Dance";
    /// A dance that some who are near help.
    const WARDENS: &str = "Roll a dice. Add 1 to the roll if this unit is wholly within 12\" of any friendly Reed Wardens. On a 3+, add 1 to wound rolls for this unit's attacks for the rest of the turn.";
    /// A dance of two effects, behind a die.
    const EBB_OR_FLOOD: &str = "Roll a dice. On a 2+, pick 1 of the following effects to apply until the start of your next turn:\n***Ebb:*** Add 1 to hit rolls for this unit's attacks.\n***Flood:*** Add 1 to the Rend characteristic of this unit's melee weapons.";
    let plain = 20.0 / 3.0;
    for (declare, effect, keyword, name, expected) in [
        // Ten dice beside the attack: two of six faces, or four.
        (
            FOE,
            "Roll 2 dice for each model in this unit. Add 2 to each roll if the target is Cavalry. For each 5+, inflict 1 mortal damage on the target.",
            "HERO",
            DANCE,
            plain + 10.0 / 3.0,
        ),
        (
            FOE,
            "Roll 2 dice for each model in this unit. Add 2 to each roll if the target is Cavalry. For each 5+, inflict 1 mortal damage on the target.",
            "CAVALRY",
            DANCE,
            plain + 20.0 / 3.0,
        ),
        // Of one die and what is behind it in a list only the die is rolled here.
        (
            FOE,
            "Roll a D3. On a 2+:\n• Inflict an amount of mortal damage on the target equal to the roll.\n• Add 1 to the Damage characteristic of this unit's Marsh Sickle for attacks that target that enemy unit for the rest of the turn.",
            "",
            DANCE,
            plain + 5.0 / 3.0,
        ),
        (
            FOE,
            "Roll a D3. On a 2+:\n• Inflict an amount of mortal damage on the target equal to the roll.\n• Add 1 to the Damage characteristic of this unit's Marsh Sickle for attacks that target that enemy unit for the rest of the turn.",
            "",
            "Sickle Moon Dance (the roll succeeds)",
            10.0,
        ),
        (
            FOE,
            "Make a number of D3 rolls equal to the current battle round number. For each 2+, inflict an amount of mortal damage on the target equal to the roll.",
            "",
            "Sickle Moon Dance 2",
            plain + 10.0 / 3.0,
        ),
        // Two faces in three, or five in six, that wounds come on 2+: 5/3 more damage then.
        ("", WARDENS, "", DANCE, plain + 2.0 / 3.0 * 5.0 / 3.0),
        (
            "",
            WARDENS,
            "",
            "Sickle Moon Dance (is wholly within 12 inches of any friendly reed wardens)",
            plain + 5.0 / 6.0 * 5.0 / 3.0,
        ),
        ("", EBB_OR_FLOOD, "", "Sickle Moon Dance (ebb)", plain + 5.0 / 6.0 * 20.0 / 9.0),
        ("", EBB_OR_FLOOD, "", "Sickle Moon Dance (flood)", plain + 5.0 / 6.0 * 5.0 / 3.0),
        (
            "",
            "Spend 1 rage dice. If your opponent's fury level is lower than yours, they must increase their fury level by 1, to a maximum of 7. Then, add 1 to the Rend characteristic of this unit's melee weapons for the rest of the turn.",
            "",
            DANCE,
            25.0 / 3.0,
        ),
        (
            FOE,
            "Roll a dice. If the roll is equal to or less than the target's Control characteristic, add 1 to hit rolls for this unit's combat attacks for the rest of the turn.",
            "",
            "Sickle Moon Dance (the roll succeeds)",
            80.0 / 9.0,
        ),
    ] {
        let text = ["Any Combat Phase", declare, effect];
        near(effect, mean("Activated", text, "-", keyword, &[name]), expected);
    }
}
