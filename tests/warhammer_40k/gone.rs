//! Groups of which nobody is there, models that fell, and units that are gone: none of them counts any more.

use warodds::ask::Request;
use warodds::engine::{Method, Outcome};
use warodds::sequence::Side;

use super::seldom::{
    WOUND, before, blade, chain, fighting, group, leader, led, lost, outcome, set, shooting, sure, twice,
};
use crate::support::{attack, forty_k, gun, mistake, near, prepared, squad, stage, unit, with};

/// A group of which the unit has no model.
fn nobody(toughness: u32, save: &str, wounds: u32, more: &str) -> String {
    group("Nobody", 0, toughness, save, wounds, more)
}

fn hits(outcome: &Outcome) -> f64 {
    stage(outcome, "hits")
}

/// W40K-STRAT-EPIC-CHALLENGE: a weapon that only characters carry has Precision, whoever else might have had it.
#[test]
fn an_epic_challenge_of_those_who_are_there() {
    let hero = leader("Hero", 2, &blade("Sword", "1 2+ 20 -6 2", ""));
    let target = led(&[&leader("Boss", 2, "")], &squad(3, 4, "-", 1, ""));
    for hero in [before(&hero, &nobody(4, "-", 1, "")), hero] {
        let outcome = outcome(&chain(&[&hero], &target, &fighting(&["epic challenge"])));
        near("the boss is slain", outcome.gone(&[1]), WOUND * WOUND);
    }
}

/// W40K-STRAT-TANK-SHOCK: a die for each point of Toughness of the toughest model that stands; a third of six show 5+.
#[test]
fn tank_shock_of_who_stands() {
    let tank = squad(1, 6, "-", 9, &blade("Ram", "1 6+ 4 0 1", ""))
        .replace("name = \"Target\"", "name = \"Tank\"\nkeywords = [\"VEHICLE\"]");
    let outcome = attack(&before(&tank, &nobody(12, "-", 9, "")), &squad(9, 4, "-", 9, ""), &fighting(&["tank shock"]));
    near("mortal wounds", outcome.total("mortal-wounds").expect("a result").mean(), 2.0);
}

/// Saves, wounds and Toughness of nobody, and of models that fell, are no obstacle.
#[test]
fn attacks_meet_those_who_stand() {
    let guns = forty_k(&gun(1, "2 N/A 20 0 1", "\"Torrent\""));
    // The first that falls has no save, the other one of 2+, and nobody has any.
    let pair = squad(1, 4, "-", 1, &group("Other", 1, 4, "2+", 1, ""));
    let known = lost(&attack(&guns, &before(&pair, &nobody(4, "5+", 3, "")), &shooting(&[])));
    near("their own saves", known, WOUND + WOUND * WOUND / 6.0 + (1.0 - WOUND) * WOUND);
    // The one of Toughness 8 falls first; Strength 4 wounds Toughness 8 on a 6 and Toughness 4 on 4+.
    let mixed = squad(1, 8, "-", 1, &group("Other", 5, 4, "-", 1, ""));
    let weak = forty_k(&gun(1, "1 N/A 4 -6 1", "\"Torrent\""));
    let known = outcome(&chain(&[&sure(1, "1", ""), &weak], &(unit(&mixed), None), &shooting(&[])));
    near("once it fell", lost(&known), WOUND + WOUND / 2.0 + (1.0 - WOUND) / 6.0);
    // Of a unit that is gone another model like the last meets the rest.
    let alone = squad(1, 4, "-", 1, "") + &nobody(4, "-", 1, "");
    let known = outcome(&chain(&[&sure(1, "1", ""), &weak], &(unit(&alone), None), &shooting(&[])));
    near("one falls", lost(&known), WOUND + (1.0 - WOUND) / 2.0);
    near("Toughness 4", stage(&known, "wounds"), WOUND + 1.0 / 2.0);
}

