//! `import`: what is written, what is not, and how it ends.

use std::fs;
use std::path::Path;

use predicates::prelude::*;

use super::warodds;

fn fixture(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/import/files").join(name).display().to_string()
}

#[test]
fn an_army_becomes_a_folder_of_profiles_that_pass_check() {
    let folder = tempfile::tempdir().expect("a folder");
    let import = || {
        let mut command = warodds();
        command.current_dir(&folder).args(["import", &fixture("guard.ros")]);
        command
    };
    import().arg("--dry-run").assert().success().stdout(predicate::str::contains("Copper Guard Squad"));
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0, "a dry run writes nothing");
    import().assert().success().stderr(predicate::str::contains("wrote 3 profiles and army.toml to copper-sons"));
    let army = fs::read_to_string(folder.path().join("copper-sons/army.toml")).expect("an army");
    let squad = "[[unit]]\nprofile = \"copper-guard-squad.toml\"\nmodels = 8\npoints = 135\n";
    assert!(army.starts_with("name = \"Copper & Sons\"\ngame = \"warhammer-40k\"\npoints = 385\n"), "{army}");
    assert!(army.contains(squad) && army.contains("leader-of = \"copper-guard-squad.toml\"\n"), "{army}");
    let check = warodds()
        .current_dir(folder.path().join("copper-sons"))
        .args(["check", "copper-captain.toml", "copper-guard-squad.toml", "copper-kite.toml"])
        .assert();
    check.success().stdout(predicate::str::contains("3 profiles checked, all right"));
    // The folder stands for them, with its army or without, and so do all files of it.
    let of_all = |args: &[&str]| warodds().current_dir(&folder).args(args).assert().success();
    let files =
        ["army", "copper-captain", "copper-guard-squad", "copper-kite"].map(|n| format!("copper-sons/{n}.toml"));
    let all = std::iter::once("check").chain(files.iter().map(String::as_str)).collect::<Vec<_>>();
    for check in [&["check", "copper-sons"][..], &["check", "copper-sons/army.toml"], &all] {
        of_all(check).stdout(predicate::str::contains("3 profiles checked, all right"));
    }
    fs::create_dir(folder.path().join("plain")).expect("a folder");
    for file in &files[2..] {
        fs::copy(folder.path().join(file), folder.path().join(file.replace("copper-sons", "plain"))).expect("copied");
    }
    of_all(&["check", "plain"]).stdout(predicate::str::contains("2 profiles checked"));
    // A folder of folders stands for what lies in those.
    of_all(&["check", "./"]).stdout(predicate::str::contains("5 profiles checked"));
    for (named, rows) in [("copper-sons", 3), ("copper-sons/", 3), ("plain", 2)] {
        let compare = ["compare", named, "--into", "40k/horde", "--metric", "destroyed", "--csv", "-"];
        of_all(&compare).stdout(predicate::function(|csv: &str| csv.lines().count() == rows + 1));
    }
    let empty = warodds().current_dir(&folder).args(["check", "plain/../../nowhere/"]).assert().failure();
    empty.stderr(predicate::str::contains("no unit"));
    // The folder is one of profiles: the list in it is no unit.
    let list = warodds().current_dir(&folder).args(["list", "units", "--profiles", "copper-sons"]).assert().success();
    list.stdout(predicate::str::contains("copper-kite").and(predicate::str::contains("/army ").not()));
}

/// Rosters, catalogues and cards of every game. What `check` finds odd is what the cards print: models without a weapon of a
/// kind, or with two of which one is used.
#[test]
fn what_import_writes_passes_check_without_a_warning_of_its_own() {
    let files = [
        "guard.ros", "copper.cat", "ravens.ros", "ravens.cat", "shore.ros", "shore_fighters.json", "islands.json",
        "tin.ros", "tin.cat.json", "orbit.json",
    ];
    let of_cards = [" have no ", " has no ", "fights with one melee weapon", "says that a champion uses it"];
    for file in files {
        let folder = tempfile::tempdir().expect("a folder");
        warodds().current_dir(&folder).args(["import", &fixture(file), "--to", "army"]).output().expect("it runs");
        let check = warodds().current_dir(&folder).args(["check", "army"]).assert().success();
        let told = String::from_utf8_lossy(&check.get_output().stderr).into_owned();
        for warning in told.lines().filter(|line| line.starts_with("warning")) {
            assert!(of_cards.iter().any(|said| warning.contains(said)), "{file}: {warning}");
        }
        check.stdout(predicate::str::contains("all right"));
    }
}

