//! The referee of Warhammer 40,000, eleventh edition, against fractions that were worked out by hand.

use super::{check_mean, sample};
use crate::referee::Expression;
use crate::referee::warhammer_40k_11e::*;

fn group(models: u32, wounds: i32, toughness: i32, save: i32) -> Group {
    Group { models, wounds, toughness, save, ..Group::default() }
}

fn target(groups: &[Group]) -> Defender {
    Defender { groups: groups.to_vec(), ..Defender::default() }
}

fn weapon(attacks: i32, skill: i32, strength: i32, armour_penetration: i32, damage: i32) -> Weapon {
    Weapon {
        attacks: Expression::fixed(attacks),
        skill: Some(skill),
        strength,
        armour_penetration,
        damage: Expression::fixed(damage),
        ..Weapon::default()
    }
}

fn with(weapons: &[Weapon]) -> Attacker {
    Attacker { weapons: weapons.to_vec(), ..Attacker::default() }
}

#[track_caller]
fn near(what: &str, ours: f64, truth: f64, slack: f64) {
    assert!((ours - truth).abs() <= slack, "{what}: {ours} instead of {truth}");
}

#[test]
fn sorted_saves_of_a_strong_model_before_five_weak_ones() {
    let unit = target(&[group(1, 1, 4, 2), group(5, 1, 4, 5)]);
    let six = of_wounds(&with(&[weapon(1, 4, 4, 0, 1)]), &unit, 6);
    near("wounds", six.wounds_lost, 7243.0 / 2592.0, 1e-13);
    near("slain", six.slain, 7243.0 / 2592.0, 1e-13);
    near("destroyed", six.destroyed, 0.072_166_495_2, 6e-11);
}

#[test]
fn every_face_of_six_save_dice_is_what_their_counts_say() {
    let kinds = [group(1, 1, 4, 2), group(2, 2, 4, 4), group(3, 1, 4, 6)];
    let unit = target(&kinds);
    let attacker = with(&[weapon(1, 4, 4, -1, 2)]);
    for dice in 0..=6 {
        let counted = of_wounds(&attacker, &unit, dice);
        let faces = every_face(1 << 20, |rolled| saves_of(rolled, &attacker, &unit, dice)).expect("few dice");
        let mean = |of: &dyn Fn(&(u32, u32, bool)) -> f64| faces.iter().map(|(end, p)| of(end) * p).sum::<f64>();
        near("all", mean(&|_| 1.0), 1.0, 1e-14);
        near("wounds", counted.wounds_lost, mean(&|end| f64::from(end.0)), 1e-13);
        near("slain", counted.slain, mean(&|end| f64::from(end.1)), 1e-13);
        near("destroyed", counted.destroyed, mean(&|end| f64::from(u8::from(end.2))), 1e-13);
    }
}

#[test]
fn two_groups_that_save_alike_are_as_one() {
    let kind = |models, invulnerable| Group { invulnerable: Some(invulnerable), ..group(models, 1, 4, 3) };
    let unit = target(&[kind(2, 4), kind(5, 6)]);
    let five = of_wounds(&with(&[weapon(1, 4, 4, -1, 2)]), &unit, 5);
    near("wounds", five.wounds_lost, 2.5, 1e-13);
    near("slain", five.slain, 2.5, 1e-13);
}

/// The numbers of the table of references that dice do not need: ten decimal places.
#[test]
fn volleys_whose_numbers_are_known() {
    let marines = [group(5, 2, 4, 3)];
    let bolters = with(&[weapon(10, 3, 4, -1, 1)]);
    let covered = Defender { cover: true, ..target(&marines) };
    let minus = |weapon: Weapon| Weapon { hit_penalty: 1, ..weapon };
    let sixes = Weapon { sustained_hits: Expression::fixed(1), ..minus(weapon(10, 5, 4, -1, 1)) };
    let horde = target(&[group(10, 1, 3, 5)]);
    let snap = Weapon { sustained_hits: Expression::fixed(1), ..weapon(20, 4, 4, 0, 1) };
    let unseen = |indirect| Weapon { indirect, ..weapon(10, 4, 5, 0, 1) };
    let cases = [
        ("ten attacks", &bolters, &target(&marines), 5.0 / 3.0, 0.587_668_715_8),
        ("in cover", &bolters, &covered, 1.25, 0.389_078_378_7),
        ("in cover, -1 to hit", &with(&[minus(weapon(10, 3, 4, -1, 1))]), &covered, 5.0 / 6.0, 0.207_043_062_4),
        ("only criticals", &with(&[sixes]), &covered, 0.833_333_310_3, 0.232_435_558_9),
        ("snap shooting", &Attacker { snap_shooting: true, ..with(&[snap]) }, &horde, 1.481_481_446_5, 1.481_481_446_5),
        ("no spotter", &with(&[unseen(Indirect::Unseen)]), &horde, 20.0 / 27.0, 20.0 / 27.0),
        ("a spotter", &with(&[unseen(Indirect::Spotted)]), &horde, 40.0 / 27.0, 40.0 / 27.0),
    ];
    for (what, attacker, defender, wounds, slain) in cases {
        let ours = of_attacks(attacker, defender);
        near(what, ours.wounds_lost, wounds, 6e-9);
        near(what, ours.slain, slain, 6e-9);
    }
    near("all ten", of_attacks(&bolters, &target(&marines)).destroyed, 1.65e-8, 6e-11);
}

#[test]
fn devastating_wounds_come_after_their_own_batch() {
    let first = Weapon { devastating_wounds: true, anti: Some(4), ..weapon(4, 3, 4, -1, 2) };
    let both = of_attacks(&with(&[first, weapon(6, 3, 4, -1, 1)]), &target(&[group(5, 3, 4, 3)]));
    near("wounds", both.wounds_lost, 263.0 / 81.0, 1e-9);
    near("slain", both.slain, 0.784_033_969_7, 6e-11);
}

