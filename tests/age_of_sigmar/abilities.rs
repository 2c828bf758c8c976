//! Weapon abilities (AOS-20.0), command models and reinforced units.

use crate::support::{attack, damage, is, mistake, near, prepared, sigmar, stage, target, unit, with};
use warodds::ask::{Request, prepare, prepare_units};
use warodds::engine::exact;
use warodds::games::Phase;

fn weapon(more: &str) -> String {
    format!("attacks = 1\nhit = \"4+\"\nwound = \"4+\"\nrend = 1\ndamage = 2\n{more}")
}

/// Rend rises against the keyword alone, and several such abilities add up; a charge counts in either player's turn.
#[test]
fn aos_20_0_anti() {
    let text = sigmar(1, &weapon("abilities = [\"Anti-MONSTER (+1 Rend)\", \"Anti-charge (+2 Rend)\"]"));
    let unsaved = |keywords: &str, clauses: &[&str]| {
        stage(&attack(&text, &target(9, 1, "2+", keywords), &with(clauses)), "unsaved") / 0.25
    };
    let monster = "keywords = [\"MONSTER\"]";
    near("neither", unsaved("", &[]), 2.0 / 6.0);
    near("keyword", unsaved(monster, &[]), 3.0 / 6.0);
    near("charge", unsaved("", &["target charged"]), 4.0 / 6.0);
    near("both", unsaved(monster, &["target charged"]), 5.0 / 6.0);
    near("the attacker's own charge is not meant", unsaved("", &["charged"]), 2.0 / 6.0);
    near("said of the defender", unsaved("", &["defender: charged"]), 4.0 / 6.0);
}

/// The bonus comes after a roll and belongs to Damage, so Crit (Mortal) has it too.
#[test]
fn aos_20_0_charge() {
    let text = sigmar(1, &weapon("abilities = [\"Charge (+1 Damage)\"]"));
    let mean = |clauses: &[&str]| damage(&attack(&text, &target(9, 1, "4+", ""), &with(clauses))).mean();
    near("standing", mean(&[]), 1.0 / 6.0 * 2.0);
    for clause in ["charged", "counter-charge", "forward to victory"] {
        near(clause, mean(&[clause]), 1.0 / 6.0 * 3.0);
    }
}

/// A critical hit is two hits, neither of the second's own a critical; each is wounded, saved and rolled by itself.
#[test]
fn aos_20_0_crit_2_hits() {
    let text = sigmar(1, &weapon("abilities = [\"Crit (2 Hits)\"]"));
    let outcome = attack(&text, &target(9, 1, "-", ""), &with(&[]));
    near("hits", stage(&outcome, "hits"), 4.0 / 6.0);
    near("critical hits", stage(&outcome, "critical-hits"), 1.0 / 6.0);
    // Two ordinary faces wound once in two, the critical one twice.
    is("damage", damage(&outcome), 24.0, &[(0, 17.0), (2, 6.0), (4, 1.0)]);
}

/// A critical hit wounds without a roll; the save is still made, with Rend.
#[test]
fn aos_20_0_crit_auto_wound() {
    let text = sigmar(1, &weapon("abilities = [\"Crit (Auto-wound)\"]"));
    let outcome = attack(&text, &target(9, 1, "4+", ""), &with(&["-1 to wound"]));
    near("wounds", stage(&outcome, "wounds"), 1.0 / 6.0 + 2.0 / 6.0 * 2.0 / 6.0);
    near("unsaved", stage(&outcome, "unsaved"), (1.0 / 6.0 + 1.0 / 9.0) * 4.0 / 6.0);
}

