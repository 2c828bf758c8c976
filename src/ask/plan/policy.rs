//! The best way to use attackers one after the other, each once, seeing every result: exact dynamic programming.
//!
//! Backward induction over who has not attacked yet and what is left of each target (Bellman, "Dynamic Programming", 1957,
//! chapter III). Attackers that are alike are counted, not told apart.

use std::sync::Arc;

use rayon::prelude::*;

/// The most combinations of attackers that are left and states of all targets: 128 MiB of values.
pub(super) const MAX_PLAN_STATES: usize = 1 << 24;
/// The most multiplications that a plan takes: about ten seconds.
pub(super) const MAX_PLAN_WORK: f64 = 1e10;
/// Plans whose values differ by less are equally good.
pub(super) const SAME: f64 = 1e-12;

/// For each state of a target what an attack makes of it: states, each with its chance. Nothing: the state stays.
pub(super) type Moves = Vec<Vec<(usize, f64)>>;

/// What is planned.
#[derive(Clone, Debug, Default)]
pub(super) struct Board {
    /// How many attackers of each kind there are.
    pub(super) counts: Vec<usize>,
    /// For each target what each of its states is worth, and the state it starts in.
    pub(super) targets: Vec<TargetStates>,
    /// For each kind of attacker its attacks; `None`: one that may not be made. At each place among the targets stands the
    /// attack on that target alone, behind them those whose weapons go at several targets.
    pub(super) aims: Vec<Vec<Option<Aim>>>,
}

/// Whom an attack goes at: the targets, each with what the weapons do that go at it. No target stands there twice.
pub(super) type Aim = Vec<(usize, Arc<Moves>)>;

/// The states of a target.
#[derive(Clone, Debug, Default)]
pub(super) struct TargetStates {
    /// What each state is worth.
    pub(super) worth: Vec<f64>,
    /// The state before the first attack.
    pub(super) start: usize,
}

/// A move: a kind of attacker, and one of its aims.
pub(super) type Move = (usize, usize);

/// More than is computed: how many states, and how many multiplications.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct TooLarge {
    pub(super) states: f64,
    pub(super) work: f64,
}

/// Who has not attacked yet, as one number: how many of each kind.
#[derive(Clone, Debug)]
pub(super) struct Hands {
    strides: Vec<usize>,
    counts: Vec<usize>,
}

impl Hands {
    pub(super) fn of(board: &Board) -> Self {
        let strides = board.counts.iter().scan(1usize, |stride, count| {
            let here = *stride;
            *stride = stride.saturating_mul(count + 1);
            Some(here)
        });
        Self { strides: strides.collect(), counts: board.counts.clone() }
    }

    /// How many different hands there are.
    pub(super) fn len(&self) -> usize {
        self.counts.iter().fold(1, |all: usize, count| all.saturating_mul(count + 1))
    }

    /// The hand before the first attack.
    pub(super) fn full(&self) -> usize {
        self.len() - 1
    }

    /// How many of a kind are left.
    pub(super) fn left(&self, hand: usize, kind: usize) -> usize {
        hand / self.strides[kind] % (self.counts[kind] + 1)
    }

    /// The hand without one of a kind.
    pub(super) fn without(&self, hand: usize, kind: usize) -> usize {
        hand - self.strides[kind]
    }

    /// The hand with one more of a kind.
    pub(super) fn with(&self, hand: usize, kind: usize) -> usize {
        hand + self.strides[kind]
    }

    /// How many attackers are left in all.
    pub(super) fn size(&self, hand: usize) -> usize {
        (0..self.counts.len()).map(|kind| self.left(hand, kind)).sum()
    }

    /// The kinds of which one is left.
    pub(super) fn kinds(&self, hand: usize) -> impl Iterator<Item = usize> {
        (0..self.counts.len()).filter(move |kind| self.left(hand, *kind) > 0)
    }
}

