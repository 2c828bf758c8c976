//! Where answers and conversation go: stdout is the answer, stderr the conversation.

use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;

use super::Stop;
use super::args::OutputArgs;
use crate::error::{Error, Kind};
use crate::report::{CsvStyle, Report, write_whole};

/// Writes the answer to stdout; a reader that went away ends the program quietly.
pub(crate) fn answer(bytes: &[u8]) -> Result<(), Stop> {
    let mut out = io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).map_err(|error| {
        if error.kind() == ErrorKind::BrokenPipe {
            Stop::Quiet
        } else {
            let message = format!("the answer could not be written to standard output: {error}");
            Error { kind: Kind::Write, ..Error::usage(message) }.into()
        }
    })
}

/// Says something on stderr. Nobody listening is no reason to stop.
pub(crate) fn say(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Something that can be written in every form.
pub(crate) trait Written {
    /// What its files are called.
    fn stem(&self) -> String;
    /// Its bytes; `None` if it has no such form.
    fn render(&self, content: Content, style: CsvStyle) -> Result<Option<Vec<u8>>, Error>;
}

/// Writes every file that was asked for, and says which.
pub(crate) fn write_files(written: &dyn Written, args: &OutputArgs, quiet: bool) -> Result<(), Stop> {
    for (path, bytes) in files(written, args)? {
        write_whole(&path, &bytes).map_err(Error::from)?;
        if !quiet {
            say(&format!("wrote {}", path.display()));
        }
    }
    for (path, content) in [(&args.json, Content::Json), (&args.csv, Content::Csv)] {
        if path.as_ref().is_some_and(|path| path.as_os_str() == "-") {
            answer(&written.render(content, args.csv_style.into())?.unwrap_or_default())?;
        }
    }
    Ok(())
}

/// A form of output.
#[derive(Clone, Copy)]
pub(crate) enum Content {
    Json,
    Csv,
    Png,
    Svg,
}

/// A chart that could not be drawn.
pub(crate) fn undrawn(error: &crate::report::ChartError) -> Error {
    Error { kind: Kind::Write, ..Error::usage(format!("the chart could not be drawn: {error}")) }
}

impl Written for Report {
    fn stem(&self) -> String {
        format!("{}-vs-{}", slug(&self.attacker.name), slug(&self.defender.name))
    }

    fn render(&self, content: Content, style: CsvStyle) -> Result<Option<Vec<u8>>, Error> {
        let bytes = match content {
            Content::Json => self.to_json().into_bytes(),
            Content::Csv => self.to_csv(style),
            Content::Png => self.to_png().map_err(|error| undrawn(&error))?,
            Content::Svg => self.to_svg().map_err(|error| undrawn(&error))?.into_bytes(),
        };
        Ok(Some(bytes))
    }
}

/// Every file with its content; all are rendered before the first is written.
fn files(written: &dyn Written, args: &OutputArgs) -> Result<Vec<(PathBuf, Vec<u8>)>, Error> {
    let named =
        [(&args.json, Content::Json), (&args.csv, Content::Csv), (&args.png, Content::Png), (&args.svg, Content::Svg)];
    let mut files = Vec::new();
    for (path, content) in named {
        let Some(path) = path.as_ref().filter(|path| path.as_os_str() != "-") else { continue };
        let bytes = written.render(content, args.csv_style.into())?;
        let none = || Error::usage(format!("{} has no chart", written.stem()));
        files.push((path.clone(), bytes.ok_or_else(none)?));
    }
    if let Some(folder) = &args.out {
        let all = [("json", Content::Json), ("csv", Content::Csv), ("png", Content::Png), ("svg", Content::Svg)];
        for (ending, content) in all {
            if let Some(bytes) = written.render(content, args.csv_style.into())? {
                files.push((folder.join(format!("{}.{ending}", written.stem())), bytes));
            }
        }
    }
    Ok(files)
}

/// A name as part of a file's name.
pub(crate) fn slug(name: &str) -> String {
    let mut slug = String::new();
    for c in name.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            slug.push(c);
        } else if !slug.ends_with('-') && !slug.is_empty() && c != '\'' {
            slug.push('-');
        }
    }
    slug.chars().take(60).collect::<String>().trim_end_matches('-').to_owned()
}
