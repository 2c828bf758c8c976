//! Tables of many attacks as files: rows that are whole, pictures that are there, and what is told when it ends early.

use std::fs;
#[cfg(unix)]
use std::process::Stdio;
#[cfg(unix)]
use std::time::Duration;

use predicates::prelude::*;

use super::warodds;

/// Rows of a CSV, the header first.
fn rows(bytes: &[u8]) -> Vec<csv::StringRecord> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(bytes);
    reader.records().map(|row| row.expect("as long as the header")).collect()
}

#[test]
fn a_table_goes_into_every_format_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let names = ["compare", "liberators", "clanrats", "--into", "aos/typical", "--both-ways", "-q", "--out"];
    warodds().args(names).arg(folder.path()).assert().success();
    let mut endings: Vec<String> = Vec::new();
    for file in fs::read_dir(folder.path()).expect("a folder") {
        let path = file.expect("a file").path();
        let ending = path.extension().expect("an ending").to_string_lossy().into_owned();
        let bytes = fs::read(&path).expect("readable");
        match ending.as_str() {
            // Twice twelve pairs, two results each, and as many the other way round, which cannot be computed.
            "csv" => assert_eq!(rows(&bytes).len(), 1 + 24 * 2 + 24),
            "json" => {
                let json: serde_json::Value = serde_json::from_slice(&bytes).expect("JSON");
                assert_eq!(json["back"].as_array().map(Vec::len), Some(24));
                assert!(json["back"][0]["refused"].is_string() && json.get("stopped").is_none());
            }
            "md" => assert!(String::from_utf8(bytes).expect("UTF-8").contains("| attacker |")),
            "svg" => assert!(String::from_utf8(bytes).expect("UTF-8").contains("rotate(270")),
            "html" => assert!(bytes.starts_with(b"<!doctype html>")),
            _ => assert!(bytes.starts_with(b"\x89PNG")),
        }
        endings.push(ending);
    }
    endings.sort();
    assert_eq!(endings, ["csv", "html", "json", "md", "png", "svg"]);
}

#[test]
fn the_same_table_has_the_same_bytes_whatever_the_threads() {
    let table = |threads: &str| {
        let args = ["compare", "aos/clan*", "liberators", "--into", "aos/typical", "--method", "sampled"];
        let more = ["--trials", "500", "--csv", "-", "-q", "--threads", threads];
        warodds().args(args).args(more).output().expect("run").stdout
    };
    let one = table("1");
    assert_eq!(rows(&one).len(), 1 + 24 * 2);
    assert_eq!(one, table("3"));
}

#[test]
fn what_is_too_much_for_a_picture_is_said_before_anything_is_computed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.png");
    let sizes = (1..=121).map(|models| format!("{models} liberators"));
    let many = warodds().arg("compare").args(sizes).args(["--into", "clawlord", "--png"]).arg(&path).assert();
    many.code(2).stdout("").stderr(predicate::str::contains("at most 120 × 120"));
    let grid = ["--vary", "attacker.models=1..121", "--vary", "defender.damage=0..6", "--png"];
    let grid = warodds().args(["sweep", "liberators", "clawlord"]).args(grid).arg(&path).assert();
    grid.code(2).stdout("").stderr(predicate::str::contains("121 × 7 cells are too many for a picture"));
    assert!(!path.exists());
}

/// Who has seen enough keeps what there is: whole rows, in a file that is as good as any.
#[cfg(unix)]
#[test]
fn an_interrupted_table_ends_with_a_whole_row() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.csv");
    let mut command = super::sealed(assert_cmd::cargo::cargo_bin("warodds"));
    command.args(["compare", "aos/*", "--into", "liberators", "clanrats", "hero"]);
    command.args(["--method", "sampled", "--trials", "40000", "--csv"]).arg(&path);
    let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts");
    // Once the file is begun, interrupts are heeded.
    let begun = || fs::read_dir(folder.path()).expect("a folder").count() > 0;
    (0..600).take_while(|_| !begun()).for_each(|_| std::thread::sleep(Duration::from_millis(100)));
    std::thread::sleep(Duration::from_millis(500));
    let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.is_ok_and(|status| status.success()));
    let ended = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(ended.status.success(), "{said}");
    let rows = rows(&fs::read(&path).expect("written"));
    let column = |name| rows[0].iter().position(|column| column == name).expect("a column of that name");
    let [attacker, defender] = ["attacker", "defender"].map(column);
    let pairs: std::collections::BTreeSet<[&str; 2]> =
        rows[1..].iter().map(|row| [&row[attacker], &row[defender]]).collect();
    assert_eq!(pairs.len() % 3, 0, "{said}");
    assert!(said.contains("stopped after") || rows.len() > 100, "{said}");
}
