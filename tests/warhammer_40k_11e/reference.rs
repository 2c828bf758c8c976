//! Reference numbers of the eleventh edition, worked out in fractions by an enumerator that is no part of this program.

use super::{eleventh, group, target, unit};
use crate::support::{attack, forty_k, gun, near, printed, squad, with};
use warodds::ask::Request;
use warodds::engine::Outcome;
use warodds::sequence::Side;

fn lost(outcome: &Outcome) -> f64 {
    outcome.wounds_lost(Side::Defender).mean()
}

fn slain(outcome: &Outcome) -> f64 {
    outcome.slain(Side::Defender).mean()
}

fn destroyed(outcome: &Outcome) -> f64 {
    outcome.destroyed(Side::Defender)
}

fn ruled(request: &Request, ruling: &str) -> Request {
    Request { rulings: vec![ruling.to_owned()], ..request.clone() }
}

/// What a volley does to five models of two wounds, T4, Sv3+.
fn on_marines(line: &str, abilities: &str, clauses: &[&str]) -> Outcome {
    attack(&unit(&gun(1, line, abilities)), &target(5, 4, "3+", 2, ""), &with(clauses))
}

#[test]
fn e1_ten_attacks() {
    let outcome = on_marines("10 3+ 4 -1 1", "", &[]);
    near("wounds lost", lost(&outcome), 5.0 / 3.0);
    printed("slain", slain(&outcome), 0.587_668_715_8, 10);
    assert!((destroyed(&outcome) / 1.65e-8 - 1.0).abs() < 0.01, "{}", destroyed(&outcome));
}

#[test]
fn e2_cover_worsens_the_skill() {
    let outcome = on_marines("10 3+ 4 -1 1", "", &["cover"]);
    near("wounds lost", lost(&outcome), 5.0 / 4.0);
    printed("slain", slain(&outcome), 0.389_078_378_7, 10);
    // AP 0 against a save of 3+ is no exception any more, and the save is not touched: 10 · 1/2 · 1/2 · 1/3.
    near("AP 0", lost(&on_marines("10 3+ 4 0 1", "", &["cover"])), 5.0 / 6.0);
    // Ignores Cover beats it, and so it does Stealth and a smokescreen, which do not add to it.
    near("of the skill", lost(&on_marines("10 3+ 4 -1 1", "", &["cover", "ignore skill modifiers"])), 5.0 / 3.0);
    near("of the roll", lost(&on_marines("10 3+ 4 -1 1", "", &["cover", "ignore hit modifiers"])), 5.0 / 4.0);
    near("ignored", lost(&on_marines("10 3+ 4 -1 1", "\"Ignores Cover\"", &["cover"])), 5.0 / 3.0);
    near("twice", lost(&on_marines("10 3+ 4 -1 1", "", &["cover", "stealth", "smokescreen"])), 5.0 / 4.0);
    near("Stealth", lost(&on_marines("10 3+ 4 -1 1", "\"Ignores Cover\"", &["stealth"])), 5.0 / 3.0);
}

#[test]
fn e3_cover_and_minus_one_to_hit_add_up() {
    let outcome = on_marines("10 3+ 4 -1 1", "", &["cover", "-1 to hit"]);
    near("wounds lost", lost(&outcome), 5.0 / 6.0);
    printed("slain", slain(&outcome), 0.207_043_062_4, 10);
    // Psychic attacks ignore both.
    near("Psychic", lost(&on_marines("10 3+ 4 -1 1", "\"Psychic\"", &["cover", "-1 to hit"])), 5.0 / 3.0);
}

#[test]
fn e4_only_criticals_hit() {
    let outcome = on_marines("10 5+ 4 -1 1", "\"Sustained Hits 1\"", &["cover", "-1 to hit"]);
    printed("wounds lost", lost(&outcome), 0.833_333_310_3, 10);
    printed("slain", slain(&outcome), 0.232_435_558_9, 10);
    assert!((destroyed(&outcome) / 2.142e-7 - 1.0).abs() < 0.001, "{}", destroyed(&outcome));
}

