//! What is rolled where dice are many, and when enough of them are.

use warodds::dice::Faces;
use warodds::engine::{CHUNK, Outcome, Sampling, sample};
use warodds::sequence::{Alternative, Engagement, Roll, TokenRow, Total};

/// So many dice, each a point on so much; each of `tokens` is `times` dice.
fn dice(tokens: u16, times: u8, on: u8) -> Engagement {
    let mut e = Engagement::default();
    let (attacks, points) = (e.start("attacks", tokens), e.slot("damage"));
    e.totals.push(Total { name: "damage", slot: points });
    let roll = Roll::d6("hit", attacks, [Faces::NONE; 2], |face| {
        if face >= on { TokenRow::from([(points, 1)]) } else { TokenRow::new() }
    });
    e.step(Roll { times, ..roll });
    e
}

fn rolled(e: &Engagement, sampling: &Sampling) -> Outcome {
    sample(e, sampling).expect("not too large")
}

/// The same dice for tokens that are rolled themselves: none or all of them.
fn sometimes(tokens: u16) -> Engagement {
    let mut e = Engagement::default();
    let (coin, attacks) = (e.start("coin", 1), e.slot("attacks"));
    let points = e.slot("damage");
    e.totals.push(Total { name: "damage", slot: points });
    let row = |slot, n, when: bool| if when { TokenRow::from([(slot, n)]) } else { TokenRow::new() };
    e.step(Roll::d6("attacks", coin, [Faces::NONE; 2], |face| row(attacks, tokens, face >= 4)));
    e.step(Roll::d6("hit", attacks, [Faces::NONE; 2], |face| row(points, 1, face >= 4)));
    e
}

/// 1,000 dice on 4+: 500 points, and a spread of 16.
#[test]
fn none_of_many_dice_is_forgotten() {
    let sampling = Sampling { trials: 4_096, ..Sampling::default() };
    for e in [dice(1_000, 1, 4), dice(250, 4, 4)] {
        let outcome = rolled(&e, &sampling);
        let (_, damage) = &outcome.totals[0];
        assert!((damage.mean() - 500.0).abs() < 1.5, "{}", damage.mean());
        assert!((damage.sd() / 250f64.sqrt() - 1.0).abs() < 0.06, "{}", damage.sd());
    }
    let outcome = rolled(&sometimes(1_000), &sampling);
    let (_, damage) = &outcome.totals[0];
    assert!((damage.at(0) - 0.5).abs() < 0.04, "{}", damage.at(0));
    assert!((damage.mean() / (1.0 - damage.at(0)) - 500.0).abs() < 2.0, "{}", damage.mean());
}

/// Four chunks are rolled first, then twice as many each time. 1.96 sd/sqrt(n) of one die on 4+, whose sd is its mean,
/// is at most 1/300 of it from n = 345,744 on: that is more than 4 chunks, 262,144, and less than 8.
#[test]
fn dice_are_rolled_until_they_are_enough() {
    let until = |share| Sampling { trials: 40 * CHUNK, until: Some(share), ..Sampling::default() };
    let one = dice(1, 1, 4);
    let part = |weight| Alternative { weight, what: String::new(), engagement: one.clone() };
    let mixed = Engagement { mixture: vec![part(0.5), part(0.5)], ..one.clone() };
    for e in [&one, &mixed] {
        assert_eq!(rolled(e, &until(0.1)).trials, Some(4 * CHUNK));
        assert_eq!(rolled(e, &until(1.0 / 300.0)).trials, Some(8 * CHUNK));
        // n = 864,360.
        assert_eq!(rolled(e, &until(1.0 / 474.0)).trials, Some(16 * CHUNK));
    }
    // Nothing is ever lost: that is known at once.
    assert_eq!(rolled(&dice(1, 1, 7), &until(0.001)).trials, Some(4 * CHUNK));
}