/// A critical hit is mortal damage of the weapon's Damage: no wound, no save, but a ward; the attack ends there.
#[test]
fn aos_20_0_crit_mortal() {
    let text = sigmar(1, &weapon("abilities = [\"Crit (Mortal)\"]"));
    let outcome = attack(&text, &target(9, 1, "2+", ""), &with(&[]));
    // 1/6 critical, 2/6 · 1/2 · 2/6 past a save of 2+ with Rend 1.
    is("damage", damage(&outcome), 18.0, &[(0, 14.0), (2, 4.0)]);
    near("wounds", stage(&outcome, "wounds"), 1.0 / 6.0);
    let warded = attack(&text, &target(9, 1, "2+", "ward = \"4+\""), &with(&[]));
    is("warded", damage(&warded), 72.0, &[(0, 60.0), (1, 8.0), (2, 4.0)]);
}

/// Friendly effects do not reach it; All-out Attack, penalties and its own abilities do, and what names the weapon.
#[test]
fn aos_20_0_companion() {
    let text = sigmar(1, &weapon("abilities = [\"Companion\", \"Charge (+1 Damage)\", \"Crit (2 Hits)\"]"));
    let plain = sigmar(1, &weapon("abilities = [\"Charge (+1 Damage)\", \"Crit (2 Hits)\"]"));
    let mean = |text: &str, clauses: &[&str]| damage(&attack(text, &target(9, 1, "4+", ""), &with(clauses))).mean();
    for friendly in
        ["+1 to hit", "+1 to wound", "+1 rend", "+1 attacks", "+1 damage", "reroll failed hits", "double attacks"]
    {
        near(friendly, mean(&text, &[friendly]), mean(&text, &[]));
        assert!(mean(&plain, &[friendly]) > mean(&plain, &[]), "{friendly} would help");
    }
    for reaching in ["all-out attack", "-1 to hit", "-1 to wound", "cover", "-1 damage", "charged", "halve attacks"] {
        near(reaching, mean(&text, &[reaching]), mean(&plain, &[reaching]));
    }
    let named =
        |weapons: &str| text.clone() + &format!("[[ability]]\nname = \"Rage\"\n{weapons}effects = [\"+1 attacks\"]\n");
    near("named", mean(&named("weapons = [\"Weapon\"]\n"), &[]), 2.0 * mean(&text, &[]));
    near("unnamed", mean(&named(""), &[]), mean(&text, &[]));
    let enemy = target(9, 1, "4+", "[[ability]]\nname = \"Curse\"\nagainst = true\neffects = [\"+1 to hit\"]");
    near("an enemy's effect", damage(&attack(&text, &enemy, &with(&[]))).mean(), mean(&text, &["all-out attack"]));
}

/// `critical` chooses among several critical abilities; left out, the best is taken and said.
#[test]
fn aos_20_0_the_chosen_critical_ability() {
    let all = "abilities = [\"Crit (2 Hits)\", \"Crit (Mortal)\", \"Crit (Auto-wound)\"]";
    let save4 = target(10, 1, "4+", "");
    let mean = |request: &Request| damage(&attack(&sigmar(1, &weapon(all)), &save4, request)).mean();
    let choose =
        |ability: &str| Request { set: vec![format!("attacker.weapon.weapon.critical={ability}")], ..with(&[]) };
    // T-9: means 5/9, 4/9, 4/9 for Damage 2.
    near("mortal", mean(&choose("Crit (Mortal)")), 5.0 / 9.0);
    near("auto-wound", mean(&choose("Crit (Auto-wound)")), 4.0 / 9.0);
    near("2 hits", mean(&choose("crit 2 hits")), 4.0 / 9.0);
    near("best", mean(&choose("best")), 5.0 / 9.0);
    let text = mistake(&sigmar(1, &weapon(all)), &save4, &choose("Crit (Fatal)"));
    assert!(text.contains("is not a critical ability") && text.contains("Crit (Auto-wound)"), "{text}");
}

