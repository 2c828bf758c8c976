//! What destroys a unit: attackers, the worst first, and what each answer of the defender changes.

use serde::Serialize;

use super::advise::usable;
use super::attack::one_command;
use super::compare::data::costs;
use super::compare::sheet::how;
use super::compare::{CompareRequest, Comparison, Watch, compare_units};
use super::counted::Counted;
use super::head::Head;
use super::listing::{Listing, SheetText};
use super::lists::as_bought;
use super::report::{UnitLine, sized};
use super::request::Request;
use super::typed::Command;
use super::units::{Chosen, listed, not_standard_input};
use crate::engine::Options;
use crate::error::Error;
use crate::games::{Cost, Owner, Phase};
use crate::profile::{Library, Profile};
use crate::report::{CsvCell, CsvStyle, Figure, Matrix, Reportable, Sheet, counted, percent};
use crate::words::each_once;
use crate::words::sort::sort_by;

/// Attackers that are shown on a terminal, and in a picture.
const SHOWN: usize = 20;
const DRAWN: usize = 40;
/// The share of the work, for those who watch it, that the attacks take as they are asked.
const PLAIN_SHARE: f64 = 0.2;

/// Whom what destroys.
#[derive(Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct ThreatsRequest {
    /// The unit that is attacked.
    pub unit: String,
    /// Who may attack it: names, patterns such as "orks/*", a folder, a roster.
    #[cfg_attr(feature = "cli", arg(long, required = true, num_args = 1.., value_name = "ATTACKER"))]
    pub from: Vec<String>,
    /// Attackers that cost no more points than these.
    #[cfg_attr(feature = "cli", arg(long, value_name = "N"))]
    pub points: Option<u32>,
    /// The chance from which on an attacker counts: "50%".
    #[cfg_attr(feature = "cli", arg(long, default_value = "50%", value_name = "CHANCE", value_parser = super::options::chance))]
    pub at_least: f64,
    /// What is true on the table; its attacker and defender are not read.
    #[cfg_attr(feature = "cli", arg(skip))]
    pub base: Request,
}

/// An attacker, and what it does. Fields are in JSON order.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Threat {
    /// The attacker.
    #[serde(flatten)]
    pub unit: UnitLine,
    /// The phase it attacks in.
    pub phase: Option<Phase>,
    /// The chance that the unit is gone.
    pub destroyed: f64,
    /// Points that it loses on average.
    pub wounds_lost: f64,
    /// The chance for each 100 points of the attacker.
    pub per_100_points: Option<f64>,
    /// The chance with each answer, in their order; `None` where the attack cannot be made.
    pub answered: Vec<Option<f64>>,
    /// What asks for this attack alone.
    pub command: String,
    /// The same with each answer.
    #[serde(skip)]
    pub(super) answer_commands: Vec<String>,
}

/// Something that the defender may do. Fields are in JSON order.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct DefenceLine {
    /// What it is.
    pub name: String,
    /// What it costs.
    pub cost: Cost,
    /// How many attackers still reach the chance that counts.
    pub reach: usize,
    /// The mean of the chances of all attackers.
    pub destroyed: f64,
}

/// What destroys a unit. Fields are in JSON order.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ThreatsReport {
    /// What was asked, and what a player should know.
    #[serde(flatten)]
    pub head: Head,
    /// The unit that is attacked.
    pub defender: UnitLine,
    /// The chance from which on an attacker counts.
    pub at_least: f64,
    /// How many attackers reach it.
    pub reach: usize,
    /// The mean of the chances of all attackers.
    pub destroyed: f64,
    /// The attackers, the worst first.
    pub threats: Vec<Threat>,
    /// What the defender may do about them, the best first.
    pub answers: Vec<DefenceLine>,
    /// How many attacks could not be made.
    pub refused: usize,
    /// How the chances were computed.
    #[serde(skip)]
    pub(super) method: String,
}

/// An answer of the defender, and the attacks that meet it: for each phase those that are made in it, by their places among
/// all.
struct Defence {
    name: String,
    cost: Cost,
    tables: Vec<(Vec<usize>, Comparison)>,
}

