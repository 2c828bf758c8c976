//! Spells and prayers, by the rules they come from.

use super::{at, chance, pairs, ways};
use crate::support::near;
use crate::support::questions::{asked, refused, sigmar};
use warodds::ask::Request;

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
    let answered = sigmar("casting", &["value=6", "spells=2", "attempts=1", "policy=first"]);
    near("both", at(&answered, 0, 2, "exactly"), stays * cast);
    let any = stays + (cast - stays) * cast + 9.0 / 36.0 * stays;
    near("at least one", chance(&answered, "at least one of 2 takes effect"), any);
    let each = sigmar("casting", &["value=6", "spells=2"]);
    near("an attempt for each", at(&each, 0, 2, "exactly"), stays * stays);
}

/// An enemy with one unbinding roll for two spells may keep it: of all policies the one with the fewest spells.
#[test]
fn amb_19_the_enemy_waits_for_a_better_chance() {
    // A policy: the casting rolls of the first spell, 6 to 12, that it tries to unbind. The second is always tried.
    let roll = |sum: i32| ways(|a, b| a + b == sum) / 36.0;
    let beats = |sum: i32| ways(|a, b| a + b > sum) / 36.0;
    let cast: f64 = (6..=12).map(roll).sum();
    let stays: f64 = (6..=12).map(|sum| roll(sum) * (1.0 - beats(sum))).sum();
    let failed = 1.0 - cast - 1.0 / 36.0;
    let both = |policy: u32| -> [f64; 3] {
        let mut law = [1.0 / 36.0, 0.0, 0.0];
        let mut then = |p: f64, first: usize, second: f64| {
            law[first] += p * (1.0 - second);
            law[first + 1] += p * second;
        };
        then(failed, 0, stays);
        for sum in 6..=12 {
            if policy >> (sum - 6) & 1 == 1 {
                then(roll(sum) * beats(sum), 0, cast);
                then(roll(sum) * (1.0 - beats(sum)), 1, cast);
            } else {
                then(roll(sum), 1, stays);
            }
        }
        law
    };
    let mean = |law: &[f64; 3]| law[1] + 2.0 * law[2];
    let best = (0..128).map(both).min_by(|a, b| mean(a).total_cmp(&mean(b))).expect("128 policies");
    let answered = sigmar("casting", &["value=6", "spells=2", "attempts=1"]);
    near("mean", chance(&answered, "mean spells that take effect"), mean(&best));
    for (spells, p) in best.iter().enumerate() {
        near("law", at(&answered, 0, spells as i32, "exactly"), *p);
    }
    let first = sigmar("casting", &["value=6", "spells=2", "attempts=1", "policy=first"]);
    near("as soon as it can", chance(&first, "mean spells that take effect"), mean(&both(127)));
    assert!(mean(&best) < mean(&both(127)) - 0.01, "waiting is better");
    assert!(answered.notes.iter().any(|note| note.contains("keeps one for a later spell")), "{:?}", answered.notes);
    assert!(first.notes.iter().any(|note| note.contains("as soon as it can")), "{:?}", first.notes);
    // As many rolls as spells: there is nothing to wait for.
    let each = sigmar("casting", &["value=6", "spells=2", "attempts=2"]);
    near("one for each", chance(&each, "mean spells that take effect"), stays + (1.0 - 1.0 / 36.0) * stays);
}

/// Three spells and two rolls, against a search through every decision of the enemy.
#[test]
fn amb_19_by_brute_force() {
    fn fewest(value: i32, spells: u32, rolls: u32, bonus: i32) -> f64 {
        if spells == 0 {
            return 0.0;
        }
        let mut mean = 0.0;
        for (a, b) in pairs().filter(|pair| *pair != (1, 1)) {
            let p = 1.0 / 36.0;
            let waits = fewest(value, spells - 1, rolls, bonus);
            if a + b < value {
                mean += p * waits;
            } else if rolls == 0 {
                mean += p * (1.0 + waits);
            } else {
                let stays = ways(|c, d| c + d + bonus <= a + b) / 36.0;
                mean += p * (1.0 + waits).min(stays + fewest(value, spells - 1, rolls - 1, bonus));
            }
        }
        mean
    }
    for (value, bonus) in [(4, 0), (7, 0), (7, 3), (10, 1)] {
        let keys = [format!("value={value}"), "spells=3".into(), "attempts=2".into(), format!("unbind={bonus}")];
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        let answered = sigmar("casting", &keys);
        near("mean", chance(&answered, "mean spells that take effect"), fewest(value, 3, 2, bonus));
    }
}