/// A unit that is gone, its leader too, reads as its last model did, and not as somebody who never was there.
#[test]
fn a_unit_that_is_gone_reads_as_one_who_was_there() {
    let boss = leader("Boss", 1, &nobody(4, "-", 1, "role = \"character\""));
    let target = led(&[&boss], &squad(1, 4, "-", 1, ""));
    let weak = forty_k(&gun(1, "1 N/A 4 -6 1", "\"Torrent\""));
    let known = outcome(&chain(&[&sure(3, "1", ", \"Precision\""), &weak], &target, &shooting(&[])));
    near("Toughness 4", stage(&known, "wounds"), 3.0 * WOUND + 1.0 / 2.0);
}

/// W40K-RAPID-FIRE: of two guns among five models both may be within half range; of none, none is.
#[test]
fn half_range_of_some() {
    let target = squad(9, 4, "-", 1, "");
    let rapid = "\"Torrent\", \"Rapid Fire 1\"";
    let five = squad(5, 4, "-", 1, &gun(2, "1 N/A 4 0 1", rapid));
    let attacks = |text: &str, clause: &str| stage(&attack(text, &target, &shooting(&[clause])), "attacks");
    near("both", attacks(&five, "half range 3"), 4.0);
    near("one", attacks(&five, "half range 1"), 3.0);
    let other = gun(0, "1 N/A 4 0 1", rapid).replace("Gun", "Other") + "carried-by = \"Nobody\"\n";
    near("of one", attacks(&before(&(five + &other), &nobody(4, "-", 1, "")), "half range 1"), 3.0);
}

/// W40K-STRENGTH-LEVELS: what the Bodyguard lost is not on the leader who is left.
#[test]
fn a_leader_left_alone_is_unhurt() {
    let hunter = forty_k(&gun(1, "1 4+ 4 0 1", ""))
        + "[[ability]]\nname = \"Hunter\"\nwhen = [\"target half strength\"]\neffects = [\"+1 to hit\"]\n";
    let target = led(&[&leader("Boss", 5, "")], &squad(2, 4, "-", 2, ""));
    let known = outcome(&chain(&[&sure(2, "2", ""), &hunter], &target, &shooting(&[])));
    near("hits", hits(&known), 2.0 + 1.0 / 2.0);
    // Two wounds each slay the two, and then three of five points hurt the leader below half.
    let known = outcome(&chain(&[&sure(3, "3", ""), &hunter], &target, &shooting(&[])));
    near("hits", hits(&known), 3.0 + 1.0 / 2.0 + WOUND.powi(3) / 6.0);
}

/// W40K-ATTACHED: once one leader has fallen, what the other brings while it leads goes on.
#[test]
fn a_second_leader_leads_on() {
    let medic = leader("Medic", 2, "[[ability]]\nname = \"Shield\"\nleading = true\neffects = [\"invulnerable 4+\"]\n");
    let target = led(&[&leader("Boss", 2, ""), &medic], &squad(5, 4, "-", 1, ""));
    let known = outcome(&chain(&[&sure(1, "2", ", \"Precision\""), &sure(1, "1", "")], &target, &shooting(&[])));
    near("the boss", known.gone(&[1]), 0.0);
    near("wounds lost", lost(&known), WOUND / 2.0 * 2.0 + WOUND / 2.0);
}

/// W40K-ALLOCATE: a model that is hurt has a wound left, and is one that is there.
#[test]
fn a_model_has_lost_less_than_its_wounds() {
    let guns = sure(1, "1", "");
    let target = before(&squad(3, 4, "-", 2, ""), &nobody(4, "-", 1, ""));
    for name in ["defender.damage", "defender.model.model.damage"] {
        let told = mistake(&guns, &target, &set(shooting(&[]), &[&format!("{name}=2")]));
        assert!(told.contains("from 0 to 1 is possible"), "{told}");
        let outcome = attack(&guns, &target, &set(shooting(&[]), &[&format!("{name}=1")]));
        near(name, outcome.slain(Side::Defender).mean(), WOUND);
    }
    let hurt = before(&squad(3, 4, "-", 2, ""), &nobody(4, "-", 2, ""));
    let outcome = attack(&guns, &hurt, &set(shooting(&[]), &["defender.model.nobody.damage=1"]));
    near("nobody is hurt", outcome.slain(Side::Defender).mean(), 0.0);
}

