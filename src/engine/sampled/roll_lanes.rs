//! Rolls in 256 trials at a time.
//!
//! A roll does not know what its dice are for. It has *cuts*: the bytes above which something else drops. While dice
//! are rolled, only the bytes above each cut are counted. What drops into which row is a sum of such counts
//! ([`RollOut`]), worked out afterwards. One byte can be more than one die: 252 is 7 · 36, so a byte is one of the 36
//! ways in which two D6 fall, or a D6 together with the die that replaces it.
//!
//! Loops over lanes count them: `zip` is a call in each where the library is compiled in pieces that are not optimised beside
//! each other, as by `cargo build --release`, which made rolling three times as slow.

use std::hint::black_box;

use crate::dice::{ByteRow, LANES};

/// The number of a row of counts. While a plan is made, every slot has a row; in the end rows that are not needed at
/// the same time share a place.
pub(super) type RowId = u16;

/// The most cuts of one byte.
pub(super) const CUTS: usize = 36;
/// The most tokens of one lane that are rolled in one batch, so that the counts of a batch fit a byte.
pub(super) const BATCH: u8 = 254;
/// The most rows of bytes that are rolled before they are read, so that they stay in the nearest cache.
pub(super) const DICE_ROWS: usize = 64;

/// One count for each lane.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct LaneCounts(pub(super) [u16; LANES]);

impl LaneCounts {
    pub(super) const ZERO: Self = Self([0; LANES]);
}

/// For each cut, how many bytes of each lane were above it; place 0 counts all bytes.
pub(super) type CutCounts = [ByteRow; CUTS + 1];

/// `k` times the count at place `from`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CountTerm {
    pub(super) from: u8,
    pub(super) k: i16,
}

/// The dice that the tokens of a row roll, as the lanes need to know them.
///
/// A byte stands for `per` tokens. Where `per` is two, an odd token has a byte of its own.
#[derive(Clone, Debug)]
pub(super) struct RollOp {
    pub(super) input: u16,
    /// Dice for each token.
    pub(super) times: u16,
    /// No lane has more than [`BATCH`] dice to roll.
    pub(super) small: bool,
    /// What one batch drops into any row fits a byte.
    pub(super) narrow: bool,
    /// Tokens that one byte stands for: one or two.
    pub(super) per: u8,
    /// Bytes above this are not dice.
    pub(super) last: u8,
    /// The cuts of a byte that stands for `per` tokens; each is passed by the bytes above it.
    pub(super) together: Vec<u8>,
    /// The cuts of a byte that stands for one token.
    pub(super) alone: Vec<u8>,
    pub(super) outs: Vec<RollOut>,
}

/// What a roll drops into one row.
#[derive(Clone, Debug)]
pub(super) struct RollOut {
    pub(super) row: u16,
    /// Nothing is in the row yet.
    pub(super) fresh: bool,
    pub(super) together: Vec<CountTerm>,
    pub(super) alone: Vec<CountTerm>,
}

impl RollOp {
    /// How many rows of bytes to roll if the lane with the most tokens needs this many bytes.
    pub(super) fn rows(&self, bytes: u8) -> usize {
        rows_of_bytes(usize::from(bytes), self.last)
    }

    /// How many rows to read for the one byte of an odd token: most lanes find it there.
    pub(super) fn odd_rows(&self) -> usize {
        2 + usize::from(u8::MAX - self.last) / 8
    }
}

/// How many rows to roll if the lane with the most tokens needs this many bytes. Bytes above `last` are not dice, and a few
/// more rows make up for most of those.
pub(super) fn rows_of_bytes(bytes: usize, last: u8) -> usize {
    bytes + bytes * usize::from(u8::MAX - last) / 64
}

/// Moves up to `most` tokens of each lane out of `todo`.
#[inline(always)]
pub(super) fn take<const B: usize>(todo: &mut [u16; B], most: u8) -> [u8; B] {
    let mut taken = [0; B];
    for (lane, left) in todo.iter_mut().enumerate() {
        let n = (*left).min(u16::from(most));
        *left -= n;
        taken[lane] = n as u8;
    }
    taken
}

/// Whether any lane has tokens. It looks at all of them, which is faster than to stop at the first.
#[inline(always)]
pub(super) fn any(counts: &LaneCounts) -> bool {
    counts.0.iter().fold(0, |all, n| all | n) > 0
}

/// The largest count of any lane.
#[inline(always)]
pub(super) fn most(row: &ByteRow) -> u8 {
    row.0.iter().fold(0, |most, n| most.max(*n))
}

/// The largest sum of two counts of any lane.
#[inline(always)]
pub(super) fn most_of_both(first: &ByteRow, second: &ByteRow) -> u8 {
    (0..LANES).fold(0, |most, k| most.max(first.0[k] + second.0[k]))
}

