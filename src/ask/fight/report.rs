//! The answer to a fight.

use std::collections::BTreeMap;

use serde::Serialize;

use super::said::NAMES;
use super::strikes::States;
use super::{Asked, Until};
use crate::ask::attack::line;
use crate::ask::readings::chosen_rulings;
use crate::ask::report::{AgreementLine, UnitLine};
use crate::ask::said::{COLUMNS, Command, NotComputed, Said, heading};
use crate::engine::{Agreement, Options, chi_square};
use crate::games::{Losses, Phase};
use crate::report::{
    CsvCell, CsvTable, Figure, FigureTable, Lines, Matrix, Reportable, SCHEMA, Section, Series, Sheet, TOOL, counted,
    fixed, percent,
};
use crate::stats::{Pmf, add_at};

/// How many models have fallen.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SlainLine {
    /// On average.
    pub mean: f64,
    /// The chance of each number, 0 first.
    pub pmf: Vec<f64>,
}

/// What is true after a round, of A first. Its fields stand in the order in which JSON has them.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct FightRound {
    /// Which one, from 1.
    pub round: usize,
    /// Who struck, in order.
    pub order: Vec<&'static str>,
    /// The chance that each unit is gone.
    pub destroyed: [f64; 2],
    /// The chance that neither is.
    pub both_stand: f64,
    /// Models that each has lost since the start.
    pub slain: [SlainLine; 2],
    /// Wounds that each has lost since the start, on average.
    pub wounds_lost: [f64; 2],
    /// Points of the models that each has lost, on average, the whole unit's when it is gone; `None` where the profile
    /// does not say what it costs.
    pub points_lost: [Option<f64>; 2],
}

/// A fight as it went.
#[derive(Default)]
pub(super) struct Course {
    rounds: Vec<FightRound>,
    survivors: Vec<Vec<f64>>,
}

impl Course {
    /// Adds what is true after a round: the chance of every pair of states.
    pub(super) fn add(&mut self, round: usize, order: &[usize], all: &BTreeMap<[usize; 2], f64>, states: &States) {
        let mut pmfs = [Vec::new(), Vec::new()];
        let (mut gone, mut wounds) = ([vec![0.0; 2], vec![0.0; 2]], [0.0; 2]);
        let mut both = vec![0.0; 2];
        let models = [0, 1].map(|side| states.shapes[side].models());
        let mut survivors = vec![vec![0.0; models[1] + 1]; models[0] + 1];
        for (at, p) in all {
            for side in 0..2 {
                // Healing may leave less lost than in the beginning.
                add_at(&mut pmfs[side], states.slain(side, at[side]).saturating_sub(states.slain(side, 0)), *p);
                gone[side][usize::from(states.is_gone(side, at[side]))] += p;
                wounds[side] += p * (states.wounds(side, at[side]) as f64 - states.wounds(side, 0) as f64);
            }
            both[usize::from((0..2).all(|side| !states.is_gone(side, at[side])))] += p;
            let left = [0, 1].map(|side| models[side] - states.slain(side, at[side]));
            survivors[left[0]][left[1]] += p;
        }
        let slain = pmfs.map(|weights| {
            let pmf = Pmf::from_weights(weights);
            SlainLine { mean: pmf.mean(), pmf: pmf.probabilities().to_vec() }
        });
        self.rounds.push(FightRound {
            round,
            order: order.iter().map(|side| NAMES[*side]).collect(),
            destroyed: gone.map(|weights| Pmf::from_weights(weights).at(1)),
            both_stand: Pmf::from_weights(both).at(1),
            slain,
            wounds_lost: wounds,
            points_lost: [None; 2],
        });
        self.survivors = survivors;
    }

    /// Whether nobody loses anything.
    pub(super) fn is_bloodless(&self) -> bool {
        self.rounds.iter().all(|round| round.wounds_lost == [0.0; 2])
    }

