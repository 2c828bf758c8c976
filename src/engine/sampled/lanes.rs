//! One chunk of trials, compiled three times for three kinds of processors.

use super::worker::{Lanes, Worker};
use crate::dice::{LANES, Roller, Row};
use crate::sequence::{
    Blows, BodyLanes, Counts, Cuts, GO, Op, Plan, ROWS, RollOp, Settle, apply, blows, blows_any, finish, gather, most,
    sweep, sync, take,
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

/// The same kernels for one level: each hot loop is a function of its own, so that the generator stays in registers.
macro_rules! level {
    ($module:ident $masks:literal $block:literal $(, $targets:literal)*) => {
        mod $module {
            use super::*;

            /// Whether additions can be skipped lane by lane.
            const MASKS: bool = $masks;
            /// Lanes whose counts fit the registers.
            const BLOCK: usize = $block;

            level!(@sweeps [$($targets),*] sweep_1 1, sweep_2 2, sweep_3 3, sweep_4 4, sweep_5 5, sweep_7 7, sweep_10 10,
                sweep_36 36);
            level!(@finishes [$($targets),*] finish_1 1, finish_2 2, finish_3 3, finish_5 5, finish_36 36);
            level!(@blows [$($targets),*]
                blows_plain false false false, blows_shrug false false true,
                blows_groups true false false, blows_groups_save true true false,
                blows_groups_shrug true false true, blows_groups_save_shrug true true true);

            level!(@versioned [$($targets),*]
                fn fill(g: &mut Roller, rows: &mut [Row]) {
                    g.fill(rows);
                });

            level!(@chunk [$($targets),*]);
        }
    };
    (@sweeps $targets:tt $($name:ident $n:literal),*) => {
        $(level!(@sweep $targets $name $n);)*

        #[inline(always)]
        fn sweep_n(dice: &[Row], tokens: &Row, at: &[i8], out: &mut Cuts) -> Row {
            match at.len() {
                0 | 1 => sweep_1(dice, tokens, at, out),
                2 => sweep_2(dice, tokens, at, out),
                3 => sweep_3(dice, tokens, at, out),
                4 => sweep_4(dice, tokens, at, out),
                5 => sweep_5(dice, tokens, at, out),
                6 | 7 => sweep_7(dice, tokens, at, out),
                8..=10 => sweep_10(dice, tokens, at, out),
                _ => sweep_36(dice, tokens, at, out),
            }
        }
    };
    (@sweep [$($targets:literal),*] $name:ident $n:literal) => {
        level!(@versioned [$($targets),*]
            fn $name(dice: &[Row], tokens: &Row, at: &[i8], out: &mut Cuts) -> Row {
                sweep::<$n, BLOCK, MASKS>(dice, tokens, at, out)
            });
    };
    (@finishes $targets:tt $($name:ident $n:literal),*) => {
        $(level!(@finish $targets $name $n);)*

        #[inline(always)]
        fn finish_n(dice: &[Row], left: &mut Row, at: &[i8], out: &mut Cuts) {
            match at.len() {
                0 | 1 => finish_1(dice, left, at, out),
                2 => finish_2(dice, left, at, out),
                3 => finish_3(dice, left, at, out),
                4 | 5 => finish_5(dice, left, at, out),
                _ => finish_36(dice, left, at, out),
            }
        }
    };
    (@finish [$($targets:literal),*] $name:ident $n:literal) => {
        level!(@versioned [$($targets),*]
            fn $name(dice: &[Row], left: &mut Row, at: &[i8], out: &mut Cuts) {
                finish::<$n, BLOCK, MASKS>(dice, left, at, out);
            });
    };
    (@blows $targets:tt $($name:ident $groups:literal $save:literal $shrug:literal),*) => {
        $(level!(@blow $targets $name $groups $save $shrug);)*

        #[inline(always)]
        fn blows_n(dice: &[Row], op: &Blows, rest: &mut Row, body: &mut BodyLanes, past: &mut Counts, net: &mut Counts) {
            match (op.groups.len() > 1, op.saves(), op.shrugs()) {
                (false, false, false) => blows_plain(dice, op, rest, body, past, net),
                (false, false, true) => blows_shrug(dice, op, rest, body, past, net),
                (true, false, false) => blows_groups(dice, op, rest, body, past, net),
                (_, true, false) => blows_groups_save(dice, op, rest, body, past, net),
                (true, false, true) => blows_groups_shrug(dice, op, rest, body, past, net),
                (_, true, true) => blows_groups_save_shrug(dice, op, rest, body, past, net),
            }
        }
    };
    (@blow [$($targets:literal),*] $name:ident $groups:literal $save:literal $shrug:literal) => {
        level!(@versioned [$($targets),*]
            fn $name(dice: &[Row], op: &Blows, rest: &mut Row, body: &mut BodyLanes, past: &mut Counts, net: &mut Counts) {
                blows::<BLOCK, $groups, $save, $shrug>(dice, op, rest, body, past, net);
            });
    };
    (@chunk [$($targets:literal),*]) => {
        level!(@versioned [$($targets),*]
            pub(super) fn chunk(plan: &Plan, g: &mut Roller, trials: usize, worker: &mut Worker) {
                run(plan, g, trials, worker, &Kernels { fill, sweep: sweep_n, finish: finish_n, blows: blows_n });
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

level!(avx512 true 128, "x86_64+avx+avx2+avx512f+avx512bw");
level!(avx2 false 128, "x86_64+avx+avx2");
level!(baseline false 128);

/// Rolls `trials` trials of one chunk.
pub(super) fn chunk(level: Level, plan: &Plan, g: &mut Roller, trials: usize, worker: &mut Worker) {
    match level {
        Level::Avx512 => avx512::chunk(plan, g, trials, worker),
        Level::Avx2 => avx2::chunk(plan, g, trials, worker),
        Level::Baseline => baseline::chunk(plan, g, trials, worker),
    }
}

/// The kernels of one level.
struct Kernels<F, S, E, B> {
    fill: F,
    sweep: S,
    finish: E,
    blows: B,
}

/// Runs a plan with the kernels of one level, which are handed down so that all between them is compiled for it too.
#[inline(always)]
fn run(
    plan: &Plan,
    g: &mut Roller,
    trials: usize,
    worker: &mut Worker,
    kernels: &Kernels<
        impl Fn(&mut Roller, &mut [Row]),
        impl Fn(&[Row], &Row, &[i8], &mut Cuts) -> Row,
        impl Fn(&[Row], &mut Row, &[i8], &mut Cuts),
        impl Fn(&[Row], &Blows, &mut Row, &mut BodyLanes, &mut Counts, &mut Counts),
    >,
) {
    let mut done = 0;
    while done < trials {
        let wanted = (trials - done).min(LANES);
        worker.begin();
        for op in &plan.ops {
            let lanes = &mut worker.lanes;
            match op {
                Op::Clear(row) => lanes.rows[place(*row)] = Counts::ZERO,
                Op::Set(row, n) => lanes.rows[place(*row)] = Counts([*n; LANES]),
                Op::Roll(op) => roll(op, g, lanes, kernels),
                Op::Add { input, terms } => {
                    let tokens = lanes.rows[place(*input)];
                    for (row, n) in terms {
                        apply(&mut lanes.rows[place(*row)], &tokens, *n as i16);
                    }
                }
                Op::Land { input, bodies, net } => land(*input, bodies, *net, lanes),
                Op::Sync { body } => sync(&mut lanes.bodies[*body], worker.starts.table(*body)),
                Op::Blows(op) => strike(op, g, lanes, kernels),
                Op::Settle { settle, rows, bodies } => settle_lanes(settle, rows, bodies, lanes),
                Op::Stage(stage) => worker.measure(stage, wanted),
            }
        }
        worker.record(plan, wanted);
        done += wanted;
    }
}

/// Rows are fewer than [`ROWS`], a power of two; saying so keeps checks out of the loops.
#[inline(always)]
pub(super) fn place(row: u16) -> usize {
    usize::from(row) & (ROWS - 1)
}

/// Rolls the dice of a row's tokens, a go at a time.
#[inline(always)]
fn roll(
    op: &RollOp,
    g: &mut Roller,
    lanes: &mut Lanes,
    kernels: &Kernels<
        impl Fn(&mut Roller, &mut [Row]),
        impl Fn(&[Row], &Row, &[i8], &mut Cuts) -> Row,
        impl Fn(&[Row], &mut Row, &[i8], &mut Cuts),
        impl Fn(&[Row], &Blows, &mut Row, &mut BodyLanes, &mut Counts, &mut Counts),
    >,
) {
    let tokens = &lanes.rows[place(op.input)];
    if op.small {
        let times = op.times as u8;
        let mut small = Row::ZERO;
        small.0.iter_mut().zip(&tokens.0).for_each(|(small, n)| *small = (*n as u8).wrapping_mul(times));
        return go(op, g, lanes, small, true, kernels);
    }
    let mut todo = *tokens;
    todo.0.iter_mut().for_each(|n| *n *= op.times);
    let mut first = true;
    while first || todo.0.iter().any(|n| *n > 0) {
        go(op, g, lanes, Row(take(&mut todo.0, GO)), first, kernels);
        first = false;
    }
}

/// Rolls so many dice in each lane, at most [`GO`].
#[inline(always)]
fn go(
    op: &RollOp,
    g: &mut Roller,
    lanes: &mut Lanes,
    mut tokens: Row,
    first: bool,
    kernels: &Kernels<
        impl Fn(&mut Roller, &mut [Row]),
        impl Fn(&[Row], &Row, &[i8], &mut Cuts) -> Row,
        impl Fn(&[Row], &mut Row, &[i8], &mut Cuts),
        impl Fn(&[Row], &Blows, &mut Row, &mut BodyLanes, &mut Counts, &mut Counts),
    >,
) {
    let [swept, finished] = &mut lanes.cuts;
    let mut odd = Row::ZERO;
    if op.per == 2 {
        odd.0.iter_mut().zip(&tokens.0).for_each(|(odd, n)| *odd = n & 1);
        tokens.0.iter_mut().for_each(|n| *n >>= 1);
    }
    let dice = &mut lanes.dice[..usize::from(most(&tokens))];
    (kernels.fill)(g, dice);
    let mut rest = (kernels.sweep)(dice, &tokens, &op.sweep, swept);
    if op.per == 2 {
        rest.0.iter_mut().zip(&odd.0).for_each(|(rest, odd)| *rest = (*rest << 1) + odd);
    }
    finished[0] = rest;
    finished[1..=op.finish.len()].fill(Row::ZERO);
    loop {
        let rows = usize::from(most(&rest));
        if rows == 0 {
            break;
        }
        // One row more than any lane needs makes up for most bytes that are no die.
        let dice = &mut lanes.dice[..rows + 1];
        (kernels.fill)(g, dice);
        (kernels.finish)(dice, &mut rest, &op.finish, finished);
    }
    for out in &op.outs {
        gather(&mut lanes.rows[place(out.row)], out, out.fresh && first, op.narrow, [swept, finished]);
    }
}

#[inline(always)]
fn land(input: u16, bodies: &[(usize, u16)], net: Option<u16>, lanes: &mut Lanes) {
    let mut points = lanes.rows[place(input)];
    if let Some(net) = net {
        apply(&mut lanes.rows[place(net)], &points, 1);
    }
    for (body, total) in bodies {
        for (points, lost) in points.0.iter_mut().zip(&mut lanes.bodies[*body].lost.0) {
            let hit = (*points).min(total - *lost);
            *lost += hit;
            *points -= hit;
        }
    }
}

#[inline(always)]
fn strike(
    op: &Blows,
    g: &mut Roller,
    lanes: &mut Lanes,
    kernels: &Kernels<
        impl Fn(&mut Roller, &mut [Row]),
        impl Fn(&[Row], &Row, &[i8], &mut Cuts) -> Row,
        impl Fn(&[Row], &mut Row, &[i8], &mut Cuts),
        impl Fn(&[Row], &Blows, &mut Row, &mut BodyLanes, &mut Counts, &mut Counts),
    >,
) {
    let mut todo = lanes.rows[place(op.input)];
    let (mut past, mut gross, mut net) = (Counts::ZERO, Counts::ZERO, Counts::ZERO);
    if let Some(general) = &op.general {
        blows_any(g, op, general, &todo, &mut lanes.bodies, [&mut past, &mut gross, &mut net]);
    } else {
        if !op.saves() {
            past = todo;
        }
        let bytes = op.bytes();
        while todo.0.iter().any(|n| *n > 0) {
            let mut rest = Row(take(&mut todo.0, op.go()));
            loop {
                let rounds = usize::from(most(&rest));
                if rounds == 0 {
                    break;
                }
                let dice = &mut lanes.dice[..rounds * bytes];
                (kernels.fill)(g, dice);
                (kernels.blows)(dice, op, &mut rest, &mut lanes.bodies[op.body], &mut past, &mut net);
            }
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
