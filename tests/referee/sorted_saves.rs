//! Saves of a batch, sorted into allocation groups: exact answers against every face of every die.

use std::collections::BTreeMap;

use super::matchups::warhammer_40k_11e::{Both, small};
use super::warhammer_40k_11e::every_end;
use crate::support::{cases, prepared};
use warodds::ask::Request;
use warodds::engine::{Outcome, exact};
use warodds::sequence::Side;
use warodds::stats::Pmf;

/// How many small match-ups are enumerated, in every run and once a week; `WARODDS_SMALL_CASES=300` enumerates more.
const CASES: [u32; 2] = [40, 100];
/// More rows of faces than that are left to the dice.
const ROWS: usize = 40_000;

fn outcome(both: &Both) -> Outcome {
    let request =
        Request { set: both.set.clone(), with: both.with.clone(), rulings: both.rulings.clone(), ..Request::default() };
    let told = || format!("{}\n{}\n{:?} {:?}", both.texts[0], both.texts[1], both.with, both.set);
    let prepared =
        prepared(&both.texts[0], &both.texts[1], &request).unwrap_or_else(|error| panic!("{error}\n{}", told()));
    exact(&prepared.engaged.engagement).unwrap_or_else(|error| panic!("{error}\n{}", told()))
}

/// Compares one match-up; `false` if it takes too many faces.
fn check(seed: u64) -> bool {
    let both = small(seed);
    let Some(ends) = every_end(&both.attacker, &both.defender, ROWS) else { return false };
    let start: i32 = both.defender.groups.iter().map(|group| group.models as i32 * group.wounds - group.lost).sum();
    let (mut lost, mut slain) = (BTreeMap::new(), BTreeMap::new());
    for (left, chance) in &ends {
        *lost.entry((start - left.iter().sum::<i32>()) as usize).or_insert(0.0) += chance;
        *slain.entry(left.iter().filter(|left| **left == 0).count()).or_insert(0.0) += chance;
    }
    let gone = ends.get(&vec![0; ends.keys().next().map_or(0, Vec::len)]).copied().unwrap_or(0.0);
    let ours = outcome(&both);
    let told = || format!("seed {seed}\n{}\n{}\n{:?} {:?}", both.texts[0], both.texts[1], both.with, both.set);
    let same = |what: &str, ours: &Pmf, truth: &BTreeMap<usize, f64>| {
        for k in 0..=ours.max().max(truth.keys().last().copied().unwrap_or(0)) {
            let (ours, truth) = (ours.at(k), truth.get(&k).copied().unwrap_or(0.0));
            assert!((ours - truth).abs() < 1e-12, "{what} = {k}: {ours} instead of {truth}\n{}", told());
        }
    };
    same("wounds lost", &ours.wounds_lost(Side::Defender), &lost);
    same("slain", &ours.slain(Side::Defender), &slain);
    let destroyed = ours.destroyed(Side::Defender);
    assert!((destroyed - gone).abs() < 1e-12, "destroyed: {destroyed} instead of {gone}\n{}", told());
    true
}

#[test]
fn small_cases_are_what_enumeration_says() {
    let cases = std::env::var("WARODDS_SMALL_CASES")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or_else(|| u64::from(cases(CASES[0], CASES[1])));
    let compared = (0..10 * cases).filter(|seed| check(*seed)).take(cases as usize).count();
    assert_eq!(compared as u64, cases, "too few match-ups are small");
}
