//! Distributions through the steps.
//!
//! One walk over the steps answers one question: the state of the bodies, or the number of tokens that ever reached some
//! slots. The walk first asks what matters to the question. Rolls whose tokens nothing looks at before they are dice again
//! are folded into the law of one token; what is left are a few slots that a settle or a strike must see, and the bodies
//! whose state something depends on. Slots stay independent of each other until a step needs them together.

mod moments;
mod push;
mod walk;

use moments::TokenMoments;
use walk::Walk;

use super::Outcome;
use crate::sequence::{Body, Program, Side, Slot, World};
use crate::stats::{Moments, Pmf, sum};

/// All results of a program, or `None` if they take more than `work` multiplications.
pub(super) fn solve(program: &Program, work: f64) -> Option<Outcome> {
    let mut solver = Solver::new(program, work);
    let mut totals = Vec::with_capacity(program.totals.len());
    for total in program.totals {
        totals.push(solver.count(&[total.slot])?);
    }
    let state = solver.state(&totals)?;
    let mut moments = Vec::with_capacity(32);
    for stage in program.weapons.iter().flat_map(|weapon| &weapon.stages) {
        moments.push(solver.moments(&stage.slots)?);
    }
    let all = solver.all_moments(&moments)?;
    Some(Outcome::new(program, None, totals, state, &moments, &all))
}

/// The mean of the first total, or `None` if it takes more than `work` multiplications.
pub(super) fn mean_of_first(program: &Program, work: f64) -> Option<f64> {
    let total = program.totals.first()?;
    Some(Solver::new(program, work).moments(&[total.slot])?.mean)
}

struct Solver<'p> {
    program: &'p Program<'p>,
    work: f64,
    tokens: TokenMoments<'p>,
}

impl<'p> Solver<'p> {
    fn new(program: &'p Program<'p>, work: f64) -> Self {
        Self { program, work, tokens: TokenMoments::new(program) }
    }

    /// The distribution of the number of tokens that ever reach any of `slots`.
    fn count(&mut self, slots: &[Slot]) -> Option<Pmf> {
        Walk::new(self.program, slots, false).run(&mut self.work).map(|arrival| arrival.counted())
    }

    /// The distribution of all bodies' state.
    fn state(&mut self, totals: &[Pmf]) -> Option<Vec<f64>> {
        if self.program.bodies.is_empty() {
            return Some(vec![1.0]);
        }
        if let Some(pool) = self.program.pooled() {
            return Some(capped(&totals[pool], &self.program.bodies[0]));
        }
        let walk = Walk::new(self.program, &[], true);
        let mut state = walk.run(&mut self.work)?.world?.state();
        // What rounding did to the sum of chances is undone once: it is nearly all the error there is.
        let total = sum(&state);
        state.iter_mut().for_each(|p| *p /= total);
        Some(self.of_somebody(&walk.world, state))
    }

    /// The state without the bodies that are nobody's.
    fn of_somebody(&self, world: &World, state: Vec<f64>) -> Vec<f64> {
        let bodies = self.program.bodies;
        let shown: Vec<usize> = (0..bodies.len()).filter(|body| bodies[*body].side != Side::Nobody).collect();
        if shown.len() == bodies.len() {
            return state;
        }
        let mut out = vec![0.0; shown.iter().map(|body| bodies[*body].wounds() + 1).product()];
        for (cell, p) in state.iter().enumerate() {
            let place = |body: &usize| (bodies[*body].wounds() + 1, world.lost(cell, *body));
            out[shown.iter().rev().map(place).fold(0, |at, (len, lost)| at * len + lost)] += p;
        }
        out
    }

    /// Mean and variance of the number of tokens that ever reach any of `slots`.
    fn moments(&mut self, slots: &[Slot]) -> Option<Moments> {
        if let Some(moments) = self.tokens.of(slots) {
            return Some(moments);
        }
        let pmf = self.count(slots)?;
        Some(Moments { mean: pmf.mean(), variance: pmf.sd().powi(2) })
    }

    /// The stages over all weapons. Weapons are independent unless models that differ stand before them.
    fn all_moments(&mut self, moments: &[Moments]) -> Option<Vec<Moments>> {
        let weapons = self.program.weapons;
        if let [_] = weapons {
            return Some(moments.to_vec());
        }
        let stages = weapons.first().map_or(0, |weapon| weapon.stages.len());
        let mut all = Vec::new();
        for stage in 0..stages {
            let slots: Vec<Slot> = weapons.iter().flat_map(|weapon| weapon.stages[stage].slots.clone()).collect();
            let apart = || moments.iter().skip(stage).step_by(stages).fold(Moments::default(), |sum, m| sum.plus(*m));
            let independent = self.tokens.of(&slots).is_some();
            all.push(if independent { apart() } else { self.moments(&slots)? });
        }
        Some(all)
    }
}

/// Points of a pool on a body: what exceeds it is lost.
pub(super) fn capped(pool: &Pmf, body: &Body) -> Vec<f64> {
    let (total, taken) = (body.wounds(), usize::from(body.taken));
    let mut state = vec![0.0; total + 1];
    for (points, p) in pool.probabilities().iter().enumerate().take(total - taken) {
        state[taken + points] = *p;
    }
    state[total] = pool.at_least(total - taken);
    state
}
