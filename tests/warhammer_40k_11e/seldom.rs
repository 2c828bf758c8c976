//! What comes up seldom in the eleventh edition: batches against several parts, single attacks, choices of the best.

use super::{group, target, unit};
use crate::support::{attack, damage, explained, gun, mistake, near, prepared, stage, unit as profile, with};
use warodds::ask::{Request, prepare_units};
use warodds::engine::{Outcome, exact};
use warodds::games::Phase;
use warodds::sequence::{Side, Step};

const WOUND: f64 = 5.0 / 6.0;
const CHARACTER: &str = "role = \"character\"";

fn lost(outcome: &Outcome) -> f64 {
    outcome.wounds_lost(Side::Defender).mean()
}

fn ruled(clauses: &[&str], rulings: &[&str]) -> Request {
    Request {
        rulings: rulings.iter().map(|text| (*text).to_owned()).collect(),
        phase: Some(Phase::Shooting),
        ..with(clauses)
    }
}

/// Two guns whose attacks hit by themselves and differ, so that each is a batch.
fn two_batches(damage: u32, abilities: &str) -> String {
    let one = |name: &str, strength: u32| {
        gun(1, &format!("1 N/A {strength} 0 {damage}"), &format!("\"Torrent\"{abilities}")).replace("Gun", name)
    };
    unit(&format!("{}{}", one("Gun", 8), one("Other gun", 9)))
}

/// Critical wounds that choose the character may be saved, and are counted, like all others (W40K-PRECISION).
#[test]
fn critical_wounds_with_precision_are_no_others() {
    let leaders = group("Captain", 1, 4, "-", 2, CHARACTER) + &group("Ancient", 1, 4, "-", 2, CHARACTER);
    let gun = unit(&gun(1, "3 N/A 8 0 2", "\"Torrent\""));
    for (save, through) in [("-", 1.0), ("4+", 0.5)] {
        let target = (target(2, 4, save, 2, "") + &leaders).replace("\"-\"", &format!("\"{save}\""));
        let outcome = attack(&gun, &target, &ruled(&["precision on critical wounds"], &["precision=always"]));
        near("unsaved", stage(&outcome, "unsaved"), 3.0 * WOUND * through);
        let critical = 3.0 / 6.0;
        near("criticals", stage(&outcome, "critical-wounds"), critical);
    }
}

/// Saves are rolled again for whoever is first when a batch begins (AMB-05): of one unit, of its Bodyguard and Captain, and
/// of a third behind them.
#[test]
fn saves_are_rolled_again_for_whoever_is_first_of_all_parts() {
    // A wound, 5/6, gets through a 4+ rolled again in 1/4, and through a 6+ in 25/36.
    let (first, other) = (WOUND / 4.0, WOUND * 25.0 / 36.0);
    let again = ruled(&["reroll failed saves"], &["save-rerolls=first", "precision=never"]);
    let of =
        |damage: u32, abilities: &str, target: &str| lost(&attack(&two_batches(damage, abilities), target, &again));
    let then = first + (1.0 - first) * first + first * other;
    let two_wounds = target(1, 4, "4+", 2, "") + &group("Other", 3, 4, "6+", 2, "");
    near("models of two wounds", of(2, "", &two_wounds), 2.0 * then);
    let captain = target(1, 4, "4+", 1, "") + &group("Captain", 1, 4, "6+", 1, CHARACTER);
    near("a Captain", of(1, ", \"Precision\"", &captain), then);
    let ancient = target(1, 4, "4+", 1, "")
        + &group("Captain", 1, 4, "4+", 1, CHARACTER)
        + &group("Ancient", 1, 4, "6+", 1, CHARACTER);
    near("a Captain who saves alike", of(1, ", \"Precision\"", &ancient), 2.0 * first);
}

/// What hits a unit that is gone meets another model like the last to be given up, a character (W40K-ATTACHED), though
/// Precision began with it: its failed saves are rolled again (AMB-05). Two wounds that nothing saves slay both, one slays
/// the Captain, and each counts. Of a third attack a wound gets through the Captain's 4+ in 1/4, the Bodyguard's 2+ in 1/36.
#[test]
fn who_meets_damage_beyond_the_last_model_rolls_saves_again() {
    let gun = |name: &str, line: &str| gun(1, line, "\"Torrent\", \"Precision\"").replace("Gun", name);
    let guns = unit(&(gun("Cannon", "2 N/A 8 -6 1") + &gun("Rifle", "1 N/A 8 0 1")));
    let target = target(1, 4, "2+", 1, "") + &group("Captain", 1, 4, "4+", 1, CHARACTER);
    let request = ruled(&["reroll failed saves"], &["precision=always"]);
    let captain = WOUND * WOUND + (1.0 - WOUND) * (1.0 - WOUND);
    let third = WOUND * (captain / 4.0 + (1.0 - captain) / 36.0);
    near("damage", damage(&attack(&guns, &target, &request)).mean(), 2.0 * WOUND + third);
}

