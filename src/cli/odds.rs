//! `odds`: dice questions besides attacks.

use super::args::{ColorWhen, OddsArgs};
use super::exit::Stop;
use super::known::{known_game, warn_of_unreadable};
use super::output::{answer, width, write_files};
use crate::ask::odds::{DiceBounds, OddsReport, ask, questions, unattacked};
use crate::dice::Amount;
use crate::error::Error;
use crate::report::{Reportable, Screen, text, words};

/// What can be said to dice.
const DICE_KEYS: &str = "`--at-least N` and `--at-most N` do";

pub(super) fn odds(args: &OddsArgs, color: ColorWhen) -> Result<(), Stop> {
    let taken = args.output.files.to_stdout()?.is_some();
    let screen = Screen { width: width(), color: color.on_stdout(), ascii: args.output.ascii };
    if let Ok(amount) = args.subject.parse::<Amount>() {
        let bounds = DiceBounds { at_least: args.at_least, at_most: args.at_most };
        if let Some(more) = args.question.iter().chain(&args.keys).next() {
            return Err(Error::usage(format!("`{more}` says nothing to dice")).hint(DICE_KEYS.to_owned()).into());
        }
        unattacked(&args.subject, &args.table.request(), DICE_KEYS.to_owned())?;
        return answer_with(&OddsReport::of_dice(amount, bounds), args, screen, taken);
    }
    let game = known_game(&args.subject)?;
    let Some(question) = &args.question else {
        let rows: Vec<Vec<String>> =
            questions(game).map(|(question, usage)| vec![usage, question.short.to_owned()]).collect();
        return answer(words(&["question", "what it answers"], &rows, screen).as_bytes());
    };
    if args.at_least.is_some() || args.at_most.is_some() {
        return Err(Error::usage("`--at-least` and `--at-most` are for dice, such as `warodds odds 2D6 --at-least 9`")
            .hint(format!("`warodds list questions {}` shows what is said to each question", game.id))
            .into());
    }
    warn_of_unreadable(&args.table.folders.profiles);
    let base = args.table.request();
    let answered = ask(game, question, &args.keys, &base)?;
    let known = crate::questions::of(game).iter().find(|known| crate::words::same(known.name, question));
    let name = known.map_or(question.as_str(), |known| known.name);
    let report = OddsReport::of_game(game, name, &args.keys, &base, answered)?;
    answer_with(&report, args, screen, taken)
}

fn answer_with(report: &OddsReport, args: &OddsArgs, screen: Screen, taken: bool) -> Result<(), Stop> {
    if !taken {
        answer(text(&report.sheet(), screen).as_bytes())?;
    }
    write_files(report, &args.output, false)
}
