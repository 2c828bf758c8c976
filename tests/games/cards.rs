//! What a card prints and a profile leaves out, in every game.

use crate::support::{forty_k, gun, mistake, prepared, sigmar, squad, target, unit, warcry};
use warodds::ask::Request;
use warodds::engine::Options;
use warodds::games;
use warodds::profile::{Diagnostics, Document};
use warodds::report::{CsvStyle, Json, Reportable};

/// A profile with a key in its first lines.
fn saying(profile: &str, key: &str) -> String {
    profile.replacen("name = ", &format!("{key}\nname = "), 1)
}

/// An attacker and a target of each game.
fn pairs() -> Vec<(String, String)> {
    let foot = "game = \"asoiaf\"\nname = \"Target\"\ntray = \"infantry\"\ndefense = \"4+\"\nmorale = \"6+\"\n";
    let swords = "[[attack]]\nname = \"Swords\"\ntype = \"melee\"\nhit = \"4+\"\ndice = [6, 5, 4]\n";
    vec![
        (
            sigmar(5, "attacks = 2\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1\nabilities = [\"Crit (Mortal)\"]"),
            target(5, 1, "4+", ""),
        ),
        (forty_k(&gun(1, "2 3+ 4 0 1", "\"Lethal Hits\"")), squad(5, 4, "3+", 1, "")),
        (format!("{foot}{swords}").replace("Target", "Attacker"), foot.to_owned()),
        (warcry::fighter(10, 1, "3 4 1/4", ""), warcry::target(4, 10, "")),
    ]
}

/// One line of the answer, a key of JSON, a cell of CSV, and on the chart.
#[test]
fn every_answer_names_what_is_left_out() {
    for (attacker, defender) in pairs() {
        let attacker = saying(&attacker, "not-computed = [\"Over\\u001bcharge\", \"Second Wind\", \"overcharge\"]");
        let defender = saying(&defender, "not-computed = [\"=Shield\"]");
        let prepared = prepared(&attacker, &defender, &Request::default()).unwrap_or_else(|error| panic!("{error}"));
        let (report, _) = prepared.report(&Options::default(), &|_| {}).expect("an answer");
        let line = "Attacker: Over charge, Second Wind; Target: =Shield";
        assert!(report.sheet().settings.contains(&("not computed".to_owned(), line.to_owned())));
        let report = warodds::ask::Phases::from(report);
        let json: serde_json::Value = serde_json::from_str(&report.json()).expect("JSON");
        let wanted = serde_json::json!([
            {"unit": "Attacker", "names": ["Over charge", "Second Wind"]},
            {"unit": "Target", "names": ["=Shield"]},
        ]);
        assert_eq!(json["not-computed"], wanted);
        let csv = String::from_utf8(report.csv(CsvStyle::Plain)).expect("UTF-8");
        let (header, rows) = csv.split_once('\n').expect("a header");
        assert!(header.contains(",not_computed,"), "{header}");
        assert!(rows.lines().all(|row| row.contains(line)), "{rows}");
    }
}

/// An entry that touches no die of an attack, as a whole or in part, is named with it; what it does besides is computed.
#[test]
fn an_entry_without_dice_is_named_in_every_answer() {
    let entry = |name: &str, effects: &str| format!("[[ability]]\nname = \"{name}\"\neffects = [{effects}]\n");
    for (attacker, defender) in pairs() {
        let game = attacker.split('"').nth(1).expect("a game").to_owned();
        let attacks = |more: &str| {
            let request = Request::default();
            let prepared = prepared(&format!("{attacker}{more}"), &defender, &request).expect("an attack");
            prepared.report(&Options::default(), &|_| {}).expect("an answer").0
        };
        let plain = attacks("");
        let diceless = attacks(&format!(
            "{}{}{}",
            entry("Banner", "\"+1 to charge\""),
            entry("War Cry", "\"3+: reroll charges\", \"+2 move\""),
            entry("Lore", "")
        ));
        let line = "Attacker: Banner (+1 to charge), War Cry (3+: reroll charges, +2 move), Lore";
        assert!(diceless.sheet().settings.contains(&("not computed".to_owned(), line.to_owned())), "{game}");
        let lost = |report: &warodds::ask::Report| report.results.metric("damage").map(|damage| damage.summary.mean);
        assert_eq!(lost(&diceless), lost(&plain), "{game}");
        let mixed = attacks(&entry("Wild", "\"+1 attacks\", \"+1 to charge\""));
        assert!(lost(&mixed) > lost(&plain), "{game}");
        let line = "Attacker: Wild (+1 to charge)".to_owned();
        assert!(mixed.sheet().settings.contains(&("not computed".to_owned(), line)), "{game}");
        // A value that only such an effect holds is taken all the same.
        let leap = "[[ability]]\nname = \"Leap\"\noptional = true\neffects = [\"+X move\", \"+1 attacks\"]\n";
        let leaps = |clause: &str| prepared(&format!("{attacker}{leap}"), &defender, &crate::support::with(&[clause]));
        assert!(leaps("Leap 3").is_ok() && leaps("Leap").is_err(), "{game}");
        // Asked for with an attack it is refused: it would change nothing.
        let asked = crate::support::with(&["+1 to charge"]);
        let text = mistake(&attacker, &defender, &asked);
        assert!(text.contains("no die of an attack depends on that"), "{text}");
        assert!(text.contains(&format!("warodds odds {game}")), "{text}");
    }
}

/// A unit that leaves out nothing is not named, and an answer without any has no such line.
#[test]
fn nothing_left_out_is_not_said() {
    for (attacker, defender) in pairs() {
        let prepared = prepared(&attacker, &defender, &Request::default()).expect("an attack");
        assert_eq!(prepared.title().1, Vec::new());
        let (report, _) = prepared.report(&Options::default(), &|_| {}).expect("an answer");
        assert!(!warodds::ask::Phases::from(report).json().contains("not-computed"));
    }
}

/// A name that is computed as well is told, an empty one is a mistake.
#[test]
fn what_is_computed_is_not_left_out() {
    let warnings = |text: &str| {
        let found = Diagnostics::default();
        let document = Document::read(&unit(text).source, &found);
        let game = games::game_of(&document, &found).expect("a game");
        (game.check)(&document, &found);
        assert!(found.is_empty(), "{:?}", found.into_list());
        found.warnings().into_iter().map(|warning| warning.message).collect::<Vec<_>>()
    };
    for ((attacker, defender), weapon) in pairs().into_iter().zip(["Crit (Mortal)", "lethal hits", "", ""]) {
        let own = "\n[[ability]]\nname = \"Overcharge\"\neffects = [\"+1 attacks\"]\n";
        let both = format!("{}{own}", saying(&attacker, "not-computed = [\"OVER-CHARGE\"]"));
        assert!(
            warnings(&both).iter().any(|text| text.contains("an `[[ability]]` of this unit computes it")),
            "{both}"
        );
        if !weapon.is_empty() {
            let both = saying(&attacker, &format!("not-computed = [\"{weapon}\"]"));
            assert!(warnings(&both).iter().any(|text| text.contains("`abilities` of this unit computes it")), "{both}");
        }
        let empty = saying(&defender, "not-computed = [\" \"]");
        assert!(mistake(&attacker, &empty, &Request::default()).contains("a name is empty"));
    }
}
