//! The pairs of weapon abilities that contain Devastating Wounds, Lethal Hits or Sustained Hits, each against an
//! enumeration that is written out here and knows neither the engines nor the steps they take.

use std::collections::BTreeMap;

use crate::support::{forty_k, gun, near, squad, stage, unit, with};
use warodds::ask::{Request, prepare_units};
use warodds::engine::{Outcome, exact};
use warodds::games::Phase;
use warodds::sequence::Side;

/// One weapon as the rules say it, every number already what it is against this target.
#[derive(Clone)]
struct Gun {
    attacks: u32,
    /// `None`: Torrent.
    hits_on: Option<u32>,
    hit_modifier: i32,
    critical_hits_on: u32,
    lethal: bool,
    sustained: u32,
    wounds_on: u32,
    wound_modifier: i32,
    critical_wounds_on: u32,
    devastating: bool,
    twin_linked: bool,
    /// What must be rolled to save; 7 for no save.
    save_on: u32,
    /// The values that the Damage may take, equally likely.
    damage: Vec<u32>,
    feel_no_pain: u32,
    feel_no_pain_mortal: u32,
}

impl Gun {
    /// Two attacks, hit 3+, wound 4+, no save, Damage 1.
    fn plain() -> Self {
        Self {
            attacks: 2,
            hits_on: Some(3),
            hit_modifier: 0,
            critical_hits_on: 6,
            lethal: false,
            sustained: 0,
            wounds_on: 4,
            wound_modifier: 0,
            critical_wounds_on: 6,
            devastating: false,
            twin_linked: false,
            save_on: 7,
            damage: vec![1],
            feel_no_pain: 7,
            feel_no_pain_mortal: 7,
        }
    }
}

/// Ordinary wounds and Devastating ones.
type Wounds = BTreeMap<(u32, u32), f64>;

/// One wound roll: nothing, an ordinary wound or a Devastating one; every face, and every face again if it failed.
fn wound_roll(gun: &Gun) -> [f64; 3] {
    let result = |face: u32| {
        if face == 1 {
            0
        } else if face >= gun.critical_wounds_on {
            if gun.devastating { 2 } else { 1 }
        } else {
            usize::from(face as i32 + gun.wound_modifier.clamp(-1, 1) >= gun.wounds_on as i32)
        }
    };
    let mut chances = [0.0; 3];
    for first in 1..=6 {
        if gun.twin_linked && result(first) == 0 {
            (1..=6).for_each(|again| chances[result(again)] += 1.0 / 36.0);
        } else {
            chances[result(first)] += 1.0 / 6.0;
        }
    }
    chances
}

/// One attack: every face of the hit roll, then every wound roll that follows.
fn one_attack(gun: &Gun) -> Wounds {
    let faces = if gun.hits_on.is_some() { 1..=6 } else { 1..=1 };
    let each = 1.0 / faces.clone().count() as f64;
    let mut wounds = Wounds::new();
    for face in faces {
        let (rolls, automatic) = match gun.hits_on {
            None => (1, 0),
            Some(_) if face == 1 => (0, 0),
            Some(_) if face >= gun.critical_hits_on => (gun.sustained + u32::from(!gun.lethal), u32::from(gun.lethal)),
            Some(on) => (u32::from(face as i32 + gun.hit_modifier.clamp(-1, 1) >= on as i32), 0),
        };
        let mut so_far = Wounds::from([((automatic, 0), each)]);
        for _ in 0..rolls {
            let mut next = Wounds::new();
            for ((ordinary, late), p) in so_far {
                for (result, q) in wound_roll(gun).into_iter().enumerate() {
                    let key = (ordinary + u32::from(result == 1), late + u32::from(result == 2));
                    *next.entry(key).or_default() += p * q;
                }
            }
            so_far = next;
        }
        for (key, p) in so_far {
            *wounds.entry(key).or_default() += p;
        }
    }
    wounds
}

/// All attacks together.
fn all_attacks(gun: &Gun) -> Wounds {
    let mut wounds = Wounds::from([((0, 0), 1.0)]);
    for _ in 0..gun.attacks {
        let mut next = Wounds::new();
        for ((a, b), p) in &wounds {
            for ((c, d), q) in one_attack(gun) {
                *next.entry((a + c, b + d)).or_default() += p * q;
            }
        }
        wounds = next;
    }
    wounds
}

