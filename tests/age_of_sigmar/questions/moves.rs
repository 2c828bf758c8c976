//! Turns, moves and charges, by the rules they come from.

use super::{at, chance, pairs, ways};
use crate::support::near;
use crate::support::questions::{refused, sigmar};

/// AOS-2.2: a roll-off is even; a tie, one roll in six, is rolled again.
#[test]
fn aos_2_2_roll_off() {
    let answered = sigmar("roll-off", &[]);
    near("win", chance(&answered, "I win"), 0.5);
    near("tie", chance(&answered, "a tie, in each roll"), 1.0 / 6.0);
    near("rolls", chance(&answered, "mean rolls until it is decided"), 6.0 / 5.0);
}

/// AOS-12.0: a tie is not rolled again, and gives the choice to who went first.
#[test]
fn aos_12_0_priority() {
    let answered = sigmar("priority", &["rounds=2"]);
    near("keeps", chance(&answered, "in each roll, who went first before chooses"), ways(|a, b| a >= b) / 36.0);
    near("double turn", at(&answered, 0, 2, "I take a double turn"), 5.0 / 12.0);
    // Whoever went first cannot get a double turn in the next round.
    near("none for the first", at(&answered, 0, 2, "the opponent does"), 0.0);
    let first = sigmar("priority", &["rounds=2", "first=me"]);
    near("mirrored", at(&first, 0, 2, "the opponent does"), 5.0 / 12.0);
    near("mirrored", at(&first, 0, 2, "I go first"), 7.0 / 12.0);
    near("mirrored", at(&first, 0, 2, "I take a double turn"), 0.0);
}

/// AOS-12.0: over three rounds the chain follows who really went first.
#[test]
fn aos_12_0_double_turns_follow_the_order() {
    let (keep, swap) = (7.0 / 12.0, 5.0 / 12.0);
    let answered = sigmar("priority", &["rounds=3"]);
    // Round 3: I was second (keep) and win, or the opponent was (swap) and wins.
    near("mine", at(&answered, 0, 3, "I take a double turn"), keep * swap);
    near("theirs", at(&answered, 0, 3, "the opponent does"), swap * swap);
    near("first", at(&answered, 0, 3, "I go first"), swap * keep + keep * swap);
    near("by now", at(&answered, 0, 3, "I have by now"), swap + keep * swap);
    near("mean", chance(&answered, "my double turns, mean"), swap + keep * swap);
    near("their mean", chance(&answered, "the opponent's, mean"), swap * swap);
    near("they may", chance(&answered, "the opponent may"), swap * swap);
    // If only I take them, the opponent never goes second by choice of mine but may decline: the order stays mine.
    let greedy = sigmar("priority", &["rounds=3", "takes=me"]);
    near("they never do", chance(&greedy, "the opponent's, mean"), 0.0);
    near("I stay first", at(&greedy, 0, 3, "I go first"), swap + keep * swap);
    let generous = sigmar("priority", &["rounds=3", "takes=opponent"]);
    near("I never do", chance(&generous, "my double turns, mean"), 0.0);
    near("they cannot: they stay first", chance(&generous, "the opponent's, mean"), 0.0);
    near("I may in either round", chance(&generous, "I may take a double turn at least once"), 1.0 - keep * keep);
}

/// AOS-14.1: a Run is Move and D6; a Retreat costs D3 mortal damage.
#[test]
fn aos_14_1_run_and_retreat() {
    let run = sigmar("run", &["move=5", "distance=8.5"]);
    near("9 of 5+D6", chance(&run, "a Run is enough"), 0.5);
    near("a Normal Move", chance(&run, "a Normal Move is enough"), 0.0);
    near("mean", chance(&run, "mean inches of a Run"), 8.5);
    near("mean damage", chance(&sigmar("mortal", &[]), "mean"), 2.0);
}

