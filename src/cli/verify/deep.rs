//! `verify --deep`: random attacks, chains and fights, which both engines and a simulator of the game answer.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::super::args::VerifyArgs;
use super::super::exit::Stop;
use super::super::output::{answer, say};
use super::super::progress::{Progress, STOP};
use super::{SECOND_LOOK, Verified};
use crate::engine::Agreement;
use crate::witness::judge::{Question, Verdict, ask};

/// A simulator rolls one die after the other.
const MOST_TRIALS: u64 = 1 << 15;

/// Asks all questions of a game, if they were asked for.
pub(super) fn ask_all(game: &str, args: &VerifyArgs) -> Result<Verified, Stop> {
    let (count, trials) = (args.deep.unwrap_or(0), args.trials.min(MOST_TRIALS));
    // Every question of every game has a number of its own, and with it dice of its own.
    let of_game: u64 = game.bytes().map(u64::from).sum();
    let numbered = |(place, question): (usize, &Question)| {
        let number = |n: u64| args.seed.wrapping_add((of_game << 48) + (n << 24) + ((place as u64) << 20));
        (0..count).map(|n| (*question, number(n))).collect::<Vec<_>>()
    };
    let questions: Vec<(Question, u64)> = Question::ALL.iter().enumerate().flat_map(numbered).collect();
    let (progress, done) = (Progress::of("questions", questions.len() as u64, false), AtomicU64::new(0));
    let judged: Vec<(Verified, String)> = questions
        .par_iter()
        .filter_map(|(question, number)| {
            let judged = judge(game, *question, *number, trials);
            progress.at(done.fetch_add(1, Ordering::Relaxed) + 1);
            judged
        })
        .collect();
    let mut count = Verified::default();
    for (one, report) in judged {
        count.add(one);
        if !report.is_empty() {
            say(&report);
        }
    }
    if args.deep.is_some() {
        answer(count.line(game, "random question", "with dice rolled by the rules").as_bytes())?;
    }
    Ok(count)
}

/// The question of a number, looked at once more if it disagrees, and what is to be told of it; `None` if nothing was written
/// for the game.
fn judge(game: &str, question: Question, number: u64, trials: u64) -> Option<(Verified, String)> {
    let mut count = Verified::default();
    if STOP.load(Ordering::Relaxed) {
        return Some((count, String::new()));
    }
    let first = match ask(game, question, number, number, trials)? {
        Ok(verdict) => verdict,
        Err(error) => {
            count.refused = 1;
            return Some((count, format!("{question:?} {number} is refused: {error}")));
        }
    };
    let holds = |verdict: &Verdict| verdict.rejected(Agreement::THRESHOLD).next().is_none();
    count.p_values = first.evenly().collect();
    count.looked_twice = u64::from(!holds(&first));
    let last = match holds(&first) {
        true => first,
        false => ask(game, question, number, number.wrapping_add(1), trials * SECOND_LOOK)?.unwrap_or(first),
    };
    if holds(&last) {
        count.agreed = 1;
        return Some((count, String::new()));
    }
    count.disagreed = 1;
    let wrong =
        last.rejected(Agreement::THRESHOLD).map(|test| format!("{}: p = {}, {}\n", test.what, test.p, test.told));
    Some((count, format!("{question:?} {}\n{}", last.told, wrong.collect::<String>())))
}
