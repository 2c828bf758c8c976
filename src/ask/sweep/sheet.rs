//! A sweep as people read it: a table for each result, and where series cross.

use super::{Axis, Sweep, SweptCell};
use crate::ask::compare::data::{ResultRow, Written};
use crate::ask::compare::sheet::title;
use crate::ask::head::NotComputed;
use crate::ask::report::headline;
use crate::ask::results::is_chance;
use crate::ask::typed::heading;
use crate::games::spoken;
use crate::report::{
    CsvCell, CsvLines, CsvStyle, Figure, FigureTable, Lines, Matrix, Reportable, Section, Series, Sheet, counted,
    fixed, percent,
};
use crate::words::sort::sort_by;

/// Series of which all pairs are looked at for places where they cross.
const MOST_SERIES: usize = 8;
/// Reasons that are reported one by one.
const MOST_REASONS: usize = 8;
/// Places that are named.
const MOST_CROSSINGS: usize = 20;

impl Reportable for Sweep {
    fn sheet(&self) -> Sheet {
        let mut blocks = vec![heading(self.head.game, &headline(&self.attacker, &self.defender), self.settings())];
        let matrices = self.matrices();
        let pictures: Vec<_> = self.metrics.iter().enumerate().map(|metric| self.picture(metric, &matrices)).collect();
        blocks.extend(if matrices.is_empty() { Some(Section::Table(self.table())) } else { None });
        blocks.extend(matrices.into_iter().map(Section::Matrix));
        blocks.extend(self.break_even.iter().map(|text| Section::Sentence(text.clone(), false)));
        blocks.extend(self.reasons());
        blocks.push(Section::Sentence(self.how(), false));
        blocks.extend(self.head.left_out_sentence());
        let names = [&*self.attacker.name, &self.defender.name];
        let file_name = self.head.file_name(&["sweep", names[0], names[1]], "-");
        let sheet = self.head.sheet([names[0], "into", names[1]], file_name, self.settings());
        let drawn = pictures.into_iter().zip(&self.metrics).map(|((lines, matrix), metric)| Sheet {
            method: self.how(),
            highlights: self.extremes(metric).into_iter().collect(),
            lines,
            matrix,
            ..sheet.clone()
        });
        // Whatever draws pictures draws every other result below the first.
        let mut drawn: Vec<Sheet> = drawn.collect();
        let first = if drawn.is_empty() { Sheet { method: self.how(), ..sheet } } else { drawn.remove(0) };
        Sheet { blocks, also: drawn, ..first }
    }

    /// One row for each cell and result.
    fn csv(&self, style: CsvStyle) -> Vec<u8> {
        let mut lines = CsvLines::file(style);
        ResultRow::names(&mut lines, &self.columns());
        let left_out = NotComputed::list(self.head.not_computed.iter().map(NotComputed::text));
        let with = CsvCell::bracketed(&self.head.with);
        for cell in &self.cells {
            let row = ResultRow {
                head: &self.head,
                with: &with,
                units: cell.units.as_ref().map_or([&self.attacker, &self.defender], |[a, d]| [a, d]),
                command: &cell.command,
                not_computed: &left_out,
                varied: &cell.values,
                answer: &cell.answer,
                metric: "",
            };
            row.write(&mut lines, &self.metrics, &mut Written::default());
        }
        lines.into_bytes()
    }
}

impl Sweep {
    /// The names of the columns of the axes. There is a column `with` already.
    fn columns(&self) -> Vec<String> {
        let name = |(place, axis): (usize, &Axis)| match (axis.is_with(), place) {
            (false, _) => axis.path.clone(),
            (true, 0) => "varied_with".to_owned(),
            (true, _) => format!("varied_with_{}", place + 1),
        };
        self.axes.iter().enumerate().map(name).collect()
    }

    fn settings(&self) -> Vec<(String, String)> {
        let mut lines = self.head.lines();
        let paths: Vec<&str> = self.axes.iter().map(|axis| axis.path.as_str()).collect();
        lines.push(("varied".to_owned(), paths.join("; ")));
        lines
    }

    fn title(&self, metric: &str) -> String {
        title(self.head.game, metric, false)
    }

