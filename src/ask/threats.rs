//! What destroys a unit: attackers, the worst first, and what each answer of the defender changes.

use std::sync::atomic::{AtomicU64, Ordering};

use serde::Serialize;

use super::advise::optional_abilities;
use super::cells::Counted;
use super::compare::data::costs;
use super::compare::{CompareRequest, Comparison, Watch, compare_units};
use super::head::{Head, NotComputed};
use super::lists::as_bought;
use super::report::{UnitLine, sized};
use super::request::Request;
use super::said::{Command, heading};
use super::units::{Chosen, listed, not_standard_input};
use crate::engine::Options;
use crate::error::Error;
use crate::games::{Cost, Owner, Phase, spoken};
use crate::profile::{Diagnostics, Library};
use crate::report::{
    Column, CsvCell, CsvStyle, Figure, FigureTable, Matrix, Reportable, Section, Sheet, counted, percent,
};
use crate::words::same;

/// Attackers that are shown on a terminal, and in a picture.
const SHOWN: usize = 20;
const DRAWN: usize = 40;

/// Whom what destroys.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ThreatsRequest {
    /// The unit that is attacked.
    pub unit: String,
    /// Who may attack it.
    pub from: Vec<String>,
    /// The most points that an attacker costs; `None`: any number.
    pub points: Option<u32>,
    /// The chance from which on an attacker counts, from 0 to 1.
    pub at_least: f64,
    /// What is true on the table; its attacker and defender are not read.
    pub base: Request,
}

/// An attacker, and what it does. Its fields stand in the order in which JSON has them.
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
}

/// Something that the defender may do. Its fields stand in the order in which JSON has them.
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

/// What destroys a unit. Its fields stand in the order in which JSON has them.
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
}

/// An answer of the defender, and the attacks that meet it.
struct Defence {
    name: String,
    cost: Cost,
    table: Comparison,
}

/// Attackers and answers that are looked up.
pub struct ThreatTable {
    table: Comparison,
    answers: Vec<Defence>,
    request: ThreatsRequest,
    options: Options,
    notes: Vec<String>,
}

/// Looks up who attacks and what the defender may do. [`ThreatTable::run`] computes it.
///
/// ```
/// use warodds::ask::{ThreatsRequest, prepare_threats};
/// use warodds::engine::Options;
///
/// let (unit, from) = ("clawlord".into(), vec!["liberators".into(), "varanguard".into()]);
/// let request = ThreatsRequest { unit, from, at_least: 0.5, ..ThreatsRequest::default() };
/// let threats = prepare_threats(&request, &Options::default())?.run_whole()?;
/// assert!(threats.threats.is_sorted_by(|a, b| a.destroyed >= b.destroyed));
/// # Ok::<(), warodds::error::Error>(())
/// ```
///
/// # Errors
/// Units that cannot be found, more than one that is attacked, and attacks that are all impossible.
pub fn prepare_threats(request: &ThreatsRequest, options: &Options) -> Result<ThreatTable, Error> {
    not_standard_input(request.from.iter().chain([&request.unit]))?;
    let library = Library::open(&request.base.profiles)?;
    let [mut attackers, target] = listed(&library, [&request.from, std::slice::from_ref(&request.unit)])?;
    let [target] = <[Chosen; 1]>::try_from(target).map_err(|all| {
        Error::usage(format!("`{}` names {} units; what threatens one is asked", request.unit, all.len()))
    })?;
    let mut notes = Vec::new();
    if let Some(most) = request.points {
        let points = |(unit, models): &Chosen| match models {
            // A size has its own points, which the cells know.
            Some(_) => Some(0),
            None => unit.document(&Diagnostics::default()).table.whole("points"),
        };
        let without = attackers.iter().filter(|unit| points(unit).is_none()).count();
        attackers.retain(|unit| points(unit).is_some_and(|points| points <= i64::from(most)));
        if without > 0 {
            notes.push(format!("without points, so that they are left out: {}", counted(without as u64, "unit")));
        }
        if attackers.is_empty() {
            let error = Error::usage(format!("no attacker of `--from` costs {most} points or less"));
            return Err(error.hint("write a larger `--points`, or leave it out".to_owned()));
        }
    }
    let asked = |base: Request, target: Chosen| {
        let request = CompareRequest {
            attackers: request.from.clone(),
            defenders: vec![request.unit.clone()],
            base,
            ..CompareRequest::default()
        };
        compare_units([attackers.clone(), vec![target]], &request, options)
    };
    let table = asked(request.base.clone(), target.clone())?;
    let mut answers = Vec::new();
    for (name, with, cost) in answers_of(&table, &request.base) {
        let mut base = request.base.clone();
        base.with.push(with);
        answers.extend(asked(base, target.clone()).ok().map(|table| Defence { name, cost, table }));
    }
    let own = &table.defenders[0].line;
    for other in as_bought(table.game, &target).into_iter().skip(1) {
        let loadout = other.0.loadout.clone();
        let Ok(table) = asked(request.base.clone(), other) else { continue };
        let line = &table.defenders[0].line;
        let name = match loadout.filter(|_| target.0.loadout.is_none()) {
            Some(loadout) => format!("{loadout}, {} models", line.models),
            None => format!("{} models", line.models),
        };
        let cost = line.points.zip(own.points).filter(|(now, before)| now > before);
        let cost = cost.map_or(Cost::Free, |(now, before)| Cost::Points(now - before));
        answers.push(Defence { name, cost, table });
    }
    Ok(ThreatTable { table, answers, request: request.clone(), options: options.clone(), notes })
}

