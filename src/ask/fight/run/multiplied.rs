//! A fight as chances: what comes of attacks, of explosions and of points that are got back is multiplied.

use std::cell::RefCell;
use std::rc::Rc;

use super::super::aftermath::{Aftermath, EXPLODES_ON, ModelKind};
use super::super::strikes::{States, Strikes};
use super::played::{Dead, Played, Weighted};
#[cfg(test)]
use crate::engine::planted::{self, PlantedError};
use crate::engine::{MAX_CELLS, chances_after, spread};
use crate::error::Error;
use crate::sequence::{Body, FingerprintMap, Recovery};
use crate::stats::{add_at, convolve};

/// Chances, each a weight.
#[derive(Clone, Default)]
pub(super) struct Multiplied {
    explosions: Rc<PendingExplosions>,
    back: Rc<RefCell<Recovered>>,
}

/// What a unit has lost once it got something back, with the chances, by the unit, what it gets back, and what it had lost.
type Recovered = FingerprintMap<(usize, Recovery, usize), Vec<(usize, f64)>>;

impl Multiplied {
    /// How many probabilities explosions may take: every pair of states, with every number of models of each kind that are
    /// still to roll.
    pub(super) fn cells(aftermath: &Aftermath) -> usize {
        let kinds = aftermath.volatile.iter().flatten().filter(|pool| pool.demise.is_some());
        let pairs = aftermath.volatile.iter().map(|pools| wounds(pools) + 1).product();
        kinds.fold(pairs, |all: usize, pool| all.saturating_mul(pool.models + 1))
    }

    /// Tables of explosions, unless those are more than are multiplied.
    pub(super) fn new(aftermath: &Aftermath) -> Self {
        let fits = Self::cells(aftermath) <= MAX_CELLS;
        Self {
            explosions: Rc::new(if fits { PendingExplosions::of(aftermath) } else { PendingExplosions::default() }),
            ..Self::default()
        }
    }
}

impl Played for Multiplied {
    type Weight = f64;
    const ROLLS: bool = false;

    fn part(&self, from: f64, to: f64) -> f64 {
        to - from
    }

    fn split(&mut self, weight: f64, p: f64) -> [f64; 2] {
        [weight * p, weight * (1.0 - p)]
    }

    fn share(&self, weight: f64) -> f64 {
        weight
    }

    fn spread(
        &mut self,
        (strikes, states): (&mut Strikes, &mut States),
        from: &Weighted<f64>,
        of_both: bool,
    ) -> Option<Weighted<f64>> {
        let weight: f64 = from.iter().map(|(_, p)| p).sum();
        let from: Weighted<f64> = from.iter().map(|(at, p)| (*at, p / weight)).collect();
        strikes.spread(states, (&from, of_both), weight, |tables, begins| spread(tables, begins).ok())
    }

    fn row(
        &mut self,
        (strikes, states): (&mut Strikes, &mut States),
        at: [usize; 2],
        p: f64,
    ) -> Result<Weighted<f64>, Error> {
        let row = strikes.row(states, at)?;
        Ok(row.into_iter().map(|(to, q)| (to, p * q)).collect())
    }

    fn explode(&mut self, _: &Aftermath, dead: Dead<f64>) -> Weighted<f64> {
        self.explosions.explode(dead)
    }

    fn recover(&mut self, all: [&[Recovery]; 2], bodies: [&Body; 2], lost: [usize; 2], p: f64) -> Weighted<f64> {
        let mut back = self.back.borrow_mut();
        let mut pairs = vec![(lost, p)];
        for (side, body) in bodies.into_iter().enumerate() {
            for recovery in all[side] {
                let of_way = |(lost, p): ([usize; 2], f64)| {
                    let chances = back.entry((side, recovery.clone(), lost[side])).or_insert_with(|| {
                        let after = chances_after(recovery, body, lost[side]);
                        after.probabilities().iter().copied().enumerate().filter(|(_, q)| *q > 0.0).collect()
                    });
                    let to =
                        |(now, q): &(usize, f64)| (if side == 0 { [*now, lost[1]] } else { [lost[0], *now] }, p * q);
                    chances.iter().map(to).collect::<Vec<_>>()
                };
                pairs = pairs.into_iter().flat_map(of_way).collect();
            }
        }
        pairs
    }
}

/// Points lost after an explosion, with their chances, by points lost before.
type Suffered = Vec<Vec<(usize, f64)>>;

/// Models that explode: what an explosion of each kind does to both units.
struct Explosive {
    /// What a model of this kind that is still to roll adds to the number of all that are.
    stride: usize,
    suffered: [Suffered; 2],
}

/// Models that have fallen and are still to roll, as one number: those of each kind times its stride, added.
#[derive(Default)]
struct PendingExplosions {
    kinds: Vec<Explosive>,
    /// For each unit, by points lost, the number of all models that have fallen.
    fallen: [Vec<usize>; 2],
    /// For each number of models to roll, the kind of the first.
    first: Vec<usize>,
}

