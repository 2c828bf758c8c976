//! The best way to use attackers one after the other, each once, seeing every result: exact dynamic programming.
//!
//! Backward induction over who has not attacked yet and what is left of each target (Bellman, "Dynamic Programming", 1957,
//! chapter III). Attackers that are alike are counted, not told apart.

use std::sync::Arc;

use rayon::prelude::*;

use super::layout::{Hands, KeptDie, Move, Moves, PlanAim, PlanBoard, SAME, StateValue, TooLarge};
#[cfg(test)]
use crate::engine::planted::{PlantedError, in_neither};
use crate::engine::{Objective, OpenReroll};
use crate::sequence::FingerprintMap;

/// The value of every state under the best plan.
#[derive(Debug)]
pub(super) struct Policy<'b> {
    pub(super) board: &'b PlanBoard,
    pub(super) hands: Hands,
    strides: Vec<usize>,
    /// For each hand its cells.
    values: Vec<Vec<StateValue>>,
}

impl<'b> Policy<'b> {
    /// Works out the best plan.
    ///
    /// # Errors
    /// If it is too large.
    pub(super) fn best(board: &'b PlanBoard) -> Result<Self, TooLarge> {
        board.check()?;
        let hands = Hands::of(board);
        let mut by_size: Vec<Vec<usize>> = vec![Vec::new(); hands.size(hands.full()) + 1];
        let reachable = (0..hands.len()).filter(|hand| hands.is_reachable(*hand));
        reachable.for_each(|hand| by_size[hands.size(hand)].push(hand));
        let mut policy = Self { board, strides: board.strides(), values: vec![Vec::new(); hands.len()], hands };
        for hands in by_size {
            let values: Vec<(usize, Vec<StateValue>)> =
                hands.into_par_iter().map(|hand| (hand, policy.values_of(hand))).collect();
            values.into_iter().for_each(|(hand, values)| policy.values[hand] = values);
        }
        Ok(policy)
    }

    /// The values of the cells that come about with a hand, those of smaller hands known.
    fn values_of(&self, hand: usize) -> Vec<StateValue> {
        let some = self.cells_of(hand);
        let (all, at) = (self.board.cells() as usize, |place| some.as_ref().map_or(place, |some| some[place]));
        let cells = some.as_ref().map_or(all, Vec::len);
        let mut best = match self.hands.kinds(hand).next() {
            None => (0..cells).map(|place| self.board.now(at(place))).collect(),
            Some(_) => vec![[f64::NEG_INFINITY; 2]; cells],
        };
        let mut tried = vec![[0.0; 2]; cells];
        for kind in self.hands.kinds(hand) {
            let mut idle = true;
            for (place, aim) in self.board.aims[kind].iter().enumerate() {
                let Some(aim) = aim else { continue };
                idle = false;
                let Some(rest) = self.hands.after(hand, kind, &aim.uses) else { continue };
                if aim.kept.is_some() {
                    // One answer holds for every state of the target from which the attack is the same.
                    let mut known: FingerprintMap<_, Vec<Objective>> = FingerprintMap::default();
                    for (cell, tried) in tried.iter_mut().enumerate() {
                        let value = self.begun_by(hand, (kind, place), at(cell), |open| {
                            let same = known.entry((open.cell, Arc::as_ptr(open.attack)));
                            same.or_insert_with(|| self.values_from(&open, 0).collect())[open.taken]
                        });
                        *tried = value.map_or([f64::NEG_INFINITY; 2], |value| [value.first, value.second]);
                    }
                } else if let Some(some) = &some {
                    let value = |cell| self.expected_in(&self.values[rest], &aim.parts, cell);
                    tried.iter_mut().zip(some).for_each(|(tried, cell)| *tried = value(*cell));
                } else {
                    self.expected_everywhere(&self.values[rest], &aim.parts, &mut tried);
                }
                if let Some(unused) = self.hands.after(hand, kind, &[]).filter(|_| aim.idle > 0.0 && aim.kept.is_none())
                {
                    let more =
                        |cell: usize, part: usize| self.values[unused][cell][part] - self.values[rest][cell][part];
                    for (place, tried) in tried.iter_mut().enumerate() {
                        *tried = [0, 1].map(|part| tried[part] + aim.idle * more(at(place), part));
                    }
                }
                keep_better(&mut best, &tried);
            }
            if let Some(rest) = self.hands.after(hand, kind, &[]).filter(|_| idle) {
                tried.iter_mut().enumerate().for_each(|(cell, tried)| *tried = self.values[rest][at(cell)]);
                keep_better(&mut best, &tried);
            }
        }
        let Some(some) = some else { return best };
        let mut values = vec![[0.0; 2]; all];
        some.into_iter().zip(best).for_each(|(cell, value)| values[cell] = value);
        values
    }

