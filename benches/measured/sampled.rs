//! The sampled engine against what anybody would write, one die at a time or pooled, and against its own generator at a
//! byte for each die. The ratio is the result.

mod processor;
#[path = "../support/mod.rs"]
mod support;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use processor::Processor;
use support::TRIALS;
use support::generators;
use support::jobs::twenty;
use support::naive::{self, Rules};
use warodds::dice::{LANES, Roller};
use warodds::engine::{self, Level, Sampling};

fn sampled(c: &mut Criterion<Processor>) {
    let mut group = c.benchmark_group("sampled");
    group.throughput(Throughput::Elements(TRIALS));
    for (name, spill, all) in [("spill", true, false), ("no spill", false, false), ("every ability", false, true)] {
        let (rules, job) = (Rules::twenty(spill, all), twenty(spill, all));
        group.bench_function(BenchmarkId::new("naive", name), |b| {
            let mut g = naive::generator();
            b.iter(|| naive::attacks_one_by_one(black_box(rules), TRIALS, &mut g));
        });
        group.bench_function(BenchmarkId::new("naive pooled", name), |b| {
            let mut g = naive::generator();
            b.iter(|| naive::pooled(black_box(rules), TRIALS, &mut g));
        });
        for level in Level::ALL.into_iter().filter(|level| level.is_here()) {
            let sampling = Sampling { trials: TRIALS, threads: Some(1), level, ..Sampling::default() };
            group.bench_with_input(BenchmarkId::new(format!("engine {level:?}"), name), &sampling, |b, sampling| {
                b.iter(|| engine::sample(black_box(&job), sampling).expect("small"));
            });
        }
    }
    let rows = (Rules::twenty(true, false).bytes() * TRIALS as f64) as usize / LANES;
    for (level, fill) in generators::levels() {
        group.bench_function(format!("generator {level:?}, a byte for each die"), |b| {
            let mut g = Roller::new(42, 0);
            b.iter(|| fill(&mut g, rows));
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(Processor::of_this_thread()).sample_size(20);
    targets = sampled
}
criterion_main!(benches);
