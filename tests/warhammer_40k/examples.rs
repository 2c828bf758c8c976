//! Worked examples of the rules that are not in `warhammer_40k.rs`, by the ids of `rules.md`.

use crate::support::{attack, damage, forty_k, gun, is, mistake, near, squad, stage, unit, with};
use warodds::ask::{Request, prepare_units};
use warodds::engine::{Outcome, exact};
use warodds::games::Phase;
use warodds::sequence::Side;

const TERMAGANTS: &str = include_str!("../../profiles/warhammer-40k/termagants.toml");
const WOUND: f64 = 5.0 / 6.0;

fn shooting(clauses: &[&str]) -> Request {
    Request { phase: Some(Phase::Shooting), ..with(clauses) }
}

/// One gun of one shot: BS, S, AP, D as written.
fn one(line: &str, abilities: &str) -> String {
    forty_k(&gun(1, line, abilities))
}

/// One shot that hits and wounds on 2+, whose Damage is changed.
fn changed(line: &str, clauses: &[&str]) -> Outcome {
    let mut all = vec!["wounds on 2+"];
    all.extend_from_slice(clauses);
    attack(&one(line, "\"Torrent\""), &squad(1, 4, "-", 20, ""), &shooting(&all))
}

/// Three weapons that strike in this order, each wounding on 2+.
fn in_order(damages: [u32; 3]) -> Outcome {
    let weapons: String = damages
        .iter()
        .map(|damage| {
            gun(1, &format!("1 N/A 8 0 {damage}"), "\"Torrent\"").replace("\"Gun\"", &format!("\"Gun of {damage}\""))
        })
        .collect();
    attack(&forty_k(&weapons), &squad(5, 4, "-", 2, ""), &with(&["wounds on 2+"]))
}

/// EX-02 and EX-03: Damage 1, 2, 3 in that order fells two models without a remainder; 3, 2, 1 wounds a third one.
#[test]
fn ex_02_ex_03_order_of_damage() {
    let all = WOUND.powi(3);
    // All three wound. Other ways to the same number of points are counted beside: two of the three, or one.
    let lost = |outcome: &Outcome, points: usize| outcome.wounds_lost(Side::Defender).at(points);
    let miss = 1.0 - WOUND;
    let first = in_order([1, 2, 3]);
    // 1 then 2 fells one (1 + 1), then 3 fells one: four points. Also 2 and 3 without the 1.
    near("EX-02", lost(&first, 4), all + miss * WOUND * WOUND);
    near("never five", lost(&first, 5), 0.0);
    let second = in_order([3, 2, 1]);
    near("EX-03", lost(&second, 5), all);
    near("3 and 2 alone", lost(&second, 4), WOUND * WOUND * miss);
}

/// EX-07: unseen Indirect Fire is -1 to hit, unmodified 1-3 miss, and the target is in cover.
#[test]
fn ex_07_indirect_fire() {
    let unseen = attack(&one("1 2+ 8 -1 1", "\"Indirect Fire\""), &squad(1, 4, "4+", 1, ""), &shooting(&["indirect"]));
    // BS 2+ at -1 would hit on 3+; 4, 5 and 6 remain.
    near("hits", stage(&unseen, "hits"), 0.5);
    // AP -1 and cover cancel out: saved on 4+.
    near("unsaved", stage(&unseen, "unsaved"), 0.5 * WOUND * 0.5);
}

/// EX-17: eight of ten Termagants fight.
#[test]
fn ex_17_eight_fight() {
    let request = Request { phase: Some(Phase::Combat), set: vec!["attacker.models=8".into()], ..with(&[]) };
    near("attacks", stage(&attack(TERMAGANTS, &squad(5, 4, "-", 2, ""), &request), "attacks"), 8.0);
}

/// EX-21: what Lethal Hits wounds is no critical wound, whatever that would do.
#[test]
fn ex_21_an_automatic_wound_is_never_critical() {
    // BS 6+: every hit is critical and wounds by itself.
    let outcome = attack(
        &one("1 6+ 4 0 1", "\"Lethal Hits\", \"Devastating Wounds\""),
        &squad(5, 4, "2+", 1, ""),
        &with(&["2 mortal on critical wounds", "critical wounds on 2+"]),
    );
    near("wounds", stage(&outcome, "wounds"), 1.0 / 6.0);
    near("critical wounds", stage(&outcome, "critical-wounds"), 0.0);
    near("saved on 2+", damage(&outcome).mean(), 1.0 / 36.0);
}

/// EX-23: Devastating Wounds from two sources is one mortal wound for each critical of Damage 1.
#[test]
fn ex_23_devastating_wounds_twice() {
    let weapon = one("1 N/A 4 0 1", "\"Torrent\", \"Devastating Wounds\"");
    let outcome = attack(&weapon, &squad(5, 4, "2+", 1, ""), &with(&["Devastating Wounds"]));
    near("mortal wounds", outcome.total("mortal-wounds").expect("a result").mean(), 1.0 / 6.0);
}

