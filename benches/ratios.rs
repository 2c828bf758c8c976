//! Every ratio of the table in `benches/README.md`, measured in one run: `cargo bench --profile dist --bench ratios`.
//!
//! Kernels of a table take turns; a time is the median of nine rounds in processor time of this thread, or of the processes
//! it started. Words after `--` choose tables: `command`, `dice`, `sampled`, `exact`, `threads`, or `peers` for the lines
//! that `benches/peers/run` reads.

mod support;

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use support::generators::{self, BYTES};
use support::jobs::{SIZES, every_critical, job, twenty};
use support::naive::{self, Rules, one_by_one};
use support::process::{self, COMMANDS};
use support::rounds::{Rounds, Times};
use support::units::{compute, compute_parsed, parsed, read};
use support::{TRIALS, USUAL_TRIALS, children};
use warodds::dice::{Amount, LANES, Roller};
use warodds::engine::{self, Level, Sampling};
use warodds::sequence::{Engagement, Side};

/// The jobs: name, whether points spill, whether every ability is on.
const JOBS: [(&str, bool, bool); 3] =
    [("spill", true, false), ("no spill", false, false), ("every ability", false, true)];

/// The program as it was built for this bench.
const PROGRAM: &str = env!("CARGO_BIN_EXE_warodds");

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    if wanted.iter().any(|word| word == "peers") {
        return peers();
    }
    let is = |name: &str| wanted.is_empty() || wanted.iter().any(|word| word == name);
    println!("| what | job | time | ratio |\n|---|---|---|---|");
    // First, while this process is small: what it holds, every process holds that it starts.
    if is("command") {
        command();
    }
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
            .map(|baseline| (times.ratio(baseline, kernel), baseline))
            .map(|(ratio, baseline)| format!("{ratio:.0$} × {baseline}", if ratio < 1.0 { 2 } else { 1 }))
            .collect();
        println!("| {table}: {kernel} | {job} | {:.3} {unit} | {} |", time / scale, ratios.join(", "));
    }
}

/// Whole commands against a program that does nothing.
fn command() {
    let held = process::held(Path::new(PROGRAM), COMMANDS[0]);
    let nothing = process::nothing();
    let by_nothing = process::held_by_nothing(&nothing);
    let mut rounds = Rounds::by(children);
    let empty = "an empty Rust program";
    rounds.add(empty, 1.0, || {
        process::run(&nothing, &[]);
    });
    for arguments in COMMANDS {
        rounds.add(arguments.join(" "), 1.0, || {
            process::run(Path::new(PROGRAM), arguments);
        });
    }
    let times = rounds.run();
    println!("| command: {empty} | processor | {:.2} ms | |", times.of(empty) / 1e6);
    for (name, time) in times.0.iter().filter(|(name, _)| name != empty) {
        let more = (time - times.of(empty)) / 1e6;
        println!("| command: {name} | processor | {:.2} ms | {more:.2} ms more than {empty} |", time / 1e6);
    }
    for arguments in COMMANDS {
        let by_clock = [process::fastest(Path::new(PROGRAM), arguments), process::fastest(&nothing, &[])];
        let [whole, least] = by_clock.map(|time| time.as_secs_f64() * 1e3);
        let name = arguments.join(" ");
        println!("| command: {name} | clock, fastest of 50 | {whole:.2} ms | {:.2} ms more |", whole - least);
    }
    let [all, more] = [held, held.saturating_sub(by_nothing)].map(|kib| kib as f64 / 1024.0);
    println!("| command: {} | memory | {all:.2} MiB | {more:.2} MiB more than {empty} |", COMMANDS[0].join(" "));
}

fn dice() {
    let mut rounds = Rounds::default();
    let mut g = naive::generator();
    rounds.add("next_u64", BYTES as f64, || generators::one_by_one(&mut g));
    for (level, fill) in generators::levels() {
        let mut g = Roller::new(42, 0);
        rounds.add(format!("lanes, {level:?}"), BYTES as f64, move || fill(&mut g, BYTES / LANES));
    }
    print("dice", "random bytes", "ns/byte", 1.0, &rounds.run(), &["next_u64"]);
}

