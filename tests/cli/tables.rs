//! Tables of many attacks as files: rows that are whole, pictures that are there, and what is told when it ends early.

use std::fs;
#[cfg(unix)]
use std::process::Stdio;
#[cfg(unix)]
use std::time::Duration;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use predicates::prelude::*;
use warodds::report::FORMATS;

use super::mistakes::words;
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
            "png" => assert!(bytes.starts_with(b"\x89PNG")),
            _ => assert!(!bytes.is_empty(), "{ending}"),
        }
        endings.push(ending);
    }
    assert_eq!(endings.len(), FORMATS.len());
}

/// Files of two folders are two units, whatever they are called, and the table says which is which.
#[test]
fn units_of_two_folders_are_told_apart_by_their_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let unit = include_str!("../../profiles/age-of-sigmar/clanrats.toml");
    for (side, text) in [("mine", unit.to_owned()), ("theirs", unit.replace("health = 1", "health = 2"))] {
        fs::create_dir(folder.path().join(side)).expect("a folder");
        for name in ["clanrats", "others"] {
            fs::write(folder.path().join(side).join(format!("{name}.toml")), &text).expect("written");
        }
    }
    let asked = warodds()
        .current_dir(folder.path())
        .args(["compare", "liberators", "--into", "mine", "theirs"])
        .args(["--metric", "destroyed", "--md", "-"])
        .assert()
        .success();
    let table = String::from_utf8_lossy(&asked.get_output().stdout).into_owned();
    let heads: Vec<&str> =
        ["mine", "theirs"].into_iter().filter(|side| table.contains(&format!("{side}/others.toml"))).collect();
    assert_eq!(heads, ["mine", "theirs"], "{table}");
}

/// Of a table that is too large to look at, the best attacker for each target is shown; of those that do as much, the first.
#[test]
fn of_equals_the_first_is_named_as_the_best() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |side: &str, name: usize, attacks: usize| {
        let head = "move = 4\ntoughness = 4\nwounds = 10\n[[weapon]]\nname = \"Blade\"\nrange = 1\nstrength = 4\n";
        let path = folder.path().join(side).join(format!("{name}.toml"));
        let text = format!("game = \"warcry\"\nname = \"{side} {name}\"\n{head}attacks = {attacks}\ndamage = [1, 2]\n");
        fs::write(path, text).expect("written");
    };
    ["Blade", "Shield"].iter().for_each(|side| fs::create_dir(folder.path().join(side)).expect("a folder"));
    (100..=200).for_each(|name| write("Blade", name, if name == 107 || name == 150 { 3 } else { 1 }));
    (100..200).for_each(|name| write("Shield", name, 1));
    let args = ["compare", "Blade/", "--into", "Shield/", "--metric", "damage"];
    let output = warodds().current_dir(&folder).args(args).output().expect("run");
    let told = String::from_utf8(output.stdout).expect("UTF-8");
    // Three attacks: a 4 or a 5 is one point, a 6 is two.
    for name in 100..200 {
        let row = format!("Shield {name} Blade 107 2.00");
        assert!(told.lines().any(|line| line.split_whitespace().eq(row.split(' '))), "{row} in {told}");
    }
    // A hundred of them are as many cells as are shown.
    fs::remove_file(folder.path().join("Blade/200.toml")).expect("it was written");
    let shown = warodds().current_dir(&folder).args(args).output().expect("run");
    assert!(!String::from_utf8_lossy(&shown.stdout).contains("too many to look at"));
}

/// The columns of a Parquet file are those of the CSV, and so is what stands in them; numbers are numbers. It says which
/// command asks for it, and of a part which one asks for the whole.
#[test]
fn a_parquet_file_has_the_rows_of_the_csv() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rows.parquet");
    let args = ["compare", "aos/clan*", "hero", "liberators", "--into", "aos/typical", "-q", "--csv", "-"];
    let csv = warodds().args(args).args(["--shard", "2/2", "--parquet"]).arg(&path).output().expect("run").stdout;
    let rows = rows(&csv);
    let read = SerializedFileReader::new(fs::File::open(&path).expect("it was written")).expect("Parquet");
    let about = read.metadata().file_metadata().key_value_metadata().expect("what it is");
    let said = |key: &str| about.iter().find(|one| one.key == key).and_then(|one| one.value.clone()).expect("said");
    assert!(said("command").ends_with("--shard 2/2") && !said("table").contains("--shard"));
    let mut written = 0;
    for (row, wanted) in read.get_row_iter(None).expect("rows").zip(&rows[1..]) {
        written += 1;
        let row = row.expect("a row");
        for ((name, field), wanted) in row.get_column_iter().zip(wanted) {
            let text = match field {
                Field::Null => String::new(),
                Field::Str(text) => text.clone(),
                Field::Long(number) => number.to_string(),
                Field::Double(number) => format!("{number:?}"),
                other => panic!("{name} holds {other}"),
            };
            assert_eq!(text, wanted, "{name}");
        }
        assert!(row.get_column_iter().map(|(name, _)| name.as_str()).eq(&rows[0]));
    }
    assert!(written > 10 && written == rows.len() - 1, "{written} rows");
}

