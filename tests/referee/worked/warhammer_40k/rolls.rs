//! Rolls to hit, to wound and to save.

use super::super::{TRIALS, check_chance, check_law, check_mean, sample};
use super::{models, run, sure, with};
use crate::referee::Expression;
use crate::referee::warhammer_40k::*;

#[test]
fn termagants_shoot_terminators() {
    let fleshborer = Weapon { count: 20, strength: Expression::fixed(5), armour_penetration: -1, ..Weapon::default() };
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
        let weapon = Weapon { skill: Some(2), hit_modifier: 1, critical_hit_on: 5, reroll_hit, ..Weapon::default() };
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
        ("many penalties", with(Weapon { hit_modifier: -2, wound_modifier: -2, ..base.clone() }), &stealthy, 120, 40),
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
    let weapon = Weapon { armour_penetration: -2, armour_penetration_improved: -1, ..sure(6, Expression::fixed(1)) };
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
    let blessed = Defender { groups: vec![Group { save: 2, ..group }], save_modifiers: vec![1], ..Defender::default() };
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
