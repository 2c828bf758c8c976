//! Blows as probabilities.

use smallvec::SmallVec;

use super::super::roll::final_faces;
use super::{Body, Guard, Save, Strike};
use crate::dice::{Draw, Faces};
use crate::sequence::{Law, Slot, Worth};

impl Strike {
    /// The law of one blow on a model with this guard, over the given slots.
    fn blow<'l>(&self, guard: &Guard, net: Option<&'l Law>, becomes: &dyn Fn(Slot) -> &'l Law) -> Law {
        let nothing = Law::nothing();
        let of = |slot: Option<Slot>| if let Some(slot) = slot { becomes(slot) } else { &nothing };
        let needs = guard.shrug.min(7) - 1;
        let stuck = match needs {
            6 => net.unwrap_or(&nothing).clone(),
            _ => Law::one_of(&[(f64::from(6 - needs), &nothing), (f64::from(needs), net.unwrap_or(&nothing))]),
        };
        let points = amount_law(&guard.amount, &of(self.gross).and(&stuck));
        let through = of(self.through).and(&points);
        match guard.save {
            None => through,
            Some(save) => {
                let (saved, failed) = save_ways(save);
                Law::one_of(&[(saved, &nothing), (failed, &through)])
            }
        }
    }

    /// The law of one blow where it does not matter whom it hits, because all models have the same guard.
    pub(crate) fn law<'l>(&self, becomes: &dyn Fn(Slot) -> &'l Law) -> Option<Law> {
        Some(self.blow(self.only_guard()?, self.net.map(becomes), becomes))
    }

    /// Mean and variance of what one blow is worth, where `worth` is that of a token in each slot; `None` if models differ.
    pub(crate) fn worth<'w>(&self, worth: &dyn Fn(Slot) -> &'w Worth) -> Option<Worth> {
        let guard = self.only_guard()?;
        let nothing = Worth::default();
        let of = |slot: Option<Slot>| if let Some(slot) = slot { worth(slot) } else { &nothing };
        let needs = f64::from(guard.shrug.min(7) - 1);
        let point = Worth::one_of(&[(6.0 - needs, nothing), (needs, *of(self.net))]).plus_times(of(self.gross), 1.0);
        let amount = &guard.amount;
        let ways = final_faces(amount.sides, [amount.reroll, Faces::NONE]);
        let value = |value: u16| nothing.plus_times(&point, f64::from(value));
        let values = ways.iter().zip(&amount.values).map(|(way, n)| (*way, value(*n)));
        let die = Worth::one_of(&values.collect::<SmallVec<[_; 6]>>());
        let through = value(amount.plus).plus_times(of(self.through), 1.0).plus_times(&die, f64::from(amount.dice));
        Some(match guard.save {
            None => through,
            Some(save) => {
                let (saved, failed) = save_ways(save);
                Worth::one_of(&[(saved, nothing), (failed, through)])
            }
        })
    }

    /// What one blow does to the bodies' state: banded matrices over the cells of `world`.
    ///
    /// `stride_of` says how far a token of a slot that is followed moves in the joint grid.
    pub(crate) fn bands(&self, world: &World<'_>, stride_of: &dyn Fn(Slot) -> Option<usize>) -> Vec<Band> {
        const NET: Slot = Slot(u16::MAX);
        let followed = |slot: Option<Slot>| slot.and_then(stride_of);
        let strides = [followed(self.through), followed(self.gross), followed(self.net)];
        let (nothing, net) = (Law::nothing(), Law::tokens(NET, 1));
        let tokens = [self.through, self.gross].map(|slot| Law::tokens(slot.unwrap_or(NET), 1));
        let becomes = |slot: Slot| match stride_of(slot) {
            None => &nothing,
            Some(_) => &tokens[usize::from(Some(slot) != self.through)],
        };
        let steps_of = |guard: &Guard| {
            steps_of(&self.blow(guard, Some(&net), &becomes), |slot| match slot {
                NET => (strides[2].unwrap_or(0), true),
                _ if Some(slot) == self.through => (strides[0].unwrap_or(0), false),
                _ => (strides[1].unwrap_or(0), false),
            })
        };
        let mut bands = Bands { cells: world.cells(), bands: Vec::with_capacity(8), blows: Vec::new() };
        let mut places: SmallVec<[Vec<usize>; 2]> = SmallVec::new();
        for (body, guards) in self.bodies.iter().zip(&self.guards) {
            let steps: SmallVec<[Steps; 1]> = guards.iter().map(&steps_of).collect();
            places.push(bands.places(world.body(*body), &steps, world.stride(*body), self.spill));
        }
        let last = self.bodies.len() - 1;
        world.each_cell(|cell, lost| {
            let stands = |(body, places): (&usize, &Vec<usize>)| lost[*body] + 1 < places.len();
            let target = self.bodies.iter().zip(&places).position(stands).unwrap_or(last);
            bands.add(cell, places[target][lost[self.bodies[target]]]);
        });
        bands.bands
    }
}

