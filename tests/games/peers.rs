//! Errors found in other tools, each as a test with the exact value.

use crate::support::{attack, damage, forty_k, gun, near, printed, sigmar, squad, stage, target, with};
use warodds::sequence::Side;

/// Extra hits of Sustained Hits are not Lethal.
#[test]
fn sustained_hits_are_not_lethal() {
    let ten = |line: &str| forty_k(&gun(10, line, "\"Sustained Hits 1\", \"Lethal Hits\""));
    let of = |line: &str, toughness, clauses: &[&str]| {
        damage(&attack(&ten(line), &squad(40, toughness, "3+", 1, ""), &with(clauses))).mean()
    };
    near("plain", of("1 3+ 4 -1 1", 4, &[]), 2.5);
    near("criticals on 5+", of("1 3+ 4 -1 1", 4, &["critical hits on 5+"]), 10.0 / 3.0);
    printed("hitting on 6+, S3 T8", of("1 6+ 3 -1 1", 8, &[]), 0.9722, 4);
}

/// Damage of Devastating Wounds does not spill: D2 against W1, and D3 with FNP against W3.
#[test]
fn devastating_wounds_do_not_spill() {
    let of = |damage: &str, target: &str| {
        let ten = forty_k(&gun(10, &format!("1 3+ 4 -1 {damage}"), "\"Devastating Wounds\""));
        attack(&ten, target, &with(&[])).slain(Side::Defender).mean()
    };
    // Ten attacks hit on 3+: 2/9 ordinary against a 4+, 1/9 without a save.
    near("D2 on W1", of("2", &squad(10, 4, "3+", 1, "")), 10.0 * (2.0 / 9.0 / 2.0 + 1.0 / 9.0));
    let one = forty_k(&gun(1, "1 3+ 4 -1 3", "\"Devastating Wounds\""));
    let p = 2.0 / 9.0 / 2.0 + 1.0 / 9.0;
    let alone = attack(&one, &squad(10, 4, "3+", 3, "feel-no-pain = \"5+\""), &with(&[])).slain(Side::Defender).mean();
    near("D3 on W3 through FNP 5+", alone, p * 8.0 / 27.0);
}

/// Each Sustained D3 critical rolls its own D3: the spread of hits.
#[test]
fn sustained_d3_is_rolled_for_each_critical() {
    let ten = forty_k(&gun(10, "1 3+ 4 0 1", "\"Sustained Hits D3\""));
    let hits = attack(&ten, &squad(40, 4, "-", 1, ""), &with(&[])).stages[1].moments;
    near("mean", hits.mean, 10.0);
    // One attack: 2/6 nothing, 3/6 one, 1/6 one and a D3.
    let second = 3.0 / 6.0 + (4.0 + 9.0 + 16.0) / 18.0;
    near("variance", hits.variance, 10.0 * (second - 1.0));
}

/// A save modifier is capped before it is used, for armour too.
#[test]
fn a_save_is_improved_by_one_at_most() {
    let gun = forty_k(&gun(1, "1 N/A 8 0 1", "\"Torrent\""));
    let unsaved = |clauses: &[&str]| stage(&attack(&gun, &squad(1, 4, "5+", 1, ""), &with(clauses)), "unsaved");
    near("+2 is +1", unsaved(&["+2 to save"]), unsaved(&["+1 to save"]));
    near("+1", unsaved(&["+1 to save"]), 5.0 / 6.0 / 2.0);
}

/// Feel No Pain is rolled for every point, and the model's wounds cap what is left.
#[test]
fn feel_no_pain_comes_before_the_cap() {
    let ten = forty_k(&gun(10, "1 3+ 4 -1 D6", ""));
    let outcome = attack(&ten, &squad(20, 4, "3+", 4, "feel-no-pain = \"6+\""), &with(&[]));
    near("damage", damage(&outcome).mean(), 10.0 / 6.0 * 3.5 * 5.0 / 6.0);
    printed("damage", damage(&outcome).mean(), 4.8611, 4);
    printed("kills", outcome.slain(Side::Defender).mean(), 0.7926, 4);
}

