//! A program as the lanes run it: a flat list of operations on rows of counts. There are no dice here and no chances.

use std::ops::Range;

use smallvec::SmallVec;

use super::hit_lanes::TargetHits;
use super::roll_lanes::RollOp;
pub(super) use super::roll_lanes::RowId;
#[cfg(test)]
use crate::engine::planted::{self, PlantedError};
use crate::sequence::{Body, Limit, Program, Recovery, Settle, Slot, Step, Strike};

mod bytes;
mod each;
mod fold;
mod hits;
mod rolls;
mod sorted;

/// Rows of counts that the lanes have.
pub(super) const ROWS: usize = 64;

/// The place of a row among the lanes' rows. There are [`ROWS`] of them, a power of two; the mask keeps checks of the
/// index out of the loops.
#[inline(always)]
pub(super) fn place(row: u16) -> usize {
    usize::from(row) & (ROWS - 1)
}

/// How the counts of one stage are measured.
#[derive(Clone, Debug)]
pub(super) struct StageOp {
    /// The rows whose sum is the stage.
    pub(super) rows: Vec<RowId>,
    /// The number of the stage.
    pub(super) index: usize,
    /// The row that collects the stage over all weapons, if there are several.
    pub(super) into: Option<RowId>,
    /// The most that a lane can count.
    pub(super) most: u32,
}

/// One operation on all lanes.
#[derive(Clone, Debug)]
pub(super) enum Op {
    /// Empties a row before its first use.
    Clear(RowId),
    /// Puts the same count into every lane of a row.
    Set(RowId, u16),
    /// Each token rolls dice.
    Roll(RollOp),
    /// Adds a multiple of one row to others.
    Add { input: RowId, terms: Vec<(RowId, u16)> },
    /// Each token is a point on the first body that still stands. The bodies come with all their points.
    Land { input: RowId, bodies: Vec<(usize, u16)>, net: Option<RowId> },
    /// Works out which model of a body is next from its points lost.
    Sync { body: usize },
    /// Each token is a hit on the target.
    Hits(TargetHits),
    /// Moves tokens without dice; the bodies come with all their points.
    Settle { settle: Settle, rows: Vec<RowId>, bodies: Vec<(usize, u16)> },
    /// The first body gets points back.
    Heal(Recovery),
    /// Measures a stage.
    Stage(StageOp),
    /// Takes a token in every lane that has one, from one row into another; where there are several, any token is as likely
    /// as another. If no lane has one, goes on at `end`.
    Each { takes: Vec<(RowId, RowId)>, end: usize },
    /// Goes back to the operation that takes the next tokens.
    Again { each: usize },
}

/// Points that the first bodies have lost before the first step, in this many trials.
pub(crate) type RolledBegin = (SmallVec<[usize; 2]>, u64);

/// Everything that the lanes need to know.
#[derive(Clone, Debug)]
pub(super) struct LanePlan {
    pub(super) ops: Vec<Op>,
    pub(super) bodies: Vec<Body>,
    /// What the first bodies have lost before the first step, each in this many trials; empty: in all what they have lost.
    pub(super) begins: Vec<RolledBegin>,
    /// For each total, its row (`None` if nothing ever reaches it) and its largest value.
    pub(super) totals: Vec<(Option<RowId>, usize)>,
    /// For each stage of each weapon, in order, its count if that never varies.
    pub(super) stages: Vec<Option<u16>>,
    /// The same for each stage over all weapons; empty if there is one weapon.
    pub(super) all_stages: Vec<Option<u16>>,
    /// The total that says how many points the only body takes, if there is one. Then no operation follows the body.
    pub(super) pooled: Option<usize>,
}

impl LanePlan {
    /// Plans a program.
    ///
    /// # Errors [`Limit`] if more rows are needed at the same time than the lanes have.
    pub(super) fn new(program: &Program) -> Result<Self, Limit> {
        let mut planner = Planner::new(program);
        let (mut rolled, gone) = fold::fold(program, planner.pooled.is_some());
        for (index, step) in program.steps.iter().enumerate() {
            planner.end_turns(index);
            let before = planner.rows;
            match (&**step, rolled[index].take()) {
                _ if gone[index] => {}
                (_, Some(rolled)) => planner.rolled(rolled),
                (Step::Roll(roll), None) => planner.roll(roll),
                (Step::Settle(settle), None) => planner.settle(settle),
                (Step::Strike(strike), None) if planner.waits(strike) => {}
                (Step::Strike(strike), None) => planner.strike(strike),
                (Step::Each(each), None) => planner.each(each, index),
                (Step::Heal(recovery), None) => planner.heal(recovery),
            }
            if !gone[index] {
                planner.empty_for_the_next(step, before);
            }
        }
        planner.end_turns(program.steps.len());
        planner.finish()
    }
}

