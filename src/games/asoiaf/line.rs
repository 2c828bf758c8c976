//! A combat unit in one line (ASOIAF-PROFILE).

use super::keys::KEYS;
use crate::profile::line::{Form, LineGrammar, LinePart, LineWord};

pub(super) const LINE: LineGrammar = LineGrammar {
    game: "asoiaf",
    prefix: "asoiaf",
    keys: KEYS,
    example: "asoiaf: melee 4+ 7/5/3 [Sundering]; infantry D4+ M6+ S5",
    weapon: LinePart {
        name: "an attack",
        list: "attack",
        words: &[
            LineWord::new("", Form::Count, "12x"),
            LineWord::new("name", Form::Name, "\"Lances\""),
            LineWord::new("type", Form::Choice, "melee"),
            LineWord::new("hit", Form::Bare, "4+"),
            LineWord::new("dice", Form::Numbers, "7/5/3"),
            LineWord::new("abilities", Form::Brackets, "[Sundering, Vicious]"),
        ],
    },
    unit: LinePart {
        name: "the unit",
        list: "",
        words: &[
            LineWord::new("models", Form::Count, "12x"),
            LineWord::new("tray", Form::Choice, "infantry"),
            LineWord::new("defense", Form::Front(&["D", "defense", "defence"]), "D4+"),
            LineWord::new("morale", Form::Front(&["M", "morale"]), "M6+"),
            LineWord::new("speed", Form::Front(&["S", "speed"]), "S5"),
            LineWord::new("wounds-per-model", Form::Front(&["W", "wounds"]), "W1"),
            LineWord::new("ranks", Form::Front(&["ranks"]), "ranks 2"),
            LineWord::new("points", Form::Behind(&["pts", "points"]), "5pts"),
            LineWord::new("keywords", Form::Front(&["keywords"]), "keywords [CAVALRY]"),
            LineWord::new("abilities", Form::Brackets, "[Set for Charge]"),
        ],
    },
};
