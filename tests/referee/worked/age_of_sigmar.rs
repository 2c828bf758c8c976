//! The referee of Age of Sigmar.

use super::{TRIALS, check_chance, check_law, check_mean, sample};
use crate::referee::Expression;
use crate::referee::age_of_sigmar::*;

fn liberators() -> Attacker {
    let hammer = Weapon {
        bearers: 4,
        attacks: Expression::fixed(2),
        hit: 3,
        wound: 3,
        rend: 1,
        critical: CriticalAbility::Mortal,
        ..Weapon::default()
    };
    let grand = Weapon { bearers: 1, wound: 2, damage: Expression::fixed(2), ..hammer.clone() };
    Attacker { weapons: vec![hammer, grand], ..Attacker::default() }
}

fn clawlord() -> Defender {
    Defender { health: 7, save: Some(4), wards: vec![6], ..Defender::default() }
}

fn clawlord_melee() -> Attacker {
    let halberd = Weapon {
        attacks: Expression::fixed(5),
        hit: 3,
        wound: 4,
        rend: 1,
        damage: Expression::fixed(2),
        ..Weapon::default()
    };
    let fangs = Weapon {
        attacks: Expression::fixed(4),
        hit: 4,
        wound: 3,
        rend: 1,
        damage: Expression::dice(1, 3, 0),
        companion: true,
        ..Weapon::default()
    };
    Attacker { weapons: vec![halberd, fangs], ..Attacker::default() }
}

/// Cornered Rat: the halberd has three attacks more while the Clawlord is damaged.
fn damaged_clawlord_melee() -> Attacker {
    let mut attacker = clawlord_melee();
    let step = Step::Add(3);
    attacker.weapons[0].changes = vec![Change { characteristic: Characteristic::Attacks, step, friendly: true }];
    attacker
}

fn save(needed: i32) -> Defender {
    Defender { health: 100, save: Some(needed), ..Defender::default() }
}

fn run(seed: u64, attacker: &Attacker, defender: &Defender) -> Vec<Result> {
    sample(seed, TRIALS, |dice| attack(dice, attacker, defender, Context::default()))
}

#[test]
fn liberators_charge_the_clawlord() {
    let results = run(1, &liberators(), &clawlord());
    let pool = [
        0.006004, 0.030564, 0.077680, 0.135543, 0.181680, 0.193271, 0.165001, 0.113617, 0.062131, 0.025703, 0.007403,
        0.001299, 0.000103,
    ];
    let net = [
        0.014052, 0.060008, 0.129817, 0.190505, 0.209157, 0.178196, 0.119610, 0.063244, 0.025808, 0.007778, 0.001611,
        0.000203, 0.000012,
    ];
    check_law("pool", &results, &pool, |result| result.pool);
    check_law("net", &results, &net, |result| result.damage);
    check_mean("pool", &results, 44.0 / 9.0, |result| f64::from(result.pool));
    check_mean("net", &results, 110.0 / 27.0, |result| f64::from(result.damage));
    check_chance("slain", &results, 0.0986551, |result| result.slain == 1 && result.destroyed);
    check_chance("damaged", &results, 0.887293, |result| result.allocated > 0);
    for result in &results {
        assert_eq!(result.attacks, 10);
        assert_eq!(result.wounds_lost, result.damage.min(7));
    }
}

#[test]
fn commands_and_cover_against_the_clawlord() {
    let all_out_attack = Attacker { all_out_attack: true, ..liberators() };
    let all_out_defence = Defender { save_modifiers: vec![1], ..clawlord() };
    let mut in_cover = liberators();
    for weapon in &mut in_cover.weapons {
        weapon.other_hit_modifiers = vec![-1];
    }
    let cases = [
        ("All-out Attack", &all_out_attack, &clawlord(), 158.0 / 27.0, 0.197727),
        ("All-out Defence", &liberators(), &all_out_defence, 25.0 / 6.0, 0.050793),
        ("both", &all_out_attack, &all_out_defence, 44.0 / 9.0, 0.098655),
        ("cover", &in_cover, &clawlord(), 106.0 / 27.0, 0.039329),
    ];
    for (number, (what, attacker, defender, pool, slain)) in cases.into_iter().enumerate() {
        let results = run(10 + number as u64, attacker, defender);
        check_mean(what, &results, pool, |result| f64::from(result.pool));
        check_chance(what, &results, slain, |result| result.slain == 1);
    }
}

