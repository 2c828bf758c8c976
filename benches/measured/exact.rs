//! The exact engine as the number of attacks grows, against a loop over the attacks. The ratio is the result.

mod processor;
#[path = "../support/mod.rs"]
mod support;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use processor::Processor;
use support::jobs::{SIZES, every_critical, job};
use support::naive::one_by_one;
use support::units::{SLOWEST, ask, cells, compute, hundred, read, slowest};
use warodds::dice::Amount;
use warodds::engine;

fn exact(c: &mut Criterion<Processor>) {
    let mut group = c.benchmark_group("exact");
    for (name, spill, all) in [("spill", true, false), ("no spill", false, false), ("every ability", false, true)] {
        for (attacks, models, wounds, sides) in SIZES {
            let e = job(attacks, models, wounds, Amount::dice(1, sides), spill, all);
            let size = format!("{name}, {attacks} attacks");
            group.bench_with_input(BenchmarkId::new("engine", &size), &e, |b, e| {
                b.iter(|| engine::exact(black_box(e)).expect("not too large"));
            });
            if !all {
                let [attacks, models, wounds] = [attacks, models, wounds].map(usize::from);
                group.bench_function(BenchmarkId::new("naive", &size), |b| {
                    b.iter(|| one_by_one(black_box(attacks), models, wounds, sides.into(), spill));
                });
            }
        }
    }
    let e = every_critical();
    group.bench_function("engine/120 attacks with every critical ability", |b| {
        b.iter(|| engine::exact(black_box(&e)).expect("not too large"));
    });
    for (name, spill) in [("spill", true), ("no spill", false)] {
        let units = read(20, 10, 2, spill);
        let id = BenchmarkId::new("from two profiles", format!("{name}, 20 attacks"));
        group.bench_function(id, |b| b.iter(|| compute(black_box(&units))));
    }
    group.finish();
}

/// A table of many attacks, its units read before; the time for one pair is a hundredth of it.
fn compare(c: &mut Criterion<Processor>) {
    let mut group = c.benchmark_group("compare");
    for game in ["age-of-sigmar", "warhammer-40k"] {
        let table = hundred(game);
        group.bench_function(BenchmarkId::new("a hundred pairs", game), |b| b.iter(|| cells(black_box(&table))));
    }
    group.finish();
}

/// The slowest questions of each game that a search found, from the names of the units to the answer.
fn slow(c: &mut Criterion<Processor>) {
    let mut group = c.benchmark_group("slowest");
    for (game, ..) in SLOWEST {
        let request = slowest(game);
        group.bench_function(BenchmarkId::new("ask", game), |b| b.iter(|| ask(black_box(&request))));
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(Processor::of_this_thread()).sample_size(20);
    targets = exact, compare, slow
}
criterion_main!(benches);
