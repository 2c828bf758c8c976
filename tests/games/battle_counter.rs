//! Fighters who are hurt by what they attack, one action after the other, against a recursion over every action.

use std::collections::BTreeMap;
use std::fs;

use warodds::ask::{Request, prepare};
use warodds::engine::{Method, Options, Sampling};

/// Four dice: 1 misses and is 2 points back under Counter, 2 and 3 miss and are 1 point back, 4 and 5 hit for 1, 6 for 3.
const DICE: u32 = 4;
const WOUNDS: u32 = 5;
const TARGET: u32 = 14;

/// Points on the target and points back of one action, with chances.
fn action(countered: bool) -> BTreeMap<(u32, u32), f64> {
    let mut law = BTreeMap::from([((0, 0), 1.0)]);
    for _ in 0..DICE {
        let mut next = BTreeMap::new();
        for ((points, back), p) in law {
            for face in 1..=6 {
                let (more, returned) = match face {
                    1 => (0, 2),
                    2 | 3 => (0, 1),
                    4 | 5 => (1, 0),
                    _ => (3, 0),
                };
                let at = (points + more, back + if countered { returned } else { 0 });
                *next.entry(at).or_insert(0.0) += p / 6.0;
            }
        }
        law = next;
    }
    law
}

/// What the target and the attackers have lost after each attacker's actions, and reactions that are left.
fn course(attackers: usize, actions: usize) -> BTreeMap<(u32, Vec<u32>, u32), f64> {
    let mut now = BTreeMap::from([((0, vec![0; attackers], 2), 1.0)]);
    for attacker in (0..attackers).flat_map(|attacker| std::iter::repeat_n(attacker, actions)) {
        let mut next = BTreeMap::new();
        for ((target, lost, left), p) in now {
            if target >= TARGET || lost[attacker] >= WOUNDS {
                *next.entry((target, lost, left)).or_insert(0.0) += p;
                continue;
            }
            for ((points, back), q) in action(left > 0) {
                let mut lost = lost.clone();
                lost[attacker] = (lost[attacker] + back).min(WOUNDS);
                let at = ((target + points).min(TARGET), lost, u32::saturating_sub(left, 1));
                *next.entry(at).or_insert(0.0) += p * q;
            }
        }
        now = next;
    }
    now
}

#[test]
fn gang_ups_with_counter_are_exact() {
    let folder = tempfile::tempdir().expect("a folder");
    let fighter = |name: &str, wounds: u32| {
        let head = format!("game = \"warcry\"\nname = \"{name}\"\ntoughness = 4\nwounds = {wounds}\n");
        let weapon =
            format!("[[weapon]]\nname = \"Blade\"\nrange = 1\nattacks = {DICE}\nstrength = 4\ndamage = [1, 3]\n");
        let path = folder.path().join(format!("{name}.toml"));
        fs::write(&path, head + &weapon).expect("written");
        path.to_string_lossy().into_owned()
    };
    let (attacker, defender) = (fighter("Mob", WOUNDS), fighter("Boss", TARGET));
    for (attackers, actions) in [(1, 2), (2, 1), (2, 2), (3, 1)] {
        let with = if actions == 2 { "counter, two attacks" } else { "counter" };
        let request = Request {
            attacker: attacker.clone(),
            defender: defender.clone(),
            then: vec![attacker.clone(); attackers - 1],
            with: vec![with.into()],
            ..Request::default()
        };
        let options = Options { method: Method::Both, sampling: Sampling { trials: 20_000, ..Sampling::default() } };
        let (report, answer) = prepare(&request).expect("legal").report(&options, &|_| {}).expect("computed");
        assert!(answer.agreement.is_some_and(|agreement| agreement.holds()), "{attackers} attackers");
        let all = course(attackers, actions);
        let lost = &report.results.metric("wounds-lost").expect("there").pmf;
        let back = &report.results.metric("attacker-wounds-lost").expect("there").pmf;
        for points in 0..=TARGET {
            let wanted: f64 = all.iter().filter(|((target, ..), _)| *target == points).map(|(_, p)| p).sum();
            assert!((lost.at(points as usize) - wanted).abs() < 1e-12, "{attackers} attackers: {points} lost");
        }
        for points in 0..=WOUNDS * attackers as u32 {
            let is_it = |lost: &[u32]| lost.iter().sum::<u32>() == points;
            let wanted: f64 = all.iter().filter(|((_, lost, _), _)| is_it(lost)).map(|(_, p)| p).sum();
            assert!((back.at(points as usize) - wanted).abs() < 1e-12, "{attackers} attackers: {points} back");
        }
    }
}
