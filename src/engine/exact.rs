//! Distributions through the steps.
//!
//! One walk over the steps answers one question: the state of the bodies, or the number of tokens that ever reached some
//! slots. The walk first asks what matters to the question. Rolls whose tokens nothing looks at before they are dice again
//! are folded into the law of one token; what is left are a few slots that a settle or a strike must see, and the bodies
//! whose state something depends on. Slots stay independent of each other until a step needs them together.

use super::{MAX_CELLS, Outcome};
use crate::sequence::{Band, Joint, Law, Program, Settle, Side, Slot, Step, Strike, World};
use crate::stats::{Moments, Pmf, convolve};

/// Laws over several slots with more cells than this are not folded further.
const FOLD: usize = 64;

/// All results of a program, or `None` if they take more than `work` multiplications.
pub(super) fn solve(program: &Program, work: f64) -> Option<Outcome> {
    let mut solver = Solver { program, work };
    let mut totals = Vec::new();
    for total in &program.totals {
        totals.push(solver.count(&[total.slot])?);
    }
    let state = solver.state(&totals)?;
    let mut moments = Vec::new();
    for stage in program.weapons.iter().flat_map(|weapon| &weapon.stages) {
        moments.push(solver.moments(&stage.slots)?);
    }
    let all = solver.all_moments(&moments)?;
    Some(Outcome::new(program, None, totals, state, &moments, &all))
}

/// The mean of the first total, or `None` if it takes more than `work` multiplications.
pub(super) fn mean_of_first(program: &Program, work: f64) -> Option<f64> {
    let total = program.totals.first()?;
    Some(Solver { program, work }.moments(&[total.slot])?.mean)
}

struct Solver<'p> {
    program: &'p Program,
    work: f64,
}

impl Solver<'_> {
    /// The distribution of the number of tokens that ever reach any of `slots`.
    fn count(&mut self, slots: &[Slot]) -> Option<Pmf> {
        Walk::new(self.program, slots, false).run(&mut self.work)?.counted()
    }

    /// The distribution of all bodies' state.
    fn state(&mut self, totals: &[Pmf]) -> Option<Vec<f64>> {
        if self.program.bodies.is_empty() {
            return Some(vec![1.0]);
        }
        if let Some(pool) = self.pooled() {
            return Some(capped(&totals[pool], &self.program.bodies[0]));
        }
        let walk = Walk::new(self.program, &[], true);
        let state = walk.run(&mut self.work)?.world?.state();
        Some(self.of_somebody(&walk.world, &state))
    }

    /// The state without the bodies that are nobody's.
    fn of_somebody(&self, world: &World, state: &[f64]) -> Vec<f64> {
        let bodies = &self.program.bodies;
        let shown: Vec<usize> = (0..bodies.len()).filter(|body| bodies[*body].side != Side::Nobody).collect();
        let mut out = vec![0.0; shown.iter().map(|body| bodies[*body].wounds() + 1).product()];
        for (cell, p) in state.iter().enumerate() {
            let place = |body: &usize| (bodies[*body].wounds() + 1, world.lost(cell, *body));
            out[shown.iter().rev().map(place).fold(0, |at, (len, lost)| at * len + lost)] += p;
        }
        out
    }

    /// The total that says all about the only body: every strike on it is points, and all are counted there.
    fn pooled(&self) -> Option<usize> {
        let [_] = &self.program.bodies[..] else { return None };
        let mut strikes = self.program.steps.iter().filter_map(|step| match step {
            Step::Strike(strike) => Some(strike),
            _ => None,
        });
        let first = strikes.clone().next()?.net?;
        let counted_elsewhere = self.program.steps.iter().any(|step| match step {
            Step::Roll(roll) => roll.all_rows().flatten().any(|(slot, _)| *slot == first),
            Step::Settle(settle) => settle.slots().contains(&first),
            Step::Strike(_) => false,
        });
        let alike = strikes.all(|strike| strike.is_points() && strike.net == Some(first));
        let index = self.program.totals.iter().position(|total| total.slot == first)?;
        (alike && !counted_elsewhere).then_some(index)
    }

    /// Mean and variance of the number of tokens that ever reach any of `slots`.
    fn moments(&mut self, slots: &[Slot]) -> Option<Moments> {
        if let Some(moments) = token_moments(self.program, slots) {
            return Some(moments);
        }
        let pmf = self.count(slots)?;
        Some(Moments { mean: pmf.mean(), variance: pmf.sd().powi(2) })
    }

    /// The stages over all weapons. Weapons are independent unless models that differ stand before them.
    fn all_moments(&mut self, moments: &[Moments]) -> Option<Vec<Moments>> {
        let weapons = &self.program.weapons;
        let stages = weapons.first().map_or(0, |weapon| weapon.stages.len());
        let mut all = Vec::new();
        for stage in 0..stages {
            let slots: Vec<Slot> = weapons.iter().flat_map(|weapon| weapon.stages[stage].slots.clone()).collect();
            let apart = || moments.iter().skip(stage).step_by(stages).fold(Moments::default(), |sum, m| sum.plus(*m));
            let independent = weapons.len() == 1 || token_moments(self.program, &slots).is_some();
            all.push(if independent { apart() } else { self.moments(&slots)? });
        }
        Some(all)
    }
}

