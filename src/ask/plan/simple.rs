//! Plans beside the best one: fixed beforehand, greedy, and how much no plan can exceed.

use std::collections::BTreeMap;

use super::policy::{Board, Hands, Move, Moves, SAME, TargetStates, each_after};

/// Orders of attack that are tried; where there are more, attackers strike in the order in which they were named.
const MAX_PLAN_ORDERS: f64 = 2e5;
/// The most states that a greedy plan may run through.
const MAX_GREEDY_STATES: usize = 1 << 20;
/// Multiplications that the bound of a fixed plan may take.
const BOUND_WORK: f64 = 1e9;

/// The best assignment that is fixed beforehand.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Fixed {
    /// Its value.
    pub(super) value: f64,
    /// Who attacks whom, in order.
    pub(super) moves: Vec<Move>,
    /// Whether every order of attack was tried.
    pub(super) all_orders: bool,
}

/// The best assignment and order that do not look at any result.
pub(super) fn fixed(board: &Board) -> Fixed {
    let hands = Hands::of(board);
    let all_orders = orders(&board.counts) <= MAX_PLAN_ORDERS;
    let alone: Vec<Vec<Option<(f64, Vec<usize>)>>> = (0..board.targets.len())
        .map(|target| {
            let mut search = Orders { board, hands: &hands, target, all: all_orders, best: vec![None; hands.len()] };
            let state = &board.targets[target];
            let mut start = vec![0.0; state.worth.len()];
            start[state.start] = 1.0;
            search.add(0, &start, &mut Vec::new());
            search.best
        })
        .collect();
    // Targets one after the other, each with a part of what the targets before have left.
    let mut best: Vec<(f64, Vec<usize>)> = vec![(0.0, Vec::new()); hands.len()];
    for of_target in &alone {
        best = (0..hands.len()).map(|hand| share(&hands, hand, of_target, &best)).collect();
    }
    let (value, parts) = best.swap_remove(hands.full());
    let orders = parts.iter().zip(&alone).enumerate();
    let moves = orders.flat_map(|(target, (part, alone))| {
        let order = alone[*part].as_ref().map_or(&[][..], |(_, order)| order);
        order.iter().map(move |kind| (*kind, target))
    });
    Fixed { value, moves: moves.collect(), all_orders }
}

/// How many orders of attack on one target there are, those of fewer attackers included.
fn orders(counts: &[usize]) -> f64 {
    let n: usize = counts.iter().sum();
    let mut sum = 1.0;
    let mut product = 1.0;
    for k in 0..n {
        product *= (n - k) as f64;
        sum += product;
    }
    sum / counts.iter().map(|count| (1..=*count).product::<usize>() as f64).product::<f64>()
}

/// The best part of a hand for one target, the rest of it for the targets before.
fn share(
    hands: &Hands,
    hand: usize,
    of_target: &[Option<(f64, Vec<usize>)>],
    before: &[(f64, Vec<usize>)],
) -> (f64, Vec<usize>) {
    let mut best: Option<(f64, usize)> = None;
    for (part, alone) in of_target.iter().enumerate().take(hand + 1) {
        let Some((value, _)) = alone.as_ref().filter(|_| hands.holds(hand, part)) else { continue };
        let value = value + before[hand - part].0;
        if best.is_none_or(|(known, _)| value > known + SAME * known.abs().max(1.0)) {
            best = Some((value, part));
        }
    }
    let (value, part) = best.unwrap_or((0.0, 0));
    let parts = before[hand - part].1.iter().copied().chain([part]).collect();
    (value, parts)
}

impl Hands {
    /// Whether a hand holds another one.
    fn holds(&self, hand: usize, part: usize) -> bool {
        self.kinds(part).all(|kind| self.left(part, kind) <= self.left(hand, kind))
    }
}

/// The best order in which each hand attacks one target.
struct Orders<'b> {
    board: &'b Board,
    hands: &'b Hands,
    target: usize,
    /// Whether all orders are tried, or only that of the kinds.
    all: bool,
    /// For each hand its value, and the kinds in order; `None` if some of it may not attack the target.
    best: Vec<Option<(f64, Vec<usize>)>>,
}

impl Orders<'_> {
    /// Notes what attacks in this order come to, and tries every next one.
    fn add(&mut self, used: usize, states: &[f64], order: &mut Vec<usize>) {
        let value = states.iter().zip(&self.board.targets[self.target].worth).map(|(p, worth)| p * worth).sum::<f64>();
        let known = self.best[used].as_ref().map_or(f64::NEG_INFINITY, |(known, _)| *known);
        if value > known + SAME * value.abs().max(1.0) {
            self.best[used] = Some((value, order.clone()));
        }
        let from = if self.all { 0 } else { order.last().copied().unwrap_or(0) };
        for kind in from..self.board.counts.len() {
            let Some(moves) = self.board.moves(kind, self.target) else { continue };
            if self.hands.left(used, kind) == self.board.counts[kind] {
                continue;
            }
            order.push(kind);
            self.add(self.hands.with(used, kind), &moved(states, moves), order);
            order.pop();
        }
    }
}

/// The chances of all states after an attack.
fn moved(states: &[f64], moves: &Moves) -> Vec<f64> {
    let mut out = vec![0.0; states.len()];
    for (state, p) in states.iter().enumerate().filter(|(_, p)| **p > 0.0) {
        if moves[state].is_empty() {
            out[state] += p;
        }
        moves[state].iter().for_each(|(to, q)| out[*to] += p * q);
    }
    out
}

