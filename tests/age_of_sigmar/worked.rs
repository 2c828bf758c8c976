//! Worked values of Age of Sigmar, by the ids of its `rules.md`.

use super::{CLAWLORD, LIBERATORS};
use crate::support::{attack, damage, is, near, prepared, printed, sigmar, stage, target, with};
use warodds::ask::Request;
use warodds::sequence::Side;

fn combat(clauses: &[&str]) -> Request {
    Request { phase: Some(warodds::games::Phase::Combat), ..with(clauses) }
}

/// T-1 and T-3: Liberators charge the Clawlord, pool and net damage before and after the ward, every figure printed.
#[test]
fn t3_liberators_on_clawlord() {
    let net = attack(LIBERATORS, CLAWLORD, &with(&[]));
    near("P(slain)", net.slain(Side::Defender).at(1), 3993541280436640625.0 / 40479843698864750592.0);
    printed("P(slain)", net.destroyed(Side::Defender), 0.0986551, 7);
    near("mean", damage(&net).mean(), 110.0 / 27.0);
    let row = [
        0.014052, 0.060008, 0.129817, 0.190505, 0.209157, 0.178196, 0.119610, 0.063244, 0.025808, 0.007778, 0.001611,
        0.000203, 0.000012,
    ];
    for (k, p) in row.into_iter().enumerate() {
        printed(&format!("net {k}"), damage(&net).at(k), p, 6);
    }
    let left_damaged = 1.0 - net.wounds_lost(Side::Defender).at(0) - net.destroyed(Side::Defender);
    printed("P(left damaged)", left_damaged, 0.887293, 6);

    let unwarded = CLAWLORD.replace("ward = \"6+\"", "");
    let pool = attack(LIBERATORS, &unwarded, &with(&[]));
    near("pool mean", damage(&pool).mean(), 44.0 / 9.0);
    printed("pool sd", damage(&pool).sd(), 1.9689, 4);
    printed("P(pool >= 7)", damage(&pool).at_least(7), 0.210256, 6);
    let row = [
        0.006004, 0.030564, 0.077680, 0.135543, 0.181680, 0.193271, 0.165001, 0.113617, 0.062131, 0.025703, 0.007403,
        0.001299, 0.000103,
    ];
    for (k, p) in row.into_iter().enumerate() {
        printed(&format!("pool {k}"), damage(&pool).at(k), p, 6);
    }
}

/// T-3: what one command point changes.
#[test]
fn t3_commands() {
    let slain = |clauses: &[&str]| attack(LIBERATORS, CLAWLORD, &with(clauses)).destroyed(Side::Defender);
    printed("All-out Attack", slain(&["all-out attack"]), 0.197727, 6);
    printed("All-out Defence", slain(&["all-out defence"]), 0.050793, 6);
    printed("Cover", slain(&["cover"]), 0.039329, 6);
    near("both", slain(&["all-out attack", "all-out defence"]), slain(&[]));
    let damage_with = |clauses: &[&str]| damage(&attack(LIBERATORS, CLAWLORD, &with(clauses))).mean();
    printed("net with All-out Attack", damage_with(&["all-out attack"]), 4.8765, 4);
    printed("net with All-out Defence", damage_with(&["all-out defence"]), 3.4722, 4);
}

/// T-4: Squig Hoppers; their Boing! is dice on the side.
#[test]
fn t4_boing_is_binomial() {
    let nothing = sigmar(10, "attacks = 1\nhit = \"6+\"\nwound = \"6+\"\ndamage = 1");
    let boing = Request { set: vec!["attacker.weapon.weapon.count=0".into()], ..with(&["10 dice: 4+ -> 1 mortal"]) };
    let plain = attack(&nothing, &target(20, 1, "2+", ""), &boing);
    near("mean", damage(&plain).mean(), 5.0);
    near("P(5)", damage(&plain).at(5), 252.0 / 1024.0);
    let warded = attack(&nothing, &target(20, 1, "2+", "ward = \"6+\""), &boing);
    near("mean through a ward", damage(&warded).mean(), 50.0 / 12.0);
}

/// T-6: two Anti abilities against a Hero that charged add up to Rend +2.
#[test]
fn t6_anti_adds_up() {
    let line = |rend, abilities| {
        format!("attacks = 1\nhit = \"2+\"\nwound = \"2+\"\nrend = {rend}\ndamage = 1\nabilities = [{abilities}]")
    };
    let hero = target(1, 5, "3+", "keywords = [\"HERO\"]");
    let anti = attack(
        &sigmar(1, &line(0, "\"Anti-charge (+1 Rend)\", \"Anti-HERO (+1 Rend)\"")),
        &hero,
        &with(&["target charged"]),
    );
    let plain = attack(&sigmar(1, &line(2, "")), &hero, &with(&[]));
    near("P(damage)", damage(&anti).at(1), damage(&plain).at(1));
    let still = attack(&sigmar(1, &line(0, "\"Anti-charge (+1 Rend)\", \"Anti-HERO (+1 Rend)\"")), &hero, &with(&[]));
    near("not charging", damage(&still).at(1), 25.0 / 36.0 * 3.0 / 6.0);
}

