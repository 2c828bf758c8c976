//! What a catalogue offers besides its defaults becomes options, within the catalogue's own limits; counted by hand.

use super::{imported, unit};
use warodds::ask::{Prepared, Request, prepare_units};
use warodds::games::Phase;
use warodds::profile::{Found, Source};

/// An upgrade with a weapon: its id, its name, its kind, and what else stands in it.
pub(super) fn weapon(id: &str, name: &str, kind: &str, more: &str) -> String {
    let (range, skill) = if kind == "Melee" { ("Melee", "WS") } else { ("24\"", "BS") };
    let value = |name: &str, value: &str| format!("<characteristic name=\"{name}\">{value}</characteristic>");
    let values = [("Range", range), ("A", "2"), (skill, "3+"), ("S", "4"), ("AP", "0"), ("D", "1"), ("Keywords", "-")];
    let values: String = values.iter().map(|(name, text)| value(name, text)).collect();
    format!(
        "<selectionEntry id=\"{id}\" name=\"{name}\" type=\"upgrade\">{more}<profiles><profile id=\"p{id}\" name=\"{name}\" \
         typeName=\"{kind} Weapons\"><characteristics>{values}</characteristics></profile></profiles></selectionEntry>"
    )
}

pub(super) fn limits(id: &str, least: Option<u32>, most: Option<u32>) -> String {
    let one = |kind: &str, n: u32| {
        format!("<constraint id=\"{id}-{kind}\" type=\"{kind}\" value=\"{n}\" field=\"selections\" scope=\"parent\"/>")
    };
    let all = [("min", least), ("max", most)].into_iter().filter_map(|(kind, n)| Some(one(kind, n?)));
    format!("<constraints>{}</constraints>", all.collect::<String>())
}

/// Five Tin Guards, or up to ten: one in the group may have a cannon or a flamer, all may take swords, each a pistol.
pub(super) fn tin() -> String {
    let line = [("M", "6\""), ("T", "4"), ("SV", "3+"), ("W", "2"), ("LD", "6+"), ("OC", "1")];
    let line: String =
        line.iter().map(|(name, text)| format!("<characteristic name=\"{name}\">{text}</characteristic>")).collect();
    let error = "<modifiers><modifier type=\"add\" field=\"error\" value=\"all alike\"><conditionGroups><conditionGroup type=\"and\"><conditions>\
                 <condition type=\"atLeast\" value=\"1\" scope=\"squad\" childId=\"spear\"/><condition type=\"atLeast\" value=\"1\" scope=\"squad\" childId=\"sword\"/>\
                 </conditions></conditionGroup></conditionGroups></modifier></modifiers>";
    let once = limits("x", Some(1), Some(1));
    let arms = format!(
        "<selectionEntryGroups><selectionEntryGroup id=\"arms\" name=\"Arms\" defaultSelectionEntryId=\"spear\">{once}<selectionEntries>{}{}</selectionEntries>\
         </selectionEntryGroup></selectionEntryGroups><selectionEntries>{}</selectionEntries>",
        weapon("spear", "Spear", "Melee", ""),
        weapon("sword", "Sword", "Melee", error),
        weapon("pistol", "Pistol", "Ranged", &limits("pistol", None, Some(1))),
    );
    let heavy = format!(
        "<selectionEntryGroups><selectionEntryGroup id=\"heavy\" name=\"Heavy\" defaultSelectionEntryId=\"cannon\">{once}<selectionEntries>{}{}</selectionEntries>\
         </selectionEntryGroup></selectionEntryGroups><selectionEntries>{}</selectionEntries>",
        weapon("cannon", "Cannon", "Ranged", ""),
        weapon("flamer", "Flamer", "Ranged", ""),
        weapon("spear2", "Spear", "Melee", &limits("spear2", Some(1), Some(1))),
    );
    // One may have a heavy weapon, of ten two.
    let more = "<modifiers><modifier type=\"set\" field=\"gunner-max\" value=\"2\"><conditions><condition type=\"atLeast\" value=\"10\" scope=\"squad\" \
                childId=\"model\"/></conditions></modifier></modifiers>";
    // The link says that the two claws are two, where the entry says one.
    let claws = "<entryLinks><entryLink id=\"link\" name=\"Claw\" type=\"selectionEntry\" targetId=\"claw\"><modifiers><modifier type=\"set\" field=\"claw-min\" \
                 value=\"2\"/><modifier type=\"set\" field=\"claw-max\" value=\"2\"/></modifiers></entryLink></entryLinks>";
    let body = format!(
        "<profiles><profile id=\"u\" name=\"Tin Guard\" typeName=\"Unit\"><characteristics>{line}</characteristics></profile></profiles>"
    );
    format!(
        "<catalogue id=\"tin\" name=\"Tin\" gameSystemId=\"sys-352e-adc2-7639-d6a9\"><selectionEntries>\
         <selectionEntry id=\"squad\" name=\"Tin Guards\" type=\"unit\"><costs><cost name=\"pts\" value=\"100\"/></costs>{body}<selectionEntryGroups>\
         <selectionEntryGroup id=\"guards\" name=\"Guards\" defaultSelectionEntryId=\"guard\">{}<selectionEntries>\
         <selectionEntry id=\"guard\" name=\"Tin Guard\" type=\"model\">{arms}</selectionEntry>\
         <selectionEntry id=\"gunner\" name=\"Tin Gunner\" type=\"model\">{}{more}{heavy}</selectionEntry>\
         </selectionEntries></selectionEntryGroup></selectionEntryGroups></selectionEntry>\
         <selectionEntry id=\"beast\" name=\"Tin Beast\" type=\"model\">{body}{claws}</selectionEntry>\
         <selectionEntry id=\"herd\" name=\"Tin Herd\" type=\"unit\">{body}<selectionEntries>\
         <selectionEntry id=\"calf\" name=\"Calf\" type=\"model\" defaultAmount=\"1,1,18\">{}{}</selectionEntry></selectionEntries></selectionEntry>\
         </selectionEntries><sharedSelectionEntries>{}</sharedSelectionEntries></catalogue>",
        limits("guards", Some(5), Some(10)),
        limits("gunner", None, Some(1)),
        limits("calf", Some(10), Some(10)),
        "<selectionEntries>".to_owned()
            + &weapon("horn", "Horn", "Melee", &limits("horn", Some(1), Some(1)))
            + "</selectionEntries>",
        weapon("claw", "Claw", "Melee", &limits("claw", Some(1), Some(1))),
    )
}

