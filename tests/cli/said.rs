//! Whatever is said stands in every answer, and no two questions look alike.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use serde_json::Value;
use warodds::report::FORMATS;

use super::warodds;

/// An attack about which everything is said that can be.
const SAID: [&str; 19] = [
    "attack", "10 freeguild-steelhelms", "clawlord", "--phase", "combat", "--with", "+1 to hit", "--set",
    "defender.save=4+", "--mode", "core", "--order", "freeguild", "--ruling", "save-cap=before-rend", "--seed", "7",
    "--trials", "3000",
];

fn stdout(args: &[&str]) -> String {
    let out = warodds().args(args).output().expect("run");
    assert!(out.status.success(), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8_lossy(&out.stdout).into_owned()
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&stdout(&[args, &["--json", "-"]].concat())).expect("JSON")
}

/// The first line of a CSV with the first row.
fn csv(args: &[&str]) -> Vec<(String, String)> {
    let text = stdout(&[args, &["--csv", "-"]].concat());
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().expect("a header").clone();
    let row = reader.records().next().expect("a row").expect("a row");
    header.iter().zip(&row).map(|(name, cell)| (name.to_owned(), cell.to_owned())).collect()
}

/// The words of an SVG, one line for each.
fn words(svg: &str) -> String {
    svg.lines().filter(|line| !line.starts_with('<')).collect::<Vec<_>>().join("\n")
}

#[test]
fn an_attack_repeats_what_was_said_wherever_it_goes() {
    let command = json(&SAID)["command"].as_str().expect("a text").to_owned();
    for part in ["'10 freeguild-steelhelms' clawlord", "--phase combat", "--with '+1 to hit'", "--set defender.save=4+"]
    {
        assert!(command.contains(part), "{command}");
    }
    for part in ["--mode core", "--order freeguild", "--ruling save-cap=before-rend", "--seed 7", "--trials 3000"] {
        assert!(command.contains(part), "{command}");
    }
    assert!(!command.contains("json"), "where the answer goes is no part of the question: {command}");
    let said = json(&SAID);
    assert_eq!((&said["phase"], &said["set"][0]), (&"combat".into(), &"defender.save=4+".into()));
    assert_eq!((&said["mode"], &said["order"][0]), (&"core".into(), &"freeguild".into()));
    assert_eq!(said["rulings"]["save-cap"], "before-rend");
    let cells = csv(&SAID);
    let cell = |name: &str| cells.iter().find(|(known, _)| known == name).map(|(_, cell)| cell.as_str());
    assert_eq!((cell("phase"), cell("set")), (Some("combat"), Some("[defender.save=4+]")));
    assert_eq!((cell("mode"), cell("order")), (Some("core"), Some("[freeguild]")));
    assert_eq!((cell("rulings"), cell("attacker_models")), (Some("[save-cap=before-rend]"), Some("10")));
    assert_eq!(cell("command"), Some(command.as_str()));
    let lines = ["phase: combat", "with: +1 to hit", "set: defender.save=4+", "order: freeguild", "mode: core"];
    let terminal = stdout(&SAID);
    let chart = words(&stdout(&[&SAID[..], &["--svg", "-"]].concat()));
    for line in lines.iter().chain(&["rulings: save-cap = before-rend"]) {
        assert!(terminal.contains(line), "{line} in {terminal}");
        assert!(chart.contains(line), "{line} in {chart}");
    }
    assert!(terminal.contains("(10 models") && chart.contains("10 models"), "{chart}");
}

