//! What is left open: the best answers to a game's questions, and what was asked for in vain.

use super::refused;
use crate::engine::{self, Refusal};
use crate::error::Error;
use crate::games::{Clause, Encounter, Engaged, ExplainedLine, Game, Goal};
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

/// Notes what was asked for and changes nothing here. What would change something by itself is no such thing: then the
/// note says beside what it comes to nothing, and what is capped.
fn idle(game: &Game, encounter: &mut Encounter, engaged: &Engaged, notes: &mut Vec<String>) {
    let asked = std::mem::take(&mut encounter.with);
    let mut kept = asked.clone();
    let mut said = Vec::new();
    for index in (0..asked.len()).rev() {
        let clause = kept.remove(index);
        if !is_same(game, encounter, &kept, engaged) {
            kept.insert(index, clause);
            continue;
        }
        let alone = with(game, encounter, std::slice::from_ref(&clause));
        let changes = alone.is_none_or(|alone| !is_same(game, encounter, &[], &alone));
        said.push(match changes {
            false => format!("`{}` changes nothing in this attack", clause.text),
            true => format!("`{}` adds nothing {}", clause.text, beside(game, encounter, &asked, (&clause, &kept))),
        });
    }
    encounter.with = asked;
    notes.extend(said.into_iter().rev());
}

/// The attack with only these things asked for; `None` if it cannot be put together.
fn with(game: &Game, encounter: &Encounter, clauses: &[Clause]) -> Option<Engaged> {
    let encounter = Encounter { with: clauses.to_vec(), ..encounter.clone() };
    (game.engage)(&encounter, &Diagnostics::default()).ok().flatten()
}

/// Whether an attack is this one if only these things are asked for.
fn is_same(game: &Game, encounter: &Encounter, clauses: &[Clause], this: &Engaged) -> bool {
    let same = |it: &Engaged| it.engagement == this.engagement && it.recoveries == this.recoveries;
    with(game, encounter, clauses).as_ref().is_some_and(same)
}

/// Beside what something comes to nothing, and what is capped: `to …: +2 to hit is capped at +1 (AOS-17.1)`.
fn beside(game: &Game, encounter: &Encounter, asked: &[Clause], (clause, kept): (&Clause, &[Clause])) -> String {
    let enough = |other: &&Clause| {
        let other = std::slice::from_ref(*other);
        let both = [other, std::slice::from_ref(clause)].concat();
        with(game, encounter, other).is_some_and(|alone| is_same(game, encounter, &both, &alone))
    };
    let to =
        kept.iter().find(enough).map_or_else(|| "to the others".to_owned(), |other| format!("to `{}`", other.text));
    let explained = Encounter { explained: true, ..encounter.clone() };
    let capped = with(game, &explained, asked).and_then(|explained| {
        let lines = explained.explained.into_iter().flat_map(|weapon| weapon.lines);
        let of = |line: &ExplainedLine| {
            ["hit", "wound", "save"].into_iter().any(|roll| {
                let text = format!("{} {to}", clause.text).to_lowercase();
                text.contains(&format!("to {roll}")) && line.what.contains(&format!("to {roll}"))
            })
        };
        lines.into_iter().find(|line| line.what.contains(" capped at ") && of(line))
    });
    capped.map_or(to.clone(), |line| format!("{to}: {} ({})", line.what, line.rule))
}