/// The ways, of all, in which a save succeeds and fails.
fn save_ways(save: Save) -> (f64, f64) {
    let ways = final_faces(6, [save.reroll, Faces::NONE]);
    let failed: f64 = ways[..usize::from(save.on.min(7)) - 1].iter().sum();
    (ways.iter().sum::<f64>() - failed, failed)
}

/// The law of a blow's points, where `point` is the law of one.
fn amount_law(amount: &Draw, point: &Law) -> Law {
    let fixed = point.times(usize::from(amount.plus));
    if amount.dice == 0 {
        return fixed;
    }
    let mut choices: SmallVec<[(f64, Law); 6]> = SmallVec::new();
    let mut last = 0;
    for (way, value) in final_faces(amount.sides, [amount.reroll, Faces::NONE]).iter().zip(&amount.values) {
        // A larger value starts from the law of the one before.
        let law = match choices.last() {
            Some((_, law)) if *value >= last => law.and_times(point, usize::from(value - last)),
            _ => point.times(usize::from(*value)),
        };
        choices.push((*way, law));
        last = *value;
    }
    let die = Law::one_of(&choices);
    let dice = if amount.dice == 1 { die } else { die.times(usize::from(amount.dice)) };
    if fixed.is_nothing() { dice } else { fixed.and(&dice) }
}

/// One way a blow can go: the points it takes, and how far that moves in the joint grid apart from the bodies.
struct Step {
    net: usize,
    shift: usize,
    p: f64,
}

type Steps = SmallVec<[Step; 8]>;