fn single(critical: CriticalAbility, penalty: i32) -> Attacker {
    let weapon = Weapon {
        rend: 1,
        damage: Expression::fixed(2),
        critical,
        other_hit_modifiers: vec![penalty],
        ..Weapon::default()
    };
    Attacker { weapons: vec![weapon], ..Attacker::default() }
}

#[test]
fn one_attack_with_each_critical_ability() {
    let cases = [
        (CriticalAbility::None, vec![5.0 / 6.0, 0.0, 1.0 / 6.0], 2.0 / 9.0),
        (CriticalAbility::Mortal, vec![13.0 / 18.0, 0.0, 5.0 / 18.0], 4.0 / 9.0),
        (CriticalAbility::AutoWound, vec![7.0 / 9.0, 0.0, 2.0 / 9.0], 1.0 / 3.0),
        (CriticalAbility::TwoHits, vec![43.0 / 54.0, 0.0, 5.0 / 27.0, 0.0, 1.0 / 54.0], 1.0 / 3.0),
    ];
    for (number, (critical, law, with_penalty)) in cases.into_iter().enumerate() {
        let seed = 20 + 2 * number as u64;
        let results = run(seed, &single(critical, 0), &save(4));
        check_law(&format!("{critical:?}"), &results, &law, |result| result.damage);
        let results = run(seed + 1, &single(critical, -1), &save(4));
        check_mean(&format!("{critical:?} at -1"), &results, with_penalty, |result| f64::from(result.damage));
    }
}

#[test]
fn mortal_critical_with_random_and_boosted_damage() {
    let mut attacker = single(CriticalAbility::Mortal, 0);
    attacker.weapons[0].damage = Expression::dice(1, 3, 0);
    let third = 5.0 / 54.0;
    let results = run(30, &attacker, &save(4));
    check_law("D3", &results, &[13.0 / 18.0, third, third, third], |result| result.damage);
    attacker.weapons[0].charge = true;
    attacker.charged = true;
    let results = run(31, &attacker, &save(4));
    check_law("D3 + 1", &results, &[13.0 / 18.0, 0.0, third, third, third], |result| result.damage);
}

#[test]
fn three_plus_weapon_against_save_three() {
    let cases = [
        (CriticalAbility::None, 2.0 / 9.0),
        (CriticalAbility::Mortal, 1.0 / 3.0),
        (CriticalAbility::AutoWound, 1.0 / 4.0),
        (CriticalAbility::TwoHits, 5.0 / 18.0),
    ];
    for (number, (critical, mean)) in cases.into_iter().enumerate() {
        let weapon = Weapon { hit: 3, wound: 3, rend: 1, critical, ..Weapon::default() };
        let attacker = Attacker { weapons: vec![weapon], ..Attacker::default() };
        let results = run(40 + number as u64, &attacker, &save(3));
        check_mean(&format!("{critical:?}"), &results, mean, |result| f64::from(result.damage));
    }
}

#[test]
fn ratling_pistol() {
    let weapon = Weapon {
        attacks: Expression::dice(1, 6, 0),
        hit: 3,
        wound: 3,
        rend: 1,
        critical: CriticalAbility::AutoWound,
        ..Weapon::default()
    };
    let attacker = Attacker { weapons: vec![weapon], ..Attacker::default() };
    let results = run(50, &attacker, &save(3));
    let law = [0.411011, 0.370036, 0.162394, 0.047038, 0.008586, 0.000895, 0.000041];
    check_law("save 3+", &results, &law, |result| result.damage);
    let none = Defender { health: 100, ..Defender::default() };
    let cases = [(save(4), 7.0 / 6.0, 0.304070), (save(5), 35.0 / 24.0, 0.224140), (none, 7.0 / 4.0, 0.164063)];
    for (number, (defender, mean, nothing)) in cases.into_iter().enumerate() {
        let results = run(51 + number as u64, &attacker, &defender);
        check_mean("pistol", &results, mean, |result| f64::from(result.damage));
        check_chance("pistol", &results, nothing, |result| result.damage == 0);
    }
}

