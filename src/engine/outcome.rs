//! What an engine answers.

mod mixed;

#[cfg(test)]
use crate::engine::planted::{PlantedError, in_neither};
use crate::sequence::{Body, Program, Side, Slot, Stage};
use crate::stats::{Moments, Pmf};

/// Mean and spread of one stage.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StageMoments {
    /// The stage's name.
    pub name: &'static str,
    /// How many tokens reached it.
    pub moments: Moments,
}

/// The stages of one weapon.
#[derive(Clone, PartialEq, Debug)]
pub struct WeaponOutcome {
    /// The weapon's name.
    pub name: String,
    /// Its stages.
    pub stages: Vec<StageMoments>,
}

/// All results of one engagement.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// How often it was rolled; `None` if it is exact.
    pub trials: Option<u64>,
    /// Whole distributions: the engagement's totals.
    pub totals: Vec<(&'static str, Pmf)>,
    /// The weapons.
    pub weapons: Vec<WeaponOutcome>,
    /// The stages summed over the weapons.
    pub stages: Vec<StageMoments>,
    bodies: Vec<Body>,
    state: Vec<f64>,
    in_the_end: Option<Pmf>,
    /// The largest count of each stage of each weapon, in order.
    most: Vec<u32>,
}

impl Outcome {
    /// Puts an answer together. `state[i]` is the probability that the bodies have lost what `i` says, the first body's
    /// points running fastest; bodies that are nobody's are left out.
    pub(crate) fn new(
        program: &Program,
        trials: Option<u64>,
        totals: Vec<Pmf>,
        state: Vec<f64>,
        moments: &[Moments],
        all: &[Moments],
    ) -> Self {
        let of_weapon = program.weapons.first().map_or(&[][..], |weapon| &weapon.stages);
        let named = |moments: &[Moments]| -> Vec<StageMoments> {
            of_weapon
                .iter()
                .zip(moments)
                .map(|(Stage { name, .. }, moments)| StageMoments { name, moments: *moments })
                .collect()
        };
        let weapons = program
            .weapons
            .iter()
            .zip(moments.chunks(of_weapon.len().max(1)))
            .map(|(weapon, moments)| WeaponOutcome { name: weapon.name.clone(), stages: named(moments) })
            .collect();
        let totals = program.totals.iter().map(|total| total.name).zip(totals).collect();
        let stages = named(all);
        let most_of = |slots: &[Slot]| slots.iter().map(|slot| program.bounds[usize::from(slot.0)]).sum();
        let most =
            program.weapons.iter().flat_map(|weapon| &weapon.stages).map(|stage| most_of(&stage.slots)).collect();
        let bodies = program.bodies.iter().filter(|body| body.side != Side::Nobody).cloned().collect();
        Self { trials, totals, weapons, stages, bodies, state, in_the_end: None, most }
    }

    /// The same with what the first body has lost once it got back everything.
    pub(super) fn with_end(self, in_the_end: Option<Pmf>) -> Self {
        Self { in_the_end, ..self }
    }

    /// Points that the first body has lost, those from before included, once it got back everything that comes after the
    /// attacks; `None` if nothing does.
    pub fn in_the_end(&self) -> Option<&Pmf> {
        self.in_the_end.as_ref()
    }

    /// The distribution of a total, by its name.
    pub fn total(&self, name: &str) -> Option<&Pmf> {
        self.totals.iter().find(|(key, _)| *key == name).map(|(_, pmf)| pmf)
    }

    /// The bodies that are somebody's.
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    /// Points that one side loses in this engagement; what it had lost before does not count.
    pub fn wounds_lost(&self, side: Side) -> Pmf {
        self.distribution(|lost| {
            let before = |body: usize| usize::from(self.bodies[body].taken);
            #[cfg(test)]
            let before = |body: usize| if in_neither(PlantedError::LostBefore) { 0 } else { before(body) };
            self.bodies_of(side).map(|body| lost[body].saturating_sub(before(body))).sum()
        })
    }

