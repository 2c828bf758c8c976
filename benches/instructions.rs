//! Instructions of a call, counted by valgrind: `cargo bench --bench instructions`.
//!
//! Counts do not depend on what else the machine does, so the limits stand here and are hard: 5 % more than a limit fails.
//! After a change that is meant, or a new compiler, `cargo bench --bench instructions -- record` prints the lines to put
//! below. Valgrind knows no AVX-512, so the lanes are counted with 256-bit vectors and at the baseline; that wider vectors
//! are not lost is what `cargo test --release --test speed` watches over.

mod support;

use std::hint::black_box;
use std::process::{Command, ExitCode};

use support::jobs::{job, twenty};
use warodds::dice::Amount;
use warodds::engine::{self, CHUNK, Level, Sampling};

/// Instructions of one call of each job.
const LIMITS: [(&str, u64); 6] = [
    ("exact, spill, 20 attacks", 68_338),
    ("exact, no spill, 20 attacks", 118_023),
    ("exact, spill, 1000 attacks", 1_176_184),
    ("exact, no spill, 1000 attacks", 9_734_938),
    ("one chunk, AVX2", 8_247_599),
    ("one chunk, baseline", 21_182_337),
];
/// How much more than a limit still passes.
const SLACK: f64 = 1.05;
/// Calls whose instructions are divided by their number.
const CALLS: u64 = 4;

/// Makes so many calls of a job.
fn run(name: &str, calls: u64) {
    let large = |spill| job(1_000, 100, 10, Amount::dice(1, 6), spill, false);
    let (e, level) = match name {
        "exact, spill, 20 attacks" => (twenty(true, false), None),
        "exact, no spill, 20 attacks" => (twenty(false, false), None),
        "exact, spill, 1000 attacks" => (large(true), None),
        "exact, no spill, 1000 attacks" => (large(false), None),
        "one chunk, AVX2" => (twenty(true, false), Some(Level::Avx2)),
        "one chunk, baseline" => (twenty(true, false), Some(Level::Baseline)),
        _ => panic!("no job is called `{name}`"),
    };
    for _ in 0..calls {
        match level {
            None => drop(black_box(engine::exact(black_box(&e)))),
            Some(level) => {
                let sampling = Sampling { trials: CHUNK, threads: Some(1), level, ..Sampling::default() };
                drop(black_box(engine::sample(black_box(&e), &sampling)));
            }
        }
    }
}

/// The instructions of this program while it makes so many calls; `None` if valgrind does not run.
fn counted(name: &str, calls: u64) -> Option<u64> {
    let program = std::env::current_exe().expect("this program");
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(["run", name, &calls.to_string()])
        .output()
        .ok()?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let line = said.lines().find_map(|line| line.split_once("Collected :"));
    line.and_then(|(_, n)| n.trim().parse().ok())
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    if let [word, name, calls] = &words[..]
        && word == "run"
    {
        run(name, calls.parse().expect("a number of calls"));
        return ExitCode::SUCCESS;
    }
    let record = words.iter().any(|word| word == "record");
    let mut within = true;
    for (name, limit) in LIMITS {
        let (Some(few), Some(many)) = (counted(name, 1), counted(name, 1 + CALLS)) else {
            println!("valgrind counts the instructions; install it");
            return ExitCode::FAILURE;
        };
        let each = (many - few) / CALLS;
        if record {
            println!("    (\"{name}\", {each}),");
            continue;
        }
        let ratio = each as f64 / limit.max(1) as f64;
        println!("{name}: {each} instructions, {:+.1} % of the limit", 100.0 * (ratio - 1.0));
        within &= ratio <= SLACK;
    }
    if within { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
