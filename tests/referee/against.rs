//! The program against referees that were written from the rules alone: 60 random match-ups for each game, 200 where all
//! cases are played, or as many as `WARODDS_MATCHUPS` says.

use super::Dice;
use super::matchups::{self, Matchup, Trial};
use crate::support::cases;
use statrs::distribution::{ChiSquared, ContinuousCDF};
use warodds::ask::{Prepared, Request};
use warodds::engine::{self, Agreement, Method, Options, Outcome, Sampling};
use warodds::games::Reading;
use warodds::sequence::Side;
use warodds::stats::Pmf;

const TRIALS: u64 = 20_000;
/// Two hundred match-ups with some five tests each; seeds are fixed, so this can only fail when something changes.
const REJECT: f64 = 1e-6;

/// The p-value of Pearson's test. A value that cannot be is a disagreement, if what cannot be is known exactly.
pub(super) fn chi_square(exact: &Pmf, counts: &[u64], known: bool) -> f64 {
    let n = counts.iter().sum::<u64>() as f64;
    let (mut cells, mut cell) = (Vec::new(), (0.0, 0.0));
    for k in 0..counts.len().max(exact.max() + 1) {
        let seen = counts.get(k).copied().unwrap_or(0) as f64;
        if known && exact.at(k) == 0.0 && seen > 0.0 {
            return 0.0;
        }
        cell = (cell.0 + n * exact.at(k), cell.1 + seen);
        if cell.0 >= 20.0 {
            cells.push(std::mem::take(&mut cell));
        }
    }
    match cells.last_mut() {
        Some(last) => *last = (last.0 + cell.0, last.1 + cell.1),
        None => return 1.0,
    }
    let statistic: f64 = cells.iter().map(|(e, o)| (o - e) * (o - e) / e).sum();
    ChiSquared::new((cells.len() - 1) as f64).map_or(1.0, |law| law.sf(statistic))
}

