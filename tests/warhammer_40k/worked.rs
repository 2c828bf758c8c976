//! Worked values of Warhammer 40,000, by the ids of its `rules.md`.

use crate::support::{attack, damage, forty_k, gun, is, near, squad, stage, with};
use warodds::ask::Request;
use warodds::games::Phase;
use warodds::sequence::Side;

const TERMAGANTS: &str = include_str!("../../profiles/warhammer-40k/termagants.toml");

fn shooting(clauses: &[&str]) -> Request {
    Request { phase: Some(Phase::Shooting), ..with(clauses) }
}

/// One gun of one shot: BS, S, AP, D as written.
fn one(line: &str, abilities: &str) -> String {
    forty_k(&gun(1, line, abilities))
}

/// A crowd without a save, T4, that no single shot can exhaust.
fn crowd() -> String {
    squad(10, 4, "-", 1, "")
}

/// EX-01: twenty Termagants shoot at Terminators, one already wounded; AP -1 leaves a 2+ armour at 3+.
#[test]
fn ex_01_termagants_on_terminators() {
    let twenty = Request { set: vec!["attacker.models=20".into(), "defender.damage=2".into()], ..shooting(&[]) };
    let outcome = attack(TERMAGANTS, &squad(5, 5, "2+", 3, ""), &twenty);
    near("shots", stage(&outcome, "attacks"), 20.0);
    near("hits", stage(&outcome, "hits"), 10.0);
    near("wounds", stage(&outcome, "wounds"), 5.0);
    near("unsaved", stage(&outcome, "unsaved"), 5.0 / 3.0);
    // The printed dice: two unsaved wounds fell the wounded one and take one off another.
    let two = outcome.distribution(|lost| usize::from(lost[0] == 4));
    let binomial = 190.0 * (1.0f64 / 12.0).powi(2) * (11.0f64 / 12.0).powi(18);
    near("P(two unsaved)", two.at(1), binomial);
    near("one slain then", outcome.slain(Side::Defender).at(0), (11.0f64 / 12.0).powi(20));
}

/// EX-02 and EX-03: three unsaved D3 on models of two wounds; the order of 1, 2, 3 decides what is left over.
#[test]
fn ex_02_ex_03_rolled_damage_in_order() {
    let three = forty_k(&gun(3, "1 N/A 12 0 D3", "\"Torrent\""));
    let sure = Request { rulings: vec![], ..with(&["wounds on 2+"]) };
    let outcome = attack(&three, &squad(5, 4, "-", 2, ""), &sure);
    // Only where all three wound: divide by (5/6)^3.
    let all: f64 = (5.0f64 / 6.0).powi(3);
    let lost = |points: usize| outcome.distribution(|lost| usize::from(lost[0] == points)).at(1);
    near("(3, 0)", lost(6) / all, 8.0 / 27.0);
    near("(2, 1)", lost(5) / all, 4.0 / 27.0);
}

/// EX-04, EX-05, EX-06: Rapid Fire 1, Blast against eleven models, Melta 2.
#[test]
fn ex_04_to_ex_06_more_attacks_and_damage() {
    let rapid = one("1 4+ 4 0 1", "\"Rapid Fire 1\"");
    near("EX-04", stage(&attack(&rapid, &crowd(), &with(&["half range"])), "attacks"), 2.0);
    near("beyond half range", stage(&attack(&rapid, &crowd(), &shooting(&[])), "attacks"), 1.0);
    let blast = attack(&one("2D6 4+ 4 0 1", "\"Blast\""), &squad(11, 4, "-", 1, ""), &with(&[]));
    near("EX-05 mean", stage(&blast, "attacks"), 9.0);
    near("EX-05 spread", blast.stages[0].moments.variance, 35.0 / 6.0);
    let melta = attack(
        &one("1 N/A 12 0 D6", "\"Torrent\", \"Melta 2\""),
        &squad(1, 4, "-", 20, ""),
        &with(&["half range", "wounds on 2+"]),
    );
    let row: Vec<(usize, f64)> = std::iter::once((0, 6.0)).chain((3..=8).map(|k| (k, 5.0))).collect();
    is("EX-06", damage(&melta), 36.0, &row);
}