/// Works out what destroys a unit, while somebody watches. Stopped, it tells the attackers that are computed by then.
///
/// ```
/// use warodds::ask::{ThreatsRequest, Watch, threats};
/// use warodds::engine::Options;
///
/// let (unit, from) = ("clawlord".into(), vec!["liberators".into(), "varanguard".into()]);
/// let request = ThreatsRequest { unit, from, at_least: 0.5, ..ThreatsRequest::default() };
/// let found = threats(&request, &Options::default(), &Watch::nobody())?;
/// assert!(found.threats.is_sorted_by(|a, b| a.destroyed >= b.destroyed));
/// # Ok::<(), warodds::error::Error>(())
/// ```
///
/// # Errors
/// Units that cannot be found, more than one that is attacked, attacks that are all impossible, and work that is stopped
/// before the first is computed.
pub fn threats(request: &ThreatsRequest, options: &Options, watch: &Watch<'_>) -> Result<ThreatsReport, Error> {
    not_standard_input(request.from.iter().chain([&request.unit]))?;
    let library = Library::open(&request.base.profiles)?;
    let [attackers, target] = listed(&library, [&request.from, std::slice::from_ref(&request.unit)])?;
    let [target] = <[Chosen; 1]>::try_from(target).map_err(|all| {
        Error::usage(format!("`{}` names {} units; what threatens one is asked", request.unit, all.len()))
    })?;
    let most = request.points;
    let compare = |base: Request, target: Chosen| -> Result<Comparison, Error> {
        let request = CompareRequest {
            attackers: request.from.clone(),
            defenders: vec![request.unit.clone()],
            base,
            only_shown: true,
            ..CompareRequest::default()
        };
        let mut table = compare_units([attackers.clone(), vec![target]], &request, options)?;
        table.attackers.retain(|unit| most.is_none_or(|most| unit.line.points.is_some_and(|points| points <= most)));
        Ok(table)
    };
    let table = compare(request.base.clone(), target.clone())?;
    let without = attackers.len() - table.attackers.len();
    let mut notes = Vec::new();
    if let Some(most) = most {
        if table.attackers.is_empty() {
            let error = Error::usage(format!("no attacker of `--from` costs {most} points or less"));
            return Err(error.hint("write a larger `--points`, or leave it out".to_owned()));
        }
        notes.extend(
            (without > 0).then(|| format!("left out, dearer or without points: {}", counted(without as u64, "unit"))),
        );
    }
    let column = |of: [f64; 2], table: &Comparison| -> Vec<Result<Counted, String>> {
        let part = watch.part(of, table.cells());
        table.collect_watched(&part.watch()).into_iter().map(|cell| cell.answer).collect()
    };
    let plain = column([0.0, PLAIN_SHARE], &table);
    if plain.is_empty() {
        return Err(Error::usage("stopped before an attacker was computed"));
    }
    if plain.len() < table.cells() {
        notes.push(format!("stopped after {} of {}", plain.len(), counted(table.cells() as u64, "attacker")));
    }
    let answers = defences(&table, &target, request, (&plain, &compare));
    let mut found = ComputedAttacks { request, options, table: &table, notes, answers: Vec::new() };
    let share = |done: usize| PLAIN_SHARE + (1.0 - PLAIN_SHARE) * done as f64 / answers.len() as f64;
    'answers: for (done, defence) in answers.iter().enumerate() {
        let mut chances = vec![None; plain.len()];
        for (places, table) in &defence.tables {
            let cells = column([done, done + 1].map(share), table);
            if cells.len() < places.len() {
                break 'answers;
            }
            let chance = |cell: Result<Counted, String>| cell.ok()?.value("destroyed");
            places.iter().zip(cells).for_each(|(place, cell)| chances[*place] = chance(cell));
        }
        found.answers.push((defence, chances));
    }
    Ok(found.report(&plain))
}

