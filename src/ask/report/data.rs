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
    Head::csv(ValueRow::COLUMNS, each.flat_map(of).map(|row| (&row.report.head, row)), style)
}

fn of<'r>((report, rolled, results): (&'r Report, bool, &'r Results)) -> impl Iterator<Item = ValueRow<'r>> {
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

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;
    use crate::ask::Phases;
    use crate::report::{Json, TOOL};

    /// All that is written of one attack.
    fn json(report: Report) -> String {
        Phases::from(report).json()
    }

    #[test]
    fn an_exact_report_has_every_field_of_schema_2() {
        let wanted = r#"{
  "schema": 2,
  "tool": "TOOL",
  "command": "warodds attack liberators clawlord",
  "game": "age-of-sigmar",
  "with": [],
  "with-typed": [],
  "set": [],
  "phase": null,
  "weapon": [],
  "order": [],
  "seed": 42,
  "notes": [],
  "warnings": [],
  "attacker": {
    "name": "Liberators",
    "points": 100,
    "models": 5
  },
  "defender": {
    "name": "Clawlord on Gnaw-beast",
    "models": 1
  },
  "phases": [
    {
      "phase": null,
      "weapon": [],
      "method": "exact",
      "trials": null,
      "stages": [
        {"name": "attacks", "mean": 10.0, "sd": 0.0},
        {"name": "hits", "mean": 6.5, "sd": 1.5}
      ],
      "weapons": [
        {"name": "Warhammer", "stages": [{"name": "attacks", "mean": 10.0, "sd": 0.0}]}
      ],
      "results": {
        "damage": {"mean": 1.0, "sd": 0.7071067811865476, "quantiles": {"5": 0, "25": 0, "50": 1, "75": 1, "95": 2}, "pmf": [0.25, 0.5, 0.25]},
        "wounds-lost": {"mean": 0.75, "sd": 0.4330127018922193, "quantiles": {"5": 0, "25": 0, "50": 1, "75": 1, "95": 1}, "pmf": [0.25, 0.75]},
        "slain": {"mean": 0.75, "sd": 0.4330127018922193, "quantiles": {"5": 0, "25": 0, "50": 1, "75": 1, "95": 1}, "pmf": [0.25, 0.75]},
        "destroyed": 0.75
      }
    }
  ]
}
"#;
        assert_eq!(json(sample::tiny()), wanted.replace("TOOL", TOOL));
    }

    #[test]
    fn both_methods_add_the_sampled_results_and_their_agreement() {
        let text = json(sample::both());
        assert!(
            text.contains(r#""95": 2}, "interval": [0.9"#) && text.contains(r#""pmf": [0.26, 0.5, 0.24]"#),
            "{text}"
        );
        assert!(text.contains("\"destroyed\": 0.74,\n        \"destroyed-interval\": [0.7"), "{text}");
        assert!(text.contains("\"chi-square\": 0.4,\n        \"degrees\": 2,\n        \"p\": 0.818731\n"), "{text}");
        let value: serde_json::Value = serde_json::from_str(&text).expect("valid JSON");
        assert_eq!(value["not-computed"], serde_json::json!([{"unit": "Liberators", "names": ["Overcharge"]}]));
        assert_eq!((&value["rulings"]["twin-linked"], &value["mode"]), (&"best".into(), &"core".into()));
        let keys = ["rulings", "phases", "method", "trials", "results", "sampled", "agreement"];
        let places = keys.map(|key| text.find(&format!("\"{key}\":")).expect("every key is there"));
        assert!(places.is_sorted(), "{text}");
        assert!(text.contains("\"trials\": 1000000,"), "{text}");
    }

    #[test]
    fn any_reader_gets_the_numbers_back() {
        let report = sample::wide(500);
        let text = json(report.clone());
        let value: serde_json::Value = serde_json::from_str(&text).expect("valid JSON");
        let read = value["phases"][0]["results"]["damage"]["pmf"].as_array().expect("a list");
        assert!(read.iter().all(serde_json::Value::is_f64), "no number became null");
        assert_eq!(value["attacker"]["name"], report.attacker.name.as_str());
        // Not through the reader above: it gives up the last digit for speed.
        let (_, list) = text.split_once("\"pmf\": [").expect("a list");
        let (list, _) = list.split_once(']').expect("its end");
        let exact: Vec<f64> = list.split(", ").map(|number| number.parse().expect("a number")).collect();
        assert_eq!(exact, report.results.metrics[0].pmf.probabilities());
    }

    #[test]
    fn one_attack_has_a_row_for_each_result_and_value() {
        let text = String::from_utf8(rows(&[sample::tiny()], CsvStyle::Plain)).expect("UTF-8");
        let lines: Vec<&str> = text.lines().collect();
        let columns = "game,attacker,defender,with,metric,value,probability,at_least,method,trials,seed,\
                       attacker_points,attacker_models,defender_points,defender_models,phase,command,not_computed,\
                       with_typed,set,weapon,order,rulings,mode,edition";
        assert_eq!(lines[0], columns);
        let said = "100,5,,1,,warodds attack liberators clawlord,,,,,,,,";
        let row = |cells: &str| format!("age-of-sigmar,Liberators,Clawlord on Gnaw-beast,[],{cells},exact,,42,{said}");
        assert_eq!(lines[1], row("damage,0,0.25,1.0"));
        assert_eq!(lines[3], row("damage,2,0.25,0.25"));
        assert_eq!(lines[8], row("destroyed,,0.75,"));
        assert_eq!(lines.len(), 9);
    }

    #[test]
    fn both_methods_stand_below_each_other() {
        let text = String::from_utf8(rows(&[sample::both()], CsvStyle::Plain)).expect("UTF-8");
        let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
        let methods: Vec<&str> = rows[1..].iter().map(|row| row[8]).collect();
        assert_eq!(methods, [["exact"; 8], ["sampled"; 8]].concat());
        assert!(rows[1..9].iter().all(|row| row[9].is_empty()), "exact rows have no trials");
        assert!(rows[9..].iter().all(|row| row[9] == "1000000" && row[3] == "[+1 to hit; charged]"));
        assert!(rows[1..].iter().all(|row| row[17] == "[Liberators: Overcharge]"));
    }
}
