//! The command line: what can be typed, and one function for each command.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{ArgMatches, Command, CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::CompleteEnv;

mod advise;
mod args;
mod attack;
mod build;
mod check;
mod compare;
mod complete;
mod data;
mod engine;
mod exit;
mod explain;
mod fight;
mod files;
mod games;
mod help;
mod import;
mod interactive;
mod late;
mod list;
#[cfg(feature = "manual")]
mod manual;
mod need;
mod new;
mod odds;
mod output;
// The page does not hold itself once more.
#[cfg(not(target_os = "wasi"))]
mod page;
mod plan;
mod progress;
mod reword;
mod save;
mod schema;
mod sentence;
#[cfg(not(target_os = "wasi"))]
mod shell;
mod show;
mod sweep;
mod threats;
mod topics;
mod usage;
mod verify;
mod watched;

use args::{ColorWhen, ListArgs};
use exit::Stop;
use late::Late;

/// Exact odds for tabletop attacks: not the average, the whole distribution.
///
/// `warodds attack liberators clawlord` answers: if this unit attacks that unit, what happens? Units are found by name;
/// `warodds list units` shows those that are built in, and any profile of your own works by its path.
#[derive(Parser)]
#[command(name = "warodds", bin_name = "warodds", version, max_term_width = 100, disable_help_subcommand = true)]
struct Cli {
    /// Colours: auto, always, never.
    #[arg(long, global = true, value_enum, default_value_t = ColorWhen::Auto, value_name = "WHEN", hide_possible_values = true, hide_short_help = true)]
    color: ColorWhen,
    #[command(subcommand)]
    command: CliCommand,
}

#[derive(Subcommand)]
enum CliCommand {
    /// What does this attack do?
    ///
    /// The answer is first one sentence for each phase, then a histogram; results in a table and what each weapon does follow
    /// where the window has room, and always with `-v`. `damage` is what gets through, as if the target had no end; `wounds
    /// lost` is what the target really loses, never more than it has. Without a command, `warodds ATTACKER DEFENDER` and one
    /// quoted sentence ask the same: "10 liberators, all-out attack, into clawlord".
    Attack(Late<attack::AttackArgs>),
    /// Which unit does what to which?
    #[command(override_usage = "warodds compare ATTACKER... --into DEFENDER...")]
    Compare(Late<compare::CompareArgs>),
    /// How does it change with save, range, models, +1 to hit?
    #[command(override_usage = "warodds sweep ATTACKER DEFENDER --vary PATH=VALUES")]
    Sweep(Late<sweep::SweepArgs>),
    /// What is each command, buff, weapon or model worth here?
    ///
    /// Each is computed alone; then, for those that do most or that `--try` names, each one's share of what all of them bring
    /// together: on average over every order in which they may be added. The shares add up to the whole, so that what buys
    /// nothing beside the others is seen.
    Advise(Late<advise::AdviseArgs>),
    /// How many models, which size, which commands does it take?
    ///
    /// The fewest models that destroy the target with a chance, one fewer not; the smallest size that can be bought and does;
    /// and for sizes that do not, the set of commands that costs least and does, of three at most.
    #[command(override_usage = "warodds need ATTACKER --into DEFENDER --destroyed CHANCE")]
    Need(Late<need::NeedArgs>),
    /// What destroys my unit, and what can it do about that?
    #[command(override_usage = "warodds threats UNIT --from ATTACKER...")]
    Threats(Late<threats::ThreatsArgs>),
    /// Which face does what, and why?
    Explain(Late<args::MatchupArgs>),
    /// Charges, casting, morale, initiative, and any dice.
    ///
    /// `warodds odds GAME` lists the questions of a game, `warodds list questions GAME` explains what can be said to each.
    /// Dice are written as players write them: "2D6", "d20", "2d6-1", "3d6 drop lowest", "6d6 exploding".
    Odds(Late<args::OddsArgs>),
    /// If both strike, who is left?
    Fight(Late<fight::FightArgs>),
    /// Who should attack whom, in which order, and what then?
    #[command(override_usage = "warodds plan ATTACKER... --into TARGET...")]
    Plan(Late<plan::PlanArgs>),
    /// Which list does most to the enemy that it does least to?
    ///
    /// The part of the enemy's wounds that a list takes in one turn, every unit attacking one target that it reaches: the list
    /// whose worst match-up is best, what no list exceeds, and the list that is filled by points alone. Attacks of several
    /// units on one target are then played out exactly, as `plan` does.
    #[command(override_usage = "warodds build --from UNIT... --points N --into LIST...")]
    Build(Late<build::BuildArgs>),
    /// Are these profiles right?
    Check(Late<args::CheckArgs>),
    /// What exists: games, units, abilities, situations, effects, rules.
    List(Late<ListArgs>),
    /// Do both engines agree on every match-up of built-in units?
    Verify(Late<args::VerifyArgs>),
    /// Rosters and catalogues of list builders become profiles.
    Import(Late<args::ImportArgs>),
    /// Whole games that were imported: which there are, what they hold.
    ///
    /// `warodds import FOLDER --library` makes one of a folder of catalogues, or of a zip or tar.gz of it. It lies in the user's
    /// data folder (`WARODDS_LIBRARY` names another), and every command finds its units by their names.
    Library(Late<args::LibraryArgs>),
    /// A profile to start from.
    New(Late<args::NewArgs>),
    /// The card of a unit, as the game prints it.
    Show(Late<args::ShowArgs>),
    /// A JSON Schema of a game's profiles, for editors, or of answers.
    Schema(Late<args::SchemaArgs>),
    /// This page, that of a command, or a topic: units, effects, outputs.
    Help(Late<args::HelpArgs>),
    /// Completions for a shell.
    ///
    /// The shell then asks the program: it offers units, situations, effects, questions, keys and paths of `--set`.
    Completions(Late<args::CompletionsArgs>),
    /// Manual pages.
    Man(Late<args::ManArgs>),
    /// The same program as a page for browsers, written into a folder.
    ///
    /// Any host of files can serve the folder, and nothing that is asked leaves the browser. The program in it is this one,
    /// compiled for `wasm32-wasip1`, as `cargo page` does it in the repository; a release has the folder as an archive.
    Page(Late<args::PageArgs>),
}

