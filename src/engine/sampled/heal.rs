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

    /// A face of a die with this many sides, a number that divides 252, from 0 on.
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
        let back = (0..times).map(|_| self.sum(points.dice, &points.values, points.plus)).sum::<usize>();
        let each = usize::from(body.groups[0].wounds);
        after_points(recovery.returns, each, lost, back)
    }
}

/// Points lost once this many came back, to models that have `each`.
#[inline(always)]
fn after_points(returns: Returns, each: usize, lost: usize, back: usize) -> usize {
    let returned = match returns {
        Returns::Models | Returns::ModelsAndWounds => (back / each).min(lost / each),
        Returns::Wounds | Returns::Everything => 0,
    };
    #[cfg(test)]
    let returned = if planted::in_sampled(PlantedError::OneBack) { returned.min(1) } else { returned };
    let (back, lost) = (back - returned * each, lost - returned * each);
    // What is left of the points heals: the model that is hurt, or any.
    lost - match returns {
        Returns::Models => 0,
        Returns::Wounds | Returns::ModelsAndWounds => back.min(lost % each),
        Returns::Everything => back.min(lost),
    }
}

/// The first body gets points back, in every lane by itself; its dice are rolled in all lanes at once.
#[inline(always)]
pub(super) fn heal(recovery: &Recovery, body: &Body, lanes: &mut BodyLanes, roller: &mut Roller) {
    #[cfg(test)]
    if planted::in_sampled(PlantedError::Heal) {
        return;
    }
    let (points, all, each) = (&recovery.points, body.wounds() as u16, usize::from(body.groups[0].wounds));
    let (mut dice, mut back) = ([0u16; LANES], [0u16; LANES]);
    for (k, lost) in lanes.lost.0.iter().enumerate().filter(|(_, lost)| **lost < all) {
        let times = recovery.times.get(usize::from(*lost)).copied().unwrap_or(1);
        dice[k] = times * u16::from(points.dice);
        back[k] = times * points.plus + dice[k] * points.values[0];
    }
    let unit = VALID / points.values.len() as u8;
    while dice.iter().any(|dice| *dice > 0) {
        let bytes = roller.bytes();
        let shown: Bytes = std::array::from_fn(|k| if dice[k] > 0 && bytes[k] < VALID { bytes[k] } else { 0 });
        (0..LANES).for_each(|k| dice[k] -= u16::from(dice[k] > 0 && bytes[k] < VALID));
        for (pair, from) in points.values.windows(2).zip((1..).map(|face| face * unit)) {
            let rise = pair[1].wrapping_sub(pair[0]);
            (0..LANES).for_each(|k| back[k] = back[k].wrapping_add(if shown[k] >= from { rise } else { 0 }));
        }
    }
    for (lost, back) in lanes.lost.0.iter_mut().zip(back) {
        *lost = after_points(recovery.returns, each, usize::from(*lost), usize::from(back)) as u16;
    }
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
