//! Distributions of single tokens: how many tokens of which slots one token ends as.

mod parted;

use std::ops::Range;

use smallvec::SmallVec;

use crate::engine::MAX_CELLS;
use crate::sequence::Slot;
use crate::stats::convolve_into;

/// Above this, weights are no longer whole numbers that a double holds exactly.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// The distribution of what one token ends as: a small grid of weights over the slots that it can reach. This is its number
/// among those that [`TokenPmfs`] keeps, because a distribution is copied more often than it is looked at.
///
/// The weights are whole numbers, the ways for the dice to fall, as long as their sum fits a double's 53 bits. Then only the
/// last division rounds, which keeps a thousand attacks precise to fifteen digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TokenPmf(u32);

impl TokenPmf {
    /// A token that ends as nothing that matters.
    pub(super) const NOTHING: Self = Self(0);
}

/// What is kept of one distribution.
#[derive(Clone, Copy, Debug)]
struct Grid {
    /// How many slots it has and, if there are several, where they stand.
    axes: WeightRange,
    /// The slot, if there is one only.
    only: Extent,
    weights: WeightRange,
    /// The sum of the weights.
    total: f64,
}

/// A part of one of the lists of [`TokenPmfs`].
#[derive(Clone, Copy, Debug)]
struct WeightRange {
    from: u32,
    len: u32,
}

impl WeightRange {
    fn range(self) -> Range<usize> {
        self.from as usize..self.from as usize + self.len as usize
    }
}

/// Rows of weights are padded with zeros to a multiple of four, so that the compiler can add four at a time.
const FEW: usize = 4;

/// A slot that a token can reach, and how many counts of it, from 0 on, there are.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Extent {
    pub(super) slot: Slot,
    pub(super) len: usize,
}

/// All distributions of one question. Their weights are in one list: distributions are many and small, and an allocation for
/// each would take longer than the arithmetic.
#[derive(Debug)]
pub(super) struct TokenPmfs {
    grids: Vec<Grid>,
    axes: Vec<Extent>,
    weights: Vec<f64>,
    /// Multiplications that may be spent on them, and those that were.
    room: f64,
    spent: f64,
}

/// Tokens in a slot of their own, which no step knows, and what each of them ends as.
pub(super) struct Waiting {
    pub(super) slot: Slot,
    pub(super) pmf: TokenPmf,
}

impl TokenPmfs {
    /// Only [`TokenPmf::NOTHING`].
    pub(super) fn new() -> Self {
        let (grids, weights) = (Vec::with_capacity(24), Vec::with_capacity(128));
        let mut pmfs = Self { grids, axes: Vec::new(), weights, room: f64::INFINITY, spent: 0.0 };
        pmfs.clear(f64::INFINITY);
        pmfs
    }

    /// Forgets all but [`TokenPmf::NOTHING`]; this many multiplications may be spent from now on.
    pub(super) fn clear(&mut self, room: f64) {
        (self.room, self.spent) = (room, 0.0);
        self.grids.clear();
        self.axes.clear();
        self.weights.clear();
        self.weights.extend([1.0, 0.0, 0.0, 0.0]);
        self.add(&[], WeightRange { from: 0, len: 1 }, 1.0);
    }

    /// Multiplications that were spent, and the weights that are kept; more than there is room for if something was given up.
    /// Then what was asked for is [`TokenPmf::NOTHING`] in its place.
    pub(super) fn spent(&self) -> (f64, usize) {
        (self.spent, self.weights.len())
    }

    /// Whether a new row of this many cells, at this cost, is within bounds. Grids of many slots have no room as soon as their
    /// cells are counted, before they are laid out.
    fn affords(&mut self, cost: f64, cells: f64) -> bool {
        self.spent += cost + cells;
        let fits = self.spent <= self.room && self.weights.len() as f64 + cells <= MAX_CELLS as f64;
        if !fits {
            self.spent = f64::INFINITY;
        }
        fits
    }

    fn grid(&self, pmf: TokenPmf) -> &Grid {
        &self.grids[pmf.0 as usize]
    }

    /// The slots of a grid in ascending order, outermost axis first.
    pub(super) fn axes(&self, pmf: TokenPmf) -> &[Extent] {
        let Grid { axes, only, .. } = self.grid(pmf);
        if axes.len == 1 { std::slice::from_ref(only) } else { &self.axes[axes.range()] }
    }

    /// How many slots a token can reach.
    pub(super) fn slots(&self, pmf: TokenPmf) -> usize {
        self.grid(pmf).axes.len as usize
    }

    /// The number of cells of a grid.
    pub(super) fn cells(&self, pmf: TokenPmf) -> usize {
        self.grid(pmf).weights.len as usize
    }

