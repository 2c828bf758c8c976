//! Dice that are rolled together, one of which may be rolled again: the ways in which they fall, listed once for all states
//! of the target, and what they are worth.

use std::collections::HashMap;

use super::landings::HitLandings;
use super::objective::{Objective, UseValue};
use super::read::{Adds, Die, DieResult, UnitAttack, WeaponTables};
use super::rolls::{DiceFall, DiceFalls, exchanged};
use crate::sequence::Moment;

/// The ways in which the rolls of a weapon fall.
#[derive(Clone, Debug)]
pub(super) struct WeaponRolls {
    /// Its number of attacks.
    pub(super) rolls: DiceFalls,
    /// What hit rolls may add, each once, and its place.
    added: Vec<Adds>,
    places: HashMap<Adds, usize>,
    /// By the number of attacks, and which of these occur.
    pub(super) hits: Vec<DiceFalls>,
    occurs: Vec<bool>,
    /// By the number of wound rolls.
    pub(super) wounds: Vec<DiceFalls>,
    /// The results that may be rolled again, of hit and of wound rolls.
    again: [Vec<usize>; 2],
    /// Late hits by which a place differs from the next one with a hit more.
    width: usize,
    /// Where its hits lead, and its late hits.
    pub(super) landings: Vec<HitLandings>,
}

/// The value of a weapon's rolls in one state of the target.
pub(super) struct RollValues {
    /// By what hit rolls have added.
    after_hits: Vec<UseValue>,
    /// By the number of attacks.
    after_attacks: Vec<UseValue>,
}

impl WeaponRolls {
    /// The ways in which the rolls of all weapons fall; `counts` says whether stages are counted.
    pub(super) fn of_all(attack: &UnitAttack, counts: bool) -> Vec<Self> {
        let late = |weapon: &WeaponTables| weapon.late.as_ref().map_or(0, |_| weapon.most[1]);
        attack.weapons.iter().map(|weapon| Self::of(attack, weapon, late(weapon) + 1, counts)).collect()
    }

    /// Lists them; `width` is one more than the most late hits, and `counts` says whether stages are counted.
    fn of(attack: &UnitAttack, weapon: &WeaponTables, width: usize, counts: bool) -> Self {
        let may = [Moment::Attacks, Moment::Hit, Moment::Wound].map(|moment| attack.may(moment));
        let again = |die: &Die, may: bool| -> Vec<usize> {
            (0..die.shown.len()).filter(|kind| may && die.is_rolled && die.shown[*kind].again).collect()
        };
        let again = [again(&weapon.hit, may[1]), again(&weapon.wound, may[2])];
        let rolls = DiceFalls::of(weapon.rolls, &weapon.roll, may[0], counts);
        let occurs = attacks_that_occur(weapon, &rolls, may[0]);
        let hits = listed(occurs.len(), &weapon.hit, may[1], counts);
        let (mut added, mut places): (Vec<Adds>, HashMap<Adds, usize>) = Default::default();
        let mut place = |adds: Adds| {
            places.entry(adds).or_insert_with(|| {
                added.push(adds);
                added.len() - 1
            });
        };
        for fall in hits.iter().zip(&occurs).filter(|(_, occurs)| **occurs).flat_map(|(falls, _)| &falls.all) {
            place(fall.adds);
            for old in again[0].iter().filter(|kind| fall.shows >> **kind & 1 == 1) {
                let old = weapon.hit.shown[*old].adds;
                weapon.hit.fresh.iter().for_each(|new| place(exchanged(fall.adds, old, new.adds)));
            }
        }
        let most = added.iter().map(|adds| adds[0]).max().unwrap_or(0);
        let wounds = listed(most + 1, &weapon.wound, may[2], counts);
        let landings =
            std::iter::once(&weapon.blow).chain(&weapon.late).map(|hit| HitLandings::of(attack, hit)).collect();
        Self { rolls, added, places, hits, occurs, wounds, again, width, landings }
    }