/// What the defender may do, each with the attacks that meet it, in the phases in which they are made; what cannot be done is
/// left out.
fn defences(
    table: &Comparison,
    target: &Chosen,
    request: &ThreatsRequest,
    (plain, compare): (&[Result<Counted, String>], &dyn Fn(Request, Chosen) -> Result<Comparison, Error>),
) -> Vec<Defence> {
    let own = &table.defenders[0];
    let document = own.profile.as_ref().ok().map(Profile::document);
    let phase_of = |cell: &Result<Counted, String>| Some(cell.as_ref().ok()?.phase.or(request.base.phase));
    let phases = each_once(plain.iter().filter_map(phase_of));
    let tables = |with: Option<String>, target: &Chosen| -> Vec<(Vec<usize>, Comparison)> {
        let of_phase = |phase: &Option<Phase>| {
            let with = request.base.with.iter().cloned().chain(with.clone()).collect();
            let mut table = compare(Request { with, phase: *phase, ..request.base.clone() }, target.clone()).ok()?;
            let is_in = |place: &usize| plain.get(*place).and_then(phase_of) == Some(*phase);
            let places: Vec<usize> = (0..table.attackers.len()).filter(is_in).collect();
            let mut all = 0..;
            table.attackers.retain(|_| all.next().is_some_and(|place| places.contains(&place)));
            Some((places, table))
        };
        phases.iter().filter_map(of_phase).collect()
    };
    let usable = usable(table.game, Owner::Defender, &request.base, document);
    let with = usable.into_iter().map(|(name, with, cost)| Defence { name, cost, tables: tables(Some(with), target) });
    let larger = as_bought(table.game, target).into_iter().skip(1).filter_map(|other| {
        let tables = tables(None, &other);
        let line = &tables.first()?.1.defenders[0].line;
        let models = format!("{} models", line.models);
        let name = match other.0.loadout.filter(|_| target.0.loadout.is_none()) {
            Some(loadout) => format!("{loadout}, {models}"),
            None => models,
        };
        Some(Defence { name, cost: Cost::more(own.line.points, line.points), tables })
    });
    with.chain(larger).filter(|defence| !defence.tables.is_empty()).collect()
}

/// Attacks that are computed, and the answers to them with their chances.
struct ComputedAttacks<'t> {
    request: &'t ThreatsRequest,
    options: &'t Options,
    table: &'t Comparison,
    notes: Vec<String>,
    answers: Vec<(&'t Defence, Vec<Option<f64>>)>,
}

impl<'t> ComputedAttacks<'t> {
    fn threat(&self, place: usize, cell: &Counted) -> Option<Threat> {
        let entrant = &self.table.attackers[place];
        let destroyed = cell.value("destroyed")?;
        let phase = cell.phase.or(self.request.base.phase);
        let command = |table: &Comparison| {
            let (attacker, defender) = (entrant.typed.clone(), table.defenders[0].typed.clone());
            let attack = Request { attacker, defender, phase, ..table.request.base.clone() };
            one_command(&attack, self.options)
        };
        let table_of = |defence: &'t Defence| -> Option<&'t Comparison> {
            defence.tables.iter().find(|(places, _)| places.contains(&place)).map(|(_, table)| table)
        };
        Some(Threat {
            unit: entrant.line.clone(),
            phase,
            destroyed,
            wounds_lost: cell.value("wounds-lost")?,
            per_100_points: costs(&entrant.line).map(|points| destroyed * 100.0 / f64::from(points)),
            answered: self.answers.iter().map(|(_, chances)| chances[place]).collect(),
            command: command(self.table),
            answer_commands: self
                .answers
                .iter()
                .map(|(defence, _)| table_of(defence).map_or_else(String::new, command))
                .collect(),
        })
    }

