//! The answer to an attack in each of several phases.

use serde::Serialize;
use serde::ser::Serializer;

use super::{Report, Said, UnitLine};
use crate::report::{CsvTable, Reportable, SCHEMA, Sheet, TOOL};

/// The answers to one attack in each phase that the attacker has weapons for.
#[derive(Clone, PartialEq, Debug)]
pub struct Phases {
    /// What was asked, which names no phase.
    pub said: Said,
    /// The answers, each with its phase; at least one.
    pub reports: Vec<Report>,
}

/// The keys of the JSON, in their order.
#[derive(Serialize)]
struct Keys<'p> {
    schema: u32,
    tool: &'static str,
    game: &'static str,
    attacker: &'p UnitLine,
    defender: &'p UnitLine,
    command: &'p str,
    phases: &'p [Report],
}

impl Serialize for Phases {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Report { game, attacker, defender, .. } = &self.reports[0];
        let command = &self.command();
        let keys = Keys { schema: SCHEMA, tool: TOOL, game, attacker, defender, command, phases: &self.reports };
        keys.serialize(serializer)
    }
}

impl Phases {
    /// What was said, the result that is drawn included.
    fn said_drawn(&self) -> Said {
        Report { said: self.said.clone(), ..self.reports[0].clone() }.said()
    }

    fn command(&self) -> String {
        self.said_drawn().command
    }
}

impl Reportable for Phases {
    /// The sheet of the first phase, those of the others below it.
    fn sheet(&self) -> Sheet {
        let first = &self.reports[0];
        let mut sheet = first.sheet();
        sheet.file_name =
            self.said_drawn().file_name(first.game, &[&first.attacker.name, &first.defender.name], "-vs-");
        sheet.also = self.reports[1..].iter().map(Reportable::sheet).collect();
        sheet
    }

    fn rows(&self) -> CsvTable {
        let mut tables = self.reports.iter().map(Reportable::rows);
        let mut all = tables.next().unwrap_or_else(|| CsvTable::new(&[]));
        all.rows.extend(tables.flat_map(|table| table.rows));
        all
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
            let said = Said { phase: Some(phase), tag: Some(0), ..report.said.clone() };
            Report { said, ..report }
        };
        let said = sample::tiny().said;
        let phases = Phases { said, reports: vec![of(Phase::Shooting), of(Phase::Combat)] };
        let json: serde_json::Value = serde_json::from_str(&phases.json()).expect("JSON");
        assert_eq!(json["command"], "warodds attack liberators clawlord");
        assert_eq!((&json["phases"][0]["phase"], &json["phases"][1]["phase"]), (&"shooting".into(), &"combat".into()));
        assert_eq!(json["phases"][1]["results"]["destroyed"], 0.75);
        assert_eq!(phases.sheet().file_name, "liberators-vs-clawlord-on-gnaw-beast");
        assert_eq!((phases.sheet().also.len(), phases.rows().rows.len()), (1, 16));
    }
}
