//! Tokens become what their distribution says, and the joint distribution grows.

use smallvec::{SmallVec, smallvec};

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
        let places = |size: f64| if size < CACHED { ROW + size / 10.0 } else { size };
        let powers = n * (outcomes + 1.0) * places(grown);
        if rest > 1.0 {
            powers + self.reached(axis).count() as f64 * (ROW * grown + places(rest * grown))
        } else {
            powers
        }
    }

    /// The places along an axis that are reached.
    fn reached(&self, axis: usize) -> impl Iterator<Item = usize> {
        let (stride, len) = (self.stride(axis), self.axes[axis].len);
        let is_reached = move |count: &usize| {
            self.p.chunks_exact(stride).skip(*count).step_by(len).any(|block| block.iter().any(|p| *p != 0.0))
        };
        (0..len).filter(is_reached)
    }

    /// Every token of `slot` becomes what `pmf` says.
    ///
    /// With P(n) the grid at n tokens, the result is Σ P(n) · pmfⁿ. Where the grid has nothing else it is worked out with
    /// Horner's rule, from the largest n down (Knuth, *The Art of Computer Programming* 2, section 4.6.4), so that a fixed and a
    /// random number of tokens are the same loop; else each power is multiplied once, whatever else the grid has.
    ///
    /// `None` if the grid would have more than `most` places.
    pub(super) fn expand(&self, slot: Slot, pmfs: &TokenPmfs, pmf: TokenPmf, most: usize) -> Option<Self> {
        let Some(axis) = self.axis(slot) else { return Some(self.clone()) };
        if let Some(to) = pmfs.certain(pmf) {
            return self.sent_by_cell(slot, |_| to, most);
        }
        let SlotAxis { low, len, .. } = self.axes[axis];
        let top = low + len - 1;
        if let ([one], [p]) = (pmfs.axes(pmf), &self.p[..]) {
            let OffsetPmf { low, p } = OffsetPmf::power(&pmfs.probabilities(pmf), top).scaled(*p);
            return Some(Self { axes: smallvec![SlotAxis { slot: one.slot, low, len: p.len() }], cells: 1, p });
        }
        let (rest, slices) = self.slices(axis);
        let grid = Growth::new(&rest, self.cells, (pmfs, pmf), top);
        if grid.size > most {
            return None;
        }
        if slices.len() > len {
            return Some(self.times_powers(
                (axis, top),
                (&rest, &slices),
                (grid, Growth::new(&[], 1, (pmfs, pmf), top)),
            ));
        }
        let (mut now, mut next) = (zeros(grid.size), zeros(grid.size));
        for n in (0..=top).rev() {
            if n < top {
                grid.multiply(&now, &mut next);
                std::mem::swap(&mut now, &mut next);
            }
            now[0] += if n >= low { slices[n - low] } else { 0.0 };
        }
        Some(grid.finish(now, self.cells))
    }

    /// The tokens of an axis become what the powers of one say, beside all else of the grid.
    fn times_powers(
        &self,
        (axis, top): (usize, usize),
        (rest, slices): (&Axes, &[f64]),
        (grid, one): (Growth, Growth),
    ) -> Self {
        let mut out = Self { axes: grid.axes.clone(), cells: self.cells, p: zeros(grid.size) };
        let mut power = Self { axes: one.axes.clone(), cells: 1, p: zeros(one.size) };
        power.p[0] = 1.0;
        let (mut next, each) = (zeros(one.size), slices.len() / self.axes[axis].len);
        let mut reached = self.reached(axis).map(|place| place + self.axes[axis].low).peekable();
        for n in 0..=top {
            if n > 0 {
                one.multiply(&power.p, &mut next);
                std::mem::swap(&mut power.p, &mut next);
            }
            if reached.next_if_eq(&n).is_some() {
                let slice = slices[(n - self.axes[axis].low) * each..][..each].to_vec();
                out.add_product(&Self { axes: rest.clone(), cells: self.cells, p: slice }, &power);
            }
        }
        grid.finish(out.p, self.cells)
    }

    /// The same grid, in which the tokens of a slot are those of the slot that `to` gives for each cell. `None` if that is more
    /// than `places`.
    pub(super) fn sent_by_cell(&self, slot: Slot, to: impl Fn(usize) -> Slot, places: usize) -> Option<Self> {
        let Some(axis) = self.axis(slot) else { return Some(self.clone()) };
        let to: Vec<Slot> = (0..self.cells).map(to).collect();
        let mut reached: SmallVec<[Slot; 2]> = SmallVec::new();
        for (p, to) in self.p.chunks_exact(self.cells).flat_map(|row| row.iter().zip(&to)) {
            if *p != 0.0 && !reached.contains(to) {
                reached.push(*to);
            }
        }
        if let [only] = reached[..]
            && self.axis(only).is_none()
        {
            return Some(self.clone().renamed(slot, only));
        }
        let (moved, (rest, slices)) = (self.axes[axis], self.slices(axis));
        // Where all go to one slot it has no fewer than they are.
        let least = if reached.len() == 1 { moved.low } else { 0 };
        let mut out = Self { axes: rest.clone(), cells: self.cells, p: Vec::new() };
        for slot in &reached {
            let axis = out.axis(*slot).unwrap_or_else(|| {
                out.axes.insert(0, SlotAxis { slot: *slot, low: 0, len: 1 });
                0
            });
            out.axes[axis].low += least;
            out.axes[axis].len += moved.top() - least;
        }
        let size = size(&out.axes, out.cells);
        let mut p = (size <= places).then(|| zeros(size))?;
        for (count, slice) in (moved.low - least..).zip(slices.chunks_exact(slices.len() / moved.len)) {
            for slot in &reached {
                let here = slice.iter().zip(to.iter().cycle()).map(|(p, to)| if to == slot { *p } else { 0.0 });
                let part = Self { axes: rest.clone(), cells: self.cells, p: here.collect() };
                out.add_into(&part, &mut p[count * out.stride(out.axis(*slot)?)..]);
            }
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

    /// Beside other tokens and the bodies every place grows as it does alone, token after token.
    #[test]
    fn a_grid_grows_as_each_of_its_places_does() {
        let mut pmfs = TokenPmfs::new();
        let [a, b, c] = [Slot(0), Slot(1), Slot(2)];
        let [one, other, two] = [(b, 1), (c, 1), (b, 2)].map(|(slot, n)| pmfs.tokens(slot, n));
        let both = pmfs.and(other, two);
        let pmf = pmfs.one_of(&[(3.0, TokenPmf::NOTHING), (2.0, one), (1.0, both)]);
        let axes: Axes = smallvec![SlotAxis { slot: a, low: 1, len: 4 }, SlotAxis { slot: b, low: 2, len: 3 }];
        // Nowhere are there two tokens.
        let p: Vec<f64> = (0..24).map(|place| if (6..12).contains(&place) { 0.0 } else { f64::from(place) }).collect();
        let grid = Joint { axes, cells: 2, p };
        let grown = grid.expand(a, &pmfs, pmf, 1 << 20).expect("small");
        let mut wanted = vec![0.0; grown.p.len()];
        for (place, p) in grid.p.iter().enumerate() {
            let mut now = vec![([2 + place / 2 % 3, 0], *p)];
            for _ in 0..=place / 6 {
                let next = |([b, c], p): ([usize; 2], f64)| {
                    [([b, c], p / 2.0), ([b + 1, c], p / 3.0), ([b + 2, c + 1], p / 6.0)]
                };
                now = now.into_iter().flat_map(next).collect();
            }
            for (counts, p) in now {
                let count = |axis: &SlotAxis| counts[usize::from(axis.slot.0) - 1] - axis.low;
                let row = grown.axes.iter().fold(0, |row, axis| row * axis.len + count(axis));
                wanted[2 * row + place % 2] += p;
            }
        }
        assert!(grown.p.iter().zip(&wanted).all(|(p, wanted)| (p - wanted).abs() < 1e-12), "{grown:?}");
        assert!(wanted.iter().sum::<f64>() > 200.0);
    }

    /// Two or three tokens: they go to `b` where nothing is lost, else to `c`.
    #[test]
    fn tokens_go_where_the_state_of_the_bodies_sends_them() {
        let [a, b, c] = [Slot(0), Slot(1), Slot(2)];
        let tokens =
            Joint { axes: smallvec![SlotAxis { slot: a, low: 2, len: 2 }], cells: 2, p: vec![0.1, 0.2, 0.3, 0.4] };
        let to = |cell: usize| if cell == 0 { b } else { c };
        let sent = tokens.sent_by_cell(a, to, 100).expect("small");
        assert_eq!(sent.marginal(b), [0.2 + 0.4, 0.0, 0.1, 0.3]);
        assert_eq!(sent.marginal(c), [0.1 + 0.3, 0.0, 0.2, 0.4]);
        assert_eq!(sent.clone().into_state(), [0.4, 0.2 + 0.4]);
        let alone = tokens.sent_by_cell(a, |_| c, 100).expect("small");
        assert_eq!((alone.axis(b), alone.marginal(c)), (None, tokens.marginal(a)));
        assert!(tokens.sent_by_cell(a, to, 31).is_none());
        // One token more for each: `b` has the three or four where nothing is lost, and none elsewhere.
        let more = sent.merge(&Joint::fixed(a, 1)).sent_by_cell(a, to, 100).expect("small");
        assert_eq!(more.marginal(b), [0.2 + 0.4, 0.0, 0.0, 0.1, 0.3]);
        assert_eq!(more.marginal(c), [0.1 + 0.3, 0.0, 0.0, 0.2, 0.4]);
        assert_eq!((more.axis(a), more.into_state()), (None, sent.into_state()));
    }
}
