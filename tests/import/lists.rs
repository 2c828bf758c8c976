//! Lists as people paste them, against the units that are built in.

use super::{imported, library, refused};
use warodds::ask::import;
use warodds::profile::Library;
use warodds::profile::import::{Opened, open};

const LIST: &str = "Iron Dawn (2000 Points)

Space Marines
Strike Force (2,000 Points)

CHARACTERS

Captain (85 Points)
  • 1x Master-crafted power weapon
  • Enhancements: Some Honour (+15 pts)

BATTLELINE

Intercessor Squad (160 Points)
  • 1x Intercessor Sergeant
     ◦ 1x Bolt rifle
  • 9x Intercessor
     ◦ 9x Bolt rifle

OTHER DATASHEETS

Termínators Squad Of Old (180 Points)
  • 5x Somebody

Exported with App Version: v1.2.3
";

#[test]
fn a_list_is_its_profiles_with_sizes_and_points() {
    let army = imported(&[LIST.as_bytes()]).expect("a list");
    assert_eq!((army.game, army.name.as_str(), army.points), ("warhammer-40k", "Iron Dawn", Some(2000)));
    let [captain, squad, unknown] = &army.units[..] else { panic!("{army:#?}") };
    assert_eq!((captain.name.as_str(), captain.points, captain.models), ("Captain", Some(85), 1));
    assert_eq!((squad.name.as_str(), squad.points, squad.models), ("Intercessor Squad", Some(160), 10));
    assert!(squad.text.contains("points = 160\n") && squad.text.contains("name = \"Bolt rifle\""), "{}", squad.text);
    let why = unknown.refused.as_deref().unwrap_or_default();
    assert!(why.starts_with("no profile is called so"), "{why}");
}

#[test]
fn a_reinforced_unit_has_twice_the_models() {
    let text = "My Host 300/2000 pts\nStormcast Eternals\nLiberators (200)\n• Reinforced\nLiberators (100)\n";
    let army = import(text.as_bytes(), &library()).expect("a list");
    assert_eq!(army.game, "age-of-sigmar");
    assert_eq!(army.units.iter().map(|unit| unit.models).collect::<Vec<_>>(), [10, 5]);
}

/// What a unit is stands under it as what it carries does, and is no weapon that nobody has.
#[test]
fn what_a_unit_is_is_nothing_that_it_carries() {
    let text =
        "My Host 300/2000 pts\nStormcast Eternals\nLiberators (200)\n• General\n• Reinforced\nLiberators (100)\n";
    let army = import(text.as_bytes(), &library()).expect("a list");
    assert!(army.units.iter().all(|unit| unit.left_out.is_empty()), "{army:#?}");
}

/// Models of which nobody says what they carry are counted where their unit's profile has models of that name.
#[test]
fn models_without_a_line_of_their_own_are_counted_by_their_names() {
    let text = "Iron Dawn (185 Points)\nStrike Force (2,000 Points)\n\nTerminator Squad (185 Points)\n  • 1x Terminator Sergeant\n     \
                ◦ 1x Storm bolter\n  • 4x Terminators\n";
    let army = imported(&[text.as_bytes()]).expect("a list");
    assert_eq!((army.name.as_str(), army.points), ("Iron Dawn", Some(185)));
    assert_eq!(
        army.units.iter().map(|unit| (unit.name.as_str(), unit.models)).collect::<Vec<_>>(),
        [("Terminator Squad", 5)]
    );
    assert_eq!(army.units[0].left_out, []);
}

#[test]
fn what_is_no_list_says_what_is_read() {
    let told = refused(b"dear diary,\nnothing here costs points");
    assert!(told.contains("neither XML nor JSON") && told.contains("lists as text"), "{told}");
}

