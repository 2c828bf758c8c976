//! The answer to an attack in each of several phases.

use super::super::typed::heading;
use super::data::rows;
use super::{Head, Report, UnitLine, headline};
use crate::report::{CsvStyle, Reportable, Section, Sheet};

/// The answers to one attack in each phase that the attacker has weapons for, or in the one that was asked for.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct Phases {
    /// What was asked; it names no phase where there are several.
    #[serde(flatten)]
    pub head: Head,
    /// Who attacks.
    pub attacker: UnitLine,
    /// Who is attacked.
    pub defender: UnitLine,
    /// The answers, each with its phase; at least one.
    #[serde(rename = "phases")]
    pub reports: Vec<Report>,
}

impl Phases {
    /// Answers that were asked for together.
    pub(in crate::ask) fn of(head: Head, reports: Vec<Report>) -> Self {
        let Report { attacker, defender, .. } = &reports[0];
        // What is uncertain is next to each answer.
        let head = Head { uncertain: Vec::new(), ..head };
        Self { head, attacker: attacker.clone(), defender: defender.clone(), reports }
    }
}

impl Phases {
    /// Makes a sheet one of several: its heading becomes what tells it from the others, and its answer is handed over.
    fn below_the_others(&self, report: &Report, sheet: &mut Sheet) -> Section {
        let (head, mut lines) = (&report.head, report.head.lines());
        let alone = (head.weapon != self.head.weapon).then(|| head.weapon.join(", "));
        let phase = head.phase.filter(|_| self.head.phase.is_none()).map(|phase| phase.name().to_owned());
        let name = phase.into_iter().chain(alone).collect::<Vec<_>>().join(", ");
        let name = if name.is_empty() { "all weapons".to_owned() } else { name };
        let shared = self.head.lines();
        lines.retain(|line| !shared.contains(line) && !matches!(&*line.0, "phase" | "weapon"));
        let left_out = report.head.left_out_sentence();
        let is_exact = |block: &Section| matches!(block, Section::Results(lines) if lines[0].0 == "exact");
        sheet.blocks.retain(|block| !matches!(block, Section::Answer(_)) && !is_exact(block));
        sheet.blocks.retain(|block| Some(block) != left_out.as_ref());
        let mut answer = report.answer();
        answer[0] = format!("{name}: {}", answer[0]);
        sheet.blocks[0] = Section::Heading(name, lines);
        Section::Answer(answer)
    }
}

impl From<Report> for Phases {
    fn from(report: Report) -> Self {
        Self::of(report.head.clone(), vec![report])
    }
}

impl Reportable for Phases {
    /// The answers in one sentence each, then the sheet of the first phase and those of the others below it.
    fn sheet(&self) -> Sheet {
        let all: Vec<&Report> = self.reports.iter().flat_map(|one| std::iter::once(one).chain(&one.alone)).collect();
        let mut sheets: Vec<Sheet> = all.iter().map(|report| report.sheet()).collect();
        if all.len() > 1 {
            let parts = all.iter().zip(&mut sheets);
            let answers: Vec<Section> = parts.map(|(report, sheet)| self.below_the_others(report, sheet)).collect();
            let heading = heading(self.head.game, &headline(&self.attacker, &self.defender), self.head.lines());
            sheets[0].blocks.splice(0..0, std::iter::once(heading).chain(answers));
            // What the profiles leave out is the same in each phase.
            let last = sheets.len() - 1;
            sheets[last].blocks.extend(all[0].head.left_out_sentence());
        }
        let mut sheet = sheets.remove(0);
        sheet.file_name = self.head.file_name(&[&self.attacker.name, &self.defender.name], "-vs-");
        sheet.also = sheets;
        sheet
    }

    fn csv(&self, style: CsvStyle) -> Vec<u8> {
        rows(&self.reports, style)
    }
}
