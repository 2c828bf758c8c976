//! A program as the sampled engine runs it: a flat list of operations on rows of counts. No dice here, no probability.

use super::roll::lanes::{GO, Out, RollOp, Term};
use super::roll::ways::{self, Drops, again, fits, two};
use super::strike::lanes::{Blows, General, GroupLanes, pair_limits};
use super::{Body, Limit, Program, Roll, Settle, Slot, Step, Strike};
use crate::dice::{Faces, unit_of};

/// A sweep of pairs of dice is never worth more cuts than this.
const PAIR_CUTS: usize = 10;
/// What drawing a byte costs, in cuts.
const BYTE: usize = 7;

/// Rows of counts that the lanes have.
pub(crate) const ROWS: usize = 64;

/// A row of counts, one for each lane. While a plan is made rows are numbered freely; then they share [`ROWS`] places.
pub(crate) type Row = u16;

/// The counts of one stage: added up, and measured once a batch.
#[derive(Clone, Debug)]
pub(crate) struct StageOp {
    /// The rows whose sum is the stage.
    pub(crate) rows: Vec<Row>,
    /// Which stage it is.
    pub(crate) index: usize,
    /// The row that collects the stage over all weapons, if there are several.
    pub(crate) into: Option<Row>,
    /// The most that a lane can count.
    pub(crate) most: u32,
}

/// One operation on all lanes.
#[derive(Clone, Debug)]
pub(crate) enum Op {
    /// Empties a row before its first use.
    Clear(Row),
    /// Puts the same count into every lane of a row.
    Set(Row, u16),
    /// Each token rolls dice.
    Roll(RollOp),
    /// Adds a multiple of one row to others.
    Add { input: Row, terms: Vec<(Row, u16)> },
    /// Each token is a point on the first body with room. `stale` says that later blows must look afresh.
    Land { input: Row, bodies: Vec<(usize, u16)>, net: Option<Row> },
    /// Works out a body's current model from its points lost.
    Sync { body: usize },
    /// Each token is a blow.
    Blows(Blows),
    /// Moves tokens without dice; the bodies come with all their points.
    Settle { settle: Settle, rows: Vec<Row>, bodies: Vec<(usize, u16)> },
    /// Measures a stage.
    Stage(StageOp),
}

/// All that the sampled engine sees.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) ops: Vec<Op>,
    pub(crate) bodies: Vec<Body>,
    /// For each total, its row (`None` if nothing ever reaches it) and its largest value.
    pub(crate) totals: Vec<(Option<Row>, usize)>,
    /// For each weapon and stage, in order, the value if it never varies.
    pub(crate) stages: Vec<Option<u16>>,
    /// The same for each stage over all weapons; empty if there is one weapon.
    pub(crate) all_stages: Vec<Option<u16>>,
    /// The total that says all about the only body, if there is one; then no operation follows the body.
    pub(crate) pooled: Option<usize>,
}

impl Plan {
    /// Plans a program.
    ///
    /// # Errors
    /// [`Limit`] if more rows are alive at once than the lanes have.
    pub(crate) fn new(program: &Program) -> Result<Self, Limit> {
        let mut planner = Planner::new(program);
        for step in &program.steps {
            match &**step {
                Step::Roll(roll) => planner.roll(roll),
                Step::Settle(settle) => planner.settle(settle),
                Step::Strike(strike) => planner.strike(strike),
            }
        }
        planner.finish()
    }
}

struct Planner<'p> {
    program: &'p Program<'p>,
    ops: Vec<Op>,
    rows: Row,
    /// Bodies that lost points which their lanes did not follow.
    stale: Vec<bool>,
    pooled: Option<usize>,
}

impl<'p> Planner<'p> {
    fn new(program: &'p Program<'p>) -> Self {
        let ops = program.start.iter().map(|(slot, tokens)| Op::Set(slot.0, *tokens)).collect();
        let rows = program.names.len() as Row;
        let looks = |step: &Step| matches!(step, Step::Settle(settle) if !settle.bodies().is_empty());
        let pooled = program.pooled().filter(|_| !program.steps.iter().any(|step| looks(step)));
        Self { program, ops, rows, stale: vec![false; program.bodies.len()], pooled }
    }

    fn fresh(&mut self) -> Row {
        self.rows += 1;
        self.rows - 1
    }

