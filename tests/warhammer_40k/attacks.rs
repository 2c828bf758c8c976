//! Dice, the attack sequence, damage.

use warodds::ask::Request;
use warodds::sequence::Side;

use crate::support::{attack, damage, forty_k, gun, is, mistake, near, squad, stage, with};

const WOUND: f64 = 5.0 / 6.0;

fn one(line: &str, abilities: &str) -> String {
    forty_k(&gun(1, line, abilities))
}

fn crowd() -> String {
    squad(20, 4, "-", 1, "")
}

/// One hit, on a 2+ to wound, of this Damage.
fn sure(count: u32, damage: &str) -> String {
    forty_k(&gun(count, &format!("1 N/A 8 0 {damage}"), "\"Torrent\""))
}

fn big(wounds: u32, more: &str) -> String {
    squad(1, 4, "-", wounds, more)
}

/// D6, D3 and sums: a D3 is half a D6 rounded up, so that every value has a third.
#[test]
fn w40k_dice() {
    let row = |n: f64, values: &[usize]| -> Vec<(usize, f64)> {
        std::iter::once((0, n / 5.0 * 6.0 / 6.0))
            .chain(values.iter().map(|value| (*value, n / values.len() as f64)))
            .collect()
    };
    is("D3", damage(&attack(&sure(1, "D3"), &big(9, ""), &with(&["wounds on 2+"]))), 6.0, &row(5.0, &[1, 2, 3]));
    let two = attack(&sure(1, "2D6"), &big(20, ""), &with(&["wounds on 2+"]));
    near("2D6 is 7", damage(&two).at(7), WOUND / 6.0);
    near("2D6 is 12", damage(&two).at(12), WOUND / 36.0);
}

/// EX-37: a D3 shows 1 on two faces of six, and "re-roll 1s" rolls both again.
#[test]
fn w40k_reroll_of_a_halved_die() {
    let outcome = attack(&sure(1, "D3"), &big(9, ""), &with(&["wounds on 2+", "reroll damage of 1"]));
    is("D3", damage(&outcome), 54.0, &[(0, 9.0), (1, 5.0), (2, 20.0), (3, 20.0)]);
}

/// EX-26 and W40K-MODIFIER-ORDER: (A x 2) + Rapid Fire + Blast.
#[test]
fn w40k_modifier_order() {
    let gun = one("2 4+ 4 0 1", "\"Rapid Fire 1\", \"Blast\"");
    let outcome = attack(&gun, &squad(10, 4, "-", 1, ""), &with(&["half range", "double attacks"]));
    near("2 x 2 + 1 + 2", stage(&outcome, "attacks"), 7.0);
    let outcome = attack(&gun, &squad(4, 4, "-", 1, ""), &with(&["halve attacks", "+1 attacks", "set attacks to 3"]));
    near("3 / 2 rounded up after adding 1", stage(&outcome, "attacks"), 3.0);
}

/// +1 and -2 give -1; saves improve by 1 at most and worsen without end.
#[test]
fn w40k_roll_modifiers() {
    let hits = |clauses: &[&str]| stage(&attack(&one("1 4+ 4 0 1", ""), &crowd(), &with(clauses)), "hits");
    near("+3", hits(&["+3 to hit"]), 4.0 / 6.0);
    near("+1 - 2", hits(&["+1 to hit", "-2 to hit"]), 2.0 / 6.0);
    let wounds =
        |clauses: &[&str]| stage(&attack(&one("1 N/A 4 0 1", "\"Torrent\""), &crowd(), &with(clauses)), "wounds");
    near("-3 to wound", wounds(&["-3 to wound"]), 2.0 / 6.0);
    let unsaved = |clauses: &[&str]| {
        let mut all = vec!["wounds on 2+"];
        all.extend_from_slice(clauses);
        stage(&attack(&sure(1, "1"), &squad(9, 4, "4+", 1, ""), &with(&all)), "unsaved") / WOUND
    };
    near("+2 to save", unsaved(&["+2 to save"]), 2.0 / 6.0);
    near("-2 to save", unsaved(&["-2 to save"]), 5.0 / 6.0);
}

