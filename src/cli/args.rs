//! The options of the commands, shared in groups.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::complete;
use super::engine::trials;
use super::files::FileArgs;
use crate::ask::Request;
use crate::games::Phase;

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
    /// A situation or an effect: "charged", "+1 to hit", "reroll hits of 1"; a comma separates.
    ///
    /// `warodds list situations GAME` and `warodds list effects GAME` show all. `attacker:` or `defender:` in front says
    /// whose an effect is. An optional ability of a unit is switched on by its name, with a value behind it if it takes one:
    /// "Tusker Charge 4". "half range @70%" is true with this chance and "3+: +1 to hit" on a die: the answer is the exact
    /// mixture.
    #[arg(long, value_name = "WHAT", allow_hyphen_values = true, add = complete::with())]
    pub(crate) with: Vec<String>,
    /// A value of a profile: "defender.save=4+", "attacker.weapon.warhammer.rend=2", "defender.damage=3".
    #[arg(long, value_name = "PATH=VALUE", add = complete::set())]
    pub(crate) set: Vec<String>,
    /// A reading of an ambiguous rule: "twin-linked=fish". `warodds list rulings GAME` shows all.
    #[arg(long, value_name = "NAME=VALUE", hide_short_help = true, add = complete::rulings())]
    pub(crate) ruling: Vec<String>,
    /// How the game is played (age-of-sigmar: advanced, core, spearhead).
    #[arg(long, value_name = "MODE", hide_short_help = true, add = complete::variants(|game| game.modes))]
    pub(crate) mode: Option<String>,
    /// The edition (warhammer-40k: updated, core).
    #[arg(long, value_name = "EDITION", hide_short_help = true, add = complete::variants(|game| game.editions))]
    pub(crate) edition: Option<String>,
    /// The phase: shooting or combat. Left out, a unit with ranged and melee weapons is answered for in each.
    #[arg(long, value_name = "PHASE", value_parser = phase)]
    pub(crate) phase: Option<Phase>,
    #[command(flatten)]
    pub(crate) folders: FolderArgs,
    /// Write the profile that a one-line unit stands for: a file ending in .toml, or a folder for several.
    #[arg(long, value_name = "PATH")]
    pub(crate) save: Option<PathBuf>,
}

impl TableArgs {
    /// A request that names no units yet.
    pub(crate) fn request(&self) -> Request {
        Request {
            mode: self.mode.clone(),
            edition: self.edition.clone(),
            with: self.with.clone(),
            set: self.set.clone(),
            rulings: self.ruling.clone(),
            phase: self.phase,
            profiles: self.folders.profiles.clone(),
            ..Request::default()
        }
    }
}

/// Where units are looked up besides those that are built in.
#[derive(Clone, Debug, Args)]
pub(crate) struct FolderArgs {
    /// A folder with profiles of your own; they come before those that are built in.
    #[arg(
        long,
        value_name = "DIR",
        env = "WARODDS_PROFILES",
        value_delimiter = PATH_SEPARATOR,
        value_hint = clap::ValueHint::DirPath,
        hide_short_help = true
    )]
    pub(crate) profiles: Vec<PathBuf>,
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
    /// A phase may stand in front, `--then combat:NAME`; a unit that is named again in another phase is the same one.
    /// Situations and effects hold for every attack.
    #[arg(long, value_name = "ATTACKER", add = complete::units())]
    pub(crate) then: Vec<String>,
    #[command(flatten)]
    pub(crate) table: TableArgs,
    #[command(flatten)]
    pub(crate) weapons: WeaponArgs,
    #[command(flatten)]
    pub(crate) notes: NotesArgs,
}

/// Which weapons are used, and in which order.
#[derive(Clone, Debug, Args)]
pub(crate) struct WeaponArgs {
    /// A weapon to use, and no other but those that are named; repeatable. "best": of weapons of which a model uses one,
    /// whichever does most. "each", of `attack`: besides, every weapon alone.
    ///
    /// An exact name beats a part. In warhammer-40k the one that is named first is used where a model may use only one.
    #[arg(long, value_name = "NAME", add = complete::weapons())]
    pub(crate) weapon: Vec<String>,
    /// Weapons that are resolved first, in this order; a comma separates.
    #[arg(long, value_name = "NAMES", hide_short_help = true)]
    pub(crate) order: Vec<String>,
}