/// What the defender may do: name, how it is said, and what it costs.
fn answers_of(table: &Comparison, base: &Request) -> Vec<(String, String, Cost)> {
    let Ok(profile) = &table.defenders[0].profile else { return Vec::new() };
    let keywords = profile.document().keywords();
    let has = |keyword: &&str| keywords.iter().any(|known| same(known, keyword));
    let is_new = |text: &str| !base.with.iter().any(|said| said.split(',').any(|part| same(part, text)));
    let offers = table.game.offers.iter().filter(|offer| offer.owner == Owner::Defender && is_new(offer.with));
    let offers = offers.filter(|offer| offer.keywords.is_empty() || offer.keywords.iter().any(has));
    let offers = offers.map(|offer| (offer.name.to_owned(), offer.with.to_owned(), offer.cost));
    let own = optional_abilities(&profile.document().table).into_iter().filter(|name| is_new(name));
    offers.chain(own.map(|name| (name.clone(), format!("defender: {name}"), Cost::Free))).collect()
}

impl ThreatTable {
    /// How many attacks are computed.
    pub fn steps(&self) -> u64 {
        (self.table.cells() * (1 + self.answers.len())) as u64
    }

    /// Computes all attacks.
    ///
    /// # Errors
    /// None but those of [`run`](Self::run).
    pub fn run_whole(&self) -> Result<ThreatsReport, Error> {
        self.run(&Watch { progress: &|_| {}, stop: &std::sync::atomic::AtomicBool::new(false) })
    }

    /// The same while somebody watches. Stopped, it leaves out answers that are not looked at yet.
    ///
    /// # Errors
    /// Work that is stopped before every attacker is computed.
    pub fn run(&self, watch: &Watch<'_>) -> Result<ThreatsReport, Error> {
        let before = AtomicU64::new(0);
        let progress = |done: u64| (watch.progress)(before.load(Ordering::Relaxed) + done);
        let column = |table: &Comparison| -> Option<Vec<Option<Counted>>> {
            let cells = table.collect_watched(&Watch { progress: &progress, stop: watch.stop });
            before.fetch_add(table.cells() as u64, Ordering::Relaxed);
            (cells.len() == table.cells()).then(|| cells.into_iter().map(|cell| cell.answer.ok()).collect())
        };
        let plain = column(&self.table).ok_or_else(|| Error::usage("stopped before every attacker was computed"))?;
        let chance = |cell: &Option<Counted>| cell.as_ref().and_then(|counted| counted.value("destroyed"));
        let answered: Vec<(&Defence, Vec<Option<f64>>)> = self
            .answers
            .iter()
            .map_while(|defence| Some((defence, column(&defence.table)?.iter().map(chance).collect())))
            .collect();
        let fits = |place: &usize| self.table.attackers[*place].line.points <= self.request.points.or(Some(u32::MAX));
        let places: Vec<usize> = (0..plain.len()).filter(fits).collect();
        let mut threats: Vec<Threat> =
            places.iter().filter_map(|place| self.threat(*place, plain[*place].as_ref()?, &answered)).collect();
        threats.sort_by(|a, b| b.destroyed.total_cmp(&a.destroyed).then(b.wounds_lost.total_cmp(&a.wounds_lost)));
        Ok(self.report(threats, &answered, places.len()))
    }

    fn threat(&self, place: usize, cell: &Counted, answered: &[(&Defence, Vec<Option<f64>>)]) -> Option<Threat> {
        let entrant = &self.table.attackers[place];
        let destroyed = cell.value("destroyed")?;
        let base = &self.request.base;
        let asked = Request {
            attacker: entrant.typed.clone(),
            defender: self.table.defenders[0].typed.clone(),
            phase: cell.phase.or(base.phase),
            ..base.clone()
        };
        Some(Threat {
            unit: entrant.line.clone(),
            phase: asked.phase,
            destroyed,
            wounds_lost: cell.value("wounds-lost")?,
            per_100_points: costs(&entrant.line).map(|points| destroyed * 100.0 / f64::from(points)),
            answered: answered.iter().map(|(_, chances)| chances[place]).collect(),
            command: super::attack::asked_alone(&asked, &self.options),
        })
    }

