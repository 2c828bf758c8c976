//! Blows on a target.

use super::roll::{any, final_faces, mixture, take};
use super::{Counts, Law, PlanRow, Slot};
use crate::dice::{Bytes, Draw, Faces, LANES, Roller, VALID};
use crate::stats::Moments;

/// Models that are alike and fall one after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModelGroup {
    /// The group's name on the card; empty if the unit has one kind of model.
    pub name: String,
    /// How many there are, at least 1.
    pub models: u16,
    /// Points that slay one of them, at least 1.
    pub wounds: u16,
}

/// Whose model is hurt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The unit that attacks; it can be hurt by its own weapons and by what strikes back.
    Attacker,
    /// The unit that is attacked.
    Defender,
    /// Nobody's: kept to know who would still act in another course of events. It is in no result.
    Nobody,
}

/// Somebody who can be hurt: a unit, or a part of one that is struck separately.
///
/// Points are taken by one model until it falls, then by the next; groups fall in their order (AOS-18.2,
/// W40K-ALLOCATE, ASOIAF-WOUND-MULTI, WARCRY-ALLOCATE).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Body {
    /// The unit's name.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Its models, in the order they fall; at least one group.
    pub groups: Vec<ModelGroup>,
    /// Points it has already lost.
    pub taken: u16,
}

impl Body {
    /// All points of all models.
    pub fn wounds(&self) -> usize {
        self.groups.iter().map(|g| usize::from(g.models) * usize::from(g.wounds)).sum()
    }

    /// All models.
    pub fn models(&self) -> usize {
        self.groups.iter().map(|g| usize::from(g.models)).sum()
    }

    /// How many models have fallen once `lost` points are lost.
    pub fn slain(&self, lost: usize) -> usize {
        self.current(lost).slain
    }

    /// The model that takes the next point; past the end another one like the last.
    pub(crate) fn current(&self, lost: usize) -> Current {
        let (mut start, mut slain) = (0, 0);
        for (group, g) in self.groups.iter().enumerate() {
            let (wounds, models) = (usize::from(g.wounds), usize::from(g.models));
            let end = start + models * wounds;
            if lost < end {
                let fallen = (lost - start) / wounds;
                return Current { group, slain: slain + fallen, left: wounds - (lost - start) % wounds };
            }
            (start, slain) = (end, slain + models);
        }
        let group = self.groups.len() - 1;
        Current { group, slain, left: usize::from(self.groups[group].wounds) }
    }
}

/// Where the next point lands.
pub(crate) struct Current {
    /// The group of the model that takes it.
    pub(crate) group: usize,
    /// Models that have fallen so far.
    pub(crate) slain: usize,
    /// Points until that model falls.
    pub(crate) left: usize,
}

/// The faces of a D6 that stop a blow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Save {
    /// The lowest face that saves, 2 to 6; 7 if none does.
    pub on: u8,
    /// Faces that are rolled again once.
    pub reroll: Faces,
}

/// How a model takes a blow.
#[derive(Clone, PartialEq, Debug)]
pub struct Guard {
    /// Its save; `None` where none may be rolled.
    pub save: Option<Save>,
    /// The points of the blow.
    pub amount: Draw,
    /// The lowest face of a D6 that shrugs off a point (ward, Feel No Pain), 2 to 6; 7 if none does.
    pub shrug: u8,
}

/// Each token of `input` is one blow on the first of `bodies` that still stands.
///
/// The model that is hit may save; if it does not, the blow is worth its amount in points, and each point may be
/// shrugged off. The others are lost by the model; what is left when it falls goes on to the next, of the next body too,
/// if the blow spills, and is lost if not. Blows on bodies that are all gone meet another model like the last and hurt nobody, but their
/// points still count in `net`: that is what *damage* means, as if the target had no end.
#[derive(Clone, PartialEq, Debug)]
pub struct Strike {
    /// What lands, in the game's words.
    pub name: &'static str,
    /// The slot whose tokens are blows.
    pub input: Slot,
    /// Places in [`super::Engagement::bodies`]; a blow lands on the first that stands.
    pub bodies: Vec<usize>,
    /// For each of these bodies and each of its model groups, how it takes a blow.
    pub guards: Vec<Vec<Guard>>,
    /// Whether points go on to the next model.
    pub spill: bool,
    /// Gets one token for each blow that no save stopped.
    pub through: Option<Slot>,
    /// Gets one token for each point before it may be shrugged off.
    pub gross: Option<Slot>,
    /// Gets one token for each point that was not shrugged off.
    pub net: Option<Slot>,
}

