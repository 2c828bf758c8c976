//! The answer to a plan.

use serde::Serialize;

use super::PlanRequest;
use super::board::AttackPairs;
use super::layout::{Hands, Move, PlanBoard};
use super::policy::Policy;
use super::rollout::RolledOut;
use super::simple::{Fixed, bound, first_greedy};
use super::table::{PlanRule, Range, rules};
use crate::ask::head::Head;
use crate::ask::report::UnitLine;
use crate::ask::typed::Command;
use crate::report::{Figure, FigureTable, Matrix, PlanStep, Section, fixed, percent};

/// Who attacks whom.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlanMove {
    /// The attacker's name.
    pub attacker: String,
    /// The target's name; where weapons go at several targets, all of them with the weapons of each.
    pub target: String,
    /// Commands that are used in it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<String>,
}

impl PlanMove {
    /// The attacker with the commands that it uses.
    pub(super) fn acts(attacker: &str, with: &[String]) -> String {
        if with.is_empty() { attacker.to_owned() } else { format!("{attacker} with {}", with.join(" and ")) }
    }
}

/// A rule of the decision table. Fields are in JSON order.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlanRow {
    /// What is left of the targets when it holds.
    #[serde(rename = "if")]
    pub when: String,
    /// Who attacks then.
    pub attacker: String,
    /// Whom.
    pub target: String,
    /// Commands that are used in it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<String>,
    /// Which attack it is: 1 for the first.
    pub step: usize,
    /// Who has not attacked yet.
    pub left: Vec<String>,
    /// How often it comes to this.
    pub probability: f64,
}

/// The best plan, and simpler ones beside it. Fields are in JSON order.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct PlanReport {
    /// What was asked, and what a player should know.
    #[serde(flatten)]
    pub head: Head,
    /// The attackers, each once.
    pub attackers: Vec<UnitLine>,
    /// The targets.
    pub targets: Vec<UnitLine>,
    /// What is wanted.
    pub goal: String,
    worth: Vec<String>,
    not: Vec<String>,
    #[serde(rename = "command-points", skip_serializing_if = "Option::is_none")]
    command_points: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    charge: Option<String>,
    method: &'static str,
    /// What the best plan is expected to reach; with `--fixed`, the same as `fixed`.
    pub value: f64,
    /// What the best assignment fixed beforehand is expected to reach.
    pub fixed: f64,
    /// What attacking greedily is expected to reach; `None` if that was too large.
    pub greedy: Option<f64>,
    /// Where the table of all states is too large: what is reached one attack ahead of the fixed plan, and its 95 % interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rollout: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interval: Option<[f64; 2]>,
    /// What seeing the results is worth: `value`, or `unsplit` where there is one, minus `fixed`; `None` without a table of all states.
    pub information: Option<f64>,
    /// With `--split`, what the best plan is expected to reach that splits nothing; `fixed` and `greedy` split nothing
    /// either.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsplit: Option<f64>,
    /// What one more command point is worth, where `--cp` does not pay for every command that some attack may use.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_point: Option<f64>,
    /// Without a table of all states, what no plan exceeds, if that was worked out.
    pub bound: Option<f64>,
    /// The first attack; `None` if no attack gains anything.
    pub first: Option<PlanMove>,
    /// What to do, and when.
    pub table: Vec<PlanRow>,
    /// How much of all decisions the table covers.
    pub covered: f64,
    /// The best assignment fixed beforehand, in order.
    pub fixed_plan: Vec<PlanMove>,
    /// How many states were looked at; `None` without a table of all states.
    pub states: Option<u64>,
    /// What the best plan reaches that begins with each attack: a row for each kind of attackers in their order, a number
    /// for each target, `None` where it may not be attacked; empty without a table of all states.
    pub openings: Vec<Vec<Option<f64>>>,
    #[serde(skip)]
    kinds: Vec<String>,
    #[serde(skip)]
    all_orders: bool,
    /// The targets of the first attack.
    #[serde(skip)]
    first_targets: String,
}

/// What the best plan reaches that begins with each attack: a row for each kind of attackers, a column for each target.
fn openings(policy: &Policy<'_>) -> Vec<Vec<Option<f64>>> {
    let (full, start) = (policy.hands.full(), policy.board.start());
    let begun = |kind: usize, target: usize| {
        let aims = policy.board.on(kind, target).filter_map(|(aim, ..)| policy.begun(full, (kind, aim), start));
        aims.map(|value| value.first).reduce(f64::max)
    };
    let targets = 0..policy.board.targets.len();
    policy.hands.kinds(full).map(|kind| targets.clone().map(|target| begun(kind, target)).collect()).collect()
}

