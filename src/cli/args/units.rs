//! The options of commands that ask nothing of dice: units, rules, and the program itself.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::super::complete;
use super::{FolderArgs, trials};

/// Options of `check`.
#[derive(Clone, Debug, Args)]
pub(crate) struct CheckArgs {
    /// Profiles; `-` for standard input. Left out: every profile that is built in.
    pub(crate) files: Vec<String>,
}

/// Options of `list`.
#[derive(Clone, Debug, Args)]
pub(crate) struct ListArgs {
    /// What.
    #[arg(value_enum)]
    pub(crate) what: ListWhat,
    /// Of which game. `units` also takes a part of a name, or a roster; `abilities` a unit: those of its own profile,
    /// and how they are asked for.
    #[arg(add = complete::games())]
    pub(crate) game: Option<String>,
    /// As JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) folders: FolderArgs,
}

/// What can be listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ListWhat {
    /// The games.
    Games,
    /// The units that can be named.
    Units,
    /// The weapon abilities of a game, and those of whole units.
    Abilities,
    /// What may be true on the table.
    Situations,
    /// How changes to the dice are written.
    Effects,
    /// Ambiguous rules and how they can be read.
    Rulings,
    /// Dice questions other than attacks.
    Questions,
    /// Every rule by its id: computed, asked, or not modelled and why.
    Rules,
}

/// Options of `verify`.
#[derive(Clone, Debug, Args)]
pub(crate) struct VerifyArgs {
    /// One game; left out: all.
    #[arg(add = complete::games())]
    pub(crate) game: Option<String>,
    /// How often dice are rolled for each match-up.
    #[arg(long, value_name = "N", default_value = "1048576", value_parser = trials)]
    pub(crate) trials: u64,
    /// Where dice start.
    #[arg(long, value_name = "N", default_value_t = 42)]
    pub(crate) seed: u64,
    /// Besides, N random attacks, N chains of attacks and N fights of each game, also against dice that are rolled one by one
    /// as its rules say: 32,768 times each, or as often as `--trials` says if that is less.
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "100")]
    pub(crate) deep: Option<u64>,
}

/// Options of `import`.
#[derive(Clone, Debug, Args)]
pub(crate) struct ImportArgs {
    /// Rosters of BattleScribe and New Recruit (.ros, .rosz, .json), catalogues (.cat, .gst), cards of warcry_data and
    /// asoiaf-tmg-data, the package wh40kdc, and lists as text, whatever they are called; `-` for standard input. Files that a
    /// catalogue links to and abilities of cards are found beside it; names of a list are those of profiles.
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Of a catalogue only the unit of this name.
    #[arg(long, value_name = "NAME")]
    pub(crate) unit: Option<String>,
    /// Where the profiles go; left out: a folder here that is called like the army.
    #[arg(long, value_name = "DIR")]
    pub(crate) to: Option<PathBuf>,
    /// Everything there, a folder or a zip or tar.gz of a whole game, becomes a library that every command finds; its
    /// name is that of the folder.
    #[arg(long, value_name = "NAME", num_args = 0..=1, default_missing_value = "", conflicts_with_all = ["to", "unit", "json"])]
    pub(crate) library: Option<String>,
    /// Only say what would be written.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Write over files that differ.
    #[arg(long)]
    pub(crate) force: bool,
    /// What was read as JSON instead of a table; to standard output, or to a file.
    #[arg(long, value_name = "PATH|-", num_args = 0..=1, default_missing_value = "-")]
    pub(crate) json: Option<String>,
    #[command(flatten)]
    pub(crate) folders: FolderArgs,
}

/// Options of `library`.
#[derive(Clone, Debug, Args)]
pub(crate) struct LibraryArgs {
    /// What; left out, all of them are listed.
    #[arg(value_enum)]
    pub(crate) what: Option<LibraryWhat>,
    /// The library.
    pub(crate) name: Option<String>,
    /// The one that it is compared with.
    pub(crate) other: Option<String>,
}

/// What is done with libraries.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum LibraryWhat {
    /// Which there are, where they are from, and of what date.
    List,
    /// The armies in one.
    Show,
    /// One is removed.
    Remove,
    /// In which points, statlines and weapons the units of two differ.
    Compare,
}

/// Options of `new`.
#[derive(Clone, Debug, Args)]
pub(crate) struct NewArgs {
    /// The game; left out where `--from` names a unit.
    #[arg(required_unless_present = "from", add = complete::games())]
    pub(crate) game: Option<String>,
    /// A unit whose profile is the start: a name, a path, or `my-list.rosz:terminators`.
    #[arg(long, value_name = "UNIT", add = complete::units())]
    pub(crate) from: Option<String>,
    /// Reads the text of a card, from a file or with `-` from what is pasted: numbers, and abilities as sentences.
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-", conflicts_with_all = ["from", "interactive"], requires = "game")]
    pub(crate) paste: Option<String>,
    /// Asks for every value, checks each, writes a file and shows a first answer.
    #[arg(short, long, conflicts_with = "from")]
    pub(crate) interactive: bool,
    #[command(flatten)]
    pub(crate) folders: FolderArgs,
}

/// Options of `show`.
#[derive(Clone, Debug, Args)]
pub(crate) struct ShowArgs {
    /// Units: names, paths, `my-list.rosz:terminators`; a roster or an `army.toml` shows all of its units.
    #[arg(required = true, add = complete::units())]
    pub(crate) units: Vec<String>,
    #[command(flatten)]
    pub(crate) folders: FolderArgs,
    /// Write the profile that a one-line unit represents: a file ending in .toml, or a folder for several.
    #[arg(long, value_name = "PATH")]
    pub(crate) save: Option<PathBuf>,
}

/// Options of `schema`.
#[derive(Clone, Debug, Args)]
pub(crate) struct SchemaArgs {
    /// A game, for its profiles; or `result`, for the answers that `--json` writes.
    #[arg(add = complete::games())]
    pub(crate) game: String,
}

/// Options of `completions`.
#[derive(Clone, Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell.
    #[arg(value_parser = ["bash", "elvish", "fish", "powershell", "zsh"])]
    pub(crate) shell: String,
}

/// Options of `help`.
#[derive(Clone, Debug, Args)]
pub(crate) struct HelpArgs {
    /// A command, or a topic: units, situations, effects, outputs, profiles, dice, games.
    #[arg(value_name = "COMMAND|TOPIC", add = complete::topics())]
    pub(crate) about: Option<String>,
}

/// Options of `man`.
#[derive(Clone, Debug, Args)]
pub(crate) struct ManArgs {
    /// The command whose page it is; left out: the program's.
    #[arg(add = complete::topics())]
    pub(crate) command: Option<String>,
    /// Writes every page into this folder.
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath, conflicts_with = "command")]
    pub(crate) to: Option<PathBuf>,
}

/// Options of `page`.
#[derive(Clone, Debug, Args)]
pub(crate) struct PageArgs {
    /// The folder, for any host of files.
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    pub(crate) out: PathBuf,
    /// The program for `wasm32-wasip1`; left out: `warodds.wasm` beside this program, or what `cargo page` has built.
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub(crate) wasm: Option<PathBuf>,
}
