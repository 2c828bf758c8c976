//! When a command for one roll is used that an army may use once in a phase: in the attacks of its unit, or in those against
//! it, whichever is best for its side. Worked out from the end, as a game of two players.

use std::collections::HashMap;

use super::{Due, Played, Run};
use crate::ask::fight::MAX_FIGHT_STATES;
use crate::ask::fight::events::Scene;
use crate::engine::MAX_CELLS;
use crate::error::Error;

/// For each side whether its command is kept for another attack of the phase, or is used already.
pub(super) type Kept = [bool; 2];

/// A place in the course of a fight: round and event, what both have lost, whose command is used.
type At = ((usize, usize), [usize; 2], Kept);

/// What the fight is worth to A from a place on, and whose command is kept there.
#[derive(Default)]
pub(super) struct Policy {
    known: HashMap<At, (f64, Kept)>,
}

/// Wounds decide where both destroy each other as often.
const WOUNDS: f64 = 1e-9;

impl Run<'_> {
    /// Whose side has a command for one roll.
    fn has_one_roll(&self) -> Kept {
        let script = &self.asked.script;
        [0, 1]
            .map(|side| script.words.iter().any(|word| word.side == side && word.is_one_of(script.moments().one_roll)))
    }

    /// Whose commands are used once an attack is over.
    pub(super) fn used(&self, due: Due, before: Kept) -> Kept {
        let has = self.has_one_roll();
        [0, 1].map(|side| before[side] || has[side] && !due.scene.kept[side])
    }

    /// Whose commands are kept in an attack, for a later one or because they are used already.
    pub(super) fn kept(&mut self, place: (usize, usize), at: [usize; 2], used: Kept) -> Result<Kept, Error> {
        let has = self.has_one_roll();
        let open = [0, 1].map(|side| has[side] && !used[side]);
        if open == [false; 2] {
            return Ok(used);
        }
        if self.asked.pairs() > MAX_FIGHT_STATES || self.cells() > MAX_CELLS {
            // Too many states to look ahead: each in its own attacks.
            let side = self.events(place.0)?[place.1].side;
            return Ok([0, 1].map(|owner| used[owner] || has[owner] && owner != side));
        }
        Ok(self.value(place, at, used)?.1)
    }

    /// What the fight is worth to A from here on, and whose commands are kept.
    fn value(&mut self, place: (usize, usize), at: [usize; 2], used: Kept) -> Result<(f64, Kept), Error> {
        let (round, event) = place;
        if let Some(known) = self.policy.known.get(&(place, at, used)) {
            return Ok(*known);
        }
        let over = self.is_decided(at) || event == 0 && (round > self.asked.request.rounds || self.is_over(at));
        if over {
            return Ok((self.worth(at), used));
        }
        let events = self.events(round)?;
        let value = match events.get(event) {
            None => {
                let ends = match self.aftermath.heals() {
                    true => self.recover(at, 1.0, &mut self.multiplied.clone()).collect(),
                    false => vec![(at, 1.0)],
                };
                let mut sum = 0.0;
                for (to, p) in ends {
                    sum += p * self.value((round + 1, 0), to, [false; 2])?.0;
                }
                (sum, used)
            }
            Some(due) if due.scene.out_of_turn => {
                let due = Due { scene: Scene { kept: [true; 2], ..due.scene }, ..*due };
                (self.after(due, place, at, used)?, [true; 2])
            }
            Some(due) => self.best(*due, place, at, used)?,
        };
        self.policy.known.insert((place, at, used), value);
        Ok(value)
    }

    /// The best that both can do in one attack; whoever attacks says first whether a command is kept.
    fn best(&mut self, due: Due, place: (usize, usize), at: [usize; 2], used: Kept) -> Result<(f64, Kept), Error> {
        let has = self.has_one_roll();
        let choices = |side: usize| if used[side] || !has[side] { vec![used[side]] } else { vec![false, true] };
        let (first, second) = (due.side, 1 - due.side);
        let better = |side: usize, value: f64, than: f64| if side == 0 { value > than } else { value < than };
        let mut best: Option<(f64, Kept)> = None;
        for mine in choices(first) {
            let mut answer: Option<(f64, Kept)> = None;
            for theirs in choices(second) {
                let mut kept = used;
                (kept[first], kept[second]) = (mine, theirs);
                let value = self.after(Due { scene: Scene { kept, ..due.scene }, ..due }, place, at, used)?;
                if answer.is_none_or(|(known, _)| better(second, value, known)) {
                    answer = Some((value, kept));
                }
            }
            if let Some((value, kept)) = answer
                && best.is_none_or(|(known, _)| better(first, value, known))
            {
                best = Some((value, kept));
            }
        }
        Ok(best.unwrap_or((0.0, used)))
    }

    /// What the fight is worth to A after one attack.
    fn after(&mut self, due: Due, (round, event): (usize, usize), at: [usize; 2], used: Kept) -> Result<f64, Error> {
        let used = self.used(due, used);
        let attacks = self.multiplied.clone().attack(self, due, vec![(at, 1.0)])?;
        let ends = self.exploded(attacks, &mut self.multiplied.clone());
        ends.into_iter().map(|(to, p)| Ok(p * self.value((round, event + 1), to, used)?.0)).sum()
    }

    /// What an end is worth to A: B destroyed, and A not; wounds where that is the same.
    fn worth(&self, at: [usize; 2]) -> f64 {
        let gone = [0, 1].map(|side| f64::from(u8::from(self.states.is_gone(side, at[side]))));
        let lost = [0, 1].map(|side| self.states.wounds(side, at[side]) as f64);
        gone[1] - gone[0] + WOUNDS * (lost[1] - lost[0])
    }
}