/// Skill and Save are never better than 2+; Attacks and Strength never below 1, AP never above 0.
#[test]
fn w40k_char_limits() {
    let gun = one("1 2+ 4 0 1", "");
    near("BS", stage(&attack(&gun, &crowd(), &with(&["improve skill by 2", "-1 to hit"])), "hits"), 4.0 / 6.0);
    near("Attacks", stage(&attack(&gun, &crowd(), &with(&["-5 attacks"])), "attacks"), 1.0);
    near("Strength 1 against T4", stage(&attack(&gun, &crowd(), &with(&["-9 strength"])), "wounds"), WOUND / 6.0);
    let save =
        attack(&sure(1, "1"), &squad(9, 4, "2+", 1, ""), &with(&["improve save by 3", "wounds on 2+", "-1 to save"]));
    near("Save", stage(&save, "unsaved"), WOUND * 2.0 / 6.0);
}

/// EX-38: skill 3+ gets 2+ or 4+; AP -1 gets -2 or 0, AP 0 gets -1 or stays; changes add up before the limit.
#[test]
fn w40k_improve_worsen() {
    let hits = |clause: &str| stage(&attack(&one("1 3+ 4 0 1", ""), &crowd(), &with(&[clause])), "hits");
    near("better", hits("improve skill by 1"), 5.0 / 6.0);
    near("worse", hits("worsen skill by 1"), 3.0 / 6.0);
    let unsaved = |ap: &str, clauses: &[&str]| {
        let mut all = vec!["wounds on 2+"];
        all.extend_from_slice(clauses);
        let gun = one(&format!("1 N/A 8 {ap} 1"), "\"Torrent\"");
        stage(&attack(&gun, &squad(9, 4, "4+", 1, ""), &with(&all)), "unsaved") / WOUND
    };
    near("AP -1 better", unsaved("-1", &["improve ap by 1"]), 5.0 / 6.0);
    near("AP -1 worse", unsaved("-1", &["worsen ap by 1"]), 3.0 / 6.0);
    near("AP 0 better", unsaved("0", &["improve ap by 1"]), 4.0 / 6.0);
    near("AP 0 worse", unsaved("0", &["worsen ap by 1"]), 3.0 / 6.0);
    near("both, in any order", unsaved("0", &["worsen ap by 2", "improve ap by 1"]), 3.0 / 6.0);
}

/// Modifiers that hurt are dropped, those that help are kept.
#[test]
fn w40k_ignore_modifiers() {
    let hits = |clauses: &[&str]| stage(&attack(&one("1 4+ 4 0 1", ""), &crowd(), &with(clauses)), "hits");
    near("-1 and +1", hits(&["-2 to hit", "+1 to hit", "ignore modifiers"]), 4.0 / 6.0);
    near("-1", hits(&["-1 to hit", "ignore modifiers"]), 3.0 / 6.0);
}

/// Three weapons of D6 Attacks are three dice; a random Strength is rolled for each attack (AMB-09).
#[test]
fn w40k_random_characteristics() {
    let three = attack(&forty_k(&gun(3, "D6 4+ 4 0 1", "")), &crowd(), &with(&[]));
    near("spread of three dice", three.stages[0].moments.variance, 3.0 * 35.0 / 12.0);
    let strength = one("1 N/A 1 0 1", "\"Torrent\"").replace("strength = 1", "strength = \"D6\"");
    let outcome = attack(&strength, &squad(9, 3, "-", 1, ""), &with(&[]));
    // S 1 to 6 against T3: 6+, 5+, 4+, 3+, 3+, 2+.
    near("wounds", stage(&outcome, "wounds"), (1.0 + 2.0 + 3.0 + 4.0 + 4.0 + 5.0) / 36.0);
}

