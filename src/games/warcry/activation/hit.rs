//! The dice of one attack action: what each face of a hit roll is, and what waits until all hits are known.

use smallvec::SmallVec;

use super::super::attack::{Exchange, Reaction, Scored};
use super::{ActionSlots, ActivationTables};
use crate::dice::{Draw, Faces};
use crate::sequence::{Roll, Settle, Slot, TokenRow};

impl ActivationTables<'_> {
    /// The hit rolls (WARCRY-HIT), what is rolled again (WARCRY-REROLL), and critical hits that cover turns into hits.
    pub(super) fn hit(&mut self, dice: Slot, exchange: &Exchange, reaction: Reaction, slots: ActionSlots) {
        // Each critical hit is rolled for, once for every reason to count as a hit.
        let cover = (reaction == Reaction::TakeCover).then_some(4);
        let softening = [(exchange.crits_as_hits_on <= 6).then_some(exchange.crits_as_hits_on), cover];
        let rolled = softening.iter().any(Option::is_some);
        let some = exchange.crits_as_hits > 0 && exchange.crits_as_hits < u16::MAX;
        let sorted = Sorted {
            crits_as_hits: rolled.then(|| self.e.slot("critical hits that may count as hits")),
            counted: some.then(|| self.e.slot("critical hits, some of which count as hits")),
            hits_as_crits: (exchange.hits_as_crits > 0)
                .then(|| self.e.slot("hits, some of which count as critical hits")),
            answered: exchange.back_on_die.iter().map(|_| self.e.slot("dice for critical hits")).collect(),
        };
        let row = |face: u8| face_row(face, exchange, reaction, &sorted, slots);
        if exchange.again == 0 {
            self.e.step(Roll::d6("hit", dice, [exchange.reroll, Faces::NONE], row));
        } else {
            let worst = reaction == Reaction::Counter || exchange.hits_back();
            let again = if worst { Self::worst_again } else { Self::misses_again };
            again(self, dice, exchange, &row);
        }
        if let Some(hits_as_crits) = sorted.hits_as_crits {
            let criticals = self.e.slot("hits that count as critical hits");
            self.e.step(Settle::Move { from: hits_as_crits, to: criticals, most: exchange.hits_as_crits });
            let row = critical_row(exchange, &sorted, slots);
            self.e.step(Roll::relay("hits that count as critical hits", criticals, row));
            self.e.step(Roll::relay("hits", hits_as_crits, hit_row(exchange, slots)));
        }
        if let Some(counted) = sorted.counted {
            let hits = self.e.slot("critical hits that count as hits");
            self.e.step(Settle::Move { from: counted, to: hits, most: exchange.crits_as_hits });
            self.e.step(Roll::relay("critical hits that count as hits", hits, hit_row(exchange, slots)));
            self.e.step(Roll::relay("critical hits", counted, critical_row(exchange, &sorted, slots)));
        }
        if let Some(crits_as_hits) = sorted.crits_as_hits {
            let on: SmallVec<[u8; 2]> = softening.into_iter().flatten().collect();
            self.soften(crits_as_hits, &on, exchange, &sorted, slots);
        }
        for (dice, (on, points)) in sorted.answered.iter().zip(&exchange.back_on_die) {
            let row = (*points > 0).then_some((slots.counter, *points)).into_iter().collect();
            let back = Roll::split("damage back for critical hits", *dice, Faces::from(*on), &row, &TokenRow::new());
            self.e.step(back);
        }
    }

    /// Critical hits of which each counts as a hit if a die reaches one of the numbers (WARCRY-TAKE-COVER): only those that
    /// stay critical count as such for anything else.
    fn soften(&mut self, criticals: Slot, on: &[u8], exchange: &Exchange, sorted: &Sorted, slots: ActionSlots) {
        let mut left = criticals;
        for (place, least) in on.iter().enumerate() {
            let next = (place + 1 < on.len()).then(|| self.e.slot("critical hits that still may count as hits"));
            let critical = || settled_critical_row(exchange, sorted, slots);
            let stays = next.map_or_else(critical, |next| TokenRow::from([(next, 1)]));
            let hit = hit_row(exchange, slots);
            self.e.step(Roll::split("critical hits that count as hits", left, Faces::from(*least), &hit, &stays));
            left = next.unwrap_or(left);
        }
    }

    /// This many misses are rolled again, chosen with all dice on the table.
    fn misses_again(&mut self, dice: Slot, exchange: &Exchange, row: &dyn Fn(u8) -> TokenRow) {
        let [misses, again] = ["misses", "misses rolled again"].map(|name| self.e.slot(name));
        self.e.step(Roll::d6("hit", dice, [Faces::NONE; 2], |face| {
            if exchange.misses(face) { TokenRow::from([(misses, 1)]) } else { row(face) }
        }));
        self.e.step(Settle::Move { from: misses, to: again, most: exchange.again });
        self.e.step(Roll::d6("hit again", again, [Faces::NONE; 2], row));
    }

    /// Misses that are rolled again under Counter, which makes a 1 worse than other misses: ones first.
    fn worst_again(&mut self, dice: Slot, exchange: &Exchange, row: &dyn Fn(u8) -> TokenRow) {
        let e = &mut *self.e;
        let [ones, misses, kept, count] = ["ones", "misses", "misses that stay", "misses beyond"].map(|n| e.slot(n));
        let [again, used] = ["ones rolled again", "ones counted"].map(|name| e.slot(name));
        let budget = e.start("dice that may be rolled again", exchange.again);
        e.step(Roll::d6("hit", dice, [Faces::NONE; 2], |face| match face {
            1 => TokenRow::from([(ones, 1)]),
            _ if exchange.misses(face) => TokenRow::from([(misses, 1)]),
            _ => row(face),
        }));
        e.step(Settle::Move { from: ones, to: again, most: exchange.again });
        e.step(Settle::Copy { from: again, out: used, most: exchange.again });
        e.step(Settle::Cancel { from: budget, against: used });
        e.step(Settle::Copy { from: misses, out: count, most: u16::MAX });
        e.step(Settle::Cancel { from: count, against: budget });
        e.step(Settle::Copy { from: count, out: kept, most: u16::MAX });
        e.step(Settle::Cancel { from: misses, against: count });
        e.step(Roll::relay("ones that stay", ones, row(1)));
        e.step(Roll::relay("misses that stay", kept, row(2)));
        e.step(Roll::d6("ones again", again, [Faces::NONE; 2], row));
        e.step(Roll::d6("misses again", misses, [Faces::NONE; 2], row));
    }

    /// Points that wait for a hit: for each slot its condition, whether the hit fulfils it, and the points.
    pub(super) fn wait(&mut self, exchange: &Exchange, row: &mut TokenRow) -> Vec<Waiting> {
        let if_any = exchange.any.iter().map(|(scored, points)| (*scored, true, points.clone()));
        let unless = [Scored::Hit, Scored::Critical].into_iter().zip(exchange.back_unless);
        let unless = unless.map(|(scored, points)| (scored, false, Draw::fixed(points)));
        let all = if_any.chain(unless).filter(|(.., points)| exchange.attacks > 0 && points.max() > 0);
        let wait = |(scored, with_it, points)| {
            let slot = self.e.slot("what waits for a hit");
            row.push((slot, 1));
            Waiting { slot, scored, with_it, points }
        };
        all.map(wait).collect()
    }

    /// Once all hits are known: points to the target that ask for one, and to the attacker that ask for none.
    pub(super) fn resolve_waiting(&mut self, waiting: Vec<Waiting>, slots: ActionSlots) {
        for Waiting { slot, scored, with_it, points } in waiting {
            let counted = match scored {
                Scored::Hit => slots.hits,
                Scored::Critical => slots.criticals,
            };
            let [any, happens] = ["any hit", "what a hit decides"].map(|name| self.e.slot(name));
            self.e.step(Settle::Copy { from: counted, out: any, most: 1 });
            self.e.step(Settle::Spend { token: any, from: slot, to: happens });
            let (input, into) = if with_it { (happens, slots.points) } else { (slot, slots.counter) };
            self.e.step(Roll::amount("if any hit", input, &points, &[into]));
        }
    }
}

