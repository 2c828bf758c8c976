//! What tests of games share: units written in a line, and attacks answered exactly.
#![allow(dead_code, reason = "each test file uses its part")]

pub(crate) mod questions;
pub(crate) mod rosters;
pub(crate) mod warcry;

use warodds::ask::{Prepared, Request, prepare, prepare_units};
use warodds::engine::{Method, Options, Outcome, Sampling, exact, run};
use warodds::error::Error;
use warodds::profile::{Found, Source};
use warodds::stats::Pmf;

/// How many cases of a test are played: `part` of them in every run, and `all` where `WARODDS_ALL_CASES` is set, as it is
/// once a week. The part is the beginning of all.
pub(crate) fn cases(part: u32, all: u32) -> u32 {
    if std::env::var_os("WARODDS_ALL_CASES").is_some() { all } else { part }
}

/// A unit from the text of its profile.
pub(crate) fn unit(text: &str) -> Found {
    Found::of("unit", Source::new("unit.toml", text))
}

/// What was asked besides the units.
pub(crate) fn with(clauses: &[&str]) -> Request {
    Request { with: clauses.iter().map(|clause| (*clause).to_owned()).collect(), ..Request::default() }
}

pub(crate) fn prepared(attacker: &str, defender: &str, request: &Request) -> Result<Prepared, Error> {
    prepare_units(&[(unit(attacker), None)], &(unit(defender), None), request)
}

/// What `explain` tells of an attack, each line with its rule.
pub(crate) fn explained(attacker: &str, defender: &str, request: &Request) -> Vec<(String, &'static str)> {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.display().to_string()
    };
    let (attacker, defender) = (write("a.toml", attacker), write("b.toml", defender));
    let request = Request { attacker, defender, ..request.clone() };
    let explained = prepare(&request).unwrap_or_else(|error| panic!("{error}")).engaged.explained;
    explained.into_iter().flat_map(|one| one.lines).map(|line| (line.what, line.rule)).collect()
}

/// The exact outcome of an attack.
pub(crate) fn attack(attacker: &str, defender: &str, request: &Request) -> Outcome {
    let prepared = prepared(attacker, defender, request).unwrap_or_else(|error| panic!("{error}"));
    exact(&prepared.engaged.engagement).expect("not too large")
}

/// The exact outcome of an attack with which dice agree.
pub(crate) fn agreed(attacker: &str, defender: &str, request: &Request) -> Outcome {
    let prepared = prepared(attacker, defender, request).unwrap_or_else(|error| panic!("{error}"));
    let sampling = Sampling { trials: 1 << 15, seed: 7, ..Sampling::default() };
    let both = Options { method: Method::Both, sampling };
    let answer = run(&prepared.engaged.engagement, &both, &|_| {}).expect("not too large");
    for metric in &answer.agreement.expect("both were asked for").metrics {
        assert!(metric.p > 1e-5, "{}: p is {} with {:?}", metric.metric, metric.p, request.with);
    }
    answer.outcome
}

/// The text of the error that an attack ends with.
pub(crate) fn mistake(attacker: &str, defender: &str, request: &Request) -> String {
    prepared(attacker, defender, request).expect_err("a mistake").to_string()
}

/// An Age of Sigmar unit with one melee weapon that all its models use.
pub(crate) fn sigmar(models: u32, weapon: &str) -> String {
    format!(
        "game = \"age-of-sigmar\"\nname = \"Attacker\"\nmodels = {models}\nhealth = 1\nsave = \"-\"\n[[weapon]]\nname = \"Weapon\"\n{weapon}\n"
    )
}

/// An Age of Sigmar target.
pub(crate) fn target(models: u32, health: u32, save: &str, more: &str) -> String {
    format!(
        "game = \"age-of-sigmar\"\nname = \"Target\"\nmodels = {models}\nhealth = {health}\nsave = \"{save}\"\n{more}\n"
    )
}

/// A Warhammer 40,000 unit of one model with the weapons that are written.
pub(crate) fn forty_k(weapons: &str) -> String {
    format!(
        "game = \"warhammer-40k\"\nname = \"Attacker\"\n[[model]]\ncount = 1\ntoughness = 4\nsave = \"3+\"\nwounds = 2\n{weapons}\n"
    )
}

/// A ranged weapon of Warhammer 40,000.
pub(crate) fn gun(count: u32, line: &str, abilities: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [attacks, skill, strength, ap, damage] = words[..] else { panic!("A BS S AP D: {line}") };
    format!(
        "[[weapon]]\nname = \"Gun\"\nrange = 24\ncount = {count}\nattacks = \"{attacks}\"\nskill = \"{skill}\"\nstrength = {strength}\nap = {ap}\ndamage = \"{damage}\"\nabilities = [{abilities}]\n"
    )
}

/// A Warhammer 40,000 target of one kind of model: count, T, Sv, W.
pub(crate) fn squad(count: u32, toughness: u32, save: &str, wounds: u32, more: &str) -> String {
    format!(
        "game = \"warhammer-40k\"\nname = \"Target\"\n[[model]]\nname = \"Model\"\ncount = {count}\ntoughness = {toughness}\nsave = \"{save}\"\nwounds = {wounds}\n{more}\n"
    )
}

#[track_caller]
pub(crate) fn near(what: &str, ours: f64, truth: f64) {
    assert!((ours - truth).abs() < 1e-12, "{what}: {ours} instead of {truth}");
}

/// Equal to what is printed with so many digits.
#[track_caller]
pub(crate) fn printed(what: &str, ours: f64, truth: f64, digits: i32) {
    let half = 0.5 * 10f64.powi(-digits);
    assert!((ours - truth).abs() <= half * 1.000_001, "{what}: {ours} instead of {truth}");
}

/// A distribution given as `(value, numerator)` over a common denominator.
#[track_caller]
pub(crate) fn is(what: &str, pmf: &Pmf, denominator: f64, row: &[(usize, f64)]) {
    let mut rest = 1.0;
    for (k, numerator) in row {
        near(&format!("{what} = {k}"), pmf.at(*k), numerator / denominator);
        rest -= numerator / denominator;
    }
    near(&format!("{what}: everything else"), rest, 0.0);
}

/// The mean of one stage.
pub(crate) fn stage(outcome: &Outcome, name: &str) -> f64 {
    outcome.stages.iter().find(|stage| stage.name == name).unwrap_or_else(|| panic!("no stage {name}")).moments.mean
}

pub(crate) fn damage(outcome: &Outcome) -> &Pmf {
    outcome.total("damage").expect("every attack has it")
}