/// Where nothing is rolled again, nobody asks who stands first.
#[test]
fn who_stands_first_is_asked_where_it_matters() {
    let two = target(1, 4, "2+", 1, "") + &group("Other", 1, 4, "5+", 1, "");
    let asks = |clauses: &[&str]| {
        let prepared = prepared(&two_batches(1, ""), &two, &ruled(clauses, &[])).expect("right");
        prepared.engaged.engagement.steps.iter().any(|step| matches!(step, Step::Settle(_)))
    };
    assert!(!asks(&[]) && !asks(&["reroll saves of 1"]));
    assert!(asks(&["reroll failed saves"]));
}

/// W40K-DAMAGE: the first attack of a batch is known where all models save alike, and die by die in the tenth edition.
#[test]
fn the_first_attack_of_a_batch() {
    let two = target(1, 4, "2+", 1, "") + &group("Other", 1, 4, "5+", 1, "");
    let gun = gun(1, "2 N/A 8 0 1", "\"Torrent\"");
    let zero = with(&["damage of one attack is 0"]);
    let told = mistake(&unit(&gun), &two, &zero);
    assert!(told.contains("which attack is the first is not computed where models save differently"), "{told}");
    // The second wound counts if both wound.
    near("alike", lost(&attack(&unit(&gun), &target(9, 4, "-", 1, ""), &zero)), WOUND * WOUND);
    let tenth = |text: &str| text.replacen("-11e", "", 1);
    let open = target(1, 4, "-", 1, "") + &group("Other", 1, 4, "6+", 1, "");
    near("die by die", lost(&attack(&tenth(&unit(&gun)), &tenth(&open), &zero)), WOUND * WOUND);
}