    /// A roll is one pass, or three if both windows roll dice again: the dice, those that the first window rolls again,
    /// those that the second does.
    fn roll(&mut self, roll: &Roll) {
        if !roll.always.is_empty() {
            let terms = roll.always.iter().map(|(slot, n)| (slot.0, *n)).collect();
            self.ops.push(Op::Add { input: roll.input.0, terms });
        }
        if roll.times == 0 {
            return;
        }
        let ways: Vec<Drops> = roll.rows.iter().map(|row| row.iter().map(|(slot, n)| (slot.0, *n)).collect()).collect();
        let dice = self.program.bounds[usize::from(roll.input.0)] * u32::from(roll.times);
        let (input, times) = (roll.input.0, u16::from(roll.times));
        let [first, second] = roll.rerolls;
        if first.is_empty() || second.is_empty() {
            return self.window(input, times, dice, &ways, first.or(second));
        }
        let [again1, again2] = [self.fresh(), self.fresh()];
        let pass = |face: u8| match () {
            () if first.has(face) => vec![(again1, 1)],
            () if second.has(face) => vec![(again2, 1)],
            () => ways[usize::from(face) - 1].clone(),
        };
        let sorted: Vec<Drops> = (1..=roll.sides).map(pass).collect();
        self.window(input, times, dice, &sorted, Faces::NONE);
        self.window(again1, 1, dice, &ways, second);
        self.window(again2, 1, dice, &ways, Faces::NONE);
    }

    /// Dice of which one window at most rolls some again: in the same byte if it holds both dice, else in a second pass.
    fn window(&mut self, input: Row, times: u16, dice: u32, ways: &[Drops], window: Faces) {
        if window.is_empty() {
            return self.pass(input, times, dice, ways);
        }
        if fits(ways.len() * ways.len()) {
            return self.pass(input, times, dice, &again(ways, window));
        }
        let row = self.fresh();
        let sorted: Vec<Drops> = (1..=ways.len() as u8)
            .map(|face| if window.has(face) { vec![(row, 1)] } else { ways[usize::from(face) - 1].clone() })
            .collect();
        self.pass(input, times, dice, &sorted);
        self.pass(row, 1, dice, ways);
    }

    /// Rolls each die once: two to a byte where that saves work.
    fn pass(&mut self, input: Row, times: u16, dice: u32, ways: &[Drops]) {
        let mut rows: Vec<Row> = ways.iter().flatten().map(|(row, _)| *row).collect();
        rows.sort_unstable();
        rows.dedup();
        let single = ways::table(ways, &rows);
        let pair = fits(ways.len() * ways.len())
            .then(|| ways::table(&two(ways), &rows))
            .filter(|pair| pair.at.len() <= PAIR_CUTS && pair.at.len() < BYTE + 2 * single.at.len());
        let (per, sweep) = pair.map_or_else(|| (1, ways::table(ways, &rows)), |pair| (2, pair));
        let most = |row: &Row| ways.iter().map(|way| total(way, *row)).max().unwrap_or(0);
        let go = dice.min(u32::from(GO));
        let gentle = |terms: &Vec<Term>| terms.iter().all(|term| term.k.unsigned_abs() <= 3);
        let narrow = rows.iter().all(|row| go * most(row) <= u32::from(u8::MAX))
            && single.terms.iter().chain(&sweep.terms).all(gentle);
        let outs = rows.iter().zip(sweep.terms.into_iter().zip(single.terms));
        let outs = outs.map(|(row, (sweep, finish))| Out { row: *row, fresh: false, sweep, finish }).collect();
        let small = dice <= u32::from(GO);
        self.ops.push(Op::Roll(RollOp { input, times, small, narrow, per, sweep: sweep.at, finish: single.at, outs }));
    }

    fn settle(&mut self, settle: &Settle) {
        let rows = settle.slots().iter().map(|slot| slot.0).collect();
        let bodies = settle.bodies().iter().map(|body| (*body, self.points(*body))).collect();
        self.ops.push(Op::Settle { settle: settle.clone(), rows, bodies });
    }

    fn points(&self, body: usize) -> u16 {
        self.program.bodies[body].wounds() as u16
    }

    fn strike(&mut self, strike: &Strike) {
        if self.pooled.is_some() {
            let terms = strike.net.iter().map(|net| (net.0, 1)).collect();
            self.ops.push(Op::Add { input: strike.input.0, terms });
            return;
        }
        if strike.is_points() {
            for body in &strike.bodies {
                self.stale[*body] = true;
            }
            let bodies = strike.bodies.iter().map(|body| (*body, self.points(*body))).collect();
            let net = strike.net.map(|slot| slot.0);
            self.ops.push(Op::Land { input: strike.input.0, bodies, net });
            return;
        }
        for body in &strike.bodies {
            if std::mem::take(&mut self.stale[*body]) {
                self.ops.push(Op::Sync { body: *body });
            }
        }
        self.ops.push(Op::Blows(self.blows(strike)));
    }

