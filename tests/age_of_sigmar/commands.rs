//! Commands, terrain, and modes of play.

use super::{CLAWLORD, LIBERATORS, left, shooting};
use crate::support::{attack, damage, is, mistake, near, prepared, sigmar, stage, target, with};
use warodds::ask::{Request, prepare_units};
use warodds::engine::exact;

fn weapon(range: &str) -> String {
    format!("attacks = 1\nhit = \"4+\"\nwound = \"2+\"\nrend = 1\ndamage = 1\n{range}")
}

fn hits(text: &str, request: &Request) -> f64 {
    stage(&attack(text, &target(9, 1, "-", ""), request), "hits")
}

/// One command for a unit and phase: what excludes each other is told, whoever's it is.
#[test]
fn aos_cmd_1_2_one_command_a_phase() {
    let gun = sigmar(1, &weapon("range = 12"));
    let sword = sigmar(1, &weapon(""));
    let cases: [(&str, &str); 8] = [
        (&gun, "covering fire, all-out attack"),
        (&sword, "counter-charge, forward to victory"),
        (&sword, "all-out attack, attacker: all-out defence"),
        (&sword, "all-out defence, defender: all-out attack"),
        (&gun, "covering fire, in combat"),
        (&gun, "covering fire, redeploy"),
        (&sword, "counter-charge, redeploy"),
        (&sword, "at the double, redeploy"),
    ];
    for (unit, clauses) in cases {
        let text = mistake(unit, &target(1, 1, "-", ""), &with(&[clauses]));
        assert!(text.contains("exclude each other"), "{clauses}: {text}");
    }
    // Different phases, or different units: Counter-charge, then All-out Attack; attack and defence.
    for clauses in
        ["counter-charge, all-out attack", "all-out attack, all-out defence", "forward to victory, all-out attack"]
    {
        prepared(&sword, &target(1, 1, "-", ""), &with(&[clauses]))
            .unwrap_or_else(|error| panic!("{clauses}: {error}"));
    }
    // A command that the other unit used up changes nothing here.
    near("the defender's own", hits(&sword, &with(&["defender: all-out attack"])), 0.5);
}

/// Each command once for an army and phase: of two attackers the first has All-out Attack.
#[test]
fn aos_cmd_1_2_each_command_once_for_an_army() {
    let unit = |text: &str| (crate::support::unit(text), None);
    let sword = sigmar(1, &weapon(""));
    let twice =
        |clauses: &[&str]| prepare_units(&[unit(&sword), unit(&sword)], &unit(&target(9, 1, "-", "")), &with(clauses));
    let prepared = twice(&["all-out attack"]).expect("right");
    let outcome = exact(&prepared.engaged.engagement).expect("small");
    near("4/6 and 3/6", stage(&outcome, "hits"), 7.0 / 6.0);
    assert!(prepared.notes.iter().any(|note| note.contains("AOS-CMD-1.2")), "{:?}", prepared.notes);
    // All-out Defence lasts for the phase: both attacks meet it.
    let defended = twice(&["all-out defence"]).expect("right");
    near("saves stay", stage(&exact(&defended.engaged.engagement).expect("small"), "attacks"), 2.0);
    let refused = twice(&["counter-charge"]).expect_err("refused").to_string();
    assert!(refused.contains("cannot be used by several units"), "{refused}");
}

