//! `schema`: every profile that is built in follows its game's schema, and what is wrong does not. Answers: `answers.rs`.

use std::fs;
use std::path::Path;

use regex::Regex;
use serde_json::Value;

use super::warodds;

pub(super) fn schema(game: &str) -> Value {
    let written = warodds().args(["schema", game]).assert().success();
    serde_json::from_slice(&written.get_output().stdout).expect("JSON")
}

/// A profile as an editor sees it.
fn value(text: &str) -> Value {
    let table: toml::Table = text.parse().expect("TOML");
    serde_json::to_value(table).expect("values")
}

/// What a JSON Schema says against a value, as far as these schemas go. A word that is not known here is one that no test
/// covers.
struct Check<'s> {
    /// The whole schema, in which references are looked up.
    whole: &'s Value,
    told: Vec<String>,
}

impl<'s> Check<'s> {
    /// What is wrong with a value.
    fn of(schema: &'s Value, value: &Value) -> Vec<String> {
        let mut check = Self { whole: schema, told: Vec::new() };
        check.wrong(schema, value, "");
        check.told
    }

    fn fits(&self, schema: &'s Value, value: &Value) -> bool {
        let mut check = Self { whole: self.whole, told: Vec::new() };
        check.wrong(schema, value, "");
        check.told.is_empty()
    }

    fn meant(&self, reference: &Value) -> &'s Value {
        let path = reference.as_str().and_then(|path| path.strip_prefix('#')).expect("a place in the schema");
        self.whole.pointer(path).unwrap_or_else(|| panic!("{path} is not there"))
    }

    /// Whether a schema, or one that it refers to, says what a key holds.
    fn knows(&self, schema: &'s Value, key: &str) -> bool {
        let parts = schema.get("allOf").and_then(Value::as_array).into_iter().flatten();
        schema.get("properties").is_some_and(|known| known.get(key).is_some())
            || schema.get("$ref").is_some_and(|part| self.knows(self.meant(part), key))
            || parts.into_iter().any(|part| self.knows(part, key))
    }

    fn wrong(&mut self, schema: &'s Value, value: &Value, path: &str) {
        let object = schema.as_object().expect("a schema");
        for (word, wanted) in object {
            if !self.word(word, wanted, value, path) {
                self.told.push(format!("{path}: {word}"));
            }
        }
        for (key, inner) in value.as_object().into_iter().flatten() {
            let place = format!("{path}.{key}");
            let patterns = object.get("patternProperties").and_then(Value::as_object).into_iter().flatten();
            let fits = |pattern: &str| Regex::new(pattern).expect("a pattern").is_match(key);
            let of_pattern = patterns.filter(|(pattern, _)| fits(pattern)).map(|(_, schema)| schema).next();
            match object.get("properties").and_then(|known| known.get(key)).or(of_pattern) {
                Some(schema) => self.wrong(schema, inner, &place),
                None => match object.get("additionalProperties") {
                    Some(Value::Bool(false)) => self.told.push(format!("{place}: unknown")),
                    Some(schema) => self.wrong(schema, inner, &place),
                    None => {}
                },
            }
            if object.get("unevaluatedProperties") == Some(&Value::Bool(false)) && !self.knows(schema, key) {
                self.told.push(format!("{place}: unknown"));
            }
        }
        for (place, item) in value.as_array().into_iter().flatten().enumerate() {
            if let Some(schema) = object.get("items") {
                self.wrong(schema, item, &format!("{path}[{place}]"));
            }
        }
    }

    /// Whether a value is as one word of a schema wants it; what is inside objects and lists is looked at elsewhere.
    fn word(&mut self, word: &str, wanted: &'s Value, value: &Value, path: &str) -> bool {
        let whole = || wanted.as_u64().expect("a whole number");
        let number = || wanted.as_f64().expect("a number");
        match word {
            "$schema"
            | "$defs"
            | "title"
            | "description"
            | "properties"
            | "patternProperties"
            | "additionalProperties"
            | "unevaluatedProperties"
            | "items" => true,
            "$ref" => {
                self.wrong(self.meant(wanted), value, path);
                true
            }
            "allOf" => {
                wanted.as_array().expect("schemas").iter().for_each(|one| self.wrong(one, value, path));
                true
            }
            "anyOf" => wanted.as_array().expect("schemas").iter().any(|one| self.fits(one, value)),
            "type" => match wanted.as_str().expect("a type") {
                "string" => value.is_string(),
                "integer" => value.is_i64() || value.is_u64(),
                "number" => value.is_number(),
                "boolean" => value.is_boolean(),
                "array" => value.is_array(),
                "object" => value.is_object(),
                "null" => value.is_null(),
                other => panic!("type {other}"),
            },
            "const" => wanted == value,
            "enum" => wanted.as_array().expect("a list").contains(value),
            "minimum" => value.as_f64().is_none_or(|n| n >= number()),
            "maximum" => value.as_f64().is_none_or(|n| n <= number()),
            "minLength" => value.as_str().is_none_or(|text| text.len() as u64 >= whole()),
            "minItems" => value.as_array().is_none_or(|all| all.len() as u64 >= whole()),
            "maxItems" => value.as_array().is_none_or(|all| all.len() as u64 <= whole()),
            "minProperties" => value.as_object().is_none_or(|all| all.len() as u64 >= whole()),
            "maxProperties" => value.as_object().is_none_or(|all| all.len() as u64 <= whole()),
            "pattern" => {
                let pattern = Regex::new(wanted.as_str().expect("a pattern")).expect("a pattern");
                value.as_str().is_none_or(|text| pattern.is_match(text))
            }
            "required" => value.as_object().is_none_or(|object| {
                wanted.as_array().expect("keys").iter().all(|key| object.contains_key(key.as_str().expect("a key")))
            }),
            other => panic!("`{other}` is not known"),
        }
    }
}

