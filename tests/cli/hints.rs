//! Every hint of the listings is typed as it stands: it works, and it is no longer the mistake that it mends.

use std::collections::BTreeSet;

use super::mistakes::words;
use super::warodds;

/// What stands in backticks.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// Words of advice that stand for what somebody fills in.
const FILLED_IN: &[(&str, &str)] =
    &[("GAME", "aos"), ("COMMAND", "attack"), ("TOPIC", "units"), ("NAME", "liberators"), ("ATTACKER", "liberators")];

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

#[test]
fn every_hint_of_the_listing_works_when_it_is_typed() {
    let home = tempfile::tempdir().expect("a folder");
    std::fs::write(home.path().join("my-list.rosz"), include_bytes!("../import/files/guard.ros")).expect("written");
    let listing = include_str!("snapshots/program__cli__mistakes__mistyped_commands_say_what_to_type.snap");
    let (mut typed_hints, mut wrong) = (BTreeSet::new(), Vec::new());
    for block in listing.split("\n$ ").skip(1) {
        let (line, said) = block.split_once('\n').expect("a command");
        let typed: Vec<String> = words(line).into_iter().skip(1).collect();
        let hints = said.lines().filter(|line| ["hint: ", "= help: ", "note: "].iter().any(|mark| line.contains(mark)));
        for (hint, text) in hints.flat_map(|hint| quoted(hint).map(move |text| (hint, text))) {
            let Some(words) = followed(&typed, said, hint, text) else { continue };
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
    assert!(typed_hints.len() >= 60, "{} hints", typed_hints.len());
}
