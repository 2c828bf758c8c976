//! Learning the program: help, topics, manual pages, completions, and the conversation of `new --interactive`.

use predicates::prelude::*;
use predicates::str::contains;

use super::warodds;

fn stdout(args: &[&str]) -> String {
    let out = warodds().args(args).output().expect("run");
    assert!(out.status.success(), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8_lossy(&out.stdout).into_owned()
}

#[test]
fn topics_and_commands_are_explained() {
    let answers = ["units", "situations", "effects", "tables", "outputs", "profiles", "abilities", "lists"];
    for topic in answers.into_iter().chain(["dice", "games", "cookbook", "scale"]) {
        assert!(stdout(&["help", topic]).lines().count() > 8, "{topic}");
        assert!(stdout(&["-h"]).contains(topic), "{topic}");
    }
    assert_eq!(stdout(&["help", "attack"]), stdout(&["attack", "--help"]));
    assert!(stdout(&["help", "csv"]).contains("--csv table.csv"));
    warodds().args(["help", "situation s"]).assert().success();
    warodds().args(["help", "unts"]).assert().code(2).stderr(contains("did you mean `units`"));
}

/// Every command of the cookbook runs, and answers what stands below it.
#[cfg(unix)]
#[test]
fn the_cookbook_answers_what_it_says() {
    let text = stdout(&["help", "cookbook"]).replace("\\\n    ", "");
    let program = assert_cmd::cargo::cargo_bin("warodds");
    let folder = program.parent().expect("a folder").display().to_string();
    let mut lines = text.lines().map(str::trim).filter(|line| line.starts_with("warodds ") || line.starts_with('→'));
    let mut asked = 0;
    while let (Some(command), Some(answer)) = (lines.next(), lines.next()) {
        let mut shell = super::sealed("sh");
        shell.args(["-c", &format!("PATH=\"{folder}:$PATH\" {command}")]);
        let out = shell.output().expect("a shell");
        let shown = String::from_utf8_lossy(&out.stdout).split_whitespace().collect::<Vec<_>>().join(" ");
        let answer = answer.trim_start_matches('→').trim();
        assert!(out.status.success() && shown.contains(answer), "{command}: {answer}: {shown}");
        asked += 1;
    }
    assert!(asked >= 20, "{asked}");
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().expect("a folder");
    warodds().args(["man", "--to"]).arg(folder.path()).assert().success();
    let pages = std::fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(pages, 24, "the program's and one for each command");
    let page = stdout(&["man", "attack"]);
    assert!(page.contains(".TH warodds-attack 1") && page.contains(".SH EXAMPLES"), "{page}");
    warodds().args(["man", "atack"]).assert().code(2).stderr(contains("did you mean `attack`"));
}

/// What a shell is offered for the last of these words.
fn offered(shell: &str, words: &[&str]) -> String {
    let mut program = warodds();
    program.env("WARODDS_COMPLETE", shell).env("_CLAP_COMPLETE_INDEX", words.len().to_string()).env("_CLAP_IFS", "\n");
    if shell == "bash" {
        program.env("_CLAP_COMPLETE_COMP_TYPE", "9");
    }
    let out = program.args(["--", "warodds"]).args(words).output().expect("run");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8_lossy(&out.stdout).into_owned()
}

#[test]
fn shells_are_offered_what_fits() {
    assert_eq!(offered("bash", &["attack", "libera"]), "liberators");
    assert_eq!(offered("fish", &["attack", "clawlord", "boy"]), "", "units of another game are not offered");
    let own = offered("bash", &["attack", "liberators", "clawlord", "--with", "all"]);
    assert_eq!(own, "all-out\\ attack\nall-out\\ defence");
    let second = offered("fish", &["attack", "liberators", "clawlord", "--with", "charged,cov"]);
    assert!(second.starts_with("charged,cover"), "{second}");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("loud.toml");
    let text = "game = \"asoiaf\"\nname = \"Loud\"\n[[ability]]\nname = \"Howl, Run (Aura, Loud)\"\noptional = true\neffects = [\"+1 to hit\"]\n";
    std::fs::write(&file, text).expect("written");
    let loud =
        offered("fish", &["attack", &file.display().to_string(), "x", "--with", "charge, A: Howl, Run (Aura, L"]);
    assert!(loud.starts_with("charge, A: Howl, Run (Aura, Loud)"), "{loud}");
    let optional = offered("fish", &["attack", "terminators", "boyz", "--with", "Waa"]);
    assert!(optional.is_empty() || optional.contains("Waaagh"), "{optional}");
    assert!(
        offered("fish", &["attack", "liberators", "clawlord", "--set", "defender.sa"]).starts_with("defender.save=")
    );
    assert!(offered("zsh", &["odds", "aos", "charge", "dist"]).starts_with("distance="));
    assert!(offered("fish", &["odds", "aos", "charg"]).contains("charge-then-fight"));
    assert!(offered("powershell", &["list", "effects", "war"]).contains("warhammer-40k"));
    assert_eq!(offered("bash", &["help", "situ"]), "situations");
    assert_eq!(offered("bash", &["attack", "liberators", "clawlord", "--weapon", "grand"]), "grandhammer");
}

#[test]
fn every_shell_has_a_script() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(stdout(&["completions", shell]).contains("WARODDS_COMPLETE"), "{shell}");
    }
}

