//! Whose a word is, and what does not fit: the same in tables of many attacks and in plans. Every attack without a word hits on
//! 4+ and wounds on 2+: 5 of 12.

use std::fs;

use tempfile::TempDir;
use warodds::ask::{CompareRequest, PlanRequest, Request, compare, plan};
use warodds::engine::Options;

/// A datasheet of one model with one attack, Toughness 4 and no save, of this name.
fn datasheet(folder: &TempDir, name: &str, keywords: &str) -> String {
    let model = format!("[[model]]\nname = \"{name}\"\ncount = 1\ntoughness = 4\nsave = \"-\"\nwounds = 20\n");
    let weapon = "[[weapon]]\nname = \"Blade\"\nattacks = 1\nskill = \"4+\"\nstrength = 8\nap = 0\ndamage = 1\n";
    let text = format!("game = \"warhammer-40k\"\nname = \"{name}\"\nkeywords = [{keywords}]\n{model}{weapon}");
    let path = folder.path().join(format!("{name}.toml"));
    fs::write(&path, text).expect("written");
    path.to_string_lossy().into_owned()
}

fn base(with: &[&str]) -> Request {
    Request { with: with.iter().map(|text| (*text).to_owned()).collect(), ..Request::default() }
}

fn close(value: f64, wanted: f64) {
    assert!((value - wanted).abs() < 1e-9, "{value} is not {wanted}");
}

/// Five of twelve, and with 1 more to hit 5 of 9.
const PLAIN: f64 = 5.0 / 12.0;
const BETTER: f64 = 5.0 / 9.0;
/// Four dice, each a mortal wound on 5+.
const SHOCK: f64 = 4.0 / 3.0;

#[test]
fn a_table_reads_whose_a_word_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let [wagon, scout, target] = ["Wagon", "Scout", "Target"].map(|name| datasheet(&folder, name, ""));
    let asked = |with: &[&str]| CompareRequest {
        attackers: vec![wagon.clone(), scout.clone()],
        defenders: vec![target.clone()],
        base: base(with),
        both_ways: true,
        ..CompareRequest::default()
    };
    let means = |with: &[&str]| -> Vec<f64> {
        let cells = compare(&asked(with), &Options::default()).expect("a table").collect();
        cells.iter().map(|cell| cell.answer.as_ref().expect("computed").value("damage").expect("there")).collect()
    };
    let wanted = |values: Vec<f64>, wanted: [f64; 4]| values.iter().zip(wanted).for_each(|(v, w)| close(*v, w));
    // The two attack, then the target attacks each of them.
    wanted(means(&["scout: +1 to hit"]), [PLAIN, BETTER, PLAIN, PLAIN]);
    wanted(means(&["2: +1 to hit"]), [PLAIN, BETTER, PLAIN, PLAIN]);
    wanted(means(&["target: +1 to hit"]), [PLAIN, PLAIN, BETTER, BETTER]);
    wanted(means(&["attacker: +1 to hit"]), [BETTER; 4]);
    // One cell alone is asked for in its own words.
    let table = compare(&asked(&["scout: +1 to hit"]), &Options::default()).expect("a table");
    let rows = String::from_utf8(table.csv_lines(&table.collect(), Default::default())).expect("text");
    assert_eq!(rows.matches("'attacker: +1 to hit'").count(), 2, "{rows}");
    let wrong = compare(&asked(&["3: +1 to hit"]), &Options::default()).err().expect("two attackers");
    assert!(wrong.to_string().contains("from 1 to 2"), "{wrong}");
}

