//! Every hint of the listings is typed as it stands: it works, and it is no longer the mistake that it mends. So is every
//! command that messages about profiles name, and that `advise`, `new` and `import` write.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::mistakes::words;
use super::warodds;

/// What stands in backticks.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// Words of advice that stand for what somebody fills in.
const FILLED_IN: &[(&str, &str)] = &[
    ("GAME", "aos"),
    ("COMMAND", "attack"),
    ("TOPIC", "units"),
    ("NAME", "liberators"),
    ("ATTACKER", "liberators"),
    ("FILE", "my-list.rosz"),
];

/// A command that a hint says whole.
fn whole(text: &str) -> Vec<String> {
    let text = text.split(" > ").next().unwrap_or(text).replace('\'', "\"");
    let filled =
        |word: String| FILLED_IN.iter().find(|(name, _)| *name == word).map_or(word, |(_, with)| (*with).to_owned());
    words(&text).into_iter().skip(1).map(filled).collect()
}

/// What was typed with an option as the hint writes it, in place of the same option or of one that is not known.
fn with_option(typed: &[String], wrong: &str, option: &str) -> Vec<String> {
    let mut new = words(&option.replace('\'', "\""));
    let name = new[0].split('=').next().unwrap_or_default().to_owned();
    let mut left: Vec<String> = typed.to_vec();
    let is_it = |word: &String| *word == name || (word.starts_with("--") && wrong.split(' ').next() == Some(word));
    let of_value = || left.iter().position(|word| word == wrong).and_then(|place| place.checked_sub(1));
    if let Some(place) = left.iter().position(is_it).or_else(of_value).filter(|place| left[*place].starts_with("--")) {
        let bare = new.len() == 1 && !new[0].contains('=');
        let end = if bare { place + 1 } else { (place + 2).min(left.len()) };
        left.splice(place..end, new);
    } else {
        left.append(&mut new);
    }
    left
}

/// What somebody types who follows a hint; `None`: it names nothing to type.
fn followed(typed: &[String], said: &str, hint: &str, text: &str) -> Option<Vec<String>> {
    let error = said.lines().find_map(|line| line.strip_prefix("error: ")).unwrap_or_default();
    let stands = |text: &&str| typed[1..].iter().any(|word| word.contains(text));
    let first = text_of_option(error).or_else(|| quoted(error).filter(stands).last());
    let wrong = first.or_else(|| quoted(error).next()).unwrap_or_default();
    let advises = ["did you mean", "write ", "say "].iter().any(|word| hint.contains(word));
    if text.starts_with("warodds ") || text.starts_with("list ") {
        return Some(whole(&format!("warodds {}", text.trim_start_matches("warodds "))));
    }
    if text.starts_with("--") && advises && !text.contains("KEY") {
        return Some(with_option(typed, wrong, text));
    }
    if !advises
        || wrong.is_empty()
        || text.contains('…')
        || !(hint.contains("did you mean") || said.contains("--with:"))
    {
        return None;
    }
    let mended: Vec<String> = typed.iter().map(|word| word.replace(wrong, text)).collect();
    (mended != typed).then_some(mended)
}

/// An option with its value, as an error names it first: `--turns 4`.
fn text_of_option(error: &str) -> Option<&str> {
    quoted(error).next().filter(|text| text.starts_with("--"))
}

/// What was typed and what was said, in the listing of mistakes and in the transcripts.
fn listed() -> Vec<(String, String)> {
    let mistakes = include_str!("snapshots/program__cli__mistakes__mistyped_commands_say_what_to_type.snap");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/transcripts");
    let pages = fs::read_dir(folder).expect("transcripts").map(|page| page.expect("a page").path());
    let pages = pages.map(|page| fs::read_to_string(page).expect("text").replace('\'', "\""));
    let blocks = |text: &str| -> Vec<(String, String)> {
        let blocks = text.split("\n$ ").skip(1).filter_map(|block| block.split_once('\n'));
        let said = |said: &str| said.split("```").next().unwrap_or_default().to_owned();
        blocks.map(|(line, rest)| (line.to_owned(), said(rest))).collect()
    };
    std::iter::once(mistakes.to_owned()).chain(pages).flat_map(|text| blocks(&text)).collect()
}