#[test]
fn the_words_of_a_list_tell_its_game() {
    // The name is one of Age of Sigmar, too; the list is not.
    let text = "Iron Dawn (380 Points)\nStrike Force (2,000 Points)\n\nLiberators (100 Points)\n\nNobody (200 Points)\n\nNobody Else (80 Points)\n";
    let army = imported(&[text.as_bytes()]).expect("a list");
    assert_eq!(army.game, "warhammer-40k");
    assert!(army.units.iter().all(|unit| unit.refused.is_some()), "{army:#?}");
}

/// Of two editions of its game a list is of the one that has more of its units; of the older one where both have as many.
#[test]
fn a_list_is_of_the_edition_that_has_its_units() {
    let of = |units: &str| {
        let text = format!("Iron Dawn (380 Points)\nSpace Marines\nStrike Force (2,000 Points)\n\n{units}");
        imported(&[text.as_bytes()]).expect("a list")
    };
    let army = of("Adrax Agatone (90 points)\n\nHellblaster Squad (115 points)\n");
    assert_eq!(army.game, "warhammer-40k-11e");
    assert!(army.units.iter().all(|unit| unit.refused.is_none()), "{army:#?}");
    assert_eq!(of("Hellblaster Squad (115 points)\n").game, "warhammer-40k");
}

#[test]
fn a_block_of_attached_units_has_its_leader() {
    let text = "Iron Dawn (185 points)\nStrike Force (2000 points)\nAttached Unit 1\n\nOverlord (85 points)\n• Attached as: Leader (Character)\n\n\
                Lychguard (100 points)\n• Attached as: Bodyguard (Battleline)\n";
    let army = imported(&[text.as_bytes()]).expect("a list");
    assert_eq!(army.units.iter().map(|unit| unit.leader_of).collect::<Vec<_>>(), [Some(1), None], "{army:#?}");
}

/// The list that a text is.
fn listed(text: &str) -> Opened {
    open(text.as_bytes()).expect("a list")
}

fn read(text: &str) -> Vec<(String, Option<u32>, Option<u32>)> {
    let opened = listed(text);
    let units = &opened.list().expect("a list").units;
    units.iter().map(|unit| (unit.name.clone(), unit.models, unit.points)).collect()
}

fn printed(name: &str, models: Option<u32>, points: u32) -> (String, Option<u32>, Option<u32>) {
    (name.to_owned(), models, Some(points))
}

#[test]
fn the_list_of_an_app_is_read() {
    let text = "Iron Dawn (180 Points)\n\nStrike Force (2,000 Points)\n\nCHARACTERS\n\nOld Captain (100 Points)\n  • 1x Sword\n  • Enhancements: Halo (+15 pts)\n\n\
                BATTLELINE\n\nTrooper Squad (80 Points)\n  • 1x Sergeant\n     ◦ 1x Pistol\n  • 4x Trooper\n     ◦ 4x Rifle\n\nExported with App Version: v1.2 (119), Data Version: v780\n";
    assert_eq!(read(text), [printed("Old Captain", None, 100), printed("Trooper Squad", Some(5), 80)]);
    let opened = listed(text);
    let list = opened.list().expect("a list");
    assert_eq!((list.name.as_str(), list.points), ("Iron Dawn", Some(180)));
}

#[test]
fn tournaments_lists_are_read() {
    let text = "++++++++++++\n+ FACTION KEYWORD: Imperium\n+ TOTAL ARMY POINTS: 1,995pts\n+ WARLORD: Char1: Old Captain\n++++++++++++\n\n\
                Char1: 1x Old Captain (115 pts): Warlord, Sword\n5x Trooper Squad (80 pts): 5 with Rifle\n• 4x Trooper\n    4 with Rifle\n";
    assert_eq!(read(text), [printed("Old Captain", Some(1), 115), printed("Trooper Squad", Some(5), 80)]);
    assert_eq!(listed(text).list().and_then(|list| list.points), Some(1995));
}

