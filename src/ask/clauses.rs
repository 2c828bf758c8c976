//! What `--with` says, part by part: of which attack, whose, how likely, and what.

use std::sync::Arc;

use super::ledger::{Whose, whose};
use super::said::split;
use super::sentences;
use crate::error::Error;
use crate::games::{Clause, Game, Owner, die_in_front};
use crate::profile::Source;

/// The most things that are asked for with `--with`, all of them together.
pub const MAX_CLAUSES: usize = 30;

/// The parts of every `--with`, with whose they are if that is said, and of which attack: `2: flank`.
///
/// # Errors
/// An attack that there is not, a chance that is none, or more than [`MAX_CLAUSES`].
pub(super) fn clauses(game: &Game, with: &[String], units: Units<'_>) -> Result<Vec<Clause>, Error> {
    let each = |said: SaidClause| match said.attackers.filter(|places| places.len() < units.0.len()) {
        Some(places) => places.into_iter().map(|place| Clause { attack: Some(place), ..said.clause.clone() }).collect(),
        None => vec![said.clause],
    };
    Ok(said_clauses(game, with, units)?.into_iter().flat_map(each).collect())
}

/// One part of what `--with` says, and the units that it names.
#[derive(Clone)]
pub(super) struct SaidClause {
    pub(super) clause: Clause,
    /// What stands behind the unit's name.
    pub(super) text: String,
    /// Attacks, or attackers: places among them.
    pub(super) attackers: Option<Vec<usize>>,
    /// A target.
    pub(super) target: Option<usize>,
}

/// The parts of every `--with`, each once.
///
/// # Errors
/// Those of [`clauses`].
pub(super) fn said_clauses(game: &Game, with: &[String], units: Units<'_>) -> Result<Vec<SaidClause>, Error> {
    let mut clauses = Vec::new();
    for text in with {
        let source = Source::new("--with", text.clone());
        let parts = if is_sentence(game, text) { vec![text.trim().to_owned()] } else { split(text) };
        for part in parts {
            clauses.push(clause(&part, &source, units)?);
        }
    }
    if clauses.len() > MAX_CLAUSES {
        let all = clauses.len();
        let message = format!("{all} things are asked for with `--with`; at most {MAX_CLAUSES} are read (MAX_CLAUSES)");
        return Err(
            Error::usage(message).hint("write what always holds into a profile, as an `[[ability]]`".to_owned())
        );
    }
    Ok(clauses)
}

/// Whether a text is one sentence of a card, whose commas separate nothing.
fn is_sentence(game: &Game, text: &str) -> bool {
    if !text.contains(',') || !sentences::may_be_one(text) {
        return false;
    }
    let place = Source::new("--with", text);
    clause(text, &place, (&[], &[]))
        .is_ok_and(|said| sentences::may_be_one(&said.clause.text) && (game.whole)(&said.clause.text).is_some())
}

/// Who attacks, attack by attack, and who is attacked, as they were typed.
pub(super) type Units<'u> = (&'u [&'u str], &'u [&'u str]);

/// What one part says, and of which units.
fn clause(part: &str, source: &Arc<Source>, (attackers, targets): Units<'_>) -> Result<SaidClause, Error> {
    let (counted, part) = numbered(part, attackers.len())?;
    let counted = counted.map(|place| vec![place]);
    let (owner, named, target, text) = match whose(part, attackers, targets) {
        Some((Whose::Attackers, rest)) => (Some(Owner::Attacker), None, None, rest),
        Some((Whose::Targets, rest)) => (Some(Owner::Defender), None, None, rest),
        Some((Whose::Target(place), rest)) => (Some(Owner::Defender), None, Some(place), rest),
        Some((Whose::Attacker(places), rest)) => (Some(Owner::Attacker), Some(places), None, rest),
        None => (None, None, None, part),
    };
    let behind = text.to_owned();
    let (text, chance) = chance_of(text)?;
    let clause = Clause { attack: None, owner, text: text.to_owned(), source: Arc::clone(source), chance };
    Ok(SaidClause { clause, text: behind, attackers: counted.or(named), target })
}

/// The number of an attack in front of a colon, counted from 0, and what stands behind it.
///
/// # Errors
/// An attack that there is not.
pub(super) fn numbered(part: &str, attacks: usize) -> Result<(Option<usize>, &str), Error> {
    match part.split_once(':') {
        Some((n, rest)) if n.trim().bytes().all(|b| b.is_ascii_digit()) => {
            Ok((Some(attack_of(n.trim(), attacks)?), rest.trim_start()))
        }
        _ => Ok((None, part)),
    }
}

/// The number of an attack, counted from 0.
fn attack_of(number: &str, attacks: usize) -> Result<usize, Error> {
    let known = number.parse().ok().filter(|n| (1..=attacks).contains(n));
    let message = || format!("`{number}:` before a `--with` counts attacks, from 1 to {attacks}");
    known.map(|n: usize| n - 1).ok_or_else(|| Error::usage(message()))
}

/// What is said, and how likely it is: `half range @70%`, `3+: reroll failed hits`.
fn chance_of(text: &str) -> Result<(&str, f64), Error> {
    let whole = text.trim();
    let (text, die) = match die_in_front(whole) {
        None => (whole, 1.0),
        Some((on @ 2..=6, rest)) => (rest, f64::from(7 - on) / 6.0),
        Some(_) => {
            let message = format!("`{whole}`: no die decides that");
            return Err(Error::usage(message).hint("write `2+:` to `6+:` in front of an effect".to_owned()));
        }
    };
    let Some((text, chance)) = text.rsplit_once('@') else { return Ok((text, die)) };
    let percent = chance.trim().strip_suffix('%').and_then(|number| number.trim().parse::<f64>().ok());
    let Some(percent) = percent.filter(|percent| (0.0..=100.0).contains(percent)) else {
        let message = format!("`@{}` is no chance", chance.trim());
        let hint = format!("write a percentage from 0 to 100: `{} @70%`", text.trim());
        return Err(Error::usage(message).hint(hint));
    };
    Ok((text.trim(), die * percent / 100.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chance_stands_in_front_as_a_die_or_behind_as_a_percentage() {
        let read = |text: &str| {
            let clause = clauses(crate::games::GAMES[0], &[text.to_owned()], (&["a unit", "b unit"], &[]))
                .expect("right")
                .remove(0);
            (clause.attack, clause.owner, clause.text, clause.chance)
        };
        assert_eq!(read("half range @70%"), (None, None, "half range".to_owned(), 0.7));
        assert_eq!(read("2: charged@ 50 %"), (Some(1), None, "charged".to_owned(), 0.5));
        assert_eq!(
            read("attacker: 4+: reroll hits of 1"),
            (None, Some(Owner::Attacker), "reroll hits of 1".to_owned(), 0.5)
        );
        assert_eq!(read("3+: +1 to hit @50%"), (None, None, "+1 to hit".to_owned(), 4.0 / 6.0 * 50.0 / 100.0));
        for wrong in ["cover @", "cover @70", "cover @101%", "cover @-1%", "cover @NaN%", "1+: +1 to hit", "7+: cover"]
        {
            assert!(clauses(crate::games::GAMES[0], &[wrong.to_owned()], (&["a unit"], &[])).is_err(), "{wrong}");
        }
    }
}
