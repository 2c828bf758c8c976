//! Panic tests.

use super::{chain, chance, fighters, target};
use crate::support::{attack, damage, near, stage, with};
use warodds::ask::Request;
use warodds::engine::Outcome;
use warodds::sequence::Side;

/// One test of a unit that has certainly suffered a wound.
fn test(morale: u8, clauses: &[&str]) -> Outcome {
    let clauses: Vec<&str> = clauses.iter().copied().chain(["set attacks to 0", "1 direct wounds"]).collect();
    attack(&fighters("", ""), &target("infantry", "4+", &format!("{morale}+"), ""), &with(&clauses))
}

/// ASOIAF-PANICKED-OPT: plain and with the token, every target; a failed test costs 3, with the token 10/3 wounds.
#[test]
fn panic_table() {
    for (morale, plain, plain_wounds, optimal, wounds) in [
        (3, 1.0 / 36.0, 1.0 / 12.0, 121.0 / 1296.0, 605.0 / 1944.0),
        (4, 1.0 / 12.0, 1.0 / 4.0, 17.0 / 72.0, 85.0 / 108.0),
        (5, 1.0 / 6.0, 1.0 / 2.0, 43.0 / 108.0, 215.0 / 162.0),
        (6, 5.0 / 18.0, 5.0 / 6.0, 41.0 / 72.0, 205.0 / 108.0),
        (7, 5.0 / 12.0, 5.0 / 4.0, 313.0 / 432.0, 1565.0 / 648.0),
        (8, 7.0 / 12.0, 7.0 / 4.0, 367.0 / 432.0, 1835.0 / 648.0),
        (9, 13.0 / 18.0, 13.0 / 6.0, 301.0 / 324.0, 1505.0 / 486.0),
        (10, 5.0 / 6.0, 5.0 / 2.0, 35.0 / 36.0, 175.0 / 54.0),
        (11, 11.0 / 12.0, 11.0 / 4.0, 143.0 / 144.0, 715.0 / 216.0),
        (12, 35.0 / 36.0, 35.0 / 12.0, 1295.0 / 1296.0, 6475.0 / 1944.0),
    ] {
        let what = |text: &str| format!("{text} at {morale}+");
        let (bare, token) = (test(morale, &[]), test(morale, &["panicked"]));
        near(&what("fails"), chance(&bare, "panic-failed"), plain);
        near(&what("wounds"), damage(&bare).mean() - 1.0, plain_wounds);
        near(&what("fails with the token"), chance(&token, "panic-failed"), optimal);
        near(&what("wounds with the token"), damage(&token).mean() - 1.0, wounds);
    }
    near("target 2", chance(&test(2, &["panicked"]), "panic-failed"), 0.0);
    near("target 13", chance(&test(12, &["-1 to morale"]), "panic-failed"), 1.0);
}

/// ASOIAF-PANICKED-OPT: the defender re-rolls too.
#[test]
fn panic_with_two_players() {
    for (morale, alone, token_first, owner_first) in [
        (5, 1.0 / 36.0, 43.0 / 648.0, 58.0 / 243.0),
        (6, 23.0 / 324.0, 577.0 / 3888.0, 32.0 / 81.0),
        (7, 65.0 / 432.0, 1427.0 / 5184.0, 2911.0 / 5184.0),
        (8, 119.0 / 432.0, 2273.0 / 5184.0, 3757.0 / 5184.0),
        (9, 31.0 / 72.0, 49.0 / 81.0, 3311.0 / 3888.0),
    ] {
        let failed = |clauses: &[&str]| chance(&test(morale, clauses), "panic-failed");
        near("owner alone", failed(&["reroll morale"]), alone);
        near("token, then owner", failed(&["panicked", "reroll morale"]), token_first);
        near("owner, then token", failed(&["panicked", "reroll morale", "defender's turn"]), owner_first);
    }
}

