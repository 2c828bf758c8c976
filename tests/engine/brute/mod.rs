//! Both engines against a reading of the steps that knows nothing of either: every die of every token enumerated, one
//! after the other, in whole numbers.

mod enumerate;
mod tables;

use self::enumerate::{Truth, enumerate};
use self::tables::{Size, engagement};
use crate::support::cases;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use warodds::engine::{self, Agreement, Level, Method, Options, Outcome, Sampling};
use warodds::sequence::{Engagement, Side};

fn config(cases: u32, seed: u64) -> ProptestConfig {
    ProptestConfig { cases, rng_seed: RngSeed::Fixed(seed), failure_persistence: None, ..ProptestConfig::default() }
}

fn near(what: &str, ours: f64, truth: f64, slack: f64) {
    assert!((ours - truth).abs() <= slack, "{what}: {ours} instead of {truth}");
}

fn same_distribution(what: &str, ours: &[f64], truth: &[f64]) {
    for k in 0..ours.len().max(truth.len()) {
        let at = |row: &[f64]| row.get(k).copied().unwrap_or(0.0);
        near(&format!("{what} = {k}"), at(ours), at(truth), 1e-12);
    }
}

fn agrees_exactly(e: &Engagement, outcome: &Outcome, truth: &Truth) {
    for (index, (name, pmf)) in outcome.totals.iter().enumerate() {
        same_distribution(name, pmf.probabilities(), &truth.totals[index]);
        near("mass", pmf.probabilities().iter().sum(), 1.0, 1e-14);
    }
    let mut mass = 0.0;
    outcome.each_state(|lost, p| {
        near(&format!("state {lost:?}"), p, truth.states.get(lost).copied().unwrap_or(0.0), 1e-12);
        mass += p;
    });
    near("mass of states", mass, 1.0, 1e-12);
    if let Some(end) = outcome.in_the_end() {
        let most = truth.in_the_end.keys().max().expect("some end");
        let row: Vec<f64> = (0..=*most).map(|lost| truth.in_the_end.get(&lost).copied().unwrap_or(0.0)).collect();
        same_distribution("lost in the end", end.probabilities(), &row);
    }
    for (w, weapon) in e.weapons.iter().enumerate() {
        for (s, stage) in weapon.stages.iter().enumerate() {
            let ours = outcome.weapons[w].stages[s].moments;
            let (mean, variance) = truth.stages[w][s];
            near(&format!("mean of {} of weapon {w}", stage.name), ours.mean, mean, 1e-11);
            near(&format!("variance of {} of weapon {w}", stage.name), ours.variance, variance, 1e-10);
        }
    }
    for (s, (mean, variance)) in truth.all_stages.iter().enumerate() {
        near("mean over weapons", outcome.stages[s].moments.mean, *mean, 1e-11);
        near("variance over weapons", outcome.stages[s].moments.variance, *variance, 1e-10);
    }
}

/// The exact answer, if the program itself would give it.
fn quick(e: &Engagement) -> Option<Outcome> {
    let sampling = Sampling { trials: 1, ..Sampling::default() };
    let options = Options { method: Method::Auto, sampling };
    let answer = engine::run(e, &options, &|_| {}).expect("within every limit");
    (!answer.fell_back).then_some(answer.outcome)
}

fn sampled_at(e: &Engagement, level: Level, trials: u64, seed: u64) -> Option<Outcome> {
    let sampling = Sampling { trials, seed, level, ..Sampling::default() };
    engine::sample(e, &sampling).ok()
}

proptest! {
    #![proptest_config(config(cases(100, 500), 1))]

    /// Small tables: every result of the exact engine is what enumeration says.
    #[test]
    fn exact_is_what_enumeration_says(e in engagement(Size::Small)) {
        let truth = enumerate(&e);
        prop_assume!(truth.is_some());
        let outcome = engine::exact(&e).expect("small");
        agrees_exactly(&e, &outcome, &truth.expect("assumed"));
    }
}

proptest! {
    #![proptest_config(config(cases(40, 300), 2))]

    /// Larger tables: the dice agree with the multiplied distributions, stages included, at every level, bit for bit; lost
    /// points never exceed the damage.
    #[test]
    fn dice_agree_with_exact(e in engagement(Size::Large), seed in 0u64..1_000_000) {
        let exact = quick(&e);
        prop_assume!(exact.is_some());
        let exact = exact.expect("assumed");
        let damage = exact.total("damage").expect("every table has it");
        prop_assert!(exact.wounds_lost(Side::Defender).mean() <= damage.mean() + 1e-9);
        prop_assert!((damage.probabilities().iter().sum::<f64>() - 1.0).abs() < 1e-14);
        let trials = u64::from(cases(1 << 13, 1 << 15));
        let sampling = Sampling { trials, seed, ..Sampling::default() };
        let sampled = engine::sample(&e, &sampling).expect("within every limit");
        for metric in &Agreement::of(&exact, &sampled).metrics {
            // 300 tables with some three tests each: one in a million would be a find.
            prop_assert!(metric.p > 1e-6, "{metric:?}");
        }
        for (exact, rolled) in exact.stages.iter().zip(&sampled.stages) {
            let error = (exact.moments.variance / trials as f64).sqrt();
            let gap = (exact.moments.mean - rolled.moments.mean).abs();
            prop_assert!(gap <= 6.0 * error + 1e-12, "{}: {} against {}", exact.name, rolled.moments.mean, exact.moments.mean);
        }
        let plain = format!("{:?}", sampled_at(&e, Level::Baseline, 1 << 11, seed).expect("rolled before"));
        for level in Level::ALL.into_iter().filter(|level| level.is_here() && *level != Level::Baseline) {
            let other = format!("{:?}", sampled_at(&e, level, 1 << 11, seed).expect("rolled before"));
            prop_assert_eq!(&other, &plain);
        }
    }
}
