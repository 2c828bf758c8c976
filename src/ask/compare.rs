//! Many units against many: every attacker on every defender, cell by cell.
//!
//! The units are read once. Cells are computed side by side and handed out in a fixed order, whole rows at a time, so that
//! a table of any size can be written while it is computed.

pub(super) mod data;
mod rows;
mod run;
mod shard;
pub(super) mod sheet;
mod tally;
mod twins;
mod watch;

pub(crate) use self::data::compare_csv_head;
use self::rows::TableUnits;
pub use self::shard::Shard;
pub(crate) use self::tally::{MAX_SHOWN, Tally};
pub use self::watch::{Reached, Watch};

use rayon::prelude::*;

use super::cells::CellTable;
use super::clauses::typed_clauses;
use super::counted::{Counted, POINTS_DESTROYED, is_loss, named_results};
use super::entrant::Entrant;
use super::head::Head;
use super::readings::chosen_rulings;
use super::report::UnitLine;
use super::request::Request;
use super::results::result_names;
use super::settings::Setting;
use super::typed::{Command, own_texts, whole_names};
use super::units::Chosen;
use crate::engine::Options;
use crate::error::Error;
use crate::games::Game;
use crate::words::{Pattern, each_once, first_few};

/// Which unit does what to which, as somebody asks for it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CompareRequest {
    /// Who attacks: names, sizes, patterns.
    pub attackers: Vec<String>,
    /// Who is attacked.
    pub defenders: Vec<String>,
    /// What is true on the table; its own attacker and defender are not read.
    pub base: Request,
    /// Results that are shown; none: wounds lost, and the chance that the target is gone.
    pub metrics: Vec<String>,
    /// Whether means are shown for each 100 points of the attacker.
    pub per_100_points: bool,
    /// Whether the defenders attack the attackers as well.
    pub both_ways: bool,
    /// Whether whole distributions are kept.
    pub pmf: bool,
    /// Whether the distribution of the first result is kept for drawings and pages.
    pub drawn: bool,
    /// Whether nothing is read of a cell but the results that are shown; what else there is may be left out then.
    pub only_shown: bool,
    /// Which of its rows are computed; `None`: all.
    pub shard: Option<Shard>,
    /// Effects and commands that are tried on each attacker, each a row of its own.
    pub tries: Vec<String>,
    /// Targets that are destroyed with this chance are counted, from 0 to 1.
    pub at_least: Option<f64>,
}

/// Units without points that are named.
const NAMED: usize = 5;
/// Pairs that are tried before all others, to see whether what was asked makes sense at all.
const TRIED: usize = 64;

/// A table that is ready to be computed.
pub struct Comparison {
    pub(super) game: &'static Game,
    /// Those who attack and those who are attacked; with both ways, also the other way round.
    pub(super) attackers: Vec<Entrant>,
    pub(super) defenders: Vec<Entrant>,
    metrics: Vec<&'static str>,
    /// Whether attackers, and defenders, are in an order that somebody chose, and not in that of a pattern.
    is_typed: [bool; 2],
    table: CellTable,
    pub(super) request: CompareRequest,
    options: Options,
    pub(super) head: Head,
    /// Whether anything was given for a unit by its name.
    is_named: bool,
}

/// One cell: one attack.
#[derive(Clone, PartialEq, Debug)]
pub struct CompareCell {
    /// Whether it is a defender that attacks an attacker.
    pub back: bool,
    /// Who attacks: a place among the attackers, or with `back` among the defenders.
    pub attacker: usize,
    /// Who is attacked: a place in the other list.
    pub defender: usize,
    /// What the attack does, or why it cannot be computed.
    pub answer: Result<Counted, String>,
}

/// Reads the units and tries some pairs. [`Comparison::cell`] computes one of them, [`Comparison::collect`] all.
///
/// ```
/// use warodds::ask::{CompareRequest, compare};
/// use warodds::engine::Options;
///
/// let request = CompareRequest {
///     attackers: vec!["liberators".into(), "stormvermin".into()],
///     defenders: vec!["clawlord".into(), "aos/horde".into()],
///     ..CompareRequest::default()
/// };
/// let table = compare(&request, &Options::default())?;
/// let cells = table.collect();
///
/// assert_eq!((cells.len(), cells[0].attacker, cells[0].defender), (4, 0, 0));
/// let liberators = cells[0].answer.as_ref().expect("it can be computed");
/// assert!((liberators.value("destroyed").expect("every attack has it") - 0.0987).abs() < 0.0001);
/// # Ok::<(), warodds::error::Error>(())
/// ```
///
/// # Errors
/// Units that cannot be found, or are of several games; results that no attack has; and what makes every pair that was
/// tried impossible.
pub fn compare(request: &CompareRequest, options: &Options) -> Result<Comparison, Error> {
    let rows = TableUnits::look_up(request)?;
    compare_rows(rows, request, options)
}

