//! The sampled engine against what anybody would write, one die at a time or pooled. The ratio is the result.

mod support;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use support::jobs::twenty;
use support::naive::{self, Rules};
use support::{TRIALS, ThreadTime, sequences};
use warodds::engine::{self, Level, Sampling};
use warodds::sequence::Engagement;

fn sampled(c: &mut Criterion<ThreadTime>) {
    for (name, spill, all) in [("spill", true, false), ("no spill", false, false), ("every ability", false, true)] {
        let (rules, job): (Rules, Engagement) = (Rules::twenty(spill, all), twenty(spill, all));
        let mut group = c.benchmark_group(format!("sampled/{name}"));
        group.throughput(sequences());
        group.bench_function("naive", |b| {
            let mut g = naive::generator();
            b.iter(|| naive::attacks_one_by_one(black_box(rules), TRIALS, &mut g));
        });
        group.bench_function("naive pooled", |b| {
            let mut g = naive::generator();
            b.iter(|| naive::pooled(black_box(rules), TRIALS, &mut g));
        });
        for level in Level::ALL.into_iter().filter(|level| level.is_here()) {
            let sampling = Sampling { trials: TRIALS, threads: Some(1), level, ..Sampling::default() };
            group.bench_with_input(BenchmarkId::new("engine", format!("{level:?}")), &sampling, |b, sampling| {
                b.iter(|| engine::sample(black_box(&job), sampling).expect("small"));
            });
        }
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(ThreadTime::default()).sample_size(20);
    targets = sampled
}
criterion_main!(benches);