/// EX-08 and EX-20: Sustained Hits 2; Sustained with Lethal.
#[test]
fn ex_08_ex_20_criticals() {
    let sustained = attack(&one("1 4+ 4 0 1", "\"Sustained Hits 2\""), &crowd(), &with(&[]));
    near("EX-08", stage(&sustained, "hits"), 0.5 + 2.0 / 6.0);
    let both = attack(&one("1 6+ 4 0 1", "\"Sustained Hits 1\", \"Lethal Hits\""), &crowd(), &with(&[]));
    near("EX-20 hits", stage(&both, "hits"), 2.0 / 6.0);
    near("EX-20 wounds", stage(&both, "wounds"), 1.0 / 6.0 * 1.5);
}

/// EX-09, EX-34: Anti by keyword, whatever the chart says.
#[test]
fn ex_09_anti() {
    let vehicle = squad(1, 10, "-", 10, "").replace("name = \"Target\"", "name = \"Target\"\nkeywords = [\"VEHICLE\"]");
    let anti = one("1 N/A 4 0 1", "\"Torrent\", \"Anti-VEHICLE 4+\"");
    near("EX-09", stage(&attack(&anti, &vehicle, &with(&[])), "critical-wounds"), 0.5);
    near("other keyword", stage(&attack(&anti, &squad(1, 10, "-", 10, ""), &with(&[])), "critical-wounds"), 1.0 / 6.0);
}

/// EX-10 as amended: a critical wound of Damage 2 allows no save and does not spill.
#[test]
fn ex_10_devastating_wounds() {
    let gun = one("1 N/A 4 0 2", "\"Torrent\", \"Devastating Wounds\"");
    let outcome = attack(&gun, &squad(5, 4, "2+", 1, ""), &with(&[]));
    near("criticals are not saved", damage(&outcome).at(2), 1.0 / 6.0 + 2.0 / 6.0 / 6.0);
    near("mortal wounds", outcome.total("mortal-wounds").expect("a result").mean(), 2.0 / 6.0);
    near("never two models", outcome.slain(Side::Defender).at(2), 0.0);
}

/// EX-22: Stealth from two sources is -1. EX-26: Attacks 3, doubled, +1 is 7. EX-29, EX-30: Damage changed to 0.
#[test]
fn ex_22_to_ex_30_modifiers() {
    let gun = one("3 4+ 4 0 D6", "\"Melta 2\"");
    near("EX-22", stage(&attack(&gun, &crowd(), &shooting(&["stealth", "smokescreen"])), "hits"), 1.0);
    near("EX-26", stage(&attack(&gun, &crowd(), &shooting(&["double attacks", "+1 attacks"])), "attacks"), 7.0);
    let zero = |clauses: &[&str]| {
        attack(&one("1 N/A 8 0 D6", "\"Torrent\", \"Melta 2\""), &squad(1, 4, "-", 20, ""), &shooting(clauses))
    };
    near("EX-29", damage(&zero(&["damage is 0", "-1 damage to target"])).mean(), 0.0);
    let melta = zero(&["damage is 0", "half range"]);
    near("EX-30", damage(&melta).at(2), 5.0 / 6.0);
}

/// EX-40: "always wounds on 2+" beats "only wounded on 4+".
#[test]
fn ex_40_the_attackers_rule_prevails() {
    let gun = one("1 N/A 4 0 1", "\"Torrent\"");
    near("both", stage(&attack(&gun, &crowd(), &with(&["wounds on 2+", "wounded only on 4+"])), "wounds"), 5.0 / 6.0);
    near(
        "defender's alone",
        stage(&attack(&one("1 N/A 8 0 1", "\"Torrent\""), &crowd(), &with(&["wounded only on 4+"])), "wounds"),
        0.5,
    );
}

/// W40K-LETHAL-HITS, W40K-SUSTAINED-HITS: BS 3+, S = T: wounds per attack.
#[test]
fn s24_wounds_per_attack() {
    for (abilities, wounds) in [
        ("", 1.0 / 3.0),
        ("\"Lethal Hits\"", 5.0 / 12.0),
        ("\"Sustained Hits 1\"", 5.0 / 12.0),
        ("\"Sustained Hits 1\", \"Lethal Hits\"", 0.5),
    ] {
        near(abilities, stage(&attack(&one("1 3+ 4 0 1", abilities), &crowd(), &with(&[])), "wounds"), wounds);
    }
}