    /// Whether the survivors of so many fights from dice could have come from these chances.
    fn agrees(&self, rolled: &Self, trials: u64) -> AgreementLine {
        let all = |course: &Self| Pmf::from_weights(course.survivors.iter().flatten().copied().collect());
        let test = chi_square("survivors", &all(self), &all(rolled), trials);
        let holds = test.p > Agreement::THRESHOLD;
        AgreementLine { chi_square: test.chi_square, degrees: test.degrees, p: test.p, holds }
    }

    /// Fills in points, from what each unit costs and how many models it has.
    fn priced(mut self, units: &[UnitLine; 2]) -> Self {
        for round in &mut self.rounds {
            for ((lost, unit), slain) in round.points_lost.iter_mut().zip(units).zip(&round.slain) {
                let each = unit.points.map(|points| f64::from(points) / unit.models.max(1) as f64);
                *lost = each.map(|each| each * slain.mean);
            }
        }
        self
    }
}

/// What would be if the other unit had the first turn. Its fields stand in the order in which JSON has them.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct OtherFirst {
    /// Whose turn the first round would be.
    pub first: &'static str,
    /// The chance that each unit is gone in the end.
    pub destroyed: [f64; 2],
    /// Points that each has lost in the end, on average.
    pub points_lost: [Option<f64>; 2],
}

/// If both strike, who is left? Its fields stand in the order in which JSON has them.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct FightReport {
    schema: u32,
    tool: &'static str,
    game: &'static str,
    /// The first unit, A.
    pub attacker: UnitLine,
    /// The second unit, B.
    pub defender: UnitLine,
    #[serde(flatten)]
    said: Said,
    /// Whose turn the first round is.
    pub first: &'static str,
    charge: bool,
    losses: Losses,
    until: Option<Until>,
    method: &'static str,
    seed: u64,
    trials: Option<u64>,
    /// Every round, what is true after it.
    pub rounds: Vec<FightRound>,
    /// In the end, the chance that so many models of A stand, and of them that so many of B do.
    pub survivors: Vec<Vec<f64>>,
    /// Points that A destroys for each point that it loses; `None` if either is not known, or A loses nothing.
    pub exchange: Option<f64>,
    /// The same fight with the first turn to the other unit.
    pub other_first: OtherFirst,
    /// Every round from dice, where both methods were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sampled: Option<Vec<FightRound>>,
    /// Whether the survivors from dice could have come from the exact chances.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agreement: Option<AgreementLine>,
}

impl FightReport {
    /// The answer; `rolled` is the same fight from dice, if both were asked for.
    pub(super) fn new(
        asked: &Asked<'_>,
        options: &Options,
        sampled: bool,
        [course, other]: [Course; 2],
        rolled: Option<Course>,
    ) -> Self {
        let request = asked.request;
        let unit = |side: usize| -> UnitLine {
            let own = asked.plain.attacks[side].as_ref().ok().map(|attack| line(&attack.engaged.attackers[0]));
            let other = || asked.plain.attacks[1 - side].as_ref().ok().map(|attack| line(&attack.engaged.defender));
            own.or_else(other).unwrap_or(UnitLine { name: String::new(), points: None, models: 1 })
        };
        let units = [unit(0), unit(1)];
        let agreement = rolled.as_ref().map(|rolled| course.agrees(rolled, options.sampling.trials));
        let sampled_rounds = rolled.map(|rolled| rolled.priced(&units).rounds);
        let (course, other) = (course.priced(&units), other.priced(&units));
        let [attacker, defender] = units;
        let last = course.rounds.last();
        let lost = last.map_or([None; 2], |round| round.points_lost);
        let exchange = lost[1].zip(lost[0]).filter(|(_, own)| *own > 0.0).map(|(theirs, own)| theirs / own);
        let known = other.rounds.last();
        Self {
            schema: SCHEMA,
            tool: TOOL,
            game: asked.game.id,
            attacker,
            defender,
            said: said(asked, options),
            first: NAMES[request.first],
            charge: request.charge,
            losses: request.losses,
            until: request.until,
            method: if sampled { "sampled" } else { "exact" },
            seed: options.sampling.seed,
            trials: (sampled || agreement.is_some()).then_some(options.sampling.trials),
            survivors: course.survivors,
            exchange,
            other_first: OtherFirst {
                first: NAMES[1 - request.first],
                destroyed: known.map_or([0.0; 2], |round| round.destroyed),
                points_lost: known.map_or([None; 2], |round| round.points_lost),
            },
            rounds: course.rounds,
            sampled: sampled_rounds,
            agreement,
        }
    }

