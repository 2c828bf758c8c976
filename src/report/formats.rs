//! The formats of files, listed once. Options, file endings and `-` follow from the list.

#[cfg(feature = "charts")]
mod chart;
mod csv;
#[cfg(feature = "charts")]
mod html;
mod json;
mod markdown;
#[cfg(feature = "parquet")]
mod parquet;
mod terminal;

use std::path::{Path, PathBuf};

use super::sheet::Sheet;

#[cfg(feature = "charts")]
#[cfg(not(target_os = "wasi"))]
pub(crate) use self::chart::{JAPANESE, JAPANESE_FILE};
pub use self::csv::CsvStyle;
pub(crate) use self::csv::{Column, CsvCell, CsvLines, RowWriter, WrittenCells};
pub use self::json::SCHEMA;
pub(crate) use self::json::{one_line, pretty, six_digits};
#[cfg(feature = "parquet")]
pub(crate) use self::parquet::ParquetFile;
pub(crate) use self::terminal::words;
pub use self::terminal::{Screen, mistakes, text, warnings};
pub(crate) use self::terminal::{brief, folded, wrapped};

/// An answer that every format can show.
pub trait Reportable: Json {
    /// What people see.
    fn sheet(&self) -> Sheet;

    /// Tidy rows for a spreadsheet or a database, as the bytes of a file in UTF-8.
    fn csv(&self, style: CsvStyle) -> Vec<u8>;
}

/// What can be written as JSON: everything that serializes.
pub trait Json {
    /// JSON text in full precision, ending in a newline.
    fn json(&self) -> String;
}

impl<T: serde::Serialize> Json for T {
    fn json(&self) -> String {
        pretty(self)
    }
}

/// Why there is no chart.
#[derive(Debug, thiserror::Error)]
pub enum ChartError {
    /// The compiled-in fonts were refused.
    #[error("the chart's fonts cannot be read")]
    Font,
    /// The font that was named cannot be read.
    #[error("`{}` cannot be used as a font: {why}", path.display())]
    NoFont {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The drawing failed.
    #[error("the chart cannot be drawn: {0}")]
    Drawing(String),
    /// The image could not be encoded.
    #[cfg(feature = "charts")]
    #[error("the chart cannot be encoded: {0}")]
    Encoding(#[from] png::EncodingError),
}

/// In which colours a chart is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Theme {
    /// On white.
    #[default]
    Light,
    /// On black.
    Dark,
}

/// How files are written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// For which reader a CSV is.
    pub csv: CsvStyle,
    /// The colours of charts.
    pub theme: Theme,
    /// A font for letters that the compiled-in one lacks; left out: those of the system are searched.
    pub font: Option<PathBuf>,
    /// The size of pictures in pixels; left out: 1200 wide. A height of 0 is as high as what is drawn.
    pub size: Option<[u32; 2]>,
}

impl From<CsvStyle> for Style {
    fn from(csv: CsvStyle) -> Self {
        Self { csv, ..Self::default() }
    }
}

/// A file before it is written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct File {
    /// What it holds.
    pub bytes: Vec<u8>,
    /// What a reader should know of how it was made.
    pub notes: Vec<String>,
}

impl From<Vec<u8>> for File {
    fn from(bytes: Vec<u8>) -> Self {
        Self { bytes, notes: Vec::new() }
    }
}

/// An answer in some format; `None` if it has nothing that the format could show.
type Rendered = Result<Option<File>, ChartError>;

/// A format that files are written in.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The ending of its files, and its option: `--json`.
    pub ending: &'static str,
    /// What its option does, in a few words.
    pub help: &'static str,
    render: Render,
}

/// What a format is made from.
#[derive(Clone, Copy, Debug)]
enum Render {
    /// The answer as data.
    Data(fn(&dyn Reportable, CsvStyle) -> Vec<u8>),
    /// What people see.
    Sheet(fn(&Sheet, &Style) -> Rendered),
}

