//! Who watches long work, and how far it came.

use std::sync::atomic::{AtomicBool, Ordering};

/// Who is told how far the work is, and who can stop it.
pub struct Watch<'w> {
    /// Told how many cells are done, from any thread.
    pub progress: &'w (dyn Fn(u64) + Sync),
    /// Set to stop the work.
    pub stop: &'w AtomicBool,
}

impl Watch<'_> {
    /// Reports to nobody, and is never stopped.
    pub fn nobody() -> Watch<'static> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Watch { progress: &|_| {}, stop: &NEVER }
    }

    /// Whether the work is to stop.
    pub(in crate::ask) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// A part of the work, between these shares of the whole, of this many steps: its progress in hundredths of the whole.
    pub(in crate::ask) fn part(&self, [from, to]: [f64; 2], steps: usize) -> WatchPart<'_> {
        let progress = move |done: u64| {
            (self.progress)((100.0 * (from + (to - from) * done as f64 / steps.max(1) as f64)) as u64);
        };
        WatchPart { progress: Box::new(progress), stop: self.stop }
    }
}

/// A part of some work, and who watches it.
pub(in crate::ask) struct WatchPart<'w> {
    progress: Box<dyn Fn(u64) + Sync + 'w>,
    stop: &'w AtomicBool,
}

impl WatchPart<'_> {
    pub(in crate::ask) fn watch(&self) -> Watch<'_> {
        Watch { progress: &*self.progress, stop: self.stop }
    }
}

/// How far the work came.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Reached {
    /// Cells that were handed out.
    pub cells: usize,
    /// Cells that there are.
    pub of: usize,
}

impl Reached {
    /// Whether all cells were.
    pub fn is_all(&self) -> bool {
        self.cells == self.of
    }
}
