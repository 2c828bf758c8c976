//! Tokens that go through some steps one after the other, as probabilities.
//!
//! What one token does to the grid is a matrix. With P(n) the grid at n tokens, the result is Σ P(n) · oneⁿ: Horner's rule
//! again, from the largest n down, where one factor is a walk through the steps.

use std::ops::Range;

use super::super::WorkLimit;
use super::joint::{Axes, Joint, SlotAxis};
use super::walk::{ExactWalk, Grids};
use crate::sequence::{Each, Slot, Step};
use crate::stats::zeros;

impl ExactWalk<'_> {
    /// The tokens of `each` go through the `steps`, one after the other.
    pub(super) fn each(
        &mut self,
        now: &mut Grids,
        each: &Each,
        steps: Range<usize>,
        budget: &mut WorkLimit,
    ) -> Option<()> {
        let mut slots = self.looked_at(steps.clone());
        slots.push(each.input);
        let Some(joint) = now.take(&slots, true, budget)? else { return Some(()) };
        let Some(axis) = joint.axis(each.input) else {
            now.put(joint);
            return Some(());
        };
        let SlotAxis { low, len, .. } = joint.axes[axis];
        let (rest, slices) = joint.slices(axis);
        let mut slices = slices.chunks_exact(slices.len() / len).rev();
        let mut sum: Option<Joint> = None;
        for n in (0..low + len).rev() {
            if let Some(before) = sum.take() {
                sum = Some(self.one(before, each.one, steps.clone(), budget)?);
            }
            if let Some(slice) = slices.next().filter(|_| n >= low) {
                let part = Joint { axes: rest.clone(), cells: joint.cells, p: slice.to_vec() };
                sum = Some(match sum {
                    None => part,
                    Some(sum) => added(&sum, &part, budget)?,
                });
            }
        }
        sum.into_iter().for_each(|sum| now.put(sum));
        Some(())
    }

    /// One token goes through the steps.
    fn one(&mut self, joint: Joint, one: Slot, steps: Range<usize>, budget: &mut WorkLimit) -> Option<Joint> {
        let mut now = Grids { free: vec![Joint::fixed(one, 1)], states: None, counter: self.counter };
        now.put(joint);
        self.through(&mut now, steps.clone(), budget)?;
        // What a step takes that nothing needs is gone as well.
        let taken = self.program.steps[steps].iter().filter_map(|step| step.as_roll()).map(|roll| roll.input);
        taken.chain([one]).for_each(|slot| now.forget(slot));
        let mut parts = now.states.into_iter().chain(now.free);
        let mut all = parts.next()?;
        for part in parts {
            budget.spend(all.p.len() as f64 * part.p.len() as f64, all.p.len() * part.p.len())?;
            all = all.merge(&part);
        }
        Some(tight(all))
    }

    /// The slots that needed steps look at, or take tokens from.
    fn looked_at(&self, steps: Range<usize>) -> Vec<Slot> {
        let needed = self.need.steps(self.program).filter(|(index, _)| steps.contains(index));
        let slots = needed.flat_map(|(_, step)| match step {
            Step::Roll(roll) => vec![roll.input],
            Step::Settle(settle) => settle.slots(),
            Step::Strike(strike) => vec![strike.input],
            Step::Each(each) => vec![each.input],
            Step::Heal(_) => Vec::new(),
        });
        slots.collect()
    }
}

/// The same grid without counts at the ends of an axis that never come about.
fn tight(mut joint: Joint) -> Joint {
    for axis in 0..joint.axes.len() {
        let SlotAxis { slot, low, len } = joint.axes[axis];
        let row = joint.marginal(slot).split_off(low);
        let first = row.iter().position(|p| *p > 0.0).unwrap_or(0);
        let end = row.iter().rposition(|p| *p > 0.0).map_or(first + 1, |last| last + 1);
        if end - first < len {
            joint = joint.cut(axis, low + first, end - first);
        }
    }
    joint
}

/// Two parts of one distribution together; a slot that a part does not have is empty in it.
fn added(one: &Joint, other: &Joint, budget: &mut WorkLimit) -> Option<Joint> {
    let ends =
        |joint: &Joint, slot: Slot| joint.axis(slot).map_or((0, 0), |at| (joint.axes[at].low, joint.axes[at].top()));
    let mut axes = Axes::new();
    for SlotAxis { slot, .. } in one.axes.iter().chain(&other.axes) {
        if axes.iter().all(|axis| axis.slot != *slot) {
            let ((low, top), (other_low, other_top)) = (ends(one, *slot), ends(other, *slot));
            let low = low.min(other_low);
            axes.push(SlotAxis { slot: *slot, low, len: top.max(other_top) - low + 1 });
        }
    }
    let size = axes.iter().fold(one.cells, |size, axis| size.saturating_mul(axis.len));
    budget.spend(size as f64, size)?;
    let mut sum = Joint { axes, cells: one.cells, p: zeros(size) };
    for part in [one, other] {
        let strides: Vec<usize> = part.axes.iter().filter_map(|axis| Some(sum.stride(sum.axis(axis.slot)?))).collect();
        let start: usize =
            sum.axes.iter().enumerate().map(|(at, axis)| (ends(part, axis.slot).0 - axis.low) * sum.stride(at)).sum();
        for (row, values) in part.p.chunks_exact(part.cells).enumerate() {
            let (mut rest, mut place) = (row, start);
            for (axis, stride) in part.axes.iter().zip(&strides).rev() {
                place += rest % axis.len * stride;
                rest /= axis.len;
            }
            sum.p[place..][..values.len()].iter_mut().zip(values).for_each(|(cell, p)| *cell += p);
        }
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_added_where_their_counts_are() {
        let axes = |of: &[(u16, usize, usize)]| -> Axes {
            of.iter().map(|(slot, low, len)| SlotAxis { slot: Slot(*slot), low: *low, len: *len }).collect()
        };
        // Two or three of the first slot and none of the second; then one of the first and two of the second.
        let one = Joint { axes: axes(&[(0, 2, 2)]), cells: 1, p: vec![0.1, 0.2] };
        let other = Joint { axes: axes(&[(1, 2, 1), (0, 1, 1)]), cells: 1, p: vec![0.7] };
        let mut budget = WorkLimit::AUTO;
        let sum = added(&one, &other, &mut budget).expect("small");
        assert_eq!(sum.axes, axes(&[(0, 1, 3), (1, 0, 3)]));
        assert_eq!(sum.p, [0.0, 0.0, 0.7, 0.1, 0.0, 0.0, 0.2, 0.0, 0.0]);
        assert_eq!(sum.marginal(Slot(0)), [0.0, 0.7, 0.1, 0.2]);
    }
}
