//! Core rules that carry dice, each under its id.

use super::{CLAWLORD, left, shooting};
use crate::support::{attack, damage, is, mistake, near, prepared, sigmar, stage, target, with};
use warodds::ask::Request;
use warodds::sequence::Side;

/// How many of the six faces do something.
fn share(test: impl Fn(i32) -> bool) -> f64 {
    f64::from((1..=6).filter(|face| test(*face)).count() as u32) / 6.0
}

/// AOS-17.0, AOS-20.0: the mean of one attack of Damage 1 before any ward, for each critical ability.
fn closed_form(needs: [i32; 3], modifiers: [i32; 3], ability: &str) -> f64 {
    let ([hit, wound, save], [h, w, s]) = (needs, modifiers);
    let critical = 1.0 / 6.0;
    let normal = share(|n| (2..=5).contains(&n) && n + h.clamp(-1, 1) >= hit);
    let wounds = share(|n| n > 1 && n + w.clamp(-1, 1) >= wound);
    let fails = 1.0 - share(|n| n > 1 && n + s.min(1) >= save);
    match ability {
        "Crit (2 Hits)" => (normal + 2.0 * critical) * wounds * fails,
        "Crit (Auto-wound)" => (normal * wounds + critical) * fails,
        "Crit (Mortal)" => normal * wounds * fails + critical,
        _ => (normal + critical) * wounds * fails,
    }
}

fn one(hit: i32, wound: i32, rend: i32, abilities: &str) -> String {
    sigmar(
        1,
        &format!(
            "attacks = 1\nhit = \"{hit}+\"\nwound = \"{wound}+\"\nrend = {rend}\ndamage = 1\nabilities = [{abilities}]"
        ),
    )
}

fn modified(h: i32, w: i32, s: i32) -> Vec<String> {
    [(h, "hit"), (w, "wound"), (s, "save")]
        .iter()
        .filter(|(n, _)| *n != 0)
        .map(|(n, roll)| format!("{n:+} to {roll}"))
        .collect()
}

/// A D3 is half a D6 rounded up: 1, 2, 3, each once in three. A die is rolled again once, before modifiers.
#[test]
fn aos_2_2_dice_and_rerolls() {
    let d3 = sigmar(1, "attacks = 1\nhit = \"2+\"\nwound = \"2+\"\ndamage = \"D3\"");
    let through = 25.0 / 36.0;
    let law = attack(&d3, &target(9, 1, "-", ""), &with(&[]));
    for k in 1..=3 {
        near("D3", damage(&law).at(k), through / 3.0);
    }
    // Hit 4+ that re-rolls ones: 1/2 + 1/6 · 1/2; failed: 1/2 + 1/2 · 1/2; every die but a 6: 1/6 + 5/6 · 1/2.
    for (text, hits) in
        [("reroll hits of 1", 7.0 / 12.0), ("reroll failed hits", 0.75), ("reroll non-critical hits", 7.0 / 12.0)]
    {
        let outcome = attack(&one(4, 2, 0, ""), &target(9, 1, "-", ""), &with(&[text]));
        near(text, stage(&outcome, "hits"), hits);
    }
    let fishing = attack(&one(4, 2, 0, ""), &target(9, 1, "-", ""), &with(&["reroll non-critical hits"]));
    near("criticals of a re-roll", stage(&fishing, "critical-hits"), 11.0 / 36.0);
    // Wound rolls, saves, damage: the D6 that shows 1 is rolled again, 3.5 becomes 3.5 + (3.5 - 1)/6.
    let again = attack(&one(2, 4, 0, ""), &target(9, 1, "4+", ""), &with(&["reroll wounds of 1", "reroll saves of 1"]));
    near("wounds and saves", damage(&again).mean(), 5.0 / 6.0 * 7.0 / 12.0 * 5.0 / 12.0);
    let dice = sigmar(1, "attacks = 1\nhit = \"2+\"\nwound = \"2+\"\ndamage = \"D6\"");
    let again = attack(&dice, &target(9, 1, "-", ""), &with(&["reroll damage of 1"]));
    near("damage", damage(&again).mean(), through * (3.5 + 2.5 / 6.0));
}

