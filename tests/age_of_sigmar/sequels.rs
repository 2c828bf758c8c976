//! One attack after the other (`--then`): what the first leaves decides what the next may do.

use crate::support::{damage, near, sigmar, stage, target, unit, with};
use warodds::ask::{Prepared, Request, prepare, prepare_units};
use warodds::engine::{self, Method, Options, Outcome, Sampling, exact};
use warodds::games::Phase;
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

/// Of one attacker its weapons are enough; of several each weapon says whose it is.
#[test]
fn weapons_of_several_attackers_say_whose_they_are() {
    let names = |prepared: &Prepared| -> Vec<String> {
        outcome(prepared).weapons.iter().map(|weapon| weapon.name.clone()).collect()
    };
    let foe = target(9, 2, "-", "");
    let one = sigmar(1, "attacks = 1\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1");
    let other = one.replace("\"Attacker\"", "\"Friend\"");
    assert_eq!(names(&both(&one, &other, &foe, &with(&[]))), ["Attacker: Weapon", "Friend: Weapon"]);
    let alone = prepare_units(&[(unit(&one), None)], &(unit(&foe), None), &with(&[])).expect("right");
    assert_eq!(names(&alone), ["Weapon"]);
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

/// Damaged and not damaged alternate from model to model, and dice beside the attack follow the state too.
#[test]
fn every_state_of_a_large_target_is_read() {
    let known = outcome(&both(&blast("D3"), &hunter(""), &target(20, 2, "-", ""), &with(&[])));
    near("attacks", stage(&known, "attacks"), 2.0 / 3.0 * 4.0 + 1.0 / 3.0 * 2.0);
    near("hits", stage(&known, "hits"), 2.0 / 3.0 * 4.0 * 4.0 / 6.0 + 1.0 / 3.0 * 2.0 * 0.5);
    let side =
        hunter("") + "[[ability]]\nname = \"Gnaw\"\nwhen = [\"target damaged\"]\neffects = [\"1 mortal damage\"]\n";
    // 1, 2 or 3 points damage a model of Health 9: four attacks of 4/6 · 5/6, and one point beside them.
    let known = outcome(&both(&blast("D3"), &side, &target(1, 9, "-", ""), &with(&[])));
    near("beside", damage(&known).mean(), 2.0 + 1.0 + 4.0 * 5.0 / 9.0);
    // On models of Health 2, only 1 or 3 points do.
    let known = outcome(&both(&blast("D3"), &side, &target(4, 2, "-", ""), &with(&[])));
    let (strong, weak) = (4.0 * 5.0 / 9.0, 2.0 * 5.0 / 12.0);
    near("beside", damage(&known).mean(), 2.0 + (2.0 * (1.0 + strong) + weak) / 3.0);
    // Models of Health 1 are never damaged.
    let known = outcome(&both(&blast("3"), &hunter(""), &target(20, 1, "-", ""), &with(&[])));
    near("never damaged", stage(&known, "attacks"), 2.0);
}

/// A unit that shoots and then fights is one unit, and uses All-out Attack in each phase (AOS-CMD-1.2).
#[test]
fn aos_cmd_1_2_all_out_attack_once_in_each_phase() {
    let request = |phase, then: &[&str]| Request {
        attacker: "freeguild-fusiliers".to_owned(),
        defender: "gatebreaker-mega-gargant".to_owned(),
        then: then.iter().map(|unit| (*unit).to_owned()).collect(),
        with: vec!["all-out attack".to_owned()],
        phase: Some(phase),
        ..Request::default()
    };
    let mean = |request: &Request| {
        let prepared = prepare(request).unwrap_or_else(|error| panic!("{error}"));
        (damage(&outcome(&prepared)).mean(), prepared.engaged.attackers.len())
    };
    let (shooting, fighting) = (mean(&request(Phase::Shooting, &[])).0, mean(&request(Phase::Combat, &[])).0);
    let (both, attacks) = mean(&request(Phase::Shooting, &["combat: freeguild-fusiliers"]));
    assert_eq!(attacks, 2);
    near("both phases", both, shooting + fighting);
    // Another unit in the same phase does not have it.
    let (twice, _) = mean(&request(Phase::Shooting, &["freeguild-fusiliers"]));
    let plain = Request { with: Vec::new(), ..request(Phase::Shooting, &[]) };
    near("once in a phase", twice, shooting + mean(&plain).0);
}

/// Power Through is at the end of the turn: the hunter who strikes second finds the target as the first has left it, unhurt,
/// and shells that harden once they are hurt meet it. Two attacks of 4+ and 2+, and then D3.
#[test]
fn aos_cmd_8_0_power_through_after_all_attacks() {
    let rider = sigmar(1, "count = 0\nattacks = 1\nhit = \"6+\"\nwound = \"6+\"\ndamage = 1");
    let rider = rider.replace("health = 1", "health = 9");
    let request = with(&["charged, power through"]);
    let known = outcome(&both(&rider, &hunter(""), &target(5, 2, "-", ""), &request));
    near("attacks", stage(&known, "attacks"), 2.0);
    near("damage", damage(&known).mean(), 2.0 * 5.0 / 12.0 + 2.0);
    let shell = "[[ability]]\nname = \"Shell\"\nwhen = [\"damage 1+\"]\neffects = [\"ward 4+\"]\n";
    let known = outcome(&both(&rider, &hunter(""), &target(1, 8, "-", shell), &request));
    let unhurt = (7.0f64 / 12.0).powi(2);
    near("a shell", damage(&known).mean(), 2.0 * 5.0 / 12.0 + 2.0 * unhurt + 1.0 - unhurt);
    // Alone as well: where its attack hurts the target, half of the D3 points are warded.
    let strong = sigmar(1, "attacks = 1\nhit = \"4+\"\nwound = \"2+\"\ndamage = 1").replace("health = 1", "health = 9");
    let alone = prepare_units(&[(unit(&strong), None)], &(unit(&target(1, 8, "-", shell)), None), &request);
    near("alone", damage(&outcome(&alone.expect("right"))).mean(), (5.0 + 2.0 * 7.0 + 5.0) / 12.0);
}
