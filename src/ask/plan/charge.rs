//! The phases of a plan, and charges before combat: how likely they are, and what they change.

use super::PlanRequest;
use super::layout::MAX_PLAN_HANDS;
use crate::error::Error;
use crate::games::{Game, Order, Phase};

/// How likely a charge is: a percentage, or two dice against a distance. `None`: nobody charges.
pub(super) fn charge(text: &str) -> Result<Option<f64>, Error> {
    let shape = || {
        Error::usage(format!("`--charge {text}` is neither a chance nor a distance")).hint(
            "write a percentage, `--charge 60%`, or the inches that two dice must come to, `--charge 8`".to_owned(),
        )
    };
    match (text.trim(), text.trim().strip_suffix('%')) {
        ("", _) => Ok(None),
        (_, Some(percent)) => {
            let percent = percent.trim().parse().ok().filter(|percent| (0.0..=100.0).contains(percent));
            percent.map(|percent: f64| Some(percent / 100.0)).ok_or_else(shape)
        }
        (inches, None) => {
            let inches: u32 = inches.trim_end_matches('"').trim().parse().map_err(|_| shape())?;
            if inches > 12 {
                let message = format!("`--charge {text}`: two dice never come to {inches} inches");
                return Err(Error::usage(message).hint(format!("a chance is written with `%`: `--charge {inches}%`")));
            }
            let both = (1..=6).flat_map(|one| (1..=6).map(move |other| one + other));
            Ok(Some(both.filter(|sum| *sum >= inches).count() as f64 / 36.0))
        }
    }
}

/// What a unit that fights after a charge has done; `None`: nobody charges.
///
/// # Errors
/// If nobody fights after a charge.
pub(super) fn charged(
    request: &PlanRequest,
    game: &Game,
    phases: &[Option<Phase>],
) -> Result<Option<&'static str>, Error> {
    if request.charge.is_empty() || phases.contains(&Some(Phase::Combat)) {
        return Ok(game.moments.charge.first().copied().filter(|_| !request.charge.is_empty()));
    }
    let why = match (request.base.phase, game.moments.order) {
        (_, Order::Activations) => format!("in {} a charge is no move before a phase of its own", game.title),
        (Some(_), _) => "nobody shoots after a charge".to_owned(),
        (None, _) => "with so many attackers phases are not distinguished".to_owned(),
    };
    Err(Error::usage(format!("`--charge {}` is not computed here: {why}", request.charge))
        .hint("leave it out; what holds after a charge is said with `--with`".to_owned()))
}

/// The phases of a plan: shooting comes before combat; where units are activated each attacks once.
pub(super) fn phases(
    request: &PlanRequest,
    game: &Game,
    typed: &[(String, usize)],
    notes: &mut Vec<String>,
) -> Vec<Option<Phase>> {
    let hands = typed.iter().fold(1usize, |all, (_, count)| all.saturating_mul((count + 1).pow(3)));
    match (request.base.phase, game.moments.order) {
        (Some(phase), _) => vec![Some(phase)],
        (None, Order::Activations) => vec![None],
        (None, Order::Phases { .. }) if hands > MAX_PLAN_HANDS => {
            notes.push(
                "with so many attackers each attacks in one phase only, and phases are not distinguished".to_owned(),
            );
            vec![None]
        }
        (None, Order::Phases { .. }) => vec![Some(Phase::Shooting), Some(Phase::Combat)],
    }
}
