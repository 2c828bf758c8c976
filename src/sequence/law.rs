//! The law of one token: how many tokens of which slots it ends as.

use std::borrow::Borrow;

use smallvec::{SmallVec, smallvec};

use super::Slot;
use crate::stats::convolve_into;

/// Weights, in place as long as they are few: almost every law is that of a handful of tokens of one slot.
type Weights = SmallVec<[f64; 7]>;
/// The slots that a token can reach.
type Slots = SmallVec<[Slot; 4]>;
/// How many counts each of some slots has.
type Lens = SmallVec<[usize; 2]>;

/// Above this, weights are no longer whole numbers that a double holds exactly.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// A small grid of weights over the slots that one token can reach.
///
/// The weights are whole numbers, ways for the dice to fall, as long as their sum fits a double's 53 bits; only the
/// last division rounds. That is what keeps a thousand attacks precise to fifteen digits.
#[derive(Debug)]
pub(crate) struct Law {
    /// The slots, outermost axis first, in ascending order.
    pub(crate) slots: Slots,
    /// How many counts, from 0 on, each slot can have.
    pub(crate) lens: Lens,
    /// Weights, the last slot's count running fastest.
    pub(crate) weights: Weights,
    /// The sum of the weights.
    pub(crate) total: f64,
}

impl Law {
    /// A token that ends as nothing that matters.
    pub(crate) fn nothing() -> Self {
        Self { slots: SmallVec::new(), lens: SmallVec::new(), weights: smallvec![1.0], total: 1.0 }
    }

    /// A token that ends as `n` of `slot`.
    pub(crate) fn tokens(slot: Slot, n: usize) -> Self {
        if n == 0 {
            return Self::nothing();
        }
        let mut weights: Weights = smallvec![0.0; n + 1];
        weights[n] = 1.0;
        Self { slots: smallvec![slot], lens: smallvec![n + 1], weights, total: 1.0 }
    }

    /// Whether a token with this law ends as nothing that matters.
    pub(crate) fn is_nothing(&self) -> bool {
        self.slots.is_empty() && self.total == 1.0
    }

    /// The grid's number of cells.
    pub(crate) fn cells(&self) -> usize {
        self.weights.len()
    }

    /// The law of two independent tokens together.
    pub(crate) fn and(&self, other: &Self) -> Self {
        if self.is_nothing() {
            return other.clone();
        }
        if other.is_nothing() {
            return self.clone();
        }
        let total = self.total * other.total;
        if self.slots.len() == 1 && self.slots == other.slots {
            let len = self.lens[0] + other.lens[0] - 1;
            let mut weights: Weights = smallvec![0.0; len];
            convolve_into(&self.weights, &other.weights, &mut weights);
            return Self { slots: SmallVec::from_slice(&self.slots), lens: smallvec![len], weights, total }.settled();
        }
        let slots = union(&self.slots, &other.slots);
        let lens: Lens = slots.iter().map(|slot| self.len(*slot) + other.len(*slot) - 1).collect();
        // With room for every sum, numbering the cells in one row makes the product of grids a product of rows.
        let (a, b) = (self.laid_out(&slots, &lens), other.laid_out(&slots, &lens));
        let mut weights: Weights = smallvec![0.0; a.len() + b.len() - 1];
        convolve_into(&a, &b, &mut weights);
        weights.resize(lens.iter().product(), 0.0);
        Self { slots, lens, weights, total }.settled()
    }

    /// The law of `n` independent tokens together.
    pub(crate) fn times(&self, n: usize) -> Self {
        Self::nothing().and_times(self, n)
    }

    /// The law of this token and `n` others, all independent.
    pub(crate) fn and_times(&self, other: &Self, n: usize) -> Self {
        match n {
            0 => self.clone(),
            _ => (1..n).fold(self.and(other), |sum, _| sum.and(other)),
        }
    }

    /// One of several laws, chosen by weights that are whole numbers.
    pub(crate) fn one_of(choices: &[(f64, impl Borrow<Self>)]) -> Self {
        let choices = || choices.iter().map(|(weight, law)| (*weight, law.borrow()));
        let (mut slots, mut len, mut largest, mut ways) = (Slots::new(), 1, 1.0f64, 0.0);
        for (weight, law) in choices() {
            (len, largest, ways) = (len.max(law.cells()), largest.max(law.total), ways + weight);
            if !law.slots.is_empty() && slots != law.slots {
                slots = union(&slots, &law.slots);
            }
        }
        let common = common_total(largest, choices().map(|(_, law)| law.total));
        let scaled = || {
            choices()
                .map(|(weight, law)| (if law.total == common { weight } else { weight * (common / law.total) }, law))
        };
        let lens: Lens = match slots.len() {
            0 | 1 => slots.iter().map(|_| len).collect(),
            _ => slots.iter().map(|slot| choices().map(|(_, law)| law.len(*slot)).max().unwrap_or(1)).collect(),
        };
        let mut weights: Weights = smallvec![0.0; if slots.len() == 1 { len } else { lens.iter().product() }];
        for (scale, law) in scaled() {
            let mut add = |values: &[f64]| weights.iter_mut().zip(values).for_each(|(cell, w)| *cell += scale * w);
            // A law of the only slot, or of none, lies at the front of the row.
            if slots.len() <= 1 { add(&law.weights) } else { add(&law.laid_out(&slots, &lens)) }
        }
        Self { slots, lens, weights, total: common * ways }.settled()
    }

