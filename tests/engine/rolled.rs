//! What is rolled where dice are many, and when enough of them are.

use warodds::dice::Faces;
use warodds::engine::{CHUNK, Method, Options, Outcome, Sampling, exact, run, sample};
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

/// As many as were asked for, the last few too: every trial ends in one state, and is told when it is done.
#[test]
fn as_many_trials_are_rolled_as_were_asked_for() {
    let trials = 2 * CHUNK + 100;
    let told = std::sync::Mutex::new(Vec::new());
    let sampling = Sampling { trials, threads: Some(1), ..Sampling::default() };
    let outcome = sample(&dice(3, 1, 4), &sampling).expect("small");
    assert_eq!(outcome.trials, Some(trials));
    let counts: Vec<f64> = outcome.totals[0].1.probabilities().iter().map(|p| p * trials as f64).collect();
    assert!((counts.iter().sum::<f64>() - trials as f64).abs() < 1e-6, "{counts:?}");
    assert!(counts.iter().all(|count| (count - count.round()).abs() < 1e-6), "{counts:?}");
    let dice_alone = Options { method: Method::Sampled, sampling };
    run(&dice(3, 1, 4), &dice_alone, &|done| told.lock().expect("one thread").push(done)).expect("small");
    assert_eq!(*told.lock().expect("one thread"), [CHUNK, 2 * CHUNK, trials]);
}

/// Where the trials are thought to cost too much, the next smaller number of the list is rolled that does not, never more
/// than were asked for; only what costs more than twice the budget even at the fewest is refused.
#[test]
fn trials_are_as_many_as_can_be_paid() {
    let e = dice(20, 1, 4);
    let rolled = |trials, work| {
        let sampling = Sampling { trials, work, threads: Some(1), ..Sampling::default() };
        sample(&e, &sampling).ok().and_then(|outcome| outcome.trials)
    };
    // The least budget with which as many are rolled.
    let least = |trials, wanted| {
        let (mut low, mut high) = (1.0f64, 1e12f64);
        while high / low > 1.000_01 {
            let middle = (low * high).sqrt();
            if rolled(trials, middle) >= Some(wanted) { high = middle } else { low = middle }
        }
        high
    };
    // 256 trials are rolled at a time: 20,000 are 79 of those, and so on.
    for (more, fewer, ratio) in
        [(20_000, 10_000, 79.0 / 40.0), (10_000, 5_000, 40.0 / 20.0), (2_000, 1_000, 2.0 * 8.0 / 4.0)]
    {
        let ours = least(20_000, more) / least(20_000, fewer);
        assert!((ours / ratio - 1.0).abs() < 1e-3, "{more}, {fewer}: {ours}");
    }
    let enough = least(3_000, 3_000);
    assert_eq!([rolled(3_000, enough), rolled(3_000, 0.999 * enough)], [Some(3_000), Some(2_000)]);
    let until = Sampling { trials: CHUNK, work: 1.0, until: Some(0.5), ..Sampling::default() };
    assert!(sample(&e, &until).is_ok(), "whoever says how exact it must be has said what it may cost");
}

/// A slot that is started twice holds the tokens of both.
#[test]
fn a_slot_that_is_started_twice_holds_both() {
    let mut e = Engagement::default();
    let points = e.start("damage", 1);
    e.start.push((points, 2));
    e.totals.push(Total { name: "damage", slot: points });
    for outcome in [exact(&e).expect("small"), rolled(&e, &Sampling { trials: 300, ..Sampling::default() })] {
        assert_eq!(outcome.totals[0].1.mean(), 3.0);
    }
}
