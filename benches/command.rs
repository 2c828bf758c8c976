//! A whole command, from the start of the process to its end, against a process that does nothing.
//!
//! A process of its own has its own processor time, so this one is measured by the clock: believe it on a quiet machine.

use std::process::{Command, Stdio};

use criterion::{Criterion, criterion_group, criterion_main};

fn run(program: &str, arguments: &[&str]) {
    let status = Command::new(program).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status();
    assert!(status.expect("it starts").success());
}

fn command(c: &mut Criterion) {
    const PROGRAM: &str = env!("CARGO_BIN_EXE_warodds");
    let mut group = c.benchmark_group("command");
    group.bench_function("nothing (naive)", |b| b.iter(|| run("true", &[])));
    for arguments in [
        &["attack", "liberators", "clawlord"][..],
        &["attack", "20 termagants", "terminators", "--phase", "shooting"],
        &["list", "units"],
    ] {
        group.bench_function(arguments.join(" "), |b| b.iter(|| run(PROGRAM, arguments)));
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(50);
    targets = command
}
criterion_main!(benches);
