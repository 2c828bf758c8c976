//! A report as tidy CSV, for spreadsheets, databases and pandas.

use ::csv::WriterBuilder;

use super::{Report, Results, at_least};

/// UTF-8's byte-order mark; without it Excel takes every accent for two letters.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
/// The columns of one attack.
const ATTACK_HEADER: [&str; 11] =
    ["game", "attacker", "defender", "with", "metric", "value", "probability", "at_least", "method", "trials", "seed"];

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
pub enum Cell {
    /// Text; made harmless if a spreadsheet would run it as a formula.
    Text(String),
    /// A number with all its digits; one that is not finite is written as an empty cell.
    Number(f64),
    /// A whole number.
    Integer(u64),
    /// Nothing.
    Empty,
}

impl Cell {
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

impl From<Option<u64>> for Cell {
    fn from(number: Option<u64>) -> Self {
        number.map_or(Self::Empty, Self::Integer)
    }
}

impl From<Option<f64>> for Cell {
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
    pub rows: Vec<Vec<Cell>>,
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
        let mut bytes = if style == CsvStyle::Plain { Vec::new() } else { BYTE_ORDER_MARK.to_vec() };
        let delimiter = if style == CsvStyle::ExcelEu { b';' } else { b',' };
        let mut writer = WriterBuilder::new().delimiter(delimiter).from_writer(&mut bytes);
        let reason = "memory takes every byte and every row is as long as the header";
        writer.write_record(&self.header).expect(reason);
        for row in &self.rows {
            writer.write_record(row.iter().map(|cell| cell.render(style))).expect(reason);
        }
        writer.flush().expect(reason);
        drop(writer);
        bytes
    }
}

impl Report {
    /// The bytes of a CSV file with one row for each result and value.
    pub fn to_csv(&self, style: CsvStyle) -> Vec<u8> {
        self.csv_table().render(style)
    }

    /// The rows of [`Report::to_csv`], to be written alone or joined with those of other attacks.
    pub fn csv_table(&self) -> CsvTable {
        let mut table = CsvTable::new(&ATTACK_HEADER);
        for results in std::iter::once(&self.results).chain(&self.sampled) {
            self.add_rows(&mut table, results);
        }
        table
    }

    fn add_rows(&self, table: &mut CsvTable, results: &Results) {
        let method = if results.trials.is_some() { "sampled" } else { "exact" };
        let mut add = |metric: &str, value: Cell, probability: f64, at_least: Cell| {
            table.rows.push(vec![
                Cell::text(self.game),
                Cell::text(&self.attacker.name),
                Cell::text(&self.defender.name),
                Cell::with(&self.with),
                Cell::text(metric),
                value,
                Cell::Number(probability),
                at_least,
                Cell::text(method),
                results.trials.into(),
                Cell::Integer(self.seed),
            ]);
        };
        for metric in &results.metrics {
            let tails = at_least(&metric.pmf);
            for (value, (p, tail)) in metric.pmf.probabilities().iter().zip(tails).enumerate() {
                add(metric.name, Cell::Integer(value as u64), *p, Cell::Number(tail));
            }
        }
        for chance in &results.chances {
            add(chance.name, Cell::Empty, chance.p, Cell::Empty);
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
    use crate::report::sample;

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
    fn one_attack_has_a_row_for_each_result_and_value() {
        let text = String::from_utf8(sample::tiny().to_csv(CsvStyle::Plain)).expect("UTF-8");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "game,attacker,defender,with,metric,value,probability,at_least,method,trials,seed");
        assert_eq!(lines[1], "age-of-sigmar,Liberators,Clawlord on Gnaw-beast,[],damage,0,0.25,1.0,exact,,42");
        assert_eq!(lines[3], "age-of-sigmar,Liberators,Clawlord on Gnaw-beast,[],damage,2,0.25,0.25,exact,,42");
        assert_eq!(lines[8], "age-of-sigmar,Liberators,Clawlord on Gnaw-beast,[],destroyed,,0.75,,exact,,42");
        assert_eq!(lines.len(), 9);
    }

    #[test]
    fn both_methods_stand_below_each_other() {
        let rows = read(&sample::both().to_csv(CsvStyle::Plain), b',');
        let methods: Vec<&str> = rows[1..].iter().map(|row| row[8].as_str()).collect();
        assert_eq!(methods, [["exact"; 8], ["sampled"; 8]].concat());
        assert!(rows[1..9].iter().all(|row| row[9].is_empty()), "exact rows have no trials");
        assert!(rows[9..].iter().all(|row| row[9] == "1000000" && row[3] == "[+1 to hit; charged]"));
    }

    #[test]
    fn excel_gets_its_mark_and_where_it_wants_them_its_commas() {
        let excel = sample::tiny().to_csv(CsvStyle::Excel);
        assert_eq!(&excel[..7], b"\xef\xbb\xbfgame");
        assert_eq!(excel[3..], sample::tiny().to_csv(CsvStyle::Plain));
        let european = sample::both().to_csv(CsvStyle::ExcelEu);
        let rows = read(european.strip_prefix(BYTE_ORDER_MARK).expect("a mark"), b';');
        assert_eq!((rows[1][3].as_str(), rows[1][6].as_str()), ("[+1 to hit; charged]", "0,25"));
        assert_eq!(rows[1].len(), 11);
    }

    #[test]
    fn names_that_look_like_formulas_are_harmless_and_others_untouched() {
        for name in ["=1+2", "+x", "-x", "@sum", "\tx", "\rx"] {
            let rows = read(&sample::named(sample::tiny(), name, "b").to_csv(CsvStyle::Plain), b',');
            assert_eq!(rows[1][1], format!("'{name}"));
        }
        for name in ["O'Ryn, \"the\" Hawk", "two\nlines", "骷髏", "a=b", ""] {
            for (style, delimiter) in [(CsvStyle::Plain, b','), (CsvStyle::ExcelEu, b';')] {
                let bytes = sample::named(sample::tiny(), name, name).to_csv(style);
                let rows = read(bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&bytes), delimiter);
                assert_eq!((rows[1][1].as_str(), rows[1][2].as_str()), (name, name));
            }
        }
    }

    #[test]
    fn numbers_survive_and_what_is_no_number_is_empty() {
        let numbers = [1.0 / 3.0, 1e-30, 0.0, 123_456.5, 1e300];
        let mut table = CsvTable::new(&["x"]);
        table.rows = numbers.iter().map(|x| vec![Cell::Number(*x)]).collect();
        let back: Vec<f64> = read(&table.render(CsvStyle::Plain), b',')[1..]
            .iter()
            .map(|row| row[0].parse().expect("a number"))
            .collect();
        assert_eq!(back, numbers);
        assert_eq!(Cell::Number(f64::NAN).render(CsvStyle::Plain), "");
        assert_eq!(Cell::from(None::<f64>).render(CsvStyle::Plain), "");
        assert_eq!(Cell::from(Some(7u64)).render(CsvStyle::ExcelEu), "7");
    }
}
