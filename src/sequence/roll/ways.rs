//! What a byte brings, worked out before the first die: the ways in which its dice fall, and the cuts between them.

use super::lanes::{CUTS, Term, cut_at};
use crate::dice::{Faces, VALID};

/// Tokens that drop into rows.
pub(crate) type Drops = Vec<(u16, u16)>;

/// The cuts of a byte, and for each row the sum of counts that drops into it.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) at: Vec<i8>,
    pub(crate) terms: Vec<Vec<Term>>,
}

/// Whether a byte can be so many equally likely ways.
pub(crate) fn fits(ways: usize) -> bool {
    usize::from(VALID).is_multiple_of(ways)
}

/// Every way in which two dice fall.
pub(crate) fn two(ways: &[Drops]) -> Vec<Drops> {
    ways.iter().flat_map(|a| ways.iter().map(|b| [&a[..], &b[..]].concat())).collect()
}

/// Every way in which a die falls together with the one that replaces it.
pub(crate) fn again(ways: &[Drops], window: Faces) -> Vec<Drops> {
    let faces = 1..=ways.len() as u8;
    faces
        .zip(ways)
        .flat_map(|(face, first)| ways.iter().map(move |second| if window.has(face) { second } else { first }))
        .cloned()
        .collect()
}

/// Sorts equally likely ways, so that those that drop the same lie together, and cuts between the others.
///
/// Which bytes stand for which way does not matter; fewer cuts make a faster roll.
pub(crate) fn table(ways: &[Drops], rows: &[u16]) -> Table {
    let amount = |way: &Drops, row: u16| way.iter().filter(|(r, _)| *r == row).map(|(_, n)| *n).sum::<u16>();
    let mut amounts: Vec<Vec<u16>> =
        ways.iter().map(|way| rows.iter().map(|row| amount(way, *row)).collect()).collect();
    amounts.sort_unstable();
    let unit = VALID / ways.len() as u8;
    let certain = |n: u16| if n == 0 { Vec::new() } else { vec![Term { from: 0, k: n as i16 }] };
    let mut terms: Vec<Vec<Term>> = amounts[0].iter().map(|n| certain(*n)).collect();
    let mut at = Vec::new();
    for (way, pair) in amounts.windows(2).enumerate().filter(|(_, pair)| pair[0] != pair[1]) {
        at.push(cut_at(unit * (way as u8 + 1)));
        for (terms, (before, after)) in terms.iter_mut().zip(pair[0].iter().zip(&pair[1])) {
            let k = (i32::from(*after) - i32::from(*before)) as i16;
            if k != 0 {
                terms.push(Term { from: at.len() as u8, k });
            }
        }
    }
    debug_assert!(at.len() <= CUTS);
    Table { at, terms }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The drops of a byte below 252, by the table.
    fn dropped(table: &Table, byte: u8) -> Vec<i32> {
        let passed = |term: &Term| {
            let signed = (byte ^ 0x80) as i8;
            term.from == 0 || signed > table.at[usize::from(term.from) - 1]
        };
        let sum = |terms: &Vec<Term>| terms.iter().filter(|t| passed(t)).map(|t| i32::from(t.k)).sum();
        table.terms.iter().map(sum).collect()
    }

    fn counted(table: &Table) -> Vec<(Vec<i32>, u32)> {
        let mut all: Vec<Vec<i32>> = (0..VALID).map(|byte| dropped(table, byte)).collect();
        all.sort();
        let mut counted: Vec<(Vec<i32>, u32)> = Vec::new();
        for drops in all {
            match counted.last_mut() {
                Some((known, n)) if *known == drops => *n += 1,
                _ => counted.push((drops, 1)),
            }
        }
        counted
    }

    fn die(amounts: [u16; 6]) -> Vec<Drops> {
        amounts.iter().map(|n| vec![(7, *n)]).collect()
    }

    #[test]
    fn any_table_is_a_sum_of_steps() {
        // Counter (WARCRY-COUNTER): 2, 1, 1, 0, 0, 0 points for the faces of a die.
        let table = table(&die([2, 1, 1, 0, 0, 0]), &[7]);
        assert_eq!(table.at.len(), 2);
        assert_eq!(counted(&table), [(vec![0], 126), (vec![1], 84), (vec![2], 42)]);
    }

    #[test]
    fn a_byte_is_two_dice_each_way_as_often_as_the_others() {
        // A 6 is a critical hit, which is a hit too; 3 to 5 are hits.
        let faces: Vec<Drops> =
            [0, 0, 1, 1, 1, 2].iter().map(|n| [vec![], vec![(1, 1)], vec![(1, 1), (2, 1)]][*n].clone()).collect();
        let wanted = |hits: i32, criticals: i32| -> u32 {
            let worth = |n: usize| ([0, 0, 1, 1, 1, 1][n], [0, 0, 0, 0, 0, 1][n]);
            let pairs = (0..6).flat_map(|a| (0..6).map(move |b| (worth(a), worth(b))));
            7 * pairs.filter(|(a, b)| (a.0 + b.0, a.1 + b.1) == (hits, criticals)).count() as u32
        };
        let all = counted(&table(&two(&faces), &[1, 2]));
        assert_eq!(all.len(), 6);
        for (drops, n) in all {
            assert_eq!(n, wanted(drops[0], drops[1]), "{drops:?}");
        }
    }

    #[test]
    fn a_byte_is_a_die_and_the_one_that_replaces_it() {
        // 3+ with ones rolled again: 4/6 + 1/6 · 4/6 = 28/36.
        let folded = again(&die([0, 0, 1, 1, 1, 1]), Faces::only(1));
        assert_eq!(counted(&table(&folded, &[7])), [(vec![0], 8 * 7), (vec![1], 28 * 7)]);
        // Misses rolled again: 4/6 + 2/6 · 4/6 = 32/36.
        let folded = again(&die([0, 0, 1, 1, 1, 1]), Faces::only(1).or(Faces::only(2)));
        assert_eq!(counted(&table(&folded, &[7])), [(vec![0], 4 * 7), (vec![1], 32 * 7)]);
    }

    #[test]
    fn dice_of_every_size_are_whole_bytes() {
        for sides in (1..=CUTS as u16).filter(|sides| fits(usize::from(*sides))) {
            let ways: Vec<Drops> = (0..sides).map(|face| vec![(0, face)]).collect();
            let table = table(&ways, &[0]);
            assert!(counted(&table).iter().all(|(_, n)| *n == u32::from(252 / sides)), "D{sides}");
        }
    }
}
