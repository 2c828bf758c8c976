//! Blows pushed through the state of the bodies.

mod small;

use std::ops::Range;

use smallvec::SmallVec;

use super::bands::Bands;
use super::joint::{Axes, Axis, Joint};
use crate::stats::{add_times, zeros};

/// Σ P(n) · blowⁿ · world, where the number of blows does not depend on the world: Horner's rule over the number, from the
/// largest down.
pub(super) fn weigh(world: Joint, bands: &Bands, weights: &[f64], low: usize) -> Joint {
    let weigh = if small::is_small(&world, bands) { small::weigh } else { weigh_any };
    weigh(world, bands, weights, low).trim()
}

fn weigh_any(world: Joint, bands: &Bands, weights: &[f64], low: usize) -> Joint {
    let mut state = State::new(&world, bands);
    let before = state.laid_out(&world.p);
    rounds(&mut state, &before, weights);
    blows(&mut state, low);
    state.joint(world.axes)
}

/// The rounds of [`weigh`], each a blow on every cell and the world once more.
#[multiversion::multiversion(targets("x86_64+avx+avx2+avx512f+avx512bw", "x86_64+avx+avx2"))]
fn rounds(state: &mut State, world: &[f64], weights: &[f64]) {
    let within = reached(world);
    for weight in weights.iter().rev() {
        state.push();
        state.add(*weight, world, within.clone());
    }
}

/// So many blows on every cell.
#[multiversion::multiversion(targets("x86_64+avx+avx2+avx512f+avx512bw", "x86_64+avx+avx2"))]
fn blows(state: &mut State, number: usize) {
    (0..number).for_each(|_| state.push());
}

/// The same where other counts ride along with the number of blows: powers of the blow, and one sum for each.
pub(super) fn weigh_powers(world: &Joint, bands: &Bands, rest: &[Axis], slices: &[f64], low: usize) -> Joint {
    let riding: usize = rest.iter().map(|axis| axis.len).product();
    let size = world.p.len();
    let mut axes = Axes::from_slice(rest);
    axes.extend_from_slice(&world.axes);
    let mut p = zeros(riding * size);
    let mut state = State::new(world, bands);
    let before = state.laid_out(&world.p);
    state.add(1.0, &before, 0..before.len());
    blows(&mut state, low);
    for weights in slices.chunks_exact(riding) {
        let now = state.joint(Axes::new()).p;
        for (weight, block) in weights.iter().zip(p.chunks_exact_mut(size)).filter(|(weight, _)| **weight > 0.0) {
            add_times(block, *weight, &now);
        }
        blows(&mut state, 1);
    }
    Joint { axes, cells: world.cells, p }.trim()
}

/// The same where the number of blows and the world are joined: Horner's rule again, each slice added where it belongs in
/// the world's grid.
pub(super) fn horner(world: Joint, bands: &Bands, rest: &[Axis], slices: &[f64], low: usize) -> Joint {
    let each = rest.iter().map(|axis| axis.len).product::<usize>() * world.cells;
    let mut part = Joint { axes: Axes::from_slice(rest), cells: world.cells, p: zeros(each) };
    let mut place = zeros(world.p.len());
    let mut state = State::new(&world, bands);
    for slice in slices.chunks_exact(each).rev() {
        blows(&mut state, 1);
        part.p.copy_from_slice(slice);
        place.fill(0.0);
        world.add_into(&part, &mut place);
        let now = state.laid_out(&place);
        state.add(1.0, &now, 0..now.len());
    }
    blows(&mut state, low);
    state.joint(world.axes).trim()
}

/// From the first to the last cell that is not 0.
#[inline(always)]
fn reached(row: &[f64]) -> Range<usize> {
    let is_reached = |p: &f64| *p != 0.0;
    let first = row.iter().position(is_reached).unwrap_or(0);
    first..row.iter().rposition(is_reached).map_or(first, |last| last + 1)
}

/// Rows are filled up to a multiple of so many cells.
const FEW: usize = Bands::MULTIPLE;

/// The state of the bodies under blows, at first nothing. Before each row of cells there is room for what a blow looks
/// back to, always 0, so that every band is a product of whole rows.
///
/// Blows only move states on, so from the last cell to the first each can be worked out where it stands. The rows lie where
/// vectors like to load them from, together with the weights of the bands: it is up to a third faster, and always alike.
struct State {
    bands: SmallVec<[Back; 8]>,
    /// How many cells a row has, with those that fill it up, and with its room too.
    cells: usize,
    filled: usize,
    width: usize,
    rows: usize,
    room: usize,
    /// How far a blow moves the state at the most.
    reach: usize,
    /// No cell from here on has been reached.
    live: usize,
    /// First the weights of the bands, then, from `start` on, the state.
    numbers: Vec<f64>,
    start: usize,
}

/// A band: where its weights begin, and what it looks back to. No row before the first `rows` has it, and the cell is so
/// many places back.
struct Back {
    weights: usize,
    rows: usize,
    places: usize,
}