/// Runs the program; the exit code is 0 if all went well, 1 if the answer is no, 2 for wrong usage, 3 if a result could
/// not be written, 4 if dice and distributions disagree.
pub fn run() -> ExitCode {
    // A shell that completes asks by a variable, and the answer ends the program.
    let shells = CompleteEnv::with_factory(command).var(complete::VARIABLE);
    // The page asks as this one does.
    #[cfg(target_os = "wasi")]
    let shells = shells.shells(clap_complete::env::Shells(&[&clap_complete::env::Fish]));
    shells.complete();
    if let Err(error) = games::mean_edition() {
        return exit::code(Err(error.into()), ColorWhen::Auto);
    }
    let mut typed: Vec<OsString> = std::env::args_os().collect();
    // Whoever pastes a command behind `cargo run --` names the program once more.
    if typed.get(1).is_some_and(|word| word == "warodds") {
        typed.remove(1);
    }
    let (cli, after) = match understood(&typed) {
        Ok(understood) => understood,
        Err(code) => return code,
    };
    engine::limit_threads();
    let color = cli.color;
    let done = dispatch(cli);
    if done.is_ok() {
        after.iter().for_each(|line| output::say(line));
    }
    exit::code(done, color)
}

/// The command line as it stands, or in other words; then what is said behind the answer: options that changed nothing, and
/// the command to type next time.
fn understood(words: &[OsString]) -> Result<(Cli, Vec<String>), ExitCode> {
    let typed: &[String] = &words.iter().map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>();
    let failed = |error: crate::error::Error| exit::code(Err(error.into()), ColorWhen::Auto);
    let is_quiet = typed.iter().any(|word| word == "-q" || word == "--quiet");
    let as_cli = |mut matches: ArgMatches, command: Option<String>| {
        let notes = usage::idle(&matches).into_iter().map(|text| output::noted(&text));
        let command = command.map(|command| format!("asked: {}", crate::report::printable(&command)));
        let after = notes.chain(command).filter(|_| !is_quiet).collect();
        Cli::from_arg_matches_mut(&mut matches).map(|cli| (cli, after)).map_err(|error| said_by_clap(&error))
    };
    let first = match command().try_get_matches_from(words) {
        Ok(matches) if reword::is_sentence(&matches) && !reword::may_lack_hyphens(typed) => {
            return as_cli(matches, None);
        }
        Err(error) if !error.use_stderr() => {
            let keys = list::keys_of_question(typed).filter(|_| error.kind() == ErrorKind::DisplayHelp);
            return Err(keys.map_or_else(|| said_by_clap(&error), |page| exit::code(page, ColorWhen::Auto)));
        }
        first => first,
    };
    let whole = whole();
    if let Some(other) = reword::reworded(typed, &whole).map_err(failed)? {
        let matches = command().try_get_matches_from(&other.words);
        let matches = matches.map_err(|error| failed(usage::error(&error, &other.words, &whole)))?;
        return as_cli(matches, Some(other.command));
    }
    match first {
        Ok(matches) => as_cli(matches, None),
        Err(error) if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => Err(said_by_clap(&error)),
        Err(error) => Err(failed(usage::error(&error, typed, &whole))),
    }
}

