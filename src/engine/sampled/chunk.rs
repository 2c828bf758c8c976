//! One chunk of trials, compiled three times for three kinds of processors.

use std::hint::black_box;
use std::ops::Range;

use super::heal::heal;
use super::hit_lanes::{BodyLanes, TargetHits, hits, hits_of_a_byte, hits_one_by_one, sync};
use super::plan::{LanePlan, Op, place};
use super::roll_lanes::{BATCH, DICE_ROWS, LaneCounts, RollOp, any, apply, count, gather, most, most_of_both, take};
use super::settle::settle;
use super::worker::{Lanes, Worker};
use crate::dice::{ByteRow, LANES, Roller};

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
    pub(crate) fn widest() -> Self {
        Self::ALL.into_iter().find(|level| level.is_here()).unwrap_or(Self::Baseline)
    }

    /// Whether this processor has it.
    pub fn is_here(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw"),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => is_x86_feature_detected!("avx2"),
            _ => matches!(self, Self::Baseline),
        }
    }
}

/// The hot loops of one level. What lies between them is compiled for the level too.
trait Kernels {
    /// Fills rows with random bytes.
    fn fill(g: &mut Roller, rows: &mut [ByteRow]);
    /// [`count`] for tokens that share a byte two by two, or for all tokens if none do.
    fn count(dice: &mut [ByteRow], left: &mut ByteRow, last: u8, at: &[u8], out: &mut [ByteRow]);
    /// [`count`] for odd tokens: their bytes are taken out of the rows.
    fn odd(dice: &mut [ByteRow], left: &mut ByteRow, last: u8, at: &[u8], out: &mut [ByteRow]);
    /// [`hits`] or, if a byte decides, [`hits_of_a_byte`].
    fn hits(
        dice: &[ByteRow],
        op: &TargetHits,
        rest: &mut ByteRow,
        body: &mut BodyLanes,
        past: &mut LaneCounts,
        net: &mut [LaneCounts; 2],
    );
}

