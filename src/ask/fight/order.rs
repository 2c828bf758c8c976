//! Who strikes first: the rules of each game.

use crate::games::{Game, Phase};
use crate::profile::{Document, Value};
use crate::words::same;

/// When a unit strikes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Turn {
    /// Before others.
    First,
    /// In its turn.
    Normal,
    /// After others.
    Last,
}

/// When a unit strikes by the abilities of its profile (AOS-19.0, W40K-FIGHTS-FIRST). Both at once cancel each other.
pub(super) fn turn(game: &Game, unit: &Document) -> Turn {
    let has = |ability: &str| match unit.table.get("abilities").map(|node| &node.value) {
        Some(Value::List(list)) => {
            list.iter().any(|node| matches!(&node.value, Value::Text(text) if same(text, ability)))
        }
        _ => false,
    };
    let (first, last) = match game.id {
        "age-of-sigmar" => (has("Strike-first"), has("Strike-last")),
        _ => (has("Fights First"), false),
    };
    match (first, last) {
        (true, false) => Turn::First,
        (false, true) => Turn::Last,
        _ => Turn::Normal,
    }
}

/// Who attacks in a round, in order. `active` is the side whose turn it is, `charged` the one that charged in it.
///
/// * Age of Sigmar: Strike-first, the others, Strike-last; of equals the side whose turn it is (AOS-13.1, AOS-19.0).
/// * Warhammer 40,000: Fights First and who charged, then the others; of equals the side whose turn it is not
///   (W40K-FIGHTS-FIRST); in its 11th edition the side whose turn it is.
/// * Shooting: only the side whose turn it is.
/// * The other games: one activation each, the side whose turn it is first.
pub(super) fn order(game: &Game, phase: Phase, turns: [Turn; 2], active: usize, charged: Option<usize>) -> Vec<usize> {
    let other = 1 - active;
    let in_turn = |first: usize| {
        let turn = |side: usize| {
            let charges = game.id != "age-of-sigmar" && charged == Some(side);
            if charges { Turn::First } else { turns[side] }
        };
        if turn(1 - first) < turn(first) { vec![1 - first, first] } else { vec![first, 1 - first] }
    };
    match (game.id, phase) {
        ("asoiaf" | "warcry", _) => vec![active, other],
        (_, Phase::Shooting) => vec![active],
        ("warhammer-40k", Phase::Combat) => in_turn(other),
        _ => in_turn(active),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(game: &str, turns: [Turn; 2], active: usize, charged: Option<usize>) -> Vec<usize> {
        order(crate::games::find(game).expect("built in"), Phase::Combat, turns, active, charged)
    }

    #[test]
    fn aos_19_0_strike_first_then_the_others_then_strike_last() {
        use Turn::{First, Last, Normal};
        for (turns, first_in_own_turn, first_in_the_other) in [
            ([Normal, Normal], 0, 1),
            ([First, First], 0, 1),
            ([Last, Last], 0, 1),
            ([Normal, First], 1, 1),
            ([First, Normal], 0, 0),
            ([Last, Normal], 1, 1),
            ([First, Last], 0, 0),
        ] {
            assert_eq!(of("age-of-sigmar", turns, 0, Some(0))[0], first_in_own_turn, "{turns:?}");
            assert_eq!(of("age-of-sigmar", turns, 1, None)[0], first_in_the_other, "{turns:?}");
        }
    }

    #[test]
    fn w40k_fights_first_chargers_then_whose_turn_it_is_not() {
        use Turn::{First, Normal};
        assert_eq!(of("warhammer-40k", [Normal, Normal], 0, Some(0)), [0, 1]);
        assert_eq!(of("warhammer-40k", [Normal, First], 0, Some(0)), [1, 0]);
        assert_eq!(of("warhammer-40k", [Normal, Normal], 0, None), [1, 0]);
        assert_eq!(of("warhammer-40k", [Normal, Normal], 1, None), [0, 1]);
        assert_eq!(of("warhammer-40k", [First, Normal], 0, None), [0, 1]);
    }
}