#[test]
fn a_folder_of_catalogues_becomes_a_library_that_every_command_finds() {
    let (game, data) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    for name in ["copper-library.cat", "copper.cat", "copper.gst"] {
        fs::copy(fixture(name), game.path().join(name)).expect("copied");
    }
    let library = |words: &[&str]| {
        let mut command = warodds();
        command.env("WARODDS_LIBRARY", data.path()).args(words);
        command.assert()
    };
    let folder = game.path().display().to_string();
    library(&["library"]).success().stderr(predicate::str::contains("there is no library"));
    library(&["import", &folder, "--library", "Copper"]).stderr(predicate::str::contains("wrote the library `copper`"));
    library(&["library"]).success().stdout(predicate::str::contains("copper").and(predicate::str::contains(&folder)));
    library(&["library", "show", "copper"]).success().stdout(predicate::str::contains("adeptus-cuprum"));
    // Its name finds a unit, its army's, and words of it, which a note says.
    library(&["attack", "copper guards", "boyz"]).success();
    library(&["show", "adeptus-cuprum/copper-guard-squad"]).success();
    let guess = "`copper squad` is taken for `warhammer-40k/";
    library(&["attack", "copper squad", "boyz"]).success().stderr(predicate::str::contains(guess));
    // One that breaks off stops nobody.
    let path = data.path().join("copper.library");
    let text = fs::read_to_string(&path).expect("written");
    fs::write(&path, &text[..text.len() - 9]).expect("written");
    library(&["attack", "boyz", "termagants"]).success().stderr(predicate::str::contains("it breaks off"));
    library(&["library", "remove", "copper"]).success();
    library(&["library", "remove", "copper"]).code(2).stderr(predicate::str::contains("there is no library"));
}

/// Fighters and their abilities lie in two files beside each other; naming one of them is enough.
#[test]
fn abilities_of_cards_are_found_beside_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let import = || {
        let mut command = warodds();
        command.current_dir(&folder).args(["import", "shore_fighters.json", "--dry-run"]);
        let output = command.output().expect("run");
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
    };
    fs::copy(fixture("shore_fighters.json"), folder.path().join("shore_fighters.json")).expect("copied");
    assert!(import().contains("no file of abilities is beside it"), "{}", import());
    fs::copy(fixture("shore_abilities.json"), folder.path().join("shore_abilities.json")).expect("copied");
    assert!(import().contains("4 of 4 abilities compute"), "{}", import());
    // So it is where a unit of the file is named.
    let mut show = warodds();
    let shown = show.current_dir(&folder).args(["show", "shore_fighters.json:reefwalker"]).assert().success();
    shown.stdout(predicate::str::contains("High Tide"));
}

#[test]
fn two_libraries_of_one_game_say_in_what_they_differ() {
    let (data, game) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let text = fs::read_to_string(fixture("orbit.json")).expect("a data set");
    let other = text
        .replace("\"cost\": 90", "\"cost\": 95")
        .replace("\"T\": 9", "\"T\": 10")
        .replace("\"A\": 4, \"WS\": 3", "\"A\": 5, \"WS\": 3");
    let library = |words: &[&str]| warodds().env("WARODDS_LIBRARY", data.path()).args(words).assert();
    for (name, text) in [("old", &text), ("new", &other)] {
        let path = game.path().join(format!("{name}.json"));
        fs::write(&path, text).expect("written");
        // One of its four units cannot be read, which ends with 1.
        library(&["import", &path.display().to_string(), "--library", name]).code(1);
    }
    let same = library(&["library", "compare", "old", "old"]).success();
    same.stdout("0 of 3 units that both libraries have differ; 0 more are in old alone\n");
    let told = library(&["library", "compare", "old", "new"]).success();
    let told = String::from_utf8(told.get_output().stdout.clone()).expect("UTF-8");
    let rows: Vec<Vec<&str>> = told
        .lines()
        .skip(4)
        .map(|line| line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect())
        .collect();
    assert!(told.starts_with("2 of 3 units that both libraries have differ"), "{told}");
    assert_eq!(
        rows,
        [
            ["copper-order/copper-guard", "blade attacks", "4", "5"],
            ["tin-folk/tin-cart", "points", "90", "95"],
            ["tin-folk/tin-cart", "toughness", "9", "10"],
        ],
        "{told}"
    );
    library(&["library", "compare", "old"]).code(2).stderr(predicate::str::contains("say which library"));
}

