//! The answer to an attack, as text, as JSON and as rows.

use warodds::ask::{AgreementLine, Metric, Phases, Report, StageLine, WeaponLine};
use warodds::games::Phase;
use warodds::report::{CsvStyle, Json, Reportable, Screen, TOOL};
use warodds::stats::{Pmf, Summary};

use super::sample;

#[test]
fn what_is_drawn_depends_on_the_number_of_models() {
    assert_eq!(sample::tiny().drawn().name, "wounds-lost");
    assert_eq!(sample::wide(20).drawn().name, "slain");
    let mut chosen = sample::wide(20);
    assert!(chosen.draw("Wounds Lost"));
    assert_eq!(chosen.drawn().name, "wounds-lost");
    assert!(!chosen.draw("slan"));
}

fn shown(report: &Report, screen: Screen) -> String {
    warodds::report::text(&report.sheet(), screen)
}

const WIDE: Screen = Screen { width: 80, color: false, ascii: false };

#[test]
fn a_report_reads_well() {
    let wanted = "\
Liberators (5 models, 100 points) attack Clawlord on Gnaw-beast (1 model)
destroyed 75.0 % · wounds lost 0.75 of 1 (90 %: 0 to 1) · damage 1.0

wounds lost  exactly  at least
────────────────────────────────────────────────────────────────────────────────
          0  25.00 %     100 %  ████████████████
          1  75.00 %   75.00 %  ████████████████████████████████████████████████

result       mean    sd  median  75 %  95 %
───────────────────────────────────────────
damage       1.00  0.71       1     1     2
wounds lost  0.75  0.43       1     1     1
slain        0.75  0.43       1     1     1

exact: every distribution was multiplied out, no dice were rolled

stage             all
─────────────────────
attacks  10.00 ± 0.00
hits      6.50 ± 1.50
";
    let text = shown(&sample::tiny(), WIDE);
    assert_eq!(text, wanted, "\n{text}");
}

#[test]
fn both_methods_show_their_agreement_or_the_lack_of_it() {
    let mut report = sample::both();
    let text = shown(&report, Screen { width: 100, ..WIDE });
    // What was said is told before the answer.
    let said = "phase: combat\nwith: +1 to hit; charged\nset: defender.save=4+\nweapon: Warhammer\n\
                order: Grandhammer\nmode: core\nrulings: twin-linked = best\ndestroyed 75.0 % · ";
    assert!(text.contains(said), "{text}");
    let verdict = "exact and 1,000,000 dice-rolled trials agree (chi-square 0.4, 2 degrees, p = 0.819)\n";
    assert!(text.contains(verdict), "{text}");
    report.agreement = Some(AgreementLine { chi_square: 99.0, degrees: 1, p: 1e-20, holds: false });
    assert!(
        shown(&report, Screen { width: 100, ..WIDE })
            .contains("trials DISAGREE (damage: chi-square 99.0, 1 degree, p < 0.000001)")
    );
}

#[test]
fn a_sampled_report_says_how_sure_it_is() {
    let text = shown(&sample::rolled(), WIDE);
    assert!(text.contains("destroyed 74.0 % (95 % interval 73.9 % to 74.1 %)\n"), "{text}");
    assert!(text.contains("\nsampled: 1,000,000 trials, seed 42; mean damage 0.979 to 0.981 (95 % interval)\n"));
}

#[test]
fn ascii_is_seven_bits_whatever_the_names() {
    for color in [false, true] {
        let screen = Screen { width: 80, color, ascii: true };
        for report in [sample::both(), sample::rolled(), sample::wide(900)] {
            let text = shown(&sample::named(report, "Ögre’s – 骷髏\u{1b}[2J", "Élan…"), screen);
            let odd: Vec<char> = text.chars().filter(|c| !matches!(c, ' '..='~' | '\n' | '\u{1b}')).collect();
            assert!(odd.is_empty(), "{odd:?}");
            assert!(text.contains("Ogre's - ???[2J (5 models"), "{text}");
            assert!(text.contains('#') && text.contains("+- "), "{text}");
        }
    }
}

