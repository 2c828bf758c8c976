//! What is left open: the best answers to a game's questions, and what was asked for in vain.

use super::refused;
use crate::engine::{self, Refusal};
use crate::error::Error;
use crate::games::{Encounter, Engaged, Game, Goal};
use crate::profile::Diagnostics;
use crate::sequence::Side;

fn engage(game: &Game, encounter: &Encounter, found: &Diagnostics) -> Result<Option<Engaged>, Error> {
    (game.engage)(encounter, found).map_err(|limit| refused(&limit.into()))
}

/// Puts the attack together; where a choice is left to the best, tries every answer and keeps the one with the most
/// damage on average.
pub(super) fn answer_questions(
    game: &Game,
    mut encounter: Encounter,
    found: Diagnostics,
    notes: &mut Vec<String>,
) -> Result<(Encounter, Engaged), Error> {
    let Some(mut engaged) = engage(game, &encounter, &found)? else { return Err(Error::mistakes(found.into_list())) };
    if !found.is_empty() {
        return Err(Error::mistakes(found.into_list()));
    }
    let mut asked = 0;
    while asked < engaged.choices.len() {
        let question = engaged.choices[asked].clone();
        let mut best = ((f64::MIN, f64::MIN), 0);
        for answer in 0..question.answers.len() {
            encounter.answers.truncate(asked);
            encounter.answers.push(answer);
            let Some(tried) = engage(game, &encounter, &Diagnostics::default())? else { continue };
            let score = score(&tried, question.goal).map_err(|refusal| refused(&refusal))?;
            if better(score, best.0) {
                best = (score, answer);
            }
        }
        encounter.answers.truncate(asked);
        encounter.answers.push(best.1);
        let answer = &question.answers[best.1];
        notes.push(format!("{}: {answer}, which {}", question.what, question.goal.text()));
        engaged = engage(game, &encounter, &Diagnostics::default())?.unwrap_or(engaged);
        asked += 1;
    }
    notes.extend(engaged.notes.iter().cloned());
    encounter.explained = false;
    idle(game, &mut encounter, &engaged, notes);
    Ok((encounter, engaged))
}

/// How good an answer is: first what is wanted, then, where that is the same, wounds really lost on average.
type Score = (f64, f64);

fn score(tried: &Engaged, goal: Goal) -> Result<Score, Refusal> {
    if goal == Goal::Damage {
        return Ok((engine::mean_damage(&tried.engagement)?, 0.0));
    }
    let outcome = engine::exact(&tried.engagement)?;
    let lost = outcome.wounds_lost(Side::Defender).mean();
    let wanted = match goal {
        Goal::Damage | Goal::Destroyed => outcome.destroyed(Side::Defender),
        Goal::Chance(name) => {
            tried.chances.iter().find(|(known, _)| *known == name).map_or(0.0, |(_, bodies)| outcome.gone(bodies))
        }
    };
    Ok((wanted, lost))
}

fn better(one: Score, other: Score) -> bool {
    const SAME: f64 = 1e-12;
    one.0 > other.0 + SAME || (one.0 > other.0 - SAME && one.1 > other.1 + SAME)
}

/// Notes what was asked for and changes nothing here.
fn idle(game: &Game, encounter: &mut Encounter, engaged: &Engaged, notes: &mut Vec<String>) {
    for index in 0..encounter.with.len() {
        let clause = encounter.with.remove(index);
        let other = (game.engage)(encounter, &Diagnostics::default());
        if other.is_ok_and(|other| {
            other.is_some_and(|other| other.engagement == engaged.engagement && other.recoveries == engaged.recoveries)
        }) {
            notes.push(format!("`{}` changes nothing in this attack", clause.text));
        }
        encounter.with.insert(index, clause);
    }
}
