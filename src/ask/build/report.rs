//! A list that was built, as every output shows it.

use serde::Serialize;

use super::Builder;
use super::limits::{COPIES, targets};
use super::market::{Assigned, Market};
use super::search::{Built, worst};
use crate::ask::head::{Head, NotComputed};
use crate::ask::lists::{Enemy, Lists, Takings, named};
use crate::ask::said::{Command, heading};
use crate::games::Phase;
use crate::report::{
    Column, CsvCell, CsvStyle, Figure, FigureTable, Matrix, Reportable, Section, Sheet, counted, percent,
};

/// What a list leaves out, whoever it meets.
pub(super) const LEFT_OUT: &str = "one turn in which every unit attacks once and reaches its target: range, movement, missions, and what the enemy does are left out";

/// A unit of a list, and how often it is there. Its fields stand in the order in which JSON has them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BuiltUnit {
    /// Its name.
    pub name: String,
    /// How many models it has.
    pub models: usize,
    /// What each costs.
    pub points: u32,
    /// How many there are.
    pub copies: usize,
}

impl BuiltUnit {
    /// The units of a list, from how many it has of each good.
    pub(super) fn of(lists: &Lists, takings: &Takings, counts: &[usize]) -> Vec<Self> {
        let there = counts.iter().enumerate().filter(|(_, copies)| **copies > 0);
        let unit = |(good, copies): (usize, &usize)| {
            let line = &takings.table.attackers[good].line;
            let (name, points) = (named(line, &lists.units[good]), line.points.unwrap_or(0));
            Self { name, models: line.models, points, copies: *copies }
        };
        there.map(unit).collect()
    }
}

/// Who attacks what of an enemy.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Aim {
    /// The unit's name.
    pub attacker: String,
    /// The target's.
    pub target: String,
    /// The part of the target that the attack takes on average.
    pub part: f64,
}

/// What a list does to an enemy.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EnemyLine {
    /// What the enemy's list is called.
    pub name: String,
    /// The part of its wounds that is taken, by the averages of single attacks.
    pub taken: f64,
    /// The same with all attacks on a target played one after the other, as `plan` does; `None` if that was not worked out.
    pub planned: Option<f64>,
    /// What the list takes that is filled by points alone.
    pub greedy: f64,
    /// Who attacks what.
    pub attacks: Vec<Aim>,
    /// What plans the same attacks.
    #[serde(rename = "plan")]
    pub command: String,
}

/// The list whose worst match-up is best. Its fields stand in the order in which JSON has them.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct BuildReport {
    /// What was asked, and what a player should know.
    #[serde(flatten)]
    pub head: Head,
    /// Points that might be spent.
    pub limit: u32,
    /// Points that are spent.
    pub points: u32,
    /// The units of the list.
    pub units: Vec<BuiltUnit>,
    /// The part of the wounds of an enemy that the list takes at least.
    pub worst: f64,
    /// The mean over all enemies.
    pub mean: f64,
    /// What the worst match-up of no list exceeds.
    pub bound: f64,
    /// How much more, as a part of `worst`, another list might take.
    pub gap: f64,
    /// The worst match-up of the list that is filled by points alone.
    pub greedy: f64,
    /// Its mean.
    pub greedy_mean: f64,
    /// That list.
    pub greedy_units: Vec<BuiltUnit>,
    /// Each enemy.
    pub enemies: Vec<EnemyLine>,
    must: Vec<String>,
    never: Vec<String>,
    at_most: Vec<String>,
    at_least: Vec<String>,
}

/// The mean of what is taken.
fn mean(assigned: &[Assigned]) -> f64 {
    assigned.iter().map(|assigned| assigned.value).sum::<f64>() / assigned.len().max(1) as f64
}

