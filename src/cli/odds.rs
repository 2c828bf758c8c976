//! `odds`: dice questions other than attacks.

use super::args::{ColorWhen, OddsArgs};
use super::exit::Stop;
use super::games::{game_named, warn};
use super::output::{answer_text, width, write_files};
use crate::ask::odds::{DiceBounds, OddsReport, TypedDice, ask, questions, unattacked};
use crate::dice::{Pool, PoolError};
use crate::error::Error;
use crate::report::{Reportable, Screen, text, words};
use crate::words::same;

/// What can be said to dice.
const DICE_KEYS: &str = "dice are written `2D6+1`, `3d6 drop lowest`, `10d6 4+` (how many show 4 or more), `2d6 9+` (a total), \
                         `2d6+1 vs 2d6`; `warodds help dice` shows all";

pub(super) fn odds(args: &OddsArgs, color: ColorWhen) -> Result<(), Stop> {
    let taken = args.output.files.to_stdout()?.is_some();
    let screen = Screen { width: width(), color: color.on_stdout(), ascii: args.output.ascii };
    if Pool::looks_like(&args.subject) {
        let words: Vec<&str> =
            std::iter::once(&args.subject).chain(&args.question).chain(&args.keys).map(String::as_str).collect();
        let typed = words.join(" ");
        if let (Some(low), Some(high)) = (args.at_least, args.at_most)
            && low > high
        {
            let message = format!("no total is at least {low} and at most {high}");
            return Err(Error::usage(message).hint(format!("write `--at-least {high} --at-most {low}`")).into());
        }
        let bounds = DiceBounds { at_least: args.at_least, at_most: args.at_most };
        let dice = TypedDice::read(&typed, bounds)
            .map_err(|error: PoolError| Error::usage(format!("`{typed}`: {error}")).hint(DICE_KEYS.to_owned()))?;
        unattacked(&args.subject, &args.table.request(), DICE_KEYS.to_owned())?;
        return answer_with(&OddsReport::of_dice(&dice), args, screen, taken);
    }
    let is_dice = args.subject.bytes().any(|byte| byte.is_ascii_digit());
    let game = game_named(&args.subject).map_err(|error| error.hint(is_dice.then(|| DICE_KEYS.to_owned())))?;
    let Some(question) = &args.question else {
        let rows: Vec<Vec<String>> =
            questions(game).map(|(question, usage)| vec![usage, question.short.to_owned()]).collect();
        return answer_text(&words(&["question", "what it answers"], &rows, screen));
    };
    if args.at_least.is_some() || args.at_most.is_some() {
        return Err(Error::usage("`--at-least` and `--at-most` are for dice, such as `warodds odds 2D6 --at-least 9`")
            .hint(format!("`warodds list questions {}` explains the keys of each question", game.id))
            .into());
    }
    warn([], &args.table.folders.profiles);
    // What a key of the question says is no matter of an attack, `--with panicked`.
    let (mut base, mut keys) = (args.table.request(), args.keys.clone());
    if let Some((dice, _)) = crate::questions::of_words(game, question, &keys) {
        let is_key = |text: &String| dice.keys.iter().any(|question| question.is_flag() && same(question.name, text));
        keys.extend(base.with.iter().filter(|text| is_key(text)).cloned());
        base.with.retain(|text| !is_key(text));
    }
    let answered = ask(game, question, &keys, &base)?;
    let found = crate::questions::of_words(game, question, &keys);
    let (name, keys) = found.map_or((question.as_str(), keys.clone()), |(question, keys)| (question.name, keys));
    let report = OddsReport::of_game(game, name, &keys, &base, answered)?;
    answer_with(&report, args, screen, taken)
}

fn answer_with(report: &OddsReport, args: &OddsArgs, screen: Screen, taken: bool) -> Result<(), Stop> {
    if !taken {
        answer_text(&text(&report.sheet(), screen))?;
    }
    write_files(report, &args.output, args.table.quiet)
}
