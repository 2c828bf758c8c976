//! A combat unit in one line (ASOIAF-PROFILE).

use super::keys::KEYS;
use crate::profile::line::{LineGrammar, LinePart, LineWord, WordForm};

pub(super) const LINE: LineGrammar = LineGrammar {
    game: "asoiaf",
    prefix: "asoiaf",
    keys: KEYS,
    example: "asoiaf: melee 4+ 7/5/3 [Sundering]; infantry D4+ M6+ S5",
    is_effect: |text| super::unit::LANGUAGE.is_effect(text),
    is_asked: |text| super::unit::LANGUAGE.is_asked(text),
    weapon: LinePart {
        name: "an attack",
        list: "attack",
        words: &[
            LineWord::new("", WordForm::Count, "12x"),
            LineWord::new("name", WordForm::Name, "\"Lances\""),
            LineWord::new("type", WordForm::Choice, "melee"),
            LineWord::new("hit", WordForm::Bare, "4+"),
            LineWord::new("dice", WordForm::Numbers, "7/5/3"),
            LineWord::new("abilities", WordForm::Brackets, "[Sundering, Vicious]"),
        ],
    },
    unit: LinePart {
        name: "the unit",
        list: "",
        words: &[
            LineWord::new("models", WordForm::Count, "12x"),
            LineWord::new("tray", WordForm::Choice, "infantry"),
            LineWord::new("defense", WordForm::Front(&["D", "defense", "defence"]), "D4+"),
            LineWord::new("morale", WordForm::Front(&["M", "morale"]), "M6+"),
            LineWord::new("speed", WordForm::Front(&["S", "speed"]), "S5"),
            LineWord::new("wounds-per-model", WordForm::Front(&["W", "wounds"]), "W1"),
            LineWord::new("ranks", WordForm::Front(&["ranks"]), "ranks 2"),
            LineWord::new("points", WordForm::Behind(&["pts", "points"]), "5pts"),
            LineWord::new("keywords", WordForm::Front(&["keywords"]), "keywords [CAVALRY]"),
            LineWord::new("abilities", WordForm::Brackets, "[Set for Charge]"),
        ],
    },
};
