//! The exact engine: distributions are multiplied through the steps.
//!
//! One walk over the steps answers one question: what is the state of the bodies, or how many tokens ever reached some
//! slots? The walk first finds out what matters to the question. Where tokens only roll dice, one roll after the other, all
//! of it becomes the distribution of what one token ends as ([`token_pmf`]). What is left are the few slots whose number of
//! tokens a settle or a strike needs, and the bodies whose state matters: a joint distribution ([`joint`]). Slots stay
//! independent of each other until a step needs them together.
//!
//! Nothing here is known to the engine that rolls dice.

mod bands;
mod body_states;
mod each;
mod growth;
mod heal;
mod joint;
mod moments;
mod need;
mod push;
mod roll;
mod settle;
mod sorted;
mod sparse;
mod strike;
mod token_moments;
mod token_pmf;
mod waiting;
mod walk;

pub(crate) use body_states::Begin;
use body_states::BodyStates;
pub(crate) use heal::chances_after;
use moments::moments;
use sparse::ReachedStates;
use token_moments::STAGES;
use walk::{ExactWalk, Grids};

use smallvec::SmallVec;

#[cfg(test)]
use super::planted::{self, PlantedError};
use super::{Outcome, Wanted, WorkLimit};
use crate::sequence::{Body, Program, Side, Slot};
use crate::stats::{Moments, Pmf, sum, zeros};

/// The results that are wanted of a program, or `None` if they take more than the budget.
pub(super) fn solve(program: &Program, budget: WorkLimit, wanted: Wanted) -> Option<Outcome> {
    if wanted == Wanted::Losses {
        return state(program, budget);
    }
    let mut solver = Solver::new(program, budget);
    let mut totals = Vec::with_capacity(program.totals.len());
    for total in program.totals {
        let slot = total.slot;
        #[cfg(test)]
        let slot = if planted::in_exact(PlantedError::Total) { Slot(slot.0 + 1) } else { slot };
        totals.push(solver.count(&[slot])?);
    }
    let state = solver.state(program.pooled().map(|pool| &totals[pool]))?;
    let in_the_end = heal::in_the_end(program, &state);
    if wanted == Wanted::Results && moments::are_known(program) {
        return Some(Outcome::new(program, None, totals, state, &[], &[]).with_end(in_the_end));
    }
    let (moments, all) = solver.stages()?;
    let all = all.as_ref().unwrap_or(&moments);
    Some(Outcome::new(program, None, totals, state, &moments, all).with_end(in_the_end))
}

/// The state of all bodies, without any total, or `None` if that takes more than the budget.
pub(super) fn state(program: &Program, budget: WorkLimit) -> Option<Outcome> {
    let mut solver = Solver::new(program, budget);
    let pool = match program.pooled() {
        Some(pool) => Some(solver.count(&[program.totals[pool].slot])?),
        None => None,
    };
    let state = solver.state(pool.as_ref())?;
    let in_the_end = heal::in_the_end(program, &state);
    Some(Outcome::new(program, None, Vec::new(), state, &[], &[]).with_end(in_the_end))
}

/// The state of all bodies where the first may have lost what `begins` says, or `None` if that takes more than the budget.
pub(super) fn spread(program: &Program, begins: &[Begin], budget: WorkLimit) -> Option<Outcome> {
    let mut solver = Solver::new(program, budget);
    solver.walk.begins = begins;
    let state = solver.state(None)?;
    Some(Outcome::new(program, None, Vec::new(), state, &[], &[]))
}

/// The mean of the first total, or `None` if it takes more than the budget.
pub(super) fn mean_of_first(program: &Program, budget: WorkLimit) -> Option<f64> {
    let total = program.totals.first()?;
    let mut solver = Solver::new(program, budget);
    let counted = moments(program, [&[total.slot][..]].into_iter())[0];
    Some(counted.or_else(|| solver.counted(&[total.slot]))?.mean)
}

struct Solver<'p> {
    program: &'p Program<'p>,
    budget: WorkLimit,
    walk: ExactWalk<'p>,
}

impl<'p> Solver<'p> {
    fn new(program: &'p Program<'p>, budget: WorkLimit) -> Self {
        Self { program, budget, walk: ExactWalk::new(program) }
    }

    /// The distribution of the number of tokens that ever reach any of `slots`.
    fn count(&mut self, slots: &[Slot]) -> Option<Pmf> {
        if slots.iter().all(|slot| self.program.bounds[usize::from(slot.0)] == 0) {
            return Some(Pmf::certain(0));
        }
        self.walk.ask(slots, false, &self.budget);
        if let Some(reached) = self.sparse() {
            return Some(reached.counted());
        }
        self.walk.run(&mut self.budget).map(Grids::counted)
    }

