//! Data sets of cards: what each unit becomes, and what its abilities do.

use warodds::profile::import::ImportKind;

use super::{bytes, imported, refused, told, unit};

#[test]
fn fighters_become_profiles_with_what_they_may_use() {
    let army = imported(&[&bytes("shore_fighters.json"), &bytes("shore_abilities.json")]).expect("cards");
    assert_eq!((army.game, army.kind, army.name.as_str()), ("warcry", ImportKind::Catalogue, "warcry"));
    assert!(!told(&army).contains("SENTINEL"));
    let expected = r#"game = "warcry"
name = "Reefwalker with Gaff"
points = 105
move = 4
toughness = 4
wounds = 12
runemarks = ["WARRIOR", "ICON-BEARER", "SALT SHORE"]
not-computed = ["Undertow", "Trait"]

[[weapon]]
name = "Spear"
range = 2
attacks = 4
strength = 4
damage = [2, 5]

[[weapon]]
name = "Spear (missile)"
range = [3, 8]
attacks = 2
strength = 3
damage = [1, 4]

[[ability]]
name = "High Tide"
optional = true
when = ["melee"]
effects = ["+1 attacks", "+1 strength"]

[[ability]]
name = "Harpoon"
optional = true
once = true
when = ["shooting"]
effects = ["+X critical damage"]
"#;
    assert_eq!(&*unit(&army, "Reefwalker with Gaff").text, expected);
    let hound = unit(&army, "Tidecaller's Hound");
    assert!(hound.text.contains("name = \"Fangs\"\n") && hound.text.contains("name = \"Fangs 2\"\n"), "{}", hound.text);
    assert!(
        hound
            .text
            .contains("name = \"Shell\"\nagainst = true\noptional = true\nwhen = [\"melee\"]\neffects = [\"-1 hit damage, at least 1\"]")
    );
    assert_eq!(unit(&army, "Guest").left_out[0].what, "Elsewhere");
    assert_eq!(unit(&army, "Broken Card").refused.as_deref(), Some("`toughness` is not a number"));
}

#[test]
fn fighters_without_a_file_of_abilities_say_so() {
    let army = imported(&[&bytes("shore_fighters.json")]).expect("cards");
    let left = &unit(&army, "Guest").left_out[0];
    assert_eq!((left.what.as_str(), left.why), ("abilities of the warband", "no file of abilities is beside it"));
}

#[test]
fn combat_units_become_profiles_with_keywords_on_their_attacks() {
    let army = imported(&[&bytes("islands.json"), &bytes("abilities.json")]).expect("cards");
    assert_eq!((army.game, army.name.as_str(), army.units.len()), ("asoiaf", "islands", 4));
    assert!(!told(&army).contains("SENTINEL"));
    let expected = r#"game = "asoiaf"
name = "Island Guard"
points = 5
tray = "infantry"
speed = 5
defense = "4+"
morale = "6+"
keywords = ["INFANTRY"]
not-computed = ["Forgotten Song"]

[[attack]]
name = "Long Hook"
type = "melee"
hit = "4+"
dice = [7, 5, 3]
abilities = ["Sundering"]

[[attack]]
name = "Long Hook"
type = "long"
hit = "5+"
dice = [5, 4, 3]

[[ability]]
name = "Long Hook"
when = ["melee", "charge"]
effects = ["critical blow"]

[[ability]]
name = "Wall of Oars"
against = true
effects = ["-1 to hit"]

[[ability]]
name = "Order: Row!"
optional = true
when = ["melee"]
effects = ["reroll failed hits", "target becomes vulnerable"]
"#;
    assert_eq!(&*unit(&army, "Island Guard").text, expected);
    let crab = &unit(&army, "Old Crab, Lord of the Rock").text;
    assert!(crab.contains("tray = \"solo\"\nwounds-per-model = 8\n") && crab.contains("morale = \"-\""), "{crab}");
    assert!(crab.contains("abilities = [\"Vicious\"]") && crab.contains("effects = [\"no save\"]"), "{crab}");
    assert!(unit(&army, "Captain's Own").text.contains("ranks = 2\nwounds-per-model = 2\n"));
    assert_eq!(unit(&army, "Raft").refused.as_deref(), Some("its tray is `raft`"));
}

/// An attack's card of which a keyword is read and a sentence is not is in part; one of which nothing is read is left out.
#[test]
fn a_keyword_beside_a_sentence_that_is_not_read_is_a_part() {
    let text = String::from_utf8(bytes("abilities.json")).expect("UTF-8");
    let odd = text
        .replace("When Charging, this Attack gains **Critical Blow**.", "Roll as many Attack Dice as the sea allows.");
    assert_ne!(odd, text);
    let army = imported(&[&bytes("islands.json"), odd.as_bytes()]).expect("cards");
    let guard = unit(&army, "Island Guard");
    let becomes = |called: &str| {
        let all: Vec<_> = guard.abilities.iter().filter(|one| one.name == called).map(|one| one.becomes).collect();
        assert_eq!(all.len(), 1, "{called}: {:#?}", guard.abilities);
        all[0]
    };
    assert_eq!([becomes("Long Hook"), becomes("Forgotten Song")], ["in part", "left out"]);
}

/// Of things to choose from, those that no effect says are named, and the others are read.
#[test]
fn of_a_choice_what_is_not_computed_is_named() {
    let text = String::from_utf8(bytes("abilities.json")).expect("UTF-8");
    let choice = "When Attacking, choose 1. If Attacking in the Flank or Rear, gain both:\", \"• +1 Attack Die and **Sundering**.\", \"• Defender loses all Abilities this Turn.";
    let odd = text.replace("When Charging, this Attack gains **Critical Blow**.", choice);
    assert_ne!(odd, text);
    let army = imported(&[&bytes("islands.json"), odd.as_bytes()]).expect("cards");
    let guard = unit(&army, "Island Guard");
    let hook = guard.abilities.iter().find(|one| one.name == "Long Hook").expect("read");
    assert_eq!((hook.becomes, hook.says.len()), ("in part", 2), "{hook:?}");
    assert!(guard.text.contains("not-computed = [\"Long Hook: abilities of the defender\""), "{}", guard.text);
}

#[test]
fn a_file_of_abilities_alone_has_no_units() {
    assert!(refused(&bytes("shore_abilities.json")).contains("it holds no units"));
    assert!(refused(&bytes("abilities.json")).contains("it holds no units"));
    assert!(refused(b"[]").contains("it is neither a roster nor a catalogue"));
    assert!(refused(b"{\"units\": []}").contains("it is neither a roster nor a catalogue"));
}
