//! Rosters: who carries what, who leads whom, what it costs.

use super::{bytes, imported, refused, told, unit, zipped};

#[test]
fn a_roster_of_warhammer_40k_becomes_profiles() {
    insta::assert_snapshot!(told(&imported(&[&bytes("guard.ros")]).expect("a roster")));
}

#[test]
fn a_roster_of_age_of_sigmar_becomes_profiles() {
    insta::assert_snapshot!(told(&imported(&[&bytes("ravens.ros")]).expect("a roster")));
}

#[test]
fn the_same_army_as_xml_as_an_archive_and_as_json_is_the_same() {
    let xml = imported(&[&bytes("ravens.ros")]).expect("XML");
    assert_eq!(imported(&[&zipped(&[("ravens.ros", &bytes("ravens.ros"))])]).expect("an archive"), xml);
    assert_eq!(imported(&[&bytes("ravens.json")]).expect("JSON"), xml);
}

/// Some exports name their game beside the roster, and not in it.
#[test]
fn a_roster_is_read_whose_outer_object_alone_names_the_game() {
    let whole: serde_json::Value = serde_json::from_slice(&bytes("ravens.json")).expect("JSON");
    let inner = whole.get("roster").expect("a roster").as_object().expect("an object");
    let bare: serde_json::Map<String, serde_json::Value> = inner
        .iter()
        .filter(|(key, _)| !key.starts_with("gameSystem"))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    assert!(bare.len() < inner.len());
    let system = inner.get("gameSystemName").expect("its game").clone();
    let wrapped =
        |key: &str, value: serde_json::Value| serde_json::json!({ "roster": bare.clone(), key: value }).to_string();
    let xml = imported(&[&bytes("ravens.ros")]).expect("XML");
    for text in [
        wrapped("gameSystemName", system.clone()),
        wrapped("gameSystem", system.clone()),
        wrapped("gameSystem", serde_json::json!({ "name": system })),
    ] {
        assert_eq!(imported(&[text.as_bytes()]).expect("a roster"), xml);
    }
    assert!(
        refused(serde_json::json!({ "roster": bare }).to_string().as_bytes()).contains("a game that it does not name")
    );
}

#[test]
fn numbers_of_a_roster_are_those_of_the_whole_unit() {
    // Five models hold "5 rifles"; the sergeant's pistol is one, and the two modes of the two guns exclude each other.
    let army = imported(&[&bytes("guard.ros")]).expect("a roster");
    let squad = unit(&army, "Copper Guard Squad");
    assert_eq!((squad.models, squad.points), (8, Some(135)));
    assert!(squad.text.contains("name = \"Copper Guard\"\ncount = 5\n"), "{}", squad.text);
    assert_eq!(
        squad.text.matches("count = 2").count(),
        1,
        "only the gunners are two, and each has a gun: {}",
        squad.text
    );
    assert_eq!(squad.text.matches("one-of = \"Ember gun\"").count(), 2);
}

/// W40K-ATTACKS: whose each of several melee weapons is stands in the profile, so that `check` has nothing to ask.
#[test]
fn what_is_imported_passes_a_check_without_a_warning() {
    use warodds::profile::{Diagnostics, Document, Source};
    for name in ["guard.ros", "ravens.ros", "shore.ros"] {
        for unit in imported(&[&bytes(name)]).expect("a roster").units {
            let found = Diagnostics::default();
            let document = Document::read(&Source::new("unit.toml", unit.text.to_string()), &found);
            let game = warodds::games::game_of(&document, &found).expect("a game");
            (game.check)(&document, &found);
            assert!(found.is_empty() && found.warnings().is_empty(), "{}: {found:?} {:?}", unit.name, found.warnings());
        }
    }
}

#[test]
fn points_of_the_units_are_those_of_the_roster() {
    for name in ["guard.ros", "ravens.ros", "ravens.json"] {
        let army = imported(&[&bytes(name)]).expect("a roster");
        assert_eq!(Some(army.units.iter().filter_map(|unit| unit.points).sum()), army.points, "{name}");
    }
}

#[test]
fn what_costs_points_besides_the_units_is_named() {
    let formation = "<selection id=\"x\" name=\"Marsh Pact\" type=\"upgrade\" number=\"1\"><costs><cost name=\"pts\" value=\"20\"/></costs></selection>";
    let text = String::from_utf8(bytes("ravens.ros")).expect("UTF-8");
    let plain = imported(&[text.as_bytes()]).expect("a roster");
    let army = imported(&[text.replacen("<selections>", &format!("<selections>{formation}"), 1).as_bytes()])
        .expect("a roster");
    assert_eq!((army.units.len(), plain.besides.len()), (plain.units.len(), 0));
    let named: Vec<(&str, u32)> = army.besides.iter().map(|part| (part.name.as_str(), part.points)).collect();
    assert_eq!(named, [("Marsh Pact", 20)]);
}