#[test]
fn colours_are_all_that_a_colourful_table_adds() {
    let (plain, colourful) = (shown(&sample::both(), WIDE), shown(&sample::both(), Screen { color: true, ..WIDE }));
    let mut bare = colourful.clone();
    for code in ["\u{1b}[0m", "\u{1b}[1m", "\u{1b}[2m", "\u{1b}[36m"] {
        bare = bare.replace(code, "");
    }
    assert_ne!(plain, colourful);
    assert_eq!(plain, bare);
}

#[test]
fn several_weapons_stand_beside_each_other_as_far_as_there_is_room() {
    let mut report = sample::tiny();
    let weapon = |name: &str| WeaponLine { name: name.into(), stages: report.stages[..1].to_vec() };
    report.weapons = ["Bolt rifle", "A grenade launcher with a very long name", "Fist"].map(weapon).to_vec();
    let text = shown(&report, Screen { width: 82, ..WIDE });
    assert!(text.contains("stage      Bolt rifle  A grenade launcher with…          Fist           all\n"), "{text}");
    assert!(text.contains("hits                -                         -             -   6.50 ± 1.50\n"), "{text}");
}

#[test]
fn a_chain_of_many_weapons_is_turned_round_and_then_loses_its_spreads() {
    let mut report = sample::tiny();
    let weapon = |number| WeaponLine { name: format!("Bolt rifle {number}"), stages: report.stages.clone() };
    report.weapons = (1..=9).map(weapon).collect();
    let text = shown(&report, WIDE);
    assert!(text.contains("weapon             attacks         hits\n"), "{text}");
    assert!(text.ends_with("Bolt rifle 9  10.00 ± 0.00  6.50 ± 1.50\nall           10.00 ± 0.00  6.50 ± 1.50\n"));
    let text = shown(&report, Screen { width: 40, ..WIDE });
    assert!(text.contains("\nBolt rifle 9  10.00 ± 0.00  6.50 ± 1.50\n"), "{text}");
    let text = shown(&report, Screen { width: 30, ..WIDE });
    assert!(text.contains("\nBolt rifle 9    10.00  6.50\n"), "{text}");
}

#[test]
fn what_never_happens_has_no_row() {
    let mut report = sample::tiny();
    report.results.metrics[2] = Metric { pmf: Pmf::certain(0), ..report.results.metrics[2].clone() };
    report.results.metrics[2].summary = Summary::of(&Pmf::certain(0), None);
    report.stages.push(StageLine { name: "critical-hits", mean: 0.0, sd: 0.0 });
    let text = shown(&report, WIDE);
    assert!(!text.contains("slain") && !text.contains("critical hits"), "{text}");
    assert!(report.json().contains("\"slain\"") && report.json().contains("critical-hits"));
    for metric in &mut report.results.metrics {
        metric.summary = Summary::of(&Pmf::certain(0), None);
    }
    assert!(shown(&report, WIDE).contains("result  mean\n────────────\ndamage  0.00\n"), "{}", shown(&report, WIDE));
}

#[test]
fn lines_fit_the_width_and_numbers_are_never_broken() {
    for width in [60, 72, 80, 120] {
        let text = shown(&sample::named(sample::wide(3_000), "a", "b"), Screen { width, ..WIDE });
        let longest = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        assert!(longest <= width.max(80), "{width}: {text}");
    }
    for width in [0, 1, 70_000] {
        assert!(shown(&sample::both(), Screen { width, ..WIDE }).contains("median"), "{width}");
    }
    let text = shown(&sample::both(), Screen { width: 20, ..WIDE });
    assert!(text.contains("median") && text.contains("0.75"), "{text}");
}

/// All that is written of one attack.
fn json(report: Report) -> String {
    Phases::from(report).json()
}