impl BuildReport {
    pub(super) fn new(
        (builder, takings): (&Builder, &Takings),
        (market, found, planned): (&Market, &Built, Vec<Option<f64>>),
        notes: Vec<String>,
    ) -> Self {
        let line = |good: usize| &takings.table.attackers[good].line;
        let units = |counts: &[usize]| BuiltUnit::of(&builder.lists, takings, counts);
        let greedy = market.filled(market.least(), &market.efficiency());
        let by_points = market.assigned_quickly(&greedy);
        let bought = Market::units(&found.counts);
        let enemy = |(place, enemy): (usize, &Enemy)| {
            let (all, assigned) = (targets(enemy, market.enemies[place].len()), &found.assigned[place]);
            let aim = |(unit, aim): (&usize, &usize)| Aim {
                attacker: named(line(*unit), &builder.lists.units[*unit]),
                target: takings.table.defenders[all[*aim]].line.name.clone(),
                part: market.enemies[place][*aim].taken[*unit],
            };
            let typed = bought.iter().map(|unit| takings.table.attackers[*unit].typed.as_str());
            let command = typed.fold(Command::new("plan"), Command::word).word("--into");
            let against = std::iter::repeat_n(enemy.typed.as_str(), if enemy.is_typical { all.len() } else { 1 });
            let command = against.fold(command, Command::word).each("--goal", ["wounds"]).flag("--fixed", true);
            EnemyLine {
                name: enemy.name.clone(),
                taken: assigned.value,
                planned: planned.get(place).copied().flatten(),
                greedy: by_points[place].value,
                attacks: bought.iter().zip(&assigned.aims).map(aim).collect(),
                command: command.table(&builder.request.base).text(),
            }
        };
        let (worst_of_all, request) = (found.worst(), &builder.request);
        let units = [units(&found.counts), units(&greedy)];
        let [own, greedy_units] = units;
        let limits = |texts: &[String]| texts.to_vec();
        Self {
            head: Head { command: builder.command(), notes, ..takings.table.head.clone() },
            limit: request.points,
            points: own.iter().map(|unit| unit.points * unit.copies as u32).sum(),
            units: own,
            worst: worst_of_all,
            mean: mean(&found.assigned),
            bound: found.bound,
            gap: if worst_of_all > 0.0 { (found.bound / worst_of_all - 1.0).max(0.0) } else { 0.0 },
            greedy: worst(&by_points),
            greedy_mean: mean(&by_points),
            greedy_units,
            enemies: builder.lists.enemies.iter().enumerate().map(enemy).collect(),
            must: limits(&request.must),
            never: limits(&request.never),
            at_most: limits(&request.at_most),
            at_least: limits(&request.at_least),
        }
    }

    fn said_lines(&self) -> Vec<(String, String)> {
        let mut lines = vec![("points".to_owned(), format!("{} of {}", self.points, self.limit))];
        for (name, texts) in
            [("must", &self.must), ("never", &self.never), ("at most", &self.at_most), ("at least", &self.at_least)]
        {
            lines.extend((!texts.is_empty()).then(|| (name.to_owned(), texts.join("; "))));
        }
        lines.into_iter().chain(self.head.lines()).collect()
    }

    /// The worst match-up, what none exceeds, and what points alone come to.
    fn answer(&self) -> Vec<String> {
        let least = self.enemies.iter().min_by(|a, b| a.taken.total_cmp(&b.taken));
        let of = least.map_or("", |enemy| enemy.name.as_str());
        let best = match self.gap {
            gap if gap < 1e-6 => "no list within these limits takes more".to_owned(),
            gap => format!("no list takes more than {} ({} more than this)", percent(self.bound), percent(gap)),
        };
        let all = self.enemies.len();
        let worst = if all > 1 { format!(", the worst of {all} match-ups") } else { String::new() };
        vec![
            format!("{} of {of}{worst}", percent(self.worst)),
            best,
            format!("filled by points alone {}", percent(self.greedy)),
        ]
    }

    fn table_of_units(&self) -> FigureTable {
        let row = |unit: &BuiltUnit| {
            let (points, copies) = (i64::from(unit.points), unit.copies as i64);
            vec![
                unit.name.as_str().into(),
                copies.into(),
                (unit.models as i64).into(),
                points.into(),
                (points * copies).into(),
            ]
        };
        let header = ["unit", "how many", "models", "points each", "points"].map(str::to_owned).to_vec();
        FigureTable { header, rows: self.units.iter().map(row).collect(), ..FigureTable::default() }
    }

