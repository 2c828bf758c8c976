//! What rolling a plan costs, estimated before a die is rolled. The estimate follows the mean counts of the rows through the
//! operations; it depends on the plan alone, so the same question is always answered by as many trials.

use super::hit_lanes::TargetHits;
use super::plan::{LanePlan, Op, ROWS, place};
use super::roll_lanes::{RollOp, RollOut, rows_of_bytes};
use crate::dice::{LANES, VALID};

/// Rolling a row of bytes, and comparing it with one cut; about nanoseconds of one thread with wide vectors, as all costs.
const BYTES: f64 = 8.0;
const CUT: f64 = 3.0;
/// What an operation costs apart from its bytes.
const OP: f64 = 60.0;
/// A hit on every lane in the fast loops, each byte of it, and each group of models.
const HIT: f64 = 120.0;
const HIT_BYTE: f64 = 25.0;
const GROUP: f64 = 40.0;
/// A hit on one lane that the fast loops cannot deal, and each group of models that may be next.
const SLOW_HIT: f64 = 40.0;
const SLOW_GROUP: f64 = 3.0;
/// Counting what became of all lanes.
const COUNT: f64 = LANES as f64;

/// What one trial in every lane costs.
pub(super) fn of_lanes(plan: &LanePlan) -> f64 {
    let mut walk = CostWalk { means: [0.0; ROWS], cost: 0.0, times: vec![1.0] };
    plan.ops.iter().for_each(|op| walk.op(op));
    let totals = plan.totals.len() as f64;
    walk.cost + COUNT * (1.0 + totals + plan.bodies.len() as f64)
}

/// The mean counts of the rows, and what it cost so far.
struct CostWalk {
    means: [f64; ROWS],
    cost: f64,
    /// How often operations are done: those of the turns that have begun, the innermost last.
    times: Vec<f64>,
}

impl CostWalk {
    fn times(&self) -> f64 {
        self.times.last().copied().unwrap_or(1.0)
    }

    fn spend(&mut self, cost: f64) {
        self.cost += self.times() * cost;
    }

    fn mean(&self, row: u16) -> f64 {
        self.means[place(row)]
    }

    fn add(&mut self, row: u16, more: f64) {
        self.means[place(row)] += more;
    }

    fn op(&mut self, op: &Op) {
        match op {
            Op::Clear(row) => self.means[place(*row)] = 0.0,
            Op::Set(row, n) => self.means[place(*row)] = f64::from(*n),
            Op::Roll(op) => self.roll(op),
            Op::Add { input, terms } => {
                let tokens = self.mean(*input);
                terms.iter().for_each(|(row, n)| self.add(*row, tokens * f64::from(*n)));
                self.spend(OP * terms.len() as f64);
            }
            Op::Land { input, bodies, net } => {
                let points = self.mean(*input);
                net.iter().for_each(|row| self.add(*row, points));
                self.spend(OP * (1.0 + bodies.len() as f64));
            }
            Op::Sync { .. } | Op::Stage(_) => self.spend(COUNT),
            Op::Heal(recovery) => self.spend(COUNT * (1.0 + f64::from(recovery.points.dice))),
            Op::Hits(op) => self.hits(op),
            Op::Settle { settle, rows, bodies } => {
                let before: Vec<u32> = rows.iter().map(|row| self.mean(*row).ceil() as u32).collect();
                rows.iter().zip(settle.bounds(&before)).for_each(|(row, n)| self.means[place(*row)] = f64::from(n));
                self.spend(COUNT * (rows.len() + bodies.len()) as f64);
            }
            Op::Each { takes, .. } => {
                // A lane takes part in as many turns as it has tokens; the turns go on until none has any.
                let tokens = takes.iter().map(|(input, _)| self.mean(*input)).sum();
                takes
                    .iter()
                    .for_each(|(input, one)| self.means[place(*one)] = self.mean(*input) / f64::max(tokens, 1.0));
                self.spend(OP);
                self.times.push(self.times() * most_of_lanes(tokens));
            }
            Op::Again { .. } => {
                self.spend(OP);
                self.times.pop();
            }
        }
    }

    fn roll(&mut self, op: &RollOp) {
        let dice = self.mean(op.input) * f64::from(op.times);
        let bytes = dice / f64::from(op.per);
        let rows = rows_of_bytes(most_of_lanes(bytes).ceil() as usize, op.last) as f64;
        for RollOut { row, together, fresh, .. } in &op.outs {
            let above = |from: u8| match from {
                0 => 1.0,
                cut => 1.0 - (f64::from(op.together[usize::from(cut) - 1]) + 1.0) / (f64::from(op.last) + 1.0),
            };
            let each: f64 = together.iter().map(|term| f64::from(term.k) * above(term.from)).sum();
            if *fresh {
                self.means[place(*row)] = 0.0;
            }
            self.add(*row, bytes * each.max(0.0));
        }
        self.spend(rows * (BYTES + CUT * op.together.len() as f64) + OP * (1 + op.outs.len()) as f64);
    }

    fn hits(&mut self, op: &TargetHits) {
        let hits = self.mean(op.input);
        let save = op.groups.iter().map(|group| f64::from(group.save_below)).fold(0.0, f64::max) / f64::from(VALID);
        let through = hits * save.min(1.0);
        for (row, n) in [(op.through, through), (op.gross, through), (op.net, through * f64::from(op.most))] {
            row.iter().for_each(|row| self.add(*row, n));
        }
        let (bytes, groups) = (op.bytes() as f64, (op.groups.len() - 1) as f64);
        let each = match &op.general {
            Some(general) => {
                let groups: usize = general.bodies.iter().map(|(_, body, _)| body.groups.len()).sum();
                match general.wide {
                    Some(wide) => COUNT * (SLOW_HIT + SLOW_GROUP * groups as f64 + 2.0 * f64::from(wide)),
                    None => COUNT * (SLOW_HIT + SLOW_GROUP * groups as f64 + 2.0 * bytes) * tries(op.bytes()),
                }
            }
            None if op.are_of_a_byte() => BYTES + CUT * (4 + op.cuts.len()) as f64,
            None => (HIT + HIT_BYTE * bytes + GROUP * groups) * tries(op.bytes()),
        };
        self.spend(OP + most_of_lanes(hits) * each);
    }
}

/// How often a hit of this many bytes is rolled until all of them are dice.
fn tries(bytes: usize) -> f64 {
    (0..bytes).fold(1.0, |tries, _| tries * 256.0 / f64::from(VALID))
}

/// About as many as the lane with the most has.
fn most_of_lanes(mean: f64) -> f64 {
    if mean > 0.0 { mean + 1.5 * mean.sqrt() + 1.0 } else { 0.0 }
}