fn told(schema: &Value, text: &str) -> Vec<String> {
    Check::of(schema, &value(text))
}

/// What is wrong with an answer, by the schema of its command.
pub(super) fn wrong_answer(schema: &Value, answer: &Value) -> Vec<String> {
    let words: Vec<&str> = answer["command"].as_str().expect("a command").split(' ').collect();
    let others = ["editions", "versus"].into_iter().find(|name| answer.get(*name).is_some());
    let of_list = answer.get("changes").map(|_| "advise-list");
    let of_list = of_list.or(answer.get("lists").map(|_| "compare-lists"));
    let name = others.or(of_list).unwrap_or(words[1]);
    let mut check = Check { whole: schema, told: Vec::new() };
    check.wrong(&schema["$defs"][name], answer, "");
    // As one of all answers it is told no better than that it is none.
    assert_eq!(check.told.is_empty(), is_answer(schema, answer), "{words:?}");
    check.told
}

/// Whether a value is an answer at all.
pub(super) fn is_answer(schema: &Value, value: &Value) -> bool {
    Check::of(schema, value).is_empty()
}

#[test]
fn every_profile_that_is_built_in_follows_its_schema() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("profiles");
    let mut read = 0;
    for game in fs::read_dir(folder).expect("games").map(|entry| entry.expect("a folder").path()) {
        let schema = schema(&game.file_name().expect("a name").to_string_lossy());
        for path in fs::read_dir(&game).expect("profiles").map(|entry| entry.expect("a file").path()) {
            if path.extension().is_some_and(|ending| ending == "toml") {
                let told = told(&schema, &fs::read_to_string(&path).expect("text"));
                assert!(told.is_empty(), "{}: {told:?}", path.display());
                read += 1;
            }
        }
    }
    assert!(read > 100, "only {read} profiles");
}

