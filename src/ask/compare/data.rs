//! A comparison as data: JSON and tidy rows, also cell by cell.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{CompareCell, Comparison, Reached};
use crate::ask::cells::{CellNumber, Counted, Entrant, POINTS_DESTROYED};
use crate::ask::report::UnitLine;
use crate::ask::report::data::{Pairs, chance_entries, number_entries};
use crate::ask::said::{COLUMNS, NotComputed, Said};
use crate::report::{CsvCell, SCHEMA, TOOL, one_line, pretty};

/// The columns of tables of many attacks.
pub(in crate::ask) const HEADER: [&str; 23] = [
    "game",
    "attacker",
    "defender",
    "phase",
    "with",
    "varied",
    "metric",
    "mean",
    "sd",
    "p05",
    "p25",
    "p50",
    "p75",
    "p95",
    "destroyed",
    "per_100_points",
    "method",
    "low",
    "high",
    "refused",
    "attacker_models",
    "defender_models",
    "trials",
];

/// The columns of a comparison.
pub fn compare_csv_head() -> Vec<&'static str> {
    // The phase stands among the columns in front already.
    [HEADER.as_slice(), &["seed"], &COLUMNS[1..]].concat()
}

/// The keys of the JSON in front of the cells, in their order.
#[derive(serde::Serialize)]
struct Head<'c> {
    schema: u32,
    tool: &'static str,
    game: &'static str,
    #[serde(flatten)]
    variant: Pairs<'c, &'static str>,
    attackers: Vec<&'c UnitLine>,
    defenders: Vec<&'c UnitLine>,
    #[serde(flatten)]
    said: &'c Said,
    #[serde(skip_serializing_if = "Pairs::is_empty")]
    rulings: Pairs<'c, String>,
    method: &'static str,
    seed: u64,
    metrics: &'c [&'static str],
}

impl Comparison {
    /// The JSON down to where its cells begin; [`compare_json_cell`](Self::json_cell) writes them and
    /// [`json_tail`](Self::json_tail) the end. Together they are one JSON text, whatever the number of cells.
    pub fn json_head(&self) -> String {
        let head = pretty(&Head {
            schema: SCHEMA,
            tool: TOOL,
            game: self.game.id,
            variant: Pairs(&self.said.variant),
            attackers: self.attackers().collect(),
            defenders: self.defenders().collect(),
            said: &self.said,
            rulings: Pairs(&self.said.rulings),
            method: self.method(),
            seed: self.options.sampling.seed,
            metrics: &self.metrics,
        });
        head.trim_end().trim_end_matches('}').trim_end().to_owned()
    }

    /// One cell as JSON, after the one `before` it.
    pub fn json_cell(&self, cell: &CompareCell, before: Option<bool>) -> String {
        let text = one_line(&CellKeys { cell, of: self });
        match before {
            None if cell.back => format!(",\n  \"cells\": [],\n  \"back\": [\n    {text}"),
            None => format!(",\n  \"cells\": [\n    {text}"),
            Some(back) if back == cell.back => format!(",\n    {text}"),
            Some(_) => format!("\n  ],\n  \"back\": [\n    {text}"),
        }
    }

    /// The end of the JSON, after a last cell or none.
    pub fn json_tail(&self, last: Option<bool>, reached: Reached) -> String {
        let end = if last.is_none() { ",\n  \"cells\": []" } else { "\n  ]" };
        let stopped = if reached.is_all() {
            String::new()
        } else {
            format!(",\n  \"stopped\": {{\n    \"cells\": {},\n    \"of\": {}\n  }}", reached.cells, reached.of)
        };
        format!("{end}{stopped}\n}}\n")
    }

    /// All cells as JSON, as they are written one by one.
    pub fn json(&self, cells: &[CompareCell]) -> String {
        let (mut text, mut last) = (self.json_head(), None);
        for cell in cells {
            text.push_str(&self.json_cell(cell, last));
            last = Some(cell.back);
        }
        text + &self.json_tail(last, Reached { cells: cells.len(), of: self.cells() })
    }

    /// Who attacks and who is attacked in a cell.
    fn units(&self, cell: &CompareCell) -> [&Entrant; 2] {
        let (rows, columns) =
            if cell.back { (&self.defenders, &self.attackers) } else { (&self.attackers, &self.defenders) };
        [&rows[cell.attacker], &columns[cell.defender]]
    }

    /// Their lines.
    pub(super) fn lines(&self, cell: &CompareCell) -> [&UnitLine; 2] {
        self.units(cell).map(|unit| &unit.line)
    }
}

/// A value for each 100 points.
fn per_100(value: f64, points: u32) -> f64 {
    value * 100.0 / f64::from(points)
}

/// Points by which something may be divided.
pub(in crate::ask) fn costs(unit: &UnitLine) -> Option<u32> {
    unit.points.filter(|points| *points > 0)
}

impl Counted {
    /// A result for each 100 points of the attacker; a chance is not divided.
    pub(in crate::ask) fn per_100(&self, name: &str, points: Option<u32>) -> Option<f64> {
        let points = points?;
        let mean = self.number(name).map(|number| number.summary.mean);
        mean.or_else(|| self.points_destroyed.filter(|_| name == POINTS_DESTROYED)).map(|mean| per_100(mean, points))
    }

    /// `exact`, `sampled` or `both`.
    pub(in crate::ask) fn method(&self) -> &'static str {
        match (self.agrees, self.trials) {
            (Some(_), _) => "both",
            (None, Some(_)) => "sampled",
            (None, None) => "exact",
        }
    }
}

/// The keys of one cell.
struct CellKeys<'c> {
    cell: &'c CompareCell,
    of: &'c Comparison,
}