/// W40K-TORRENT: it knows no critical hits; Devastating still works.
#[test]
fn s24_torrent() {
    let all = one("1 N/A 4 0 1", "\"Torrent\", \"Sustained Hits 1\", \"Lethal Hits\", \"Devastating Wounds\"");
    let outcome = attack(&all, &crowd(), &with(&[]));
    near("wounds", stage(&outcome, "wounds"), 0.5);
    near("devastating", stage(&outcome, "critical-wounds"), 1.0 / 6.0);
    near("critical hits", stage(&outcome, "critical-hits"), 0.0);
    let anti = one("1 N/A 4 0 1", "\"Torrent\", \"Anti-INFANTRY 4+\", \"Twin-linked\"");
    let infantry = crowd().replace("name = \"Target\"", "name = \"Target\"\nkeywords = [\"INFANTRY\"]");
    near("Anti 4+ with Twin-linked", stage(&attack(&anti, &infantry, &with(&[])), "critical-wounds"), 0.75);
}

/// W40K-TWIN-LINKED: failures, or all but criticals, with Devastating Wounds at S = T.
#[test]
fn twin_linked_policies() {
    let twin = one("1 N/A 4 0 1", "\"Torrent\", \"Twin-linked\", \"Devastating Wounds\"");
    for (ruling, all, critical) in [("failures", 0.75, 0.25), ("fish", 5.0 / 18.0 + 11.0 / 36.0, 11.0 / 36.0)] {
        let request = Request { rulings: vec![format!("twin-linked={ruling}")], ..with(&[]) };
        let outcome = attack(&twin, &crowd(), &request);
        near(ruling, stage(&outcome, "wounds"), all);
        near(ruling, stage(&outcome, "critical-wounds"), critical);
    }
    let best = |save: &str| {
        let request = Request { rulings: vec!["twin-linked=best".into()], ..with(&[]) };
        damage(&attack(&twin, &squad(9, 4, save, 1, ""), &request)).mean()
    };
    near("best against no save", best("-"), 0.75);
    near("best against 2+", best("2+"), 11.0 / 36.0 + 5.0 / 18.0 / 6.0);
}

/// W40K-FNP: point by point, capped by the model.
#[test]
fn s24_feel_no_pain() {
    let dies = |damage: &str, wounds: u32, fnp: u32| {
        let gun = one(&format!("1 N/A 8 0 {damage}"), "\"Torrent\"");
        let target = squad(1, 4, "-", wounds, &format!("feel-no-pain = \"{fnp}+\""));
        attack(&gun, &target, &with(&["wounds on 2+"])).destroyed(Side::Defender) / (5.0 / 6.0)
    };
    for (damage, p) in [("1", 2.0 / 3.0), ("2", 8.0 / 9.0), ("3", 26.0 / 27.0)] {
        near("W1", dies(damage, 1, 5), p);
    }
    near("W2", dies("3", 2, 5), 20.0 / 27.0);
    near("W3", dies("3", 3, 5), 8.0 / 27.0);
    near("FNP 6+", dies("3", 3, 6), 125.0 / 216.0);
}

/// W40K-DAMAGE, W40K-MORTAL: two unsaved flat 3s on models of two wounds: two dead, whether ordinary or Devastating; three if they spill.
#[test]
fn s24_excess_is_lost_unless_mortal_wounds_spill() {
    let sure = (5.0f64 / 6.0).powi(2);
    let ordinary =
        attack(&forty_k(&gun(2, "1 N/A 8 0 3", "\"Torrent\"")), &squad(5, 4, "-", 2, ""), &with(&["wounds on 2+"]));
    near("ordinary", ordinary.slain(Side::Defender).at(2), sure);
    near("never three", ordinary.slain(Side::Defender).at(3), 0.0);
    let spilling = attack(
        &forty_k(&gun(1, "1 N/A 8 0 1", "\"Torrent\"")),
        &squad(5, 4, "2+", 2, ""),
        &Request { set: vec!["attacker.weapon.gun.count=0".into()], ..with(&["6 dice: 2+ -> 1 mortal"]) },
    );
    near("six points: three dead", spilling.slain(Side::Defender).at(3), (5.0f64 / 6.0).powi(6));
}

/// W40K-DAMAGE: two unsaved D6 on three models of three wounds.
#[test]
fn s24_two_d6_on_three_wounds() {
    let outcome =
        attack(&forty_k(&gun(2, "1 N/A 8 0 D6", "\"Torrent\"")), &squad(3, 4, "-", 3, ""), &with(&["wounds on 2+"]));
    let sure = (5.0f64 / 6.0).powi(2);
    let lost = |points: usize| outcome.distribution(|lost| usize::from(lost[0] == points)).at(1) / sure;
    // (2, 0) needs both blows; the others could also come from one, so only this and (1, 2) are asked for.
    near("(2, 0)", lost(6), 4.0 / 9.0);
    near("(1, 2)", lost(5), 1.0 / 9.0);
}

