//! Dice of saves, hits, mortal damage, wards and recovery, by the rules they come from.

use super::{at, chance};
use crate::support::questions::{cell, refused, sigmar};
use crate::support::{attack, damage, near, sigmar as attacker, stage, target, with};
use warodds::ask::Request;
use warodds::report::Figure;

/// AOS-2.2: a D3 is half a D6 rounded up, so 2+ on a D3 is 2/3.
#[test]
fn aos_2_2_d3() {
    let answered = sigmar("mortal", &["damage=D3"]);
    for k in 1..=3 {
        near("one third each", at(&answered, 0, k, "exactly"), 1.0 / 3.0);
    }
    near("2+", at(&answered, 0, 2, "at least"), 2.0 / 3.0);
}

/// AOS-17.0: an unmodified 1 fails whatever the modifier; a critical hit hits whatever it needs (AMB-1); a 6 does not
/// wound by itself (AMB-2).
#[test]
fn aos_17_0_hits_and_wounds() {
    let answered = sigmar("hits", &[]);
    near("2+ with +1", at(&answered, 0, "2+", "+1"), 5.0 / 6.0);
    near("6+ with -1", at(&answered, 0, "6+", "-1"), 1.0 / 6.0);
    near("wound 6+ with -1", at(&answered, 1, "6+", "-1"), 0.0);
    let literal = sigmar("hits", &["critical-always-hits=no"]);
    near("read literally", at(&literal, 0, "6+", "-1"), 0.0);
}

/// AOS-17.1 and AMB-3: the sum is capped at +1, with Rend inside the cap or outside; there is no lower limit.
#[test]
fn aos_17_1_save_cap() {
    let twice = sigmar("saves", &["modifier=1"]);
    near("4+, two +1s, Rend 1, inside", at(&twice, 1, "4+", "Rend 1"), 2.0 / 3.0);
    let outside = sigmar("saves", &["modifier=1", "cap=before-rend"]);
    near("outside", at(&outside, 1, "4+", "Rend 1"), 0.5);
    near("Rend 0 is capped", at(&twice, 1, "4+", "Rend 0"), 2.0 / 3.0);
    let low = sigmar("saves", &["modifier=-3"]);
    near("2+ at -3", at(&low, 0, "2+", "Rend 0"), 2.0 / 6.0);
    near("2+ at -3, Rend 2", at(&low, 0, "2+", "Rend 2"), 0.0);
}

/// AOS-17.2 and AOS-18.1: mortal damage is warded point by point; closed forms for a package too large for fractions.
#[test]
fn aos_17_2_mortal_damage_is_warded() {
    let answered = sigmar("mortal", &["dice=10", "on=4+", "damage=D3", "ward=5+"]);
    near("mean", chance(&answered, "mean"), 10.0 * 0.5 * 2.0 * 2.0 / 3.0);
    let nothing_of_d3: f64 = (1.0 / 3.0 + 1.0 / 9.0 + 1.0 / 27.0) / 3.0;
    near("nothing", at(&answered, 0, 0, "exactly"), (0.5 + 0.5 * nothing_of_d3).powi(10));
    let all = (0.5 / 3.0 * (2.0f64 / 3.0).powi(3)).powi(10);
    assert!((at(&answered, 0, 30, "exactly") / all - 1.0).abs() < 1e-9);
    // Counted and floating-point answers meet: nine dice are counted, and one more gives the ten by hand.
    let small = sigmar("mortal", &["dice=2", "on=4+", "damage=D3", "ward=5+"]);
    near("two dice, nothing", at(&small, 0, 0, "exactly"), (0.5 + 0.5 * nothing_of_d3).powi(2));
    assert!(matches!(cell(&small, 0, "0", "exactly"), Figure::Chance(_)));
    assert!(matches!(cell(&answered, 0, "0", "exactly"), Figure::Probability(_)));
    near("twice D6, certain", chance(&sigmar("mortal", &["dice=2", "damage=2D6+1"]), "mean"), 16.0);
}

/// AOS-18.1 and AMB-28: a ward of X+ removes a point on X or more, nothing else.
#[test]
fn aos_18_1_ward() {
    for ward in 2..=6 {
        let answered = sigmar("mortal", &["damage=1", &format!("ward={ward}+")]);
        near("one point", at(&answered, 0, 1, "exactly"), f64::from(ward - 1) / 6.0);
    }
    let seven = sigmar("mortal", &["damage=1", "ward=7+"]);
    near("7+ is none", at(&seven, 0, 1, "exactly"), 1.0);
}