/// ASOIAF-ATK-7: no wound, no dice; a unit that is gone takes no test; direct wounds are a ruling.
#[test]
fn when_panic_is_rolled() {
    let rolled = |clauses: &[&str], rulings: &[&str]| {
        let clauses: Vec<&str> = clauses.iter().copied().chain(["set attacks to 0"]).collect();
        let rulings = rulings.iter().map(|ruling| (*ruling).to_owned()).collect();
        let request = Request { rulings, ..with(&clauses) };
        attack(&fighters("", ""), &target("infantry", "4+", "6+", "models = 3"), &request)
    };
    near("nothing got through", chance(&rolled(&[], &[]), "panic-rolled"), 0.0);
    near("one wound", chance(&rolled(&["1 direct wounds"], &[]), "panic-rolled"), 1.0);
    near("gone", chance(&rolled(&["3 direct wounds"], &[]), "panic-rolled"), 0.0);
    near("gone, and not failed", chance(&rolled(&["3 direct wounds"], &[]), "panic-failed"), 0.0);
    near("by the ruling", chance(&rolled(&["1 direct wounds"], &["direct-wounds-panic=no"]), "panic-rolled"), 0.0);
    // 2 wounds, then 1 + D3 with 5/18: the last of three falls.
    near("panic destroys", rolled(&["2 direct wounds"], &[]).destroyed(Side::Defender), 5.0 / 18.0);
    let more = rolled(&["1 direct wounds", "-1 panic wounds"], &[]);
    near("one wound less", damage(&more).mean(), 1.0 + 5.0 / 18.0 * 2.0);
}

/// ASOIAF-PANICKED-OPT in a sequence: with certain wounds, the token is kept only by a test that fails by itself and
/// whose D3 is not a 1.
#[test]
fn a_panicked_token_is_kept_when_it_cannot_help() {
    let first = fighters("", "");
    for (morale, failing) in [(6u8, 10.0 / 36.0), (9, 26.0 / 36.0)] {
        let target = target("infantry", "4+", &format!("{morale}+"), "");
        let clauses = ["set attacks to 0", "1 direct wounds", "panicked"];
        let both = chain(&first, &first, &target, &clauses);
        let (plain, token) = (test(morale, &[]), test(morale, &["panicked"]));
        let kept = failing * 2.0 / 3.0;
        let mean = |outcome: &Outcome| damage(outcome).mean();
        near("wounds", mean(&both), mean(&token) + kept * mean(&token) + (1.0 - kept) * mean(&plain));
        // The first attack leaves the unit standing, so both tests are taken.
        near("tests", both.total("panic-rolled").expect("a total").mean(), 2.0);
        let fail = |outcome: &Outcome| chance(outcome, "panic-failed");
        let failed = both.total("panic-failed").expect("a total").mean();
        near("failed", failed, fail(&token) + kept * fail(&token) + (1.0 - kept) * fail(&plain));
    }
}

/// ASOIAF-PANICKED-OPT: a token that a later attack may find is spent as it is where none follows: the second attack here
/// deals no wound, so nothing is left for it to do, whoever rolls again last.
#[test]
fn a_token_for_later_is_spent_as_one_for_now() {
    let first = fighters("", "");
    for (morale, more) in (3..=11).flat_map(|morale| [(morale, "attacker's turn"), (morale, "defender's turn")]) {
        let more: &[&str] = if more == "defender's turn" { &[more] } else { &[] };
        let with = |clauses: &[&'static str]| -> Vec<&str> { clauses.iter().chain(more).copied().collect() };
        let target = target("infantry", "4+", &format!("{morale}+"), "");
        let clauses = with(&["set attacks to 0", "1: 1 direct wounds", "panicked", "reroll morale"]);
        let both = chain(&first, &first, &target, &clauses);
        let one = test(morale, &with(&["panicked", "reroll morale"]));
        near(&format!("{morale}+ {more:?}"), damage(&both).mean(), damage(&one).mean());
    }
}

/// ASOIAF-PANICKED-OPT: a test that cannot fail leaves the token to the next one, which is harder here.
#[test]
fn a_test_that_cannot_fail_keeps_the_token() {
    let (first, target) = (fighters("", ""), target("infantry", "4+", "2+", ""));
    for more in [&[][..], &["reroll morale"], &["reroll morale", "defender's turn"]] {
        let with = |clauses: &[&'static str]| -> Vec<&str> { clauses.iter().chain(more).copied().collect() };
        let clauses = with(&["set attacks to 0", "1 direct wounds", "panicked", "2: -4 to morale"]);
        let both = chain(&first, &first, &target, &clauses);
        let (easy, hard) = (test(2, &[]), test(6, &with(&["panicked"])));
        near(&format!("{more:?}"), damage(&both).mean(), damage(&easy).mean() + damage(&hard).mean());
    }
}

/// ASOIAF-WOUND: direct wounds are not saved, whether or not they make the panic test real.
#[test]
fn direct_wounds_are_unsaved_by_either_ruling() {
    for ruling in ["yes", "no"] {
        let rulings = vec![format!("direct-wounds-panic={ruling}")];
        let request = Request { rulings, ..with(&["set attacks to 0", "2 direct wounds"]) };
        let outcome = attack(&fighters("", ""), &target("infantry", "4+", "6+", ""), &request);
        near(ruling, stage(&outcome, "unsaved"), 2.0);
    }
}
