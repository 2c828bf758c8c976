//! The best way to use attackers one after the other, each once, seeing every result: exact dynamic programming.
//!
//! Backward induction over who has not attacked yet and what is left of each target (Bellman, "Dynamic Programming", 1957,
//! chapter III). Attackers that are alike are counted, not told apart.

use std::sync::Arc;

use rayon::prelude::*;

use super::layout::{Board, Hands, KeptDie, Move, Moves, SAME, TooLarge};
use crate::engine::OpenReroll;
#[cfg(test)]
use crate::engine::planted::{PlantedError, in_neither};

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
        let reachable = (0..hands.len()).filter(|hand| hands.is_reachable(*hand));
        reachable.for_each(|hand| by_size[hands.size(hand)].push(hand));
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
        if self.hands.kinds(hand).next().is_none() {
            return (0..cells).map(|cell| self.board.worth(cell)).collect();
        }
        let (mut best, mut tried) = (vec![f64::NEG_INFINITY; cells], vec![0.0; cells]);
        let mut before = Vec::new();
        for kind in self.hands.kinds(hand) {
            let mut idle = true;
            for (place, aim) in self.board.aims[kind].iter().enumerate() {
                let Some(aim) = aim else { continue };
                idle = false;
                let Some(rest) = self.hands.after(hand, kind, &aim.uses) else { continue };
                if aim.kept.is_some() {
                    for (cell, tried) in tried.iter_mut().enumerate() {
                        *tried = self.begun(hand, (kind, place), cell).unwrap_or(f64::NEG_INFINITY);
                    }
                    keep_larger(&mut best, &tried);
                    continue;
                }
                for (place, (target, moves)) in aim.parts.iter().enumerate() {
                    if place > 0 {
                        before.clone_from(&tried);
                    }
                    let from = if place > 0 { &before } else { &self.values[rest] };
                    expected(from, moves, self.strides[*target], &mut tried);
                }
                keep_larger(&mut best, &tried);
            }
            if let Some(rest) = self.hands.after(hand, kind, &[]).filter(|_| idle) {
                keep_larger(&mut best, &self.values[rest]);
            }
        }
        best
    }

    /// How many states were looked at.
    pub(super) fn states(&self) -> u64 {
        self.values.iter().map(|values| values.len() as u64).sum()
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
            for aim in 0..self.board.aims[kind].len() {
                let Some(value) = self.begun(hand, (kind, aim), cell) else { continue };
                if best.is_none_or(|(known, _)| value > known + SAME * known.abs().max(1.0)) {
                    best = Some((value, (kind, aim)));
                }
            }
        }
        best.map(|(_, chosen)| chosen)
    }

    /// The value of a cell with a hand if it is begun with this move; `None` if it may not be made.
    pub(super) fn begun(&self, hand: usize, (kind, aim): Move, cell: usize) -> Option<f64> {
        let rest = self.hands.after(hand, kind, &self.board.aims[kind][aim].as_ref()?.uses)?;
        if let Some(open) = self.open(hand, (kind, aim), cell) {
            let worth = open.attack.worth(|lost| open.after(lost).map(|(hand, cell)| self.values[hand][cell]));
            return Some(open.kept.chance * worth + (1.0 - open.kept.chance) * self.values[open.hands[1]][cell]);
        }
        let mut sum = 0.0;
        each_after(self.board, &self.strides, (kind, aim), cell, |cell, p| sum += p * self.values[rest][cell])?;
        Some(sum)
    }

    /// An attack that may keep its die, from a cell with a hand.
    fn open(&self, hand: usize, (kind, aim): Move, cell: usize) -> Option<OpenAttack<'_>> {
        let aim = self.board.aims[kind][aim].as_ref()?;
        let ((target, _), kept) = (aim.parts.first()?, aim.kept.as_ref()?);
        let (stride, rest) = (self.strides[*target], |uses| self.hands.after(hand, kind, uses));
        let state = cell / stride % kept.attacks.len();
        let hands = [rest(&aim.uses)?, rest(&kept.uses)?];
        Some(OpenAttack { attack: kept.attacks[state].as_ref()?, hands, cell: cell - state * stride, stride, kept })
    }

    /// Calls `f` with each hand and cell after a move and its chance; `None` if it may not be made.
    pub(super) fn each_next(
        &self,
        hand: usize,
        (kind, aim): Move,
        cell: usize,
        mut f: impl FnMut(usize, usize, f64),
    ) -> Option<()> {
        let rest = self.hands.after(hand, kind, &self.board.aims[kind][aim].as_ref()?.uses)?;
        let Some(open) = self.open(hand, (kind, aim), cell) else {
            return each_after(self.board, &self.strides, (kind, aim), cell, |cell, p| f(rest, cell, p));
        };
        let ends = open.attack.ends(|lost| open.after(lost).map(|(hand, cell)| self.values[hand][cell]));
        for (lost, chances) in ends.into_iter().enumerate() {
            for ((hand, cell), p) in open.after(lost).into_iter().zip(chances).filter(|(_, p)| *p > 0.0) {
                f(hand, cell, open.kept.chance * p);
            }
        }
        f(open.hands[1], cell, 1.0 - open.kept.chance);
        Some(())
    }
}

