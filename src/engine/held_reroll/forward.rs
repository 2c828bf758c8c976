//! What happens to everybody who uses the die as is best, from the first roll to the last: all results of the attack.

use std::collections::BTreeMap;

use smallvec::SmallVec;

use super::landings::HitLandings;
use super::objective::{Objective, UseValue};
use super::read::{Adds, Die, DieResult, GroupHit, Hit, STAGES, StageSums, UnitAttack, WeaponTables};
use super::rolls::{DiceFall, DiceFalls, add, exchanged, joined, plus};
use super::values::{StateValues, Use, choose};
use crate::engine::Outcome;
use crate::sequence::Program;
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

/// What is known of a course of events.
trait EventChance: Clone + Default {
    /// Its chance.
    fn p(&self) -> f64;

    /// Adds a share of another, `shift` points further in its totals, each of these stages counted once more.
    fn take(&mut self, other: &Self, share: f64, shift: &[usize], stages: &[usize]);

    /// Adds another, followed by a weapon's rolls.
    fn take_rolled(&mut self, other: &Self, carried: &Carried);
}

/// By points lost: once the die is spent, and while it is in hand.
type ByPoints<C> = Vec<[C; 2]>;

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

/// Its chance alone.
impl EventChance for f64 {
    fn p(&self) -> f64 {
        *self
    }

    fn take(&mut self, other: &Self, share: f64, _: &[usize], _: &[usize]) {
        *self += share * other;
    }

    fn take_rolled(&mut self, other: &Self, carried: &Carried) {
        *self += other * carried.p;
    }
}

impl EventChance for Mass {
    fn p(&self) -> f64 {
        self.p
    }

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
    let mut cells = start(attack, Mass { p: 1.0, totals: vec![vec![1.0]; attack.totals], ..Mass::default() });
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
    (0..attack.weapons.len()).fold(start(attack, 1.0), |cells, index| weapon(attack, values, index, &cells))
}

fn start<C: EventChance>(attack: &UnitAttack, all: C) -> ByPoints<C> {
    let mut cells: ByPoints<C> = vec![Default::default(); attack.body.wounds() + 1];
    cells[usize::from(attack.body.taken)][1] = all;
    cells
}

fn spread(cells: &ByPoints<Mass>, stages: usize, of: impl Fn(&Mass) -> &StageSums) -> Vec<Moments> {
    let sum = |stage: usize, power: usize| cells.iter().flatten().map(|mass| of(mass)[stage][power]).sum::<f64>();
    let moments = |stage| {
        let mean = sum(stage, 0);
        Moments { mean, variance: (sum(stage, 1) - mean * mean).max(0.0) }
    };
    (0..stages).map(moments).collect()
}

/// One weapon's attacks, and its late hits.
fn weapon<C: EventChance>(
    attack: &UnitAttack,
    values: &StateValues<'_>,
    index: usize,
    cells: &ByPoints<C>,
) -> ByPoints<C> {
    let (tables, landings) = (&attack.weapons[index], &values.ways[index].landings);
    let (mut to_come, states) = (BTreeMap::<(usize, usize), ByPoints<C>>::new(), cells.len());
    let is_renewed = attack.renewed.contains(&index);
    for (lost, both) in cells.iter().enumerate() {
        for (held, mass) in both.iter().enumerate().filter(|(_, mass)| mass.p() > 0.0) {
            let held = if is_renewed { 1 } else { held };
            for (([_, hits, late], held), carried) in landed(values, index, lost, held) {
                let here = to_come.entry((late, hits)).or_insert_with(|| vec![Default::default(); states]);
                here[lost][held].take_rolled(mass, &carried);
            }
        }
    }
    let mut end: ByPoints<C> = vec![Default::default(); states];
    for late in 0..=tables.most[1] {
        let mut now: ByPoints<C> = vec![Default::default(); states];
        for hits in (0..=tables.most[0]).rev() {
            if let Some(more) = to_come.remove(&(late, hits)) {
                gather(&mut now, &more);
            }
            if hits > 0 {
                now = struck(attack, values, (&tables.blow, &landings[0]), &now, values.row(index, hits - 1, late));
            }
        }
        for n in (0..late).rev() {
            let Some(hit) = &tables.late else { break };
            now = struck(attack, values, (hit, &landings[1]), &now, values.row(index, 0, n));
        }
        gather(&mut end, &now);
    }
    end
}

