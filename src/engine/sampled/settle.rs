//! Settles on rows of counts, all lanes of a row at a time.

use super::hit_lanes::BodyLanes;
use super::plan::{ROWS, RowId};
use super::roll_lanes::LaneCounts;
use crate::dice::LANES;
use crate::sequence::Settle;

/// Changes the rows that stand for the slots of a settle. `bodies` are those it asks about, with all their points.
#[inline(always)]
pub(super) fn settle(
    settle: &Settle,
    ids: &[RowId],
    bodies: &[(usize, u16)],
    rows: &mut [LaneCounts; ROWS],
    lanes: &[BodyLanes],
) {
    let at = |slot: usize| usize::from(ids[slot]) % ROWS;
    match settle {
        Settle::Copy { most, .. } => {
            let from = rows[at(0)];
            let out = &mut rows[at(1)];
            (0..LANES).for_each(|k| out.0[k] += from.0[k].min(*most));
        }
        Settle::Move { most, .. } => {
            let (mut from, mut to) = (rows[at(0)], rows[at(1)]);
            for k in 0..LANES {
                let kept = from.0[k].saturating_sub(*most);
                to.0[k] += from.0[k] - kept;
                from.0[k] = kept;
            }
            (rows[at(0)], rows[at(1)]) = (from, to);
        }
        Settle::Cancel { .. } => {
            let (mut from, mut against) = (rows[at(0)], rows[at(1)]);
            for k in 0..LANES {
                let both = (from.0[k], against.0[k]);
                from.0[k] = both.0.saturating_sub(both.1);
                against.0[k] = both.1.saturating_sub(both.0);
            }
            (rows[at(0)], rows[at(1)]) = (from, against);
        }
        Settle::Divide { by, .. } => {
            let from = std::mem::replace(&mut rows[at(0)], LaneCounts::ZERO);
            let (by, to) = ((*by).max(1), &mut rows[at(1)]);
            (0..LANES).for_each(|k| to.0[k] += from.0[k] / by);
        }
        Settle::Spend { .. } => {
            let [mut token, mut from, mut to] = [0, 1, 2].map(|slot| rows[at(slot)]);
            for k in 0..LANES {
                let spent = token.0[k].min(1) * from.0[k].min(1);
                let moved = from.0[k] * spent;
                token.0[k] -= spent;
                from.0[k] -= moved;
                to.0[k] += moved;
            }
            (rows[at(0)], rows[at(1)], rows[at(2)]) = (token, from, to);
        }
        Settle::Sort { body: [body], at: limits, of, .. } => {
            let from = std::mem::replace(&mut rows[at(0)], LaneCounts::ZERO);
            let lost = &lanes[*body].lost;
            for (range, place) in of.iter().enumerate() {
                let low = if range == 0 { 0 } else { limits[range - 1] };
                let end = limits.get(range).map_or(u32::from(u16::MAX) + 1, |end| u32::from(*end));
                let to = &mut rows[at(usize::from(*place) + 1)];
                for k in 0..LANES {
                    let here = lost.0[k] >= low && u32::from(lost.0[k]) < end;
                    to.0[k] += if here { from.0[k] } else { 0 };
                }
            }
        }
        Settle::WhileAlive { .. } => {
            let row = &mut rows[at(0)];
            for (body, total) in bodies {
                let lost = &lanes[*body].lost;
                (0..LANES).for_each(|k| row.0[k] *= u16::from(lost.0[k] < *total));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::settled::{Case, every_case};

    /// Every arm over small counts, against what its documentation says in words: each case in a lane of its own, with
    /// another case beside it.
    #[test]
    fn every_arm_does_what_it_says() {
        let idle = Case { before: vec![0; 4], ..every_case().remove(0) };
        for case in every_case() {
            let lane = 7;
            let mut rows = Box::new([LaneCounts::ZERO; ROWS]);
            for (slot, (count, other)) in case.before.iter().zip(&idle.before).enumerate() {
                rows[slot].0.fill(*other);
                rows[slot].0[lane] = *count;
            }
            // The body has nine points; where it is gone, it has lost them all.
            let mut body = BodyLanes { left: [0; LANES], slain: [0; LANES], lost: LaneCounts::ZERO };
            body.lost.0[lane] = if case.alive { case.lost } else { 9 };
            let bodies: Vec<(usize, u16)> = case.settle.bodies().iter().map(|body| (*body, 9)).collect();
            let ids: Vec<RowId> = (0..case.before.len() as RowId).collect();
            settle(&case.settle, &ids, &bodies, &mut rows, &[body]);
            let after: Vec<u16> = (0..case.before.len()).map(|slot| rows[slot].0[lane]).collect();
            assert_eq!(after, case.after, "{case:?}");
            let others: Vec<u16> = (0..case.before.len()).map(|slot| rows[slot].0[lane + 1]).collect();
            assert_eq!(others, idle.before[..others.len()], "{case:?} changes other lanes");
        }
    }
}