/// How often characters are slain is a result where attacks may choose them, or one of them is hurt.
#[test]
fn characters_are_a_result_where_they_may_fall_first() {
    let plain = sure(1, "1", "");
    let precise = sure(1, "1", ", \"Precision\"");
    let chances = |attacker: &str, leaders: &[&str], clauses: &[&str]| {
        let target = led(leaders, &squad(3, 4, "-", 1, ""));
        chain(&[attacker], &target, &set(shooting(&[]), clauses)).engaged.chances.len()
    };
    let boss = leader("Boss", 2, "");
    let absent = boss.replace("count = 1", "count = 0");
    assert_eq!(chances(&plain, &[&boss], &[]), 0);
    assert_eq!(chances(&precise, &[&boss], &[]), 1);
    assert_eq!(chances(&precise, &[&absent], &[]), 0);
    assert_eq!(chances(&precise, &[], &[]), 0);
    assert_eq!(chances(&plain, &[&boss], &["defender.model.boss.damage=1"]), 1);
    assert_eq!(chances(&plain, &[&boss], &["defender.model.boss.damage=0"]), 0);
}

/// W40K-COVER: of two models the first that falls is in cover, and the other is not.
#[test]
fn cover_of_one_model_of_two_groups() {
    let guns = forty_k(&gun(1, "2 N/A 20 0 1", "\"Torrent\""));
    let target = squad(1, 4, "4+", 1, &group("Other", 1, 4, "4+", 1, ""));
    let (covered, open) = (WOUND / 3.0, WOUND / 2.0);
    let outcome = attack(&guns, &target, &shooting(&["cover 1"]));
    near("wounds lost", lost(&outcome), covered + covered * open + (1.0 - covered) * covered);
}

/// A printed bracket is told as left out, unless an ability says what damage does.
#[test]
fn a_bracket_that_an_ability_speaks_of() {
    let card = "Damaged: 1-5 wounds remaining";
    let left_out = |entry: &str| {
        let tank =
            squad(1, 10, "3+", 12, entry).replacen("[[model]]", &format!("abilities = [\"{card}\"]\n[[model]]"), 1);
        let prepared =
            prepared(&tank, &squad(5, 4, "-", 1, ""), &shooting(&[])).unwrap_or_else(|error| panic!("{error}"));
        prepared.engaged.attackers[0].not_computed.iter().any(|text| text == card)
    };
    let cannon = gun(1, "1 3+ 10 -2 3", "");
    let entry = |name: &str, when: &str| {
        format!("{cannon}[[ability]]\nname = \"{name}\"\nwhen = [{when}]\neffects = [\"-1 to hit\"]\n")
    };
    assert!(left_out(&cannon));
    assert!(left_out(&entry("Wrath", "\"stationary\"")));
    assert!(!left_out(&entry("Wrath", "\"damage 7+\"")));
    assert!(!left_out(&entry("Damaged", "\"stationary\"")));
}

/// W40K-HAZARDOUS: whoever bears the tests that are made, a failure hurts them, and never the target.
#[test]
fn hazardous_tests_of_those_who_make_them() {
    let hot = |name: &str, who: &str, abilities: &str| {
        let gun = gun(1, "1 N/A 4 0 1", &format!("\"Torrent\"{abilities}")).replace("Gun", name);
        gun + &format!("carried-by = \"{who}\"\n")
    };
    let guns = hot("Plasma", "Model", ", \"Hazardous\", \"Blast\"") + &hot("Melta", "Two", "");
    let entry = "[[ability]]\nname = \"Overcharge\"\nwhen = [\"target half strength\"]\nweapons = [\"Melta\"]\n";
    let pair = squad(1, 4, "3+", 9, &(group("Two", 1, 4, "3+", 9, "") + &guns)) + entry + "effects = [\"Hazardous\"]\n";
    // Blast counts ten models, five to nine, and fewer; fewer than half of eleven are five.
    let known = outcome(&chain(&[&sure(8, "1", ""), &pair], &(unit(&squad(11, 4, "-", 1, "")), None), &shooting(&[])));
    let few = 28.0 * WOUND.powi(6) / 36.0 + 8.0 * WOUND.powi(7) / 6.0 + WOUND.powi(8);
    // Each test fails one time in six, and costs three wounds.
    near("attackers", known.wounds_lost(Side::Attacker).mean(), 3.0 / 6.0 * (1.0 + few));
}

