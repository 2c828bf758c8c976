//! The exact engine as the number of attacks grows, against a loop over the attacks. The ratio is the result.

mod support;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use support::ThreadTime;
use support::jobs::{every_critical, job};
use support::naive::one_by_one;
use support::units::{compute, read};
use warodds::dice::Amount;
use warodds::engine;

fn exact(c: &mut Criterion<ThreadTime>) {
    let (three, six) = (Amount::dice(1, 3), Amount::dice(1, 6));
    for (name, spill, all) in [("spill", true, false), ("no spill", false, false), ("every ability", false, true)] {
        let mut group = c.benchmark_group(format!("exact/{name}"));
        for (attacks, models, wounds, damage) in [(20, 10, 2, three), (200, 40, 3, three), (1_000, 100, 10, six)] {
            let e = job(attacks, models, wounds, damage, spill, all);
            group.bench_with_input(BenchmarkId::new("engine", attacks), &e, |b, e| {
                b.iter(|| engine::exact(black_box(e)).expect("not too large"));
            });
            if !all && damage == three {
                group.bench_function(BenchmarkId::new("naive", attacks), |b| {
                    b.iter(|| one_by_one(black_box(attacks.into()), models.into(), wounds.into(), spill));
                });
            }
        }
        group.finish();
    }
    let e = every_critical();
    c.bench_function("exact/120 attacks with every critical ability", |b| {
        b.iter(|| engine::exact(black_box(&e)).expect("not too large"));
    });
    let mut group = c.benchmark_group("exact/from two profiles");
    for spill in [true, false] {
        let units = read(20, 10, 2, spill);
        group.bench_function(if spill { "spill" } else { "no spill" }, |b| b.iter(|| compute(black_box(&units))));
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(ThreadTime::default()).sample_size(20);
    targets = exact
}
criterion_main!(benches);