/// EX-21: what wounds by itself is not critical and cannot be rolled again.
#[test]
fn w40k_auto_success() {
    let gun = one("1 6+ 4 0 1", "\"Lethal Hits\", \"Devastating Wounds\", \"Twin-linked\"");
    let outcome = attack(&gun, &crowd(), &with(&[]));
    near("wounds", stage(&outcome, "wounds"), 1.0 / 6.0);
    near("no critical wound", stage(&outcome, "critical-wounds"), 0.0);
}

/// EX-40 and its kin: the attacker's rule prevails.
#[test]
fn w40k_priority() {
    let gun = one("1 N/A 2 0 1", "\"Torrent\"");
    let wounds = |clauses: &[&str]| stage(&attack(&gun, &crowd(), &with(clauses)), "wounds");
    near("both", wounds(&["wounds on 2+", "wounded only on 5+"]), 5.0 / 6.0);
    let anti = one("1 N/A 8 0 1", "\"Torrent\", \"Anti-BEAST 3+\"");
    let beast = crowd().replace("name = \"Target\"", "name = \"Target\"\nkeywords = [\"BEAST\"]");
    near("a critical wound", stage(&attack(&anti, &beast, &with(&["wounded only on 5+"])), "wounds"), 4.0 / 6.0);
}

/// EX-22, EX-24: the larger Sustained Hits, one Stealth; different Anti abilities both apply.
#[test]
fn w40k_ability_stacking() {
    let gun = one("1 4+ 4 0 1", "\"Sustained Hits 1\", \"Sustained Hits 2\"");
    near("EX-24", stage(&attack(&gun, &crowd(), &with(&[])), "hits"), 0.5 + 2.0 / 6.0);
    let anti = one("1 N/A 4 0 1", "\"Torrent\", \"Anti-VEHICLE 4+\", \"Anti-VEHICLE 3+\", \"Anti-FLY 5+\"");
    let flyer = |words: &str| crowd().replace("name = \"Target\"", &format!("name = \"Target\"\nkeywords = [{words}]"));
    let critical = |words: &str| stage(&attack(&anti, &flyer(words), &with(&[])), "critical-wounds");
    near("the better one", critical("\"VEHICLE\""), 4.0 / 6.0);
    near("the other keyword", critical("\"FLY\""), 2.0 / 6.0);
}

/// EX-39 and Blast: what a volley's casualties change does not matter in it.
#[test]
fn w40k_condition_timing() {
    let first = gun(5, "1 N/A 8 0 1", "\"Torrent\"");
    let second = gun(1, "1 N/A 8 0 1", "\"Torrent\", \"Blast\"").replace("Gun", "Mortar");
    let outcome = attack(&forty_k(&format!("{first}\n{second}")), &squad(5, 4, "-", 1, ""), &with(&["wounds on 2+"]));
    near("five models at the start", outcome.weapons[1].stages[0].moments.mean, 2.0);
}

/// W40K-ATTACKS: dice, Rapid Fire for each weapon, Blast by fives.
#[test]
fn w40k_attacks() {
    for (models, more) in [(4, 0.0), (5, 1.0), (9, 1.0), (10, 2.0), (20, 4.0)] {
        let outcome = attack(&one("D6 4+ 4 0 1", "\"Blast\""), &squad(models, 4, "-", 1, ""), &with(&[]));
        near(&format!("{models} models"), stage(&outcome, "attacks"), 3.5 + more);
    }
    let rapid = forty_k(&gun(3, "1 4+ 4 0 1", "\"Rapid Fire 2\""));
    near("three weapons", stage(&attack(&rapid, &crowd(), &with(&["half range"])), "attacks"), 9.0);
}

