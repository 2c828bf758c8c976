//! How an attack changes with values of profiles, sizes, situations and effects.

mod axis;
mod sheet;

pub use self::axis::{Axis, MAX_SWEPT};

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::attack::{OpenedAttack, line, one_command, put_together};
use super::choices::Detail;
use super::compare::{Reached, Watch};
use super::counted::{Counted, answered, counted, named_results};
use super::head::{Head, NotComputed};
use super::phases::does_most;
use super::report::UnitLine;
use super::request::Request;
use super::turns::Turns;
use super::typed::{Command, own_texts};
use super::units::Chosen;
use crate::engine::{Options, Ready, Wanted};
use crate::error::Error;
use crate::games::Phase;
use crate::words::same;

/// Cells that are computed side by side; where work is stopped, the next ones are not begun.
const BATCH: usize = 256;

/// What is varied, as somebody asks for it.
#[derive(Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct SweepRequest {
    /// The attack.
    #[cfg_attr(feature = "cli", arg(skip))]
    pub base: Request,
    /// What is varied: "defender.save=2+..6+", "attacker.models=5,10,20", "with=nothing|cover|all-out attack, +1 to wound".
    ///
    /// Every path of `--set`, and `with`; `attacker.weapon.*.rend=0..3` varies all weapons. Two of them give a grid.
    #[cfg_attr(feature = "cli", arg(long, required = true, value_name = "PATH=VALUES"))]
    pub vary: Vec<String>,
    /// A result that is shown; repeatable. Left out: wounds-lost and destroyed. Also damage, slain, points-destroyed …
    #[cfg_attr(feature = "cli", arg(long = "metric", value_name = "RESULT", value_parser = super::options::metric))]
    pub metrics: Vec<String>,
    /// Write whole distributions into JSON.
    #[cfg_attr(feature = "cli", arg(long))]
    pub pmf: bool,
}

/// The answer: one attack for each combination of values. Fields are in JSON order.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Sweep {
    /// What was asked, and what a player should know.
    #[serde(flatten)]
    pub head: Head,
    attacker: UnitLine,
    defender: UnitLine,
    method: &'static str,
    metrics: Vec<&'static str>,
    #[serde(rename = "varied")]
    axes: Vec<Axis>,
    break_even: Vec<String>,
    #[serde(rename = "stopped", skip_serializing_if = "Reached::is_all")]
    reached: Reached,
    cells: Vec<SweptCell>,
}

/// One attack of a sweep.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct SweptCell {
    /// The value of each axis.
    pub values: Vec<String>,
    /// For each axis, which of its values.
    #[serde(skip)]
    pub places: Vec<usize>,
    /// What asks for this attack alone.
    #[serde(skip)]
    pub command: String,
    /// The units, whose size may be varied.
    #[serde(skip)]
    pub units: Option<[UnitLine; 2]>,
    /// What the attack does, or why it cannot be computed.
    #[serde(flatten, serialize_with = "answered")]
    pub answer: Result<Counted, String>,
}

/// Computes an attack for every combination of values. Each is bit for bit what `attack` answers with the same `--set` and
/// `--with`.
///
/// ```
/// use warodds::ask::{Request, SweepRequest, sweep};
/// use warodds::engine::Options;
///
/// let base = Request { attacker: "liberators".into(), defender: "clawlord".into(), ..Request::default() };
/// let vary = vec!["defender.save=2+..6+".into()];
/// let swept = sweep(&SweepRequest { base, vary, ..SweepRequest::default() }, &Options::default())?;
///
/// let chance = |cell: &warodds::ask::SweptCell| cell.answer.as_ref().ok()?.value("destroyed");
/// let chances: Vec<f64> = swept.cells().iter().filter_map(chance).collect();
/// assert_eq!(chances.len(), 5);
/// assert!(chances.is_sorted(), "the worse the save, the likelier he is gone");
/// # Ok::<(), warodds::error::Error>(())
/// ```
///
/// # Errors
/// Axes that cannot be read, units that cannot be found, and what makes every cell impossible.
pub fn sweep(request: &SweepRequest, options: &Options) -> Result<Sweep, Error> {
    sweep_watched(request, options, &Watch::nobody())
}

