//! The generator of the lanes alone, once for each kind of processor.

use warodds::dice::{Bytes, LANES, Roller};
use warodds::engine::Level;

/// Bytes of one measured call.
pub(crate) const BYTES: usize = 1_000 * LANES;

/// So many rows of a generator's bytes, all folded into one so that none is left out.
pub(crate) type Fold = fn(&mut Roller, usize) -> Bytes;

/// The levels this processor has, each with its generator.
pub(crate) fn levels() -> impl Iterator<Item = (Level, Fold)> {
    let all: [(Level, Fold); 3] = [(Level::Avx512, avx512), (Level::Avx2, avx2), (Level::Baseline, fold)];
    all.into_iter().filter(|(level, _)| level.is_here())
}

#[inline(always)]
fn fold(g: &mut Roller, rows: usize) -> Bytes {
    let (mut g_here, mut all) = (g.clone(), [0u8; LANES]);
    for _ in 0..rows {
        for (sum, byte) in all.iter_mut().zip(g_here.bytes()) {
            *sum ^= byte;
        }
    }
    *g = g_here;
    all
}

#[multiversion::multiversion(targets("x86_64+avx+avx2+avx512f+avx512bw"))]
fn avx512(g: &mut Roller, rows: usize) -> Bytes {
    fold(g, rows)
}

#[multiversion::multiversion(targets("x86_64+avx+avx2"))]
fn avx2(g: &mut Roller, rows: usize) -> Bytes {
    fold(g, rows)
}
