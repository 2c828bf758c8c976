//! Where answers and conversation go: stdout is the answer, stderr the conversation.

use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;
use std::time::Instant;

use super::args::{ColorWhen, OutputArgs};
use super::exit::Stop;
use crate::error::{Error, Kind};
use crate::report::{
    ChartError, FORMATS, File, Format, Reportable, Screen, Sheet, file, folded, make_folder, printable, sheet_file,
    text, wrapped, write_whole,
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

/// Writes the answer to the terminal, unless a file goes to standard output, and to every file asked for; then the time since
/// `started`, if asked for. Whether the files go together (`to_stdout`) was checked before the work.
pub(crate) fn hand_over(
    report: &dyn Reportable,
    args: &OutputArgs,
    (color, quiet): (ColorWhen, bool),
    started: Instant,
) -> Result<(), Stop> {
    let sheet = report.sheet();
    if args.files.to_stdout()?.is_none() {
        let screen = Screen { width: width(), color: color.on_stdout(), ascii: args.ascii };
        answer(text(&sheet, screen).as_bytes())?;
    }
    write_files(report, args, quiet)?;
    if args.verbose {
        say(&format!("{} in {:.1} ms", sheet.method, started.elapsed().as_secs_f64() * 1e3));
    }
    Ok(())
}

/// Writes every file that was asked for, and says which; all are made before the first is written.
pub(crate) fn write_files(report: &dyn Reportable, args: &OutputArgs, quiet: bool) -> Result<(), Stop> {
    let files = files(report, args)?;
    let answered = args.files.to_stdout()?.map(|format| made(report, format, args)?.ok_or_else(|| no_chart(report)));
    let answered = answered.transpose()?;
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

/// Writes the files that are made from a sheet, of an answer whose data were written before.
pub(crate) fn write_drawn(sheet: &Sheet, args: &OutputArgs, quiet: bool) -> Result<(), Stop> {
    let drawn = |format: &Format| sheet_file(sheet, format, &args.files.style()).map_err(undrawn);
    let mut files = Vec::new();
    for (format, path) in args.files.all().filter(|(format, _)| format.is_drawn()) {
        let none = || Error::usage(format!("{} has no chart", sheet.file_name));
        files.push((path.clone(), drawn(format)?.ok_or_else(none)?));
    }
    for format in args.out.iter().flat_map(|_| FORMATS).filter(|format| format.is_drawn()) {
        if let (Some(folder), Some(file)) = (&args.out, drawn(format)?) {
            files.push((folder.join(format!("{}.{}", sheet.file_name, format.ending)), file));
        }
    }
    say_of(files.iter().map(|(_, file)| file));
    for (path, file) in files {
        if path.as_os_str() == "-" {
            answer(&file.bytes)?;
            continue;
        }
        write_whole(&path, &file.bytes).map_err(Error::from)?;
        if !quiet {
            say(&format!("wrote {}", path.display()));
        }
    }
    Ok(())
}

/// What a reader of the files should know, which `-q` does not keep back: what is missing in them.
fn say_of<'f>(files: impl Iterator<Item = &'f File>) {
    let mut notes: Vec<&String> = files.flat_map(|file| &file.notes).collect();
    notes.dedup();
    notes.into_iter().for_each(|text| note(text));
}

fn made(report: &dyn Reportable, format: &Format, args: &OutputArgs) -> Result<Option<File>, Error> {
    file(report, format, &args.files.style()).map_err(undrawn)
}

#[allow(clippy::needless_pass_by_value, reason = "it stands where errors are mapped")]
fn undrawn(error: ChartError) -> Error {
    match error {
        ChartError::NoFont { .. } => Error::usage(error.to_string()).hint("name a .ttf, .otf or .ttc file".to_owned()),
        _ => Error { kind: Kind::Write, ..Error::usage(format!("the chart could not be drawn: {error}")) },
    }
}

fn no_chart(report: &dyn Reportable) -> Error {
    Error::usage(format!("{} has no chart", report.sheet().file_name))
}

/// Every file with its content.
fn files(report: &dyn Reportable, args: &OutputArgs) -> Result<Vec<(PathBuf, File)>, Error> {
    let mut files = Vec::new();
    for (format, path) in args.files.named() {
        files.push((path.clone(), made(report, format, args)?.ok_or_else(|| no_chart(report))?));
    }
    if let Some(folder) = &args.out {
        let file_name = report.sheet().file_name;
        for format in FORMATS {
            if let Some(file) = made(report, format, args)? {
                files.push((folder.join(format!("{file_name}.{}", format.ending)), file));
            }
        }
    }
    Ok(files)
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
