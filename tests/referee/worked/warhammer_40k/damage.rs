//! Attacks, damage, and who takes it.

use super::super::{check_chance, check_law, check_mean};
use super::{models, run, sure, unsaved, with};
use crate::referee::Expression;
use crate::referee::warhammer_40k::*;

#[test]
fn number_of_attacks() {
    // Rapid Fire and Blast come after the multiplication: 2 x 3 + 1 + 2 for eleven models.
    let weapon = Weapon {
        count: 2,
        attacks: Expression::fixed(3),
        attacks_changes: Changes { multiply: 2, ..Changes::default() },
        half_range: true,
        rapid_fire: Expression::fixed(1),
        blast: true,
        ..Weapon::default()
    };
    assert!(run(420, &with(weapon), &models(11, 1)).iter().all(|result| result.attacks == 18));
    // Four models give nothing, nineteen give three.
    for (number, attacks) in [(4, 1), (5, 2), (9, 2), (10, 3), (19, 4), (20, 5)] {
        let weapon = Weapon { blast: true, ..Weapon::default() };
        assert!(run(422, &with(weapon), &models(number, 1)).iter().all(|result| result.attacks == attacks));
    }
    // A 3, doubled, +1 is 7; A 1, halved, -3 is 1.
    let changes = |divide, multiply, add, subtract| Changes { set: None, divide, multiply, add, subtract };
    for (printed, changes, expected) in [(3, changes(1, 2, 1, 0), 7), (1, changes(2, 1, 0, 3), 1)] {
        let attacks = Expression::fixed(printed);
        let weapon = Weapon { attacks, attacks_changes: changes, ..Weapon::default() };
        assert!(run(421, &with(weapon), &models(1, 1)).iter().all(|result| result.attacks == expected));
    }
}

#[test]
fn damage_after_all_changes() {
    let d6 = Expression::dice(1, 6, 0);
    let d3 = Expression::dice(1, 3, 0);
    let melta = Weapon { half_range: true, melta: Expression::fixed(2), ..sure(1, d6) };
    let six = 1.0 / 6.0;
    let third = 1.0 / 3.0;
    let cases = [
        ("D6 Melta 2, halved, -1", melta.clone(), true, 1, vec![0.0, 0.0, third, third, third]),
        ("D6 Melta 2, halved", melta, true, 0, vec![0.0, 0.0, 0.0, third, third, third]),
        ("D6 halved", sure(1, d6), true, 0, vec![0.0, third, third, third]),
        ("D3 halved", sure(1, d3), true, 0, vec![0.0, 2.0 / 3.0, third]),
        ("D6+1 halved", sure(1, Expression::dice(1, 6, 1)), true, 0, vec![0.0, six, third, third, six]),
        ("D6, -1", sure(1, d6), false, 1, vec![0.0, third, six, six, six, six]),
    ];
    for (number, (what, weapon, damage_halved, damage_minus, law)) in cases.into_iter().enumerate() {
        let group = Group { wounds: 20, damage_halved, damage_minus, ..Group::default() };
        let defender = Defender { groups: vec![group], ..Defender::default() };
        let results = unsaved(430 + number as u64, &with(weapon), &defender, 1);
        check_law(what, &results, &law, |result| result.wounds_lost);
    }
    // Changed to 0: 0 even with -1; Melta 2 comes after and makes it 2.
    for (half_range, expected) in [(false, 0), (true, 2)] {
        let weapon = Weapon { half_range, melta: Expression::fixed(2), ..sure(1, d6) };
        let group = Group { wounds: 20, damage_set_to_zero: true, ..Group::default() };
        let defender = Defender { groups: vec![group], ..Defender::default() };
        let results = unsaved(440, &with(weapon), &defender, 1);
        assert!(results.iter().all(|result| result.wounds_lost == expected));
    }
    let weapon = Weapon { reroll_damage: Some(1), ..sure(1, d3) };
    let results = unsaved(441, &with(weapon), &models(1, 20), 1);
    check_law("D3, ones again", &results, &[0.0, 1.0 / 9.0, 4.0 / 9.0, 4.0 / 9.0], |result| result.wounds_lost);
}

