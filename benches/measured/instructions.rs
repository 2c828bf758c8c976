//! Instructions of a call, counted by valgrind through gungraun: `cargo bench -p warodds-benches --bench instructions`.
//!
//! Counts do not depend on what else the machine does, so the limits stand in `benches/limits.txt` and are hard: 5 % more than a
//! line there fails. Once for each machine it needs `apt-get install valgrind` (or the like) and `cargo install
//! gungraun-runner --version 0.20.0 --locked`. After a change that is meant, or with a new compiler, `benches/record`
//! writes the lines anew. Valgrind knows no AVX-512, so the lanes are counted with 256-bit vectors and at the baseline; that
//! wider vectors are not lost is what `cargo test --release --test speed` watches over.

#![allow(missing_docs, reason = "gungraun's macros make functions without a word on them")]

#[path = "../support/mod.rs"]
mod support;

use std::hint::black_box;

use gungraun::{
    Callgrind, EventKind, LibraryBenchmarkConfig, library_benchmark, library_benchmark_group, main as counted,
};
use support::jobs::{every_critical, job, twenty};
use support::units::{Units, ask, cells, compute, hundred, read, slowest};
use warodds::ask::{CompareCell, Comparison, Request};
use warodds::dice::Amount;
use warodds::engine::{self, CHUNK, Level, Outcome, Sampling};
use warodds::sequence::Engagement;

/// Instructions of one call of each job, as they were recorded.
const RECORDED: &str = include_str!("../limits.txt");
/// How many per cent more than that still pass.
const SLACK: u64 = 5;

/// Counts instructions and nothing else, and fails if this job takes more of them than it may.
fn within(name: &str) -> LibraryBenchmarkConfig {
    let mut lines = RECORDED.lines().filter_map(|line| line.split_once(' '));
    let recorded = lines.find(|(job, _)| *job == name).and_then(|(_, count)| count.parse::<u64>().ok());
    // A job that nobody has recorded is counted, and fails.
    let limit = recorded.unwrap_or(0) * (100 + SLACK) / 100;
    let mut config = LibraryBenchmarkConfig::default();
    config.tool(Callgrind::with_args(["--cache-sim=no"]).hard_limits([(EventKind::Ir, limit)]).clone());
    config
}

/// A thousand attacks of D6 into a hundred models of ten wounds.
fn thousand(spill: bool) -> Engagement {
    job(1_000, 100, 10, Amount::dice(1, 6), spill, false)
}

#[library_benchmark]
#[bench::spill(args = (twenty(true, false)), config = within("exact::spill"))]
#[bench::no_spill(args = (twenty(false, false)), config = within("exact::no_spill"))]
#[bench::every_ability(args = (twenty(false, true)), config = within("exact::every_ability"))]
#[bench::every_critical(args = (every_critical()), config = within("exact::every_critical"))]
#[bench::trimmed_squaring(args = (thousand(true)), config = within("exact::trimmed_squaring"))]
#[bench::chain(args = (thousand(false)), config = within("exact::chain"))]
fn exact(e: Engagement) -> Outcome {
    engine::exact(black_box(&e)).expect("not too large")
}

#[library_benchmark]
#[bench::spill(args = (read(20, 10, 2, true)), config = within("from_profiles::spill"))]
#[bench::no_spill(args = (read(20, 10, 2, false)), config = within("from_profiles::no_spill"))]
fn from_profiles(units: Units) -> Outcome {
    compute(black_box(&units))
}

#[library_benchmark]
#[bench::age_of_sigmar(args = (hundred("age-of-sigmar")), config = within("compare::age_of_sigmar"))]
#[bench::warhammer_40k(args = (hundred("warhammer-40k")), config = within("compare::warhammer_40k"))]
fn compare(table: Comparison) -> Vec<CompareCell> {
    cells(black_box(&table))
}

#[library_benchmark]
#[bench::age_of_sigmar(args = (slowest("age-of-sigmar")), config = within("slow::age_of_sigmar"))]
#[bench::warhammer_40k(args = (slowest("warhammer-40k")), config = within("slow::warhammer_40k"))]
#[bench::warhammer_40k_11e(args = (slowest("warhammer-40k-11e")), config = within("slow::warhammer_40k_11e"))]
#[bench::asoiaf(args = (slowest("asoiaf")), config = within("slow::asoiaf"))]
#[bench::warcry(args = (slowest("warcry")), config = within("slow::warcry"))]
fn slow(request: Request) -> Outcome {
    ask(black_box(&request))
}

#[library_benchmark]
#[bench::spill_avx2(args = (twenty(true, false), Level::Avx2), config = within("chunk::spill_avx2"))]
#[bench::spill_baseline(args = (twenty(true, false), Level::Baseline), config = within("chunk::spill_baseline"))]
#[bench::no_spill_avx2(args = (twenty(false, false), Level::Avx2), config = within("chunk::no_spill_avx2"))]
#[bench::no_spill_baseline(args = (twenty(false, false), Level::Baseline), config = within("chunk::no_spill_baseline"))]
fn chunk(e: Engagement, level: Level) -> Outcome {
    let sampling = Sampling { trials: CHUNK, threads: Some(1), level, ..Sampling::default() };
    engine::sample(black_box(&e), &sampling).expect("small")
}

library_benchmark_group!(name = jobs, benchmarks = [exact, from_profiles, compare, slow, chunk]);
counted!(library_benchmark_groups = jobs);
