//! Outcomes of which one comes about, as one outcome.

use super::{Outcome, StageMoments, WeaponOutcome};
use crate::sequence::{Body, join_bodies};
use crate::stats::{Moments, Pmf, add_at};
use crate::words::each_once;
use std::borrow::Cow;

impl Outcome {
    /// The outcome of an attack of which one of several versions comes about, each with its weight; the weights add up to 1.
    ///
    /// Joint states, totals and stages are mixed. A body of the attacker that only some versions have is unhurt in the
    /// others, a weapon that only some have makes no attacks there. `trials` is how often all of them were rolled together.
    ///
    /// # Panics
    /// If there is no version, or if their bodies that are the defender's differ in points.
    pub(in crate::engine) fn mixed(parts: &[(f64, Self)], trials: Option<u64>) -> Self {
        let mut bodies: Vec<Body> = Vec::new();
        let places: Vec<Vec<usize>> = parts.iter().map(|(_, part)| join_bodies(&mut bodies, &part.bodies)).collect();
        let mut state = vec![0.0; bodies.iter().map(|body| body.wounds() + 1).product()];
        for ((weight, part), places) in parts.iter().zip(&places) {
            part.each_state(|lost, p| state[cell(&bodies, places, lost)] += weight * p);
        }
        let (weapons, most) = weapons(parts);
        let of_part = |(weight, part): &(f64, Self)| (*weight, part.stages.clone());
        let stages = stages(&parts.iter().map(of_part).collect::<Vec<_>>());
        let in_the_end = parts.iter().any(|(_, part)| part.in_the_end.is_some()).then(|| {
            pmf(parts, |part| match &part.in_the_end {
                Some(end) => Cow::Borrowed(end),
                None => Cow::Owned(part.distribution(|lost| lost[0])),
            })
        });
        Self { trials, totals: totals(parts), weapons, stages, bodies, state, in_the_end, most }
    }
}

/// The place of a state of one version among the states of all bodies: those it does not have are as they were at first.
fn cell(all: &[Body], places: &[usize], lost: &[usize]) -> usize {
    let (mut cell, mut cells) = (0, 1);
    for (place, body) in all.iter().enumerate() {
        let own = places.iter().position(|entry| *entry == place);
        cell += cells * own.map_or(usize::from(body.taken), |own| lost[own]);
        cells *= body.wounds() + 1;
    }
    cell
}

fn totals(parts: &[(f64, Outcome)]) -> Vec<(&'static str, Pmf)> {
    let names = each_once(parts.iter().flat_map(|(_, part)| &part.totals).map(|(name, _)| *name));
    let none = Pmf::certain(0);
    let total = |name: &str| pmf(parts, |part| Cow::Borrowed(part.total(name).unwrap_or(&none)));
    names.into_iter().map(|name| (name, total(name))).collect()
}

/// How often each number comes about, from how often it does in each version.
fn pmf<'p>(parts: &'p [(f64, Outcome)], of: impl Fn(&'p Outcome) -> Cow<'p, Pmf>) -> Pmf {
    let mut weights = Vec::new();
    for (weight, part) in parts {
        of(part).probabilities().iter().enumerate().for_each(|(k, p)| add_at(&mut weights, k, weight * p));
    }
    Pmf::from_weights(weights)
}

/// The stages of every weapon, and the most that each stage of each can count.
fn weapons(parts: &[(f64, Outcome)]) -> (Vec<WeaponOutcome>, Vec<u32>) {
    let names = each_once(parts.iter().flat_map(|(_, part)| names(&part.weapons)));
    let (mut weapons, mut most) = (Vec::with_capacity(names.len()), Vec::new());
    for name in names {
        let own = |part: &Outcome| self::names(&part.weapons).position(|own| own == name);
        let of_part = |(weight, part): &(f64, Outcome)| {
            (*weight, own(part).map_or_else(Vec::new, |place| part.weapons[place].stages.clone()))
        };
        let mixed = stages(&parts.iter().map(of_part).collect::<Vec<_>>());
        let largest = |stage: usize| {
            let most = |(_, part): &(f64, Outcome)| own(part).map(|place| part.most[place * mixed.len() + stage]);
            parts.iter().filter_map(most).max().unwrap_or(0)
        };
        most.extend((0..mixed.len()).map(largest));
        weapons.push(WeaponOutcome { name: name.0.to_owned(), stages: mixed });
    }
    (weapons, most)
}

/// The name of each weapon, and how many before it have the same: a name that a version has twice is two weapons.
fn names(weapons: &[WeaponOutcome]) -> impl Iterator<Item = (&str, usize)> {
    let before = |place: usize, name: &str| weapons[..place].iter().filter(|weapon| weapon.name == name).count();
    weapons.iter().enumerate().map(move |(place, weapon)| (&*weapon.name, before(place, &weapon.name)))
}

/// Mean and spread of every stage; a version without stages counts nothing. Variances do not mix: the distances of the
/// means count too.
fn stages(parts: &[(f64, Vec<StageMoments>)]) -> Vec<StageMoments> {
    let longest = parts.iter().map(|(_, stages)| stages).max_by_key(|stages| stages.len());
    let mixed = |(place, stage): (usize, &StageMoments)| {
        let of = |stages: &Vec<StageMoments>| stages.get(place).map_or(Moments::certain(0.0), |stage| stage.moments);
        let mean = parts.iter().map(|(weight, stages)| weight * of(stages).mean).sum::<f64>();
        let spread = |(weight, stages): &(f64, Vec<StageMoments>)| {
            let Moments { mean: own, variance } = of(stages);
            weight * (variance + (own - mean).powi(2))
        };
        StageMoments { name: stage.name, moments: Moments { mean, variance: parts.iter().map(spread).sum() } }
    };
    longest.map_or_else(Vec::new, |stages| stages.iter().enumerate().map(mixed).collect())
}
