//! The program as people run it: the README and transcripts are executed, and what must not happen does not.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use predicates::prelude::*;
use warodds::report::FORMATS;

use super::{SETTINGS, warodds};

#[test]
fn documents_are_transcripts() {
    let documents = trycmd::TestCases::new();
    SETTINGS.iter().for_each(|(variable, value)| {
        documents.env(*variable, *value);
    });
    documents.case("README.md").case("tests/cli/transcripts/*.md");
}

#[test]
fn json_and_csv_have_standard_output_to_themselves() {
    let out = warodds()
        .args(["attack", "liberators", "clawlord", "--json", "-", "--with", "+2 to hit"])
        .output()
        .expect("run");
    let json: serde_json::Value = serde_json::from_slice(&out.stdout).expect("nothing but JSON");
    assert_eq!(json["schema"], 2);
    assert_eq!(json["game"], "age-of-sigmar");
    let [phase] = &json["phases"].as_array().expect("phases")[..] else { panic!("one phase") };
    assert_eq!(phase["method"], "exact");
    assert_eq!(phase["trials"], serde_json::Value::Null);
    assert_eq!(json["with"][0], "+2 to hit");
    assert!((phase["stages"][0]["mean"].as_f64().expect("a number") - 10.0).abs() < 1e-12);
    let out = warodds().args(["attack", "liberators", "clawlord", "--csv", "-"]).output().expect("run");
    let mut reader = csv::Reader::from_reader(&out.stdout[..]);
    let header = reader.headers().expect("a header").iter().take(11).collect::<Vec<_>>().join(",");
    assert_eq!(header, "game,attacker,defender,with,metric,value,probability,at_least,method,trials,seed");
    let mass: f64 = reader
        .records()
        .map(|row| row.expect("a row"))
        .filter(|row| &row[4] == "slain")
        .map(|row| row[6].parse::<f64>().expect("a probability"))
        .sum();
    assert!((mass - 1.0).abs() < 1e-12);
    warodds().args(["attack", "liberators", "clawlord", "--json", "-", "--csv", "-"]).assert().code(2);
}

#[test]
fn both_methods_are_in_the_json() {
    let out = warodds()
        .args([
            "attack", "liberators", "clawlord", "--method", "both", "--trials", "20000", "--seed", "5", "--json", "-",
        ])
        .output()
        .expect("run");
    let json: serde_json::Value = serde_json::from_slice(&out.stdout).expect("JSON");
    assert_eq!(json["seed"], 5);
    let json = &json["phases"][0];
    assert_eq!(json["trials"], 20_000);
    assert!(json["sampled"]["damage"]["interval"][0].is_f64());
    assert!(json["sampled"]["destroyed-interval"][1].is_f64());
    assert!(json["agreement"]["p"].is_number() && json["agreement"]["degrees"].is_u64());
    assert!(json["results"]["damage"].get("interval").is_none(), "the exact result has no interval");
}

#[test]
fn a_unit_with_weapons_for_both_phases_is_answered_for_in_each() {
    let asked = ["attack", "clawlord", "liberators"];
    let out = |more: &[&str]| {
        let out = warodds().args(asked).args(more).output().expect("run");
        assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
        String::from_utf8(out.stdout).expect("UTF-8")
    };
    let json = |more: &[&str]| -> serde_json::Value { serde_json::from_str(&out(more)).expect("JSON") };
    let both = json(&["--json", "-"]);
    assert_eq!(both["command"], "warodds attack clawlord liberators");
    for (place, phase) in ["shooting", "combat"].into_iter().enumerate() {
        let alone = &json(&["--phase", phase, "--json", "-"])["phases"][0];
        assert_eq!(&both["phases"][place], alone, "as if it were asked for alone");
    }
    let page = out(&[]);
    let lines: Vec<&str> = page.lines().take(3).collect();
    assert!(lines[1].starts_with("shooting: destroyed ") && lines[2].starts_with("combat: destroyed "), "{page}");
    let table = out(&["--csv", "-"]);
    let mut rows = csv::Reader::from_reader(table.as_bytes());
    let column = rows.headers().expect("a header").iter().position(|name| name == "phase").expect("a column");
    let phases: HashSet<String> = rows.records().map(|row| row.expect("a row")[column].to_owned()).collect();
    assert_eq!(phases, HashSet::from(["shooting".to_owned(), "combat".to_owned()]));
    // One weapon that is named decides, and both phases are one picture.
    assert_eq!(json(&["--weapon", "ratling", "--json", "-"])["phase"], serde_json::Value::Null);
    assert!(out(&["--svg", "-"]).starts_with("<svg width=\"1200\" height=\"1800\""));
}

