//! One walk over the steps, for one question.

use smallvec::SmallVec;

use super::super::MAX_CELLS;
use super::body_states::BodyStates;
use super::joint::Joint;
use super::push::{horner, weigh, weigh_powers};
use super::token_pmf::{TokenPmf, TokenPmfs};
use super::{roll, settle, strike};
use crate::sequence::{Program, Roll, Settle, Side, Slot, Step, Strike};
use crate::stats::{Pmf, convolve, zeros};

/// TokenPmfs over several slots with more cells than this are not folded further.
const FOLD: usize = 64;

/// Where the tokens of one question go.
pub(super) struct Walk<'p> {
    program: &'p Program<'p>,
    /// A slot of its own that counts the tokens that are asked for.
    counter: Slot,
    need: Need<'p>,
    pmfs: TokenPmfs,
    /// For each slot, the pmf of one token: of what it becomes where it is rolled, and where it is dropped.
    rolled: SmallVec<[TokenPmf; 32]>,
    dropped: SmallVec<[TokenPmf; 32]>,
}

/// What the answer to a question depends on.
struct Need<'p> {
    slots: SmallVec<[Looked; 32]>,
    steps: SmallVec<[Needed; 16]>,
    world: BodyStates<'p>,
}

/// Who looks at a slot.
#[derive(Clone, Copy, Default)]
struct Looked {
    /// Its tokens are asked for.
    wanted: bool,
    /// A step that is needed takes its tokens.
    taken: bool,
    /// A step must see it as a number; the tokens of all others are folded into pmfs.
    seen: bool,
}

