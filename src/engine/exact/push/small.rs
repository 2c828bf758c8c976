//! Blows on a state so small that it stays in the registers: what a blow looks back to is then the state shifted by a few
//! cells, and not a row that has only just been stored, for which a processor would wait.

use super::FEW;
use crate::engine::exact::bands::Bands;
use crate::engine::exact::joint::Joint;

/// Cells that one vector holds, where vectors are widest.
type Cells = [f64; FEW];
/// So many of them hold a whole state that is small.
const SMALL: usize = 3;
/// Blows on a small state move it on by less than this.
const REACH: usize = 4;

/// Whether a state is small, and what blows do to it.
pub(super) fn is_small(world: &Joint, bands: &Bands) -> bool {
    world.p.len() == world.cells && bands.len() <= SMALL * FEW && bands.offset() < REACH
}

/// For each number of cells by which a blow may move the state, the chance that it moves it to one of some cells.
type Moves = [Cells; REACH];

/// Σ P(n) · blowⁿ · world.
pub(super) fn weigh(mut world: Joint, bands: &Bands, weights: &[f64], low: usize) -> Joint {
    let mut moves = [[[0.0; FEW]; REACH]; SMALL];
    for (band, weights) in bands.iter().filter(|(band, _)| band.rows == 0) {
        let (weights, _) = weights.as_chunks();
        moves.iter_mut().zip(weights).for_each(|(moves, weights)| moves[band.offset] = *weights);
    }
    let mut before = [[0.0; FEW]; SMALL];
    before.as_flattened_mut()[..world.cells].copy_from_slice(&world.p);
    let after = rounds(&moves, &before, weights, low);
    world.p.copy_from_slice(&after.as_flattened()[..world.cells]);
    world
}

/// A blow for each weight, from the last on, and so much of the world once more; then `low` blows more.
///
/// Cells are handed on by value and worked out in plain loops: so optimised builds keep them in registers, linked as a whole or
/// in parts. Incremental ones do not, and take longer.
#[multiversion::multiversion(targets("x86_64+avx+avx2+avx512f+avx512bw", "x86_64+avx+avx2"))]
fn rounds(moves: &[Moves; SMALL], world: &[Cells; SMALL], weights: &[f64], low: usize) -> [Cells; SMALL] {
    let nothing = [0.0; FEW];
    let [mut first, mut second, mut third] = [nothing; SMALL];
    for round in 0..weights.len() + low {
        let weight = if round < weights.len() { weights[weights.len() - 1 - round] } else { 0.0 };
        let blow = |part: usize, before: &Cells, now: &Cells| -> Cells {
            let moves = &moves[part];
            let stays = times(moves[0], *now);
            let one = times(moves[1], shifted::<1>(before, now));
            let two = times(moves[2], shifted::<2>(before, now));
            let three = times(moves[3], shifted::<3>(before, now));
            plus(plus(plus(plus(stays, one), two), three), times([weight; FEW], world[part]))
        };
        (first, second, third) = (blow(0, &nothing, &first), blow(1, &first, &second), blow(2, &second, &third));
    }
    [first, second, third]
}

#[inline(always)]
fn times(mut a: Cells, b: Cells) -> Cells {
    for cell in 0..FEW {
        a[cell] *= b[cell];
    }
    a
}

#[inline(always)]
fn plus(mut a: Cells, b: Cells) -> Cells {
    for cell in 0..FEW {
        a[cell] += b[cell];
    }
    a
}

/// The cells that stand so many before these, the first of them at the end of those before.
#[inline(always)]
fn shifted<const BY: usize>(before: &Cells, now: &Cells) -> Cells {
    std::array::from_fn(|cell| if cell >= BY { now[cell - BY] } else { before[FEW + cell - BY] })
}