#[test]
fn all_outputs_go_into_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    warodds().args(["attack", "liberators", "clawlord", "--out"]).arg(folder.path()).assert().success();
    let mut names: Vec<String> = fs::read_dir(folder.path())
        .expect("a folder")
        .map(|file| file.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let name = |ending: &str| format!("liberators-vs-clawlord-on-gnaw-beast.{ending}");
    let mut endings: Vec<&str> = FORMATS.iter().map(|format| format.ending).collect();
    endings.sort_unstable();
    assert_eq!(names, endings.into_iter().map(name).collect::<Vec<_>>());
}

#[test]
fn what_cannot_be_written_ends_with_3_and_leaves_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let missing = folder.path().join("missing").join("x.json");
    warodds().args(["attack", "liberators", "clawlord", "--json"]).arg(&missing).assert().code(3);
    assert!(!missing.exists());
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    fs::write(folder.path().join("file"), "here").expect("written");
    warodds()
        .args(["attack", "liberators", "clawlord", "--out"])
        .arg(folder.path().join("file"))
        .assert()
        .code(3)
        .stderr(predicate::str::contains("it is a file; name a folder"));
}

#[test]
fn wrong_usage_ends_with_2_and_says_what_to_do() {
    let cases: [(&[&str], &str); 15] = [
        (&["attack", "libarators", "clawlord"], "did you mean `liberators`?"),
        (&["attack", "liberators", "clawlord", "--with", "chraged"], "did you mean `charged`"),
        (&["attack", "liberators", "clawlord", "--with", "+1 to fly"], "not a situation, an effect or an ability"),
        (&["attack", "liberators", "clawlord", "--with", "feel no pain 5+"], "write `ward 5+`"),
        (&["attack", "liberators", "clawlord", "--set", "models=4"], "--set defender.models=4"),
        (&["attack", "liberators", "clawlord", "--set", "attacker.weapon.hamer.rend=2"], "did you mean"),
        (&["attack", "liberators", "clawlord", "--set", "attacker.weapn.rend=2"], "did you mean `weapon`"),
        (&["attack", "liberators", "clawlord", "--metric", "damge"], "did you mean `damage`"),
        (&["odds", "2D6", "--phase", "combat", "--with", "cover"], "leave out --with, --phase"),
        (&["attack", "liberators", "clawlord", "--weapon", "wrhammer"], "did you mean `Warhammer`"),
        (&["attack", "clawlord", "liberators", "--then", "clawlord"], "write `shooting:`"),
        (&["attack", "liberators", "warhammer-40k/termagants"], "must be of one game"),
        (&["attack", "1000000 liberators", "clawlord"], "MAX_MODELS"),
        (&["attack", "liberators", "clawlord", "--trials", "0"], "1000000000000"),
        (&["attack", "liberators", "clawlord", "--ruling", "save-cap=never"], "with-rend, before-rend"),
    ];
    for (args, help) in cases {
        warodds().args(args).assert().code(2).stdout("").stderr(predicate::str::contains(help));
    }
}

#[test]
fn absurd_numbers_are_refused_at_once() {
    let started = std::time::Instant::now();
    for set in [
        "attacker.weapon.warhammer.attacks=100D1000",
        "attacker.models=999999999999",
        "defender.health=100000",
        "attacker.weapon.warhammer.damage=-5",
    ] {
        warodds().args(["attack", "liberators", "clawlord", "--set", set]).assert().code(2);
    }
    // The largest that is allowed is computed: 250 models with 20D6+250 attacks each would be more than any count holds.
    warodds()
        .args([
            "attack",
            "250 liberators",
            "clawlord",
            "--set",
            "attacker.weapon.grandhammer.attacks=20D6+250",
            "--set",
            "attacker.weapon.grandhammer.count=250",
        ])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("MAX_TOKENS"));
    assert!(started.elapsed().as_secs() < 30);
}