/// What exactly so many wounds do. Attacks that hit by themselves wound on 2+, so that n attacks are a mixture of 0 to n
/// wounds; what n wounds do is what is left of n attacks once fewer wounds are taken out.
fn of_wounds(wounds: u32, line: &str, target: &str) -> [f64; 3] {
    let mut known: Vec<[f64; 3]> = vec![[0.0; 3]];
    for n in 1..=wounds {
        let outcome = attack(&unit(&gun(n, line, "\"Torrent\"")), target, &with(&[]));
        let all = [lost(&outcome), slain(&outcome), destroyed(&outcome)];
        let chance = |k: u32| {
            let ways = (0..k).fold(1.0, |ways, i| ways * f64::from(n - i) / f64::from(i + 1));
            ways * (5.0f64 / 6.0).powi(k as i32) * (1.0f64 / 6.0).powi((n - k) as i32)
        };
        known.push([0, 1, 2].map(|what| {
            let fewer: f64 = (0..n).map(|k| chance(k) * known[k as usize][what]).sum();
            (all[what] - fewer) / chance(n)
        }));
    }
    known[wounds as usize]
}

#[test]
fn e5_six_wounds_on_one_strong_model_and_five_weak_ones() {
    let unit = format!("{}{}", target(1, 4, "2+", 1, ""), group("Others", 5, 4, "5+", 1, ""));
    let [lost, slain, destroyed] = of_wounds(6, "1 N/A 8 0 1", &unit);
    assert!((lost - 7243.0 / 2592.0).abs() < 1e-9, "{lost}");
    assert!((slain - 7243.0 / 2592.0).abs() < 1e-9, "{slain}");
    assert!((destroyed - 0.072_166_495_2).abs() < 1e-9, "{destroyed}");
}

#[test]
fn e6_groups_that_save_alike() {
    let first = target(2, 4, "3+", 1, "invulnerable = \"4+\"");
    let unit = format!("{first}{}", group("Others", 5, 4, "3+", 1, "invulnerable = \"6+\""));
    let [lost, slain, destroyed] = of_wounds(5, "1 N/A 8 -1 2", &unit);
    for (what, ours, truth) in [("lost", lost, 2.5), ("slain", slain, 2.5), ("destroyed", destroyed, 0.0)] {
        assert!((ours - truth).abs() < 1e-9, "{what}: {ours}");
    }
}

#[test]
fn e7_devastating_wounds_end_their_own_batch() {
    let guns = format!(
        "{}{}",
        gun(1, "4 3+ 4 -1 2", "\"Devastating Wounds\", \"Anti-INFANTRY 4+\""),
        gun(1, "6 3+ 4 -1 1", "").replace("\"Gun\"", "\"Other gun\"")
    );
    let foot = squad(5, 4, "3+", 3, "").replacen("name", "keywords = [\"INFANTRY\"]\nname", 1);
    let outcome = attack(&unit(&guns), &eleventh(&foot), &with(&[]));
    near("wounds lost", lost(&outcome), 263.0 / 81.0);
    printed("slain", slain(&outcome), 0.784_033_969_7, 10);
    // E7c: in the tenth edition they come last of all.
    let tenth = attack(&forty_k(&guns), &foot, &with(&[]));
    near("wounds lost in the tenth", lost(&tenth), 458_239.0 / 139_968.0);
}

#[test]
fn e8_damage_is_added_to_before_it_is_divided() {
    let melta = gun(1, "2 4+ 9 -4 D6", "\"Melta 2\"");
    let request = with(&["half range", "halve damage"]);
    near("half damage", lost(&attack(&unit(&melta), &target(1, 10, "2+", 12, ""), &request)), 5.0 / 6.0);
    // E8b: the tenth edition divides first.
    near("in the tenth", lost(&attack(&forty_k(&melta), &squad(1, 10, "2+", 12, ""), &request)), 10.0 / 9.0);
}