/// The same of units that are looked up already.
///
/// # Errors
/// As [`compare()`].
pub(super) fn compare_units(
    [attackers, defenders]: [Vec<Chosen>; 2],
    request: &CompareRequest,
    options: &Options,
) -> Result<Comparison, Error> {
    compare_rows(TableUnits { attackers, defenders, sizes: Vec::new() }, request, options)
}

fn compare_rows(rows: TableUnits, request: &CompareRequest, options: &Options) -> Result<Comparison, Error> {
    let TableUnits { attackers, defenders, sizes } = rows;
    let game = rows::game_of(attackers.iter().chain(&defenders))?;
    let base = Request { method: options.method, seed: options.sampling.seed, ..request.base.clone() };
    let (theirs, mine): (Vec<_>, Vec<_>) =
        Setting::read_all(&base.set)?.into_iter().partition(|setting| setting.of_defender);
    let entrants = |units: &[Chosen], settings: &[Setting<'_>]| -> Vec<Entrant> {
        units.par_iter().map(|unit| Entrant::read(game, unit, settings)).collect()
    };
    let own = own_texts(attackers.iter().chain(&defenders));
    let is_typed =
        [&request.attackers, &request.defenders].map(|typed| !typed.iter().any(|text| Pattern::is_one(text)));
    let (mut attackers, mut defenders) = (entrants(&attackers, &mine), entrants(&defenders, &theirs));
    let names = [&attackers, &defenders].map(|units| units.iter().map(Entrant::names).collect::<Vec<_>>());
    let names =
        names.each_ref().map(|all| all.iter().map(|names| names.each_ref().map(String::as_str)).collect::<Vec<_>>());
    let profiles = || attackers.iter().chain(&defenders).filter_map(|unit| unit.profile.as_ref().ok());
    let own_names = || profiles().flat_map(|profile| profile.document().names("ability")).collect();
    let with = whole_names(&base.with, own_names).unwrap_or_else(|| base.with.clone());
    let base = Request { with, ..base };
    let mut clauses = Vec::new();
    for one in typed_clauses(game, &base.with, (&names[0], &names[1]))? {
        match (&one.attackers, one.target) {
            (Some(places), _) => places.iter().for_each(|place| attackers[*place].clauses.push(one.clone())),
            (_, Some(place)) => defenders[place].clauses.push(one),
            _ => clauses.push(one),
        }
    }
    attackers = self::rows::rows(game, attackers, &sizes, request)?;
    let mut table = CellTable::of(game, (&base, clauses), options, request.pmf)?;
    table.drawn = request.drawn.then(|| request.metrics.first().cloned().unwrap_or_default());
    let head = Head {
        not_computed: each_once(
            attackers.iter().flat_map(Entrant::each).chain(&defenders).filter_map(|unit| unit.not_computed.clone()),
        ),
        rulings: chosen_rulings(game, &base)?,
        mode: base.mode.clone(),
        edition: base.edition.clone(),
        seed: Some(options.sampling.seed),
        tag: Some(own),
        ..Head::new(game.id, &base, command(request, options))
    };
    let head = head.warned(request.attackers.iter().chain(&request.defenders), &base);
    let options = options.clone();
    let is_named = attackers.iter().chain(&defenders).any(|unit| !unit.clauses.is_empty() || !unit.then.is_empty());
    let metrics = Vec::new();
    let mut comparison = Comparison {
        game,
        attackers,
        defenders,
        metrics,
        is_typed,
        table,
        request: request.clone(),
        options,
        head,
        is_named,
    };
    comparison.check_arms()?;
    let known = comparison.try_some()?;
    let metrics = named_results(("no attack has a", game.id), &request.metrics, &known, result_names())?;
    comparison.metrics = each_once(metrics);
    if request.only_shown && comparison.metrics.iter().all(|name| is_loss(name)) {
        comparison.table.leave_out_totals();
    }
    comparison.check_points()?;
    comparison.head.notes = comparison.notes();
    if let Some(shard) = request.shard {
        // Of a part everything is checked and said as of the whole.
        comparison.attackers = shard.take(comparison.attackers, request.both_ways)?;
    }
    Ok(comparison)
}