    fn report(self, plain: &[Result<Counted, String>]) -> ThreatsReport {
        let least = self.request.at_least;
        let cells = || plain.iter().enumerate().filter_map(|(place, cell)| Some((place, cell.as_ref().ok()?)));
        let rolled = cells().filter(|(_, cell)| cell.trials.is_some()).count();
        let mut threats: Vec<Threat> = cells().filter_map(|(place, cell)| self.threat(place, cell)).collect();
        sort_by(&mut threats, |a, b| b.destroyed.total_cmp(&a.destroyed).then(b.wounds_lost.total_cmp(&a.wounds_lost)));
        let line = |chance: &dyn Fn(&Threat) -> f64| {
            let chances: Vec<f64> = threats.iter().map(chance).collect();
            let mean = chances.iter().sum::<f64>() / chances.len().max(1) as f64;
            (chances.iter().filter(|p| **p >= least).count(), mean)
        };
        let (reach, destroyed) = line(&|threat| threat.destroyed);
        let answer = |(place, (defence, _)): (usize, &(&Defence, _))| {
            let (reach, destroyed) = line(&|threat| threat.answered[place].unwrap_or(threat.destroyed));
            (place, DefenceLine { name: defence.name.clone(), cost: defence.cost, reach, destroyed })
        };
        let mut answers: Vec<(usize, DefenceLine)> = self.answers.iter().enumerate().map(answer).collect();
        // A defence that lowers no threat is not listed.
        answers.retain(|(_, answer)| answer.destroyed < destroyed - 1e-12);
        sort_by(&mut answers, |(_, a), (_, b)| a.reach.cmp(&b.reach).then(a.destroyed.total_cmp(&b.destroyed)));
        for threat in &mut threats {
            threat.answered = answers.iter().map(|(place, _)| threat.answered[*place]).collect();
            let command = |(place, _): &(usize, DefenceLine)| std::mem::take(&mut threat.answer_commands[*place]);
            threat.answer_commands = answers.iter().map(command).collect();
        }
        let notes = self.notes.iter().cloned().chain(self.table.notes()).collect();
        ThreatsReport {
            head: Head { command: self.command(), notes, ..self.table.head.clone() },
            defender: self.table.defenders[0].line.clone(),
            at_least: least,
            reach,
            destroyed,
            refused: plain.len() - threats.len(),
            method: how([rolled, threats.len()].map(|n| n as u64), self.options),
            answers: answers.into_iter().map(|(_, answer)| answer).collect(),
            threats,
        }
    }

    fn command(&self) -> String {
        let request = self.request;
        let at_least = (request.at_least != 0.5).then(|| format!("{}%", request.at_least * 100.0));
        Command::new("threats")
            .word(&request.unit)
            .list("--from", &request.from)
            .each("--points", request.points.map(|points| points.to_string()))
            .each("--at-least", at_least)
            .table(&request.base)
            .options(self.options)
            .text()
    }
}

impl ThreatsReport {
    fn answer(&self) -> Vec<String> {
        let all = counted(self.threats.len() as u64, "attacker");
        let destroy = if self.reach == 1 { "destroys" } else { "destroy" };
        let chance = percent(self.at_least);
        let mut parts = vec![format!("{} of {all} {destroy} it with a chance of {chance} or more", self.reach)];
        parts.extend(
            self.threats.first().map(|first| format!("most: {} {}", first.unit.name, percent(first.destroyed))),
        );
        parts.extend(self.answers.first().map(|best| format!("best answer: {}, then {}", best.name, best.reach)));
        parts
    }

