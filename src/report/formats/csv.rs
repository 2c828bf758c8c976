//! Tidy rows as CSV, for spreadsheets, databases and pandas.

use ::csv::WriterBuilder;

use crate::report::sheet::Figure;

/// UTF-8's byte-order mark; without it Excel takes every accent for two letters.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Which reader a CSV file is written for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CsvStyle {
    /// Programs: commas, decimal points.
    #[default]
    Plain,
    /// Excel: the same after a byte-order mark.
    Excel,
    /// Excel where the decimal sign is a comma: semicolons between cells, commas in numbers.
    ExcelEu,
}

/// One cell of a CSV table.
#[derive(Clone, PartialEq, Debug)]
pub enum CsvCell {
    /// Text; made harmless if a spreadsheet would run it as a formula.
    Text(String),
    /// A number with all its digits; one that is not finite is written as an empty cell.
    Number(f64),
    /// A whole number.
    Integer(u64),
    /// Nothing.
    Empty,
}

impl CsvCell {
    /// A cell of text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// Situations and effects in square brackets: `[+1 to hit; charged]`.
    pub fn with(items: &[String]) -> Self {
        Self::Text(format!("[{}]", items.join("; ")))
    }

    /// The same, borrowed.
    pub fn value(&self) -> CsvValue<'_> {
        match self {
            Self::Text(text) => CsvValue::Text(text),
            Self::Number(number) => CsvValue::Number(*number),
            Self::Integer(number) => CsvValue::Integer(*number),
            Self::Empty => CsvValue::Empty,
        }
    }
}

/// A [`CsvCell`] that borrows its text.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum CsvValue<'c> {
    /// Text.
    Text(&'c str),
    /// A number.
    Number(f64),
    /// A whole number.
    Integer(u64),
    /// Nothing.
    Empty,
}

impl From<Option<u64>> for CsvValue<'_> {
    fn from(number: Option<u64>) -> Self {
        number.map_or(Self::Empty, Self::Integer)
    }
}

impl From<Option<f64>> for CsvValue<'_> {
    fn from(number: Option<f64>) -> Self {
        number.map_or(Self::Empty, Self::Number)
    }
}

impl<'c> From<Option<&'c str>> for CsvValue<'c> {
    fn from(text: Option<&'c str>) -> Self {
        text.map_or(Self::Empty, Self::Text)
    }
}

/// Where the cells of rows go, one after the other: lines of a file, or a table that is kept.
pub trait CsvSink {
    /// Takes the next cell of the row.
    fn cell(&mut self, value: CsvValue<'_>);
    /// Ends the row.
    fn end(&mut self);
}

/// Lines of a CSV file, written cell by cell.
#[derive(Debug)]
pub struct CsvLines {
    writer: ::csv::Writer<Vec<u8>>,
    style: CsvStyle,
    /// A number, or text after an apostrophe, while it is written.
    scratch: String,
}

/// Why writing into memory does not fail.
const IN_MEMORY: &str = "memory takes every byte and every row is as long as the first";

impl CsvLines {
    /// No line yet.
    pub fn new(style: CsvStyle) -> Self {
        let delimiter = if style == CsvStyle::ExcelEu { b';' } else { b',' };
        let writer = WriterBuilder::new().delimiter(delimiter).from_writer(Vec::new());
        Self { writer, style, scratch: String::new() }
    }

    /// The bytes of all lines, in UTF-8.
    ///
    /// # Panics
    /// If one row is not as long as another.
    pub fn into_bytes(self) -> Vec<u8> {
        self.writer.into_inner().map_err(|error| error.to_string()).expect(IN_MEMORY)
    }

    fn field(&mut self, text: &str) {
        self.writer.write_field(text).expect(IN_MEMORY);
    }

    fn scratched(&mut self, write: impl FnOnce(&mut String)) {
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        write(&mut scratch);
        self.field(&scratch);
        self.scratch = scratch;
    }
}

impl CsvSink for CsvLines {
    fn cell(&mut self, value: CsvValue<'_>) {
        use std::fmt::Write;
        let style = self.style;
        match value {
            // A spreadsheet would run it as a formula.
            CsvValue::Text(text) if text.starts_with(['=', '+', '-', '@', '\t', '\r']) => {
                self.scratched(|scratch| scratch.extend(["'", text]));
            }
            CsvValue::Text(text) => self.field(text),
            CsvValue::Number(number) if number.is_finite() => self.scratched(|scratch| {
                // The form with an exponent keeps 1e-30 short; spreadsheets and programs read it alike.
                let _ = write!(scratch, "{number:?}");
                if style == CsvStyle::ExcelEu {
                    *scratch = scratch.replace('.', ",");
                }
            }),
            CsvValue::Integer(number) => self.scratched(|scratch| {
                let _ = write!(scratch, "{number}");
            }),
            CsvValue::Number(_) | CsvValue::Empty => self.field(""),
        }
    }

    fn end(&mut self) {
        self.writer.write_record(None::<&[u8]>).expect(IN_MEMORY);
    }
}

impl CsvSink for CsvTable {
    fn cell(&mut self, value: CsvValue<'_>) {
        let width = self.header.len();
        if self.rows.last().is_none_or(|row| row.len() >= width) {
            self.rows.push(Vec::with_capacity(width));
        }
        let cell = match value {
            CsvValue::Text(text) => CsvCell::text(text),
            CsvValue::Number(number) => CsvCell::Number(number),
            CsvValue::Integer(number) => CsvCell::Integer(number),
            CsvValue::Empty => CsvCell::Empty,
        };
        if let Some(row) = self.rows.last_mut() {
            row.push(cell);
        }
    }

