//! `need`: how many models, which size, which commands does it take?

use clap::Args;

use super::args::ColorWhen;
use super::complete;
use super::exit::Stop;
use super::watched::{ManyArgs, watched};
use crate::ask::chance;
use crate::ask::{NeedRequest, Request, need as work_out};

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
    /// Something to try in addition to what the game offers, written as for `--with`, or a command by its name; repeatable.
    #[arg(long = "try", value_name = "WHAT", allow_hyphen_values = true)]
    pub(crate) tries: Vec<String>,
    #[command(flatten)]
    pub(crate) many: ManyArgs,
}

pub(super) fn need(args: &NeedArgs, color: ColorWhen) -> Result<(), Stop> {
    let request = Request { attacker: args.attacker.clone(), defender: args.into.clone(), ..args.many.table.request() };
    let wanted = NeedRequest { request, destroyed: args.destroyed, tries: args.tries.clone() };
    let units = [args.attacker.as_str(), &args.into].into_iter();
    watched(args.many.parts(), (units, color), &wanted, work_out).map(drop)
}
