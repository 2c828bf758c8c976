//! Which units of a table are attacked alike: what an attack reads of them is the same, so that its answer is too.

use std::collections::HashMap;
use std::hash::Hash;

use rayon::prelude::*;

use super::clauses::SaidClause;
use super::entrant::{Entrant, UnitAlike};
use crate::games::{AsTarget, Game};
use crate::sequence::Fingerprint;
use crate::words::normal;

/// Looks at the units of a table, so that it sees which are attacked alike. Where something is said that is no situation, an
/// ability of a unit by its name or an effect that asks for a keyword, nothing is known.
pub(super) fn know_alike(game: &Game, said: &[SaidClause], [attackers, defenders]: [&mut [Entrant]; 2]) {
    let mut units: Vec<&mut Entrant> = attackers.iter_mut().chain(defenders).collect();
    let mut named = units.iter().flat_map(|unit| &unit.said).chain(said);
    let Some(as_target) = game.as_target.filter(|_| named.all(|said| game.situation(&said.clause.text).is_some()))
    else {
        return;
    };
    let read: Vec<Option<AsTarget>> =
        units.par_iter().map(|unit| unit.profile.as_ref().ok().and_then(as_target)).collect();
    let mut words: HashMap<String, usize> = HashMap::new();
    for keyword in read.iter().flatten().flat_map(|unit| &unit.asks) {
        let next = words.len();
        words.entry(normal(keyword)).or_insert(next);
    }
    let bits = |known: &mut dyn Iterator<Item = String>| {
        let mut bits = vec![0; words.len().div_ceil(64)];
        known.filter_map(|word| words.get(&word)).for_each(|place| bits[place / 64] |= 1 << (place % 64));
        bits
    };
    // `WIZARD (2)` is a `WIZARD`.
    let spellings = |keyword: &String| [normal(keyword), normal(keyword.split('(').next().unwrap_or_default())];
    for (place, (unit, read)) in units.iter_mut().zip(read).enumerate() {
        unit.alike = read.map(|read| UnitAlike {
            place,
            read: read.read,
            has: bits(&mut read.keywords.iter().flat_map(spellings)),
            asks: bits(&mut read.asks.iter().map(|keyword| normal(keyword))),
        });
    }
}

/// What the answer to an attack depends on; `None`: no other attack is known to be like it.
pub(super) fn key(attacker: &Entrant, defender: &Entrant) -> Option<u128> {
    let is_alone = attacker.then.is_empty() && defender.said.is_empty();
    let (by, on) = attacker.alike.as_ref().zip(defender.alike.as_ref()).filter(|_| is_alone)?;
    let mut number = Fingerprint::default();
    (by.place, on.read?).hash(&mut number);
    by.asks.iter().zip(&on.has).for_each(|(asks, has)| (asks & has).hash(&mut number));
    Some(number.whole())
}
