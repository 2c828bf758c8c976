//! Spells and prayers, by the rules they come from.

use super::{at, chance, pairs, ways};
use crate::support::near;
use crate::support::questions::{refused, sigmar};

/// AOS-MAG-2.0: two unmodified 1s fail whatever is added, and hurt; the caster's ward helps.
#[test]
fn aos_mag_2_0_casting_and_miscasts() {
    let sure = sigmar("casting", &["value=3", "bonus=5", "unbind=none"]);
    near("cast", chance(&sure, "cast"), 35.0 / 36.0);
    near("miscast", chance(&sure, "miscast"), 1.0 / 36.0);
    assert!(sure.lines.iter().all(|(what, _)| !what.contains("unbound")));
    let three = sigmar("casting", &["value=3", "dice=3", "unbind=none"]);
    near("3D6", chance(&three, "miscast"), 2.0 / 27.0);
    near("3D6, cast", chance(&three, "cast"), 25.0 / 27.0);
    let hurt = sigmar("miscast", &["ward=6+"]);
    near("through a ward", chance(&hurt, "mean damage to the caster"), 2.0 / 36.0 * 5.0 / 6.0);
    let two = sigmar("miscast", &["spells=2"]);
    let any = 1.0 - (35.0f64 / 36.0).powi(2);
    near("two spells", chance(&two, "one of the spells is"), any);
    near("two spells, damage", chance(&two, "mean damage to the caster"), 2.0 * any);
    near("two spells, 3 points", at(&two, 0, 3, "exactly"), any / 3.0);
}

/// AMB-30: the dice that lie there after a re-roll are judged.
#[test]
fn amb_30_miscast_after_a_reroll() {
    let answered = sigmar("casting", &["value=3", "reroll=all", "unbind=none"]);
    near("double 1 twice", chance(&answered, "miscast"), 1.0 / 1296.0);
    let value9 = sigmar("casting", &["value=9", "reroll=all", "unbind=none"]);
    near("cast", chance(&value9, "cast"), 155.0 / 324.0);
    near("failed, then double 1", chance(&value9, "miscast"), 26.0 / 36.0 / 36.0);
    let chosen = sigmar("casting", &["value=9", "reroll=choose", "unbind=none"]);
    near("chosen", chance(&chosen, "cast"), 41.0 / 72.0);
}

/// AOS-MAG-4.0 and AMB-18: modified totals, strictly more, one attempt; by brute force.
#[test]
fn aos_mag_4_0_unbinding() {
    let answered = sigmar("casting", &["value=7", "bonus=1", "unbind=2"]);
    let stays = pairs()
        .filter(|(a, b)| a + b + 1 >= 7 && a + b > 2)
        .map(|(a, b)| ways(|c, d| c + d + 2 <= a + b + 1))
        .sum::<f64>();
    near("stays", chance(&answered, "cast, and not unbound by 2D6+2"), stays / 1296.0);
    assert_eq!(sigmar("unbinding", &[]).tables[0].rows.len(), 11);
    assert_eq!(sigmar("unbinding", &["bonus=2"]).tables[0].rows.len(), 13);
    assert_eq!(sigmar("unbinding", &["bonus=-2"]).tables[0].rows.len(), 11);
    near("12 cannot be beaten", chance(&sigmar("unbinding", &["roll=12"]), "the spell is unbound"), 0.0);
    let bonus = sigmar("unbinding", &["roll=12", "bonus=2"]);
    near("but with a bonus", chance(&bonus, "the spell is unbound"), ways(|a, b| a + b + 2 > 12) / 36.0);
}

/// AOS-CMD-2.0b: Magical Intervention casts with -1.
#[test]
fn aos_cmd_2_0b_magical_intervention() {
    let answered = sigmar("casting", &["value=6", "bonus=-1"]);
    near("cast", chance(&answered, "cast"), 7.0 / 12.0);
}

