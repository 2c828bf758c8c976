//! A fight while it is fought: round after round, event after event.

mod multiplied;
mod notes;
mod played;
mod policy;
mod rolled;
mod schedule;
mod settled;

use std::collections::BTreeMap;
use std::collections::hash_map::Entry;

use self::multiplied::Multiplied;
use self::played::{Played, Weighted, merged};
use self::policy::{FightPlace, FightPolicy};
use self::rolled::Rolled;
use super::aftermath::Aftermath;
use super::course::Course;
use super::events::{Attempt, Circumstances, turn};
use super::strikes::{States, Strikes};
use super::turns::{Turn, TurnOrder};
use super::{ReadyFight, Until, typed};
use crate::ask::ledger::{Ledger, first_line};
#[cfg(test)]
use crate::engine::planted::{PlantedError, in_neither};
use crate::engine::{MAX_CELLS, Sampling};
use crate::error::Error;
use crate::games::Phase;
use crate::sequence::FingerprintMap;

/// A fight while it is fought.
pub(super) struct Run<'a> {
    fight: &'a ReadyFight<'a>,
    /// Whose turns the rounds are.
    turn_order: TurnOrder,
    states: States,
    /// Who charges in the first round.
    charged: [bool; 2],
    /// Who charges in the first turn of the other side.
    counter_charges: [bool; 2],
    /// Why nobody does who was to.
    no_charge: Vec<String>,
    attempts: FingerprintMap<(Circumstances, usize), Attempt>,
    strikes: FingerprintMap<(Circumstances, usize), Strikes>,
    /// For each attack one of the same tables.
    alike: FingerprintMap<(Circumstances, usize), (Circumstances, usize)>,
    /// When each unit strikes: early, in its turn, late.
    turns: [i8; 2],
    /// Whether it matters of each unit that it has fought before it is attacked.
    dies_fighting: [bool; 2],
    aftermath: Aftermath,
    multiplied: Multiplied,
    /// What the search for the best use of commands has found.
    policy: FightPolicy,
    /// For each round the share of fights in which each of what is usable is used; not counted while it is `None`.
    uses: Option<BTreeMap<(usize, usize), f64>>,
    /// What was possible and was not used, with whether command points were wanting, and since which round.
    blocked: BTreeMap<(usize, bool), usize>,
    /// Attacks that were rolled, each from a state of its own.
    pub(super) batches: u64,
    /// Whether a die is kept by whole attacks, because there are too many states.
    is_coarse: bool,
}

/// Something that is due in a round.
#[derive(Clone, Copy)]
pub(super) struct Due {
    side: usize,
    scene: Circumstances,
    /// Whether it is the first activation of its unit in the round.
    first_time: bool,
}

/// By what is used up the pairs of states that are reached.
type ReachedPairs<P> = BTreeMap<Ledger, Weighted<<P as Played>::Weight>>;

impl<'a> Run<'a> {
    pub(super) fn new(fight: &'a ReadyFight<'a>, first: usize) -> Result<Self, Error> {
        let (script, moments) = (&fight.script, fight.game.moments);
        let words =
            |side: usize| -> Vec<&typed::UnitWord> { script.words.iter().filter(|word| word.side == side).collect() };
        let turns = [0, 1].map(|side| fight.plain.document(side).map_or(0, |unit| turn(moments, unit, &words(side))));
        let aftermath = Aftermath::of(fight.game, &fight.plain);
        if fight.opens && aftermath.heals {
            return Err(heals_beside_what_is_used_once());
        }
        let mut run = Self {
            fight,
            turn_order: TurnOrder::of(fight.request, fight.game, first)?,
            charged: [false; 2],
            counter_charges: script.counter_charges()?,
            no_charge: Vec::new(),
            attempts: FingerprintMap::default(),
            strikes: FingerprintMap::default(),
            alike: FingerprintMap::default(),
            states: States::new(fight.plain.shapes()),
            turns,
            dies_fighting: [false; 2],
            multiplied: Multiplied::new(&aftermath),
            aftermath,
            policy: FightPolicy::default(),
            uses: None,
            blocked: BTreeMap::new(),
            batches: 0,
            is_coarse: false,
        };
        for side in (0..2).filter(|_| !moments.target_fought.is_empty()) {
            let fought =
                script.attempt(Circumstances { target_fought: true, ..Circumstances::PLAIN }, 1 - side)?.attack.ok();
            let tables = fought.as_ref().map(|attack| &attack.engaged.engagement);
            run.dies_fighting[side] = tables != fight.plain.attack(1 - side).map(|attack| &attack.engaged.engagement);
        }
        #[cfg(test)]
        run.dies_fighting.iter_mut().for_each(|matters| *matters &= !in_neither(PlantedError::HasFought));
        run.begin(first)?;
        Ok(run)
    }

