//! What is said of things that were asked for and change nothing.

use crate::support::{forty_k, gun, prepared, sigmar, squad, target, with};
use warodds::sequence::explain::steps;

fn notes(clauses: &[&str]) -> Vec<String> {
    let text = sigmar(1, "attacks = 6\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1");
    prepared(&text, &target(5, 1, "4+", ""), &with(clauses)).unwrap_or_else(|error| panic!("{error}")).notes
}

/// Two bonuses of which one is enough: neither changes nothing; the second adds nothing, and the cap is named.
#[test]
fn what_is_above_a_cap_is_told() {
    for (clauses, second, first) in [
        ("all-out attack, +1 to hit", "+1 to hit", "all-out attack"),
        ("+1 to hit, all-out attack", "all-out attack", "+1 to hit"),
        ("+1 to wound, +1 to wound", "+1 to wound", "+1 to wound"),
    ] {
        let said = notes(&[clauses]);
        let roll = if clauses.contains("wound") { "wound" } else { "hit" };
        assert_eq!(said, [format!("`{second}` adds nothing to `{first}`: +2 to {roll} is capped at +1 (AOS-17.1)")]);
    }
    assert_eq!(notes(&["all-out defence, +1 to save"]).len(), 1);
    assert!(notes(&["all-out attack"]).is_empty() && notes(&["+1 to hit"]).is_empty());
}

/// A number of which less would do is told, with what is capped; one of which nothing is too much is not.
#[test]
fn more_than_the_cap_is_told() {
    for (clause, enough, capped) in [
        ("+100 to hit", "+1 to hit", ": +100 to hit is capped at +1 (AOS-17.1)"),
        ("-3 to wound", "-1 to wound", ": -3 to wound is capped at -1 (AOS-17.1)"),
        ("+2 to save", "+1 to save", ": +2 to save with Rend 0 is +2, capped at +1 (AOS-17.1)"),
        // A Hit of 4+ is 2+ at best.
        ("improve hit by 9", "improve hit by 2", ""),
        // A save of 4+ needs a 7 after that, which no die shows.
        ("-9 to save", "-3 to save", ""),
    ] {
        assert_eq!(notes(&[clause]), [format!("`{clause}` does no more than `{enough}`{capped}")]);
    }
    assert!(notes(&["+9 attacks"]).is_empty() && notes(&["worsen hit by 2"]).is_empty());
    assert!(notes(&["+2 to hit, -1 to hit"]).iter().all(|note| !note.contains("does no more")));
}

/// What is held to something that does not hold is told, also of what would need a body or a point of its own in the tables.
#[test]
fn what_its_condition_keeps_away_is_told() {
    for effect in ["suffer D3 mortal", "3 dice: 4+ -> suffer 1 mortal", "suffer 1 mortal on hits of 6", "+1 to hit"] {
        let said = format!("{effect} if charged");
        assert_eq!(notes(&[&said]), [format!("`{said}` changes nothing in this attack")]);
        assert!(notes(&["charged", &said]).iter().all(|note| !note.contains(&said)), "{said}");
    }
    for effect in ["strike back 1 mortal", "ignore first damage", "strike back 1 mortal on wards"] {
        let said = format!("{effect} if charged");
        assert_eq!(notes(&[&said]), [format!("`{said}` changes nothing in this attack")]);
    }
    assert!(notes(&["target charged", "ignore first damage if charged"]).is_empty());
}

/// What undoes another does something, though both together change nothing: of the other it is told.
#[test]
fn what_undoes_another_is_not_idle() {
    let (undone, undoing) = ("all-out defence", "ignore positive save modifiers");
    for clauses in [[undone, undoing], [undoing, undone]] {
        assert_eq!(notes(&clauses), [format!("`{undone}` adds nothing to `{undoing}`")]);
    }
    assert_eq!(notes(&[undoing]), [format!("`{undoing}` changes nothing in this attack")]);
}

/// What changes nothing with or without the others is idle, and each that is is named.
#[test]
fn what_is_idle_in_any_case_is_told() {
    assert_eq!(notes(&["ward 6+, charged"]), ["`charged` changes nothing in this attack"]);
    let said = notes(&["charged, +1 to hit, target charged"]);
    assert_eq!(said, ["`charged` changes nothing in this attack", "`target charged` changes nothing in this attack"]);
}