/// The script as bash runs it, where there is one.
#[test]
fn bash_completes_with_the_script() {
    let program = assert_cmd::cargo::cargo_bin("warodds");
    let folder = program.parent().expect("a folder").display().to_string();
    let script = format!(
        "PATH=\"{folder}:$PATH\"; source <(warodds completions bash); COMP_WORDS=(warodds attack libera); COMP_CWORD=2; \
         _clap_complete_warodds warodds libera attack; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    );
    let Ok(out) = super::sealed("bash").args(["--norc", "-c", &script]).output() else { return };
    if cfg!(unix) {
        assert_eq!(String::from_utf8_lossy(&out.stdout).trim(), "liberators");
    }
}

/// What an effect does not go with stands beside it, where a game has such effects.
#[test]
fn lists_say_what_does_not_go_together() {
    let rows = |words: &[&str]| {
        let json: serde_json::Value = serde_json::from_str(&stdout(words)).expect("JSON");
        json["rows"].as_array().expect("rows").clone()
    };
    let flank = rows(&["list", "situations", "asoiaf", "--json"]).into_iter().find(|row| row["situation"] == "flank");
    assert_eq!(flank.expect("a situation")["not-with"], "rear");
    let dice = rows(&["list", "effects", "asoiaf", "--json"]).into_iter();
    let dice = dice.filter(|row| row["effect"] == "lowest attack dice").map(|row| row["not-with"].clone());
    assert_eq!(dice.collect::<Vec<_>>(), ["highest attack dice"]);
    assert!(rows(&["list", "effects", "aos", "--json"])[0].get("not-with").is_none(), "an empty column");
}

#[test]
fn lists_are_data_as_well() {
    let json: serde_json::Value = serde_json::from_str(&stdout(&["list", "effects", "40k", "--json"])).expect("JSON");
    assert_eq!((&json["list"], &json["game"]), (&"effects".into(), &"warhammer-40k".into()));
    assert!(json["rows"].as_array().is_some_and(|rows| rows.iter().all(|row| row["effect"].is_string())));
    let what =
        |row: &serde_json::Value| row["what-it-does"].as_str().is_some_and(|text| text.contains("no die of an attack"));
    assert!(json["rows"].as_array().and_then(|rows| rows.last()).is_some_and(what), "words without dice come last");
    let json: serde_json::Value = serde_json::from_str(&stdout(&["list", "games", "--json"])).expect("JSON");
    assert!(json["rows"][0]["also-called"].as_str().is_some_and(|names| names.contains("aos")));
}

/// Every answer that is wrong is told and asked again; the file that comes out is right.
#[test]
fn a_conversation_writes_a_profile_and_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    let answers = include_str!("interview.txt");
    let out = warodds().args(["new", "aos", "--interactive"]).current_dir(folder.path()).write_stdin(answers).output();
    let out = out.expect("run");
    let said = String::from_utf8_lossy(&out.stdout).into_owned();
    assert!(out.status.success(), "{said}{}", String::from_utf8_lossy(&out.stderr));
    insta::assert_snapshot!(said);
    let path = folder.path().join("home-guard.toml");
    warodds().arg("check").arg(&path).assert().success();
    let written = std::fs::read_to_string(path).expect("a profile");
    assert!(written.contains("save = \"4+\"\n") && written.contains("damage = \"D3\"\n"), "{written}");
}

#[test]
fn a_conversation_that_ends_early_writes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut asked = warodds();
    asked.args(["new", "40k", "--interactive"]).current_dir(folder.path()).write_stdin("Guard\n80\n");
    asked.assert().code(2).stderr(contains("nothing was written").and(contains("the answers ended")));
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn units_are_found_by_a_part_of_their_name() {
    let found = stdout(&["list", "units", "Boy"]);
    assert!(found.contains("warhammer-40k/boyz ") && !found.contains("clawlord"), "{found}");
    let out = warodds().args(["list", "units", "zzz"]).output().expect("run");
    let said = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(2));
    assert!(
        said.contains("`zzz` is not a game, nor part of a unit's name") && said.contains("age-of-sigmar"),
        "{said}"
    );
}

