//! A comparison as data: JSON and tidy rows, also cell by cell.

#[cfg(feature = "parquet")]
use std::path::Path;

use super::{CompareCell, Comparison, Reached};
use crate::ask::Request;
use crate::ask::attack::one_command;
use crate::ask::counted::{CellNumber, Counted, POINTS_DESTROYED, answered};
use crate::ask::entrant::Entrant;
use crate::ask::head::{Head, NotComputed, by_name};
use crate::ask::report::UnitLine;
#[cfg(feature = "parquet")]
use crate::error::Error;
use crate::games::Phase;
use crate::report::{Column, CsvCell, CsvLines, CsvStyle, RowWriter, WrittenCells, one_line, pretty};
#[cfg(feature = "parquet")]
use crate::report::{ParquetFile, PartialFile};

use crate::sequence::FingerprintMap;
use crate::words::same;

/// The keys of the JSON in front of the cells, in their order.
#[derive(serde::Serialize)]
struct Beginning<'c> {
    #[serde(flatten)]
    head: &'c Head,
    attackers: Vec<&'c UnitLine>,
    defenders: Vec<&'c UnitLine>,
    method: &'static str,
    metrics: &'c [&'static str],
}

/// One cell as JSON has it.
#[derive(serde::Serialize)]
struct CellLine<'c> {
    attacker: usize,
    defender: usize,
    #[serde(flatten, serialize_with = "answered")]
    answer: &'c Result<Counted, String>,
    #[serde(flatten)]
    priced: Option<Priced>,
}

/// What it does for each 100 points.
#[derive(serde::Serialize)]
#[serde(rename_all = "kebab-case")]
struct Priced {
    #[serde(serialize_with = "by_name", skip_serializing_if = "Vec::is_empty")]
    per_100_points: Vec<(&'static str, f64)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points_destroyed_per_100: Option<f64>,
}

impl Comparison {
    /// The JSON down to where its cells begin; [`json_cell`](Self::json_cell) writes them and
    /// [`json_tail`](Self::json_tail) the end. Together they are one JSON text, whatever the number of cells.
    pub(crate) fn json_head(&self) -> String {
        let head = pretty(&Beginning {
            head: &self.head,
            attackers: self.attackers().collect(),
            defenders: self.defenders().collect(),
            method: self.options.method.name(),
            metrics: &self.metrics,
        });
        head.trim_end().trim_end_matches('}').trim_end().to_owned()
    }

    /// One cell as JSON, after the one `before` it.
    pub(crate) fn json_cell(&self, cell: &CompareCell, before: Option<bool>) -> String {
        let text = one_line(&CellLine {
            attacker: cell.attacker,
            defender: cell.defender,
            answer: &cell.answer,
            priced: cell.answer.as_ref().ok().map(|counted| {
                let points = costs(self.lines(cell)[0]);
                let per = |number: &CellNumber| Some((number.name, counted.per_100(number.name, points)?));
                Priced {
                    per_100_points: counted.results.metrics.iter().filter_map(per).collect(),
                    points_destroyed_per_100: counted.per_100(POINTS_DESTROYED, points),
                }
            }),
        });
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
        let [rows, columns] = self.sides(cell.back);
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
}

impl Comparison {
    /// The rows of some cells: for each cell one for each result, or one that says why there is none.
    pub fn csv_lines(&self, cells: &[CompareCell], style: CsvStyle) -> Vec<u8> {
        self.csv_lines_in(Vec::new(), cells, style)
    }

    /// The same in the memory of `room`, of which nothing else is kept.
    pub(crate) fn csv_lines_in(&self, room: Vec<u8>, cells: &[CompareCell], style: CsvStyle) -> Vec<u8> {
        let mut lines = CsvLines::within(room, style);
        self.write_rows(cells, &mut lines);
        lines.into_bytes()
    }

    fn write_rows(&self, cells: &[CompareCell], lines: &mut impl RowWriter) {
        let mut commands = Commands { of: self, ends: Vec::new(), begun: None, text: String::new() };
        let (mut written, mut of, mut with, mut not_computed) =
            (Written::default(), None, String::new(), String::new());
        for cell in cells {
            let units = self.units(cell);
            if of.replace((cell.back, cell.attacker)) != Some((cell.back, cell.attacker)) {
                let tried = units[0].each().flat_map(|unit| unit.tried.iter().cloned());
                with = CsvCell::bracketed(&self.head.with.iter().cloned().chain(tried).collect::<Vec<_>>());
                written = Written { head: written.head, ..Written::default() };
            }
            // What other units leave out does not matter here.
            NotComputed::write(units.iter().filter_map(|unit| unit.left_out.as_deref()), &mut not_computed);
            let row = ResultRow {
                head: &self.head,
                with: &with,
                units: units.map(|unit| &unit.line),
                command: commands.command(cell),
                not_computed: &not_computed,
                varied: &[],
                answer: &cell.answer,
                metric: "",
            };
            row.write(lines, &self.metrics, &mut written);
        }
    }

