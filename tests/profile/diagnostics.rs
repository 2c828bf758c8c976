//! One broken profile for each kind of mistake; what a person sees is a snapshot.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use warodds::games;
use warodds::profile::{Diagnostic, Diagnostics, Document, Library, Place, Source};
use warodds::report::mistakes;

fn found(text: &str, name: &str) -> Vec<Diagnostic> {
    let found = Diagnostics::default();
    let document = Document::read(&Source::new(name, text), &found);
    if let Some(game) = games::game_of(&document, &found) {
        (game.check)(&document, &found);
    }
    found.into_list()
}

fn told(text: &str, name: &str) -> String {
    mistakes(&found(text, name), false)
}

/// A profile after somebody followed the advice of a mistake to the letter; `None` if that names nothing to type.
fn mended(text: &str, mistake: &Diagnostic) -> Option<String> {
    let (span, help) = (mistake.place.span.clone(), mistake.help.as_deref().unwrap_or_default());
    let advice = if mistake.label.starts_with("write ") { &mistake.label } else { help };
    let meant = advice.split('`').nth(1).filter(|meant| !meant.contains('…'))?;
    let there = &text[span.clone()];
    let between =
        |range: std::ops::Range<usize>, with: &str| format!("{}{with}{}", &text[..range.start], &text[range.end..]);
    let line_start = text[..span.start].rfind('\n').map_or(0, |end| end + 1);
    let line_end = text[span.start..].find('\n').map_or(text.len(), |end| span.start + end);
    if advice.starts_with("did you mean") {
        let wrong = mistake.message.split('`').nth(1).filter(|wrong| !wrong.is_empty() && there.contains(wrong));
        return Some(between(span, &wrong.map_or(meant.to_owned(), |wrong| there.replacen(wrong, meant, 1))));
    }
    if !advice.starts_with("write `") {
        return None;
    }
    // A key that is missing stands below the heading of its table, or above all tables.
    let key = meant.split(" = ").next().filter(|key| *key != meant);
    let is_there = key.is_none_or(|key| text[line_start..line_end].trim_start().starts_with(key));
    if !is_there {
        let is_of_table = there.starts_with("[[") && mistake.message.ends_with("is missing");
        let (at, line) = if is_of_table { (line_end, format!("\n{meant}")) } else { (0, format!("{meant}\n")) };
        return Some(between(at..at, &line));
    }
    let is_line = meant.contains(" = ") || meant.starts_with("[[");
    Some(between(if is_line { line_start..line_end } else { span }, meant))
}

/// Advice that says how to edit a file is followed in the file, and the mistake is gone.
#[test]
fn advice_for_a_file_mends_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/profile/diagnostics");
    let (mut followed, mut wrong) = (0, Vec::new());
    for path in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        // What is no text has no place to edit.
        let Ok(unit) = Library::open(&[]).expect("the library").find(&path.display().to_string(), &[]) else {
            continue;
        };
        let text = unit.source.text.to_string();
        let before = found(&text, "x");
        for mistake in &before {
            let Some(new) = mended(&text, mistake) else { continue };
            followed += 1;
            // The same place, or where it is after something was inserted above it.
            let (start, end) = (mistake.place.span.start, text.len() - mistake.place.span.start);
            let is_there = |other: &Diagnostic| {
                let at = other.place.span.start;
                other.message == mistake.message && (at == start || new.len() - at == end)
            };
            if found(&new, "x").iter().any(is_there) {
                wrong.push(format!("{}: {mistake}\n{new}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {followed}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(followed >= 100, "{followed} were followed");
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

#[test]
fn of_very_many_mistakes_a_thousand_are_told() {
    let source = Source::new("unit.toml", "x".repeat(5_000));
    let found = Diagnostics::default();
    for at in 0..5_000 {
        found.push(Diagnostic::new(&Place::new(&source, at..at + 1), "wrong", ""));
    }
    let told = found.into_list();
    assert_eq!(told.len(), 1_000 + 1);
    assert_eq!(told[1_000].message, "there are more than 1000 mistakes (MAX_MISTAKES)");
}

#[test]
fn mistakes_come_in_the_order_of_the_file_and_once() {
    let source = Source::new("unit.toml", "abcdef");
    let found = Diagnostics::default();
    for at in [3, 1, 3] {
        found.push(Diagnostic::new(&Place::new(&source, at..at + 1), "wrong", ""));
    }
    let starts: Vec<usize> = found.into_list().iter().map(|d| d.place.span.start).collect();
    assert_eq!(starts, [1, 3]);
}
