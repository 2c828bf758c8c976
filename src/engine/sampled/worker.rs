//! What one thread needs to roll: the lanes, and whole-number counts of what happened. It is allocated once, not for
//! every chunk.

use super::current::current;
use super::hit_lanes::BodyLanes;
use super::plan::{LanePlan, Op, ROWS, RolledBegin, StageOp, place};
use super::roll_lanes::{CUTS, CutCounts, DICE_ROWS, LaneCounts, apply};
use crate::dice::{ByteRow, LANES};
use crate::sequence::{Body, Side};

/// Totals with at most this many values are counted in several tables that lanes use in turn: a processor waits if it counts
/// the same value twice in a row in one table.
const WIDE: usize = 4_096;
const TABLES: usize = 4;
/// The most values of a total whose pairs are counted.
const FEW: usize = 128;

/// How many sums a [`Gauge`] keeps side by side.
const GAUGES: usize = 64;

/// Whole-number counts of what happened.
#[derive(Clone, Debug)]
pub(super) struct EventTally {
    /// For each total, how often each value came up.
    pub(super) totals: Vec<Vec<u64>>,
    /// How often each combination of points lost came up; empty if a total says how many points the only body takes.
    pub(super) state: Vec<u64>,
    /// For each stage, the sum of its counts and of their squares.
    pub(super) stages: Vec<(u128, u128)>,
}

impl EventTally {
    pub(super) fn new(plan: &LanePlan) -> Self {
        let mut totals: Vec<Vec<u64>> = Self::sizes(plan).into_iter().map(|values| vec![0; values]).collect();
        Self {
            state: totals.pop().unwrap_or_default(),
            totals,
            stages: vec![(0, 0); plan.stages.len() + plan.all_stages.len()],
        }
    }

    /// How many values each of its tables counts.
    fn sizes(plan: &LanePlan) -> Vec<usize> {
        let bodies = plan.bodies.iter().filter(|body| is_somebodys(body));
        let states = if plan.pooled.is_some() { 0 } else { bodies.map(|body| body.wounds() + 1).product() };
        plan.totals.iter().map(|(_, most)| most + 1).chain([states]).collect()
    }

    /// Adds another tally. The order of additions does not matter, because the counts are whole numbers.
    pub(super) fn add(&mut self, other: &Self) {
        let pairs = self.totals.iter_mut().zip(&other.totals);
        for (mine, others) in pairs.chain(std::iter::once((&mut self.state, &other.state))) {
            for (a, b) in mine.iter_mut().zip(others) {
                *a += b;
            }
        }
        for (a, b) in self.stages.iter_mut().zip(&other.stages) {
            *a = (a.0 + b.0, a.1 + b.1);
        }
    }
}

/// Whether a body's state is a result.
fn is_somebodys(body: &Body) -> bool {
    body.side != Side::Nobody
}

/// The counts of 256 trials while they run, aligned to pages for the reason that `Page` gives.
#[repr(align(4096))]
pub(super) struct Lanes {
    pub(super) rows: [LaneCounts; ROWS],
    /// The counts above the cuts: of bytes that stand for two tokens or for every token, and of the bytes of odd
    /// tokens.
    pub(super) cuts: [CutCounts; 2],
    /// Bytes that are rolled and not yet read.
    pub(super) dice: [ByteRow; DICE_ROWS],
    /// The same for hits that need more rows than that; few do.
    pub(super) long: Vec<ByteRow>,
    pub(super) bodies: Vec<BodyLanes>,
}

/// The bodies before the first step and, for each number of points lost, how many models have fallen and how many
/// points the next one has left.
pub(super) struct FirstBodies {
    lanes: Vec<BodyLanes>,
    /// The first trial that does not begin as the first of [`LanePlan::begins`], as the first two of them, and so on.
    ends: Vec<u64>,
    tables: Vec<Vec<(u8, u8)>>,
}

impl FirstBodies {
    fn new(plan: &LanePlan) -> Self {
        let bodies = if plan.pooled.is_some() { &[] } else { &plan.bodies[..] };
        let sum = |end: &mut u64, (_, trials): &RolledBegin| {
            *end += trials;
            Some(*end)
        };
        let ends = plan.begins.iter().scan(0, sum).collect();
        let mut starts = Self { lanes: Vec::new(), ends, tables: Vec::new() };
        for body in bodies {
            let row = |lost| {
                let now = current(body, lost);
                (now.slain as u8, now.left as u8)
            };
            let table: Vec<(u8, u8)> = (0..=body.wounds()).map(row).collect();
            let (slain, left) = table[usize::from(body.taken)];
            let lanes = BodyLanes { left: [left; LANES], slain: [slain; LANES], lost: LaneCounts([body.taken; LANES]) };
            starts.lanes.push(lanes);
            starts.tables.push(table);
        }
        starts
    }

    pub(super) fn table(&self, body: usize) -> &[(u8, u8)] {
        &self.tables[body]
    }
}