#[test]
fn rosters_as_text_are_read() {
    let text = "++ Army Roster (Iron Dawn) [2,000 pts] ++\n\n+ Character +\nOld Captain [115pts]: Sword\n\n+ Battleline +\n\
                Trooper Squad [80pts]:\n• 4x Trooper: Rifle\n• 1x Sergeant\n";
    assert_eq!(read(text), [printed("Old Captain", None, 115), printed("Trooper Squad", Some(5), 80)]);
    let aos = "My Host 250/2000 pts\nGeneral's Regiment\nOld Lord (150)\n• General\nGuards (100)\n• Reinforced\n";
    let opened = listed(aos);
    let list = opened.list().expect("a list");
    // It costs 250 of the 2,000 that it may.
    assert_eq!((list.name.as_str(), list.points), ("My Host", Some(250)));
    assert!(list.units[1].reinforced && !list.units[0].reinforced);
}

#[test]
fn heads_of_lists_are_no_units() {
    // The army, and the size of the battle in another language.
    let text = "v11 (300 points)\n\nForce de Frappe (300 points)\n\nOld Captain (100 points)\n• 1x Sword\n\n\
                Troopers (80 points)\n• 1x Halberd\n\nRiders (70 points)\n\nGuns (50 points)\n";
    let opened = listed(text);
    let list = opened.list().expect("a list");
    assert_eq!((list.name.as_str(), list.points, list.units.len()), ("v11", Some(300), 4));
    let text = "Rust - Iron Dawn - [195 pts]\n\n# ++ Army Roster ++ [195 pts]\n## Character [115 pts]\n\
                Old Captain [115 pts]: Sword\n\n## Battleline [80 pts]\nTrooper Squad [80 pts]:\n• 1x Sergeant: Pistol\n• 4x Trooper: Rifle\n";
    assert_eq!(read(text), [printed("Old Captain", None, 115), printed("Trooper Squad", Some(5), 80)]);
    let text = "Faction: Iron Dawn\nPoints: 280 / 300\n\n[Leader] Old Captain (95 pts)\n  - Wargear: Sword\n\n\
                [Line] 5x Troopers (185 pts)\n";
    assert_eq!(read(text), [printed("Old Captain", None, 95), printed("Troopers", Some(5), 185)]);
    assert_eq!(listed(text).list().and_then(|list| list.points), Some(280));
}

#[test]
fn models_are_counted_by_what_they_carry() {
    let text = "Guards [150 points]\n\t• 1 Guard Captain with Pistol and Spear\n\t• 9 Guards with Halberd\n\
                Old Captain [55 points]\n\t• Pistol and Sword\n";
    assert_eq!(read(text), [printed("Guards", Some(10), 150), printed("Old Captain", None, 55)]);
}

#[test]
fn leaders_lead_the_unit_of_their_block() {
    let text = "Iron Dawn (400 Points)\n\nATTACHED UNITS\n\nAttached unit 1\n\nOld Captain (100 Points)\n  • Attached as: Leader (Character)\n\n\
                Surgeon (50 Points)\n  • Attached as: Support (Character)\n\nTroopers (80 Points)\n  • Attached as: Bodyguard (Battleline)\n\n\
                OTHER DATASHEETS\n\nTroopers (80 Points)\n\nHerald (40 Points)\n  Attached to Riders\n\nRiders (50 Points)\n";
    let opened = listed(text);
    let list = opened.list().expect("a list");
    let leads: Vec<Option<usize>> = list.units.iter().map(|unit| unit.leads).collect();
    assert_eq!(leads, [Some(2), Some(2), None, None, Some(5), None]);
}

#[test]
fn what_is_no_list_is_none() {
    for text in ["", "hello", "a (b)", "1\n2\n3", "total (2000 pts)", "(100)", "• ◦ -", "×× [1"] {
        assert!(open(text.as_bytes()).is_err(), "{text}");
    }
}