impl PendingExplosions {
    fn of(aftermath: &Aftermath) -> Self {
        let units = &aftermath.volatile;
        let mut all = Self { fallen: [0, 1].map(|side| vec![0; wounds(&units[side]) + 1]), ..Self::default() };
        let mut stride = 1;
        for side in 0..2 {
            let mut from = 0;
            for pool in &units[side] {
                if let Some(points) = &pool.demise {
                    for (lost, fallen) in all.fallen[side].iter_mut().enumerate() {
                        *fallen += (lost.saturating_sub(from) / pool.wounds).min(pool.models) * stride;
                    }
                    let mut mortal = vec![0.0; usize::from(points.plus) + 1];
                    mortal[usize::from(points.plus)] = 1.0;
                    let (mut die, each) = (Vec::new(), 1.0 / points.values.len() as f64);
                    points.values.iter().for_each(|value| add_at(&mut die, usize::from(*value), each));
                    (0..points.dice).for_each(|_| mortal = convolve(&mortal, &die));
                    let suffered = [0, 1].map(|side| suffered(&units[side], &mortal));
                    all.kinds.push(Explosive { stride, suffered });
                    stride *= pool.models + 1;
                }
                from += pool.models * pool.wounds;
            }
        }
        let ends = all.kinds.iter().skip(1).map(|kind| kind.stride).chain([stride]).collect::<Vec<_>>();
        let first = |pending: usize| {
            let is_in = |kind: &Explosive, end: usize| pending % end / kind.stride > 0;
            all.kinds.iter().zip(&ends).position(|(kind, end)| is_in(kind, *end)).unwrap_or(0)
        };
        all.first = (0..stride).map(first).collect();
        all
    }

    /// One model after the other rolls; every unit near suffers a roll of its own, the model's own unit too. Courses that
    /// come to the same losses and the same models still to roll go on together: fewer points lost go first, then more models
    /// to roll.
    fn explode(&self, dead: Dead<f64>) -> Weighted<f64> {
        let fell =
            |side: usize, was: [usize; 2], now: [usize; 2]| self.fallen[side][now[side]] - self.fallen[side][was[side]];
        let pending = |was: [usize; 2], now: [usize; 2]| fell(0, was, now) + fell(1, was, now);
        if dead.iter().all(|(was, now, _)| pending(*was, *now) == 0) {
            return dead.into_iter().map(|(_, now, weight)| (now, weight)).collect();
        }
        let least = [0, 1].map(|side| dead.iter().map(|(_, now, _)| now[side]).min().unwrap_or_default());
        let (ends, mut pairs) = ([0, 1].map(|side| self.fallen[side].len()), Weighted::new());
        let (each, across) = (self.first.len(), ends[1] - least[1]);
        let mut p = vec![0.0; (ends[0] - least[0]) * across * each];
        let at = |lost: [usize; 2]| ((lost[0] - least[0]) * across + lost[1] - least[1]) * each;
        dead.into_iter().for_each(|(was, now, weight)| p[at(now) + pending(was, now)] += weight);
        for lost in (least[0]..ends[0]).flat_map(|mine| (least[1]..ends[1]).map(move |theirs| [mine, theirs])) {
            for pending in (1..each).rev() {
                let weight = p[at(lost) + pending];
                if weight > 0.0 {
                    self.one_rolls(&mut p, lost, pending, (weight, &at));
                }
            }
            let stays = p[at(lost)];
            pairs.extend((stays > 0.0).then_some((lost, stays)));
        }
        pairs
    }

    /// The first model of those that are still to roll does.
    fn one_rolls(
        &self,
        p: &mut [f64],
        lost: [usize; 2],
        pending: usize,
        (weight, at): (f64, &impl Fn([usize; 2]) -> usize),
    ) {
        let kind = &self.kinds[self.first[pending]];
        let left = pending - kind.stride;
        let goes_off = weight / f64::from(EXPLODES_ON);
        #[cfg(test)]
        let goes_off = if planted::in_exact(PlantedError::Explosion) { 0.0 } else { goes_off };
        p[at(lost) + left] += weight - goes_off;
        let [mine, theirs] = [0, 1].map(|side| &self.fallen[side]);
        for (a, q) in &kind.suffered[0][lost[0]] {
            for (b, r) in &kind.suffered[1][lost[1]] {
                let fell = mine[*a] - mine[lost[0]] + theirs[*b] - theirs[lost[1]];
                p[at([*a, *b]) + left + fell] += goes_off * q * r;
            }
        }
    }
}

/// All wounds of a unit.
fn wounds(pools: &[ModelKind]) -> usize {
    pools.iter().map(|pool| pool.models * pool.wounds).sum()
}

/// Points lost after this many mortal wounds, which spill from model to model (W40K-MORTAL).
fn suffered(pools: &[ModelKind], mortal: &[f64]) -> Suffered {
    let all = wounds(pools);
    let sticks: Vec<f64> =
        pools.iter().flat_map(|pool| vec![f64::from(pool.ignored_on - 1) / 6.0; pool.models * pool.wounds]).collect();
    let from = |lost: usize| {
        let (mut now, mut sum) = (vec![0.0; all + 1], vec![0.0; all + 1]);
        now[lost] = 1.0;
        for (n, chance) in mortal.iter().enumerate() {
            if n > 0 {
                for lost in (lost..all).rev() {
                    now[lost + 1] += now[lost] * sticks[lost];
                    now[lost] *= 1.0 - sticks[lost];
                }
            }
            sum.iter_mut().zip(&now).for_each(|(sum, p)| *sum += chance * p);
        }
        sum.into_iter().enumerate().filter(|(_, p)| *p > 0.0).collect()
    };
    (0..=all).map(from).collect()
}