/// Sums of a stage's counts and of their squares in 16 bits, several lanes in each, until there is no room for more.
#[derive(Clone)]
#[repr(align(64))]
struct Gauge {
    sums: [u16; GAUGES],
    squares: [u16; GAUGES],
    /// How many more times there is room for the counts of all lanes.
    room: u32,
}

impl Gauge {
    const EMPTY: Self = Self { sums: [0; GAUGES], squares: [0; GAUGES], room: 0 };
    /// The largest count for which there is room once.
    const MOST: u32 = 127;

    /// Adds the counts of all lanes, each at most `most`.
    #[inline(always)]
    fn add(&mut self, counts: &LaneCounts, most: u32, total: &mut (u128, u128)) {
        if self.room == 0 {
            self.empty(total);
            self.room = u32::from(u16::MAX) / (most * most).max(1) / (LANES / GAUGES) as u32;
        }
        let (mut sums, mut squares) = (self.sums, self.squares);
        for counts in counts.0.chunks_exact(GAUGES) {
            for k in 0..GAUGES {
                sums[k] = sums[k].wrapping_add(counts[k]);
                squares[k] = squares[k].wrapping_add(counts[k].wrapping_mul(counts[k]));
            }
        }
        (self.sums, self.squares, self.room) = (sums, squares, self.room - 1);
    }

    fn empty(&mut self, total: &mut (u128, u128)) {
        let sum = |lanes: &[u16]| u128::from(lanes.iter().map(|n| u32::from(*n)).sum::<u32>());
        *total = (total.0 + sum(&self.sums), total.1 + sum(&self.squares));
        *self = Self::EMPTY;
    }
}

/// How often each value came up in this chunk.
///
/// Counting is slow where a count is raised that was written a moment ago. So counts are spread: where a total has few
/// values, two lanes together count one pair of values; where it has more, lanes take turns at four tables.
struct Histogram {
    values: usize,
    counts: Vec<u32>,
    tables: usize,
    /// How often each pair of values came up, if there are at most [`FEW`]; a chunk has fewer pairs than 16 bits count.
    pairs: Option<Box<[u16; FEW * FEW]>>,
}

impl Histogram {
    fn new(values: usize) -> Self {
        let tables = if values > WIDE { 1 } else { TABLES };
        let pairs = (1..=FEW).contains(&values).then(|| Box::new([0; FEW * FEW]));
        Self { values, counts: vec![0; values * tables], tables, pairs }
    }

    /// Counts the values of the first `wanted` lanes.
    #[inline(always)]
    fn count(&mut self, values: &LaneCounts, wanted: usize) {
        let Some(pairs) = self.pairs.as_deref_mut().filter(|_| wanted == LANES) else {
            return self.count_each(values.0[..wanted].iter().map(|n| u32::from(*n)));
        };
        let (first, second) = values.0.split_at(LANES / 2);
        let mut cells = [0u16; LANES / 2];
        for (lane, cell) in cells.iter_mut().enumerate() {
            *cell = first[lane] + second[lane] * self.values as u16;
        }
        // Eight at a time, because one turn of the loop costs as much as one count.
        for cells in cells.chunks_exact(8) {
            cells.iter().for_each(|cell| pairs[usize::from(*cell) % (FEW * FEW)] += 1);
        }
    }

    #[inline(always)]
    fn count_each(&mut self, values: impl Iterator<Item = u32>) {
        let in_turn = |tables, (lane, n): (usize, u32)| n as usize * tables + lane % tables;
        let (counts, values) = (&mut self.counts[..], values.enumerate());
        match self.tables {
            1 => values.for_each(|value| counts[in_turn(1, value)] += 1),
            _ => values.for_each(|value| counts[in_turn(TABLES, value)] += 1),
        }
    }

    /// Moves the counts to `into`.
    fn drain(&mut self, into: &mut [u64]) {
        for (sum, counts) in into.iter_mut().zip(self.counts.chunks_exact_mut(self.tables)) {
            *sum += counts.iter_mut().map(|n| u64::from(std::mem::take(n))).sum::<u64>();
        }
        let Some(pairs) = &mut self.pairs else { return };
        for (second, row) in pairs.chunks_exact_mut(self.values).take(self.values).enumerate() {
            into.iter_mut().zip(&*row).for_each(|(sum, n)| *sum += u64::from(*n));
            into[second] += row.iter().map(|n| u64::from(*n)).sum::<u64>();
            row.fill(0);
        }
    }
}

/// Everything that one thread writes to.
pub(super) struct Worker {
    pub(super) lanes: Box<Lanes>,
    pub(super) starts: FirstBodies,
    pub(super) tally: EventTally,
    gauges: Vec<Gauge>,
    histograms: Vec<Histogram>,
    state: Histogram,
}

