//! Short names of games.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::words::{is, normal};

/// What games are called for short, and their names.
pub(crate) const SHORT_GAMES: &[(&str, &str)] = &[
    ("aos", "age-of-sigmar"),
    ("40k", "warhammer-40k"),
    ("40k-10e", "warhammer-40k"),
    ("10e", "warhammer-40k"),
    ("40k-11e", "warhammer-40k-11e"),
    ("11e", "warhammer-40k-11e"),
    ("tmg", "asoiaf"),
];

/// Games that have no short name.
const WITHOUT_SHORT: [&str; 1] = ["warcry"];

/// Later editions, and the edition that is meant where nothing says which.
const LATER_EDITIONS: &[(&str, &str)] = &[("warhammer-40k-11e", "warhammer-40k")];

/// Whether a game is an edition of one that has several.
pub(super) fn has_editions(game: &str) -> bool {
    LATER_EDITIONS.iter().any(|(later, older)| [*later, *older].contains(&game))
}

/// Whether a bare name means the later edition.
static LATER_IS_MEANT: AtomicBool = AtomicBool::new(false);

/// Says which edition bare names and short names of games mean from now on; without it the older one.
#[cfg(feature = "cli")]
pub(crate) fn mean_later_editions(later: bool) {
    LATER_IS_MEANT.store(later, Ordering::Relaxed);
}

/// Drops those of other editions where some are of the edition that is meant unless another is said; whether some were
/// dropped. `game` is that of one.
pub(super) fn drop_other_editions<U>(units: &mut Vec<U>, game: impl Fn(&U) -> Option<&str>) -> bool {
    let before = units.len();
    for (later, older) in LATER_EDITIONS {
        let (meant, other) = if LATER_IS_MEANT.load(Ordering::Relaxed) { (later, older) } else { (older, later) };
        if units.iter().any(|unit| game(unit) == Some(meant)) {
            units.retain(|unit| game(unit) != Some(other));
        }
    }
    units.len() < before
}

/// Whether a text is the name of a game, or its short name.
pub(crate) fn is_game(typed: &str) -> bool {
    let id = full_game(typed);
    WITHOUT_SHORT.contains(&id) || SHORT_GAMES.iter().any(|(_, game)| *game == id)
}

/// The name of a game that is called by its short name, or whose words are written otherwise; any other text stays as it is.
pub(crate) fn full_game(typed: &str) -> &str {
    let mut whole = SHORT_GAMES.iter().map(|(_, id)| *id).chain(WITHOUT_SHORT);
    // Most that is asked about is a whole name as it is.
    if whole.clone().any(|id| id == typed) {
        return typed;
    }
    let wanted = normal(typed);
    let Some((_, id)) = SHORT_GAMES.iter().find(|(short, _)| is(short, &wanted)) else {
        return whole.find(|id| is(id, &wanted)).unwrap_or(typed);
    };
    let says_edition = wanted.ends_with('e') && wanted.bytes().any(|byte| byte == b'1');
    let later = LATER_EDITIONS.iter().find(|(_, older)| older == id);
    match later.filter(|_| !says_edition && LATER_IS_MEANT.load(Ordering::Relaxed)) {
        Some((later, _)) => later,
        None => id,
    }
}
