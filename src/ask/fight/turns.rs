//! Whose turn each round of a fight is.

use super::FightRequest;
use super::said::side;
use crate::error::Error;
use crate::games::{Game, Priority};
use crate::words::same;

/// The most histories of turns that are played.
const MAX_HISTORIES: usize = 256;

/// Whose turn each round is, and how likely that is.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct History {
    pub(super) active: Vec<usize>,
    pub(super) p: f64,
}

/// Every history of a fight in which this side has the first turn, the likeliest first.
///
/// # Errors
/// A word that is none, a game in which nobody rolls for turns, or too many histories.
pub(super) fn histories(request: &FightRequest, game: &Game, first: usize) -> Result<Vec<History>, Error> {
    let (typed, rounds) = (request.turns.trim(), request.rounds);
    let other_first = usize::from(first != request.first);
    if typed.is_empty() || same(typed, "alternate") {
        let active = (0..rounds).map(|round| (first + round) % 2).collect();
        return Ok(vec![History { active, p: 1.0 }]);
    }
    if same(typed, "rolled") {
        return rolled(game, first, rounds);
    }
    let letters: Option<Vec<usize>> = typed.chars().map(|letter| side(&letter.to_string())).collect();
    match letters {
        Some(active) if active.len() == rounds => {
            let active = active.into_iter().map(|side| side ^ other_first).collect();
            Ok(vec![History { active, p: 1.0 }])
        }
        Some(active) => {
            let message = format!("`--turns {typed}` is of {} rounds, and the fight has {rounds}", active.len());
            Err(Error::usage(message).hint(format!("write a letter for each round, or `--rounds {}`", active.len())))
        }
        None => Err(Error::usage(format!("`--turns {typed}` says nothing about turns"))
            .hint(typed.trim().parse::<u8>().ok().map(|rounds| format!("how many there are says `--rounds {rounds}`")))
            .hint("write `alternate`, `rolled`, or a letter for each round: `ABBA`".to_owned())),
    }
}

/// The histories that dice for priority or initiative decide.
fn rolled(game: &Game, first: usize, rounds: usize) -> Result<Vec<History>, Error> {
    let (length, keeps) = match game.moments.priority {
        Priority::Fixed => {
            let message = format!("nobody rolls for turns in {}", game.title);
            return Err(Error::usage(message).hint("write `--turns alternate`, or a letter for each round".to_owned()));
        }
        Priority::RolledFor(keeps) => (2, keeps),
        Priority::EachRound => (1, 0.5),
    };
    let mut all = vec![History { active: vec![first], p: 1.0 }];
    for round in 1..rounds {
        let before = |history: &History| history.active[round - length.min(round)];
        all = if round % length > 0 {
            let next = |history: History| {
                let active = history.active.iter().copied().chain([1 - history.active[round - 1]]).collect();
                History { active, ..history }
            };
            all.into_iter().map(next).collect()
        } else {
            let split = |history: &History| {
                let first = before(history);
                [(first, keeps), (1 - first, 1.0 - keeps)].map(|(side, p)| {
                    let active = history.active.iter().copied().chain([side]).collect();
                    History { active, p: history.p * p }
                })
            };
            all.iter().flat_map(split).collect()
        };
        if all.len() > MAX_HISTORIES {
            let message = format!("dice decide whose turn it is in more than {MAX_HISTORIES} ways (MAX_HISTORIES)");
            return Err(Error::usage(message).hint("ask for fewer rounds".to_owned()));
        }
    }
    all.sort_by(|one, other| other.p.total_cmp(&one.p));
    Ok(all)
}
