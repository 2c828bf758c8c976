//! What the benches share: processor time as a measurement, and the jobs that are measured.
#![allow(dead_code, reason = "each bench uses its part")]

pub(crate) mod generators;
pub(crate) mod jobs;
pub(crate) mod naive;
pub(crate) mod rounds;
pub(crate) mod units;

use std::time::Duration;

use criterion::Throughput;
use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use rustix::time::{ClockId, clock_gettime};

/// Time that this thread really ran: on a machine that others use too, ratios of it hold still.
pub(crate) struct ThreadTime(WallTime);

impl Default for ThreadTime {
    fn default() -> Self {
        Self(WallTime)
    }
}

impl Measurement for ThreadTime {
    type Intermediate = Duration;
    type Value = Duration;

    fn start(&self) -> Duration {
        now()
    }

    fn end(&self, start: Duration) -> Duration {
        now().saturating_sub(start)
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
        self.0.formatter()
    }
}

/// The processor time of this thread.
pub(crate) fn now() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Trials of one measured call.
pub(crate) const TRIALS: u64 = 1 << 14;

/// So many sequences a call.
pub(crate) fn sequences() -> Throughput {
    Throughput::Elements(TRIALS)
}
