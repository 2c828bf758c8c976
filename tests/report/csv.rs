//! Rows as spreadsheets and programs read them.

use csv::{ReaderBuilder, Terminator, WriterBuilder};
use warodds::ask::Phases;
use warodds::report::{CsvStyle, Reportable};

use super::sample;

const MARK: &[u8] = b"\xef\xbb\xbf";

/// The rows of an attack of a unit of this name, charged.
fn named(name: &str, style: CsvStyle) -> Vec<u8> {
    Phases::from(sample::named(sample::both(), name, "Clawlord")).csv(style)
}

fn read(bytes: &[u8], delimiter: u8) -> Vec<Vec<String>> {
    let bytes = bytes.strip_prefix(MARK).unwrap_or(bytes);
    let mut reader = ReaderBuilder::new().has_headers(false).delimiter(delimiter).from_reader(bytes);
    let rows = reader.records().map(|row| row.expect("every row is as long as the first"));
    rows.map(|row| row.iter().map(str::to_owned).collect()).collect()
}

#[test]
fn excel_gets_its_mark_its_line_ends_and_where_it_wants_them_its_commas() {
    let (plain, excel) = (named("a", CsvStyle::Plain), named("a", CsvStyle::Excel));
    assert_eq!(&excel[..7], b"\xef\xbb\xbfgame");
    let plain = String::from_utf8(plain).expect("UTF-8");
    assert!(!plain.contains('\r'));
    assert_eq!(excel[3..], *plain.replace('\n', "\r\n").as_bytes());
    let european = named("a", CsvStyle::ExcelEu);
    assert!(european.starts_with(MARK) && european.ends_with(b"\r\n"));
    let row = &read(&european, b';')[1];
    assert_eq!([&row[1], &row[3], &row[6]], ["a", "[+1 to hit; charged]", "0,25"]);
}

#[test]
fn names_that_look_like_formulas_are_harmless_and_others_untouched() {
    for name in ["=1+2", "+x", "-x", "@sum", "\tx", "\rx"] {
        assert_eq!(read(&named(name, CsvStyle::Plain), b',')[1][1], format!("'{name}"));
    }
    for name in ["O'Ryn, \"the\" Hawk", "two\nlines", "a\rb", "骷髏", "a=b", "#1", "a;b", ""] {
        for (style, delimiter) in [(CsvStyle::Plain, b','), (CsvStyle::ExcelEu, b';')] {
            assert_eq!(read(&named(name, style), delimiter)[1][1], name);
        }
    }
}

/// The library that reads and writes CSV for everybody else writes the same.
#[test]
fn lines_are_those_of_the_library() {
    let texts = ["plain", "", "a,b", "a;b", "say \"x\"", "two\nlines", "a\rb", "#", "a#b", " x ", "骷髏, x", "1.5"];
    let (unix, windows) = (Terminator::Any(b'\n'), Terminator::CRLF);
    for (style, delimiter, end) in [(CsvStyle::Plain, b',', unix), (CsvStyle::ExcelEu, b';', windows)] {
        for text in texts {
            let ours = named(text, style);
            let mut theirs = WriterBuilder::new().delimiter(delimiter).terminator(end).from_writer(Vec::new());
            read(&ours, delimiter).iter().for_each(|row| theirs.write_record(row).expect("as long as the first"));
            let theirs = theirs.into_inner().expect("memory");
            assert_eq!(ours.strip_prefix(MARK).unwrap_or(&ours), theirs, "{text}");
        }
    }
}
