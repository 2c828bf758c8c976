//! What outputs show: every answer is turned into a [`Sheet`], and every format but the data formats is made from it.

use super::numbers::{decimals, fixed, grouped, percent, percent_decimals, percent_of, signed};
use crate::stats::{Fraction, Pmf};
use crate::words::sort::sort_by;

/// One answer as people read it, whatever they read it on.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sheet {
    /// Attacker, verb and target; without a target, the first is the whole title.
    pub title: [String; 3],
    /// The game by its title, with its edition, or `dice`.
    pub game: String,
    /// The name of its files, without an ending.
    pub file_name: String,
    /// How large the units are, in a few words.
    pub sizes: String,
    /// The options that were given, by name: situations and effects, values, the phase.
    pub settings: Vec<(String, String)>,
    /// How it was computed, in a few words.
    pub method: String,
    /// The most important numbers, in a few words each.
    pub highlights: Vec<String>,
    /// What is shown, from top to bottom.
    pub blocks: Vec<Section>,
    /// Notes shown next to the answer.
    pub notes: Vec<String>,
    /// The distribution that the chart shows, if there is one.
    pub curve: Option<Curve>,
    /// The matrix that a chart shows instead.
    pub matrix: Option<Matrix>,
    /// The lines that a chart shows instead.
    pub lines: Option<Lines>,
    /// Bars to both sides of nothing that a chart shows, if there are any.
    pub bars: Option<SignedBars>,
    /// What to do, in order, which a chart shows instead.
    pub steps: Vec<PlanStep>,
    /// Metadata of a picture's file apart from its title: key and value.
    pub about: Vec<(&'static str, String)>,
    /// Sheets of the same answer that stand below this one.
    pub also: Vec<Self>,
}

impl Sheet {
    /// The command that asks the same again; empty if there is none.
    pub(crate) fn command(&self) -> String {
        self.about.iter().find(|(what, _)| *what == "command").map_or_else(String::new, |(_, command)| command.clone())
    }

    /// Who does what to whom, in one line.
    pub(crate) fn headline(&self) -> String {
        self.title.join(" ").trim_end().to_owned()
    }
}

/// A part of a sheet.
#[derive(Clone, PartialEq, Debug)]
pub enum Section {
    /// The question: a line, and the options that were given, by name.
    Heading(String, Vec<(String, String)>),
    /// The answer in one sentence, part by part; it is shown right below the heading.
    Answer(Vec<String>),
    /// A line for each figure: what it is, and how much.
    Lines(Vec<(String, Figure)>),
    /// A table.
    Table(FigureTable),
    /// A table of like numbers, the best of each column marked.
    Matrix(Matrix),
    /// Sentences of which the first part matters most.
    Results(Vec<(String, String)>),
    /// The values of the sheet's curve, with bars.
    Histogram,
    /// A sentence in lines of its own, and whether it must not be overlooked.
    Sentence(String, bool),
    /// What a reader should know.
    Notes(Vec<String>),
}

/// A number or word of a sheet. In JSON a fraction is `{"fraction": "5/18", "p": 0.2777…}`, every other figure the plain value.
#[derive(Clone, PartialEq, Debug, Default, serde::Serialize)]
#[serde(untagged)]
pub enum Figure {
    /// Words.
    Text(String),
    /// A whole number.
    Whole(i64),
    /// A number with a point.
    Number(f64),
    /// A probability known as a fraction.
    Chance(Fraction),
    /// A probability known as a number.
    Probability(f64),
    /// How much larger or smaller a probability is: shown in percentage points, with its sign.
    Change(f64),
    /// How much larger or smaller a number is, with its sign.
    More(f64),
    /// A mean, and how far numbers spread around it.
    #[serde(serialize_with = "mean_of")]
    Spread(f64, f64),
    /// Nothing to say.
    #[default]
    Empty,
}