    /// Models of one side that fall in this engagement.
    pub fn slain(&self, side: Side) -> Pmf {
        self.distribution(|lost| {
            let fell = |body: usize| {
                let shape = &self.bodies[body];
                #[cfg(test)]
                let lost = lost
                    .iter()
                    .map(|lost| lost.saturating_sub(in_neither(PlantedError::Slain).into()))
                    .collect::<Vec<_>>();
                shape.slain(lost[body]).saturating_sub(shape.slain(usize::from(shape.taken)))
            };
            self.bodies_of(side).map(fell).sum()
        })
    }

    /// The probability that every body of one side is gone.
    pub fn destroyed(&self, side: Side) -> f64 {
        self.distribution(|lost| usize::from(self.bodies_of(side).all(|body| lost[body] >= self.bodies[body].wounds())))
            .at(1)
    }

    /// The probability that all of these bodies, places in [`Outcome::bodies`], are gone.
    ///
    /// # Panics
    /// If there is no such body.
    pub fn gone(&self, bodies: &[usize]) -> f64 {
        self.distribution(|lost| usize::from(bodies.iter().all(|body| lost[*body] >= self.bodies[*body].wounds())))
            .at(1)
    }

    /// Where one model attacks another and either can fall: P(both are down), P(only the target), P(only the attacker),
    /// P(neither).
    pub fn who_is_down(&self) -> Option<[f64; 4]> {
        let only = |side| {
            let mut bodies = self.bodies_of(side);
            bodies.next().filter(|body| bodies.next().is_none() && self.bodies[*body].models() == 1)
        };
        let (target, attacker) = (only(Side::Defender)?, only(Side::Attacker)?);
        let standing = |lost: &[usize], body: usize| usize::from(lost[body] < self.bodies[body].wounds());
        let table = self.distribution(|lost| 2 * standing(lost, target) + standing(lost, attacker));
        Some([0, 1, 2, 3].map(|place| table.at(place)))
    }

    /// The distribution of anything that follows from the points each body has lost, those from before included.
    pub fn distribution(&self, value: impl Fn(&[usize]) -> usize) -> Pmf {
        let mut weights = Vec::new();
        self.each_state(|lost, p| crate::stats::add_at(&mut weights, value(lost), p));
        Pmf::from_weights(weights)
    }

    /// Calls `f` with the points each body has lost, and the probability, for every state that can be.
    pub fn each_state(&self, mut f: impl FnMut(&[usize], f64)) {
        if let [_] = self.bodies[..] {
            let possible = self.state.iter().enumerate().filter(|(_, p)| **p > 0.0);
            possible.for_each(|(lost, p)| f(&[lost], *p));
            return;
        }
        let mut lost = vec![0; self.bodies.len()];
        for (cell, p) in self.state.iter().enumerate().filter(|(_, p)| **p > 0.0) {
            let mut rest = cell;
            for (lost, body) in lost.iter_mut().zip(&self.bodies) {
                let len = body.wounds() + 1;
                *lost = rest % len;
                rest /= len;
            }
            f(&lost, *p);
        }
    }

    /// Whether the engagement has a body of this side.
    pub fn has(&self, side: Side) -> bool {
        self.bodies_of(side).next().is_some()
    }

    /// The distribution of the state of all bodies together, each state by its place in the order of
    /// [`Outcome::each_state`].
    pub(super) fn joint_state(&self) -> Pmf {
        Pmf::from_weights(self.state.clone())
    }

    /// Every stage of every weapon and then every stage summed over the weapons, with the largest count it can have.
    pub(super) fn each_stage(&self) -> impl Iterator<Item = (&StageMoments, u32)> {
        let stages_per_weapon = self.stages.len();
        let sum = move |stage| self.most.iter().skip(stage).step_by(stages_per_weapon.max(1)).sum();
        let each = self.weapons.iter().flat_map(|weapon| &weapon.stages).zip(self.most.iter().copied());
        each.chain(self.stages.iter().enumerate().map(move |(stage, moments)| (moments, sum(stage))))
    }

    fn bodies_of(&self, side: Side) -> impl Iterator<Item = usize> {
        self.bodies.iter().enumerate().filter(move |(_, body)| body.side == side).map(|(index, _)| index)
    }
}