    fn names(&self) -> [&str; 2] {
        [&self.attacker.name, &self.defender.name]
    }

    fn said_lines(&self) -> Vec<(String, String)> {
        let mut lines = vec![("first turn".to_owned(), format!("{}, {}", self.first, self.name_of(self.first)))];
        if !self.charge {
            lines.push(("charge".to_owned(), "none".to_owned()));
        }
        if self.losses == Losses::Even {
            lines.push(("losses".to_owned(), "even".to_owned()));
        }
        lines.extend(self.until.map(|until| ("until below half".to_owned(), until.name().to_owned())));
        lines.into_iter().chain(self.said.lines()).collect()
    }

    fn name_of(&self, side: &str) -> &str {
        self.names()[usize::from(side == NAMES[1])]
    }

    fn title(&self) -> String {
        let [a, b] = self.names();
        format!("{a} (A) and {b} (B) strike each other, {}", counted(self.rounds.len() as u64, "round"))
    }

    /// The answer, part by part.
    fn answer(&self) -> Vec<String> {
        let [a, b] = self.names();
        let Some(last) = self.rounds.last() else { return Vec::new() };
        let part = |what: &str, p| format!("{what} {}", percent(p));
        vec![
            part(&format!("{b} destroyed"), last.destroyed[1]),
            part(&format!("{a} destroyed"), last.destroyed[0]),
            part("both stand", last.both_stand),
        ]
    }

    fn table(&self) -> FigureTable {
        let [a, b] = ["A", "B"];
        let mut header = vec!["round".to_owned(), "strikes".to_owned()];
        for name in [a, b] {
            header.push(format!("{name} destroyed"));
        }
        header.push("both stand".to_owned());
        for what in ["models lost", "points lost"] {
            header.extend([a, b].map(|name| format!("{name} {what}")));
        }
        let row = |round: &FightRound| {
            let mut cells = vec![Figure::Whole(round.round as i64), Figure::Text(round.order.join(", "))];
            cells.extend(round.destroyed.map(Figure::Probability));
            cells.push(Figure::Probability(round.both_stand));
            cells.extend([0, 1].map(|side| Figure::Text(fixed(round.slain[side].mean, 2))));
            cells.extend(round.points_lost.map(|points| points.map_or(Figure::Empty, |p| Figure::Text(fixed(p, 1)))));
            cells
        };
        FigureTable { header, rows: self.rounds.iter().map(row).collect(), ..FigureTable::default() }
    }

    /// What the first turn is worth.
    fn first_turn(&self) -> String {
        let (other, Some(last)) = (&self.other_first, self.rounds.last()) else { return String::new() };
        let side = usize::from(self.first == NAMES[1]);
        let mine = self.names()[side];
        let [own, theirs] = [side, 1 - side].map(|side| (last.destroyed[side], other.destroyed[side]));
        format!(
            "with the first turn to {} instead: {} destroyed {} instead of {}, {mine} destroyed {} instead of {}",
            self.name_of(other.first),
            self.names()[1 - side],
            percent(theirs.1),
            percent(theirs.0),
            percent(own.1),
            percent(own.0),
        )
    }

    /// Who should have the first turn.
    fn advice(&self) -> String {
        let (other, Some(last)) = (&self.other_first, self.rounds.last()) else { return String::new() };
        let margin = |destroyed: [f64; 2]| destroyed[1] - destroyed[0];
        let better =
            match (margin(last.destroyed) - margin(other.destroyed)) * if self.first == "A" { 1.0 } else { -1.0 } {
                gain if gain > 1e-9 => "it pays to have the first turn",
                gain if gain < -1e-9 => "it pays not to have the first turn",
                _ => "who has the first turn makes no difference",
            };
        better.to_owned()
    }
}