    /// The cells that may come about with a hand, if they are few: no more targets are changed than attacks were made on.
    fn cells_of(&self, hand: usize) -> Option<Vec<usize>> {
        let board = self.board;
        let most = |kind: usize| board.aims[kind].iter().flatten().map(|aim| aim.parts.len()).max().unwrap_or(0);
        let used = |kind: usize| board.counts[kind] - self.hands.left(hand, kind);
        let changed: usize = (0..board.aims.len()).map(|kind| used(kind) * most(kind)).sum();
        if changed >= board.targets.len() {
            return None;
        }
        let few = board.cells() as usize / 4;
        let mut cells = vec![(board.start(), 0)];
        for (target, stride) in board.targets.iter().zip(&self.strides) {
            for place in 0..cells.len() {
                let (cell, before) = cells[place];
                let others = (0..target.values.len()).filter(|state| *state != target.start && before < changed);
                cells.extend(others.map(|state| (cell - target.start * stride + state * stride, before + 1)));
            }
            if cells.len() > few {
                return None;
            }
        }
        Some(cells.into_iter().map(|(cell, _)| cell).collect())
    }

    /// The expectation of `then` in every cell after the parts of an attack.
    fn expected_everywhere(&self, then: &[StateValue], parts: &[(usize, Arc<Moves>)], out: &mut [StateValue]) {
        let mut before = Vec::new();
        for (place, (target, moves)) in parts.iter().enumerate() {
            if place > 0 {
                before.clear();
                before.extend_from_slice(out);
            }
            expected(if place > 0 { &before } else { then }, moves, self.strides[*target], out);
        }
    }

    /// The same in one cell.
    fn expected_in(&self, then: &[StateValue], parts: &[(usize, Arc<Moves>)], cell: usize) -> StateValue {
        let Some(((target, moves), before)) = parts.split_last() else { return then[cell] };
        let stride = self.strides[*target];
        let state = cell / stride % moves.len();
        let other = |to: usize| self.expected_in(then, before, cell - state * stride + to * stride);
        let Some(((first, p), others)) = moves[state].split_first() else { return other(state) };
        let mut sum = other(*first).map(|value| p * value);
        for (to, p) in others {
            sum.iter_mut().zip(other(*to)).for_each(|(sum, value)| *sum += p * value);
        }
        sum
    }

    pub(super) fn states(&self) -> u64 {
        self.values.iter().map(|values| values.len() as u64).sum()
    }

    /// The value before the first attack.
    pub(super) fn start(&self) -> f64 {
        self.value(self.hands.full(), self.board.start()).first
    }

    /// The value of a cell with a hand.
    pub(super) fn value(&self, hand: usize, cell: usize) -> Objective {
        let [wanted, wounds] = self.values[hand][cell];
        Objective::of(wanted, wounds)
    }

    /// The best move in a cell, the first of those that are equally good; `None` if nothing is gained any more.
    pub(super) fn best_move(&self, hand: usize, cell: usize) -> Option<Move> {
        let [wanted, wounds] = self.board.now(cell);
        if !self.value(hand, cell).exceeds(Objective::of(wanted, wounds)) {
            return None;
        }
        let mut best: Option<(Objective, Move)> = None;
        for kind in self.hands.kinds(hand) {
            for aim in 0..self.board.aims[kind].len() {
                let Some(value) = self.begun(hand, (kind, aim), cell) else { continue };
                if best.is_none_or(|(best, _)| value.exceeds(best)) {
                    best = Some((value, (kind, aim)));
                }
            }
        }
        best.map(|(_, chosen)| chosen)
    }

    /// The value of a cell with a hand if it is begun with this move; `None` if it may not be made.
    pub(super) fn begun(&self, hand: usize, chosen: Move, cell: usize) -> Option<Objective> {
        self.begun_by(hand, chosen, cell, |open| self.values_from(&open, open.taken).next().unwrap_or_default())
    }

    /// The same where `value` says what an attack with a die that may be kept is worth.
    fn begun_by<'p>(
        &'p self,
        hand: usize,
        (kind, aim): Move,
        cell: usize,
        value: impl FnOnce(OpenAttack<'p>) -> Objective,
    ) -> Option<Objective> {
        let mut sum = Objective::default();
        if let Some(open) = self.open(hand, (kind, aim), cell) {
            let (chance, kept) = (open.kept.chance, open.hands[1]);
            sum.add(chance, value(open));
            sum.add(1.0 - chance, self.value(kept, cell));
            return Some(sum);
        }
        let on = (self.board, &self.hands, &self.strides[..]);
        each_after(on, (kind, aim), (hand, cell), |hand, cell, p| sum.add(p, self.value(hand, cell)))?;
        Some(sum)
    }

    /// What an attack with a die that may be kept is worth once at least so many points are lost.
    fn values_from<'p>(&'p self, open: &OpenAttack<'p>, least: usize) -> impl Iterator<Item = Objective> + 'p {
        open.attack.values(least, |lost| open.after(lost).map(|(hand, cell)| self.value(hand, cell)))
    }

