//! Catalogues: links, defaults, stacks, and what is written on the link.

use warodds::ask::Importer;
use warodds::profile::import::{Imported, open};

use super::{bytes, imported, told, unit};

fn copper() -> [Vec<u8>; 3] {
    ["copper.cat", "copper-library.cat", "copper.gst"].map(bytes)
}

#[test]
fn a_catalogue_selects_what_nobody_has_to_choose() {
    let [own, library, system] = copper();
    insta::assert_snapshot!(told(&imported(&[&own, &library, &system]).expect("a catalogue")));
}

#[test]
fn the_game_is_known_without_the_file_of_its_system() {
    let [own, library, _] = copper();
    assert_eq!(imported(&[&own, &library]).expect("a catalogue").game, "warhammer-40k");
}

#[test]
fn one_unit_is_found_by_its_name_and_an_exact_one_first() {
    let files = copper().map(|bytes| open(&bytes).expect("a catalogue"));
    let library = super::library();
    let importer = Importer::new(&files, &library);
    let one = importer.import(0, Some("copper walker")).expect("one");
    assert_eq!(one.units.iter().map(|unit| unit.name.as_str()).collect::<Vec<_>>(), ["Copper Walker"]);
    let error = importer.import(0, Some("tin walker")).expect_err("none");
    assert_eq!(error.to_string(), "it holds no unit called `tin walker`");
}

#[test]
fn what_a_stack_carries_hides_what_it_would_carry_else() {
    // Stacks of 1, 1 and 3: a champion, one with the great axe, three with axes. The axe is hidden where the great one is.
    let army = imported(&[&bytes("ravens.cat")]).expect("a catalogue");
    let ravens = unit(&army, "Raven Axes");
    assert_eq!((ravens.models, ravens.points), (5, Some(110)));
    let great = ravens.text.split("[[weapon]]").find(|weapon| weapon.contains("Great axe")).expect("a great axe");
    assert!(great.contains("count = 1\n") && !great.contains("champions"), "{great}");
    let axe = ravens.text.split("[[weapon]]").find(|weapon| weapon.contains("\"Axe\"")).expect("an axe");
    assert!(axe.contains("count = 4\n") && axe.contains("champions = 1\n"), "{axe}");
}

/// More than none of it is at least one; more than one of it nobody has.
#[test]
fn more_than_a_number_is_not_the_number_itself() {
    let text = String::from_utf8(bytes("ravens.cat")).expect("UTF-8");
    for (value, all) in [("0", false), ("1", true)] {
        let more =
            format!("type=\"greaterThan\" value=\"{value}\" field=\"selections\" scope=\"parent\" childId=\"great\"");
        let asked = "type=\"atLeast\" value=\"1\" field=\"selections\" scope=\"parent\" childId=\"great\"";
        let changed = text.replace(asked, &more);
        assert_ne!(changed, text);
        let army = imported(&[changed.as_bytes()]).expect("a catalogue");
        let ravens = unit(&army, "Raven Axes");
        let axe = ravens.text.split("[[weapon]]").find(|weapon| weapon.contains("\"Axe\"")).expect("an axe");
        // Four of the five have one; what all of them have is not counted.
        assert_eq!((axe.contains("count = 4\n"), axe.contains("count")), (!all, !all), "{value}: {axe}");
    }
}

