//! Questions about dice with values at every edge.

use warodds::ask::Request;
use warodds::ask::odds::{OddsReport, ask, questions};
use warodds::games::GAMES;
use warodds::report::{Reportable, Screen, text};

use super::doors::drawn;
use super::drive;
use super::profiles::built_in;
use super::texts::{slip, slipped};

const VALUES: &[&str] = &[
    "0", "1", "2", "3", "6", "7", "9.5", "12", "20", "100", "250", "1000", "99999", "-1", "2+", "4+", "7+", "-", "D3",
    "D6", "2D6", "3D6+1", "12D6", "yes", "no", "true", "none", "core", "updated", "best", "hits of 1", "1,2,3",
    "6,6,6", "abcdef", "",
];

#[test]
fn a_question_is_answered_or_refused_with_a_message() {
    let units = built_in();
    drive(|pick, told| {
        let game = GAMES[pick.from(0, GAMES.len() as u32 - 1) as usize];
        let all: Vec<_> = questions(game).map(|(question, _)| question).collect();
        let question = all[pick.from(0, all.len() as u32 - 1) as usize];
        let mut texts = Vec::new();
        for key in question.keys {
            let needed = key.default.is_none();
            if needed && !pick.one_in(10) || pick.one_in(3) {
                let is_unit = ["attacker", "defender", "unit", "target"].contains(&key.name);
                let value = match key.default {
                    _ if is_unit && !pick.one_in(5) => {
                        let mine: Vec<_> = units.iter().filter(|unit| unit.game.as_deref() == Some(game.id)).collect();
                        mine[pick.from(0, mine.len() as u32 - 1) as usize].name.clone()
                    }
                    Some(default) if !default.is_empty() && pick.one_in(3) => default.to_owned(),
                    _ if pick.one_in(10) => slip(pick).to_owned(),
                    _ => pick.of(VALUES).to_owned(),
                };
                texts.push(format!("{}={value}", key.name));
            }
        }
        if pick.one_in(10) {
            texts.push(slipped(pick, "distance=9", 3));
        }
        told.push_str(&format!("odds {} {} {texts:?}", game.id, question.name));
        match ask(game, question.name, &texts, &Request::default()) {
            Ok(answered) => {
                super::reached();
                let report = OddsReport::of_game(game, question.name, &texts, &Request::default(), answered);
                let shown = text(
                    &report.expect("no ruling was chosen").sheet(),
                    Screen { width: 80, color: false, ascii: false },
                );
                // What stands above the first empty line repeats what was asked: a part of a unit's name may be `NaN`.
                let shown = shown.split_once("\n\n").map_or("", |(_, answer)| answer);
                assert!(!shown.is_empty(), "an answer");
                assert!(!shown.contains("NaN") && !shown.contains("inf "), "{shown}");
            }
            Err(error) => assert!(!drawn(&error).is_empty()),
        }
    });
}
