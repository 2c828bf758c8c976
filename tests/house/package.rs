//! What is published.

use std::path::Path;

/// Pages that show pictures bring them: each is there, and the package does not leave it out.
#[test]
fn the_pictures_of_the_pages_are_in_the_package() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let [readme, speed, manifest] = ["README.md", "benches/README.md", "Cargo.toml"]
        .map(|file| std::fs::read_to_string(root.join(file)).expect("there"));
    let pages = readme + &speed.replace("](../", "](");
    let exclude = manifest.lines().find(|line| line.starts_with("exclude = ")).expect("a list");
    let pictures: Vec<&str> = pages
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .filter(|path| path.ends_with(".png"))
        .collect();
    assert!(pictures.len() >= 2, "{pictures:?}");
    for picture in pictures {
        assert!(root.join(picture).is_file(), "{picture}");
        assert!(exclude.contains(&format!("\"!/{picture}\"")), "{picture} is not in {exclude}");
    }
}

/// What a feature compiles is in the package: the simulators stand among the tests, which are not.
#[test]
fn the_simulators_are_in_the_package() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let [manifest, library] =
        ["Cargo.toml", "src/lib.rs"].map(|file| std::fs::read_to_string(root.join(file)).expect("there"));
    assert!(library.contains("#[path = \"../tests/witness/mod.rs\"]"));
    assert!(manifest.contains("\"!/tests/witness/\"") && manifest.contains("\nwitness = []\n"));
    assert!(!manifest.contains("default = [\"cli\", \"import\", \"interrupt\", \"terminal\", \"witness\"]"));
}

/// Line ends are the same whoever checks the repository out: what is no text with `\n` alone is marked as bytes.
#[test]
fn every_file_is_the_same_bytes_wherever_it_is_checked_out() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let listed = std::process::Command::new("git").args(["ls-files", "--eol"]).current_dir(root).output();
    // A package holds no repository.
    let Ok(listed) = listed.map(|out| String::from_utf8_lossy(&out.stdout).into_owned()) else { return };
    for line in listed.lines() {
        let is_bytes = ["i/crlf", "i/mixed", "i/-text"].iter().any(|kind| line.starts_with(kind));
        assert!(!is_bytes || line.contains("attr/-text"), "{line}: say so in .gitattributes");
    }
}