#[test]
fn overkill_is_lost_with_each_attack() {
    let results = unsaved(450, &with(sure(3, Expression::dice(1, 3, 0))), &models(5, 2), 3);
    let state = |result: &Result| (result.slain, result.wounds_lost - 2 * result.slain);
    for (slain, lost, chance) in [(1, 1, 1.0 / 9.0), (2, 0, 4.0 / 9.0), (2, 1, 4.0 / 27.0), (3, 0, 8.0 / 27.0)] {
        check_chance("D3 on W2", &results, chance, |result| state(result) == (slain, lost));
    }
    let results = unsaved(451, &with(sure(2, Expression::dice(1, 6, 0))), &models(3, 3), 2);
    let state = |result: &Result| (result.slain, result.wounds_lost - 3 * result.slain);
    let cases = [(0, 2, 1.0 / 36.0), (1, 0, 11.0 / 36.0), (1, 1, 1.0 / 9.0), (1, 2, 1.0 / 9.0), (2, 0, 4.0 / 9.0)];
    for (slain, lost, chance) in cases {
        check_chance("D6 on W3", &results, chance, |result| state(result) == (slain, lost));
    }
    // Damage 3 on models of 2 Wounds, two of them unsaved: 2 dead, Devastating or not; in addition and spilling, 3.
    let ordinary = sure(2, Expression::fixed(3));
    let devastating = Weapon { devastating_wounds: true, anti: Some(2), ..ordinary.clone() };
    let set = Changes { set: Some(0), ..Changes::default() };
    let three = Expression::fixed(3);
    let spilling = Weapon { mortal_on_critical_wound: three, anti: Some(2), damage_changes: set, ..ordinary.clone() };
    for (weapon, slain) in [(ordinary, 2), (devastating, 2), (spilling, 3)] {
        let results = unsaved(452, &with(weapon), &models(5, 2), 2);
        assert!(results.iter().all(|result| result.slain == slain && result.damage == 6));
    }
}

#[test]
fn feel_no_pain() {
    let cases = [
        (5, 1, 1, 2.0 / 3.0),
        (5, 1, 2, 8.0 / 9.0),
        (5, 1, 3, 26.0 / 27.0),
        (5, 2, 3, 20.0 / 27.0),
        (5, 3, 3, 8.0 / 27.0),
        (6, 3, 3, 125.0 / 216.0),
    ];
    for (number, wounds, damage, chance) in cases {
        for devastating in [false, true] {
            // A Feel No Pain against mortal wounds alone works on Devastating Wounds only.
            let group = if devastating {
                Group { wounds, feel_no_pain_mortal: Some(number), ..Group::default() }
            } else {
                Group { wounds, feel_no_pain: Some(number), feel_no_pain_mortal: Some(2), ..Group::default() }
            };
            let mut weapon = sure(1, Expression::fixed(damage));
            weapon.devastating_wounds = devastating;
            weapon.anti = Some(2);
            let defender = Defender { groups: vec![group], ..Defender::default() };
            let results = unsaved(460, &with(weapon), &defender, 1);
            let what = format!("FNP {number}+, W{wounds}, D{damage}, devastating {devastating}");
            check_chance(&what, &results, chance, |result| result.slain == 1);
            check_mean(&what, &results, f64::from(damage * (number - 1)) / 6.0, |result| f64::from(result.damage));
        }
    }
}

#[test]
fn devastating_wounds_wait_for_all_other_attacks() {
    // One Damage 1 and one Devastating Damage 3 on models of 2 Wounds, the Devastating weapon first in line:
    // the ordinary wound still comes first, and one model dies.
    let devastating = Weapon { devastating_wounds: true, anti: Some(2), ..sure(1, Expression::fixed(3)) };
    let attacker = Attacker { weapons: vec![devastating, sure(1, Expression::fixed(1))], ..Attacker::default() };
    let results = unsaved(470, &attacker, &models(3, 2), 2);
    assert!(results.iter().all(|result| (result.slain, result.wounds_lost, result.damage) == (1, 2, 4)));
    assert!(results.iter().all(|result| result.mortal_wounds == 3));
}

