//! One chunk of trials, compiled three times for three kinds of processors.

use crate::dice::{LANES, Roller};
use crate::sequence::{
    Blows, Body, BodyLanes, CUTS, Counts, Op, Plan, ROWS, Settle, Side, StageOp, apply, blows, blows_any, count, sync,
};

/// Which instructions the lanes use. The results are the same, bit for bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// 512-bit vectors: AVX-512 F and BW, and nothing beyond. (DQ together with VL is miscompiled by rustc 1.95.)
    Avx512,
    /// 256-bit vectors.
    Avx2,
    /// What every processor of the platform has.
    Baseline,
}

impl Level {
    /// Every level, widest first.
    pub const ALL: [Self; 3] = [Self::Avx512, Self::Avx2, Self::Baseline];

    /// The widest level this processor has.
    pub fn widest() -> Self {
        Self::ALL.into_iter().find(|level| level.is_here()).unwrap_or(Self::Baseline)
    }

    /// Whether this processor has it.
    pub fn is_here(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw"),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => is_x86_feature_detected!("avx2"),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx512 | Self::Avx2 => false,
            Self::Baseline => true,
        }
    }
}

/// Integer counts of what happened.
#[derive(Clone, Debug)]
pub(crate) struct Tally {
    /// For each total, how often each value came up.
    pub(crate) totals: Vec<Vec<u64>>,
    /// How often each combination of points lost came up.
    pub(crate) state: Vec<u64>,
    /// For each stage, the sum of its counts and of their squares.
    pub(crate) stages: Vec<(u128, u128)>,
}

impl Tally {
    pub(crate) fn new(plan: &Plan) -> Self {
        let states: usize =
            plan.bodies.iter().filter(|body| is_somebodys(body)).map(|body| body.wounds() + 1).product();
        Self {
            totals: plan.totals.iter().map(|(_, most)| vec![0; most + 1]).collect(),
            state: vec![0; states],
            stages: vec![(0, 0); plan.stages.len() + plan.all_stages.len()],
        }
    }

    /// Both together. Integers, so the order does not matter.
    pub(crate) fn plus(mut self, other: &Self) -> Self {
        let pairs = self.totals.iter_mut().zip(&other.totals);
        for (mine, others) in pairs.chain(std::iter::once((&mut self.state, &other.state))) {
            for (a, b) in mine.iter_mut().zip(others) {
                *a += b;
            }
        }
        for (a, b) in self.stages.iter_mut().zip(&other.stages) {
            *a = (a.0 + b.0, a.1 + b.1);
        }
        self
    }
}

/// Whether a body's state is a result.
fn is_somebodys(body: &Body) -> bool {
    body.side != Side::Nobody
}

/// What the lanes hold while a batch runs.
struct Lanes {
    rows: [Counts; ROWS],
    cuts: [Counts; CUTS],
    bodies: Vec<BodyLanes>,
}

/// A body before the first step, and for each number of points lost its models fallen and points left.
struct Start {
    lanes: BodyLanes,
    table: Vec<(u8, u8)>,
}

fn starts(plan: &Plan) -> Vec<Start> {
    plan.bodies
        .iter()
        .map(|body| {
            let table: Vec<(u8, u8)> = (0..=body.wounds())
                .map(|lost| {
                    let now = body.current(lost);
                    (now.slain as u8, now.left as u8)
                })
                .collect();
            let (slain, left) = table[usize::from(body.taken)];
            let lanes = BodyLanes { left: [left; LANES], slain: [slain; LANES], lost: Counts([body.taken; LANES]) };
            Start { lanes, table }
        })
        .collect()
}

