//! Reports for the tests of this folder.

use super::{AgreementLine, Chance, Head, Left, Metric, Report, Results, StageLine, UnitLine, WeaponLine};
use crate::ask::Request;
use crate::ask::head::NotComputed;
use crate::games::Phase;
use crate::stats::{Pmf, Summary, wilson};

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

/// One small exact report.
pub(super) fn tiny() -> Report {
    let stage = |name, mean, sd| StageLine { name, mean, sd };
    let head = Head::new("age-of-sigmar", &Request::default(), "warodds attack liberators clawlord".into());
    Report {
        head: Head { seed: Some(42), ..head },
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
pub(super) fn rolled() -> Report {
    Report { method: "sampled", trials: Some(TRIALS), results: rolled_results(), ..tiny() }
}

fn rolled_results() -> Results {
    results(&[0.26, 0.5, 0.24], &[0.26, 0.74], &[0.26, 0.74], 0.74, Some(TRIALS))
}

/// The same, computed and rolled.
pub(super) fn both() -> Report {
    Report {
        head: Head {
            with: vec!["+1 to hit".into(), "charged".into()],
            with_typed: vec!["+1 to hit".into(), "charged".into()],
            set: vec!["defender.save=4+".into()],
            phase: Some(Phase::Combat),
            weapon: vec!["Warhammer".into()],
            order: vec!["Grandhammer".into()],
            rulings: vec![("twin-linked".into(), "best".into())],
            mode: Some("core".into()),
            not_computed: vec![NotComputed { unit: "Liberators".into(), names: vec!["Overcharge".into()] }],
            command: "warodds attack liberators clawlord --method both".into(),
            tag: Some(0),
            ..tiny().head
        },
        method: "both",
        trials: Some(TRIALS),
        sampled: Some(rolled_results()),
        agreement: Some(AgreementLine { chi_square: 0.4, degrees: 2, p: 0.818_730_75, holds: true }),
        ..tiny()
    }
}

/// A bell of `n` values of damage against a unit of many models.
pub(super) fn wide(n: usize) -> Report {
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
pub(super) fn named(report: Report, attacker: &str, defender: &str) -> Report {
    Report {
        attacker: UnitLine { name: attacker.into(), ..report.attacker },
        defender: UnitLine { name: defender.into(), ..report.defender },
        ..report
    }
}
