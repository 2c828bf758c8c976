//! What is read from a state: both engines answer with one.

use warodds::dice::Draw;
use warodds::engine::{Outcome, exact};
use warodds::sequence::{Body, Engagement, ModelGroup, Side, Strike};
use warodds::stats::Pmf;

fn body(side: Side, groups: &[(u16, u16)], taken: u16) -> Body {
    let group = |(models, wounds): &(u16, u16)| ModelGroup { name: String::new(), models: *models, wounds: *wounds };
    Body { name: String::new(), side, groups: groups.iter().map(group).collect(), taken }
}

/// An outcome with these bodies, which certainly have lost these points: strikes that nothing stops take what is missing.
fn lost(bodies: Vec<Body>, points: &[usize]) -> Outcome {
    let mut e = Engagement::default();
    let shown = bodies.iter().enumerate().filter(|(_, body)| body.side != Side::Nobody);
    for ((place, body), lost) in shown.zip(points) {
        let strikes = e.start("strikes", *lost as u16 - body.taken);
        let mut strike = Strike::unstopped("damage", strikes, place, Draw::one());
        // Each of its groups takes a hit in the same way.
        let guard = strike.guards[0][0].clone();
        strike.guards[0] = body.groups.iter().map(|_| guard.clone()).collect();
        e.step(strike);
    }
    exact(&Engagement { bodies, ..e }).expect("small")
}

fn certain(pmf: &Pmf) -> usize {
    let value = pmf.max();
    assert_eq!(pmf.at(value), 1.0);
    value
}

/// Both engines answer with a state, so an error in reading it would be seen by neither: here are words and numbers.
/// Two models of two wounds and one of three, one wound lost before the attack.
#[test]
fn a_model_is_slain_by_its_last_wound_and_what_was_lost_before_does_not_count() {
    let target = || vec![body(Side::Defender, &[(2, 2), (1, 3)], 1)];
    for (points, wounds, slain) in [(1, 0, 0), (2, 1, 1), (3, 2, 1), (4, 3, 2), (5, 4, 2), (6, 5, 2), (7, 6, 3)] {
        let outcome = lost(target(), &[points]);
        assert_eq!(certain(&outcome.wounds_lost(Side::Defender)), wounds);
        assert_eq!(certain(&outcome.slain(Side::Defender)), slain, "{points} lost");
        assert_eq!(outcome.destroyed(Side::Defender), f64::from(u8::from(points == 7)));
    }
}

/// A unit of three with a leader of four wounds, and an attacker: a side is destroyed when all its bodies are.
#[test]
fn a_unit_with_its_leader_is_gone_when_both_are() {
    let bodies = || {
        let nobody = body(Side::Nobody, &[(1, 9)], 0);
        vec![
            body(Side::Defender, &[(3, 1)], 0),
            nobody,
            body(Side::Defender, &[(1, 4)], 0),
            body(Side::Attacker, &[(1, 2)], 0),
        ]
    };
    let outcome = lost(bodies(), &[3, 2, 2]);
    assert_eq!(outcome.bodies().len(), 3);
    assert_eq!((certain(&outcome.wounds_lost(Side::Defender)), certain(&outcome.slain(Side::Defender))), (5, 3));
    assert_eq!((outcome.destroyed(Side::Defender), outcome.destroyed(Side::Attacker)), (0.0, 1.0));
    assert_eq!((outcome.gone(&[0]), outcome.gone(&[1]), outcome.gone(&[0, 2])), (1.0, 0.0, 1.0));
    let outcome = lost(bodies(), &[3, 4, 1]);
    assert_eq!((outcome.destroyed(Side::Defender), certain(&outcome.slain(Side::Defender))), (1.0, 4));
    assert_eq!((outcome.destroyed(Side::Attacker), certain(&outcome.slain(Side::Attacker))), (0.0, 0));
}

/// In the order both, only the target, only the attacker, neither.
#[test]
fn who_is_down_tells_the_target_from_the_attacker() {
    let duel = |target: usize, attacker: usize| {
        let bodies = vec![body(Side::Defender, &[(1, 5)], 0), body(Side::Attacker, &[(1, 3)], 0)];
        lost(bodies, &[target, attacker]).who_is_down().expect("one model each")
    };
    assert_eq!(duel(5, 3), [1.0, 0.0, 0.0, 0.0]);
    assert_eq!(duel(5, 2), [0.0, 1.0, 0.0, 0.0]);
    assert_eq!(duel(4, 3), [0.0, 0.0, 1.0, 0.0]);
    assert_eq!(duel(0, 0), [0.0, 0.0, 0.0, 1.0]);
    assert_eq!(lost(vec![body(Side::Defender, &[(2, 1)], 0)], &[1]).who_is_down(), None);
}