/// The command line with the pages of its help; each command learns its options when it is typed.
fn command() -> Command {
    help::with_pages(Cli::command())
}

/// The same with the options of every command.
fn whole() -> Command {
    let mut command = command();
    command.build();
    command
}

/// Help and version are answers, not mistakes; clap knows where each goes.
fn said_by_clap(error: &clap::Error) -> ExitCode {
    match error.print().and_then(|()| io::stdout().flush()) {
        Err(lost) if !error.use_stderr() => exit::code(Err(output::unwritten(&lost)), ColorWhen::Never),
        _ => ExitCode::from(error.exit_code() as u8),
    }
}

fn dispatch(cli: Cli) -> Result<(), Stop> {
    save::save(&cli.command)?;
    match cli.command {
        CliCommand::Attack(args) => attack::attack(&args, cli.color),
        CliCommand::Compare(args) => compare::compare(&args, cli.color),
        CliCommand::Sweep(args) => sweep::sweep(&args, cli.color),
        CliCommand::Advise(args) => advise::advise(&args, cli.color),
        CliCommand::Need(args) => need::need(&args, cli.color),
        CliCommand::Threats(args) => threats::threats(&args, cli.color),
        CliCommand::Explain(args) => explain::explain(&args),
        CliCommand::Odds(args) => odds::odds(&args, cli.color),
        CliCommand::Fight(args) => fight::fight(&args, cli.color),
        CliCommand::Plan(args) => plan::plan(&args, cli.color),
        CliCommand::Build(args) => build::build(&args, cli.color),
        CliCommand::Check(args) => check::check(&args, cli.color),
        CliCommand::List(args) => list::list(&args, cli.color),
        CliCommand::Verify(args) => verify::verify(&args),
        CliCommand::Import(args) => import::import(&args, cli.color),
        CliCommand::Library(args) => import::library(&args, cli.color),
        CliCommand::New(args) => new::new(&args, cli.color),
        CliCommand::Show(args) => show::show(&args, cli.color),
        CliCommand::Schema(args) => schema::schema(&args),
        CliCommand::Help(args) => help::help(&args, command()),
        #[cfg(not(target_os = "wasi"))]
        CliCommand::Completions(args) => shell::completions(&args),
        #[cfg(feature = "manual")]
        CliCommand::Man(args) => manual::manual(&args, command()),
        #[cfg(not(feature = "manual"))]
        CliCommand::Man(_) => {
            let error = crate::error::Error::usage("this program was built without manual pages");
            Err(error.hint("`warodds help COMMAND` says the same".to_owned()).into())
        }
        #[cfg(not(target_os = "wasi"))]
        CliCommand::Page(args) => page::page(&args),
        #[cfg(target_os = "wasi")]
        CliCommand::Page(_) | CliCommand::Completions(_) => {
            Err(crate::error::Error::usage("a browser has no use for this").into())
        }
    }
}

impl ColorWhen {
    fn wanted(self, terminal: bool) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        }
    }

    /// Whether stderr gets colours.
    pub(crate) fn on_stderr(self) -> bool {
        self.wanted(io::stderr().is_terminal())
    }

    /// Whether stdout gets colours.
    pub(crate) fn on_stdout(self) -> bool {
        self.wanted(io::stdout().is_terminal())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        command().debug_assert();
    }
}
