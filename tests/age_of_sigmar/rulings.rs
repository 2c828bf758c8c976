//! What the document leaves open, each question under its id.

use super::{CLAWLORD, left};
use crate::support::{attack, damage, is, near, prepared, sigmar, stage, target, with};
use warodds::ask::Request;
use warodds::report::Json;

fn ruled(ruling: &str, clauses: &[&str]) -> Request {
    Request { rulings: vec![ruling.into()], ..with(clauses) }
}

fn one(line: &str) -> String {
    sigmar(1, &format!("attacks = 1\n{line}\ndamage = 1"))
}

/// An unmodified 6 neither wounds nor saves by itself.
#[test]
fn amb_2_a_six_does_not_wound_or_save() {
    let text = one("hit = \"2+\"\nwound = \"6+\"");
    near("wounds", stage(&attack(&text, &target(1, 1, "-", ""), &with(&["-1 to wound"])), "wounds"), 0.0);
    let rend = one("hit = \"2+\"\nwound = \"2+\"\nrend = 1");
    near("saves", damage(&attack(&rend, &target(1, 1, "6+", ""), &with(&[]))).at(1), 25.0 / 36.0);
}

/// Saying `cover` decides, unless a ruling reads the exemption off the attacker or the target.
#[test]
fn amb_4_who_is_exempt_from_cover() {
    let text = one("hit = \"4+\"\nwound = \"2+\"");
    let flyer = target(1, 9, "-", "keywords = [\"FLY\"]");
    let plain = target(1, 9, "-", "");
    let hits = |ruling: &str, clauses: &[&str], defender: &str| {
        stage(&attack(&text, defender, &ruled(&format!("cover-exemption={ruling}"), clauses)), "hits")
    };
    let (behind, free) = (2.0 / 6.0, 0.5);
    for (ruling, clauses, defender, wanted) in [
        ("none", "cover, charged", &plain, behind),
        ("none", "cover", &flyer, behind),
        ("attacker", "cover", &plain, behind),
        ("attacker", "cover, charged", &plain, free),
        ("attacker", "cover, target charged", &flyer, behind),
        ("target", "cover, charged", &plain, behind),
        ("target", "cover, target charged", &plain, free),
        ("target", "cover", &flyer, free),
    ] {
        near(&format!("{ruling}: {clauses}"), hits(ruling, &[clauses], defender), wanted);
    }
    let flying = text.replace("[[weapon]]", "keywords = [\"FLY\"]\n[[weapon]]");
    near(
        "the attacker flies",
        stage(&attack(&flying, &plain, &ruled("cover-exemption=attacker", &["cover"])), "hits"),
        free,
    );
}

/// Companion: what a friend changes of a characteristic is ignored, whatever it is; a division hurts and is not.
#[test]
fn amb_5_how_far_companion_goes() {
    let text =
        sigmar(1, "attacks = 2\nhit = \"4+\"\nwound = \"4+\"\nrend = 1\ndamage = 3\nabilities = [\"Companion\"]");
    let mean = |clauses: &[&str]| damage(&attack(&text, &target(9, 3, "4+", ""), &with(clauses))).mean();
    let plain = 2.0 * 0.25 * 4.0 / 6.0 * 3.0;
    for friendly in [
        "set attacks to 9", "improve hit by 2", "improve wound by 2", "set damage to 6", "Crit (Mortal)",
        "critical hits on 4+",
    ] {
        near(friendly, mean(&[friendly]), plain);
    }
    near("halved", mean(&["halve attacks"]), plain / 2.0);
    near("worse", mean(&["worsen hit by 1"]), plain * 2.0 / 3.0);
}

/// A champion's bonus is for ranged weapons too (the module, not the glossary).
#[test]
fn amb_6_champions_shoot_too() {
    let gun = sigmar(4, "range = 12\nchampions = 1\nattacks = 1\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1");
    near("attacks", stage(&attack(&gun, &target(1, 9, "-", ""), &with(&[])), "attacks"), 5.0);
}

