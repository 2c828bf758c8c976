//! Hits on the target in 256 trials at a time.

use super::current::current;
use super::roll_lanes::{ByteReading, DICE_ROWS, LaneCounts, RowId, any, lanes_of, most};
use crate::dice::{ByteRow, Bytes, Faces, LANES, Roller, VALID};
use crate::sequence::{Body, GroupGuards};

/// What the lanes remember of a body from one hit to the next.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct BodyLanes {
    /// Points until the current model falls.
    pub(super) left: Bytes,
    /// Models that have fallen. Only kept up to date where models differ.
    pub(super) slain: Bytes,
    /// Points lost.
    pub(super) lost: LaneCounts,
}

/// One group of models as the lanes see it.
#[derive(Clone, Debug)]
pub(super) struct GroupLanes {
    /// Models that must have fallen before this group is hit.
    pub(super) start: u8,
    /// Points of each model.
    pub(super) wounds: u8,
    /// Bytes below this are failed saves.
    pub(super) save_below: u8,
    /// Bytes below this are points that the model does not ignore.
    pub(super) ignore_below: u8,
}

/// The hits of one strike, as the lanes need to know them.
#[derive(Clone, Debug)]
pub(super) struct TargetHits {
    pub(super) input: RowId,
    pub(super) body: usize,
    pub(super) groups: Vec<GroupLanes>,
    /// The points of every hit, whatever its dice show.
    pub(super) plus: u8,
    /// Bytes that say how many more points it is worth.
    pub(super) dice: u8,
    /// Bytes above this are not dice; 255 if there are no dice.
    pub(super) last: u8,
    /// A byte deals one point for each cut that it is above. A cut at which the points rise by more than one is repeated.
    pub(super) cuts: Vec<u8>,
    /// How one byte decides whether two points are ignored, where all models are alike: the first point hurts if the
    /// byte is above the first limit and below the last, the second if it is above the middle one.
    pub(super) pair: [u8; 3],
    /// The most points of one hit.
    pub(super) most: u8,
    /// Points of the whole body.
    pub(super) total: u16,
    pub(super) through: Option<RowId>,
    pub(super) net: Option<RowId>,
    pub(super) gross: Option<RowId>,
    /// What else the slow loop needs; `None` if a fast loop can do it.
    pub(super) general: Option<GeneralHits>,
}

/// Hits that the fast loops cannot deal: on several bodies, with amounts that differ between groups, or re-rolled
/// amounts that do not fit one byte.
#[derive(Clone, Debug)]
pub(super) struct GeneralHits {
    /// The bodies in the order in which they are hit: their number, their shape and, for each group, its guard.
    pub(super) bodies: Vec<(usize, Body, GroupGuards)>,
    /// The most dice any guard's amount rolls, and whether any save or amount is ever rolled again.
    pub(super) dice: u8,
    pub(super) rerolls: bool,
    /// If a hit may be more points than a byte counts: how many of them may be ignored.
    pub(super) wide: Option<u32>,
}

impl TargetHits {
    /// Whether any model may save.
    pub(super) fn saves(&self) -> bool {
        self.groups.iter().any(|g| g.save_below != VALID)
    }

    pub(super) fn ignores(&self) -> bool {
        self.groups.iter().any(|g| g.ignore_below != VALID)
    }

    /// Bytes that each decide about two points.
    fn pairs(&self) -> u8 {
        if self.groups.len() > 1 { 0 } else { self.most / 2 }
    }

    /// Bytes that one hit takes.
    pub(super) fn bytes(&self) -> usize {
        let ignores = if self.ignores() { self.most - self.pairs() } else { 0 };
        usize::from(self.saves()) + usize::from(self.dice) + usize::from(ignores)
    }

    /// Whether all models are alike and a hit needs one byte at most.
    pub(super) fn are_of_a_byte(&self) -> bool {
        let alike = self.groups.len() == 1 && !self.saves() && !self.ignores();
        alike && self.dice <= 1 && self.cuts.len() <= BYTE_CUTS
    }