/// Of a word of both sides it is told beside which it changes nothing, if the other side's does something.
#[test]
fn what_is_idle_is_told_from_the_same_word_of_the_other_side() {
    let text = sigmar(1, "attacks = 6\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1");
    let rooted = "[[ability]]\nname = \"Roots\"\nagainst = true\nwhen = [\"stationary\"]\neffects = [\"-1 to hit\"]";
    let notes = |clauses: &[&str]| {
        let prepared = prepared(&text, &target(5, 1, "4+", rooted), &with(clauses));
        prepared.unwrap_or_else(|error| panic!("{error}")).notes
    };
    let idle = "`stationary` changes nothing in this attack";
    assert_eq!(notes(&["stationary"]), [idle]);
    assert!(notes(&["defender: stationary"]).is_empty());
    let both = notes(&["stationary", "defender: stationary"]);
    assert_eq!(both, [format!("{idle}, unlike `defender: stationary`")]);
}

/// What only one of the units can have changes nothing where it is said of the other one, and that is told.
#[test]
fn a_situation_of_the_other_unit_changes_nothing() {
    let swords = "game = \"asoiaf\"\nname = \"Swords\"\ntray = \"infantry\"\ndefense = \"4+\"\nmorale = \"6+\"\n\
                  [[attack]]\nname = \"Sword\"\ntype = \"melee\"\nhit = \"4+\"\ndice = [7, 5, 3]\n";
    let rifles = forty_k(&gun(5, "2 4+ 4 0 1", "\"Heavy\", \"Rapid Fire 1\""));
    let blades = sigmar(1, "attacks = 6\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1");
    let (riflemen, bearers) = (squad(5, 4, "4+", 1, ""), target(5, 1, "4+", ""));
    for (attacker, defender, owner, words) in [
        (swords, swords, "attacker", &["weakened", "charge", "marked", "objective b", "inside dangerous"][..]),
        (swords, swords, "defender", &["vulnerable", "panicked", "horrific", "inspiring"]),
        (&rifles, &riflemen, "attacker", &["stationary", "half range", "advanced", "overwatch"]),
        (&rifles, &riflemen, "defender", &["stealth", "cover", "cover 2"]),
        (&blades, &bearers, "attacker", &["all-out attack"]),
        (&blades, &bearers, "defender", &["all-out defence", "cover"]),
    ] {
        let other = if owner == "attacker" { "defender" } else { "attacker" };
        let plain = prepared(attacker, defender, &with(&[])).expect("right");
        for word in words {
            let own = prepared(attacker, defender, &with(&[&format!("{owner}: {word}")]));
            assert!(own.is_err() || own.is_ok_and(|own| own.engaged.engagement != plain.engaged.engagement), "{word}");
            let idle = prepared(attacker, defender, &with(&[&format!("{other}: {word}")])).expect("accepted");
            assert!(idle.engaged.engagement == plain.engaged.engagement, "{other}: {word}");
            assert!(idle.notes.contains(&format!("`{word}` changes nothing in this attack")), "{:?}", idle.notes);
        }
    }
    // Of two units that differ it is no contradiction either.
    assert!(prepared(&rifles, &riflemen, &with(&["stationary, defender: advanced"])).is_ok());
}

/// A better effect of the same kind leaves nothing to a worse one, whichever is said first.
#[test]
fn the_better_of_two_is_named() {
    assert_eq!(notes(&["ward 5+, ward 6+"]), ["`ward 6+` adds nothing to `ward 5+`"]);
    assert_eq!(notes(&["ward 6+, ward 5+"]), ["`ward 6+` adds nothing to `ward 5+`"]);
}

/// Two that cancel each other both change something.
#[test]
fn what_cancels_is_not_idle() {
    assert!(notes(&["+1 to hit, -1 to hit"]).is_empty());
}

/// Steps are told in a player's words.
#[test]
fn no_step_speaks_of_the_machine() {
    let ork = squad(
        3,
        4,
        "5+",
        1,
        "[[weapon]]\nname = \"Last\"\nrange = 24\nattacks = 1\nskill = \"N/A\"\nstrength = 4\nap = 0\ndamage = 1\nabilities = [\"Torrent\"]\non-death = \"4+\"\n",
    );
    let rifle = forty_k(&gun(2, "2 3+ 4 -1 D3", "\"Devastating Wounds\", \"Lethal Hits\""));
    let hammer = sigmar(2, "attacks = 2\nhit = \"3+\"\nwound = \"3+\"\ndamage = 1\nabilities = [\"Crit (Mortal)\"]");
    for (attacker, defender, clauses) in [
        (&rifle, &ork, &["feel no pain 5+"][..]),
        (&rifle, &ork, &["ignore first failed save"]),
        (&hammer, &target(5, 1, "4+", "ward = \"5+\""), &[]),
    ] {
        let prepared = prepared(attacker, defender, &with(clauses)).unwrap_or_else(|error| panic!("{error}"));
        for line in steps(&prepared.engaged.engagement) {
            let text = format!("{} {} {}", line.step, line.from, line.what);
            for word in ["blow", "shrug", "a bearer become", "65535", "annul", " 1 points"] {
                assert!(!text.contains(word), "`{word}` in {text}");
            }
        }
    }
}
