//! What happens to both units between attacks: models that explode as they die, and points that are got back.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::AddAssign;

use super::strikes::{States, Units};
use crate::ask::results::{points_of, recovered};
use crate::games::{Game, Phase, Recovery, Volatile};
use crate::sequence::{Body, ModelGroup};
use crate::stats::Pmf;

/// The chance that a model with Deadly Demise explodes (W40K-DEADLY-DEMISE).
const GOES_OFF: f64 = 1.0 / 6.0;

/// What may happen to both units besides their attacks.
#[derive(Debug, Default)]
pub(super) struct Aftermath {
    /// The models of each unit, where some explode as they die; else none.
    volatile: [Vec<Pool>; 2],
    /// What each unit gets back at the end of a round.
    recoveries: [Vec<Recovery>; 2],
}

/// The first kind of models that has one to roll.
fn first_of(dying: &[Vec<usize>; 2]) -> Option<(usize, usize)> {
    (0..2).find_map(|side| Some((side, dying[side].iter().position(|n| *n > 0)?)))
}

/// Models that are alike.
#[derive(Debug)]
struct Pool {
    models: usize,
    wounds: usize,
    /// The chance that a mortal wound sticks (W40K-FNP).
    sticks: f64,
    /// The mortal wounds of each explosion.
    demise: Option<Pmf>,
}

/// Points that both have lost, and models of each kind that have died and not rolled yet; in front what puts those first
/// that lead to others.
pub(super) type Dying = ((usize, Reverse<usize>), ([usize; 2], [Vec<usize>; 2]));

fn dying(lost: [usize; 2], left: [Vec<usize>; 2]) -> Dying {
    ((lost.iter().sum(), Reverse(left.iter().flatten().sum())), (lost, left))
}

/// The states in which two units have lost so many points.
pub(super) fn placed(states: &mut States, lost: [usize; 2]) -> [usize; 2] {
    [0, 1].map(|side| states.place(side, vec![lost[side] as u16]))
}

/// Pairs of states, each with its chance.
pub(super) type Ways = Vec<([usize; 2], f64)>;

impl Aftermath {
    /// What the profiles and the situation bring. Deadly Demise counts in melee, where both units stand within 6", and
    /// for units without attached leaders.
    pub(super) fn of(game: &Game, units: &Units) -> Self {
        let of_target = |side: usize| units.attack(1 - side);
        let recoveries = [0, 1].map(|side| of_target(side).map_or_else(Vec::new, |it| it.engaged.recoveries.clone()));
        let shapes = units.shapes();
        let whole = shapes.iter().all(|shape| shape.bodies.len() == 1);
        let read = game.moments.volatile.filter(|_| whole && units.phase == Phase::Combat);
        let pools = [0, 1].map(|side| {
            let known = read.zip(units.document(side)).map(|(read, unit)| read(unit));
            known.map_or_else(Vec::new, |known| pools(&known, &shapes[side].bodies[0]))
        });
        let explodes = pools.iter().flatten().any(|pool| pool.demise.is_some());
        Self { volatile: if explodes { pools } else { Default::default() }, recoveries }
    }

    /// Whether models may explode.
    pub(super) fn explodes(&self) -> bool {
        self.volatile.iter().any(|pools| !pools.is_empty())
    }

    /// Whether a unit gets something back.
    pub(super) fn heals(&self) -> bool {
        self.recoveries.iter().any(|recoveries| !recoveries.is_empty())
    }

    /// What an attack leads to in the end that turned one pair of states into another.
    pub(super) fn of_attack(&self, states: &mut States, before: [usize; 2], after: [usize; 2]) -> Ways {
        let mut ends = BTreeMap::new();
        let open = BTreeMap::from([(self.dead(states, before, after), 1.0)]);
        let spread = |chances: &[f64], p: f64| chances.iter().map(|q| p * q).collect();
        self.explode(open, spread, |lost, (), p| *ends.entry(lost).or_insert(0.0) += p);
        ends.into_iter().map(|(lost, p)| (placed(states, lost), p)).collect()
    }

    /// What both have lost after an attack, and who died of it.
    pub(super) fn dead<K: Default>(&self, states: &States, before: [usize; 2], after: [usize; 2]) -> (Dying, K) {
        let [was, now] = [before, after].map(|at| [0, 1].map(|side| states.wounds(side, at[side])));
        (dying(now, [0, 1].map(|side| self.dying(side, was[side], now[side]))), K::default())
    }

    /// How many models of each kind fall that explode as they die.
    fn dying(&self, side: usize, was: usize, now: usize) -> Vec<usize> {
        let mut from = 0;
        let fell = |pool: &Pool| {
            let slain = |lost: usize| (lost.saturating_sub(from) / pool.wounds).min(pool.models);
            let fell = slain(now).saturating_sub(slain(was));
            from += pool.models * pool.wounds;
            if pool.demise.is_some() { fell } else { 0 }
        };
        self.volatile[side].iter().map(fell).collect()
    }

