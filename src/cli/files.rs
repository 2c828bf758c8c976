//! The options that name files: one for each of [`FORMATS`].

use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, ValueEnum, value_parser};

use crate::error::Error;
use crate::report::{CsvStyle, FORMATS, Format, Style, Theme};

/// How large pictures are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum SizeArg {
    /// 1600 × 900, for a screen.
    Wide,
    /// 1080 × 1080, for a post.
    Square,
    /// 1080 × 1920, for a telephone.
    Story,
}

/// The options for charts, which stand behind those that name them.
const THEME: &str = "theme";
const FONT: &str = "font";
const SIZE: &str = "size";
/// The option for the style of CSV, which follows that for CSV.
const STYLE: &str = "csv-style";

/// Which formats are written where.
#[derive(Clone, Debug)]
pub(crate) struct FileArgs {
    paths: Vec<(&'static Format, PathBuf)>,
    csv_style: CsvStyle,
    theme: Theme,
    font: Option<PathBuf>,
    size: Option<SizeArg>,
}

impl FileArgs {
    /// All formats that were asked for, with their paths.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&'static Format, &PathBuf)> {
        self.paths.iter().map(|(format, path)| (*format, path))
    }

    /// The formats that go to files, with their paths.
    pub(crate) fn named(&self) -> impl Iterator<Item = (&'static Format, &PathBuf)> {
        self.paths.iter().filter(|(_, path)| path.as_os_str() != "-").map(|(format, path)| (*format, path))
    }

    /// How files are written.
    pub(crate) fn style(&self) -> Style {
        let size = self.size.map(|size| match size {
            SizeArg::Wide => [1600, 900],
            SizeArg::Square => [1080, 1080],
            SizeArg::Story => [1080, 1920],
        });
        Style { csv: self.csv_style, theme: self.theme, font: self.font.clone(), size }
    }

    /// Two formats of which one would be written over the other.
    fn shared(&self) -> Option<Error> {
        let named: Vec<_> = self.named().collect();
        let (first, second) = named.iter().enumerate().find_map(|(place, second)| {
            let first = named[..place].iter().find(|first| first.1 == second.1)?;
            Some((first, second))
        })?;
        let [one, other] = [first.0.ending, second.0.ending];
        let message = format!("`--{one}` and `--{other}` cannot both be written to `{}`", first.1.display());
        let path = second.1.with_extension(other);
        Some(Error::usage(message).hint(format!("write `--{other} {}`", path.display())))
    }

    /// Paths whose ending is another format's: a chart that is called `x.csv` would be read as one.
    fn misnamed(&self) -> Option<Error> {
        let (format, path) = self.named().find(|(format, path)| !format.takes(path))?;
        let message = format!("`--{}` does not write `{}`", format.ending, path.display());
        let right = path.with_extension(format.ending);
        let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        let other = Format::of_ending(&ending).map(|other| format!("`--{}` writes {}", other.ending, other.help));
        let error = Error::usage(message).hint(format!("write `--{} {}`", format.ending, right.display()));
        Some(error.hint(other))
    }

    /// The format that goes to standard output.
    ///
    /// # Errors
    /// If several want it or one file, or a path has the ending of another format.
    pub(crate) fn to_stdout(&self) -> Result<Option<&'static Format>, Error> {
        if let Some(error) = self.misnamed().or_else(|| self.shared()) {
            return Err(error);
        }
        let formats: Vec<&Format> =
            self.paths.iter().filter(|(_, path)| path.as_os_str() == "-").map(|(format, _)| *format).collect();
        match formats[..] {
            [] => Ok(None),
            [format] => Ok(Some(format)),
            [first, second, ..] => {
                let name = |format: &Format| format.ending.to_uppercase();
                let message = format!("{} and {} cannot both go to standard output", name(first), name(second));
                Err(Error::usage(message).hint("give one of them a path".to_owned()))
            }
        }
    }
}

impl FromArgMatches for FileArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let path = |format: &'static Format| {
            let path = matches.get_one::<PathBuf>(format.ending)?;
            // A name without an ending gets that of the format; a device or a folder's file stays.
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let is_bare = !name.starts_with(['-', '.']) && path.extension().is_none() && !path.exists();
            Some((format, if is_bare { path.with_extension(format.ending) } else { path.clone() }))
        };
        let missing = || clap::Error::new(ErrorKind::MissingRequiredArgument);
        Ok(Self {
            paths: FORMATS.iter().filter_map(path).collect(),
            csv_style: matches.get_one(STYLE).copied().ok_or_else(missing)?,
            theme: matches.get_one(THEME).copied().ok_or_else(missing)?,
            font: matches.get_one(FONT).cloned(),
            size: matches.get_one(SIZE).copied(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for FileArgs {
    fn augment_args(command: Command) -> Command {
        let command = FORMATS.iter().fold(command, |command, format| {
            let help = format!("Write {}; `-` for standard output", format.help);
            let path = Arg::new(format.ending).long(format.ending).value_name("PATH|-").help(help);
            let command = command.arg(path.value_parser(value_parser!(PathBuf)));
            if format.ending == "csv" { command.arg(csv_style()) } else { command }
        });
        let theme =
            Arg::new(THEME).hide_short_help(true).long(THEME).value_name("THEME").value_parser(value_parser!(Theme));
        let font =
            Arg::new(FONT).hide_short_help(true).long(FONT).value_name("PATH").value_parser(value_parser!(PathBuf));
        let size =
            Arg::new(SIZE).hide_short_help(true).long(SIZE).value_name("SIZE").value_parser(value_parser!(SizeArg));
        let lacks =
            "A font for letters of a PNG that the built-in one lacks; left out: fonts of the system are searched";
        let command = command.arg(theme.default_value("light").help("The colours of charts"));
        command.arg(size.help("The size of charts; left out: 1200 wide, as high as needed")).arg(font.help(lacks))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

fn csv_style() -> Arg {
    Arg::new(STYLE)
        .hide_short_help(true)
        .long(STYLE)
        .value_name("STYLE")
        .value_parser(value_parser!(CsvStyle))
        .default_value("plain")
        .help("How CSV is written: `excel` adds a byte-order mark and Windows line ends, `excel-eu` also semicolons and decimal commas")
}
