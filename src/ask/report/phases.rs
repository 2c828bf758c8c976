//! The answer to an attack in each of several phases.

use super::data::rows;
use super::{Head, Report, UnitLine};
use crate::report::{CsvStyle, Reportable, Sheet};

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
        // What is uncertain stands beside each answer.
        let head = Head { uncertain: Vec::new(), ..head };
        Self { head, attacker: attacker.clone(), defender: defender.clone(), reports }
    }
}

impl From<Report> for Phases {
    fn from(report: Report) -> Self {
        Self::of(report.head.clone(), vec![report])
    }
}

impl Reportable for Phases {
    /// The sheet of the first phase, those of the others below it.
    fn sheet(&self) -> Sheet {
        let mut sheet = self.reports[0].sheet();
        sheet.file_name = self.head.file_name(&[&self.attacker.name, &self.defender.name], "-vs-");
        sheet.also = self.reports[1..].iter().map(Report::sheet).collect();
        sheet
    }

    fn csv(&self, style: CsvStyle) -> Vec<u8> {
        rows(&self.reports, style)
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;
    use crate::games::Phase;
    use crate::report::Json;

    #[test]
    fn each_phase_is_an_answer_of_its_own() {
        let of = |phase: Phase| {
            let report = sample::tiny();
            let head = Head { phase: Some(phase), tag: Some(0), ..report.head.clone() };
            Report { head, ..report }
        };
        let phases = Phases::of(sample::tiny().head, vec![of(Phase::Shooting), of(Phase::Combat)]);
        let json: serde_json::Value = serde_json::from_str(&phases.json()).expect("JSON");
        assert_eq!(json["command"], "warodds attack liberators clawlord");
        assert_eq!((&json["phases"][0]["phase"], &json["phases"][1]["phase"]), (&"shooting".into(), &"combat".into()));
        assert_eq!(json["phases"][1]["results"]["destroyed"], 0.75);
        assert_eq!(phases.sheet().file_name, "liberators-vs-clawlord-on-gnaw-beast");
        let rows = phases.csv(CsvStyle::Plain).split(|byte| *byte == b'\n').count() - 2;
        assert_eq!((phases.sheet().also.len(), rows), (1, 16));
    }
}