/// AOS-18.2: points spill over from model to model, and what is on the unit counts.
#[test]
fn aos_18_2_allocation() {
    let answered = sigmar("mortal", &["damage=D6", "health=2", "models=3", "allocated=1"]);
    // 1 + D6 points of 2 each, at most three models: 1, 1, 2, 2, 3, 3.
    for slain in 1..=3 {
        near("slain", at(&answered, 1, slain, "exactly"), 1.0 / 3.0);
    }
    near("destroyed", chance(&answered, "the unit is destroyed"), 1.0 / 3.0);
    near("mean", chance(&answered, "mean models slain"), 2.0);
    let one = sigmar("mortal", &["damage=D3", "health=3"]);
    near("a single model", chance(&one, "the unit is destroyed"), 1.0 / 3.0);
    assert_eq!(one.curve.expect("a curve").axis, "mortal damage");
}

/// AOS-20.0: criticals are judged by the unmodified die: 1/6, and 11/36 if every other die is rolled again.
#[test]
fn aos_20_0_critical_hits() {
    near("once", chance(&sigmar("hits", &[]), "critical hit"), 1.0 / 6.0);
    let fishing = sigmar("hits", &["reroll=non-critical"]);
    near("rolled again", chance(&fishing, "critical hit"), 11.0 / 36.0);
    // A 4 or 5 that would have hit on 4+ is rolled again too: 6, or 30/36 of a new die.
    near("hits", at(&fishing, 0, "4+", "0"), 1.0 / 6.0 + 5.0 / 6.0 * 0.5);
    // AMB-32: a critical on 5+ hits whatever it needs.
    let extended = sigmar("hits", &["critical=5"]);
    near("5+", chance(&extended, "critical hit"), 1.0 / 3.0);
    near("hits on 5", at(&extended, 0, "6+", "-1"), 1.0 / 3.0);
}

/// AMB-15: nobody rolls a success again: 4+ with +1 keeps the 3 that hits, and 4+ with -1 the 4 that would hit bare.
#[test]
fn amb_15_failed_is_judged_with_and_without_modifiers() {
    let answered = sigmar("hits", &["reroll=failed"]);
    near("4+", at(&answered, 0, "4+", "0"), 0.75);
    near("4+ with +1", at(&answered, 0, "4+", "+1"), 8.0 / 9.0);
    near("4+ with -1", at(&answered, 0, "4+", "-1"), 2.0 / 6.0 + 0.5 * 2.0 / 6.0);
    near("wound 4+", at(&answered, 1, "4+", "0"), 0.75);
    let ones = sigmar("hits", &["reroll=ones"]);
    near("ones", at(&ones, 0, "4+", "0"), 0.5 + 0.5 / 6.0);
    near("wound ones", at(&ones, 1, "2+", "0"), 5.0 / 6.0 * 7.0 / 6.0);
}

/// AOS-21.0: Heal removes up to X points, never below none.
#[test]
fn aos_21_0_heal() {
    let answered = sigmar("heal", &["amount=D3", "allocated=2"]);
    near("none left", chance(&answered, "no damage is left"), 2.0 / 3.0);
    near("mean", chance(&answered, "mean damage left"), 1.0 / 3.0);
    let twice = sigmar("heal", &["amount=D3", "allocated=5", "times=2"]);
    near("two D3 of 5 or more", chance(&twice, "no damage is left"), 3.0 / 9.0);
    near("mean", chance(&twice, "mean damage left"), (3.0 + 2.0 * 2.0 + 3.0) / 9.0);
    near("a number", chance(&sigmar("heal", &["amount=3", "allocated=5"]), "mean damage left"), 2.0);
}

/// AOS-CMD-2.0a, AMB-20: points bring back whole models first, and the rest heals; by brute force over six dice.
#[test]
fn aos_cmd_2_0a_rally() {
    let binomial = [1.0, 6.0, 15.0, 20.0, 15.0, 6.0, 1.0].map(|ways| ways / 64.0);
    let (health, slain, damage) = (3usize, 1usize, 2usize);
    let back = |points: usize| (points / health).min(slain);
    let healed = |points: usize| (points - health * back(points)).min(damage);
    let mean = |f: &dyn Fn(usize) -> usize| binomial.iter().enumerate().map(|(k, p)| f(k) as f64 * p).sum::<f64>();
    let answered = sigmar("rally", &["health=3", "slain=1", "allocated=2"]);
    near("back", chance(&answered, "mean models that come back"), mean(&back));
    near("healed", chance(&answered, "mean damage healed"), mean(&healed));
    near("all healed", chance(&answered, "all damage healed"), mean(&|k| usize::from(healed(k) == damage)));
    near("all back", chance(&answered, "every slain model comes back"), mean(&|k| usize::from(k >= 3)));
    // Healing first: two points heal, three more bring one back.
    let healing = sigmar("rally", &["health=3", "slain=1", "allocated=2", "first=heal"]);
    near("five points", chance(&healing, "mean models that come back"), mean(&|k| usize::from(k >= 5)));
    near("two points", chance(&healing, "all damage healed"), mean(&|k| usize::from(k >= 2)));
    // Twice: points are not saved from one to the next.
    let twice = sigmar("rally", &["health=4", "rallies=2"]);
    let once = mean(&|k| usize::from(k >= 4));
    near("twice", chance(&twice, "at least one comes back"), 1.0 - (1.0 - once) * (1.0 - once));
    near("twice, both", at(&twice, 0, 2, "exactly"), once * once);
}

