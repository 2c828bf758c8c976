//! Rolls as probabilities.
//!
//! In how many ways a die ends on some faces follows from the number of faces in the re-roll windows: no die is followed
//! by itself.

use smallvec::SmallVec;

use super::token_moments::TokenMoments;
use super::token_pmf::{TokenPmf, TokenPmfs};
use crate::dice::Faces;
#[cfg(test)]
use crate::engine::planted::{self, PlantedError};
use crate::sequence::{FaceRow, Roll, Slot};

/// In how many equally likely ways a die with these re-roll windows ends on one of `faces`.
///
/// All ways are `sides` to the power of one more than the number of windows that are not empty. A window takes the ways
/// that end in it away from its faces, and spreads them evenly over all faces: with `n` sides, a face that had `w` ways
/// then has `n * w` of them, or none if it is in the window, and as many more as the window had in all.
pub(super) fn ways_to_end_on(faces: Faces, sides: u8, [first, second]: [Faces; 2]) -> u32 {
    #[cfg(test)]
    let [first, second] = if planted::in_exact(PlantedError::Reroll) { [Faces::NONE; 2] } else { [first, second] };
    let n = u32::from(sides);
    let all = Faces::NONE.others(sides);
    let once = |faces: Faces| {
        let faces = faces.and(all);
        if first.is_empty() {
            return faces.count();
        }
        n * faces.without(first).count() + first.and(all).count() * faces.count()
    };
    if second.is_empty() {
        return once(faces);
    }
    n * once(faces.without(second)) + once(second) * faces.and(all).count()
}

/// The distribution of what one token ends as. `dropped` are those of a token in each slot.
pub(super) fn pmf(roll: &Roll, rows: &[FaceRow], pmfs: &mut TokenPmfs, dropped: &[TokenPmf]) -> TokenPmf {
    let always = pmf_of_row(&roll.always, pmfs, dropped);
    if rows.is_empty() {
        return always;
    }
    let mut choices: SmallVec<[(f64, TokenPmf); 6]> = SmallVec::new();
    let mut last: Option<(Slot, u16)> = None;
    for faces in rows {
        let row = &roll.row(*faces)[..];
        // A row that drops more of the one slot that the last row drops starts from that row's distribution.
        let pmf = match (row, last, choices.last()) {
            ([(slot, more)], Some((start, less)), Some((_, pmf))) if start == *slot && less < *more => {
                let others = pmfs.times(dropped[usize::from(slot.0)], usize::from(more - less));
                pmfs.and(*pmf, others)
            }
            _ => pmf_of_row(row, pmfs, dropped),
        };
        last = if let [one] = row { Some(*one) } else { None };
        choices.push((weight(roll, *faces), pmf));
    }
    let die = pmfs.one_of(&choices);
    let dice = pmfs.times(die, usize::from(roll.times));
    pmfs.and(always, dice)
}

/// Mean and variance of what one token becomes, where `each` are those of a token in each slot.
#[inline(always)]
pub(super) fn moments(roll: &Roll, rows: &[FaceRow], each: &[TokenMoments]) -> TokenMoments {
    let mut choices: SmallVec<[(f64, TokenMoments); 4]> = SmallVec::new();
    for faces in rows {
        choices.push((weight(roll, *faces), TokenMoments::of_row(roll.row(*faces), each)));
    }
    TokenMoments::of_row(&roll.always, each).plus_times(&TokenMoments::one_of(&choices), f64::from(roll.times))
}

/// The weight of the faces of a row.
#[inline(always)]
fn weight(roll: &Roll, row: FaceRow) -> f64 {
    #[cfg(test)]
    let row = FaceRow { faces: planted::faces_in_exact(roll, row), ..row };
    f64::from(ways_to_end_on(row.faces, roll.sides, roll.rerolls))
}

/// The distribution of all tokens of a row together.
fn pmf_of_row(row: &[(Slot, u16)], pmfs: &mut TokenPmfs, dropped: &[TokenPmf]) -> TokenPmf {
    row.iter().fold(TokenPmf::NOTHING, |sum, (slot, n)| {
        let token = dropped[usize::from(slot.0)];
        if token == TokenPmf::NOTHING {
            return sum;
        }
        let all = pmfs.times(token, usize::from(*n));
        pmfs.and(sum, all)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_come_in_order() {
        // ASOIAF-REROLL at 4+: own re-roll of misses, then the enemy's of hits, is 3/8; the other way round 5/8.
        let (misses, hits) = ([1, 2, 3].into_iter().collect(), Faces::from(4));
        let chance = |rerolls| {
            let orders = |faces| f64::from(ways_to_end_on(faces, 6, rerolls));
            orders(hits) / orders(Faces::from(1))
        };
        assert_eq!(chance([misses, hits]), 3.0 / 8.0);
        assert_eq!(chance([hits, misses]), 5.0 / 8.0);
        assert_eq!(chance([misses, Faces::NONE]), 3.0 / 4.0);
        let each = |face| ways_to_end_on(Faces::only(face), 3, [Faces::only(1), Faces::NONE]);
        assert_eq!([1, 2, 3].map(each), [1, 4, 4]);
    }

    /// Every pair of windows of a D3, against all 27 falls of three dice of which the last that is rolled counts.
    #[test]
    fn a_die_is_rolled_again_at_most_once_for_each_window() {
        for windows in 0..64u64 {
            let [first, second] = [Faces(windows & 7), Faces(windows >> 3)];
            let mut wanted = [0; 3];
            for fall in 0..27u8 {
                let dice = [fall % 3 + 1, fall / 3 % 3 + 1, fall / 9 + 1];
                let mut rolled = dice.into_iter();
                let mut shown = rolled.next().unwrap_or_default();
                for window in [first, second] {
                    if window.has(shown) {
                        shown = rolled.next().unwrap_or_default();
                    }
                }
                wanted[usize::from(shown) - 1] += 1;
            }
            let orders = [1, 2, 3].map(|face| ways_to_end_on(Faces::only(face), 3, [first, second]));
            let all = 3u32.pow(1 + u32::from(!first.is_empty()) + u32::from(!second.is_empty()));
            assert_eq!(orders.map(|n| n * 27 / all), wanted, "{first:?} {second:?}");
            let pairs = ways_to_end_on(Faces::up_to(2), 3, [first, second]);
            assert_eq!(pairs, orders[0] + orders[1]);
        }
    }
}