    /// Gives the first turn to a unit.
    pub(super) fn begin(&mut self, first: usize) -> Result<(), Error> {
        let (fight, script) = (self.fight, &self.fight.script);
        (self.turn_order, self.policy) = (TurnOrder::of(fight.request, fight.game, first)?, FightPolicy::default());
        self.few_choices()?;
        let says = script.words.iter().any(|word| word.is_one_of(script.moments().charge));
        let is_charge = fight.request.charge && script.phase == Phase::Combat && !script.moments().charge.is_empty();
        self.charged = [false; 2];
        self.charged[first] = is_charge;
        if says {
            self.charged = script.said_to_charge();
            let note = script.only_the_other_charges(first).filter(|_| is_charge);
            self.no_charge.extend(note.filter(|note| !self.no_charge.contains(note)));
        }
        // Whoever ran does not charge.
        for side in 0..2 {
            if !self.charged[side] {
                continue;
            }
            let scene = Circumstances { is_first: true, charged: self.charged, ..Circumstances::PLAIN };
            let unfit = self.attempt(scene, side)?.no_charge.as_ref().map(|why| first_line(why).to_owned());
            let why = unfit.or_else(|| script.unlikely_charge(side).filter(|_| !says));
            self.charged[side] &= why.is_none();
            let note = why.map(|why| format!("nobody charges: {why}"));
            self.no_charge.extend(note.filter(|note| !self.no_charge.contains(note)));
        }
        let begins = [(1, first), (2, first), (2, 1 - first)];
        for (round, active) in begins.into_iter().filter(|(round, _)| *round <= fight.request.rounds) {
            for due in self.events(round, active) {
                let is_new = self.fight.opens && !self.aftermath.heals;
                let attack = self.attempt(due.scene, due.side)?.attack.as_ref();
                // It would heal after this attack and no other.
                if is_new && attack.is_ok_and(|attack| !attack.engaged.engagement.recoveries.is_empty()) {
                    return Err(heals_beside_what_is_used_once());
                }
            }
        }
        Ok(())
    }

    /// How many probabilities explosions may take.
    pub(super) fn cells(&self) -> usize {
        Multiplied::cells(&self.aftermath)
    }

    /// Prepares the attack of a unit in some circumstances, once.
    fn attempt(&mut self, scene: Circumstances, side: usize) -> Result<&Attempt, Error> {
        match self.attempts.entry((scene, side)) {
            Entry::Occupied(strike) => Ok(strike.into_mut()),
            Entry::Vacant(new) => Ok(new.insert(self.fight.script.attempt(scene, side)?)),
        }
    }

    /// The attacks of an event from every state of both units.
    pub(super) fn strikes(&mut self, due: Due) -> Result<(&mut Strikes, &mut States), Error> {
        let asked_for = (due.scene, due.side);
        if !self.alike.contains_key(&asked_for) {
            self.attempt(due.scene, due.side)?;
            let attempts = &self.attempts;
            let made =
                |key: (Circumstances, usize)| attempts.get(&key).and_then(|attempt| attempt.attack.as_ref().ok());
            // Where no ability asks what is lost, attacks that begin alike stay alike.
            let is_alike = |entry: &(Circumstances, usize)| {
                let both = made(*entry).zip(made(asked_for));
                entry.1 == due.side
                    && !(entry.0.turn_end || due.scene.turn_end)
                    && (entry.0.is_first == due.scene.is_first || !self.fight.shoots_once)
                    && both.is_some_and(|(one, other)| one.engaged.engagement == other.engaged.engagement)
            };
            let same = self.strikes.keys().copied().filter(|_| self.fight.plain.is_plain).find(is_alike);
            if same.is_none() {
                let (units, shapes) = (&self.fight.plain, &self.states.shapes);
                let (attack, losses) = (made(asked_for), self.fight.request.losses);
                let strikes = Strikes::new(attack, (due.side, due.scene), (units, shapes), losses);
                self.strikes.insert(asked_for, strikes);
            }
            self.alike.insert(asked_for, same.unwrap_or(asked_for));
        }
        let strikes = self.strikes.get_mut(&self.alike[&asked_for]).expect("it was put there");
        Ok((strikes, &mut self.states))
    }

    /// Whether nothing more happens in a pair of states.
    fn is_over(&self, at: [usize; 2]) -> bool {
        let half = |side: usize| self.states.is_below_half(side, at[side]);
        self.is_decided(at)
            || match self.fight.request.until {
                None => false,
                Some(Until::A) => half(0),
                Some(Until::B) => half(1),
                Some(Until::Either) => half(0) || half(1),
            }
    }

