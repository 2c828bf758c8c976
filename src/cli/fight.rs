//! `fight`: if both strike, who is left?

use clap::Args;

use super::args::ColorWhen;
use super::complete;
use super::exit::Stop;
use super::watched::{ManyArgs, Run, agreed};
use crate::ask::metric;
use crate::ask::{FightRequest, Request, Until, fight as fought};
use crate::error::Error;
use crate::games::Losses;
use crate::words::{is_part, normal, same};

/// Options of `fight`.
#[derive(Clone, Debug, Args)]
pub(crate) struct FightArgs {
    /// The first unit, called A: a name, a path, or "20 termagants".
    #[arg(add = complete::units())]
    pub(crate) a: String,
    /// The second unit, called B.
    #[arg(add = complete::units())]
    pub(crate) b: String,
    /// How many rounds: a combat phase each, or one activation of each side.
    #[arg(long, default_value_t = 3, value_name = "N", value_parser = rounds)]
    pub(crate) rounds: usize,
    /// Whose turn the first round is, `A`, `B` or a unit's name; turns alternate.
    #[arg(long, default_value = "A", value_name = "A|B")]
    pub(crate) first: String,
    /// Whose turns the rounds are: alternate, rolled (priority and initiative), or one history: ABBA.
    #[arg(long, default_value = "", hide_default_value = true, value_name = "TURNS")]
    pub(crate) turns: String,
    /// The unit whose turn the first round is has not charged.
    #[arg(long)]
    pub(crate) no_charge: bool,
    /// Which models fall first.
    #[arg(long, value_enum, default_value_t = Losses::PlainFirst, value_name = "WHICH")]
    pub(crate) losses: Losses,
    /// Stop at the end of the round in which this unit falls below half.
    #[arg(long, value_parser = ["A", "B", "either"], ignore_case = true, value_name = "A|B|either")]
    pub(crate) below_half: Option<String>,
    /// Who uses its commands, tokens and abilities where they are best for the metric, not wherever they are possible; of both
    /// each for itself, seeing every result, and the other's choices are known.
    #[arg(long, value_parser = ["A", "B", "both"], ignore_case = true, value_name = "A|B|both")]
    pub(crate) best: Option<String>,
    /// What `--best` and a Command Re-roll are for: destroyed, slain or wounds-lost, of the other less of one's own.
    #[arg(long, value_name = "RESULT", value_parser = metric)]
    pub(crate) metric: Option<String>,
    #[command(flatten)]
    pub(crate) many: ManyArgs,
}

impl FightArgs {
    /// The unit whose turn is the first: 0 is `A`.
    fn opens(&self) -> Result<usize, Error> {
        let is = |side: usize| {
            let (letter, word, number, unit) = [("A", "attacker", "1", &self.a), ("B", "defender", "2", &self.b)][side];
            [letter, word, number].iter().any(|name| same(name, &self.first))
                || (self.first.len() > 2 && is_part(&normal(&self.first), unit))
        };
        match [is(0), is(1)] {
            [true, false] => Ok(0),
            [false, true] => Ok(1),
            _ => Err(Error::usage(format!("`--first {}` names neither unit, or both", self.first))
                .hint("write `--first A` for the unit that is named first, or `--first B`".to_owned())),
        }
    }

    fn request(&self, base: Request) -> Result<FightRequest, Error> {
        let opens = self.opens()?;
        let says = |typed: &Option<String>, word: &str| typed.as_ref().is_some_and(|typed| same(typed, word));
        let untils = [("A", Until::A), ("B", Until::B), ("either", Until::Either)];
        Ok(FightRequest {
            a: self.a.clone(),
            b: self.b.clone(),
            rounds: self.rounds,
            first: opens.max(usize::from(self.turns.trim().to_lowercase().starts_with('b'))),
            turns: self.turns.clone(),
            charge: !self.no_charge,
            losses: self.losses,
            until: untils.into_iter().find(|(word, _)| says(&self.below_half, word)).map(|(_, until)| until),
            best: ["A", "B"].map(|side| says(&self.best, side) || says(&self.best, "both")),
            base,
        })
    }
}

pub(super) fn fight(args: &FightArgs, color: ColorWhen) -> Result<(), Stop> {
    if args.many.engine.until.is_some() {
        let message = "`--until` says when one attack has been rolled often enough, and a fight is many attacks";
        let hint = "write `--trials 10M` to roll more, `--below-half either` to stop the fight sooner";
        return Err(Error::usage(message).hint(hint.to_owned()).into());
    }
    let run = Run::of(&args.many.table, &args.many.output, color, [args.a.as_str(), &args.b])?;
    let options = args.many.engine.options();
    let (method, seed, metric) = (options.method, options.sampling.seed, args.metric.clone());
    let base = Request { metric, method, seed, ..args.many.table.request() };
    let (report, notes) = fought(&args.request(base)?, &options)?;
    run.notes(notes);
    run.dice_notes(&args.many.engine, &options, &report);
    run.end(&report)?;
    agreed(report.agreement.as_ref().is_none_or(|agreement| agreement.holds), "this fight")
}

/// How many rounds.
fn rounds(text: &str) -> Result<usize, String> {
    text.trim().parse().map_err(|_| "write a whole number, such as 3".to_owned())
}
