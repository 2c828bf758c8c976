//! A sheet as Markdown, for forums, notes and chats that show tables.

use crate::report::numbers::{fixed, percent, printable};
use crate::report::sheet::{Digits, Figure, FigureTable, Matrix, Section, Sheet};

/// A sheet as Markdown: a heading, tables, lists. The values of the sheet's curve are a table without bars.
pub(super) fn text(sheet: &Sheet) -> String {
    let sheets = std::iter::once(sheet).chain(&sheet.also);
    let blocks: Vec<String> =
        sheets.flat_map(|sheet| sheet.blocks.iter().map(|block| block_text(sheet, block))).collect();
    blocks.into_iter().filter(|block| !block.is_empty()).collect::<Vec<_>>().join("\n")
}

fn block_text(sheet: &Sheet, block: &Section) -> String {
    match block {
        Section::Heading(line, settings) => {
            let settings: String =
                settings.iter().map(|(name, value)| format!("* {}: {}\n", escaped(name), escaped(value))).collect();
            format!("## {}\n", escaped(line)) + if settings.is_empty() { "" } else { "\n" } + &settings
        }
        Section::Answer(parts) => {
            let parts: Vec<String> = parts.iter().map(|part| escaped(part)).collect();
            format!("**{}**\n", parts.join(" · "))
        }
        Section::Lines(lines) => {
            let lines =
                lines.iter().map(|(what, figure)| format!("* {}: {}\n", escaped(what), escaped(&figure.shown())));
            lines.collect()
        }
        Section::Table(table) => figures(table),
        Section::Matrix(matrix) => of_matrix(matrix),
        Section::Results(sentences) => {
            let sentence = |(first, rest): &(String, String)| format!("**{}**{}\n", escaped(first), escaped(rest));
            sentences.iter().map(sentence).collect::<Vec<_>>().join("\n")
        }
        Section::Histogram => histogram(sheet),
        Section::Sentence(text, alarm) if *alarm => format!("**{}**\n", escaped(text)),
        Section::Sentence(text, _) => format!("{}\n", escaped(text)),
        Section::Notes(notes) => notes.iter().map(|note| format!("* note: {}\n", escaped(note))).collect(),
    }
}

/// A text in which nothing reads as a mark of Markdown.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in printable(text).chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '~') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// A table: the first column to the left, all others to the right.
fn table(header: &[String], rows: &[Vec<String>]) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let sides: Vec<String> = (0..header.len()).map(|place| if place == 0 { ":--" } else { "--:" }.to_owned()).collect();
    line(header) + &line(&sides) + &rows.iter().map(|row| line(row)).collect::<String>()
}

fn titled(title: &str, table: &str) -> String {
    if title.is_empty() { table.to_owned() } else { format!("**{}**\n\n{table}", escaped(title)) }
}

fn figures(of: &FigureTable) -> String {
    let header: Vec<String> = of.header.iter().map(|title| escaped(title)).collect();
    let digits: Vec<Digits> =
        (0..header.len()).map(|column| Digits::of(of.rows.iter().filter_map(|row| row.get(column)))).collect();
    let cells = |row: &Vec<Figure>| {
        row.iter().zip(&digits).map(|(figure, digits)| escaped(&figure.shown_with(*digits))).collect()
    };
    titled(&of.title, &table(&header, &of.rows.iter().map(cells).collect::<Vec<_>>()))
}

/// The best of each column is bold.
fn of_matrix(matrix: &Matrix) -> String {
    let header: Vec<String> =
        std::iter::once(&matrix.corner).chain(&matrix.columns).map(|name| escaped(name)).collect();
    let (best, written) = (matrix.best(), matrix.written());
    let row = |(name, values): (&String, &Vec<Option<f64>>)| {
        let cell = |(value, best): (&Option<f64>, &Option<f64>)| {
            let text = escaped(&written(*value));
            if Matrix::is_best(*value, *best) { format!("**{text}**") } else { text }
        };
        std::iter::once(escaped(name)).chain(values.iter().zip(&best).map(cell)).collect()
    };
    titled(&matrix.title, &table(&header, &matrix.rows.iter().zip(&matrix.values).map(row).collect::<Vec<_>>()))
}

fn histogram(sheet: &Sheet) -> String {
    let Some(curve) = &sheet.curve else { return String::new() };
    let tails = crate::report::numbers::at_least(&curve.pmf);
    let rows: Vec<Vec<String>> = curve
        .pmf
        .probabilities()
        .iter()
        .zip(tails)
        .enumerate()
        .filter(|(_, (p, _))| **p >= 1e-6)
        .map(|(value, (p, tail))| vec![fixed(value as f64, 0), escaped(&percent(*p)), escaped(&percent(tail))])
        .collect();
    table(&[escaped(&curve.axis), "exactly".to_owned(), "at least".to_owned()], &rows)
}
