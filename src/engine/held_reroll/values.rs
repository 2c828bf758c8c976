//! Backward induction: the value of every state, with the die in hand and once it is spent, from the end of the attack on.

use std::cell::OnceCell;

use super::landings::HitLandings;
use super::objective::{Objective, UseValue};
use super::read::{GroupHit, Hit, HitPoints, UnitAttack};
use super::together::{RollValues, WeaponRolls};
use crate::sequence::{Aim, Moment};

/// By late hits to come, and points lost.
type ValueTable = Vec<Vec<UseValue>>;

/// The value of every state of an attack.
pub(super) struct StateValues<'a> {
    pub(super) attack: &'a UnitAttack,
    /// For each weapon, by hits on the target to come.
    blows: Vec<Vec<ValueTable>>,
    /// For each weapon how its rolls fall.
    pub(super) ways: &'a [WeaponRolls],
    /// For each weapon the value of its rolls, by points lost.
    rolls: Vec<Vec<OnceCell<RollValues>>>,
}

impl<'a> StateValues<'a> {
    pub(super) fn new(attack: &'a UnitAttack, ways: &'a [WeaponRolls]) -> Self {
        let wounds = attack.body.wounds();
        Self::before(attack, ways, usize::from(attack.body.taken), |lost| {
            let (gone, slain) = (f64::from(u8::from(lost == wounds)), attack.body.slain(lost) as f64);
            let (first, second, third) = match attack.aim {
                Aim::Destroyed => (gone, lost as f64, slain),
                Aim::Slain => (slain, lost as f64, gone),
                Aim::WoundsLost => (lost as f64, gone, slain),
            };
            [Objective { first, second, third }; 2]
        })
    }

    /// The same once at least so many points are lost, where `end` is the value of what follows the attack, by points lost.
    pub(super) fn before(
        attack: &'a UnitAttack,
        ways: &'a [WeaponRolls],
        least: usize,
        end: impl Fn(usize) -> UseValue,
    ) -> Self {
        let (wounds, weapons) = (attack.body.wounds(), attack.weapons.len());
        let rolls = (0..weapons).map(|_| (0..=wounds).map(|_| OnceCell::new()).collect()).collect();
        let mut values = Self { attack, blows: vec![Vec::new(); weapons], ways, rolls };
        // What is lost never gets less.
        let from_least = |value: &dyn Fn(usize) -> UseValue| -> Vec<UseValue> {
            (0..=wounds).map(|lost| if lost < least { UseValue::default() } else { value(lost) }).collect()
        };
        let mut end = from_least(&end);
        for index in (0..attack.weapons.len()).rev() {
            let weapon = &attack.weapons[index];
            let mut now: ValueTable = vec![end];
            for n in 0..weapon.late.as_ref().map_or(0, |_| weapon.most[1]) {
                let late = weapon.late.as_ref().zip(ways[index].landings.get(1));
                now.extend(late.map(|late| before(attack, late, least, &now[n])));
            }
            let mut blows = vec![now];
            let reach = weapon.most_of_both();
            for n in 0..weapon.most[0] {
                // States that are never reached together have no value.
                let is_reached = |late: usize| n + late < reach;
                let rows = blows[n].iter().enumerate();
                let row = |(late, row): (usize, &Vec<UseValue>)| {
                    if is_reached(late) {
                        before(attack, (&weapon.blow, &ways[index].landings[0]), least, row)
                    } else {
                        Vec::new()
                    }
                };
                blows.push(rows.map(row).collect());
            }
            values.blows[index] = blows;
            end = match index {
                0 => Vec::new(),
                _ => from_least(&|lost| values.before_weapon(index, lost)),
            };
            if attack.renewed.contains(&index) {
                end.iter_mut().for_each(|[spent, in_hand]| *spent = *in_hand);
            }
        }
        values
    }

    /// The values for this many hits still to land on the target, and this many late ones.
    pub(super) fn row(&self, weapon: usize, hits: usize, late: usize) -> &[UseValue] {
        &self.blows[weapon][hits][late]
    }

    /// What a weapon's rolls are worth, worked out when it is first asked: what comes after the weapon is known by then.
    pub(super) fn rolls(&self, weapon: usize, lost: usize) -> &RollValues {
        self.rolls[weapon][lost].get_or_init(|| {
            let places = (0..self.blows[weapon].len())
                .flat_map(|hits| (0..self.ways[weapon].width).map(move |late| (hits, late)));
            let landed = places.map(|(hits, late)| self.before_saves(weapon, (hits, late), lost)).collect();
            self.ways[weapon].value(&self.attack.weapons[weapon], landed)
        })
    }

    /// The value of hits to come, those that all saves have let through; none of states that are never reached.
    fn after_saves(&self, weapon: usize, (hits, late): (usize, usize), lost: usize) -> UseValue {
        self.row(weapon, hits, late).get(lost).copied().unwrap_or_default()
    }

    /// The value of hits to come whose saves are not rolled.
    fn before_saves(&self, weapon: usize, (hits, late): (usize, usize), lost: usize) -> UseValue {
        let Some(unsaved) = self.ways[weapon].unsaved.get(hits) else {
            return self.after_saves(weapon, (hits, late), lost);
        };
        let mut value = UseValue::default();
        for (failed, p) in unsaved.iter().enumerate() {
            let kept = self.after_saves(weapon, (failed, late), lost);
            value[0].add(*p, kept[0]);
            value[1].add(*p, self.failed_save_again(weapon, (failed, late), lost).unwrap_or(kept[1]));
        }
        value
    }

    /// The value of so many failed saves of which the defender rolls one again, all of them before the first points; `None`
    /// if it keeps the die.
    pub(super) fn failed_save_again(
        &self,
        weapon: usize,
        (failed, late): (usize, usize),
        lost: usize,
    ) -> Option<Objective> {
        let unsaved = self.attack.weapons[weapon].unsaved_first.filter(|_| self.attack.defends && failed > 0)?;
        let [spent, in_hand] = self.after_saves(weapon, (failed, late), lost);
        let mut again = Objective::default();
        again.add(unsaved, spent);
        again.add(1.0 - unsaved, self.after_saves(weapon, (failed - 1, late), lost)[0]);
        in_hand.exceeds(again).then_some(again)
    }

    pub(super) fn before_weapon(&self, weapon: usize, lost: usize) -> UseValue {
        let attacks = self.attack.weapons[weapon].attacks;
        self.rolls(weapon, lost)[0].total(&self.ways[weapon].rolls, &|adds| attacks + adds[0])
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

fn may_roll_points(attack: &UnitAttack, group: &GroupHit, rolled: HitPoints) -> bool {
    attack.may(Moment::Damage) && rolled.again && group.fresh.len() > 1
}

/// The value of points that are rolled again.
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

/// The value of one more hit, by points lost, of which there are at least so many; `now` is that of what follows.
fn before(attack: &UnitAttack, (hit, landings): (&Hit, &HitLandings), least: usize, now: &[UseValue]) -> Vec<UseValue> {
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
    let none = std::iter::repeat_n(UseValue::default(), least);
    none.chain(now.iter().enumerate().skip(least).map(value)).collect()
}
