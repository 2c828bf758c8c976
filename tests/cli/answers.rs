//! Answers as JSON: every one follows `warodds schema result`.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::schema::{is_answer, schema, wrong_answer};
use super::warodds;

/// Questions of every command: one and several phases, exact, sampled and both, refused cells, what is uncertain.
const ASKED: &[&[&str]] = &[
    &["attack", "liberators", "clawlord"],
    &["attack", "clawlord", "liberators", "--metric", "damage"],
    &["attack", "clawlord", "liberators", "--method", "both", "--trials", "500"],
    &["attack", "liberators", "clawlord", "--method", "sampled", "--trials", "500", "--seed", "7"],
    &["attack", "liberators", "clawlord", "--weapon", "each"],
    &["attack", "liberators", "clawlord", "--with", "charged @50%, AoA", "--set", "defender.save=4+"],
    &["attack", "liberators", "clawlord", "--mode", "core"],
    &["attack", "liberators", "clawlord", "--ruling", "save-cap=before-rend", "--then", "clanrats"],
    &["attack", "40k/intercessor-squad", "40k/termagants", "--phase", "shooting", "--against-edition", "11"],
    &["attack", "liberators", "clawlord", "--with", "charged", "--versus", "AoA"],
    &["attack", "liberators", "clawlord", "--with", "charged", "--versus-attacker", "10 liberators"],
    &["attack", "asoiaf/lannister-guardsmen", "asoiaf/umber-berserkers"],
    &["attack", "carrion-catcher", "leader"],
    &["compare", "liberators", "clawlord", "--into", "aos/typical", "--both-ways"],
    &["compare", "liberators", "freeguild-fusiliers", "--into", "clanrats", "--phase", "shooting", "--pmf"],
    &["compare", "liberators", "--into", "clanrats", "--method", "both", "--trials", "500"],
    &["sweep", "liberators", "clawlord", "--vary", "defender.save=2+..4+", "--vary", "with=nothing|+1 to hit"],
    &["sweep", "liberators", "clawlord", "--vary", "defender.save=3+,9+", "--pmf", "--metric", "points-destroyed"],
    &["sweep", "liberators", "clawlord", "--vary", "attacker.models=5,10", "--method", "sampled", "--trials", "500"],
    &["advise", "liberators", "clawlord", "--try", "all-out attack"],
    &["advise", "liberators", "clawlord", "--for", "defender", "--method", "sampled", "--trials", "500"],
    &["advise", "clawlord", "liberators"],
    &["fight", "liberators", "stormvermin", "--rounds", "2"],
    &[
        "fight", "liberators", "clawlord", "--method", "both", "--trials", "500", "--below-half", "either", "--losses",
        "even",
    ],
    &["fight", "liberators", "clawlord", "--method", "sampled", "--trials", "500", "--first", "B", "--no-charge"],
    &["plan", "liberators", "stormvermin", "--into", "clawlord", "clanrats", "--not", "liberators>clanrats"],
    &["plan", "liberators", "stormvermin", "--into", "clawlord", "clanrats", "--fixed", "--worth", "clanrats=10"],
    &["need", "liberators", "--into", "clawlord", "--destroyed", "50%"],
    &["need", "clanrats", "--into", "behemoth", "--destroyed", "90%", "--try", "+1 to wound"],
    &["threats", "liberators", "--from", "varanguard", "clanrats", "10 liberators"],
    &["advise", "liberators", "clanrats", "--into", "clawlord", "--from", "varanguard", "--points", "300"],
    &["advise", "--into", "clawlord", "typical", "--from", "liberators", "rat-ogors", "--points", "110"],
    &["build", "--from", "liberators", "varanguard", "--points", "500", "--into", "stormvermin", "typical"],
    &["compare", "--lists", "liberators", "varanguard", "--into", "clawlord", "typical"],
    &["compare", "liberators & stormvermin", "--into", "clawlord", "--try", "all-out attack", "--at-least", "5%"],
    &["odds", "age-of-sigmar", "charge", "distance=9"],
    &["odds", "2D6", "--at-least", "9"],
    &["odds", "age-of-sigmar", "charge-then-fight", "attacker=liberators", "defender=clawlord", "distance=7"],
];

/// The JSON of an answer; `None` where it is refused.
fn json(args: &[&str]) -> Option<Value> {
    let out = warodds().args(args).args(["--json", "-"]).output().expect("run");
    out.status
        .success()
        .then(|| serde_json::from_slice(&out.stdout).unwrap_or_else(|error| panic!("{args:?}: {error}")))
}

