//! The command line: what can be typed, and one function for each command.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

mod advise;
mod args;
mod attack;
mod check;
mod compare;
mod exit;
mod explain;
mod fight;
mod files;
mod import;
mod known;
mod list;
mod new;
mod odds;
mod output;
mod plan;
mod save;
mod schema;
mod shell;
mod show;
mod sweep;
mod verify;

use args::{ColorWhen, ListArgs};
use exit::Stop;

/// Exact odds for tabletop attacks: not the average, the whole distribution.
///
/// `warodds attack liberators clawlord` answers: if this unit attacks that unit, what happens? Units are found by name;
/// `warodds list units` shows those that are built in, and any profile of your own works by its path.
#[derive(Debug, Parser)]
#[command(name = "warodds", version, max_term_width = 100)]
struct Cli {
    /// When to use colours.
    #[arg(long, global = true, value_enum, default_value_t = ColorWhen::Auto, value_name = "WHEN")]
    color: ColorWhen,
    #[command(subcommand)]
    command: CliCommand,
}

#[derive(Debug, Subcommand)]
enum CliCommand {
    /// What does this attack do?
    ///
    /// The answer is first one sentence, then a table and a histogram, at the end what each weapon does. `damage` is what
    /// gets through, as if the target had no end; `wounds lost` is what the target really loses, never more than it has.
    Attack(Box<args::AttackArgs>),
    /// Which unit does what to which?
    Compare(Box<args::CompareArgs>),
    /// How does it change with save, range, models, +1 to hit?
    Sweep(Box<args::SweepArgs>),
    /// What is each command, stratagem, buff, weapon option or model worth here?
    ///
    /// Each is computed alone; then, for those that do most or that `--try` names, each one's share of what all of them bring
    /// together: on average over every order in which they may be added. The shares add up to the whole, so that what buys
    /// nothing beside the others is seen.
    Advise(Box<args::AdviseArgs>),
    /// Which face does what, and why?
    Explain(Box<args::MatchupArgs>),
    /// Charges, casting, morale, initiative: every other dice question; also "odds 2D6 --at-least 9".
    Odds(Box<args::OddsArgs>),
    /// If both strike, who is left?
    Fight(Box<fight::FightArgs>),
    /// Who should attack whom, in which order, and what then?
    Plan(Box<plan::PlanArgs>),
    /// Are these profiles right?
    Check(args::CheckArgs),
    /// What exists: games, units, abilities, situations, effects, rulings.
    List(ListArgs),
    /// Do both engines agree on every match-up of the units that are built in?
    Verify(args::VerifyArgs),
    /// Rosters and catalogues of list builders become profiles.
    Import(args::ImportArgs),
    /// A profile to start from.
    New(args::NewArgs),
    /// The card of a unit, as the game prints it.
    Show(args::ShowArgs),
    /// A JSON Schema of a game's profiles, for editors.
    Schema(args::SchemaArgs),
    /// Completions for a shell.
    Completions(args::CompletionsArgs),
    /// The manual page.
    Man,
}

/// Runs the program; the exit code is 0 if all went well, 1 if the answer is no, 2 for wrong usage, 3 if a result could
/// not be written.
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            return said_by_clap(&error);
        }
    };
    let color = cli.color;
    exit::code(dispatch(cli), color)
}

/// Help and version are answers, not mistakes; clap knows where each goes.
fn said_by_clap(error: &clap::Error) -> ExitCode {
    let printed = error.print().and_then(|()| io::stdout().flush());
    let is_answer = !error.use_stderr();
    match printed {
        Err(lost) if is_answer => exit::code(Err(output::unwritten(&lost)), ColorWhen::Never),
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
        CliCommand::Explain(args) => explain::explain(&args),
        CliCommand::Odds(args) => odds::odds(&args, cli.color),
        CliCommand::Fight(args) => fight::fight(&args, cli.color),
        CliCommand::Plan(args) => plan::plan(&args, cli.color),
        CliCommand::Check(args) => check::check(&args, cli.color),
        CliCommand::List(args) => list::list(&args, cli.color),
        CliCommand::Verify(args) => verify::verify(&args),
        CliCommand::Import(args) => import::import(&args, cli.color),
        CliCommand::New(args) => new::new(&args),
        CliCommand::Show(args) => show::show(&args, cli.color),
        CliCommand::Schema(args) => schema::schema(&args),
        CliCommand::Completions(args) => shell::completions(&args, &mut Cli::command()),
        CliCommand::Man => shell::manual(Cli::command()),
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
        Cli::command().debug_assert();
    }
}
