//! A fighter in one line (WARCRY-WEAPON).

use super::keys::KEYS;
use crate::profile::line::{LineGrammar, LinePart, LineWord, WordForm};

pub(super) const LINE: LineGrammar = LineGrammar {
    game: "warcry",
    prefix: "warcry",
    keys: KEYS,
    example: "warcry: 1\" 4A S4 2/5; T4 W12 M5 [HERO]",
    is_effect: |text| super::fighter::LANGUAGE.is_effect(text),
    is_asked: |text| super::fighter::LANGUAGE.is_asked(text),
    weapon: LinePart {
        name: "a weapon",
        list: "weapon",
        words: &[
            LineWord::new("name", WordForm::Name, "\"Cleaver\""),
            LineWord::new("range", WordForm::Behind(&["\"", "in", "inches"]), "3-8\""),
            LineWord::new("attacks", WordForm::Behind(&["A", "attacks", "dice"]), "4A"),
            LineWord::new("attacks", WordForm::Front(&["A", "attacks"]), "A4"),
            LineWord::new("strength", WordForm::Front(&["S", "strength"]), "S4"),
            LineWord::new("damage", WordForm::Numbers, "2/5"),
        ],
    },
    unit: LinePart {
        name: "the fighter",
        list: "",
        words: &[
            LineWord::new("toughness", WordForm::Front(&["T", "toughness"]), "T4"),
            LineWord::new("wounds", WordForm::Front(&["W", "wounds"]), "W12"),
            LineWord::new("move", WordForm::Front(&["M", "move"]), "M5"),
            LineWord::new("points", WordForm::Behind(&["pts", "points"]), "120pts"),
            LineWord::new("runemarks", WordForm::Brackets, "[HERO, FLY]"),
        ],
    },
};