#[test]
fn attached_units_and_precision() {
    let bodyguard = Group { models: 2, wounds: 1, toughness: 4, ..Group::default() };
    let leader = Group { wounds: 3, toughness: 9, character: true, ..Group::default() };
    let defender = Defender { groups: vec![leader, bodyguard], attached: true, ..Defender::default() };
    // Strength 8 wounds on 2+: the Toughness stays that of the bodyguard, also for the leader.
    let results = run(480, &with(sure(4, Expression::fixed(1))), &defender);
    check_mean("wounds", &results, 20.0 / 6.0, |result| f64::from(result.wounds));
    for result in &results {
        assert_eq!((result.slain, result.wounds_lost), (result.unsaved.min(2), result.unsaved));
    }
    let precise = |precision, damage| Weapon { precision, ..sure(2, Expression::fixed(damage)) };
    for result in unsaved(481, &with(precise(Precision::Always, 2)), &defender, 2) {
        assert_eq!((result.slain, result.characters_slain, result.wounds_lost, result.damage), (1, 1, 3, 4));
    }
    for result in unsaved(482, &with(precise(Precision::WhenItCanKill, 2)), &defender, 2) {
        assert_eq!((result.slain, result.characters_slain, result.wounds_lost), (2, 0, 2));
    }
    for result in unsaved(483, &with(precise(Precision::WhenItCanKill, 3)), &defender, 2) {
        assert_eq!((result.slain, result.characters_slain, result.wounds_lost), (2, 1, 4));
    }
}

#[test]
fn the_bodyguard_shields_a_wounded_character() {
    // Precision wounds the leader; the next attack still goes to the bodyguard (W40K-ALLOCATE).
    let bodyguard = Group { wounds: 1, ..Group::default() };
    let leader = Group { wounds: 3, character: true, ..Group::default() };
    let defender = Defender { groups: vec![bodyguard, leader], attached: true, ..Defender::default() };
    let precise = Weapon { precision: Precision::Always, ..sure(1, Expression::fixed(2)) };
    let weapons = vec![precise, sure(1, Expression::fixed(1))];
    let attacker = Attacker { weapons, ..Attacker::default() };
    for result in unsaved(485, &attacker, &defender, 2) {
        assert_eq!((result.slain, result.characters_slain, result.wounds_lost), (1, 0, 3));
    }
    // Of two characters the one that was attacked before comes first when the bodyguard is gone, even if it saved:
    // Precision goes for the second, which it can kill, and the third wound must follow it.
    let first = Group { wounds: 9, character: true, ..Group::default() };
    let second = Group { wounds: 2, save: 4, character: true, ..Group::default() };
    let groups = vec![bodyguard, first, second];
    let defender = Defender { groups, attached: true, ..Defender::default() };
    let precise = Weapon { precision: Precision::WhenItCanKill, ..sure(1, Expression::fixed(2)) };
    let piercing = Weapon { armour_penetration: -6, ..sure(2, Expression::fixed(2)) };
    let attacker = Attacker { weapons: vec![precise, piercing], ..Attacker::default() };
    for result in run(486, &attacker, &defender).iter().filter(|result| result.wounds == 3) {
        let (slain, lost) = if result.unsaved == 2 { (2, 3) } else { (2, 5) };
        assert_eq!((result.slain, result.characters_slain, result.wounds_lost), (slain, 1, lost));
    }
}