#[test]
fn a_leader_leads_whom_the_roster_says() {
    let army = imported(&[&bytes("guard.ros")]).expect("a roster");
    let squad = army.units.iter().position(|unit| unit.name == "Copper Guard Squad");
    assert_eq!(unit(&army, "Copper Captain").leader_of, squad);
    assert!(unit(&army, "Copper Captain").text.contains("role = \"character\""));
}

/// What a list has chosen for its army as a whole lends its ability to the units that it speaks of.
#[test]
fn an_ability_of_a_whole_army_of_sigmar_is_lent() {
    let effect = "Add 1 to hit rolls for combat attacks made by friendly Infantry units.";
    let pact = format!(
        "<selections><selection id=\"x\" name=\"Marsh Pact\" type=\"upgrade\" number=\"1\"><profiles><profile id=\"q\" name=\"Marsh Song\" \
         typeName=\"Ability (Passive)\"><characteristics><characteristic name=\"Effect\">{effect}</characteristic></characteristics></profile></profiles>\
         </selection>"
    );
    let text = String::from_utf8(bytes("ravens.ros")).expect("UTF-8").replacen("<selections>", &pact, 1);
    let army = imported(&[text.as_bytes()]).expect("a roster");
    let lent: Vec<&str> = army.lent.iter().flat_map(|lent| &lent.entries).map(String::as_str).collect();
    let song = "name = \"Marsh Song\"\noptional = true\nwhen = [\"combat\"]\neffects = [\"+1 to hit\"]\n";
    assert!(lent.iter().any(|entry| entry.contains(song) && entry.contains("for = [\"INFANTRY\"]")), "{lent:?}");
}

/// Whoever is read alone leads nobody: the others are not there.
#[test]
fn a_leader_that_is_read_alone_leads_nobody() {
    let files = [warodds::profile::import::open(&bytes("guard.ros")).expect("a roster")];
    let library = super::library();
    let alone = warodds::ask::Importer::new(&files, &library).import(0, Some("copper captain")).expect("a captain");
    assert_eq!((alone.units.len(), alone.units[0].leader_of), (1, None));
}

#[test]
fn no_text_of_a_rule_enters_a_profile() {
    for name in ["guard.ros", "ravens.ros"] {
        for unit in imported(&[&bytes(name)]).expect("a roster").units {
            for word in ["each time", "until the", "SENTINEL"] {
                assert!(!unit.text.to_lowercase().contains(&word.to_lowercase()), "{word} in {}", unit.text);
            }
        }
    }
}

/// What stands in a comment is nothing: no element, however deep it goes.
#[test]
fn a_comment_of_a_roster_holds_nothing() {
    let text = String::from_utf8(bytes("guard.ros")).expect("UTF-8");
    let comment = format!("<forces><!-- {} > -->", "<selections><selection>".repeat(300));
    let commented = text.replacen("<forces>", &comment, 1);
    assert_ne!(commented, text);
    assert_eq!(imported(&[commented.as_bytes()]).expect("a roster"), imported(&[text.as_bytes()]).expect("a roster"));
}

/// A unit that stands under another one is a unit of its own.
#[test]
fn a_unit_within_a_unit_is_one_of_its_own() {
    let text = String::from_utf8(bytes("guard.ros")).expect("UTF-8");
    let (start, last) =
        (text.find("            <selection id=\"squad\"").expect("a squad"), "\n            </selection>\n");
    let end = start + text[start..].find(last).expect("its end") + last.len();
    let (squad, rest) = (&text[start..end], format!("{}{}", &text[..start], &text[end..]));
    assert!(squad.contains("type=\"unit\""), "{squad}");
    let captain = rest.find("id=\"captain\"").expect("a captain");
    let place = captain + rest[captain..].find("<selections>").expect("what it carries") + "<selections>".len();
    let nested = format!("{}{squad}{}", &rest[..place], &rest[place..]);
    let (army, plain) =
        (imported(&[nested.as_bytes()]).expect("a roster"), imported(&[text.as_bytes()]).expect("a roster"));
    assert_eq!(army.units.len(), plain.units.len());
    for name in ["Copper Captain", "Copper Guard Squad"] {
        assert_eq!(unit(&army, name).text, unit(&plain, name).text, "{name}");
    }
}

#[test]
fn names_and_counts_alone_are_not_enough() {
    let text = r#"{"roster": {"name": "A", "gameSystemName": "Warhammer 40,000 10th Edition", "generatedBy": "https://newrecruit.eu",
        "forces": [{"name": "F", "selections": [{"name": "U", "type": "unit", "number": 1, "costs": [{"name": "pts", "value": 90}]}]}]}}"#;
    assert!(refused(text.as_bytes()).contains("names and counts only"), "{}", refused(text.as_bytes()));
}

