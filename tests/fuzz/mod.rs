//! Input that nobody would type, and much that somebody might: no answer panics, hangs or lies.
//!
//! Each test makes [`CASES`] cases from a seed, or as many as `WARODDS_FUZZ_SECONDS` allow; `WARODDS_FUZZ_SEED` is the seed.
//! `patterns` plays every effect of every game in entries of built-in units; `WARODDS_PATTERNS` says how many match-ups.
//! `cargo/` holds the same doors as targets of cargo-fuzz, and what is kept of its finds.
//! What fails says its seed and its number, and `WARODDS_FUZZ_CASE` plays that case alone. A finding becomes a test of its
//! own where the rule or the mistake has its place.

mod doors;
mod engines;
mod imports;
mod limits;
mod lines;
mod outputs;
mod pastes;
mod patterns;
mod profiles;
mod questions;
mod random_units;
mod requests;
mod texts;

use std::cell::Cell;
use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::str::FromStr;
use std::time::{Duration, Instant};

use crate::referee::matchups::Pick;

/// Cases of each test where no time is given: the same ones on every machine.
const CASES: u64 = 100;
/// No case takes longer, even in a build for tests on a busy machine. One that does hangs, as far as a person is concerned.
const PATIENCE: Duration = Duration::from_secs(60);

/// Time that this thread was computed in, where the system says it: others on a busy machine do not count. Else the time of
/// the clock on the wall.
fn processor(began: Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| began.elapsed(), Duration::from_nanos)
}

/// How long something took by that time.
pub(crate) fn timed<A>(what: impl FnOnce() -> A) -> (A, Duration) {
    let began = Instant::now();
    let before = processor(began);
    let answer = what();
    (answer, processor(began).saturating_sub(before))
}

fn setting<T: FromStr>(name: &str) -> Option<T> {
    env::var(name).ok().and_then(|text| text.parse().ok())
}

thread_local! {
    /// How many cases of the test that runs in this thread came to an answer.
    static REACHED: Cell<u64> = const { Cell::new(0) };
}

/// Counts an answer: a case that ends in a message tests the words before it only.
pub(crate) fn reached() {
    REACHED.set(REACHED.get() + 1);
}

/// Plays cases until the time is over; `case` says what it does as it learns of it.
pub(crate) fn drive(mut case: impl FnMut(&mut Pick, &mut String)) {
    let seed: u64 = setting("WARODDS_FUZZ_SEED").unwrap_or(2026);
    let time: Option<f64> = setting("WARODDS_FUZZ_SECONDS");
    let only: Option<u64> = setting("WARODDS_FUZZ_CASE");
    let (began, mut number) = (Instant::now(), only.unwrap_or(0));
    REACHED.set(0);
    let is_over = |played: u64| time.map_or(played >= CASES, |time| began.elapsed().as_secs_f64() >= time);
    loop {
        let mut told = String::new();
        let mut pick = Pick::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(number));
        let (played, took) = timed(|| catch_unwind(AssertUnwindSafe(|| case(&mut pick, &mut told))));
        if let Err(panic) = played {
            eprintln!("seed {seed}, case {number}:\n{told}");
            resume_unwind(panic);
        }
        assert!(took < PATIENCE, "seed {seed}, case {number} took {took:?}:\n{told}");
        number += 1;
        if only.is_some() || is_over(number) {
            break;
        }
    }
    eprintln!("{number} cases of seed {seed}; {} answers", REACHED.get());
    assert!(
        only.is_some() || REACHED.get() > 0,
        "no case of {number} came to an answer: this door tests messages alone"
    );
}

/// What a fuzzer found and what is kept for it: one file of each line or text, in a folder for each door.
#[test]
fn what_is_kept_for_each_door_is_answered_or_refused() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/cargo/corpus");
    let doors: [(&str, fn(&[u8]) -> bool); 4] =
        [("import", doors::import), ("line", doors::line), ("profile", doors::profile), ("words", doors::words)];
    for (name, door) in doors {
        let files = std::fs::read_dir(folder.join(name)).expect("a folder for each door");
        let kept: Vec<_> = files.map(|file| std::fs::read(file.expect("a file").path()).expect("it is read")).collect();
        let answered = kept.iter().filter(|bytes| door(bytes)).count();
        assert!(answered > 0 && answered < kept.len(), "{name}: {answered} of {} are answered", kept.len());
    }
}