#[test]
fn parts_and_files_that_cannot_be_are_refused_at_once() {
    let refused = |more: &[&str], code: i32, why: &str| {
        let args = ["compare", "aos/clan*", "liberators", "--into", "aos/typical"];
        warodds().args(args).args(more).assert().code(code).stdout("").stderr(predicate::str::contains(why));
    };
    refused(&["--shard", "0/4"], 2, "counted from 1");
    refused(&["--shard", "5/4"], 2, "the last one is 4/4");
    refused(&["--shard", "4"], 2, "such as 2/4");
    refused(&["--shard", "1/3"], 2, "`--shard 1/2` to `2/2`");
    refused(&["--shard", "1/2", "--both-ways"], 2, "`--both-ways`");
    refused(&["--parquet", "-"], 2, "`--parquet PATH`");
    refused(&["--parquet", "no-such-folder/rows.parquet"], 3, "cannot write");
    #[cfg(target_os = "linux")]
    refused(&["--parquet", "/dev/full"], 3, "cannot write");
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

/// Each way of a table is drawn under who attacks whom.
#[test]
fn pictures_of_the_way_back_name_who_attacks() {
    let names = ["compare", "liberators", "--into", "clawlord", "clanrats", "--both-ways", "--phase", "combat"];
    let output = warodds().args(names).args(["--metric", "wounds-lost", "-q", "--svg", "-"]).output().expect("ran");
    let svg = String::from_utf8(output.stdout).expect("UTF-8");
    let places = ["Liberators into 2 units", "2 units into Liberators"].map(|title| svg.find(title).expect("a title"));
    assert!(places[0] < places[1], "{places:?}");
}

/// Eight reasons are told one by one, the cells of the two others together; units without a weapon are counted.
#[test]
fn what_could_not_be_computed_is_told_by_reason() {
    let told = |units: &[String], phase: &[&str]| {
        let command = ["compare", "freeguild-fusiliers"].into_iter().chain(units.iter().map(String::as_str));
        let command = command.chain(["--into", "clawlord", "clanrats", "-q"]).chain(phase.iter().copied());
        let output = warodds().args(command).output().expect("ran");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let blades: Vec<String> = (1..11).map(|n| format!("aos: 1x \"Blade {n}\" {n}A 4+/4+/-/1; H1 6+")).collect();
    let text = told(&blades, &["--phase", "shooting"]);
    assert!(text.contains("20 of 22 cells could not be computed"), "{text}");
    assert!(text.contains("note: 4 cells: other reasons, which CSV and JSON tell"), "{text}");
    let text = told(&["aos: 3x H1 6+".to_owned(), "aos: 4x H1 6+".to_owned()], &[]);
    assert!(text.contains("note: 4 cells: 2 attackers have no weapon"), "{text}");
}

/// Several attackers of one target are drawn as lines over each other; of two targets there is no such picture.
#[test]
fn attackers_of_one_target_are_laid_over_each_other() {
    let lines = |targets: &[&str]| {
        let command = ["compare", "liberators", "stormvermin", "--into"].into_iter().chain(targets.iter().copied());
        let command = command.chain(["--phase", "combat", "--metric", "wounds-lost", "-q", "--svg", "-"]);
        let output = warodds().args(command).output().expect("ran");
        String::from_utf8(output.stdout).expect("UTF-8").contains("<polyline")
    };
    assert!(lines(&["clawlord"]) && !lines(&["clawlord", "clanrats"]));
}

/// What a row asks for works: with what its army lends a unit, and without words that have no use for it.
#[test]
fn the_commands_of_rows_are_answered() {
    let folder = tempfile::tempdir().expect("a folder");
    let unit = include_str!("../../profiles/age-of-sigmar/clanrats.toml");
    let army = "game = \"age-of-sigmar\"\nname = \"Mine\"\n[[unit]]\nprofile = \"rats.toml\"\n\n[[ability]]\nname = \"Fury\"\noptional = true\neffects = [\"+1 attacks\"]\n";
    fs::write(folder.path().join("rats.toml"), unit).expect("written");
    fs::write(folder.path().join("army.toml"), army).expect("written");
    for (line, rows_of) in [
        ("compare army.toml --into aos/clawlord --with Fury --phase combat --metric wounds-lost --csv -", 1),
        (
            "compare warcry/gloryseeker warcry/chimera --into warcry/leader --with \"three attacks\" --metric wounds-lost --csv -",
            2,
        ),
    ] {
        let run = |words: &[String]| {
            let out = warodds().current_dir(folder.path()).args(words).output().expect("run");
            assert!(out.status.success(), "{words:?}: {}", String::from_utf8_lossy(&out.stderr));
            rows(&out.stdout)
        };
        let table = run(&words(line));
        let column = |name: &str| table[0].iter().position(|head| head == name).expect("a column");
        assert_eq!(table.len(), 1 + rows_of, "{table:?}");
        for row in &table[1..] {
            let alone = words(&format!("{} --csv -", row[column("command")].replace('\'', "\"")));
            let answer = run(&alone[1..]);
            let at = |name: &str| answer[0].iter().position(|head| head == name).expect("a column");
            let number = |row: &csv::StringRecord, name: &str| row[at(name)].parse::<f64>().expect("a number");
            let lost = answer.iter().filter(|row| &row[at("metric")] == "wounds-lost");
            let mean: f64 = lost.map(|row| number(row, "value") * number(row, "probability")).sum();
            let told: f64 = row[column("mean")].parse().expect("a number");
            assert!((mean - told).abs() < 1e-9, "{alone:?}: {mean} is not {told}");
        }
    }
}
