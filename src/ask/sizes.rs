//! Numbers of models as they are typed.

#[cfg(test)]
use crate::engine::planted::{PlantedError, in_neither};
use crate::error::Error;
use crate::games::Game;
use crate::profile::Document;
use crate::sequence::MAX_MODELS;

/// Sets the number of models, and says what else changed with it; `typed` stands in front of what is wrong.
pub(super) fn resize(game: &Game, document: &mut Document, models: u64, typed: &str) -> Result<Vec<String>, Error> {
    #[cfg(test)]
    let models = if in_neither(PlantedError::Size) { (models - 1).max(1) } else { models };
    let most = MAX_MODELS as u64;
    let limit = || format!("`{typed}`: a unit has from 1 to {most} models (MAX_MODELS)");
    let models = u16::try_from(models).ok().filter(|n| (1..=most).contains(&u64::from(*n)));
    let models = models.ok_or_else(|| Error::usage(limit()))?;
    (game.resize)(document, models).map_err(|why| Error::usage(format!("`{typed}`: {why}")))
}
