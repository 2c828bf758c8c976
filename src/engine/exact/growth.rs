//! Tokens become what their distribution says, and the joint distribution grows.

use smallvec::smallvec;

use super::joint::{Axes, CAP_ABOVE, Joint, SlotAxis, size};
use super::token_pmf::{Extent, TokenPmf, TokenPmfs};
use crate::sequence::Slot;
use crate::stats::{OffsetPmf, add_times, zeros};

impl Joint {
    /// How many multiplications [`Joint::expand`] would make, roughly.
    pub(super) fn expand_cost(&self, slot: Slot, pmfs: &TokenPmfs, pmf: TokenPmf) -> f64 {
        let Some(axis) = self.axis(slot) else { return 0.0 };
        let n = self.axes[axis].top() as f64;
        if pmfs.slots(pmf) == 1 && self.p.len() == 1 {
            let width = n * pmfs.cells(pmf) as f64;
            return width * width.sqrt().min(400.0);
        }
        if pmfs.certain(pmf).is_some() {
            return MOVED * self.p.len() as f64;
        }
        let rest = (self.p.len() / self.axes[axis].len) as f64;
        let outcomes = pmfs.weights(pmf).iter().filter(|w| **w != 0.0).count() as f64;
        let grown: f64 = pmfs.axes(pmf).iter().map(|axis| grown_width(n, axis.len)).product();
        // Rows are added in the widest vectors as long as caches hold the grid.
        let size = rest * grown;
        n * (outcomes + 1.0) * if size < CACHED { ROW + size / 10.0 } else { size }
    }

    /// Every token of `slot` becomes what `pmf` says.
    ///
    /// With P(n) the grid at n tokens, the result is Σ P(n) · pmfⁿ. It is worked out with Horner's rule, from the largest n
    /// down (Knuth, *The Art of Computer Programming* 2, section 4.6.4), so that a fixed and a random number of tokens are
    /// the same loop.
    ///
    /// `None` if the grid would have more than `most` places.
    pub(super) fn expand(&self, slot: Slot, pmfs: &TokenPmfs, pmf: TokenPmf, most: usize) -> Option<Self> {
        let Some(axis) = self.axis(slot) else { return Some(self.clone()) };
        if let Some(to) = pmfs.certain(pmf) {
            return self.moved(axis, to, most);
        }
        if let ([one], [p]) = (pmfs.axes(pmf), &self.p[..]) {
            let OffsetPmf { low, p } = OffsetPmf::power(&pmfs.probabilities(pmf), self.axes[axis].top()).scaled(*p);
            return Some(Self { axes: smallvec![SlotAxis { slot: one.slot, low, len: p.len() }], cells: 1, p });
        }
        let (rest, slices) = self.slices(axis);
        let each = slices.len() / self.axes[axis].len;
        let grid = Growth::new(&rest, self.cells, (pmfs, pmf), self.axes[axis].top());
        if grid.size > most {
            return None;
        }
        let mut now = zeros(grid.size);
        let mut next = zeros(grid.size);
        for n in (0..=self.axes[axis].top()).rev() {
            if n < self.axes[axis].top() {
                grid.multiply(&now, &mut next);
                std::mem::swap(&mut now, &mut next);
            }
            if n >= self.axes[axis].low {
                grid.add(&slices[(n - self.axes[axis].low) * each..][..each], &rest, &mut now);
            }
        }
        Some(grid.finish(now, self.cells))
    }

    /// The tokens of an axis are of another slot; `None` if that is more than `most` places.
    fn moved(&self, axis: usize, to: Slot, most: usize) -> Option<Self> {
        let moved = self.axes[axis];
        if self.axis(to).is_none() {
            return Some(self.clone().renamed(moved.slot, to));
        }
        let (axes, slices) = self.slices(axis);
        let (each, part) = (slices.len() / moved.len, Self { axes, cells: self.cells, p: Vec::new() });
        let mut out = Self { axes: part.axes.clone(), ..part.clone() };
        let place = out.axis(to)?;
        out.axes[place].low += moved.low;
        out.axes[place].len += moved.len - 1;
        let size = size(&out.axes, out.cells);
        let mut p = (size <= most).then(|| zeros(size))?;
        for (count, slice) in slices.chunks_exact(each).enumerate() {
            let part = Self { p: slice.to_vec(), ..part.clone() };
            out.add_into(&part, &mut p[count * out.stride(place)..]);
        }
        Some(Self { p, ..out }.trim())
    }
}