/// 6 dice, 7 with a Musician, each 4+ a point; a point heals one, as many as Health bring a model back.
#[test]
fn aos_cmd_2_0a_rally() {
    let sure = |points: u32| {
        sigmar(1, "count = 0\nattacks = 1\nhit = \"2+\"\nwound = \"2+\"\ndamage = 1")
            + &format!("[[ability]]\nname = \"Blast\"\neffects = [\"{points} mortal damage\"]\n")
    };
    let choose = |n: u32, k: u32| (0..k).fold(1.0, |c, i| c * f64::from(n - i) / f64::from(i + 1));
    // Section 5.4: Health 2, enough fallen: floor(points / 2) come back of Binomial(6, 1/2).
    let law = left(&sure(18), &target(10, 2, "-", ""), &with(&["rally"]), "models-left");
    for back in 0..=3u32 {
        let ways = choose(6, 2 * back) + if 2 * back < 6 { choose(6, 2 * back + 1) } else { 0.0 };
        near("Health 2", law.at(1 + back as usize), ways / 64.0);
    }
    near("mean", law.mean() - 1.0, 1.25);
    for (health, six, seven) in
        [(1, 3.0, 3.5), (2, 1.25, 1.5), (3, 43.0 / 64.0, 107.0 / 128.0), (5, 7.0 / 64.0, 29.0 / 128.0)]
    {
        let mean = |more: &str| {
            left(&sure(9 * health), &target(10, health, "-", more), &with(&["rally"]), "models-left").mean()
        };
        near("6 dice", mean("") - 1.0, six);
        near("7 dice", mean("keywords = [\"MUSICIAN (1/10)\"]") - 1.0, seven);
    }
    // AMB-20: no more than fell. One fallen of Health 1: it comes back unless all six dice fail.
    let one = left(&sure(1), &target(10, 1, "-", ""), &with(&["rally"]), "models-left");
    near("one fell", one.at(10), 63.0 / 64.0);
    // A hurt model is healed: 2 points on Health 3, at least 2 of 6.
    let hurt = left(&sure(2), &target(1, 3, "-", ""), &with(&["rally"]), "wounds-left");
    is("healed", &hurt, 64.0, &[(1, 1.0), (2, 6.0), (3, 57.0)]);
    // One of three fell and another lost 2: three points bring it back, and what is left over heals up to 2 more.
    let both = left(&sure(5), &target(3, 3, "-", ""), &with(&["rally"]), "wounds-left");
    is("back and healed", &both, 64.0, &[(4, 1.0), (5, 6.0), (6, 15.0), (7, 20.0), (8, 15.0), (9, 7.0)]);
    near(
        "a destroyed unit stays so",
        left(&sure(3), &target(1, 3, "-", ""), &with(&["rally"]), "wounds-left").at(0),
        1.0,
    );
}

/// -1 to hit, Companion weapons too; not in combat, not after a run, not at manifestations and faction terrain.
#[test]
fn aos_cmd_4_0_covering_fire() {
    for more in ["", "abilities = [\"Companion\"]"] {
        let gun = sigmar(1, &weapon(&format!("range = 12\n{more}")));
        near("hits", hits(&gun, &with(&["covering fire"])), 2.0 / 6.0);
    }
    near("it shoots without being told", hits(CLAWLORD, &with(&["covering fire"])), 3.5 * 3.0 / 6.0);
    let gun = sigmar(1, &weapon("range = 12"));
    for keyword in ["MANIFESTATION", "FACTION TERRAIN"] {
        let wrong = target(1, 9, "-", &format!("keywords = [\"{keyword}\"]"));
        let text = mistake(&gun, &wrong, &with(&["covering fire"]));
        assert!(text.contains("AOS-CMD-4.0"), "{text}");
    }
    let fight = Request { phase: Some(warodds::games::Phase::Combat), ..with(&["covering fire"]) };
    assert!(mistake(CLAWLORD, &target(1, 9, "-", ""), &fight).contains("is for shooting"));
}

/// A Counter-charge counts as a charge: Charge (+1 Damage) is on.
#[test]
fn aos_cmd_5_0a_counter_charge() {
    let lance = sigmar(1, &format!("{}\nabilities = [\"Charge (+1 Damage)\"]", weapon("")));
    let mean = |clauses: &[&str]| damage(&attack(&lance, &target(9, 1, "-", ""), &with(clauses))).mean();
    near("Counter-charge", mean(&["counter-charge"]), 2.0 * mean(&[]));
}

