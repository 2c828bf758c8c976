//! What the benches share: processor time as a measurement, and the jobs that are measured.
#![allow(dead_code, reason = "each bench uses its part")]

pub(crate) mod generators;
pub(crate) mod jobs;
pub(crate) mod naive;
pub(crate) mod process;
pub(crate) mod rounds;
pub(crate) mod units;

use std::time::Duration;

use criterion::Throughput;
use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeVal;
use nix::time::{ClockId, clock_gettime};

/// Time that really was computed in: on a machine that others use too, ratios of it hold still.
pub(crate) struct Processor {
    clock: fn() -> Duration,
    wall: WallTime,
}

impl Processor {
    pub(crate) fn of_this_thread() -> Self {
        Self { clock: thread, wall: WallTime }
    }

    pub(crate) fn of_children() -> Self {
        Self { clock: children, wall: WallTime }
    }
}

impl Measurement for Processor {
    type Intermediate = Duration;
    type Value = Duration;

    fn start(&self) -> Duration {
        (self.clock)()
    }

    fn end(&self, start: Duration) -> Duration {
        (self.clock)().saturating_sub(start)
    }

    fn add(&self, a: &Duration, b: &Duration) -> Duration {
        *a + *b
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, value: &Duration) -> f64 {
        value.as_nanos() as f64
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        self.wall.formatter()
    }
}

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

/// So many sequences a call.
pub(crate) fn sequences() -> Throughput {
    Throughput::Elements(TRIALS)
}