/// The targets of an attack.
fn targets(pairs: &AttackPairs, board: &PlanBoard, (kind, aim): Move) -> String {
    let parts = board.aims[kind][aim].iter().flat_map(|aim| &aim.parts);
    parts.map(|(target, _)| pairs.targets[*target].unit.name.as_str()).collect::<Vec<_>>().join(" and ")
}

fn named(pairs: &AttackPairs, board: &PlanBoard, (kind, aim): Move) -> PlanMove {
    let target = |place: usize| &pairs.targets[place].unit.name;
    let (attack, none) = (&board.aims[kind][aim], Vec::new());
    let parts = attack.as_ref().map_or(&none, |aim| &aim.parts);
    let aimed = match &parts[..] {
        [(only, _)] => target(*only).clone(),
        _ => {
            let parts = pairs.arsenals[kind].way(aim - pairs.targets.len()).into_iter();
            parts.map(|(place, weapons)| format!("{} ({weapons})", target(place))).collect::<Vec<_>>().join(" and ")
        }
    };
    let with = attack.as_ref().map_or_else(Vec::new, |aim| aim.with.clone());
    PlanMove { attacker: pairs.kinds[kind].unit.name.clone(), target: aimed, with }
}

fn row(pairs: &AttackPairs, (board, hands): (&PlanBoard, &Hands), rule: &PlanRule) -> PlanRow {
    let PlanMove { attacker, target, with } = named(pairs, board, rule.then);
    let attackers = hands.kinds(rule.hand).map(|kind| (kind, &pairs.kinds[kind].unit.name));
    let used_up = board.used_up.iter().enumerate().map(|(place, name)| (pairs.kinds.len() + place, name));
    let left = attackers.chain(used_up.filter(|(_, name)| !name.is_empty())).filter_map(|(kind, name)| {
        match hands.left(rule.hand, kind) {
            0 => None,
            1 => Some(name.clone()),
            n => Some(format!("{n} × {name}")),
        }
    });
    let when = match (rule.step, rule.when.is_empty()) {
        (1, _) => "at the start".to_owned(),
        (_, true) => "whatever is left".to_owned(),
        _ => rule.when.iter().map(|range| in_words(pairs, range)).collect::<Vec<_>>().join(", "),
    };
    PlanRow { when, attacker, target, with, step: rule.step, left: left.collect(), probability: rule.p }
}

/// What is left of a target: `Clanrats has at most 4 wounds left`.
fn in_words(pairs: &AttackPairs, range: &Range) -> String {
    let target = &pairs.targets[range.body.0];
    let body = &target.shape.bodies[range.body.1];
    let name = if target.shape.bodies.len() == 1 {
        target.unit.name.clone()
    } else {
        format!("{} ({})", target.unit.name, body.name)
    };
    let all = body.wounds();
    let most = all.saturating_sub(usize::from(range.lost.0));
    let least = all.saturating_sub(usize::from(range.lost.1));
    let wounds = |n: usize| if n == 1 { "1 wound".to_owned() } else { format!("{n} wounds") };
    let untouched = all - usize::from(body.taken);
    match (least, most) {
        (_, 0) => format!("{name} is gone"),
        (least, most) if least >= untouched || (least == most && least == untouched) => format!("{name} is unhurt"),
        (0, most) => format!("{name} has at most {} left", wounds(most)),
        (1, most) if most >= untouched => format!("{name} stands"),
        (least, most) if most >= untouched => format!("{name} has at least {} left", wounds(least)),
        (least, most) if least == most => format!("{name} has {} left", wounds(least)),
        (least, most) => format!("{name} has {least} to {} left", wounds(most)),
    }
}

impl PlanReport {
    /// The best plan that is fixed beforehand.
    pub(super) fn fixed(
        request: &PlanRequest,
        (board, pairs): (&PlanBoard, &AttackPairs),
        fixed: &Fixed,
        greedy: Option<f64>,
    ) -> Self {
        let command = request.attackers.iter().fold(Command::new("plan"), |command, unit| command.word(unit));
        let goal = (request.goal != "points").then_some(&request.goal);
        let command = command.each("--into", &request.targets).each("--goal", goal).each("--worth", &request.worth);
        let command = command.each("--not", &request.not).flag("--fixed", request.fixed).flag("--split", request.split);
        let command = command.each("--charge", (!request.charge.is_empty()).then_some(&request.charge));
        let head = pairs.base.head();
        let head = Head {
            rulings: head.rulings.clone(),
            mode: head.mode.clone(),
            edition: head.edition.clone(),
            not_computed: pairs.not_computed.clone(),
            tag: Some(pairs.texts),
            ..Head::new(pairs.game.id, &request.base, command.table(&request.base).text())
        };
        let hands = Hands::of(board);
        let mut hand = hands.full();
        let mut table = Vec::new();
        for (step, then) in (1..).zip(&fixed.moves) {
            table.push(row(pairs, (board, &hands), &PlanRule { step, hand, when: Vec::new(), then: *then, p: 1.0 }));
            let uses = board.aims[then.0][then.1].as_ref().map_or(&[][..], |aim| &aim.uses);
            hand = hands.after(hand, then.0, uses).unwrap_or(hand);
        }
        Self {
            head: head.warned(request.attackers.iter().chain(&request.targets), &request.base),
            attackers: pairs.units.clone(),
            targets: pairs.targets.iter().map(|target| target.unit.clone()).collect(),
            goal: request.goal.clone(),
            worth: request.worth.clone(),
            not: request.not.clone(),
            command_points: request.base.points,
            charge: (!request.charge.is_empty()).then(|| request.charge.clone()),
            method: "fixed",
            value: fixed.value,
            fixed: fixed.value,
            greedy,
            table,
            covered: 1.0,
            fixed_plan: fixed.moves.iter().map(|chosen| named(pairs, board, *chosen)).collect(),
            kinds: pairs.kinds.iter().map(|kind| kind.unit.name.clone()).collect(),
            all_orders: fixed.all_orders,
            ..Self::default()
        }
        .begun((board, pairs), fixed.moves.first().copied())
    }

