//! Rolls, as the lanes roll them: how many dice share a byte, and what its cuts are.

use smallvec::smallvec;

use super::super::byte_tables::{DropCounts, again, amount, faces, table};
use super::super::roll_lanes::{BATCH, CountTerm, RollOp, RollOut};
use super::bytes::{ByteTables, rows_of};
use super::fold::{ByteRoll, drops, faces_of, rerolls};
use super::{Op, Planner, RowId};
use crate::dice::Faces;
use crate::sequence::Roll;

impl Planner<'_> {
    /// A roll whose dice fit bytes.
    pub(super) fn rolled(&mut self, rolled: ByteRoll) {
        let ByteRoll { input, times, always, counts } = rolled;
        if !always.is_empty() {
            self.ops.push(Op::Add { input, terms: always.into_vec() });
        }
        if times > 0 {
            self.pass(input, times, self.dice(input, times), &counts);
        }
    }

    /// A roll whose re-rolls are rolls of their own: one for each window.
    pub(super) fn roll(&mut self, roll: &Roll) {
        let (input, times) = (roll.input.0, u16::from(roll.times));
        if !roll.always.is_empty() {
            self.ops.push(Op::Add { input, terms: drops(&roll.always).into_vec() });
        }
        let (counts, dice) = (faces_of(roll), self.dice(input, times));
        let [first, second] = rerolls(roll);
        let [again1, again2] = [self.fresh(), self.fresh()];
        let sorted = faces((1..).zip(&counts).map(|(face, (drops, _))| match () {
            () if first.has(face) => smallvec![(again1, 1)],
            () if second.has(face) => smallvec![(again2, 1)],
            () => drops.clone(),
        }));
        self.pass(input, times, dice, &sorted);
        self.window(again1, dice, &counts, second);
        self.pass(again2, 1, dice, &counts);
    }

    /// Dice with one re-roll window: both dice share a byte if one can hold them, else the second die is a roll of its
    /// own.
    pub(super) fn window(&mut self, input: RowId, dice: u32, counts: &DropCounts, window: Faces) {
        let both = again(counts, window);
        if table(&both, &rows_of(&both)).is_some() {
            return self.pass(input, 1, dice, &both);
        }
        let row = self.fresh();
        let sorted = faces((1..).zip(counts).map(|(face, (drops, _))| match window.has(face) {
            true => smallvec![(row, 1)],
            false => drops.clone(),
        }));
        self.pass(input, 1, dice, &sorted);
        self.pass(row, 1, dice, counts);
    }

    /// The most dice of one lane.
    pub(super) fn dice(&self, input: RowId, times: u16) -> u32 {
        self.program.bounds[usize::from(input)] * u32::from(times)
    }

    /// Rolls each die once.
    ///
    /// # Panics
    /// If a byte cannot be one die, which no die of a game is.
    fn pass(&mut self, input: RowId, times: u16, dice: u32, counts: &DropCounts) {
        let ByteTables { per, together, alone } = ByteTables::of(counts).expect("a byte is one die");
        let rows = rows_of(counts);
        let most = |row: &RowId| counts.iter().map(|(drops, _)| u32::from(amount(drops, *row))).max().unwrap_or(0);
        let batch = dice.min(u32::from(BATCH));
        let gentle = |terms: &Vec<CountTerm>| terms.iter().all(|term| term.k.unsigned_abs() <= 3);
        let narrow = rows.iter().all(|row| batch * most(row) <= u32::from(u8::MAX))
            && alone.terms.iter().chain(&together.terms).all(gentle);
        let last = together.last;
        let outs = rows.iter().zip(together.terms.into_iter().zip(alone.terms));
        let outs = outs.map(|(row, (together, alone))| RollOut { row: *row, fresh: false, together, alone }).collect();
        let small = dice <= u32::from(BATCH);
        let (together, alone) = (together.at, alone.at);
        self.ops.push(Op::Roll(RollOp { input, times, small, narrow, per, last, together, alone, outs }));
    }
}
