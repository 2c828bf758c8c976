//! A unit of Age of Sigmar in one line (AOS-4.0).

use super::keys::KEYS;
use crate::profile::line::{Form, LineGrammar, LinePart, LineWord, Slashed};

pub(super) const LINE: LineGrammar = LineGrammar {
    game: "age-of-sigmar",
    prefix: "aos",
    keys: KEYS,
    example: "aos: 10x 2A 3+/4+/-1/D3 [Crit (Mortal)]; H2 4+ ward 6+",
    weapon: LinePart {
        name: "a weapon",
        list: "weapon",
        words: &[
            LineWord::new("count", Form::Count, "4x"),
            LineWord::new("name", Form::Name, "\"Great axe\""),
            LineWord::new("range", Form::Behind(&["\"", "in", "inches"]), "18\""),
            LineWord::new("attacks", Form::Behind(&["A", "attacks"]), "2A"),
            LineWord::new(
                "",
                Form::Slashes(&[
                    Slashed::of("hit"),
                    Slashed::of("wound"),
                    Slashed::minus("rend"),
                    Slashed::of("damage"),
                ]),
                "3+/4+/-1/D3",
            ),
            LineWord::new("abilities", Form::Brackets, "[Crit (Mortal), Companion]"),
            LineWord::new("champions", Form::Front(&["champions"]), "champions 1"),
            LineWord::new("one-of", Form::Front(&["one of"]), "one of \"axe or spear\""),
        ],
    },
    unit: LinePart {
        name: "the unit",
        list: "",
        words: &[
            LineWord::new("models", Form::Count, "10x"),
            LineWord::new("health", Form::Front(&["H", "health"]), "H2"),
            LineWord::new("save", Form::Bare, "4+"),
            LineWord::new("ward", Form::Front(&["ward"]), "ward 6+"),
            LineWord::new("move", Form::Front(&["M", "move"]), "M5\""),
            LineWord::new("control", Form::Front(&["C", "control"]), "C1"),
            LineWord::new("points", Form::Behind(&["pts", "points"]), "100pts"),
            LineWord::new("keywords", Form::Front(&["keywords"]), "keywords [INFANTRY, CHAMPION]"),
            LineWord::new("abilities", Form::Brackets, "[Strike-first]"),
        ],
    },
};