/// One blow on models of so many wounds each: the excess of an attack is lost with the model.
fn blow(lost: BTreeMap<u32, f64>, gun: &Gun, saved_on: u32, shrugged_on: u32, wounds: u32) -> BTreeMap<u32, f64> {
    let mut next = BTreeMap::new();
    for (lost, p) in lost {
        for save in 1..=6 {
            if save >= saved_on.max(2) {
                *next.entry(lost).or_default() += p / 6.0;
                continue;
            }
            for damage in &gun.damage {
                let p = p / 6.0 / gun.damage.len() as f64;
                let left = wounds - lost % wounds;
                if shrugged_on > 6 {
                    *next.entry(lost + (*damage).min(left)).or_default() += p;
                    continue;
                }
                // Every point rolls its Feel No Pain: all faces of all of them.
                let faces = 6u32.pow(*damage);
                for way in 0..faces {
                    let sticks = |point: &u32| way / 6u32.pow(*point) % 6 + 1 < shrugged_on;
                    let stuck = (0..*damage).filter(sticks).count() as u32;
                    *next.entry(lost + stuck.min(left)).or_default() += p / f64::from(faces);
                }
            }
        }
    }
    next
}

/// The points that a crowd of models of so many wounds loses: ordinary attacks first, Devastating ones after all.
fn enumerate(gun: &Gun, wounds: u32) -> BTreeMap<u32, f64> {
    let mut total = BTreeMap::new();
    for ((ordinary, late), p) in all_attacks(gun) {
        let mut lost = BTreeMap::from([(0, p)]);
        for _ in 0..ordinary {
            lost = blow(lost, gun, gun.save_on, gun.feel_no_pain, wounds);
        }
        for _ in 0..late {
            lost = blow(lost, gun, 7, gun.feel_no_pain.min(gun.feel_no_pain_mortal), wounds);
        }
        for (lost, p) in lost {
            *total.entry(lost).or_default() += p;
        }
    }
    total
}

/// The exact outcome is the enumeration: points lost one by one, and how many wounds of each kind there were.
#[track_caller]
fn agrees(what: &str, gun: &Gun, outcome: &Outcome, wounds: u32) {
    let truth = enumerate(gun, wounds);
    let lost = outcome.wounds_lost(Side::Defender);
    let most = (lost.max() as u32).max(*truth.keys().last().expect("some way"));
    for points in 0..=most {
        let wanted = truth.get(&points).copied().unwrap_or(0.0);
        near(&format!("{what}: {points} lost"), lost.at(points as usize), wanted);
    }
    let slain = truth.iter().map(|(lost, p)| f64::from(lost / wounds) * p).sum();
    near(&format!("{what}: slain"), outcome.slain(Side::Defender).mean(), slain);
    let (ordinary, late) = all_attacks(gun)
        .into_iter()
        .fold((0.0, 0.0), |(ordinary, late), ((a, b), p)| (ordinary + f64::from(a) * p, late + f64::from(b) * p));
    near(&format!("{what}: wounds"), stage(outcome, "wounds"), ordinary + late);
    if gun.devastating {
        near(&format!("{what}: critical wounds"), stage(outcome, "critical-wounds"), late);
    }
}

/// Ordinary and Devastating wounds of one attack.
fn per_attack(gun: &Gun) -> (f64, f64) {
    one_attack(gun)
        .into_iter()
        .fold((0.0, 0.0), |(a, b), ((ordinary, late), p)| (a + f64::from(ordinary) * p, b + f64::from(late) * p))
}

fn shoot(line: &str, abilities: &str, target: &str, clauses: &[&str]) -> Outcome {
    let request = Request { phase: Some(Phase::Shooting), ..with(clauses) };
    crate::support::attack(&forty_k(&gun(1, line, abilities)), target, &request)
}

/// Twelve infantry models of T4.
fn crowd(save: &str, wounds: u32, more: &str) -> String {
    squad(12, 4, save, wounds, more).replace("name = \"Target\"", "name = \"Target\"\nkeywords = [\"INFANTRY\"]")
}

#[test]
fn ij_lethal_hits_and_devastating_wounds() {
    let without = Gun { devastating: true, damage: vec![1, 2, 3], save_on: 5, ..Gun::plain() };
    let target = crowd("4+", 2, "");
    agrees("without Lethal", &without, &shoot("2 3+ 4 -1 D3", "\"Devastating Wounds\"", &target, &[]), 2);
    near("ordinary", per_attack(&without).0, 2.0 / 9.0);
    near("devastating", per_attack(&without).1, 1.0 / 9.0);
    let both = Gun { lethal: true, ..without };
    let outcome = shoot("2 3+ 4 -1 D3", "\"Lethal Hits\", \"Devastating Wounds\"", &target, &[]);
    agrees("with Lethal", &both, &outcome, 2);
    near("ordinary", per_attack(&both).0, 1.0 / 3.0);
    near("devastating", per_attack(&both).1, 1.0 / 12.0);
}

