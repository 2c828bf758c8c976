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
