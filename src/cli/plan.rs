//! `plan`: who should attack whom, and what then?

use clap::Args;

use super::args::{ColorWhen, OutputArgs, TableArgs, goal};
use super::complete;
use super::exit::Stop;
use super::watched::Run;
use crate::ask::{PlanRequest, plan as planned};

/// Options of `plan`.
#[derive(Clone, Debug, Args)]
pub(crate) struct PlanArgs {
    /// Who attacks, each once: names, paths, "20 termagants". A unit that is named twice is two units.
    #[arg(required = true, value_name = "ATTACKER", add = complete::units())]
    pub(crate) attackers: Vec<String>,
    /// Who can be attacked.
    #[arg(long, required = true, num_args = 1.., value_name = "TARGET", add = complete::units())]
    pub(crate) into: Vec<String>,
    /// What is wanted: points (of models slain, all of a unit's when it is destroyed), kills (models slain), wounds,
    /// destroyed (targets), or "destroyed:NAME".
    #[arg(long, default_value = "points", value_name = "GOAL", value_parser = goal)]
    pub(crate) goal: String,
    /// What a target is worth instead of its points, its models or itself: "clawlord=300".
    #[arg(long, value_name = "TARGET=NUMBER")]
    pub(crate) worth: Vec<String>,
    /// Who cannot attack whom: "liberators>clawlord".
    #[arg(long, value_name = "ATTACKER>TARGET")]
    pub(crate) not: Vec<String>,
    /// The best assignment that is fixed beforehand; for many units.
    #[arg(long)]
    pub(crate) fixed: bool,
    /// A unit may give each of its ranged weapons a target of its own (warhammer-40k).
    #[arg(long)]
    pub(crate) split: bool,
    /// How likely each charge is, "60%", or the inches that two dice must come to, 8; who fights has charged then.
    #[arg(long, default_value = "", hide_default_value = true, value_name = "CHANCE")]
    pub(crate) charge: String,
    #[command(flatten)]
    pub(crate) table: TableArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

pub(super) fn plan(args: &PlanArgs, color: ColorWhen) -> Result<(), Stop> {
    let units = args.attackers.iter().chain(&args.into).map(String::as_str);
    let run = Run::of(&args.table, &args.output, color, units)?;
    let request = PlanRequest {
        attackers: args.attackers.clone(),
        targets: args.into.clone(),
        goal: args.goal.clone(),
        worth: args.worth.clone(),
        not: args.not.clone(),
        fixed: args.fixed,
        split: args.split,
        charge: args.charge.clone(),
        base: args.table.request(),
    };
    let (report, notes) = planned(&request)?;
    run.notes(notes);
    run.end(&report)
}
