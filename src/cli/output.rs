//! Where answers and conversation go: stdout is the answer, stderr the conversation.

use std::io::{self, ErrorKind, Write};

use super::args::OutputArgs;
use super::exit::Stop;
use crate::error::{Error, Kind};
use crate::report::{
    ChartError, FORMATS, File, Format, Reportable, Sheet, file, folded, make_folder, printable, sheet_file, wrapped,
    write_whole,
};

/// The width of the answer where the terminal does not say.
const WIDTH: usize = 100;
/// No answer is laid out narrower, however narrow the terminal is, and none wider.
const NARROWEST: usize = 40;
const WIDEST: usize = 400;

/// Writes the answer to stdout; a reader that went away ends the program quietly.
pub(crate) fn answer(bytes: &[u8]) -> Result<(), Stop> {
    let mut out = io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).map_err(|error| unwritten(&error))
}

/// Text for a person, no line of it longer than the answer may be.
pub(super) fn answer_text(text: &str) -> Result<(), Stop> {
    answer(folded(text, width()).as_bytes())
}

/// Why the answer did not reach standard output; a closed pipe ends the program quietly.
pub(super) fn unwritten(error: &io::Error) -> Stop {
    if error.kind() == ErrorKind::BrokenPipe {
        Stop::Quiet
    } else {
        let message = format!("the answer could not be written to standard output: {error}");
        Error { kind: Kind::Write, ..Error::usage(message) }.into()
    }
}

/// Says something on stderr. Nobody listening is no reason to stop.
pub(crate) fn say(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Says what a reader should know; names in it may come from any file.
pub(crate) fn note(text: &str) {
    say(&noted(text));
}

/// A note in lines as wide as the answer.
pub(super) fn noted(text: &str) -> String {
    wrapped(&format!("note: {}", printable(text)), " ", width())
}

/// Writes every file that was asked for, and says which; all are made before the first is written.
pub(crate) fn write_files(report: &dyn Reportable, args: &OutputArgs, quiet: bool) -> Result<(), Stop> {
    let style = args.files.style();
    write_made((&|| report.sheet().file_name, |_| true), &|format| file(report, format, &style), args, quiet)
}

/// Writes the files that are made from a sheet, of an answer whose data were written before.
pub(crate) fn write_drawn(sheet: &Sheet, args: &OutputArgs, quiet: bool) -> Result<(), Stop> {
    let style = args.files.style();
    write_made(
        (&|| sheet.file_name.clone(), Format::is_drawn),
        &|format| sheet_file(sheet, format, &style),
        args,
        quiet,
    )
}

/// Makes the files of those formats that `is_meant`, named after `name` where they go into a folder, and writes them.
fn write_made(
    (name, is_meant): (&dyn Fn() -> String, fn(&Format) -> bool),
    make: &dyn Fn(&Format) -> Result<Option<File>, ChartError>,
    args: &OutputArgs,
    quiet: bool,
) -> Result<(), Stop> {
    let made = |format: &Format| {
        let none = || Error::usage(format!("{} has no chart", name()));
        make(format).map_err(undrawn)?.ok_or_else(none)
    };
    let mut files = Vec::new();
    for (format, path) in args.files.named().filter(|(format, _)| is_meant(format)) {
        files.push((path.clone(), made(format)?));
    }
    for format in args.out.iter().flat_map(|_| FORMATS).filter(|format| is_meant(format)) {
        if let (Some(folder), Some(file)) = (&args.out, make(format).map_err(undrawn)?) {
            files.push((folder.join(format!("{}.{}", name(), format.ending)), file));
        }
    }
    let answered = args.files.to_stdout()?.filter(|format| is_meant(format)).map(made).transpose()?;
    if let Some(folder) = &args.out {
        make_folder(folder).map_err(Error::from)?;
    }
    say_of(files.iter().map(|(_, file)| file).chain(&answered));
    for (path, file) in files {
        write_whole(&path, &file.bytes).map_err(Error::from)?;
        if !quiet {
            say(&format!("wrote {}", path.display()));
        }
    }
    answered.map_or(Ok(()), |file| answer(&file.bytes))
}

/// What a reader of the files should know, which `-q` does not keep back: what is missing in them.
fn say_of<'f>(files: impl Iterator<Item = &'f File>) {
    let mut notes: Vec<&String> = files.flat_map(|file| &file.notes).collect();
    notes.dedup();
    notes.into_iter().for_each(|text| note(text));
}

#[allow(clippy::needless_pass_by_value, reason = "it stands where errors are mapped")]
fn undrawn(error: ChartError) -> Error {
    match error {
        ChartError::NoFont { .. } => Error::usage(error.to_string()).hint("name a .ttf, .otf or .ttc file".to_owned()),
        _ => Error { kind: Kind::Write, ..Error::usage(format!("the chart could not be drawn: {error}")) },
    }
}

/// How many lines the window has: that of the terminal that shows the answer, else what `LINES` says, else 24.
pub(super) fn height() -> usize {
    window().map(|(_, lines)| lines).or_else(|| number(std::env::var("LINES"))).unwrap_or(24)
}

/// How many columns the answer may have: those of the terminal that shows it, else what `COLUMNS` says.
pub(super) fn width() -> usize {
    let columns = window().map(|(columns, _)| columns).or_else(|| number(std::env::var("COLUMNS")));
    columns.filter(|n| (1..=10_000).contains(n)).map_or(WIDTH, |n| n.clamp(NARROWEST, WIDEST))
}

/// What a variable says of the window.
fn number(value: Result<String, std::env::VarError>) -> Option<usize> {
    value.ok()?.parse().ok()
}

/// Columns and lines of the terminal that shows the answer.
#[cfg(feature = "terminal")]
fn window() -> Option<(usize, usize)> {
    let (columns, lines) = terminal_size::terminal_size_of(io::stdout())?;
    Some((columns.0.into(), lines.0.into()))
}

/// A browser has no terminal.
#[cfg(not(feature = "terminal"))]
fn window() -> Option<(usize, usize)> {
    None
}