/// W40K-MODIFIER-ORDER: D6 changed: Melta 2, halved, less one.
#[test]
fn s24_changed_damage() {
    let at = |clauses: &[&str], abilities: &str| {
        let gun = one("1 N/A 8 0 D6", abilities);
        let mut all = vec!["wounds on 2+"];
        all.extend_from_slice(clauses);
        let outcome = attack(&gun, &squad(1, 4, "-", 30, ""), &shooting(&all));
        let pmf = damage(&outcome).clone();
        let mut faces = Vec::new();
        for k in 1..=pmf.max() {
            let times = (pmf.at(k) / (5.0 / 6.0) * 6.0).round() as usize;
            faces.extend(std::iter::repeat_n(k, times));
        }
        faces
    };
    let melta = "\"Torrent\", \"Melta 2\"";
    assert_eq!(at(&["half range", "halve damage", "-1 damage to target"], melta), [2, 2, 3, 3, 4, 4]);
    assert_eq!(at(&["half range", "halve damage"], melta), [3, 3, 4, 4, 5, 5]);
    assert_eq!(at(&["halve damage"], "\"Torrent\""), [1, 1, 2, 2, 3, 3]);
    assert_eq!(at(&["-1 damage to target"], "\"Torrent\""), [1, 1, 2, 3, 4, 5]);
}

/// W40K-HIT: the table of hit probabilities in 36ths, re-rolls and criticals included.
#[test]
fn ii_hit_probabilities_in_36ths() {
    let table: &[(u32, i32, [(f64, f64); 4])] = &[
        (2, 0, [(30.0, 6.0), (35.0, 7.0), (35.0, 7.0), (31.0, 11.0)]),
        (2, 1, [(30.0, 6.0), (35.0, 7.0), (35.0, 7.0), (31.0, 11.0)]),
        (2, -1, [(24.0, 6.0), (28.0, 7.0), (32.0, 8.0), (26.0, 11.0)]),
        (3, 1, [(30.0, 6.0), (35.0, 7.0), (35.0, 7.0), (31.0, 11.0)]),
        (3, 0, [(24.0, 6.0), (28.0, 7.0), (32.0, 8.0), (26.0, 11.0)]),
        (3, -1, [(18.0, 6.0), (21.0, 7.0), (27.0, 9.0), (21.0, 11.0)]),
        (4, 1, [(24.0, 6.0), (28.0, 7.0), (32.0, 8.0), (26.0, 11.0)]),
        (4, 0, [(18.0, 6.0), (21.0, 7.0), (27.0, 9.0), (21.0, 11.0)]),
        (4, -1, [(12.0, 6.0), (14.0, 7.0), (20.0, 10.0), (16.0, 11.0)]),
        (5, 1, [(18.0, 6.0), (21.0, 7.0), (27.0, 9.0), (21.0, 11.0)]),
        (5, 0, [(12.0, 6.0), (14.0, 7.0), (20.0, 10.0), (16.0, 11.0)]),
        (5, -1, [(6.0, 6.0), (7.0, 7.0), (11.0, 11.0), (11.0, 11.0)]),
        (6, 1, [(12.0, 6.0), (14.0, 7.0), (20.0, 10.0), (16.0, 11.0)]),
        (6, 0, [(6.0, 6.0), (7.0, 7.0), (11.0, 11.0), (11.0, 11.0)]),
        (7, -1, [(6.0, 6.0), (7.0, 7.0), (11.0, 11.0), (11.0, 11.0)]),
    ];
    let policies = ["", "reroll hits of 1", "reroll failed hits", "reroll non-critical hits"];
    for (skill, modifier, row) in table {
        for (policy, (hits, criticals)) in policies.iter().zip(row) {
            let what = format!("{skill}+ at {modifier:+}, {policy}");
            let change = format!("{modifier:+} to hit");
            let clauses: Vec<&str> =
                [change.as_str(), policy].into_iter().filter(|c| !c.is_empty() && *c != "+0 to hit").collect();
            let outcome = attack(&one(&format!("1 {skill}+ 4 0 1"), ""), &crowd(), &with(&clauses));
            near(&what, stage(&outcome, "hits"), hits / 36.0);
            near(&what, stage(&outcome, "critical-hits"), criticals / 36.0);
        }
    }
}

