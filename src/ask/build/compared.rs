//! Whole lists as rows: what each takes of each enemy, by the best assignment of its units.

use serde::Serialize;

use super::changes::{ListAdviceRequest, Taken, assigned, held};
use super::limits::market_of_list;
use super::report::{AVERAGES, BuiltUnit, LEFT_OUT, against};
use super::{BuildRequest, Lists};
use crate::ask::compare::Watch;
use crate::ask::head::Head;
use crate::ask::listing::{Listing, SheetText};
use crate::ask::request::Request;
use crate::ask::typed::Command;
use crate::engine::Options;
use crate::error::Error;
use crate::games::Phase;
use crate::report::{CsvCell, CsvStyle, Figure, Matrix, Reportable, Sheet, percent};

/// Which lists meet which enemies.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ListsRequest {
    /// The lists, each a roster, a folder, a unit.
    pub lists: Vec<String>,
    /// The enemies, as `build` has them.
    pub into: Vec<String>,
    /// What is true on the table; its attacker and defender are not read.
    pub base: Request,
}

/// A list, and what it takes. Fields are in JSON order.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ComparedList {
    /// What it is called.
    pub name: String,
    /// Its units.
    pub units: Vec<BuiltUnit>,
    /// What they cost.
    pub points: u32,
    /// What it takes of the enemies.
    #[serde(flatten)]
    pub taken: Taken,
    /// The part of the wounds of each enemy.
    pub each: Vec<f64>,
}

/// What whole lists take of their enemies. Fields are in JSON order.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ListsReport {
    /// What was asked, and what a player should know.
    #[serde(flatten)]
    pub head: Head,
    /// The enemies.
    pub enemies: Vec<String>,
    /// The lists.
    pub lists: Vec<ComparedList>,
    #[serde(skip)]
    method: String,
}

/// Computes what whole lists take of their enemies in one turn, each unit attacking one target, overkill not counted, and
/// reports progress.
///
/// ```
/// use warodds::ask::{ListsRequest, Watch, compare_lists};
/// use warodds::engine::Options;
///
/// let texts = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
/// let (lists, into) = (texts(&["liberators", "varanguard"]), texts(&["clawlord"]));
/// let found = compare_lists(&ListsRequest { lists, into, ..ListsRequest::default() }, &Options::default(), &Watch::nobody())?;
/// assert!(found.lists[0].taken.worst < found.lists[1].taken.worst);
/// # Ok::<(), warodds::error::Error>(())
/// ```
///
/// # Errors
/// Units that cannot be found, attacks that are all impossible, and work that is stopped.
pub fn compare_lists(request: &ListsRequest, options: &Options, watch: &Watch<'_>) -> Result<ListsReport, Error> {
    let lists = Lists::as_typed(&request.lists, &request.into, &request.base.profiles)?;
    let part = watch.part([0.0, 0.8], lists.attacks());
    let takings = lists.takings(&request.base, options, &part.watch())?;
    let beside = ListAdviceRequest { into: request.into.clone(), base: request.base.clone(), ..Default::default() };
    let counts = request.lists.iter().map(|typed| held(&lists, std::slice::from_ref(typed), &beside));
    let counts = counts.collect::<Result<Vec<_>, Error>>()?;
    let units: Vec<Vec<BuiltUnit>> = counts.iter().map(|counts| BuiltUnit::of(&lists, &takings, counts)).collect();
    let points = units.iter().map(|units| BuiltUnit::cost(units)).max().unwrap_or(0).max(1);
    let of_list = BuildRequest { points, base: request.base.clone(), ..BuildRequest::default() };
    let (market, notes) = market_of_list(&lists, &takings, &of_list, vec![0; lists.units.len()])?;
    let list = |(place, (typed, units)): (usize, (&String, Vec<BuiltUnit>))| {
        (watch.progress)((80 + 20 * place / request.lists.len()) as u64);
        let assigned = assigned(&market, &counts[place]);
        ComparedList {
            name: match &units[..] {
                [only] if only.copies == 1 => only.name.clone(),
                _ => typed.rsplit(['/', '\\']).find(|part| !part.is_empty()).unwrap_or(typed).to_owned(),
            },
            points: BuiltUnit::cost(&units),
            units,
            taken: Taken::of(&assigned),
            each: assigned.iter().map(|assigned| assigned.value).collect(),
        }
    };
    let found = request.lists.iter().zip(units).enumerate().map(list).collect();
    let command =
        request.lists.iter().fold(Command::new("compare").word("--lists"), |command, name| command.word(name));
    let command = command.list("--into", &request.into).table(&request.base).options(options).text();
    Ok(ListsReport {
        enemies: lists.enemies.iter().map(|enemy| enemy.name.clone()).collect(),
        lists: found,
        method: takings.method(options),
        head: Head { command, notes, ..takings.table.head },
    })
}