fn engine_rounds<'k>(rounds: &mut Rounds<'k>, e: &'k Engagement) {
    for level in Level::ALL.into_iter().filter(|level| level.is_here()) {
        let sampling = Sampling { trials: USUAL_TRIALS, threads: Some(1), level, ..Sampling::default() };
        rounds.add(format!("{level:?}"), USUAL_TRIALS as f64, move || {
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
    if all {
        return print("sampled", name, "ns", 1.0, &rounds.run(), &["naive", "pooled"]);
    }
    let mut times = with_generators(rounds, rules);
    let raw = times.0.split_off(times.0.len() - generators::levels().count());
    print("sampled", name, "ns", 1.0, &times, &["naive", "pooled"]);
    for ((level, _), (_, raw)) in generators::levels().zip(raw) {
        let [rolled, given] = [times.of(&format!("{level:?}")), raw].map(|time| rules.bytes() / time);
        let share = 100.0 * rolled / given;
        println!(
            "| sampled: {level:?}, dice at a byte each | {name} | {rolled:.1} bytes/ns | {share:.0} % of the {given:.1} bytes/ns of its generator alone |"
        );
    }
}

/// Besides, each generator alone: as many bytes as a sequence has dice (and bytes that are no die).
fn with_generators(mut rounds: Rounds<'_>, rules: Rules) -> Times {
    let rows = (rules.bytes() * TRIALS as f64) as usize / LANES;
    for (level, fill) in generators::levels() {
        let mut g = Roller::new(42, 0);
        rounds.add(format!("generator {level:?}"), TRIALS as f64, move || fill(&mut g, rows));
    }
    rounds.run()
}

fn exact() {
    for (attacks, models, wounds, sides) in SIZES {
        for (name, spill, all) in JOBS {
            let e = job(attacks, models, wounds, Amount::dice(1, sides), spill, all);
            let units = read(attacks, models, wounds, spill);
            let mut rounds = Rounds::default();
            if !all {
                let [attacks, models, wounds] = [attacks, models, wounds].map(usize::from);
                rounds.add("loop over attacks", 1.0, move || {
                    drop(black_box(one_by_one(attacks, models, wounds, sides.into(), black_box(spill))));
                });
            }
            if !all && sides == 3 {
                let both = parsed(&units);
                rounds.add("from parsed profiles", 1.0, move || drop(black_box(compute_parsed(black_box(&both)))));
                rounds.add("from two profiles", 1.0, move || drop(black_box(compute(black_box(&units)))));
            }
            let alone = of_who_falls(&e, spill);
            rounds.add("engine", 1.0, move || drop(black_box(engine::exact(black_box(&e)))));
            rounds.add("engine, only who falls", 1.0, move || drop(black_box(engine::exact(black_box(&alone)))));
            let baselines: &[&str] = if all { &[] } else { &["loop over attacks"] };
            let job = format!("{name}, {attacks} attacks, D{sides}");
            print("exact", &job, "µs", 1_000.0, &rounds.run(), baselines);
        }
    }
    let mut rounds = Rounds::default();
    let e = every_critical();
    rounds.add("engine", 1.0, move || drop(black_box(engine::exact(black_box(&e)))));
    print("exact", "120 attacks with every critical ability", "µs", 1_000.0, &rounds.run(), &[]);
}

/// The same without the stages and, unless it says who falls, without the distribution of damage: what the other programs
/// are asked.
fn of_who_falls(e: &Engagement, spill: bool) -> Engagement {
    let totals = if spill { e.totals.clone() } else { Vec::new() };
    Engagement { totals, weapons: Vec::new(), ..e.clone() }
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
        for (attacks, models, wounds, sides) in SIZES {
            let e = job(attacks, models, wounds, Amount::dice(1, sides), spill, all);
            let mean = engine::exact(&e).expect("not too large").wounds_lost(Side::Defender).mean();
            let alone = of_who_falls(&e, spill);
            let mut rounds = Rounds::default();
            rounds.add("exact", 1.0, || drop(black_box(engine::exact(black_box(&e)))));
            rounds.add("alone", 1.0, || drop(black_box(engine::exact(black_box(&alone)))));
            let times = rounds.run();
            println!("exact {name} {attacks} {:.3} {mean}", times.of("exact") / 1_000.0);
            println!("alone {name} {attacks} {:.3} {mean}", times.of("alone") / 1_000.0);
        }
        let e = twenty(spill, all);
        let sampling = Sampling { trials: USUAL_TRIALS, threads: Some(1), ..Sampling::default() };
        let mean = engine::sample(&e, &sampling).expect("small").wounds_lost(Side::Defender).mean();
        let mut rounds = Rounds::default();
        rounds.add("sampled", USUAL_TRIALS as f64, || drop(black_box(engine::sample(black_box(&e), &sampling))));
        println!("sampled {name} 20 {:.3} {mean}", rounds.run().of("sampled"));
    }
}
