//! An engagement made ready for both engines: strikes taken apart where that changes nothing, and every limit checked.

mod bounds;
mod turns;

use std::borrow::Cow;
use std::ops::{Deref, Range};

use smallvec::SmallVec;

use super::limits::{MAX_MODELS, MAX_POINTS, MAX_SLOTS, MAX_STATES, MAX_WOUNDS};
use super::{
    Body, Engagement, FaceRow, Guard, Limit, Recovery, Roll, Settle, Side, Slot, Step, Strike, TokenRow, Total,
    WeaponStages,
};
use crate::dice::{Draw, Faces};
#[cfg(test)]
use crate::planted_errors::{PlantedError, in_neither};
use crate::stats::zeros;
use bounds::Bounds;

/// Steps that both engines can read, with the largest count each slot can reach.
///
/// A save that all models share becomes an ordinary roll, whether hits land in the order of their dice or not. So do points and
/// wards that all models share, if points spill or if each hit is one point; what is left of such a strike is one token for one
/// point. Both engines read the result, so an error made here is seen by the enumerations of `tests/engine/brute` alone.
///
/// Steps that are not taken apart are borrowed, because many questions are answered in less time than it takes to copy
/// them.
#[derive(Clone, Debug)]
pub(crate) struct Program<'e> {
    names: SlotNames<'e>,
    /// Each slot once.
    pub(crate) start: Cow<'e, [(Slot, u16)]>,
    pub(crate) steps: Vec<Held<'e>>,
    pub(crate) bodies: &'e [Body],
    pub(crate) weapons: &'e [WeaponStages],
    pub(crate) totals: &'e [Total],
    pub(crate) recoveries: &'e [Recovery],
    pub(crate) bounds: Vec<u32>,
    /// The different rows of every roll's faces, and the slots that every step drops tokens into, one step after the other.
    face_rows: Vec<FaceRow>,
    reaches: Vec<Slot>,
    /// Where the rows and the slots of each step end.
    ends: Vec<[u32; 2]>,
    /// For each step that takes tokens one by one, from its place to past the last step that they go through.
    turns: SmallVec<[Range<usize>; 1]>,
    /// Strikes from here on may become one.
    joins_from: usize,
}

/// The names of all slots: those that were asked for, and those that were made since.
#[derive(Clone, Debug)]
struct SlotNames<'e> {
    given: &'e [&'static str],
    made: SmallVec<[&'static str; 4]>,
}

impl SlotNames<'_> {
    fn name_of(&self, slot: usize) -> &'static str {
        self.given.get(slot).copied().unwrap_or_else(|| self.made[slot - self.given.len()])
    }

    fn len(&self) -> usize {
        self.given.len() + self.made.len()
    }
}

/// A step as it was asked for, or one made of it.
#[derive(Clone, Debug)]
pub(crate) enum Held<'e> {
    Asked(&'e Step),
    Made(Box<Step>),
}

impl Deref for Held<'_> {
    type Target = Step;

    fn deref(&self) -> &Step {
        match self {
            Self::Asked(step) => step,
            Self::Made(step) => step,
        }
    }
}

impl<'e> Program<'e> {
    /// Makes an engagement ready.
    ///
    /// # Errors
    /// The first [`Limit`] that it could exceed.
    pub(crate) fn new(engagement: &'e Engagement) -> Result<Self, Limit> {
        let Engagement { slots, start, steps: each, bodies, weapons, totals, recoveries, .. } = engagement;
        engagement.check_size()?;
        let (names, steps) =
            (SlotNames { given: slots, made: SmallVec::new() }, Vec::with_capacity(2 * each.len() + 2));
        let (bounds, face_rows, reaches, ends, turns) = Default::default();
        let start = Cow::Borrowed(&start[..]);
        let joins_from = 0;
        let mut program = Self {
            names,
            start,
            steps,
            bodies,
            weapons,
            totals,
            recoveries,
            bounds,
            face_rows,
            reaches,
            ends,
            turns,
            joins_from,
        };
        program.check_bodies()?;
        each.iter().for_each(|step| program.add(step));
        let (slots, most) = (program.slots() as u64, 3 * MAX_SLOTS as u64);
        Limit::check("kinds of hits and points that are counted apart", slots, most, "MAX_SLOTS")?;
        program.check_inputs();
        program.bound()?;
        program.merge_starts();
        Ok(program)
    }