    fn blows(&self, strike: &Strike) -> Blows {
        let body = strike.bodies[0];
        let guards = &strike.guards[0];
        let mut start = 0;
        let groups = self.program.bodies[body]
            .groups
            .iter()
            .zip(guards)
            .map(|(group, guard)| {
                let below = |needs: u8| 42 * (needs.min(7) - 1);
                let lanes = GroupLanes {
                    start: start as u8,
                    wounds: group.wounds as u8,
                    save_below: below(guard.save.map_or(7, |save| save.on)),
                    shrug_below: below(guard.shrug),
                };
                start += group.models;
                lanes
            })
            .collect();
        let amount = &guards[0].amount;
        let most = strike.guards.iter().flatten().map(|guard| guard.amount.max()).max().unwrap_or(0);
        Blows {
            input: strike.input.0,
            body,
            groups,
            plus: (amount.plus + u16::from(amount.dice) * amount.values[0]) as u8,
            dice: amount.dice,
            cuts: if amount.dice > 0 { value_cuts(&amount.values, unit_of(amount.sides)) } else { Vec::new() },
            pair: if guards[0].shrug < 7 { pair_limits(guards[0].shrug) } else { [0; 3] },
            most: most as u8,
            total: self.points(body),
            through: strike.through.map(|slot| slot.0),
            net: strike.net.map(|slot| slot.0),
            gross: strike.gross.map(|slot| slot.0),
            general: self.general(strike),
        }
    }

    /// What the slow loop needs, if the fast ones cannot say this strike.
    fn general(&self, strike: &Strike) -> Option<General> {
        let guards = || strike.guards.iter().flatten();
        let amount = &strike.guards[0][0].amount;
        let rerolls = guards()
            .any(|guard| guard.save.is_some_and(|save| !save.reroll.is_empty()) || !guard.amount.reroll.is_empty());
        let plain = strike.bodies.len() == 1
            && strike.gross.is_none()
            && !rerolls
            && amount.values.is_sorted()
            && guards().all(|guard| guard.amount == *amount);
        if plain {
            return None;
        }
        let bodies = strike
            .bodies
            .iter()
            .zip(&strike.guards)
            .map(|(body, guards)| (*body, self.program.bodies[*body].clone(), guards.clone()))
            .collect();
        let dice = guards().map(|guard| guard.amount.dice).max().unwrap_or(0);
        Some(General { bodies, dice, rerolls })
    }

    fn finish(mut self) -> Result<Plan, Limit> {
        let (stages, all_stages) = self.stages();
        let reached = |row: Row, ops: &[Op]| ops.iter().any(|op| writes(op).contains(&row));
        let totals: Vec<(Option<Row>, usize)> = self
            .program
            .totals
            .iter()
            .map(|total| {
                let most = self.program.bounds[usize::from(total.slot.0)] as usize;
                (reached(total.slot.0, &self.ops).then_some(total.slot.0), most)
            })
            .collect();
        let keep: Vec<Row> = totals.iter().filter_map(|(row, _)| *row).collect();
        let (ops, places) = allocate(self.ops, &keep)?;
        let totals = totals.into_iter().map(|(row, most)| (row.map(|r| places[usize::from(r)]), most)).collect();
        Ok(Plan { ops, bodies: self.program.bodies.to_vec(), totals, stages, all_stages, pooled: self.pooled })
    }

