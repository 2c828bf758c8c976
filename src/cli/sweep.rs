//! `sweep`: how does an attack change?

use std::time::Instant;

use clap::Args;

use super::args::{ColorWhen, MatchupArgs, OutputArgs, ResultArgs};
use super::compare::{check_pictures, stopped};
use super::engine::EngineArgs;
use super::exit::Stop;
use super::games::warn;
use super::output::{hand_over, note, say};
use super::progress::{Progress, STOP, heed_interrupts};
use crate::ask::{SweepRequest, Watch, sweep_values, sweep_watched as compute};
use crate::error::Error;
use crate::report::{Reportable, counted};

/// Options of `sweep`.
#[derive(Clone, Debug, Args)]
pub(crate) struct SweepArgs {
    #[command(flatten)]
    pub(crate) matchup: MatchupArgs,
    /// What is varied: "defender.save=2+..6+", "attacker.models=5,10,20", "with=nothing|cover|all-out attack, +1 to wound".
    ///
    /// Every path of `--set`, and `with`; `attacker.weapon.*.rend=0..3` varies all weapons. Two of them give a grid.
    #[arg(long, required = true, value_name = "PATH=VALUES")]
    pub(crate) vary: Vec<String>,
    #[command(flatten)]
    pub(crate) results: ResultArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

pub(super) fn sweep(args: &SweepArgs, color: ColorWhen) -> Result<(), Stop> {
    let started = Instant::now();
    args.output.files.to_stdout()?;
    warn(args.matchup.units(), &args.matchup.table.folders.profiles);
    let options = args.engine.options();
    let request = SweepRequest {
        base: args.matchup.request(),
        vary: args.vary.clone(),
        metrics: args.results.metric.clone(),
        pmf: args.results.pmf,
    };
    let quiet = args.matchup.table.quiet;
    heed_interrupts();
    let values = sweep_values(&request)?;
    if let [rows, columns] = values[..] {
        check_pictures((rows, columns), &args.output, "values")?;
    }
    let bar = Progress::of("cells", values.iter().product::<usize>() as u64, quiet);
    let answered = compute(&request, &options, &Watch { progress: &|done| bar.at(done), stop: &STOP })?;
    drop(bar);
    if !quiet {
        answered.head.notes.iter().for_each(|text| note(text));
        args.engine.dice.random_seed(&options).iter().for_each(|text| note(text));
        args.engine.unrolled(&answered.sheet().method).iter().for_each(|text| note(text));
    }
    hand_over(&answered, &args.output, (color, quiet), started)?;
    if !answered.reached().is_all() {
        say(&stopped(answered.reached()));
    }
    match answered.disagree() {
        0 => Ok(()),
        cells => Err(Error::disagreement(&counted(cells, "cell")).into()),
    }
}