    /// The same with the best plan of all.
    pub(super) fn best(self, policy: &Policy<'_>, pairs: &AttackPairs, unsplit: Option<f64>) -> Self {
        let (board, value) = (policy.board, policy.start());
        let states: Vec<Vec<_>> = pairs.targets.iter().map(|target| target.states.clone()).collect();
        let (rules, covered) = rules(policy, &states);
        Self {
            method: "exact",
            value,
            information: Some((unsplit.unwrap_or(value) - self.fixed).max(0.0)),
            unsplit,
            table: rules.iter().map(|rule| row(pairs, (board, &policy.hands), rule)).collect(),
            covered,
            states: Some(policy.states()),
            openings: openings(policy),
            ..self
        }
        .begun((board, pairs), policy.best_move(policy.hands.full(), board.start()))
    }

    /// The same with the best of plans that need no table of all states: fixed, greedy, and one attack ahead of the fixed one.
    pub(super) fn rolled(self, (board, pairs): (&PlanBoard, &AttackPairs), rolled: RolledOut, seed: u64) -> Self {
        let RolledOut { value: played, interval, first } = rolled;
        let head = Head { seed: Some(seed), ..self.head };
        let (rollout, interval, table) = (Some(played), Some(interval), Vec::new());
        match self.greedy.filter(|greedy| *greedy > self.fixed) {
            value if played > value.unwrap_or(self.fixed) => {
                Self { method: "rollout", value: played, head, rollout, interval, table, ..self }
                    .begun((board, pairs), first)
            }
            Some(value) => Self { method: "greedy", value, head, rollout, interval, table, ..self }
                .begun((board, pairs), first_greedy(board)),
            None => Self { head, rollout, interval, ..self },
        }
    }

    /// The same with what no plan exceeds.
    pub(super) fn bounded(self, board: &PlanBoard) -> Self {
        Self { bound: bound(board), ..self }
    }

    /// The same with this first move.
    fn begun(self, (board, pairs): (&PlanBoard, &AttackPairs), first: Option<Move>) -> Self {
        Self {
            first_targets: first.map_or_else(String::new, |first| targets(pairs, board, first)),
            first: first.map(|first| named(pairs, board, first)),
            ..self
        }
    }

