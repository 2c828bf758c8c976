//! A comparison as data: JSON and tidy rows, also cell by cell.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{CompareCell, Comparison, Reached};
use crate::ask::cells::{CellNumber, Counted, Entrant, POINTS_DESTROYED};
use crate::ask::report::UnitLine;
use crate::ask::report::data::{Pairs, chance_entries, number_entries};
use crate::ask::said::{COLUMNS, NotComputed, Said};
use crate::games::Phase;
use crate::report::{CsvCell, CsvLines, CsvSink, CsvStyle, CsvValue, SCHEMA, TOOL, one_line, pretty};

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
pub(crate) fn compare_csv_head() -> Vec<&'static str> {
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
    pub(crate) fn json_head(&self) -> String {
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
    pub(crate) fn json_cell(&self, cell: &CompareCell, before: Option<bool>) -> String {
        let text = one_line(&CellKeys { cell, of: self });
        match before {
            None if cell.back => format!(",\n  \"cells\": [],\n  \"back\": [\n    {text}"),
            None => format!(",\n  \"cells\": [\n    {text}"),
            Some(back) if back == cell.back => format!(",\n    {text}"),
            Some(_) => format!("\n  ],\n  \"back\": [\n    {text}"),
        }
    }

    /// The end of the JSON, after a last cell or none.
    pub(crate) fn json_tail(last: Option<bool>, reached: Reached) -> String {
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
        text + &Self::json_tail(last, Reached { cells: cells.len(), of: self.cells() })
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

impl Comparison {
    /// The rows of some cells: for each cell one for each result, or one that says why there is none.
    pub fn csv_lines(&self, cells: &[CompareCell], style: CsvStyle) -> Vec<u8> {
        let (mut lines, said) = (CsvLines::new(style), SaidCells::of(&self.said));
        for cell in cells {
            let [attacker, defender] = self.lines(cell);
            let left_out: Vec<&NotComputed> =
                self.units(cell).into_iter().filter_map(|unit| unit.not_computed.as_ref()).collect();
            let about = About {
                game: self.game.id,
                attacker,
                defender,
                seed: self.options.sampling.seed,
                said: &said,
                varied: None,
                // What other units leave out does not matter here.
                not_computed: NotComputed::cell(&left_out),
            };
            about.write(&mut lines, &self.metrics, &cell.answer, costs(attacker));
        }
        lines.into_bytes()
    }
}

/// What was said, as the cells of every row.
pub(in crate::ask) struct SaidCells {
    phase: Option<&'static str>,
    with: CsvCell,
    /// Those of [`COLUMNS`] but the phase and what is not computed.
    rest: Vec<CsvCell>,
}

impl SaidCells {
    pub(in crate::ask) fn of(said: &Said) -> Self {
        let mut rest = said.cells().split_off(1);
        rest.pop();
        Self { phase: said.phase.map(Phase::name), with: CsvCell::with(&said.with), rest }
    }
}

/// What the rows of one cell say besides its results.
pub(in crate::ask) struct About<'c> {
    pub(in crate::ask) game: &'static str,
    pub(in crate::ask) attacker: &'c UnitLine,
    pub(in crate::ask) defender: &'c UnitLine,
    pub(in crate::ask) seed: u64,
    pub(in crate::ask) said: &'c SaidCells,
    /// What was varied, and how.
    pub(in crate::ask) varied: Option<String>,
    /// What the profiles of the two leave out.
    pub(in crate::ask) not_computed: CsvCell,
}

impl About<'_> {
    /// Writes one row for each result, or one that says why there is none.
    pub(in crate::ask) fn write(
        &self,
        to: &mut impl CsvSink,
        metrics: &[&'static str],
        answer: &Result<Counted, String>,
        points: Option<u32>,
    ) {
        match answer {
            Ok(counted) => {
                for metric in metrics {
                    if let Some(value) = counted.value(metric) {
                        self.front(to, counted.phase.map(Phase::name));
                        result(to, (metric, value), counted, points);
                        self.back(to, counted.trials);
                    }
                }
            }
            Err(why) => {
                self.front(to, self.said.phase);
                (0..13).for_each(|_| to.cell(CsvValue::Empty));
                to.cell(CsvValue::Text(why));
                self.back(to, None);
            }
        }
    }

    /// The cells in front of `metric`.
    fn front(&self, to: &mut impl CsvSink, phase: Option<&str>) {
        to.cell(CsvValue::Text(self.game));
        to.cell(CsvValue::Text(&self.attacker.name));
        to.cell(CsvValue::Text(&self.defender.name));
        to.cell(phase.into());
        to.cell(self.said.with.value());
        to.cell(self.varied.as_deref().into());
    }

    /// The cells behind `refused`.
    fn back(&self, to: &mut impl CsvSink, trials: Option<u64>) {
        to.cell(CsvValue::Integer(self.attacker.models as u64));
        to.cell(CsvValue::Integer(self.defender.models as u64));
        to.cell(trials.into());
        to.cell(CsvValue::Integer(self.seed));
        self.said.rest.iter().for_each(|cell| to.cell(cell.value()));
        to.cell(self.not_computed.value());
        to.end();
    }
}

/// The cells of one result, from `metric` to `refused`.
fn result(to: &mut impl CsvSink, (metric, value): (&str, f64), counted: &Counted, points: Option<u32>) {
    to.cell(CsvValue::Text(metric));
    to.cell(CsvValue::Number(value));
    let number = counted.number(metric);
    match number {
        Some(CellNumber { summary, .. }) => {
            to.cell(CsvValue::Number(summary.sd));
            summary.quantiles.iter().for_each(|value| to.cell(CsvValue::Integer(*value as u64)));
        }
        None => (0..6).for_each(|_| to.cell(CsvValue::Empty)),
    }
    to.cell(counted.value("destroyed").into());
    to.cell(counted.per_100(metric, points).into());
    to.cell(CsvValue::Text(counted.method()));
    let chance = || counted.chance(metric).and_then(|chance| chance.interval);
    let interval = number.and_then(|number| number.summary.interval).or_else(chance);
    for end in [0, 1] {
        to.cell(interval.map(|interval| interval[end]).into());
    }
    to.cell(CsvValue::Empty);
}
