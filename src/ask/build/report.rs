//! A list that was built, as every output shows it.

use serde::Serialize;

use super::Built;
use super::limits::{COPIES, targets};
use super::market::{Assigned, Market};
use super::search::worst;
use crate::ask::head::Head;
use crate::ask::listing::{Listing, SheetText};
use crate::ask::lists::{Enemy, Lists, Takings, named};
use crate::ask::typed::Command;
use crate::games::Phase;
use crate::report::{CsvCell, CsvStyle, Figure, Matrix, Reportable, Sheet, counted, percent};

/// The note on what `build` does not count.
pub(super) const LEFT_OUT: &str = "one turn in which every unit attacks once and reaches its target: range, movement, missions, and what the enemy does are left out";

/// The note where what single attacks do is added up.
pub(super) const AVERAGES: &str =
    "averages of single attacks are added up, which counts wounds twice that only one of them can take";

/// The note where changes take all of an enemy, and more than all is not counted.
pub(super) const LOOK_ALIKE: &str =
    "counted by averages, and never more than all of an enemy: changes that reach 100 % look alike";

/// A unit of a list, and how often it is there. Fields are in JSON order.
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

    /// Several of them in words: `2 × Liberators, Clawlord`.
    pub(super) fn texts(units: &[Self]) -> Vec<String> {
        let text = |unit: &Self| {
            if unit.copies > 1 { format!("{} × {}", unit.copies, unit.name) } else { unit.name.clone() }
        };
        units.iter().map(text).collect()
    }

    /// What they cost.
    pub(super) fn cost(units: &[Self]) -> u32 {
        units.iter().map(|unit| unit.points * unit.copies as u32).sum()
    }
}

/// Some lists in a few words: the only one by its name.
pub(super) fn against<'n>(mut names: impl ExactSizeIterator<Item = &'n String>) -> String {
    match names.len() {
        1 => names.next().cloned().unwrap_or_default(),
        all => counted(all as u64, "list"),
    }
}

/// Who attacks what of an enemy.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BuiltAttack {
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
    pub attacks: Vec<BuiltAttack>,
    /// What plans the same attacks.
    #[serde(rename = "plan")]
    pub command: String,
}

/// The list whose worst match-up is best. Fields are in JSON order.
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
    #[serde(skip)]
    method: String,
}

/// The mean of what is taken.
pub(super) fn mean(assigned: &[Assigned]) -> f64 {
    assigned.iter().map(|assigned| assigned.value).sum::<f64>() / assigned.len().max(1) as f64
}

impl Built<'_> {
    /// The list as a report, with what the plans say.
    pub(super) fn report(self, planned: &[Option<f64>], notes: Vec<String>) -> BuildReport {
        let (found, request, market) = (&self.found, self.request, &self.market);
        let units = |counts: &[usize]| BuiltUnit::of(&self.lists, &self.takings, counts);
        let greedy = market.filled(market.least(), &market.efficiency());
        let by_points = market.assigned_quickly(&greedy);
        let bought = Market::units(&found.counts);
        let enemies = self.lists.enemies.iter().enumerate();
        let enemies = enemies.map(|(place, enemy)| EnemyLine {
            planned: planned.get(place).copied().flatten(),
            greedy: by_points[place].value,
            ..self.enemy((place, enemy), &bought)
        });
        let (own, worst_of_all) = (units(&found.counts), found.worst());
        BuildReport {
            enemies: enemies.collect(),
            limit: request.points,
            points: BuiltUnit::cost(&own),
            units: own,
            worst: worst_of_all,
            mean: mean(&found.assigned),
            bound: found.bound,
            gap: if worst_of_all > 0.0 { (found.bound / worst_of_all - 1.0).max(0.0) } else { 0.0 },
            greedy: worst(&by_points),
            greedy_mean: mean(&by_points),
            greedy_units: units(&greedy),
            must: request.must.clone(),
            never: request.never.clone(),
            at_most: request.at_most.clone(),
            at_least: request.at_least.clone(),
            method: self.takings.method(self.options),
            head: Head { command: self.command(), notes, ..self.takings.table.head },
        }
    }

    /// Who attacks what of an enemy, and what plans it.
    fn enemy(&self, (place, enemy): (usize, &Enemy), bought: &[usize]) -> EnemyLine {
        let (table, market) = (&self.takings.table, &self.market.enemies[place]);
        let (all, assigned) = (targets(enemy, market.len()), &self.found.assigned[place]);
        let aim = |(unit, aim): (&usize, &usize)| BuiltAttack {
            attacker: named(&table.attackers[*unit].line, &self.lists.units[*unit]),
            target: table.defenders[all[*aim]].line.name.clone(),
            part: market[*aim].taken[*unit],
        };
        let typed = bought.iter().map(|unit| table.attackers[*unit].typed.as_str());
        let command = typed.fold(Command::new("plan"), Command::word).word("--into");
        let against = std::iter::repeat_n(enemy.typed.as_str(), if enemy.is_typical { all.len() } else { 1 });
        let command = against.fold(command, Command::word).each("--goal", ["wounds"]).flag("--fixed", true);
        EnemyLine {
            name: enemy.name.clone(),
            taken: assigned.value,
            planned: None,
            greedy: 0.0,
            attacks: bought.iter().zip(&assigned.aims).map(aim).collect(),
            command: command.table(&self.request.base).text(),
        }
    }

    /// The command that asks the same again.
    fn command(&self) -> String {
        let request = self.request;
        Command::new("build")
            .list("--from", &request.from)
            .each("--points", [request.points.to_string()])
            .list("--into", &request.into)
            .each("--must", &request.must)
            .each("--never", &request.never)
            .each("--at-most", &request.at_most)
            .each("--at-least", &request.at_least)
            .table(&request.base)
            .options(self.options)
            .text()
    }
}

