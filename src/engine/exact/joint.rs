//! The joint distribution of several slots and of the points that the bodies have lost.

use std::borrow::Cow;
use std::ops::Range;

use smallvec::{SmallVec, smallvec};

use crate::sequence::Slot;
use crate::stats::{OffsetPmf, add_times, zeros};

/// A slot that can reach more counts than this is cut above where all but a negligible mass lies.
pub(super) const CAP_ABOVE: usize = 32;

/// Where at most one place in this many is reached, those that are reached are gone through one by one.
const SPARSE: usize = 8;

/// One slot's counts `low..low + len`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct SlotAxis {
    pub(super) slot: Slot,
    pub(super) low: usize,
    pub(super) len: usize,
}

impl SlotAxis {
    pub(super) fn top(&self) -> usize {
        self.low + self.len - 1
    }
}

/// The axes of a grid.
pub(super) type Axes = SmallVec<[SlotAxis; 2]>;

/// A dense grid: the axes, outermost first, and innermost the cells of the bodies' state (one cell if there are none).
#[derive(Clone, Debug)]
pub(super) struct Joint {
    pub(super) axes: Axes,
    pub(super) cells: usize,
    pub(super) p: Vec<f64>,
}

impl Joint {
    /// Exactly `tokens` in `slot`.
    pub(super) fn fixed(slot: Slot, tokens: usize) -> Self {
        Self { axes: smallvec![SlotAxis { slot, low: tokens, len: 1 }], cells: 1, p: vec![1.0] }
    }

    /// No slot; the bodies in each of these cells as likely as it says.
    pub(super) fn bodies(cells: usize, begins: &[(usize, f64)]) -> Self {
        let mut p = zeros(cells);
        begins.iter().for_each(|(cell, chance)| p[*cell] += *chance);
        Self { axes: Axes::new(), cells, p }
    }

    pub(super) fn axis(&self, slot: Slot) -> Option<usize> {
        self.axes.iter().position(|axis| axis.slot == slot)
    }

    /// How many places one step along an axis moves in the grid.
    pub(super) fn stride(&self, axis: usize) -> usize {
        self.axes[axis + 1..].iter().map(|a| a.len).product::<usize>() * self.cells
    }

    /// The same grid with one slot under another name, which it does not have yet.
    pub(super) fn renamed(mut self, slot: Slot, to: Slot) -> Self {
        self.axes.iter_mut().filter(|axis| axis.slot == slot).for_each(|axis| axis.slot = to);
        self
    }

    /// Calls `f` with each row of cells of a grid with fewer or shorter axes, and its place among the rows of this one.
    pub(super) fn each_row(&self, part: &Self, mut f: impl FnMut(usize, &[f64])) {
        for (values, row) in part.p.chunks_exact(part.cells).zip(0..) {
            f(self.place_of(part, row * part.cells) / self.cells, values);
        }
    }

    /// The distribution of one slot's count, everything else added up.
    pub(super) fn marginal(&self, slot: Slot) -> Vec<f64> {
        let Some(axis) = self.axis(slot) else { return vec![self.p.iter().sum()] };
        let (SlotAxis { low, len, .. }, stride) = (self.axes[axis], self.stride(axis));
        if self.p.len() == len {
            return [&vec![0.0; low], &self.p[..]].concat();
        }
        let mut row = zeros(low + len);
        for (block, values) in self.p.chunks_exact(stride).enumerate() {
            let (eights, others) = values.as_chunks::<8>();
            let mut sums = [0.0; 8];
            eights.iter().for_each(|eight| sums.iter_mut().zip(eight).for_each(|(sum, p)| *sum += p));
            row[low + block % len] += sums.iter().chain(others).sum::<f64>();
        }
        row
    }

    /// The distribution of one slot's count where nothing else is left.
    pub(super) fn into_marginal(self, slot: Slot) -> Vec<f64> {
        let alone = self.axes.len() == 1 && self.cells == 1 && self.axes[0].low == 0;
        if alone { self.p } else { self.marginal(slot) }
    }

    /// The distribution of the bodies' state, every slot added up.
    pub(super) fn into_state(self) -> Vec<f64> {
        if self.p.len() == self.cells {
            return self.p;
        }
        let mut row = zeros(self.cells);
        for values in self.p.chunks_exact(self.cells) {
            for (cell, p) in row.iter_mut().zip(values) {
                *cell += p;
            }
        }
        row
    }

