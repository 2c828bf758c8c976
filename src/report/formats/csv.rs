//! Tidy rows as CSV, for spreadsheets, databases and pandas.

use std::borrow::Cow;

use crate::report::sheet::Figure;

/// UTF-8's byte-order mark; without it Excel takes every accent for two letters.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Numbers that nobody writes with an exponent, so that they are written as JSON writes them.
const PLAIN_NUMBERS: std::ops::Range<f64> = 1e-4..1e15;

/// Which reader a CSV file is written for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum CsvStyle {
    /// Commas and decimal points.
    #[default]
    Plain,
    /// The same with a byte-order mark and the line ends of Windows.
    Excel,
    /// The same as `excel`, with semicolons and decimal commas.
    ExcelEu,
}

/// One cell of a row.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) enum CsvCell<'c> {
    /// Text; made harmless if a spreadsheet would run it as a formula.
    Text(Cow<'c, str>),
    /// A number with all its digits; one that is not finite is written as an empty cell.
    Number(f64),
    /// A whole number.
    Integer(u64),
    /// Nothing.
    #[default]
    Empty,
}

/// A column: its name, and what a row has in it.
pub(crate) type Column<R> = (&'static str, for<'r> fn(&'r R) -> CsvCell<'r>);

impl CsvCell<'_> {
    /// Texts in square brackets: `[+1 to hit; charged]`.
    pub(crate) fn list(items: &[String]) -> Self {
        Self::Text(Self::bracketed(items).into())
    }

    /// The text of such a cell.
    pub(crate) fn bracketed(items: &[String]) -> String {
        format!("[{}]", items.join("; "))
    }

    /// The same; empty if there are none.
    pub(crate) fn some(items: &[String]) -> Self {
        if items.is_empty() { Self::Empty } else { Self::list(items) }
    }
}

/// What may be in a cell, and how.
macro_rules! cells {
    ($($of:ty: $cell:expr;)*) => {$(
        impl<'c> From<$of> for CsvCell<'c> {
            fn from(value: $of) -> Self {
                let cell: fn($of) -> Self = $cell;
                cell(value)
            }
        }
    )*};
}

cells! {
    &'c str: |text| Self::Text(text.into());
    &'c String: |text| Self::Text(text.into());
    String: |text| Self::Text(text.into());
    f64: Self::Number;
    u64: Self::Integer;
    u32: |number| Self::Integer(number.into());
    usize: |number| Self::Integer(number as u64);
}

impl<T> From<Option<T>> for CsvCell<'_>
where
    Self: From<T>,
{
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Empty, Self::from)
    }
}

/// A whole number, a chance or a word as a cell.
impl<'c> From<&'c Figure> for CsvCell<'c> {
    fn from(figure: &'c Figure) -> Self {
        match figure {
            Figure::Text(text) => text.into(),
            Figure::Whole(n) => u64::try_from(*n).map_or(Self::Number(*n as f64), Self::Integer),
            Figure::Number(x) | Figure::Probability(x) | Figure::Change(x) | Figure::More(x) | Figure::Spread(x, _) => {
                Self::Number(*x)
            }
            Figure::Chance(chance) => Self::Number(chance.value()),
            Figure::Empty => Self::Empty,
        }
    }
}

