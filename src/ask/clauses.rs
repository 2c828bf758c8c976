//! What `--with` says, part by part: of which attack, whose, how likely, and what.

use std::sync::Arc;

use super::sentences;
use super::typed::split;
use crate::error::Error;
use crate::games::{Clause, Game, Owner, die_in_front};
use crate::profile::{Found, Source};
use crate::words::{is_part, normal, same};

/// The most things that are asked for with `--with`, all of them together.
pub const MAX_CLAUSES: usize = 30;
/// The most parts between commas that may be one sentence of a card.
const MOST_PARTS: usize = 12;

/// The parts of every `--with`, with whose they are if that is said, and of which attack: `2: flank`.
///
/// # Errors
/// An attack that there is not, a chance that is none, or more than [`MAX_CLAUSES`].
pub(super) fn clauses(game: &Game, with: &[String], units: TypedUnits<'_>) -> Result<Vec<Clause>, Error> {
    let each = |typed: TypedClause| match typed.attackers.filter(|places| places.len() < units.0.len()) {
        Some(places) => {
            places.into_iter().map(|place| Clause { attack: Some(place), ..typed.clause.clone() }).collect()
        }
        None => vec![typed.clause],
    };
    Ok(typed_clauses(game, with, units)?.into_iter().flat_map(each).collect())
}

