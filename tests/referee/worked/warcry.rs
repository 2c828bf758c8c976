//! The referee of Warcry.

use super::{TRIALS, check_chance, check_law, check_mean, sample};
use crate::referee::warcry::*;

fn action(attacks: i32, strength: i32, hit_damage: i32, critical_damage: i32) -> Action {
    Action { attacks, strength, hit_damage, critical_damage, ..Action::default() }
}

fn run(seed: u64, actions: &[Action], attacker_remaining: i32, defender: &Defender) -> Vec<Result> {
    run_with(seed, actions, attacker_remaining, defender, CounterTiming::Both)
}

fn run_with(
    seed: u64,
    actions: &[Action],
    attacker_remaining: i32,
    defender: &Defender,
    counter_timing: CounterTiming,
) -> Vec<Result> {
    let attacker = Attacker { remaining: attacker_remaining, actions: actions.to_vec(), ..Attacker::default() };
    sample(seed, TRIALS, |dice| attack(dice, &attacker, defender, Context { counter_timing }))
}

fn v1() -> Action {
    action(3, 4, 1, 4)
}

fn target(toughness: i32, remaining: i32) -> Defender {
    Defender { toughness, remaining, ..Defender::default() }
}

#[test]
fn reference_vectors() {
    let covered = |action| Action { in_cover: true, ..action };
    let shot = covered(Action { missile: true, ..action(3, 4, 2, 4) });
    let take_cover = Action { reaction: Reaction::TakeCover, ..shot };
    let onslaught = Action { onslaught: true, ..action(4, 4, 2, 4) };
    let cases = [
        ("V1", v1(), 4, 3.0, 1.0 / 8.0, 8, 2.0 / 27.0),
        ("V2", action(4, 5, 2, 5), 4, 22.0 / 3.0, 1.0 / 81.0, 10, 31.0 / 144.0),
        ("V3", covered(action(4, 5, 2, 5)), 4, 6.0, 1.0 / 16.0, 10, 203.0 / 1296.0),
        ("V4", action(4, 3, 1, 3), 4, 8.0 / 3.0, 16.0 / 81.0, 8, 1.0 / 48.0),
        ("V5", action(4, 4, 1, 3), 4, 10.0 / 3.0, 1.0 / 16.0, 5, 347.0 / 1296.0),
        ("V6", shot, 4, 3.0, 8.0 / 27.0, 8, 19.0 / 216.0),
        ("V7", take_cover, 4, 5.0 / 2.0, 8.0 / 27.0, 8, 61.0 / 1728.0),
        ("V10", onslaught, 3, 25.0 / 3.0, 1.0 / 243.0, 12, 497.0 / 2592.0),
    ];
    for (number, (what, action, toughness, mean, nothing, wounds, down)) in cases.into_iter().enumerate() {
        let results = run(600 + number as u64, &[action], 10, &target(toughness, wounds));
        check_mean(what, &results, mean, |result| f64::from(result.damage));
        check_chance(what, &results, nothing, |result| result.damage == 0);
        check_chance(what, &results, down, |result| result.target_down);
    }
}

#[test]
fn whole_law_of_v1() {
    let results = run(610, &[v1()], 10, &target(4, 5));
    let mut law = [0.0; 13];
    let chances = [
        (0, 1.0 / 8.0),
        (1, 1.0 / 4.0),
        (2, 1.0 / 6.0),
        (3, 1.0 / 27.0),
        (4, 1.0 / 8.0),
        (5, 1.0 / 6.0),
        (6, 1.0 / 18.0),
        (8, 1.0 / 24.0),
        (9, 1.0 / 36.0),
        (12, 1.0 / 216.0),
    ];
    for (points, chance) in chances {
        law[points] = chance;
    }
    // Six comes from two hits on a critical hit, 1 + 1 + 4.
    check_law("V1", &results, &law, |result| result.damage);
    check_mean("V1 at 5", &results, 289.0 / 108.0, |result| f64::from(result.wounds_lost));
}

#[test]
fn counter() {
    let countered = Action { reaction: Reaction::Counter, ..v1() };
    let results = run(620, &[countered], 100, &target(4, 5));
    let law = [1.0 / 8.0, 1.0 / 4.0, 7.0 / 24.0, 11.0 / 54.0, 7.0 / 72.0, 1.0 / 36.0, 1.0 / 216.0];
    check_law("V8", &results, &law, |result| result.attacker_wounds_lost);
    check_mean("V8", &results, 2.0, |result| f64::from(result.attacker_wounds_lost));
    let down = |result: &Result| (result.target_down, result.attacker_down);
    // Both down, only the target, only the attacker, neither.
    let both = [5.0 / 72.0, 49.0 / 216.0, 5.0 / 9.0, 4.0 / 27.0];
    let counter_first = [0.0, both[1], both[0] + both[2], both[3]];
    let attack_first = [0.0, both[0] + both[1], both[2], both[3]];
    let cases = [
        (CounterTiming::Both, both),
        (CounterTiming::CounterFirstStrict, counter_first),
        (CounterTiming::AttackFirstStrict, attack_first),
    ];
    for (timing, chances) in cases {
        let results = run_with(621, &[countered], 2, &target(4, 5), timing);
        let outcomes = [(true, true), (true, false), (false, true), (false, false)];
        for (outcome, chance) in outcomes.into_iter().zip(chances) {
            check_chance(&format!("{timing:?} {outcome:?}"), &results, chance, |result| down(result) == outcome);
        }
    }
    let v3 = Action { reaction: Reaction::Counter, in_cover: true, ..action(4, 5, 2, 5) };
    let results = run(622, &[v3], 100, &target(4, 100));
    check_mean("V9", &results, 8.0 / 3.0, |result| f64::from(result.attacker_wounds_lost));
    check_chance("V9", &results, 1.0 / 16.0, |result| result.attacker_wounds_lost == 0);
}

