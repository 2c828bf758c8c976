//! The engines share nothing: neither names anything of the other, so where they agree they are evidence for each other.
//!
//! This reads the source files, without comments and literals. An engine never says the other's name, and what belongs to
//! an engine reaches the rest of the crate only through the few names that `engine/mod.rs` hands on: those are looked for
//! too. The form and the distributions that both engines read know neither engine.

use std::fs;
use std::path::{Path, PathBuf};

/// Every source file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of the crate") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn source(part: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(part)
}

/// The words of a source text that are code: no comments, no strings, no characters.
fn words(text: &str) -> Vec<String> {
    let mut code = String::new();
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '/' if rest.peek() == Some(&'/') => while rest.next().is_some_and(|c| c != '\n') {},
            '"' => {
                while let Some(c) = rest.next().filter(|c| *c != '"') {
                    if c == '\\' {
                        rest.next();
                    }
                }
            }
            _ => code.push(c),
        }
        if c == '/' || c == '"' {
            code.push(' ');
        }
    }
    code.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Where a file below a folder uses any of these words.
fn uses(folder: &Path, forbidden: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for file in files(folder) {
        let text = fs::read_to_string(&file).expect("a source file");
        for word in words(&text).iter().filter(|word| forbidden.contains(&word.as_str())) {
            found.push(format!("{} names `{word}`", file.display()));
        }
    }
    found
}

/// The names that `engine/mod.rs` takes out of one engine: `use sampled::{...};`.
fn handed_on(text: &str, engine: &str) -> Vec<String> {
    let uses = text.split(';').filter(|item| item.contains(&format!("use {engine}::")));
    uses.flat_map(words)
        .filter(|word| !["pub", "super", "crate", "in", "use", "as", engine].contains(&word.as_str()))
        .collect()
}

#[test]
fn neither_engine_names_anything_of_the_other() {
    let hub = fs::read_to_string(source("engine/mod.rs")).expect("the hub of the engines");
    assert!(words(&hub).iter().any(|word| word == "exact"), "the engines are called otherwise now");
    for (engine, other) in [("sampled", "exact"), ("exact", "sampled")] {
        let names = handed_on(&hub, other);
        let mut forbidden: Vec<&str> = names.iter().map(String::as_str).collect();
        forbidden.push(other);
        assert_eq!(uses(&source("engine").join(engine), &forbidden), Vec::<String>::new());
        assert!(!hub.contains(&format!("use {other}::*")), "everything of {other} is handed on");
    }
}

#[test]
fn nothing_that_both_read_belongs_to_an_engine() {
    for shared in ["sequence", "stats", "dice"] {
        assert_eq!(uses(&source(shared), &["engine", "engines"]), Vec::<String>::new());
    }
    assert_eq!(uses(&source("engine"), &["include"]), Vec::<String>::new(), "a file is compiled twice");
    for file in files(&source("engine")) {
        let text = fs::read_to_string(&file).expect("a source file");
        assert!(!text.contains("#[path"), "{} compiles a file of elsewhere", file.display());
    }
}

/// Of `stats` the dice use whole numbers of trials, and the multiplied distributions everything but those.
#[test]
fn the_engines_use_different_arithmetic_of_distributions() {
    let of_the_exact =
        ["from_weights", "certain_pmf", "OffsetPmf", "convolve", "convolve_into", "add_times", "at_least", "sum_of"];
    assert_eq!(uses(&source("engine/sampled"), &of_the_exact), Vec::<String>::new());
    assert_eq!(uses(&source("engine/exact"), &["from_counts", "from_sums", "Counts"]), Vec::<String>::new());
}

#[test]
fn the_reader_of_source_files_sees_code_and_not_words_about_it() {
    let text = "use super::exact::capped; // like exact\n/// exact\nlet a = \"exact \\\" exact\"; crate::engine::exact::solve();";
    assert_eq!(words(text).iter().filter(|word| *word == "exact").count(), 2);
    assert_eq!(words("let p = 'x'; exactly(not_exact)"), ["let", "p", "x", "exactly", "not_exact"]);
    assert_eq!(handed_on("mod a;\npub use sampled::{CHUNK, Level};\nuse exact::solve;", "sampled"), ["CHUNK", "Level"]);
}
