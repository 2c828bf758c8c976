//! Warscrolls as they are printed: wards among the keywords, command models, abilities of one name.

use crate::support::{attack, damage, mistake, near, prepared, sigmar, stage, target, with};
use warodds::ask::Request;
use warodds::games;
use warodds::profile::{Diagnostics, Document, Source};
use warodds::report::warnings;

/// Ten sure points, each warded.
fn ten() -> String {
    sigmar(1, "count = 0\nattacks = 1\nhit = \"2+\"\nwound = \"2+\"\ndamage = 1")
        + "[[ability]]\nname = \"Doom\"\neffects = [\"10 mortal damage\"]\n"
}

fn through(more: &str, request: &Request) -> f64 {
    damage(&attack(&ten(), &target(1, 30, "-", more), request)).mean()
}

/// AOS-18.1: `WARD (5+)` among the keywords is a ward; of several the best is used.
#[test]
fn aos_18_1_ward_among_the_keywords() {
    near("5+", through("keywords = [\"INFANTRY\", \"WARD (5+)\"]", &with(&[])), 20.0 / 3.0);
    near("however it is spelled", through("keywords = [\"Ward 5+\"]", &with(&[])), 20.0 / 3.0);
    near("the key is better", through("ward = \"4+\"\nkeywords = [\"WARD (5+)\"]", &with(&[])), 5.0);
    near("the keyword is better", through("ward = \"6+\"\nkeywords = [\"WARD (5+)\"]", &with(&[])), 20.0 / 3.0);
    near("an effect is better", through("keywords = [\"WARD (5+)\"]", &with(&["ward 3+"])), 10.0 / 3.0);
    near("an effect is worse", through("keywords = [\"WARD (5+)\"]", &with(&["ward 6+"])), 20.0 / 3.0);
    // What `--set` says of the ward stands alone.
    for (ward, mean) in [("-", 10.0), ("6+", 25.0 / 3.0)] {
        let request = Request { set: vec![format!("defender.ward={ward}")], ..with(&[]) };
        near(ward, through("keywords = [\"WARD (5+)\"]", &request), mean);
    }
    near("no ward", through("keywords = [\"WARDEN\"]", &with(&[])), 10.0);
    let text = mistake(&ten(), &target(1, 30, "-", "keywords = [\"WARD\"]"), &with(&[]));
    assert!(text.contains("`WARD` says no number to reach"), "{text}");
}

/// AOS-5.3: abilities of one name do their work once; what differs, or has another name, adds up.
#[test]
fn aos_5_3_two_abilities_of_one_name_count_once() {
    let ability = |name: &str, effect: &str| format!("[[ability]]\nname = \"{name}\"\neffects = [\"{effect}\"]\n");
    let attacks = |more: &str| {
        let text = sigmar(1, "attacks = 1\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1") + more;
        let prepared = prepared(&text, &target(1, 9, "-", ""), &with(&[])).unwrap_or_else(|error| panic!("{error}"));
        let told = prepared.notes.iter().any(|note| note.contains("counts once"));
        (stage(&attack(&text, &target(1, 9, "-", ""), &with(&[])), "attacks"), told)
    };
    let (fury, same) = (ability("Fury", "+2 attacks"), ability("FURY", "+2  Attacks"));
    assert_eq!(attacks(&fury), (3.0, false));
    assert_eq!(attacks(&(fury.clone() + &same)), (3.0, true));
    assert_eq!(attacks(&(fury.clone() + &ability("Fury", "+1 attacks"))), (4.0, false));
    assert_eq!(attacks(&(fury.clone() + &ability("Rage", "+2 attacks"))), (5.0, false));
    // Dice on the side, and the target's own.
    let doom = ability("Doom", "3 mortal damage");
    let text = sigmar(1, "count = 0\nattacks = 1\nhit = \"2+\"\nwound = \"2+\"\ndamage = 1") + &doom + &doom;
    near("on the side", damage(&attack(&text, &target(1, 9, "-", ""), &with(&[]))).mean(), 3.0);
    let shell = ability("Shell", "+1 to save");
    let save = |more: &str| {
        let text = sigmar(1, "attacks = 6\nhit = \"2+\"\nwound = \"2+\"\nrend = 2\ndamage = 1");
        stage(&attack(&text, &target(1, 9, "4+", more), &with(&[])), "unsaved") * 6.0 / 25.0
    };
    near("the target's", save(&(shell.clone() + &shell)), 4.0 / 6.0);
    near("of two names", save(&(shell + &ability("Wall", "+1 to save"))), 3.0 / 6.0);
}