    /// The sum of the weights.
    pub(super) fn total(&self, pmf: TokenPmf) -> f64 {
        self.grid(pmf).total
    }

    /// The weights, the last slot's count running fastest.
    pub(super) fn weights(&self, pmf: TokenPmf) -> &[f64] {
        &self.weights[self.grid(pmf).weights.range()]
    }

    /// The probabilities, each rounded once.
    pub(super) fn probabilities(&self, pmf: TokenPmf) -> SmallVec<[f64; 16]> {
        let total = self.total(pmf);
        self.weights(pmf).iter().map(|weight| weight / total).collect()
    }

    /// The distribution of one slot's count alone.
    pub(super) fn marginal(&self, pmf: TokenPmf, slot: Slot) -> Vec<f64> {
        let (axes, total) = (self.axes(pmf), self.total(pmf));
        let Some(axis) = axes.iter().position(|axis| axis.slot == slot) else { return vec![1.0] };
        let (inner, len) = (cells(&axes[axis + 1..]), axes[axis].len);
        let mut row = vec![0.0; len];
        for (index, weight) in self.weights(pmf).iter().enumerate() {
            row[index / inner % len] += weight / total;
        }
        row
    }

    /// A token that ends as `n` of `slot`.
    pub(super) fn tokens(&mut self, slot: Slot, n: usize) -> TokenPmf {
        if n == 0 {
            return TokenPmf::NOTHING;
        }
        let weights = self.zeros(n + 1);
        self.weights[weights.range()][n] = 1.0;
        self.add(&[Extent { slot, len: n + 1 }], weights, 1.0)
    }

    /// Two independent tokens together.
    pub(super) fn and(&mut self, a: TokenPmf, b: TokenPmf) -> TokenPmf {
        if a == TokenPmf::NOTHING {
            return b;
        }
        if b == TokenPmf::NOTHING {
            return a;
        }
        let (one, other) = (*self.grid(a), *self.grid(b));
        let total = one.total * other.total;
        if let ([axis], [twin]) = (self.axes(a), self.axes(b))
            && axis.slot == twin.slot
        {
            let all = Extent { slot: axis.slot, len: axis.len + twin.len - 1 };
            if !self.affords(one.weights.len as f64 * f64::from(other.weights.len), all.len as f64) {
                return TokenPmf::NOTHING;
            }
            let weights = self.product(one.weights, other.weights, all.len);
            return self.settled(&[all], weights, total);
        }
        let all: Vec<Extent> = self
            .slots_of(&[a, b])
            .into_iter()
            .map(|slot| Extent { slot, len: self.len(a, slot) + self.len(b, slot) - 1 })
            .collect();
        let (few, many) = (f64::from(one.weights.len), f64::from(other.weights.len));
        let product = self.reach(a, &all) * self.reach(b, &all);
        if !self.affords((few + many) * all.len() as f64 + product, 3.0 * size(&all)) {
            return TokenPmf::NOTHING;
        }
        // Both grids are laid out with room for every sum. Then the product of the grids is the product of their cells
        // as two rows (Kronecker substitution).
        let (one, other) = (self.laid_out(a, &all), self.laid_out(b, &all));
        let weights = self.product(one, other, cells(&all));
        self.settled(&all, weights, total)
    }

    /// `n` independent tokens together.
    pub(super) fn times(&mut self, pmf: TokenPmf, n: usize) -> TokenPmf {
        if n == 1 {
            return pmf;
        }
        let Some(highest) = n.checked_ilog2() else { return TokenPmf::NOTHING };
        (0..highest).rev().fold(pmf, |out, bit| {
            let twice = self.and(out, out);
            if n >> bit & 1 == 1 { self.and(twice, pmf) } else { twice }
        })
    }

    /// What one of several tokens ends as, chosen by weights that are whole numbers.
    pub(super) fn one_of(&mut self, choices: &[(f64, TokenPmf)]) -> TokenPmf {
        let (mut len, mut largest, mut sum) = (1, 1.0f64, 0.0);
        // The one slot that they reach, if there is one, and whether there are several.
        let (mut only, mut several) = (None, false);
        for (weight, pmf) in choices {
            let grid = self.grid(*pmf);
            (len, sum) = (len.max(grid.weights.len), sum + weight);
            largest = if grid.total > largest { grid.total } else { largest };
            several |= match grid.axes.len {
                0 => false,
                1 => *only.get_or_insert(grid.only.slot) != grid.only.slot,
                _ => true,
            };
        }
        let common = self.common_total(largest, choices);
        if several {
            return self.one_of_grids(choices, common, common * sum);
        }
        let Some(slot) = only else { return TokenPmf::NOTHING };
        let weights = WeightRange { from: self.weights.len() as u32, len };
        for at in (0..len).step_by(FEW) {
            let mut sums = [0.0; FEW];
            // All rows start with the count 0 of the one slot, or of none.
            for (weight, grid) in choices.iter().map(|(weight, pmf)| (weight, self.grid(*pmf))) {
                if at < grid.weights.len {
                    let scale = if grid.total == common { *weight } else { weight * (common / grid.total) };
                    let weights = &self.weights[(grid.weights.from + at) as usize..][..FEW];
                    sums.iter_mut().zip(weights).for_each(|(sum, w)| *sum += scale * w);
                }
            }
            self.weights.extend_from_slice(&sums);
        }
        self.settled(&[Extent { slot, len: len as usize }], weights, common * sum)
    }

