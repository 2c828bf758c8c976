//! The referees against the worked values of the rules: fixed seeds, many trials, five standard errors.

mod referee;

use referee::Dice;

const TRIALS: usize = 200_000;

fn sample<R>(seed: u64, trials: usize, mut run: impl FnMut(&mut Dice) -> R) -> Vec<R> {
    let mut dice = Dice::new(seed);
    (0..trials).map(|_| run(&mut dice)).collect()
}

fn check_chance<R>(what: &str, results: &[R], expected: f64, event: impl Fn(&R) -> bool) {
    let count = results.len() as f64;
    assert!(count > 1000.0, "{what}: only {count} trials");
    let share = results.iter().filter(|result| event(result)).count() as f64 / count;
    let tolerance = 5.0 * (expected * (1.0 - expected) / count).sqrt() + 1e-12;
    assert!((share - expected).abs() <= tolerance, "{what}: {share}, expected {expected} within {tolerance}");
}

fn check_mean<R>(what: &str, results: &[R], expected: f64, value: impl Fn(&R) -> f64) {
    let count = results.len() as f64;
    assert!(count > 1000.0, "{what}: only {count} trials");
    let mean = results.iter().map(&value).sum::<f64>() / count;
    let variance = results.iter().map(|result| (value(result) - mean).powi(2)).sum::<f64>() / count;
    let tolerance = 5.0 * (variance / count).sqrt() + 1e-9;
    assert!((mean - expected).abs() <= tolerance, "{what}: {mean}, expected {expected} within {tolerance}");
}

/// The chance of each value, counted from 0.
fn check_law<R>(what: &str, results: &[R], expected: &[f64], value: impl Fn(&R) -> u32) {
    for (number, chance) in expected.iter().enumerate() {
        check_chance(&format!("{what}: P({number})"), results, *chance, |result| value(result) == number as u32);
    }
    let beyond = |result: &&R| value(result) as usize >= expected.len();
    assert_eq!(results.iter().filter(beyond).count(), 0, "{what}: a value beyond the law");
}

mod age_of_sigmar {
    use super::referee::Expression;
    use super::referee::age_of_sigmar::*;
    use super::{TRIALS, check_chance, check_law, check_mean, sample};

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
            0.006004, 0.030564, 0.077680, 0.135543, 0.181680, 0.193271, 0.165001, 0.113617, 0.062131, 0.025703,
            0.007403, 0.001299, 0.000103,
        ];
        let net = [
            0.014052, 0.060008, 0.129817, 0.190505, 0.209157, 0.178196, 0.119610, 0.063244, 0.025808, 0.007778,
            0.001611, 0.000203, 0.000012,
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
            side_mortal: vec![SideMortal {
                dice: Expression::fixed(1),
                threshold: 1,
                mortal: Expression::dice(1, 3, 0),
            }],
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
        let weapon =
            |reroll_hit, reroll_wound| Weapon { hit: 3, wound: 5, reroll_hit, reroll_wound, ..Weapon::default() };
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
}

mod warhammer_40k {
    use super::referee::Expression;
    use super::referee::warhammer_40k::*;
    use super::{TRIALS, check_chance, check_law, check_mean, sample};

    fn with(weapon: Weapon) -> Attacker {
        Attacker { weapons: vec![weapon], ..Attacker::default() }
    }

    /// So many models of so many Wounds, Toughness 4, no save.
    fn models(models: u32, wounds: i32) -> Defender {
        Defender { groups: vec![Group { models, wounds, ..Group::default() }], ..Defender::default() }
    }

    fn run(seed: u64, attacker: &Attacker, defender: &Defender) -> Vec<Result> {
        sample(seed, TRIALS, |dice| attack(dice, attacker, defender, Context::default()))
    }

    /// The trials in which exactly so many attacks got past the save.
    fn unsaved(seed: u64, attacker: &Attacker, defender: &Defender, number: u32) -> Vec<Result> {
        let mut results = run(seed, attacker, defender);
        results.retain(|result| result.unsaved == number);
        results
    }

    /// A weapon that always hits and nearly always wounds.
    fn sure(attacks: i32, damage: Expression) -> Weapon {
        Weapon {
            attacks: Expression::fixed(attacks),
            skill: None,
            strength: Expression::fixed(8),
            damage,
            ..Weapon::default()
        }
    }

    #[test]
    fn termagants_shoot_terminators() {
        let fleshborer =
            Weapon { count: 20, strength: Expression::fixed(5), armour_penetration: -1, ..Weapon::default() };
        let terminators = Group { models: 5, wounds: 3, toughness: 5, save: 2, ..Group::default() };
        let defender = Defender { groups: vec![terminators], lost_wounds: 2, ..Defender::default() };
        let results = run(100, &with(fleshborer), &defender);
        check_mean("hits", &results, 10.0, |result| f64::from(result.hits));
        check_mean("wounds", &results, 5.0, |result| f64::from(result.wounds));
        check_mean("unsaved", &results, 5.0 / 3.0, |result| f64::from(result.unsaved));
        // Two unsaved: the first slays the wounded Terminator, the second wounds another.
        for result in results.iter().filter(|result| result.unsaved == 2) {
            assert_eq!((result.slain, result.wounds_lost, result.damage), (1, 2, 2));
        }
    }

