//! What happens to everybody who uses the die as is best, from the first roll to the last: all results of the attack.

use std::collections::BTreeMap;

use smallvec::SmallVec;

use super::landings::HitLandings;
use super::objective::{Objective, UseValue};
use super::read::{Adds, Die, DieResult, GroupHit, Hit, STAGES, StageSums, UnitAttack, WeaponTables};
use super::rolls::{DiceFall, DiceFalls, add, exchanged, joined};
use super::together::RollValue;
use super::values::StateValues;
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

/// What is known of a course of events, or of a weapon's rolls apart from all else.
trait EventChance: Clone + Default {
    /// What is certain.
    fn certain() -> Self;

    /// Its chance.
    fn p(&self) -> f64;

    /// Adds a share of another, `shift` points further in its totals, each of these stages counted once more.
    fn take(&mut self, other: &Self, share: f64, shift: &[usize], stages: &[usize]);

    /// Adds another with something independent of it that comes with chance `p` and counts so much.
    fn add_with(&mut self, other: &Self, p: f64, counted: impl FnOnce() -> StageSums);

    /// Adds another, followed by a weapon's rolls.
    fn take_rolled(&mut self, other: &Self, rolled: &Self);
}

/// By points lost: once the die is spent, and while it is in hand.
type ByPoints<C> = Vec<[C; 2]>;

/// The states of the target by late hits and hits to come.
type HitsToCome<C> = BTreeMap<(usize, usize), ByPoints<C>>;

/// The same by the place of what dice add.
type Landed<C> = Vec<[C; 2]>;

/// Its chance alone.
impl EventChance for f64 {
    fn certain() -> Self {
        1.0
    }

    fn p(&self) -> f64 {
        *self
    }

    fn take(&mut self, other: &Self, share: f64, _: &[usize], _: &[usize]) {
        *self += share * other;
    }

    fn add_with(&mut self, other: &Self, p: f64, _: impl FnOnce() -> StageSums) {
        *self += other * p;
    }

    fn take_rolled(&mut self, other: &Self, rolled: &Self) {
        *self += other * rolled;
    }
}

impl EventChance for Mass {
    fn certain() -> Self {
        Self { p: 1.0, ..Self::default() }
    }

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

    fn add_with(&mut self, other: &Self, p: f64, counted: impl FnOnce() -> StageSums) {
        self.p += other.p * p;
        add(&mut self.own, &joined((other.p, &other.own), (p, &counted())), 1.0);
    }

    fn take_rolled(&mut self, other: &Self, rolled: &Self) {
        let rest = rolled.own.map(|[one, two]| [one / rolled.p, two / rolled.p]);
        let mut next = Self { p: other.p * rolled.p, totals: other.totals.clone(), ..Self::default() };
        next.own = rolled.own.map(|[one, two]| [other.p * one, other.p * two]);
        next.all = joined((other.p, &other.all), (rolled.p, &rest));
        next.totals.iter_mut().flatten().for_each(|p| *p *= rolled.p);
        self.take(&next, 1.0, &[], &[]);
    }
}