/// Six troopers with a bolter and a rifle each.
const TIN: &str = "game = \"warhammer-40k\"\nname = \"Tin\"\npoints = 170\n\
    [[model]]\nname = \"Trooper\"\ncount = 6\ntoughness = 5\nsave = \"2+\"\nwounds = 3\n\
    [[weapon]]\nname = \"Bolter\"\nrange = 24\nattacks = 2\nskill = \"3+\"\nstrength = 4\ndamage = 1\n\
    [[weapon]]\nname = \"Flamer\"\nrange = 12\ncount = 0\nattacks = 5\nskill = \"3+\"\nstrength = 5\ndamage = 1\n\
    [[weapon]]\nname = \"Rifle\"\nrange = 12\nattacks = 1\nskill = \"3+\"\nstrength = 5\ndamage = 1\n\
    [[option]]\nname = \"Flamer for a bolter\"\nreplaces = [\"Bolter\"]\ngives = [\"Flamer\"]\nlimit = 1\n\
    [[option]]\nname = \"Flamer for a rifle\"\nreplaces = [\"Rifle\"]\ngives = [\"Flamer\"]\n\
    [[option]]\nname = \"Big Shield\"\nreplaces = [\"Rifle\"]\nwounds = 4\n";

/// What the troopers become who carry this in a list.
fn chosen(carried: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("tin.toml"), TIN).expect("written");
    let library = Library::open(&[folder.path().to_path_buf()]).expect("a library");
    let head = "Host (170 Points)\n\nSpace Marines\nStrike Force (2,000 Points)\n\nBATTLELINE\n\n";
    let list = format!("{head}Tin (170 Points)\n  • 6x Trooper\n     ◦ {carried}\n");
    let army = import(list.as_bytes(), &library).expect("a list");
    let [unit] = &army.units[..] else { panic!("{army:#?}") };
    assert!(unit.refused.is_none() && unit.left_out.is_empty(), "{unit:#?}");
    unit.text.to_string()
}

/// One flamer may be taken for a bolter: the others of the list are for rifles.
#[test]
fn what_one_option_does_not_take_another_does() {
    let text = chosen("3x Flamer");
    assert!(text.contains("name = \"Tin [1 Flamer for a bolter, 2 Flamer for a rifle]\"\n"), "{text}");
}

/// An option that gives no weapon is counted by its own name.
#[test]
fn options_without_weapons_are_as_many_as_the_list_says() {
    for (carried, shields) in [("1x Big Shield", 1), ("2x Big Shield", 2)] {
        let text = chosen(carried);
        assert!(text.contains(&format!("name = \"Tin [{shields} Big Shield]\"\n")), "{text}");
        assert!(text.contains(&format!("count = {shields}\ntoughness = 5\nsave = \"2+\"\nwounds = 4\n")), "{text}");
    }
}

/// A list below the line that says its game.
fn army_of(game: &str, lines: &str) -> Vec<(String, u32, Option<u32>)> {
    let army = imported(&[format!("{game}\n\n{lines}").as_bytes()]).expect("a list");
    army.units.into_iter().map(|unit| (unit.name, unit.models, unit.points)).collect()
}

fn unit_of(name: &str, models: u32, points: u32) -> (String, u32, Option<u32>) {
    (name.to_owned(), models, Some(points))
}

/// The profile has four storm bolters and an assault cannon, four power fists and a power weapon.
#[test]
fn weapons_are_as_many_as_the_list_says() {
    let text = "Space Marines\n\nTerminator Squad (350 points)\n  • 1x Terminator Sergeant\n    • 1x Power weapon\n    • 1x Storm bolter\n  \
                • 9x Terminator\n    • 9x Power fist\n    • 9x Storm bolter\n";
    let army = imported(&[text.as_bytes()]).expect("a list");
    let [squad] = &army.units[..] else { panic!("{army:#?}") };
    for (weapon, count) in [("Storm bolter", 10), ("Assault cannon", 0), ("Power fist", 9), ("Power weapon", 1)] {
        let (_, behind) = squad.text.split_once(&format!("name = \"{weapon}\"")).expect(weapon);
        let table = behind.split("[[").next().unwrap_or(behind);
        assert!(table.contains(&format!("count = {count}\n")), "{weapon}: {table}");
    }
    assert!(squad.mended.contains(&"10 × Storm bolter instead of 8".to_owned()), "{:?}", squad.mended);
    assert_eq!(squad.left_out, []);
}