    /// The value of a result in a cell.
    fn value(cell: &SweptCell, metric: &str) -> Option<f64> {
        cell.answer.as_ref().ok()?.value(metric)
    }

    /// The axis along which lines run, and the one whose values are lines of their own: situations and effects, or what is not
    /// a scale, or the second.
    fn roles(&self) -> (usize, Option<usize>) {
        match &self.axes[..] {
            [first, second] => {
                let runs = |axis: &Axis| axis.numbers().is_some();
                if !runs(first) && runs(second) { (1, Some(0)) } else { (0, Some(1)) }
            }
            _ => (0, None),
        }
    }

    /// The cell of a value of the axis that runs, and of one of the other.
    fn cell(&self, x: usize, series: usize) -> Option<&SweptCell> {
        let (run, other) = self.roles();
        let fits = |cell: &&SweptCell| cell.places[run] == x && other.is_none_or(|other| cell.places[other] == series);
        // The cells are in the order of the places, so the place is known.
        let len = |axis: usize| self.axes.get(axis).map_or(1, |axis| axis.values.len());
        let place = match (run, other) {
            (0, Some(_)) => x * len(1) + series,
            (1, Some(_)) => series * len(1) + x,
            _ => x,
        };
        self.cells.get(place).filter(fits)
    }

    /// The numbers of a result: a row for each value that runs, a column for each series.
    fn grid(&self, metric: &str) -> Vec<Vec<Option<f64>>> {
        let (run, other) = self.roles();
        let columns = other.map_or(1, |other| self.axes[other].values.len());
        let number = |x: usize, series: usize| self.cell(x, series).and_then(|cell| Self::value(cell, metric));
        let row = |x: usize| (0..columns).map(|series| number(x, series)).collect();
        (0..self.axes[run].values.len()).map(row).collect()
    }

    /// The results along one axis.
    fn table(&self) -> FigureTable {
        let along = &self.axes[0];
        let figure = |cell: &SweptCell, metric: &str| match Self::value(cell, metric) {
            None => Figure::Text("-".to_owned()),
            Some(p) if is_chance(metric) => Figure::Probability(p),
            Some(mean) => Figure::Number(mean),
        };
        let row = |(value, cell): (&String, &SweptCell)| {
            let figures = self.metrics.iter().map(|metric| figure(cell, metric));
            std::iter::once(value.clone().into()).chain(figures).collect()
        };
        let names = self.metrics.iter().map(|metric| spoken(self.head.game, metric));
        FigureTable {
            header: std::iter::once(along.path.clone()).chain(names).collect(),
            rows: along.values.iter().zip(&self.cells).map(row).collect(),
            ..FigureTable::default()
        }
    }