/// Points of a pool on a body: what exceeds it is lost.
fn capped(pool: &Pmf, body: &crate::sequence::Body) -> Vec<f64> {
    let (total, taken) = (body.wounds(), usize::from(body.taken));
    let mut state = vec![0.0; total + 1];
    for (points, p) in pool.probabilities().iter().enumerate().take(total - taken) {
        state[taken + points] = *p;
    }
    state[total] = pool.at_least(total - taken);
    state
}

/// Where the tokens of one question go.
struct Walk<'p> {
    program: &'p Program,
    wanted: Vec<bool>,
    /// A slot of its own that counts the tokens that are asked for.
    counter: Slot,
    /// Steps without which the answer would be the same are skipped.
    needed: Vec<bool>,
    /// Strikes that change a body whose state matters afterwards, or depend on one; the others are a kind of roll.
    real: Vec<bool>,
    world: World,
    /// Slots that a step must see as a number; the tokens of all others are folded into laws.
    seen: Vec<bool>,
    laws: Vec<Law>,
}

/// What a walk ends with.
struct Arrival {
    free: Vec<Joint>,
    world: Option<Joint>,
    counter: Slot,
}

impl Arrival {
    /// The distribution of the counted tokens.
    fn counted(&self) -> Option<Pmf> {
        let joints = self.free.iter().chain(&self.world).filter(|joint| joint.axis(self.counter).is_some());
        let row = joints.fold(vec![1.0], |row, joint| convolve(&row, &joint.marginal(self.counter)));
        Some(Pmf::from_weights(row))
    }
}

impl<'p> Walk<'p> {
    fn new(program: &'p Program, wanted: &[Slot], bodies: bool) -> Self {
        let slots = program.names.len();
        let mut walk = Self {
            program,
            wanted: (0..slots).map(|slot| wanted.contains(&Slot(slot as u16))).collect(),
            counter: Slot(slots as u16),
            needed: vec![false; program.steps.len()],
            real: vec![false; program.steps.len()],
            world: World::new(&program.bodies, &vec![bodies; program.bodies.len()]),
            seen: vec![false; slots],
            laws: vec![Law::nothing(); slots],
        };
        walk.find_needed(bodies);
        walk.find_seen();
        walk.find_laws();
        walk
    }