struct Planner<'p> {
    program: &'p Program<'p>,
    ops: Vec<Op>,
    rows: RowId,
    /// For each body, whether it lost points since its next model was worked out.
    stale: Vec<bool>,
    pooled: Option<usize>,
    /// Steps that tokens go through one by one and that have begun: where they end.
    turns: Vec<usize>,
    late: Option<each::LateHits>,
}

impl<'p> Planner<'p> {
    fn new(program: &'p Program<'p>) -> Self {
        let ops = program.start.iter().map(|(slot, tokens)| Op::Set(slot.0, *tokens)).collect();
        let rows = program.slots() as RowId;
        let looks = |step: &Step| matches!(step, Step::Settle(settle) if !settle.bodies().is_empty());
        let pooled = program.pooled().filter(|_| !program.steps.iter().any(|step| looks(step)));
        Self { program, ops, rows, stale: vec![false; program.bodies.len()], pooled, turns: Vec::new(), late: None }
    }

    fn fresh(&mut self) -> RowId {
        self.rows += 1;
        self.rows - 1
    }

    fn settle(&mut self, settle: &Settle) {
        #[cfg(test)]
        if planted::in_sampled(PlantedError::Settle) {
            return;
        }
        let rows = settle.slots().iter().map(|slot| slot.0).collect();
        let bodies = settle.bodies().iter().map(|body| (*body, self.points(*body))).collect();
        self.ops.push(Op::Settle { settle: settle.clone(), rows, bodies });
    }

    fn heal(&mut self, recovery: &Recovery) {
        self.ops.push(Op::Heal(recovery.clone()));
        self.stale[0] = true;
    }

    fn points(&self, body: usize) -> u16 {
        self.program.bodies[body].wounds() as u16
    }

    fn strike(&mut self, strike: &Strike) {
        if strike.is_points() {
            for body in &strike.bodies {
                self.stale[*body] = true;
            }
            let bodies = strike.bodies.iter().map(|body| (*body, self.points(*body))).collect();
            let net = strike.net.map(|slot| slot.0);
            self.ops.push(Op::Land { input: strike.input.0, bodies, net });
            return;
        }
        self.sync(strike);
        self.hit(strike);
    }

    /// The models that a strike hits next are known before it.
    fn sync(&mut self, strike: &Strike) {
        let stale = strike.bodies.iter().filter(|body| std::mem::take(&mut self.stale[**body]));
        self.ops.extend(stale.map(|body| Op::Sync { body: *body }));
    }

    /// Hits one model after the other.
    fn hit(&mut self, strike: &Strike) {
        #[cfg(test)]
        let strike = &planted::strike(strike, planted::in_sampled);
        match strike.sorted {
            true => self.sorted(strike),
            false => self.ops.push(Op::Hits(self.hits(strike))),
        }
    }

    fn finish(mut self) -> Result<LanePlan, Limit> {
        let (stages, all_stages) = self.stages();
        let reached = |row: RowId, ops: &[Op]| ops.iter().any(|op| writes(op).contains(&row));
        let totals: Vec<(Option<RowId>, usize)> = self
            .program
            .totals
            .iter()
            .map(|total| {
                let row = total.slot.0;
                #[cfg(test)]
                let row = if planted::in_sampled(PlantedError::Total) { row + 1 } else { row };
                let most = self.program.bounds[usize::from(row)] as usize;
                (reached(row, &self.ops).then_some(row), most)
            })
            .collect();
        let keep: Vec<RowId> = totals.iter().filter_map(|(row, _)| *row).collect();
        let (mut ops, places) = allocate(self.ops, &keep)?;
        each::link(&mut ops);
        let totals = totals.into_iter().map(|(row, most)| (row.map(|r| places[usize::from(r)]), most)).collect();
        Ok(LanePlan {
            ops,
            bodies: self.program.bodies.to_vec(),
            begins: Vec::new(),
            totals,
            stages,
            all_stages,
            pooled: self.pooled,
        })
    }

