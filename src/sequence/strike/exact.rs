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
        let steps: Vec<Vec<Vec<Step>>> = self
            .guards
            .iter()
            .map(|groups| {
                groups
                    .iter()
                    .map(|guard| {
                        let law = self.blow(guard, Some(&net), &becomes);
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
        world.each_cell(|cell, lost| {
            let stands = self.bodies.iter().position(|body| lost[*body] < world.wounds(*body));
            let target = stands.unwrap_or(self.bodies.len() - 1);
            let body = self.bodies[target];
            let now = world.body(body).current(lost[body]);
            let room = match (stands, self.spill) {
                (None, _) => 0,
                (_, true) => world.wounds(body) - lost[body],
                (_, false) => now.left,
            };
            let steps = &steps[target][now.group];
            let room = room.min(steps.iter().map(|step| step.net).max().unwrap_or(0));
            bands.add(cell, [target, now.group, room], steps, |step| {
                (step.net.min(room) * world.stride(body), step.shift + step.net * strides[2].unwrap_or(0))
            });
        });
        bands.finish()
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
    /// What a blow does where it meets this body and group with so much room: bands and their chances. Few cells differ.
    known: Vec<([usize; 3], SmallVec<[(usize, f64); 8]>)>,
}

impl Bands {
    fn new(cells: usize) -> Self {
        Self { cells, bands: Vec::with_capacity(8), known: Vec::new() }
    }

    /// Adds what a blow on a cell may do; `moves` says how far a step moves in the row and in the grid.
    fn add(&mut self, cell: usize, place: [usize; 3], steps: &[Step], moves: impl Fn(&Step) -> (usize, usize)) {
        let index = self.known.iter().position(|(known, _)| *known == place).unwrap_or_else(|| {
            let ways = steps.iter().map(|step| (self.band(moves(step)), step.p)).collect();
            self.known.push((place, ways));
            self.known.len() - 1
        });
        for (band, p) in &self.known[index].1 {
            let band = &mut self.bands[*band];
            band.weights[cell + band.offset] += p;
        }
    }

    fn band(&mut self, (offset, shift): (usize, usize)) -> usize {
        let rows = shift / self.cells;
        let known = self.bands.iter().position(|band| (band.rows, band.offset) == (rows, offset));
        known.unwrap_or_else(|| {
            self.bands.push(Band { rows, offset, weights: vec![0.0; self.cells] });
            self.bands.len() - 1
        })
    }

    fn finish(self) -> Vec<Band> {
        self.bands
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
        let mut lost: SmallVec<[usize; 4]> = SmallVec::from_elem(0, self.bodies.len());
        for cell in 0..self.cells {
            f(cell, &lost);
            for (body, lost) in lost.iter_mut().enumerate().filter(|(body, _)| self.strides[*body].is_some()) {
                if *lost < self.wounds(body) {
                    *lost += 1;
                    break;
                }
                *lost = 0;
            }
        }
    }

    fn wounds(&self, body: usize) -> usize {
        self.bodies[body].wounds()
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