#[test]
fn clawlord_strikes() {
    let none = Defender { health: 100, ..Defender::default() };
    let cases = [(save(3), 3.0, 4.0), (save(4), 4.0, 16.0 / 3.0), (save(5), 5.0, 20.0 / 3.0), (none, 6.0, 8.0)];
    for (number, (defender, undamaged, damaged)) in cases.into_iter().enumerate() {
        let seed = 60 + 2 * number as u64;
        let results = run(seed, &clawlord_melee(), &defender);
        check_mean("undamaged", &results, undamaged, |result| f64::from(result.damage));
        let results = run(seed + 1, &damaged_clawlord_melee(), &defender);
        check_mean("damaged", &results, damaged, |result| f64::from(result.damage));
    }
    let five = Defender { models: 5, health: 2, save: Some(3), ..Defender::default() };
    let undamaged = [0.245488, 0.364586, 0.245221, 0.103459, 0.031969, 0.009276];
    let damaged = [0.142065, 0.296226, 0.285550, 0.171473, 0.073141, 0.031544];
    check_law("undamaged", &run(70, &clawlord_melee(), &five), &undamaged, |result| result.slain);
    check_law("damaged", &run(71, &damaged_clawlord_melee(), &five), &damaged, |result| result.slain);
}

#[test]
fn companion_takes_all_out_attack_but_no_other_bonus() {
    let all_out = Attacker { all_out_attack: true, ..clawlord_melee() };
    let results = run(72, &all_out, &save(3));
    check_mean("All-out Attack", &results, 25.0 / 12.0 + 16.0 / 9.0, |result| f64::from(result.damage));
    let mut blessed = clawlord_melee();
    for weapon in &mut blessed.weapons {
        weapon.friendly_hit_modifiers = vec![1];
    }
    let results = run(73, &blessed, &save(3));
    check_mean("friendly +1", &results, 25.0 / 12.0 + 4.0 / 3.0, |result| f64::from(result.damage));
}

#[test]
fn rend_and_the_cap_of_the_save() {
    // AMB-3: save 4+ with two bonuses of 1 against Rend 1 is 2/3 with Rend inside the cap and 1/2 outside.
    let weapon = Weapon { attacks: Expression::fixed(10), rend: 1, ..Weapon::default() };
    let attacker = Attacker { weapons: vec![weapon], ..Attacker::default() };
    let defender = Defender { save_modifiers: vec![1, 1], ..save(4) };
    for (inside, failing) in [(true, 1.0 / 3.0), (false, 1.0 / 2.0)] {
        let context = Context { rend_inside_cap: inside, ..Context::default() };
        let results = sample(74, TRIALS, |dice| attack(dice, &attacker, &defender, context));
        check_mean("unsaved", &results, 10.0 / 4.0 * failing, |result| f64::from(result.unsaved));
    }
}

#[test]
fn characteristics_are_set_then_multiplied_then_added() {
    let change = |characteristic, step| Change { characteristic, step, friendly: true };
    let weapon = Weapon {
        attacks: Expression::fixed(5),
        rend: 1,
        changes: vec![
            change(Characteristic::Attacks, Step::Add(1)),
            change(Characteristic::Attacks, Step::Multiply(2)),
            change(Characteristic::Attacks, Step::Set(3)),
            change(Characteristic::Damage, Step::Add(-1)),
            change(Characteristic::Rend, Step::Add(-2)),
        ],
        ..Weapon::default()
    };
    let attacker = Attacker { weapons: vec![weapon], ..Attacker::default() };
    let results = run(75, &attacker, &save(4));
    assert!(results.iter().all(|result| result.attacks == 7 && result.pool == result.unsaved));
    check_mean("Rend 0", &results, 7.0 / 8.0, |result| f64::from(result.damage));
}