    /// [`TokenPmfs::one_of`] for grids of several slots.
    fn one_of_grids(&mut self, choices: &[(f64, TokenPmf)], common: f64, total: f64) -> TokenPmf {
        let pmfs: Vec<TokenPmf> = choices.iter().map(|(_, pmf)| *pmf).collect();
        let len = |slot| pmfs.iter().map(|pmf| self.len(*pmf, slot)).max().unwrap_or(1);
        let all: Vec<Extent> = self.slots_of(&pmfs).into_iter().map(|slot| Extent { slot, len: len(slot) }).collect();
        let copies = 1.0 + pmfs.len() as f64;
        if !self.affords(2.0 * copies * size(&all), copies * size(&all)) {
            return TokenPmf::NOTHING;
        }
        let parts: Vec<WeightRange> = pmfs.iter().map(|pmf| self.laid_out(*pmf, &all)).collect();
        let weights = self.zeros(cells(&all));
        let (old, new) = self.weights.split_at_mut(weights.range().start);
        for ((weight, pmf), part) in choices.iter().zip(parts) {
            let scale = weight * (common / self.grids[pmf.0 as usize].total);
            new.iter_mut().zip(&old[part.range()]).for_each(|(cell, w)| *cell += scale * w);
        }
        self.settled(&all, weights, total)
    }

    /// A number that all the totals divide: `largest`, the largest of them, if they all divide it, else their product.
    fn common_total(&self, largest: f64, choices: &[(f64, TokenPmf)]) -> f64 {
        // Totals are whole numbers that fit, or 1.
        let divides = |total: f64| total == 1.0 || total == largest || (largest as u64).is_multiple_of(total as u64);
        let totals = choices.iter().map(|(_, pmf)| self.grid(*pmf).total);
        if totals.clone().all(divides) { largest } else { totals.product() }
    }

    fn len(&self, pmf: TokenPmf, slot: Slot) -> usize {
        self.axes(pmf).iter().find(|axis| axis.slot == slot).map_or(1, |axis| axis.len)
    }

    /// Every slot of any of these grids, in ascending order.
    fn slots_of(&self, pmfs: &[TokenPmf]) -> Vec<Slot> {
        let mut slots: Vec<Slot> = pmfs.iter().flat_map(|pmf| self.axes(*pmf)).map(|axis| axis.slot).collect();
        slots.sort_unstable();
        slots.dedup();
        slots
    }

    /// Keeps a new distribution.
    fn add(&mut self, axes: &[Extent], weights: WeightRange, total: f64) -> TokenPmf {
        let (from, len) = (self.axes.len() as u32, axes.len() as u32);
        let only = axes.first().copied().unwrap_or(Extent { slot: Slot(0), len: 1 });
        if len > 1 {
            self.axes.extend_from_slice(axes);
        }
        self.grids.push(Grid { axes: WeightRange { from, len }, only, weights, total });
        TokenPmf(self.grids.len() as u32 - 1)
    }

    /// Keeps a new distribution, as probabilities if its whole numbers no longer fit a double.
    fn settled(&mut self, axes: &[Extent], weights: WeightRange, total: f64) -> TokenPmf {
        if total <= EXACT {
            return self.add(axes, weights, total);
        }
        self.weights[weights.range()].iter_mut().for_each(|weight| *weight /= total);
        self.add(axes, weights, 1.0)
    }

    /// A new row of zeros.
    fn zeros(&mut self, len: usize) -> WeightRange {
        let from = self.weights.len();
        self.weights.resize(from + len.next_multiple_of(FEW), 0.0);
        WeightRange { from: from as u32, len: len as u32 }
    }

    /// The product of two rows as the first cells of a row of `len`.
    fn product(&mut self, a: WeightRange, b: WeightRange, len: usize) -> WeightRange {
        if a.len.max(b.len) as usize <= FEW && len <= 2 * FEW {
            return self.small_product(a, b, len);
        }
        let weights = self.zeros(len);
        let (old, new) = self.weights.split_at_mut(weights.range().start);
        convolve_into(&old[a.range()], &old[b.range()], &mut new[..(a.len + b.len) as usize - 1]);
        weights
    }

