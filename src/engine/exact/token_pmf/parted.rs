//! Tokens that end in one of several slots, of which only some matter soon.

use smallvec::SmallVec;

use super::{Extent, TokenPmf, TokenPmfs, cells};
use crate::sequence::Slot;

impl TokenPmfs {
    /// The same distribution in which one token stands for all that ends in slots which are not `soon`: for each kind of
    /// what may come of it, a token of the slot that `slot_of` says, after all others. `None` if that saves no slot.
    pub(in crate::engine::exact) fn parted(
        &mut self,
        pmf: TokenPmf,
        soon: &[bool],
        mut slot_of: impl FnMut(&Self, TokenPmf) -> Slot,
    ) -> Option<TokenPmf> {
        let all: SmallVec<[Extent; 8]> = self.axes(pmf).iter().copied().collect();
        let part = |is| all.iter().zip(soon).filter(move |(_, soon)| **soon == is).map(|(axis, _)| *axis);
        let (mut near, far): (Vec<Extent>, Vec<Extent>) = (part(true).collect(), part(false).collect());
        // For each place among the slots that are soon, the places among the others.
        let mut rows: Vec<Vec<(usize, f64)>> = vec![Vec::new(); cells(&near)];
        for (index, weight) in self.weights(pmf).iter().enumerate().filter(|(_, weight)| **weight != 0.0) {
            let (mut left, mut places, mut strides) = (index, [0; 2], [1; 2]);
            for (axis, soon) in all.iter().zip(soon).rev() {
                places[usize::from(!soon)] += left % axis.len * strides[usize::from(!soon)];
                strides[usize::from(!soon)] *= axis.len;
                left /= axis.len;
            }
            rows[places[0]].push((places[1], *weight));
        }
        let mut kinds: Vec<TokenPmf> = Vec::new();
        let mut kind_of = vec![0; rows.len()];
        for (row, kind_of) in rows.iter().zip(&mut kind_of) {
            let Some(kind) = self.waiting_kind(&far, row) else { continue };
            *kind_of = kinds.iter().position(|known| self.are_alike(*known, kind)).unwrap_or(kinds.len());
            if *kind_of == kinds.len() {
                kinds.push(kind);
            }
            if kinds.len() >= far.len() {
                return None;
            }
        }
        let slots: Vec<Slot> = kinds.into_iter().map(|kind| slot_of(self, kind)).collect();
        let mut in_order = slots.clone();
        in_order.sort_unstable();
        // Kinds that differ by rounding alone may wait in one slot already.
        if in_order.windows(2).any(|pair| pair[0] == pair[1]) {
            return None;
        }
        near.extend(in_order.iter().map(|slot| Extent { slot: *slot, len: 2 }));
        let (weights, kinds) = (self.zeros(cells(&near)), slots.len());
        for (place, (row, kind)) in rows.iter().zip(kind_of).enumerate() {
            for (waits, weight) in row {
                let later =
                    if *waits == 0 { 0 } else { 1 << in_order.iter().rev().position(|slot| *slot == slots[kind])? };
                self.weights[weights.range()][(place << kinds) + later] += weight;
            }
        }
        Some(self.add(&near, weights, self.total(pmf)))
    }

    /// What tokens end as that wait, of these places among the cells of such slots; `None` if none of them waits.
    fn waiting_kind(&mut self, far: &[Extent], row: &[(usize, f64)]) -> Option<TokenPmf> {
        let waits = || row.iter().filter(|(place, _)| *place > 0);
        waits().next()?;
        let weights = self.zeros(cells(far));
        waits().for_each(|(place, weight)| self.weights[weights.range()][*place] = *weight);
        Some(self.add(far, weights, waits().map(|(_, weight)| weight).sum()))
    }

    /// Whether a token ends in one slot at most, as one.
    pub(in crate::engine::exact) fn is_choice(&self, pmf: TokenPmf) -> bool {
        let strides =
            self.axes(pmf).iter().rev().scan(1, |stride, axis| Some(std::mem::replace(stride, *stride * axis.len)));
        let single: SmallVec<[usize; 8]> = strides.chain([0]).collect();
        let mut places = self.weights(pmf).iter().enumerate().filter(|(_, weight)| **weight != 0.0);
        places.all(|(place, _)| single.contains(&place))
    }

    /// The slot in which a token ends for certain, as one.
    pub(in crate::engine::exact) fn certain(&self, pmf: TokenPmf) -> Option<Slot> {
        match (self.axes(pmf), self.weights(pmf)) {
            ([only], [0.0, _]) => Some(only.slot),
            _ => None,
        }
    }

    /// Whether two distributions are the same.
    pub(in crate::engine::exact) fn are_alike(&self, one: TokenPmf, other: TokenPmf) -> bool {
        let totals = [one, other].map(|pmf| self.total(pmf));
        let mut weights = self.weights(one).iter().zip(self.weights(other));
        self.axes(one) == self.axes(other) && weights.all(|(a, b)| a * totals[1] == b * totals[0])
    }
}