    #[test]
    fn hit_table_in_36ths() {
        let policies = [Reroll::None, Reroll::Value(1), Reroll::Failed, Reroll::NonCritical];
        let rows = [
            (2, 0, [(30, 6), (35, 7), (35, 7), (31, 11)]),
            (2, 1, [(30, 6), (35, 7), (35, 7), (31, 11)]),
            (2, -1, [(24, 6), (28, 7), (32, 8), (26, 11)]),
            (3, 1, [(30, 6), (35, 7), (35, 7), (31, 11)]),
            (3, 0, [(24, 6), (28, 7), (32, 8), (26, 11)]),
            (3, -1, [(18, 6), (21, 7), (27, 9), (21, 11)]),
            (4, 1, [(24, 6), (28, 7), (32, 8), (26, 11)]),
            (4, 0, [(18, 6), (21, 7), (27, 9), (21, 11)]),
            (4, -1, [(12, 6), (14, 7), (20, 10), (16, 11)]),
            (5, 1, [(18, 6), (21, 7), (27, 9), (21, 11)]),
            (5, 0, [(12, 6), (14, 7), (20, 10), (16, 11)]),
            (5, -1, [(6, 6), (7, 7), (11, 11), (11, 11)]),
            (6, 1, [(12, 6), (14, 7), (20, 10), (16, 11)]),
            (6, 0, [(6, 6), (7, 7), (11, 11), (11, 11)]),
            (6, -1, [(6, 6), (7, 7), (11, 11), (11, 11)]),
        ];
        let defender = models(1, 1);
        for (row, (skill, hit_modifier, cells)) in rows.into_iter().enumerate() {
            for (column, (successes, criticals)) in cells.into_iter().enumerate() {
                let seed = 200 + 4 * row as u64 + column as u64;
                let weapon = Weapon {
                    attacks: Expression::fixed(10),
                    skill: Some(skill),
                    hit_modifier,
                    reroll_hit: policies[column],
                    ..Weapon::default()
                };
                let attacker = with(weapon);
                let results = sample(seed, 20_000, |dice| attack(dice, &attacker, &defender, Context::default()));
                let what = format!("{skill}+ at {hit_modifier}, {:?}", policies[column]);
                check_mean(&what, &results, f64::from(10 * successes) / 36.0, |result| f64::from(result.hits));
                let expected = f64::from(10 * criticals) / 36.0;
                check_mean(&what, &results, expected, |result| f64::from(result.critical_hits));
                // The same table serves the wound roll: Strength against Toughness 8 for 2+ to 6+.
                let strength = [16, 9, 8, 7, 4][skill as usize - 2];
                let weapon = Weapon {
                    attacks: Expression::fixed(10),
                    skill: None,
                    strength: Expression::fixed(strength),
                    wound_modifier: hit_modifier,
                    twin_linked: policies[column],
                    ..Weapon::default()
                };
                let attacker = with(weapon);
                let tough = Group { toughness: 8, ..Group::default() };
                let target = Defender { groups: vec![tough], ..Defender::default() };
                let results = sample(seed, 20_000, |dice| attack(dice, &attacker, &target, Context::default()));
                check_mean(&what, &results, f64::from(10 * successes) / 36.0, |result| f64::from(result.wounds));
                check_mean(&what, &results, expected, |result| f64::from(result.critical_wounds));
            }
        }
    }

    #[test]
    fn critical_abilities_together() {
        let base = Weapon { skill: Some(3), ..Weapon::default() };
        let lethal = Weapon { lethal_hits: true, ..base.clone() };
        let sustained = Weapon { sustained_hits: Expression::fixed(1), ..base.clone() };
        let both = Weapon { sustained_hits: Expression::fixed(1), ..lethal.clone() };
        let defender = models(1, 1);
        let cases = [(&base, 1.0 / 3.0), (&lethal, 5.0 / 12.0), (&sustained, 5.0 / 12.0), (&both, 1.0 / 2.0)];
        for (number, (weapon, wounds)) in cases.into_iter().enumerate() {
            let results = run(300 + number as u64, &with(weapon.clone()), &defender);
            check_mean("wounds", &results, wounds, |result| f64::from(result.wounds));
        }
        let devastating = |weapon: &Weapon| Weapon { devastating_wounds: true, ..weapon.clone() };
        let anti = |weapon: &Weapon| Weapon { anti: Some(4), ..devastating(weapon) };
        let torrent = Weapon { skill: None, ..devastating(&both) };
        let twin = |policy| Weapon { skill: None, twin_linked: policy, ..devastating(&base) };
        let cases = [
            ("devastating", devastating(&base), 2.0 / 9.0, 1.0 / 9.0),
            ("lethal devastating", devastating(&lethal), 1.0 / 3.0, 1.0 / 12.0),
            ("anti 4+", anti(&base), 0.0, 1.0 / 3.0),
            ("lethal anti 4+", anti(&lethal), 1.0 / 6.0, 1.0 / 4.0),
            ("torrent with everything", torrent, 1.0 / 3.0, 1.0 / 6.0),
            ("twin-linked, failures", twin(Reroll::Failed), 1.0 / 2.0, 1.0 / 4.0),
            ("twin-linked, fishing", twin(Reroll::NonCritical), 5.0 / 18.0, 11.0 / 36.0),
        ];
        for (number, (what, weapon, ordinary, critical)) in cases.into_iter().enumerate() {
            let results = run(310 + number as u64, &with(weapon), &defender);
            check_mean(what, &results, ordinary, |result| f64::from(result.wounds - result.critical_wounds));
            check_mean(what, &results, critical, |result| f64::from(result.critical_wounds));
        }
        let twin_anti = Weapon { skill: None, twin_linked: Reroll::Failed, anti: Some(4), ..base };
        let results = run(320, &with(twin_anti), &defender);
        check_mean("anti 4+, twin-linked", &results, 3.0 / 4.0, |result| f64::from(result.critical_wounds));
    }

    #[test]
    fn additional_hits_are_never_lethal() {
        let armoured = Group { save: 3, ..Group::default() };
        let tough = Group { toughness: 8, ..armoured };
        let cases = [(3, 6, armoured, 2.5), (3, 5, armoured, 10.0 / 3.0), (6, 6, tough, 0.9722222)];
        for (number, (skill, critical_hit_on, group, mean)) in cases.into_iter().enumerate() {
            let weapon = Weapon {
                attacks: Expression::fixed(10),
                skill: Some(skill),
                strength: Expression::fixed(if group.toughness == 8 { 3 } else { 4 }),
                armour_penetration: -1,
                lethal_hits: true,
                sustained_hits: Expression::fixed(1),
                critical_hit_on,
                ..Weapon::default()
            };
            let defender = Defender { groups: vec![group], ..Defender::default() };
            let results = run(330 + number as u64, &with(weapon), &defender);
            check_mean("damage", &results, mean, |result| f64::from(result.damage));
        }
    }

    #[test]
    fn save_with_and_without_cover() {
        let rows = [
            (2, [(5, 5), (4, 5), (3, 4), (2, 3), (1, 2)]),
            (3, [(4, 4), (3, 4), (2, 3), (1, 2), (0, 1)]),
            (4, [(3, 4), (2, 3), (1, 2), (0, 1), (0, 0)]),
            (5, [(2, 3), (1, 2), (0, 1), (0, 0), (0, 0)]),
            (6, [(1, 2), (0, 1), (0, 0), (0, 0), (0, 0)]),
        ];
        for (save, cells) in rows {
            for (penetration, (open, covered)) in cells.into_iter().enumerate() {
                for (cover, sixths) in [(false, open), (true, covered)] {
                    let weapon = Weapon { armour_penetration: -(penetration as i32), ..sure(5, Expression::fixed(1)) };
                    let group = Group { save, cover, ..Group::default() };
                    let defender = Defender { groups: vec![group], ..Defender::default() };
                    let attacker = with(weapon);
                    let results = sample(400, 20_000, |dice| attack(dice, &attacker, &defender, Context::default()));
                    let expected = 5.0 * 5.0 / 6.0 * (1.0 - f64::from(sixths) / 6.0);
                    let what = format!("save {save}+, AP -{penetration}, cover {cover}");
                    check_mean(&what, &results, expected, |result| f64::from(result.unsaved));
                }
            }
        }
    }

