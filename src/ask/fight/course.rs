//! What is true after each round of a fight.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::ReadyFight;
use super::strikes::States;
use super::typed::NAMES;
use crate::ask::report::{AgreementLine, UnitLine};
use crate::engine::{Agreement, chi_square};
use crate::stats::{Pmf, add_at};

/// How many models have fallen.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SlainLine {
    /// On average.
    pub mean: f64,
    /// The chance of each number, 0 first.
    pub pmf: Vec<f64>,
}

/// What is true after a round, of A first. Fields are in JSON order.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct FightRound {
    /// Which one, from 1.
    pub round: usize,
    /// Who struck, in order.
    pub order: Vec<&'static str>,
    /// The chance that each unit is gone.
    pub destroyed: [f64; 2],
    /// The chance that neither is.
    pub both_stand: f64,
    /// Models that each has lost since the start.
    pub slain: [SlainLine; 2],
    /// Wounds that each has lost since the start, on average.
    pub wounds_lost: [f64; 2],
    /// Points of the models that each has lost, on average, the whole unit's when it is gone; `None` where the profile
    /// does not say what it costs.
    pub points_lost: [Option<f64>; 2],
}

/// How often something is used that a side chooses to use. Fields are in JSON order.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FightUse {
    /// Whose choice it is.
    pub side: &'static str,
    /// The command, token or ability.
    pub what: String,
    /// In which round, from 1.
    pub round: usize,
    /// The share of all fights in which it is used then.
    pub share: f64,
}

/// A fight as it went.
#[derive(Default)]
pub(super) struct Course {
    /// For each round and each of what is usable the share of fights in which it is used.
    uses: BTreeMap<(usize, usize), f64>,
    pub(super) rounds: Vec<FightRound>,
    pub(super) survivors: Vec<Vec<f64>>,
    /// The chance of each pair of points that the units have lost in the end.
    points: BTreeMap<[usize; 2], f64>,
}

impl Course {
    /// A fight in which so much was used, before its first round.
    pub(super) fn of(uses: BTreeMap<(usize, usize), f64>) -> Self {
        Self { uses, ..Self::default() }
    }

    /// How often is used what somebody chooses.
    pub(super) fn chosen(&self, fight: &ReadyFight<'_>) -> Vec<FightUse> {
        let use_of = |(&(round, one), share): (&(usize, usize), &f64)| {
            let usable = &fight.script.usable[one];
            let what = fight.script.words[usable.word].text.clone();
            usable.is_choice.then(|| FightUse { side: NAMES[usable.side], what, round, share: *share })
        };
        self.uses.iter().filter_map(use_of).collect()
    }

    /// Adds what is true after a round: the chance of every pair of states.
    pub(super) fn add(&mut self, round: usize, order: &[usize], all: &[([usize; 2], f64)], states: &States) {
        let mut pmfs = [Vec::new(), Vec::new()];
        let (mut gone, mut wounds) = ([vec![0.0; 2], vec![0.0; 2]], [0.0; 2]);
        let mut both = vec![0.0; 2];
        let models = [0, 1].map(|side| states.shapes[side].models());
        let mut survivors = vec![vec![0.0; models[1] + 1]; models[0] + 1];
        self.points.clear();
        for (at, p) in all {
            *self.points.entry([0, 1].map(|side| states.wounds(side, at[side]))).or_default() += p;
            for side in 0..2 {
                // Healing may leave less lost than in the beginning.
                add_at(&mut pmfs[side], states.slain(side, at[side]).saturating_sub(states.slain(side, 0)), *p);
                gone[side][usize::from(states.is_gone(side, at[side]))] += p;
                wounds[side] += p * (states.wounds(side, at[side]) as f64 - states.wounds(side, 0) as f64);
            }
            both[usize::from((0..2).all(|side| !states.is_gone(side, at[side])))] += p;
            let left = [0, 1].map(|side| models[side] - states.slain(side, at[side]));
            survivors[left[0]][left[1]] += p;
        }
        let slain = pmfs.map(|weights| {
            let pmf = Pmf::from_weights(weights);
            SlainLine { mean: pmf.mean(), pmf: pmf.probabilities().to_vec() }
        });
        self.rounds.push(FightRound {
            round,
            order: order.iter().map(|side| NAMES[*side]).collect(),
            destroyed: gone.map(|weights| Pmf::from_weights(weights).at(1)),
            both_stand: Pmf::from_weights(both).at(1),
            slain,
            wounds_lost: wounds,
            points_lost: [None; 2],
        });
        self.survivors = survivors;
    }

    /// Whether nobody loses anything.
    pub(super) fn is_bloodless(&self) -> bool {
        self.rounds.iter().all(|round| round.wounds_lost == [0.0; 2])
    }

    /// Whether the points that units lost in this many fights from dice could have come from these chances.
    pub(super) fn agrees(&self, rolled: &Self, trials: u64) -> AgreementLine {
        let pairs: BTreeSet<&[usize; 2]> = self.points.keys().chain(rolled.points.keys()).collect();
        let chance = |course: &Self, pair: &[usize; 2]| course.points.get(pair).copied().unwrap_or_default();
        let all = |course: &Self| Pmf::from_weights(pairs.iter().map(|pair| chance(course, pair)).collect());
        let test = chi_square("points lost", &all(self), &all(rolled), trials);
        let holds = test.p > Agreement::THRESHOLD;
        AgreementLine { chi_square: test.chi_square, degrees: test.degrees, p: test.p, holds }
    }

    /// Fills in points, from what each unit costs and how many models it has.
    pub(super) fn priced(mut self, units: &[UnitLine; 2]) -> Self {
        for round in &mut self.rounds {
            for ((lost, unit), slain) in round.points_lost.iter_mut().zip(units).zip(&round.slain) {
                let each = unit.points.map(|points| f64::from(points) / unit.models.max(1) as f64);
                *lost = each.map(|each| each * slain.mean);
            }
        }
        self
    }
}