#[test]
fn units_come_from_paths_folders_and_standard_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let unit = include_str!("../../profiles/age-of-sigmar/liberators.toml")
        .replace("Liberators", "Mine, \"=1+1\"".trim_matches('"'));
    let path = folder.path().join("mine.toml");
    fs::write(&path, unit.replace("\"Mine, \"=1+1\"", "'=1+1'")).expect("written");
    warodds().arg("attack").arg(&path).arg("clawlord").assert().success().stdout(predicate::str::contains("=1+1"));
    warodds().arg("attack").arg("mine").arg("clawlord").arg("--profiles").arg(folder.path()).assert().success();
    warodds().args(["attack", "mine", "clawlord"]).env("WARODDS_PROFILES", folder.path()).assert().success();
    let beside_nothing = std::env::join_paths([Path::new(""), folder.path()]).expect("no separator in it");
    warodds().args(["attack", "mine", "clawlord"]).env("WARODDS_PROFILES", beside_nothing).assert().success();
    warodds().args(["attack", "liberators", "clawlord"]).env("WARODDS_PROFILES", "").assert().success();
    // A folder that is gone is told with the variable that names it; one that was typed is a mistake.
    let gone = folder.path().join("gone");
    let told = predicate::str::contains("gone`, which WARODDS_PROFILES names as a folder, is not there");
    let both = std::env::join_paths([&gone, folder.path()]).expect("no separator in it");
    warodds().args(["attack", "mine", "clawlord"]).env("WARODDS_PROFILES", both).assert().success().stderr(told);
    warodds().args(["attack", "liberators", "clawlord", "--profiles"]).arg(&gone).assert().code(2);
    let file = predicate::str::contains("mine.toml`, which WARODDS_PROFILES names as a folder, is not a folder");
    warodds().args(["attack", "liberators", "clawlord"]).env("WARODDS_PROFILES", &path).assert().success().stderr(file);
    let text = fs::read(Path::new(&path)).expect("read");
    let out = warodds().args(["attack", "-", "clawlord", "--csv", "-"]).write_stdin(text).output().expect("run");
    let mut rows = csv::Reader::from_reader(&out.stdout[..]);
    let first = rows.records().next().expect("a row").expect("a row");
    assert_eq!(&first[1], "'=1+1", "a spreadsheet must not run a name as a formula");
    warodds().args(["attack", "/nowhere/mine.toml", "clawlord"]).assert().code(2);
}

#[test]
fn two_outputs_do_not_go_to_one_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let command = ["attack", "liberators", "clawlord", "--json", "both.txt", "--csv", "both.txt"];
    let told = "`--csv` and `--json` cannot both be written to `both.txt`";
    let other = predicate::str::contains(told)
        .or(predicate::str::contains("`--json` and `--csv` cannot both be written to `both.txt`"));
    warodds().current_dir(&folder).args(command).assert().code(2).stderr(other);
    assert!(!folder.path().join("both.txt").exists());
}

#[test]
fn bounds_that_no_total_keeps_are_refused() {
    let told = predicate::str::contains("no total is at least 9 and at most 3")
        .and(predicate::str::contains("--at-least 3 --at-most 9"));
    warodds().args(["odds", "2D6", "--at-least", "9", "--at-most", "3"]).assert().code(2).stderr(told);
    warodds().args(["odds", "2D6", "--at-least", "9", "--at-most", "9"]).assert().success();
}

/// Whatever the program reads of its surroundings has a value of its own in tests.
#[test]
fn no_setting_of_whoever_runs_the_tests_is_left() {
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut read = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").path()));
            continue;
        }
        // A font is no source file.
        let Ok(text) = fs::read_to_string(path) else { continue };
        for part in text.split("env::var").skip(1) {
            let name = part.trim_start_matches("_os").strip_prefix("(\"").and_then(|rest| rest.split('"').next());
            read.extend(name.map(str::to_owned));
        }
        // A name may stand in a constant.
        let is_name = |text: &&str| {
            let of_name = |c: char| c == '_' || c.is_ascii_uppercase() || c.is_ascii_digit();
            text.strip_prefix("WARODDS_").is_some_and(|rest| !rest.is_empty() && rest.chars().all(of_name))
        };
        read.extend(text.split('"').filter(is_name).map(str::to_owned));
    }
    assert!(read.iter().any(|name| name == "WARODDS_40K"), "{read:?}");
    assert!(read.iter().any(|name| name == "COLUMNS"), "{read:?}");
    for name in read {
        assert!(SETTINGS.iter().any(|(known, _)| *known == name), "{name} is not in SETTINGS");
    }
}

#[test]
fn a_closed_pipe_ends_quietly() {
    use std::process::Stdio;
    // Nobody reads from the beginning, however fast the program is.
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let child = super::sealed(assert_cmd::cargo::cargo_bin("warodds"))
        .args(["attack", "liberators", "clawlord"])
        .stdout(writer)
        .stderr(Stdio::piped())
        .spawn()
        .expect("started");
    let out = child.wait_with_output().expect("ended");
    assert!(out.status.success(), "{out:?}");
    assert_eq!(String::from_utf8_lossy(&out.stderr), "");
}

