//! What happens to everybody who uses the die as is best, from the first roll to the last: all results of the attack.

use std::collections::BTreeMap;

use super::objective::{Objective, UseValue};
use super::read::{Adds, Die, DieResult, GroupHit, Hit, STAGES, StageSums, UnitAttack, WeaponTables};
use super::rolls::{each_way, exchanged, plus, sum};
use super::values::{StateValues, Use, after_points, nets, value_after};
use crate::engine::Outcome;
use crate::sequence::{Moment, Program};
use crate::stats::{Moments, Pmf, add_at};

/// The chance of a course of events, and what it has brought so far.
#[derive(Clone, Default)]
struct Mass {
    p: f64,
    /// For each stage, of this weapon and of all so far, the sums of counts and of their squares, each times its chance.
    own: StageSums,
    all: StageSums,
    /// For each total, the chance of every value.
    totals: Vec<Vec<f64>>,
}

/// What one roll brings, apart from all others: its chance, and the sums of counts and of their squares.
#[derive(Clone, Copy, Default)]
struct Carried {
    p: f64,
    counted: StageSums,
}

/// By points lost: once the die is spent, and while it is in hand.
type MassByPoints = Vec<[Mass; 2]>;

/// After a weapon's wound rolls: for each start, by tokens and whether the die is in hand.
type Landed = BTreeMap<(Adds, usize), Carried>;

impl Carried {
    /// The same with something independent of it that comes with chance `p`.
    fn with(&self, p: f64, counted: &StageSums) -> Self {
        Self { p: self.p * p, counted: joined((self.p, &self.counted), (p, counted)) }
    }

    fn add(&mut self, other: &Self) {
        self.p += other.p;
        add(&mut self.counted, &other.counted, 1.0);
    }
}

/// The sums of two independent counts: `counted` of the first are sums times its chance, of the second averages.
fn joined((p, counted): (f64, &StageSums), (q, more): (f64, &StageSums)) -> StageSums {
    std::array::from_fn(|stage| {
        let ([one, two], [more, square]) = (counted[stage], more[stage]);
        [q * (one + p * more), q * (two + 2.0 * one * more + p * square)]
    })
}

fn add(sums: &mut StageSums, more: &StageSums, factor: f64) {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum = [sum[0] + factor * more[0], sum[1] + factor * more[1]];
    }
}

impl Mass {
    /// Adds a share of another, `shift` points further in its totals, each of these stages counted once more.
    fn take(&mut self, other: &Self, share: f64, shift: &[usize], stages: &[usize]) {
        if share == 0.0 || other.p == 0.0 {
            return;
        }
        self.p += share * other.p;
        for (sums, more) in [(&mut self.own, &other.own), (&mut self.all, &other.all)] {
            let mut moved = *more;
            for stage in stages {
                let [one, two] = more[*stage];
                moved[*stage] = [one + other.p, two + 2.0 * one + other.p];
            }
            add(sums, &moved, share);
        }
        self.totals.resize(other.totals.len(), Vec::new());
        for (total, (mine, others)) in self.totals.iter_mut().zip(&other.totals).enumerate() {
            let by = shift.get(total).copied().unwrap_or(0);
            for (value, p) in others.iter().enumerate().filter(|(_, p)| **p > 0.0) {
                add_at(mine, value + by, share * p);
            }
        }
    }

    /// Adds another, followed by a weapon's rolls.
    fn take_rolled(&mut self, other: &Self, carried: &Carried) {
        let rest = carried.counted.map(|[one, two]| [one / carried.p, two / carried.p]);
        let mut next = Self { p: other.p * carried.p, totals: other.totals.clone(), ..Self::default() };
        next.own = carried.counted.map(|[one, two]| [other.p * one, other.p * two]);
        next.all = joined((other.p, &other.all), (carried.p, &rest));
        next.totals.iter_mut().flatten().for_each(|p| *p *= carried.p);
        self.take(&next, 1.0, &[], &[]);
    }
}

/// All results of the attack.
pub(super) fn outcome(program: &Program, attack: &UnitAttack, values: &StateValues<'_>) -> Outcome {
    let mut cells = start(attack);
    let mut moments = Vec::new();
    for index in 0..attack.weapons.len() {
        cells = weapon(attack, values, index, &cells);
        moments.extend(spread(&cells, attack.stages, |mass| &mass.own));
    }
    let all = spread(&cells, attack.stages, |mass| &mass.all);
    let state = cells.iter().map(|both| both[0].p + both[1].p).collect();
    let mut totals = vec![Vec::new(); attack.totals];
    for mass in cells.iter().flatten() {
        for (total, more) in totals.iter_mut().zip(&mass.totals) {
            more.iter().enumerate().for_each(|(value, p)| add_at(total, value, *p));
        }
    }
    Outcome::new(program, None, totals.into_iter().map(Pmf::from_weights).collect(), state, &moments, &all)
}

