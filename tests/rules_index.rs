//! The index of rules: generated into each game's folder, complete in itself, and true about the questions it names.

use std::fs;

use warodds::games::rules::{How, RuleDoc, markdown};
use warodds::games::{self, Game};

fn path(game: &Game) -> String {
    format!("{}/src/games/{}/RULES.md", env!("CARGO_MANIFEST_DIR"), game.id.replace('-', "_"))
}

/// `UPDATE_RULES=1 cargo test --test rules_index` writes the files anew.
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
                assert!(game.questions.iter().any(|known| known.name == question), "{} names `{question}`", rule.id);
            }
        }
        // A game whose index is not written yet names nothing.
        for question in game.questions.iter().filter(|_| !game.rules.is_empty()) {
            let asked = |rule: &RuleDoc| rule.how == How::Asked(question.name) || rule.id == question.rule;
            let asked = game.rules.iter().any(asked);
            assert!(asked, "no rule of {} is asked by `{}`, and its own rule is not listed", game.id, question.name);
        }
    }
}