/// Ten models have ten weapons: six hammers where the list has four of the others.
#[test]
fn what_the_list_does_not_name_is_for_the_rest() {
    let text = "My Host 180/2000 pts\nStormcast Eternals\nLiberators (180)\n• Reinforced\n• 4x Grandhammer\n";
    let army = import(text.as_bytes(), &library()).expect("a list");
    let mended = ["6 × Warhammer instead of 8".to_owned(), "4 × Grandhammer instead of 2".to_owned()];
    assert!(mended.iter().all(|line| army.units[0].mended.contains(line)), "{:?}", army.units[0].mended);
}

/// How many of a weapon the only unit of a list has.
fn carried(text: &str, weapon: &str) -> u32 {
    let army = imported(&[text.as_bytes()]).expect("a list");
    let [unit] = &army.units[..] else { panic!("{army:#?}") };
    let name = format!("name = \"{weapon}\"");
    let tables = unit.text.split(&name).skip(1);
    let counts = tables.map(|table| {
        let count = table.split("[[").next().and_then(|own| own.split_once("count = ")).expect("a count");
        count.1.lines().next().and_then(|number| number.parse::<u32>().ok()).expect("a number")
    });
    counts.sum()
}

/// Two lances leave no room for the blade; the fangs of both mounts are beside them.
#[test]
fn what_every_bearer_has_makes_no_room() {
    let text = "Stormcast Eternals\n\nStormdrake Guard (310)\n• 2x Drakerider's Lance\n";
    let of = |weapon: &str| carried(text, weapon);
    assert_eq!((of("Drakerider's Lance"), of("Drakerider's Warblade")), (2, 0));
    // The champion, who had the blade, has a lance.
    let army = imported(&[text.as_bytes()]).expect("a list");
    assert!(!army.units[0].mended.iter().any(|line| line.contains("Fangs")), "{:?}", army.units[0].mended);
    let (_, lance) = army.units[0].text.split_once("name = \"Drakerider's Lance\"").expect("a lance");
    assert!(lance.split("[[").next().expect("it").contains("champions = 1\n"), "{lance}");
}

/// Who has a weapon that the profile lacks keeps what the profile has.
#[test]
fn bearers_of_what_is_not_known_keep_their_weapon() {
    let text = "Orks\n\nBoyz (80 points)\n  • 1x Boss Nob\n    • 1x Power klaw\n  • 9x Boy\n    • 5x Choppa\n    • 4x Shoota of old\n";
    let army = imported(&[text.as_bytes()]).expect("a list");
    assert!(!army.units[0].mended.iter().any(|line| line.contains("Choppa")), "{:?}", army.units[0].mended);
    assert_eq!(army.units[0].left_out.len(), 1);
}

/// Ten Banshees of whom one is the Exarch; twice as many of the profile would have two.
#[test]
fn groups_are_as_large_as_the_list_says() {
    let text = "Aeldari\n\nHowling Banshees (190 points)\n  • 1x Howling Banshee Exarch\n    • 1x Executioner\n  \
                • 9x Howling Banshee\n    • 9x Banshee blade\n";
    let army = imported(&[text.as_bytes()]).expect("a list");
    let [unit] = &army.units[..] else { panic!("{army:#?}") };
    assert_eq!((unit.models, &unit.left_out[..]), (10, &[][..]), "{:?}", unit.mended);
    assert_eq!(carried(text, "Executioner"), 1);
    assert!(unit.text.contains("count = 9\n"), "{}", unit.text);
}

