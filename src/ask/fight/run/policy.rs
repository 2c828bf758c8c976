//! When a side uses what it may use once, such as a command: as is best for it, worked out from the end, as a game of two
//! players who see every result (backward induction).

use std::collections::BTreeMap;
use std::sync::Arc;

use smallvec::smallvec;

use super::played::{Played, Weighted};
use super::{Due, Run, Turn};
use crate::ask::choices::aim;
use crate::ask::fight::MAX_FIGHT_DECISIONS;
use crate::ask::fight::events::Circumstances;
use crate::ask::ledger::{Ledger, Usable};
#[cfg(test)]
use crate::engine::planted::{PlantedError, in_neither};
use crate::engine::{MAX_CELLS, Objective, OpenReroll};
use crate::error::Error;
use crate::games::Order;
use crate::sequence::FingerprintMap;

/// Multiplications beyond which a die is used for an attack or for none, whatever its rolls show.
const MAX_DIE_WORK: f64 = 1e9;

/// Chances that differ by less are the same.
const SAME_CHANCE: f64 = 1e-12;

/// A place in the course of a fight.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct FightPlace {
    pub(super) turn: Turn,
    pub(super) round: usize,
    pub(super) event: usize,
}

impl FightPlace {
    /// The same after an event.
    fn next(self) -> Self {
        Self { event: self.event + 1, ..self }
    }
}

/// The value of the fight to A from each place on, and what is used there.
#[derive(Default)]
pub(super) struct FightPolicy {
    memo: FingerprintMap<(FightPlace, [usize; 2], Ledger), (Objective, u32)>,
    /// The value to the attacker of attacks whose die may be kept, by the states that are alike and what is used: from a number
    /// of points on that the target has lost.
    open: FingerprintMap<(FightPlace, [usize; 2], Ledger, u32), (usize, Vec<Objective>)>,
    /// By the attack, the states and what would be used: what of it is used, those that wait for their condition.
    waited: FingerprintMap<(Circumstances, usize, [usize; 2], u32), u32>,
}

/// An attack whose die may be kept.
struct OpenDie {
    attack: Arc<OpenReroll>,
    /// What is used once the die is kept.
    kept: u32,
    /// The state of the attacker, and the first of the target from which all is the same but for what it has lost.
    alike: [usize; 2],
    /// Points that the target has lost.
    taken: usize,
}

/// For each number of points that a target has lost both states, and what the rest of the fight is worth to the attacker with a
/// die spent and in hand.
type OpenEnds = Vec<([usize; 2], [Objective; 2])>;

/// What attacks lead to, by what is used up afterwards, with what they used.
type Attacked<W> = Vec<(Ledger, u32, Vec<([usize; 2], Weighted<W>)>)>;