fn checked(text: &str) -> String {
    let found = Diagnostics::thorough(Vec::new());
    let document = Document::read(&Source::new("unit.toml", text), &found);
    (games::game_of(&document, &found).expect("a game").check)(&document, &found);
    let told = found.warnings();
    let wrong = found.into_list();
    assert!(wrong.is_empty(), "{wrong:?}");
    warnings(&told, false)
}

/// AOS-MOD-1.0: where every weapon has a count nobody knows which the champion uses: `check` warns, and the answer says so.
#[test]
fn aos_mod_1_0_a_champion_without_a_weapon_is_told() {
    let text = |weapon: &str| {
        sigmar(5, &format!("attacks = 1\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1\n{weapon}"))
            .replacen("models", "keywords = [\"CHAMPION\"]\nmodels", 1)
    };
    let told = |text: &str, mode: &str| {
        let request = Request { mode: Some(mode.to_owned()), ..with(&[]) };
        let notes = prepared(text, &target(1, 9, "-", ""), &request).unwrap_or_else(|error| panic!("{error}")).notes;
        notes.iter().any(|note| note.contains("no melee weapon of Attacker says that a champion uses it"))
    };
    for (weapon, idle) in
        [("count = 4", true), ("count = 4\nchampions = 1", false), ("count = 4\nchampions = 0", false), ("", false)]
    {
        assert_eq!(told(&text(weapon), "advanced"), idle, "{weapon}");
        assert_eq!(checked(&text(weapon)).contains("no melee weapon says that a champion uses it"), idle, "{weapon}");
        assert!(!told(&text(weapon), "core"), "no command models in the core rules alone: {weapon}");
    }
    assert!(
        !checked(&sigmar(5, "count = 4\nattacks = 1\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1")).contains("champion")
    );
}

/// AOS-CMD-2.0a: a unit in combat does not rally.
#[test]
fn aos_cmd_2_0a_no_rally_in_combat() {
    let bow = "range = 12\nattacks = 1\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1\nabilities = [\"Shoot in Combat\"]";
    let text = mistake(&sigmar(1, bow), &target(5, 2, "-", ""), &with(&["rally, in combat"]));
    assert!(text.contains("`in combat` and `rally` exclude each other"), "{text}");
    let notes = |weapon: &str| {
        let prepared = prepared(&sigmar(1, weapon), &target(5, 2, "-", ""), &with(&["rally"]));
        prepared.unwrap_or_else(|error| panic!("{error}")).notes.join("\n")
    };
    assert!(notes("attacks = 1\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1").contains("no longer in combat"));
    assert!(!notes(bow).contains("no longer in combat"));
}

/// AOS-18.1: a ward among the abilities is the ward of the unit; of several the best counts.
#[test]
fn a_ward_as_printed_is_the_key() {
    let sure = sigmar(6, "attacks = 1\nhit = \"2+\"\nwound = \"2+\"\ndamage = 1");
    let mean = |more: &str| damage(&attack(&sure, &target(9, 1, "-", more), &with(&[]))).mean();
    let unsaved = 6.0 * 25.0 / 36.0;
    near("no ward", mean(""), unsaved);
    near("printed", mean("abilities = [\"WARD (5+)\"]"), unsaved * 4.0 / 6.0);
    near("the better one", mean("ward = \"6+\"\nabilities = [\"Ward 5+\"]"), unsaved * 4.0 / 6.0);
    near("the better key", mean("ward = \"4+\"\nabilities = [\"Ward 5+\"]"), unsaved / 2.0);
}

/// A keyword that somebody wrote among the abilities is the keyword.
#[test]
fn keywords_among_the_abilities_are_keywords() {
    let hunter = sigmar(
        6,
        "attacks = 1\nhit = \"4+\"\nwound = \"2+\"\ndamage = 1\n[[ability]]\nname = \"Hunter\"\nwhen = [\"target FLY\"]\neffects = [\"+1 to hit\"]",
    );
    let mean = |more: &str| damage(&attack(&hunter, &target(9, 1, "-", more), &with(&[]))).mean();
    near("on foot", mean(""), 6.0 * 3.0 / 6.0 * 5.0 / 6.0);
    near("flying", mean("abilities = [\"Fly\", \"Wizard (2)\"]"), 6.0 * 4.0 / 6.0 * 5.0 / 6.0);
}

