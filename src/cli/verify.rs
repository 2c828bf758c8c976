//! `verify`: do both engines agree on every match-up of the shipped units, and on random ones?

#[cfg(any(test, feature = "witness"))]
mod deep;

use std::sync::atomic::Ordering;

use super::args::VerifyArgs;
use super::exit::Stop;
use super::output::{answer, say};
use super::progress::{Progress, STOP, heed_interrupts};
use crate::ask::{Prepared, Request, prepare_units};
use crate::engine::{self, Agreement, Method, Options, Refusal, Sampling, evenly_spread};
use crate::error::{Error, Kind};
use crate::games::{GAMES, Phase};
use crate::profile::{Found, Library};
use crate::report::counted;
use crate::sequence::Engagement;

/// A match-up that fails is rolled again with another seed and so many times the trials, before it counts: among
/// thousands of tests some fail by chance.
const SECOND_LOOK: u64 = 4;

/// Below this the chances that all tests found together are no longer those of right dice.
const UNEVEN: f64 = 1e-6;

/// What came of the match-ups of a game.
#[derive(Default)]
struct Verified {
    /// The chance that the first test found, of each match-up with enough different results.
    p_values: Vec<f64>,
    agreed: u64,
    looked_twice: u64,
    too_large: u64,
    refused: u64,
    disagreed: u64,
}

impl Verified {
    /// Every match-up once, whatever the result.
    fn matchups(&self) -> u64 {
        self.agreed + self.too_large + self.refused + self.disagreed
    }

    /// All counts in a line; the first is the sum of those behind it.
    fn line(&self, game: &str, what: &str, how: &str) -> String {
        let some = |count: u64, what: &str| if count == 0 { String::new() } else { format!(", {count} {what}") };
        format!(
            "{game}: {}: {} agree {how} ({} after a second look){}{}, {} disagree\n",
            counted(self.matchups(), what),
            self.agreed,
            self.looked_twice,
            some(self.too_large, "too large to be exact"),
            some(self.refused, "refused"),
            self.disagreed
        )
    }

    fn add(&mut self, other: Self) {
        self.p_values.extend(other.p_values);
        self.agreed += other.agreed;
        self.looked_twice += other.looked_twice;
        self.too_large += other.too_large;
        self.refused += other.refused;
        self.disagreed += other.disagreed;
    }
}

pub(super) fn verify(args: &VerifyArgs) -> Result<(), Stop> {
    if args.deep.is_some() && cfg!(not(any(test, feature = "witness"))) {
        let error = Error::usage("this program was built without the simulators of `--deep`");
        let hint = "archives of a release have them, and `cargo build --release --features witness` builds them in";
        return Err(error.hint(hint.to_owned()).into());
    }
    heed_interrupts();
    let library = Library::open(&[]).map_err(Error::from)?;
    let games: Vec<&str> = match &args.game {
        Some(game) => vec![super::games::game_named(game)?.id],
        None => GAMES.iter().map(|game| game.id).collect(),
    };
    let mut all = Verified::default();
    for game in games {
        let units: Vec<&Found> =
            library.units().into_iter().filter(|unit| unit.game.as_deref() == Some(game)).collect();
        let count = verify_game(&units, args);
        answer(count.line(game, "match-up", &format!("at {} trials", args.trials)).as_bytes())?;
        all.add(count);
        #[cfg(any(test, feature = "witness"))]
        all.add(deep::ask_all(game, args)?);
        if STOP.load(Ordering::Relaxed) {
            return Err(Error { kind: Kind::No, ..Error::usage("interrupted; not all was compared") }.into());
        }
    }
    let spread = evenly_spread(&all.p_values);
    let tests = counted(all.p_values.len() as u64, "test");
    answer(format!("the chances of {tests} lie evenly: p = {spread:.2}\n").as_bytes())?;
    if all.disagreed == 0 && spread > UNEVEN {
        return Ok(());
    }
    let what = match all.disagreed {
        0 => "no dice that are rolled once each lie so unevenly: the sampled engine is wrong".to_owned(),
        disagreed => format!("the answers disagree on {disagreed} of {}", counted(all.matchups(), "question")),
    };
    Err(Error { kind: Kind::No, ..Error::usage(what) }.into())
}

