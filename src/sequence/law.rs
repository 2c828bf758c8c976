//! The laws of single tokens: how many tokens of which slots each ends as.

use std::ops::Range;

use super::Slot;
use crate::stats::convolve_into;

/// Above this, weights are no longer whole numbers that a double holds exactly.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// The law of one token: a small grid of weights over the slots that it can reach. [`Laws`] keeps the numbers.
///
/// The weights are whole numbers, ways for the dice to fall, as long as their sum fits a double's 53 bits; only the
/// last division rounds. That is what keeps a thousand attacks precise to fifteen digits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Law {
    axes: Span,
    weights: Span,
    /// The sum of the weights.
    pub(crate) total: f64,
}

impl Law {
    /// A token that ends as nothing that matters.
    pub(crate) const NOTHING: Self = Self { axes: Span::EMPTY, weights: Span { from: 0, len: 1 }, total: 1.0 };

    /// Whether a token with this law ends as nothing that matters.
    pub(crate) fn is_nothing(self) -> bool {
        self.axes.len == 0 && self.total == 1.0
    }

    /// How many slots the token can reach.
    pub(crate) fn slots(self) -> usize {
        self.axes.len as usize
    }

    /// The grid's number of cells.
    pub(crate) fn cells(self) -> usize {
        self.weights.len as usize
    }
}

/// A part of one of the rows of [`Laws`].
#[derive(Clone, Copy, Debug)]
struct Span {
    from: u32,
    len: u32,
}

impl Span {
    const EMPTY: Self = Self { from: 0, len: 0 };

    fn range(self) -> Range<usize> {
        self.from as usize..self.from as usize + self.len as usize
    }
}

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
    axes: Vec<Extent>,
    weights: Vec<f64>,
}

impl Laws {
    /// No law yet but [`Law::NOTHING`].
    pub(crate) fn new() -> Self {
        let mut laws = Self { axes: Vec::with_capacity(32), weights: Vec::with_capacity(120) };
        laws.weights.push(1.0);
        laws
    }

    /// Forgets every law but [`Law::NOTHING`].
    pub(crate) fn clear(&mut self) {
        self.axes.clear();
        self.weights.truncate(1);
    }

    /// A law's slots, outermost axis first, in ascending order.
    pub(crate) fn axes(&self, law: Law) -> &[Extent] {
        &self.axes[law.axes.range()]
    }

    /// A law's weights, the last slot's count running fastest.
    pub(crate) fn weights(&self, law: Law) -> &[f64] {
        &self.weights[law.weights.range()]
    }

    /// The probabilities of a law, each rounded once.
    pub(crate) fn probabilities(&self, law: Law) -> Vec<f64> {
        self.weights(law).iter().map(|weight| weight / law.total).collect()
    }

    /// The distribution of one slot's count alone.
    pub(crate) fn marginal(&self, law: Law, slot: Slot) -> Vec<f64> {
        let axes = self.axes(law);
        let Some(axis) = axes.iter().position(|axis| axis.slot == slot) else { return vec![1.0] };
        let (inner, len) = (cells(&axes[axis + 1..]), axes[axis].len);
        let mut row = vec![0.0; len];
        for (index, weight) in self.weights(law).iter().enumerate() {
            row[index / inner % len] += weight / law.total;
        }
        row
    }

    /// A token that ends as `n` of `slot`.
    pub(crate) fn tokens(&mut self, slot: Slot, n: usize) -> Law {
        if n == 0 {
            return Law::NOTHING;
        }
        let (axes, weights) = (self.along(&[Extent { slot, len: n + 1 }]), self.zeros(n + 1));
        self.weights[weights.range()][n] = 1.0;
        Law { axes, weights, total: 1.0 }
    }

    /// Two independent tokens together.
    pub(crate) fn and(&mut self, a: Law, b: Law) -> Law {
        if a.is_nothing() {
            return b;
        }
        if b.is_nothing() {
            return a;
        }
        let total = a.total * b.total;
        if let ([one], [other]) = (self.axes(a), self.axes(b))
            && one.slot == other.slot
        {
            let all = Extent { slot: one.slot, len: one.len + other.len - 1 };
            let (axes, weights) = (self.along(&[all]), self.product(a.weights, b.weights, all.len));
            return self.settled(Law { axes, weights, total });
        }
        let all: Vec<Extent> = self
            .slots_of(&[a, b])
            .into_iter()
            .map(|slot| Extent { slot, len: self.len(a, slot) + self.len(b, slot) - 1 })
            .collect();
        // With room for every sum, numbering the cells in one row makes the product of grids a product of rows.
        let (one, other) = (self.laid_out(a, &all), self.laid_out(b, &all));
        let (axes, weights) = (self.along(&all), self.product(one, other, cells(&all)));
        self.settled(Law { axes, weights, total })
    }