impl Strike {
    /// The guard that all models share, if they do.
    pub(crate) fn only_guard(&self) -> Option<&Guard> {
        let mut all = self.guards.iter().flatten();
        let first = all.next()?;
        all.all(|guard| guard == first).then_some(first)
    }

    /// Whether every blow is exactly one point that nothing stops: then the order of blows does not matter.
    pub(crate) fn is_points(&self) -> bool {
        self.only_guard().is_some_and(|g| g.save.is_none() && g.shrug == 7 && g.amount.as_fixed() == Some(1))
    }

    /// The law of one blow on a model with this guard, over the given slots.
    fn blow(&self, guard: &Guard, net: Option<Slot>, becomes: &dyn Fn(Slot) -> Law) -> Law {
        let point = {
            let sticks = net.map_or_else(Law::nothing, becomes);
            let stuck = Law::one_of(&[
                (f64::from(7 - guard.shrug.min(7)), Law::nothing()),
                (f64::from(guard.shrug.min(7) - 1), sticks),
            ]);
            self.gross.map_or_else(Law::nothing, becomes).and(&stuck)
        };
        let points = amount_law(&guard.amount, &point);
        let through = self.through.map_or_else(Law::nothing, becomes).and(&points);
        match guard.save {
            None => through,
            Some(save) => {
                let ways = final_faces(6, [save.reroll, Faces::NONE]);
                let failed: f64 = ways[..usize::from(save.on.min(7)) - 1].iter().sum();
                let saved = ways.iter().sum::<f64>() - failed;
                Law::one_of(&[(saved, Law::nothing()), (failed, through)])
            }
        }
    }

    /// The law of one blow where it does not matter whom it hits, because all models have the same guard.
    pub(crate) fn law(&self, becomes: &dyn Fn(Slot) -> Law) -> Option<Law> {
        Some(self.blow(self.only_guard()?, self.net, becomes))
    }

    /// Mean and variance of what one blow is worth, where `worth` is that of a token in each slot; `None` if models differ.
    pub(crate) fn moments(&self, worth: &dyn Fn(Slot) -> Moments) -> Option<Moments> {
        let guard = self.only_guard()?;
        let of = |slot: Option<Slot>| slot.map_or_else(Moments::default, worth);
        let needs = f64::from(guard.shrug.min(7) - 1);
        let stuck = mixture(&[(6.0 - needs, Moments::default()), (needs, of(self.net))]);
        let point = of(self.gross).plus(stuck);
        let amount = &guard.amount;
        let ways = final_faces(amount.sides, [amount.reroll, Faces::NONE]);
        let values = ways.iter().zip(&amount.values).map(|(way, value)| (*way, point.times(f64::from(*value))));
        let dice = mixture(&values.collect::<Vec<_>>()).times(f64::from(amount.dice));
        let through = of(self.through).plus(point.times(f64::from(amount.plus))).plus(dice);
        Some(match guard.save {
            None => through,
            Some(save) => {
                let ways = final_faces(6, [save.reroll, Faces::NONE]);
                let failed: f64 = ways[..usize::from(save.on.min(7)) - 1].iter().sum();
                mixture(&[(ways.iter().sum::<f64>() - failed, Moments::default()), (failed, through)])
            }
        })
    }

    /// What one blow does to the bodies' state: banded matrices over the cells of `world`.
    ///
    /// `stride_of` says how far a token of a slot that is followed moves in the joint grid.
    pub(crate) fn bands(&self, world: &World, stride_of: &dyn Fn(Slot) -> Option<usize>) -> Vec<Band> {
        const NET: Slot = Slot(u16::MAX);
        let followed = |slot: Option<Slot>| slot.and_then(stride_of);
        let strides = [followed(self.through), followed(self.gross), followed(self.net)];
        let becomes = |slot: Slot| {
            if slot == NET || stride_of(slot).is_some() { Law::tokens(slot, 1) } else { Law::nothing() }
        };
        let steps: Vec<Vec<Vec<Step>>> = self
            .guards
            .iter()
            .map(|groups| {
                groups
                    .iter()
                    .map(|guard| {
                        let law = self.blow(guard, Some(NET), &becomes);
                        steps_of(&law, |slot| match slot {
                            NET => (0, true),
                            _ if Some(slot) == self.through => (strides[0].unwrap_or(0), false),
                            _ => (strides[1].unwrap_or(0), false),
                        })
                    })
                    .collect()
            })
            .collect();
        let mut bands = Bands::new(world.cells());
        for cell in 0..world.cells() {
            let stands = self.bodies.iter().position(|body| world.stands(cell, *body));
            let target = stands.unwrap_or(self.bodies.len() - 1);
            let body = self.bodies[target];
            let (lost, now) = (world.lost(cell, body), world.body(body).current(world.lost(cell, body)));
            let room = match (stands, self.spill) {
                (None, _) => 0,
                (_, true) => world.body(body).wounds() - lost,
                (_, false) => now.left,
            };
            for step in &steps[target][now.group] {
                let hurt = step.net.min(room) * world.stride(body);
                bands.add(cell, hurt + step.shift + step.net * strides[2].unwrap_or(0), step.p);
            }
        }
        bands.finish()
    }
}