/// AOS-MOD-1.0: a kind of weapon that the unit does not have is nobody's, and a Companion weapon is no champion's.
#[test]
fn aos_mod_1_0_of_a_kind_that_the_unit_has_not_nothing_is_told() {
    let unit = |weapon: &str| {
        let line = format!("attacks = 1\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1\n{weapon}");
        checked(&sigmar(5, &line).replacen("models", "keywords = [\"CHAMPION\"]\nmodels", 1))
    };
    let told = |weapon: &str| ["melee", "ranged"].map(|kind| unit(weapon).contains(&format!("no {kind} weapon says")));
    assert_eq!(told("count = 4"), [true, false]);
    assert_eq!(told("count = 4\nrange = 12"), [false, true]);
    assert_eq!(told("count = 4\nabilities = [\"Companion\"]"), [false, false]);
    assert_eq!(told("count = 4\nchampions = 1"), [false, false]);
}

/// AOS-18.1: a key and an ability that say different wards are told; the same ward twice is not.
#[test]
fn aos_18_1_two_wards_that_differ_are_told() {
    let told = |more: &str| {
        let target = target(5, 1, "-", more);
        let notes = prepared(&ten(), &target, &with(&[])).unwrap_or_else(|error| panic!("{error}")).notes;
        notes.iter().any(|note| note.contains("the better one counts"))
    };
    assert!(told("ward = \"6+\"\nabilities = [\"Ward (5+)\"]"));
    assert!(!told("ward = \"5+\"\nabilities = [\"Ward (5+)\"]") && !told("abilities = [\"Ward (5+)\"]"));
}

/// A model keeps at least one point: as much damage as it has Health is refused.
#[test]
fn a_model_cannot_have_lost_all_its_health() {
    let damaged = |damage: u32| Request { set: vec![format!("defender.damage={damage}")], ..with(&[]) };
    let hit = |damage: u32| prepared(&ten(), &target(5, 3, "-", ""), &damaged(damage)).map(|_| ()).is_ok();
    assert_eq!([0, 2, 3, 4].map(hit), [true, true, false, false]);
    let error = mistake(&ten(), &target(5, 1, "-", ""), &damaged(1));
    assert!(error.contains("damage"), "{error}");
}

/// AOS-20.0: which critical ability is chosen is told where the weapon has it not.
#[test]
fn aos_20_0_a_critical_ability_that_the_weapon_has_not() {
    let told = |abilities: &str, critical: &str| {
        let weapon = format!(
            "attacks = 1\nhit = \"3+\"\nwound = \"4+\"\ndamage = 1\nabilities = [{abilities}]\ncritical = \"{critical}\""
        );
        let it = prepared(&sigmar(1, &weapon), &target(9, 1, "-", ""), &with(&[]));
        it.unwrap_or_else(|error| panic!("{error}")).notes.join("\n")
    };
    assert_eq!(told("\"Crit (Mortal)\"", "Crit (Mortal)"), "");
    let said = told("\"Crit (Mortal)\"", "Crit (Auto-wound)");
    assert!(said.contains("`critical = \"Crit (Auto-wound)\"` changes nothing: Weapon does not have it"), "{said}");
    assert_eq!(told("\"Crit (Mortal)\", \"Crit (Auto-wound)\"", "Crit (Auto-wound)"), "");
}

/// AOS-5.3: an ability of the target that speaks of attacks against it counts once too; what the attacker says of attacks
/// against itself has no part in its own.
#[test]
fn aos_5_3_two_abilities_against_attackers() {
    let curse = "[[ability]]\nname = \"Curse\"\nagainst = true\neffects = [\"-1 to hit\"]\n";
    let sword = "attacks = 6\nhit = \"3+\"\nwound = \"2+\"\ndamage = 1";
    let of = |attacker: &str, more: &str| {
        let (attacker, target) = (sigmar(1, sword) + attacker, target(9, 1, "-", more));
        let it = prepared(&attacker, &target, &with(&[])).unwrap_or_else(|error| panic!("{error}"));
        let told = it.notes.iter().any(|note| note.contains("Curse counts once"));
        (stage(&attack(&attacker, &target, &with(&[])), "hits"), told)
    };
    assert_eq!(of("", curse), (3.0, false));
    assert_eq!(of("", &(curse.to_owned() + curse)), (3.0, true));
    assert_eq!(of(&(curse.to_owned() + curse), ""), (4.0, false));
}

/// What is refused is shown where it was said, not where something else was.
#[test]
fn what_is_refused_is_shown_where_it_was_said() {
    let bow = sigmar(1, "range = 12\nattacks = 1\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1");
    let error = mistake(&bow, &target(5, 2, "-", ""), &with(&["cover, ran"]));
    assert!(error.contains("--with:1:8: Attacker ran this turn, so it does not shoot"), "{error}");
}