#[test]
fn ij_lethal_hits_and_anti_and_devastating_wounds() {
    let base = Gun { devastating: true, critical_wounds_on: 4, save_on: 3, wounds_on: 5, ..Gun::plain() };
    let target = crowd("3+", 1, "");
    let anti = "\"Anti-INFANTRY 4+\", \"Devastating Wounds\"";
    agrees("Anti alone", &base, &shoot("2 3+ 3 0 1", anti, &target, &[]), 1);
    near("ordinary", per_attack(&base).0, 0.0);
    near("devastating", per_attack(&base).1, 1.0 / 3.0);
    let lethal = Gun { lethal: true, ..base.clone() };
    let all = shoot("2 3+ 3 0 1", &format!("{anti}, \"Lethal Hits\""), &target, &[]);
    agrees("with Lethal", &lethal, &all, 1);
    near("ordinary", per_attack(&lethal).0, 1.0 / 6.0);
    near("devastating", per_attack(&lethal).1, 1.0 / 4.0);
    let mean = |gun: &Gun| enumerate(gun, 1).iter().map(|(lost, p)| f64::from(*lost) * p).sum::<f64>();
    assert!(mean(&lethal) < mean(&base), "Lethal Hits lower the output here");
}

#[test]
fn ij_lethal_hits_and_twin_linked_and_wound_modifiers() {
    let target = crowd("-", 1, "");
    let twin = Gun { lethal: true, twin_linked: true, ..Gun::plain() };
    agrees("Twin-linked", &twin, &shoot("2 3+ 4 0 1", "\"Lethal Hits\", \"Twin-linked\"", &target, &[]), 1);
    for (text, by) in [("-1 to wound", -1), ("+1 to wound", 1)] {
        let changed = Gun { lethal: true, wound_modifier: by, ..Gun::plain() };
        agrees(text, &changed, &shoot("2 3+ 4 0 1", "\"Lethal Hits\"", &target, &[text]), 1);
        // The critical part, a sixth of the attacks, is not touched.
        near(text, per_attack(&changed).0, 1.0 / 6.0 + 0.5 * f64::from(3 + by) / 6.0);
    }
}

#[test]
fn ij_sustained_hits_and_lethal_hits() {
    let target = crowd("-", 1, "");
    for (abilities, lethal, sustained, wounds) in [
        ("", false, 0, 1.0 / 3.0),
        ("\"Lethal Hits\"", true, 0, 5.0 / 12.0),
        ("\"Sustained Hits 1\"", false, 1, 5.0 / 12.0),
        ("\"Sustained Hits 1\", \"Lethal Hits\"", true, 1, 0.5),
        ("\"Sustained Hits 3\", \"Lethal Hits\"", true, 3, 1.0 / 6.0 + 0.25 + 3.0 / 12.0),
    ] {
        let gun = Gun { lethal, sustained, ..Gun::plain() };
        agrees(abilities, &gun, &shoot("2 3+ 4 0 1", abilities, &target, &[]), 1);
        near(abilities, per_attack(&gun).0, wounds);
    }
}

/// One value is chosen, and extra hits make no more.
#[test]
fn ij_sustained_hits_twice() {
    let target = crowd("-", 1, "");
    let two = Gun { sustained: 2, ..Gun::plain() };
    agrees("1 and 2", &two, &shoot("2 3+ 4 0 1", "\"Sustained Hits 1\", \"Sustained Hits 2\"", &target, &[]), 1);
    agrees("2 and 1", &two, &shoot("2 3+ 4 0 1", "\"Sustained Hits 2\"", &target, &["Sustained Hits 1"]), 1);
    let hits = stage(&shoot("2 3+ 4 0 1", "\"Sustained Hits 2\"", &target, &[]), "hits");
    near("hits", hits, 2.0 * (4.0 / 6.0 + 2.0 / 6.0));
}

#[test]
fn ij_torrent_and_critical_hits() {
    let target = crowd("-", 1, "");
    let gun = Gun { hits_on: None, ..Gun::plain() };
    let all = "\"Torrent\", \"Sustained Hits 2\", \"Lethal Hits\"";
    let outcome = shoot("2 N/A 4 0 1", all, &target, &["critical hits on 4+", "2 mortal on critical hits"]);
    agrees("no critical hits", &gun, &outcome, 1);
    near("none", stage(&outcome, "critical-hits"), 0.0);
}