/// Damage that is less is at least 1; Rend is at least 0.
#[test]
fn amb_7_least_values() {
    let text = one("hit = \"2+\"\nwound = \"2+\"");
    let law = attack(&text, &target(9, 1, "4+", ""), &with(&["-3 damage, -2 rend"]));
    is("law", damage(&law), 72.0, &[(0, 47.0), (1, 25.0)]);
}

/// Crit (Mortal): the modified Damage, or the printed one.
#[test]
fn amb_12_the_damage_of_a_mortal_critical() {
    let text = sigmar(1, "attacks = 1\nhit = \"6+\"\nwound = \"6+\"\ndamage = \"D3\"\nabilities = [\"Crit (Mortal)\"]");
    let law = |ruling: &str| {
        damage(&attack(&text, &target(9, 1, "2+", ""), &ruled(&format!("mortal-crit-damage={ruling}"), &["+1 damage"])))
            .clone()
    };
    is("modified", &law("modified"), 18.0, &[(0, 15.0), (2, 1.0), (3, 1.0), (4, 1.0)]);
    is("printed", &law("printed"), 18.0, &[(0, 15.0), (1, 1.0), (2, 1.0), (3, 1.0)]);
}

/// A D3 is rounded up; what a rule halves is rounded down: half of 3 damage is 1, and a D3 never shows 0.
#[test]
fn amb_13_rounding() {
    let text = sigmar(1, "attacks = 1\nhit = \"2+\"\nwound = \"2+\"\ndamage = \"D3\"");
    let law = attack(&text, &target(9, 1, "-", ""), &with(&["halve damage"]));
    // 1, 2 and 3 halved are 0, 1 and 1, and at least 1.
    near("always 1", damage(&law).at(1), 25.0 / 36.0);
}

/// A weapon's own abilities stay on though it is a Companion.
#[test]
fn amb_16_a_companions_own_abilities() {
    let text = |abilities: &str| {
        sigmar(
            1,
            &format!("attacks = 1\nhit = \"4+\"\nwound = \"4+\"\nrend = 1\ndamage = 1\nabilities = [{abilities}]"),
        )
    };
    let monster = target(9, 1, "4+", "keywords = [\"MONSTER\"]");
    for ability in
        ["Crit (Mortal)", "Crit (2 Hits)", "Crit (Auto-wound)", "Charge (+1 Damage)", "Anti-MONSTER (+1 Rend)"]
    {
        let mean = |text: &str| damage(&attack(text, &monster, &with(&["charged"]))).mean();
        near(ability, mean(&text(&format!("\"Companion\", \"{ability}\""))), mean(&text(&format!("\"{ability}\""))));
        assert!(mean(&text(&format!("\"{ability}\""))) > mean(&text("")), "{ability}");
    }
}