/// A folder with a roster in it.
fn home() -> tempfile::TempDir {
    let home = tempfile::tempdir().expect("a folder");
    fs::write(home.path().join("my-list.rosz"), include_bytes!("../import/files/guard.ros")).expect("written");
    home
}

#[test]
fn every_hint_of_the_listings_works_when_it_is_typed() {
    let home = home();
    let (mut typed_hints, mut wrong) = (BTreeSet::new(), Vec::new());
    for (line, said) in listed() {
        let typed: Vec<String> = words(&line).into_iter().skip(1).collect();
        // Of several mistakes each hint mends one.
        if said.lines().any(|line| line.starts_with("error: ") && line.contains("; ")) {
            continue;
        }
        let hints = said.lines().filter(|line| ["hint: ", "= help: ", "note: "].iter().any(|mark| line.contains(mark)));
        for (hint, text) in hints.flat_map(|hint| quoted(hint).map(move |text| (hint, text))) {
            let Some(words) = followed(&typed, &said, hint, text) else { continue };
            // That both engines agree everywhere takes minutes, and is another test.
            if words[0] == "verify" || !typed_hints.insert(words.clone()) {
                continue;
            }
            let out = warodds().current_dir(&home).args(&words).write_stdin("").output().expect("run");
            let told = String::from_utf8_lossy(&out.stderr).into_owned();
            // A question that is named rightly may need more to be said.
            let asks_on = words[0] == "odds" && told.contains("` needs `");
            if out.status.code() != Some(0) && !asks_on {
                wrong.push(format!("$ {line}\n{hint}\n  typed: {}\n{told}", words.join(" ")));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {} hints:\n{}", wrong.len(), typed_hints.len(), wrong.join("\n"));
    assert!(typed_hints.len() >= 80, "{} hints", typed_hints.len());
}

/// The commands that a text names.
fn named(text: &str) -> BTreeSet<Vec<String>> {
    let commands = text.lines().flat_map(quoted).filter(|text| text.starts_with("warodds ")).map(whole);
    // A command that is only named, such as `warodds check`, asks nothing; a questionnaire waits for answers.
    commands.filter(|words| words.len() > 1 && !words.iter().any(|word| word == "--interactive")).collect()
}

#[test]
fn commands_that_are_written_or_named_run() {
    let home = home();
    let run = |words: &[String]| warodds().current_dir(&home).args(words).write_stdin("").output().expect("run");
    let text = |words: &[&str]| {
        let out = run(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>());
        [out.stdout, out.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    };
    let profiles = include_str!(
        "../profile/snapshots/library__profile__diagnostics__mistakes_are_told_so_that_a_newcomer_can_mend_them.snap"
    );
    let mut commands = named(profiles);
    for game in ["age-of-sigmar", "warhammer-40k", "warhammer-40k-11e", "asoiaf", "warcry"] {
        let [template, said] = text(&["new", game]);
        commands.extend(named(&(template + &said)));
    }
    let [told, said] = text(&["import", "my-list.rosz", "--to", "army"]);
    commands.extend(named(&(told + &said)));
    for units in [["liberators", "clawlord"], ["hellblasters", "termies"], ["umber-berserkers", "stark-bowmen"]] {
        let [json, _] = text(&["advise", units[0], units[1], "--json", "-"]);
        let answer: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        let options = answer["options"].as_array().expect("options").iter();
        let written = options.map(|option| option["command"].as_str().expect("a command"));
        commands.extend(written.map(whole));
    }
    let wrong: Vec<String> = commands
        .iter()
        .filter_map(|words| {
            let out = run(words);
            let is_well = out.status.code() == Some(0);
            (!is_well).then(|| format!("{}\n{}", words.join(" "), String::from_utf8_lossy(&out.stderr)))
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {} commands:\n{}", wrong.len(), commands.len(), wrong.join("\n"));
    assert!(commands.len() >= 20, "{} commands", commands.len());
}
