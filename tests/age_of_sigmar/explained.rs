//! The lines of `explain`: for each roll what it needs, by which rule, and what was capped.

use warodds::ask::{Request, prepare, prepare_units};

use crate::support::{mistake, prepared, sigmar, target, unit, with};

fn explained(attacker: &str, defender: &str, request: &Request) -> Vec<(String, &'static str)> {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.display().to_string()
    };
    let (attacker, defender) = (write("a.toml", attacker), write("d.toml", defender));
    let request = Request { attacker, defender, ..request.clone() };
    let prepared = prepare(&request).unwrap_or_else(|error| panic!("{error}"));
    prepared.engaged.explained.into_iter().flat_map(|one| one.lines).map(|line| (line.what, line.rule)).collect()
}

#[track_caller]
fn are(said: &[(String, &'static str)], wanted: &[(&str, &'static str)]) {
    for (what, rule) in wanted {
        assert!(said.contains(&((*what).to_owned(), *rule)), "{what}: {said:?}");
    }
}

const AXE: &str = "attacks = 2\nhit = \"3+\"\nwound = \"4+\"\nrend = 1\ndamage = \"D3\"";

#[test]
fn each_roll_is_explained() {
    let axe = sigmar(3, &format!("{AXE}\nabilities = [\"Crit (Mortal)\"]"));
    let said = explained(&axe, &target(5, 2, "4+", "ward = \"6+\""), &with(&[]));
    are(
        &said,
        &[
            ("Crit (Mortal)", "AOS-20.0"),
            ("2 attacks for each of 3", "AOS-16.0"),
            ("hit 3+: 3, 4, 5, 6", "AOS-17.0"),
            ("critical hits on 6", "AOS-17.0"),
            ("wound 4+: 4, 5, 6", "AOS-17.0"),
            ("save 4+ with +0 and Rend 1: 5, 6", "AOS-17.0"),
            ("damage D3", "AOS-17.0"),
            ("each point warded on 6+", "AOS-18.1"),
        ],
    );
    assert!(said.iter().all(|(what, _)| !what.contains("capped") && !what.contains("champions")), "{said:?}");
    let said = explained(&sigmar(3, AXE), &target(5, 2, "-", ""), &with(&[]));
    are(&said, &[("no save", "AOS-17.0")]);
    assert!(said.iter().all(|(what, _)| !what.contains("critical") && !what.contains("warded")), "{said:?}");
}

#[test]
fn what_is_above_a_cap_is_explained() {
    let clauses = ["+1 to hit", "+1 to hit", "improve hit by 1", "-1 to wound", "-1 to wound"];
    let said = explained(&sigmar(3, AXE), &target(5, 2, "4+", ""), &with(&clauses));
    are(
        &said,
        &[
            ("+1 to hit", "AOS-17.1"),
            ("improve hit by 1", "AOS-27.0"),
            ("hit 2+ (printed 3+) with +1: 2, 3, 4, 5, 6", "AOS-17.0"),
            ("wound 4+ with -1: 5, 6", "AOS-17.0"),
            ("+2 to hit is capped at +1", "AOS-17.1"),
            ("-2 to wound is capped at -1", "AOS-17.1"),
        ],
    );
    // Three to the save, Rend 1 counted with them, is two: one counts. Or one of the three counts, and then Rend.
    let saves = ["+1 to save", "+1 to save", "+1 to save"];
    let of = |cap: &str| {
        let request = Request { rulings: vec![format!("save-cap={cap}")], ..with(&saves) };
        explained(&sigmar(3, AXE), &target(5, 2, "5+", ""), &request)
    };
    let with_rend = of("with-rend");
    are(
        &with_rend,
        &[
            ("save 5+ with +3 and Rend 1: 4, 5, 6", "AOS-17.0"),
            ("+3 to save with Rend 1 is +2, capped at +1", "AOS-17.1"),
        ],
    );
    let before = of("before-rend");
    are(
        &before,
        &[
            ("save 5+ with +3 and Rend 1: 5, 6", "AOS-17.0"),
            ("+3 to save is capped at +1 before Rend 1 counts", "AMB-3"),
        ],
    );
    // Two with Rend 1 are one, and one is no more than one: nothing is capped.
    let request = Request { rulings: vec!["save-cap=with-rend".into()], ..with(&saves[..2]) };
    let said = explained(&sigmar(3, AXE), &target(5, 2, "5+", ""), &request);
    assert!(said.iter().all(|(what, _)| !what.contains("capped")), "{said:?}");
    let request = Request { rulings: vec!["save-cap=before-rend".into()], ..with(&saves[..1]) };
    let said = explained(&sigmar(3, AXE), &target(5, 2, "5+", ""), &request);
    assert!(said.iter().all(|(what, _)| !what.contains("capped")), "{said:?}");
}