impl Figure {
    /// The figure as people read it where it stands alone: a chance as a percentage, after its fraction where that is
    /// short.
    pub fn shown(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Whole(n) if *n < 0 => format!("-{}", grouped(n.unsigned_abs())),
            Self::Whole(n) => grouped(n.unsigned_abs()),
            Self::Number(x) => fixed(*x, 4),
            Self::Change(_) | Self::More(_) | Self::Spread(..) => self.shown_with(Digits::of([self])),
            Self::Chance(chance) if chance.of < 100_000 && chance.of > 1 => {
                format!("{} = {}", chance, percent(chance.value()))
            }
            Self::Chance(chance) => percent(chance.value()),
            Self::Probability(p) => percent(*p),
            Self::Empty => String::new(),
        }
    }

    /// The same among others, all with as many digits.
    pub(crate) fn shown_with(&self, digits: Digits) -> String {
        match self {
            Self::Number(x) => fixed(*x, digits.number),
            Self::More(x) => signed(*x, digits.number),
            Self::Spread(mean, sd) => format!("{} ± {}", fixed(*mean, digits.number), fixed(*sd, digits.number)),
            Self::Probability(p) => percent_of(*p, digits.percent),
            Self::Change(p) => signed(100.0 * p, digits.percent),
            Self::Chance(chance) if chance.of < 100_000 && chance.of > 1 => {
                format!("{} = {}", chance, percent_of(chance.value(), digits.percent))
            }
            Self::Chance(chance) => percent_of(chance.value(), digits.percent),
            Self::Text(_) | Self::Whole(_) | Self::Empty => self.shown(),
        }
    }

    /// Whether it says that something never is, or always: 0, or a chance of 1.
    pub(crate) fn is_nothing(&self) -> bool {
        match self {
            Self::Text(text) => text.is_empty() || text == "-",
            Self::Whole(n) => *n == 0,
            Self::Number(x) | Self::Change(x) | Self::More(x) => *x == 0.0,
            Self::Spread(mean, sd) => *mean == 0.0 && *sd == 0.0,
            Self::Chance(chance) => [0.0, 1.0].contains(&chance.value()),
            Self::Probability(p) => [0.0, 1.0].contains(p),
            Self::Empty => true,
        }
    }
}

/// How many decimals figures have that stand together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Digits {
    number: usize,
    percent: usize,
}

impl Digits {
    /// As many as tell these figures apart, and no more.
    pub fn of<'f>(figures: impl IntoIterator<Item = &'f Figure>) -> Self {
        let (mut numbers, mut chances) = (Vec::new(), Vec::new());
        for figure in figures {
            match figure {
                Figure::Number(x) | Figure::More(x) | Figure::Spread(x, _) => numbers.push(x.abs()),
                Figure::Probability(p) | Figure::Change(p) => chances.push(p.abs()),
                Figure::Chance(chance) => chances.push(chance.value()),
                Figure::Text(_) | Figure::Whole(_) | Figure::Empty => {}
            }
        }
        Self { number: decimals(&numbers), percent: percent_decimals(&chances) }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn mean_of<S: serde::Serializer>(mean: &f64, _: &f64, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_f64(*mean)
}

/// What a figure is made of.
macro_rules! figures {
    ($($of:ty: $figure:expr;)*) => {$(
        impl From<$of> for Figure {
            fn from(value: $of) -> Self {
                let figure: fn($of) -> Self = $figure;
                figure(value)
            }
        }
    )*};
}

figures! {
    Fraction: Self::Chance;
    &str: |text| Self::Text(text.to_owned());
    String: Self::Text;
    i64: Self::Whole;
    u32: |n| Self::Whole(n.into());
    usize: |n| Self::Whole(n as i64);
}

impl<T: Into<Self>> From<Option<T>> for Figure {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Empty, Into::into)
    }
}

/// A table. Fields are in JSON order.
#[derive(Clone, PartialEq, Debug, Default, serde::Serialize)]
pub struct FigureTable {
    /// The columns.
    pub header: Vec<String>,
    /// The rows, as long as the header; the first figure says what a row is about.
    pub rows: Vec<Vec<Figure>>,
    /// What it shows; empty if there is nothing to add to the sheet's title.
    pub title: String,
    /// What its columns are, if they are alike, so that the table may be turned round where it is too wide; else empty.
    #[serde(skip)]
    pub across: String,
}

impl FigureTable {
    /// How many decimals its figures have.
    pub(crate) fn digits(&self) -> Digits {
        Digits::of(self.rows.iter().flatten())
    }

    /// The table without rows and columns that say nothing: never, or always. What is left has at least one column of
    /// figures, if there was one.
    #[must_use]
    pub(crate) fn telling(mut self) -> Self {
        self.rows.retain(|row| row.len() < 2 || !row[1..].iter().all(Figure::is_nothing));
        self.telling_columns()
    }

    /// The table without columns that say nothing.
    #[must_use]
    pub(crate) fn telling_columns(mut self) -> Self {
        for column in (1..self.header.len()).rev() {
            if self.header.len() > 2 && self.rows.iter().all(|row| row[column].is_nothing()) {
                self.header.remove(column);
                self.rows.iter_mut().for_each(|row| {
                    row.remove(column);
                });
            }
        }
        self
    }