#[test]
fn a_unit_that_cannot_be_read_does_not_stop_the_others() {
    let text = String::from_utf8(bytes("ravens.ros")).expect("UTF-8").replacen(
        ">2</characteristic><characteristic name=\"Save\"",
        ">two</characteristic><characteristic name=\"Save\"",
        1,
    );
    let army = imported(&[text.as_bytes()]).expect("a roster");
    let refused: Vec<_> = army.units.iter().filter(|unit| unit.refused.is_some()).collect();
    assert_eq!(refused.len(), 1);
    assert_eq!(refused[0].refused.as_deref(), Some("Health is `two`"));
}

#[test]
fn a_roster_of_warcry_becomes_profiles() {
    insta::assert_snapshot!(told(&imported(&[&bytes("shore.ros")]).expect("a roster")));
}

#[test]
fn fighters_of_warcry_are_those_of_the_roster() {
    let army = imported(&[&bytes("shore.ros")]).expect("a roster");
    assert_eq!(Some(army.units.iter().filter_map(|unit| unit.points).sum()), army.points);
    // A pearl of 10 points on a captain of 165; two hands for 120.
    let captain = &unit(&army, "Shore Captain").text;
    assert!(
        captain.contains("points = 175\nmove = 5\ntoughness = 4\nwounds = 20\nrunemarks = [\"HERO\", \"WARRIOR\"]"),
        "{captain}"
    );
    let (missile, melee) = (
        "name = \"Harpoon\"\nrange = [3, 8]\nattacks = 2\nstrength = 4\ndamage = [2, 5]",
        "name = \"Harpoon 2\"\nrange = 2\nattacks = 4",
    );
    assert!(captain.contains(missile) && captain.contains(melee), "{captain}");
    assert!(captain.contains("not-computed = [\"Broken Net\", \"Call the Gulls\", \"Pearl of Calm\"]"), "{captain}");
    assert!(captain.contains("name = \"Tide's Wrath\"\noptional = true\neffects = [\"+X strength\"]"), "{captain}");
    let hands = unit(&army, "Net Hand");
    assert_eq!((hands.models, hands.points, hands.text.contains("points = 60\n")), (2, Some(120), true));
    let beast = &unit(&army, "Sea Beast").text;
    assert!(beast.contains("move = 10\n") && beast.contains("damage = [4, 8]"), "{beast}");
    let worse = "[[bracket]]\ndamage = 21\nmove = 6\n\n[[bracket.weapon]]\nname = \"Jaws\"\ndamage = [2, 4]\n";
    assert!(beast.contains(worse) && beast.matches("[[bracket]]").count() == 2, "{beast}");
}

/// A weapon that is printed twice, on the fighter and on what it carries, is one.
#[test]
fn a_weapon_of_warcry_that_is_printed_twice_is_one() {
    let text = String::from_utf8(bytes("shore.ros")).expect("UTF-8");
    let start = text.find("<profile id=\"p6\"").expect("a weapon");
    let end = start + text[start..].find("</profile>").expect("its end") + "</profile>".len();
    let twice = format!("{}{}", &text[..end], &text[start..]);
    assert_eq!(imported(&[twice.as_bytes()]).expect("a roster"), imported(&[text.as_bytes()]).expect("a roster"));
}

#[test]
fn a_roster_of_the_first_warcry_is_refused_by_its_edition() {
    let text = String::from_utf8(bytes("shore.ros")).expect("UTF-8");
    let said = refused(text.replacen("gameSystemRevision=\"65\"", "gameSystemRevision=\"50\"", 1).as_bytes());
    assert!(said.starts_with("it is of Warcry, 1st edition; ") && said.contains("Warcry's 2nd edition"), "{said}");
}

/// A range that runs backwards, blanks within numbers, and signs of dice on both sides of a name.
#[test]
fn slips_of_cards_of_warcry_are_read_or_named() {
    let plain = String::from_utf8(bytes("shore.ros")).expect("UTF-8");
    let text = plain.replacen(">2/5<", ">2 / 5<", 1).replacen("Tide's Wrath", "Tide's Wrath! ⚅", 1);
    let gaff = "name=\"Range\">1</characteristic><characteristic name=\"Attacks\">3<";
    let text = text.replacen(gaff, &gaff.replace(">1<", ">15-3<"), 1);
    assert_eq!(text.matches(['⚅']).count(), 1, "{text}");
    let army = imported(&[text.as_bytes()]).expect("a roster");
    let captain = &unit(&army, "Shore Captain").text;
    assert!(captain.contains("damage = [2, 5]") && captain.contains("name = \"Tide's Wrath!\"\n"), "{captain}");
    assert!(unit(&army, "Net Hand").text.contains("not-computed = [\"Gaff\""), "{}", unit(&army, "Net Hand").text);
}
