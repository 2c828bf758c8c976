//! What was said although the units may not do it, Stratagems that end with a phase, and situations of some models.

use warodds::ask::Request;
use warodds::games::Phase;

use crate::support::{attack, forty_k, gun, mistake, near, prepared, squad, stage, with};

fn shooting(clauses: &[&str]) -> Request {
    Request { phase: Some(Phase::Shooting), ..with(clauses) }
}

fn keyed(unit: &str, keywords: &str) -> String {
    unit.replacen("name =", &format!("keywords = [{keywords}]\nname ="), 1)
}

fn notes(attacker: &str, target: &str, clauses: &[&str]) -> String {
    prepared(attacker, target, &shooting(clauses)).expect("an attack").notes.join("\n")
}

#[test]
fn what_a_profile_shows_not_to_be_allowed_is_said_once() {
    let (gun, target) = (forty_k(&gun(1, "1 3+ 4 0 1", "\"Assault\", \"Heavy\"")), squad(5, 4, "5+", 1, ""));
    let titan = keyed(&gun, "\"TITANIC\"");
    let smoke = keyed(&target, "\"INFANTRY\", \"SMOKE\"");
    let tank = keyed(&target, "\"VEHICLE\"");
    for (attacker, wrong, right, clauses, words) in [
        (&titan, &target, None, &["overwatch"][..], "TITANIC"),
        (&gun, &tank, Some(&smoke), &["go to ground"][..], "only INFANTRY"),
        (&gun, &tank, Some(&smoke), &["smokescreen"][..], "only SMOKE"),
        (&gun, &target, Some(&tank), &["big guns"][..], "Big Guns Never Tire"),
        (&gun, &target, None, &["advanced", "charged"][..], "only if an ability lets it"),
        (&gun, &smoke, None, &["overwatch", "go to ground"][..], "does nothing in Overwatch"),
    ] {
        let said = notes(attacker, wrong, clauses);
        assert_eq!(said.matches(words).count(), 1, "{clauses:?}: {said}");
        if let Some(right) = right {
            let said = notes(attacker, right, clauses);
            assert!(!said.contains(words), "{clauses:?}: {said}");
        }
    }
    assert!(!notes(&gun, &target, &["overwatch"]).contains("TITANIC"));
    assert!(!notes(&gun, &target, &["advanced"]).contains("lets it"));
}

/// Go to Ground ends with the Shooting phase: two axes hit and wound on 2+, and there is no save.
#[test]
fn w40k_strat_go_to_ground_ends_with_the_shooting_phase() {
    let weapon = gun(2, "1 2+ 8 0 1", "");
    let target = squad(10, 4, "-", 4, "");
    let unsaved = |weapon: &str, clauses: &[&str]| {
        stage(&attack(&forty_k(weapon).replacen("count = 1", "count = 2", 1), &target, &with(clauses)), "unsaved")
    };
    let axe = weapon.replace("range = 24\n", "");
    near("in the fight", unsaved(&axe, &["go to ground"]), 2.0 * 25.0 / 36.0);
    near("shot at", unsaved(&weapon, &["go to ground"]), 2.0 * 25.0 / 36.0 * 5.0 / 6.0);
    near("in Overwatch", unsaved(&weapon, &["go to ground", "overwatch"]), 2.0 / 6.0 * 5.0 / 6.0);
}

/// Rapid Fire and Melta are read for each weapon: two of five are within half range.
#[test]
fn half_range_may_hold_for_some_models() {
    let five = forty_k(&gun(5, "1 N/A 8 0 1", "\"Torrent\", \"Rapid Fire 1\"")).replace("count = 1", "count = 5");
    let target = squad(20, 4, "-", 1, "");
    let attacks = |clauses: &[&str]| stage(&attack(&five, &target, &with(clauses)), "attacks");
    near("nobody", attacks(&[]), 5.0);
    near("two", attacks(&["half range 2"]), 7.0);
    near("five", attacks(&["half range 5"]), 10.0);
    near("all", attacks(&["half range"]), 10.0);
    assert!(mistake(&five, &target, &with(&["half range 6"])).contains("has 5 models, not 6"));
    let said = prepared(&five, &target, &with(&["half range 2"])).expect("an attack").notes.join("\n");
    assert!(said.contains("2 of 5 × Gun are within half range"), "{said}");
    // Where it makes no difference nobody is told apart.
    let plain = forty_k(&gun(5, "1 4+ 4 0 1", "")).replace("count = 1", "count = 5");
    let said = prepared(&plain, &target, &with(&["half range 2"])).expect("an attack").notes.join("\n");
    assert!(!said.contains("of 5"), "{said}");
    // One model with two guns: they are where it is.
    let twin = forty_k(&gun(2, "1 N/A 8 0 1", "\"Torrent\", \"Rapid Fire 1\""));
    near("a vehicle", stage(&attack(&twin, &target, &with(&["half range 1"])), "attacks"), 4.0);
}

/// One of two models has cover and falls first: its save is 4+ instead of 5+, the other one's stays.
#[test]
fn w40k_cover_may_hold_for_some_models() {
    let gun = forty_k(&gun(2, "1 N/A 8 0 1", "\"Torrent\""));
    let target = squad(2, 4, "5+", 1, "");
    let gone = |clauses: &[&str]| attack(&gun, &target, &with(clauses)).destroyed(warodds::sequence::Side::Defender);
    let (wound, open, covered) = (5.0 / 6.0, 4.0 / 6.0, 3.0 / 6.0);
    near("nobody", gone(&[]), wound * open * wound * open);
    near("one", gone(&["cover 1"]), wound * covered * wound * open);
    near("both", gone(&["cover 2"]), wound * covered * wound * covered);
    assert!(mistake(&gun, &target, &with(&["cover 3"])).contains("has 2 models, not 3"));
}