#[test]
fn files_that_differ_are_never_overwritten_unasked() {
    let folder = tempfile::tempdir().expect("a folder");
    let import = |more: &[&str]| {
        let mut command = warodds();
        command.current_dir(&folder).args(["import", &fixture("guard.ros"), "--to", "here"]).args(more);
        command
    };
    import(&[]).assert().success();
    import(&[]).assert().success();
    let mine = folder.path().join("here/copper-kite.toml");
    fs::write(&mine, "mine").expect("written");
    let lists = || fs::read_to_string(&mine).expect("there");
    import(&[]).assert().code(3).stderr(predicate::str::contains("copper-kite.toml would be overwritten"));
    assert_eq!(lists(), "mine");
    import(&["--force"]).assert().success();
    assert!(lists().contains("Copper Kite"));
}

#[test]
fn what_was_read_is_data_too() {
    let out = warodds().args(["import", &fixture("ravens.json"), "--dry-run", "--json"]).output().expect("run");
    let json: serde_json::Value = serde_json::from_slice(&out.stdout).expect("nothing but JSON");
    assert_eq!((&json["game"], &json["points"]), (&"age-of-sigmar".into(), &520.into()));
    assert_eq!(json["units"][2]["left-out"][0]["what"], "Swoop");
}

#[test]
fn what_cannot_be_read_is_said_and_nothing_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let old = "<roster name=\"Old\" gameSystemName=\"Warhammer 40,000 9th Edition\"><forces/></roster>";
    fs::write(folder.path().join("old.ros"), old).expect("written");
    let import = warodds().current_dir(&folder).args(["import", "old.ros"]).assert();
    import.code(2).stderr(predicate::str::contains("old.ros: it is of Warhammer 40,000 9th Edition"));
    let import = warodds().current_dir(&folder).args(["import", "none.ros"]).assert();
    import.code(2).stderr(predicate::str::contains("none.ros cannot be read"));
    let import = warodds().current_dir(&folder).args(["import", &fixture("guard.ros"), "--to", "old.ros"]).assert();
    import.code(3).stderr(predicate::str::contains("cannot write `old.ros`: it is a file; name a folder"));
    // Nothing but names: no folder is made for it.
    let none =
        fs::read_to_string(fixture("ravens.ros")).expect("there").replace("name=\"Health\">", "name=\"Health\">x");
    fs::write(folder.path().join("none.ros"), none).expect("written");
    let import = warodds().current_dir(&folder).args(["import", "none.ros", "--to", "nowhere"]).assert();
    import.code(1).stderr(predicate::str::contains("wrote").not());
    assert!(!folder.path().join("nowhere").exists());
    // Units that cannot be read are named, the others are written, and the exit code says so.
    let broken = fs::read_to_string(fixture("ravens.ros")).expect("there").replacen(
        ">2</characteristic><characteristic name=\"Save\"",
        ">two</characteristic><characteristic name=\"Save\"",
        1,
    );
    fs::write(folder.path().join("broken.ros"), broken).expect("written");
    let import = warodds().current_dir(&folder).args(["import", "broken.ros", "--to", "there"]).assert();
    import.code(1).stderr(predicate::str::contains("1 of 3 units could not be read"));
    assert!(folder.path().join("there/raven-lord.toml").is_file());
    assert!(!folder.path().join("there/raven-riders.toml").exists());
}