    /// Measures each stage after the last operation that adds to it.
    fn stages(&mut self) -> (Vec<Option<u16>>, Vec<Option<u16>>) {
        let weapons = self.program.weapons;
        let stages_per_weapon = weapons.first().map_or(0, |weapon| weapon.stages.len());
        let several = weapons.len() > 1;
        let sums: Vec<RowId> = (0..if several { stages_per_weapon } else { 0 }).map(|_| self.fresh()).collect();
        let mut fixed = Vec::new();
        let mut insert: Vec<(usize, Op)> = Vec::new();
        let turns = each::turns(&self.ops);
        for weapon in weapons {
            for (stage, sum) in weapon.stages.iter().zip(0..) {
                let rows: Vec<RowId> = stage.slots.iter().map(|slot| slot.0).collect();
                let last = self.ops.iter().rposition(|op| adds(op, &rows)).map(|last| each::end_of_turn(&turns, last));
                let value = last.is_none().then(|| self.start_of(&stage.slots));
                if last.is_some() || several {
                    let at = last.map_or(self.program.start.len(), |last| last + 1);
                    let rows = self.kept(rows, at, &turns, &mut insert);
                    let into = sums.get(sum).copied();
                    let most = self.most(&stage.slots);
                    insert.push((at, Op::Stage(StageOp { rows, index: fixed.len(), into, most })));
                }
                fixed.push(value);
            }
        }
        let mut all = Vec::new();
        for (stage, sum) in sums.iter().enumerate() {
            let values: Option<Vec<u16>> = (0..weapons.len()).map(|w| fixed[w * stages_per_weapon + stage]).collect();
            let index = fixed.len() + stage;
            let most: u32 = weapons.iter().map(|weapon| self.most(&weapon.stages[stage].slots)).sum();
            insert.push((usize::MAX, Op::Stage(StageOp { rows: vec![*sum], index, into: None, most })));
            all.push(values.map(|values| values.iter().sum()));
        }
        insert.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
        for (at, op) in insert {
            self.ops.insert(at.min(self.ops.len()), op);
        }
        (fixed, all)
    }

    /// Rows that still count at `at` what was added to these: of those that tokens are taken from before one row has copies.
    fn kept(
        &mut self,
        rows: Vec<RowId>,
        at: usize,
        turns: &[Range<usize>],
        insert: &mut Vec<(usize, Op)>,
    ) -> Vec<RowId> {
        let last = |row: RowId| self.ops[..at].iter().rposition(|op| adds(op, &[row]));
        let filled = |row: RowId| last(row).map_or(self.program.start.len(), |last| each::end_of_turn(turns, last) + 1);
        let is_taken = |row: RowId| self.ops[filled(row).min(at)..at].iter().any(|op| takes_from(op, row));
        let (taken, mut kept): (Vec<RowId>, Vec<RowId>) = rows.into_iter().partition(|row| is_taken(*row));
        let filled: Vec<usize> = taken.iter().map(|row| filled(*row)).collect();
        if !taken.is_empty() {
            let copies = self.fresh();
            let copy = |(row, at): (RowId, usize)| (at, Op::Add { input: row, terms: vec![(copies, 1)] });
            insert.extend(taken.into_iter().zip(filled).map(copy));
            kept.push(copies);
        }
        kept
    }

    fn most(&self, slots: &[Slot]) -> u32 {
        slots.iter().map(|slot| self.program.bounds[usize::from(slot.0)]).sum()
    }

    fn start_of(&self, slots: &[Slot]) -> u16 {
        self.program.start.iter().filter(|(slot, _)| slots.contains(slot)).map(|(_, tokens)| tokens).sum()
    }
}

/// Whether an operation adds to what a stage of these rows counts: none counts what a settle moves.
fn adds(op: &Op, rows: &[RowId]) -> bool {
    !matches!(op, Op::Set(..) | Op::Settle { .. }) && writes(op).iter().any(|row| rows.contains(row))
}

/// Whether an operation takes tokens out of a row.
fn takes_from(op: &Op, row: RowId) -> bool {
    match op {
        Op::Each { takes, .. } => takes.iter().any(|(input, _)| *input == row),
        Op::Settle { .. } => writes(op).contains(&row),
        Op::Clear(cleared) => *cleared == row,
        _ => false,
    }
}

fn writes(op: &Op) -> Vec<RowId> {
    match op {
        Op::Clear(row) | Op::Set(row, _) => vec![*row],
        Op::Roll(roll) => roll.outs.iter().map(|out| out.row).collect(),
        Op::Add { terms, .. } => terms.iter().map(|(row, _)| *row).collect(),
        Op::Land { net, .. } => net.iter().copied().collect(),
        Op::Sync { .. } | Op::Heal(_) => Vec::new(),
        Op::Hits(hits) => [hits.through, hits.net, hits.gross].into_iter().flatten().collect(),
        Op::Settle { rows, settle, .. } => settle.changes().iter().map(|slot| row_of(settle, rows, *slot)).collect(),
        Op::Stage(stage) => stage.into.iter().copied().collect(),
        Op::Each { takes, .. } => takes.iter().map(|(_, one)| *one).collect(),
        Op::Again { .. } => Vec::new(),
    }
}

