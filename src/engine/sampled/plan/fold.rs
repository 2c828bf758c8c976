//! Rolls that are made part of the roll before them.
//!
//! If all that happens to some tokens is that each rolls a die, that die can share a byte with the die that drops the
//! token: the damage of a hit and the wards of its points, for example. If the number of the tokens is measured, they
//! are counted too, and a rough cost decides whether a roll of their own is cheaper. Tokens that are a result, or that
//! a settle needs, keep a roll of their own.

use super::super::byte_tables::{DropCounts, Drops, again, amount, faces, table, then};
use super::bytes::{ByteTables, ROLL, rows_of};
use crate::dice::Faces;
#[cfg(test)]
use crate::engine::planted::{self, PlantedError};
use crate::sequence::{Program, Roll, Slot, Step, TokenRow};

/// A roll as its bytes are read.
#[derive(Clone, Debug)]
pub(super) struct ByteRoll {
    pub(super) input: u16,
    /// Dice for each token.
    pub(super) times: u16,
    /// What each token drops without any die.
    pub(super) always: Drops,
    /// What each die drops.
    pub(super) counts: DropCounts,
}

/// For each step what is rolled there, and whether it became part of another step. `None` for a step that is not a roll, or has
/// two re-roll windows, or became part of another.
pub(super) fn fold(program: &Program, pooled: bool) -> (Vec<Option<ByteRoll>>, Vec<bool>) {
    let mut rolled: Vec<Option<ByteRoll>> = program.steps.iter().map(|step| ByteRoll::of(step, pooled)).collect();
    let mut gone = vec![false; rolled.len()];
    for index in (0..rolled.len()).rev() {
        let Some(next) = &rolled[index] else { continue };
        let slot = Slot(next.input);
        if is_looked_at(program, slot) {
            continue;
        }
        let mut brings = (0..rolled.len()).filter(|at| drops_into(&program.steps[*at], slot, pooled));
        let (Some(at), None) = (brings.next(), brings.next()) else { continue };
        let both = rolled[at].as_ref().filter(|_| at < index).and_then(|first| {
            let measured = is_measured(program, slot);
            let both = first.with(next, measured)?;
            let is_cheaper = !measured || both.cost(program)? <= first.cost(program)? + next.cost(program)?;
            is_cheaper.then_some(both)
        });
        if both.is_some() {
            rolled[at] = both;
            rolled[index] = None;
            gone[index] = true;
        }
    }
    (rolled, gone)
}

impl ByteRoll {
    fn of(step: &Step, pooled: bool) -> Option<Self> {
        match step {
            Step::Roll(roll) => Self::of_roll(roll),
            // Where one total counts all points of the only body, a strike only moves them there.
            Step::Strike(strike) if pooled => {
                let always = strike.net.iter().map(|net| (net.0, 1)).collect();
                Some(Self { input: strike.input.0, times: 0, always, counts: DropCounts::new() })
            }
            Step::Strike(_) | Step::Settle(_) | Step::Each(_) | Step::Heal(_) => None,
        }
    }

    fn of_roll(roll: &Roll) -> Option<Self> {
        let [first, second] = rerolls(roll);
        let counts = faces_of(roll);
        let counts = match (first.is_empty(), second.is_empty()) {
            (true, true) => counts,
            (false, false) => return None,
            _ => again(&counts, first.or(second)),
        };
        Some(Self { input: roll.input.0, times: u16::from(roll.times), always: drops(&roll.always), counts })
            .filter(Self::is_a_byte)
    }

    /// What it costs, where comparing one byte with one cut costs 1; `None` if its dice do not fit bytes.
    fn cost(&self, program: &Program) -> Option<usize> {
        if self.times == 0 {
            return Some(0);
        }
        let dice = program.bounds[usize::from(self.input)] as usize * usize::from(self.times);
        Some(ROLL + ByteTables::of(&self.counts)?.cost(dice))
    }

