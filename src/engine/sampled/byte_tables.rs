//! How bytes are read, worked out before the first die is rolled: in which ways the dice of a byte fall, and the cuts
//! between those ways.

use smallvec::SmallVec;

use super::roll_lanes::{CUTS, CountTerm};
use crate::dice::Faces;

/// Tokens that drop into rows.
pub(super) type Drops = SmallVec<[(u16, u16); 4]>;

/// The ways in which dice fall: what drops, and how many equally likely ways drop just that.
pub(super) type DropCounts = Vec<(Drops, u64)>;

/// The most equally likely ways of one byte. One value is left over that is not a die.
const MOST: u64 = 255;
/// At least this many values of a byte, and one more, must be dice, or too many bytes are thrown away.
const LEAST: u64 = 191;

/// How the bytes of a roll are read: the cuts, and what follows from the counts above them.
#[derive(Clone, Debug)]
pub(super) struct ByteTable {
    /// The largest byte that is a die.
    pub(super) last: u8,
    /// The cuts, rising. A byte passes the cuts that it is above.
    pub(super) at: Vec<u8>,
    /// For each row, the counts whose sum drops into it.
    pub(super) terms: Vec<Vec<CountTerm>>,
}

/// The ways in which one die falls: one for each face.
pub(super) fn faces(drops: impl IntoIterator<Item = impl Into<Drops>>) -> DropCounts {
    drops.into_iter().map(|drops| (drops.into(), 1)).collect()
}

/// The ways in which two dice fall together; `None` if they are too many to count.
pub(super) fn both(first: &DropCounts, second: &DropCounts) -> Option<DropCounts> {
    all(first).checked_mul(all(second))?;
    Some(gathered(first.iter().flat_map(|a| second.iter().map(|b| (joined(&a.0, &b.0), a.1 * b.1))).collect()))
}

/// The ways in which a die falls if the faces of `window` are rolled again.
pub(super) fn again(counts: &DropCounts, window: Faces) -> DropCounts {
    let all = (1..).zip(counts).flat_map(|(face, first)| {
        let drops = move |second| if window.has(face) { second } else { first };
        counts.iter().map(move |second| (drops(second).0.clone(), first.1 * second.1))
    });
    gathered(all.collect())
}

/// The ways in which dice fall if each token that drops into `row` rolls a die in turn; `None` if they are too many to
/// count, or more different ones than a byte has cuts for: more dice never make fewer. The tokens themselves are `kept` if
/// something counts them.
pub(super) fn then(counts: &DropCounts, row: u16, next: &DropCounts, kept: bool) -> Option<DropCounts> {
    let each = all(next);
    let most = counts.iter().map(|(drops, _)| amount(drops, row)).max()?;
    all(counts).checked_mul(each.checked_pow(u32::from(most))?)?;
    let mut then = DropCounts::new();
    for (drops, n) in counts {
        let stays = |(r, _): &&(u16, u16)| kept || *r != row;
        let (tokens, others) = (amount(drops, row), drops.iter().filter(stays).copied().collect());
        // A way with fewer tokens rolls fewer dice. It counts as often as if it rolled as many as the others, so that
        // all ways stay equally likely.
        let mut now: DropCounts = vec![(others, n * each.pow(u32::from(most - tokens)))];
        for _ in 0..tokens {
            let counts = now.iter().flat_map(|a| next.iter().map(|b| (joined(&a.0, &b.0), a.1 * b.1)));
            now = merged(counts.collect());
            if now.len() > CUTS + 1 {
                return None;
            }
        }
        then.extend(now);
    }
    Some(gathered(then))
}

/// The number of equally likely ways.
fn all(counts: &DropCounts) -> u64 {
    counts.iter().map(|(_, n)| n).sum()
}

/// How many tokens drop into a row.
pub(super) fn amount(drops: &Drops, row: u16) -> u16 {
    drops.iter().filter(|(r, _)| *r == row).map(|(_, n)| *n).sum()
}