impl Worker {
    pub(super) fn new(plan: &LanePlan) -> Self {
        let starts = FirstBodies::new(plan);
        let bytes = |op: &Op| if let Op::Hits(hits) = op { hits.bytes() } else { 0 };
        let longest = plan.ops.iter().map(bytes).filter(|bytes| *bytes > DICE_ROWS).max().unwrap_or(0);
        let lanes = Lanes {
            rows: [LaneCounts::ZERO; ROWS],
            cuts: [[ByteRow::ZERO; CUTS + 1]; 2],
            dice: [ByteRow::ZERO; DICE_ROWS],
            long: vec![ByteRow::ZERO; longest],
            bodies: starts.lanes.clone(),
        };
        let tally = EventTally::new(plan);
        Self {
            lanes: Box::new(lanes),
            starts,
            gauges: vec![Gauge::EMPTY; tally.stages.len()],
            histograms: plan.totals.iter().map(|(_, most)| Histogram::new(most + 1)).collect(),
            state: Histogram::new(tally.state.len()),
            tally,
        }
    }

    /// About how many bytes its counts take.
    pub(super) fn bytes(plan: &LanePlan) -> usize {
        let tally = EventTally::sizes(plan);
        tally.iter().map(|values| values * (8 + 4 * if *values > WIDE { 1 } else { TABLES })).sum()
    }

    /// Puts the bodies back to how they were before the first step of some trials, `trial` the first of them.
    #[inline(always)]
    pub(super) fn begin(&mut self, plan: &LanePlan, trial: u64) {
        for (body, start) in self.lanes.bodies.iter_mut().zip(&self.starts.lanes) {
            body.clone_from(start);
        }
        if !plan.begins.is_empty() {
            self.begin_apart(plan, trial);
        }
    }

    /// The same where trials begin in different states.
    fn begin_apart(&mut self, plan: &LanePlan, trial: u64) {
        let FirstBodies { ends, tables, .. } = &self.starts;
        let mut place = ends.partition_point(|end| *end <= trial);
        for lane in 0..LANES {
            while ends.get(place).is_some_and(|end| *end <= trial + lane as u64) {
                place += 1;
            }
            let Some((lost, _)) = plan.begins.get(place) else { break };
            for ((lost, table), body) in lost.iter().zip(tables).zip(&mut self.lanes.bodies) {
                (body.slain[lane], body.left[lane]) = table[*lost];
                body.lost.0[lane] = *lost as u16;
            }
        }
    }

    /// Adds a stage's counts up, and their squares.
    #[inline(always)]
    pub(super) fn measure(&mut self, stage: &StageOp, wanted: usize) {
        let Some((first, others)) = stage.rows.split_first() else { return };
        let mut sums;
        let mut counts = &self.lanes.rows[place(*first)];
        if !others.is_empty() {
            sums = *counts;
            others.iter().for_each(|row| apply(&mut sums, &self.lanes.rows[place(*row)], 1));
            counts = &sums;
        }
        let total = &mut self.tally.stages[stage.index];
        if stage.most <= Gauge::MOST && wanted == LANES {
            self.gauges[stage.index].add(counts, stage.most, total);
        } else {
            for n in counts.0[..wanted].iter().map(|n| u64::from(*n)) {
                *total = (total.0 + u128::from(n), total.1 + u128::from(n * n));
            }
        }
        if let Some(into) = stage.into {
            let counts = *counts;
            apply(&mut self.lanes.rows[place(into)], &counts, 1);
        }
    }

    /// Notes where these trials ended.
    #[inline(always)]
    pub(super) fn record(&mut self, plan: &LanePlan, wanted: usize) {
        for ((row, _), histogram) in plan.totals.iter().zip(&mut self.histograms) {
            match row {
                Some(row) => histogram.count(&self.lanes.rows[place(*row)], wanted),
                None => histogram.counts[0] += wanted as u32,
            }
        }
        if plan.pooled.is_some() {
            return;
        }
        let mut bodies = self.lanes.bodies.iter().zip(&plan.bodies).filter(|(_, body)| is_somebodys(body));
        if let (Some((lanes, _)), None) = (bodies.next(), bodies.next()) {
            return self.state.count(&lanes.lost, wanted);
        }
        let (mut values, mut stride) = ([0u32; LANES], 1);
        for (lanes, body) in self.lanes.bodies.iter().zip(&plan.bodies).filter(|(_, body)| is_somebodys(body)) {
            values.iter_mut().enumerate().for_each(|(lane, cell)| *cell += u32::from(lanes.lost.0[lane]) * stride);
            stride *= body.wounds() as u32 + 1;
        }
        self.state.count_each(values[..wanted].iter().copied());
    }

    /// Moves everything counted to the tally. This is done once a chunk, before any count can overflow.
    pub(super) fn settle_up(&mut self) {
        for (histogram, counts) in self.histograms.iter_mut().zip(&mut self.tally.totals) {
            histogram.drain(counts);
        }
        self.state.drain(&mut self.tally.state);
        for (gauge, total) in self.gauges.iter_mut().zip(&mut self.tally.stages) {
            gauge.empty(total);
        }
    }
}