#[test]
fn a_table_says_what_does_not_fit() {
    let folder = tempfile::tempdir().expect("a folder");
    let (wagon, scout) = (datasheet(&folder, "Wagon", "\"VEHICLE\""), datasheet(&folder, "Scout", ""));
    let target = datasheet(&folder, "Target", "");
    let asked = |attackers: &[&String], points: Option<usize>| CompareRequest {
        attackers: attackers.iter().map(|name| (*name).clone()).collect(),
        defenders: vec![target.clone()],
        base: Request { points, ..base(&["tank shock"]) },
        ..CompareRequest::default()
    };
    let table = compare(&asked(&[&scout, &wagon], None), &Options::default()).expect("a table");
    let cells = table.collect();
    let counted = |place: usize| cells[place].answer.as_ref().expect("computed");
    close(counted(0).value("wounds-lost").expect("there"), PLAIN);
    close(counted(1).value("wounds-lost").expect("there"), PLAIN + SHOCK);
    assert!(counted(0).not_used[0].why.contains("VEHICLE") && counted(1).not_used.is_empty());
    let json = table.json(&cells);
    assert!(json.contains("\"not-used\": [{\"what\": \"tank shock\", \"why\": \"Scout is no VEHICLE"), "{json}");
    let wrong = |asked: CompareRequest| compare(&asked, &Options::default()).err().expect("refused").to_string();
    assert!(wrong(asked(&[&scout], None)).contains("Scout is no VEHICLE"));
    assert!(wrong(asked(&[&wagon], Some(0))).contains("costs 1 CP"));
}

#[test]
fn a_plan_counts_attackers_and_says_what_does_not_fit() {
    let folder = tempfile::tempdir().expect("a folder");
    let (wagon, scout) = (datasheet(&folder, "Wagon", "\"VEHICLE\""), datasheet(&folder, "Scout", ""));
    let target = datasheet(&folder, "Target", "");
    let asked = |attackers: [&String; 2], with: &str| PlanRequest {
        attackers: attackers.map(String::clone).into(),
        targets: vec![target.clone()],
        goal: "wounds".into(),
        base: base(&[with]),
        ..PlanRequest::default()
    };
    let value = |asked: PlanRequest| plan(&asked).expect("a plan").0.value;
    close(value(asked([&scout, &scout], "2: +1 to hit")), PLAIN + BETTER);
    close(value(asked([&scout, &scout], "scout: +1 to hit")), 2.0 * BETTER);
    close(value(asked([&scout, &wagon], "1: +1 to hit")), PLAIN + BETTER);
    let (found, _) = plan(&asked([&scout, &wagon], "tank shock")).expect("a plan");
    close(found.value, 2.0 * PLAIN + SHOCK);
    // What is no command is said where it does not fit: Stealth is for ranged attacks alone.
    let text = fs::read_to_string(&scout)
        .expect("written")
        .replace("Scout", "Gun")
        .replace("\nattacks", "\nrange = 24\nattacks");
    let gun = folder.path().join("Gun.toml").to_string_lossy().into_owned();
    fs::write(&gun, text).expect("written");
    let (found, notes) = plan(&asked([&scout, &gun], "stealth")).expect("a plan");
    close(found.value, PLAIN + 5.0 / 18.0);
    assert!(notes.iter().any(|note| note == "Scout: `stealth` changes nothing in this attack"), "{notes:?}");
    let wrong = plan(&asked([&scout, &scout], "tank shock")).expect_err("no vehicle").to_string();
    assert!(wrong.contains("Scout is no VEHICLE"), "{wrong}");
}

#[test]
fn a_plan_uses_the_weapons_that_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let [wagon, scout, sand] = ["Wagon", "Scout", "Sand"].map(|name| datasheet(&folder, name, ""));
    let axe = "[[weapon]]\nname = \"Axe\"\nattacks = 1\nskill = \"4+\"\nstrength = 8\nap = 0\ndamage = 3\n";
    fs::write(&wagon, fs::read_to_string(&wagon).expect("written") + axe).expect("written");
    let asked = |weapons: &[&str]| PlanRequest {
        attackers: vec![wagon.clone(), scout.clone()],
        targets: vec![sand.clone()],
        goal: "wounds".into(),
        base: Request { weapons: weapons.iter().map(|name| (*name).to_owned()).collect(), ..Request::default() },
        ..PlanRequest::default()
    };
    let value = |weapons: &[&str]| plan(&asked(weapons)).expect("a plan").0.value;
    // The Axe does three wounds where the Blade does one; the Scout has its Blade.
    close(value(&["wagon: axe"]), 3.0 * PLAIN + PLAIN);
    close(value(&["1: axe"]), 3.0 * PLAIN + PLAIN);
    close(value(&["blade"]), 2.0 * PLAIN);
    let wrong = plan(&asked(&["B: axe"])).expect_err("targets do not attack").to_string();
    assert!(wrong.contains("targets of a plan do not attack"), "{wrong}");
}

