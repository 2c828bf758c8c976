//! `verify --deep`: random attacks, chains and fights, which both engines and a simulator of the game answer.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::super::args::VerifyArgs;
use super::super::exit::Stop;
use super::super::output::{answer, say};
use super::super::progress::{Progress, STOP};
use super::{SECOND_LOOK, Verified};
use crate::engine::Agreement;
use crate::report::counted;
use crate::witness::judge::{Question, Verdict, ask};

/// A simulator rolls one die after the other.
const MOST_TRIALS: u64 = 1 << 15;

/// What came of one question.
enum Judged {
    /// The chances of its tests that lie evenly, and whether it took a second look.
    Agrees(Vec<f64>, bool),
    /// What disagrees.
    Disagrees(Vec<f64>, String),
    /// It is refused.
    Refused(String),
    /// Nobody wanted it any more.
    Stopped,
}

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
    let judged: Vec<Judged> = questions
        .par_iter()
        .filter_map(|(question, number)| {
            let judged = judge(game, *question, *number, trials);
            progress.at(done.fetch_add(1, Ordering::Relaxed) + 1);
            judged
        })
        .collect();
    let mut count = Verified::default();
    for one in judged {
        match one {
            Judged::Agrees(p_values, twice) => {
                count.p_values.extend(p_values);
                count.looked_twice += u64::from(twice);
                count.agreed += 1;
            }
            Judged::Disagrees(p_values, what) => {
                count.p_values.extend(p_values);
                count.looked_twice += 1;
                count.disagreed += 1;
                say(&what);
            }
            Judged::Refused(why) => {
                count.refused += 1;
                say(&why);
            }
            Judged::Stopped => {}
        }
    }
    if args.deep.is_some() {
        let refused = if count.refused == 0 { String::new() } else { format!(", {} refused", count.refused) };
        let line = format!(
            "{game}: {}: {} agree with dice rolled by the rules ({} after a second look){refused}, {} disagree\n",
            counted(count.matchups(), "random question"),
            count.agreed,
            count.looked_twice,
            count.disagreed
        );
        answer(line.as_bytes())?;
    }
    Ok(count)
}

/// The question of a number, looked at once more if it disagrees; `None` if nothing was written for the game.
fn judge(game: &str, question: Question, number: u64, trials: u64) -> Option<Judged> {
    if STOP.load(Ordering::Relaxed) {
        return Some(Judged::Stopped);
    }
    let holds = |verdict: &Verdict| verdict.rejected(Agreement::THRESHOLD).next().is_none();
    let first = match ask(game, question, number, number, trials)? {
        Ok(verdict) => verdict,
        Err(error) => return Some(Judged::Refused(format!("{question:?} {number} is refused: {error}"))),
    };
    let p_values: Vec<f64> = first.evenly().collect();
    if holds(&first) {
        return Some(Judged::Agrees(p_values, false));
    }
    let second = ask(game, question, number, number.wrapping_add(1), trials * SECOND_LOOK)?.unwrap_or(first);
    if holds(&second) {
        return Some(Judged::Agrees(p_values, true));
    }
    let wrong =
        second.rejected(Agreement::THRESHOLD).map(|test| format!("{}: p = {}, {}\n", test.what, test.p, test.told));
    Some(Judged::Disagrees(p_values, format!("{question:?} {}\n{}", second.told, wrong.collect::<String>())))
}
