//! `threats`: what destroys my unit?

use std::time::Instant;

use clap::Args;

use super::args::{ColorWhen, OutputArgs, TableArgs, chance};
use super::complete;
use super::exit::Stop;
use super::known::warn;
use super::output::{hand_over, note};
use super::progress::{Progress, STOP, heed_interrupts};
use crate::ask::{ThreatsRequest, Watch, prepare_threats};
use crate::engine::Options;

/// Options of `threats`.
#[derive(Clone, Debug, Args)]
pub(crate) struct ThreatsArgs {
    /// The unit that is attacked.
    #[arg(add = complete::units())]
    pub(crate) unit: String,
    /// Who may attack it: names, patterns such as "orks/*", a folder, a roster.
    #[arg(long, required = true, num_args = 1.., value_name = "ATTACKER", add = complete::units())]
    pub(crate) from: Vec<String>,
    /// Attackers that cost no more points than these.
    #[arg(long, value_name = "N")]
    pub(crate) points: Option<u32>,
    /// The chance from which on an attacker counts: "50%".
    #[arg(long, default_value = "50%", value_name = "CHANCE", value_parser = chance)]
    pub(crate) at_least: f64,
    #[command(flatten)]
    pub(crate) table: TableArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

impl ThreatsArgs {
    /// Every unit that is named.
    pub(super) fn units(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.unit).chain(&self.from).map(String::as_str)
    }
}

pub(super) fn threats(args: &ThreatsArgs, color: ColorWhen) -> Result<(), Stop> {
    let started = Instant::now();
    args.output.files.to_stdout()?;
    warn(args.units(), &args.table.folders.profiles);
    let request = ThreatsRequest {
        unit: args.unit.clone(),
        from: args.from.clone(),
        points: args.points,
        at_least: args.at_least,
        base: args.table.request(),
    };
    let table = prepare_threats(&request, &Options::default())?;
    heed_interrupts();
    let bar = Progress::of("attacks", table.steps(), args.table.quiet);
    let answered = table.run(&Watch { progress: &|done| bar.at(done), stop: &STOP })?;
    drop(bar);
    if !args.table.quiet {
        answered.head.notes.iter().for_each(|text| note(text));
    }
    hand_over(&answered, &args.output, (color, args.table.quiet), started)
}