/// "Failed" dice fail with and without modifiers: nobody rolls a success again; a ruling judges the bare die.
#[test]
fn amb_15_failed_twice() {
    let text = one("hit = \"4+\"\nwound = \"2+\"").replace("attacks = 1", "attacks = 10");
    let hits = |request: &Request| stage(&attack(&text, &target(1, 9, "-", ""), request), "hits");
    // Hit 4+ with +1: 3 to 6 hit, and only 1 and 2 are rolled again.
    near("+1", hits(&with(&["reroll failed hits, +1 to hit"])), 80.0 / 9.0);
    near("+1, all-out", hits(&with(&["reroll failed hits, all-out attack"])), 80.0 / 9.0);
    near("+1, bare", hits(&ruled("reroll-failed=unmodified", &["reroll failed hits, +1 to hit"])), 25.0 / 3.0);
    // With -1 the 4 fails in the end, but not by itself.
    for request in [
        with(&["reroll failed hits, -1 to hit"]),
        ruled("reroll-failed=unmodified", &["reroll failed hits, -1 to hit"]),
    ] {
        near("-1", hits(&request), 10.0 * (2.0 / 6.0 + 0.5 * 2.0 / 6.0));
    }
    near("plain", hits(&with(&["reroll failed hits"])), 7.5);
    let wounds = |clause: &str| {
        stage(&attack(&one("hit = \"2+\"\nwound = \"4+\""), &target(1, 9, "-", ""), &with(&[clause])), "wounds")
    };
    near("wounds", wounds("reroll failed wounds, +1 to wound"), 5.0 / 6.0 * 8.0 / 9.0);
    // Save 4+ against Rend 1 re-rolls 1 to 3, not the 4 that failed; with +1 and no Rend it keeps the 3.
    let unsaved = |rend: u32, clauses: &str| {
        let text = one(&format!("hit = \"2+\"\nwound = \"2+\"\nrend = {rend}"));
        damage(&attack(&text, &target(1, 9, "4+", ""), &with(&[clauses]))).at(1) * 36.0 / 25.0
    };
    near("Rend 1", unsaved(1, "reroll failed saves"), 1.0 / 6.0 + 0.5 * 4.0 / 6.0);
    near("+1 to save", unsaved(0, "reroll failed saves, +1 to save"), 1.0 / 9.0);
    near("Rend 1 and +1", unsaved(1, "reroll failed saves, +1 to save"), 0.25);
}

/// AMB-4: where somebody could be exempt and nobody said which reading holds, a note names both.
#[test]
fn amb_4_is_told_where_it_matters() {
    let text = one("hit = \"4+\"\nwound = \"2+\"");
    let notes = |clauses: &str, keywords: &str, rulings: &[&str]| {
        let defender = target(1, 9, "-", keywords);
        let request = Request { rulings: rulings.iter().map(|r| (*r).to_owned()).collect(), ..with(&[clauses]) };
        prepared(&text, &defender, &request).unwrap_or_else(|error| panic!("{error}")).notes.join("\n")
    };
    let fly = "keywords = [\"FLY\"]";
    assert_eq!(notes("cover", "", &[]), "");
    assert!(
        notes("cover, charged", "", &[])
            .contains("Attacker charged: `--ruling cover-exemption=attacker` would lift it")
    );
    assert!(
        notes("cover", fly, &[]).contains("Target has FLY: `--ruling cover-exemption=target` would lift it (AMB-4)")
    );
    for ruling in ["cover-exemption=none", "cover-exemption=attacker"] {
        assert!(!notes("cover, charged", "", &[ruling]).contains("AMB-4"), "{ruling}");
    }
}

/// Random Attacks: one roll for each model and each weapon.
#[test]
fn amb_21_one_roll_a_model_and_weapon() {
    let two = sigmar(1, "attacks = \"D3\"\nhit = \"2+\"\nwound = \"2+\"\ndamage = 1")
        + "[[weapon]]\nname = \"Other\"\nattacks = \"D3\"\nhit = \"2+\"\nwound = \"2+\"\ndamage = 1\n";
    let outcome = attack(&two, &target(9, 1, "-", ""), &with(&[]));
    near("two rolls add up", outcome.stages[0].moments.variance, 2.0 * 2.0 / 3.0);
}

/// Attack damage and mortal damage of one ability are one pool with one ward roll for each point.
#[test]
fn amb_23_one_pool_one_ward() {
    let text = one("hit = \"2+\"\nwound = \"2+\"");
    let law = attack(&text, &target(9, 1, "-", "ward = \"4+\""), &with(&["1 mortal damage"]));
    // Two points with 25/36, one with 11/36; each stays with 1/2.
    let two = 25.0 / 36.0;
    is("pool", damage(&law), 1.0, &[(0, two / 4.0 + (1.0 - two) / 2.0), (1, 0.5), (2, two / 4.0)]);
}

