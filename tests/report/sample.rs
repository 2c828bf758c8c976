//! Reports for the tests of this folder.

use warodds::ask::{
    AgreementLine, Chance, Head, Left, Metric, NotComputed, Report, Request, Results, StageLine, UnitLine, WeaponLine,
    prepare,
};
use warodds::engine::Options;
use warodds::games::Phase;
use warodds::stats::{Interval, Pmf, Summary};

const TRIALS: u64 = 1_000_000;

fn metric(name: &'static str, weights: &[f64], trials: Option<u64>) -> Metric {
    let pmf = Pmf::from_weights(weights.to_vec());
    let summary = Summary::of(&pmf, trials);
    Metric { name, summary, pmf }
}

fn results(damage: &[f64], lost: &[f64], slain: &[f64], destroyed: f64, trials: Option<u64>) -> Results {
    Results {
        metrics: vec![
            metric("damage", damage, trials),
            metric("wounds-lost", lost, trials),
            metric("slain", slain, trials),
        ],
        chances: vec![Chance { name: "destroyed", p: destroyed, interval: trials.map(|n| wilson(destroyed, n)) }],
    }
}

/// Wilson's 95 % interval of a chance that so many trials have: the square of 1.96 is 3.84.
fn wilson(p: f64, trials: u64) -> Interval {
    let (n, z): (f64, f64) = (trials as f64, 1.959_963_984_540_054);
    let (centre, half) = (p + z * z / (2.0 * n), z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt());
    [centre - half, centre + half].map(|end| end / (1.0 + z * z / n))
}

/// What an attack that was really asked for begins with.
fn head() -> Head {
    let request = Request { attacker: "liberators".into(), defender: "clawlord".into(), ..Request::default() };
    let prepared = prepare(&request).unwrap_or_else(|error| panic!("{error}"));
    let mut head = prepared.report(&Options::default(), &|_| {}).unwrap_or_else(|error| panic!("{error}")).0.head;
    head.command = "warodds attack liberators clawlord".into();
    head.seed = Some(42);
    (head.not_computed, head.notes) = Default::default();
    head
}

/// One small exact report.
pub(crate) fn tiny() -> Report {
    let stage = |name, mean, sd| StageLine { name, mean, sd };
    Report {
        head: head(),
        attacker: UnitLine { name: "Liberators".into(), points: Some(100), models: 5 },
        defender: UnitLine { name: "Clawlord on Gnaw-beast".into(), points: None, models: 1 },
        left: Left { models: 1, wounds: 1 },
        method: "exact",
        trials: None,
        stages: vec![stage("attacks", 10.0, 0.0), stage("hits", 6.5, 1.5)],
        weapons: vec![WeaponLine { name: "Warhammer".into(), stages: vec![stage("attacks", 10.0, 0.0)] }],
        results: results(&[0.25, 0.5, 0.25], &[0.25, 0.75], &[0.25, 0.75], 0.75, None),
        sampled: None,
        agreement: None,
        metric: None,
        alone: Vec::new(),
    }
}

/// The same, only rolled.
pub(crate) fn rolled() -> Report {
    Report { method: "sampled", trials: Some(TRIALS), results: rolled_results(), ..tiny() }
}

fn rolled_results() -> Results {
    results(&[0.26, 0.5, 0.24], &[0.26, 0.74], &[0.26, 0.74], 0.74, Some(TRIALS))
}

/// The same, computed and rolled.
pub(crate) fn both() -> Report {
    let mut head = head();
    head.with = vec!["+1 to hit".into(), "charged".into()];
    head.with_typed = vec!["+1 to hit".into(), "charged".into()];
    head.set = vec!["defender.save=4+".into()];
    head.phase = Some(Phase::Combat);
    head.weapon = vec!["Warhammer".into()];
    head.order = vec!["Grandhammer".into()];
    head.rulings = vec![("twin-linked".into(), "best".into())];
    head.mode = Some("core".into());
    head.not_computed = vec![NotComputed { unit: "Liberators".into(), names: vec!["Overcharge".into()] }];
    head.command = "warodds attack liberators clawlord --method both".into();
    Report {
        head,
        method: "both",
        trials: Some(TRIALS),
        sampled: Some(rolled_results()),
        agreement: Some(AgreementLine { chi_square: 0.4, degrees: 2, p: 0.818_730_75, holds: true }),
        ..tiny()
    }
}

/// A bell of `n` values of damage against a unit of many models.
pub(crate) fn wide(n: usize) -> Report {
    let (centre, spread) = (n as f64 * 0.4, n as f64 / 16.0);
    let bell = |width: f64| -> Vec<f64> {
        (0..n).map(|k| (-((k as f64 - centre) / (spread * width)).powi(2) / 2.0).exp().max(1e-300)).collect()
    };
    let mut report = tiny();
    report.defender = UnitLine { name: "Clanrats".into(), points: Some(150), models: n };
    report.left = Left { models: n, wounds: n };
    report.results = results(&bell(1.0), &bell(1.0), &bell(1.0), 1.3e-7, None);
    report
}

/// The report under other names.
pub(crate) fn named(report: Report, attacker: &str, defender: &str) -> Report {
    Report {
        attacker: UnitLine { name: attacker.into(), ..report.attacker },
        defender: UnitLine { name: defender.into(), ..report.defender },
        ..report
    }
}