impl BuildReport {
    fn settings(&self) -> Vec<(String, String)> {
        let mut lines = vec![("points".to_owned(), format!("{} of {}", self.points, self.limit))];
        for (name, texts) in
            [("must", &self.must), ("never", &self.never), ("at most", &self.at_most), ("at least", &self.at_least)]
        {
            lines.extend((!texts.is_empty()).then(|| (name.to_owned(), texts.join("; "))));
        }
        lines.into_iter().chain(self.head.lines()).collect()
    }

    /// The worst match-up, played out if it could be; then, apart, averages, by which lists are chosen: what this list takes,
    /// what no list exceeds, and what points alone come to.
    fn answer(&self) -> Vec<String> {
        let done = |enemy: &EnemyLine| enemy.planned.unwrap_or(enemy.taken);
        let least = self.enemies.iter().min_by(|a, b| done(a).total_cmp(&done(b)));
        let of = least.map_or("", |enemy| enemy.name.as_str());
        let best = match self.gap {
            gap if gap < 1e-6 => "which no list within these limits exceeds".to_owned(),
            gap => format!("and no list exceeds {} ({} more)", percent(self.bound), percent(gap)),
        };
        let all = self.enemies.len();
        let worst = if all > 1 { format!(", the worst of {all} match-ups") } else { String::new() };
        let played = least.filter(|enemy| enemy.planned.is_some()).map_or("", |_| " played out");
        vec![
            format!("takes {} of {of}{worst}{played}", percent(least.map_or(self.worst, done))),
            format!(
                "by averages of single attacks {}, {best}; one filled by points alone {}",
                percent(self.worst),
                percent(self.greedy)
            ),
        ]
    }

    fn listed_units(&self) -> Listing<&BuiltUnit> {
        Listing::of(&self.head, &self.units)
            .column("", "unit", |unit| unit.name.clone())
            .column("", "how many", |unit| unit.copies)
            .column("", "models", |unit| unit.models)
            .column("", "points each", |unit| unit.points)
            .column("", "points", |unit| unit.points * unit.copies as u32)
    }

    fn listed_enemies(&self) -> Listing<&EnemyLine> {
        Listing::of(&self.head, &self.enemies)
            .column("", "against", |enemy| enemy.name.clone())
            .column("", "by averages", |enemy| Figure::Probability(enemy.taken))
            .column("", "played out", |enemy| enemy.planned.map(Figure::Probability))
            .column("", "filled by points alone, by averages", |enemy| Figure::Probability(enemy.greedy))
    }

    /// Each attack of each unit.
    fn listed_attacks(&self) -> Listing<(&EnemyLine, &BuiltAttack)> {
        let rows = self.enemies.iter().flat_map(|enemy| enemy.attacks.iter().map(move |aim| (enemy, aim)));
        Listing::of(&self.head, rows)
            .column("enemy", "", |(enemy, _)| enemy.name.clone())
            .column("attacker", "", |(_, aim)| aim.attacker.clone())
            .column("target", "", |(_, aim)| aim.target.clone())
            .column("part", "", |(_, aim)| Figure::Number(aim.part))
            .column("taken", "", |(enemy, _)| Figure::Number(enemy.taken))
            .column("planned", "", |(enemy, _)| enemy.planned.map(Figure::Number))
            .column("greedy", "", |(enemy, _)| Figure::Number(enemy.greedy))
            .column("worst", "", |_| Figure::Number(self.worst))
            .column("bound", "", |_| Figure::Number(self.bound))
            .column("points", "", |_| self.points)
            .column("phase", "", |_| self.head.phase.map(Phase::name))
            .column("with", "", |_| CsvCell::bracketed(&self.head.with))
            .column("command", "", |(enemy, _)| enemy.command.clone())
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
            title: "part of the enemy's wounds by averages of single attacks, %".to_owned(),
            corner: "list".to_owned(),
            turned_corner: "enemy".to_owned(),
            rows: vec!["this list".to_owned(), "filled by points alone".to_owned()],
            columns: self.enemies.iter().map(|enemy| enemy.name.clone()).collect(),
            values: vec![values(|enemy| enemy.taken), values(|enemy| enemy.greedy)],
            is_chance: true,
            ..Matrix::default()
        }
    }
}

impl Reportable for BuildReport {
    fn sheet(&self) -> Sheet {
        let against = against(self.enemies.iter().map(|enemy| &enemy.name));
        let points = counted(self.limit.into(), "point");
        let units = self.listed_units().table("", usize::MAX);
        let text = SheetText {
            line: format!("A list for {points} against {against}"),
            title: [&format!("A list for {points}"), "against", &against],
            file: (&["build", &points, &against], "-"),
            settings: self.settings(),
            answer: self.answer(),
            tables: vec![units, self.listed_enemies().table("the part of each enemy's wounds", usize::MAX)],
            notes: self.notes(),
            method: &self.method,
        };
        Sheet { matrix: Some(self.matrix()), ..text.sheet(&self.head) }
    }

    /// One row for each attack of each unit of the list.
    fn csv(&self, style: CsvStyle) -> Vec<u8> {
        self.listed_attacks().csv(&self.head, style)
    }
}
