//! Rosters and catalogues of Warhammer 40,000, eleventh edition.

use super::{bytes, imported, unit};
use warodds::profile::import::ImportedUnit;

/// The lines of one table of a profile.
#[track_caller]
fn table<'t>(unit: &'t ImportedUnit, kind: &str, name: &str) -> &'t str {
    let tables = unit.text.split("\n[[").filter(|table| table.starts_with(kind));
    let mut named = tables.filter(|table| table.contains(&format!("name = \"{name}\"")));
    named.next().unwrap_or_else(|| panic!("no {kind} {name} in {}", unit.text))
}

#[test]
fn a_catalogue_in_json_is_read() {
    let army = imported(&[&bytes("tin.cat.json")]).expect("a catalogue");
    assert_eq!((army.game, army.units.len()), ("warhammer-40k-11e", 2));
    let squad = unit(&army, "Tin Squad");
    assert_eq!((squad.refused.as_deref(), squad.models, squad.points), (None, 5, Some(90)), "{}", squad.text);
    assert!(squad.text.starts_with("# ") || squad.text.contains("game = \"warhammer-40k-11e\""), "{}", squad.text);
    // The invulnerable save stands in the line of each model.
    assert!(!table(squad, "model", "Tin Soldier").contains("invulnerable"));
    assert!(table(squad, "model", "Tin Shield").contains("invulnerable = \"4+\""));
    assert!(table(squad, "weapon", "Tin pistol").contains("Close-Quarters"), "{}", squad.text);
}

#[test]
fn a_star_at_an_invulnerable_save_leads_to_its_ability() {
    let army = imported(&[&bytes("tin.cat.json")]).expect("a catalogue");
    let giant = unit(&army, "Tin Giant");
    assert_eq!(giant.refused, None);
    assert!(!table(giant, "model", "Tin Giant").contains("invulnerable"), "{}", giant.text);
    let ability = table(giant, "ability", "Invulnerable Save (5+)");
    assert!(ability.contains("when = [\"shooting\"]") && ability.contains("invulnerable 5+"), "{ability}");
    assert!(giant.text.contains("\"Damaged 6\""), "{}", giant.text);
    assert!(table(giant, "model", "Tin Giant").contains("deadly-demise = \"D6\""));
    assert!(table(giant, "weapon", "Tin cannon").contains("\"Blast 2\""));
    assert!(table(giant, "weapon", "Tin fist").contains("\"Cleave 1\""));
    assert!(!giant.text.contains("SENTINEL"));
    // Where no ability says what the star means, that is told.
    let text = String::from_utf8(bytes("tin.cat.json")).expect("UTF-8").replace("Invulnerable Save (5+*)", "Aura");
    let text = text.replace("This model has a 5+ invulnerable save against ranged attacks.", "SENTINEL");
    let army = imported(&[text.as_bytes()]).expect("a catalogue");
    let left: Vec<&str> = unit(&army, "Tin Giant").left_out.iter().map(|left| left.what.as_str()).collect();
    assert!(left.contains(&"InSv 5+"), "{left:?}");
}

#[test]
fn a_roster_is_read_and_support_leads() {
    let army = imported(&[&bytes("tin.ros")]).expect("a roster");
    assert_eq!((army.game, army.points), ("warhammer-40k-11e", Some(190)));
    let drummer = unit(&army, "Tin Drummer");
    assert_eq!(drummer.leader_of, army.units.iter().position(|unit| unit.name == "Tin Squad"));
    assert!(drummer.text.contains("\"Support\""), "{}", drummer.text);
    // What stands behind the number says against what it helps.
    let ability = table(drummer, "ability", "Invulnerable Save 5+ (Melee)");
    assert!(ability.contains("when = [\"melee\"]") && ability.contains("invulnerable 5+"), "{ability}");
    assert!(table(drummer, "weapon", "Drumsticks").contains("Lethal Hits: VEHICLE"), "{}", drummer.text);
    let squad = unit(&army, "Tin Squad");
    assert_eq!((squad.models, squad.points), (10, Some(135)));
    assert!(table(squad, "model", "Tin Shield").contains("invulnerable = \"4+\""));
    assert!(table(squad, "weapon", "Tin rifle").contains("count = 9") || squad.text.contains("carried-by"));
}

#[test]
fn units_of_the_tenth_edition_are_no_units_of_the_eleventh() {
    assert_eq!(imported(&[&bytes("guard.ros")]).expect("a roster").game, "warhammer-40k");
    let other = String::from_utf8(bytes("tin.ros")).expect("UTF-8").replace("11th", "12th").replace("-d610", "-d611");
    let error = imported(&[other.as_bytes()]).expect_err("another game").to_string();
    assert!(error.contains("12th") && error.contains("11th edition"), "{error}");
}