/// How the hot loops read bytes: those above `last` are not dice, and a die passes the cuts that it is above.
///
/// 512-bit vectors have masks (`MASKS`): an addition can be skipped lane by lane, provided the compiler does not see
/// that it adds just one. Without masks the comparisons are signed, because every processor has those, and their
/// results are subtracted.
pub(super) struct ByteReading<const N: usize, const MASKS: bool> {
    last: u8,
    at: [u8; N],
    signed: [i8; N],
    one: u8,
}

impl<const N: usize, const MASKS: bool> ByteReading<N, MASKS> {
    #[inline(always)]
    pub(super) fn new(last: u8, at: &[u8]) -> Self {
        let (mut cuts, mut signed) = ([u8::MAX; N], [i8::MAX; N]);
        for (i, at) in at.iter().take(N).enumerate() {
            (cuts[i], signed[i]) = (*at, (at ^ 0x80) as i8);
        }
        Self { last, at: cuts, signed, one: if MASKS { black_box(1) } else { 1 } }
    }

    /// All bits if a lane takes this byte: it is a die, and the lane has a token left for it.
    #[inline(always)]
    pub(super) fn takes(&self, byte: u8, left: &mut u8) -> u8 {
        let takes = (byte <= self.last) & (*left > 0);
        let mask = 0u8.wrapping_sub(u8::from(takes));
        *left = if MASKS { left.wrapping_sub(if takes { self.one } else { 0 }) } else { left.wrapping_add(mask) };
        mask
    }

    /// One if a die passes a cut.
    #[inline(always)]
    pub(super) fn passes(&self, die: u8, cut: usize) -> u8 {
        if MASKS {
            return if die > self.at[cut] { self.one } else { 0 };
        }
        u8::from((die ^ 0x80) as i8 > self.signed[cut])
    }
}

/// The values of some lanes. A closure for each would not always be compiled for the processor of the loop around it.
#[inline(always)]
pub(super) fn lanes_of<const B: usize>(values: &[u8; LANES], block: usize) -> [u8; B] {
    let mut some = [0; B];
    some.copy_from_slice(&values[block..block + B]);
    some
}

/// Takes a byte for each of the tokens `left` in each lane, and counts the bytes above each of `N` cuts: the hot loop
/// of every roll. The counts are added to `out`, from its second place on.
///
/// If a byte is not a die, its lane waits for the next row. `left` keeps the tokens for which there was no row. With `TAKE` a
/// byte that is used becomes no die, so that a second look at the same rows does not use it again. `B` lanes are counted at a
/// time, as many as fit a processor's registers.
#[inline(always)]
pub(super) fn count<const N: usize, const B: usize, const MASKS: bool, const TAKE: bool>(
    dice: &mut [ByteRow],
    left: &mut ByteRow,
    last: u8,
    at: &[u8],
    out: &mut [ByteRow],
) {
    let reading = ByteReading::<N, MASKS>::new(last, at);
    // Where the compiler knows how many they are, the counts stay in registers.
    let out = out[1..].first_chunk_mut::<N>().expect("a row for each cut");
    for block in (0..LANES).step_by(B) {
        let mut rest: [u8; B] = lanes_of(&left.0, block);
        let mut counts = [[0u8; B]; N];
        for row in &mut *dice {
            let row = &mut row.0[block..block + B];
            let mut die = [0; B];
            let mut pass = |k: usize, die: u8| {
                for (cut, counts) in counts.iter_mut().enumerate() {
                    counts[k] = counts[k].wrapping_add(reading.passes(die, cut));
                }
            };
            for k in 0..B {
                let mask = reading.takes(row[k], &mut rest[k]);
                die[k] = row[k] & mask;
                if TAKE {
                    row[k] |= mask;
                }
                if !MASKS {
                    pass(k, die[k]);
                }
            }
            // With masks this is a loop of its own, or the compiler would make branches.
            if MASKS {
                (0..B).for_each(|k| pass(k, die[k]));
            }
        }
        left.0[block..block + B].copy_from_slice(&rest);
        for (cut, sums) in out.iter_mut().enumerate() {
            sums.0[block..block + B].iter_mut().enumerate().for_each(|(k, sum)| *sum += counts[cut][k]);
        }
    }
}

/// Adds `k` times some counts to a row. `k` may be negative; with wrapping arithmetic that costs nothing.
#[inline(always)]
pub(super) fn apply(row: &mut LaneCounts, counts: &LaneCounts, k: i16) {
    let k = k as u16;
    for lane in 0..LANES {
        row.0[lane] = row.0[lane].wrapping_add(counts.0[lane].wrapping_mul(k));
    }
}