    /// Measures each stage after the last operation that adds to it.
    fn stages(&mut self) -> (Vec<Option<u16>>, Vec<Option<u16>>) {
        let weapons = self.program.weapons;
        let names = weapons.first().map_or(0, |weapon| weapon.stages.len());
        let several = weapons.len() > 1;
        let sums: Vec<Row> = (0..if several { names } else { 0 }).map(|_| self.fresh()).collect();
        let mut fixed = Vec::new();
        let mut insert: Vec<(usize, Op)> = Vec::new();
        for weapon in weapons {
            for (stage, sum) in weapon.stages.iter().zip(0..) {
                let rows: Vec<Row> = stage.slots.iter().map(|slot| slot.0).collect();
                let adds = |op: &Op| match op {
                    Op::Set(..) | Op::Settle { .. } => false,
                    _ => writes(op).iter().any(|row| rows.contains(row)),
                };
                let last = self.ops.iter().rposition(adds);
                let value = last.is_none().then(|| self.start_of(&stage.slots));
                if last.is_some() || several {
                    let at = last.map_or(self.program.start.len(), |last| last + 1);
                    let into = sums.get(sum).copied();
                    let most = self.most(&stage.slots);
                    insert.push((at, Op::Stage(StageOp { rows, index: fixed.len(), into, most })));
                }
                fixed.push(value);
            }
        }
        let mut all = Vec::new();
        for (stage, sum) in sums.iter().enumerate() {
            let values: Option<Vec<u16>> = (0..weapons.len()).map(|w| fixed[w * names + stage]).collect();
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

    fn most(&self, slots: &[Slot]) -> u32 {
        slots.iter().map(|slot| self.program.bounds[usize::from(slot.0)]).sum()
    }

    fn start_of(&self, slots: &[Slot]) -> u16 {
        self.program.start.iter().filter(|(slot, _)| slots.contains(slot)).map(|(_, tokens)| tokens).sum()
    }
}

fn total(way: &Drops, row: Row) -> u32 {
    way.iter().filter(|(r, _)| *r == row).map(|(_, n)| u32::from(*n)).sum()
}

/// One cut for every point by which a die's value rises.
fn value_cuts(values: &[u16], unit: u8) -> Vec<u8> {
    let mut cuts = Vec::new();
    for (face, pair) in values.windows(2).enumerate() {
        let rise = pair[1].saturating_sub(pair[0]);
        cuts.extend(std::iter::repeat_n(unit * (face as u8 + 1) - 1, usize::from(rise)));
    }
    cuts
}

fn writes(op: &Op) -> Vec<Row> {
    match op {
        Op::Clear(row) | Op::Set(row, _) => vec![*row],
        Op::Roll(roll) => roll.outs.iter().map(|out| out.row).collect(),
        Op::Add { terms, .. } => terms.iter().map(|(row, _)| *row).collect(),
        Op::Land { net, .. } => net.iter().copied().collect(),
        Op::Sync { .. } => Vec::new(),
        Op::Blows(blows) => [blows.through, blows.net, blows.gross].into_iter().flatten().collect(),
        Op::Settle { rows, settle, .. } => settle.changes().iter().map(|slot| row_of(settle, rows, *slot)).collect(),
        Op::Stage(stage) => stage.into.iter().copied().collect(),
    }
}

/// The row that stands for one of a settle's slots.
fn row_of(settle: &Settle, rows: &[Row], slot: Slot) -> Row {
    let place = settle.slots().iter().position(|s| *s == slot).expect("a settle changes its own slots");
    rows[place]
}

fn reads(op: &Op) -> Vec<Row> {
    match op {
        Op::Clear(_) | Op::Set(..) | Op::Sync { .. } => Vec::new(),
        Op::Roll(RollOp { input, .. }) | Op::Add { input, .. } | Op::Land { input, .. } => vec![*input],
        Op::Blows(blows) => vec![blows.input],
        Op::Settle { rows, .. } => rows.clone(),
        Op::Stage(stage) => stage.rows.clone(),
    }
}

fn renumber(op: &mut Op, place: impl Fn(Row) -> Row) {
    let each = |row: &mut Row| *row = place(*row);
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
        Op::Sync { .. } => {}
        Op::Blows(blows) => {
            each(&mut blows.input);
            [&mut blows.through, &mut blows.net, &mut blows.gross].into_iter().flatten().for_each(each);
        }
        Op::Settle { rows, .. } => rows.iter_mut().for_each(each),
        Op::Stage(stage) => {
            stage.rows.iter_mut().for_each(each);
            stage.into.iter_mut().for_each(each);
        }
    }
}

/// Gives every row a place from its first use to its last, and empties the place before.
fn allocate(ops: Vec<Op>, keep: &[Row]) -> Result<(Vec<Op>, Vec<Row>), Limit> {
    let rows =
        ops.iter().flat_map(|op| reads(op).into_iter().chain(writes(op))).max().map_or(0, |r| usize::from(r) + 1);
    let (mut first, mut last) = (vec![usize::MAX; rows], vec![0; rows]);
    for (at, op) in ops.iter().enumerate() {
        for row in reads(op).into_iter().chain(writes(op)).map(usize::from) {
            first[row] = first[row].min(at);
            last[row] = at;
        }
    }
    for row in keep {
        last[usize::from(*row)] = usize::MAX;
    }
    let mut free: Vec<Row> = (0..ROWS as Row).rev().collect();
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
                Op::Roll(roll) if roll.input != row as Row => {
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
    fn a_die_that_is_worth_double_has_every_cut_twice() {
        assert_eq!(value_cuts(&[2, 4, 4], 84), [83, 83]);
    }

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
