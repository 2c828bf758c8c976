//! A fight while it is fought: round after round, event after event.

mod policy;

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::ops::AddAssign;

use self::policy::{Kept, Policy};
use super::aftermath::{Aftermath, placed};
use super::events::{Attempt, Round, Scene, Turn, first_line, order, turn};
use super::report::Course;
use super::strikes::{States, Strikes};
use super::turns::{History, histories};
use super::{Asked, Until, said};
use crate::dice::Roller;
use crate::engine::Sampling;
use crate::error::Error;
use crate::games::{Order, Phase};

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
    attempts: HashMap<(Scene, usize), Attempt>,
    strikes: HashMap<(Scene, usize), Strikes>,
    turns: [Turn; 2],
    aftermath: Aftermath,
    /// What is known of the best use of commands for one roll.
    policy: Policy,
}

/// Something that is due in a round.
#[derive(Clone, Copy)]
struct Due {
    side: usize,
    scene: Scene,
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
            attempts: HashMap::new(),
            strikes: HashMap::new(),
            states: States::new(asked.plain.shapes()),
            turns,
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
            let scene = Scene { is_first: true, charged: self.charged, ..Scene::PLAIN };
            if self.charged[side] && self.attempt(scene, side)?.no_charge.is_some() {
                self.charged[side] = false;
            }
        }
        for round in [1, 2] {
            for due in self.events(round)? {
                self.attempt(due.scene, due.side)?;
            }
        }
        Ok(())
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
        let (asked, active) = (self.asked, self.active(round));
        let activations = [0, 1].map(|side| asked.activations(side));
        let charged = self.charged_in(round);
        order(asked.game.moments, &Round { phase: asked.script.phase, turns: self.turns, activations, active, charged })
    }

    /// What happens in a round: attacks in order, and what comes at the end of the turn.
    fn events(&mut self, round: usize) -> Result<Vec<Due>, Error> {
        let (asked, mut activated, mut attacked) = (self.asked, [0, 0], [0, 0]);
        let opens = asked.opens
            || self.charged != [false; 2]
            || asked.script.words.iter().any(|word| word.is_one_of(asked.game.moments.charge));
        let (unpaid, mut events) = (asked.script.unpaid(round), Vec::new());
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

    fn strikes(&mut self, due: Due) -> Result<(&mut Strikes, &mut States), Error> {
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

    /// Every round in each history; `portion` is the weight of what lies between two chances, `attack` says where a weight
    /// goes, `spread` how it falls to several ways, and `share` how much of all it is.
    fn rounds<W: Copy + Default + PartialEq + AddAssign>(
        &mut self,
        portion: impl Fn(f64, f64) -> W,
        mut attack: impl FnMut(&mut Self, Due, [usize; 2], W) -> Result<Vec<([usize; 2], W)>, Error>,
        mut spread: impl FnMut(&[f64], W) -> Vec<W>,
        share: impl Fn(W) -> f64,
    ) -> Result<Course, Error> {
        let mut all: Vec<BTreeMap<[usize; 2], f64>> = vec![BTreeMap::new(); self.asked.request.rounds];
        let mut from = 0.0;
        for history in 0..self.histories.len() {
            let to = if history + 1 == self.histories.len() { 1.0 } else { from + self.histories[history].p };
            (self.history, self.policy) = (history, Policy::default());
            let played = self.history(portion(from, to), &mut attack, &mut spread)?;
            for (sum, weights) in all.iter_mut().zip(played) {
                weights.into_iter().for_each(|(at, weight)| *sum.entry(at).or_default() += share(weight));
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
    fn history<W: Copy + Default + PartialEq + AddAssign>(
        &mut self,
        start: W,
        attack: &mut impl FnMut(&mut Self, Due, [usize; 2], W) -> Result<Vec<([usize; 2], W)>, Error>,
        spread: &mut impl FnMut(&[f64], W) -> Vec<W>,
    ) -> Result<Vec<BTreeMap<[usize; 2], W>>, Error> {
        type Weights<W> = BTreeMap<([usize; 2], Kept), W>;
        let mut stopped: BTreeMap<[usize; 2], W> = BTreeMap::new();
        let mut all: BTreeMap<[usize; 2], W> = BTreeMap::from([([0, 0], start)]);
        let mut rounds = Vec::new();
        for round in 1..=self.asked.request.rounds {
            // A round that has begun is played to its end.
            let over: Vec<[usize; 2]> = all.keys().copied().filter(|at| self.is_over(*at)).collect();
            for at in over {
                let weight = all.remove(&at).unwrap_or_default();
                *stopped.entry(at).or_default() += weight;
            }
            let mut now: Weights<W> = all.into_iter().map(|(at, weight)| ((at, [false; 2]), weight)).collect();
            for (place, due) in self.events(round)?.into_iter().enumerate() {
                let (mut next, mut dead) = (Weights::new(), BTreeMap::new());
                for ((at, used), weight) in now {
                    let gone = self.is_decided(at);
                    let kept = if gone { used } else { self.kept((round, place), at, used)? };
                    let due = Due { scene: Scene { kept, ..due.scene }, ..due };
                    let used = self.used(due, used);
                    let to = if gone { vec![(at, weight)] } else { attack(self, due, at, weight)? };
                    for (to, weight) in to {
                        if self.aftermath.explodes() && !gone {
                            let (dying, ()) = self.aftermath.dead(&self.states, at, to);
                            *dead.entry((dying, used)).or_default() += weight;
                        } else {
                            *next.entry((to, used)).or_default() += weight;
                        }
                    }
                }
                let (aftermath, states) = (&self.aftermath, &mut self.states);
                aftermath.explode(dead, &mut *spread, |lost, used, weight| {
                    *next.entry((placed(states, lost), used)).or_default() += weight;
                });
                now = next;
            }
            all = BTreeMap::new();
            now.into_iter().for_each(|((at, _), weight)| *all.entry(at).or_default() += weight);
            if self.aftermath.heals() {
                for (at, weight) in std::mem::take(&mut all) {
                    let ways = self.aftermath.of_round(&mut self.states, at);
                    let chances: Vec<f64> = ways.iter().map(|(_, p)| *p).collect();
                    let shares = ways.iter().zip(spread(&chances, weight)).filter(|(_, share)| *share != W::default());
                    shares.for_each(|((to, _), share)| *all.entry(*to).or_default() += share);
                }
            }
            let mut after = all.clone();
            stopped.iter().for_each(|(at, weight)| *after.entry(*at).or_default() += *weight);
            rounds.push(after);
        }
        Ok(rounds)
    }

    pub(super) fn exact(&mut self) -> Result<Course, Error> {
        let attack = |run: &mut Self, due: Due, at, p: f64| {
            let (strikes, states) = run.strikes(due)?;
            Ok(strikes.row(states, at)?.into_iter().map(|(to, q)| (to, p * q)).collect())
        };
        let spread = |chances: &[f64], p: f64| chances.iter().map(|q| p * q).collect();
        self.rounds(|from, to| to - from, attack, spread, |p| p)
    }

    pub(super) fn sampled(&mut self, sampling: &Sampling) -> Result<Course, Error> {
        let (all, mut batch) = (sampling.trials, 0u64);
        let attack = |run: &mut Self, due: Due, at, trials: u64| {
            batch += 1;
            // Every batch has random numbers of its own.
            let seed = sampling.seed.wrapping_add(batch.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let (strikes, states) = run.strikes(due)?;
            strikes.roll(states, at, &Sampling { trials, seed, until: None, work: f64::INFINITY, ..sampling.clone() })
        };
        // A stretch of random numbers that no attack uses, as numbers from 0 to 1.
        let mut roller = Roller::new(sampling.seed, u64::MAX);
        let mut random = std::iter::from_fn(move || Some(roller.words())).flatten();
        let mut random = random.by_ref().map(|word| (word >> 11) as f64 / (1u64 << 53) as f64);
        let spread = |chances: &[f64], trials: u64| fall(&mut random, chances, trials);
        let upto = |p: f64| (p * all as f64).round() as u64;
        let portion = |from: f64, to: f64| upto(to) - upto(from);
        self.rounds(portion, attack, spread, |trials| trials as f64 / all as f64)
    }

    /// How a fight reads the rules of its game, and what it leaves out.
    fn beyond(&self) -> Vec<String> {
        let (asked, mut notes) = (self.asked, Vec::new());
        let documents = [0, 1].map(|side| asked.plain.document(side));
        let says = |word: &str| documents.iter().flatten().any(|unit| unit.table.mentions(word));
        let in_phases = asked.game.moments.order != Order::Activations;
        if in_phases {
            notes.push("every model that stands strikes; commands that are named are used in every round");
        }
        if in_phases && says("attle-shock") {
            notes.push("an ability asks whether a unit is Battle-shocked: nobody is tested, so say it with `--with`");
        }
        if asked.game.moments.volatile.is_some() && says("deadly-demise") {
            notes.push(match self.aftermath.explodes() {
                true => "Deadly Demise hurts both units, which stand within 6\" of each other (W40K-DEADLY-DEMISE)",
                false => "Deadly Demise is computed in melee alone, and of units without attached leaders",
            });
        }
        if self.aftermath.heals() {
            notes.push("what a unit gets back it gets back at the end of each round");
        }
        if asked.request.base.weapons.iter().any(|name| name.to_lowercase().ends_with("best")) {
            notes.push("what `best` means is found out once, before the first round");
        }
        if self.histories.len() > 1 {
            notes.push("who has the first turn of later rounds is rolled for, and whoever wins takes it; `strikes` shows the likeliest order");
        }
        if (0..2).any(|side| asked.activations(side) > 1) {
            notes.push("the three activations of a monster alternate with those of its enemy (WARCRY-MONSTER)");
        }
        notes.into_iter().map(str::to_owned).collect()
    }

    /// What came up on the way that a player should know.
    ///
    /// # Errors
    /// Words that fit no attack.
    pub(super) fn notes(&self) -> Result<Vec<String>, Error> {
        let mut attempts: Vec<(Scene, usize, &Attempt)> =
            self.attempts.iter().map(|((scene, side), attempt)| (*scene, *side, attempt)).collect();
        attempts.extend((0..2).map(|side| (Scene::PLAIN, side, &self.asked.plain.attempts[side])));
        attempts.sort_by_key(|(scene, side, _)| {
            (*side, scene.turn_end, !scene.is_first, scene.charged, scene.kept, scene.unpaid)
        });
        let mut notes = self.asked.script.words_used(&attempts)?;
        for (.., attempt) in &attempts {
            let why = attempt.no_charge.as_ref().map(|why| format!("nobody charges: {}", first_line(why)));
            notes.extend(why.filter(|why| !notes.contains(why)));
        }
        notes.extend(self.beyond());
        let script = &self.asked.script;
        for (place, word) in script.words.iter().enumerate() {
            let paid =
                (1..=self.asked.request.rounds).take_while(|round| script.unpaid(*round) >> place & 1 == 0).count();
            if paid < self.asked.request.rounds {
                let name = format!("{}: {}", said::NAMES[word.side], word.text);
                notes.push(match paid {
                    0 => format!("`{name}` is not used: `--cp` does not pay for it"),
                    _ => format!("`{name}` is not used after round {paid}: `--cp` does not pay for more"),
                });
            }
        }
        if self.asked.opens {
            notes.push("what is used once, condition tokens too, is used in the first round".to_owned());
        }
        if self.strikes.values().any(Strikes::loses_track) {
            notes.push(
                "what a unit loses to its own weapons is not carried on: which models that hits is not known"
                    .to_owned(),
            );
        }
        if (0..2).any(|side| self.asked.reacts(side)) {
            notes.push(
                "each reaction before a fighter's own activation is one action less in it (WARCRY-REACT-ECON)"
                    .to_owned(),
            );
        }
        Ok(notes)
    }
}

/// How so many trials fall to some chances.
fn fall(random: &mut impl Iterator<Item = f64>, chances: &[f64], trials: u64) -> Vec<u64> {
    let mut counts = vec![0; chances.len()];
    if let [only] = &mut counts[..] {
        *only = trials;
        return counts;
    }
    for _ in 0..trials {
        let mut at = random.next().unwrap_or_default();
        let way = chances.iter().position(|p| {
            at -= p;
            at < 0.0
        });
        counts[way.unwrap_or(chances.len() - 1)] += 1;
    }
    counts
}