/// Rend `-` is 0; a Save of `-` is none whatever is added; a Save above 6 cannot be reached.
#[test]
fn aos_4_0_characteristics() {
    let plain = "attacks = 1\nhit = \"2+\"\nwound = \"2+\"\nrend = \"-\"\ndamage = 1";
    let chance = |save: &str, clauses: &[&str]| {
        damage(&attack(&sigmar(1, plain), &target(9, 1, save, ""), &with(clauses))).at(1) / (25.0 / 36.0)
    };
    near("no save", chance("-", &["+1 to save"]), 1.0);
    near("3+", chance("3+", &[]), 1.0 / 3.0);
    near("7+ and a bonus", chance("7+", &["+1 to save"]), 5.0 / 6.0);
    near("7+", chance("7+", &[]), 1.0);
}

/// Two features that give Cover give -1 once; two different penalties add up and are then capped.
#[test]
fn aos_5_3_one_copy_of_a_passive() {
    let hits = |clauses: &[&str]| stage(&attack(&one(4, 2, 0, ""), &target(9, 1, "-", ""), &with(clauses)), "hits");
    near("cover twice", hits(&["cover, cover"]), 2.0 / 6.0);
    near("cover twice and a bonus", hits(&["cover, cover, all-out attack"]), 0.5);
    near("cover, a penalty and a bonus", hits(&["cover, -1 to hit, all-out attack"]), 2.0 / 6.0);
}

/// A passive ability applies when it can: nobody refuses the bonus for a charge.
#[test]
fn aos_5_4_passives_apply() {
    let text = one(2, 2, 0, "") + "[[ability]]\nname = \"Fury\"\nwhen = [\"charged\"]\neffects = [\"+1 damage\"]\n";
    let mean = |clauses: &[&str]| damage(&attack(&text, &target(9, 1, "-", ""), &with(clauses))).mean();
    near("standing", mean(&[]), 25.0 / 36.0);
    near("charging", mean(&["charged"]), 50.0 / 36.0);
}

/// A retreat costs D3 mortal damage, through a ward of 6+ (AOS-14.1, AOS-18.1).
#[test]
fn aos_14_1_retreat() {
    let nothing = sigmar(1, "count = 0\nattacks = 1\nhit = \"6+\"\nwound = \"6+\"\ndamage = 1");
    let law = attack(&nothing, &target(9, 1, "2+", ""), &with(&["target retreats"]));
    is("unwarded", damage(&law), 3.0, &[(1, 1.0), (2, 1.0), (3, 1.0)]);
    let law = attack(&nothing, &target(9, 1, "2+", "ward = \"6+\""), &with(&["target retreats"]));
    is("warded", damage(&law), 648.0, &[(0, 43.0), (1, 255.0), (2, 225.0), (3, 125.0)]);
    let both = attack(&one(2, 2, 0, ""), &target(9, 1, "-", ""), &with(&["target retreats"]));
    near("after an attack", damage(&both).mean(), 25.0 / 36.0 + 2.0);
}

/// A unit that ran or retreated does not shoot.
#[test]
fn aos_14_2_no_shooting_after_a_run() {
    for situation in ["ran", "retreated"] {
        let text = mistake(CLAWLORD, &target(1, 1, "-", ""), &shooting(&[situation]));
        assert!(text.contains("does not shoot") && text.contains("AOS-14.2"), "{text}");
    }
    prepared(
        CLAWLORD,
        &target(1, 1, "-", ""),
        &Request { phase: Some(warodds::games::Phase::Combat), ..with(&["ran"]) },
    )
    .expect("a unit that ran may fight");
    let text = mistake(&one(4, 4, 0, ""), &target(1, 1, "-", ""), &with(&["charged, ran"]));
    assert!(text.contains("`ran` and `charged` exclude each other"), "{text}");
}

