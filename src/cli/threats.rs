//! `threats`: what destroys my unit?

use clap::Args;

use super::args::{ColorWhen, chance};
use super::complete;
use super::exit::Stop;
use super::watched::{ManyArgs, watched};
use crate::ask::{ThreatsRequest, threats as work_out};

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
    pub(crate) many: ManyArgs,
}

impl ThreatsArgs {
    /// Every unit that is named.
    pub(super) fn units(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.unit).chain(&self.from).map(String::as_str)
    }
}

pub(super) fn threats(args: &ThreatsArgs, color: ColorWhen) -> Result<(), Stop> {
    let request = ThreatsRequest {
        unit: args.unit.clone(),
        from: args.from.clone(),
        points: args.points,
        at_least: args.at_least,
        base: args.many.table.request(),
    };
    watched(args.many.parts(), (args.units(), color), &request, work_out).map(drop)
}