/// A grid of fewer places than this is in the caches while it grows.
const CACHED: f64 = 32_768.0;
/// What a row costs besides its places, and a place of a grid whose tokens get another name, in multiplications.
const ROW: f64 = 16.0;
const MOVED: f64 = 8.0;

/// About how many counts hold all but a negligible part of `n` tokens of up to `len − 1` each.
fn grown_width(n: f64, len: usize) -> f64 {
    let most = n * (len - 1) as f64 + 1.0;
    most.min(24.0 * (n.sqrt() + 1.0) * (len - 1) as f64)
}

/// The grid that tokens grow into: the slots that a token reaches outermost, then the other axes, then the cells.
struct Growth {
    axes: Axes,
    /// For each axis the largest count that is kept, if it is cut; the axis has room for one more token above it.
    caps: Vec<Option<usize>>,
    size: usize,
    outcomes: Vec<(usize, f64)>,
}

impl Growth {
    fn new(rest: &[SlotAxis], cells: usize, (pmfs, pmf): (&TokenPmfs, TokenPmf), tokens: usize) -> Self {
        let extents = pmfs.axes(pmf);
        let mut axes = Axes::new();
        let mut caps = Vec::new();
        for Extent { slot, len } in extents {
            let twin = rest.iter().find(|axis| axis.slot == *slot);
            let (low, extra) = twin.map_or((0, 1), |axis| (axis.low, axis.len));
            let most = tokens * (len - 1) + extra;
            let cap = (twin.is_none() && most > CAP_ABOVE).then(|| {
                let OffsetPmf { low, p } = OffsetPmf::power(&pmfs.marginal(pmf, *slot), tokens);
                low + p.len()
            });
            let cap = cap.filter(|cap| cap + len < most);
            axes.push(SlotAxis { slot: *slot, low, len: cap.map_or(most, |cap| cap + len) });
            caps.push(cap);
        }
        for axis in rest.iter().filter(|axis| extents.iter().all(|extent| extent.slot != axis.slot)) {
            axes.push(*axis);
            caps.push(None);
        }
        let size = size(&axes, cells);
        let mut grid = Self { axes, caps, size, outcomes: Vec::new() };
        grid.outcomes = grid.outcomes_of(pmfs, pmf, cells);
        grid
    }

    fn stride(&self, axis: usize, cells: usize) -> usize {
        size(&self.axes[axis + 1..], cells)
    }

    fn outcomes_of(&self, pmfs: &TokenPmfs, pmf: TokenPmf, cells: usize) -> Vec<(usize, f64)> {
        let mut outcomes = Vec::new();
        for (index, weight) in pmfs.weights(pmf).iter().enumerate().filter(|(_, w)| **w != 0.0) {
            let (mut rest, mut place) = (index, 0);
            for (axis, extent) in pmfs.axes(pmf).iter().enumerate().rev() {
                place += rest % extent.len * self.stride(axis, cells);
                rest /= extent.len;
            }
            outcomes.push((place, weight / pmfs.total(pmf)));
        }
        outcomes
    }

    /// One more token, independent of all before.
    fn multiply(&self, now: &[f64], next: &mut [f64]) {
        next.fill(0.0);
        let used = now.iter().rposition(|p| *p != 0.0).map_or(0, |last| last + 1);
        for (place, p) in &self.outcomes {
            let upto = used.min(self.size - place);
            add_times(&mut next[*place..place + upto], *p, &now[..upto]);
        }
        for axis in 0..self.axes.len() {
            if let Some(cap) = self.caps[axis] {
                let stride = self.size / self.axes[..=axis].iter().map(|a| a.len).product::<usize>();
                for block in next.chunks_exact_mut(stride * self.axes[axis].len) {
                    block[cap * stride..].fill(0.0);
                }
            }
        }
    }