    /// Rows as columns and columns as rows.
    #[must_use]
    pub(crate) fn turned(&self, corner: &str) -> Self {
        let names = self.rows.iter().map(|row| row.first().map_or_else(String::new, Figure::shown));
        let header = std::iter::once(corner.to_owned()).chain(names).collect();
        let row = |column: usize| {
            let figures = self.rows.iter().map(move |row| row[column].clone());
            std::iter::once(Figure::Text(self.header[column].clone())).chain(figures).collect()
        };
        Self { header, rows: (1..self.header.len()).map(row).collect(), ..self.clone() }
    }

    /// Means alone, where a mean has its spread beside it.
    #[must_use]
    pub(crate) fn means(mut self) -> Self {
        for figure in self.rows.iter_mut().flatten() {
            if let Figure::Spread(mean, _) = figure {
                *figure = Figure::Number(*mean);
            }
        }
        self
    }
}

/// A table of like numbers, with a name for each row and each column.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Matrix {
    /// What the numbers are.
    pub title: String,
    /// What the rows are.
    pub corner: String,
    /// What the columns are.
    pub turned_corner: String,
    /// What the largest number of each column is the best of; empty if it is not marked.
    pub best_of: String,
    /// The names of the rows.
    pub rows: Vec<String>,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The numbers, row by row; `None` where there is none.
    pub values: Vec<Vec<Option<f64>>>,
    /// Whether they are probabilities, which are shown in percent.
    pub is_chance: bool,
    /// Whether one of them is to be chosen, so that what matters is how much less than the best the others are.
    pub is_choice: bool,
    /// The distribution of each cell, row by row; empty if it was not kept.
    pub behind: Vec<Vec<Option<Behind>>>,
}

/// The distribution behind a cell of a matrix, and the command that asks for it.
#[derive(Clone, PartialEq, Debug)]
pub struct Behind {
    /// The command.
    pub command: String,
    /// The distribution.
    pub curve: Curve,
}

impl Matrix {
    /// Without rows and columns that hold no number.
    pub(crate) fn without_empty(&self) -> Self {
        let rows = (0..self.rows.len()).filter(|row| self.values[*row].iter().any(Option::is_some));
        let columns = (0..self.columns.len()).filter(|column| self.values.iter().any(|row| row[*column].is_some()));
        self.clone().ordered(&[rows.collect(), columns.collect()])
    }

    /// Parts of no more rows and columns than these, as even as they can be.
    pub(crate) fn parts(&self, rows: usize, columns: usize) -> Vec<Self> {
        let cut = |len: usize, most: usize| -> Vec<Vec<usize>> {
            let all: Vec<usize> = (0..len).collect();
            all.chunks(len.div_ceil(len.div_ceil(most).max(1)).max(1)).map(<[usize]>::to_vec).collect()
        };
        let columns = cut(self.columns.len(), columns);
        let parts = cut(self.rows.len(), rows).into_iter().flat_map(|rows| {
            let part = move |columns: &Vec<usize>| self.clone().ordered(&[rows.clone(), columns.clone()]);
            columns.iter().map(part).collect::<Vec<_>>()
        });
        parts.collect()
    }

    /// The largest number of each column; `None` where nothing is above 0, the column has one row only, or nothing is
    /// marked.
    pub(crate) fn best(&self) -> Vec<Option<f64>> {
        let best = |column: usize| {
            let largest = self.values.iter().filter_map(|row| row[column]).fold(0.0, f64::max);
            (largest > 0.0 && self.rows.len() > 1 && !self.best_of.is_empty()).then_some(largest)
        };
        (0..self.columns.len()).map(best).collect()
    }

    /// Whether a number is the best of its column, which `best` says, up to rounding.
    pub(crate) fn is_best(value: Option<f64>, best: Option<f64>) -> bool {
        value.zip(best).is_some_and(|(value, best)| value >= best * (1.0 - 1e-12))
    }

    /// The places of the rows, those with the largest numbers first; and of the columns.
    pub(crate) fn order(&self) -> [Vec<usize>; 2] {
        let mean = |values: &mut dyn Iterator<Item = Option<f64>>| {
            let (sum, n) = values.flatten().fold((0.0, 0u32), |(sum, n), value| (sum + value, n + 1));
            sum / f64::from(n.max(1))
        };
        let order = |means: Vec<f64>| {
            let mut order: Vec<usize> = (0..means.len()).collect();
            sort_by(&mut order, |a, b| means[*b].total_cmp(&means[*a]));
            order
        };
        let rows = self.values.iter().map(|row| mean(&mut row.iter().copied())).collect();
        let column = |column: usize| mean(&mut self.values.iter().map(|row| row[column]));
        [order(rows), order((0..self.columns.len()).map(column).collect())]
    }

