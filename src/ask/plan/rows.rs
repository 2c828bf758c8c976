//! A plan on a sheet, and its decision table as tidy rows.

use super::report::{PlanMove, PlanReport};
use super::rollout::PLAN_TRIALS;
use crate::ask::listing::{Listing, SheetText};
use crate::ask::report::UnitLine;
use crate::games::Phase;
use crate::report::{CsvCell, CsvStyle, Figure, Reportable, Section, Sheet, counted};

impl Reportable for PlanReport {
    fn sheet(&self) -> Sheet {
        let names = |units: &[UnitLine]| units.iter().map(|unit| unit.name.as_str()).collect::<Vec<_>>().join(", ");
        let (attackers, targets) = (names(&self.attackers), names(&self.targets));
        let decisions = (!self.table.is_empty()).then(|| self.decisions());
        let has_fixed = self.method() != "fixed" && !self.fixed_plan.is_empty();
        let fixed = has_fixed.then(|| Section::Table(self.fixed_table()));
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
        let text = SheetText {
            line: format!("{attackers} into {targets}"),
            title: [&attackers, "into", &targets],
            file: (&["plan", &attackers, &targets], "-"),
            settings: self.settings(),
            answer: self.answer(),
            tables: vec![Some(self.values()), decisions, self.matrix().map(Section::Matrix), fixed],
            notes: self.notes(),
            method: &method,
        };
        let mut sheet = text.sheet(&self.head);
        let blocks = std::mem::take(&mut sheet.blocks);
        // Whatever draws pictures draws the first attacks below the decisions.
        let openings = self.matrix().map(|matrix| Sheet { matrix: Some(matrix), ..sheet.clone() });
        Sheet { blocks, steps: self.steps().collect(), also: openings.into_iter().collect(), ..sheet }
    }

    /// One row for each rule of the decision table.
    fn csv(&self, style: CsvStyle) -> Vec<u8> {
        Listing::of(&self.head, &self.table)
            .column("goal", "", |_| self.goal.clone())
            .column("step", "", |rule| rule.step)
            .column("if", "", |rule| rule.when.clone())
            .column("attacker", "", |rule| PlanMove::acts(&rule.attacker, &rule.with))
            .column("target", "", |rule| rule.target.clone())
            .column("left", "", |rule| rule.left.join("; "))
            .column("probability", "", |rule| Figure::Number(rule.probability))
            .column("value", "", |_| Figure::Number(self.value))
            .column("fixed", "", |_| Figure::Number(self.fixed))
            .column("greedy", "", |_| self.greedy.map(Figure::Number))
            .column("unsplit", "", |_| self.unsplit.map(Figure::Number))
            .column("next_point", "", |_| self.next_point.map(Figure::Number))
            .column("bound", "", |_| self.bound.map(Figure::Number))
            .column("phase", "", |_| self.head.phase.map(Phase::name))
            .column("with", "", |_| CsvCell::bracketed(&self.head.with))
            .column("command", "", |_| self.head.command.clone())
            .csv(&self.head, style)
    }
}