/// An ability that speaks of weapons which options give is theirs as well.
#[test]
fn abilities_reach_the_weapons_of_options() {
    let say = |weapon: &str| {
        format!(
            "Each time a model in this unit makes an attack with a {weapon} that targets a Monster unit, that attack has the [LETHAL HITS] ability."
        )
    };
    let text = ["cannon", "flamer", "harpoon"].map(say).join(" ");
    let ability = format!(
        "<profile id=\"a\" name=\"Tide\" typeName=\"Abilities\"><characteristics><characteristic name=\"Description\">{text}</characteristic></characteristics></profile>"
    );
    let squad = tin().replacen("</profile></profiles>", &format!("</profile>{ability}</profiles>"), 1);
    let army = imported(&[squad.as_bytes()]).expect("a catalogue");
    let guards = unit(&army, "Tin Guards");
    for weapon in ["Cannon", "Flamer"] {
        assert!(
            guards.text.contains(&format!("weapons = [\"{weapon}\"]\neffects = [\"Lethal Hits\"]")),
            "{}",
            guards.text
        );
    }
    assert!(guards.left_out.iter().any(|left| left.what == "Tide: harpoon"), "{:?}", guards.left_out);
}

/// The weapons that a unit carries with a loadout, and how many.
fn carried(text: &str, loadout: &str, models: Option<u64>) -> Result<String, String> {
    let mut found = Found::of("unit", Source::new("unit.toml", text.to_owned()));
    found.loadout = Some(loadout.to_owned()).filter(|loadout| !loadout.is_empty());
    let target = (Found::of("unit", Source::new("unit.toml", text.to_owned())), None);
    let request = Request { phase: Some(Phase::Combat), ..Request::default() };
    let prepared: Prepared = prepare_units(&[(found, models)], &target, &request).map_err(|error| error.message)?;
    let note = prepared.notes.iter().find(|note| note.contains(" × ")).cloned().unwrap_or_default();
    Ok(note.rsplit_once(": ").map_or(String::new(), |(_, weapons)| weapons.to_owned()))
}