    /// A Parquet file that has the rows of the CSV, the command that asks for them and, of a part, the one for the whole.
    ///
    /// # Errors
    /// A place where it cannot be written.
    #[cfg(feature = "parquet")]
    pub(crate) fn parquet(&self, path: &Path) -> Result<ParquetFile, Error> {
        let names = [ResultRow::FRONT, ResultRow::VALUES, ResultRow::BACK].into_iter().flatten().map(|(name, _)| *name);
        let names: Vec<&str> = names.chain(Head::COLUMNS.iter().map(|(name, _)| *name)).collect();
        let whole = super::CompareRequest { shard: None, ..self.request.clone() };
        let about = [("command", self.head.command.clone()), ("table", super::command(&whole, &self.options))];
        Ok(ParquetFile::begin(PartialFile::of(path)?, &names, about)?)
    }

    /// Adds the rows of some cells to a Parquet file.
    ///
    /// # Errors
    /// If they cannot be written.
    #[cfg(feature = "parquet")]
    pub(crate) fn add_rows(&self, cells: &[CompareCell], file: &mut ParquetFile) -> Result<(), Error> {
        self.write_rows(cells, file);
        Ok(file.pack(false)?)
    }

    /// What asks for one cell alone.
    pub(super) fn command_of(&self, cell: &CompareCell) -> String {
        let [attacker, defender] = self.units(cell).map(|unit| unit.typed.clone());
        let base = &self.request.base;
        let phase = cell.answer.as_ref().map_or(base.phase, |counted| counted.phase.or(base.phase));
        let not_used = cell.answer.as_ref().map_or(&[][..], |counted| &counted.not_used[..]);
        let is_whole = !self.is_named && not_used.is_empty();
        let mut with = if is_whole { base.with.clone() } else { self.table.typed(self.units(cell)) };
        // What has no use here is refused where it stands alone.
        let is_it = |text: &str, what: &str| {
            text.strip_suffix(what).is_some_and(|front| front.is_empty() || front.ends_with(": "))
        };
        with.retain(|text| !not_used.iter().any(|one| is_it(text, &one.what)));
        let then = self.units(cell)[0].then.iter().map(|unit| unit.typed.clone()).collect();
        let mut request = Request { attacker, defender, then, with, phase, ..base.clone() };
        if cell.back {
            // What is set for those who are attacked stays theirs when they attack.
            let turned = |text: &String| match text.trim_start().split_at_checked("attacker".len()) {
                Some((side, rest)) if same(side, "attacker") => format!("defender{rest}"),
                Some((side, rest)) if same(side, "defender") => format!("attacker{rest}"),
                _ => text.clone(),
            };
            request.set = request.set.iter().map(turned).collect();
        }
        one_command(&request, &self.options)
    }
}

/// The commands of cells: they differ in the units, and in what follows for a way and a phase.
struct Commands<'c> {
    of: &'c Comparison,
    ends: Vec<((bool, Option<Phase>), String)>,
    /// The direction and the attacker of the command that was asked for last, and how many bytes name them.
    begun: Option<((bool, usize), usize)>,
    /// That command.
    text: String,
}

impl Commands<'_> {
    fn command(&mut self, cell: &CompareCell) -> &str {
        if self.of.is_named || cell.answer.as_ref().is_ok_and(|counted| !counted.not_used.is_empty()) {
            self.text = self.of.command_of(cell);
            self.begun = None;
            return &self.text;
        }
        let key = (cell.back, cell.answer.as_ref().ok().and_then(|counted| counted.phase));
        let [attacker, defender] = self.of.units(cell).map(Entrant::as_typed);
        match self.begun.filter(|(of, _)| *of == (cell.back, cell.attacker)) {
            Some((_, length)) => self.text.truncate(length),
            None => {
                self.text.clear();
                self.text.extend(["warodds attack ", attacker, " "]);
                self.begun = Some(((cell.back, cell.attacker), self.text.len()));
            }
        }
        self.text.push_str(defender);
        match self.ends.iter().find(|(listed, _)| *listed == key) {
            Some((_, end)) => self.text.push_str(end),
            None => {
                let whole = self.of.command_of(cell);
                self.ends.push((key, whole[self.text.len()..].to_owned()));
                self.text = whole;
            }
        }
        &self.text
    }
}

/// Cells that are written already and come again: those of the attacker, of what was asked, and of answers that are shared,
/// by their number and the place of the result.
#[derive(Default)]
pub(in crate::ask) struct Written {
    attacker: Option<WrittenCells>,
    head: Option<WrittenCells>,
    values: FingerprintMap<(usize, usize), Option<WrittenCells>>,
}

/// The line with the names of the columns of a comparison.
pub(crate) fn compare_csv_head(style: CsvStyle) -> Vec<u8> {
    let mut lines = CsvLines::file(style);
    ResultRow::names(&mut lines, &[]);
    lines.into_bytes()
}

