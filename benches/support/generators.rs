//! The generator of the lanes alone, once for each kind of processor.

use std::hint::black_box;

use rand::Rng;
use warodds::dice::{LANES, Roller};
use warodds::engine::Level;

/// Bytes of one measured call.
pub(crate) const BYTES: usize = 64 * BUFFER;
/// Bytes that are written before they are written over: as much as the engine rolls before it looks.
const BUFFER: usize = 64 * LANES;

/// Makes so many rows of bytes, and writes them as the engine does.
pub(crate) type Fill = fn(&mut Roller, usize);

/// The words of a generator that gives one after the other, written as well.
pub(crate) fn one_by_one(g: &mut impl Rng) {
    let mut buffer = [0u64; BUFFER / 8];
    for _ in 0..BYTES / BUFFER {
        buffer.iter_mut().for_each(|word| *word = g.next_u64());
        black_box(&mut buffer);
    }
}

/// The levels this processor has, each with its generator.
pub(crate) fn levels() -> impl Iterator<Item = (Level, Fill)> {
    let all: [(Level, Fill); 3] = [(Level::Avx512, avx512), (Level::Avx2, avx2), (Level::Baseline, fill)];
    all.into_iter().filter(|(level, _)| level.is_here())
}

/// What is written to: at the start of a page, so that the generator's own place on the stack always lies alike against it
/// and never across two pages, which took almost twice as long in some processes.
#[repr(align(4096))]
struct Buffer([[u8; LANES]; BUFFER / LANES]);

#[inline(always)]
fn fill(g: &mut Roller, rows: usize) {
    let (mut here, mut buffer) = (g.clone(), Buffer([[0; LANES]; BUFFER / LANES]));
    for _ in 0..rows / buffer.0.len() {
        for row in &mut buffer.0 {
            *row = here.bytes();
        }
        black_box(&mut buffer);
    }
    *g = here;
}

#[multiversion::multiversion(targets("x86_64+avx+avx2+avx512f+avx512bw"))]
fn avx512(g: &mut Roller, rows: usize) {
    fill(g, rows);
}

#[multiversion::multiversion(targets("x86_64+avx+avx2"))]
fn avx2(g: &mut Roller, rows: usize) {
    fill(g, rows);
}