#[test]
fn what_a_catalogue_offers_is_an_option_within_its_limits() {
    let army = imported(&[tin().as_bytes()]).expect("a catalogue");
    let guards = unit(&army, "Tin Guards");
    assert_eq!((guards.refused.as_deref(), guards.models, guards.weapons), (None, 5, 1), "{}", guards.text);
    let text = &*guards.text;
    let cannon = "[[option]]\nname = \"Cannon\"\ngives = [\"Cannon\"]\nlimit = \"1 per 5\"\none-of = \"Tin Gunner\"\n";
    assert!(text.contains(cannon), "{text}");
    for (loadout, models, wanted) in [
        ("sword", None, "5 × Sword"),
        ("2 pistol", None, "5 × Spear, 2 × Pistol"),
        ("cannon", None, "5 × Spear, 1 × Cannon"),
        ("flamer", Some(10), "10 × Spear, 2 × Flamer"),
        ("1 flamer, 1 cannon", Some(10), "10 × Spear, 1 × Cannon, 1 × Flamer"),
    ] {
        let sorted = |text: &str| {
            let mut parts: Vec<String> = text.split(", ").map(str::to_owned).collect();
            parts.sort();
            parts
        };
        let own = carried(text, loadout, models).unwrap_or_else(|why| panic!("{loadout}: {why}\n{text}"));
        assert_eq!(sorted(&own), sorted(wanted), "{loadout}\n{text}");
    }
    for (loadout, told) in [
        ("2 sword", "all or none"),
        ("6 pistol", "at most 5"),
        ("2 cannon", "at most 1"),
        ("1 cannon, 1 flamer", "at most 0"),
    ] {
        let why = carried(text, loadout, None).expect_err(loadout);
        assert!(why.contains(told), "{loadout}: {why}");
    }
}

/// Where a group may hold three and begins with one, each model may take two besides; of a pistol each may have two.
#[test]
fn a_model_takes_as_many_as_there_is_room_for() {
    let text = tin();
    let begun = "name=\"Arms\" defaultSelectionEntryId=\"spear\">";
    let room = format!("{begun}{}", limits("x", Some(1), Some(3)));
    let wide = text.replace(&format!("{begun}{}", limits("x", Some(1), Some(1))), &room);
    let wide = wide.replace(&limits("pistol", None, Some(1)), &limits("pistol", None, Some(2)));
    assert_ne!(wide, text);
    let army = imported(&[wide.as_bytes()]).expect("a catalogue");
    let text = &*unit(&army, "Tin Guards").text;
    for (weapon, most) in [("Sword", 10), ("Pistol", 10)] {
        assert!(text.contains(&format!("gives = [\"{weapon}\"]\nlimit = \"2 per 1\"\n")), "{text}");
        let own = carried(text, &format!("{most} {weapon}"), None).expect("room");
        assert_eq!(own, format!("5 × Spear, {most} × {weapon}"), "{text}");
        let why = carried(text, &format!("{} {weapon}", most + 1), None).expect_err("no room");
        assert!(why.contains(&format!("at most {most}")), "{why}");
    }
}

/// A group that stands among the shared ones, behind a link, is the same group.
#[test]
fn a_group_behind_a_link_is_the_group() {
    let text = tin();
    let start = text.find("<selectionEntryGroup id=\"heavy\"").expect("a group");
    let end = start + text[start..].find("</selectionEntryGroup>").expect("its end") + "</selectionEntryGroup>".len();
    let groups = "<selectionEntryGroups>";
    let before = start - groups.len();
    let link =
        "<entryLinks><entryLink id=\"l\" name=\"Heavy\" type=\"selectionEntryGroup\" targetId=\"heavy\"/></entryLinks>";
    let rest = &text[end + "</selectionEntryGroups>".len()..];
    let shared = format!("<sharedSelectionEntryGroups>{}</sharedSelectionEntryGroups></catalogue>", &text[start..end]);
    let linked = format!("{}{link}{rest}", &text[..before]).replace("</catalogue>", &shared);
    let (army, plain) = (imported(&[linked.as_bytes()]), imported(&[text.as_bytes()]));
    let (army, plain) = (army.expect("a catalogue"), plain.expect("a catalogue"));
    assert_eq!(unit(&army, "Tin Guards").text, unit(&plain, "Tin Guards").text);
}

/// The arms of a model stand behind a link too: who has to take one of them takes the group's default.
#[test]
fn a_group_behind_a_link_demands_its_default() {
    let text = tin();
    let start = text.find("<selectionEntryGroup id=\"arms\"").expect("a group");
    let end = start + text[start..].find("</selectionEntryGroup>").expect("its end") + "</selectionEntryGroup>".len();
    let (group, groups) = (&text[start..end], "<selectionEntryGroups>");
    let link =
        "<entryLinks><entryLink id=\"l\" name=\"Arms\" type=\"selectionEntryGroup\" targetId=\"arms\"/></entryLinks>";
    let rest = &text[end + "</selectionEntryGroups>".len()..];
    let shared = format!("<sharedSelectionEntryGroups>{group}</sharedSelectionEntryGroups></catalogue>");
    let linked = format!("{}{link}{rest}", &text[..start - groups.len()]).replace("</catalogue>", &shared);
    let (army, plain) = (imported(&[linked.as_bytes()]), imported(&[text.as_bytes()]));
    let (army, plain) = (army.expect("a catalogue"), plain.expect("a catalogue"));
    assert_eq!(unit(&army, "Tin Guards").text, unit(&plain, "Tin Guards").text);
}

