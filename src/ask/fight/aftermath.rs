//! What happens to both units between attacks: models that explode as they die, and points that are got back.

use std::collections::BTreeMap;

use super::strikes::{States, Units};
use crate::ask::results::{points_of, recovered};
use crate::dice::{Draw, Faces};
use crate::games::{Game, Phase, Recovery, warhammer_40k, warhammer_40k_11e};
use crate::profile::Diagnostics;
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

/// Points that both have lost, and models of each that have died and not rolled yet.
type Chain = ([usize; 2], [Vec<Pmf>; 2]);

/// Pairs of states, each with its chance.
pub(super) type Ways = Vec<([usize; 2], f64)>;

impl Aftermath {
    /// What the profiles and the situation bring. Deadly Demise counts in melee, where both units stand within 6", and
    /// for units without attached leaders.
    pub(super) fn of(game: &Game, units: &Units) -> Self {
        let of_target = |side: usize| units.attacks[1 - side].as_ref().ok();
        let recoveries = [0, 1].map(|side| of_target(side).map_or_else(Vec::new, |it| it.engaged.recoveries.clone()));
        let shapes = units.shapes();
        let whole = shapes.iter().all(|shape| shape.bodies.len() == 1);
        let melee = game.id.starts_with("warhammer-40k") && units.phase == Phase::Combat;
        let pools =
            [0, 1].map(|side| if melee && whole { pools(units, side, &shapes[side].bodies[0]) } else { Vec::new() });
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
        let lost = |at: [usize; 2]| [0, 1].map(|side| states.wounds(side, at[side]));
        let (was, now) = (lost(before), lost(after));
        let dying = [0, 1].map(|side| self.dying(side, was[side], now[side]));
        if dying.iter().all(Vec::is_empty) {
            return vec![(after, 1.0)];
        }
        let mut done: BTreeMap<[usize; 2], f64> = BTreeMap::new();
        self.explode((now, dying), 1.0, &mut done);
        done.into_iter().map(|(lost, p)| ([0, 1].map(|side| states.place(side, vec![lost[side] as u16])), p)).collect()
    }

    /// The mortal wounds of each model that explodes as it dies, once a unit has lost so many points.
    fn dying(&self, side: usize, was: usize, now: usize) -> Vec<Pmf> {
        let (mut from, mut dying) = (0, Vec::new());
        for pool in &self.volatile[side] {
            let slain = |lost: usize| (lost.saturating_sub(from) / pool.wounds).min(pool.models);
            let fell = slain(now).saturating_sub(slain(was));
            dying.extend(pool.demise.iter().flat_map(|demise| std::iter::repeat_n(demise.clone(), fell)));
            from += pool.models * pool.wounds;
        }
        dying
    }

    /// One model after the other rolls; every unit near suffers a roll of its own, the model's own unit too.
    fn explode(&self, (lost, mut dying): Chain, p: f64, done: &mut BTreeMap<[usize; 2], f64>) {
        let Some(mortal) = dying.iter_mut().find_map(Vec::pop) else {
            *done.entry(lost).or_insert(0.0) += p;
            return;
        };
        self.explode((lost, dying.clone()), p * (1.0 - GOES_OFF), done);
        let suffered = [0, 1].map(|side| self.suffers(side, lost[side], &mortal));
        for (a, q) in &suffered[0] {
            for (b, r) in &suffered[1] {
                let now = [*a, *b];
                let mut dying = dying.clone();
                for side in 0..2 {
                    dying[side].extend(self.dying(side, lost[side], now[side]));
                }
                self.explode((now, dying), p * GOES_OFF * q * r, done);
            }
        }
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
fn pools(units: &Units, side: usize, body: &Body) -> Vec<Pool> {
    let read = if units.game.id == "warhammer-40k" { warhammer_40k::read } else { warhammer_40k_11e::read };
    let unit = units.document(side).and_then(|unit| read(unit, &Diagnostics::default()));
    let known = unit.map(|unit| unit.groups).unwrap_or_default();
    let pool = |group: &ModelGroup| {
        let own = known.iter().find(|own| own.name == group.name && own.wounds == group.wounds);
        let ignore_on = own.and_then(|own| own.feel_no_pain.into_iter().chain(own.feel_no_pain_mortal).min());
        Pool {
            models: usize::from(group.models),
            wounds: usize::from(group.wounds),
            sticks: f64::from(ignore_on.unwrap_or(7).clamp(1, 7) - 1) / 6.0,
            demise: own.and_then(|own| own.deadly_demise).map(|amount| points_of(&Draw::of(amount, Faces::NONE))),
        }
    };
    body.groups.iter().map(pool).collect()
}