    /// Marks the steps that the answer depends on, and the strikes whose effect on a body does, from the last to the
    /// first: a body matters before a step if something at or after it looks at the body's state.
    fn find_needed(&mut self, bodies: bool) {
        let mut alive = self.wanted.clone();
        let mut matters: Vec<bool> =
            self.program.bodies.iter().map(|body| bodies && body.side != Side::Nobody).collect();
        let mut ever = matters.clone();
        for (index, step) in self.program.steps.iter().enumerate().rev() {
            let is = |slot: &Slot| alive[usize::from(slot.0)];
            match step {
                Step::Roll(roll) => {
                    self.needed[index] = roll.all_rows().flatten().any(|(slot, _)| is(slot));
                    alive[usize::from(roll.input.0)] |= self.needed[index];
                }
                Step::Settle(settle) if settle.slots().iter().any(is) => {
                    self.needed[index] = true;
                    settle.slots().iter().for_each(|slot| alive[usize::from(slot.0)] = true);
                    settle.bodies().iter().for_each(|body| matters[*body] = true);
                }
                Step::Settle(_) => {}
                Step::Strike(strike) => {
                    let hurts = strike.bodies.iter().any(|body| matters[*body]);
                    let counts = outputs(strike).any(|slot| is(&slot));
                    self.needed[index] = hurts || counts;
                    self.real[index] = hurts || (counts && strike.only_guard().is_none());
                    alive[usize::from(strike.input.0)] |= self.needed[index];
                    if self.real[index] {
                        strike.bodies.iter().for_each(|body| matters[*body] = true);
                    }
                }
            }
            for (ever, now) in ever.iter_mut().zip(&matters) {
                *ever |= now;
            }
        }
        self.world = World::new(&self.program.bodies, &ever);
    }

    fn steps(&self) -> impl Iterator<Item = (usize, &'p Step)> {
        let needed = self.needed.clone();
        self.program.steps.iter().enumerate().filter(move |(index, _)| needed[*index])
    }

    fn find_seen(&mut self) {
        let mut taken = vec![false; self.seen.len()];
        let mut seen = vec![];
        for (index, step) in self.steps() {
            match step {
                Step::Roll(roll) => taken[usize::from(roll.input.0)] = true,
                Step::Settle(settle) => seen.extend(settle.slots()),
                Step::Strike(strike) => {
                    taken[usize::from(strike.input.0)] = true;
                    if self.real[index] {
                        seen.push(strike.input);
                    }
                }
            }
        }
        for (index, step) in self.steps() {
            if let Step::Strike(strike) = step {
                let real = self.real[index];
                seen.extend(outputs(strike).filter(|slot| real && taken[usize::from(slot.0)]));
            }
        }
        for slot in seen {
            self.seen[usize::from(slot.0)] = true;
        }
    }

    /// Folds the rolls, from the last to the first, into the law of one token of each slot.
    fn find_laws(&mut self) {
        let steps: Vec<(usize, &Step)> = self.steps().collect();
        for (index, step) in steps.into_iter().rev() {
            let (input, law) = match step {
                Step::Roll(roll) => (roll.input, roll.law(&|slot| self.becomes(slot))),
                Step::Strike(strike) if !self.real[index] => {
                    let law = strike.law(&|slot| self.becomes(slot));
                    (strike.input, law.expect("models that differ make a strike real"))
                }
                _ => continue,
            };
            let input = usize::from(input.0);
            self.seen[input] |= law.slots.len() > 1 && law.cells() > FOLD;
            self.laws[input] = law;
        }
    }

    /// The law of one token that drops into `slot`.
    fn becomes(&self, slot: Slot) -> Law {
        let index = usize::from(slot.0);
        let ends = if self.seen[index] { Law::tokens(slot, 1) } else { self.laws[index].clone() };
        if self.wanted[index] { Law::tokens(self.counter, 1).and(&ends) } else { ends }
    }

    fn run(&self, work: &mut f64) -> Option<Arrival> {
        spend(work, 0.0, self.world.cells())?;
        let mut now = self.depart();
        for (index, step) in self.steps() {
            match step {
                Step::Roll(roll) => self.expand(&mut now, roll.input, work)?,
                Step::Strike(strike) if !self.real[index] => self.expand(&mut now, strike.input, work)?,
                Step::Strike(strike) => self.strike(&mut now, strike, work)?,
                Step::Settle(settle) => self.settle(&mut now, settle, work)?,
            }
            if let Step::Settle(settle) = step {
                for slot in settle.slots().into_iter().filter(|slot| self.is_done(*slot, index)) {
                    now.forget(slot);
                }
            }
        }
        Some(now)
    }

