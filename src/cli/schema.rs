//! `schema`: a JSON Schema of a game's profiles, from the same table of keys that reads them, or of all answers.

use serde_json::{Map, Value, json};

use super::args::SchemaArgs;
use super::exit::Stop;
use super::games::game_named;
use super::output::answer;
use crate::ask::ANSWERS;
use crate::dice::Amount;
use crate::games::editions::title_of;
use crate::profile::{Holds, Presence, ProfileKey, SHORT_GAMES};
use crate::report::pretty;
use crate::words::same;

pub(super) fn schema(args: &SchemaArgs) -> Result<(), Stop> {
    if same(&args.game, "result") {
        return answer(ANSWERS.as_bytes());
    }
    let game = game_named(&args.game).map_err(|error| error.hint("`warodds schema result`: the answers".to_owned()))?;
    let mut schema = Map::new();
    schema.insert("$schema".into(), "http://json-schema.org/draft-04/schema#".into());
    schema.insert("title".into(), format!("warodds: a unit of {}", title_of(game)).into());
    schema.extend(table(game.keys));
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        let short = SHORT_GAMES.iter().filter(|(_, id)| *id == game.id).map(|(short, _)| *short);
        let names: Vec<&str> = std::iter::once(game.id).chain(short).collect();
        properties.insert("game".into(), json!({"enum": names, "description": "the game"}));
    }
    answer(pretty(&Value::Object(schema)).as_bytes())
}

/// A table with these keys and no other.
fn table(keys: &[ProfileKey]) -> Map<String, Value> {
    let written =
        keys.iter().filter(|key| matches!(key.need, Presence::Required | Presence::Optional(_) | Presence::Program));
    let property = |key: &ProfileKey| {
        let mut property = holds(&key.holds);
        let left_out =
            if let Presence::Optional(what) = key.need { format!("; left out: {what}") } else { String::new() };
        property.insert("description".into(), format!("{}{left_out}", key.short).into());
        (key.name.to_owned(), Value::Object(property))
    };
    let required: Vec<&str> = keys.iter().filter(|key| key.need == Presence::Required).map(|key| key.name).collect();
    let mut table = Map::new();
    table.insert("type".into(), "object".into());
    table.insert("properties".into(), Value::Object(written.map(property).collect()));
    if !required.is_empty() {
        table.insert("required".into(), required.into());
    }
    table.insert("additionalProperties".into(), false.into());
    table
}

fn object(value: Value) -> Map<String, Value> {
    if let Value::Object(object) = value { object } else { Map::new() }
}

/// What a key holds.
fn holds(holds: &Holds) -> Map<String, Value> {
    object(match holds {
        Holds::Text => json!({"type": "string", "minLength": 1}),
        // Case and spaces do not matter to the program; an editor offers the words as they are written here.
        Holds::Word(words) => json!({"anyOf": [{"enum": words}, {"type": "string"}]}),
        Holds::Whole(least, most) => json!({"type": "integer", "minimum": least, "maximum": most}),
        Holds::Limited(least, most, _) => json!({"type": "integer", "minimum": least, "maximum": most}),
        Holds::Flag => json!({"type": "boolean"}),
        Holds::Amount => json!({"anyOf": [
            {"type": "integer", "minimum": 0, "maximum": Amount::MAX_PLUS},
            {"type": "string", "pattern": r"^\s*([0-9]*\s*[dD]\s*[36]\s*(\+\s*[0-9]+)?|[0-9]+)\s*$"},
        ]}),
        Holds::Target(most) => {
            let numbers: Vec<String> = (2..=*most).map(|n| n.to_string()).collect();
            json!({"type": "string", "pattern": format!(r"^\s*(-|({})\s*\+)\s*$", numbers.join("|"))})
        }
        Holds::Texts => json!({"type": "array", "items": {"type": "string"}}),
        Holds::Wholes(low, high, least, most) => json!({
            "type": "array", "minItems": least, "maxItems": most,
            "items": {"type": "integer", "minimum": low, "maximum": high},
        }),
        Holds::Either(one, other) => {
            return object(json!({"anyOf": [self::holds(one), self::holds(other)]}));
        }
        Holds::Tables(keys) => {
            return object(json!({"type": "array", "items": table(keys)}));
        }
    })
}