    /// How many rows of bytes to roll if the lane with the most hits has this many. Where one byte is a hit, a few more rows
    /// make up for most bytes that are not dice.
    pub(super) fn rows(&self, hits: usize) -> usize {
        match (self.are_of_a_byte(), self.dice) {
            (false, _) => hits * self.bytes(),
            (true, 0) => hits,
            (true, _) => (hits + 1 + hits * usize::from(u8::MAX - self.last) / 64).min(DICE_ROWS),
        }
    }

    /// The most hits of one batch: their points must fit a byte, and their bytes the rows that are kept.
    pub(super) fn batch(&self) -> u8 {
        let room = DICE_ROWS / self.bytes().max(1);
        (u8::MAX / self.most.max(1)).min(room as u8).max(1)
    }
}

/// The most cuts of a byte that decides a whole hit.
const BYTE_CUTS: usize = 11;

/// Hits on models that are all alike, each decided by one byte or (`N` is 0) by none: the hot loop of most hits that do
/// not spill.
///
/// `rest` are the hits of each lane. If a byte is not a die, its lane waits for the next row. Where hits need no byte, only the
/// number of rows in `dice` matters: it is the most hits of any lane. `B` lanes are worked on at a time.
#[inline(always)]
pub(super) fn hits_of_a_byte<const N: usize, const B: usize, const MASKS: bool>(
    dice: &[ByteRow],
    op: &TargetHits,
    rest: &mut ByteRow,
    body: &mut BodyLanes,
    net_sum: &mut LaneCounts,
) {
    let reading = ByteReading::<N, MASKS>::new(op.last, &op.cuts);
    let (wounds, plus) = (op.groups[0].wounds, op.plus);
    for block in (0..LANES).step_by(B) {
        let mut rem: [u8; B] = lanes_of(&rest.0, block);
        let mut left: [u8; B] = lanes_of(&body.left, block);
        let (mut dealt, mut hurt) = ([0u8; B], [0u8; B]);
        for row in dice {
            let row = &row.0[block..block + B];
            let (mut net, mut die) = ([0; B], [0; B]);
            for k in 0..B {
                let mask = reading.takes(row[k], &mut rem[k]);
                (net[k], die[k]) = (plus & mask, row[k] & mask);
            }
            for k in 0..B {
                net[k] = (0..N).fold(net[k], |net, cut| net.wrapping_add(reading.passes(die[k], cut)));
            }
            for k in 0..B {
                dealt[k] = dealt[k].wrapping_add(net[k]);
                let taken = net[k].min(left[k]);
                hurt[k] = hurt[k].wrapping_add(taken);
                let fell = taken == left[k];
                left[k] = left[k].wrapping_sub(taken);
                // The next model's points: selected with a mask; without masks, written over the 0 that is left.
                if MASKS {
                    left[k] = if fell { wounds } else { left[k] };
                } else {
                    left[k] |= wounds & 0u8.wrapping_sub(u8::from(fell));
                }
            }
        }
        for k in 0..B {
            let lane = block + k;
            net_sum.0[lane] = net_sum.0[lane].wrapping_add(u16::from(dealt[k]));
            body.lost.0[lane] = (body.lost.0[lane] + u16::from(hurt[k])).min(op.total);
        }
        rest.0[block..block + B].copy_from_slice(&rem);
        body.left[block..block + B].copy_from_slice(&left);
    }
}