/// Where dice wait that are sorted once all are known.
struct Sorted {
    /// Critical hits of which each is rolled for.
    crits_as_hits: Option<Slot>,
    /// Critical hits of which some count as hits.
    counted: Option<Slot>,
    /// Hits of which some count as critical hits.
    hits_as_crits: Option<Slot>,
    /// Critical hits, once for each die that may hurt the attacker.
    answered: SmallVec<[Slot; 2]>,
}

/// Points that come with a hit, or without one.
pub(super) struct Waiting {
    slot: Slot,
    scored: Scored,
    with_it: bool,
    points: Draw,
}

/// What one hit die does that shows this face in the end.
fn face_row(face: u8, exchange: &Exchange, reaction: Reaction, sorted: &Sorted, slots: ActionSlots) -> TokenRow {
    let mut row = scored_row(face, exchange, reaction, sorted, slots);
    let back = exchange.back[usize::from(face) - 1];
    if back > 0 {
        row.add(slots.counter, back);
    }
    row
}

/// What a hit die does that shows this face, without what the target's abilities do to the attacker.
fn scored_row(face: u8, exchange: &Exchange, reaction: Reaction, sorted: &Sorted, slots: ActionSlots) -> TokenRow {
    if exchange.misses(face) {
        let mut row = TokenRow::new();
        match slots.flat.filter(|_| reaction == Reaction::Counter) {
            Some([ones, misses]) => {
                row.push((misses, 1));
                row.extend((face == 1).then_some((ones, 1)));
            }
            // WARCRY-COUNTER: a 1 counts two, not three.
            None if reaction == Reaction::Counter => row.push((slots.counter, if face == 1 { 2 } else { 1 })),
            None => {}
        }
        return row;
    }
    if exchange.crits_as_hits == u16::MAX {
        return hit_row(exchange, slots);
    }
    let waits = if face < exchange.critical_on { sorted.hits_as_crits } else { sorted.counted };
    match waits {
        Some(slot) => TokenRow::from([(slot, 1)]),
        None if face < exchange.critical_on => hit_row(exchange, slots),
        None => critical_row(exchange, sorted, slots),
    }
}

/// A hit.
fn hit_row(exchange: &Exchange, slots: ActionSlots) -> TokenRow {
    let points = (exchange.hit > 0).then_some((slots.points, exchange.hit));
    std::iter::once((slots.hits, 1)).chain(points).collect()
}

/// A critical hit; where a die may yet make it a hit, it waits for that.
fn critical_row(exchange: &Exchange, sorted: &Sorted, slots: ActionSlots) -> TokenRow {
    let waits = sorted.crits_as_hits.map(|crits_as_hits| TokenRow::from([(crits_as_hits, 1)]));
    waits.unwrap_or_else(|| settled_critical_row(exchange, sorted, slots))
}

/// A critical hit that stays one.
fn settled_critical_row(exchange: &Exchange, sorted: &Sorted, slots: ActionSlots) -> TokenRow {
    let points = (exchange.critical > 0).then_some((slots.points, exchange.critical));
    let back = (exchange.back_of_critical > 0).then_some((slots.counter, exchange.back_of_critical));
    let dice = sorted.answered.iter().map(|slot| (*slot, 1));
    [(slots.hits, 1), (slots.criticals, 1)].into_iter().chain(points).chain(back).chain(dice).collect()
}
