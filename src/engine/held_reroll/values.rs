//! Backward induction: the value of every state, with the die in hand and once it is spent, from the end of the attack on.

use std::cell::OnceCell;

use smallvec::SmallVec;

use super::objective::{Objective, UseValue};
use super::read::{Adds, Die, GroupHit, Hit, HitPoints, UnitAttack};
use super::rolls::{DiceFall, exchanged};
use super::together::{RollValues, WeaponRolls};
use crate::sequence::{Aim, Body, Moment};

/// By late hits to come, and points lost.
type ValueTable = Vec<Vec<UseValue>>;

/// The worth of every state of an attack.
pub(super) struct StateValues<'a> {
    pub(super) attack: &'a UnitAttack,
    /// For each weapon, by hits on the target to come.
    blows: Vec<Vec<ValueTable>>,
    /// For each weapon how its rolls fall.
    pub(super) ways: &'a [WeaponRolls],
    /// For each weapon the value of its rolls, by points lost.
    rolls: Vec<Vec<OnceCell<RollValues>>>,
}

/// What is done with the die.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Use {
    Keep,
    /// A die that shows this result is rolled again.
    Again(usize),
}

impl<'a> StateValues<'a> {
    pub(super) fn new(attack: &'a UnitAttack, ways: &'a [WeaponRolls]) -> Self {
        let wounds = attack.body.wounds();
        Self::before(attack, ways, |lost| {
            let (gone, slain) = (f64::from(u8::from(lost == wounds)), attack.body.slain(lost) as f64);
            let (first, second, third) = match attack.aim {
                Aim::Destroyed => (gone, lost as f64, slain),
                Aim::Slain => (slain, lost as f64, gone),
                Aim::WoundsLost => (lost as f64, gone, slain),
            };
            [Objective { first, second, third }; 2]
        })
    }

    /// The same where `end` is the value of what follows the attack, by points lost.
    pub(super) fn before(attack: &'a UnitAttack, ways: &'a [WeaponRolls], end: impl Fn(usize) -> UseValue) -> Self {
        let (wounds, weapons) = (attack.body.wounds(), attack.weapons.len());
        let rolls = (0..weapons).map(|_| (0..=wounds).map(|_| OnceCell::new()).collect()).collect();
        let mut values = Self { attack, blows: vec![Vec::new(); weapons], ways, rolls };
        let mut end: Vec<UseValue> = (0..=wounds).map(end).collect();
        for index in (0..attack.weapons.len()).rev() {
            let weapon = &attack.weapons[index];
            let mut now: ValueTable = vec![end];
            for n in 0..weapon.late.as_ref().map_or(0, |_| weapon.most[1]) {
                let late = weapon.late.as_ref().zip(ways[index].landings.get(1));
                now.extend(late.map(|late| before(attack, late, &now[n])));
            }
            let mut blows = vec![now];
            let reach = weapon.most_of_both();
            for n in 0..weapon.most[0] {
                // States that are never reached together have no value.
                let is_reached = |late: usize| n + late < reach;
                let rows = blows[n].iter().enumerate();
                let row = |(late, row): (usize, &Vec<UseValue>)| {
                    if is_reached(late) {
                        before(attack, (&weapon.blow, &ways[index].landings[0]), row)
                    } else {
                        Vec::new()
                    }
                };
                blows.push(rows.map(row).collect());
            }
            values.blows[index] = blows;
            end = match index {
                0 => Vec::new(),
                _ => (0..=wounds).map(|lost| values.before_weapon(index, lost)).collect(),
            };
            if attack.renewed.contains(&index) {
                end.iter_mut().for_each(|[spent, in_hand]| *spent = *in_hand);
            }
        }
        values
    }

    /// The worth of so many hits on the target to come, and so many late ones.
    pub(super) fn row(&self, weapon: usize, hits: usize, late: usize) -> &[UseValue] {
        &self.blows[weapon][hits][late]
    }

    /// What a weapon's rolls are worth, worked out when it is first asked: what comes after the weapon is known by then.
    fn rolls(&self, weapon: usize, lost: usize) -> (&WeaponRolls, &RollValues) {
        let ways = &self.ways[weapon];
        let value = self.rolls[weapon][lost].get_or_init(|| {
            let late = |row: &Vec<UseValue>| row.get(lost).copied().unwrap_or_default();
            let after: Vec<UseValue> = self.blows[weapon].iter().flatten().map(late).collect();
            ways.value(&self.attack.weapons[weapon], &after)
        });
        (ways, value)
    }

    pub(super) fn after_hits(&self, weapon: usize, adds: Adds, lost: usize) -> UseValue {
        let (ways, value) = self.rolls(weapon, lost);
        value.after_hits(ways, adds)
    }

    pub(super) fn after_attacks(&self, weapon: usize, attacks: usize, lost: usize) -> UseValue {
        self.rolls(weapon, lost).1.after_attacks(attacks)
    }