/// How a step matters to the answer.
#[derive(Clone, Copy, PartialEq)]
enum Needed {
    /// The answer would be the same without it.
    Not,
    /// It is a roll, or like one: a strike whose effect on the bodies does not matter.
    AsRoll,
    /// A settle, or a strike that changes a body whose state matters afterwards, or depends on one.
    Whole,
}

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
    /// Nothing is asked yet.
    pub(super) fn new(program: &'p Program<'p>) -> Self {
        let slots = program.slots();
        let [rolled, dropped] = [(); 2].map(|()| SmallVec::from_elem(TokenPmf::NOTHING, slots));
        let need = Need::nothing(program);
        Self { program, counter: Slot(slots as u16), need, pmfs: TokenPmfs::new(), rolled, dropped }
    }

    /// Goes for the number of tokens that ever reach one of the slots that are `wanted`, and for the state of the bodies
    /// if it is asked for.
    pub(super) fn ask(&mut self, wanted: &[Slot], bodies: bool) {
        self.need.mark(self.program, wanted, bodies);
        self.pmfs.clear();
        self.dropped.fill(TokenPmf::NOTHING);
        self.find_pmfs();
    }

    pub(super) fn world(&self) -> &BodyStates<'p> {
        &self.need.world
    }

    /// Folds the rolls, from the last to the first, into the pmf of one token of each slot.
    fn find_pmfs(&mut self) {
        let counted = self.pmfs.tokens(self.counter, 1);
        for slot in 0..self.dropped.len() {
            let Looked { wanted, seen, .. } = self.need.slots[slot];
            if seen {
                self.dropped[slot] = self.shown(slot, counted);
            } else if wanted {
                self.dropped[slot] = counted;
            }
        }
        let program = self.program;
        for (index, step) in program.steps.iter().enumerate().rev() {
            if self.need.steps[index] != Needed::AsRoll {
                continue;
            }
            let (input, pmf) = match &**step {
                Step::Roll(roll) => {
                    (roll.input, roll::pmf(roll, program.face_rows(index), &mut self.pmfs, &self.dropped))
                }
                Step::Strike(strike) => {
                    let pmf = strike::pmf(strike, &mut self.pmfs, &self.dropped);
                    (strike.input, pmf.expect("models that differ make a strike whole"))
                }
                Step::Settle(_) => continue,
            };
            self.note_pmf(usize::from(input.0), pmf, counted);
        }
    }

    /// Notes what a token of a slot becomes where it is rolled, and what that makes of it where it is dropped.
    fn note_pmf(&mut self, input: usize, pmf: TokenPmf, counted: TokenPmf) {
        if !self.need.slots[input].seen && self.pmfs.slots(pmf) > 1 && self.pmfs.cells(pmf) > FOLD {
            self.need.slots[input].seen = true;
            self.dropped[input] = self.shown(input, counted);
        }
        self.rolled[input] = pmf;
        let Looked { wanted, seen, .. } = self.need.slots[input];
        if !seen {
            self.dropped[input] = if wanted { self.pmfs.and(counted, pmf) } else { pmf };
        }
    }

    /// The pmf of one token of a slot that is seen: itself, and one for the counter if it is asked for.
    fn shown(&mut self, slot: usize, counted: TokenPmf) -> TokenPmf {
        let token = self.pmfs.tokens(Slot(slot as u16), 1);
        if self.need.slots[slot].wanted { self.pmfs.and(counted, token) } else { token }
    }

    pub(super) fn run(&mut self, work: &mut f64) -> Option<Arrival> {
        spend(work, 0.0, self.world().cells())?;
        let mut now = self.depart();
        let program = self.program;
        for (index, step) in program.steps.iter().map(|step| &**step).enumerate() {
            match step {
                _ if self.need.steps[index] == Needed::Not => continue,
                Step::Roll(roll) => self.expand(&mut now, roll.input, work)?,
                Step::Strike(strike) if self.need.steps[index] == Needed::AsRoll => {
                    self.expand(&mut now, strike.input, work)?;
                }
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
            if self.need.slots[usize::from(slot.0)].wanted {
                free.push(Joint::fixed(self.counter, usize::from(*tokens)));
            }
            free.push(Joint::fixed(*slot, usize::from(*tokens)));
        }
        let world = (self.world().cells() > 1).then(|| Joint::bodies(self.world().cells(), self.world().start()));
        Arrival { free, world, counter: self.counter }
    }

    /// The tokens of `input` become what their pmf says.
    fn expand(&self, now: &mut Arrival, input: Slot, work: &mut f64) -> Option<()> {
        let (pmfs, pmf) = (&self.pmfs, self.rolled[usize::from(input.0)]);
        if let Some(joint) = now.only(input) {
            spend(work, joint.expand_cost(input, pmfs, pmf), joint.p.len())?;
            *joint = joint.expand(input, pmfs, pmf, MAX_CELLS)?;
            return Some(());
        }
        let Some(joint) = now.take(&[input], false, work)? else { return Some(()) };
        spend(work, joint.expand_cost(input, pmfs, pmf), joint.p.len())?;
        now.put(joint.expand(input, pmfs, pmf, MAX_CELLS)?);
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
        now.put(joint.map_counts(&slots, out, |counts, cell| settle::apply(settle, counts, alive(cell), lost(cell))));
        Some(())
    }

    /// Blows on bodies: each number of blows pushes the state as often as it says.
    fn strike(&mut self, now: &mut Arrival, strike: &Strike, work: &mut f64) -> Option<()> {
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
            Joint { axes: rest.clone(), cells: blows.cells, p: zeros(slices.len() / blows.axes[axis].len) }
        };
        for slot in &followed {
            world = world.with_room(*slot, most * most_points(strike), MAX_CELLS)?;
        }
        let strides = [strike.through, strike.gross, strike.net].map(|slot| {
            let follow = slot.map_or_else(Vec::new, |slot| self.followed(slot));
            let stride = |slot: &Slot| world.axis(*slot).map_or(0, |axis| world.stride(axis));
            (!follow.is_empty()).then(|| follow.iter().map(stride).sum())
        });
        let bands = strike::bands(strike, &self.need.world, &mut self.pmfs, strides);
        let width = bands.number() as f64 + 1.0;
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
        let Looked { wanted, seen, .. } = self.need.slots[usize::from(slot.0)];
        [seen.then_some(slot), wanted.then_some(self.counter)].into_iter().flatten().collect()
    }
}

