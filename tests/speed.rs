//! The dice are rolled in vectors, or this fails: `cargo test --release --test speed`.
//!
//! Nothing but time shows that the compiler has given a vectorised loop up. So the engine races the loop that anybody would
//! write, in processor time and in turns, and has to keep half of the lead that was measured (see the README). Builds with
//! debug assertions are no measure of speed; there the test is not even compiled.
#![cfg(not(debug_assertions))]

#[path = "../benches/support/mod.rs"]
mod support;

use std::hint::black_box;

use support::jobs::twenty;
use support::naive::{self, Rules};
use support::rounds::Rounds;
use support::{TRIALS, USUAL_TRIALS};
use warodds::engine::{self, Level, Sampling};

/// The lead that is asked for: half of what was measured on the worst of the three jobs, in the program as archives hold it; what
/// `--release` builds has 19, 18 and 12 there.
fn lead(level: Level) -> f64 {
    match level {
        Level::Avx512 => 14.0,
        Level::Avx2 => 12.0,
        Level::Baseline => 6.0,
    }
}

#[test]
fn vectors_are_not_lost() {
    for (name, spill, all) in [("spill", true, false), ("no spill", false, false), ("every ability", false, true)] {
        let (rules, e) = (Rules::twenty(spill, all), twenty(spill, all));
        let mut rounds = Rounds::default();
        let mut g = naive::generator();
        let units = TRIALS as f64;
        rounds.add("naive", units, || drop(black_box(naive::attacks_one_by_one(black_box(rules), TRIALS, &mut g))));
        let levels: Vec<Level> = Level::ALL.into_iter().filter(|level| level.is_here()).collect();
        for level in &levels {
            let sampling = Sampling { trials: USUAL_TRIALS, threads: Some(1), level: *level, ..Sampling::default() };
            let e = &e;
            rounds
                .add(format!("{level:?}"), USUAL_TRIALS as f64, move || drop(black_box(engine::sample(e, &sampling))));
        }
        let times = rounds.run();
        for level in levels {
            let ratio = times.ratio("naive", &format!("{level:?}"));
            assert!(ratio >= lead(level), "{name}, {level:?}: only {ratio:.1} times as fast as a loop over dice");
        }
    }
}
