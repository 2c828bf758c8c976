//! Whose a word is, and what commands cost: the same for one attack, attacks one after the other, fights and plans.

use crate::error::Error;
use crate::games::{Cost, Encounter, Game, Offer, Owner};
use crate::words::{is_part, normal, same};

/// Whom the word in front of a colon names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Whose {
    /// `A`, `attacker`: whoever attacks.
    Attackers,
    /// `B`, `defender`: whoever is attacked.
    Targets,
    /// Some of the attackers, by their names: places among them.
    Attacker(Vec<usize>),
    /// A target by its name.
    Target(usize),
}

/// A name in front of a colon, and what stands behind it; `None`: no unit is named.
pub(super) fn whose<'t>(text: &'t str, attackers: &[&str], targets: &[&str]) -> Option<(Whose, &'t str)> {
    let (name, rest) = text.split_once(':').map(|(name, rest)| (name.trim(), rest.trim()))?;
    let part = normal(name);
    if part.is_empty() {
        return None;
    }
    let fits = |all: &[&str]| -> Vec<usize> {
        let exact = all.iter().any(|typed| same(typed, name));
        let fits = |typed: &str| if exact { same(typed, name) } else { part.len() > 2 && is_part(&part, typed) };
        (0..all.len()).filter(|place| fits(all[*place])).collect()
    };
    let whose = match () {
        () if same(name, "A") || same(name, "attacker") => Whose::Attackers,
        () if same(name, "B") || same(name, "defender") => Whose::Targets,
        () => match (&fits(attackers)[..], &fits(targets)[..]) {
            // A part of several names means none of them.
            (places @ [first, ..], _) if places.iter().all(|place| same(attackers[*place], attackers[*first])) => {
                Whose::Attacker(places.to_vec())
            }
            ([], [only]) => Whose::Target(*only),
            _ => return None,
        },
    };
    Some((whose, rest))
}

/// The command of a side that a text says, and what it costs; `None`: it is none.
pub(super) fn command<'g>(game: &'g Game, owner: Owner, text: &str) -> Option<(&'g Offer, usize)> {
    game.offers.iter().find_map(|offer| match offer.cost {
        Cost::Command(price) if offer.owner == owner && same(offer.with, text) => Some((offer, price as usize)),
        _ => None,
    })
}

/// What was put together with as much of what is told as fits it.
pub(super) struct Fitted<T, R> {
    pub(super) made: R,
    pub(super) fit: Vec<T>,
    /// What does not fit, and why.
    pub(super) unfit: Vec<(T, Error)>,
}

/// Puts something together with all that is told, or else with as much of it, in order, as fits.
///
/// # Errors
/// What is wrong whatever is told.
pub(super) fn fitted<T: Clone, R>(
    told: &[T],
    mut make: impl FnMut(&[T]) -> Result<R, Error>,
) -> Result<Fitted<T, R>, Error> {
    if let Ok(made) = make(told) {
        return Ok(Fitted { made, fit: told.to_vec(), unfit: Vec::new() });
    }
    let mut fitted = Fitted { made: make(&[])?, fit: Vec::new(), unfit: Vec::new() };
    let mut open = told.to_vec();
    // What fits only beside something that comes later is tried once more.
    for _ in 0..2 {
        fitted.unfit.clear();
        for one in std::mem::take(&mut open) {
            fitted.fit.push(one.clone());
            match make(&fitted.fit) {
                Ok(made) => fitted.made = made,
                Err(why) => {
                    fitted.fit.pop();
                    open.push(one.clone());
                    fitted.unfit.push((one, why));
                }
            }
        }
    }
    Ok(fitted)
}

/// Whether nothing is wrong but that the unit has no weapon for the attack.
pub(super) fn is_unarmed(error: &Error) -> bool {
    !error.diagnostics.is_empty() && error.diagnostics.iter().all(|mistake| mistake.is_unarmed)
}

/// The first thing that an error says.
pub(super) fn first_line(error: &Error) -> &str {
    error.diagnostics.first().map_or(error.message.as_str(), |mistake| &mistake.message)
}

/// Refuses commands that cost an army more than it has: each is paid for once in a phase.
///
/// # Errors
/// The commands, and what they cost.
pub(super) fn payable(game: &Game, encounter: &Encounter, points: Option<usize>) -> Result<(), Error> {
    let Some(points) = points else { return Ok(()) };
    for owner in [Owner::Attacker, Owner::Defender] {
        let mut uses: Vec<(&str, Option<crate::games::Phase>, usize)> = Vec::new();
        for clause in encounter.with.iter().filter(|clause| clause.owner.is_none_or(|of| of == owner)) {
            let Some((offer, price)) = command(game, owner, &clause.text) else { continue };
            let at = |place: usize| clause.attack.is_none_or(|of| of == place);
            for (_, attack) in encounter.attacks.iter().enumerate().filter(|(place, _)| at(*place)) {
                let fits = offer.phase.is_none() || attack.phase.is_none() || offer.phase == attack.phase;
                if fits && !uses.iter().any(|(name, phase, _)| *name == offer.name && *phase == attack.phase) {
                    uses.push((offer.name, attack.phase, price));
                }
            }
        }
        let all: usize = uses.iter().map(|(.., price)| price).sum();
        if all > points {
            let names: Vec<&str> = uses.iter().map(|(name, ..)| *name).collect();
            let message = format!("{} cost {all} CP, and `--cp` says {points}", names.join(" and "));
            let hint = "leave out what cannot be paid; `plan` chooses itself where a command is worth most";
            return Err(Error::usage(message).hint(hint.to_owned()));
        }
    }
    Ok(())
}
