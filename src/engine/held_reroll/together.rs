//! Dice that are rolled together, one of which may be rolled again: the ways in which they fall, listed once for all states
//! of the target, and what they are worth.

use std::collections::HashMap;

use super::objective::{Objective, UseValue};
use super::read::{Adds, Die, DieResult, WeaponTables};
use super::rolls::{each_way, exchanged, sum};

/// One way in which dice fall.
struct DiceOutcome {
    p: f64,
    /// The place of what they add, counted from the place where nothing is added.
    at: usize,
    /// The results that it shows and that may be rolled again, a bit for each.
    shows: u64,
}

/// The ways in which hit and wound rolls of a weapon fall.
pub(super) struct WeaponRolls {
    /// What hit rolls may add, each once, and its place.
    added: Vec<Adds>,
    places: HashMap<Adds, usize>,
    /// By the number of attacks; none for a number that never occurs.
    hits: Vec<Vec<DiceOutcome>>,
    /// By the number of wound rolls.
    wounds: Vec<Vec<DiceOutcome>>,
    /// The results that may be rolled again, of hit and of wound rolls.
    again: [Vec<usize>; 2],
    /// Late hits by which a place differs from the next one with a hit more.
    width: usize,
}

/// The value of a weapon's rolls in one state of the target.
pub(super) struct RollValues {
    /// By what hit rolls have added.
    after_hits: Vec<UseValue>,
    /// By the number of attacks.
    after_attacks: Vec<UseValue>,
}

impl WeaponRolls {
    /// Lists them; `may` says whether hit and wound rolls may be rolled again, `width` is one more than the most late hits.
    pub(super) fn of(weapon: &WeaponTables, may: [bool; 2], width: usize) -> Self {
        let again = |die: &Die, may: bool| -> Vec<usize> {
            (0..die.shown.len()).filter(|kind| may && die.is_rolled && die.shown[*kind].again).collect()
        };
        let again = [again(&weapon.hit, may[0]), again(&weapon.wound, may[1])];
        let (mut added, mut places): (Vec<Adds>, HashMap<Adds, usize>) = Default::default();
        let mut place = |adds: Adds| {
            *places.entry(adds).or_insert_with(|| {
                added.push(adds);
                added.len() - 1
            })
        };
        let mut hits: Vec<Vec<DiceOutcome>> = Vec::new();
        let mut attack = |attacks: usize| {
            hits.resize_with(hits.len().max(attacks + 1), Vec::new);
            if hits[attacks].is_empty() {
                hits[attacks] = outcomes(attacks, &weapon.hit, &again[0], &mut place);
            }
        };
        each_way(weapon.rolls, &weapon.roll, &mut |shown, _| attack(weapon.attacks + sum(shown, &weapon.roll)[0]));
        let others = weapon.rolls.checked_sub(1);
        for new in &weapon.roll.fresh {
            for (old, others) in weapon.roll.shown.iter().filter_map(|old| Some((old, others?))) {
                each_way(others, &weapon.roll, &mut |shown, _| {
                    let others = sum(shown, &weapon.roll);
                    attack(weapon.attacks + exchanged([others[0] + old.adds[0], 0, 0], old.adds, new.adds)[0]);
                });
            }
        }
        let most = added.iter().map(|adds| adds[0]).max().unwrap_or(0);
        let wounds =
            (0..=most).map(|dice| outcomes(dice, &weapon.wound, &again[1], &mut |adds| adds[1] * width + adds[2]));
        Self { wounds: wounds.collect(), added, places, hits, again, width }
    }

    /// The value of the rolls; `after` is that of so many hits and late hits to come.
    pub(super) fn value(&self, weapon: &WeaponTables, after: &[UseValue]) -> RollValues {
        let place = |adds: Adds| Some(adds[1] * self.width + adds[2]).filter(|_| adds[2] < self.width);
        let adds = |place: usize| [0, place / self.width, place % self.width];
        let gains = self.gains(1, &weapon.wound, after, &adds, &place);
        let landed = |[dice, hits, late]: &Adds| total(&self.wounds[*dice], hits * self.width + late, after, &gains);
        let after_hits: Vec<UseValue> = self.added.iter().map(landed).collect();
        let gains = self
            .gains(0, &weapon.hit, &after_hits, &|place| self.added[place], &|adds| self.places.get(&adds).copied());
        let after_attacks = self.hits.iter().map(|outcomes| total(outcomes, 0, &after_hits, &gains)).collect();
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
    ) -> Vec<(u64, Vec<Objective>)> {
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
    pub(super) fn after_hits(&self, outcomes: &WeaponRolls, adds: Adds) -> UseValue {
        self.after_hits[outcomes.places[&adds]]
    }

    pub(super) fn after_attacks(&self, attacks: usize) -> UseValue {
        self.after_attacks[attacks]
    }
}

/// Every way in which dice fall; `place` is where what they add stands.
fn outcomes(dice: usize, die: &Die, again: &[usize], place: &mut dyn FnMut(Adds) -> usize) -> Vec<DiceOutcome> {
    let mut outcomes = Vec::new();
    each_way(dice, die, &mut |shown, p| {
        let shows = again.iter().filter(|kind| shown[**kind] > 0).map(|kind| 1 << kind).sum();
        outcomes.push(DiceOutcome { p, at: place(sum(shown, die)), shows });
        let one = |kind: &usize| Some(&die.shown[*kind]).filter(|_| shown[*kind] > 0);
        for old in again.iter().filter_map(one) {
            for new in &die.fresh {
                place(exchanged(sum(shown, die), old.adds, new.adds));
            }
        }
    });
    outcomes
}

/// The value of dice once the die is spent, and while it is in hand: then a result is rolled again if that is better.
fn total(outcomes: &[DiceOutcome], from: usize, after: &[UseValue], gains: &[(u64, Vec<Objective>)]) -> UseValue {
    let mut total = UseValue::default();
    for way in outcomes {
        let [spent, mut best] = after[from + way.at];
        for (kind, gains) in gains.iter().filter(|(kind, _)| way.shows & kind != 0) {
            debug_assert!(kind.is_power_of_two());
            if gains[from + way.at].exceeds(best) {
                best = gains[from + way.at];
            }
        }
        total[0].add(way.p, spent);
        total[1].add(way.p, best);
    }
    total
}