/// EX-24: of Sustained Hits 1 and 2 the better is chosen.
#[test]
fn ex_24_sustained_hits_twice() {
    let outcome =
        attack(&one("1 4+ 4 0 1", "\"Sustained Hits 1\""), &squad(9, 4, "-", 1, ""), &with(&["Sustained Hits 2"]));
    near("hits", stage(&outcome, "hits"), 0.5 + 2.0 / 6.0);
}

/// EX-25: Feel No Pain 5+ against Damage 2: one of two dice helps, one wound is lost.
#[test]
fn ex_25_feel_no_pain() {
    let outcome = attack(
        &one("1 N/A 8 0 2", "\"Torrent\""),
        &squad(1, 4, "-", 5, "feel-no-pain = \"5+\""),
        &with(&["wounds on 2+"]),
    );
    is("lost", &outcome.wounds_lost(Side::Defender), 54.0, &[(0, 9.0 + 5.0), (1, 20.0), (2, 20.0)]);
}

/// EX-27, EX-28: 2 halved and 1 more is 2; set to 0 first, it is 1. The example counts OC; the order is that of all
/// characteristics.
#[test]
fn ex_27_ex_28_order_of_operations() {
    let worth = |clauses: &[&str]| damage(&changed("1 N/A 8 0 2", clauses)).mean() / WOUND;
    near("EX-27", worth(&["halve damage", "+1 damage"]), 2.0);
    near("said the other way round", worth(&["+1 damage", "halve damage"]), 2.0);
    near("EX-28", worth(&["damage is 0", "halve damage", "+1 damage"]), 1.0);
}

/// EX-32: the same ability of two units that is no aura stacks: Toughness 4 becomes 2.
#[test]
fn ex_32_toughness_twice() {
    let wounds = |strength: u32, clauses: &[&str]| {
        let line = format!("1 N/A {strength} 0 1");
        stage(&attack(&one(&line, "\"Torrent\""), &squad(5, 4, "-", 1, ""), &shooting(clauses)), "wounds")
    };
    near("S4 on T4", wounds(4, &[]), 0.5);
    near("S4 on T3", wounds(4, &["-1 toughness"]), 4.0 / 6.0);
    near("S4 on T2", wounds(4, &["-1 toughness", "-1 toughness"]), 5.0 / 6.0);
}

/// EX-33: a named condition counts once, and a roll is worsened by 1 at most in any case.
#[test]
fn ex_33_suppressed() {
    let hits =
        |clauses: &[&str]| stage(&attack(&one("1 3+ 4 0 1", ""), &squad(5, 4, "-", 1, ""), &shooting(clauses)), "hits");
    near("once", hits(&["-1 to hit"]), 0.5);
    near("twice", hits(&["-1 to hit", "-1 to hit"]), 0.5);
}

/// EX-37: a D3 that shows 1 is a D6 of 1 or 2.
#[test]
fn ex_37_reroll_ones_of_a_d3() {
    let outcome = changed("1 N/A 8 0 D3", &["reroll damage of 1"]);
    let ninth = WOUND / 9.0;
    for (value, ninths) in [(1, 1.0), (2, 4.0), (3, 4.0)] {
        near("ninths", damage(&outcome).at(value), ninths * ninth);
    }
}

/// EX-38: improve and worsen; AP stops at 0 and a skill at 2+.
#[test]
fn ex_38_improve_and_worsen() {
    let hits = |clauses: &[&str]| {
        stage(&attack(&one("1 3+ 4 -1 1", ""), &squad(5, 4, "-", 1, ""), &shooting(clauses)), "hits")
    };
    near("3+ to 2+", hits(&["improve skill by 1"]), WOUND);
    near("no better than 2+", hits(&["improve skill by 3"]), WOUND);
    near("3+ to 4+", hits(&["worsen skill by 1"]), 0.5);
    let through = |ap: &str, clauses: &[&str]| {
        let mut all = vec!["wounds on 2+"];
        all.extend_from_slice(clauses);
        let line = format!("1 N/A 8 {ap} 1");
        stage(&attack(&one(&line, "\"Torrent\""), &squad(1, 4, "3+", 1, ""), &shooting(&all)), "unsaved") / WOUND
    };
    near("AP -1 to -2", through("-1", &["improve ap by 1"]), 4.0 / 6.0);
    near("AP 0 to -1", through("0", &["improve ap by 1"]), 0.5);
    near("AP -1 to 0", through("-1", &["worsen ap by 1"]), 2.0 / 6.0);
    near("AP 0 stays", through("0", &["worsen ap by 1"]), 2.0 / 6.0);
}

/// EX-39: a condition that does not hold when targets are selected never holds in that activation.
#[test]
fn ex_39_conditions_are_frozen() {
    let ability = "[[ability]]\nname = \"Finish them\"\nwhen = [\"target damaged\"]\neffects = [\"+3 attacks\"]\n";
    let two = format!(
        "{}{}",
        gun(1, "1 N/A 8 0 1", "\"Torrent\""),
        gun(1, "1 N/A 8 0 1", "\"Torrent\"").replace("Gun", "Second")
    );
    let unit = forty_k(&format!("{two}{ability}"));
    let target = squad(2, 4, "-", 4, "");
    near("a fresh target", stage(&attack(&unit, &target, &with(&["wounds on 2+"])), "attacks"), 2.0);
    let wounded = Request { set: vec!["defender.damage=1".into()], ..with(&["wounds on 2+"]) };
    near("wounded before", stage(&attack(&unit, &target, &wounded), "attacks"), 8.0);
}

