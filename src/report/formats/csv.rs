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
    /// Excel: the same after a byte-order mark, with the line ends of Windows.
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
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// Situations and effects in square brackets: `[+1 to hit; charged]`.
    pub(crate) fn with(items: &[String]) -> Self {
        Self::Text(format!("[{}]", items.join("; ")))
    }

    /// The same, borrowed.
    pub(crate) fn value(&self) -> CsvValue<'_> {
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
pub(crate) trait CsvSink {
    /// Takes the next cell of the row.
    fn cell(&mut self, value: CsvValue<'_>);
    /// Ends the row.
    fn end(&mut self);
}

/// Lines of a CSV file, written cell by cell.
#[derive(Debug)]
pub(crate) struct CsvLines {
    bytes: Vec<u8>,
    style: CsvStyle,
    /// Cells of the row that is written, and those of every row before it.
    cells: usize,
    width: Option<usize>,
}

impl CsvLines {
    /// No line yet.
    pub(crate) fn new(style: CsvStyle) -> Self {
        Self { bytes: Vec::new(), style, cells: 0, width: None }
    }

    /// The bytes of all lines, in UTF-8.
    ///
    /// # Panics
    /// If a row was not ended.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        assert_eq!(self.cells, 0, "every row is ended");
        self.bytes
    }

    fn delimiter(&self) -> u8 {
        if self.style == CsvStyle::ExcelEu { b';' } else { b',' }
    }

    /// A cell of text. Most of it needs no quotes, and is copied as it is.
    fn text(&mut self, text: &str) {
        let delimiter = self.delimiter();
        if !text.bytes().any(|byte| byte == delimiter || matches!(byte, b'"' | b'\n' | b'\r' | b'#')) {
            self.bytes.extend_from_slice(text.as_bytes());
            return;
        }
        let mut quoted = WriterBuilder::new().delimiter(delimiter).from_writer(Vec::new());
        let line =
            quoted.write_record([text]).and_then(|()| quoted.into_inner().map_err(|error| error.into_error().into()));
        let line = line.expect("memory takes every byte");
        self.bytes.extend_from_slice(line.strip_suffix(b"\n").unwrap_or(&line));
    }
}

impl CsvSink for CsvLines {
    fn cell(&mut self, value: CsvValue<'_>) {
        use std::io::Write;
        if self.cells > 0 {
            self.bytes.push(self.delimiter());
        }
        self.cells += 1;
        let from = self.bytes.len();
        // Writing into memory does not fail.
        let _ = match value {
            // A spreadsheet would run it as a formula.
            CsvValue::Text(text) if text.starts_with(['=', '+', '-', '@', '\t', '\r']) => {
                self.text(&format!("'{text}"));
                Ok(())
            }
            CsvValue::Text(text) => {
                self.text(text);
                Ok(())
            }
            // The form with an exponent keeps 1e-30 short; spreadsheets and programs read it alike.
            CsvValue::Number(number) if number.is_finite() => write!(self.bytes, "{number:?}"),
            CsvValue::Integer(number) => write!(self.bytes, "{number}"),
            CsvValue::Number(_) | CsvValue::Empty => Ok(()),
        };
        if self.style == CsvStyle::ExcelEu && matches!(value, CsvValue::Number(_)) {
            self.bytes[from..].iter_mut().filter(|byte| **byte == b'.').for_each(|byte| *byte = b',');
        }
    }

    /// # Panics
    /// If the row is not as long as those before it.
    fn end(&mut self) {
        let width = *self.width.get_or_insert(self.cells);
        assert_eq!(self.cells, width, "every row is as long as the first");
        if self.cells == 1 && self.bytes.last().is_none_or(|byte| *byte == b'\n') {
            // A row of one empty cell is no empty line.
            self.bytes.extend_from_slice(b"\"\"");
        }
        self.bytes.extend_from_slice(if self.style == CsvStyle::Plain { b"\n" } else { b"\r\n" });
        self.cells = 0;
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
    pub(crate) fn new(header: &[&'static str]) -> Self {
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
pub(crate) fn csv_head(header: &[&str], style: CsvStyle) -> Vec<u8> {
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
        let plain = String::from_utf8(named("a").render(CsvStyle::Plain)).expect("UTF-8");
        assert_eq!(excel[3..], *plain.replace('\n', "\r\n").as_bytes());
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
        for name in ["O'Ryn, \"the\" Hawk", "two\nlines", "a\rb", "骷髏", "a=b", "#1", "a;b", ""] {
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
        assert_eq!(lines.into_bytes(), b";;7\r\n");
        let mut lines = CsvLines::new(CsvStyle::Plain);
        for text in ["", "x", ""] {
            lines.cell(CsvValue::Text(text));
            lines.end();
        }
        assert_eq!(lines.into_bytes(), b"\"\"\nx\n\"\"\n");
    }

    /// The library that reads and writes CSV for everybody else writes the same.
    #[test]
    fn lines_are_those_of_the_library() {
        let texts =
            ["plain", "", "a,b", "a;b", "say \"x\"", "two\nlines", "a\rb", "#", "a#b", " x ", "骷髏, x", "'", "1.5"];
        let (unix, windows) = (::csv::Terminator::Any(b'\n'), ::csv::Terminator::CRLF);
        for (style, delimiter, end) in [(CsvStyle::Plain, b',', unix), (CsvStyle::ExcelEu, b';', windows)] {
            let mut theirs = WriterBuilder::new().delimiter(delimiter).terminator(end).from_writer(Vec::new());
            let mut ours = CsvLines::new(style);
            for row in texts.chunks(1).map(|one| [one[0], "x", one[0]]) {
                theirs.write_record(row).expect("three cells");
                row.iter().for_each(|text| ours.cell(CsvValue::Text(text)));
                ours.end();
            }
            assert_eq!(ours.into_bytes(), theirs.into_inner().expect("memory"));
        }
    }

    #[test]
    fn excel_gets_the_line_ends_of_windows_and_programs_do_not() {
        for (style, end) in
            [(CsvStyle::Plain, "1\n2\n"), (CsvStyle::Excel, "1\r\n2\r\n"), (CsvStyle::ExcelEu, "1\r\n2\r\n")]
        {
            let mut lines = CsvLines::new(style);
            for number in [1, 2] {
                lines.cell(CsvValue::Integer(number));
                lines.end();
            }
            assert_eq!(String::from_utf8(lines.into_bytes()).expect("UTF-8"), end);
        }
    }
}