/// How many match-ups of each game are played.
fn matchups() -> u64 {
    std::env::var("WARODDS_MATCHUPS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or_else(|| u64::from(cases(60, 200)))
}

/// Sees to it that so many of 200 match-ups were answered exactly; of fewer, three quarters of that share, and of very few
/// nothing is asked.
fn mostly_exact(exact: usize, least: usize) {
    let (played, exact, least) = (matchups(), exact as u64, least as u64);
    let enough = if played < 200 { 4 * 200 * exact >= 3 * least * played } else { exact >= least };
    assert!(enough || played < 40, "only {exact} of {played} were answered exactly");
}

fn play(matchup: &Matchup, seed: u64) -> Vec<Trial> {
    let mut dice = Dice::new(seed);
    (0..TRIALS).map(|_| (matchup.play)(&mut dice)).collect()
}

fn histogram(trials: &[Trial], of: impl Fn(&Trial) -> u32) -> Vec<u64> {
    let mut counts = Vec::new();
    for trial in trials {
        let k = of(trial) as usize;
        if counts.len() <= k {
            counts.resize(k + 1, 0);
        }
        counts[k] += 1;
    }
    counts
}

/// The values that were seen far more or less often than they should be, a line each.
fn unlike(pmf: &Pmf, counts: &[u64]) -> String {
    let row = |k: usize| {
        let (expected, seen) = (pmf.at(k) * TRIALS as f64, counts.get(k).copied().unwrap_or(0) as f64);
        let is_far = (seen - expected).abs() > 4.0 * expected.max(1.0).sqrt();
        is_far.then(|| format!("{k}: {seen} times, not {expected:.1}\n"))
    };
    (0..counts.len().max(pmf.max() + 1)).filter_map(row).collect()
}

/// Compares one match-up; `true` if the exact engine answered it.
fn check(matchup: &Matchup, seed: u64) -> bool {
    let request = Request {
        set: matchup.set.clone(),
        rulings: matchup.rulings.clone(),
        with: matchup.with.clone(),
        ..Request::default()
    };
    let told = || {
        format!(
            "seed {seed}\n{}\n{}\n{:?} {:?} {:?}",
            matchup.attacker, matchup.defender, matchup.with, matchup.set, matchup.rulings
        )
    };
    let prepared = crate::support::prepared(&matchup.attacker, &matchup.defender, &request)
        .unwrap_or_else(|error| panic!("{error}\n{}", told()));
    // Where exact is too large for the program itself, many more trials than the referee's stand in for it.
    let sampling = Sampling { trials: 1 << 16, seed, work: f64::INFINITY, ..Sampling::default() };
    let auto = Options { method: Method::Auto, sampling: sampling.clone() };
    let answer = engine::run(&prepared.engaged.engagement, &auto, &|_| {}).expect("within every limit");
    let (exact, outcome) = (!answer.fell_back, answer.outcome);
    if exact {
        let sampling = Sampling { trials: 1 << 15, ..sampling };
        let sampled = engine::sample(&prepared.engaged.engagement, &sampling).expect("within every limit");
        let agreement = Agreement::of(&outcome, &sampled);
        assert!(agreement.metrics.iter().all(|metric| metric.p > REJECT), "{agreement:?}\n{}", told());
    }
    let trials = play(matchup, seed);
    let none = Pmf::certain(0);
    let attacker = if outcome.has(Side::Attacker) { outcome.wounds_lost(Side::Attacker) } else { none.clone() };
    for (name, pmf, counts) in [
        ("damage", outcome.total("damage").unwrap_or(&none), histogram(&trials, |t| t.damage)),
        ("wounds-lost", &outcome.wounds_lost(Side::Defender), histogram(&trials, |t| t.wounds_lost)),
        ("slain", &outcome.slain(Side::Defender), histogram(&trials, |t| t.slain)),
        ("mortal", outcome.total("mortal-wounds").unwrap_or(&none), histogram(&trials, |t| t.mortal_wounds)),
        ("attacker", &attacker, histogram(&trials, |t| t.attacker_wounds_lost)),
        ("panic-rolled", outcome.total("panic-rolled").unwrap_or(&none), histogram(&trials, |t| t.panic[0])),
        ("panic-failed", outcome.total("panic-failed").unwrap_or(&none), histogram(&trials, |t| t.panic[1])),
        ("ranks", &ranks(&prepared, &outcome), histogram(&trials, |t| t.ranks)),
    ] {
        let p = chi_square(pmf, &counts, exact);
        let seen = counts.iter().enumerate().map(|(k, n)| k as f64 * *n as f64).sum::<f64>() / TRIALS as f64;
        let rows = || unlike(pmf, &counts);
        assert!(p > REJECT, "{name}: p = {p}, mean {} against the referee's {seen}\n{}{}", pmf.mean(), rows(), told());
    }
    if trials[0].wounds_left.is_some() {
        let (report, _) = prepared.report(&auto, &|_| {}).expect("within every limit");
        let left = report.results.metrics.iter().find(|metric| metric.name == "wounds-left").expect("something heals");
        let p = chi_square(&left.pmf, &histogram(&trials, |t| t.wounds_left.unwrap_or(0)), exact);
        assert!(p > REJECT, "wounds-left: p = {p}, mean {}\n{}", left.pmf.mean(), told());
    }
    for (name, bodies) in &prepared.engaged.chances {
        let p = outcome.gone(bodies);
        let seen = trials.iter().filter(|t| t.characters_slain > 0).count() as f64 / TRIALS as f64;
        let error = (p * (1.0 - p) / TRIALS as f64).sqrt();
        assert!((p - seen).abs() <= 5.5 * error + 1e-9, "{name}: {p} against the referee's {seen}\n{}", told());
    }
    for (index, name) in matchup.stages.iter().enumerate() {
        let stage = outcome.stages.iter().find(|stage| stage.name == *name).expect("a stage of the game");
        let seen = trials.iter().map(|t| f64::from(t.stages[index])).sum::<f64>() / TRIALS as f64;
        let error = (stage.moments.variance / TRIALS as f64).sqrt();
        let gap = (stage.moments.mean - seen).abs();
        assert!(gap <= 5.5 * error + 1e-9, "{name}: {} against the referee's {seen}\n{}", stage.moments.mean, told());
    }
    exact
}

/// The ranks of a game that has them.
fn ranks(prepared: &Prepared, outcome: &Outcome) -> Pmf {
    let worth = prepared.engaged.readings.iter().find_map(|reading| match reading {
        Reading::Worth { name: "ranks", body, worth } => Some((*body, worth)),
        _ => None,
    });
    worth.map_or_else(|| Pmf::certain(0), |(body, worth)| outcome.distribution(|lost| usize::from(worth[lost[body]])))
}

#[test]
fn age_of_sigmar() {
    let exact = (0..matchups()).filter(|seed| check(&matchups::age_of_sigmar::matchup(*seed), *seed)).count();
    // Many dice on the side, several points a hit and a die before the attack make some of these too large for an exact
    // answer.
    mostly_exact(exact, 180);
}

#[test]
fn warhammer_40k() {
    let exact = (0..matchups()).filter(|seed| check(&matchups::warhammer_40k::matchup(*seed), *seed)).count();
    // Precision that waits until it can kill keeps wounds, and what two bodies lost, together: some of these are sampled.
    mostly_exact(exact, 150);
}

#[test]
fn warhammer_40k_11e() {
    let exact = (0..matchups()).filter(|seed| check(&matchups::warhammer_40k_11e::matchup(*seed), *seed)).count();
    // Saves in the order of their dice, of a unit in many groups, are too much for an exact answer now and then.
    mostly_exact(exact, 150);
}

#[test]
fn warcry() {
    let (mut exact, mut who_is_down) = (0, 0u64);
    for seed in 0..matchups() {
        let matchup = matchups::warcry::matchup(seed);
        if check(&matchup, seed) {
            exact += 1;
            who_is_down += u64::from(check_who_is_down(&matchup, seed));
        }
    }
    mostly_exact(exact, 190);
    assert!(who_is_down >= 40 || matchups() < 200, "only {who_is_down} of 200 hurt the attacker");
}

/// Compares the joint table of who is down; `true` if the attacker could fall at all.
fn check_who_is_down(matchup: &Matchup, seed: u64) -> bool {
    let request = Request {
        set: matchup.set.clone(),
        rulings: matchup.rulings.clone(),
        with: matchup.with.clone(),
        ..Request::default()
    };
    let prepared = crate::support::prepared(&matchup.attacker, &matchup.defender, &request).expect("checked before");
    let outcome = engine::exact(&prepared.engaged.engagement).expect("within every limit");
    if !outcome.has(Side::Attacker) {
        return false;
    }
    let bodies = outcome.bodies();
    let fallen = |lost: &[usize], side: Side| {
        usize::from((0..bodies.len()).all(|body| bodies[body].side != side || lost[body] >= bodies[body].wounds()))
    };
    let exact = outcome.distribution(|lost| 2 * fallen(lost, Side::Defender) + fallen(lost, Side::Attacker));
    let attacker_wounds = bodies.iter().find(|body| body.side == Side::Attacker).expect("it has one");
    let left = (attacker_wounds.wounds() - usize::from(attacker_wounds.taken)) as u32;
    let trials = play(matchup, seed);
    let counts = histogram(&trials, |t| 2 * t.slain + u32::from(t.attacker_wounds_lost == left));
    let p = chi_square(&exact, &counts, true);
    assert!(p > REJECT, "who is down: p = {p}, {counts:?}\nseed {seed} {:?}", matchup.with);
    true
}

#[test]
fn asoiaf() {
    let exact = (0..matchups()).filter(|seed| check(&matchups::asoiaf::matchup(*seed), *seed)).count();
    mostly_exact(exact, 190);
}
