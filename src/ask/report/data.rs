//! An attack's answer as tidy rows.

use super::{Head, Report, Results};
use crate::ask::head::NotComputed;
use crate::games::Phase;
use crate::report::{Column, CsvCell, CsvStyle, at_least};

/// One value of a result with its chance, or a result that is a chance.
struct ValueRow<'r> {
    report: &'r Report,
    rolled: bool,
    metric: &'static str,
    value: Option<usize>,
    p: f64,
    at_least: Option<f64>,
}

impl<'r> ValueRow<'r> {
    const COLUMNS: &'r [Column<Self>] = &[
        ("game", |row| row.report.head.game.into()),
        ("attacker", |row| (&row.report.attacker.name).into()),
        ("defender", |row| (&row.report.defender.name).into()),
        ("with", |row| CsvCell::list(&row.report.head.with)),
        ("metric", |row| row.metric.into()),
        ("value", |row| row.value.into()),
        ("probability", |row| row.p.into()),
        ("at_least", |row| row.at_least.into()),
        ("method", |row| if row.rolled { "sampled".into() } else { "exact".into() }),
        ("trials", |row| row.report.trials.filter(|_| row.rolled).into()),
        ("seed", |row| row.report.head.seed.into()),
        ("attacker_points", |row| row.report.attacker.points.into()),
        ("attacker_models", |row| row.report.attacker.models.into()),
        ("defender_points", |row| row.report.defender.points.into()),
        ("defender_models", |row| row.report.defender.models.into()),
        ("phase", |row| row.report.head.phase.map(Phase::name).into()),
        ("command", |row| (&row.report.head.command).into()),
        ("not_computed", |row| NotComputed::cell(&row.report.head.not_computed)),
    ];
}

/// One row for each result and value.
pub(super) fn rows(reports: &[Report], style: CsvStyle) -> Vec<u8> {
    let all = reports.iter().flat_map(|report| std::iter::once(report).chain(&report.alone));
    let each = all.flat_map(|report| {
        let first = (report, report.method == "sampled", &report.results);
        std::iter::once(first).chain(report.sampled.iter().map(move |sampled| (report, true, sampled)))
    });
    Head::csv(ValueRow::COLUMNS, each.flat_map(value_rows).map(|row| (&row.report.head, row)), style)
}

fn value_rows<'r>((report, rolled, results): (&'r Report, bool, &'r Results)) -> impl Iterator<Item = ValueRow<'r>> {
    let numbers = results.metrics.iter().flat_map(move |metric| {
        let tails = at_least(&metric.pmf);
        metric.pmf.probabilities().iter().zip(tails).enumerate().map(move |(value, (p, tail))| ValueRow {
            report,
            rolled,
            metric: metric.name,
            value: Some(value),
            p: *p,
            at_least: Some(tail),
        })
    });
    let chances = results.chances.iter().map(move |chance| ValueRow {
        report,
        rolled,
        metric: chance.name,
        value: None,
        p: chance.p,
        at_least: None,
    });
    numbers.chain(chances)
}
