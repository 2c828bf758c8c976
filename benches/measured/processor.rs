//! Processor time as what criterion measures.

use std::time::Duration;

use criterion::measurement::{Measurement, ValueFormatter, WallTime};

/// Time that really was computed in: on a machine that others use too, ratios of it hold still.
pub(crate) struct Processor {
    clock: fn() -> Duration,
    wall: WallTime,
}

impl Processor {
    pub(crate) fn of_this_thread() -> Self {
        Self { clock: crate::support::thread, wall: WallTime }
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
