//! Products of rows of numbers: sums of independent values, and of many of them.
//!
//! Everything here that takes long is compiled for the widest vectors too. A cell is a sum in the same order whatever the
//! instructions, and nothing is fused: the bits are the same.

/// Mass below this, at either end of a distribution that is being built, is left out.
const NEGLIGIBLE: f64 = 1e-30;

/// A row of zeros. The allocator's own would take longer where the row is short.
pub(crate) fn zeros<T: Copy + Default>(len: usize) -> Vec<T> {
    if len > 4_096 {
        return vec![T::default(); len];
    }
    let mut row = Vec::with_capacity(len);
    row.resize(len, T::default());
    row
}

/// The product of two polynomials.
pub(crate) fn convolve(a: &[f64], b: &[f64]) -> Vec<f64> {
    if a.is_empty() || b.is_empty() {
        return Vec::new();
    }
    let mut out = zeros(a.len() + b.len() - 1);
    convolve_into(a, b, &mut out);
    out
}

/// Adds the product of two rows to `out`, which is long enough.
pub(crate) fn convolve_into(a: &[f64], b: &[f64], out: &mut [f64]) {
    let (long, short) = if a.len() >= b.len() { (a, b) } else { (b, a) };
    if short.len() >= MANY {
        let [some, others] = [short, long].map(reached);
        if SPARSE * some.len() * others.len() < short.len() * long.len() {
            for (shift, weight) in some {
                others.iter().for_each(|(place, p)| out[shift + place] += weight * p);
            }
            return;
        }
    }
    if long.len() >= SHORT {
        return multiply_wide(long, short, out);
    }
    for (shift, weight) in short.iter().enumerate().filter(|(_, weight)| **weight != 0.0) {
        add_times_here(&mut out[shift..], *weight, long);
    }
}

/// Below this, choosing the instructions would take longer than what they save.
const SHORT: usize = 16;
/// From this length on rows may be grids of which most is empty.
const MANY: usize = 64;
/// A pair of cells that are not 0 takes as long as so many in a row.
const SPARSE: usize = 32;

/// The cells that are not 0, with their places.
fn reached(row: &[f64]) -> Vec<(usize, f64)> {
    row.iter().copied().enumerate().filter(|(_, p)| *p != 0.0).collect()
}

#[multiversion::multiversion(targets("x86_64+avx+avx2+avx512f+avx512bw", "x86_64+avx+avx2"))]
fn multiply_wide(long: &[f64], short: &[f64], out: &mut [f64]) {
    let len = long.len() + short.len() - 1;
    let [mut row, mut product] = [zeros(long.len() + 2 * PAD), zeros(len + 2 * PAD)];
    let product = Padded::new(long, &mut row).times(short, &mut product);
    out.iter_mut().zip(product.cells()).for_each(|(cell, sum)| *cell += sum);
}

/// Adds `weight` times a row to another.
#[multiversion::multiversion(targets("x86_64+avx+avx2+avx512f+avx512bw", "x86_64+avx+avx2"))]
pub(crate) fn add_times(out: &mut [f64], weight: f64, row: &[f64]) {
    add_times_here(out, weight, row);
}

/// [`add_times`], compiled for the instructions of the caller. Counted by hand: where nothing is optimised, as in tests, an
/// iterator is ten calls a cell.
#[inline(always)]
pub(crate) fn add_times_here(out: &mut [f64], weight: f64, row: &[f64]) {
    let len = out.len().min(row.len());
    let (out, row) = (&mut out[..len], &row[..len]);
    let mut k = 0;
    while k < len {
        out[k] += weight * row[k];
        k += 1;
    }
}

/// This many cells before and after a row are 0: as many as any block has.
const PAD: usize = 32;
/// From this many cells of a product on, larger blocks pay.
const LARGE: usize = 32;

/// A row with [`PAD`] cells before and after it that are 0, so that blocks of a product need not look where it ends.
struct Padded<'r> {
    row: &'r mut [f64],
    from: usize,
    len: usize,
}

impl<'r> Padded<'r> {
    /// Some cells, put in a row of zeros.
    #[inline(always)]
    fn new(cells: &[f64], row: &'r mut [f64]) -> Self {
        row[PAD..PAD + cells.len()].copy_from_slice(cells);
        Self { row, from: PAD, len: cells.len() }
    }

    #[inline(always)]
    fn cells(&self) -> &[f64] {
        &self.row[self.from..][..self.len]
    }

    /// The product with another row, in a row whose first [`PAD`] cells are 0.
    #[inline(always)]
    fn times<'o>(&self, other: &[f64], out: &'o mut [f64]) -> Padded<'o> {
        let len = self.len + other.len() - 1;
        out[PAD + len..][..PAD].fill(0.0);
        // The last block may reach beyond the product, where all sums are 0.
        let product = &mut out[PAD..][..len + PAD];
        if len < LARGE {
            self.blocks::<16>(other, product, len);
        } else {
            self.blocks::<PAD>(other, product, len);
        }
        Padded { row: out, from: PAD, len }
    }

    /// Block by block of the product, so that its sums never leave the registers.
    #[inline(always)]
    fn blocks<const BLOCK: usize>(&self, other: &[f64], out: &mut [f64], len: usize) {
        let (blocks, _) = out.as_chunks_mut::<BLOCK>();
        for (block, from) in blocks.iter_mut().zip((0..len).step_by(BLOCK)) {
            let meets = (from + 1).saturating_sub(self.len)..other.len().min(from + BLOCK);
            let at = self.from + from;
            let rows = self.row[at + 1 - meets.end..at + BLOCK - meets.start].windows(BLOCK).rev();
            let mut sums = [0.0; BLOCK];
            for (weight, row) in other[meets].iter().zip(rows) {
                let (row, mut k) = (row.first_chunk::<BLOCK>().expect("a window"), 0);
                while k < BLOCK {
                    sums[k] += weight * row[k];
                    k += 1;
                }
            }
            *block = sums;
        }
    }

    /// Leaves out the cells at both ends whose mass is negligible; how many it were at the front.
    #[inline(always)]
    fn trim(&mut self) -> usize {
        let kept = kept(self.cells());
        let cells = &mut self.row[self.from..][..self.len];
        cells[kept.end..].fill(0.0);
        cells[..kept.start].fill(0.0);
        (self.from, self.len) = (self.from + kept.start, kept.len());
        kept.start
    }
}