/// The kernels of one level. Each hot loop is a function of its own, so that what it needs stays in registers.
macro_rules! level {
    ($module:ident $masks:literal $block:literal $(, $targets:literal)*) => {
        mod $module {
            use super::*;

            /// Whether additions can be skipped lane by lane.
            const MASKS: bool = $masks;
            /// Lanes whose counts fit the registers.
            const BLOCK: usize = $block;

            level!(@counts false [$($targets),*] count_n or count_10: count_1 1, count_2 2, count_3 3, count_4 4, count_5 5, count_7 7,
                count_10 10);
            level!(@counts true [$($targets),*] odd_n or count_n: odd_1 1, odd_2 2, odd_3 3, odd_5 5);
            level!(@bytes [$($targets),*] hits_0 0, hits_1 1, hits_2 2, hits_3 3, hits_5 5, hits_11 11);
            level!(@hits [$($targets),*]
                hits_plain false false false, hits_ignore false false true,
                hits_groups true false false, hits_groups_save true true false,
                hits_groups_ignore true false true, hits_groups_save_ignore true true true);

            level!(@versioned [$($targets),*]
                fn fill(g: &mut Roller, rows: &mut [ByteRow]) {
                    black_box(&mut Aligned);
                    g.fill(rows);
                });

            struct Here;

            impl Kernels for Here {
                #[inline(always)]
                fn fill(g: &mut Roller, rows: &mut [ByteRow]) {
                    fill(g, rows);
                }

                #[inline(always)]
                fn count(dice: &mut [ByteRow], left: &mut ByteRow, last: u8, at: &[u8], out: &mut [ByteRow]) {
                    count_n(dice, left, last, at, out);
                }

                #[inline(always)]
                fn odd(dice: &mut [ByteRow], left: &mut ByteRow, last: u8, at: &[u8], out: &mut [ByteRow]) {
                    odd_n(dice, left, last, at, out);
                }

                #[inline(always)]
                fn hits(dice: &[ByteRow], op: &TargetHits, rest: &mut ByteRow, body: &mut BodyLanes, past: &mut LaneCounts, net: &mut [LaneCounts; 2]) {
                    if op.are_of_a_byte() {
                        bytes_n(dice, op, rest, body, &mut net[0]);
                    } else {
                        hits_n(dice, op, rest, body, past, net);
                    }
                }
            }

            level!(@versioned [$($targets),*]
                pub(super) fn chunk(plan: &LanePlan, g: &mut Roller, trials: Range<u64>, worker: &mut Worker) {
                    run::<Here>(plan, g, trials, worker);
                });
        }
    };
    (@counts $take:literal $targets:tt $any:ident or $more:ident: $($name:ident $n:literal),*) => {
        $(level!(@count $take $targets $name $n);)*

        /// The registers hold the counts of this many cuts. Where there are more, the same bytes are looked at again for the
        /// others.
        #[inline(always)]
        fn $any(dice: &mut [ByteRow], left: &mut ByteRow, last: u8, mut at: &[u8], mut out: &mut [ByteRow]) {
            const MOST: usize = [$($n),*][[$($n),*].len() - 1];
            while at.len() > MOST {
                let (some, others) = at.split_at((at.len() - MOST).min(10));
                let mut again = *left;
                $more(dice, &mut again, last, some, out);
                (at, out) = (others, &mut out[some.len()..]);
            }
            $(if at.len() <= $n {
                return $name(dice, left, last, at, out);
            })*
        }
    };
    (@count $take:literal [$($targets:literal),*] $name:ident $n:literal) => {
        level!(@versioned [$($targets),*]
            fn $name(dice: &mut [ByteRow], left: &mut ByteRow, last: u8, at: &[u8], out: &mut [ByteRow]) {
                count::<$n, BLOCK, MASKS, $take>(dice, left, last, at, out);
            });
    };
    (@bytes $targets:tt $($name:ident $n:literal),*) => {
        $(level!(@byte $targets $name $n);)*

        #[inline(always)]
        fn bytes_n(dice: &[ByteRow], op: &TargetHits, rest: &mut ByteRow, body: &mut BodyLanes, net: &mut LaneCounts) {
            $(if op.cuts.len() <= $n {
                return $name(dice, op, rest, body, net);
            })*
            unreachable!("a hit of a byte has no more cuts");
        }
    };
    (@byte [$($targets:literal),*] $name:ident $n:literal) => {
        level!(@versioned [$($targets),*]
            fn $name(dice: &[ByteRow], op: &TargetHits, rest: &mut ByteRow, body: &mut BodyLanes, net: &mut LaneCounts) {
                hits_of_a_byte::<$n, BLOCK, MASKS>(dice, op, rest, body, net);
            });
    };
    (@hits $targets:tt $($name:ident $groups:literal $save:literal $ignore_on:literal),*) => {
        $(level!(@hit $targets $name $groups $save $ignore_on);)*

        #[inline(always)]
        fn hits_n(dice: &[ByteRow], op: &TargetHits, rest: &mut ByteRow, body: &mut BodyLanes, past: &mut LaneCounts, net: &mut [LaneCounts; 2]) {
            match (op.groups.len() > 1, op.saves(), op.ignores()) {
                (false, false, false) => hits_plain(dice, op, rest, body, past, net),
                (false, false, true) => hits_ignore(dice, op, rest, body, past, net),
                (true, false, false) => hits_groups(dice, op, rest, body, past, net),
                (_, true, false) => hits_groups_save(dice, op, rest, body, past, net),
                (true, false, true) => hits_groups_ignore(dice, op, rest, body, past, net),
                (_, true, true) => hits_groups_save_ignore(dice, op, rest, body, past, net),
            }
        }
    };
    (@hit [$($targets:literal),*] $name:ident $groups:literal $save:literal $ignore_on:literal) => {
        level!(@versioned [$($targets),*]
            fn $name(dice: &[ByteRow], op: &TargetHits, rest: &mut ByteRow, body: &mut BodyLanes, past: &mut LaneCounts, net: &mut [LaneCounts; 2]) {
                hits::<BLOCK, $groups, $save, $ignore_on>(dice, op, rest, body, past, net);
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

#[cfg(target_arch = "x86_64")]
level!(avx512 true 128, "x86_64+avx+avx2+avx512f+avx512bw");
#[cfg(target_arch = "x86_64")]
level!(avx2 false 64, "x86_64+avx+avx2");
level!(baseline false 64);

/// An empty page on the stack, so that the speed is the same in every process.
///
/// A processor that loads from an address waits for a store that is under way if both addresses are at the same place
/// within a page. Stack addresses differ from process to process, so in some processes the hot loops waited for each
/// other's stores, and the same dice took up to a quarter longer. This page is aligned, so everything below it on the
/// stack always has the same place within its page, as [`Lanes`] have.
#[repr(align(4096))]
struct EmptyPage([u8; 4096]);

/// Something small on the stack that makes the frame of its function start at a multiple of 512 bytes, so that nothing
/// in the frame lies across two pages.
#[repr(align(512))]
struct Aligned;

/// Rolls the trials of one chunk.
pub(super) fn chunk(level: Level, plan: &LanePlan, g: &mut Roller, trials: Range<u64>, worker: &mut Worker) {
    let mut page = EmptyPage([0; 4096]);
    black_box(&mut page.0);
    match level {
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => avx512::chunk(plan, g, trials, worker),
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => avx2::chunk(plan, g, trials, worker),
        // Elsewhere there is nothing else.
        _ => baseline::chunk(plan, g, trials, worker),
    }
}

/// Runs a plan with the kernels of one level.
#[inline(always)]
fn run<K: Kernels>(plan: &LanePlan, g: &mut Roller, trials: Range<u64>, worker: &mut Worker) {
    let mut next = trials.start;
    while next < trials.end {
        let wanted = (trials.end - next).min(LANES as u64) as usize;
        worker.begin(plan, next);
        let mut at = 0;
        while let Some(op) = plan.ops.get(at) {
            at += 1;
            let lanes = &mut worker.lanes;
            match op {
                Op::Clear(row) => lanes.rows[place(*row)] = LaneCounts::ZERO,
                Op::Set(row, n) => lanes.rows[place(*row)] = LaneCounts([*n; LANES]),
                Op::Roll(op) => roll::<K>(op, g, lanes),
                Op::Add { input, terms } => {
                    let tokens = lanes.rows[place(*input)];
                    for (row, n) in terms {
                        apply(&mut lanes.rows[place(*row)], &tokens, *n as i16);
                    }
                }
                Op::Land { input, bodies, net } => land(*input, bodies, *net, lanes),
                Op::Sync { body } => sync(&mut lanes.bodies[*body], worker.starts.table(*body)),
                Op::Hits(op) => strike::<K>(op, g, lanes),
                Op::Settle { settle: rule, rows, bodies } => settle(rule, rows, bodies, &mut lanes.rows, &lanes.bodies),
                Op::Heal(recovery) => heal(recovery, &plan.bodies[0], &mut lanes.bodies[0], g),
                Op::Stage(stage) => worker.measure(stage, wanted),
                Op::Each { takes, end } => {
                    let taken = match takes[..] {
                        [(input, one)] => take_one(input, one, lanes),
                        _ => take_any::<K>(takes, g, lanes),
                    };
                    if !taken {
                        at = *end;
                    }
                }
                Op::Again { each } => at = *each,
            }
        }
        worker.record(plan, wanted);
        next += wanted as u64;
    }
}

/// Rolls the dice of a row's tokens, a batch at a time.
#[inline(always)]
fn roll<K: Kernels>(op: &RollOp, g: &mut Roller, lanes: &mut Lanes) {
    let tokens = &lanes.rows[place(op.input)];
    if op.small {
        let times = op.times as u8;
        let mut small = ByteRow::ZERO;
        for k in 0..LANES {
            small.0[k] = (tokens.0[k] as u8).wrapping_mul(times);
        }
        return batch::<K>(op, g, lanes, small, true);
    }
    let mut todo = *tokens;
    todo.0.iter_mut().for_each(|n| *n *= op.times);
    let mut first = true;
    while first || any(&todo) {
        batch::<K>(op, g, lanes, ByteRow(take(&mut todo.0, BATCH)), first);
        first = false;
    }
}

/// Rolls this many dice in each lane, at most [`BATCH`].
#[inline(always)]
fn batch<K: Kernels>(op: &RollOp, g: &mut Roller, lanes: &mut Lanes, mut tokens: ByteRow, first: bool) {
    let [together, alone] = &mut lanes.cuts;
    let mut odd = ByteRow::ZERO;
    if op.per == 2 {
        for k in 0..LANES {
            odd.0[k] = tokens.0[k] & 1;
            tokens.0[k] >>= 1;
        }
        alone[1..=op.alone.len()].fill(ByteRow::ZERO);
    }
    (together[0], alone[0]) = (tokens, odd);
    together[1..=op.together.len()].fill(ByteRow::ZERO);
    loop {
        let bytes = most_of_both(&tokens, &odd);
        if bytes == 0 {
            break;
        }
        let dice = &mut lanes.dice[..op.rows(bytes).min(DICE_ROWS)];
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

/// Takes one token in every lane that has any; whether one has.
#[inline(always)]
fn take_one(input: u16, one: u16, lanes: &mut Lanes) -> bool {
    let mut left = lanes.rows[place(input)];
    let mut taken = LaneCounts::ZERO;
    for k in 0..LANES {
        taken.0[k] = left.0[k].min(1);
        left.0[k] -= taken.0[k];
    }
    let taken_any = any(&taken);
    (lanes.rows[place(input)], lanes.rows[place(one)]) = (left, taken);
    taken_any
}

/// Takes one token in every lane that has any, each token of it as likely as the others; whether a lane had one. Where a byte
/// says nothing, because there are more of them than tokens that it can choose evenly, its lane waits for the next turn.
#[inline(always)]
fn take_any<K: Kernels>(takes: &[(u16, u16)], g: &mut Roller, lanes: &mut Lanes) -> bool {
    let mut all = ByteRow::ZERO;
    for (input, _) in takes {
        let tokens = &lanes.rows[place(*input)];
        for k in 0..LANES {
            all.0[k] += tokens.0[k] as u8;
        }
    }
    if most(&all) == 0 {
        return false;
    }
    // How many values of a byte stand for each token.
    let mut each = ByteRow::ZERO;
    for k in 0..LANES {
        each.0[k] = (f32::from(u8::MAX) / f32::from(all.0[k])) as u8;
    }
    K::fill(g, &mut lanes.dice[..1]);
    let (byte, mut from) = (lanes.dice[0], ByteRow::ZERO);
    for (input, one) in takes {
        let (mut left, mut taken) = (lanes.rows[place(*input)], LaneCounts::ZERO);
        for k in 0..LANES {
            let to = from.0[k].wrapping_add((left.0[k] as u8).wrapping_mul(each.0[k]));
            let is_here = byte.0[k] >= from.0[k] && byte.0[k] < to;
            (taken.0[k], from.0[k]) = (u16::from(is_here), to);
            left.0[k] -= taken.0[k];
        }
        (lanes.rows[place(*input)], lanes.rows[place(*one)]) = (left, taken);
    }
    true
}

#[inline(always)]
fn land(input: u16, bodies: &[(usize, u16)], net: Option<u16>, lanes: &mut Lanes) {
    let mut points = lanes.rows[place(input)];
    if let Some(net) = net {
        apply(&mut lanes.rows[place(net)], &points, 1);
    }
    for (body, total) in bodies {
        let lost = &mut lanes.bodies[*body].lost;
        for k in 0..LANES {
            let hit = points.0[k].min(total - lost.0[k]);
            lost.0[k] += hit;
            points.0[k] -= hit;
        }
    }
}

#[inline(always)]
fn strike<K: Kernels>(op: &TargetHits, g: &mut Roller, lanes: &mut Lanes) {
    let mut todo = lanes.rows[place(op.input)];
    if let Some(general) = &op.general {
        let [mut past, mut gross, mut net] = [LaneCounts::ZERO; 3];
        hits_one_by_one(g, op, general, &todo, &mut lanes.bodies, [&mut past, &mut gross, &mut net]);
        return drop_into(lanes, [(op.through, &past), (op.gross, &gross), (op.net, &net)]);
    }
    let (tokens, mut past, mut dealt) = (todo, LaneCounts::ZERO, [LaneCounts::ZERO; 2]);
    while any(&todo) {
        let mut rest = ByteRow(take(&mut todo.0, op.batch()));
        loop {
            let hits = usize::from(most(&rest));
            if hits == 0 {
                break;
            }
            let rows = op.rows(hits);
            let dice = if rows > DICE_ROWS { &mut lanes.long[..rows] } else { &mut lanes.dice[..rows] };
            if op.bytes() > 0 {
                K::fill(g, dice);
            }
            K::hits(dice, op, &mut rest, &mut lanes.bodies[op.body], &mut past, &mut dealt);
        }
    }
    let past = if op.saves() { past } else { tokens };
    let [net, gross] = &dealt;
    // Without a ward what is dealt is what a hit was worth before it.
    drop_into(lanes, [(op.through, &past), (op.net, net), (op.gross, if op.ignores() { gross } else { net })]);
}

/// Adds counts to rows, where there is a row for them.
#[inline(always)]
fn drop_into<const N: usize>(lanes: &mut Lanes, counts: [(Option<u16>, &LaneCounts); N]) {
    for (row, counts) in counts {
        if let Some(row) = row {
            apply(&mut lanes.rows[place(row)], counts, 1);
        }
    }
}
