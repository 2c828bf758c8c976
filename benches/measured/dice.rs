//! The generator of the lanes against the one that `rand_xoshiro` has, and dice one by one. The ratio is the result.

mod processor;
#[path = "../support/mod.rs"]
mod support;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use processor::Processor;
use rand::RngExt;
use support::generators::{self, BYTES};
use support::naive;
use warodds::dice::{LANES, Roller};

fn dice(c: &mut Criterion<Processor>) {
    let mut group = c.benchmark_group("dice");
    group.throughput(Throughput::Bytes(BYTES as u64));
    group.bench_function("rand_xoshiro next_u64 (naive)", |b| {
        let mut g = naive::generator();
        b.iter(|| generators::one_by_one(&mut g));
    });
    group.bench_function("random_range(1..=6), a die a byte", |b| {
        let mut g = naive::generator();
        b.iter(|| (0..BYTES).fold(0u32, |all, _| all + g.random_range(1..=6u32)));
    });
    for (level, fill) in generators::levels() {
        group.bench_function(format!("lanes, {level:?}"), |b| {
            let mut g = Roller::new(42, 0);
            b.iter(|| fill(&mut g, BYTES / LANES));
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(Processor::of_this_thread()).sample_size(20);
    targets = dice
}
criterion_main!(benches);
