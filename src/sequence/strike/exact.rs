//! Blows as probabilities.

use std::ops::Range;

use smallvec::SmallVec;

use super::super::roll::final_faces;
use super::{Body, Guard, Save, Strike};
use crate::dice::{Draw, Faces};
use crate::sequence::{Law, Laws, Slot, Worth};

impl Guard {
    /// The law of one blow on a model with this guard, where `through`, `gross` and `net` are the laws of such tokens.
    fn blow(&self, laws: &mut Laws, [through, gross, net]: [Law; 3]) -> Law {
        let stuck = match self.ignore_on.min(7) - 1 {
            6 => net,
            needs => laws.one_of(&[(f64::from(6 - needs), Law::NOTHING), (f64::from(needs), net)]),
        };
        let point = laws.and(gross, stuck);
        let points = amount_law(&self.amount, laws, point);
        let through = laws.and(through, points);
        match self.save {
            None => through,
            Some(save) => {
                let (saved, failed) = save_ways(save);
                laws.one_of(&[(saved, Law::NOTHING), (failed, through)])
            }
        }
    }
}

impl Strike {
    /// The law of one blow where it does not matter whom it hits, because all models have the same guard; `dropped` are
    /// the laws of a token in each slot.
    pub(crate) fn law(&self, laws: &mut Laws, dropped: &[Law]) -> Option<Law> {
        let of = |slot: Option<Slot>| slot.map_or(Law::NOTHING, |slot| dropped[usize::from(slot.0)]);
        Some(self.only_guard()?.blow(laws, [self.through, self.gross, self.net].map(of)))
    }

    /// Mean and variance of what one blow is worth, where `worth` is that of a token in each slot; `None` if models differ.
    #[inline(always)]
    pub(crate) fn worth(&self, worth: &[Worth]) -> Option<Worth> {
        let guard = self.only_guard()?;
        let nothing = Worth::default();
        let of = |slot: Option<Slot>| if let Some(slot) = slot { worth[usize::from(slot.0)] } else { nothing };
        let needs = f64::from(guard.ignore_on.min(7) - 1);
        let point = Worth::one_of(&[(6.0 - needs, nothing), (needs, of(self.net))]).plus_times(&of(self.gross), 1.0);
        let amount = &guard.amount;
        let ways = final_faces(amount.sides, [amount.reroll, Faces::NONE]);
        let value = |value: u16| nothing.plus_times(&point, f64::from(value));
        let mut values: SmallVec<[(f64, Worth); 6]> = SmallVec::new();
        for (way, n) in ways.zip(&amount.values) {
            values.push((f64::from(way), value(*n)));
        }
        let die = Worth::one_of(&values);
        let through = value(amount.plus).plus_times(&of(self.through), 1.0).plus_times(&die, f64::from(amount.dice));
        Some(match guard.save {
            None => through,
            Some(save) => {
                let (saved, failed) = save_ways(save);
                Worth::one_of(&[(saved, nothing), (failed, through)])
            }
        })
    }

    /// What one blow does to the bodies' state.
    ///
    /// `strides` say how far a token of `through`, `gross` and `net` moves in the joint grid, if it is followed.
    pub(crate) fn bands(&self, world: &World<'_>, laws: &mut Laws, strides: [Option<usize>; 3]) -> Bands {
        // The points that hurt are followed in any case.
        let kinds = [(0, strides[0].is_some()), (1, strides[1].is_some()), (NET, true)];
        let tokens = kinds.map(|(kind, is)| if is { laws.tokens(Slot(kind), 1) } else { Law::NOTHING });
        let strides = strides.map(Option::unwrap_or_default);
        let mut bands = Bands::new(world.cells());
        for (place, (body, guards)) in self.bodies.iter().zip(&self.guards).enumerate() {
            let (shape, cells) = (world.body(*body), world.cells_of(*body));
            let before = &self.bodies[..place];
            let lands = |cell: Cell| before.iter().all(|body| !world.stands(cell, *body));
            let (total, mut from, mut steps) = (shape.wounds(), 0, Steps::new());
            for (group, guard) in shape.groups.iter().zip(guards) {
                let blow = guard.blow(laws, tokens);
                steps = steps_of(laws, blow, strides);
                let (models, wounds) = (usize::from(group.models), usize::from(group.wounds));
                if self.spill {
                    for lost in from..from + models * wounds {
                        bands.blows(&steps, total - lost, &cells, lost..lost + 1, 1, lands);
                    }
                } else {
                    // All that are as far from falling are alike.
                    for hurt in 0..wounds {
                        bands.blows(&steps, wounds - hurt, &cells, from + hurt..from + models * wounds, wounds, lands);
                    }
                }
                from += models * wounds;
            }
            if place + 1 == self.bodies.len() {
                // Where all are gone, blows land on another model like the last.
                bands.blows(&steps, 0, &cells, total..total + 1, 1, lands);
            }
        }
        bands
    }
}