    pub(super) fn before_weapon(&self, weapon: usize, lost: usize) -> UseValue {
        let (tables, (ways, value)) = (&self.attack.weapons[weapon], self.rolls(weapon, lost));
        let after = |adds: Adds| value.after_attacks(tables.attacks + adds[0]);
        let mut total = UseValue::default();
        for DiceFall { p, adds, shows } in &ways.rolls.all {
            let [spent, held] = after(*adds);
            total[0].add(*p, spent);
            total[1].add(*p, choose((*shows, *adds), &tables.roll, held, &after).1);
        }
        total
    }

    /// Whether points that were rolled are rolled again, if the worth of what follows is `after`.
    pub(super) fn points_again(
        &self,
        group: &GroupHit,
        rolled: HitPoints,
        after: &dyn Fn(usize, usize) -> Objective,
    ) -> bool {
        may_roll_points(self.attack, group, rolled) && rolled_again(group, after).exceeds(after(rolled.points, 1))
    }

    /// Whether the defender rolls a failed save again, if the worth of what follows is `after`, and `saved` without the hit.
    pub(super) fn save_again(
        &self,
        group: &GroupHit,
        saved: UseValue,
        after: &dyn Fn(usize, usize) -> Objective,
    ) -> bool {
        let (again, kept) = saves(group, saved, after);
        self.attack.defends && group.unsaved < 1.0 && kept.exceeds(again)
    }
}

/// What is best done with dice that show these results, worth `held` if they are left as they are.
pub(super) fn choose(
    (shows, tokens): (u128, Adds),
    die: &Die,
    held: Objective,
    after: &dyn Fn(Adds) -> UseValue,
) -> (Use, Objective) {
    let mut best = (Use::Keep, held);
    for (kind, old) in die.shown.iter().enumerate().filter(|(kind, _)| shows >> kind & 1 == 1) {
        let mut again = Objective::default();
        for new in &die.fresh {
            again.add(new.p, after(exchanged(tokens, old.adds, new.adds))[0]);
        }
        if again.exceeds(best.1) {
            best = (Use::Again(kind), again);
        }
    }
    best
}

fn may_roll_points(attack: &UnitAttack, group: &GroupHit, rolled: HitPoints) -> bool {
    attack.may(Moment::Damage) && rolled.again && group.fresh.len() > 1
}

/// The worth of points that are rolled again.
fn rolled_again(group: &GroupHit, after: &dyn Fn(usize, usize) -> Objective) -> Objective {
    let mut again = Objective::default();
    group.fresh.iter().for_each(|new| again.add(new.p, after(new.points, 0)));
    again
}

/// The value of a failed save if it is rolled again, and if it is not.
fn saves(group: &GroupHit, saved: UseValue, after: &dyn Fn(usize, usize) -> Objective) -> (Objective, Objective) {
    let (mut again, mut kept) = (Objective::default(), Objective::default());
    for rolled in &group.points {
        again.add(group.unsaved * rolled.p, after(rolled.points, 0));
        kept.add(rolled.p, after(rolled.points, 1));
    }
    again.add(1.0 - group.unsaved, saved[0]);
    (again, kept)
}

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

/// The value of one more hit, by points lost; `now` is that of what follows.
fn before(attack: &UnitAttack, (hit, landings): (&Hit, &HitLandings), now: &[UseValue]) -> Vec<UseValue> {
    // Nothing can be done with the die from here on.
    let is_idle = !attack.may(Moment::Damage) && !attack.defends && now.iter().all(|[spent, in_hand]| spent == in_hand);
    let value = |(lost, saved): (usize, &UseValue)| -> UseValue {
        let (group, after) = (&hit.groups[attack.body.next_group(lost)], landings.value(lost, now));
        let mut total: UseValue = [Objective::default(); 2];
        for held in if is_idle { 0..1 } else { 0..2 } {
            let mut hurt = Objective::default();
            let again = (held == 1 && attack.may(Moment::Damage)).then(|| rolled_again(group, &after));
            for rolled in &group.points {
                let kept = after(rolled.points, held);
                let better = again.filter(|again| may_roll_points(attack, group, *rolled) && again.exceeds(kept));
                hurt.add(rolled.p, better.unwrap_or(kept));
            }
            if held == 1 && attack.defends && group.unsaved < 1.0 {
                let (again, kept) = saves(group, *saved, &after);
                hurt = if kept.exceeds(again) { again } else { kept };
            }
            total[held].add(group.unsaved, hurt);
            total[held].add(1.0 - group.unsaved, saved[held]);
        }
        if is_idle { [total[0]; 2] } else { total }
    };
    now.iter().enumerate().map(value).collect()
}

/// Points lost once so many are not ignored.
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
    use crate::sequence::{ModelGroup, Side};

    /// A model of one wound that ignores nothing stands before one that ignores half of all points. Of two points that spill the
    /// first hurts, and the second half the time; of two that do not spill both hurt the first.
    #[test]
    fn points_that_spill_are_ignored_by_the_model_that_they_reach() {
        let group = |wounds| ModelGroup { name: String::new(), models: 1, wounds };
        let body = Body { name: String::new(), side: Side::Defender, groups: vec![group(1), group(3)], taken: 0 };
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