    /// Adds the part of the grid that has this number of tokens.
    fn add(&self, slice: &[f64], rest: &[SlotAxis], now: &mut [f64]) {
        let cells = slice.len() / rest.iter().map(|axis| axis.len).product::<usize>();
        for (index, values) in slice.chunks_exact(cells).enumerate() {
            let (mut left, mut place) = (index, 0);
            for axis in rest.iter().rev() {
                let at = self.axes.iter().position(|a| a.slot == axis.slot).expect("kept axis");
                place += left % axis.len * self.stride(at, cells);
                left /= axis.len;
            }
            add_times(&mut now[place..place + cells], 1.0, values);
        }
    }

    /// The grown grid without the room above its caps.
    fn finish(self, p: Vec<f64>, cells: usize) -> Joint {
        let mut joint = Joint { axes: self.axes, cells, p };
        for (axis, cap) in self.caps.iter().enumerate() {
            if let Some(cap) = cap {
                joint = joint.cut(axis, joint.axes[axis].low, *cap);
            }
        }
        joint.trim()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A grid that no cache holds costs what is multiplied, a small one about a tenth of that and something for each row.
    #[test]
    fn the_cost_of_growing_is_told_before_it_is_spent() {
        for (slots, tokens) in [(2, 20), (3, 20), (4, 20), (5, 20), (3, 60)] {
            let mut pmfs = TokenPmfs::new();
            let one = |slot: u16, pmfs: &mut TokenPmfs| (1.0, pmfs.tokens(Slot(slot), 1));
            let choices: Vec<(f64, TokenPmf)> = (1..=slots).map(|slot| one(slot, &mut pmfs)).collect();
            let pmf = pmfs.one_of(&choices);
            let size = (tokens as f64 + 1.0).powi(i32::from(slots));
            let multiplied = tokens as f64 * f64::from(slots) * size;
            let cost = Joint::fixed(Slot(0), tokens).expand_cost(Slot(0), &pmfs, pmf);
            let least = if size < CACHED { multiplied / 10.0 } else { multiplied };
            assert!((least..4.0 * least + 1e4).contains(&cost), "{slots} slots: {cost} for {multiplied}");
        }
    }

    /// Tokens that get another name are those of a slot that has some, each sum once.
    #[test]
    fn a_token_that_ends_for_certain_is_only_counted_elsewhere() {
        let mut pmfs = TokenPmfs::new();
        let [a, b, c] = [Slot(0), Slot(1), Slot(2)];
        let [one, two] = [b, c].map(|slot| pmfs.tokens(slot, 1));
        let either = pmfs.one_of(&[(1.0, one), (1.0, two)]);
        let both = Joint::fixed(a, 2).expand(a, &pmfs, either, 100).expect("small");
        assert_eq!(both.expand_cost(b, &pmfs, two), MOVED * 9.0);
        let moved = both.expand(b, &pmfs, two, 100).expect("small");
        assert_eq!(moved.marginal(c), [0.0, 0.0, 1.0, 0.0, 0.0]);
        assert!(both.expand(b, &pmfs, two, 4).is_none());
        // With two of `b` for certain there are two more of `c`.
        let maybe = pmfs.one_of(&[(1.0, TokenPmf::NOTHING), (1.0, two)]);
        let more = pmfs.and(one, maybe);
        let more = Joint::fixed(a, 2).expand(a, &pmfs, more, 100).expect("small");
        let more = more.cut(more.axis(b).expect("counted"), 2, 1);
        let moved = more.expand(b, &pmfs, two, 100).expect("small");
        assert_eq!(moved.marginal(c), [0.0, 0.0, 0.25, 0.5, 0.25]);
        let named = pmfs.tokens(a, 1);
        let named = both.expand(b, &pmfs, named, 100).expect("small");
        assert_eq!((named.axis(b), named.marginal(a), named.marginal(c)), (None, both.marginal(b), both.marginal(c)));
    }
}