/// Number of the points that hurt among what a blow drops.
const NET: u16 = 2;

/// The ways, of all, in which a save succeeds and fails.
fn save_ways(save: Save) -> (f64, f64) {
    let (mut saved, mut failed) = (0, 0);
    for (face, ways) in (1..).zip(final_faces(6, [save.reroll, Faces::NONE])) {
        *if face < save.on { &mut failed } else { &mut saved } += ways;
    }
    (f64::from(saved), f64::from(failed))
}

/// The law of a blow's points, where `point` is the law of one.
fn amount_law(amount: &Draw, laws: &mut Laws, point: Law) -> Law {
    let fixed = laws.times(point, usize::from(amount.plus));
    if amount.dice == 0 {
        return fixed;
    }
    let mut choices: SmallVec<[(f64, Law); 6]> = SmallVec::new();
    let mut last = 0;
    for (way, value) in final_faces(amount.sides, [amount.reroll, Faces::NONE]).zip(&amount.values) {
        // A larger value starts from the law of the one before.
        let law = match choices.last() {
            Some((_, law)) if *value >= last => {
                let others = laws.times(point, usize::from(value - last));
                laws.and(*law, others)
            }
            _ => laws.times(point, usize::from(*value)),
        };
        choices.push((f64::from(way), law));
        last = *value;
    }
    let die = laws.one_of(&choices);
    let dice = laws.times(die, usize::from(amount.dice));
    laws.and(fixed, dice)
}

/// One way a blow can go: the points it takes, and how far that moves in the joint grid apart from the bodies.
struct Step {
    net: usize,
    shift: usize,
    p: f64,
}

type Steps = SmallVec<[Step; 8]>;

/// The outcomes of a blow's law, whose slots are numbered as `strides` are.
fn steps_of(laws: &Laws, law: Law, strides: [usize; 3]) -> Steps {
    let mut steps = Steps::new();
    for (index, weight) in laws.weights(law).iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
        let (mut rest, mut step) = (index, Step { net: 0, shift: 0, p: weight / laws.total(law) });
        for axis in laws.axes(law).iter().rev() {
            let (count, kind) = (rest % axis.len, usize::from(axis.slot.0));
            rest /= axis.len;
            if axis.slot == Slot(NET) {
                step.net = count;
            }
            step.shift += count * strides[kind];
        }
        steps.push(step);
    }
    steps
}

/// One way a blow may move the state: so many rows on in the joint grid, and so many cells on in the row.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Band {
    pub(crate) rows: usize,
    pub(crate) offset: usize,
}

/// What one blow does to the state: a matrix that is 0 but for a few bands.
#[derive(Debug)]
pub(crate) struct Bands {
    /// The cells of a row, filled up to a multiple of [`Bands::MULTIPLE`].
    len: usize,
    cells: usize,
    bands: SmallVec<[Band; 4]>,
    /// One row for each band.
    weights: Vec<f64>,
}

impl Bands {
    /// Rows of weights are a multiple of this long.
    pub(crate) const MULTIPLE: usize = 8;

    fn new(cells: usize) -> Self {
        let len = cells.next_multiple_of(Self::MULTIPLE);
        let weights = Vec::with_capacity(4 * len);
        Self { len, cells, bands: SmallVec::new(), weights }
    }

