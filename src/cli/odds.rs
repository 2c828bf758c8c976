//! `odds`: dice questions besides attacks.

use super::Stop;
use super::args::{ColorWhen, OddsArgs};
use super::attack::width;
use super::output::{Content, Written, answer, slug, undrawn, write_files};
use crate::ask::odds::{Bounds, ask, dice, questions, unattacked};
use crate::dice::Amount;
use crate::error::Error;
use crate::questions::Answered;
use crate::report::{CsvStyle, Look, Subject, words};

/// An answer with what was asked.
struct Reply<'a> {
    subject: Subject<'a>,
    answered: Answered,
}

impl Written for Reply<'_> {
    fn stem(&self) -> String {
        format!("{}-{}", slug(self.subject.game), slug(self.subject.question))
    }

    fn render(&self, content: Content, style: CsvStyle) -> Result<Option<Vec<u8>>, Error> {
        Ok(match content {
            Content::Json => Some(self.answered.to_json(self.subject).into_bytes()),
            Content::Csv => Some(self.answered.to_csv(self.subject, style)),
            Content::Png => self.answered.to_png(self.subject).map_err(|error| undrawn(&error))?,
            Content::Svg => {
                self.answered.to_svg(self.subject).map_err(|error| undrawn(&error))?.map(String::into_bytes)
            }
        })
    }
}

/// What can be said to dice.
const DICE_KEYS: &str = "`--at-least N` and `--at-most N` do";

pub(super) fn odds(args: &OddsArgs, color: ColorWhen) -> Result<(), Stop> {
    let taken = args.output.stdout_is_taken()?;
    let look = Look { width: width(), color: color.on_stdout(), ascii: args.output.ascii };
    if let Ok(amount) = args.subject.parse::<Amount>() {
        let bounds = Bounds { at_least: args.at_least, at_most: args.at_most };
        let subject = Subject { game: "dice", question: &args.subject };
        if let Some(more) = args.question.iter().chain(&args.keys).next() {
            return Err(Error::usage(format!("`{more}` says nothing to dice")).hint(DICE_KEYS.to_owned()).into());
        }
        unattacked(&args.subject, &args.table.request(), DICE_KEYS.to_owned())?;
        return reply(&Reply { subject, answered: dice(amount, bounds) }, args, look, taken);
    }
    let game = super::list::known_game(&args.subject)?;
    let Some(question) = &args.question else {
        let rows: Vec<Vec<String>> =
            questions(game).map(|(question, usage)| vec![usage, question.short.to_owned()]).collect();
        return answer(words(&["question", "what it answers"], &rows, look).as_bytes());
    };
    if args.at_least.is_some() || args.at_most.is_some() {
        return Err(Error::usage("`--at-least` and `--at-most` are for dice, such as `warodds odds 2D6 --at-least 9`")
            .hint(format!("`warodds list questions {}` shows what is said to each question", game.id))
            .into());
    }
    let base = args.table.request();
    let answered = ask(game, question, &args.keys, &base)?;
    let known = crate::questions::of(game).iter().find(|known| crate::words::same(known.name, question));
    let subject = Subject { game: game.id, question: known.map_or(question, |known| known.name) };
    reply(&Reply { subject, answered }, args, look, taken)
}

fn reply(reply: &Reply<'_>, args: &OddsArgs, look: Look, taken: bool) -> Result<(), Stop> {
    if !taken {
        answer(reply.answered.to_table(look).as_bytes())?;
    }
    write_files(reply, &args.output, false)
}