    /// Whether no needed step after this one looks at a slot.
    fn is_done(&self, slot: Slot, after: usize) -> bool {
        !self.steps().filter(|(index, _)| *index > after).any(|(_, step)| match step {
            Step::Roll(roll) => roll.input == slot,
            Step::Settle(settle) => settle.slots().contains(&slot),
            Step::Strike(strike) => strike.input == slot,
        })
    }

    /// The tokens and bodies before the first step.
    fn depart(&self) -> Arrival {
        let mut free = Vec::new();
        for (slot, tokens) in &self.program.start {
            if self.wanted[usize::from(slot.0)] {
                free.push(Joint::fixed(self.counter, usize::from(*tokens)));
            }
            free.push(Joint::fixed(*slot, usize::from(*tokens)));
        }
        let world = (self.world.cells() > 1).then(|| Joint::bodies(self.world.cells(), self.world.start()));
        Arrival { free, world, counter: self.counter }
    }

    /// The tokens of `input` become what their law says.
    fn expand(&self, now: &mut Arrival, input: Slot, work: &mut f64) -> Option<()> {
        let law = &self.laws[usize::from(input.0)];
        let Some(joint) = now.take(&[input], false, work)? else { return Some(()) };
        spend(work, joint.expand_cost(input, law), joint.p.len())?;
        now.put(joint.expand(input, law, MAX_CELLS)?);
        Some(())
    }

    fn settle(&self, now: &mut Arrival, settle: &Settle, work: &mut f64) -> Option<()> {
        let slots = settle.slots();
        let with_world = !settle.bodies().is_empty();
        let Some(joint) = now.take(&slots, with_world, work)? else { return Some(()) };
        let bounds = |joint: &Joint| -> Vec<u32> {
            slots
                .iter()
                .map(|slot| joint.axis(*slot).map_or(0, |a| joint.axes[a].low + joint.axes[a].len - 1) as u32)
                .collect()
        };
        let most = settle.bounds(&bounds(&joint));
        let out = joint.with_axes(&slots, &most, MAX_CELLS)?;
        spend(work, 8.0 * (joint.p.len() + out.p.len()) as f64, out.p.len())?;
        let alive = |cell: usize| settle.bodies().iter().all(|body| self.world.stands(cell, *body));
        let lost = |cell: usize| settle.bodies().last().map_or(0, |body| self.world.lost(cell, *body) as u16);
        now.put(joint.map_counts(&slots, out, |counts, cell| settle.apply(counts, alive(cell), lost(cell))));
        Some(())
    }

    /// Blows on bodies: each number of blows pushes the state as often as it says.
    fn strike(&self, now: &mut Arrival, strike: &Strike, work: &mut f64) -> Option<()> {
        let followed: Vec<Slot> = outputs(strike).flat_map(|slot| self.followed(slot)).collect();
        let Some(mut blows) = now.take(&[strike.input], false, work)? else { return Some(()) };
        let mut apart = blows.cells == 1;
        if let Some(world) = now.world.take_if(|world| apart && shares(&blows, world, &followed)) {
            spend(work, blows.p.len() as f64 * world.p.len() as f64, blows.p.len() * world.p.len())?;
            (blows, apart) = (blows.merge(&world), false);
        }
        let axis = blows.axis(strike.input).expect("taken for this slot");
        let most = blows.axes[axis].low + blows.axes[axis].len - 1;
        let (rest, slices) = blows.slices(axis);
        let mut world = if apart {
            now.world.take().expect("a real strike has bodies")
        } else {
            Joint { axes: rest.clone(), cells: blows.cells, p: vec![0.0; slices[0].len()] }
        };
        for slot in &followed {
            world = world.with_room(*slot, most * most_points(strike), MAX_CELLS)?;
        }
        let strides = |slot: Slot| -> Option<usize> {
            let follow = self.followed(slot);
            let stride = |slot: &Slot| world.axis(*slot).map_or(0, |axis| world.stride(axis));
            (!follow.is_empty()).then(|| follow.iter().map(stride).sum())
        };
        let bands = strike.bands(&self.world, &strides);
        let width = bands.len() as f64 + 1.0;
        let riding: usize = if apart { rest.iter().map(|a| a.len).product() } else { 1 };
        spend(work, most as f64 * world.p.len() as f64 * (width + riding as f64), riding * world.p.len())?;
        now.world = Some(if apart {
            weigh_powers(&world, &bands, &rest, &slices, blows.axes[axis].low)
        } else {
            horner(world, &bands, &rest, &slices, blows.axes[axis].low)
        });
        Some(())
    }

