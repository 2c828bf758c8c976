//! A fight while it is fought: round after round, event after event.

mod multiplied;
mod policy;
mod rolled;
mod told;

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::ops::AddAssign;

use self::multiplied::Multiplied;
use self::policy::{Kept, Policy};
use self::rolled::Rolled;
use super::aftermath::Aftermath;
use super::events::{Attempt, Round, Scene, Turn, order, turn};
use super::report::Course;
use super::strikes::{States, Strikes};
use super::turns::{History, histories};
use super::{Asked, Until, said};
use crate::ask::ledger::first_line;
use crate::engine::{MAX_CELLS, Sampling};
use crate::error::Error;
use crate::games::Phase;
use crate::sequence::Body;

/// A fight while it is fought.
pub(super) struct Run<'a> {
    asked: &'a Asked<'a>,
    first: usize,
    /// Whose turn each round is, with the chance of each such history, the likeliest first.
    histories: Vec<History>,
    /// The one that is played.
    history: usize,
    states: States,
    /// Who charges in the first round.
    charged: [bool; 2],
    /// Why nobody does who was to.
    no_charge: Vec<String>,
    attempts: HashMap<(Scene, usize), Attempt>,
    strikes: HashMap<(Scene, usize), Strikes>,
    turns: [Turn; 2],
    aftermath: Aftermath,
    multiplied: Multiplied,
    /// What is known of the best use of commands for one roll.
    policy: Policy,
}

/// Something that is due in a round.
#[derive(Clone, Copy)]
pub(super) struct Due {
    side: usize,
    scene: Scene,
}

/// Pairs of states or of points lost, each with its weight.
pub(super) type Ways<W> = Vec<([usize; 2], W)>;

/// Points that both had lost before an attack and have lost after it, with the weight.
pub(super) type Dead<W> = Vec<([usize; 2], [usize; 2], W)>;

/// How much weight there is in each pair of states.
type Weights<P> = BTreeMap<[usize; 2], <P as Played>::Weight>;

/// A way of answering: chances that are multiplied, or trials that are rolled. Neither knows anything of the other.
pub(super) trait Played {
    /// A chance, or a number of trials.
    type Weight: Copy + Default + PartialEq + AddAssign;

    /// The weight of what lies between two chances.
    fn portion(&self, from: f64, to: f64) -> Self::Weight;

    /// How much of all a weight is.
    fn share(&self, weight: Self::Weight) -> f64;

    /// Where weights go in an attack from pairs of states; pairs from which as many models fall may be one.
    ///
    /// # Errors
    /// If the game refuses the attack there.
    fn attack(
        &mut self,
        run: &mut Run<'_>,
        due: Due,
        from: Ways<Self::Weight>,
    ) -> Result<Vec<([usize; 2], Ways<Self::Weight>)>, Error>;

    /// Where it goes as models explode that died of an attack: points lost.
    fn explode(&mut self, aftermath: &Aftermath, dead: Dead<Self::Weight>) -> Ways<Self::Weight>;

    /// Where it goes as both get points back.
    fn recover(
        &mut self,
        aftermath: &Aftermath,
        bodies: [&Body; 2],
        lost: [usize; 2],
        weight: Self::Weight,
    ) -> Ways<Self::Weight>;
}

impl<'a> Run<'a> {
    pub(super) fn new(asked: &'a Asked<'a>, first: usize) -> Result<Self, Error> {
        let (script, moments) = (&asked.script, asked.game.moments);
        let said = |side: usize| -> Vec<&said::Word> { script.words.iter().filter(|word| word.side == side).collect() };
        let turns =
            [0, 1].map(|side| asked.plain.document(side).map_or(Turn::Normal, |unit| turn(moments, unit, &said(side))));
        let aftermath = Aftermath::of(asked.game, &asked.plain);
        if asked.opens && aftermath.heals() {
            let message = "what a unit gets back is not computed beside what is used once";
            return Err(Error::usage(message).hint("leave `heal` and `rally` out, or what is used once".to_owned()));
        }
        let mut run = Self {
            asked,
            first,
            histories: Vec::new(),
            history: 0,
            charged: [false; 2],
            no_charge: Vec::new(),
            attempts: HashMap::new(),
            strikes: HashMap::new(),
            states: States::new(asked.plain.shapes()),
            turns,
            multiplied: Multiplied::new(&aftermath),
            aftermath,
            policy: Policy::default(),
        };
        run.begin(first)?;
        Ok(run)
    }

