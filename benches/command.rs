//! A whole command, from the start of the process to its end, against a Rust program that does nothing.
//!
//! In processor time of the processes. The program is built as benches are, which is a little slower than as it is shipped:
//! `cargo test --release --test footprint` looks at that one.

mod support;

use std::path::Path;

use criterion::{Criterion, criterion_group, criterion_main};
use support::Processor;
use support::process::{COMMANDS, PROGRAM, nothing, run};

fn command(c: &mut Criterion<Processor>) {
    let mut group = c.benchmark_group("command");
    let nothing = nothing();
    group.bench_function("nothing (naive)", |b| b.iter(|| run(&nothing, &[])));
    for arguments in COMMANDS {
        group.bench_function(arguments.join(" "), |b| b.iter(|| run(Path::new(PROGRAM), arguments)));
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(Processor::of_children()).sample_size(50);
    targets = command
}
criterion_main!(benches);