impl ListsReport {
    fn best(&self) -> Option<&ComparedList> {
        self.lists
            .iter()
            .max_by(|a, b| a.taken.worst.total_cmp(&b.taken.worst).then(a.taken.mean.total_cmp(&b.taken.mean)))
    }

    fn listed(&self) -> Listing<&ComparedList> {
        Listing::of(&self.head, &self.lists)
            .column("", "list", |list| list.name.clone())
            .column("", "units", |list| list.units.iter().map(|unit| unit.copies).sum::<usize>())
            .column("", "points", |list| list.points)
            .column("", "worst match-up", |list| Figure::Probability(list.taken.worst))
            .column("", "on average", |list| Figure::Probability(list.taken.mean))
    }

    fn matrix(&self) -> Matrix {
        Matrix {
            title: "part of the enemy's wounds taken in one turn, %".to_owned(),
            corner: "list".to_owned(),
            turned_corner: "enemy".to_owned(),
            best_of: "against each enemy".to_owned(),
            rows: self.lists.iter().map(|list| list.name.clone()).collect(),
            columns: self.enemies.clone(),
            values: self.lists.iter().map(|list| list.each.iter().copied().map(Some).collect()).collect(),
            is_chance: true,
            ..Matrix::default()
        }
    }
}

impl Reportable for ListsReport {
    fn sheet(&self) -> Sheet {
        let [who, whom] = [against(self.lists.iter().map(|list| &list.name)), against(self.enemies.iter())];
        let best = self
            .best()
            .map(|best| format!("best in its worst match-up: {} takes {}", best.name, percent(best.taken.worst)));
        let text = SheetText {
            line: format!("{who} into {whom}"),
            title: [&who, "into", &whom],
            file: (&["compare", "lists", &who, &whom], "-"),
            settings: self.head.lines(),
            answer: best.into_iter().collect(),
            tables: vec![Some(crate::report::Section::Matrix(self.matrix())), self.listed().table("", usize::MAX)],
            notes: [LEFT_OUT, AVERAGES].map(str::to_owned).to_vec(),
            method: &self.method,
        };
        Sheet { matrix: Some(self.matrix()), ..text.sheet(&self.head) }
    }

    /// One row for each list and enemy.
    fn csv(&self, style: CsvStyle) -> Vec<u8> {
        let rows = self.lists.iter().flat_map(|list| list.each.iter().zip(&self.enemies).map(move |pair| (list, pair)));
        Listing::of(&self.head, rows)
            .column("list", "", |(list, _)| list.name.clone())
            .column("list_points", "", |(list, _)| list.points)
            .column("enemy", "", |(_, (_, enemy))| (*enemy).clone())
            .column("taken", "", |(_, (taken, _))| Figure::Number(**taken))
            .column("phase", "", |_| self.head.phase.map(Phase::name))
            .column("with", "", |_| CsvCell::bracketed(&self.head.with))
            .column("command", "", |_| self.head.command.clone())
            .csv(&self.head, style)
    }
}
