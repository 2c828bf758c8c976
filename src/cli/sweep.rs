//! `sweep`: how does an attack change?

use std::time::Instant;

use super::args::{ColorWhen, Seed, SweepArgs};
use super::exit::Stop;
use super::known::warn_of_unreadable;
use super::output::{answer, note, say, width, write_files};
use crate::ask::{SweepRequest, sweep as compute};
use crate::report::{Reportable, Screen, text};

pub(super) fn sweep(args: &SweepArgs, color: ColorWhen) -> Result<(), Stop> {
    let started = Instant::now();
    let taken = args.output.files.to_stdout()?.is_some();
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
    if !taken {
        let screen = Screen { width: width(), color: color.on_stdout(), ascii: args.output.ascii };
        answer(text(&answered.sheet(), screen).as_bytes())?;
    }
    write_files(&answered, &args.output, quiet)?;
    if args.output.verbose {
        say(&format!("computed in {:.1} ms", started.elapsed().as_secs_f64() * 1e3));
    }
    Ok(())
}