/// Weapons whose attacks are the same are told apart where it makes no difference.
#[test]
fn identical_weapons_are_one_where_it_matters() {
    let guns = unit(
        &(gun(1, "1 N/A 8 0 1", "\"Torrent\"") + &gun(1, "1 N/A 8 0 1", "\"Torrent\"").replace("Gun", "Other gun")),
    );
    let names = |target: &str| {
        let prepared = prepared(&guns, target, &with(&[])).expect("right");
        prepared.engaged.engagement.weapons.iter().map(|weapon| weapon.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(&target(5, 4, "4+", 1, "")), ["Gun", "Other gun"]);
    assert_eq!(names(&(target(1, 4, "2+", 1, "") + &group("Other", 1, 4, "5+", 1, ""))), ["Gun + Other gun"]);
}

/// W40K-HAZARDOUS: three mortal wounds if every model that is there is a Vehicle.
#[test]
fn a_leader_who_is_not_there_makes_no_unit_smaller() {
    let tank = unit(&gun(2, "1 N/A 4 0 1", "\"Torrent\", \"Hazardous\"")).replacen("wounds = 2", "wounds = 20", 1);
    let tank = tank.replacen("[[model]]", "keywords = [\"VEHICLE\"]\n[[model]]", 1);
    let hurt = |count: u32| {
        let leader = target(count, 4, "-", 20, CHARACTER).replace("Target", "Leader").replace("Model", "Leader");
        let leader = leader.replacen("[[model]]", "keywords = [\"INFANTRY\"]\n[[model]]", 1);
        let mut led = profile(&tank);
        led.leaders.push((profile(&leader), None));
        let target = (profile(&target(9, 4, "-", 1, "")), None);
        let prepared =
            prepare_units(&[(led, None)], &target, &ruled(&[], &[])).unwrap_or_else(|error| panic!("{error}"));
        exact(&prepared.engaged.engagement).expect("small").wounds_lost(Side::Attacker).mean()
    };
    near("with a man", hurt(1), 2.0 / 3.0);
    near("alone", hurt(0), 3.0 * 2.0 / 3.0);
}

/// `best` is what does more damage, and says which that is.
#[test]
fn the_best_use_of_an_ability_is_told() {
    let notes = |abilities: &str, strength: u32, target: &str, ruling: &str| {
        let gun = unit(&gun(1, &format!("6 4+ {strength} 0 1"), abilities));
        prepared(&gun, target, &ruled(&[], &[ruling])).expect("right").notes.join("\n")
    };
    let armoured = target(9, 4, "2+", 1, "").replacen("[[model]]", "keywords = [\"INFANTRY\"]\n[[model]]", 1);
    let (tough, deadly) = (target(9, 12, "-", 1, ""), "\"Devastating Wounds\", \"Anti-INFANTRY 2+\", \"Lethal Hits\"");
    // A critical wound on 2+ that no save stops, or a wound that a 2+ saves.
    let said = notes(deadly, 4, &armoured, "lethal-hits=best");
    assert!(said.contains("Gun: Lethal Hits: declined"), "{said}");
    // Toughness 12 is wounded on a 6, or at once; nothing saves.
    let said = notes(deadly, 4, &tough, "lethal-hits=best");
    assert!(said.contains("Gun: Lethal Hits: taken"), "{said}");
    // Strength 20 wounds on 2+; only the critical ones get through a save of 2+ more often than not.
    let twin = "\"Twin-linked\", \"Devastating Wounds\"";
    let said = notes(twin, 20, &armoured, "twin-linked=best");
    assert!(said.contains("Gun: Twin-linked: re-roll all but criticals"), "{said}");
    let said = notes("\"Twin-linked\"", 20, &target(9, 4, "-", 1, ""), "twin-linked=best");
    assert!(said.contains("Gun: Twin-linked: re-roll failures"), "{said}");
}

/// Of one character there is no second: it is chosen all the same.
#[test]
fn the_second_of_one_character_is_the_first() {
    let target = target(2, 4, "-", 2, "") + &group("Captain", 1, 4, "-", 2, CHARACTER);
    let gun = unit(&gun(1, "1 N/A 8 0 2", "\"Torrent\", \"Precision\""));
    for ruling in ["precision=always", "precision=second"] {
        near(ruling, attack(&gun, &target, &ruled(&[], &[ruling])).gone(&[1]), WOUND);
    }
    // One who is not there is no second one.
    let nobody = target.clone() + &group("Ancient", 0, 4, "-", 2, CHARACTER);
    let prepared = prepared(&gun, &nobody, &ruled(&[], &[])).expect("right");
    assert_eq!(prepared.engaged.engagement.bodies.len(), 2);
}

/// Smoke is cover, which worsens the BS; Heavy needs a steady hand; Blast needs five models.
#[test]
fn what_helps_and_hinders_a_shot() {
    let hits = |abilities: &str, clauses: &[&str]| {
        let gun = unit(&gun(1, "1 3+ 8 0 1", abilities));
        stage(&attack(&gun, &target(9, 4, "-", 1, ""), &ruled(clauses, &[])), "hits")
    };
    near("plain", hits("", &[]), 4.0 / 6.0);
    near("smoke", hits("", &["smokescreen"]), 3.0 / 6.0);
    near("Heavy", hits("\"Heavy\"", &[]), 4.0 / 6.0);
    near("steady", hits("\"Heavy\"", &["steady"]), 5.0 / 6.0);
    let told = |count: u32| {
        let gun = unit(&gun(1, "1 3+ 8 0 1", "\"Blast\""));
        let lines = explained(&gun, &target(count, 4, "-", 1, ""), &ruled(&[], &[]));
        lines.into_iter().map(|(what, _)| what).collect::<Vec<_>>().join("; ")
    };
    assert!(!told(4).contains("+0"), "{}", told(4));
    assert!(told(5).contains("+1 Attacks"), "{}", told(5));
}

/// Where something is left out, to see whether it changed anything, other questions take the places of the answers.
#[test]
fn the_best_of_fewer_answers_than_before() {
    let captain = group("Captain", 1, 4, "2+", 9, CHARACTER);
    let pair = target(5, 4, "-", 1, "") + &captain + &captain.replace("Captain", "Ancient");
    let blade = |name: &str| gun(1, "1 2+ 8 0 1", "\"Precision\"").replace("Gun", name).replace("range = 24\n", "");
    let fighter = unit(&(blade("Sword") + &blade("Axe")));
    let request = Request {
        weapons: vec!["best".into()],
        phase: Some(Phase::Combat),
        ..ruled(&["Extra Attacks"], &["precision=best"])
    };
    // Both weapons strike the Bodyguard, who saves nothing; without Extra Attacks there is one.
    let said = prepared(&fighter, &pair, &request).expect("right").notes.join("\n");
    for name in ["Sword", "Axe"] {
        assert!(said.contains(&format!("{name}: Precision: never on the character")), "{said}");
    }
    // Hit, wound, Damage: with a low Damage again the Bodyguard of five wounds falls most often.
    let alone = target(1, 4, "-", 5, "") + &group("Captain", 1, 4, "-", 1, CHARACTER);
    let cannon = unit(&gun(1, "1 2+ 20 -6 D6", ""));
    let sniper = unit(&gun(1, "1 N/A 20 -6 1", "\"Torrent\", \"Precision\""));
    let request = ruled(&["command re-roll"], &["precision=best", "command-reroll=best"]);
    let units = [(profile(&cannon), None), (profile(&sniper), None)];
    let said =
        prepare_units(&units, &(profile(&alone), None), &request).unwrap_or_else(|error| panic!("{error}")).notes;
    assert!(said.join("\n").contains("Command Re-roll: always used on the first Damage roll"), "{said:?}");
}
