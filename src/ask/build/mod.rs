//! The list for this many points whose worst match-up is best.

mod bound;
mod changes;
mod compared;
mod limits;
mod market;
mod report;
mod search;

pub use self::changes::{ChangeKind, ListAdvice, ListAdviceRequest, ListChange, Purchase, Taken, advise_list};
pub use self::compared::{ComparedList, ListsReport, ListsRequest, compare_lists};
pub use self::report::{BuildReport, BuiltUnit, EnemyLine};

use rayon::prelude::*;

use self::limits::{market, targets};
use self::market::Market;
use self::search::{FoundList, build as search};
use super::compare::Watch;
use super::lists::{Lists, Takings, is_exactly, is_same};
use super::plan::{PlanRequest, plan};
use super::request::Request;
use super::units::listed;
use crate::engine::Options;
use crate::error::Error;
use crate::profile::Library;

/// What a list is built of, and against whom.
#[derive(Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct BuildRequest {
    /// Units that may be bought, each in every size that it can have: names, patterns such as "orks/*", a folder, a roster.
    #[cfg_attr(feature = "cli", arg(long, required = true, num_args = 1.., value_name = "UNIT"))]
    pub from: Vec<String>,
    /// Points that may be spent.
    #[cfg_attr(feature = "cli", arg(long, required = true, value_name = "N"))]
    pub points: u32,
    /// The enemies, each a list: a roster, a folder, a pattern, a unit. "typical": a list for each kind of target.
    #[cfg_attr(feature = "cli", arg(long, required = true, num_args = 1.., value_name = "LIST"))]
    pub into: Vec<String>,
    /// A unit that is in the list; repeatable. Named twice it is there twice.
    #[cfg_attr(feature = "cli", arg(long, value_name = "UNIT"))]
    pub must: Vec<String>,
    /// A unit that is not in the list; repeatable.
    #[cfg_attr(feature = "cli", arg(long, value_name = "UNIT"))]
    pub never: Vec<String>,
    /// How often each unit may be there: 2; or how many units with a keyword or of a name: "HERO=2". Left out: 3.
    #[cfg_attr(feature = "cli", arg(long, value_name = "N|KEYWORD=N"))]
    pub at_most: Vec<String>,
    /// How many units with a keyword or of a name are there at least: "INFANTRY=2".
    #[cfg_attr(feature = "cli", arg(long, value_name = "KEYWORD=N"))]
    pub at_least: Vec<String>,
    /// What is true on the table; its attacker and defender are not read.
    #[cfg_attr(feature = "cli", arg(skip))]
    pub base: Request,
}

/// The list for this many points whose worst match-up is best, while somebody watches; stopped, it is the best so far, with
/// what no list exceeds.
///
/// ```
/// use warodds::ask::{BuildRequest, Watch, build};
/// use warodds::engine::Options;
///
/// let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
/// let request = BuildRequest {
///     from: names(&["liberators", "varanguard", "vanguard-raptors-with-longstrike-crossbows"]),
///     points: 500,
///     into: names(&["stormvermin", "clawlord"]),
///     ..BuildRequest::default()
/// };
/// let list = build(&request, &Options::default(), &Watch::nobody())?;
/// assert!(list.points <= 500 && list.worst <= list.bound && list.worst >= list.greedy);
/// # Ok::<(), warodds::error::Error>(())
/// ```
///
/// # Errors
/// Units and lists that cannot be found, limits that no list keeps, attacks that cannot be made, and a search that is
/// stopped before every attack is computed.
pub fn build(request: &BuildRequest, options: &Options, watch: &Watch<'_>) -> Result<BuildReport, Error> {
    let mut lists = Lists::open(&request.from, &request.into, &request.base.profiles)?;
    named_units(&mut lists, request)?;
    let part = watch.part([0.0, 0.5], lists.attacks());
    let takings = lists.takings(&request.base, options, &part.watch())?;
    let (market, notes) = market(&lists, &takings, request)?;
    let done = |share: f64| (watch.progress)((50.0 + 45.0 * share) as u64);
    let found = search(&market, watch.stop, &done).ok_or_else(|| {
        let message = "no list was found that keeps all limits at once";
        Error::usage(message).hint("leave out one of `--at-least`, `--at-most` and `--must`".to_owned())
    })?;
    let built = Built { lists, takings, market, found, request, options };
    let planned = if watch.is_stopped() { Vec::new() } else { built.planned() };
    Ok(built.report(&planned, notes))
}

/// Leaves out the units of `--never`, and adds those of `--must`.
///
/// # Errors
/// Names that fit nothing, a unit that is named by both, and no unit that is left.
fn named_units(lists: &mut Lists, request: &BuildRequest) -> Result<(), Error> {
    let library = Library::open(&request.base.profiles)?;
    let [must, never, _] = listed(&library, [&request.must, &request.never, &request.from])?;
    lists.units.retain(|unit| !never.iter().any(|never| is_same(never, unit)));
    if lists.units.is_empty() {
        let error = Error::usage("`--never` leaves no unit of `--from`");
        return Err(error.hint("name more units behind `--from`".to_owned()));
    }
    for unit in must {
        if never.iter().any(|never| is_same(never, &unit)) {
            return Err(Error::usage(format!("{} is named by `--must` and by `--never`", unit.0.name)));
        }
        if !lists.units.iter().any(|entry| is_exactly(entry, &unit)) {
            lists.units.push(unit);
        }
    }
    Ok(())
}

/// A list that was found, and what it was found in.
struct Built<'r> {
    lists: Lists,
    takings: Takings,
    market: Market,
    found: FoundList,
    request: &'r BuildRequest,
    options: &'r Options,
}

impl Built<'_> {
    /// What the list takes of each enemy, every attack played to its end one after the other; `None` where no plan is made
    /// of it.
    fn planned(&self) -> Vec<Option<f64>> {
        let units = Market::units(&self.found.counts);
        let table = &self.takings.table;
        let against = |enemy: usize| -> Option<f64> {
            let targets = targets(&self.lists.enemies[enemy], self.market.enemies[enemy].len());
            let aims = &self.found.assigned[enemy].aims;
            let all: usize = targets.iter().map(|target| self.takings.wounds[*target]).sum();
            let mut lost = 0.0;
            for (place, target) in targets.iter().enumerate() {
                let who = units.iter().zip(aims).filter(|(_, aim)| **aim == place).map(|(unit, _)| *unit);
                let attackers: Vec<String> = who.map(|unit| table.attackers[unit].typed.clone()).collect();
                if attackers.is_empty() {
                    continue;
                }
                let targets = vec![table.defenders[*target].typed.clone()];
                let (goal, base) = ("wounds".to_owned(), self.request.base.clone());
                lost += plan(&PlanRequest { attackers, targets, goal, base, ..PlanRequest::default() }).ok()?.0.value;
            }
            Some(lost / all.max(1) as f64)
        };
        (0..self.market.enemies.len()).into_par_iter().map(against).collect()
    }
}
