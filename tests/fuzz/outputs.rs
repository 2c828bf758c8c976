//! Names of any kind in every output: nothing that a terminal or a spreadsheet would run, and every format can be read.

use warodds::ask::{Request, prepare_units};
use warodds::games::Phase;
use warodds::profile::{Found, Source};
use warodds::report::{CsvStyle, FORMATS, Screen, render, text};

use super::doors::{briefly, drawn};
use super::drive;
use super::profiles::built_in;
use super::texts::slip;
use crate::referee::matchups::Pick;

/// A name of a few slips, as TOML writes it.
fn name(pick: &mut Pick) -> String {
    let name: String = (0..pick.from(1, 6)).map(|_| slip(pick)).collect();
    let name = if pick.one_in(20) { name.repeat(80) } else { name };
    serde_json::to_string(&format!("x{name}")).expect("a text")
}

#[test]
fn names_of_any_kind_are_harmless_in_every_output() {
    let units: Vec<Found> = built_in();
    drive(|pick, told| {
        let unit = &units[pick.from(0, units.len() as u32 - 1) as usize];
        let mut lines: Vec<String> = unit.source.text.lines().map(str::to_owned).collect();
        for line in lines.iter_mut().filter(|line| line.starts_with("name")) {
            *line = format!("name = {}", name(pick));
        }
        let profile = lines.join("\n");
        told.push_str(&profile);
        let named = Found::of("named", Source::new("named.toml", profile));
        let request = Request { phase: Some(pick.of(&[Phase::Combat, Phase::Shooting])), ..Request::default() };
        let prepared = prepare_units(&[(named, None)], &(unit.clone(), None), &request);
        let (report, _) = match prepared.and_then(|prepared| prepared.report(&briefly(), &|_| {})) {
            Ok(answered) => answered,
            Err(error) => {
                let shown = drawn(&error);
                assert!(!shown.contains('\u{1b}') || !error.diagnostics.is_empty(), "{shown:?}");
                return;
            }
        };
        super::reached();
        let screen = Screen { width: 80, color: false, ascii: pick.one_in(2) };
        let shown = text(&report.sheet(), screen);
        let disturbing = |c: char| c.is_control() && c != '\n' || ('\u{202a}'..='\u{202e}').contains(&c);
        assert!(!shown.contains(disturbing), "{shown:?}");
        let report = warodds::ask::Phases::from(report);
        for format in FORMATS.iter().filter(|format| ["json", "csv"].contains(&format.ending)) {
            let bytes =
                render(&report, format, CsvStyle::Plain).expect("it can be drawn").expect("every answer has it");
            if format.ending == "json" {
                serde_json::from_slice::<serde_json::Value>(&bytes).expect("JSON");
                continue;
            }
            for row in csv::Reader::from_reader(&bytes[..]).records() {
                let row = row.expect("as many cells as the head");
                let runs = |cell: &str| {
                    cell.starts_with(['=', '+', '@', '\t', '\r'])
                        || cell.starts_with('-') && cell.parse::<f64>().is_err()
                };
                assert!(!row.iter().any(runs), "{row:?}");
            }
        }
    });
}