    /// Gives the first turn to a unit.
    pub(super) fn begin(&mut self, first: usize) -> Result<(), Error> {
        let (asked, script) = (self.asked, &self.asked.script);
        (self.first, self.policy) = (first, Policy::default());
        (self.histories, self.history) = (histories(asked.request, asked.game, first)?, 0);
        let says = script.words.iter().any(|word| word.is_one_of(script.moments().charge));
        self.charged = [false; 2];
        if asked.request.charge && !says && script.phase == Phase::Combat && !script.moments().charge.is_empty() {
            self.charged[first] = true;
        }
        if says {
            self.charged = script.said_to_charge();
        }
        // Whoever ran does not charge.
        for side in 0..2 {
            if !self.charged[side] {
                continue;
            }
            let scene = Scene { is_first: true, charged: self.charged, ..Scene::PLAIN };
            let unfit = self.attempt(scene, side)?.no_charge.as_ref().map(|why| first_line(why).to_owned());
            let why = unfit.or_else(|| script.unlikely_charge(side).filter(|_| !says));
            self.charged[side] &= why.is_none();
            let note = why.map(|why| format!("nobody charges: {why}"));
            self.no_charge.extend(note.filter(|note| !self.no_charge.contains(note)));
        }
        for round in [1, 2] {
            for due in self.events(round)? {
                self.attempt(due.scene, due.side)?;
            }
        }
        Ok(())
    }

    /// How many probabilities explosions may take.
    pub(super) fn cells(&self) -> usize {
        Multiplied::cells(&self.aftermath)
    }

