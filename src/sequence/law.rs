//! The laws of single tokens: how many tokens of which slots each ends as.

use std::ops::Range;

use smallvec::SmallVec;

use super::Slot;
use crate::stats::convolve_into;

/// Above this, weights are no longer whole numbers that a double holds exactly.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// The law of one token: a small grid of weights over the slots that it can reach. It is the place among those that
/// [`Laws`] keeps, because laws are handed around more than they are looked at.
///
/// The weights are whole numbers, ways for the dice to fall, as long as their sum fits a double's 53 bits; only the
/// last division rounds. That is what keeps a thousand attacks precise to fifteen digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Law(u32);

impl Law {
    /// A token that ends as nothing that matters.
    pub(crate) const NOTHING: Self = Self(0);
}

/// What is known of a law.
#[derive(Clone, Copy, Debug)]
struct Grid {
    /// How many slots it has, and where they stand if they are several.
    axes: Span,
    /// The slot, if it is one.
    only: Extent,
    weights: Span,
    /// The sum of the weights.
    total: f64,
}

/// A part of one of the rows of [`Laws`].
#[derive(Clone, Copy, Debug)]
struct Span {
    from: u32,
    len: u32,
}

impl Span {
    fn range(self) -> Range<usize> {
        self.from as usize..self.from as usize + self.len as usize
    }
}

/// Rows of weights are filled up with zeros to a multiple of so many, so that sums of them are no single cells.
const FEW: usize = 4;

/// A slot that a token can reach, and how many counts of it, from 0 on, there are.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Extent {
    pub(crate) slot: Slot,
    pub(crate) len: usize,
}

/// All laws of one question, their numbers in one row: laws are many and small, and to keep each by itself would take
/// longer than what is worked out with them.
#[derive(Debug)]
pub(crate) struct Laws {
    grids: Vec<Grid>,
    axes: Vec<Extent>,
    weights: Vec<f64>,
}

impl Laws {
    /// No law yet but [`Law::NOTHING`].
    pub(crate) fn new() -> Self {
        let mut laws = Self { grids: Vec::with_capacity(24), axes: Vec::new(), weights: Vec::with_capacity(128) };
        laws.clear();
        laws
    }

    /// Forgets every law but [`Law::NOTHING`].
    pub(crate) fn clear(&mut self) {
        self.grids.clear();
        self.axes.clear();
        self.weights.clear();
        self.weights.extend([1.0, 0.0, 0.0, 0.0]);
        self.add(&[], Span { from: 0, len: 1 }, 1.0);
    }

    fn grid(&self, law: Law) -> &Grid {
        &self.grids[law.0 as usize]
    }

    /// A law's slots, outermost axis first, in ascending order.
    pub(crate) fn axes(&self, law: Law) -> &[Extent] {
        let Grid { axes, only, .. } = self.grid(law);
        if axes.len == 1 { std::slice::from_ref(only) } else { &self.axes[axes.range()] }
    }

    /// How many slots a token can reach.
    pub(crate) fn slots(&self, law: Law) -> usize {
        self.grid(law).axes.len as usize
    }

    /// The number of cells of a law's grid.
    pub(crate) fn cells(&self, law: Law) -> usize {
        self.grid(law).weights.len as usize
    }

    /// The sum of a law's weights.
    pub(crate) fn total(&self, law: Law) -> f64 {
        self.grid(law).total
    }

    /// A law's weights, the last slot's count running fastest.
    pub(crate) fn weights(&self, law: Law) -> &[f64] {
        &self.weights[self.grid(law).weights.range()]
    }

    /// The probabilities of a law, each rounded once.
    pub(crate) fn probabilities(&self, law: Law) -> SmallVec<[f64; 16]> {
        let total = self.total(law);
        self.weights(law).iter().map(|weight| weight / total).collect()
    }

    /// The distribution of one slot's count alone.
    pub(crate) fn marginal(&self, law: Law, slot: Slot) -> Vec<f64> {
        let (axes, total) = (self.axes(law), self.total(law));
        let Some(axis) = axes.iter().position(|axis| axis.slot == slot) else { return vec![1.0] };
        let (inner, len) = (cells(&axes[axis + 1..]), axes[axis].len);
        let mut row = vec![0.0; len];
        for (index, weight) in self.weights(law).iter().enumerate() {
            row[index / inner % len] += weight / total;
        }
        row
    }

    /// A token that ends as `n` of `slot`.
    pub(crate) fn tokens(&mut self, slot: Slot, n: usize) -> Law {
        if n == 0 {
            return Law::NOTHING;
        }
        let weights = self.zeros(n + 1);
        self.weights[weights.range()][n] = 1.0;
        self.add(&[Extent { slot, len: n + 1 }], weights, 1.0)
    }