/// A right profile of each game, and slips: what stands there, and what takes its place. The schema has to see each one.
const SLIPS: &[(&str, &str, &[(&str, &str)])] = &[
    (
        "age-of-sigmar",
        "game = \"age-of-sigmar\"\nname = \"A\"\nmodels = 5\nhealth = 2\nsave = \"4+\"\nward = \"6+\"\nkeywords = [\"HERO\"]\n\
         [[weapon]]\nname = \"W\"\nrange = 12\nattacks = \"2D6\"\nhit = \"3+\"\nwound = \"3+\"\nrend = 1\ndamage = \"D3\"\nabilities = [\"Crit (Mortal)\"]\n\
         [[ability]]\nname = \"B\"\nwhen = [\"charged\"]\neffects = [\"+1 attacks\"]\noptional = true\n",
        &[
            ("game = \"age-of-sigmar\"", "game = \"sigma\""),
            ("name = \"A\"", "name = \"\""),
            ("models = 5", "models = 0"),
            ("models = 5", "models = \"5\""),
            ("health = 2", "helth = 2"),
            ("health = 2\n", ""),
            ("save = \"4+\"", "save = 4"),
            ("save = \"4+\"", "save = \"4\""),
            ("save = \"4+\"", "save = \"1+\""),
            ("ward = \"6+\"", "ward = true"),
            ("keywords = [\"HERO\"]", "keywords = \"HERO\""),
            ("keywords = [\"HERO\"]", "keywords = [1]"),
            ("attacks = \"2D6\"", "attacks = \"2D8\""),
            ("hit = \"3+\"", "hit = 3"),
            ("rend = 1", "rend = -1"),
            ("damage = \"D3\"", "damage = \"three\""),
            ("range = 12", "range = 0"),
            ("optional = true", "optional = \"yes\""),
            ("effects = [\"+1 attacks\"]\n", ""),
        ],
    ),
    (
        "warhammer-40k",
        "game = \"warhammer-40k\"\nname = \"A\"\nleadership = \"6+\"\n\
         [[model]]\nname = \"M\"\ncount = 5\ntoughness = 4\nsave = \"3+\"\nwounds = 2\ninvulnerable = \"5+\"\n\
         [[weapon]]\nname = \"W\"\nattacks = 2\nskill = \"3+\"\nstrength = 4\nap = -1\ndamage = 1\n",
        &[
            ("[[model]]", "[[models]]"),
            ("count = 5\n", ""),
            ("toughness = 4", "toughness = \"4\""),
            ("toughness = 4", "toughness = 41"),
            ("invulnerable = \"5+\"", "invulnerable = \"5++\""),
            ("wounds = 2", "wounds = 0"),
            ("ap = -1", "ap = 1"),
            ("ap = -1", "ap = \"-1\""),
            ("strength = 4", "strength = [4]"),
            ("leadership = \"6+\"", "leadership = 6"),
            ("damage = 1", "damage = -1"),
        ],
    ),
    (
        "asoiaf",
        "game = \"asoiaf\"\nname = \"A\"\ntray = \"infantry\"\ndefense = \"4+\"\nmorale = \"6+\"\n\
         [[attack]]\nname = \"W\"\ntype = \"melee\"\nhit = \"4+\"\ndice = [7, 5, 3]\n",
        &[
            ("defense = \"4+\"", "defense = 4"),
            ("morale = \"6+\"", "morale = \"13+\""),
            ("dice = [7, 5, 3]", "dice = 7"),
            ("dice = [7, 5, 3]", "dice = [7, 5, 3, 1]"),
            ("dice = [7, 5, 3]", "dice = []"),
            ("tray = \"infantry\"\n", ""),
        ],
    ),
    (
        "warcry",
        "game = \"warcry\"\nname = \"A\"\ntoughness = 4\nwounds = 10\n\
         [[weapon]]\nname = \"W\"\nrange = [3, 8]\nattacks = 4\nstrength = 4\ndamage = [2, 4]\n",
        &[
            ("damage = [2, 4]", "damage = 2"),
            ("damage = [2, 4]", "damage = [2]"),
            ("range = [3, 8]", "range = [3, 8, 9]"),
            ("range = [3, 8]", "range = \"8\""),
            ("attacks = 4", "attacks = \"D6\""),
            ("wounds = 10", "wounds = 0"),
            ("toughness = 4\n", "toughness = 4\nsave = \"4+\"\n"),
        ],
    ),
];

#[test]
fn a_schema_sees_what_is_wrong() {
    let mut seen = 0;
    for (game, right, slips) in SLIPS {
        let schema = schema(game);
        assert_eq!(told(&schema, right), Vec::<String>::new(), "{game}");
        for (there, slip) in *slips {
            assert!(right.contains(there), "{there}");
            assert!(!told(&schema, &right.replacen(there, slip, 1)).is_empty(), "{game}: {slip}");
            seen += 1;
        }
    }
    assert!(seen >= 40, "{seen} slips");
}