    pub(super) fn method(&self) -> &'static str {
        self.method
    }

    /// What the values count.
    fn unit(&self) -> &'static str {
        match self.goal.split(':').next() {
            Some("kills") => "models slain",
            Some("wounds") => "wounds lost",
            Some("destroyed") if self.goal.contains(':') => "chance",
            Some("destroyed") => "targets destroyed",
            _ => "points destroyed",
        }
    }

    /// A value as a figure.
    fn figure(&self, value: f64) -> Figure {
        if self.unit() == "chance" { Figure::Probability(value) } else { Figure::Number(value) }
    }

    /// The answer, part by part.
    pub(super) fn answer(&self) -> Vec<String> {
        let value = match self.unit() {
            "chance" => percent(self.value),
            unit => format!("{} {unit} on average", fixed(self.value, places(self.value))),
        };
        let first = match &self.first {
            // The table says which weapons go where.
            Some(PlanMove { attacker, with, .. }) => {
                format!("first {} into {}", PlanMove::acts(attacker, with), self.first_targets)
            }
            None => "no attack gains anything".to_owned(),
        };
        vec![value, first]
    }

    pub(super) fn settings(&self) -> Vec<(String, String)> {
        let mut lines = vec![("goal".to_owned(), self.goal.clone())];
        lines.extend(self.command_points.map(|points| ("command points".to_owned(), points.to_string())));
        lines.extend(self.charge.iter().map(|charge| ("charge".to_owned(), charge.clone())));
        lines.extend(self.worth.iter().map(|text| ("worth".to_owned(), text.clone())));
        lines.extend(self.not.iter().map(|not| ("not".to_owned(), not.clone())));
        lines.into_iter().chain(self.head.lines()).collect()
    }

    pub(super) fn values(&self) -> Section {
        let unit = self.unit();
        let mut lines = Vec::new();
        match self.unsplit {
            Some(unsplit) => {
                lines.push((format!("{unit}, seeing each result and splitting"), self.figure(self.value)));
                lines.push((format!("{unit}, seeing each result"), self.figure(unsplit)));
            }
            None if self.information.is_some() => {
                lines.push((format!("{unit}, seeing each result"), self.figure(self.value)));
            }
            None => {}
        }
        lines.push((format!("{unit}, fixed beforehand"), self.figure(self.fixed)));
        lines.extend(self.greedy.map(|greedy| (format!("{unit}, greedily"), self.figure(greedy))));
        lines.extend(self.rollout.zip(self.interval).map(|(rollout, [low, high])| {
            let [low, high] = [low, high].map(|end| fixed(end, places(end).max(2)));
            (format!("{unit}, one attack ahead of that (95 %: {low} to {high})"), self.figure(rollout))
        }));
        lines.extend(self.information.map(|value| ("what seeing the results is worth".to_owned(), self.figure(value))));
        let splitting = self.unsplit.map(|unsplit| self.figure((self.value - unsplit).max(0.0)));
        lines.extend(splitting.map(|value| ("what splitting is worth".to_owned(), value)));
        let next = self.next_point.map(|value| self.figure(value));
        lines.extend(next.map(|value| ("what one more command point is worth".to_owned(), value)));
        lines.extend(self.bound.map(|bound| ("no plan is worth more than".to_owned(), self.figure(bound))));
        Section::Lines(lines)
    }

    /// The decision table: who is named where two rules of one step differ in who is left.
    pub(super) fn steps(&self) -> impl Iterator<Item = PlanStep> {
        self.table.iter().map(|row| {
            let several = self.table.iter().any(|other| other.step == row.step && other.left != row.left);
            let left = (several && row.left.len() > 1).then(|| format!(", {} left", row.left.join(" and ")));
            PlanStep {
                number: row.step,
                what: format!("{} into {}", PlanMove::acts(&row.attacker, &row.with), row.target),
                when: format!("{}{}", row.when, left.unwrap_or_default()),
                chance: self.information.is_some().then_some(row.probability),
            }
        })
    }

    /// The decision table as sentences.
    pub(super) fn decisions(&self) -> Section {
        let sentence = |step: PlanStep| {
            let often = step.chance.map_or_else(String::new, |chance| format!(" ({})", percent(chance)));
            (format!("{}. {}", step.number, step.what), format!(": {}{often}", step.when))
        };
        Section::Results(self.steps().map(sentence).collect())
    }

    pub(super) fn fixed_table(&self) -> FigureTable {
        let header = ["attacker", "target"].map(str::to_owned).to_vec();
        let row = |chosen: &PlanMove| {
            vec![Figure::Text(PlanMove::acts(&chosen.attacker, &chosen.with)), Figure::Text(chosen.target.clone())]
        };
        let rows = self.fixed_plan.iter().map(row).collect();
        FigureTable {
            header,
            rows,
            title: "the best assignment fixed beforehand, in this order".to_owned(),
            ..FigureTable::default()
        }
    }

    /// What the best plan reaches by the attack it begins with, where there is a choice.
    pub(super) fn matrix(&self) -> Option<Matrix> {
        let choices = self.openings.iter().flatten().flatten().count();
        (choices > 1).then(|| Matrix {
            title: format!("{}, by the first attack", self.unit()),
            corner: "first attacker".to_owned(),
            turned_corner: "first target".to_owned(),
            rows: self.kinds.clone(),
            columns: self.targets.iter().map(|target| target.name.clone()).collect(),
            values: self.openings.clone(),
            is_chance: self.unit() == "chance",
            is_choice: true,
            ..Matrix::default()
        })
    }

    pub(super) fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.covered < 0.999 {
            notes.push(format!("the table covers {} of all decisions; rarer ones are left out", percent(self.covered)));
        }
        if self.unsplit.is_some() && self.matrix().is_some() {
            notes.push("the values by the first attack are those of first attacks on one target".to_owned());
        }
        if !self.all_orders {
            notes.push("attacks on one target come in the order in which the units were named".to_owned());
        }
        notes
    }
}

/// How many places behind the point a mean is reported with: one, or as many as a small one needs for two figures.
fn places(value: f64) -> usize {
    if value > 0.0 && value < 0.5 { (1.0 - value.log10().floor()).min(6.0) as usize } else { 1 }
}