/// An attack that may keep its die, from one cell.
struct OpenAttack<'p> {
    attack: &'p OpenReroll,
    /// Who is left once the die is spent, and while it is in hand.
    hands: [usize; 2],
    /// The cell without the points that the target has lost.
    cell: usize,
    stride: usize,
    kept: &'p KeptDie,
}

impl OpenAttack<'_> {
    /// Hand and cell once so many points are lost: with the die spent, and in hand.
    fn after(&self, lost: usize) -> [(usize, usize); 2] {
        self.hands.map(|hand| (hand, self.cell + self.kept.places[lost] * self.stride))
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
    each_part(&board.aims[kind][aim].as_ref()?.parts, strides, (cell, 1.0), &mut f);
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
    #[cfg(test)]
    if in_neither(PlantedError::Plan) {
        return best.iter_mut().zip(tried).for_each(|(best, tried)| *best = best.min(*tried));
    }
    best.iter_mut().zip(tried).for_each(|(best, tried)| *best = best.max(*tried));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::plan::layout::{Aim, TargetStates};
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
            each.map(|(target, (tenths, w))| Some(Aim::plain(target, Arc::new(moves(*w, tenths))))).collect()
        };
        let target = |wounds: &usize| TargetStates {
            // A whole target is worth ten, and each of its models of one wound the same part of it.
            worth: (0..=*wounds).map(|lost| if lost == *wounds { 10.0 } else { 2.0 * lost as f64 }).collect(),
            start: 0,
        };
        Board {
            counts: counts.to_vec(),
            once: vec![None; counts.len()],
            used_up: Vec::new(),
            stages: vec![0; counts.len()],
            targets: wounds.iter().map(target).collect(),
            aims: odds.iter().map(of_kind).collect(),
        }
    }

    /// The same board where the first kind may also do to the first target what the second kind does, and at the same time
    /// to the second target what it does itself.
    fn split(mut board: Board) -> Board {
        let part = |kind: usize, target: usize| board.aims[kind][target].clone().expect("it may").parts[0].clone();
        let parts = vec![part(1, 0), part(0, 1)];
        board.aims[0].push(Some(Aim { parts, ..Aim::default() }));
        board
    }

    /// The value of every adaptive policy there is, one after the other: what to do first, and for each result a policy
    /// of its own.
    fn all_policies(board: &Board, hands: &Hands, hand: usize, cell: usize) -> Vec<f64> {
        if hands.size(hand) == 0 {
            return vec![board.worth(cell)];
        }
        let strides = board.strides();
        let mut values = Vec::new();
        for kind in hands.kinds(hand) {
            for aim in 0..board.aims[kind].len() {
                let mut sums = vec![0.0];
                let uses = &board.aims[kind][aim].as_ref().expect("every attack may be made").uses;
                let Some(rest) = hands.after(hand, kind, uses) else { continue };
                each_after(board, &strides, (kind, aim), cell, |cell, p| {
                    let then = all_policies(board, hands, rest, cell);
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

    /// Two kinds act before the third; one command makes an attack of the second kind on the first target certain.
    #[test]
    fn stages_and_commands_are_part_of_every_policy() {
        let odds: [&[&[u32]]; 3] = [&[&[5, 5], &[5, 5]], &[&[4, 6], &[8, 2]], &[&[2, 0, 8], &[3, 7]]];
        let mut board = board(&[1, 1, 1], &[2, 2], &odds);
        board.stages = vec![0, 0, 1];
        let staged = Policy::best(&board).expect("small").start();
        assert!((staged - best_of_all(&board).0).abs() < 1e-12);
        let any_order = Board { stages: vec![0; 3], ..board.clone() };
        assert!(Policy::best(&any_order).expect("small").start() >= staged - 1e-12);
        let certain = vec![vec![(1, 1.0)], vec![(2, 1.0)], Vec::new()];
        for (stage, kind) in [(0, 1), (1, 2)] {
            let mut board = board.clone();
            board.counts.push(1);
            board.stages.push(stage);
            board.aims.push(Vec::new());
            let parts = vec![(0, Arc::new(certain.clone()))];
            board.aims[kind].push(Some(Aim { parts, uses: vec![(3, 1)], ..Aim::default() }));
            let policy = Policy::best(&board).expect("small");
            let (best, _) = best_of_all(&board);
            assert!((policy.start() - best).abs() < 1e-12, "{} is not {best}", policy.start());
            assert!(policy.start() >= staged - 1e-12);
            let fixed = fixed(&board);
            assert!(fixed.value <= best + 1e-12 && greedy(&board).expect("small") <= best + 1e-12);
            assert!(bound(&board).expect("small") >= best - 1e-9);
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
            assert!(value(&split) >= value(&plain) && split.without_splitting().aims[0].iter().flatten().count() == 2);
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