/// W40K-STRAT-TANK-SHOCK, W40K-CP-MISC: of two vehicles of an army that attack in one phase the first uses Tank Shock.
#[test]
fn an_army_uses_tank_shock_once_in_a_phase() {
    let folder = tempfile::tempdir().expect("a folder");
    let [wagon, other] = ["Wagon", "Other"].map(|name| datasheet(&folder, name, "\"VEHICLE\""));
    let target = datasheet(&folder, "Target", "");
    let lost = |with: &str| {
        let request = Request {
            attacker: wagon.clone(),
            then: vec![other.clone()],
            defender: target.clone(),
            phase: Some(warodds::games::Phase::Combat),
            ..base(&[with])
        };
        let attack = warodds::ask::prepare(&request).unwrap_or_else(|error| panic!("{error}"));
        let outcome = warodds::engine::exact(&attack.engaged.engagement).expect("not too large");
        (outcome.wounds_lost(warodds::sequence::Side::Defender).mean(), attack.notes)
    };
    let (plain, (both, notes), (first, _)) =
        (lost("charged").0, lost("charged, tank shock"), lost("charged, 1: tank shock"));
    close(plain, 2.0 * PLAIN);
    close(both, 2.0 * PLAIN + SHOCK);
    close(first, both);
    assert!(notes.iter().any(|note| note.contains("`tank shock`: the first attacker has it alone")), "{notes:?}");
}

/// What is for one of all attacks on a target is used once in a chain; a plan, which answers attack by attack, refuses it, asked for
/// or of the target's own card.
#[test]
fn a_plan_refuses_what_is_for_one_of_all_attacks_on_a_target() {
    let folder = tempfile::tempdir().expect("a folder");
    let [wagon, other, target] = ["Wagon", "Other", "Target"].map(|name| datasheet(&folder, name, ""));
    let shielded = datasheet(&folder, "Shielded", "");
    let ability = "[[ability]]\nname = \"Shield\"\neffects = [\"ignore first failed save\"]\n";
    let text = fs::read_to_string(&shielded).expect("written");
    fs::write(&shielded, format!("{text}{ability}")).expect("written");
    let asked = |attackers: &[&String], target: &String, with: &[&str]| {
        let request = PlanRequest {
            attackers: attackers.iter().map(|name| (*name).clone()).collect(),
            targets: vec![target.clone()],
            goal: "wounds".to_owned(),
            base: base(with),
            ..PlanRequest::default()
        };
        plan(&request).map(|_| ()).map_err(|error| error.to_string())
    };
    let asked_for = datasheet(&folder, "Asked", "");
    fs::write(&asked_for, format!("{text}{}", ability.replace("effects", "optional = true\neffects")))
        .expect("written");
    let named = ["ignore first failed save", "reroll one save", "target command re-roll"];
    for (target, with) in [
        (&target, &["defender: ignore first failed save"][..]),
        (&target, &["re-roll one save"]),
        (&target, &["defender: cp reroll"]),
        (&shielded, &[]),
        (&asked_for, &["defender: Shield"]),
    ] {
        let refused = asked(&[&wagon, &other], target, with).expect_err("two attacks");
        let is_named = |name: &&str| refused.contains(&format!("`{name}` is for some of all attacks on the target"));
        assert!(named.iter().any(is_named), "{refused}");
        assert_eq!(asked(&[&wagon], target, with), Ok(()));
    }
}