    /// An attack that may keep its die, from a cell with a hand.
    fn open(&self, hand: usize, (kind, aim): Move, cell: usize) -> Option<OpenAttack<'_>> {
        let aim = self.board.aims[kind][aim].as_ref()?;
        let ((target, _), kept) = (aim.parts.first()?, aim.kept.as_ref()?);
        let (stride, rest) = (self.strides[*target], |uses| self.hands.after(hand, kind, uses));
        let state = cell / stride % kept.attacks.len();
        let hands = [rest(&aim.uses)?, rest(&kept.uses)?];
        let (taken, attack) = kept.attacks[state].as_ref()?;
        Some(OpenAttack { attack, taken: *taken, hands, cell: cell - state * stride, stride, kept })
    }

    /// Calls `f` with each hand and cell after a move and its chance; `None` if it may not be made.
    pub(super) fn each_next(
        &self,
        hand: usize,
        (kind, aim): Move,
        cell: usize,
        mut f: impl FnMut(usize, usize, f64),
    ) -> Option<()> {
        let Some(open) = self.open(hand, (kind, aim), cell) else {
            return each_after((self.board, &self.hands, &self.strides), (kind, aim), (hand, cell), f);
        };
        let end = |lost| open.after(lost).map(|(hand, cell)| self.value(hand, cell));
        for (lost, chances) in open.attack.ends(&[open.taken], end).into_iter().flatten().enumerate() {
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
    attack: &'p Arc<OpenReroll>,
    /// Points that the target has lost.
    taken: usize,
    /// Who is left once the die is spent, and while it is in hand.
    hands: [usize; 2],
    /// The cell without the points that the target has lost.
    cell: usize,
    stride: usize,
    kept: &'p KeptDie,
}

impl OpenAttack<'_> {
    /// Hand and cell once this many points are lost: with the die spent, and in hand.
    fn after(&self, lost: usize) -> [(usize, usize); 2] {
        self.hands.map(|hand| (hand, self.cell + self.kept.places[lost] * self.stride))
    }
}

/// Calls `f` with each hand and cell after an attack without a die that may be kept, and its chance; `None` if it may not be
/// made.
pub(super) fn each_after(
    (board, hands, strides): (&PlanBoard, &Hands, &[usize]),
    (kind, aim): Move,
    (hand, cell): (usize, usize),
    mut f: impl FnMut(usize, usize, f64),
) -> Option<()> {
    let PlanAim { parts, uses, idle, .. } = board.aims[kind][aim].as_ref()?;
    let (rest, unused) = (hands.after(hand, kind, uses)?, hands.after(hand, kind, &[])?);
    let idle = if rest == unused { 0.0 } else { *idle };
    if idle > 0.0 {
        f(unused, cell, idle);
    }
    each_part(parts, strides, (cell, 1.0), &mut |next, p| {
        // The chance to stay holds that of not arriving.
        let p = if next == cell { p - idle } else { p };
        if idle == 0.0 || p > SAME {
            f(rest, next, p);
        }
    });
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
pub(super) fn expected(then: &[StateValue], moves: &Moves, stride: usize, out: &mut [StateValue]) {
    let (stride, span) = (2 * stride, 2 * stride * moves.len());
    for (from, to) in then.as_flattened().chunks_exact(span).zip(out.as_flattened_mut().chunks_exact_mut(span)) {
        for (row, out) in moves.iter().zip(to.chunks_exact_mut(stride)) {
            let Some(((first, p), others)) = row.split_first() else { continue };
            if let [out, wounds] = out {
                (*out, *wounds) = (p * from[2 * first], p * from[2 * first + 1]);
                for (state, p) in others {
                    *out += p * from[2 * state];
                    *wounds += p * from[2 * state + 1];
                }
                continue;
            }
            let row_of = |state: &usize| &from[state * stride..][..stride];
            out.iter_mut().zip(row_of(first)).for_each(|(out, value)| *out = p * value);
            for (state, p) in others {
                out.iter_mut().zip(row_of(state)).for_each(|(out, value)| *out += p * value);
            }
        }
        for (state, _) in moves.iter().enumerate().filter(|(_, row)| row.is_empty()) {
            to[state * stride..][..stride].copy_from_slice(&from[state * stride..][..stride]);
        }
    }
}

/// Keeps the larger value; of equal ones what takes more wounds.
fn keep_better(best: &mut [StateValue], tried: &[StateValue]) {
    #[cfg(test)]
    if in_neither(PlantedError::Plan) {
        return best.iter_mut().zip(tried).for_each(|(best, tried)| best[0] = best[0].min(tried[0]));
    }
    for ([best, most], [tried, wounds]) in best.iter_mut().zip(tried) {
        let (gain, same) = (tried - *best, SAME * best.abs().max(1.0));
        if gain > same || gain >= -same && wounds > most {
            *most = *wounds;
        }
        *best = best.max(*tried);
    }
}
