//! Lists as people paste them, against the units that are built in.

use super::{imported, library, refused};
use warodds::ask::import;

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

#[test]
fn a_block_of_attached_units_has_its_leader() {
    let text = "Iron Dawn (185 points)\nStrike Force (2000 points)\nAttached Unit 1\n\nOverlord (85 points)\n• Attached as: Leader (Character)\n\n\
                Lychguard (100 points)\n• Attached as: Bodyguard (Battleline)\n";
    let army = imported(&[text.as_bytes()]).expect("a list");
    assert_eq!(army.units.iter().map(|unit| unit.leader_of).collect::<Vec<_>>(), [Some(1), None], "{army:#?}");
}