    /// The same for rows that are not longer than [`FEW`], as most are.
    fn small_product(&mut self, a: WeightRange, b: WeightRange, len: usize) -> WeightRange {
        let from = self.weights.len() as u32;
        let mut sums = [0.0; 2 * FEW];
        for (shift, weight) in self.weights[b.range()].iter().enumerate() {
            let row = &self.weights[a.from as usize..][..FEW];
            sums[shift..][..FEW].iter_mut().zip(row).for_each(|(sum, w)| *sum += weight * w);
        }
        if len > FEW {
            self.weights.extend_from_slice(&sums);
        } else {
            self.weights.extend_from_slice(&sums[..FEW]);
        }
        WeightRange { from, len: len as u32 }
    }

    /// How many cells of a larger grid with these axes there are up to its last cell.
    fn reach(&self, pmf: TokenPmf, axes: &[Extent]) -> f64 {
        axes.iter().fold(0.0, |last, axis| last * axis.len as f64 + (self.len(pmf, axis.slot) - 1) as f64) + 1.0
    }

    /// The weights on a larger grid with these axes, up to the last cell that is not 0.
    fn laid_out(&mut self, pmf: TokenPmf, axes: &[Extent]) -> WeightRange {
        if self.axes(pmf) == axes {
            return self.grid(pmf).weights;
        }
        let mut weights = self.zeros(cells(axes));
        let mut last = 0;
        for index in 0..self.cells(pmf) {
            let weight = self.weights(pmf)[index];
            let (mut rest, mut place, mut stride) = (index, 0, 1);
            for axis in axes.iter().rev() {
                let len = self.len(pmf, axis.slot);
                place += rest % len * stride;
                rest /= len;
                stride *= axis.len;
            }
            self.weights[weights.range()][place] += weight;
            last = place;
        }
        weights.len = last as u32 + 1;
        weights
    }
}

fn cells(axes: &[Extent]) -> usize {
    axes.iter().map(|axis| axis.len).product()
}

/// [`cells`] of grids that may have too many to count.
fn size(axes: &[Extent]) -> f64 {
    axes.iter().map(|axis| axis.len as f64).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Slot = Slot(0);
    const B: Slot = Slot(1);

    #[test]
    fn a_choice_of_distributions_keeps_whole_numbers() {
        let mut pmfs = TokenPmfs::new();
        let (a, two_b) = (pmfs.tokens(A, 1), pmfs.tokens(B, 2));
        let coin = pmfs.one_of(&[(1.0, TokenPmf::NOTHING), (1.0, a)]);
        let coins = pmfs.times(coin, 2);
        let pmf = pmfs.one_of(&[(2.0, two_b), (1.0, coins)]);
        assert_eq!(pmfs.axes(pmf), [Extent { slot: A, len: 3 }, Extent { slot: B, len: 3 }]);
        assert_eq!((pmfs.weights(pmf), pmfs.total(pmf)), (&[1.0, 0.0, 8.0, 2.0, 0.0, 0.0, 1.0, 0.0, 0.0][..], 12.0));
        assert_eq!(pmfs.marginal(pmf, A), [9.0 / 12.0, 2.0 / 12.0, 1.0 / 12.0]);
        assert_eq!(pmfs.marginal(pmf, B), [4.0 / 12.0, 0.0, 8.0 / 12.0]);
        assert_eq!(pmfs.marginal(pmf, Slot(9)), [1.0]);
    }

    /// Ten tokens of each of nine slots would have 11⁹ cells.
    #[test]
    fn what_has_too_many_cells_is_given_up_before_it_is_laid_out() {
        let mut pmfs = TokenPmfs::new();
        pmfs.clear(1e9);
        let mut all = TokenPmf::NOTHING;
        for slot in 0..9 {
            let token = pmfs.tokens(Slot(slot), 1);
            let coin = pmfs.one_of(&[(1.0, TokenPmf::NOTHING), (1.0, token)]);
            let ten = pmfs.times(coin, 10);
            all = pmfs.and(all, ten);
        }
        let (spent, weights) = pmfs.spent();
        assert!(spent.is_infinite() && weights < MAX_CELLS, "{spent}, {weights}");
        pmfs.clear(1e9);
        assert_eq!(pmfs.spent().0, 0.0);
    }

    #[test]
    fn weights_too_many_to_count_become_probabilities() {
        let mut pmfs = TokenPmfs::new();
        let a = pmfs.tokens(A, 1);
        let die = pmfs.one_of(&[(5.0, TokenPmf::NOTHING), (1.0, a)]);
        let pmf = pmfs.times(die, 30);
        assert!(pmfs.total(pmf) < EXACT);
        assert!((pmfs.probabilities(pmf).iter().sum::<f64>() - 1.0).abs() < 1e-14);
    }
}
