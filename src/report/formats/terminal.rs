//! A sheet as text for a terminal.

mod grid;
mod histogram;
mod mistakes;

use self::grid::{BOLD, GAP, paint, plain};
use self::histogram::histogram;
use crate::report::numbers::printable;
use crate::report::sheet::{Figure, FigureTable, Section, Sheet};

pub use self::grid::{Screen, grid, words};
pub use self::mistakes::{mistakes, warnings};

/// The title of a column that may stand in a table below is cut to this many characters.
const FOLDED_TITLE: usize = 24;
/// A column that may stand in a table below counts as at least so wide.
const FOLDED_WIDTH: usize = 14;
/// ANSI code of bold red, for what must not be overlooked.
const ALARM: &str = "1;31";

/// A sheet as text: its blocks from top to bottom, an empty line between them.
pub fn text(sheet: &Sheet, screen: Screen) -> String {
    let blocks: Vec<String> = sheet.blocks.iter().map(|block| block_text(sheet, block, screen)).collect();
    plain(blocks.join("\n"), screen)
}

fn block_text(sheet: &Sheet, block: &Section, screen: Screen) -> String {
    match block {
        Section::Heading(line, said) => {
            let said = said.iter().map(|(name, value)| format!("{name}: {}\n", printable(value)));
            paint(&printable(line), BOLD, screen.color) + "\n" + &said.collect::<String>()
        }
        Section::Lines(lines) => lines_text(lines),
        Section::Table(table) if table.folds => folded(table, screen),
        Section::Table(table) => table_text(table, screen),
        Section::Results(sentences) => sentences
            .iter()
            .map(|(first, rest)| format!("{}{}\n", paint(&printable(first), BOLD, screen.color), printable(rest)))
            .collect(),
        Section::Histogram => sheet.curve.as_ref().map_or_else(String::new, |curve| histogram(curve, screen)),
        Section::Sentence(text, alarm) => paint(&printable(text), ALARM, screen.color && *alarm) + "\n",
        Section::Notes(notes) => notes.iter().map(|note| format!("note: {}\n", printable(note))).collect(),
    }
}

fn lines_text(lines: &[(String, Figure)]) -> String {
    let width = lines.iter().map(|(what, _)| what.chars().count()).max().unwrap_or(0);
    let lines = lines.iter().map(|(what, figure)| {
        let (what, figure) = (printable(what), printable(&figure.shown()));
        format!("{what:width$}  {figure}\n")
    });
    lines.collect()
}

fn table_text(table: &FigureTable, screen: Screen) -> String {
    let title = if table.title.is_empty() { String::new() } else { format!("{}\n", printable(&table.title)) };
    let rows: Vec<Vec<String>> = table.rows.iter().map(|row| row.iter().map(Figure::shown).collect()).collect();
    title + &grid(&table.header, &rows, screen)
}

/// A table whose columns are alike; more tables below each other if one would be too wide.
fn folded(table: &FigureTable, screen: Screen) -> String {
    let titles: Vec<String> = table.header.iter().map(|title| shortened(title, screen)).collect();
    let labels: Vec<String> = table.rows.iter().map(|row| row[0].shown()).collect();
    let first = usize::from(GAP) + labels.iter().map(String::len).max().unwrap_or(0);
    let widths: Vec<usize> =
        titles[1..].iter().map(|title| title.chars().count().max(FOLDED_WIDTH) + usize::from(GAP)).collect();
    let parts = packed(&widths, (screen.width + usize::from(GAP)).saturating_sub(first));
    let tables = parts.into_iter().map(|part| {
        let columns = part.start + 1..part.end + 1;
        let header: Vec<String> = std::iter::once(&titles[0]).chain(&titles[columns.clone()]).cloned().collect();
        let rows: Vec<Vec<String>> = table
            .rows
            .iter()
            .zip(&labels)
            .map(|(row, label)| {
                let cells = row[columns.clone()].iter().map(Figure::shown);
                std::iter::once(label.clone()).chain(cells).collect()
            })
            .collect();
        grid(&header, &rows, screen)
    });
    tables.collect::<Vec<_>>().join("\n")
}

/// Neighbouring columns that fit together into `room`, at least one at a time.
fn packed(widths: &[usize], room: usize) -> Vec<std::ops::Range<usize>> {
    let mut ranges: Vec<std::ops::Range<usize>> = Vec::new();
    let mut used = 0;
    for (column, width) in widths.iter().enumerate() {
        match ranges.last_mut() {
            Some(range) if used + width <= room => {
                range.end = column + 1;
                used += width;
            }
            _ => {
                ranges.push(column..column + 1);
                used = *width;
            }
        }
    }
    ranges
}

fn shortened(title: &str, screen: Screen) -> String {
    if title.chars().count() <= FOLDED_TITLE {
        return title.into();
    }
    let end = if screen.ascii { "..." } else { "…" };
    let kept: String = title.chars().take(FOLDED_TITLE - end.chars().count()).collect();
    kept.trim_end().to_string() + end
}