/// What some models of three stacks have is theirs, each named once. Stealth is the unit's where all of them have it
/// (W40K-STEALTH), and named where only the calves have.
#[test]
fn what_some_models_have_is_theirs() {
    let told = |name: &str, text: &str| {
        format!(
            "<profile id=\"{name}\" name=\"{name}\" typeName=\"Abilities\"><characteristics><characteristic name=\"Description\">\
             {text}</characteristic></characteristics></profile>"
        )
    };
    let hide = told(
        "Hide",
        "Each time an attack is allocated to this model, subtract 1 from the Damage characteristic of that attack.",
    );
    let veil = told("Veil", "This model has the Stealth ability.");
    let calf = "name=\"Calf\" type=\"model\" defaultAmount=\"1,1,18\">";
    let herd = |own: &str| {
        let bull = format!(
            "<selectionEntry id=\"bull\" name=\"Bull\" type=\"model\">{}<profiles>{own}</profiles></selectionEntry>",
            limits("bull", Some(1), Some(1))
        );
        let text = tin().replace(calf, &format!("{calf}<profiles>{hide}{veil}</profiles>"));
        let text = text.replace("<selectionEntry id=\"calf\"", &format!("{bull}<selectionEntry id=\"calf\""));
        unit(&imported(&[text.as_bytes()]).expect("a catalogue"), "Tin Herd").text.clone()
    };
    let (some, all) = (herd(""), herd(&veil));
    assert!(some.contains("name = \"Hide\"\nmodels = [\"Calf\"]\n"), "{some}");
    assert!(some.contains("not-computed = [\"Veil\"]\n") && !some.contains("to hit"), "{some}");
    let hidden = "name = \"Veil\"\nagainst = true\nwhen = [\"shooting\"]\neffects = [\"-1 to hit\"]\n";
    assert!(all.contains(hidden) && !all.contains("not-computed"), "{all}");
}

/// What stands in for wargear takes away its save and its ability.
#[test]
fn wargear_that_gives_way_takes_its_ability_with_it() {
    let says = "The bearer has a 5+ invulnerable save and each time an attack is allocated to the bearer, subtract 1 from the \
        Damage characteristic of that attack.";
    let shield = format!(
        "<selectionEntry id=\"shield\" name=\"Tin Shield\" type=\"upgrade\"><profiles><profile id=\"s\" name=\"Tin Shield\" \
         typeName=\"Abilities\"><characteristics><characteristic name=\"Description\">{says}</characteristic></characteristics>\
         </profile></profiles></selectionEntry>"
    );
    let arm = format!(
        "<selectionEntryGroups><selectionEntryGroup id=\"arm\" name=\"Arm\" defaultSelectionEntryId=\"shield\">{}<selectionEntries>\
         {shield}{}</selectionEntries></selectionEntryGroup></selectionEntryGroups>",
        limits("arm", Some(1), Some(1)),
        weapon("bow", "Bow", "Ranged", "")
    );
    let beast = "name=\"Tin Beast\" type=\"model\">";
    let army = imported(&[tin().replace(beast, &format!("{beast}{arm}")).as_bytes()]).expect("a catalogue");
    let text = &unit(&army, "Tin Beast").text;
    assert!(text.contains("name = \"Tin Shield\"\neffects = [\"-1 damage to target\"]\n"), "{text}");
    let option = "name = \"Bow\"\nreplaces = [\"Tin Shield\"]\ngives = [\"Bow\"]\ninvulnerable = \"-\"\n";
    assert!(text.contains(option), "{text}");
    assert!(carried(text, "bow", None).is_ok(), "{text}");
}

/// A model that the unit may hold, without a number of its own, is an option without a limit.
#[test]
fn a_model_without_a_limit_is_an_option_without_one() {
    let free = tin().replace(&limits("gunner", None, Some(1)), "");
    let army = imported(&[free.as_bytes()]).expect("a catalogue");
    let text = &unit(&army, "Tin Guards").text;
    assert!(text.contains("[[option]]\nname = \"Cannon\"\ngives = [\"Cannon\"]\n\n[[option]]\n"), "{text}");
}