/// Every melee weapon is used; in combat only Shoot in Combat weapons shoot; `count` says how many models reach.
#[test]
fn aos_16_0_which_weapons_attack() {
    let two =
        one(2, 2, 0, "") + "[[weapon]]\nname = \"Other\"\nattacks = 3\nhit = \"2+\"\nwound = \"2+\"\ndamage = 1\n";
    near("all", stage(&attack(&two, &target(9, 1, "-", ""), &with(&[])), "attacks"), 4.0);
    let reach = Request { set: vec!["attacker.weapon.other.count=0".into()], ..with(&[]) };
    near("one of two", stage(&attack(&two, &target(9, 1, "-", ""), &reach), "attacks"), 1.0);
    let line = "attacks = 2\nhit = \"2+\"\nwound = \"2+\"\ndamage = 1\nrange = 12\n";
    let guns = sigmar(1, line) + &format!("[[weapon]]\nname = \"Pistol\"\n{line}abilities = [\"Shoot in Combat\"]\n");
    near("free", stage(&attack(&guns, &target(9, 1, "-", ""), &with(&[])), "attacks"), 4.0);
    near("in combat", stage(&attack(&guns, &target(9, 1, "-", ""), &with(&["in combat"])), "attacks"), 2.0);
    let text = mistake(&sigmar(1, line), &target(9, 1, "-", ""), &with(&["in combat"]));
    assert!(text.contains("no ranged weapon that may be used in combat"), "{text}");
}

/// A unit in combat attacks only those with which it is in combat; one that is in combat with others is shot at by anybody.
#[test]
fn aos_16_0_who_is_in_combat() {
    let more = "[[ability]]\nname = \"Pain\"\nwhen = [\"in combat\"]\neffects = [\"ward 5+\"]\n[[ability]]\nname = \"Spores\"\n\
                against = true\nwhen = [\"target in combat\"]\neffects = [\"-1 attacks\"]";
    let line = "attacks = 4\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1\n";
    let gun = format!("{line}range = 12\nabilities = [\"Shoot in Combat\"]");
    let mean = |weapon: &str, situations: &[&str]| {
        damage(&attack(&sigmar(1, weapon), &target(9, 1, "-", more), &with(situations))).mean()
    };
    near("neither", mean(&gun, &[]), 1.0);
    near("the target, with others", mean(&gun, &["target in combat"]), 2.0 / 3.0);
    near("both", mean(&gun, &["in combat"]), 0.5);
    near("a combat attack", mean(line, &[]), 0.5);
}

/// Every Hit, Wound, Save and Rend with every modifier: the mean is that of the closed form, for each critical ability.
#[test]
fn aos_17_0_attack_sequence() {
    let abilities = ["", "Crit (Mortal)", "Crit (Auto-wound)", "Crit (2 Hits)"];
    let mut seen = 0;
    for (index, ability) in abilities.iter().enumerate() {
        let quoted = if ability.is_empty() { String::new() } else { format!("\"{ability}\"") };
        for hit in 2..=6 {
            for wound in 2..=6 {
                for save in 2..=7 {
                    // A Latin square of modifiers: each meets every number to reach.
                    let n = hit + 2 * wound + 3 * save + index as i32;
                    let (h, w, s, rend) = (n % 5 - 2, (n / 2) % 5 - 2, (n / 3) % 4 - 1, n % 4);
                    let clauses = modified(h, w, s);
                    let clauses: Vec<&str> = clauses.iter().map(String::as_str).collect();
                    let law = attack(
                        &one(hit, wound, rend, &quoted),
                        &target(9, 1, &format!("{save}+"), ""),
                        &with(&clauses),
                    );
                    let what = format!("{hit}+ {wound}+ {save}+ with {h} {w} {s} and Rend {rend}, {ability}");
                    near(&what, damage(&law).mean(), closed_form([hit, wound, save], [h, w, s - rend], ability));
                    seen += 1;
                }
            }
        }
    }
    assert_eq!(seen, 600);
}

