//! Tokens that go through some steps one after the other, as probabilities.
//!
//! What one token does to the bodies is a matrix, put together once from the cases in which its dice may fall. Then the tokens
//! are hits like any others.

use std::ops::Range;

use smallvec::SmallVec;

use super::super::WorkLimit;
use super::bands::Bands;
use super::body_states::Cell;
use super::joint::Joint;
use super::need::StepNeed;
use super::strike::DroppedRows;
use super::token_pmf::TokenPmf;
use super::walk::{ExactWalk, Grids};
use super::{settle, strike};
use crate::sequence::{Each, Roll, Settle, Slot, Step, Strike};
use crate::words::add_once;

/// The tokens in the slots of a turn.
type TurnTokens = SmallVec<[u16; 16]>;

/// One outcome of the dice of a single token so far: its tokens in each slot, and how the state changes.
struct TurnCase {
    tokens: TurnTokens,
    bands: Bands,
}

/// What one token goes through.
struct TokenTurn {
    /// The slots that its steps look at or take tokens from, then those in which tokens are left behind.
    slots: Vec<Slot>,
    /// Slots that all tokens share and use up, with the most tokens that they hold. How many are used up is part of the state.
    payers: Vec<(Slot, usize)>,
    /// The states of the bodies, and all states: as many for each number of tokens that were paid.
    bodies: usize,
    cells: usize,
    /// The most bands that there may be.
    most: usize,
}

