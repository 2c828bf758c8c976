//! Rolls in 256 trials at a time.
//!
//! A roll does not know what its dice are for. It only counts, per *cut*, the bytes at or above it; what drops into which
//! pile is a sum of such counts ([`RollOp`]), put together once the dice are rolled. A byte can be more than one die: 252
//! is 7 · 36, so it is one of the 36 ways in which two D6 fall, or a D6 with the die that replaces it.

use std::hint::black_box;

use crate::dice::{LANES, Row, VALID};

/// The most places at which the outcome of one byte may change.
pub(crate) const CUTS: usize = 36;
/// The most tokens of one lane that are rolled in one go: the counts of a go fit a byte.
pub(crate) const GO: u8 = 254;
/// Bytes above this are no die. Bytes are read with a sign, lowest first, because every processor can compare those.
const LAST: i8 = (VALID - 1).wrapping_sub(128) as i8;

/// One count for each lane.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Counts(pub(crate) [u16; LANES]);

impl Counts {
    pub(crate) const ZERO: Self = Self([0; LANES]);
}

/// For each cut, how many bytes were at or above it; place 0 counts all.
pub(crate) type Cuts = [Row; CUTS + 1];

/// A byte as the lanes compare it: the cut at `byte` is passed by every byte from it on.
pub(crate) fn cut_at(byte: u8) -> i8 {
    (byte - 1).wrapping_sub(128) as i8
}

/// `k` times the count of cut `from`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Term {
    pub(crate) from: u8,
    pub(crate) k: i16,
}

/// Rolls dice for the tokens of a row, ready for the lanes.
///
/// First comes a *sweep*: one byte for every `per` tokens, whatever it shows. Then the tokens that are left over, and
/// those whose byte was no die, are *finished* one die at a time.
#[derive(Clone, Debug)]
pub(crate) struct RollOp {
    pub(crate) input: u16,
    /// Dice for each token.
    pub(crate) times: u16,
    /// No lane has more than [`GO`] dice to roll.
    pub(crate) small: bool,
    /// What one go drops into any row fits a byte.
    pub(crate) narrow: bool,
    /// Tokens that one byte of the sweep stands for.
    pub(crate) per: u8,
    pub(crate) sweep: Vec<i8>,
    pub(crate) finish: Vec<i8>,
    pub(crate) outs: Vec<Out>,
}

/// What a roll drops into one row.
#[derive(Clone, Debug)]
pub(crate) struct Out {
    pub(crate) row: u16,
    /// Nothing is in the row yet.
    pub(crate) fresh: bool,
    pub(crate) sweep: Vec<Term>,
    pub(crate) finish: Vec<Term>,
}

/// Adds one where `passed`. With masks (`MASKS`, 512-bit vectors) an addition can be skipped lane by lane, if the
/// compiler does not see that it adds just one; without them subtracting the comparison is shorter.
#[inline(always)]
fn tick<const MASKS: bool>(count: u8, passed: bool, one: u8) -> u8 {
    if MASKS { count.wrapping_add(if passed { one } else { 0 }) } else { count.wrapping_add(u8::from(passed)) }
}

/// Moves up to `most` tokens of each lane out of `todo`.
#[inline(always)]
pub(crate) fn take<const B: usize>(todo: &mut [u16; B], most: u8) -> [u8; B] {
    let mut taken = [0; B];
    for (lane, left) in taken.iter_mut().zip(todo) {
        let n = (*left).min(u16::from(most));
        *left -= n;
        *lane = n as u8;
    }
    taken
}

/// The largest count of any lane.
#[inline(always)]
pub(crate) fn most(row: &Row) -> u8 {
    row.0.iter().fold(0, |most, n| most.max(*n))
}

