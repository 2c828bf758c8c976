//! Plans beside the best one: fixed beforehand, greedy, and how much no plan can exceed.

use std::collections::BTreeMap;

use super::layout::{Hands, Move, Moves, PlanBoard, TargetStates};
use super::policy::each_after;
use crate::engine::Objective;

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
pub(super) fn fixed(board: &PlanBoard) -> Fixed {
    let hands = Hands::of(board);
    let all_orders = orders(board) <= MAX_PLAN_ORDERS;
    let alone: Vec<Vec<Option<Ordered>>> = (0..board.targets.len())
        .map(|target| {
            let mut search = Orders { board, hands: &hands, target, all: all_orders, best: vec![None; hands.len()] };
            let state = &board.targets[target];
            let mut start = vec![0.0; state.values.len()];
            start[state.start] = 1.0;
            search.add(0, &start, &mut Vec::new());
            search.best
        })
        .collect();
    // Targets one after the other, each with a part of what the targets before have left.
    let mut best: Vec<(Objective, Vec<usize>)> = vec![(Objective::default(), Vec::new()); hands.len()];
    for (target, of_target) in alone.iter().enumerate() {
        best = share(&hands, of_target, &best, target + 1 == alone.len());
    }
    let (value, parts) = best.swap_remove(hands.full());
    let orders = parts.iter().zip(&alone);
    let order = |(part, alone): (&usize, &Vec<Option<Ordered>>)| {
        alone[*part].as_ref().map_or_else(Vec::new, |(_, order)| order.clone())
    };
    let mut moves: Vec<Move> = orders.flat_map(order).collect();
    moves.sort_by_key(|(kind, _)| board.stages[*kind]);
    Fixed { value: value.first, moves, all_orders }
}

/// How many orders of attack on one target there are, those of fewer attackers included, each attack in all its ways.
fn orders(board: &PlanBoard) -> f64 {
    let attackers = || board.counts.iter().zip(&board.aims).filter(|(_, aims)| !aims.is_empty());
    let n: usize = attackers().map(|(count, _)| count).sum();
    let mut sum = 1.0;
    let mut product = 1.0;
    for k in 0..n {
        product *= (n - k) as f64;
        sum += product;
    }
    let alike: f64 = attackers().map(|(count, _)| (1..=*count).map(|n| n as f64).product::<f64>()).product();
    let orders = |target: usize| -> f64 {
        let aims_of = |kind: usize| board.on(kind, target).count().max(1) as f64;
        (0..board.aims.len()).map(|kind| aims_of(kind).powi(board.counts[kind] as i32)).product()
    };
    sum / alike * (0..board.targets.len()).map(orders).fold(1.0, f64::max)
}

/// The best part of each hand for one target, the rest of it for the targets before; of the whole hand alone, if it is the
/// `last` target.
fn share(
    hands: &Hands,
    of_target: &[Option<Ordered>],
    before: &[(Objective, Vec<usize>)],
    last: bool,
) -> Vec<(Objective, Vec<usize>)> {
    let mut best: Vec<Option<(Objective, usize)>> = vec![None; hands.len()];
    for (part, value) in of_target.iter().enumerate() {
        let Some((value, _)) = value else { continue };
        let most = hands.full() - part;
        let mut add = |rest: usize| {
            let (best, mut value) = (&mut best[part + rest], *value);
            value.add(1.0, before[rest].0);
            if best.is_none_or(|(best, _)| value.exceeds(best)) {
                *best = Some((value, part));
            }
        };
        if last { add(most) } else { hands.parts(most).for_each(add) }
    }
    let shared = |(hand, best): (usize, Option<(Objective, usize)>)| {
        let (value, part) = best.unwrap_or_default();
        (value, before[hand - part].1.iter().copied().chain([part]).collect())
    };
    best.into_iter().enumerate().map(shared).collect()
}

/// The value of attacks in order.
type Ordered = (Objective, Vec<Move>);

/// The best order in which each hand attacks one target.
struct Orders<'b> {
    board: &'b PlanBoard,
    hands: &'b Hands,
    target: usize,
    /// Whether all orders are tried, or only that of the kinds.
    all: bool,
    /// For each hand its value, and the attacks in order; `None` if some of it may not attack the target.
    best: Vec<Option<Ordered>>,
}