/// All results of the attack.
pub(super) fn outcome(program: &Program, attack: &UnitAttack, values: &StateValues<'_>) -> Outcome {
    let all = Mass { totals: vec![vec![1.0]; attack.totals], ..Mass::certain() };
    let mut cells = start(attack, usize::from(attack.body.taken), all);
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

/// The chance of every number of points lost, with the die spent and in hand, from a number of points lost.
pub(super) fn ends(attack: &UnitAttack, values: &StateValues<'_>, taken: usize) -> Vec<[f64; 2]> {
    (0..attack.weapons.len()).fold(start(attack, taken, 1.0), |cells, index| weapon(attack, values, index, &cells))
}

fn start<C: EventChance>(attack: &UnitAttack, taken: usize, all: C) -> ByPoints<C> {
    let mut cells: ByPoints<C> = vec![Default::default(); attack.body.wounds() + 1];
    cells[taken][1] = all;
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
    let (mut to_come, states) = (HitsToCome::<C>::new(), cells.len());
    let is_renewed = attack.renewed.contains(&index);
    for (lost, held, mass) in present(cells) {
        let held = if is_renewed { 1 } else { held };
        for (place, both) in landed::<C>(values, index, lost, held).iter().enumerate() {
            let key = (place % values.ways[index].width, place / values.ways[index].width);
            for (held, rolled) in both.iter().enumerate().filter(|(_, rolled)| rolled.p() > 0.0) {
                let here = to_come.entry(key).or_insert_with(|| vec![Default::default(); states]);
                here[lost][held].take_rolled(mass, rolled);
            }
        }
    }
    if tables.unsaved_first.is_some() {
        to_come = after_saves(values, index, &to_come);
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

/// Late hits and hits to come, by points lost, once all saves of a weapon are rolled.
fn after_saves<C: EventChance>(values: &StateValues<'_>, index: usize, to_come: &HitsToCome<C>) -> HitsToCome<C> {
    let unsaved = values.attack.weapons[index].unsaved_first.unwrap_or(1.0);
    let mut saved = HitsToCome::<C>::new();
    for ((late, hits), cells) in to_come {
        let mut take = |failed: usize, (lost, held): (usize, usize), mass: &C, p: f64| {
            let here = saved.entry((*late, failed)).or_insert_with(|| vec![Default::default(); cells.len()]);
            here[lost][held].take(mass, p, &[], &[]);
        };
        let ways = &values.ways[index].unsaved[*hits];
        for ((lost, held, mass), (failed, p)) in
            present(cells).flat_map(|cell| ways.iter().enumerate().map(move |way| (cell, way)))
        {
            if held == 1 && values.failed_save_again(index, (failed, *late), lost).is_some() {
                take(failed, (lost, 0), mass, p * unsaved);
                take(failed - 1, (lost, 0), mass, p * (1.0 - unsaved));
            } else {
                take(failed, (lost, held), mass, *p);
            }
        }
    }
    saved
}

/// The cells that may come about: points lost, whether the die is in hand, and what is known of them.
fn present<C: EventChance>(cells: &ByPoints<C>) -> impl Iterator<Item = (usize, usize, &C)> {
    let all = cells
        .iter()
        .enumerate()
        .flat_map(|(lost, both)| both.iter().enumerate().map(move |(held, mass)| (lost, held, mass)));
    all.filter(|(.., mass)| mass.p() > 0.0)
}

fn gather<C: EventChance>(cells: &mut ByPoints<C>, more: &ByPoints<C>) {
    for (both, others) in cells.iter_mut().flatten().zip(more.iter().flatten()) {
        both.take(others, 1.0, &[], &[]);
    }
}

/// A weapon's rolls for attacks, hits and wounds, from one state: by hits and late hits to come.
fn landed<C: EventChance>(values: &StateValues<'_>, index: usize, lost: usize, held: usize) -> Landed<C> {
    let (tables, ways) = (&values.attack.weapons[index], &values.ways[index]);
    let [attacks, hits, wounds] = values.rolls(index, lost);
    let mut first: [C; 2] = Default::default();
    first[held] = C::certain();
    let rolled = rolls(&[first], (&tables.roll, attacks), |_| &ways.rolls, |_, adds| tables.attacks + adds[0]);
    let fixed = |rolled: C| {
        let mut with = C::default();
        with.add_with(&rolled, 1.0, || fixed_attacks(tables));
        with
    };
    let rolled: Landed<C> = rolled.into_iter().map(|both| both.map(fixed)).collect();
    let added_at = |_, adds: Adds| ways.added_at(adds).expect("it was listed");
    let hit = rolls(&rolled, (&tables.hit, hits), |attacks| &ways.hits[attacks], added_at);
    let landed_at = |place: usize, adds: Adds| {
        let [_, hits, late] = ways.added[place];
        (hits + adds[1]) * ways.width + late + adds[2]
    };
    rolls(&hit, (&tables.wound, wounds), |place| &ways.wounds[ways.added[place][0]], landed_at)
}

/// The attacks that are not rolled, as the stages count them.
fn fixed_attacks(tables: &WeaponTables) -> StageSums {
    let n = tables.attacks as f64;
    let mut counted = [[0.0; 2]; STAGES];
    tables.attack_stages.iter().for_each(|stage| counted[*stage] = [n, n * n]);
    counted
}

/// Dice rolled together from every place of what dice before have added, one of which may be rolled again. `falls` are those
/// from a place, and `at` the place of what they add there.
fn rolls<'w, C: EventChance>(
    from: &[[C; 2]],
    (die, value): (&Die, &RollValue),
    falls: impl Fn(usize) -> &'w DiceFalls,
    at: impl Fn(usize, Adds) -> usize,
) -> Landed<C> {
    let mut to: Landed<C> = vec![Default::default(); value.after.len()];
    for (place, both) in from.iter().enumerate() {
        for (held, before) in both.iter().enumerate().filter(|(_, before)| before.p() > 0.0) {
            let falls = falls(place);
            for (fall, DiceFall { p, adds, shows }) in falls.all.iter().enumerate().filter(|(_, fall)| fall.p > 0.0) {
                // Averages of what dice that fall so add to the stages.
                let counted =
                    || falls.counted.get(fall).map_or([[0.0; 2]; STAGES], |sums| sums.map(|sum| sum.map(|n| n / p)));
                let here = at(place, *adds);
                match if held == 0 { None } else { value.best(*shows, here).0 } {
                    None => to[here][held].add_with(before, *p, counted),
                    Some(kind) => {
                        let old = &die.shown[kind];
                        for new in &die.fresh {
                            let again = &mut to[at(place, exchanged(*adds, old.adds, new.adds))][0];
                            again.add_with(before, p * new.p, || recounted(&counted(), old, new));
                        }
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
    for (lost, held, mass) in present(cells) {
        let (group, after) = (&hit.groups[attack.body.next_group(lost)], landings.value(lost, next));
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
