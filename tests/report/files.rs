//! What files are called.

use std::path::Path;

use warodds::report::Format;

#[test]
fn a_file_is_not_named_as_another_format_is() {
    let takes = |ending: &str, path: &str| Format::of_ending(ending).expect("a format").takes(Path::new(path));
    for path in ["x.json", "x.JSON", "x", "-", "/dev/stdout", "x.json.tmp", "x.2026", "tmp.Ab3x", ".json", "x.y/z"] {
        assert!(takes("json", path), "{path}");
    }
    for path in ["x.csv", "x.Png", "x.toml", "x.jsonl", "a.json/x.xlsx"] {
        assert!(!takes("json", path), "{path}");
    }
    assert!(takes("csv", "x.txt") && !takes("csv", "x.tsv") && !takes("csv", "x.xlsx"));
    assert!(!takes("png", "x.jpg") && !takes("png", "x.svg") && !takes("svg", "x.pdf") && takes("svg", "x.svg"));
}