#[test]
fn melta_is_added_before_damage_is_halved() {
    let melta = Weapon { damage: Expression::dice(1, 6, 0), melta: 2, ..weapon(2, 4, 9, -4, 1) };
    let unit = target(&[Group { damage_halved: true, ..group(1, 12, 10, 2) }]);
    let attacker = Attacker { half_range: true, ..with(&[melta]) };
    let faces = every_face(1 << 20, |dice| attack(dice, &attacker, &unit).wounds_lost).expect("eight dice at most");
    near("wounds", faces.iter().map(|(lost, p)| f64::from(*lost) * p).sum(), 5.0 / 6.0, 1e-13);
}

#[test]
fn lethal_hits_may_be_declined() {
    let terminators = target(&[Group { invulnerable: Some(4), ..group(5, 3, 4, 2) }]);
    let plain = Weapon { devastating_wounds: true, ..weapon(12, 3, 5, -1, 3) };
    for (what, anti, lethal_hits, wounds, slain, destroyed) in [
        ("taken", None, true, 7.878_378_131_5, 2.626_126_043_8, 0.105_794_067_6),
        ("declined", None, false, 7.878_378_131_5, 2.626_126_043_8, 0.105_794_067_6),
        ("Anti, taken", Some(3), true, 12.474_581_785_8, 4.158_193_928_6, 0.530_025_343_7),
        ("Anti, declined", Some(3), false, 13.448_818_013_7, 4.482_939_337_9, 0.681_689_133_0),
    ] {
        let ours = of_attacks(&with(&[Weapon { lethal_hits, anti, ..plain.clone() }]), &terminators);
        near(what, ours.wounds_lost, wounds, 6e-11);
        near(what, ours.slain, slain, 6e-11);
        near(what, ours.destroyed, destroyed, 6e-11);
    }
}

#[test]
fn weapons_whose_attacks_are_identical_are_one_batch() {
    // Four wounds at once are not two times two: the lowest dice meet the strong model first.
    let unit = target(&[group(1, 1, 4, 2), group(3, 1, 4, 6)]);
    let sure = |count, attacks| Weapon { count, skill: None, strength: 12, ..weapon(attacks, 2, 4, 0, 1) };
    let parted = of_attacks(&with(&[sure(1, 2), sure(2, 1)]), &unit);
    let whole = of_attacks(&with(&[sure(1, 4)]), &unit);
    near("slain", parted.slain, whole.slain, 1e-13);
    // A weapon of another Strength stands apart.
    let apart = of_attacks(&with(&[sure(1, 2), Weapon { strength: 11, ..sure(1, 2) }]), &unit);
    assert!((apart.slain - whole.slain).abs() > 0.01, "{} and {}", apart.slain, whole.slain);
}

#[test]
fn every_face_of_a_volley_is_what_its_counts_say() {
    let unit = target(&[group(1, 2, 4, 3), Group { invulnerable: Some(5), ..group(3, 1, 4, 6) }]);
    let attacker = with(&[Weapon { devastating_wounds: true, ..weapon(2, 3, 5, -1, 2) }, weapon(2, 4, 4, 0, 1)]);
    let counted = of_attacks(&attacker, &unit);
    let ends = every_end(&attacker, &unit, 1 << 16).expect("few dice");
    let slain = |left: &Vec<i32>| left.iter().filter(|left| **left == 0).count() as f64;
    near("slain", ends.iter().map(|(left, p)| slain(left) * p).sum(), counted.slain, 1e-13);
    near("destroyed", ends.get(&vec![0; 4]).copied().unwrap_or(0.0), counted.destroyed, 1e-13);
}

#[test]
fn dice_roll_what_is_counted() {
    let unit = target(&[group(1, 1, 4, 2), group(5, 1, 4, 5)]);
    let attacker = with(&[weapon(8, 3, 5, 0, 1), Weapon { devastating_wounds: true, ..weapon(3, 3, 4, -1, 1) }]);
    let counted = of_attacks(&attacker, &unit);
    let results = sample(1100, super::TRIALS, |dice| attack(dice, &attacker, &unit));
    check_mean("wounds", &results, counted.wounds_lost, |end| f64::from(end.wounds_lost));
    check_mean("destroyed", &results, counted.destroyed, |end| f64::from(u8::from(end.destroyed)));
}

#[test]
fn a_hazard_roll_fails_on_one_and_two_and_spills() {
    let plasma = Weapon { count: 3, hazardous: true, ..weapon(1, 6, 1, 0, 1) };
    let attacker = Attacker { groups: vec![group(3, 1, 4, 3)], ..with(std::slice::from_ref(&plasma)) };
    let lost = every_face(1 << 22, |dice| attack(dice, &attacker, &target(&[group(1, 1, 12, 2)])).attacker_wounds_lost);
    for (wounds, chance) in lost.expect("at most twelve dice") {
        near("lost", chance, [8.0, 12.0, 6.0, 1.0][wounds as usize] / 27.0, 1e-13);
    }
    // Three mortal wounds where every model is a VEHICLE, and they go on to the next.
    let tank =
        Attacker { groups: vec![group(2, 2, 9, 3)], heavy_models: true, ..with(&[Weapon { count: 1, ..plasma }]) };
    let lost = every_face(1 << 16, |dice| attack(dice, &tank, &target(&[group(1, 1, 12, 2)])).attackers_slain);
    near("one", lost.expect("few dice")[&1], 1.0 / 3.0, 1e-13);
}