/// +1 to hit: it cancels one penalty, not two.
#[test]
fn aos_cmd_6_0_all_out_attack() {
    let sword = sigmar(1, &weapon(""));
    near("alone", hits(&sword, &with(&["all-out attack"])), 4.0 / 6.0);
    near("with cover", hits(&sword, &with(&["all-out attack, cover"])), 0.5);
    near("with two penalties", hits(&sword, &with(&["all-out attack, cover, -1 to hit"])), 2.0 / 6.0);
    near("beside another +1", hits(&sword, &with(&["all-out attack, +1 to hit"])), 4.0 / 6.0);
}

/// +1 to save: against Rend 1 it is 0, and it never becomes more than +1.
#[test]
fn aos_cmd_7_0_all_out_defence() {
    let unsaved = |rend: u32, clauses: &[&str]| {
        let text = sigmar(1, &weapon("").replace("rend = 1", &format!("rend = {rend}")));
        stage(&attack(&text, &target(9, 1, "4+", ""), &with(clauses)), "unsaved") / (0.5 * 5.0 / 6.0)
    };
    near("Rend 0", unsaved(0, &["all-out defence"]), 2.0 / 6.0);
    near("Rend 1", unsaved(1, &["all-out defence"]), 3.0 / 6.0);
    near("and another +1 against Rend 0", unsaved(0, &["all-out defence, +1 to save"]), 2.0 / 6.0);
    near("and another +1 against Rend 1", unsaved(1, &["all-out defence, +1 to save"]), 2.0 / 6.0);
}

/// D3 mortal damage after a charge, to a target of lower Health.
#[test]
fn aos_cmd_8_0_power_through() {
    let rider = sigmar(1, "count = 0\nattacks = 1\nhit = \"6+\"\nwound = \"6+\"\ndamage = 1")
        .replace("health = 1", "health = 5");
    let law = |more: &str, clauses: &[&str]| damage(&attack(&rider, &target(5, 4, "2+", more), &with(clauses))).clone();
    is("unwarded", &law("", &["charged, power through"]), 3.0, &[(1, 1.0), (2, 1.0), (3, 1.0)]);
    is(
        "ward 5+",
        &law("ward = \"5+\"", &["charged, power through"]),
        81.0,
        &[(0, 13.0), (1, 36.0), (2, 24.0), (3, 8.0)],
    );
    let idle = mistake(&rider, &target(5, 4, "2+", ""), &with(&["power through"]));
    assert!(idle.contains("say `charged` too"), "{idle}");
    let strong = mistake(&rider, &target(5, 5, "2+", ""), &with(&["charged, power through"]));
    assert!(strong.contains("has Health 5"), "{strong}");
}

/// Cover: -1 to hit, shot at or fought. Obscured: not shot at, unless it flies or the attacker is in combat with it.
#[test]
fn aos_ter_1_2_cover_and_obscuring() {
    near("fought", hits(&sigmar(1, &weapon("")), &with(&["cover"])), 2.0 / 6.0);
    near("shot at", hits(&sigmar(1, &weapon("range = 12")), &with(&["cover"])), 2.0 / 6.0);
    let obscured = |more: &str, request: &Request| prepared(CLAWLORD, &target(1, 9, "-", more), request).map(|_| ());
    let refused = obscured("", &shooting(&["obscured"])).expect_err("refused").to_string();
    assert!(refused.contains("cannot be shot at"), "{refused}");
    obscured("keywords = [\"FLY\"]", &shooting(&["obscured"])).expect("it flies");
    obscured("", &shooting(&["obscured, in combat"])).expect("it is in combat");
    let fight = Request { phase: Some(warodds::games::Phase::Combat), ..with(&["obscured"]) };
    obscured("", &fight).expect("it is fought");
    // AMB-8: Spearhead has no exception for those in combat.
    let spearhead = Request { mode: Some("spearhead".into()), ..shooting(&["obscured, in combat"]) };
    assert!(obscured("", &spearhead).is_err());
}

