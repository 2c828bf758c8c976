//! What the engines answer, checked by something else: by each other, by every face of every die, by referees that were
//! written from the rules alone, and with input that nobody would type.
//!
//! These roll millions of dice. They stand apart from `library.rs` so that both are compiled at the same time.

mod engine;
mod fuzz;
mod referee;
mod support;

#[path = "../benches/support/jobs.rs"]
#[allow(dead_code, reason = "tests use their part")]
mod jobs;
