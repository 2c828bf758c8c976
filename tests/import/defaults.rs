//! What a catalogue selects where nobody chose; counted by hand.

use super::options::{limits, tin, weapon};
use super::{imported, unit};

/// Each member of a group says that it is there by default; the group holds one, and says which.
#[test]
fn a_group_holds_no_more_than_it_may() {
    let guns = ["Bow", "Sling", "Dart"].map(|name| {
        let id = name.to_lowercase();
        weapon(&id, name, "Ranged", "").replace(&format!("id=\"{id}\""), &format!("id=\"{id}\" defaultAmount=\"1\""))
    });
    let group = format!(
        "<selectionEntryGroups><selectionEntryGroup id=\"guns\" name=\"Guns\" defaultSelectionEntryId=\"sling\">{}<selectionEntries>\
         {}</selectionEntries></selectionEntryGroup></selectionEntryGroups>",
        limits("guns", Some(1), Some(1)),
        guns.concat()
    );
    let beast = "name=\"Tin Beast\" type=\"model\">";
    let army = imported(&[tin().replace(beast, &format!("{beast}{group}")).as_bytes()]).expect("a catalogue");
    let text = &unit(&army, "Tin Beast").text;
    assert!(text.contains("name = \"Sling\"\nrange = 24\nattacks = 2\n"), "{text}");
    for other in ["Bow", "Dart"] {
        assert!(text.contains(&format!("name = \"{other}\"\nrange = 24\ncount = 0\n")), "{text}");
        let option = format!("[[option]]\nname = \"{other}\"\nreplaces = [\"Sling\"]\ngives = [\"{other}\"]\n");
        assert!(text.contains(&option), "{text}");
    }
}
