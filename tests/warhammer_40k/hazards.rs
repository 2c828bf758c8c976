//! W40K-HAZARDOUS: who of a unit bears the wounds of its own Hazardous weapons, and when a test is made.

use warodds::ask::{Chosen, Request, prepare_units};
use warodds::engine::{Outcome, exact};
use warodds::games::Phase;
use warodds::sequence::Side;

use crate::support::{attack, forty_k, gun, mistake, near, squad, stage, unit, with};

const FAILS: f64 = 1.0 / 6.0;
const ANY_OF_TWO: f64 = 11.0 / 36.0;

fn model(name: &str, count: u32, wounds: u32, more: &str) -> String {
    let stats = format!("count = {count}\ntoughness = 4\nsave = \"3+\"\nwounds = {wounds}");
    format!("[[model]]\nname = \"{name}\"\n{stats}\n{more}\n")
}

fn hazard(count: u32, more: &str) -> String {
    gun(count, "1 N/A 8 0 1", "\"Torrent\", \"Hazardous\"").replace("\"Gun\"", "\"Plasma\"") + more
}

fn unit_of(models: &str, weapons: &str) -> String {
    format!("game = \"warhammer-40k\"\nname = \"Bearers\"\n{models}{weapons}")
}

fn core(set: &[&str]) -> Request {
    let set = set.iter().map(|text| (*text).to_owned()).collect();
    Request { edition: Some("core".into()), set, ..with(&[]) }
}

fn set(text: &str) -> Request {
    Request { set: vec![text.to_owned()], ..with(&[]) }
}

fn few() -> String {
    squad(1, 4, "-", 1, "")
}

fn lost(outcome: &Outcome) -> f64 {
    outcome.wounds_lost(Side::Attacker).mean()
}

fn slain(outcome: &Outcome) -> f64 {
    outcome.slain(Side::Attacker).mean()
}

/// Before the update a 1 destroyed a model: the one that is hurt, and nothing of another.
#[test]
fn w40k_hazardous_core_a_model_is_destroyed_and_no_other_is_hurt() {
    let monks = unit_of(&model("Monk", 2, 3, ""), &hazard(2, ""));
    let outcome = attack(&monks, &few(), &core(&["attacker.damage=1"]));
    near("two of three points for the first, three for the second", lost(&outcome), 2.0 * ANY_OF_TWO + 3.0 / 36.0);
    near("slain", slain(&outcome), 2.0 * FAILS);
    let two = unit_of(&model("Monk", 2, 2, ""), &hazard(2, ""));
    near("of two wounds", lost(&attack(&two, &few(), &core(&["attacker.damage=1"]))), ANY_OF_TWO + 2.0 / 36.0);
}

/// Before the update three mortal wounds on characters, Monsters and Vehicles spilled.
#[test]
fn w40k_hazardous_core_wounds_spill_from_characters_and_vehicles() {
    let role = "role = \"character\"";
    let pair = unit_of(&(model("One", 1, 2, role) + &model("Other", 1, 2, role)), &hazard(2, ""));
    // One failure slays one and hurts the other; two slay both.
    let outcome = attack(&pair, &few(), &core(&[]));
    near("characters", lost(&outcome), 3.0 * 10.0 / 36.0 + 4.0 / 36.0);
    near("slain", slain(&outcome), 10.0 / 36.0 + 2.0 / 36.0);
    let tanks = unit_of(&model("Tank", 2, 4, ""), &hazard(2, ""))
        .replacen("[[model]]", "keywords = [\"VEHICLE\"]\n[[model]]", 1);
    let outcome = attack(&tanks, &few(), &core(&[]));
    near("vehicles", lost(&outcome), 3.0 * 10.0 / 36.0 + 6.0 / 36.0);
    near("one slain", slain(&outcome), 1.0 / 36.0);
}

/// Before the update: a leader who carries no such weapon has nothing to do with it.
#[test]
fn w40k_hazardous_core_of_the_bodyguard_alone() {
    let mut led = unit(&unit_of(&model("Monk", 2, 2, ""), &hazard(2, "")));
    led.leaders
        .push((unit(&unit_of(&model("Abbot", 1, 4, "role = \"character\""), "").replace("Bearers", "Abbot")), None));
    let request = core(&[]);
    let prepared = prepare_units(&[(led, None)], &(unit(&few()), None), &request).unwrap_or_else(|e| panic!("{e}"));
    let outcome = exact(&prepared.engaged.engagement).expect("small");
    near("slain", slain(&outcome), 2.0 * FAILS);
    let alone = unit_of(
        &(model("Monk", 2, 2, "") + &model("Abbot", 1, 4, "role = \"character\"")),
        &hazard(1, "carried-by = \"Abbot\"\n"),
    );
    assert!(mistake(&alone, &few(), &request).contains("spill to models that carry none"));
}

