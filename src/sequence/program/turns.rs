//! Steps that tokens go through one by one, in a row with all others.

use std::ops::Range;

use super::{Held, Program};
use crate::sequence::Step;

impl<'e> Program<'e> {
    /// Adds a step, and after one that takes tokens one by one what they go through.
    pub(super) fn add(&mut self, step: &'e Step) {
        match step {
            Step::Strike(strike) => self.lower(strike.clone()),
            Step::Each(each) => {
                let at = self.steps.len();
                self.steps.push(Held::Asked(step));
                self.joins_from = at + 1;
                each.steps.iter().for_each(|step| self.add(step));
                self.joins_from = self.steps.len();
                self.turns.push(at..self.steps.len());
            }
            other => self.steps.push(Held::Asked(other)),
        }
    }

    /// Where the steps end that the [`Each`](crate::sequence::Each) at this place runs for every token; `None` if there is none.
    pub(crate) fn turn_at(&self, at: usize) -> Option<usize> {
        self.turns.iter().find(|turn| turn.start == at).map(|turn| turn.end)
    }

    /// The widest of those ranges that lie in `within` and end where it does: its place, that of the step that takes the
    /// tokens.
    pub(crate) fn turn_ending(&self, within: &Range<usize>) -> Option<usize> {
        let ends = |turn: &&Range<usize>| turn.end == within.end && turn.start >= within.start && turn.len() > 1;
        self.turns.iter().filter(ends).map(|turn| turn.start).min()
    }

    /// The widest of those ranges that a step lies in.
    pub(crate) fn turn_around(&self, step: usize) -> Option<Range<usize>> {
        self.turns.iter().filter(|turn| turn.start < step && step < turn.end).max_by_key(|turn| turn.len()).cloned()
    }
}