/// What two dice drop together. Each row is there once, in order.
fn joined(a: &Drops, b: &Drops) -> Drops {
    let mut rows: SmallVec<[u16; 8]> = a.iter().chain(b).map(|(row, _)| *row).collect();
    rows.sort_unstable();
    rows.dedup();
    rows.into_iter().map(|row| (row, amount(a, row) + amount(b, row))).filter(|(_, n)| *n > 0).collect()
}

/// The same ways, each different drop once.
fn merged(mut counts: DropCounts) -> DropCounts {
    counts.sort_unstable();
    counts.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        kept.1 += if same { next.1 } else { 0 };
        same
    });
    counts
}

/// The same ways, each different drop once, and the numbers divided by what they share.
fn gathered(counts: DropCounts) -> DropCounts {
    let mut counts = merged(counts);
    let shared = counts.iter().fold(0, |shared, (_, n)| greatest_divisor(shared, *n)).max(1);
    counts.iter_mut().for_each(|(_, n)| *n /= shared);
    counts
}

fn greatest_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_divisor(b, a % b) }
}

/// Gives each way its share of the values of a byte, in order, with a cut between two ways; `None` if one byte has not
/// enough values.
pub(super) fn table(counts: &DropCounts, rows: &[u16]) -> Option<ByteTable> {
    table_of(counts, rows, MOST)
}

