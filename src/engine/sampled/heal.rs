//! Points that come back: dice that are rolled one by one.

use super::hit_lanes::BodyLanes;
use crate::dice::{Bytes, LANES, Roller, VALID};
#[cfg(test)]
use crate::engine::planted::{self, PlantedError};
use crate::sequence::{Body, Program, Recovery, Returns};
use crate::stats::Pmf;

/// Random bytes one by one, where few dice are rolled and every trial by itself.
pub(crate) struct SingleDice {
    roller: Roller,
    bytes: Bytes,
    used: usize,
}

impl SingleDice {
    /// The dice of one stretch of random numbers.
    pub(crate) fn new(seed: u64, chunk: u64) -> Self {
        Self { roller: Roller::new(seed, chunk), bytes: [0; LANES], used: LANES }
    }

    /// A face of a die with so many sides, a number that divides 252, from 0 on.
    pub(crate) fn face(&mut self, sides: u8) -> u8 {
        loop {
            if self.used == LANES {
                (self.bytes, self.used) = (self.roller.bytes(), 0);
            }
            self.used += 1;
            let byte = self.bytes[self.used - 1];
            if byte < VALID {
                return byte % sides;
            }
        }
    }

    /// The sum of dice with these values, and a number.
    pub(crate) fn sum(&mut self, dice: u8, values: &[u16], plus: u16) -> usize {
        let rolled = (0..dice).map(|_| usize::from(values[usize::from(self.face(values.len() as u8))]));
        usize::from(plus) + rolled.sum::<usize>()
    }

    /// Points lost once a recovery came: each point is given back by itself.
    pub(crate) fn after_recovery(&mut self, recovery: &Recovery, body: &Body, lost: usize) -> usize {
        if lost >= body.wounds() {
            return lost;
        }
        #[cfg(test)]
        if planted::in_sampled(PlantedError::Heal) {
            return lost;
        }
        let points = &recovery.points;
        let times = recovery.times.get(lost).copied().unwrap_or(1);
        let mut back = (0..times).map(|_| self.sum(points.dice, &points.values, points.plus)).sum::<usize>();
        let (each, mut lost) = (usize::from(body.groups[0].wounds), lost);
        if matches!(recovery.returns, Returns::Models | Returns::ModelsAndWounds) {
            while back >= each && lost >= each {
                (back, lost) = (back - each, lost - each);
                #[cfg(test)]
                if planted::in_sampled(PlantedError::OneBack) {
                    break;
                }
            }
        }
        // What is left of the points heals: the model that is hurt, or any.
        let heals = |lost: usize| match recovery.returns {
            Returns::Models => false,
            Returns::Wounds | Returns::ModelsAndWounds => !lost.is_multiple_of(each),
            Returns::Everything => lost > 0,
        };
        while back > 0 && heals(lost) {
            (back, lost) = (back - 1, lost - 1);
        }
        lost
    }
}

/// The first body gets points back, in every lane by itself.
pub(super) fn heal(recovery: &Recovery, body: &Body, lanes: &mut BodyLanes, roller: &mut Roller) {
    let mut dice = SingleDice { roller: roller.clone(), bytes: [0; LANES], used: LANES };
    for lost in &mut lanes.lost.0 {
        *lost = dice.after_recovery(recovery, body, usize::from(*lost)) as u16;
    }
    *roller = dice.roller;
}

/// What the first body has lost once all is over and everything came back, of trials that ended in each state; `None` if
/// nothing comes.
pub(super) fn in_the_end(program: &Program, state: &[u64], seed: u64) -> Option<Pmf> {
    let body = program.bodies.first().filter(|_| !program.recoveries.is_empty())?;
    let mut dice = SingleDice::new(seed, u64::MAX);
    let mut counts = vec![0; body.wounds() + 1];
    for (cell, trials) in state.iter().enumerate() {
        for _ in 0..*trials {
            let back = |lost, recovery| dice.after_recovery(recovery, body, lost);
            counts[program.recoveries.iter().fold(cell % (body.wounds() + 1), back)] += 1;
        }
    }
    Some(Pmf::from_counts(&counts))
}