/// The law of a blow's points, where `point` is the law of one.
fn amount_law(amount: &Draw, point: &Law) -> Law {
    let fixed = point.times(usize::from(amount.plus));
    if amount.dice == 0 {
        return fixed;
    }
    let ways = final_faces(amount.sides, [amount.reroll, Faces::NONE]);
    let mut choices: Vec<(f64, Law)> = Vec::new();
    let mut last = (0, Law::nothing());
    for (way, value) in ways.iter().zip(&amount.values) {
        let law = if *value >= last.0 {
            last.1.and(&point.times(usize::from(*value - last.0)))
        } else {
            point.times(usize::from(*value))
        };
        last = (*value, law.clone());
        choices.push((*way, law));
    }
    fixed.and(&Law::one_of(&choices).times(usize::from(amount.dice)))
}

/// One way a blow can go.
struct Step {
    net: usize,
    shift: usize,
    p: f64,
}

/// The outcomes of a blow's law; `kind` gives each slot's stride and whether it is the points that hurt.
fn steps_of(law: &Law, kind: impl Fn(Slot) -> (usize, bool)) -> Vec<Step> {
    let mut steps = Vec::new();
    for (index, p) in law.probabilities().into_iter().enumerate().filter(|(_, p)| *p > 0.0) {
        let (mut rest, mut step) = (index, Step { net: 0, shift: 0, p });
        for (slot, len) in law.slots.iter().zip(&law.lens).rev() {
            let (count, (stride, hurts)) = (rest % len, kind(*slot));
            rest /= len;
            if hurts {
                step.net = count;
            }
            step.shift += count * stride;
        }
        steps.push(step);
    }
    steps
}

/// P(cell → cell + offset) for the cells `from..from + weights.len()`.
#[derive(Debug)]
pub(crate) struct Band {
    pub(crate) offset: usize,
    pub(crate) from: usize,
    pub(crate) weights: Vec<f64>,
}

struct Bands {
    cells: usize,
    rows: Vec<(usize, Vec<f64>)>,
}

impl Bands {
    fn new(cells: usize) -> Self {
        Self { cells, rows: Vec::new() }
    }

    fn add(&mut self, cell: usize, offset: usize, p: f64) {
        match self.rows.iter_mut().find(|(known, _)| *known == offset) {
            Some((_, row)) => row[cell] += p,
            None => {
                let mut row = vec![0.0; self.cells];
                row[cell] = p;
                self.rows.push((offset, row));
            }
        }
    }

    fn finish(self) -> Vec<Band> {
        let ends = |row: &[f64]| {
            let last = row.iter().rposition(|p| *p > 0.0).unwrap_or(0);
            (row.iter().position(|p| *p > 0.0).unwrap_or(0), last + 1)
        };
        self.rows
            .into_iter()
            .map(|(offset, mut weights)| {
                let (from, to) = ends(&weights);
                weights.truncate(to);
                weights.drain(..from);
                Band { offset, from, weights }
            })
            .collect()
    }
}

/// A place among the cells of a [`World`].
pub(crate) type Cell = usize;

/// The states of the bodies that matter: one cell for every combination of points lost.
#[derive(Clone, Debug)]
pub(crate) struct World {
    bodies: Vec<Body>,
    /// For each body, how far one point lost moves; `None` if the body does not matter.
    strides: Vec<Option<usize>>,
    cells: usize,
}