#[test]
fn the_command_of_an_answer_asks_the_same_again() {
    let first = json(&SAID);
    let command = first["command"].as_str().expect("a text");
    let words = command.split('\'').enumerate().flat_map(|(place, part)| match place % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    let words: Vec<String> = words.skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    assert_eq!(json(&words), first);
}

#[test]
fn weapons_that_were_chosen_are_said() {
    let args = ["attack", "liberators", "clawlord", "--order", "grandhammer, warhammer"];
    assert_eq!(json(&args)["order"], serde_json::json!(["grandhammer", "warhammer"]));
    let args = ["attack", "carrion-catcher", "leader", "--weapon", "impaler"];
    assert_eq!(json(&args)["weapon"], serde_json::json!(["impaler"]));
    assert!(stdout(&args).contains("\nweapon: impaler\n"));
}

#[test]
fn a_question_about_dice_repeats_what_was_said() {
    let args = ["odds", "age-of-sigmar", "charge", "distance=9.5"];
    assert_eq!(json(&args)["command"], "warodds odds age-of-sigmar charge distance=9.5");
    assert_eq!(json(&args)["keys"], serde_json::json!(["distance=9.5"]));
    assert!(stdout(&args).contains("\nasked: charge distance=9.5\n"));
    let args = ["odds", "2D6", "--at-least", "9"];
    assert_eq!(json(&args)["command"], "warodds odds 2D6 --at-least 9");
    assert!(stdout(&args).contains("\nasked: 2D6 at least 9\n"));
    let args = [
        "odds", "age-of-sigmar", "charge-then-fight", "attacker=liberators", "defender=clawlord", "distance=7",
        "--with", "cover", "--set", "defender.save=4+",
    ];
    let (said, cells) = (json(&args), csv(&args));
    assert_eq!((&said["with"][0], &said["set"][0]), (&"cover".into(), &"defender.save=4+".into()));
    assert!(cells.contains(&("set".to_owned(), "[defender.save=4+]".to_owned())), "{cells:?}");
    let (terminal, chart) = (stdout(&args), words(&stdout(&[&args[..], &["--svg", "-"]].concat())));
    assert!(terminal.contains("set: defender.save=4+") && chart.contains("set: defender.save=4+"), "{chart}");
}

#[test]
fn an_explanation_says_of_what() {
    let text = stdout(&["explain", "10 clanrats", "liberators", "--set", "defender.save=4+", "--phase", "combat"]);
    let lines: Vec<&str> = text.lines().take(3).collect();
    assert!(lines[0].starts_with("Clanrats (10 models"), "{text}");
    assert_eq!(lines[1..], ["phase: combat", "set: defender.save=4+"]);
}

/// The files of a folder.
fn files(folder: &Path) -> HashSet<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn different_questions_have_different_files_in_a_new_folder() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("not").join("yet");
    let plain = ["attack", "liberators", "clawlord"];
    let questions: [&[&str]; 10] = [
        &[],
        &["--with", "cover"],
        &["--with", "charged"],
        &["--set", "defender.save=4+"],
        &["--set", "attacker.models=7"],
        &["--phase", "combat"],
        &["--mode", "spearhead"],
        &["--method", "both"],
        &["--metric", "damage"],
        &["--then", "liberators"],
    ];
    for (asked, more) in questions.iter().enumerate() {
        warodds().args(plain).args(*more).arg("--out").arg(&folder).assert().success();
        assert_eq!(files(&folder).len(), FORMATS.len() * (asked + 1), "{more:?}");
    }
    warodds().args(plain).arg("--out").arg(&folder).assert().success();
    for size in ["7 liberators", "liberators"] {
        warodds().args(["attack", size, "clawlord", "--out"]).arg(&folder).assert().success();
    }
    assert_eq!(files(&folder).len(), 11 * FORMATS.len(), "the same question has the same files");
    for distance in ["8", "9"] {
        let key = format!("distance={distance}");
        warodds().args(["odds", "age-of-sigmar", "charge", &key, "--out"]).arg(&folder).assert().success();
    }
    assert_eq!(
        files(&folder).iter().filter(|name| name.starts_with("age-of-sigmar-charge-")).count(),
        2 * FORMATS.len()
    );
}

