//! `need`: how many models, which size, which commands does it take?

use std::time::Instant;

use clap::Args;

use super::args::{ColorWhen, OutputArgs, TableArgs, chance};
use super::complete;
use super::exit::Stop;
use super::known::warn;
use super::output::{hand_over, note};
use crate::ask::{NeedRequest, Request, need as work_out};
use crate::engine::Options;

/// Options of `need`.
#[derive(Clone, Debug, Args)]
pub(crate) struct NeedArgs {
    /// Who attacks.
    #[arg(add = complete::units())]
    pub(crate) attacker: String,
    /// Who is attacked.
    #[arg(long, value_name = "DEFENDER", add = complete::units())]
    pub(crate) into: String,
    /// The chance to destroy it that is to be reached: "80%".
    #[arg(long, default_value = "80%", value_name = "CHANCE", value_parser = chance)]
    pub(crate) destroyed: f64,
    /// Something to try besides what the game offers, written as for `--with`, or a command by its name; repeatable.
    #[arg(long = "try", value_name = "WHAT", allow_hyphen_values = true)]
    pub(crate) tries: Vec<String>,
    #[command(flatten)]
    pub(crate) table: TableArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

pub(super) fn need(args: &NeedArgs, color: ColorWhen) -> Result<(), Stop> {
    let started = Instant::now();
    args.output.files.to_stdout()?;
    warn([args.attacker.as_str(), &args.into], &args.table.folders.profiles);
    let request = Request { attacker: args.attacker.clone(), defender: args.into.clone(), ..args.table.request() };
    let wanted = NeedRequest { request, destroyed: args.destroyed, tries: args.tries.clone() };
    let answered = work_out(&wanted, &Options::default())?;
    if !args.table.quiet {
        answered.head.notes.iter().for_each(|text| note(text));
    }
    hand_over(&answered, &args.output, (color, args.table.quiet), started)
}