/// AOS-14.3: the charge ends within half an inch, so 9.5 inches need 9.
#[test]
fn aos_14_3_charge() {
    for (distance, need) in [("0.5", 0), ("3.1", 3), ("8.5", 8), ("9", 9), ("9.5", 9), ("9.51", 10), ("12.6", 13)] {
        let answered = sigmar("charge", &[&format!("distance={distance}")]);
        near(distance, chance(&answered, "the charge succeeds"), ways(|a, b| a + b >= need) / 36.0);
    }
    // The modifier of a charge roll is not capped (AOS-17.1).
    let far = sigmar("charge", &["distance=12", "bonus=3"]);
    near("+3", chance(&far, "the charge succeeds"), ways(|a, b| a + b + 3 >= 12) / 36.0);
    assert!(sigmar("charge", &["distance=2.9"]).notes.iter().any(|note| note.contains("in combat")));
    assert!(sigmar("charge", &["distance=3"]).notes.iter().any(|note| note.contains("in combat")));
    assert!(sigmar("charge", &["distance=3.1"]).notes.is_empty());
}

/// AOS-CMD-5.0b and AMB-9: all dice again, or the best choice of them, by brute force.
#[test]
fn aos_cmd_5_0b_forward_to_victory() {
    for need in 2..=12 {
        let reaches = |a: i32, b: i32| a + b >= need;
        let once = ways(reaches);
        let one = |kept: i32| (1..=6).filter(|die| reaches(kept, *die)).count() as f64 * 6.0;
        let all = pairs().map(|(a, b)| if reaches(a, b) { 36.0 } else { once }).sum::<f64>() / 1296.0;
        let best = |a: i32, b: i32| once.max(one(a)).max(one(b));
        let best = pairs().map(|(a, b)| if reaches(a, b) { 36.0 } else { best(a, b) }).sum::<f64>() / 1296.0;
        let distance = format!("distance={need}.5");
        let plain = sigmar("charge", &[&distance]);
        near("all", chance(&plain, "with Forward to Victory, all dice again"), all);
        near("best", chance(&plain, "with Forward to Victory, the best choice of dice"), best);
        for (word, wanted) in [("all", all), ("choose", best)] {
            let answered = sigmar("charge", &[&distance, &format!("reroll={word}")]);
            near(word, chance(&answered, "the charge succeeds"), wanted);
            let curve = answered.curve.expect("a curve").pmf;
            near("the curve tells the same", curve.at_least(need as usize), wanted);
        }
    }
}

/// AOS-CMD-1.2: of several charges one is rolled again, at best; closed forms where all its dice are.
#[test]
fn aos_cmd_1_2_charges_share_a_reroll() {
    let p = [9, 8, 7].map(|need| ways(|a, b| a + b >= need) / 36.0);
    let answered = sigmar("charges", &["distances=9.5,8,7"]);
    let none = (1.0 - p[0]) * (1.0 - p[1]) * (1.0 - p[2]);
    near("no re-roll, at least one", at(&answered, 1, 1, "no re-roll"), 1.0 - none);
    near("no re-roll, all", at(&answered, 1, 3, "no re-roll"), p[0] * p[1] * p[2]);
    // At least one: the re-roll is kept for the most likely charge, which goes last.
    near("at least one", at(&answered, 1, 1, "one re-roll"), 1.0 - none * (1.0 - p[2]));
    // All: the first failure must be rolled again, whichever it is.
    let all = p[0] * p[1] * p[2] * (1.0 + (1.0 - p[0]) + (1.0 - p[1]) + (1.0 - p[2]));
    near("all", at(&answered, 1, 3, "one re-roll"), all);
    near("mean, no re-roll", chance(&answered, "charges that reach, no re-roll"), p.iter().sum());
    let alone = sigmar("charges", &["distances=9.5"]);
    near("alone", at(&alone, 1, 1, "one re-roll"), 155.0 / 324.0);
    let forgone = sigmar("charges", &["distances=9.5,8,7", "reroll=none"]);
    near("none", at(&forgone, 1, 2, "one re-roll"), at(&answered, 1, 2, "no re-roll"));
}