    #[test]
    fn the_cap_of_the_save_and_the_invulnerable_save() {
        // AMB-03: save 4+, cover and another +1 against AP -1: 2/3 net, 1/2 when only the bonuses are capped.
        let weapon = Weapon { armour_penetration: -1, ..sure(5, Expression::fixed(1)) };
        let group = Group { save: 4, cover: true, ..Group::default() };
        let defender = Defender { groups: vec![group], save_modifiers: vec![1], ..Defender::default() };
        for (net_save_cap, failing) in [(true, 1.0 / 3.0), (false, 1.0 / 2.0)] {
            let context = Context { net_save_cap, ..Context::default() };
            let attacker = with(weapon.clone());
            let results = sample(401, TRIALS, |dice| attack(dice, &attacker, &defender, context));
            check_mean("unsaved", &results, 25.0 / 6.0 * failing, |result| f64::from(result.unsaved));
        }
        // Cover does nothing for the invulnerable save; the better save is taken.
        let group = Group { save: 4, cover: true, invulnerable: Some(4), ..Group::default() };
        let defender = Defender { groups: vec![group], ..Defender::default() };
        let weapon = Weapon { armour_penetration: -3, ..weapon };
        let results = run(402, &with(weapon), &defender);
        check_mean("invulnerable", &results, 25.0 / 12.0, |result| f64::from(result.unsaved));
    }

    #[test]
    fn no_cover_in_melee_or_from_weapons_that_ignore_it() {
        let group = Group { save: 5, cover: true, ..Group::default() };
        let defender = Defender { groups: vec![group], ..Defender::default() };
        let shot = sure(6, Expression::fixed(1));
        let melee = Weapon { melee: true, ..shot.clone() };
        let ignoring = Weapon { ignores_cover: true, ..shot.clone() };
        for (number, (weapon, failing)) in [(shot, 3.0), (melee, 4.0), (ignoring, 4.0)].into_iter().enumerate() {
            let results = run(760 + number as u64, &with(weapon), &defender);
            check_mean("unsaved", &results, 5.0 * failing / 6.0, |result| f64::from(result.unsaved));
        }
        // Indirect Fire at an unseen target gives cover to models in the open.
        let weapon = Weapon { indirect_unseen: true, ..sure(6, Expression::fixed(1)) };
        let weapon = Weapon { skill: Some(3), ..weapon };
        let open = Defender { groups: vec![Group { save: 5, ..Group::default() }], ..Defender::default() };
        let results = run(763, &with(weapon), &open);
        check_mean("unseen", &results, 6.0 / 2.0 * 5.0 / 6.0 / 2.0, |result| f64::from(result.unsaved));
    }

    #[test]
    fn overwatch_and_unseen_indirect_fire() {
        let context = Context { overwatch: true, ..Context::default() };
        let cases = [(Reroll::None, 1.0 / 6.0), (Reroll::Value(1), 7.0 / 36.0), (Reroll::Failed, 11.0 / 36.0)];
        for (reroll_hit, chance) in cases {
            let weapon =
                Weapon { skill: Some(2), hit_modifier: 1, critical_hit_on: 5, reroll_hit, ..Weapon::default() };
            let attacker = with(weapon);
            let results = sample(410, TRIALS, |dice| attack(dice, &attacker, &models(1, 1), context));
            check_chance("overwatch", &results, chance, |result| result.hits == 1);
            assert!(results.iter().all(|result| result.hits == result.critical_hits));
        }
        for (skill, plain, with_heavy) in [(2, 3, 3), (3, 3, 3), (4, 2, 3), (5, 1, 2), (6, 1, 1)] {
            for (heavy, sixths) in [(false, plain), (true, with_heavy)] {
                let weapon = Weapon { skill: Some(skill), indirect_unseen: true, heavy, ..Weapon::default() };
                let attacker = Attacker { stationary: true, ..with(weapon) };
                let results = run(411, &attacker, &models(1, 1));
                check_chance("unseen", &results, f64::from(sixths) / 6.0, |result| result.hits == 1);
            }
        }
    }

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
        let spilling =
            Weapon { mortal_on_critical_wound: three, anti: Some(2), damage_changes: set, ..ordinary.clone() };
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
    fn modifiers_that_stand_in_other_fields() {
        let base = Weapon { attacks: Expression::fixed(10), ..Weapon::default() };
        let stealthy = Defender { stealth: true, ..models(1, 1) };
        let open = models(1, 1);
        let melee = Weapon { melee: true, ..base.clone() };
        let lance = Weapon { lance: true, wound_modifier: 1, ..melee.clone() };
        let heavy = Weapon { heavy: true, ..base.clone() };
        let ready = |weapon: &Weapon| Attacker { stationary: true, charged: true, ..with(weapon.clone()) };
        // Hits and wounds of ten attacks in 36ths.
        let cases = [
            ("Stealth, shot at", with(base.clone()), &stealthy, 120, 60),
            ("Stealth, melee", with(melee.clone()), &stealthy, 180, 90),
            ("Heavy, stationary", ready(&heavy), &open, 240, 120),
            ("Heavy, moved", with(heavy.clone()), &open, 180, 90),
            ("Heavy and Stealth", ready(&heavy), &stealthy, 180, 90),
            ("Lance, charged, +1", ready(&lance), &open, 180, 120),
            ("Lance, not charged", with(Weapon { wound_modifier: 0, ..lance.clone() }), &open, 180, 90),
            (
                "many penalties",
                with(Weapon { hit_modifier: -2, wound_modifier: -2, ..base.clone() }),
                &stealthy,
                120,
                40,
            ),
            ("many bonuses", with(Weapon { hit_modifier: 3, wound_modifier: 2, ..base.clone() }), &stealthy, 240, 160),
            ("skill and roll", with(Weapon { skill_improved: 1, hit_modifier: 1, ..base.clone() }), &open, 300, 150),
            ("skill limit", with(Weapon { skill_improved: 9, hit_modifier: -1, ..base.clone() }), &open, 240, 120),
        ];
        for (number, (what, attacker, defender, hits, wounds)) in cases.into_iter().enumerate() {
            let results = run(700 + number as u64, &attacker, defender);
            check_mean(what, &results, f64::from(hits) / 36.0, |result| f64::from(result.hits));
            check_mean(what, &results, f64::from(wounds) / 36.0, |result| f64::from(result.wounds));
        }
        // W40K-PRIORITY: "always wounds on 2+" beats "only wounded on 4+"; a critical wound beats it too.
        let cases = [(None, None, 3), (Some(2), None, 5), (None, Some(3), 4)];
        let hardy = Defender { wounded_only_on: Some(4), ..models(1, 1) };
        for (number, (always_wounds_on, anti, sixths)) in cases.into_iter().enumerate() {
            let strength = Expression::fixed(9);
            let weapon = Weapon { skill: None, always_wounds_on, anti, strength, ..base.clone() };
            let results = run(710 + number as u64, &with(weapon), &hardy);
            check_mean("wounds", &results, 10.0 * f64::from(sixths) / 6.0, |result| f64::from(result.wounds));
        }
        let sure_to_hit = Weapon { always_hits_on: Some(3), skill: Some(6), ..base };
        let results = run(713, &with(sure_to_hit), &open);
        check_mean("always hits", &results, 40.0 / 6.0, |result| f64::from(result.hits));
    }