/// A model that has lost wounds is first if it carries one: where all models of its group do.
#[test]
fn w40k_hazardous_the_wounded_bearer_is_first() {
    let two = |count: u32| unit_of(&model("Monk", 2, 4, ""), &hazard(count, ""));
    let outcome = attack(&two(2), &few(), &set("attacker.damage=1"));
    near("the one with three wounds left", slain(&outcome), ANY_OF_TWO);
    let outcome = attack(&two(1), &few(), &set("attacker.damage=1"));
    near("another may carry the only one", slain(&outcome), 0.0);
    near("three points", lost(&outcome), 3.0 * FAILS);
    let mut led = unit(&unit_of(&model("Monk", 2, 2, ""), ""));
    let abbot = unit_of(&model("Abbot", 1, 4, "role = \"character\""), &hazard(1, "")).replace("Bearers", "Abbot");
    led.leaders.push((unit(&abbot), None));
    for (wounds, dies) in [("attacker.model.abbot.wounds-taken=1", FAILS), ("attacker.model.abbot.wounds-taken=0", 0.0)]
    {
        let target = (unit(&few()), None);
        let prepared = prepare_units(&[(led.clone(), None)], &target, &set(wounds)).unwrap_or_else(|e| panic!("{e}"));
        near(wounds, slain(&exact(&prepared.engaged.engagement).expect("small")), dies);
    }
}

/// By one reading a model makes one test, however many such weapons it has.
#[test]
fn amb_27_tests_of_bearers() {
    let one = unit_of(&model("Monk", 1, 3, ""), &hazard(2, ""));
    let of = |ruling: &str| {
        let rulings = vec![format!("hazardous-tests={ruling}")];
        slain(&attack(&one, &few(), &Request { rulings, ..with(&[]) }))
    };
    near("bearers", of("bearers"), FAILS);
    near("weapons", slain(&attack(&one, &few(), &with(&[]))), ANY_OF_TWO);
}

fn chain(attackers: &[&str], target: &str) -> Outcome {
    let request = Request { phase: Some(Phase::Shooting), ..with(&[]) };
    let attackers: Vec<Chosen> = attackers.iter().map(|text| (unit(text), None)).collect();
    let prepared = prepare_units(&attackers, &(unit(target), None), &request).unwrap_or_else(|e| panic!("{e}"));
    exact(&prepared.engaged.engagement).expect("small")
}

/// Who has no target any more makes no attack and no test.
#[test]
fn w40k_hazardous_no_test_without_a_target() {
    let first = forty_k(&gun(1, "1 N/A 20 -6 1", "\"Torrent\""));
    let monk = unit_of(&model("Monk", 1, 3, ""), &hazard(1, ""));
    near("one of six stands", slain(&chain(&[&first, &monk], &few())), FAILS * FAILS);
    near("it stands surely", slain(&chain(&[&first, &monk], &squad(2, 4, "-", 1, ""))), FAILS);
}

/// However many models the target has left, it is the same bearer that makes the test.
#[test]
fn w40k_hazardous_of_an_attack_that_depends_on_the_one_before() {
    let first = forty_k(&gun(1, "1 N/A 20 -6 1", "\"Torrent\""));
    let blast = hazard(1, "").replace("\"Torrent\"", "\"Torrent\", \"Blast\"");
    let monk = unit_of(&model("Monk", 1, 3, ""), &blast);
    let outcome = chain(&[&first, &monk], &squad(5, 4, "-", 1, ""));
    // Five models are one attack more.
    near("attacks", stage(&outcome, "attacks"), 2.0 + 1.0 / 6.0);
    near("gone", outcome.destroyed(Side::Attacker), FAILS);
    near("the target's own wounds", outcome.wounds_lost(Side::Defender).mean(), 5.0 / 6.0 * (2.0 + 1.0 / 6.0));
}

/// Who of a unit carries the weapon, and who of it was hurt: a lone character, a group behind another, a leader.
#[test]
fn w40k_hazardous_only_the_model_that_was_hurt_is_hurt() {
    let role = "role = \"character\"";
    let hurt = set("attacker.damage=1");
    let hero = unit_of(&model("Hero", 1, 4, role), &hazard(1, ""));
    near("a lone character", slain(&attack(&hero, &few(), &hurt)), FAILS);
    let two = model("First", 1, 4, "") + &model("Second", 1, 4, "");
    let by = |who: &str| hazard(1, &format!("carried-by = \"{who}\"\n"));
    near("the first", slain(&attack(&unit_of(&two, &by("First")), &few(), &hurt)), FAILS);
    near("the second is whole", slain(&attack(&unit_of(&two, &by("Second")), &few(), &hurt)), 0.0);
    // A monk of two wounds and his abbot of four, who has lost one, both with such a weapon: the abbot is first.
    let mut led = unit(&unit_of(&model("Monk", 1, 2, ""), &hazard(1, "")));
    let abbot = unit_of(&model("Abbot", 1, 4, role), &hazard(1, "")).replace("Bearers", "Abbot");
    led.leaders.push((unit(&abbot), None));
    let request = set("attacker.model.abbot.wounds-taken=1");
    let target = (unit(&few()), None);
    let prepared = prepare_units(&[(led, None)], &target, &request).unwrap_or_else(|error| panic!("{error}"));
    let outcome = exact(&prepared.engaged.engagement).expect("small");
    near("three points, then two", lost(&outcome), (10.0 * 3.0 + 5.0) / 36.0);
}

/// Before the update: one weapon of two characters is carried by one of them, and its wounds spill to the other.
#[test]
fn w40k_hazardous_core_of_one_of_two_characters() {
    let role = "role = \"character\"";
    let pair = unit_of(&(model("One", 1, 2, role) + &model("Other", 1, 2, role)), &hazard(1, ""));
    assert!(mistake(&pair, &few(), &core(&[])).contains("spill to models that carry none"));
}
