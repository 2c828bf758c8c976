//! A unit of Warhammer 40,000 in one line (W40K-PROFILE).

use super::keys::KEYS;
use crate::profile::ProfileKey;
use crate::profile::line::{LineGrammar, LinePart, LineWord, Slashed, WordForm};

pub(super) const LINE: LineGrammar = line(
    "warhammer-40k",
    "40k",
    KEYS,
    "40k: 5x 24\" 2A 3+/4/-1/D3 [Rapid Fire 1]; T4 W2 3+ 5++",
    [|text| super::EDITION.language.is_effect(text), |text| super::EDITION.language.is_asked(text)],
);

/// The line of an edition: the words are the same, the keys may differ.
pub(in crate::games) const fn line(
    game: &'static str,
    prefix: &'static str,
    keys: &'static [ProfileKey],
    example: &'static str,
    [is_effect, is_asked]: [fn(&str) -> bool; 2],
) -> LineGrammar {
    LineGrammar { game, prefix, keys, example, weapon: WEAPON, unit: UNIT, is_effect, is_asked }
}

const WEAPON: LinePart = LinePart {
    name: "a weapon",
    list: "weapon",
    words: &[
        LineWord::new("count", WordForm::Count, "4x"),
        LineWord::new("name", WordForm::Name, "\"Bolt rifle\""),
        LineWord::new("range", WordForm::Behind(&["\"", "in", "inches"]), "24\""),
        LineWord::new("attacks", WordForm::Behind(&["A", "attacks", "shots"]), "2A"),
        LineWord::new(
            "",
            WordForm::Slashes(&[
                Slashed::of("skill"),
                Slashed::of("strength"),
                Slashed::of("ap"),
                Slashed::of("damage"),
            ]),
            "3+/4/-1/D3",
        ),
        LineWord::new("attacks", WordForm::Front(&["A", "attacks"]), "A2"),
        LineWord::new("skill", WordForm::Front(&["BS", "WS", "skill"]), "BS3+"),
        LineWord::new("strength", WordForm::Front(&["S", "strength"]), "S4"),
        LineWord::new("ap", WordForm::Front(&["AP"]), "AP-1"),
        LineWord::new("damage", WordForm::Front(&["D", "damage"]), "D1"),
        LineWord::new("abilities", WordForm::Brackets, "[Rapid Fire 1, Heavy]"),
        LineWord::new("carried-by", WordForm::Front(&["carried by"]), "carried by \"Sergeant\""),
        LineWord::new("one-of", WordForm::Front(&["one of"]), "one of \"plasma\""),
    ],
};

const UNIT: LinePart = LinePart {
    name: "a group of models",
    list: "model",
    words: &[
        LineWord::new("count", WordForm::Count, "5x"),
        LineWord::new("name", WordForm::Name, "\"Trooper\""),
        LineWord::new("toughness", WordForm::Front(&["T", "toughness"]), "T4"),
        LineWord::new("wounds", WordForm::Front(&["W", "wounds"]), "W2"),
        LineWord::new("wounds", WordForm::Behind(&["W", "wounds"]), "2W"),
        LineWord::new("save", WordForm::Bare, "3+"),
        LineWord::new("save", WordForm::Front(&["Sv", "save"]), "Sv3+"),
        LineWord::new("save", WordForm::Behind(&["save", "sv"]), "3+ save"),
        LineWord::new("feel-no-pain", WordForm::Behind(&["+++"]), "6+++"),
        LineWord::new("invulnerable", WordForm::Behind(&["++"]), "5++"),
        LineWord::new("invulnerable", WordForm::Front(&["invulnerable save", "invulnerable"]), "invulnerable 5+"),
        LineWord::new("feel-no-pain", WordForm::Front(&["feel no pain", "fnp"]), "feel no pain 6+"),
        LineWord::new("objective-control", WordForm::Front(&["OC", "objective control"]), "OC2"),
        LineWord::new("role", WordForm::Choice, "character"),
        LineWord::new("leadership", WordForm::Front(&["Ld", "leadership"]), "Ld6+").of_unit(),
        LineWord::new("move", WordForm::Front(&["M", "move"]), "M6\"").of_unit(),
        LineWord::new("points", WordForm::Behind(&["pts", "points"]), "100pts").of_unit(),
        LineWord::new("keywords", WordForm::Front(&["keywords"]), "keywords [INFANTRY]").of_unit(),
        LineWord::new("abilities", WordForm::Brackets, "[Stealth]").of_unit(),
    ],
};