fn prepared(attacker: &Found, defender: &Found, phase: Phase) -> Result<Prepared, Error> {
    let request = Request { phase: Some(phase), ..Request::default() };
    prepare_units(&[(attacker.clone(), None)], &(defender.clone(), None), &request)
}

/// Who attacks in which phase: a unit that attacks nobody has no weapons of the phase, or is a target only.
fn attackers<'u>(units: &[&'u Found]) -> Vec<(&'u Found, Phase)> {
    let attacks = |attacker: &Found, phase| units.iter().any(|defender| prepared(attacker, defender, phase).is_ok());
    let both = units.iter().flat_map(|unit| Phase::ALL.map(|phase| (*unit, phase)));
    both.filter(|(unit, phase)| attacks(unit, *phase)).collect()
}

fn verify_game(units: &[&Found], args: &VerifyArgs) -> Verified {
    let attackers = attackers(units);
    let progress = Progress::of("match-ups", (attackers.len() * units.len()) as u64, false);
    let mut count = Verified::default();
    for (attacker, phase) in attackers {
        for defender in units {
            if STOP.load(Ordering::Relaxed) {
                return count;
            }
            let who = || format!("{} on {} ({})", attacker.path(), defender.path(), phase.name());
            let prepared = prepared(attacker, defender, phase);
            match prepared.map(|prepared| compare(&prepared.engaged.engagement, args, &mut count)) {
                Ok(Some(true)) => count.agreed += 1,
                Ok(Some(false)) => {
                    count.disagreed += 1;
                    say(&format!("{} disagrees", who()));
                }
                Ok(None) => count.too_large += 1,
                Err(error) => {
                    count.refused += 1;
                    say(&format!("{} is refused: {}", who(), error.to_string().trim_end()));
                }
            }
            progress.at(count.matchups());
        }
    }
    count
}

/// Whether the engines agree; `None` if the exact one does not answer. Each match-up has dice of its own.
fn compare(engagement: &Engagement, args: &VerifyArgs, count: &mut Verified) -> Option<bool> {
    let seed = args.seed.wrapping_add(count.matchups() << 32);
    let first = agreement(engagement, args.trials, seed)?;
    count.p_values.extend(first.metrics.iter().find(|metric| metric.degrees > 2).map(|metric| metric.p));
    if first.holds() {
        return Some(true);
    }
    count.looked_twice += 1;
    Some(agreement(engagement, args.trials * SECOND_LOOK, seed + 1)?.holds())
}

fn agreement(engagement: &Engagement, trials: u64, seed: u64) -> Option<Agreement> {
    let sampling = Sampling { trials, seed, ..Sampling::default() };
    let options = Options { method: Method::Both, sampling };
    match engine::run(engagement, &options, &|_| {}) {
        Ok(answer) => answer.agreement,
        Err(Refusal::TooLarge | Refusal::Limit(_) | Refusal::Trials(_) | Refusal::HeldReroll) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bar counts what the line counts: 23 fighters of Warcry, each against all, in every phase it has a weapon for.
    #[test]
    fn bar_line_and_verdict_count_the_same_matchups() {
        let count =
            Verified { agreed: 5, looked_twice: 2, too_large: 1, refused: 1, disagreed: 3, ..Verified::default() };
        assert_eq!(
            count.line("warcry", "match-up", "at 1000 trials"),
            "warcry: 10 match-ups: 5 agree at 1000 trials (2 after a second look), 1 too large to be exact, 1 refused, 3 disagree\n"
        );
        let library = Library::open(&[]).expect("built in");
        let of_game = |unit: &&Found| unit.game.as_deref() == Some("warcry");
        let units: Vec<&Found> = library.units().into_iter().filter(of_game).take(4).collect();
        let args = VerifyArgs { game: None, trials: 1_000, seed: 1, deep: None };
        let matchups = (attackers(&units).len() * units.len()) as u64;
        assert_eq!(verify_game(&units, &args).matchups(), matchups);
        assert!(matchups >= 16, "{matchups}");
    }
}
