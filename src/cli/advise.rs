//! `advise`: what is each command, buff, weapon option or model worth here?

use std::time::Instant;

use clap::{Args, ValueEnum};

use super::args::{ColorWhen, MatchupArgs, OutputArgs, metric};
use super::engine::EngineArgs;
use super::exit::Stop;
use super::known::warn;
use super::output::{hand_over, note};
use crate::ask::Request;
use crate::ask::{AdviseRequest, advise as work_out};
use crate::error::Error;
use crate::games::Owner;

/// Whose options are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ForSide {
    /// Those of the attacker.
    Attacker,
    /// Those of the target.
    Defender,
}

/// Options of `advise`.
#[derive(Clone, Debug, Args)]
pub(crate) struct AdviseArgs {
    #[command(flatten)]
    pub(crate) matchup: MatchupArgs,
    /// Something to try besides what the game offers, written as for `--with`, or a command by its name; repeatable. Shares
    /// are then worked out for these.
    #[arg(long = "try", value_name = "WHAT", allow_hyphen_values = true)]
    pub(crate) tries: Vec<String>,
    /// Whose options are looked at.
    #[arg(long = "for", value_enum, default_value_t = ForSide::Attacker, value_name = "SIDE")]
    pub(crate) side: ForSide,
    /// What options are sorted and shared by: destroyed, slain or wounds-lost; left out: destroyed if anything changes it.
    #[arg(long, value_name = "RESULT", value_parser = metric)]
    pub(crate) metric: Option<String>,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

pub(super) fn advise(args: &AdviseArgs, color: ColorWhen) -> Result<(), Stop> {
    let started = Instant::now();
    args.output.files.to_stdout()?;
    if !args.matchup.then.is_empty() {
        let message = "`--then` is another attack, and advice is about one";
        let hint = "leave `--then` out; `warodds help attack` shows attacks one after the other";
        return Err(Error::usage(message).hint(hint.to_owned()).into());
    }
    warn(args.matchup.units(), &args.matchup.table.folders.profiles);
    let options = args.engine.options();
    let wanted = AdviseRequest {
        request: Request { method: options.method, seed: options.sampling.seed, ..args.matchup.request() },
        tries: args.tries.clone(),
        side: match args.side {
            ForSide::Attacker => Owner::Attacker,
            ForSide::Defender => Owner::Defender,
        },
        metric: args.metric.clone(),
    };
    let advice = work_out(&wanted, &options)?;
    if !args.matchup.table.quiet {
        args.engine.dice.random_seed(&options).iter().for_each(|text| note(text));
    }
    hand_over(&advice, &args.output, (color, args.matchup.table.quiet), started)
}
