//! Two editions of a game side by side: an attack by the rules of both, and what each rule that differs does alone.

use super::Game;
use super::mixture::engage_each;
use super::warhammer_40k::edition::{Batches, Cover, Edition, HazardRule};
use super::warhammer_40k::{self as tenth, draft, unit};
use super::warhammer_40k_11e as eleventh;
use crate::games::volley::draft::Rounding;

/// Two editions of a game.
#[derive(Debug)]
pub(crate) struct TwoEditions {
    /// The older one and the later one, as a player calls them: `10`, `11`.
    pub names: [&'static str; 2],
    /// Their games.
    pub games: [&'static Game; 2],
    /// Each rule that differs and that may move an attack's numbers.
    pub rules: &'static [ChangedRule],
}

/// A rule that the later edition has changed.
#[derive(Debug)]
pub(crate) struct ChangedRule {
    /// Its id.
    pub rule: &'static str,
    /// What changed, in a few words.
    pub what: &'static str,
    /// The older edition, with this rule as the later one has it.
    pub game: &'static Game,
}

/// The edition of a game, as a player calls it, if it is a later one of a game that has several: `11` of the 11th edition of
/// Warhammer 40,000. Without its number a game is its older edition.
pub(crate) fn later_edition(game: &str) -> Option<&'static str> {
    EDITIONS.iter().find(|pair| pair.games[1].id == game).map(|pair| pair.names[1])
}

/// The edition of a game that has several, as a heading names it: `10th edition`.
pub(crate) fn edition_named(game: &str) -> Option<String> {
    let of = |pair: &TwoEditions| pair.games.iter().position(|entry| entry.id == game).map(|place| pair.names[place]);
    EDITIONS.iter().find_map(of).map(|number| format!("{number}th edition"))
}

/// A game by its title; one that has several editions says which it is.
pub(crate) fn title_of(game: &Game) -> String {
    edition_named(game.id).map_or_else(|| game.title.to_owned(), |edition| format!("{}, {edition}", game.title))
}

/// Every pair of editions.
pub(crate) const EDITIONS: &[TwoEditions] =
    &[TwoEditions { names: ["10", "11"], games: [&tenth::GAME, &eleventh::GAME], rules: CHANGED }];

/// Writes a list of rules, each with what it changes in the 10th edition.
macro_rules! changed {
    ($($name:ident $rule:literal $what:literal $changes:tt)*) => {
        $(static $name: Edition = changed!(@edition $changes);)*

        const CHANGED: &[ChangedRule] = &[$(ChangedRule {
            rule: $rule,
            what: $what,
            game: &Game {
                engage: |encounter, found| {
                    engage_each(encounter, found, |encounter, found| {
                        draft::engage(encounter, (&$name, |unit, found| unit::read_datasheet(unit, &$name, found)), found)
                    })
                },
                ..tenth::GAME
            },
        }),*];
    };
    (@edition { $($field:ident: $value:expr),* }) => { Edition { $($field: $value,)* ..tenth::EDITION } };
}

changed! {
    COVER "W40K-COVER" "cover and Stealth worsen the BS" { cover: Cover::Skill, stealth_is_cover: true }
    SAVES "W40K-SAVE" "saves of a batch are sorted, and its mortal wounds come at its end" { batches: Batches::Identical }
    ORDER "W40K-MODIFIER-ORDER" "what is added is divided too" { order: Rounding::UpAfterAdding }
    LIMITS "W40K-CHAR-LIMITS" "BS and WS are 6+ at worst" { worst_skill: eleventh::EDITION.worst_skill }
    CAP "W40K-ROLL-MODIFIERS" "saves improve without limit" { saves_are_capped: false }
    HAZARD "W40K-HAZARDOUS" "1 and 2 fail; the unit is hurt" { hazard: HazardRule::Unit }
    OVERWATCH "W40K-OVERWATCH" "a 6 is not a critical hit, and none is re-rolled" {
        overwatch_is_critical: false,
        unseen_hits_are_final: true
    }
    LETHAL "W40K-LETHAL-HITS" "Lethal Hits may be declined" {
        lethal_is_optional: true,
        rulings: eleventh::EDITION.rulings
    }
    REDUCED "W40K-DEVASTATING" "nothing reduces the mortal wounds of Devastating Wounds" {
        rulings: eleventh::EDITION.rulings
    }
    ABILITIES "W40K-ABILITY-STACKING" "weapon abilities: Indirect Fire, Psychic, Heavy" {
        language: eleventh::EDITION.language
    }
    HALF "W40K-STRENGTH-LEVELS" "half strength counts as below half" { half_is_below_half: true }
}
