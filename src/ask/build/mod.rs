//! The list for so many points whose worst match-up is best.

mod bound;
mod changes;
mod limits;
mod market;
mod report;
mod search;

pub use self::changes::{ChangeKind, ListAdvice, ListAdviceRequest, ListChange, Purchase, Taken, advise_list};
pub use self::report::{BuildReport, BuiltUnit, EnemyLine};

use std::sync::atomic::Ordering;

use rayon::prelude::*;

use self::limits::market;
use self::market::Market;
use self::search::{Built, build as search};
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
pub struct BuildRequest {
    /// Units that may be bought, each in every size that it can have.
    pub from: Vec<String>,
    /// Points that may be spent.
    pub points: u32,
    /// The enemies: each a list, or `typical` for one of each kind of target.
    pub into: Vec<String>,
    /// Units that are in the list; one that is named twice is two.
    pub must: Vec<String>,
    /// Units that are not.
    pub never: Vec<String>,
    /// How often a unit may be in it, `3`, and how many units with a keyword, `HERO=2`.
    pub at_most: Vec<String>,
    /// How many units with a keyword are in it: `INFANTRY=2`.
    pub at_least: Vec<String>,
    /// What is true on the table; its attacker and defender are not read.
    pub base: Request,
}

/// Units, lists and limits that are looked up.
pub struct Builder {
    lists: Lists,
    request: BuildRequest,
    options: Options,
}

/// Looks up what a list is built of. [`Builder::build`] works out the list.
///
/// ```
/// use warodds::ask::{BuildRequest, prepare_build};
/// use warodds::engine::Options;
///
/// let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
/// let request = BuildRequest {
///     from: names(&["liberators", "varanguard", "vanguard-raptors-with-longstrike-crossbows"]),
///     points: 500,
///     into: names(&["stormvermin", "clawlord"]),
///     ..BuildRequest::default()
/// };
/// let list = prepare_build(&request, &Options::default())?.build_whole()?;
/// assert!(list.points <= 500 && list.worst <= list.bound && list.worst >= list.greedy);
/// # Ok::<(), warodds::error::Error>(())
/// ```
///
/// # Errors
/// Units and lists that cannot be found.
pub fn prepare_build(request: &BuildRequest, options: &Options) -> Result<Builder, Error> {
    let mut lists = Lists::open(&request.from, &request.into, &request.base.profiles)?;
    let library = Library::open(&request.base.profiles)?;
    let [must, never, _] = listed(&library, [&request.must, &request.never, &request.from])?;
    lists.units.retain(|unit| !never.iter().any(|never| is_same(never, unit)));
    if lists.units.is_empty() {
        return Err(
            Error::usage("`--never` leaves no unit of `--from`").hint("name more units behind `--from`".to_owned())
        );
    }
    for unit in &must {
        if never.iter().any(|never| is_same(never, unit)) {
            return Err(Error::usage(format!("{} is named by `--must` and by `--never`", unit.0.name)));
        }
        if !lists.units.iter().any(|known| is_exactly(known, unit)) {
            lists.units.push(unit.clone());
        }
    }
    Ok(Builder { lists, request: request.clone(), options: options.clone() })
}

impl Builder {
    /// How many attacks are computed, and hundredths of the search.
    pub fn steps(&self) -> u64 {
        self.lists.attacks() as u64 + 100
    }

    /// Works the list out.
    ///
    /// # Errors
    /// Limits that no list keeps, and attacks that cannot be made.
    pub fn build_whole(&self) -> Result<BuildReport, Error> {
        self.build(&Watch { progress: &|_| {}, stop: &std::sync::atomic::AtomicBool::new(false) })
    }

    /// The same while somebody watches; stopped, it tells the best list so far and what no list exceeds.
    ///
    /// # Errors
    /// As [`build_whole`](Self::build_whole), and a search that is stopped before every attack is computed.
    pub fn build(&self, watch: &Watch<'_>) -> Result<BuildReport, Error> {
        let takings = self.lists.takings(&self.request.base, &self.options, watch)?;
        let (market, notes) = market(&self.lists, &takings, &self.request)?;
        let done = |share: f64| (watch.progress)(self.lists.attacks() as u64 + (100.0 * share) as u64);
        let found = search(&market, watch.stop, &done).ok_or_else(|| {
            let message = "no list was found that keeps all limits at once";
            Error::usage(message).hint("leave out one of `--at-least`, `--at-most` and `--must`".to_owned())
        })?;
        let exact = (!watch.stop.load(Ordering::Relaxed)).then(|| self.checked(&market, &takings, &found));
        Ok(BuildReport::new((self, &takings), (&market, &found, exact.unwrap_or_default()), notes))
    }

    /// What the list takes of each enemy, every attack played to its end one after the other; `None` where no plan is made
    /// of it.
    fn checked(&self, market: &Market, takings: &Takings, found: &Built) -> Vec<Option<f64>> {
        let units = Market::units(&found.counts);
        let against = |(enemy, targets): (usize, Vec<usize>)| -> Option<f64> {
            let aims = &found.assigned[enemy].aims;
            let all: usize = targets.iter().map(|target| takings.wounds[*target]).sum();
            let mut lost = 0.0;
            for (place, target) in targets.iter().enumerate() {
                let who = units.iter().zip(aims).filter(|(_, aim)| **aim == place).map(|(unit, _)| *unit);
                let attackers: Vec<String> = who.map(|unit| takings.table.attackers[unit].typed.clone()).collect();
                if !attackers.is_empty() {
                    lost +=
                        plan(&self.planned(attackers, &[takings.table.defenders[*target].typed.clone()])).ok()?.0.value;
                }
            }
            Some(lost / all.max(1) as f64)
        };
        let enemies: Vec<(usize, Vec<usize>)> = (0..market.enemies.len())
            .map(|enemy| (enemy, limits::targets(&self.lists.enemies[enemy], market.enemies[enemy].len())))
            .collect();
        enemies.into_par_iter().map(against).collect()
    }

    /// What plans some attacks.
    fn planned(&self, attackers: Vec<String>, targets: &[String]) -> PlanRequest {
        let base = self.request.base.clone();
        PlanRequest { attackers, targets: targets.to_vec(), goal: "wounds".to_owned(), base, ..PlanRequest::default() }
    }
}