#[test]
fn files_have_names_whatever_the_units_are_called() {
    let folder = tempfile::tempdir().expect("a folder");
    let unit = include_str!("../../profiles/age-of-sigmar/liberators.toml");
    let long = "Ä".repeat(400);
    for (place, name) in ["骷髏", "…!?", "¿?", long.as_str(), "../../x", "CON"].iter().enumerate() {
        let path = folder.path().join(format!("{place}.toml"));
        fs::write(&path, unit.replace("\"Liberators\"", &format!("'{name}'"))).expect("written");
        warodds()
            .arg("attack")
            .arg(&path)
            .arg("clawlord")
            .arg("--out")
            .arg(folder.path().join("out"))
            .assert()
            .success();
    }
    let names = files(&folder.path().join("out"));
    assert_eq!(names.len(), 6 * FORMATS.len(), "{names:?}");
    assert!(names.iter().all(|name| name.len() < 200 && !name.starts_with(['-', '.'])), "{names:?}");
}

#[test]
fn a_path_with_the_ending_of_another_format_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    for (option, file, advice) in [
        ("--png", "x.jpg", "x.png"),
        ("--png", "x.svg", "`--svg` writes a chart as SVG"),
        ("--csv", "x.xlsx", "x.csv"),
        ("--json", "x.CSV", "`--csv` writes CSV"),
    ] {
        let path = folder.path().join(file);
        let asked = warodds().args(["attack", "liberators", "clawlord", option]).arg(&path).assert().code(2).stdout("");
        let said = String::from_utf8_lossy(&asked.get_output().stderr).into_owned();
        assert!(said.contains(advice), "{said}");
    }
    assert!(files(folder.path()).is_empty());
    warodds().args(["odds", "2D6", "--png"]).arg(folder.path().join("x.jpg")).assert().code(2);
    warodds().args(["odds", "2D6", "--png"]).arg(folder.path().join("x")).assert().success();
}

#[test]
fn pictures_go_to_standard_output() {
    let out = warodds().args(["attack", "liberators", "clawlord", "--png", "-"]).output().expect("run");
    assert_eq!(&out.stdout[..8], b"\x89PNG\r\n\x1a\n");
    assert!(stdout(&["odds", "2D6", "--svg", "-"]).trim_end().ends_with("</svg>"));
}

/// The same units asked in two editions: every first line of the later one says so, and so do its files.
#[test]
fn two_editions_never_look_alike() {
    let [a, b] = ["40k-11e/termagants", "40k-11e/intercessor-squad"];
    for args in [
        &["attack", b, a][..],
        &["explain", b, a],
        &["advise", b, a],
        &["fight", b, a],
        &["compare", b, "--into", a],
        &["sweep", b, a, "--vary", "defender.models=5,10"],
        &["plan", b, "--into", a],
        &["odds", "40k-11e", "save", "save=3+"],
    ] {
        let said = warodds().args(args).assert().success();
        let text = String::from_utf8_lossy(&said.get_output().stdout).into_owned();
        let first = text.split("\n\n").next().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(first.contains("11th edition"), "{args:?}: {first}");
    }
    warodds().args(["show", a]).assert().success().stdout(predicates::str::contains("11th edition"));
    let folder = tempfile::tempdir().expect("a folder");
    let out = ["--phase", "shooting", "--out", "here"];
    for units in [[b, a], ["40k/intercessor-squad", "40k/termagants"]] {
        warodds().current_dir(&folder).args(["attack"]).args(units).args(out).assert().success();
    }
    let files = std::fs::read_dir(folder.path().join("here")).expect("a folder");
    let names: Vec<String> =
        files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned()).collect();
    let later = names.iter().filter(|name| name.starts_with("intercessor-squad-vs-termagants-11e")).count();
    assert!(later > 0 && 2 * later == names.len(), "{names:?}");
}

/// The two columns are the answers without and with what is said besides, and the third is their difference.
#[test]
fn versus_stands_beside_the_plain_answer() {
    let json = |more: &[&str]| -> serde_json::Value {
        let asked = ["attack", "liberators", "clawlord", "--json", "-"];
        let out = warodds().args(asked).args(more).output().expect("run");
        serde_json::from_slice(&out.stdout).expect("JSON")
    };
    let both = json(&["--versus", "AoA"]);
    assert_eq!(both["as-asked"], json(&[])["phases"][0]["results"]);
    assert_eq!(both["besides"], json(&["--with", "AoA"])["phases"][0]["results"]);
    let out = warodds().args(["attack", "liberators", "clawlord", "--versus", "AoA"]).output().expect("run");
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    assert!(text.contains("9.87 %") && text.contains("19.77 %") && text.contains("+9.91"), "{text}");
}