#[test]
fn what_changes_nothing_is_noted() {
    warodds()
        .args(["attack", "liberators", "clawlord", "--with", "guarded hero"])
        .assert()
        .success()
        .stderr(predicate::str::contains("`guarded hero` changes nothing in this attack"));
}

#[test]
fn help_has_not_changed_unseen() {
    for command in ["", "attack", "list", "check"] {
        let args: Vec<&str> = [command, "--help"].into_iter().filter(|arg| !arg.is_empty()).collect();
        let out = warodds().args(&args).output().expect("run");
        let name = if command.is_empty() { "warodds" } else { command };
        insta::assert_snapshot!(format!("help_{name}"), String::from_utf8_lossy(&out.stdout));
    }
}

#[test]
fn an_unreadable_profile_in_a_folder_is_left_out_with_a_warning() {
    let folder = tempfile::tempdir().expect("a folder");
    let liberators = include_str!("../../profiles/age-of-sigmar/liberators.toml").replace("Liberators", "Mine");
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).expect("written");
    write("latin.toml", b"name = \"\xc9lan\"");
    write(
        "wide.toml",
        &[0xff, 0xfe].into_iter().chain(liberators.encode_utf16().flat_map(u16::to_le_bytes)).collect::<Vec<u8>>(),
    );
    write("marked.toml", format!("\u{feff}{liberators}").as_bytes());
    for command in
        [&["attack", "liberators", "clawlord"][..], &["explain", "liberators", "clawlord"], &["list", "units"]]
    {
        let warned =
            predicate::str::contains("latin.toml is left out, because it cannot be read: it is not UTF-8 text");
        warodds().args(command).env("WARODDS_PROFILES", folder.path()).assert().success().stderr(warned);
    }
    warodds()
        .args(["attack", "latin", "clawlord", "--profiles"])
        .arg(folder.path())
        .assert()
        .code(2)
        .stderr(predicate::str::contains("latin.toml cannot be read"));
    for unit in ["wide", "marked", "wide.toml", "marked.toml"] {
        let path = folder.path().join(unit);
        let unit = if unit.ends_with("toml") { path.to_str().expect("a path") } else { unit };
        warodds()
            .args(["attack", unit, "clawlord", "--profiles"])
            .arg(folder.path())
            .assert()
            .success()
            .stdout(predicate::str::starts_with("Mine (5 models, 90 points)"));
    }
}

#[test]
fn names_from_files_reach_no_terminal_as_commands() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("odd.toml");
    let unit = include_str!("../../profiles/age-of-sigmar/liberators.toml");
    let odd = "\\u001b]0;owned\\u0007";
    fs::write(&path, unit.replace("Liberators", odd).replace("\"Warhammer\"", &format!("\"{odd}\""))).expect("written");
    let path = path.to_str().expect("a path");
    let cases: [&[&str]; 8] = [
        &["attack", path, "clawlord", "--with", "guarded hero"],
        &["attack", path, path, "--weapon", "nothing"],
        &["attack", path, "termagants"],
        &["attack", path, "clawlord", "--order", "best"],
        &["explain", path, path],
        &["check", path],
        &["attack", path, "clawlord", "--set", "attacker.weapon.x.rend=1"],
        &["odds", "age-of-sigmar", "charge-then-fight", &format!("attacker={path}"), "defender=clawlord", "distance=7"],
    ];
    for args in cases {
        let out = warodds().args(args).output().expect("run");
        let said = [out.stdout, out.stderr].concat();
        assert!(!said.iter().any(|byte| matches!(byte, 0x1b | 0x07)), "{args:?}: {}", String::from_utf8_lossy(&said));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_nobody_gets_ends_with_3() {
    use std::process::Stdio;
    for args in
        [&["--help"][..], &["--version"], &["attack", "--help"], &["attack", "liberators", "clawlord"], &["check"]]
    {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
        let mut command = super::sealed(assert_cmd::cargo::cargo_bin("warodds"));
        let out = command.args(args).stdout(full).stderr(Stdio::piped()).output().expect("run");
        assert_eq!(out.status.code(), Some(3), "{args:?}");
        assert!(String::from_utf8_lossy(&out.stderr).contains("could not be written"), "{args:?}");
    }
}
