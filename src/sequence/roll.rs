//! Tokens that roll dice.

use super::{Law, Slot};
use crate::dice::{Bytes, Faces, LANES, Roller, VALID};
use crate::stats::Moments;

/// Tokens that drop into slots.
pub type Row = Vec<(Slot, u16)>;

/// Each token of `input` drops `always`, then rolls `times` dice; each die, after its two re-roll windows, drops the row
/// of its face.
///
/// The windows come in order: a die that shows a face of the first is rolled again, and what it then shows may be rolled
/// once more if it is in the second. Two, because in A Song of Ice & Fire each player may re-roll a die once and the
/// order matters (ASOIAF-REROLL); every other game uses the first alone.
#[derive(Clone, PartialEq, Debug)]
pub struct Roll {
    /// What is rolled, in the game's words.
    pub name: &'static str,
    /// The slot whose tokens roll.
    pub input: Slot,
    /// What every token drops without a die.
    pub always: Row,
    /// Dice for each token.
    pub times: u8,
    /// Sides of a die; 252 is a multiple of it.
    pub sides: u8,
    /// The faces each window rolls again.
    pub rerolls: [Faces; 2],
    /// A row for each face, lowest first.
    pub rows: Vec<Row>,
}

impl Roll {
    /// A roll without dice: each token drops `always`.
    pub fn relay(name: &'static str, input: Slot, always: Row) -> Self {
        Self { name, input, always, times: 0, sides: 1, rerolls: [Faces::NONE; 2], rows: vec![Row::new()] }
    }

    /// One D6 for each token.
    pub fn d6(name: &'static str, input: Slot, rerolls: [Faces; 2], row: impl Fn(u8) -> Row) -> Self {
        Self { name, input, always: Row::new(), times: 1, sides: 6, rerolls, rows: (1..=6).map(row).collect() }
    }

    /// Every row that a token may meet: `always` and each face's.
    pub(crate) fn all_rows(&self) -> impl Iterator<Item = &Row> {
        std::iter::once(&self.always).chain(&self.rows)
    }

    /// The law of one token, where `becomes` is the law of a token in each slot it drops into.
    pub(crate) fn law(&self, becomes: &dyn Fn(Slot) -> Law) -> Law {
        let row_law = |row: &Row| {
            row.iter().fold(Law::nothing(), |sum, (slot, n)| sum.and(&becomes(*slot).times(usize::from(*n))))
        };
        let always = row_law(&self.always);
        if self.times == 0 {
            return always;
        }
        let mut rows: Vec<(&Row, f64)> = Vec::new();
        for (row, weight) in self.rows.iter().zip(final_faces(self.sides, self.rerolls)) {
            match rows.iter_mut().find(|(known, _)| *known == row) {
                Some((_, sum)) => *sum += weight,
                None => rows.push((row, weight)),
            }
        }
        let choices: Vec<(f64, Law)> = rows.into_iter().map(|(row, weight)| (weight, row_law(row))).collect();
        always.and(&Law::one_of(&choices).times(usize::from(self.times)))
    }
}

impl Roll {
    /// Mean and variance of what one token is worth, where `worth` is that of a token in each slot it drops into.
    pub(crate) fn moments(&self, worth: &dyn Fn(Slot) -> Moments) -> Moments {
        let of_row = |row: &Row| {
            row.iter().fold(Moments::default(), |sum, (slot, n)| sum.plus(worth(*slot).times(f64::from(*n))))
        };
        let always = of_row(&self.always);
        if self.times == 0 {
            return always;
        }
        let ways = final_faces(self.sides, self.rerolls);
        let rows: Vec<(f64, Moments)> = ways.iter().zip(&self.rows).map(|(way, row)| (*way, of_row(row))).collect();
        always.plus(mixture(&rows).times(f64::from(self.times)))
    }
}

/// Mean and variance of a choice among counts, by weight.
pub(crate) fn mixture(choices: &[(f64, Moments)]) -> Moments {
    let total: f64 = choices.iter().map(|(weight, _)| weight).sum();
    let mean = choices.iter().map(|(weight, m)| weight * m.mean).sum::<f64>() / total;
    let spread = |m: &Moments| m.variance + (m.mean - mean).powi(2);
    let variance = choices.iter().map(|(weight, m)| weight * spread(m)).sum::<f64>() / total;
    Moments { mean, variance }
}

/// In how many ways of `sides³` (fewer windows: of a smaller power) a die ends on each face.
pub(crate) fn final_faces(sides: u8, rerolls: [Faces; 2]) -> Vec<f64> {
    let n = f64::from(sides);
    let mut ways = vec![1.0; usize::from(sides)];
    for window in rerolls.into_iter().filter(|w| !w.is_empty()) {
        let again = |face: usize| window.has(face as u8 + 1);
        let rolled: f64 = (0..ways.len()).filter(|face| again(*face)).map(|face| ways[face]).sum();
        for (face, way) in ways.iter_mut().enumerate() {
            *way = if again(face) { 0.0 } else { *way * n } + rolled;
        }
    }
    ways
}