#[test]
fn champions_and_companion_weapons() {
    let weapon = Weapon { bearers: 5, champions: 1, attacks: Expression::fixed(2), ..Weapon::default() };
    let companion = Weapon { companion: true, ..weapon.clone() };
    let attacker = Attacker { weapons: vec![weapon, companion], ..Attacker::default() };
    assert!(run(76, &attacker, &save(4)).iter().all(|result| result.attacks == 11 + 10));
}

#[test]
fn mortal_damage_meets_the_ward() {
    let attacker = Attacker {
        side_mortal: vec![SideMortal { dice: Expression::fixed(1), threshold: 1, mortal: Expression::dice(1, 3, 0) }],
        ..Attacker::default()
    };
    let cases = [
        (6, [43.0 / 648.0, 85.0 / 216.0, 25.0 / 72.0, 125.0 / 648.0]),
        (5, [13.0 / 81.0, 4.0 / 9.0, 8.0 / 27.0, 8.0 / 81.0]),
        (4, [7.0 / 24.0, 11.0 / 24.0, 5.0 / 24.0, 1.0 / 24.0]),
        (3, [38.0 / 81.0, 11.0 / 27.0, 1.0 / 9.0, 1.0 / 81.0]),
    ];
    for (ward, law) in cases {
        let defender = Defender { health: 9, save: Some(2), wards: vec![6, ward], ..Defender::default() };
        check_law(&format!("ward {ward}"), &run(77, &attacker, &defender), &law, |result| result.damage);
    }
}

#[test]
fn rerolls_and_critical_abilities_known_to_be_miscounted() {
    // Ten attacks 4+/4+ with failed hits re-rolled and Crit (2 Hits), no save: 5 exactly.
    let exploding = Weapon {
        attacks: Expression::fixed(10),
        critical: CriticalAbility::TwoHits,
        reroll_hit: Reroll::Failed,
        ..Weapon::default()
    };
    let none = Defender { health: 100, ..Defender::default() };
    let attacker = Attacker { weapons: vec![exploding], ..Attacker::default() };
    check_mean("2 hits", &run(78, &attacker, &none), 5.0, |result| f64::from(result.damage));
    // Sixty attacks 2+/4+, Crit (Mortal), no save, ward 5+: 20 exactly.
    let mortal = Weapon { bearers: 60, hit: 2, critical: CriticalAbility::Mortal, ..Weapon::default() };
    let warded = Defender { wards: vec![5], ..none };
    let attacker = Attacker { weapons: vec![mortal], ..Attacker::default() };
    check_mean("mortal", &run(79, &attacker, &warded), 20.0, |result| f64::from(result.damage));
    // AOS-20.0: a free re-roll of every die that is no 6 gives 11/36 critical hits.
    let fishing = Weapon { reroll_hit: Reroll::NonCritical, ..Weapon::default() };
    let attacker = Attacker { weapons: vec![fishing], ..Attacker::default() };
    check_chance("fishing", &run(80, &attacker, &warded), 11.0 / 36.0, |result| result.critical_hits == 1);
}