    /// Whether a unit is gone.
    fn is_decided(&self, at: [usize; 2]) -> bool {
        (0..2).any(|side| self.states.is_gone(side, at[side]))
    }

    /// Who may charge in the first round, each with its chance: everybody who does at last.
    fn charges(&self) -> Vec<([bool; 2], f64)> {
        let mut all = vec![([false; 2], 1.0)];
        for side in (0..2).filter(|side| self.charged[*side]) {
            let chance = self.fight.script.charge_chance[side];
            let stays = all.iter().map(|(charged, p)| (*charged, p * (1.0 - chance))).collect::<Vec<_>>();
            all.iter_mut().for_each(|(charged, p)| (charged[side], *p) = (true, *p * chance));
            all.splice(0..0, stays);
        }
        all.retain(|(_, p)| *p > 0.0);
        all
    }

    /// Every round, from each beginning that there may be.
    fn rounds<P: Played>(&mut self, played: &mut P) -> Result<Course, Error> {
        self.uses = Some(BTreeMap::new());
        let (mut all, mut begun) = (vec![Weighted::new(); self.fight.request.rounds], 0.0);
        let (charged, charges) = (self.charged, self.charges());
        for (who, chance) in &charges {
            self.charged = *who;
            if charges.len() > 1 {
                // What is best depends on who charges.
                self.policy = FightPolicy::default();
            }
            let weight = played.part(begun, begun + chance);
            begun += chance;
            all.iter_mut().zip(self.shares(weight, played)?).for_each(|(all, part)| all.extend(part));
        }
        self.charged = charged;
        let mut course = Course::of(self.uses.take().unwrap_or_default());
        for (round, shares) in (1..).zip(all) {
            let order = self.order(round, self.turn_order.likeliest(round), self.turns);
            course.add(round, &order, &merged(shares), &self.states);
        }
        Ok(course)
    }

    /// The chances of the pairs of states after each round, of a part of all fights.
    fn shares<P: Played>(&mut self, weight: P::Weight, played: &mut P) -> Result<Vec<Weighted<f64>>, Error> {
        let (mut stopped, mut rounds): (Weighted<P::Weight>, Vec<Weighted<f64>>) = Default::default();
        let start = ReachedPairs::<P>::from([(Ledger::default(), vec![([0, 0], weight)])]);
        let mut all = BTreeMap::from([(self.turn_order.start(), start)]);
        for round in 1..=self.fight.request.rounds {
            // A round that has begun is played to its end.
            for pairs in all.values_mut().flat_map(BTreeMap::values_mut) {
                let (over, now) = std::mem::take(pairs).into_iter().partition(|(at, _)| self.is_over(*at));
                *pairs = now;
                stopped.extend::<Weighted<P::Weight>>(over);
            }
            stopped = merged(stopped);
            let mut shares: Weighted<f64> = stopped.iter().map(|(at, weight)| (*at, played.share(*weight))).collect();
            let mut next: BTreeMap<Turn, ReachedPairs<P>> = BTreeMap::new();
            for (turn, now) in all {
                let turns = self.turn_order.next(round + 1, turn);
                for (ledger, pairs) in self.round(FightPlace { turn, round, event: 0 }, now, played)? {
                    shares.extend(pairs.iter().map(|(at, weight)| (*at, played.share(*weight))));
                    let mut parts: [Weighted<P::Weight>; 2] = Default::default();
                    match turns.len() {
                        1 => parts[0] = pairs,
                        _ => pairs.into_iter().for_each(|(at, weight)| {
                            let [first, other] = played.split(weight, turns[0].1);
                            parts[0].push((at, first));
                            parts[1].push((at, other));
                        }),
                    }
                    for ((turn, _), part) in turns.iter().zip(parts) {
                        let some = part.into_iter().filter(|(_, weight)| *weight != P::Weight::default());
                        next.entry(*turn).or_default().entry(ledger).or_default().extend(some);
                    }
                }
            }
            all = next;
            all.values_mut().flat_map(BTreeMap::values_mut).for_each(|pairs| *pairs = merged(std::mem::take(pairs)));
            rounds.push(merged(shares));
        }
        Ok(rounds)
    }