    /// The other axes, and the grid with one axis outermost: a slice for each of its counts, the lowest first.
    pub(super) fn slices(&self, axis: usize) -> (Axes, Cow<'_, [f64]>) {
        let (stride, len) = (self.stride(axis), self.axes[axis].len);
        let mut axes = self.axes.clone();
        axes.remove(axis);
        if axis == 0 {
            return (axes, Cow::Borrowed(&self.p));
        }
        let mut slices = Vec::with_capacity(self.p.len());
        for count in 0..len {
            for block in self.p.chunks_exact(stride * len) {
                slices.extend_from_slice(&block[count * stride..][..stride]);
            }
        }
        (axes, Cow::Owned(slices))
    }

    /// How many places [`Joint::split`] makes of this grid.
    pub(super) fn split_places(&self, slot: Slot) -> usize {
        let Some(axis) = self.axis(slot) else { return self.p.len() };
        let counts = self.axes[axis].top() + 1;
        (self.p.len() / self.axes[axis].len).saturating_mul(counts).saturating_mul(counts)
    }

    /// The same grid, in which each token of a slot stays one with this chance and is one of `left`, a new slot, if not. The
    /// first axis is that of the slot, the next that of `left`.
    pub(super) fn split(&self, slot: Slot, left: Slot, chance: f64) -> Self {
        let Some(axis) = self.axis(slot) else { return self.clone() };
        let (low, len) = (self.axes[axis].low, self.axes[axis].top() + 1);
        let (rest, slices) = self.slices(axis);
        let each = slices.len() / self.axes[axis].len;
        let mut p = zeros(len * len * each);
        // The chances that of this many tokens none, one, … stay.
        let mut stay = vec![1.0];
        for n in 0..len {
            if n >= low {
                let slice = &slices[(n - low) * each..][..each];
                for (stays, weight) in stay.iter().enumerate() {
                    add_times(&mut p[(stays * len + n - stays) * each..][..each], *weight, slice);
                }
            }
            let more = |stays: usize| if stays > 0 { chance * stay[stays - 1] } else { 0.0 };
            let same = |stays: usize| if stays <= n { (1.0 - chance) * stay[stays] } else { 0.0 };
            stay = (0..=n + 1).map(|stays| more(stays) + same(stays)).collect();
        }
        let mut axes: Axes = smallvec![SlotAxis { slot, low: 0, len }, SlotAxis { slot: left, low: 0, len }];
        axes.extend(rest);
        Self { axes, cells: self.cells, p }
    }

    /// The grid with one axis added up.
    pub(super) fn without(&self, axis: usize) -> Self {
        let (axes, slices) = self.slices(axis);
        let mut p = zeros(slices.len() / self.axes[axis].len);
        for slice in slices.chunks_exact(p.len()) {
            for (cell, value) in p.iter_mut().zip(slice) {
                *cell += value;
            }
        }
        Self { axes, cells: self.cells, p }
    }

    /// Two independent grids together; at most one of them has bodies. A slot that both have is added up.
    pub(super) fn merge(&self, other: &Self) -> Self {
        if self.cells == 1 && other.cells > 1 {
            return other.merge(self);
        }
        let mut axes = Axes::new();
        for axis in other.axes.iter().filter(|axis| self.axis(axis.slot).is_none()) {
            axes.push(*axis);
        }
        for axis in &self.axes {
            let twin = other.axis(axis.slot).map(|i| other.axes[i]);
            let (low, len) = twin.map_or((0, 1), |t| (t.low, t.len));
            axes.push(SlotAxis { slot: axis.slot, low: axis.low + low, len: axis.len + len - 1 });
        }
        let mut out = Self { p: zeros(size(&axes, self.cells)), axes, cells: self.cells };
        out.add_product(self, other);
        out
    }

    /// Adds two independent grids, of which the first has the bodies; the lowest counts of this grid are theirs, added.
    pub(super) fn add_product(&mut self, one: &Self, other: &Self) {
        let stretches = self.stretches_of(one);
        let places = stretches.iter().flat_map(|(to, from)| one.p[from.clone()].iter().copied().zip(*to..));
        let reached: SmallVec<[(f64, usize); 4]> = places.filter(|(p, _)| *p != 0.0).collect();
        let is_sparse = SPARSE * reached.len() <= one.p.len();
        for (index, weight) in other.p.iter().enumerate().filter(|(_, w)| **w != 0.0) {
            let shift = self.place_of(other, index);
            let here = &mut self.p[shift..];
            match is_sparse {
                true => reached.iter().for_each(|(p, at)| here[*at] += weight * p),
                false => stretches.iter().for_each(|(to, from)| {
                    add_times(&mut here[*to..][..from.len()], *weight, &one.p[from.clone()]);
                }),
            }
        }
    }