fn gather<C: EventChance>(cells: &mut ByPoints<C>, more: &ByPoints<C>) {
    for (both, others) in cells.iter_mut().flatten().zip(more.iter().flatten()) {
        both.take(others, 1.0, &[], &[]);
    }
}

/// A weapon's rolls for attacks, hits and wounds, from one state.
fn landed(values: &StateValues<'_>, index: usize, lost: usize, held: usize) -> Landed {
    let tables = &values.attack.weapons[index];
    let attacks = |adds: Adds| tables.attacks + adds[0];
    let (first, ways) =
        (Landed::from([(([0; 3], held), Carried { p: 1.0, ..Carried::default() })]), &values.ways[index]);
    let rolled = rolls(&first, (&tables.roll, &|_| &ways.rolls), false, &|_, adds| {
        values.after_attacks(index, attacks(adds), lost)
    });
    let fixed = fixed_attacks(tables);
    let rolled: Landed = rolled.into_iter().map(|(key, carried)| (key, carried.with(1.0, &fixed))).collect();
    let hit = rolls(&rolled, (&tables.hit, &|adds| &ways.hits[attacks(adds)]), false, &|_, adds| {
        values.after_hits(index, adds, lost)
    });
    rolls(&hit, (&tables.wound, &|adds| &ways.wounds[adds[0]]), true, &|before, more| {
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
/// of those that they add; what wound rolls add comes to what hits added.
fn rolls<'w>(
    from: &Landed,
    (die, falls): (&Die, &dyn Fn(Adds) -> &'w DiceFalls),
    is_wound: bool,
    after: &dyn Fn(Adds, Adds) -> UseValue,
) -> Landed {
    let mut to = Landed::new();
    for ((before, held), carried) in from {
        let next = |more: Adds| if is_wound { plus(*before, more) } else { more };
        let mut put = |adds: Adds, held: usize, p: f64, counted: &StageSums| {
            to.entry((next(adds), held)).or_default().add(&carried.with(p, counted));
        };
        let falls = falls(*before);
        for (place, DiceFall { p, adds, shows }) in falls.all.iter().enumerate().filter(|(_, fall)| fall.p > 0.0) {
            // Averages of what dice that fall so add to the stages.
            let counted =
                falls.counted.get(place).map_or([[0.0; 2]; STAGES], |sums| sums.map(|sum| sum.map(|n| n / p)));
            let here = |adds: Adds| after(*before, adds);
            let used = match held {
                0 => Use::Keep,
                _ => choose((*shows, *adds), die, here(*adds)[1], &here).0,
            };
            match used {
                Use::Keep => put(*adds, *held, *p, &counted),
                Use::Again(kind) => {
                    let old = &die.shown[kind];
                    for new in &die.fresh {
                        put(exchanged(*adds, old.adds, new.adds), 0, p * new.p, &recounted(&counted, old, new));
                    }
                }
            }
        }
    }
    to
}

/// Averages of what is counted once one result is exchanged for another, whose counts depend on nothing else.
fn recounted(counted: &StageSums, old: &DieResult, new: &DieResult) -> StageSums {
    std::array::from_fn(|stage| {
        let ([mean, square], [[one, one_square], [other, other_square]]) =
            (counted[stage], [old, new].map(|die| die.counted[stage]));
        // Without the old result, then with the new one.
        let rest = mean - one;
        let rest_square = square - one_square - 2.0 * one * rest;
        [rest + other, rest_square + 2.0 * rest * other + other_square]
    })
}

/// One hit on the target in every state; `next` is the value of what follows, by points lost.
fn struck<C: EventChance>(
    attack: &UnitAttack,
    values: &StateValues<'_>,
    (hit, landings): (&Hit, &HitLandings),
    cells: &ByPoints<C>,
    next: &[UseValue],
) -> ByPoints<C> {
    let mut shift: SmallVec<[usize; 4]> = SmallVec::from_elem(0, attack.totals);
    let mut to: ByPoints<C> = vec![Default::default(); cells.len()];
    for (lost, both) in cells.iter().enumerate() {
        let (group, after) = (&hit.groups[attack.body.next_group(lost)], landings.value(lost, next));
        for (held, mass) in both.iter().enumerate().filter(|(_, mass)| mass.p() > 0.0) {
            let mut land = |p: f64, points: usize, held: usize| {
                for (net, after, q) in landings.from(lost, points) {
                    shift.fill(0);
                    hit.net.into_iter().for_each(|total| shift[total] += net);
                    hit.gross.into_iter().for_each(|total| shift[total] += points);
                    to[*after][held].take(mass, p * q, &shift, &hit.through);
                }
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