#[test]
fn mortal_wounds_beside_normal_damage() {
    // On a critical hit, even if the attack fails to wound; they come last and are not modified like Damage.
    let weapon = Weapon {
        strength: Expression::fixed(1),
        damage: Expression::fixed(3),
        mortal_on_critical_hit: Expression::fixed(2),
        precision: Precision::Always,
        ..Weapon::default()
    };
    let results = run(730, &with(weapon.clone()), &models(1, 9));
    check_chance("mortal", &results, 1.0 / 6.0, |result| result.mortal_wounds == 2);
    // AMB-22: one point slays the character, the other goes back to the bodyguard.
    let leader = Group { character: true, damage_minus: 2, ..Group::default() };
    let bodyguard = Group { models: 5, damage_minus: 2, ..Group::default() };
    let defender = Defender { groups: vec![bodyguard, leader], attached: true, ..Defender::default() };
    let weapon = Weapon { strength: Expression::fixed(4), ..weapon };
    for result in run(731, &with(weapon), &defender).iter().filter(|result| result.critical_hits == 1) {
        let slain = if result.wounds == 1 { 3 } else { 2 };
        assert_eq!((result.slain, result.characters_slain), (slain, 1));
    }
    // A Feel No Pain against Psychic attacks works against these alone.
    let group = Group { wounds: 9, feel_no_pain_psychic: Some(4), ..Group::default() };
    let defender = Defender { groups: vec![group], ..Defender::default() };
    for (psychic, mean) in [(false, 4.0), (true, 2.0)] {
        let weapon = Weapon { psychic, ..sure(1, Expression::fixed(4)) };
        let results = unsaved(732, &with(weapon), &defender, 1);
        check_mean("psychic", &results, mean, |result| f64::from(result.wounds_lost));
    }
}

#[test]
fn mixed_units_give_up_models_in_order() {
    // A shield bearer of 2 Wounds with 2+ in front of models with no save; the highest Toughness counts.
    let shield = Group { wounds: 2, save: 2, ..Group::default() };
    let rest = Group { models: 4, toughness: 8, ..Group::default() };
    let defender = Defender { groups: vec![shield, rest], ..Defender::default() };
    let weapon = Weapon { anti: None, ..sure(2, Expression::fixed(2)) };
    let results = run(740, &with(weapon), &defender);
    check_mean("wounds", &results, 1.0, |result| f64::from(result.wounds));
    // Two wounds: the second meets no save only if the first slew the bearer, 1/6 of the time.
    let mut two = results.clone();
    two.retain(|result| result.wounds == 2);
    check_chance("first fails", &two, 1.0 / 6.0, |result| result.slain == 2);
    check_chance("second fails", &two, 5.0 / 36.0, |result| result.slain == 1);
}

#[test]
fn attacks_left_over_meet_another_model() {
    let results = unsaved(484, &with(sure(5, Expression::fixed(3))), &models(1, 2), 4);
    for result in results {
        assert!(result.destroyed);
        assert_eq!((result.slain, result.wounds_lost, result.damage, result.attacks), (1, 2, 12, 5));
    }
}

#[test]
fn hazardous_weapons() {
    let weapon = |count| Weapon { count, hazardous: true, ..Weapon::default() };
    let bearer = |wounds| Bearer { wounds, lost: 0, character: false, feel_no_pain: None };
    for (count, nothing) in [(1, 5.0 / 6.0), (2, 25.0 / 36.0), (3, 125.0 / 216.0), (5, 3125.0 / 7776.0)] {
        let hazardous_bearers = vec![bearer(1); count as usize];
        let attacker = Attacker { hazardous_bearers, ..with(weapon(count)) };
        let results = run(490, &attacker, &models(1, 1));
        check_chance("no failure", &results, nothing, |result| result.attackers_slain == 0);
        check_mean("slain", &results, f64::from(count) / 6.0, |result| f64::from(result.attackers_slain));
    }
    // Feel No Pain 5+ on a bearer of 2 Wounds: 3 mortal wounds slay it with 20/27.
    let hardy = Bearer { feel_no_pain: Some(5), ..bearer(2) };
    let attacker = Attacker { hazardous_bearers: vec![hardy], ..with(weapon(1)) };
    let results = run(491, &attacker, &models(1, 1));
    check_chance("slain", &results, 20.0 / 27.0 / 6.0, |result| result.attackers_slain == 1);
    // A wounded bearer comes first, then the others, a character last.
    let hazardous_bearers = vec![Bearer { character: true, ..bearer(9) }, bearer(9), Bearer { lost: 6, ..bearer(7) }];
    let attacker = Attacker { hazardous_bearers, ..with(weapon(1)) };
    let results = run(492, &attacker, &models(1, 1));
    check_chance("slain", &results, 1.0 / 6.0, |result| result.attackers_slain == 1);
    assert!(results.iter().all(|result| result.attacker_wounds_lost == result.attackers_slain));
}