/// A group that the list calls otherwise has the rest; nobody carries what was of more; a sergeant is one of his squad.
#[test]
fn groups_are_as_large_whatever_the_list_calls_them() {
    let text = "Orks\n\nBoyz (160 points)\n  • 1x Boss Nob\n    • 1x Slugga\n  • 19x Boyz\n    • 19x Choppa\n    • 19x Slugga\n";
    let army = imported(&[text.as_bytes()]).expect("a list");
    let [unit] = &army.units[..] else { panic!("{army:#?}") };
    assert_eq!((unit.models, &unit.left_out[..]), (20, &[][..]), "{:?}", unit.mended);
    assert_eq!(["Choppa", "Power klaw"].map(|weapon| carried(text, weapon)), [19, 1]);
    let text = "Space Marines\n\nIntercessor Squad (80 points)\n  • 1x Intercessor Sergeant\n  • 4x Intercessor\n    • 5x Bolt rifle\n";
    let army = imported(&[text.as_bytes()]).expect("a list");
    assert_eq!((army.units[0].models, &army.units[0].left_out[..]), (5, &[][..]), "{:?}", army.units[0].mended);
}

/// Two pistols of one chief stay two where the list says how many models there are, and are four of two chiefs.
#[test]
fn a_model_with_two_weapons_keeps_both() {
    let folder = tempfile::tempdir().expect("a folder");
    let group = |name: &str, count: u32| {
        format!("[[model]]\nname = \"{name}\"\ncount = {count}\ntoughness = 4\nsave = \"5+\"\nwounds = 1\n")
    };
    let gun = |name: &str, count: u32, of: &str| {
        let numbers = "attacks = 1\nskill = \"4+\"\nstrength = 4\nap = 0\ndamage = 1\n";
        format!("[[weapon]]\nname = \"{name}\"\nrange = 12\ncount = {count}\n{numbers}carried-by = \"{of}\"\n")
    };
    let guns = gun("Sidearm", 2, "Tin Chief") + &gun("Longarm", 4, "Tin Hand");
    let profile = format!(
        "game = \"warhammer-40k\"\nname = \"Tin Crew\"\npoints = 90\n{}{}{guns}",
        group("Tin Chief", 1),
        group("Tin Hand", 4)
    );
    std::fs::write(folder.path().join("tin-crew.toml"), profile).expect("written");
    let library = warodds::profile::Library::open(&[folder.path().to_owned()]).expect("a folder");
    for (models, chiefs) in [(5, 1), (10, 2)] {
        let hands = models - chiefs;
        let list = format!(
            "Tin (90 points)\nStrike Force (2000 points)\n\nTin Crew (90 points)\n  • {chiefs}x Tin Chief\n    • {chiefs}x Banner\n  • {hands}x Tin Hand\n    • {hands}x Longarm\n"
        );
        let army = import(list.as_bytes(), &library).expect("a list");
        let (_, behind) = army.units[0].text.split_once("name = \"Sidearm\"").expect("it stays");
        let count = format!("count = {}\n", 2 * chiefs);
        assert!(behind.split("[[").next().expect("its keys").contains(&count), "{chiefs}: {behind}");
    }
}

/// A tank of which the list names some guns fires those that it does not name as well, and every answer says which.
#[test]
fn guns_of_an_only_model_that_the_list_does_not_name_are_named() {
    let text = "Orks\n\nBattlewagon (160 points)\n• 4x Big shoota\n• 1x Deff rolla\n";
    let army = imported(&[text.as_bytes()]).expect("a list");
    let left: Vec<&str> = army.units[0].left_out.iter().map(|left| left.what.as_str()).collect();
    assert_eq!(left, ["1 × Killkannon", "1 × Lobba", "1 × Grabbin' klaw", "1 × Wreckin' ball"]);
    assert!(army.units[0].left_out[0].why.contains("what the profile has stays"), "{:?}", army.units[0].left_out);
}

/// What a fighter is in its warband is no part of its name.
#[test]
fn roles_in_front_of_a_unit_are_no_names() {
    let lines = "Leader: Ogroid Myrmidon (275)\nFighter 1: Cave Squig - 75 points\nCave Squig - 75\n";
    let squig = || unit_of("Cave Squig", 1, 75);
    assert_eq!(army_of("Warcry\nKhorne Bloodbound", lines), [unit_of("Ogroid Myrmidon", 1, 275), squig(), squig()]);
}

