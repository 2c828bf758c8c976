//! A fight as dice: trials are rolled through attacks, explosions and points that are got back, each by itself.

use std::collections::BTreeMap;

use super::super::aftermath::{Aftermath, EXPLODES_ON, ModelKind};
use super::super::strikes::{States, Strikes, Transitions};
use super::played::{Dead, Played, Weighted};
#[cfg(test)]
use crate::engine::planted::{self, PlantedError};
use crate::engine::{RolledBegin, Sampling, SingleDice, sample_from};
use crate::error::Error;
use crate::sequence::{Body, Engagement, Recovery};

/// Trials: a weight is a number of them.
pub(super) struct Rolled<'s> {
    sampling: &'s Sampling,
    /// Attacks that were rolled so far.
    pub(super) batches: u64,
    /// A stretch of random numbers that no attack uses.
    dice: SingleDice,
}

impl<'s> Rolled<'s> {
    pub(super) fn new(sampling: &'s Sampling) -> Self {
        Self { sampling, batches: 0, dice: SingleDice::new(sampling.seed, u64::MAX) }
    }

    /// The random numbers of the next batch, which are its own.
    fn next_batch(&mut self) -> Sampling {
        self.batches += 1;
        let seed = self.sampling.seed.wrapping_add(self.batches.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        Sampling { seed, until: None, work: f64::INFINITY, ..self.sampling.clone() }
    }
}

/// A row of weights as whole numbers of trials.
fn counted(row: Transitions) -> Weighted<u64> {
    row.into_iter().map(|(at, trials)| (at, trials.round() as u64)).collect()
}

impl Played for Rolled<'_> {
    type Weight = u64;
    const ROLLS: bool = true;

    fn part(&self, from: f64, to: f64) -> u64 {
        let until = |share: f64| (share * self.sampling.trials as f64).round() as u64;
        until(to) - until(from)
    }

    /// Two dice decide, so every chance is a number of 36ths.
    fn split(&mut self, trials: u64, p: f64) -> [u64; 2] {
        let first = (0..trials).filter(|_| f64::from(self.dice.face(36)) < (p * 36.0).round()).count() as u64;
        [first, trials - first]
    }

    fn share(&self, trials: u64) -> f64 {
        trials as f64 / self.sampling.trials as f64
    }

    fn spread(
        &mut self,
        (strikes, states): (&mut Strikes, &mut States),
        from: &Weighted<u64>,
        of_both: bool,
    ) -> Option<Weighted<u64>> {
        let (sampling, trials) = (self.next_batch(), from.iter().map(|(_, trials)| *trials).sum::<u64>() as f64);
        let rolled = |tables: &Engagement, begins: &[RolledBegin]| sample_from(tables, begins, &sampling);
        strikes.spread(states, (from, of_both), trials, rolled).map(counted)
    }

    fn row(
        &mut self,
        (strikes, states): (&mut Strikes, &mut States),
        at: [usize; 2],
        trials: u64,
    ) -> Result<Weighted<u64>, Error> {
        Ok(counted(strikes.roll(states, at, &Sampling { trials, ..self.next_batch() })?))
    }

    fn explode(&mut self, aftermath: &Aftermath, dead: Dead<u64>) -> Weighted<u64> {
        let models = [0, 1].map(|side| models(&aftermath.volatile[side]));
        let mut ends = BTreeMap::new();
        for (was, now, trials) in dead {
            let is_quiet = (0..2).all(|side| fallen(&models[side], was[side], now[side]).next().is_none());
            if is_quiet {
                *ends.entry(now).or_insert(0) += trials;
                continue;
            }
            for _ in 0..trials {
                *ends.entry(self.one_course(&models, was, now)).or_insert(0) += 1;
            }
        }
        ends.into_iter().collect()
    }

    fn recover(&mut self, all: [&[Recovery]; 2], bodies: [&Body; 2], lost: [usize; 2], trials: u64) -> Weighted<u64> {
        let mut ends = BTreeMap::new();
        for _ in 0..trials {
            let back = |side: usize, dice: &mut SingleDice| {
                all[side].iter().fold(lost[side], |lost, recovery| dice.after_recovery(recovery, bodies[side], lost))
            };
            *ends.entry([back(0, &mut self.dice), back(1, &mut self.dice)]).or_insert(0) += 1;
        }
        ends.into_iter().collect()
    }
}

/// A model, and the wound that slays it among those of its unit.
struct Model<'p> {
    ends: usize,
    pool: &'p ModelKind,
}

/// The models of a pool, each with what its unit has lost once it falls; the first pool's begin at 0.
fn models(pools: &[ModelKind]) -> Vec<Model<'_>> {
    let all = pools.iter().flat_map(|pool| (0..pool.models).map(move |_| pool));
    let ends = all.clone().scan(0, |ends, pool| {
        *ends += pool.wounds;
        Some(*ends)
    });
    ends.zip(all).map(|(ends, pool)| Model { ends, pool }).collect()
}

/// The models that fall and may explode while their unit goes from some points lost to others.
fn fallen<'m, 'p>(
    models: &'m [Model<'p>],
    was: usize,
    now: usize,
) -> impl Iterator<Item = &'p ModelKind> + use<'m, 'p> {
    let falls = move |model: &&Model<'_>| model.ends > was && model.ends <= now && model.pool.demise.is_some();
    models.iter().filter(falls).map(|model| model.pool)
}

impl Rolled<'_> {
    /// One trial: each model that fell rolls, and every mortal wound lands by itself on both units (W40K-DEADLY-DEMISE,
    /// W40K-MORTAL, W40K-FNP).
    fn one_course(&mut self, models: &[Vec<Model<'_>>; 2], was: [usize; 2], now: [usize; 2]) -> [usize; 2] {
        let mut lost = now;
        let mut to_roll: Vec<&ModelKind> =
            (0..2).flat_map(|side| fallen(&models[side], was[side], now[side])).collect();
        while let Some(pool) = to_roll.pop() {
            #[cfg(test)]
            if planted::in_sampled(PlantedError::Explosion) {
                continue;
            }
            let Some(points) = pool.demise.as_ref().filter(|_| self.dice.face(6) + 1 == EXPLODES_ON) else { continue };
            for side in 0..2 {
                for _ in 0..self.dice.sum(points.dice, &points.values, points.plus) {
                    let Some(next) = models[side].iter().find(|model| model.ends > lost[side]) else { break };
                    if next.pool.ignored_on <= 6 && self.dice.face(6) + 1 >= next.pool.ignored_on {
                        continue;
                    }
                    lost[side] += 1;
                    if lost[side] == next.ends && next.pool.demise.is_some() {
                        to_roll.push(next.pool);
                    }
                }
            }
        }
        lost
    }
}