impl Serialize for CellKeys<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("attacker", &self.cell.attacker)?;
        map.serialize_entry("defender", &self.cell.defender)?;
        match &self.cell.answer {
            Err(why) => map.serialize_entry("refused", why)?,
            Ok(counted) => {
                let points = costs(self.of.lines(self.cell)[0]);
                map.serialize_entry("phase", &counted.phase)?;
                counted_entries(&mut map, counted)?;
                map.serialize_entry("per-100-points", &points.map(|points| Per100(counted, points)))?;
                map.serialize_entry(POINTS_DESTROYED, &counted.points_destroyed)?;
                let share = counted.points_destroyed.zip(points).map(|(mean, points)| per_100(mean, points));
                map.serialize_entry("points-destroyed-per-100", &share)?;
            }
        }
        map.end()
    }
}

/// How it was computed, and the results.
pub(in crate::ask) fn counted_entries<M: SerializeMap>(map: &mut M, counted: &Counted) -> Result<(), M::Error> {
    map.serialize_entry("method", counted.method())?;
    if let Some(trials) = counted.trials {
        map.serialize_entry("trials", &trials)?;
    }
    map.serialize_entry("results", &CellResults(counted))
}

struct CellResults<'c>(&'c Counted);

impl Serialize for CellResults<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for number in &self.0.numbers {
            map.serialize_entry(number.name, number)?;
        }
        chance_entries(&mut map, &self.0.chances)?;
        map.end()
    }
}

impl Serialize for CellNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        number_entries(&mut map, &self.summary, self.pmf.as_ref())?;
        map.end()
    }
}

/// Means for each 100 points.
struct Per100<'c>(&'c Counted, u32);

impl Serialize for Per100<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(counted, points) = self;
        serializer
            .collect_map(counted.numbers.iter().map(|number| (number.name, per_100(number.summary.mean, *points))))
    }
}

/// The rows of one cell: one for each result, or one that says why there is none.
pub fn compare_csv_rows(of: &Comparison, cell: &CompareCell) -> Vec<Vec<CsvCell>> {
    let [attacker, defender] = of.lines(cell);
    let about = About {
        game: of.game.id,
        attacker,
        defender,
        seed: of.options.sampling.seed,
        said: &of.said,
        varied: None,
        not_computed: of.units(cell).into_iter().filter_map(|unit| unit.not_computed.as_ref()).collect(),
    };
    about.rows(&of.metrics, &cell.answer, costs(attacker))
}

/// What the rows of one cell say besides its results.
pub(in crate::ask) struct About<'c> {
    pub(in crate::ask) game: &'static str,
    pub(in crate::ask) attacker: &'c UnitLine,
    pub(in crate::ask) defender: &'c UnitLine,
    pub(in crate::ask) seed: u64,
    pub(in crate::ask) said: &'c Said,
    /// What was varied, and how.
    pub(in crate::ask) varied: Option<String>,
    /// What the profiles of the two leave out.
    pub(in crate::ask) not_computed: Vec<&'c NotComputed>,
}

impl About<'_> {
    pub(in crate::ask) fn rows(
        &self,
        metrics: &[&'static str],
        answer: &Result<Counted, String>,
        points: Option<u32>,
    ) -> Vec<Vec<CsvCell>> {
        match answer {
            Ok(counted) => {
                let has = |metric: &&&str| counted.value(metric).is_some();
                metrics.iter().filter(has).map(|metric| self.row(metric, counted, points)).collect()
            }
            Err(why) => {
                let mut cells = vec![CsvCell::Empty; 13];
                cells.push(CsvCell::text(why));
                vec![self.line(self.said.phase.map(crate::games::Phase::name), cells, None)]
            }
        }
    }

    /// The cells in front of and behind those from `metric` to `refused`.
    fn line(&self, phase: Option<&str>, cells: Vec<CsvCell>, trials: Option<u64>) -> Vec<CsvCell> {
        let mut row = vec![
            CsvCell::text(self.game),
            CsvCell::text(&self.attacker.name),
            CsvCell::text(&self.defender.name),
            phase.map_or(CsvCell::Empty, CsvCell::text),
            CsvCell::with(&self.said.with),
            self.varied.as_ref().map_or(CsvCell::Empty, CsvCell::text),
        ];
        row.extend(cells);
        row.push(CsvCell::Integer(self.attacker.models as u64));
        row.push(CsvCell::Integer(self.defender.models as u64));
        row.push(trials.into());
        row.push(CsvCell::Integer(self.seed));
        row.extend(self.said.cells().split_off(1));
        // What other units leave out does not matter here.
        row.pop();
        row.push(NotComputed::cell(&self.not_computed));
        row
    }

    fn row(&self, metric: &'static str, counted: &Counted, points: Option<u32>) -> Vec<CsvCell> {
        let mut cells = vec![CsvCell::text(metric), counted.value(metric).into()];
        let number = counted.number(metric);
        match number {
            Some(CellNumber { summary, .. }) => {
                cells.push(CsvCell::Number(summary.sd));
                cells.extend(summary.quantiles.map(|value| CsvCell::Integer(value as u64)));
            }
            None => cells.extend(vec![CsvCell::Empty; 6]),
        }
        cells.push(counted.value("destroyed").into());
        cells.push(counted.per_100(metric, points).into());
        cells.push(CsvCell::text(counted.method()));
        let chance = || counted.chance(metric).and_then(|chance| chance.interval);
        let interval = number.and_then(|number| number.summary.interval).or_else(chance);
        for end in [0, 1] {
            cells.push(interval.map(|interval| interval[end]).into());
        }
        cells.push(CsvCell::Empty);
        self.line(counted.phase.map(crate::games::Phase::name), cells, counted.trials)
    }
}
