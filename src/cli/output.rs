//! Where answers and conversation go: stdout is the answer, stderr the conversation.

use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::Stop;
use super::args::OutputArgs;
use crate::error::{Error, Kind};
use crate::report::Report;
use crate::report::write_whole;

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

/// Writes every file that was asked for, and says which.
pub(crate) fn write_files(report: &Report, args: &OutputArgs, quiet: bool) -> Result<(), Stop> {
    for (path, bytes) in files(report, args)? {
        write_whole(&path, &bytes).map_err(Error::from)?;
        if !quiet {
            say(&format!("wrote {}", path.display()));
        }
    }
    for (path, text) in [(&args.json, Content::Json), (&args.csv, Content::Csv)] {
        if path.as_ref().is_some_and(|path| path.as_os_str() == "-") {
            answer(&text.render(report, args)?)?;
        }
    }
    Ok(())
}

#[derive(Clone, Copy)]
enum Content {
    Json,
    Csv,
    Png,
    Svg,
}

impl Content {
    fn render(self, report: &Report, args: &OutputArgs) -> Result<Vec<u8>, Error> {
        let chart = |error: crate::report::ChartError| {
            let message = format!("the chart could not be drawn: {error}");
            Error { kind: Kind::Write, ..Error::usage(message) }
        };
        match self {
            Self::Json => Ok(report.to_json().into_bytes()),
            Self::Csv => Ok(report.to_csv(args.csv_style.into())),
            Self::Png => report.to_png().map_err(chart),
            Self::Svg => report.to_svg().map(String::into_bytes).map_err(chart),
        }
    }
}

/// Every file with its content; all are rendered before the first is written.
fn files(report: &Report, args: &OutputArgs) -> Result<Vec<(PathBuf, Vec<u8>)>, Error> {
    let mut wanted: Vec<(PathBuf, Content)> = Vec::new();
    let named =
        [(&args.json, Content::Json), (&args.csv, Content::Csv), (&args.png, Content::Png), (&args.svg, Content::Svg)];
    for (path, content) in named {
        if let Some(path) = path.as_ref().filter(|path| path.as_os_str() != "-") {
            wanted.push((path.clone(), content));
        }
    }
    if let Some(folder) = &args.out {
        let all = [("json", Content::Json), ("csv", Content::Csv), ("png", Content::Png), ("svg", Content::Svg)];
        wanted.extend(all.map(|(ending, content)| (default_name(folder, report, ending), content)));
    }
    wanted.into_iter().map(|(path, content)| Ok((path, content.render(report, args)?))).collect()
}

/// `out/liberators-vs-clawlord-on-gnaw-beast.png`.
fn default_name(folder: &Path, report: &Report, ending: &str) -> PathBuf {
    let slug = |name: &str| -> String {
        let mut slug = String::new();
        for c in name.chars().flat_map(char::to_lowercase) {
            if c.is_alphanumeric() {
                slug.push(c);
            } else if !slug.ends_with('-') && !slug.is_empty() && c != '\'' {
                slug.push('-');
            }
        }
        slug.trim_end_matches('-').chars().take(60).collect()
    };
    folder.join(format!("{}-vs-{}.{ending}", slug(&report.attacker.name), slug(&report.defender.name)))
}
