//! Hits that land in the order of their dice, as the lanes deal them: all saves are one roll that counts the dice of every
//! face, and the faces then land one after the other. Nothing has to be sorted.

use smallvec::smallvec;

use super::super::byte_tables::{Drops, faces};
use super::{Op, Planner, RowId};
use crate::dice::Faces;
use crate::sequence::{Guard, Save, Slot, Strike};

/// The most faces of a save.
const FACES: u8 = 6;

impl Planner<'_> {
    /// Rolls the saves of all hits, and lets them land from the lowest face up.
    pub(super) fn sorted(&mut self, strike: &Strike) {
        let worst = strike.guards.iter().flatten().map(needs).max().unwrap_or(1);
        let reroll = strike.guards.iter().flatten().filter_map(|guard| guard.save).next();
        let reroll = reroll.map_or(Faces::NONE, |save| save.reroll);
        // Rising numbers to reach: from one to the next, all faces do the same.
        let mut steps: Vec<u8> = strike.guards.iter().flatten().map(needs).filter(|on| *on > 1).collect();
        steps.sort_unstable();
        steps.dedup();
        let rows: Vec<RowId> = steps.iter().map(|_| self.fresh()).collect();
        let row = |face: u8| -> Drops {
            let place = steps.iter().position(|on| face < *on);
            place.map_or_else(Drops::new, |place| smallvec![(rows[place], 1)])
        };
        let input = strike.input.0;
        let dice = self.dice(input, 1);
        if worst > 1 {
            self.window(input, dice, &faces((1..=FACES).map(row)), reroll);
        }
        for (row, on) in rows.into_iter().zip(steps) {
            let hits = self.hits(&failing_below(strike, on, row));
            self.ops.push(Op::Hits(hits));
        }
    }
}

/// The lowest face that saves; above 6 if none does.
fn needs(guard: &Guard) -> u8 {
    guard.save.map_or(FACES + 1, |save| save.on.min(FACES + 1))
}

/// Hits whose dice show just too little for `on`: who needs as much or more fails, everybody else has saved.
fn failing_below(strike: &Strike, on: u8, row: RowId) -> Strike {
    let mut hits = Strike { input: Slot(row), sorted: false, ..strike.clone() };
    for guard in hits.guards.iter_mut().flatten() {
        guard.save = (needs(guard) < on).then_some(Save { on: 1, reroll: Faces::NONE });
    }
    hits
}
