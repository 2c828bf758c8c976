//! The answer to a dice question as text, CSV, JSON and a chart.

use serde_json::{Value, json};

use super::chart::{ChartError, curve_png, curve_svg};
use super::{Cell, CsvStyle, CsvTable, Look, TOOL, fixed, grid, percent, pretty, printable};
use crate::questions::{Answered, Figure};

/// Who was asked what, beside the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Subject<'a> {
    /// The game's id, or `dice`.
    pub game: &'a str,
    /// The question's name, or the dice.
    pub question: &'a str,
}

/// A figure as people read it: a chance as a percentage, with its fraction where that is short.
fn shown(figure: &Figure) -> String {
    match figure {
        Figure::Text(text) => printable(text),
        Figure::Whole(n) => n.to_string(),
        Figure::Number(x) => fixed(*x, 4),
        Figure::Chance(chance) if chance.of < 100_000 && chance.of > 1 => {
            format!("{} = {}", chance, percent(chance.value()))
        }
        Figure::Chance(chance) => percent(chance.value()),
        Figure::Probability(p) => percent(*p),
        Figure::Empty => String::new(),
    }
}

fn cell(figure: &Figure) -> Cell {
    match figure {
        Figure::Text(text) => Cell::text(text.clone()),
        Figure::Whole(n) => u64::try_from(*n).map_or(Cell::Number(*n as f64), Cell::Integer),
        Figure::Number(x) | Figure::Probability(x) => Cell::Number(*x),
        Figure::Chance(chance) => Cell::Number(chance.value()),
        Figure::Empty => Cell::Empty,
    }
}

fn value(figure: &Figure) -> Value {
    match figure {
        Figure::Text(text) => json!(text),
        Figure::Whole(n) => json!(n),
        Figure::Number(x) | Figure::Probability(x) => json!(x),
        Figure::Chance(chance) => json!({"p": chance.value(), "fraction": chance.to_string()}),
        Figure::Empty => Value::Null,
    }
}

impl Answered {
    /// The answer for a terminal.
    pub fn to_table(&self, look: Look) -> String {
        let mut text = format!("{}\n\n", printable(&self.title));
        if !self.lines.is_empty() {
            let width = self.lines.iter().map(|(what, _)| what.chars().count()).max().unwrap_or(0);
            for (what, figure) in &self.lines {
                text.push_str(&format!("{what:width$}  {}\n", shown(figure)));
            }
            text.push('\n');
        }
        for table in &self.tables {
            if !table.title.is_empty() {
                text.push_str(&format!("{}\n", printable(&table.title)));
            }
            let rows: Vec<Vec<String>> = table.rows.iter().map(|row| row.iter().map(shown).collect()).collect();
            text.push_str(&grid(&table.header, &rows, look));
            text.push('\n');
        }
        for note in &self.notes {
            text.push_str(&format!("note: {}\n", printable(note)));
        }
        text
    }

    /// Tidy rows: one for each figure.
    pub fn to_csv(&self, subject: Subject<'_>, style: CsvStyle) -> Vec<u8> {
        let mut csv = CsvTable::new(&["game", "question", "table", "row", "column", "value"]);
        let named = |table: &str, row: Cell, column: &str, value: Cell| {
            let text = |text: &str| Cell::text(text);
            vec![text(subject.game), text(subject.question), text(table), row, text(column), value]
        };
        for (what, figure) in &self.lines {
            csv.rows.push(named("answer", Cell::text(what.clone()), "", cell(figure)));
        }
        for table in &self.tables {
            for row in &table.rows {
                for (column, figure) in table.header.iter().zip(row).skip(1) {
                    csv.rows.push(named(&table.title, cell(&row[0]), column, cell(figure)));
                }
            }
        }
        csv.render(style)
    }

    /// Everything, in full precision.
    pub fn to_json(&self, subject: Subject<'_>) -> String {
        let lines: Vec<Value> =
            self.lines.iter().map(|(what, figure)| json!({"what": what, "value": value(figure)})).collect();
        let tables: Vec<Value> = self
            .tables
            .iter()
            .map(|table| {
                let rows: Vec<Vec<Value>> = table.rows.iter().map(|row| row.iter().map(value).collect()).collect();
                json!({"title": table.title, "header": table.header, "rows": rows})
            })
            .collect();
        let curve = self.curve.as_ref().map(|curve| json!({"axis": curve.axis, "pmf": curve.pmf.probabilities()}));
        pretty(&json!({
            "schema": 1, "tool": TOOL, "game": subject.game, "question": subject.question, "title": self.title,
            "answer": lines, "tables": tables, "curve": curve, "notes": self.notes, "trials": self.trials,
        }))
    }

    /// The chart of the answer's curve; `None` if it has none.
    ///
    /// # Errors
    /// If a drawing library fails.
    pub fn to_png(&self, subject: Subject<'_>) -> Result<Option<Vec<u8>>, ChartError> {
        let Some(curve) = &self.curve else { return Ok(None) };
        curve_png(&self.title, subject.game, curve, self.trials).map(Some)
    }

    /// The same as SVG.
    ///
    /// # Errors
    /// If a drawing library fails.
    pub fn to_svg(&self, subject: Subject<'_>) -> Result<Option<String>, ChartError> {
        let Some(curve) = &self.curve else { return Ok(None) };
        curve_svg(&self.title, subject.game, curve, self.trials).map(Some)
    }
}