/// The row of one of a settle's slots.
fn row_of(settle: &Settle, rows: &[RowId], slot: Slot) -> RowId {
    let place = settle.slots().iter().position(|s| *s == slot).expect("a settle changes its own slots");
    rows[place]
}

fn reads(op: &Op) -> Vec<RowId> {
    match op {
        Op::Clear(_) | Op::Set(..) | Op::Sync { .. } | Op::Again { .. } | Op::Heal(_) => Vec::new(),
        Op::Each { takes, .. } => takes.iter().map(|(input, _)| *input).collect(),
        Op::Roll(RollOp { input, .. }) | Op::Add { input, .. } | Op::Land { input, .. } => vec![*input],
        Op::Hits(hits) => vec![hits.input],
        Op::Settle { rows, .. } => rows.clone(),
        Op::Stage(stage) => stage.rows.clone(),
    }
}

fn renumber(op: &mut Op, place: impl Fn(RowId) -> RowId) {
    let each = |row: &mut RowId| *row = place(*row);
    match op {
        Op::Clear(row) | Op::Set(row, _) => each(row),
        Op::Roll(roll) => {
            each(&mut roll.input);
            roll.outs.iter_mut().for_each(|out| each(&mut out.row));
        }
        Op::Add { input, terms } => {
            each(input);
            terms.iter_mut().for_each(|(row, _)| each(row));
        }
        Op::Land { input, net, .. } => {
            each(input);
            net.iter_mut().for_each(each);
        }
        Op::Sync { .. } | Op::Again { .. } | Op::Heal(_) => {}
        Op::Each { takes, .. } => takes.iter_mut().for_each(|(input, one)| {
            each(input);
            each(one);
        }),
        Op::Hits(hits) => {
            each(&mut hits.input);
            [&mut hits.through, &mut hits.net, &mut hits.gross].into_iter().flatten().for_each(each);
        }
        Op::Settle { rows, .. } => rows.iter_mut().for_each(each),
        Op::Stage(stage) => {
            stage.rows.iter_mut().for_each(each);
            stage.into.iter_mut().for_each(each);
        }
    }
}

/// Gives every row a place from its first use to its last, and empties the place before the first.
fn allocate(ops: Vec<Op>, keep: &[RowId]) -> Result<(Vec<Op>, Vec<RowId>), Limit> {
    let rows =
        ops.iter().flat_map(|op| reads(op).into_iter().chain(writes(op))).max().map_or(0, |r| usize::from(r) + 1);
    let (mut first, mut last) = (vec![usize::MAX; rows], vec![0; rows]);
    for (at, op) in ops.iter().enumerate() {
        for row in reads(op).into_iter().chain(writes(op)).map(usize::from) {
            first[row] = first[row].min(at);
            last[row] = at;
        }
    }
    each::widen(&ops, &mut first, &mut last);
    for row in keep {
        last[usize::from(*row)] = usize::MAX;
    }
    let mut free: Vec<RowId> = (0..ROWS as RowId).rev().collect();
    let mut places = vec![0; rows];
    let mut out = Vec::with_capacity(2 * ops.len());
    for (at, mut op) in ops.into_iter().enumerate() {
        for row in (0..rows).filter(|row| first[*row] == at) {
            let Some(place) = free.pop() else {
                let what = "piles of dice that matter at the same moment".to_owned();
                return Err(Limit { what, value: ROWS as u64 + 1, most: ROWS as u64, name: "ROWS" });
            };
            places[row] = place;
            match &mut op {
                Op::Set(..) => {}
                Op::Roll(roll) if roll.input != row as RowId => {
                    roll.outs.iter_mut().filter(|out| usize::from(out.row) == row).for_each(|out| out.fresh = true);
                }
                _ => out.push(Op::Clear(place)),
            }
        }
        renumber(&mut op, |row| places[usize::from(row)]);
        out.push(op);
        for row in (0..rows).filter(|row| last[*row] == at && first[*row] != usize::MAX) {
            free.push(places[row]);
        }
    }
    Ok((out, places))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_share_places_once_they_are_done() {
        let ops: Vec<Op> = (0..200).map(|row| Op::Add { input: row, terms: vec![(row + 1, 1)] }).collect();
        let (ops, _) = allocate(ops, &[200]).expect("two rows at a time");
        let most = ops.iter().flat_map(writes).max().expect("rows");
        assert!(most < 4, "{most}");
        let wide = vec![Op::Add { input: 0, terms: (1..100).map(|row| (row, 1)).collect() }];
        assert_eq!(allocate(wide, &[]).expect_err("a hundred rows at once").name, "ROWS");
    }
}
