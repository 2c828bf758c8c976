//! Every ratio of the README's table, measured in one run: `cargo bench --bench ratios`.

mod support;

use std::hint::black_box;

use support::TRIALS;
use support::jobs::{job, twenty};
use support::naive::{self, Rules};
use support::rounds::Rounds;
use warodds::dice::Amount;
use warodds::engine::{self, Level, Sampling};

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let is = |name: &str| wanted.is_empty() || wanted.iter().any(|w| name.contains(w.as_str()));
    for (name, spill, all) in [("spill", true, false), ("no spill", false, false), ("every ability", false, true)] {
        if is(&format!("sampled {name}")) {
            sampled(name, spill, all);
        }
        if is(&format!("exact {name}")) {
            exact(name, spill, all);
        }
    }
}

fn sampled(name: &str, spill: bool, all: bool) {
    let (rules, e) = (Rules::twenty(spill, all), twenty(spill, all));
    let mut rounds = Rounds::default();
    let (mut a, mut b) = (naive::generator(), naive::generator());
    let units = TRIALS as f64;
    rounds.add("naive", units, || drop(black_box(naive::attacks_one_by_one(black_box(rules), TRIALS, &mut a))));
    rounds.add("pooled", units, || drop(black_box(naive::pooled(black_box(rules), TRIALS, &mut b))));
    for level in Level::ALL.into_iter().filter(|level| level.is_here()) {
        let sampling = Sampling { trials: 4 * TRIALS, threads: Some(1), level, ..Sampling::default() };
        let e = &e;
        rounds.add(format!("{level:?}"), 4.0 * units, move || drop(black_box(engine::sample(black_box(e), &sampling))));
    }
    let times = rounds.run();
    for (kernel, time) in &times.0 {
        println!(
            "sampled {name:14} {kernel:10} {time:8.2} ns  naive {:5.1}x  pooled {:5.1}x",
            times.of("naive") / time,
            times.of("pooled") / time
        );
    }
}

fn exact(name: &str, spill: bool, all: bool) {
    let (three, six) = (Amount::dice(1, 3), Amount::dice(1, 6));
    let mut rounds = Rounds::default();
    for (attacks, models, wounds, damage) in [(20, 10, 2, three), (200, 40, 3, three), (1_000, 100, 10, six)] {
        let e = job(attacks, models, wounds, damage, spill, all);
        rounds.add(attacks.to_string(), 1.0, move || drop(black_box(engine::exact(black_box(&e)))));
    }
    for (kernel, time) in &rounds.run().0 {
        println!("exact {name:14} {kernel:10} {:8.2} µs", time / 1000.0);
    }
}