/// AOS-MAG-3.0, AMB-10, AMB-11: a 1 loses D3 points and no more than there are; a 2 that became 1 does nothing.
#[test]
fn aos_mag_3_0_chanting() {
    // Value 10 with 8 points: 2 or more answers; a 1 leaves 7, 6 or 5, which 3+, 4+ or 5+ answer.
    let answered = sigmar("chanting", &["value=10", "points=8", "rolls=2"]);
    near("at once", at(&answered, 0, 1, "answered by then"), 5.0 / 6.0);
    near("then", at(&answered, 0, 2, "with this roll"), 1.0 / 18.0 * (4.0 + 3.0 + 2.0) / 6.0);
    near("points after a 1", at(&answered, 0, 1, "mean points if not"), 6.0);
    // One point: a 1 leaves none, and 2 to 6 are banked.
    let floor = sigmar("chanting", &["value=60", "points=1", "rolls=1"]);
    near("floor", at(&floor, 0, 1, "mean points if not"), (0.0 + 3.0 + 4.0 + 5.0 + 6.0 + 7.0) / 6.0);
    // With -1 a 2 neither banks nor loses: points 1 stay 1.
    let idle = sigmar("chanting", &["value=60", "points=1", "rolls=1", "bonus=-1"]);
    near("idle", at(&idle, 0, 1, "mean points if not"), (0.0 + 1.0 + 3.0 + 4.0 + 5.0 + 6.0) / 6.0);
    // A place of power on the second roll alone: 7 is reached from r with 7 - r - 1 or more.
    let power = sigmar("chanting", &["value=7", "bonus=0,1"]);
    let second = (2..=6).map(|r: i32| (2..=6).filter(|s| r + s + 1 >= 7).count() as f64 / 36.0).sum::<f64>();
    near("second roll", at(&power, 0, 2, "answered by then"), second + 1.0 / 36.0);
    let curve = power.curve.expect("a curve").pmf;
    near("the curve counts rolls without an answer", curve.at(2), 1.0 - second - 1.0 / 36.0);
    assert!(refused("chanting", &["value=7", "bonus=0,1", "rolls=3"]).contains("one for each"));
}

/// AOS-MAG-7.2: banishing reaches the value, no double-1 exception, once a turn.
#[test]
fn aos_mag_7_2_banishing() {
    let answered = sigmar("banishing", &["value=7", "turns=3"]);
    near("once", chance(&answered, "banished"), 7.0 / 12.0);
    for turn in 1..=3 {
        near("by then", at(&answered, 0, turn, "banished by then"), 1.0 - (5.0f64 / 12.0).powi(turn));
    }
    near("2 is sure", at(&sigmar("banishing", &[]), 0, 2, "banished"), 1.0);
    near("turns", at(&sigmar("banishing", &["turns=2"]), 0, 7, "banished in time"), 119.0 / 144.0);
    near("again", chance(&sigmar("banishing", &["value=9", "reroll=all"]), "banished"), 155.0 / 324.0);
}

/// AOS-TER-1.2b: a 1 hurts, anything else wins.
#[test]
fn aos_ter_1_2b_place_of_power() {
    let answered = sigmar("place-of-power", &["ward=4+"]);
    near("hurt", chance(&answered, "the Hero suffers D3 mortal damage"), 1.0 / 6.0);
    near("mean", chance(&answered, "mean damage"), 1.0 / 6.0);
    let wins = "the Hero wins +1 to casting or chanting, or unbinds and banishes as a Wizard (1)";
    near("wins", chance(&answered, wins), 5.0 / 6.0);
    near("none", at(&answered, 0, 0, "exactly"), 5.0 / 6.0 + 1.0 / 6.0 * 7.0 / 24.0);
}

/// AOS-SPH-0: Spearhead has no miscast.
#[test]
fn aos_sph_0_no_miscast() {
    let answered = sigmar("casting", &["value=2", "miscast=no", "unbind=none"]);
    near("sure", chance(&answered, "cast"), 1.0);
    assert!(answered.lines.iter().all(|(what, _)| what != "miscast"));
}

/// AOS-MAG-1.1: a Wizard (2) tries two spells; a miscast of the first ends them.
#[test]
fn aos_mag_1_1_power_level() {
    let answered = sigmar("casting", &["value=6", "spells=2", "unbind=none"]);
    let cast = 26.0 / 36.0;
    near("both", at(&answered, 0, 2, "exactly"), cast * cast);
    near("at least one", chance(&answered, "at least one of 2 takes effect"), cast + 9.0 / 36.0 * cast);
    near("mean", chance(&answered, "mean spells that take effect"), cast + 35.0 / 36.0 * cast);
}

/// AMB-19: the enemy has as many unbinding rolls as its power level, one for each casting roll (AMB-18).
#[test]
fn amb_19_two_budgets() {
    let (cast, stays) = (26.0 / 36.0, 41.0 / 81.0);
    let answered = sigmar("casting", &["value=6", "spells=2", "attempts=1"]);
    near("both", at(&answered, 0, 2, "exactly"), stays * cast);
    let any = stays + (cast - stays) * cast + 9.0 / 36.0 * stays;
    near("at least one", chance(&answered, "at least one of 2 takes effect"), any);
    let each = sigmar("casting", &["value=6", "spells=2"]);
    near("an attempt for each", at(&each, 0, 2, "exactly"), stays * stays);
}
