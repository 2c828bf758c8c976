//! Hits on the target, applied to the state of the bodies.

mod small;

use std::ops::Range;

use smallvec::SmallVec;

use super::bands::Bands;
use super::joint::{Axes, Joint, SlotAxis};
use crate::stats::{add_times, add_times_here, zeros};

/// Σ P(n) · blowⁿ · states, where the number of hits does not depend on the states: Horner's rule over the number, from the
/// largest down.
pub(super) fn weigh(states: Joint, bands: &Bands, weights: &[f64], low: usize) -> Joint {
    let weigh = if small::is_small(&states, bands) { small::weigh } else { weigh_any };
    weigh(states, bands, weights, low).trim()
}

fn weigh_any(states: Joint, bands: &Bands, weights: &[f64], low: usize) -> Joint {
    let mut state = PushState::new(&states, bands);
    let before = state.laid_out(&states.p);
    rounds(&mut state, &before, weights);
    hits(&mut state, low);
    state.joint(states.axes)
}

/// The rounds of [`weigh`]: one hit on every cell, and then some more of the states before the strike.
#[multiversion::multiversion(targets("x86_64+avx+avx2+avx512f+avx512bw", "x86_64+avx+avx2"))]
fn rounds(state: &mut PushState, states: &[f64], weights: &[f64]) {
    let within = reached(states);
    for weight in weights.iter().rev() {
        state.push();
        state.add(*weight, states, within.clone());
    }
}

/// This many hits on every cell.
#[multiversion::multiversion(targets("x86_64+avx+avx2+avx512f+avx512bw", "x86_64+avx+avx2"))]
fn hits(state: &mut PushState, number: usize) {
    (0..number).for_each(|_| state.push());
}

/// Hits where other counts depend on their number: the states after each number of hits, weighted once for every
/// combination of the other counts.
pub(super) fn weigh_powers(states: &Joint, bands: &Bands, rest: &[SlotAxis], slices: &[f64], low: usize) -> Joint {
    let riding: usize = rest.iter().map(|axis| axis.len).product();
    let size = states.p.len();
    let mut axes = Axes::from_slice(rest);
    axes.extend_from_slice(&states.axes);
    let mut p = zeros(riding * size);
    let mut state = PushState::new(states, bands);
    let before = state.laid_out(&states.p);
    state.add(1.0, &before, reached(&before));
    hits(&mut state, low);
    for weights in slices.chunks_exact(riding) {
        let now = state.joint(Axes::new()).p;
        let reached = state.live_rows * states.cells;
        for (weight, block) in weights.iter().zip(p.chunks_exact_mut(size)).filter(|(weight, _)| **weight > 0.0) {
            add_times(&mut block[..reached], *weight, &now[..reached]);
        }
        hits(&mut state, 1);
    }
    Joint { axes, cells: states.cells, p }.trim()
}

/// Hits whose number depends on the states. Horner's rule again; in each round the slice of the joint grid
/// with that number of hits is added.
pub(super) fn horner(states: Joint, bands: &Bands, rest: &[SlotAxis], slices: &[f64], low: usize) -> Joint {
    let each = rest.iter().map(|axis| axis.len).product::<usize>() * states.cells;
    let mut part = Joint { axes: Axes::from_slice(rest), cells: states.cells, p: zeros(each) };
    let mut state = PushState::new(&states, bands);
    for slice in slices.chunks_exact(each).rev() {
        hits(&mut state, 1);
        part.p.copy_from_slice(slice);
        states.each_row(&part, |row, cells| state.add_row(row, cells));
    }
    hits(&mut state, low);
    state.joint(states.axes).trim()
}

/// From the first to the last cell that is not 0.
#[inline(always)]
fn reached(row: &[f64]) -> Range<usize> {
    let is_reached = |p: &f64| *p != 0.0;
    let first = row.iter().position(is_reached).unwrap_or(0);
    first..row.iter().rposition(is_reached).map_or(first, |last| last + 1)
}

/// Rows are padded to a multiple of this many cells.
const FEW: usize = Bands::MULTIPLE;

/// The states of the bodies while hits are applied to them, all 0 at first.
///
/// A hit takes each cell from the cells before it, so before each row there is room that is always 0: no cell then needs a
/// test of where its row begins. Hits only move states on, so each cell is worked out in place, from the last to the first.
/// The rows and the weights of the bands lie in one vector, aligned to the widest vectors of a processor: that is up to a
/// third faster, and takes as long in every run.
struct PushState {
    bands: SmallVec<[Back; 8]>,
    /// How many cells a row has; and with its padding and the room before it.
    cells: usize,
    width: usize,
    rows: usize,
    room: usize,
    /// For each number of rows that a hit moves the state, the most cells that it moves it on then.
    reach: SmallVec<[(usize, usize); 8]>,
    /// The most rows that a hit moves the state.
    row_reach: usize,
    /// No row from here on has been reached; in each row, no cell from here on.
    live_rows: usize,
    live: SmallVec<[usize; 1]>,
    /// First the weights of the bands, then, from `start` on, the state.
    numbers: Vec<f64>,
    start: usize,
}

