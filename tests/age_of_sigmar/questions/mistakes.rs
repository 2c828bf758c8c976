//! What cannot be answered, the largest that can, and what an answer says it answered.

use crate::support::questions::{number, refused, sigmar};
use warodds::report::Figure;

#[test]
fn mistakes_are_told_with_what_was_meant() {
    let cases: &[(&str, &[&str], &str)] = &[
        ("charge", &["distanse=9"], "did you mean `distance`?"),
        ("charge", &["distance=far"], "a number from 0 to 60"),
        ("charge", &["distance=9", "reroll=some"], "one of none, all, choose"),
        ("charge", &["distance=9", "distance=8"], "given twice"),
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
        ("chanting", &["bonus="], "one for each"),
        ("chanting", &["bonus=0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0"], "one for each"),
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

/// A title says what was asked, every key that changes the answer included.
#[test]
fn titles_say_what_was_asked() {
    let cases: &[(&str, &[&str], &str)] = &[
        ("mortal", &[], "D3 mortal damage"),
        ("mortal", &["dice=2", "ward=6+"], "2 times D3 mortal damage, Ward 6+"),
        ("mortal", &["on=4+"], "1 die, 4+: D3 mortal damage"),
        ("mortal", &["dice=3", "on=4+", "damage=1"], "3 dice, 4+: 1 mortal damage each"),
        ("chanting", &["value=7"], "Chanting 7 from 0 ritual points"),
        ("chanting", &["value=7", "bonus=1", "points=2"], "Chanting 7 from 2 ritual points, +1 to the roll"),
        ("chanting", &["value=7", "bonus=0,1"], "Chanting 7 from 0 ritual points, +0 +1 to the rolls"),
        ("casting", &["value=7", "bonus=-1"], "Casting: 2D6-1 must reach 7"),
        ("casting", &["value=7", "reroll=all", "dice=3"], "Casting: 3D6 must reach 7, or again with all dice"),
        ("banishing", &["value=7", "bonus=1"], "Banishing: 2D6+1 must reach 7"),
        ("unbinding", &["roll=7", "bonus=1"], "Unbinding: 2D6+1 must be more than 7"),
        ("charge", &[], "Charge: 2D6"),
        ("charge", &["distance=8", "reroll=choose"], "Charge over 8\": 2D6 must reach 8, or again with the best dice"),
        ("charges", &["distances=8,9"], "2 charges, one of them again with all dice"),
        ("charges", &["distances=8,9", "reroll=choose"], "2 charges, one of them again with the best dice"),
        ("charges", &["distances=8,9", "reroll=none"], "2 charges"),
        ("rally", &["health=2"], "Rally with 6 dice, Health 2"),
        ("rally", &["health=2", "rallies=2", "musician=yes"], "Rally 2 times with 7 dice, Health 2"),
        ("heal", &["amount=D3", "allocated=2"], "Heal (D3) with 2 damage on the unit"),
        ("heal", &["amount=D3", "allocated=2", "times=2"], "Heal (D3), 2 times, with 2 damage on the unit"),
        ("saves", &[], "Saves"),
        ("saves", &["modifier=-1"], "Saves, -1 to save"),
        ("hits", &[], "Hits and wounds"),
        ("hits", &["reroll=ones"], "Hits and wounds, ones rolled again"),
        ("priority", &[], "Priority over 4 rounds; the opponent goes first in round 1"),
        ("priority", &["first=me"], "Priority over 4 rounds; I go first in round 1"),
        ("run", &["move=D6+8", "distance=12"], "Run over 12\": Move D6+8 and D6"),
    ];
    for (question, keys, title) in cases {
        assert_eq!(sigmar(question, keys).title, *title);
    }
}

/// Whatever has a distribution has a chart.
#[test]
fn distributions_are_drawn() {
    let cases: &[(&str, &[&str], &str)] = &[
        ("charge", &[], "charge roll"),
        ("charges", &["distances=8,9"], "charges that reach"),
        ("casting", &["value=7", "spells=2"], "spells that take effect"),
        ("miscast", &[], "mortal damage"),
        ("place-of-power", &[], "mortal damage"),
        ("chanting", &["value=7"], "rolls without an answer, of 4"),
        ("rally", &[], "rally points"),
        ("rally", &["health=2"], "models that come back"),
        ("heal", &["amount=D3", "allocated=2"], "damage left"),
        ("priority", &[], "my double turns"),
        ("cards", &["deck=12"], "drawn"),
        ("run", &[], "inches"),
        ("redeploy", &[], "inches"),
        ("mortal", &["dice=20"], "mortal damage"),
        ("mortal", &["health=2", "models=3"], "models slain"),
    ];
    for (question, keys, axis) in cases {
        assert_eq!(sigmar(question, keys).curve.expect("a curve").axis, *axis, "{question}");
    }
}
