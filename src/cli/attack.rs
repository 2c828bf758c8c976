//! `attack`: what does this attack do?

use std::collections::HashSet;

use clap::Args;

use super::args::{ColorWhen, MatchupArgs, OutputArgs};
use super::complete;
use super::engine::EngineArgs;
use super::exit::Stop;
use super::output::{answer, height, note, noted, write_files};
use super::progress::Progress;
use super::watched::{Run, agreed};
use crate::ask::metric;
use crate::ask::{Prepared, Report, Request, VersusReport, against_edition, prepare, prepare_phases};
use crate::engine::Options;
use crate::error::Error;
use crate::report::{Reportable, brief, text};
use crate::words::did_you_mean;

/// Options of `attack`.
#[derive(Clone, Debug, Args)]
pub(crate) struct AttackArgs {
    #[command(flatten)]
    pub(crate) matchup: MatchupArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    /// The result that the histogram and the chart show: damage, wounds-lost, slain …
    #[arg(long, value_name = "RESULT", value_parser = metric, add = complete::results())]
    pub(crate) metric: Option<String>,
    /// The same profiles by the rules of another edition beside: 10 or 11 for Warhammer 40,000, and which rule moves the
    /// numbers.
    #[arg(long, value_name = "EDITION", conflicts_with = "metric", hide_short_help = true)]
    pub(crate) against_edition: Option<String>,
    /// The same attack with something added, written as for `--with`: both answers and the difference.
    #[arg(long, value_name = "WHAT", allow_hyphen_values = true, conflicts_with = "against_edition", add = complete::with())]
    pub(crate) versus: Option<String>,
    /// The same attack by another unit: both answers and the difference.
    #[arg(long, value_name = "UNIT", conflicts_with_all = ["against_edition", "versus"], add = complete::units())]
    pub(crate) versus_attacker: Option<String>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

pub(super) fn attack(args: &AttackArgs, color: ColorWhen) -> Result<(), Stop> {
    let other = args.versus_attacker.as_deref();
    let units = args.matchup.units().into_iter().chain(other);
    let run = Run::of(&args.matchup.table, &args.output, color, units)?;
    let options = args.engine.options();
    let request = Request {
        method: options.method,
        seed: options.sampling.seed,
        metric: args.metric.clone(),
        ..args.matchup.request()
    };
    let prepared = prepare_phases(&request)?;
    let quiet = args.matchup.table.quiet;
    if let Some(edition) = &args.against_edition {
        return editions(&prepared, &request, edition, args, run);
    }
    let more = args.versus.as_deref().map(|with| (with, false));
    if let Some(more) = more.or_else(|| other.map(|unit| (unit, true))) {
        return versus(&prepared, &request, more, args, run);
    }
    let mut reports = Vec::new();
    for one in &prepared {
        reports.push(compute(one, &options, args)?);
    }
    let method = reports[0].method;
    let rolled = reports.iter().map(|report| report.method).find(|method| *method != "exact");
    let agrees = reports.iter().all(agrees);
    let phases = prepared[0].in_phases(reports, &options);
    let mut notes = if quiet { Vec::new() } else { phases.head.notes.clone() };
    notes.extend(args.engine.dice.random_seed(&options).filter(|_| !quiet));
    if !run.is_taken {
        let screen = run.screen();
        let used: usize = notes.iter().map(|text| noted(text).lines().count()).sum();
        let (page, is_short) = match args.output.verbose {
            true => (text(&phases.sheet(), screen), false),
            false => brief(&phases.sheet(), screen, height().saturating_sub(used + 2)),
        };
        answer(page.as_bytes())?;
        notes.extend((is_short && !quiet).then(|| "`-v` shows all results and the stages".to_owned()));
    }
    notes.extend(args.engine.unrolled(rolled.unwrap_or(method)).filter(|_| !quiet));
    notes.iter().for_each(|text| note(text));
    write_files(&phases, &args.output, quiet)?;
    run.say_time(method);
    agreed(agrees, "this attack")
}

/// The same attack by the rules of another edition beside.
fn editions(
    prepared: &[Prepared],
    request: &Request,
    edition: &str,
    args: &AttackArgs,
    run: Run<'_>,
) -> Result<(), Stop> {
    let one = only(prepared, "--against-edition")?;
    let (report, notes) = against_edition(one, request, edition, &args.engine.options())?;
    let mut noted = HashSet::new();
    run.notes(one.notes.iter().chain(&notes).filter(|text| noted.insert(*text)));
    run.end(&report)?;
    agreed(report.editions.iter().all(|edition| edition.agrees != Some(false)), "this attack")
}

/// The same attack with something added, or by another unit.
fn versus(
    prepared: &[Prepared],
    request: &Request,
    more: (&str, bool),
    args: &AttackArgs,
    run: Run<'_>,
) -> Result<(), Stop> {
    let option = if more.1 { "--versus-attacker" } else { "--versus" };
    let (one, options) = (only(prepared, option)?, args.engine.options());
    let other = prepare(&VersusReport::other(request, more.0, more.1))?;
    let both = [compute(one, &options, args)?, compute(&other, &options, args)?];
    if both.iter().any(|report| !report.alone.is_empty()) {
        let message = format!("`--weapon each` answers for each weapon, `{option}` for one attack");
        return Err(Error::usage(message).hint(format!("name one weapon, or leave `{option}` out")).into());
    }
    let agree = both.iter().all(agrees);
    let report = VersusReport::new(request, more, both, &options);
    run.notes(&report.head.notes);
    run.end(&report)?;
    agreed(agree, "this attack")
}

/// The attack in one phase.
fn only<'p>(prepared: &'p [Prepared], option: &str) -> Result<&'p Prepared, Error> {
    let [one] = prepared else {
        let message = format!("`{option}` compares one attack, and this unit shoots and fights");
        return Err(Error::usage(message).hint("say `--phase shooting` or `--phase combat`".to_owned()));
    };
    Ok(one)
}

fn no_metric(metric: &str, report: &Report) -> Error {
    let names: Vec<&str> = report.results.metrics.iter().map(|metric| metric.name).collect();
    let all = format!("there are {}", names.join(", "));
    Error::usage(format!("this attack has no result `{metric}`")).hint(did_you_mean(metric, names)).hint(all)
}

/// Whether dice and distributions agree, where both were asked for.
fn agrees(report: &Report) -> bool {
    report.agreement.as_ref().is_none_or(|agreement| agreement.holds) && report.alone.iter().all(agrees)
}

/// Computes with a progress bar: on a terminal, and only if it takes a while.
fn compute(prepared: &Prepared, options: &Options, args: &AttackArgs) -> Result<Report, Stop> {
    let bar = Progress::of("trials", options.sampling.trials, args.matchup.table.quiet);
    let mut report = prepared.report(options, &|done| bar.at(done))?.0;
    // A chance has no distribution, and is in every answer.
    let is_missing = |metric: &&String| report.results.chance(metric).is_none() && !report.draw(metric);
    match args.metric.as_ref().filter(is_missing) {
        Some(metric) => Err(no_metric(metric, &report).into()),
        None => Ok(report),
    }
}