impl Board {
    /// What an attack on one target does; `None`: it may not be made.
    pub(super) fn moves(&self, kind: usize, target: usize) -> Option<&Moves> {
        let aim = self.aims[kind][target].as_ref()?;
        aim.first().map(|(_, moves)| &**moves)
    }

    /// The same board where every attack goes at one target.
    pub(super) fn without_splitting(&self) -> Self {
        let targets = self.targets.len();
        Self { aims: self.aims.iter().map(|aims| aims[..targets].to_vec()).collect(), ..self.clone() }
    }

    /// How many combinations of states the targets have.
    pub(super) fn cells(&self) -> f64 {
        self.targets.iter().map(|target| target.worth.len() as f64).product()
    }

    /// For each target how far apart the cells of two neighbouring states are; the last target's are side by side.
    pub(super) fn strides(&self) -> Vec<usize> {
        let mut strides = vec![1; self.targets.len()];
        for place in (1..self.targets.len()).rev() {
            strides[place - 1] = strides[place] * self.targets[place].worth.len();
        }
        strides
    }

    /// The cell before the first attack.
    pub(super) fn start(&self) -> usize {
        self.targets.iter().zip(self.strides()).map(|(target, stride)| target.start * stride).sum()
    }

    /// What a cell is worth.
    pub(super) fn worth(&self, cell: usize) -> f64 {
        let strides = self.strides();
        let of = |(target, stride): (&TargetStates, &usize)| target.worth[cell / stride % target.worth.len()];
        self.targets.iter().zip(&strides).map(of).sum()
    }

    /// Whether a plan for it can be computed.
    ///
    /// # Errors
    /// How large it is.
    pub(super) fn check(&self) -> Result<(), TooLarge> {
        let (hands, cells) = (Hands::of(self), self.cells());
        let all: f64 = self.counts.iter().map(|count| *count as f64 + 1.0).product();
        let chances = |target: usize, moves: &Moves| {
            let each = moves.iter().map(|row| row.len().max(1)).sum::<usize>() as f64;
            cells * each / self.targets[target].worth.len() as f64
        };
        let mut work = 0.0;
        for (kind, count) in hands.counts.iter().enumerate() {
            let uses = all * *count as f64 / (*count as f64 + 1.0);
            let parts = self.aims[kind].iter().flatten().flatten();
            work += uses * parts.map(|(target, moves)| chances(*target, moves)).sum::<f64>();
        }
        let states = all * cells;
        if states <= MAX_PLAN_STATES as f64 && work <= MAX_PLAN_WORK { Ok(()) } else { Err(TooLarge { states, work }) }
    }
}

/// The value of every state under the best plan.
#[derive(Debug)]
pub(super) struct Policy<'b> {
    pub(super) board: &'b Board,
    pub(super) hands: Hands,
    strides: Vec<usize>,
    values: Vec<Vec<f64>>,
}

impl<'b> Policy<'b> {
    /// Works out the best plan.
    ///
    /// # Errors
    /// If it is too large.
    pub(super) fn best(board: &'b Board) -> Result<Self, TooLarge> {
        board.check()?;
        let hands = Hands::of(board);
        let mut by_size: Vec<Vec<usize>> = vec![Vec::new(); hands.size(hands.full()) + 1];
        (0..hands.len()).for_each(|hand| by_size[hands.size(hand)].push(hand));
        let mut policy = Self { board, strides: board.strides(), values: vec![Vec::new(); hands.len()], hands };
        for hands in by_size {
            let values: Vec<(usize, Vec<f64>)> =
                hands.into_par_iter().map(|hand| (hand, policy.values_of(hand))).collect();
            values.into_iter().for_each(|(hand, values)| policy.values[hand] = values);
        }
        Ok(policy)
    }

