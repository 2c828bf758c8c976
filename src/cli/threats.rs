//! `threats`: what destroys my unit?

use clap::Args;

use super::args::ColorWhen;
use super::exit::Stop;
use super::watched::{ManyArgs, watched};
use crate::ask::{ThreatsRequest, threats as work_out};

/// Options of `threats`.
#[derive(Clone, Debug, Args)]
pub(crate) struct ThreatsArgs {
    #[command(flatten)]
    pub(crate) asked: ThreatsRequest,
    #[command(flatten)]
    pub(crate) many: ManyArgs,
}

impl ThreatsArgs {
    /// Every unit that is named.
    pub(super) fn units(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.asked.unit).chain(&self.asked.from).map(String::as_str)
    }
}

pub(super) fn threats(args: &ThreatsArgs, color: ColorWhen) -> Result<(), Stop> {
    let request = ThreatsRequest { base: args.many.table.request(), ..args.asked.clone() };
    watched(args.many.parts(), (args.units(), color), &request, work_out).map(drop)
}
