//! The lines of `explain`: for each roll what it needs, by which rule, and what was capped.

use warodds::ask::{Request, prepare};

use crate::support::{sigmar, target, with};

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
