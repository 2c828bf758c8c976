//! The answer to a fight.

use serde::Serialize;

use super::course::{Course, FightRound, FightUse};
use super::typed::NAMES;
use super::{FightRequest, ReadyFight, Until};
use crate::ask::attack::line;
use crate::ask::head::{Head, NotComputed};
use crate::ask::listing::Listing;
use crate::ask::readings::chosen_rulings;
use crate::ask::report::{AgreementLine, UnitLine};
use crate::ask::typed::{Command, heading};
use crate::engine::Options;
use crate::games::{Losses, Phase};
use crate::report::{
    CsvCell, CsvStyle, Figure, FigureTable, Lines, Matrix, Reportable, Section, Series, Sheet, counted, fixed, percent,
};
use crate::stats::wilson;

/// What would be if the other unit had the first turn. Fields are in JSON order.
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

/// If both strike, who is left? Fields are in JSON order.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct FightReport {
    /// What was asked, and what a player should know.
    #[serde(flatten)]
    pub head: Head,
    /// The first unit, A.
    pub attacker: UnitLine,
    /// The second unit, B.
    pub defender: UnitLine,
    /// Whose turn the first round is.
    pub first: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    turns: Option<String>,
    charge: bool,
    losses: Losses,
    until: Option<Until>,
    method: &'static str,
    trials: Option<u64>,
    /// Which side chooses when to use what: `A`, `B` or `both`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    metric: Option<String>,
    /// How often is used what somebody chooses, round by round.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub uses: Vec<FightUse>,
    /// Every round, what is true after it.
    pub rounds: Vec<FightRound>,
    /// The chance of each end: by the models of A that are left, then by those of B.
    pub survivors: Vec<Vec<f64>>,
    /// Points that A destroys for each point that it loses; `None` if either is not known, or A loses 0.0 points.
    pub exchange: Option<f64>,
    /// The same fight with the first turn to the other unit.
    pub other_first: OtherFirst,
    /// Every round from dice, where both methods were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sampled: Option<Vec<FightRound>>,
    /// Whether the points that both lost in fights from dice could have come from the exact chances.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agreement: Option<AgreementLine>,
}

impl FightReport {
    /// The answer; `rolled` is the same fight from dice, if both were asked for.
    pub(super) fn new(
        fight: &ReadyFight<'_>,
        options: &Options,
        sampled: bool,
        [course, other]: [Course; 2],
        rolled: Option<Course>,
    ) -> Self {
        let request = fight.request;
        let unit = |side: usize| -> UnitLine {
            let own = fight.plain.attack(side).map(|attack| line(&attack.engaged.attackers[0]));
            let other = || fight.plain.attack(1 - side).map(|attack| line(&attack.engaged.defender));
            own.or_else(other).unwrap_or(UnitLine { name: String::new(), points: None, models: 1 })
        };
        let units = [unit(0), unit(1)];
        let agreement = rolled.as_ref().map(|rolled| course.agrees(rolled, options.sampling.trials));
        let sampled_rounds = rolled.map(|rolled| rolled.priced(&units).rounds);
        let (course, other) = (course.priced(&units), other.priced(&units));
        let [attacker, defender] = units;
        let last = course.rounds.last();
        let lost = last.map_or([None; 2], |round| round.points_lost);
        let exchange = lost[1].zip(lost[0]).filter(|(_, own)| *own >= 0.05).map(|(theirs, own)| theirs / own);
        let ended = other.rounds.last();
        Self {
            head: head(fight, options),
            attacker,
            defender,
            first: NAMES[request.first],
            turns: (!request.turns.is_empty()).then(|| request.turns.clone()),
            charge: request.charge,
            losses: request.losses,
            until: request.until,
            best: best(request),
            metric: request.base.metric.clone(),
            uses: course.chosen(fight),
            method: if sampled { "sampled" } else { "exact" },
            trials: (sampled || agreement.is_some()).then_some(options.sampling.trials),
            survivors: course.survivors,
            exchange,
            other_first: OtherFirst {
                first: NAMES[1 - request.first],
                destroyed: ended.map_or([0.0; 2], |round| round.destroyed),
                points_lost: ended.map_or([None; 2], |round| round.points_lost),
            },
            rounds: course.rounds,
            sampled: sampled_rounds,
            agreement,
        }
    }

    fn names(&self) -> [&str; 2] {
        [&self.attacker.name, &self.defender.name]
    }

    /// The same, with the side behind each where both are called alike.
    fn told_apart(&self) -> [String; 2] {
        let [a, b] = self.names();
        if a == b { NAMES.map(|side| format!("{a} ({side})")) } else { [a, b].map(str::to_owned) }
    }