    /// Whether its dice fit bytes.
    fn is_a_byte(&self) -> bool {
        self.times == 0 || table(&self.counts, &rows_of(&self.counts)).is_some()
    }

    /// Both rolls in one, if that still fits a byte. Tokens that this one drops into the other's input roll there, and
    /// are still counted if they are `kept`.
    fn with(&self, next: &Self, kept: bool) -> Option<Self> {
        let (input, own) = (next.input, amount(&self.always, next.input));
        // A roll without dice is one way.
        let sure = |always: &Drops| vec![(always.clone(), 1)];
        if next.times == 0 {
            let moved = then(&sure(&self.always), input, &sure(&next.always), kept)?;
            let counts =
                if self.times == 0 { DropCounts::new() } else { then(&self.counts, input, &sure(&next.always), kept)? };
            return Some(Self { always: moved.into_iter().next()?.0, counts, ..self.clone() });
        }
        if next.times != 1 {
            return None;
        }
        let next_ways = with_each(&next.counts, &next.always);
        let both = match self.times {
            0 => then(&sure(&self.always), input, &next_ways, kept)?,
            1 => then(&with_each(&self.counts, &self.always), input, &next_ways, kept)?,
            _ if own > 0 => return None,
            _ => then(&self.counts, input, &next_ways, kept)?,
        };
        let always = if self.times > 1 { self.always.clone() } else { Drops::new() };
        let both = Self { input: self.input, times: self.times.max(1), always, counts: both };
        Some(both).filter(Self::is_a_byte)
    }
}

/// The same ways, each of which drops something more.
fn with_each(counts: &DropCounts, more: &Drops) -> DropCounts {
    counts.iter().map(|(drops, n)| (drops.iter().chain(more).copied().collect(), *n)).collect()
}

/// The faces of a roll's die.
pub(super) fn faces_of(roll: &Roll) -> DropCounts {
    #[cfg(test)]
    let roll = &Roll { rows: planted::rows_in_sampled(roll), ..roll.clone() };
    faces(roll.rows.iter().map(drops))
}

/// The re-roll windows of a roll.
pub(super) fn rerolls(roll: &Roll) -> [Faces; 2] {
    #[cfg(test)]
    if planted::in_sampled(PlantedError::Reroll) {
        return [Faces::NONE; 2];
    }
    roll.rerolls
}

/// What a row of tokens drops.
pub(super) fn drops(row: &TokenRow) -> Drops {
    row.iter().map(|(slot, n)| (slot.0, *n)).collect()
}

/// Whether the number of a slot's tokens is a result, or is there before the first step, or a settle needs it, or they are
/// taken one by one.
fn is_looked_at(program: &Program, slot: Slot) -> bool {
    let counted = program.totals.iter().any(|total| total.slot == slot);
    let settled = |step: &Step| match step {
        Step::Settle(settle) => settle.slots().contains(&slot),
        Step::Each(each) => [each.input, each.one].contains(&slot),
        Step::Roll(_) | Step::Strike(_) | Step::Heal(_) => false,
    };
    let started = program.start.iter().any(|(start, _)| *start == slot);
    counted || started || program.steps.iter().any(|step| settled(step))
}

/// Whether the number of a slot's tokens is measured.
fn is_measured(program: &Program, slot: Slot) -> bool {
    program.weapons.iter().flat_map(|weapon| &weapon.stages).any(|stage| stage.slots.contains(&slot))
}

