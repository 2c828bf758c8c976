//! An attack's answer as data: JSON and tidy rows.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{AgreementLine, Chance, Metric, Report, Results, Said, StageLine, UnitLine, WeaponLine};
use crate::ask::said::COLUMNS;
use crate::report::{CsvCell, CsvTable, SCHEMA, TOOL, at_least};
use crate::stats::{Pmf, QUANTILES, Summary};

/// The columns of one attack.
const HEADER: [&str; 13] = [
    "game",
    "attacker",
    "defender",
    "with",
    "metric",
    "value",
    "probability",
    "at_least",
    "method",
    "trials",
    "seed",
    "attacker_models",
    "defender_models",
];

/// The keys of the JSON, in their order.
#[derive(serde::Serialize)]
struct Keys<'r> {
    schema: u32,
    tool: &'static str,
    game: &'static str,
    #[serde(flatten)]
    variant: Pairs<'r, &'static str>,
    attacker: &'r UnitLine,
    defender: &'r UnitLine,
    #[serde(flatten)]
    said: &'r Said,
    #[serde(skip_serializing_if = "Pairs::is_empty")]
    rulings: Pairs<'r, String>,
    method: &'static str,
    seed: u64,
    trials: Option<u64>,
    stages: &'r [StageLine],
    weapons: Weapons<'r>,
    results: &'r Results,
    #[serde(skip_serializing_if = "Option::is_none")]
    sampled: Option<&'r Results>,
    #[serde(skip_serializing_if = "Option::is_none")]
    agreement: Option<&'r AgreementLine>,
}

impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let said = self.said();
        let keys = Keys {
            schema: SCHEMA,
            tool: TOOL,
            game: self.game,
            variant: Pairs(&said.variant),
            attacker: &self.attacker,
            defender: &self.defender,
            said: &said,
            rulings: Pairs(&said.rulings),
            method: self.method(),
            seed: self.seed,
            trials: self.trials(),
            stages: &self.results.stages,
            weapons: if self.alone.is_empty() {
                Weapons::Together(&self.results.weapons)
            } else {
                Weapons::Alone(self.alone.iter().map(Alone::of).collect())
            },
            results: &self.results,
            sampled: self.sampled.as_ref(),
            agreement: self.agreement.as_ref(),
        };
        keys.serialize(serializer)
    }
}

/// The weapons of an attack: the stages of each, or each with an answer of its own.
#[derive(serde::Serialize)]
#[serde(untagged)]
enum Weapons<'r> {
    Together(&'r [WeaponLine]),
    Alone(Vec<Alone<'r>>),
}

/// The answer for one weapon alone.
#[derive(serde::Serialize)]
struct Alone<'r> {
    name: &'r str,
    stages: &'r [StageLine],
    results: &'r Results,
    #[serde(skip_serializing_if = "Option::is_none")]
    sampled: Option<&'r Results>,
    #[serde(skip_serializing_if = "Option::is_none")]
    agreement: Option<&'r AgreementLine>,
}

impl<'r> Alone<'r> {
    fn of(report: &'r Report) -> Self {
        Self {
            name: report.said.weapon.first().map_or("", String::as_str),
            stages: &report.results.stages,
            results: &report.results,
            sampled: report.sampled.as_ref(),
            agreement: report.agreement.as_ref(),
        }
    }
}

/// Names and values as an object, in their order.
pub(in crate::ask) struct Pairs<'a, N>(pub(in crate::ask) &'a [(N, String)]);

impl<N> Pairs<'_, N> {
    pub(in crate::ask) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<N: Serialize> Serialize for Pairs<'_, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl Serialize for Results {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for metric in &self.metrics {
            map.serialize_entry(metric.name, metric)?;
        }
        chance_entries(&mut map, &self.chances)?;
        map.end()
    }
}

/// Each probability, and its interval if it has one.
pub(in crate::ask) fn chance_entries<M: SerializeMap>(map: &mut M, chances: &[Chance]) -> Result<(), M::Error> {
    for Chance { name, p, interval } in chances {
        map.serialize_entry(name, p)?;
        if let Some(interval) = interval {
            map.serialize_entry(&format!("{name}-interval"), interval)?;
        }
    }
    Ok(())
}

impl Serialize for Metric {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        number_entries(&mut map, &self.summary, Some(&self.pmf))?;
        map.end()
    }
}

/// What is said of a number, with its distribution if that is wanted.
pub(in crate::ask) fn number_entries<M: SerializeMap>(
    map: &mut M,
    summary: &Summary,
    pmf: Option<&Pmf>,
) -> Result<(), M::Error> {
    map.serialize_entry("mean", &summary.mean)?;
    map.serialize_entry("sd", &summary.sd)?;
    map.serialize_entry("quantiles", &Quantiles(summary.quantiles))?;
    if let Some(pmf) = pmf {
        map.serialize_entry("pmf", pmf.probabilities())?;
    }
    if let Some(interval) = &summary.interval {
        map.serialize_entry("interval", interval)?;
    }
    Ok(())
}

struct Quantiles([usize; QUANTILES.len()]);

impl Serialize for Quantiles {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(QUANTILES.iter().zip(self.0))
    }
}