/// One hit after the other, in all lanes at once: the hot loop of the other hits that do not spill.
///
/// `rest` are the hits of each lane. All bytes of one hit are used or thrown away together; that is unbiased, because
/// it does not depend on any face. Whether models differ (`GROUPS`), may save (`SAVE`) and may ignore points (`IGNORE`)
/// is decided when the loop is compiled. `B` lanes are worked on at a time.
#[inline(always)]
pub(super) fn hits<const B: usize, const GROUPS: bool, const SAVE: bool, const IGNORE: bool>(
    dice: &[ByteRow],
    op: &TargetHits,
    rest: &mut ByteRow,
    body: &mut BodyLanes,
    through_sum: &mut LaneCounts,
    [net_sum, gross_sum]: &mut [LaneCounts; 2],
) {
    let (each, rounds) = (op.bytes(), usize::from(most(rest)));
    for block in (0..LANES).step_by(B) {
        let lanes = block..block + B;
        let mut now = BlockLanes::<B> {
            rem: lanes_of(&rest.0, block),
            left: lanes_of(&body.left, block),
            slain: lanes_of(&body.slain, block),
            dealt: [0; B],
            hurt: [0; B],
            past: [0; B],
            points: [0; B],
        };
        for round in 0..rounds {
            hit::<B, GROUPS, SAVE, IGNORE>(&dice[round * each..(round + 1) * each], block, op, &mut now);
        }
        for k in 0..B {
            let lane = block + k;
            net_sum.0[lane] = net_sum.0[lane].wrapping_add(u16::from(now.dealt[k]));
            if SAVE {
                through_sum.0[lane] = through_sum.0[lane].wrapping_add(u16::from(now.past[k]));
            }
            if IGNORE {
                gross_sum.0[lane] = gross_sum.0[lane].wrapping_add(u16::from(now.points[k]));
            }
            body.lost.0[lane] = (body.lost.0[lane] + u16::from(now.hurt[k])).min(op.total);
        }
        rest.0[lanes.clone()].copy_from_slice(&now.rem);
        body.left[lanes.clone()].copy_from_slice(&now.left);
        if GROUPS {
            body.slain[lanes].copy_from_slice(&now.slain);
        }
    }
}

/// Some lanes while they are hit.
struct BlockLanes<const B: usize> {
    /// Hits to come.
    rem: [u8; B],
    left: [u8; B],
    slain: [u8; B],
    dealt: [u8; B],
    hurt: [u8; B],
    past: [u8; B],
    /// Points before those that are ignored.
    points: [u8; B],
}

/// One hit in every lane that has any left.
#[inline(always)]
fn hit<const B: usize, const GROUPS: bool, const SAVE: bool, const IGNORE: bool>(
    dice: &[ByteRow],
    block: usize,
    op: &TargetHits,
    now: &mut BlockLanes<B>,
) {
    let mut rows = dice.iter().map(|row| &row.0[block..block + B]);
    let mut next = || rows.next().expect("a row for each byte of a hit");
    let first = &op.groups[0];
    let mut save_below = [first.save_below; B];
    let mut ignore_below = [first.ignore_below; B];
    if GROUPS {
        step_by_group(op, &now.slain, SAVE, &mut save_below, |g| g.save_below);
        step_by_group(op, &now.slain, IGNORE, &mut ignore_below, |g| g.ignore_below);
    }
    let (mut top, mut through) = ([0u8; B], [1u8; B]);
    if SAVE {
        let x = next();
        for k in 0..B {
            top[k] = x[k];
            through[k] = save_below[k].saturating_sub(x[k]).min(1);
        }
    }
    let mut amount = [op.plus; B];
    for _ in 0..op.dice {
        let x = next();
        for k in 0..B {
            top[k] = top[k].max(x[k].saturating_add(VALID - 1 - op.last));
        }
        for cut in &op.cuts {
            for k in 0..B {
                amount[k] += x[k].saturating_sub(*cut).min(1);
            }
        }
    }
    let mut net = amount;
    if IGNORE {
        net = [0; B];
        let pairs = op.pairs();
        for p in 0..pairs {
            let (x, [from, both, to]) = (next(), op.pair);
            for k in 0..B {
                top[k] = top[k].max(x[k]);
                let one = x[k].saturating_sub(from).min(to.saturating_sub(x[k])).min(1);
                let other = x[k].saturating_sub(both).min(1);
                let second = amount[k].saturating_sub(2 * p + 1);
                net[k] += amount[k].saturating_sub(2 * p).min(one) + second.min(other);
            }
        }
        for p in 2 * pairs..op.most {
            let x = next();
            for k in 0..B {
                top[k] = top[k].max(x[k]);
                let hurts = ignore_below[k].saturating_sub(x[k]).min(1);
                net[k] += amount[k].saturating_sub(p).min(hurts);
            }
        }
    }
    let mut wounds = [first.wounds; B];
    let mut fell = [0u8; B];
    for k in 0..B {
        let valid = VALID.saturating_sub(top[k]).min(1);
        let on = now.rem[k].min(valid).min(through[k]);
        now.rem[k] = now.rem[k].saturating_sub(valid);
        let points = net[k] & 0u8.wrapping_sub(on);
        now.dealt[k] += points;
        let taken = points.min(now.left[k]);
        now.hurt[k] += taken;
        now.left[k] -= taken;
        fell[k] = 1 - now.left[k].min(1);
        if SAVE {
            now.past[k] += on;
        }
        if IGNORE {
            now.points[k] += amount[k] & 0u8.wrapping_sub(on);
        }
        if GROUPS {
            now.slain[k] = now.slain[k].saturating_add(fell[k]);
        }
    }
    if GROUPS {
        step_by_group(op, &now.slain, true, &mut wounds, |g| g.wounds);
    }
    for k in 0..B {
        now.left[k] |= wounds[k] & 0u8.wrapping_sub(fell[k]);
    }
}

