//! What outputs show: every answer is turned into a [`Sheet`], and every format but the data formats is made from it.

use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::numbers::{fixed, grouped, percent};
use crate::stats::{Fraction, Pmf};

/// One answer as people read it, whatever they read it on.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sheet {
    /// Who does what to whom; where nobody does anything, the first says it all.
    pub title: [String; 3],
    /// The game's id, or `dice`.
    pub game: String,
    /// The name of its files, without an ending.
    pub file_name: String,
    /// How large the units are, in a few words.
    pub sizes: String,
    /// What was said besides, by name: situations and effects, values, the phase.
    pub said: Vec<(String, String)>,
    /// How it was computed, in a few words.
    pub method: String,
    /// The most important numbers, in a few words each.
    pub highlights: Vec<String>,
    /// What is shown, from top to bottom.
    pub blocks: Vec<Section>,
    /// The distribution that a chart shows, if one is worth it.
    pub curve: Option<Curve>,
    /// What a picture's file says of itself besides its title: what, and its value.
    pub about: Vec<(&'static str, String)>,
}

impl Sheet {
    /// Who does what to whom, in one line.
    pub fn headline(&self) -> String {
        self.title.join(" ").trim_end().to_owned()
    }
}

/// A part of a sheet.
#[derive(Clone, PartialEq, Debug)]
pub enum Section {
    /// What was asked: a line, and what was said besides, by name.
    Heading(String, Vec<(String, String)>),
    /// A line for each figure: what it is, and how much.
    Lines(Vec<(String, Figure)>),
    /// A table.
    Table(FigureTable),
    /// Sentences of which the first part matters most.
    Results(Vec<(String, String)>),
    /// The values of the sheet's curve, with bars.
    Histogram,
    /// A sentence that stands by itself, and whether it must not be overlooked.
    Sentence(String, bool),
    /// What a reader should know.
    Notes(Vec<String>),
}

/// A number or word of a sheet.
#[derive(Clone, PartialEq, Debug, Default)]
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
    /// Nothing to say.
    #[default]
    Empty,
}

impl Figure {
    /// The figure as people read it: a chance as a percentage, after its fraction where that is short.
    pub fn shown(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Whole(n) if *n < 0 => format!("-{}", grouped(n.unsigned_abs())),
            Self::Whole(n) => grouped(n.unsigned_abs()),
            Self::Number(x) => fixed(*x, 4),
            Self::Chance(chance) if chance.of < 100_000 && chance.of > 1 => {
                format!("{} = {}", chance, percent(chance.value()))
            }
            Self::Chance(chance) => percent(chance.value()),
            Self::Probability(p) => percent(*p),
            Self::Empty => String::new(),
        }
    }
}

/// A fraction is written as `{"fraction": "5/18", "p": 0.2777…}`, every other figure as the plain value.
impl Serialize for Figure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            Self::Whole(n) => serializer.serialize_i64(*n),
            Self::Number(x) | Self::Probability(x) => serializer.serialize_f64(*x),
            Self::Chance(chance) => {
                let mut both = serializer.serialize_struct("Chance", 2)?;
                both.serialize_field("fraction", &chance.to_string())?;
                both.serialize_field("p", &chance.value())?;
                both.end()
            }
            Self::Empty => serializer.serialize_none(),
        }
    }
}

impl From<Fraction> for Figure {
    fn from(chance: Fraction) -> Self {
        Self::Chance(chance)
    }
}

impl From<&str> for Figure {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Figure {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for Figure {
    fn from(n: i64) -> Self {
        Self::Whole(n)
    }
}

/// A table. Its fields stand in the order in which JSON has them.
#[derive(Clone, PartialEq, Debug, Default, serde::Serialize)]
pub struct FigureTable {
    /// The columns.
    pub header: Vec<String>,
    /// The rows, as long as the header; the first figure says what a row is about.
    pub rows: Vec<Vec<Figure>>,
    /// What it shows; empty if there is nothing to add to the sheet's title.
    pub title: String,
    /// Whether its columns are alike, so that those without room may stand in a table below.
    #[serde(skip)]
    pub folds: bool,
}

/// A curve worth drawing: the chance of each value.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct Curve {
    /// What the values are: `mortal damage`, `charge roll`.
    pub axis: String,
    /// The distribution.
    #[serde(serialize_with = "probabilities")]
    pub pmf: Pmf,
    /// The same from dice, where both were asked.
    #[serde(skip)]
    pub rolled: Option<Pmf>,
}

fn probabilities<S: Serializer>(pmf: &Pmf, serializer: S) -> Result<S::Ok, S::Error> {
    pmf.probabilities().serialize(serializer)
}

impl Curve {
    /// A curve that was computed, and not rolled besides.
    pub fn new(axis: impl Into<String>, pmf: Pmf) -> Self {
        Self { axis: axis.into(), pmf, rolled: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_read_as_numbers_do_in_a_sentence() {
        let cases = [
            (Figure::Whole(-1_200), "-1,200"),
            (Figure::Whole(7), "7"),
            (Figure::Number(2.0 / 3.0), "0.6667"),
            (Figure::Chance(Fraction::new(5, 18)), "5/18 = 27.8 %"),
            (Figure::Chance(Fraction::new(1, 1)), "100 %"),
            (Figure::Probability(0.5), "50.0 %"),
            (Figure::Empty, ""),
        ];
        for (figure, wanted) in cases {
            assert_eq!(figure.shown(), wanted, "{figure:?}");
        }
    }
}