/// The same kernels for one level: each hot loop is a function of its own, so that the generator stays in registers.
macro_rules! level {
    ($module:ident $(, $targets:literal)*) => {
        mod $module {
            use super::*;

            level!(@counts [$($targets),*] count_1 1, count_2 2, count_3 3, count_4 4, count_5 5, count_8 8, count_36 36);
            level!(@blows [$($targets),*]
                blows_plain false false false, blows_shrug false false true,
                blows_groups true false false, blows_groups_save true true false,
                blows_groups_shrug true false true, blows_groups_save_shrug true true true);

            level!(@chunk [$($targets),*]);
        }
    };
    (@counts $targets:tt $($name:ident $n:literal),*) => {
        $(level!(@count $targets $name $n);)*

        #[inline(always)]
        fn count_n(g: &mut Roller, tokens: &Counts, at: &[u8], out: &mut [Counts; CUTS], small: bool) {
            match at.len() {
                0 | 1 => count_1(g, tokens, at, out, small),
                2 => count_2(g, tokens, at, out, small),
                3 => count_3(g, tokens, at, out, small),
                4 => count_4(g, tokens, at, out, small),
                5 => count_5(g, tokens, at, out, small),
                6..=8 => count_8(g, tokens, at, out, small),
                _ => count_36(g, tokens, at, out, small),
            }
        }
    };
    (@count [$($targets:literal),*] $name:ident $n:literal) => {
        level!(@versioned [$($targets),*]
            fn $name(g: &mut Roller, tokens: &Counts, at: &[u8], out: &mut [Counts; CUTS], small: bool) {
                let mut cuts = [u8::MAX; $n];
                cuts[..at.len()].copy_from_slice(at);
                count::<$n>(g, tokens, &cuts, out, small);
            });
    };
    (@blows $targets:tt $($name:ident $groups:literal $save:literal $shrug:literal),*) => {
        $(level!(@blow $targets $name $groups $save $shrug);)*

        #[inline(always)]
        fn blows_n(g: &mut Roller, op: &Blows, tokens: &Counts, body: &mut BodyLanes, past: &mut Counts, net: &mut Counts) {
            let first = &op.groups[0];
            let groups = op.groups.len() > 1;
            let save = op.groups.iter().any(|g| g.save_below != 252);
            let shrug = op.groups.iter().any(|g| g.shrug_below != 252);
            debug_assert!(groups || !save || first.save_below < 252);
            match (groups, save, shrug) {
                (false, false, false) => blows_plain(g, op, tokens, body, past, net),
                (false, false, true) => blows_shrug(g, op, tokens, body, past, net),
                (true, false, false) => blows_groups(g, op, tokens, body, past, net),
                (_, true, false) => blows_groups_save(g, op, tokens, body, past, net),
                (true, false, true) => blows_groups_shrug(g, op, tokens, body, past, net),
                (_, true, true) => blows_groups_save_shrug(g, op, tokens, body, past, net),
            }
        }
    };
    (@blow [$($targets:literal),*] $name:ident $groups:literal $save:literal $shrug:literal) => {
        level!(@versioned [$($targets),*]
            fn $name(g: &mut Roller, op: &Blows, tokens: &Counts, body: &mut BodyLanes, past: &mut Counts, net: &mut Counts) {
                blows::<$groups, $save, $shrug>(g, op, tokens, body, past, net);
            });
    };
    (@chunk [$($targets:literal),*]) => {
        level!(@versioned [$($targets),*]
            pub(super) fn chunk(plan: &Plan, g: &mut Roller, trials: usize, tally: &mut Tally) {
                run(plan, g, trials, tally, count_n, blows_n);
            });
    };
    (@versioned [] $(#[$meta:meta])* $vis:vis fn $($rest:tt)*) => {
        $vis fn $($rest)*
    };
    (@versioned [$($targets:literal),+] $(#[$meta:meta])* $vis:vis fn $($rest:tt)*) => {
        #[multiversion::multiversion(targets($($targets),+))]
        $vis fn $($rest)*
    };
}

level!(avx512, "x86_64+avx+avx2+avx512f+avx512bw");
level!(avx2, "x86_64+avx+avx2");
level!(baseline);

/// Rolls `trials` trials of one chunk.
pub(crate) fn chunk(level: Level, plan: &Plan, g: &mut Roller, trials: usize, tally: &mut Tally) {
    match level {
        Level::Avx512 => avx512::chunk(plan, g, trials, tally),
        Level::Avx2 => avx2::chunk(plan, g, trials, tally),
        Level::Baseline => baseline::chunk(plan, g, trials, tally),
    }
}

#[inline(always)]
fn run(
    plan: &Plan,
    g: &mut Roller,
    trials: usize,
    tally: &mut Tally,
    count_n: impl Fn(&mut Roller, &Counts, &[u8], &mut [Counts; CUTS], bool),
    blows_n: impl Fn(&mut Roller, &Blows, &Counts, &mut BodyLanes, &mut Counts, &mut Counts),
) {
    let starts = starts(plan);
    let mut lanes = Lanes {
        rows: [Counts::ZERO; ROWS],
        cuts: [Counts::ZERO; CUTS],
        bodies: starts.iter().map(|start| start.lanes.clone()).collect(),
    };
    let mut stages = vec![(0u64, 0u64); tally.stages.len()];
    let mut done = 0;
    while done < trials {
        let wanted = (trials - done).min(LANES);
        for (body, start) in lanes.bodies.iter_mut().zip(&starts) {
            body.clone_from(&start.lanes);
        }
        for op in &plan.ops {
            match op {
                Op::Clear(row) => lanes.rows[place(*row)] = Counts::ZERO,
                Op::Set(row, n) => lanes.rows[place(*row)] = Counts([*n; LANES]),
                Op::Count { input, times, at, terms, small } => {
                    let mut tokens = lanes.rows[place(*input)];
                    if *times > 1 {
                        tokens.0.iter_mut().for_each(|n| *n *= times);
                    }
                    count_n(g, &tokens, at, &mut lanes.cuts, *small);
                    for term in terms {
                        let from = if term.from == 0 { &tokens } else { &lanes.cuts[usize::from(term.from) - 1] };
                        apply(&mut lanes.rows[place(term.row)], from, term.k);
                    }
                }
                Op::Add { input, terms } => {
                    let tokens = lanes.rows[place(*input)];
                    for (row, n) in terms {
                        apply(&mut lanes.rows[place(*row)], &tokens, *n as i16);
                    }
                }
                Op::Land { input, bodies, net } => {
                    let mut points = lanes.rows[place(*input)];
                    if let Some(net) = net {
                        apply(&mut lanes.rows[place(*net)], &points, 1);
                    }
                    for (body, total) in bodies {
                        for (points, lost) in points.0.iter_mut().zip(&mut lanes.bodies[*body].lost.0) {
                            let hit = (*points).min(total - *lost);
                            *lost += hit;
                            *points -= hit;
                        }
                    }
                }
                Op::Sync { body } => sync(&mut lanes.bodies[*body], &starts[*body].table),
                Op::Blows(op) => strike(op, g, &mut lanes, &blows_n),
                Op::Settle { settle, rows, bodies } => settle_lanes(settle, rows, bodies, &mut lanes),
                Op::Stage(stage) => measure(stage, &mut lanes.rows, wanted, &mut stages[stage.index]),
            }
        }
        record(plan, &lanes, wanted, tally);
        done += wanted;
    }
    for (total, (sum, squares)) in tally.stages.iter_mut().zip(stages) {
        *total = (total.0 + u128::from(sum), total.1 + u128::from(squares));
    }
}

/// Rows are fewer than [`ROWS`], a power of two; saying so keeps checks out of the loops.
#[inline(always)]
fn place(row: u16) -> usize {
    usize::from(row) & (ROWS - 1)
}

#[inline(always)]
fn strike(
    op: &Blows,
    g: &mut Roller,
    lanes: &mut Lanes,
    blows_n: &impl Fn(&mut Roller, &Blows, &Counts, &mut BodyLanes, &mut Counts, &mut Counts),
) {
    let tokens = lanes.rows[place(op.input)];
    let (mut past, mut gross, mut net) = (Counts::ZERO, Counts::ZERO, Counts::ZERO);
    match &op.general {
        None => blows_n(g, op, &tokens, &mut lanes.bodies[op.body], &mut past, &mut net),
        Some(general) => {
            blows_any(g, op, general, &tokens, &mut lanes.bodies, [&mut past, &mut gross, &mut net]);
        }
    }
    for (row, counts) in [(op.through, &past), (op.gross, &gross), (op.net, &net)] {
        if let Some(row) = row {
            apply(&mut lanes.rows[place(row)], counts, 1);
        }
    }
}

#[inline(always)]
fn settle_lanes(settle: &Settle, rows: &[u16], bodies: &[(usize, u16)], lanes: &mut Lanes) {
    for k in 0..LANES {
        let alive = bodies.iter().all(|(body, total)| lanes.bodies[*body].lost.0[k] < *total);
        let lost = bodies.last().map_or(0, |(body, _)| lanes.bodies[*body].lost.0[k]);
        let mut counts = [0u16; Settle::MOST_SLOTS];
        for (count, row) in counts.iter_mut().zip(rows) {
            *count = lanes.rows[place(*row)].0[k];
        }
        settle.apply(&mut counts[..rows.len()], alive, lost);
        for (count, row) in counts.iter().zip(rows) {
            lanes.rows[place(*row)].0[k] = *count;
        }
    }
}

#[inline(always)]
fn measure(stage: &StageOp, rows: &mut [Counts; ROWS], wanted: usize, sums: &mut (u64, u64)) {
    let mut counts = Counts::ZERO;
    for row in &stage.rows {
        apply(&mut counts, &rows[place(*row)], 1);
    }
    if let Some(into) = stage.into {
        apply(&mut rows[place(into)], &counts, 1);
    }
    let (mut sum, mut squares) = (0u64, 0u64);
    for n in &counts.0[..wanted] {
        sum += u64::from(*n);
        squares += u64::from(u32::from(*n) * u32::from(*n));
    }
    *sums = (sums.0 + sum, sums.1 + squares);
}

#[inline(always)]
fn record(plan: &Plan, lanes: &Lanes, wanted: usize, tally: &mut Tally) {
    for ((row, _), counts) in plan.totals.iter().zip(&mut tally.totals) {
        match row {
            Some(row) => {
                for n in &lanes.rows[place(*row)].0[..wanted] {
                    counts[usize::from(*n)] += 1;
                }
            }
            None => counts[0] += wanted as u64,
        }
    }
    for k in 0..wanted {
        let (mut cell, mut stride) = (0, 1);
        for (lanes, body) in lanes.bodies.iter().zip(&plan.bodies).filter(|(_, body)| is_somebodys(body)) {
            cell += usize::from(lanes.lost.0[k]) * stride;
            stride *= body.wounds() + 1;
        }
        tally.state[cell] += 1;
    }
}