/// The most places at which the rows of one roll may change from a face to the next.
pub(crate) const CUTS: usize = 36;

/// One count for each lane.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Counts(pub(crate) [u16; LANES]);

impl Counts {
    pub(crate) const ZERO: Self = Self([0; LANES]);
}

/// Whether any lane is not 0.
#[inline(always)]
pub(crate) fn any(bytes: &Bytes) -> bool {
    bytes.iter().fold(0, |all, byte| all | byte) != 0
}

/// Moves up to `most` tokens of each lane out of `todo`.
#[inline(always)]
pub(crate) fn take(todo: &mut Counts, most: u8) -> Bytes {
    let mut taken = [0; LANES];
    for (lane, left) in taken.iter_mut().zip(&mut todo.0) {
        let n = (*left).min(u16::from(most));
        *left -= n;
        *lane = n as u8;
    }
    taken
}

/// Rolls one die for each token and counts, for each of `N` cuts, the dice at or above it: the hot loop of every roll.
///
/// `at[i]` is one less than the lowest byte at or above cut `i`. A lane that draws a byte that is no die tries again.
/// `small` promises that no lane has more than 255 tokens. The rows come later: they are sums of these counts.
#[inline(always)]
pub(crate) fn count<const N: usize>(g: &mut Roller, tokens: &Counts, at: &[u8], out: &mut [Counts; CUTS], small: bool) {
    let at: [u8; N] = std::array::from_fn(|i| at[i]);
    let (mut local, mut todo) = (g.clone(), *tokens);
    for sum in &mut out[..N] {
        *sum = Counts::ZERO;
    }
    loop {
        let mut left = take(&mut todo, u8::MAX);
        if !any(&left) {
            break;
        }
        let mut counts = [[0u8; LANES]; N];
        loop {
            let dice = local.bytes();
            for k in 0..LANES {
                let valid = VALID.saturating_sub(dice[k]).min(1);
                let on = left[k].min(valid);
                left[k] = left[k].saturating_sub(valid);
                for i in 0..N {
                    counts[i][k] = counts[i][k].wrapping_add(on.min(dice[k].saturating_sub(at[i])));
                }
            }
            if !any(&left) {
                break;
            }
        }
        for (sum, counts) in out.iter_mut().zip(&counts) {
            for (sum, n) in sum.0.iter_mut().zip(counts) {
                *sum += u16::from(*n);
            }
        }
        if small {
            break;
        }
    }
    *g = local;
}

/// Adds `k` times a count to a row. Rows are sums of cuts, so `k` may be negative; wrapping makes that free.
#[inline(always)]
pub(crate) fn apply(row: &mut Counts, counts: &Counts, k: i16) {
    let k = k as u16;
    for (sum, n) in row.0.iter_mut().zip(&counts.0) {
        *sum = sum.wrapping_add(n.wrapping_mul(k));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_come_in_order() {
        // ASOIAF-REROLL at 4+: own re-roll of misses, then the enemy's of hits, is 3/8; the other way round 5/8.
        let (misses, hits) = ([1, 2, 3].into_iter().collect(), Faces::from(4));
        let chance = |rerolls| {
            let ways = final_faces(6, rerolls);
            ways[3..].iter().sum::<f64>() / ways.iter().sum::<f64>()
        };
        assert_eq!(chance([misses, hits]), 3.0 / 8.0);
        assert_eq!(chance([hits, misses]), 5.0 / 8.0);
        assert_eq!(chance([misses, Faces::NONE]), 3.0 / 4.0);
        assert_eq!(final_faces(3, [Faces::only(1), Faces::NONE]), [1.0, 4.0, 4.0]);
    }

    #[test]
    fn counting_meets_every_die_once_however_many_tokens_a_lane_has() {
        let mut tokens = Counts::ZERO;
        for (lane, n) in tokens.0.iter_mut().enumerate() {
            *n = lane as u16 * 9;
        }
        let mut out = [Counts::ZERO; CUTS];
        // Faces at or above the first: all of them.
        count::<2>(&mut Roller::new(1, 1), &tokens, &[0, 41], &mut out, false);
        for lane in 0..LANES {
            // A byte of 0 is not above 0, so the first count misses 1 of 252 dice; 41 is the cut below a 2.
            assert!(out[0].0[lane] <= tokens.0[lane] && out[0].0[lane] >= out[1].0[lane]);
            assert!(out[1].0[lane] <= tokens.0[lane]);
        }
        let all: u32 = out[1].0.iter().map(|n| u32::from(*n)).sum();
        let rolled: u32 = tokens.0.iter().map(|n| u32::from(*n)).sum();
        assert!((f64::from(all) / f64::from(rolled) - 5.0 / 6.0).abs() < 0.01);
    }
}
