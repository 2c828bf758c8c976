//! The index of rules: generated into each game's folder, complete in itself, and true about the questions it names.

use std::fs;

use warodds::games::rules::{How, RuleDoc, markdown};
use warodds::games::{self, Game};

fn path(game: &Game) -> String {
    format!("{}/src/games/{}/RULES.md", env!("CARGO_MANIFEST_DIR"), game.id.replace('-', "_"))
}

/// `UPDATE_RULES=1 cargo test --test library rules_index` writes the files anew.
#[test]
fn the_written_index_is_the_table() {
    for game in games::GAMES {
        let text = markdown(&format!("{}, {}", game.title, game.edition), game.rules);
        if std::env::var_os("UPDATE_RULES").is_some() {
            fs::write(path(game), &text).expect("written");
        }
        assert_eq!(fs::read_to_string(path(game)).unwrap_or_default(), text, "{}", path(game));
    }
}

#[test]
fn no_rule_stands_twice_and_every_question_exists() {
    for game in games::GAMES {
        let mut ids: Vec<&str> = game.rules.iter().map(|rule| rule.id).collect();
        ids.sort_unstable();
        let before = ids.len();
        ids.dedup();
        assert_eq!(ids.len(), before, "{}", game.id);
        for rule in game.rules {
            if let How::Asked(question) = rule.how {
                assert!(
                    warodds::questions::of(game).iter().any(|known| known.name == question),
                    "{} names `{question}`",
                    rule.id
                );
            }
        }
        // A game whose index is not written yet names nothing.
        for question in warodds::questions::of(game).iter().filter(|_| !game.rules.is_empty()) {
            let asked = |rule: &RuleDoc| rule.how == How::Asked(question.name) || rule.id == question.rule;
            let asked = game.rules.iter().any(asked);
            assert!(asked, "no rule of {} is asked by `{}`, and its own rule is not listed", game.id, question.name);
        }
    }
}

/// Of every module of the Age of Sigmar document, each section up to the last has its place in the index, and each
/// question that it leaves open. Sections without an id here are not asked for.
#[test]
fn no_section_of_age_of_sigmar_is_missing() {
    let game = games::find("age-of-sigmar").expect("a game");
    let has = |start: &str| game.rules.iter().any(|rule| rule.id == start || rule.id.starts_with(&format!("{start}.")));
    for (module, last) in
        [("", 33), ("CMD-", 8), ("TER-", 1), ("MAG-", 7), ("ARM-", 4), ("MOD-", 3), ("TAC-", 3), ("SPH-", 7)]
    {
        for section in 1..=last {
            assert!(has(&format!("AOS-{module}{section}")), "AOS-{module}{section} is missing");
        }
    }
    for within in ["14", "15", "17", "18", "32"] {
        let known = |n: u32| game.rules.iter().any(|rule| rule.id == format!("AOS-{within}.{n}"));
        let last = (0..9).rev().find(|n| known(*n)).expect("a section");
        assert!((0..=last).all(known), "AOS-{within} has a gap");
    }
    for question in 1..=32 {
        assert!(game.rules.iter().any(|rule| rule.id == format!("AMB-{question}")), "AMB-{question} is missing");
    }
    for whole in ["AOS-BW", "AOS-SPH-0", "AOS-SPH-BP", "AOS-GLO", "AOS-GLO-0", "AOS-CTL"] {
        assert!(game.rules.iter().any(|rule| rule.id == whole), "{whole} is missing");
    }
}