    /// The bands, each with its weights: for each cell that is reached, the chance that a blow on the cell `offset` before
    /// it does this.
    #[inline(always)]
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Band, &[f64])> {
        self.bands.iter().zip(self.weights.chunks_exact(self.len))
    }

    /// How long each row of weights is.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The most cells that a blow moves the state within a row.
    pub(crate) fn offset(&self) -> usize {
        self.bands.iter().map(|band| band.offset).max().unwrap_or(0)
    }

    /// How many bands there are.
    pub(crate) fn number(&self) -> usize {
        self.bands.len()
    }

    /// Adds what a blow does where a body has lost any of these numbers of points, every so many, and the blow finds
    /// `room` for its own; where it `lands`.
    fn blows(
        &mut self,
        steps: &Steps,
        room: usize,
        cells: &Cells,
        lost: Range<usize>,
        every: usize,
        lands: impl Fn(Cell) -> bool,
    ) {
        for step in steps {
            let offset = step.net.min(room) * cells.stride;
            let first = self.band(Band { rows: step.shift / self.cells, offset }) * self.len + offset;
            let weights = &mut self.weights[first..];
            cells.each(&lost, every, |cell| {
                if lands(cell) {
                    weights[cell] += step.p;
                }
            });
        }
    }

    fn band(&mut self, band: Band) -> usize {
        self.bands.iter().position(|known| *known == band).unwrap_or_else(|| {
            self.bands.push(band);
            self.weights.resize(self.weights.len() + self.len, 0.0);
            self.bands.len() - 1
        })
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

    /// Where the cells lie in which a body has lost so many points.
    fn cells_of(&self, body: usize) -> Cells {
        let stride = self.stride(body);
        Cells { stride, span: stride * (self.bodies[body].wounds() + 1), all: self.cells }
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

/// The cells of a [`World`] as one body sees them.
struct Cells {
    /// So many lie side by side in which it has lost the same.
    stride: usize,
    /// So many lie between one and the next in which it has lost the same, and others less.
    span: usize,
    all: usize,
}

impl Cells {
    /// Calls `f` with every cell in which the body has lost any of these numbers of points, every so many.
    #[inline(always)]
    fn each(&self, lost: &Range<usize>, every: usize, mut f: impl FnMut(Cell)) {
        let mut others = 0;
        while others < self.all {
            for first in others..others + self.stride {
                let (mut cell, end) = (first + lost.start * self.stride, first + lost.end * self.stride);
                while cell < end {
                    f(cell);
                    cell += every * self.stride;
                }
            }
            others += self.span;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{ModelGroup, Side};
    use super::*;
    use smallvec::smallvec;

    fn body() -> Body {
        let group = |models, wounds| ModelGroup { name: String::new(), models, wounds };
        Body { name: "mixed".into(), side: Side::Defender, groups: vec![group(2, 2), group(1, 3)], taken: 0 }
    }

    #[test]
    fn a_blow_moves_every_state_somewhere() {
        let guard = |on, ignore_on| Guard {
            save: Some(Save { on, reroll: Faces::NONE }),
            amount: Draw::of("D3".parse().expect("dice"), Faces::NONE),
            ignore_on,
        };
        for spill in [false, true] {
            let strike = Strike {
                name: "blow",
                input: Slot(0),
                bodies: smallvec![0],
                guards: smallvec![smallvec![guard(4, 5), guard(2, 7)]],
                spill,
                through: None,
                gross: None,
                net: None,
            };
            let bodies = [body()];
            let world = World::new(&bodies, &[true]);
            let bands = strike.bands(&world, &mut Laws::new(), [None; 3]);
            for cell in 0..world.cells() {
                let at = |(band, weights): (&Band, &[f64])| {
                    (cell + band.offset < world.cells()).then(|| weights[cell + band.offset])
                };
                let out: f64 = bands.iter().filter_map(at).sum();
                assert!((out - 1.0).abs() < 1e-15, "cell {cell}: {out}");
            }
        }
    }
}