/// AOS-MOD-1.0: one more attack of the champion, and nothing of it where nobody is one.
#[test]
fn aos_mod_1_0_champions_are_explained() {
    let unit = |more: &str| {
        let text = sigmar(5, AXE);
        text.replacen("models", &format!("{more}models"), 1)
    };
    let said = explained(&unit("keywords = [\"CHAMPION\"]\n"), &target(5, 2, "4+", ""), &with(&[]));
    are(&said, &[("+1 attacks for each of 1", "AOS-MOD-1.0")]);
    let core = Request { mode: Some("core".into()), ..with(&[]) };
    let said = explained(&unit("keywords = [\"CHAMPION\"]\n"), &target(5, 2, "4+", ""), &core);
    assert!(said.iter().all(|(what, _)| !what.contains("+1 attacks")), "{said:?}");
    let said = explained(&unit(""), &target(5, 2, "4+", ""), &with(&[]));
    assert!(said.iter().all(|(what, _)| !what.contains("+1 attacks")), "{said:?}");
}

/// AOS-21.0 and AOS-22.0: healing is one rule, models that return another.
#[test]
fn healing_and_return_stand_under_their_rules() {
    let axe = sigmar(3, AXE);
    for (clause, rule) in [("heal 1", "AOS-21.0"), ("heal D3", "AOS-21.0"), ("return 1 models", "AOS-22.0")] {
        are(&explained(&axe, &target(5, 2, "4+", ""), &with(&[clause])), &[(clause, rule)]);
    }
}

/// Nothing was struck before the first attack, so there is one way to make it.
#[test]
fn the_first_attack_is_told_once() {
    let hate = "[[ability]]\nname = \"Hate\"\nwhen = [\"target models 4+\"]\neffects = [\"+1 to hit\"]\n";
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.display().to_string()
    };
    let attacker = write("a.toml", &(sigmar(3, AXE) + hate));
    let request = Request {
        then: vec![attacker.clone()],
        attacker,
        defender: write("d.toml", &target(5, 2, "4+", "")),
        ..Request::default()
    };
    let prepared = prepare(&request).unwrap_or_else(|error| panic!("{error}"));
    let names: Vec<_> = prepared.engaged.explained.into_iter().map(|one| one.weapon).collect();
    // Five models of 2: with 4 points lost three are left. Whether the unit is damaged is looked at for each point.
    let later = ["0, 1, 2, 3", "4, 5, 6, 7, 8, 9 or more"];
    let later = later.map(|lost| format!("Attacker: Weapon, Target having lost {lost}"));
    assert_eq!(names, ["Attacker: Weapon", &later[0], &later[1]]);
}

/// AMB-6: a note tells whose champions have no attack more, and no others'.
#[test]
fn only_champions_are_missed() {
    let notes = |more: &str, mode: &str| {
        let attacker = (unit(&sigmar(3, &format!("{AXE}\n{more}"))), None);
        let request = Request { mode: Some(mode.to_owned()), ..Request::default() };
        let defender = (unit(&target(5, 2, "4+", "")), None);
        prepare_units(&[attacker], &defender, &request).expect("right").notes.join("\n")
    };
    for (more, mode, told) in [
        ("champions = 1", "core", true),
        ("champions = 1", "advanced", false),
        ("", "core", false),
        ("champions = 1\nabilities = [\"Companion\"]", "core", false),
    ] {
        let notes = notes(more, mode);
        assert_eq!(notes.contains("has no champions' +1 Attacks for Weapon"), told, "{more}, {mode}: {notes}");
        let request = Request { mode: Some(mode.to_owned()), ..Request::default() };
        let lines = explained(&sigmar(3, &format!("{AXE}\n{more}")), &target(5, 2, "4+", ""), &request);
        let more_attacks = lines.iter().any(|(what, _)| what.starts_with("+1 attacks for each of "));
        assert_eq!(more_attacks, more == "champions = 1" && mode == "advanced", "{more}, {mode}: {lines:?}");
    }
}

