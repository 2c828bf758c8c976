//! One chunk of trials, compiled three times for three kinds of processors.

use std::hint::black_box;

use super::worker::{Lanes, Worker};
use crate::dice::{LANES, Roller, Row};
use crate::sequence::{
    Blows, BodyLanes, Counts, Cuts, GO, Op, Plan, ROWS, RollOp, STRETCH, Settle, any, apply, blows, blows_any,
    blows_of_a_byte, count, gather, most, most_of_both, sync, take,
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

/// The hot loops of one level; what lies between them is compiled for the level too.
trait Kernels {
    /// Fills rows with random bytes.
    fn fill(g: &mut Roller, rows: &mut [Row]);
    /// [`count`] for tokens that share a byte, or all of them.
    fn count(dice: &mut [Row], left: &mut Row, last: u8, at: &[u8], out: &mut Cuts);
    /// [`count`] for tokens that are left alone: their bytes are taken out of the rows.
    fn odd(dice: &mut [Row], left: &mut Row, last: u8, at: &[u8], out: &mut Cuts);
    /// [`blows`] or, if a byte decides, [`blows_of_a_byte`].
    fn blows(dice: &[Row], op: &Blows, rest: &mut Row, body: &mut BodyLanes, past: &mut Counts, net: &mut Counts);
}

/// The kernels of one level: each hot loop is a function of its own, so that what it needs stays in registers.
macro_rules! level {
    ($module:ident $masks:literal $block:literal $(, $targets:literal)*) => {
        mod $module {
            use super::*;

            /// Whether additions can be skipped lane by lane.
            const MASKS: bool = $masks;
            /// Lanes whose counts fit the registers.
            const BLOCK: usize = $block;

            level!(@counts false [$($targets),*] count_n: count_1 1, count_2 2, count_3 3, count_4 4, count_5 5, count_7 7,
                count_10 10, count_36 36);
            level!(@counts true [$($targets),*] odd_n: odd_1 1, odd_2 2, odd_3 3, odd_5 5, odd_36 36);
            level!(@bytes [$($targets),*] blows_0 0, blows_1 1, blows_2 2, blows_3 3, blows_5 5, blows_11 11);
            level!(@blows [$($targets),*]
                blows_plain false false false, blows_shrug false false true,
                blows_groups true false false, blows_groups_save true true false,
                blows_groups_shrug true false true, blows_groups_save_shrug true true true);

            level!(@versioned [$($targets),*]
                fn fill(g: &mut Roller, rows: &mut [Row]) {
                    black_box(&mut Aligned);
                    g.fill(rows);
                });

            struct Here;

            impl Kernels for Here {
                #[inline(always)]
                fn fill(g: &mut Roller, rows: &mut [Row]) {
                    fill(g, rows);
                }

                #[inline(always)]
                fn count(dice: &mut [Row], left: &mut Row, last: u8, at: &[u8], out: &mut Cuts) {
                    count_n(dice, left, last, at, out);
                }

                #[inline(always)]
                fn odd(dice: &mut [Row], left: &mut Row, last: u8, at: &[u8], out: &mut Cuts) {
                    odd_n(dice, left, last, at, out);
                }

                #[inline(always)]
                fn blows(dice: &[Row], op: &Blows, rest: &mut Row, body: &mut BodyLanes, past: &mut Counts, net: &mut Counts) {
                    if op.is_of_a_byte() {
                        bytes_n(dice, op, rest, body, net);
                    } else {
                        blows_n(dice, op, rest, body, past, net);
                    }
                }
            }

            level!(@versioned [$($targets),*]
                pub(super) fn chunk(plan: &Plan, g: &mut Roller, trials: usize, worker: &mut Worker) {
                    run::<Here>(plan, g, trials, worker);
                });
        }
    };
    (@counts $take:literal $targets:tt $any:ident: $($name:ident $n:literal),*) => {
        $(level!(@count $take $targets $name $n);)*

        #[inline(always)]
        fn $any(dice: &mut [Row], left: &mut Row, last: u8, at: &[u8], out: &mut Cuts) {
            $(if at.len() <= $n {
                return $name(dice, left, last, at, out);
            })*
            unreachable!("no byte has more cuts");
        }
    };
    (@count $take:literal [$($targets:literal),*] $name:ident $n:literal) => {
        level!(@versioned [$($targets),*]
            fn $name(dice: &mut [Row], left: &mut Row, last: u8, at: &[u8], out: &mut Cuts) {
                count::<$n, BLOCK, MASKS, $take>(dice, left, last, at, out);
            });
    };
    (@bytes $targets:tt $($name:ident $n:literal),*) => {
        $(level!(@byte $targets $name $n);)*

        #[inline(always)]
        fn bytes_n(dice: &[Row], op: &Blows, rest: &mut Row, body: &mut BodyLanes, net: &mut Counts) {
            $(if op.cuts.len() <= $n {
                return $name(dice, op, rest, body, net);
            })*
            unreachable!("a blow of a byte has no more cuts");
        }
    };
    (@byte [$($targets:literal),*] $name:ident $n:literal) => {
        level!(@versioned [$($targets),*]
            fn $name(dice: &[Row], op: &Blows, rest: &mut Row, body: &mut BodyLanes, net: &mut Counts) {
                blows_of_a_byte::<$n, BLOCK, MASKS>(dice, op, rest, body, net);
            });
    };
    (@blows $targets:tt $($name:ident $groups:literal $save:literal $ignore_on:literal),*) => {
        $(level!(@blow $targets $name $groups $save $ignore_on);)*

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
    (@blow [$($targets:literal),*] $name:ident $groups:literal $save:literal $ignore_on:literal) => {
        level!(@versioned [$($targets),*]
            fn $name(dice: &[Row], op: &Blows, rest: &mut Row, body: &mut BodyLanes, past: &mut Counts, net: &mut Counts) {
                blows::<BLOCK, $groups, $save, $ignore_on>(dice, op, rest, body, past, net);
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
level!(avx2 false 64, "x86_64+avx+avx2");
level!(baseline false 64);

/// A page of the stack that nothing is in.
///
/// Processors take a load for one of a store that is under way if their addresses agree within a page, and wait. Whether
/// what the hot loops put on the stack agrees so with the rows they read was decided anew in every process, and the same
/// dice took up to a quarter longer in some. Because this page is aligned, the stack below it lies within its pages as
/// [`Lanes`] do within theirs: always alike.
#[repr(align(4096))]
struct Page([u8; 4096]);

/// Something small on the stack, which makes the frame of the function that has it start at a multiple of 512 bytes, so
/// that nothing the function puts there lies across two pages.
#[repr(align(512))]
struct Aligned;

/// Rolls `trials` trials of one chunk.
pub(super) fn chunk(level: Level, plan: &Plan, g: &mut Roller, trials: usize, worker: &mut Worker) {
    let mut page = Page([0; 4096]);
    black_box(&mut page.0);
    match level {
        Level::Avx512 => avx512::chunk(plan, g, trials, worker),
        Level::Avx2 => avx2::chunk(plan, g, trials, worker),
        Level::Baseline => baseline::chunk(plan, g, trials, worker),
    }
}

/// Runs a plan with the kernels of one level.
#[inline(always)]
fn run<K: Kernels>(plan: &Plan, g: &mut Roller, trials: usize, worker: &mut Worker) {
    let mut done = 0;
    while done < trials {
        let wanted = (trials - done).min(LANES);
        worker.begin();
        for op in &plan.ops {
            let lanes = &mut worker.lanes;
            match op {
                Op::Clear(row) => lanes.rows[place(*row)] = Counts::ZERO,
                Op::Set(row, n) => lanes.rows[place(*row)] = Counts([*n; LANES]),
                Op::Roll(op) => roll::<K>(op, g, lanes),
                Op::Add { input, terms } => {
                    let tokens = lanes.rows[place(*input)];
                    for (row, n) in terms {
                        apply(&mut lanes.rows[place(*row)], &tokens, *n as i16);
                    }
                }
                Op::Land { input, bodies, net } => land(*input, bodies, *net, lanes),
                Op::Sync { body } => sync(&mut lanes.bodies[*body], worker.starts.table(*body)),
                Op::Blows(op) => strike::<K>(op, g, lanes),
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
fn roll<K: Kernels>(op: &RollOp, g: &mut Roller, lanes: &mut Lanes) {
    let tokens = &lanes.rows[place(op.input)];
    if op.small {
        let times = op.times as u8;
        let mut small = Row::ZERO;
        small.0.iter_mut().zip(&tokens.0).for_each(|(small, n)| *small = (*n as u8).wrapping_mul(times));
        return go::<K>(op, g, lanes, small, true);
    }
    let mut todo = *tokens;
    todo.0.iter_mut().for_each(|n| *n *= op.times);
    let mut first = true;
    while first || any(&todo) {
        go::<K>(op, g, lanes, Row(take(&mut todo.0, GO)), first);
        first = false;
    }
}

/// Rolls so many dice in each lane, at most [`GO`].
#[inline(always)]
fn go<K: Kernels>(op: &RollOp, g: &mut Roller, lanes: &mut Lanes, mut tokens: Row, first: bool) {
    let [together, alone] = &mut lanes.cuts;
    let mut odd = Row::ZERO;
    if op.per == 2 {
        odd.0.iter_mut().zip(&tokens.0).for_each(|(odd, n)| *odd = n & 1);
        tokens.0.iter_mut().for_each(|n| *n >>= 1);
        alone[1..=op.alone.len()].fill(Row::ZERO);
    }
    (together[0], alone[0]) = (tokens, odd);
    together[1..=op.together.len()].fill(Row::ZERO);
    loop {
        let bytes = most_of_both(&tokens, &odd);
        if bytes == 0 {
            break;
        }
        let dice = &mut lanes.dice[..op.rows(bytes).min(STRETCH)];
        K::fill(g, dice);
        if op.per == 2 {
            let few = op.odd_rows().min(dice.len());
            K::odd(&mut dice[..few], &mut odd, op.last, &op.alone, alone);
        }
        K::count(dice, &mut tokens, op.last, &op.together, together);
    }
    for out in &op.outs {
        gather(&mut lanes.rows[place(out.row)], out, out.fresh && first, op.narrow, [together, alone]);
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
fn strike<K: Kernels>(op: &Blows, g: &mut Roller, lanes: &mut Lanes) {
    let mut todo = lanes.rows[place(op.input)];
    if let Some(general) = &op.general {
        let [mut past, mut gross, mut net] = [Counts::ZERO; 3];
        blows_any(g, op, general, &todo, &mut lanes.bodies, [&mut past, &mut gross, &mut net]);
        return drop_into(lanes, [(op.through, &past), (op.gross, &gross), (op.net, &net)]);
    }
    if !op.saves() {
        drop_into(lanes, [(op.through, &todo)]);
    }
    let [mut past, mut net] = [Counts::ZERO; 2];
    while any(&todo) {
        let mut rest = Row(take(&mut todo.0, op.go()));
        loop {
            let blows = usize::from(most(&rest));
            if blows == 0 {
                break;
            }
            let rows = op.rows(blows);
            let dice = if rows > STRETCH { &mut lanes.long[..rows] } else { &mut lanes.dice[..rows] };
            if op.bytes() > 0 {
                K::fill(g, dice);
            }
            K::blows(dice, op, &mut rest, &mut lanes.bodies[op.body], &mut past, &mut net);
        }
    }
    drop_into(lanes, [(op.through.filter(|_| op.saves()), &past), (op.net, &net)]);
}

/// Adds counts to the rows that want them.
#[inline(always)]
fn drop_into<const N: usize>(lanes: &mut Lanes, counts: [(Option<u16>, &Counts); N]) {
    for (row, counts) in counts {
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
