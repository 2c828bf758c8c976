//! Tokens that go through some steps one after the other, as the lanes do it: the operations of the steps are done again as
//! long as any lane has a token.

use std::ops::Range;

use super::{Op, Planner, RowId};
use crate::sequence::{Each, Slot, Step, Strike, TokenRow};

/// The most hits that are taken one by one where several kinds of them mix: a byte says whose turn it is.
const MOST_MIXED: u32 = 255;

/// Tokens that were to go through some steps one by one, and of which only the hits do.
pub(super) struct LateHits {
    /// Where those steps end.
    end: usize,
    hits: Vec<Strike>,
}

impl Planner<'_> {
    /// Begins the steps that tokens go through one by one.
    pub(super) fn each(&mut self, each: &Each, index: usize) {
        let end = self.program.turn_at(index).unwrap_or(index + 1);
        if self.turns.is_empty() && self.is_dice_before_a_hit(each, index + 1..end) {
            self.ops.push(Op::Add { input: each.input.0, terms: vec![(each.one.0, 1)] });
            self.late = Some(LateHits { end, hits: Vec::new() });
            return;
        }
        for step in &self.program.steps[index + 1..end] {
            let Step::Strike(strike) = &**step else { continue };
            // A token before may have hurt it.
            strike.bodies.iter().filter(|_| strike.is_points()).for_each(|body| self.stale[*body] = true);
        }
        self.ops.push(Op::Each { takes: vec![(each.input.0, each.one.0)], end: 0 });
        self.turns.push(end);
    }

    /// Whether all that each token does is to roll dice and then to be at most one hit, of several kinds. Then all may roll
    /// before the first hit lands; in which order the hits land is as likely as any other.
    fn is_dice_before_a_hit(&self, each: &Each, steps: Range<usize>) -> bool {
        let (mut hits, mut read, mut kinds) = (vec![0; self.program.slots()], Vec::new(), 0);
        for step in self.program.steps[steps].iter().rev() {
            match &**step {
                Step::Roll(roll) => {
                    let of =
                        |row: &TokenRow| row.iter().map(|(slot, n)| hits[usize::from(slot.0)] * u32::from(*n)).sum();
                    let most: u32 = roll.rows.iter().map(of).max().unwrap_or(0);
                    let always: u32 = of(&roll.always);
                    hits[usize::from(roll.input.0)] = always + u32::from(roll.times) * most;
                    read.push(roll.input);
                }
                Step::Strike(strike) if !strike.sorted => {
                    let made = [strike.through, strike.gross, strike.net];
                    if made.into_iter().flatten().any(|slot| read.contains(&slot)) {
                        return false;
                    }
                    hits[usize::from(strike.input.0)] = 1;
                    kinds += 1;
                }
                _ => return false,
            }
        }
        kinds > 1 && hits[usize::from(each.one.0)] == 1 && self.program.bounds[usize::from(each.input.0)] <= MOST_MIXED
    }

    /// Keeps a strike for later, if hits wait until all dice are rolled; whether it does.
    pub(super) fn waits(&mut self, strike: &Strike) -> bool {
        self.late.as_mut().map(|late| late.hits.push(strike.clone())).is_some()
    }

    /// Lets the hits land that have waited, one by one.
    fn land(&mut self, hits: &[Strike]) {
        hits.iter().for_each(|hit| self.sync(hit));
        let takes: Vec<(RowId, RowId)> = hits.iter().map(|hit| (hit.input.0, self.fresh())).collect();
        self.ops.push(Op::Each { takes: takes.clone(), end: 0 });
        for (hit, (_, one)) in hits.iter().zip(takes) {
            self.hit(&Strike { input: Slot(one), ..hit.clone() });
        }
        self.ops.push(Op::Again { each: 0 });
    }

    /// Ends those that end before a step.
    pub(super) fn end_turns(&mut self, index: usize) {
        if let Some(late) = self.late.take_if(|late| late.end == index) {
            self.land(&late.hits);
        }
        while self.turns.pop_if(|end| *end == index).is_some() {
            self.ops.push(Op::Again { each: 0 });
            // If no token came, what the steps look at may have been left as it was before.
            self.stale.fill(true);
        }
    }

    /// Empties the rows that a step has taken its tokens from, and those that it made since there were `before` of them, if
    /// another token may come.
    pub(super) fn empty_for_the_next(&mut self, step: &Step, before: RowId) {
        let input = match step {
            Step::Roll(roll) => roll.input,
            Step::Strike(strike) => strike.input,
            Step::Settle(_) | Step::Each(_) | Step::Heal(_) => return,
        };
        if !self.turns.is_empty() {
            self.ops.extend(std::iter::once(input.0).chain(before..self.rows).map(Op::Clear));
        }
    }
}

/// The operations that are done again and again, the widest ranges only: from the one that takes tokens to the one that goes
/// back.
pub(super) fn turns(ops: &[Op]) -> Vec<Range<usize>> {
    let (mut turns, mut open) = (Vec::new(), Vec::new());
    for (at, op) in ops.iter().enumerate() {
        match op {
            Op::Each { .. } => open.push(at),
            Op::Again { .. } => {
                let from = open.pop();
                turns.extend(from.filter(|_| open.is_empty()).map(|from| from..at + 1));
            }
            _ => {}
        }
    }
    turns
}

/// The last operation of the range that one lies in, or that operation itself.
pub(super) fn end_of_turn(turns: &[Range<usize>], at: usize) -> usize {
    turns.iter().find(|turn| turn.contains(&at)).map_or(at, |turn| turn.end - 1)
}

/// Lets rows that such operations use keep their places as long as these may come again.
pub(super) fn widen(ops: &[Op], first: &mut [usize], last: &mut [usize]) {
    for turn in turns(ops) {
        for (first, last) in first.iter_mut().zip(&mut *last).filter(|(first, _)| **first != usize::MAX) {
            if turn.contains(first) || turn.contains(last) {
                (*first, *last) = ((*first).min(turn.start), (*last).max(turn.end - 1));
            }
        }
    }
}

/// Says where each operation that takes tokens and each that goes back go on.
pub(super) fn link(ops: &mut [Op]) {
    let mut open = Vec::new();
    for at in 0..ops.len() {
        match &mut ops[at] {
            Op::Each { .. } => open.push(at),
            Op::Again { each } => {
                let Some(from) = open.pop() else { continue };
                *each = from;
                if let Op::Each { end, .. } = &mut ops[from] {
                    *end = at + 1;
                }
            }
            _ => {}
        }
    }
}