    /// A matrix for each result, if there are two axes.
    fn matrices(&self) -> Vec<Matrix> {
        let (run, other) = self.roles();
        let along = &self.axes[run];
        let Some(other) = other.map(|other| &self.axes[other]) else { return Vec::new() };
        let matrix_of = |metric: &&'static str| Matrix {
            title: self.title(metric),
            corner: along.path.clone(),
            turned_corner: other.path.clone(),
            rows: along.values.clone(),
            columns: other.values.clone(),
            values: self.grid(metric),
            is_chance: is_chance(metric),
            ..Matrix::default()
        };
        self.metrics.iter().map(matrix_of).collect()
    }

    /// Where a result is least and most, in one sentence; `None` if it is nowhere or the same everywhere.
    fn extremes(&self, metric: &str) -> Option<String> {
        let cells = self.cells.iter().filter_map(|cell| Some((Self::value(cell, metric)?, cell.values.join(", "))));
        let mut cells: Vec<(f64, String)> = cells.collect();
        sort_by(&mut cells, |one, other| one.0.total_cmp(&other.0));
        let (least, most) = (cells.first()?, cells.last()?);
        let shown = |value: f64| if is_chance(metric) { percent(value) } else { fixed(value, 2) };
        let (low, high) = (shown(least.0), shown(most.0));
        let name = spoken(self.head.game, metric);
        (low != high).then(|| format!("{name} {low} ({}) to {high} ({})", least.1, most.1))
    }

    /// What a chart shows of a result: lines, or a heatmap if both axes are scales.
    fn picture(&self, (place, metric): (usize, &&'static str), matrices: &[Matrix]) -> (Option<Lines>, Option<Matrix>) {
        let (run, other) = self.roles();
        let along = &self.axes[run];
        let is_grid = other.is_some_and(|other| !self.axes[other].is_with() && self.axes[other].numbers().is_some());
        if is_grid && along.numbers().is_some() {
            // A picture has no corners to say along which side what is varied.
            let named = |matrix: &Matrix| {
                let sides =
                    format!("{} from top to bottom, {} from left to right", matrix.corner, matrix.turned_corner);
                Matrix { title: format!("{}: {sides}", matrix.title), ..matrix.clone() }
            };
            return (None, matrices.get(place).map(named));
        }
        let names = other.map_or_else(|| vec![self.title(metric)], |other| self.axes[other].values.clone());
        let grid = self.grid(metric);
        let series = names
            .into_iter()
            .enumerate()
            .map(|(place, name)| Series { name, values: grid.iter().map(|row| row[place]).collect() });
        let lines = Lines {
            along: along.path.clone(),
            labels: along.values.clone(),
            places: along.numbers().unwrap_or_else(|| (0..along.values.len()).map(|place| place as f64).collect()),
            what: self.title(metric),
            series: series.collect(),
            is_chance: is_chance(metric),
            crossings: self.crossed(metric).iter().map(|(_, at)| (at.place, at.value)).collect(),
        };
        (Some(lines), None)
    }

    /// Where two series cross, in sentences; of the first result.
    pub(super) fn break_even(&self) -> Vec<String> {
        let Some(metric) = self.metrics.first() else { return Vec::new() };
        let along = &self.axes[self.roles().0].path;
        let crossed = self.crossed(metric);
        crossed.into_iter().map(|(names, crossing)| self.crossing_line(metric, along, names, crossing)).collect()
    }

    /// Two series, and where a result of theirs is the same.
    fn crossed(&self, metric: &str) -> Vec<([&String; 2], Crossing)> {
        let (run, other) = self.roles();
        let Some(other) = other else { return Vec::new() };
        let (along, other) = (&self.axes[run], &self.axes[other]);
        let Some(places) = along.numbers() else { return Vec::new() };
        if other.values.len() > MOST_SERIES {
            return Vec::new();
        }
        let grid = self.grid(metric);
        let mut found = Vec::new();
        for first in 0..other.values.len() {
            for second in first + 1..other.values.len() {
                let pairs: Vec<(f64, f64, f64)> = grid
                    .iter()
                    .zip(&places)
                    .filter_map(|(row, place)| Some((*place, row[first]?, row[second]?)))
                    .collect();
                let names = [&other.values[first], &other.values[second]];
                found.extend(crossings(&pairs).into_iter().map(|crossing| (names, crossing)));
            }
        }
        found.truncate(MOST_CROSSINGS);
        found
    }

    fn crossing_line(&self, metric: &str, path: &str, [first, second]: [&String; 2], at: Crossing) -> String {
        let number = |x: f64| fixed(x, 2).trim_end_matches('0').trim_end_matches('.').to_owned();
        let axis = self.axes.iter().find(|axis| axis.path == path);
        let label = |place: f64| {
            let places = axis.and_then(Axis::numbers).unwrap_or_default();
            let index = places.iter().position(|entry| *entry == place);
            index.zip(axis).map_or_else(|| number(place), |(at, axis)| axis.values[at].clone())
        };
        let place = match at.between {
            None => format!("at {path} = {}", label(at.place)),
            Some([from, to]) => format!("between {path} = {} and {}, at {}", label(from), label(to), number(at.place)),
        };
        let value = if is_chance(metric) { percent(at.value) } else { fixed(at.value, 2) };
        let before = if at.first_before { first } else { second };
        let name = spoken(self.head.game, metric);
        format!("`{first}` and `{second}` break even {place}, {name} {value}; before that `{before}` does more")
    }

    /// How many cells could not be computed, and why.
    fn reasons(&self) -> Option<Section> {
        let mut reasons: Vec<(&String, Vec<String>)> = Vec::new();
        for cell in &self.cells {
            let Err(why) = &cell.answer else { continue };
            let values = cell.values.join(", ");
            match reasons.iter_mut().find(|(key, _)| *key == why) {
                Some((_, all)) => all.push(values),
                None => reasons.push((why, vec![values])),
            }
        }
        let refused: usize = reasons.iter().map(|(_, values)| values.len()).sum();
        let mut notes =
            vec![format!("{refused} of {} could not be computed", counted(self.cells.len() as u64, "cell"))];
        notes.extend(reasons.iter().take(MOST_REASONS).map(|(why, values)| match &values[..] {
            [only] => format!("{only}: {why}"),
            [first, ..] => format!("{}, first {first}: {why}", counted(values.len() as u64, "cell")),
            [] => String::new(),
        }));
        notes.extend((reasons.len() > MOST_REASONS).then(|| "and more, which CSV and JSON tell".to_owned()));
        (refused > 0).then_some(Section::Notes(notes))
    }

    fn how(&self) -> String {
        let computed = || self.cells.iter().filter_map(|cell| cell.answer.as_ref().ok());
        let trials = computed().filter_map(|counted| counted.trials).max();
        let rolled = computed().filter(|counted| counted.trials.is_some()).count();
        match trials {
            None => "exact: every distribution was multiplied out, no dice were rolled".to_owned(),
            Some(trials) => {
                format!(
                    "{rolled} of {} cells sampled: {trials} trials each, seed {}",
                    computed().count(),
                    self.head.seed.unwrap_or_default()
                )
            }
        }
    }
}