impl World {
    pub(crate) fn new(bodies: &[Body], matters: &[bool]) -> Self {
        let mut cells = 1;
        let strides = bodies
            .iter()
            .zip(matters)
            .map(|(body, matters)| {
                let stride = cells;
                matters.then(|| {
                    cells = usize::saturating_mul(cells, body.wounds() + 1);
                    stride
                })
            })
            .collect();
        Self { bodies: bodies.to_vec(), strides, cells }
    }

    pub(crate) fn cells(&self) -> usize {
        self.cells
    }

    pub(crate) fn body(&self, body: usize) -> &Body {
        &self.bodies[body]
    }

    pub(crate) fn stride(&self, body: usize) -> usize {
        self.strides[body].expect("a body that is struck matters")
    }

    pub(crate) fn lost(&self, cell: Cell, body: usize) -> usize {
        cell / self.stride(body) % (self.bodies[body].wounds() + 1)
    }

    pub(crate) fn stands(&self, cell: Cell, body: usize) -> bool {
        self.lost(cell, body) < self.bodies[body].wounds()
    }

    pub(crate) fn start(&self) -> Cell {
        self.bodies.iter().zip(&self.strides).map(|(b, s)| usize::from(b.taken) * s.unwrap_or(0)).sum()
    }
}

/// What the lanes remember of a body between its blows.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct BodyLanes {
    /// Points until the current model falls.
    pub(crate) left: Bytes,
    /// Models that have fallen.
    pub(crate) slain: Bytes,
    /// Points lost.
    pub(crate) lost: Counts,
}

/// One group of models as the lanes see it.
#[derive(Clone, Debug)]
pub(crate) struct GroupLanes {
    /// Models that must have fallen before this group is hit.
    pub(crate) start: u8,
    /// Points of each model.
    pub(crate) wounds: u8,
    /// Bytes below this are failed saves.
    pub(crate) save_below: u8,
    /// Bytes below this are points that stick.
    pub(crate) shrug_below: u8,
}

/// Blows on one body, ready for the lanes.
#[derive(Clone, Debug)]
pub(crate) struct Blows {
    pub(crate) input: PlanRow,
    pub(crate) body: usize,
    pub(crate) groups: Vec<GroupLanes>,
    /// The smallest amount.
    pub(crate) plus: u8,
    /// Dice of the amount.
    pub(crate) dice: u8,
    /// One less than the lowest byte at which a die is worth one more; repeated where it is worth more than one.
    pub(crate) cuts: Vec<u8>,
    /// The largest amount.
    pub(crate) most: u8,
    /// Points of the whole body.
    pub(crate) total: u16,
    pub(crate) through: Option<PlanRow>,
    pub(crate) net: Option<PlanRow>,
    pub(crate) gross: Option<PlanRow>,
    /// What the slow loop needs besides; `None` if the fast ones will do.
    pub(crate) general: Option<General>,
}

/// Blows that the fast loops cannot say: re-rolled saves or amounts, amounts that differ between groups, several bodies.
#[derive(Clone, Debug)]
pub(crate) struct General {
    /// The bodies in the order they are struck, with their points and, for each group, its guard.
    pub(crate) bodies: Vec<(usize, Body, Vec<Guard>)>,
    /// The most dice any guard's amount rolls, and whether any save or amount is ever rolled again.
    pub(crate) dice: u8,
    pub(crate) rerolls: bool,
}

