//! A fighter in one line (WARCRY-WEAPON).

use super::keys::KEYS;
use crate::profile::line::{Form, LineGrammar, LinePart, LineWord};

pub(super) const LINE: LineGrammar = LineGrammar {
    game: "warcry",
    prefix: "warcry",
    keys: KEYS,
    example: "warcry: 1\" 4A S4 2/5; T4 W12 M5 [HERO]",
    weapon: LinePart {
        name: "a weapon",
        list: "weapon",
        words: &[
            LineWord::new("name", Form::Name, "\"Cleaver\""),
            LineWord::new("range", Form::Behind(&["\"", "in", "inches"]), "3-8\""),
            LineWord::new("attacks", Form::Behind(&["A", "attacks"]), "4A"),
            LineWord::new("strength", Form::Front(&["S", "strength"]), "S4"),
            LineWord::new("damage", Form::Numbers, "2/5"),
        ],
    },
    unit: LinePart {
        name: "the fighter",
        list: "",
        words: &[
            LineWord::new("toughness", Form::Front(&["T", "toughness"]), "T4"),
            LineWord::new("wounds", Form::Front(&["W", "wounds"]), "W12"),
            LineWord::new("move", Form::Front(&["M", "move"]), "M5"),
            LineWord::new("points", Form::Behind(&["pts", "points"]), "120pts"),
            LineWord::new("runemarks", Form::Brackets, "[HERO, FLY]"),
        ],
    },
};
