//! Mortal damage: wards that are made against it alone, and hit rolls of a number that bring it.

use crate::support::{agreed, attack, damage, mistake, near, sigmar, squad, target, with};

/// One attack that hits and wounds on 4+ for one point.
const BLADE: &str = "attacks = 1\nhit = \"4+\"\nwound = \"4+\"\nrend = 0\ndamage = 1";

#[test]
fn aos_18_1_a_ward_may_be_against_mortal_damage_alone() {
    let mean = |more: &str, ward: &str, clauses: &[&str]| {
        let blade = sigmar(1, &format!("{BLADE}\n{more}"));
        damage(&agreed(&blade, &target(9, 9, "-", ward), &with(clauses))).mean()
    };
    let ward = "ward 4+ against mortal damage";
    near("an attack", mean("", "", &[ward]), 0.25);
    near("beside it", mean("", "", &[ward, "3 mortal damage"]), 0.25 + 1.5);
    // One die in six inflicts mortal damage and ends the attack; two in six wound one time in two.
    near("a critical hit", mean("abilities = [\"Crit (Mortal)\"]", "", &[ward]), 1.0 / 12.0 + 1.0 / 6.0);
    near("every hit", mean("", "", &[ward, "each hit inflicts 2 mortal"]), 0.5);
    near("no ward", mean("", "", &[ward, "3 mortal damage", "no ward"]), 0.25 + 3.0);
    near("better", mean("", "", &[ward, "3 mortal damage", "+1 to ward"]), 0.25 + 1.0);
    // The best ward counts, of two against mortal damage and of one against all.
    near("against all", mean("", "ward = \"3+\"", &[ward, "3 mortal damage"]), (0.25 + 3.0) * 2.0 / 6.0);
    near("the best", mean("", "ward = \"6+\"", &[ward, "3 mortal damage"]), 0.25 * 5.0 / 6.0 + 1.5);
    for text in ["ward 4+ vs mortals", "4+ ward against mortal wounds", "ward 4+ against mortals"] {
        near(text, mean("", "", &[text, "3 mortal damage"]), 0.25 + 1.5);
    }
    let card = "[[ability]]\nname = \"Kept\"\neffects = [\"ward 4+ against mortal damage\"]\n";
    near("a card", mean("", card, &["3 mortal damage"]), 0.25 + 1.5);
}

/// A hit roll of the number counts whether it hits or not, beside what the attack does.
#[test]
fn aos_17_2_hit_rolls_of_a_number_inflict_mortal_damage() {
    let mean = |abilities: &str, clauses: &[&str]| {
        let blade = sigmar(1, &format!("{BLADE}\nabilities = [{abilities}]"));
        damage(&agreed(&blade, &target(9, 9, "-", ""), &with(clauses))).mean()
    };
    near("of 5", mean("", &["hit rolls of 5: 1 mortal damage"]), 0.25 + 1.0 / 6.0);
    near("of 2, which misses", mean("", &["1 mortal on hits of 2"]), 0.25 + 1.0 / 6.0);
    near("of 5 and of 6", mean("", &["1 mortal on hits of 5", "D3 mortal on hits of 6"]), 0.25 + 3.0 / 6.0);
    near("of 6, twice", mean("", &["1 mortal on hits of 6", "1 mortal on critical hits"]), 0.25 + 2.0 / 6.0);
    // A 6 ends its attack with a point, a 5 adds one to it.
    near("beside a 6", mean("\"Crit (Mortal)\"", &["1 mortal on hits of 5"]), 2.0 / 12.0 + 1.0 / 6.0 + 1.0 / 6.0);
    // A 1 that is rolled again shows a 5 one time in six.
    near("again", mean("", &["1 mortal on hits of 5", "reroll hits of 1"]), 7.0 / 12.0 * 0.5 + 7.0 / 36.0);
    let warded = ["1 mortal on hits of 5", "ward 4+ against mortal damage"];
    near("warded", mean("", &warded), 0.25 + 1.0 / 12.0);
    let against = "[[ability]]\nname = \"Thorns\"\nagainst = true\neffects = [\"1 mortal on hits of 5\"]\n";
    let thorns = attack(&sigmar(1, BLADE), &target(9, 9, "-", against), &with(&[]));
    near("against", damage(&thorns).mean(), 0.25 + 1.0 / 6.0);
}

#[test]
fn other_games_say_what_they_have_instead() {
    let gun = crate::support::forty_k(&crate::support::gun(1, "1 3+ 4 0 1", ""));
    let told = |effect: &str| mistake(&gun, &squad(1, 4, "-", 9, ""), &with(&[effect]));
    let text = told("1 mortal on hits of 5");
    assert!(text.contains("`1 mortal on critical hits`"), "{text}");
    let text = told("ward 4+ against mortal damage");
    assert!(text.contains("`feel no pain 4+ against mortal wounds`"), "{text}");
}