/// EX-43: ones may always be rolled again, everything if two conditions hold; one alone is not enough.
#[test]
fn ex_43_both_conditions() {
    let abilities = "[[ability]]\nname = \"Always\"\neffects = [\"reroll hits of 1\"]\n[[ability]]\nname = \"Both\"\nwhen = [\"charged\", \"target damaged\"]\neffects = [\"reroll failed hits\"]\n";
    let unit = forty_k(&format!("{}{abilities}", gun(1, "1 4+ 4 0 1", "")));
    let hits = |clauses: &[&str]| stage(&attack(&unit, &squad(5, 4, "-", 2, ""), &shooting(clauses)), "hits");
    near("neither", hits(&[]), 21.0 / 36.0);
    near("one", hits(&["charged"]), 21.0 / 36.0);
    near("the other", hits(&["target damaged"]), 21.0 / 36.0);
    near("both", hits(&["charged", "target damaged"]), 27.0 / 36.0);
}

/// EX-51: shooting again is a second full set of rolls after the first, on what is left.
#[test]
fn ex_51_shoot_again() {
    let weapon = one("1 4+ 8 0 3", "");
    let target = squad(2, 4, "-", 2, "");
    let twice = prepare_units(&[(unit(&weapon), None), (unit(&weapon), None)], &(unit(&target), None), &shooting(&[]));
    let outcome = exact(&twice.expect("an attack").engaged.engagement).expect("small");
    let p = 0.5 * WOUND;
    let slain = outcome.slain(Side::Defender);
    for (n, wanted) in [(0, (1.0 - p) * (1.0 - p)), (1, 2.0 * p * (1.0 - p)), (2, p * p)] {
        near("slain", slain.at(n), wanted);
    }
}

/// W40K-DAMAGE: three unsaved D3 on five models of two wounds: how many are dead and what the next has lost.
#[test]
fn s24_three_d3_on_two_wounds() {
    // A hit on 2+ and a wound on 2+ with no save would mix in other numbers of blows; so count them all by hand.
    let outcome =
        attack(&forty_k(&gun(3, "1 N/A 12 0 D3", "\"Torrent\"")), &squad(5, 4, "-", 2, ""), &with(&["wounds on 2+"]));
    // From (dead, lost on the next) one D3: 1 wounds a fresh model or fells a wounded one, 2 and 3 fell it.
    let mut states = std::collections::BTreeMap::from([(0usize, 1.0)]);
    for _ in 0..3 {
        let mut next = std::collections::BTreeMap::new();
        for (lost, p) in states {
            *next.entry(lost).or_insert(0.0) += p * (1.0 - WOUND);
            for value in 1..=3 {
                *next.entry(lost + value.min(2 - lost % 2)).or_insert(0.0) += p * WOUND / 3.0;
            }
        }
        states = next;
    }
    let lost = outcome.wounds_lost(Side::Defender);
    for points in 0..=6 {
        near("points", lost.at(points), states.get(&points).copied().unwrap_or(0.0));
    }
    // Where all three wound: (1, 1) 1/9, (2, 0) 4/9, (2, 1) 4/27, (3, 0) 8/27. Fewer blows cannot reach the last two.
    let all = WOUND.powi(3);
    near("(2, 1)", lost.at(5) / all, 4.0 / 27.0);
    near("(3, 0)", lost.at(6) / all, 8.0 / 27.0);
    // (1, 1) needs a 1 and two more points, or three blows of 1, 1, 1: 1/9 of three blows; two blows give 1 of 9 ways
    // (1 after 2 or 3: 2/9).
    near("(1, 1)", lost.at(3), all / 9.0 + 3.0 * WOUND * WOUND * (1.0 - WOUND) * 2.0 / 9.0);
    near("(2, 0)", lost.at(4), all * 4.0 / 9.0 + 3.0 * WOUND * WOUND * (1.0 - WOUND) * 4.0 / 9.0);
}

/// Damage 0 defeats "-1, minimum 1"; the rules allow no other Damage below 1.
#[test]
fn ex_29_damage_is_at_least_1_unless_set_to_0() {
    near("1 less 1", damage(&changed("1 N/A 8 0 1", &["-1 damage to target"])).at(1), WOUND);
    near("set to 0", damage(&changed("1 N/A 8 0 1", &["damage is 0", "-1 damage to target"])).at(0), 1.0);
    let printed = mistake(&one("1 N/A 8 0 0", "\"Torrent\""), &squad(1, 4, "-", 20, ""), &shooting(&[]));
    assert!(printed.contains("`damage` is 0"), "{printed}");
}