/// Two gunners, of ten models three: two in any unit, for an option knows no other way to say so.
#[test]
fn a_limit_that_grows_by_less_than_it_is_stays_what_it_is() {
    let grown = tin().replace(&limits("gunner", None, Some(1)), &limits("gunner", None, Some(2)));
    let grown = grown.replace("field=\"gunner-max\" value=\"2\"", "field=\"gunner-max\" value=\"3\"");
    let army = imported(&[grown.as_bytes()]).expect("a catalogue");
    let text = &unit(&army, "Tin Guards").text;
    let cannon = "[[option]]\nname = \"Cannon\"\ngives = [\"Cannon\"]\nlimit = 2\none-of = \"Tin Gunner\"\n";
    assert!(text.contains(cannon), "{text}");
}

/// An ability that stands on some models and speaks of their whole unit is the unit's, whoever leads it (W40K-ATTACHED).
#[test]
fn an_ability_of_some_models_may_be_of_their_unit() {
    let said = |name: &str, text: &str| {
        format!(
            "<profile id=\"{name}\" name=\"{name}\" typeName=\"Abilities\"><characteristics><characteristic name=\"Description\">{text}</characteristic></characteristics></profile>"
        )
    };
    let abilities = [
        said("Tin Charm", "Models in the bearer's unit have the Feel No Pain 5+ ability."),
        said("Tin Veil", "The bearer's unit has the Stealth ability."),
    ];
    let gunner = "<selectionEntry id=\"gunner\" name=\"Tin Gunner\" type=\"model\">";
    let text = tin();
    let text = text.replace(gunner, &format!("{gunner}<profiles>{}</profiles>", abilities.concat()));
    let least = limits("gunner", None, Some(1));
    let text = text.replace(&least, &limits("gunner", Some(1), Some(1)));
    let army = imported(&[text.as_bytes()]).expect("a catalogue");
    let guards = unit(&army, "Tin Guards");
    let charm = "[[ability]]\nname = \"Tin Charm\"\nwhole-unit = true\neffects = [\"feel no pain 5+\"]\n";
    assert!(guards.text.contains(charm), "{}", guards.text);
    let veil = "[[ability]]\nname = \"Tin Veil\"\nwhole-unit = true\nagainst = true\nwhen = [\"shooting\"]\neffects = [\"-1 to hit\"]\n";
    assert!(guards.text.contains(veil) && guards.left_out.is_empty(), "{guards:#?}");
}

#[test]
fn what_a_link_sets_is_kept_and_amounts_stay_within_their_limits() {
    let army = imported(&[tin().as_bytes()]).expect("a catalogue");
    let beast = unit(&army, "Tin Beast");
    assert!(beast.text.contains("name = \"Claw\"\ncount = 2\n"), "{}", beast.text);
    let herd = unit(&army, "Tin Herd");
    assert_eq!((herd.refused.as_deref(), herd.models), (None, 10), "{}", herd.text);
}

