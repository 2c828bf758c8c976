//! `build`: which list's worst match-up is best?

use std::sync::atomic::Ordering;

use clap::Args;

use super::args::ColorWhen;
use super::complete;
use super::exit::Stop;
use super::output::say;
use super::progress::STOP;
use super::watched::{ManyArgs, watched};
use crate::ask::{BuildRequest, build as work_out};
use crate::report::percent;

/// Options of `build`.
#[derive(Clone, Debug, Args)]
pub(crate) struct BuildArgs {
    /// Units that may be bought, each in every size that it can have: names, patterns such as "orks/*", a folder, a roster.
    #[arg(long, required = true, num_args = 1.., value_name = "UNIT", add = complete::units())]
    pub(crate) from: Vec<String>,
    /// Points that may be spent.
    #[arg(long, required = true, value_name = "N")]
    pub(crate) points: u32,
    /// The enemies, each a list: a roster, a folder, a pattern, a unit. "typical": a list for each kind of target.
    #[arg(long, required = true, num_args = 1.., value_name = "LIST", add = complete::units())]
    pub(crate) into: Vec<String>,
    /// A unit that is in the list; repeatable. Named twice it is there twice.
    #[arg(long, value_name = "UNIT", add = complete::units())]
    pub(crate) must: Vec<String>,
    /// A unit that is not in the list; repeatable.
    #[arg(long, value_name = "UNIT", add = complete::units())]
    pub(crate) never: Vec<String>,
    /// How often each unit may be there: 2; or how many units with a keyword or of a name: "HERO=2". Left out: 3.
    #[arg(long, value_name = "N|KEYWORD=N")]
    pub(crate) at_most: Vec<String>,
    /// How many units with a keyword or of a name are there at least: "INFANTRY=2".
    #[arg(long, value_name = "KEYWORD=N")]
    pub(crate) at_least: Vec<String>,
    #[command(flatten)]
    pub(crate) many: ManyArgs,
}

impl BuildArgs {
    /// Every unit and list that is named.
    pub(super) fn units(&self) -> impl Iterator<Item = &str> {
        self.from.iter().chain(&self.into).chain(&self.must).chain(&self.never).map(String::as_str)
    }
}

pub(super) fn build(args: &BuildArgs, color: ColorWhen) -> Result<(), Stop> {
    let request = BuildRequest {
        from: args.from.clone(),
        points: args.points,
        into: args.into.clone(),
        must: args.must.clone(),
        never: args.never.clone(),
        at_most: args.at_most.clone(),
        at_least: args.at_least.clone(),
        base: args.many.table.request(),
    };
    let built = watched(args.many.parts(), (args.units(), color), &request, work_out)?;
    if STOP.load(Ordering::Relaxed) {
        say(&format!("another list may take {} more than this one", percent(built.gap)));
    }
    Ok(())
}