/// On a 1 the Hero that uses a Place of Power takes D3 mortal damage: 1/3 on average, 5/18 with a ward of 6+.
#[test]
fn aos_ter_1_2b_place_of_power() {
    let nothing = sigmar(1, "count = 0\nattacks = 1\nhit = \"6+\"\nwound = \"6+\"\ndamage = 1");
    let hero = |ward: &str| target(1, 9, "3+", &format!("{ward}keywords = [\"HERO\"]"));
    let law = |ward: &str| damage(&attack(&nothing, &hero(ward), &with(&["place of power"]))).clone();
    is("unwarded", &law(""), 18.0, &[(0, 15.0), (1, 1.0), (2, 1.0), (3, 1.0)]);
    near("ward 6+", law("ward = \"6+\"\n").mean(), 5.0 / 18.0);
    near("ward 5+", law("ward = \"5+\"\n").mean(), 2.0 / 9.0);
    assert!(mistake(&nothing, &target(1, 9, "3+", ""), &with(&["place of power"])).contains("is no HERO"));
}

/// What changes nothing is told, and only that: of a Hero whom Guarded Hero is for, and of champions whose weapon is a
/// Companion anyway, there is nothing to tell.
#[test]
fn notes_tell_what_changes_nothing_and_no_more() {
    let notes = |attacker: &str, keywords: &str, request: &Request| {
        let hero = target(1, 9, "-", &format!("keywords = [{keywords}]"));
        let prepared = prepared(attacker, &hero, request).unwrap_or_else(|error| panic!("{error}"));
        [prepared.notes, prepared.engaged.notes].concat().join("\n")
    };
    let gun = sigmar(1, "range = 10\nattacks = 1\nhit = \"4+\"\nwound = \"2+\"\ndamage = 1");
    let guarded = shooting(&["guarded hero"]);
    assert!(!notes(&gun, "\"HERO\", \"INFANTRY\"", &guarded).contains("Guarded Hero"));
    assert!(notes(&gun, "\"HERO\", \"MONSTER\"", &guarded).contains("Guarded Hero is not for it (AOS-25.0)"));
    let core = Request { mode: Some("core".into()), ..with(&[]) };
    let champions = |more: &str| notes(&sigmar(5, &weapon(&format!("champions = 1\n{more}"))), "\"HERO\"", &core);
    assert!(champions("").contains("has no champions' +1 Attacks for Weapon"));
    assert!(!champions("abilities = [\"Companion\"]").contains("champions"));
}

/// Section 4.4: core rules have no commands, no terrain effects and no command models; the answer says which mode it is.
#[test]
fn aos_sph_0_modes() {
    let mode = |mode: &str, clauses: &[&str]| Request { mode: Some(mode.into()), ..with(clauses) };
    let champion = sigmar(5, &weapon("champions = 1"));
    let attacks = |name: &str| stage(&attack(&champion, &target(9, 1, "-", ""), &mode(name, &[])), "attacks");
    for (name, wanted) in [("advanced", 6.0), ("core", 5.0), ("spearhead", 5.0)] {
        near(name, attacks(name), wanted);
    }
    for (name, clause, allowed) in [
        ("core", "all-out attack", false),
        ("core", "cover", false),
        ("core", "rally", false),
        ("core", "guarded hero", true),
        ("core", "target retreats", true),
        ("spearhead", "all-out defence", false),
        ("spearhead", "cover", true),
        ("spearhead", "place of power", false),
        ("advanced", "all-out defence", true),
    ] {
        let hero = target(1, 9, "-", "keywords = [\"HERO\"]");
        let answer = prepared(LIBERATORS, &hero, &mode(name, &[clause]));
        assert_eq!(answer.is_ok(), allowed, "{name}: {clause}");
        if let Err(error) = answer {
            assert!(error.to_string().contains(&format!("`{clause}` is not part of `--mode {name}`")), "{error}");
        }
    }
    let report = prepared(LIBERATORS, CLAWLORD, &mode("spearhead", &[])).expect("right");
    assert_eq!(report.title().1, [("mode".to_owned(), "spearhead".to_owned())]);
    // AOS-SPH-5.0: Cover is the same there.
    let spearhead = attack(LIBERATORS, CLAWLORD, &mode("spearhead", &["cover"]));
    crate::support::printed("Cover", spearhead.destroyed(warodds::sequence::Side::Defender), 0.039329, 6);
}
