//! A plan that is too large for a table of all states: each unit in the order of the fixed plan attacks whom is best if the
//! others keep to that plan afterwards (a rollout policy: Bertsekas, "Dynamic Programming and Optimal Control", chapter 6).
//! It reaches no less than the fixed plan on average; how much is counted in trials.

use std::collections::HashMap;

use super::layout::{Hands, Move, PlanBoard, StateValue};
use super::policy::expected;
use super::simple::Fixed;
use crate::engine::{Objective, SingleDice};

/// How often a plan is played.
pub(super) const PLAN_TRIALS: u32 = 10_000;

/// What a rollout reaches: the mean, its 95 % interval, and the first move.
#[derive(Clone, Copy)]
pub(super) struct RolledOut {
    pub(super) value: f64,
    pub(super) interval: [f64; 2],
    pub(super) first: Option<Move>,
}

/// A fixed plan, and the value of what is left of it.
struct Rollout<'b> {
    board: &'b PlanBoard,
    hands: Hands,
    moves: &'b [Move],
    /// For each target and step, by state, its expected value once the moves from that step on are made.
    rest: Vec<Vec<Vec<StateValue>>>,
    memo: HashMap<(usize, usize, Vec<usize>), Move>,
}

/// Plays the policy so often.
pub(super) fn rollout(board: &PlanBoard, fixed: &Fixed, seed: u64) -> RolledOut {
    let moves = &fixed.moves[..];
    let rest = (0..board.targets.len()).map(|target| rest(board, moves, target)).collect();
    let mut policy = Rollout { board, hands: Hands::of(board), moves, rest, memo: HashMap::new() };
    let mut dice = SingleDice::new(seed, u64::MAX);
    let (mut sum, mut squares) = (0.0, 0.0);
    for _ in 0..PLAN_TRIALS {
        let value = policy.play(&mut dice);
        sum += value;
        squares += value * value;
    }
    let trials = f64::from(PLAN_TRIALS);
    let mean = sum / trials;
    let wide = 1.959_964 * ((squares / trials - mean * mean).max(0.0) / trials).sqrt();
    let start: Vec<usize> = board.targets.iter().map(|target| target.start).collect();
    let first = (!moves.is_empty()).then(|| policy.choose(0, policy.hands.full(), &start));
    RolledOut { value: mean, interval: [mean - wide, mean + wide], first }
}

/// The expected value of a target once the moves from each step on are made.
fn rest(board: &PlanBoard, moves: &[Move], target: usize) -> Vec<Vec<StateValue>> {
    let states = &board.targets[target];
    let mut all: Vec<Vec<StateValue>> =
        vec![states.values.iter().zip(&states.wounds).map(|(value, wounds)| [*value, *wounds]).collect()];
    for (kind, aim) in moves.iter().rev() {
        let mut now = all[all.len() - 1].clone();
        for (_, rows) in board.aims[*kind][*aim].iter().flat_map(|aim| &aim.parts).filter(|(at, _)| *at == target) {
            expected(&std::mem::replace(&mut now, vec![[0.0; 2]; states.values.len()]), rows, 1, &mut now);
        }
        all.push(now);
    }
    all.reverse();
    all
}

impl Rollout<'_> {
    /// One course of events.
    fn play(&mut self, dice: &mut SingleDice) -> f64 {
        let mut states: Vec<usize> = self.board.targets.iter().map(|target| target.start).collect();
        let mut hand = self.hands.full();
        for step in 0..self.moves.len() {
            let (kind, aim) = self.choose(step, hand, &states);
            let Some(aim) = &self.board.aims[kind][aim] else { continue };
            for (target, rows) in &aim.parts {
                // Seven dice of 252 sides are a number between 0 and 1.
                let mut left = (0..7).fold(0.0, |sum, _| (sum + f64::from(dice.face(252))) / 252.0);
                let row = &rows[states[*target]];
                let fallen = row.iter().find(|(_, p)| {
                    left -= p;
                    left < 0.0
                });
                states[*target] = fallen.or(row.last()).map_or(states[*target], |(to, _)| *to);
            }
            hand = self.hands.after(hand, kind, &aim.uses).unwrap_or(hand);
        }
        states.iter().zip(&self.board.targets).map(|(state, target)| target.values[*state]).sum()
    }

    /// The best aim of the unit whose turn it is, if all others keep to the plan.
    fn choose(&mut self, step: usize, hand: usize, states: &[usize]) -> Move {
        let key = (step, hand, states.to_vec());
        if let Some(chosen) = self.memo.get(&key) {
            return *chosen;
        }
        let kind = self.moves[step].0;
        let mut best = (self.moves[step], self.value(step, self.moves[step], states));
        for aim in (0..self.board.aims[kind].len()).filter(|aim| self.leaves_enough(step, hand, (kind, *aim))) {
            let value = self.value(step, (kind, aim), states);
            if value.exceeds(best.1) {
                best = ((kind, aim), value);
            }
        }
        self.memo.insert(key, best.0);
        best.0
    }

    /// Whether a move may be made, and leaves what the rest of the plan uses up.
    fn leaves_enough(&self, step: usize, hand: usize, (kind, aim): Move) -> bool {
        let uses = |(kind, aim): Move| self.board.aims[kind][aim].as_ref().map(|aim| &aim.uses[..]);
        let first = uses((kind, aim)).and_then(|uses| self.hands.after(hand, kind, uses));
        let later = self.moves[step + 1..].iter();
        first.is_some_and(|hand| {
            later.clone().try_fold(hand, |hand, next| self.hands.after(hand, next.0, uses(*next)?)).is_some()
        })
    }

    /// What a move at a step leads to if the plan goes on after it.
    fn value(&self, step: usize, (kind, aim): Move, states: &[usize]) -> Objective {
        let parts = self.board.aims[kind][aim].as_ref().map_or(&[][..], |aim| &aim.parts);
        let mut sum = Objective::default();
        for (target, state) in states.iter().enumerate() {
            let row = parts.iter().find(|(at, _)| *at == target).map_or(&[][..], |(_, rows)| &rows[*state]);
            let stays = [(*state, 1.0)];
            for (to, p) in if row.is_empty() { &stays } else { row } {
                let [wanted, wounds] = self.rest[target][step + 1][*to];
                sum.add(*p, Objective::of(wanted, wounds));
            }
        }
        sum
    }
}
