//! Whose turn each round of a fight is.

use smallvec::{SmallVec, smallvec};

use super::FightRequest;
use super::typed::side;
#[cfg(test)]
use crate::engine::planted::{PlantedError, in_neither};
use crate::error::Error;
use crate::games::{Game, Priority};
use crate::words::same;

/// Whose turn a round is, and all that later turns ask of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Turn {
    pub(super) active: usize,
    /// Who had the first turn of the battle round, where that is two turns.
    leader: usize,
}

/// Whose turns the rounds are.
#[derive(Clone, Debug)]
pub(super) enum TurnOrder {
    /// Each is known.
    Known(Vec<usize>),
    /// The first player is rolled for at this interval of rounds; with this chance it stays the same.
    Rolled { first: usize, every: usize, keeps: f64 },
}

impl TurnOrder {
    /// The turns of a fight in which this side has the first.
    ///
    /// # Errors
    /// A word that is none, or a game in which nobody rolls for turns.
    pub(super) fn of(request: &FightRequest, game: &Game, first: usize) -> Result<Self, Error> {
        let (typed, rounds) = (request.turns.trim(), request.rounds);
        let other_first = usize::from(first != request.first);
        if typed.is_empty() || same(typed, "alternate") {
            return Ok(Self::Known((0..rounds).map(|round| (first + round) % 2).collect()));
        }
        if same(typed, "rolled") {
            return match game.moments.priority {
                Priority::Fixed => Err(Error::usage(format!("nobody rolls for turns in {}", game.title))
                    .hint("write `--turns alternate`, or a letter for each round".to_owned())),
                Priority::RolledFor(keeps) => Ok(Self::Rolled { first, every: 2, keeps }),
                Priority::EachRound => Ok(Self::Rolled { first, every: 1, keeps: 0.5 }),
            };
        }
        let letters: Option<Vec<usize>> = typed.chars().map(|letter| side(&letter.to_string())).collect();
        match letters {
            Some(active) if active.len() == rounds => {
                Ok(Self::Known(active.into_iter().map(|side| side ^ other_first).collect()))
            }
            Some(active) => {
                let message = format!("`--turns {typed}` is of {} rounds, and the fight has {rounds}", active.len());
                Err(Error::usage(message)
                    .hint(format!("write a letter for each round, or `--rounds {}`", active.len())))
            }
            None => Err(Error::usage(format!("`--turns {typed}` says nothing about turns"))
                .hint(typed.parse::<u8>().ok().map(|rounds| format!("how many there are says `--rounds {rounds}`")))
                .hint("write `alternate`, `rolled`, or a letter for each round: `ABBA`".to_owned())),
        }
    }

    /// The first turn.
    pub(super) fn start(&self) -> Turn {
        let active = match self {
            Self::Known(turns) => turns.first().copied().unwrap_or(0),
            Self::Rolled { first, .. } => *first,
        };
        Turn { active, leader: active }
    }

    /// Whose turn a round may be after the one before it, each with its chance, the likelier first.
    pub(super) fn next(&self, round: usize, before: Turn) -> SmallVec<[(Turn, f64); 2]> {
        let of = |side: usize| Turn { active: side, leader: side };
        match self {
            Self::Known(turns) => smallvec![(of(turns.get(round - 1).copied().unwrap_or(before.active)), 1.0)],
            Self::Rolled { every, .. } if !(round - 1).is_multiple_of(*every) => {
                smallvec![(Turn { active: 1 - before.active, ..before }, 1.0)]
            }
            Self::Rolled { keeps, .. } => {
                #[cfg(test)]
                let keeps = if in_neither(PlantedError::RolledTurns) { &1.0 } else { keeps };
                smallvec![(of(before.leader), *keeps), (of(1 - before.leader), 1.0 - keeps)]
            }
        }
    }

    /// Whose turn a round is if all goes as is likeliest.
    pub(super) fn likeliest(&self, round: usize) -> usize {
        (2..=round).fold(self.start(), |turn, round| self.next(round, turn)[0].0).active
    }

    /// Whether dice decide.
    pub(super) fn is_rolled(&self) -> bool {
        matches!(self, Self::Rolled { .. })
    }
}