/// A cell of a table of many attacks, and one of its results.
pub(in crate::ask) struct ResultRow<'c> {
    pub(in crate::ask) head: &'c Head,
    /// What was given for all attacks, and what is tried in this one, in square brackets.
    pub(in crate::ask) with: &'c str,
    pub(in crate::ask) units: [&'c UnitLine; 2],
    /// What asks for this attack alone.
    pub(in crate::ask) command: &'c str,
    /// What the profiles of the two leave out, in square brackets; empty: nothing.
    pub(in crate::ask) not_computed: &'c str,
    /// The value of each axis.
    pub(in crate::ask) varied: &'c [String],
    pub(in crate::ask) answer: &'c Result<Counted, String>,
    /// The result; [`write`](Self::write) sets it.
    pub(in crate::ask) metric: &'static str,
}

impl<'c> ResultRow<'c> {
    /// The columns in front of the axes.
    const FRONT: &'c [Column<Self>] = &[
        ("game", |row| row.head.game.into()),
        ("attacker", |row| (&row.units[0].name).into()),
        ("attacker_points", |row| row.units[0].points.into()),
        ("attacker_models", |row| row.units[0].models.into()),
        ("defender", |row| (&row.units[1].name).into()),
        ("defender_points", |row| row.units[1].points.into()),
        ("phase", |row| row.counted().map_or(row.head.phase, |counted| counted.phase).map(Phase::name).into()),
        ("with", |row| row.with.into()),
    ];

    /// How many of these are the attacker's.
    const OF_ATTACKER: usize = 4;

    /// Those behind them, which differ from result to result.
    const VALUES: &'c [Column<Self>] = &[
        ("metric", |row| Some(row.metric).filter(|_| row.answer.is_ok()).into()),
        ("mean", |row| row.counted().and_then(|counted| counted.value(row.metric)).into()),
        ("sd", |row| row.number().map(|number| number.summary.sd).into()),
        ("p05", |row| row.quantile(0)),
        ("p25", |row| row.quantile(1)),
        ("p50", |row| row.quantile(2)),
        ("p75", |row| row.quantile(3)),
        ("p95", |row| row.quantile(4)),
        ("destroyed", |row| row.counted().and_then(|counted| counted.value("destroyed")).into()),
        ("per_100_points", |row| {
            row.counted().and_then(|counted| counted.per_100(row.metric, costs(row.units[0]))).into()
        }),
        ("method", |row| row.counted().map(|counted| counted.method).into()),
        ("low", |row| row.interval(0)),
        ("high", |row| row.interval(1)),
    ];

    /// Those behind the values.
    const BACK: &'c [Column<Self>] = &[
        ("refused", |row| row.answer.as_ref().err().into()),
        ("defender_models", |row| row.units[1].models.into()),
        ("trials", |row| row.counted().and_then(|counted| counted.trials).into()),
        ("seed", |row| row.head.seed.into()),
        ("command", |row| row.command.into()),
        ("not_computed", |row| Some(row.not_computed).filter(|text| !text.is_empty()).into()),
    ];

    /// Writes the names of the columns, with those of the axes.
    pub(in crate::ask) fn names(lines: &mut CsvLines, axes: &[String]) {
        axes.iter().fold(lines.names(Self::FRONT), |lines, axis| lines.cell(axis.into()));
        lines.names(Self::VALUES).names(Self::BACK).names(Head::COLUMNS).end();
    }

    /// Writes one row for each result, or one that says why there is none.
    pub(in crate::ask) fn write(
        mut self,
        lines: &mut impl RowWriter,
        metrics: &[&'static str],
        Written { attacker, head, values }: &mut Written,
    ) {
        let (mut front, mut back) = (None, None);
        let same = self.counted().map_or(0, |counted| counted.same.0);
        let (of_attacker, of_target) = Self::FRONT.split_at(Self::OF_ATTACKER);
        for (place, metric) in if self.answer.is_ok() { metrics } else { &[""] }.iter().enumerate() {
            self.metric = metric;
            if self.counted().is_none_or(|counted| counted.value(metric).is_some()) {
                lines.again(&mut front, |lines| {
                    lines.again(attacker, |lines| _ = lines.cells(of_attacker, &self)).cells(of_target, &self);
                    self.varied.iter().fold(lines, |lines, value| lines.cell(value.into()));
                });
                // Points are the target's own.
                let mut alone = None;
                let is_shared = same > 0 && *metric != POINTS_DESTROYED;
                let values = if is_shared { values.entry((same, place)).or_default() } else { &mut alone };
                lines.again(values, |lines| _ = lines.cells(Self::VALUES, &self));
                lines.again(&mut back, |lines| {
                    lines.cells(Self::BACK, &self).again(head, |lines| _ = lines.cells(Head::COLUMNS, self.head));
                });
                lines.end();
            }
        }
    }

    fn counted(&self) -> Option<&'c Counted> {
        self.answer.as_ref().ok()
    }

    fn number(&self) -> Option<&'c CellNumber> {
        self.counted()?.number(self.metric)
    }

    fn quantile(&self, place: usize) -> CsvCell<'static> {
        self.number().map(|number| number.summary.quantiles[place]).into()
    }

    /// An end of the interval of a mean or of a chance, if it was sampled.
    fn interval(&self, end: usize) -> CsvCell<'static> {
        let of_chance = || self.counted()?.chance(self.metric)?.interval;
        let interval = self.number().and_then(|number| number.summary.interval).or_else(of_chance);
        interval.map(|interval| interval[end]).into()
    }
}