/// Adds what one batch drops into a row. The sum is made in bytes if it fits them.
#[inline(always)]
pub(super) fn gather<'c>(
    row: &mut LaneCounts,
    out: &RollOut,
    fresh: bool,
    narrow: bool,
    [together, alone]: [&'c CutCounts; 2],
) {
    let of = |term: &CountTerm, cuts: &'c CutCounts| (&cuts[usize::from(term.from) % (CUTS + 1)], term.k);
    let first = out.together.iter().map(|term| of(term, together));
    let terms = first.chain(out.alone.iter().map(|term| of(term, alone)));
    if narrow {
        let mut sum = [0u8; LANES];
        for (counts, k) in terms {
            for _ in 0..k.unsigned_abs() {
                if k > 0 {
                    sum.iter_mut().enumerate().for_each(|(lane, sum)| *sum = sum.wrapping_add(counts.0[lane]));
                } else {
                    sum.iter_mut().enumerate().for_each(|(lane, sum)| *sum = sum.wrapping_sub(counts.0[lane]));
                }
            }
        }
        let each = row.0.iter_mut().enumerate();
        if fresh {
            each.for_each(|(lane, row)| *row = u16::from(sum[lane]));
        } else {
            each.for_each(|(lane, row)| *row = row.wrapping_add(u16::from(sum[lane])));
        }
        return;
    }
    if fresh {
        *row = LaneCounts::ZERO;
    }
    for (counts, k) in terms {
        let k = k as u16;
        for lane in 0..LANES {
            row.0[lane] = row.0[lane].wrapping_add(u16::from(counts.0[lane]).wrapping_mul(k));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Roller;

    /// Every byte there is, against plain comparisons: with two cuts, and with bytes that are not dice.
    #[test]
    fn a_byte_passes_a_cut_exactly_above_it() {
        for last in [191, 242, 251, 254] {
            looks_at_every_byte::<false>(last);
            looks_at_every_byte::<true>(last);
        }
    }

    fn looks_at_every_byte<const MASKS: bool>(last: u8) {
        let mut dice = [ByteRow(std::array::from_fn(|lane| lane as u8))];
        for cut in 0..last {
            let (mut left, mut out) = (ByteRow([1; LANES]), [ByteRow::ZERO; CUTS + 1]);
            count::<2, 64, MASKS, false>(&mut dice, &mut left, last, &[cut, last / 2], &mut out);
            for byte in 0..=u8::MAX {
                let lane = usize::from(byte);
                assert_eq!(left.0[lane] == 0, byte <= last, "byte {byte}, last {last}");
                assert_eq!(out[1].0[lane] == 1, byte <= last && byte > cut, "byte {byte}, cut {cut}");
                assert_eq!(out[2].0[lane] == 1, byte <= last && byte > last / 2, "byte {byte}, cut {}", last / 2);
            }
        }
    }

    /// The same dice counted by the loops, and one byte after the other with plain comparisons: first the bytes of odd
    /// tokens, then the others.
    #[test]
    fn every_byte_is_one_token_s_and_every_lane_gets_its_own() {
        counts_every_byte_once::<2, false>();
        counts_every_byte_once::<2, true>();
        counts_every_byte_once::<CUTS, false>();
        counts_every_byte_once::<CUTS, true>();
    }

    fn counts_every_byte_once<const N: usize, const MASKS: bool>() {
        let (cuts, last): ([u8; N], u8) = (std::array::from_fn(|cut| (41 + 84 * cut / (N - 1)) as u8), 242);
        let mut dice = vec![ByteRow::ZERO; 400];
        Roller::new(1, 1).fill(&mut dice);
        let mine: Vec<Vec<u8>> = (0..LANES).map(|lane| dice.iter().map(|row| row.0[lane]).collect()).collect();
        let tokens = ByteRow(std::array::from_fn(|lane| lane.min(254) as u8));
        let (mut left, mut odd) = (tokens, ByteRow(std::array::from_fn(|lane| (lane % 2) as u8)));
        let [mut together, mut alone] = [[ByteRow::ZERO; CUTS + 1]; 2];
        count::<N, 64, MASKS, true>(&mut dice[..9], &mut odd, last, &cuts, &mut alone);
        for stretch in dice.chunks_mut(70) {
            count::<N, 64, MASKS, false>(stretch, &mut left, last, &cuts, &mut together);
        }
        assert_eq!((most(&left), most(&odd)), (0, 0));
        for (lane, bytes) in mine.iter().enumerate() {
            let valid: Vec<u8> = bytes.iter().copied().filter(|x| *x <= last).collect();
            let (first, others) = valid.split_at(lane % 2);
            for (place, cut) in cuts.iter().enumerate() {
                let above = |dice: &[u8]| dice.iter().filter(|x| *x > cut).count();
                assert_eq!(usize::from(alone[place + 1].0[lane]), above(first), "lane {lane}");
                let others = &others[..usize::from(tokens.0[lane])];
                assert_eq!(usize::from(together[place + 1].0[lane]), above(others), "lane {lane}");
            }
        }
    }
}
