//! `build`: which list's worst match-up is best?

use std::time::Instant;

use clap::Args;

use super::args::{ColorWhen, OutputArgs, TableArgs};
use super::complete;
use super::exit::Stop;
use super::known::warn;
use super::output::{hand_over, note, say};
use super::progress::{Progress, STOP, heed_interrupts};
use crate::ask::{BuildRequest, Watch, prepare_build};
use crate::engine::Options;
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
    pub(crate) table: TableArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

impl BuildArgs {
    /// Every unit and list that is named.
    pub(super) fn units(&self) -> impl Iterator<Item = &str> {
        self.from.iter().chain(&self.into).chain(&self.must).chain(&self.never).map(String::as_str)
    }
}

pub(super) fn build(args: &BuildArgs, color: ColorWhen) -> Result<(), Stop> {
    let started = Instant::now();
    args.output.files.to_stdout()?;
    warn(args.units(), &args.table.folders.profiles);
    let request = BuildRequest {
        from: args.from.clone(),
        points: args.points,
        into: args.into.clone(),
        must: args.must.clone(),
        never: args.never.clone(),
        at_most: args.at_most.clone(),
        at_least: args.at_least.clone(),
        base: args.table.request(),
    };
    let builder = prepare_build(&request, &Options::default())?;
    heed_interrupts();
    let bar = Progress::of("steps", builder.steps(), args.table.quiet);
    let answered = builder.build(&Watch { progress: &|done| bar.at(done), stop: &STOP })?;
    drop(bar);
    if !args.table.quiet {
        answered.head.notes.iter().for_each(|text| note(text));
    }
    hand_over(&answered, &args.output, (color, args.table.quiet), started)?;
    if STOP.load(std::sync::atomic::Ordering::Relaxed) {
        say(&format!("stopped: another list may take {} more than this one", percent(answered.gap)));
    }
    Ok(())
}