#[test]
fn e9_snap_shooting_has_no_criticals() {
    let volley = unit(&gun(1, "20 4+ 4 0 1", "\"Sustained Hits 1\""));
    let horde = target(10, 3, "5+", 1, "");
    let outcome = attack(&volley, &horde, &with(&["overwatch"]));
    printed("wounds lost", lost(&outcome), 1.481_481_446_5, 10);
    printed("slain", slain(&outcome), 1.481_481_446_5, 10);
    assert!((destroyed(&outcome) / 4.585e-7 - 1.0).abs() < 0.001, "{}", destroyed(&outcome));
    // E9b: as it was printed before 30 September 2026.
    let before = attack(&volley, &horde, &ruled(&with(&["overwatch"]), "snap-criticals=sixes"));
    printed("wounds lost, sixes critical", lost(&before), 2.961_334_133_9, 10);
    printed("destroyed, sixes critical", destroyed(&before), 0.003_255_521_9, 10);
}

#[test]
fn e10_indirect_fire_without_a_spotter() {
    let mortar = unit(&gun(1, "10 4+ 5 0 1", "\"Indirect Fire\""));
    let horde = target(10, 3, "5+", 1, "");
    near("wounds lost", lost(&attack(&mortar, &horde, &with(&["indirect"]))), 20.0 / 27.0);
    // A spotter alone is not enough, and neither is standing still.
    near("spotted", lost(&attack(&mortar, &horde, &with(&["indirect", "spotted"]))), 20.0 / 27.0);
    near("stationary", lost(&attack(&mortar, &horde, &with(&["indirect", "stationary"]))), 20.0 / 27.0);
    // No hit roll is rolled again.
    near("re-rolls", lost(&attack(&mortar, &horde, &with(&["indirect", "reroll failed hits"]))), 20.0 / 27.0);
}

#[test]
fn e11_indirect_fire_with_a_spotter() {
    let mortar = unit(&gun(1, "10 4+ 5 0 1", "\"Indirect Fire\""));
    let outcome = attack(&mortar, &target(10, 3, "5+", 1, ""), &with(&["indirect", "spotted", "stationary"]));
    near("wounds lost", lost(&outcome), 40.0 / 27.0);
    near("slain", slain(&outcome), 40.0 / 27.0);
    assert!((destroyed(&outcome) / 5.1e-9 - 1.0).abs() < 0.01, "{}", destroyed(&outcome));
}

fn lethal(abilities: &str, ruling: &str) -> Outcome {
    let abilities = format!("\"Lethal Hits\", \"Devastating Wounds\"{abilities}");
    let terminators = target(5, 4, "2+", 3, "invulnerable = \"4+\"");
    let terminators = terminators.replacen("name", "keywords = [\"INFANTRY\"]\nname", 1);
    attack(&unit(&gun(1, "12 3+ 5 -1 3", &abilities)), &terminators, &ruled(&with(&[]), ruling))
}

#[test]
fn e12_lethal_hits_taken_or_declined_are_equal() {
    for ruling in ["lethal-hits=taken", "lethal-hits=declined", "lethal-hits=best"] {
        let outcome = lethal("", ruling);
        printed("wounds lost", lost(&outcome), 7.878_378_131_5, 10);
        printed("slain", slain(&outcome), 2.626_126_043_8, 10);
        printed("destroyed", destroyed(&outcome), 0.105_794_067_6, 10);
    }
}

#[test]
fn e13_lethal_hits_beside_anti_are_better_declined() {
    let taken = lethal(", \"Anti-INFANTRY 3+\"", "lethal-hits=taken");
    printed("wounds lost", lost(&taken), 12.474_581_785_8, 10);
    printed("slain", slain(&taken), 4.158_193_928_6, 10);
    printed("destroyed", destroyed(&taken), 0.530_025_343_7, 10);
    for ruling in ["lethal-hits=declined", "lethal-hits=best"] {
        let declined = lethal(", \"Anti-INFANTRY 3+\"", ruling);
        printed("wounds lost", lost(&declined), 13.448_818_013_7, 10);
        printed("slain", slain(&declined), 4.482_939_337_9, 10);
        printed("destroyed", destroyed(&declined), 0.681_689_133_0, 10);
    }
}