/// The sum is capped, not each modifier: +1 and two -1 are -1; +2 and -1 are +1. Saves have no lower cap.
#[test]
fn aos_17_1_the_sum_is_capped() {
    let of = |clauses: &[&str], stage_name: &str| {
        stage(&attack(&one(4, 4, 0, ""), &target(9, 1, "4+", ""), &with(clauses)), stage_name)
    };
    near("+1 -1 -1 to hit", of(&["+1 to hit, -1 to hit, -1 to hit"], "hits"), 2.0 / 6.0);
    near("+2 -1 to hit", of(&["+2 to hit, -1 to hit"], "hits"), 4.0 / 6.0);
    near("-3 to wound", of(&["-3 to wound"], "wounds"), 0.5 * 2.0 / 6.0);
    near("+3 to save", of(&["+3 to save"], "unsaved"), 0.25 * 2.0 / 6.0);
    near("-2 to save", of(&["-2 to save"], "unsaved"), 0.25 * 5.0 / 6.0);
    near("-3 to save", of(&["-3 to save"], "unsaved"), 0.25);
    // Changes to characteristics are not capped: Hit 4+ improved by 2 is 2+.
    near("improved", of(&["improve hit by 2"], "hits"), 5.0 / 6.0);
}

/// Mortal damage skips every roll but the ward.
#[test]
fn aos_17_2_mortal_damage() {
    let nothing = sigmar(3, "count = 0\nattacks = 1\nhit = \"6+\"\nwound = \"6+\"\ndamage = 1");
    let of = |text: &str, ward: &str| damage(&attack(&nothing, &target(30, 1, "2+", ward), &with(&[text]))).clone();
    is("fixed", &of("2 mortal damage", ""), 1.0, &[(2, 1.0)]);
    is("warded", &of("2 mortal damage", "ward = \"4+\""), 4.0, &[(0, 1.0), (1, 2.0), (2, 1.0)]);
    is(
        "two dice",
        &of("2 dice: 5+ -> D3 mortal", ""),
        81.0,
        &[(0, 36.0), (1, 12.0), (2, 13.0), (3, 14.0), (4, 3.0), (5, 2.0), (6, 1.0)],
    );
    near("a die for each of three models", of("1 dice per model: 4+ -> 1 mortal", "").at(3), 0.125);
    near("D3 dice", of("D3 dice: 4+ -> 1 mortal", "").mean(), 1.0);
    near("D3 dice, all", of("D3 dice: 4+ -> 1 mortal", "").at(3), 1.0 / 24.0);
}

/// Attacks that are alike may be rolled together: ten of one weapon are as five and five.
#[test]
fn aos_17_3_fast_dice() {
    let line = "hit = \"3+\"\nwound = \"4+\"\nrend = 1\ndamage = \"D3\"\nabilities = [\"Crit (2 Hits)\"]";
    let together = sigmar(10, &format!("attacks = 1\n{line}"));
    let apart = sigmar(10, &format!("count = 5\nattacks = 1\n{line}"))
        + &format!("[[weapon]]\nname = \"Same\"\ncount = 5\nattacks = 1\n{line}\n");
    let five = target(5, 3, "4+", "ward = \"6+\"");
    let (one, two) = (attack(&together, &five, &with(&[])), attack(&apart, &five, &with(&[])));
    for k in 0..=15 {
        near("wounds lost", one.wounds_lost(Side::Defender).at(k), two.wounds_lost(Side::Defender).at(k));
    }
}

/// Attack damage and mortal damage of one ability share one pool, so the order of weapons changes nothing.
#[test]
fn aos_18_0_one_pool() {
    let line = "attacks = 2\nhit = \"3+\"\nwound = \"3+\"\nrend = 1\ndamage";
    let weapons = sigmar(2, &format!("{line} = 3")) + &format!("[[weapon]]\nname = \"Knife\"\n{line} = 1\n");
    let three = target(3, 4, "4+", "ward = \"5+\"");
    let plain = attack(&weapons, &three, &with(&["3 dice: 4+ -> 2 mortal"]));
    let turned = Request { order: vec!["knife".into()], ..with(&["3 dice: 4+ -> 2 mortal"]) };
    let turned = attack(&weapons, &three, &turned);
    for k in 0..=12 {
        near("lost", plain.wounds_lost(Side::Defender).at(k), turned.wounds_lost(Side::Defender).at(k));
    }
}