/// W40K-COVER: the table of saves without and with cover.
#[test]
fn cover_table() {
    let table: &[(u32, [(f64, f64); 5])] = &[
        (2, [(5.0, 5.0), (4.0, 5.0), (3.0, 4.0), (2.0, 3.0), (1.0, 2.0)]),
        (3, [(4.0, 4.0), (3.0, 4.0), (2.0, 3.0), (1.0, 2.0), (0.0, 1.0)]),
        (4, [(3.0, 4.0), (2.0, 3.0), (1.0, 2.0), (0.0, 1.0), (0.0, 0.0)]),
        (5, [(2.0, 3.0), (1.0, 2.0), (0.0, 1.0), (0.0, 0.0), (0.0, 0.0)]),
        (6, [(1.0, 2.0), (0.0, 1.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)]),
    ];
    for (save, row) in table {
        for (ap, (open, cover)) in row.iter().enumerate() {
            let gun = one(&format!("1 N/A 4 -{ap} 1"), "\"Torrent\"").replace("ap = -0", "ap = 0");
            for (clauses, saved) in [(&["wounds on 2+"][..], open), (&["wounds on 2+", "cover"][..], cover)] {
                let outcome = attack(&gun, &squad(1, 4, &format!("{save}+"), 1, ""), &with(clauses));
                near(
                    &format!("{save}+ AP -{ap} {clauses:?}"),
                    stage(&outcome, "unsaved"),
                    5.0 / 6.0 * (6.0 - saved) / 6.0,
                );
            }
        }
    }
}

/// W40K-PLUNGING-FIRE: AP 0 becomes -1, which lets a 3+ save have cover again. W40K-INVULN: cover and AP pass it by.
#[test]
fn plunging_fire_and_invulnerable_saves() {
    let unsaved = |ap: &str, save: &str, more: &str, clauses: &[&str]| {
        let outcome =
            attack(&one(&format!("1 N/A 8 {ap} 1"), "\"Torrent\""), &squad(1, 4, save, 1, more), &shooting(clauses));
        stage(&outcome, "unsaved") / (5.0 / 6.0)
    };
    near("in the open", unsaved("0", "3+", "", &["plunging fire"]), 0.5);
    near("in cover", unsaved("0", "3+", "", &["plunging fire", "cover"]), 1.0 / 3.0);
    near("invulnerable", unsaved("-5", "3+", "invulnerable = \"4+\"", &["cover"]), 0.5);
    near("go to ground", unsaved("-6", "5+", "", &["go to ground"]), 5.0 / 6.0);
    near("armour is better", unsaved("0", "2+", "invulnerable = \"4+\"", &[]), 1.0 / 6.0);
}

/// W40K-INDIRECT-FIRE: hits at each skill, unseen, alone and with Heavy; and cover.
#[test]
fn indirect_fire() {
    let hits = |skill: u32, abilities: &str, clauses: &[&str]| {
        stage(&attack(&one(&format!("1 {skill}+ 4 0 1"), abilities), &crowd(), &shooting(clauses)), "hits")
    };
    for (skill, alone, heavy) in [(2, 3.0, 3.0), (3, 3.0, 3.0), (4, 2.0, 3.0), (5, 1.0, 2.0), (6, 1.0, 1.0)] {
        near("unseen", hits(skill, "\"Indirect Fire\"", &["indirect"]), alone / 6.0);
        near("Heavy", hits(skill, "\"Indirect Fire\", \"Heavy\"", &["indirect", "stationary"]), heavy / 6.0);
        near("seen", hits(skill, "\"Indirect Fire\"", &[]), (7.0 - f64::from(skill)) / 6.0);
    }
    let covered = attack(&one("1 3+ 8 0 1", "\"Indirect Fire\""), &squad(1, 4, "4+", 1, ""), &shooting(&["indirect"]));
    near("cover", stage(&covered, "unsaved"), 0.5 * 5.0 / 6.0 / 3.0);
    let ignoring = attack(
        &one("1 3+ 8 0 1", "\"Indirect Fire\", \"Ignores Cover\""),
        &squad(1, 4, "4+", 1, ""),
        &shooting(&["indirect"]),
    );
    near("Ignores Cover", stage(&ignoring, "unsaved"), 0.5 * 5.0 / 6.0 / 2.0);
}