impl Run<'_> {
    fn usable(&self) -> &[Usable] {
        &self.fight.script.usable
    }

    /// Refuses choices that are too many to look ahead, and a result to choose for where nobody chooses.
    ///
    /// # Errors
    /// [`MAX_FIGHT_DECISIONS`], or the result.
    pub(super) fn few_choices(&self) -> Result<(), Error> {
        let all = self.decisions();
        if let Some(metric) = self.fight.request.base.metric.as_ref().filter(|_| all == 0) {
            let message = format!("`--metric {metric}` says what somebody chooses for, and nobody chooses anything");
            return Err(Error::usage(message).hint("add `--best A`, or leave `--metric` out".to_owned()));
        }
        if all == 0 || all <= MAX_FIGHT_DECISIONS && self.cells() <= MAX_CELLS {
            return Ok(());
        }
        let message = format!(
            "the best use of commands takes {all} places, states and choices; the limit is {MAX_FIGHT_DECISIONS} (MAX_FIGHT_DECISIONS)"
        );
        Err(Error::usage(message).hint("ask for fewer rounds, or name fewer commands".to_owned()))
    }

    /// How many places, states and choices there may be where somebody chooses.
    fn decisions(&self) -> usize {
        let choices = self.usable().iter().filter(|one| one.is_choice).count();
        let places = (self.fight.request.rounds << usize::from(self.turn_order.is_rolled())) << choices;
        if choices == 0 { 0 } else { self.fight.pairs().saturating_mul(places) }
    }

    /// Pairs of states by what is used in an attack from them.
    pub(super) fn used<W>(
        &mut self,
        place: FightPlace,
        due: Due,
        ledger: Ledger,
        from: Weighted<W>,
    ) -> Result<BTreeMap<u32, Weighted<W>>, Error> {
        let (open, points) = (self.open(due)?, self.fight.request.base.points);
        let forced = ledger.forced(self.usable(), open, points);
        self.note_blocked(place, (ledger, forced), open);
        let chooses = |(one, usable): (usize, &Usable)| open >> one & 1 == 1 && usable.is_choice;
        let someone_chooses = self.usable().iter().enumerate().any(chooses);
        if !someone_chooses && !self.waits(forced) {
            return Ok(BTreeMap::from([(forced, from)]));
        }
        let mut by_use: BTreeMap<u32, Weighted<W>> = BTreeMap::new();
        for (at, weight) in from {
            let used =
                if someone_chooses { self.value(place, at, ledger)?.1 } else { self.after_waiting(due, at, forced)? };
            by_use.entry(used).or_default().push((at, weight));
        }
        Ok(by_use)
    }

    /// Whether something of a set waits for its condition.
    fn waits(&self, set: u32) -> bool {
        self.usable().iter().enumerate().any(|(one, usable)| set >> one & 1 == 1 && usable.waits)
    }

    /// What of a set is used from a pair of states: what waits for its condition only where it changes the attack.
    fn after_waiting(&mut self, due: Due, at: [usize; 2], set: u32) -> Result<u32, Error> {
        if !self.waits(set) {
            return Ok(set);
        }
        let key = (due.scene, due.side, at, set);
        if let Some(used) = self.policy.waited.get(&key) {
            return Ok(*used);
        }
        let mut used = set;
        for one in 0..self.usable().len() {
            let without = used & !(1 << one);
            if without != used && self.usable()[one].waits && !self.changes_attack(due, [used, without], at)? {
                used = without;
            }
        }
        self.policy.waited.insert(key, used);
        Ok(used)
    }

    /// Whether an attack from a pair of states is another one if other things are used.
    fn changes_attack(&mut self, due: Due, used: [u32; 2], at: [usize; 2]) -> Result<bool, Error> {
        let (mut tables, mut ends) = (Vec::new(), Vec::new());
        for used in used {
            let event = self.with(due, used)?;
            let (strikes, states) = self.strikes(event)?;
            tables.push(strikes.tables(states, at)?);
        }
        // Where models fight worse once they are hurt, tables hold what comes about in other states too.
        if tables[0] == tables[1] || !self.fight.game.moments.hurt_is_weaker {
            return Ok(tables[0] != tables[1]);
        }
        for used in used {
            let event = self.with(due, used)?;
            let (strikes, states) = self.strikes(event)?;
            let mut chances = BTreeMap::<[usize; 2], f64>::new();
            strikes.row(states, at)?.into_iter().for_each(|(to, p)| *chances.entry(to).or_default() += p);
            ends.push(chances);
        }
        let differs = |one: usize| {
            ends[one].iter().any(|(to, p)| (p - ends[1 - one].get(to).copied().unwrap_or(0.0)).abs() > SAME_CHANCE)
        };
        Ok(differs(0) || differs(1))
    }

    /// Notes what is not used although it is possible: for want of command points, or because its unit has used another.
    fn note_blocked(&mut self, place: FightPlace, (ledger, used): (Ledger, u32), open: u32) {
        let usable = self.usable();
        let is_open = |one: &usize| open & !used & !ledger.used & 1 << one > 0 && !usable[*one].is_choice;
        let for_points = |one: &usize| ledger.allows(usable, used, *one, None);
        let blocked: Vec<(usize, bool)> =
            (0..usable.len()).filter(is_open).map(|one| (one, for_points(&one))).collect();
        blocked.into_iter().for_each(|why| {
            self.blocked.entry(why).or_insert(place.round);
        });
    }

    /// Counts what is used.
    pub(super) fn count(&mut self, round: usize, used: u32, share: f64) {
        let all = self.fight.script.usable.len();
        let Some(uses) = &mut self.uses else { return };
        for one in (0..all).filter(|one| used >> one & 1 == 1) {
            *uses.entry((round, one)).or_default() += share;
        }
    }

    /// What may be used in an attack, however much of it is used up.
    fn open(&mut self, due: Due) -> Result<u32, Error> {
        if self.usable().is_empty() {
            return Ok(0);
        }
        let script = &self.fight.script;
        let open = script.open(self.attempt(due.scene, due.side)?);
        // No die of shots in the other's turn is rolled again.
        let is_kept = |one: &Usable| one.one_roll && due.scene.out_of_turn;
        Ok((0..script.usable.len()).fold(open, |open, one| open & !(u32::from(is_kept(&script.usable[one])) << one)))
    }

    /// An attack as it is made if these are used.
    pub(super) fn with(&mut self, due: Due, used: u32) -> Result<Due, Error> {
        let script = &self.fight.script;
        let open = if script.usable.is_empty() { 0 } else { script.open(self.attempt(due.scene, due.side)?) };
        Ok(Due { scene: Circumstances { kept: open & !used, ..due.scene }, ..due })
    }

    /// What an attack leads to from some pairs of states. A die that may be rolled again is kept unless the dice call for it.
    pub(super) fn attacked<P: Played>(
        &mut self,
        place: FightPlace,
        due: Due,
        (ledger, used): (Ledger, u32),
        from: Weighted<P::Weight>,
        played: &mut P,
    ) -> Result<Attacked<P::Weight>, Error> {
        let mut all: Attacked<P::Weight> = Vec::new();
        let (mut rest, mut open) = (Vec::new(), BTreeMap::<[usize; 2], Vec<(OpenDie, _)>>::new());
        for (at, weight) in from {
            match if P::ROLLS { None } else { self.open_die(due, at, used)? } {
                Some(die) => open.entry(die.alike).or_default().push((die, (at, weight))),
                None => rest.push((at, weight)),
            }
        }
        for dice in open.into_values() {
            let taken: Vec<usize> = dice.iter().map(|(die, _)| die.taken).collect();
            let least = dice.iter().min_by_key(|(die, _)| die.taken);
            let Some((die, (at, _))) = least else { continue };
            let ends = self.open_ends(place, due, (*at, ledger), (used, die))?;
            let chances = die.attack.ends(&taken, |lost| ends[lost].1);
            for ((die, (at, weight)), chances) in dice.iter().zip(chances) {
                for (in_hand, used) in [used, die.kept].into_iter().enumerate() {
                    let pairs = ends.iter().zip(&chances).filter(|(_, p)| p[in_hand] > 0.0);
                    let pairs = pairs.map(|((to, _), p)| (*to, played.split(*weight, p[in_hand])[0])).collect();
                    all.push((self.after(due, ledger, used), used, vec![(*at, pairs)]));
                }
            }
        }
        if !rest.is_empty() {
            all.push((self.after(due, ledger, used), used, self.attack_with(due, used, rest, played)?));
        }
        Ok(all)
    }

    /// An attack in which these are used, from some pairs of states. One that a command allows is not made without it.
    fn attack_with<P: Played>(
        &mut self,
        due: Due,
        used: u32,
        from: Weighted<P::Weight>,
        played: &mut P,
    ) -> Result<Vec<([usize; 2], Weighted<P::Weight>)>, Error> {
        if !self.is_made(due, used) {
            return Ok(from.into_iter().map(|(at, weight)| (at, vec![(at, weight)])).collect());
        }
        let event = self.with(due, used)?;
        self.attack(event, from, played)
    }

    /// Whether an attack is made if these are used: one that a command allows is not without it.
    pub(super) fn is_made(&self, due: Due, used: u32) -> bool {
        let script = &self.fight.script;
        let allows = |(one, usable): (usize, &Usable)| {
            let word = &script.words[usable.word];
            used >> one & 1 == 1 && (script.is_out_of_turn(word) || word.is_one_of(script.moments().turn_end))
        };
        !(due.scene.out_of_turn || due.scene.turn_end) || script.usable.iter().enumerate().any(allows)
    }

    /// The ledger after an attack in which these were used.
    fn after(&self, due: Due, ledger: Ledger, used: u32) -> Ledger {
        let attempt = self.attempts.get(&(Circumstances { kept: 0, ..due.scene }, due.side));
        ledger.after(self.usable(), used, 1 + u8::from(attempt.is_some_and(|attempt| attempt.all_actions)))
    }

    /// An attack with the only one of what is used that is for one roll, if its best use is computed.
    fn open_die(&mut self, due: Due, at: [usize; 2], used: u32) -> Result<Option<OpenDie>, Error> {
        let is_die = |one: &usize| used >> one & 1 == 1 && self.usable()[*one].one_roll;
        let mut dice = (0..self.usable().len()).filter(is_die);
        let (Some(die), None) = (dice.next(), dice.next()) else { return Ok(None) };
        let event = self.with(due, used)?;
        let (strikes, states) = self.strikes(event)?;
        let Some((first, attack)) = strikes.open(states, at)? else { return Ok(None) };
        let target = 1 - due.side;
        let is_parted = self.states.shapes[target].bodies.len() > 1;
        if is_parted || attack.work * self.decisions() as f64 > MAX_DIE_WORK {
            self.is_coarse = true;
            return Ok(None);
        }
        // Models that explode fell in this attack.
        let first = if self.aftermath.explodes() { at[target] } else { first };
        let taken = self.states.wounds(target, at[target]);
        Ok(Some(OpenDie { attack, kept: used & !(1 << die), alike: [at[due.side], first], taken }))
    }

    /// What comes after an attack with a die that may be kept, once the target has lost what it has or more.
    fn open_ends(
        &mut self,
        place: FightPlace,
        due: Due,
        (at, ledger): ([usize; 2], Ledger),
        (used, die): (u32, &OpenDie),
    ) -> Result<OpenEnds, Error> {
        let target = 1 - due.side;
        let ledgers = [used, die.kept].map(|used| self.after(due, ledger, used));
        let mut ends = vec![(at, [Objective::default(); 2]); self.states.shapes[target].wounds() + 1];
        for (lost, (to, values)) in ends.iter_mut().enumerate().skip(die.taken) {
            to[target] = self.states.place(target, smallvec![lost as u16]);
            for (values, ledger) in values.iter_mut().zip(ledgers) {
                let value = self.worth_of(place.next(), (due, used), vec![(at, vec![(*to, 1.0)])], ledger)?;
                *values = if due.side == 0 { value } else { value.opposite() };
            }
        }
        Ok(ends)
    }

    /// The value to the attacker of an attack with a die that may be kept; one answer holds whatever more the target has lost.
    fn open_value(
        &mut self,
        place: FightPlace,
        due: Due,
        (at, ledger): ([usize; 2], Ledger),
        (used, die): (u32, &OpenDie),
    ) -> Result<Objective, Error> {
        let key = (place, die.alike, ledger, used);
        if let Some((least, values)) = self.policy.open.get(&key)
            && *least <= die.taken
        {
            return Ok(values[die.taken - least]);
        }
        let ends = self.open_ends(place, due, (at, ledger), (used, die))?;
        let values: Vec<Objective> = die.attack.values(die.taken, |lost| ends[lost].1).collect();
        let value = values[0];
        self.policy.open.insert(key, (die.taken, values));
        Ok(value)
    }

    /// The value to A of attacks on a side, once models have exploded and it got back what it gets back.
    fn worth_of(
        &mut self,
        next: FightPlace,
        attack: (Due, u32),
        attacks: Vec<([usize; 2], Weighted<f64>)>,
        ledger: Ledger,
    ) -> Result<Objective, Error> {
        let mut sum = Objective::default();
        for (to, p) in self.settled(attack, attacks, &mut self.multiplied.clone())? {
            sum.add(p, self.value(next, to, ledger)?.0);
        }
        Ok(sum)
    }

    /// The value of the fight to A from here on, and what is used here.
    fn value(&mut self, place: FightPlace, at: [usize; 2], ledger: Ledger) -> Result<(Objective, u32), Error> {
        let key = (place, at, ledger);
        if let Some(value) = self.policy.memo.get(&key) {
            return Ok(*value);
        }
        if self.is_decided(at) || place.event == 0 && self.is_over(at) {
            return Ok((self.end_value(at), 0));
        }
        let due = self.events(place.round, place.turn.active).get(place.event).copied();
        let value = match due {
            None => (self.round_over(place, at, ledger.renewed(self.usable()))?, 0),
            Some(due) => match Self::left_of(due, ledger) {
                None => (self.value(place.next(), at, ledger)?.0, 0),
                Some(due) => self.best(place, due, at, ledger)?,
            },
        };
        self.policy.memo.insert(key, value);
        Ok(value)
    }

    /// The same at the end of a round, whoever has the next turn.
    fn round_over(&mut self, place: FightPlace, at: [usize; 2], ledger: Ledger) -> Result<Objective, Error> {
        let back = self.aftermath.after_rounds.clone();
        let ends = self.recover(&back, vec![(at, 1.0)], &mut self.multiplied.clone());
        let next = place.round + 1;
        let turns = self.turn_order.next(next, place.turn);
        let mut sum = Objective::default();
        for (to, p) in ends {
            if next > self.fight.request.rounds {
                sum.add(p, self.end_value(to));
                continue;
            }
            for (turn, chance) in &turns {
                let place = FightPlace { turn: *turn, round: next, event: 0 };
                sum.add(p * chance, self.value(place, to, ledger)?.0);
            }
        }
        Ok(sum)
    }

    /// The best that both can do in an attack. Where a turn is one side's it chooses first, else whoever attacks.
    fn best(&mut self, place: FightPlace, due: Due, at: [usize; 2], ledger: Ledger) -> Result<(Objective, u32), Error> {
        let (open, points) = (self.open(due)?, self.fight.request.base.points);
        let forced = self.after_waiting(due, at, ledger.forced(self.usable(), open, points))?;
        let first = if self.fight.game.moments.order == Order::Activations { due.side } else { place.turn.active };
        let better = |side: usize, one: Objective, other: Objective| match side {
            #[cfg(test)]
            _ if in_neither(PlantedError::Best) => side == usize::from(one.exceeds(other)),
            0 => one.exceeds(other),
            _ => one.opposite().exceeds(other.opposite()),
        };
        let mut best: Option<(Objective, u32)> = None;
        for mine in ledger.choices(self.usable(), open, (first, forced), points) {
            let mut answer: Option<(Objective, u32)> = None;
            for used in ledger.choices(self.usable(), open, (1 - first, mine), points) {
                let value = self.begun(place, due, (at, ledger), used)?;
                if answer.is_none_or(|(answer, _)| better(1 - first, value, answer)) {
                    answer = Some((value, used));
                }
            }
            if let Some((value, used)) = answer
                && best.is_none_or(|(best, _)| better(first, value, best))
            {
                best = Some((value, used));
            }
        }
        Ok(best.unwrap_or_default())
    }

    /// The value of the fight to A if these are used in an attack.
    fn begun(
        &mut self,
        place: FightPlace,
        due: Due,
        (at, ledger): ([usize; 2], Ledger),
        used: u32,
    ) -> Result<Objective, Error> {
        if let Some(die) = self.open_die(due, at, used)? {
            let value = self.open_value(place, due, (at, ledger), (used, &die))?;
            return Ok(if due.side == 0 { value } else { value.opposite() });
        }
        let after = self.after(due, ledger, used);
        let attacks = self.attack_with(due, used, vec![(at, 1.0)], &mut self.multiplied.clone())?;
        self.worth_of(place.next(), (due, used), attacks, after)
    }

    /// The value of an end to A: what was asked for of B, less the same of A; where that is the same, the wounds.
    fn end_value(&self, at: [usize; 2]) -> Objective {
        let margin = |of: &dyn Fn(usize) -> usize| of(1) as f64 - of(0) as f64;
        let gone = margin(&|side| usize::from(self.states.is_gone(side, at[side])));
        let slain = margin(&|side| self.states.slain(side, at[side]));
        let lost = margin(&|side| self.states.wounds(side, at[side]));
        let [first, second] = aim(self.fight.request.base.metric.as_deref()).wanted(gone, slain, lost);
        Objective::of(first, second)
    }
}