/// How many values each axis of a sweep has.
///
/// # Errors
/// Axes that cannot be read.
pub(crate) fn sweep_values(request: &SweepRequest) -> Result<Vec<usize>, Error> {
    Ok(axis::read_axes(&request.vary)?.iter().map(|axis| axis.values.len()).collect())
}

/// The same while somebody watches. Where it is stopped, whole rows are left: all values of the last axis for some of the
/// first.
///
/// # Errors
/// As [`sweep`], and a sweep that is stopped before its first row.
pub fn sweep_watched(request: &SweepRequest, options: &Options, watch: &Watch<'_>) -> Result<Sweep, Error> {
    let mut axes = axis::read_axes(&request.vary)?;
    let mut base = Request { method: options.method, seed: options.sampling.seed, ..request.base.clone() };
    let OpenedAttack { mut turns, defender } = OpenedAttack::find(&base)?;
    let mut notes = Vec::new();
    if base.phase.is_none() {
        let found = phase(&turns, &defender, &base, &axes, options);
        base.phase = found.map_err(|error| axis::advised(error, &axes))?;
        turns = turns.in_phase(base.phase);
        notes.extend(base.phase.map(|phase| {
            format!(
                "every cell is in the {} phase, in which the first one does more; `--phase` says otherwise",
                phase.name()
            )
        }));
    }
    let places = axis::places(&axes);
    let compute = |values: &Vec<usize>| {
        let done = at(&turns, &defender, &varied(&base, &axes, values), options, request.pmf);
        (values.clone(), done)
    };
    let done = AtomicU64::new(0);
    let watched = |values: &Vec<usize>| {
        let cell = (!watch.stop.load(Ordering::Relaxed)).then(|| compute(values))?;
        (watch.progress)(done.fetch_add(1, Ordering::Relaxed) + 1);
        Some(cell)
    };
    // In order, so that what is missing is missing at the end.
    let batches = places.chunks(BATCH).map(|batch| batch.par_iter().map(watched).collect::<Vec<_>>());
    let mut computed: Vec<(Vec<usize>, Result<Computed, Error>)> =
        batches.flatten().map_while(std::convert::identity).collect();
    let of = places.len();
    if computed.len() < of {
        let row = axes[1..].iter().map(|axis| axis.values.len()).product::<usize>();
        let rows = computed.len() / row;
        if rows == 0 {
            return Err(Error::usage("stopped before the first row was computed"));
        }
        computed.truncate(rows * row);
        axes[0].values.truncate(rows);
    }
    let Some(first) = computed.iter().find_map(|(_, done)| done.as_ref().ok()) else {
        // Every cell is refused: the first says why, with its place.
        let first = computed.into_iter().find_map(|(_, done)| done.err());
        return Err(first.map_or_else(|| Error::usage("nothing is varied"), |error| axis::advised(error, &axes)));
    };
    let [attacker, defender_line] = first.units.clone();
    let (game, names, not_computed) = (first.game, first.names(), first.not_computed.clone());
    notes.extend(first.notes.iter().cloned());
    let metrics = named_results(("this attack has no", game), &request.metrics, &names, std::iter::empty())?;
    let cell = |(places, done): (Vec<usize>, Result<Computed, Error>)| {
        let request = varied(&base, &axes, &places);
        let (units, answer) = match done {
            Ok(done) => (Some(done.units), Ok(done.counted)),
            Err(error) => (None, Err(error.in_short())),
        };
        let values = axes.iter().zip(&places).map(|(axis, value)| axis.values[*value].clone()).collect();
        SweptCell { values, places, command: one_command(&request, options), units, answer }
    };
    let cells: Vec<SweptCell> = computed.into_iter().map(cell).collect();
    let own = own_texts(turns.units.iter().chain([&defender]));
    let head = Head {
        not_computed,
        tag: Some(own),
        phase: base.phase,
        seed: Some(options.sampling.seed),
        notes,
        ..Head::new(game, &request.base, command(request, options))
    };
    let head = head.warned(request.base.units(), &request.base);
    let mut sweep = Sweep {
        head,
        attacker,
        defender: defender_line,
        method: options.method.name(),
        metrics,
        axes,
        break_even: Vec::new(),
        reached: Reached { cells: cells.len(), of },
        cells,
    };
    sweep.break_even = sweep.break_even();
    Ok(sweep)
}