/// Sets each lane to the value of the group that it has reached: the differences between neighbouring groups are added
/// up, so no table is looked up lane by lane.
#[inline(always)]
fn step_by_group<const B: usize>(
    op: &TargetHits,
    slain: &[u8; B],
    needed: bool,
    values: &mut [u8; B],
    of: impl Fn(&GroupLanes) -> u8,
) {
    if !needed {
        return;
    }
    for pair in op.groups.windows(2) {
        let (difference, start) = (of(&pair[1]).wrapping_sub(of(&pair[0])), pair[1].start - 1);
        for k in 0..B {
            let reached = 0u8.wrapping_sub(slain[k].saturating_sub(start).min(1));
            values[k] = values[k].wrapping_add(difference & reached);
        }
    }
}

/// The slow loop for everything that [`hits`] cannot deal: the same meaning, one lane after the other.
pub(super) fn hits_one_by_one(
    g: &mut Roller,
    op: &TargetHits,
    general: &GeneralHits,
    tokens: &LaneCounts,
    bodies: &mut [BodyLanes],
    sums: [&mut LaneCounts; 3],
) {
    let [through_sum, gross_sum, net_sum] = sums;
    let tries = if general.rerolls { 2 } else { 1 };
    let mut rem = *tokens;
    while any(&rem) {
        let saves: Vec<Bytes> = (0..tries).map(|_| g.bytes()).collect();
        let dice: Vec<Bytes> = (0..tries * usize::from(general.dice)).map(|_| g.bytes()).collect();
        let ignores: Vec<Bytes> = match general.wide {
            None => (0..op.most).map(|_| g.bytes()).collect(),
            Some(points) => (0..points).map(|_| dice_only(g)).collect(),
        };
        for k in 0..LANES {
            let valid = saves.iter().chain(&dice).chain(&ignores).all(|x| x[k] < VALID);
            if rem.0[k] == 0 || !valid {
                continue;
            }
            rem.0[k] -= 1;
            let is_standing =
                |(body, shape, _): &(usize, Body, GroupGuards)| usize::from(bodies[*body].lost.0[k]) < shape.wounds();
            let target = general.bodies.iter().position(is_standing).unwrap_or(general.bodies.len() - 1);
            let (body, shape, guards) = &general.bodies[target];
            let lanes = &mut bodies[*body];
            let now = current(shape, usize::from(lanes.lost.0[k]));
            let guard = &guards[now.group];
            let face = |x: u8| x / 42 + 1;
            let again = |first: u8, second: Option<u8>, reroll: Faces| match second {
                Some(second) if reroll.has(first) => second,
                _ => first,
            };
            if let Some(save) = guard.save {
                let shown = again(face(saves[0][k]), saves.get(1).map(|x| face(x[k])), save.reroll);
                if shown >= save.on {
                    continue;
                }
            }
            through_sum.0[k] = through_sum.0[k].wrapping_add(1);
            let mut amount = guard.amount.plus;
            for die in 0..usize::from(guard.amount.dice) {
                let unit = VALID / guard.amount.sides;
                let shown = |x: &Bytes| x[k] / unit + 1;
                let first = shown(&dice[die * tries]);
                let second = (tries == 2).then(|| shown(&dice[die * tries + 1]));
                let shown = again(first, second, guard.amount.reroll);
                amount += guard.amount.values[usize::from(shown) - 1];
            }
            let hurts = |ignores: &[Bytes]| ignores.iter().filter(|x| face(x[k]) < guard.ignore_on).count();
            let net = match general.wide {
                Some(0) => usize::from(amount),
                _ => hurts(&ignores[..ignores.len().min(usize::from(amount))]),
            };
            gross_sum.0[k] = gross_sum.0[k].wrapping_add(amount);
            net_sum.0[k] = net_sum.0[k].wrapping_add(net as u16);
            if usize::from(lanes.lost.0[k]) < shape.wounds() {
                lanes.lost.0[k] += net.min(now.left) as u16;
            }
            let next = current(shape, usize::from(lanes.lost.0[k]));
            lanes.left[k] = next.left.min(255) as u8;
            lanes.slain[k] = next.slain.min(255) as u8;
        }
    }
}