    /// The distribution of all bodies' state; where all points are one total, `pool` is it.
    fn state(&mut self, pool: Option<&Pmf>) -> Option<Vec<f64>> {
        if self.program.bodies.is_empty() {
            return Some(vec![1.0]);
        }
        if let Some(pool) = pool {
            return Some(capped(pool, &self.program.bodies[0]));
        }
        self.walk.ask(&[], true, &self.budget);
        let mut state = match self.sparse() {
            Some(reached) => reached.state(self.walk.states().cells()),
            None => self.walk.run(&mut self.budget)?.states?.into_state(),
        };
        // Nearly all of the rounding error is in the sum of the chances, so dividing by it undoes the error.
        let total = sum(&state);
        state.iter_mut().for_each(|p| *p /= total);
        Some(self.of_somebody(self.walk.states(), state))
    }

    /// The answer to what was asked from the states that are reached, if they are few.
    fn sparse(&mut self) -> Option<ReachedStates> {
        let mut budget = self.budget;
        let reached = self.walk.run_sparse(&mut budget)?;
        self.budget = budget;
        Some(reached)
    }

    /// The state of one side's bodies.
    fn of_somebody(&self, states: &BodyStates, state: Vec<f64>) -> Vec<f64> {
        let bodies = self.program.bodies;
        let shown: Vec<usize> = (0..bodies.len()).filter(|body| bodies[*body].side != Side::Nobody).collect();
        let cells = shown.iter().map(|body| bodies[*body].wounds() + 1).product();
        // Of nobody's bodies only those have states that a later step asks for.
        if states.cells() == cells {
            return state;
        }
        let mut out = vec![0.0; cells];
        for (cell, p) in state.iter().enumerate().filter(|(_, p)| **p != 0.0) {
            let place = |body: &usize| (bodies[*body].wounds() + 1, states.lost(cell, *body));
            out[shown.iter().rev().map(place).fold(0, |at, (len, lost)| at * len + lost)] += p;
        }
        out
    }

    /// Mean and variance of every stage of every weapon, and of the stages over all weapons if there are several. Weapons
    /// are independent unless models that differ stand before them.
    fn stages(&mut self) -> Option<(Vec<Moments>, Option<Vec<Moments>>)> {
        let weapons = self.program.weapons;
        let stages_per_weapon = weapons.first().map_or(0, |weapon| weapon.stages.len());
        let (mut each, mut independent) =
            (Vec::with_capacity(weapons.len() * stages_per_weapon), vec![true; stages_per_weapon]);
        for weapon in weapons {
            for (some, from) in weapon.stages.chunks(STAGES).zip((0..).step_by(STAGES)) {
                let moments = moments(self.program, some.iter().map(|stage| &stage.slots[..]));
                for ((stage, moments), place) in some.iter().zip(moments).zip(from..) {
                    independent[place] &= moments.is_some();
                    each.push(moments.or_else(|| self.counted(&stage.slots))?);
                }
            }
        }
        if let [_] = weapons {
            return Some((each, None));
        }
        let mut all = Vec::with_capacity(stages_per_weapon);
        for (stage, independent) in independent.into_iter().enumerate() {
            let apart =
                || each.iter().skip(stage).step_by(stages_per_weapon).fold(Moments::default(), |sum, m| sum.plus(*m));
            let slots = || {
                weapons.iter().flat_map(|weapon| weapon.stages[stage].slots.clone()).collect::<SmallVec<[Slot; 8]>>()
            };
            all.push(if independent { apart() } else { self.counted(&slots())? });
        }
        Some((each, Some(all)))
    }

    /// Mean and variance of the number of tokens that ever reach any of `slots`, by their distribution.
    fn counted(&mut self, slots: &[Slot]) -> Option<Moments> {
        let pmf = self.count(slots)?;
        Some(Moments { mean: pmf.mean(), variance: pmf.sd().powi(2) })
    }
}

/// The state of a body whose points were all counted as one total: points beyond the last model hurt nobody.
fn capped(pool: &Pmf, body: &Body) -> Vec<f64> {
    let (total, taken) = (body.wounds(), usize::from(body.taken));
    let mut state = zeros(total + 1);
    for (points, p) in pool.probabilities().iter().enumerate().take(total - taken) {
        state[taken + points] = *p;
    }
    state[total] = pool.at_least(total - taken);
    #[cfg(test)]
    if planted::in_exact(PlantedError::Cap) {
        state[total] = pool.at(total - taken);
    }
    #[cfg(test)]
    if planted::in_exact(PlantedError::Spill) {
        let first = usize::from(body.groups[0].wounds);
        state[first] = state[first..].iter().sum();
        state[first + 1..].fill(0.0);
    }
    state
}
