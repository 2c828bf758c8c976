//! `build`: which list's worst match-up is best?

use std::sync::atomic::Ordering;

use clap::Args;

use super::args::ColorWhen;
use super::exit::Stop;
use super::output::say;
use super::progress::STOP;
use super::watched::{ManyArgs, watched};
use crate::ask::{BuildRequest, build as work_out};
use crate::report::percent;

/// Options of `build`.
#[derive(Clone, Debug, Args)]
pub(crate) struct BuildArgs {
    #[command(flatten)]
    pub(crate) asked: BuildRequest,
    #[command(flatten)]
    pub(crate) many: ManyArgs,
}

impl BuildArgs {
    /// Every unit and list that is named.
    pub(super) fn units(&self) -> impl Iterator<Item = &str> {
        let BuildRequest { from, into, must, never, .. } = &self.asked;
        from.iter().chain(into).chain(must).chain(never).map(String::as_str)
    }
}

pub(super) fn build(args: &BuildArgs, color: ColorWhen) -> Result<(), Stop> {
    let request = BuildRequest { base: args.many.table.request(), ..args.asked.clone() };
    let built = watched(args.many.parts(), (args.units(), color), &request, work_out)?;
    if STOP.load(Ordering::Relaxed) {
        say(&format!("another list may take {} more than this one", percent(built.gap)));
    }
    Ok(())
}
