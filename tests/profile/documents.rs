//! What a profile holds as it is written, and how values of it are set.

use warodds::profile::{Diagnostic, Diagnostics, Document, Place, Source, Table, Value};

/// The tables of a list.
fn tables<'d>(document: &'d Document, key: &str) -> Vec<&'d Table> {
    let Value::List(entries) = &document.table.get(key).expect("a list").value else { panic!("{key} is no list") };
    let table = |value: &'d Value| if let Value::Table(table) = value { table } else { panic!("{key} has no tables") };
    entries.iter().map(|entry| table(&entry.value)).collect()
}

const UNIT: &str = "game = \"x\"\nsave = \"3+\"\n[[weapon]]\nname = \"War Hammer\"\nrend = 1\n[[weapon]]\nname = \"Great Hammer\"\n[[model]]\nwounds = 2\n[[model]]\nwounds = 3\n";

fn unit() -> Document {
    let found = Diagnostics::default();
    let document = Document::read(&Source::new("unit.toml", UNIT), &found);
    assert!(found.is_empty());
    document
}

fn set(document: &mut Document, path: &str, value: &str) -> Result<(), Diagnostic> {
    let source = Source::new("--set", format!("{path}={value}"));
    document.set(path, value, &Place::whole(&source), &[("model", &["wounds"])])
}

#[test]
fn a_game_may_be_called_by_its_short_name() {
    for (typed, id) in
        [("aos", "age-of-sigmar"), ("Age of Sigmar", "age-of-sigmar"), ("40k", "warhammer-40k"), ("Warcry", "warcry")]
    {
        let source = Source::new("unit.toml", format!("game = \"{typed}\"\nname = \"A\"\n"));
        assert_eq!(Document::read(&source, &Diagnostics::default()).game(), Some(id), "{typed}");
        assert_eq!(warodds::profile::Found::of("a", source).game.as_deref(), Some(id), "{typed}");
    }
}

#[test]
fn a_document_knows_where_everything_stands() {
    let document = unit();
    let save = document.table.get("save").expect("there");
    assert_eq!(&UNIT[save.place.span.clone()], "\"3+\"");
    assert_eq!(document.game(), Some("x"));
}

#[test]
fn several_syntax_errors_are_all_found_and_the_rest_is_read() {
    let found = Diagnostics::default();
    let text = "game = \"x\"\na = \nsave = \"3+\"\nb = [1,\nc = 2\n";
    let document = Document::read(&Source::new("bad.toml", text), &found);
    assert!(found.len() >= 2, "{found:?}");
    assert_eq!(document.table.text("save"), Some("3+"));
}

#[test]
fn values_are_set_by_path_and_name() {
    let mut unit = unit();
    set(&mut unit, "save", "4+").expect("a key");
    set(&mut unit, "ward", "5+").expect("a new key");
    set(&mut unit, "weapon.warhammer.rend", "2").expect("a weapon");
    set(&mut unit, "wounds", "7").expect("every model");
    assert_eq!(unit.table.text("save"), Some("4+"));
    assert_eq!(unit.table.text("ward"), Some("5+"));
    assert_eq!(tables(&unit, "weapon")[0].whole("rend"), Some(2));
    assert!(tables(&unit, "model").iter().all(|model| model.whole("wounds") == Some(7)));
    set(&mut unit, "weapon.*.rend", "3").expect("both weapons");
    assert!(tables(&unit, "weapon").iter().all(|weapon| weapon.whole("rend") == Some(3)));
    set(&mut unit, "weapon.great*.rend", "0").expect("one weapon");
    assert_eq!(tables(&unit, "weapon").iter().map(|w| w.whole("rend")).collect::<Vec<_>>(), [Some(3), Some(0)]);
    assert!(set(&mut unit, "weapon.x*.rend", "0").expect_err("none").message.contains("no weapon is called"));
}

#[test]
fn a_name_that_fits_none_or_several_is_said() {
    let mut unit = unit();
    let error = set(&mut unit, "weapon.warhamer.rend", "2").expect_err("misspelt");
    assert_eq!(error.help.as_deref(), Some("did you mean `War Hammer`?"));
    assert!(set(&mut unit, "weapon.hammer.rend", "2").expect_err("two").message.contains("several"));
    assert!(set(&mut unit, "weapon.rend", "2").expect_err("no name").message.contains("which weapon"));
}

#[test]
fn a_mistake_is_one_line_with_its_place() {
    let source = Source::new("unit.toml", "game = \"x\"\nsave = 3\n");
    let place = Place::new(&source, 18..19);
    let mistake = Diagnostic::new(&place, "`save` is not a number to reach", "write `\"3+\"`");
    assert_eq!(mistake.to_string(), "unit.toml:2:8: `save` is not a number to reach (write `\"3+\"`)");
    let mut mistake = Diagnostic::new(&Place::new(&source, 50..51), "wrong", "");
    mistake.help = Some("as on the card".to_owned());
    assert_eq!(mistake.to_string(), "unit.toml:3:1: wrong; as on the card");
}
