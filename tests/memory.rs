//! Rolling more dice takes no more memory.

#[path = "../benches/support/jobs.rs"]
#[allow(dead_code, reason = "this test uses its part")]
mod jobs;

use std::alloc::System;

use jobs::twenty;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use warodds::engine::{self, CHUNK, Sampling};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Blocks and bytes that rolling so many chunks asks for: the least of two, for the thread that waits for this
/// test asks for some as well.
fn asked_for(chunks: u64, spill: bool, all: bool) -> (usize, usize) {
    (0..2).map(|_| asked_for_once(chunks, spill, all)).min().expect("twice")
}

fn asked_for_once(chunks: u64, spill: bool, all: bool) -> (usize, usize) {
    let engagement = twenty(spill, all);
    let sampling = Sampling { trials: chunks * CHUNK, threads: Some(1), ..Sampling::default() };
    let region = Region::new(ALLOCATOR);
    engine::sample(&engagement, &sampling).expect("within every limit");
    let change = region.change();
    (change.allocations + change.reallocations, change.bytes_allocated)
}

#[test]
fn no_chunk_allocates_anything() {
    for (spill, all) in [(true, false), (false, false), (false, true)] {
        let once = asked_for(1, spill, all);
        assert!(once.0 > 0, "the allocator counts");
        assert_eq!(asked_for(2, spill, all), once);
    }
}
