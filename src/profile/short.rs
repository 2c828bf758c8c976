//! Short names of games.

use crate::words::{is, normal};

/// What games are called for short, and their names.
pub(crate) const SHORT_GAMES: &[(&str, &str)] = &[
    ("aos", "age-of-sigmar"),
    ("40k", "warhammer-40k"),
    ("40k-10e", "warhammer-40k"),
    ("40k-11e", "warhammer-40k-11e"),
    ("tmg", "asoiaf"),
];

/// Later editions, and the edition that is meant where nothing says which.
const LATER_EDITIONS: &[(&str, &str)] = &[("warhammer-40k-11e", "warhammer-40k")];

/// Drops those of a later edition where some are of the edition that is meant unless another is said. `game` is that of one.
pub(super) fn drop_later_editions<U>(units: &mut Vec<U>, game: impl Fn(&U) -> Option<&str>) {
    for (later, plain) in LATER_EDITIONS {
        if units.iter().any(|unit| game(unit) == Some(plain)) {
            units.retain(|unit| game(unit) != Some(later));
        }
    }
}

/// The name of a game that is called by its short name; any other text stays as it is.
pub(crate) fn full_game(typed: &str) -> &str {
    let wanted = normal(typed);
    SHORT_GAMES.iter().find(|(short, _)| is(short, &wanted)).map_or(typed, |(_, id)| id)
}