/// One die for each point; the best of several wards; mortal damage is warded too.
#[test]
fn aos_18_1_wards() {
    let hit = "attacks = 1\nhit = \"2+\"\nwound = \"2+\"\ndamage = 3\nabilities = [\"Crit (Mortal)\"]";
    let law = |clauses: &[&str], ward: &str| {
        let ward = if ward.is_empty() { String::new() } else { format!("ward = \"{ward}\"") };
        damage(&attack(&sigmar(1, hit), &target(9, 1, "-", &ward), &with(clauses))).clone()
    };
    // P(3 points) = 1/6 + 4/6 · 5/6 = 13/18; each stays with 2/3 under a ward of 5+.
    let reached = 13.0 / 18.0;
    for (k, ways) in [(1, 6.0), (2, 12.0), (3, 8.0)] {
        near("5+", law(&[], "5+").at(k), reached * ways / 27.0);
        near("the best of three", law(&["ward 5+", "ward 6+"], "6+").at(k), reached * ways / 27.0);
    }
    near("no ward", law(&[], "").mean(), 3.0 * reached);
}

/// Points go from model to model; the models that fall and the points that are left are those of the formula.
#[test]
fn aos_18_2_allocating_damage() {
    let sure = |points: u32| {
        sigmar(1, "count = 0\nattacks = 1\nhit = \"2+\"\nwound = \"2+\"\ndamage = 1")
            + &format!("[[ability]]\nname = \"Blast\"\neffects = [\"{points} mortal damage\"]\n")
    };
    for (health, models, before) in [(1, 5, 0), (2, 5, 1), (3, 2, 2), (7, 1, 4)] {
        for points in 1..=12 {
            let request = Request { set: vec![format!("defender.damage={before}")], ..with(&[]) };
            let request = if before == 0 { with(&[]) } else { request };
            let outcome = attack(&sure(points), &target(models, health, "-", ""), &request);
            let fallen = models.min((before + points) / health);
            let lost = points.min(models * health - before);
            near("slain", outcome.slain(Side::Defender).at(fallen as usize), 1.0);
            near("lost", outcome.wounds_lost(Side::Defender).at(lost as usize), 1.0);
            near("destroyed", outcome.destroyed(Side::Defender), if fallen == models { 1.0 } else { 0.0 });
        }
    }
}

/// What is left when the last model falls is lost; the damage that was done is still told.
#[test]
fn aos_18_4_the_rest_is_lost() {
    let blow = sigmar(1, "attacks = 1\nhit = \"2+\"\nwound = \"2+\"\ndamage = 9");
    let outcome = attack(&blow, &target(2, 2, "-", ""), &with(&[]));
    near("wounds lost", outcome.wounds_lost(Side::Defender).at(4), 25.0 / 36.0);
    near("damage", damage(&outcome).at(9), 25.0 / 36.0);
    // A second attacker meets nobody.
    let text = sigmar(1, "attacks = 1\nhit = \"2+\"\nwound = \"2+\"\ndamage = 9");
    near("slain at most", attack(&text, &target(2, 2, "-", ""), &with(&[])).slain(Side::Defender).at_least(3), 0.0);
}

/// Heal (X) takes allocated points away and brings nobody back.
#[test]
fn aos_21_0_heal() {
    let points = |n: u32| {
        sigmar(1, "count = 0\nattacks = 1\nhit = \"2+\"\nwound = \"2+\"\ndamage = 1")
            + &format!("[[ability]]\nname = \"Blast\"\neffects = [\"{n} mortal damage\"]\n")
    };
    let of = |n: u32, clauses: &[&str], name: &str| left(&points(n), &target(3, 3, "-", ""), &with(clauses), name);
    near("2 of 9 lost, 1 healed", of(2, &["heal 1"], "wounds-left").at(8), 1.0);
    near("4 of 9 lost, 3 healed: the fallen stays", of(4, &["heal 3"], "wounds-left").at(6), 1.0);
    near("models", of(4, &["heal 3"], "models-left").at(2), 1.0);
    let law = of(2, &["heal D3"], "wounds-left");
    is("D3", &law, 3.0, &[(8, 1.0), (9, 2.0)]);
    near("nothing is left to heal", of(9, &["heal 6"], "wounds-left").at(0), 1.0);
    near("twice", of(5, &["heal 1, heal 1"], "wounds-left").at(6), 1.0);
}

