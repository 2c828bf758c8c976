//! The rows of a comparison: units alone, units that attack one after the other, and what is tried on each.

use std::path::Path;

use super::CompareRequest;
use crate::ask::clauses::{TypedClause, typed_clauses};
use crate::ask::entrant::Entrant;
use crate::ask::lines::line_unit;
use crate::ask::turns::few_enough;
use crate::ask::units::{Chosen, listed, not_standard_input};
use crate::error::Error;
use crate::games::{self, Game, Owner};
use crate::profile::{Diagnostics, Library};
use crate::words::same;

/// Who attacks, row by row, and who is attacked.
pub(super) struct TableUnits {
    pub(super) attackers: Vec<Chosen>,
    pub(super) defenders: Vec<Chosen>,
    /// How many units each row has; empty: one.
    pub(super) sizes: Vec<usize>,
}

/// The game of units that are all of one.
pub(super) fn game_of<'u>(units: impl Iterator<Item = &'u Chosen> + Clone) -> Result<&'static Game, Error> {
    let id = units.clone().find_map(|(unit, _)| unit.game.clone());
    if let Some(game) = id.as_deref().and_then(games::find) {
        return Ok(game);
    }
    // No file says a game that there is: the first says what is wrong with it.
    let found = Diagnostics::default();
    for (unit, _) in units {
        let document = unit.document(&found);
        if let Some(game) = games::game_of(&document, &found) {
            return Ok(game);
        }
    }
    if found.is_empty() { Err(Error::usage("no unit was named")) } else { Err(Error::mistakes(found.into_list())) }
}

/// The units of `liberators & stormvermin`; one of any other text. A unit may have the sign in its name.
fn partners<'t>(library: &Library, typed: &'t str) -> Vec<&'t str> {
    let is_one = || line_unit(typed).is_some() || Path::new(typed).exists() || !library.candidates(typed).is_empty();
    if !typed.contains('&') || is_one() { vec![typed] } else { typed.split('&').map(str::trim).collect() }
}

impl TableUnits {
    /// Looks up the units of a request.
    ///
    /// # Errors
    /// Units that cannot be found, pairs that are attacked, and a part of a pair that names no unit or several.
    pub(super) fn look_up(request: &CompareRequest) -> Result<Self, Error> {
        let library = Library::open(&request.base.profiles)?;
        let rows: Vec<Vec<&str>> = request.attackers.iter().map(|typed| partners(&library, typed)).collect();
        if let Some(pair) = request.defenders.iter().find(|typed| partners(&library, typed).len() > 1) {
            let error = Error::usage(format!("`{pair}` attacks one after the other, and one unit is attacked"));
            return Err(error.hint("write it in front of `--into`".to_owned()));
        }
        if rows.iter().all(|row| row.len() == 1) {
            let [attackers, defenders] = listed(&library, [&request.attackers, &request.defenders])?;
            return Ok(Self { attackers, defenders, sizes: Vec::new() });
        }
        not_together(request)?;
        not_standard_input(request.attackers.iter().chain(&request.defenders))?;
        let words: Vec<String> = rows.iter().flatten().map(|word| (*word).to_owned()).collect();
        // The other names decide between games.
        let [_, defenders] = listed(&library, [&words, &request.defenders])?;
        let mut found = Self { attackers: Vec::new(), defenders, sizes: Vec::new() };
        for (row, typed) in rows.iter().zip(&request.attackers) {
            few_enough(row.len())?;
            for word in row {
                let word = [(*word).to_owned()];
                let [units, _, _] = listed(&library, [&word[..], &words, &request.defenders])?;
                if row.len() > 1 && units.len() != 1 {
                    let message = format!("`{}` of `{typed}` names {} units", word[0], units.len());
                    return Err(Error::usage(message).hint("name one unit on each side of `&`".to_owned()));
                }
                if row.len() == 1 {
                    found.sizes.extend(units.iter().map(|_| 1));
                }
                found.attackers.extend(units);
            }
            found.sizes.extend((row.len() > 1).then_some(row.len()));
        }
        Ok(found)
    }
}

/// Refuses what is not computed of several units that attack one after the other.
fn not_together(request: &CompareRequest) -> Result<(), Error> {
    let is_attackers = |text: &&String| !text.trim_start().to_lowercase().starts_with("defender");
    let refuse =
        |option: &str, why: &str, hint: &str| Err(Error::usage(format!("`{option}` {why}")).hint(hint.to_owned()));
    match request.base.set.iter().find(is_attackers) {
        _ if request.both_ways => refuse(
            "--both-ways",
            "lets the attackers be attacked, and `a & b` is not a target",
            "ask the way back on its own",
        ),
        Some(text) => {
            let hint = "write the value into a profile: `warodds show UNIT` prints one";
            refuse(&format!("--set {text}"), "does not say of which unit of `a & b` it is", hint)
        }
        None => Ok(()),
    }
}

/// What is tried on each attacker, as `--with` says it.
///
/// # Errors
/// What is of the target, or of a unit that is named.
fn tries(game: &Game, request: &CompareRequest) -> Result<Vec<(String, Vec<TypedClause>)>, Error> {
    if request.both_ways && !request.tries.is_empty() {
        let error = Error::usage("`--try` makes rows of attackers, which `--both-ways` lets be attacked");
        return Err(error.hint("ask the way back on its own".to_owned()));
    }
    let read = |text: &String| {
        let offer = game.offers.iter().find(|offer| offer.owner == Owner::Attacker && same(offer.name, text));
        let clauses = typed_clauses(game, &[offer.map_or(&**text, |offer| offer.with).to_owned()], (&[], &[]))?;
        let owner = |one: &TypedClause| one.clause.owner.or_else(|| game.owner_of(&one.text));
        if clauses.is_empty() || clauses.iter().any(|one| owner(one) == Some(Owner::Defender)) {
            let error = Error::usage(format!("`--try {text}` is nothing that an attacker does"));
            return Err(error.hint("what holds for the target of every attack is written `--with`".to_owned()));
        }
        Ok((text.trim().to_owned(), clauses))
    };
    request.tries.iter().map(read).collect()
}

/// Units as rows: as many together as `sizes` says, and below each row the same with what is tried on one of its units.
///
/// # Errors
/// Those of [`tries`].
pub(super) fn rows(
    game: &Game,
    mut units: Vec<Entrant>,
    sizes: &[usize],
    request: &CompareRequest,
) -> Result<Vec<Entrant>, Error> {
    let (tries, mut rows) = (tries(game, request)?, Vec::new());
    for place in 0.. {
        let size = sizes.get(place).copied().unwrap_or(1);
        if units.is_empty() {
            break;
        }
        let rest = units.split_off(size.min(units.len()));
        let with = |place: usize, (text, clauses): &(String, Vec<TypedClause>)| {
            let mut row = units.clone();
            row[place].line.name += &format!(" with {text}");
            row[place].clauses.extend(clauses.iter().cloned());
            row[place].tried.push(text.clone());
            Entrant::together(row)
        };
        let tried: Vec<Entrant> = (0..units.len())
            .flat_map(|place| tries.iter().map(move |one| (place, one)))
            .map(|(place, one)| with(place, one))
            .collect();
        rows.push(Entrant::together(units));
        rows.extend(tried);
        units = rest;
    }
    Ok(rows)
}
