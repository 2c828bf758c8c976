//! The program `warodds`: all of it is in the library.

use std::process::ExitCode;

/// Memory that was given back at once: glibc keeps what is freed for whoever asks next, as long as it is less than twice the most
/// that ever was. Without it a fight of many small attacks gives pages back and asks for them again all the time.
const KEPT: usize = 16 << 20;

/// musl's own gives memory out slowly, under one lock: a table of attacks took 1.7 times as long.
#[cfg(all(feature = "allocator", target_env = "musl"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    drop(std::hint::black_box(Vec::<u8>::with_capacity(KEPT)));
    warodds::cli::run()
}
