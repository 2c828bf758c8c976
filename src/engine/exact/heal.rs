//! Points that come back: the chances of what is lost then.

use super::body_states::BodyStates;
use super::joint::Joint;
#[cfg(test)]
use crate::engine::planted::{self, PlantedError};
use crate::sequence::{Body, Program, Recovery, Returns};
use crate::stats::{Pmf, add_at, zeros};

/// Points lost once a recovery came, each with its chance.
pub(crate) fn chances_after(recovery: &Recovery, body: &Body, lost: usize) -> Pmf {
    if lost >= body.wounds() {
        return Pmf::certain(lost);
    }
    #[cfg(test)]
    if planted::in_exact(PlantedError::Heal) {
        return Pmf::certain(lost);
    }
    let each = usize::from(body.groups[0].wounds);
    let once = points(recovery);
    let times = recovery.times.get(lost).map_or(1, |times| usize::from(*times));
    let sum = (0..times).fold(Pmf::certain(0), |sum, _| sum.plus(&once));
    sum.map(|points| left(recovery.returns, lost, points, each))
}

/// Points lost once `points` are got back, of `lost` by models of `each` points.
fn left(returns: Returns, lost: usize, points: usize, each: usize) -> usize {
    let models = (lost / each).min(points / each);
    #[cfg(test)]
    let models = if planted::in_exact(PlantedError::OneBack) { models.min(1) } else { models };
    let models = models * each;
    let (back, heals) = match returns {
        Returns::Wounds => (0, true),
        Returns::ModelsAndWounds => (models, true),
        Returns::Models => (models, false),
        Returns::Everything => (points.min(lost), false),
    };
    let healed = if heals { (points - back).min(lost % each) } else { 0 };
    lost - back - healed
}

/// The distribution of the points that come once.
fn points(recovery: &Recovery) -> Pmf {
    let draw = &recovery.points;
    let mut weights = Vec::new();
    draw.values.iter().for_each(|value| add_at(&mut weights, usize::from(*value), 1.0));
    let die = Pmf::from_weights(weights);
    (0..draw.dice).fold(Pmf::certain(usize::from(draw.plus)), |sum, _| sum.plus(&die))
}

/// The grid of states once the first body got points back.
pub(super) fn healed(mut joint: Joint, recovery: &Recovery, states: &BodyStates<'_>) -> Joint {
    let body = states.body(0);
    let becomes: Vec<Pmf> = (0..=body.wounds()).map(|lost| chances_after(recovery, body, lost)).collect();
    let stride = states.cells_of(0).stride;
    let mut p = zeros(joint.p.len());
    for (place, weight) in joint.p.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
        let lost = states.lost(place % joint.cells, 0);
        for (now, chance) in becomes[lost].probabilities().iter().enumerate() {
            p[place + now * stride - lost * stride] += weight * chance;
        }
    }
    joint.p = p;
    joint
}

/// What the first body has lost once all is over and everything came back; `None` if nothing comes.
pub(super) fn in_the_end(program: &Program, state: &[f64]) -> Option<Pmf> {
    let body = program.bodies.first().filter(|_| !program.recoveries.is_empty())?;
    let mut lost = zeros(body.wounds() + 1);
    for row in state.chunks(lost.len()) {
        lost.iter_mut().zip(row).for_each(|(sum, p)| *sum += p);
    }
    for recovery in program.recoveries {
        let mut now = zeros(lost.len());
        for (before, p) in lost.iter().enumerate().filter(|(_, p)| **p > 0.0) {
            let after = chances_after(recovery, body, before);
            after.probabilities().iter().enumerate().for_each(|(after, q)| now[after] += p * q);
        }
        lost = now;
    }
    Some(Pmf::from_weights(lost))
}