/// One champion, or one for ten models; +1 Attacks after a roll; its weapons are those that all models use.
#[test]
fn aos_mod_1_0_champions() {
    let unit = |models: u32, keyword: &str, more: &str| {
        sigmar(models, &format!("attacks = 2\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1\n{more}"))
            .replace("[[weapon]]", &format!("keywords = [\"{keyword}\"]\n[[weapon]]"))
    };
    let attacks = |text: &str| stage(&attack(text, &target(9, 1, "-", ""), &with(&[])), "attacks");
    near("one", attacks(&unit(10, "CHAMPION", "")), 21.0);
    near("one for ten", attacks(&unit(20, "CHAMPION (1/10)", "")), 42.0);
    near("one for ten of nineteen", attacks(&unit(19, "CHAMPION (1/10)", "")), 39.0);
    near("none", attacks(&unit(10, "INFANTRY", "")), 20.0);
    near("said", attacks(&unit(10, "INFANTRY", "champions = 1")), 21.0);
    near("said to be none", attacks(&unit(10, "CHAMPION", "champions = 0")), 20.0);
    near("a weapon of some", attacks(&unit(10, "CHAMPION", "count = 4")), 8.0);
    near("not a Companion", attacks(&unit(10, "CHAMPION", "abilities = [\"Companion\"]")), 20.0);
    let many = mistake(&unit(10, "CHAMPION", "champions = 2"), &target(9, 1, "-", ""), &with(&[]));
    assert!(many.contains("the unit has 1 (AOS-MOD-1.0)"), "{many}");
    // After a roll: D3 + 1 for the champion, and below 1 before its bonus is still 1 in all.
    let rolled = unit(3, "CHAMPION", "").replace("attacks = 2", "attacks = \"D3\"");
    near("D3", attacks(&rolled), 7.0);
    let fewer = with(&["-2 attacks"]);
    let outcome = attack(&unit(3, "CHAMPION", ""), &target(9, 1, "-", ""), &fewer);
    near("2 - 2 + 1 is 1", stage(&outcome, "attacks"), 3.0);
    let outcome = attack(&rolled, &target(9, 1, "-", ""), &fewer);
    // Two models: always 1. The champion: D3 - 2 + 1, at least 1: 1, 1, 2.
    near("D3 - 2 + 1", stage(&outcome, "attacks"), 2.0 + 4.0 / 3.0);
}

/// `"20 clanrats"`: champions by their keyword follow the number of models.
#[test]
fn aos_mod_1_0_champions_follow_the_size() {
    let text = sigmar(10, "champions = 1\nattacks = 2\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1")
        .replace("[[weapon]]", "keywords = [\"CHAMPION (1/10)\"]\n[[weapon]]");
    let request = Request { set: vec!["attacker.models=30".into()], ..with(&[]) };
    near("30 models", stage(&attack(&text, &target(9, 1, "-", ""), &request), "attacks"), 63.0);
    // Two for every ten.
    let two = text.replace("(1/10)", "(2/10)").replace("champions = 1\n", "");
    near("two for ten", stage(&attack(&two, &target(9, 1, "-", ""), &request), "attacks"), 66.0);
    // Models that cannot reach take the champion with them when none is left.
    let none = Request { set: vec!["attacker.weapon.weapon.count=0".into()], ..with(&[]) };
    near("nobody reaches", stage(&attack(&text, &target(9, 1, "-", ""), &none), "attacks"), 0.0);
}

/// Twice the models at twice the points; a unit of one model cannot be reinforced.
#[test]
fn aos_arm_3_3_reinforced() {
    let text = sigmar(5, "count = 2\nattacks = 2\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1")
        .replace("[[weapon]]", "points = 100\nkeywords = [\"CHAMPION (1/5)\"]\n[[weapon]]\nname = \"Other\"\nattacks = 1\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1\n[[weapon]]");
    let request = Request { set: vec!["attacker.reinforced=true".into()], ..with(&[]) };
    let prepared = prepared(&text, &target(9, 1, "-", ""), &request).expect("right");
    let facts = &prepared.engaged.attackers[0];
    assert_eq!((facts.models, facts.points), (10, Some(200)));
    // Ten of one weapon, two of them champions, and four with two attacks.
    near("attacks", stage(&attack(&text, &target(9, 1, "-", ""), &request), "attacks"), 12.0 + 8.0);
    let alone = sigmar(1, "attacks = 2\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1");
    let refused = mistake(&alone, &target(9, 1, "-", ""), &request);
    assert!(refused.contains("cannot be reinforced"), "{refused}");
}