/// A natural 1 misses, a natural 6 hits.
#[test]
fn w40k_hit() {
    let hits = |skill: u32, clauses: &[&str]| {
        stage(&attack(&one(&format!("1 {skill}+ 4 0 1"), ""), &crowd(), &with(clauses)), "hits")
    };
    near("2+ and +1", hits(2, &["+1 to hit"]), 5.0 / 6.0);
    near("6+ and -1", hits(6, &["-1 to hit"]), 1.0 / 6.0);
    near("critical on 4+ at 6+", hits(6, &["critical hits on 4+"]), 0.5);
}

/// AMB-01 and AMB-02: every pair of Strength and Toughness from 1 to 12 against the chart's five rows.
#[test]
fn w40k_wound() {
    for strength in 1..=12u32 {
        for toughness in [1, 2, 3, 4, 5, 6, 7, 8, 10, 12] {
            let needs = if strength >= 2 * toughness {
                2
            } else if strength > toughness {
                3
            } else if strength == toughness {
                4
            } else if 2 * strength <= toughness {
                6
            } else {
                5
            };
            let gun = one(&format!("1 N/A {strength} 0 1"), "\"Torrent\"");
            let outcome = attack(&gun, &squad(9, toughness, "-", 1, ""), &with(&[]));
            near(&format!("S{strength} T{toughness}"), stage(&outcome, "wounds"), f64::from(7 - needs) / 6.0);
        }
    }
}

/// No success without reaching the number, not on a 6 either.
#[test]
fn w40k_save() {
    let unsaved = |save: &str, ap: u32| {
        let gun = one(&format!("1 N/A 8 -{ap} 1"), "\"Torrent\"").replace("ap = -0", "ap = 0");
        stage(&attack(&gun, &squad(9, 4, save, 1, ""), &with(&["wounds on 2+"])), "unsaved") / WOUND
    };
    near("3+ at AP -3", unsaved("3+", 3), 5.0 / 6.0);
    near("3+ at AP -4", unsaved("3+", 4), 1.0);
    near("none", unsaved("-", 0), 1.0);
    near("2+ at AP 0", unsaved("2+", 0), 1.0 / 6.0);
}

/// The better of both; AP does not touch the invulnerable one.
#[test]
fn w40k_invuln() {
    let unsaved = |ap: u32| {
        let gun = one(&format!("1 N/A 8 -{ap} 1"), "\"Torrent\"").replace("ap = -0", "ap = 0");
        let target = squad(9, 4, "3+", 1, "invulnerable = \"5+\"");
        stage(&attack(&gun, &target, &with(&["wounds on 2+"])), "unsaved") / WOUND
    };
    near("armour", unsaved(1), 3.0 / 6.0);
    near("both alike", unsaved(2), 4.0 / 6.0);
    near("invulnerable", unsaved(5), 4.0 / 6.0);
}

/// Damage 3 on models of 2: the excess is lost; the closed form: k = ceil(W / D) blows for a kill.
#[test]
fn w40k_damage() {
    for (damage, wounds, blows) in [(1, 2, 2), (2, 3, 2), (3, 2, 1), (2, 5, 3)] {
        let n = 2 * blows;
        let outcome = attack(&sure(n, &damage.to_string()), &squad(5, 4, "-", wounds, ""), &with(&["wounds on 2+"]));
        near("all of them wound", outcome.slain(Side::Defender).at_least(2), WOUND.powi(n as i32));
    }
}

/// EX-25: Feel No Pain 5+ against 2 damage: none, one or both are lost; the dead take no more.
#[test]
fn w40k_fnp() {
    let outcome = attack(&sure(1, "2"), &big(9, "feel-no-pain = \"5+\""), &with(&["wounds on 2+"]));
    near("one of two", outcome.wounds_lost(Side::Defender).at(1), WOUND * 2.0 * (2.0 / 3.0) * (1.0 / 3.0));
    near("both", outcome.wounds_lost(Side::Defender).at(2), WOUND * 4.0 / 9.0);
    let dead = attack(&sure(1, "3"), &squad(2, 4, "-", 1, "feel-no-pain = \"5+\""), &with(&["wounds on 2+"]));
    near("26 of 27, and nobody else", dead.slain(Side::Defender).at(1), WOUND * 26.0 / 27.0);
}