#[test]
fn one_unit_of_a_catalogue_is_found_with_what_it_links_to() {
    let import =
        warodds().args(["import", &fixture("copper.cat"), "--unit", "copper guard squad", "--dry-run"]).assert();
    import.success().stdout(predicate::str::contains("Adeptus Cuprum: 1 unit\n"));
}

#[test]
fn a_catalogue_in_json_is_found_by_its_own_id_wherever_that_stands() {
    let folder = tempfile::tempdir().expect("a folder");
    let tin = fs::read_to_string(fixture("tin.cat.json")).expect("a catalogue");
    let mut tin = tin.replacen("\"id\": \"tin\",", "\"publications\": [{\"id\": \"p0\", \"name\": \"Book\"}],", 1);
    let end = tin[..tin.rfind('}').expect("an end")].rfind('}').expect("the catalogue's end");
    tin.insert_str(end, ", \"id\": \"tin\"");
    let book = r#"{"catalogue": {"catalogueLinks": [{"id": "l1", "name": "Tin Legion", "targetId": "tin", "type": "catalogue",
        "importRootEntries": true}], "name": "Tin Book", "gameSystemId": "sys-352e-adc2-7639-d610", "id": "book"}}"#;
    for (name, text) in [("tin.json", tin.as_str()), ("book.json", book)] {
        fs::write(folder.path().join(name), text).expect("written");
    }
    let import =
        warodds().current_dir(&folder).args(["import", "book.json", "--unit", "tin giant", "--dry-run"]).assert();
    import.success().stdout(predicate::str::contains("Tin Book: 1 unit\n"));
}

#[test]
fn a_roster_stands_wherever_units_do() {
    let (guard, kite) = (fixture("guard.ros"), format!("{}:kite", fixture("guard.ros")));
    let list = warodds().args(["list", "units", &guard]).assert().success();
    list.stdout(predicate::str::contains("copper-captain").and(predicate::str::contains("copper-kite")));
    let attack = warodds().args(["attack", &kite, "termagants", "--phase", "shooting"]).assert().success();
    attack.stdout(predicate::str::contains("Copper Kite"));
    // The roster says that the captain leads the squad.
    let led = warodds().args(["attack", "termagants", &format!("{guard}:guard squad"), "--phase", "shooting"]).assert();
    led.success().stdout(predicate::str::contains("Copper Captain"));
    let none = warodds().args(["attack", &format!("{guard}:tin"), "termagants"]).assert().code(2);
    none.stderr(predicate::str::contains("has copper-captain, copper-guard-squad, copper-kite"));
    let several = warodds().args(["attack", &format!("{guard}:copper"), "termagants"]).assert().code(2);
    several.stderr(predicate::str::contains("guard.ros:copper-guard-squad"));
    let compare = ["compare", &guard, "--into", "termagants", "--phase", "shooting"];
    warodds().args(compare).assert().success().stdout(predicate::str::contains("Copper Guard Squad"));
}

/// Five storm bolters outside of half range, and no assault cannon: ten shots that hit on 3+, wound Toughness 5 on 5+, and pass
/// a save of 5+. A weapon that the profile lacks and a line that is not read are told wherever the list is asked.
#[test]
fn a_pasted_list_is_answered_as_it_is_armed() {
    let folder = tempfile::tempdir().expect("a folder");
    let squad = "Space Marines\n\nTerminator Squad (175 points)\n  • 1x Terminator Sergeant\n    • 1x Power weapon\n    • 1x Storm bolter\n  \
                 • 4x Terminator\n    • 4x Chainfist\n    • 4x Storm bolter\nand 5 more\n";
    fs::write(folder.path().join("list.txt"), squad).expect("written");
    let attack = ["attack", "list.txt:terminators", "40k/boyz", "--phase", "shooting", "--json", "-"];
    let out = warodds().current_dir(&folder).args(attack).output().expect("run");
    let json: serde_json::Value = serde_json::from_slice(&out.stdout).expect("nothing but JSON");
    let mean = json["phases"][0]["results"]["wounds-lost"]["mean"].as_f64().expect("a number");
    assert!((mean - 10.0 * 2.0 / 3.0 / 3.0 * 2.0 / 3.0).abs() < 1e-9, "{mean}");
    let lacks = "`Terminator Squad` of list.txt: Chainfist: no weapon and no option of the profile is called so";
    assert!(String::from_utf8_lossy(&out.stderr).contains(lacks), "{}", String::from_utf8_lossy(&out.stderr));
    let compare = ["compare", "list.txt", "--into", "40k/boyz"];
    let unread = "`line 10` of list.txt: `and 5 more` is not read";
    let told = predicate::str::contains(lacks).and(predicate::str::contains(unread));
    warodds().current_dir(&folder).args(compare).assert().success().stderr(told);
}