    /// One model after the other rolls; every unit near suffers a roll of its own, the model's own unit too. Courses that
    /// come to the same losses and the same models still to roll go on together: fewer points lost go first, then more
    /// models to roll. `spread` says how a weight falls to several chances, `done` where each ends.
    pub(super) fn explode<K: Ord + Copy, W: Copy + Default + PartialEq + AddAssign>(
        &self,
        mut open: BTreeMap<(Dying, K), W>,
        mut spread: impl FnMut(&[f64], W) -> Vec<W>,
        mut done: impl FnMut([usize; 2], K, W),
    ) {
        while let Some(((now, key), weight)) = open.pop_first() {
            let Some(ways) = self.one_rolls(&now) else {
                done(now.1.0, key, weight);
                continue;
            };
            let chances: Vec<f64> = ways.iter().map(|(_, p)| *p).collect();
            for ((to, _), weight) in ways.into_iter().zip(spread(&chances, weight)) {
                if weight != W::default() {
                    *open.entry((to, key)).or_default() += weight;
                }
            }
        }
    }

    /// What comes of the first model that has to roll; `None`: there is none.
    fn one_rolls(&self, (_, (lost, left)): &Dying) -> Option<Vec<(Dying, f64)>> {
        let (side, pool) = first_of(left)?;
        let mut left = left.clone();
        left[side][pool] -= 1;
        let mut ways = vec![(dying(*lost, left.clone()), 1.0 - GOES_OFF)];
        let mortal = self.volatile[side][pool].demise.as_ref()?;
        let suffered = [0, 1].map(|side| self.suffers(side, lost[side], mortal));
        for (a, q) in &suffered[0] {
            for (b, r) in &suffered[1] {
                let (now, mut left) = ([*a, *b], left.clone());
                for side in 0..2 {
                    let more = self.dying(side, lost[side], now[side]);
                    left[side].iter_mut().zip(more).for_each(|(left, more)| *left += more);
                }
                ways.push((dying(now, left), GOES_OFF * q * r));
            }
        }
        Some(ways)
    }

    /// Points lost after so many mortal wounds, which spill from model to model (W40K-MORTAL).
    fn suffers(&self, side: usize, lost: usize, mortal: &Pmf) -> Vec<(usize, f64)> {
        let all: usize = self.volatile[side].iter().map(|pool| pool.models * pool.wounds).sum();
        let mut ways: BTreeMap<usize, f64> = BTreeMap::new();
        let mut now = BTreeMap::from([(lost, 1.0)]);
        for (n, p) in mortal.probabilities().iter().enumerate() {
            if n > 0 {
                let mut next = BTreeMap::new();
                for (lost, q) in now {
                    let sticks = self.sticks(side, lost);
                    for (lost, r) in [((lost + 1).min(all), sticks), (lost, 1.0 - sticks)] {
                        if r > 0.0 {
                            *next.entry(lost).or_insert(0.0) += q * r;
                        }
                    }
                }
                now = next;
            }
            now.iter().filter(|_| *p > 0.0).for_each(|(lost, q)| *ways.entry(*lost).or_insert(0.0) += p * q);
        }
        ways.into_iter().collect()
    }

    /// The chance that the next mortal wound sticks.
    fn sticks(&self, side: usize, lost: usize) -> f64 {
        let mut from = 0;
        let pool = self.volatile[side].iter().find(|pool| {
            from += pool.models * pool.wounds;
            lost < from
        });
        pool.map_or(1.0, |pool| pool.sticks)
    }

    /// What a pair of states is at the end of a round, once both units have got back what they get back.
    pub(super) fn of_round(&self, states: &mut States, at: [usize; 2]) -> Ways {
        let back = |states: &mut States, side: usize| -> Vec<(usize, f64)> {
            let shape = &states.shapes[side];
            let lost = states.wounds(side, at[side]);
            if self.recoveries[side].is_empty() || shape.bodies.len() != 1 || lost >= shape.wounds() {
                return vec![(at[side], 1.0)];
            }
            let each = usize::from(shape.bodies[0].groups[0].wounds);
            let left = recovered(Pmf::certain(lost), &self.recoveries[side], shape.wounds(), each);
            let some = left.probabilities().iter().enumerate().filter(|(_, p)| **p > 0.0);
            some.map(|(lost, p)| (states.place(side, vec![lost as u16]), *p)).collect()
        };
        let (a, b) = (back(states, 0), back(states, 1));
        a.iter().flat_map(|(a, p)| b.iter().map(move |(b, q)| ([*a, *b], p * q))).collect()
    }
}

/// The models of a unit in the order in which they fall.
fn pools(known: &[Volatile], body: &Body) -> Vec<Pool> {
    let pool = |group: &ModelGroup| {
        let own = known.iter().find(|own| own.name == group.name && own.wounds == group.wounds);
        Pool {
            models: usize::from(group.models),
            wounds: usize::from(group.wounds),
            sticks: f64::from(own.map_or(7, |own| own.ignored_on) - 1) / 6.0,
            demise: own.and_then(|own| own.explodes.as_ref()).map(points_of),
        }
    };
    body.groups.iter().map(pool).collect()
}
