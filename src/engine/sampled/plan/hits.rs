//! Hits on the target, as the lanes deal them.

use smallvec::smallvec;

use super::super::byte_tables::{Drops, Falls, again, both, faces, table_of, then};
use super::super::hit_lanes::{GeneralHits, GroupLanes, TargetHits, pair_limits};
use super::Planner;
use crate::dice::{VALID, unit_of};
use crate::sequence::{Guard, Save, Strike};

impl Planner<'_> {
    pub(super) fn hits(&self, strike: &Strike) -> TargetHits {
        let body = strike.bodies[0];
        let guards = &strike.guards[0];
        // Where points are counted before a ward, they cannot be decided together with it.
        let is_apart = strike.gross.is_some() && guards.iter().any(|guard| guard.ignore_on < 7);
        let folded = net_of(guards).filter(|_| !is_apart);
        let general = self.general(strike, folded.is_some());
        let mut start = 0;
        let groups = self.program.bodies[body]
            .groups
            .iter()
            .zip(guards)
            .map(|(group, guard)| {
                let ignore_on = if folded.is_some() { 7 } else { guard.ignore_on };
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
        let AmountBytes { plus, dice, last, cuts } = folded.unwrap_or_else(|| amount_of(&guards[0]));
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

    /// What the slow loop needs, if the fast ones cannot deal this strike. `folded` says whether one byte decides how
    /// many points of a hit hurt.
    fn general(&self, strike: &Strike, folded: bool) -> Option<GeneralHits> {
        let guards = || strike.guards.iter().flatten();
        let amount = &strike.guards[0][0].amount;
        let steps = amount.reroll.is_empty() && amount.values.is_sorted();
        let alike = strike.bodies.len() == 1 && guards().all(|guard| guard.amount == *amount);
        // The fast loops count the points of a hit in a byte.
        let most = guards().map(|guard| guard.amount.max()).max().unwrap_or(0);
        if alike && (steps || folded) && most <= u32::from(u8::MAX) {
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
struct AmountBytes {
    plus: u8,
    dice: u8,
    /// Bytes above this are no die.
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

/// One cut for every point by which a die's value rises.
fn value_cuts(values: &[u16], unit: u8) -> Vec<u8> {
    let mut cuts = Vec::new();
    for (face, pair) in values.windows(2).enumerate() {
        let rise = pair[1].saturating_sub(pair[0]);
        cuts.extend(std::iter::repeat_n(unit * (face as u8 + 1) - 1, usize::from(rise)));
    }
    cuts
}

/// The dice of an amount, a byte each.
fn amount_of(guard: &Guard) -> AmountBytes {
    let amount = &guard.amount;
    let plus = (amount.plus + u16::from(amount.dice) * amount.values[0]) as u8;
    let cuts = if amount.dice > 0 { value_cuts(&amount.values, unit_of(amount.sides)) } else { Vec::new() };
    AmountBytes { plus, dice: amount.dice, last: VALID - 1, cuts }
}

/// The points of a hit that hurt, if guards do not differ in this and one byte can decide it.
fn net_of(guards: &[Guard]) -> Option<AmountBytes> {
    const POINTS: u16 = 0;
    let alike = |guard: &Guard, first: &Guard| guard.ignore_on == first.ignore_on && guard.amount == first.amount;
    let guard = guards.first().filter(|first| guards.iter().all(|guard| alike(guard, first)))?;
    let amount = &guard.amount;
    if amount.dice == 0 && guard.ignore_on >= 7 {
        return None;
    }
    let worth = |n: u16| if n == 0 { Drops::new() } else { smallvec![(POINTS, n)] };
    let die = again(&faces(amount.values.iter().map(|value| worth(*value))), amount.reroll);
    let mut ways: Falls = vec![(worth(amount.plus), 1)];
    for _ in 0..amount.dice {
        ways = both(&ways, &die)?;
    }
    let hurts = faces((1..=6).map(|face| worth(u16::from(face < guard.ignore_on))));
    let read = table_of(&then(&ways, POINTS, &hurts, false)?, &[POINTS], u64::from(VALID))?;
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
        assert_eq!(value_cuts(&[2, 4, 4], 84), [83, 83]);
    }
}