/// A roster of three units, of which the second has a Health that is no number.
fn broken_ravens(folder: &std::path::Path) {
    let broken = fs::read_to_string(fixture("ravens.ros")).expect("there").replacen(
        ">2</characteristic><characteristic name=\"Save\"",
        ">two</characteristic><characteristic name=\"Save\"",
        1,
    );
    fs::write(folder.join("my ravens.ros"), broken).expect("written");
}

#[test]
fn a_unit_that_cannot_be_read_does_not_stop_the_others() {
    let folder = tempfile::tempdir().expect("a folder");
    broken_ravens(folder.path());
    let run = |args: &[&str]| warodds().current_dir(&folder).args(args).assert();
    let warning = "warning: `Raven Riders` of my ravens.ros is left out: Health is `two`";
    for args in [
        &["compare", "my ravens.ros", "--into", "clanrats", "--phase", "combat"][..],
        &["plan", "my ravens.ros", "--into", "clanrats", "--phase", "combat"],
        &["list", "units", "my ravens.ros"],
        &["show", "my ravens.ros"],
    ] {
        let done = run(args).success().stderr(predicate::str::contains(warning).count(1));
        let others = predicate::str::contains("Raven Lord").and(predicate::str::contains("Raven Riders").not());
        done.stdout(others);
    }
    // Programs that read the answer alone are told as well.
    for command in ["compare", "plan"] {
        let asked = [command, "my ravens.ros", "--into", "clanrats", "--phase", "combat", "--json", "-"];
        run(&asked).success().stdout(
            predicate::str::contains("\"warnings\"").and(predicate::str::contains("is left out: Health is `two`")),
        );
    }
    // Who asks for it by its name is told why there is no answer.
    let asked = run(&["attack", "my ravens.ros:raven riders", "clanrats", "--phase", "combat"]).code(2);
    let why = predicate::str::contains("its unit `Raven Riders`: Health is `two`");
    asked.stderr(why.and(predicate::str::contains("warning").not()));
    // Another one of the roster is asked for as ever, and nothing is left out of the answer.
    let other = run(&["attack", "my ravens.ros:raven lord", "clanrats", "--phase", "combat"]).success();
    other.stderr(predicate::str::contains("left out").not());
    // A list that names a profile which is not there stands for the others as well.
    run(&["import", "my ravens.ros", "--to", "here"]).code(1);
    let list = fs::read_to_string(folder.path().join("here/army.toml")).expect("a list");
    fs::write(folder.path().join("here/army.toml"), format!("{list}\n[[unit]]\nprofile = \"gone.toml\"\n"))
        .expect("written");
    let listed = run(&["compare", "here/army.toml", "--into", "clanrats", "--phase", "combat"]).success();
    listed.stderr(predicate::str::contains("`gone.toml` of here/army.toml is left out"));
}

#[test]
fn an_army_without_a_single_readable_unit_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("army.toml"), "[[unit]]\nprofile = \"a.toml\"\n\n[[unit]]\nprofile = \"b.toml\"\n")
        .expect("written");
    let none = warodds().current_dir(&folder).args(["compare", "army.toml", "--into", "clanrats"]).assert().code(2);
    let both = predicate::str::contains("its unit `a.toml`").and(predicate::str::contains("its unit `b.toml`"));
    none.stderr(both.and(predicate::str::contains("warning").not()));
}