/// A Hero beside friends is hit with -1 when shot at, unless it is a Monster or a War Machine; in combat nothing changes.
#[test]
fn aos_25_0_guarded_hero() {
    let line = "attacks = 1\nhit = \"4+\"\nwound = \"2+\"\ndamage = 1\n";
    let hits = |range: &str, keywords: &str| {
        let hero = target(1, 9, "-", &format!("keywords = [{keywords}]"));
        stage(&attack(&sigmar(1, &format!("{line}{range}")), &hero, &with(&["guarded hero"])), "hits")
    };
    near("shot", hits("range = 10", "\"HERO\", \"INFANTRY\""), 2.0 / 6.0);
    near("fought", hits("", "\"HERO\", \"INFANTRY\""), 0.5);
    near("a Monster", hits("range = 10", "\"HERO\", \"MONSTER\""), 0.5);
    near("a War Machine", hits("range = 10", "\"HERO\", \"WAR MACHINE\""), 0.5);
    near("no Hero", hits("range = 10", "\"INFANTRY\""), 0.5);
}

/// Attacks are rolled for each model, Damage for each attack that gets through.
#[test]
fn aos_26_0_random_characteristics() {
    let text = |models| sigmar(models, "attacks = \"D6\"\nhit = \"2+\"\nwound = \"2+\"\ndamage = \"D3\"");
    let outcome = attack(&text(3), &target(90, 1, "-", ""), &with(&[]));
    let attacks = &outcome.stages[0].moments;
    near("3D6", attacks.mean, 10.5);
    near("the variance of 3D6, not that of 3 × D6", attacks.variance, 3.0 * 35.0 / 12.0);
    let one = attack(
        &sigmar(1, "attacks = 2\nhit = \"2+\"\nwound = \"2+\"\ndamage = \"D3\""),
        &target(90, 1, "-", ""),
        &with(&[]),
    );
    // Both through, and 1 + 1 of nine ways to roll two D3.
    let p = 25.0 / 36.0;
    near("two rolls", damage(&one).at(6), p * p / 9.0);
}

/// Set, then multiply, then add, whatever order they are said in; fractions down; at least 1, Rend at least 0.
#[test]
fn aos_27_0_changes_of_rend_hit_wound_and_save() {
    let line = "attacks = 1\nhit = \"4+\"\nwound = \"4+\"\nrend = 1\ndamage = 1";
    let of =
        |clauses: &[&str], name: &str| stage(&attack(&sigmar(1, line), &target(9, 1, "4+", ""), &with(clauses)), name);
    // Rend: +1 and set to 0 is 1 in either order; -3 and +1 of 1 is -1, so 0.
    for text in ["+1 rend, set rend to 0", "set rend to 0, +1 rend"] {
        near(text, of(&[text], "unsaved"), 0.25 * 4.0 / 6.0);
    }
    near("below 0 at the end only", of(&["-3 rend, +1 rend"], "unsaved"), 0.25 * 3.0 / 6.0);
    near("not below 0 on the way", of(&["+1 rend, -3 rend, +2 rend"], "unsaved"), 0.25 * 4.0 / 6.0);
    for text in ["improve hit by 1, set hit to 5+", "set hit to 5+, improve hit by 1"] {
        near(text, of(&[text], "hits"), 3.0 / 6.0);
    }
    // Hit 4+ improved by 3 is 1+: a penalty of 1 leaves 2+.
    near("at least 1", of(&["improve hit by 5, -1 to hit"], "hits"), 5.0 / 6.0);
    near("wound", of(&["worsen wound by 1, set wound to 3+"], "wounds"), 0.5 * 3.0 / 6.0);
    for text in ["improve save by 1, set save to 6+", "set save to 6+, improve save by 1"] {
        near(text, of(&[text, "set rend to 0"], "unsaved"), 0.25 * 4.0 / 6.0);
    }
    // Save 1+ and Rend 1: saved on 2+.
    near("save at least 1", of(&["improve save by 9"], "unsaved"), 0.25 / 6.0);
}

