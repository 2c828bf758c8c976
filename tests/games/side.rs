//! Dice on the side, in every game that has them: the same words and the same chances.

use crate::support::warcry::fighter;
use crate::support::{agreed, attack, damage, forty_k, is, mistake, near, sigmar, squad, target, with};
use warodds::engine::Outcome;
use warodds::sequence::Side;
use warodds::stats::Pmf;

const GUN: &str = "[[weapon]]\nname = \"Gun\"\nrange = 24\ncount = 0\nattacks = 1\nskill = \"4+\"\nstrength = 4\nap = 0\ndamage = 1\n";

/// Attackers that do nothing by themselves, on targets of three models of two wounds, or a fighter of six.
fn idle() -> [(String, String); 3] {
    [
        (
            sigmar(2, "count = 0\nattacks = 1\nhit = \"4+\"\nwound = \"4+\"\nrend = 0\ndamage = 1"),
            target(3, 2, "4+", ""),
        ),
        (forty_k(GUN).replace("count = 1", "count = 2"), squad(3, 4, "3+", 2, "")),
        (fighter(4, 1, "0 4 1/2", ""), fighter(6, 1, "1 4 1/2", "")),
    ]
}

fn said(clauses: &[&str]) -> Vec<Outcome> {
    idle().iter().map(|(attacker, defender)| attack(attacker, defender, &with(clauses))).collect()
}

/// Every way for some dice to fall.
fn falls(sides: u64, dice: u32) -> impl Iterator<Item = Vec<u64>> {
    (0..sides.pow(dice)).map(move |mut n| {
        (0..dice)
            .map(|_| {
                let face = n % sides + 1;
                n /= sides;
                face
            })
            .collect()
    })
}

/// The law of what some dice are worth together, by counting.
fn law(sides: u64, dice: u32, worth: impl Fn(u64) -> u64) -> Vec<f64> {
    let mut law = vec![0.0; 200];
    for fall in falls(sides, dice) {
        law[fall.iter().map(|face| worth(*face)).sum::<u64>() as usize] += 1.0 / (sides.pow(dice)) as f64;
    }
    law
}

#[track_caller]
fn is_law(what: &str, pmf: &Pmf, law: &[f64]) {
    for (k, p) in law.iter().enumerate() {
        near(&format!("{what} = {k}"), pmf.at(k), *p);
    }
}

#[test]
fn a_die_inflicts_as_much_as_it_shows() {
    for (text, sides, dice, from) in [
        ("1 dice: 2+ -> that much mortal", 6, 1, 2),
        ("1 D6 on 2+ -> that much", 6, 1, 2),
        ("3 dice: 4+ -> that much mortal", 6, 3, 4),
        ("1 D3 dice: 2+ -> that much mortal", 3, 1, 2),
        ("2 D3 dice: 1+ -> that much mortal", 3, 2, 1),
    ] {
        for outcome in said(&[text]) {
            is_law(text, damage(&outcome), &law(sides, dice, |face| if face >= from { face } else { 0 }));
        }
    }
}

#[test]
fn the_highest_tier_that_a_die_reaches_counts() {
    for outcome in said(&["2 dice: 2+ -> 1 mortal 4+ -> 2 mortal 6+ -> 5 mortal"]) {
        let worth = |face| [0, 1, 1, 2, 2, 5][face as usize - 1];
        is_law("three tiers", damage(&outcome), &law(6, 2, worth));
    }
    for outcome in said(&["1 dice: 2+ -> 1 mortal, 4+ -> D3 mortal, 6+ -> that much mortal".replace(',', "").as_str()])
    {
        // 2 and 3 do 1; 4 and 5 do 1, 2 or 3; a 6 does 6.
        is("mixed", damage(&outcome), 18.0, &[(0, 3.0), (1, 8.0), (2, 2.0), (3, 2.0), (6, 3.0)]);
    }
}

/// Fighters are one model each.
#[test]
fn dice_may_be_counted_by_models_of_either_side() {
    for (text, models) in [("1 dice per model: 5+ -> 1 mortal", 2), ("1 dice per target model: 5+ -> 1 mortal", 3)] {
        let outcomes = said(&[text]);
        for (outcome, models) in outcomes.iter().zip([models, models, 1]) {
            is_law(text, damage(outcome), &law(6, models, |face| u64::from(face >= 5)));
        }
    }
}

/// Two points slay a model, excess goes on to the next, and a ward or Feel No Pain takes each point by itself.
#[test]
fn points_as_shown_spill_and_are_ignored_one_by_one() {
    let [(sigmarite, _), (marine, _), (duellist, _)] = idle();
    let warded =
        attack(&sigmarite, &target(3, 2, "4+", "ward = \"4+\""), &with(&["1 D3 dice: 1+ -> that much mortal"]));
    // 1, 2 or 3 points, each ignored on one face in two.
    is("warded", damage(&warded), 24.0, &[(0, 7.0), (1, 11.0), (2, 5.0), (3, 1.0)]);
    is("slain", &warded.slain(Side::Defender), 24.0, &[(0, 18.0), (1, 6.0)]);
    let tough = squad(3, 4, "3+", 2, "feel-no-pain = \"4+\"");
    let ignored = attack(&marine, &tough, &with(&["1 D3 dice: 1+ -> that much mortal"]));
    is("Feel No Pain", damage(&ignored), 24.0, &[(0, 7.0), (1, 11.0), (2, 5.0), (3, 1.0)]);
    let down = attack(&duellist, &idle()[2].1, &with(&["1 dice: 6+ -> that much mortal"]));
    near("taken down", down.destroyed(Side::Defender), 1.0 / 6.0);
}

#[test]
fn an_ability_rolls_them_and_dice_agree() {
    for (attacker, defender) in idle() {
        let effects = "effects = [\"2 dice: 3+ -> that much mortal, 6+ -> D3 mortal\", \"1 dice per target model: 6+ -> 1 mortal\"]";
        let attacker = format!("{attacker}[[ability]]\nname = \"Breath\"\n{effects}\n");
        let models = if attacker.contains("warcry") { 1.0 } else { 3.0 };
        let mean = damage(&agreed(&attacker, &defender, &with(&[]))).mean();
        near("mean", mean, 2.0 * (3.0 + 4.0 + 5.0 + 2.0) / 6.0 + models / 6.0);
    }
}

#[test]
fn what_no_die_shows_is_no_effect() {
    for (attacker, defender) in idle() {
        for text in
            ["1 D3 dice: 4+ -> 1 mortal", "1 dice: 5+ -> 1 mortal 3+ -> 2 mortal", "1 dice: 2+ -> that many mortal"]
        {
            let told = mistake(&attacker, &defender, &with(&[text]));
            assert!(told.contains("is not a situation, an effect or an ability"), "{told}");
        }
    }
}
