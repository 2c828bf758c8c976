//! A whole command is short and small: `cargo test --profile dist --test footprint`.
//!
//! What is promised of an attack that is answered exactly, from the start of the process to its end: under five
//! milliseconds, at most 9 MiB more in memory than a Rust program that does nothing, and a program of at most 14.5 MiB. Only
//! the program as archives hold it is meant: in a release of other profiles nothing is measured, in builds for tests the
//! test is not even compiled.
//!
//! Of fifteen megabytes, eleven and a half are code: five games, two engines whose inner loops exist once for each kind of
//! processor, the answers of every command, the simulators of the games, the readers of catalogues, archives, XML and JSON,
//! and what writes Parquet. Nearly three are data: 0.7 the Japanese letters, 0.5 the wordings of cards and the profiles. None
//! of it costs time: what a command does not touch is never loaded. What it holds are pages of the program
//! itself, which the system keeps once for all who run it and loads in stretches of 64 KiB.
#![cfg(not(debug_assertions))]

#[path = "../benches/support/mod.rs"]
mod support;

use std::path::Path;
use std::time::Duration;

use support::process::{COMMANDS, fastest, held, held_by_nothing, nothing};

const MIB: u64 = 1 << 20;
/// The program as it was built for this test.
const PROGRAM: &str = env!("CARGO_BIN_EXE_warodds");

#[test]
fn a_command_is_short_and_small() {
    if !Path::new(PROGRAM).parent().is_some_and(|folder| folder.ends_with("dist")) {
        eprintln!("{PROGRAM} is not what archives hold: cargo test --profile dist --test footprint");
        return;
    }
    let size = std::fs::metadata(PROGRAM).expect("it is built").len();
    assert!(2 * size <= 29 * MIB, "the program has {size} bytes");
    let held = held(Path::new(PROGRAM), COMMANDS[0]);
    let more = held.saturating_sub(held_by_nothing(&nothing()));
    assert!(more * 1024 <= 9 * MIB, "a command holds {held} KiB, {more} KiB more than nothing does");
    for arguments in COMMANDS {
        let time = fastest(Path::new(PROGRAM), arguments);
        assert!(time < Duration::from_millis(5), "{arguments:?}: {time:?}");
    }
}
