//! The referee of A Song of Ice & Fire.

use super::{TRIALS, check_chance, check_mean, sample};
use crate::referee::Expression;
use crate::referee::asoiaf::*;

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
    let hit =
        |vicious| Attacker { attack_dice: [0; 3], direct_wounds: Expression::fixed(1), vicious, ..Attacker::default() };
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