#[test]
fn two_actions() {
    let results = run(630, &[v1(), v1()], 4, &target(4, 8));
    check_chance("two V1", &results, 13913.0 / 46656.0, |result| result.target_down);
    check_mean("two V1", &results, 6.0, |result| f64::from(result.damage));
    let onslaught = Action { onslaught: true, ..v1() };
    let results = run(631, &[onslaught, onslaught], 4, &target(4, 8));
    check_chance("with Onslaught", &results, 281789.0 / 559872.0, |result| result.target_down);
    let countered = Action { reaction: Reaction::Counter, ..v1() };
    let cases = [
        ([v1(), v1()], 13913.0 / 46656.0, 0.0, 0.0),
        ([countered, v1()], 1655.0 / 5832.0, 7.0 / 54.0, 0.0),
        ([countered, countered], 1655.0 / 5832.0, 1655.0 / 2916.0, 37.0 / 648.0),
    ];
    for (number, (actions, target_down, attacker_down, both)) in cases.into_iter().enumerate() {
        let results = run(632 + number as u64, &actions, 4, &target(4, 8));
        check_chance("target", &results, target_down, |result| result.target_down);
        check_chance("attacker", &results, attacker_down, |result| result.attacker_down);
        check_chance("both", &results, both, |result| result.target_down && result.attacker_down);
    }
    // Without end the second action is lost only to an attacker that Counter took down.
    let results = run(635, &[countered, v1()], 4, &target(4, 8));
    check_mean("damage", &results, 3.0 + 3.0 * 47.0 / 54.0, |result| f64::from(result.damage));
    // A waiting fighter has one reaction only.
    let waiting = Defender { reactions: 1, ..target(4, 8) };
    let results = run(636, &[countered, countered], 4, &waiting);
    check_chance("one reaction", &results, 7.0 / 54.0, |result| result.attacker_down);
}

#[test]
fn open_edge() {
    let at_edge = Defender { at_open_edge: true, ..target(4, 8) };
    let results = run(640, &[v1()], 10, &at_edge);
    check_chance("V1 at an edge", &results, 13.0 / 162.0, |result| result.target_down);
    check_mean("fall", &results, 5.0 / 36.0, |result| f64::from(result.fall_damage));
    let stairs = Defender { on_stairs: true, landing_point: false, ..target(4, 8) };
    let results = run(643, &[v1()], 10, &stairs);
    check_chance("V1 on stairs with nowhere to fall to", &results, 37.0 / 162.0, |result| result.target_down);
    let deadly = Defender { deadly_terrain: true, ..at_edge.clone() };
    let results = run(641, &[v1()], 10, &deadly);
    check_mean("fall onto spikes", &results, 13.0 / 18.0, |result| f64::from(result.fall_damage));
    for safe in [Defender { flies: true, ..at_edge.clone() }, Defender { landing_point: false, ..at_edge }] {
        assert!(run(642, &[v1()], 10, &safe).iter().all(|result| result.fall_damage == 0));
    }
}

#[test]
fn rerolls() {
    // V1 misses with 1/2: misses re-rolled 3/4 succeed, ones 7/12; all but criticals fished for.
    let cases = [(Reroll::Misses, 0.75), (Reroll::Ones, 7.0 / 12.0), (Reroll::UpTo(3), 0.75)];
    for (number, (reroll, successes)) in cases.into_iter().enumerate() {
        let results = run(650 + number as u64, &[Action { reroll, ..v1() }], 10, &target(4, 8));
        check_mean("hits", &results, 3.0 * successes, |result| f64::from(result.hits));
    }
    let fishing = Action { reroll: Reroll::NonCriticals, ..v1() };
    let results = run(653, &[fishing], 10, &target(4, 8));
    check_mean("criticals", &results, 33.0 / 36.0, |result| f64::from(result.critical_hits));
    // One re-roll: with at least one miss among three (7/8) half a success more.
    let one = Action { reroll: Reroll::UpTo(1), ..v1() };
    let results = run(654, &[one], 10, &target(4, 8));
    check_mean("hits", &results, 1.5 + 7.0 / 16.0, |result| f64::from(result.hits));
}
