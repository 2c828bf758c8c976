//! What the commands before a game share: many attacks, computed while a bar shows how far they are.

use std::time::Instant;

use clap::Args;

use super::args::{ColorWhen, OutputArgs, TableArgs};
use super::engine::EngineArgs;
use super::exit::Stop;
use super::games::warn;
use super::output::{answer, note, say, width, write_files};
use super::progress::{Progress, STOP, heed_interrupts};
use crate::ask::Watch;
use crate::engine::{Method, Options};
use crate::error::Error;
use crate::report::{Reportable, Screen, text};

/// What is true on the table, how attacks are computed, and where the answer goes.
#[derive(Clone, Debug, Args)]
pub(crate) struct ManyArgs {
    #[command(flatten)]
    pub(crate) table: TableArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

impl ManyArgs {
    /// Each of its parts.
    pub(super) fn parts(&self) -> (&TableArgs, &EngineArgs, &OutputArgs) {
        (&self.table, &self.engine, &self.output)
    }
}

impl EngineArgs {
    /// The options, of a command that computes many attacks.
    ///
    /// # Errors
    /// Two answers for each, and dice without their number.
    fn of_many(&self) -> Result<Options, Error> {
        let refuse = |why: &str, hint: &str| Err(Error::usage(why).hint(hint.to_owned()));
        match self.dice.method {
            Method::Both => {
                let hint = "compare the two answers of one attack: `warodds attack A B --method both`";
                refuse("`--method both` answers each of many attacks twice", hint)
            }
            Method::Sampled if self.dice.trials.is_none() && self.until.is_none() => {
                let hint = "say how often: `--method sampled --trials 10000`";
                refuse("`--method sampled` rolls dice for each of many attacks, a million times", hint)
            }
            _ => Ok(self.options()),
        }
    }
}

/// A command that computes: what is true on its table, where its answer goes, and when it began.
pub(super) struct Run<'a> {
    table: &'a TableArgs,
    output: &'a OutputArgs,
    color: ColorWhen,
    started: Instant,
    /// Whether a file goes to standard output, in the place of the answer.
    pub(super) is_taken: bool,
}

impl<'a> Run<'a> {
    /// Begins: whether the files go together is checked before the work, and what cannot be read of these units is said.
    ///
    /// # Errors
    /// Files that do not go together.
    pub(super) fn of<'u>(
        table: &'a TableArgs,
        output: &'a OutputArgs,
        color: ColorWhen,
        units: impl IntoIterator<Item = &'u str>,
    ) -> Result<Self, Error> {
        let started = Instant::now();
        let is_taken = output.files.to_stdout()?.is_some();
        warn(units, &table.folders.profiles);
        Ok(Self { table, output, color, started, is_taken })
    }

    /// Notes that are said, which none are with `-q`.
    pub(super) fn notes<T: AsRef<str>>(&self, notes: impl IntoIterator<Item = T>) {
        notes.into_iter().filter(|_| !self.table.quiet).for_each(|text| note(text.as_ref()));
    }

    /// Says what options about dice did: where a random seed began, and which changed nothing.
    pub(super) fn dice_notes(&self, engine: &EngineArgs, options: &Options, report: &dyn Reportable) {
        self.notes(engine.dice.random_seed(options));
        self.notes(engine.unrolled(&report.sheet().method));
    }

    /// The screen of the answer.
    pub(super) fn screen(&self) -> Screen {
        Screen { width: width(), color: self.color.on_stdout(), ascii: self.output.ascii }
    }

    /// Works while a bar shows how far it is.
    pub(super) fn watching<R>(&self, things: &str, count: u64, work: impl FnOnce(&Watch<'_>) -> R) -> R {
        let bar = Progress::of(things, count, self.table.quiet);
        work(&Watch { progress: &|done| bar.at(done), stop: &STOP })
    }

    /// Writes the answer to the terminal, unless a file goes to standard output, and to every file asked for; then the time, if
    /// asked for.
    pub(super) fn end(self, report: &dyn Reportable) -> Result<(), Stop> {
        let sheet = report.sheet();
        if !self.is_taken {
            answer(text(&sheet, self.screen()).as_bytes())?;
        }
        write_files(report, self.output, self.table.quiet)?;
        self.say_time(&sheet.method);
        Ok(())
    }

    /// Says how long it took to compute `what`, if that was asked for.
    pub(super) fn say_time(&self, what: &str) {
        if self.output.verbose {
            say(&format!("{what} in {:.1} ms", self.started.elapsed().as_secs_f64() * 1e3));
        }
    }
}

/// An error if dice and distributions disagree on `what` was asked.
pub(super) fn agreed(agree: bool, what: &str) -> Result<(), Stop> {
    if agree { Ok(()) } else { Err(Error::disagreement(what).into()) }
}

/// Computes an answer about these units and prints it; if interrupted, what is computed so far.
pub(super) fn watched<'u, Q, R: Reportable>(
    (table, engine, output): (&TableArgs, &EngineArgs, &OutputArgs),
    (units, color): (impl Iterator<Item = &'u str>, ColorWhen),
    request: &Q,
    work: fn(&Q, &Options, &Watch<'_>) -> Result<R, Error>,
) -> Result<R, Stop> {
    let run = Run::of(table, output, color, units)?;
    let options = engine.of_many()?;
    heed_interrupts();
    let answered = run.watching("%", 100, |watch| work(request, &options, watch))?;
    run.notes(answered.sheet().notes);
    run.dice_notes(engine, &options, &answered);
    run.end(&answered)?;
    if STOP.load(std::sync::atomic::Ordering::Relaxed) {
        say("stopped: the answer is what was worked out by then");
    }
    Ok(answered)
}