    #[test]
    fn saves_that_are_rerolled_or_ignored() {
        let weapon =
            Weapon { armour_penetration: -2, armour_penetration_improved: -1, ..sure(6, Expression::fixed(1)) };
        let group = Group { save: 3, ..Group::default() };
        let defender = Defender { groups: vec![group], ..Defender::default() };
        // Save 3+ against AP -2 worsened to -1 is 4+.
        for (reroll_save, failing) in
            [(Reroll::None, 0.5), (Reroll::Value(1), 5.0 / 12.0), (Reroll::Failed, 0.25), (Reroll::NonCritical, 0.25)]
        {
            let defender = Defender { reroll_save, ..defender.clone() };
            let results = run(720, &with(weapon.clone()), &defender);
            check_mean("unsaved", &results, 5.0 * failing, |result| f64::from(result.unsaved));
        }
        // A 1 fails whatever the bonus.
        let blessed =
            Defender { groups: vec![Group { save: 2, ..group }], save_modifiers: vec![1], ..Defender::default() };
        let results = run(723, &with(sure(6, Expression::fixed(1))), &blessed);
        check_mean("natural 1", &results, 5.0 / 6.0, |result| f64::from(result.unsaved));
        // Every save fails here, so one wound fewer gets through whenever there is any.
        let hopeless = Weapon { armour_penetration: -6, ..sure(3, Expression::fixed(1)) };
        let defender = Defender { ignore_first_failed_save: true, ..defender };
        for result in run(721, &with(hopeless), &defender) {
            assert_eq!(result.unsaved, result.wounds.saturating_sub(1));
        }
        // Devastating Wounds meet no save, so none is ignored.
        let devastating = Weapon { devastating_wounds: true, anti: Some(2), ..sure(3, Expression::fixed(1)) };
        for result in run(722, &with(devastating), &defender) {
            assert_eq!(result.unsaved, result.wounds);
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
    fn random_strength_and_sustained_hits() {
        // Strength D6 against Toughness 3: 1 on 6+, 2 on 5+, 3 on 4+, 4 and 5 on 3+, 6 on 2+.
        let weapon = Weapon { skill: None, strength: Expression::dice(1, 6, 0), ..Weapon::default() };
        let group = Group { toughness: 3, ..Group::default() };
        let defender = Defender { groups: vec![group], ..Defender::default() };
        let results = run(750, &with(weapon), &defender);
        check_chance("wounded", &results, 19.0 / 36.0, |result| result.wounds == 1);
        let weapon = Weapon { sustained_hits: Expression::dice(1, 3, 0), ..Weapon::default() };
        let results = run(751, &with(weapon), &models(1, 1));
        let ninth = 1.0 / 18.0;
        check_law("hits", &results, &[0.5, 1.0 / 3.0, ninth, ninth, ninth], |result| result.hits);
        // D3 attacks, dice that show 1 rolled again.
        let weapon = Weapon { attacks: Expression::dice(1, 3, 0), reroll_attacks: Some(1), ..Weapon::default() };
        let results = run(752, &with(weapon), &models(1, 1));
        check_law("attacks", &results, &[0.0, 1.0 / 9.0, 4.0 / 9.0, 4.0 / 9.0], |result| result.attacks);
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
        let hazardous_bearers =
            vec![Bearer { character: true, ..bearer(9) }, bearer(9), Bearer { lost: 6, ..bearer(7) }];
        let attacker = Attacker { hazardous_bearers, ..with(weapon(1)) };
        let results = run(492, &attacker, &models(1, 1));
        check_chance("slain", &results, 1.0 / 6.0, |result| result.attackers_slain == 1);
        assert!(results.iter().all(|result| result.attacker_wounds_lost == result.attackers_slain));
    }
}

mod asoiaf {
    use super::referee::Expression;
    use super::referee::asoiaf::*;
    use super::{TRIALS, check_chance, check_mean, sample};

    #[derive(Clone)]
    struct Golden {
        name: &'static str,
        attacker: Attacker,
        defender: Defender,
        context: Context,
        wounds: f64,
        any_wound: f64,
        panic_failed: f64,
        total: f64,
        /// Three, two and one rank left.
        ranks: [f64; 3],
    }

    fn golden() -> Vec<Golden> {
        let base = Golden {
            name: "A",
            attacker: Attacker::default(),
            defender: Defender::default(),
            context: Context::default(),
            wounds: 1.5,
            any_wound: 0.822021484,
            panic_failed: 0.228339301,
            total: 2.185017904,
            ranks: [0.777465820, 0.218600803, 0.003933377],
        };
        let rear = Context { arc: Arc::Rear, ..Context::default() };
        let inactive = Context { attacker_is_active: false, ..Context::default() };
        let charge_and_weakened = Attacker { charging: true, weakened: Some(1), ..Attacker::default() };
        vec![
            Golden {
                name: "C rear",
                context: rear,
                wounds: 2.5,
                any_wound: 0.960599588,
                panic_failed: 0.560349760,
                total: 4.181049279,
                ranks: [0.387887293, 0.562052437, 0.050060270],
                attacker: Attacker::default(),
                defender: Defender::default(),
            },
            Golden {
                name: "E rear, Sundering and Vicious",
                attacker: Attacker { sundering: true, vicious: true, ..Attacker::default() },
                defender: Defender::default(),
                context: rear,
                wounds: 2.5,
                any_wound: 0.960599588,
                panic_failed: 0.800499657,
                total: 4.901498970,
                ranks: [0.212566946, 0.715918382, 0.071514672],
            },
            Golden {
                name: "D flank and Sundering",
                attacker: Attacker { sundering: true, ..Attacker::default() },
                defender: Defender::default(),
                context: Context { arc: Arc::Flank, ..Context::default() },
                wounds: 2.5,
                any_wound: 0.960599588,
                panic_failed: 0.400249828,
                total: 3.700749485,
                ranks: [0.504767524, 0.459475140, 0.035757336],
            },
            Golden {
                name: "G Weakened",
                attacker: Attacker { weakened: Some(1), ..Attacker::default() },
                defender: Defender::default(),
                context: Context::default(),
                wounds: 0.75,
                any_wound: 0.551204681,
                panic_failed: 0.153112411,
                total: 1.209337234,
                ranks: [0.880362829, 0.119346831, 0.000290341],
            },
            Golden {
                name: "H Charge Bonus and Weakened",
                attacker: charge_and_weakened.clone(),
                defender: Defender::default(),
                context: Context::default(),
                wounds: 1.125,
                any_wound: 0.712299764,
                panic_failed: 0.197861046,
                total: 1.718583137,
                ranks: [0.829337070, 0.169308414, 0.001354516],
            },
            Golden {
                name: "I the same, defender active",
                attacker: charge_and_weakened,
                defender: Defender::default(),
                context: inactive,
                wounds: 1.875,
                any_wound: 0.894406736,
                panic_failed: 0.248446316,
                total: 2.620338947,
                ranks: [0.719835073, 0.271369103, 0.008795824],
            },
            Golden {
                name: "K Vulnerable and own re-roll",
                attacker: Attacker::default(),
                defender: Defender { vulnerable: Some(1), reroll: Reroll::Failures, ..Defender::default() },
                context: Context::default(),
                wounds: 1.125,
                any_wound: 0.712299764,
                panic_failed: 0.197861046,
                total: 1.718583137,
                ranks: [0.829337070, 0.169308414, 0.001354516],
            },
            Golden {
                name: "M Panicked",
                attacker: Attacker::default(),
                defender: Defender { panicked: true, ..Defender::default() },
                context: Context::default(),
                wounds: 1.5,
                any_wound: 0.822021484,
                panic_failed: 0.468095567,
                total: 3.060318558,
                ranks: [0.538238525, 0.451056586, 0.010704888],
            },
            Golden {
                name: "N flank, Charge Bonus, Vulnerable and Panicked",
                attacker: Attacker { charging: true, ..Attacker::default() },
                defender: Defender { vulnerable: Some(1), panicked: true, ..Defender::default() },
                context: Context { arc: Arc::Flank, ..Context::default() },
                wounds: 4.0,
                any_wound: 0.998628258,
                panic_failed: 0.723543159,
                total: 6.411810530,
                ranks: [0.090361395, 0.570394926, 0.339243679],
            },
            Golden {
                name: "Q cover",
                attacker: Attacker { ranged: true, ..Attacker::default() },
                defender: Defender::default(),
                context: Context { cover: true, ..Context::default() },
                wounds: 1.0,
                any_wound: 0.665102023,
                panic_failed: 0.184750562,
                total: 1.554251686,
                ranks: [0.846175554, 0.152955199, 0.000869246],
            },
            Golden {
                name: "R Fortified",
                attacker: Attacker { charging: true, ..Attacker::default() },
                defender: Defender::default(),
                context: Context { fortified: true, ..Context::default() },
                wounds: 1.0,
                any_wound: 0.665102023,
                panic_failed: 0.184750562,
                total: 1.554251686,
                ranks: [0.846175554, 0.152955199, 0.000869246],
            },
            Golden {
                name: "A Fortified is nothing to an attack without a charge",
                context: Context { fortified: true, ..Context::default() },
                attacker: Attacker::default(),
                defender: Defender::default(),
                ..base.clone()
            },
            Golden {
                name: "S two automatic hits",
                attacker: Attacker { automatic_hits: Expression::fixed(2), ..Attacker::default() },
                defender: Defender::default(),
                context: Context::default(),
                wounds: 2.5,
                any_wound: 0.955505371,
                panic_failed: 0.265418159,
                total: 3.296254476,
                ranks: [0.598937988, 0.374654134, 0.026402226],
            },
            base,
        ]
    }

    #[test]
    fn golden_rows() {
        for (number, row) in golden().into_iter().enumerate() {
            let results =
                sample(500 + number as u64, TRIALS, |dice| attack(dice, &row.attacker, &row.defender, row.context));
            check_mean(row.name, &results, row.wounds, |result| f64::from(result.wounds));
            check_chance(row.name, &results, row.any_wound, |result| result.wounds > 0);
            check_chance(row.name, &results, row.panic_failed, |result| result.panic_failed);
            check_mean(row.name, &results, row.total, |result| f64::from(result.wounds_lost));
            for (lost, chance) in row.ranks.into_iter().enumerate() {
                check_chance(row.name, &results, chance, |result| result.ranks_left == 3 - lost as u32);
            }
        }
    }

    #[test]
    fn whole_law_of_the_base_case() {
        let results =
            sample(520, TRIALS, |dice| attack(dice, &Attacker::default(), &Defender::default(), Context::default()));
        let law = [
            729.0 / 4096.0,
            1053.0 / 4096.0,
            1755.0 / 8192.0,
            525.0 / 4096.0,
            345.0 / 4096.0,
            621.0 / 8192.0,
            3163.0 / 73728.0,
            385.0 / 24576.0,
            385.0 / 110592.0,
            95.0 / 221184.0,
            5.0 / 221184.0,
        ];
        super::check_law("total", &results, &law, |result| result.damage);
    }

    #[test]
    fn few_wounds_left() {
        let cases = [(4, 1.960205078, 0.217895508, 0.222534180), (3, 1.737670898, 0.181274414, 0.350708008)];
        for (wounds_remaining, total, panic_failed, destroyed) in cases {
            let defender = Defender { wounds_remaining, ..Defender::default() };
            let results = sample(530, TRIALS, |dice| attack(dice, &Attacker::default(), &defender, Context::default()));
            check_mean("total", &results, total, |result| f64::from(result.wounds_lost));
            check_chance("panic failed", &results, panic_failed, |result| result.panic_failed);
            check_chance("destroyed", &results, destroyed, |result| result.destroyed);
            check_chance("destroyed", &results, destroyed, |result| result.ranks_left == 0);
            // Without end the law is that of a full unit.
            check_mean("damage", &results, 2.185017904, |result| f64::from(result.damage));
        }
    }

    /// A panic test alone: no dice, one direct wound, against a unit that has enough of them.
    fn panic_only(seed: u64, morale: i32, panicked: bool, morale_reroll: bool, active: bool) -> Vec<Result> {
        // With re-rolls on both sides every trial works the whole game out, so fewer have to do.
        let trials = if panicked && morale_reroll { TRIALS / 10 } else { TRIALS };
        let attacker = Attacker { attack_dice: [0; 3], direct_wounds: Expression::fixed(1), ..Attacker::default() };
        let defender = Defender { morale: Some(morale), panicked, morale_reroll, ..Defender::default() };
        let context = Context { attacker_is_active: active, ..Context::default() };
        sample(seed, trials, |dice| attack(dice, &attacker, &defender, context))
    }

    #[test]
    fn panicked_token() {
        let rows = [
            (3, 121.0 / 1296.0),
            (4, 17.0 / 72.0),
            (5, 43.0 / 108.0),
            (6, 41.0 / 72.0),
            (7, 313.0 / 432.0),
            (8, 367.0 / 432.0),
            (9, 301.0 / 324.0),
            (10, 35.0 / 36.0),
            (11, 143.0 / 144.0),
            (12, 1295.0 / 1296.0),
        ];
        for (morale, failing) in rows {
            let results = panic_only(540 + morale as u64, morale, true, false, true);
            check_chance("failed", &results, failing, |result| result.panic_failed);
            let expected = failing * 10.0 / 3.0;
            check_mean("wounds", &results, expected, |result| f64::from(result.wounds_lost) - 1.0);
        }
    }

    #[test]
    fn panic_test_with_rerolls_on_both_sides() {
        // Morale; failing and wounds with the tester's re-roll only, token then tester, tester then token.
        let rows = [
            (5, [1.0 / 36.0, 43.0 / 648.0, 58.0 / 243.0], [0.074074, 0.191701, 0.742570]),
            (6, [23.0 / 324.0, 577.0 / 3888.0, 32.0 / 81.0], [0.189300, 0.428727, 1.229081]),
            (7, [65.0 / 432.0, 1427.0 / 5184.0, 2911.0 / 5184.0], [0.401235, 0.795225, 1.746999]),
            (8, [119.0 / 432.0, 2273.0 / 5184.0, 3757.0 / 5184.0], [0.734568, 1.266675, 2.254715]),
            (9, [31.0 / 72.0, 49.0 / 81.0, 3311.0 / 3888.0], [1.148148, 1.747599, 2.649406]),
        ];
        for (morale, failing, wounds) in rows {
            for (column, (panicked, active)) in [(false, true), (true, true), (true, false)].into_iter().enumerate() {
                let results = panic_only(560 + morale as u64, morale, panicked, true, active);
                check_chance("failed", &results, failing[column], |result| result.panic_failed);
                check_mean("wounds", &results, wounds[column], |result| f64::from(result.wounds_lost) - 1.0);
            }
        }
    }

    #[test]
    fn ranks_and_models() {
        // Three infantry wounds leave three ranks, a fourth leaves two (p. 7); four wounds on models of three leave
        // three models and eight wounds (p. 22).
        let hits =
            |number| Attacker { attack_dice: [0; 3], direct_wounds: Expression::fixed(number), ..Attacker::default() };
        let calm = Defender { morale: None, ..Defender::default() };
        let cavalry = Defender { tray: CAVALRY, wounds_per_model: 3, ..calm.clone() };
        let cases = [(3, &calm, 3, 3), (4, &calm, 4, 2), (4, &cavalry, 1, 2), (6, &cavalry, 2, 1)];
        for (number, defender, models_lost, ranks_left) in cases {
            let result = attack(&mut super::Dice::new(1), &hits(number), defender, Context::default());
            assert_eq!((result.models_lost, result.ranks_left), (models_lost, ranks_left));
        }
        // Attack dice by the attacker's own ranks.
        for (wounds_remaining, dice) in [(12, 6), (9, 6), (8, 5), (5, 5), (4, 3), (1, 3)] {
            let attacker = Attacker { attack_dice: [6, 5, 3], wounds_remaining, ..Attacker::default() };
            let result = attack(&mut super::Dice::new(1), &attacker, &calm, Context::default());
            assert_eq!(result.attacks, dice);
        }
    }

    #[test]
    fn morale_modifiers_and_panic_wounds() {
        // Morale 6+: Horrific makes it 7, Inspiring 5, both leave it; Vicious 8; an override adds to the wounds.
        let hit = |vicious| Attacker {
            attack_dice: [0; 3],
            direct_wounds: Expression::fixed(1),
            vicious,
            ..Attacker::default()
        };
        let terrain = |horrific, inspiring| Context { horrific, inspiring, ..Context::default() };
        let cases = [
            (hit(false), terrain(true, false), 5.0 / 12.0),
            (hit(false), terrain(false, true), 1.0 / 6.0),
            (hit(false), terrain(true, true), 5.0 / 18.0),
            (hit(true), terrain(false, false), 7.0 / 12.0),
        ];
        let defender = Defender { panic_wounds_modifier: 1, ..Defender::default() };
        for (attacker, context, failing) in cases {
            let results = sample(570, TRIALS, |dice| attack(dice, &attacker, &defender, context));
            check_chance("failed", &results, failing, |result| result.panic_failed);
            check_mean("wounds", &results, 1.0 + 4.0 * failing, |result| f64::from(result.wounds_lost));
        }
        let context = Context { direct_wounds_trigger_panic: false, ..Context::default() };
        let results = sample(571, TRIALS, |dice| attack(dice, &hit(false), &defender, context));
        assert!(results.iter().all(|result| !result.panic_rolled && result.wounds_lost == 1));
    }

    #[test]
    fn natural_ones_and_sixes_stand() {
        // ASOIAF-NAT: from 2+ with +2 to 6+ with -3, never beyond 5/6 and 1/6; the same for the saves.
        for (needed, modifier, sixths) in [(2, 2, 5), (3, -3, 1), (6, -3, 1), (5, 1, 3), (6, 2, 3)] {
            let attacker = Attacker { hit: needed, hit_modifier: modifier, ..Attacker::default() };
            let defender = Defender { defense: Some(needed), defense_modifier: modifier, ..Defender::default() };
            let results = sample(574, TRIALS, |dice| attack(dice, &attacker, &defender, Context::default()));
            check_mean("hits", &results, f64::from(sixths), |result| f64::from(result.hits));
            let blocks = f64::from(sixths * sixths) / 6.0;
            check_mean("blocks", &results, blocks, |result| f64::from(result.blocks));
        }
    }

    #[test]
    fn walls_tokens_and_extra_dice() {
        let defender = Defender { defense: None, morale: None, ..Defender::default() };
        let attacker = Attacker { extra_dice: 2, hit_modifier: 1, reroll: Reroll::Ones, ..Attacker::default() };
        let results = sample(572, TRIALS, |dice| attack(dice, &attacker, &defender, Context::default()));
        // Eight dice at 4+ with +1, ones re-rolled: 4/6 + 1/6 * 4/6.
        check_mean("wounds", &results, 8.0 * 7.0 / 9.0, |result| f64::from(result.wounds));
        // Disorderly: no Charge Bonus; a token kept for six hits is spent only when all six dice hit.
        let attacker = Attacker { charging: true, disorderly: true, weakened: Some(6), ..Attacker::default() };
        let results = sample(573, TRIALS, |dice| attack(dice, &attacker, &defender, Context::default()));
        check_mean("wounds", &results, 3.0 - 3.0 / 64.0, |result| f64::from(result.wounds));
    }

    #[test]
    fn natural_sixes() {
        // ASOIAF-TRIG6: own re-roll of misses, then the enemy's of hits: a final 6 with P(hit after own) / 6.
        let attacker = Attacker { charging: true, weakened: Some(1), ..Attacker::default() };
        let defender = Defender::default();
        let results = sample(580, TRIALS, |dice| attack(dice, &attacker, &defender, Context::default()));
        check_mean("6s", &results, 6.0 * 0.75 / 6.0, |result| f64::from(result.natural_sixes));
        // Enemy first: 6s that stand, P(hit)/6 after his pass, and a sixth of what missed then, 1 - P(hit)^2.
        let context = Context { attacker_is_active: false, ..Context::default() };
        let results = sample(581, TRIALS, |dice| attack(dice, &attacker, &defender, context));
        check_mean("6s", &results, 6.0 * (0.5 / 6.0 + 0.75 / 6.0), |result| f64::from(result.natural_sixes));
        // Two hits for a 6 and no save against them: (2/6 * 1/2 + 2/6) wounds a die.
        let attacker = Attacker { extra_hits_per_natural_six: 1, natural_six_unsavable: true, ..Attacker::default() };
        let results = sample(582, TRIALS, |dice| attack(dice, &attacker, &defender, Context::default()));
        check_mean("wounds", &results, 3.0, |result| f64::from(result.wounds));
    }
}

mod warcry {
    use super::referee::warcry::*;
    use super::{TRIALS, check_chance, check_law, check_mean, sample};

    fn action(attacks: i32, strength: i32, hit_damage: i32, critical_damage: i32) -> Action {
        Action { attacks, strength, hit_damage, critical_damage, ..Action::default() }
    }

    fn run(seed: u64, actions: &[Action], attacker_remaining: i32, defender: &Defender) -> Vec<Result> {
        run_with(seed, actions, attacker_remaining, defender, CounterTiming::Both)
    }

    fn run_with(
        seed: u64,
        actions: &[Action],
        attacker_remaining: i32,
        defender: &Defender,
        counter_timing: CounterTiming,
    ) -> Vec<Result> {
        let attacker = Attacker { remaining: attacker_remaining, actions: actions.to_vec() };
        sample(seed, TRIALS, |dice| attack(dice, &attacker, defender, Context { counter_timing }))
    }

    fn v1() -> Action {
        action(3, 4, 1, 4)
    }

    fn target(toughness: i32, remaining: i32) -> Defender {
        Defender { toughness, remaining, ..Defender::default() }
    }

    #[test]
    fn reference_vectors() {
        let covered = |action| Action { in_cover: true, ..action };
        let shot = covered(Action { missile: true, ..action(3, 4, 2, 4) });
        let take_cover = Action { reaction: Reaction::TakeCover, ..shot };
        let onslaught = Action { onslaught: true, ..action(4, 4, 2, 4) };
        let cases = [
            ("V1", v1(), 4, 3.0, 1.0 / 8.0, 8, 2.0 / 27.0),
            ("V2", action(4, 5, 2, 5), 4, 22.0 / 3.0, 1.0 / 81.0, 10, 31.0 / 144.0),
            ("V3", covered(action(4, 5, 2, 5)), 4, 6.0, 1.0 / 16.0, 10, 203.0 / 1296.0),
            ("V4", action(4, 3, 1, 3), 4, 8.0 / 3.0, 16.0 / 81.0, 8, 1.0 / 48.0),
            ("V5", action(4, 4, 1, 3), 4, 10.0 / 3.0, 1.0 / 16.0, 5, 347.0 / 1296.0),
            ("V6", shot, 4, 3.0, 8.0 / 27.0, 8, 19.0 / 216.0),
            ("V7", take_cover, 4, 5.0 / 2.0, 8.0 / 27.0, 8, 61.0 / 1728.0),
            ("V10", onslaught, 3, 25.0 / 3.0, 1.0 / 243.0, 12, 497.0 / 2592.0),
        ];
        for (number, (what, action, toughness, mean, nothing, wounds, down)) in cases.into_iter().enumerate() {
            let results = run(600 + number as u64, &[action], 10, &target(toughness, wounds));
            check_mean(what, &results, mean, |result| f64::from(result.damage));
            check_chance(what, &results, nothing, |result| result.damage == 0);
            check_chance(what, &results, down, |result| result.target_down);
        }
    }

    #[test]
    fn whole_law_of_v1() {
        let results = run(610, &[v1()], 10, &target(4, 5));
        let mut law = [0.0; 13];
        let chances = [
            (0, 1.0 / 8.0),
            (1, 1.0 / 4.0),
            (2, 1.0 / 6.0),
            (3, 1.0 / 27.0),
            (4, 1.0 / 8.0),
            (5, 1.0 / 6.0),
            (6, 1.0 / 18.0),
            (8, 1.0 / 24.0),
            (9, 1.0 / 36.0),
            (12, 1.0 / 216.0),
        ];
        for (points, chance) in chances {
            law[points] = chance;
        }
        // Six comes from two hits on a critical hit, 1 + 1 + 4.
        check_law("V1", &results, &law, |result| result.damage);
        check_mean("V1 at 5", &results, 289.0 / 108.0, |result| f64::from(result.wounds_lost));
    }

    #[test]
    fn counter() {
        let countered = Action { reaction: Reaction::Counter, ..v1() };
        let results = run(620, &[countered], 100, &target(4, 5));
        let law = [1.0 / 8.0, 1.0 / 4.0, 7.0 / 24.0, 11.0 / 54.0, 7.0 / 72.0, 1.0 / 36.0, 1.0 / 216.0];
        check_law("V8", &results, &law, |result| result.attacker_wounds_lost);
        check_mean("V8", &results, 2.0, |result| f64::from(result.attacker_wounds_lost));
        let down = |result: &Result| (result.target_down, result.attacker_down);
        // Both down, only the target, only the attacker, neither.
        let both = [5.0 / 72.0, 49.0 / 216.0, 5.0 / 9.0, 4.0 / 27.0];
        let counter_first = [0.0, both[1], both[0] + both[2], both[3]];
        let attack_first = [0.0, both[0] + both[1], both[2], both[3]];
        let cases = [
            (CounterTiming::Both, both),
            (CounterTiming::CounterFirstStrict, counter_first),
            (CounterTiming::AttackFirstStrict, attack_first),
        ];
        for (timing, chances) in cases {
            let results = run_with(621, &[countered], 2, &target(4, 5), timing);
            let outcomes = [(true, true), (true, false), (false, true), (false, false)];
            for (outcome, chance) in outcomes.into_iter().zip(chances) {
                check_chance(&format!("{timing:?} {outcome:?}"), &results, chance, |result| down(result) == outcome);
            }
        }
        let v3 = Action { reaction: Reaction::Counter, in_cover: true, ..action(4, 5, 2, 5) };
        let results = run(622, &[v3], 100, &target(4, 100));
        check_mean("V9", &results, 8.0 / 3.0, |result| f64::from(result.attacker_wounds_lost));
        check_chance("V9", &results, 1.0 / 16.0, |result| result.attacker_wounds_lost == 0);
    }

    #[test]
    fn two_actions() {
        let results = run(630, &[v1(), v1()], 4, &target(4, 8));
        check_chance("two V1", &results, 13913.0 / 46656.0, |result| result.target_down);
        check_mean("two V1", &results, 6.0, |result| f64::from(result.damage));
        let onslaught = Action { onslaught: true, ..v1() };
        let results = run(631, &[onslaught, onslaught], 4, &target(4, 8));
        check_chance("with Onslaught", &results, 281789.0 / 559872.0, |result| result.target_down);
        let countered = Action { reaction: Reaction::Counter, ..v1() };
        let cases = [
            ([v1(), v1()], 13913.0 / 46656.0, 0.0, 0.0),
            ([countered, v1()], 1655.0 / 5832.0, 7.0 / 54.0, 0.0),
            ([countered, countered], 1655.0 / 5832.0, 1655.0 / 2916.0, 37.0 / 648.0),
        ];
        for (number, (actions, target_down, attacker_down, both)) in cases.into_iter().enumerate() {
            let results = run(632 + number as u64, &actions, 4, &target(4, 8));
            check_chance("target", &results, target_down, |result| result.target_down);
            check_chance("attacker", &results, attacker_down, |result| result.attacker_down);
            check_chance("both", &results, both, |result| result.target_down && result.attacker_down);
        }
        // Without end the second action is lost only to an attacker that Counter took down.
        let results = run(635, &[countered, v1()], 4, &target(4, 8));
        check_mean("damage", &results, 3.0 + 3.0 * 47.0 / 54.0, |result| f64::from(result.damage));
        // A waiting fighter has one reaction only.
        let waiting = Defender { reactions: 1, ..target(4, 8) };
        let results = run(636, &[countered, countered], 4, &waiting);
        check_chance("one reaction", &results, 7.0 / 54.0, |result| result.attacker_down);
    }

    #[test]
    fn open_edge() {
        let at_edge = Defender { at_open_edge: true, ..target(4, 8) };
        let results = run(640, &[v1()], 10, &at_edge);
        check_chance("V1 at an edge", &results, 13.0 / 162.0, |result| result.target_down);
        check_mean("fall", &results, 5.0 / 36.0, |result| f64::from(result.fall_damage));
        let deadly = Defender { deadly_terrain: true, ..at_edge.clone() };
        let results = run(641, &[v1()], 10, &deadly);
        check_mean("fall onto spikes", &results, 13.0 / 18.0, |result| f64::from(result.fall_damage));
        for safe in [Defender { flies: true, ..at_edge.clone() }, Defender { landing_point: false, ..at_edge }] {
            assert!(run(642, &[v1()], 10, &safe).iter().all(|result| result.fall_damage == 0));
        }
    }

    #[test]
    fn rerolls() {
        // V1 misses with 1/2: misses re-rolled 3/4 succeed, ones 7/12; all but criticals fished for.
        let cases = [(Reroll::Misses, 0.75), (Reroll::Ones, 7.0 / 12.0), (Reroll::UpTo(3), 0.75)];
        for (number, (reroll, successes)) in cases.into_iter().enumerate() {
            let results = run(650 + number as u64, &[Action { reroll, ..v1() }], 10, &target(4, 8));
            check_mean("hits", &results, 3.0 * successes, |result| f64::from(result.hits));
        }
        let fishing = Action { reroll: Reroll::NonCriticals, ..v1() };
        let results = run(653, &[fishing], 10, &target(4, 8));
        check_mean("criticals", &results, 33.0 / 36.0, |result| f64::from(result.critical_hits));
        // One re-roll: with at least one miss among three (7/8) half a success more.
        let one = Action { reroll: Reroll::UpTo(1), ..v1() };
        let results = run(654, &[one], 10, &target(4, 8));
        check_mean("hits", &results, 1.5 + 7.0 / 16.0, |result| f64::from(result.hits));
    }
}