/// What the profiles of both units leave out.
fn not_computed(asked: &Asked<'_>) -> Vec<NotComputed> {
    let units = asked.plain.attacks.iter().flatten();
    NotComputed::of(units.flat_map(|attack| [&*attack.engaged.attackers[0], &*attack.engaged.defender]))
}

/// The most models of a unit whose survivors are drawn one by one.
const MOST_DRAWN: usize = 60;

impl FightReport {
    /// The chance that each unit is gone, round by round.
    fn lines(&self) -> Option<Lines> {
        let series = |side: usize| Series {
            name: format!("{} destroyed", self.names()[side]),
            values: self.rounds.iter().map(|round| Some(round.destroyed[side])).collect(),
        };
        (self.rounds.len() > 1).then(|| Lines {
            along: "round".to_owned(),
            labels: self.rounds.iter().map(|round| round.round.to_string()).collect(),
            places: self.rounds.iter().map(|round| round.round as f64).collect(),
            what: "destroyed".to_owned(),
            series: vec![series(0), series(1)],
            is_chance: true,
        })
    }

    /// The chance of every pair of survivors.
    /// The chance of each row and of each column beside its name.
    fn with_margins(&self, matrix: Matrix) -> Matrix {
        let column = |place: usize| self.survivors.iter().map(|row| row[place]).sum::<f64>();
        let named = |name: &String, p: f64| format!("{name} ({})", percent(p));
        let rows = matrix.rows.iter().zip(&self.survivors).map(|(name, row)| named(name, row.iter().sum()));
        let columns = matrix.columns.iter().enumerate().map(|(place, name)| named(name, column(place)));
        Matrix { rows: rows.collect(), columns: columns.collect(), ..matrix }
    }

    fn matrix(&self) -> Option<Matrix> {
        let [a, b] = self.names();
        let (rows, columns) = (self.survivors.len(), self.survivors.first().map_or(0, Vec::len));
        let numbers = |n: usize| (0..n).map(|left| left.to_string()).collect();
        (rows.max(columns) > 2 && rows.max(columns) <= MOST_DRAWN).then(|| Matrix {
            title: format!(
                "models left after {}, %: {a} from top to bottom, {b} from left to right",
                counted(self.rounds.len() as u64, "round")
            ),
            corner: format!("{a} left"),
            turned_corner: format!("{b} left"),
            rows: numbers(rows),
            columns: numbers(columns),
            values: self.survivors.iter().map(|row| row.iter().copied().map(Some).collect()).collect(),
            is_chance: true,
            ..Matrix::default()
        })
    }
}

fn said(asked: &Asked<'_>, options: &Options) -> Said {
    let request = asked.request;
    let mut command = Command::new("fight").word(&request.a).word(&request.b);
    command = command.each("--rounds", (request.rounds != 3).then(|| request.rounds.to_string()));
    command = command.each("--first", (request.first == 1).then_some("B"));
    if !request.charge {
        command = command.word("--no-charge");
    }
    command = command.each("--losses", (request.losses == Losses::Even).then_some("even"));
    command = command.each("--until", request.until.map(Until::name)).table(&request.base);
    let known = asked.plain.attacks.iter().flatten().next().map(|attack| attack.said_of_attack().clone());
    let texts = asked.plain.attacks.iter().flatten().filter_map(|attack| attack.said_of_attack().tag);
    Said {
        rulings: chosen_rulings(asked.game, &request.base).unwrap_or_default(),
        variant: known.map(|said| said.variant).unwrap_or_default(),
        phase: request.base.phase.filter(|phase| *phase != Phase::Combat),
        not_computed: not_computed(asked),
        tag: Some(texts.fold(0, |all: u64, one| all.rotate_left(7) ^ one)),
        ..Said::of(&request.base, command.options(options).text())
    }
}

