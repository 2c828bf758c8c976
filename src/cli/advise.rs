//! `advise`: what is each command, buff, weapon option or model worth here?

use std::time::Instant;

use super::args::{AdviseArgs, ColorWhen, Seed, SideArg};
use super::exit::Stop;
use super::known::warn_of_unreadable;
use super::output::{hand_over, note};
use crate::ask::Request;
use crate::ask::advise::{Wanted, advise as work_out};
use crate::games::Owner;

pub(super) fn advise(args: &AdviseArgs, color: ColorWhen) -> Result<(), Stop> {
    let started = Instant::now();
    args.output.files.to_stdout()?;
    warn_of_unreadable(&args.table.folders.profiles);
    let options = args.engine.options();
    let wanted = Wanted {
        request: Request {
            attacker: args.attacker.clone(),
            defender: args.defender.clone(),
            method: options.method,
            seed: options.sampling.seed,
            ..args.table.request()
        },
        tries: args.tries.clone(),
        side: match args.side {
            SideArg::Attacker => Owner::Attacker,
            SideArg::Defender => Owner::Defender,
        },
        metric: args.metric.clone(),
    };
    let advice = work_out(&wanted, &options)?;
    if args.engine.seed == Seed::Random && !args.quiet {
        note(&format!("the random seed is {}", options.sampling.seed));
    }
    hand_over(&advice, &args.output, (color, args.quiet), started)
}
