//! One walk over the steps, for one question.

use smallvec::{SmallVec, smallvec};

use super::super::MAX_CELLS;
use super::push::{horner, weigh, weigh_powers};
use crate::sequence::{Chances, Joint, Law, Program, Settle, Side, Slot, Step, Strike, World};
use crate::stats::{Pmf, convolve};

/// Laws over several slots with more cells than this are not folded further.
const FOLD: usize = 64;

/// A mark for each slot, step or body.
type Marks = SmallVec<[bool; 32]>;

/// Where the tokens of one question go.
pub(super) struct Walk<'p> {
    program: &'p Program<'p>,
    wanted: Marks,
    /// A slot of its own that counts the tokens that are asked for.
    counter: Slot,
    need: Need<'p>,
    /// Slots that a step must see as a number; the tokens of all others are folded into laws.
    seen: Marks,
    laws: Laws,
}

/// What the answer to a question depends on.
struct Need<'p> {
    /// Steps without which the answer would be the same are skipped.
    steps: Marks,
    /// Strikes that change a body whose state matters afterwards, or depend on one; the others are a kind of roll.
    real: Marks,
    world: World<'p>,
}

/// The laws of one token of each slot: of what it becomes where it is rolled, and where it is dropped.
struct Laws {
    all: Vec<Law>,
    /// Places among them, by slot.
    rolled: Places,
    dropped: Places,
}

type Places = SmallVec<[u16; 32]>;

/// What a walk ends with.
pub(super) struct Arrival {
    free: Vec<Joint>,
    pub(super) world: Option<Joint>,
    counter: Slot,
}

impl Arrival {
    /// The distribution of the counted tokens.
    pub(super) fn counted(self) -> Pmf {
        let counter = self.counter;
        let joints = self.free.into_iter().chain(self.world).filter(|joint| joint.axis(counter).is_some());
        let row = joints.map(|joint| joint.into_marginal(counter)).reduce(|row, other| convolve(&row, &other));
        row.map_or_else(|| Pmf::certain(0), Pmf::from_weights)
    }
}

impl<'p> Walk<'p> {
    pub(super) fn new(program: &'p Program<'p>, chances: &[Chances], wanted: &[Slot], bodies: bool) -> Self {
        let slots = program.names.len();
        let mut marks: Marks = smallvec![false; slots];
        wanted.iter().for_each(|slot| marks[usize::from(slot.0)] = true);
        let need = Need::new(program, chances, marks.clone(), bodies);
        let seen = need.seen(program);
        let laws = Laws { all: Vec::new(), rolled: smallvec![0; slots], dropped: smallvec![0; slots] };
        let mut walk = Self { program, wanted: marks, counter: Slot(slots as u16), need, seen, laws };
        walk.find_laws(chances);
        walk
    }

