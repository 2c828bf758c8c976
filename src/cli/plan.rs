//! `plan`: who should attack whom, and what then?

use clap::Args;

use super::args::{ColorWhen, OutputArgs, TableArgs};
use super::exit::Stop;
use super::watched::Run;
use crate::ask::{PlanRequest, plan as planned};

/// Options of `plan`.
#[derive(Clone, Debug, Args)]
pub(crate) struct PlanArgs {
    #[command(flatten)]
    pub(crate) asked: PlanRequest,
    #[command(flatten)]
    pub(crate) table: TableArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

impl PlanArgs {
    /// Every unit that is named.
    pub(super) fn units(&self) -> impl Iterator<Item = &str> {
        self.asked.attackers.iter().chain(&self.asked.targets).map(String::as_str)
    }
}

pub(super) fn plan(args: &PlanArgs, color: ColorWhen) -> Result<(), Stop> {
    let run = Run::of(&args.table, &args.output, color, args.units())?;
    let request = PlanRequest { base: args.table.request(), ..args.asked.clone() };
    let (report, notes) = planned(&request)?;
    run.notes(notes);
    run.end(&report)
}