    /// The axes along which a token that drops into `slot` must be followed.
    fn followed(&self, slot: Slot) -> Vec<Slot> {
        let index = usize::from(slot.0);
        let mut slots = Vec::new();
        if self.seen[index] {
            slots.push(slot);
        }
        if self.wanted[index] {
            slots.push(self.counter);
        }
        slots
    }
}

impl Arrival {
    /// Everything that has one of these slots, merged; with the bodies if they are asked for or hold one of the slots.
    fn take(&mut self, slots: &[Slot], with_world: bool, work: &mut f64) -> Option<Option<Joint>> {
        let has = |joint: &Joint| slots.iter().any(|slot| joint.axis(*slot).is_some());
        let mut parts: Vec<Joint> = Vec::new();
        let mut index = 0;
        while index < self.free.len() {
            if has(&self.free[index]) { parts.push(self.free.swap_remove(index)) } else { index += 1 }
        }
        if with_world || self.world.as_ref().is_some_and(has) {
            parts.extend(self.world.take());
        }
        let mut parts = parts.into_iter();
        let Some(mut joint) = parts.next() else { return Some(None) };
        for part in parts {
            let cells = joint.p.len() as f64 * part.p.len() as f64;
            spend(work, cells, cells as usize)?;
            joint = joint.merge(&part);
        }
        Some(Some(joint))
    }

    /// Adds up over the counts of a slot that nothing looks at any more.
    fn forget(&mut self, slot: Slot) {
        for joint in self.free.iter_mut().chain(&mut self.world) {
            if let Some(axis) = joint.axis(slot) {
                *joint = joint.without(axis);
            }
        }
    }

    fn put(&mut self, joint: Joint) {
        if joint.cells > 1 { self.world = Some(joint) } else { self.free.push(joint) }
    }
}

fn spend(work: &mut f64, cost: f64, cells: usize) -> Option<()> {
    *work -= cost;
    (*work >= 0.0 && cells <= MAX_CELLS).then_some(())
}

fn outputs(strike: &Strike) -> impl Iterator<Item = Slot> {
    [strike.through, strike.gross, strike.net].into_iter().flatten()
}

/// Whether the blows' other slots are also the world's, or become so by this strike.
fn shares(blows: &Joint, world: &Joint, followed: &[Slot]) -> bool {
    blows.axes.iter().any(|axis| world.axis(axis.slot).is_some() || followed.contains(&axis.slot))
}

fn most_points(strike: &Strike) -> usize {
    strike.guards.iter().flatten().map(|guard| guard.amount.max() as usize).max().unwrap_or(0).max(1)
}