    /// Where in this grid a place of a smaller grid lies, its lowest counts being at this grid's lowest.
    fn place_of(&self, part: &Self, index: usize) -> usize {
        let (mut rest, mut place) = (index / part.cells, index % part.cells);
        for axis in part.axes.iter().rev() {
            let at = self.axis(axis.slot).expect("a merged grid has the axes of its parts");
            place += rest % axis.len * self.stride(at);
            rest /= axis.len;
        }
        place
    }

    /// Where stretches of a smaller grid lie in this one: the first place here, and the places there.
    fn stretches_of(&self, part: &Self) -> SmallVec<[(usize, Range<usize>); 2]> {
        let mut all: SmallVec<[(usize, Range<usize>); 2]> = SmallVec::new();
        for from in (0..part.p.len()).step_by(part.cells) {
            let to = self.place_of(part, from);
            match all.last_mut() {
                Some((first, cells)) if *first + cells.len() == to => cells.end += part.cells,
                _ => all.push((to, from..from + part.cells)),
            }
        }
        all
    }

    /// The same grid, in which the tokens that some slots lack of their most are a part of the cells, and these slots with
    /// their most; `None` if that is more than `places`.
    pub(super) fn inward(&self, slots: &[Slot], places: usize) -> Option<(Self, Vec<(Slot, usize)>)> {
        let inner: Vec<(Slot, usize)> =
            slots.iter().filter_map(|slot| Some((*slot, self.axes[self.axis(*slot)?].top()))).collect();
        let rest: Axes = self.axes.iter().filter(|axis| !slots.contains(&axis.slot)).copied().collect();
        let cells = inner.iter().fold(self.cells, |cells, (_, most)| cells.saturating_mul(most + 1));
        let size = size(&rest, cells);
        if size > places {
            return None;
        }
        let mut out = Self { axes: rest, cells, p: zeros(size) };
        for (row, values) in self.p.chunks_exact(self.cells).enumerate() {
            let (mut left, mut counts) = (row, SmallVec::<[usize; 8]>::from_elem(0, self.axes.len()));
            for (axis, count) in self.axes.iter().zip(&mut counts).rev() {
                (*count, left) = (left % axis.len, left / axis.len);
            }
            let lacks = |place: usize, (slot, most): &(Slot, usize)| {
                let axis = self.axis(*slot).expect("one of its axes");
                place * (most + 1) + most - self.axes[axis].low - counts[axis]
            };
            let at = inner.iter().fold(0, lacks) * self.cells;
            let kept = |slot: Slot| self.axis(slot).map_or(0, |axis| counts[axis]);
            let place = out.axes.iter().fold(0, |place, axis| place * axis.len + kept(axis.slot)) * cells + at;
            out.p[place..][..self.cells].copy_from_slice(values);
        }
        Some((out, inner))
    }

    /// The opposite: slots that are a part of the cells become axes again.
    pub(super) fn outward(&self, inner: &[(Slot, usize)]) -> Self {
        let mut axes: Axes = inner.iter().map(|(slot, most)| SlotAxis { slot: *slot, low: 0, len: most + 1 }).collect();
        axes.extend(self.axes.iter().copied());
        let parts: usize = inner.iter().map(|(_, most)| most + 1).product();
        let (rows, cells) = (self.p.len() / self.cells, self.cells / parts);
        let mut p = zeros(self.p.len());
        for (row, values) in self.p.chunks_exact(self.cells).enumerate() {
            // What a slot has left falls as what it lacks rises.
            for (part, values) in values.chunks_exact(cells).rev().enumerate() {
                p[(part * rows + row) * cells..][..cells].copy_from_slice(values);
            }
        }
        Self { axes, cells, p }
    }