    /// The values of all cells with a hand, those of smaller hands known.
    fn values_of(&self, hand: usize) -> Vec<f64> {
        let cells = self.board.cells() as usize;
        if hand == 0 {
            return (0..cells).map(|cell| self.board.worth(cell)).collect();
        }
        let (mut best, mut tried) = (vec![f64::NEG_INFINITY; cells], vec![0.0; cells]);
        let mut before = Vec::new();
        for kind in self.hands.kinds(hand) {
            let then = &self.values[self.hands.without(hand, kind)];
            let mut idle = true;
            for aim in self.board.aims[kind].iter().flatten() {
                idle = false;
                for (place, (target, moves)) in aim.iter().enumerate() {
                    if place > 0 {
                        before.clone_from(&tried);
                    }
                    let from = if place > 0 { &before } else { then };
                    expected(from, moves, self.strides[*target], &mut tried);
                }
                keep_larger(&mut best, &tried);
            }
            if idle {
                keep_larger(&mut best, then);
            }
        }
        best
    }

    /// The value before the first attack.
    pub(super) fn start(&self) -> f64 {
        self.value(self.hands.full(), self.board.start())
    }

    /// The value of a cell with a hand.
    pub(super) fn value(&self, hand: usize, cell: usize) -> f64 {
        self.values[hand][cell]
    }

    /// The best move in a cell, the first of those that are equally good; `None` if nothing is gained any more.
    pub(super) fn best_move(&self, hand: usize, cell: usize) -> Option<Move> {
        let value = self.value(hand, cell);
        if value - self.board.worth(cell) <= SAME * value.abs().max(1.0) {
            return None;
        }
        let mut best: Option<(f64, Move)> = None;
        for kind in self.hands.kinds(hand) {
            let then = &self.values[self.hands.without(hand, kind)];
            for aim in 0..self.board.aims[kind].len() {
                let Some(value) = self.after(kind, aim, cell, |cell| then[cell]) else { continue };
                if best.is_none_or(|(known, _)| value > known + SAME * known.abs().max(1.0)) {
                    best = Some((value, (kind, aim)));
                }
            }
        }
        best.map(|(_, chosen)| chosen)
    }

    /// The expectation of `value` after an attack; `None` if it may not be made.
    pub(super) fn after(&self, kind: usize, aim: usize, cell: usize, value: impl Fn(usize) -> f64) -> Option<f64> {
        let mut sum = 0.0;
        each_after(self.board, &self.strides, (kind, aim), cell, |cell, p| sum += p * value(cell))?;
        Some(sum)
    }
}

/// Calls `f` with each cell after an attack and its chance; `None` if it may not be made.
pub(super) fn each_after(
    board: &Board,
    strides: &[usize],
    (kind, aim): Move,
    cell: usize,
    mut f: impl FnMut(usize, f64),
) -> Option<()> {
    each_part(board.aims[kind][aim].as_ref()?, strides, (cell, 1.0), &mut f);
    Some(())
}

/// The same for the parts of an attack, one after the other; what happens to one target is independent of the others.
fn each_part(aim: &[(usize, Arc<Moves>)], strides: &[usize], (cell, p): (usize, f64), f: &mut impl FnMut(usize, f64)) {
    let Some(((target, moves), others)) = aim.split_first() else { return f(cell, p) };
    let state = cell / strides[*target] % moves.len();
    if moves[state].is_empty() {
        each_part(others, strides, (cell, p), f);
    }
    for (to, q) in &moves[state] {
        each_part(others, strides, (cell - state * strides[*target] + to * strides[*target], p * q), f);
    }
}

/// The expectation of `then` after an attack on the target whose neighbouring states are `stride` cells apart.
fn expected(then: &[f64], moves: &Moves, stride: usize, out: &mut [f64]) {
    let span = stride * moves.len();
    for (from, to) in then.chunks_exact(span).zip(out.chunks_exact_mut(span)) {
        for (row, out) in moves.iter().zip(to.chunks_exact_mut(stride)) {
            let Some(((first, p), others)) = row.split_first() else { continue };
            let of = |state: &usize| &from[state * stride..][..stride];
            out.iter_mut().zip(of(first)).for_each(|(out, value)| *out = p * value);
            for (state, p) in others {
                out.iter_mut().zip(of(state)).for_each(|(out, value)| *out += p * value);
            }
        }
        for (state, _) in moves.iter().enumerate().filter(|(_, row)| row.is_empty()) {
            to[state * stride..][..stride].copy_from_slice(&from[state * stride..][..stride]);
        }
    }
}

