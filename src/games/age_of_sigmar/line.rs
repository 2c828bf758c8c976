//! A unit of Age of Sigmar in one line (AOS-4.0).

use super::keys::KEYS;
use crate::profile::line::{LineGrammar, LinePart, LineWord, Slashed, WordForm};

pub(super) const LINE: LineGrammar = LineGrammar {
    game: "age-of-sigmar",
    prefix: "aos",
    keys: KEYS,
    example: "aos: 10x 2A 3+/4+/-1/D3 [Crit (Mortal)]; H2 4+ ward 6+",
    is_effect: |text| super::unit::LANGUAGE.is_effect(text),
    is_asked: |text| super::unit::LANGUAGE.is_asked(text),
    weapon: LinePart {
        name: "a weapon",
        list: "weapon",
        words: &[
            LineWord::new("count", WordForm::Count, "4x"),
            LineWord::new("name", WordForm::Name, "\"Great axe\""),
            LineWord::new("range", WordForm::Behind(&["\"", "in", "inches"]), "18\""),
            LineWord::new("attacks", WordForm::Behind(&["A", "attacks", "shots"]), "2A"),
            LineWord::new(
                "",
                WordForm::Slashes(&[
                    Slashed::of("hit"),
                    Slashed::of("wound"),
                    Slashed::minus("rend"),
                    Slashed::of("damage"),
                ]),
                "3+/4+/-1/D3",
            ),
            LineWord::new("attacks", WordForm::Front(&["A", "attacks"]), "A2"),
            LineWord::new("hit", WordForm::Front(&["hit", "hits", "to hit"]), "hit 3+"),
            LineWord::new("wound", WordForm::Front(&["wound", "wounds", "to wound"]), "wound 4+"),
            LineWord::new("rend", WordForm::Front(&["rend"]), "rend 1"),
            LineWord::new("damage", WordForm::Front(&["damage", "dmg"]), "damage 1"),
            LineWord::new("abilities", WordForm::Brackets, "[Crit (Mortal), Companion]"),
            LineWord::new("champions", WordForm::Front(&["champions"]), "champions 1"),
            LineWord::new("one-of", WordForm::Front(&["one of"]), "one of \"axe or spear\""),
        ],
    },
    unit: LinePart {
        name: "the unit",
        list: "",
        words: &[
            LineWord::new("models", WordForm::Count, "10x"),
            LineWord::new("health", WordForm::Front(&["H", "health"]), "H2"),
            LineWord::new("health", WordForm::Front(&["W"]), "W2"),
            LineWord::new("save", WordForm::Bare, "4+"),
            LineWord::new("save", WordForm::Front(&["Sv", "save"]), "save 4+"),
            LineWord::new("save", WordForm::Behind(&["save"]), "4+ save"),
            LineWord::new("ward", WordForm::Front(&["ward"]), "ward 6+"),
            LineWord::new("move", WordForm::Front(&["M", "move"]), "M5\""),
            LineWord::new("control", WordForm::Front(&["C", "control"]), "C1"),
            LineWord::new("points", WordForm::Behind(&["pts", "points"]), "100pts"),
            LineWord::new("keywords", WordForm::Front(&["keywords"]), "keywords [INFANTRY, CHAMPION]"),
            LineWord::new("abilities", WordForm::Brackets, "[Strike-first]"),
        ],
    },
};