    /// The same axes and an empty axis for every slot that has none, each with room for the counts `0..=most`; `None` if
    /// that is more than `places`.
    pub(super) fn with_axes(&self, slots: &[Slot], most: &[u32], places: usize) -> Option<Self> {
        let mut axes = Axes::new();
        for (slot, most) in slots.iter().zip(most) {
            axes.push(SlotAxis { slot: *slot, low: 0, len: *most as usize + 1 });
        }
        axes.extend(self.axes.iter().filter(|axis| !slots.contains(&axis.slot)).copied());
        let size = size(&axes, self.cells);
        (size <= places).then(|| Self { p: zeros(size), axes, cells: self.cells })
    }

    /// The same grid with room for `more` further tokens of `slot`; `None` if that is more than `places`.
    pub(super) fn with_room(&self, slot: Slot, more: usize, places: usize) -> Option<Self> {
        let mut axes = self.axes.clone();
        match self.axis(slot) {
            Some(axis) => axes[axis].len += more,
            None => axes.insert(0, SlotAxis { slot, low: 0, len: more + 1 }),
        }
        let size = size(&axes, self.cells);
        if size > places {
            return None;
        }
        let out = Self { p: Vec::new(), axes, cells: self.cells };
        let mut p = zeros(size);
        out.add_into(self, &mut p);
        Some(Self { p, ..out })
    }

    /// Adds a grid with fewer or shorter axes to `p`, which is laid out like this one.
    pub(super) fn add_into(&self, part: &Self, p: &mut [f64]) {
        self.each_row(part, |row, values| {
            p[row * self.cells..].iter_mut().zip(values).for_each(|(cell, value)| *cell += value);
        });
    }

    /// Moves every place to where `change` takes its counts of `slots`; `out` is an empty grid with room for them.
    pub(super) fn map_counts(&self, slots: &[Slot], mut out: Self, change: impl Fn(&mut [u16], usize)) -> Self {
        let mut counts = vec![0u16; slots.len()];
        for (index, p) in self.p.iter().enumerate().filter(|(_, p)| **p != 0.0) {
            let cell = index % self.cells;
            let (mut rest, mut place) = (index / self.cells, cell);
            counts.fill(0);
            for axis in self.axes.iter().rev() {
                let count = axis.low + rest % axis.len;
                match slots.iter().position(|slot| *slot == axis.slot) {
                    Some(at) => counts[at] = count as u16,
                    None => {
                        let at = out.axis(axis.slot).expect("kept axis");
                        place += rest % axis.len * out.stride(at);
                    }
                }
                rest /= axis.len;
            }
            change(&mut counts, cell);
            for (at, count) in counts.iter().enumerate() {
                place += usize::from(*count) * out.stride(at);
            }
            out.p[place] += p;
        }
        out.trim()
    }

    /// Cuts off counts of any axis that are negligible at both ends.
    pub(super) fn trim(self) -> Self {
        let mut out = self;
        for axis in 0..out.axes.len() {
            if out.axes[axis].len <= CAP_ABOVE {
                continue;
            }
            let SlotAxis { slot, low, len } = out.axes[axis];
            let kept = OffsetPmf::trimmed(0, out.marginal(slot).split_off(low));
            if kept.p.len() < len {
                out = out.cut(axis, low + kept.low, kept.p.len());
            }
        }
        out
    }

    /// Keeps only the counts `low..low + len` of one axis.
    pub(super) fn cut(&self, axis: usize, low: usize, len: usize) -> Self {
        let (old, stride) = (self.axes[axis], self.stride(axis));
        let mut p = Vec::with_capacity(self.p.len() / old.len * len);
        for block in self.p.chunks_exact(stride * old.len) {
            let from = (low - old.low) * stride;
            p.extend_from_slice(&block[from..from + len * stride]);
        }
        let mut axes = self.axes.clone();
        axes[axis] = SlotAxis { low, len, ..old };
        Self { axes, cells: self.cells, p }
    }
}

/// The places of a grid: the counts of all axes together, times the cells.
pub(super) fn size(axes: &[SlotAxis], cells: usize) -> usize {
    axes.iter().fold(cells, |size, axis| size.saturating_mul(axis.len))
}

#[cfg(test)]
mod tests {
    use super::super::token_pmf::{TokenPmf, TokenPmfs};
    use super::*;

    const A: Slot = Slot(0);
    const B: Slot = Slot(1);
    const C: Slot = Slot(2);
    const MANY: usize = 1 << 20;