/// Damage on a unit switches abilities: from 10 points on, as large monsters have it.
#[test]
fn aos_18_2_abilities_that_damage_switches() {
    let monster = sigmar(1, "attacks = 6\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1")
        .replace("health = 1", "health = 14")
        + "[[ability]]\nname = \"Battle Damaged\"\nwhen = [\"damage 10+\"]\neffects = [\"set attacks to 4\"]\n"
        + "[[ability]]\nname = \"Rage\"\nwhen = [\"damaged\"]\neffects = [\"+1 to hit\"]\n";
    let of = |points: u32, name: &str| {
        let set = if points == 0 { vec![] } else { vec![format!("attacker.damage={points}")] };
        stage(&attack(&monster, &target(9, 1, "-", ""), &Request { set, ..with(&[]) }), name)
    };
    near("fresh", of(0, "hits"), 3.0);
    near("9 points", of(9, "hits"), 4.0);
    near("10 points", of(10, "hits"), 4.0 * 4.0 / 6.0);
    let shield =
        target(1, 9, "4+", "[[ability]]\nname = \"Shell\"\nwhen = [\"damage 3+\"]\neffects = [\"+1 to save\"]");
    let unsaved = |points: u32| {
        let request = Request { set: vec![format!("defender.damage={points}")], ..with(&[]) };
        stage(&attack(&sigmar(1, &weapon("")), &shield, &request), "unsaved")
    };
    near("before", unsaved(2), 0.25 * 4.0 / 6.0);
    near("from 3 on", unsaved(3), 0.25 * 3.0 / 6.0);
}

/// A reinforced profile prints the champions of one of its two units; a size that the unit has already changes nothing.
#[test]
fn aos_arm_3_3_champions_of_a_reinforced_profile() {
    let text = sigmar(5, "champions = 1\nattacks = 2\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1")
        .replace("[[weapon]]", "reinforced = true\npoints = 100\nkeywords = [\"CHAMPION (1/5)\"]\n[[weapon]]");
    let of = |models: Option<u64>| {
        let foe = (unit(&target(9, 1, "-", "")), None);
        prepare_units(&[(unit(&text), models)], &foe, &with(&[])).unwrap_or_else(|error| panic!("{error}"))
    };
    // Two attacks a model, and one more for the champion of every five.
    for (models, attacks, points) in [(None, 22.0, 200), (Some(10), 22.0, 200), (Some(5), 11.0, 100)] {
        let prepared = of(models);
        near("attacks", stage(&exact(&prepared.engaged.engagement).expect("small"), "attacks"), attacks);
        assert_eq!(prepared.engaged.attackers[0].points, Some(points));
    }
    assert!(of(Some(10)).notes.is_empty(), "{:?}", of(Some(10)).notes);
}

/// AOS-MOD-1.0: one champion for every ten models, so twice five have no more champions than five.
#[test]
fn aos_mod_1_0_twice_five_models_with_one_champion_for_ten() {
    let text = |keyword: &str| {
        sigmar(5, "champions = 1\nattacks = 2\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1")
            .replace("[[weapon]]", &format!("keywords = [\"{keyword}\"]\n[[weapon]]"))
    };
    // Two attacks a model, and one more for each champion; CHAMPION alone is one model whatever the size.
    for (keyword, attacks) in [("CHAMPION (1/10)", 21.0), ("CHAMPION (1/5)", 22.0), ("CHAMPION", 21.0)] {
        let foe = (unit(&target(9, 1, "-", "")), None);
        let ten = prepare_units(&[(unit(&text(keyword)), Some(10))], &foe, &with(&[]));
        let ten = ten.unwrap_or_else(|error| panic!("{keyword}: {error}"));
        near(keyword, stage(&exact(&ten.engaged.engagement).expect("small"), "attacks"), attacks);
    }
}