/// The same where dice are chosen: two units, either order, every roll of both, by brute force.
#[test]
fn aos_cmd_1_2_charges_share_a_reroll_of_chosen_dice() {
    let (needs, bonuses) = ([9, 8], [0, 1]);
    let reaches = |unit: usize, a: i32, b: i32| a + b + bonuses[unit] >= needs[unit];
    let once = |unit: usize| ways(|a, b| reaches(unit, a, b)) / 36.0;
    let second = |unit: usize, a: i32, b: i32| {
        let keeping = |kept: i32| (1..=6).filter(|die| reaches(unit, kept, *die)).count() as f64 / 6.0;
        once(unit).max(keeping(a)).max(keeping(b))
    };
    // With its re-roll still there, a unit that goes alone.
    let with = |unit: usize| {
        pairs().map(|(a, b)| if reaches(unit, a, b) { 1.0 } else { second(unit, a, b) }).sum::<f64>() / 36.0
    };
    let order = |first: usize, then: usize, both: bool| {
        let after_first = |a: i32, b: i32| {
            let q = second(first, a, b);
            match (reaches(first, a, b), both) {
                (true, true) => with(then),
                (true, false) => 1.0,
                (false, true) => q * once(then),
                (false, false) => (q + (1.0 - q) * once(then)).max(with(then)),
            }
        };
        pairs().map(|(a, b)| after_first(a, b)).sum::<f64>() / 36.0
    };
    let answered = sigmar("charges", &["distances=9.5,8", "bonus=0,1", "reroll=choose"]);
    let best = |both| order(0, 1, both).max(order(1, 0, both));
    near("at least one", at(&answered, 1, 1, "one re-roll"), best(false));
    near("both", at(&answered, 1, 2, "one re-roll"), best(true));
    assert!(best(false) > order(0, 1, false).min(order(1, 0, false)), "the order matters here");
}

/// AOS-26.0: a random Move is rolled: D6+8 is 9 to 14.
#[test]
fn aos_26_0_random_move() {
    let answered = sigmar("run", &["move=D6+8", "distance=12"]);
    near("12 of D6+8", chance(&answered, "a Normal Move is enough"), 0.5);
    near("with D6 more", chance(&answered, "a Run is enough"), ways(|a, b| a + b + 8 >= 12) / 36.0);
    near("with 6 more", chance(&answered, "a Run with At the Double is enough"), 1.0);
}

/// AOS-27.0: a modified roll is at least 1.
#[test]
fn aos_27_0_least_roll() {
    near("a charge of 1", chance(&sigmar("charge", &["distance=1.5", "bonus=-12"]), "the charge succeeds"), 1.0);
    near("a charge of 2", chance(&sigmar("charge", &["distance=1.6", "bonus=-12"]), "the charge succeeds"), 0.0);
    near("unbinding", chance(&sigmar("unbinding", &["roll=2", "bonus=-20"]), "the spell is unbound"), 0.0);
}

/// AOS-CMD-3.0a, 3.0b: Redeploy goes D6; At the Double makes the Run's die a 6.
#[test]
fn aos_cmd_3_0_redeploy_and_at_the_double() {
    let redeploy = sigmar("redeploy", &["distance=4.5"]);
    near("5 or more", chance(&redeploy, "it is enough"), 1.0 / 3.0);
    let run = |distance: &str| sigmar("run", &["move=4", distance]);
    near("10", chance(&run("distance=10"), "a Run with At the Double is enough"), 1.0);
    near("11", chance(&run("distance=11"), "a Run with At the Double is enough"), 0.0);
}

/// AOS-SPH-BP: three cards are drawn in round 1.
#[test]
fn aos_sph_bp_cards() {
    let answered = sigmar("cards", &["deck=12", "copies=2"]);
    // Neither of two among three: 10/12 · 9/11 · 8/10.
    near("either", chance(&answered, "at least one is drawn"), 1.0 - 10.0 * 9.0 * 8.0 / (12.0 * 11.0 * 10.0));
    near("both", at(&answered, 0, 2, "exactly"), 10.0 * 6.0 / (12.0 * 11.0 * 10.0));
    near("the whole deck", chance(&sigmar("cards", &["deck=3"]), "at least one is drawn"), 1.0);
    assert!(refused("cards", &["deck=2"]).contains("only 2 cards"));
}