/// AOS-MOD-2.0: a Musician rolls one die more.
#[test]
fn aos_mod_2_0_musician() {
    let answered = sigmar("rally", &["health=7", "musician=yes"]);
    near("seven of seven", chance(&answered, "at least one comes back"), 1.0 / 128.0);
}

/// AOS-CMD-8.0: Power Through is D3 mortal damage through the ward.
#[test]
fn aos_cmd_8_0_power_through() {
    let answered = sigmar("mortal", &["ward=5+", "health=2"]);
    // Two points get through: of two, or of three at least two.
    let slain = (1.0 / 3.0) * (4.0 / 9.0) + (1.0 / 3.0) * (3.0 * 4.0 / 27.0 + 8.0 / 27.0);
    near("slain", chance(&answered, "the unit is destroyed"), slain);
}

/// AOS-17.1: the table says what attacks do, for every Save, Rend, sum of modifiers and reading of the cap.
#[test]
fn the_save_table_agrees_with_attacks() {
    for cap in ["with-rend", "before-rend"] {
        for modifier in -2..=2 {
            let table = sigmar("saves", &[&format!("modifier={modifier}"), &format!("cap={cap}")]);
            let clause = format!("{modifier:+} to save");
            let clauses: &[&str] = if modifier == 0 { &[] } else { &[&clause] };
            let request = Request { rulings: vec![format!("save-cap={cap}")], ..with(clauses) };
            for (save, rend) in (2..=6).flat_map(|save| (0..=4).map(move |rend| (save, rend))) {
                let weapon = format!("attacks = 1\nhit = \"2+\"\nwound = \"2+\"\nrend = {rend}\ndamage = 1");
                let done = attack(&attacker(1, &weapon), &target(1, 1, &format!("{save}+"), ""), &request);
                let saved = at(&table, 0, format!("{save}+").as_str(), &format!("Rend {rend}"));
                near("saved", damage(&done).at(1), 25.0 / 36.0 * (1.0 - saved));
            }
        }
    }
}

/// AOS-17.0: so does the table of hits, with every kind of re-roll.
#[test]
fn the_hit_table_agrees_with_attacks() {
    let kinds = [("none", ""), ("ones", "hits of 1"), ("failed", "failed hits"), ("non-critical", "non-critical hits")];
    for (word, clause) in kinds {
        let table = sigmar("hits", &[&format!("reroll={word}")]);
        for (needs, modifier) in (2..=6).flat_map(|needs| (-1..=1).map(move |modifier| (needs, modifier))) {
            let mut clauses = Vec::new();
            clauses.extend((modifier != 0).then(|| format!("{modifier:+} to hit")));
            clauses.extend((!clause.is_empty()).then(|| format!("reroll {clause}")));
            let clauses: Vec<&str> = clauses.iter().map(String::as_str).collect();
            let weapon = format!("attacks = 1\nhit = \"{needs}+\"\nwound = \"4+\"\ndamage = 1");
            let done = attack(&attacker(1, &weapon), &target(1, 1, "-", ""), &with(&clauses));
            let column = if modifier == 0 { "0".to_owned() } else { format!("{modifier:+}") };
            near("hits", at(&table, 0, format!("{needs}+").as_str(), &column), stage(&done, "hits"));
            if word == "none" {
                near("criticals", chance(&table, "critical hit"), stage(&done, "critical-hits"));
            }
        }
    }
}

/// AOS-18.2: a model keeps at least one point of its Health, and what is allocated already counts.
#[test]
fn aos_18_2_damage_that_was_allocated_before() {
    let slain = |allocated: u32| sigmar("mortal", &["damage=2", "health=4", &format!("allocated={allocated}")]);
    near("not yet", chance(&slain(1), "the unit is destroyed"), 0.0);
    near("two are enough", chance(&slain(2), "the unit is destroyed"), 1.0);
    near("one left", chance(&slain(3), "the unit is destroyed"), 1.0);
    for allocated in ["allocated=4", "allocated=5"] {
        assert!(refused("mortal", &["damage=2", "health=4", allocated]).contains("allocated"), "{allocated}");
    }
    let three = sigmar("mortal", &["damage=5", "health=2", "models=3", "allocated=1"]);
    near("three of three", chance(&three, "mean models slain"), 3.0);
    let three = sigmar("mortal", &["damage=4", "health=2", "models=3", "allocated=1"]);
    near("two of three", chance(&three, "mean models slain"), 2.0);
}