/// A band: where its weights begin, and from where it moves the state: from this many rows and this many places back.
struct Back {
    weights: usize,
    rows: usize,
    places: usize,
}

impl PushState {
    fn new(states: &Joint, bands: &Bands) -> Self {
        let (cells, filled) = (states.cells, bands.len());
        let room = bands.offset().next_multiple_of(FEW);
        let (width, rows) = (room + filled, states.p.len() / cells);
        let live = SmallVec::from_elem(0, rows);
        let mut numbers: Vec<f64> = zeros(FEW + bands.number() * filled + rows * width);
        let mut start = numbers.as_ptr().align_offset(size_of::<[f64; FEW]>()).min(FEW);
        let (mut backs, mut row_reach) = (SmallVec::new(), 0);
        let mut reaches: SmallVec<[(usize, usize); 8]> = SmallVec::new();
        for (band, weights) in bands.iter() {
            numbers[start..][..filled].copy_from_slice(weights);
            backs.push(Back { weights: start, rows: band.rows, places: band.rows * width + band.offset });
            row_reach = row_reach.max(band.rows);
            match reaches.iter_mut().find(|(rows, _)| *rows == band.rows) {
                Some((_, most)) => *most = band.offset.max(*most),
                None => reaches.push((band.rows, band.offset)),
            }
            start += filled;
        }
        let (bands, live_rows) = (backs, 0);
        Self { bands, cells, width, rows, room, reach: reaches, row_reach, live_rows, live, numbers, start }
    }

    /// All rows with their room.
    #[inline(always)]
    fn now(&self) -> &[f64] {
        &self.numbers[self.start..][..self.rows * self.width]
    }

    /// A grid in rows with room, like this one.
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
        let rows = within.start / self.width..within.end.div_ceil(self.width);
        let last = (within.end + self.width).saturating_sub(rows.end * self.width + self.room);
        self.live_rows = self.live_rows.max(rows.end);
        for row in rows.clone() {
            self.live[row] = self.live[row].max(if row + 1 == rows.end { last } else { self.cells });
        }
        add_times_here(&mut self.numbers[self.start..][within.clone()], weight, &grid[within]);
    }

    /// Adds cells to those of a row.
    fn add_row(&mut self, row: usize, cells: &[f64]) {
        let within = reached(cells);
        if within.is_empty() {
            return;
        }
        let first = self.start + row * self.width + self.room;
        add_times_here(&mut self.numbers[first..][within.clone()], 1.0, &cells[within.clone()]);
        self.live_rows = self.live_rows.max(row + 1);
        self.live[row] = self.live[row].max(within.end);
    }

    /// One hit on every cell.
    #[inline(always)]
    fn push(&mut self) {
        if self.live_rows == 0 {
            return;
        }
        self.live_rows = (self.live_rows + self.row_reach).min(self.rows);
        for row in (0..self.live_rows).rev() {
            let mut live = 0;
            for (rows, reach) in self.reach.iter().filter(|(rows, _)| *rows <= row) {
                let before = self.live[row - rows];
                live = live.max(if before > 0 { before + reach } else { 0 });
            }
            // Cells that nothing reaches any more become 0.
            let mut end = live.max(self.live[row]).min(self.cells).next_multiple_of(FEW);
            self.live[row] = live.min(self.cells);
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

    /// One hit, as it reaches the `N` cells of a row before `end`. Returns `N`.
    #[inline(always)]
    fn push_cells<const N: usize>(&mut self, row: usize, end: usize) -> usize {
        let from = end - N;
        let at = self.start + row * self.width + self.room + from;
        let mut sums = [0.0; N];
        for Back { weights, rows, places } in &self.bands {
            if *rows > row {
                continue;
            }
            let of = |from: usize| self.numbers[from..].first_chunk::<N>().expect("a row has room");
            let (weights, before) = (of(weights + from), of(at - places));
            let mut k = 0;
            while k < N {
                sums[k] += weights[k] * before[k];
                k += 1;
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
    use smallvec::smallvec;

    use super::*;
    use crate::dice::{Draw, Faces};
    use crate::engine::exact::body_states::BodyStates;
    use crate::engine::exact::strike::bands;
    use crate::engine::exact::token_pmf::TokenPmfs;
    use crate::sequence::{Body, Guard, Save, Side, Slot, Strike};

    #[test]
    fn a_small_state_is_pushed_like_any_other() {
        let save = Some(Save { on: 5, reroll: Faces::NONE });
        let guard = Guard { save, amount: Draw::of("D6".parse().expect("dice"), Faces::NONE), ignore_on: 5 };
        for (models, wounds, taken, low) in [(10, 2, 0, 0), (7, 3, 1, 2), (20, 1, 0, 3), (1, 3, 0, 0)] {
            let bodies = [Body::of("", Side::Defender, &[(models, wounds)], taken)];
            let guards = smallvec![smallvec![guard.clone()]];
            let strike = Strike { guards, spill: false, ..Strike::unstopped("hit", Slot(0), 0, Draw::one()) };
            let states = BodyStates::new(&bodies, &[true]);
            let bands = bands(&strike, &states, &mut TokenPmfs::new(), [None; 3], 100).expect("few");
            let before = Joint::bodies(states.cells(), &states.start(&[]));
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