impl State {
    fn new(world: &Joint, bands: &Bands) -> Self {
        let (cells, filled, reach) = (world.cells, bands.len(), bands.offset());
        let room = reach.next_multiple_of(FEW);
        let (width, rows) = (room + filled, world.p.len() / cells);
        let mut numbers: Vec<f64> = zeros(FEW + bands.number() * filled + rows * width);
        let mut start = numbers.as_ptr().align_offset(size_of::<[f64; FEW]>()).min(FEW);
        let mut backs = SmallVec::new();
        for (band, weights) in bands.iter() {
            numbers[start..][..filled].copy_from_slice(weights);
            backs.push(Back { weights: start, rows: band.rows, places: band.rows * width + band.offset });
            start += filled;
        }
        Self { bands: backs, cells, filled, width, rows, room, reach, live: 0, numbers, start }
    }

    /// The rows of the state, with their room.
    #[inline(always)]
    fn now(&self) -> &[f64] {
        &self.numbers[self.start..][..self.rows * self.width]
    }

    /// A grid like the state, with its room.
    fn laid_out(&self, grid: &[f64]) -> Vec<f64> {
        let mut rows = zeros(self.rows * self.width);
        for (row, cells) in grid.chunks_exact(self.cells).enumerate() {
            rows[row * self.width + self.room..][..self.cells].copy_from_slice(cells);
        }
        rows
    }

    /// Adds `weight` times a grid that is laid out like the state and 0 outside the cells `within`.
    #[inline(always)]
    fn add(&mut self, weight: f64, grid: &[f64], within: Range<usize>) {
        let last = if self.rows == 1 { within.end.saturating_sub(self.room) } else { self.cells };
        let now = self.numbers[self.start..][within.clone()].iter_mut();
        now.zip(&grid[within]).for_each(|(cell, p)| *cell += weight * p);
        self.live = self.live.max(last);
    }

    /// One blow on every cell.
    #[inline(always)]
    fn push(&mut self) {
        if self.live == 0 {
            return;
        }
        self.live = (self.live + self.reach).next_multiple_of(FEW).min(self.filled);
        for row in (0..self.rows).rev() {
            let mut end = self.live;
            while end > 0 {
                end -= match end / FEW {
                    1 => self.push_cells::<FEW>(row, end),
                    2 => self.push_cells::<{ 2 * FEW }>(row, end),
                    3 => self.push_cells::<{ 3 * FEW }>(row, end),
                    _ => self.push_cells::<{ 4 * FEW }>(row, end),
                };
            }
        }
    }

    /// One blow on all that leads to the `N` cells of a row before `end`; gives `N` back.
    #[inline(always)]
    fn push_cells<const N: usize>(&mut self, row: usize, end: usize) -> usize {
        let from = end - N;
        let at = self.start + row * self.width + self.room + from;
        let mut sums = [0.0; N];
        for Back { weights, rows, places } in &self.bands {
            if *rows > row {
                continue;
            }
            let (weights, before) = (&self.numbers[weights + from..][..N], &self.numbers[at - places..][..N]);
            for (sum, (weight, p)) in sums.iter_mut().zip(weights.iter().zip(before)) {
                *sum += weight * p;
            }
        }
        self.numbers[at..][..N].copy_from_slice(&sums);
        N
    }

    /// The state as a grid with these axes.
    fn joint(&self, axes: Axes) -> Joint {
        let mut p = Vec::with_capacity(self.rows * self.cells);
        self.now().chunks_exact(self.width).for_each(|row| p.extend_from_slice(&row[self.room..][..self.cells]));
        Joint { axes, cells: self.cells, p }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Draw, Faces};
    use crate::engine::exact::body_states::BodyStates;
    use crate::engine::exact::strike::bands;
    use crate::engine::exact::token_pmf::TokenPmfs;
    use crate::sequence::{Body, Guard, ModelGroup, Save, Side, Slot, Strike};

    #[test]
    fn a_small_state_is_pushed_like_any_other() {
        let save = Some(Save { on: 5, reroll: Faces::NONE });
        let guard = Guard { save, amount: Draw::of("D6".parse().expect("dice"), Faces::NONE), ignore_on: 5 };
        for (models, wounds, taken, low) in [(10, 2, 0, 0), (7, 3, 1, 2), (20, 1, 0, 3), (1, 3, 0, 0)] {
            let groups = vec![ModelGroup { name: String::new(), models, wounds }];
            let bodies = [Body { name: String::new(), side: Side::Defender, groups, taken }];
            let (name, input, [through, gross, net]) = ("blow", Slot(0), [None; 3]);
            let (bodies_hit, guards) = ([0][..].into(), [[guard.clone()][..].into()][..].into());
            let strike = Strike { name, input, bodies: bodies_hit, guards, spill: false, through, gross, net };
            let world = BodyStates::new(&bodies, &[true]);
            let bands = bands(&strike, &world, &mut TokenPmfs::new(), [None; 3]);
            let before = Joint::bodies(world.cells(), world.start());
            assert!(small::is_small(&before, &bands));
            let weights: Vec<f64> = (1..=14).map(|n| f64::from(n) / 105.0).collect();
            let by_registers = small::weigh(before.clone(), &bands, &weights, low);
            let by_rows = weigh_any(before, &bands, &weights, low);
            assert!((by_rows.p.iter().sum::<f64>() - 1.0).abs() < 1e-14);
            for (a, b) in by_registers.p.iter().zip(&by_rows.p) {
                assert!((a - b).abs() <= 1e-15, "{models} of {wounds}: {a} and {b}");
            }
        }
    }
}