    /// The value of the rolls; `after` is that of this many hits and late hits to come.
    pub(super) fn value(&self, weapon: &WeaponTables, after: &[UseValue]) -> RollValues {
        let place = |adds: Adds| Some(adds[1] * self.width + adds[2]).filter(|_| adds[2] < self.width);
        let adds = |place: usize| [0, place / self.width, place % self.width];
        let gains = self.gains(1, &weapon.wound, after, &adds, &place);
        let landed = |[dice, hits, late]: &Adds| {
            let at = |adds: Adds| (hits + adds[1]) * self.width + late + adds[2];
            total(&self.wounds[*dice], &at, after, &gains)
        };
        let after_hits: Vec<UseValue> = self.added.iter().map(landed).collect();
        let gains = self
            .gains(0, &weapon.hit, &after_hits, &|place| self.added[place], &|adds| self.places.get(&adds).copied());
        let of_attacks = |(falls, occurs): (&DiceFalls, &bool)| match occurs {
            true => total(falls, &|adds| self.places[&adds], &after_hits, &gains),
            false => UseValue::default(),
        };
        let after_attacks = self.hits.iter().zip(&self.occurs).map(of_attacks).collect();
        RollValues { after_hits, after_attacks }
    }

    /// For each result that may be rolled again the value of that, by the place of all that the dice add.
    fn gains(
        &self,
        roll: usize,
        die: &Die,
        after: &[UseValue],
        adds: &dyn Fn(usize) -> Adds,
        place: &dyn Fn(Adds) -> Option<usize>,
    ) -> Vec<(u128, Vec<Objective>)> {
        let gain = |old: &DieResult, adds: Adds| {
            let mut again = Objective::default();
            // What shows no such result is never asked for.
            for new in die.fresh.iter().filter(|_| (0..3).all(|k| adds[k] >= old.adds[k])) {
                let at = place(exchanged(adds, old.adds, new.adds)).and_then(|place| after.get(place));
                again.add(new.p, at.map_or_else(Objective::default, |value| value[0]));
            }
            again
        };
        let of = |kind: &usize| {
            let gains = (0..after.len()).map(|place| gain(&die.shown[*kind], adds(place)));
            (1 << kind, gains.collect())
        };
        self.again[roll].iter().map(of).collect()
    }
}

impl RollValues {
    pub(super) fn after_hits(&self, ways: &WeaponRolls, adds: Adds) -> UseValue {
        self.after_hits[ways.places[&adds]]
    }

    pub(super) fn after_attacks(&self, attacks: usize) -> UseValue {
        self.after_attacks[attacks]
    }
}

/// The numbers of attacks that occur, if a roll for them may be rolled again.
fn attacks_that_occur(weapon: &WeaponTables, rolls: &DiceFalls, may: bool) -> Vec<bool> {
    let mut occurs = Vec::new();
    let mut note = |attacks: usize| {
        occurs.resize(occurs.len().max(attacks + 1), false);
        occurs[attacks] = true;
    };
    for fall in &rolls.all {
        note(weapon.attacks + fall.adds[0]);
        let shown = weapon.roll.shown.iter().enumerate().filter(|(kind, _)| may && fall.shows >> kind & 1 == 1);
        for (_, old) in shown {
            let attack = |new: &DieResult| note(weapon.attacks + exchanged(fall.adds, old.adds, new.adds)[0]);
            weapon.roll.fresh.iter().for_each(attack);
        }
    }
    occurs
}

/// The ways in which dice fall, for each number below this.
fn listed(numbers: usize, die: &Die, may: bool, counts: bool) -> Vec<DiceFalls> {
    let first = Some(DiceFalls::none(counts));
    std::iter::successors(first, |falls| Some(falls.one_more(die, may))).take(numbers).collect()
}

/// The value of dice once the die is spent, and while it is in hand: then a result is rolled again if that is better. `at` is
/// the place of what they add.
fn total(
    falls: &DiceFalls,
    at: &dyn Fn(Adds) -> usize,
    after: &[UseValue],
    gains: &[(u128, Vec<Objective>)],
) -> UseValue {
    let mut total = UseValue::default();
    for DiceFall { p, adds, shows } in &falls.all {
        let at = at(*adds);
        let [spent, mut best] = after[at];
        for (_, gains) in gains.iter().filter(|(kind, _)| shows & kind != 0) {
            if gains[at].exceeds(best) {
                best = gains[at];
            }
        }
        total[0].add(*p, spent);
        total[1].add(*p, best);
    }
    total
}
