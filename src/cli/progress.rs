//! How far long work is, and how it is stopped.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A progress bar appears once work has taken this long.
const PATIENCE: Duration = Duration::from_millis(300);

/// Set once the user wants no more.
pub(super) static STOP: AtomicBool = AtomicBool::new(false);

/// Lets an interrupt end the work with a whole row. Who insists gets what any program does.
pub(super) fn heed_interrupts() {
    let handler = || {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    };
    // Where no handler can be set, the program ends as it would without one.
    let _ = ctrlc::set_handler(handler);
}

/// A bar on a terminal, once work takes a while; it goes when this is dropped.
pub(super) struct Progress {
    bar: ProgressBar,
    show: bool,
    started: Instant,
}

impl Progress {
    /// A bar for so many `things`.
    pub(super) fn of(things: &str, count: u64, quiet: bool) -> Self {
        let bar = ProgressBar::with_draw_target(Some(count), ProgressDrawTarget::hidden());
        let style = format!("{{bar:40}} {{human_pos}} of {{human_len}} {things}, {{eta}} left");
        bar.set_style(ProgressStyle::with_template(&style).unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self { bar, show: !quiet && io::stderr().is_terminal(), started: Instant::now() }
    }

    /// Says how far the work is.
    pub(super) fn at(&self, done: u64) {
        if self.show && self.started.elapsed() >= PATIENCE {
            if self.bar.is_hidden() {
                self.bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
            }
            self.bar.set_position(done);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