/// One blow after the other in every lane at once: the hot loop of blows that do not spill.
///
/// All bytes of one blow are accepted or thrown away together, which is unbiased because that never looks at a face.
/// Whether models differ (`GROUPS`), may save (`SAVE`), may shrug (`SHRUG`) is decided when the loop is compiled.
#[inline(always)]
pub(crate) fn blows<const GROUPS: bool, const SAVE: bool, const SHRUG: bool>(
    g: &mut Roller,
    op: &Blows,
    tokens: &Counts,
    body: &mut BodyLanes,
    through_sum: &mut Counts,
    net_sum: &mut Counts,
) {
    let (mut local, mut todo) = (g.clone(), *tokens);
    let (mut left, mut slain, mut lost) = (body.left, body.slain, body.lost);
    let block = u8::MAX / op.most.max(1);
    let first = &op.groups[0];
    loop {
        let mut rem = take(&mut todo, block);
        if !any(&rem) {
            break;
        }
        let (mut dealt, mut hurt, mut past) = ([0u8; LANES], [0u8; LANES], [0u8; LANES]);
        loop {
            let mut save_below = [first.save_below; LANES];
            let mut shrug_below = [first.shrug_below; LANES];
            if GROUPS {
                step_by_group(op, &slain, SAVE, &mut save_below, |g| g.save_below);
                step_by_group(op, &slain, SHRUG, &mut shrug_below, |g| g.shrug_below);
            }
            let (mut top, mut through) = ([0u8; LANES], [1u8; LANES]);
            if SAVE {
                let x = local.bytes();
                for k in 0..LANES {
                    top[k] = x[k];
                    through[k] = save_below[k].saturating_sub(x[k]).min(1);
                }
            }
            let mut amount = [op.plus; LANES];
            for _ in 0..op.dice {
                let x = local.bytes();
                for k in 0..LANES {
                    top[k] = top[k].max(x[k]);
                }
                for cut in &op.cuts {
                    for k in 0..LANES {
                        amount[k] += x[k].saturating_sub(*cut).min(1);
                    }
                }
            }
            let mut net = amount;
            if SHRUG {
                net = [0; LANES];
                for p in 0..op.most {
                    let x = local.bytes();
                    for k in 0..LANES {
                        top[k] = top[k].max(x[k]);
                        let sticks = shrug_below[k].saturating_sub(x[k]).min(1);
                        net[k] += amount[k].saturating_sub(p).min(sticks);
                    }
                }
            }
            let mut wounds = [first.wounds; LANES];
            let mut fell = [0u8; LANES];
            for k in 0..LANES {
                let valid = VALID.saturating_sub(top[k]).min(1);
                let on = rem[k].min(valid).min(through[k]);
                rem[k] = rem[k].saturating_sub(valid);
                past[k] += on;
                let points = net[k] & 0u8.wrapping_sub(on);
                dealt[k] += points;
                let hit = points.min(left[k]);
                hurt[k] += hit;
                left[k] -= hit;
                fell[k] = 1 - left[k].min(1);
                slain[k] = slain[k].saturating_add(fell[k]);
            }
            if GROUPS {
                step_by_group(op, &slain, true, &mut wounds, |g| g.wounds);
            }
            for k in 0..LANES {
                left[k] |= wounds[k] & 0u8.wrapping_sub(fell[k]);
            }
            if !any(&rem) {
                break;
            }
        }
        for k in 0..LANES {
            net_sum.0[k] = net_sum.0[k].wrapping_add(u16::from(dealt[k]));
            through_sum.0[k] = through_sum.0[k].wrapping_add(u16::from(past[k]));
            lost.0[k] = (lost.0[k] + u16::from(hurt[k])).min(op.total);
        }
    }
    (body.left, body.slain, body.lost) = (left, slain, lost);
    *g = local;
}

/// Adds, for every group a lane has reached, the difference to the group before: a step function without a gather.
#[inline(always)]
fn step_by_group(op: &Blows, slain: &Bytes, needed: bool, values: &mut Bytes, of: impl Fn(&GroupLanes) -> u8) {
    if !needed {
        return;
    }
    for pair in op.groups.windows(2) {
        let (difference, start) = (of(&pair[1]).wrapping_sub(of(&pair[0])), pair[1].start - 1);
        for k in 0..LANES {
            let reached = 0u8.wrapping_sub(slain[k].saturating_sub(start).min(1));
            values[k] = values[k].wrapping_add(difference & reached);
        }
    }
}