    /// The total that says how many points the only body takes: every strike on it is single points, and all of them are
    /// counted there. Its place among the totals; `None` if there is none.
    pub(crate) fn pooled(&self) -> Option<usize> {
        let [_] = self.bodies else { return None };
        let mut strikes = self.steps.iter().filter_map(|step| match &**step {
            Step::Strike(strike) => Some(strike),
            _ => None,
        });
        let first = strikes.clone().next()?.net?;
        let others = self.steps.iter().enumerate().filter(|(_, step)| !matches!(&***step, Step::Strike(_)));
        let counted_elsewhere = others.map(|(index, _)| self.reaches(index)).any(|slots| slots.contains(&first));
        let alike = strikes.all(|strike| strike.is_points() && strike.net == Some(first));
        let started = self.start.iter().any(|(slot, _)| *slot == first);
        let index = self.totals.iter().position(|total| total.slot == first)?;
        let heals = self.steps.iter().any(|step| matches!(&**step, Step::Heal(_)));
        (alike && !counted_elsewhere && !started && !heals).then_some(index)
    }

    /// The slots that a step can drop tokens into, each once; for a settle all that it looks at.
    pub(crate) fn reaches(&self, step: usize) -> &[Slot] {
        &self.reaches[self.from(step, 1)..self.ends[step][1] as usize]
    }

    /// The different rows that the faces of a step's die drop; none if it is not a roll.
    pub(crate) fn face_rows(&self, step: usize) -> &[FaceRow] {
        &self.face_rows[self.from(step, 0)..self.ends[step][0] as usize]
    }

    /// Where a step begins in one of the two lists that [`Program::ends`] divides.
    fn from(&self, step: usize, row: usize) -> usize {
        if step == 0 { 0 } else { self.ends[step - 1][row] as usize }
    }

    pub(crate) fn slots(&self) -> usize {
        self.names.len()
    }

    /// Adds up the tokens of a slot that is started more than once: the engines read each slot once. The sums fit, because
    /// the largest count of every slot was checked before.
    fn merge_starts(&mut self) {
        let stands_before = |place: usize| self.start[..place].iter().any(|(slot, _)| *slot == self.start[place].0);
        if !(1..self.start.len()).any(stands_before) {
            return;
        }
        let mut merged = TokenRow::new();
        self.start.iter().for_each(|(slot, tokens)| merged.add(*slot, *tokens));
        self.start = Cow::Owned(merged.to_vec());
    }

    fn check_bodies(&self) -> Result<(), Limit> {
        // Bodies that are nobody's are in no result, so they are counted apart.
        let [mut states, mut beyond] = [1u64; 2];
        for body in self.bodies {
            let models = body.models() as u64;
            Limit::check_of("models of ", &body.name, models, MAX_MODELS as u64, "MAX_MODELS")?;
            for group in &body.groups {
                let wounds = u64::from(group.wounds);
                Limit::check_of("wounds of a model of ", &body.name, wounds, MAX_WOUNDS as u64, "MAX_WOUNDS")?;
            }
            let points = body.wounds() as u64;
            Limit::check_of("wounds of ", &body.name, points, MAX_POINTS as u64, "MAX_POINTS")?;
            let states = if body.side == Side::Nobody { &mut beyond } else { &mut states };
            *states = states.saturating_mul(points + 1);
        }
        let states = states.max(beyond);
        Limit::check("combinations of points lost", states, MAX_STATES as u64, "MAX_STATES")
    }