/// Halves are rounded down and at least 1; damage that is less is at least 1.
#[test]
fn aos_27_0_fractions_and_least_values() {
    let mean = |value: &str, clauses: &[&str]| {
        let text = sigmar(1, &format!("attacks = 1\nhit = \"2+\"\nwound = \"2+\"\ndamage = \"{value}\""));
        damage(&attack(&text, &target(90, 1, "-", ""), &with(clauses))).mean() / (25.0 / 36.0)
    };
    near("half of 3", mean("3", &["halve damage"]), 1.0);
    near("half of 1", mean("1", &["halve damage"]), 1.0);
    near("half of D6", mean("D6", &["halve damage"]), (1.0 + 1.0 + 1.0 + 2.0 + 2.0 + 3.0) / 6.0);
    near("D3 less 1", mean("D3", &["-1 damage to target"]), (1.0 + 1.0 + 2.0) / 3.0);
    near("D6 doubled and 1 more", mean("D6", &["+1 damage, double damage"]), 8.0);
    near("set, doubled, 1 less", mean("D6", &["-1 damage, double damage, set damage to 2"]), 3.0);
    let attacks = sigmar(1, "attacks = 3\nhit = \"2+\"\nwound = \"2+\"\ndamage = 1");
    let count = |clauses: &[&str]| stage(&attack(&attacks, &target(90, 1, "-", ""), &with(clauses)), "attacks");
    near("half of 3 attacks", count(&["halve attacks"]), 1.0);
    near("at least 1", count(&["-5 attacks"]), 1.0);
}

/// Of two fixed values the later one stands.
#[test]
fn aos_30_0_the_later_effect_stands() {
    let text = sigmar(1, "attacks = 3\nhit = \"2+\"\nwound = \"2+\"\ndamage = 1");
    let count = |clauses: &[&str]| stage(&attack(&text, &target(90, 1, "-", ""), &with(clauses)), "attacks");
    near("5, then 2", count(&["set attacks to 5, set attacks to 2"]), 2.0);
    near("2, then 5", count(&["set attacks to 2, set attacks to 5"]), 5.0);
}

/// Models that come back bring all their Health, and heal nobody; dice heal for each that reaches its number.
#[test]
fn aos_22_0_models_come_back() {
    let points = |n: u32| {
        sigmar(1, "count = 0\nattacks = 1\nhit = \"2+\"\nwound = \"2+\"\ndamage = 1")
            + &format!("[[ability]]\nname = \"Blast\"\neffects = [\"{n} mortal damage\"]\n")
    };
    let of = |n: u32, clauses: &[&str], name: &str| left(&points(n), &target(3, 3, "-", ""), &with(clauses), name);
    // Four of nine lost: one fell, one has a point.
    near("one comes back", of(4, &["return 1 models"], "wounds-left").at(8), 1.0);
    near("two cannot", of(4, &["return 2 models"], "wounds-left").at(8), 1.0);
    near("two of two", of(8, &["return 2 models"], "models-left").at(3), 1.0);
    near("nobody fell", of(2, &["return 1 model"], "wounds-left").at(7), 1.0);
    is("a D3", &of(8, &["return D3 models"], "models-left"), 3.0, &[(2, 1.0), (3, 2.0)]);
    near("a unit that is gone", of(9, &["return 1 models"], "models-left").at(0), 1.0);
    is("dice", &of(2, &["2 dice: 4+ -> heal 1"], "wounds-left"), 4.0, &[(7, 1.0), (8, 2.0), (9, 1.0)]);
    // Five of nine lost: one fell, one lacks two points. A 1 heals nothing, every other number both.
    is("that much", &of(5, &["1 dice: 2+ -> heal that much"], "wounds-left"), 6.0, &[(4, 1.0), (6, 5.0)]);
    is("a D3 of models", &of(8, &["D3: 2+ -> return that many models"], "models-left"), 3.0, &[(1, 1.0), (3, 2.0)]);
    is("models", &of(8, &["2 dice: 5+ -> return 1 model"], "models-left"), 9.0, &[(1, 4.0), (2, 4.0), (3, 1.0)]);
}