#[test]
fn an_exact_report_has_every_field_of_schema_2() {
    let wanted = r#"{
  "schema": 2,
  "tool": "TOOL",
  "command": "warodds attack liberators clawlord",
  "game": "age-of-sigmar",
  "with": [],
  "with-typed": [],
  "set": [],
  "phase": null,
  "weapon": [],
  "order": [],
  "seed": 42,
  "notes": [],
  "warnings": [],
  "attacker": {
    "name": "Liberators",
    "points": 100,
    "models": 5
  },
  "defender": {
    "name": "Clawlord on Gnaw-beast",
    "models": 1
  },
  "phases": [
    {
      "phase": null,
      "weapon": [],
      "method": "exact",
      "trials": null,
      "stages": [
        {"name": "attacks", "mean": 10.0, "sd": 0.0},
        {"name": "hits", "mean": 6.5, "sd": 1.5}
      ],
      "weapons": [
        {"name": "Warhammer", "stages": [{"name": "attacks", "mean": 10.0, "sd": 0.0}]}
      ],
      "results": {
        "damage": {"mean": 1.0, "sd": 0.7071067811865476, "quantiles": {"5": 0, "25": 0, "50": 1, "75": 1, "95": 2}, "pmf": [0.25, 0.5, 0.25]},
        "wounds-lost": {"mean": 0.75, "sd": 0.4330127018922193, "quantiles": {"5": 0, "25": 0, "50": 1, "75": 1, "95": 1}, "pmf": [0.25, 0.75]},
        "slain": {"mean": 0.75, "sd": 0.4330127018922193, "quantiles": {"5": 0, "25": 0, "50": 1, "75": 1, "95": 1}, "pmf": [0.25, 0.75]},
        "destroyed": 0.75
      }
    }
  ]
}
"#;
    assert_eq!(json(sample::tiny()), wanted.replace("TOOL", TOOL));
}

