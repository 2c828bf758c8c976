//! Hits on the target, as the lanes deal them.

use smallvec::smallvec;

use super::super::byte_tables::{DropCounts, Drops, again, both, faces, table_of, then};
use super::super::hit_lanes::{GeneralHits, GroupLanes, TargetHits, pair_limits};
use super::Planner;
use crate::dice::{Draw, VALID};
use crate::sequence::{Guard, Save, Strike};

impl Planner<'_> {
    pub(super) fn hits(&self, strike: &Strike) -> TargetHits {
        let body = strike.bodies[0];
        let guards = &strike.guards[0];
        // Where points are counted before a ward, they cannot be decided together with it.
        let is_apart = strike.gross.is_some() && guards.iter().any(|guard| guard.ignore_on < 7);
        let folded = net_of(guards).filter(|_| !is_apart);
        let ignored = folded.is_some();
        let amount = folded.or_else(|| amount_of(&guards[0].amount));
        let general = self.general(strike, amount.is_some());
        let mut start = 0;
        let groups = self.program.bodies[body]
            .groups
            .iter()
            .zip(guards)
            .map(|(group, guard)| {
                let ignore_on = if ignored { 7 } else { guard.ignore_on };
                let lanes = GroupLanes {
                    start: start as u8,
                    wounds: group.wounds as u8,
                    save_below: guard.save.map_or(VALID, failing),
                    ignore_below: 42 * (ignore_on.min(7) - 1),
                };
                start += group.models;
                lanes
            })
            .collect();
        let most = strike.guards.iter().flatten().map(|guard| guard.amount.max()).max().unwrap_or(0);
        let AmountBytes { plus, dice, last, cuts } = amount.unwrap_or_default();
        TargetHits {
            input: strike.input.0,
            body,
            groups,
            plus,
            dice,
            last: if dice > 0 { last } else { u8::MAX },
            cuts,
            pair: if guards[0].ignore_on < 7 { pair_limits(guards[0].ignore_on) } else { [0; 3] },
            most: most.min(u32::from(u8::MAX)) as u8,
            total: self.points(body),
            through: strike.through.map(|slot| slot.0),
            net: strike.net.map(|slot| slot.0),
            gross: strike.gross.map(|slot| slot.0),
            general,
        }
    }

    /// What the slow loop needs, if the fast ones cannot deal this strike. `bytes` says whether bytes decide its amount.
    fn general(&self, strike: &Strike, bytes: bool) -> Option<GeneralHits> {
        let guards = || strike.guards.iter().flatten();
        let amount = &strike.guards[0][0].amount;
        let alike = strike.bodies.len() == 1 && guards().all(|guard| guard.amount == *amount);
        // The fast loops count the points of a hit in a byte.
        let most = guards().map(|guard| guard.amount.max()).max().unwrap_or(0);
        if alike && bytes && most <= u32::from(u8::MAX) {
            return None;
        }
        let rerolls = guards()
            .any(|guard| guard.save.is_some_and(|save| !save.reroll.is_empty()) || !guard.amount.reroll.is_empty());
        let bodies = strike
            .bodies
            .iter()
            .zip(&strike.guards)
            .map(|(body, guards)| (*body, self.program.bodies[*body].clone(), guards.clone()))
            .collect();
        let dice = guards().map(|guard| guard.amount.dice).max().unwrap_or(0);
        let wide =
            (most > u32::from(u8::MAX)).then(|| if guards().any(|guard| guard.ignore_on < 7) { most } else { 0 });
        Some(GeneralHits { bodies, dice, rerolls, wide })
    }
}

/// How the bytes of an amount are read: it is `plus`, and one more for every cut that any of `dice` bytes is above.
#[derive(Default)]
struct AmountBytes {
    plus: u8,
    dice: u8,
    /// Bytes above this are not dice.
    last: u8,
    cuts: Vec<u8>,
}

/// How many values of a byte are failed saves, where a byte is the die together with the die that may replace it.
fn failing(save: Save) -> u8 {
    let shown = |first, second| if save.reroll.has(first) { second } else { first };
    let fails =
        (1..=6).flat_map(|first| (1..=6).map(move |second| shown(first, second))).filter(|face| *face < save.on);
    7 * fails.count() as u8
}

/// The dice of an amount, each a byte together with the die that may replace it; `None` if a byte has not enough values.
fn amount_of(amount: &Draw) -> Option<AmountBytes> {
    if amount.dice == 0 {
        return Some(AmountBytes { plus: amount.plus as u8, ..AmountBytes::default() });
    }
    let read = amount_bytes(&die_of(amount))?;
    let plus = (amount.plus + u16::from(amount.dice) * u16::from(read.plus)) as u8;
    Some(AmountBytes { plus, dice: amount.dice * read.dice, ..read })
}

/// The points of a hit that hurt, if guards do not differ in this and one byte can decide it.
fn net_of(guards: &[Guard]) -> Option<AmountBytes> {
    let alike = |guard: &Guard, first: &Guard| guard.ignore_on == first.ignore_on && guard.amount == first.amount;
    let guard = guards.first().filter(|first| guards.iter().all(|guard| alike(guard, first)))?;
    let amount = &guard.amount;
    if amount.dice == 0 && guard.ignore_on >= 7 {
        return None;
    }
    let die = die_of(amount);
    let mut counts: DropCounts = vec![(drops(amount.plus), 1)];
    for _ in 0..amount.dice {
        counts = both(&counts, &die)?;
    }
    let hurts = faces((1..=6).map(|face| drops(u16::from(face < guard.ignore_on))));
    amount_bytes(&then(&counts, POINTS, &hurts, false)?)
}

/// What points drop into while an amount is worked out.
const POINTS: u16 = 0;

fn drops(points: u16) -> Drops {
    if points == 0 { Drops::new() } else { smallvec![(POINTS, points)] }
}

/// A die of an amount, together with the one that may replace it.
fn die_of(amount: &Draw) -> DropCounts {
    again(&faces(amount.values.iter().map(|value| drops(*value))), amount.reroll)
}

/// Points that fall in these ways, as one byte says them.
fn amount_bytes(counts: &DropCounts) -> Option<AmountBytes> {
    let read = table_of(counts, &[POINTS], u64::from(VALID))?;
    let certain = read.terms[0].iter().filter(|term| term.from == 0).map(|term| term.k as u8).sum();
    let steps = read.terms[0].iter().filter(|term| term.from > 0);
    let cuts = steps.flat_map(|term| std::iter::repeat_n(read.at[usize::from(term.from) - 1], term.k as usize));
    let cuts: Vec<u8> = cuts.collect();
    Some(AmountBytes { plus: certain, dice: u8::from(!cuts.is_empty()), last: read.last, cuts })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_die_that_is_worth_double_has_every_cut_twice() {
        let counts: DropCounts = faces([2, 4, 4].map(drops));
        let AmountBytes { plus, cuts, .. } = amount_bytes(&counts).expect("a byte");
        assert_eq!((plus, cuts), (2, vec![83, 83]));
    }
}