/// The value of attacking greedily: always the attack that gains most by itself, given what is left. `None` if that runs
/// through too many states.
pub(super) fn greedy(board: &Board) -> Option<f64> {
    if board.cells() > usize::MAX as f64 / 2.0 {
        return None;
    }
    let (hands, strides) = (Hands::of(board), board.strides());
    let mut states = BTreeMap::from([((hands.full(), board.start()), 1.0)]);
    let mut value = 0.0;
    while !states.is_empty() {
        let mut next = BTreeMap::new();
        for ((hand, cell), p) in states {
            match greedy_move(board, &hands, &strides, hand, cell) {
                None => value += p * board.worth(cell),
                Some(chosen) => {
                    let rest = hands.without(hand, chosen.0);
                    each_after(board, &strides, chosen, cell, |cell, q| {
                        *next.entry((rest, cell)).or_insert(0.0) += p * q;
                    })?;
                }
            }
        }
        if next.len() > MAX_GREEDY_STATES {
            return None;
        }
        states = next;
    }
    Some(value)
}

/// The attack that gains most by itself, the first of several; if none gains anything, the first that does anything.
fn greedy_move(board: &Board, hands: &Hands, strides: &[usize], hand: usize, cell: usize) -> Option<Move> {
    let mut best: Option<(f64, Move)> = None;
    for kind in hands.kinds(hand) {
        for (target, TargetStates { worth, .. }) in board.targets.iter().enumerate() {
            let Some(moves) = board.moves(kind, target) else { continue };
            let state = cell / strides[target] % worth.len();
            let gain: f64 = moves[state].iter().map(|(to, p)| p * (worth[*to] - worth[state])).sum();
            let is_more = best.is_none_or(|(known, _): (f64, Move)| gain > known + SAME * known.max(1.0));
            if is_more && !moves[state].is_empty() {
                best = Some((gain, (kind, target)));
            }
        }
    }
    best.map(|(_, chosen)| chosen)
}

/// A value that no plan exceeds, adaptive or not; `None` if that takes too long.
///
/// Each target alone may use every attacker, who costs a price; at any prices that comes to at least what a plan can reach
/// (a Lagrangian relaxation of weakly coupled decisions: Adelman and Mersereau, "Relaxations of Weakly Coupled Stochastic
/// Dynamic Programs", Operations Research 56, 2008). Prices are improved for some rounds.
pub(super) fn bound(board: &Board) -> Option<f64> {
    let hands = Hands::of(board);
    let all = board.aims.iter().flatten().flatten().flatten();
    let chances: usize = all.flat_map(|(_, moves)| moves.iter()).map(|row| row.len().max(1)).sum();
    let work = 2.0 * hands.len() as f64 * chances as f64;
    let rounds = (BOUND_WORK / work).min(60.0) as usize;
    if rounds == 0 {
        return None;
    }
    let alone = |kind: usize| {
        let gains = board.targets.iter().enumerate().filter_map(|(place, target)| {
            let row = &board.moves(kind, place)?[target.start];
            Some(row.iter().map(|(to, p)| p * (target.worth[*to] - target.worth[target.start])).sum::<f64>())
        });
        gains.fold(0.0, f64::max)
    };
    let first: Vec<f64> = (0..board.counts.len()).map(alone).collect();
    let (mut prices, mut best): (Vec<f64>, f64) = (first.iter().map(|price| price / 2.0).collect(), f64::INFINITY);
    for round in 0..rounds {
        let mut uses = vec![0.0; prices.len()];
        let mut value: f64 = prices.iter().zip(&board.counts).map(|(price, count)| price * *count as f64).sum();
        for target in 0..board.targets.len() {
            value += priced(board, &hands, target, &prices, &mut uses);
        }
        best = best.min(value);
        let step = 0.5 / (1.0 + round as f64 / 4.0);
        for (kind, price) in prices.iter_mut().enumerate() {
            let spare = board.counts[kind] as f64 - uses[kind];
            *price = (*price - step * first[kind] * spare / board.counts[kind] as f64).max(0.0);
        }
    }
    Some(best)
}

/// The best use of attackers on one target alone, each at its price; adds how often each is used.
fn priced(board: &Board, hands: &Hands, target: usize, prices: &[f64], uses: &mut [f64]) -> f64 {
    let TargetStates { worth, start } = &board.targets[target];
    let states = worth.len();
    let mut values = vec![0.0; hands.len() * states];
    let mut chosen = vec![usize::MAX; hands.len() * states];
    for hand in 0..hands.len() {
        for state in 0..states {
            let mut best = (worth[state], usize::MAX);
            for kind in hands.kinds(hand) {
                let Some(moves) = board.moves(kind, target) else { continue };
                let then = &values[hands.without(hand, kind) * states..][..states];
                let value = moves[state].iter().map(|(to, p)| p * then[*to]).sum::<f64>() - prices[kind];
                if !moves[state].is_empty() && value > best.0 {
                    best = (value, kind);
                }
            }
            (values[hand * states + state], chosen[hand * states + state]) = best;
        }
    }
    let mut chances = vec![0.0; hands.len() * states];
    chances[hands.full() * states + start] = 1.0;
    for hand in (0..hands.len()).rev() {
        for state in 0..states {
            let (p, kind) = (chances[hand * states + state], chosen[hand * states + state]);
            let Some(moves) = (kind < board.counts.len()).then(|| board.moves(kind, target)).flatten() else {
                continue;
            };
            uses[kind] += p;
            let rest = hands.without(hand, kind) * states;
            moves[state].iter().for_each(|(to, q)| chances[rest + to] += p * q);
        }
    }
    values[hands.full() * states + start]
}
