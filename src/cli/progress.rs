//! How far long work is, and how it is stopped.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::report::printable;

/// A progress bar appears once work has taken this long.
const PATIENCE: Duration = Duration::from_millis(300);

/// Set once the user wants no more.
pub(super) static STOP: AtomicBool = AtomicBool::new(false);

/// Lets an interrupt end the work with a whole row, where there are interrupts. Who insists gets what any program does.
pub(super) fn heed_interrupts() {
    // Where no handler can be set, the program ends as it would without one.
    #[cfg(feature = "interrupt")]
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, std::sync::atomic::Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
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
        Self::styled(&format!("{{human_pos}} of {{human_len}} {things}, {{eta}} left"), count, quiet)
    }

    /// A bar for files, which names the one that is read.
    pub(super) fn of_files(count: usize) -> Self {
        Self::styled("{pos} of {len} files, {msg}", count as u64, false)
    }

    fn styled(style: &str, count: u64, quiet: bool) -> Self {
        let bar = ProgressBar::with_draw_target(Some(count), ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template(&format!("{{bar:40}} {style}"));
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self { bar, show: !quiet && io::stderr().is_terminal(), started: Instant::now() }
    }

    /// Says which file is read, and how many were before it.
    pub(super) fn at_file(&self, done: usize, file: &Path) {
        self.bar.set_message(printable(&file.display().to_string()));
        self.at(done as u64);
    }

    /// Says how far the work is.
    pub(super) fn at(&self, done: u64) {
        if self.show && self.started.elapsed() >= PATIENCE {
            // A page draws a bar of its own from the numbers.
            if cfg!(target_os = "wasi") {
                eprint!("\r{done} {}", self.bar.length().unwrap_or(done));
                return;
            }
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
