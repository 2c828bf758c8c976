//! `sweep`: how does an attack change?

use std::time::Instant;

use super::args::{ColorWhen, Seed, SweepArgs};
use super::exit::Stop;
use super::known::warn_of_unreadable;
use super::output::{hand_over, note};
use crate::ask::{SweepRequest, sweep as compute};

pub(super) fn sweep(args: &SweepArgs, color: ColorWhen) -> Result<(), Stop> {
    let started = Instant::now();
    args.output.files.to_stdout()?;
    warn_of_unreadable(&args.matchup.table.folders.profiles);
    let options = args.engine.options();
    let request = SweepRequest {
        base: args.matchup.request(),
        vary: args.vary.clone(),
        metrics: args.metric.clone(),
        pmf: args.pmf,
    };
    let answered = compute(&request, &options)?;
    let quiet = args.matchup.quiet;
    if !quiet {
        answered.notes.iter().for_each(|text| note(text));
        if args.engine.seed == Seed::Random {
            note(&format!("the random seed is {}", options.sampling.seed));
        }
    }
    hand_over(&answered, &args.output, (color, quiet), started)
}
