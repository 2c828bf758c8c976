//! A plan on a sheet, and its decision table as tidy rows.

use super::report::{PlanMove, PlanReport, PlanRow};
use super::rollout::PLAN_TRIALS;
use crate::ask::head::{Head, NotComputed};
use crate::ask::report::UnitLine;
use crate::ask::said::heading;
use crate::games::Phase;
use crate::report::{Column, CsvCell, CsvStyle, Reportable, Section, Sheet, counted};

/// A rule of the decision table of a plan.
struct Row<'p> {
    plan: &'p PlanReport,
    rule: &'p PlanRow,
}

impl<'p> Row<'p> {
    const COLUMNS: &'p [Column<Self>] = &[
        ("game", |row| row.plan.head.game.into()),
        ("goal", |row| (&row.plan.goal).into()),
        ("step", |row| row.rule.step.into()),
        ("if", |row| (&row.rule.when).into()),
        ("attacker", |row| PlanMove::acts(&row.rule.attacker, &row.rule.with).into()),
        ("target", |row| (&row.rule.target).into()),
        ("left", |row| row.rule.left.join("; ").into()),
        ("probability", |row| row.rule.probability.into()),
        ("value", |row| row.plan.value.into()),
        ("fixed", |row| row.plan.fixed.into()),
        ("greedy", |row| row.plan.greedy.into()),
        ("unsplit", |row| row.plan.unsplit.into()),
        ("bound", |row| row.plan.bound.into()),
        ("phase", |row| row.plan.head.phase.map(Phase::name).into()),
        ("with", |row| CsvCell::list(&row.plan.head.with)),
        ("command", |row| (&row.plan.head.command).into()),
        ("not_computed", |row| NotComputed::cell(&row.plan.head.not_computed)),
    ];
}

impl Reportable for PlanReport {
    fn sheet(&self) -> Sheet {
        let names = |units: &[UnitLine]| units.iter().map(|unit| unit.name.as_str()).collect::<Vec<_>>().join(", ");
        let (attackers, targets) = (names(&self.attackers), names(&self.targets));
        let mut blocks = vec![
            heading(
                self.head.game,
                &format!("{attackers} into {targets}"),
                self.said_lines().into_iter().chain(self.head.left_out()).collect(),
            ),
            Section::Answer(self.answer()),
            self.values(),
        ];
        if !self.table.is_empty() {
            blocks.push(self.decisions());
        }
        blocks.extend(self.matrix().map(Section::Matrix));
        if self.method() != "fixed" && !self.fixed_plan.is_empty() {
            blocks.push(Section::Table(self.fixed_table()));
        }
        blocks.push(Section::Notes(self.notes()));
        let method = match self.states {
            Some(states) => format!("exact, no dice rolled: {}", counted(states, "state")),
            None if self.method() == "rollout" => {
                format!(
                    "{}, seed {}",
                    counted(u64::from(PLAN_TRIALS), "plan played"),
                    self.head.seed.unwrap_or_default()
                )
            }
            None => format!("exact, {}", if self.method() == "greedy" { "greedy" } else { "fixed beforehand" }),
        };
        let file_name = self.head.file_name(&["plan", &attackers, &targets], "-");
        let sheet = Sheet {
            method,
            highlights: self.answer(),
            ..self.head.sheet([&attackers, "into", &targets], file_name, self.said_lines())
        };
        // Whatever draws pictures draws the first attacks below the decisions.
        let openings = self.matrix().map(|matrix| Sheet { matrix: Some(matrix), ..sheet.clone() });
        Sheet { blocks, steps: self.steps().collect(), also: openings.into_iter().collect(), ..sheet }
    }

    /// One row for each rule of the decision table.
    fn csv(&self, style: CsvStyle) -> Vec<u8> {
        Head::csv(Row::COLUMNS, self.table.iter().map(|rule| (&self.head, Row { plan: self, rule })), style)
    }
}