#[test]
fn every_answer_follows_the_schema_of_answers() {
    let schema = schema("result");
    for args in ASKED {
        let answer = json(args).unwrap_or_else(|| panic!("{args:?} is refused"));
        assert_eq!(wrong_answer(&schema, &answer), Vec::<String>::new(), "{args:?}");
    }
}

/// The plans that `build` prints can be made, and reach what was played out of the same attacks, or more.
#[test]
fn plans_of_a_list_that_was_built_can_be_made() {
    let built =
        json(&["build", "--from", "liberators", "varanguard", "--points", "500", "--into", "stormvermin", "clawlord"]);
    let built = built.expect("a list");
    for (enemy, wounds) in built["enemies"].as_array().expect("enemies").iter().zip([10.0, 7.0]) {
        let line = enemy["plan"].as_str().expect("a command");
        let words = words(line.strip_prefix("warodds ").expect("a command"));
        let planned = json(&words.iter().map(String::as_str).collect::<Vec<_>>()).expect("a plan");
        let [value, played] = [&planned["value"], &enemy["planned"]].map(|number| number.as_f64().expect("a number"));
        assert!(value >= wounds * played - 1e-9 && value <= wounds + 1e-9, "{line}: {value}, {played}");
    }
}

/// `--at-least` counts the targets whose chance in the same table is so large.
#[test]
fn targets_that_are_destroyed_often_enough_are_counted() {
    let args = ["compare", "liberators & stormvermin", "varanguard", "--into", "clawlord", "aos/horde", "stormvermin"];
    let args = [&args[..], &["--at-least", "60%"]].concat();
    let table = json(&args).expect("a table");
    let destroyed = |cell: &Value| cell["results"]["destroyed"].as_f64().expect("a chance");
    let cells = table["cells"].as_array().expect("cells");
    let count = |attacker: u64| {
        cells.iter().filter(|cell| cell["attacker"] == attacker && destroyed(cell) >= 0.6).count().to_string()
    };
    let text = warodds().args(&args).env("COLUMNS", "200").output().expect("run").stdout;
    let text = String::from_utf8(text).expect("text");
    let rows = text.split("destroyed with 60.0 % or more").nth(1).expect("a table of rows");
    for (place, name, points) in [(0, "Liberators & Stormvermin", "200"), (1, "Varanguard", "300")] {
        let row: Vec<&str> =
            rows.lines().find(|line| line.starts_with(name)).expect("a row").split_whitespace().collect();
        assert!(row.contains(&points) && row.last() == Some(&count(place).as_str()), "{row:?}");
    }
}

