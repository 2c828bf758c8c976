//! What rules ask of the first failed save, the first Damage or one attack: computed, or refused with the reason.

use warodds::ask::{Chosen, Request, prepare_units};
use warodds::engine::exact;
use warodds::games::Phase;
use warodds::sequence::Side;

use crate::support::{attack, damage, forty_k, gun, mistake, near, prepared, squad, unit, with};

/// A model of Save 2+ in front of two without a save.
fn mixed() -> String {
    squad(1, 4, "2+", 1, "[[model]]\nname = \"Other\"\ncount = 2\ntoughness = 4\nsave = \"-\"\nwounds = 1")
}

fn sure(count: u32, abilities: &str) -> String {
    forty_k(&gun(count, "1 N/A 8 0 1", &format!("\"Torrent\"{abilities}")))
}

const REFUSED: &str = "the first failed save, or the first damage roll, of models that save differently: ";

#[track_caller]
fn refused(attacker: &str, clauses: &[&str], why: &str) {
    let error = mistake(attacker, &mixed(), &with(clauses));
    assert!(error.contains(&format!("{REFUSED}{why}")), "{clauses:?}: {error}");
}

#[test]
fn why_a_first_failed_save_is_not_computed() {
    refused(
        &sure(1, ""),
        &["reroll one save", "reroll failed saves"],
        "its saves are rolled again by another rule too",
    );
    refused(&sure(61, ""), &["reroll one save"], "more than 60 wounds (MAX_SINGLE_BLOWS)");
    let critical = forty_k(&gun(1, "1 2+ 8 0 1", ""));
    let on = |roll: &str| format!("improve ap by 1 on critical {roll}");
    refused(&critical, &["reroll one save", &on("hits")], "its critical hits meet another save");
    refused(&critical, &["reroll one save", &on("wounds")], "its critical wounds meet another save");
    refused(&sure(1, ""), &["ignore first failed save", "reroll one damage"], "several rules ask");
    // What is refused of one rule is computed of another, or of fewer dice.
    assert!(prepared(&sure(60, ""), &mixed(), &with(&["reroll one save"])).is_ok());
    attack(&sure(1, ", \"Devastating Wounds\""), &mixed(), &with(&["reroll one save"]));
    attack(&sure(1, ""), &mixed(), &with(&["ignore first failed save", "reroll failed saves"]));
    let eleventh = |text: &str| text.replacen("warhammer-40k", "warhammer-40k-11e", 1);
    let error = mistake(&eleventh(&sure(1, "")), &eleventh(&mixed()), &with(&["reroll one save"]));
    assert!(error.contains("all saves are rolled before any model is allocated one"), "{error}");
}

/// Precision decides attack by attack, and another unit or weapon may have hurt somebody before.
#[test]
fn why_a_first_failed_save_is_not_computed_behind_other_attacks() {
    let boss = "game = \"warhammer-40k\"\nname = \"Boss\"\n[[model]]\nname = \"Boss\"\ncount = 1\ntoughness = 4\nsave = \"2+\"\nwounds = 3\nrole = \"character\"\n";
    let told = |attackers: &[&str], target: Chosen, request: &Request| {
        let request = Request { phase: Some(Phase::Shooting), ..request.clone() };
        let attackers: Vec<Chosen> = attackers.iter().map(|text| (unit(text), None)).collect();
        prepare_units(&attackers, &target, &request).map(|_| ()).map_err(|error| error.to_string())
    };
    let mut led = unit(&squad(2, 4, "5+", 1, ""));
    led.leaders.push((unit(boss), None));
    let when = Request { rulings: vec!["precision=when-it-can-kill".into()], ..with(&["reroll one save"]) };
    let error = told(&[&sure(1, ", \"Precision\"")], (led, None), &when).expect_err("a mistake");
    assert!(error.contains(&format!("{REFUSED}Precision chooses attack by attack")), "{error}");
    let plain = || (unit(&mixed()), None);
    let error = told(&[&sure(1, ""), &sure(1, "")], plain(), &with(&["reroll one save"])).expect_err("a mistake");
    assert!(error.contains(&format!("{REFUSED}another unit has attacked before")), "{error}");
    // Two weapons of which the second alone may roll its Damage again; of both it is computed.
    let guns = |weapons: &str| {
        let other = gun(1, "1 N/A 8 0 D3", "\"Torrent\"").replace("\"Gun\"", "\"Other\"");
        let luck = format!("[[ability]]\nname = \"Luck\"\nweapons = [{weapons}]\neffects = [\"reroll one damage\"]\n");
        forty_k(&format!("{}{other}{luck}", gun(1, "1 N/A 8 0 1", "\"Torrent\"")))
    };
    let error = told(&[&guns("\"Other\"")], plain(), &with(&[])).expect_err("a mistake");
    assert!(error.contains(&format!("{REFUSED}another weapon has attacked before")), "{error}");
    told(&[&guns("\"Gun\", \"Other\"")], plain(), &with(&[])).expect("both");
    told(&[&guns("\"Gun\"")], plain(), &with(&[])).expect("the first");
}