/// The profile of a unit says how many models it has. An army that says something else of it, or something that no army says, is
/// not read as if it had said nothing.
#[test]
fn what_an_army_says_of_a_unit_is_not_ignored() {
    let folder = tempfile::tempdir().expect("a folder");
    let unit = |name: &str, models: u32| {
        let head = format!(
            "game = \"age-of-sigmar\"\nname = \"{name}\"\npoints = 90\nmodels = {models}\nhealth = 2\nsave = \"4+\"\n"
        );
        let weapon = "[[weapon]]\nname = \"Blade\"\nattacks = 1\nhit = \"4+\"\nwound = \"4+\"\nrend = 0\ndamage = 1\n";
        fs::write(folder.path().join(format!("{}.toml", name.to_lowercase())), format!("{head}{weapon}"))
            .expect("written");
    };
    unit("Squad", 5);
    unit("Lord", 1);
    let asked = |rows: &str| {
        let army = format!("[[unit]]\nprofile = \"lord.toml\"\n[[unit]]\nprofile = \"squad.toml\"\n{rows}\n");
        fs::write(folder.path().join("army.toml"), army).expect("written");
        warodds()
            .current_dir(&folder)
            .args(["compare", "army.toml", "--into", "clanrats", "--phase", "combat"])
            .assert()
    };
    asked("models = 5\npoints = 90").success().stderr(predicate::str::contains("left out").not());
    // What the profile does not say, the army may.
    let text = fs::read_to_string(folder.path().join("squad.toml")).expect("written");
    fs::write(folder.path().join("squad.toml"), text.replace("points = 90\n", "")).expect("written");
    asked("points = 120").success().stderr(predicate::str::contains("left out").not());
    fs::write(folder.path().join("squad.toml"), text).expect("written");
    for (row, wrong) in [
        ("models = 10", "the army says `models = 10`, and its profile has 5"),
        ("points = 200", "the army says `points = 200`, and its profile has 90"),
    ] {
        asked(row).success().stderr(
            predicate::str::contains("`squad.toml` of army.toml is left out").and(predicate::str::contains(wrong)),
        );
    }
    asked("leader-off = 3").code(2).stderr(predicate::str::contains("a `[[unit]]` has no key `leader-off`"));
    asked("leader-of = \"Nobody\"")
        .code(2)
        .stderr(predicate::str::contains("`leader-of = \"Nobody\"` is no `profile` of its units"));
}

#[test]
fn a_mistyped_unit_of_a_roster_says_where_its_units_are_listed() {
    let folder = tempfile::tempdir().expect("a folder");
    broken_ravens(folder.path());
    let near = ["attack", "my ravens.ros:raven lard", "clanrats", "--phase", "combat"];
    let near = warodds().current_dir(&folder).args(near).assert().code(2);
    let list = predicate::str::contains("`warodds list units \"my ravens.ros\"` shows its units");
    near.stderr(list.clone().and(predicate::str::contains("did you mean `raven-lord`?")));
    let far = ["attack", "my ravens.ros:tin", "clanrats", "--phase", "combat"];
    let far = warodds().current_dir(&folder).args(far).assert().code(2);
    far.stderr(list.and(predicate::str::contains("my ravens.ros has nest, raven-lord")));
}

#[test]
fn an_army_file_names_its_units_too() {
    let folder = tempfile::tempdir().expect("a folder");
    warodds().current_dir(&folder).args(["import", &fixture("ravens.ros"), "--to", "here"]).assert().success();
    let list = warodds().current_dir(&folder).args(["list", "units", "here/army.toml"]).assert().success();
    list.stdout(predicate::str::contains("raven-lord").and(predicate::str::contains("raven-riders")));
    let args = ["attack", "here/army.toml:raven-riders", "liberators", "--phase", "combat"];
    warodds().current_dir(&folder).args(args).assert().success().stdout(predicate::str::contains("Raven Riders"));
}