/// The words of a line of a shell, as far as these go.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut quote) = (vec![String::new()], None);
    for c in line.chars() {
        match (c, quote) {
            (c, Some(open)) if c == open => quote = None,
            ('\'' | '"', None) => quote = Some(c),
            (' ', None) => words.push(String::new()),
            _ => words.last_mut().expect("a word").push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// What the README and the transcripts ask follows it too, wherever it needs no file of its own.
#[test]
fn what_is_shown_elsewhere_follows_the_schema_of_answers() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let shown = fs::read_dir(root.join("tests/cli/transcripts")).expect("transcripts");
    let shown = shown.map(|entry| entry.expect("a file").path()).chain([root.join("README.md")]);
    let (schema, mut seen) = (schema("result"), 0);
    for path in shown {
        let text = fs::read_to_string(&path).expect("text");
        for line in text.lines().filter_map(|line| line.strip_prefix("$ warodds ")) {
            let words = words(line);
            let is_answer =
                ["attack", "compare", "sweep", "advise", "need", "threats", "build", "fight", "plan", "odds"]
                    .contains(&words[0].as_str());
            // A game without a question is a list of its questions.
            let is_list = words[0] == "odds" && words.len() == 2;
            let is_data = is_list
                || words.iter().any(|word| {
                    ["--csv", "--json", "--svg", "--png", "--md", "--out", "|", ">"].contains(&word.as_str())
                });
            if !is_answer || is_data || line.ends_with('\\') {
                continue;
            }
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let Some(answer) = json(&words) else { continue };
            assert_eq!(wrong_answer(&schema, &answer), Vec::<String>::new(), "{line}");
            seen += 1;
        }
    }
    assert!(seen >= 30, "{seen} answers");
}

/// Rows of the CSV that a question answers, each cell by the name of its column.
fn rows(args: &[&str]) -> Vec<HashMap<String, String>> {
    let out = warodds().args(args).args(["--csv", "-", "-q"]).output().expect("run");
    assert!(out.status.success(), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
    csv::Reader::from_reader(&out.stdout[..]).deserialize().map(|row| row.expect("a row")).collect()
}

/// What a row of a table says of one attack is what its command answers: whoever attacks, in whichever phase, of whichever
/// size, with whichever values.
#[test]
fn the_command_of_a_row_asks_for_that_row_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("own unit.toml");
    let text = "game = \"age-of-sigmar\"\nname = \"Own\"\nmodels = 5\nhealth = 1\nsave = \"5+\"\n[[weapon]]\nname = \"Spear\"\n\
                attacks = 2\nhit = \"3+\"\nwound = \"4+\"\ndamage = 1\n";
    fs::write(&file, text).expect("written");
    let own = file.to_string_lossy().into_owned();
    let line = "aos: 10x 2A 3+/4+/-1/D3; H2 4+";
    let table = ["compare", "10 liberators", "clawlord", own.as_str(), line, "--into", "aos/*clan*", "--both-ways"];
    let asked: [&[&str]; 3] = [
        &["--set", "defender.save=4+", "--set", "attacker.weapon.*.rend=1", "--with", "AoA"],
        &["--phase", "combat", "--method", "sampled", "--trials", "300", "--seed", "7"],
        &["--mode", "core"],
    ];
    let tables = asked.iter().map(|more| [&table[..], more].concat());
    let sweep = ["sweep", "liberators", "clawlord", "--vary", "defender.save=3+..4+", "--vary", "with=nothing|charged"];
    let mut seen = 0;
    for args in tables.chain([sweep.to_vec()]) {
        // Some rows of each: every row is a command of its own.
        for row in rows(&args).into_iter().step_by(5) {
            let command = words(row["command"].strip_prefix("warodds ").expect("a command"));
            let command: Vec<&str> = command.iter().map(String::as_str).collect();
            let answer = json(&command).unwrap_or_else(|| panic!("{command:?} is refused"));
            let [phase] = &answer["phases"].as_array().expect("phases")[..] else { panic!("{command:?}: two phases") };
            assert_eq!(answer["attacker"]["name"], row["attacker"].as_str(), "{command:?}");
            let result = &phase["results"][&row["metric"]];
            let mean = result.get("mean").unwrap_or(result).as_f64().expect("a number");
            // The reader of these tests gives up the last digit for speed.
            let told: f64 = row["mean"].parse().expect("a number");
            assert!((mean - told).abs() <= 1e-14 * told.abs(), "{command:?}: {mean} and {told}");
            seen += 1;
        }
    }
    assert!(seen >= 12, "{seen} rows");
    let option = rows(&["advise", "liberators", "clawlord"]).remove(0);
    let command = words(option["command"].strip_prefix("warodds ").expect("a command"));
    let answer = json(&command.iter().map(String::as_str).collect::<Vec<_>>()).expect("an answer");
    let number = |name: &str| option[name].parse::<f64>().expect("a number");
    let with = answer["phases"][0]["results"]["destroyed"].as_f64().expect("a chance");
    assert!((with - number("base_destroyed") - number("destroyed")).abs() < 1e-12, "{option:?}");
}

/// A key that is left out, one too many, and a value of another kind: the schema sees each.
#[test]
fn the_schema_sees_what_is_no_answer() {
    let schema = schema("result");
    let right = json(&["attack", "clawlord", "liberators"]).expect("an answer");
    let slips: &[(&str, Option<Value>)] = &[
        ("/schema", Some(json!(1))),
        ("/command", Some(json!("warodds odds 2D6"))),
        ("/notes", None),
        ("/with-typed", None),
        ("/phases", Some(json!([]))),
        ("/phases/1/results/damage/mean", Some(json!("4"))),
        ("/phases/1/results/destroyed", None),
        ("/phases/0/method", Some(json!("auto"))),
        ("/phases/0/not_computed", Some(json!([]))),
        ("/attacker/model", Some(json!(1))),
        ("/seed", Some(json!(-1))),
    ];
    for (path, slip) in slips {
        let mut wrong = right.clone();
        let (inside, key) = path.rsplit_once('/').expect("a path");
        let object = wrong.pointer_mut(inside).and_then(Value::as_object_mut).expect("an object");
        match slip {
            Some(value) => drop(object.insert(key.to_owned(), value.clone())),
            None => drop(object.remove(key).expect("it is there")),
        }
        assert!(!is_answer(&schema, &wrong), "{path}");
    }
    assert!(is_answer(&schema, &right));
}

#[test]
fn a_sentence_is_an_attack_and_shows_its_command() {
    let asked = |words: &[&str]| {
        let out = warodds().args(words).output().expect("run");
        let [answer, told] = [&out.stdout, &out.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        (answer, told, out.status.code())
    };
    for (sentence, command) in [
        (&["liberators", "clawlord"][..], "liberators clawlord"),
        (&["liberators", "clawlord", "with", "AoA"], "liberators clawlord --with \"all-out attack\""),
        (&["10 liberators, AoA, into clawlord"], "\"10 liberators\" clawlord --with \"all-out attack\""),
        (
            &["10 intercessors in cover, rr1s, into termies"],
            "\"10 intercessors\" termies --with \"attacker: cover, reroll hits of 1\"",
        ),
        // What stands at a unit is of that unit.
        (&["liberators with ward 5+ vs clawlord"], "liberators clawlord --with \"attacker: ward 5+\""),
        (&["liberators attack clawlord with ward 5+"], "liberators clawlord --with \"ward 5+\""),
        (&["clawlord vs damaged liberators"], "clawlord liberators --with \"defender: damaged\""),
        (&["vulnerable guardsmen vs swords"], "guardsmen swords --with \"attacker: vulnerable\""),
        (&["stormvermin vs charging liberators"], "stormvermin liberators --with \"defender: charged\""),
        (&["charged liberators vs clawlord"], "liberators clawlord --with charged"),
        (&["hellblasters shoot at termies"], "hellblasters termies --phase shooting"),
        (&["attack", "10", "liberators", "vs", "clawlord", "charged"], "\"10 liberators\" clawlord --with charged"),
        (&["attack", "liberators", "clawlord", "--ward", "5+"], "liberators clawlord --with \"ward 5+\""),
        (&["attack", "liberators", "clawlord", "-with", "charged"], "liberators clawlord --with charged"),
        (&["attack", "liberators", "clawlord", "--save", "4+"], "liberators clawlord --set defender.save=4+"),
        (
            &["attack", "liberators", "clawlord", "--set", "defender.save", "4+"],
            "liberators clawlord --set defender.save=4+",
        ),
        (&["attack", "boyz", "intercessors", "--melee"], "boyz intercessors --phase combat"),
        (&["attack", "intercessors", "boyz", "--edition", "11"], "40k-11e/intercessors 40k-11e/boyz"),
        (
            &[
                "attack", "40K/overlord+40k/immortals", "20 40k/boyz", "--edition", "11", "--versus-attacker",
                "40k/boyz", "--phase", "shooting",
            ],
            "40k-11e/overlord+40k-11e/immortals \"20 40k-11e/boyz\" --versus-attacker 40k-11e/boyz --phase shooting",
        ),
        (&["attack", "reinforced", "liberators", "clawlord"], "\"10 liberators\" clawlord"),
        (&["attack", "liberators", "clawlord", "then", "stormvermin"], "liberators clawlord --then stormvermin"),
        (&["attack", "liberators", "clawlord", "--format", "json"], "liberators clawlord --json -"),
    ] {
        let (answer, told, code) = asked(sentence);
        let foot = told.lines().last().unwrap_or_default().to_owned();
        assert_eq!((code, foot), (Some(0), format!("asked: warodds attack {command}")), "{told}");
        // What is shown asks the same.
        let quoted: Vec<String> = command.split('"').map(str::to_owned).collect();
        let words = quoted.iter().enumerate().flat_map(|(place, part)| match place % 2 {
            1 => vec![part.clone()],
            _ => part.split_whitespace().map(str::to_owned).collect(),
        });
        let words: Vec<String> = std::iter::once("attack".to_owned()).chain(words).collect();
        let again = asked(&words.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(again.0, answer);
    }
    let (_, told, code) = asked(&["liberators blorf into clawlord"]);
    let wanted =
        "error: not understood: `blorf`\n  hint: the rest is understood as `warodds attack liberators clawlord`\n";
    assert_eq!((code, told.as_str()), (Some(2), wanted));
}

#[test]
fn an_answer_fits_a_window_of_24_lines_and_names_what_it_leaves_out() {
    let told = |more: &[&str]| {
        let out = warodds().args(["attack", "hellblaster-squad", "terminators"]).args(more).output().expect("run");
        [&out.stdout, &out.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned())
    };
    let [answer, notes] = told(&["--with", "cover"]);
    assert!(answer.lines().count() + notes.lines().count() < 24, "{answer}{notes}");
    // Cover changes the shooting, so that nothing is said of the combat.
    assert!(!notes.contains("changes nothing") && notes.contains("note: shooting: Plasma incinerator"), "{notes}");
    assert_eq!(answer.matches("not computed").count(), 1, "{answer}");
    let [_, notes] = told(&["--with", "half range"]);
    let left_out = "note: `half range` is of the shooting phase; the attack in the combat phase is left out\n";
    assert!(notes.contains(left_out), "{notes}");
    let [whole, _] = told(&["-v"]);
    assert!(whole.matches("stage  ").count() == 2 && whole.matches("models slain").count() == 2, "{whole}");
}
