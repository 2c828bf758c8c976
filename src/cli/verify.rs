//! `verify`: do both engines agree on every match-up of the shipped units?

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressDrawTarget};

use super::args::VerifyArgs;
use super::exit::Stop;
use super::output::{answer, say};
use crate::ask::{Request, prepare_units};
use crate::engine::{self, Agreement, Method, Options, Refusal, Sampling};
use crate::error::{Error, Kind};
use crate::games::{GAMES, Phase};
use crate::profile::{Found, Library};
use crate::sequence::Engagement;

/// A match-up that fails is rolled again with another seed and so many times the trials, before it counts: among
/// thousands of tests some fail by chance.
const SECOND_LOOK: u64 = 4;

/// What came of all match-ups.
#[derive(Default)]
struct Verified {
    agreed: u64,
    looked_twice: u64,
    too_large: u64,
    disagreed: u64,
}

pub(super) fn verify(args: &VerifyArgs) -> Result<(), Stop> {
    let library = Library::open(&[]).map_err(Error::from)?;
    let games: Vec<&str> = match &args.game {
        Some(game) => vec![super::known::known_game(game)?.id],
        None => GAMES.iter().map(|game| game.id).collect(),
    };
    let mut total = Verified::default();
    for game in games {
        let units: Vec<&Found> =
            library.units().into_iter().filter(|unit| unit.game.as_deref() == Some(game)).collect();
        let count = verify_game(&units, args);
        let line = format!(
            "{game}: {} match-ups agree at {} trials ({} after a second look), {} too large to be exact, {} disagree\n",
            count.agreed, args.trials, count.looked_twice, count.too_large, count.disagreed
        );
        answer(line.as_bytes())?;
        total.disagreed += count.disagreed;
    }
    if total.disagreed == 0 {
        return Ok(());
    }
    Err(Error { kind: Kind::No, ..Error::usage(format!("the engines disagree on {} match-ups", total.disagreed)) }
        .into())
}

fn verify_game(units: &[&Found], args: &VerifyArgs) -> Verified {
    let bar = ProgressBar::new((units.len() * units.len()) as u64);
    if !io::stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    let mut count = Verified::default();
    for attacker in units {
        for defender in units {
            for phase in [Phase::Shooting, Phase::Combat] {
                let request = Request { phase: Some(phase), ..Request::default() };
                // A unit without weapons of this phase, or a target only, does not attack.
                let Ok(prepared) =
                    prepare_units(&[((*attacker).clone(), None)], &((*defender).clone(), None), &request)
                else {
                    continue;
                };
                match compare(&prepared.engaged.engagement, args, &mut count) {
                    Some(true) => count.agreed += 1,
                    Some(false) => {
                        count.disagreed += 1;
                        say(&format!("{} on {} ({phase:?}) disagrees", attacker.path(), defender.path()));
                    }
                    None => count.too_large += 1,
                }
            }
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    count
}

/// Whether the engines agree; `None` if the exact one does not answer.
fn compare(engagement: &Engagement, args: &VerifyArgs, count: &mut Verified) -> Option<bool> {
    if agreement(engagement, args.trials, args.seed)?.holds() {
        return Some(true);
    }
    count.looked_twice += 1;
    Some(agreement(engagement, args.trials * SECOND_LOOK, args.seed + 1)?.holds())
}

fn agreement(engagement: &Engagement, trials: u64, seed: u64) -> Option<Agreement> {
    let sampling = Sampling { trials, seed, ..Sampling::default() };
    let options = Options { method: Method::Both, sampling };
    match engine::run(engagement, &options, &|_| {}) {
        Ok(answer) => answer.agreement,
        Err(Refusal::TooLarge | Refusal::Limit(_) | Refusal::Trials(_)) => None,
    }
}
