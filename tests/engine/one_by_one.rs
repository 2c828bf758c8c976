//! Tokens that go through some steps one after the other, counted by hand.

use warodds::dice::{Draw, Faces};
use warodds::engine::{Outcome, exact};
use warodds::sequence::{Body, Each, Engagement, ModelGroup, Roll, Settle, Side, Slot, Step, Strike, TokenRow, Total};

/// Attacks one after the other at a model of so many points.
fn attacks(number: u16, wounds: u16, steps: impl FnOnce(&mut Engagement, Slot) -> Vec<Step>) -> Engagement {
    let mut e = Engagement::default();
    let groups = vec![ModelGroup { name: String::new(), models: 1, wounds }];
    e.bodies.push(Body { name: "target".into(), side: Side::Defender, groups, taken: 0 });
    let (input, one) = (e.start("attacks", number), e.slot("attack"));
    let steps = steps(&mut e, one);
    e.step(Each { name: "one by one", input, one, steps });
    e
}

fn total(e: &mut Engagement, name: &'static str) -> Slot {
    let slot = e.slot(name);
    e.totals.push(Total { name, slot });
    slot
}

fn is(outcome: &Outcome, name: &str, of: f64, row: &[f64]) {
    let pmf = outcome.total(name).expect("a total");
    for (k, ways) in row.iter().enumerate() {
        assert!((pmf.at(k) - ways / of).abs() < 1e-12, "{name} {k}: {} instead of {ways}/{of}", pmf.at(k));
    }
}

/// Each attack is made only while the target stands, and hits on 4+: of three, 1 is made with 1/2, 2 with 1/4, 3 with
/// 1/4.
#[test]
fn nobody_attacks_who_is_gone() {
    let e = attacks(3, 1, |e, one| {
        let (made, hit) = (total(e, "made"), e.slot("hit"));
        let roll = Roll::d6("hit", one, [Faces::NONE; 2], |face| match face {
            4.. => TokenRow::from([(made, 1), (hit, 1)]),
            _ => TokenRow::from([(made, 1)]),
        });
        let alive = Settle::WhileAlive { slot: one, bodies: vec![0] };
        vec![alive.into(), roll.into(), Strike::unstopped("hit", hit, 0, Draw::one()).into()]
    });
    let outcome = exact(&e).expect("small");
    is(&outcome, "made", 4.0, &[0.0, 2.0, 1.0, 1.0]);
    assert!((outcome.destroyed(Side::Defender) - 7.0 / 8.0).abs() < 1e-12);
}

/// Attacks that stop once the target is gone leave tokens of two kinds, on 4+ and on a 1, that cancel each other out
/// afterwards: all 6^4 rolls of four attacks on a model of 2 points, hit on 6.
#[test]
fn what_attacks_leave_is_settled_after_the_last() {
    let mut left = None;
    let mut e = attacks(4, 2, |e, one| {
        let [good, bad, hit, made] = ["good", "bad", "hit", "made"].map(|name| e.slot(name));
        left = Some((good, bad, made));
        let roll = Roll::d6("hit", one, [Faces::NONE; 2], |face| match face {
            6 => TokenRow::from([(made, 1), (good, 1), (hit, 1)]),
            4.. => TokenRow::from([(made, 1), (good, 1)]),
            1 => TokenRow::from([(made, 1), (bad, 1)]),
            _ => TokenRow::from([(made, 1)]),
        });
        let alive = Settle::WhileAlive { slot: one, bodies: vec![0] };
        vec![alive.into(), roll.into(), Strike::unstopped("hit", hit, 0, Draw::one()).into()]
    });
    let (good, bad, made) = left.expect("set");
    let (rest, pairs) = (total(&mut e, "rest"), total(&mut e, "missing"));
    let held_reroll = e.start("spare", 3);
    e.step(Settle::Cancel { from: good, against: bad });
    e.step(Settle::Cancel { from: held_reroll, against: made });
    e.step(Roll::relay("rest", good, TokenRow::from([(rest, 1)])));
    e.step(Roll::relay("missing", held_reroll, TokenRow::from([(pairs, 1)])));
    let (mut rests, mut missing) = ([0.0; 5], [0.0; 4]);
    for roll in 0..6u32.pow(4) {
        let (mut good, mut bad, mut hits, mut made) = (0usize, 0, 0, 0);
        for face in (0..4).map(|die| roll / 6u32.pow(die) % 6 + 1) {
            if hits < 2 {
                made += 1;
                good += usize::from(face >= 4);
                bad += usize::from(face == 1);
                hits += usize::from(face == 6);
            }
        }
        rests[good.saturating_sub(bad)] += 1.0;
        missing[3usize.saturating_sub(made)] += 1.0;
    }
    let outcome = exact(&e).expect("small");
    is(&outcome, "rest", 1_296.0, &rests);
    is(&outcome, "missing", 1_296.0, &missing);
}