#[test]
fn companion_shuts_out_gifts_and_keeps_penalties() {
    let change = |characteristic, step, friendly| Change { characteristic, step, friendly };
    let weapon = Weapon {
        attacks: Expression::fixed(4),
        hit: 4,
        wound: 4,
        rend: 1,
        companion: true,
        friendly_hit_modifiers: vec![1, 1, -1],
        friendly_wound_modifiers: vec![1],
        other_wound_modifiers: vec![1],
        reroll_hit: Reroll::Failed,
        reroll_wound: Reroll::Failed,
        rerolls_are_friendly: true,
        changes: vec![
            change(Characteristic::Attacks, Step::Add(2), true),
            change(Characteristic::Attacks, Step::Add(1), false),
            change(Characteristic::Damage, Step::Multiply(3), true),
            change(Characteristic::Rend, Step::Add(-1), true),
        ],
        ..Weapon::default()
    };
    let attacker = Attacker { weapons: vec![weapon], ..Attacker::default() };
    // Five attacks, hit 4+ at -1, wound 4+ at +1, Rend 0 against 4+, Damage 1.
    let results = run(82, &attacker, &save(4));
    check_mean("damage", &results, 5.0 / 3.0 * 2.0 / 3.0 / 2.0, |result| f64::from(result.damage));
}

#[test]
fn rerolls_of_each_roll() {
    let weapon = |reroll_hit, reroll_wound| Weapon { hit: 3, wound: 5, reroll_hit, reroll_wound, ..Weapon::default() };
    let none = Defender { health: 100, ..Defender::default() };
    let cases = [
        (Reroll::Value(1), Reroll::None, 7.0 / 9.0, 1.0 / 3.0),
        (Reroll::Failed, Reroll::Value(1), 8.0 / 9.0, 7.0 / 18.0),
        (Reroll::NonCritical, Reroll::Failed, 13.0 / 18.0, 5.0 / 9.0),
    ];
    for (number, (hit, wound, hits, wounds)) in cases.into_iter().enumerate() {
        let attacker = Attacker { weapons: vec![weapon(hit, wound)], ..Attacker::default() };
        let results = run(83 + number as u64, &attacker, &none);
        check_chance("hit", &results, hits, |result| result.hits == 1);
        check_chance("wound", &results, hits * wounds, |result| result.wounds == 1);
    }
    // AMB-15: the unmodified face is judged, so a 4 that Rend makes fail is not re-rolled: P(save) is
    // 2/6 + 3/6 * 2/6.
    let strong = Weapon { hit: 2, wound: 2, rend: 1, ..Weapon::default() };
    let attacker = Attacker { weapons: vec![strong], ..Attacker::default() };
    let defender = Defender { reroll_save: Reroll::Failed, ..save(4) };
    let results = run(87, &attacker, &defender);
    check_chance("unsaved", &results, 25.0 / 36.0 / 2.0, |result| result.unsaved == 1);
    // D3 with ones re-rolled: 1, 2, 3 with 1/9, 4/9, 4/9; doubled and -1: 1, 3, 5.
    let heavy = Weapon {
        hit: 2,
        wound: 2,
        damage: Expression::dice(1, 3, 0),
        reroll_damage_ones: true,
        changes: vec![
            Change { characteristic: Characteristic::Damage, step: Step::Add(-1), friendly: false },
            Change { characteristic: Characteristic::Damage, step: Step::Multiply(2), friendly: true },
        ],
        ..Weapon::default()
    };
    let attacker = Attacker { weapons: vec![heavy], ..Attacker::default() };
    let mut results = run(88, &attacker, &none);
    results.retain(|result| result.unsaved == 1);
    check_law("damage", &results, &[0.0, 1.0 / 9.0, 0.0, 4.0 / 9.0, 0.0, 4.0 / 9.0], |result| result.damage);
}