/// Cards as they are printed: headings in front of columns, numbers behind their letters, timings and declarations.
#[test]
fn parts_of_a_pasted_card_are_told_apart() {
    let paste = |game: &str, card: &str| {
        let out = warodds().args(["new", game, "--paste"]).write_stdin(card).output().expect("run");
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("unit.toml"), &out.stdout).expect("written");
        warodds().args(["check", "unit.toml"]).current_dir(folder.path()).assert().success();
        String::from_utf8(out.stdout).expect("text") + &String::from_utf8_lossy(&out.stderr)
    };
    let said = paste(
        "40k",
        "Dusk Riders\nM 12\" T 4 SV 4+ W 2 LD 7+ OC 1\nINVULNERABLE SAVE 5+\nRANGED WEAPONS RANGE A BS S AP D\n\
         Short bow [ASSAULT] 18\" 2 4+ 4 0 1\nSpear [LANCE] Melee A 3 WS 3+ S 5 AP -1 D 1\nABILITIES\n\
         CORE: Deep Strike, Deadly Demise D3, Old Songs\nKEYWORDS: Mounted, Riders\n",
    );
    for line in [
        "name = \"Short bow\"\nrange = 18\nattacks = 2\nstrength = 4\nap = 0\ndamage = 1\nabilities = [\"ASSAULT\"]\nskill = \"4+\"",
        "name = \"Spear\"\nattacks = 3\nstrength = 5\nap = -1\ndamage = 1\nabilities = [\"LANCE\"]\nskill = \"3+\"",
        "keywords = [\"MOUNTED\", \"RIDERS\"]",
        "abilities = [\"Invulnerable Save 5+\", \"Deep Strike\", \"Deadly Demise D3\"]",
        "not-computed = [\"Old Songs\"]",
        "Old Songs: left out, the card has no text of it",
    ] {
        assert!(said.contains(line), "{line}: {said}");
    }
    let said = paste(
        "aos",
        "Dusk Riders\nMove: 12\" Health: 3 Save: 4+ Control: 1\nMELEE WEAPONS Atk Hit Wnd Rnd Dmg Ability\n\
         Spear 3 3+ 4+ 1 2 Charge (+1 Damage)\nHooves 4 5+ 3+ - 1 Companion\n\nPassive\nLOUD: They are heard.\n\
         Effect: Add 1 to hit rolls for this unit’s attacks if it\ncharged this turn.\n\nAny Combat Phase\nGRIM: They are feared.\n\
         Declare: Pick an enemy unit in combat with this unit to be the target.\n\
         Effect: Subtract 1 from hit rolls for the target’s attacks for the rest of the turn.\n",
    );
    for line in [
        "name = \"Spear\"\nattacks = 3\nhit = \"3+\"\nwound = \"4+\"\nrend = 1\ndamage = 2\nabilities = [\"Charge (+1 Damage)\"]",
        "name = \"Hooves\"\nattacks = 4\nhit = \"5+\"\nwound = \"3+\"\ndamage = 1\nabilities = [\"Companion\"]",
        "LOUD: if charged: +1 to hit",
        "GRIM: for any: against: optional: if combat: -1 to hit",
    ] {
        assert!(said.contains(line), "{line}: {said}");
    }
}

/// The text of a card as an app shows it: curly quotes, broken lines, a heading above its numbers.
#[test]
fn a_card_that_is_pasted_becomes_a_profile() {
    let card = "Dawn Riders\nM T SV W LD OC\n12” 4 3+ 2 6+ 1\nRANGE A WS S AP D\nSun lance [LANCE] Melee 3 3+ 5 -1 2\n\
                Sunlit: Each time a model in this unit makes a melee\nattack that targets an enemy unit (excluding Monsters and Vehicles),\nadd 1 to the Hit roll.\n\
                Old banner: While this unit’s banner is whole, add 1 to the Wound roll.\n\
                Swift: You can re-roll Charge rolls made for this unit.\n";
    let out = warodds().args(["new", "40k", "--paste"]).write_stdin(card).output().expect("run");
    let (profile, told) = (String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
    assert!(out.status.success(), "{told}");
    for line in ["name = \"Sun lance\"", "effects = [\"+1 to hit\"]", "not-computed = [\"Old banner\"]"] {
        assert!(profile.contains(line), "{line}: {profile}\n{told}");
    }
    for line in [
        "Sunlit: unit: if melee, target not MONSTER, target not VEHICLE: +1 to hit",
        "Old banner: left out, as this is not understood",
        "    While this unit's banner is whole, add 1 to the Wound roll.\n    ^^^^^",
        "Swift: touches no die of an attack",
    ] {
        assert!(told.contains(line), "{line}: {told}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("riders.toml"), out.stdout).expect("written");
    warodds().args(["check", "riders.toml"]).current_dir(folder.path()).assert().success();
    // Half a card, and another language: said, and nothing is guessed.
    let out = warodds().args(["new", "40k", "--paste"]).write_stdin("Sonnig: Jeder Treffer zählt doppelt.\n").output();
    let out = out.expect("run");
    let told = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.code() == Some(1) && told.contains("no line of numbers was read"), "{told}");
    assert!(told.contains("Sonnig: not read, as no ability is recognised in it"), "{told}");
    assert!(out.stdout.is_empty() && told.contains("nothing of the card becomes a profile"), "{told}");
}
