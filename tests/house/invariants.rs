//! What always holds, as the map in `src/lib.rs` lists it: each line names a test that is there, and the tests that stand
//! nowhere else are here. They read the source files without comments and without what only tests compile.

use std::fs;
use std::path::{Path, PathBuf};

/// How many lines the list has.
const INVARIANTS: usize = 10;

/// What no name or text below `games` contains, in lower case.
const GAMES: &[&str] = &["warhammer", "40k", "sigmar", "warcry", "asoiaf", "song of ice"];

/// Distributions and whoever computes them.
const PROBABILITY: &[&str] = &["Pmf", "Counts", "Fraction", "Outcome", "Moments"];

/// Clocks, files, settings, the terminal, dice without a seed.
const OUTSIDE: &[&str] = &[
    "std::time", "std::fs", "std::env", "std::net", "std::process", "std::io", "println!", "eprintln!", "rand::rng()",
    "from_os_rng", "thread_rng",
];

/// What ends the program without a word about why it cannot happen.
const WITHOUT_PROOF: &[&str] =
    &[".unwrap()", ".unwrap_err()", ".expect(\"\")", "panic!()", "unreachable!()", "unsafe {"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The source files of a wing: `src/engine/…`, or `src/words.rs`.
fn files(wing: &str) -> Vec<PathBuf> {
    let (folder, file) = (root().join("src").join(wing), root().join("src").join(format!("{wing}.rs")));
    let mut found: Vec<PathBuf> = Some(file).into_iter().filter(|file| file.is_file()).collect();
    let mut open: Vec<PathBuf> = Some(folder).into_iter().filter(|folder| folder.is_dir()).collect();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).expect("a folder of src/") {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true => open.push(path),
                false if path.extension().is_some_and(|kind| kind == "rs") => found.push(path),
                false => {}
            }
        }
    }
    assert!(!found.is_empty(), "{wing} is no part of src/");
    found
}

/// The text without lines of comments, up to its tests, which stand at the end.
fn shipped(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(text);
    text.lines().filter(|line| !line.trim_start().starts_with("//")).map(|line| format!("{line}\n")).collect()
}

/// Where the files of these wings hold one of these texts.
fn found(wings: &[&str], texts: &[&str], lower: bool) -> Vec<String> {
    let mut found = Vec::new();
    for file in wings.iter().flat_map(|wing| files(wing)) {
        let text = shipped(&fs::read_to_string(&file).expect("a source file"));
        let text = if lower { text.to_lowercase() } else { text };
        let name = file.strip_prefix(root()).unwrap_or(&file).display().to_string();
        found.extend(texts.iter().filter(|wanted| text.contains(**wanted)).map(|wanted| format!("{name}: {wanted}")));
    }
    found
}

#[test]
fn every_invariant_of_the_map_names_a_test_that_is_there() {
    let lib = fs::read_to_string(root().join("src/lib.rs")).expect("the map");
    let list =
        lib.split("//! # What always holds").nth(1).expect("the list").split("//! # ").next().unwrap_or_default();
    let rows: Vec<&str> = list.lines().filter(|line| line.starts_with("//! | ") && line.contains("::")).collect();
    assert_eq!(rows.len(), INVARIANTS, "{list}");
    for row in rows {
        let path = row.rsplit('`').nth(1).expect("a test in backticks");
        let (module, test) = path.rsplit_once("::").expect("its module");
        let file = root().join("tests").join(module.replace("::", "/") + ".rs");
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        assert!(text.contains(&format!("#[test]\nfn {test}() {{")), "{path} is no test");
    }
}

/// Messages say depend, mean, value, still: the word that a reader has, not a riddle.
#[test]
fn messages_are_in_plain_words() {
    let riddles =
        regex::Regex::new(r"hangs? on |stands? for |what is said|what was said|all the same\b|\bis no \w+ that ");
    let riddles = riddles.expect("a pattern");
    let mut found = Vec::new();
    for file in
        ["ask", "cli", "dice", "engine", "games", "profile", "questions", "report"].iter().flat_map(|w| files(w))
    {
        let text = shipped(&fs::read_to_string(&file).expect("a source file"));
        found.extend(riddles.find_iter(&text).map(|riddle| format!("{}: {}", file.display(), riddle.as_str())));
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn no_game_is_named_below_games() {
    let found = found(&["words", "stats", "dice", "sequence", "engine"], GAMES, true);
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn games_compute_no_probability() {
    let found = found(&["games"], PROBABILITY, false);
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn what_computes_reads_nothing_but_what_it_is_given() {
    let found = found(&["words", "stats", "dice", "sequence", "engine", "games", "questions"], OUTSIDE, false);
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn nothing_ends_the_program_without_a_proof_that_it_cannot() {
    let wings: Vec<String> = fs::read_dir(root().join("src"))
        .expect("the sources")
        .map(|entry| entry.expect("an entry").path().file_stem().expect("a name").to_string_lossy().into_owned())
        // The page is no Rust.
        .filter(|name| name != "page")
        .collect();
    let wings: Vec<&str> = wings.iter().map(String::as_str).collect();
    let found = found(&wings, WITHOUT_PROOF, false);
    assert!(found.is_empty(), "{found:#?}");
}

/// A test that sees nothing holds nothing.
#[test]
fn code_is_seen_and_words_about_it_are_not() {
    let text = "//! of Warcry\nuse std::fs;\n    // unwrap\nfn f() {}\n#[cfg(test)]\nmod tests {\n    x.unwrap()\n}\n";
    assert_eq!(shipped(text), "use std::fs;\nfn f() {}\n");
    assert!(found(&["games"], GAMES, true).len() > 20);
    assert!(found(&["questions"], PROBABILITY, false).len() > 20);
    assert!(!found(&["profile", "report"], OUTSIDE, false).is_empty());
}