/// The same unit of twenty: ten Stormvermin with three attacks each and one champion are 31 attacks, twenty of them 61.
#[test]
fn twenty_stormvermin_have_one_champion() {
    let of = |models: u16| {
        let request = Request {
            attacker: format!("{models} age-of-sigmar/stormvermin"),
            defender: "age-of-sigmar/clawlord".to_owned(),
            phase: Some(Phase::Combat),
            ..Request::default()
        };
        stage(&exact(&prepare(&request).expect("built in").engaged.engagement).expect("small"), "attacks")
    };
    near("ten", of(10), 31.0);
    near("twenty", of(20), 61.0);
}

/// AOS-5.3: a unit benefits from one copy of a passive.
#[test]
fn aos_5_3_charge_counts_once() {
    let blade = |abilities: &str| sigmar(1, &weapon(&format!("abilities = [{abilities}]")));
    let once = |clauses: &[&str], printed: &str| {
        let of = |text: &str, clauses: &[&str]| damage(&attack(text, &target(9, 9, "-", ""), &with(clauses))).clone();
        assert_eq!(
            of(&blade(printed), clauses),
            of(&blade("\"Charge (+1 Damage)\""), &["charged"]),
            "{printed}, {clauses:?}"
        );
    };
    once(&["charged", "Charge (+1 Damage)"], "\"Charge (+1 Damage)\"");
    once(&["charged", "Charge (+1 Damage)", "charge (+1 damage)"], "");
    // 2 Damage and 1 more, with 3/6 x 3/6.
    let text = blade("\"Charge (+1 Damage)\"") + "[[ability]]\nname = \"Rush\"\neffects = [\"Charge (+1 Damage)\"]\n";
    let law = damage(&attack(&text, &target(9, 9, "-", ""), &with(&["charged"]))).clone();
    near("granted by the unit", law.mean(), 3.0 / 4.0);
}

/// MAX_MODELS counts the models of a reinforced unit: twice 125 are computed, twice 126 refused.
#[test]
fn aos_arm_3_3_as_many_as_are_computed() {
    let of = |models: u32| {
        let text = sigmar(models, "attacks = 1\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1")
            .replace("[[weapon]]", "reinforced = true\n[[weapon]]");
        prepared(&text, &target(9, 1, "-", ""), &with(&[]))
    };
    assert_eq!(of(125).expect("250 models").engaged.attackers[0].models, 250);
    for models in [126, 127, 250] {
        let refused = of(models).expect_err("more than are computed").to_string();
        let said = [format!("reinforced, the unit has {} models", 2 * models), "MAX_MODELS".to_owned()];
        assert!(said.iter().all(|said| refused.contains(said)), "{refused}");
    }
}

/// A profile with a mistake is told that mistake, and nothing that only follows from it.
#[test]
fn a_mistake_is_told_alone() {
    let archers = sigmar(5, "range = 12\nattacks = 2\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1\nhits = 3");
    let request = Request { phase: Some(Phase::Combat), ..with(&[]) };
    let told = mistake(&archers, &target(9, 1, "-", ""), &request);
    assert!(told.contains("`hits`") && !told.contains("melee weapon"), "{told}");
}

/// AOS-MOD-1.0 in Spearhead: there are no command models; what they would have had is told of their own weapons, but not
/// of a mount's, nor of a unit without champions.
#[test]
fn aos_mod_1_0_spearhead_says_what_it_leaves_out() {
    let notes = |keywords: &str, abilities: &str| {
        let text =
            sigmar(5, &format!("attacks = 2\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1\nabilities = [{abilities}]"))
                .replace("[[weapon]]", &format!("keywords = [{keywords}]\n[[weapon]]"));
        let request = Request { mode: Some("spearhead".to_owned()), ..with(&[]) };
        prepared(&text, &target(9, 1, "-", ""), &request).expect("right").notes.join("\n")
    };
    let left_out = "no champions' +1 Attacks for Weapon";
    assert!(notes("\"CHAMPION\"", "").contains(left_out));
    assert!(!notes("", "").contains(left_out));
    assert!(!notes("\"CHAMPION\"", "\"Companion\"").contains(left_out));
}