/// The outcomes of a blow's law; `kind` gives each slot's stride and whether it is the points that hurt.
fn steps_of(law: &Law, kind: impl Fn(Slot) -> (usize, bool)) -> Steps {
    let mut steps = Steps::new();
    for (index, weight) in law.weights.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
        let (mut rest, mut step) = (index, Step { net: 0, shift: 0, p: weight / law.total });
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

/// One way a blow may move the state: so many rows on in the joint grid, and so many cells on in the row.
#[derive(Debug)]
pub(crate) struct Band {
    pub(crate) rows: usize,
    pub(crate) offset: usize,
    /// For each cell that is reached, the chance that a blow on the cell `offset` before it does this.
    pub(crate) weights: Vec<f64>,
}

/// The bands of a blow while they are gathered.
struct Bands {
    cells: usize,
    bands: Vec<Band>,
    /// What a blow does to a model that has so much room: bands and their chances.
    blows: Vec<Moves>,
}

type Moves = SmallVec<[(usize, f64); 8]>;

impl Bands {
    /// For each number of points that a body may have lost, the place of what a blow on it does.
    fn places(&mut self, body: &Body, steps: &[Steps], stride: usize, spill: bool) -> Vec<usize> {
        let total = body.wounds();
        let mut places = Vec::with_capacity(total + 1);
        for (group, steps) in body.groups.iter().zip(steps) {
            let most = steps.iter().map(|step| step.net).max().unwrap_or(0);
            // Blows on models with the same room do the same, as do all on those with more than any blow takes.
            let mut known: SmallVec<[Option<usize>; 8]> = SmallVec::from_elem(None, most + 1);
            for _ in 0..group.models {
                for left in (1..=usize::from(group.wounds)).rev() {
                    let room = most.min(if spill { total - places.len() } else { left });
                    places.push(*known[room].get_or_insert_with(|| self.blow(steps, room, stride)));
                }
            }
        }
        let gone = steps.last().map_or(0, |steps| self.blow(steps, 0, stride));
        places.push(gone);
        places
    }

    /// Notes what a blow does where it finds so much room.
    fn blow(&mut self, steps: &Steps, room: usize, stride: usize) -> usize {
        let moves = steps.iter().map(|step| (self.band(step.net.min(room) * stride, step.shift), step.p)).collect();
        self.blows.push(moves);
        self.blows.len() - 1
    }

    fn band(&mut self, offset: usize, shift: usize) -> usize {
        let rows = shift / self.cells;
        let known = self.bands.iter().position(|band| (band.rows, band.offset) == (rows, offset));
        known.unwrap_or_else(|| {
            self.bands.push(Band { rows, offset, weights: vec![0.0; self.cells] });
            self.bands.len() - 1
        })
    }

    fn add(&mut self, cell: usize, blow: usize) {
        for (band, p) in &self.blows[blow] {
            let band = &mut self.bands[*band];
            band.weights[cell + band.offset] += p;
        }
    }
}

/// A place among the cells of a [`World`].
pub(crate) type Cell = usize;

/// The states of the bodies that matter: one cell for every combination of points lost.
#[derive(Clone, Debug)]
pub(crate) struct World<'e> {
    bodies: &'e [Body],
    /// For each body, how far one point lost moves; `None` if the body does not matter.
    strides: SmallVec<[Option<usize>; 4]>,
    cells: usize,
}

impl<'e> World<'e> {
    pub(crate) fn new(bodies: &'e [Body], matters: &[bool]) -> Self {
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
        Self { bodies, strides, cells }
    }

    pub(crate) fn cells(&self) -> usize {
        self.cells
    }

    /// Every cell with the points that each body has lost in it.
    fn each_cell(&self, mut f: impl FnMut(Cell, &[usize])) {
        let counted = |(body, stride): (&Body, &Option<usize>)| stride.map_or(0, |_| body.wounds());
        let most: SmallVec<[usize; 4]> = self.bodies.iter().zip(&self.strides).map(counted).collect();
        let mut lost: SmallVec<[usize; 4]> = SmallVec::from_elem(0, most.len());
        for cell in 0..self.cells {
            f(cell, &lost);
            for (lost, most) in lost.iter_mut().zip(&most) {
                if *lost < *most {
                    *lost += 1;
                    break;
                }
                *lost = 0;
            }
        }
    }

    pub(crate) fn body(&self, body: usize) -> &'e Body {
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

#[cfg(test)]
mod tests {
    use super::super::{ModelGroup, Side};
    use super::*;

    fn body() -> Body {
        let group = |models, wounds| ModelGroup { name: String::new(), models, wounds };
        Body { name: "mixed".into(), side: Side::Defender, groups: vec![group(2, 2), group(1, 3)], taken: 0 }
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
            let bodies = [body()];
            let world = World::new(&bodies, &[true]);
            let bands = strike.bands(&world, &|_| None);
            for cell in 0..world.cells() {
                let at = |band: &Band| band.weights.get(cell + band.offset).copied();
                let out: f64 = bands.iter().filter_map(at).sum();
                assert!((out - 1.0).abs() < 1e-15, "cell {cell}: {out}");
            }
        }
    }
}
