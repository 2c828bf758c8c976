//! What a player would want to see of the numbers that came out: the dice, what each needs, and the test that follows.

use super::attack::{DiceCount, SettledAttack};
use crate::games::ExplainedLine;

/// The lines of one attack after everything that changes it: its dice, hits, saves and the panic test.
pub(super) fn lines(attack: &SettledAttack<'_>) -> Vec<ExplainedLine> {
    let line = |what: String, rule| ExplainedLine { what, source: "rules".to_owned(), rule };
    let mut lines = vec![
        line(dice(&attack.dice), "ASOIAF-ATK-1"),
        line(format!("hit on {}", attack.hit), "ASOIAF-ATK-2"),
        line(save(attack), "ASOIAF-ATK-4"),
    ];
    lines.extend(attack.test.iter().enumerate().map(|(place, (lost, test))| {
        let what = match test.target {
            13.. => "panic test that always fails".to_owned(),
            target => format!("panic test passed on {target} or more of two dice"),
        };
        let what = if test.plus == 0 { what } else { format!("{what}, {:+} wounds if it fails", test.plus) };
        let from = if place == 0 { String::new() } else { format!(", from {lost} wounds lost") };
        line(what + &from, "ASOIAF-ATK-7")
    }));
    lines
}

fn dice(dice: &DiceCount) -> String {
    match dice {
        DiceCount::Known(1) => "1 attack die".to_owned(),
        DiceCount::Known(number) => format!("{number} attack dice"),
        DiceCount::Crossing { dice, .. } => {
            let mut all: Vec<u16> = dice.iter().map(|dice| dice.unwrap_or(0)).collect();
            all.dedup();
            let all: Vec<String> = all.iter().map(u16::to_string).collect();
            format!("{} attack dice, by the ranks that wounds on the way leave", all.join(" or "))
        }
    }
}

fn save(attack: &SettledAttack<'_>) -> String {
    match attack.block {
        Some(block) if !attack.draft.no_save => format!("hits blocked on {block}"),
        _ => "no save".to_owned(),
    }
}
