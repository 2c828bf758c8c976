//! A Leader and a Support: which of them a batch with Precision begins with.

use super::{group, target, unit};
use crate::support::{attack, gun, mistake, near, stage, with};
use warodds::ask::{Request, prepare, prepare_units};
use warodds::engine::{self, Method, Options, Outcome, Sampling};
use warodds::games::Phase;
use warodds::sequence::Side;

/// Two models of two wounds without a save, and two characters of two wounds.
fn led() -> String {
    let leader = |name: &str| group(name, 1, 4, "-", 2, "role = \"character\"");
    format!("{}{}{}", target(2, 4, "-", 2, ""), leader("Captain"), leader("Ancient"))
}

/// Guns that hit by themselves, wound on 2+ and slay whom they wound. Their attacks differ, so that each is a batch.
fn rifles(abilities: &str) -> String {
    let one = |name: &str, strength: u32| {
        gun(1, &format!("1 N/A {strength} 0 2"), &format!("\"Torrent\"{abilities}")).replace("Gun", name)
    };
    unit(&format!("{}{}", one("Rifle", 8), one("Other rifle", 9)))
}

fn ruled(ruling: &str) -> Request {
    Request { rulings: vec![format!("precision={ruling}")], ..with(&[]) }
}

/// The chances that the Bodyguard, the Captain and the Ancient are gone.
fn gone(outcome: &Outcome) -> [f64; 3] {
    [0, 1, 2].map(|body| outcome.gone(&[body]))
}

fn are(what: &str, outcome: &Outcome, truth: [f64; 3]) {
    gone(outcome).into_iter().zip(truth).for_each(|(ours, truth)| near(what, ours, truth));
}

#[test]
fn a_batch_begins_with_one_character_and_goes_on_in_the_normal_order() {
    // The first wound slays the Captain, the next two the Bodyguard; nobody reaches the Ancient.
    let volley = unit(&gun(1, "3 N/A 8 0 2", "\"Torrent\", \"Precision\""));
    let (one, all) = (1.0 - (1.0f64 / 6.0).powi(3), (5.0f64 / 6.0).powi(3));
    are("first", &attack(&volley, &led(), &ruled("always")), [all, one, 0.0]);
    are("second", &attack(&volley, &led(), &ruled("second")), [all, 0.0, one]);
    are("never", &attack(&volley, &led(), &ruled("never")), [200.0 / 216.0, 125.0 / 216.0, 0.0]);
}

#[test]
fn the_next_batch_chooses_whoever_is_left() {
    // Two wounds of two batches slay both; one wound slays the one that is chosen first.
    let (both, any) = (25.0 / 36.0, 35.0 / 36.0);
    let precise = rifles(", \"Precision\"");
    are("first", &attack(&precise, &led(), &ruled("always")), [0.0, any, both]);
    are("second", &attack(&precise, &led(), &ruled("second")), [0.0, both, any]);
    let outcome = attack(&precise, &led(), &ruled("best"));
    near("both", outcome.gone(&[1, 2]), both);
}

/// Devastating wounds go to the one that is chosen, and if it has fallen to the Bodyguard: the choice is made once a batch.
#[test]
fn devastating_wounds_keep_to_the_one_that_was_chosen() {
    let abilities = "\"Torrent\", \"Precision\", \"Devastating Wounds\", \"Anti-INFANTRY 2+\"";
    let foot = led().replacen("name", "keywords = [\"INFANTRY\"]\nname", 1);
    let outcome = attack(&unit(&gun(1, "3 N/A 8 0 2", abilities)), &foot, &ruled("always"));
    are("criticals", &outcome, [(5.0f64 / 6.0).powi(3), 1.0 - (1.0f64 / 6.0).powi(3), 0.0]);
}

/// W40K-TOUGHNESS: two units of three hits wound on 3+ while a Toughness of 5 is the highest of the target. Whom a wound with
/// Precision goes to depends on what the unit before has done, and the wounds are counted whomever they go to.
#[test]
fn wounds_of_a_later_attack_are_counted() {
    let leader = |name: &str, save: &str, wounds: u32| group(name, 1, 5, save, wounds, "role = \"character\"");
    let led = format!("{}{}{}", target(2, 4, "4+", 2, ""), leader("Captain", "2+", 4), leader("Ancient", "3+", 2));
    let guns =
        [unit(&gun(1, "3 N/A 8 0 1", "\"Torrent\"")), unit(&gun(1, "3 N/A 8 0 2", "\"Torrent\", \"Precision\""))];
    let guns = guns.map(|text| (crate::support::unit(&text), None));
    let prepared = prepare_units(&guns, &(crate::support::unit(&led), None), &with(&[]));
    let prepared = prepared.unwrap_or_else(|error| panic!("{error}"));
    let sampling = Sampling { trials: 1 << 16, seed: 7, ..Sampling::default() };
    let answer = engine::run(&prepared.engaged.engagement, &Options { method: Method::Both, sampling }, &|_| {});
    let answer = answer.expect("small");
    near("multiplied", stage(&answer.outcome, "wounds"), 4.0);
    let rolled = stage(&answer.sampled.expect("both"), "wounds");
    assert!((rolled - 4.0).abs() < 0.03, "{rolled} are rolled instead of 4");
    assert!(answer.agreement.expect("both").holds());
}

