//! Dice that are rolled together, one of which may be rolled again: the ways in which they fall, listed once for all states
//! of the target, and what they are worth.

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
    /// What hit rolls may add, each once, in order.
    pub(super) added: Vec<Adds>,
    /// By the number of attacks, and which of these occur.
    pub(super) hits: Vec<DiceFalls>,
    occurs: Vec<bool>,
    /// By the number of wound rolls.
    pub(super) wounds: Vec<DiceFalls>,
    /// The results that may be rolled again, of rolls for attacks, hit rolls and wound rolls.
    again: [Vec<usize>; 3],
    /// By the number of hits the chance of each number that no save stops, where all saves are rolled before the first points.
    pub(super) unsaved: Vec<Vec<f64>>,
    /// Late hits by which a place differs from the next one with a hit more.
    pub(super) width: usize,
    /// Where its hits lead, and its late hits.
    pub(super) landings: Vec<HitLandings>,
}

/// The value of a weapon's rolls in one state of the target: of those for attacks, of hit rolls and of wound rolls.
pub(super) type RollValues = [RollValue; 3];

/// What comes of dice that are rolled together.
pub(super) struct RollValue {
    /// The value of what follows, by the place of all that the dice add: the number of attacks, what hit rolls have added, and
    /// hits and late hits to come.
    pub(super) after: Vec<UseValue>,
    /// For each result that may be rolled again the value of that, by the same places.
    gains: Vec<(usize, Vec<Objective>)>,
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
        let again = [(&weapon.roll, 0), (&weapon.hit, 1), (&weapon.wound, 2)].map(|(die, roll)| again(die, may[roll]));
        let rolls = DiceFalls::of(weapon.rolls, &weapon.roll, may[0], counts);
        let occurs = attacks_that_occur(weapon, &rolls, may[0]);
        let hits = listed(occurs.len(), &weapon.hit, may[1], counts);
        let mut added: Vec<Adds> = Vec::new();
        for fall in hits.iter().zip(&occurs).filter(|(_, occurs)| **occurs).flat_map(|(falls, _)| &falls.all) {
            added.push(fall.adds);
            for old in again[1].iter().filter(|kind| fall.shows >> **kind & 1 == 1) {
                let old = weapon.hit.shown[*old].adds;
                added.extend(weapon.hit.fresh.iter().map(|new| exchanged(fall.adds, old, new.adds)));
            }
        }
        added.sort_unstable();
        added.dedup();
        let most = added.iter().map(|adds| adds[0]).max().unwrap_or(0);
        let wounds = listed(most + 1, &weapon.wound, may[2], counts);
        let landings =
            std::iter::once(&weapon.blow).chain(&weapon.late).map(|hit| HitLandings::of(attack, hit)).collect();
        let unsaved = weapon.unsaved_first.map_or_else(Vec::new, |unsaved| successes(weapon.most[0], unsaved));
        Self { rolls, added, hits, occurs, wounds, again, unsaved, width, landings }
    }

    /// The place of what hit rolls add.
    pub(super) fn added_at(&self, adds: Adds) -> Option<usize> {
        self.added.binary_search(&adds).ok()
    }

    /// The value of the rolls; `landed` is that of this many hits and late hits to come.
    pub(super) fn value(&self, weapon: &WeaponTables, landed: Vec<UseValue>) -> RollValues {
        let place = |adds: Adds| Some(adds[1] * self.width + adds[2]).filter(|_| adds[2] < self.width);
        let adds = |place: usize| [0, place / self.width, place % self.width];
        let landed = self.roll_value(2, &weapon.wound, landed, &adds, &place);
        let wounds = |[dice, hits, late]: &Adds| {
            landed.total(&self.wounds[*dice], &|adds| (hits + adds[1]) * self.width + late + adds[2])
        };
        let after = self.added.iter().map(wounds).collect();
        let hit = self.roll_value(1, &weapon.hit, after, &|place| self.added[place], &|adds| self.added_at(adds));
        let of_attacks = |(falls, occurs): (&DiceFalls, &bool)| match occurs {
            true => hit.total(falls, &|adds| self.added_at(adds).expect("it was listed")),
            false => UseValue::default(),
        };
        let after = self.hits.iter().zip(&self.occurs).map(of_attacks).collect();
        let rolled = |place: usize| [place.saturating_sub(weapon.attacks), 0, 0];
        let attacks = self.roll_value(0, &weapon.roll, after, &rolled, &|adds| Some(weapon.attacks + adds[0]));
        [attacks, hit, landed]
    }

    /// What comes of dice, worth `after` by the place of all that they add.
    fn roll_value(
        &self,
        roll: usize,
        die: &Die,
        after: Vec<UseValue>,
        adds: &dyn Fn(usize) -> Adds,
        place: &dyn Fn(Adds) -> Option<usize>,
    ) -> RollValue {
        let gain = |old: &DieResult, adds: Adds| {
            let mut again = Objective::default();
            // What shows no such result is never asked for.
            for new in die.fresh.iter().filter(|_| (0..3).all(|k| adds[k] >= old.adds[k])) {
                let at = place(exchanged(adds, old.adds, new.adds)).and_then(|place| after.get(place));
                again.add(new.p, at.map_or_else(Objective::default, |value| value[0]));
            }
            again
        };
        let of = |kind: &usize| (*kind, (0..after.len()).map(|place| gain(&die.shown[*kind], adds(place))).collect());
        let gains = self.again[roll].iter().map(of).collect();
        RollValue { after, gains }
    }
}

impl RollValue {
    /// Which of these results that dice show is best rolled again, if any, where they lead to a place, and what that is worth.
    #[inline]
    pub(super) fn best(&self, shows: u128, at: usize) -> (Option<usize>, Objective) {
        let mut best = (None, self.after[at][1]);
        for (kind, gains) in self.gains.iter().filter(|(kind, _)| shows >> kind & 1 == 1) {
            if gains[at].exceeds(best.1) {
                best = (Some(*kind), gains[at]);
            }
        }
        best
    }

    /// The value of dice once the die is spent, and while it is in hand; `at` is the place of what they add.
    pub(super) fn total(&self, falls: &DiceFalls, at: &impl Fn(Adds) -> usize) -> UseValue {
        let mut total = UseValue::default();
        for DiceFall { p, adds, shows } in &falls.all {
            let at = at(*adds);
            total[0].add(*p, self.after[at][0]);
            total[1].add(*p, self.best(*shows, at).1);
        }
        total
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

/// For each number of tries up to `most` the chance of each number of successes, each of which has chance `p`.
fn successes(most: usize, p: f64) -> Vec<Vec<f64>> {
    let one_more = |before: &Vec<f64>| {
        let mut next = vec![0.0; before.len() + 1];
        for (n, chance) in before.iter().enumerate() {
            next[n] += chance * (1.0 - p);
            next[n + 1] += chance * p;
        }
        Some(next)
    };
    std::iter::successors(Some(vec![1.0]), one_more).take(most + 1).collect()
}
