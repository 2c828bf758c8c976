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

/// Members of a group may say that they are so many in the group, by its id.
#[test]
fn a_group_is_a_scope() {
    let guard = "<selectionEntry id=\"guard\" name=\"Tin Guard\" type=\"model\">";
    let of_group = limits("g", Some(3), Some(6)).replace("\"parent\"", "\"guards\"");
    let text = tin().replace(&limits("guards", Some(5), Some(10)), "");
    let text = text.replace(guard, &format!("{guard}{of_group}"));
    let army = imported(&[text.as_bytes()]).expect("a catalogue");
    assert_eq!(unit(&army, "Tin Guards").models, 3);
}

/// What is hidden unless a battle is of another kind is nothing that an army has.
#[test]
fn a_unit_of_another_kind_of_battle_is_refused() {
    let herd = "name=\"Tin Herd\" type=\"unit\">";
    let hidden = "<modifiers><modifier type=\"set\" field=\"hidden\" value=\"true\"><conditions><condition type=\"lessThan\" value=\"1\" \
                  field=\"forces\" scope=\"roster\" childId=\"quest\"/></conditions></modifier></modifiers>";
    let army = imported(&[tin().replace(herd, &format!("{herd}{hidden}")).as_bytes()]).expect("a catalogue");
    let why = unit(&army, "Tin Herd").refused.clone().unwrap_or_default();
    assert!(why.contains("hides it"), "{why}");
}

/// Five riders: the first, their champion, has a sickle where the others have hooks; all may have javelins for blades.
fn riders() -> String {
    let printed = |name: &str, kind: &str, cells: &[(&str, &str)]| {
        let cell = |(name, text): &(&str, &str)| format!("<characteristic name=\"{name}\">{text}</characteristic>");
        let cells: String = cells.iter().map(cell).collect();
        format!("<profile name=\"{name}\" typeName=\"{kind}\"><characteristics>{cells}</characteristics></profile>")
    };
    let melee = |name: &str, attacks: &str| {
        let cells = [("Atk", attacks), ("Hit", "4+"), ("Wnd", "3+"), ("Rnd", "-"), ("Dmg", "1"), ("Ability", "-")];
        printed(name, "Melee Weapon", &cells)
    };
    let thrown = printed(
        "Javelin",
        "Ranged Weapon",
        &[("Rng", "10\""), ("Atk", "1"), ("Hit", "4+"), ("Wnd", "3+"), ("Rnd", "1"), ("Dmg", "D3"), ("Ability", "-")],
    );
    let entry = |id: &str, name: &str, more: &str| {
        format!("<selectionEntry id=\"{id}\" name=\"{name}\" type=\"upgrade\">{more}</selectionEntry>")
    };
    let set = |id: &str, number: u32| {
        let one = |kind: &str| {
            format!(
                "<modifier type=\"set\" field=\"{id}-{kind}\" value=\"{number}\"><conditions><condition type=\"atLeast\" value=\"1\" \
                 field=\"selections\" scope=\"parent\" childId=\"champ\"/></conditions></modifier>"
            )
        };
        format!("<modifiers>{}{}</modifiers>", one("min"), one("max"))
    };
    let once = |id: &str| limits(id, Some(1), Some(1));
    let arms = entry("blade", "Blade", &format!("<profiles>{}</profiles>", melee("Blade", "2")))
        + &entry("javelin", "Javelin", &format!("<profiles>{thrown}{}</profiles>", melee("Javelin", "3")));
    let sickle =
        limits("sickle", Some(0), Some(0)) + &set("sickle", 1) + "<profiles>" + &melee("Sickle", "6") + "</profiles>";
    let hook = once("hook") + &set("hook", 0) + "<profiles>" + &melee("Hook", "1") + "</profiles>";
    let champion = entry("champ", "Champion", &limits("champ", None, Some(1)))
        .replace("id=\"champ\"", "id=\"champ\" defaultAmount=\"1,0\"");
    let line = printed("Reed Riders", "Unit", &[("Move", "12\""), ("Health", "3"), ("Save", "5+"), ("Control", "1")]);
    format!(
        "<catalogue id=\"reed\" name=\"Reed\" gameSystemId=\"e51d-b1a3-75fc-dc3g\"><selectionEntries>\
         <selectionEntry id=\"riders\" name=\"Reed Riders\" type=\"unit\"><profiles>{line}</profiles><selectionEntries>\
         <selectionEntry id=\"rider\" name=\"Reed Rider\" type=\"model\" defaultAmount=\"1,4\">{}<selectionEntryGroups>\
         <selectionEntryGroup id=\"arms\" name=\"Arms\" defaultSelectionEntryId=\"blade\">{}<selectionEntries>{arms}</selectionEntries>\
         </selectionEntryGroup></selectionEntryGroups><selectionEntries>{}{}{champion}</selectionEntries></selectionEntry>\
         </selectionEntries></selectionEntry></selectionEntries></catalogue>",
        limits("rider", Some(5), Some(5)),
        once("arms"),
        entry("sickle", "Sickle", &sickle),
        entry("hook", "Hook", &hook),
    )
}

/// What is selected beside an entry may change how many there are of it.
#[test]
fn a_champion_has_what_only_champions_have() {
    let army = imported(&[riders().as_bytes()]).expect("a catalogue");
    let text = &unit(&army, "Reed Riders").text;
    assert!(text.contains("name = \"Sickle\"\ncount = 1\nchampions = 1\nattacks = 6\n"), "{text}");
    assert!(text.contains("name = \"Hook\"\ncount = 4\nattacks = 1\n"), "{text}");
}

/// A weapon of one name that is thrown and held is both where an option gives it.
#[test]
fn an_option_gives_both_profiles_of_a_name() {
    let army = imported(&[riders().as_bytes()]).expect("a catalogue");
    let text = &unit(&army, "Reed Riders").text;
    assert!(text.contains("replaces = [\"Blade\"]\ngives = [\"Javelin\"]\n"), "{text}");
    assert!(text.contains("name = \"Javelin\"\nrange = 10\ncount = 0\nattacks = 1\n"), "{text}");
    assert!(text.contains("name = \"Javelin\"\ncount = 0\nattacks = 3\n"), "{text}");
}
