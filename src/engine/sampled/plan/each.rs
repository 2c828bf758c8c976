//! Tokens that go through some steps one after the other, as the lanes do it: the operations of the steps are done again as
//! long as any lane has a token.

use std::ops::Range;

use super::{Op, Planner, RowId};
use crate::sequence::{Each, Step};

impl Planner<'_> {
    /// Begins the steps that tokens go through one by one.
    pub(super) fn each(&mut self, each: &Each, index: usize) {
        let end = self.program.turn_at(index).unwrap_or(index + 1);
        for step in &self.program.steps[index + 1..end] {
            let Step::Strike(strike) = &**step else { continue };
            // A token before may have hurt it.
            strike.bodies.iter().filter(|_| strike.is_points()).for_each(|body| self.stale[*body] = true);
        }
        self.ops.push(Op::Each { input: each.input.0, one: each.one.0, end: 0 });
        self.turns.push(end);
    }

    /// Ends those that end before a step.
    pub(super) fn end_turns(&mut self, index: usize) {
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