    /// Prepares the attack of a unit in some circumstances, once.
    fn attempt(&mut self, scene: Scene, side: usize) -> Result<&Attempt, Error> {
        match self.attempts.entry((scene, side)) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(new) => Ok(new.insert(self.asked.script.attempt(scene, side)?)),
        }
    }

    /// Whose turn a round is.
    fn active(&self, round: usize) -> usize {
        self.histories[self.history].active.get(round - 1).copied().unwrap_or(self.first)
    }

    /// Who charged in the turn of a round.
    fn charged_in(&self, round: usize) -> [bool; 2] {
        if round == 1 { self.charged } else { [false; 2] }
    }

    /// Who attacks in a round, in order.
    fn order(&self, round: usize) -> Vec<usize> {
        self.order_of(round, self.turns)
    }

    /// The same where the units strike earlier or later.
    fn order_of(&self, round: usize, turns: [Turn; 2]) -> Vec<usize> {
        let (asked, active) = (self.asked, self.active(round));
        let activations = [0, 1].map(|side| asked.activations(side));
        let charged = self.charged_in(round);
        order(asked.game.moments, &Round { phase: asked.script.phase, turns, activations, active, charged })
    }

    /// Whether a unit may shoot in the other's turn: as it charges, or before its shooting.
    fn shoots(&self, round: usize, side: usize) -> bool {
        match self.asked.script.phase {
            Phase::Combat => self.charged_in(round)[1 - side],
            Phase::Shooting => self.active(round) != side,
        }
    }

    /// What happens in a round: attacks in order, and what comes at the end of the turn.
    fn events(&mut self, round: usize) -> Result<Vec<Due>, Error> {
        let (asked, mut activated, mut attacked) = (self.asked, [0, 0], [0, 0]);
        let opens = asked.opens
            || self.charged != [false; 2]
            || asked.script.words.iter().any(|word| word.is_one_of(asked.game.moments.charge));
        let unpaid = asked.script.unpaid(round, &|round, side| self.shoots(round, side));
        let mut events = Vec::new();
        for side in [1 - self.active(round), self.active(round)] {
            let says = |(place, word): (usize, &said::Word)| {
                let is_paid = unpaid >> place & 1 == 0;
                word.side == side && is_paid && asked.script.is_out_of_turn(word)
            };
            if self.shoots(round, side) && asked.script.words.iter().enumerate().any(says) {
                let scene = Scene { unpaid, out_of_turn: true, ..Scene::PLAIN };
                self.attempt(scene, side)?;
                events.push(Due { side, scene });
            }
        }
        for side in self.order(round) {
            let monster = asked.activations(side) > 1;
            // Who has been activated and is not waiting does not react; each reaction before is an action less
            // (WARCRY-REACT-ECON).
            let answered = activated[1 - side] == 0;
            let reactions = if asked.reacts(side) && activated[side] == 0 { attacked[1 - side].min(2) } else { 0 };
            let first_time = activated[side] == 0;
            activated[side] += 1;
            if reactions > 1 {
                continue;
            }
            let scene = Scene {
                is_first: opens && round == 1 && first_time,
                charged: self.charged_in(round),
                answered: answered || !asked.reacts(1 - side),
                all_actions: !monster && reactions == 0,
                unpaid,
                ..Scene::PLAIN
            };
            attacked[side] += if self.attempt(scene, side)?.all_actions { 2 } else { 1 };
            events.push(Due { side, scene });
        }
        let active = self.active(round);
        for side in [active, 1 - active] {
            let says = |word: &said::Word| word.side == side && word.is_one_of(asked.game.moments.turn_end);
            let is_last = |word: usize| says(&asked.script.words[word]);
            if asked.script.words.iter().any(says) {
                let scene = Scene { turn_end: true, charged: self.charged_in(round), unpaid, ..Scene::PLAIN };
                let end = self.attempt(scene, side)?;
                if end.attack.is_ok() && !end.unfit.iter().any(|(word, _)| is_last(*word)) {
                    events.push(Due { side, scene });
                }
            }
        }
        Ok(events)
    }

    pub(super) fn strikes(&mut self, due: Due) -> Result<(&mut Strikes, &mut States), Error> {
        let key = (due.scene, due.side);
        if !self.strikes.contains_key(&key) {
            self.attempt(due.scene, due.side)?;
            let attack = self.attempts.get(&key).and_then(|attempt| attempt.attack.as_ref().ok());
            let (units, shapes) = (&self.asked.plain, &self.states.shapes);
            let mut strikes = Strikes::new(attack, due.side, (units, shapes), self.asked.request.losses);
            if !due.scene.is_first {
                strikes = strikes.spent();
            }
            if due.scene.turn_end {
                strikes = strikes.disarmed();
            }
            self.strikes.insert(key, strikes);
        }
        let strikes = self.strikes.get_mut(&key).expect("it was put there");
        Ok((strikes, &mut self.states))
    }

    /// Whether nothing more happens in a pair of states.
    fn is_over(&self, at: [usize; 2]) -> bool {
        let half = |side: usize| self.states.is_below_half(side, at[side]);
        self.is_decided(at)
            || match self.asked.request.until {
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

    /// Every round in each history.
    fn rounds<P: Played>(&mut self, played: &mut P) -> Result<Course, Error> {
        let mut all: Vec<BTreeMap<[usize; 2], f64>> = vec![BTreeMap::new(); self.asked.request.rounds];
        let mut from = 0.0;
        for history in 0..self.histories.len() {
            let to = if history + 1 == self.histories.len() { 1.0 } else { from + self.histories[history].p };
            (self.history, self.policy) = (history, Policy::default());
            let rounds = self.history(played.portion(from, to), played)?;
            for (sum, weights) in all.iter_mut().zip(rounds) {
                weights.into_iter().for_each(|(at, weight)| *sum.entry(at).or_default() += played.share(weight));
            }
            from = to;
        }
        let mut course = Course::default();
        self.history = 0;
        for (round, shares) in (1..).zip(&all) {
            course.add(round, &self.order(round), shares, &self.states);
        }
        Ok(course)
    }

    /// What both have lost after each round of one history, from one weight in the start.
    fn history<P: Played>(&mut self, start: P::Weight, played: &mut P) -> Result<Vec<Weights<P>>, Error> {
        let mut stopped: Weights<P> = BTreeMap::new();
        let mut all: Weights<P> = BTreeMap::from([([0, 0], start)]);
        let mut rounds = Vec::new();
        for round in 1..=self.asked.request.rounds {
            // A round that has begun is played to its end.
            let over: Vec<[usize; 2]> = all.keys().copied().filter(|at| self.is_over(*at)).collect();
            for at in over {
                let weight = all.remove(&at).unwrap_or_default();
                *stopped.entry(at).or_default() += weight;
            }
            let mut now: BTreeMap<Kept, Weights<P>> = BTreeMap::from([([false; 2], all)]);
            for (place, due) in self.events(round)?.into_iter().enumerate() {
                now = self.event((round, place), due, now, played)?;
            }
            all = BTreeMap::new();
            now.into_values().flatten().for_each(|(at, weight)| *all.entry(at).or_default() += weight);
            if self.aftermath.heals() {
                for (at, weight) in std::mem::take(&mut all) {
                    self.recover(at, weight, played).for_each(|(to, share)| *all.entry(to).or_default() += share);
                }
            }
            let mut after = all.clone();
            stopped.iter().for_each(|(at, weight)| *after.entry(*at).or_default() += *weight);
            rounds.push(after);
        }
        Ok(rounds)
    }

    /// What an attack leads to, models that explode included, by whose commands are used.
    fn event<P: Played>(
        &mut self,
        place: (usize, usize),
        due: Due,
        now: BTreeMap<Kept, Weights<P>>,
        played: &mut P,
    ) -> Result<BTreeMap<Kept, Weights<P>>, Error> {
        let mut next: BTreeMap<Kept, Weights<P>> = BTreeMap::new();
        let mut from: BTreeMap<[Kept; 2], Ways<P::Weight>> = BTreeMap::new();
        for (used, all) in now {
            for (at, weight) in all {
                if self.is_decided(at) {
                    *next.entry(used).or_default().entry(at).or_default() += weight;
                    continue;
                }
                let kept = if due.scene.out_of_turn { [true; 2] } else { self.kept(place, at, used)? };
                from.entry([used, kept]).or_default().push((at, weight));
            }
        }
        for ([used, kept], from) in from {
            let due = Due { scene: Scene { kept, ..due.scene }, ..due };
            let attacks = played.attack(self, due, from)?;
            let next = next.entry(self.used(due, used)).or_default();
            for (to, weight) in self.exploded(attacks, played) {
                *next.entry(to).or_default() += weight;
            }
        }
        Ok(next)
    }

    /// What attacks lead to once all models have exploded that do: from each pair of states the pairs that an attack left.
    fn exploded<P: Played>(&mut self, attacks: Vec<([usize; 2], Ways<P::Weight>)>, played: &mut P) -> Ways<P::Weight> {
        if !self.aftermath.explodes() {
            return attacks.into_iter().flat_map(|(_, ways)| ways).collect();
        }
        let of_attack = |(at, ways): ([usize; 2], Ways<P::Weight>)| {
            let was = self.wounds(at);
            ways.into_iter().map(|(to, weight)| (was, self.wounds(to), weight)).collect::<Dead<P::Weight>>()
        };
        let dead = attacks.into_iter().flat_map(of_attack).collect();
        let ways = played.explode(&self.aftermath, dead);
        let place = |side: usize, lost: usize, states: &mut States| states.place(side, vec![lost as u16]);
        ways.into_iter()
            .map(|(lost, weight)| ([0, 1].map(|side| place(side, lost[side], &mut self.states)), weight))
            .collect()
    }

    /// Points that both units have lost.
    fn wounds(&self, at: [usize; 2]) -> [usize; 2] {
        [0, 1].map(|side| self.states.wounds(side, at[side]))
    }

    /// What a pair of states is at the end of a round, once both units have got back what they get back.
    fn recover<P: Played>(
        &mut self,
        at: [usize; 2],
        weight: P::Weight,
        played: &mut P,
    ) -> impl Iterator<Item = ([usize; 2], P::Weight)> + use<P> {
        let bodies = self.states.shapes.each_ref().map(|shape| &shape.bodies[0]);
        let ways = played.recover(&self.aftermath, bodies, self.wounds(at), weight);
        let of_unit = |side: usize, lost: usize, states: &mut States| match self.aftermath.recoveries[side].is_empty() {
            true => at[side],
            false => states.place(side, vec![lost as u16]),
        };
        let placed = |(lost, weight): ([usize; 2], P::Weight)| {
            ([0, 1].map(|side| of_unit(side, lost[side], &mut self.states)), weight)
        };
        ways.into_iter().map(placed).collect::<Vec<_>>().into_iter()
    }

    pub(super) fn exact(&mut self) -> Result<Course, Error> {
        if self.cells() > MAX_CELLS {
            let message = format!("explosions take a table of more than {MAX_CELLS} probabilities (MAX_CELLS)");
            return Err(Error::usage(message).hint("`--method sampled` rolls dice instead".to_owned()));
        }
        self.rounds(&mut self.multiplied.clone())
    }

    pub(super) fn sampled(&mut self, sampling: &Sampling) -> Result<Course, Error> {
        self.rounds(&mut Rolled::new(sampling))
    }
}