/// Takes one byte for each of `tokens`, and counts for each of `N` cuts the bytes at or above it: the hot loop of every
/// roll. Returns how many bytes of each lane were no die; they are in no count.
///
/// `dice` has at least as many rows as any lane has tokens. `B` lanes are counted at a time, as many as fit a processor's
/// registers.
#[inline(always)]
pub(crate) fn sweep<const N: usize, const B: usize, const MASKS: bool>(
    dice: &[Row],
    tokens: &Row,
    at: &[i8],
    out: &mut Cuts,
) -> Row {
    let at: [i8; N] = std::array::from_fn(|i| at.get(i).copied().unwrap_or(i8::MAX));
    let one = if MASKS { black_box(1) } else { 1 };
    let mut all_spoiled = Row::ZERO;
    for block in (0..LANES).step_by(B) {
        let lanes = &tokens.0[block..block + B];
        let all = usize::from(lanes.iter().fold(u8::MAX, |least, n| least.min(*n)));
        let most = usize::from(lanes.iter().fold(0, |most, n| most.max(*n)));
        let (mut counts, mut spoiled) = ([[0u8; B]; N], [0u8; B]);
        for row in &dice[..all] {
            let row = &row.0[block..block + B];
            for k in 0..B {
                let die = (row[k] ^ 0x80) as i8;
                spoiled[k] = tick::<MASKS>(spoiled[k], die > LAST, one);
                for i in 0..N {
                    counts[i][k] = tick::<MASKS>(counts[i][k], die > at[i], one);
                }
            }
        }
        let mut left: [u8; B] = std::array::from_fn(|k| lanes[k] - all as u8);
        for row in &dice[all..most] {
            let row = &row.0[block..block + B];
            for k in 0..B {
                // The load comes first, or processors without masks branch around it.
                let die = row[k];
                let die = if left[k] > 0 { die } else { 0 };
                left[k] = left[k].saturating_sub(1);
                let die = (die ^ 0x80) as i8;
                spoiled[k] = tick::<MASKS>(spoiled[k], die > LAST, one);
                for i in 0..N {
                    counts[i][k] = tick::<MASKS>(counts[i][k], die > at[i], one);
                }
            }
        }
        for k in 0..B {
            out[0].0[block + k] = lanes[k] - spoiled[k];
            all_spoiled.0[block + k] = spoiled[k];
        }
        for i in 0..N {
            for k in 0..B {
                out[i + 1].0[block + k] = counts[i][k].wrapping_sub(spoiled[k]);
            }
        }
    }
    all_spoiled
}

/// The same, but a lane that meets a byte that is no die takes the next one; `left` keeps the tokens that no row was left
/// for. Counts are added to `out`.
#[inline(always)]
pub(crate) fn finish<const N: usize, const B: usize, const MASKS: bool>(
    dice: &[Row],
    left: &mut Row,
    at: &[i8],
    out: &mut Cuts,
) {
    let at: [i8; N] = std::array::from_fn(|i| at.get(i).copied().unwrap_or(i8::MAX));
    let one = if MASKS { black_box(1) } else { 1 };
    for block in (0..LANES).step_by(B) {
        let mut rest: [u8; B] = std::array::from_fn(|k| left.0[block + k]);
        let mut counts = [[0u8; B]; N];
        for row in dice {
            let row = &row.0[block..block + B];
            for k in 0..B {
                let valid = VALID.saturating_sub(row[k]).min(1);
                let on = rest[k].min(valid);
                rest[k] = rest[k].saturating_sub(valid);
                let die = ((row[k] & 0u8.wrapping_sub(on)) ^ 0x80) as i8;
                for i in 0..N {
                    counts[i][k] = tick::<MASKS>(counts[i][k], die > at[i], one);
                }
            }
        }
        left.0[block..block + B].copy_from_slice(&rest);
        for (sums, counts) in out[1..].iter_mut().zip(&counts) {
            sums.0[block..block + B].iter_mut().zip(counts).for_each(|(sum, n)| *sum += n);
        }
    }
}

/// Adds `k` times a count to a row. Rows are sums of cuts, so `k` may be negative; wrapping makes that free.
#[inline(always)]
pub(crate) fn apply(row: &mut Counts, counts: &Counts, k: i16) {
    let k = k as u16;
    for (sum, n) in row.0.iter_mut().zip(&counts.0) {
        *sum = sum.wrapping_add(n.wrapping_mul(k));
    }
}