#[test]
fn a_list_chooses_options_by_what_it_says_is_carried() {
    let army = imported(&[tin().as_bytes()]).expect("a catalogue");
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("tin-guards.toml"), &*unit(&army, "Tin Guards").text).expect("written");
    let library = warodds::profile::Library::open(&[folder.path().to_owned()]).expect("a folder");
    let app = "Mine (300 Points)\nStrike Force (2,000 Points)\n\nTin Guards (200 Points)\n  • 9x Tin Guard\n     ◦ 9x Spear\n     ◦ 2x Pistol\n  • 1x Tin Gunner\n     ◦ 1x Flamer\n     ◦ 1x Spear\n";
    let recruit = "++ Army Roster (Tin) [200 pts] ++\n\n+ Battleline +\nTin Guards [200 pts]:\n• 7x Tin Guard: Spear\n• 2x Tin Guard: Spear, Pistol\n• 1x Tin Gunner: Spear, Flamer\n";
    let full = "+ FACTION KEYWORD: Tin\n+ TOTAL ARMY POINTS: 200pts\n\n10x Tin Guards (200 pts)\n• 9x Tin Guard\n    7 with Spear\n    2 with Spear, Pistol\n• 1x Tin Gunner\n    1 with Spear, Flamer\n";
    let compact = "+ FACTION KEYWORD: Tin\n+ TOTAL ARMY POINTS: 200pts\n\n10x Tin Guards (200 pts): 10 with Spear, 2 with Pistol, 1 with Flamer\n";
    let forge = "Faction: Tin\nPoints: 200 / 2000\n\n[Line] 10x Tin Guards (200 pts)\n  - 9x Tin Guard with Spear\n  - 2x Pistol\n  - 1x Tin Gunner with Spear, Flamer\n";
    // As they are copied: the app marks the first weapon of a model alone, and a paste may lose all indents.
    let newer = "Mine (300 Points)\nStrike Force (2,000 Points)\n\nTin Guards (200 Points)\n  • 9x Tin Guard\n    • 9x Spear\n      2x Pistol\n  • 1x Tin Gunner\n    • 1x Flamer\n      1x Spear\n";
    let pasted = "Mine (300 Points)\nStrike Force (2,000 Points)\n\nTin Guards (200 Points)\n• 9x Tin Guard\n◦ 9x Spear\n◦ 2x Pistol\n• 1x Tin Gunner\n◦ 1x Flamer\n◦ 1x Spear\n";
    let simple = "Tin - Mine - [300 pts]\n\n# ++ Army Roster ++ [300 pts]\n## Configuration\nBattle Size: Strike Force (2000 Point limit)\nDetachment: Foundry\n\n## Battleline [200 pts]\nTin Guards [200 pts]: Bright Banner [15 pts]\n• 7x Tin Guard: Spear\n• 2x Tin Guard: Spear, Pistol\n• 1x Tin Gunner: Spear, Flamer\n";
    let bare = "+ FACTION KEYWORD: Tin\n+ TOTAL ARMY POINTS: 200pts\n+ WARLORD: Char1: Tin Guards\n\nChar1: 10x Tin Guards (200 pts)\n• 9x Tin Guard\n7 with Spear\n2 with Spear, Pistol\n• 1x Tin Gunner\n1 with Spear, Flamer\nEnhancement: Bright Banner (+15 pts)\n";
    let counted = "+ FACTION KEYWORD: Tin\n+ TOTAL ARMY POINTS: 200pts\n\nChar1: 10x Tin Guards (200 pts): 10x Spear, 2x Pistol, Flamer, Warlord\nEnhancement: Bright Banner (+15 pts)\n";
    let roles = "Mine - Tin - Foundry (300 Points)\n\nBattleline:\nTin Guards (200 pts)\n  • E: Bright Banner\n  • Tin Gunner\n    • Spear\n    • Flamer\n  • 9x Tin Guard\n    • 9x Spear\n    • 2x Pistol\n  • Warlord\n";
    for text in [app, recruit, full, compact, forge, newer, pasted, simple, bare, counted, roles] {
        let army = warodds::ask::import(text.as_bytes(), &library).expect("a list");
        let [guards] = &army.units[..] else { panic!("{text}\n{army:#?}") };
        assert_eq!((guards.refused.as_deref(), guards.models, guards.points), (None, 10, Some(200)), "{text}");
        for wanted in ["name = \"Pistol\"", "name = \"Flamer\"", "count = 2\n", "count = 1\n"] {
            assert!(guards.text.contains(wanted), "{text}\n{}", guards.text);
        }
        let left: Vec<&str> = guards.left_out.iter().map(|left| left.what.as_str()).collect();
        let given = if text.contains("Enhancement: ") || text.contains("E: ") { &["Bright Banner"][..] } else { &[] };
        assert!(!guards.text.contains("Cannon") && left == given, "{text}\n{guards:#?}");
    }
    // One gunner has one of them: the other is named.
    let both = app.replace("     ◦ 1x Flamer\n", "     ◦ 1x Flamer\n     ◦ 1x Cannon\n");
    let army = warodds::ask::import(both.as_bytes(), &library).expect("a list");
    let guards = &army.units[0];
    for weapon in ["Flamer", "Cannon"] {
        let is_carried = guards.text.contains(&format!("name = \"{weapon}\""));
        let is_told = guards.left_out.iter().any(|left| left.what.contains(weapon));
        assert!(is_carried != is_told, "{weapon}: {guards:#?}");
    }
}