    /// Two independent tokens together.
    pub(crate) fn and(&mut self, a: Law, b: Law) -> Law {
        if a == Law::NOTHING {
            return b;
        }
        if b == Law::NOTHING {
            return a;
        }
        let (one, other) = (*self.grid(a), *self.grid(b));
        let total = one.total * other.total;
        if let ([axis], [twin]) = (self.axes(a), self.axes(b))
            && axis.slot == twin.slot
        {
            let all = Extent { slot: axis.slot, len: axis.len + twin.len - 1 };
            let weights = self.product(one.weights, other.weights, all.len);
            return self.settled(&[all], weights, total);
        }
        let all: Vec<Extent> = self
            .slots_of(&[a, b])
            .into_iter()
            .map(|slot| Extent { slot, len: self.len(a, slot) + self.len(b, slot) - 1 })
            .collect();
        // With room for every sum, numbering the cells in one row makes the product of grids a product of rows.
        let (one, other) = (self.laid_out(a, &all), self.laid_out(b, &all));
        let weights = self.product(one, other, cells(&all));
        self.settled(&all, weights, total)
    }

    /// `n` independent tokens together.
    pub(crate) fn times(&mut self, law: Law, n: usize) -> Law {
        if n == 1 {
            return law;
        }
        let Some(highest) = n.checked_ilog2() else { return Law::NOTHING };
        (0..highest).rev().fold(law, |out, bit| {
            let twice = self.and(out, out);
            if n >> bit & 1 == 1 { self.and(twice, law) } else { twice }
        })
    }

    /// One of several laws, chosen by weights that are whole numbers.
    pub(crate) fn one_of(&mut self, choices: &[(f64, Law)]) -> Law {
        let (mut len, mut largest, mut ways) = (1, 1.0f64, 0.0);
        // The only slot that any of them reaches, if there is any; then whether there are several.
        let (mut only, mut several) = (None, false);
        for (weight, law) in choices {
            let grid = self.grid(*law);
            (len, ways) = (len.max(grid.weights.len), ways + weight);
            largest = if grid.total > largest { grid.total } else { largest };
            several |= match grid.axes.len {
                0 => false,
                1 => *only.get_or_insert(grid.only.slot) != grid.only.slot,
                _ => true,
            };
        }
        let common = self.common_total(largest, choices);
        if several {
            return self.one_of_grids(choices, common, common * ways);
        }
        let Some(slot) = only else { return Law::NOTHING };
        let weights = Span { from: self.weights.len() as u32, len };
        for at in (0..len).step_by(FEW) {
            let mut sums = [0.0; FEW];
            // A law of the only slot, or of none, lies at the front of the row.
            for (weight, grid) in choices.iter().map(|(weight, law)| (weight, self.grid(*law))) {
                if at < grid.weights.len {
                    let scale = if grid.total == common { *weight } else { weight * (common / grid.total) };
                    let known = &self.weights[(grid.weights.from + at) as usize..][..FEW];
                    sums.iter_mut().zip(known).for_each(|(sum, w)| *sum += scale * w);
                }
            }
            self.weights.extend_from_slice(&sums);
        }
        self.settled(&[Extent { slot, len: len as usize }], weights, common * ways)
    }

    /// [`Laws::one_of`] for laws of several slots.
    fn one_of_grids(&mut self, choices: &[(f64, Law)], common: f64, total: f64) -> Law {
        let laws: Vec<Law> = choices.iter().map(|(_, law)| *law).collect();
        let len = |slot| laws.iter().map(|law| self.len(*law, slot)).max().unwrap_or(1);
        let all: Vec<Extent> = self.slots_of(&laws).into_iter().map(|slot| Extent { slot, len: len(slot) }).collect();
        let parts: Vec<Span> = laws.iter().map(|law| self.laid_out(*law, &all)).collect();
        let weights = self.zeros(cells(&all));
        let (known, new) = self.weights.split_at_mut(weights.range().start);
        for ((weight, law), part) in choices.iter().zip(parts) {
            let scale = weight * (common / self.grids[law.0 as usize].total);
            new.iter_mut().zip(&known[part.range()]).for_each(|(cell, w)| *cell += scale * w);
        }
        self.settled(&all, weights, total)
    }

    /// A total that all the laws' totals divide, where there is one that a double holds; `largest` is the largest of them.
    fn common_total(&self, largest: f64, choices: &[(f64, Law)]) -> f64 {
        // Above `EXACT` there are no totals but 1.
        let divides = |total: f64| total == 1.0 || total == largest || (largest as u64).is_multiple_of(total as u64);
        let totals = choices.iter().map(|(_, law)| self.grid(*law).total);
        if totals.clone().all(divides) { largest } else { totals.product() }
    }