/// A byte for each lane, all of them dice: for hits of this many points that some byte of each would be none.
fn dice_only(g: &mut Roller) -> Bytes {
    let mut bytes = g.bytes();
    while bytes.iter().any(|byte| *byte >= VALID) {
        let others = g.bytes();
        bytes.iter_mut().zip(others).filter(|(byte, _)| **byte >= VALID).for_each(|(byte, other)| *byte = other);
    }
    bytes
}

/// Works out which model is next after points were lost that the lanes did not follow.
pub(super) fn sync(lanes: &mut BodyLanes, table: &[(u8, u8)]) {
    for k in 0..LANES {
        let (slain, left) = table[usize::from(lanes.lost.0[k]).min(table.len() - 1)];
        lanes.slain[k] = slain;
        lanes.left[k] = left;
    }
}

/// The limits of [`TargetHits::pair`] for points that are ignored on `ignore_on` or more, 2 to 7.
///
/// The 36 ways of two dice lie in this order: neither point hurts, the first, both, the second.
pub(super) fn pair_limits(ignore_on: u8) -> [u8; 3] {
    let (hurt, ignored) = (ignore_on.min(7) - 1, 7 - ignore_on.min(7));
    let from = ignored * ignored;
    let both = from + hurt * ignored;
    let to = both + hurt * hurt;
    [(7 * from).wrapping_sub(1), 7 * both - 1, 7 * to]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_decides_about_two_points_each_way_as_often_as_the_others() {
        for ignore_on in 2..=6u8 {
            let [from, both, to] = pair_limits(ignore_on);
            let mut ways = [[0u32; 2]; 2];
            for x in 0..VALID {
                let one = x.saturating_sub(from).min(to.saturating_sub(x)).min(1);
                let other = x.saturating_sub(both).min(1);
                ways[usize::from(one)][usize::from(other)] += 1;
            }
            let hurt = u32::from(ignore_on - 1);
            let ignored = 6 - hurt;
            let wanted = [[ignored * ignored, ignored * hurt], [hurt * ignored, hurt * hurt]];
            assert_eq!(ways, wanted.map(|row| row.map(|n| 7 * n)), "{ignore_on}+");
        }
    }
}