/// Weapons without a number are there, and as many as the profile has.
#[test]
fn a_list_without_numbers_changes_none() {
    let text = "My Host 270/2000 pts\nStormcast Eternals\nLiberators (90): Warhammers\nLiberators (90): Warhammer, Grandhammer\n\
                Liberators (90)\n";
    let army = import(text.as_bytes(), &library()).expect("a list");
    let told = |unit: &warodds::profile::import::ImportedUnit| (unit.text.clone(), unit.left_out.clone());
    assert!(army.units.iter().all(|unit| told(unit) == told(&army.units[2])), "{army:#?}");
}

#[test]
fn a_weapon_that_the_profile_lacks_is_named_and_so_is_what_stays() {
    let text = "Orks\n\nBoyz (80 points)\n  • 1x Boss Nob\n    • 1x Big choppa\n  • 9x Boy\n    • 9x Choppa\n";
    let army = imported(&[text.as_bytes()]).expect("a list");
    let [boyz] = &army.units[..] else { panic!("{army:#?}") };
    assert_eq!(boyz.mended, ["1 × Power klaw of the profile stays, which the list does not name"]);
    assert_eq!(boyz.left_out.iter().map(|left| left.what.as_str()).collect::<Vec<_>>(), ["Big choppa"]);
}

/// A unit of five costs 90, and one of ten 80.
#[test]
fn a_number_is_of_units_where_the_points_say_so() {
    assert_eq!(
        army_of("Stormcast Eternals", "Varanguard (280)\n1 x Liberators (180)")[1..],
        [unit_of("Liberators", 10, 180)]
    );
    let aos = "2 x Liberators (180)\n1 x Liberators (90)\n5 x Liberators (90)\n10 x Liberators (180)\n";
    let each = |n: u32| unit_of("Liberators", n, 18 * n);
    assert_eq!(army_of("Stormcast Eternals", aos), [each(5), each(5), each(5), each(5), each(10)]);
    // Two that cost 90 each, as many write it.
    assert_eq!(army_of("Stormcast Eternals", "Varanguard (280)\n2x Liberators (90)")[1..], [each(5), each(5)]);
    let orks = army_of("Orks\nStrike Force (2000 points)", "2 Boyz (160pts)\n20 Boyz (160pts)\n");
    assert_eq!(orks, [unit_of("Boyz", 10, 80), unit_of("Boyz", 10, 80), unit_of("Boyz", 20, 160)]);
    let heroes = army_of("Skaven\nGrand Alliance Chaos", "2 x Clawlord on Gnaw-beast (220)\n");
    assert_eq!(heroes, [unit_of("Clawlord on Gnaw-beast", 1, 110), unit_of("Clawlord on Gnaw-beast", 1, 110)]);
    let squigs = army_of("Warcry", "2x Cave Squig 150 pts\n");
    assert_eq!(squigs, [unit_of("Cave Squig", 1, 75), unit_of("Cave Squig", 1, 75)]);
}

#[test]
fn every_way_to_write_a_unit_of_a_list_is_read() {
    let lines = [
        " - Liberators (90)", "  • Liberators (90)", "Liberators 90", "Liberators: 90", "Liberators | 90",
        "Liberators\t90", "Liberators (90 P)", "1. Liberators (90)", "Liberators ..... 90", "Liberators – 90 Punkte",
        "Liberators (90) - Grandhammer 10pts", "Liberators (5) 90pts", "Liberators (5) (90)",
        "Liberators [5] - 90 points", "Liberators x5 (90)", "Liberators (5) 90", "Liberators [90] (5)",
        "Liberators (90) (5)", "| Liberators | 5 | 90 |", "Liberators - 90 pts [HERO]",
    ];
    for line in lines {
        let units = army_of("Stormcast Eternals\n\nVaranguard (280)", line);
        assert_eq!(units.get(1), Some(&unit_of("Liberators", 5, 90)), "{line}: {units:?}");
    }
    for line in [
        "Liberators [Reinforced] (180)", "Reinforced Liberators (180)", "Liberators (Reinforced) 180 pts",
        "Liberators (180) (Reinforced)", "Liberators (180, reinforced)",
    ] {
        let units = army_of("Stormcast Eternals\n\nVaranguard (280)", line);
        assert_eq!(units.get(1), Some(&unit_of("Liberators", 10, 180)), "{line}: {units:?}");
    }
}