#[test]
fn mortal_damage_of_critical_hits() {
    // AMB-12 both ways: Damage 2 and Charge; and one more point for each critical hit beside all else.
    let weapon = Weapon {
        damage: Expression::fixed(2),
        critical: CriticalAbility::Mortal,
        charge: true,
        extra_mortal_on_critical: Expression::fixed(1),
        ..Weapon::default()
    };
    let attacker = Attacker { weapons: vec![weapon], charged: true, ..Attacker::default() };
    for (mortal_uses_modified_damage, points) in [(true, 4), (false, 3)] {
        let context = Context { mortal_uses_modified_damage, ..Context::default() };
        let results = sample(89, TRIALS, |dice| attack(dice, &attacker, &save(2), context));
        check_chance("critical", &results, 1.0 / 6.0, |result| result.mortal_pool == points);
        check_chance("ordinary", &results, 1.0 / 36.0, |result| result.pool == 3 && result.mortal_pool == 0);
    }
    // AMB-32: crits on 5+ hit whatever Hit and modifiers say.
    let weapon = Weapon { hit: 6, critical_on: 5, other_hit_modifiers: vec![-1], ..Weapon::default() };
    let attacker = Attacker { weapons: vec![weapon], ..Attacker::default() };
    check_chance("5+", &run(90, &attacker, &save(4)), 1.0 / 3.0, |result| result.critical_hits == 1);
    // AOS-20.0: Anti-X is cumulative. Rend 3 against 3+ leaves a 6.
    let weapon = Weapon { hit: 2, wound: 2, rend: 1, anti_rend: 2, ..Weapon::default() };
    let attacker = Attacker { weapons: vec![weapon], ..Attacker::default() };
    let results = run(91, &attacker, &save(3));
    check_chance("Anti-X", &results, 125.0 / 216.0, |result| result.unsaved == 1);
}

#[test]
fn damage_spills_and_ends_with_the_unit() {
    let attacker = Attacker {
        side_mortal: vec![SideMortal { dice: Expression::fixed(8), threshold: 4, mortal: Expression::fixed(1) }],
        ..Attacker::default()
    };
    let defender = Defender { models: 2, health: 3, allocated: 1, ..Defender::default() };
    for result in run(92, &attacker, &defender) {
        assert_eq!(result.wounds_lost, result.damage.min(5));
        assert_eq!(result.slain, (1 + result.wounds_lost) / 3);
        assert_eq!(result.allocated, (1 + result.wounds_lost) % 3);
        assert_eq!(result.destroyed, result.damage >= 5);
    }
}

#[test]
fn natural_ones_and_the_cap_of_the_modifiers() {
    // AOS-17.0: a 1 fails at each of the three rolls, whatever the bonus. AOS-17.1: +2 is +1.
    let weapon = |hit, wound| Weapon {
        hit,
        wound,
        friendly_hit_modifiers: vec![1, 1],
        friendly_wound_modifiers: vec![1, 1],
        ..Weapon::default()
    };
    for (number, (hit, wound, sixths)) in [(2, 2, 5.0), (5, 5, 3.0)].into_iter().enumerate() {
        let attacker = Attacker { weapons: vec![weapon(hit, wound)], charged: true, ..Attacker::default() };
        let blessed = Defender { save_modifiers: vec![1, 1], ..save(2) };
        let results = run(93 + number as u64, &attacker, &blessed);
        let chance: f64 = sixths / 6.0;
        check_chance("hit", &results, chance, |result| result.hits == 1);
        check_chance("wound", &results, chance * chance, |result| result.wounds == 1);
        check_chance("unsaved", &results, chance * chance / 6.0, |result| result.unsaved == 1);
    }
    // Charge (+1 Damage) does nothing for a unit that has not charged.
    let weapon = Weapon { charge: true, ..Weapon::default() };
    let attacker = Attacker { weapons: vec![weapon], ..Attacker::default() };
    assert!(run(95, &attacker, &save(4)).iter().all(|result| result.damage <= 1));
}

#[test]
fn a_critical_hit_against_the_odds() {
    // AMB-1: Hit 6+ at -1 hits on a 6 only by the ruling.
    let weapon = Weapon { hit: 6, other_hit_modifiers: vec![-1, -1, 1], ..Weapon::default() };
    let attacker = Attacker { weapons: vec![weapon], ..Attacker::default() };
    for (critical_always_hits, chance) in [(true, 1.0 / 6.0), (false, 0.0)] {
        let context = Context { critical_always_hits, ..Context::default() };
        let results = sample(81, TRIALS, |dice| attack(dice, &attacker, &save(4), context));
        check_chance("hit", &results, chance, |result| result.hits == 1);
    }
}
