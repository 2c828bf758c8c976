//! Tokens that wait: where a roll sends tokens into several slots that steps look at one after the other, only those slots
//! are counted that the next of these steps looks at. All other tokens wait in one slot until a step asks for them.
//!
//! A grid of all slots has the product of their counts, although a token ends in one of them; a chain of such choices has
//! two of them at a time.

use smallvec::SmallVec;

use super::super::WorkLimit;
use super::need::StepNeed;
use super::token_pmf::{TokenPmf, TokenPmfs, Waiting};
use super::walk::{ExactWalk, Grids};
use crate::sequence::{Slot, Step};

impl ExactWalk<'_> {
    /// The tokens of `input` become what `pmf` says, of which no step before `from` looks at anything.
    pub(super) fn expand(
        &mut self,
        now: &mut Grids,
        input: Slot,
        mut pmf: TokenPmf,
        from: usize,
        budget: &mut WorkLimit,
    ) -> Option<()> {
        if !now.has(input) {
            return Some(());
        }
        if self.apart {
            pmf = self.until_seen(now, pmf, from);
        }
        let pmfs = &self.pmfs;
        if let Some(joint) = now.only(input) {
            budget.spend(joint.expand_cost(input, pmfs, pmf), joint.p.len())?;
            *joint = joint.expand(input, pmfs, pmf, budget.cells)?;
            return Some(());
        }
        let Some(joint) = now.take(&[input], false, budget)? else { return Some(()) };
        let cost = joint.expand_cost(input, pmfs, pmf);
        budget.spend(cost, joint.p.len())?;
        now.put(joint.expand(input, pmfs, pmf, budget.cells)?);
        Some(())
    }

    /// The same distribution, in which tokens wait that end in slots which steps look at later than the first of them.
    fn until_seen(&mut self, now: &mut Grids, pmf: TokenPmf, from: usize) -> TokenPmf {
        let axes = self.pmfs.axes(pmf).iter();
        let seen: SmallVec<[usize; 8]> = axes.map(|axis| self.next_look(axis.slot, from)).collect();
        let Some(first) = seen.iter().copied().min().filter(|_| seen.len() > 1) else { return pmf };
        let (counter, waiting) = (now.counter, &mut now.waiting);
        let mut slot_of = |pmfs: &TokenPmfs, later: TokenPmf| {
            if let Some(known) = waiting.iter().find(|waiting| pmfs.are_alike(waiting.pmf, later)) {
                return known.slot;
            }
            // The next after the counter is that of dice that are left.
            let last = waiting.iter().map(|waiting| waiting.slot.0).max().unwrap_or(counter.0 + 1);
            waiting.push(Waiting { slot: Slot(last + 1), pmf: later });
            Slot(last + 1)
        };
        if (from + 1..usize::MAX).contains(&first) {
            let slot = slot_of(&self.pmfs, pmf);
            return self.pmfs.tokens(slot, 1);
        }
        let soon: SmallVec<[bool; 8]> = seen.iter().map(|at| *at == first).collect();
        self.pmfs.parted(pmf, &soon, slot_of).unwrap_or(pmf)
    }

    /// Lets tokens end that wait for this step.
    pub(super) fn end_waiting(&mut self, now: &mut Grids, step: usize, budget: &mut WorkLimit) -> Option<()> {
        while let Some(place) = now
            .waiting
            .iter()
            .position(|waiting| self.pmfs.axes(waiting.pmf).iter().any(|axis| self.next_look(axis.slot, step) == step))
        {
            let Waiting { slot, pmf } = now.waiting.swap_remove(place);
            self.expand(now, slot, pmf, step, budget)?;
        }
        Some(())
    }

    /// Lets all other tokens end, once all steps are done.
    pub(super) fn end_all_waiting(&mut self, now: &mut Grids, budget: &mut WorkLimit) -> Option<()> {
        while let Some(Waiting { slot, pmf }) = now.waiting.pop() {
            self.expand(now, slot, pmf, self.program.steps.len(), budget)?;
        }
        Some(())
    }

    /// The first needed step from here on that looks at a slot; what is asked for is looked at in the end.
    pub(super) fn next_look(&self, slot: Slot, from: usize) -> usize {
        let mut steps = self.need.steps(self.program).map(|(index, _)| index).filter(|index| *index >= from);
        steps.find(|index| self.looks_at(*index, slot)).unwrap_or(usize::MAX)
    }

    /// Whether a needed step looks at a slot, itself or where tokens go through others one by one.
    fn looks_at(&self, index: usize, slot: Slot) -> bool {
        match &*self.program.steps[index] {
            Step::Roll(roll) => roll.input == slot,
            Step::Settle(settle) => settle.slots().contains(&slot),
            Step::Strike(strike) => strike.input == slot,
            Step::Each(each) => {
                let turn = index + 1..self.program.turn_at(index).unwrap_or(index + 1);
                each.input == slot
                    || turn.clone().any(|index| self.need.steps[index] != StepNeed::Not && self.looks_at(index, slot))
            }
            Step::Heal(_) => false,
        }
    }
}