impl ExactWalk<'_> {
    /// The tokens of `each` go through the `steps`, one after the other.
    pub(super) fn each(
        &mut self,
        now: &mut Grids,
        each: &Each,
        steps: Range<usize>,
        budget: &mut WorkLimit,
    ) -> Option<()> {
        let looked = self.looked_at(steps.clone(), each.one);
        let (payers, mut slots): (Vec<Slot>, Vec<Slot>) = looked.into_iter().partition(|slot| now.has(*slot));
        let before = now.take(&payers, true, budget)?.unwrap_or_else(|| Joint::bodies(1, &[(0, 1.0)]));
        let (states, payers) = before.inward(&payers, budget.cells)?;
        let own = slots.len();
        add_once(&mut slots, steps.clone().flat_map(|index| self.dropped_into(index)));
        let turn =
            TokenTurn { slots, payers, bodies: before.cells, cells: states.cells, most: budget.cells / states.cells };
        now.put(states);
        let mut cases = Vec::new();
        let mut tokens = TurnTokens::from_elem(0, turn.slots.len());
        tokens[turn.place(each.one)?] = 1;
        turn.at(&mut cases, tokens).idle();
        let cases = self.steps(&turn, cases, steps, budget)?;
        let most = |(place, slot)| (slot, cases.iter().map(|case| usize::from(case.tokens[place])).max().unwrap_or(0));
        let kept: Vec<(Slot, usize)> = turn.slots.iter().copied().enumerate().skip(own).map(most).collect();
        self.land(now, each.input, &kept, None, budget, |_, states, most| {
            let mut bands = Bands::new(turn.cells, most);
            for case in &cases {
                let rows = |(place, (slot, _)): (usize, &(Slot, usize))| {
                    let stride = states.axis(*slot).map_or(0, |axis| states.stride(axis) / states.cells);
                    usize::from(case.tokens[own + place]) * stride
                };
                bands.add(&case.bands, 1.0, kept.iter().enumerate().map(rows).sum())?;
            }
            Some(bands)
        })?;
        if let Some(states) = now.states.take() {
            now.put(states.outward(&turn.payers));
        }
        Some(())
    }

    /// The cases go through some steps.
    fn steps(
        &mut self,
        turn: &TokenTurn,
        mut cases: Vec<TurnCase>,
        steps: Range<usize>,
        budget: &mut WorkLimit,
    ) -> Option<Vec<TurnCase>> {
        let (program, mut next) = (self.program, steps.start);
        while next < steps.end {
            let index = next;
            next += 1;
            cases = match (&*program.steps[index], self.need.steps[index]) {
                (_, StepNeed::Not) => cases,
                (Step::Heal(_), _) => return None,
                (Step::Settle(settle), _) => self.settle_cases(turn, cases, settle, budget)?,
                (Step::Each(inner), StepNeed::Whole) => {
                    next = program.turn_at(index).unwrap_or(next);
                    let one = turn.place(inner.one)?;
                    each_token(turn, cases, inner.input, |mut cases| {
                        cases.iter_mut().for_each(|case| case.tokens[one] += 1);
                        self.steps(turn, cases, index + 1..next, budget)
                    })?
                }
                (Step::Strike(strike), StepNeed::Whole) => {
                    let rows = DroppedRows::new(super::walk::most_points(strike) + 1, turn.bodies)?;
                    let blow = (&self.blow(turn, strike, rows)?, rows);
                    each_token(turn, cases, strike.input, |cases| {
                        self.struck_cases(turn, &cases, strike, blow, budget)
                    })?
                }
                (
                    Step::Roll(Roll { input, .. })
                    | Step::Strike(Strike { input, .. })
                    | Step::Each(Each { input, .. }),
                    _,
                ) => {
                    let pmf = self.rolled[usize::from(input.0)];
                    each_token(turn, cases, *input, |cases| self.rolled_cases(turn, &cases, pmf, budget))?
                }
            };
        }
        Some(cases)
    }

    /// One token of each case becomes what it ends as.
    fn rolled_cases(
        &self,
        turn: &TokenTurn,
        cases: &[TurnCase],
        pmf: TokenPmf,
        budget: &mut WorkLimit,
    ) -> Option<Vec<TurnCase>> {
        let mut after = Vec::new();
        for (index, p) in self.pmfs.probabilities(pmf).into_iter().enumerate().filter(|(_, p)| *p > 0.0) {
            for case in cases {
                let (mut rest, mut tokens) = (index, case.tokens.clone());
                for axis in self.pmfs.axes(pmf).iter().rev() {
                    tokens[turn.place(axis.slot)?] += (rest % axis.len) as u16;
                    rest /= axis.len;
                }
                budget.spend((case.bands.number() * turn.cells) as f64, 0)?;
                turn.at(&mut after, tokens).add(&case.bands, p, 0)?;
            }
        }
        Some(after)
    }

    /// What a hit does in a turn. Rows count the tokens that it drops of each kind.
    fn blow(&mut self, turn: &TokenTurn, strike: &Strike, rows: DroppedRows) -> Option<Bands> {
        let followed = [strike.through, strike.gross, strike.net]
            .map(|slot| slot.is_some_and(|slot| !self.followed(slot).is_empty()));
        let stride = |kind: usize| followed[kind].then(|| turn.bodies * rows.of_kind(kind));
        let bands = strike::bands(strike, &self.need.states, &mut self.pmfs, [0, 1, 2].map(stride), turn.most)?;
        (!self.pmfs.spent().0.is_infinite()).then(|| bands.repeated(turn.cells / turn.bodies))
    }

    /// One hit in each case.
    fn struck_cases(
        &self,
        turn: &TokenTurn,
        cases: &[TurnCase],
        strike: &Strike,
        (bands, rows): (&Bands, DroppedRows),
        budget: &mut WorkLimit,
    ) -> Option<Vec<TurnCase>> {
        let mut after = Vec::new();
        for (band, weights) in bands.iter() {
            for case in cases {
                let mut tokens = case.tokens.clone();
                let kinds = [strike.through, strike.gross, strike.net].into_iter().zip(rows.counts(band.rows));
                for (slot, count) in kinds {
                    for slot in slot.into_iter().flat_map(|slot| self.followed(slot)) {
                        tokens[turn.place(slot)?] += count as u16;
                    }
                }
                budget.spend((case.bands.number() * turn.cells) as f64, 0)?;
                turn.at(&mut after, tokens).add_product(&case.bands, band.offset, weights)?;
            }
        }
        Some(after)
    }

    /// A settle in each case.
    fn settle_cases(
        &self,
        turn: &TokenTurn,
        cases: Vec<TurnCase>,
        settle: &Settle,
        budget: &mut WorkLimit,
    ) -> Option<Vec<TurnCase>> {
        let mut after = Vec::new();
        let depends = !settle.bodies().is_empty() || settle.slots().iter().any(|slot| turn.place(*slot).is_none());
        for case in cases {
            if !depends {
                let (tokens, _) = self.settled(turn, settle, &case.tokens, 0)?;
                TokenTurn::keep(&mut after, TurnCase { tokens, ..case })?;
                continue;
            }
            let to: Vec<(TurnTokens, usize)> =
                (0..turn.cells).map(|cell| self.settled(turn, settle, &case.tokens, cell)).collect::<Option<_>>()?;
            budget.spend(((case.bands.number() + 8) * turn.cells) as f64, 0)?;
            let mut known: Vec<&TurnTokens> = Vec::new();
            for (tokens, _) in &to {
                if !known.contains(&tokens) {
                    known.push(tokens);
                    let here = |cell: Cell| (to[cell].0 == *tokens).then_some(to[cell].1);
                    turn.at(&mut after, tokens.clone()).add_moved(&case.bands, here)?;
                }
            }
        }
        Some(after)
    }

    /// The tokens after a settle in a cell, and how far it moves the state; `None` if a slot that pays gets some.
    fn settled(
        &self,
        turn: &TokenTurn,
        settle: &Settle,
        tokens: &TurnTokens,
        cell: Cell,
    ) -> Option<(TurnTokens, usize)> {
        let (slots, body) = (settle.slots(), cell % turn.bodies);
        let held = |slot: &Slot| match turn.place(*slot) {
            Some(place) => tokens[place],
            None => turn.held(*slot, cell) as u16,
        };
        let before: SmallVec<[u16; 4]> = slots.iter().map(held).collect();
        let mut counts = before.clone();
        let alive = settle.bodies().iter().all(|at| self.states().is_standing(body, *at));
        let lost = settle.bodies().last().map_or(0, |at| self.states().lost(body, *at) as u16);
        settle::apply(settle, &mut counts, alive, lost);
        let (mut tokens, mut moved) = (tokens.clone(), 0);
        for (slot, (before, after)) in slots.iter().zip(before.into_iter().zip(counts)) {
            match turn.place(*slot) {
                Some(place) => tokens[place] = after,
                None => moved += usize::from(before.checked_sub(after)?) * turn.stride(*slot),
            }
        }
        Some((tokens, moved))
    }

    /// The slots that needed steps look at, or take tokens from.
    fn looked_at(&self, steps: Range<usize>, one: Slot) -> Vec<Slot> {
        let needed = self.need.steps(self.program).filter(|(index, _)| steps.contains(index));
        let slots = needed.flat_map(|(_, step)| match step {
            Step::Roll(roll) => vec![roll.input],
            Step::Settle(settle) => settle.slots(),
            Step::Strike(strike) => vec![strike.input],
            Step::Each(each) => vec![each.input, each.one],
            Step::Heal(_) => Vec::new(),
        });
        let mut slots: Vec<Slot> = slots.chain([one]).collect();
        slots.sort_unstable();
        slots.dedup();
        slots
    }

    /// The slots whose number a step changes, if no settle.
    fn dropped_into(&self, index: usize) -> Vec<Slot> {
        match (&*self.program.steps[index], self.need.steps[index]) {
            (Step::Strike(strike), StepNeed::Whole) => {
                super::walk::outputs(strike).flat_map(|slot| self.followed(slot)).collect()
            }
            (
                Step::Roll(Roll { input, .. }) | Step::Strike(Strike { input, .. }) | Step::Each(Each { input, .. }),
                StepNeed::AsRoll,
            ) => self.pmfs.axes(self.rolled[usize::from(input.0)]).iter().map(|axis| axis.slot).collect(),
            _ => Vec::new(),
        }
    }
}