/// Names that stand side by side once, and how many more there are; `None` if there is none.
fn listed_few(mut names: Vec<&str>) -> Option<String> {
    names.dedup();
    (!names.is_empty()).then(|| first_few(&names, NAMED, ", "))
}

/// The command that asks the same again.
fn command(request: &CompareRequest, options: &Options) -> String {
    let names = request.attackers.iter().fold(Command::new("compare"), |command, name| command.word(name));
    let names = request.defenders.iter().fold(names.word("--into"), |command, name| command.word(name));
    names
        .each("--metric", &request.metrics)
        .each("--try", &request.tries)
        .each("--at-least", request.at_least.map(|least| format!("{}%", least * 100.0)))
        .table(&request.base)
        .options(options)
        .flag("--per-100-points", request.per_100_points)
        .flag("--both-ways", request.both_ways)
        .flag("--pmf", request.pmf)
        .each("--shard", request.shard.map(|shard| shard.to_string()).as_ref())
        .text()
}

impl Comparison {
    /// The game.
    pub fn game(&self) -> &'static Game {
        self.game
    }

    /// Those who attack.
    pub fn attackers(&self) -> impl ExactSizeIterator<Item = &UnitLine> {
        self.attackers.iter().map(|unit| &unit.line)
    }

    /// Those who are attacked.
    pub fn defenders(&self) -> impl ExactSizeIterator<Item = &UnitLine> {
        self.defenders.iter().map(|unit| &unit.line)
    }

    /// The results that are shown.
    pub fn metrics(&self) -> &[&'static str] {
        &self.metrics
    }

    /// How many cells there are.
    pub fn cells(&self) -> usize {
        self.attackers.len() * self.defenders.len() * if self.request.both_ways { 2 } else { 1 }
    }

    /// Which phase a pair is computed in, where none was asked for.
    fn either_phase(&self) -> &'static str {
        if self.request.base.with.is_empty() { EITHER_PHASE } else { FITTING_PHASE }
    }

    /// What came out of sizes, and which phases are computed.
    pub fn notes(&self) -> Vec<String> {
        let mut notes: Vec<String> =
            self.attackers.iter().chain(&self.defenders).flat_map(|unit| unit.notes.iter().cloned()).collect();
        notes.dedup();
        if self.request.base.phase.is_none() {
            notes.push(format!("the phase is {}; `--phase` says otherwise", self.either_phase()));
        }
        notes.extend(self.without_points());
        notes.extend(self.without_arms());
        if self.request.both_ways && !self.request.base.with.is_empty() {
            notes.push("options of `--with` that name no unit apply to the attacker, both ways".to_owned());
        }
        notes
    }

    /// Which units have no points, where points are asked for.
    fn without_points(&self) -> Option<String> {
        let both = self.request.both_ways;
        let (priced, bought) = (self.request.per_100_points, self.metrics.contains(&POINTS_DESTROYED));
        let mine = self.attackers.iter().filter(|_| priced || (bought && both));
        let theirs = self.defenders.iter().filter(|_| bought || (priced && both));
        let lacking = mine.chain(theirs).filter(|unit| unit.line.points.is_none());
        let mut names: Vec<&str> = lacking.map(|unit| unit.line.name.as_str()).collect();
        names.sort_unstable();
        listed_few(names).map(|names| format!("without points, so that their numbers are missing: {names}"))
    }

    /// Somebody attacks with something.
    fn check_arms(&self) -> Result<(), Error> {
        let none = |units: &[Entrant]| !units.iter().any(|unit| unit.is_armed);
        if self.attackers.is_empty() || !none(&self.attackers) || (self.request.both_ways && !none(&self.defenders)) {
            return Ok(());
        }
        let typical = self.request.attackers.iter().any(|text| text.contains("typical"));
        let message = match typical {
            true => "`typical` names targets: they have no weapons, so none of them attacks",
            false => "no unit in front of `--into` has a weapon, so none of them attacks",
        };
        let own = "name units with weapons in front of `--into` and targets behind it";
        let hint = format!("{own}: `warodds compare YOUR-UNIT --into {}/typical`", self.game.id);
        Err(Error::usage(message.to_owned()).hint(hint))
    }

    /// Which attackers have no weapon, where others have.
    fn without_arms(&self) -> Option<String> {
        let unarmed = self.attackers.iter().filter(|unit| !unit.is_armed).map(|unit| unit.line.name.as_str());
        listed_few(unarmed.collect()).map(|names| format!("without weapons, so that they do not attack: {names}"))
    }

    /// The names of the results that the first pair that can be computed has.
    fn try_some(&self) -> Result<Vec<&'static str>, Error> {
        // Attackers without weapons leave the way back.
        let [attackers, defenders] = self.sides(!self.attackers.iter().any(|unit| unit.is_armed));
        let (rows, columns) = (attackers.len(), defenders.len());
        let mut first: Option<Error> = None;
        // Along the diagonals, so that every unit has its turn soon.
        let all = (0..rows * columns).map(|n| (n % rows, (n + n / rows) % columns));
        let (mut tried, mut names, mut open) = (0, None, self.table.words(attackers, defenders));
        for (row, column) in all.take(TRIED.max(rows).max(columns)) {
            tried += 1;
            let pair = (&attackers[row], &defenders[column]);
            match self.table.cell(pair.0, pair.1) {
                Ok(counted) => {
                    self.table.note_words(&mut open, pair, &counted.not_used);
                    names.get_or_insert_with(|| counted.results.names().collect());
                    if open.is_empty() {
                        break;
                    }
                }
                Err(_) if names.is_some() => {}
                Err(error) => match &first {
                    None => first = Some(error),
                    // Reasons that differ are the units' own; the table will tell them.
                    Some(names) if names.in_short() != error.in_short() && tried < rows * columns => {
                        return Ok(Vec::new());
                    }
                    Some(_) => {}
                },
            }
        }
        // A word that fits no attack is a mistake.
        let vain = open.into_iter().find_map(|(_, unfit)| unfit);
        match vain.and_then(|(attacker, defender)| self.table.refusal(attacker, defender)) {
            Some(why) => Err(why),
            None => names.map_or_else(|| first.map_or_else(|| Ok(Vec::new()), Err), Ok),
        }
    }

    /// Points are there where they are asked for: of some units at least.
    fn check_points(&self) -> Result<(), Error> {
        let none = |units: &[Entrant]| units.iter().all(|unit| unit.line.points.is_none());
        let (mine, theirs) = (none(&self.attackers), none(&self.defenders));
        let both = self.request.both_ways;
        let missing = |who: &str, option: &str| {
            let message = format!("no {who} has points, so `{option}` says nothing");
            let hint = format!("write `points = …` in its profile, or `--set {who}.points=100`");
            Err(Error::usage(message).hint(hint))
        };
        if self.request.per_100_points && mine && (!both || theirs) {
            return missing("attacker", "--per-100-points");
        }
        if self.metrics.contains(&POINTS_DESTROYED) && theirs && (!both || mine) {
            return missing("defender", "--metric points-destroyed");
        }
        Ok(())
    }

    /// One cell, computed by the caller's thread; `back`: a defender attacks an attacker. `None` where there is no such unit.
    pub fn cell(&self, back: bool, attacker: usize, defender: usize) -> Option<CompareCell> {
        let [rows, columns] = self.sides(back);
        let answer = self.table.cell(rows.get(attacker)?, columns.get(defender)?);
        Some(CompareCell { back, attacker, defender, answer: answer.map_err(|error| error.in_short()) })
    }

    /// Computes all cells and keeps them.
    ///
    /// # Errors
    /// None: a pair that cannot be computed is a cell that says why.
    pub fn collect(&self) -> Vec<CompareCell> {
        self.collect_watched(&Watch::nobody())
    }

    /// The same while somebody watches, who may stop it after some of them.
    pub(super) fn collect_watched(&self, watch: &Watch<'_>) -> Vec<CompareCell> {
        let mut cells = Vec::with_capacity(self.cells());
        let keep = |row: Vec<CompareCell>| -> Result<(), std::convert::Infallible> {
            cells.extend(row);
            Ok(())
        };
        let Ok(_) = self.each_row(watch, keep);
        cells
    }

    /// Who attacks and who is attacked: there, or on the way back.
    fn sides(&self, back: bool) -> [&[Entrant]; 2] {
        if back { [&self.defenders, &self.attackers] } else { [&self.attackers, &self.defenders] }
    }

    /// The names of the rows and of the columns, no two alike.
    fn labels(&self) -> [Vec<String>; 2] {
        [tally::labels(&self.attackers), tally::labels(&self.defenders)]
    }
}

/// The heading where no phase was given.
const EITHER_PHASE: &str = "for each pair the one in which it does more (wounds lost, then damage)";
/// The same where something was given that may be of one phase.
const FITTING_PHASE: &str = "for each pair the one in which more of `--with` has a use, then the one in which it does more \
                             (wounds lost, then damage)";