    /// The tokens of `from` after each has tossed a coin for one of `to`.
    fn tossed(joint: &Joint, from: Slot, to: Slot) -> Joint {
        let mut pmfs = TokenPmfs::new();
        let token = pmfs.tokens(to, 1);
        let coin = pmfs.one_of(&[(1.0, TokenPmf::NOTHING), (1.0, token)]);
        joint.expand(from, &pmfs, coin, MANY).expect("small")
    }

    #[test]
    fn tokens_expand_the_same_whether_their_number_is_fixed_or_mixed() {
        let three = tossed(&Joint::fixed(A, 3), A, B);
        assert_eq!(three.marginal(B), [0.125, 0.375, 0.375, 0.125]);
        let mixed = tossed(&tossed(&Joint::fixed(A, 2), A, B), B, C);
        assert_eq!(mixed.marginal(C), [9.0 / 16.0, 6.0 / 16.0, 1.0 / 16.0]);
    }

    #[test]
    fn two_slots_from_one_token_stay_joined() {
        let mut pmfs = TokenPmfs::new();
        let (b, c) = (pmfs.tokens(B, 1), pmfs.tokens(C, 1));
        let both = pmfs.and(b, c);
        let pmf = pmfs.one_of(&[(1.0, TokenPmf::NOTHING), (1.0, both)]);
        let joint = Joint::fixed(A, 1).expand(A, &pmfs, pmf, MANY).expect("small");
        assert_eq!(joint.p.iter().filter(|p| **p > 0.0).count(), 2);
        assert_eq!(joint.marginal(B), joint.marginal(C));
    }

    #[test]
    fn merging_adds_up_a_shared_slot_and_keeps_the_others_apart() {
        let one = tossed(&Joint::fixed(A, 1), A, B);
        let two = tossed(&Joint::fixed(A, 2), A, B);
        assert_eq!(one.merge(&two).marginal(B), [0.125, 0.375, 0.375, 0.125]);
        let other = tossed(&Joint::fixed(A, 1), A, C);
        let product = two.merge(&other);
        assert_eq!(product.marginal(B), [0.25, 0.5, 0.25]);
        assert_eq!(product.marginal(C), [0.5, 0.5]);
        let states = Joint::bodies(3, &[(1, 1.0)]).merge(&one);
        assert_eq!((states.clone().into_state(), states.marginal(B)), (vec![0.0, 1.0, 0.0], vec![0.5, 0.5]));
    }

    /// Two dice, or three: a third of them stay, and the others are counted beside.
    #[test]
    fn tokens_that_do_not_stay_are_counted_beside() {
        let dice = Joint { axes: smallvec![SlotAxis { slot: A, low: 2, len: 2 }], cells: 1, p: vec![0.5, 0.5] };
        let both = dice.split(A, B, 1.0 / 3.0);
        assert_eq!((both.p.len(), dice.split_places(A)), (16, 16));
        let at = |stay: usize, left: usize| both.p[stay * 4 + left];
        for (stay, left, ways) in [(0, 2, 4.0 / 9.0), (1, 1, 4.0 / 9.0), (2, 0, 1.0 / 9.0), (1, 2, 12.0 / 27.0)] {
            assert!((at(stay, left) - ways / 2.0).abs() < 1e-15, "{stay} and {left}");
        }
        assert_eq!((at(0, 0), at(2, 2)), (0.0, 0.0));
        assert!((both.p.iter().sum::<f64>() - 1.0).abs() < 1e-15);
    }

    #[test]
    fn a_large_grid_is_capped_and_keeps_its_mass_and_mean() {
        let mut pmfs = TokenPmfs::new();
        let [b, bb, ccc] = [(B, 1), (B, 2), (C, 3)].map(|(slot, n)| pmfs.tokens(slot, n));
        let both = pmfs.and(bb, ccc);
        let pmf = pmfs.one_of(&[(18.0, TokenPmf::NOTHING), (14.0, b), (4.0, both)]);
        let joint = Joint::fixed(A, 200).expand(A, &pmfs, pmf, MANY).expect("small");
        assert!(joint.p.len() < 401 * 601 / 4, "{}", joint.p.len());
        let mean = |slot: Slot| -> f64 { joint.marginal(slot).iter().enumerate().map(|(k, p)| k as f64 * p).sum() };
        assert!((joint.p.iter().sum::<f64>() - 1.0).abs() < 1e-13);
        assert!((mean(B) - 200.0 * 22.0 / 36.0).abs() < 1e-10);
        assert!((mean(C) - 200.0 * 12.0 / 36.0).abs() < 1e-10);
    }
}