    /// # Panics
    /// If two steps take the same slot's tokens, or a settle fills a slot that is counted: mistakes in a game's tables.
    fn check_inputs(&self) {
        let stages = || self.weapons.iter().flat_map(|weapon| &weapon.stages).flat_map(|stage| &stage.slots);
        let counted = |slot: &Slot| stages().chain(self.totals.iter().map(|total| &total.slot)).any(|s| s == slot);
        for step in &self.steps {
            let Step::Settle(settle) = &**step else { continue };
            assert!(!settle.gains().iter().any(counted), "a settle fills a slot that is counted");
            assert!(settle.slots().len() <= Settle::MOST_SLOTS, "a settle looks at too many slots");
        }
        let mut taken: SmallVec<[bool; 64]> = SmallVec::from_elem(false, self.names.len());
        for (index, step) in self.steps.iter().enumerate() {
            let input = match &**step {
                Step::Roll(roll) => roll.input,
                Step::Strike(strike) => strike.input,
                Step::Each(each) => each.input,
                Step::Settle(_) | Step::Heal(_) => continue,
            };
            let in_turn = self.turn_around(index).is_some();
            assert!(
                !in_turn || !counted(&input),
                "slot `{}` is counted and taken one by one",
                self.names.name_of(usize::from(input.0))
            );
            let seen = std::mem::replace(&mut taken[usize::from(input.0)], true);
            assert!(!seen, "slot `{}` is the input of two steps", self.names.name_of(usize::from(input.0)));
        }
    }

    fn fresh(&mut self, name: &'static str) -> Slot {
        self.names.made.push(name);
        Slot(u16::try_from(self.names.len() - 1).unwrap_or(u16::MAX))
    }

    /// Takes a strike apart as far as its models are alike.
    ///
    /// # Panics
    /// If hits that land in the order of their dice spill, or roll other faces again for other models: mistakes in a game's
    /// tables.
    fn lower(&mut self, mut strike: Strike) {
        if strike.is_sorted() {
            let rerolls = |guard: &Guard| guard.save.map_or(Faces::NONE, |save| save.reroll);
            let first = strike.guards.iter().flatten().find(|guard| guard.save.is_some()).map_or(Faces::NONE, rerolls);
            let alike = all(&strike, |guard| guard.save.is_none() || rerolls(guard) == first);
            assert!(alike && !strike.spill, "sorted hits of `{}` spill, or roll other faces again", strike.name);
            self.push(strike);
            return;
        }
        strike.sorted = false;
        self.lower_save(&mut strike);
        let pooled = strike.spill || all(&strike, |guard| guard.amount.as_fixed() == Some(1));
        if pooled && strike.only_guard().is_some() {
            self.lower_amount(&mut strike);
            self.lower_ward(&mut strike);
        } else if strike.spill {
            let first = strike.guards[0][0].clone();
            let alike = all(&strike, |guard| guard.amount == first.amount && guard.save == first.save);
            assert!(alike, "spilling hits of `{}` differ between models before they are points", strike.name);
            self.lower_amount(&mut strike);
            strike.spill = false;
        }
        self.join(strike);
    }

    /// Adds a strike. If one like it came before and no step since looks at what that one did, both become one: hits that
    /// are alike may land in any order.
    fn join(&mut self, mut strike: Strike) {
        let before = self.steps.iter().rposition(|step| !matches!(&**step, Step::Roll(_)));
        let twin = before.filter(|index| *index >= self.joins_from).filter(|index| match &*self.steps[*index] {
            Step::Strike(twin) => {
                let alike = Strike { name: twin.name, input: twin.input, ..strike.clone() } == *twin;
                let outputs = [twin.through, twin.gross, twin.net];
                let looks = |step: &Held| matches!(&**step, Step::Roll(roll) if outputs.contains(&Some(roll.input)));
                alike && !self.steps[*index..].iter().any(looks)
            }
            _ => false,
        });
        let twin = twin.map(|index| self.steps.remove(index));
        if let Some(Step::Strike(twin)) = twin.as_deref() {
            let hits = self.fresh("hits on the target");
            for input in [twin.input, strike.input] {
                self.push(Roll::relay("hits", input, TokenRow::from([(hits, 1)])));
            }
            strike.input = hits;
        }
        self.push(strike);
    }

    fn push(&mut self, step: impl Into<Step>) {
        self.steps.push(Held::Made(Box::new(step.into())));
    }

