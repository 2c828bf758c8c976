//! The options of the commands, shared in groups.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::builder::{OsStringValueParser, PathBufValueParser, TypedValueParser};
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, FromArgMatches, ValueEnum};

use super::complete;
use super::data::libraries;
use super::engine::trials;
use super::files::FileArgs;
use crate::ask::Request;
use crate::report::{FORMATS, Format, printable};

mod units;

pub(crate) use units::{
    CheckArgs, CompletionsArgs, HelpArgs, ImportArgs, LibraryArgs, LibraryWhat, ListArgs, ListWhat, ManArgs, NewArgs,
    PageArgs, SchemaArgs, ShowArgs, VerifyArgs,
};

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ColorWhen {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// What is true on the table, and where its units are looked up.
#[derive(Clone, Debug, Args)]
pub(crate) struct TableArgs {
    #[command(flatten)]
    asked: Request,
    #[command(flatten)]
    pub(crate) folders: FolderArgs,
    /// Write the profile that a one-line unit represents: a file ending in .toml, or a folder for several.
    #[arg(long, value_name = "PATH", hide_short_help = true)]
    pub(crate) save: Option<PathBuf>,
    /// No notes.
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

impl TableArgs {
    /// A request that names no units yet.
    pub(crate) fn request(&self) -> Request {
        Request { profiles: self.folders.profiles.clone(), ..self.asked.clone() }
    }
}

/// Where units are looked up, in addition to the built-in ones.
#[derive(Clone, Debug)]
pub(crate) struct FolderArgs {
    pub(crate) profiles: Vec<PathBuf>,
}

/// The variable that names such folders for every command.
pub(crate) const PROFILES: &str = "WARODDS_PROFILES";

/// The same as it is typed.
#[derive(Args)]
struct TypedFolders {
    /// A folder with profiles of your own; they come before those that are built in.
    #[arg(
        long,
        value_name = "DIR",
        env = PROFILES,
        value_delimiter = PATH_SEPARATOR,
        value_parser = OsStringValueParser::new().map(PathBuf::from),
        value_hint = clap::ValueHint::DirPath,
        hide_short_help = true
    )]
    profiles: Vec<PathBuf>,
}

impl Args for FolderArgs {
    fn augment_args(command: clap::Command) -> clap::Command {
        TypedFolders::augment_args(command)
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        TypedFolders::augment_args_for_update(command)
    }
}

impl FromArgMatches for FolderArgs {
    /// A folder that was typed has to be there; one that a variable names may be gone, which no other command may fail of.
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut profiles = TypedFolders::from_arg_matches(matches)?.profiles;
        if matches.value_source("profiles") == Some(ValueSource::EnvVariable) {
            profiles.retain(|folder| !folder.as_os_str().is_empty());
            profiles.retain(|folder| {
                let (is_folder, why) =
                    (folder.is_dir(), if folder.exists() { "is not a folder" } else { "is not there" });
                if !is_folder {
                    let folder = printable(&folder.display().to_string());
                    let _ = writeln!(io::stderr(), "note: `{folder}`, which {PROFILES} names as a folder, {why}");
                }
                is_folder
            });
        }
        profiles.extend(libraries());
        Ok(Self { profiles })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Who attacks whom, and what is true on the table.
#[derive(Clone, Debug, Args)]
pub(crate) struct MatchupArgs {
    /// Who attacks: a name, a path ending in .toml, `-` for standard input, "20 termagants", or a unit in one line.
    ///
    /// 'aos: 10x 2A 3+/4+/-1/D3 [Crit (Mortal)]; H2 4+ ward 6+' describes one that has no profile; `warodds help units`
    /// shows how.
    #[arg(add = complete::units())]
    pub(crate) attacker: String,
    /// Who is attacked.
    #[arg(add = complete::units())]
    pub(crate) defender: String,
    /// Who attacks next, on what is left; repeatable. Units are read anew: who has fallen no longer counts.
    ///
    /// A phase may come first, `--then combat:NAME`; a unit that is named again in another phase is the same one.
    /// Situations and effects hold for every attack.
    #[arg(long, value_name = "ATTACKER", add = complete::units())]
    pub(crate) then: Vec<String>,
    #[command(flatten)]
    pub(crate) table: TableArgs,
}

/// What separates folders in `WARODDS_PROFILES`.
const PATH_SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };

impl MatchupArgs {
    /// All units that are named.
    pub(crate) fn units(&self) -> Vec<&str> {
        [&self.attacker, &self.defender].into_iter().chain(&self.then).map(String::as_str).collect()
    }

    pub(crate) fn request(&self) -> Request {
        Request {
            attacker: self.attacker.clone(),
            defender: self.defender.clone(),
            then: self.then.clone(),
            ..self.table.request()
        }
    }
}

/// A total of dice.
fn total(text: &str) -> Result<i64, String> {
    text.trim().trim_end_matches('+').parse().map_err(|_| "write a whole number, such as 9".to_owned())
}

/// What `--out` writes.
fn out_help() -> String {
    let all: Vec<&str> = FORMATS.iter().map(|format| format.help).collect();
    let (last, others) = all.split_last().expect("there are formats");
    format!("Write {} and {last} into a folder, named after the units", others.join(", "))
}

/// A folder to write to, and no file of a format.
fn folder(path: PathBuf) -> Result<PathBuf, String> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    match Format::of_ending(&ending).filter(|_| !path.is_dir()) {
        Some(format) => Err(format!("it is a file's name: write `--{} {}`", format.ending, path.display())),
        None => Ok(path),
    }
}

/// Where the answer goes.
#[derive(Clone, Debug, Args)]
pub(crate) struct OutputArgs {
    #[command(flatten)]
    pub(crate) files: FileArgs,
    #[arg(short, long, value_name = "DIR", help = out_help(), value_parser = PathBufValueParser::new().try_map(folder))]
    pub(crate) out: Option<PathBuf>,
    /// Only characters that every terminal has.
    #[arg(long, hide_short_help = true)]
    pub(crate) ascii: bool,
    /// Show everything, how it was computed and how long it took.
    #[arg(short, long, hide_short_help = true)]
    pub(crate) verbose: bool,
}

/// Options of `odds`.
#[derive(Clone, Debug, Args)]
pub(crate) struct OddsArgs {
    /// A game, or dice: "2D6", "d20", "3d6 drop lowest".
    #[arg(add = complete::subjects())]
    pub(crate) subject: String,
    /// The game's question; left out: all of them are listed.
    #[arg(add = complete::questions())]
    pub(crate) question: Option<String>,
    /// The values of the question: "distance=9" "reroll=yes".
    #[arg(allow_negative_numbers = true, add = complete::question_keys())]
    pub(crate) keys: Vec<String>,
    /// With dice: this total or more.
    #[arg(long, value_name = "N", value_parser = total, allow_hyphen_values = true)]
    pub(crate) at_least: Option<i64>,
    /// With dice: this total or less.
    #[arg(long, value_name = "N", value_parser = total, allow_hyphen_values = true)]
    pub(crate) at_most: Option<i64>,
    #[command(flatten)]
    pub(crate) table: TableArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
