//! Blows on a state so small that it stays in the registers: what a blow looks back to is then the state shifted by a few
//! cells, and not a row that has only just been stored, for which a processor would wait.

use crate::sequence::{Bands, Joint};

/// Cells that one vector holds, where vectors are widest.
const FEW: usize = Bands::MULTIPLE;
type Cells = [f64; FEW];
/// So many of them hold a whole state that is small.
const SMALL: usize = 3;
/// Blows on a small state move it on by less than this.
const REACH: usize = 4;

/// Whether a state is small, and what blows do to it.
pub(super) fn is_small(world: &Joint, bands: &Bands) -> bool {
    world.p.len() == world.cells && bands.len() <= SMALL * FEW && bands.offset() < REACH
}

/// Σ P(n) · blowⁿ · world.
pub(super) fn weigh(mut world: Joint, bands: &Bands, weights: &[f64], low: usize) -> Joint {
    // For each number of cells by which a blow may move the state, the chance that it moves it to a cell.
    let mut moves = [[[0.0; FEW]; SMALL]; REACH];
    for (band, weights) in bands.iter().filter(|(band, _)| band.rows == 0) {
        let (weights, _) = weights.as_chunks();
        moves[band.offset].iter_mut().zip(weights).for_each(|(cells, weights)| *cells = *weights);
    }
    let mut before = [[0.0; FEW]; SMALL];
    before.as_flattened_mut()[..world.cells].copy_from_slice(&world.p);
    let after = rounds(&moves, &before, weights, low);
    world.p.copy_from_slice(&after.as_flattened()[..world.cells]);
    world
}

#[multiversion::multiversion(targets("x86_64+avx+avx2+avx512f+avx512bw", "x86_64+avx+avx2"))]
fn rounds(moves: &[[Cells; SMALL]; REACH], world: &[Cells; SMALL], weights: &[f64], low: usize) -> [Cells; SMALL] {
    let mut state = [[0.0; FEW]; SMALL];
    for weight in weights.iter().rev() {
        state = blow(moves, &state, *weight, world);
    }
    for _ in 0..low {
        state = blow(moves, &state, 0.0, world);
    }
    state
}

/// One blow on every cell, and so much of the world once more.
#[inline(always)]
fn blow(
    moves: &[[Cells; SMALL]; REACH],
    state: &[Cells; SMALL],
    weight: f64,
    world: &[Cells; SMALL],
) -> [Cells; SMALL] {
    let mut after = [[0.0; FEW]; SMALL];
    for part in 0..SMALL {
        let (now, before) = (&state[part], if part == 0 { &[0.0; FEW] } else { &state[part - 1] });
        let back = [*now, shifted::<1>(before, now), shifted::<2>(before, now), shifted::<3>(before, now)];
        for cell in 0..FEW {
            let moved = |by: usize| moves[by][part][cell] * back[by][cell];
            after[part][cell] = moved(0) + moved(1) + moved(2) + moved(3) + weight * world[part][cell];
        }
    }
    after
}

/// The cells that stand so many before these, the first of them at the end of those before.
#[inline(always)]
fn shifted<const BY: usize>(before: &Cells, now: &Cells) -> Cells {
    std::array::from_fn(|cell| if cell >= BY { now[cell - BY] } else { before[FEW + cell - BY] })
}