/// A wounded model stays wounded from weapon to weapon.
#[test]
fn a_wounded_model_does_not_heal_between_weapons() {
    let weapons = format!("{}{}", gun(2, "1 4+ 4 0 1", ""), gun(2, "1 4+ 4 0 1", "").replace("Gun", "Other"));
    let together = attack(&forty_k(&weapons), &squad(10, 4, "3+", 2, ""), &with(&[]));
    let p: f64 = 1.0 / 12.0;
    let exactly = |k: i32| [1.0, 4.0, 6.0, 4.0, 1.0][k as usize] * p.powi(k) * (1.0 - p).powi(4 - k);
    near("kills", together.slain(Side::Defender).mean(), exactly(2) + exactly(3) + 2.0 * exactly(4));
    printed("kills", together.slain(Side::Defender).mean(), 0.0372, 4);
}

/// Extra hits come from the same dice as the hits.
#[test]
fn extra_hits_and_hits_share_their_dice() {
    let ten = forty_k(&gun(10, "1 3+ 4 -1 1", "\"Sustained Hits 1\""));
    let outcome = attack(&ten, &squad(10, 4, "3+", 2, ""), &with(&[]));
    // One attack leaves 0, 1 or 2 unsaved wounds, and they are not independent.
    let q: f64 = 1.0 / 4.0;
    let one = [2.0 / 6.0 + 0.5 * (1.0 - q) + (1.0 - q).powi(2) / 6.0, 0.5 * q + 2.0 * q * (1.0 - q) / 6.0, q * q / 6.0];
    let mut law = vec![1.0];
    for _ in 0..10 {
        let mut next = vec![0.0; law.len() + 2];
        for (i, p) in law.iter().enumerate() {
            for (k, weight) in one.iter().enumerate() {
                next[i + k] += p * weight;
            }
        }
        law = next;
    }
    let kills: f64 = law.iter().enumerate().map(|(k, p)| p * (k / 2) as f64).sum();
    near("kills", outcome.slain(Side::Defender).mean(), kills);
}

/// Re-rolled hits can be critical: ten attacks at 4+/4+, all misses again, 6s are two hits.
#[test]
fn rerolled_hits_explode_too() {
    let line = "attacks = 10\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1\nabilities = [\"Crit (2 Hits)\"]";
    let outcome = attack(&sigmar(1, line), &target(50, 1, "-", ""), &with(&["reroll failed hits"]));
    near("mean", damage(&outcome).mean(), 10.0 * (0.75 + 0.25) * 0.5);
    near("as published", damage(&outcome).mean(), 5.0);
}

/// A ward is rolled once for each point of mortal damage.
#[test]
fn one_ward_for_each_mortal_point() {
    let line = "attacks = 60\nhit = \"2+\"\nwound = \"4+\"\ndamage = 1\nabilities = [\"Crit (Mortal)\"]";
    let outcome = attack(&sigmar(1, line), &target(200, 1, "-", "ward = \"5+\""), &with(&[]));
    near("mean", damage(&outcome).mean(), 60.0 * (4.0 / 6.0 * 0.5 + 1.0 / 6.0) * 2.0 / 3.0);
    near("as published", damage(&outcome).mean(), 20.0);
}

/// Lethal Hits on 2+ at S6 T4 adds what it must.
#[test]
fn lethal_adds_to_a_good_wound_roll() {
    let outcome = attack(&forty_k(&gun(1, "1 2+ 6 0 1", "\"Lethal Hits\"")), &squad(9, 4, "-", 1, ""), &with(&[]));
    near("wounds", stage(&outcome, "wounds"), 1.0 / 6.0 + 4.0 / 6.0 * 4.0 / 6.0);
    printed("wounds", stage(&outcome, "wounds"), 0.6111, 4);
}