/// Mortal wounds spill from model to model.
#[test]
fn w40k_mortal() {
    let none = one("1 N/A 4 0 1", "\"Torrent\"").replace("count = 1\nattacks", "count = 0\nattacks");
    let outcome = attack(&none, &squad(5, 4, "2+", 2, "invulnerable = \"2+\""), &with(&["1 dice: 2+ -> 5 mortal"]));
    near("two and a half models", outcome.slain(Side::Defender).at(2), WOUND);
    near("five wounds", outcome.wounds_lost(Side::Defender).at(5), WOUND);
}

/// In addition to normal damage, after it, whether it was saved or not, and never changed with it.
#[test]
fn w40k_mortal_from_attacks() {
    let gun = one("1 N/A 4 0 2", "\"Torrent\"");
    let target = squad(2, 4, "2+", 2, "invulnerable = \"2+\"");
    let outcome = attack(&gun, &target, &with(&["1 mortal on critical wounds", "+2 damage"]));
    // Saved: one mortal wound. Not saved: four points slay the first model, the mortal wound is the second one's.
    near("saved", outcome.wounds_lost(Side::Defender).at(1), WOUND / 6.0);
    near("not saved", outcome.wounds_lost(Side::Defender).at(3), 1.0 / 36.0);
}

/// W40K-DEVASTATING: an ordinary blow of 1 and a Devastating one of 3 on models of 2: one dead, the next untouched.
#[test]
fn w40k_devastating() {
    // Strength 2 against Toughness 4 wounds on 6s only, and all of these are critical.
    let devastating = gun(1, "1 N/A 2 0 3", "\"Torrent\", \"Devastating Wounds\"");
    let ordinary = gun(1, "1 N/A 8 0 1", "\"Torrent\"").replace("Gun", "Other");
    let outcome = attack(&forty_k(&format!("{devastating}\n{ordinary}")), &squad(5, 4, "4+", 2, ""), &with(&[]));
    let lost = |points: usize| outcome.wounds_lost(Side::Defender).at(points);
    near("never a second model", lost(3), 0.0);
    near("one dead, whatever the other did", lost(2), 1.0 / 6.0);
    near("the ordinary blow alone", lost(1), 5.0 / 6.0 * WOUND * 0.5);
}

/// The attack ends with the unit; what is left over hurts nobody, but counts as damage.
#[test]
fn w40k_leftovers() {
    let outcome = attack(&sure(3, "2"), &squad(1, 4, "-", 1, ""), &with(&["wounds on 2+"]));
    near("one wound to lose", outcome.wounds_lost(Side::Defender).max() as f64, 1.0);
    near("six points", damage(&outcome).at(6), WOUND.powi(3));
}

/// `ignore first failed save` where models save differently: the first failed save is the first model's.
#[test]
fn first_failed_save_of_models_that_save_differently() {
    let mixed =
        squad(1, 4, "4+", 1, "[[model]]\nname = \"Other\"\ncount = 1\ntoughness = 4\nsave = \"2+\"\nwounds = 1");
    let destroyed = |count: u32, clauses: &[&str]| {
        let mut all = vec!["wounds on 2+"];
        all.extend_from_slice(clauses);
        let outcome = attack(&sure(count, "1"), &mixed, &with(&all));
        (outcome.destroyed(Side::Defender), outcome.slain(Side::Defender).at_least(1))
    };
    // Two wounds: both must fail on a 4+; three: fail, fail, then a 2+ fails, in order.
    let (first, second) = (WOUND / 2.0, WOUND / 6.0);
    near("two blows slay one", destroyed(2, &["ignore first failed save"]).1, first * first);
    near("three blows slay two", destroyed(3, &["ignore first failed save"]).0, first * first * second);
    let plain = destroyed(2, &[]).0;
    near("without it", plain, first * second);
    // One failed save is rolled again: the first that fails must fail twice.
    near("one save again", destroyed(2, &["reroll one save"]).0, first * 0.5 * second);
}