/// What rows are written to, cell by cell.
pub(crate) trait RowWriter: Sized {
    /// Takes the next cell of the row.
    fn cell(&mut self, value: CsvCell<'_>) -> &mut Self;

    /// Ends the row.
    ///
    /// # Panics
    /// If it is not as long as those before it.
    fn end(&mut self);

    /// Writes cells that a row before has as well; `known` is how they were written there.
    fn again(&mut self, _known: &mut Option<WrittenCells>, write: impl FnOnce(&mut Self)) -> &mut Self {
        write(self);
        self
    }

    /// What a row has in some columns.
    fn cells<R>(&mut self, columns: &[Column<R>], row: &R) -> &mut Self {
        columns.iter().fold(self, |lines, (_, cell)| lines.cell(cell(row)))
    }
}

/// Where cells of a row stand among the bytes, and how many there are.
pub(crate) type WrittenCells = (std::ops::Range<usize>, usize);

/// Lines of a CSV file.
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
        Self::within(Vec::new(), style)
    }

    /// No line yet, in memory that others have used.
    pub(crate) fn within(mut room: Vec<u8>, style: CsvStyle) -> Self {
        room.clear();
        Self { bytes: room, style, cells: 0, width: None }
    }

    /// The beginning of a file.
    pub(crate) fn file(style: CsvStyle) -> Self {
        let bytes = if style == CsvStyle::Plain { Vec::new() } else { BYTE_ORDER_MARK.to_vec() };
        Self { bytes, ..Self::new(style) }
    }

    /// The names of some columns, cell by cell.
    pub(crate) fn names<R>(&mut self, columns: &[Column<R>]) -> &mut Self {
        columns.iter().fold(self, |lines, (name, _)| lines.cell((*name).into()))
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

    /// A cell of text. Most of it needs no quotes, and is copied as it is; what a terminal would obey becomes `?`.
    fn text(&mut self, text: &str) {
        let delimiter = self.delimiter();
        let bytes = text.as_bytes();
        let is_odd = |byte: u8| byte < b' ' || byte == 0x7f || byte == delimiter || byte == b'"';
        // All bytes are looked at, which goes many at a time.
        if !bytes.iter().fold(false, |odd, byte| odd | is_odd(*byte)) {
            self.bytes.extend_from_slice(bytes);
            return;
        }
        let text = text.replace(|c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t'), "?");
        if !text.contains([char::from(delimiter), '"', '\n', '\r']) {
            self.bytes.extend_from_slice(text.as_bytes());
            return;
        }
        self.bytes.push(b'"');
        for part in text.split_inclusive('"') {
            self.bytes.extend_from_slice(part.as_bytes());
            if part.ends_with('"') {
                self.bytes.push(b'"');
            }
        }
        self.bytes.push(b'"');
    }
}

impl RowWriter for CsvLines {
    fn cell(&mut self, value: CsvCell<'_>) -> &mut Self {
        if self.cells > 0 {
            self.bytes.push(self.delimiter());
        }
        self.cells += 1;
        let (from, is_number) = (self.bytes.len(), matches!(value, CsvCell::Number(_)));
        match value {
            // A spreadsheet would run it as a formula.
            CsvCell::Text(text) if text.starts_with(['=', '+', '-', '@', '\t', '\r']) => self.text(&format!("'{text}")),
            CsvCell::Text(text) => self.text(&text),
            // The form with an exponent keeps 1e-30 short; spreadsheets and programs read it alike.
            CsvCell::Number(number) if PLAIN_NUMBERS.contains(&number.abs()) => {
                self.bytes.extend_from_slice(zmij::Buffer::new().format_finite(number).as_bytes());
            }
            CsvCell::Number(number) if number.is_finite() => {
                self.bytes.extend_from_slice(format!("{number:?}").as_bytes());
            }
            CsvCell::Integer(number) => self.bytes.extend_from_slice(itoa::Buffer::new().format(number).as_bytes()),
            CsvCell::Number(_) | CsvCell::Empty => {}
        }
        if self.style == CsvStyle::ExcelEu && is_number {
            self.bytes[from..].iter_mut().filter(|byte| **byte == b'.').for_each(|byte| *byte = b',');
        }
        self
    }

    fn again(&mut self, written: &mut Option<WrittenCells>, write: impl FnOnce(&mut Self)) -> &mut Self {
        let (from, before) = (self.bytes.len(), self.cells);
        match written {
            Some((bytes, cells)) => {
                self.bytes.extend_from_within(bytes.clone());
                self.cells += *cells;
            }
            None => {
                write(self);
                *written = Some((from..self.bytes.len(), self.cells - before));
            }
        }
        self
    }

    fn end(&mut self) {
        let width = *self.width.get_or_insert(self.cells);
        assert_eq!(self.cells, width, "every row is as long as the first");
        if self.cells == 1 && self.bytes.last().is_none_or(|byte| *byte == b'\n') {
            // A row of one empty cell is not an empty line.
            self.bytes.extend_from_slice(b"\"\"");
        }
        if self.style != CsvStyle::Plain {
            self.bytes.push(b'\r');
        }
        self.bytes.push(b'\n');
        self.cells = 0;
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

    #[test]
    fn numbers_survive_and_what_is_no_number_is_empty() {
        let numbers = [1.0 / 3.0, 1e-30, 0.0, 123_456.5, 1e300];
        let mut lines = CsvLines::file(CsvStyle::Plain);
        numbers.iter().for_each(|x| lines.cell((*x).into()).end());
        let back: Vec<f64> =
            read(&lines.into_bytes(), b',').iter().map(|row| row[0].parse().expect("a number")).collect();
        assert_eq!(back, numbers);
        let mut lines = CsvLines::new(CsvStyle::ExcelEu);
        for value in [CsvCell::Number(f64::NAN), CsvCell::from(None::<f64>), CsvCell::from(Some(7u64))] {
            lines.cell(value);
        }
        lines.end();
        assert_eq!(lines.into_bytes(), b";;7\r\n");
        let mut lines = CsvLines::new(CsvStyle::Plain);
        for text in ["", "x", ""] {
            lines.cell(text.into()).end();
        }
        assert_eq!(lines.into_bytes(), b"\"\"\nx\n\"\"\n");
    }

    #[test]
    fn numbers_are_as_short_as_rust_writes_them_and_read_back_the_same() {
        let mut number = 1.000_000_1e-7_f64;
        while number < 1e18 {
            number *= 1.37;
            for value in [number, -number, number.round(), number.trunc() / 8.0, 0.0] {
                let mut lines = CsvLines::new(CsvStyle::Plain);
                lines.cell(CsvCell::Number(value));
                let text = String::from_utf8(lines.bytes).expect("digits");
                // Of two texts that are as short and as near, either may be taken.
                assert_eq!((text.len(), text.parse()), (format!("{value:?}").len(), Ok(value)));
            }
        }
        for value in [0, 9, 10, 99, u64::MAX] {
            let mut lines = CsvLines::new(CsvStyle::Plain);
            lines.cell(CsvCell::Integer(value));
            assert_eq!(lines.bytes, value.to_string().into_bytes());
        }
    }
}