/// The chance of every number of points lost, with the die spent and in hand.
pub(super) fn ends(attack: &UnitAttack, values: &StateValues<'_>) -> Vec<[f64; 2]> {
    let cells = (0..attack.weapons.len()).fold(start(attack), |cells, index| weapon(attack, values, index, &cells));
    cells.iter().map(|[spent, held]| [spent.p, held.p]).collect()
}

fn start(attack: &UnitAttack) -> MassByPoints {
    let mut cells: MassByPoints = vec![Default::default(); attack.body.wounds() + 1];
    let all = Mass { p: 1.0, totals: vec![vec![1.0]; attack.totals], ..Mass::default() };
    cells[usize::from(attack.body.taken)][1] = all;
    cells
}

fn spread(cells: &MassByPoints, stages: usize, of: impl Fn(&Mass) -> &StageSums) -> Vec<Moments> {
    let sum = |stage: usize, power: usize| cells.iter().flatten().map(|mass| of(mass)[stage][power]).sum::<f64>();
    let moments = |stage| {
        let mean = sum(stage, 0);
        Moments { mean, variance: (sum(stage, 1) - mean * mean).max(0.0) }
    };
    (0..stages).map(moments).collect()
}

/// One weapon's attacks, and its late hits.
fn weapon(attack: &UnitAttack, values: &StateValues<'_>, index: usize, cells: &MassByPoints) -> MassByPoints {
    let tables = &attack.weapons[index];
    let (mut to_come, states) = (BTreeMap::<(usize, usize), MassByPoints>::new(), cells.len());
    let is_renewed = attack.renewed.contains(&index);
    for (lost, both) in cells.iter().enumerate() {
        for (held, mass) in both.iter().enumerate().filter(|(_, mass)| mass.p > 0.0) {
            let held = if is_renewed { 1 } else { held };
            for (([_, hits, late], held), carried) in landed(values, index, lost, held) {
                let here = to_come.entry((late, hits)).or_insert_with(|| vec![Default::default(); states]);
                here[lost][held].take_rolled(mass, &carried);
            }
        }
    }
    let mut end: MassByPoints = vec![Default::default(); states];
    for late in 0..=tables.most[1] {
        let mut now: MassByPoints = vec![Default::default(); states];
        for hits in (0..=tables.most[0]).rev() {
            if let Some(more) = to_come.remove(&(late, hits)) {
                gather(&mut now, &more);
            }
            if hits > 0 {
                now = struck(attack, values, &tables.blow, &now, values.row(index, hits - 1, late));
            }
        }
        for n in (0..late).rev() {
            let Some(hit) = &tables.late else { break };
            now = struck(attack, values, hit, &now, values.row(index, 0, n));
        }
        gather(&mut end, &now);
    }
    end
}

fn gather(cells: &mut MassByPoints, more: &MassByPoints) {
    for (both, others) in cells.iter_mut().flatten().zip(more.iter().flatten()) {
        both.take(others, 1.0, &[], &[]);
    }
}

/// A weapon's rolls for attacks, hits and wounds, from one state.
fn landed(values: &StateValues<'_>, index: usize, lost: usize, held: usize) -> Landed {
    let tables = &values.attack.weapons[index];
    let attacks = |adds: Adds| tables.attacks + adds[0];
    let first = Landed::from([(([0; 3], held), Carried { p: 1.0, ..Carried::default() })]);
    let rolled = rolls(values, &first, &|_| tables.rolls, &tables.roll, Moment::Attacks, &|_, adds| {
        values.after_attacks(index, attacks(adds), lost)
    });
    let fixed = fixed_attacks(tables);
    let rolled: Landed = rolled.into_iter().map(|(key, carried)| (key, carried.with(1.0, &fixed))).collect();
    let hit =
        rolls(values, &rolled, &attacks, &tables.hit, Moment::Hit, &|_, adds| values.after_hits(index, adds, lost));
    rolls(values, &hit, &|adds| adds[0], &tables.wound, Moment::Wound, &|before, more| {
        let adds = plus(before, more);
        values.row(index, adds[1], adds[2])[lost]
    })
}

/// The attacks that are not rolled, as the stages count them.
fn fixed_attacks(tables: &WeaponTables) -> StageSums {
    let n = tables.attacks as f64;
    let mut counted = [[0.0; 2]; STAGES];
    tables.attack_stages.iter().for_each(|stage| counted[*stage] = [n, n * n]);
    counted
}