fn nine(damage: &str, abilities: &str) -> String {
    sigmar(
        1,
        &format!(
            "attacks = 1\nhit = \"4+\"\nwound = \"4+\"\nrend = 1\ndamage = \"{damage}\"\nabilities = [{abilities}]"
        ),
    )
}

/// T-9: one attack, each critical ability.
#[test]
fn t9_critical_abilities() {
    let save4 = target(10, 1, "4+", "");
    let of = |weapon: &str, clauses: &[&str]| attack(weapon, &save4, &with(clauses));
    let abilities = ["", "\"Crit (Mortal)\"", "\"Crit (Auto-wound)\"", "\"Crit (2 Hits)\""];
    let [none, mortal, auto, two] = abilities.map(|ability| nine("2", ability));
    is("none", damage(&of(&none, &[])), 6.0, &[(0, 5.0), (2, 1.0)]);
    is("mortal", damage(&of(&mortal, &[])), 18.0, &[(0, 13.0), (2, 5.0)]);
    is("auto-wound", damage(&of(&auto, &[])), 9.0, &[(0, 7.0), (2, 2.0)]);
    is("2 hits", damage(&of(&two, &[])), 54.0, &[(0, 43.0), (2, 10.0), (4, 1.0)]);
    let means = [2.0 / 9.0, 4.0 / 9.0, 1.0 / 3.0, 1.0 / 3.0];
    for (weapon, mean) in [none, mortal, auto, two].iter().zip(means) {
        near("with -1 to hit", damage(&of(weapon, &["-1 to hit"])).mean(), mean);
    }
}

/// T-9: rolled damage, and the charge bonus that Crit (Mortal) shares.
#[test]
fn t9_rolled_damage() {
    let save4 = target(10, 1, "4+", "");
    let d3 = nine("D3", "\"Crit (Mortal)\"");
    is("D3", damage(&attack(&d3, &save4, &with(&[]))), 54.0, &[(0, 39.0), (1, 5.0), (2, 5.0), (3, 5.0)]);
    let charge = nine("D3", "\"Crit (Mortal)\", \"Charge (+1 Damage)\"");
    let charged = attack(&charge, &save4, &with(&["charged"]));
    is("D3+1", damage(&charged), 54.0, &[(0, 39.0), (2, 5.0), (3, 5.0), (4, 5.0)]);
    near("mean", damage(&charged).mean(), 5.0 / 6.0);
    is("not charged", damage(&attack(&charge, &save4, &with(&[]))), 54.0, &[(0, 39.0), (1, 5.0), (2, 5.0), (3, 5.0)]);
    // AMB-12: the other reading takes the printed Damage for the critical part alone.
    let printed_only = Request { rulings: vec!["mortal-crit-damage=printed".into()], ..with(&["charged"]) };
    near("printed", damage(&attack(&charge, &save4, &printed_only)).mean(), 1.0 / 9.0 * 3.0 + 1.0 / 6.0 * 2.0);
}

/// T-9: 3+/3+/Rend 1/Damage 1 against Save 3+.
#[test]
fn t9_against_save_3() {
    let save3 = target(10, 1, "3+", "");
    for (ability, mean) in [
        ("", 2.0 / 9.0),
        ("\"Crit (Mortal)\"", 1.0 / 3.0),
        ("\"Crit (Auto-wound)\"", 0.25),
        ("\"Crit (2 Hits)\"", 5.0 / 18.0),
    ] {
        let line = format!("attacks = 1\nhit = \"3+\"\nwound = \"3+\"\nrend = 1\ndamage = 1\nabilities = [{ability}]");
        near(ability, damage(&attack(&sigmar(1, &line), &save3, &with(&[]))).mean(), mean);
    }
}

/// T-9: the Ratling Pistol, whose Attacks are rolled.
#[test]
fn t9_ratling_pistol() {
    let shooting = Request { phase: Some(warodds::games::Phase::Shooting), ..Request::default() };
    let at = |save: &str| attack(CLAWLORD, &target(20, 1, save, ""), &shooting);
    let row = [0.411011, 0.370036, 0.162394, 0.047038, 0.008586, 0.000895, 0.000041];
    for (k, p) in row.into_iter().enumerate() {
        printed(&format!("{k}"), damage(&at("3+")).at(k), p, 6);
    }
    for (save, mean, zero) in
        [("3+", 7.0 / 8.0, 0.411011), ("4+", 7.0 / 6.0, 0.304070), ("5+", 35.0 / 24.0, 0.224140), ("-", 1.75, 0.164063)]
    {
        near(save, damage(&at(save)).mean(), mean);
        printed(save, damage(&at(save)).at(0), zero, 6);
    }
    near("attacks", stage(&at("3+"), "attacks"), 3.5);
}

