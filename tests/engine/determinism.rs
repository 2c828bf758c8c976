//! The same seed means the same bytes, whatever the number of threads and whatever the processor.

use crate::support::{prepared, with};
use warodds::ask::Prepared;
use warodds::dice::Faces;
use warodds::engine::{self, Level, Method, Options, Sampling};
use warodds::report::{CsvStyle, Format, Json, render};
use warodds::sequence::{Body, Engagement, ModelGroup, Roll, Side, TokenRow, Total};

const LIBERATORS: &str = include_str!("../../profiles/age-of-sigmar/liberators.toml");
const CLAWLORD: &str = include_str!("../../profiles/age-of-sigmar/clawlord.toml");
const BOYZ: &str = include_str!("../../profiles/warhammer-40k/boyz.toml");
const STERNGUARD: &str = include_str!("../../profiles/warhammer-40k/sternguard-veteran-squad.toml");

fn jobs() -> Vec<Prepared> {
    let shooting = warodds::ask::Request { phase: Some(warodds::games::Phase::Shooting), ..with(&["half range"]) };
    vec![
        prepared(LIBERATORS, CLAWLORD, &with(&[])).expect("right"),
        prepared(STERNGUARD, BOYZ, &shooting).expect("right"),
    ]
}

fn bytes(job: &Prepared, sampling: Sampling) -> (String, Vec<u8>) {
    let options = Options { method: Method::Sampled, sampling };
    let (report, _) = job.report(&options, &|_| {}).expect("within every limit");
    let png = Format::of_ending("png").expect("a format");
    let report = warodds::ask::Phases::from(report);
    (report.json(), render(&report, png, CsvStyle::Plain).expect("drawn").expect("a chart"))
}

#[test]
fn threads_and_levels_change_nothing() {
    for job in jobs() {
        let base = Sampling { trials: 140_001, seed: 7, threads: Some(1), ..Sampling::default() };
        let first = bytes(&job, base.clone());
        for threads in [None, Some(2), Some(3), Some(8)] {
            assert_eq!(bytes(&job, Sampling { threads, ..base.clone() }), first, "{threads:?} threads");
        }
        for level in Level::ALL.into_iter().filter(|level| level.is_here()) {
            assert_eq!(bytes(&job, Sampling { level, ..base.clone() }), first, "{level:?}");
        }
        assert_ne!(bytes(&job, Sampling { seed: 8, ..base }).0, first.0, "another seed is another answer");
    }
}

#[test]
fn an_early_stop_is_the_same_for_every_number_of_threads() {
    let job = &jobs()[0];
    let base = Sampling { trials: 10_000_000, until: Some(0.003), seed: 3, threads: Some(1), ..Sampling::default() };
    let first = bytes(job, base.clone());
    assert_eq!(bytes(job, Sampling { threads: Some(3), ..base.clone() }), first);
    let outcome = engine::sample(&job.engaged.engagement, &base).expect("rolled");
    let trials = outcome.trials.expect("sampled");
    assert!(trials < 10_000_000 && trials.is_multiple_of(engine::CHUNK), "{trials}");
}

#[test]
fn exactly_as_many_trials_as_were_asked_for() {
    let job = &jobs()[0];
    for trials in [1, 127, 128, 129, 65_535, 65_537, 200_000] {
        let sampling = Sampling { trials, ..Sampling::default() };
        let outcome = engine::sample(&job.engaged.engagement, &sampling).expect("rolled");
        assert_eq!(outcome.trials, Some(trials));
        let p = outcome.total("damage").expect("a result").probabilities().to_vec();
        let mass: f64 = p.iter().map(|p| (p * trials as f64).round()).sum();
        assert!((mass - trials as f64).abs() < 0.5, "{mass} of {trials}");
    }
}

/// What seed 42 has always meant. If this changes, every number that anybody has written down with a seed changes too.
#[test]
fn a_seed_means_what_it_has_always_meant() {
    let sampling = Sampling { trials: 10_000, seed: 42, ..Sampling::default() };
    let outcome = engine::sample(&jobs()[0].engaged.engagement, &sampling).expect("rolled");
    let damage = outcome.total("damage").expect("a result");
    let counts: Vec<u64> = damage.probabilities().iter().map(|p| (p * 10_000.0).round() as u64).collect();
    insta::assert_debug_snapshot!(counts);
}

/// rustc 1.95 compiles this wrongly where AVX-512 DQ and VL are both on. The lanes must never be built that way: the
/// same function, with the lanes' widest features, has to give the right signs.
#[multiversion::multiversion(targets("x86_64+avx+avx2+avx512f+avx512bw"))]
fn signs(values: &[f64; 16], out: &mut [i128; 16]) {
    for i in 0..std::hint::black_box(values.len()) {
        let bits = values[i].to_bits();
        let size = i128::from(values[i].abs().to_bits());
        out[i] = match bits {
            0 => 0,
            _ if (bits as i64) < 0 => -size,
            _ => size,
        };
    }
}

#[test]
fn the_known_miscompilation_is_kept_away() {
    for negative in 0..16 {
        let mut values = [0.0; 16];
        values[negative] = -1.0;
        let mut out = [0; 16];
        signs(&values, &mut out);
        assert!(out[negative] < 0, "the compiler turned the sign of place {negative}");
    }
}

/// One die that wounds on 4+: the 95 % interval is 1.96 / sqrt(trials) of the mean, looked at after 4, 8, 16 … chunks.
#[test]
fn rolling_stops_at_the_first_look_that_is_precise() {
    let mut engagement = Engagement::default();
    let model = ModelGroup { name: "model".into(), models: 1, wounds: 1 };
    engagement.bodies.push(Body { name: "target".into(), side: Side::Defender, groups: vec![model], taken: 0 });
    let (attacks, hits) = (engagement.start("attacks", 1), engagement.slot("hits"));
    engagement.step(Roll::d6("hit", attacks, [Faces::NONE; 2], |face| match face {
        4.. => TokenRow::from([(hits, 1)]),
        _ => TokenRow::new(),
    }));
    engagement.totals.push(Total { name: "damage", slot: hits });
    for (share, chunks) in [(0.01, 4), (0.003, 8), (0.0023, 16), (0.0001, 20)] {
        let sampling = Sampling { trials: 20 * engine::CHUNK, until: Some(share), seed: 5, ..Sampling::default() };
        let outcome = engine::sample(&engagement, &sampling).expect("rolled");
        assert_eq!(outcome.trials, Some(chunks * engine::CHUNK), "{share}");
    }
}