#[test]
fn both_methods_add_the_sampled_results_and_their_agreement() {
    let text = json(sample::both());
    assert!(text.contains(r#""95": 2}, "interval": [0.9"#) && text.contains(r#""pmf": [0.26, 0.5, 0.24]"#), "{text}");
    assert!(text.contains("\"destroyed\": 0.74,\n        \"destroyed-interval\": [0.7"), "{text}");
    assert!(text.contains("\"chi-square\": 0.4,\n        \"degrees\": 2,\n        \"p\": 0.818731\n"), "{text}");
    let value: serde_json::Value = serde_json::from_str(&text).expect("valid JSON");
    assert_eq!(value["not-computed"], serde_json::json!([{"unit": "Liberators", "names": ["Overcharge"]}]));
    assert_eq!((&value["rulings"]["twin-linked"], &value["mode"]), (&"best".into(), &"core".into()));
    let keys = ["rulings", "phases", "method", "trials", "results", "sampled", "agreement"];
    let places = keys.map(|key| text.find(&format!("\"{key}\":")).expect("every key is there"));
    assert!(places.is_sorted(), "{text}");
    assert!(text.contains("\"trials\": 1000000,"), "{text}");
}

#[test]
fn any_reader_gets_the_numbers_back() {
    let report = sample::wide(500);
    let text = json(report.clone());
    let value: serde_json::Value = serde_json::from_str(&text).expect("valid JSON");
    let read = value["phases"][0]["results"]["damage"]["pmf"].as_array().expect("a list");
    assert!(read.iter().all(serde_json::Value::is_f64), "no number became null");
    assert_eq!(value["attacker"]["name"], report.attacker.name.as_str());
    // Not through the reader above: it gives up the last digit for speed.
    let (_, list) = text.split_once("\"pmf\": [").expect("a list");
    let (list, _) = list.split_once(']').expect("its end");
    let exact: Vec<f64> = list.split(", ").map(|number| number.parse().expect("a number")).collect();
    assert_eq!(exact, report.results.metrics[0].pmf.probabilities());
}

#[test]
fn one_attack_has_a_row_for_each_result_and_value() {
    let text = String::from_utf8(Phases::from(sample::tiny()).csv(CsvStyle::Plain)).expect("UTF-8");
    let lines: Vec<&str> = text.lines().collect();
    let columns = "game,attacker,defender,with,metric,value,probability,at_least,method,trials,seed,\
                   attacker_points,attacker_models,defender_points,defender_models,phase,command,not_computed,\
                   with_typed,set,weapon,order,rulings,mode,edition";
    assert_eq!(lines[0], columns);
    let said = "100,5,,1,,warodds attack liberators clawlord,,,,,,,,";
    let row = |cells: &str| format!("age-of-sigmar,Liberators,Clawlord on Gnaw-beast,[],{cells},exact,,42,{said}");
    assert_eq!(lines[1], row("damage,0,0.25,1.0"));
    assert_eq!(lines[3], row("damage,2,0.25,0.25"));
    assert_eq!(lines[8], row("destroyed,,0.75,"));
    assert_eq!(lines.len(), 9);
}

#[test]
fn both_methods_stand_below_each_other() {
    let text = String::from_utf8(Phases::from(sample::both()).csv(CsvStyle::Plain)).expect("UTF-8");
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    let methods: Vec<&str> = rows[1..].iter().map(|row| row[8]).collect();
    assert_eq!(methods, [["exact"; 8], ["sampled"; 8]].concat());
    assert!(rows[1..9].iter().all(|row| row[9].is_empty()), "exact rows have no trials");
    assert!(rows[9..].iter().all(|row| row[9] == "1000000" && row[3] == "[+1 to hit; charged]"));
    assert!(rows[1..].iter().all(|row| row[17] == "[Liberators: Overcharge]"));
}

#[test]
fn each_phase_is_an_answer_of_its_own() {
    let report_in = |phase: Phase| {
        let mut report = sample::tiny();
        report.head.phase = Some(phase);
        report
    };
    let reports = vec![report_in(Phase::Shooting), report_in(Phase::Combat)];
    let phases = Phases { reports, ..Phases::from(sample::tiny()) };
    let json: serde_json::Value = serde_json::from_str(&phases.json()).expect("JSON");
    assert_eq!(json["command"], "warodds attack liberators clawlord");
    assert_eq!((&json["phases"][0]["phase"], &json["phases"][1]["phase"]), (&"shooting".into(), &"combat".into()));
    assert_eq!(json["phases"][1]["results"]["destroyed"], 0.75);
    assert_eq!(phases.sheet().file_name, "liberators-vs-clawlord-on-gnaw-beast");
    let rows = phases.csv(CsvStyle::Plain).split(|byte| *byte == b'\n').count() - 2;
    assert_eq!((phases.sheet().also.len(), rows), (1, 16));
}

#[test]
fn p_values_have_six_digits_and_nothing_else_is_rounded() {
    for (p, wanted) in [(0.5, "0.500000"), (1.0, "1.000000"), (1e-9, "0.000000"), (0.731_234_500_1, "0.731235")] {
        let agreement = Some(AgreementLine { chi_square: 0.4, degrees: 2, p, holds: true });
        let text = json(Report { agreement, ..sample::both() });
        assert!(text.contains(&format!("\"p\": {wanted}\n")), "{text}");
    }
    assert_eq!((1.0f64 / 3.0).json(), "0.3333333333333333\n");
}

#[test]
fn nothing_inside_is_nothing_between_the_brackets() {
    let nothing: [f64; 0] = [];
    assert_eq!(nothing.json(), "[]\n");
    assert_eq!([[1, 2], [3, 4]].json(), "[\n  [\n    1,\n    2\n  ],\n  [\n    3,\n    4\n  ]\n]\n");
    assert_eq!([[[1, 2]]].json(), "[\n  [\n    [1, 2]\n  ]\n]\n");
}