/// The cells of a row without those at both ends whose mass is negligible; at least one.
#[inline(always)]
fn kept(row: &[f64]) -> std::ops::Range<usize> {
    let (mut mass, mut end) = (0.0, row.len());
    while end > 1 && mass + row[end - 1] < NEGLIGIBLE {
        end -= 1;
        mass += row[end];
    }
    let (mut mass, mut start) = (0.0, 0);
    while start + 1 < end && mass + row[start] < NEGLIGIBLE {
        mass += row[start];
        start += 1;
    }
    start..end
}

/// Probabilities of `low`, `low + 1` and so on; those of smaller and larger values are negligible.
#[derive(Clone, Debug)]
pub(crate) struct OffsetPmf {
    pub(crate) low: usize,
    pub(crate) p: Vec<f64>,
}

impl OffsetPmf {
    /// Leaves out values at both ends whose mass is negligible.
    pub(crate) fn trimmed(low: usize, mut p: Vec<f64>) -> Self {
        let kept = kept(&p);
        p.truncate(kept.end);
        p.drain(..kept.start);
        Self { low: low + kept.start, p }
    }

    /// Every probability times `weight`.
    pub(crate) fn scaled(mut self, weight: f64) -> Self {
        if weight != 1.0 {
            self.p.iter_mut().for_each(|value| *value *= weight);
        }
        self
    }

    /// The sum of `n` independent values with this distribution: repeated squaring, from the highest bit of `n` down so that every
    /// other factor is the short distribution itself, trimmed at every step.
    ///
    /// Only positive numbers are added, so every probability keeps its relative precision; trimming is what keeps a
    /// thousand attacks short. A fast Fourier transform would be quicker still and lose the tails.
    pub(crate) fn power(pmf: &[f64], n: usize) -> Self {
        let room = n * (pmf.len() - 1) + 1 + 2 * PAD;
        match n {
            0 => Self { low: 0, p: vec![1.0] },
            // Short rows lie on the stack.
            _ if room <= 128 => raise(pmf, n, &mut [0.0; 128], &mut [0.0; 128]),
            _ if room <= 256 => raise(pmf, n, &mut [0.0; 256], &mut [0.0; 256]),
            _ => raise(pmf, n, &mut zeros(room), &mut zeros(room)),
        }
    }
}

/// A power, worked out in two rows of zeros that it fits.
#[multiversion::multiversion(targets("x86_64+avx+avx2+avx512f+avx512bw", "x86_64+avx+avx2"))]
fn raise(pmf: &[f64], n: usize, one: &mut [f64], other: &mut [f64]) -> OffsetPmf {
    let first = kept(pmf);
    let (pmf, mut low) = (&pmf[first.clone()], first.start);
    let (mut now, mut free) = (Padded::new(pmf, one), other);
    for bit in (0..n.ilog2()).rev() {
        let mut next = now.times(now.cells(), free);
        low = 2 * low + next.trim();
        (now, free) = (next, now.row);
        if n >> bit & 1 == 1 {
            let mut next = now.times(pmf, free);
            low += first.start + next.trim();
            (now, free) = (next, now.row);
        }
    }
    OffsetPmf { low, p: now.cells().to_vec() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_power_of_a_distribution_is_its_repeated_sum() {
        for pmf in [&[0.25, 0.0, 0.5, 0.25][..], &[0.0, 0.5, 0.5], &[0.0, 0.0, 1.0]] {
            let mut slow = vec![1.0];
            for n in 0..30 {
                let OffsetPmf { low, p } = OffsetPmf::power(pmf, n);
                for (k, wanted) in slow.iter().enumerate() {
                    let got = k.checked_sub(low).and_then(|k| p.get(k)).copied().unwrap_or(0.0);
                    assert!((got - wanted).abs() < 1e-16, "{n} {k}");
                }
                slow = convolve(&slow, pmf);
            }
        }
    }

    proptest! {
        #[test]
        fn a_product_is_every_pair_s(
            a in prop::collection::vec(0.0f64..1.0, 1..300),
            b in prop::collection::vec(0.0f64..1.0, 1..90),
            every in 1usize..20,
        ) {
            let some = |row: Vec<f64>| -> Vec<f64> {
                row.into_iter().enumerate().map(|(k, p)| if k % every == 0 { p } else { 0.0 }).collect()
            };
            let (a, b) = (some(a), some(b));
            let mut slow = vec![0.0; a.len() + b.len() - 1];
            for (i, x) in a.iter().enumerate() {
                b.iter().enumerate().for_each(|(j, y)| slow[i + j] += x * y);
            }
            let fast = convolve(&a, &b);
            prop_assert_eq!(fast.len(), slow.len());
            for (x, y) in fast.iter().zip(&slow) {
                prop_assert!((x - y).abs() <= 1e-12);
            }
        }
    }
}