/// Dice rolled together from every state, one of which may be rolled again. `after` is the worth of the tokens before and
/// of those that they add.
fn rolls(
    values: &StateValues<'_>,
    from: &Landed,
    dice: &dyn Fn(Adds) -> usize,
    die: &Die,
    moment: Moment,
    after: &dyn Fn(Adds, Adds) -> UseValue,
) -> Landed {
    let mut to = Landed::new();
    for ((before, held), carried) in from {
        // What a roll adds stands alone but for wounds, which come to those that hits added.
        let next = |more: Adds| if moment == Moment::Wound { plus(*before, more) } else { more };
        let mut put = |adds: Adds, held: usize, p: f64, counted: &StageSums| {
            to.entry((next(adds), held)).or_default().add(&carried.with(p, counted));
        };
        each_way(dice(*before), die, &mut |shown, p| {
            if p == 0.0 {
                return;
            }
            let tokens = sum(shown, die);
            let here = |adds: Adds| after(*before, adds);
            let used = match *held {
                0 => Use::Keep,
                _ => values.choose((shown, tokens), die, moment, here(tokens)[1], &here).0,
            };
            match used {
                Use::Keep => put(tokens, *held, p, &counted(shown, die, None)),
                Use::Again(kind) => {
                    for new in &die.fresh {
                        let adds = exchanged(tokens, die.shown[kind].adds, new.adds);
                        put(adds, 0, p * new.p, &counted(shown, die, Some((kind, new))));
                    }
                }
            }
        });
    }
    to
}

/// Averages of what dice that show this add to the stages, one exchanged for another.
fn counted(shown: &[usize], die: &Die, exchanged: Option<(usize, &DieResult)>) -> StageSums {
    std::array::from_fn(|stage| {
        let (mut mean, mut variance) = (0.0, 0.0);
        let mut one = |n: f64, result: &DieResult| {
            let [first, second] = result.counted[stage];
            mean += n * first;
            variance += n * (second - first * first);
        };
        for (n, result) in shown.iter().zip(&die.shown) {
            one(*n as f64, result);
        }
        if let Some((kind, new)) = exchanged {
            one(-1.0, &die.shown[kind]);
            one(1.0, new);
        }
        [mean, variance + mean * mean]
    })
}

/// One hit on the target in every state; `next` is the value of what follows, by points lost.
fn struck(
    attack: &UnitAttack,
    values: &StateValues<'_>,
    hit: &Hit,
    cells: &MassByPoints,
    next: &[UseValue],
) -> MassByPoints {
    let mut to: MassByPoints = vec![Default::default(); cells.len()];
    for (lost, both) in cells.iter().enumerate() {
        let (group, after) = (&hit.groups[attack.body.next_group(lost)], value_after(attack, hit, lost, next));
        for (held, mass) in both.iter().enumerate().filter(|(_, mass)| mass.p > 0.0) {
            let mut land = |p: f64, points: usize, held: usize| {
                nets(&attack.body, hit, lost, points, &mut |net, q| {
                    let mut shift = vec![0; attack.totals];
                    hit.net.into_iter().for_each(|total| shift[total] += net);
                    hit.gross.into_iter().for_each(|total| shift[total] += points);
                    to[after_points(attack, hit, lost, net)][held].take(mass, p * q, &shift, &hit.through);
                });
            };
            let saved = unsaved(values, group, next[lost], held, &after, &mut land);
            for (held, p) in saved.into_iter().enumerate() {
                to[lost][held].take(mass, p, &[], &[]);
            }
        }
    }
    to
}

/// Lets a hit land that may be saved and whose points are rolled; the chance that it is saved, with the die spent or in
/// hand.
fn unsaved(
    values: &StateValues<'_>,
    group: &GroupHit,
    saved: UseValue,
    held: usize,
    after: &dyn Fn(usize, usize) -> Objective,
    land: &mut dyn FnMut(f64, usize, usize),
) -> [f64; 2] {
    let mut stopped = [0.0; 2];
    stopped[held] = 1.0 - group.unsaved;
    if held == 1 && values.save_again(group, saved, after) {
        stopped[0] += group.unsaved * (1.0 - group.unsaved);
        group.points.iter().for_each(|rolled| land(group.unsaved * group.unsaved * rolled.p, rolled.points, 0));
        return stopped;
    }
    for rolled in &group.points {
        let p = group.unsaved * rolled.p;
        if held == 1 && values.points_again(group, *rolled, after) {
            group.fresh.iter().for_each(|new| land(p * new.p, new.points, 0));
        } else {
            land(p, rolled.points, held);
        }
    }
    stopped
}
