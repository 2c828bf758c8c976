//! What cannot be answered, and the largest that can.

use super::support::questions::{number, refused, sigmar};
use warodds::games::odds::Figure;

#[test]
fn mistakes_are_told_with_what_was_meant() {
    let cases: &[(&str, &[&str], &str)] = &[
        ("charge", &["distanse=9"], "did you mean `distance`?"),
        ("charge", &["distance=far"], "a number from 0 to 60"),
        ("charge", &["distance=9", "reroll=some"], "one of none, all, choose"),
        ("charge", &["distance=9", "distance=8"], "said twice"),
        ("charges", &[], "needs `distances=…`"),
        ("charges", &["distances=1,2,3,4,5,6,7"], "MAX_CHARGES"),
        ("charges", &["distances="], "MAX_CHARGES"),
        ("charges", &["distances=9,8", "bonus=1,2,3"], "one for each"),
        ("casting", &["value=7", "unbind=maybe"], "a whole number"),
        ("mortal", &["dice=200", "damage=20D6"], "MAX_POINTS"),
        ("mortal", &["damage=many"], "`D6`"),
        ("mortal", &["ward=8+"], "`2+` to `7+`"),
        ("heal", &["amount=20D6", "allocated=9"], "MAX_HEAL_DICE"),
        ("rally", &["health=0"], "from 1 to 40"),
        ("rally", &["health=2", "allocated=2"], "from 0 to 1"),
        ("chanting", &["rolls=0"], "from 1 to 20"),
        ("chrge", &[], "did you mean `charge`"),
        ("hold-objective", &["attacker=clawlord", "defender=liberators", "enemy=1"], "--phase shooting"),
        ("hold-objective", &["attacker=clawlord", "defender=liberatrs", "enemy=1"], "did you mean `liberators`?"),
    ];
    for (question, keys, wanted) in cases {
        let text = refused(question, keys);
        assert!(text.contains(wanted), "{question} {keys:?}: {text}");
    }
}

/// The largest that each question allows is answered, without overflow, and every chance is one.
#[test]
fn the_largest_questions_are_answered() {
    let cases: &[(&str, &[&str])] = &[
        ("charges", &["distances=9,8,7,6,5,4", "reroll=choose"]),
        ("casting", &["dice=3", "reroll=choose", "value=12"]),
        ("banishing", &["value=8", "turns=9", "reroll=choose"]),
        ("miscast", &["dice=3", "spells=9", "ward=2+"]),
        ("chanting", &["value=60", "rolls=20"]),
        ("rally", &["health=3", "rallies=8", "musician=yes", "allocated=2"]),
        ("heal", &["amount=6D6+250", "allocated=250", "times=10"]),
        ("priority", &["rounds=10"]),
        ("cards", &["deck=100", "draws=30", "copies=50"]),
        ("run", &["move=20D6+250", "distance=250"]),
        ("mortal", &["dice=200", "damage=2", "on=2+", "ward=6+", "health=1", "models=250"]),
        ("mortal", &["dice=1", "damage=20D6+250", "ward=6+"]),
        ("mortal", &["dice=16", "damage=6", "on=2+"]),
    ];
    for (question, keys) in cases {
        let answered = sigmar(question, keys);
        let chances = answered.lines.iter().map(|(_, figure)| figure);
        for figure in chances.chain(answered.tables.iter().flat_map(|table| table.rows.iter().flatten())) {
            if let Figure::Chance(_) | Figure::Probability(_) = figure {
                assert!((0.0..=1.0 + 1e-12).contains(&number(figure)), "{question} {keys:?}: {figure:?}");
            }
        }
        for table in answered.tables.iter().filter(|table| table.header.get(1).is_some_and(|title| title == "exactly"))
        {
            let all: f64 = table.rows.iter().map(|cells| number(&cells[1])).sum();
            assert!((all - 1.0).abs() < 1e-9, "{question} {keys:?}: {all}");
        }
    }
}