    fn report(&self, mut threats: Vec<Threat>, answered: &[(&Defence, Vec<Option<f64>>)], all: usize) -> ThreatsReport {
        let least = self.request.at_least;
        let reach = |chances: &mut dyn Iterator<Item = f64>| chances.filter(|p| *p >= least).count();
        let mean = |sum: f64| sum / threats.len().max(1) as f64;
        let answer = |place: usize| {
            let with = || threats.iter().map(|threat| threat.answered[place].unwrap_or(threat.destroyed));
            (place, reach(&mut with()), mean(with().sum()))
        };
        let mut order: Vec<(usize, usize, f64)> = (0..answered.len()).map(answer).collect();
        // What helps against nobody is no answer.
        let plain = mean(threats.iter().map(|threat| threat.destroyed).sum());
        order.retain(|(.., destroyed)| *destroyed < plain - 1e-12);
        order.sort_by(|a, b| a.1.cmp(&b.1).then(a.2.total_cmp(&b.2)));
        let line = |(place, reach, destroyed): &(usize, usize, f64)| {
            let Defence { name, cost, .. } = answered[*place].0;
            DefenceLine { name: name.clone(), cost: *cost, reach: *reach, destroyed: *destroyed }
        };
        let (reach, destroyed) = (
            reach(&mut threats.iter().map(|threat| threat.destroyed)),
            mean(threats.iter().map(|threat| threat.destroyed).sum()),
        );
        for threat in &mut threats {
            threat.answered = order.iter().map(|(place, ..)| threat.answered[*place]).collect();
        }
        let notes = self.notes.iter().cloned().chain(self.table.notes());
        ThreatsReport {
            head: Head { command: self.command(), notes: notes.collect(), ..self.table.head.clone() },
            defender: self.table.defenders[0].line.clone(),
            at_least: least,
            reach,
            destroyed,
            refused: all - threats.len(),
            answers: order.iter().map(line).collect(),
            threats,
        }
    }

    fn command(&self) -> String {
        let request = &self.request;
        let at_least = (request.at_least != 0.5).then(|| format!("{}%", request.at_least * 100.0));
        Command::new("threats")
            .word(&request.unit)
            .list("--from", &request.from)
            .each("--points", request.points.map(|points| points.to_string()))
            .each("--at-least", at_least)
            .table(&request.base)
            .options(&self.options)
            .text()
    }
}

impl ThreatsReport {
    fn answer(&self) -> Vec<String> {
        let all = counted(self.threats.len() as u64, "attacker");
        let mut parts = vec![format!("{} of {all} destroy it with {} or more", self.reach, percent(self.at_least))];
        parts.extend(
            self.threats.first().map(|first| format!("most: {} {}", first.unit.name, percent(first.destroyed))),
        );
        parts.extend(self.answers.first().map(|best| format!("best answer: {}, then {}", best.name, best.reach)));
        parts
    }

    fn table(&self) -> FigureTable {
        let mut header = ["attacker", "points", "phase", "destroyed", "wounds lost", "destroyed each 100 points"]
            .map(|name| spoken(self.head.game, name))
            .to_vec();
        let shown = &self.answers[..self.answers.len().min(1)];
        header.extend(shown.iter().map(|answer| format!("destroyed with {}", answer.name)));
        let row = |threat: &Threat| {
            let chance = |p: Option<f64>| p.map_or(Figure::Empty, Figure::Probability);
            let points = threat.unit.points.map_or(Figure::Empty, |points| i64::from(points).into());
            let phase = threat.phase.map_or(Figure::Empty, |phase| phase.name().into());
            let mut row: Vec<Figure> = vec![named(&threat.unit).into(), points, phase];
            row.extend([
                chance(Some(threat.destroyed)),
                Figure::Number(threat.wounds_lost),
                chance(threat.per_100_points),
            ]);
            row.extend(threat.answered.iter().take(shown.len()).map(|p| chance(*p)));
            row
        };
        let rows = self.threats.iter().take(SHOWN).map(row).collect();
        FigureTable { header, rows, ..FigureTable::default() }.telling_columns()
    }

