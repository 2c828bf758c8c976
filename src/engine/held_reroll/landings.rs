//! Where a hit leads from each number of points lost.

use smallvec::SmallVec;

use super::objective::{Objective, UseValue};
use super::read::{Hit, HitPoints, UnitAttack};
use crate::sequence::Body;

/// Where the points of a hit lead: those that are not ignored, the points lost then, and the chance.
type NetPoints = SmallVec<[(usize, usize, f64); 2]>;

/// The same for each number of points lost, by the points that the hit brings.
#[derive(Clone, Debug)]
pub(super) struct HitLandings(Vec<Vec<NetPoints>>);

impl HitLandings {
    pub(super) fn of(attack: &UnitAttack, hit: &Hit) -> Self {
        let from = |lost: usize| {
            let group = &hit.groups[attack.body.next_group(lost)];
            let mut all: Vec<NetPoints> = Vec::new();
            for HitPoints { points, .. } in group.points.iter().chain(&group.fresh) {
                all.resize(all.len().max(points + 1), NetPoints::new());
                if all[*points].is_empty() {
                    let landing = &mut all[*points];
                    nets(&attack.body, hit, lost, *points, &mut |net, p| {
                        landing.push((net, after_points(attack, hit, lost, net), p));
                    });
                }
            }
            all
        };
        Self((0..=attack.body.wounds()).map(from).collect())
    }

    pub(super) fn from(&self, lost: usize, points: usize) -> &NetPoints {
        &self.0[lost][points]
    }

    /// The value of the points of a hit once the die is spent, or while it is in hand; `next` is that of what follows.
    pub(super) fn value<'a>(&'a self, lost: usize, next: &'a [UseValue]) -> impl Fn(usize, usize) -> Objective + 'a {
        move |points, held| {
            let mut value = Objective::default();
            self.from(lost, points).iter().for_each(|(_, to, p)| value.add(*p, next[*to][held]));
            value
        }
    }
}

/// Points lost once this many are not ignored.
fn after_points(attack: &UnitAttack, hit: &Hit, lost: usize, net: usize) -> usize {
    let all = attack.body.wounds();
    let left = if hit.spill { all - lost } else { left(attack, lost) };
    lost + net.min(left)
}

/// Points that the model which is hit has left; 0 if all are gone.
fn left(attack: &UnitAttack, lost: usize) -> usize {
    let mut start = 0;
    for group in &attack.body.groups {
        let (models, wounds) = (usize::from(group.models), usize::from(group.wounds));
        if lost < start + models * wounds {
            return wounds - (lost - start) % wounds;
        }
        start += models * wounds;
    }
    0
}

/// Every number of points of a hit that are not ignored, with its chance.
fn nets(body: &Body, hit: &Hit, lost: usize, points: usize, each: &mut dyn FnMut(usize, f64)) {
    let sticks = |lost: usize| hit.groups[body.next_group(lost)].sticks;
    let all = |lost: usize| sticks(lost) >= 1.0;
    if all(lost) && (!hit.spill || hit.groups.iter().all(|group| group.sticks >= 1.0)) {
        return each(points, 1.0);
    }
    let mut chances = vec![1.0];
    for _ in 0..points {
        let mut next = vec![0.0; chances.len() + 1];
        for (net, p) in chances.iter().enumerate() {
            let here = if hit.spill { sticks((lost + net).min(body.wounds())) } else { sticks(lost) };
            next[net] += p * (1.0 - here);
            next[net + 1] += p * here;
        }
        chances = next;
    }
    chances.into_iter().enumerate().for_each(|(net, p)| each(net, p));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::held_reroll::read::GroupHit;
    use crate::sequence::Side;

    /// A model of one wound that ignores nothing precedes one that ignores half of all points. Of two points that spill the
    /// first hurts, and the second half the time; of two that do not spill both hurt the first.
    #[test]
    fn points_that_spill_are_ignored_by_the_model_that_they_reach() {
        let body = Body::of("", Side::Defender, &[(1, 1), (1, 3)], 0);
        let model = |sticks| GroupHit { unsaved: 1.0, points: Vec::new(), fresh: Vec::new(), sticks };
        let hit = |spill, sticks: [f64; 2]| Hit {
            groups: sticks.map(model).into(),
            spill,
            net: None,
            gross: None,
            through: Vec::new(),
        };
        let of = |hit: &Hit, lost: usize| {
            let mut row = vec![0.0; 3];
            nets(&body, hit, lost, 2, &mut |net, p| row[net] += p);
            row
        };
        assert_eq!(of(&hit(true, [1.0, 0.5]), 0), [0.0, 0.5, 0.5]);
        assert_eq!(of(&hit(true, [0.5, 1.0]), 0), [0.25, 0.25, 0.5]);
        assert_eq!(of(&hit(false, [1.0, 0.5]), 0), [0.0, 0.0, 1.0]);
        assert_eq!(of(&hit(true, [1.0, 0.5]), 1), [0.25, 0.5, 0.25]);
        assert_eq!(of(&hit(true, [1.0, 1.0]), 0), [0.0, 0.0, 1.0]);
    }
}