/// The same for the first damage roll.
#[test]
fn first_damage_of_models_that_save_differently() {
    let mixed =
        squad(1, 4, "4+", 4, "[[model]]\nname = \"Other\"\ncount = 1\ntoughness = 4\nsave = \"2+\"\nwounds = 1");
    let outcome = attack(&sure(1, "D6"), &mixed, &with(&["wounds on 2+", "reroll one damage"]));
    near("4 or more of 4.25 on average", outcome.slain(Side::Defender).at(1), WOUND / 2.0 * 0.75);
}

/// What depends on the first failed save is refused where it cannot be followed.
#[test]
fn first_failed_save_is_refused_by_name() {
    let mixed =
        squad(1, 4, "4+", 1, "[[model]]\nname = \"Other\"\ncount = 1\ntoughness = 4\nsave = \"2+\"\nwounds = 1");
    let error = mistake(&sure(80, "1"), &mixed, &with(&["ignore first failed save"]));
    assert!(error.contains("MAX_SINGLE_BLOWS"), "{error}");
    let error = mistake(&sure(2, "1"), &mixed, &with(&["ignore first failed save", "reroll one save"]));
    assert!(error.contains("several rules"), "{error}");
}

/// A die of an attack is rolled for every copy of a weapon (W40K-FAST-DICE changes nothing).
#[test]
fn w40k_fast_dice() {
    let ten = attack(&forty_k(&gun(10, "1 4+ 4 0 1", "")), &crowd(), &Request::default());
    near("mean", stage(&ten, "hits"), 5.0);
    near("spread", ten.stages[1].moments.variance, 2.5);
}

/// A hit may be more points than a byte counts, with and without Feel No Pain.
#[test]
fn a_hit_of_more_than_254_points_is_rolled_as_it_is_multiplied() {
    use warodds::engine::{Method, Options, Sampling, run};
    let mean = |damage: &str, more: &str| {
        let prepared = crate::support::prepared(&sure(2, damage), &squad(3, 4, "-", 200, more), &with(&[]));
        let prepared = prepared.expect("an attack");
        let sampling = Sampling { trials: 20_000, ..Sampling::default() };
        let options = Options { method: Method::Both, sampling };
        let answer = run(&prepared.engaged.engagement, &options, &|_| {}).expect("an answer");
        assert!(answer.agreement.is_none_or(|agreement| agreement.holds()), "{damage}");
        damage_mean(&answer.outcome)
    };
    let sticks = "feel-no-pain = \"5+\"";
    near("D6+250", mean("D6+250", ""), 2.0 * WOUND * 253.5);
    near("20D6+250", mean("20D6+250", ""), 2.0 * WOUND * 320.0);
    assert!((mean("D6+250", sticks) - 2.0 * WOUND * 253.5 * 4.0 / 6.0).abs() < 1e-9);
}

fn damage_mean(outcome: &warodds::engine::Outcome) -> f64 {
    damage(outcome).mean()
}

/// AMB-03: two bonuses and AP -1 are +1 in all; for the other reading the cap comes before the AP.
#[test]
fn amb_03_what_the_cap_of_a_save_counts() {
    let fails = |rulings: &[&str]| {
        let rulings = rulings.iter().map(|ruling| (*ruling).to_owned()).collect();
        let request = Request { rulings, ..with(&["cover", "+1 to save"]) };
        damage(&attack(&one("1 N/A 8 -1 1", "\"Torrent\""), &squad(1, 4, "4+", 1, ""), &request)).mean() / WOUND
    };
    near("3+", fails(&[]), 2.0 / 6.0);
    near("4+", fails(&["save-cap=before-ap"]), 3.0 / 6.0);
}