    /// A round, what comes at its end included: what is used up then, and what both have lost.
    fn round<P: Played>(
        &mut self,
        place: FightPlace,
        mut now: ReachedPairs<P>,
        played: &mut P,
    ) -> Result<Vec<(Ledger, Weighted<P::Weight>)>, Error> {
        for (event, due) in self.events(place.round, place.turn.active).into_iter().enumerate() {
            now = self.event(FightPlace { event, ..place }, due, now, played)?;
        }
        let (usable, back) = (&self.fight.script.usable, self.aftermath.after_rounds.clone());
        let end = |(ledger, pairs): (Ledger, _)| (ledger.renewed(usable), self.recover(&back, pairs, played));
        Ok(now.into_iter().map(end).collect())
    }

    /// What an attack leads to, models that explode included, by what is used up.
    fn event<P: Played>(
        &mut self,
        place: FightPlace,
        due: Due,
        now: ReachedPairs<P>,
        played: &mut P,
    ) -> Result<ReachedPairs<P>, Error> {
        let (mut next, mut from) = (ReachedPairs::<P>::new(), Vec::new());
        for (ledger, all) in now {
            let left = Self::left_of(due, ledger);
            let (open, over) = all.into_iter().partition(|(at, _)| left.is_some() && !self.is_decided(*at));
            next.entry(ledger).or_default().extend::<Weighted<P::Weight>>(over);
            let (Some(due), false) = (left, Vec::is_empty(&open)) else { continue };
            let by_use = self.used(place, due, ledger, open)?;
            from.extend(by_use.into_iter().map(|(used, pairs)| (due, ledger, used, pairs)));
        }
        for (due, ledger, used, from) in from {
            for (ledger, used, attacks) in self.attacked(place, due, (ledger, used), from, played)? {
                let pairs = self.settled((due, used), attacks, played)?;
                let all = pairs.iter().map(|(_, weight)| played.share(*weight)).sum();
                next.entry(ledger).or_default().extend(pairs);
                self.count(place.round, used, all);
            }
        }
        next.values_mut().for_each(|pairs| *pairs = merged(std::mem::take(pairs)));
        Ok(next)
    }

    /// Where weights go in an attack from some pairs of states. What differs only in the points that the target has lost, or in
    /// whatever both have, is worked out at once where there is much of it, as long as as many models have fallen that may
    /// explode.
    fn attack<P: Played>(
        &mut self,
        due: Due,
        from: Weighted<P::Weight>,
        played: &mut P,
    ) -> Result<Vec<([usize; 2], Weighted<P::Weight>)>, Error> {
        // From few pairs for each round they are worked out one by one.
        let (side, few) = match self.aftermath.heals_by_state {
            true => (due.side, usize::MAX),
            false => (due.side, if P::ROLLS { 0 } else { 4 * self.fight.request.rounds }),
        };
        let target = |run: &Self, state: usize| {
            let fallen = run.aftermath.fallen(1 - side, run.states.wounds(1 - side, state));
            (fallen, run.states.tokens(1 - side, state))
        };
        let targets: Vec<(usize, usize)> = from.iter().map(|(at, _)| target(self, at[1 - side])).collect();
        let (strikes, states) = self.strikes(due)?;
        let of_both = from.len() > few && strikes.holds_for_both();
        let mut alike: BTreeMap<(usize, (usize, usize)), Weighted<P::Weight>> = BTreeMap::new();
        for ((at, weight), target) in from.into_iter().zip(targets) {
            alike.entry((if of_both { 0 } else { at[side] }, target)).or_default().push((at, weight));
        }
        let mut all = Vec::new();
        for pairs in alike.into_values() {
            let are_many =
                pairs.len() > few.max(1) && (P::ROLLS || of_both || strikes.many_unknown(states, &pairs, few));
            match if are_many { played.spread((strikes, states), &pairs, of_both) } else { None } {
                Some(pairs) => all.push((pairs[0].0, pairs)),
                None => {
                    for (at, weight) in pairs {
                        all.push((at, played.row((strikes, states), at, weight)?));
                    }
                }
            }
        }
        Ok(all)
    }

    pub(super) fn exact(&mut self) -> Result<Course, Error> {
        if self.cells() > MAX_CELLS {
            let message = format!("explosions take a table of more than {MAX_CELLS} probabilities (MAX_CELLS)");
            return Err(Error::usage(message).hint("`--method sampled` rolls dice instead".to_owned()));
        }
        self.rounds(&mut self.multiplied.clone())
    }

    pub(super) fn sampled(&mut self, sampling: &Sampling) -> Result<Course, Error> {
        let mut rolled = Rolled::new(sampling);
        let course = self.rounds(&mut rolled);
        self.batches = rolled.batches;
        course
    }
}

fn heals_beside_what_is_used_once() -> Error {
    let message = "what a unit gets back is not computed beside what is used once";
    Error::usage(message).hint("leave `heal` and `rally` out, or what is used once".to_owned())
}