/// Once the Bodyguard is gone, whoever is wounded falls first.
#[test]
fn the_wounded_character_is_next() {
    // A batch of Damage 1 wounds the Ancient; three plain wounds of Damage 2 slay the Bodyguard and then the Ancient.
    let scratch = gun(1, "1 N/A 8 0 1", "\"Torrent\", \"Precision\"").replace("Gun", "Rifle");
    let volley = unit(&format!("{scratch}{}", gun(1, "3 N/A 8 0 2", "\"Torrent\"")));
    let three = (5.0f64 / 6.0).powi(3);
    are(
        "scratched",
        &attack(&volley, &led(), &ruled("second")),
        [three + 3.0 * 25.0 / 216.0, three / 6.0, three * 5.0 / 6.0],
    );
}

#[test]
fn characters_that_are_alike_or_too_many_are_refused() {
    let crowd = format!("{}{}", led(), group("Third", 1, 4, "-", 2, "role = \"character\""));
    let twins = led().replace("count = 1", "count = 2");
    for target in [crowd, twins] {
        let told = mistake(&rifles(", \"Precision\""), &target, &ruled("always"));
        assert!(told.contains("more than a Leader and a Support"), "{told}");
        attack(&rifles(", \"Precision\""), &target, &ruled("never"));
    }
}

/// A character that is not there (`count = 0`) is none: who is chosen is as it was.
#[test]
fn a_character_that_is_not_there_changes_nothing() {
    let nobody = group("Nobody", 0, 4, "-", 2, "role = \"character\"");
    let target = led().replacen("[[model]]", &format!("{nobody}[[model]]"), 1);
    let volley = unit(&gun(1, "3 N/A 8 0 2", "\"Torrent\", \"Precision\""));
    for ruling in ["always", "second", "never"] {
        are(ruling, &attack(&volley, &target, &ruled(ruling)), gone(&attack(&volley, &led(), &ruled(ruling))));
    }
}

/// The model of a unit that was hurt before, of which so many points are lost.
fn hurt(names: &[&str]) -> Request {
    let set = names.iter().map(|name| format!("defender.model.{name}.damage=2")).collect();
    Request { set, ..with(&[]) }
}

/// W40K-ALLOCATE: wounded characters fall before the others, whatever attacks with Precision do. One wound slays the
/// Bodyguard, the next the Ancient who has two of four wounds left, and the third leaves the Captain two.
#[test]
fn a_character_that_was_hurt_before_is_next() {
    let leader = |name: &str| group(name, 1, 4, "-", 4, "role = \"character\"");
    let led = format!("{}{}{}", target(1, 4, "-", 2, ""), leader("Captain"), leader("Ancient"));
    let guns = unit(&gun(1, "3 N/A 8 0 2", "\"Torrent\""));
    let (any, two) = (215.0 / 216.0, 200.0 / 216.0);
    for ruling in ["always", "second", "never", "best"] {
        let request = Request { set: hurt(&["ancient"]).set, ..ruled(ruling) };
        let outcome = attack(&guns, &led, &request);
        are(ruling, &outcome, [any, 0.0, two]);
        let request = Request { set: hurt(&["captain"]).set, ..ruled(ruling) };
        are(ruling, &attack(&guns, &led, &request), [any, two, 0.0]);
    }
}

/// Without a Bodyguard they are models like others: the one that was hurt is first, and only one is.
#[test]
fn characters_without_a_bodyguard_are_hurt_too() {
    let leader = |name: &str| group(name, 1, 4, "-", 4, "role = \"character\"");
    let head = target(0, 4, "-", 2, "");
    let guns = unit(&gun(1, "3 N/A 8 0 2", "\"Torrent\""));
    let slain = |target: &str, names: &[&str]| attack(&guns, target, &hurt(names)).slain(Side::Defender).mean();
    let (any, three) = (215.0 / 216.0, 125.0 / 216.0);
    near("one", slain(&format!("{head}{}", leader("Captain")), &["captain"]), any);
    let pair = format!("{head}{}{}", leader("Captain"), leader("Ancient"));
    for name in ["captain", "ancient"] {
        near(name, slain(&pair, &[name]), any + three);
    }
    let told = mistake(&guns, &pair, &hurt(&["captain", "ancient"]));
    assert!(told.contains("is not the only group with a model that was chosen before"), "{told}");
}

/// W40K-SUPPORT: one of each, in any order.
#[test]
fn a_unit_has_one_leader_and_one_support() {
    let joined = |leaders: &[&str]| {
        let names: Vec<String> = leaders.iter().chain(&["immortals"]).map(|name| format!("40k-11e/{name}")).collect();
        let (attacker, defender) = (names.join("+"), "40k-11e/boyz".to_owned());
        let request = Request { attacker, defender, phase: Some(Phase::Shooting), ..Request::default() };
        prepare(&request).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(joined(&["overlord", "plasmancer"]), Ok(()));
    assert_eq!(joined(&["plasmancer", "overlord"]), Ok(()));
    for more in [&["overlord", "techmarine"][..], &["plasmancer", "ancient"], &["overlord", "plasmancer", "techmarine"]]
    {
        let told = joined(more).expect_err("two of a kind");
        assert!(told.contains("a unit has one Leader and one Support (W40K-SUPPORT)"), "{told}");
    }
}
