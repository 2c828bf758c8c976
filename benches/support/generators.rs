//! The generator of the lanes alone, once for each kind of processor.

use warodds::dice::{Bytes, LANES, Roller};
use warodds::engine::Level;

/// Bytes of one measured call.
pub(crate) const BYTES: usize = 1_000 * LANES;

/// A generator's bytes, all folded into one row so that none is left out.
type Fold = fn(&mut Roller) -> Bytes;

/// The levels this processor has, each with its generator.
pub(crate) fn levels() -> Vec<(&'static str, Fold)> {
    let all: [(Level, &'static str, Fold); 3] = [
        (Level::Avx512, "lanes, AVX-512", avx512),
        (Level::Avx2, "lanes, AVX2", avx2),
        (Level::Baseline, "lanes, baseline", fold),
    ];
    all.into_iter().filter(|(level, _, _)| level.is_here()).map(|(_, name, fill)| (name, fill)).collect()
}

#[inline(always)]
fn fold(g: &mut Roller) -> Bytes {
    let (mut g_here, mut all) = (g.clone(), [0u8; LANES]);
    for _ in 0..BYTES / LANES {
        for (sum, byte) in all.iter_mut().zip(g_here.bytes()) {
            *sum ^= byte;
        }
    }
    *g = g_here;
    all
}

#[multiversion::multiversion(targets("x86_64+avx+avx2+avx512f+avx512bw"))]
fn avx512(g: &mut Roller) -> Bytes {
    fold(g)
}

#[multiversion::multiversion(targets("x86_64+avx+avx2"))]
fn avx2(g: &mut Roller) -> Bytes {
    fold(g)
}