/// 6 attacks that hit on 4+: 3 hits, or 4 with +1 to hit.
#[test]
fn an_army_lends_its_abilities_to_the_units_that_they_reach() {
    let folder = tempfile::tempdir().expect("a folder");
    let unit = |name: &str, keyword: &str| {
        format!(
            "game = \"age-of-sigmar\"\nname = \"{name}\"\nmodels = 1\nhealth = 2\nsave = \"4+\"\nkeywords = [\"{keyword}\"]\n\
             [[weapon]]\nname = \"Claws\"\nattacks = 6\nhit = \"4+\"\nwound = \"3+\"\ndamage = 1\n"
        )
    };
    let army = "[[unit]]\nprofile = \"hound.toml\"\n[[unit]]\nprofile = \"bird.toml\"\n\
                [[ability]]\nname = \"War Horn\"\nfrom = \"Chief\"\nfor = [\"BEAST and not HERO\"]\noptional = true\neffects = [\"+1 to hit\"]\n";
    for (file, text) in [("hound.toml", unit("Hound", "BEAST")), ("bird.toml", unit("Bird", "FLY"))] {
        fs::write(folder.path().join(file), text).expect("written");
    }
    fs::write(folder.path().join("army.toml"), army).expect("written");
    let hits = |with: &[&str]| {
        let args = ["attack", "army.toml:hound", "clanrats", "--phase", "combat", "--json", "-"].iter().chain(with);
        let out = warodds().current_dir(&folder).args(args).assert().success().get_output().stdout.clone();
        let answer: serde_json::Value = serde_json::from_slice(&out).expect("JSON");
        answer["phases"][0]["stages"][1]["mean"].as_f64().expect("hits")
    };
    assert!((hits(&[]) - 3.0).abs() < 1e-12);
    assert!((hits(&["--with", "war horn"]) - 4.0).abs() < 1e-12);
    let bird = ["attack", "army.toml:bird", "clanrats", "--with", "war horn"];
    warodds().current_dir(&folder).args(bird).assert().code(2).stderr(predicate::str::contains("`war horn` is not"));
    let wrong = army.replace("+1 to hit", "+1 to hat");
    fs::write(folder.path().join("army.toml"), wrong).expect("written");
    let told = warodds().current_dir(&folder).args(["attack", "army.toml:hound", "clanrats"]).assert().code(2);
    told.stderr(predicate::str::contains("army.toml:10:12").and(predicate::str::contains("+1 to hat")));
}

#[test]
fn a_card_is_shown_and_starts_another() {
    let captain = format!("{}:captain", fixture("guard.ros"));
    let show = warodds().args(["show", &captain]).assert().success();
    let card = predicate::str::starts_with("Copper Captain · Warhammer 40,000, 10th edition · 100 points\n");
    show.stdout(card.and(predicate::str::contains("not computed: Finest Day")));
    warodds().args(["show", "liberators"]).assert().success();
    let new = warodds().args(["new", "--from", "liberators"]).assert().success();
    new.stdout(predicate::eq(include_str!("../../profiles/age-of-sigmar/liberators.toml")));
    warodds().args(["new", "warcry", "--from", "age-of-sigmar/liberators"]).assert().code(2);
    warodds().args(["new"]).assert().code(2);
}

#[test]
fn a_schema_has_every_key_of_a_profile() {
    for game in ["age-of-sigmar", "warhammer-40k", "asoiaf", "warcry"] {
        let out = warodds().args(["schema", game]).output().expect("run");
        let schema: serde_json::Value = serde_json::from_slice(&out.stdout).expect("JSON");
        assert_eq!(schema["properties"]["game"]["enum"][0], game);
        assert_eq!(schema["additionalProperties"], false);
        assert!(schema["required"].as_array().expect("a list").contains(&"name".into()));
        assert!(schema["properties"]["ability"]["items"]["properties"]["effects"].is_object(), "{game}");
        // What only options set stands in no file.
        assert!(schema["properties"].get("damage").is_none(), "{game}");
    }
}