    fn table_of_enemies(&self) -> FigureTable {
        let row = |enemy: &EnemyLine| {
            let planned = enemy.planned.map_or(Figure::Empty, Figure::Probability);
            vec![
                enemy.name.as_str().into(),
                Figure::Probability(enemy.taken),
                planned,
                Figure::Probability(enemy.greedy),
            ]
        };
        let header = ["against", "wounds taken", "played out", "filled by points alone"].map(str::to_owned).to_vec();
        let title = "the part of each enemy's wounds".to_owned();
        FigureTable { header, title, rows: self.enemies.iter().map(row).collect(), ..FigureTable::default() }
            .telling_columns()
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = vec![LEFT_OUT.to_owned()];
        if !self.at_most.iter().any(|text| !text.contains('=')) {
            notes.push(format!("a unit is there {COPIES} times at most, once if it is UNIQUE or an EPIC HERO; `--at-most` says otherwise"));
        }
        if self.enemies.iter().any(|enemy| enemy.planned.is_some()) {
            notes.push("played out: all attacks on a target one after the other, exactly; averages of single attacks count wounds twice that only one can take".to_owned());
        }
        notes
    }

    /// What both lists take of each enemy.
    fn matrix(&self) -> Matrix {
        let values = |of: fn(&EnemyLine) -> f64| self.enemies.iter().map(|enemy| Some(of(enemy))).collect();
        Matrix {
            title: "part of the enemy's wounds taken in one turn, %".to_owned(),
            corner: "list".to_owned(),
            turned_corner: "enemy".to_owned(),
            rows: vec!["this list".to_owned(), "filled by points alone".to_owned()],
            columns: self.enemies.iter().map(|enemy| enemy.name.clone()).collect(),
            values: vec![values(|enemy| enemy.taken), values(|enemy| enemy.greedy)],
            is_chance: true,
            ..Matrix::default()
        }
    }

    /// The enemies in a few words.
    fn against(&self) -> String {
        match &self.enemies[..] {
            [only] => only.name.clone(),
            several => counted(several.len() as u64, "list"),
        }
    }
}

impl Builder {
    /// The command that asks the same again.
    fn command(&self) -> String {
        let request = &self.request;
        Command::new("build")
            .list("--from", &request.from)
            .each("--points", [request.points.to_string()])
            .list("--into", &request.into)
            .each("--must", &request.must)
            .each("--never", &request.never)
            .each("--at-most", &request.at_most)
            .each("--at-least", &request.at_least)
            .table(&request.base)
            .options(&self.options)
            .text()
    }
}

impl Reportable for BuildReport {
    fn sheet(&self) -> Sheet {
        let against = self.against();
        let line = format!("A list for {} against {against}", counted(self.limit.into(), "point"));
        let blocks = vec![
            heading(self.head.game, &line, self.said_lines().into_iter().chain(self.head.left_out()).collect()),
            Section::Answer(self.answer()),
            Section::Table(self.table_of_units()),
            Section::Table(self.table_of_enemies()),
            Section::Notes(self.notes()),
        ];
        let points = format!("{} points", self.limit);
        let file_name = self.head.file_name(&["build", &points, &against], "-");
        Sheet {
            method: "averages of exact attacks".to_owned(),
            highlights: self.answer(),
            blocks,
            matrix: Some(self.matrix()),
            ..self.head.sheet([&format!("A list for {points}"), "against", &against], file_name, self.said_lines())
        }
    }

    /// One row for each attack of each unit of the list.
    fn csv(&self, style: CsvStyle) -> Vec<u8> {
        let rows =
            self.enemies.iter().flat_map(|enemy| enemy.attacks.iter().map(move |aim| Row { of: self, enemy, aim }));
        Head::csv(Row::COLUMNS, rows.map(|row| (&self.head, row)), style)
    }
}

/// An attack of a list that was built.
struct Row<'r> {
    of: &'r BuildReport,
    enemy: &'r EnemyLine,
    aim: &'r Aim,
}

impl<'r> Row<'r> {
    const COLUMNS: &'r [Column<Self>] = &[
        ("game", |row| row.of.head.game.into()),
        ("enemy", |row| (&row.enemy.name).into()),
        ("attacker", |row| (&row.aim.attacker).into()),
        ("target", |row| (&row.aim.target).into()),
        ("part", |row| row.aim.part.into()),
        ("taken", |row| row.enemy.taken.into()),
        ("planned", |row| row.enemy.planned.into()),
        ("greedy", |row| row.enemy.greedy.into()),
        ("worst", |row| row.of.worst.into()),
        ("bound", |row| row.of.bound.into()),
        ("points", |row| row.of.points.into()),
        ("phase", |row| row.of.head.phase.map(Phase::name).into()),
        ("with", |row| CsvCell::list(&row.of.head.with)),
        ("command", |row| (&row.enemy.command).into()),
        ("not_computed", |row| NotComputed::cell(&row.of.head.not_computed)),
    ];
}
