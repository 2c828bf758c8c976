//! One broken profile for each kind of mistake; what a person sees is a snapshot.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use warodds::games;
use warodds::profile::{Diagnostics, Document, Library, Source};
use warodds::report::mistakes;

fn told(text: &str, name: &str) -> String {
    let found = Diagnostics::default();
    let document = Document::read(&Source::new(name, text), &found);
    if let Some(game) = games::game_of(&document, &found) {
        (game.check)(&document, &found);
    }
    mistakes(&found.into_list(), false)
}

/// What `check` says of a file, read as the program reads it: encodings and line ends included.
fn told_of_file(path: &Path) -> String {
    let name = path.file_name().expect("a file").to_string_lossy().into_owned();
    match Library::open(&[]).expect("the library").find(&path.display().to_string(), &[]) {
        Ok(unit) => told(&unit.source.text, &name),
        Err(error) => format!("error: {}\n", error.to_string().replace(&path.display().to_string(), &name)),
    }
}

/// The listing of all that is in `diagnostics/`: every mistake of a file is shown at once, and says what to write.
#[test]
fn mistakes_are_told_so_that_a_newcomer_can_mend_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/profile/diagnostics");
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let files: BTreeSet<_> = entries.collect();
    assert!(files.len() >= 60, "{} files", files.len());
    let mut listing = String::new();
    for path in files {
        let name = path.file_stem().expect("a name").to_string_lossy().replace('-', " ");
        let said = told_of_file(&path);
        assert!(said.contains("error"), "nothing is wrong with {name}");
        listing.push_str(&format!("== {name}\n{said}\n"));
    }
    insta::assert_snapshot!(listing);
}

#[test]
fn every_shipped_profile_is_right() {
    let mut units = 0;
    for folder in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/profiles")).expect("profiles") {
        let folder = folder.expect("a folder").path();
        for file in fs::read_dir(&folder).expect("a folder of profiles") {
            let path = file.expect("a file").path();
            let text = fs::read_to_string(&path).expect("a profile");
            assert_eq!(told(&text, &path.display().to_string()), "");
            let game = folder.file_name().expect("a name").to_string_lossy();
            assert!(text.contains(&format!("game = \"{game}\"")), "{} lies in the wrong folder", path.display());
            units += 1;
        }
    }
    assert!(units >= 40, "only {units} units were read");
}

#[test]
fn templates_are_right() {
    for game in games::GAMES {
        assert_eq!(told(game.template, "template"), "", "{}", game.id);
    }
}

/// Cutting and doubling lines of good profiles makes every kind of nonsense; none may make the reader panic.
#[test]
fn no_mangled_profile_makes_it_panic() {
    for game in games::GAMES {
        let lines: Vec<&str> = game.template.lines().collect();
        for cut in 0..lines.len() {
            let mut without = lines.clone();
            without.remove(cut);
            told(&without.join("\n"), "cut");
            let mut twice = lines.clone();
            twice.insert(cut, lines[cut]);
            told(&twice.join("\n"), "twice");
            let text = lines.join("\n");
            for end in (0..text.len()).step_by(7).filter(|end| text.is_char_boundary(*end)) {
                told(&text[..end], "short");
            }
        }
    }
}
