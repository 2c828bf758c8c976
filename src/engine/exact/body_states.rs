//! The states of the bodies: how many points each has lost.

use std::ops::Range;

use smallvec::{SmallVec, smallvec};

use crate::sequence::Body;

/// Points that the first bodies have lost before the first step, and how likely that is.
pub(crate) type Begin = (SmallVec<[usize; 2]>, f64);

/// A place among [`BodyStates`].
pub(super) type Cell = usize;

/// The states of the bodies that matter: one cell for every combination of points lost.
#[derive(Clone, Debug)]
pub(super) struct BodyStates<'e> {
    bodies: &'e [Body],
    /// For each body, how many cells one lost point moves on; `None` if the body does not matter.
    strides: SmallVec<[Option<usize>; 4]>,
    cells: usize,
}

impl<'e> BodyStates<'e> {
    pub(super) fn new(bodies: &'e [Body], matters: &[bool]) -> Self {
        let mut cells = 1;
        let strides = bodies
            .iter()
            .zip(matters)
            .map(|(body, matters)| {
                let stride = cells;
                matters.then(|| {
                    cells = usize::saturating_mul(cells, body.wounds() + 1);
                    stride
                })
            })
            .collect();
        Self { bodies, strides, cells }
    }

    /// The states of some bodies alone.
    pub(super) fn only(&self, bodies: &[usize]) -> Self {
        let is_one = |body: usize| bodies.contains(&body);
        Self::new(self.bodies, &(0..self.bodies.len()).map(is_one).collect::<SmallVec<[bool; 8]>>())
    }

    /// The cell among these in which `bodies` have lost what they have lost in a cell of others.
    pub(super) fn seen(&self, bodies: &[usize], others: &Self, cell: Cell) -> Cell {
        // A body that hits may land on again, once others are gone, is there twice.
        let each = bodies.iter().enumerate().filter(|(place, body)| !bodies[..*place].contains(body));
        each.map(|(_, body)| others.lost(cell, *body) * self.stride(*body)).sum()
    }

    pub(super) fn cells(&self) -> usize {
        self.cells
    }

    /// The cells as one body sees them.
    pub(super) fn cells_of(&self, body: usize) -> BodyCells {
        let stride = self.stride(body);
        BodyCells { stride, span: stride * (self.bodies[body].wounds() + 1), all: self.cells }
    }

    pub(super) fn body(&self, body: usize) -> &'e Body {
        &self.bodies[body]
    }

    fn stride(&self, body: usize) -> usize {
        self.strides[body].expect("a body that is struck matters")
    }

    /// Points that a body has lost in a cell.
    pub(super) fn lost(&self, cell: Cell, body: usize) -> usize {
        cell / self.stride(body) % (self.bodies[body].wounds() + 1)
    }

    /// Whether a body still stands in a cell.
    pub(super) fn is_standing(&self, cell: Cell, body: usize) -> bool {
        self.lost(cell, body) < self.bodies[body].wounds()
    }

    /// The cells before the first step, each with its chance; some may be there more than once. `begins` says what the first
    /// bodies may have lost, and how likely that is; if it is empty, all have lost what they have.
    pub(super) fn start(&self, begins: &[Begin]) -> SmallVec<[(Cell, f64); 1]> {
        let cell = |entry: &[usize]| {
            let lost = self.bodies.iter().map(|body| usize::from(body.taken)).skip(entry.len());
            let lost = entry.iter().copied().chain(lost);
            lost.zip(&self.strides).map(|(lost, stride)| lost * stride.unwrap_or(0)).sum()
        };
        match begins {
            [] => smallvec![(cell(&[]), 1.0)],
            _ => begins.iter().map(|(lost, p)| (cell(lost), *p)).collect(),
        }
    }
}

/// All cells as one body sees them.
pub(super) struct BodyCells {
    /// This many neighbouring cells differ in other bodies only: one lost point moves this far.
    pub(super) stride: usize,
    /// The cells of all states of this body and the bodies before it.
    span: usize,
    all: usize,
}

impl BodyCells {
    /// Calls `f` with the cells in which the body has lost the first of these numbers of points, or one in `every` after
    /// it.
    #[inline(always)]
    pub(super) fn each(&self, lost: &Range<usize>, every: usize, mut f: impl FnMut(Cell)) {
        let mut others = 0;
        while others < self.all {
            for first in others..others + self.stride {
                let (mut cell, end) = (first + lost.start * self.stride, first + lost.end * self.stride);
                while cell < end {
                    f(cell);
                    cell += every * self.stride;
                }
            }
            others += self.span;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::Side;

    #[test]
    fn every_combination_of_points_lost_is_one_cell() {
        let body = |wounds, taken| Body::of("", Side::Defender, &[(1, wounds)], taken);
        let bodies = [body(2, 1), body(9, 0), body(3, 2)];
        let states = BodyStates::new(&bodies, &[true, false, true]);
        assert_eq!(states.cells(), 3 * 4);
        let lost: Vec<[usize; 2]> = (0..12).map(|cell| [states.lost(cell, 0), states.lost(cell, 2)]).collect();
        assert_eq!(lost[states.start(&[])[0].0], [1, 2]);
        let begins: Vec<([usize; 2], f64)> = states
            .start(&[(smallvec![0], 0.25), (smallvec![2], 0.75)])
            .into_iter()
            .map(|(cell, p)| (lost[cell], p))
            .collect();
        assert_eq!(begins, [([0, 2], 0.25), ([2, 2], 0.75)]);
        for first in 0..3 {
            for last in 0..4 {
                assert_eq!(lost.iter().filter(|both| **both == [first, last]).count(), 1);
            }
        }
        // As hits with Precision meet a character, the others, and the character again.
        let of_last = states.only(&[2]);
        for (cell, [_, last]) in lost.iter().enumerate() {
            assert_eq!(of_last.seen(&[2, 2], &states, cell), *last);
            assert_eq!(states.seen(&[2, 0, 2], &states, cell), cell);
        }
        let mut seen = Vec::new();
        states.cells_of(2).each(&(1..4), 2, |cell| seen.push(lost[cell]));
        seen.sort_unstable();
        assert_eq!(seen, [[0, 1], [0, 3], [1, 1], [1, 3], [2, 1], [2, 3]]);
    }
}