    fn lower_save(&mut self, strike: &mut Strike) {
        let save = strike.guards[0][0].save;
        if !all(strike, |guard| guard.save == save) || (save.is_none() && strike.through.is_none()) {
            return;
        }
        #[cfg(test)]
        let save =
            save.map(|save| super::Save { on: save.on - u8::from(in_neither(PlantedError::SharedSave)), ..save });
        let unsaved = self.fresh("unsaved");
        let mut row = TokenRow::from([(unsaved, 1)]);
        row.extend(strike.through.take().map(|slot| (slot, 1)));
        self.push(Step::Roll(match save {
            None => Roll::relay(strike.name, strike.input, row),
            Some(save) => Roll::d6("save", strike.input, [save.reroll, Faces::NONE], |face| {
                if face < save.on { row.clone() } else { TokenRow::new() }
            }),
        }));
        strike.input = unsaved;
        for guard in strike.guards.iter_mut().flatten() {
            guard.save = None;
        }
    }

    fn lower_amount(&mut self, strike: &mut Strike) {
        let amount = strike.guards[0][0].amount.clone();
        if amount.as_fixed() == Some(1) && strike.gross.is_none() {
            return;
        }
        let points = self.fresh("points");
        let into: SmallVec<[Slot; 2]> = std::iter::once(points).chain(strike.gross.take()).collect();
        self.push(Roll::amount("damage", strike.input, &amount, &into));
        strike.input = points;
        for guard in strike.guards.iter_mut().flatten() {
            guard.amount = Draw::one();
        }
    }

    fn lower_ward(&mut self, strike: &mut Strike) {
        let ignore_on = strike.guards[0][0].ignore_on;
        if ignore_on >= 7 {
            return;
        }
        let kept = self.fresh("points that hurt");
        let hurts = Faces::from(ignore_on).others(6);
        self.push(Roll::split("ward", strike.input, hurts, &TokenRow::from([(kept, 1)]), &TokenRow::new()));
        strike.input = kept;
        for guard in strike.guards.iter_mut().flatten() {
            guard.ignore_on = 7;
        }
    }

    /// Works out the largest count of every slot, and which slots each step reaches.
    fn bound(&mut self) -> Result<(), Limit> {
        let room = 4 * self.steps.len();
        let (face_rows, reaches) = (Vec::with_capacity(room), Vec::with_capacity(room));
        let most = zeros(self.names.len());
        let mut bounds = Bounds { names: &self.names, most, face_rows, reaches };
        self.recoveries.iter().try_for_each(Recovery::check)?;
        self.ends.reserve(self.steps.len());
        for (slot, tokens) in &*self.start {
            bounds.add(*slot, u64::from(*tokens))?;
        }
        for (index, step) in self.steps.iter().enumerate() {
            match &**step {
                Step::Roll(roll) => bounds.roll(roll)?,
                // Done once for each token, it may move as many as there are.
                Step::Settle(settle) if self.turn_around(index).is_some() => bounds.settle(&settle.unlimited())?,
                Step::Settle(settle) => bounds.settle(settle)?,
                Step::Strike(strike) => bounds.strike(strike)?,
                Step::Each(each) => bounds.each(each)?,
                Step::Heal(recovery) => recovery.check()?,
            }
            self.ends.push([bounds.face_rows.len() as u32, bounds.reaches.len() as u32]);
        }
        (self.bounds, self.face_rows, self.reaches) = (bounds.most, bounds.face_rows, bounds.reaches);
        Ok(())
    }
}

