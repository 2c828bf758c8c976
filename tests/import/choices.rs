//! What a unit has only one of at a time: modes of a weapon, effects of which one is picked, a die that is helped or not; and
//! who has what where a catalogue says it in a roundabout way. The sentences and cards are made up.

use super::warscrolls::army;
use super::{bytes, imported, unit};
use warodds::profile::import::ImportedUnit;

/// Reed Guards with these weapons that have one ability which they use.
fn guards(weapons: &[&str], effect: &str) -> ImportedUnit {
    let pick = "Pick a visible enemy unit within 12\" of this unit to be the target.";
    let declare = if effect.contains("the target") { pick } else { "" };
    army(weapons, "Activated", ["Your Hero Phase", declare, effect], "-").units[0].clone()
}

/// How many of its abilities have a choice of the ability's name, and how many there are.
fn chosen(unit: &ImportedUnit) -> (usize, usize) {
    (unit.text.matches("choice = \"Sickle Moon Dance\"\n").count(), unit.text.matches("[[ability]]").count())
}

#[test]
fn of_effects_that_exclude_each_other_one_is_chosen() {
    for (effect, wanted) in [
        (
            "Pick 1 of the following effects to apply for the rest of the turn:\n• Add 1 to hit rolls for this unit's attacks.\n• Add 1 to wound rolls for this unit's attacks.",
            (2, 2),
        ),
        (
            "If this unit is in combat, add 1 to hit rolls for this unit's attacks for the rest of the turn. If this unit is not in combat, add 1 to wound rolls for this unit's attacks for the rest of the turn.",
            (2, 2),
        ),
        (
            "Inflict D3 mortal damage on the target. If the chanting roll was 10+, inflict 3 mortal damage on the target instead.",
            (2, 2),
        ),
        ("Roll a dice. On a 3+, add 1 to hit rolls for this unit's attacks for the rest of the turn.", (0, 1)),
        (
            "Roll a dice. Add 1 to the roll if this unit is wholly within 12\" of a friendly Monster unit. On a 3+, add 1 to hit rolls for this unit's attacks for the rest of the turn.",
            (2, 2),
        ),
    ] {
        let unit = guards(&["Marsh Sickle"], effect);
        assert_eq!(chosen(&unit), wanted, "{effect}\n{}\n{:#?}", unit.text, unit.abilities);
    }
}

#[test]
fn weapons_of_which_one_is_picked_are_alternatives() {
    let either = "Each time this unit uses a Fight ability, you must pick either its Marsh Sickle or its Long Hook to make all of its attacks with.";
    let unit = guards(&["Marsh Sickle", "Long Hook", "Fists"], either);
    assert_eq!(unit.text.matches("one-of = \"Sickle Moon Dance\"\n").count(), 2, "{}", unit.text);
    // One alone leaves nothing to pick.
    let unit = guards(&["Marsh Sickle", "Fists"], either);
    assert!(!unit.text.contains("one-of"), "{}", unit.text);
}

/// The catalogue of five Raven Axes, changed.
fn ravens(changes: &[(&str, &str)]) -> ImportedUnit {
    let text = changes.iter().fold(String::from_utf8(bytes("ravens.cat")).expect("UTF-8"), |text, (from, to)| {
        assert!(text.contains(from), "{from} in {text}");
        text.replace(from, to)
    });
    unit(&imported(&[text.as_bytes()]).expect("a catalogue"), "Raven Axes").clone()
}

/// The table of a weapon.
fn weapon<'u>(unit: &'u ImportedUnit, name: &str) -> &'u str {
    let name = format!("name = \"{name}\"\n");
    unit.text
        .split("[[")
        .find(|table| table.starts_with("weapon") && table.contains(&name))
        .unwrap_or_else(|| panic!("{name}: {}", unit.text))
}

/// Both profiles of an entry that are called after it are modes of its weapon, without any mark.
#[test]
fn profiles_called_after_their_entry_are_modes() {
    let profile = |name: &str| format!("<profile id=\"p2\" name=\"{name}\" typeName=\"Melee Weapon\">");
    let text = String::from_utf8(bytes("ravens.cat")).expect("UTF-8");
    let start = text.find(&profile("Great axe")).expect("a profile");
    let end = start + text[start..].find("</profile>").expect("its end") + "</profile>".len();
    let own = &text[start..end];
    let named = |name: &str| own.replace("name=\"Great axe\"", &format!("name=\"{name}\""));
    let both = |one: &str, other: &str| ravens(&[(own, &(named(one) + &named(other)))]);
    let modes = both("Great axe: Wide Swing", "Great axe: Chop");
    assert_eq!(modes.text.matches("one-of = \"Great axe\"\n").count(), 2, "{}", modes.text);
    let others = both("Great axe", "Haft");
    assert!(!others.text.contains("one-of"), "{}", others.text);
}