    /// The probabilities, each rounded once.
    pub(crate) fn probabilities(&self) -> Vec<f64> {
        self.weights.iter().map(|weight| weight / self.total).collect()
    }

    /// The distribution of one slot's count alone.
    pub(crate) fn marginal(&self, slot: Slot) -> Vec<f64> {
        let Some(axis) = self.slots.iter().position(|s| *s == slot) else { return vec![1.0] };
        let inner: usize = self.lens[axis + 1..].iter().product();
        let mut row = vec![0.0; self.lens[axis]];
        for (index, weight) in self.weights.iter().enumerate() {
            row[index / inner % self.lens[axis]] += weight / self.total;
        }
        row
    }

    fn len(&self, slot: Slot) -> usize {
        self.slots.iter().position(|s| *s == slot).map_or(1, |axis| self.lens[axis])
    }

    /// The weights on a larger grid whose axes are `slots` with `lens` counts each.
    fn laid_out(&self, slots: &[Slot], lens: &[usize]) -> Weights {
        if slots == &self.slots[..] && lens == &self.lens[..] {
            return SmallVec::from_slice(&self.weights);
        }
        let mut out: Weights = smallvec![0.0; lens.iter().product()];
        for (index, weight) in self.weights.iter().enumerate().filter(|(_, w)| **w != 0.0) {
            let (mut rest, mut place, mut stride) = (index, 0, 1);
            for (axis, slot) in slots.iter().enumerate().rev() {
                let len = self.len(*slot);
                place += rest % len * stride;
                rest /= len;
                stride *= lens[axis];
            }
            out[place] += weight;
        }
        out
    }

    /// Gives up whole numbers once they no longer fit.
    fn settled(mut self) -> Self {
        if self.total > EXACT {
            for weight in &mut self.weights {
                *weight /= self.total;
            }
            self.total = 1.0;
        }
        self
    }
}

impl Clone for Law {
    /// Copies slices whole, which is what most of the time would go to otherwise.
    fn clone(&self) -> Self {
        Self {
            slots: SmallVec::from_slice(&self.slots),
            lens: SmallVec::from_slice(&self.lens),
            weights: SmallVec::from_slice(&self.weights),
            total: self.total,
        }
    }
}

/// A total that all the laws' totals divide, where there is one that a double holds.
fn common_total(largest: f64, totals: impl Iterator<Item = f64> + Clone) -> f64 {
    // Above `EXACT` there are no totals but 1.
    let divides = |total: f64| total == 1.0 || total == largest || (largest as u64).is_multiple_of(total as u64);
    if totals.clone().all(divides) { largest } else { totals.product() }
}

fn union(a: &[Slot], b: &[Slot]) -> Slots {
    if a == b || b.is_empty() {
        return SmallVec::from_slice(a);
    }
    if a.is_empty() {
        return SmallVec::from_slice(b);
    }
    let mut all: Slots = a.iter().chain(b).copied().collect();
    all.sort_unstable();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Slot = Slot(0);
    const B: Slot = Slot(1);

    #[test]
    fn a_choice_of_laws_keeps_whole_numbers() {
        let coin = Law::one_of(&[(1.0, Law::nothing()), (1.0, Law::tokens(A, 1))]);
        let law = Law::one_of(&[(2.0, Law::tokens(B, 2)), (1.0, coin.times(2))]);
        assert_eq!((&law.slots[..], &law.lens[..], law.total), (&[A, B][..], &[3, 3][..], 12.0));
        assert_eq!(law.weights[..], [1.0, 0.0, 8.0, 2.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
        assert_eq!(law.marginal(A), [9.0 / 12.0, 2.0 / 12.0, 1.0 / 12.0]);
        assert_eq!(law.marginal(B), [4.0 / 12.0, 0.0, 8.0 / 12.0]);
        assert_eq!(law.marginal(Slot(9)), [1.0]);
    }

    #[test]
    fn weights_too_many_to_count_become_probabilities() {
        let die = Law::one_of(&[(5.0, Law::nothing()), (1.0, Law::tokens(A, 1))]);
        let law = die.times(30);
        assert!(law.total < EXACT);
        assert!((law.probabilities().iter().sum::<f64>() - 1.0).abs() < 1e-14);
    }
}