    /// `n` independent tokens together.
    pub(crate) fn times(&mut self, law: Law, n: usize) -> Law {
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
            (len, largest, ways) = (len.max(law.cells()), largest.max(law.total), ways + weight);
            if let [first, others @ ..] = self.axes(*law) {
                several |= !others.is_empty() || *only.get_or_insert(first.slot) != first.slot;
            }
        }
        let common = common_total(largest, choices);
        if several {
            return self.one_of_grids(choices, common, common * ways);
        }
        let axes = only.map_or(Span::EMPTY, |slot| self.along(&[Extent { slot, len }]));
        let weights = self.zeros(len);
        let (known, new) = self.weights.split_at_mut(weights.range().start);
        for (weight, law) in choices {
            let scale = if law.total == common { *weight } else { weight * (common / law.total) };
            // A law of the only slot, or of none, lies at the front of the row.
            new.iter_mut().zip(&known[law.weights.range()]).for_each(|(cell, w)| *cell += scale * w);
        }
        self.settled(Law { axes, weights, total: common * ways })
    }

    /// [`Laws::one_of`] for laws of several slots.
    fn one_of_grids(&mut self, choices: &[(f64, Law)], common: f64, total: f64) -> Law {
        let laws: Vec<Law> = choices.iter().map(|(_, law)| *law).collect();
        let len = |slot| laws.iter().map(|law| self.len(*law, slot)).max().unwrap_or(1);
        let all: Vec<Extent> = self.slots_of(&laws).into_iter().map(|slot| Extent { slot, len: len(slot) }).collect();
        let parts: Vec<Span> = laws.iter().map(|law| self.laid_out(*law, &all)).collect();
        let (axes, weights) = (self.along(&all), self.zeros(cells(&all)));
        let (known, new) = self.weights.split_at_mut(weights.range().start);
        for ((weight, law), part) in choices.iter().zip(parts) {
            let scale = weight * (common / law.total);
            new.iter_mut().zip(&known[part.range()]).for_each(|(cell, w)| *cell += scale * w);
        }
        self.settled(Law { axes, weights, total })
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

    fn along(&mut self, axes: &[Extent]) -> Span {
        let from = self.axes.len();
        self.axes.extend_from_slice(axes);
        Span { from: from as u32, len: axes.len() as u32 }
    }

    fn zeros(&mut self, len: usize) -> Span {
        let from = self.weights.len();
        self.weights.resize(from + len, 0.0);
        Span { from: from as u32, len: len as u32 }
    }

    /// The product of two rows as the first cells of a row of `len`.
    fn product(&mut self, a: Span, b: Span, len: usize) -> Span {
        let weights = self.zeros(len);
        let (known, new) = self.weights.split_at_mut(weights.range().start);
        convolve_into(&known[a.range()], &known[b.range()], &mut new[..(a.len + b.len) as usize - 1]);
        weights
    }

    /// The weights on a larger grid with these axes, up to the last cell that the law can reach.
    fn laid_out(&mut self, law: Law, axes: &[Extent]) -> Span {
        if self.axes(law) == axes {
            return law.weights;
        }
        let mut weights = self.zeros(cells(axes));
        let mut last = 0;
        for index in 0..law.cells() {
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

    /// Gives up whole numbers once they no longer fit.
    fn settled(&mut self, mut law: Law) -> Law {
        if law.total > EXACT {
            self.weights[law.weights.range()].iter_mut().for_each(|weight| *weight /= law.total);
            law.total = 1.0;
        }
        law
    }
}

fn cells(axes: &[Extent]) -> usize {
    axes.iter().map(|axis| axis.len).product()
}

/// A total that all the laws' totals divide, where there is one that a double holds; `largest` is the largest of them.
fn common_total(largest: f64, choices: &[(f64, Law)]) -> f64 {
    // Above `EXACT` there are no totals but 1.
    let divides = |total: f64| total == 1.0 || total == largest || (largest as u64).is_multiple_of(total as u64);
    let totals = choices.iter().map(|(_, law)| law.total);
    if totals.clone().all(divides) { largest } else { totals.product() }
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
        assert_eq!((laws.weights(law), law.total), (&[1.0, 0.0, 8.0, 2.0, 0.0, 0.0, 1.0, 0.0, 0.0][..], 12.0));
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
        assert!(law.total < EXACT);
        assert!((laws.probabilities(law).iter().sum::<f64>() - 1.0).abs() < 1e-14);
    }
}
