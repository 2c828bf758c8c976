//! Blows pushed through the state of the bodies.

use std::ops::Range;

use crate::sequence::{Axes, Axis, Band, Bands, Joint};
use crate::stats::{FOUR, WIDE, add_four_products, add_times};

/// Σ P(n) · blowⁿ · world, where the number of blows does not depend on the world: Horner's rule over the number, from the
/// largest down.
pub(super) fn weigh(world: Joint, bands: &Bands, weights: &[f64], low: usize) -> Joint {
    let mut state = State::new(&world, bands);
    let within = support(&world.p, world.cells);
    rounds(&mut state, &world.p, &within, weights);
    blows(&mut state, low);
    state.joint(world.axes).trim()
}

/// The rounds of [`weigh`], each a blow on every cell and the world once more.
#[multiversion::multiversion(targets("x86_64+avx+avx2+avx512f+avx512bw", "x86_64+avx+avx2"))]
fn rounds(state: &mut State, world: &[f64], within: &Range<usize>, weights: &[f64]) {
    for weight in weights.iter().rev() {
        state.push();
        state.add(*weight, world, within);
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
    let (size, cells) = (world.p.len(), world.cells);
    let mut axes = Axes::from_slice(rest);
    axes.extend_from_slice(&world.axes);
    let mut p = vec![0.0; riding * size];
    let mut state = State::new(world, bands);
    state.add(1.0, &world.p, &support(&world.p, cells));
    blows(&mut state, low);
    for weights in slices.chunks_exact(riding) {
        let now = state.joint(Axes::new()).p;
        for (weight, block) in weights.iter().zip(p.chunks_exact_mut(size)).filter(|(weight, _)| **weight > 0.0) {
            add_times(block, *weight, &now);
        }
        blows(&mut state, 1);
    }
    Joint { axes, cells, p }.trim()
}

/// The same where the number of blows and the world are joined: Horner's rule again, each slice added where it belongs in
/// the world's grid.
pub(super) fn horner(world: Joint, bands: &Bands, rest: &[Axis], slices: &[f64], low: usize) -> Joint {
    let each = rest.iter().map(|axis| axis.len).product::<usize>() * world.cells;
    let mut part = Joint { axes: Axes::from_slice(rest), cells: world.cells, p: vec![0.0; each] };
    let mut place = vec![0.0; world.p.len()];
    let mut state = State::new(&world, bands);
    for slice in slices.chunks_exact(each).rev() {
        blows(&mut state, 1);
        part.p.copy_from_slice(slice);
        place.fill(0.0);
        world.add_into(&part, &mut place);
        state.add(1.0, &place, &(0..world.cells));
    }
    blows(&mut state, low);
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
    bands: &'b Bands,
    cells: usize,
    room: usize,
    /// A row with its room.
    width: usize,
    /// No cell from here on has been reached.
    live: usize,
    now: Vec<f64>,
    next: Vec<f64>,
    products: Vec<Products>,
}

/// Up to four bands of one row: where the row, the bands' weights and what they look back to begin.
struct Products {
    row: usize,
    /// Whether they are the first of their row.
    fresh: bool,
    weights: [usize; FOUR],
    back: [usize; FOUR],
}

impl<'b> State<'b> {
    fn new(world: &Joint, bands: &'b Bands) -> Self {
        let room = bands.offset();
        let (width, rows) = (room + bands.len(), world.p.len() / world.cells);
        let mut products = Vec::with_capacity(rows * bands.number().div_ceil(FOUR).max(1));
        for row in 0..rows {
            products_of(row, bands, |band| (row - band.rows) * width + room - band.offset, &mut products);
        }
        let [now, next] = [(); 2].map(|()| vec![0.0; rows * width]);
        Self { bands, cells: world.cells, room, width, live: 0, now, next, products }
    }

    /// Adds `weight` times a grid that is 0 outside the cells `within` of each row.
    #[inline(always)]
    fn add(&mut self, weight: f64, grid: &[f64], within: &Range<usize>) {
        for (now, row) in self.now.chunks_exact_mut(self.width).zip(grid.chunks_exact(self.cells)) {
            let now = &mut now[self.room + within.start..];
            now.iter_mut().zip(&row[within.clone()]).for_each(|(cell, p)| *cell += weight * p);
        }
        self.live = self.live.max(within.end);
    }

    /// One blow on every cell.
    #[inline(always)]
    fn push(&mut self) {
        if self.live == 0 {
            return;
        }
        self.live = (self.live + self.room).next_multiple_of(WIDE).min(self.bands.len());
        let live = self.live;
        for Products { row, fresh, weights, back } in &self.products {
            let out = &mut self.next[row * self.width + self.room..][..live];
            let weights = weights.map(|at| &self.bands.weights()[at..at + live]);
            add_four_products(out, weights, back.map(|at| &self.now[at..at + live]), *fresh);
        }
        std::mem::swap(&mut self.now, &mut self.next);
    }

    /// The state as a grid with these axes.
    fn joint(&self, axes: Axes) -> Joint {
        let mut p = Vec::with_capacity(self.now.len() / self.width * self.cells);
        self.now.chunks_exact(self.width).for_each(|row| p.extend_from_slice(&row[self.room..][..self.cells]));
        Joint { axes, cells: self.cells, p }
    }
}

/// Adds the products of one row, where `back` says what a band looks back to; at least one, to clear the row.
fn products_of(row: usize, bands: &Bands, back: impl Fn(&Band) -> usize, products: &mut Vec<Products>) {
    let mut reach = bands.iter().filter(|(band, _)| band.rows <= row).map(|(band, at)| (at, back(band)));
    let mut fresh = true;
    loop {
        let mut four = Products { row, fresh, weights: [Bands::ZEROS; FOUR], back: [0; FOUR] };
        let mut places = four.weights.iter_mut().zip(&mut four.back);
        let filled = places.by_ref().zip(&mut reach).map(|((weights, back), now)| (*weights, *back) = now).count();
        if filled > 0 || fresh {
            products.push(four);
        }
        if filled < FOUR {
            return;
        }
        fresh = false;
    }
}
