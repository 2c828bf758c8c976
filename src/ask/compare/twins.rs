//! Units of a table that say the same: a library of several armies has many of them twice. Their cells are those of the first.

use std::collections::HashMap;

use crate::ask::cells::CellTable;
use crate::ask::counted::Counted;
use crate::ask::entrant::Entrant;

/// What a cell says.
type CellAnswer = Result<Counted, String>;

/// The most answers that are kept for rows to come; a row beyond them is computed as if it were the first.
const MAX_KEPT: usize = 1 << 18;

/// Which rows and columns are those of another one, and the answers that are needed again.
pub(super) struct Twins {
    /// For each row, and for each column, the place of the first that says the same: often its own.
    first: [Vec<usize>; 2],
    /// For each row the last one that has its answers.
    last: Vec<usize>,
    /// Whether any column has the answers of another.
    has_twin_columns: bool,
    /// The answers of rows by the column.
    kept: HashMap<usize, Vec<Option<CellAnswer>>>,
}

impl Twins {
    /// Those of a table; none where no answer is kept.
    pub(super) fn among(table: &CellTable, sides: [&[Entrant]; 2]) -> Self {
        let first = |units: &[Entrant]| match table.keeps_answers() {
            true => firsts(units, !table.is_plain),
            false => (0..units.len()).collect(),
        };
        Self::new(sides.map(first), MAX_KEPT)
    }

    fn new([mut rows, columns]: [Vec<usize>; 2], most: usize) -> Self {
        let mut last: Vec<usize> = (0..rows.len()).collect();
        rows.iter().enumerate().for_each(|(row, first)| last[*first] = row);
        // Rows whose answers are kept beyond their end.
        let mut waited_for: Vec<usize> = Vec::new();
        for row in 0..rows.len() {
            waited_for.retain(|first| last[*first] > row);
            if rows[row] != row || last[row] == row {
                continue;
            }
            if (waited_for.len() + 1) * columns.len() <= most {
                waited_for.push(row);
                continue;
            }
            // Each of them is the first of its own.
            for (place, other) in rows.iter_mut().enumerate().filter(|(_, other)| **other == row) {
                *other = place;
            }
            last[row] = row;
        }
        let has_twin_columns = columns.iter().enumerate().any(|(place, first)| place != *first);
        Self { first: [rows, columns], last, has_twin_columns, kept: HashMap::new() }
    }

    /// Whether a cell is that of units in front of it, of row and column.
    pub(super) fn has_answer_of_another(&self, at: [usize; 2]) -> bool {
        self.source(at) != at
    }

    fn source(&self, [row, column]: [usize; 2]) -> [usize; 2] {
        [self.first[0][row], self.first[1][column]]
    }

    /// The answer of a cell: what was `computed`, or what was computed for the first that say the same; cells are asked for in
    /// their order. `None` if there is none, because the work was stopped.
    pub(super) fn answer(&mut self, at: [usize; 2], computed: Option<CellAnswer>) -> Option<CellAnswer> {
        let [row, column] = self.source(at);
        let Some(answer) = computed else { return self.kept.get(&row)?.get(column)?.clone() };
        if self.last[row] > row || self.has_twin_columns {
            let columns = self.first[1].len();
            self.kept.entry(row).or_insert_with(|| vec![None; columns])[column] = Some(answer.clone());
        }
        Some(answer)
    }

    /// Forgets what no row after this one has.
    pub(super) fn end(&mut self, row: usize) {
        let first = self.first[0][row];
        if self.last[first] == row {
            self.kept.remove(&first);
        }
    }
}

/// For each unit the place of the first that says the same; with `optional`, also of what they may use.
fn firsts(units: &[Entrant], optional: bool) -> Vec<usize> {
    let mut named: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut firsts = Vec::with_capacity(units.len());
    for (place, unit) in units.iter().enumerate() {
        let alike = named.entry(&unit.line.name).or_default();
        let first = alike.iter().copied().find(|other| units[*other].is_like(unit, optional));
        if first.is_none() {
            alike.push(place);
        }
        firsts.push(first.unwrap_or(place));
    }
    firsts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every cell is computed or has the answer of one in front of it, and no more is kept than may be.
    #[test]
    fn every_cell_has_its_answer_and_few_are_kept() {
        let rows = vec![0, 1, 0, 3, 1, 5, 0, 3];
        let columns = vec![0, 1, 0];
        for (most, computed) in [(0, 16), (3, 12), (6, 10), (9, 8), (100, 8)] {
            let mut twins = Twins::new([rows.clone(), columns.clone()], most);
            let (mut asked, mut held) = (0, 0);
            for (row, first_row) in rows.iter().enumerate() {
                for (column, first_column) in columns.iter().enumerate() {
                    let is_asked = !twins.has_answer_of_another([row, column]);
                    asked += usize::from(is_asked);
                    let answer = twins.answer([row, column], is_asked.then(|| Err(format!("{first_row} {column}"))));
                    assert_eq!(answer, Some(Err(format!("{first_row} {first_column}"))), "{most}");
                }
                twins.end(row);
                held = held.max(twins.kept.len() * columns.len());
            }
            assert_eq!((asked, held <= most, twins.kept.len()), (computed, true, 0), "{most}");
        }
    }
}
