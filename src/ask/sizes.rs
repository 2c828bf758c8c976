//! Numbers of models as they are typed.

#[cfg(test)]
use crate::engine::planted::{PlantedError, in_neither};
use crate::error::Error;
use crate::games::{Game, UnitFacts};
use crate::profile::{Document, Value};
use crate::sequence::MAX_MODELS;
use crate::words::same;

/// The numbers of models that a unit can be bought with, its own first: those that its profile lists, and where units are
/// reinforced as many again, but of heroes and of what there is once.
pub(super) fn sizes(game: &Game, document: &Document, facts: &UnitFacts) -> Vec<u64> {
    let own = facts.models as u64;
    let mut sizes = vec![own];
    if let Some(Value::List(listed)) = document.table.get("sizes").map(|node| &node.value) {
        let whole =
            listed.iter().filter_map(|node| if let Value::Whole(n) = node.value { Some(n as u64) } else { None });
        sizes.extend(whole.filter(|size| *size != own));
    } else if own > 1
        && game.keys.iter().any(|key| key.name == "reinforced")
        && !document.table.is("reinforced")
        && !document.keywords().iter().any(|keyword| ["HERO", "UNIQUE"].iter().any(|once| same(once, keyword)))
    {
        sizes.push(2 * own);
    }
    sizes
}

/// Sets the number of models, and says what else changed with it; `typed` precedes what is wrong.
pub(super) fn resize(game: &Game, document: &mut Document, models: u64, typed: &str) -> Result<Vec<String>, Error> {
    #[cfg(test)]
    let models = if in_neither(PlantedError::Size) { (models - 1).max(1) } else { models };
    let most = MAX_MODELS as u64;
    let limit = || format!("`{typed}`: a unit has from 1 to {most} models (MAX_MODELS)");
    let models = u16::try_from(models).ok().filter(|n| (1..=most).contains(&u64::from(*n)));
    let models = models.ok_or_else(|| Error::usage(limit()))?;
    let changed = (game.resize)(document, models).map_err(|why| Error::usage(format!("`{typed}`: {why}")))?;
    Ok(changed.into_iter().map(|note| of_unit(document, &note)).collect())
}

/// A note with the name of the unit that it is about.
pub(super) fn of_unit(document: &Document, note: &str) -> String {
    document.table.text("name").map_or_else(|| note.to_owned(), |name| format!("{name}: {note}"))
}