    fn table_of_answers(&self) -> FigureTable {
        let row = |answer: &DefenceLine| {
            let reach = answer.reach as i64;
            vec![
                answer.name.as_str().into(),
                answer.cost.text().into(),
                reach.into(),
                Figure::Probability(answer.destroyed),
                Figure::Change(answer.destroyed - self.destroyed),
            ]
        };
        let reach = format!("{} or more", percent(self.at_least));
        let header = ["answer of the defender", "cost", &reach, "destroyed on average", "change"].map(str::to_owned);
        FigureTable { header: header.to_vec(), rows: self.answers.iter().map(row).collect(), ..FigureTable::default() }
    }

    /// The chances of the worst attackers, as asked and with each answer.
    fn matrix(&self) -> Matrix {
        let worst = || self.threats.iter().take(DRAWN);
        let columns =
            std::iter::once("as asked".to_owned()).chain(self.answers.iter().map(|answer| answer.name.clone()));
        let values =
            |threat: &Threat| std::iter::once(Some(threat.destroyed)).chain(threat.answered.iter().copied()).collect();
        Matrix {
            title: format!("chance to destroy {}, %", self.defender.name),
            corner: "attacker".to_owned(),
            turned_corner: "answer of the defender".to_owned(),
            rows: worst().map(|threat| named(&threat.unit)).collect(),
            columns: columns.collect(),
            values: worst().map(values).collect(),
            is_chance: true,
            ..Matrix::default()
        }
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.threats.len() > SHOWN {
            notes.push(format!(
                "the first {SHOWN} of {}; `--csv PATH` has all",
                counted(self.threats.len() as u64, "attacker")
            ));
        }
        if self.refused > 0 {
            notes
                .push(format!("{} cannot attack it: `warodds compare` says why", counted(self.refused as u64, "unit")));
        }
        notes
    }

    fn said_lines(&self) -> Vec<(String, String)> {
        self.head.lines()
    }
}

/// A unit with the number of its models, unless it is one.
fn named(unit: &UnitLine) -> String {
    if unit.models > 1 { format!("{} {}", unit.models, unit.name) } else { unit.name.clone() }
}

impl Reportable for ThreatsReport {
    fn sheet(&self) -> Sheet {
        let said = self.said_lines().into_iter().chain(self.head.left_out()).collect();
        let mut blocks = vec![
            heading(self.head.game, &format!("What threatens {}", sized(&self.defender)), said),
            Section::Answer(self.answer()),
            Section::Table(self.table()),
        ];
        blocks.extend((!self.answers.is_empty()).then(|| Section::Table(self.table_of_answers())));
        blocks.push(Section::Notes(self.notes()));
        let file_name = self.head.file_name(&["threats", &self.defender.name], "-");
        let title = format!("What threatens {}", self.defender.name);
        Sheet {
            method: "every attack alone, on the unit as it stands".to_owned(),
            highlights: self.answer(),
            blocks,
            matrix: (!self.threats.is_empty()).then(|| self.matrix()),
            ..self.head.sheet([&title, "", ""], file_name, self.said_lines())
        }
    }

    /// One row for each attacker and answer, the first without any.
    fn csv(&self, style: CsvStyle) -> Vec<u8> {
        let rows = self.threats.iter().flat_map(|threat| {
            let with = threat.answered.iter().zip(&self.answers).filter_map(|(p, answer)| Some((Some(answer), (*p)?)));
            std::iter::once((None, threat.destroyed)).chain(with).map(move |(answer, p)| Row {
                of: self,
                threat,
                answer,
                p,
            })
        });
        Head::csv(Row::COLUMNS, rows.map(|row| (&self.head, row)), style)
    }
}

/// An attacker and an answer to it.
struct Row<'r> {
    of: &'r ThreatsReport,
    threat: &'r Threat,
    answer: Option<&'r DefenceLine>,
    p: f64,
}

impl<'r> Row<'r> {
    const COLUMNS: &'r [Column<Self>] = &[
        ("game", |row| row.of.head.game.into()),
        ("attacker", |row| (&row.threat.unit.name).into()),
        ("attacker_points", |row| row.threat.unit.points.into()),
        ("attacker_models", |row| row.threat.unit.models.into()),
        ("defender", |row| (&row.of.defender.name).into()),
        ("phase", |row| row.threat.phase.map(Phase::name).into()),
        ("with", |row| CsvCell::list(&row.of.head.with)),
        ("answer", |row| row.answer.map(|answer| &*answer.name).into()),
        ("destroyed", |row| row.p.into()),
        ("wounds_lost", |row| row.answer.is_none().then_some(row.threat.wounds_lost).into()),
        ("per_100_points", |row| row.threat.per_100_points.filter(|_| row.answer.is_none()).into()),
        ("command", |row| (&row.threat.command).into()),
        ("not_computed", |row| NotComputed::cell(&row.of.head.not_computed)),
    ];
}
