//! `need`: how many models, which size, which commands does it take?

use clap::Args;

use super::args::ColorWhen;
use super::complete;
use super::exit::Stop;
use super::watched::{ManyArgs, watched};
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
    #[command(flatten)]
    pub(crate) asked: NeedRequest,
    #[command(flatten)]
    pub(crate) many: ManyArgs,
}

pub(super) fn need(args: &NeedArgs, color: ColorWhen) -> Result<(), Stop> {
    let request = Request { attacker: args.attacker.clone(), defender: args.into.clone(), ..args.many.table.request() };
    let wanted = NeedRequest { request, ..args.asked.clone() };
    let units = [args.attacker.as_str(), &args.into].into_iter();
    watched(args.many.parts(), (units, color), &wanted, work_out).map(drop)
}