/// Attacks whose critical wounds pierce armour are taken one by one where models of one wound save differently.
#[test]
fn critical_wounds_that_pierce_armour_meet_whoever_stands_then() {
    let outcome = attack(&sure(2, ""), &mixed(), &with(&["improve ap by 3 on critical wounds"]));
    // A wound on 2 to 5 slays the model of Save 2+ on a 1, a critical one on 4 or less; nobody behind it saves.
    let first = 4.0 / 6.0 / 6.0 + 1.0 / 6.0 * 4.0 / 6.0;
    near("two fall", outcome.slain(Side::Defender).at(2), first * 5.0 / 6.0);
    near("nobody", outcome.slain(Side::Defender).at(0), (1.0 - first) * (1.0 - first));
}

/// The one attack whose Damage is 0 is whichever comes first; what a critical hit adds to 0 counts (EX-30).
#[test]
fn the_attack_whose_damage_is_zero_keeps_what_a_critical_hit_adds() {
    let gun = forty_k(&gun(1, "1 2+ 4 0 3", "\"Devastating Wounds\""));
    let clauses =
        ["critical hits on 2+", "critical wounds on 2+", "+1 damage on critical hits", "damage of one attack is 0"];
    let outcome = attack(&gun, &squad(1, 4, "-", 10, ""), &with(&clauses));
    near("damage", damage(&outcome).mean(), 25.0 / 36.0);
    let outcome = attack(&gun, &squad(1, 4, "-", 10, ""), &with(&clauses[..3]));
    near("without it", damage(&outcome).mean(), 4.0 * 25.0 / 36.0);
}

/// An ability of a leader changes one attack to Damage 0 once its Bodyguard has fallen.
#[test]
fn the_attack_whose_damage_is_zero_once_only_its_models_stand() {
    let shield = "[[ability]]\nname = \"Shield\"\nwhen = [\"damage 1+\"]\neffects = [\"damage of one attack is 0\"]\n";
    let boss = squad(1, 4, "-", 9, &format!("role = \"character\"\n{shield}")).replace("\"Target\"", "\"Boss\"");
    let mut target = unit(&squad(1, 4, "-", 1, ""));
    target.leaders.push((unit(&boss.replace("\"Model\"", "\"Boss\"")), None));
    let doom = forty_k(&gun(0, "1 N/A 4 0 1", "\"Torrent\""))
        + "[[ability]]\nname = \"Doom\"\neffects = [\"1 mortal damage\"]\n";
    let blows = forty_k(&gun(2, "1 N/A 8 0 2", "\"Torrent\""));
    let request = Request { phase: Some(Phase::Shooting), ..with(&[]) };
    let attackers: Vec<Chosen> = [&doom, &blows].iter().map(|text| (unit(text), None)).collect();
    let prepared = prepare_units(&attackers, &(target, None), &request).unwrap_or_else(|e| panic!("{e}"));
    let outcome = exact(&prepared.engaged.engagement).expect("small");
    near("damage", damage(&outcome).mean(), 1.0 + 2.0 * (2.0 * 5.0 / 6.0 - 35.0 / 36.0));
}

/// W40K-REROLL: the first save that fails is rolled again, and attacks are made one after the other: of critical hits at AP -2
/// a save of 4+ fails five times of six, of others every other time.
#[test]
fn the_first_save_that_fails_may_be_of_a_critical_hit() {
    let two = forty_k(&gun(1, "2 2+ 8 0 1", ""));
    let clauses = with(&["improve ap by 2 on critical hits", "reroll one save"]);
    let known = attack(&two, &squad(1, 4, "4+", 12, ""), &clauses);
    // 4/6 hit and 1/6 critically, and five of six wound: how often one attack fails to be saved, and how often twice.
    let (ordinary, critical) = (4.0 / 6.0 * 5.0 / 6.0, 1.0 / 6.0 * 5.0 / 6.0);
    let fails = ordinary / 2.0 + critical * 5.0 / 6.0;
    let twice = ordinary / 4.0 + critical * 25.0 / 36.0;
    // The die is used on the first attack, or else on the second.
    near("damage", damage(&known).mean(), twice + fails * fails + (1.0 - fails) * twice);
}