/// What is said besides the answer.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct NotesArgs {
    /// No notes.
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// Which results a table shows.
#[derive(Clone, Debug, Args)]
pub(crate) struct ResultArgs {
    /// A result that is shown; repeatable. Left out: wounds-lost and destroyed. Also damage, slain, points-destroyed …
    #[arg(long, value_name = "RESULT")]
    pub(crate) metric: Vec<String>,
    /// Write whole distributions into JSON.
    #[arg(long)]
    pub(crate) pmf: bool,
}

/// What separates folders in `WARODDS_PROFILES`.
const PATH_SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };

fn phase(text: &str) -> Result<Phase, String> {
    Phase::named(text).ok_or_else(|| "write `shooting` or `combat`".to_owned())
}

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
            ..self.weapons.request(&self.table)
        }
    }
}

impl WeaponArgs {
    /// A request that names no units yet.
    pub(crate) fn request(&self, table: &TableArgs) -> Request {
        Request { weapons: self.weapon.clone(), order: self.order.clone(), ..table.request() }
    }
}

/// A total of dice.
fn total(text: &str) -> Result<i64, String> {
    text.trim().trim_end_matches('+').parse().map_err(|_| "write a whole number, such as 9".to_owned())
}

/// Where the answer goes.
#[derive(Clone, Debug, Args)]
pub(crate) struct OutputArgs {
    #[command(flatten)]
    pub(crate) files: FileArgs,
    /// Write JSON, CSV, PNG and SVG into a folder, named after the units.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Only characters that every terminal has.
    #[arg(long, hide_short_help = true)]
    pub(crate) ascii: bool,
    /// Say how it was computed and how long it took.
    #[arg(short, long)]
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
    /// What is said to the question: "distance=9" "reroll=yes".
    #[arg(add = complete::question_keys())]
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
    /// Of which game; `abilities` also of a unit: those of its own profile, and how they are asked for.
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
    /// Dice questions besides attacks.
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
}

/// Options of `import`.
#[derive(Clone, Debug, Args)]
pub(crate) struct ImportArgs {
    /// Rosters of BattleScribe and New Recruit (.ros, .rosz, .json), catalogues (.cat, .gst), cards of warcry_data and
    /// asoiaf-tmg-data, and lists as text, whatever they are called; `-` for standard input. Files that a catalogue links to
    /// and abilities of cards are found beside it; names of a list are those of profiles.
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Of a catalogue only the unit of this name.
    #[arg(long, value_name = "NAME")]
    pub(crate) unit: Option<String>,
    /// Where the profiles go; left out: a folder here that is called like the army.
    #[arg(long, value_name = "DIR")]
    pub(crate) to: Option<PathBuf>,
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

/// Options of `new`.
#[derive(Clone, Debug, Args)]
pub(crate) struct NewArgs {
    /// The game; left out where `--from` names a unit.
    #[arg(required_unless_present = "from", add = complete::games())]
    pub(crate) game: Option<String>,
    /// A unit whose profile is the start: a name, a path, or `my-list.rosz:terminators`.
    #[arg(long, value_name = "UNIT", add = complete::units())]
    pub(crate) from: Option<String>,
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
    /// Write the profile that a one-line unit stands for: a file ending in .toml, or a folder for several.
    #[arg(long, value_name = "PATH")]
    pub(crate) save: Option<PathBuf>,
}

/// Options of `schema`.
#[derive(Clone, Debug, Args)]
pub(crate) struct SchemaArgs {
    /// The game.
    #[arg(add = complete::games())]
    pub(crate) game: String,
}

/// Options of `completions`.
#[derive(Clone, Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    pub(crate) shell: ShellArg,
}

/// A shell that completes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ShellArg {
    Bash,
    Elvish,
    Fish,
    Powershell,
    Zsh,
}

impl ShellArg {
    /// How it is called.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Bash => "bash",
            Self::Elvish => "elvish",
            Self::Fish => "fish",
            Self::Powershell => "powershell",
            Self::Zsh => "zsh",
        }
    }
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
