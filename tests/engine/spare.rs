//! A die that may be rolled again but never is: the attack must come out as the exact engine has it, which multiplies the
//! same tables in another way.

use warodds::ask::{Request, prepare};
use warodds::engine::{Outcome, exact};
use warodds::games::Phase;
use warodds::sequence::{Side, Spare};

fn alike(what: &str, one: &Outcome, other: &Outcome) {
    let near = |what: &str, a: f64, b: f64| assert!((a - b).abs() <= 1e-9 * (1.0 + b.abs()), "{what}: {a} and {b}");
    near(what, one.destroyed(Side::Defender), other.destroyed(Side::Defender));
    for ((name, ours), (_, theirs)) in one.totals.iter().zip(&other.totals) {
        (0..=ours.max().max(theirs.max())).for_each(|k| near(&format!("{what}: {name} {k}"), ours.at(k), theirs.at(k)));
    }
    let (lost, theirs) = (one.wounds_lost(Side::Defender), other.wounds_lost(Side::Defender));
    (0..=lost.max().max(theirs.max())).for_each(|k| near(&format!("{what}: lost {k}"), lost.at(k), theirs.at(k)));
    for (ours, theirs) in one.stages.iter().zip(&other.stages) {
        near(&format!("{what}: {}", ours.name), ours.moments.mean, theirs.moments.mean);
        near(&format!("{what}: spread of {}", ours.name), ours.moments.variance, theirs.moments.variance);
    }
    for (ours, theirs) in one.weapons.iter().zip(&other.weapons) {
        for (ours, theirs) in ours.stages.iter().zip(&theirs.stages) {
            near(&format!("{what}: {} of one weapon", ours.name), ours.moments.mean, theirs.moments.mean);
        }
    }
}

#[test]
fn a_die_that_is_never_used_changes_nothing() {
    let mut compared = 0;
    for (attacker, phase, with) in [
        ("terminators", Phase::Shooting, "half range"),
        ("captain", Phase::Combat, "reroll hits of 1"),
        ("leman-russ-battle-tank", Phase::Shooting, "reroll failed wounds"),
        ("eradicator-squad", Phase::Shooting, "half range"),
        ("howling-banshees", Phase::Combat, "Devastating Wounds"),
    ] {
        for defender in ["custodian-guard", "land-raider", "plague-marines", "boyz"] {
            let request = Request {
                attacker: attacker.to_owned(),
                defender: defender.to_owned(),
                phase: Some(phase),
                with: vec![with.to_owned()],
                ..Request::default()
            };
            let plain = prepare(&request).expect("a shipped pair").engaged.engagement;
            let mut spared = plain.clone();
            spared.spare = Some(Spare { side: Side::Attacker, moments: Vec::new() });
            let Ok(ours) = exact(&spared) else { continue };
            compared += 1;
            alike(&format!("{attacker} at {defender}"), &ours, &exact(&plain).expect("not too large"));
        }
    }
    assert!(compared >= 12, "only {compared} attacks were read");
}