/// A model that falls takes its points with it: the next one is not damaged, and Heal finds nothing.
#[test]
fn amb_25_not_damaged_after_a_model_fell() {
    let blast = sigmar(1, "count = 0\nattacks = 1\nhit = \"2+\"\nwound = \"2+\"\ndamage = 1")
        + "[[ability]]\nname = \"Blast\"\neffects = [\"2 mortal damage\"]\n";
    near("nothing to heal", left(&blast, &target(3, 2, "-", ""), &with(&["heal 2"]), "wounds-left").at(4), 1.0);
}

/// A ward is a plain roll: an unmodified 1 is no rule of its own, and 2+ takes five points of six.
#[test]
fn amb_28_a_ward_is_a_plain_roll() {
    let text = one("hit = \"2+\"\nwound = \"2+\"");
    let law = attack(&text, &target(9, 1, "-", "ward = \"2+\""), &with(&[]));
    near("2+", damage(&law).at(1), 25.0 / 216.0);
}

/// Criticals on 5+ still count as hits, and a 5 is one whatever the modifier.
#[test]
fn amb_32_critical_on_5() {
    let text = sigmar(1, "attacks = 1\nhit = \"6+\"\nwound = \"2+\"\ndamage = 1\nabilities = [\"Crit (Mortal)\"]");
    let outcome = attack(&text, &target(9, 1, "2+", ""), &with(&["critical hits on 5+, -1 to hit"]));
    near("criticals", stage(&outcome, "critical-hits"), 2.0 / 6.0);
    is("damage", damage(&outcome), 3.0, &[(0, 2.0), (1, 1.0)]);
}

/// Rulings are told: how each is read, and whether another reading would change this very attack.
#[test]
fn rulings_say_whether_they_matter() {
    let told = |attacker: &str, request: &Request| -> Vec<(String, bool, bool)> {
        let prepared = prepared(attacker, &target(1, 9, "4+", "keywords = [\"FLY\"]"), request).expect("right");
        prepared.rulings().into_iter().map(|line| (line.ruling.name.to_owned(), line.chosen, line.matters)).collect()
    };
    let of = |told: &[(String, bool, bool)], name: &str| {
        told.iter().find(|(known, ..)| known == name).map(|(_, chosen, matters)| (*chosen, *matters)).expect("listed")
    };
    let combat = |clauses: &[&str]| Request { phase: Some(warodds::games::Phase::Combat), ..with(clauses) };
    let plain = told(CLAWLORD, &combat(&[]));
    for name in ["critical-always-hits", "save-cap", "cover-exemption", "mortal-crit-damage"] {
        assert_eq!(of(&plain, name), (false, false), "{name}");
    }
    assert_eq!(of(&told(CLAWLORD, &combat(&["cover"])), "cover-exemption"), (false, true));
    assert_eq!(of(&told(CLAWLORD, &combat(&["+1 to save, +1 to save"])), "save-cap"), (false, true));
    let six = one("hit = \"6+\"\nwound = \"2+\"");
    assert_eq!(
        of(&told(&six, &ruled("critical-always-hits=no", &["-1 to hit"])), "critical-always-hits"),
        (true, true)
    );
}

/// The JSON holds the rulings that were chosen, and the mode if it is not the usual one.
#[test]
fn rulings_and_mode_stand_in_the_json() {
    let request = Request { mode: Some("core".into()), ..ruled("save-cap=before-rend", &[]) };
    let text = one("hit = \"2+\"\nwound = \"2+\"");
    let json = |request: &Request| -> serde_json::Value {
        let prepared = prepared(&text, &target(1, 9, "4+", ""), request).expect("right");
        let (report, _) = prepared.report(&warodds::engine::Options::default(), &|_| {}).expect("small");
        serde_json::from_str(&warodds::ask::Phases::from(report).json()).expect("JSON")
    };
    let told = json(&request);
    assert_eq!(told["rulings"]["save-cap"], "before-rend");
    assert_eq!(told["mode"], "core");
    let usual = json(&with(&[]));
    assert!(usual.get("mode").is_none() && usual.get("rulings").is_none());
}
