//! Data sets that hold cards themselves, as JSON: warcry_data (a list of fighters, a list of abilities) and
//! asoiaf-tmg-data (units of a faction, an object of abilities). Units and abilities lie in files beside each other.

use serde_json::Value;

use super::card_values::{CardAbility, text, texts, whole};
use super::values::{clean, name};
use super::{ImportedUnit, Vocabulary, combat_unit, fighter};

/// Whose cards they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CardGame {
    Warcry,
    Asoiaf,
}

impl CardGame {
    pub(super) fn id(self) -> &'static str {
        match self {
            Self::Warcry => "warcry",
            Self::Asoiaf => "asoiaf",
        }
    }
}

/// What a file holds.
#[derive(Debug)]
pub(super) struct Cards {
    pub(super) game: CardGame,
    pub(super) units: Vec<Value>,
    pub(super) abilities: Vec<CardAbility>,
}

impl Cards {
    /// Reads JSON that was read already; `None` if it is neither data set.
    pub(super) fn of_json(value: &Value) -> Option<Self> {
        match value {
            Value::Array(members) => {
                let first = members.first()?;
                if first.get("toughness").is_some() && first.get("weapons").is_some() {
                    return Some(Self { game: CardGame::Warcry, units: members.clone(), abilities: Vec::new() });
                }
                let is_ability = first.get("cost").is_some() && first.get("description").is_some();
                let abilities = members.iter().map(of_warcry).collect();
                is_ability.then_some(Self { game: CardGame::Warcry, units: Vec::new(), abilities })
            }
            Value::Object(object) => {
                let is_unit = |unit: &Value| unit.get("statistics").is_some_and(|of| of.get("morale").is_some());
                if let Some(Value::Array(units)) = object.get("units") {
                    let units: Vec<Value> = units.iter().filter(|unit| is_unit(unit)).cloned().collect();
                    let cards = Self { game: CardGame::Asoiaf, units, abilities: Vec::new() };
                    return (!cards.units.is_empty()).then_some(cards);
                }
                let is_ability = |ability: &Value| ability.get("effect").is_some_and(Value::is_array);
                let all = !object.is_empty() && object.values().all(is_ability);
                let abilities = object.iter().map(|(name, ability)| of_asoiaf(name, ability)).collect();
                all.then_some(Self { game: CardGame::Asoiaf, units: Vec::new(), abilities })
            }
            _ => None,
        }
    }

    /// What the units have in common: a warband, a faction.
    pub(super) fn name(&self) -> String {
        let of = |unit| {
            clean(match self.game {
                CardGame::Warcry => text(unit, "warband"),
                CardGame::Asoiaf => text(&unit["statistics"], "faction"),
            })
        };
        let first = self.units.first().map(of).unwrap_or_default();
        let all = !first.is_empty() && self.units.iter().all(|unit| of(unit) == first);
        if all { name(&first) } else { self.game.id().to_owned() }
    }

    /// The name of a unit as its profile has it.
    pub(super) fn name_of(unit: &Value) -> String {
        let (first, second) = (name(text(unit, "name")), name(text(unit, "subname")));
        if second.is_empty() { first } else { format!("{first}, {second}") }
    }

    /// Reads a unit, with the abilities of all files of its game.
    pub(super) fn read(&self, unit: &Value, beside: &[&CardAbility], words: &dyn Vocabulary) -> ImportedUnit {
        let (called, statistics) = (Self::name_of(unit), &unit["statistics"]);
        let points = whole(unit, "points").or(whole(statistics, "cost"));
        let read = match self.game {
            CardGame::Warcry => fighter::read(unit, &called, points, beside, words),
            CardGame::Asoiaf => combat_unit::read(statistics, &called, points, beside, words),
        };
        read.unwrap_or_else(|why| ImportedUnit::refused(&called, points, why))
    }
}

fn of_warcry(value: &Value) -> CardAbility {
    CardAbility {
        name: name(text(value, "name")),
        warband: clean(text(value, "warband")),
        runemarks: texts(value, "runemarks").map(clean).collect(),
        kinds: vec![clean(text(value, "cost"))],
        lines: vec![clean(text(value, "description"))],
    }
}

fn of_asoiaf(called: &str, value: &Value) -> CardAbility {
    let trigger = value["trigger"].as_str().map(str::to_owned);
    CardAbility {
        name: name(called),
        warband: String::new(),
        runemarks: Vec::new(),
        kinds: texts(value, "icons").map(clean).collect(),
        lines: trigger.into_iter().chain(texts(value, "effect").map(clean)).collect(),
    }
}
