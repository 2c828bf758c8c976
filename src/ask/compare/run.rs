//! The cells of a table, computed side by side and handed out in the order of the units.

use rayon::prelude::*;

use super::twins::Twins;
use super::{CompareCell, Comparison, Reached, Watch};
use crate::ask::alike::CellRow;

/// A batch of cells grows to this share of what is done, so that none takes long compared with the work before it.
const SHARE: usize = 8;
/// The most cells of a batch.
const MAX_BATCH: usize = 4096;
/// The most cells that one thread takes in one go: none waits long for another at the end of a batch.
const MAX_PART: usize = 32;

impl Comparison {
    /// Computes all cells and hands them out, whole rows at a time, in the order of the units; the way back last. A table
    /// of one row is handed out in parts.
    ///
    /// # Errors
    /// The first that `take` returns.
    pub(crate) fn each_row<E: Send>(
        &self,
        watch: &Watch<'_>,
        mut take: impl FnMut(Vec<CompareCell>) -> Result<(), E> + Send,
    ) -> Result<Reached, E> {
        let mut reached = Reached { cells: 0, of: self.cells() };
        let directions: &[bool] = if self.request.both_ways { &[false, true] } else { &[false] };
        for back in directions {
            let done = self.one_way(*back, reached.cells, watch, &mut take)?;
            reached.cells += done;
            if watch.is_stopped() {
                break;
            }
        }
        Ok(reached)
    }

    fn one_way<E: Send>(
        &self,
        back: bool,
        before: usize,
        watch: &Watch<'_>,
        take: &mut (impl FnMut(Vec<CompareCell>) -> Result<(), E> + Send),
    ) -> Result<usize, E> {
        let [rows, columns] = self.sides(back);
        let all = rows.len() * columns.len();
        let mut lines: Vec<CellRow<'_>> = rows.iter().map(|attacker| CellRow::of(&self.table, attacker)).collect();
        let mut twins = Twins::among(&self.table, [rows, columns]);
        let (mut size, mut next, mut given) = (16, 0, 0);
        let (mut waiting, mut whole) = (Vec::new(), Vec::new());
        let at = |place: usize| [place / columns.len(), place % columns.len()];
        while next < all && !watch.is_stopped() {
            let to = (next + size).min(all);
            let answer = |place: usize| {
                let [row, column] = at(place);
                let is_asked = !watch.is_stopped() && !twins.has_answer_of_another([row, column]);
                is_asked.then(|| lines[row].cell(&columns[column]).map_err(|error| error.in_short()))
            };
            let parts = (next..to).into_par_iter().with_max_len(MAX_PART);
            // Rows are written beside the computing of the next ones.
            let (answers, taken): (Vec<_>, _) =
                rayon::join(|| parts.map(answer).collect(), || take(std::mem::take(&mut whole)));
            taken?;
            let cells = (next..to).zip(answers).map_while(|(place, answer)| {
                let [attacker, defender] = at(place);
                Some(CompareCell { back, attacker, defender, answer: twins.answer([attacker, defender], answer)? })
            });
            waiting.extend(cells);
            // Rows that are done know nothing any more that somebody asks for.
            let done = next / columns.len()..to / columns.len();
            lines[done.clone()].iter_mut().for_each(CellRow::end);
            done.for_each(|row| twins.end(row));
            next = to;
            (watch.progress)((before + next) as u64);
            size = (next / SHARE).clamp(size, MAX_BATCH);
            let end = if rows.len() == 1 { waiting.len() } else { waiting.len() - waiting.len() % columns.len() };
            let rest = waiting.split_off(end);
            (given, whole) = (given + end, std::mem::replace(&mut waiting, rest));
        }
        take(whole)?;
        Ok(given)
    }
}