/// What the bearer gives its whole unit goes with what gives way: an invulnerable save of all, or another kind of model.
#[test]
fn what_is_of_the_whole_unit_goes_with_its_bearer() {
    let crest = "<selectionEntry id=\"crest\" name=\"Tin Crest\" type=\"upgrade\"><profiles><profile id=\"s\" name=\"Tin Crest\" \
         typeName=\"Abilities\"><characteristics><characteristic name=\"Description\">Models in the bearer's unit have a 5+ invulnerable save.\
         </characteristic></characteristics></profile></profiles></selectionEntry>";
    let group = format!(
        "<selectionEntryGroups><selectionEntryGroup id=\"arm\" name=\"Arm\" defaultSelectionEntryId=\"crest\">{}<selectionEntries>\
         {crest}{}</selectionEntries></selectionEntryGroup></selectionEntryGroups>",
        limits("arm", Some(1), Some(1)),
        weapon("bow", "Bow", "Ranged", "")
    );
    let head =
        "<selectionEntry id=\"head\" name=\"Tin Head\" type=\"model\">".to_owned() + &limits("head", Some(1), Some(1));
    let calf = "<selectionEntry id=\"calf\"";
    let text = tin().replace(calf, &format!("{head}{group}</selectionEntry>{calf}"));
    let text = unit(&imported(&[text.as_bytes()]).expect("a catalogue"), "Tin Herd").text.clone();
    assert!(text.contains("name = \"Tin Crest\"\nwhole-unit = true\n"), "{text}");
    // AP -5 leaves no armour: of three wounds 5+ saves one.
    let saved = |loadout: &str| {
        let mut herd = Found::of("unit", Source::new("unit.toml", text.to_string()));
        herd.loadout = Some(loadout.to_owned()).filter(|loadout| !loadout.is_empty());
        let gun = "40k: 10x 24\" 1A 3+/4/-5/1; T4 W1 3+";
        let gun = warodds::ask::line_unit(gun).expect("a line");
        let request = Request { phase: Some(Phase::Shooting), ..Request::default() };
        let prepared = prepare_units(&[(gun, None)], &(herd, None), &request).unwrap_or_else(|error| panic!("{error}"));
        warodds::engine::exact(&prepared.engaged.engagement)
            .expect("not too large")
            .total("damage")
            .expect("damage")
            .mean()
    };
    assert!((saved("bow") - saved("") * 1.5).abs() < 1e-9, "{} {}", saved("bow"), saved(""));
}

/// A model that no small unit may have: by a number that is set, one that grows with the models, or what is called a mistake.
#[test]
fn a_limit_that_grows_from_nothing_is_one_per_so_many() {
    let one = |kind: &str, value: u32, id: &str| {
        format!("<condition type=\"{kind}\" value=\"{value}\" field=\"selections\" scope=\"squad\" childId=\"{id}\"/>")
    };
    let change = |kind: &str, field: &str, value: u32, inner: &str| {
        format!(
            "<modifiers><modifier type=\"{kind}\" field=\"{field}\" value=\"{value}\">{inner}</modifier></modifiers>"
        )
    };
    let conditions = |all: &str| format!("<conditions>{all}</conditions>");
    let repeat =
        "<repeats><repeat value=\"5\" field=\"selections\" scope=\"squad\" childId=\"model\" repeats=\"1\"/></repeats>";
    let small = one("lessThan", 10, "model") + &one("atLeast", 1, "gunner");
    let begun = tin();
    let old = {
        let start = begun.find("<modifiers><modifier type=\"set\" field=\"gunner-max\"").expect("a change");
        let end = start + begun[start..].find("</modifiers>").expect("its end") + "</modifiers>".len();
        begun[start..end].to_owned()
    };
    let gunners = |most: u32, new: &str| {
        let text = begun.replace(&limits("gunner", None, Some(1)), &limits("gunner", None, Some(most)));
        let army = imported(&[text.replace(&old, new).as_bytes()]).expect("a catalogue");
        unit(&army, "Tin Guards").clone()
    };
    for (most, new, limit) in [
        (0, change("set", "gunner-max", 2, &conditions(&one("atLeast", 10, "model"))), "2 per 10"),
        (0, change("increment", "gunner-max", 1, repeat), "1 per 5"),
        (1, change("add", "error", 0, &conditions(&small)), "1 per 10"),
    ] {
        let text = gunners(most, &new).text;
        let flamer = format!("name = \"Flamer\"\ngives = [\"Flamer\"]\nlimit = \"{limit}\"\none-of = \"Tin Gunner\"\n");
        assert!(text.contains(&flamer), "{limit}: {text}");
    }
    let ten = gunners(1, &change("add", "error", 0, &conditions(&small))).text;
    assert_eq!(carried(&ten, "flamer", Some(10)).as_deref(), Ok("10 × Spear, 1 × Flamer"), "{ten}");
    let why = carried(&ten, "1 flamer", None).expect_err("five are too few");
    assert!(why.contains("at most 0"), "{why}");
    // A number that grows by something else is named.
    let guards = gunners(0, &change("set", "gunner-max", 1, &conditions(&one("atLeast", 1, "sword"))));
    assert!(!guards.text.contains("Flamer"), "{}", guards.text);
    assert!(guards.left_out.iter().any(|left| left.what == "Tin Gunner"), "{:?}", guards.left_out);
}

