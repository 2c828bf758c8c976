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

    /// What the file holds for this cell, before any quoting.
    fn render(&self, style: CsvStyle) -> String {
        match self {
            Self::Text(text) => harmless(text),
            Self::Number(number) if !number.is_finite() => String::new(),
            // The form with an exponent keeps 1e-30 short; spreadsheets and programs read it alike.
            Self::Number(number) if style == CsvStyle::ExcelEu => format!("{number:?}").replace('.', ","),
            Self::Number(number) => format!("{number:?}"),
            Self::Integer(number) => number.to_string(),
            Self::Empty => String::new(),
        }
    }
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
        bytes.extend(csv_lines(&self.rows, style));
        bytes
    }
}

/// The first line of a file that is written line by line, the names of its columns.
///
/// # Panics
/// Never: memory takes every byte.
pub fn csv_head(header: &[&str], style: CsvStyle) -> Vec<u8> {
    let mut bytes = if style == CsvStyle::Plain { Vec::new() } else { BYTE_ORDER_MARK.to_vec() };
    bytes.extend(lines(std::iter::once(header.iter().map(|name| (*name).to_owned())), style));
    bytes
}

/// Further lines of such a file.
///
/// # Panics
/// If one row is not as long as another.
pub fn csv_lines(rows: &[Vec<CsvCell>], style: CsvStyle) -> Vec<u8> {
    lines(rows.iter().map(|row| row.iter().map(|cell| cell.render(style))), style)
}

fn lines<R: Iterator<Item = String>>(rows: impl Iterator<Item = R>, style: CsvStyle) -> Vec<u8> {
    let mut bytes = Vec::new();
    let delimiter = if style == CsvStyle::ExcelEu { b';' } else { b',' };
    let mut writer = WriterBuilder::new().delimiter(delimiter).from_writer(&mut bytes);
    let reason = "memory takes every byte and every row is as long as the first";
    for row in rows {
        writer.write_record(row).expect(reason);
    }
    writer.flush().expect(reason);
    drop(writer);
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

/// The text, after an apostrophe if a spreadsheet would run it as a formula.
fn harmless(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text.to_string() }
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
        assert_eq!(CsvCell::Number(f64::NAN).render(CsvStyle::Plain), "");
        assert_eq!(CsvCell::from(None::<f64>).render(CsvStyle::Plain), "");
        assert_eq!(CsvCell::from(Some(7u64)).render(CsvStyle::ExcelEu), "7");
    }
}