impl Orders<'_> {
    /// Notes what attacks in this order come to, and tries every next one.
    fn add(&mut self, used: usize, states: &[f64], order: &mut Vec<Move>) {
        let target = &self.board.targets[self.target];
        let mean = |of: &[f64]| states.iter().zip(of).map(|(p, value)| p * value).sum::<f64>();
        let value = Objective::of(mean(&target.values), mean(&target.wounds));
        if self.best[used].as_ref().is_none_or(|(key, _)| value.exceeds(*key)) {
            self.best[used] = Some((value, order.clone()));
        }
        let (board, last) = (self.board, order.last().map(|(kind, _)| *kind));
        let from = if self.all { 0 } else { last.unwrap_or(0) };
        let passed = |kind: usize| last.is_some_and(|last| board.stages[kind] < board.stages[last]);
        for kind in (from..board.aims.len()).filter(|kind| !passed(*kind)) {
            for (aim, moves, uses) in board.on(kind, self.target) {
                let Some(used) = self.hands.with(used, kind, uses) else { continue };
                order.push((kind, aim));
                self.add(used, &moved(states, moves), order);
                order.pop();
            }
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
pub(super) fn greedy(board: &PlanBoard) -> Option<f64> {
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
                None => value += p * board.now(cell)[0],
                Some(chosen) => {
                    each_after((board, &hands, &strides), chosen, (hand, cell), |rest, cell, q| {
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

/// The first attack of a greedy plan.
pub(super) fn first_greedy(board: &PlanBoard) -> Option<Move> {
    let hands = Hands::of(board);
    greedy_move(board, &hands, &board.strides(), hands.full(), board.start())
}

/// The attack that gains most by itself, the first of several; if none gains anything, the first that does anything. Nobody
/// of a later stage attacks as long as somebody of an earlier one can do anything, but for units that attack in one phase
/// alone: each waits for the one in which it gains more.
fn greedy_move(board: &PlanBoard, hands: &Hands, strides: &[usize], hand: usize, cell: usize) -> Option<Move> {
    let gains: Vec<(Objective, Move)> =
        hands.kinds(hand).filter_map(|kind| most_by(board, hands, strides, (hand, kind), cell)).collect();
    let waits = |(gain, (kind, _)): &(Objective, Move)| {
        let is_same =
            |other: usize| other != *kind && board.once[*kind].is_some_and(|unit| board.once[other] == Some(unit));
        gains.iter().any(|(more, (other, _))| is_same(*other) && more.exceeds(*gain))
    };
    let mut best: Option<(usize, Objective, Move)> = None;
    for (gain, chosen) in gains.iter().filter(|one| !waits(one)) {
        let stage = board.stages[chosen.0];
        let is_more =
            |(before, key, _): (usize, Objective, Move)| stage < before || stage == before && gain.exceeds(key);
        if best.is_none_or(is_more) {
            best = Some((stage, *gain, *chosen));
        }
    }
    best.map(|(.., chosen)| chosen)
}

/// The attack of a kind that gains most by itself, and what it gains; `None` if none does anything.
fn most_by(
    board: &PlanBoard,
    hands: &Hands,
    strides: &[usize],
    (hand, kind): (usize, usize),
    cell: usize,
) -> Option<(Objective, Move)> {
    let mut best: Option<(Objective, Move)> = None;
    for (target, TargetStates { values, wounds, .. }) in board.targets.iter().enumerate() {
        let state = cell / strides[target] % values.len();
        for (aim, moves, uses) in board.on(kind, target) {
            if moves[state].is_empty() || hands.after(hand, kind, uses).is_none() {
                continue;
            }
            let gain_in = |value: &[f64]| moves[state].iter().map(|(to, p)| p * (value[*to] - value[state])).sum();
            let gain = Objective::of(gain_in(values), gain_in(wounds));
            if best.is_none_or(|(key, _)| gain.exceeds(key)) {
                best = Some((gain, (kind, aim)));
            }
        }
    }
    best
}

/// A value that no plan exceeds, adaptive or not; `None` if that takes too long.
///
/// Each target alone may use every attacker, at a price; at any prices the sum of their values is at least what a plan can
/// reach (a Lagrangian relaxation of weakly coupled decisions: Adelman and Mersereau, "Relaxations of Weakly Coupled
/// Stochastic Dynamic Programs", Operations Research 56, 2008). Prices are improved for some rounds.
pub(super) fn bound(board: &PlanBoard) -> Option<f64> {
    let hands = Hands::of(board);
    // What an attack may keep is worth more than a price.
    if board.may_leave() {
        return None;
    }
    let all = board.aims.iter().flatten().flatten().flat_map(|aim| &aim.parts);
    let chances: usize = all.flat_map(|(_, moves)| moves.iter()).map(|row| row.len().max(1)).sum();
    let work = 2.0 * hands.len() as f64 * chances as f64;
    let rounds = (BOUND_WORK / work).min(60.0) as usize;
    if rounds == 0 {
        return None;
    }
    let alone = |kind: usize| {
        let gains = board.targets.iter().enumerate().flat_map(|(place, target)| {
            let gain = |row: &[(usize, f64)]| -> f64 {
                row.iter().map(|(to, p)| p * (target.values[*to] - target.values[target.start])).sum()
            };
            board.on(kind, place).map(move |(_, moves, _)| gain(&moves[target.start])).collect::<Vec<_>>()
        });
        gains.fold(0.0, f64::max)
    };
    let first: Vec<f64> = (0..board.counts.len()).map(alone).collect();
    let uses_of: Vec<Vec<AttackerUse>> =
        (0..board.targets.len()).map(|target| uses_of(board, &hands, target)).collect();
    let (mut prices, mut best): (Vec<f64>, f64) = (first.iter().map(|price| price / 2.0).collect(), f64::INFINITY);
    for round in 0..rounds {
        let mut uses = vec![0.0; prices.len()];
        let mut value: f64 = prices.iter().zip(&board.counts).map(|(price, count)| price * *count as f64).sum();
        for (target, uses_of) in board.targets.iter().zip(&uses_of) {
            value += priced(target, (hands.len(), uses_of), &prices, &mut uses);
        }
        best = best.min(value);
        let step = 0.5 / (1.0 + round as f64 / 4.0);
        for (kind, price) in prices.iter_mut().enumerate() {
            let unused = board.counts[kind] as f64 - uses[kind];
            *price = (*price - step * first[kind] * unused / board.counts[kind] as f64).max(0.0);
        }
    }
    Some(best)
}

/// An attack on one target alone by one of a hand.
struct AttackerUse<'b> {
    hand: usize,
    kind: usize,
    moves: &'b Moves,
    used: &'b [(usize, usize)],
    /// The hand that is left.
    rest: usize,
}

/// Every attack on one target alone by hands that are left of all, the smallest hand first.
fn uses_of<'b>(board: &'b PlanBoard, hands: &Hands, target: usize) -> Vec<AttackerUse<'b>> {
    let (mut all, mut reached) = (Vec::new(), vec![false; hands.len()]);
    reached[hands.full()] = true;
    for hand in (0..hands.len()).rev() {
        for kind in hands.kinds(hand).filter(|_| reached[hand]).collect::<Vec<_>>() {
            for (_, moves, used) in board.on(kind, target) {
                let Some(rest) = hands.less(hand, kind, used) else { continue };
                reached[rest] = true;
                all.push(AttackerUse { hand, kind, moves, used, rest });
            }
        }
    }
    all.sort_by_key(|one| one.hand);
    all
}

/// The best use of attackers on one target alone, each at its price; adds how often each is used.
fn priced(target: &TargetStates, (hands, all): (usize, &[AttackerUse<'_>]), prices: &[f64], uses: &mut [f64]) -> f64 {
    let states = target.values.len();
    let mut values = target.values.repeat(hands);
    let mut chosen: Vec<Option<usize>> = vec![None; hands * states];
    for (place, AttackerUse { hand, kind, moves, used, rest }) in all.iter().enumerate() {
        let (done, better) = values.split_at_mut(hand * states);
        let then = &done[rest * states..][..states];
        let price = prices[*kind] + used.iter().map(|(used, n)| *n as f64 * prices[*used]).sum::<f64>();
        for (state, row) in moves.iter().enumerate().filter(|(_, row)| !row.is_empty()) {
            let value = row.iter().map(|(to, p)| p * then[*to]).sum::<f64>() - price;
            if value > better[state] {
                (better[state], chosen[hand * states + state]) = (value, Some(place));
            }
        }
    }
    let mut chances = vec![0.0; hands * states];
    chances[(hands - 1) * states + target.start] = 1.0;
    for at in (0..hands).rev().flat_map(|hand| hand * states..(hand + 1) * states) {
        let (p, Some(place)) = (chances[at], chosen[at]) else { continue };
        let AttackerUse { kind, moves, used, rest, .. } = &all[place];
        uses[*kind] += p;
        used.iter().for_each(|(used, n)| uses[*used] += p * *n as f64);
        moves[at % states].iter().for_each(|(to, q)| chances[rest * states + to] += p * q);
    }
    values[(hands - 1) * states + target.start]
}
