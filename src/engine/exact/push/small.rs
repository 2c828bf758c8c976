//! Hits on so few states that all of them stay in registers.
//!
//! A hit takes each cell from cells a few places before it. In registers these are the same cells, shifted. In memory they
//! would be a row that was stored a moment ago, and the processor would wait for it.

use super::FEW;
use crate::engine::exact::bands::Bands;
use crate::engine::exact::joint::Joint;

/// Cells that one vector holds, where vectors are widest.
type FewCells = [f64; FEW];
/// This many of them hold all cells of a small grid.
const SMALL: usize = 3;
/// On a small grid no hit moves the state by as many cells as this.
const REACH: usize = 4;

/// Whether the grid of states is small, and hits move them by a few cells only.
pub(super) fn is_small(states: &Joint, bands: &Bands) -> bool {
    states.p.len() == states.cells && bands.len() <= SMALL * FEW && bands.offset() < REACH
}

/// For each number of cells that a hit may move the state, the chance that it moves it so to each of eight cells.
type CellMoves = [FewCells; REACH];

/// Σ P(n) · blowⁿ · states.
pub(super) fn weigh(mut states: Joint, bands: &Bands, weights: &[f64], low: usize) -> Joint {
    let mut moves = [[[0.0; FEW]; REACH]; SMALL];
    for (band, weights) in bands.iter().filter(|(band, _)| band.rows == 0) {
        let (weights, _) = weights.as_chunks();
        moves.iter_mut().zip(weights).for_each(|(moves, weights)| moves[band.offset] = *weights);
    }
    let mut before = [[0.0; FEW]; SMALL];
    before.as_flattened_mut()[..states.cells].copy_from_slice(&states.p);
    let after = rounds(&moves, &before, weights, low);
    states.p.copy_from_slice(&after.as_flattened()[..states.cells]);
    states
}

/// For each weight, from the last one on: a hit, and so much of the states before the strike. Then `low` more hits.
///
/// Cells are passed by value and worked out in plain loops. That keeps them in registers in optimised builds; incremental
/// builds store them, and take longer.
#[multiversion::multiversion(targets("x86_64+avx+avx2+avx512f+avx512bw", "x86_64+avx+avx2"))]
fn rounds(moves: &[CellMoves; SMALL], states: &[FewCells; SMALL], weights: &[f64], low: usize) -> [FewCells; SMALL] {
    let nothing = [0.0; FEW];
    let [mut first, mut second, mut third] = [nothing; SMALL];
    for round in 0..weights.len() + low {
        let weight = if round < weights.len() { weights[weights.len() - 1 - round] } else { 0.0 };
        let hit = |part: usize, before: &FewCells, now: &FewCells| -> FewCells {
            let moves = &moves[part];
            let stays = times(moves[0], *now);
            let one = times(moves[1], shifted::<1>(before, now));
            let two = times(moves[2], shifted::<2>(before, now));
            let three = times(moves[3], shifted::<3>(before, now));
            plus(plus(plus(plus(stays, one), two), three), times([weight; FEW], states[part]))
        };
        (first, second, third) = (hit(0, &nothing, &first), hit(1, &first, &second), hit(2, &second, &third));
    }
    [first, second, third]
}

#[inline(always)]
fn times(mut a: FewCells, b: FewCells) -> FewCells {
    for cell in 0..FEW {
        a[cell] *= b[cell];
    }
    a
}

#[inline(always)]
fn plus(mut a: FewCells, b: FewCells) -> FewCells {
    for cell in 0..FEW {
        a[cell] += b[cell];
    }
    a
}

/// The cells `BY` places before `now`, where `before` are the cells that precede it.
#[inline(always)]
fn shifted<const BY: usize>(before: &FewCells, now: &FewCells) -> FewCells {
    std::array::from_fn(|cell| if cell >= BY { now[cell - BY] } else { before[FEW + cell - BY] })
}