    pub(super) fn world(&self) -> &World<'p> {
        &self.need.world
    }

    /// Folds the rolls, from the last to the first, into the law of one token of each slot.
    fn find_laws(&mut self, chances: &[Chances]) {
        self.laws.all.reserve(self.need.steps.len() + 2);
        self.laws.all.push(Law::nothing());
        self.laws.all.push(Law::tokens(self.counter, 1));
        for slot in 0..self.seen.len() {
            if self.seen[slot] {
                self.laws.dropped[slot] = self.shown(slot);
            } else if self.wanted[slot] {
                self.laws.dropped[slot] = 1;
            }
        }
        let (program, steps) = (self.program, self.need.steps.clone());
        for (index, step) in program.steps.iter().enumerate().rev().filter(|(index, _)| steps[*index]) {
            let becomes = |slot: Slot| self.laws.dropped(slot);
            let (input, law) = match &**step {
                Step::Roll(roll) => (roll.input, roll.law(&chances[index], &becomes)),
                Step::Strike(strike) if !self.need.real[index] => {
                    (strike.input, strike.law(&becomes).expect("models that differ make a strike real"))
                }
                _ => continue,
            };
            self.add_law(usize::from(input.0), law);
        }
    }

    /// Notes what a token of a slot becomes where it is rolled, and what that makes of it where it is dropped.
    fn add_law(&mut self, input: usize, law: Law) {
        let unseen = !self.seen[input];
        if unseen && law.slots.len() > 1 && law.cells() > FOLD {
            self.seen[input] = true;
            self.laws.dropped[input] = self.shown(input);
        }
        self.laws.rolled[input] = self.laws.push(law);
        if !self.seen[input] {
            self.laws.dropped[input] = match self.wanted[input] {
                true => self.laws.push(self.laws.all[1].and(self.laws.rolled(Slot(input as u16)))),
                false => self.laws.rolled[input],
            };
        }
    }

    /// The law of one token of a slot that is seen: itself, and one for the counter if it is asked for.
    fn shown(&mut self, slot: usize) -> u16 {
        let token = Law::tokens(Slot(slot as u16), 1);
        self.laws.push(if self.wanted[slot] { self.laws.all[1].and(&token) } else { token })
    }

    pub(super) fn run(&self, work: &mut f64) -> Option<Arrival> {
        spend(work, 0.0, self.world().cells())?;
        let mut now = self.depart();
        for (index, step) in self.need.steps(self.program) {
            match step {
                Step::Roll(roll) => self.expand(&mut now, roll.input, work)?,
                Step::Strike(strike) if !self.need.real[index] => self.expand(&mut now, strike.input, work)?,
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
        !self.need.steps(self.program).filter(|(index, _)| *index > after).any(|(_, step)| match step {
            Step::Roll(roll) => roll.input == slot,
            Step::Settle(settle) => settle.slots().contains(&slot),
            Step::Strike(strike) => strike.input == slot,
        })
    }

    /// The tokens and bodies before the first step.
    fn depart(&self) -> Arrival {
        let mut free = Vec::with_capacity(4);
        for (slot, tokens) in self.program.start {
            if self.wanted[usize::from(slot.0)] {
                free.push(Joint::fixed(self.counter, usize::from(*tokens)));
            }
            free.push(Joint::fixed(*slot, usize::from(*tokens)));
        }
        let world = (self.world().cells() > 1).then(|| Joint::bodies(self.world().cells(), self.world().start()));
        Arrival { free, world, counter: self.counter }
    }

    /// The tokens of `input` become what their law says.
    fn expand(&self, now: &mut Arrival, input: Slot, work: &mut f64) -> Option<()> {
        let law = self.laws.rolled(input);
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
        let alive = |cell: usize| settle.bodies().iter().all(|body| self.world().stands(cell, *body));
        let lost = |cell: usize| settle.bodies().last().map_or(0, |body| self.world().lost(cell, *body) as u16);
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
            Joint { axes: rest.clone(), cells: blows.cells, p: vec![0.0; slices.len() / blows.axes[axis].len] }
        };
        for slot in &followed {
            world = world.with_room(*slot, most * most_points(strike), MAX_CELLS)?;
        }
        let strides = |slot: Slot| -> Option<usize> {
            let follow = self.followed(slot);
            let stride = |slot: &Slot| world.axis(*slot).map_or(0, |axis| world.stride(axis));
            (!follow.is_empty()).then(|| follow.iter().map(stride).sum())
        };
        let bands = strike.bands(self.world(), &strides);
        let width = bands.len() as f64 + 1.0;
        let riding: usize = if apart { rest.iter().map(|a| a.len).product() } else { 1 };
        spend(work, most as f64 * world.p.len() as f64 * (width + riding as f64), riding * world.p.len())?;
        let low = blows.axes[axis].low;
        now.world = Some(match apart {
            true if rest.is_empty() => weigh(world, &bands, &slices, low),
            true => weigh_powers(&world, &bands, &rest, &slices, low),
            false => horner(world, &bands, &rest, &slices, low),
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

impl<'p> Need<'p> {
    /// Marks the steps that the answer depends on, and the strikes whose effect on a body does, from the last to the
    /// first: a body matters before a step if something at or after it looks at the body's state.
    fn new(program: &'p Program<'p>, chances: &[Chances], wanted: Marks, bodies: bool) -> Self {
        let mut matters: Marks = program.bodies.iter().map(|body| bodies && body.side != Side::Nobody).collect();
        let (mut steps, mut real): (Marks, Marks) = (smallvec![false; chances.len()], smallvec![false; chances.len()]);
        let (mut alive, mut ever) = (wanted, matters.clone());
        for (index, step) in program.steps.iter().enumerate().rev() {
            let is = |slot: &Slot| alive[usize::from(slot.0)];
            match &**step {
                Step::Roll(roll) => {
                    let mut rows = chances[index].iter().map(|(_, row)| *row).chain([&roll.always]).flatten();
                    steps[index] = rows.any(|(slot, _)| is(slot));
                    alive[usize::from(roll.input.0)] |= steps[index];
                }
                Step::Settle(settle) if settle.slots().iter().any(is) => {
                    steps[index] = true;
                    settle.slots().iter().for_each(|slot| alive[usize::from(slot.0)] = true);
                    settle.bodies().iter().for_each(|body| matters[*body] = true);
                }
                Step::Settle(_) => {}
                Step::Strike(strike) => {
                    let hurts = strike.bodies.iter().any(|body| matters[*body]);
                    let counts = outputs(strike).any(|slot| is(&slot));
                    steps[index] = hurts || counts;
                    real[index] = hurts || (counts && strike.only_guard().is_none());
                    alive[usize::from(strike.input.0)] |= steps[index];
                    if real[index] {
                        strike.bodies.iter().for_each(|body| matters[*body] = true);
                    }
                }
            }
            for (ever, now) in ever.iter_mut().zip(&matters) {
                *ever |= now;
            }
        }
        Self { steps, real, world: World::new(program.bodies, &ever) }
    }

    /// The steps that are needed, with their places.
    fn steps(&self, program: &'p Program<'p>) -> impl Iterator<Item = (usize, &'p Step)> {
        program.steps.iter().map(|step| &**step).enumerate().filter(|(index, _)| self.steps[*index])
    }

    /// Slots that a step must see as a number.
    fn seen(&self, program: &'p Program<'p>) -> Marks {
        let mut seen: Marks = smallvec![false; program.names.len()];
        let mut taken = seen.clone();
        for (index, step) in self.steps(program) {
            let mut see = |slot: Slot| seen[usize::from(slot.0)] = true;
            match step {
                Step::Roll(roll) => taken[usize::from(roll.input.0)] = true,
                Step::Settle(settle) => settle.slots().into_iter().for_each(see),
                Step::Strike(strike) => {
                    taken[usize::from(strike.input.0)] = true;
                    if self.real[index] {
                        see(strike.input);
                    }
                }
            }
        }
        for (index, step) in self.steps(program) {
            let Step::Strike(strike) = step else { continue };
            for slot in outputs(strike).map(|slot| usize::from(slot.0)) {
                seen[slot] |= self.real[index] && taken[slot];
            }
        }
        seen
    }
}

impl Laws {
    fn push(&mut self, law: Law) -> u16 {
        self.all.push(law);
        self.all.len() as u16 - 1
    }

    fn rolled(&self, slot: Slot) -> &Law {
        &self.all[usize::from(self.rolled[usize::from(slot.0)])]
    }

    fn dropped(&self, slot: Slot) -> &Law {
        &self.all[usize::from(self.dropped[usize::from(slot.0)])]
    }
}

impl Arrival {
    /// Everything that has one of these slots, merged; with the bodies if they are asked for or hold one of the slots.
    fn take(&mut self, slots: &[Slot], with_world: bool, work: &mut f64) -> Option<Option<Joint>> {
        let has = |joint: &Joint| slots.iter().any(|slot| joint.axis(*slot).is_some());
        let mut taken: Option<Joint> = None;
        let mut add = |part: Joint| {
            taken = Some(match taken.take() {
                None => part,
                Some(joint) => {
                    let cells = joint.p.len() as f64 * part.p.len() as f64;
                    spend(work, cells, cells as usize)?;
                    joint.merge(&part)
                }
            });
            Some(())
        };
        let mut index = 0;
        while index < self.free.len() {
            if has(&self.free[index]) { add(self.free.swap_remove(index))? } else { index += 1 }
        }
        if let Some(world) = self.world.take_if(|world| with_world || has(world)) {
            add(world)?;
        }
        Some(taken)
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

pub(super) fn outputs(strike: &Strike) -> impl Iterator<Item = Slot> {
    [strike.through, strike.gross, strike.net].into_iter().flatten()
}

/// Whether the blows' other slots are also the world's, or become so by this strike.
fn shares(blows: &Joint, world: &Joint, followed: &[Slot]) -> bool {
    blows.axes.iter().any(|axis| world.axis(axis.slot).is_some() || followed.contains(&axis.slot))
}

fn most_points(strike: &Strike) -> usize {
    strike.guards.iter().flatten().map(|guard| guard.amount.max() as usize).max().unwrap_or(0).max(1)
}