/// Whether a step drops tokens into a slot.
fn drops_into(step: &Step, slot: Slot, pooled: bool) -> bool {
    match step {
        Step::Roll(roll) => roll.all_rows().flatten().any(|(s, _)| *s == slot),
        Step::Strike(strike) if pooled => strike.net == Some(slot),
        Step::Strike(strike) => [strike.through, strike.gross, strike.net].contains(&Some(slot)),
        Step::Settle(_) | Step::Each(_) | Step::Heal(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::sampled::plan::{LanePlan, Op};
    use crate::sequence::{Engagement, Stage, Total, WeaponStages};

    /// Attacks that hit on 4+; hits are worth D3 points; points hurt on 1 to 4. `more` may measure what lies between.
    fn rolls(more: impl Fn(&mut Engagement, [Slot; 3])) -> usize {
        let mut e = Engagement::default();
        let attacks = e.start("attacks", 10);
        let [hits, points, damage] = ["hits", "points", "damage"].map(|name| e.slot(name));
        let passes = |slot, from: u8, to: u8| {
            move |face| if (from..=to).contains(&face) { TokenRow::from([(slot, 1)]) } else { TokenRow::new() }
        };
        e.step(Roll::d6("hit", attacks, [Faces::NONE; 2], passes(hits, 4, 6)));
        e.step(Roll::one_die("points", hits, (1..=3).map(|n| TokenRow::from([(points, n)])).collect()));
        e.step(Roll::d6("ignore", points, [Faces::NONE; 2], passes(damage, 1, 4)));
        e.totals.push(Total { name: "damage", slot: damage });
        more(&mut e, [hits, points, damage]);
        let plan = LanePlan::new(&Program::new(&e).expect("small")).expect("few rows");
        plan.ops.iter().filter(|op| matches!(op, Op::Roll(_))).count()
    }

    fn measured(e: &mut Engagement, slot: Slot) {
        e.weapons
            .push(WeaponStages { name: String::new(), stages: vec![Stage { name: "seen", slots: [slot][..].into() }] });
    }

    #[test]
    fn dice_that_nobody_looks_at_are_part_of_the_dice_before_them() {
        assert_eq!(rolls(|_, _| ()), 1);
    }

    #[test]
    fn what_is_measured_is_rolled_with_others_where_that_is_cheaper() {
        let mut e = Engagement::default();
        let attacks = e.start("hits", 20);
        let [wounds, criticals, unsaved] = ["wounds", "critical-wounds", "unsaved"].map(|name| e.slot(name));
        e.step(Roll::d6("wound", attacks, [Faces::NONE; 2], |face| match face {
            6 => TokenRow::from([(criticals, 1), (wounds, 1)]),
            4..=5 => TokenRow::from([(wounds, 1)]),
            _ => TokenRow::new(),
        }));
        e.step(Roll::d6("save", wounds, [Faces::NONE; 2], |face| {
            if face < 5 { TokenRow::from([(unsaved, 1)]) } else { TokenRow::new() }
        }));
        e.totals.push(Total { name: "unsaved", slot: unsaved });
        [wounds, criticals].into_iter().for_each(|slot| measured(&mut e, slot));
        let plan = LanePlan::new(&Program::new(&e).expect("small")).expect("few rows");
        let [roll] = &plan
            .ops
            .iter()
            .filter_map(|op| if let Op::Roll(roll) = op { Some(roll) } else { None })
            .collect::<Vec<_>>()[..]
        else {
            panic!("one roll");
        };
        assert_eq!(roll.outs.len(), 3, "wounds and critical wounds are still counted");
    }

    #[test]
    fn what_is_a_result_or_cheaper_by_itself_is_rolled_by_itself() {
        assert_eq!(rolls(|e, [hits, ..]| measured(e, hits)), 2);
        assert_eq!(rolls(|e, [_, points, _]| measured(e, points)), 2);
        assert_eq!(rolls(|e, [_, points, _]| e.totals.push(Total { name: "points", slot: points })), 2);
    }

    #[test]
    fn tokens_from_two_places_roll_by_themselves() {
        assert_eq!(rolls(|e, [_, points, _]| e.start.push((points, 3))), 2);
        let second = |e: &mut Engagement, points| {
            let more = e.start("more", 2);
            e.steps.insert(0, Step::Roll(Roll::relay("more", more, TokenRow::from([(points, 1)]))));
        };
        assert_eq!(rolls(|e, [_, points, _]| second(e, points)), 2);
    }
}