fn keep_larger(best: &mut [f64], tried: &[f64]) {
    best.iter_mut().zip(tried).for_each(|(best, tried)| *best = best.max(*tried));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::plan::simple::{bound, fixed, greedy};

    /// A target of so many wounds; each attack rolls its points from a few chances, out of ten.
    fn board(counts: &[usize], wounds: &[usize], odds: &[&[&[u32]]]) -> Board {
        let moves = |wounds: usize, tenths: &[u32]| -> Moves {
            let from = |lost: usize| {
                let mut row: Vec<(usize, f64)> = Vec::new();
                for (points, tenths) in tenths.iter().enumerate().filter(|(_, tenths)| **tenths > 0) {
                    let to = (lost + points).min(wounds);
                    match row.iter_mut().find(|(known, _)| *known == to) {
                        Some((_, p)) => *p += f64::from(*tenths) / 10.0,
                        None => row.push((to, f64::from(*tenths) / 10.0)),
                    }
                }
                if lost == wounds { Vec::new() } else { row }
            };
            (0..=wounds).map(from).collect()
        };
        let of_kind = |odds: &&[&[u32]]| {
            let each = odds.iter().zip(wounds).enumerate();
            each.map(|(target, (tenths, w))| Some(vec![(target, Arc::new(moves(*w, tenths)))])).collect()
        };
        let target = |wounds: &usize| TargetStates {
            // A whole target is worth ten, and each of its models of one wound the same part of it.
            worth: (0..=*wounds).map(|lost| if lost == *wounds { 10.0 } else { 2.0 * lost as f64 }).collect(),
            start: 0,
        };
        Board {
            counts: counts.to_vec(),
            targets: wounds.iter().map(target).collect(),
            aims: odds.iter().map(of_kind).collect(),
        }
    }

    /// The same board where the first kind may also do to the first target what the second kind does, and at the same time
    /// to the second target what it does itself.
    fn split(mut board: Board) -> Board {
        let part = |kind: usize, target: usize| board.aims[kind][target].clone().expect("it may")[0].clone();
        let aim = vec![part(1, 0), part(0, 1)];
        board.aims[0].push(Some(aim));
        board
    }

    /// The value of every adaptive policy there is, one after the other: what to do first, and for each result a policy
    /// of its own.
    fn all_policies(board: &Board, hands: &Hands, hand: usize, cell: usize) -> Vec<f64> {
        if hand == 0 {
            return vec![board.worth(cell)];
        }
        let strides = board.strides();
        let mut values = Vec::new();
        for kind in hands.kinds(hand) {
            for aim in 0..board.aims[kind].len() {
                let mut sums = vec![0.0];
                each_after(board, &strides, (kind, aim), cell, |cell, p| {
                    let then = all_policies(board, hands, hands.without(hand, kind), cell);
                    sums = sums.iter().flat_map(|sum| then.iter().map(move |value| sum + p * value)).collect();
                })
                .expect("every attack may be made");
                values.extend(sums);
            }
        }
        values
    }

    fn best_of_all(board: &Board) -> (f64, usize) {
        let hands = Hands::of(board);
        let all = all_policies(board, &hands, hands.full(), board.start());
        (all.iter().copied().fold(0.0, f64::max), all.len())
    }

    #[test]
    fn the_best_plan_is_the_best_of_all_policies() {
        let boards = [
            board(&[1, 1, 1], &[2, 3], &[&[&[5, 5], &[5, 0, 5]], &[&[3, 0, 7], &[4, 6]], &[&[2, 8], &[9, 0, 0, 1]]]),
            board(&[1, 1], &[3, 2], &[&[&[2, 3, 5], &[5, 5]], &[&[1, 0, 0, 9], &[0, 5, 5]]]),
            board(&[3], &[2, 1], &[&[&[4, 6], &[7, 3]]]),
        ];
        for board in &boards {
            let (policy, (best, policies)) = (Policy::best(board).expect("small"), best_of_all(board));
            let value = policy.value(policy.hands.full(), board.start());
            assert!((value - best).abs() < 1e-12, "{value} is not {best}, the best of {policies}");
            let fixed = fixed(board);
            assert!(fixed.all_orders && value >= fixed.value - 1e-12 && value >= greedy(board).expect("small") - 1e-12);
            assert!(bound(board).expect("small") >= value - 1e-9);
        }
    }

    #[test]
    fn an_attack_on_two_targets_is_one_choice_more() {
        let odds: [&[&[u32]]; 2] = [&[&[3, 7], &[4, 6]], &[&[6, 4], &[5, 5]]];
        for (counts, wounds) in [(&[1, 1], &[2, 1]), (&[1, 1], &[1, 2]), (&[2, 0], &[1, 1])] {
            let plain = board(counts, wounds, &odds);
            let split = split(plain.clone());
            let value = |board: &Board| {
                let policy = Policy::best(board).expect("small");
                policy.value(policy.hands.full(), board.start())
            };
            let (best, policies) = best_of_all(&split);
            assert!((value(&split) - best).abs() < 1e-12, "{} is not {best}, the best of {policies}", value(&split));
            assert!(value(&split) >= value(&plain) && split.without_splitting().aims[0].len() == 2);
            assert_eq!(value(&split.without_splitting()).to_bits(), value(&plain).to_bits());
        }
    }

    /// One attacker, one wound each: 0.4 of the time it takes the first target, 0.6 of the time the second, at once.
    #[test]
    fn both_parts_of_an_attack_count() {
        let split = split(board(&[1, 0], &[1, 1], &[&[&[3, 7], &[4, 6]], &[&[6, 4], &[5, 5]]]));
        let policy = Policy::best(&split).expect("small");
        assert!((policy.value(policy.hands.full(), split.start()) - (4.0 + 6.0)).abs() < 1e-12);
        assert_eq!(policy.best_move(policy.hands.full(), split.start()), Some((0, 2)));
    }

    /// Two attackers that certainly do one wound: who is alike is one kind, and nothing is gained by looking.
    #[test]
    fn without_luck_nothing_is_gained_by_looking() {
        let board = board(&[2], &[2, 2], &[&[&[0, 10], &[0, 10]]]);
        let policy = Policy::best(&board).expect("small");
        assert_eq!(policy.value(policy.hands.full(), board.start()), 10.0);
        assert_eq!(fixed(&board).value, 10.0);
        assert_eq!(fixed(&board).moves, [(0, 0), (0, 0)]);
    }

    #[test]
    fn one_attacker_sees_nothing_before_it_attacks() {
        let board = board(&[1], &[2, 3], &[&[&[5, 3, 2], &[1, 2, 3, 4]]]);
        let policy = Policy::best(&board).expect("small");
        let value = policy.value(policy.hands.full(), board.start());
        // Into the first: 0.3 × 2 + 0.2 × 10 = 2.6; into the second: 0.2 × 2 + 0.3 × 4 + 0.4 × 10 = 5.6.
        assert!((value - 5.6).abs() < 1e-12 && (fixed(&board).value - value).abs() < 1e-12);
        assert_eq!(policy.best_move(policy.hands.full(), board.start()), Some((0, 1)));
    }

    #[test]
    fn who_may_not_attack_does_not() {
        let mut board = board(&[1, 1], &[1], &[&[&[0, 10]], &[&[5, 5]]]);
        board.aims[0][0] = None;
        let policy = Policy::best(&board).expect("small");
        assert!((policy.value(policy.hands.full(), board.start()) - 5.0).abs() < 1e-12);
        assert_eq!(fixed(&board).moves, [(1, 0)]);
    }
}
