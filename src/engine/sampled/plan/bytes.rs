//! How many dice one byte is, and what that costs.

use super::super::byte_tables::{ByteTable, DropCounts, both, table, table_of};
use super::super::roll_lanes::rows_of_bytes;

/// Two dice do not share a byte if it would have more cuts than this.
const PAIR_CUTS: usize = 10;
/// What rolling a byte costs, where comparing it with one cut costs 1.
const BYTE: usize = 7;
/// What a roll of its own costs apart from its bytes.
pub(super) const ROLL: usize = 64;

/// How the bytes of a roll are read: those that stand for `per` tokens, and those of odd tokens.
pub(super) struct ByteTables {
    pub(super) per: u8,
    pub(super) together: ByteTable,
    pub(super) alone: ByteTable,
}

impl ByteTables {
    /// Two dice share a byte where that saves work. `None` if a byte cannot be one die.
    pub(super) fn of(counts: &DropCounts) -> Option<Self> {
        let rows = rows_of(counts);
        let alone = table(counts, &rows)?;
        let pair = both(counts, counts).and_then(|pair| table(&pair, &rows)).and_then(|pair| {
            // Both tables must agree on which bytes are not dice: bytes are read twice, first for odd tokens, and a byte that
            // only one table throws away would be favoured.
            let alone = table_of(counts, &rows, u64::from(pair.last) + 1).filter(|alone| alone.last == pair.last)?;
            let pays = pair.at.len() <= PAIR_CUTS && pair.at.len() < BYTE + 2 * alone.at.len();
            pays.then_some(Self { per: 2, together: pair, alone })
        });
        let nothing = ByteTable { last: alone.last, at: Vec::new(), terms: vec![Vec::new(); rows.len()] };
        Some(pair.unwrap_or(Self { per: 1, together: alone, alone: nothing }))
    }

    /// What the dice cost if the lane with the most has this many.
    pub(super) fn cost(&self, dice: usize) -> usize {
        rows_of_bytes(dice.div_ceil(usize::from(self.per)), self.together.last) * (BYTE + self.together.at.len())
    }
}

/// All rows that these ways drop into.
pub(super) fn rows_of(counts: &DropCounts) -> Vec<u16> {
    let mut rows: Vec<u16> = counts.iter().flat_map(|(drops, _)| drops).map(|(row, _)| *row).collect();
    rows.sort_unstable();
    rows.dedup();
    rows
}