/// What is hidden where a battle is of another kind may be chosen in a usual one.
#[test]
fn another_kind_of_battle_closes_no_option() {
    let hidden = "<modifiers><modifier type=\"set\" field=\"hidden\" value=\"true\"><conditions><condition type=\"instanceOf\" value=\"1\" \
                  field=\"selections\" scope=\"force\" childId=\"boarding\"/></conditions></modifier></modifiers>";
    let gunner = "<selectionEntry id=\"gunner\" name=\"Tin Gunner\" type=\"model\">";
    let army = imported(&[tin().replace(gunner, &format!("{gunner}{hidden}")).as_bytes()]).expect("a catalogue");
    assert!(unit(&army, "Tin Guards").text.contains("name = \"Flamer\"\ngives"), "{army:#?}");
}

/// A model beside those of its unit, which no option says, is named.
#[test]
fn a_model_in_addition_is_named() {
    let calf = "<selectionEntry id=\"calf\"";
    let bull = format!(
        "<selectionEntry id=\"bull\" name=\"Bull\" type=\"model\">{}</selectionEntry>{calf}",
        limits("bull", None, Some(1))
    );
    let army = imported(&[tin().replace(calf, &bull).as_bytes()]).expect("a catalogue");
    let herd = unit(&army, "Tin Herd");
    assert!(herd.left_out.iter().any(|left| left.what == "Bull" && left.why.contains("join")), "{herd:#?}");
}

/// Who chooses a gun and a blade apart has every pair of them: the cannon or the flamer, with the hook or the axe.
#[test]
fn what_is_chosen_apart_comes_in_pairs() {
    let heavy = "<selectionEntryGroup id=\"heavy\"";
    let blades = format!(
        "<selectionEntryGroup id=\"blades\" name=\"Blades\" defaultSelectionEntryId=\"hook\">{}<selectionEntries>{}{}</selectionEntries>\
         </selectionEntryGroup>{heavy}",
        limits("blades", Some(1), Some(1)),
        weapon("hook", "Hook", "Melee", ""),
        weapon("axe", "Axe", "Melee", "")
    );
    let army = imported(&[tin().replace(heavy, &blades).as_bytes()]).expect("a catalogue");
    let text = &unit(&army, "Tin Guards").text;
    let options = text.split("[[option]]").filter(|option| option.contains("one-of = \"Tin Gunner\"")).map(|option| {
        assert!(option.contains("limit = \"1 per 5\"\n"), "{option}");
        let gives = option.lines().find_map(|line| line.strip_prefix("gives = "));
        let mut gives: Vec<&str> = gives.unwrap_or_default().trim_matches(['[', ']']).split(", ").collect();
        gives.sort_unstable();
        gives.join(" ").replace('"', "")
    });
    let mut options: Vec<String> = options.collect();
    options.sort_unstable();
    assert_eq!(options, ["Axe Cannon", "Axe Flamer", "Cannon Hook", "Flamer Hook"], "{text}");
}

/// Who takes the brace has a whip; that it may be a net is named, and not the pistol, which another option gives.
#[test]
fn a_choice_within_an_option_is_named() {
    let group = format!(
        "<selectionEntryGroups><selectionEntryGroup id=\"ends\" name=\"Ends\" defaultSelectionEntryId=\"whip\">{}<selectionEntries>{}{}{}\
         </selectionEntries></selectionEntryGroup></selectionEntryGroups>",
        limits("ends", Some(1), Some(1)),
        weapon("whip", "Whip", "Melee", ""),
        weapon("net", "Net", "Melee", ""),
        weapon("pistol2", "Pistol", "Ranged", "")
    );
    let sword = "<selectionEntry id=\"sword\"";
    let brace = format!("<selectionEntry id=\"brace\" name=\"Brace\" type=\"upgrade\">{group}</selectionEntry>{sword}");
    let army = imported(&[tin().replace(sword, &brace).as_bytes()]).expect("a catalogue");
    let guards = unit(&army, "Tin Guards");
    assert!(guards.text.contains("replaces = [\"Spear\"]\ngives = [\"Whip\"]\n"), "{}", guards.text);
    let left: Vec<&str> = guards.left_out.iter().map(|left| left.what.as_str()).collect();
    assert_eq!(left, ["Net"], "{guards:#?}");
}