/// Σ P(n) · blowⁿ · world, where the number of blows does not depend on the world: powers of the blow, and one sum.
fn weigh_powers(
    world: &Joint,
    bands: &[Band],
    rest: &[crate::sequence::Axis],
    slices: &[Vec<f64>],
    low: usize,
) -> Joint {
    let size = world.p.len();
    let riding = slices[0].len();
    let mut out = vec![0.0; riding * size];
    let mut now = world.p.clone();
    let mut next = vec![0.0; size];
    for n in 0..low + slices.len() {
        if n > 0 {
            push(&now, &mut next, bands, world.cells);
            std::mem::swap(&mut now, &mut next);
        }
        if n < low {
            continue;
        }
        for (weight, block) in slices[n - low].iter().zip(out.chunks_exact_mut(size)) {
            if *weight > 0.0 {
                for (cell, p) in block.iter_mut().zip(&now) {
                    *cell += weight * p;
                }
            }
        }
    }
    let mut axes = rest.to_vec();
    axes.extend_from_slice(&world.axes);
    Joint { axes, cells: world.cells, p: out }.trim()
}

/// The same where the number of blows and the world are joined: Horner's rule over the number, the rest riding along.
fn horner(world: Joint, bands: &[Band], rest: &[crate::sequence::Axis], slices: &[Vec<f64>], low: usize) -> Joint {
    let mut now = vec![0.0; world.p.len()];
    let mut next = now.clone();
    let plain = Joint { axes: rest.to_vec(), cells: world.cells, p: Vec::new() };
    for n in (0..low + slices.len()).rev() {
        if n + 1 < low + slices.len() {
            push(&now, &mut next, bands, world.cells);
            std::mem::swap(&mut now, &mut next);
        }
        if n >= low {
            let slice = Joint { p: slices[n - low].clone(), ..plain.clone() };
            world.add_into(&slice, &mut now);
        }
    }
    Joint { p: now, ..world }.trim()
}

/// One blow on every row of cells.
fn push(now: &[f64], next: &mut [f64], bands: &[Band], cells: usize) {
    next.fill(0.0);
    for band in bands {
        for base in (0..now.len()).step_by(cells) {
            let from = base + band.from;
            let old = &now[from..from + band.weights.len()];
            let Some(target) = next.get_mut(from + band.offset..from + band.offset + old.len()) else { break };
            for ((cell, p), weight) in target.iter_mut().zip(old).zip(&band.weights) {
                *cell += weight * p;
            }
        }
    }
}

/// Mean and variance of the tokens that reach `slots`, token by token; `None` if a settle or models that differ stand
/// before one of them.
///
/// Variances of independent tokens add up, and a die adds the spread of its rows' means: no distribution is needed.
fn token_moments(program: &Program, slots: &[Slot]) -> Option<Moments> {
    let mut known = vec![Moments::default(); program.names.len()];
    let mut reaches = vec![false; program.names.len()];
    for slot in slots {
        reaches[usize::from(slot.0)] = true;
        known[usize::from(slot.0)] = Moments::certain(1.0);
    }
    let here = |slot: Slot| f64::from(u8::from(slots.contains(&slot)));
    for step in program.steps.iter().rev() {
        match step {
            Step::Roll(roll) => {
                let input = usize::from(roll.input.0);
                if roll.all_rows().flatten().any(|(slot, _)| reaches[usize::from(slot.0)]) {
                    reaches[input] = true;
                    let mut moments = roll.moments(&|slot| known[usize::from(slot.0)]);
                    moments.mean += here(roll.input);
                    known[input] = moments;
                }
            }
            Step::Settle(settle) => {
                if settle.slots().iter().any(|slot| reaches[usize::from(slot.0)]) {
                    return None;
                }
            }
            Step::Strike(strike) => {
                if outputs(strike).any(|slot| reaches[usize::from(slot.0)]) {
                    let input = usize::from(strike.input.0);
                    reaches[input] = true;
                    let mut moments = strike.moments(&|slot| known[usize::from(slot.0)])?;
                    moments.mean += here(strike.input);
                    known[input] = moments;
                }
            }
        }
    }
    let start = program.start.iter();
    Some(start.fold(Moments::default(), |sum, (slot, n)| sum.plus(known[usize::from(slot.0)].times(f64::from(*n)))))
}