#[test]
fn ij_torrent_and_what_works_with_it() {
    let target = crowd("-", 3, "");
    // Rapid Fire 1 and Blast on twelve models make one attack four; Melta 1 makes Damage 1 two.
    let gun = Gun {
        attacks: 4,
        hits_on: None,
        devastating: true,
        critical_wounds_on: 5,
        twin_linked: true,
        damage: vec![2],
        ..Gun::plain()
    };
    let all = "\"Torrent\", \"Devastating Wounds\", \"Anti-INFANTRY 5+\", \"Twin-linked\", \"Rapid Fire 1\", \"Blast\", \"Melta 1\"";
    agrees("all of them", &gun, &shoot("1 N/A 4 0 1", all, &target, &["half range"]), 3);
}

/// Unmodified 5s hit whatever the skill and the modifier, and trigger both.
#[test]
fn ij_lowered_critical_hits() {
    let target = crowd("-", 1, "");
    for (skill, modifier) in [(3, 0), (6, 0), (6, -1), (5, -1)] {
        let gun = Gun {
            hits_on: Some(skill),
            hit_modifier: modifier,
            critical_hits_on: 5,
            lethal: true,
            sustained: 1,
            ..Gun::plain()
        };
        let clauses: &[&str] =
            if modifier < 0 { &["critical hits on 5+", "-1 to hit"] } else { &["critical hits on 5+"] };
        let line = format!("2 {skill}+ 4 0 1");
        agrees(&line, &gun, &shoot(&line, "\"Sustained Hits 1\", \"Lethal Hits\"", &target, clauses), 1);
    }
}

#[test]
fn ij_devastating_wounds_and_invulnerable_save() {
    let gun = Gun { devastating: true, save_on: 2, ..Gun::plain() };
    let target = crowd("6+", 1, "invulnerable = \"2+\"");
    agrees("2+ invulnerable", &gun, &shoot("2 3+ 4 -3 1", "\"Devastating Wounds\"", &target, &[]), 1);
}

#[test]
fn ij_devastating_wounds_and_feel_no_pain() {
    let gun = Gun { devastating: true, save_on: 5, damage: vec![1, 2, 3], feel_no_pain: 5, ..Gun::plain() };
    let every = crowd("5+", 2, "feel-no-pain = \"5+\"");
    agrees("every wound", &gun, &shoot("2 3+ 4 0 D3", "\"Devastating Wounds\"", &every, &[]), 2);
    let mortal = Gun { feel_no_pain: 7, feel_no_pain_mortal: 4, ..gun.clone() };
    let only = crowd("5+", 2, "feel-no-pain-mortal = \"4+\"");
    agrees("mortal wounds only", &mortal, &shoot("2 3+ 4 0 D3", "\"Devastating Wounds\"", &only, &[]), 2);
    let both = Gun { feel_no_pain: 6, ..mortal };
    let two = crowd("5+", 2, "feel-no-pain = \"6+\"\nfeel-no-pain-mortal = \"4+\"");
    agrees("the better of two", &both, &shoot("2 3+ 4 0 D3", "\"Devastating Wounds\"", &two, &[]), 2);
}

#[test]
fn ij_devastating_wounds_and_changed_damage() {
    let target = crowd("5+", 3, "");
    for (clauses, damage) in [
        (&["-1 damage to target"][..], vec![1, 1, 2, 3, 4, 5]),
        (&["halve damage"][..], vec![1, 1, 2, 2, 3, 3]),
        (&["halve damage", "-1 damage to target"][..], vec![1, 1, 1, 1, 2, 2]),
        (&["damage is 0"][..], vec![0]),
    ] {
        let gun = Gun { devastating: true, save_on: 5, damage, ..Gun::plain() };
        let outcome = shoot("2 3+ 4 0 D6", "\"Devastating Wounds\"", &target, clauses);
        agrees(&clauses.join(", "), &gun, &outcome, 3);
        let (_, late) = per_attack(&gun);
        let each = gun.damage.iter().sum::<u32>() as f64 / gun.damage.len() as f64;
        let mortal = outcome.total("mortal-wounds").expect("a result").mean();
        near("what becomes mortal wounds", mortal, f64::from(gun.attacks) * late * each);
    }
}

#[test]
fn ij_devastating_wounds_and_melta() {
    let target = crowd("5+", 4, "");
    let gun = Gun { devastating: true, save_on: 5, damage: vec![3, 4, 5, 6, 7, 8], ..Gun::plain() };
    let abilities = "\"Devastating Wounds\", \"Melta 2\"";
    agrees("D6 + 2", &gun, &shoot("2 3+ 4 0 D6", abilities, &target, &["half range"]), 4);
    let halved = Gun { damage: vec![3, 3, 4, 4, 5, 5], ..gun.clone() };
    agrees("halved first", &halved, &shoot("2 3+ 4 0 D6", abilities, &target, &["half range", "halve damage"]), 4);
    let zero = Gun { damage: vec![2], ..gun };
    agrees("set to 0, then 2", &zero, &shoot("2 3+ 4 0 D6", abilities, &target, &["half range", "damage is 0"]), 4);
}