    fn end(&mut self) {}
}

impl From<Option<u64>> for CsvCell {
    fn from(number: Option<u64>) -> Self {
        number.map_or(Self::Empty, Self::Integer)
    }
}

impl From<Option<f64>> for CsvCell {
    fn from(number: Option<f64>) -> Self {
        number.map_or(Self::Empty, Self::Number)
    }
}

/// A CSV table before it is written: one header row, then rows of as many cells.
#[derive(Clone, PartialEq, Debug)]
pub struct CsvTable {
    /// The names of the columns.
    pub header: Vec<&'static str>,
    /// The rows, each as long as the header.
    pub rows: Vec<Vec<CsvCell>>,
}

impl CsvTable {
    /// A table without rows.
    pub fn new(header: &[&'static str]) -> Self {
        Self { header: header.to_vec(), rows: Vec::new() }
    }

    /// The bytes of the file, in UTF-8.
    ///
    /// # Panics
    /// If a row is not as long as the header.
    pub fn render(&self, style: CsvStyle) -> Vec<u8> {
        let mut bytes = csv_head(&self.header, style);
        let mut lines = CsvLines::new(style);
        for row in &self.rows {
            assert_eq!(row.len(), self.header.len(), "every row is as long as the header");
            row.iter().for_each(|cell| lines.cell(cell.value()));
            lines.end();
        }
        bytes.extend(lines.into_bytes());
        bytes
    }
}

/// The first line of a file that is written line by line, the names of its columns.
pub fn csv_head(header: &[&str], style: CsvStyle) -> Vec<u8> {
    let mut bytes = if style == CsvStyle::Plain { Vec::new() } else { BYTE_ORDER_MARK.to_vec() };
    let mut lines = CsvLines::new(style);
    header.iter().for_each(|name| lines.cell(CsvValue::Text(name)));
    lines.end();
    bytes.extend(lines.into_bytes());
    bytes
}

/// A whole number, a chance or a word as a cell.
impl From<&Figure> for CsvCell {
    fn from(figure: &Figure) -> Self {
        match figure {
            Figure::Text(text) => Self::text(text.clone()),
            Figure::Whole(n) => u64::try_from(*n).map_or(Self::Number(*n as f64), Self::Integer),
            Figure::Number(x) | Figure::Probability(x) | Figure::Change(x) | Figure::More(x) | Figure::Spread(x, _) => {
                Self::Number(*x)
            }
            Figure::Chance(chance) => Self::Number(chance.value()),
            Figure::Empty => Self::Empty,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8], delimiter: u8) -> Vec<Vec<String>> {
        ::csv::ReaderBuilder::new()
            .has_headers(false)
            .delimiter(delimiter)
            .from_reader(bytes)
            .records()
            .map(|row| row.expect("every row is as long as the first").iter().map(str::to_string).collect())
            .collect()
    }

    /// A table with a name, situations and a number.
    fn named(name: &str) -> CsvTable {
        let mut table = CsvTable::new(&["name", "with", "p"]);
        let with = CsvCell::with(&["+1 to hit".to_owned(), "charged".to_owned()]);
        table.rows.push(vec![CsvCell::text(name), with, CsvCell::Number(0.25)]);
        table
    }

    #[test]
    fn excel_gets_its_mark_and_where_it_wants_them_its_commas() {
        let excel = named("a").render(CsvStyle::Excel);
        assert_eq!(&excel[..7], b"\xef\xbb\xbfname");
        assert_eq!(excel[3..], named("a").render(CsvStyle::Plain));
        let european = named("a").render(CsvStyle::ExcelEu);
        let rows = read(european.strip_prefix(BYTE_ORDER_MARK).expect("a mark"), b';');
        assert_eq!(rows[1], ["a", "[+1 to hit; charged]", "0,25"]);
    }

    #[test]
    fn names_that_look_like_formulas_are_harmless_and_others_untouched() {
        for name in ["=1+2", "+x", "-x", "@sum", "\tx", "\rx"] {
            let rows = read(&named(name).render(CsvStyle::Plain), b',');
            assert_eq!(rows[1][0], format!("'{name}"));
        }
        for name in ["O'Ryn, \"the\" Hawk", "two\nlines", "骷髏", "a=b", ""] {
            for (style, delimiter) in [(CsvStyle::Plain, b','), (CsvStyle::ExcelEu, b';')] {
                let bytes = named(name).render(style);
                let rows = read(bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&bytes), delimiter);
                assert_eq!(rows[1][0], name);
            }
        }
    }

    #[test]
    fn numbers_survive_and_what_is_no_number_is_empty() {
        let numbers = [1.0 / 3.0, 1e-30, 0.0, 123_456.5, 1e300];
        let mut table = CsvTable::new(&["x"]);
        table.rows = numbers.iter().map(|x| vec![CsvCell::Number(*x)]).collect();
        let back: Vec<f64> = read(&table.render(CsvStyle::Plain), b',')[1..]
            .iter()
            .map(|row| row[0].parse().expect("a number"))
            .collect();
        assert_eq!(back, numbers);
        let mut lines = CsvLines::new(CsvStyle::ExcelEu);
        for value in [CsvValue::Number(f64::NAN), CsvValue::from(None::<f64>), CsvValue::from(Some(7u64))] {
            lines.cell(value);
        }
        lines.end();
        assert_eq!(lines.into_bytes(), b";;7\n");
    }
}