/// AMB-31, AMB-15: what is best is looked for with everything that was said. Where something is left out, to see whether it
/// changed anything, fewer answers are there than the best one's number.
#[test]
fn the_best_of_more_answers_than_are_left() {
    let hits = "attacks = 3\nhit = \"4+\"\nwound = \"2+\"\ndamage = 1\nabilities = [\"Crit (Mortal)\"";
    let two = sigmar(1, &format!("{hits}, \"Crit (Auto-wound)\"]"));
    let foe = (unit(&target(9, 1, "-", "")), None);
    let best = Request { weapons: vec!["best".into()], order: vec!["best".into()], ..with(&["Crit (2 Hits)"]) };
    let told = prepare_units(&[(unit(&two), None)], &foe, &best).expect("right").notes.join("\n");
    assert!(told.contains("which critical ability: Crit (2 Hits)"), "5/3 points, not 1: {told}");
    // The same two by one optional ability, and then a unit that chooses a profile, or an order.
    let storm =
        "[[ability]]\nname = \"Storm\"\noptional = true\neffects = [\"Crit (Auto-wound)\", \"Crit (2 Hits)\"]\n";
    let one = sigmar(1, &format!("{hits}]")) + storm;
    let blow = "attacks = 1\nhit = \"4+\"\nwound = \"4+\"\ndamage = ";
    let second = |more: &str| {
        let other = format!("[[weapon]]\nname = \"Other\"\n{blow}2\n{more}\n");
        sigmar(1, &format!("{blow}1\n{more}")) + &other
    };
    for more in ["one-of = \"both\"", ""] {
        let units = [(unit(&one), None), (unit(&second(more)), None)];
        let request = Request { with: vec!["Storm".into()], ..best.clone() };
        let told = prepare_units(&units, &foe, &request).expect("right").notes.join("\n");
        assert!(told.contains("which critical ability: Crit (2 Hits)"), "{told}");
        assert!(!told.contains("changes nothing"), "{told}");
    }
}

/// AOS-20.0: what is friendly does not reach a Companion weapon, and that is told.
#[test]
fn what_does_not_reach_a_companion_is_told() {
    let beast = sigmar(1, &format!("{AXE}\nabilities = [\"Companion\"]"))
        + "[[ability]]\nname = \"Rage\"\neffects = [\"+1 to wound\"]\n";
    let lines = explained(&beast, &target(5, 2, "4+", ""), &with(&["+1 to hit"]));
    for text in ["+1 to wound", "+1 to hit"] {
        let kept = format!("{text}: does not reach this weapon");
        assert!(lines.iter().any(|(what, _)| *what == kept), "{kept}: {lines:?}");
    }
    // Dice on the side are no part of a weapon's attacks.
    let diceless = "2 dice: 4+ -> 1 mortal";
    let lines = explained(&sigmar(1, AXE), &target(5, 2, "4+", ""), &with(&[diceless]));
    assert!(lines.iter().all(|(what, _)| !what.contains("4+ -> 1 mortal")), "{lines:?}");
}

/// 250 models with 262 attacks each are 65,500; a champion of each makes them more than 65,535.
#[test]
fn champions_count_among_the_attacks_that_are_too_many() {
    let many = |champions: u32| {
        let weapon = format!("attacks = 250\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1\nchampions = {champions}");
        sigmar(250, &weapon)
    };
    let told = mistake(&many(250), &target(5, 2, "4+", ""), &with(&["+12 attacks"]));
    assert!(told.contains("attacks of Weapon") && told.contains("MAX_TOKENS"), "{told}");
    assert!(prepared(&many(0), &target(5, 2, "4+", ""), &with(&["+12 attacks"])).is_ok(), "without champions");
}

/// AOS-20.0: what Anti-X adds, and which of several critical abilities is used.
#[test]
fn abilities_of_weapons_are_explained_by_what_they_do() {
    let axe = |abilities: &str| sigmar(3, &format!("{AXE}\nabilities = [{abilities}]"));
    let foe = target(5, 2, "4+", "keywords = [\"HERO\"]");
    let said = explained(&axe("\"Anti-HERO (+1 Rend)\""), &foe, &with(&[]));
    are(&said, &[("+1 Rend", "AOS-20.0"), ("save 4+ with +0 and Rend 2: 6", "AOS-17.0")]);
    let said = explained(&axe("\"Crit (Mortal)\", \"Crit (2 Hits)\""), &foe, &with(&[]));
    let times = |name: &str| said.iter().filter(|(what, _)| what == name).count();
    assert_eq!((times("Crit (Mortal)"), times("Crit (2 Hits)")), (2, 1), "the chosen one is named once more: {said:?}");
}
