//! What is kept of the cells for people: all values of a table that can be looked at, the best of each column of others.

use std::collections::BTreeMap;

use super::data::costs;
use super::{CompareCell, Comparison};
use crate::ask::entrant::Entrant;
use crate::games::spoken;
use crate::report::{Behind, Curve};

/// A table of more cells is not shown: its best values are.
pub(crate) const MAX_SHOWN: usize = 10_000;
/// Reasons that differ are counted one by one up to this many.
const MAX_REASONS: usize = 1000;

/// Values and reasons, added up cell by cell.
#[derive(Debug)]
pub struct Tally {
    /// The way there, and the way back if it was asked for: for each result its values.
    pub(super) directions: Vec<Vec<Values>>,
    /// The distribution of each cell, in both directions, if it was kept.
    pub(super) behind: Vec<Vec<Option<Behind>>>,
    /// How many targets each attacker destroys with the chance that was asked for.
    pub(super) reached: Vec<usize>,
    /// Why cells could not be computed, and how many.
    pub(super) refused: BTreeMap<String, u64>,
    /// What was given and does not fit some cells, why, and how many.
    pub(super) not_used: BTreeMap<String, u64>,
    /// Cells that were added, those for which dice were rolled, and those in which dice and distributions disagree.
    pub(super) cells: u64,
    pub(super) rolled: u64,
    pub(super) disagree: u64,
}

/// The values of one result.
#[derive(Debug)]
pub(super) enum Values {
    /// Each of them, row by row.
    All(Vec<Option<f64>>),
    /// The largest of each column, with its row.
    Best(Vec<Option<(f64, usize)>>),
}

impl Tally {
    /// Nothing yet.
    pub fn of(comparison: &Comparison) -> Self {
        let (rows, columns) = (comparison.attackers.len(), comparison.defenders.len());
        let directions: &[[usize; 2]] =
            if comparison.request.both_ways { &[[rows, columns], [columns, rows]] } else { &[[rows, columns]] };
        let values = |[rows, columns]: &[usize; 2]| match rows * columns > MAX_SHOWN {
            true => Values::Best(vec![None; *columns]),
            false => Values::All(vec![None; rows * columns]),
        };
        let kept = |[rows, columns]: &[usize; 2]| match comparison.request.drawn && rows * columns <= MAX_SHOWN {
            true => vec![None; rows * columns],
            false => Vec::new(),
        };
        let behind = directions.iter().map(kept).collect();
        let directions =
            directions.iter().map(|size| comparison.metrics.iter().map(|_| values(size)).collect()).collect();
        let reached = vec![0; comparison.attackers.len()];
        Self {
            directions,
            behind,
            reached,
            refused: BTreeMap::new(),
            not_used: BTreeMap::new(),
            cells: 0,
            rolled: 0,
            disagree: 0,
        }
    }

    /// Adds a cell.
    pub fn add(&mut self, comparison: &Comparison, cell: &CompareCell) {
        self.cells += 1;
        let counted = match &cell.answer {
            Ok(counted) => counted,
            Err(why) => {
                let listed = self.refused.len() < MAX_REASONS || self.refused.contains_key(why);
                let why = if listed { why.clone() } else { "other reasons".to_owned() };
                *self.refused.entry(why).or_insert(0) += 1;
                return;
            }
        };
        let destroyed = counted.value("destroyed").unwrap_or(0.0);
        if !cell.back && comparison.request.at_least.is_some_and(|least| destroyed >= least - 1e-12) {
            self.reached[cell.attacker] += 1;
        }
        for one in &counted.not_used {
            *self.not_used.entry(format!("`{}` is not used: {}", one.what, one.why)).or_insert(0) += 1;
        }
        self.rolled += u64::from(counted.trials.is_some());
        self.disagree += u64::from(counted.agrees == Some(false));
        let points = costs(comparison.lines(cell)[0]);
        let columns = comparison.sides(cell.back)[1].len();
        if let (Some((name, pmf)), Some(behind)) =
            (&counted.drawn, self.behind[usize::from(cell.back)].get_mut(cell.attacker * columns + cell.defender))
        {
            let curve = Curve::new(spoken(comparison.game.id, name), pmf.clone());
            *behind = Some(Behind { command: comparison.command_of(cell), curve });
        }
        for (metric, values) in comparison.metrics.iter().zip(&mut self.directions[usize::from(cell.back)]) {
            let is_shared = comparison.request.per_100_points && counted.chance(metric).is_none();
            let value = if is_shared { counted.per_100(metric, points) } else { counted.value(metric) };
            let Some(value) = value else { continue };
            match values {
                Values::All(all) => all[cell.attacker * columns + cell.defender] = Some(value),
                Values::Best(best) => {
                    let best = &mut best[cell.defender];
                    if best.is_none_or(|(best, _)| value > best) {
                        *best = Some((value, cell.attacker));
                    }
                }
            }
        }
    }

    /// How many cells could not be computed.
    pub fn refused(&self) -> u64 {
        self.refused.values().sum()
    }

    /// In how many cells dice and distributions disagree.
    pub fn disagree(&self) -> u64 {
        self.disagree
    }
}

/// Names of units; where some are alike, with their size, if that is alike too, by their files, and at last by the folders that
/// these are in.
pub(super) fn labels(units: &[Entrant]) -> Vec<String> {
    let mut names: Vec<String> = units.iter().map(|unit| unit.line.name.clone()).collect();
    let sized = |unit: &Entrant| format!("{} {}", unit.line.models, unit.line.name);
    let numbered = |unit: &Entrant| format!("{} ({})", unit.line.name, unit.path);
    let typed = |unit: &Entrant| format!("{} ({})", unit.line.name, unit.typed);
    for better in [&sized as &dyn Fn(&Entrant) -> String, &numbered, &typed] {
        let mut seen = std::collections::HashMap::new();
        names.iter().for_each(|name| *seen.entry(name.clone()).or_insert(0) += 1);
        for (name, unit) in names.iter_mut().zip(units).filter(|(name, _)| seen[*name] > 1) {
            *name = better(unit);
        }
    }
    // The same unit may be there twice, with other leaders.
    let mut seen = std::collections::HashMap::new();
    for name in &mut names {
        let times = seen.entry(name.clone()).and_modify(|times| *times += 1).or_insert(1);
        if *times > 1 {
            name.push_str(&format!(" #{times}"));
        }
    }
    names
}