/// One model needs no number, and weapons may follow a colon or a dash.
#[test]
fn weapons_may_follow_on_the_line() {
    let text = "Orks\n\nBoyz (80 points)\n• Boss Nob: Power klaw\n• 9x Boy: Choppa\n";
    let army = imported(&[text.as_bytes()]).expect("a list");
    assert_eq!((army.units[0].models, &army.units[0].left_out[..]), (10, &[][..]), "{army:#?}");
    let text = "Space Marines\n\n5 Terminator Squad (175) - 5 Storm bolter, 5 Power fist\n";
    assert_eq!(["Storm bolter", "Power fist"].map(|weapon| carried(text, weapon)), [5, 5]);
}

#[test]
fn a_line_that_is_not_read_is_named() {
    let text =
        "Stormcast Eternals\n\nLiberators (90)\nRegiment 1\nand 10 more Boyz\n   with Old Banner (1)\nNobody 90\n";
    let army = imported(&[text.as_bytes()]).expect("a list");
    let told = |left: &[warodds::profile::import::LeftOut]| left.iter().map(|one| one.what.clone()).collect::<Vec<_>>();
    assert_eq!(told(&army.left_out), ["line 5: and 10 more Boyz", "line 7: Nobody 90"]);
    assert_eq!(told(&army.units[0].left_out), ["Old Banner"]);
}

/// A unit that stands there without points is nothing that the one above it carries.
#[test]
fn units_without_points_are_named() {
    let text =
        "Warcry\n- Ruinator Alpha with War Bident (165)\n- Skink with Boltspitter\nProven with Greatflail, 115\n";
    let army = imported(&[text.as_bytes()]).expect("a list");
    let left: Vec<&str> = army.left_out.iter().map(|one| one.what.as_str()).collect();
    assert_eq!((army.units.len(), &left[..]), (2, &["line 3: - Skink with Boltspitter"][..]), "{army:#?}");
    assert_eq!(army.units[0].left_out, []);
}

/// A number that no sign and no word makes a price is something else; a unit's name may begin like a heading.
#[test]
fn numbers_that_are_no_points_are_left_alone() {
    for line in ["Liberators 10", "Liberators 20 hammers", "Liberators 5 big hammers", "Vanguard Veteran Squad x5"] {
        let army = imported(&[format!("Stormcast Eternals\n\nVaranguard (280)\n{line}\n").as_bytes()]).expect("a list");
        let left: Vec<&str> = army.left_out.iter().map(|one| one.what.as_str()).collect();
        assert_eq!((army.units.len(), &left[..]), (1, &[&*format!("line 4: {line}")][..]), "{line}: {army:#?}");
    }
}

/// What nobody can carry is named by every answer, however many it is.
#[test]
fn more_weapons_than_bearers_are_named() {
    let text = "Orks\n\nBoyz (80 points)\n  • 1x Boss Nob\n    • 3x Power klaw\n  • 9x Boy\n    • 4000000000x Choppa\n";
    let army = imported(&[text.as_bytes()]).expect("a list");
    assert!(army.units[0].left_out.iter().any(|left| left.what == "2 × Power klaw"), "{:?}", army.units[0].left_out);
}

/// The only unit of an army costs what the army does; its heading is no unit.
#[test]
fn a_heading_is_no_unit_where_one_unit_is_all() {
    let army = imported(&[b"Orks (80 Points)\n\nBoyz (80 points)\n"]).expect("a list");
    assert_eq!((army.name.as_str(), army.points, army.units.len()), ("Orks", Some(80), 1));
}
