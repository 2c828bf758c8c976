//! `advise`: what is each command, buff, weapon option or model worth here?

use clap::Args;

use super::args::{ColorWhen, OutputArgs, TableArgs};
use super::complete;
use super::engine::EngineArgs;
use super::exit::Stop;
use super::watched::{Run, watched};
use crate::ask::Request;
use crate::ask::{AdviseRequest, ListAdviceRequest, advise as work_out, advise_list};
use crate::error::Error;
use crate::games::Owner;

/// Options of `advise`.
#[derive(Clone, Debug, Args)]
pub(crate) struct AdviseArgs {
    /// Who attacks; with `--into` a list: a roster, a folder, a unit.
    #[arg(required_unless_present = "into", add = complete::units())]
    pub(crate) attacker: Option<String>,
    /// Who is attacked; with `--into` further units of the list.
    #[arg(required_unless_present = "into", add = complete::units())]
    pub(crate) defender: Vec<String>,
    /// The enemies of a list, each a list as in `build`: which unit, size or command changes most, and what is not missed.
    #[arg(long, num_args = 1.., value_name = "LIST", add = complete::units())]
    pub(crate) into: Vec<String>,
    /// With `--into`: units that may be bought.
    #[arg(long, num_args = 1.., value_name = "UNIT", requires = "into", add = complete::units())]
    pub(crate) from: Vec<String>,
    /// With `--into`: points that may be spent on them.
    #[arg(long, value_name = "N", requires = "into")]
    pub(crate) points: Option<u32>,
    #[command(flatten)]
    pub(crate) table: TableArgs,
    #[command(flatten)]
    pub(crate) asked: AdviseRequest,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

pub(super) fn advise(args: &AdviseArgs, color: ColorWhen) -> Result<(), Stop> {
    if !args.into.is_empty() {
        return of_list(args, color);
    }
    let run = Run::of(&args.table, &args.output, color, args.units())?;
    let options = args.engine.options();
    let [defender] = &args.defender[..] else {
        let error = Error::usage("advice is about one attack, or about a list and its enemies");
        return Err(error.hint("write the enemies behind `--into`".to_owned()).into());
    };
    let wanted = AdviseRequest {
        request: Request {
            attacker: args.attacker.clone().unwrap_or_default(),
            defender: defender.clone(),
            method: options.method,
            seed: options.sampling.seed,
            ..args.table.request()
        },
        ..args.asked.clone()
    };
    let advice = work_out(&wanted, &options)?;
    run.dice_notes(&args.engine, &options, &advice);
    run.end(&advice)
}

impl AdviseArgs {
    /// Every unit and list that is named.
    pub(super) fn units(&self) -> impl Iterator<Item = &str> {
        self.attacker.iter().chain(&self.defender).chain(&self.into).chain(&self.from).map(String::as_str)
    }
}

/// What changes a list's result.
fn of_list(args: &AdviseArgs, color: ColorWhen) -> Result<(), Stop> {
    let is_idle = [("--metric", args.asked.metric.is_some()), ("--for", args.asked.side == Owner::Defender)];
    if let Some((option, _)) = is_idle.into_iter().find(|(_, is_said)| *is_said) {
        let error = Error::usage(format!("`{option}` is about one attack, and a list is asked about"));
        return Err(error
            .hint(format!("leave `{option}` out, or name one attacker and one target without `--into`"))
            .into());
    }
    let request = ListAdviceRequest {
        list: args.attacker.iter().chain(&args.defender).cloned().collect(),
        into: args.into.clone(),
        from: args.from.clone(),
        points: args.points,
        tries: args.asked.tries.clone(),
        base: args.table.request(),
    };
    watched((&args.table, &args.engine, &args.output), (args.units(), color), &request, advise_list).map(drop)
}
