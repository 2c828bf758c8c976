//! The sampled engine against what anybody would write, and against the generator alone. The ratio is the result.

mod support;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use support::jobs::twenty;
use support::naive::{self, Rules};
use support::{TRIALS, ThreadTime, sequences};
use warodds::dice::Roller;
use warodds::engine::{self, Level, Sampling};
use warodds::sequence::Engagement;

fn one_thread(level: Level) -> Sampling {
    Sampling { trials: TRIALS, threads: Some(1), level, ..Sampling::default() }
}

fn engine(c: &mut Criterion<ThreadTime>) {
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
            group.bench_with_input(BenchmarkId::new("engine", format!("{level:?}")), &level, |b, level| {
                b.iter(|| engine::sample(black_box(&job), &one_thread(*level)).expect("small"));
            });
        }
        group.finish();
    }
}

fn generator(c: &mut Criterion<ThreadTime>) {
    let mut group = c.benchmark_group("sampled/generator");
    group.throughput(Throughput::Bytes(256 * 1_000));
    group.bench_function("baseline lanes", |b| {
        let mut g = Roller::new(42, 0);
        b.iter(|| {
            let mut all = [0u8; 256];
            for _ in 0..1_000 {
                for (sum, byte) in all.iter_mut().zip(g.bytes()) {
                    *sum ^= byte;
                }
            }
            all
        });
    });
    group.bench_function("rand_xoshiro next_u64", |b| {
        let mut g = naive::generator();
        b.iter(|| (0..32_000).fold(0u64, |all, _| all ^ rand::Rng::next_u64(&mut g)));
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(ThreadTime::default()).sample_size(20);
    targets = engine, generator
}
criterion_main!(benches);