/// W40K-OVERWATCH: only unmodified 6s, all critical, whatever the skill.
#[test]
fn overwatch() {
    let outcome = |abilities: &str, clauses: &[&str]| {
        let mut all = vec!["overwatch"];
        all.extend_from_slice(clauses);
        attack(&one("1 2+ 4 0 1", abilities), &crowd(), &shooting(&all))
    };
    near("hits", stage(&outcome("", &["+1 to hit"]), "hits"), 1.0 / 6.0);
    near("all critical", stage(&outcome("", &["critical hits on 5+"]), "critical-hits"), 1.0 / 6.0);
    near("Sustained", stage(&outcome("\"Sustained Hits 1\"", &[]), "hits"), 2.0 / 6.0);
    near("ones again", stage(&outcome("", &["reroll hits of 1"]), "hits"), 7.0 / 36.0);
    near("failures again", stage(&outcome("", &["reroll failed hits"]), "hits"), 11.0 / 36.0);
    near("Torrent", stage(&outcome("\"Torrent\"", &[]), "hits"), 1.0);
}

/// W40K-HAZARDOUS: one test for each weapon; three mortal wounds fell a bearer of two or three wounds.
#[test]
fn hazardous() {
    let guns = gun(5, "1 3+ 7 -2 1", "\"Hazardous\"");
    let unit = forty_k(&guns).replace("count = 1\ntoughness", "count = 5\ntoughness");
    let outcome = attack(&unit, &crowd(), &with(&[]));
    let slain = outcome.slain(Side::Attacker);
    for k in 0..=5usize {
        let choose = [1.0, 5.0, 10.0, 10.0, 5.0, 1.0][k];
        near("bearers", slain.at(k), choose * 5.0f64.powi(5 - k as i32) / 6.0f64.powi(5));
    }
    near("wounds", outcome.wounds_lost(Side::Attacker).mean(), 5.0 / 3.0);
}

/// W40K-ATTACK-ORDER: the wounded model carries over from weapon to weapon, and `--order` changes the result.
#[test]
fn order_of_weapons() {
    let weapons = format!(
        "{}{}",
        gun(1, "1 N/A 8 0 1", "\"Torrent\""),
        gun(1, "1 N/A 8 0 3", "\"Torrent\"").replace("Gun", "Cannon")
    );
    let slain = |order: &[&str]| {
        let request = Request { order: order.iter().map(|o| (*o).to_owned()).collect(), ..with(&["wounds on 2+"]) };
        attack(&forty_k(&weapons), &squad(2, 4, "-", 3, ""), &request).slain(Side::Defender).mean()
    };
    near("file order", slain(&[]), 5.0 / 6.0);
    let two = format!(
        "{}{}",
        gun(2, "1 N/A 8 0 1", "\"Torrent\""),
        gun(1, "1 N/A 8 0 2", "\"Torrent\"").replace("Gun", "Cannon")
    );
    let at = |order: &[&str]| {
        let request = Request { order: order.iter().map(|o| (*o).to_owned()).collect(), ..with(&["wounds on 2+"]) };
        attack(&forty_k(&two), &squad(2, 4, "-", 2, ""), &request).wounds_lost(Side::Defender).mean()
    };
    // Two shots first can leave one wound, on which half of the cannon's blow is lost.
    near("cannon first", at(&["cannon"]), 2.0 * 5.0 / 6.0 + 2.0 * 5.0 / 6.0);
    near("guns first", at(&["gun", "cannon"]), 10.0 / 6.0 + 5.0 / 6.0 * (2.0 - 10.0 / 36.0));
}

/// "Ignore the first failed save": one blow less, across weapons.
#[test]
fn first_failed_save_does_not_count() {
    let two = format!(
        "{}{}",
        gun(1, "1 N/A 8 0 3", "\"Torrent\""),
        gun(1, "1 N/A 8 0 1", "\"Torrent\"").replace("Gun", "Second")
    );
    let outcome =
        attack(&forty_k(&two), &squad(1, 4, "4+", 10, ""), &with(&["ignore first failed save", "wounds on 2+"]));
    let p = 5.0 / 12.0;
    is("damage", damage(&outcome), 1.0, &[(0, 1.0 - p * p), (1, p * p)]);
}