/// The basic weapon is hidden by any of two special ones: of five models one, one and three have the great axe, the hook, and
/// the axe, among them the champion's, who stands in the first stack.
#[test]
fn any_of_several_conditions_takes_the_basic_weapon_away() {
    let hides = "<conditions><condition type=\"atLeast\" value=\"1\" field=\"selections\" scope=\"parent\" childId=\"great\"/></conditions>";
    let one = |id: &str| hides.replace("childId=\"great\"", &format!("childId=\"{id}\""));
    let any = |kind: &str| {
        let both = one("great").replace("</conditions>", "") + &one("hook").replace("<conditions>", "");
        format!("<conditionGroups><conditionGroup type=\"{kind}\">{both}</conditionGroup></conditionGroups>")
    };
    let great = "<selectionEntry id=\"great\" name=\"Great axe\" type=\"upgrade\" defaultAmount=\"0,1,0\">";
    let text = String::from_utf8(bytes("ravens.cat")).expect("UTF-8");
    let start = text.find(great).expect("an entry");
    let end = start + text[start..].find("</selectionEntry>").expect("its end") + "</selectionEntry>".len();
    let own = &text[start..end];
    let hook = own.replace("great", "hook").replace("Great axe", "Hook").replace("0,1,0", "0,0,1");
    let of = |kind: &str| ravens(&[(own, &format!("{own}{hook}")), ("\"1,1,3\"", "\"3,1,1\""), (hides, &any(kind))]);
    let ravens = of("or");
    for (name, count) in [("Great axe", 1), ("Hook", 1), ("Axe", 3)] {
        assert!(weapon(&ravens, name).contains(&format!("count = {count}\n")), "{name}: {}", ravens.text);
    }
    // No model has both.
    assert!(!weapon(&of("and"), "Axe").contains("count"), "{}", of("and").text);
}

/// A keyword says that there is a champion whom the catalogue does not have; other keywords begin alike.
#[test]
fn the_keyword_alone_says_that_there_is_a_champion() {
    let champion = "<entryLink id=\"e1\" name=\"Champion\" type=\"selectionEntry\" targetId=\"champion\" defaultAmount=\"1,0,0\"/>";
    // All five have axes: one of them is the champion's.
    let axes = ("defaultAmount=\"0,1,0\"", "defaultAmount=\"0,0,0\"");
    let unit = ravens(&[(champion, ""), axes]);
    assert!(!weapon(&unit, "Axe").contains("champions"), "{}", unit.text);
    let unit = ravens(&[(champion, ""), ("name=\"CHAMPION\"", "name=\"CHAMPIONS OF THE REED\"")]);
    assert!(!unit.text.contains("champions"), "{}", unit.text);
}

/// Whom a declaration picks is helped by the effect, whether it is called the target or not.
#[test]
fn a_friend_who_is_picked_is_helped() {
    let declare = "Pick a friendly Oak Court unit that charged this turn.";
    let effect = "Roll a dice. On a 3+, that unit has Strike-first for the rest of the turn.";
    let army = army(&["Marsh Sickle"], "Activated", ["Any Combat Phase", declare, effect], "-");
    let says = army.units[0].abilities[0].says.join(" / ");
    assert_eq!(says, "for OAK COURT: optional: if charged, combat: 3+: strike-first", "{army:#?}");
}

/// A fighter whose runemark the ability rules out has it not; what is once in a battle is once.
#[test]
fn abilities_of_fighters_keep_who_may_use_them_and_how_often() {
    let text = String::from_utf8(bytes("shore_abilities.json")).expect("UTF-8");
    let tide = "Until the end of this fighter's activation, add 1 to the Attacks and Strength";
    assert!(text.contains(tide));
    let army = |before: &str| {
        let text = text.replace(tide, &format!("{before} {tide}"));
        imported(&[&bytes("shore_fighters.json"), text.as_bytes()]).expect("cards")
    };
    let denied = army("Fighters with the Beast runemark cannot use this ability.");
    assert!(unit(&denied, "Reefwalker with Gaff").text.contains("High Tide"));
    let hound = unit(&denied, "Tidecaller's Hound");
    assert!(
        !hound.text.contains("name = \"High Tide\"") && hound.left_out.iter().any(|left| left.what == "High Tide"),
        "{hound:#?}"
    );
    let once = army("A fighter can use this ability once per battle.");
    let tide = "name = \"High Tide\"\noptional = true\nonce = true\n";
    let plain = army("");
    let [once, plain] = [&once, &plain].map(|army| unit(army, "Reefwalker with Gaff").text.contains(tide));
    assert!(once && !plain);
}
