//! `sweep`: how does an attack change?

use clap::Args;

use super::args::{ColorWhen, MatchupArgs, OutputArgs};
use super::compare::{check_pictures, stopped};
use super::engine::EngineArgs;
use super::exit::Stop;
use super::output::say;
use super::progress::heed_interrupts;
use super::watched::{Run, agreed};
use crate::ask::{SweepRequest, sweep_values, sweep_watched as compute};
use crate::report::counted;

/// Options of `sweep`.
#[derive(Clone, Debug, Args)]
pub(crate) struct SweepArgs {
    #[command(flatten)]
    pub(crate) matchup: MatchupArgs,
    #[command(flatten)]
    pub(crate) asked: SweepRequest,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

pub(super) fn sweep(args: &SweepArgs, color: ColorWhen) -> Result<(), Stop> {
    let run = Run::of(&args.matchup.table, &args.output, color, args.matchup.units())?;
    let options = args.engine.options();
    let request = SweepRequest { base: args.matchup.request(), ..args.asked.clone() };
    heed_interrupts();
    let values = sweep_values(&request)?;
    if let [rows, columns] = values[..] {
        check_pictures((rows, columns), &args.output, "values")?;
    }
    let cells = values.iter().product::<usize>() as u64;
    let answered = run.watching("cells", cells, |watch| compute(&request, &options, watch))?;
    run.notes(&answered.head.notes);
    run.dice_notes(&args.engine, &options, &answered);
    run.end(&answered)?;
    if !answered.reached().is_all() {
        say(&stopped(answered.reached()));
    }
    agreed(answered.disagree() == 0, &counted(answered.disagree(), "cell"))
}