    /// The attackers, each as asked and, if these are wanted too, with each answer: what it is, the chance, and what asks so.
    fn rows(&self, with_answers: bool) -> Listing<(&Threat, Option<&DefenceLine>, f64, &String)> {
        let rows = self.threats.iter().flat_map(|threat| {
            let answers = threat.answered.iter().zip(&self.answers).zip(&threat.answer_commands);
            let answers = answers.filter(move |_| with_answers);
            let answers = answers.filter_map(move |((p, answer), asks)| Some((threat, Some(answer), (*p)?, asks)));
            std::iter::once((threat, None, threat.destroyed, &threat.command)).chain(answers)
        });
        let with = CsvCell::bracketed(&self.head.with);
        Listing::of(&self.head, rows)
            .column("", "attacker", |row| named(&row.0.unit))
            .column("attacker", "", |row| row.0.unit.name.clone())
            .column("attacker_points", "points", |row| row.0.unit.points)
            .column("attacker_models", "", |row| row.0.unit.models)
            .column("defender", "", |_| self.defender.name.clone())
            .column("phase", "phase", |row| row.0.phase.map(Phase::name))
            .column("with", "", |_| with.clone())
            .column("answer", "", |row| row.1.map(|answer| answer.name.clone()))
            .column("destroyed", "destroyed", |row| Figure::Probability(row.2))
            .column("wounds_lost", "wounds lost", |row| row.1.is_none().then_some(Figure::Number(row.0.wounds_lost)))
            .column("per_100_points", "destroyed each 100 points", |row| {
                row.0.per_100_points.filter(|_| row.1.is_none()).map(Figure::Probability)
            })
            .column("command", "", |row| row.3.clone())
    }

    fn answers_listed(&self) -> Listing<&DefenceLine> {
        Listing::of(&self.head, &self.answers)
            .column("", "answer of the defender", |answer| answer.name.clone())
            .column("", "cost", |answer| answer.cost.text())
            .column("", &format!("{} or more", percent(self.at_least)), |answer| answer.reach)
            .column("", "destroyed on average", |answer| Figure::Probability(answer.destroyed))
            .column("", "change", |answer| Figure::Change(answer.destroyed - self.destroyed))
    }

    /// The chances of the worst attackers, as asked and with each answer.
    fn matrix(&self) -> Matrix {
        let all = self.threats.len();
        let some = if all > DRAWN { format!(" ({DRAWN} of {all} attackers)") } else { String::new() };
        let worst = || self.threats.iter().take(DRAWN);
        let answers = self.answers.iter().map(|answer| answer.name.clone());
        let values =
            |threat: &Threat| std::iter::once(Some(threat.destroyed)).chain(threat.answered.iter().copied()).collect();
        Matrix {
            title: format!("chance to destroy {}, %{some}", self.defender.name),
            corner: "attacker".to_owned(),
            turned_corner: "answer of the defender".to_owned(),
            rows: worst().map(|threat| named(&threat.unit)).collect(),
            columns: std::iter::once("as asked".to_owned()).chain(answers).collect(),
            values: worst().map(values).collect(),
            is_chance: true,
            ..Matrix::default()
        }
    }
}

/// A unit with the number of its models, unless it is one.
fn named(unit: &UnitLine) -> String {
    if unit.models > 1 { format!("{} {}", unit.models, unit.name) } else { unit.name.clone() }
}

impl Reportable for ThreatsReport {
    fn sheet(&self) -> Sheet {
        let mut rows = self.rows(false);
        let refused = counted(self.refused as u64, "unit");
        let refused = (self.refused > 0).then(|| format!("{refused} cannot attack it: `warodds compare` says why"));
        let notes = rows.cut("attacker", SHOWN).into_iter().chain(refused).collect();
        if let Some(best) = self.answers.first() {
            let heading = format!("destroyed with {}", best.name);
            rows = rows.column("", &heading, |row| row.0.answered[0].map(Figure::Probability));
        }
        let text = SheetText {
            line: format!("What threatens {}", sized(&self.defender)),
            title: [&format!("What threatens {}", self.defender.name), "", ""],
            file: (&["threats", &self.defender.name], "-"),
            settings: self.head.lines(),
            answer: self.answer(),
            tables: vec![rows.table("", SHOWN), self.answers_listed().table("", usize::MAX)],
            notes,
            method: &self.method,
        };
        Sheet { matrix: (!self.threats.is_empty()).then(|| self.matrix()), ..text.sheet(&self.head) }
    }

    /// One row for each attacker and answer, the first without any.
    fn csv(&self, style: CsvStyle) -> Vec<u8> {
        self.rows(true).csv_of_each(&self.head, style, |row, one| {
            [&row.0.unit, &self.defender].iter().any(|unit| unit.name == one.unit)
        })
    }
}
