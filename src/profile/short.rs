//! Short names of games.

use crate::words::{is, normal};

/// What games are called for short, and their names.
pub const SHORT_GAMES: &[(&str, &str)] = &[
    ("aos", "age-of-sigmar"),
    ("40k", "warhammer-40k"),
    ("40k-10e", "warhammer-40k"),
    ("40k-11e", "warhammer-40k-11e"),
    ("tmg", "asoiaf"),
];

/// The name of a game that is called by its short name; any other text stays as it is.
pub fn full_game(typed: &str) -> &str {
    let wanted = normal(typed);
    SHORT_GAMES.iter().find(|(short, _)| is(short, &wanted)).map_or(typed, |(_, id)| id)
}
