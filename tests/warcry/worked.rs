//! Warcry against the worked values of its `rules.md` and against small counts by hand.

use crate::support::warcry::{fighter, target, v1};
use crate::support::{attack, damage, is, near, stage, with};
use warodds::ask::Request;
use warodds::engine::Outcome;
use warodds::sequence::Side;

fn ruled(clauses: &[&str], ruling: &str) -> Request {
    Request { rulings: vec![ruling.to_owned()], ..with(clauses) }
}

/// P(both down), P(only the target), P(only the attacker), P(neither).
fn down(outcome: &Outcome) -> [f64; 4] {
    outcome.who_is_down().expect("either can fall")
}

#[track_caller]
fn are(what: &str, ours: [f64; 4], truth: [f64; 4]) {
    for (name, (ours, truth)) in ["both", "target", "attacker", "neither"].iter().zip(ours.into_iter().zip(truth)) {
        near(&format!("{what}: {name}"), ours, truth);
    }
}

/// V1 to V10: mean, P(0), P(≥ W).
#[test]
fn reference_vectors() {
    let rows: [(&str, &str, u32, u32, &[&str], f64, f64, u32, f64); 9] = [
        ("V1", "3 4 1/4", 1, 4, &[], 3.0, 1.0 / 8.0, 8, 2.0 / 27.0),
        ("V2", "4 5 2/5", 1, 4, &[], 22.0 / 3.0, 1.0 / 81.0, 10, 31.0 / 144.0),
        ("V3", "4 5 2/5", 1, 4, &["cover"], 6.0, 1.0 / 16.0, 10, 203.0 / 1296.0),
        ("V4", "4 3 1/3", 1, 4, &[], 8.0 / 3.0, 16.0 / 81.0, 8, 1.0 / 48.0),
        ("V5", "4 4 1/3", 1, 4, &[], 10.0 / 3.0, 1.0 / 16.0, 5, 347.0 / 1296.0),
        ("V6", "3 4 2/4", 12, 4, &["cover"], 3.0, 8.0 / 27.0, 8, 19.0 / 216.0),
        ("V7", "3 4 2/4", 12, 4, &["cover", "take cover"], 5.0 / 2.0, 8.0 / 27.0, 8, 61.0 / 1728.0),
        ("V10", "4 4 2/4", 1, 3, &["onslaught"], 25.0 / 3.0, 1.0 / 243.0, 12, 497.0 / 2592.0),
        ("V9", "4 5 2/5", 1, 4, &["cover", "counter"], 6.0, 1.0 / 16.0, 10, 203.0 / 1296.0),
    ];
    for (name, line, range, toughness, clauses, mean, nothing, wounds, falls) in rows {
        let outcome = attack(&fighter(50, range, line, ""), &target(toughness, wounds, ""), &with(clauses));
        near(&format!("{name}: mean"), damage(&outcome).mean(), mean);
        near(&format!("{name}: P(0)"), damage(&outcome).at(0), nothing);
        near(&format!("{name}: P(≥ {wounds})"), damage(&outcome).at_least(wounds as usize), falls);
        near(&format!("{name}: destroyed"), outcome.destroyed(Side::Defender), falls);
        near(&format!("{name}: slain"), outcome.slain(Side::Defender).mean(), falls);
    }
}

#[test]
fn v1_whole_law_and_what_it_really_takes() {
    let outcome = attack(&v1(10), &target(4, 5, ""), &with(&[]));
    let row =
        [(0, 27.0), (1, 54.0), (2, 36.0), (3, 8.0), (4, 27.0), (5, 36.0), (6, 12.0), (8, 9.0), (9, 6.0), (12, 1.0)];
    is("V1", damage(&outcome), 216.0, &row);
    near("capped mean at remaining 5", outcome.wounds_lost(Side::Defender).mean(), 289.0 / 108.0);
    near("attacks", stage(&outcome, "attacks"), 3.0);
    near("hits", stage(&outcome, "hits"), 1.5);
    near("critical hits", stage(&outcome, "critical-hits"), 0.5);
    assert!(!outcome.has(Side::Attacker), "nothing can hurt the attacker");
}

/// V8 and V9: Counter from the same dice, in its three readings (G-1).
#[test]
fn counter_is_joined_to_the_attack() {
    let outcome = attack(&v1(50), &target(4, 5, ""), &with(&["counter"]));
    let row = [(0, 27.0), (1, 54.0), (2, 63.0), (3, 44.0), (4, 21.0), (5, 6.0), (6, 1.0)];
    is("V8", &outcome.wounds_lost(Side::Attacker), 216.0, &row);
    near("V8 mean", outcome.wounds_lost(Side::Attacker).mean(), 2.0);
    let both = [5.0 / 72.0, 49.0 / 216.0, 5.0 / 9.0, 4.0 / 27.0];
    let weak = |ruling: &str| attack(&v1(2), &target(4, 5, ""), &ruled(&["counter"], ruling));
    are("V8, both apply", down(&weak("counter=both-apply")), both);
    // Counter first: where both fell, the attack deals nothing. The attacker's chance stays.
    let first = [0.0, both[1], both[0] + both[2], both[3]];
    are("V8, Counter first", down(&weak("counter=counter-first")), first);
    let last = [0.0, both[0] + both[1], both[2], both[3]];
    are("V8, attack first", down(&weak("counter=attack-first")), last);
    let v9 = |cover: &[&str]| {
        let clauses: Vec<&str> = cover.iter().chain(&["counter"]).copied().collect();
        attack(&fighter(50, 1, "4 5 2/5", ""), &target(4, 50, ""), &with(&clauses)).wounds_lost(Side::Attacker)
    };
    near("V9", v9(&["cover"]).mean(), 8.0 / 3.0);
    near("V9, P(0)", v9(&["cover"]).at(0), 1.0 / 16.0);
    near("V9 without cover", v9(&[]).mean(), 2.0);
}

#[test]
fn several_actions_stop_when_somebody_falls() {
    let two = |attacker: u32, clauses: &[&str]| attack(&v1(attacker), &target(4, 8, ""), &with(clauses));
    near("two V1", two(4, &["two attacks"]).destroyed(Side::Defender), 13913.0 / 46656.0);
    let onslaught = two(4, &["two attacks", "onslaught"]);
    near("with Onslaught", onslaught.destroyed(Side::Defender), 281_789.0 / 559_872.0);
    near("rampage is a second action", two(4, &["rampage"]).destroyed(Side::Defender), 13913.0 / 46656.0);
    // Counter on r of the two actions: a waiting target reacts once.
    let once = two(4, &["two attacks", "counter", "target waiting"]);
    are("r = 1", down(&once), [0.0, 1655.0 / 5832.0, 7.0 / 54.0, 1.0 - 1655.0 / 5832.0 - 7.0 / 54.0]);
    let twice = two(4, &["two attacks", "counter"]);
    let (target, attacker, both) = (1655.0 / 5832.0, 1655.0 / 2916.0, 37.0 / 648.0);
    are("r = 2", down(&twice), [both, target - both, attacker - both, 1.0 - target - attacker + both]);
    // Damage has no end: the second action is lost only with the attacker, whom Counter took down in the first.
    near("damage", damage(&once).mean(), 3.0 + 3.0 * 47.0 / 54.0);
    near("attacks", stage(&once, "attacks"), 3.0 + 3.0 * 47.0 / 54.0);
    // Three actions: nobody reacts to the third of them.
    let thrice = two(40, &["two attacks", "rampage", "counter"]);
    near("two counters", damage(&thrice).mean(), 9.0);
    assert_eq!(thrice.wounds_lost(Side::Attacker).max(), 12);
}