fn all(strike: &Strike, test: impl Fn(&Guard) -> bool) -> bool {
    strike.guards.iter().flatten().all(test)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::Save;
    use smallvec::smallvec;

    fn engagement(groups: &[(u16, u16)], guards: Vec<Guard>, spill: bool) -> Engagement {
        let mut e = Engagement::default();
        let (attacks, damage, through) = (e.start("attacks", 10), e.slot("damage"), e.slot("unsaved"));
        e.bodies.push(Body::of("target", Side::Defender, groups, 0));
        let (guards, through, net) = (smallvec![guards.into()], Some(through), Some(damage));
        e.step(Strike { guards, spill, through, net, ..Strike::unstopped("hit", attacks, 0, Draw::one()) });
        e
    }

    fn guard(save: u8, ignore_on: u8) -> Guard {
        let amount = Draw::of("D3".parse().expect("dice"), Faces::NONE);
        Guard { save: Some(Save { on: save, reroll: Faces::NONE }), amount, ignore_on }
    }

    #[test]
    fn hits_on_models_that_are_alike_become_rolls_and_points() {
        let alike = engagement(&[(5, 2)], vec![guard(4, 5)], true);
        let program = Program::new(&alike).expect("small");
        assert_eq!(program.steps.len(), 4);
        assert!(matches!(&*program.steps[3], Step::Strike(strike) if strike.is_points()));
    }

    #[test]
    fn hits_that_do_not_spill_keep_their_order_and_only_lose_their_save() {
        let alike = engagement(&[(5, 2)], vec![guard(4, 5)], false);
        let program = Program::new(&alike).expect("small");
        assert_eq!(program.steps.len(), 2);
        let mixed = engagement(&[(5, 2), (1, 3)], vec![guard(4, 5), guard(2, 5)], false);
        assert_eq!(Program::new(&mixed).expect("small").steps.len(), 1);
    }

    #[test]
    fn what_is_too_large_is_named_with_its_limit() {
        let crowd = engagement(&[(1_000, 1)], vec![guard(4, 7)], true);
        let limit = Program::new(&crowd).expect_err("a crowd");
        assert_eq!((limit.value, limit.name), (1_000, "MAX_MODELS"));
        let mut many = engagement(&[(5, 2)], vec![guard(4, 7)], true);
        many.start[0].1 = 60_000;
        assert_eq!(Program::new(&many).expect_err("many points").name, "MAX_TOKENS");
    }

    #[test]
    fn slots_that_are_made_are_counted_too() {
        let mut many = engagement(&[(5, 2)], vec![guard(4, 5)], true);
        for _ in 0..MAX_SLOTS - many.slots.len() {
            let Step::Strike(strike) = many.steps[0].clone() else { unreachable!("one strike") };
            let input = many.slot("hits");
            many.step(Strike { input, bodies: smallvec![0, 0], through: None, ..strike });
        }
        assert_eq!(Program::new(&many).expect_err("three for each strike").name, "MAX_SLOTS");
    }

    #[test]
    fn points_that_come_back_are_no_more_than_the_engines_add_up() {
        let mut healed = engagement(&[(5, 2)], vec![guard(4, 7)], true);
        let points = Draw { plus: 40_000, ..Draw::of("2D6".parse().expect("dice"), Faces::NONE) };
        let (returns, what) = (super::super::Returns::Wounds, String::new());
        healed.step(Recovery { what, points, returns, is_late: false, times: vec![1, 2, 1] });
        assert_eq!(Program::new(&healed).expect_err("twice 40,012").value, 80_024);
        let Some(Step::Heal(recovery)) = healed.steps.pop() else { unreachable!("it was put there") };
        healed.recoveries.push(Recovery { times: Vec::new(), ..recovery });
        assert!(Program::new(&healed).is_ok());
    }

    #[test]
    fn a_slot_that_is_started_twice_starts_with_both() {
        let mut twice = engagement(&[(5, 2)], vec![guard(4, 7)], true);
        let first = twice.start[0];
        twice.start.extend([(Slot(1), 2), (first.0, 3)]);
        assert_eq!(*Program::new(&twice).expect("small").start, [(first.0, 13), (Slot(1), 2)]);
        twice.start[2].1 = u16::MAX;
        assert_eq!(Program::new(&twice).expect_err("too many").name, "MAX_TOKENS");
    }

    #[test]
    #[should_panic(expected = "input of two steps")]
    fn a_slot_is_taken_once() {
        let mut twice = engagement(&[(5, 2)], vec![guard(4, 7)], true);
        let again = twice.steps[0].clone();
        twice.steps.push(again);
        let _ = Program::new(&twice);
    }
}