/// Adds what one go drops into a row: in bytes as long as they hold it.
#[inline(always)]
pub(crate) fn gather(row: &mut Counts, out: &Out, fresh: bool, narrow: bool, [sweep, finish]: [&Cuts; 2]) {
    let swept = out.sweep.iter().map(|term| (&sweep[usize::from(term.from) % (CUTS + 1)], term.k));
    let terms = swept.chain(out.finish.iter().map(|term| (&finish[usize::from(term.from) % (CUTS + 1)], term.k)));
    if narrow {
        let mut sum = [0u8; LANES];
        for (counts, k) in terms {
            for _ in 0..k.unsigned_abs() {
                if k > 0 {
                    sum.iter_mut().zip(&counts.0).for_each(|(sum, n)| *sum = sum.wrapping_add(*n));
                } else {
                    sum.iter_mut().zip(&counts.0).for_each(|(sum, n)| *sum = sum.wrapping_sub(*n));
                }
            }
        }
        let each = row.0.iter_mut().zip(&sum);
        if fresh {
            each.for_each(|(row, n)| *row = u16::from(*n));
        } else {
            each.for_each(|(row, n)| *row = row.wrapping_add(u16::from(*n)));
        }
        return;
    }
    if fresh {
        *row = Counts::ZERO;
    }
    for (counts, k) in terms {
        let k = k as u16;
        for (sum, n) in row.0.iter_mut().zip(&counts.0) {
            *sum = sum.wrapping_add(u16::from(*n).wrapping_mul(k));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Roller;

    /// What the bytes 0 to 255 are counted as, by a cut: every byte is looked at.
    #[test]
    fn a_byte_passes_a_cut_exactly_from_it_on() {
        for cut in 1..=VALID {
            for byte in 0..=u8::MAX {
                assert_eq!((byte ^ 0x80) as i8 > cut_at(cut), byte >= cut, "byte {byte}, cut {cut}");
            }
        }
        assert_eq!((0..=u8::MAX).filter(|byte| (byte ^ 0x80) as i8 > LAST).count(), 4);
    }

    /// The same dice counted by the loops, and one byte after the other with plain comparisons.
    #[test]
    fn counting_meets_every_die_once_however_many_tokens_a_lane_has() {
        counts_every_die_once::<false>();
        counts_every_die_once::<true>();
    }

    fn counts_every_die_once<const MASKS: bool>() {
        let mut tokens = Row::ZERO;
        for (lane, n) in tokens.0.iter_mut().enumerate() {
            *n = lane.min(254) as u8;
        }
        let (mut dice, cuts) = (vec![Row::ZERO; 400], [42, 126]);
        Roller::new(1, 1).fill(&mut dice);
        let at = cuts.map(cut_at);
        let mut out = [Row::ZERO; CUTS + 1];
        let spoiled = sweep::<2, 64, MASKS>(&dice[..254], &tokens, &at, &mut out);
        let (mut finished, mut left) = ([Row::ZERO; CUTS + 1], tokens);
        finish::<2, 64, MASKS>(&dice[..7], &mut left, &at, &mut finished);
        finish::<2, 64, MASKS>(&dice[7..], &mut left, &at, &mut finished);
        assert_eq!(most(&left), 0);
        for lane in 0..LANES {
            let n = usize::from(tokens.0[lane]);
            let mine: Vec<u8> = dice.iter().map(|row| row.0[lane]).collect();
            let valid = |bytes: &[u8]| bytes.iter().copied().filter(|x| *x < VALID).collect::<Vec<u8>>();
            let (swept, tried) = (valid(&mine[..n]), valid(&mine));
            assert_eq!(usize::from(spoiled.0[lane]), n - swept.len());
            assert_eq!(usize::from(out[0].0[lane]), swept.len());
            for (place, cut) in cuts.iter().enumerate() {
                let above = |dice: &[u8]| dice.iter().filter(|x| *x >= cut).count();
                assert_eq!(usize::from(out[place + 1].0[lane]), above(&swept), "lane {lane}");
                assert_eq!(usize::from(finished[place + 1].0[lane]), above(&tried[..n]), "lane {lane}");
            }
        }
    }
}