/// Every token of a slot goes on by itself, one after the other.
fn each_token(
    turn: &TokenTurn,
    mut cases: Vec<TurnCase>,
    slot: Slot,
    mut goes_on: impl FnMut(Vec<TurnCase>) -> Option<Vec<TurnCase>>,
) -> Option<Vec<TurnCase>> {
    let Some(place) = turn.place(slot) else { return Some(cases) };
    let mut done: Vec<TurnCase> = Vec::new();
    loop {
        let (mut some, none): (Vec<TurnCase>, _) = cases.into_iter().partition(|case| case.tokens[place] > 0);
        none.into_iter().try_for_each(|case| TokenTurn::keep(&mut done, case))?;
        if some.is_empty() {
            return Some(done);
        }
        some.iter_mut().for_each(|case| case.tokens[place] -= 1);
        cases = goes_on(some)?;
    }
}

impl TokenTurn {
    fn place(&self, slot: Slot) -> Option<usize> {
        self.slots.iter().position(|known| *known == slot)
    }

    /// How far a token that a slot pays moves the state.
    fn stride(&self, slot: Slot) -> usize {
        let after = self.payers.iter().rev().take_while(|(payer, _)| *payer != slot);
        after.fold(self.bodies, |stride, (_, most)| stride * (most + 1))
    }

    /// The tokens that a slot has left to pay.
    fn held(&self, slot: Slot, cell: Cell) -> usize {
        let most = self.payers.iter().find(|(payer, _)| *payer == slot).map_or(0, |(_, most)| *most);
        most - cell / self.stride(slot) % (most + 1)
    }

    /// Adds a case to others.
    fn keep(cases: &mut Vec<TurnCase>, case: TurnCase) -> Option<()> {
        match cases.iter_mut().find(|known| known.tokens == case.tokens) {
            Some(known) => known.bands.add(&case.bands, 1.0, 0),
            None => {
                cases.push(case);
                Some(())
            }
        }
    }

    /// What became of the state in the case with these tokens.
    fn at<'w>(&self, cases: &'w mut Vec<TurnCase>, tokens: TurnTokens) -> &'w mut Bands {
        let place = cases.iter().position(|case| case.tokens == tokens).unwrap_or_else(|| {
            cases.push(TurnCase { tokens, bands: Bands::new(self.cells, self.most) });
            cases.len() - 1
        });
        &mut cases[place].bands
    }
}
