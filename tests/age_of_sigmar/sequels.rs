//! One attack after the other (`--then`): what the first leaves decides what the next may do.

use crate::support::{damage, near, sigmar, stage, target, unit, with};
use warodds::ask::{Prepared, Request, prepare_units};
use warodds::engine::{self, Method, Options, Outcome, Sampling, exact};
use warodds::sequence::Side;

fn both(first: &str, second: &str, defender: &str, request: &Request) -> Prepared {
    prepare_units(&[(unit(first), None), (unit(second), None)], &(unit(defender), None), request)
        .unwrap_or_else(|error| panic!("{error}"))
}

fn outcome(prepared: &Prepared) -> Outcome {
    exact(&prepared.engaged.engagement).expect("small")
}

fn blast(points: &str) -> String {
    sigmar(1, "count = 0\nattacks = 1\nhit = \"2+\"\nwound = \"2+\"\ndamage = 1")
        + &format!("[[ability]]\nname = \"Blast\"\neffects = [\"{points} mortal damage\"]\n")
}

fn hunter(more: &str) -> String {
    sigmar(2, &format!("attacks = 1\nhit = \"4+\"\nwound = \"2+\"\ndamage = 1\n{more}"))
        + "[[ability]]\nname = \"Scent of Blood\"\nwhen = [\"target damaged\"]\neffects = [\"+1 to hit\", \"+1 attacks\"]\n"
}

/// D3 points on models of Health 2: 1 or 3 leave the unit damaged, 2 take a model away and do not (AMB-25).
#[test]
fn aos_18_2_damaged_by_the_attack_before() {
    let prepared = both(&blast("D3"), &hunter(""), &target(2, 2, "-", ""), &with(&[]));
    let known = outcome(&prepared);
    near("attacks", stage(&known, "attacks"), 2.0 / 3.0 * 4.0 + 1.0 / 3.0 * 2.0);
    near("hits", stage(&known, "hits"), 2.0 / 3.0 * 4.0 * 4.0 / 6.0 + 1.0 / 3.0 * 2.0 * 0.5);
    // Lost in all: after 1, four attacks of 4/6 · 5/6; after 2, two of 1/2 · 5/6; after 3, one more is enough.
    let (strong, weak) = (5.0 / 9.0f64, 5.0 / 12.0f64);
    let after_1 = strong.powi(4) + 4.0 * strong.powi(3) * (1.0 - strong);
    let after_3 = 1.0 - (1.0 - strong).powi(4);
    near("destroyed", known.destroyed(Side::Defender), (after_1 + weak * weak + after_3) / 3.0);
    let sampling = Sampling { trials: 1 << 16, seed: 7, ..Sampling::default() };
    let options = Options { method: Method::Both, sampling };
    let answer = engine::run(&prepared.engaged.engagement, &options, &|_| {}).expect("small");
    assert!(answer.agreement.expect("asked for").metrics.iter().all(|metric| metric.p > 1e-4));
}

/// Several weapons of one unit see the same state: the first one's blows are allocated after all attacks (AOS-18.0).
#[test]
fn aos_18_0_weapons_of_one_unit_share_the_state() {
    let two = hunter("").replacen(
        "[[ability]]",
        "[[weapon]]\nname = \"Second\"\nattacks = 1\nhit = \"4+\"\nwound = \"2+\"\ndamage = 1\n[[ability]]",
        1,
    );
    let known = outcome(&both(&blast("2"), &two, &target(1, 9, "-", ""), &with(&[])));
    near("damaged for both", stage(&known, "attacks"), 8.0);
    let known = outcome(&both(&blast("3"), &two, &target(3, 3, "-", ""), &with(&[])));
    near("not damaged for both", stage(&known, "attacks"), 4.0);
}

/// The target's own abilities that damage switches protect it against the second attack alone.
#[test]
fn a_target_that_hardens() {
    let shell = "[[ability]]\nname = \"Shell\"\nwhen = [\"damage 3+\"]\neffects = [\"ward 4+\"]\n";
    let plain = sigmar(1, "attacks = 1\nhit = \"2+\"\nwound = \"2+\"\ndamage = 1");
    let mean =
        |points: &str| damage(&outcome(&both(&blast(points), &plain, &target(1, 9, "-", shell), &with(&[])))).mean();
    near("2 points", mean("2"), 2.0 + 25.0 / 36.0);
    near("3 points", mean("3"), 3.0 + 12.5 / 36.0);
}

/// What cannot be told is refused, not guessed: too many changes, or dice on the side that depend on them.
#[test]
fn what_is_not_computed_is_refused() {
    let refused = |second: &str, defender: &str| {
        let units = [(unit(&blast("D3")), None), (unit(second), None)];
        prepare_units(&units, &(unit(defender), None), &with(&[])).expect_err("refused").to_string()
    };
    assert!(refused(&hunter(""), &target(20, 2, "-", "")).contains("40 times"));
    let side =
        hunter("") + "[[ability]]\nname = \"Gnaw\"\nwhen = [\"target damaged\"]\neffects = [\"1 mortal damage\"]\n";
    assert!(refused(&side, &target(1, 9, "-", "")).contains("only the first attack decides"));
    // Models of Health 1 are never damaged.
    let known = outcome(&both(&blast("3"), &hunter(""), &target(20, 1, "-", ""), &with(&[])));
    near("never damaged", stage(&known, "attacks"), 2.0);
}