/// AOS-SPH-0: Spearhead has neither miscast nor unbinding, and the core rules alone have no magic.
#[test]
fn aos_sph_0_magic_by_mode() {
    let of = |question: &str, keys: &[&str], mode: &str| {
        let base = Request { mode: Some(mode.to_owned()), ..Request::default() };
        asked("age-of-sigmar", question, keys, &base)
    };
    let spearhead = of("casting", &["value=6"], "spearhead").unwrap_or_else(|error| panic!("{error}"));
    near("cast", chance(&spearhead, "cast"), 26.0 / 36.0);
    assert_eq!(spearhead.lines.len(), 1, "{:?}", spearhead.lines);
    near("2 is sure", chance(&of("casting", &["value=2"], "spearhead").expect("it is cast"), "cast"), 1.0);
    let two = of("casting", &["value=6", "spells=2"], "spearhead").expect("an answer");
    near("both", at(&two, 0, 2, "exactly"), (26.0f64 / 36.0).powi(2));
    for keys in [&["value=6", "unbind=0"][..], &["value=6", "miscast=yes"]] {
        let text = of("casting", keys, "spearhead").expect_err("not there").to_string();
        assert!(text.contains("AOS-SPH-0"), "{text}");
    }
    for question in ["unbinding", "banishing", "miscast", "place-of-power"] {
        assert!(of(question, &[], "spearhead").expect_err("not there").to_string().contains("AOS-SPH-0"), "{question}");
        assert!(of(question, &[], "core").expect_err("not there").to_string().contains("AOS-MAG-1.0"), "{question}");
        assert!(of(question, &[], "advanced").is_ok(), "{question}");
    }
}

/// Keys that ask about spells of one value need that value.
#[test]
fn casting_several_spells_needs_their_value() {
    for keys in [&["spells=3"][..], &["attempts=1"], &["policy=first"]] {
        assert!(refused("casting", keys).contains("write `value=…` too"), "{keys:?}");
    }
}

/// That the enemy may wait is told only where it has fewer unbinding rolls than there are spells.
#[test]
fn whether_the_enemy_waits_is_told_where_it_may() {
    let told = |keys: &[&str]| {
        let keys = [&["value=7", "unbind=0"], keys].concat();
        sigmar("casting", &keys).notes.iter().any(|note| note.contains("the enemy"))
    };
    assert!(told(&["spells=3", "attempts=1"]) && told(&["spells=3", "attempts=1", "policy=first"]));
    assert!(!told(&["spells=3", "attempts=3"]) && !told(&["spells=3"]) && !told(&["spells=3", "attempts=0"]));
}

/// One try at one value, and the table for every value; several tries at it are a table of tries.
#[test]
fn tries_to_banish() {
    let one = sigmar("banishing", &["value=7"]);
    near("once", chance(&one, "banished"), 21.0 / 36.0);
    assert_eq!(one.tables[0].header, ["banishment value", "banished"]);
    assert_eq!(one.tables[0].rows.len(), 11);
    let three = sigmar("banishing", &["value=7", "turns=3"]);
    assert_eq!(three.tables[0].header, ["tries", "banished by then"]);
    near("in three", at(&three, 0, 3, "banished by then"), 1.0 - (15.0f64 / 36.0).powi(3));
    let any = sigmar("banishing", &["turns=2"]);
    assert_eq!(any.tables[0].header, ["banishment value", "banished in time"]);
    near("in two", at(&any, 0, 7, "banished in time"), 1.0 - (15.0f64 / 36.0).powi(2));
}
