//! Kernels that take turns: the time of each is the median over rounds, in processor time.

use std::time::Duration;

use super::thread;

/// Rounds of which the median is taken.
const ROUNDS: usize = 9;
/// How long a kernel runs in each round.
const SLICE: Duration = Duration::from_millis(20);

/// One kernel: what it is called, how many units of work a call does, and the call.
pub(crate) struct Kernel<'k> {
    name: String,
    units: f64,
    call: Box<dyn FnMut() + 'k>,
    calls: u32,
    nanoseconds: Vec<f64>,
}

/// Kernels that are measured together, so that their ratios mean something.
pub(crate) struct Rounds<'k> {
    clock: fn() -> Duration,
    kernels: Vec<Kernel<'k>>,
}

impl Default for Rounds<'_> {
    fn default() -> Self {
        Self::by(thread)
    }
}

impl<'k> Rounds<'k> {
    /// Rounds by a clock other than this thread's.
    pub(crate) fn by(clock: fn() -> Duration) -> Self {
        Self { clock, kernels: Vec::new() }
    }

    /// Adds a kernel that does `units` of work a call.
    pub(crate) fn add(&mut self, name: impl Into<String>, units: f64, call: impl FnMut() + 'k) {
        self.kernels.push(Kernel { name: name.into(), units, call: Box::new(call), calls: 1, nanoseconds: Vec::new() });
    }

    /// Runs all kernels in turn.
    pub(crate) fn run(mut self) -> Times {
        for kernel in &mut self.kernels {
            kernel.calibrate(self.clock);
        }
        for _ in 0..ROUNDS {
            for kernel in &mut self.kernels {
                let nanoseconds = kernel.time(self.clock).as_nanos() as f64;
                kernel.nanoseconds.push(nanoseconds / f64::from(kernel.calls) / kernel.units);
            }
        }
        let median = |mut times: Vec<f64>| {
            times.sort_by(f64::total_cmp);
            times[times.len() / 2]
        };
        Times(self.kernels.into_iter().map(|kernel| (kernel.name, median(kernel.nanoseconds))).collect())
    }
}

impl Kernel<'_> {
    fn time(&mut self, clock: fn() -> Duration) -> Duration {
        let start = clock();
        for _ in 0..self.calls {
            (self.call)();
        }
        clock().saturating_sub(start)
    }

    fn calibrate(&mut self, clock: fn() -> Duration) {
        while self.time(clock) < SLICE / 4 {
            self.calls *= 2;
        }
        let share = SLICE.as_secs_f64() / self.time(clock).as_secs_f64();
        self.calls = (f64::from(self.calls) * share).ceil() as u32;
    }
}

/// The median time of each kernel, in nanoseconds for one unit of work.
pub(crate) struct Times(pub(crate) Vec<(String, f64)>);

impl Times {
    /// The time of a kernel.
    pub(crate) fn of(&self, name: &str) -> f64 {
        let found = self.0.iter().find(|(known, _)| known == name);
        found.unwrap_or_else(|| panic!("no kernel is called `{name}`")).1
    }

    /// How many times as fast `kernel` is as `baseline`.
    pub(crate) fn ratio(&self, baseline: &str, kernel: &str) -> f64 {
        self.of(baseline) / self.of(kernel)
    }
}
