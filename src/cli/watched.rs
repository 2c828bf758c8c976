//! What the commands before a game share: many attacks, computed while a bar shows how far they are.

use std::time::Instant;

use clap::Args;

use super::args::{ColorWhen, OutputArgs, TableArgs};
use super::engine::EngineArgs;
use super::exit::Stop;
use super::games::warn;
use super::output::{hand_over, note, say};
use super::progress::{Progress, STOP, heed_interrupts};
use crate::ask::Watch;
use crate::engine::{Method, Options};
use crate::error::Error;
use crate::report::Reportable;

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

/// Computes an answer about these units and prints it; if interrupted, what is computed so far.
pub(super) fn watched<'u, Q, R: Reportable>(
    (table, engine, output): (&TableArgs, &EngineArgs, &OutputArgs),
    (units, color): (impl Iterator<Item = &'u str>, ColorWhen),
    request: &Q,
    work: fn(&Q, &Options, &Watch<'_>) -> Result<R, Error>,
) -> Result<R, Stop> {
    let started = Instant::now();
    output.files.to_stdout()?;
    warn(units, &table.folders.profiles);
    let options = engine.of_many()?;
    heed_interrupts();
    let bar = Progress::of("%", 100, table.quiet);
    let answered = work(request, &options, &Watch { progress: &|done| bar.at(done), stop: &STOP })?;
    drop(bar);
    let sheet = answered.sheet();
    if !table.quiet {
        sheet.notes.iter().for_each(|text| note(text));
        engine.dice.random_seed(&options).iter().for_each(|text| note(text));
        engine.unrolled(&sheet.method).iter().for_each(|text| note(text));
    }
    hand_over(&answered, output, (color, table.quiet), started)?;
    if STOP.load(std::sync::atomic::Ordering::Relaxed) {
        say("stopped: the answer is what was worked out by then");
    }
    Ok(answered)
}