/// A place where two series cross.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Crossing {
    place: f64,
    value: f64,
    /// The values that were computed around it; `None` if it is one of them.
    between: Option<[f64; 2]>,
    /// Whether the first series does more before it.
    first_before: bool,
}

/// Places where two series change sides: (place, first, second), in their order.
fn crossings(pairs: &[(f64, f64, f64)]) -> Vec<Crossing> {
    const SAME: f64 = 1e-12;
    let side = |(_, first, second): &(f64, f64, f64)| {
        let apart = first - second;
        if apart.abs() <= SAME * first.abs().max(second.abs()) {
            0
        } else if apart > 0.0 {
            1
        } else {
            -1
        }
    };
    let mut found = Vec::new();
    // The last place where they were apart.
    let mut last: Option<usize> = None;
    for (index, pair) in pairs.iter().enumerate().filter(|(_, pair)| side(pair) != 0) {
        let Some(before) = last.replace(index).map(|last| pairs[last]).filter(|before| side(before) != side(pair))
        else {
            continue;
        };
        let first_before = side(&before) > 0;
        let even = pairs[..index].iter().rev().take_while(|pair| side(pair) == 0).last();
        found.push(match even {
            Some((place, value, _)) => Crossing { place: *place, value: *value, between: None, first_before },
            None => {
                let (from, to) = (before.1 - before.2, pair.1 - pair.2);
                let share = from / (from - to);
                let along = |a: f64, b: f64| a + share * (b - a);
                Crossing {
                    place: along(before.0, pair.0),
                    value: along(before.1, pair.1),
                    between: Some([before.0, pair.0]),
                    first_before,
                }
            }
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn series_cross_where_they_change_sides() {
        // 4 - x and x cross at 2, between 1 and 3.
        let found = crossings(&[(0.0, 4.0, 0.0), (1.0, 3.0, 1.0), (3.0, 1.0, 3.0)]);
        assert_eq!(found, [Crossing { place: 2.0, value: 2.0, between: Some([1.0, 3.0]), first_before: true }]);
        let found = crossings(&[(1.0, 1.0, 3.0), (2.0, 2.0, 2.0), (3.0, 3.0, 1.0)]);
        assert_eq!(found, [Crossing { place: 2.0, value: 2.0, between: None, first_before: false }]);
        // They touch, or are the same, and do not change sides.
        assert_eq!(crossings(&[(1.0, 1.0, 3.0), (2.0, 2.0, 2.0), (3.0, 1.0, 3.0)]), []);
        assert_eq!(crossings(&[(1.0, 1.0, 1.0), (2.0, 2.0, 2.0)]), []);
    }
}