impl Report {
    /// One row for each result and value.
    pub(super) fn csv_rows(&self) -> CsvTable {
        let mut table = CsvTable::new(&[HEADER.as_slice(), &COLUMNS].concat());
        for report in std::iter::once(self).chain(&self.alone) {
            for results in std::iter::once(&report.results).chain(&report.sampled) {
                report.add_rows(&mut table, results);
            }
        }
        table
    }

    fn add_rows(&self, table: &mut CsvTable, results: &Results) {
        let said = self.said();
        let method = if results.trials.is_some() { "sampled" } else { "exact" };
        let mut add = |metric: &str, value: CsvCell, probability: f64, at_least: CsvCell| {
            let mut row = vec![
                CsvCell::text(self.game),
                CsvCell::text(&self.attacker.name),
                CsvCell::text(&self.defender.name),
                CsvCell::with(&said.with),
                CsvCell::text(metric),
                value,
                CsvCell::Number(probability),
                at_least,
                CsvCell::text(method),
                results.trials.into(),
                CsvCell::Integer(self.seed),
                CsvCell::Integer(self.attacker.models as u64),
                CsvCell::Integer(self.defender.models as u64),
            ];
            row.extend(said.cells());
            table.rows.push(row);
        };
        for metric in &results.metrics {
            let tails = at_least(&metric.pmf);
            for (value, (p, tail)) in metric.pmf.probabilities().iter().zip(tails).enumerate() {
                add(metric.name, CsvCell::Integer(value as u64), *p, CsvCell::Number(tail));
            }
        }
        for chance in &results.chances {
            add(chance.name, CsvCell::Empty, chance.p, CsvCell::Empty);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;
    use crate::report::{CsvStyle, Json};

    #[test]
    fn an_exact_report_has_every_field_of_schema_1() {
        let wanted = r#"{
  "schema": 1,
  "tool": "TOOL",
  "game": "age-of-sigmar",
  "attacker": {
    "name": "Liberators",
    "points": 100,
    "models": 5
  },
  "defender": {
    "name": "Clawlord on Gnaw-beast",
    "models": 1
  },
  "with": [],
  "set": [],
  "phase": null,
  "weapon": [],
  "order": [],
  "command": "warodds attack liberators clawlord",
  "method": "exact",
  "seed": 42,
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
"#;
        assert_eq!(sample::tiny().json(), wanted.replace("TOOL", TOOL));
    }

    #[test]
    fn both_methods_add_the_sampled_results_and_their_agreement() {
        let text = sample::both().json();
        assert!(text.contains(r#""pmf": [0.26, 0.5, 0.24], "interval": [0.9"#), "{text}");
        assert!(text.contains("    \"destroyed\": 0.74,\n    \"destroyed-interval\": [0.7"), "{text}");
        assert!(text.ends_with(
            "  \"agreement\": {\n    \"chi-square\": 0.4,\n    \"degrees\": 2,\n    \"p\": 0.818731\n  }\n}\n"
        ));
        let value: serde_json::Value = serde_json::from_str(&text).expect("valid JSON");
        assert_eq!(value["not-computed"], serde_json::json!([{"unit": "Liberators", "names": ["Overcharge"]}]));
        let keys = ["rulings", "method", "trials", "results", "sampled", "agreement"];
        let places = keys.map(|key| text.find(&format!("\n  \"{key}\":")).expect("every key is there"));
        assert!(places.is_sorted(), "{text}");
        assert!(text.contains("\"trials\": 1000000,"), "{text}");
    }

    #[test]
    fn any_reader_gets_the_numbers_back() {
        let report = sample::wide(500);
        let text = report.json();
        let value: serde_json::Value = serde_json::from_str(&text).expect("valid JSON");
        let read = value["results"]["damage"]["pmf"].as_array().expect("a list");
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
        let text = String::from_utf8(sample::tiny().csv_rows().render(CsvStyle::Plain)).expect("UTF-8");
        let lines: Vec<&str> = text.lines().collect();
        let columns = "game,attacker,defender,with,metric,value,probability,at_least,method,trials,seed,\
                       attacker_models,defender_models,phase,set,weapon,order,rulings,mode,edition,command,not_computed";
        assert_eq!(lines[0], columns);
        let said = "5,1,,,,,,,,warodds attack liberators clawlord,";
        let row = |cells: &str| format!("age-of-sigmar,Liberators,Clawlord on Gnaw-beast,[],{cells},exact,,42,{said}");
        assert_eq!(lines[1], row("damage,0,0.25,1.0"));
        assert_eq!(lines[3], row("damage,2,0.25,0.25"));
        assert_eq!(lines[8], row("destroyed,,0.75,"));
        assert_eq!(lines.len(), 9);
    }

    #[test]
    fn both_methods_stand_below_each_other() {
        let text = String::from_utf8(sample::both().csv_rows().render(CsvStyle::Plain)).expect("UTF-8");
        let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
        let methods: Vec<&str> = rows[1..].iter().map(|row| row[8]).collect();
        assert_eq!(methods, [["exact"; 8], ["sampled"; 8]].concat());
        assert!(rows[1..9].iter().all(|row| row[9].is_empty()), "exact rows have no trials");
        assert!(rows[9..].iter().all(|row| row[9] == "1000000" && row[3] == "[+1 to hit; charged]"));
        assert!(rows[1..].iter().all(|row| row.last() == Some(&"[Liberators: Overcharge]")));
    }
}
