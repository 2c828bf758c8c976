//! The largest count that each slot may reach, step by step.

use smallvec::SmallVec;

use super::{Limit, SlotNames};
use crate::sequence::MAX_TOKENS;
use crate::sequence::{Each, FaceRow, Roll, Settle, Slot, Strike};

/// The largest count that each slot may reach.
pub(super) struct Bounds<'n> {
    pub(super) names: &'n SlotNames<'n>,
    pub(super) most: Vec<u32>,
    pub(super) face_rows: Vec<FaceRow>,
    pub(super) reaches: Vec<Slot>,
}

impl Bounds<'_> {
    fn tokens_in(&self, slot: Slot) -> u64 {
        u64::from(self.most[usize::from(slot.0)])
    }

    fn raise(&mut self, slot: Slot, to: u64) -> Result<(), Limit> {
        let index = usize::from(slot.0);
        Limit::check(self.names.name_of(index), to, u64::from(MAX_TOKENS), "MAX_TOKENS")?;
        self.most[index] = self.most[index].max(to as u32);
        Ok(())
    }

    pub(super) fn add(&mut self, slot: Slot, more: u64) -> Result<(), Limit> {
        self.raise(slot, self.tokens_in(slot) + more)
    }

    pub(super) fn roll(&mut self, roll: &Roll) -> Result<(), Limit> {
        let tokens = self.tokens_in(roll.input);
        // The dice themselves are counted too, so that no lane ever holds more tokens than a count can.
        let rolled = tokens * u64::from(roll.times.max(1));
        self.raise(roll.input, rolled)?;
        let (from, first) = (self.reaches.len(), self.face_rows.len());
        roll.add_face_rows(&mut self.face_rows);
        // For each slot, the most tokens that a face drops there.
        let mut best: SmallVec<[u64; 8]> = SmallVec::new();
        for row in self.face_rows[first..].iter().map(|faces| roll.row(*faces)) {
            for (slot, _) in row {
                let n = row.iter().filter(|(s, _)| s == slot).map(|(_, n)| u64::from(*n)).sum::<u64>();
                match self.reaches[from..].iter().position(|reach| reach == slot) {
                    Some(at) => best[at] = n.max(best[at]),
                    None => {
                        self.reaches.push(*slot);
                        best.push(n);
                    }
                }
            }
        }
        (from..).zip(best).try_for_each(|(at, most)| self.add(self.reaches[at], rolled * most))?;
        roll.always.iter().try_for_each(|(slot, n)| {
            self.reach(*slot, from);
            self.add(*slot, tokens * u64::from(*n))
        })
    }

    /// Notes that a step reaches a slot, once; the slots of the step stand from `from` on.
    fn reach(&mut self, slot: Slot, from: usize) {
        if !self.reaches[from..].contains(&slot) {
            self.reaches.push(slot);
        }
    }

    pub(super) fn settle(&mut self, settle: &Settle) -> Result<(), Limit> {
        let slots = settle.slots();
        let (before, from): (Vec<u32>, _) =
            (slots.iter().map(|slot| self.tokens_in(*slot) as u32).collect(), self.reaches.len());
        slots.iter().zip(settle.bounds(&before)).try_for_each(|(slot, n)| {
            self.reach(*slot, from);
            self.raise(*slot, u64::from(n))
        })
    }

    pub(super) fn each(&mut self, each: &Each) -> Result<(), Limit> {
        let from = self.reaches.len();
        self.reach(each.one, from);
        self.add(each.one, self.tokens_in(each.input))
    }

    pub(super) fn strike(&mut self, strike: &Strike) -> Result<(), Limit> {
        let (hits, from) = (self.tokens_in(strike.input), self.reaches.len());
        let points = strike.guards.iter().flatten().map(|guard| u64::from(guard.amount.max())).max().unwrap_or(0);
        for (slot, each) in [(strike.gross, points), (strike.net, points), (strike.through, 1)] {
            if let Some(slot) = slot {
                self.reach(slot, from);
                self.add(slot, hits * each)?;
            }
        }
        Ok(())
    }
}