/// The slow loop for everything [`blows`] cannot say: the same meaning, one lane after the other.
pub(crate) fn blows_any(
    g: &mut Roller,
    op: &Blows,
    general: &General,
    tokens: &Counts,
    bodies: &mut [BodyLanes],
    sums: [&mut Counts; 3],
) {
    let [through_sum, gross_sum, net_sum] = sums;
    let tries = if general.rerolls { 2 } else { 1 };
    let mut rem = *tokens;
    while rem.0.iter().any(|n| *n > 0) {
        let saves: Vec<Bytes> = (0..tries).map(|_| g.bytes()).collect();
        let dice: Vec<Bytes> = (0..tries * usize::from(general.dice)).map(|_| g.bytes()).collect();
        let shrugs: Vec<Bytes> = (0..op.most).map(|_| g.bytes()).collect();
        for k in 0..LANES {
            let valid = saves.iter().chain(&dice).chain(&shrugs).all(|x| x[k] < VALID);
            if rem.0[k] == 0 || !valid {
                continue;
            }
            rem.0[k] -= 1;
            let stands =
                |(body, shape, _): &(usize, Body, Vec<Guard>)| usize::from(bodies[*body].lost.0[k]) < shape.wounds();
            let target = general.bodies.iter().position(stands).unwrap_or(general.bodies.len() - 1);
            let (body, shape, guards) = &general.bodies[target];
            let lanes = &mut bodies[*body];
            let now = shape.current(usize::from(lanes.lost.0[k]));
            let guard = &guards[now.group];
            let face = |x: u8| x / 42 + 1;
            let again = |first: u8, second: Option<u8>, reroll: Faces| match second {
                Some(second) if reroll.has(first) => second,
                _ => first,
            };
            if let Some(save) = guard.save {
                let shown = again(face(saves[0][k]), saves.get(1).map(|x| face(x[k])), save.reroll);
                if shown >= save.on {
                    continue;
                }
            }
            through_sum.0[k] = through_sum.0[k].wrapping_add(1);
            let mut amount = guard.amount.plus;
            for die in 0..usize::from(guard.amount.dice) {
                let unit = VALID / guard.amount.sides;
                let shown = |x: &Bytes| x[k] / unit + 1;
                let first = shown(&dice[die * tries]);
                let second = (tries == 2).then(|| shown(&dice[die * tries + 1]));
                let shown = again(first, second, guard.amount.reroll);
                amount += guard.amount.values[usize::from(shown) - 1];
            }
            let net = shrugs.iter().take(usize::from(amount)).filter(|x| face(x[k]) < guard.shrug).count();
            gross_sum.0[k] = gross_sum.0[k].wrapping_add(amount);
            net_sum.0[k] = net_sum.0[k].wrapping_add(net as u16);
            if usize::from(lanes.lost.0[k]) < shape.wounds() {
                lanes.lost.0[k] += net.min(now.left) as u16;
            }
            let next = shape.current(usize::from(lanes.lost.0[k]));
            lanes.left[k] = next.left.min(255) as u8;
            lanes.slain[k] = next.slain.min(255) as u8;
        }
    }
}

/// Works out the current model afresh, after points were lost that no blow counted.
pub(crate) fn sync(lanes: &mut BodyLanes, table: &[(u8, u8)]) {
    for k in 0..LANES {
        let (slain, left) = table[usize::from(lanes.lost.0[k]).min(table.len() - 1)];
        lanes.slain[k] = slain;
        lanes.left[k] = left;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body() -> Body {
        let group = |models, wounds| ModelGroup { name: String::new(), models, wounds };
        Body { name: "mixed".into(), side: Side::Defender, groups: vec![group(2, 2), group(1, 3)], taken: 0 }
    }

    #[test]
    fn points_fell_models_in_their_order() {
        let (body, mut seen) = (body(), Vec::new());
        for lost in 0..=8 {
            let now = body.current(lost);
            seen.push((now.group, now.slain, now.left));
        }
        let end = (1, 3, 3);
        assert_eq!(seen[..7], [(0, 0, 2), (0, 0, 1), (0, 1, 2), (0, 1, 1), (1, 2, 3), (1, 2, 2), (1, 2, 1)]);
        assert_eq!(seen[7..], [end, end]);
        assert_eq!((body.wounds(), body.models(), body.slain(4)), (7, 3, 2));
    }

    #[test]
    fn a_blow_moves_every_state_somewhere() {
        let guard = |on, shrug| Guard {
            save: Some(Save { on, reroll: Faces::NONE }),
            amount: Draw::of("D3".parse().expect("dice"), Faces::NONE),
            shrug,
        };
        for spill in [false, true] {
            let strike = Strike {
                name: "blow",
                input: Slot(0),
                bodies: vec![0],
                guards: vec![vec![guard(4, 5), guard(2, 7)]],
                spill,
                through: None,
                gross: None,
                net: None,
            };
            let world = World::new(&[body()], &[true]);
            let bands = strike.bands(&world, &|_| None);
            for cell in 0..world.cells() {
                let at = |band: &Band| cell.checked_sub(band.from).and_then(|i| band.weights.get(i)).copied();
                let out: f64 = bands.iter().filter_map(at).sum();
                assert!((out - 1.0).abs() < 1e-15, "cell {cell}: {out}");
                let beyond = bands.iter().any(|b| at(b).unwrap_or(0.0) > 0.0 && cell + b.offset >= world.cells());
                assert!(!beyond, "cell {cell} leaves the world");
            }
        }
    }
}