    /// The same with its rows and columns in this order.
    pub(crate) fn ordered(self, [rows, columns]: &[Vec<usize>; 2]) -> Self {
        let row = |row: &usize| columns.iter().map(|column| self.values[*row][*column]).collect();
        let behind = |row: &usize| columns.iter().map(|column| self.behind[*row][*column].clone()).collect();
        let sorted = if self.behind.is_empty() { &[] } else { &**rows };
        Self {
            values: rows.iter().map(row).collect(),
            behind: sorted.iter().map(behind).collect(),
            rows: rows.iter().map(|row| self.rows[*row].clone()).collect(),
            columns: columns.iter().map(|column| self.columns[*column].clone()).collect(),
            ..self
        }
    }

    /// How many decimals all its numbers have.
    fn decimals(&self) -> usize {
        let largest = self.values.iter().flatten().flatten().copied().fold(0.0, f64::max);
        match largest {
            _ if self.is_chance => 1,
            x if x < 100.0 => 2,
            x if x < 1000.0 => 1,
            _ => 0,
        }
    }

    /// How all of its numbers are written; `-` where there is none.
    pub(crate) fn written(&self) -> impl Fn(Option<f64>) -> String {
        let (is_chance, decimals) = (self.is_chance, self.decimals());
        move |value| {
            let Some(value) = value else { return "-".to_owned() };
            let value = if is_chance { 100.0 * value } else { value };
            let text = fixed(value, decimals);
            let is_nothing = text.bytes().all(|byte| matches!(byte, b'0' | b'.'));
            match value {
                // A chance that is not a certainty does not look like one.
                x if x > 0.0 && is_nothing && is_chance => "<0.1".to_owned(),
                x if x < 100.0 - 1e-10 && is_chance && text == "100.0" => ">99.9".to_owned(),
                _ => text,
            }
        }
    }
}

/// Numbers along a scale, a line for each series.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Lines {
    /// What the scale is.
    pub along: String,
    /// The values on the scale, as they were typed.
    pub labels: Vec<String>,
    /// The place of each on the scale.
    pub places: Vec<f64>,
    /// What the numbers are.
    pub what: String,
    /// The lines.
    pub series: Vec<Series>,
    /// Where two lines cross: the place on the scale, and the value.
    pub crossings: Vec<(f64, f64)>,
    /// Whether the numbers are probabilities, which are shown in percent.
    pub is_chance: bool,
}

/// A line: its name, and a number for each value of the scale; `None` where there is none.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Series {
    /// What the line is.
    pub name: String,
    /// Its numbers.
    pub values: Vec<Option<f64>>,
}

/// A curve worth drawing: the chance of each value.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct Curve {
    /// What the values are: `mortal damage`, `charge roll`.
    pub axis: String,
    /// The distribution.
    pub pmf: Pmf,
    /// The same from dice, where both were asked.
    #[serde(skip)]
    pub rolled: Option<Pmf>,
    /// Values that mean more than their number, and what: those at which a unit is destroyed, or a charge succeeds.
    #[serde(skip)]
    pub marked: Option<Marked>,
}

/// Values of a curve that mean something together.
#[derive(Clone, PartialEq, Debug)]
pub struct Marked {
    /// The least of them.
    pub from: usize,
    /// The largest of them.
    pub to: usize,
    /// What they mean: `destroyed`.
    pub what: String,
}

/// Changes worth drawing: a bar for each, to one side or the other.
#[derive(Clone, PartialEq, Debug)]
pub struct SignedBars {
    /// What the changes are of.
    pub axis: String,
    /// What each is called, how large it is, and a second value beside it.
    pub rows: Vec<(String, f64, Option<f64>)>,
    /// Whether they are probabilities, which are shown in percentage points.
    pub percent: bool,
}

/// A step of a plan as a chart shows it.
#[derive(Clone, PartialEq, Debug)]
pub struct PlanStep {
    /// Which step it is: 1 for the first. Ways to go on share a number.
    pub number: usize,
    /// What to do.
    pub what: String,
    /// When.
    pub when: String,
    /// How often it comes to this; `None` where nothing is decided on the way.
    pub chance: Option<f64>,
}

impl Curve {
    /// An exact curve, without a sampled one beside it.
    pub(crate) fn new(axis: impl Into<String>, pmf: Pmf) -> Self {
        Self { axis: axis.into(), pmf, rolled: None, marked: None }
    }
}

#[cfg(test)]
mod tests;
