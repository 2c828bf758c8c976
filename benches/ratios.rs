//! Every ratio of the README's table, measured in one run: `cargo bench --bench ratios`.
//!
//! Kernels of a table take turns; a time is the median of nine rounds in processor time of this thread. Words after `--`
//! choose tables: `dice`, `sampled`, `exact`, `threads`, or `peers` for the lines that `benches/peers/run` reads.

mod support;

use std::hint::black_box;
use std::time::Instant;

use support::TRIALS;
use support::generators::{self, BYTES};
use support::jobs::{every_critical, job, twenty};
use support::naive::{self, Rules, one_by_one};
use support::rounds::{Rounds, Times};
use support::units::{compute, read};
use warodds::dice::{Amount, Roller};
use warodds::engine::{self, Level, Sampling};
use warodds::sequence::{Engagement, Side};

/// The jobs: name, whether points spill, whether every ability is on.
const JOBS: [(&str, bool, bool); 3] =
    [("spill", true, false), ("no spill", false, false), ("every ability", false, true)];

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    if wanted.iter().any(|word| word == "peers") {
        return peers();
    }
    let is = |name: &str| wanted.is_empty() || wanted.iter().any(|word| word == name);
    println!("| what | job | time | ratio |\n|---|---|---|---|");
    if is("dice") {
        dice();
    }
    for (name, spill, all) in JOBS {
        if is("sampled") {
            sampled(name, spill, all);
        }
    }
    if is("exact") {
        exact();
    }
    if is("threads") {
        threads();
    }
}

/// One line of the table for each kernel.
fn print(table: &str, job: &str, unit: &str, scale: f64, times: &Times, baselines: &[&str]) {
    for (kernel, time) in &times.0 {
        let ratios: Vec<String> = baselines
            .iter()
            .filter(|baseline| *baseline != kernel)
            .map(|baseline| format!("{:.1} × {baseline}", times.ratio(baseline, kernel)))
            .collect();
        println!("| {table}: {kernel} | {job} | {:.3} {unit} | {} |", time / scale, ratios.join(", "));
    }
}

fn dice() {
    let mut rounds = Rounds::default();
    let mut g = naive::generator();
    rounds.add("next_u64", BYTES as f64, || {
        black_box((0..BYTES / 8).fold(0u64, |all, _| all ^ rand::Rng::next_u64(&mut g)));
    });
    for (name, fill) in generators::levels() {
        let mut g = Roller::new(42, 0);
        rounds.add(name, BYTES as f64, move || {
            black_box(fill(&mut g));
        });
    }
    print("dice", "random bytes", "ns/byte", 1.0, &rounds.run(), &["next_u64"]);
}

fn engine_rounds<'k>(rounds: &mut Rounds<'k>, e: &'k Engagement) {
    for level in Level::ALL.into_iter().filter(|level| level.is_here()) {
        let sampling = Sampling { trials: 4 * TRIALS, threads: Some(1), level, ..Sampling::default() };
        rounds.add(format!("{level:?}"), 4.0 * TRIALS as f64, move || {
            drop(black_box(engine::sample(black_box(e), &sampling)));
        });
    }
}

fn sampled(name: &str, spill: bool, all: bool) {
    let (rules, e) = (Rules::twenty(spill, all), twenty(spill, all));
    let mut rounds = Rounds::default();
    let (mut a, mut b) = (naive::generator(), naive::generator());
    let units = TRIALS as f64;
    rounds.add("naive", units, || drop(black_box(naive::attacks_one_by_one(black_box(rules), TRIALS, &mut a))));
    rounds.add("pooled", units, || drop(black_box(naive::pooled(black_box(rules), TRIALS, &mut b))));
    engine_rounds(&mut rounds, &e);
    print("sampled", name, "ns", 1.0, &rounds.run(), &["naive", "pooled"]);
}

fn exact() {
    let (three, six) = (Amount::dice(1, 3), Amount::dice(1, 6));
    for (attacks, models, wounds) in [(20, 10, 2), (200, 40, 3)] {
        for (name, spill, all) in JOBS {
            let e = job(attacks, models, wounds, three, spill, all);
            let units = read(attacks, models, wounds, spill);
            let mut rounds = Rounds::default();
            if !all {
                rounds.add("loop over attacks", 1.0, move || {
                    drop(black_box(one_by_one(attacks.into(), models.into(), wounds.into(), black_box(spill))));
                });
                rounds.add("from two profiles", 1.0, move || drop(black_box(compute(black_box(&units)))));
            }
            rounds.add("engine", 1.0, move || drop(black_box(engine::exact(black_box(&e)))));
            let baselines: &[&str] = if all { &[] } else { &["loop over attacks"] };
            print("exact", &format!("{name}, {attacks} attacks"), "µs", 1_000.0, &rounds.run(), baselines);
        }
    }
    let mut rounds = Rounds::default();
    for (name, spill, all) in JOBS {
        let e = job(1_000, 100, 10, six, spill, all);
        rounds.add(name, 1.0, move || drop(black_box(engine::exact(black_box(&e)))));
    }
    let e = every_critical();
    rounds.add("120 attacks with every critical ability", 1.0, move || drop(black_box(engine::exact(black_box(&e)))));
    print("exact", "1,000 attacks of D6", "µs", 1_000.0, &rounds.run(), &[]);
}

/// Two threads against one, by the clock: the best of twelve tries.
fn threads() {
    let e = twenty(true, false);
    let best = |threads| {
        let sampling = Sampling { trials: 1 << 24, threads: Some(threads), ..Sampling::default() };
        let time = |_| {
            let start = Instant::now();
            drop(black_box(engine::sample(&e, &sampling)));
            start.elapsed().as_secs_f64()
        };
        (0..12).map(time).fold(f64::INFINITY, f64::min)
    };
    let (one, two) = (best(1), best(2));
    println!("| threads: two | spill | {:.1} ms | {:.2} × one |", two * 1e3, one / two);
}

/// The lines `benches/peers/run` reads: job, time, mean.
fn peers() {
    for (name, spill, all) in JOBS.into_iter().filter(|(_, _, all)| !all) {
        for (attacks, models, wounds) in [(20, 10, 2), (200, 40, 3)] {
            let e = job(attacks, models, wounds, Amount::dice(1, 3), spill, all);
            let mean = engine::exact(&e).expect("not too large").wounds_lost(Side::Defender).mean();
            let mut rounds = Rounds::default();
            rounds.add("exact", 1.0, || drop(black_box(engine::exact(black_box(&e)))));
            println!("exact {name} {attacks} {:.3} {mean}", rounds.run().of("exact") / 1_000.0);
        }
        let e = twenty(spill, all);
        let sampling = Sampling { trials: 4 * TRIALS, threads: Some(1), ..Sampling::default() };
        let mean = engine::sample(&e, &sampling).expect("small").wounds_lost(Side::Defender).mean();
        let mut rounds = Rounds::default();
        rounds.add("sampled", 4.0 * TRIALS as f64, || drop(black_box(engine::sample(black_box(&e), &sampling))));
        println!("sampled {name} 20 {:.3} {mean}", rounds.run().of("sampled"));
    }
}