/// Instead of something that is said besides, another unit attacks.
#[test]
fn another_attacker_stands_beside_the_one_that_was_asked_for() {
    let json = |attacker: &str, more: &[&str]| -> Value {
        let out = warodds().args(["attack", attacker, "clawlord", "--with", "AoA", "--json", "-"]).args(more).output();
        serde_json::from_slice(&out.expect("run").stdout).expect("JSON")
    };
    let both = json("liberators", &["--versus-attacker", "varanguard"]);
    assert_eq!(both["as-asked"], json("liberators", &[])["phases"][0]["results"]);
    assert_eq!(both["besides"], json("varanguard", &[])["phases"][0]["results"]);
    assert_eq!((&both["versus"], &both["versus-attacker"]), (&"varanguard".into(), &true.into()));
    assert_eq!(json("liberators", &["--versus", "charged"]).get("versus-attacker"), None);
}

/// A name that two editions have is of the one that is meant, which every answer says.
#[test]
fn the_edition_of_a_name_is_said_and_chosen() {
    let asked = |value: &str, args: &[&str]| {
        let assert = warodds().env("WARODDS_40K", value).args(args).assert();
        let output = assert.get_output();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).split_whitespace().collect::<Vec<_>>().join(" ");
        (output.status.success(), text(&output.stdout), text(&output.stderr))
    };
    let both = "both editions of Warhammer 40,000 have units of these names";
    let attack = ["attack", "boyz", "monolith", "--phase", "combat"];
    for (value, edition) in
        [("", "10th edition"), ("10e", "10th edition"), ("11e", "11th edition"), ("11", "11th edition")]
    {
        let (done, out, err) = asked(value, &attack);
        assert!(done && out.contains(edition), "{value}: {out}{err}");
        assert_eq!(err.matches(both).count(), 1, "{value}: {err}");
    }
    let (done, out, err) = asked("", &["attack", "boyz", "monolith", "--edition", "11", "--phase", "combat"]);
    assert!(done && out.contains("11th edition") && !err.contains(both), "{out}{err}");
    // Who says the game says the edition.
    let (_, out, err) = asked("11e", &["attack", "40k/boyz", "40k-10e/monolith", "--phase", "combat"]);
    assert!(!out.contains("10th edition"), "{out}{err}");
    let (_, out, err) = asked("11e", &["attack", "40k/boyz", "monolith", "--phase", "combat"]);
    assert!(out.contains("11th edition"), "{out}{err}");
    let (done, _, err) = asked("9", &attack);
    assert!(!done && err.contains("WARODDS_40K is `9`") && err.contains("write `10e` or `11e`"), "{err}");
    // The other unit does not decide it silently: the boyz of the edition of the only unit that has one.
    let (_, out, err) = asked("", &["attack", "boyz", "40k-11e/monolith", "--phase", "combat"]);
    assert!(out.contains("11th edition") && err.contains("that of the other unit is taken"), "{out}{err}");
}

/// Two attacks that each take a point in 25 of 36; one comes back, so that both have to for a point to be lost.
#[test]
fn what_comes_back_is_told_beside_what_is_lost() {
    let plain = ["attack", "aos: 1x 2A 2+/2+/-/1; H1 -", "aos: 1x H9 -", "-q"];
    assert!(!stdout(&plain).contains("left"));
    let healed = stdout(&[&plain[..], &["--with", "heal 1"]].concat());
    assert!(healed.contains("wounds lost 1.4 of 9") && healed.contains("wounds left 8.5 of 9"), "{healed}");
    let versus = stdout(&[&plain[..], &["--versus", "heal 1"]].concat());
    assert!(versus.lines().any(|line| line.contains("wounds left") && line.contains("8.52")), "{versus}");
}
