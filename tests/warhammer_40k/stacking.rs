//! What a core ability does when a weapon has it twice (W40K-ABILITY-STACKING), and modifiers that are ignored.

use warodds::ask::Request;
use warodds::games::Phase;

use crate::support::{attack, damage, forty_k, gun, mistake, near, squad, stage, with};

fn shooting(clauses: &[&str]) -> Request {
    Request { phase: Some(Phase::Shooting), ..with(clauses) }
}

fn one(line: &str, abilities: &str) -> String {
    forty_k(&gun(1, line, abilities))
}

/// The number of attacks of a weapon of one attack.
fn attacks(abilities: &str, clauses: &[&str]) -> f64 {
    stage(&attack(&one("1 4+ 4 0 1", abilities), &squad(10, 4, "-", 1, ""), &shooting(clauses)), "attacks")
}

#[test]
fn rapid_fire_and_blast_count_once_and_the_better_one_counts() {
    for clauses in [["half range", "Rapid Fire 1"], ["half range", "Rapid Fire 2"]] {
        let more = if clauses[1].ends_with('1') { 1.0 } else { 2.0 };
        near(clauses[1], attacks("\"Rapid Fire 1\"", &clauses), 1.0 + more);
        near("the other way round", attacks("\"Rapid Fire 2\"", &clauses), 3.0);
    }
    // Ten models: two more attacks, however often the weapon has Blast.
    near("two Blasts", attacks("\"Blast\", \"Blast\"", &["Blast"]), 3.0);
    // Blast and Rapid Fire are two abilities.
    near("both", attacks("\"Blast\"", &["half range", "Rapid Fire 1"]), 4.0);
    // A D3 is never less than 1.
    near("1 and D3", attacks("\"Rapid Fire 1\"", &["half range", "Rapid Fire D3"]), 3.0);
}

#[test]
fn melta_counts_once() {
    let worth = |abilities: &str, clause: &str| {
        let gun = one("1 N/A 8 0 1", &format!("\"Torrent\", {abilities}"));
        damage(&attack(&gun, &squad(1, 4, "-", 40, ""), &shooting(&["half range", clause]))).mean() / (5.0 / 6.0)
    };
    near("2 and 2", worth("\"Melta 2\"", "Melta 2"), 3.0);
    near("2 and 4", worth("\"Melta 2\"", "Melta 4"), 5.0);
    near("4 and 2", worth("\"Melta 4\"", "Melta 2"), 5.0);
    near("D6 and D6+1", worth("\"Melta D6\"", "Melta D6+1"), 5.5);
}

/// Which of two rolls is better is chosen each time; that is refused by name, whichever comes first.
#[test]
fn unlike_dice_of_one_core_ability_are_refused() {
    for (one_ability, other, words) in [
        ("Melta D3", "Melta D6", "Melta D3 and Melta D6"),
        ("Melta D6", "Melta D3", "Melta D3 and Melta D6"),
        ("Rapid Fire D3", "Rapid Fire 2", "Rapid Fire 2 and Rapid Fire D3"),
        ("Sustained Hits 2", "Sustained Hits D3", "Sustained Hits 2 and Sustained Hits D3"),
        ("Sustained Hits D3", "Sustained Hits 2", "Sustained Hits 2 and Sustained Hits D3"),
    ] {
        let gun = one("1 4+ 4 0 1", &format!("\"{one_ability}\""));
        let error = mistake(&gun, &squad(1, 4, "-", 1, ""), &shooting(&["half range", other]));
        assert!(error.contains(words), "{error}");
    }
}

/// Anti against one keyword is one ability, and the better number is chosen.
#[test]
fn of_two_antis_the_better_one_counts() {
    let target = squad(1, 12, "-", 1, "").replacen("name =", "keywords = [\"INFANTRY\"]\nname =", 1);
    for abilities in ["\"Anti-INFANTRY 4+\", \"Anti-INFANTRY 2+\"", "\"Anti-INFANTRY 2+\", \"Anti-INFANTRY 4+\""] {
        let gun = one("6 N/A 1 0 1", &format!("\"Torrent\", {abilities}"));
        near(abilities, stage(&attack(&gun, &target, &shooting(&[])), "critical-wounds"), 5.0);
    }
}

/// +1 twice would outweigh a -1.
#[test]
fn heavy_lance_and_indirect_fire_count_once() {
    let target = squad(20, 4, "-", 1, "");
    let of = |gun: &str, name, clauses: &[&str]| stage(&attack(gun, &target, &shooting(clauses)), name);
    let heavy = one("1 4+ 4 0 1", "\"Heavy\"");
    near("Heavy", of(&heavy, "hits", &["stationary", "Heavy", "-1 to hit"]), 0.5);
    let lance = one("1 N/A 4 0 1", "\"Torrent\", \"Lance\"");
    near("Lance", of(&lance, "wounds", &["charged", "Lance", "-1 to wound"]), 0.5);
    let indirect = one("1 3+ 4 0 1", "\"Indirect Fire\", \"Indirect Fire\"");
    near("Indirect Fire", of(&indirect, "hits", &["indirect", "+1 to hit"]), 0.5);
}

/// Each ignores what it names; `ignore modifiers` both (W40K-IGNORE-MODIFIERS).
#[test]
fn w40k_ignore_modifiers() {
    let gun = one("1 4+ 4 0 1", "");
    let target = squad(20, 4, "-", 1, "");
    let both = |clause: &str| {
        let outcome = attack(&gun, &target, &shooting(&["-1 to hit", "-1 to wound", clause]));
        [stage(&outcome, "hits"), stage(&outcome, "wounds") / stage(&outcome, "hits")]
    };
    let (half, third) = (0.5, 1.0 / 3.0);
    for (clause, [hit, wound]) in [
        ("+1 save", [third, third]),
        ("ignore hit modifiers", [half, third]),
        ("ignore wound modifiers", [third, half]),
        ("ignore modifiers", [half, half]),
    ] {
        let clause = if clause == "+1 save" { "+1 to save" } else { clause };
        let [hits, wounds] = both(clause);
        near(clause, hits, hit);
        near(clause, wounds, wound);
    }
    // What is worse of the skill is no modifier of the roll: 4+ is 6+ with both.
    for (clauses, hit) in [
        (&["+1 to save"][..], 1.0 / 6.0),
        (&["ignore hit modifiers"], third),
        (&["ignore skill modifiers"], third),
        (&["ignore hit modifiers", "ignore skill modifiers"], half),
    ] {
        let with = [&["-1 to hit", "worsen skill by 1"], clauses].concat();
        near("the skill", stage(&attack(&gun, &target, &shooting(&with)), "hits"), hit);
    }
}