impl Sweep {
    /// One cell for each combination of values, those of the last axis running fastest.
    pub fn cells(&self) -> &[SweptCell] {
        &self.cells
    }

    /// How far it came.
    pub fn reached(&self) -> Reached {
        self.reached
    }

    /// In how many cells dice and distributions disagree, where both were asked for.
    pub fn disagree(&self) -> u64 {
        let disagrees = |cell: &&SweptCell| cell.answer.as_ref().is_ok_and(|counted| counted.agrees == Some(false));
        self.cells.iter().filter(disagrees).count() as u64
    }

    /// What was varied.
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }
}

/// One cell that was computed.
struct Computed {
    game: &'static str,
    units: [UnitLine; 2],
    counted: Counted,
    notes: Vec<String>,
    not_computed: Vec<NotComputed>,
}

impl Computed {
    fn names(&self) -> Vec<&'static str> {
        self.counted.results.names().collect()
    }
}

/// The attack with the values of some place.
fn varied(base: &Request, axes: &[Axis], values: &[usize]) -> Request {
    let mut request = base.clone();
    for (axis, value) in axes.iter().zip(values) {
        let value = &axis.values[*value];
        if axis.is_with() {
            request.with.extend((!same(value, "nothing")).then(|| value.clone()));
        } else {
            request.set.push(format!("{}={value}", axis.path));
        }
    }
    request
}

fn at(turns: &Turns, defender: &Chosen, request: &Request, options: &Options, pmf: bool) -> Result<Computed, Error> {
    let prepared = put_together(turns, defender, request, Detail::Noted)?;
    let answer = Ready::new(&prepared.engaged.engagement).and_then(|ready| ready.run_for(Wanted::Results, options));
    let answer = answer?;
    let target = line(&prepared.engaged.defender);
    Ok(Computed {
        game: prepared.game.id,
        counted: counted(&answer, &prepared.engaged, (request.phase, target.points, pmf)),
        units: [prepared.attacker(), target],
        not_computed: prepared.head().not_computed.clone(),
        notes: prepared.notes,
    })
}

/// The phase of a unit that has weapons for several: the one in which the first cell that can be computed does more; `None` if
/// what was given leaves one.
fn phase(
    turns: &Turns,
    defender: &Chosen,
    base: &Request,
    axes: &[Axis],
    options: &Options,
) -> Result<Option<Phase>, Error> {
    let mut first: Option<Error> = None;
    for values in axis::places(axes).iter().take(16) {
        let request = varied(base, axes, values);
        match put_together(turns, defender, &request, Detail::Noted) {
            Ok(_) => return Ok(None),
            Err(error) => first = first.or(Some(error)),
        }
        let attacks = Phase::ALL.map(|phase| {
            let request = Request { phase: Some(phase), ..request.clone() };
            Ok((phase, put_together(&turns.in_phase(Some(phase)), defender, &request, Detail::Noted)?))
        });
        if let Ok((phase, _)) = does_most(attacks, |(_, prepared)| (prepared, 0), options) {
            return Ok(Some(phase));
        }
    }
    first.map_or(Ok(None), Err)
}

/// The command that asks the same again.
fn command(request: &SweepRequest, options: &Options) -> String {
    let Request { attacker, defender, .. } = &request.base;
    Command::new("sweep")
        .word(attacker)
        .word(defender)
        .each("--vary", &request.vary)
        .each("--metric", &request.metrics)
        .table(&request.base)
        .options(options)
        .flag("--pmf", request.pmf)
        .text()
}