/// One part of what `--with` says, and the units that it names.
#[derive(Clone)]
pub(super) struct TypedClause {
    pub(super) clause: Clause,
    /// The text after the unit's name.
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
pub(super) fn typed_clauses(game: &Game, with: &[String], units: TypedUnits<'_>) -> Result<Vec<TypedClause>, Error> {
    let mut clauses = Vec::new();
    for text in with {
        let (source, parts) = (Source::new("--with", text.clone()), parts(game, text));
        if parts.is_empty() {
            let hint = "write a situation or an effect, such as `--with \"+1 to hit\"`".to_owned();
            return Err(Error::usage(format!("`--with \"{text}\"` says nothing")).hint(hint));
        }
        for part in parts {
            clauses.push(clause(&with_colon(game, &part).unwrap_or(part), &source, units)?);
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

/// `defender in cover` as `defender: in cover`, where it means nothing as it stands.
pub(super) fn with_colon(game: &Game, part: &str) -> Option<String> {
    let is_side = |side: &str| ["attacker", "defender", "A", "B"].iter().any(|name| same(side, name));
    let (side, rest) = part.split_once(' ').filter(|(side, _)| is_side(side) && !part.contains(':'))?;
    (!game.understands(part) && game.understands(rest)).then(|| format!("{side}: {rest}"))
}

/// The parts of a `--with`, which commas separate, but for those within a sentence of a card.
pub(super) fn parts(game: &Game, text: &str) -> Vec<String> {
    let all = split(text);
    // More than all that is read are too many even if some belong together.
    if !(2..=MAX_CLAUSES + MOST_PARTS).contains(&all.len()) || !sentences::may_be_one(text) {
        return all;
    }
    // Parts that are something by themselves are no sentence together.
    if all.iter().all(|part| is_whole(game, part, &[])) {
        return all;
    }
    let (mut parts, mut at) = (Vec::with_capacity(all.len()), 0);
    while let Some((first, others)) = all[at..].split_first() {
        let most = others.len().min(MOST_PARTS - 1);
        let more = (1..=most).rev().find(|more| is_whole(game, first, &others[..*more])).unwrap_or(0);
        parts.push(all[at..=at + more].join(", "));
        at += more + 1;
    }
    parts
}

/// Whether parts together are an effect, a situation or a sentence of a card; whose it is may be said in front.
fn is_whole(game: &Game, first: &str, others: &[String]) -> bool {
    std::iter::successors(Some(first), |text| Some(text.split_once(':')?.1)).any(|first| {
        let text = std::iter::once(first).chain(others.iter().map(String::as_str)).collect::<Vec<_>>().join(", ");
        chance_of(&text).is_ok_and(|(text, _)| (game.whole)(text).is_some())
    })
}

/// What a unit is called: as it was typed, by its profile, by its file.
pub(super) type UnitNames<'u> = [&'u str; 3];

/// Who attacks, attack by attack, and who is attacked.
pub(super) type TypedUnits<'u> = (&'u [UnitNames<'u>], &'u [UnitNames<'u>]);

/// What a unit is called that was found for this text.
pub(super) fn names_of<'u>(unit: &'u Found, typed: &'u str) -> UnitNames<'u> {
    [typed, &unit.name, &unit.stem]
}

/// The owner of a part, by its prefix.
pub(super) struct Addressed<'t> {
    pub(super) owner: Option<Owner>,
    /// Attacks, or attackers: places among them.
    pub(super) attackers: Option<Vec<usize>>,
    pub(super) target: Option<usize>,
    pub(super) text: &'t str,
}

/// Whose a part is: `A:`, a unit's name or the number of an attack may be in front.
///
/// # Errors
/// An attack that there is not.
pub(super) fn addressed<'t>(part: &'t str, (attackers, targets): TypedUnits<'_>) -> Result<Addressed<'t>, Error> {
    let (counted, part) = numbered(part, attackers.len())?;
    let attackers_counted = counted.map(|place| vec![place]);
    let plain = Addressed { owner: None, attackers: attackers_counted, target: None, text: part };
    let Some((name, text)) = part.split_once(':').map(|(name, rest)| (name.trim(), rest.trim())) else {
        return Ok(plain);
    };
    let part = normal(name);
    let fits = |all: &[UnitNames<'_>]| -> Vec<usize> {
        let is_it = |names: &UnitNames<'_>| names.iter().any(|entry| same(entry, name));
        let exact = all.iter().any(is_it);
        let fits = |names: &UnitNames<'_>| {
            let [typed, ..] = names;
            if exact {
                is_it(names)
            } else {
                part.len() > 2 && (is_part(&part, typed) || is_part(&normal(typed), name))
            }
        };
        (0..all.len()).filter(|place| fits(&all[*place])).collect()
    };
    let owned_by = |owner, named: Option<Vec<usize>>, target| Addressed {
        owner: Some(owner),
        attackers: plain.attackers.clone().or(named),
        target,
        text,
    };
    Ok(match (&fits(attackers)[..], &fits(targets)[..]) {
        _ if part.is_empty() => plain,
        _ if same(name, "A") || same(name, "attacker") => owned_by(Owner::Attacker, None, None),
        _ if same(name, "B") || same(name, "defender") => owned_by(Owner::Defender, None, None),
        // A part of several names means none of them.
        (places @ [first, ..], _) if places.iter().all(|place| same(attackers[*place][0], attackers[*first][0])) => {
            owned_by(Owner::Attacker, Some(places.to_vec()), None)
        }
        ([], [only]) => owned_by(Owner::Defender, None, Some(*only)),
        _ => plain,
    })
}

/// What one part says, and of which units.
fn clause(part: &str, source: &Arc<Source>, units: TypedUnits<'_>) -> Result<TypedClause, Error> {
    let Addressed { owner, attackers, target, text: behind } = addressed(part, units)?;
    let (text, chance) = chance_of(behind)?;
    let clause = Clause { attack: None, owner, text: text.to_owned(), source: Arc::clone(source), chance };
    Ok(TypedClause { clause, text: behind.to_owned(), attackers, target })
}

/// The number of an attack in front of a colon, counted from 0, and the text after it.
///
/// # Errors
/// An attack that there is not.
fn numbered(part: &str, attacks: usize) -> Result<(Option<usize>, &str), Error> {
    match part.split_once(':') {
        Some((n, rest)) if n.trim().bytes().all(|b| b.is_ascii_digit()) => {
            Ok((Some(attack_of(n.trim(), attacks)?), rest.trim_start()))
        }
        _ => Ok((None, part)),
    }
}

/// The number of an attack, counted from 0.
fn attack_of(number: &str, attacks: usize) -> Result<usize, Error> {
    let attack = number.parse().ok().filter(|n| (1..=attacks).contains(n));
    let message = || format!("`{number}:` before a `--with` counts attacks, from 1 to {attacks}");
    attack.map(|n: usize| n - 1).ok_or_else(|| Error::usage(message()))
}

/// A condition and its probability: `half range @70%`, `3+: reroll failed hits`.
pub(super) fn chance_of(text: &str) -> Result<(&str, f64), Error> {
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
        let message = format!("`@{}` is not a chance", chance.trim());
        let hint = format!("write a percentage from 0 to 100: `{} @70%`", text.trim());
        return Err(Error::usage(message).hint(hint));
    };
    Ok((text.trim(), die * percent / 100.0))
}