/// The attacker puts the attack, with its mortal wounds, on the character: his wounds are counted as a target of one.
#[test]
fn ij_devastating_wounds_and_precision() {
    let leader = "game = \"warhammer-40k\"\nname = \"Leader\"\n[[model]]\nname = \"Leader\"\ncount = 1\ntoughness = 4\nsave = \"5+\"\nwounds = 4\nrole = \"character\"\nfeel-no-pain-mortal = \"5+\"\n";
    let mut led = unit(&squad(12, 4, "-", 1, ""));
    led.leaders.push((unit(leader), None));
    let weapon = forty_k(&gun(1, "2 3+ 4 0 D3", "\"Devastating Wounds\", \"Precision\""));
    let request = Request { rulings: vec!["precision=always".into()], ..with(&[]) };
    let prepared = prepare_units(&[(unit(&weapon), None)], &(led, None), &request).expect("an attack");
    let outcome = exact(&prepared.engaged.engagement).expect("small");
    let gun = Gun { devastating: true, save_on: 5, damage: vec![1, 2, 3], feel_no_pain_mortal: 5, ..Gun::plain() };
    let truth = enumerate(&gun, 4);
    near("the character dies", outcome.gone(&[1]), truth.iter().filter(|(lost, _)| **lost >= 4).map(|(_, p)| p).sum());
    // Two attacks can slay him with the first only on 4 or more, which D3 is not: nobody else is hurt.
    let lost = outcome.wounds_lost(Side::Defender);
    for points in 0..=4u32 {
        near("points", lost.at(points as usize), truth.get(&points).copied().unwrap_or(0.0));
    }
}

/// The excess of each attack is lost; ordinary attacks come first.
#[test]
fn ij_devastating_wounds_and_overkill() {
    for (wounds, damage) in [(1u32, "2"), (2, "3"), (3, "2"), (2, "D3")] {
        let values = if damage == "D3" { vec![1, 2, 3] } else { vec![damage.parse().expect("a number")] };
        let gun = Gun { attacks: 3, devastating: true, save_on: 4, damage: values, ..Gun::plain() };
        let target = crowd("4+", wounds, "");
        let line = format!("3 3+ 4 0 {damage}");
        agrees(&line, &gun, &shoot(&line, "\"Devastating Wounds\"", &target, &[]), wounds);
    }
    // W40K-DEVASTATING: models of two wounds, one ordinary point and one Devastating attack of three, by two weapons.
    let weapons = format!(
        "{}{}",
        gun(1, "1 N/A 8 0 3", "\"Torrent\", \"Devastating Wounds\""),
        gun(1, "1 N/A 8 0 1", "\"Torrent\"").replace("Gun", "Second")
    );
    let request = Request { phase: Some(Phase::Shooting), ..with(&["wounds on 2+", "critical wounds on 2+"]) };
    let outcome = crate::support::attack(&forty_k(&weapons), &squad(5, 4, "-", 2, ""), &request);
    // Both wound: the second weapon's point comes first, and the Devastating attack finishes the wounded model.
    let both = outcome.distribution(|lost| usize::from(lost[0] == 2)).at(1);
    near("one dead, the next untouched", both, (5.0f64 / 6.0).powi(2) + 5.0 / 36.0);
    near("never a second one wounded", outcome.distribution(|lost| usize::from(lost[0] > 2)).at(1), 0.0);
}

/// Every hit is a six, and so critical, whatever skill and modifiers say.
#[test]
fn ij_overwatch_and_lethal_hits_and_sustained_hits() {
    let target = crowd("-", 1, "");
    for (abilities, lethal, sustained) in [
        ("\"Lethal Hits\"", true, 0),
        ("\"Sustained Hits 2\"", false, 2),
        ("\"Lethal Hits\", \"Sustained Hits 1\"", true, 1),
    ] {
        // Needing 7 with a critical on 6: only sixes hit.
        let gun = Gun { hits_on: Some(7), lethal, sustained, ..Gun::plain() };
        let outcome = shoot("2 2+ 4 0 1", abilities, &target, &["overwatch", "+1 to hit", "critical hits on 4+"]);
        agrees(abilities, &gun, &outcome, 1);
        near("all critical", stage(&outcome, "critical-hits"), 2.0 / 6.0);
    }
}