/// T-9: the Clawlord in combat, damaged or not, and who All-out Attack reaches.
#[test]
fn t9_clawlord_in_combat() {
    let mean =
        |save: &str, clauses: &[&str]| damage(&attack(CLAWLORD, &target(20, 1, save, ""), &combat(clauses))).mean();
    for (save, fresh, damaged) in [("3+", 3.0, 4.0), ("4+", 4.0, 16.0 / 3.0), ("5+", 5.0, 20.0 / 3.0), ("-", 6.0, 8.0)]
    {
        near(save, mean(save, &[]), fresh);
        near(save, mean(save, &["damaged"]), damaged);
    }
    near("All-out Attack", mean("3+", &["all-out attack"]), 25.0 / 12.0 + 16.0 / 9.0);
    near("friendly +1 to hit", mean("3+", &["+1 to hit"]), 25.0 / 12.0 + 4.0 / 3.0);
    near("a penalty reaches Companion", mean("3+", &["-1 to hit"]), 1.25 + 8.0 / 9.0);
}

/// T-9: models slain.
#[test]
fn t9_clawlord_on_five_models() {
    let five = target(5, 2, "3+", "");
    let rows = [
        (vec![], [0.245488, 0.364586, 0.245221, 0.103459, 0.031969, 0.009276], 1.339663),
        (vec!["damaged"], [0.142065, 0.296226, 0.285550, 0.171473, 0.073141, 0.031544], 1.832030),
    ];
    for (clauses, row, mean) in rows {
        let slain = attack(CLAWLORD, &five, &combat(&clauses)).slain(Side::Defender);
        for (k, p) in row.into_iter().enumerate() {
            printed(&format!("{k} slain"), slain.at(k), p, 6);
        }
        printed("mean", slain.mean(), mean, 6);
    }
}

/// AOS-27.0: Attacks 5 set to 3, doubled, +1 is 7; Damage 1 with -1 is 1; Rend 1 with -2 is 0.
#[test]
fn aos_27_order_of_changes() {
    let line = "attacks = 5\nhit = \"4+\"\nwound = \"4+\"\nrend = 1\ndamage = 1";
    let changed = attack(
        &sigmar(1, line),
        &target(10, 1, "4+", ""),
        &with(&["set attacks to 3, double attacks, +1 attacks, -1 damage, -2 rend"]),
    );
    near("attacks", stage(&changed, "attacks"), 7.0);
    near("mean", damage(&changed).mean(), 7.0 / 8.0);
}

/// AMB-3: Save 4+, two +1s, Rend 1 is 2/3 with Rend inside the cap and 1/2 outside.
#[test]
fn amb_3_rend_and_the_cap() {
    let line = "attacks = 1\nhit = \"2+\"\nwound = \"2+\"\nrend = 1\ndamage = 1";
    let chance = |ruling: &str| {
        let request = Request { rulings: vec![format!("save-cap={ruling}")], ..with(&["+1 to save, +1 to save"]) };
        damage(&attack(&sigmar(1, line), &target(1, 1, "4+", ""), &request)).at(1) / (25.0 / 36.0)
    };
    near("inside", 1.0 - chance("with-rend"), 2.0 / 3.0);
    near("outside", 1.0 - chance("before-rend"), 0.5);
}

/// AMB-1: a critical hit hits, unless one reads literally.
#[test]
fn amb_1_a_critical_always_hits() {
    let line = "attacks = 1\nhit = \"6+\"\nwound = \"2+\"\ndamage = 1";
    let hits = |ruling: &str| {
        let request = Request { rulings: vec![format!("critical-always-hits={ruling}")], ..with(&["-1 to hit"]) };
        stage(&attack(&sigmar(1, line), &target(1, 1, "-", ""), &request), "hits")
    };
    near("yes", hits("yes"), 1.0 / 6.0);
    near("no", hits("no"), 0.0);
    // Read literally a 5 of critical hits on 5+ does not reach 6+: it misses, is no critical hit, and is rolled again by who
    // keeps critical hits alone. A 6 hits, five of six dice are rolled once more.
    let request = |more: &str| Request {
        rulings: vec!["critical-always-hits=no".to_owned()],
        ..with(&["critical hits on 5+", more])
    };
    let of = |more: &str, what: &str| stage(&attack(&sigmar(1, line), &target(1, 1, "-", ""), &request(more)), what);
    near("critical hits", of("+1 to wound", "critical-hits"), 1.0 / 6.0);
    near("kept", of("reroll non-critical hits", "hits"), 11.0 / 36.0);
}

/// AOS-20.0: the attacker chooses among several critical abilities, and the better one is chosen.
#[test]
fn aos_20_one_critical_ability_is_chosen() {
    let of = |ability: &str| damage(&attack(&nine("2", ability), &target(10, 1, "4+", ""), &with(&[]))).mean();
    let best = of("\"Crit (2 Hits)\", \"Crit (Mortal)\", \"Crit (Auto-wound)\"");
    near("best", best, of("\"Crit (Mortal)\""));
    let prepared = prepared(&nine("2", "\"Crit (2 Hits)\", \"Crit (Mortal)\""), &target(1, 1, "4+", ""), &with(&[]))
        .expect("right");
    assert!(
        prepared.notes.iter().any(|note| note.contains("Crit (Mortal), which does the most damage")),
        "{:?}",
        prepared.notes
    );
}