/// Whoever fell by a Hazardous weapon does not fight afterwards, and nobody else is missing.
#[test]
fn who_fell_by_its_own_gun_does_not_fight() {
    let hot = gun(1, "1 4+ 4 0 1", "\"Hazardous\"").replace("count = 1\n", "") + &blade("Fist", "1 4+ 4 0 1", "");
    let wall = squad(1, 4, "-", 200, "");
    let alone = squad(1, 4, "3+", 3, &hot);
    near("one", stage(&outcome(&twice(&alone, &wall)), "attacks"), 1.0 + WOUND);
    let two = squad(1, 4, "3+", 3, &(group("Two", 1, 4, "3+", 3, "") + &hot));
    near("two", stage(&outcome(&twice(&two, &wall)), "attacks"), 2.0 + 2.0 * WOUND);
    // Where one of them has the gun, the other fights in any case.
    let hot = hot.replacen("range = 24", "carried-by = \"Two\"\nrange = 24", 1);
    let one_gun = squad(1, 4, "3+", 3, &(group("Two", 1, 4, "3+", 3, "") + &hot));
    near("one of two", stage(&outcome(&twice(&one_gun, &wall)), "attacks"), 1.0 + 1.0 + WOUND);
}

/// W40K-STRAT-COMMAND-REROLL: a low Damage of the first weapon may be rolled again where models save differently too. Dice
/// roll one kind of die again; the best use as they lie is an exact answer's.
#[test]
fn the_best_single_die_against_models_that_save_differently() {
    let none = forty_k(&gun(0, "1 N/A 4 0 1", "\"Torrent\""));
    let rulings = vec!["command-reroll=best".to_owned()];
    let request = Request { rulings, method: Method::Sampled, ..shooting(&["command re-roll"]) };
    let notes =
        |attacker: &str, target: &str| chain(&[attacker, &none], &(unit(target), None), &request).notes.join("\n");
    // Both fall if two attacks wound and the first does 5 or 6: 25/36 · 20/36 with a low Damage again, and 25/27 · 1/3 with a
    // failed wound roll.
    let target = squad(1, 4, "-", 5, &group("Other", 1, 4, "2+", 1, ""));
    let said = notes(&sure(2, "D6", ""), &target);
    let best = "the first Damage roll if it is below average of Attacker: Gun";
    assert!(said.contains(&format!("Command Re-roll: always used on {best}")), "{said}");
    // Of a weapon whose attacks and hits are not rolled, the wound roll is the first.
    let said = notes(&none, &target);
    assert!(said.contains("Command Re-roll: the first failed wound roll of Attacker: Gun"), "{said}");
}

/// A unit of half its size has half of its guns, however many each carries.
#[test]
fn as_many_guns_as_a_number_holds() {
    let text = squad(2, 4, "-", 1, &gun(250, "1 3+ 4 0 1", ""));
    let it =
        warodds::ask::prepare_units(&[(unit(&text), Some(1))], &(unit(&squad(9, 4, "-", 1, "")), None), &shooting(&[]));
    let it = it.unwrap_or_else(|error| panic!("{error}"));
    near("attacks", stage(&outcome(&it), "attacks"), 125.0);
    near("all", stage(&attack(&text, &squad(9, 4, "-", 1, ""), &with(&[])), "attacks"), 250.0);
}