/// Profiles of one entry that are marked exclude each other if there are two of them; what else the entry holds comes along.
#[test]
fn one_marked_profile_is_a_weapon_and_two_are_modes() {
    let text = String::from_utf8(bytes("ravens.cat")).expect("UTF-8");
    let value = |name: &str, value: &str| format!("<characteristic name=\"{name}\">{value}</characteristic>");
    let values =
        [("Rng", "12\""), ("Atk", "1"), ("Hit", "4+"), ("Wnd", "4+"), ("Rnd", "-"), ("Dmg", "1"), ("Ability", "-")];
    let profile = |name: &str, melee: bool| {
        let kind = if melee { "Melee" } else { "Ranged" };
        let values: String = values.iter().skip(usize::from(melee)).map(|(name, text)| value(name, text)).collect();
        format!(
            "<profile id=\"{name}\" name=\"{name}\" typeName=\"{kind} Weapon\"><characteristics>{values}</characteristics></profile>"
        )
    };
    let entry = |name: &str, profiles: &[String]| {
        let most = "<constraints><constraint id=\"m\" type=\"max\" value=\"1\" field=\"selections\" scope=\"parent\"/></constraints>";
        format!(
            "<selectionEntry id=\"{name}\" name=\"{name}\" type=\"upgrade\">{most}<profiles>{}</profiles></selectionEntry>",
            profiles.concat()
        )
    };
    let hook = entry("Hook", &[profile("➤ Thrown Hook", false)]);
    let sling = entry("Sling", &[profile("➤ Stones", false), profile("➤ Lead", false), profile("Pouch", false)]);
    let before = "<selectionEntry id=\"great\"";
    let text = text.replace(before, &format!("{hook}{sling}{before}"));
    let army = imported(&[text.as_bytes()]).expect("a catalogue");
    let ravens = &*unit(&army, "Raven Axes").text;
    assert!(ravens.contains("name = \"Hook\"\ngives = [\"Thrown Hook\"]\n"), "{ravens}");
    assert!(ravens.contains("name = \"Sling\"\ngives = [\"Sling\", \"Pouch\"]\n"), "{ravens}");
    let modes = ravens.split("[[weapon]]").filter(|weapon| weapon.contains("one-of = \"Sling\"")).count();
    assert_eq!((modes, ravens.matches("one-of").count()), (2, 2), "{ravens}");
}

#[test]
fn a_champion_in_a_stack_of_many_is_one() {
    // All five stand in one stack that holds the champion; the keyword says that there is one.
    let text = String::from_utf8(bytes("ravens.cat")).expect("UTF-8");
    let text = text.replace("defaultAmount=\"1,1,3\"", "").replace("defaultAmount=\"1,0,0\"", "defaultAmount=\"1\"");
    let text = text.replace("defaultAmount=\"0,1,0\"", "");
    let ravens = unit(&imported(&[text.as_bytes()]).expect("a catalogue"), "Raven Axes").clone();
    assert_eq!((ravens.refused.as_deref(), ravens.models), (None, 5), "{}", ravens.text);
    assert!(!ravens.text.contains("champions"), "{}", ravens.text);
}

