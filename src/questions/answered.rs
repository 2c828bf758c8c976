//! What an answer is made of.

use std::ops::RangeInclusive;

use super::rolls::rows;
use crate::report::{Curve, Figure, FigureTable, Marked};
use crate::stats::{Counts, Pmf};

/// The answer to a question.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Answered {
    /// The question in words, its numbers filled in.
    pub title: String,
    /// The answer in a few lines: what, and how much.
    pub lines: Vec<(String, Figure)>,
    /// Tables.
    pub tables: Vec<FigureTable>,
    /// A distribution that a chart shows, where one helps.
    pub curve: Option<Curve>,
    /// What a player should know: rulings, policies, what is assumed.
    pub notes: Vec<String>,
    /// How often dice were rolled for an attack that is too large to be exact; `None` if everything is exact.
    pub trials: Option<u64>,
}

impl Answered {
    /// An answer without anything yet.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), ..Self::default() }
    }

    /// Adds a line.
    pub(crate) fn line(mut self, what: impl Into<String>, figure: impl Into<Figure>) -> Self {
        self.lines.push((what.into(), figure.into()));
        self
    }

    /// Adds a line if there is a reason for it.
    pub(crate) fn line_if(self, holds: bool, what: impl Into<String>, figure: impl Into<Figure>) -> Self {
        if holds { self.line(what, figure) } else { self }
    }

    /// Adds a table.
    pub(crate) fn table(mut self, title: &str, header: &[impl ToString], rows: Vec<Vec<Figure>>) -> Self {
        let header = header.iter().map(ToString::to_string).collect();
        self.tables.push(FigureTable { title: title.to_owned(), header, rows, across: String::new() });
        self
    }

    /// Adds the chances of 0, 1, 2 … as a table and as a curve.
    pub(crate) fn distribution(self, axis: &str, pmf: &Pmf) -> Self {
        let rows = (0..=pmf.max())
            .map(|k| {
                vec![Figure::Whole(k as i64), Figure::Probability(pmf.at(k)), Figure::Probability(pmf.at_least(k))]
            })
            .collect();
        self.table("", &[axis, "exactly", "at least"], rows).drawn(axis, pmf.clone())
    }

    /// Adds the chances of numbers that are known as fractions, as a table and as a curve.
    pub(crate) fn outcomes(self, axis: &str, outcomes: &Counts<u32>) -> Self {
        self.table("", &[axis, "exactly", "at least"], rows(outcomes)).drawn(axis, outcomes.pmf())
    }

    /// Says which distribution a chart shows.
    pub fn drawn(mut self, axis: impl Into<String>, pmf: Pmf) -> Self {
        self.curve = Some(Curve::new(axis, pmf));
        self
    }

    /// Marks the values of that distribution by which the question is answered with yes.
    pub(crate) fn succeeds(mut self, values: RangeInclusive<i64>) -> Self {
        // What is more than a processor counts to is as good as no end.
        let [from, to] = [*values.start(), *values.end()].map(|value| value.max(0).try_into().unwrap_or(usize::MAX));
        if let Some(curve) = &mut self.curve {
            curve.marked = Some(Marked { from, to, what: "succeeds".to_owned() });
        }
        self
    }

    /// Adds a note.
    pub(crate) fn note(mut self, note: impl Into<String>) -> Self {
        let note = note.into();
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
        self
    }

    /// Adds a note if there is a reason for it.
    pub(crate) fn note_if(self, holds: bool, note: impl Into<String>) -> Self {
        if holds { self.note(note) } else { self }
    }
}