/// Rolled attacks are not uniform: 3D3 attacks that all miss.
#[test]
fn rolled_attacks_are_a_sum_of_dice() {
    let outcome = attack(&forty_k(&gun(1, "3D3 2+ 4 0 1", "")), &squad(9, 1, "-", 1, ""), &with(&["wounds on 2+"]));
    let miss: f64 = 1.0 / 6.0;
    let one = (miss + miss.powi(2) + miss.powi(3)) / 3.0;
    let none_hit = one.powi(3);
    // Every hit wounds on 2+, so no damage means every attack missed or failed to wound.
    let through: f64 = 1.0 - 25.0 / 36.0;
    let quiet = ((through + through.powi(2) + through.powi(3)) / 3.0).powi(3);
    near("P(0)", damage(&outcome).at(0), quiet);
    // The published case: P(no hit at all) of 3D3 attacks at 3+.
    let third: f64 = 1.0 / 3.0;
    printed("P(no hit)", ((third + third.powi(2) + third.powi(3)) / 3.0).powi(3), 0.0041, 4);
    assert!(none_hit < 0.001);
}

/// One lascannon shot cannot kill more than one cultist.
#[test]
fn one_shot_kills_one_model() {
    let outcome = attack(&forty_k(&gun(1, "1 4+ 12 -3 D6+1", "")), &squad(10, 3, "6+", 1, ""), &with(&[]));
    near("kills", outcome.slain(Side::Defender).mean(), 0.5 * 5.0 / 6.0);
    near("never two", outcome.slain(Side::Defender).at(2), 0.0);
}

/// "-1 damage, minimum 1" is applied to the die, not to its mean.
#[test]
fn less_damage_is_applied_to_the_die() {
    let gun = forty_k(&gun(1, "1 N/A 8 0 D6", "\"Torrent\""));
    let outcome = attack(&gun, &squad(1, 4, "-", 30, ""), &with(&["-1 damage to target", "wounds on 2+"]));
    near("mean", damage(&outcome).mean() / (5.0 / 6.0), 8.0 / 3.0);
}

/// One Feel No Pain for each mortal wound, the better one.
#[test]
fn one_feel_no_pain_for_each_mortal_wound() {
    let nothing = forty_k(&gun(1, "1 N/A 8 0 1", "\"Torrent\""));
    let more = "feel-no-pain = \"6+\"\nfeel-no-pain-mortal = \"4+\"";
    let request =
        warodds::ask::Request { set: vec!["attacker.weapon.gun.count=0".into()], ..with(&["6 dice: 2+ -> 1 mortal"]) };
    let outcome = attack(&nothing, &squad(9, 4, "2+", 3, more), &request);
    near("mean", damage(&outcome).mean(), 5.0 * 0.5);
}

/// Criticals on 5+ and fishing for them are possible.
#[test]
fn criticals_below_six_and_fishing() {
    let gun = forty_k(&gun(1, "1 3+ 4 0 1", "\"Sustained Hits 1\""));
    let hits = |clauses: &[&str]| stage(&attack(&gun, &squad(9, 4, "-", 1, ""), &with(clauses)), "hits");
    near("on 5+", hits(&["critical hits on 5+"]), 4.0 / 6.0 + 2.0 / 6.0);
    near("fishing", hits(&["reroll non-critical hits"]), 26.0 / 36.0 + 11.0 / 36.0);
}

/// Lethal with Devastating on a weapon that wounds on 6+: a Lethal wound is never mortal.
#[test]
fn lethal_wounds_are_not_devastating() {
    let gun = forty_k(&gun(1, "1 4+ 2 0 1", "\"Lethal Hits\", \"Devastating Wounds\""));
    let outcome = attack(&gun, &squad(9, 8, "4+", 1, ""), &with(&[]));
    near("mortal", outcome.total("mortal-wounds").expect("a result").mean(), 2.0 / 6.0 / 6.0);
    near("unsaved", stage(&outcome, "unsaved"), 1.0 / 6.0 / 2.0 + 2.0 / 6.0 / 6.0);
}

/// Kills never exceed the models there are.
#[test]
fn kills_are_capped_by_the_unit() {
    let outcome = attack(&forty_k(&gun(50, "2 2+ 8 -3 3", "")), &squad(3, 4, "4+", 1, ""), &with(&[]));
    assert_eq!(outcome.slain(Side::Defender).max(), 3);
    assert!(outcome.slain(Side::Defender).mean() <= 3.0);
    assert!(damage(&outcome).max() > 9, "damage is counted as if the target had no end");
}
