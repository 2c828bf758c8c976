//! What outputs show: a [`Sheet`] of words and numbers, and the [`FORMATS`] it can be written in.
//!
//! Whoever answers turns the answer into a sheet and into rows, and derives `Serialize` for JSON ([`Reportable`]); all
//! formats follow. A new format is one line in [`FORMATS`] and one file beside the others.

mod files;
mod formats;
mod numbers;
mod sheet;

pub use self::files::{Draft, WriteError, make_folder, write_whole};
pub use self::formats::{
    ChartError, CsvCell, CsvLines, CsvSink, CsvStyle, CsvTable, CsvValue, FORMATS, File, Format, Json, Reportable,
    SCHEMA, Screen, Style, Theme, csv_head, file, grid, mistakes, one_line, pretty, render, sheet_file, six_digits,
    text, warnings, words,
};
pub use self::numbers::{
    at_least, counted, fixed, grouped, in_short, percent, percent_of, printable, seven_bit, signed, slug,
};
pub use self::sheet::{Curve, Digits, Figure, FigureTable, Lines, Matrix, Section, Series, Sheet, SignedBars, Step};

/// The name and version of this program, as files record it.
pub const TOOL: &str = concat!("warodds ", env!("CARGO_PKG_VERSION"));