impl Reportable for FightReport {
    fn sheet(&self) -> Sheet {
        let [a, b] = self.names();
        let mut lines = Vec::new();
        lines.extend(
            self.exchange.map(|ratio| ("points destroyed for each point lost".to_owned(), Figure::Number(ratio))),
        );
        let mut blocks = vec![
            heading(self.game, &self.title(), self.said_lines().into_iter().chain(self.said.left_out()).collect()),
            Section::Answer(self.answer()),
            Section::Table(self.table()),
        ];
        if !lines.is_empty() {
            blocks.push(Section::Lines(lines));
        }
        blocks.push(Section::Results(vec![(self.advice(), String::new()), (String::new(), self.first_turn())]));
        let method = match self.trials {
            None => "exact: every distribution was multiplied out, no dice were rolled".to_owned(),
            Some(trials) if self.agreement.is_some() => {
                let agreement = self.agreement.as_ref().map_or((0.0, true), |line| (line.p, line.holds));
                let verdict = if agreement.1 { "agree" } else { "disagree" };
                format!("exact and {} {verdict} (p = {})", counted(trials, "dice-rolled fight"), fixed(agreement.0, 2))
            }
            Some(trials) => format!("sampled: {}, seed {}", counted(trials, "dice-rolled fight"), self.seed),
        };
        blocks.push(Section::Sentence(method.clone(), false));
        let sheet = Sheet {
            title: [a.to_owned(), "and".to_owned(), b.to_owned()],
            game: crate::games::title(self.game),
            file_name: self.said.file_name(self.game, &["fight", a, b], "-"),
            said: self.said_lines(),
            about: vec![("method", self.method.to_owned()), ("command", self.said.command.clone())],
            method,
            highlights: self.answer(),
            lines: self.lines(),
            ..Sheet::default()
        };
        // Whatever draws pictures draws the survivors below the lines.
        let survivors = self.matrix().map(|matrix| self.with_margins(matrix));
        let survivors = survivors.map(|matrix| Sheet { matrix: Some(matrix), lines: None, ..sheet.clone() });
        Sheet { blocks, also: survivors.into_iter().collect(), ..sheet }
    }

    /// One row for each round, side and metric.
    fn rows(&self) -> CsvTable {
        let header = [
            "game", "attacker", "defender", "round", "side", "unit", "metric", "value", "method", "trials", "seed",
            "first", "losses", "until", "with",
        ];
        let mut csv = CsvTable::new(&[header.as_slice(), &COLUMNS].concat());
        for round in &self.rounds {
            let mut add = |side: Option<usize>, metric: &str, value: Option<f64>| {
                let mut row = [self.game, &self.attacker.name, &self.defender.name].map(CsvCell::text).to_vec();
                row.push(CsvCell::Integer(round.round as u64));
                row.push(side.map_or(CsvCell::Empty, |side| CsvCell::text(NAMES[side])));
                row.push(side.map_or(CsvCell::Empty, |side| CsvCell::text(self.names()[side])));
                row.extend([CsvCell::text(metric), value.into(), CsvCell::text(self.method), self.trials.into()]);
                row.extend([CsvCell::Integer(self.seed), CsvCell::text(self.first)]);
                row.push(CsvCell::text(if self.losses == Losses::Even { "even" } else { "plain-first" }));
                row.push(self.until.map_or(CsvCell::Empty, |until| CsvCell::text(until.name())));
                row.push(CsvCell::with(&self.said.with));
                csv.rows.push(row.into_iter().chain(self.said.cells()).collect());
            };
            for side in 0..2 {
                add(Some(side), "destroyed", Some(round.destroyed[side]));
                add(Some(side), "slain", Some(round.slain[side].mean));
                add(Some(side), "wounds-lost", Some(round.wounds_lost[side]));
                add(Some(side), "points-lost", round.points_lost[side]);
            }
            add(None, "both-stand", Some(round.both_stand));
        }
        csv
    }
}
