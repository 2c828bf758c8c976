//! What the benches share: processor time, and the jobs that are measured.
#![allow(dead_code, reason = "each bench uses its part")]

pub(crate) mod generators;
pub(crate) mod jobs;
pub(crate) mod naive;
pub(crate) mod process;
pub(crate) mod rounds;
pub(crate) mod units;

use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeVal;
use nix::time::{ClockId, clock_gettime};

/// The processor time of this thread.
pub(crate) fn thread() -> Duration {
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).expect("every thread has a clock").into()
}

/// The processor time of all processes that this one started and waited for.
pub(crate) fn children() -> Duration {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the kernel counts");
    let time = |spent: TimeVal| Duration::new(spent.tv_sec() as u64, 1_000 * spent.tv_usec() as u32);
    time(usage.user_time()) + time(usage.system_time())
}

/// Trials of one measured call: a chunk.
pub(crate) const TRIALS: u64 = warodds::engine::CHUNK;
/// Trials of one measured call where it is a whole command's work: as many as a command rolls if it is not told otherwise,
/// so that what the engine does once a call counts for as little as it does there.
pub(crate) const USUAL_TRIALS: u64 = 1_000_000;
