//! Messages are plain: phrases that people read as riddles are in no text of the program, and in nothing that it prints.

use std::fs;
use std::path::Path;

/// Phrases with what to write instead.
const RIDDLES: &[(&str, &str)] = &[
    ("hangs on", "depends on"),
    ("hang on", "depend on"),
    ("stands for", "means"),
    ("what is said", "what is given"),
    ("all the same", "anyway, or a statement of its own"),
    ("what is not said", "only what you list is true"),
    ("is said twice", "is given twice"),
    ("stands in front", "write it before"),
];

/// The riddle in a text, if there is one; `is no … that` is one as well.
fn riddle(text: &str) -> Option<String> {
    let text = text.to_lowercase();
    let known = RIDDLES.iter().find(|(riddle, _)| text.contains(riddle));
    let is_no = text.match_indices(" is no ").any(|(at, phrase)| {
        let is_there = text[..at].ends_with("there");
        let next: Vec<&str> = text[at + phrase.len()..].split_whitespace().take(3).collect();
        !is_there && next.first() != Some(&"longer") && next[1.min(next.len())..].contains(&"that")
    });
    known
        .map(|(riddle, instead)| format!("`{riddle}`: write `{instead}`"))
        .or(is_no.then(|| "`is no … that`: write `is not a … that`".to_owned()))
}

/// Files below a folder whose names end so.
fn below(folder: &Path, endings: &[&str], each: &mut dyn FnMut(&Path, &str)) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            below(&path, endings, each);
        } else if path.extension().is_some_and(|ending| endings.iter().any(|wanted| ending == *wanted)) {
            each(&path, &fs::read_to_string(&path).expect("a text"));
        }
    }
}

#[test]
fn messages_are_no_riddles() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    // Texts in quotes, without what only tests compile.
    below(&root.join("src"), &["rs"], &mut |path, text| {
        let shipped = text.split("#[cfg(test)]\nmod tests").next().unwrap_or(text);
        for (number, line) in shipped.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//")) {
            let quoted = line.split('"').skip(1).step_by(2);
            let goes_on = Some(line).filter(|line| line.trim_end().ends_with('\\') || !line.contains(['"', '{', '(']));
            let riddles = quoted.chain(goes_on).filter_map(riddle);
            found.extend(riddles.map(|riddle| format!("{}:{}: {riddle}", path.display(), number + 1)));
        }
    });
    // What it prints, as the tests hold it.
    for folder in ["tests/cli/transcripts", "tests/cli/snapshots", "tests/profile/snapshots"] {
        below(&root.join(folder), &["md", "snap", "trycmd", "txt"], &mut |path, text| {
            let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with("expression:"));
            let riddles = lines.filter_map(|(number, line)| Some((number, riddle(line)?)));
            found.extend(riddles.map(|(number, riddle)| format!("{}:{}: {riddle}", path.display(), number + 1)));
        });
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn riddles_are_seen() {
    assert!(riddle("`X` hangs on no attack").is_some() && riddle("this is no weapon that fights").is_some());
    assert!(riddle("there is no unit that fits").is_none() && riddle("it depends on the attack").is_none());
}