impl<'p> Need<'p> {
    fn nothing(program: &'p Program<'p>) -> Self {
        let slots = SmallVec::from_elem(Looked::default(), program.slots());
        let steps = SmallVec::from_elem(Needed::Not, program.steps.len());
        Self { slots, steps, world: BodyStates::new(program.bodies, &[]) }
    }

    /// Marks what the answer depends on, from the last step to the first: a body matters before a step if something at or
    /// after it looks at the body's state.
    fn mark(&mut self, program: &'p Program<'p>, wanted: &[Slot], bodies: bool) {
        let Self { slots, steps, .. } = self;
        slots.fill(Looked::default());
        wanted.iter().for_each(|slot| slots[usize::from(slot.0)].wanted = true);
        let mut matters: SmallVec<[bool; 4]> =
            program.bodies.iter().map(|body| bodies && body.side != Side::Nobody).collect();
        let mut ever = matters.clone();
        for (index, step) in program.steps.iter().enumerate().rev() {
            let looked = |slot: &Slot| slots[usize::from(slot.0)];
            let reached = program.reaches(index).iter().map(looked).any(|slot| slot.wanted || slot.taken);
            let needed = Self::step(step, reached, &matters);
            steps[index] = needed;
            match &**step {
                _ if needed == Needed::Not => {}
                Step::Roll(Roll { input, .. }) => slots[usize::from(input.0)].taken = true,
                Step::Strike(Strike { input, .. }) => {
                    slots[usize::from(input.0)].taken = true;
                    slots[usize::from(input.0)].seen |= needed == Needed::Whole;
                }
                Step::Settle(settle) => {
                    for slot in settle.slots() {
                        slots[usize::from(slot.0)] = Looked { taken: true, seen: true, ..slots[usize::from(slot.0)] };
                    }
                }
            }
            if needed == Needed::Whole {
                // What is taken up again of that which a strike or a settle drops.
                for slot in program.reaches(index).iter().map(|slot| usize::from(slot.0)) {
                    slots[slot].seen |= slots[slot].taken;
                }
                bodies_of(step).iter().for_each(|body| matters[*body] = true);
                ever.iter_mut().zip(&matters).for_each(|(ever, now)| *ever |= now);
            }
        }
        self.world = BodyStates::new(program.bodies, &ever);
    }

    /// How a step matters if `reached` says that a slot does which it drops into, and `matters` which bodies do.
    fn step(step: &Step, reached: bool, matters: &[bool]) -> Needed {
        let hurts = |strike: &Strike| strike.bodies.iter().any(|body| matters[*body]);
        match step {
            Step::Strike(strike) if hurts(strike) => Needed::Whole,
            _ if !reached => Needed::Not,
            Step::Strike(strike) if strike.only_guard().is_none() => Needed::Whole,
            Step::Settle(_) => Needed::Whole,
            Step::Roll(_) | Step::Strike(_) => Needed::AsRoll,
        }
    }

    /// The steps that are needed, with their places.
    fn steps(&self, program: &'p Program<'p>) -> impl Iterator<Item = (usize, &'p Step)> {
        let needed = |(index, _): &(usize, &Step)| self.steps[*index] != Needed::Not;
        program.steps.iter().map(|step| &**step).enumerate().filter(needed)
    }
}

/// The bodies that a step looks at or changes.
fn bodies_of(step: &Step) -> &[usize] {
    match step {
        Step::Roll(_) => &[],
        Step::Settle(settle) => settle.bodies(),
        Step::Strike(strike) => &strike.bodies,
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

    /// What has this slot, if it is the only thing there is besides the bodies.
    fn only(&mut self, slot: Slot) -> Option<&mut Joint> {
        let world_has = self.world.as_ref().is_some_and(|world| world.axis(slot).is_some());
        let [joint] = &mut self.free[..] else { return None };
        (!world_has && joint.axis(slot).is_some()).then_some(joint)
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
