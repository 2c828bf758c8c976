//! Files that answers are written to: whole or not at all, and nothing beside them.

use std::fs;
use std::path::Path;

use assert_cmd::assert::Assert;
use predicates::prelude::*;

use super::warodds;

/// Writes an answer as JSON.
fn write(path: &Path) -> Assert {
    warodds().args(["odds", "2D6", "--json"]).arg(path).assert()
}

/// What is told of an answer that cannot be written.
fn refused(path: &Path) -> String {
    let told = write(path).code(3).get_output().stderr.clone();
    String::from_utf8(told).expect("UTF-8").split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_answer(path: &Path) -> bool {
    fs::read_to_string(path).expect("readable").starts_with("{\n  \"schema\"")
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_file_is_written_and_replaced_and_nothing_else_is_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("odds.json");
    write(&path).success();
    assert!(is_answer(&path));
    fs::write(&path, "a longer version ".repeat(1_000)).expect("written");
    write(&path).success();
    let text = fs::read_to_string(&path).expect("readable");
    assert!(is_answer(&path) && !text.contains("longer"));
    assert_eq!(names_in(folder.path()), ["odds.json"]);
}

#[test]
fn a_failure_leaves_the_old_file_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("odds.json");
    fs::write(&path, b"old").expect("written");
    let mut permissions = fs::metadata(&path).expect("there").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).expect("set");
    let told = refused(&path);
    assert!(told.contains("write-protected"), "{told}");
    assert_eq!(fs::read(&path).expect("readable"), b"old");
    assert_eq!(names_in(folder.path()), ["odds.json"]);
}

#[test]
fn the_error_names_the_folder_and_what_to_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let missing = folder.path().join("not-there");
    let told = refused(&missing.join("odds.json"));
    assert!(told.contains(&format!("the folder `{}` does not exist; create it", missing.display())), "{told}");
    let told = refused(folder.path());
    assert!(told.contains("it is a folder; name a file in it"), "{told}");
    fs::write(&missing, b"a file").expect("written");
    let told = refused(&missing.join("odds.json"));
    assert!(told.contains("is not a folder"), "{told}");
    assert_eq!(names_in(folder.path()), ["not-there"]);
}

#[cfg(unix)]
#[test]
fn permissions_are_those_of_any_file_and_those_of_the_old_one() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &Path| fs::metadata(path).expect("there").permissions().mode() & 0o777;
    let folder = tempfile::tempdir().expect("a folder");
    let (plain, whole) = (folder.path().join("plain.json"), folder.path().join("whole.json"));
    fs::write(&plain, b"x").expect("written");
    write(&whole).success();
    assert_eq!(mode(&whole), mode(&plain));
    fs::set_permissions(&whole, fs::Permissions::from_mode(0o640)).expect("set");
    write(&whole).success();
    assert_eq!(mode(&whole), 0o640);
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_its_file_is_written() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().expect("a folder");
    let [first, second, file, lost, ring] =
        ["first.json", "second", "file", "lost.json", "ring.json"].map(|name| folder.path().join(name));
    symlink("second", &first).expect("linked");
    symlink(&file, &second).expect("linked");
    // The file that the links lead to is not there yet, then it is.
    for _ in 0..2 {
        write(&first).success();
        assert!(fs::symlink_metadata(&first).expect("there").is_symlink());
        assert!(is_answer(&file));
        fs::write(&file, b"old").expect("written");
    }
    symlink(folder.path().join("missing").join("x"), &lost).expect("linked");
    let told = refused(&lost);
    assert!(told.contains("missing` does not exist"), "{told}");
    symlink("ring.json", &ring).expect("linked");
    refused(&ring);
    assert_eq!(names_in(folder.path()), ["file", "first.json", "lost.json", "ring.json", "second"]);
}

#[cfg(target_os = "linux")]
#[test]
fn devices_are_written_to_and_never_replaced() {
    write(Path::new("/dev/null")).success();
    write(Path::new("/dev/full")).code(3).stderr(predicate::str::contains("no space is left"));
    assert!(!fs::metadata("/dev/null").expect("there").is_file());
}

/// Where a unit shoots and fights the phase is chosen, and what else is asked tells the files apart.
#[test]
fn advice_on_other_questions_has_files_of_its_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let questions: [&[&str]; 4] =
        [&[], &["--set", "defender.damage=2"], &["--with", "charged"], &["--ruling", "save-cap=before-rend"]];
    for more in questions {
        let asked = ["advise", "aos/kurnoth-hunters-with-greatbows", "clawlord", "-q", "--out"];
        super::warodds().args(asked).arg(folder.path()).args(more).assert().success();
    }
    let names: Vec<String> = names_in(folder.path()).into_iter().filter(|name| name.ends_with(".json")).collect();
    assert_eq!(names.len(), questions.len(), "{names:?}");
}