/// A rule of a detachment.
fn rule(name: &str, text: &str) -> String {
    format!(r#"<rule id="{name}" name="{name}"><description>{text}</description></rule>"#)
}

/// A detachment.
fn host(name: &str, rules: &str) -> String {
    format!(r#"<selectionEntry id="{name}" name="{name}" type="upgrade"><rules>{rules}</rules></selectionEntry>"#)
}

/// The catalogue with detachments and groups that its units share; its walker attacks once.
fn copper_with(hosts: &str, groups: &str) -> Imported {
    let detachment = format!(
        r#"<selectionEntry id="detachment" name="Detachment" type="upgrade"><selectionEntryGroups><selectionEntryGroup id="d" name="Detachment">
           <selectionEntries>{hosts}</selectionEntries></selectionEntryGroup></selectionEntryGroups></selectionEntry>"#
    );
    let [own, library, system] = copper();
    let plain = r#"<selectionEntry id="detachment" name="Detachment" type="upgrade"/>"#;
    let own = String::from_utf8(own).expect("UTF-8").replace(plain, &detachment);
    let own = own.replace("<characteristic name=\"A\">5<", "<characteristic name=\"A\">1<");
    let own = own.replace("</catalogue>", &format!("{groups}</catalogue>"));
    let mut army = imported(&[own.as_bytes(), &library, &system]).expect("a catalogue");
    army.units.retain(|unit| unit.refused.is_none());
    army
}

/// Of a catalogue's detachments an army has one; what one of them says of several kinds of units goes together.
#[test]
fn the_rules_of_detachments_are_asked_for_and_only_one_detachment_is_had() {
    let cadence = "Each time a Walker model from your army makes an attack, add 1 to the Hit roll. Each time a **Battleline** unit from your army makes an attack, add 1 to the Wound roll.";
    let drill = "Each time a Vehicle unit from your army makes an attack, add 1 to the Wound roll.";
    let odd = "Each time a Walker unit from your army makes an attack, roll as the sea allows.";
    let hosts = host("Copper Host", &(rule("Cadence", cadence) + &rule("Drill", drill)))
        + &host("Verdigris", &(rule("Patina", &cadence.replace("Hit", "Wound")) + &rule("Odd", odd)));
    let army = copper_with(&hosts, "");
    assert_eq!(army.left_out.iter().map(|left| left.what.as_str()).collect::<Vec<_>>(), ["Verdigris: Odd"]);
    let lent: Vec<&String> = army.lent.iter().flat_map(|lent| &lent.entries).collect();
    assert_eq!(lent.len(), 5, "{lent:#?}");
    assert!(lent[0].contains("choice = \"detachment: Copper Host\"") && lent[0].contains("from = \"Copper Host\""));
    let walker = ["copper-walker", "copper-walker"];
    let harm = |with: &[&str]| super::armies::harm(&army, walker, with);
    let plain = harm(&[]).expect("an attack");
    // Hits and wounds on 3+ become those on 2+.
    for (with, times) in [(&["Cadence"][..], 5.0 / 4.0), (&["Cadence", "Drill"], 25.0 / 16.0), (&["Patina"], 5.0 / 4.0)]
    {
        super::armies::close(harm(with), plain * times);
    }
    let told = harm(&["Cadence", "Patina"]).expect_err("one detachment");
    assert!(told.contains("only one holds"), "{told}");
}

/// A detachment with a rule, and two enhancements: one of vehicles, and one that is not understood.
fn copper_with_gifts() -> Imported {
    let onrush = "Each time a Vehicle unit from your army makes a Charge move, until the end of the turn, add 1 to the Attacks characteristic and add 2 to the Strength characteristic of melee weapons equipped by models in that unit.";
    let gift = |name: &str, text: &str| {
        format!(
            r#"<selectionEntry id="{name}" name="{name}" type="upgrade"><profiles><profile id="p{name}" name="{name}" typeName="Abilities">
               <characteristics><characteristic name="Description">{text}</characteristic></characteristics></profile></profiles></selectionEntry>"#
        )
    };
    let edge = "**^^Vehicle^^** only. Each time the bearer makes a melee attack, add 1 to the Hit roll.";
    let song = "Tin Knights model (excluding **^^Walker^^** models) only. Each time a model in the bearer’s unit makes an attack, add 1 to the Hit roll.";
    let gifts = gift("Bright Edge", edge)
        + &gift("Old Song", song)
        + &gift("Odd Edge", "Vehicle model only. Roll as the sea allows.");
    let group = format!(
        r#"<sharedSelectionEntryGroups><selectionEntryGroup id="g" name="Enhancements"><selectionEntries>{gifts}</selectionEntries></selectionEntryGroup></sharedSelectionEntryGroups>"#
    );
    copper_with(&host("Copper Host", &rule("Onrush", onrush)), &group)
}

/// A catalogue offers enhancements by their names; a list that is no more than text takes from the army what it names.
#[test]
fn enhancements_are_offered_and_a_list_brings_those_that_it_names() {
    let army = copper_with_gifts();
    assert_eq!(army.left_out.iter().map(|left| left.what.as_str()).collect::<Vec<_>>(), ["Odd Edge"]);
    let walker = ["copper-walker", "copper-walker"];
    let harm = |with: &[&str]| super::armies::harm(&army, walker, with);
    let plain = harm(&[]).expect("an attack");
    // Hits on 3+ become those on 2+.
    super::armies::close(harm(&["Bright Edge"]), plain * 5.0 / 4.0);
    let song = army.lent.iter().flat_map(|lent| &lent.entries).find(|one| one.contains("Old Song")).expect("a song");
    assert!(
        song.contains("whole-unit = true") && song.contains("for = [\"TIN KNIGHTS and not WALKER and CHARACTER\"]"),
        "{song}"
    );
    assert!(harm(&["Onrush", "charged"]).expect("an attack") > plain);
    let folder = tempfile::tempdir().expect("a folder");
    super::armies::write(&army, folder.path());
    let library = warodds::profile::Library::open(&[folder.path().to_owned()]).expect("a folder");
    let list = "Mine (300 Points)\n\nCopper\nCopper Host\nStrike Force (2,000 Points)\n\nCopper Walker (90 Points)\n  • Enhancements: Bright Edge\n\nCopper Walker (80 Points)\n  • Enhancements: Other Edge\n";
    let lent = |text: &str| {
        let army = warodds::ask::import(text.as_bytes(), &library).expect("a list");
        let left: Vec<String> = army.units.iter().flat_map(|one| &one.left_out).map(|left| left.what.clone()).collect();
        let lent: Vec<String> = army.lent.into_iter().flat_map(|lent| lent.entries).collect();
        (lent, left)
    };
    let (brought, left) = lent(list);
    assert!(brought[0].contains("Onrush") && brought.len() == 1, "{brought:?}");
    assert_eq!(left, ["Other Edge"]);
    assert_eq!(lent(&list.replace("Copper Host", "Verdigris")).0, [""; 0]);
    // Who has the enhancement has it always, and nobody else does.
    let army = warodds::ask::import(list.as_bytes(), &library).expect("a list");
    let held = |text: &str| {
        let behind = text.split_once("name = \"Bright Edge\"").map(|(_, behind)| behind);
        behind.is_some_and(|behind| !behind.split("[[").next().expect("its keys").contains("optional = true"))
    };
    assert_eq!(army.units.iter().map(|unit| held(&unit.text)).collect::<Vec<_>>(), [true, false]);
}

/// What several armies may give lies in a library, whose units some of them do not take.
#[test]
fn enhancements_of_a_library_are_offered_by_who_links_to_it() {
    let gift = r#"<selectionEntry id="e" name="Bright Edge" type="upgrade"><profiles><profile id="p" name="Bright Edge" typeName="Abilities"><characteristics>
        <characteristic name="Description">The bearer has the Feel No Pain 5+ ability.</characteristic></characteristics></profile></profiles></selectionEntry>"#;
    let group = format!(
        r#"<sharedSelectionEntryGroups><selectionEntryGroup id="g" name="Enhancements"><selectionEntries>{gift}</selectionEntries></selectionEntryGroup></sharedSelectionEntryGroups></catalogue>"#
    );
    let [own, library, system] = copper().map(|bytes| String::from_utf8(bytes).expect("UTF-8"));
    let files = [own.replace(r#" importRootEntries="true""#, ""), library.replace("</catalogue>", &group), system];
    let army = imported(&[files[0].as_bytes(), files[1].as_bytes(), files[2].as_bytes()]).expect("a catalogue");
    let lent = army.lent.iter().flat_map(|lent| &lent.entries).any(|one| one.contains("Bright Edge"));
    assert!(lent, "{:?}", army.abilities);
}

#[test]
fn links_in_a_circle_refuse_one_unit_and_no_other() {
    let [own, library, system] = copper();
    let army = imported(&[&own, &library, &system]).expect("a catalogue");
    let ouroboros = unit(&army, "Ouroboros");
    assert!(ouroboros.refused.as_deref().is_some_and(|why| why.contains("circle")), "{ouroboros:#?}");
    assert!(unit(&army, "Copper Walker").refused.is_none());
}

/// A file of XML as the editors write it as JSON: lists are arrays, attributes keys, texts `$text`.
fn as_json(xml: &[u8]) -> Vec<u8> {
    fn element(node: roxmltree::Node<'_, '_>) -> serde_json::Value {
        let mut all = serde_json::Map::new();
        for own in node.attributes() {
            all.insert(own.name().to_owned(), own.value().into());
        }
        for child in node.children().filter(roxmltree::Node::is_element) {
            let members: Vec<_> = child.children().filter(roxmltree::Node::is_element).map(element).collect();
            let text = child.text().unwrap_or_default();
            let value = if members.is_empty() { text.into() } else { serde_json::Value::Array(members) };
            all.insert(child.tag_name().name().to_owned(), value);
        }
        if let Some(text) = node.text().filter(|text| !text.trim().is_empty()) {
            all.insert("$text".to_owned(), text.into());
        }
        serde_json::Value::Object(all)
    }
    let text = std::str::from_utf8(xml).expect("UTF-8");
    let document = roxmltree::Document::parse(text).expect("XML");
    let root = document.root_element();
    serde_json::json!({ root.tag_name().name(): element(root) }).to_string().into_bytes()
}

#[test]
fn a_catalogue_as_json_is_the_same() {
    let xml = copper();
    let json = xml.each_ref().map(|bytes| as_json(bytes));
    assert_eq!(imported(&json.each_ref().map(Vec::as_slice)), imported(&xml.each_ref().map(Vec::as_slice)));
    assert_eq!(imported(&[&as_json(&bytes("ravens.cat"))]), imported(&[&bytes("ravens.cat")]));
}

/// A rule of one model is a key of its group, an ability of its unit, one of its weapons, or nothing that is known.
#[test]
fn a_rule_of_a_model_is_read_or_named() {
    let [own, library, system] = copper();
    let rules = ["Stealth", "Lethal Hits", "Feel No Pain 4+", "Tin Whistle"];
    let rules: String = rules.map(|rule| format!("<rule id=\"r\" name=\"{rule}\"/>")).concat();
    let model = "name=\"Copper Guard\" type=\"model\">";
    let text = String::from_utf8(library).expect("UTF-8");
    let text = text.replacen(model, &format!("{model}<rules>{rules}</rules>"), 1);
    let army = imported(&[&own, text.as_bytes(), &system]).expect("a catalogue");
    let squad = unit(&army, "Copper Guard Squad");
    assert!(squad.text.contains("not-computed = [\"Tin Whistle\""), "{}", squad.text);
    assert!(squad.text.contains("feel-no-pain = \"4+\"") && squad.text.contains("Stealth"), "{}", squad.text);
}

/// The squad of the library with an ability of its own, as a profile.
fn squad_with(called: &str, says: &str) -> String {
    let [own, library, system] = copper();
    let ability = format!(
        "<profile id=\"q\" name=\"{called}\" typeName=\"Abilities\"><characteristics><characteristic name=\"Description\">{says}\
         </characteristic></characteristics></profile>"
    );
    let text = String::from_utf8(library).expect("UTF-8").replacen("<profiles>", &format!("<profiles>{ability}"), 1);
    unit(&imported(&[&own, text.as_bytes(), &system]).expect("a catalogue"), "Copper Guard Squad").text.to_string()
}

/// The table of a group of models.
fn group<'t>(text: &'t str, name: &str) -> &'t str {
    let name = format!("name = \"{name}\"");
    text.split("[[").find(|table| table.starts_with("model") && table.contains(&name)).expect("models of this name")
}

/// W40K-INVULN: a save is that of the models that have it, and never the whole unit's.
#[test]
fn a_save_of_some_models_is_theirs() {
    let text = squad_with(
        "Invulnerable Save (4+) [Copper Sergeant]",
        "You cannot re-roll invulnerable saving throws made for this model.",
    );
    assert!(group(&text, "Copper Sergeant").contains("invulnerable = \"4+\""), "{text}");
    assert!(
        text.matches("invulnerable").count() == 1
            && text.contains("Invulnerable Save (4+) [Copper Sergeant]: no re-rolls"),
        "{text}"
    );
    let text = squad_with(
        "Invulnerable Save",
        "Models in this unit (excluding the Copper Sergeant) have a 5+ invulnerable save.",
    );
    assert!(group(&text, "Copper Guard").contains("invulnerable = \"5+\""), "{text}");
    assert_eq!(text.to_lowercase().matches("invulnerable").count(), 1, "{text}");
    let text = squad_with("Invulnerable Save (Sergeant)", "A Copper Sergeant has a 6+ invulnerable save.");
    assert!(group(&text, "Copper Sergeant").contains("invulnerable = \"6+\""), "{text}");
    // What is better against some attacks is said of those.
    let text = squad_with(
        "Tin Cloak",
        "Models in this unit have a 6+ invulnerable save. This invulnerable save is improved to 4+ against melee attacks.",
    );
    assert!(group(&text, "Copper Guard").contains("invulnerable = \"6+\""), "{text}");
    assert!(text.contains("when = [\"melee\"]\neffects = [\"invulnerable 4+\"]"), "{text}");
    // A name alone gives a model's save to nobody else.
    let text = squad_with("Invulnerable Save (2+)", "The moon watches over this model.");
    assert!(
        text.contains("not-computed = [\"Invulnerable Save (2+)\"") && !text.contains("abilities = [\"Invulnerable"),
        "{text}"
    );
}

/// Attacks of a unit whose weapons lie in a file that is not here are not those of the few models that have theirs.
#[test]
fn a_unit_of_which_some_models_have_lost_their_weapons_is_refused() {
    let [own, library, system] = copper();
    let text = String::from_utf8(library).expect("UTF-8");
    let lost = text.replacen(
        "id=\"e4\" name=\"Long rifle\" type=\"selectionEntry\" targetId=\"rifle\"",
        "id=\"e4\" name=\"Long rifle\" type=\"selectionEntry\" targetId=\"gone\"",
        1,
    );
    assert_ne!(lost, text);
    let army = imported(&[&own, lost.as_bytes(), &system]).expect("a catalogue");
    let why = unit(&army, "Copper Guard Squad").refused.as_deref().unwrap_or_default();
    assert!(why.starts_with("no weapon of Copper Sergeant is here: Long rifle"), "{why}");
    // Its abilities are named all the same.
    let ability = "<profiles><profile id=\"q\" name=\"Patina\" typeName=\"Abilities\"><characteristics/></profile>";
    let told = lost.replacen("<profiles>", ability, 1);
    let army = imported(&[&own, told.as_bytes(), &system]).expect("a catalogue");
    let squad = unit(&army, "Copper Guard Squad");
    let abilities: Vec<_> = squad.abilities.iter().map(|one| (&*one.name, one.becomes)).collect();
    assert!(squad.refused.is_some() && abilities == [("Patina", "left out")], "{squad:#?}");
}

#[test]
fn what_hangs_on_conditions_is_named() {
    let [own, library, system] = copper();
    let text = String::from_utf8(own).expect("UTF-8");
    // The walker's toughness changes if the list has something else.
    let condition = "<conditions><condition type=\"atLeast\" value=\"1\" field=\"selections\" scope=\"roster\" childId=\"x\"/></conditions>";
    let modifier =
        format!("<modifiers><modifier type=\"set\" field=\"t\" value=\"12\">{condition}</modifier></modifiers>");
    let text = text.replacen(
        "name=\"Copper Walker\" typeName=\"Unit\">",
        &format!("name=\"Copper Walker\" typeName=\"Unit\">{modifier}"),
        1,
    );
    // It has more fists then, too.
    let more =
        format!("<modifiers><modifier type=\"set\" field=\"k11\" value=\"3\">{condition}</modifier></modifiers>");
    let text = text.replacen(
        "name=\"Copper fist\" type=\"upgrade\">",
        &format!("name=\"Copper fist\" type=\"upgrade\">{more}"),
        1,
    );
    let army = imported(&[text.as_bytes(), &library, &system]).expect("a catalogue");
    let walker = unit(&army, "Copper Walker");
    let named = walker.left_out.iter().filter(|left| left.why.contains("under conditions"));
    assert_eq!(named.map(|left| left.what.as_str()).collect::<Vec<_>>(), ["Copper Walker: T", "Copper fist: how many"]);
    assert!(walker.text.contains("toughness = 9\n"), "{}", walker.text);
}

/// What one gives up for an ability is named, for it is not computed.
#[test]
fn the_price_of_an_ability_is_named() {
    let text = squad_with(
        "Sweet Bargain",
        "Each time this unit ends a Charge move, you can declare it will perform a Sweet Bargain. If you do, until the end of the turn, \
         this unit does not have the Fights First ability, but instead, each time a model in this unit makes an attack, you can re-roll a Hit roll of 1.",
    );
    assert!(text.contains("\"Sweet Bargain: no fights first\""), "{text}");
    let gain = "name = \"Sweet Bargain\"\nwhole-unit = true\noptional = true\nwhen = [\"charged\"]\neffects = [\"reroll hits of 1\"]\n";
    assert!(text.contains(gain), "{text}");
}

/// A misspelt keyword that is excluded would exclude nobody; without the file of the game others may have it.
#[test]
fn what_excludes_a_keyword_that_nobody_has_is_left_out() {
    let aura = |kind: &str| {
        let text = format!(
            "While a friendly Copper unit (excluding **^^{kind}^^** units) is within 6\" of the bearer, each time a model in that unit makes an attack, re-roll a Hit roll of 1."
        );
        let gift = format!(
            r#"<sharedSelectionEntryGroups><selectionEntryGroup id="g" name="Enhancements"><selectionEntries>
               <selectionEntry id="e" name="Copper Glow" type="upgrade"><profiles><profile id="p" name="Copper Glow (Aura)" typeName="Abilities"><characteristics>
               <characteristic name="Description">{text}</characteristic></characteristics></profile></profiles></selectionEntry>
               </selectionEntries></selectionEntryGroup></sharedSelectionEntryGroups>"#
        );
        let army = copper_with("", &gift);
        let lent = army.lent.iter().flat_map(|lent| &lent.entries).any(|one| one.contains("Copper Glow"));
        (lent, army.left_out.iter().any(|left| left.what.contains("Copper Glow")))
    };
    assert_eq!(aura("Walker"), (true, false));
    assert_eq!(aura("Waklers"), (false, true));
}
