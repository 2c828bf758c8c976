//! The tables of keys say what is in profiles: those that are shipped, those to start from, and their own examples.

use std::fs;

use warodds::games::{self, Game};
use warodds::profile::{Diagnostics, Document, Holds, Presence, ProfileKey, Source, Table, Value, find_key};

fn read(text: &str, name: &str) -> Table {
    let found = Diagnostics::default();
    let document = Document::read(&Source::new(name, text), &found);
    assert!(found.is_empty(), "{name} is no TOML: {text}");
    document.table
}

/// Holds that every key is one that a person writes, and that its value is what the table says.
fn check(table: &Table, keys: &'static [ProfileKey], name: &str) {
    for entry in &table.entries {
        let Some(key) = find_key(keys, &entry.key) else { panic!("{name}: `{}` is not described", entry.key) };
        assert!(matches!(key.need, Presence::Required | Presence::Optional(_)), "{name}: nobody writes `{}`", key.name);
        assert!(key.holds.fits(&entry.node.value), "{name}: `{}` holds {:?}", key.name, entry.node.value);
        if let (Holds::Tables(keys), Value::List(nodes)) = (key.holds, &entry.node.value) {
            for node in nodes {
                let Value::Table(table) = &node.value else { panic!("{name}: `{}` is a list of tables", key.name) };
                check(table, keys, name);
            }
        }
    }
    for key in keys.iter().filter(|key| key.need == Presence::Required) {
        assert!(table.get(key.name).is_some(), "{name}: `{}` is missing", key.name);
    }
}

/// The template with the lines that are only shown, `# range = 12`, as if they were meant.
fn uncommented(game: &Game) -> String {
    let shown = |line: &str| {
        let rest = line.strip_prefix("# ")?;
        let (key, value) = rest.split_once(" = ").unwrap_or(("", rest));
        let is_key = !key.is_empty() && key.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        (is_key || value.starts_with("[[")).then(|| rest.to_owned())
    };
    game.template.lines().map(|line| shown(line).unwrap_or_else(|| line.to_owned()) + "\n").collect()
}

#[test]
fn every_shipped_profile_uses_only_keys_that_are_described() {
    for game in games::GAMES {
        let folder = format!("{}/profiles/{}", env!("CARGO_MANIFEST_DIR"), game.id);
        // A game may ship no profile.
        for file in fs::read_dir(folder).into_iter().flatten() {
            let path = file.expect("a file").path();
            let name = path.display().to_string();
            check(&read(&fs::read_to_string(&path).expect("a profile"), &name), game.keys, &name);
        }
    }
}

#[test]
fn every_key_of_a_template_is_described_and_none_that_is_needed_is_missing() {
    for game in games::GAMES {
        check(&read(game.template, game.id), game.keys, game.id);
        check(&read(&uncommented(game), game.id), game.keys, game.id);
    }
}

#[test]
fn every_example_is_what_its_key_holds() {
    fn examples(keys: &'static [ProfileKey], path: &str) {
        for (place, key) in keys.iter().enumerate() {
            let path = format!("{path}.{}", key.name);
            assert!(!keys[..place].iter().any(|other| other.name == key.name), "{path} stands there twice");
            assert!(!key.short.is_empty(), "{path} has no help");
            if let Holds::Tables(keys) = key.holds {
                examples(keys, &path);
                continue;
            }
            let table = read(&format!("{} = {}\n", key.name, key.example), &path);
            let node = table.get(key.name).expect("it was just written");
            assert!(key.holds.fits(&node.value), "{path} = {}", key.example);
        }
    }
    for game in games::GAMES {
        examples(game.keys, game.id);
    }
}

/// A key that has to be there, left out, is asked for as its example writes it.
#[test]
fn whoever_leaves_out_what_is_needed_is_told_how_to_write_it() {
    for game in games::GAMES {
        for key in game.keys.iter().filter(|key| key.need == Presence::Required && key.name != "game") {
            let lines = game.template.lines().filter(|line| !line.starts_with(&format!("{} = ", key.name)));
            let text: String = match key.holds {
                Holds::Tables(_) => {
                    game.template.lines().take_while(|line| !line.starts_with("[[")).collect::<Vec<_>>()
                }
                _ => lines.collect(),
            }
            .join("\n");
            let found = Diagnostics::default();
            let document = Document::read(&Source::new("short", text), &found);
            (game.check)(&document, &found);
            let message = format!("`{}` is missing", key.name);
            let list = found.into_list();
            let told = list.iter().find(|mistake| mistake.message == message);
            let help = told.and_then(|mistake| mistake.help.clone()).unwrap_or_default();
            let written = match key.holds {
                Holds::Tables(_) => format!("write a line `[[{}]]`, and below it `", key.name),
                _ => format!("write `{} = {}", key.name, key.example),
            };
            assert!(help.starts_with(&written), "{}: {help}", game.id);
        }
    }
}