    fn len(&self, law: Law, slot: Slot) -> usize {
        self.axes(law).iter().find(|axis| axis.slot == slot).map_or(1, |axis| axis.len)
    }

    /// Every slot that any of these laws reaches, in ascending order.
    fn slots_of(&self, laws: &[Law]) -> Vec<Slot> {
        let mut slots: Vec<Slot> = laws.iter().flat_map(|law| self.axes(*law)).map(|axis| axis.slot).collect();
        slots.sort_unstable();
        slots.dedup();
        slots
    }

    /// A new law.
    fn add(&mut self, axes: &[Extent], weights: Span, total: f64) -> Law {
        let (from, len) = (self.axes.len() as u32, axes.len() as u32);
        let only = axes.first().copied().unwrap_or(Extent { slot: Slot(0), len: 1 });
        if len > 1 {
            self.axes.extend_from_slice(axes);
        }
        self.grids.push(Grid { axes: Span { from, len }, only, weights, total });
        Law(self.grids.len() as u32 - 1)
    }

    /// A new law that gives up whole numbers if they no longer fit.
    fn settled(&mut self, axes: &[Extent], weights: Span, total: f64) -> Law {
        if total <= EXACT {
            return self.add(axes, weights, total);
        }
        self.weights[weights.range()].iter_mut().for_each(|weight| *weight /= total);
        self.add(axes, weights, 1.0)
    }

    /// A new row.
    fn zeros(&mut self, len: usize) -> Span {
        let from = self.weights.len();
        self.weights.resize(from + len.next_multiple_of(FEW), 0.0);
        Span { from: from as u32, len: len as u32 }
    }

    /// The product of two rows as the first cells of a row of `len`.
    fn product(&mut self, a: Span, b: Span, len: usize) -> Span {
        if a.len.max(b.len) as usize <= FEW && len <= 2 * FEW {
            return self.small_product(a, b, len);
        }
        let weights = self.zeros(len);
        let (known, new) = self.weights.split_at_mut(weights.range().start);
        convolve_into(&known[a.range()], &known[b.range()], &mut new[..(a.len + b.len) as usize - 1]);
        weights
    }

    /// The same for rows that are not longer than [`FEW`]: most are.
    fn small_product(&mut self, a: Span, b: Span, len: usize) -> Span {
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
        Span { from, len: len as u32 }
    }

    /// The weights on a larger grid with these axes, up to the last cell that the law can reach.
    fn laid_out(&mut self, law: Law, axes: &[Extent]) -> Span {
        if self.axes(law) == axes {
            return self.grid(law).weights;
        }
        let mut weights = self.zeros(cells(axes));
        let mut last = 0;
        for index in 0..self.cells(law) {
            let weight = self.weights(law)[index];
            let (mut rest, mut place, mut stride) = (index, 0, 1);
            for axis in axes.iter().rev() {
                let len = self.len(law, axis.slot);
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

#[cfg(test)]
mod tests {
    use super::*;

    const A: Slot = Slot(0);
    const B: Slot = Slot(1);

    #[test]
    fn a_choice_of_laws_keeps_whole_numbers() {
        let mut laws = Laws::new();
        let (a, two_b) = (laws.tokens(A, 1), laws.tokens(B, 2));
        let coin = laws.one_of(&[(1.0, Law::NOTHING), (1.0, a)]);
        let coins = laws.times(coin, 2);
        let law = laws.one_of(&[(2.0, two_b), (1.0, coins)]);
        assert_eq!(laws.axes(law), [Extent { slot: A, len: 3 }, Extent { slot: B, len: 3 }]);
        assert_eq!((laws.weights(law), laws.total(law)), (&[1.0, 0.0, 8.0, 2.0, 0.0, 0.0, 1.0, 0.0, 0.0][..], 12.0));
        assert_eq!(laws.marginal(law, A), [9.0 / 12.0, 2.0 / 12.0, 1.0 / 12.0]);
        assert_eq!(laws.marginal(law, B), [4.0 / 12.0, 0.0, 8.0 / 12.0]);
        assert_eq!(laws.marginal(law, Slot(9)), [1.0]);
    }

    #[test]
    fn weights_too_many_to_count_become_probabilities() {
        let mut laws = Laws::new();
        let a = laws.tokens(A, 1);
        let die = laws.one_of(&[(5.0, Law::NOTHING), (1.0, a)]);
        let law = laws.times(die, 30);
        assert!(laws.total(law) < EXACT);
        assert!((laws.probabilities(law).iter().sum::<f64>() - 1.0).abs() < 1e-14);
    }
}