/// The same with the first `most` values of a byte for dice, and no others.
///
/// Which values stand for which way does not matter. Fewer cuts make a faster roll.
pub(super) fn table_of(counts: &DropCounts, rows: &[u16], most: u64) -> Option<ByteTable> {
    let places = (0..).zip(rows);
    let place = |drops: &Drops| places.clone().map(|(place, row)| (place, amount(drops, *row))).collect::<Drops>();
    let counts = gathered(counts.iter().map(|(drops, n)| (place(drops), *n)).collect());
    let number = all(&counts);
    let unit = most.checked_div(number)?;
    if unit * number <= LEAST || counts.len() > CUTS + 1 {
        return None;
    }
    let certain = |n: u16| if n == 0 { Vec::new() } else { vec![CountTerm { from: 0, k: n as i16 }] };
    let mut terms: Vec<Vec<CountTerm>> = counts[0].0.iter().map(|(_, n)| certain(*n)).collect();
    let (mut at, mut below) = (Vec::new(), 0);
    for pair in counts.windows(2) {
        below += pair[0].1;
        at.push((unit * below - 1) as u8);
        for (terms, (before, after)) in terms.iter_mut().zip(pair[0].0.iter().zip(&pair[1].0)) {
            let k = (i32::from(after.1) - i32::from(before.1)) as i16;
            if k != 0 {
                terms.push(CountTerm { from: at.len() as u8, k });
            }
        }
    }
    Some(ByteTable { last: (unit * number - 1) as u8, at, terms })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many bytes drop what, by the table: every byte is looked at.
    fn counted(table: &ByteTable) -> Vec<(Vec<i32>, u32)> {
        let dropped = |byte: u8| -> Vec<i32> {
            let passed = |term: &CountTerm| term.from == 0 || byte > table.at[usize::from(term.from) - 1];
            let sum = |terms: &Vec<CountTerm>| terms.iter().filter(|t| passed(t)).map(|t| i32::from(t.k)).sum();
            table.terms.iter().map(sum).collect()
        };
        let mut all: Vec<Vec<i32>> = (0..=table.last).map(dropped).collect();
        all.sort();
        let mut counted: Vec<(Vec<i32>, u32)> = Vec::new();
        for drops in all {
            match counted.last_mut() {
                Some((last, n)) if *last == drops => *n += 1,
                _ => counted.push((drops, 1)),
            }
        }
        counted
    }

    fn of(counts: &DropCounts, rows: &[u16]) -> Vec<(Vec<i32>, u32)> {
        counted(&table(counts, rows).expect("one byte is enough"))
    }

    fn die<const N: usize>(amounts: [u16; N]) -> DropCounts {
        faces(amounts.map(|n| vec![(7, n)]))
    }

    #[test]
    fn any_table_is_a_sum_of_steps() {
        // Counter (WARCRY-COUNTER): 2, 1, 1, 0, 0, 0 points for the faces of a die.
        assert_eq!(of(&die([2, 1, 1, 0, 0, 0]), &[7]), [(vec![0], 126), (vec![1], 84), (vec![2], 42)]);
    }

    #[test]
    fn a_byte_is_two_dice_each_way_as_often_as_the_others() {
        // A 6 is a critical hit, which is a hit too; 3 to 5 are hits.
        let face = |n: usize| [vec![], vec![(1, 1)], vec![(1, 1), (2, 1)]][n].clone();
        let die = faces([0, 0, 1, 1, 1, 2].map(face));
        let all = of(&both(&die, &die).expect("few"), &[1, 2]);
        let wanted = |hits: i32, criticals: i32| -> u32 {
            let value = |n: usize| ([0, 0, 1, 1, 1, 1][n], [0, 0, 0, 0, 0, 1][n]);
            let pairs = (0..6).flat_map(|a| (0..6).map(move |b| (value(a), value(b))));
            7 * pairs.filter(|(a, b)| (a.0 + b.0, a.1 + b.1) == (hits, criticals)).count() as u32
        };
        assert_eq!(all.len(), 6);
        for (drops, n) in all {
            assert_eq!(n, wanted(drops[0], drops[1]), "{drops:?}");
        }
    }

    #[test]
    fn a_byte_is_a_die_and_the_one_that_replaces_it() {
        // 3+ with ones rolled again: 4/6 + 1/6 · 4/6 = 28/36 = 7/9.
        let folded = again(&die([0, 0, 1, 1, 1, 1]), Faces::only(1));
        assert_eq!(of(&folded, &[7]), [(vec![0], 56), (vec![1], 196)]);
        // Misses rolled again: 4/6 + 2/6 · 4/6 = 32/36 = 8/9.
        let folded = again(&die([0, 0, 1, 1, 1, 1]), Faces::only(1).or(Faces::only(2)));
        assert_eq!(of(&folded, &[7]), [(vec![0], 28), (vec![1], 224)]);
    }

    /// D3 points of which each hurts on 1 to 4: all 3 · 6³ ways are looked at.
    #[test]
    fn a_byte_is_a_die_and_the_dice_that_its_tokens_roll() {
        let hurts = faces((1..=6).map(|face| if face < 5 { vec![(9, 1)] } else { vec![] }));
        let mut counts = [0u32; 4];
        for points in 1..=3 {
            for shown in 0..216u32 {
                let dice = [shown % 6, shown / 6 % 6, shown / 36];
                counts[dice[..points].iter().filter(|face| **face < 4).count()] += 1;
            }
        }
        let folded = of(&then(&die([1, 2, 3]), 7, &hurts, false).expect("few"), &[9]);
        // 648 ways are 81 with eight of each; 243 bytes are three of each of those.
        let wanted: Vec<(Vec<i32>, u32)> = (0..).zip(counts).map(|(net, n)| (vec![net], n * 3 / 8)).collect();
        assert_eq!(folded, wanted);
        assert_eq!(counts.iter().sum::<u32>(), 648);
    }

    #[test]
    fn what_is_more_than_one_byte_is_not_a_table() {
        let hurts = faces((1..=6).map(|face| if face < 6 { vec![(9, 1)] } else { vec![] }));
        let folded = then(&die([1, 2, 3, 4, 5, 6]), 7, &hurts, false).expect("counted");
        assert!(table(&folded, &[9]).is_none());
        let crowd = die([60; 6]);
        assert!(then(&crowd, 7, &hurts, false).is_none(), "more ways than can be counted");
    }

    #[test]
    fn dice_of_every_size_are_whole_bytes() {
        for sides in 1..=CUTS as u16 {
            let counts = faces((0..sides).map(|face| vec![(0, face)]));
            assert!(of(&counts, &[0]).iter().all(|(_, n)| *n == u32::from(255 / sides)), "D{sides}");
        }
    }
}
