//! Blows pushed through the state of the bodies.

use std::ops::Range;

use crate::sequence::{Axes, Axis, Band, Joint};
use crate::stats::{FOUR, add_four_products, add_times};

/// Σ P(n) · blowⁿ · world, where the number of blows does not depend on the world: Horner's rule over the number, from the
/// largest down.
pub(super) fn weigh(world: Joint, bands: &[Band], weights: &[f64], low: usize) -> Joint {
    let mut state = State::new(&world, bands);
    let within = support(&world.p, world.cells);
    for weight in weights.iter().rev() {
        state.push();
        state.add(*weight, &world.p, &within);
    }
    (0..low).for_each(|_| state.push());
    state.joint(world.axes).trim()
}

/// The same where other counts ride along with the number of blows: powers of the blow, and one sum for each.
pub(super) fn weigh_powers(world: &Joint, bands: &[Band], rest: &[Axis], slices: &[f64], low: usize) -> Joint {
    let riding: usize = rest.iter().map(|axis| axis.len).product();
    let (size, cells) = (world.p.len(), world.cells);
    let mut axes = Axes::from_slice(rest);
    axes.extend_from_slice(&world.axes);
    let mut p = vec![0.0; riding * size];
    let mut state = State::new(world, bands);
    state.add(1.0, &world.p, &support(&world.p, cells));
    (0..low).for_each(|_| state.push());
    for weights in slices.chunks_exact(riding) {
        let now = state.joint(Axes::new()).p;
        for (weight, block) in weights.iter().zip(p.chunks_exact_mut(size)).filter(|(weight, _)| **weight > 0.0) {
            add_times(block, *weight, &now);
        }
        state.push();
    }
    Joint { axes, cells, p }.trim()
}

/// The same where the number of blows and the world are joined: Horner's rule again, each slice added where it belongs in
/// the world's grid.
pub(super) fn horner(world: Joint, bands: &[Band], rest: &[Axis], slices: &[f64], low: usize) -> Joint {
    let each = rest.iter().map(|axis| axis.len).product::<usize>() * world.cells;
    let mut part = Joint { axes: Axes::from_slice(rest), cells: world.cells, p: vec![0.0; each] };
    let mut place = vec![0.0; world.p.len()];
    let mut state = State::new(&world, bands);
    for slice in slices.chunks_exact(each).rev() {
        state.push();
        part.p.copy_from_slice(slice);
        place.fill(0.0);
        world.add_into(&part, &mut place);
        state.add(1.0, &place, &(0..world.cells));
    }
    (0..low).for_each(|_| state.push());
    state.joint(world.axes).trim()
}

/// The cells outside of which every row of a grid is 0.
fn support(grid: &[f64], cells: usize) -> Range<usize> {
    let reached = |cell: &usize| grid[*cell..].iter().step_by(cells).any(|p| *p != 0.0);
    let first = (0..cells).find(reached).unwrap_or(0);
    first..(first..cells).rfind(reached).map_or(first, |last| last + 1)
}

/// The state of the bodies under blows, at first nothing. Before each row of cells there is room for what a blow looks
/// back to, always 0, so that every band is a product of whole rows.
struct State<'b> {
    bands: &'b [Band],
    cells: usize,
    room: usize,
    /// No cell from here on has been reached.
    live: usize,
    now: Vec<f64>,
    next: Vec<f64>,
    /// Weights that fill up the last few bands.
    zeros: Vec<f64>,
}

impl<'b> State<'b> {
    fn new(world: &Joint, bands: &'b [Band]) -> Self {
        let cells = world.cells;
        let room = bands.iter().map(|band| band.offset).max().unwrap_or(0);
        let size = world.p.len() / cells * (room + cells);
        Self { bands, cells, room, live: 0, now: vec![0.0; size], next: vec![0.0; size], zeros: vec![0.0; cells] }
    }

    /// Adds `weight` times a grid that is 0 outside the cells `within` of each row.
    fn add(&mut self, weight: f64, grid: &[f64], within: &Range<usize>) {
        let rows = self.now.chunks_exact_mut(self.room + self.cells).zip(grid.chunks_exact(self.cells));
        for (now, row) in rows.filter(|_| weight > 0.0) {
            if within.len() == 1 {
                now[self.room + within.start] += weight * row[within.start];
                continue;
            }
            add_times(&mut now[self.room + within.start..], weight, &row[within.clone()]);
        }
        self.live = self.live.max(within.end);
    }

    /// One blow on every cell.
    fn push(&mut self) {
        if self.live == 0 {
            return;
        }
        self.live = self.cells.min(self.live + self.room);
        let (room, live, width) = (self.room, self.live, self.room + self.cells);
        for (row, out) in self.next.chunks_exact_mut(width).enumerate() {
            let out = &mut out[room..room + live];
            let mut fresh = true;
            let mut bands = self.bands.iter().filter(|band| band.rows <= row);
            while let Some(first) = bands.next() {
                let looks_back = |band: &Band| &self.now[(row - band.rows) * width + room - band.offset..][..live];
                let mut weights = [&self.zeros[..live]; FOUR];
                let mut rows = [looks_back(first); FOUR];
                weights[0] = &first.weights[..live];
                for (place, band) in (1..FOUR).zip(&mut bands) {
                    (weights[place], rows[place]) = (&band.weights[..live], looks_back(band));
                }
                add_four_products(out, weights, rows, fresh);
                fresh = false;
            }
            if fresh {
                out.fill(0.0);
            }
        }
        std::mem::swap(&mut self.now, &mut self.next);
    }

    /// The state as a grid with these axes.
    fn joint(&self, axes: Axes) -> Joint {
        let mut p = Vec::with_capacity(self.now.len() / (self.room + self.cells) * self.cells);
        self.now.chunks_exact(self.room + self.cells).for_each(|row| p.extend_from_slice(&row[self.room..]));
        Joint { axes, cells: self.cells, p }
    }
}
