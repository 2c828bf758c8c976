//! What outputs show: a [`Sheet`] of words and numbers, and the [`FORMATS`] it can be written in.
//!
//! Whoever answers turns the answer into a sheet and into rows, and derives `Serialize` for JSON ([`Reportable`]); all
//! formats follow. A new format is one line in [`FORMATS`] and one file beside the others.

mod files;
mod formats;
mod numbers;
mod sheet;

pub(crate) use self::files::{PartialFile, make_folder, write_all, write_whole};
#[cfg(feature = "parquet")]
pub(crate) use self::formats::ParquetFile;
pub use self::formats::{
    ChartError, CsvStyle, FORMATS, File, Format, Json, Reportable, SCHEMA, Screen, Style, Theme, file, mistakes,
    render, text, warnings,
};
pub(crate) use self::formats::{
    Column, CsvCell, CsvLines, RowWriter, WrittenCells, folded, one_line, pretty, sheet_file, six_digits, words,
};
#[cfg(feature = "charts")]
#[cfg(not(target_os = "wasi"))]
pub(crate) use self::formats::{JAPANESE, JAPANESE_FILE};
pub(crate) use self::formats::{brief, wrapped};
pub use self::numbers::printable;
pub(crate) use self::numbers::{at_least, counted, fixed, grouped, in_short, percent, signed, slug, slug_or};
pub use self::sheet::{
    Behind, Curve, Digits, Figure, FigureTable, Lines, Marked, Matrix, PlanStep, Section, Series, Sheet, SignedBars,
};

/// The name and version of this program, as files record it.
pub const TOOL: &str = concat!("warodds ", env!("CARGO_PKG_VERSION"));
