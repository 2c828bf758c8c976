//! What one hit does to the state of the bodies, as a matrix.
//!
//! A hit moves the state by a few different numbers of cells, so the matrix is 0 but for a few diagonals. Each is a *band*:
//! one row of weights.

use std::ops::Range;

use smallvec::SmallVec;

use super::body_states::{BodyCells, Cell};

/// One way a hit can go: the points that hurt, and how far its other tokens move the state in the joint grid.
pub(super) struct HitOutcome {
    pub(super) net: usize,
    pub(super) shift: usize,
    pub(super) p: f64,
}

/// All ways one hit can go.
pub(super) type Outcomes = SmallVec<[HitOutcome; 8]>;

/// One way a hit may move the state: this many rows on in the joint grid, and this many cells on in the row.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Band {
    pub(super) rows: usize,
    pub(super) offset: usize,
}

/// What one hit does to the state.
#[derive(Debug)]
pub(super) struct Bands {
    /// The cells of a row, rounded up to a multiple of [`Bands::MULTIPLE`].
    len: usize,
    cells: usize,
    bands: SmallVec<[Band; 4]>,
    /// The most bands that there may be.
    most: usize,
    /// One row for each band.
    weights: Vec<f64>,
}

/// Whom a hit meets: the models that stand where this many points are lost.
pub(super) struct HitTarget {
    /// Points that the body has lost, the first of them and then one in `every`.
    pub(super) lost: Range<usize>,
    pub(super) every: usize,
    /// The most points that the hit can take there.
    pub(super) room: usize,
}

impl Bands {
    /// Rows of weights are a multiple of this long.
    pub(super) const MULTIPLE: usize = 8;

    pub(super) fn new(cells: usize, most: usize) -> Self {
        let len = cells.next_multiple_of(Self::MULTIPLE);
        let weights = Vec::with_capacity(4 * len);
        Self { len, cells, bands: SmallVec::new(), most, weights }
    }

    /// The bands with their weights. The weight of a cell is the chance that a hit moves the state there from the cell
    /// `offset` before it.
    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = (&Band, &[f64])> {
        self.bands.iter().zip(self.weights.chunks_exact(self.len))
    }

    /// How long each row of weights is.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The most cells that a hit moves the state within a row.
    pub(super) fn offset(&self) -> usize {
        self.bands.iter().map(|band| band.offset).max().unwrap_or(0)
    }

    pub(super) fn number(&self) -> usize {
        self.bands.len()
    }

    /// Adds what a hit does to a target, in every cell where it `lands` there; `None` if that takes too many bands.
    pub(super) fn add_hits(
        &mut self,
        outcomes: &Outcomes,
        cells: &BodyCells,
        target: HitTarget,
        lands: impl Fn(Cell) -> bool,
    ) -> Option<()> {
        let HitTarget { lost, every, room } = target;
        for outcome in outcomes {
            let offset = outcome.net.min(room) * cells.stride;
            let first = self.band(Band { rows: outcome.shift / self.cells, offset })? * self.len + offset;
            let weights = &mut self.weights[first..];
            cells.each(&lost, every, |cell| {
                if lands(cell) {
                    weights[cell] += outcome.p;
                }
            });
        }
        Some(())
    }

    /// Lets only this share of the tokens be hits; each of the others moves the state `shift` places in the joint grid, and
    /// hurts nobody. `None` if that is a band too many.
    pub(super) fn mix_with_shift(&mut self, share: f64, shift: usize) -> Option<()> {
        self.weights.iter_mut().for_each(|weight| *weight *= share);
        let first = self.band(Band { rows: shift / self.cells, offset: 0 })? * self.len;
        self.weights[first..first + self.cells].iter_mut().for_each(|weight| *weight += 1.0 - share);
        Some(())
    }

    /// Hurts nobody.
    pub(super) fn idle(&mut self) {
        self.bands.push(Band { rows: 0, offset: 0 });
        self.weights.resize(self.cells, 1.0);
        self.weights.resize(self.len, 0.0);
    }

    /// These bands for each of `times` parts of a state that has as many times the cells.
    pub(super) fn repeated(&self, times: usize) -> Self {
        let mut all = Self { bands: self.bands.clone(), ..Self::new(self.cells * times, self.most) };
        for (_, weights) in self.iter() {
            let filled = all.weights.len() + all.len;
            (0..times).for_each(|_| all.weights.extend_from_slice(&weights[..self.cells]));
            all.weights.resize(filled, 0.0);
        }
        all
    }

    /// Adds what others do, with this chance, and so many rows further; `None` if that takes too many bands.
    pub(super) fn add(&mut self, others: &Self, p: f64, rows: usize) -> Option<()> {
        for (band, weights) in others.iter() {
            let first = self.band(Band { rows: band.rows + rows, ..*band })? * self.len;
            self.weights[first..].iter_mut().zip(weights).for_each(|(weight, more)| *weight += p * more);
        }
        Some(())
    }

    /// Adds what others do if one more hit, which moves the state so far, comes after them.
    pub(super) fn add_product(&mut self, others: &Self, offset: usize, hit: &[f64]) -> Option<()> {
        let hit = &hit[offset.min(self.cells)..self.cells];
        for (band, weights) in others.iter() {
            let products = || weights.iter().zip(hit).map(|(weight, hit)| weight * hit);
            if products().any(|p| p != 0.0) {
                let first = self.band(Band { offset: band.offset + offset, ..*band })? * self.len + offset;
                self.weights[first..].iter_mut().zip(products()).for_each(|(weight, more)| *weight += more);
            }
        }
        Some(())
    }

    /// Adds what others do where `moved` says how far the state they lead to is moved then.
    pub(super) fn add_moved(&mut self, others: &Self, moved: impl Fn(Cell) -> Option<usize>) -> Option<()> {
        for (band, weights) in others.iter() {
            for (cell, weight) in weights.iter().enumerate().filter(|(_, weight)| **weight != 0.0) {
                if let Some(offset) = moved(cell) {
                    let first = self.band(Band { offset: band.offset + offset, ..*band })? * self.len + offset;
                    self.weights[first + cell] += weight;
                }
            }
        }
        Some(())
    }

    /// The place of a band; a new one if there is none, unless there are as many as there may be.
    fn band(&mut self, band: Band) -> Option<usize> {
        let place = self.bands.iter().position(|entry| *entry == band);
        if place.is_none() && self.bands.len() < self.most {
            self.bands.push(band);
            self.weights.resize(self.weights.len() + self.len, 0.0);
            return Some(self.bands.len() - 1);
        }
        place
    }
}