    fn settings(&self) -> Vec<(String, String)> {
        let mut lines = vec![(
            "first turn".to_owned(),
            format!("{}, {}", self.first, self.names()[usize::from(self.first == NAMES[1])]),
        )];
        if !self.charge {
            lines.push(("charge".to_owned(), "none".to_owned()));
        }
        if self.losses == Losses::Even {
            lines.push(("losses".to_owned(), "even".to_owned()));
        }
        lines.extend(self.turns.iter().map(|turns| ("turns".to_owned(), turns.clone())));
        lines.extend(self.best.map(|side| ("best use".to_owned(), side.to_owned())));
        lines.extend(self.metric.iter().map(|metric| ("metric".to_owned(), metric.clone())));
        lines.extend(self.until.map(|until| ("until below half".to_owned(), until.name().to_owned())));
        lines.into_iter().chain(self.head.lines()).collect()
    }

    fn name_of(&self, side: &str) -> String {
        let [a, b] = self.told_apart();
        if side == NAMES[1] { b } else { a }
    }

    fn title(&self) -> String {
        let [a, b] = self.names();
        format!("{a} (A) and {b} (B) strike each other, {}", counted(self.rounds.len() as u64, "round"))
    }

    /// The answer, part by part.
    fn answer(&self) -> Vec<String> {
        let [a, b] = self.told_apart();
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

    /// How much having the first turn changes the result.
    fn first_turn(&self) -> String {
        let (other, Some(last)) = (&self.other_first, self.rounds.last()) else { return String::new() };
        let side = usize::from(self.first == NAMES[1]);
        let [mine, their] = [self.first, other.first].map(|side| self.name_of(side));
        let [own, theirs] = [side, 1 - side].map(|side| (last.destroyed[side], other.destroyed[side]));
        format!(
            "with the first turn to {their} instead: {their} destroyed {} instead of {}, {mine} destroyed {} instead of {}",
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

/// Who chooses when to use what, as `--best` says it.
fn best(request: &FightRequest) -> Option<&'static str> {
    match request.best {
        [false, false] => None,
        [true, true] => Some("both"),
        [first, _] => Some(NAMES[usize::from(!first)]),
    }
}

/// What the profiles of both units leave out.
fn not_computed(fight: &ReadyFight<'_>) -> Vec<NotComputed> {
    let units = (0..2).filter_map(|side| fight.plain.attack(side));
    let mut all = NotComputed::of(units.flat_map(|attack| [&*attack.engaged.attackers[0], &*attack.engaged.defender]));
    // Attacks know nothing of the order in which units strike.
    let is_order = |name: &str| {
        let rest = |ability: &String| name.strip_prefix(ability.as_str());
        fight.script.ordering.iter().filter_map(rest).any(|rest| rest.is_empty() || rest.starts_with(" ("))
    };
    all.iter_mut().for_each(|unit| unit.names.retain(|name| !is_order(name)));
    all.retain(|unit| !unit.names.is_empty());
    all
}

/// The most models of a unit whose survivors are drawn one by one.
const MOST_DRAWN: usize = 60;

impl FightReport {
    /// The chance that each unit is gone, round by round.
    fn lines(&self) -> Option<Lines> {
        let series = |side: usize| Series {
            name: format!("{} destroyed", self.told_apart()[side]),
            values: self.rounds.iter().map(|round| Some(round.destroyed[side])).collect(),
        };
        (self.rounds.len() > 1).then(|| Lines {
            along: "round".to_owned(),
            labels: self.rounds.iter().map(|round| round.round.to_string()).collect(),
            places: self.rounds.iter().map(|round| round.round as f64).collect(),
            what: "destroyed by the end of each round".to_owned(),
            series: vec![series(0), series(1)],
            is_chance: true,
            ..Lines::default()
        })
    }

    /// The chance of each row and of each column beside its name.
    fn with_margins(&self, matrix: Matrix) -> Matrix {
        let column = |place: usize| self.survivors.iter().map(|row| row[place]).sum::<f64>();
        let named = |name: &String, p: f64| format!("{name} ({})", percent(p));
        let rows = matrix.rows.iter().zip(&self.survivors).map(|(name, row)| named(name, row.iter().sum()));
        let columns = matrix.columns.iter().enumerate().map(|(place, name)| named(name, column(place)));
        Matrix { rows: rows.collect(), columns: columns.collect(), ..matrix }
    }

    /// The chance of every pair of survivors.
    fn matrix(&self) -> Option<Matrix> {
        let [a, b] = self.told_apart();
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

fn head(fight: &ReadyFight<'_>, options: &Options) -> Head {
    let request = fight.request;
    let mut command = Command::new("fight").word(&request.a).word(&request.b);
    command = command.each("--rounds", (request.rounds != 3).then(|| request.rounds.to_string()));
    command = command.each("--first", (request.first == 1).then_some("B"));
    if !request.charge {
        command = command.word("--no-charge");
    }
    command = command.each("--turns", (!request.turns.is_empty()).then_some(&request.turns));
    command = command.each("--losses", (request.losses == Losses::Even).then_some("even"));
    command = command.each("--best", best(request)).each("--metric", request.base.metric.as_ref());
    command = command.each("--below-half", request.until.map(Until::name)).table(&request.base);
    let head = (0..2).filter_map(|side| fight.plain.attack(side)).next().map(|attack| attack.head().clone());
    let texts = (0..2).filter_map(|side| fight.plain.attack(side)).filter_map(|attack| attack.head().tag);
    let head = Head {
        rulings: chosen_rulings(fight.game, &request.base).unwrap_or_default(),
        mode: head.as_ref().and_then(|head| head.mode.clone()),
        edition: head.and_then(|head| head.edition),
        phase: request.base.phase.filter(|phase| *phase != Phase::Combat),
        not_computed: not_computed(fight),
        seed: Some(options.sampling.seed),
        tag: Some(texts.fold(0, |all: u64, one| all.rotate_left(7) ^ one)),
        ..Head::new(fight.game.id, &request.base, command.options(options).text())
    };
    head.warned([&request.a, &request.b], &request.base)
}

impl Reportable for FightReport {
    fn sheet(&self) -> Sheet {
        let [a, b] = self.names();
        let used = |used: &FightUse| {
            let name = format!("{} uses `{}` in round {}", used.side, used.what, used.round);
            (name, Figure::Probability(used.share))
        };
        let mut lines: Vec<(String, Figure)> = self.uses.iter().map(used).collect();
        lines.extend(
            self.exchange.map(|ratio| ("points destroyed for each point lost".to_owned(), Figure::Number(ratio))),
        );
        let mut blocks = vec![
            heading(self.head.game, &self.title(), self.settings().into_iter().chain(self.head.left_out()).collect()),
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
            Some(trials) => format!(
                "sampled: {}, seed {}; the 95 % interval of a chance is at most ± {}",
                counted(trials, "dice-rolled fight"),
                self.head.seed.unwrap_or_default(),
                percent(wilson(0.5, trials)[1] - 0.5)
            ),
        };
        blocks.push(Section::Sentence(method.clone(), false));
        let file_name = self.head.file_name(&["fight", a, b], "-");
        let sheet = self.head.sheet([a, "and", b], file_name, self.settings());
        let about = [vec![("method", self.method.to_owned())], sheet.about.clone()].concat();
        let sheet = Sheet { about, method, highlights: self.answer(), lines: self.lines(), ..sheet };
        // Whatever draws pictures draws the survivors below the lines.
        let survivors = self.matrix().map(|matrix| self.with_margins(matrix));
        let survivors = survivors.map(|matrix| Sheet { matrix: Some(matrix), lines: None, ..sheet.clone() });
        Sheet { blocks, also: survivors.into_iter().collect(), ..sheet }
    }

    /// One row for each round, side and metric.
    fn csv(&self, style: CsvStyle) -> Vec<u8> {
        let rows = self.rounds.iter().flat_map(|round| {
            let of_side = |side: usize| {
                [
                    ("destroyed", Some(round.destroyed[side])),
                    ("slain", Some(round.slain[side].mean)),
                    ("wounds-lost", Some(round.wounds_lost[side])),
                    ("points-lost", round.points_lost[side]),
                ]
                .map(|(metric, value)| (Some(side), metric, value))
            };
            let all = [0, 1].into_iter().flat_map(of_side).chain([(None, "both-stand", Some(round.both_stand))]);
            all.map(|(side, metric, value)| (round.round, side, metric, value))
        });
        let side = |side: Option<usize>| side.map(|side| NAMES[side]);
        let losses = if self.losses == Losses::Even { "even" } else { "plain-first" };
        Listing::of(&self.head, rows)
            .column("attacker", "", |_| self.attacker.name.clone())
            .column("defender", "", |_| self.defender.name.clone())
            .column("round", "", |row| row.0)
            .column("side", "", |row| side(row.1))
            .column("unit", "", |row| row.1.map(|side| self.names()[side]))
            .column("metric", "", |row| row.2)
            .column("value", "", |row| row.3.map(Figure::Number))
            .column("method", "", |_| self.method)
            .column("trials", "", |_| self.trials.map(|trials| trials.to_string()))
            .column("seed", "", |_| self.head.seed.map(|seed| seed.to_string()))
            .column("first", "", |_| self.first)
            .column("losses", "", |_| losses)
            .column("until", "", |_| self.until.map(Until::name))
            .column("phase", "", |_| self.head.phase.map(Phase::name))
            .column("with", "", |_| CsvCell::bracketed(&self.head.with))
            .column("command", "", |_| self.head.command.clone())
            .csv(&self.head, style)
    }
}