/// Every format, in the order of the options.
pub const FORMATS: &[Format] = &[
    Format { ending: "json", help: "JSON", render: Render::Data(|answer, _| answer.json().into_bytes()) },
    Format { ending: "csv", help: "CSV", render: Render::Data(|answer, style| answer.csv(style)) },
    Format {
        ending: "md",
        help: "Markdown",
        render: Render::Sheet(|sheet, _| Ok(Some(markdown::text(sheet).into_bytes().into()))),
    },
    #[cfg(feature = "charts")]
    Format { ending: "png", help: "a chart as PNG", render: Render::Sheet(chart::png) },
    #[cfg(feature = "charts")]
    Format { ending: "svg", help: "a chart as SVG", render: Render::Sheet(chart::svg) },
    #[cfg(feature = "charts")]
    Format { ending: "html", help: "a page to share", render: Render::Sheet(html::page) },
];

/// Endings by which people and programs tell what a file holds: those of [`FORMATS`], compiled in or not, and of formats
/// that nothing here writes.
const KNOWN_ENDINGS: [&str; 41] = [
    "json", "csv", "png", "svg", "avif", "bmp", "doc", "docx", "eps", "gif", "gz", "heic", "htm", "html", "ico",
    "jpeg", "jpg", "jsonl", "md", "ndjson", "numbers", "ods", "odt", "parquet", "pdf", "ps", "svgz", "tif", "tiff",
    "toml", "tsv", "webp", "xhtml", "xls", "xlsb", "xlsm", "xlsx", "xml", "yaml", "yml", "zip",
];

impl Format {
    /// The format whose files end so, if there is one: `svg`.
    pub fn of_ending(ending: &str) -> Option<&'static Self> {
        FORMATS.iter().find(|format| format.ending == ending)
    }

    /// Whether it is made from what people see, and not from the data.
    pub fn is_drawn(&self) -> bool {
        matches!(self.render, Render::Sheet(_))
    }

    /// Whether a file of this name may hold the format: its ending is not that of another one. A name without an ending,
    /// or with one that says nothing (`x.tmp`, `x.2026`), may hold anything.
    pub fn takes(&self, path: &Path) -> bool {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        let is_ours = |ending: &str| ending == self.ending;
        ending.is_none_or(|ending| is_ours(&ending) || !KNOWN_ENDINGS.contains(&ending.as_str()))
    }
}

/// The bytes of an answer in one of [`FORMATS`]; `style` says how CSV is written. `None` if the answer has no such form:
/// a table without a distribution has no chart.
///
/// ```
/// use warodds::ask::{Request, prepare};
/// use warodds::engine::Options;
/// use warodds::ask::Phases;
/// use warodds::report::{CsvStyle, Format, Screen, render, text};
///
/// let request = Request { attacker: "liberators".into(), defender: "clawlord".into(), ..Request::default() };
/// let (report, _) = prepare(&request)?.report(&Options::default(), &|_| {})?;
///
/// let json = Format::of_ending("json").expect("it is always there");
/// let bytes = render(&Phases::from(report.clone()), json, CsvStyle::Plain)?.expect("every answer is data");
/// assert!(bytes.starts_with(b"{"));
/// let page = text(&report.sheet(), Screen { width: 80, color: false, ascii: true });
/// assert!(page.contains("destroyed 9.87 %"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a drawing library fails.
pub fn render(answer: &dyn Reportable, format: &Format, style: CsvStyle) -> Result<Option<Vec<u8>>, ChartError> {
    Ok(file(answer, format, &style.into())?.map(|file| file.bytes))
}

/// The same in every respect of style, with what a reader should know of how it was made.
///
/// # Errors
/// If a drawing library fails, or the font that was named cannot be read.
pub fn file(answer: &dyn Reportable, format: &Format, style: &Style) -> Result<Option<File>, ChartError> {
    match format.render {
        Render::Data(render) => Ok(Some(render(answer, style.csv).into())),
        Render::Sheet(render) => render(&answer.sheet(), style),
    }
}

/// A sheet in one of [`FORMATS`]; `None` if the format is made from data, or the sheet has no such form.
///
/// # Errors
/// If a drawing library fails, or the font that was named cannot be read.
pub(crate) fn sheet_file(sheet: &Sheet, format: &Format, style: &Style) -> Result<Option<File>, ChartError> {
    match format.render {
        Render::Data(_) => Ok(None),
        Render::Sheet(render) => render(sheet, style),
    }
}
